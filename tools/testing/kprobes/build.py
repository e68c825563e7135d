#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: build.py TREE FLAVOUR [make goal...]
#
# Build a kernel (TREE is stock or boost) and, without goals, the test modules for it.
# Called by the Makefile and by everything that boots a kernel.  It lays the tree
# first, so what is built is what the repository says.

import contextlib
import fcntl
import functools
import os
import re
import shutil
import subprocess
import sys
import time

import matrix
import step
from matrix import ARCHES, FLAVOURS, die, log, moddir, outdir

# Nothing changes while a process runs: what it has laid or built it does not look at again,
# which would take a quarter of a minute for a kernel.
once = functools.lru_cache(maxsize=None)

# Measured for 6.1: 130 MB for base, 260 MB for debug
KERNEL_KB = int(os.environ.get("KERNEL_KB") or 300000)
MODULES = os.path.join(matrix.HERE, "modules")
SAMPLES = os.path.join(matrix.TOP, "samples/kprobes/boost")


def environment():
    """The caller's, less what would leak into kbuild, plus what makes builds repeatable."""
    env = {k: v for k, v in os.environ.items()
           if not re.match(r"MAKE|MFLAGS|KBUILD_|KCONFIG_|ARCH$|CROSS_COMPILE$|V$|O$|C$|M$", k)}
    env.update(LC_ALL="C", KBUILD_BUILD_TIMESTAMP="@0", KBUILD_BUILD_USER="kprobes",
               KBUILD_BUILD_HOST="boost", CCACHE_NOHASHDIR="1")
    return env


def kbuild(out, arch, *goals):
    row = ARCHES[arch]
    command = ["make", "-C", out if os.path.exists(f"{out}/Makefile") else os.path.dirname(out),
               f"O={out}", f"ARCH={row.karch}", f"CC=ccache {row.cross}gcc",
               f"-j{len(os.sched_getaffinity(0)) + 1}"]
    if row.cross:
        command.append(f"CROSS_COMPILE={row.cross}")
    return command + list(goals)


@once
def lay(tree, *args):
    env = dict(os.environ, BUILD=matrix.BUILD, KVER=matrix.KVER)
    if subprocess.run([f"{matrix.HERE}/tree.sh", tree, *args], env=env).returncode:
        sys.exit(1)


def requested(tree, flavour, arch):
    """Symbol -> wanted line, from the fragments; a later fragment wins."""
    row = FLAVOURS[flavour]
    arches = list(dict.fromkeys((ARCHES[arch].karch, arch)))
    names = ["base"] + arches + row.fragments
    patched = tree != "stock" and matrix.series()
    if patched and row.boost and arch == matrix.ARCH:
        names.append("boost")       # another one is built to show that it has no engine
    want = {}
    paths = [f"{matrix.HERE}/config/{name}.config" for name in names]
    paths += [path for name in names for a in arches
              if os.path.exists(path := f"{matrix.HERE}/config/{name}.{a}.config")]
    for path in paths:
        with open(path) as f:
            for line in f:
                m = re.match(r"(?:# )?(CONFIG_\w+)(=.+| is not set)$", line.rstrip())
                if m and (patched or not re.match(r"CONFIG_KPROBES_(BOOST|GC)", m[1])):
                    want[m[1]] = line.rstrip()
    return want


def configure(tree, flavour, arch, out, logfile):
    want = requested(tree, flavour, arch)
    os.makedirs(out, exist_ok=True)
    with open(f"{out}/.requested", "w") as f:
        f.write("\n".join(want.values()) + "\n")
    with open(logfile, "ab") as f:
        code = subprocess.run(kbuild(out, arch, "allnoconfig"), stdin=subprocess.DEVNULL,
                              stdout=f, stderr=f,
                              env=dict(environment(), KCONFIG_ALLCONFIG=f"{out}/.requested"))
    if code.returncode:
        failed(f"configuring {tree} {flavour}", logfile)
    with open(f"{out}/.config") as f:
        have = set(f.read().splitlines())
    for symbol, line in want.items():
        if tree == "prefix" and "KPROBES_BOOST" in symbol:
            continue            # the patch that offers it may still be to come
        # a symbol that cannot even be asked for is as good as not set
        if line in have or line.endswith(" is not set") and \
                not any(h.startswith(symbol + "=") for h in have):
            continue
        die(f"{tree} {flavour}: the kernel's Kconfig did not accept '{line}'")


def failed(what, logfile):
    with open(logfile, errors="replace") as f:
        lines = f.read().splitlines()
    bad = [l for l in lines if re.search(r"error:|ERROR|\*\*\* |undefined reference|FAILED", l)]
    for line in (bad or lines)[:10]:
        print(f"  {line}", file=sys.stderr)
    die(f"{what} failed, see {os.path.relpath(logfile)}")


