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

# karch: kbuild's name; image: in the output directory; cross: compiler prefix;
# qemu: command without accelerator (None: built, never booted);
# console, channel: the guest's names of the first and second serial line;
# icount: kernel words for an instruction-counting guest;
# trap: a breakpoint or a single step in QEMU's "-d int" log;
# late: what the console says first when a CPU runs into a slot that was reclaimed too
# early: it meets the poison, or the middle of an instruction that was written there since
Arch = namedtuple("Arch", "karch image cross qemu console channel icount trap late")

ARCHES = {
    "x86_64": Arch("x86_64", "arch/x86/boot/bzImage", "",
                   ["qemu-system-x86_64", "-machine", "pc", "-nodefaults", "-vga", "none"],
                   # nolapic: calibrating its timer spins for 15 s of real time;
                   # tsc=reliable: there is nothing to compare it with, then
                   "ttyS0", "ttyS1", "nolapic tsc=reliable", r": v=0[13] ",
                   r"(int3|invalid opcode|general protection fault.*|stack segment): 0000 \[#1\]|"
                   "BUG: unable to handle page fault|BUG: kernel NULL pointer"),
    "i386": Arch("i386", "arch/x86/boot/bzImage", "", None, None, None, None, None, None),
}

# fragments: config/NAME.config on top of base and the architecture's own;
# boost: with KPROBES_BOOST where the tree has it; why: shown by "make help"
Flavour = namedtuple("Flavour", "fragments boost why")

FLAVOURS = {
    "base": Flavour([], True, "preemptible SMP, nothing that no test needs"),
    "ftrace": Flavour(["ftrace"], True, "base and the function tracer"),
    "debug": Flavour(["debug"], True, "base and every check that can notice a mistake"),
    "busted": Flavour(["debug", "busted"], True, "debug, grace period skipped: must die"),
    "off": Flavour(["off"], False, "base without the engine, for code comparison"),
}

# How the guest's CPUs run, and how many.  icount: one instruction is one nanosecond, so
# counts repeat exactly.  mttcg: several CPUs at once, as far as the host has them;
# sockets, since firmware tables without ACPI name only the first CPU of a socket.
CPUS = {
    "icount": (1, ["-accel", "tcg", "-icount", "shift=0,sleep=off", "-smp", "1"]),
    "mttcg": (4, ["-accel", "tcg,thread=multi", "-smp", "4,sockets=4"]),
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
