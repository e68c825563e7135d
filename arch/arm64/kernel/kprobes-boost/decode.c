// SPDX-License-Identifier: GPL-2.0
/*
 * Which modes does an arm64 instruction allow, and what does it touch?
 *
 * Called when a probe is prepared.  It must never guess: what no row of the
 * table names is stepped, as the kernel has always done with all but branches,
 * exceptions, exclusives and system instructions, or refused.
 *
 * The table
 * =========
 *
 * A row is for the encodings whose bits in @mask are as in @value.  The first
 * row that matches counts.  The order is that of the Arm ARM (DDI 0487), section
 * C4.1, which the headings name.
 *
 * @modes says how the instruction may be run:
 *
 *  BT	boosted, trampolined or stepped.  Registers and memory only; it may read
 *	the stack pointer, for which the trampoline has a substitute.  What
 *	writes it is not trampolined: the return from an exception leaves it where
 *	the frame ends.
 *  B	boosted or stepped.  It acts on the machine, or depends on PSTATE: such
 *	an instruction is only right in its own context, with its own interrupt
 *	mask.
 *  S	simulated: it depends on the program counter or changes it.
 *  SB	simulated or boosted: the kernel cannot step it, since it changes the
 *	program counter or the interrupt mask, or waits.
 *  SBK	simulated, boosted or stepped.
 *  T	trampolined, with a register in place of the program counter.
 *  K	stepped only, the kernel's own way.
 *  NO	refused: it cannot be run anywhere but in its place.
 *
 * A boosted instruction may not leave an address of its slot behind.
 *
 * @sp says which fields can name the stack pointer, where 31 does not mean the
 * zero register, and which are no registers.  @at says how the address of a
 * memory operand follows from its base, since below the stack pointer lies the
 * breakpoint's frame.
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/cpufeature.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include <asm/insn.h>
#include <asm/sysreg.h>

#include "boost.h"

/* struct row: @modes */
#define K	BIT(KPROBE_MODE_STEPPED)
#define B	(BIT(KPROBE_MODE_BOOSTED) | K)
#define T	BIT(KPROBE_MODE_TRAMPOLINED)
#define BT	(T | B)
#define S	BIT(KPROBE_MODE_SIMULATED)
#define SB	(S | BIT(KPROBE_MODE_BOOSTED))
#define SBK	(S | B)
#define NO	0

/* struct row: @sp */
#define RD	BIT(0)		/* bits 4 to 0 */
#define RN	BIT(1)		/* bits 9 to 5 */
#define RM	BIT(2)		/* bits 20 to 16 */
#define RNW	(RN | BIT(3))	/* bits 9 to 5, which are written, too */
#define X30	BIT(4)		/* a hint that signs X30 with the stack pointer */
#define NO_RM	BIT(5)		/* bits 20 to 16 are no register */
#define NO_RA	BIT(6)		/* bits 14 to 10 are none */
#define NO_R	(NO_RM | NO_RA)
#define PAIRS	BIT(7)		/* bits 4 to 0 and 20 to 16 are the first of two */

/* struct row: @at */
enum {
	BASE,			/* there is no operand in memory below the base */
	IMM7,			/* bits 21 to 15, with a sign, are added */
	IMM9,			/* bits 20 to 12, likewise */
	IMM10,			/* bit 22 and bits 20 to 12, likewise */
	INDEX,			/* a register is added */
};

struct row {
	u32 mask;
	u32 value;
	u8 modes;
	u8 sp;
	u8 at;
	bool (*simulate)(struct kprobe *p, struct pt_regs *regs);
};

/* Values, and the masks that belong to them */
#define ONE		0xffffffff
#define HINT(nr)	(0xd503201f | (nr) << 5)
#define REG		0xffffffe0
#define MRS(reg)	(0xd5200000 | (reg))
#define MSR(reg)	(0xd5000000 | (reg))
/* All registers with the same CRn, of op0 3 */
#define CRN		0xfffff000
#define MSR_CRN(op1, crn) \
			(0xd5000000 | sys_reg(3, (op1), (crn), 0, 0))
#define IMM		0xfffff0ff
#define MSR_IMM(op1, op2) \
			(0xd500401f | (op1) << 16 | (op2) << 5)

