// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the copies of an instruction into a buffer for its slot.
 *
 * Called when a probe is prepared.  It never touches kernel text, and it
 * refuses a branch that does not reach instead of truncating it.
 */

#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/sizes.h>
#include <linux/types.h>

#include <asm/debug-monitors.h>
#include <asm/insn.h>

#include "boost.h"
#include "trampoline.h"

/**
 * kprobe_slot_write_boosted() - Write the copy that is run after the handler
 * @buf: where to write, KPROBE_SLOT_BOOSTED_WORDS words
 * @slot: address that the slot will have
 * @insn: the instruction
 * @orig: address of the original instruction
 *
 * Behind the copy stands a branch to the instruction after @orig, unless the
 * copy is one itself.
 *
 * Context: Any.
 * Return: 0, or -ERANGE if the branch does not reach; nothing is written then.
 */
int kprobe_slot_write_boosted(u32 *buf, const u32 *slot, u32 insn,
			      unsigned long orig)
{
	unsigned long from = (unsigned long)(slot + KPROBE_SLOT_BOOSTED + 1);
	unsigned long to = orig + AARCH64_INSN_SIZE;
	long offset = (long)to - (long)from;

	if (aarch64_insn_is_branch(insn)) {
		buf[0] = insn;
		buf[1] = AARCH64_BREAK_FAULT;
		return 0;
	}
	if (offset < -SZ_128M || offset >= SZ_128M)
		return -ERANGE;

	buf[0] = insn;
	buf[1] = aarch64_insn_gen_branch_imm(from, to,
					     AARCH64_INSN_BRANCH_NOLINK);
	return 0;
}

/**
 * kprobe_slot_write_trampolined() - Write the copy that is run in the handler
 * @buf: where to write, KPROBE_SLOT_TRAMPOLINE_WORDS words
 * @b: the instruction, decoded
 *
 * X17 carried the address of the slot.  Before the copy it is loaded with what it
 * stands for there.  Behind the copy it is stored, if it stood for itself, and
 * carries the address of the trampoline's save half.  The slot can be at any
 * distance from that, and RET asks for no landing pad.
 *
 * Context: Any.
 */
void kprobe_slot_write_trampolined(u32 *buf, const struct arch_kprobe_boost *b)
{
	/* ldr x17, [sp, #imm]; str x17, [sp, #imm]; ldr x17, literal; ret x17 */
	const u32 ldr = 0xf94003f1, str = 0xf90003f1, ldr_lit = 0x58000011;
	const u32 ret = 0xd65f0220;
	const int literal = KPROBE_SLOT_BOOSTED - KPROBE_SLOT_TRAMPOLINE;

	if (b->flags & KPROBE_ARM64_LITERAL)
		buf[0] = ldr_lit | (literal & 0x7ffff) << 5;
	else if (b->flags & KPROBE_ARM64_SP)
		buf[0] = ldr | (KPROBE_FRAME_SP / 8) << 10;
	else
		buf[0] = ldr | (KPROBE_FRAME_X17 / 8) << 10;
	buf[1] = b->copy;
	if (b->flags & (KPROBE_ARM64_LITERAL | KPROBE_ARM64_SP))
		buf[2] = aarch64_insn_gen_nop();
	else
		buf[2] = str | (KPROBE_FRAME_X17 / 8) << 10;
	buf[3] = ldr | (KPROBE_FRAME_SAVE / 8) << 10;
	buf[4] = ret;
}
