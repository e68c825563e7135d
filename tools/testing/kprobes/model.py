#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: model.py
#
# The collector's model (model/gc.pml) with Spin: as it is, no order of the steps may
# break a claim; with each mechanism taken out, one must.  Called by "make model" and
# check.py --full.

import os
import re
import shutil
import subprocess
import sys

import ktap
import matrix
import step

MODEL = os.path.join(matrix.HERE, "model/gc.pml")
# Megabytes, and seconds, that a complete search may take
MEMORY = 6000
LIMIT = 1200


def variants():
    """{number: name} of the ways to break it."""
    with open(MODEL) as f:
        return {int(m[2]): m[1].lower()
                for m in re.finditer(r"^#define (\w+)\t+(\d)\t/\*", f.read(), re.M)}


def search(number):
    """(errors, states) of all orders, or until one that breaks a claim."""
    place = os.path.join(matrix.BUILD, "model", str(number))
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    for command in (["spin", "-a", f"-DBUSTED={number}", MODEL],
                    ["gcc", "-w", "-O2", "-DSAFETY", "-DCOLLAPSE", f"-DMEMLIM={MEMORY}",
                     "-o", "pan", "pan.c"]):
        subprocess.run(command, cwd=place, check=True, stdout=subprocess.DEVNULL)
    log = os.path.join(place, "log")
    code = step.run(["./pan", "-m100000"], log, f"model, broken {number}", LIMIT, cwd=place)
    with open(log) as f:
        text = f.read()
    errors = re.search(r"errors: (\d+)", text)
    states = re.search(r"(\d+) states, stored", text)
    if code or not errors or not states or "out of memory" in text or "too small" in text:
        raise RuntimeError(f"the search did not end, see {os.path.relpath(log)}")
    return int(errors[1]), int(states[1])


def check():
    count = ktap.Count()
    if not shutil.which("spin"):
        count.fail("no spin; install the package spin")
        return count
    for number, name in {0: "sound", **variants()}.items():
        errors, states = search(number)
        print(f"    {name}: {errors} errors in {states} states")
        if bool(errors) == bool(number):
            count.passed += 1
        else:
            count.fail(f"the model, {name}: {errors} errors")
    return count


def main():
    if len(sys.argv) > 1:
        matrix.die("usage: model.py", 2)
    count = check()
    count.end()


if __name__ == "__main__":
    step.start(main)
