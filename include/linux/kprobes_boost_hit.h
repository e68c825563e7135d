/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the architectures' parts of kprobes-boost have in common on the trap path.
 *
 * Not in <linux/kprobes_boost.h>, which <linux/kprobes.h> includes before it
 * says what a probe is.
 */
#ifndef _LINUX_KPROBES_BOOST_HIT_H
#define _LINUX_KPROBES_BOOST_HIT_H

#include <linux/kprobes.h>

/*
 * The displaced instruction of a hit that is not nested has been run: tell the
 * post_handler, if there is one.  It may go away under the hit, so it is looked
 * for once.
 */
static nokprobe_inline void
kprobe_boost_call_post_handler(struct kprobe *p, struct pt_regs *regs,
			       struct kprobe_ctlblk *kcb)
{
	kprobe_post_handler_t post_handler = READ_ONCE(p->post_handler);

	if (post_handler) {
		kcb->kprobe_status = KPROBE_HIT_SSDONE;
		post_handler(p, regs, 0);
	}
}

#endif /* _LINUX_KPROBES_BOOST_HIT_H */
