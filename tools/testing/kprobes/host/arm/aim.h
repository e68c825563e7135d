/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between arch-twice.c and what is known of one of the instruction sets.
 */
#ifndef _KPROBES_HOST_ARM_AIM_H
#define _KPROBES_HOST_ARM_AIM_H

#include "boost.h"
#include "twice.h"

static inline u32 field(u32 insn, unsigned int first, unsigned int bits)
{
	return insn >> first & ((1U << bits) - 1);
}

static inline u32 set_field(u32 insn, unsigned int first, unsigned int bits,
			    u32 value)
{
	u32 mask = ((1U << bits) - 1) << first;

	return (insn & ~mask) | (value << first & mask);
}

/* Few moves to and from coprocessors are something that user space can do. */
static inline u32 aim_coprocessor(struct rng *r, u32 insn)
{
	static const u32 barriers[] = { 0xf95, 0xf9a, 0xfba };

	/* MRC, TPIDRURO; MCR */
	if ((insn & 0x0f100e10) == 0x0e100e10 && !one_in(r, 4))
		return (insn & 0xff10f000) | 0x000d0f70;
	if ((insn & 0x0f1f0f10) == 0x0e070f10 && !one_in(r, 4))
		return (insn & 0xff1ff000) | barriers[below(r, 3)];
	return insn;
}

/* A place for a branch to go to, of the set that the test is in or of the other */
unsigned long draw_target(struct rng *r, const struct test *t, bool other);
/* Likewise, with the set in bit 0 */
unsigned long draw_interworking(struct rng *r, const struct test *t);
/* An address for an operand, most of the time aligned and there */
unsigned long draw_address(struct rng *r, bool aligned);

/*
 * Let operands lie in memory that there is, and branches lead to places that
 * there are, most of the time.  Changes the instruction and the state; 0: draw
 * again.
 */
u32 aim(struct rng *r, struct test *t, u32 insn, const struct arch_kprobe_boost *b);
/* Can the instruction stand in an IT block, and only at its end? */
bool aim_in_it(u32 insn, const struct arch_kprobe_boost *b, bool *last);
/* What user space cannot do; see arch_model() */
bool aim_model(u32 insn, struct pt_regs *regs);

#endif /* _KPROBES_HOST_ARM_AIM_H */
