// SPDX-License-Identifier: GPL-2.0
/*
 * kb_watch: calls a function when a module comes or goes.  The suites of a module run
 * while the list of notifiers must not be changed; this module changes it before.
 */
#include <linux/module.h>
#include <linux/notifier.h>

#include "context.h"

static kb_watch_fn watch_fn;

/**
 * kb_watch_set() - Say what is to be called
 * @fn: called with the state that a module has reached; NULL for nothing
 *
 * Only by the one who lets modules come and go.
 */
void kb_watch_set(kb_watch_fn fn)
{
	watch_fn = fn;
}
EXPORT_SYMBOL_GPL(kb_watch_set);

static int watch_notify(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (watch_fn)
		watch_fn(mod, state);
	return NOTIFY_DONE;
}

static struct notifier_block watch_notifier = {
	.notifier_call = watch_notify,
};

static int __init watch_init(void)
{
	return register_module_notifier(&watch_notifier);
}

static void __exit watch_exit(void)
{
	unregister_module_notifier(&watch_notifier);
}

module_init(watch_init);
module_exit(watch_exit);
MODULE_DESCRIPTION("Tells kb_context of modules that come and go");
MODULE_LICENSE("GPL");
