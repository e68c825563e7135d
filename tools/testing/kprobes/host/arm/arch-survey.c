// SPDX-License-Identifier: GPL-2.0
/*
 * ARM's part of survey.c, for both instruction sets.
 */

#include <elf.h>

#include "boost.h"
#include "decode.h"
#include "stock.h"
#include "survey.h"

#define THUMB	IS_ENABLED(CONFIG_THUMB2_KERNEL)

const unsigned int arch_e_machine = EM_ARM;
const unsigned int arch_unit = THUMB ? 2 : 4;
/* The kernel's own way is emulation, with one exception. */
const bool arch_steps;
const bool arch_stock_knows_exclusives;

const char *const arch_refused_text[] = {
	"__kprobes_text_start", "__kprobes_text_end",
	"__noinstr_text_start", "__noinstr_text_end",
	"__entry_text_start", "__entry_text_end",
	"__irqentry_text_start", "__irqentry_text_end",
	"__idmap_text_start", "__idmap_text_end",
	NULL
};

cs_err arch_open(csh *handle)
{
	return cs_open(CS_ARCH_ARM, CS_MODE_V8 |
		       (THUMB ? CS_MODE_THUMB : CS_MODE_ARM), handle);
}

/* BUG_INSTR_VALUE */
bool arch_is_trap(const u8 *code)
{
	return kprobe_code(code) == (THUMB ? 0xde02 : 0xe7f001f2);
}

/* NOP, and nothing */
bool arch_is_fill(const u8 *code)
{
	u32 insn = kprobe_code(code);

	return !insn || insn == (THUMB ? 0xbf00 : 0xe320f000);
}

void arch_survey(const u8 *code, size_t size, unsigned long at,
		 bool (*literal)(unsigned long addr), struct surveyed *s)
{
	struct arch_kprobe_boost b;
	u32 insn = kprobe_code(code);
	bool stock;

	memset(s, 0, sizeof(*s));
	s->len = kprobe_insn_size(insn);
	if (s->len > size) {
		s->modes = -EINVAL;
		s->stock = -EINVAL;
		s->len = size;
		return;
	}
	stock = stock_accepts(insn);
	s->stock = stock ? (int)KPROBE_MODE_STEPPED : -EINVAL;
	s->modes = kprobe_decode(insn, &b);
	s->exclusive_load = kprobe_is_exclusive_load(insn);
	s->exclusive_store = kprobe_is_exclusive_store(insn);
	if (s->modes < 0)
		return;
	if (stock && !(b.flags & KPROBE_ARM_OURS))
		s->modes |= BIT(KPROBE_MODE_STEPPED);
	/* What can only be boosted leaves nothing for a post_handler. */
	if (!(s->modes & ~(int)BIT(KPROBE_MODE_BOOSTED)) ||
	    (b.flags & KPROBE_ARM_LITERAL &&
	     !literal(((at + KPROBE_PC_AHEAD) & ~3UL) + b.disp)))
		s->modes = -EOPNOTSUPP;
}

size_t arch_slot(const u8 *code, unsigned long at, unsigned long slot_at, u8 *slot)
{
	u32 words[KPROBE_INSN_SLOT_SIZE], insn = kprobe_code(code);
	struct arch_kprobe_boost b;
	unsigned int i;
	int modes;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = kprobe_slot_poison_word();
	modes = kprobe_decode(insn, &b);
	if (modes < 0 || modes == BIT(KPROBE_MODE_SIMULATED))
		return 0;
	if (modes & BIT(KPROBE_MODE_BOOSTED))
		kprobe_slot_write_boosted(words + KPROBE_SLOT_BOOSTED, insn, at);
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED))
		kprobe_slot_write_trampolined(words + KPROBE_SLOT_TRAMPOLINE,
					      b.copy, (slot_at + 0x1000) | THUMB);
	memcpy(slot, words, sizeof(words));
	return sizeof(words);
}

/* The last word of both ways to run a copy is where it goes on. */
size_t arch_slot_address(const u8 *code, unsigned int offset)
{
	return offset == (KPROBE_SLOT_TRAMPOLINE - 1) * sizeof(u32) ||
	       offset == (KPROBE_INSN_SLOT_SIZE - 1) * sizeof(u32) ?
		sizeof(u32) : 0;
}
