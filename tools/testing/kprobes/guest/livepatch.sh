# SPDX-License-Identifier: GPL-2.0
#
# livepatch, which asks every task's stack whether it may be patched, while tasks are at
# a probe: the kernel's sample patches /proc/cmdline, and is taken out again.

. /suite/lib.sh
. /suite/clients.sh

patch=/sys/kernel/livepatch/livepatch_sample

# in_time COMMAND...: the command succeeds within a minute
in_time()
{
	for i in $(seq 60); do
		"$@" && return
		sleep 1
	done
	return 1
}

settled() { [ "$(cat $patch/transition)" = 0 ]; }
gone() { ! [ -e $patch ]; }

ready
optimization 0
define p:calls/middle "kb_calls:kb_calls_target+$middle"
echo 1 >$tracing/events/calls/middle/enable
: >/tmp/go
while [ -e /tmp/go ]; do
	echo $((calls / $(nproc))) >$run
	echo >>/tmp/turns
done &
check "load the sample" load livepatch-sample
check "every task is patched" in_time settled
check "... and the function" grep -q "live patched" /proc/cmdline
echo 0 >$patch/enabled
check "every task is itself again" in_time gone
check "... and the function" sh -c '! grep -q "live patched" /proc/cmdline'
check "unload the sample" rmmod livepatch-sample
check "tasks have been at the probe" in_time [ -s /tmp/turns ]
rm /tmp/go
wait
echo 0 >$tracing/events/calls/middle/enable
check "the probe is removed" sh -c ": >$tracing/kprobe_events"
finish
