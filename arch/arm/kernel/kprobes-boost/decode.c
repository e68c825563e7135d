// SPDX-License-Identifier: GPL-2.0
/*
 * Which modes does an instruction allow, and what does it touch?
 *
 * Called when a probe is prepared.  It must never guess: what no row of the
 * table names is emulated by the kernel, as it has always been, or refused.
 *
 * The tables are in decode-arm.c and decode-thumb.c, their grammar in decode.h.
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "boost.h"
#include "decode.h"

/* NULL if there is none */
static const struct row *find_row(u32 insn)
{
	const struct row *row;

	for (row = kprobe_rows; row < kprobe_rows + kprobe_nr_rows; row++)
		if ((insn & row->mask) == row->value)
			return row;
	return NULL;
}

#if IS_ENABLED(CONFIG_KUNIT)
/**
 * kprobe_decode_row() - Which row of the table is an instruction's?
 * @code: the instruction
 *
 * For the test that every row is tested.
 *
 * Context: Any.
 * Return: number of the row, or -ENOENT.
 */
int kprobe_decode_row(const void *code)
{
	const struct row *row = find_row(kprobe_code(code));

	return row ? row - kprobe_rows : -ENOENT;
}
EXPORT_SYMBOL_GPL(kprobe_decode_row);

/**
 * kprobe_decode_row_name() - Tell a row to a reader
 * @nr: number of the row
 * @buf: filled with the first fields of the row
 * @size: of @buf
 *
 * Context: Any.
 * Return: 0, or -ENOENT if there are not so many rows.
 */
int kprobe_decode_row_name(unsigned int nr, char *buf, size_t size)
{
	if (nr >= kprobe_nr_rows)
		return -ENOENT;
	snprintf(buf, size, "%08x under %08x", kprobe_rows[nr].value,
		 kprobe_rows[nr].mask);
	return 0;
}
EXPORT_SYMBOL_GPL(kprobe_decode_row_name);
#endif /* CONFIG_KUNIT */

/* Where the fields that are registers are, from the last type in @regs */
static const u8 fields[] = { 0, 8, 12, 16 };

unsigned int kprobe_field_uses(unsigned int type, unsigned int reg)
{
	if (type == _)
		return 0;
	if (reg == 13)
		return type == NSP || (type == OPT &&
				       IS_ENABLED(CONFIG_THUMB2_KERNEL)) ?
			WRONG : USES_SP;
	if (reg == 15)
		return type == ANY ? READS_PC :
		       type == DST ? WRITES_PC :
		       type == OPT ? 0 : WRONG;
	return 0;
}

unsigned int kprobe_uses_fields(const struct row *row, u32 insn)
{
	unsigned int i, uses = 0;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		uses |= kprobe_field_uses(row->regs >> 4 * i & 0xf,
					  insn >> fields[i] & 0xf);
	return uses;
}

void kprobe_substitute_fields(const struct row *row, u32 *insn,
			      unsigned int from, unsigned int to)
{
	unsigned int i, type;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		type = row->regs >> 4 * i & 0xf;
		if (type == _ || (*insn >> fields[i] & 0xf) != from)
			continue;
		*insn &= ~(0xfU << fields[i]);
		*insn |= to << fields[i];
	}
}

/* A register that is not in @used, and that any encoding can name */
static unsigned int free_register(u32 *used)
{
	unsigned int reg = ffz(*used);

	*used |= BIT(reg);
	return reg;
}

/* By the stack pointer in R12, the link register, and flags */
static kprobe_run_t * const trampolines[2][2][2] = {
	{ { kprobe_trampoline, kprobe_trampoline_quiet },
	  { kprobe_trampoline_lr, kprobe_trampoline_lr_quiet } },
	{ { kprobe_trampoline_sp, kprobe_trampoline_sp_quiet },
	  { kprobe_trampoline_lr_sp, kprobe_trampoline_lr_sp_quiet } },
};

