# SPDX-License-Identifier: GPL-2.0
#
# Kernel command line: kprobe_event= places probes while the kernel boots, under policy
# kbpolicy: two on init text (kb_init, kb_rootfs), which runs once and is freed, and one on
# text that stays and runs after that (kb_late).

. /suite/lib.sh

tracing=/sys/kernel/tracing

hits() { awk -v name="$1" '$1 == name { print $2 }' $tracing/kprobe_profile; }

gone() { grep -c '\[GONE\]$' $kprobes/list; }

# On arm64 functions begin by moving the stack pointer, which is not done in a trampoline.
case $kbpolicy-$(uname -m) in
auto-*) flag='\[BOOSTED\]' ;;
trampoline-aarch64) flag='\[STEPPED\]' ;;
trampoline-*) flag='\[(TRAMPOLINED|SIMULATED)\]' ;;
off-*) flag='\[(STEPPED|TRAMPOLINED)\]' ;;	# the latter if the kernel cannot do it itself
esac

all_free()
{
	echo 1 >$kprobes/commit && is "$(value slots_used)" 0 && is "$(value slots_dirty)" 0
}

# One slot for stepping and boosting, and one of the optimizer's if it is optimised.
one_is_used()
{
	echo 1 >$kprobes/commit && is "$(value slots_dirty)" 0 &&
		is "$(value slots_used)" $((1 + $(value probes_optimized)))
}

remove()
{
	echo 0 >$tracing/events/kprobes/enable && echo >$tracing/kprobe_events
}

check "policy $kbpolicy" is "$(value policy)" "$kbpolicy"
check "a probe in init text is hit" is "$(hits kb_init)" 1
check "another one, too" is "$(hits kb_rootfs)" 1
check "a probe on text that stays is hit" [ "$(hits kb_late)" -ge 1 ]
check "the probes in init text are gone" is "$(gone)" 2
check "the other one is in its mode" grep -qE "kernel_execve.*$flag\$" $kprobes/list
check "its slot was given back with the text" one_is_used
check "all of them can be removed" remove
check "... and then every slot is free" all_free
check "... and nothing is in the list" is "$(wc -l <$kprobes/list)" 0
finish
