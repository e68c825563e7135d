/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the guest modules of the kprobes-boost tests share: the table of probed
 * instructions that an assembly file of the architecture fills, and the name of
 * the mode a probe is in, on the engine and on a stock kernel.
 */
#ifndef _KB_COMMON_H
#define _KB_COMMON_H

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

#endif /* _KB_COMMON_H */
