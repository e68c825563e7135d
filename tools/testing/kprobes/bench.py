#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: bench.py bench    ours against the real stock kernel of the same config
#        bench.py demo     ours only: the stock column is ours with the policy off, which
#                          the bench shows to be equal; and real kernel functions
#
# Cost of a probe hit in instructions: the guest's clock counts them (QEMU -icount), so
# the figures repeat exactly.  Called by the Makefile; check.py imports it for the
# limits.  A row that was not measured is an error, never a gap in the table.

import os
import re
import sys

import build
import guest
import ktap
import matrix
import report
import step

# Over how many kinds of instruction the goals must hold; the goals are matrix.Limits
MIN_KINDS = 25


def measure(tree, append=""):
    run = guest.run("bench", tree, "base", append=append, limit=900)
    if run.outcome != guest.PASS:
        sys.exit(guest.CODE[run.outcome])
    return run.rows


def costs(rows, what, policy):
    return {(r["name"], r["post_handler"]): r for r in rows
            if r["what"] == what and r["policy"] == policy}


def compare(ours, stock, off, what):
    """Rows of the report: one for each instruction, with and without post_handler."""
    result = []
    for key, our in ours.items():
        if what == "optimized" and our["mode"] != "optimized":
            continue
        s = stock[key]
        result.append({
            "instruction": our["instruction"], "mode": our["mode"],
            "post_handler": our["post_handler"], "stock": s["cost"], "ours": our["cost"],
            "ratio": round(our["cost"] / s["cost"], 3) if our["cost"] and s["cost"] else None,
            "floor": our["floor"],
            "stock_mode": s["mode"], "off": off[key]["cost"] if off else None})
    return result


def faults(r, limits):
    """What a row misses of the goals."""
    if r["ours"] is None:
        yield "refused"
        return
    if r["mode"] == "boosted" and r["ours"] > r["floor"] + limits.over_floor:
        yield f"{r['ours']}, more than {limits.over_floor} above the floor of {r['floor']}"
    if r["stock"] is None:
        return
    stepped = r["stock_mode"] == "stepped"
    if limits.emulated and r["mode"] in ("boosted", "trampolined") and r["stock_mode"] == "simulated":
        most = limits.emulated if r["mode"] == "boosted" and \
            re.match(limits.processing, r["instruction"]) else 1.0
        if r["ratio"] > most:
            yield f"{r['mode']} for {r['ours']}, {r['ratio']} of stock, more than {most}"
    if r["mode"] == "boosted" and stepped and r["ratio"] > limits.boosted:
        yield f"{r['ratio']} of stock, more than {limits.boosted}"
    if r["mode"] == "trampolined" and r["post_handler"] and stepped and \
            r["ratio"] > limits.trampolined:
        yield f"{r['ratio']} of stock with post_handler, more than {limits.trampolined}"
    if r["mode"] == "simulated" and r["ratio"] > limits.simulated:
        yield f"simulated for {r['ours']}, {r['ratio']} of stock, more than {limits.simulated}"
    if r["off"] is not None and (r["off"] > r["stock"] * (1 + limits.off) or
                                 (stepped and r["off"] < r["stock"] * (1 - limits.off))):
        yield f"policy off costs {r['off']}, stock {r['stock']}"


def check(rows, limits=matrix.ARCHES[matrix.ARCH].limits):
    """The goals as a ktap.Count."""
    count = ktap.Count()
    for mode, post in (("boosted", False), ("trampolined", True)):
        kinds = sum(r["mode"] == mode and r["post_handler"] == post for r in rows)
        if kinds < MIN_KINDS:
            count.fail(f"{kinds} kinds of instruction were {mode}, less than {MIN_KINDS}")
        else:
            count.passed += 1
    for r in rows:
        for fault in (found := list(faults(r, limits))):
            count.fail(f"{r['instruction']}: {fault}")
        count.passed += not found
    return count


def mean(numbers):
    numbers = [n for n in numbers if n is not None]
    return round(sum(numbers) / len(numbers)) if numbers else None


