/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Layout of an instruction slot on arm64, in words; see
 * arch/arm64/kernel/kprobes-boost/.
 *
 *	0	for stepping: the copy, BRK
 *	2	for boosting: the copy, a branch to the next original instruction
 *	4	for the trampoline: a load of the last register, the copy, a store of
 *		that register, the way back; 2 is the address of a literal, then, if
 *		the copy loads one
 *
 * What is not needed holds BRK.  All copies are written before the probe is
 * armed and stay as they are until the slot is given back, so that a change of
 * mode is one store to the probe and no change of code: whoever is in one of
 * the copies finishes there.
 */
#ifndef _ASM_ARM64_KPROBES_BOOST_H
#define _ASM_ARM64_KPROBES_BOOST_H

#define KPROBE_INSN_SLOT_SIZE		9
#define KPROBE_SLOT_BOOSTED		2
#define KPROBE_SLOT_TRAMPOLINE		4

/* Words of the two ways to run a copy */
#define KPROBE_SLOT_BOOSTED_WORDS	2
#define KPROBE_SLOT_TRAMPOLINE_WORDS	5
/* Words before the copy in the latter */
#define KPROBE_SLOT_TRAMPOLINE_HEAD	1

/*
 * A branch reaches 128 MiB.  Slots for the instructions of a region are in it or
 * in one of its neighbours, so that no two are farther apart.
 */
#define KPROBE_SLOT_REGION_SHIFT	26

/* Breakpoints of a batch of probes that are written while all CPUs stand still once */
#define KPROBE_BATCH			64

#ifndef __ASSEMBLY__

#include <linux/types.h>

struct kprobe;
struct pt_regs;

/**
 * struct arch_kprobe_boost - what the trap path needs to know of an instruction
 * @simulate: carries it out on the registers; false if it must fault, or change
 *            registers as only the CPU can, and nothing has changed then
 * @disp: distance from the instruction to what it names
 * @copy: the instruction as the trampoline runs it
 * @reg: register operand, 31 is none
 * @reg2: a second one, likewise
 * @arg: condition, number of a bit, mask of interrupts, or key
 * @flags: KPROBE_ARM64_ bits
 */
struct arch_kprobe_boost {
	bool (*simulate)(struct kprobe *p, struct pt_regs *regs);
	s64 disp;
	u32 copy;
	u8 reg;
	u8 reg2;
	u8 arg;
	u8 flags;
};

#define KPROBE_ARM64_32BIT		0x01	/* registers of 32 bits */
#define KPROBE_ARM64_NO_MODIFIER	0x02	/* signed with zero */
/* What X17 stands for in the trampolined copy, if not for itself */
#define KPROBE_ARM64_SP			0x04	/* the stack pointer */
#define KPROBE_ARM64_LITERAL		0x08	/* the address of a literal */

#if IS_ENABLED(CONFIG_KUNIT)
#define kprobe_decode_row kprobe_decode_row
int kprobe_decode_row(const void *code);
int kprobe_decode_row_name(unsigned int nr, char *buf, size_t size);
#endif

#endif /* __ASSEMBLY__ */
#endif /* _ASM_ARM64_KPROBES_BOOST_H */
