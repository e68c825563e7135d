# SPDX-License-Identifier: GPL-2.0
#
# Jump-optimised probes share the collector: commit waits for what is queued, slots
# come back, and nothing is lost while optimisation is switched on and off.

. /suite/lib.sh

tracing=/sys/kernel/tracing
rounds=${kbrounds:-8}

# Probe points on the first instruction of many functions that are called often.
place()
{
	awk '$2 ~ /^[tT]$/ && $3 ~ /^(vfs|ksys|seq|kmem|dput|d_|path|lookup|mntput|fput|filp)/ && NF == 3 { print $3 }' \
		/proc/kallsyms | sort -u | head -150 |
		while read -r f; do
			echo "p:kb_$f $f" >>$tracing/kprobe_events
		done 2>/dev/null
	echo 1 >$tracing/events/kprobes/enable
}

remove()
{
	echo 0 >$tracing/events/kprobes/enable
	echo >$tracing/kprobe_events
}

placed() { [ "$(wc -l <$tracing/kprobe_events)" -ge 50 ]; }

work() { find /proc/self /sys/kernel >/dev/null 2>&1; cat /proc/kallsyms >/dev/null; }

committed() { echo 1 >$kprobes/commit; }

all_free()
{
	committed && is "$(value slots_used)" 0 && is "$(value slots_dirty)" 0 &&
		is "$(value probes_optimized)" 0
}

toggle()
{
	for _ in 1 2 3 4 5; do
		optimization 0
		optimization 1
	done
}

# A module goes whose optimised probes have just been removed, and another comes to its place.
comes_back()
{
	: >/tmp/places
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		load kb_plain && committed || return
		awk '$1 == "kb_plain" { print $6 }' /proc/modules >>/tmp/places
		grep 'plain_.*OPTIMIZED' $kprobes/list && rmmod kb_plain || return
	done
	cat /tmp/places
	[ "$(sort -u /tmp/places | wc -l)" -lt 10 ]
}

optimization 1
check "an optimised probe comes back before it is gone" load kb_reuse
check "a module comes where one with optimised probes was" comes_back
place
check "many probes are placed" placed
check "commit carries out queued optimisations" committed
check "... so that some are optimised" [ "$(value probes_optimized)" -ge 20 ]
work
optimization 0
check "switched off, none is optimised" is "$(value probes_optimized)" 0
work
optimization 1
committed
check "switched on again, some are" [ "$(value probes_optimized)" -ge 20 ]
remove
check "removed and committed, every slot is free" all_free

for round in $(seq "$rounds"); do
	place
	[ $((round % 2)) = 0 ] && committed
	toggle &
	work
	committed
	remove
	wait
done
optimization 1
check "after $rounds rounds with switching, every slot is free" all_free
echo 0 >$tracing/tracing_on
finish