@contextlib.contextmanager
def locked(directory):
    """One builder at a time in a directory."""
    os.makedirs(directory, exist_ok=True)
    with open(f"{directory}/.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def kernel(tree, flavour, goals=None, arch=matrix.ARCH, quiet=False):
    """Configure and build in a laid tree; returns the output directory.

    goals: of kbuild, or a function that has them for the directory when it is configured;
    a kernel to boot and its modules if there are none.
    quiet: say nothing of errors, the caller looks at what was built.
    """
    make = make_kernel if goals or tree == "prefix" else make_kernel_once
    return make(tree, flavour, goals, arch, quiet)


def make_kernel(tree, flavour, goals, arch, quiet):
    goals = goals or (os.path.basename(ARCHES[arch].image), "modules")
    out = outdir(tree, flavour, arch)
    if not os.path.isdir(out):
        if subprocess.run([f"{matrix.HERE}/space.sh", matrix.BUILD, str(KERNEL_KB),
                           f"the {flavour} kernel"]).returncode:
            sys.exit(1)
    logfile = log(f"kernel-{matrix.KVER}-{arch}-{tree}-{flavour}.log")
    with locked(out):
        start = time.monotonic()
        open(logfile, "w").close()
        configure(tree, flavour, arch, out, logfile)
        goals = goals(out) if callable(goals) else goals
        if step.run(kbuild(out, arch, *goals), logfile, f"kernel {tree} {flavour} {arch}",
                    count=" CC ", env=environment()) and not quiet:
            failed(f"building {tree} {flavour}", logfile)
        with open(logfile) as f:
            text = f.read()
        objects = len(re.findall(r"^ +(?:CC|AS) ", text, re.M))
        step.say(f"kernel {tree} {flavour} {arch}: {objects} objects in "
                 f"{step.clock(time.monotonic() - start)}")
        for line in text.splitlines():
            if "warning:" in line and not quiet:
                print(f"  {line}")
    return out


make_kernel_once = once(make_kernel)


def sources():
    """Files of the test modules, relative to their directory."""
    return {os.path.relpath(os.path.join(base, name), MODULES)
            for base, _, names in os.walk(MODULES) for name in names
            if name == "Kbuild" or name.endswith((".c", ".h", ".S"))}


def same(a, b):
    try:
        with open(a, "rb") as f, open(b, "rb") as g:
            return f.read() == g.read()
    except FileNotFoundError:
        return False


@once
def modules(tree, flavour):
    """Build the test modules against a kernel; returns the .ko files, kernel's own included."""
    out = outdir(tree, flavour)
    place = moddir(tree, flavour)
    logfile = log(f"modules-{matrix.KVER}-{matrix.ARCH}-{tree}-{flavour}.log")
    with locked(place):
        for base, _, names in os.walk(place):
            for path in (os.path.join(base, n) for n in names):
                if path.endswith((".c", ".h", ".S", ".ko")) and not path.endswith(".mod.c") and \
                        os.path.relpath(path, place) not in sources():
                    os.remove(path)
        for name in sources():
            if not same(f"{MODULES}/{name}", f"{place}/{name}"):
                os.makedirs(os.path.dirname(f"{place}/{name}"), exist_ok=True)
                shutil.copyfile(f"{MODULES}/{name}", f"{place}/{name}")
        open(logfile, "w").close()
        if step.run(kbuild(out, matrix.ARCH, f"M={place}", "modules"), logfile,
                    env=environment()):
            failed(f"building the test modules for {tree} {flavour}", logfile)
    with open(logfile) as f:
        print("".join(f"  {line}" for line in f if "warning:" in line.lower()), end="")
    with open(f"{out}/modules.order") as f:
        own = [os.path.join(out, os.path.splitext(line.strip())[0] + ".ko") for line in f]
    return sorted(own + [os.path.join(place, n) for n in os.listdir(place) if n.endswith(".ko")])


def samples(flavour):
    """Build the examples as external modules against a boost kernel; returns the .ko files."""
    place = moddir("boost", f"{flavour}-samples")
    logfile = log(f"samples-{matrix.KVER}-{matrix.ARCH}-{flavour}.log")
    # not what a user's own build left there
    names = sorted(name for name in os.listdir(SAMPLES) if name == "Makefile" or
                   name.endswith(".c") and not name.endswith(".mod.c"))
    with locked(place):
        for name in names:
            if not same(f"{SAMPLES}/{name}", f"{place}/{name}"):
                shutil.copyfile(f"{SAMPLES}/{name}", f"{place}/{name}")
        open(logfile, "w").close()
        if step.run(kbuild(outdir("boost", flavour), matrix.ARCH, f"M={place}", "modules"),
                    logfile, env=environment()):
            failed("building the examples as external modules", logfile)
    return [os.path.join(place, os.path.splitext(name)[0] + ".ko")
            for name in names if name.endswith(".c")]


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("stock", "boost"):
        die("usage: build.py stock|boost FLAVOUR [make goal...]", 2)
    tree, flavour, *goals = sys.argv[1:]
    if flavour not in FLAVOURS:
        die(f"FLAVOUR={flavour}: not one of {' '.join(FLAVOURS)}")
    lay(tree)
    if goals:
        kernel(tree, flavour, goals)
    else:
        kernel(tree, flavour)
        modules(tree, flavour)


if __name__ == "__main__":
    step.start(main)
