#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: host.py [--full] [--only TEST]... [--arch ARCH]     (--list names the tests)
#
# The engine's decode, simulate and slot-writing code in user space, tested by the
# million; see host/.  Called by "make host" and, test by test, by check.py.  It needs
# an unpacked kernel for the kernel's own decoder, and one that is built for its
# instructions.

import argparse
import glob
import os
import re
import subprocess
import sys
from collections import namedtuple

import build
import ktap
import matrix
import report
import step

HOST = os.path.join(matrix.HERE, "host")

# directory: below host/ and arch/; cc: compiles for the architecture; run: runs such a
# program; tests: those that there are
Host = namedtuple("Host", "directory cc run tests")

HOSTS = {
    "x86_64": Host("x86", "gcc", [], ["twice", "decoders", "fuzz"]),
    # With SVE, QEMU takes the vector registers of a signal frame from the part for SVE.
    "arm64": Host("arm64", "aarch64-linux-gnu-gcc",
                  ["qemu-aarch64", "-cpu", "max,sve=off,sme=off,pauth-impdef=on"],
                  ["twice", "decoders", "fuzz"]),
}

# Instructions, in check and in check-full
TWICE = (100000, 1000000)
DECODERS = (1000000, 10000000)
FUZZ = (500000, 10000000)
# Seconds that nothing takes, on however slow a machine
LIMIT = 3000


def out(arch):
    return os.path.join(matrix.BUILD, "host", HOSTS[arch].directory)


def compile(arch, program, **variables):
    """Build one of the programs; returns its path."""
    row = HOSTS[arch]
    place = variables.pop("OUT", out(arch))
    cc = {"twice": row.cc, "fuzz": "clang"}.get(program, "gcc")
    words = dict(HOSTARCH=row.directory, OUT=place, KTREE=matrix.tree("stock"),
                 CC=f"ccache {cc}", **variables)
    logfile = matrix.log(f"host-{row.directory}-{program}.log")
    open(logfile, "w").close()
    if step.run(["make", "-C", HOST, f"-j{len(os.sched_getaffinity(0))}", program,
                 *(f"{k}={v}" for k, v in words.items())], logfile, env=build.environment()):
        build.failed(f"building the host test {program} for {arch}", logfile)
    with open(logfile) as f:
        print("".join(f"  {line}" for line in f if "warning:" in line), end="")
    return os.path.join(place, program, program)


def listed(arch, name):
    """A list of the architecture: what stands before the tabulator, with what stands behind."""
    with open(f"{HOST}/{HOSTS[arch].directory}/{name}") as f:
        return dict(line.rstrip("\n").split("\t", 1) for line in f
                    if line.strip() and not line.startswith("#"))


def run(count, command, limit=LIMIT):
    """Run a test; its last line is the summary.  Returns all lines, None if it failed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=limit, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        count.fail(f"{' '.join(command)}: not done after {limit} s")
        return None
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        count.fail("\n    ".join([f"{' '.join(command)}: code {done.returncode}",
                                  *lines[:40], *done.stderr.splitlines()[:10]]))
        return None
    print(f"    {lines[-1]}")
    return lines


def twice(arch, full):
    """Natively and in each mode, by the million; every row of the table to its end."""
    count = ktap.Count()
    lines = run(count, HOSTS[arch].run + [compile(arch, "twice"), "--count", str(TWICE[full])])
    if lines is None:
        return count
    count.passed += 1
    reasons = listed(arch, "not-run")
    prefix = "row not run to its end: "
    never = [l[len(prefix):] for l in lines if l.startswith(prefix)]
    for row in never:
        if row not in reasons:
            count.fail(f"no instruction of a row has run to its end: {row}")
    if not count.failed:
        count.passed += 1
    return count


def elf_files(arch):
    """The kernel that is built, with its modules and the test modules."""
    for tree in ("boost", "stock"):
        out = matrix.outdir(tree, "base", arch)
        if os.path.exists(f"{out}/vmlinux"):
            return [f"{out}/vmlinux", *sorted(glob.glob(f"{out}/**/*.ko", recursive=True)),
                    *sorted(glob.glob(f"{matrix.moddir(tree, 'base')}/*.ko")
                            if arch == matrix.ARCH else [])]
    return []


def decoders(arch, full):
    """Our decoder and Capstone's, on what is built and on random encodings."""
    count = ktap.Count()
    files = elf_files(arch)
    if not files:
        count.fail(f"there is no kernel for {arch} to take instructions from; make kernel")
        return count
    place = f"{HOST}/{HOSTS[arch].directory}"
    if run(count, [compile(arch, "decoders"), "-n", str(DECODERS[full]),
                   "-e", f"{place}/explained", "-m", f"{place}/modes", *files]):
        count.passed += 1
    return count


def fuzz(arch, full):
    """Arbitrary bytes into the decoder and the slot writer, under sanitizers."""
    count = ktap.Count()
    program = compile(arch, "fuzz")
    logfile = matrix.log(f"host-{HOSTS[arch].directory}-fuzz-run.log")
    open(logfile, "w").close()
    code = step.run([program, f"-runs={FUZZ[full]}", "-seed=1", "-max_len=16",
                     f"-artifact_prefix={os.path.dirname(program)}/"], logfile, "fuzz", LIMIT)
    with open(logfile, errors="replace") as f:
        lines = f.read().splitlines()
    done = [l for l in lines if l.startswith("Done ")]
    if code or not done:
        bad = [l for l in lines if re.search("ERROR|not so|Test unit|runtime error", l)]
        count.fail("\n    ".join([f"fuzz: code {code}, see {os.path.relpath(logfile)}", *bad[:10]]))
    else:
        print(f"    {done[0]}")
        count.passed += 1
    return count


def tests(full, arch=matrix.ARCH):
    """(name, function) of each test of an architecture."""
    for name in HOSTS[arch].tests if arch in HOSTS else []:
        yield f"host-{name}", lambda f=globals()[name]: f(arch, full)


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("--full", action="store_true")
    p.add_argument("--arch", action="append", choices=HOSTS)
    p.add_argument("--only", action="append", metavar="TEST")
    p.add_argument("--list", action="store_true")
    a = p.parse_args()
    todo = [(f"{arch} {name}", f) for arch in a.arch or [matrix.ARCH]
            for name, f in tests(a.full, arch)
            if not a.only or name.partition("-")[2] in a.only]
    if a.list or not todo:
        print("\n".join(name for name, _ in todo))
        sys.exit(not todo)
    build.lay("stock")
    total, results = ktap.Count(), []
    for name, function in todo:
        step.say(name)
        count = function()
        for text in count.failures:
            print(f"    FAILED: {text}")
        total.add(count, f"{name}: ")
        results.append({"test": name, "passed": count.passed, "failed": count.failed,
                        "failures": count.failures})
    report.write_json("host", results)
    print(total)
    sys.exit(bool(total.failed))


if __name__ == "__main__":
    step.start(main)
