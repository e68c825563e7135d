# SPDX-License-Identifier: GPL-2.0
#
# The kernel's own test of the tracer, of which the directories about probe events.  What
# each test says is for the host to judge: some cannot pass in this guest.

. /suite/lib.sh
. /suite/clients.sh

client sh -c 'cd /add/ftrace && bash ./ftracetest -l /tmp/logs test.d/kprobe test.d/dynevent' 2>&1 |
	tr -d '\r' | sed 's/\x1b\[[0-9;]*m//g; s/^/# /' >/tmp/ftracetest.out
cat /tmp/ftracetest.out
for log in $(grep -lE 'FAIL|unresolved' /tmp/logs/*.log 2>/dev/null); do
	tail -n 12 "$log" | sed 's/^/# | /'
done
check "ftracetest ends" grep -q 'of passed' /tmp/ftracetest.out
check "... and leaves no probe behind" is "$(wc -l <$kprobes/list)" 0
finish
