# SPDX-License-Identifier: GPL-2.0
#
# Break the engine in one place at a time, and see that the host tests notice.  Called
# by host.py.  Mutants are drawn with a fixed seed from all that the operators below
# can do to the table, and from all that they can do to the rest of the code.

import concurrent.futures
import os
import random
import re
import shutil
import subprocess
from collections import namedtuple

FILES = ("decode.c", "simulate.c", "slot.c")
SEED = 6
# Seconds for a test of one mutant; twice itself sees when an instruction hangs
LIMIT = 900
# From the table, and from the rest
DRAWN = (35, 35)

Mutant = namedtuple("Mutant", "file number before after")

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


def candidates(directory):
    """Every mutant of the table, and every one of the rest, in the order of the files."""
    table, rest = [], []
    for name in FILES:
        with open(f"{directory}/{name}") as f:
            lines = f.read().split("\n")
        in_rows = in_comment = body = in_test = False
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
            if re.match(r"static const struct row rows\[\]", line):
                in_rows = True
                continue
            if line.startswith("{"):
                body = True
            if line.startswith("}"):
                in_rows = body = False
            table_line = in_rows or re.match(r"\t[X0]\w*[,|]", line) and not body
            if in_test or not code.startswith("\t") or not (in_rows or body or table_line):
                continue
            if re.match(r"\t+(int|bool|u\d+|s\d+|unsigned|const|struct|static|case|default|"
                        r"BUILD_BUG_ON)\b[^=(]*;?$", code) or "BUILD_BUG_ON" in code:
                continue
            for pattern, choices in (ROW if in_rows else CODE) + [(NUMBER, number)]:
                for m in re.finditer(pattern, code):
                    for new in choices(m) if callable(choices) else choices:
                        after = line[:m.start()] + new + line[m.end():]
                        if after != line:
                            (table if in_rows else rest).append(Mutant(name, at, line, after))
            if body and not in_rows and re.match(r"\t+[\w>.*()\[\]-]+ [-+|&]?= .*;$", code):
                rest.append(Mutant(name, at, line, re.match(r"\t+", line)[0] + ";"))
    return table, rest


def draw(directory):
    r = random.Random(SEED)
    table, rest = candidates(directory)
    return r.sample(table, min(3 * DRAWN[0], len(table))), \
        r.sample(rest, min(3 * DRAWN[1], len(rest)))


def name(mutant):
    return f"{mutant.file}: {mutant.before.strip()} -> {mutant.after.strip()}"


class Worker:
    """A directory with an engine to break, and the programs that are built from it."""

    def __init__(self, place, engine, compile, commands):
        self.engine, self.compile, self.commands = f"{place}/engine", compile, commands
        shutil.rmtree(self.engine, ignore_errors=True)
        shutil.copytree(engine, self.engine)
        self.place = place

    def write(self, file, text):
        with open(f"{self.engine}/{file}", "w") as f:
            f.write(text)

    def run(self, mutant):
        """How it died, "" if it lives, None if it does not compile."""
        with open(f"{self.engine}/{mutant.file}") as f:
            good = f.read()
        lines = good.split("\n")
        lines[mutant.number] = mutant.after
        self.write(mutant.file, "\n".join(lines))
        try:
            for program, command in self.commands:
                path = self.compile(program, self.place, self.engine)
                if not path:
                    return None
                if done := self.dies([w if w else path for w in command]):
                    return f"{program}: {done}"
            return ""
        finally:
            self.write(mutant.file, good)

    @staticmethod
    def dies(command):
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                                  stdin=subprocess.DEVNULL, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return "hangs"
        if not done.returncode:
            return ""
        return (done.stdout.splitlines() or done.stderr.splitlines() or ["died"])[0][:100]


def run(engine, place, compile, commands, say):
    """Returns (killed, survivors): (mutant, how it died) and mutants."""
    killed, survivors = [], []
    workers = [Worker(f"{place}-{i}", engine, compile, commands)
               for i in range(len(os.sched_getaffinity(0)))]
    for wanted, pool in zip(DRAWN, draw(engine)):
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
                    got += 1
                    if death:
                        killed.append((mutant, death))
                    else:
                        survivors.append(mutant)
                    say(f"{name(mutant)}: {death or 'LIVES'}")
    return killed, survivors