#define REG_NZCV	sys_reg(3, 3, 4, 2, 0)
#define REG_DAIF	sys_reg(3, 3, 4, 2, 1)
#define REG_DIT		sys_reg(3, 3, 4, 2, 5)
#define REG_SSBS	sys_reg(3, 3, 4, 2, 6)
#define REG_TCO		sys_reg(3, 3, 4, 2, 7)
#define REG_FPCR	sys_reg(3, 3, 4, 4, 0)
#define REG_FPSR	sys_reg(3, 3, 4, 4, 1)
#define REG_CURRENTEL	sys_reg(3, 0, 4, 2, 2)
#define REG_PAN		sys_reg(3, 0, 4, 2, 3)
#define REG_UAO		sys_reg(3, 0, 4, 2, 4)

static const struct row rows[] = {
	/* C4.1.1 Reserved: UDF, whose trap wants the original address */
	{ 0xffff0000, 0x00000000, K },

	/* C4.1.3 SVE: it has registers of its own, and no branches */
	{ 0x1e000000, 0x04000000, B },

	/* C4.1.92 Data processing, immediate */
	/* ADR, ADRP */
	{ 0x9f000000, 0x10000000, S, .simulate = kprobe_simulate_adr },
	{ 0x9f000000, 0x90000000, S, .simulate = kprobe_simulate_adrp },
	/* ADD, SUB; ADDS, SUBS; ADDG, SUBG */
	{ 0x3f800000, 0x11000000, BT, RN | RD | NO_R },
	{ 0x3f800000, 0x31000000, BT, RN | NO_R },
	{ 0xbfc00000, 0x91800000, BT, RN | RD },
	/* AND, ORR, EOR; ANDS */
	{ 0x7f800000, 0x12000000, BT, RD },
	{ 0x7f800000, 0x32000000, BT, RD },
	{ 0x7f800000, 0x52000000, BT, RD },
	{ 0x7f800000, 0x72000000, BT },
	/* MOVN; MOVZ, MOVK */
	{ 0x7f800000, 0x12800000, BT },
	{ 0x5f800000, 0x52800000, BT },
	/* SBFM, BFM, UBFM; EXTR */
	{ 0xffc00000, 0x13000000, BT },
	{ 0xffc00000, 0x33000000, BT },
	{ 0xffc00000, 0x53000000, BT },
	{ 0xffc00000, 0x93400000, BT },
	{ 0xffc00000, 0xb3400000, BT },
	{ 0xffc00000, 0xd3400000, BT },
	{ 0xffe08000, 0x13800000, BT },
	{ 0xffe00000, 0x93c00000, BT },

	/* C4.1.93 Branches, exceptions, system instructions */
	/* B.cond */
	{ 0xff000010, 0x54000000, S, .simulate = kprobe_simulate_bcond },
	{ 0xfe000000, 0x54000000, NO },
	/* SVC, HVC, SMC, BRK, HLT, DCPS; BRK is a trap that others wait for */
	{ 0xff000000, 0xd4000000, NO },
	/* WFET, WFIT */
	{ 0xffffffc0, 0xd5031000, SBK, .simulate = kprobe_simulate_nop },
	/*
	 * Hints.  Those of the pointer authentication sign X30 with the stack
	 * pointer, or with nothing that has changed.  ESB looks for an SError
	 * that only its own context may take.
	 */
	{ ONE, HINT(0), SBK, .simulate = kprobe_simulate_nop },	/* NOP */
	{ ONE, HINT(1), SBK, .simulate = kprobe_simulate_nop },	/* YIELD */
	{ ONE, HINT(2), SB, .simulate = kprobe_simulate_nop },	/* WFE */
	{ ONE, HINT(3), SB, .simulate = kprobe_simulate_nop },	/* WFI */
	{ ONE, HINT(4), BT },					/* SEV */
	{ ONE, HINT(5), BT },					/* SEVL */
	{ ONE, HINT(6), SBK, .simulate = kprobe_simulate_nop },	/* DGH */
	{ ONE, HINT(7), BT },					/* XPACLRI */
	{ ONE, HINT(8), BT },					/* PACIA1716 */
	{ ONE, HINT(10), BT },					/* PACIB1716 */
	{ ONE, HINT(12), BT },					/* AUTIA1716 */
	{ ONE, HINT(14), BT },					/* AUTIB1716 */
	{ ONE, HINT(16), B },					/* ESB */
	{ ONE, HINT(17), BT },					/* PSB CSYNC */
	{ ONE, HINT(18), BT },					/* TSB CSYNC */
	{ ONE, HINT(20), BT },					/* CSDB */
	{ ONE, HINT(22), BT },					/* CLRBHB */
	{ ONE, HINT(24), BT },					/* PACIAZ */
	{ ONE, HINT(25), BT, X30 },					/* PACIASP */
	{ ONE, HINT(26), BT },					/* PACIBZ */
	{ ONE, HINT(27), BT, X30 },					/* PACIBSP */
	{ ONE, HINT(28), BT },					/* AUTIAZ */
	{ ONE, HINT(29), BT, X30 },					/* AUTIASP */
	{ ONE, HINT(30), BT },					/* AUTIBZ */
	{ ONE, HINT(31), BT, X30 },					/* AUTIBSP */
	/* BTI: the copy is entered as the original was */
	{ 0xffffff3f, 0xd503241f, SBK, .simulate = kprobe_simulate_nop },
	/* What is a hint to no CPU yet, and may be more to the next one */
	{ 0xfffff01f, 0xd503201f, NO },
	/* CLREX; DSB, DMB; ISB; SB; DSB nXS */
	{ 0xfffff0ff, 0xd503305f, BT },
	{ 0xfffff0df, 0xd503309f, BT },
	{ 0xfffff0ff, 0xd50330df, BT },
	{ ONE, 0xd50330ff, BT },
	{ 0xfffff3ff, 0xd503323f, BT },
	/*
	 * MSR immediate: CFINV, XAFLAG, AXFLAG; UAO, PAN; SSBS, DIT, TCO;
	 * DAIFSet, DAIFClr.  SPSel takes the stack away.
	 */
	{ ONE, 0xd500401f, BT },
	{ ONE, 0xd500403f, BT },
	{ ONE, 0xd500405f, BT },
	{ IMM, MSR_IMM(0, 3), B },
	{ IMM, MSR_IMM(0, 4), B },
	{ IMM, MSR_IMM(3, 1), B },
	{ IMM, MSR_IMM(3, 2), B },
	{ IMM, MSR_IMM(3, 4), B },
	{ IMM, MSR_IMM(3, 6), SB, .simulate = kprobe_simulate_daifset },
	{ IMM, MSR_IMM(3, 7), SB, .simulate = kprobe_simulate_daifclr },
	{ 0xfff8f01f, 0xd500401f, NO },
	/* SYS: IC, DC, AT, TLBI; SYSL */
	{ 0xfff80000, 0xd5080000, B },
	{ 0xfff80000, 0xd5280000, B },
	/*
	 * MRS.  What describes the last exception is what the breakpoint left
	 * there.  What is not named may depend on the context.
	 */
	{ REG, MRS(REG_NZCV), BT },
	{ REG, MRS(REG_DAIF), SB, .simulate = kprobe_simulate_mrs_daif },
	{ REG, MRS(REG_FPCR), BT },
	{ REG, MRS(REG_FPSR), BT },
	{ REG, MRS(REG_CURRENTEL), BT },
	{ REG, MRS(SYS_TPIDR_EL0), BT },
	{ REG, MRS(SYS_TPIDRRO_EL0), BT },
	{ REG, MRS(SYS_TPIDR_EL1), BT },
	{ REG, MRS(sys_reg(3, 0, 4, 1, 0)), BT },			/* SP_EL0 */
	{ REG, MRS(SYS_CTR_EL0), BT },
	{ REG, MRS(SYS_DCZID_EL0), BT },
	{ 0xffffff00, 0xd53be000, BT },				/* counters */
	{ 0xfffff800, 0xd5380000, BT },				/* identity */
	{ REG, MRS(SYS_SPSR_EL1), K },
	{ REG, MRS(SYS_ELR_EL1), K },
	{ REG, MRS(SYS_ESR_EL1), K },
	{ REG, MRS(SYS_FAR_EL1), K },
	{ 0xfff00000, 0xd5300000, B },
	/*
	 * MSR.  Others may take away the text, the stack or the way back from an
	 * exception, and are refused as the kernel does.
	 */
	{ REG, MSR(REG_NZCV), BT },
	{ REG, MSR(REG_DAIF), SB, .simulate = kprobe_simulate_msr_daif },
	{ REG, MSR(REG_FPCR), BT },
	{ REG, MSR(REG_FPSR), BT },
	{ REG, MSR(SYS_TPIDR_EL0), BT },
	{ REG, MSR(SYS_TPIDRRO_EL0), BT },
	{ REG, MSR(REG_DIT), B },
	{ REG, MSR(REG_SSBS), B },
	{ REG, MSR(REG_TCO), B },
	{ REG, MSR(REG_PAN), B },
	{ REG, MSR(REG_UAO), B },
	{ REG, MSR(SYS_CSSELR_EL1), B },
	{ REG, MSR(SYS_CONTEXTIDR_EL1), B },
	{ CRN, MSR_CRN(3, 9), B },				/* PMU */
	{ REG, MSR(SYS_ICC_PMR_EL1), B },			/* GIC */
	{ 0xfffff800, 0xd518c800, B },
	{ CRN, MSR_CRN(3, 14), B },				/* timers */
	{ 0xfff00000, 0xd5100000, NO },
	/* TSTART and others with a result; MRRS, MSRR, SYSP */
	{ 0xffc00000, 0xd5000000, K },
	{ 0xffc00000, 0xd5400000, K },
	/* BR; BLR; RET; with authentication, without and with a modifier */
	{ 0xfffffc1f, 0xd61f0000, SB, .simulate = kprobe_simulate_br },
	{ 0xfffffc1f, 0xd63f0000, S, .simulate = kprobe_simulate_blr },
	{ 0xfffffc1f, 0xd65f0000, SB, .simulate = kprobe_simulate_br },
	{ 0xfffff81f, 0xd61f081f, SB, .simulate = kprobe_simulate_bra },
	{ 0xfffffbff, 0xd65f0bff, SB, .simulate = kprobe_simulate_bra },
	{ 0xfffff800, 0xd71f0800, SB, .simulate = kprobe_simulate_bra },
	/* BLRAA and its kind, which leave an address; ERET, DRPS */
	{ 0xfe000000, 0xd6000000, NO },
	/* B, BL; CBZ, CBNZ; TBZ, TBNZ */
	{ 0xfc000000, 0x14000000, S, .simulate = kprobe_simulate_b },
	{ 0xfc000000, 0x94000000, S, .simulate = kprobe_simulate_bl },
	{ 0x7f000000, 0x34000000, S, .simulate = kprobe_simulate_cbz },
	{ 0x7f000000, 0x35000000, S, .simulate = kprobe_simulate_cbnz },
	{ 0x7f000000, 0x36000000, S, .simulate = kprobe_simulate_tbz },
	{ 0x7f000000, 0x37000000, S, .simulate = kprobe_simulate_tbnz },

	/* C4.1.94 Loads and stores */
	/* SIMD structures: several, likewise with post-index; one, likewise */
	{ 0xbfbf0000, 0x0c000000, BT, RN },
	{ 0xbfa00000, 0x0c800000, BT, RNW },
	{ 0xbf9f0000, 0x0d000000, BT, RN },
	{ 0xbf800000, 0x0d800000, BT, RNW },
	/* Tags: STZGM, STGM, LDGM; STG and its kind, whose operand can be SP */
	{ 0xff200000, 0xd9200000, B },
	/*
	 * CASP; other pairs and single registers are exclusive: the breakpoint
	 * ends what a load began
	 */
	{ 0xbfa07c00, 0x08207c00, BT, RN | PAIRS },
	{ 0x3f800000, 0x08000000, NO },
	/* STLLR, LDLAR, STLR, LDAR; CAS */
	{ 0x3fa00000, 0x08800000, BT, RN },
	{ 0x3fa07c00, 0x08a07c00, BT, RN },
	/* STLUR, LDAPUR; CPY, SET and their parts belong together */
	{ 0x3f200c00, 0x19000000, BT, RN | NO_R, IMM9 },
	{ 0x3b200c00, 0x19000400, K },
	/* Literals: LDR, LDRSW, PRFM; SIMD */
	{ 0xbf000000, 0x18000000, S, .simulate = kprobe_simulate_ldr },
	{ 0xff000000, 0x98000000, S, .simulate = kprobe_simulate_ldrsw },
	{ 0xff000000, 0xd8000000, S, .simulate = kprobe_simulate_nop },
	{ 0xff000000, 0x1c000000, T },
	{ 0xff000000, 0x5c000000, T },
	{ 0xff000000, 0x9c000000, T },
	{ 0x3b000000, 0x18000000, K },
	/* Pairs: no-allocate; post-index; offset; pre-index; 3 is no size */
	{ 0xfa000000, 0xe8000000, K },
	{ 0x3b800000, 0x28000000, BT, RN | NO_RM, IMM7 },
	{ 0x3b800000, 0x28800000, BT, RNW },
	{ 0x3b800000, 0x29000000, BT, RN | NO_RM, IMM7 },
	{ 0x3b800000, 0x29800000, BT, RNW, IMM7 },
	/* Unscaled; post-index; unprivileged, as PSTATE.UAO says; pre-index */
	{ 0x3b200c00, 0x38000000, BT, RN | NO_R, IMM9 },
	{ 0x3b200c00, 0x38000400, BT, RNW },
	{ 0x3b200c00, 0x38000800, B },
	{ 0x3b200c00, 0x38000c00, BT, RNW, IMM9 },
	/* ST64B, LD64B name eight registers; atomics, LDAPR */
	{ 0xffe0fc00, 0xf8209000, B },
	{ 0xffe0fc00, 0xf820d000, B },
	{ 0xffe0fc00, 0xf820a000, B },
	{ 0xffe0fc00, 0xf820b000, B },
	{ 0x3f200c00, 0x38200000, BT, RN },
	/* Register offset; LDRAA, LDRAB; unsigned offset */
	{ 0x3b200c00, 0x38200800, BT, RN, INDEX },
	{ 0xff200400, 0xf8200400, BT, RNW, IMM10 },
	{ 0x3b000000, 0x39000000, BT, RN | NO_R },

	/* C4.1.95 Data processing, register */
	/* Two sources: SUBP, SUBPS; IRG, GMI; PACGA; DIV, shifts, CRC32 */
	{ 0xdfe0fc00, 0x9ac00000, BT, RN | RM },
	{ 0xffe0fc00, 0x9ac01000, BT, RN | RD },
	{ 0xffe0fc00, 0x9ac01400, BT, RN },
	{ 0xffe0fc00, 0x9ac03000, BT, RM },
	{ 0x7fe0f800, 0x1ac00800, BT },
	{ 0x7fe0f000, 0x1ac02000, BT },
	{ 0x7fe0e000, 0x1ac04000, BT },
	/* One source: PACIZA and its kind; PACIA and its kind; XPAC; the rest */
	{ 0xffffe3e0, 0xdac123e0, BT },
	{ 0xfffffbe0, 0xdac143e0, BT },
	{ 0xffffe000, 0xdac10000, BT, RN },
	{ 0x7fffe000, 0x5ac00000, BT },
	/* Logical; ADD, SUB of a shifted and of an extended register */
	{ 0x1f000000, 0x0a000000, BT },
	{ 0x1f200000, 0x0b000000, BT },
	{ 0x3fe00000, 0x0b200000, BT, RN | RD },
	{ 0x3fe00000, 0x2b200000, BT, RN },
	/* ADC, SBC; RMIF; SETF8, SETF16 */
	{ 0x1fe0fc00, 0x1a000000, BT },
	{ 0xffe07c10, 0xba000400, BT },
	{ 0xffffbc1f, 0x3a00080d, BT },
	/* CCMN, CCMP; CSEL and its kind; three sources */
	{ 0x3fe00410, 0x3a400000, BT },
	{ 0x3fe00800, 0x1a800000, BT },
	{ 0x7f000000, 0x1b000000, BT },

	/* C4.1.96 Data processing, SIMD and floating point */
	{ 0x0e000000, 0x0e000000, BT },
};

