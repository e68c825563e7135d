// SPDX-License-Identifier: GPL-2.0
/*
 * arm64's part of decoders.c.
 */

#include <elf.h>

#include <asm/insn.h>

#include "boost.h"
#include "decoders.h"

const unsigned int arch_e_machine = EM_AARCH64;
const unsigned long arch_text = 0xffff800008000000;
const u32 arch_plain = BOOSTED | TRAMPOLINED | STEPPED;

/* Has the place of the stack pointer or of a literal's address, in a copy */
#define X17	17

/* Capstone's names of what we simulate */
static const struct {
	bool (*simulate)(struct kprobe *p, struct pt_regs *regs);
	unsigned int id;
} meanings[] = {
	{ kprobe_simulate_b, ARM64_INS_B },
	{ kprobe_simulate_bl, ARM64_INS_BL },
	{ kprobe_simulate_bcond, ARM64_INS_B },
	{ kprobe_simulate_cbz, ARM64_INS_CBZ },
	{ kprobe_simulate_cbnz, ARM64_INS_CBNZ },
	{ kprobe_simulate_tbz, ARM64_INS_TBZ },
	{ kprobe_simulate_tbnz, ARM64_INS_TBNZ },
	{ kprobe_simulate_br, ARM64_INS_BR },
	{ kprobe_simulate_br, ARM64_INS_RET },
	{ kprobe_simulate_blr, ARM64_INS_BLR },
	{ kprobe_simulate_adr, ARM64_INS_ADR },
	{ kprobe_simulate_adrp, ARM64_INS_ADRP },
	{ kprobe_simulate_ldr, ARM64_INS_LDR },
	{ kprobe_simulate_ldrsw, ARM64_INS_LDRSW },
	{ kprobe_simulate_nop, ARM64_INS_NOP },
	{ kprobe_simulate_nop, ARM64_INS_YIELD },
	{ kprobe_simulate_nop, ARM64_INS_WFE },
	{ kprobe_simulate_nop, ARM64_INS_WFI },
	{ kprobe_simulate_nop, ARM64_INS_HINT },
	{ kprobe_simulate_nop, ARM64_INS_PRFM },
	{ kprobe_simulate_daifset, ARM64_INS_MSR },
	{ kprobe_simulate_daifclr, ARM64_INS_MSR },
	{ kprobe_simulate_msr_daif, ARM64_INS_MSR },
	{ kprobe_simulate_mrs_daif, ARM64_INS_MRS },
};

cs_err arch_open(csh *handle)
{
	return cs_open(CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, handle);
}

const char *arch_mnemonic(const struct both *b)
{
	return b->cs->mnemonic;
}

/* 0 to 30, 31 for the stack pointer, 32 for the zero register, or -1 */
static int gpr(unsigned int reg, bool *wide)
{
	*wide = true;
	if (reg >= ARM64_REG_X0 && reg <= ARM64_REG_X28)
		return reg - ARM64_REG_X0;
	if (reg == ARM64_REG_X29)
		return 29;
	if (reg == ARM64_REG_X30)
		return 30;
	if (reg == ARM64_REG_SP)
		return 31;
	if (reg == ARM64_REG_XZR)
		return 32;
	*wide = false;
	if (reg >= ARM64_REG_W0 && reg <= ARM64_REG_W30)
		return reg - ARM64_REG_W0;
	if (reg == ARM64_REG_WSP)
		return 31;
	if (reg == ARM64_REG_WZR)
		return 32;
	return -1;
}

static bool is_branch(const struct both *b)
{
	return in_group(b, CS_GRP_JUMP) || in_group(b, CS_GRP_CALL) ||
	       in_group(b, CS_GRP_RET) || in_group(b, CS_GRP_INT);
}

static const cs_arm64_op *operand(const struct both *b, unsigned int nr)
{
	static const cs_arm64_op none;

	if (nr >= b->cs->detail->arm64.op_count)
		return &none;
	return &b->cs->detail->arm64.operands[nr];
}

/* Does operand @nr name register @reg, where 31 is the zero register? */
static bool names(const struct both *b, unsigned int nr, unsigned int reg,
		  bool *wide)
{
	const cs_arm64_op *op = operand(b, nr);

	return op->type == ARM64_OP_REG &&
	       gpr(op->reg, wide) == (int)(reg == 31 ? 32 : reg);
}

