/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random instructions, half of them from the inside of a row of the engine's
 * table; see the architecture's draw.c.
 */
#ifndef _KPROBES_HOST_DRAW_H
#define _KPROBES_HOST_DRAW_H

/* Bytes that an instruction is drawn into, the rest of them random */
#define CODE_SIZE	16

/* More rows than the table of any architecture has */
#define MAX_ROWS	2048

struct rng {
	u64 state;
};

/* SplitMix64 */
static inline u64 rng_next(struct rng *r)
{
	u64 z = r->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/* Uniform below @n, and true once in @n times */
static inline u64 below(struct rng *r, u64 n)
{
	return rng_next(r) % n;
}

static inline bool one_in(struct rng *r, unsigned int n)
{
	return !below(r, n);
}

/*
 * Of a row of a mask and a value: what has its open bits clear or set, each of
 * them turned, and some drawn at random; and what is one bit outside of it.
 */
static inline void draw_around(u32 mask, u32 value, void (*f)(u32 insn))
{
	struct rng r = { value };
	unsigned int bit, i;

	for (i = 0; i < 2; i++) {
		u32 insn = i ? value | ~mask : value;

		f(insn);
		for (bit = 0; bit < 32; bit++)
			f(insn ^ BIT(bit));
	}
	for (i = 0; i < 64; i++) {
		u32 insn = (rng_next(&r) & ~mask) | value;

		f(insn);
		for (bit = 0; bit < 32; bit++)
			if (mask & BIT(bit))
				f(insn ^ BIT(bit));
	}
}

/* Given by the architecture.  Reads the table; ends the program if it cannot. */
void draw_init(void);
unsigned int draw_rows(void);
void draw_code(struct rng *r, u8 *code);
/* As draw_around() for every row, where rows are of that kind */
void draw_around_rows(void (*f)(const u8 *code));

#endif /* _KPROBES_HOST_DRAW_H */
