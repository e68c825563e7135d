// SPDX-License-Identifier: GPL-2.0
/*
 * ARM's part of decoders.c, for both instruction sets.
 */

#include <elf.h>

#include "boost.h"
#include "decode.h"
#include "decoders.h"

#define THUMB		IS_ENABLED(CONFIG_THUMB2_KERNEL)

#define SP		13
#define LR		14
#define PC		15

const unsigned int arch_e_machine = EM_ARM;
const unsigned long arch_text = 0xc0100000;
const u32 arch_plain = BOOSTED | TRAMPOLINED | STEPPED;

/* Capstone's names of what we simulate */
static const struct {
	kprobe_run_t *simulate;
	unsigned int id;
} meanings[] = {
	{ kprobe_simulate_nop, ARM_INS_NOP },
	{ kprobe_simulate_nop, ARM_INS_HINT },
	{ kprobe_simulate_nop, ARM_INS_YIELD },
	{ kprobe_simulate_nop, ARM_INS_WFE },
	{ kprobe_simulate_nop, ARM_INS_WFI },
	{ kprobe_simulate_nop, ARM_INS_PLD },
	{ kprobe_simulate_nop, ARM_INS_PLDW },
	{ kprobe_simulate_nop, ARM_INS_PLI },
	{ kprobe_simulate_b, ARM_INS_B },
	{ kprobe_simulate_b, ARM_INS_ADR },
	{ kprobe_simulate_b, ARM_INS_ADD },
	{ kprobe_simulate_b, ARM_INS_SUB },
	{ kprobe_simulate_bl, ARM_INS_BL },
	{ kprobe_simulate_blx, ARM_INS_BLX },
	{ kprobe_simulate_bx_reg, ARM_INS_BX },
	{ kprobe_simulate_blx_reg, ARM_INS_BLX },
	{ kprobe_simulate_bcond, ARM_INS_B },
	{ kprobe_simulate_cbz, ARM_INS_CBZ },
	{ kprobe_simulate_cbnz, ARM_INS_CBNZ },
	{ kprobe_simulate_tbb, ARM_INS_TBB },
	{ kprobe_simulate_tbh, ARM_INS_TBH },
	{ kprobe_simulate_it, ARM_INS_IT },
	{ kprobe_simulate_adr, ARM_INS_ADR },
	{ kprobe_simulate_adr, ARM_INS_ADD },
	{ kprobe_simulate_adr, ARM_INS_SUB },
	{ kprobe_simulate_adr, ARM_INS_ADDW },
	{ kprobe_simulate_adr, ARM_INS_SUBW },
	{ kprobe_simulate_ldr, ARM_INS_LDR },
	{ kprobe_simulate_ldm, ARM_INS_LDM },
	{ kprobe_simulate_ldm, ARM_INS_LDMIB },
	{ kprobe_simulate_ldm, ARM_INS_LDMDA },
	{ kprobe_simulate_ldm, ARM_INS_LDMDB },
	{ kprobe_simulate_ldm, ARM_INS_POP },
	{ kprobe_simulate_stm, ARM_INS_STM },
	{ kprobe_simulate_stm, ARM_INS_STMIB },
	{ kprobe_simulate_stm, ARM_INS_STMDA },
	{ kprobe_simulate_stm, ARM_INS_STMDB },
	{ kprobe_simulate_stm, ARM_INS_PUSH },
	{ kprobe_simulate_mrs, ARM_INS_MRS },
	{ kprobe_simulate_msr, ARM_INS_MSR },
	{ kprobe_simulate_msr_imm, ARM_INS_MSR },
	{ kprobe_simulate_cps, ARM_INS_CPS },
	{ kprobe_simulate_mrc_dacr, ARM_INS_MRC },
	{ kprobe_simulate_mcr_dacr, ARM_INS_MCR },
};

cs_err arch_open(csh *handle)
{
	return cs_open(CS_ARCH_ARM, CS_MODE_V8 |
		       (THUMB ? CS_MODE_THUMB : CS_MODE_ARM), handle);
}

/* A condition is no part of the name. */
const char *arch_mnemonic(const struct both *b)
{
	return cs_insn_name(capstone, b->cs->id);
}

