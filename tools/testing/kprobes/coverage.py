#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: coverage.py [--every N]
#
# Which share of the instructions of the kernel's text can be probed, and which runs in
# one exception, ours against the stock kernel of the same config.  Each kernel is asked
# itself, in a guest, by registering disabled probes (modules/coverage.c).  Called by
# "make coverage" and check.py.
#
# Registering decodes the function from its start, and stock and ours are asked about
# the same instructions, so not every one is: all of a form (mnemonic and kinds of
# operands) that is rare, and every Nth of the others; --every 1 is all of them, which
# takes a quarter of an hour.
# Shares are of the whole text, each form weighted by how often it occurs.

import argparse
import functools
import os
import re
import struct
import subprocess
import tempfile
from collections import Counter, namedtuple

import build
import guest
import ktap
import matrix
import report
import step

# The goal: of what can be probed at all, this share runs in one exception
MIN_ONE_EXCEPTION = 0.995
EVERY = 7
# Of those that are asked for, every Nth is also asked for its second byte
MIDDLE = 10
# Stock forgets that a jump label can become a jump, so that ours may replace fewer
# instructions by a jump; never more, and no more fewer than this share
FEWER_OPTIMIZED = 0.005
# A form with no more instructions than this is asked for completely
RARE = 100

STEPPED, SIMULATED, TRAMPOLINED, BOOSTED = 1, 2, 4, 8
REFUSED = "IBN"

INSN = re.compile(r"([0-9a-f]{8,}):\t(.+)")
Insn = namedtuple("Insn", "address form text")
Function = namedtuple("Function", "name insns")


SYNTAX = matrix.ARCHES[matrix.ARCH].syntax
BRANCH = re.compile(SYNTAX.branch)
NUMBER = re.compile(SYNTAX.number)
REGISTER = re.compile(SYNTAX.register)
DATA = re.compile(SYNTAX.data or "$.")


@functools.lru_cache(maxsize=None)
def kinds(text):
    return REGISTER.sub("%r", NUMBER.sub("N", text))


def form(text):
    """Mnemonic and kinds of operands: which numbers and registers does not matter."""
    text = text.partition("<")[0].partition(SYNTAX.comment)[0].rstrip()
    if m := BRANCH.match(text):
        return kinds(m[1]) + "N"
    return kinds(text)


def functions(vmlinux):
    """The functions of a kernel's text in order, with their instructions.

    What fills the room between functions is not theirs: symbols have sizes, and where
    an assembly file gives none, what the linker fills with at the end is not theirs, nor
    is data.
    """
    cross = matrix.ARCHES[matrix.ARCH].cross

    def run(*words):
        return subprocess.run([cross + words[0], *words[1:], vmlinux], capture_output=True,
                              text=True, check=True).stdout.splitlines()

    size = {}
    for line in run("nm", "-S"):
        if m := re.match(r"([0-9a-f]+) ([0-9a-f]+) [tTwW] ", line):
            size[int(m[1], 16)] = max(int(m[2], 16), size.get(int(m[1], 16), 0))
    found, end = [], 0
    fill = f"\t{SYNTAX.fill}"
    for line in run("objdump", "-d", "--no-show-raw-insn", "-j", ".text"):
        # megabytes of them fill the text up, so this is for speed
        if SYNTAX.fill and line.endswith(fill) and int(line[:line.index(":")], 16) >= end:
            continue
        if m := INSN.match(line):
            address = int(m[1], 16)
            if address < end and (size[start] or m[2] != SYNTAX.fill) and not DATA.match(m[2]):
                found[-1].insns.append(Insn(address, form(m[2]), m[2].strip()))
        elif m := re.match(r"([0-9a-f]+) <(.+)>:$", line):
            start = int(m[1], 16)
            size.setdefault(start, 0)
            end = start + size[start] if size[start] else 1 << 64
            found.append(Function(m[2], []))
    return found


def pairs(stock, ours):
    """{index in ours: stock Function} of functions that are the same in both."""
    def named(functions):
        seen = Counter()
        for n, f in enumerate(functions):
            yield (f.name, seen[f.name]), n
            seen[f.name] += 1

    there = dict(named(stock))
    result = {}
    for key, n in named(ours):
        other = stock[there[key]] if key in there else None
        if other and [i.form for i in other.insns] == [i.form for i in ours[n].insns]:
            result[n] = other
    return result


def unbroken(functions):
    """Addresses of instructions within sequences that no exception may interrupt."""
    if not SYNTAX.begins:
        return set()
    begins, ends, found = re.compile(SYNTAX.begins), re.compile(SYNTAX.ends), set()
    for f in functions:
        within = None
        for insn in f.insns:
            if begins.match(insn.form):
                within = []
            elif within is None:
                continue
            elif ends.match(insn.form):
                found.update(within)
                within = None
            else:
                within.append(insn.address)
    return found


