# SPDX-License-Identifier: GPL-2.0
#
# Break the engine in one place at a time, and see that the host tests notice.  Called
# by host.py.  Mutants are drawn with a fixed seed from all that the operators below
# can do to the table, to the one of what arm64 has not allocated, and to the rest of
# the code.

import concurrent.futures
import contextlib
import glob
import os
import random
import re
import shutil
import signal
import subprocess
from collections import namedtuple

import step

# Of ARM, one of two tables
FILES = ("decode.c", "decode-{arch}.c", "simulate.c", "slot.c")
SEED = 6
# Seconds of the processor for a test of one mutant, which takes a quarter of it at most
LIMIT = 120
# From the table, from the rest, and from what is not allocated
DRAWN = (35, 35, 15)

# function: which one it is in, or "" if it is in a table
Mutant = namedtuple("Mutant", "file function number before after")

# In a command: the program, and a list of explanations that may name rows
PROGRAM = None
List = namedtuple("List", "path")

# In a row of the table: a token, and what may stand in its place
MODES = {"BT": ("B", "K"), "B": ("BT", "K"), "S": ("BT", "NO"), "SB": ("B", "BT"),
         "SBK": ("BT",), "K": ("BT", "NO"), "NO": ("K", "B"), "T": ("BT",)}
ROW = [(rf"(?<=[ ,|]){token}(?=[ ,])", choices) for token, choices in MODES.items()] + [
    (r"(?<= )RM(?=,)", ("REG", "MEM")),
    (r"(?<= )MEM(?=,)", ("RM",)),
    (r"(?<= )REG(?=,)", ("RM",)),
    (r"\bNO_RM\b", ("RM",)),
    (r"\bANY\b", ("0x7f",)),
    (r"\bGPR_W\b", ("GPR", "NONE")),
    (r"\bGPR\b", ("GPR_W", "NONE", "MIXED")),
    (r"\bGPR_RM\b", ("NONE", "GPR")),
    (r"\bGPR_RM_W\b", ("GPR_RM", "NONE", "GPR_W")),
    (r"\bGPR_EXT\b", ("GPR", "NONE")),
    (r"\bGPR_OPCODE\b", ("NONE",)),
    (r"\bGPR_OPCODE_8\b", ("GPR_OPCODE", "NONE")),
    (r"\bMIXED\b", ("NONE", "GPR")),
    (r"\bBRANCH\b", ("P66 | P67",)),
    (r"\bF3\b", ("PF3",)),
    (r"P66 \| ", ("",)),
    (r" \| LOCK", ("",)),
    (r"\bRN \| RD\b", ("RN", "RD")),
    (r"\bRN\b", ("RD", "0")),
    (r"\bIMM7\b", ("BASE", "IMM9")),
    (r"\bIMM9\b", ("BASE", "IMM7")),
    (r"\bINDEX\b", ("BASE",)),
    (r"\bX30\b", ("0",)),
    (r"kprobe_simulate_jcc\b", ("kprobe_simulate_jmp", "kprobe_simulate_loop")),
    (r"kprobe_simulate_cbz\b", ("kprobe_simulate_cbnz",)),
    (r"kprobe_simulate_tbnz\b", ("kprobe_simulate_tbz",)),
    (r"kprobe_simulate_push\b", ("kprobe_simulate_pop",)),
    (r"kprobe_simulate_b\b", ("kprobe_simulate_bl",)),
    (r"kprobe_simulate_ldr\b", ("kprobe_simulate_ldrsw",)),
]

# Likewise, of ARM's and Thumb's table
ROW_ARM = [(rf"(?<=[ ,(]){token}(?=[ ,)])", choices) for token, choices in {
    "BT": ("B", "BQ", "NO"), "BQ": ("TQ", "NO"), "TQ": ("BQ", "NO"), "S": ("SB", "NO"),
    "SB": ("BT", "S", "NO"), "ANY": ("NPC", "_"), "DST": ("NPC", "ANY"), "NPC": ("ANY", "_"),
    "NSP": ("NPC", "_"), "OPT": ("NSP", "_")}.items()] + [
    (r"\bINDEX\b", ("PLAIN", "IMM12")),
    (r"\bIMM12\b", ("PLAIN",)),
    (r"\bIMM44\b", ("PLAIN", "PAIR")),
    (r"\bIMM8\b", ("PLAIN",)),
    (r"\bDUAL\b", ("PLAIN",)),
    (r"\bVECTOR\b", ("PLAIN",)),
    (r"\bLIST\b", ("PLAIN",)),
    (r"\bPAIR\b", ("IMM44",)),
    (r"\bPAIR_INDEX\b", ("INDEX",)),
    (r"\bHIGH\b", ("HIGH_DST", "PLAIN")),
    (r"\bHIGH_DST\b", ("HIGH", "PLAIN")),
    (r"\bSTACK\b", ("PLAIN",)),
    (r"\bTWICE\b", ("PLAIN",)),
    (r"\bMSR_IMM\b", ("PLAIN",)),
    (r"kprobe_simulate_bl\b", ("kprobe_simulate_b",)),
    (r"kprobe_simulate_cbz\b", ("kprobe_simulate_cbnz",)),
    (r"kprobe_simulate_ldm\b", ("kprobe_simulate_stm",)),
    (r"kprobe_simulate_tbb\b", ("kprobe_simulate_tbh",)),
]

