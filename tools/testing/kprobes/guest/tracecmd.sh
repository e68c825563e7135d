# SPDX-License-Identifier: GPL-2.0
#
# trace-cmd: records probes of tracefs, which are written to it as its manual says.

. /suite/lib.sh
. /suite/clients.sh

ready
define p:calls/entry kb_calls:kb_calls_target
define p:calls/middle "kb_calls:kb_calls_target+$middle"
define r:calls/ret kb_calls:kb_calls_target '$retval'

for optimize in $switch; do
	optimization $optimize
	for event in entry middle ret; do
		client trace-cmd record -q -b 8192 -e calls:$event -o /tmp/trace.dat sh /suite/call.sh $calls \
			>/tmp/said 2>&1
		client trace-cmd report -q -i /tmp/trace.dat >/tmp/report 2>>/tmp/said
		result trace-cmd "$event, $(optimized)" "$(offset $event)" \
			"$(grep -c " $event: " /tmp/report)" "$(missed $event)"
	done
done
# what it says of the last ones, which are in no order, without addresses
sed -n 's/^.* ret: *([^)]*) */ret /p' /tmp/report | sort | uniq -c | head -n 20 >/tmp/shown
output trace-cmd /tmp/shown
: >$tracing/events/calls/enable
check "its probes are removed" sh -c ": >$tracing/kprobe_events"
check "... and leave no probe behind" is "$(wc -l <$kprobes/list)" 0
finish
