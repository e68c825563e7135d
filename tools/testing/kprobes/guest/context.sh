# SPDX-License-Identifier: GPL-2.0
#
# KUnit suite kprobes_context, without jump optimisation and with it: with it, many probes
# never reach the engine.

. /suite/lib.sh

all_free()
{
	echo 1 >$kprobes/commit && is "$(value slots_used)" 0 && is "$(value slots_dirty)" 0
}

load kunit
load kb_watch
echo 1 >/sys/kernel/rcu_expedited
for optimize in 0 1; do
	optimization $optimize
	check "load kb_context, optimization $optimize" load kb_context
	forward "KUnit kprobes_context, optimization $optimize" $debug/kunit/kprobes_context/results
	check "unload kb_context" rmmod kb_context
done
check "after all of it, every slot is free" all_free
finish