CODE = [
    (r" \+ ", (" - ",)), (r" - ", (" + ",)), (r" \+= ", (" -= ",)), (r" -= ", (" += ",)),
    (r" << ", (" >> ",)), (r" >> ", (" << ",)), (r" == ", (" != ",)), (r" != ", (" == ",)),
    (r" < ", (" <= ", " > ")), (r" >= ", (" > ", " < ")), (r" && ", (" || ",)),
    (r" \|\| ", (" && ",)), (r" & ", (" | ",)), (r" \| ", (" & ",)), (r"!(?=[\w(])", ("",)),
    (r"\bfalse\b", ("true",)), (r"\btrue\b", ("false",)),
    (r"\((?:u16|u32|u64|s8|s16|s32|s64|long)\)", ("",)), (r" \* 4\b", (" * 2",)),
    (r"~(?=[(\w])", ("",)), (r" = -", (" = ",)),
]


def number(match):
    """Off by one, one bit off, or next to nothing."""
    text = match[0]
    value = int(text, 0)
    form = (lambda v: f"0x{v:0{len(text) - 2}x}") if text.startswith("0x") else str
    if len(text) > 4:
        return [form(value ^ 1 << bit) for bit in (5, 12, 22, 30) if bit < 4 * len(text) - 8]
    return [form(value + 1), form(max(value - 1, 0))]


NUMBER = r"\b(?:0x[0-9a-f]+|\d+)\b(?!U?L)"


def candidates(directory, arch):
    """Every mutant of the table, of the rest, and of what is not allocated, in the order
    of the files."""
    table, rest, unallocated = [], [], []
    for name in [f.format(arch=arch) for f in FILES]:
        if not os.path.exists(f"{directory}/{name}"):
            continue
        rows = ROW if name == "decode.c" else ROW_ARM
        with open(f"{directory}/{name}") as f:
            lines = f.read().split("\n")
        in_rows = in_comment = body = in_test = False
        rows_of, function = table, ""
        for at, line in enumerate(lines):
            if re.match(r"#if IS_ENABLED\(CONFIG_KUNIT\)", line):
                in_test = True
            elif line.startswith("#endif"):
                in_test = False
            begins = "/*" in line
            code = re.sub(r"/\*.*?\*/", lambda m: " " * len(m[0]), line)
            if in_comment or "/*" in code:
                in_comment = "*/" not in line.split("/*")[-1] if begins else "*/" not in line
                continue
            if re.match(r"(?:static )?const struct row \w+\[\]|} unallocated\[\]", line):
                in_rows, rows_of = True, unallocated if line.startswith("}") else table
                continue
            if line.startswith("{"):
                body = True
            elif found := re.match(r"[a-z].*?(\w+)\(", line):
                function = found[1]
            if line.startswith("}"):
                in_rows = body = False
            table_line = in_rows or re.match(r"\t[X0]\w*[,|]", line) and not body
            if in_test or not code.startswith("\t") or not (in_rows or body or table_line):
                continue
            if re.match(r"\t+(int|bool|u\d+|s\d+|unsigned|const|struct|static|case|default|"
                        r"BUILD_BUG_ON)\b[^=(]*;?$", code) or "BUILD_BUG_ON" in code:
                continue
            for pattern, choices in (rows if in_rows else CODE) + [(NUMBER, number)]:
                for m in re.finditer(pattern, code):
                    for new in choices(m) if callable(choices) else choices:
                        after = line[:m.start()] + new + line[m.end():]
                        if after != line:
                            (rows_of if in_rows else rest).append(
                                Mutant(name, function * body, at, line, after))
            if body and not in_rows and re.match(r"\t+[\w>.*()\[\]-]+ [-+|&]?= .*;$", code):
                rest.append(Mutant(name, function, at, line, re.match(r"\t+", line)[0] + ";"))
    return table, rest, unallocated


def draw(directory, arch):
    r = random.Random(SEED)
    return [r.sample(pool, min(3 * wanted, len(pool)))
            for wanted, pool in zip(DRAWN, candidates(directory, arch))]


def name(mutant):
    place = f"{mutant.file}: {mutant.function}: " if mutant.function else f"{mutant.file}: "
    return f"{place}{mutant.before.strip()} -> {mutant.after.strip()}"


class Unsound(Exception):
    """What would kill a mutant, and is there without one."""


