# SPDX-License-Identifier: GPL-2.0
#
# What it takes to register and remove many probes: one by one, in a batch, and as
# events of tracefs; deep in one function, in a module with many symbols, and in the
# kernel, whose addresses the host put into /many.kernel.

. /suite/lib.sh

many=$debug/kb_many
tracing=/sys/kernel/tracing

# take PLACE FILE: probe the addresses of a file from now on.
take()
{
	place=$1
	# whole lines: 3978 is 17 times 9 times 26
	check "take addresses: $1" dd bs=3978 if="$2" of=$many/addresses
}

# take_possible PLACE FILE: those that can be probed
take_possible()
{
	take "$@"
	check "leave out what cannot be probed: $1" sh -c "echo >$many/filter"
}

# measure COUNT HOW POST
measure()
{
	check "$place: $1 probes, $2, post_handler $3" \
		sh -c "echo $1 $2 $3 >$many/place"
	start=$(clock)
	lines=$(wc -l <$kprobes/list)
	listed=$(clock)
	check "$place: $1 probes are listed" [ "$lines" -ge "$1" ]
	check "$place: $1 probes are removed" \
		sh -c "echo 1 >$many/remove && cat $many/result >/tmp/measured"
	sed "s/^/# row: {\"place\":\"$place\",\"count\":$1,\"list\":$((listed - start)),/" \
		/tmp/measured
}

# steps SYMBOL STEP COUNT: addresses from a symbol on.
steps()
{
	start=$(sed -n "s/ [a-zA-Z] $1\t.*//p" /proc/kallsyms)
	# the upper half stays as it is
	high=${start%????????}
	low=$((0x${start#"$high"}))
	n=0
	while [ $n -lt "$3" ]; do
		printf "$high%08x\n" $((low + n * $2))
		n=$((n + 1))
	done
}

clock()
{
	cat $many/clock
}

# define COUNT: events in functions that can be traced; tracefs takes no others.
define()
{
	n=0
	while [ $n -lt "$1" ] && read -r address; do
		echo "p:many/e$n 0x$address" && n=$((n + 1))
	done </many.kernel >$tracing/kprobe_events 2>/dev/null
	check "events: $1 are defined" is "$(wc -l <$tracing/kprobe_events)" "$1"
}

# events COUNT: the same through tracefs.  Deleting one by one events that have been
# enabled also empties the trace each time, which takes more than all else.
events()
{
	start=$(clock)
	define "$1"
	defined=$(clock)
	echo 1 >$tracing/events/many/enable
	enabled=$(clock)
	echo 0 >$tracing/events/many/enable
	disabled=$(clock)
	echo >$tracing/kprobe_events
	cleared=$(clock)
	check "events: none are left" is "$(wc -l <$tracing/kprobe_events)" 0
	define "$1"
	before=$(clock)
	while [ $n -gt 0 ]; do
		n=$((n - 1))
		echo "-:many/e$n"
	done >>$tracing/kprobe_events
	deleted=$(clock)
	check "events: none are left" is "$(wc -l <$tracing/kprobe_events)" 0
	echo "# row: {\"place\":\"events\",\"count\":$1,\"placed\":$1," \
		"\"define\":$((defined - start)),\"enable\":$((enabled - defined))," \
		"\"disable\":$((disabled - enabled)),\"clear\":$((cleared - disabled))," \
		"\"delete\":$((deleted - before))}"
}

for m in kb_many kb_deep kb_symbols kb_plenty; do
	check "load $m" load $m
done
steps kb_deep 8 1000 >/tmp/deep
steps kb_deep_symbols 8 1000 >/tmp/symbols
steps kb_small 32 1000 >/tmp/small

# kbplaces: PLACE:COUNT:COUNT...,...; kbposts: 1,0; kbhow: single,batch
IFS="$IFS,:"
place=
for word in $kbplaces; do
	case $word in
	[0-9]*) ;;
	events) place=events; continue ;;
	start) head -n 100 /tmp/deep >/tmp/start; take_possible start /tmp/start; continue ;;
	end) tail -n 100 /tmp/deep >/tmp/end; take_possible end /tmp/end; continue ;;
	kernel | entries) take_possible "$word" "/many.$word"; continue ;;
	plenty)
		# a jump in place of the breakpoint looks nothing up
		optimization 0
		steps kb_plenty 8 50000 >/tmp/plenty
		take plenty /tmp/plenty
		continue
		;;
	*) take_possible "$word" "/tmp/$word"; continue ;;
	esac
	if [ $place = events ]; then
		events "$word"
		continue
	fi
	for post in $kbposts; do
		for how in ${kbhow:-single batch}; do
			measure "$word" $how "$post"
		done
	done
done

for m in kb_plenty kb_symbols kb_deep kb_many; do
	check "unload $m" rmmod $m
done
finish
