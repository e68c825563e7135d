# SPDX-License-Identifier: GPL-2.0
#
# What is built and booted, as data: architectures, flavours, places.
# Imported by every other Python file here.  A new architecture or flavour is a
# new row and a new fragment in config/; no other file may know one by name.

import os
import sys
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "../../.."))
BUILD = os.environ.get("BUILD") or os.path.join(TOP, "build")
KVER = os.environ.get("KVER") or "6.1"
ARCH = os.environ.get("ARCH") or "x86_64"

# What a hit may cost, against the same instruction on the stock kernel: boosted against
# stepped, and more than what nothing with an exception can beat; trampolined with
# post_handler against stepped; simulated; policy off, which may be cheaper where both
# simulate, since the code that simulates is ours.  emulated: boosted against the kernel's
# own emulation of what processes registers, which are the instructions that processing
# matches; anything else may at least cost no more.
Limits = namedtuple("Limits", "boosted over_floor trampolined simulated off emulated processing",
                    defaults=[None, None])

# What objdump prints, for sorting instructions by their form.  branch: one with its
# target at the end; number, register: operands of which it does not matter which they are;
# comment: begins after the operands; fill: what the linker fills gaps with; data: no
# instruction; begins, ends: a sequence that no exception may interrupt, if it matters
# here that the stock kernel accepts a probe in it; middle: whether a probe in the middle
# of an instruction is refused.
Syntax = namedtuple("Syntax", "branch number register comment fill data begins ends middle",
                    defaults=[None, None, True])

# karch: kbuild's name; image: in the output directory; cross: compiler prefix; debian: the
# package archive's name, if that is not the host's;
# qemu: command without accelerator (None: built, never booted); all_cpu: words for a CPU
# with all that TCG knows;
# console, channel: the guest's names of the console and of the result channel;
# icount: kernel words for an instruction-counting guest;
# trap: a breakpoint or a single step in QEMU's "-d int" log;
# oops: what the console says first when the kernel follows a null pointer;
# late: likewise when a CPU runs into a slot that was reclaimed too early: it meets the
# poison, or the middle of an instruction that was written there since;
# traced: size of what the function tracer has at the start of a function;
# optimizes: whether the kernel has jump optimisation;
# decodes: whether the stock kernel decodes a function from its start to place a probe;
# fixups: whether an instruction with a fix-up can be probed;
# patched: how CPUs run, of CPUS, where code is patched that others may be at;
# busted: words for the torture that a broken collector must not survive;
# steps: exceptions of a hit that is run the kernel's own way;
# twin: another architecture whose kernel the patches touch, built to show that they leave
# it alone; suite: the flavour in which the kernel tests kprobes by itself; limits, syntax: as
# above; disk: QEMU's name of a disk
Arch = namedtuple("Arch", "karch image cross debian qemu all_cpu console channel icount trap oops "
                  "late traced optimizes decodes fixups patched busted steps twin suite limits syntax "
                  "disk",
                  defaults=[None] * 13 + ["single", "", 2] + [None] * 4 + ["virtio-blk-device"])

# The second -serial is no serial line of this machine, but the console of a virtio device,
# which hands every character over before it goes on.
_VIRT = ["-nodefaults", "-device", "virtio-serial-device",
         "-device", "virtconsole,chardev=serial1"]

