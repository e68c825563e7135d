#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# Tests of the harness itself, as KTAP: the judge turns red on what it must, bad input
# gets one clear line and changes nothing, trees are laid as they should.  Called by
# "make selftest" and check.py.  Needs no kernel and no guest, and must never install
# anything, and writes nothing but its report outside temporary directories.

import contextlib
import io
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.dirname(HERE)
TOP = os.path.normpath(os.path.join(TOOLS, "../../.."))
sys.path.insert(0, TOOLS)

import bench        # noqa: E402
import check        # noqa: E402
import clients      # noqa: E402
import console      # noqa: E402
import coverage     # noqa: E402
import guest        # noqa: E402
import hazards      # noqa: E402
import host         # noqa: E402
import image        # noqa: E402
import ktap         # noqa: E402
import matrix       # noqa: E402
import mutants      # noqa: E402
import report       # noqa: E402
import sameness     # noqa: E402
import step         # noqa: E402

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def fixture(name):
    with open(os.path.join(HERE, name)) as f:
        return [l for l in f.read().splitlines() if l and not l.startswith("#")]


def equal(a, b):
    assert a == b, f"{a!r} is not {b!r}"


def sh(*words, user=None, **env):
    """(code, output lines) of a command, as nobody if asked."""
    if user:
        words = ("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *words)
    done = subprocess.run(words, capture_output=True, text=True, env=dict(os.environ, **env))
    return done.returncode, (done.stdout + done.stderr).splitlines()


def make(*words):
    return sh("make", "--no-print-directory", "-C", TOP, *words, MAKEFLAGS="", MAKELEVEL="")


# ---- console judge ----

@test
def each_bad_console_line_turns_the_judge_red():
    missed = [l for l in fixture("console.bad") if not console.findings([l])]
    assert not missed, "not noticed:\n" + "\n".join(missed)


@test
def clean_console_lines_leave_it_green():
    wrong = [l for l in fixture("console.good") if console.findings([l])]
    assert not wrong, "taken for a fault:\n" + "\n".join(wrong)


# ---- clients ----

HIT = {"client": "perf", "what": "middle", "counted": "20", "missed": "0", "mode": "", "cost": 900}
PRICED = clients.Client("perf", "icount")


def compared(stock, ours):
    """Failures of a client with one probe on each kernel."""
    count = ktap.Count()
    for row in clients.compare_hits(PRICED, stock, ours, count):
        clients.judge(row, count)
    return count


@test
def a_probe_of_a_client_must_be_boosted_and_cost_less():
    equal(compared([HIT], [HIT | {"mode": "BOOSTED", "cost": 700}]).failed, 0)
    equal(compared([HIT], [HIT | {"mode": "STEPPED", "cost": 700}]).failed, 1)
    equal(compared([HIT], [HIT | {"mode": "BOOSTED", "cost": 880}]).failed, 1)
    equal(compared([HIT], []).failed, 1)


@test
def a_probe_of_a_client_that_takes_no_exception_stays_so():
    jump = HIT | {"mode": "OPTIMIZED"}
    equal(compared([jump], [HIT | {"mode": "OPTIMIZED+BOOSTED"}]).failed, 0)
    equal(compared([jump], [HIT | {"mode": "BOOSTED"}]).failed, 1)
    equal(compared([jump], [HIT | {"mode": "OPTIMIZED", "cost": 990}]).failed, 1)


@test
def what_a_client_prints_must_be_what_it_prints_on_stock():
    for ours, failed in (("a", 0), ("b", 1), (None, 1)):
        count = ktap.Count()
        clients.compare_output(PRICED, [{"line": "a"}], [{"line": ours}] if ours else [], count)
        equal(count.failed, failed)


@test
def a_test_of_the_tracer_that_passes_on_stock_must_pass_on_ours():
    least = clients.MIN_PASSED["ftracetest"]
    stock = {f"test {n}": "PASS" for n in range(least)} | {"other": "FAIL"}
    for ours, failed in ((stock, 0), (stock | {"test 3": "FAIL"}, 1), ({}, least)):
        count = ktap.Count()
        with contextlib.redirect_stdout(io.StringIO()):
            clients.compare_tests("ftracetest", stock, ours, count)
        equal(count.failed, failed)


# ---- KTAP ----

def count(text):
    c = ktap.parse(text.splitlines())
    return c.passed, c.failed, c.skipped


@test
def ktap_counts_leaves_only():
    equal(count("KTAP version 1\n    1..2\n    ok 1 a\n    not ok 2 b\nnot ok 1 - s\nok 2 - c\n1..2"),
          (2, 1, 0))


@test
def ktap_skips_are_counted_apart():
    equal(count("1..2\nok 1 - a # SKIP no such CPU\nok 2 b"), (1, 0, 1))


@test
def ktap_without_a_plan_fails():
    equal(count("ok 1 - a"), (1, 1, 0))


@test
def ktap_with_a_short_count_fails():
    equal(count("1..3\nok 1 - a\nok 2 - b"), (2, 1, 0))


@test
def ktap_with_too_many_results_fails():
    equal(count("1..1\nok 1 - a\nok 2 - b"), (2, 1, 0))


@test
def ktap_nested_without_a_plan_fails():
    equal(count("    ok 1 - a\nok 1 - s\n1..1"), (1, 1, 0))


@test
def ktap_number_out_of_turn_fails():
    equal(count("1..2\nok 1 - a\nok 3 - b"), (2, 1, 0))


@test
def ktap_failed_parent_of_good_children_fails():
    equal(count("    1..1\n    ok 1 - a\nnot ok 1 - s\n1..1"), (1, 1, 0))


@test
def ktap_cut_off_in_a_nested_list_fails():
    equal(count("1..1\n    1..2\n    ok 1 - a\n")[1] > 0, True)


@test
def ktap_silence_fails():
    equal(count(""), (0, 1, 0))


@test
def ktap_bail_out_fails():
    equal(count("1..1\nok 1 - a\nBail out! no memory"), (1, 1, 0))


# ---- table of faults ----

def faults(number, *lines):
    """What is found wrong with one entry of the table in place of the entry that is there."""
    entries = re.split(r"(?m)^(?=\d)", hazards.read(hazards.TABLE))
    kept = [e for e in entries if not e.startswith(f"{number} ")]
    assert len(kept) == len(entries) - 1, f"no {number} in the table"
    return hazards.problems("".join(kept) + "".join(l + "\n" for l in lines))


@test
def every_fault_of_the_table_has_a_test():
    equal(hazards.problems(hazards.read(hazards.TABLE)), [])


@test
def a_fault_that_is_missing_is_noticed():
    equal(faults("13"), ["13: missing"])


@test
def a_fault_without_a_test_is_noticed():
    equal(faults("13", "13 any: text"), [f"13: no test on {a}" for a in hazards.booted()])


@test
def a_test_that_is_not_there_is_noticed():
    for kind, name in (("kunit", "no_such_case"), ("form", "no such form"), ("step", "no-such-step"),
                       ("torture", "no such case"), ("suite", "boost no such check")):
        equal(faults("13", "13 any: text", f"\t{kind} {name}", "\tstep torture-debug"),
              [f"13: no {kind} '{name}'"])


@test
def a_test_of_another_architecture_does_not_count():
    equal(faults("13", "13 any: text", "\tform iretq"),
          [f"13: no test on {a}" for a, place in hazards.booted().items() if place != "x86"])


@test
def a_line_that_is_no_test_is_noticed():
    equal(len(faults("13", "13 any: text", "\tkunt name")), 1)
    equal(len(faults("13", "13 any: text", "kunit name")), 1)


# ---- outcome of a guest run ----

GOOD = ["KTAP version 1", "ok 1 - a", "1..1", "# kb-end 0"]
SPLAT = ["[    9.1] WARNING: CPU: 1 PID: 7 at kernel/kprobes.c:1 f+0x1/0x2"]
POISON = ["[    9.1] int3: 0000 [#1] PREEMPT SMP"]


@test
def a_good_run_passes():
    equal(guest.judge([], GOOD, 0, None)[0], guest.PASS)


@test
def a_good_result_with_a_bad_console_fails():
    equal(guest.judge(SPLAT, GOOD, 0, None)[0], guest.FAIL)


@test
def a_failed_test_fails():
    equal(guest.judge([], ["not ok 1 - a", "1..1", "# kb-end 0"], 0, None)[0], guest.FAIL)


@test
def a_suite_that_ends_with_an_error_fails():
    equal(guest.judge([], GOOD[:-1] + ["# kb-end 2"], 0, None)[0], guest.FAIL)


@test
def a_run_without_an_end_is_a_lost_guest():
    equal(guest.judge([], GOOD[:-1], 0, None)[0], guest.LOST)


@test
def a_run_past_its_limit_is_a_lost_guest():
    equal(guest.judge([], GOOD[:-1], None, None)[0], guest.LOST)


@test
def an_expected_death_passes():
    equal(guest.judge(POISON, [], 0, "int3: 0000")[0], guest.PASS)


@test
def surviving_an_expected_death_fails():
    equal(guest.judge([], GOOD, 0, "int3: 0000")[0], guest.FAIL)


@test
def dying_of_something_else_does_not_pass():
    equal(guest.judge(SPLAT + POISON, [], 0, "int3: 0000")[0], guest.LOST)


@test
def hanging_after_the_expected_line_does_not_pass():
    equal(guest.judge(POISON, [], None, "int3: 0000")[0], guest.LOST)


# A warning as the kernel prints it: what it says stands in a line that by itself is not bad
REPORT = ["[    9.1] ------------[ cut here ]------------", "[    9.1] not here", *SPLAT,
          "[    9.1] Kernel panic - not syncing: kernel: panic_on_warn set ..."]
SAYS = ["cut here", "not here", "Kernel panic"]


@test
def a_report_is_expected_by_its_lines_in_order():
    equal(guest.judge(REPORT, [], 0, SAYS)[0], guest.PASS)
    equal(guest.judge(REPORT, [], 0, [SAYS[0], SAYS[2], SAYS[1]])[0], guest.LOST)
    equal(guest.judge(REPORT, [], 0, SAYS[1:])[0], guest.LOST)
    equal(guest.judge(["[    9.0] BUG: before", *REPORT], [], 0, SAYS)[0], guest.LOST)


@test
def a_second_report_is_not_expected():
    equal(guest.judge(REPORT + REPORT, [], 0, SAYS)[0], guest.LOST)


# ---- limits of the bench ----

def row(**changes):
    return dict({"instruction": "nop", "mode": "boosted", "post_handler": False, "stock": 452,
                 "ours": 226, "ratio": 0.5, "floor": 217, "stock_mode": "stepped", "off": 452},
                **changes)


def post_row(**changes):
    return dict(row(mode="trampolined", post_handler=True, stock=477, ours=310, ratio=0.65, off=480),
                **changes)


LIMITS = matrix.Limits(boosted=0.55, over_floor=15, trampolined=0.70, simulated=1.0, off=0.02)


def failures(*rows, kinds=bench.MIN_KINDS):
    return bench.check([row()] * kinds + [post_row()] * kinds + list(rows), LIMITS).failed


@test
def the_bench_accepts_the_goals_and_nothing_less():
    equal(failures(), 0)
    equal(failures(kinds=bench.MIN_KINDS - 1), 2)
    equal(failures(row(ratio=0.56)), 1)
    equal(failures(row(ours=233)), 1)
    equal(failures(row(off=470)), 1)
    equal(failures(row(off=440)), 1)
    equal(failures(post_row(ratio=0.71)), 1)


@test
def the_bench_compares_nothing_with_what_the_stock_kernel_refuses():
    refused = dict(stock_mode="refused", stock=None, ratio=None, off=None)
    equal(failures(row(**refused)), 0)
    equal(failures(row(**refused, ours=233)), 1)
    equal(failures(row(mode="refused", ours=None, floor=None, ratio=None)), 1)


@test
def every_architecture_that_is_booted_has_all_of_its_row():
    for name, arch in matrix.ARCHES.items():
        if arch.qemu:
            for field, value in arch._asdict().items():
                assert value is not None or field in ("debian", "twin", "suite"), f"{name}: {field}"
            assert os.path.exists(f"{TOOLS}/config/{name}.config"), name


@test
def the_short_check_names_steps_that_there_are():
    names = [name for name, _ in check.steps(False)]
    for name in matrix.SHORT:
        assert any(check.chosen([name], n) for n in names), name


@test
def the_bench_accepts_a_simulation_that_is_not_slower_than_stock():
    jump = row(mode="simulated", stock_mode="simulated", stock=264, ours=258, ratio=0.98, off=258)
    equal(failures(jump), 0)
    equal(failures(dict(jump, ours=267, ratio=1.011)), 1)
    equal(failures(dict(jump, off=270)), 1)


@test
def the_bench_compares_with_an_emulation_that_stock_has():
    limits = LIMITS._replace(emulated=0.90, processing=r"add ")
    load = row(instruction="ldr r1, [r0]", stock_mode="simulated", stock=333, ours=320, ratio=0.961,
               floor=310, off=333)
    add = dict(load, instruction="add r1, r2, r3", ratio=0.9)

    def found(*rows):
        return bench.check([row()] * bench.MIN_KINDS + [post_row()] * bench.MIN_KINDS + list(rows),
                           limits).failed
    equal(found(load, add), 0)
    equal(found(dict(load, ratio=1.003)), 1)
    equal(found(dict(add, ratio=0.901)), 1)
    equal(found(dict(add, mode="trampolined", post_handler=True, ratio=0.98)), 0)
    equal(found(dict(add, mode="trampolined", post_handler=True, ratio=1.003)), 1)


# ---- coverage ----

FORMS = {
    "x86_64": (("mov    0x18(%rdi),%rax", "mov    N(%r),%r"),
               ("mov    -0x8(%rsp),%r8d", "mov    N(%rsp),%r"),
               ("call   ffffffff81000000 <memcpy>", "call   N"),
               ("mov    %gs:0x1234(%rip),%eax        # 17d80 <x>", "mov    %gs:N(%rip),%r"),
               ("mov    %cr3,%rax", "mov    %cr3,%r"),
               ("ret", "ret")),
    "arm64": (("ldr\tx1, [x2, #24]", "ldr\t%r, [%r, N]"),
              ("ldr\tw1, [sp], #-8", "ldr\t%r, [sp], N"),
              ("bl\tffff800008010000 <memcpy>", "bl\tN"),
              ("b.ne\tffff800008010000 <x+0x10>  // b.any", "b.ne\tN"),
              ("tbnz\tw3, #31, ffff800008010000 <x>", "tbnz\t%r, N, N"),
              ("adrp\tx0, ffff800009010000 <x>", "adrp\t%r, N"),
              ("ldr\tx0, ffff800008010000 <x>", "ldr\t%r, N"),
              ("mov\tx1, #0x1234                     \t// #4660", "mov\t%r, N"),
              ("add\tx1, x2, w3, sxtw #2", "add\t%r, %r, %r, sxtw N"),
              ("mrs\tx1, sp_el0", "mrs\t%r, sp_el0"),
              ("stp\tx29, x30, [sp, #-32]!", "stp\t%r, %r, [sp, N]!"),
              ("ret", "ret")),
    "arm": (("ldr\tr1, [pc, #20]\t@ c0001234 <x>", "ldr\t%r, [pc, N]"),
            ("bl\tc0001234 <memcpy>", "bl\tN"),
            ("beq\tc0001234 <x+0x10>", "beq\tN"),
            ("push\t{r4, r5, fp, lr}", "push\t{%r, %r, %r, %r}"),
            ("addne\tr1, r2, ip, lsl #3", "addne\t%r, %r, %r, lsl N"),
            ("bx\tlr", "bx\t%r")),
    "thumb": (("ldr\tr1, [pc, #0]\t@ (c0001234 <x+0x4>)", "ldr\t%r, [pc, N]"),
              ("b.n\tc0001234 <x>", "b.n\tN"),
              ("cbz\tr3, c0001234 <x>", "cbz\t%r, N"),
              ("ite\teq", "ite\teq")),
}


@test
def a_form_is_a_mnemonic_with_kinds_of_operands():
    for text, form in FORMS[matrix.ARCH]:
        equal(coverage.form(text), form)


@test
def coverage_weighs_a_form_by_its_number():
    some = [coverage.Insn(n, form, form) for n, form in enumerate(("a", "a", "b"))]
    result = coverage.shares(some, "9I1", {"a": 20, "b": 3})
    equal((result["instructions"], result["accepted"], result["refused"],
           result["one_exception"]), (23, 13, 10, 10))


# ---- comparing code ----

@test
def the_line_of_a_warning_is_no_difference_of_code_but_its_value_is():
    sources = {"stock": "f(void) { w(__LINE__); }", "moved": "\nf(void) { w(__LINE__); }",
               "other": "\nf(void) { w(__LINE__ + 1); }"}
    command = matrix.ARCHES[matrix.ARCH].cross + "gcc -Wp,-MMD,.x.o.d -O2 -c -o x.o x.c"
    with tempfile.TemporaryDirectory() as d:
        for out, text in sources.items():
            os.mkdir(f"{d}/{out}")
            with open(f"{d}/{out}/x.c", "w") as f:
                f.write(f"void w(int line);\nvoid {text}\n")
            with open(f"{d}/{out}/.x.o.cmd", "w") as f:
                f.write(f"cmd_x.o := {command}\n")
            subprocess.run(command.split(), cwd=f"{d}/{out}", check=True)
        equal(sameness.difference(f"{d}/stock", f"{d}/moved", "x.o"), None)
        equal(sameness.difference(f"{d}/stock", f"{d}/other", "x.o"), "f")


# ---- running commands ----

@test
def a_command_past_its_limit_is_ended_with_its_children():
    with tempfile.TemporaryDirectory() as d:
        equal(step.run(["sh", "-c", "sleep 60 & echo $!; wait"], f"{d}/log", limit=0.5), None)
        with open(f"{d}/log") as f:
            child = int(f.read())
        for _ in range(20):
            try:
                with open(f"/proc/{child}/stat") as f:
                    if f.read().split()[2] == "Z":
                        break
            except (FileNotFoundError, ProcessLookupError):
                break
            subprocess.run(["sleep", "0.1"])
        else:
            raise AssertionError("a child is left")


# ---- bad input: one clear line, nothing changed ----

def one_line(result, *words):
    code, lines = result
    assert code, f"no error: {lines}"
    assert len(lines) == 1, f"not one line: {lines}"
    for word in words:
        assert word in lines[0], f"no {word!r} in {lines[0]!r}"


NOBODY = "65534" if os.getuid() == 0 else None


@test
def missing_packages_without_root():
    one_line(sh("sh", f"{TOOLS}/deps.sh", "dpkg", "no-such-package", user=NOBODY),
             "no-such-package", "apt-get install")


@test
def a_package_that_dpkg_knows_but_is_not_installed_is_missing():
    with tempfile.TemporaryDirectory() as d:
        os.chmod(d, 0o755)
        with open(f"{d}/dpkg-query", "w") as f:
            f.write("#!/bin/sh\nprintf not-installed\n")
        os.chmod(f"{d}/dpkg-query", 0o755)
        one_line(sh("sh", f"{TOOLS}/deps.sh", "cpio", user=NOBODY,
                    PATH=f"{d}:{os.environ['PATH']}"), "cpio", "apt-get install")


@test
def packages_that_are_there_say_nothing():
    equal(sh("sh", f"{TOOLS}/deps.sh", "dpkg", user=NOBODY), (0, []))


@test
def foreign_says_which_package_of_which_architecture_is_not_there():
    with tempfile.TemporaryDirectory() as d:
        one_line(sh("sh", f"{TOOLS}/foreign.sh", d, "arm64", "no-such-package"),
                 "no-such-package", "arm64")
        equal([names for _, _, names in os.walk(d) if names], [])


@test
def a_source_package_that_is_not_in_the_archive():
    if os.getuid():
        return "SKIP needs root"
    code, lines = sh("sh", f"{TOOLS}/deps.sh", "linux-source-9.9")
    one_line((code, [l for l in lines if not l.startswith("deps: installing")]), "linux-source-9.9")


@test
def no_disk_space():
    with tempfile.TemporaryDirectory() as d:
        one_line(sh(f"{TOOLS}/space.sh", f"{d}/a/b", str(1 << 50), "a kernel"), "a kernel", "free")
        equal(os.listdir(d), [])


@test
def no_disk_space_for_the_tree():
    with tempfile.TemporaryDirectory() as d:
        open(f"{d}/tar", "w").close()
        one_line(sh(f"{TOOLS}/tree.sh", "stock", BUILD=f"{d}/build", TARBALL=f"{d}/tar",
                    TREE_KB=str(1 << 50)), "linux-source", "free")
        equal(os.listdir(f"{d}/build/src"), [".lock"])


@test
def no_source_tarball():
    with tempfile.TemporaryDirectory() as d:
        one_line(sh(f"{TOOLS}/tree.sh", "stock", BUILD=f"{d}/build", TARBALL=f"{d}/none"),
                 f"{d}/none", "linux-source")


@test
def a_broken_tarball_leaves_no_half_tree():
    with tempfile.TemporaryDirectory() as d:
        with open(f"{d}/tar", "w") as f:
            f.write("no tar")
        code, lines = sh(f"{TOOLS}/tree.sh", "stock", BUILD=f"{d}/build", TARBALL=f"{d}/tar")
        assert code and f"cannot unpack {d}/tar" in lines[-1], lines
        equal(os.listdir(f"{d}/build/src"), [".lock"])


@test
def unsupported_arch_version_and_flavour():
    one_line(make("kernel", "ARCH=mips"), "ARCH=mips", "x86_64")
    one_line(make("kernel", "KVER=5.10"), "KVER=5.10", "6.1")
    one_line(sh(f"{TOOLS}/build.py", "boost", "fast"), "FLAVOUR=fast", "base")


@test
def help_lists_every_target():
    code, lines = make("help")
    equal(code, 0)
    for name in ("deps", "tree", "kernel", "demo", "bench", "shell", "check", "check-full", "lint",
                 "selftest", "apply", "unapply", "coverage", "clean", "distclean"):
        assert any(l.startswith(name + " ") for l in lines), f"no {name}"


# ---- laying trees: a kernel of two files ----

class Tiny:
    """A repository with one overlay file and one patch, and a source tarball, in a directory."""

    def __init__(self, d):
        self.d = d
        self.write("linux-source-6.1/kernel/Makefile", "old\n" * 5)
        self.write("linux-source-6.1/kernel/other.c", "other\n")
        subprocess.run(["tar", "-C", d, "-cf", f"{d}/tar", "linux-source-6.1"], check=True)
        self.write("top/kernel/new.c", "new\n")
        self.patch("old", "changed")
        self.write("top/patches/6.1/series", "a.patch\n")

    def patch(self, context, line):
        self.write("top/patches/6.1/a.patch",
                   "--- a/kernel/Makefile\n+++ b/kernel/Makefile\n@@ -1,5 +1,5 @@\n"
                   f" {context}\n old\n-old\n+{line}\n old\n old\n")

    def write(self, name, text):
        os.makedirs(os.path.dirname(f"{self.d}/{name}"), exist_ok=True)
        with open(f"{self.d}/{name}", "w") as f:
            f.write(text)

    def run(self, *words):
        return sh(f"{TOOLS}/tree.sh", *words, TOP=f"{self.d}/top", BUILD=f"{self.d}/build",
                  TARBALL=f"{self.d}/tar", TREE_KB="1")

    def read(self, tree, name):
        try:
            with open(f"{self.d}/build/src/linux-6.1-{tree}/{name}") as f:
                return f.read()
        except FileNotFoundError:
            return None

    def times(self, tree):
        top = f"{self.d}/build/src/linux-6.1-{tree}"
        return {n: os.stat(os.path.join(top, n)).st_mtime_ns
                for n in ("kernel/Makefile", "kernel/other.c", "kernel/new.c")
                if os.path.exists(os.path.join(top, n))}


def tiny(function):
    def run():
        with tempfile.TemporaryDirectory() as d:
            return function(Tiny(d))
    run.__name__ = function.__name__
    TESTS.append(run)


@tiny
def laying_adds_overlay_and_patches_and_leaves_stock_alone(t):
    equal(t.run("stock"), (0, []))
    before = t.times("stock")
    equal(t.run("boost"), (0, []))
    equal(t.read("boost", "kernel/new.c"), "new\n")
    equal(t.read("boost", "kernel/Makefile"), "old\nold\nchanged\nold\nold\n")
    equal(t.read("stock", "kernel/Makefile"), "old\n" * 5)
    equal(t.times("stock"), before)
    assert os.path.samefile(*(f"{t.d}/build/src/linux-6.1-{x}/kernel/other.c"
                              for x in ("stock", "boost")))


@tiny
def laying_again_changes_no_time_stamp(t):
    t.run("boost")
    before = t.times("boost")
    equal(t.run("boost"), (0, []))
    equal(t.times("boost"), before)
    t.write("top/patches/6.1/a.patch", "a comment\n" + open(f"{t.d}/top/patches/6.1/a.patch").read())
    equal(t.run("boost"), (0, []))
    equal(t.times("boost"), before)


@tiny
def laying_again_takes_what_changed(t):
    t.run("boost")
    before = t.times("boost")
    t.write("top/kernel/new.c", "newer\n")
    t.patch("old", "changed again")
    equal(t.run("boost"), (0, []))
    after = t.times("boost")
    equal(t.read("boost", "kernel/new.c"), "newer\n")
    equal(t.read("boost", "kernel/Makefile"), "old\nold\nchanged again\nold\nold\n")
    equal({n for n in after if after[n] != before[n]}, {"kernel/new.c", "kernel/Makefile"})


@tiny
def an_overlay_file_that_goes_is_taken_out(t):
    t.run("boost")
    os.remove(f"{t.d}/top/kernel/new.c")
    equal(t.run("boost"), (0, []))
    equal(t.read("boost", "kernel/new.c"), None)


@tiny
def what_kbuild_made_in_the_repository_is_not_laid(t):
    made = ["a.o", "a.ko", "a.mod", "a.mod.c", "a.mod.o", ".a.o.cmd", "Module.symvers",
            "modules.order"]
    for name in made:
        t.write(f"top/samples/{name}", "made\n")
    equal(t.run("boost"), (0, []))
    equal([name for name in made if t.read("boost", f"samples/{name}")], [])


@tiny
def unlay_gives_stock_back_with_a_new_time_stamp(t):
    t.run("boost")
    before = t.times("boost")
    equal(t.run("unlay"), (0, []))
    equal(t.read("boost", "kernel/Makefile"), "old\n" * 5)
    equal(t.read("boost", "kernel/new.c"), None)
    assert t.times("boost")["kernel/Makefile"] > before["kernel/Makefile"]


@tiny
def a_patch_that_needs_fuzz_is_refused(t):
    t.patch("odd", "changed")
    code, lines = t.run("boost")
    assert code and "patches/6.1 does not apply" in lines[-1], lines
    t.patch("old", "changed")
    equal(t.run("boost"), (0, []))
    equal(t.read("boost", "kernel/Makefile"), "old\nold\nchanged\nold\nold\n")


@tiny
def an_overlay_file_of_the_stock_kernel_is_refused(t):
    t.write("top/kernel/other.c", "mine\n")
    one_line(t.run("boost"), "kernel/other.c", "by a patch")


@tiny
def a_series_that_names_no_patch_is_refused(t):
    t.write("top/patches/6.1/series", "a.patch\nb.patch\n")
    code, lines = t.run("boost")
    assert code and "b.patch" in lines[-1], lines


@tiny
def no_series_gives_stock_and_overlay(t):
    os.remove(f"{t.d}/top/patches/6.1/series")
    equal(t.run("boost"), (0, []))
    equal(t.read("boost", "kernel/Makefile"), "old\n" * 5)
    equal(t.read("boost", "kernel/new.c"), "new\n")


@test
def built_modules_are_found_once():
    with tempfile.TemporaryDirectory() as d:
        for out in "ab":
            os.makedirs(f"{d}/{out}/lib")
            os.symlink("..", f"{d}/{out}/source")
            open(f"{d}/{out}/lib/one.ko", "w").close()
        equal(host.built_modules(f"{d}/a"), [f"{d}/a/lib/one.ko"])


# ---- patching a tree of the user's own ----

def kallsyms(word, ordered, names, base):
    """Tables of symbols as scripts/kallsyms.c writes them; addresses are 16 bytes apart."""
    def pad(data):
        return data + bytes(-len(data) % word)
    coded, markers = b"", []
    for nr, name in enumerate(names):
        if nr % 256 == 0:
            markers.append(len(coded))
        coded += bytes([len(name)]) + name
    tokens = b"".join(bytes([i or 1]) + b"\0" for i in range(256))
    index = struct.pack("<256H", *range(0, 512, 2))
    return (pad(b"".join(struct.pack("<i", 16 * nr) for nr in range(len(names)))) +
            base.to_bytes(word, "little") + pad(struct.pack("<I", len(names))) + pad(coded) +
            pad(struct.pack(f"<{len(markers)}I", *markers)) +
            (pad(bytes(3 * len(names))) if ordered else b"") + pad(tokens) + index)


@test
def symbols_are_read_from_the_kernels_own_table():
    names = [b"Tfunction_%d" % i for i in range(image.FEW + 300)]
    for word, ordered, base in ((8, True, 0xffffffff81000000), (4, True, 0xc0008000),
                                (8, False, 0xffff800008010000)):
        data = b"Linux version 6.1" + bytes(word * 100 - 17) + kallsyms(word, ordered, names, base)
        found = image.kallsyms(image.unpack(b"boot code" + zlib.compress(data, wbits=31)), word)
        equal(len(found), len(names))
        equal(found[299], image.Symbol(b"function_299", "T", base + 16 * 299))
    equal(image.kallsyms(b"no table " * 1000, 8), [])


@test
def a_mutant_is_not_killed_by_the_name_of_a_row():
    with tempfile.TemporaryDirectory() as d:
        with open(f"{d}/list", "w") as f:
            f.write("00 under 10\tof old\nunknown: 00 under 10\twhy\n100 under 10\tno\n")
        worker = mutants.Worker.__new__(mutants.Worker)
        worker.place, worker.rows = f"{d}/work", ["00 under 10", "01 under 10"]
        os.mkdir(worker.place)
        with open(worker.translate(f"{d}/list", ["00 under 20", "01 under 10"])) as f:
            equal(f.read(), "00 under 20\tof old\nunknown: 00 under 20\twhy\n"
                  "100 under 10\tno\n")


class Own(Tiny):
    """Tiny's repository, and a kernel tree that make apply may patch."""

    def __init__(self, d):
        super().__init__(d)
        self.write("top/include/new/new.h", "new\n")
        self.write("own/Makefile", "VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 192\n")
        self.write("own/Kbuild", "")
        self.write("own/kernel/Makefile", "old\n" * 5)
        self.write("own/kernel/other.c", "other\n")
        os.chmod(f"{d}/own/kernel/Makefile", 0o664)
        os.link(f"{d}/own/kernel/Makefile", f"{d}/link")
        os.chmod(d, 0o755)

    def apply(self, verb="apply", tree=None, **more):
        return sh(f"{TOOLS}/apply.sh", verb, f"{self.d}/own" if tree is None else tree,
                  TOP=f"{self.d}/top", **more)

    def state(self):
        """Every name in the tree with its kind, permissions and content."""
        found = {}
        for base, dirs, files in os.walk(f"{self.d}/own"):
            for name in (os.path.join(base, n) for n in dirs + files):
                content = ""
                if not os.path.isdir(name):
                    with open(name, "rb") as f:
                        content = f.read()
                found[os.path.relpath(name, self.d)] = (os.stat(name).st_mode, content)
        return found

    def refuses(self, *words, verb="apply", tree=None, **more):
        before = self.state()
        one_line(self.apply(verb, tree, **more), *words)
        equal(self.state(), before)


def own(function):
    def run():
        with tempfile.TemporaryDirectory() as d:
            return function(Own(d))
    run.__name__ = function.__name__
    TESTS.append(run)


def applied(t, *words):
    code, lines = t.apply(*words)
    assert not code, lines


@own
def apply_lays_everything_and_unapply_leaves_the_tree_as_it_was(t):
    before, stamp = t.state(), os.stat(f"{t.d}/own/kernel/Makefile").st_mtime_ns
    applied(t)
    after = t.state()
    equal(after["own/kernel/Makefile"][1], b"old\nold\nchanged\nold\nold\n")
    equal(after["own/kernel/Makefile"][0], before["own/kernel/Makefile"][0])
    equal(after["own/include/new/new.h"][1], b"new\n")
    assert not [n for n in after if n.endswith((".orig", ".rej", "~")) or ".pc" in n], after
    applied(t, "unapply")
    equal(t.state(), before)
    assert os.stat(f"{t.d}/own/kernel/Makefile").st_mtime_ns > stamp, "make would not rebuild"
    with open(f"{t.d}/link") as f:
        equal(f.read(), "old\n" * 5)


@own
def apply_without_a_kernel_tree_is_refused(t):
    t.refuses("KSRC=DIR", tree="")
    t.refuses("no directory", tree=f"{t.d}/none")
    t.refuses("no kernel source tree", tree=f"{t.d}/top")
    for verb in ("apply", "unapply"):
        code, lines = make(verb)
        assert code and f"make {verb} KSRC=DIR" in lines[0], lines


@own
def apply_to_another_version_is_refused(t):
    t.write("own/Makefile", "VERSION = 5\nPATCHLEVEL = 10\n")
    t.refuses("Linux 5.10", "6.1")


@own
def apply_twice_is_refused(t):
    applied(t)
    t.refuses("patched already")


@own
def apply_to_a_tree_patched_by_other_means_is_refused(t):
    t.write("own/kernel/new.c", "new\n")
    t.refuses("kernel/new.c already")


@own
def apply_of_a_patch_that_does_not_apply_is_refused(t):
    t.write("own/kernel/Makefile", "new\n" * 5)
    t.refuses("a.patch does not apply")


@own
def apply_of_a_patch_that_needs_fuzz_is_refused(t):
    t.patch("odd", "changed")
    t.refuses("a.patch does not apply")


@own
def apply_to_a_tree_without_a_patched_file_is_refused(t):
    os.remove(f"{t.d}/own/kernel/Makefile")
    t.refuses("has no kernel/Makefile")


@own
def apply_and_unapply_without_permission_are_refused(t):
    # root may write anywhere, so that this is somebody else's tree, or our own without w
    for verb in ("apply", "unapply"):
        for directory in () if NOBODY else ("kernel", ""):
            os.chmod(f"{t.d}/own/{directory}", 0o555)
        t.refuses("not writable", verb=verb, user=NOBODY)
        for directory in ("kernel", ""):
            os.chmod(f"{t.d}/own/{directory}", 0o755)
        applied(t, verb)


@own
def unapply_of_a_tree_that_was_not_applied_is_refused(t):
    t.refuses("not patched by make apply", verb="unapply")


@own
def unapply_after_a_change_is_refused(t):
    for name, text in (("own/kernel/new.c", "mine\n"), ("own/kernel/Makefile", "mine\n"),
                       ("own/.kprobes-boost/orig/kernel/Makefile", "mine\n")):
        applied(t)
        with open(f"{t.d}/{name}") as f:
            was = f.read()
        t.write(name, text)
        t.refuses("damaged" if "boost" in name else name[4:], verb="unapply")
        t.write(name, was)
        applied(t, "unapply")
    applied(t)
    os.remove(f"{t.d}/own/include/new/new.h")
    t.refuses("include/new/new.h", verb="unapply")


@own
def unapply_after_the_repository_changed_takes_out_what_was_laid(t):
    before = t.state()
    applied(t)
    os.remove(f"{t.d}/top/kernel/new.c")
    t.patch("old", "changed again")
    t.write("top/kernel/newer.c", "newer\n")
    applied(t, "unapply")
    equal(t.state(), before)


@own
def unapply_finishes_what_an_interrupted_apply_began(t):
    before = t.state()
    for gone in ((), ("include/new/new.h",), ("include/new/new.h", "kernel/new.c")):
        applied(t)
        for name in gone:
            os.remove(f"{t.d}/own/{name}")
        os.remove(f"{t.d}/own/.kprobes-boost/done")
        if len(gone) == 2:
            t.write("own/kernel/Makefile", "old\n" * 5)
        t.refuses("interrupted", "make unapply")
        applied(t, "unapply")
        equal(t.state(), before)


@own
def unapply_keeps_what_a_build_left_in_a_new_directory(t):
    applied(t)
    t.write("own/include/new/new.o", "made\n")
    code, lines = t.apply("unapply")
    assert not code and any("left" in l and "include/new" in l for l in lines), lines
    assert os.path.exists(f"{t.d}/own/include/new/new.o")
    assert not os.path.exists(f"{t.d}/own/include/new/new.h")


def real_files(place):
    """The files that the series changes, from the unpacked source or the package."""
    names = sorted({"Makefile", "Kbuild"} | sameness.touched_names())
    stock, tarball = matrix.tree("stock"), f"/usr/src/linux-source-{matrix.KVER}.tar.xz"
    if os.path.isdir(stock):
        for name in names:
            os.makedirs(os.path.dirname(f"{place}/{name}"), exist_ok=True)
            shutil.copy2(f"{stock}/{name}", f"{place}/{name}")
    elif os.path.exists(tarball):
        subprocess.run(["tar", "-C", place, "--strip-components=1", "-xf", tarball,
                        *(f"linux-source-{matrix.KVER}/{name}" for name in names)], check=True)
    else:
        return False
    return True


@test
def the_real_series_applies_and_comes_out_again():
    with tempfile.TemporaryDirectory() as d:
        t = Own(d)
        shutil.rmtree(f"{d}/own")
        os.mkdir(f"{d}/own")
        if not real_files(f"{d}/own"):
            return "SKIP no kernel source"
        before = t.state()
        for verb in ("apply", "unapply"):
            code, lines = make(verb, f"KSRC={d}/own")
            assert not code, lines
            assert os.path.exists(f"{d}/own/kernel/kprobes_gc.c") == (verb == "apply")
        equal(t.state() == before, True)


def main():
    print(f"KTAP version 1\n1..{len(TESTS)}")
    results = []
    for number, function in enumerate(TESTS, 1):
        name = function.__name__.replace("_", " ")
        outcome, why = "ok", ""
        try:
            skip = function()
            why = f" # {skip}" if skip else ""
        except Exception as e:
            outcome = "not ok"
            for line in f"{type(e).__name__}: {e}".splitlines():
                print(f"# {line}")
        print(f"{outcome} {number} - {name}{why}", flush=True)
        results.append({"test": name, "outcome": "skip" if why else outcome})
    report.write_json("selftest", results)
    sys.exit(any(r["outcome"] == "not ok" for r in results))


if __name__ == "__main__":
    main()