/* Number of a general-purpose register, or -1 */
static int gpr(unsigned int reg)
{
	if (reg >= ARM_REG_R0 && reg <= ARM_REG_R12)
		return reg - ARM_REG_R0;
	if (reg == ARM_REG_SP)
		return SP;
	if (reg == ARM_REG_LR)
		return 14;
	return reg == ARM_REG_PC ? PC : -1;
}

static u32 bit_of(unsigned int reg)
{
	int nr = gpr(reg);

	return nr < 0 ? 0 : BIT(nr);
}

static u32 registers_of(const cs_arm_op *op)
{
	u32 set = 0;

	if (op->type == ARM_OP_REG)
		set = bit_of(op->reg);
	else if (op->type == ARM_OP_MEM)
		set = bit_of(op->mem.base) | bit_of(op->mem.index);
	if (op->shift.type >= ARM_SFT_ASR_REG)
		set |= bit_of(op->shift.value);
	return set;
}

/* PUSH and POP name the stack pointer without an operand. */
static bool is_push_pop(const cs_insn *cs)
{
	return cs->id == ARM_INS_PUSH || cs->id == ARM_INS_POP ||
	       cs->id == ARM_INS_VPUSH || cs->id == ARM_INS_VPOP;
}

static u32 named_by(const cs_insn *cs)
{
	const cs_arm *x = &cs->detail->arm;
	u32 set = is_push_pop(cs) ? BIT(SP) : 0;
	int i;

	for (i = 0; i < x->op_count; i++)
		set |= registers_of(&x->operands[i]);
	return set;
}

static const cs_arm_op *operand(const struct both *b, unsigned int nr)
{
	static const cs_arm_op none;

	if (nr >= b->cs->detail->arm.op_count)
		return &none;
	return &b->cs->detail->arm.operands[nr];
}

static const cs_arm_op *last_operand(const struct both *b)
{
	return operand(b, b->cs->detail->arm.op_count - 1);
}

static bool is_register(const struct both *b, unsigned int nr, unsigned int reg)
{
	return operand(b, nr)->type == ARM_OP_REG &&
	       gpr(operand(b, nr)->reg) == (int)reg;
}

/* Is @op the first operand, and what is written? */
static bool is_written(const struct both *b, int nr)
{
	switch (b->cs->id) {
	case ARM_INS_CMP: case ARM_INS_CMN: case ARM_INS_TST: case ARM_INS_TEQ:
	case ARM_INS_STR: case ARM_INS_STRB: case ARM_INS_STRH:
	case ARM_INS_STRD: case ARM_INS_STM: case ARM_INS_STMIB:
	case ARM_INS_STMDA: case ARM_INS_STMDB: case ARM_INS_PUSH:
	case ARM_INS_BX: case ARM_INS_BLX: case ARM_INS_BXJ:
	case ARM_INS_MCR: case ARM_INS_MCR2: case ARM_INS_MCRR:
		return false;
	case ARM_INS_LDM: case ARM_INS_LDMIB: case ARM_INS_LDMDA:
	case ARM_INS_LDMDB:
		return nr > 0;
	case ARM_INS_POP:
		return true;
	}
	return !nr;
}

static bool reads_pc(const struct both *b)
{
	const cs_arm *x = &b->cs->detail->arm;
	int i;

	for (i = 0; i < x->op_count; i++)
		if (registers_of(&x->operands[i]) & BIT(PC) && !is_written(b, i))
			return true;
	return false;
}

static bool writes_pc(const struct both *b)
{
	const cs_arm *x = &b->cs->detail->arm;
	int i;

	if (in_group(b, CS_GRP_JUMP) || in_group(b, CS_GRP_CALL))
		return true;
	for (i = 0; i < x->op_count; i++)
		if (x->operands[i].type == ARM_OP_REG &&
		    gpr(x->operands[i].reg) == PC && is_written(b, i))
			return true;
	return false;
}

static bool is_call(const struct both *b)
{
	return b->cs->id == ARM_INS_BL || b->cs->id == ARM_INS_BLX;
}

/* An immediate at the end; one that is turned more than need be comes in two parts. */
static s32 immediate(const struct both *b)
{
	const cs_arm_op *last = last_operand(b), *before;

	before = operand(b, b->cs->detail->arm.op_count - 2);
	return before->type == ARM_OP_IMM ? ror32(before->imm, last->imm) :
	       last->imm;
}

