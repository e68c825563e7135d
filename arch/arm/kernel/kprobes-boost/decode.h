/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tables of the two instruction sets have in common; the kernel is
 * built for one of them.
 *
 * The tables
 * ==========
 *
 * A row is for the encodings whose bits in @mask are as in @value.  The first
 * row that matches counts.  Above each row stands the picture of its bits, where
 * cccc is a condition other than 1111 and a dot may be anything.  The order is that
 * of the ARM ARM (DDI 0406C), chapters A5 and A6, which the headings name.
 *
 * @modes says how the instruction may be run:
 *
 *  BT	boosted or trampolined.  If it uses the stack pointer or the program
 *	counter, the trampoline has a substitute; a boosted instruction may not
 *	read the program counter.
 *  BQ	likewise, and it neither reads nor writes flags.
 *  T	trampolined.
 *  TQ	likewise, and it neither reads nor writes flags.
 *  S	simulated: it depends on the program counter or changes it.
 *  SB	simulated or boosted.
 *  NO	refused: it cannot be run anywhere but in its place, or is unpredictable,
 *	or its effects are not known.
 *
 * boost.c adds the kernel's own emulation, where there is one.
 *
 * @regs says what the fields at bits 19 to 16, 15 to 12, 11 to 8 and 3 to 0 are:
 *
 *  _	not a register, or never the stack pointer or the program counter
 *  ANY	a register
 *  DST	a register that is only written; the program counter: a branch
 *  NPC	not the program counter
 *  NSP	not the program counter and not the stack pointer
 *  OPT	a register, but 15 is none at all; in Thumb state not the stack pointer
 *
 * What is not allowed there is unpredictable, and refused.
 *
 * @kind names what the decoder must know beyond that.
 */
#ifndef _ARM_KPROBES_BOOST_DECODE_H
#define _ARM_KPROBES_BOOST_DECODE_H

#include <linux/bits.h>
#include <linux/types.h>

#include "boost.h"

#define QUIET	BIT(KPROBE_NR_MODES)
#define B	BIT(KPROBE_MODE_BOOSTED)
#define T	BIT(KPROBE_MODE_TRAMPOLINED)
#define TQ	(T | QUIET)
#define BT	(B | T)
#define BQ	(B | TQ)
#define S	BIT(KPROBE_MODE_SIMULATED)
#define SB	(S | B)
#define NO	0

enum { _, ANY, DST, NPC, NSP, OPT };

#define REGS(n, d, s, m)	((n) << 12 | (d) << 8 | (s) << 4 | (m))

/*
 * How the address of a memory operand follows from its base, and others.  Up to
 * EXTRA, the program counter is a multiple of four as a base, and changes the
 * state as a destination.
 */
enum kind {
	PLAIN,			/* nothing is accessed below the base */
	INDEX,			/* a register is added to the base, in bits 3-0 */
	IMM12,			/* bits 11-0; 23 adds, 24 adds before */
	IMM44,			/* bits 11-8 and 3-0, likewise */
	IMM8,			/* bits 7-0; bit 9 adds, bit 10 adds before */
	DUAL,			/* words in bits 7-0; 23 adds, 24 adds before */
	VECTOR,			/* words in bits 7-0, one after the other */
	LIST,			/* a bit mask of registers in bits 15-0 */
	PAIR,			/* IMM44, and the next register is used, too */
	PAIR_INDEX,		/* INDEX, likewise */
	EXTRA,			/* the instruction set's own, see there */
};

struct row {
	u32 mask;
	u32 value;
	u8 modes;
	u16 regs;
	u8 kind;
	kprobe_run_t *simulate;
};

/* What an instruction does with the registers that the trampoline cannot load */
enum kprobe_use {
	READS_PC = BIT(0),
	WRITES_PC = BIT(1),
	USES_SP = BIT(2),
	NO_COPY = BIT(3),	/* something that no substitute can do */
	WRONG = BIT(4),		/* something that is not allowed */
	OURS = BIT(5),		/* something that the kernel does wrong */
	NO_BOOST = BIT(6),	/* something that the way to a slot disturbs */
	LOWERS_SP = BIT(7),	/* may be, to where the exception's frame is */
};

/* decode.c */
unsigned int kprobe_field_uses(unsigned int type, unsigned int reg);
unsigned int kprobe_uses_fields(const struct row *row, u32 insn);
void kprobe_substitute_fields(const struct row *row, u32 *insn,
			      unsigned int from, unsigned int to);

/* Given by the instruction set */
extern const struct row kprobe_rows[];
extern const unsigned int kprobe_nr_rows;
void kprobe_decode_simulation(const struct row *row, u32 insn,
			      struct arch_kprobe_boost *b);
unsigned int kprobe_uses(const struct row *row, u32 insn);
/* All registers that an instruction could name, in whatever field */
u32 kprobe_registers(const struct row *row, u32 insn);
/* Put register @to in place of @from; false if that cannot be */
bool kprobe_substitute(const struct row *row, u32 *insn, unsigned int from,
		       unsigned int to);

#endif /* _ARM_KPROBES_BOOST_DECODE_H */
