#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: check.py [--full | --torture] [--only STEP]... [ARCH...]     (--list names the steps)
#
# Everything that must hold, step by step, each with the time it took; the last line
# is "N passed, N failed".  Called by "make check".  A step that cannot run has failed;
# it must never be left out in silence.  Figures go to build/reports/check-*.json.
# Of several architectures the first is checked completely, and the others by the
# steps of matrix.SHORT, beside it; with --full, all of them completely, one after the other.

import argparse
import json
import os
import re
import subprocess
import sys
import threading
import time
import traceback
from collections import namedtuple

import bench
import build
import coverage
import guest
import hazards
import host
import ktap
import lint
import many
import matrix
import model
import report
import sameness
import step

ARCH = matrix.ARCHES[matrix.ARCH]

# extra: more words for QEMU
Suite = namedtuple("Suite", "name flavour cpus append limit extra", defaults=((),))

# What runs in a guest, and where: without the function tracer and with it, since an
# entry probe takes another way there, and with every check of the debug flavour.
SUITES = [
    Suite("kunit", "base", "icount", "", 300),
    Suite("kunit", "ftrace", "icount", "", 300),
    Suite("kunit", "debug", "mttcg", "", 600),
    Suite("boost", "base", "icount", "", 1200),
    # once with all that the emulator knows: vectors, signed pointers, guards, ...
    Suite("boost", "ftrace", "icount", "", 1200, ARCH.all_cpu),
    # in turn: with several threads QEMU can keep a breakpoint that is gone, for ever
    Suite("boost", "debug", ARCH.patched, "", 900),
    # a CPU with which the kernel uses return thunks
    Suite("boost", "hardened", "icount", "", 900, ("-cpu", "EPYC")),
    Suite("busy", "base", "icount", "", 600),
    Suite("load", "base", "mttcg", "", 300),
    Suite("load", "debug", "mttcg", "", 600),
] + ARCH.optimizes * [
    Suite("optimize", "base", "icount", "", 600),
    Suite("optimize", "debug", "mttcg", "", 900),
] + [
    Suite("calls", "base", ARCH.patched, "", 300),
] + [
    Suite("events", flavour, "icount", f"kprobes_boost={policy} kbpolicy={policy}", 120)
    for flavour in ("base", "ftrace") for policy in ("auto", "trampoline", "off")
] + [
    # where few expect probes; early: while the kernel boots, and in its init text
    # idle=halt: the idle loop waits by STI and HLT, else it would by MWAIT
    Suite("context", "base", ARCH.patched, "idle=halt", 900),
    Suite("context", "debug", ARCH.patched, "", 1800),
    Suite("lock", "base", "mttcg", "maxcpus=1 kbcpus=1", 120),
] + [
    Suite("early", "base", "icount", f"kprobes_boost={policy} kbpolicy={policy} kprobe_event="
          "p:kb_init,console_on_rootfs;p:kb_rootfs,populate_rootfs;p:kb_late,kernel_execve", 120)
    for policy in ("auto", "trampoline", "off")
]

TORTURE = os.path.join(matrix.HERE, "torture")
# Seconds after which a broken collector has been noticed
BUSTED_SECONDS = 180

# Each mechanism of the collector, taken out (kprobes_gc_busted=), and what catches that:
# the torture, in which somebody must die of it, or the suite boost, in which a test must
# fail, or somebody die; cpus: of matrix.CPUS.  Only tasks RCU, without what idle tasks
# need, is for the model (gc-model).
Busted = namedtuple("Busted", "variant test cpus death always",
                    defaults=(None, "icount", None, False))