/* What it loads or stores, from which address on, and what is added to the base */
static void compare_list(const struct both *b, const struct arch_kprobe_boost *a)
{
	const cs_arm *x = &b->cs->detail->arm;
	bool stack = is_push_pop(b->cs);
	int first = 0, step = 1, i, nr;
	u32 list = 0;

	for (i = stack ? 0 : 1; i < x->op_count; i++)
		list |= registers_of(&x->operands[i]);
	nr = __builtin_popcount(list);
	switch (b->cs->id) {
	case ARM_INS_LDMIB: case ARM_INS_STMIB:
		first = 4;
		break;
	case ARM_INS_LDMDA: case ARM_INS_STMDA:
		first = 4 - 4 * nr;
		step = -1;
		break;
	case ARM_INS_LDMDB: case ARM_INS_STMDB: case ARM_INS_PUSH:
		first = -4 * nr;
		step = -1;
		break;
	}
	if (a->list != list)
		differ(b, "list");
	if (stack ? a->reg != SP : !is_register(b, 0, a->reg))
		differ(b, "base");
	if (a->disp != first ||
	    a->update != (stack || x->writeback ? 4 * nr * step : 0))
		differ(b, "address");
}

static void compare_simulated(const struct both *b,
			      const struct arch_kprobe_boost *a)
{
	unsigned long pc = b->addr + KPROBE_PC_AHEAD;
	const cs_arm_op *last = last_operand(b);
	int cc = b->cs->detail->arm.cc - 1;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(meanings); i++)
		if (meanings[i].simulate == a->simulate &&
		    meanings[i].id == b->cs->id)
			break;
	if (i == ARRAY_SIZE(meanings)) {
		differ(b, "what is simulated");
		return;
	}

	if (a->simulate == kprobe_simulate_ldm ||
	    a->simulate == kprobe_simulate_stm) {
		compare_list(b, a);
	} else if (a->simulate == kprobe_simulate_adr ||
		   (a->simulate == kprobe_simulate_b && b->cs->id != ARM_INS_B)) {
		if (last->type != ARM_OP_IMM ||
		    (b->cs->id == ARM_INS_SUB || b->cs->id == ARM_INS_SUBW ?
		     -immediate(b) : immediate(b)) != a->disp)
			differ(b, "target");
		if (a->simulate == kprobe_simulate_adr &&
		    !is_register(b, 0, a->reg))
			differ(b, "register");
	} else if (a->simulate == kprobe_simulate_b ||
		   a->simulate == kprobe_simulate_bl ||
		   a->simulate == kprobe_simulate_blx ||
		   a->simulate == kprobe_simulate_bcond ||
		   a->simulate == kprobe_simulate_cbz ||
		   a->simulate == kprobe_simulate_cbnz) {
		if (a->simulate == kprobe_simulate_blx)
			pc &= ~3UL;
		if (last->type != ARM_OP_IMM ||
		    (u32)last->imm != (u32)(pc + a->disp))
			differ(b, "target");
	} else if (a->simulate == kprobe_simulate_ldr) {
		if (last->type != ARM_OP_MEM || gpr(last->mem.base) != PC ||
		    last->mem.index || last->mem.disp != a->disp)
			differ(b, "target");
	}
	if (a->simulate == kprobe_simulate_bcond && cc != a->arg)
		differ(b, "condition");
	if ((a->simulate == kprobe_simulate_cbz ||
	     a->simulate == kprobe_simulate_cbnz ||
	     a->simulate == kprobe_simulate_ldr ||
	     a->simulate == kprobe_simulate_mrs ||
	     a->simulate == kprobe_simulate_bx_reg ||
	     a->simulate == kprobe_simulate_blx_reg) &&
	    !is_register(b, 0, a->reg))
		differ(b, "register");
	if (a->simulate == kprobe_simulate_msr && !is_register(b, 1, a->reg))
		differ(b, "register");
	if (a->simulate == kprobe_simulate_msr_imm &&
	    (last->type != ARM_OP_IMM || immediate(b) != a->disp))
		differ(b, "immediate");
	if ((a->simulate == kprobe_simulate_mrc_dacr ||
	     a->simulate == kprobe_simulate_mcr_dacr) &&
	    !is_register(b, 2, a->reg))
		differ(b, "register");
	if ((a->simulate == kprobe_simulate_tbb ||
	     a->simulate == kprobe_simulate_tbh) &&
	    (gpr(operand(b, 0)->mem.base) != a->reg ||
	     gpr(operand(b, 0)->mem.index) != a->reg2))
		differ(b, "register");
}

