/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the guest modules must know of x86, and nothing else: the clock, the
 * place of a probe's copy, and the breakpoint.  Included by kb_common.h only.
 * Every architecture has this file, with the same names.
 */
#ifndef _KB_ARCH_H
#define _KB_ARCH_H

#include <linux/kprobes.h>
#include <linux/string.h>

#include <asm/msr.h>
#include <asm/text-patching.h>

/* Instructions begin at multiples of this. */
#define KB_INSN_ALIGN	1

/*
 * With QEMU's -icount shift=0 one tick of the time stamp counter is one guest
 * instruction.
 */
static __always_inline u64 kb_clock(void)
{
	return rdtsc_ordered();
}

/* A handler that returns non-zero afterwards goes on at @ip. */
static __always_inline void kb_set_ip(struct pt_regs *regs, unsigned long ip)
{
	regs->ip = ip;
}

/* The slot of @p, or 0 when it has none. */
static inline unsigned long kb_slot(struct kprobe *p)
{
	return (unsigned long)p->ainsn.insn;
}

/* A CALL can take its target from memory, and fault. */
#define KB_CALLS_THROUGH_MEMORY	1

/* Whether a jump has replaced the breakpoint of @p. */
static inline bool kb_is_jump_optimized(struct kprobe *p)
{
	return READ_ONCE(*p->addr) == JMP32_INSN_OPCODE;
}

/* Whether the stock kernel simulates the instruction under @p. */
static inline bool kb_stock_simulates(struct kprobe *p)
{
	return p->ainsn.emulate_op;
}

/* Whether @len bytes at @buf are nothing but breakpoints. */
static inline bool kb_is_poison(const void *buf, size_t len)
{
	return !memchr_inv(buf, INT3_INSN_OPCODE, len);
}

/* The kernel knows where instructions begin. */
static inline unsigned int kb_insn_len(const void *code)
{
	return 1;
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
