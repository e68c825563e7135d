#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: clients.py [CLIENT...]		run them; with names those, the others' results stay
#        clients.py --doc		write what the last run said to the Documentation
#
# Those for whom the engine is built, unmodified, on the stock kernel and on ours: what
# passes on stock must pass on ours, what is printed must be the same, and what is probed
# in the middle of a function must be boosted and cost less.  Called by "make check-clients".
#
# Each runs twice on each kernel: on several CPUs, where what it counts is compared with the
# calls that were made, and in a guest that counts instructions, where a hit is priced.
# The table in the Documentation must say the same as the run, less what a cost may vary.

import json
import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple

import build
import guest
import ktap
import matrix
import report
import step

ARCH = matrix.ARCHES[matrix.ARCH]
FLAVOUR = "clients"
SELFTESTS = "tools/testing/selftests/ftrace"
# Suites of tests that the programs bring; fewer that pass on the stock kernel mean that the
# guest lacks something.
MIN_PASSED = {"ftracetest": 15}
# Programs that the suites run
PACKAGES = ["bash", "coreutils", "findutils", "grep", "sed", "gawk", "kmod", "linux-perf",
            "trace-cmd", "bpftrace", "systemtap-runtime"]
# Of calls in a guest that counts instructions
PRICED_CALLS = 2000
TREES = ("stock", "boost")
DOCUMENT = os.path.join(matrix.TOP, "Documentation/trace/kprobes-boost.rst")
# A cost includes what the program did meanwhile, which is not the same in every run.
COST_MAY_VARY = 0.03
# At most so much of what a stepped hit costs, with all that the program does at it
BOOSTED_COSTS = 0.90

# suite: guest/NAME.sh; cpus: how it runs; append: words for the kernel's command line;
# limit: seconds; files: what to add to the guest for a tree; ours: more words, on our kernel only
Client = namedtuple("Client", "suite cpus append limit files ours",
                    defaults=("", 900, lambda tree: {}, ""))


def disk():
    """Debian's programs as a disk, and QEMU's words for it."""
    debian = ARCH.debian or subprocess.run(["dpkg", "--print-architecture"], text=True,
                                           capture_output=True, check=True).stdout.strip()
    path = os.path.join(matrix.BUILD, "disk", f"clients-{debian}.squashfs")
    if subprocess.run([f"{matrix.HERE}/disk.sh", path, debian, *PACKAGES]).returncode:
        sys.exit(1)
    return ["-drive", f"if=none,id=disk,format=raw,readonly=on,file={path}",
            "-device", f"{ARCH.disk},drive=disk"]


def line():
    """The line of modules/calls.c that is probed."""
    with open(f"{build.MODULES}/calls.c") as f:
        return next(n for n, text in enumerate(f, 1) if "probed by its line */" in text)


