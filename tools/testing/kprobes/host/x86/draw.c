// SPDX-License-Identifier: GPL-2.0
/*
 * Random x86-64 instructions.
 */

#include "boost.h"
#include "draw.h"

/* A row of the table, as kprobe_decode_row_name() tells it; see struct row */
static struct drawn_row {
	unsigned int map, first, last, rm, reg, prefix;
} rows[MAX_ROWS];

const char *draw_read_row(unsigned int nr, const char *name)
{
	struct drawn_row *row = &rows[nr];

	if (sscanf(name, "map %u, %x to %x, rm %x, reg %x, prefix %x",
		   &row->map, &row->first, &row->last, &row->rm, &row->reg,
		   &row->prefix) != 6)
		return "cannot be read";
	return row->first > row->last || !row->reg ? "no instruction can match" : NULL;
}

/* Instructions that are simulated are few, and get a share of their own. */
static unsigned int draw_simulated(struct rng *r, u8 *to)
{
	static const u8 one_byte[] = {
		0x50, 0x51, 0x54, 0x55, 0x57, 0x58, 0x5b, 0x5c, 0x5d, 0x5f,
		0x68, 0x6a, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77,
		0x78, 0x79, 0x7a, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f, 0x8f, 0x9c,
		0x9d, 0xc2, 0xc3, 0xc9, 0xca, 0xcb, 0xe0, 0xe1, 0xe2, 0xe3,
		0xe8, 0xe9, 0xeb, 0xf4, 0xfa, 0xfb, 0xff, 0xff, 0xff, 0xff,
	};
	unsigned int which = below(r, ARRAY_SIZE(one_byte) + 8);

	if (which < ARRAY_SIZE(one_byte)) {
		to[0] = one_byte[which];
		return 1;
	}
	to[0] = 0x0f;
	to[1] = 0x80 + below(r, 16);
	return 2;
}

static unsigned int draw_prefixes(struct rng *r, u8 *code, unsigned int allowed,
				  unsigned int seldom)
{
	static const u8 prefixes[] = { 0x66, 0xf2, 0xf3, 0xf0, 0x67 };
	static const u8 segments[] = { 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65 };
	unsigned int i, len = 0;

	for (i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (allowed & BIT(i) && one_in(r, seldom))
			code[len++] = prefixes[i];
	if (one_in(r, 10))
		code[len++] = segments[below(r, ARRAY_SIZE(segments))];
	if (one_in(r, 50))
		code[len++] = segments[below(r, ARRAY_SIZE(segments))];
	if (len > 1 && one_in(r, 2)) {
		u8 first = code[0];

		code[0] = code[len - 1];
		code[len - 1] = first;
	}
	return len;
}

static unsigned int draw_vex(struct rng *r, u8 *code, unsigned int map)
{
	unsigned int len = 0;

	if (map == 1 && one_in(r, 2)) {
		code[len++] = 0xc5;
	} else {
		code[len++] = 0xc4;
		code[len++] = (rng_next(r) & 0xe0) | map;
	}
	/* Most have no vvvv, which must be all ones then. */
	code[len++] = one_in(r, 2) ? rng_next(r) : rng_next(r) | 0x78;
	return len;
}

/* As draw_opcode(), and with ModRM, from the inside of a row */
static unsigned int draw_from_row(struct rng *r, u8 *code)
{
	static const u8 second[] = { 0, 0, 0x38, 0x3a };
	const struct drawn_row *row = &rows[below(r, draw_rows())];
	unsigned int len, reg;
	u8 modrm;

	/* F3 must be there, see F3 in decode.c */
	if (row->prefix & 0x20) {
		len = draw_prefixes(r, code, row->prefix & ~4, 4);
		code[len++] = 0xf3;
	} else {
		len = draw_prefixes(r, code, row->prefix, 4);
	}
	if (row->map > 3) {
		len += draw_vex(r, code + len, row->map - 3);
	} else {
		if (one_in(r, 2))
			code[len++] = 0x40 | (rng_next(r) & 0xf);
		if (row->map)
			code[len++] = 0x0f;
		if (row->map > 1)
			code[len++] = second[row->map];
	}
	code[len++] = row->first + below(r, row->last - row->first + 1);
	if (row->rm) {
		do {
			reg = below(r, 8);
		} while (!(row->reg & BIT(reg)));
		modrm = (rng_next(r) & 0xc7) | reg << 3;
		if (row->rm == 2)
			modrm |= 0xc0;
		else if (row->rm == 1 && modrm >= 0xc0)
			modrm &= 0x7f;
		code[len++] = modrm;
	}
	return len;
}

/* Returns the number of bytes up to and with the opcode. */
static unsigned int draw_opcode(struct rng *r, u8 *code)
{
	unsigned int kind = below(r, 32), len;

	if (kind > 15)
		return draw_from_row(r, code);
	len = draw_prefixes(r, code, kind < 2 ? BIT(4) : 0x1f, 10);
	if (kind < 2) {
		len += draw_vex(r, code + len, 1 + below(r, 3));
		code[len++] = rng_next(r);
		return len;
	}
	if (one_in(r, 2))
		code[len++] = 0x40 | (rng_next(r) & 0xf);
	if (kind < 6) {
		return len + draw_simulated(r, code + len);
	} else if (kind < 10) {
		code[len++] = rng_next(r);
	} else {
		code[len++] = 0x0f;
		if (kind == 14)
			code[len++] = 0x38;
		else if (kind == 15)
			code[len++] = 0x3a;
		code[len++] = rng_next(r);
	}
	return len;
}

/* Rows are ranges of opcodes here, all of which are enumerated. */
void draw_around_rows(void (*f)(const u8 *code))
{
}

void draw_code(struct rng *r, u8 *code)
{
	unsigned int i;

	for (i = draw_opcode(r, code); i < CODE_SIZE; i++)
		code[i] = one_in(r, 4) ? below(r, 16) : rng_next(r);
}