def choose(functions, every):
    """Which instructions to ask for, as (function, instruction) numbers."""
    total = Counter(i.form for f in functions for i in f.insns)
    seen = Counter()
    chosen = []
    for n, f in enumerate(functions):
        for k, insn in enumerate(f.insns):
            if total[insn.form] <= RARE or seen[insn.form] % every == 0:
                chosen.append((n, k))
            seen[insn.form] += 1
    return chosen, total


def ask(tree, addresses, count):
    """One answer, a character, for each address, from a guest."""
    with tempfile.TemporaryDirectory() as d:
        with open(f"{d}/addresses", "wb") as f:
            f.write(struct.pack(f"<{len(addresses)}Q", *addresses))
        run = guest.run("coverage", tree, "base", "mttcg", limit=1500,
                        add={"coverage.addresses": f"{d}/addresses"})
    count.add(run.count, f"{run.name}: ")
    answers = "".join(r["answers"] for r in run.rows)
    if len(answers) != len(addresses):
        raise RuntimeError(f"{tree}: {len(answers)} answers for {len(addresses)} addresses")
    return answers


def optimizable(answer):
    return "g" <= answer <= "u"


def modes(answer):
    if optimizable(answer):
        return ord(answer) - ord("f")
    return 0 if answer in REFUSED + "FM" else int(answer, 16)


def middles(functions, chosen):
    """Addresses within instructions that are longer than a byte, of some of those chosen."""
    if not SYNTAX.middle:
        return []
    return [functions[n].insns[k].address + 1 for n, k in chosen[::MIDDLE]
            if k + 1 < len(functions[n].insns) and
            functions[n].insns[k + 1].address > functions[n].insns[k].address + 1]


def shares(insns, answers, total):
    """Of all instructions, weighted by form."""
    asked = Counter(i.form for i in insns)
    weight = [total[i.form] / asked[i.form] for i in insns]

    def sum_of(condition):
        return round(sum(w for w, a in zip(weight, answers) if condition(a)))

    return {
        "instructions": sum(total.values()), "asked": len(insns),
        "no_instruction": sum_of(lambda a: a == "B"),
        "refused": sum_of(lambda a: a in "IN"),
        "accepted": sum_of(lambda a: a not in REFUSED),
        "simulated": sum_of(lambda a: modes(a) & SIMULATED),
        "trampolined": sum_of(lambda a: modes(a) & TRAMPOLINED),
        "boosted": sum_of(lambda a: modes(a) & BOOSTED),
        "one_exception": sum_of(lambda a: a == "F" or modes(a) & ~STEPPED),
        "one_exception_post": sum_of(lambda a: a == "F" or modes(a) & (SIMULATED | TRAMPOLINED)),
    }


def listing(insns, answers, condition):
    """Forms of the instructions for which condition holds, the most frequent first."""
    found = {}
    for insn, answer in zip(insns, answers):
        if condition(answer):
            found.setdefault(insn.form, []).append(insn)
    return [{"form": f, "asked": len(some), "example": some[0].text, "address": hex(some[0].address)}
            for f, some in sorted(found.items(), key=lambda kv: -len(kv[1]))]