ARCHES = {
    "x86_64": Arch(
        "x86_64", "arch/x86/boot/bzImage", "",
        qemu=["qemu-system-x86_64", "-machine", "pc", "-nodefaults", "-vga", "none"],
        all_cpu=["-cpu", "max"],
        console="ttyS0", channel="ttyS1",
        # nolapic: calibrating its timer spins for 15 s of real time;
        # tsc=reliable: there is nothing to compare it with, then
        icount="nolapic tsc=reliable",
        trap=r": v=0[13] ",
        oops="BUG: kernel NULL pointer dereference",
        late=r"(int3|invalid opcode|general protection fault.*|stack segment): 0000 \[#1\]|"
             "BUG: unable to handle page fault|BUG: kernel NULL pointer",
        traced=5, optimizes=True, twin="i386",
        limits=Limits(boosted=0.55, over_floor=15, trampolined=0.70, simulated=1.0, off=0.02),
        syntax=Syntax(branch=r"((?:\S+ )?(?:call|j[a-z]+|loop[a-z]*|xbegin) +)[0-9a-f]+$",
                      number=r"\$?-?0x[0-9a-f]+",
                      register=r"%(?!rsp|esp|rip|[cdefgs]s|[cd]r|st|[xyz]mm)\w+",
                      comment="#", fill="int3", data=None), decodes=True, fixups=True,
        disk="virtio-blk-pci"),
    "i386": Arch("i386", "arch/x86/boot/bzImage", ""),
    "arm64": Arch(
        "arm64", "arch/arm64/boot/Image", "aarch64-linux-gnu-", "arm64",
        qemu=["qemu-system-aarch64", "-machine", "virt,gic-version=3", "-cpu", "cortex-a57",
              *_VIRT],
        # pauth-impdef: the architected way to sign a pointer takes TCG very long
        all_cpu=["-cpu", "max,pauth-impdef=on", "-machine", "mte=on"],
        console="ttyAMA0", channel="hvc0", icount="",
        trap=r"^Taking exception 7 \[",
        oops="Unable to handle kernel NULL pointer dereference",
        late=r"Unexpected kernel BRK exception|Internal error: (BRK handler|Oops)|"
             r"Unable to handle kernel",
        traced=8, optimizes=False,
        limits=Limits(boosted=0.53, over_floor=15, trampolined=0.68, simulated=0.95, off=0.02),
        syntax=Syntax(branch=r"((?:b|bl|b\.\w+|bc\.\w+|cbn?z|tbn?z|adrp?|ldr|ldrsw|prfm)\t"
                             r"(?:[^\[]*, )?)[0-9a-f]+$",
                      number=r"#-?(?:0x)?[0-9a-f.e+-]+",
                      register=r"\b[xwqdshbv](?:[0-9]|[12][0-9]|3[01]|zr)\b",
                      comment="//", fill=None, data=r"\.(?:word|short|byte|xword|hword)\b"), decodes=False, fixups=False),
}

_ARM = ARCHES["arm64"]._replace(
    karch="arm", image="arch/arm/boot/zImage", cross="arm-linux-gnueabihf-", debian="armhf",
    qemu=["qemu-system-arm", "-machine", "virt", "-cpu", "cortex-a15", *_VIRT],
    all_cpu=["-cpu", "max"],
    # a probe is an undefined instruction, of the kernel: so is a program's first use of VFP
    trap=r"^Taking exception 1 \[.*\n\.\.\.from EL1 ", optimizes=True, fixups=True,
    # Code is patched with the machine stopped, and nobody translates it then; a CPU that
    # waits for the others to stop would burn its turn
    patched="pair",
    # Else the optimizer's grace periods, of ten seconds each, leave the collector little to do
    busted="kboptimize=0",
    # what the function tracer has comes behind what saves registers
    traced=0, steps=1, suite="armtest",
    oops="8<--- cut here ---",
    late=r"8<--- cut here ---|Internal error: |Unhandled (fault|prefetch)|Unable to handle kernel",
    # nothing is stepped
    # processing: "Data-processing" of the ARM ARM, A5.2.1 to A5.2.3; the floor alone is 0.91
    # of what MOVW or a bit field costs
    limits=Limits(boosted=None, over_floor=15, trampolined=None, simulated=1.02, off=0.025,
                  emulated=0.90, processing=r"(?:ad[cd]s?|rsb|cmp|tst|mov|mvn|and|eor|ls[lr]) "),
    syntax=Syntax(branch=r"((?:bl?x?(?:eq|ne|[cv][cs]|mi|pl|hi|ls|[gl][et])?(?:\.[nw])?|cbn?z)\t"
                         r"(?:[^\[]*, )?)[0-9a-f]+$",
                  number=r"#-?(?:0x)?[0-9a-f]+", register=r"\b(?:r[0-9]|r1[0-2]|sl|fp|ip|lr)\b",
                  comment="@", fill=None, data=r"\.(?:word|short|byte)\b",
                  begins="ld(?:r|a)ex", ends="st(?:r|l)ex"))
ARCHES["arm"] = _ARM
# Instructions begin at any halfword, and an odd address is that of the halfword below.
ARCHES["thumb"] = _ARM._replace(optimizes=False, syntax=_ARM.syntax._replace(middle=False))

