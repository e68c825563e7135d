// SPDX-License-Identifier: GPL-2.0
/*
 * What arch-twice.c must know of ARM instructions.
 */

#include "aim.h"
#include "decode.h"

static unsigned long *reg(struct test *t, unsigned int nr)
{
	return &t->init.regs.uregs[nr];
}

/* A register that is added to the base: not far */
static u32 aim_index(struct rng *r, struct test *t, u32 insn,
		     unsigned long *base, unsigned int rn)
{
	unsigned int rm = field(insn, 0, 4), shift = field(insn, 7, 5);
	unsigned int type = field(insn, 5, 2);

	/* Extra loads and stores have no shift there. */
	if (field(insn, 25, 3) != 3) {
		shift = 0;
		type = 0;
	}
	if (rm == 13 || rm == rn) {
		insn = field(insn, 25, 3) == 3 ? set_field(insn, 5, 7, 0) : insn;
		if (rm == rn)
			*base = insn & BIT(23) ? *base / 2 : *base;
		else
			*base = insn & BIT(23) ? *base - *reg(t, 13) :
						 *base + *reg(t, 13);
		return insn;
	}
	*reg(t, rm) = below(r, 64);
	if (type == 0 && shift > 4)
		insn = set_field(insn, 7, 5, shift & 3);
	else if (type == 3 && shift)
		*reg(t, rm) = 0;
	return insn;
}

static u32 aim_memory(struct rng *r, struct test *t, u32 insn,
		      const struct arch_kprobe_boost *b, const struct row *row)
{
	bool index = row->kind == INDEX || row->kind == PAIR_INDEX;
	bool branch = b->flags & KPROBE_ARM_BRANCH;
	unsigned long base = draw_address(r, branch);
	unsigned int rn = field(insn, 16, 4);

	if (rn == 15) {
		/* Literals, or an index; not below, where code is */
		insn |= BIT(23);
		if (!index && row->kind == IMM12)
			return set_field(insn, 0, 12, 0x80 + below(r, 0x700) * 2);
		if (!index)
			return set_field(insn, 8, 4, 0x8 + below(r, 8));
		if (field(insn, 0, 4) == 13)
			return 0;
		if (field(insn, 25, 3) == 3)
			insn = set_field(insn, 5, 7, 0);
		*reg(t, field(insn, 0, 4)) = 0x80 + below(r, 0x200) * 4;
		return insn;
	}
	if (index) {
		/* There is nothing below the stack pointer. */
		if (rn == 13)
			insn |= BIT(23);
		insn = aim_index(r, t, insn, &base, rn);
		/* Shifts and the sign of an index do not end up aligned. */
		if (branch && field(insn, 0, 4) != rn &&
		    field(insn, 0, 4) != 13)
			*reg(t, field(insn, 0, 4)) = 0;
	} else if (branch) {
		insn &= ~3U;
	}
	if (rn != 13)
		*reg(t, rn) = base;
	return insn;
}

/* An ALU instruction that writes the program counter */
static u32 aim_alu(struct rng *r, struct test *t, u32 insn,
		   const struct arch_kprobe_boost *b)
{
	unsigned int rn = field(insn, 16, 4), rm = field(insn, 0, 4);
	unsigned long target = draw_interworking(r, t);
	bool move = field(insn, 23, 2) == 3 && insn & BIT(21);

	if (!(b->flags & KPROBE_ARM_BRANCH))
		return insn;
	/* The carry is not to change the state: ADC, then SBC and RSC */
	if (field(insn, 21, 4) == 5)
		t->init.regs.ARM_cpsr &= ~BIT(29);
	else if (field(insn, 22, 3) == 3)
		t->init.regs.ARM_cpsr |= BIT(29);
	if (insn & BIT(25)) {
		/* Immediates of MOV are nowhere, others small; MVN is not sure */
		if (move)
			return insn & BIT(22) ? 0 : set_field(insn, 7, 5, 9);
		if (rn == 13)
			return 0;
		if (rn != 15)
			*reg(t, rn) = draw_target(r, t, false);
		/* Nor to go to itself */
		return set_field(insn, 0, 12, rn == 15 ? 0 : below(r, 16) * 4);
	}
	insn = set_field(insn, 5, 7, 0);
	if (rm == 13 || (!move && rn == 13) || (!move && rm == rn) ||
	    (!move && rm == 15))
		return 0;
	if (move && rm < 13) {
		*reg(t, rm) = target;
	} else if (!move) {
		*reg(t, rm) = 0;
		if (rn != 15)
			*reg(t, rn) = target;
	}
	return insn;
}

/* Never the same twice: counters of CP15, and CP14 */
static bool is_repeatable(u32 insn)
{
	unsigned int crn = field(insn, 16, 4);

	if ((insn & 0x0f000e10) == 0x0e000e10)
		return (insn & 0xf00) == 0xf00 && crn != 9 && crn != 14;
	if ((insn & 0x0fe00e00) == 0x0c400e00)
		return (insn & 0xf00) == 0xf00 && (insn & 0xf) != 14;
	return true;
}