/* NULL if there is none */
static const struct row *find_row(u32 insn)
{
	const struct row *row;

	for (row = rows; row < rows + ARRAY_SIZE(rows); row++)
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
	const struct row *row = find_row(le32_to_cpup(code));

	return row ? row - rows : -ENOENT;
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
	if (nr >= ARRAY_SIZE(rows))
		return -ENOENT;
	snprintf(buf, size, "%08x under %08x", rows[nr].value, rows[nr].mask);
	return 0;
}
EXPORT_SYMBOL_GPL(kprobe_decode_row_name);
#endif /* CONFIG_KUNIT */

/**
 * kprobe_is_exclusive_load() - Does an exclusive sequence begin here?
 * @insn: an instruction
 *
 * Context: Any.
 * Return: true for LDXR, LDAXR, LDXP, LDAXP of all sizes.
 */
bool kprobe_is_exclusive_load(u32 insn)
{
	return (insn & 0x3fc00000) == 0x08400000 &&
	       (insn & 0xbfa07c00) != 0x08207c00;
}

/**
 * kprobe_is_exclusive_store() - Does an exclusive sequence end here?
 * @insn: an instruction
 *
 * Context: Any.
 * Return: true for STXR, STLXR, STXP, STLXP of all sizes.
 */
bool kprobe_is_exclusive_store(u32 insn)
{
	return (insn & 0x3fc00000) == 0x08000000 &&
	       (insn & 0xbfa07c00) != 0x08207c00;
}

