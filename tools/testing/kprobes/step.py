# SPDX-License-Identifier: GPL-2.0
#
# Run one long command, or one long function, with its output in a log file and
# a line of progress with the time it took.  Imported by whatever builds or boots.
# It must never leave a child behind: not on a signal, not on a time limit.

import os
import signal
import subprocess
import sys
import time


class Interrupted(BaseException):
    pass


def _raise(signum, frame):
    # once: to be ended while children are ended would leave some
    signal.signal(signum, signal.SIG_IGN)
    raise Interrupted(signum)


def start(main):
    """Run a program; SIGTERM and SIGHUP unwind like SIGINT, so that children are ended."""
    for s in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(s, _raise)
    try:
        main()
    except (Interrupted, KeyboardInterrupt):
        print(f"{os.path.basename(sys.argv[0])}: interrupted", file=sys.stderr)
        sys.exit(130)


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


_t0 = time.monotonic()


def say(text):
    print(f"[{clock(time.monotonic() - _t0):>5}] {text}", flush=True)


def limited(command, seconds):
    """The command with so many seconds of the processor: SIGXCPU ends it then."""
    return ["prlimit", f"--cpu={seconds}:{seconds + 5}", *command]


def kill(child):
    """End a child and everything in its session; only ever our own child."""
    if child.poll() is None:
        try:
            os.killpg(child.pid, signal.SIGTERM)
            child.wait(timeout=3)
        except (subprocess.TimeoutExpired, ProcessLookupError):
            pass
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def run(command, log, label=None, limit=None, every=30, count=None, **popen):
    """Run a command with all output appended to the file log.

    Says label when it starts to take time and every so many seconds, with the
    number of output lines that contain count.  Returns the exit code, or None
    if the limit in seconds was reached.
    """
    start = time.monotonic()
    with open(log, "ab") as out:
        seen = out.tell()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.STDOUT, start_new_session=True, **popen)
        told = start
        try:
            while True:
                try:
                    return child.wait(timeout=0.2 if limit is None else
                                      max(0.01, min(0.2, limit - (time.monotonic() - start))))
                except subprocess.TimeoutExpired:
                    pass
                now = time.monotonic()
                if limit is not None and now - start >= limit:
                    return None
                if label and now - told >= every:
                    told = now
                    done = ""
                    if count:
                        with open(log, "rb") as f:
                            f.seek(seen)
                            done = f", {f.read().count(count.encode())} objects"
                    say(f"  ... {label}{done}")
        finally:
            kill(child)