u32 aim(struct rng *r, struct test *t, u32 insn, const struct arch_kprobe_boost *b)
{
	const struct row *row = &kprobe_rows[kprobe_decode_row(&insn)];
	unsigned int rn = field(insn, 16, 4), rm = field(insn, 0, 4);
	unsigned long target;
	bool other;

	if (insn >> 28 != 0xf && !b->simulate)
		insn = aim_coprocessor(r, insn);
	if (!is_repeatable(insn))
		return 0;
	if (b->simulate == kprobe_simulate_b || b->simulate == kprobe_simulate_bcond ||
	    b->simulate == kprobe_simulate_bl || b->simulate == kprobe_simulate_blx) {
		if (field(insn, 25, 3) != 5)	/* ADR PC */
			return set_field(insn, 0, 12, 0xf10 | below(r, 4));
		other = insn >> 28 == 0xf;
		target = draw_target(r, t, other) - (unsigned long)t->addr - 8;
		insn = set_field(insn, 0, 24, target >> 2);
		return other ? set_field(insn, 24, 1, target >> 1) : insn;
	}
	if (b->simulate == kprobe_simulate_bx_reg ||
	    b->simulate == kprobe_simulate_blx_reg) {
		if (rm < 13)
			*reg(t, rm) = draw_interworking(r, t);
		return rm == 13 || rm == 14 ? 0 : insn;
	}
	if (b->simulate == kprobe_simulate_ldr)
		return set_field(insn | BIT(23), 0, 12, 0x80 + below(r, 0x300) * 4);
	if (b->simulate == kprobe_simulate_adr)
		return insn;
	/* The harness does not want to be big-endian. */
	if (b->simulate == kprobe_simulate_msr_imm)
		return b->disp & PSR_E_BIT ? 0 : insn;
	if (b->simulate == kprobe_simulate_msr) {
		*reg(t, rm) &= ~PSR_E_BIT;
		if (one_in(r, 2))
			*reg(t, rm) = (*reg(t, rm) & ~MODE_MASK) | 0x10;
		return rm == 13 ? 0 : insn;
	}
	if (row->kind == LIST) {
		if (!(insn & 0xffff))
			return 0;
		if (rn != 13)
			*reg(t, rn) = draw_address(r, b->simulate);
		if (b->simulate && rn != 13 && !one_in(r, 16))
			*reg(t, rn) = area_at(DATA, 0x1000) + below(r, 0x100) * 4;
		/* What cannot be boosted has to be there. */
		if (b->simulate == kprobe_simulate_stm && insn & BIT(15) &&
		    rn != 13)
			*reg(t, rn) = area_at(DATA, 0x1000) + below(r, 0x100) * 4;
		/* Base and update in one */
		if (insn & BIT(21) && insn & BIT(rn))
			return 0;
		return insn;
	}
	if (row->kind == VECTOR || row->value == 0xf4000000 ||
	    (row->kind != PLAIN && row->kind < LIST) || row->kind == PAIR ||
	    row->kind == PAIR_INDEX) {
		/* Update of a register that is loaded or stored */
		if ((row->kind == PAIR || row->kind == PAIR_INDEX) &&
		    (!(insn & BIT(24)) || insn & BIT(21)) &&
		    (rn | 1) == (field(insn, 12, 4) | 1))
			return 0;
		if (row->value == 0xf4000000 && rm != 15 && rm != 13)
			*reg(t, rm) = below(r, 256);
		return aim_memory(r, t, insn, b, row);
	}
	return aim_alu(r, t, insn, b);
}

bool aim_in_it(u32 insn, const struct arch_kprobe_boost *b, bool *last)
{
	return false;
}

/* User space may change flags only, and has neither interrupts nor domains. */
bool aim_model(u32 insn, struct pt_regs *regs)
{
	static const u32 masks[] = { 0xdf, 0x300, 0xf0000, 0xf8000000 };
	unsigned long value, mask = 0;
	unsigned int i;

	if (insn >> 28 == 0xf) {
		if ((insn & 0xfffbfe3f) != 0xf1080000)
			return false;
		mask = insn & 0x1c0;
		regs->ARM_cpsr = insn & BIT(18) ? regs->ARM_cpsr | mask :
						  regs->ARM_cpsr & ~mask;
		return true;
	}
	if ((insn & 0x0fff0fff) == 0x0e130f10) {
		regs->uregs[field(insn, 12, 4)] = get_domain();
		return true;
	}
	if ((insn & 0x0fff0fff) == 0x0e030f10)
		return true;

	if ((insn & 0x0ff0fff0) == 0x0120f000)
		value = regs->uregs[field(insn, 0, 4)];
	else if ((insn & 0x0ff0f000) == 0x0320f000 && insn & 0xf0000)
		value = ror32(insn & 0xff, 2 * field(insn, 8, 4));
	else
		return false;
	for (i = 0; i < 4; i++)
		if (insn & BIT(16 + i))
			mask |= masks[i];
	/* Another mode, which is left to the CPU */
	if ((value ^ regs->ARM_cpsr) & mask & MODE_MASK)
		return false;
	regs->ARM_cpsr = (regs->ARM_cpsr & ~mask) | (value & mask);
	return true;
}
