// SPDX-License-Identifier: GPL-2.0
/*
 * What arch-twice.c must know of Thumb instructions.
 */

#include "aim.h"
#include "decode.h"

static unsigned long *reg(struct test *t, unsigned int nr)
{
	return &t->init.regs.uregs[nr];
}

static u32 aim_branch(struct rng *r, struct test *t, u32 insn,
		      const struct arch_kprobe_boost *b)
{
	bool other = b->simulate == kprobe_simulate_blx;
	unsigned long from = (unsigned long)t->addr + 4;
	u32 disp, s, i1, i2;

	if (!is_wide_instruction(insn)) {
		/* It must not go to itself. */
		return b->disp == -4 ? 0 : insn;
	}
	if (other)
		from &= ~3UL;
	disp = (draw_target(r, t, other) - from) / 2;
	if (b->simulate == kprobe_simulate_bcond) {
		insn = set_field(insn, 0, 11, disp);
		insn = set_field(insn, 16, 6, disp >> 11);
		insn = set_field(insn, 13, 1, disp >> 17);
		insn = set_field(insn, 11, 1, disp >> 18);
		return set_field(insn, 26, 1, disp >> 19);
	}
	s = disp >> 23 & 1;
	i1 = disp >> 22 & 1;
	i2 = disp >> 21 & 1;
	insn = set_field(insn, 0, 11, disp);
	insn = set_field(insn, 16, 10, disp >> 11);
	insn = set_field(insn, 26, 1, s);
	insn = set_field(insn, 13, 1, !i1 ^ s);
	return set_field(insn, 11, 1, !i2 ^ s);
}

static u32 aim_narrow(struct rng *r, struct test *t, u32 insn,
		      const struct row *row, const struct arch_kprobe_boost *b)
{
	unsigned int rn = field(insn, 3, 3), rm = field(insn, 6, 3);
	unsigned long base = draw_address(r, false), target;

	if (b->flags & KPROBE_ARM_BRANCH) {
		rm = field(insn, 3, 4);
		if (rm == 13)
			return 0;
		target = draw_target(r, t, false);
		if (field(insn, 8, 2) == 0)
			target -= (unsigned long)t->addr + 4;
		if (rm != 15)
			*reg(t, rm) = target;
		return insn;
	}
	switch (insn >> 12) {
	case 5:
		*reg(t, rm) = below(r, 64);
		if (rm == rn)
			base /= 2;
		*reg(t, rn) = base;
		break;
	case 6 ... 8:
		*reg(t, rn) = base;
		break;
	case 0xc:
		if (!(insn & 0xff))
			return 0;
		*reg(t, field(insn, 8, 3)) = base & (one_in(r, 8) ? ~0UL : ~3UL);
		break;
	case 0xb:
		/* PUSH and POP of nothing */
		if ((insn & 0x600) == 0x400 && !(insn & 0x1ff))
			return 0;
		break;
	}
	return insn;
}

static u32 aim_memory(struct rng *r, struct test *t, u32 insn,
		      const struct row *row, const struct arch_kprobe_boost *b)
{
	unsigned int rn = field(insn, 16, 4), rm = field(insn, 0, 4);
	bool branch = b->flags & KPROBE_ARM_BRANCH || row->kind == LIST;
	unsigned long base = draw_address(r, branch);

	if (rn == 15) {
		/* Code is below, which is no place to go to. */
		if (branch)
			insn |= BIT(23);
		if (row->kind == DUAL)
			return set_field(insn, 0, 8, 0x20 + below(r, 64));
		return set_field(insn, 0, 12, 0x80 + below(r, 0x300) * 4);
	}
	if (row->kind == INDEX) {
		if (branch || rm == rn)
			insn = set_field(insn, 4, 2, branch ? 2 : 0);
		*reg(t, rm) = below(r, 64);
		if (rm == rn)
			base = branch ? 0 : base / 2;
	} else if (branch && row->kind != LIST) {
		insn &= ~3U;
	}
	/* Base and update in one, or the same register twice */
	if (row->kind == LIST &&
	    ((insn & BIT(21) && insn & BIT(rn)) || hweight16(insn) < 2))
		return 0;
	if (row->kind == DUAL && insn & BIT(21) &&
	    (rn == field(insn, 12, 4) || rn == field(insn, 8, 4)))
		return 0;
	if (row->kind == DUAL && insn & BIT(20) &&
	    field(insn, 12, 4) == field(insn, 8, 4))
		return 0;
	if (row->kind == IMM8 && insn & BIT(8) && rn == field(insn, 12, 4))
		return 0;
	if (row->value == 0xf9000000 && rm != 15 && rm != 13)
		*reg(t, rm) = below(r, 256);
	if (rn != 13)
		*reg(t, rn) = base;
	return insn;
}

/* Never the same twice: counters of CP15, and CP14 */
static bool is_repeatable(u32 insn)
{
	unsigned int crn = field(insn, 16, 4);

	if ((insn & 0xff000e10) == 0xee000e10)
		return (insn & 0xf00) == 0xf00 && crn != 9 && crn != 14;
	if ((insn & 0xffe00e00) == 0xec400e00)
		return (insn & 0xf00) == 0xf00 && (insn & 0xf) != 14;
	return true;
}