static unsigned int rd(u32 insn)
{
	return insn & 0x1f;
}

static unsigned int rn(u32 insn)
{
	return insn >> 5 & 0x1f;
}

static unsigned int rm(u32 insn)
{
	return insn >> 16 & 0x1f;
}

static unsigned int ra(u32 insn)
{
	return insn >> 10 & 0x1f;
}

/* Could an instruction name a register, in whatever field? */
static bool names(const struct row *row, u32 insn, unsigned int reg)
{
	return rd(insn) == reg || rn(insn) == reg ||
	       (!(row->sp & NO_RM) && rm(insn) == reg) ||
	       (!(row->sp & NO_RA) && ra(insn) == reg) ||
	       (row->sp & PAIRS && ((rd(insn) | 1) == reg ||
				    (rm(insn) | 1) == reg));
}

static bool below_base(const struct row *row, u32 insn)
{
	switch (row->at) {
	case IMM7:
		return insn & BIT(21);
	case IMM9:
		return insn & BIT(20);
	case IMM10:
		return insn & BIT(22);
	case INDEX:
		return true;
	default:
		return false;
	}
}

/* A field as it is when @reg is in it */
static u32 set_register(u32 insn, unsigned int shift, unsigned int reg)
{
	return (insn & ~(0x1f << shift)) | reg << shift;
}

