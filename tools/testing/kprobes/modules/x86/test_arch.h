/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the assembly and the C files of kb_test must agree on, for x86.  Every
 * architecture has this file, with the same names.
 */
#ifndef _KB_TEST_ARCH_H
#define _KB_TEST_ARCH_H

/* Layout of struct kb_state */
#define KB_STATE_SP		32
#define KB_STATE_FLAGS		128
#define KB_STATE_ENTRY_SP	136
#define KB_STATE_STACK		144

/* Words of stack that are watched, half of them below the stack pointer */
#define KB_STACK_WORDS	24
/* Word n of them, from the lowest one on, holds this plus n + 1 at first. */
#define KB_STACK_FILL	0x5ac0
/* Words of memory that are watched */
#define KB_MEM_WORDS	16

/* XSAVE area of FPU, SSE and AVX */
#define KB_FPU_SIZE	832

/* Probe points of kb_many(), and the size of each instruction */
#define KB_MANY		200
#define KB_MANY_SIZE	4

/* Slots that a probe takes: what would be replaced is too short for the optimizer. */
#define KB_SLOTS_EACH	1

#define KB_LOAD_FAILED	0x5151

/* Forms are run with this many states of the flags. */
#define KB_FLAG_STATES	6

/* An instruction with an exception-table entry can be probed. */
#define KB_FIXUPS_REFUSED	0

#ifndef __ASSEMBLY__

#include <linux/kprobes_boost.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/types.h>

/**
 * struct kb_state - all that an instruction can change
 * @gpr: general-purpose registers in the order of their numbers
 * @flags: RFLAGS
 * @entry_sp: the stack pointer before the form
 * @stack: KB_STACK_WORDS words from the lowest one on
 * @mem: the scratch memory
 * @fpu: what XSAVE stores of the registers of FPU, SSE and AVX
 */
struct kb_state {
	unsigned long gpr[16];
	unsigned long flags;
	unsigned long entry_sp;
	unsigned long stack[KB_STACK_WORDS];
	unsigned long mem[KB_MEM_WORDS];
	u8 fpu[KB_FPU_SIZE];
};

extern unsigned long kb_form_mem[KB_MEM_WORDS];
DECLARE_PER_CPU(unsigned long, kb_form_percpu);

void kb_form_call(struct kb_state *state, void *code);

/**
 * struct kb_call - a function around a CALL through memory
 * @name: the text of the instruction
 * @fn: returns what @target does; its argument is the operand's place
 * @probe: the probe point
 * @target: returns the address that it returns to
 * @next: that is to be here
 */
struct kb_call {
	const char *name;
	unsigned long (*fn)(const void *where);
	void *probe;
	void *target;
	unsigned long next;
};

extern const struct kb_call kb_calls[], kb_calls_end[];

/* STI and HLT, and what follows */
void kb_sti_hlt(void);
extern char kb_sti_point[], kb_sti_next[];

/* What test.c may do to the registers that a handler sees. */
static inline unsigned long kb_hit_address(struct pt_regs *regs)
{
	return regs->ip - 1;
}

static inline unsigned long kb_argument(struct pt_regs *regs, unsigned int n)
{
	return regs_get_kernel_argument(regs, n);
}

static inline void kb_set_second_argument(struct pt_regs *regs, unsigned long value)
{
	regs->si = value;
}

static inline bool kb_had_interrupts_enabled(struct pt_regs *regs)
{
	return !regs_irqs_disabled(regs);
}

#endif /* __ASSEMBLY__ */
#endif /* _KB_TEST_ARCH_H */
