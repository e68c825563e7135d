// SPDX-License-Identifier: GPL-2.0
/*
 * Instructions of the rows of a table of masks and values, which are words or, in
 * Thumb state, half words: for arm64, ARM and Thumb.
 */

#include "boost.h"
#include "draw.h"

/* A row of the table, as kprobe_decode_row_name() tells it */
static struct drawn_row {
	u32 value, mask;
} rows[MAX_ROWS];

const char *draw_read_row(unsigned int nr, const char *name)
{
	struct drawn_row *row = &rows[nr];

	if (sscanf(name, "%x under %x", &row->value, &row->mask) != 2)
		return "cannot be read";
	return row->value & ~row->mask ? "no instruction can match" : NULL;
}

u32 draw_in_row(struct rng *r, u32 insn)
{
	const struct drawn_row *row = &rows[below(r, draw_rows())];

	return (insn & ~row->mask) | row->value;
}

void draw_give(u32 insn, void (*f)(const u8 *code))
{
	u8 code[CODE_SIZE] = { 0 };

	draw_put(insn, code);
	f(code);
}

/*
 * Of a row: what has its open bits clear or set, each of them turned, and some
 * drawn at random; and what is one bit outside of it.
 */
static void draw_around(u32 mask, u32 value, void (*f)(const u8 *code))
{
	struct rng r = { value };
	unsigned int bit, i;

	for (i = 0; i < 2; i++) {
		u32 insn = i ? value | ~mask : value;

		draw_give(insn, f);
		for (bit = 0; bit < 32; bit++)
			draw_give(insn ^ BIT(bit), f);
	}
	for (i = 0; i < 64; i++) {
		u32 insn = (rng_next(&r) & ~mask) | value;

		draw_give(insn, f);
		for (bit = 0; bit < 32; bit++)
			if (mask & BIT(bit))
				draw_give(insn ^ BIT(bit), f);
	}
}

void draw_around_rows(void (*f)(const u8 *code))
{
	unsigned int i;

	for (i = 0; i < draw_rows(); i++) {
		u32 mask = rows[i].mask, value = rows[i].value;

		draw_complete(&mask, &value);
		draw_around(mask, value, f);
	}
}
