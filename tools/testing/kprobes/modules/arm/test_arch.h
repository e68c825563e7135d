/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the assembly and the C files of kb_test must agree on, for ARM.  Every
 * architecture has this file, with the same names.
 */
#ifndef _KB_TEST_ARCH_H
#define _KB_TEST_ARCH_H

/* Layout of struct kb_state */
#define KB_STATE_SP		52
#define KB_STATE_LR		56
#define KB_STATE_FLAGS		60
#define KB_STATE_ENTRY_SP	64
#define KB_STATE_STACK		68

/* Words of stack that are watched, half of them below the stack pointer */
#define KB_STACK_WORDS	48
/* Word n of them, from the lowest one on, holds this plus n + 1 at first. */
#define KB_STACK_FILL	0x5ac0
/* Words of memory that are watched */
#define KB_MEM_WORDS	64

/* Probe points of kb_many(), and the size of each instruction */
#define KB_MANY		280
#define KB_MANY_SIZE	4

/* Slots that a probe takes: the optimizer prepares one, whether it is on or not. */
#define KB_SLOTS_EACH	(1 + IS_ENABLED(CONFIG_OPTPROBES))

#define KB_LOAD_FAILED	0x5151

/* Forms are run with this many states of the flags. */
#define KB_FLAG_STATES	6

/* An instruction with an exception-table entry can be probed. */
#define KB_FIXUPS_REFUSED	0

/*
 * In place of a CPU's feature, a form that depends on a condition has this.  It is not
 * hit if that does not hold, so it may not be what the form itself sets.
 */
#define KB_COND(cond)		(0x10 | (cond))
#define KB_COND_OF(cpu)		((cpu) & 0xf)

#ifndef __ASSEMBLY__

#include <linux/kprobes_boost.h>
#include <linux/ptrace.h>
#include <linux/types.h>

/**
 * struct kb_fpu - registers of VFP and Advanced SIMD
 * @d: the registers of 64 bits
 * @fpscr: status and control
 */
struct kb_fpu {
	u64 d[32];
	u32 fpscr;
};

/**
 * struct kb_state - all that an instruction can change
 * @gpr: r0 to r12, the stack pointer, and the link register
 * @flags: the status register
 * @entry_sp: the stack pointer before the form
 * @stack: KB_STACK_WORDS words from the lowest one on
 * @mem: the scratch memory
 * @fpu: the registers of VFP and Advanced SIMD
 */
struct kb_state {
	unsigned long gpr[15];
	unsigned long flags;
	unsigned long entry_sp;
	unsigned long stack[KB_STACK_WORDS];
	unsigned long mem[KB_MEM_WORDS];
	struct kb_fpu fpu;
};

extern unsigned long kb_form_mem[KB_MEM_WORDS];

void kb_form_call(struct kb_state *state, void *code);
void kb_fpu_load(const struct kb_fpu *fpu);
void kb_fpu_store(struct kb_fpu *fpu);

/* What test.c may do to the registers that a handler sees. */
static inline unsigned long kb_hit_address(struct pt_regs *regs)
{
	return regs->ARM_pc;
}

static inline unsigned long kb_argument(struct pt_regs *regs, unsigned int n)
{
	return regs->uregs[n];
}

static inline void kb_set_second_argument(struct pt_regs *regs, unsigned long value)
{
	regs->ARM_r1 = value;
}

static inline bool kb_had_interrupts_enabled(struct pt_regs *regs)
{
	return interrupts_enabled(regs);
}

#endif /* __ASSEMBLY__ */
#endif /* _KB_TEST_ARCH_H */
