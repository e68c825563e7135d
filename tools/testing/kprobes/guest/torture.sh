# SPDX-License-Identifier: GPL-2.0
#
# Hit, place and remove probes from everywhere at once for kbseconds, then see that
# every slot is free again.  kbstress names what goes on besides:
#
#	flips	 the policy changes, and jump optimisation is switched off and on
#	commits	 commits from user space, most of which are killed
#	modules	 a module with probes of its own comes and goes
#	exits	 short-lived processes

. /suite/lib.sh

all_free()
{
	echo 1 >$kprobes/commit && is "$(value slots_used)" 0 && is "$(value slots_dirty)" 0
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

# Count the rounds in a file, so that one that stopped is noticed.
keep_on()
{
	while :; do
		$1
		echo >>/tmp/stress.$1
	done
}

for s in $(echo "$kbstress" | tr , ' '); do
	keep_on "$s" 2>/dev/null &
	stress="$stress $!"
done

# The console judge knows stalls; a watchdog must only not be faster than TCG.
[ -e /proc/sys/kernel/watchdog_thresh ] && echo 60 >/proc/sys/kernel/watchdog_thresh

alone=${kbstress:+N}
check "torture of ${kbseconds:-180} s ends" load kb_torture seconds="${kbseconds:-180}" \
	alone=${alone:-Y}
for s in $(echo "$kbstress" | tr , ' '); do
	check "$s went on, $(wc -l </tmp/stress.$s) rounds" [ "$(wc -l </tmp/stress.$s)" -ge 5 ]
done
if [ "$stress" ]; then
	kill $stress
	wait
	rmmod kb_plain 2>/dev/null
	policy auto
	can_optimize && optimization 1
	check "nothing that went on has failed" [ ! -e /tmp/stress.failed ]
fi
forward "torture" $debug/kb_torture/results
check "unload kb_torture" rmmod kb_torture
check "after commit every slot is free" all_free
sed 's/^/# /' $kprobes/boost
finish
