# SPDX-License-Identifier: GPL-2.0
#
# What the suites share: KTAP on standard output.  A suite includes this file, calls
# "check" or "forward" for each test, and "finish" at its end; without that the host
# counts the missing plan as a failure.

debug=/sys/kernel/debug
kprobes=$debug/kprobes
count=0

# check NAME COMMAND...: the test passes when the command does.
check()
{
	name=$1
	shift
	count=$((count + 1))
	if "$@" >/tmp/check.out 2>&1; then
		echo "ok $count - $name"
	else
		sed 's/^/# /' /tmp/check.out
		echo "not ok $count - $name"
	fi
}

# forward NAME FILE: the results in a KTAP file as one test of ours.
forward()
{
	count=$((count + 1))
	if ! [ -r "$2" ]; then
		echo "# no $2"
		echo "not ok $count - $1"
		return
	fi
	cat "$2" >/tmp/forward.out
	sed 's/^/    /' /tmp/forward.out
	if grep -q '^ *not ok' /tmp/forward.out; then
		echo "not ok $count - $1"
	else
		echo "ok $count - $1"
	fi
}

skip()
{
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

# row FILE: lines of JSON for the host.
row()
{
	sed 's/^/# row: /' "$1" >/tmp/row.out || return
	[ -s /tmp/row.out ] && cat /tmp/row.out
}

# value NAME: a line of kprobes/boost.
value()
{
	sed -n "s/^$1: *//p" $kprobes/boost
}

is()
{
	[ "$1" = "$2" ] && return
	echo "'$1', expected '$2'"
	return 1
}

has_boost()
{
	[ -e $kprobes/boost ]
}

policy()
{
	echo "$1" >/proc/sys/debug/kprobes-boost
}

can_optimize()
{
	[ -e /proc/sys/debug/kprobes-optimization ]
}

# Where there is no jump optimisation, it is off already.
optimization()
{
	if ! can_optimize && [ "$1" = 0 ]; then return; fi
	echo "$1" >/proc/sys/debug/kprobes-optimization
}

load() { insmod "/modules/$1.ko" $2 $3 $4; }

finish() { echo "1..$count"; }
