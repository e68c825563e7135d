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
		if (row->value & ~row->mask) {
			printf("no instruction can match row %u: %s\n",
			       nr_rows - 1, name);
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

/* In Thumb state, the half that comes first is the upper one of a word. */
static void put_code(u32 insn, u8 *code)
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

static void (*around)(const u8 *code);

static void give(u32 insn)
{
	u8 code[CODE_SIZE] = { 0 };

	put_code(insn, code);
	around(code);
}

void draw_around_rows(void (*f)(const u8 *code))
{
	unsigned int i;

	around = f;
	for (i = 0; i < nr_rows; i++) {
		u32 mask = rows[i].mask, value = rows[i].value;

		/* With a condition that always holds, where there is one */
		if (!IS_ENABLED(CONFIG_THUMB2_KERNEL) && !(mask >> 28)) {
			mask |= 0xf0000000;
			value |= 0xe0000000;
		}
		draw_around(mask, value, give);
	}
}

void draw_code(struct rng *r, u8 *code)
{
	u32 insn = draw_open(r);
	bool always = one_in(r, 2);

	if (!one_in(r, 8)) {
		const struct drawn_row *row = &rows[below(r, nr_rows)];

		insn = (insn & ~row->mask) | row->value;
	}
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL) && insn >> 28 != 0xf && always)
		insn = (insn & 0x0fffffff) | 0xe0000000;
	put_code(insn, code);
}
