# SPDX-License-Identifier: GPL-2.0
#
# SystemTap: modules that the host compiled, run by staprun.

. /suite/lib.sh
. /suite/clients.sh

# stap MODULE [COMMAND]: what it printed is in /tmp/said
stap()
{
	client staprun -o /tmp/said ${2:+-c "$2"} /add/kb_stap_$1.ko
}

none() { [ $(wc -l <$kprobes/list) -eq 0 ] && ! grep -q kb_stap /proc/modules; }

ready
# staprun switches jump optimisation off, and leaves it so
check "a line" stap line "sh /suite/call.sh $calls"
result SystemTap "line, $(optimized)" "$(offset line)" "$(cat /tmp/said)" 0
check "... leaves nothing behind" none
check "entry, line, return" stap all "sh /suite/call.sh $calls"
made=$(cut -d ' ' -f 1 $run)
check "... each counted" is "$(head -n 1 /tmp/said)" \
	"entry $made, line $made, return $made, without debug information $((made / 50))"
output SystemTap /tmp/said
if [ "$kbmany" ]; then
	check "500 probes" stap many "sh -c 'wc -l <$kprobes/list >/tmp/number; ls /suite'"
	echo "# $(cat /tmp/number) probes"
	check "... are placed" [ "$(cat /tmp/number)" -ge 500 ]
	check "... and hit" grep -qx some /tmp/said
	check "... leave nothing behind" none
fi
if [ "$kbtimes" ]; then
	n=0
	while [ $n -lt $kbtimes ] && stap line "cat $kprobes/list >/tmp/list" && [ -s /tmp/list ]; do
		n=$((n + 1))
	done
	check "$kbtimes times in a row" is $n $kbtimes
	check "... leave nothing behind" none
fi
finish
