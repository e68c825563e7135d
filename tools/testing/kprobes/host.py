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
import os
import re
import signal
import subprocess
import sys
from collections import namedtuple

import build
import ktap
import matrix
import report
import step

HOST = os.path.join(matrix.HERE, "host")
sys.path.insert(0, HOST)
import mutants      # noqa: E402

# directory: below host/ and arch/; cc: compiles for the architecture; run: runs such a
# program; tests: those that there are; variables: more of them, for make; other: another
# instruction set of the same machine, which check.py looks at, too
Host = namedtuple("Host", "directory cc run tests variables other", defaults=([], None))

HOSTS = {
    "x86_64": Host("x86", "gcc", [], ["twice", "decoders", "fuzz", "broken"]),
    # With SVE, QEMU takes the vector registers of a signal frame from the part for SVE.
    "arm64": Host("arm64", "aarch64-linux-gnu-gcc",
                  # The keys that sign pointers follow from the seed.
                  ["qemu-aarch64", "-cpu", "max,sve=off,sme=off,pauth-impdef=on",
                   "-seed", "1"],
                  ["twice", "decoders", "fuzz", "broken"]),
    "arm": Host("arm", "arm-linux-gnueabihf-gcc", ["qemu-arm", "-cpu", "max"],
                ["rows", "twice", "decoders", "fuzz", "broken"], ["ISA=arm"], "thumb"),
    "thumb": Host("arm", "arm-linux-gnueabihf-gcc", ["qemu-arm", "-cpu", "max"],
                  ["rows", "twice", "decoders", "fuzz", "broken"], ["ISA=thumb"]),
}

# Instructions, in check and in check-full
TWICE = (100000, 1000000)
DECODERS = (1000000, 10000000)
FUZZ = (500000, 10000000)
# Instructions that twice runs of each mutant
BROKEN = 40000
# Mutants of an architecture, at least, and the share of them that must be killed
MUTANTS = 60
KILLED = 0.97
# How the reason begins for which a mutant is no mutant
SAME = "the same: "
# Seconds of the processor that no test takes; and by the clock, on however busy a machine
LIMIT = 1500
CLOCK_LIMIT = 4 * 3600


def command(arch, program, place, *variables):
    row = HOSTS[arch]
    cc = {"twice": row.cc, "fuzz": "clang"}.get(program, "gcc")
    return ["make", "-C", HOST, program, f"HOSTARCH={row.directory}", f"OUT={place}",
            f"KTREE={matrix.tree('stock')}", f"CC=ccache {cc}", *row.variables, *variables]


def compile(arch, program):
    """Build one of the programs; returns its path."""
    place = os.path.join(matrix.BUILD, "host", arch)
    logfile = matrix.log(f"host-{arch}-{program}.log")
    open(logfile, "w").close()
    if step.run(command(arch, program, place) + [f"-j{len(os.sched_getaffinity(0))}"], logfile,
                limit=CLOCK_LIMIT, env=build.environment()) != 0:
        build.failed(f"building the host test {program} for {arch}", logfile)
    with open(logfile) as f:
        print("".join(f"  {line}" for line in f if "warning:" in line), end="")
    return os.path.join(place, program, program)


def ended(code):
    """How a test ended that failed."""
    return f"not done after {LIMIT} s of the processor" if code == -signal.SIGXCPU else \
        f"code {code}"


def run(count, command, emulator=()):
    """Run a test; its last line is the summary.  Returns all lines, None if it failed."""
    try:
        done = subprocess.run(step.limited(command, LIMIT), capture_output=True, text=True,
                              errors="replace", timeout=CLOCK_LIMIT, stdin=subprocess.DEVNULL,
                              env=dict(os.environ, KPROBES_EMULATOR="".join(
                                  f"{w} " for w in emulator)))
    except subprocess.TimeoutExpired:
        count.fail(f"{' '.join(command)}: not done after {CLOCK_LIMIT} s")
        return None
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        count.fail("\n    ".join([f"{' '.join(command)}: {ended(done.returncode)}",
                                  *lines[:40], *done.stderr.splitlines()[:10]]))
        return None
    print(f"    {lines[-1]}")
    return lines


def place(arch):
    return f"{HOST}/{HOSTS[arch].directory}"


def listed(arch, name):
    """A list; of two instruction sets in one directory, each may have its own."""
    own = f"{place(arch)}/{name}-{arch}"
    return own if os.path.exists(own) else f"{place(arch)}/{name}"


def rows(arch, full):
    """The picture of each row of the table, and that no other row hides it."""
    count = ktap.Count()
    table = f"{matrix.TOP}/arch/arm/kernel/kprobes-boost/decode-{arch}.c"
    if run(count, [f"{place(arch)}/rows.py", table]):
        count.passed += 1
    return count


def twice(arch, full):
    """Natively and in each mode, by the million; every row of the table to its end."""
    count = ktap.Count()
    emulator = HOSTS[arch].run
    if run(count, emulator + [compile(arch, "twice"), "--count", str(TWICE[full]),
                              "--not-run", f"{place(arch)}/not-run"], emulator=emulator):
        count.passed += 1
    return count


