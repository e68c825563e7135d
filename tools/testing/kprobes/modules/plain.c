// SPDX-License-Identifier: GPL-2.0
/*
 * kb_plain: a module that knows nothing of boosting.
 *
 * It uses what every module that places probes uses, register_kprobes() and
 * unregister_kprobes(), and includes linux/kprobes.h only.  The harness loads it
 * and looks for [BOOSTED] in debugfs kprobes/list while it is loaded.  It must
 * never learn of the engine.
 *
 * Loading fails if a call of a probed function is not a hit, or if a probed
 * function returns something wrong.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>

#define PLAIN_CALLS	1000

static atomic_long_t plain_hits = ATOMIC_LONG_INIT(0);

/* notrace: a traced function begins with the function tracer's call site. */
static noinline __noclone notrace unsigned long plain_sum(unsigned long a, unsigned long b)
{
	return a + b;
}

static noinline __noclone notrace unsigned long plain_mix(unsigned long a, unsigned long b)
{
	return a ^ b;
}

static noinline __noclone notrace unsigned long plain_scale(unsigned long a, unsigned long b)
{
	return a * 8 + b + 5;
}

static int plain_handler(struct kprobe *p, struct pt_regs *regs)
{
	atomic_long_inc(&plain_hits);
	return 0;
}

static struct kprobe plain_probe_sum = {
	.symbol_name = "plain_sum",
	.pre_handler = plain_handler,
};

static struct kprobe plain_probe_mix = {
	.symbol_name = "plain_mix",
	.pre_handler = plain_handler,
};

static struct kprobe plain_probe_scale = {
	.symbol_name = "plain_scale",
	.pre_handler = plain_handler,
};

static struct kprobe *plain_probes[] = {
	&plain_probe_sum, &plain_probe_mix, &plain_probe_scale,
};

static int __init plain_init(void)
{
	unsigned long i;
	int err;

	err = register_kprobes(plain_probes, ARRAY_SIZE(plain_probes));
	if (err) {
		pr_err("register_kprobes failed: %d\n", err);
		return err;
	}
	for (i = 0; i < PLAIN_CALLS; i++) {
		if (plain_sum(i, 3) != i + 3 || plain_mix(i, 0xff) != (i ^ 0xff) ||
		    plain_scale(i, 1) != i * 8 + 6) {
			pr_err("a probed function returns something wrong\n");
			err = -EIO;
			break;
		}
	}
	if (!err && atomic_long_read(&plain_hits) != i * ARRAY_SIZE(plain_probes)) {
		pr_err("%lu calls, but %ld hits\n", i * ARRAY_SIZE(plain_probes),
		       atomic_long_read(&plain_hits));
		err = -EIO;
	}
	if (err)
		unregister_kprobes(plain_probes, ARRAY_SIZE(plain_probes));
	return err;
}

static void __exit plain_exit(void)
{
	unregister_kprobes(plain_probes, ARRAY_SIZE(plain_probes));
	pr_info("%ld hits, %lu missed\n", atomic_long_read(&plain_hits),
		plain_probe_sum.nmissed + plain_probe_mix.nmissed + plain_probe_scale.nmissed);
}

module_init(plain_init);
module_exit(plain_exit);
MODULE_DESCRIPTION("Probes that know nothing of boosting");
MODULE_LICENSE("GPL");