def coverage(every=EVERY):
    """Build, boot, compare, report; the goals as a ktap.Count."""
    count = ktap.Count()
    text = {}
    for tree in ("stock", "boost"):
        build.lay(tree)
        text[tree] = functions(os.path.join(build.kernel(tree, "base"), "vmlinux"))
    same = pairs(text["stock"], text["boost"])
    chosen, total = choose(text["boost"], every)
    both = [(n, k) for n, k in chosen if n in same]
    alone = [(n, k) for n, k in chosen if n not in same]
    # those that have a twin in the stock kernel come first
    insns = [text["boost"][n].insns[k] for n, k in both + alone]
    twins = [same[n].insns[k] for n, k in both]
    within = middles(text["boost"], both)
    twin_within = middles([same.get(n) for n in range(len(text["boost"]))], both)
    ours = ask("boost", [i.address for i in insns] + within, count)
    stock = ask("stock", [i.address for i in twins] + twin_within, count)
    ours, our_middles = ours[:len(insns)], ours[len(insns):]
    stock, stock_middles = stock[:len(twins)], stock[len(twins):]

    can = [(i, s, o) for i, s, o in zip(insns, stock, ours)
           if modes(s) and modes(o) and optimizable(s) != optimizable(o)]
    more = [i for i, s, _ in can if not optimizable(s)]
    fewer = [i for i, s, _ in can if optimizable(s)]
    sequences = unbroken(text["boost"])
    lost = [(i, s, o) for i, s, o in zip(insns, stock, ours)
            if s not in REFUSED and o in REFUSED and i.address not in sequences]
    broken = [i for i, o in zip(insns, ours) if o not in REFUSED and i.address in sequences]
    result = {
        "every": every, "rare": RARE,
        "ours": shares(insns, ours, total),
        "stock": shares(twins, stock, Counter(i.form for f in same.values() for i in f.insns)),
        "accepted_by_stock_only": [{"text": i.text, "address": hex(i.address), "answer": o}
                                   for i, _, o in lost],
        "accepted_by_ours_only": listing(insns, "".join(
            "x" if s in REFUSED and o not in REFUSED else "-" for s, o in zip(stock, ours)),
            lambda a: a == "x"),
        "optimizable": sum(map(optimizable, ours[:len(twins)])),
        "optimizable_by_stock": sum(map(optimizable, stock)),
        "optimizable_by_stock_only": [{"text": i.text, "address": hex(i.address)} for i in fewer],
        "stepped": listing(insns, ours, lambda a: modes(a) == STEPPED),
        "stepped_with_post_handler": listing(
            insns, ours, lambda a: modes(a) and not modes(a) & (SIMULATED | TRAMPOLINED)),
    }
    show(result)
    print("written:", os.path.relpath(report.write_json("coverage", result)))

    one = result["ours"]["one_exception"] / result["ours"]["accepted"]
    if one < MIN_ONE_EXCEPTION:
        count.fail(f"{one:.2%} of what can be probed runs in one exception, "
                   f"less than {MIN_ONE_EXCEPTION:.1%}")
    else:
        count.passed += 1
    if more or len(fewer) > FEWER_OPTIMIZED * result["optimizable_by_stock"]:
        count.fail("\n    ".join([f"ours may replace by a jump {len(more)} that stock may not, and "
                                  f"not {len(fewer)} that stock may"] +
                                 [f"{i.address:x}: {i.text}" for i in more[:10] + fewer[:10]]))
    else:
        count.passed += 1
    wrong = [hex(a) for a, s, o in zip(within, stock_middles, our_middles)
             if o not in REFUSED]
    if len(our_middles) != len(stock_middles) or wrong:
        count.fail(f"{len(wrong)} places within instructions can be probed: {wrong[:10]}")
    else:
        count.passed += 1
    if broken:
        count.fail("\n    ".join([f"{len(broken)} instructions can be probed within sequences that "
                                  "no exception may interrupt"]
                                 + [f"{i.address:x}: {i.text}" for i in broken[:20]]))
    else:
        count.passed += 1
    if lost:
        count.fail("\n    ".join([f"{len(lost)} instructions that the stock kernel accepts are refused"]
                                 + [f"{i.address:x}: {i.text}" for i, _, _ in lost[:20]]))
    else:
        count.passed += 1
    return count


def show(result):
    names = [("instructions", "instructions of the text"), ("asked", "asked for"),
             ("no_instruction", "rewritten at boot, no instruction any more"),
             ("refused", "refused"), ("accepted", "can be probed"),
             ("one_exception", "... and run in one exception"),
             ("one_exception_post", "... also with a post_handler"),
             ("simulated", "can be simulated"), ("trampolined", "can be trampolined"),
             ("boosted", "can be boosted")]
    rows = []
    for key, label in names:
        row = [label]
        for tree in ("stock", "ours"):
            whole = result[tree]["instructions" if key == "accepted" else "accepted"]
            part = result[tree][key]
            row += [part, None if key in ("instructions", "asked", "no_instruction", "refused")
                    else f"{part / whole:.2%}"]
        rows.append(row)
    report.table(["", "stock", "share", "ours", "share"], rows)
    print("share: of all instructions for what can be probed, of that for the rest")
    print(f"may be replaced by a jump: stock {result['optimizable_by_stock']}, ours "
          f"{result['optimizable']}, of those that both have; "
          f"{len(result['optimizable_by_stock_only'])} by stock only")
    for key, label in (("stepped", "stepped, two exceptions"),
                       ("stepped_with_post_handler", "stepped as soon as there is a post_handler")):
        some = result[key]
        print(f"{label}: {sum(s['asked'] for s in some)} of those asked for, {len(some)} forms"
              + "".join(f"\n  {s['asked']:6} {s['form']}" for s in some[:12]))


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("--every", type=int, default=EVERY)
    a = p.parse_args()
    count = coverage(a.every)
    count.end()


if __name__ == "__main__":
    step.start(main)