def built_modules(place):
    """Modules below a directory.  Links are not followed: "source" of an output directory
    leads to the tree, and from there to all output directories again."""
    return sorted(os.path.join(base, name) for base, _, names in os.walk(place)
                  for name in names if name.endswith(".ko"))


def elf_files(arch):
    """The kernel that is built, with its modules and the test modules."""
    for tree in ("boost", "stock"):
        out = matrix.outdir(tree, "base", arch)
        if os.path.exists(f"{out}/vmlinux"):
            return [f"{out}/vmlinux", *built_modules(out),
                    *(built_modules(matrix.moddir(tree, "base")) if arch == matrix.ARCH else [])]
    return []


def decoders(arch, full):
    """Our decoder and Capstone's, on what is built and on random encodings."""
    count = ktap.Count()
    files = elf_files(arch)
    if not files and arch == matrix.ARCH:
        count.fail(f"there is no kernel for {arch} to take instructions from; make kernel")
        return count
    if run(count, [compile(arch, "decoders"), "-n", str(DECODERS[full]),
                   "-e", f"{place(arch)}/explained", "-m", listed(arch, "modes"), *files]):
        count.passed += 1
    return count


def fuzz(arch, full):
    """Arbitrary bytes into the decoder and the slot writer, under sanitizers."""
    count = ktap.Count()
    program = compile(arch, "fuzz")
    logfile = matrix.log(f"host-{arch}-fuzz-run.log")
    open(logfile, "w").close()
    code = step.run(step.limited([program, f"-runs={FUZZ[full]}", "-seed=1", "-max_len=16",
                                  f"-artifact_prefix={os.path.dirname(program)}/"], LIMIT),
                    logfile, "fuzz", CLOCK_LIMIT)
    with open(logfile, errors="replace") as f:
        lines = f.read().splitlines()
    done = [l for l in lines if l.startswith("Done ")]
    if code or not done:
        bad = [l for l in lines if re.search("ERROR|not so|Test unit|runtime error", l)]
        count.fail("\n    ".join([f"fuzz: {ended(code)}, see {os.path.relpath(logfile)}", *bad[:10]]))
    else:
        print(f"    {done[0]}")
        count.passed += 1
    return count


def compile_mutant(arch):
    def function(program, place, engine):
        done = subprocess.run(command(arch, program, place, f"ENGINE={engine}", "OPTIMIZE=-O1"),
                              capture_output=True, stdin=subprocess.DEVNULL,
                              env=build.environment())
        return None if done.returncode else f"{place}/{program}/{program}"
    return function


def broken(arch, full):
    """The tests notice when the engine is broken, in one place at a time."""
    count = ktap.Count()
    directory = HOSTS[arch].directory
    with open(listed(arch, "survivors")) as f:
        reasons = dict(line.rstrip("\n").rsplit("\t", 1) for line in f if "\t" in line)
    commands = [
        ("decoders", [mutants.PROGRAM, "-q", "-n", "60000",
                      "-e", mutants.List(f"{place(arch)}/explained"),
                      "-m", mutants.List(listed(arch, "modes"))]),
        ("twice", HOSTS[arch].run + [mutants.PROGRAM, "--count", str(BROKEN), "--most", "1",
                                     "--not-run", mutants.List(f"{place(arch)}/not-run")]),
    ]

    def is_same(mutant):
        return reasons.get(mutants.name(mutant), "").startswith(SAME)

    logfile = matrix.log(f"host-{arch}-mutants.log")
    with open(logfile, "w") as log:
        try:
            killed, living = mutants.run(
                f"{matrix.TOP}/arch/{directory}/kernel/kprobes-boost", arch,
                os.path.join(matrix.BUILD, "host", f"{arch}-mutant"), compile_mutant(arch),
                commands, is_same, lambda text: print(text, file=log, flush=True))
        except mutants.Unsound as e:
            count.fail(f"without a mutant: {e}")
            return count
    same = [m for m in living if is_same(m)]
    total = len(killed) + len(living) - len(same)
    print(f"    {len(killed)} of {total} mutants killed, {len(same)} others change nothing")
    for mutant in living:
        why = reasons.get(mutants.name(mutant))
        print(f"    lives: {mutants.name(mutant)}: {why or 'not explained'}")
        if not why:
            count.fail(f"nothing notices {mutants.name(mutant)}")
    for mutant, death in killed:
        if is_same(mutant):
            count.fail(f"it changes something: {mutants.name(mutant)}: {death}")
    if total < MUTANTS or len(killed) < KILLED * total:
        count.fail(f"{len(killed)} of {total} mutants killed; {KILLED:.0%} must be, of "
                   f"{MUTANTS} or more")
    else:
        count.passed += 1
    return count


def tests(full, arch=matrix.ARCH):
    """(name, function) of each test of an architecture."""
    for name in HOSTS[arch].tests:
        if name == "broken" and not full:
            continue
        yield f"host-{name}", lambda f=globals()[name]: f(arch, full)


def steps(full):
    """For check.py.  Of another instruction set there need be no kernel."""
    yield from tests(full)
    other = HOSTS[matrix.ARCH].other
    for name, function in tests(full, other) if other else []:
        yield name.replace("host-", f"host-{other}-"), function


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