BUSTED_LIMIT = 240
BUSTED = [
    Busted("nowait", always=True),
    Busted("rcu"),
    Busted("rude"),
    Busted("clean"),
    Busted("locked", "registering_does_not_wait_for_a_grace_period"),
    Busted("handlers", "commit_waits_for_handlers_of_deferred_removals", ARCH.patched),
    *ARCH.fixups * [Busted("fixup", death=[
        ARCH.late, "Oops: ",
        r"the program counter is in a slot, for kb_load_point\+0x0", "Kernel panic"])],
]
EXACT_HITS = 1000
# Policy, instruction by its name in kb_bench, mode, and exceptions per hit
EXACT = [("auto", ["add_reg"], "boosted", 1), ("auto", ["add_reg", "post"], "trampolined", 1),
         ("auto", ["branch"], "simulated", 1), ("trampoline", ["add_reg"], "trampolined", 1),
         ("off", ["add_reg"], "stepped", ARCH.steps),
         ("off", ["add_reg", "post"], "stepped", ARCH.steps)]
# Of an instruction that occurs often, every Nth is asked for; two and a half minutes
COVERAGE_EVERY = 20

# How a guest dies when a boosted or trampolined load goes wrong, and when commit_kprobes() is called
# with preemption off and a warning is deadly: first bad line, and lines after it
FAULT_OOPS = [ARCH.oops, "Oops: ",
              r"the program counter is in a slot, for kb_fault_load\+0x0", "Kernel panic"]
FAULT_CALL = [word.replace("_load", "_call") for word in FAULT_OOPS]
# Which of the two comes first depends on the architecture
ATOMIC = r"commit_kprobes\(\) called where it cannot sleep|WARNING: .*commit_kprobes"
FAULT_ATOMIC = ["cut here", ATOMIC, ATOMIC, "Kernel panic .*panic_on_warn"]


def of(*runs):
    """The counts of guest runs as one, each failure with the run's name."""
    count = ktap.Count()
    for run in runs:
        count.add(run.count, f"{run.name}: ")
    return count


def selftest():
    done = subprocess.run([f"{matrix.HERE}/selftest/run.py"], capture_output=True, text=True)
    count = ktap.parse(done.stdout.splitlines())
    if done.returncode and not count.failed:
        count.fail(f"selftest ended with code {done.returncode}: {done.stderr.strip()[-200:]}")
    return count


def kernel(tree, flavour):
    def run():
        count = ktap.Count()
        build.lay(tree)
        build.kernel(tree, flavour)
        build.modules(tree, flavour)
        count.passed += 1
        return count
    return run


def suite(s):
    name = "-".join([s.name, s.flavour, *re.findall(r"\bkbpolicy=(\w+)", s.append)])
    return name, lambda: of(guest.run(s.name, "boost", s.flavour, s.cpus, s.append, s.limit,
                                      extra=s.extra,
                                      name=f"{name}-{matrix.KVER}-{matrix.ARCH}"))


# cpus: of matrix.CPUS; append: for the kernel's command line; seconds: in check, in check-full,
# and in torture; reclaims: likewise, how many slots must be reclaimed by then, which also ends it
Scenario = namedtuple("Scenario", "name flavour cpus append seconds reclaims")
LEVELS, LONG = 3, 2


def scenarios(directory=TORTURE):
    """The files there, each of which says what a torture run is like."""
    found = []
    for name in sorted(os.listdir(directory)):
        with open(os.path.join(directory, name)) as f:
            words = dict(line.rstrip("\n").split(" ", 1) for line in f if line[0] != "#")
        unknown = set(words) - {"flavour", "cpus", "append", "seconds", "reclaims"}
        seconds, reclaims = (tuple(map(int, words.get(word, "0 0 0").split()))
                             for word in ("seconds", "reclaims"))
        flavour, cpus = words["flavour"], words.get("cpus", "mttcg")
        if unknown or flavour not in matrix.FLAVOURS or cpus not in matrix.CPUS \
           or {len(seconds), len(reclaims)} != {LEVELS}:
            raise ValueError(f"{name}: not a scenario: {' '.join(unknown) or flavour}")
        found.append(Scenario(name, flavour, cpus, words.get("append", ""), seconds, reclaims))
    return found