/* The hint @insn as an instruction that names its registers */
static u32 sign_x30(u32 insn, unsigned int modifier)
{
	/* PACIA x30, x0; bit 10 is key B, bit 12 authenticates. */
	u32 pacia = 0xdac1001e;

	if (insn & BIT(6))
		pacia |= BIT(10);
	if (insn & BIT(7))
		pacia |= BIT(12);
	return set_register(pacia, 5, modifier);
}

/*
 * What the trampoline executes.  It cannot load the stack pointer, since it runs
 * on the stack: X17, if the instruction does not name it, takes its place.  False
 * if that cannot be.
 */
static bool decode_copy(const struct row *row, u32 insn,
			struct arch_kprobe_boost *b)
{
	bool rn_is_sp = row->sp & RN && rn(insn) == AARCH64_INSN_REG_SP;
	bool rd_is_sp = row->sp & RD && rd(insn) == AARCH64_INSN_REG_SP;
	bool rm_is_sp = row->sp & RM && rm(insn) == AARCH64_INSN_REG_SP;
	const unsigned int x17 = AARCH64_INSN_REG_17;

	b->copy = insn;

	/* It belongs to the handler. */
	if (IS_ENABLED(CONFIG_SHADOW_CALL_STACK) &&
	    names(row, insn, AARCH64_INSN_REG_18))
		return false;