/*
 * What the trampoline executes.  It loads neither the stack pointer, since it
 * runs on the stack, nor the program counter: registers that the instruction
 * does not name take their places.  False if that cannot be.
 */
static bool decode_copy(const struct row *row, u32 insn, unsigned int uses,
			struct arch_kprobe_boost *b)
{
	u32 used = kprobe_registers(row, insn);
	bool quiet = row->modes & QUIET, lr = used & BIT(14), sp_in_r12 = false;

	if (uses & NO_COPY)
		return false;

	b->copy = insn;
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL) && b->cond != KPROBE_COND_AL)
		b->copy = (insn & 0x0fffffff) | (u32)KPROBE_COND_AL << 28;

	if (uses & USES_SP) {
		unsigned int sp = 12;

		if (used & BIT(sp)) {
			sp = free_register(&used);
			b->sp = sp;
		} else {
			used |= BIT(sp);
			sp_in_r12 = true;
		}
		if (sp > 12 || !kprobe_substitute(row, &b->copy, 13, sp))
			return false;
	}
	if (uses & (READS_PC | WRITES_PC)) {
		b->copy_pc = free_register(&used);
		if (b->copy_pc > 12 ||
		    !kprobe_substitute(row, &b->copy, 15, b->copy_pc))
			return false;
		/* As the base of an operand it is a multiple of four. */
		if (row->kind < EXTRA)
			b->flags |= KPROBE_ARM_ALIGN;
		/*
		 * In Thumb state, a literal below the program counter is something
		 * else with any other base: the substitute has its address.
		 */
		if (IS_ENABLED(CONFIG_THUMB2_KERNEL) && row->kind == IMM12 &&
		    !(insn & BIT(23))) {
			b->disp = -(insn & 0xfff);
			b->copy = (b->copy & ~0xfffU) | BIT(23);
		}
	}
	if (uses & WRITES_PC) {
		b->flags |= KPROBE_ARM_BRANCH;
		if (row->kind < EXTRA)
			b->flags |= KPROBE_ARM_INTERWORK;
	}
	b->trampoline = trampolines[sp_in_r12][lr][quiet];
	return true;
}

/**
 * kprobe_decode() - How may an instruction be run?
 * @insn: the instruction
 * @b: filled with what the trap path needs
 *
 * Does not know where the instruction stands: the caller looks for an
 * exception-table entry, for an exclusive sequence around it, and for a literal.
 *
 * Context: Any.
 * Return: bit mask of enum kprobe_mode, 0 if no row names the instruction, or
 *	   -EOPNOTSUPP if it cannot be run out of its place.
 */
int kprobe_decode(u32 insn, struct arch_kprobe_boost *b)
{
	const struct row *row = find_row(insn);
	unsigned int uses;
	int modes;

	memset(b, 0, sizeof(*b));
	b->sp = KPROBE_NO_REG;
	b->copy_pc = KPROBE_NO_REG;
	b->cond = KPROBE_COND_AL;
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL) && insn >> 28 < KPROBE_COND_AL)
		b->cond = insn >> 28;

	if (!row)
		return 0;
	uses = kprobe_uses(row, insn);
	modes = row->modes & ~QUIET;
	if (!modes || uses & WRONG)
		return -EOPNOTSUPP;

	if (uses & OURS)
		b->flags |= KPROBE_ARM_OURS;
	if (uses & (READS_PC | NO_BOOST))
		modes &= ~B;
	if (modes & S) {
		b->simulate = row->simulate;
		kprobe_decode_simulation(row, insn, b);
	}
	if (modes & T && !decode_copy(row, insn, uses, b)) {
		b->sp = KPROBE_NO_REG;
		b->copy_pc = KPROBE_NO_REG;
		modes &= ~T;
	}
	if (b->cond != KPROBE_COND_AL || b->sp != KPROBE_NO_REG ||
	    b->copy_pc != KPROBE_NO_REG || uses & LOWERS_SP)
		b->flags |= KPROBE_ARM_SPECIAL;
	return modes;
}
