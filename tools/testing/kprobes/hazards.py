#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# Check the table of faults (hazards) against the tests: every fault has one on every
# architecture that is booted and concerned, and every test it names is there.  Called by
# check.py, and by hand to see the table's faults; it changes nothing.

import glob
import os
import re
import sys

import ktap
import matrix

TABLE = os.path.join(matrix.HERE, "hazards")
# Numbers of the list that this project began with; later faults are added behind
NUMBERS = [str(n) for n in range(1, 13)] + ["12a", "12b", "12c"] + [str(n) for n in range(13, 28)]


def read(path):
    with open(path) as f:
        return f.read()


def parse(text):
    """[(number, architectures, [(kind, name)])], or a ValueError that names the line."""
    table = []
    for line in text.splitlines():
        head = re.fullmatch(r"(\d+[a-z]?) (\w+(?:,\w+)*): (.+)", line)
        if head:
            table.append((head[1], head[2].split(","), []))
        elif line.startswith("\t") and table:
            kind, _, name = line.strip().partition(" ")
            if kind not in KINDS or not name:
                raise ValueError(f"neither a kind of test nor a name: '{line.strip()}'")
            table[-1][2].append((kind, name))
        elif line.strip() and not line.startswith(("#", "   ")):
            raise ValueError(f"neither a fault nor a test: '{line}'")
    return table


def sources(pattern):
    """(architecture's directory or "", text) of test module sources."""
    for path in sorted(glob.glob(f"{matrix.HERE}/modules/**/{pattern}", recursive=True)):
        yield os.path.relpath(os.path.dirname(path), f"{matrix.HERE}/modules").strip("."), read(path)


def kunit(name):
    return {place for place, text in sources("*.c") if f"KUNIT_CASE({name})" in text}


def form(name):
    return {place for place, text in sources("test_forms.S")
            if any(re.match(r"(FORM|FPU|NEVER_RUN)\b", line) and name in line
                   for line in text.splitlines())}


def torture(name):
    return {place for place, text in sources("torture.c") if f'{{ "{name}"' in text}


def suite(name):
    file, _, check = name.partition(" ")
    path = f"{matrix.HERE}/guest/{file}.sh"
    return {""} if os.path.exists(path) and f'check "{check}"' in read(path) else set()


def step(name):
    import check                # imports this
    return {""} if name in {n for n, _ in check.steps(True)} else set()


# Each gives the places where a test is; "" is for every architecture
KINDS = {f.__name__: f for f in (kunit, form, torture, suite, step)}


def booted():
    """Architecture -> its directory in modules/, of those that the engine is tested on."""
    places = {name: row.image.split("/")[1] for name, row in matrix.ARCHES.items() if row.qemu}
    return {name: place for name, place in places.items()
            if os.path.exists(f"{matrix.HERE}/modules/{place}/test_arch.c")}


def problems(text):
    try:
        table = parse(text)
    except ValueError as e:
        return [str(e)]
    found = []
    numbers = [number for number, _, _ in table]
    found += [f"{n}: missing" for n in NUMBERS if n not in numbers]
    found += [f"{n}: twice" for n in sorted(set(numbers)) if numbers.count(n) > 1]
    for number, arches, tests in table:
        places = set()
        for kind, name in tests:
            where = KINDS[kind](name)
            places |= where
            if not where:
                found.append(f"{number}: no {kind} '{name}'")
        for arch, place in booted().items():
            if (arch in arches or "any" in arches) and not places & {"", place}:
                found.append(f"{number}: no test on {arch}")
    return found


def check():
    count = ktap.Count()
    found = problems(read(TABLE))
    for text in found:
        count.fail(text)
    if not found:
        count.passed += 1
    return count


if __name__ == "__main__":
    lines = problems(read(TABLE))
    print("\n".join(lines) or "every fault has a test")
    sys.exit(bool(lines))
