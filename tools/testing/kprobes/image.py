#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: image.py KERNEL OUT
#
# A vmlinux with symbols out of a kernel as it is booted, for survey.py.  The image is
# unpacked (gzip, xz, lzma, zstd), its symbols are read from its own kallsyms, laid out
# as scripts/kallsyms.c of Linux 6.1 does it, and OUT is an ELF file with as much of it as
# survey needs: text, the tables that the kernel keeps of it, and symbols without sizes.

import lzma
import re
import struct
import subprocess
import sys
import zlib
from collections import namedtuple

from matrix import die

# e_machine of ELF
X86_64, AARCH64, ARM = 62, 183, 40

Symbol = namedtuple("Symbol", "name kind address")
Section = namedtuple("Section", "name address data executable")

# Where a bare image is linked: arch/arm64/include/asm/memory.h, arch/arm/Makefile
BASES = {AARCH64: [0xffff800008000000],
         ARM: [0xc0008000, 0xc0108000, 0xc0208000, 0xc0308000]}
# Relocation of a word of a relocatable arm64 kernel, R_AARCH64_RELATIVE
RELATIVE = struct.pack("<Q", 0x403)
ELF = b"\x7fELF"
# What the digits stand for in the table of tokens: themselves
DIGITS = b"".join(b"%d\0" % i for i in range(10))
DIGIT_0 = ord("0")
# Number of symbols that a kernel can have
FEW, MANY = 5000, 2000000
# Bytes that all symbols' names take at most
NAMES = 1 << 24


def unzstd(data):
    try:
        return subprocess.run(["zstd", "-dcq"], input=data, capture_output=True).stdout
    except OSError:
        return b""


PACKED = [
    (b"\x1f\x8b\x08", lambda d: zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(d)),
    (b"\xfd7zXZ\0", lambda d: lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(d)),
    (b"\x28\xb5\x2f\xfd", unzstd),
    (b"\x5d\0\0", lambda d: lzma.LZMADecompressor(lzma.FORMAT_ALONE).decompress(d)),
]


def unpack(data):
    """An ELF file that is packed, such as a module; or the kernel's own image within what
    the boot loader gets, or that itself."""
    for magic, function in PACKED:
        for found in re.finditer(re.escape(magic), data):
            try:
                inner = function(data[found.start():])
            except (zlib.error, lzma.LZMAError, EOFError):
                continue
            if b"Linux version " in inner or not found.start() and inner[:4] == ELF:
                return inner
    return data


def aligned(value, to):
    return (value + to - 1) // to * to


def token_table(data):
    """(where it begins, the tokens); None if there is none."""
    for found in re.finditer(re.escape(DIGITS), data):
        end, tokens = found.start(), []
        for _ in range(256 - DIGIT_0):
            end = data.index(b"\0", end) + 1
        for align in (8, 4):
            index = struct.unpack_from("<256H", data, aligned(end, align))
            start = found.start() - index[DIGIT_0]
            if index[0] or start < 0:
                continue
            tokens = [data[start + i:data.index(b"\0", start + i)] for i in index]
            if start + index[255] + len(tokens[255]) + 1 == end:
                return start, tokens
    return None


