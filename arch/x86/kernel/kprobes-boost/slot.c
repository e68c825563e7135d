// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the copies of an instruction into a buffer for its slot.
 *
 * Called when a probe is prepared.  It never touches kernel text, and it
 * refuses a displacement that does not fit instead of truncating it.
 */

#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include <linux/types.h>

#include <asm/alternative.h>
#include <asm/insn.h>
#include <asm/text-patching.h>

#include "boost.h"

static bool fits_s32(long value)
{
	return value == (s32)value;
}

static s32 get_s32(const u8 *from)
{
	s32 value;

	memcpy(&value, from, sizeof(value));
	return value;
}

static void put_s32(u8 *to, s32 value)
{
	memcpy(to, &value, sizeof(value));
}

/*
 * Copy an instruction to @offset of the slot, and a jump to @target behind it.
 * An operand relative to RIP keeps its address (Intel SDM vol. 2, section
 * 2.2.1.6).
 */
static int write_copy(u8 *buf, const u8 *slot, unsigned int offset,
		      const u8 *step, struct insn *insn, unsigned long target)
{
	unsigned int len = insn->length, at;
	long disp, jump;

	if (len > KPROBE_SLOT_MAX_COPY)
		return -ERANGE;

	jump = (long)target - (long)(slot + offset + len + JMP32_INSN_SIZE);
	if (!fits_s32(jump))
		return -ERANGE;

	if (insn_rip_relative(insn)) {
		at = insn_offset_displacement(insn);
		disp = (long)get_s32(step + at) - offset;
		if (!fits_s32(disp))
			return -ERANGE;
		memcpy(buf, step, len);
		put_s32(buf + at, disp);
	} else {
		memcpy(buf, step, len);
	}

	buf[len] = JMP32_INSN_OPCODE;
	put_s32(buf + len + 1, jump);
	return 0;
}

/**
 * kprobe_slot_write_boosted() - Write the copy that is run after the handler
 * @buf: where to write, KPROBE_SLOT_MAX_COPY + JMP32_INSN_SIZE bytes
 * @slot: address that the slot will have
 * @step: the copy at the slot's start, displacement already adapted to it
 * @insn: that copy, decoded
 * @orig: address of the original instruction
 *
 * Behind the copy stands a jump to the instruction after @orig.
 *
 * Context: Any.
 * Return: 0, or -ERANGE if the copy does not fit or an address is out of reach
 *	   of 32 bits; nothing is written then.
 */
int kprobe_slot_write_boosted(u8 *buf, const u8 *slot, const u8 *step,
			      struct insn *insn, unsigned long orig)
{
	return write_copy(buf, slot, KPROBE_SLOT_BOOSTED, step, insn,
			  orig + insn->length);
}

#if IS_ENABLED(CONFIG_KUNIT)
/**
 * kprobe_slot_try_boosted() - Write a boosted copy for a slot that is nowhere
 * @buf: as for kprobe_slot_write_boosted()
 * @slot: likewise
 * @step: likewise
 * @orig: likewise
 *
 * For the test that no displacement is cut short.
 *
 * Context: Any.
 * Return: as kprobe_slot_write_boosted(), or -EINVAL if there is no instruction
 *	   at @step.
 */
int kprobe_slot_try_boosted(u8 *buf, const u8 *slot, const u8 *step,
			    unsigned long orig)
{
	struct insn insn;

	if (insn_decode_kernel(&insn, step))
		return -EINVAL;
	return kprobe_slot_write_boosted(buf, slot, step, &insn, orig);
}
EXPORT_SYMBOL_GPL(kprobe_slot_try_boosted);
#endif /* CONFIG_KUNIT */