static void compare_simulated(const struct both *b,
			      const struct arch_kprobe_boost *a)
{
	u64 target = b->addr + a->disp;
	unsigned int i, last = b->cs->detail->arm64.op_count - 1;
	bool wide = true;

	for (i = 0; i < ARRAY_SIZE(meanings); i++)
		if (meanings[i].simulate == a->simulate &&
		    meanings[i].id == b->cs->id)
			break;
	if (i == ARRAY_SIZE(meanings)) {
		differ(b, "what is simulated");
		return;
	}

	if (a->simulate == kprobe_simulate_adrp)
		target = (b->addr & ~0xfffUL) + a->disp;
	if (a->simulate == kprobe_simulate_b || a->simulate == kprobe_simulate_bl ||
	    a->simulate == kprobe_simulate_bcond ||
	    a->simulate == kprobe_simulate_cbz ||
	    a->simulate == kprobe_simulate_cbnz ||
	    a->simulate == kprobe_simulate_tbz ||
	    a->simulate == kprobe_simulate_tbnz ||
	    a->simulate == kprobe_simulate_adr ||
	    a->simulate == kprobe_simulate_adrp ||
	    a->simulate == kprobe_simulate_ldr ||
	    a->simulate == kprobe_simulate_ldrsw) {
		if (operand(b, last)->type != ARM64_OP_IMM ||
		    (u64)operand(b, last)->imm != target)
			differ(b, "target");
	}
	if (a->simulate == kprobe_simulate_bcond &&
	    b->cs->detail->arm64.cc != (arm64_cc)(a->arg + 1))
		differ(b, "condition");
	if (a->simulate == kprobe_simulate_tbz ||
	    a->simulate == kprobe_simulate_tbnz) {
		if (operand(b, 1)->imm != a->arg)
			differ(b, "bit");
		if (!names(b, 0, a->reg, &wide))
			differ(b, "register");
	}
	if (a->simulate == kprobe_simulate_cbz ||
	    a->simulate == kprobe_simulate_cbnz ||
	    a->simulate == kprobe_simulate_ldr) {
		if (!names(b, 0, a->reg, &wide))
			differ(b, "register");
		if (wide == !!(a->flags & KPROBE_ARM64_32BIT))
			differ(b, "width");
	}
	if (a->simulate == kprobe_simulate_adr ||
	    a->simulate == kprobe_simulate_adrp ||
	    a->simulate == kprobe_simulate_ldrsw ||
	    a->simulate == kprobe_simulate_blr ||
	    a->simulate == kprobe_simulate_mrs_daif)
		if (!names(b, 0, a->reg, &wide))
			differ(b, "register");
	if (a->simulate == kprobe_simulate_msr_daif && !names(b, 1, a->reg, &wide))
		differ(b, "register");
	/* RET names X30 by default. */
	if (a->simulate == kprobe_simulate_br &&
	    !names(b, 0, a->reg, &wide) &&
	    (b->cs->id != ARM64_INS_RET || a->reg != 30))
		differ(b, "register");
}

/* Is a register the same, but for the stack pointer, for which is @instead? */
static bool same_reg(unsigned int before, unsigned int after, unsigned int instead)
{
	bool wide, new_wide;

	if (gpr(before, &wide) != 31)
		return before == after;
	return gpr(after, &new_wide) == (int)instead && wide == new_wide;
}

/* Hints that sign X30 with SP, and the same with register 0 (Arm ARM, C6.2) */
static const struct {
	int nr;
	u32 copy;
} signing[] = {
	{ 25, 0xdac1001e },	/* PACIA */
	{ 27, 0xdac1041e },	/* PACIB */
	{ 29, 0xdac1101e },	/* AUTIA */
	{ 31, 0xdac1141e },	/* AUTIB */
};

