# SPDX-License-Identifier: GPL-2.0
#
# What the patches do to a kernel that does not use them, and whether each prefix of
# the series builds.  Imported by check.py.  It must never compare nothing and call it
# the same.

import itertools
import os
import re
import shlex
import subprocess
import tempfile

import build
import ktap
import matrix
import step


def changed(name):
    """Files that a patch changes."""
    with open(os.path.join(matrix.TOP, "patches", matrix.KVER, name)) as f:
        return set(re.findall(r"^[-+]{3} [ab]/(\S+)", f.read(), re.M))


def touched_names():
    """Files that the series changes."""
    return set().union(*map(changed, matrix.series()))


def touched():
    """Those of them that the stock kernel has."""
    return {f for f in touched_names() if os.path.exists(os.path.join(matrix.tree("stock"), f))}


def dependents(out, files):
    """Objects in an output directory that were made from any of files."""
    wanted = re.compile("|".join(rf"(?:^|[\s/])\.\./{re.escape(f)}\s" for f in sorted(files)))
    found = []
    for base, _, names in os.walk(out):
        for name in names:
            if name.startswith(".") and name.endswith(".o.cmd") and ".mod.o" not in name:
                with open(os.path.join(base, name), errors="replace") as f:
                    if wanted.search(f.read()):
                        obj = os.path.join(base, name[1:-len(".cmd")])
                        if os.path.exists(obj):
                            found.append(os.path.relpath(obj, out))
    return sorted(found)


def code(obj):
    """Disassembly of every code section with relocations, without the line that names the
    file, and without places in the pool of strings, which has another order."""
    text = subprocess.run([matrix.ARCHES[matrix.ARCH].cross + "objdump", "-dr", obj],
                          capture_output=True, text=True, check=True).stdout
    return [re.sub(r"(\.rodata\.str\S*?)\+0x[0-9a-f]+", r"\1", l) for l in text.splitlines()
            if "file format" not in l]


def line_less(out, obj, made):
    """Make an object once more as kbuild did, with all lines of its source numbered alike.

    Where a warning has no table, the number of its line is an operand.
    """
    directory, name = os.path.split(obj)
    with open(os.path.join(out, directory, f".{name}.cmd")) as f:
        words = shlex.split(f.readline().partition(":=")[2].partition(";")[0])
    words = [w for w in words if not w.startswith("-Wp,-MMD,")]
    words[words.index("-o") + 1] = made
    subprocess.run(words + ["-D__LINE__=0", "-Wno-builtin-macro-redefined"], cwd=out,
                   capture_output=True, check=True)
    return made


def difference(stock, off, obj):
    """The function in which an object of two kernels parts, whatever lines they are."""
    where = first_difference(code(f"{stock}/{obj}"), code(f"{off}/{obj}"))
    if where:
        with tempfile.TemporaryDirectory() as d:
            a, b = (code(line_less(out, obj, f"{d}/{os.path.basename(obj)}")) for out in (stock, off))
            where = first_difference(a, b)
    return where


def first_difference(a, b):
    """The function in which two disassemblies part."""
    where = "?"
    for x, y in itertools.zip_longest(a, b):
        if x != y:
            return where
        if m := re.match(r"[0-9a-f]+ <(.+)>:", x):
            where = m[1]
    return None


def compare(stock, off, objects, count):
    for obj in objects:
        if not os.path.exists(f"{off}/{obj}"):
            count.fail(f"{obj}: not built")
        elif where := difference(stock, off, obj):
            count.fail(f"{obj}: code differs from the stock kernel's, first in {where}")
        else:
            count.passed += 1
    if not objects:
        count.fail("no object depends on a touched file")


def native(full=False):
    """The architecture's kernel without the engine against stock, every object concerned."""
    count = ktap.Count()
    build.lay("boost")
    stock = build.kernel("stock", "base")
    objects = dependents(stock, touched())
    off = build.kernel("boost", "off", None if full else objects)
    compare(stock, off, objects, count)
    return count


def twin():
    """The objects of touched sources in the kernel of the architecture's twin."""
    count = ktap.Count()
    arch = matrix.ARCHES[matrix.ARCH].twin
    build.lay("boost")
    objects = [re.sub(r"\.[cS]$", ".o", f) for f in sorted(touched()) if f.endswith((".c", ".S"))]
    # files that are not the twin's do not build for stock either
    build.kernel("stock", "base", ["-k", "-i", *objects], arch=arch, quiet=True)
    stock = build.outdir("stock", "base", arch)
    objects = [o for o in objects if os.path.exists(f"{stock}/{o}")]
    off = build.kernel("boost", "base", objects, arch=arch)
    compare(stock, off, objects, count)
    return count


def elsewhere(files):
    """Whether they are all documents or another architecture's."""
    own = f"arch/{matrix.ARCHES[matrix.ARCH].karch.partition('_')[0]}/"
    return all(f.startswith(("arch/", "Documentation/")) and not f.startswith(own) for f in files)


def prefixes(full=False):
    """Lay the series patch by patch; each time, what depends on the touched files builds."""
    count = ktap.Count()
    base = build.outdir("boost", "base")
    files = touched()
    stock_objects = [o for o in dependents(base, files)
                     if os.path.exists(os.path.join(build.outdir("stock", "base"), o))]
    ours = [o for o in dependents(base, overlay()) if o not in stock_objects]
    for n, name in enumerate(matrix.series(), 1):
        build.lay("boost", "prefix", str(n))
        if elsewhere(changed(name)) and not full:
            count.passed += 1       # it applies
            continue
        try:
            build.kernel("prefix", "base", None if full else
                         lambda out: stock_objects + [o for o in ours if offered(out, o)])
            count.passed += 1
        except SystemExit:
            count.fail(f"the series does not build up to {name}")
    if not matrix.series():
        count.skipped += 1
    return count


def offered(out, obj):
    """Whether a configured kernel would build an object of ours."""
    option = "CONFIG_SAMPLE_KPROBES_BOOST=m" if obj.startswith("samples/") else "CONFIG_KPROBES_BOOST=y"
    with open(f"{out}/.config") as f:
        return f"{option}\n" in f.read()


def overlay():
    """C and assembly sources that this repository adds to the kernel."""
    with open(os.path.join(matrix.tree("boost"), ".overlay")) as f:
        return {l.strip() for l in f if l.strip().endswith((".c", ".S"))}
