# SPDX-License-Identifier: GPL-2.0
#
# The kernel's own KUnit suite for kprobes, under every policy, with and without
# jump optimisation: without it most probes would never reach the boosted path.
# kbbuiltin= names a suite of the kernel that has run while it booted.

. /suite/lib.sh

load kunit
[ "$kbbuiltin" ] && forward "$kbbuiltin" $debug/kunit/$kbbuiltin/results
policies="auto trampoline off"
has_boost || policies=stock
switch=0
can_optimize && switch="1 0"
for p in $policies; do
	for optimize in $switch; do
		[ "$p" = stock ] || check "policy $p" policy "$p"
		optimization $optimize
		check "load test_kprobes, $p, optimization $optimize" load test_kprobes
		forward "kprobes, $p, optimization $optimize" $debug/kunit/kprobes_test/results
		check "unload test_kprobes" rmmod test_kprobes
	done
done
finish