static void compare_copy(const struct both *b, const struct arch_kprobe_boost *a)
{
	const cs_arm64 *before = &b->cs->detail->arm64, *after;
	cs_insn *cs = cs_malloc(capstone);
	bool same, wide;
	int i;

	same = capstone_decode((const u8 *)&a->copy, sizeof(a->copy), b->addr, cs);
	after = &cs->detail->arm64;
	if (same && a->flags & KPROBE_ARM64_LITERAL) {
		const cs_arm64_op *op = &after->operands[1];

		same = cs->id == ARM64_INS_LDR && after->op_count == 2 &&
			after->operands[0].reg == before->operands[0].reg &&
			op->type == ARM64_OP_MEM && !op->mem.disp &&
			!op->mem.index && gpr(op->mem.base, &wide) == X17;
		if ((u64)before->operands[1].imm != b->addr + a->disp)
			differ(b, "target");
	} else if (b->cs->id == ARM64_INS_HINT) {
		/* Capstone does not know PACIA X30, Xn and its kind. */
		for (i = 0; i < (int)ARRAY_SIZE(signing); i++)
			if (signing[i].nr == before->operands[0].imm)
				break;
		same = i < (int)ARRAY_SIZE(signing) &&
			a->copy == (signing[i].copy | X17 << 5);
	} else if (same) {
		/* MOV from or to SP is ADD of nothing. */
		same = after->op_count == before->op_count +
			(b->cs->id == ARM64_INS_MOV) &&
			after->writeback == before->writeback &&
			(b->cs->id != ARM64_INS_MOV ||
			 !after->operands[2].imm);
		for (i = 0; same && i < before->op_count; i++) {
			const cs_arm64_op *x = &before->operands[i];
			const cs_arm64_op *y = &after->operands[i];

			/* With SP, the extension that does nothing is not told. */
			if (x->type != y->type ||
			    x->shift.value != y->shift.value ||
			    (x->ext && x->ext != y->ext))
				same = false;
			else if (x->type == ARM64_OP_REG)
				same = same_reg(x->reg, y->reg, X17);
			else if (x->type == ARM64_OP_MEM)
				same = same_reg(x->mem.base, y->mem.base,
						X17) &&
					x->mem.index == y->mem.index &&
					x->mem.disp == y->mem.disp;
			else if (x->type == ARM64_OP_IMM)
				same = x->imm == y->imm;
		}
		for (i = 0; same && i < (int)b->nr_touched; i++)
			same = gpr(b->touched[i], &wide) != X17;
	}
	if (!same)
		differ(b, "copy");
	cs_free(cs, 1);
}

static bool has_substitute(const struct arch_kprobe_boost *a)
{
	return a->flags & (KPROBE_ARM64_SP | KPROBE_ARM64_LITERAL);
}

static void compare_trampolined(const struct both *b,
				const struct arch_kprobe_boost *a, u32 insn)
{
	const cs_arm64 *x = &b->cs->detail->arm64;
	bool named = false, below = false, wide;
	int i;

	for (i = 0; i < x->op_count; i++) {
		const cs_arm64_op *op = &x->operands[i];

		if (op->type == ARM64_OP_REG) {
			named |= gpr(op->reg, &wide) == 31;
		} else if (op->type == ARM64_OP_MEM &&
			   gpr(op->mem.base, &wide) == 31) {
			named = true;
			below |= op->mem.disp < 0 || op->mem.index;
		}
	}
	if (below)
		differ(b, "below the stack pointer");
	if (named && !(a->flags & KPROBE_ARM64_SP))
		differ(b, "stack pointer missed");
	else if (!named && a->flags & KPROBE_ARM64_SP &&
		 b->cs->id != ARM64_INS_HINT)
		differ(b, "stack pointer invented");
	else if (has_substitute(a))
		compare_copy(b, a);
	else if (a->copy != insn)
		differ(b, "copy without a substitute");
}

/*
 * What is not trampolined, only since the stack pointer is its base, must write
 * that, or may access what is below it, or could name the substitute.
 */
static void compare_kept(const struct both *b, u32 insn)
{
	const cs_arm64 *x = &b->cs->detail->arm64;
	static const u8 fields[] = { 0, 10, 16 };
	struct arch_kprobe_boost other;
	bool why = x->writeback, wide;
	int i;

	/* That field is no register of system instructions. */
	if (insn >> 24 == 0xd5 || (insn >> 5 & 0x1f) != 31 ||
	    !(kprobe_decode((insn & ~(0x1fU << 5)) | 3 << 5, &other) &
	      TRAMPOLINED))
		return;
	for (i = 0; i < x->op_count; i++) {
		const cs_arm64_op *op = &x->operands[i];

		why |= op->type == ARM64_OP_REG && !i && gpr(op->reg, &wide) == 31;
		why |= op->type == ARM64_OP_MEM &&
			(op->mem.disp < 0 || op->mem.index);
	}
	for (i = 0; i < (int)ARRAY_SIZE(fields); i++)
		why |= (insn >> fields[i] & 0x1f) == X17;
	if (!why)
		differ(b, "not trampolined");
}

/* STXR, STLXR, STXP, STLXP, whatever is in the fields that should be ones */
static bool is_exclusive_store(u32 insn)
{
	return (insn & 0x3fc00000) == 0x08000000 &&
	       (insn & 0xbfa07c00) != 0x08207c00;
}