	if (row->modes == T) {
		/* LDR of the same size from the address in a register */
		static const u32 ldr[] = { 0xbd400000, 0xfd400000, 0x3dc00000 };

		b->copy = ldr[insn >> 30] | rd(insn) | x17 << 5;
		b->disp = sign_extend64(insn >> 5, 18) * 4;
		b->flags |= KPROBE_ARM64_LITERAL;
		return true;
	}
	if (row->sp & X30) {
		if (!system_supports_address_auth()) {
			b->copy = aarch64_insn_gen_nop();
			return true;
		}
		b->copy = sign_x30(insn, x17);
		b->flags |= KPROBE_ARM64_SP;
		return true;
	}
	if (rd_is_sp || (rn_is_sp && (row->sp & RNW) == RNW))
		return false;
	if (!rn_is_sp && !rm_is_sp)
		return true;
	if (rn_is_sp && below_base(row, insn))
		return false;
	if (names(row, insn, x17))
		return false;

	if (rn_is_sp)
		b->copy = set_register(b->copy, 5, x17);
	if (rm_is_sp)
		b->copy = set_register(b->copy, 16, x17);
	b->flags |= KPROBE_ARM64_SP;
	return true;
}

/* What simulate.c needs to know; false if the CPU does not know it either. */
static bool decode_simulation(const struct row *row, u32 insn,
			      struct arch_kprobe_boost *b)
{
	b->reg = rd(insn);