def torture(level, flavour):
    """Steps of the scenarios of a flavour."""
    for s in scenarios():
        # Real time runs on while the guest boots and collects, and faster than its clock
        # where the host has much else to do
        seconds = s.seconds[level]
        append = f"kbseconds={seconds} kbreclaims={s.reclaims[level]} {s.append}"
        if s.flavour == flavour and seconds:
            yield f"torture-{s.name}", lambda s=s, seconds=seconds, append=append: of(guest.run(
                "torture", "boost", flavour, s.cpus, append, seconds * 4 + 600,
                name=f"torture-{s.name}-{matrix.KVER}-{matrix.ARCH}"))


def busted(b):
    """A kernel without one of its mechanisms; it passes if that is noticed."""
    append = f"kprobes_gc_busted={b.variant}"
    name = f"busted-{b.variant}-{matrix.KVER}-{matrix.ARCH}"

    def run():
        if b.death:
            return of(guest.run("boost", "boost", "busted", "icount", append, BUSTED_LIMIT,
                                b.death, name=name))
        if not b.test:
            return of(guest.run("torture", "boost", "busted", "mttcg",
                                f"{append} kbseconds={BUSTED_SECONDS} {ARCH.busted}",
                                BUSTED_SECONDS * 2 + 300,
                                ARCH.late, name=name))
        # What has been broken may hang later on; the console has what failed until then
        guest.run("boost", "boost", "busted", b.cpus, append, BUSTED_LIMIT, name=name)
        count = ktap.Count()
        if any(re.search(rf"not ok \d+ {b.test}$", line)
               for line in guest.read(matrix.log(f"{name}.console"))):
            count.passed += 1
        else:
            count.fail(f"{b.test} passed with kprobes_gc_busted={b.variant}")
        return count
    return run


def breakpoints(policy, probe, hits):
    """Debug exceptions of a whole guest run, counted by QEMU; and the run."""
    words = ":".join([probe[0], str(hits), *probe[1:]])
    name = f"exact-{policy}-{words.replace(':', '-')}"
    trace = matrix.log(f"{name}.exceptions")
    run = guest.run("exact", "boost", "base", "icount", f"kbpolicy={policy} kbexact={words}", 120,
                    extra=["-d", "int", "-D", trace], name=name)
    with open(trace, errors="replace") as f:
        number = len(re.findall(ARCH.trap, f.read(), re.MULTILINE))
    os.remove(trace)
    return number, run


def exceptions():
    """One breakpoint for a hit, two for a stepped one, counted and not assumed."""
    count = ktap.Count()
    for policy, probe, mode, each in EXACT:
        none, run0 = breakpoints(policy, probe, 0)
        some, run = breakpoints(policy, probe, EXACT_HITS)
        count.add(of(run0, run))
        is_mode = run.rows[0]["mode"] if run.rows else "unknown"
        text = f"{EXACT_HITS} {is_mode} hits took {some - none} exceptions"
        print(f"    {text}")
        if is_mode == mode and some - none == each * EXACT_HITS:
            count.passed += 1
        else:
            count.fail(f"{text}; expected {each * EXACT_HITS}, {mode}")
    return count


def samples():
    """The examples, as the kernel builds them and as external modules."""
    add = {f"external/{os.path.basename(path)}": path for path in build.samples("base")}
    return of(guest.run("samples", flavour="base", limit=300, add=add))


def own_suite(tree, policy):
    """The kernel's own tests of kprobes, which run while it boots."""
    name = f"{ARCH.suite}-{policy}"
    return name, lambda: of(guest.run(ARCH.suite, tree, ARCH.suite, "icount",
                                      f"kbpolicy={policy} kprobes_boost={policy} log_buf_len=8M", 1500,
                                      name=f"{name}-{matrix.KVER}-{matrix.ARCH}"))


def fault(what, death, append=""):
    """A guest that must die, and of nothing else before."""
    name = "-".join(["fault", what, *(["post"] if "kbpost" in append else [])])
    return name, lambda: of(guest.run("fault", flavour="base", append=f"kbwhat={what} {append}",
                                      limit=120, death=death,
                                      name=f"{name}-{matrix.KVER}-{matrix.ARCH}"))


