// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the copies of an instruction into a buffer for its slot.
 *
 * Called when a probe is prepared.  It never touches kernel text, and it
 * refuses a displacement that does not fit instead of truncating it.
 */

#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include <linux/types.h>

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

/**
 * kprobe_slot_write_boosted() - Write the copy that is run after the handler
 * @buf: where to write, KPROBE_INSN_SLOT_SIZE - KPROBE_SLOT_BOOSTED bytes
 * @slot: address that the slot will have
 * @step: the copy at the slot's start, displacement already adapted to it
 * @insn: @step, decoded
 * @orig: address of the original instruction
 *
 * Behind the copy stands a jump to the instruction after @orig; the rest is
 * filled with int3.  An operand relative to RIP keeps its address (Intel SDM
 * vol. 2, section 2.2.1.6).
 *
 * Context: Any.
 * Return: 0, or -ERANGE if an address is out of reach of 32 bits.
 */
int kprobe_slot_write_boosted(u8 *buf, const u8 *slot, const u8 *step,
			      struct insn *insn, unsigned long orig)
{
	unsigned long copy = (unsigned long)slot + KPROBE_SLOT_BOOSTED;
	unsigned int len = insn->length, at;
	long jump, disp;

	memset(buf, INT3_INSN_OPCODE,
	       KPROBE_INSN_SLOT_SIZE - KPROBE_SLOT_BOOSTED);

	jump = (long)(orig + len) - (long)(copy + len + JMP32_INSN_SIZE);
	if (!fits_s32(jump))
		return -ERANGE;

	memcpy(buf, step, len);
	if (insn_rip_relative(insn)) {
		at = insn_offset_displacement(insn);
		disp = get_s32(step + at) - KPROBE_SLOT_BOOSTED;
		if (!fits_s32(disp)) {
			memset(buf, INT3_INSN_OPCODE, len);
			return -ERANGE;
		}
		put_s32(buf + at, disp);
	}

	buf[len] = JMP32_INSN_OPCODE;
	put_s32(buf + len + 1, jump);
	return 0;
}
