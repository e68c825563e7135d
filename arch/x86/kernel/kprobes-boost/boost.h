/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Inside the x86-64 layer, and between it and arch/x86/kernel/kprobes/.
 */
#ifndef _ARCH_X86_KPROBES_BOOST_H
#define _ARCH_X86_KPROBES_BOOST_H

#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>

struct insn;

#ifdef CONFIG_KPROBES_BOOST

/* decode.c */
unsigned int kprobe_decode(struct insn *insn);

/* slot.c */
int kprobe_slot_write_boosted(u8 *buf, const u8 *slot, const u8 *step,
			      struct insn *insn, unsigned long orig);

/* boost.c */
void arch_kprobe_boost_prepare(struct kprobe *p, struct insn *insn,
			       const u8 *step);
int arch_kprobe_boost_release(struct kprobe *p);

/*
 * On the trap path: send a hit of a boosted probe to its copy, unless a detour
 * stands ready.  A nested hit leaves the outer probe current.
 */
static nokprobe_inline bool arch_kprobe_boost_enter(struct kprobe *p,
						    struct pt_regs *regs,
						    int reenter)
{
	if (READ_ONCE(p->ainsn.boost.mode) != KPROBE_MODE_BOOSTED ||
	    p->flags & KPROBE_FLAG_OPTIMIZED)
		return false;
	if (!reenter)
		reset_current_kprobe();
	regs->ip = (unsigned long)p->ainsn.insn + KPROBE_SLOT_BOOSTED;
	return true;
}

/*
 * The int3 behind a copy of MAX_INSN_SIZE - 1 bytes leaves the program counter
 * MAX_INSN_SIZE behind the slot's start.
 */
#define KPROBE_STEP_SPAN	(MAX_INSN_SIZE + 1)

#else /* !CONFIG_KPROBES_BOOST */

static inline void arch_kprobe_boost_prepare(struct kprobe *p,
					     struct insn *insn, const u8 *step)
{
}

static inline int arch_kprobe_boost_release(struct kprobe *p)
{
	return p->ainsn.boostable;
}

static nokprobe_inline bool arch_kprobe_boost_enter(struct kprobe *p,
						    struct pt_regs *regs,
						    int reenter)
{
	return false;
}

#define KPROBE_STEP_SPAN	MAX_INSN_SIZE

#endif /* CONFIG_KPROBES_BOOST */
#endif /* _ARCH_X86_KPROBES_BOOST_H */
