# SPDX-License-Identifier: GPL-2.0
#
# What the cheapest client sees: events that are written to tracefs, on calls of a module's
# function by all CPUs, of which hits and missed ones must be all.  With other programs, and
# against the stock kernel: make check-clients.

. /suite/lib.sh
. /suite/clients.sh

# event NAME TYPE WHERE
event()
{
	define $2:calls/$1 kb_calls:kb_calls_target$3
	check "enable it" sh -c "echo 1 >$tracing/events/calls/$1/enable"
	for optimize in $switch; do
		optimization $optimize
		counted=$(hits $1)
		before=$(missed $1)
		sh /suite/call.sh $calls
		result tracefs "$1, $(optimized)" "$(offset $1)" $(($(hits $1) - counted)) \
			$(($(missed $1) - before))
		[ $optimize = 1 ] || check "it is boosted" is "$(mode "$(offset $1)")" BOOSTED
	done
	check "disable it" sh -c "echo 0 >$tracing/events/calls/$1/enable"
	check "remove it" sh -c "echo -:calls/$1 >>$tracing/kprobe_events"
	check "... and it leaves no probe behind" is "$(wc -l <$kprobes/list)" 0
}

ready
event entry p
event middle p +$middle
event return r
check "unload kb_calls" rmmod kb_calls
finish
