# SPDX-License-Identifier: GPL-2.0
#
# checkpatch --strict on everything that is or becomes kernel code, kernel-doc on what the
# documentation takes from it, sparse on our objects.  Imported by check.py.

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import build
import ktap
import matrix
import sameness
import step

# Checks that cannot hold here, each with its reason
IGNORE = ",".join((
    "FILE_PATH_CHANGES",        # MAINTAINERS is not ours to change
    "UNDOCUMENTED_SETUP",       # wants the document in the same patch as the code
))

DOCUMENT = "Documentation/trace/kprobes-boost.rst"
MODULES = os.path.join(matrix.HERE, "modules")


def sources():
    """Overlay files by their names in the laid tree, and the test modules."""
    with open(os.path.join(matrix.tree("boost"), ".overlay")) as f:
        yield from (l.strip() for l in f)
    for base, _, names in os.walk(MODULES):
        yield from (os.path.join(base, name) for name in sorted(names))


def checkpatch():
    count = ktap.Count()
    tree = matrix.tree("boost")
    targets = [(p, ["-f"]) for p in sources()
               if p.endswith((".c", ".h", ".S")) or os.path.basename(p).startswith("Kconfig")]
    targets += [(os.path.join(matrix.TOP, "patches", matrix.KVER, p), []) for p in matrix.series()]

    def look(target):
        path, kind = target
        return subprocess.run(["perl", "scripts/checkpatch.pl", "--strict", "--terse",
                               "--no-summary", "--show-types", f"--ignore={IGNORE}", *kind, path],
                              cwd=tree, capture_output=True, text=True)

    # each takes most of a second to get ready
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = list(pool.map(look, targets))
    for done in found:
        if done.returncode:
            count.fail("\n    ".join((done.stdout + done.stderr).strip().splitlines()[:20]))
        else:
            count.passed += 1
    if not targets:
        count.fail("nothing to look at")
    return count


def kernel_doc():
    """Every kernel-doc comment of the overlay is complete, and those that the document wants exist."""
    count = ktap.Count()
    tree = matrix.tree("boost")
    for path in sources():
        if path.endswith((".c", ".h")) and not os.path.isabs(path):
            done = subprocess.run(["perl", "scripts/kernel-doc", "-none", "-Werror", path],
                                  cwd=tree, capture_output=True, text=True)
            warnings = [l for l in done.stderr.splitlines() if "Sphinx" not in l]
            if done.returncode or warnings:
                count.fail("\n    ".join(warnings[:20] or [f"kernel-doc fails on {path}"]))
            else:
                count.passed += 1
    with open(os.path.join(tree, DOCUMENT)) as f:
        wanted = re.findall(r"^\.\. kernel-doc:: (\S+)\n +:identifiers: (.+)$", f.read(), re.M)
    for path, names in wanted:
        for name in names.split():
            out = subprocess.run(["perl", "scripts/kernel-doc", "-rst", "-function", name, path],
                                 cwd=tree, capture_output=True, text=True).stdout
            if ".. c:" in out:
                count.passed += 1
            else:
                count.fail(f"{DOCUMENT} wants {name}, which {path} does not describe")
    if not wanted:
        count.fail(f"{DOCUMENT} takes nothing from the source")
    return count


def sparse():
    """No warning of sparse in a file of ours; stock files have their own."""
    count = ktap.Count()
    build.lay("boost")
    out = build.kernel("boost", "base")
    build.modules("boost", "base")
    ours = sameness.overlay()
    objects = sameness.dependents(out, ours)
    if not objects:
        count.fail("no object of ours in the kernel")
        return count
    logfile = matrix.log(f"sparse-{matrix.KVER}-{matrix.ARCH}.log")
    open(logfile, "w").close()
    code = step.run(build.kbuild(out, matrix.ARCH, "C=2", *objects), logfile,
                    "sparse", env=build.environment())
    place = matrix.moddir("boost", "base")
    code = code or step.run(build.kbuild(out, matrix.ARCH, f"M={place}", "C=2", "modules"), logfile,
                            "sparse on the test modules", env=build.environment())
    with open(logfile) as f:
        lines = f.read().splitlines()
    mine = re.compile("|".join(re.escape(f) for f in [place, *sorted(ours)]) +
                      r"|include/(linux|asm)/kprobes_(boost|gc)\.h|kb_")
    for line in lines:
        if re.search(r"(warning|error):", line) and mine.search(line):
            count.fail(line)
    if code:
        build.failed("sparse", logfile)
    if sum(" CHECK " in l for l in lines) < len(objects):
        count.fail("sparse did not look at every object")
    if not count.failed:
        count.passed += 1
    return count
