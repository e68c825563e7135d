#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: survey.py FILE [SYMBOL[+OFFSET]]
#        survey.py FILE [--functions] [--json OUT] [--picture OUT.svg|OUT.png]
#
# What share of a kernel's or module's instructions can be probed and how, and how the
# stock kernel would probe the same; or all about one of them.  FILE is a vmlinux or a
# module with its symbols, for any of the architectures, whatever this machine is.
# Called by "make survey".  host/survey.c does the work.

import argparse
import csv
import json
import os
import re
import struct
import subprocess
import sys
from collections import Counter

import build
import host
import matrix
import report
import step

# e_machine of ELF -> architecture
MACHINES = {62: "x86_64", 183: "arm64"}

WAYS = ("boosted", "simulated", "trampolined", "stepped", "function-tracer")
ONE_EXCEPTION = ("boosted", "simulated", "trampolined", "function-tracer")
REASONS = {
    "refused-instruction": "the instruction can be run nowhere but in its place",
    "refused-blacklist": "text that must not be probed",
    "refused-patched": "jump label, static call, BUG() or WARN()",
    "refused-exclusive": "between an exclusive load and its store",
}


def architecture(path):
    try:
        with open(path, "rb") as f:
            head = f.read(20)
    except OSError as e:
        matrix.die(f"{path}: {e.strerror}")
    if head[:4] != b"\x7fELF" or len(head) < 20:
        matrix.die(f"{path}: not an ELF file; of a compressed kernel, take the vmlinux")
    machine = struct.unpack("<H", head[18:20])[0]
    if machine not in MACHINES:
        matrix.die(f"{path}: of an architecture that kprobes-boost does not know "
                   f"(e_machine {machine})")
    return MACHINES[machine]


def share(counts, prefix=""):
    """Per cent of what can be probed that takes one exception, or less."""
    can = sum(counts[prefix + way] for way in WAYS)
    return 100 * sum(counts[prefix + way] for way in ONE_EXCEPTION) / can if can else None


def row(name, counts):
    total = counts["instructions"]
    can = sum(counts[way] for way in WAYS)
    return (name, total, 100 * can / total if total else None,
            *(share(counts, prefix) for prefix in ("", "post-", "stock-")))


def text(path, sections, functions):
    total = sum(sections.values(), Counter())
    print(f"{path}: {total['instructions']} instructions")
    head = ("", "instructions", "can be probed", "one exception", "with post_handler", "stock")
    print("\nper cent")
    report.table(head, [row(n, c) for n, c in sections.items()] + [row("all", total)])
    print("\nhow")
    report.table(("", "ours", "with post_handler", "stock"),
                 [(way, total[way], total[f"post-{way}"], total[f"stock-{way}"]) for way in WAYS
                  if total[way] + total[f"post-{way}"] + total[f"stock-{way}"]])
    print("\nwhy not")
    report.table(("", "ours", "stock"),
                 [(why, total[key], total[f"stock-{key}"]) for key, why in REASONS.items()
                  if total[key] + total[f"stock-{key}"]] +
                 [("stepped: an exception-table entry", total["extable"], None)])
    if functions:
        print("\nfunctions, per cent")
        report.table(head, [row(n, c) for n, c in functions])


def picture(path, out, total):
    """Shares of each way, ours and stock, as two columns."""
    if not re.search(r"\.(svg|png)$", out):
        matrix.die(f"{out}: the picture is a .svg or a .png")
    lines = []
    for title, prefix in (("stock", "stock-"), ("kprobes-boost", ""),
                          ("with post_handler", "post-")):
        can = sum(total[prefix + way] for way in WAYS)
        lines.append(f'"{title}" ' + " ".join(f"{100 * total[prefix + way] / can:.2f}"
                                              for way in WAYS))
    names = " ".join(f'"{w}"' for w in WAYS)
    script = f"""set terminal {'svg' if out.endswith('.svg') else 'png'} size 900,600 noenhanced
set output "{out}"
set title "{os.path.basename(path)}: how its instructions are probed"
set ylabel "per cent of what can be probed"
set style data histograms
set style histogram rowstacked
set style fill solid border -1
set boxwidth 0.6
set yrange [0:100]
set key outside
names = '{names}'
plot for [i=2:{len(WAYS) + 1}] "-" using i:xtic(1) title word(names, i - 1)
""" + ("\n".join(lines) + "\ne\n") * len(WAYS)
    done = subprocess.run(["gnuplot"], input=script, capture_output=True, text=True)
    if done.returncode or done.stderr:
        matrix.die(f"gnuplot: {done.stderr.strip()}")


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("file")
    p.add_argument("place", nargs="?")
    p.add_argument("--functions", action="store_true")
    p.add_argument("--json", metavar="OUT")
    p.add_argument("--picture", metavar="OUT")
    a = p.parse_args()
    arch = architecture(a.file)
    build.lay("stock")
    program = host.compile(arch, "survey")
    if a.place:
        sys.exit(subprocess.run([program, a.file, a.place]).returncode)
    done = subprocess.run([program, a.file], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)

    sections, functions = {}, []
    for line in csv.DictReader(done.stdout.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        name, section = line.pop("function"), line.pop("section")
        address = line.pop("address")
        counts = Counter({k: int(v) for k, v in line.items()})
        sections.setdefault(section, Counter()).update(counts)
        functions.append((name, counts, section, address))
    text(a.file, sections, [(n, c) for n, c, *_ in functions] if a.functions else [])
    total = sum(sections.values(), Counter())
    if a.json:
        with open(a.json, "w") as f:
            json.dump({"file": a.file, "architecture": arch, "all": total, "sections": sections,
                       "functions": [{"name": n, "section": s, "address": at, **c}
                                     for n, c, s, at in functions]}, f, indent=1)
            f.write("\n")
    if a.picture:
        picture(a.file, a.picture, total)


if __name__ == "__main__":
    step.start(main)