/**
 * kprobe_slot_write_call() - Write what finishes a CALL that cannot be simulated
 * @buf: where to write, from KPROBE_SLOT_BOOSTED to the slot's end
 * @slot: address that the slot will have
 * @step: the copy at the slot's start, displacement already adapted to it
 * @insn: that copy, decoded: CALL r/m
 * @orig: address of the original instruction
 * @ret: address of kprobe_call_ret
 *
 * A handler of the fault may have made the operand readable.  A copy of the
 * CALL would then leave the slot's address on the stack, for as long as the
 * called function may sleep.  So the operand is read by a PUSH, which faults
 * as the CALL does, and after which the target stands where the CALL puts its
 * return address; the rest moves it out of the way:
 *
 *	push	operand
 *	jmp	1f
 * 1:	push	(%rsp)
 *	movq	$orig + length, 8(%rsp)
 *	jmp	kprobe_call_ret
 *
 * The second part stands where the trampoline's copy would: not even the
 * unwinder takes its stack for the original one's.
 *
 * Context: Any.
 * Return: as kprobe_slot_write_boosted().
 */
int kprobe_slot_write_call(u8 *buf, const u8 *slot, const u8 *step,
			   struct insn *insn, unsigned long orig,
			   unsigned long ret)
{
	static const u8 push_target[] = { 0xff, 0x34, 0x24 };
	static const u8 move_to_8[] = { 0x48, 0xc7, 0x44, 0x24, 0x08 };
	const u8 *rest = slot + KPROBE_SLOT_TRAMPOLINE;
	enum {
		size = sizeof(push_target) + sizeof(move_to_8) + sizeof(s32) +
		       JMP32_INSN_SIZE
	};
	long next = orig + insn->length, jump = (long)ret - (long)(rest + size);
	u8 push[MAX_INSN_SIZE], *modrm;
	int err;

	BUILD_BUG_ON(KPROBE_SLOT_TRAMPOLINE + size > KPROBE_INSN_SLOT_SIZE);

	if (!fits_s32(next) || !fits_s32(jump))
		return -ERANGE;

	/* FF /2 is CALL, FF /6 PUSH. */
	memcpy(push, step, sizeof(push));
	modrm = push + insn_offset_modrm(insn);
	*modrm = (*modrm & ~0x38) | 6 << 3;
	err = write_copy(buf, slot, KPROBE_SLOT_BOOSTED, push, insn,
			 (unsigned long)rest);
	if (err)
		return err;

	buf += KPROBE_SLOT_TRAMPOLINE - KPROBE_SLOT_BOOSTED;
	memcpy(buf, push_target, sizeof(push_target));
	buf += sizeof(push_target);
	memcpy(buf, move_to_8, sizeof(move_to_8));
	buf += sizeof(move_to_8);
	put_s32(buf, next);
	buf += sizeof(s32);
	*buf = JMP32_INSN_OPCODE;
	put_s32(buf + 1, jump);
	return 0;
}

/**
 * kprobe_slot_write_trampolined() - Write the copy that is run in the handler
 * @buf: where to write, KPROBE_SLOT_TRAMPOLINE_HEAD more bytes than for a
 *	 boosted copy
 * @slot: address that the slot will have
 * @step: the copy at the slot's start, displacement already adapted to it, that
 *	  does not name the stack pointer
 * @insn: that copy, decoded
 * @low: it does not name %r8 to %r15
 * @save: address of the trampoline's save half
 *
 * Before the copy stand ENDBR64, since an indirect jump leads here, and the
 * load of %r11 from 8(%rsp), which carried the address; a NOP if @low.  Behind
 * it stands a jump to @save.
 *
 * Context: Any.
 * Return: as kprobe_slot_write_boosted().
 */
int kprobe_slot_write_trampolined(u8 *buf, const u8 *slot, const u8 *step,
				  struct insn *insn, bool low,
				  unsigned long save)
{
	static const u8 endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	static const u8 load_r11[] = { 0x4c, 0x8b, 0x5c, 0x24, 0x08 };
	int err;

	BUILD_BUG_ON(sizeof(endbr64) + sizeof(load_r11) !=
		     KPROBE_SLOT_TRAMPOLINE_HEAD);

	err = write_copy(buf + KPROBE_SLOT_TRAMPOLINE_HEAD, slot,
			 KPROBE_SLOT_TRAMPOLINE + KPROBE_SLOT_TRAMPOLINE_HEAD,
			 step, insn, save);
	if (err)
		return err;
	memcpy(buf, endbr64, sizeof(endbr64));
	buf += sizeof(endbr64);
	memcpy(buf, low ? x86_nops[sizeof(load_r11)] : load_r11,
	       sizeof(load_r11));
	return 0;
}
