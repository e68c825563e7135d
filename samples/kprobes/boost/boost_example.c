// SPDX-License-Identifier: GPL-2.0-only
/*
 * Here's a sample kernel module that puts a probe on a kernel function and
 * says in which mode the displaced instruction runs.  With kprobes-boost it is
 * usually boosted: it runs from its slot after the handler has returned, and a
 * hit costs one exception.
 *
 *	insmod boost_example.ko symbol=vfs_read offset=0
 *
 * With the function tracer, on x86-64, what is at offset 0 is the tracer's, and the
 * mode is "ftrace".  "objdump -d vmlinux" shows at which offsets instructions begin.
 *
 * For more information, see Documentation/trace/kprobes-boost.rst
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/module.h>
#include <linux/percpu.h>

static char symbol[KSYM_NAME_LEN] = "vfs_read";
module_param_string(symbol, symbol, KSYM_NAME_LEN, 0444);
MODULE_PARM_DESC(symbol, "the function to probe (vfs_read)");

static unsigned int offset;
module_param(offset, uint, 0444);
MODULE_PARM_DESC(offset, "offset of an instruction in it (0)");

/* A hit can come on every CPU at once: count without sharing. */
static DEFINE_PER_CPU(unsigned long, hits);

static int handler_pre(struct kprobe *p, struct pt_regs *regs)
{
	this_cpu_inc(hits);
	return 0;
}

static struct kprobe kp = {
	.symbol_name	= symbol,
	.pre_handler	= handler_pre,
};

static const char *mode_name(struct kprobe *p)
{
	/* At a call site of the function tracer there is no breakpoint. */
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

static int __init boost_example_init(void)
{
	int ret;

	kp.offset = offset;
	ret = register_kprobe(&kp);
	if (ret < 0) {
		pr_err("register_kprobe failed, returned %d\n", ret);
		return ret;
	}
	pr_info("probe at %pS, mode %s\n", kp.addr, mode_name(&kp));
	return 0;
}

static void __exit boost_example_exit(void)
{
	const char *mode = mode_name(&kp);
	unsigned long sum = 0;
	int cpu;

	/* No handler is running any more when this returns. */
	unregister_kprobe(&kp);
	for_each_possible_cpu(cpu)
		sum += per_cpu(hits, cpu);
	pr_info("probe at %pS, mode %s: %lu hits, %lu missed\n", kp.addr, mode,
		sum, kp.nmissed);
}

module_init(boost_example_init)
module_exit(boost_example_exit)
MODULE_DESCRIPTION("Sample of a boosted kprobe");
MODULE_LICENSE("GPL");
