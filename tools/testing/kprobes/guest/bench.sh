# SPDX-License-Identifier: GPL-2.0
#
# Cost of a hit, as rows for the host: every instruction of kb_bench under each
# policy, the optimisable ones also jump-optimised, and real functions of the kernel.

. /suite/lib.sh

# rows WHAT POLICY FILE: each row with what and policy in front.
rows()
{
	check "measured $1, policy $2" sh -c "cat $debug/kb_bench/$3 >/tmp/measured"
	sed "s/^{/# row: {\"what\":\"$1\",\"policy\":\"$2\",/" /tmp/measured
}

policies="auto off"
has_boost || policies=stock

optimization 0
check "load kb_bench" load kb_bench $kbcalls
for p in $policies; do
	[ "$p" = stock ] || policy "$p"
	rows instruction "$p" results
done
[ "$p" = stock ] || policy auto
[ "$kbreal" ] && rows function all real_functions
check "unload kb_bench" rmmod kb_bench

if can_optimize; then
	optimization 1
	check "load kb_bench for jump optimisation" load kb_bench opt=1 $kbcalls
	rows optimized "${policies%% *}" results
	[ "$kbreal" ] && rows function all real_functions
	check "unload kb_bench" rmmod kb_bench
fi
finish