/* What the trampolines are called after */
enum { HAS_LR = 1, HAS_SP = 2, IS_QUIET = 4 };

static unsigned int kind_of(kprobe_run_t *trampoline)
{
	static kprobe_run_t * const kinds[] = {
		[0] = kprobe_trampoline,
		[HAS_LR] = kprobe_trampoline_lr,
		[HAS_SP] = kprobe_trampoline_sp,
		[HAS_SP | HAS_LR] = kprobe_trampoline_lr_sp,
		[IS_QUIET] = kprobe_trampoline_quiet,
		[IS_QUIET | HAS_LR] = kprobe_trampoline_lr_quiet,
		[IS_QUIET | HAS_SP] = kprobe_trampoline_sp_quiet,
		[IS_QUIET | HAS_SP | HAS_LR] = kprobe_trampoline_lr_sp_quiet,
	};
	unsigned int kind = 0;

	while (trampoline && kinds[kind] != trampoline)
		kind++;
	return kind;
}

/* Registers that a copy has in place of the stack pointer and the program counter */
static unsigned int instead_of_sp(const struct arch_kprobe_boost *a)
{
	if (a->sp != KPROBE_NO_REG)
		return a->sp;
	return kind_of(a->trampoline) & HAS_SP ? 12 : KPROBE_NO_REG;
}

static int substituted(const struct arch_kprobe_boost *a, unsigned int reg)
{
	int nr = gpr(reg);

	if (nr == SP)
		return instead_of_sp(a);
	return nr == PC ? a->copy_pc : nr;
}

static bool same_reg(const struct arch_kprobe_boost *a, unsigned int before,
		     unsigned int after)
{
	if (gpr(before) < 0)
		return before == after;
	return substituted(a, before) == gpr(after);
}

static bool same_operand(const struct arch_kprobe_boost *a, const cs_arm_op *x,
			 const cs_arm_op *y)
{
	if (x->type != y->type || x->subtracted != y->subtracted ||
	    x->shift.type != y->shift.type)
		return false;
	if (x->shift.type >= ARM_SFT_ASR_REG ?
	    !same_reg(a, x->shift.value, y->shift.value) :
	    x->shift.value != y->shift.value)
		return false;
	switch (x->type) {
	case ARM_OP_REG:
		return same_reg(a, x->reg, y->reg);
	case ARM_OP_MEM:
		return same_reg(a, x->mem.base, y->mem.base) &&
		       same_reg(a, x->mem.index, y->mem.index) &&
		       x->mem.scale == y->mem.scale &&
		       x->mem.disp == y->mem.disp &&
		       x->mem.lshift == y->mem.lshift;
	case ARM_OP_FP:
		return x->fp == y->fp;
	default:
		return x->imm == y->imm;
	}
}

/* The same in an encoding where any register can be the stack pointer's */
static bool same_id(const struct both *b, const cs_insn *copy)
{
	switch (b->cs->id) {
	case ARM_INS_PUSH:
		return copy->id == ARM_INS_STMDB || copy->id == ARM_INS_STR;
	case ARM_INS_POP:
		return copy->id == ARM_INS_LDM || copy->id == ARM_INS_LDR;
	case ARM_INS_VPUSH:
		return copy->id == ARM_INS_VSTMDB;
	case ARM_INS_VPOP:
		return copy->id == ARM_INS_VLDMIA;
	case ARM_INS_ADD:
		return copy->id == ARM_INS_ADD || copy->id == ARM_INS_ADDW;
	case ARM_INS_SUB:
		return copy->id == ARM_INS_SUB || copy->id == ARM_INS_SUBW;
	}
	return copy->id == b->cs->id;
}

/* Where a literal is; the substitute may have all of its address. */
static bool same_literal(const struct both *b, const struct arch_kprobe_boost *a,
			 const cs_arm_op *x, const cs_arm_op *y)
{
	cs_arm_op literal = *x;

	if (x->type == ARM_OP_MEM && gpr(x->mem.base) == PC)
		literal.mem.disp -= a->disp;
	return same_operand(a, &literal, y);
}