def read_names(data, at, number, markers, tokens):
    """The names with their kinds before them; None if this is not where they are."""
    names, start = [], at
    for nr in range(number):
        if nr % 256 == 0 and at - start != markers[nr // 256]:
            return None
        length, at = data[at], at + 1
        if length & 0x80:
            length, at = length & 0x7f | data[at] << 7, at + 1
        names.append(b"".join([tokens[b] for b in data[at:at + length]]))
        at += length
    return names


def kallsyms(data, word):
    """All symbols of an image whose addresses have so many bytes."""
    found = token_table(data)
    if not found:
        return []
    end, tokens = found
    for at in range(max(0, end - NAMES) & ~(word - 1), end, word):
        number, = struct.unpack_from("<I", data, at)
        if not FEW < number < MANY:
            continue
        groups = (number + 255) // 256
        # With the order of names or, in early versions, without it
        for order in (3 * number, 0):
            place = end - aligned(order, word) - aligned(4 * groups, word)
            if place < at or struct.unpack_from("<I", data, place)[0]:
                continue
            markers = struct.unpack_from(f"<{groups}I", data, place)
            if not 0 <= place - (at + word) - markers[-1] < 256 * 256:
                continue
            names = read_names(data, at + word, number, markers, tokens)
            if names:
                return list(with_addresses(data, at, word, names))
    return []


def with_addresses(data, at, word, names):
    base, = struct.unpack_from("<Q" if word == 8 else "<I", data, at - word)
    offsets = struct.unpack_from(f"<{len(names)}i", data,
                                 at - word - aligned(4 * len(names), word))
    # With absolute addresses of per-CPU data, those relative to the base are negative.
    percpu = any(o < 0 for o in offsets)
    for name, offset in zip(names, offsets):
        if percpu:
            address = offset if offset >= 0 else base - 1 - offset
        else:
            address = base + (offset & 0xffffffff)
        yield Symbol(name[1:], chr(name[0]), address)


def elf_sections(data):
    """Of an ELF image without symbols, those that are loaded."""
    offset, = struct.unpack_from("<Q", data, 40)
    size, number, names = struct.unpack_from("<HHH", data, 58)
    heads = [struct.unpack_from("<IIQQQQ", data, offset + i * size) for i in range(number)]
    for name, kind, flags, address, start, length in heads:
        name = heads[names][4] + name
        if flags & 2 and kind == 1:
            yield Section(data[name:data.index(b"\0", name)].decode(), address,
                          data[start:start + length], bool(flags & 4))


def relocate(data, base):
    """What an arm64 kernel does to itself before it runs: its own addresses are missing."""
    image = bytearray(data)
    for found in re.finditer(re.escape(RELATIVE), data):
        at = found.start() - 8
        if at < 0 or at % 8 or at + 24 > len(data):
            continue
        offset, addend = struct.unpack_from("<Q8xQ", data, at)
        if 0 <= offset - base <= len(data) - 8 and 0 <= addend - base <= 2 * len(data):
            struct.pack_into("<Q", image, offset - base, addend)
    return bytes(image)


def base_of(data, machine, symbols):
    """Where most functions begin as functions do: what they push."""
    def pushes(base):
        at = (s.address - base for s in symbols if s.kind in "tT")
        return sum(data[a + 2:a + 4] == b"\x2d\xe9" or data[a:a + 2] == b"\x2d\xe9"
                   for a in at if 0 <= a < len(data))
    return max(BASES[machine], key=pushes) if len(BASES[machine]) > 1 else BASES[machine][0]


def raw_sections(data, base, symbols):
    """Of a bare image: the text between symbols, and all of it for whoever reads tables."""
    for name, first, last in ((".text", b"_stext", b"_etext"),
                              (".init.text", b"_sinittext", b"_einittext")):
        if first in symbols and last in symbols:
            start, end = symbols[first], symbols[last]
            yield Section(name, start, data[start - base:end - base], True)
    yield Section(".image", base, data, False)


def machine_of(data):
    if data[:4] == ELF:
        return struct.unpack_from("<H", data, 18)[0]
    if data[56:60] == b"ARM\x64":
        return AARCH64
    return ARM


def write_elf(path, machine, sections, symbols):
    """An ELF file of the machine's class with sections, and symbols of them."""
    wide = machine != ARM
    names, strings = b"\0", b"\0"
    table = b"\0" * (24 if wide else 16)
    for s in symbols:
        where = next((i for i, section in enumerate(sections, 1)
                      if 0 <= s.address - section.address <= len(section.data)), None)
        if not where:
            continue
        info = 0x12 if s.kind in "tTwW" and sections[where - 1].executable else 0x10
        at = len(strings)
        strings += s.name + b"\0"
        table += (struct.pack("<IBBHQQ", at, info, 0, where, s.address, 0) if wide else
                  struct.pack("<IIIBBH", at, s.address, 0, info, 0, where))
    heads, body = [bytes(64 if wide else 40)], bytes(64 if wide else 52)
    link = len(sections) + 2
    for name, address, data, kind, flags in \
            [(s.name.encode(), s.address, s.data, 1, 6 if s.executable else 2)
             for s in sections] + [(b".symtab", 0, table, 2, 0), (b".strtab", 0, strings, 3, 0),
                                   (b".shstrtab", 0, None, 3, 0)]:
        at = len(names)
        names += name + b"\0"
        data = names if data is None else data
        rest = (link, 1, 8, 24 if wide else 16) if kind == 2 else (0, 0, 8, 0)
        heads.append(struct.pack("<IIQQQQIIQQ" if wide else "<10I", at, kind, flags, address,
                                 len(body), len(data), *rest))
        body += data + bytes(-len(data) % 8)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    sizes = (64, 0, 0, 64) if wide else (52, 0, 0, 40)
    header = ident + struct.pack("<HHIQQQIHHHHHH" if wide else "<HHIIIIIHHHHHH", 2, machine, 1, 0,
                                 0, len(body), 0, *sizes, len(heads), len(heads) - 1)
    with open(path, "wb") as f:
        f.write(header + body[len(header):] + b"".join(heads))


def extract(path, out):
    """Write the ELF file; returns nothing, and ends the program if it cannot."""
    try:
        with open(path, "rb") as f:
            packed = f.read()
    except OSError as e:
        die(f"{path}: {e.strerror}")
    data = unpack(packed)
    if data[:4] == ELF and packed.startswith(tuple(magic for magic, _ in PACKED)):
        with open(out, "wb") as f:
            f.write(data)
        return
    if b"Linux version " not in data:
        die(f"{path}: neither an ELF file nor a kernel, or packed in a way that is not known")
    machine = machine_of(data)
    bare = data[:4] != ELF
    if bare and machine == AARCH64:
        data = relocate(data, BASES[machine][0])
    symbols = kallsyms(data, 4 if machine == ARM else 8)
    if not symbols:
        die(f"{path}: no symbols in it (CONFIG_KALLSYMS), or not those of Linux 6.1")
    by_name = {s.name: s.address for s in symbols}
    sections = list(raw_sections(data, base_of(data, machine, symbols), by_name) if bare else
                    elf_sections(data))
    write_elf(out, machine, sections, symbols)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        die(__doc__ or "usage: image.py KERNEL OUT")
    extract(*sys.argv[1:])
