/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers at an exception, and the status register.
 */
#ifndef _KPROBES_HOST_ARM_PTRACE_H
#define _KPROBES_HOST_ARM_PTRACE_H

struct pt_regs {
	unsigned long uregs[18];
};

struct svc_pt_regs {
	struct pt_regs regs;
	u32 dacr;
};

#define to_svc_pt_regs(r)	((struct svc_pt_regs *)(r))

#define ARM_ORIG_r0		uregs[17]
#define ARM_cpsr		uregs[16]
#define ARM_pc			uregs[15]
#define ARM_lr			uregs[14]
#define ARM_sp			uregs[13]

#define MODE_MASK		0x0000001f
#define PSR_T_BIT		0x00000020
#define PSR_F_BIT		0x00000040
#define PSR_I_BIT		0x00000080
#define PSR_A_BIT		0x00000100
#define PSR_E_BIT		0x00000200
#define PSR_J_BIT		0x01000000
#define PSR_IT_MASK		0x0600fc00

#define is_wide_instruction(insn)	((u32)(insn) >= 0xe800)

static inline unsigned long instruction_pointer(const struct pt_regs *regs)
{
	return regs->ARM_pc;
}

static inline void instruction_pointer_set(struct pt_regs *regs,
					   unsigned long pc)
{
	regs->ARM_pc = pc;
}

static inline unsigned long kernel_stack_pointer(const struct pt_regs *regs)
{
	return regs->ARM_sp;
}

/* A handler in user space cannot have interrupts off. */
#define interrupts_enabled(regs)	false

static inline unsigned long get_itstate(unsigned long cpsr)
{
	return (cpsr >> 8 & 0xfc) | (cpsr >> 25 & 3);
}

static inline unsigned long set_itstate(unsigned long cpsr, unsigned long state)
{
	return (cpsr & ~PSR_IT_MASK) | (state & 0xfc) << 8 | (state & 3) << 25;
}

/* ITAdvance() of the ARM ARM */
static inline unsigned long it_advance(unsigned long cpsr)
{
	unsigned long state = get_itstate(cpsr);

	if (!(state & 7))
		return set_itstate(cpsr, 0);
	return set_itstate(cpsr, (state & 0xe0) | (state << 1 & 0x1f));
}

#endif /* _KPROBES_HOST_ARM_PTRACE_H */
