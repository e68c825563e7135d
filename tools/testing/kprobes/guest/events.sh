# SPDX-License-Identifier: GPL-2.0
#
# The kernel's own start-up test of kprobe events, under the policy that the boot
# parameter kprobes_boost= (kbpolicy here) chose.

. /suite/lib.sh

# Another line can come before the verdict, which then has a line of its own.
says_ok()
{
	dmesg | sed -n '/Testing kprobe tracing:/,$p' | grep -E '(tracing:|^\[ *[0-9.]+\]) OK$'
}

check "the kernel's test of kprobe events passed at boot" says_ok
has_boost && check "the boot parameter set policy $kbpolicy" is "$(value policy)" "$kbpolicy"
finish