def steps(full):
    """(name, function) of every step in order; what fails fast comes first."""
    yield "selftest", selftest
    yield "hazards", hazards.check
    yield "kernel-stock-base", kernel("stock", "base")
    yield "kernel-boost-base", kernel("boost", "base")
    yield "lint-checkpatch", lint.checkpatch
    yield "lint-kernel-doc", lint.kernel_doc
    yield "lint-sparse", lint.sparse
    yield from host.steps(full)
    if full:
        yield "gc-model", model.check
    yield "bench", lambda: bench.check(bench.bench())
    yield "exceptions", exceptions
    for s in SUITES:
        if s.flavour == "base":
            yield suite(s)
    yield "coverage", lambda: coverage.coverage(coverage.EVERY if full else COVERAGE_EVERY)
    yield "samples", samples
    yield fault("oops", FAULT_OOPS)
    yield fault("oops", FAULT_OOPS, "kbpost=1")
    yield fault("call", FAULT_CALL)
    yield fault("atomic", FAULT_ATOMIC, "panic_on_warn=1")
    yield from torture(full, "base")
    yield "off-is-stock", lambda: sameness.native(full)
    if ARCH.twin:
        yield f"off-is-stock-{ARCH.twin}", sameness.twin
    yield "prefixes", lambda: sameness.prefixes(full)
    if full and ARCH.twin:
        yield f"kernel-{ARCH.twin}", lambda: passed(build.kernel("boost", "base", arch=ARCH.twin))
    if ARCH.suite:
        yield f"kernel-stock-{ARCH.suite}", kernel("stock", ARCH.suite)
        yield own_suite("stock", "stock")
        yield f"kernel-boost-{ARCH.suite}", kernel("boost", ARCH.suite)
        for policy in ("auto", "trampoline", "off"):
            yield own_suite("boost", policy)
    yield "kernel-boost-ftrace", kernel("boost", "ftrace")
    for s in SUITES:
        if s.flavour == "ftrace":
            yield suite(s)
    yield "many", lambda: many.many(full)
    if full:
        yield "scale", many.scale
        yield "kernel-boost-hardened", kernel("boost", "hardened")
        for s in SUITES:
            if s.flavour == "hardened":
                yield suite(s)
        for sanitizer in ("kasan", "kcsan"):
            yield f"kernel-boost-{sanitizer}", kernel("boost", sanitizer)
            yield from torture(full, sanitizer)
    yield "kernel-boost-debug", kernel("boost", "debug")
    for s in SUITES:
        if s.flavour == "debug" and (full or s.name != "context"):
            yield suite(s)
    yield from torture(full, "debug")
    yield "kernel-boost-busted", kernel("boost", "busted")
    for b in BUSTED:
        if full or b.always:
            yield f"busted-{b.variant}", busted(b)


def long_torture():
    """The steps of make torture."""
    for flavour in sorted({s.flavour for s in scenarios()}):
        yield f"kernel-boost-{flavour}", kernel("boost", flavour)
        yield from torture(LONG, flavour)


def passed(_):
    count = ktap.Count()
    count.passed += 1
    return count


def here(name):
    """Whether a step is one of this architecture's."""
    return name not in matrix.LACKS.get(matrix.ARCH, ()) and not any(
        name in names for arch, names in matrix.OWN.items() if arch != matrix.ARCH)


def chosen(names, name):
    """Whether a step, or the first word of several, is among names."""
    return any((name + "-").startswith(n + "-") for n in names)


