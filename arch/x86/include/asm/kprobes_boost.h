/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Layout of an instruction slot on x86-64; see arch/x86/kernel/kprobes-boost/.
 *
 *	 0	for stepping: the copy, int3
 *	16	for boosting: the copy, a jump to the next original instruction
 *	35	for the trampoline: ENDBR, a load of the last register, the copy,
 *		a jump to the trampoline's save half
 *
 * What is not needed holds int3.  All copies are written before the probe is
 * armed and stay as they are until the slot is given back, so that a change of
 * mode is one store to the probe and no change of code: whoever is in one of
 * the copies finishes there.
 */
#ifndef _ASM_X86_KPROBES_BOOST_H
#define _ASM_X86_KPROBES_BOOST_H

#include <linux/types.h>

#define KPROBE_INSN_SLOT_SIZE		64
#define KPROBE_SLOT_BOOSTED		16
#define KPROBE_SLOT_TRAMPOLINE		35

/* Longest instruction that a slot has room for, as for stepping */
#define KPROBE_SLOT_MAX_COPY		14
/* ENDBR64, and the load of %r11 from the trampoline's stack or a NOP */
#define KPROBE_SLOT_TRAMPOLINE_HEAD	9

struct kprobe;
struct pt_regs;

/**
 * struct arch_kprobe_boost - what the trap path needs to know of an instruction
 * @simulate: carries it out on the registers; false if an operand cannot be
 *            read, and nothing has changed then
 * @disp: displacement of a branch, or of the memory operand
 * @imm: immediate operand
 * @op: condition code, or kind of a loop
 * @reg: register operand, in the order of the encoding; KPROBE_NO_REG if none
 * @base: base register of the memory operand
 * @index: its index register
 * @scale: shift of the index
 * @flags: KPROBE_OPERAND_ and KPROBE_REGISTERS_ bits
 * @scratch: register that stands for the stack pointer in the trampolined copy
 * @operands: which fields are registers, in the terms of the decode table
 */
struct arch_kprobe_boost {
	bool (*simulate)(struct kprobe *p, struct pt_regs *regs);
	s64 disp;
	s32 imm;
	u8 op;
	u8 reg;
	u8 base;
	u8 index;
	u8 scale;
	u8 flags;
	u8 scratch;
	u8 operands;
};

#define KPROBE_NO_REG			0xff

#define KPROBE_OPERAND_MEMORY		0x01	/* the operand is in memory */
#define KPROBE_OPERAND_GS		0x02	/* relative to GS */
#define KPROBE_OPERAND_ADDR32		0x04	/* its address has 32 bits */
#define KPROBE_REGISTERS_LOW		0x08	/* %r8 to %r15 are not named */

#if IS_ENABLED(CONFIG_KUNIT)
#define kprobe_decode_row kprobe_decode_row
int kprobe_decode_row(const void *code);
int kprobe_decode_row_name(unsigned int nr, char *buf, size_t size);
int kprobe_slot_try_boosted(u8 *buf, const u8 *slot, const u8 *step,
			    unsigned long orig);
#endif

#endif /* _ASM_X86_KPROBES_BOOST_H */
