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

#include <asm/opcodes.h>

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

/* Whether @len bytes at @buf are nothing but instructions that trap and are no probe's. */
static inline bool kb_is_poison(const void *buf, size_t len)
{
	const u32 word = IS_ENABLED(CONFIG_THUMB2_KERNEL) ?
		__opcode_to_mem_thumb16(0xde00) * 0x10001U : __opcode_to_mem_arm(0xe7f000f0);
	const u32 *at = buf;

	while (len >= sizeof(word) && *at == word) {
		len -= sizeof(word);
		at++;
	}
	return !len;
}

/* The instruction at @code, the first half of 32 bits in the upper half */
static inline u32 kb_insn_at(const void *code)
{
	const u16 *half = code;
	u32 insn;

	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL))
		return __mem_to_opcode_arm(*(const u32 *)code);
	insn = __mem_to_opcode_thumb16(half[0]);
	return is_wide_instruction(insn) ?
		insn << 16 | __mem_to_opcode_thumb16(half[1]) : insn;
}

/* Bytes of the instruction at @code; nothing else tells where the next one begins. */
static inline unsigned int kb_insn_len(const void *code)
{
	return !IS_ENABLED(CONFIG_THUMB2_KERNEL) || is_wide_instruction(kb_insn_at(code)) ? 4 : 2;
}

/*
 * Words that the instruction at @code loads from among the instructions, and in @at
 * where the first one is; ARM ARM (DDI 0406C), A5.3, A5.2.8, A7.6, A6.2, A6.3
 */
static inline unsigned int kb_literals(const void *code, unsigned long *at)
{
	const bool thumb = IS_ENABLED(CONFIG_THUMB2_KERNEL);
	u32 insn = kb_insn_at(code), cond = thumb ? 0xf0000000 : 0;
	unsigned long pc = ((unsigned long)code + (thumb ? 4 : 8)) & ~3UL, disp;
	unsigned int words = 1;

	if (thumb && (insn & 0xfffff800) == 0x4800) {
		*at = pc + (insn & 0xff) * 4;
		return 1;
	}
	if ((insn & (0x0f3f0e00 | cond)) == (0x0d1f0a00 | (cond & 0xe0000000))) {
		disp = (insn & 0xff) * 4;
		words = insn & BIT(8) ? 2 : 1;
	} else if (thumb && (insn & 0xff7f0000) == 0xe95f0000) {
		disp = (insn & 0xff) * 4;
		words = 2;
	} else if (thumb && (insn & 0xfe1f0000) == 0xf81f0000) {
		disp = insn & 0xfff;
	} else if (!thumb && (insn & 0x0f3f0000) == 0x051f0000) {
		disp = insn & 0xfff;
	} else if (!thumb && (insn & 0x0f3f0090) == 0x011f0090) {
		disp = (insn >> 4 & 0xf0) | (insn & 0xf);
	} else if (!thumb && (insn & 0x0f7f00f0) == 0x014f00d0) {
		disp = (insn >> 4 & 0xf0) | (insn & 0xf);
		words = 2;
	} else {
		return 0;
	}
	*at = insn & BIT(23) ? pc + disp : pc - disp;
	return words;
}

/* Whether a table of addresses follows, of unknown size */
static inline bool kb_is_table_jump(const void *code)
{
	u32 insn = kb_insn_at(code);

	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL))
		return (insn & 0x0ffff010) == 0x079ff000;
	return (insn & 0xffffffe0) == 0xe8dff000 || (insn & 0xfff0ffc0) == 0xf850f000;
}

#endif /* _KB_ARCH_H */
