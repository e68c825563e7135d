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

/* draw-table.c: reads the table, ends the program if it cannot; number of its rows */
void draw_init(void);
unsigned int draw_rows(void);

/* Given by the architecture.  Returns what is wrong with a row, or NULL. */
const char *draw_read_row(unsigned int nr, const char *name);
void draw_code(struct rng *r, u8 *code);
/* Call @f with what lies at the edges of each row, inside and outside. */
void draw_around_rows(void (*f)(const u8 *code));

/*
 * Where the rows are masks and values of words, draw-rows.c does most of that, with
 * this of the architecture: write an instruction as it stands in memory, and add
 * to a row what it leaves open and all of its instructions shall have.
 */
void draw_put(u32 insn, u8 *code);
void draw_complete(u32 *mask, u32 *value);
/* @insn with the bits of a random row */
u32 draw_in_row(struct rng *r, u32 insn);
/* Call @f with an instruction, and zeros behind it. */
void draw_give(u32 insn, void (*f)(const u8 *code));

#endif /* _KPROBES_HOST_DRAW_H */
