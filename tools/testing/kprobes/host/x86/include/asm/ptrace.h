/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers at an exception, in the order of <asm/ptrace-abi.h>.
 */
#ifndef _KPROBES_HOST_X86_PTRACE_H
#define _KPROBES_HOST_X86_PTRACE_H

struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx, r11, r10;
	unsigned long r9, r8, ax, cx, dx, si, di;
	unsigned long orig_ax, ip, cs, flags, sp, ss;
};

static inline unsigned long instruction_pointer(const struct pt_regs *regs)
{
	return regs->ip;
}

static inline void instruction_pointer_set(struct pt_regs *regs,
					   unsigned long ip)
{
	regs->ip = ip;
}

static inline unsigned long kernel_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp;
}

#endif /* _KPROBES_HOST_X86_PTRACE_H */
