// SPDX-License-Identifier: GPL-2.0
/*
 * x86-64's part of survey.c.
 */

#include <elf.h>

#include <asm/insn.h>

#include "boost.h"
#include "survey.h"

const unsigned int arch_e_machine = EM_X86_64;
const unsigned int arch_unit = 1;
const bool arch_steps = true;
const bool arch_stock_knows_exclusives = true;

size_t arch_slot_address(const u8 *code, unsigned int offset)
{
	return 0;
}

const char *const arch_refused_text[] = {
	"__kprobes_text_start", "__kprobes_text_end",
	"__noinstr_text_start", "__noinstr_text_end",
	"__entry_text_start", "__entry_text_end",
	NULL
};

cs_err arch_open(csh *handle)
{
	return cs_open(CS_ARCH_X86, CS_MODE_64, handle);
}

/* UD2 */
bool arch_is_trap(const u8 *code)
{
	return code[0] == 0x0f && code[1] == 0x0b;
}

/* INT3, NOP */
bool arch_is_fill(const u8 *code)
{
	struct insn insn;
	u8 op, second;

	if (insn_decode(&insn, code, MAX_INSN_SIZE, INSN_MODE_64))
		return false;
	op = insn.opcode.bytes[0];
	second = insn.opcode.bytes[1];
	return op == INT3_INSN_OPCODE || op == 0x90 ||
	       (op == 0x0f && second == 0x1f);
}

/* As prepare_emulation() of Linux 6.1 has it; the rest is stepped. */
static int stock_mode(struct insn *insn)
{
	u8 op = insn->opcode.bytes[0], modrm = insn->modrm.value;
	u8 reg = X86_MODRM_REG(modrm), second = insn->opcode.bytes[1];

	if (insn_has_emulate_prefix(insn))
		return -EOPNOTSUPP;
	switch (op) {
	case 0x70 ... 0x7f:
	case 0x9c:
	case 0x9d:
	case 0xc2:
	case 0xc3:
	case 0xca:
	case 0xcb:
	case 0xe0 ... 0xe3:
	case 0xe8:
	case 0xe9:
	case 0xeb:
	case 0xfa:
	case 0xfb:
		return KPROBE_MODE_SIMULATED;
	case 0x17:
	case 0x9a:
	case 0xcc:
	case 0xcf:
	case 0xea:
		return -EOPNOTSUPP;
	case 0x8e:	/* MOV SS */
		return reg == 2 ? -EOPNOTSUPP : KPROBE_MODE_STEPPED;
	case 0x0f:
		if ((second & 0xf0) == 0x80)
			return KPROBE_MODE_SIMULATED;
		if (second == 0x01 && modrm >= 0xc0 && reg == 0)
			return -EOPNOTSUPP;
		return KPROBE_MODE_STEPPED;
	case 0xff:
		if (reg < 2 || reg > 5)
			return KPROBE_MODE_STEPPED;
		if (reg == 3 || reg == 5 || X86_MODRM_MOD(modrm) != 3 ||
		    insn->addr_bytes != 8)
			return -EOPNOTSUPP;
		return KPROBE_MODE_SIMULATED;
	}
	return KPROBE_MODE_STEPPED;
}

void arch_survey(const u8 *code, size_t size, unsigned long at,
		 bool (*literal)(unsigned long addr), struct surveyed *s)
{
	struct arch_kprobe_boost b;
	struct insn insn;

	memset(s, 0, sizeof(*s));
	if (insn_decode(&insn, code, size < MAX_INSN_SIZE ? size : MAX_INSN_SIZE,
			INSN_MODE_64)) {
		s->len = 1;
		s->modes = -EINVAL;
		s->stock = -EINVAL;
		return;
	}
	s->len = insn.length;
	s->modes = kprobe_decode(&insn, &b);
	s->stock = stock_mode(&insn);
}

size_t arch_slot(const u8 *code, unsigned long at, unsigned long slot_at, u8 *slot)
{
	const u8 *where = (const u8 *)slot_at;
	unsigned long save = slot_at + 0x1000;
	u8 step[MAX_INSN_SIZE], copy[MAX_INSN_SIZE];
	struct arch_kprobe_boost b;
	struct insn insn;
	int modes;

	memset(slot, INT3_INSN_OPCODE, KPROBE_INSN_SLOT_SIZE);
	if (insn_decode(&insn, code, MAX_INSN_SIZE, INSN_MODE_64))
		return 0;
	memset(step, 0, sizeof(step));
	memcpy(step, code, insn.length);
	if (insn_rip_relative(&insn)) {
		s32 disp = at + insn.displacement.value - slot_at;

		memcpy(step + insn_offset_displacement(&insn), &disp,
		       sizeof(disp));
	}
	memcpy(slot, step, insn.length);
	modes = kprobe_decode(&insn, &b);
	if (b.simulate == kprobe_simulate_call_operand)
		kprobe_slot_write_call(slot + KPROBE_SLOT_BOOSTED, where, step,
				       &insn, at, save);
	else if (modes & ~BIT(KPROBE_MODE_STEPPED))
		kprobe_slot_write_boosted(slot + KPROBE_SLOT_BOOSTED, where, step,
					  &insn, at);
	memcpy(copy, step, sizeof(copy));
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED) &&
	    kprobe_substitute_sp(&insn, b.operands, copy) >= 0)
		kprobe_slot_write_trampolined(slot + KPROBE_SLOT_TRAMPOLINE, where,
					      copy, &insn,
					      kprobe_registers_low(&insn), save);
	return KPROBE_INSN_SLOT_SIZE;
}
