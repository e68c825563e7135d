# SPDX-License-Identifier: GPL-2.0
#
# Read KTAP (Documentation/dev-tools/ktap.rst) and count.  Imported by guest.py and
# check.py.  Only leaves are counted.  It must never take silence for success:
# a missing plan, a short count or a number out of turn is a failure of its own.

import re
import sys

TEST = re.compile(r"^( *)(ok|not ok) (\d+)(?: (?:- )?(.*))?$")
PLAN = re.compile(r"^( *)1\.\.(\d+)( # SKIP.*)?$")


class Level:
    """One open list of tests: everything seen so far at one indentation."""

    def __init__(self):
        self.plan = None
        self.seen = 0
        self.failed = 0     # leaves, and faults of the form


class Count:
    """passed, failed, skipped, and a line of text for each failure."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.failures = []

    def fail(self, text):
        self.failed += 1
        self.failures.append(text)

    def add(self, other, prefix=""):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.failures += [prefix + f for f in other.failures]

    def end(self):
        """End the program: the failures, the summary line, and the exit code."""
        for text in self.failures:
            print(f"  {text}")
        print(self)
        sys.exit(bool(self.failed))

    def __str__(self):
        text = f"{self.passed} passed, {self.failed} failed"
        return text + (f", {self.skipped} skipped" if self.skipped else "")


def parse(lines):
    """Count the KTAP in an iterable of lines; other lines are ignored."""
    count = Count()
    levels = {}             # indentation -> Level
    notes = []

    def fault(level, text):
        level.failed += 1
        count.fail(text)

    def close(indent, name):
        """End the level and say whether anything failed in it."""
        level = levels.pop(indent)
        if level.plan is None:
            fault(level, f"{name}: no plan")
        elif level.plan != level.seen:
            fault(level, f"{name}: {level.seen} results, {level.plan} planned")
        return level.failed

    for line in lines:
        line = line.rstrip("\r\n")
        if m := PLAN.match(line):
            level = levels.setdefault(len(m[1]), Level())
            if level.plan is not None:
                fault(level, "two plans in one list")
            level.plan = int(m[2])
        elif m := TEST.match(line):
            indent, good, name = len(m[1]), m[2] == "ok", m[4] or f"test {m[3]}"
            inner, had = 0, False
            for deeper in sorted((i for i in levels if i > indent), reverse=True):
                inner, had = inner + close(deeper, name), True
            level = levels.setdefault(indent, Level())
            level.seen += 1
            level.failed += inner
            if int(m[3]) != level.seen:
                fault(level, f"{name}: number {m[3]} where {level.seen} was due")
            if had:
                if not good and not inner:
                    fault(level, f"{name}: failed, but nothing in it did")
            elif re.search(r"# SKIP\b", name, re.I):
                count.skipped += 1
            elif good:
                count.passed += 1
            else:
                fault(level, "\n    ".join([name] + notes[-8:]))
            notes = []
        elif line.startswith("Bail out!"):
            count.fail(line)
        elif line.lstrip().startswith("# "):
            notes.append(line.strip())

    for indent in sorted(levels, reverse=True):
        close(indent, "results" if indent == 0 else "a nested list without its result")
    if not count.passed + count.failed + count.skipped:
        count.fail("no results at all")
    return count
