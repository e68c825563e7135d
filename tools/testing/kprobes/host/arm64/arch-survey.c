// SPDX-License-Identifier: GPL-2.0
/*
 * arm64's part of survey.c.
 */

#include <elf.h>

#include <asm/insn.h>
#include <asm/sysreg.h>

#include "boost.h"
#include "survey.h"

const unsigned int arch_e_machine = EM_AARCH64;
const unsigned int arch_unit = 4;
const bool arch_steps = true;
const bool arch_stock_knows_exclusives = true;

const char *const arch_refused_text[] = {
	"__kprobes_text_start", "__kprobes_text_end",
	"__noinstr_text_start", "__noinstr_text_end",
	"__entry_text_start", "__entry_text_end",
	"__irqentry_text_start", "__irqentry_text_end",
	"__idmap_text_start", "__idmap_text_end",
	"__hyp_text_start", "__hyp_text_end",
	"__hyp_idmap_text_start", "__hyp_idmap_text_end",
	NULL
};

cs_err arch_open(csh *handle)
{
	return cs_open(CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, handle);
}

/* BRK */
bool arch_is_trap(const u8 *code)
{
	u32 insn;

	memcpy(&insn, code, sizeof(insn));
	return (insn & 0xffe0001f) == 0xd4200000;
}

/* NOP, and nothing */
bool arch_is_fill(const u8 *code)
{
	u32 insn;

	memcpy(&insn, code, sizeof(insn));
	return insn == 0xd503201f || !insn;
}

static bool is_simulated_by_stock(u32 insn)
{
	return aarch64_insn_is_bcond(insn) || aarch64_insn_is_cbz(insn) ||
	       aarch64_insn_is_cbnz(insn) || aarch64_insn_is_tbz(insn) ||
	       aarch64_insn_is_tbnz(insn) || aarch64_insn_is_adr_adrp(insn) ||
	       aarch64_insn_is_b(insn) || aarch64_insn_is_bl(insn) ||
	       aarch64_insn_is_br(insn) || aarch64_insn_is_blr(insn) ||
	       aarch64_insn_is_ret(insn) || aarch64_insn_is_ldr_lit(insn) ||
	       aarch64_insn_is_ldrsw_lit(insn);
}

static bool is_refused_by_stock(u32 insn)
{
	if (aarch64_insn_is_branch(insn) || aarch64_insn_is_msr_imm(insn) ||
	    aarch64_insn_is_msr_reg(insn) || aarch64_insn_is_exception(insn) ||
	    aarch64_insn_is_eret(insn) || aarch64_insn_is_eret_auth(insn))
		return true;
	if (aarch64_insn_is_mrs(insn))
		return (insn & 0xfffe0) == (sys_reg(3, 3, 4, 2, 1) & 0xfffe0);
	if (aarch64_insn_is_hint(insn))
		return !aarch64_insn_is_steppable_hint(insn);
	return aarch64_insn_uses_literal(insn) || aarch64_insn_is_exclusive(insn);
}

void arch_survey(const u8 *code, size_t size, unsigned long at,
		 bool (*literal)(unsigned long addr), struct surveyed *s)
{
	struct arch_kprobe_boost b;
	u32 insn;

	memset(s, 0, sizeof(*s));
	memcpy(&insn, code, sizeof(insn));
	s->len = sizeof(insn);
	s->modes = kprobe_decode(insn, &b);
	if (s->modes >= 0 && (aarch64_insn_is_ldr_lit(insn) ||
			      aarch64_insn_is_ldrsw_lit(insn) ||
			      b.flags & KPROBE_ARM64_LITERAL) &&
	    !literal(at + b.disp))
		s->modes = -EOPNOTSUPP;
	s->exclusive_load = kprobe_is_exclusive_load(insn);
	s->exclusive_store = kprobe_ends_exclusive(insn);
	if (is_simulated_by_stock(insn))
		s->stock = KPROBE_MODE_SIMULATED;
	else
		s->stock = is_refused_by_stock(insn) ? -EOPNOTSUPP :
			(int)KPROBE_MODE_STEPPED;
}

size_t arch_slot(const u8 *code, unsigned long at, unsigned long slot_at, u8 *slot)
{
	u32 words[KPROBE_INSN_SLOT_SIZE], insn;
	struct arch_kprobe_boost b;
	unsigned int i;
	int modes;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = AARCH64_BREAK_FAULT;
	memcpy(&insn, code, sizeof(insn));
	modes = kprobe_decode(insn, &b);
	if (modes < 0 || modes == BIT(KPROBE_MODE_SIMULATED))
		return 0;
	words[0] = insn;
	if (b.flags & KPROBE_ARM64_LITERAL) {
		words[KPROBE_SLOT_BOOSTED] = lower_32_bits(at + b.disp);
		words[KPROBE_SLOT_BOOSTED + 1] = upper_32_bits(at + b.disp);
	} else {
		kprobe_slot_write_boosted(words + KPROBE_SLOT_BOOSTED,
					  (const u32 *)slot_at, insn, at);
	}
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED))
		kprobe_slot_write_trampolined(words + KPROBE_SLOT_TRAMPOLINE,
					      &b);
	memcpy(slot, words, sizeof(words));
	return sizeof(words);
}

/* A literal's, in place of a boosted copy */
size_t arch_slot_address(const u8 *code, unsigned int offset)
{
	struct arch_kprobe_boost b;
	u32 insn;

	memcpy(&insn, code, sizeof(insn));
	kprobe_decode(insn, &b);
	return offset == KPROBE_SLOT_BOOSTED * sizeof(u32) &&
		b.flags & KPROBE_ARM64_LITERAL ? sizeof(u64) : 0;
}
