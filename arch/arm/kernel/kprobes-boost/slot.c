// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the copies of an instruction into a buffer for its slot.
 *
 * Called when a probe is prepared.  It never touches kernel text.
 */

#include <linux/bits.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include <linux/types.h>

#include <asm/opcodes.h>

#include "boost.h"

/* Instructions that trap as no hook knows */
#define ARM_UDF		0xe7f000f0
#define THUMB_UDF	0xde00

/* Writes instructions one behind the other. */
struct code {
	u8 *at;
};

static void write_half(struct code *c, u16 insn)
{
	u16 memory = __opcode_to_mem_thumb16(insn);

	memcpy(c->at, &memory, sizeof(memory));
	c->at += sizeof(memory);
}

static void write_insn(struct code *c, u32 insn)
{
	u32 memory = __opcode_to_mem_arm(insn);

	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL)) {
		memcpy(c->at, &memory, sizeof(memory));
		c->at += sizeof(memory);
		return;
	}
	if (is_wide_instruction(insn))
		write_half(c, insn >> 16);
	write_half(c, insn);
}

/*
 * Load the program counter from the word @at of those at @buf.  In Thumb state the
 * distance is counted from a multiple of four.
 */
static void write_jump(struct code *c, u32 *buf, unsigned int at,
		       unsigned long to)
{
	unsigned int from = c->at - (u8 *)buf;

	if (IS_ENABLED(CONFIG_THUMB2_KERNEL))	/* ldr.w pc, [pc, #imm] */
		write_insn(c, 0xf8dff000 | (4 * at - ((from + 4) & ~3)));
	else					/* ldr pc, [pc, #-imm] */
		write_insn(c, 0xe51ff000 | (from + 8 - 4 * at));
	buf[at] = to;
}

/**
 * kprobe_slot_poison_word() - A word that traps
 *
 * Context: Any.
 * Return: the word, as it stands in memory.
 */
u32 kprobe_slot_poison_word(void)
{
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL))
		return __opcode_to_mem_arm(ARM_UDF);
	return __opcode_to_mem_thumb16(THUMB_UDF) * 0x10001U;
}

static void write_poison(u32 *buf, unsigned int nr)
{
	while (nr--)
		*buf++ = kprobe_slot_poison_word();
}

/**
 * kprobe_slot_write_boosted() - Write the copy that is run after the handler
 * @buf: where to write, KPROBE_SLOT_BOOSTED_WORDS words
 * @insn: the instruction
 * @orig: address of the original instruction
 *
 * Behind the copy stands a jump to the instruction after @orig.  A copy that
 * branches does not come to it.
 *
 * Context: Any.
 */
void kprobe_slot_write_boosted(u32 *buf, u32 insn, unsigned long orig)
{
	struct code c = { (u8 *)buf };

	write_poison(buf, KPROBE_SLOT_BOOSTED_WORDS);
	write_insn(&c, insn);
	write_jump(&c, buf, KPROBE_SLOT_BOOSTED_WORDS - 1,
		   (orig + kprobe_insn_size(insn)) |
		   IS_ENABLED(CONFIG_THUMB2_KERNEL));
}

/**
 * kprobe_slot_write_trampolined() - Write the copy that is run in the handler
 * @buf: where to write, KPROBE_SLOT_TRAMPOLINE_WORDS words
 * @copy: the instruction, which names neither the stack pointer nor the program
 *	  counter
 * @save: what is behind it
 *
 * In Thumb state, IT AL stands before the copy, for a hit within an IT block:
 * there, instructions of 16 bits leave the flags alone.
 *
 * Context: Any.
 */
void kprobe_slot_write_trampolined(u32 *buf, u32 copy, unsigned long save)
{
	struct code c = { (u8 *)buf };

	write_poison(buf, KPROBE_SLOT_TRAMPOLINE_WORDS);
	if (IS_ENABLED(CONFIG_THUMB2_KERNEL))
		write_half(&c, 0xbfe8);
	write_insn(&c, copy);
	write_jump(&c, buf, KPROBE_SLOT_TRAMPOLINE_WORDS - 1, save);
}
