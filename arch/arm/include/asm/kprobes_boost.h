/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Layout of an instruction slot on ARM, in words; see
 * arch/arm/kernel/kprobes-boost/.
 *
 *	0	for the kernel's own emulation, which writes it
 *	2	for boosting: the copy, a load of the program counter, the address
 *		of the next original instruction
 *	5	for the trampoline: the copy, a load of the program counter, the
 *		address of its save half; in a Thumb-2 kernel an IT before that,
 *		for a hit within an IT block
 *
 * What is not needed holds a trapping instruction.  All copies are written
 * before the probe is armed and stay as they are until the slot is given back, so
 * that a change of mode is one store to the probe and no change of code: whoever
 * is in one of the copies finishes there.
 *
 * The way back is a load, not a branch: it reaches everywhere, and needs no
 * register.
 */
#ifndef _ASM_ARM_KPROBES_BOOST_H
#define _ASM_ARM_KPROBES_BOOST_H

#define KPROBE_SLOT_BOOSTED		2
#define KPROBE_SLOT_TRAMPOLINE		5

/*
 * Words of the two ways to run a copy, and bytes before the copy in the latter,
 * which is entered there or behind
 */
#define KPROBE_SLOT_BOOSTED_WORDS	3
#ifdef CONFIG_THUMB2_KERNEL
#define KPROBE_SLOT_TRAMPOLINE_WORDS	4
#define KPROBE_SLOT_TRAMPOLINE_HEAD	2
#else
#define KPROBE_SLOT_TRAMPOLINE_WORDS	3
#define KPROBE_SLOT_TRAMPOLINE_HEAD	0
#endif

#define KPROBE_INSN_SLOT_SIZE		(KPROBE_SLOT_TRAMPOLINE + \
					 KPROBE_SLOT_TRAMPOLINE_WORDS)

#ifndef __ASSEMBLY__

#include <linux/types.h>

struct arch_kprobe_boost;
struct kprobe;
struct pt_regs;

/* Carries an instruction out; see struct arch_kprobe_boost. */
typedef int kprobe_run_t(const struct arch_kprobe_boost *b,
			  struct pt_regs *regs);

/**
 * struct arch_kprobe_boost - what the trap path needs to know of an instruction
 * @next: address of the instruction behind it; trampoline.S knows where this is
 * @entry: address of @copy in the slot; likewise
 * @boosted: address of the copy that is run after the handler
 * @pc: what it reads as the program counter
 * @run: how a hit is run, by enum kprobe_mode: @simulate, @trampoline, or what
 *       is special around them; 0 if the instruction could not be carried out
 * @simulate: carries it out on the registers; 0 if it must fault, or change
 *            registers as only the CPU can, and nothing has changed then
 * @trampoline: carries out @copy on the registers; 0 if that faulted
 * @disp: distance from the instruction to what it names, or from its base
 *        register to the lowest address of several words; what is added to @pc
 * @copy: the instruction as the trampoline runs it
 * @list: registers to load or store, as a bit mask
 * @update: what is added to the base register of @list
 * @reg: register operand, or base register of @list
 * @reg2: a second one
 * @arg: fields of the status register, or condition, as @simulate wants it
 * @cond: condition, KPROBE_COND_AL if there is none
 * @sp: register that @copy has in place of the stack pointer, if the trampoline
 *      does not load it there; KPROBE_NO_REG if none
 * @copy_pc: likewise, in place of the program counter
 * @flags: KPROBE_ARM_ bits
 */
struct arch_kprobe_boost {
	unsigned long next;
	unsigned long entry;
	unsigned long boosted;
	unsigned long pc;
	kprobe_run_t *run[3];
	kprobe_run_t *simulate;
	kprobe_run_t *trampoline;
	s32 disp;
	u32 copy;
	u16 list;
	s8 update;
	u8 reg;
	u8 reg2;
	u8 arg;
	u8 cond;
	u8 sp;
	u8 copy_pc;
	u8 flags;
};

#define KPROBE_NO_REG			0xff
#define KPROBE_COND_AL			14

#define KPROBE_ARM_SPECIAL		0x01	/* @cond, @sp, @copy_pc, others */
#define KPROBE_ARM_BRANCH		0x02	/* @copy_pc gets the next address */
#define KPROBE_ARM_INTERWORK		0x04	/* and bit 0 the state */
#define KPROBE_ARM_ALIGN		0x08	/* @copy_pc is a multiple of 4 */
#define KPROBE_ARM_LITERAL		0x10	/* a word at @disp is read */
#define KPROBE_ARM_USER			0x20	/* has a fix-up: may access users */
#define KPROBE_ARM_OURS			0x40	/* the kernel does it wrong */

#if IS_ENABLED(CONFIG_KUNIT)
#define kprobe_decode_row kprobe_decode_row
int kprobe_decode_row(const void *code);
int kprobe_decode_row_name(unsigned int nr, char *buf, size_t size);
#endif

#endif /* __ASSEMBLY__ */
#endif /* _ASM_ARM_KPROBES_BOOST_H */
