# SPDX-License-Identifier: GPL-2.0
#
# usage: call.sh CALLS
#
# So many calls of kb_calls' function by all CPUs together, started by the client itself;
# /tmp/list is how the probes were then.  What takes a while is to be optimised by then.

sleep 1
cat /sys/kernel/debug/kprobes/list >/tmp/list
echo $(($1 / $(nproc))) >/sys/kernel/debug/kb_calls/run