u32 aim(struct rng *r, struct test *t, u32 insn, const struct arch_kprobe_boost *b)
{
	const struct row *row = &kprobe_rows[kprobe_decode_row(t->code)];
	unsigned int rn = field(insn, 16, 4), rm = field(insn, 0, 4);
	kprobe_run_t *simulate = b->simulate;

	if (insn >> 24 == 0xee && !b->simulate)
		insn = aim_coprocessor(r, insn);
	if (!is_repeatable(insn))
		return 0;
	if (simulate == kprobe_simulate_b || simulate == kprobe_simulate_bl ||
	    simulate == kprobe_simulate_blx || simulate == kprobe_simulate_bcond)
		return aim_branch(r, t, insn, b);
	if (simulate == kprobe_simulate_bx_reg ||
	    simulate == kprobe_simulate_blx_reg) {
		if (b->reg != 13 && b->reg != 15)
			*reg(t, b->reg) = draw_interworking(r, t);
		/* BX PC goes to the other set, which is not there. */
		return b->reg == 13 || b->reg == 15 ? 0 : insn;
	}
	if (simulate == kprobe_simulate_tbb || simulate == kprobe_simulate_tbh) {
		*reg(t, rm) = 0x80 + below(r, 0x400);
		if (rn != 15 && rn != rm)
			*reg(t, rn) = area_at(DATA, below(r, 0x800));
		return rn == rm ? 0 : insn;
	}
	if (simulate == kprobe_simulate_ldr && is_wide_instruction(insn))
		return set_field(insn | BIT(23), 0, 12, 0x80 + below(r, 0x300) * 4);
	/* The harness does not want to be big-endian. */
	if (simulate == kprobe_simulate_msr) {
		*reg(t, rn) &= ~PSR_E_BIT;
		if (one_in(r, 2))
			*reg(t, rn) = (*reg(t, rn) & ~MODE_MASK) | 0x10;
		return insn;
	}
	if (!is_wide_instruction(insn))
		return aim_narrow(r, t, insn, row, b);
	if (row->kind != PLAIN || field(insn, 25, 7) == 0x7c)
		return aim_memory(r, t, insn, row, b);
	return insn;
}

bool aim_in_it(u32 insn, const struct arch_kprobe_boost *b, bool *last)
{
	kprobe_run_t *simulate = b->simulate;

	if (simulate == kprobe_simulate_bcond || simulate == kprobe_simulate_cbz ||
	    simulate == kprobe_simulate_cbnz || simulate == kprobe_simulate_it ||
	    simulate == kprobe_simulate_cps)
		return false;
	/* Simulated in a block, whatever the mode, which user space cannot do */
	if (simulate == kprobe_simulate_msr ||
	    simulate == kprobe_simulate_mrc_dacr ||
	    simulate == kprobe_simulate_mcr_dacr)
		return false;
	*last = b->flags & KPROBE_ARM_BRANCH ||
		simulate == kprobe_simulate_b || simulate == kprobe_simulate_bl ||
		simulate == kprobe_simulate_blx ||
		simulate == kprobe_simulate_bx_reg ||
		simulate == kprobe_simulate_blx_reg ||
		simulate == kprobe_simulate_tbb ||
		simulate == kprobe_simulate_tbh ||
		simulate == kprobe_simulate_ldm ||
		(is_wide_instruction(insn) && field(insn, 12, 4) == 15);
	return true;
}

/* User space may change flags only, and has neither interrupts nor domains. */
bool aim_model(u32 insn, struct pt_regs *regs)
{
	static const u32 masks[] = { 0xdf, 0x300, 0xf0000, 0xf8000000 };
	unsigned long value, mask = 0;
	unsigned int i;
	bool set;

	if ((insn & 0xffffffe8) == 0xb660 || (insn & 0xfffffd1f) == 0xf3af8400) {
		mask = is_wide_instruction(insn) ? field(insn, 5, 3) :
						   field(insn, 0, 3);
		set = insn & (is_wide_instruction(insn) ? BIT(9) : BIT(4));
		regs->ARM_cpsr = set ? regs->ARM_cpsr | mask << 6 :
				       regs->ARM_cpsr & ~(mask << 6);
		return true;
	}
	if ((insn & 0xffff0fff) == 0xee130f10) {
		regs->uregs[field(insn, 12, 4)] = get_domain();
		return true;
	}
	if ((insn & 0xffff0fff) == 0xee030f10)
		return true;
	if ((insn & 0xfff0f0ff) != 0xf3808000)
		return false;

	value = regs->uregs[field(insn, 16, 4)];
	for (i = 0; i < 4; i++)
		if (insn & BIT(8 + i))
			mask |= masks[i];
	/* Another mode, which is left to the CPU */
	if ((value ^ regs->ARM_cpsr) & mask & MODE_MASK)
		return false;
	regs->ARM_cpsr = (regs->ARM_cpsr & ~mask) | (value & mask);
	return true;
}
