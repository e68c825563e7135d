#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: many.py [--full | --scale | --tree TREE]
#
# What it takes to register and remove many probes, ours against the stock kernel of the
# same config (with the function tracer, as distributions have it): one by one, in a
# batch, as events of tracefs; at the start, at the end and all over a function of 8 KiB,
# in a module with 8192 small functions, in functions of the kernel, and at their entries,
# which is the function tracer's way.  Times are the guest's, where an
# instruction is a nanosecond (QEMU -icount), waiting included.  Called by "make many" and
# check.py.  --scale: up to 50,000 probes in one module, in batches, and what a hit, the
# look-up of a slot's address and a line of the list cost while they are there.

import argparse
import os
import subprocess
import sys
import tempfile

import build
import guest
import ktap
import matrix
import report
import step

FLAVOUR = "ftrace"
# Where stock takes a minute of guest time for a hundred, there are no more.
PLACES = {False: {"start": (1, 100), "end": (1, 100), "small": (1, 100), "kernel": (1, 100),
                  "events": (100,)},
          True: {"start": (1, 100), "end": (1, 100), "deep": (1, 100, 1000), "symbols": (1, 100),
                 "small": (1, 100, 1000), "kernel": (1, 100, 1000), "entries": (1, 100, 1000),
                 "events": (1, 100, 1000)}}
# With a post_handler, and without, where the kernel can then use a jump
POSTS = (1, 0) if matrix.ARCHES[matrix.ARCH].optimizes else (1,)
KERNEL_FUNCTIONS = 1400
COSTS = ("register", "remove", "define", "enable", "disable", "clear", "delete")

# The goals.  A probe at the end of a function of 8 KiB against stock; where stock decodes
# the function for each.  At the end against the start.  Removing one by one against stock.
DEEP = 1 / 20
FLAT = 1.25
REMOVE = 1 / 10
# From this many on
MANY = 100
# Numbers of probes of --scale.  With the most of them, a hit and a probe may cost this much
# more than with the fewest.
SCALE = (500, 2000, 8000, 20000, 50000)
SCALE_FLAT = 1.25
# What is measured, and whether for all probes at once
SCALED = {"hit": False, "look": False, "list": True, "register": True, "remove": True}
# A batch may cost no more than one by one, but for this, in nanoseconds a probe
BATCH = 2000


