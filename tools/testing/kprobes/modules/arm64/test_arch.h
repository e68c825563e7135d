/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the assembly and the C files of kb_test must agree on, for arm64.  Every
 * architecture has this file, with the same names.
 */
#ifndef _KB_TEST_ARCH_H
#define _KB_TEST_ARCH_H

/* Layout of struct kb_state */
#define KB_STATE_SP		248
#define KB_STATE_FLAGS		256
#define KB_STATE_ENTRY_SP	264
#define KB_STATE_STACK		272

/* Words of stack that are watched, half of them below the stack pointer */
#define KB_STACK_WORDS	24
/* Word n of them, from the lowest one on, holds this plus n + 1 at first. */
#define KB_STACK_FILL	0x5ac0
/* Words of memory that are watched */
#define KB_MEM_WORDS	16

/* Probe points of kb_many(), and the size of each instruction */
#define KB_MANY		240
#define KB_MANY_SIZE	4

/* Slots that a probe takes */
#define KB_SLOTS_EACH	1

#define KB_LOAD_FAILED	0x5151

/* Forms are run with this many states of the flags. */
#define KB_FLAG_STATES	6

/* An instruction with an exception-table entry cannot be probed. */
#define KB_FIXUPS_REFUSED	1

/*
 * A CPU's feature, as a form asks for it: the CRn|op2 part of an identification
 * register S3_0_C0_Cx_y, the place of the field of four bits in it, and the
 * smallest value; Arm ARM (DDI 0487), D19.2, ID_AA64*_EL1.  0 is no feature.
 */
#define KB_CPU(reg, shift, min)	((reg) << 16 | (shift) << 8 | (min))
#define KB_CPU_REG(cpu)		((cpu) >> 16)
#define KB_CPU_SHIFT(cpu)	((cpu) >> 8 & 0xff)
#define KB_CPU_MIN(cpu)		((cpu) & 0xff)

/* In the field, or in the next: the algorithm is the architecture's or the CPU's. */
#define KB_CPU_NEXT		0x80
#define KB_CPU_EITHER(reg, shift)	KB_CPU(reg, shift, KB_CPU_NEXT | 1)

/* In a form's mode: refused unless the kernel authenticates pointers */
#define KB_NEEDS_ADDRESS_AUTH		0x10

#define KB_ID_AA64PFR0		0x40
#define KB_ID_AA64PFR1		0x41
#define KB_ID_AA64ISAR0		0x60
#define KB_ID_AA64ISAR1		0x61
#define KB_ID_AA64ISAR2		0x62
#define KB_ID_AA64MMFR1		0x71
#define KB_ID_AA64MMFR2		0x72

#ifndef __ASSEMBLY__

#include <linux/kprobes_boost.h>
#include <linux/ptrace.h>
#include <linux/types.h>

/**
 * struct kb_fpu - registers of FP and Advanced SIMD
 * @q: the vector registers, as far as SVE does not make them longer
 * @fpsr: status, with the cumulative exception bits
 * @fpcr: control
 */
struct kb_fpu {
	__uint128_t q[32];
	u64 fpsr;
	u64 fpcr;
};

/**
 * struct kb_state - all that an instruction can change
 * @gpr: x0 to x30, and the stack pointer
 * @flags: NZCV and DAIF, in the places where PSTATE has them when it is saved
 * @entry_sp: the stack pointer before the form
 * @stack: KB_STACK_WORDS words from the lowest one on
 * @mem: the scratch memory
 * @fpu: the registers of FP and Advanced SIMD
 */
struct kb_state {
	unsigned long gpr[32];
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
	return regs->pc;
}

static inline unsigned long kb_argument(struct pt_regs *regs, unsigned int n)
{
	return regs_get_kernel_argument(regs, n);
}

static inline void kb_set_second_argument(struct pt_regs *regs, unsigned long value)
{
	regs->regs[1] = value;
}

static inline bool kb_had_interrupts_enabled(struct pt_regs *regs)
{
	return interrupts_enabled(regs);
}

#endif /* __ASSEMBLY__ */
#endif /* _KB_TEST_ARCH_H */