static void compare_copy(const struct both *b, const struct arch_kprobe_boost *a)
{
	const cs_arm *before = &b->cs->detail->arm, *after;
	u32 named = named_by(b->cs), want = 0;
	cs_insn *cs = cs_malloc(capstone);
	bool same;
	u8 code[CODE_SIZE] = { 0 };
	int i;

	draw_put(a->copy, code);
	same = capstone_decode(code, CODE_SIZE, b->addr, cs) && same_id(b, cs);
	after = &cs->detail->arm;
	if (same && is_push_pop(b->cs)) {
		for (i = 0; i < 16; i++)
			if (named & BIT(i))
				want |= BIT(i == SP ? instead_of_sp(a) :
					    i == PC ? a->copy_pc : i);
		same = named_by(cs) == want && after->writeback;
	} else if (same) {
		/*
		 * "add sp, #imm" and "add d, m" name the destination once, others
		 * twice.
		 */
		int more = after->op_count - before->op_count;

		same = after->writeback == before->writeback &&
			(!more || b->cs->id == ARM_INS_ADD ||
			 b->cs->id == ARM_INS_SUB);
		if (same && more == 1)
			same = same_operand(a, &before->operands[0],
					    &after->operands[1]);
		else if (same && more == -1)
			same = gpr(before->operands[0].reg) ==
			       gpr(before->operands[2].reg);
		for (i = 0; same && i < before->op_count - (more < 0); i++)
			same = same_literal(b, a, &before->operands[i],
					    &after->operands[more > 0 && i ?
							     i + 1 : i]);
	}
	if (after->cc != ARM_CC_AL && !THUMB)
		same = false;
	if (a->copy_pc != KPROBE_NO_REG && named & BIT(a->copy_pc))
		same = false;
	if (instead_of_sp(a) != KPROBE_NO_REG && named & BIT(instead_of_sp(a)))
		same = false;
	if (!same)
		differ(b, "copy with a substitute");
	cs_free(cs, 1);
}

static bool is_store(const struct both *b)
{
	switch (b->cs->id) {
	case ARM_INS_STR: case ARM_INS_STRB: case ARM_INS_STRH:
	case ARM_INS_STRD: case ARM_INS_VSTR:
		return true;
	}
	return false;
}

/* May it store where the exception's frame lies? */
static bool is_below(const struct both *b)
{
	const cs_arm *x = &b->cs->detail->arm;
	int i;

	for (i = 0; is_store(b) && i < x->op_count; i++) {
		const cs_arm_op *op = &x->operands[i];

		if (op->type != ARM_OP_MEM ||
		    !(registers_of(op) & BIT(SP)))
			continue;
		/* Behind a post-index stands another operand. */
		if (i + 1 == x->op_count &&
		    (op->mem.index || op->mem.disp < -STACK_HOLE))
			return true;
	}
	return false;
}

static bool touches_flags(const struct both *b)
{
	unsigned int i;

	if (b->cs->detail->arm.update_flags)
		return true;
	for (i = 0; i < b->nr_touched; i++)
		if (b->touched[i] == ARM_REG_CPSR ||
		    b->touched[i] == ARM_REG_APSR ||
		    b->touched[i] == ARM_REG_APSR_NZCV)
			return true;
	return false;
}

static void compare_trampolined(const struct both *b,
				const struct arch_kprobe_boost *a, u32 insn)
{
	u32 named = named_by(b->cs), plain = insn;
	bool sp = instead_of_sp(a) != KPROBE_NO_REG, pc = a->copy_pc != KPROBE_NO_REG;
	unsigned int kind = kind_of(a->trampoline);

	if (!THUMB && insn >> 28 < KPROBE_COND_AL)
		plain = (insn & 0x0fffffff) | (u32)KPROBE_COND_AL << 28;
	if (!sp != !(named & BIT(SP)))
		differ(b, sp ? "stack pointer invented" : "stack pointer missed");
	else if (!pc != !(named & BIT(PC)))
		differ(b, pc ? "program counter invented" :
			"program counter missed");
	else if (sp || pc)
		compare_copy(b, a);
	else if (a->copy != plain)
		differ(b, "copy without a substitute");
	if (!(a->flags & KPROBE_ARM_BRANCH) != !writes_pc(b))
		differ(b, "trampolined branch");
	if (is_below(b))
		differ(b, "below the stack pointer");
	if (kind & IS_QUIET && touches_flags(b))
		differ(b, "quiet");
	if (named & BIT(LR) && !(kind & HAS_LR))
		differ(b, "link register missed");
}

