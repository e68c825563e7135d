/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the guest modules must know of ARM, and nothing else: the clock, the
 * place of a probe's copy, and the breakpoint.  Included by kb_common.h only.
 * Every architecture has this file, with the same names.
 */
#ifndef _KB_ARCH_H
#define _KB_ARCH_H

#include <linux/kprobes.h>
#include <linux/sched/clock.h>

/* Instructions begin at multiples of this. */
#define KB_INSN_ALIGN	(IS_ENABLED(CONFIG_THUMB2_KERNEL) ? 2 : 4)

/*
 * With QEMU's -icount shift=0 one guest instruction is one nanosecond.  The
 * counter moves every 16 of them, which is nothing over some thousand hits.
 */
static __always_inline u64 kb_clock(void)
{
	return sched_clock();
}

/* A handler that returns non-zero afterwards goes on at @ip. */
static __always_inline void kb_set_ip(struct pt_regs *regs, unsigned long ip)
{
	regs->ARM_pc = ip;
}

/* The slot of @p, or 0 when it has none. */
static inline unsigned long kb_slot(struct kprobe *p)
{
	return (unsigned long)p->ainsn.insn;
}

/* Whether a branch has replaced the breakpoint of @p; Thumb-2 kernels do not do that. */
static inline bool kb_is_jump_optimized(struct kprobe *p)
{
	u32 insn = READ_ONCE(*p->addr);

	return !IS_ENABLED(CONFIG_THUMB2_KERNEL) && insn != p->opcode &&
	       (insn & 0x0f000000) == 0x0a000000;
}

/* The stock kernel emulates every instruction in the breakpoint's handler. */
static inline bool kb_stock_simulates(struct kprobe *p)
{
	return true;
}

#endif /* _KB_ARCH_H */
