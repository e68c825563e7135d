// SPDX-License-Identifier: GPL-2.0-only
/*
 * Here's a sample kernel module with a post_handler.  A boosted instruction
 * does not come back to the handler, so that a probe with a post_handler is
 * trampolined instead: the instruction runs from its slot inside the handler,
 * and the post_handler sees what it did, still for one exception.
 *
 * The first probe has no post_handler, the second one at the same address has.
 * What both print shows how the mode follows what the address needs.
 *
 *	insmod boost_post_example.ko symbol=vfs_read
 *
 * Without symbol= it probes a function of its own and calls it.
 *
 * For more information, see Documentation/trace/kprobes-boost.rst
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/module.h>
#include <linux/percpu.h>

#define CALLS	1000

static char symbol[KSYM_NAME_LEN] = "boost_post_sum";
module_param_string(symbol, symbol, KSYM_NAME_LEN, 0444);
MODULE_PARM_DESC(symbol, "the function to probe (one of this module)");

static DEFINE_PER_CPU(unsigned long, pre_hits);
static DEFINE_PER_CPU(unsigned long, post_hits);

static int handler_pre(struct kprobe *p, struct pt_regs *regs)
{
	this_cpu_inc(pre_hits);
	return 0;
}

/* Called after the displaced instruction has run. */
static void handler_post(struct kprobe *p, struct pt_regs *regs,
			 unsigned long flags)
{
	this_cpu_inc(post_hits);
}

static struct kprobe kp_pre = {
	.symbol_name	= symbol,
	.pre_handler	= handler_pre,
};

static struct kprobe kp_post = {
	.symbol_name	= symbol,
	.post_handler	= handler_post,
};

/* notrace: otherwise it begins with a call site of the function tracer. */
static noinline __noclone notrace unsigned long
boost_post_sum(unsigned long a, unsigned long b)
{
	return a + b;
}

static const char *mode_name(struct kprobe *p)
{
	if (kprobe_ftrace(p))
		return "ftrace";

	switch (kprobe_boost_mode(p)) {
	case KPROBE_MODE_SIMULATED:
		return "simulated";
	case KPROBE_MODE_TRAMPOLINED:
		return "trampolined";
	case KPROBE_MODE_BOOSTED:
		return "boosted";
	default:
		return "stepped";
	}
}

static int call_own_function(void)
{
	unsigned long i;

	for (i = 0; i < CALLS; i++) {
		if (boost_post_sum(i, 42) != i + 42) {
			pr_err("%lu + 42 is something else with a probe\n", i);
			return -EIO;
		}
	}
	return 0;
}

static int __init boost_post_example_init(void)
{
	int ret;

	ret = register_kprobe(&kp_pre);
	if (ret < 0) {
		pr_err("register_kprobe failed, returned %d\n", ret);
		return ret;
	}
	pr_info("without post_handler: %s\n", mode_name(&kp_pre));

	ret = register_kprobe(&kp_post);
	if (ret < 0) {
		pr_err("register_kprobe failed, returned %d\n", ret);
		goto out_pre;
	}
	pr_info("with post_handler: %s\n", mode_name(&kp_post));

	ret = call_own_function();
	if (ret)
		goto out_post;
	return 0;

out_post:
	unregister_kprobe(&kp_post);
out_pre:
	unregister_kprobe(&kp_pre);
	return ret;
}

static void __exit boost_post_example_exit(void)
{
	unsigned long pre = 0, post = 0;
	int cpu;

	unregister_kprobe(&kp_post);
	pr_info("post_handler removed: %s\n", mode_name(&kp_pre));
	unregister_kprobe(&kp_pre);

	for_each_possible_cpu(cpu) {
		pre += per_cpu(pre_hits, cpu);
		post += per_cpu(post_hits, cpu);
	}
	pr_info("%lu calls of the pre_handler, %lu of the post_handler\n", pre,
		post);
}

module_init(boost_post_example_init)
module_exit(boost_post_example_exit)
MODULE_DESCRIPTION("Sample of a kprobe with a post_handler");
MODULE_LICENSE("GPL");
