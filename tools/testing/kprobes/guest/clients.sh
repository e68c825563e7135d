# SPDX-License-Identifier: GPL-2.0
#
# For suites that run programs of Debian's, which are on a disk, and what else is to count
# calls: included by them after lib.sh.  The programs see the guest's /proc, /sys, /dev and /tmp.

root=/disk
tracing=/sys/kernel/tracing
run=$debug/kb_calls/run
# of calls that a program is to count, by all CPUs together
calls=${kbcalls:-20000}

# What the disk has is mounted piece by piece, so that there can be more.
disk()
{
	mkdir -p /squashfs $root
	mount -t squashfs -o ro /dev/vda /squashfs && mount -t tmpfs tmpfs $root || return
	for place in /squashfs/* /proc /sys /dev /tmp /suite /modules /add; do
		mkdir -p $place $root/${place##*/}
		mount -o rbind $place $root/${place##*/} || return
	done
}

# client COMMAND...: run it on the disk.
client()
{
	chroot $root /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp TERM=dumb \
		LC_ALL=C TMPDIR=/tmp "$@"
}

# ready: the function that is called, and what a call costs without a probe.
ready()
{
	check "load kb_calls" load kb_calls
	middle=$(cat $debug/kb_calls/middle)
	check "... and calls are made" client sh /suite/call.sh $calls
	check "... all of them" is "$(cut -d ' ' -f 1 $run)" $calls
	plain=$(cut -d ' ' -f 2 $run)
}

# profile EVENT COLUMN: of what tracefs says of its probes
profile()
{
	awk -v name="$1" -v column=$2 '$1 == name { print $column; found = 1 }
		END { if (!found) print 0 }' $tracing/kprobe_profile
}

hits() { profile $1 2; }

# how often a probe had no time for it
missed() { profile $1 3; }

# mode OFFSET: of the function that is called, what kprobes/list said while it was
mode()
{
	grep -v '\[DISABLED\]' /tmp/list |
		sed -n "s,.*  [kr]  kb_calls_target+$1[ /][^[]*\(\[kb_calls\]\)\{0\,1\} *,,p" |
		sed 's/\]\[/+/g; s/[][]//g; q'
}

# result CLIENT WHAT OFFSET COUNTED MISSED: a row for the host, after calls were made.
# What the client counted, with what was missed, must be the calls.
result()
{
	made=$(cut -d ' ' -f 1 $run)
	check "calls are made for $1: $2" is "$made" $calls
	check "$1 counts every call: $2" is $(($4 + $5)) "$made"
	printf '{"client": "%s", "what": "%s", "counted": "%s", "missed": "%s", "mode": "%s", "cost": %s}\n' \
		"$1" "$2" "$4" "$5" "$(mode "$3")" $(($(cut -d ' ' -f 2 $run) - plain)) >/tmp/rows
	row /tmp/rows
}

# output CLIENT FILE: what a client printed, for the host to compare with the stock kernel's
output()
{
	sed 's/["\\\t]/ /g; s/.*/{"client": "'"$1"'", "line": "&"}/' "$2" >/tmp/rows
	check "$1 printed something" row /tmp/rows
	row /tmp/rows
}

# define TYPE:GROUP/EVENT WHERE ARGUMENTS: a probe event, as a user of tracefs does
define()
{
	check "define $1" sh -c "echo '$*' >>$tracing/kprobe_events"
}

# offset EVENT: where in the function
offset()
{
	case $1 in
	middle | line) printf 0x%x $middle ;;
	*) echo 0x0 ;;
	esac
}

# optimized: whether jump optimisation is on, in a word or two
optimized()
{
	if can_optimize && [ "$(cat /proc/sys/debug/kprobes-optimization)" = 1 ]; then
		echo optimized
	else
		echo "not optimized"
	fi
}

# Where the kernel optimises probes, with and without.
switch=0
can_optimize && switch="1 0"

if [ -b /dev/vda ]; then
	check "the programs are on a disk" disk
else
	# There is none, and busybox will do.
	client() { "$@"; }
fi
