# SPDX-License-Identifier: GPL-2.0
#
# Hit, place and remove probes from everywhere at once for kbseconds, or until
# kbreclaims slots were reclaimed, then see that every slot is free again.  kbbulk: so
# many probes at once besides.  kboptimize=0: no probe becomes a jump.  kbstress names
# what else goes on:
#
#	flips	 the policy changes, and jump optimisation is switched off and on
#	commits	 commits from user space, most of which are killed
#	modules	 a module with probes of its own comes and goes
#	exits	 short-lived processes
#	pids	 and PID namespaces
#	hotplug	 a CPU goes and comes
#	failures allocations of those who place probes fail, one in fifty

. /suite/lib.sh

all_free()
{
	echo 1 >$kprobes/commit && is "$(value slots_used)" 0 && is "$(value slots_dirty)" 0
}

no_leaks()
{
	cat $debug/kmemleak && is "$(wc -l <$debug/kmemleak)" 0
}

flips()
{
	for p in trampoline auto off auto; do
		policy $p
		optimization 0
		sleep 0.05
		can_optimize && optimization 1
		sleep 0.2
	done
}

commits()
{
	for _ in 1 2 3 4; do
		echo 1 >$kprobes/commit &
		sleep 0.02
		kill -9 $! 2>/dev/null
	done
	echo 1 >$kprobes/commit
}

modules()
{
	load kb_plain && rmmod kb_plain || echo modules >>/tmp/stress.failed
}

exits()
{
	for _ in 1 2 3 4 5 6 7 8; do
		(exit 0) &
	done
	wait
}

# The first process of a namespace exits, and takes the other along.
pids()
{
	unshare -p -f sh -c 'sleep 10 & exit 0' || echo pids >>/tmp/stress.failed
}

hotplug()
{
	echo 0 >"$cpu/online" && sleep 0.3 && echo 1 >"$cpu/online" && sleep 0.3 ||
		echo hotplug >>/tmp/stress.failed
}

failures()
{
	sleep 1
}

inject()
{
	(
		cd "$debug/$1" && echo Y >task-filter && echo 2 >probability && echo -1 >times &&
			echo 0 >verbose && echo 0 >space && echo N >ignore-gfp-wait
	)
}

# Count the rounds in a file, so that one that stopped is noticed.
keep_on()
{
	until [ -e /tmp/stress.stop ]; do
		$1
		echo >>/tmp/stress.$1
	done
	wait
}

[ "$kboptimize" ] && optimization "$kboptimize"
alone=Y
for s in $(echo "$kbstress" | tr , ' '); do
	case $s in
	pids)
		if ! [ -e /proc/self/ns/pid ]; then
			skip "$s" "the kernel has no PID namespaces"
			continue
		fi
		;;
	hotplug)
		if ! [ -e /sys/devices/system/cpu/cpu1/online ]; then
			skip "$s" "the kernel cannot take a CPU away"
			continue
		fi
		cpu=$(ls -d /sys/devices/system/cpu/cpu[0-9]* | tail -n 1)
		more="$more hotplug=${cpu##*cpu}"
		;;
	failures)
		check "allocations can fail" inject failslab
		more="$more failing=Y"
		;;
	flips | commits | modules) alone=N ;;
	esac
	on="$on $s"
	keep_on "$s" 2>/dev/null &
done

# Races of the kernel's own: hits that were missed are counted by many at once, and whether
# there is a detour is looked at while that changes.
if [ -e $debug/kcsan ]; then
	check "KCSAN is on" sh -c "echo on >$debug/kcsan"
	for f in kprobes_inc_nmissed_count setup_detour_execution; do
		grep -q " $f$" /proc/kallsyms &&
			check "KCSAN: without $f" sh -c "echo '!$f' >$debug/kcsan"
	done
fi

# The console judge knows stalls; a watchdog must only not be faster than TCG.
[ -e /proc/sys/kernel/watchdog_thresh ] && echo 60 >/proc/sys/kernel/watchdog_thresh

check "torture of ${kbseconds:-180} s ends" insmod /modules/kb_torture.ko \
	seconds="${kbseconds:-180}" reclaims="${kbreclaims:-0}" bulk="${kbbulk:-0}" alone=$alone $more
for s in $on; do
	check "$s went on, $(wc -l </tmp/stress.$s) rounds" [ "$(wc -l </tmp/stress.$s)" -ge 5 ]
done
if [ "$on" ]; then
	# Each ends its round: what is killed could leave a module or a policy behind.
	touch /tmp/stress.stop
	wait
	check "nothing that went on has failed" [ ! -e /tmp/stress.failed ]
fi
forward "torture" $debug/kb_torture/results
check "unload kb_torture" rmmod kb_torture
check "after commit every slot is free" all_free
# A pointer may have stood on the stack of one that scanned before.
if [ -e $debug/kmemleak ]; then
	echo scan >$debug/kmemleak
	sleep 6
	echo scan >$debug/kmemleak
	check "nothing leaks" no_leaks
fi
sed 's/^/# /' $kprobes/boost
finish
