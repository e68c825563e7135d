// SPDX-License-Identifier: GPL-2.0
/*
 * Random arm64 instructions.
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

static void (*around)(const u8 *code);

static void give(u32 insn)
{
	u8 code[CODE_SIZE] = { 0 };

	memcpy(code, &insn, sizeof(insn));
	around(code);
}

void draw_around_rows(void (*f)(const u8 *code))
{
	unsigned int i;

	around = f;
	for (i = 0; i < nr_rows; i++)
		draw_around(rows[i].mask, rows[i].value, give);
}

void draw_code(struct rng *r, u8 *code)
{
	u32 insn = rng_next(r);

	if (!one_in(r, 4)) {
		const struct drawn_row *row = &rows[below(r, nr_rows)];

		insn = (insn & ~row->mask) | row->value;
	}
	/* Register 31 and the same register twice are special. */
	if (one_in(r, 8))
		insn |= 0x1f << 5;
	if (one_in(r, 8))
		insn = (insn & ~0x1fU) | (insn >> 5 & 0x1f);
	memcpy(code, &insn, sizeof(insn));
}
