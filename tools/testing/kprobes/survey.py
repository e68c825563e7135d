#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: survey.py FILE [SYMBOL[+OFFSET]]
#        survey.py FILE... [--functions] [--json OUT] [--picture OUT.svg|OUT.png]
#
# What share of a kernel's or module's instructions can be probed and how, and how the
# stock kernel would probe the same; or all about one of them.  FILE is a vmlinux or a
# module with its symbols, or a kernel as it is booted, for any of the architectures,
# whatever this machine is.  Of several files, one table.  Called by "make survey" and
# survey-debian.py.  host/survey.c does the work.

import argparse
import csv
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
from collections import Counter

import build
import host
import image
import matrix
import report
import step

# e_machine of ELF -> architectures, of which the program says if it is the right one
MACHINES = {image.X86_64: ["x86_64"], image.AARCH64: ["arm64"], image.ARM: ["arm", "thumb"]}
# The program's exit code for the other instruction set
OTHER_SET = 3

# emulated: the kernel's own way where it does not step
WAYS = ("boosted", "simulated", "trampolined", "stepped", "emulated", "function-tracer")
ONE_EXCEPTION = tuple(way for way in WAYS if way != "stepped")
REASONS = {
    "refused-instruction": "the instruction can be run nowhere but in its place",
    "refused-blacklist": "text that must not be probed",
    "refused-patched": "jump label, static call, BUG() or WARN()",
    "refused-exclusive": "between an exclusive load and its store",
}


def architectures(path):
    """Those that the file can be of; None if it is no ELF file."""
    if not path:
        matrix.die("which kernel or module?  With make: FILE=PATH")
    try:
        with open(path, "rb") as f:
            head = f.read(20)
    except OSError as e:
        matrix.die(f"{path}: {e.strerror}")
    if head[:4] != b"\x7fELF" or len(head) < 20:
        return None
    if head[5] != 1:
        matrix.die(f"{path}: of a big-endian kernel, which kprobes-boost does not know")
    machine = struct.unpack("<H", head[18:20])[0]
    if machine not in MACHINES:
        matrix.die(f"{path}: of an architecture that kprobes-boost does not know "
                   f"(e_machine {machine})")
    return MACHINES[machine]


def survey(path, place=(), show=False):
    """(architecture, what the program says of the file)."""
    with tempfile.TemporaryDirectory() as work:
        cwd, elf = None, path
        if not architectures(path):
            # What the program says of it names the user's file.
            cwd, elf = work, os.path.basename(path)
            image.extract(path, f"{work}/{elf}")
        for arch in architectures(os.path.join(cwd or "", elf)):
            done = subprocess.run([host.compile(arch, "survey"), elf, *place], text=True,
                                  cwd=cwd, stdout=None if show else subprocess.PIPE)
            if done.returncode != OTHER_SET:
                break
    if done.returncode:
        sys.exit(done.returncode)
    return arch, done.stdout


def read(path):
    """(architecture, counts of each section, (name, counts, section, address) of functions)."""
    arch, output = survey(path)
    sections, functions = {}, []
    for line in csv.DictReader(output.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        name, section = line.pop("function"), line.pop("section")
        address = line.pop("address")
        counts = Counter({k: int(v) for k, v in line.items()})
        sections.setdefault(section, Counter()).update(counts)
        functions.append((name, counts, section, address))
    return arch, sections, functions


def share(counts, prefix=""):
    """Per cent of what can be probed that takes one exception, or less."""
    can = sum(counts[prefix + way] for way in WAYS)
    return 100 * sum(counts[prefix + way] for way in ONE_EXCEPTION) / can if can else None


def row(name, counts):
    total = counts["instructions"]
    can = [100 * sum(counts[prefix + way] for way in WAYS) / total if total else None
           for prefix in ("", "stock-")]
    return (name, total, *can, *(share(counts, prefix) for prefix in ("", "post-", "stock-")))


HEAD = ("", "instructions", "can be probed", "by stock", "one exception", "with post_handler",
        "by stock")


def text(path, sections, functions):
    total = sum(sections.values(), Counter())
    print(f"{path}: {total['instructions']} instructions")
    print("\nper cent")
    report.table(HEAD, [row(n, c) for n, c in sections.items()] + [row("all", total)])
    print("\nhow")
    report.table(("", "ours", "with post_handler", "stock"),
                 [(way, total[way], total[f"post-{way}"], total[f"stock-{way}"]) for way in WAYS
                  if total[way] + total[f"post-{way}"] + total[f"stock-{way}"]])
    print("\nwhy not")
    report.table(("", "ours", "stock"),
                 [(why, total[key], total[f"stock-{key}"]) for key, why in REASONS.items()
                  if total[key] + total[f"stock-{key}"]] +
                 [("an exception-table entry: neither boosted nor simulated",
                   total["extable"], None)])
    if functions:
        print("\nfunctions, per cent")
        report.table(HEAD, [row(n, c) for n, c in functions])


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
    p.add_argument("file", nargs="+")
    p.add_argument("--functions", action="store_true")
    p.add_argument("--json", metavar="OUT")
    p.add_argument("--picture", metavar="OUT")
    a = p.parse_args()
    build.lay("stock")
    if len(a.file) == 2 and not os.path.exists(a.file[1]):
        survey(a.file[0], a.file[1:], True)
        return
    if len(a.file) > 1:
        files = [(path, sum(read(path)[1].values(), Counter())) for path in a.file]
        report.table(HEAD, [row(os.path.basename(path), counts) for path, counts in files])
        return

    path = a.file[0]
    arch, sections, functions = read(path)
    text(path, sections, [(n, c) for n, c, *_ in functions] if a.functions else [])
    total = sum(sections.values(), Counter())
    if a.json:
        with open(a.json, "w") as f:
            json.dump({"file": path, "architecture": arch, "all": total, "sections": sections,
                       "functions": [{"name": n, "section": s, "address": at, **c}
                                     for n, c, s, at in functions]}, f, indent=1)
            f.write("\n")
    if a.picture:
        picture(path, a.picture, total)


if __name__ == "__main__":
    step.start(main)