static bool is_exclusive(const struct both *b, bool store)
{
	switch (b->cs->id) {
	case ARM_INS_LDREX: case ARM_INS_LDREXB: case ARM_INS_LDREXH:
	case ARM_INS_LDREXD: case ARM_INS_LDAEX: case ARM_INS_LDAEXB:
	case ARM_INS_LDAEXH: case ARM_INS_LDAEXD:
		return !store;
	case ARM_INS_STREX: case ARM_INS_STREXB: case ARM_INS_STREXH:
	case ARM_INS_STREXD: case ARM_INS_STLEX: case ARM_INS_STLEXB:
	case ARM_INS_STLEXH: case ARM_INS_STLEXD:
		return store;
	}
	return false;
}

/* Let Capstone forget that an IT block has begun. */
static void leave_it_block(void)
{
	static const u8 nop[CODE_SIZE] = { 0x00, 0xbf };
	static cs_insn *cs;
	unsigned int i;

	if (!cs)
		cs = cs_malloc(capstone);
	for (i = 0; i < 4; i++)
		capstone_decode(nop, CODE_SIZE, 0, cs);
}

unsigned int arch_compare(struct both *b)
{
	u32 insn = kprobe_code(b->code);
	struct arch_kprobe_boost a;

	if (b->known && b->cs->id == ARM_INS_IT)
		leave_it_block();

	b->len = kprobe_insn_size(insn);
	b->modes = kprobe_decode(insn, &a);
	/* Unless it is wrong, the kernel's own emulation is a mode, too. */
	if (b->modes > 0 && !(a.flags & KPROBE_ARM_OURS))
		b->modes |= STEPPED;
	if (!THUMB && insn >> 28 == 0xf && (kprobe_is_exclusive_load(insn) ||
					    kprobe_is_exclusive_store(insn)))
		differ(b, "exclusive without a condition");
	if (!b->known) {
		if (b->modes > 0)
			differ(b, "unknown to Capstone");
		return b->len;
	}
	if (b->len != b->cs->size)
		differ(b, "length");
	if (is_exclusive(b, false) != kprobe_is_exclusive_load(insn))
		differ(b, "exclusive load");
	if (is_exclusive(b, true) != kprobe_is_exclusive_store(insn))
		differ(b, "exclusive store");
	if ((is_exclusive(b, false) || is_exclusive(b, true)) && b->modes >= 0)
		differ(b, "exclusive is not refused");
	if (b->modes <= 0)
		return b->len;

	if (!THUMB && insn >> 28 < 0xf &&
	    (a.simulate == kprobe_simulate_bcond ? a.arg : a.cond) !=
	    b->cs->detail->arm.cc - 1)
		differ(b, "condition");
	if (b->modes & BOOSTED && (reads_pc(b) || is_call(b)))
		differ(b, "program counter in a slot");
	if (b->modes & SIMULATED)
		compare_simulated(b, &a);
	if (b->modes & TRAMPOLINED)
		compare_trampolined(b, &a, insn);
	return b->len;
}

/*
 * Each hint is another instruction, up to where none is allocated, and so is what is
 * in another coprocessor's group.
 */
const char *arch_form(const struct both *b)
{
	static char form[sizeof(b->cs->op_str) + 2];

	form[0] = 0;
	if (b->cs->id == ARM_INS_HINT && operand(b, 0)->imm < 0x20)
		snprintf(form, sizeof(form), " %s", b->cs->op_str);
	else if (b->cs->id == ARM_INS_MCR || b->cs->id == ARM_INS_MRC)
		snprintf(form, sizeof(form), " p%u, c%u",
			 kprobe_code(b->code) >> 8 & 0xf,
			 kprobe_code(b->code) >> 16 & 0xf);
	return form;
}

/* Bits that say what it is, with registers that are different, and some that are not */
static const u32 registers[] = {
	0x10203, 0x10f03, 0xf0203, 0xd0203, 0x1d203, 0x1f203, 0x1e003, 0x1020d,
	0x1020f, 0x3f301,
	/* R12, which has the stack pointer's place, and the next ones */
	0xcd100, 0xdc001, 0x01c0d,
	/* The program counter as base, of an odd register */
	0xf1203,
	/* Fields that should be one */
	0xf1f03, 0xff000, 0xfff03,
	/* As far below the stack pointer as may be, and farther */
	0xd1000, 0xd1001, 0xd1400, 0xd1401, 0xd1a00, 0xd1a01,
};