static bool is_exclusive(const struct both *b, bool store)
{
	switch (b->cs->id) {
	case ARM64_INS_LDXR: case ARM64_INS_LDXRB: case ARM64_INS_LDXRH:
	case ARM64_INS_LDXP: case ARM64_INS_LDAXR: case ARM64_INS_LDAXRB:
	case ARM64_INS_LDAXRH: case ARM64_INS_LDAXP:
		return !store;
	case ARM64_INS_STXR: case ARM64_INS_STXRB: case ARM64_INS_STXRH:
	case ARM64_INS_STXP: case ARM64_INS_STLXR: case ARM64_INS_STLXRB:
	case ARM64_INS_STLXRH: case ARM64_INS_STLXP:
		return store;
	}
	return false;
}

static bool is_store_release(const struct both *b)
{
	return b->cs->id == ARM64_INS_STLR || b->cs->id == ARM64_INS_STLRB ||
	       b->cs->id == ARM64_INS_STLRH;
}

unsigned int arch_compare(struct both *b)
{
	struct arch_kprobe_boost a;
	u32 insn;

	memcpy(&insn, b->code, sizeof(insn));
	b->len = sizeof(insn);
	b->modes = kprobe_decode(insn, &a);
	if (b->modes >= 0 && (kprobe_is_exclusive_load(insn) ||
			      is_exclusive_store(insn)))
		differ(b, "exclusive is not refused");
	if (is_exclusive_store(insn) && !kprobe_ends_exclusive(insn))
		differ(b, "exclusive goes on");
	if (!b->known) {
		if (b->modes > 0 && b->modes != STEPPED)
			differ(b, "unknown to Capstone");
		return b->len;
	}
	if (is_exclusive(b, false) != kprobe_is_exclusive_load(insn))
		differ(b, "exclusive load");
	if (is_exclusive(b, true) != is_exclusive_store(insn))
		differ(b, "exclusive store");
	if (kprobe_ends_exclusive(insn) !=
	    (is_exclusive(b, true) || is_store_release(b)))
		differ(b, "end of an exclusive sequence");
	if (b->modes < 0)
		return b->len;

	/* BR and RET leave no address behind. */
	if (is_branch(b) && b->modes & (TRAMPOLINED | BOOSTED | STEPPED) &&
	    (b->modes != (SIMULATED | BOOSTED) ||
	     a.simulate != kprobe_simulate_br))
		differ(b, "branch in a slot");
	if (b->modes & SIMULATED)
		compare_simulated(b, &a);
	if (b->modes & TRAMPOLINED)
		compare_trampolined(b, &a, insn);
	else if (b->modes & BOOSTED)
		compare_kept(b, insn);
	return b->len;
}

/*
 * Each hint is another instruction, and so is an access to system registers of
 * another group: op1 and CRn of those with an op0 of 3, and CRm of PSTATE's.
 */
const char *arch_form(const struct both *b)
{
	static char form[sizeof(b->cs->op_str) + 2];
	unsigned int op1, crn, len;
	u32 insn;

	form[0] = 0;
	memcpy(&insn, b->code, sizeof(insn));
	op1 = insn >> 16 & 7;
	crn = insn >> 12 & 0xf;
	if (b->cs->id == ARM64_INS_HINT) {
		snprintf(form, sizeof(form), " %s", b->cs->op_str);
	} else if ((insn & 0xffd80000) == 0xd5180000) {
		len = snprintf(form, sizeof(form), " s3_%u_c%u", op1, crn);
		if (crn == 4 && (op1 == 0 || op1 == 3))
			snprintf(form + len, sizeof(form) - len, "_c%u",
				 insn >> 8 & 0xf);
	}
	return form;
}

/* Bits 31 to 10 with registers that are different, and some that are not */
void arch_enumerate(void (*f)(const u8 *code))
{
	/*
	 * Bits 20 to 16 are those of a register, too, or all ones.  X17, which has
	 * the stack pointer's place, is named or is the second of two.
	 */
	static const u32 registers[] = {
		0x0041, 0x03e2, 0x001f, 0x03ff, 0x1f0041, 0x1f03ff,
		0x03f0, 0x03f1, 0x1003e2, 0x1103e2,
	};
	unsigned int i, j;
	u32 insn;

	for (i = 0; i < 1U << 17; i++) {
		insn = (i >> 6) << 21 | (i & 0x3f) << 10;
		for (j = 0; j < ARRAY_SIZE(registers); j++)
			draw_give(insn | registers[j], f);
		/* SIMD and floating point have more opcodes there. */
		for (j = 1; (insn & 0x0e000000) == 0x0e000000 && j < 31; j++)
			draw_give(insn | j << 16 | registers[0], f);
	}
	/* System instructions, all of them but for their register */
	for (i = 0; i < 1U << 17; i++)
		draw_give(0xd5000000 | i << 5 | 0x1f, f);
}
