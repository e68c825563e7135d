# SPDX-License-Identifier: GPL-2.0
#
# KUnit suite kprobes_load: a post_handler comes and goes at an address that
# every CPU hits.  Grace periods are expedited, or each removal would
# take some ticks.

. /suite/lib.sh

load kunit
optimization 0
echo 1 >/sys/kernel/rcu_expedited
check "load kb_load" load kb_load
forward "KUnit kprobes_load" $debug/kunit/kprobes_load/results
check "unload kb_load" rmmod kb_load
finish
