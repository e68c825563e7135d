# SPDX-License-Identifier: GPL-2.0
#
# bpftrace: programs of BPF on probes, which count in the kernel.

. /suite/lib.sh
. /suite/clients.sh

ready
for optimize in $switch; do
	optimization $optimize
	for event in entry middle ret; do
		case $event in
		entry) point=kprobe:kb_calls_target ;;
		middle) point=kprobe:kb_calls_target+$middle ;;
		ret) point=kretprobe:kb_calls_target ;;
		esac
		client bpftrace --unsafe -c "/bin/sh /suite/call.sh $calls" \
			-e "$point { @n = count(); }" >/tmp/said 2>&1
		result bpftrace "$event, $(optimized)" "$(offset $event)" \
			"$(sed -n 's/^@n: //p' /tmp/said)" 0
	done
done
client bpftrace -c "/bin/sh /suite/call.sh $calls" -e '
	kprobe:kb_calls_target { @round = hist(arg0); @where[func] = count(); }
	kretprobe:kb_calls_target { @value = lhist(retval, 0, 100000, 10000); }' >/tmp/said 2>&1
output bpftrace /tmp/said
finish
