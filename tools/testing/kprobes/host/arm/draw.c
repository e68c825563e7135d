// SPDX-License-Identifier: GPL-2.0
/*
 * Random instructions of the instruction set that the engine is built for.
 */

#include "boost.h"
#include "draw.h"

/* Bits that the row leaves open: often such as most instructions have */
static u32 draw_open(struct rng *r)
{
	static const u32 special[] = { 0xf0000, 0xd0000, 0xf000, 0xd000, 0xf, 0xd };
	u32 insn = rng_next(r);
	unsigned int i;

	if (one_in(r, 4)) {
		i = below(r, ARRAY_SIZE(special));
		insn = (insn & ~(special[i] | special[i] << 1)) | special[i];
	}
	/* The same register twice */
	if (one_in(r, 8))
		insn = (insn & ~0xf0000U) | (insn & 0xf) << 16;
	if (one_in(r, 8))
		insn = (insn & ~0xf000U) | (insn >> 16 & 0xf) << 12;
	return insn;
}

/* In Thumb state, the half that comes first is the upper one of a word. */
void draw_put(u32 insn, u8 *code)
{
	u16 half = insn >> 16;

	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL)) {
		memcpy(code, &insn, sizeof(insn));
	} else if (is_wide_instruction(half)) {
		memcpy(code, &half, sizeof(half));
		half = insn;
		memcpy(code + 2, &half, sizeof(half));
	} else {
		half = insn;
		if (is_wide_instruction(half))
			half &= 0xdfff;
		memcpy(code, &half, sizeof(half));
	}
}

/* A condition that always holds, where there is one */
void draw_complete(u32 *mask, u32 *value)
{
	if (IS_ENABLED(CONFIG_THUMB2_KERNEL) || *mask >> 28)
		return;
	*mask |= 0xf0000000;
	*value |= 0xe0000000;
}

void draw_code(struct rng *r, u8 *code)
{
	u32 insn = draw_open(r);
	bool always = one_in(r, 2);

	if (!one_in(r, 8))
		insn = draw_in_row(r, insn);
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL) && insn >> 28 != 0xf && always)
		insn = (insn & 0x0fffffff) | 0xe0000000;
	draw_put(insn, code);
}