static void enumerate_arm(unsigned int i, void (*f)(const u8 *code))
{
	unsigned int j;
	u32 insn;

	for (j = 0; j < ARRAY_SIZE(registers); j++) {
		insn = (i & 0xff0) << 16 | (i & 0xf) << 4 | registers[j];
		draw_give(insn | 0xe0000000, f);
		draw_give(insn | 0xf0000000, f);
	}
}

/* Bits 15 to 12 may be a register, too, or say what it is. */
static void enumerate_thumb(unsigned int i, void (*f)(const u8 *code))
{
	static const u32 others[] = {
		0x10203, 0xd0f03, 0xf0e02, 0x30d0d, 0xc0d01, 0xd0c00, 0x0010d,
	};
	unsigned int j, k;
	u32 insn;

	for (j = 0; j < ARRAY_SIZE(others); j++) {
		for (k = 0; k < 16; k++) {
			insn = (i & 0xff0) << 16 | (i & 0xf) << 4 |
				others[j] | k << 12;
			if (i >= 0x800)
				draw_give(insn | 0xe0000000, f);
			draw_give(insn | 0xf0000000, f);
		}
	}
}

/* Instructions most of whose bits are fixed, with all that the others can be */
static const struct {
	u32 value, open;
} sparse[] = {
#ifdef CONFIG_THUMB2_KERNEL
	{ 0xe8d0f000, 0x000f00ff },	/* TBB, TBH, exclusives */
	{ 0xf3808000, 0x001f0f20 },	/* MSR */
	{ 0xf3af8000, 0x000007ff },	/* hints, CPS */
	{ 0xf3bf8f00, 0x000000ff },	/* CLREX, barriers */
	{ 0xf3de8f00, 0x000000ff },	/* exception return */
	{ 0xf3e08000, 0x001f0f20 },	/* MRS */
	{ 0xfa91f181, 0x00210031 },	/* REV, RBIT, CLZ and so on */
	/* What lies below the stack pointer, and what it becomes */
	{ 0xeb0d0d01, 0x00b070f0 },	/* ADD, SUB */
	{ 0xf10d0d00, 0x04b070ff },
	{ 0xf20d0d00, 0x04a070ff },
	{ 0xf80d1800, 0x017007ff },	/* STR, LDR and so on */
	{ 0xe84d1200, 0x01b000ff },	/* STRD, LDRD */
	{ 0xec0d1a00, 0x01f001ff },	/* VSTR, VLDM and so on */
#else
	{ 0xe10f0000, 0x0040f200 },	/* MRS */
	{ 0xe120f000, 0x004f020f },	/* MSR */
	{ 0xe12fff00, 0x000000ff },	/* BX, BLX, BXJ, BKPT */
	{ 0xe320f000, 0x004f00ff },	/* hints, MSR */
	{ 0xf1000000, 0x000f03ff },	/* CPS, SETEND */
	{ 0xf57ff000, 0x000000ff },	/* CLREX, barriers */
#endif
};

static void enumerate_sparse(void (*f)(const u8 *code))
{
	unsigned int i;
	u32 bits;

	for (i = 0; i < ARRAY_SIZE(sparse); i++) {
		bits = 0;
		do {
			draw_give(sparse[i].value | bits, f);
			bits = (bits - sparse[i].open) & sparse[i].open;
		} while (bits);
	}
}

/* MCR and MRC of coprocessor 15, which is the same in both sets: all of its registers */
static void enumerate_cp15(void (*f)(const u8 *code))
{
	static const u32 ours[] = { 0x1000, 0xd000, 0xf000 };
	unsigned int i, j;

	/* Opcode 1 and direction, CRn; opcode 2, CRm */
	for (i = 0; i < 1U << 15; i++)
		for (j = 0; j < ARRAY_SIZE(ours); j++)
			draw_give(0xee000f10 | (i >> 7) << 16 | ours[j] |
				  (i >> 4 & 7) << 5 | (i & 0xf), f);
}

void arch_enumerate(void (*f)(const u8 *code))
{
	unsigned int i;

	for (i = 0; THUMB && i < 0xe800; i++)
		draw_give(i, f);
	for (i = 0; i < 1U << 12; i++) {
		if (THUMB)
			enumerate_thumb(i, f);
		else
			enumerate_arm(i, f);
	}
	enumerate_sparse(f);
	enumerate_cp15(f);
}
