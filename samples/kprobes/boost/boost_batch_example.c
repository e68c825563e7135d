// SPDX-License-Identifier: GPL-2.0-only
/*
 * Here's a sample kernel module that registers and removes many probes at once
 * and then waits once, with commit_kprobes(), until their slots are reclaimed.
 * Waiting is optional: the collector reclaims slots by itself.  It is of use
 * before the next large batch, or when figures are to be exact.
 *
 *	insmod boost_batch_example.ko symbol=get_signal probes=200
 *
 * All happens while the module is loaded; it prints the time of each step and
 * the figures of the collector, and can be removed at once.
 *
 * For more information, see Documentation/trace/kprobes-boost.rst
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kprobes_gc.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#ifdef CONFIG_ARM
#include <asm/opcodes.h>
#endif

/*
 * On 32-bit ARM, tables and constants stand among the instructions, and the
 * kernel cannot tell them apart: choose a function without them.
 */
static char symbol[KSYM_NAME_LEN] = "get_signal";
module_param_string(symbol, symbol, KSYM_NAME_LEN, 0444);
MODULE_PARM_DESC(symbol, "the function to probe (get_signal)");

static unsigned int probes = 200;
module_param(probes, uint, 0444);
MODULE_PARM_DESC(probes, "probe this many of its instructions (200)");

#ifdef CONFIG_ARM
/* Nothing else tells where instructions begin. */
static unsigned int step(const void *insn)
{
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL) ||
	    __opcode_is_thumb32(__mem_to_opcode_thumb16(*(const u16 *)insn) << 16))
		return 4;
	return 2;
}
#else
/* What is within an instruction is refused. */
static unsigned int step(const void *insn)
{
	return 1;
}
#endif

static int handler_pre(struct kprobe *p, struct pt_regs *regs)
{
	return 0;
}

/*
 * register_kprobes() registers all or nothing, so find out first where a probe
 * can be: a disabled probe is checked, but not armed.
 */
static unsigned int find_probe_points(struct kprobe *kps, unsigned int max)
{
	char name[KSYM_SYMBOL_LEN];
	unsigned int offset, n = 0;
	struct kprobe kp;

	for (offset = 0; n < max; offset += step(kp.addr)) {
		int ret;

		kp = (struct kprobe) {
			.symbol_name	= symbol,
			.offset		= offset,
			.pre_handler	= handler_pre,
			.flags		= KPROBE_FLAG_DISABLED,
		};
		ret = register_kprobe(&kp);
		if (ret == -ENOENT)
			break;
		/* within an instruction, or not allowed here */
		if (ret == -EILSEQ || ret == -EINVAL)
			continue;
		if (ret)
			break;
		unregister_kprobe(&kp);
		snprintf(name, sizeof(name), "%ps", kp.addr);
		if (strcmp(name, symbol))
			break;
		/* At a call site of the function tracer there is no slot. */
		if (kprobe_ftrace(&kp))
			continue;
		kps[n++] = (struct kprobe) {
			.addr		= kp.addr,
			.pre_handler	= handler_pre,
		};
	}
	return n;
}

static void print_slots(const char *when)
{
	struct kprobe_gc_stats stats;

	kprobe_gc_stats(&stats);
	pr_info("%s: %lu slots used, %lu dirty, %lu free, in %lu pages\n", when,
		stats.slots_used, stats.slots_dirty, stats.slots_free,
		stats.slot_pages);
}

static int __init boost_batch_example_init(void)
{
	ktime_t start, registered, unregistered, committed;
	struct kprobe *kps, **kpp;
	unsigned int i, n;
	int ret = -ENOMEM;

	kps = kcalloc(probes, sizeof(*kps), GFP_KERNEL);
	kpp = kcalloc(probes, sizeof(*kpp), GFP_KERNEL);
	if (!kps || !kpp)
		goto out;

	n = find_probe_points(kps, probes);
	if (!n) {
		pr_err("no probe point in %s\n", symbol);
		ret = -ENOENT;
		goto out;
	}
	for (i = 0; i < n; i++)
		kpp[i] = &kps[i];

	start = ktime_get();
	ret = register_kprobes(kpp, n);
	if (ret < 0) {
		pr_err("register_kprobes failed, returned %d\n", ret);
		goto out;
	}
	registered = ktime_get();
	print_slots("registered");

	/* One call for all: they share what has to be waited for. */
	unregister_kprobes(kpp, n);
	unregistered = ktime_get();
	print_slots("removed");

	/* Only a fatal signal cuts it short. */
	ret = commit_kprobes();
	if (ret)
		goto out;
	committed = ktime_get();
	print_slots("committed");

	pr_info("%u probes on %s: register %lld us, remove %lld us, commit %lld us\n",
		n, symbol, ktime_us_delta(registered, start),
		ktime_us_delta(unregistered, registered),
		ktime_us_delta(committed, unregistered));
out:
	kfree(kpp);
	kfree(kps);
	return ret;
}

static void __exit boost_batch_example_exit(void)
{
}

module_init(boost_batch_example_init)
module_exit(boost_batch_example_exit)
MODULE_DESCRIPTION("Sample of many kprobes and one commit");
MODULE_LICENSE("GPL");
