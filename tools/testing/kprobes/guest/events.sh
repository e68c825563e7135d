# SPDX-License-Identifier: GPL-2.0
#
# The kernel's own start-up test of kprobe events, under the policy that the boot
# parameter kprobes_boost= (kbpolicy here) chose.

. /suite/lib.sh

check "the kernel's test of kprobe events passed at boot" \
	sh -c 'dmesg | grep "Testing kprobe tracing: OK"'
has_boost && check "the boot parameter set policy $kbpolicy" is "$(value policy)" "$kbpolicy"
finish