def kernel_functions(vmlinux):
    """Addresses of functions all over a kernel's text."""
    cross = matrix.ARCHES[matrix.ARCH].cross
    lines = subprocess.run([f"{cross}nm", "-n", vmlinux], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    text = [line.split() for line in lines]
    bounds = {name: int(address, 16) for address, _, name in text if name in ("_stext", "_etext")}
    found = sorted({int(address, 16) for address, kind, name in text
                    if kind in "tT" and "." not in name and not name.startswith("__") and
                    bounds["_stext"] <= int(address, 16) < bounds["_etext"]})
    every = max(1, len(found) // KERNEL_FUNCTIONS)
    return found[::every][:KERNEL_FUNCTIONS]


def measure(tree, places, posts=POSTS, limit=900):
    """places: a dict of name to counts."""
    functions = kernel_functions(os.path.join(build.outdir(tree, FLAVOUR), "vmlinux"))
    with tempfile.TemporaryDirectory() as d:
        # behind what the function tracer has at the entry, an instruction begins
        for name, offset in (("kernel", matrix.ARCHES[matrix.ARCH].traced), ("entries", 0)):
            with open(f"{d}/{name}", "w") as f:
                f.writelines(f"{address + offset:x}\n" for address in functions)
        # KASLR would move what the host looked up
        words = "nokaslr kbplaces={} kbposts={}".format(
            ",".join(":".join(map(str, (place, *counts))) for place, counts in places.items()),
            ",".join(map(str, posts)))
        run = guest.run("many", tree, FLAVOUR, append=words, limit=limit,
                        add={f"many.{name}": f"{d}/{name}" for name in ("kernel", "entries")})
    if run.outcome != guest.PASS:
        sys.exit(guest.CODE[run.outcome])
    return run.rows


def measure_scale(tree):
    words = f"kbplaces=plenty:{':'.join(map(str, SCALE))} kbposts=1 kbhow=batch"
    run = guest.run("many", tree, FLAVOUR, append=words, limit=3600)
    if run.outcome != guest.PASS:
        sys.exit(guest.CODE[run.outcome])
    return run.rows


def per_probe(row, what):
    return round(row[what] / row["placed"])


def rows_of(stock, ours):
    """One row for each measurement, in nanoseconds a probe."""
    result = []
    for s, o in zip(stock, ours):
        key = {k: s.get(k) for k in ("place", "count", "batch", "post_handler")}
        if key != {k: o.get(k) for k in key}:
            sys.exit(f"the two kernels measured different things: {key}")
        for what in COSTS:
            if what in s:
                result.append({**key, "what": what, "stock": per_probe(s, what),
                               "ours": per_probe(o, what),
                               "ratio": round(o[what] / s[what] * s["placed"] / o["placed"], 4)})
    return result


def show(rows):
    report.table(["where", "probes", "how", "post_handler", "what", "stock", "ours", "ratio"],
                 [[r["place"], r["count"], {True: "batch", False: "one by one", None: "tracefs"}
                   [r["batch"]], r["post_handler"], r["what"], r["stock"], r["ours"], r["ratio"]]
                  for r in rows])
    print("nanoseconds a probe, of the guest's clock: instructions, and waiting")


def check(rows):
    """The goals as a ktap.Count."""
    count = ktap.Count()

    def must(good, text):
        if good:
            count.passed += 1
        else:
            count.fail(text)

    cost = {(r["place"], r["count"], r["batch"], r["post_handler"], r["what"]): r for r in rows}
    for (place, n, batch, post, what), r in cost.items():
        name = f"{place}, {n} {what}, batch {batch}, post_handler {post}: {r['ours']} a probe"
        if what == "register" and place == "end" and n >= MANY and matrix.ARCHES[matrix.ARCH].decodes:
            must(r["ratio"] <= DEEP, f"{name}, stock {r['stock']}")
        if what == "register" and place == "end" and n >= MANY:
            near = cost["start", n, batch, post, what]["ours"]
            must(r["ours"] <= FLAT * near, f"{name}, at the start {near}")
        if what in ("remove", "clear", "delete") and n >= MANY and batch is not True:
            must(r["ratio"] <= REMOVE, f"{name}, stock {r['stock']}")
        if batch and n >= MANY:
            single = cost[place, n, False, post, what]["ours"]
            must(r["ours"] <= single + BATCH, f"{name}, one by one {single}")
            must(r["ours"] <= r["stock"] + BATCH, f"{name}, stock {r['stock']}")
    return count


def many(full):
    for tree in ("stock", "boost"):
        build.lay(tree)
        build.kernel(tree, FLAVOUR)
    stock, ours = (measure(tree, PLACES[full], limit=3600 if full else 900)
                   for tree in ("stock", "boost"))
    rows = rows_of(stock, ours)
    show(rows)
    print("written:", os.path.relpath(report.write_json("many", rows)))
    return check(rows)


def scale():
    """Build, boot, compare, report, draw; the goals as a ktap.Count."""
    for tree in ("stock", "boost"):
        build.lay(tree)
        build.kernel(tree, FLAVOUR)
    stock, ours = measure_scale("stock"), measure_scale("boost")
    rows = [{"probes": o["placed"], "what": what,
             "stock": per_probe(s, what) if each else s[what],
             "ours": per_probe(o, what) if each else o[what]}
            for s, o in zip(stock, ours) for what, each in SCALED.items()]
    report.table(["probes", "what", "stock", "ours"], [list(r.values()) for r in rows])
    files = [report.write_json("scale", rows)] + report.lines(
        "scale", f"Linux {matrix.KVER} {matrix.ARCH}: with many probes", "probes",
        {f"{what}, {tree}": [(r["probes"], r[tree]) for r in rows if r["what"] == what]
         for what in SCALED for tree in ("stock", "ours")})
    print("written:", " ".join(os.path.relpath(f) for f in files))

    count = ktap.Count()
    for what in SCALED:
        costs = [r["ours"] for r in rows if r["what"] == what]
        if costs[-1] <= SCALE_FLAT * costs[0]:
            count.passed += 1
        else:
            count.fail(f"{what}: {costs[0]} with {SCALE[0]} probes, {costs[-1]} with {SCALE[-1]}")
    return count


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("--full", action="store_true")
    p.add_argument("--scale", action="store_true")
    p.add_argument("--tree", choices=("stock", "boost"), help="show one kernel's figures only")
    p.add_argument("--places", help="with --tree: PLACE[:COUNT]...,...")
    a = p.parse_args()
    if a.tree:
        places = PLACES[a.full]
        if a.places:
            words = [p.split(":") for p in a.places.split(",")]
            places = {p: counts or places.get(p, (1, 100)) for p, *counts in words}
        build.lay(a.tree)
        build.kernel(a.tree, FLAVOUR)
        for r in measure(a.tree, places, limit=3600):
            print({k: per_probe(r, k) if k in COSTS else v for k, v in r.items()})
        return
    count = scale() if a.scale else many(a.full)
    count.end()


if __name__ == "__main__":
    step.start(main)