def fixture(name, text):
    """A small file for the guest."""
    path = os.path.join(matrix.BUILD, "guest", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(f"{text}\n")
    return path


def selftests(tree):
    """The kernel's test of the tracer, from the tree itself."""
    top = os.path.join(matrix.tree("stock"), SELFTESTS)
    return {"add/ftrace/" + os.path.relpath(os.path.join(base, name), top):
            os.path.join(base, name) for base, _, names in os.walk(top) for name in names}


def for_lines(tree):
    return {"add/line": fixture("line", line())}


def runtime():
    """SystemTap's runtime, for a kernel that is newer than it.

    Of 4.8 one function of the kernel has another name since 6.1.103.
    """
    place = os.path.join(matrix.BUILD, "stap", "runtime")
    if not os.path.exists(place):
        shutil.copytree("/usr/share/systemtap/runtime", f"{place}.new")
        path = f"{place}.new/stp_task_work.c"
        with open(path) as f:
            text = f.read()
        text = re.sub(r'(&|lookup_name\(")task_work_cancel\b', r"\1task_work_cancel_func", text)
        with open(path, "w") as f:
            f.write(text)
        os.rename(f"{place}.new", place)
    return place


def newer(path, *others):
    """Whether a file is there and newer than others."""
    return os.path.exists(path) and \
        all(os.path.getmtime(path) > os.path.getmtime(o) for o in others)


def scripts(tree):
    """The scripts of stap/ as modules for a kernel."""
    out = matrix.outdir(tree, FLAVOUR)
    place = os.path.join(matrix.BUILD, "stap", f"{matrix.KVER}-{matrix.ARCH}-{tree}")
    os.makedirs(place, exist_ok=True)
    target = os.path.join(matrix.moddir(tree, FLAVOUR), "kb_calls.ko")
    made = {}
    for name in sorted(os.listdir(f"{matrix.HERE}/stap")):
        module = f"kb_stap_{name.removesuffix('.stp')}"
        script = f"{matrix.HERE}/stap/{name}"
        made[f"add/{module}.ko"] = ko = os.path.join(place, f"{module}.ko")
        if newer(ko, script, target, f"{out}/vmlinux", __file__):
            continue
        log = matrix.log(f"stap-{matrix.KVER}-{matrix.ARCH}-{tree}-{module}.log")
        open(log, "w").close()
        args = [] if name == "many.stp" else [target, f"kb_calls_target@*calls.c:{line()}"]
        if step.run(["stap", "-p4", "-v", "-a", ARCH.karch, "-R", runtime(), "-r", out,
                     "-m", module, script, *args], log, f"stap {name} {tree}", cwd=place):
            build.failed(f"compiling {name} for {tree}", log)
    return made


def has(symbol):
    """Whether the kernel is asked to have something."""
    return symbol in build.requested("stock", FLAVOUR, matrix.ARCH)


PRICED = f"kbcalls={PRICED_CALLS}"
CLIENTS = [
    # rethook's suite runs while the kernel boots
    Client("kunit", "icount", has("CONFIG_FPROBE_SANITY_TEST") * "kbbuiltin=fprobe_test"),
    # in turn: the function tracer patches all over the kernel
    Client("ftracetest", ARCH.patched, files=selftests),
    Client("perf", ARCH.patched, files=for_lines),
    Client("perf", "icount", PRICED, files=for_lines),
    Client("tracecmd", ARCH.patched),
    Client("tracecmd", "icount", PRICED),
    Client("bpftrace", ARCH.patched),
    Client("bpftrace", "icount", PRICED),
] + has("CONFIG_LIVEPATCH") * [
    Client("livepatch", ARCH.patched),
] + (not ARCH.debian) * [
    # what the host's compiler makes
    Client("stap", "icount", PRICED, files=scripts),
    Client("stap", ARCH.patched, "kbmany=1", 1800, scripts, "kbtimes=200"),
]


def results(run):
    """{test: result} of a suite of tests."""
    found = {}
    for text in guest.read(matrix.log(f"{run.name}.result")):
        if m := re.match(r"# \[\d+\] (.+?)\t?\[([A-Z]+)\]$", text):
            # what is run again in an instance has the same name
            found[m[1] if m[1] not in found else f"{m[1]}, again"] = m[2]
    return found


def compare_tests(suite, stock, ours, count):
    """What passes on stock must pass on ours; rows for the report."""
    rows = [{"suite": suite, "test": test, "stock": result, "ours": ours.get(test, "-")}
            for test, result in stock.items()]
    report.table(["test", "stock", "ours"], [[r["test"], r["stock"], r["ours"]] for r in rows])
    passed = [r for r in rows if r["stock"] == "PASS"]
    if len(passed) < MIN_PASSED[suite]:
        count.fail(f"{suite}: {len(passed)} passed on stock, less than {MIN_PASSED[suite]}")
    for r in passed:
        if r["ours"] == "PASS":
            count.passed += 1
        else:
            count.fail(f"{suite}: {r['test']} passes on stock, on ours it is {r['ours']}")
    return rows


def compare_output(client, stock, ours, count):
    """Whether both printed the same."""
    said = [[r["line"] for r in rows if "line" in r] for rows in (stock, ours)]
    if said[0] == said[1]:
        count.passed += bool(said[0])
        return
    at = next((n for n, pair in enumerate(zip(*said)) if pair[0] != pair[1]),
              min(map(len, said)))
    count.fail(f"{client.suite}: prints on stock '{said[0][at:at + 1]}', "
               f"on ours '{said[1][at:at + 1]}'")


def compare_hits(client, stock, ours, count):
    """Rows of both about the same probes, side by side."""
    old, new = ({(r["client"], r["what"]): r for r in rows if "what" in r}
                for rows in (stock, ours))
    for name in sorted(old.keys() ^ new.keys()):
        count.fail(f"{', '.join(name)}: only on {'stock' if name in old else 'ours'}")
    for o, r in ((old[name], new[name]) for name in new if name in old):
        # real time says nothing where CPUs are threads of QEMU
        priced = client.cpus == "icount"
        yield {"suite": client.suite, "client": r["client"], "what": r["what"], "cpus": client.cpus,
               "counted_stock": o["counted"], "counted": r["counted"], "missed": r["missed"],
               "mode_stock": o["mode"], "mode": r["mode"],
               "cost_stock": o["cost"] if priced else None, "cost": r["cost"] if priced else None}


def judge(row, count):
    """Whether a probe is what it should be."""
    name = f"{row['client']}, {row['what']}"
    most = row["cost_stock"]
    if row["mode_stock"] not in ("FTRACE", "OPTIMIZED"):
        if row["mode"] == "BOOSTED":
            count.passed += 1
        else:
            count.fail(f"{name}: is {row['mode'] or 'nothing'}, not boosted")
    elif row["mode"].split("+")[0] == row["mode_stock"]:
        # ours has a mode besides, for when there is no jump
        count.passed += 1
    else:
        count.fail(f"{name}: is {row['mode']}, on stock {row['mode_stock']}")
    if most is not None:
        most *= 1 + COST_MAY_VARY if row["mode_stock"] else BOOSTED_COSTS
        if row["cost"] <= most:
            count.passed += 1
        else:
            count.fail(f"{name}: costs {row['cost']}, on stock {row['cost_stock']}")


def last_report():
    """The rows of the last run."""
    try:
        with open(report.path("clients", "json")) as f:
            return json.load(f)
    except FileNotFoundError:
        return []


def outcome(client, runs, count):
    """Judge a client's runs on both trees; rows for the report."""
    stock, ours = (runs[tree] for tree in TREES)
    if client.suite in MIN_PASSED:
        return compare_tests(client.suite, results(stock), results(ours), count)
    if client.suite in ("kunit", "livepatch"):
        return [{"suite": client.suite, "stock": str(stock.count), "ours": str(ours.count)}]
    compare_output(client, stock.rows, ours.rows, count)
    rows = list(compare_hits(client, stock.rows, ours.rows, count))
    if not rows:
        count.fail(f"{client.suite}: no probe at all")
    for row in rows:
        judge(row, count)
    return rows


def clients(names):
    """Build, boot, compare, report; a ktap.Count."""
    count = ktap.Count()
    for tree in TREES:
        build.lay(tree)
        build.kernel(tree, FLAVOUR)
        build.modules(tree, FLAVOUR)
    drive = disk()
    rows = [r for r in last_report() if names and r["suite"] not in names]
    for client in (c for c in CLIENTS if not names or c.suite in names):
        runs = {}
        for tree in TREES:
            words = f"{client.append} {client.ours if tree == 'boost' else ''}"
            runs[tree] = run = guest.run(
                client.suite, tree, FLAVOUR, client.cpus, words, client.limit,
                extra=drive, add=client.files(tree),
                name=f"{client.suite}-{client.cpus}-{matrix.KVER}-{matrix.ARCH}-{tree}")
            count.add(run.count, f"{run.name}: ")
        rows += outcome(client, runs, count)
        # what takes long can be interrupted
        written = report.write_json("clients", rows)
    report.table(["client", "what", "CPUs", "stock", "ours", "counted", "cost", "stock", "ratio"],
                 [[r["client"], r["what"], r["cpus"], r["mode_stock"] or "STEPPED", r["mode"],
                   r["counted"], r["cost"], r["cost_stock"],
                   r["cost"] / r["cost_stock"] if r["cost"] else None]
                  for r in rows if "mode" in r])
    compare_document(rows, count)
    print("written:", os.path.relpath(written))
    return count


def document(rows):
    """The table of the Documentation, as {(program, probe): (mode, cost) of stock and ours}."""
    return {(r["client"], r["what"]): ((r["mode_stock"].lower() or "stepped", r["cost_stock"]),
                                       (r["mode"].lower().split("+")[0], r["cost"]))
            for r in rows if r.get("cpus") == "icount"}


def in_document():
    """(text before, the table's lines, text behind) of this architecture."""
    with open(DOCUMENT) as f:
        text = f.read()
    begin, end = (f".. {word} of clients on {matrix.ARCH}\n" for word in ("begin", "end"))
    if begin not in text:
        return None
    before, rest = text.split(begin)
    table, behind = rest.split(end)
    return before + begin, table.split("\n"), end + behind


def write_document(rows):
    """Put the table into the Documentation, between its two comments."""
    head = ["program", "probe", "stock", "cost", "mode", "cost", "ratio"]
    cells = [[*key, stock[0], str(stock[1]), ours[0], str(ours[1]), f"{ours[1] / stock[1]:.2f}"]
             for key, (stock, ours) in document(rows).items()]
    width = [max(map(len, column)) for column in zip(head, *cells)]
    rule = "  ".join("=" * w for w in width)
    head, *lines = ("  ".join(c.ljust(w) for c, w in zip(row, width)).rstrip()
                    for row in [head, *cells])
    place = in_document()
    if not place or not cells:
        matrix.die(f"no clients on {matrix.ARCH} " +
                   ("were run; make check-clients" if place else f"in {os.path.relpath(DOCUMENT)}"))
    before, _, behind = place
    with open(DOCUMENT, "w") as f:
        f.write(before + "\n".join(["", rule, head, rule, *lines, rule, "", ""]) + behind)


def compare_document(rows, count):
    """Whether the Documentation has what was measured."""
    place = in_document()
    if not place:
        count.fail(f"the Documentation says nothing of clients on {matrix.ARCH}")
        return
    written = {}
    for text in place[1]:
        cells = re.split(r"  +", text.strip())
        if len(cells) == 7 and cells[3].isdigit():
            written[tuple(cells[:2])] = ((cells[2], int(cells[3])), (cells[4], int(cells[5])))
    for key, measured in document(rows).items():
        said = written.get(key)
        if said and all(s[0] == m[0] and abs(s[1] / m[1] - 1) <= COST_MAY_VARY
                        for s, m in zip(said, measured)):
            count.passed += 1
        else:
            count.fail(f"{', '.join(key)}: the Documentation says {said}, measured {measured}")


def main():
    names = sys.argv[1:]
    if names == ["--doc"]:
        write_document(last_report())
        return
    unknown = set(names) - {c.suite for c in CLIENTS}
    if unknown:
        matrix.die(f"usage: clients.py [CLIENT...], not {' '.join(unknown)}", 2)
    clients(names).end()


if __name__ == "__main__":
    step.start(main)