def show(rows):
    report.table(["instruction", "stock is", "ours is", "post_handler", "stock", "ours", "ratio",
                  "floor"],
                 [[r["instruction"], r["stock_mode"], r["mode"], r["post_handler"], r["stock"],
                   r["ours"], r["ratio"], r["floor"]] for r in rows])
    for mode in sorted({r["mode"] for r in rows}):
        some = [r for r in rows if r["mode"] == mode and r["stock"]]
        if not some:
            continue
        print(f"{mode}: {len(some)} rows, on average {mean(r['ours'] for r in some)} "
              f"instructions per hit, stock {mean(r['stock'] for r in some)}")


def draw(name, rows):
    bars = [(r["instruction"], r["stock"], r["ours"], r["floor"]) for r in rows
            if not r["post_handler"] and r["mode"] != "optimized" and r["stock"] and r["ours"]]
    return report.picture(name, f"Linux {matrix.KVER} {matrix.ARCH}: cost of a kprobe hit", bars)


def bench():
    """Build, boot, compare, report; returns the rows."""
    for tree in ("stock", "boost"):
        build.lay(tree)
        build.kernel(tree, "base")
    stock, ours = measure("stock"), measure("boost")
    rows = compare(costs(ours, "instruction", "auto"), costs(stock, "instruction", "stock"),
                   costs(ours, "instruction", "off"), "instruction")
    rows += compare(costs(ours, "optimized", "auto"), costs(stock, "optimized", "stock"),
                    None, "optimized")
    show(rows)
    worst = max(abs(r["off"] / r["stock"] - 1) for r in rows if r["off"] and r["stock"])
    print(f"policy off against stock: at most {worst * 100:.1f} % apart")
    files = [report.write_json("bench", rows)] + draw("bench", rows)
    print("written:", " ".join(os.path.relpath(f) for f in files))
    return rows


def functions(rows):
    """One row for each real kernel function and mode: cost over all its probe points."""
    found = {}
    for r in rows:
        if r["what"] != "function":
            continue
        for m in r["modes"]:
            # measured twice, without and with jump optimisation; only the latter adds a mode
            found.setdefault((r["function"], m["mode"], m["post_handler"]), {
                "function": r["function"], "instructions": r["instructions"],
                "probed": r["probed"], "mode": m["mode"], "post_handler": m["post_handler"],
                "probes": m["probes"], "hits": m["hits"], "cost": m["cost"]})
    return list(found.values())


def show_functions(rows):
    """A line for each function, a column for each mode, with and without post_handler."""
    columns = sorted({(r["post_handler"], r["mode"]) for r in rows})
    names = sorted({r["function"] for r in rows})
    cost = {(r["function"], r["post_handler"], r["mode"]): r["cost"] for r in rows}
    size = {r["function"]: (r["instructions"], r["probed"]) for r in rows}
    report.table(["function", "instructions", "probed"] +
                 [mode + (" + post" if post else "") for post, mode in columns],
                 [[n, *size[n], *(cost.get((n, *c)) for c in columns)] for n in names])


def demo():
    build.lay("boost")
    build.kernel("boost", "base")
    run = measure("boost", "kbreal=1")
    off = costs(run, "instruction", "off")
    rows = compare(costs(run, "instruction", "auto"), off, off, "instruction")
    real = functions(run)
    print("\nOne instruction at a time. Cost of a hit in instructions; stock is this kernel with "
          "kprobes_boost=off,\nwhich costs what a stock kernel does within "
          f"{matrix.ARCHES[matrix.ARCH].limits.off:.1%}, or a little less where it simulates "
          "(make bench):\n")
    show(rows)
    print("\nReal kernel functions, a probe on each instruction in turn: cost of a hit by mode,"
          "\nwithout and with a post_handler.\n")
    show_functions(real)
    files = [report.write_json("demo", {"instructions": rows, "functions": real})]
    files += draw("demo", rows)
    print("\nwritten:", " ".join(os.path.relpath(f) for f in files))


def main():
    if sys.argv[1:] not in (["bench"], ["demo"]):
        matrix.die("usage: bench.py bench | demo", 2)
    if sys.argv[1] == "demo":
        demo()
        return
    count = check(bench())
    count.end()


if __name__ == "__main__":
    step.start(main)
