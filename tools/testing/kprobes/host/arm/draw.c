// SPDX-License-Identifier: GPL-2.0
/*
 * Random instructions of the instruction set that the engine is built for.
 */

#include <stdlib.h>

#include "boost.h"
#include "draw.h"

/* A row of the table, as kprobe_decode_row_name() tells it */
static struct drawn_row {
	u32 value, mask;
} rows[MAX_ROWS];

static unsigned int nr_rows;

void draw_init(void)
{
	struct drawn_row *row = rows;
	char name[100];

	for (; !kprobe_decode_row_name(nr_rows, name, sizeof(name)); row++) {
		if (sscanf(name, "%x under %x", &row->value, &row->mask) != 2 ||
		    ++nr_rows == MAX_ROWS) {
			printf("cannot read row %u: %s\n", nr_rows, name);
			exit(2);
		}
	}
}

unsigned int draw_rows(void)
{
	return nr_rows;
}

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

void draw_code(struct rng *r, u8 *code)
{
	u32 insn = draw_open(r);
	bool always = one_in(r, 2);
	u16 half;

	if (!one_in(r, 8)) {
		const struct drawn_row *row = &rows[below(r, nr_rows)];

		insn = (insn & ~row->mask) | row->value;
	}
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL)) {
		if (insn >> 28 != 0xf && always)
			insn = (insn & 0x0fffffff) | 0xe0000000;
		memcpy(code, &insn, sizeof(insn));
		return;
	}
	if (is_wide_instruction(insn >> 16)) {
		half = insn >> 16;
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
