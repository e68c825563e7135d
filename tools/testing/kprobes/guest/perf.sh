# SPDX-License-Identifier: GPL-2.0
#
# perf probe, and what makes use of its probes: stat, record, script, trace.

. /suite/lib.sh
. /suite/clients.sh

# probe WORDS: place an event, whose name may get a word more
probe()
{
	check "perf probe: $1" client perf probe -q -m /modules/kb_calls.ko --add "calls:$*"
	client perf probe -l 2>/tmp/said | sed 's/^ *//; s, *@.*/, at ,' >/tmp/shown
	output "perf probe" /tmp/shown
}

# perf_of_calls COMMAND WORDS...: perf looks at events while calls are made
perf_of_calls() { client perf "$@" -- sh /suite/call.sh $calls; }

# stat EVENT: of the one probe there is
stat()
{
	for optimize in $switch; do
		optimization $optimize
		before=$(missed $1)
		perf_of_calls stat -x , -a -e calls:$1 -o /tmp/stat
		result "perf stat" "$1, $(optimized)" "$(offset $1)" \
			"$(sed -n "s/^\([0-9]*\),.*calls:$1,.*/\1/p" /tmp/stat)" $(($(missed $1) - before))
	done
}

# gone: without a trace
gone()
{
	check "perf probe: it is removed" client perf probe -q --del 'calls:*'
	check "... and leaves no probe behind" is "$(wc -l <$kprobes/list)" 0
}

ready
probe entry=kb_calls_target
stat entry
gone
probe 'ret=kb_calls_target%return $retval'
stat ret__return
gone
probe "line=calls.c:$(cat /add/line) round"
stat line
# with what, and called by whom; perf itself loses the names of a few samples
made=400
client perf record -q -a -g -e calls:line -o /tmp/data -- sh /suite/call.sh $made
client perf script -i /tmp/data -F event,trace,ip,sym >/tmp/said
sed -n 's/.*calls:line: *([^)]*)/line/p' /tmp/said | sort >/tmp/sorted
check "each sample has the variable" is "$(grep -c round=0x /tmp/sorted)" $made
uniq -c /tmp/sorted | head -n 20 >/tmp/shown
output "perf record" /tmp/shown
# perf has no name for the function that is first in a module: its address will do
check "stack traces begin at the probe" is $made "$(awk '
	/calls:line:/ { at = substr($2, 2, length($2) - 4); getline; n += substr($1, 1, length(at)) == at }
	END { print n }' /tmp/said)"
for function in calls_on_this_cpu worker_thread; do
	check "... and lead to $function" \
		[ "$(grep -c " $function\$" /tmp/said)" -gt $((made * 9 / 10)) ]
done
gone

probe middle=kb_calls_target+$middle
stat middle

before=$(missed middle)
perf_of_calls record -q -a -m 16M -e calls:middle -o /tmp/data
client perf script -i /tmp/data -F event >/tmp/said
result "perf record" "middle, $(optimized)" "$(offset middle)" \
	"$(grep -c calls:middle /tmp/said)" $(($(missed middle) - before))

before=$(missed middle)
perf_of_calls trace --no-syscalls -a -m 16M -e calls:middle -o /tmp/said
result "perf trace" "middle, $(optimized)" "$(offset middle)" \
	"$(grep -c calls:middle /tmp/said)" $(($(missed middle) - before))

gone
finish