def check(todo):
    """Run the steps; what came of each, for the report."""
    results = []
    for number, (name, function) in enumerate(todo, 1):
        step.say(f"{matrix.ARCH} {number}/{len(todo)} {name}")
        start = time.monotonic()
        try:
            count = function()
        except (Exception, SystemExit) as e:
            count = ktap.Count()
            count.fail(f"{name} could not run: {e!r}")
            if not isinstance(e, SystemExit):
                traceback.print_exc()
        seconds = time.monotonic() - start
        for text in count.failures:
            print(f"    FAILED: {text}")
        step.say(f"{matrix.ARCH} {number}/{len(todo)} {name}: {count}, in {step.clock(seconds)}")
        results.append({"step": name, "passed": count.passed, "failed": count.failed,
                        "skipped": count.skipped, "seconds": round(seconds, 1),
                        "failures": count.failures})
    return results


def total(results):
    count = ktap.Count()
    for r in results:
        one = ktap.Count()
        one.passed, one.failed, one.skipped = r["passed"], r["failed"], r["skipped"]
        one.failures = r["failures"]
        count.add(one, f"{r['step']}: ")
    return count


def report_name(only, torture):
    """Of the report; "lint" is a target of its own, and a step such as bench has its own."""
    if torture:
        return "torture"
    return "check" if not only else "lint" if only == ["lint"] else "check-partial"


def run_lanes(lanes):
    """Run the (command, environment) of each lane one after the other, and the lanes at a time."""
    children = []

    def run(lane):
        while lane:
            command, env = lane.pop(0)
            child = subprocess.Popen(command, env=env)
            children.append(child)
            child.wait()

    threads = [threading.Thread(target=run, args=(lane,)) for lane in lanes]
    try:
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    finally:
        for lane in lanes:
            lane.clear()
        # each ends what it has started
        for child in children:
            child.terminate()
        for child in children:
            child.wait()


def several(arches, only, options):
    """Check architectures, each in a process of its own: the first one beside the others.

    Much of a check uses one CPU only.  But torture is for all CPUs there are, a list for one
    reader, and the whole has steps, such as selftest, that are alone with the machine's packages.
    """
    count = ktap.Count()
    lanes = [[], []]
    alone = {"--full", "--torture", "--list"} & set(options)
    paths = {arch: report.path(report_name(only, "--torture" in options), "json", arch)
             for arch in arches}
    for n, (arch, path) in enumerate(paths.items()):
        if os.path.exists(path):
            os.remove(path)
        short = ["--short"] if n and not {"--full", "--torture"} & set(options) else []
        lanes[bool(n) and not alone].append(([os.path.abspath(__file__), *options, *short, arch],
                                             dict(os.environ, ARCH=arch)))
    run_lanes(lanes)
    for arch, path in paths.items():
        if os.path.exists(path):
            with open(path) as f:
                count.add(total(json.load(f)), f"{arch}: ")
        else:
            count.fail(f"{arch}: the check did not end")
    return count


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--full", action="store_true", help="with what takes longer")
    p.add_argument("--torture", action="store_true", help="the torture alone, for hours")
    p.add_argument("--short", action="store_true", help="only what takes a quarter of an hour")
    p.add_argument("--only", action="append", metavar="STEP", default=[],
                   help="a step, or the first word of several")
    p.add_argument("--list", action="store_true")
    p.add_argument("arches", nargs="*", metavar="ARCH", default=[matrix.ARCH])
    a = p.parse_args()
    if a.arches != [matrix.ARCH]:
        count = several(a.arches, a.only, ["--full"] * a.full + ["--torture"] * a.torture
                        + [w for o in a.only for w in ("--only", o)]
                        + ["--list"] * a.list)
        if a.list:
            return
    else:
        names = a.only or (matrix.SHORT if a.short else [])
        todo = [(name, f) for name, f in (long_torture() if a.torture else steps(a.full))
                if here(name) and (not names or chosen(names, name))]
        if a.list or not todo:
            print("\n".join(name for name, _ in todo))
            sys.exit(not todo)
        results = check(todo)
        report.write_json(report_name(a.only, a.torture), results)
        count = total(results)
    if count.failed:
        print("\nfailed:")
        for text in count.failures:
            print(f"  {text}")
    print(count)
    sys.exit(bool(count.failed))


if __name__ == "__main__":
    step.start(main)
