// SPDX-License-Identifier: GPL-2.0
/*
 * kb_reuse: a jump-optimised probe is disabled, one comes and goes on what its jump
 * covers, and it is enabled again, all before the optimizer gets to any of it.
 *
 * The probe in between makes the first one ordinary at once, where it goes on waiting
 * for the optimizer; who enables it finds it there.  Loading fails if a hit is missed
 * or doubled, if it does not become a jump again, or if there was none; a warning of
 * the kernel fails the harness.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/kprobes_gc.h>
#include <linux/module.h>

#include "kb_common.h"

#define INPUT	7

struct counted {
	struct kprobe p;
	unsigned int hits;
};

static int counted_pre(struct kprobe *p, struct pt_regs *regs)
{
	container_of(p, struct counted, p)->hits++;
	return 0;
}

NOKPROBE_SYMBOL(counted_pre);

static void init_counted(struct counted *c, const struct kb_torture_point *point)
{
	*c = (struct counted) { .p = { .addr = point->probe, .pre_handler = counted_pre } };
}

/* Registered, and @first enabled; returns 1 if @next has taken its jump from it. */
static int come_and_go(struct counted *first, struct counted *next)
{
	bool jump = kb_is_jump_optimized(&first->p), taken;
	int err;

	err = disable_kprobe(&first->p) ?: enable_kprobe(&next->p);
	if (err)
		return err;
	taken = jump && !kb_is_jump_optimized(&first->p);
	err = disable_kprobe(&next->p) ?: enable_kprobe(&first->p) ?: commit_kprobes();
	if (err)
		return err;
	return taken && !kb_is_jump_optimized(&first->p) ? -ENODATA : taken;
}

static int reuse(const struct kb_torture_point *point)
{
	u64 result = point->fn(INPUT);
	struct counted first, next;
	int err;

	init_counted(&first, point);
	init_counted(&next, point + 1);
	next.p.flags = KPROBE_FLAG_DISABLED;
	err = register_kprobe(&next.p);
	if (err)
		return err;
	err = register_kprobe(&first.p);
	if (!err) {
		/* It carries out what is queued for the optimizer. */
		err = commit_kprobes() ?: come_and_go(&first, &next);
		if (point->fn(INPUT) != result || first.hits != 1 || next.hits)
			err = -EIO;
		unregister_kprobe(&first.p);
	}
	unregister_kprobe(&next.p);
	return err;
}

static int __init reuse_init(void)
{
	const struct kb_torture_point *point;
	unsigned int taken = 0;
	int ret;

	for (point = kb_torture_points; point + 1 < kb_torture_points_end; point++) {
		if (point[1].fn != point->fn)
			continue;
		ret = reuse(point);
		if (ret < 0) {
			pr_err("%pS: %d\n", point->probe, ret);
			return ret;
		}
		taken += ret;
	}
	pr_info("%u jumps were taken and are back\n", taken);
	/* Elsewhere a jump is one instruction and covers one. */
	return (taken > 0) == (KB_INSN_ALIGN == 1) ? 0 : -EAGAIN;
}

static void __exit reuse_exit(void)
{
}

module_init(reuse_init);
module_exit(reuse_exit);
MODULE_DESCRIPTION("Optimised probes that come back before they are gone");
MODULE_LICENSE("GPL");
