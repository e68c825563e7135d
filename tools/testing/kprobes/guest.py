#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: guest.py [options] SUITE      run one suite in a guest
#        guest.py [options] --shell    a shell in the guest, on this terminal
#
# Boot a kernel in QEMU (TCG, no KVM) and judge the run.  Exit code: 0 pass, 1 fail,
# 2 the guest was lost (it died or hung: no end marker), 3 usage.  The console goes to
# build/log/NAME.console, the results to build/log/NAME.result over a channel of their
# own.  It ends only the QEMU it started, also when it is interrupted itself.

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

import build
import console
import ktap
import matrix
import step
from matrix import ARCHES, CPUS, die, log

PASS, FAIL, LOST = "pass", "fail", "guest lost"
CODE = {PASS: 0, FAIL: 1, LOST: 2}

# count: ktap.Count, with one more test for "ended well and a clean console";
# rows: the JSON objects the suite sent
Run = namedtuple("Run", "name outcome count rows seconds")


def initramfs(tree, flavour, files):
    """Pack busybox, suites, modules and files; needs no privilege, devtmpfs makes the nodes."""
    place = os.path.join(matrix.BUILD, "guest")
    cpio = os.path.join(place, f"{matrix.KVER}-{matrix.ARCH}-{tree}-{flavour}.cpio")
    os.makedirs(place, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as root:
        fill(root, tree, flavour)
        for name, path in files.items():
            os.makedirs(os.path.dirname(f"{root}/{name}"), exist_ok=True)
            shutil.copy(path, f"{root}/{name}")
        names = [os.path.relpath(os.path.join(base, n), root)
                 for base, dirs, files in os.walk(root) for n in dirs + files]
        with open(f"{root}/cpio", "wb") as f:
            subprocess.run(["cpio", "--quiet", "-o", "-H", "newc", "-R", "0:0"], cwd=root, stdout=f,
                           input="\n".join(sorted(names)).encode(), check=True)
        os.replace(f"{root}/cpio", cpio)
    return cpio


def busybox():
    """A statically linked busybox of the guest's architecture; deps.sh fetches a foreign one."""
    debian = ARCHES[matrix.ARCH].debian
    path = os.path.join(matrix.BUILD, "foreign", debian, "bin/busybox") if debian else "/bin/busybox"
    if not os.path.exists(path):
        die(f"no {os.path.relpath(path)}; run make deps ARCH={matrix.ARCH}", 3)
    return path


def fill(root, tree, flavour):
    for d in ("bin", "dev", "modules", "proc", "sys"):
        os.makedirs(os.path.join(root, d))
    shutil.copy(busybox(), f"{root}/bin/")
    shutil.copytree(f"{matrix.HERE}/guest", f"{root}/suite")
    shutil.move(f"{root}/suite/init", f"{root}/init")
    os.chmod(f"{root}/init", 0o755)
    for module in build.modules(tree, flavour):
        shutil.copy(module, f"{root}/modules/")


def qemu(tree, flavour, cpus, append, serial, extra=(), files={}):
    row = ARCHES[matrix.ARCH]
    kernel = os.path.join(build.outdir(tree, flavour), row.image)
    if not os.path.exists(kernel):
        die(f"no kernel for {tree} {flavour}; run make kernel FLAVOUR={flavour}", 3)
    number, accelerator = CPUS[cpus]
    words = (f"console={row.console} panic=-1 oops=panic kbchannel={row.channel} "
             f"kbcpus={number} kbtraced={row.traced} {append}")
    if cpus == "icount":
        words += f" {row.icount}".rstrip()
    return (row.qemu + accelerator +
            ["-m", "512", "-no-reboot", "-display", "none", "-kernel", kernel,
             "-initrd", initramfs(tree, flavour, files), "-append", words]
            + [w for s in serial for w in ("-serial", s)] + list(extra))


def read(path):
    with open(path, errors="replace") as f:
        return f.read().splitlines()


def death_is(death, lines, bad):
    """Whether the guest died as expected, and of nothing else.

    death is what the first bad line must match; or a list, whose other entries must
    match lines after it, in this order, and then there must be one report only.
    """
    first, *rest = [death] if isinstance(death, str) else death
    if not bad or not re.search(first, bad[0][1]):
        return False
    later = iter(lines[bad[0][0]:])
    # the panic at the end may repeat what it is about
    reports = [line for line in lines if "not syncing" not in line]
    return all(any(re.search(r, line) for line in later) for r in rest) and \
        (not rest or all(sum(word in line for line in reports) <= 1
                         for word in ("cut here", "BUG: ", "Oops: ", "WARNING: ")))


def judge(console_lines, result_lines, code, death):
    """(outcome, ktap.Count) of a finished run; code None: the time limit was reached."""
    bad = console.findings(console_lines)
    end = [l for l in result_lines if l.startswith("# kb-end ")]
    died = not end and code is not None
    count = ktap.Count()

    if death:
        if died and death_is(death, console_lines, bad):
            count.passed += 1
            return PASS, count
        count.fail(f"expected to die on '{death}', but " +
                   ("it survived" if end else "it hung" if code is None else "it died of something else")
                   + (f": {bad[0][1]}" if bad else ""))
        return FAIL if end else LOST, count

    count.add(ktap.parse(result_lines))
    if not end:
        count.fail("guest lost: " + ("time limit reached" if code is None else "it died"))
    elif end[-1] != "# kb-end 0":
        count.fail(f"the suite ended with code {end[-1].split()[-1]}")
    if bad:
        count.fail("\n    ".join(["console is not clean:"] + [l for _, l in bad[:20]]))
    if end and end[-1] == "# kb-end 0" and not bad:
        count.passed += 1
    return (LOST if not end else FAIL if count.failed else PASS), count


def run(suite, tree="boost", flavour="base", cpus="icount", append="", limit=300, death=None,
        extra=(), name=None, add={}):
    """Boot a built kernel, run one suite, and judge it.

    limit: seconds of real time; add: files for the guest, by their name in its root.
    """
    name = name or f"{suite}-{matrix.KVER}-{matrix.ARCH}-{tree}-{flavour}"
    files = {kind: log(f"{name}.{kind}") for kind in ("console", "result", "qemu")}
    for path in files.values():
        open(path, "w").close()
    command = qemu(tree, flavour, cpus, f"kbsuite={suite} {append}",
                   [f"file:{files['console']}", f"file:{files['result']}"], extra, add)
    start = time.monotonic()
    code = step.run(command, files["qemu"], f"guest {name}", limit=limit)
    seconds = time.monotonic() - start
    result = [l.rstrip("\r") for l in read(files["result"])]
    outcome, count = judge(read(files["console"]), result, code, death)
    if code:
        count.fail("\n    ".join([f"qemu ended with code {code}"] + read(files["qemu"])[:5]))
    rows = [json.loads(l[len("# row: "):]) for l in result if l.startswith("# row: ")]
    step.say(f"guest {name}: {outcome}, {count}, in {step.clock(seconds)}")
    for text in count.failures:
        print(f"    {text}")
    return Run(name, outcome, count, rows, seconds)


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("suite", nargs="?")
    p.add_argument("--shell", action="store_true")
    p.add_argument("--tree", default="boost", choices=("stock", "boost"))
    p.add_argument("--flavour", default="base", choices=matrix.FLAVOURS)
    p.add_argument("--cpus", default="icount", choices=CPUS)
    p.add_argument("--append", default="", help="more words for the kernel command line")
    p.add_argument("--limit", type=float, default=300, help="seconds")
    p.add_argument("--expect-death", metavar="REGEX")
    p.add_argument("--qemu", action="append", default=[], help="one more word for QEMU")
    a = p.parse_args()
    if a.shell:
        command = qemu(a.tree, a.flavour, a.cpus, a.append, ["mon:stdio", "null"], a.qemu)
        os.execvp(command[0], command)
    if not a.suite or not os.path.exists(f"{matrix.HERE}/guest/{a.suite}.sh"):
        die(f"no suite '{a.suite}'", 3)
    r = run(a.suite, a.tree, a.flavour, a.cpus, a.append, a.limit, a.expect_death, a.qemu)
    sys.exit(CODE[r.outcome] or bool(r.count.failed))


if __name__ == "__main__":
    step.start(main)
