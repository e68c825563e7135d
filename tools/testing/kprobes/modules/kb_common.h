/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the guest modules of the kprobes-boost tests share: the table of probed
 * instructions that an assembly file of the architecture fills, and the name of
 * the mode a probe is in, on the engine and on a stock kernel.
 */
#ifndef _KB_COMMON_H
#define _KB_COMMON_H

#include <linux/bitmap.h>
#include <linux/kprobes.h>
#include <linux/types.h>

#include "kb_arch.h"

/* Size of the scratch memory that every function of a table gets. */
#define KB_SCRATCH	64

/**
 * struct kb_insn - one tiny function around one instruction to probe
 * @name: short name, for module parameters
 * @text: the instruction as the assembler reads it
 * @optimizable: whether the kernel can replace the instruction by a jump
 * @fn: the function; its argument is KB_SCRATCH bytes of scratch memory
 * @probe: the probe point
 * @next: where execution goes on when the instruction is left out, which does
 *	no harm to the function
 */
struct kb_insn {
	const char *name;
	const char *text;
	unsigned long optimizable;
	void (*fn)(void *scratch);
	void *probe;
	void *next;
};

/* The instructions that kb_bench measures. */
extern const struct kb_insn kb_bench_table[], kb_bench_table_end[];

/**
 * struct kb_torture_point - a probe point of kb_torture
 * @probe: where it is
 * @fn: a function that executes it exactly once at every call
 */
struct kb_torture_point {
	void *probe;
	u64 (*fn)(u64 input);
};

/* No architecture's table has more functions than this. */
#define KB_TORTURE_MAX_FUNCTIONS	8

extern const struct kb_torture_point kb_torture_points[], kb_torture_points_end[];

/* torture_bulk_insns.S: a probe point in every 8 bytes */
void kb_torture_bulk(void *scratch);

/* calls.c: how far the instruction in the middle of its function is from here */
extern const s32 kb_calls_middle;

#ifdef CONFIG_KPROBES_BOOST
#include <linux/kprobes_boost.h>

static inline const char *kb_breakpoint_mode(struct kprobe *p)
{
	switch (kprobe_boost_mode(p)) {
	case KPROBE_MODE_STEPPED:
		return "stepped";
	case KPROBE_MODE_SIMULATED:
		return "simulated";
	case KPROBE_MODE_TRAMPOLINED:
		return "trampolined";
	case KPROBE_MODE_BOOSTED:
		return "boosted";
	default:
		return "unknown";
	}
}

static inline int kb_set_policy(const char *name)
{
	return kprobe_boost_set_policy(name);
}
#else
static inline const char *kb_breakpoint_mode(struct kprobe *p)
{
	return kb_stock_simulates(p) ? "simulated" : "stepped";
}

static inline int kb_set_policy(const char *name)
{
	return -EOPNOTSUPP;
}
#endif

/* The mode of the registered probe @p, as the reports spell it. */
static inline const char *kb_mode(struct kprobe *p)
{
	if (kprobe_ftrace(p))
		return "ftrace";
	if (kb_is_jump_optimized(p))
		return "optimized";
	return kb_breakpoint_mode(p);
}

/* Where the code of a function is: with Thumb code, bit 0 of its address has the state. */
static inline void *kb_code(const void *fn)
{
	return (void *)((unsigned long)fn & ~(KB_INSN_ALIGN - 1UL));
}

/* The pointer by which a function is called whose code begins at @code */
static inline void *kb_function(const void *code)
{
	return (void *)((unsigned long)code | IS_ENABLED(CONFIG_THUMB2_KERNEL));
}

/* Words of a function among which literals are looked for */
#define KB_WALK_WORDS	2048

/**
 * struct kb_walk - a way through the instructions of a function
 * @fn: the function
 * @size: its size in bytes
 * @offset: where the next one is looked for
 * @literals: words between instructions that are none
 */
struct kb_walk {
	const u8 *fn;
	unsigned long size;
	unsigned long offset;
	DECLARE_BITMAP(literals, KB_WALK_WORDS);
};

/**
 * kb_walk_next() - the next place of a function where an instruction may begin
 * @w: where to go on
 * @offset: filled with its offset in the function
 *
 * It is read here, so it is not to be probed before, but can be afterwards.  Ends
 * before a table of addresses.
 *
 * Return: false if there is none.
 */
static inline bool kb_walk_next(struct kb_walk *w, unsigned long *offset)
{
	unsigned long base = (unsigned long)w->fn & ~3UL, at, word;
	unsigned int words;
	const u8 *code;

	while (w->offset < w->size) {
		code = w->fn + w->offset;
		word = ((unsigned long)code - base) / 4;
		if (word < KB_WALK_WORDS && test_bit(word, w->literals)) {
			w->offset = base + 4 * (word + 1) - (unsigned long)w->fn;
			continue;
		}
		for (words = kb_literals(code, &at); words--; at += 4)
			if (at >= base && at < base + 4 * KB_WALK_WORDS)
				__set_bit((at - base) / 4, w->literals);
		*offset = w->offset;
		w->offset += kb_insn_len(code);
		if (kb_is_table_jump(code))
			w->size = w->offset;
		return true;
	}
	return false;
}

#endif /* _KB_COMMON_H */
