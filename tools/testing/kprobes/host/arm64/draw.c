// SPDX-License-Identifier: GPL-2.0
/*
 * Random arm64 instructions.
 */

#include "boost.h"
#include "draw.h"

void draw_put(u32 insn, u8 *code)
{
	memcpy(code, &insn, sizeof(insn));
}

void draw_complete(u32 *mask, u32 *value)
{
}

void draw_code(struct rng *r, u8 *code)
{
	u32 insn = rng_next(r);

	if (!one_in(r, 4))
		insn = draw_in_row(r, insn);
	/* B.cond has as many cases as there are conditions and flags. */
	if (one_in(r, 16))
		insn = (insn & 0x00ffffef) | 0x54000000;
	/* Register 31 and the same register twice are special. */
	if (one_in(r, 8))
		insn |= 0x1f << 5;
	if (one_in(r, 8))
		insn = (insn & ~0x1fU) | (insn >> 5 & 0x1f);
	draw_put(insn, code);
}
