// SPDX-License-Identifier: GPL-2.0
/*
 * kb_victim: code that is probed and goes away, its init text after loading and
 * the rest when it is unloaded.  kb_context loads and unloads it, and places the
 * probes while it is being loaded.  It must never know of them.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

/* notrace: a traced function begins with the function tracer's call site. */
static noinline __noclone notrace __init unsigned long kb_victim_init_work(unsigned long x)
{
	return x + 2;
}

static noinline __noclone notrace unsigned long kb_victim_work(unsigned long x)
{
	return x * 2 + 4;
}

static noinline __noclone notrace unsigned long kb_victim_other_work(unsigned long x)
{
	return x ^ 5;
}

static bool kb_victim_works(void)
{
	return kb_victim_work(19) == 42 && kb_victim_other_work(47) == 42;
}

static int __init kb_victim_init(void)
{
	return kb_victim_init_work(40) == 42 && kb_victim_works() ? 0 : -EIO;
}

static void __exit kb_victim_exit(void)
{
	if (!kb_victim_works())
		pr_err("BUG: a probed function returns something wrong\n");
}

module_init(kb_victim_init);
module_exit(kb_victim_exit);
MODULE_DESCRIPTION("Code that is probed and goes away");
MODULE_LICENSE("GPL");
