#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: console.py FILE...
#
# Judge a guest's console: show every line that a sane kernel does not print, and
# fail if there is one.  Called by guest.py for every run.  A line is bad by default
# as soon as it matches; the few exceptions stand in ALLOWED, each with its reason.

import re
import sys

BAD = [re.compile(p) for p in (
    # whatever the kernel calls a bug or a warning itself
    r"\bBUG\b", r"WARN(ING:|_ON|\b)", r"Badness", r"\bkernel BUG at",
    r"Kernel panic", r"not syncing", r"Oops", r"Call Trace", r"\bRIP: 0010", r"Tainted: ",
    r"cut here", r"={10}", r"!!!",
    # traps nobody asked for
    r"\bint3: ", r"\bdebug: 0000", r"general protection fault", r"invalid opcode",
    r"double fault", r"stack segment", r"[Uu]nable to handle", r"\btraps: ", r"segfault",
    r"unexpected trap", r"unchecked MSR", r"stack guard", r"stack-protector", r"Undefined instruction",
    r"Bad mode", r"Internal error", r"Unexpected kernel", r"Unhandled (\d|fault|debug)", r"undefined instruction",
    # kprobes
    r"Unrecoverable kprobe", r"program counter is in ", r"[Ff]ailed to (arm|disarm|recover|optimize|unoptimize)",
    # lockdep, RCU, sleeping and preempting where one must not
    r"circular locking", r"recursive locking", r"inconsistent lock state", r"bad unlock balance",
    r"lock held", r"held lock freed", r"irq lock inversion", r"Invalid wait context",
    r"MAX_LOCK", r"MAX_STACK_TRACE", r"turning off the locking correctness validator",
    r"suspicious RCU", r"RCU-list traversed", r"[Ii]llegal context switch", r"scheduling while atomic",
    r"sleeping function called", r"smp_processor_id\(\) in preemptible", r"Voluntary context switch",
    # stalls
    r"\bstall", r"soft lockup", r"hard LOCKUP", r"blocked for more than", r"hung task", r"workqueue lockup",
    r"kthread starved", r"lockup -", r"clocksource: .*unstable",
    # memory and lists
    r"corrupt", r"list_(add|del)", r"ODEBUG", r"refcount_t:", r"Bad page", r"bad page state",
    r"Poison overwritten", r"Redzone", r"Objects remaining", r"[Ll]eak", r"use-after-free",
    r"Out of memory", r"page allocation failure", r"nobody cared",
    # sanitizers
    r"\bK[ACM]SAN\b", r"KFENCE", r"UBSAN",
)]

ALLOWED = [re.compile(p) for p in (
    # KUnit names its passed cases after the faults they look for
    r"\] +ok \d+ ",
    # every test module is one, and says so once
    r"loading out-of-tree module taints kernel",
    # the names of checks that are switched on, printed at boot
    r"RCU callback double-/use-after-free debug is enabled",
    # kmemleak's start, and that it does without the allocation that was made to fail
    r"kmemleak: (Kernel memory leak detector initialized|Cannot allocate a scan area)",
    # lockdep's own limits and licence, printed at boot
    r"\.\.\. (MAX_LOCK|CHAINHASH|CLASSHASH)",
)]


def findings(lines):
    """(line number, line) of every bad line."""
    found = []
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        if any(p.search(line) for p in BAD) and not any(p.search(line) for p in ALLOWED):
            found.append((number, line))
    return found


def main():
    bad = False
    for name in sys.argv[1:]:
        with open(name, errors="replace") as f:
            for number, line in findings(f):
                print(f"{name}:{number}: {line}")
                bad = True
    sys.exit(bad)


if __name__ == "__main__":
    main()