	if (row->simulate == kprobe_simulate_b ||
	    row->simulate == kprobe_simulate_bl) {
		b->disp = sign_extend64(insn, 25) * 4;
	} else if (row->simulate == kprobe_simulate_bcond) {
		b->disp = sign_extend64(insn >> 5, 18) * 4;
		b->arg = insn & 0xf;
	} else if (row->simulate == kprobe_simulate_tbz ||
		   row->simulate == kprobe_simulate_tbnz) {
		b->disp = sign_extend64(insn >> 5, 13) * 4;
		b->arg = (insn >> 19 & 0x1f) | (insn >> 31) << 5;
	} else if (row->simulate == kprobe_simulate_cbz ||
		   row->simulate == kprobe_simulate_cbnz) {
		b->disp = sign_extend64(insn >> 5, 18) * 4;
		if (!(insn & BIT(31)))
			b->flags |= KPROBE_ARM64_32BIT;
	} else if (row->simulate == kprobe_simulate_ldr ||
		   row->simulate == kprobe_simulate_ldrsw) {
		b->disp = sign_extend64(insn >> 5, 18) * 4;
		if (!(insn & BIT(30)))
			b->flags |= KPROBE_ARM64_32BIT;
	} else if (row->simulate == kprobe_simulate_adr ||
		   row->simulate == kprobe_simulate_adrp) {
		b->disp = sign_extend64((insn >> 3 & ~3) | (insn >> 29 & 3),
					20);
		if (row->simulate == kprobe_simulate_adrp)
			b->disp *= SZ_4K;
	} else if (row->simulate == kprobe_simulate_br ||
		   row->simulate == kprobe_simulate_blr) {
		b->reg = rn(insn);
	} else if (row->simulate == kprobe_simulate_bra) {
		b->reg = rn(insn);
		b->reg2 = rd(insn);
		b->arg = !!(insn & BIT(10));
		if ((insn >> 21 & 3) == 2)	/* RETAA, RETAB */
			b->reg = AARCH64_INSN_REG_LR;
		else if (!(insn & BIT(24)))	/* BRAAZ, BRABZ */
			b->flags |= KPROBE_ARM64_NO_MODIFIER;
		return system_supports_address_auth();
	} else if (row->simulate == kprobe_simulate_daifset ||
		   row->simulate == kprobe_simulate_daifclr) {
		b->arg = insn >> 8 & 0xf;
	}
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
 * Return: bit mask of enum kprobe_mode, or -EOPNOTSUPP if it can be run in no
 *	   mode.
 */
int kprobe_decode(u32 insn, struct arch_kprobe_boost *b)
{
	const struct row *row = find_row(insn);
	int modes = row ? row->modes : K;

	memset(b, 0, sizeof(*b));

	if (modes & S) {
		if (!decode_simulation(row, insn, b))
			return -EOPNOTSUPP;
		b->simulate = row->simulate;
	}
	if (modes & T && !decode_copy(row, insn, b))
		modes &= ~T;
	return modes ?: -EOPNOTSUPP;
}
