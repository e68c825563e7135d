/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers at an exception.
 */
#ifndef _KPROBES_HOST_ARM64_PTRACE_H
#define _KPROBES_HOST_ARM64_PTRACE_H

struct pt_regs {
	u64 regs[31];
	u64 sp;
	u64 pc;
	u64 pstate;
};

#define PSR_V_BIT		0x10000000
#define PSR_BTYPE_MASK		0x00000c00
#define DAIF_MASK		0x000003c0

static inline unsigned long instruction_pointer(const struct pt_regs *regs)
{
	return regs->pc;
}

static inline void instruction_pointer_set(struct pt_regs *regs,
					   unsigned long pc)
{
	regs->pc = pc;
}

static inline unsigned long kernel_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp;
}

/* Register 31 is the zero register. */
static inline u64 pt_regs_read_reg(const struct pt_regs *regs, int r)
{
	return r == 31 ? 0 : regs->regs[r];
}

static inline void pt_regs_write_reg(struct pt_regs *regs, int r, u64 value)
{
	if (r != 31)
		regs->regs[r] = value;
}

#endif /* _KPROBES_HOST_ARM64_PTRACE_H */
