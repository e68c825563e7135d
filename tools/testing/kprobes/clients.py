#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: clients.py
#
# Those for whom the engine is built, unmodified, on the stock kernel and on ours: what
# passes on stock must pass on ours.  So far the kernel's own ftracetest, of which the
# directories about probe events.  Called by "make check-clients" and check.py.

import os
import re
import sys

import build
import guest
import ktap
import matrix
import report
import step

FLAVOUR = "ftrace"
SELFTESTS = "tools/testing/selftests/ftrace"
# Fewer passes on the stock kernel mean that the guest lacks something.
MIN_PASSED = 15


def ftracetest(tree):
    """{test: result} of the kernel's test of the tracer, from the tree itself."""
    top = os.path.join(matrix.tree("stock"), SELFTESTS)
    files = {f"{base[len(top):].strip('/')}/{name}".strip("/"): os.path.join(base, name)
             for base, _, names in os.walk(top) for name in names}
    # the function tracer patches all over the kernel
    run = guest.run("ftracetest", tree, FLAVOUR, matrix.ARCHES[matrix.ARCH].patched, limit=900,
                    add={f"ftrace/{name}": path for name, path in files.items()},
                    name=f"ftracetest-{matrix.KVER}-{matrix.ARCH}-{tree}")
    found = {}
    for line in guest.read(matrix.log(f"{run.name}.result")):
        if m := re.match(r"# \[\d+\] (.+?)\t?\[([A-Z]+)\]$", line):
            # what is run again in an instance has the same name
            found[m[1] if m[1] not in found else f"{m[1]}, again"] = m[2]
    return run, found


def clients():
    """Build, boot, compare, report; a ktap.Count."""
    count = ktap.Count()
    results = {}
    for tree in ("stock", "boost"):
        build.lay(tree)
        build.kernel(tree, FLAVOUR)
        run, results[tree] = ftracetest(tree)
        count.add(run.count, f"{run.name}: ")
    stock, ours = results["stock"], results["boost"]
    rows = [{"client": "ftracetest", "test": test, "stock": result, "ours": ours.get(test, "-")}
            for test, result in stock.items()]
    report.table(["test", "stock", "ours"], [[r["test"], r["stock"], r["ours"]] for r in rows])
    print("written:", os.path.relpath(report.write_json("clients", rows)))
    passed = [r for r in rows if r["stock"] == "PASS"]
    if len(passed) < MIN_PASSED:
        count.fail(f"ftracetest: {len(passed)} passed on stock, less than {MIN_PASSED}")
    for r in passed:
        if r["ours"] == "PASS":
            count.passed += 1
        else:
            count.fail(f"ftracetest: {r['test']} passes on stock, on ours it is {r['ours']}")
    return count


def main():
    if len(sys.argv) > 1:
        matrix.die("usage: clients.py", 2)
    count = clients()
    count.end()


if __name__ == "__main__":
    step.start(main)
