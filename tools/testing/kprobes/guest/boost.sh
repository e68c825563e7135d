# SPDX-License-Identifier: GPL-2.0
#
# What the engine shows and takes from user space, and its KUnit suites.

. /suite/lib.sh

modes='SIMULATED|TRAMPOLINED|BOOSTED|STEPPED'
sysctl=/proc/sys/debug/kprobes-boost

warnings() { dmesg | grep -c "no such policy"; }

# refuses VALUE: EINVAL, one line in the log, nothing changed.
refuses()
{
	old=$(cat $sysctl)
	lines=$(warnings)
	if (echo "$1" >$sysctl) 2>/tmp/error; then
		echo "'$1' was taken"
		return 1
	fi
	cat /tmp/error
	grep -q "Invalid argument" /tmp/error && is "$(cat $sysctl)" "$old" &&
		is "$(warnings)" $((lines + 1))
}

takes() { policy "$1" && is "$(cat $sysctl)" "$1" && is "$(value policy)" "$1"; }

# Probe points of $1 (a pattern) in the list, less those with a mode flag $2.
without_flag() { ! grep -E "$1" $kprobes/list | grep -vE "\[($2)\]\$"; }

idle()
{
	echo 1 >$kprobes/commit && is "$(value slots_dirty)" 0
}

# event FUNCTION: a kprobe event on its first instruction is boosted and hit.  The
# function tracer has kbtraced bytes of its own there, before that.
event()
{
	cd /sys/kernel/tracing
	offset=0
	[ -e available_filter_functions ] && offset=$kbtraced
	echo "p:kb_event $1+$offset" >kprobe_events || return
	echo 1 >events/kprobes/kb_event/enable
	cat /proc/version /sys/kernel/debug/kprobes/list >/tmp/list
	echo 0 >tracing_on
	profile=$(cat kprobe_profile)
	flags=$(grep " $1+" /tmp/list)
	echo 0 >events/kprobes/kb_event/enable
	echo 1 >tracing_on
	echo >kprobe_events
	cd /
	echo "$flags; $profile"
	case $flags in *'[BOOSTED]') ;; *) return 1 ;; esac
	[ "$(echo "$profile" | awk '{ print $2 }')" -gt 0 ]
}

# What other suites wait by, and stop by.
sleeps()
{
	read -r before _ </proc/uptime
	sleep 0.5
	read -r after _ </proc/uptime
	echo "from $before to $after"
	awk "BEGIN { exit $after - $before < 0.49 }" && touch /tmp/touched
}

optimization 0
check "programs can sleep, and touch a file" sleeps
check "policy auto after boot" is "$(value policy)" auto
for p in off trampoline auto; do
	check "the sysctl takes $p" takes $p
done
for p in nonsense aut autoo "auto off" AUTO "" 0 "$(head -c 4096 /dev/zero | tr '\0' x)"; do
	check "the sysctl refuses '$(printf %.20s "$p")'" refuses "$p"
done

for name in policy probes_simulated probes_trampolined probes_boosted probes_stepped \
	probes_optimized probes_ftrace slots_free slots_used slots_dirty slot_pages \
	grace_periods slots_reclaimed commits; do
	check "kprobes/boost has $name" [ -n "$(value $name)" ]
done
check "kprobes/boost has nothing but name: value" sh -c "! grep -vE '^[a-z_]+: [a-z0-9]+\$' $kprobes/boost"

check "a module that knows nothing of boosting loads" load kb_plain
check "... and is boosted" without_flag '\[kb_plain\]' BOOSTED
check "... and counted" [ "$(value probes_boosted)" -ge 1 ]
check "kprobes/slots names its original addresses" grep -q plain_ $kprobes/slots
takes trampoline
check "after switching to trampoline, nothing of it is boosted" without_flag '\[kb_plain\]' "SIMULATED|TRAMPOLINED|STEPPED"
takes off
check "after switching off, everything is simulated or stepped" without_flag '\[kb_plain\]' "SIMULATED|STEPPED"
takes auto
check "switched back to auto, it is boosted again" without_flag '\[kb_plain\]' BOOSTED
check "every line of kprobes/list ends in its mode" without_flag '.' "$modes|FTRACE|OPTIMIZED"
check "it unloads" rmmod kb_plain
check "writing to kprobes/commit leaves nothing dirty" idle
check "... nor used" is "$(value slots_used)" 0
check "... nor any line in kprobes/slots" is "$(wc -l <$kprobes/slots)" 0

for f in ksys_read vfs_read do_sys_openat2; do
	check "a kprobe event on $f is boosted and hit" event "$f"
done

# failing NAME: a kind of allocation fails for whoever asks for it, and says nothing.
failing()
{
	for knob in ignore-gfp-wait ignore-gfp-highmem verbose min-order; do
		[ -e "$debug/$1/$knob" ] && echo 0 >"$debug/$1/$knob"
	done
}

if [ -e $debug/failslab ]; then
	failing failslab
	failing fail_page_alloc
fi
# A case may wait for many grace periods, and a page of probes takes its time where each
# stops the machine.  KUnit itself gives a case five minutes.
hung=/proc/sys/kernel/hung_task_timeout_secs
[ -e $hung ] && echo 240 >$hung
load kunit
check "load kb_test" load kb_test
for results in $debug/kunit/kprobes_*/results; do
	forward "KUnit $(basename "$(dirname "$results")")" "$results"
done
check "unload kb_test" rmmod kb_test
check "after all of it, commit leaves nothing dirty" idle
check "... nor used" is "$(value slots_used)" 0
finish
