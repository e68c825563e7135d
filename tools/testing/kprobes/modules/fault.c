// SPDX-License-Identifier: GPL-2.0
/*
 * What a boosted probe does to a crash, and commit_kprobes() where it must not
 * be called.
 *
 * Loaded by the guest suites that expect the guest to die; what=oops loads from
 * a bad address in a boosted copy, what=call does so to call a function, which is
 * simulated, what=atomic calls commit_kprobes() with preemption off.  It must
 * never survive the first two.
 */

#define pr_fmt(fmt) "kb_fault: " fmt

#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "kb_arch.h"

typedef unsigned long fault_fn(const void *from);

/* One load from @from, or one call of what is stored there, then a return */
fault_fn kb_fault_load;
#ifdef KB_CALLS_THROUGH_MEMORY
fault_fn kb_fault_call;
#endif

static char *what = "oops";
module_param(what, charp, 0444);
MODULE_PARM_DESC(what, "oops, call or atomic (oops)");

static bool post;
module_param(post, bool, 0444);
MODULE_PARM_DESC(post, "with a post_handler, so that the probe is not boosted (N)");

static unsigned long kb_fault_hits;

static int kb_fault_pre(struct kprobe *p, struct pt_regs *regs)
{
	kb_fault_hits++;
	return 0;
}

static void kb_fault_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	pr_err("post_handler called\n");
}

static struct kprobe kb_fault_probe = {
	.pre_handler = kb_fault_pre,
};

/* Returns only if the load from nowhere did. */
static int kb_fault_oops(fault_fn *fn, enum kprobe_mode expected)
{
	enum kprobe_mode mode;
	int err;

	kb_fault_probe.addr = (kprobe_opcode_t *)fn;
	if (post)
		kb_fault_probe.post_handler = kb_fault_post;
	err = register_kprobe(&kb_fault_probe);
	if (err)
		return err;
	mode = kprobe_boost_mode(&kb_fault_probe);
	if (mode != expected)
		pr_err("the probe is in mode %d\n", mode);
	else
		fn(NULL);
	pr_err("%lu hits, still alive\n", kb_fault_hits);
	unregister_kprobe(&kb_fault_probe);
	return -EIO;
}

static int kb_fault_atomic(void)
{
	int err;

	preempt_disable();
	err = commit_kprobes();
	preempt_enable();
	if (err == -EDEADLK)
		return 0;
	pr_err("commit_kprobes() returned %d with preemption off\n", err);
	return -EIO;
}

static int __init kb_fault_init(void)
{
	if (!strcmp(what, "oops"))
		return kb_fault_oops(kb_fault_load, post ? KPROBE_MODE_TRAMPOLINED :
				     KPROBE_MODE_BOOSTED);
#ifdef KB_CALLS_THROUGH_MEMORY
	if (!strcmp(what, "call"))
		return kb_fault_oops(kb_fault_call, KPROBE_MODE_SIMULATED);
#endif
	if (!strcmp(what, "atomic"))
		return kb_fault_atomic();
	pr_err("what=%s: use oops, call or atomic\n", what);
	return -EINVAL;
}

static void __exit kb_fault_exit(void)
{
}

module_init(kb_fault_init);
module_exit(kb_fault_exit);
MODULE_DESCRIPTION("Crashes in a slot, for the tests of kprobes-boost");
MODULE_LICENSE("GPL");