# Steps of check.py that are for one architecture only: instructions, or a form of code,
# that the others do not have.
OWN = {"x86_64": ("lock-base", "fault-call", "kernel-boost-hardened", "boost-hardened")}

# Steps for which the kernel has nothing on an architecture.
LACKS = dict.fromkeys(("arm", "thumb"), ("kernel-boost-kcsan", "torture-kcsan"))

# Steps of check.py for an architecture that is not the first one checked: what is not in
# here is either no different there or takes more than its share of an hour.
SHORT = ("kernel-stock-base", "kernel-boost-base", "host", "bench", "exceptions",
         "kunit-base", "boost-base", "busy-base", "load-base", "calls-base", "coverage", "fault",
         "off-is-stock", "torture-base", "kernel-boost-busted", "busted-nowait")
# Where the kernel has tests of its own, they take the place of what is much alike on all
# architectures: ten minutes
if ARCHES[ARCH].suite:
    SHORT = ("kernel-stock-base", "kernel-boost-base", "host", "bench", "exceptions",
             "kunit-base", "boost-base", "calls-base", "coverage", "off-is-stock",
             *(what + ARCHES[ARCH].suite + policy for what, policy in (
                 ("kernel-boost-", ""), ("", "-auto"), ("", "-trampoline"))))

# fragments: config/NAME.config, and NAME.ARCH.config if there is one, on top of base and
# the architecture's own;
# boost: with KPROBES_BOOST where the tree has it; why: shown by "make help"
Flavour = namedtuple("Flavour", "fragments boost why")

FLAVOURS = {
    "base": Flavour([], True, "preemptible SMP, nothing that no test needs"),
    "ftrace": Flavour(["ftrace"], True, "base and the function tracer"),
    "clients": Flavour(["ftrace", "clients"], True, "ftrace and what perf, SystemTap and BPF want"),
    "debug": Flavour(["debug"], True, "base and every check that can notice a mistake"),
    "kasan": Flavour(["kasan"], True, "base and KASAN, kmemleak"),
    "kcsan": Flavour(["kcsan"], True, "base and KCSAN"),
    "hardened": Flavour(["hardened"], True, "base and the mitigations that shape code"),
    "busted": Flavour(["busted"], True, "base, grace period skipped: must die"),
    "armtest": Flavour(["armtest"], True, "base and the kernel's own tests, for ARM"),
    "off": Flavour(["off"], False, "base without the engine, for code comparison"),
}

# How the guest's CPUs run, and how many.  icount: one instruction is one nanosecond, so
# counts repeat exactly.  mttcg: several CPUs at once, as far as the host has them.
# single: several CPUs in turn, for code that is patched while it runs on all of them,
# of which QEMU 7.2 with several threads keeps what it had translated.
# pair: as mttcg, with no more CPUs than the host has, where each stop of the machine waits
# for all of them.
# sockets: since firmware tables without ACPI name only the first CPU of a socket.
CPUS = {
    "icount": (1, ["-accel", "tcg", "-icount", "shift=0,sleep=off", "-smp", "1"]),
    "mttcg": (4, ["-accel", "tcg,thread=multi", "-smp", "4,sockets=4"]),
    "pair": (2, ["-accel", "tcg,thread=multi", "-smp", "2,sockets=2"]),
    "single": (4, ["-accel", "tcg,thread=single", "-smp", "4,sockets=4"]),
}


def die(text, code=1):
    """One line to the user, and out."""
    print(f"{os.path.basename(sys.argv[0])}: {text}", file=sys.stderr)
    sys.exit(code)


def tree(name):
    return os.path.join(BUILD, "src", f"linux-{KVER}-{name}")


def outdir(tree_name, flavour, arch=ARCH):
    # directly below the source, so that kbuild uses relative paths only and
    # ccache shares objects between trees
    return os.path.join(tree(tree_name), f"o-{arch}-{flavour}")


def moddir(tree_name, flavour):
    return os.path.join(BUILD, "modules", f"{KVER}-{ARCH}-{tree_name}-{flavour}")


def log(name):
    path = os.path.join(BUILD, "log", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def series():
    """The patches of this kernel version, in order."""
    path = os.path.join(TOP, "patches", KVER, "series")
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [name for line in f if (name := line.split("#")[0].strip())]
