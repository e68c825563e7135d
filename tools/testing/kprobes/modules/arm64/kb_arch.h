/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the guest modules must know of arm64, and nothing else: the clock, the
 * place of a probe's copy, and the breakpoint.  Included by kb_common.h only.
 * Every architecture has this file, with the same names.
 */
#ifndef _KB_ARCH_H
#define _KB_ARCH_H

#include <linux/kprobes.h>
#include <linux/sched/clock.h>

#include <asm/brk-imm.h>
#include <asm/debug-monitors.h>

/* Instructions begin at multiples of this. */
#define KB_INSN_ALIGN	AARCH64_INSN_SIZE

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
	regs->pc = ip;
}

/* The slot of @p, or 0 when it has none. */
static inline unsigned long kb_slot(struct kprobe *p)
{
	return (unsigned long)p->ainsn.api.insn;
}

/* Whether a jump has replaced the breakpoint of @p: never here. */
static inline bool kb_is_jump_optimized(struct kprobe *p)
{
	return false;
}

/* Whether the stock kernel simulates the instruction under @p. */
static inline bool kb_stock_simulates(struct kprobe *p)
{
	return !p->ainsn.api.insn;
}

/* Whether @len bytes at @buf are nothing but breakpoints that are no probe's. */
static inline bool kb_is_poison(const void *buf, size_t len)
{
	const u32 *insn = buf;

	while (len >= AARCH64_INSN_SIZE && *insn == AARCH64_BREAK_FAULT) {
		len -= AARCH64_INSN_SIZE;
		insn++;
	}
	return !len;
}

static inline unsigned int kb_insn_len(const void *code)
{
	return AARCH64_INSN_SIZE;
}

/* Words that an instruction loads from among the instructions: compilers do not do that. */
static inline unsigned int kb_literals(const void *code, unsigned long *at)
{
	return 0;
}

static inline bool kb_is_table_jump(const void *code)
{
	return false;
}

#endif /* _KB_ARCH_H */
