#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: rows.py TABLE...     arch/arm/kernel/kprobes-boost/decode-{arm,thumb}.c
#
# Does the picture above each row say what its mask and value say?  Is there an encoding of
# each row that no row before it takes?

import random
import re
import sys

PICTURE = re.compile(r"^\t(?:/\*| \*)\s.*?((?:[01.c]{4} ){3,7}[01.c]{4})(?: \*/)?$")
ROW = re.compile(r"^\t\{ 0x(\w{8}), 0x(\w{8}), ")
TRIES = 100000


def parse(path):
    """(line, mask, value, picture) of each row."""
    rows, picture = [], None
    with open(path) as f:
        for nr, line in enumerate(f, 1):
            found = PICTURE.match(line.rstrip())
            if found:
                picture = found[1].replace(" ", "")
            found = ROW.match(line)
            if not found:
                continue
            rows.append((nr, int(found[1], 16), int(found[2], 16), picture))
            picture = None
    return rows


def check_picture(mask, value, picture):
    """What is wrong with a picture, or None."""
    if not picture:
        return "no picture"
    bits = len(picture)
    drawn = sum(1 << bits - 1 - i for i, bit in enumerate(picture) if bit in "01")
    ones = sum(1 << bits - 1 - i for i, bit in enumerate(picture) if bit == "1")
    if bits == 16:
        drawn |= 0xffff0000
    if (drawn, ones) != (mask, value):
        return f"the picture is {ones:08x} under {drawn:08x}"
    return None


def hidden(rows, index):
    """Does no encoding of the row come to it?"""
    _, mask, value, picture = rows[index]
    rng = random.Random(index)
    for _ in range(TRIES):
        insn = rng.getrandbits(32) & ~mask | value
        if picture and picture.startswith("cccc") and insn >> 28 == 0xf:
            continue
        if not any(insn & m == v for _, m, v, _ in rows[:index]):
            return False
    return True


def main():
    failed = 0
    for path in sys.argv[1:]:
        rows = parse(path)
        for index, (nr, mask, value, picture) in enumerate(rows):
            wrong = check_picture(mask, value, picture)
            if value & ~mask:
                wrong = "bits of the value are not in the mask"
            if not wrong and hidden(rows, index):
                wrong = "rows before it take all of its encodings"
            if wrong:
                failed += 1
                print(f"{path}:{nr}: {value:08x} under {mask:08x}: {wrong}")
        print(f"{path}: {len(rows)} rows")
    print(f"{failed} rows are wrong")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