class Kept:
    """A file as it is now, or that there is none."""

    def __init__(self, path):
        self.path, self.contents = path, None
        if os.path.exists(path):
            with open(path, "rb") as f:
                self.contents = f.read()
            self.times = os.stat(path).st_atime_ns, os.stat(path).st_mtime_ns

    def restore(self):
        if self.contents is not None:
            with open(self.path, "wb") as f:
                f.write(self.contents)
            os.utime(self.path, ns=self.times)


class Worker:
    """A directory with an engine to break, and the programs that are built from it."""

    def __init__(self, place, engine, compile, commands):
        self.engine, self.compile, self.commands = f"{place}/engine", compile, commands
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(engine, self.engine)
        self.place = place
        self.programs = {program: compile(program, place, self.engine)
                         for program, _ in commands}
        self.rows = self.names_of_rows(self.programs["decoders"])
        self.good = [Kept(f) for f in sorted(
            glob.glob(f"{self.engine}/*.c") +
            [f"{place}/{program}/{os.path.basename(c)[:-2]}.o" for program in self.programs
             for c in glob.glob(f"{self.engine}/*.c")])]

    @staticmethod
    def names_of_rows(program):
        done = subprocess.run([program, "-r"], capture_output=True, text=True)
        return done.stdout.splitlines()

    def translate(self, path, rows):
        """A list of explanations that calls the rows as the mutant does: to have another
        name is not what a mutant is killed for.  Returns its path."""
        with open(path) as f:
            text = f.read()
        for old, new in zip(self.rows, rows):
            if old != new:
                text = re.sub(rf"^((?:.*: )?){re.escape(old)}\t", rf"\g<1>{new}\t", text,
                              flags=re.M)
        with open(f"{self.place}/{os.path.basename(path)}", "w") as f:
            f.write(text)
        return f.name

    def write(self, file, text):
        with open(f"{self.engine}/{file}", "w") as f:
            f.write(text)

    def restore(self, stem):
        """The good file and what was compiled from it, so that only mutants are compiled."""
        for kept in self.good:
            if os.path.basename(kept.path)[:-2] == stem:
                kept.restore()
        for path in self.programs.values():
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)

    def run(self, mutant):
        """How it died, "" if it lives, None if it does not compile."""
        with open(f"{self.engine}/{mutant.file}") as f:
            lines = f.read().split("\n")
        lines[mutant.number] = mutant.after
        self.write(mutant.file, "\n".join(lines))
        stem = mutant.file[:-2]
        rows = self.rows
        try:
            for program, command in self.commands:
                # Not all of them have all files.
                if not os.path.exists(f"{self.place}/{program}/{stem}.o"):
                    continue
                path = self.compile(program, self.place, self.engine)
                if not path:
                    return None
                if program == "decoders":
                    rows = self.names_of_rows(path)
                if done := self.dies(command, path, rows):
                    return f"{program}: {done}"
            return ""
        finally:
            self.restore(stem)

    def check(self):
        """Nothing dies of the engine as it is."""
        for program, command in self.commands:
            if done := self.dies(command, self.programs[program], self.rows):
                raise Unsound(f"{program}: {done}")

    def dies(self, command, path, rows):
        """How a program found something, "" if it did not."""
        words = [path if w == PROGRAM else self.translate(w.path, rows)
                 if isinstance(w, List) else w for w in command]
        done = subprocess.run(step.limited(words, LIMIT), capture_output=True, text=True,
                              errors="replace", stdin=subprocess.DEVNULL)
        if not done.returncode:
            return ""
        how = "hangs" if done.returncode == -signal.SIGXCPU else "died"
        return (done.stdout.splitlines() or done.stderr.splitlines() or [how])[0][:100]


def run(engine, arch, place, compile, commands, same, say):
    """Returns (killed, survivors): (mutant, how it died) and mutants.  Those of which
    @same says that they change nothing do not count among those to be drawn."""
    killed, survivors = [], []
    workers = [Worker(f"{place}-{i}", engine, compile, commands)
               for i in range(len(os.sched_getaffinity(0)))]
    workers[0].check()
    for wanted, pool in zip(DRAWN, draw(engine, arch)):
        todo, got = list(pool), 0
        with concurrent.futures.ThreadPoolExecutor(len(workers)) as threads:
            idle = list(workers)
            running = {}
            while (todo or running) and got < wanted:
                while idle and todo and got + len(running) < wanted:
                    worker, mutant = idle.pop(), todo.pop(0)
                    running[threads.submit(worker.run, mutant)] = worker, mutant
                finished, _ = concurrent.futures.wait(
                    running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in finished:
                    worker, mutant = running.pop(future)
                    idle.append(worker)
                    death = future.result()
                    if death is None:
                        continue
                    got += bool(death) or not same(mutant)
                    if death:
                        killed.append((mutant, death))
                    else:
                        survivors.append(mutant)
                    say(f"{name(mutant)}: {death or 'LIVES'}")
    return killed, survivors
