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
 * C4.1, which the headings name.  A second table takes out of the rows what is
 * not allocated.
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
 * zero register, and which fields are registers that are none elsewhere, or the
 * other way round.  @at says how the address of a memory operand follows from a
 * base that is not written, since below the stack pointer lies the breakpoint's
 * frame.
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
#define RA	BIT(6)		/* bits 14 to 10 are one */
#define PAIRS	BIT(7)		/* bits 4 to 0 and 20 to 16 are the first of two */

/* struct row: @at */
enum {
	BASE,			/* there is no operand in memory below the base */
	IMM7,			/* bits 21 to 15, with a sign, are added */
	IMM9,			/* bits 20 to 12, likewise */
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

	/*
	 * C4.1.3 SVE: LDR, STR of a predicate and of a vector, with which the
	 * kernel saves and loads a task's registers.  It uses no more.
	 */
	{ 0xffc0e010, 0x85800000, B },
	{ 0xffc0e010, 0xe5800000, B },
	{ 0xffc0e000, 0x85804000, B },
	{ 0xffc0e000, 0xe5804000, B },

	/* C4.1.92 Data processing, immediate */
	/* ADR, ADRP */
	{ 0x9f000000, 0x10000000, S, .simulate = kprobe_simulate_adr },
	{ 0x9f000000, 0x90000000, S, .simulate = kprobe_simulate_adrp },
	/* ADD, SUB; ADDS, SUBS; ADDG, SUBG */
	{ 0x3f800000, 0x11000000, BT, RN | RD | NO_RM },
	{ 0x3f800000, 0x31000000, BT, RN | NO_RM },
	{ 0xbfc0c000, 0x91800000, BT, RN | RD },
	/* AND, ORR, EOR; ANDS */
	{ 0x7f800000, 0x12000000, BT, RD },
	{ 0x7f800000, 0x32000000, BT, RD },
	{ 0x7f800000, 0x52000000, BT, RD },
	{ 0x7f800000, 0x72000000, BT },
	/* MOVN; MOVZ, MOVK */
	{ 0x7f800000, 0x12800000, BT },
	{ 0x5f800000, 0x52800000, BT },
	/* SBFM, BFM, UBFM; EXTR */
	{ 0xffe08000, 0x13000000, BT },
	{ 0xffe08000, 0x33000000, BT },
	{ 0xffe08000, 0x53000000, BT },
	{ 0xffc00000, 0x93400000, BT },
	{ 0xffc00000, 0xb3400000, BT },
	{ 0xffc00000, 0xd3400000, BT },
	{ 0xffe08000, 0x13800000, BT },
	{ 0xffe00000, 0x93c00000, BT },

	/* C4.1.93 Branches, exceptions, system instructions */
	/*
	 * B.cond; BC.cond, which the kernel would step, and which would branch
	 * relative to the slot.  No CPU that the kernel knows of has it.
	 */
	{ 0xff000010, 0x54000000, S, .simulate = kprobe_simulate_bcond },
	{ 0xff000010, 0x54000010, NO },
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
	/* SYS: IC, DC, AT and others; TLBI */
	{ 0xfff8f000, 0xd5087000, B },
	{ 0xfff8e000, 0xd5088000, B },
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
	/* BLRAA and its kind, which leave an address; ERET, ERETAA, ERETAB */
	{ 0xfefff800, 0xd63f0800, NO },
	{ ONE, 0xd69f03e0, NO },
	{ 0xfffffbff, 0xd69f0bff, NO },
	/* DRPS: not defined but in Debug state, where no kernel runs */
	{ ONE, 0xd6bf03e0, K },
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
	/* Tags: LDG; STZGM, STGM, LDGM; STG and its kind, whose operand can be SP */
	{ 0xffe00c00, 0xd9600000, B },
	{ 0xff3ffc00, 0xd9200000, B },
	{ 0xff200400, 0xd9200400, B },
	{ 0xff200c00, 0xd9200800, B },
	/*
	 * CASP; other pairs and single registers are exclusive: the breakpoint
	 * ends what a load began
	 */
	{ 0xbfa17c01, 0x08207c00, BT, RN | PAIRS },
	{ 0x3f800000, 0x08000000, NO },
	/* STLLR, LDLAR, STLR, LDAR; CAS */
	{ 0x3fbf7c00, 0x089f7c00, BT, RN },
	{ 0x3fa07c00, 0x08a07c00, BT, RN },
	/* STLUR, LDAPUR; CPY, SET and their parts belong together */
	{ 0x3f200c00, 0x19000000, BT, RN | NO_RM, IMM9 },
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
	{ 0x3b800000, 0x28000000, BT, RN | NO_RM | RA, IMM7 },
	{ 0x3b800000, 0x28800000, BT, RNW | NO_RM | RA },
	{ 0x3b800000, 0x29000000, BT, RN | NO_RM | RA, IMM7 },
	{ 0x3b800000, 0x29800000, BT, RNW | NO_RM | RA },
	/* Unscaled; post-index; unprivileged, as PSTATE.UAO says; pre-index */
	{ 0x3b200c00, 0x38000000, BT, RN | NO_RM, IMM9 },
	{ 0x3b200c00, 0x38000400, BT, RNW },
	{ 0x3b200c00, 0x38000800, B },
	{ 0x3b200c00, 0x38000c00, BT, RNW },
	/* ST64B, LD64B, ST64BV0, ST64BV name eight registers */
	{ 0xfffffc00, 0xf83f9000, B },
	{ 0xfffffc00, 0xf83fd000, B },
	{ 0xffe0fc00, 0xf820a000, B },
	{ 0xffe0fc00, 0xf820b000, B },
	/* LDADD and its kind; SWP; LDAPR */
	{ 0x3f208c00, 0x38200000, BT, RN },
	{ 0x3f20fc00, 0x38208000, BT, RN },
	{ 0x3ffffc00, 0x38bfc000, BT, RN },
	/* Register offset; LDRAA, LDRAB; unsigned offset */
	{ 0x3b204c00, 0x38204800, BT, RN, INDEX },
	{ 0xff200400, 0xf8200400, BT, RNW },
	{ 0x3b000000, 0x39000000, BT, RN | NO_RM },

	/* C4.1.95 Data processing, register */
	/* Two sources: SUBP, SUBPS; IRG, GMI; PACGA; DIV, shifts, CRC32 */
	{ 0xdfe0fc00, 0x9ac00000, BT, RN | RM },
	{ 0xffe0fc00, 0x9ac01000, BT, RN | RD },
	{ 0xffe0fc00, 0x9ac01400, BT, RN },
	{ 0xffe0fc00, 0x9ac03000, BT, RM },
	{ 0x7fe0f800, 0x1ac00800, BT },
	{ 0x7fe0f000, 0x1ac02000, BT },
	{ 0xffe0e000, 0x1ac04000, BT },
	{ 0xffe0ec00, 0x9ac04c00, BT },
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
	/* CCMN, CCMP; CSEL and its kind */
	{ 0x3fe00410, 0x3a400000, BT },
	{ 0x3fe00800, 0x1a800000, BT },
	/* Three sources: MADD, MSUB; SMADDL and its kind; SMULH, UMULH */
	{ 0x7fe00000, 0x1b000000, BT, RA },
	{ 0xff600000, 0x9b200000, BT, RA },
	{ 0xff60fc00, 0x9b407c00, BT },

	/*
	 * C4.1.96 Data processing, SIMD and floating point: a row for each of its
	 * groups, which name registers only, and not the stack pointer
	 */
	/* AES; SHA, three registers; SHA, two registers */
	{ 0xffffcc00, 0x4e284800, BT },
	{ 0xffe08c00, 0x5e000000, BT },
	{ 0xffffec00, 0x5e280800, BT },
	{ 0xfffffc00, 0x5e282800, BT },
	/* Scalar: copy; three same, FP16; two, FP16; three same, extra */
	{ 0xffe0fc00, 0x5e000400, BT },
	{ 0xdf60c400, 0x5e400400, BT },
	{ 0xdf7e0c00, 0x5e780800, BT },
	{ 0xff20f400, 0x7e008400, BT },
	/* Scalar: two; pairwise; three different; three same */
	{ 0xdf3e0c00, 0x5e200800, BT },
	{ 0xdf3e0c00, 0x5e300800, BT },
	{ 0xff200c00, 0x5e200000, BT },
	{ 0xdf200400, 0x5e200400, BT },
	/* Scalar: shift by immediate; by element */
	{ 0xdf800400, 0x5f000400, BT, NO_RM },
	{ 0xdf000400, 0x5f000000, BT },
	/* Table; permute; extract */
	{ 0xbfe08c00, 0x0e000000, BT },
	{ 0xbf208c00, 0x0e000800, BT },
	{ 0xbfe08400, 0x2e000000, BT },
	/* Copy: DUP; INS; SMOV, UMOV; INS of an element */
	{ 0xbfe0f400, 0x0e000400, BT },
	{ 0xffe0fc00, 0x4e001c00, BT },
	{ 0xbfe0ec00, 0x0e002c00, BT },
	{ 0xffe08400, 0x6e000400, BT },
	/* Vector: three same, FP16; two, FP16; three same, extra; two; across */
	{ 0x9f60c400, 0x0e400400, BT },
	{ 0x9f7e0c00, 0x0e780800, BT },
	{ 0x9f208400, 0x0e008400, BT },
	{ 0x9f3e0c00, 0x0e200800, BT },
	{ 0x9f3e0c00, 0x0e300800, BT },
	/* Vector: three different; three same; immediate; shift; by element */
	{ 0x9f200c00, 0x0e200000, BT },
	{ 0x9f200400, 0x0e200400, BT },
	{ 0x9ff80400, 0x0f000400, BT },
	{ 0x9f800400, 0x0f000400, BT, NO_RM },
	{ 0x9f000400, 0x0f000000, BT },
	/* SM3TT; SHA512 and SM3, three; EOR3, BCAX, SM3SS1; XAR; SHA512, two */
	{ 0xffe0c000, 0xce408000, BT },
	{ 0xffe0b000, 0xce608000, BT },
	{ 0xff808000, 0xce000000, BT },
	{ 0xffe00000, 0xce800000, BT },
	{ 0xfffff800, 0xcec08000, BT },
	/* FP: from fixed point; to it; from and to integers, FMOV */
	{ 0x7f3e0000, 0x1e020000, BT },
	{ 0x7f3e0000, 0x1e180000, BT },
	{ 0x7f20fc00, 0x1e200000, BT },
	/* FP: one source; compare; immediate; FCCMP */
	{ 0xff207c00, 0x1e204000, BT },
	{ 0xff20fc07, 0x1e202000, BT },
	{ 0xff201fe0, 0x1e201000, BT },
	{ 0xff200c00, 0x1e200400, BT },
	/* FP: two sources; FCSEL; three sources */
	{ 0xff200c00, 0x1e200800, BT },
	{ 0xff200c00, 0x1e200c00, BT },
	{ 0xff000000, 0x1f000000, BT },
};

/*
 * What the architecture has not allocated within the rows that are not for one
 * instruction only.  It traps wherever it stands, and is stepped like all that no
 * row names: nobody can know what it will be one day.  In the order of the rows.
 */
static const struct {
	u32 mask;
	u32 value;
} unallocated[] = {
	/* AND, ORR, EOR, ANDS: N of 32 bits; an element of ones only */
	{ 0x9fc00000, 0x12400000 }, { 0x1f80fc00, 0x1200fc00 },
	{ 0x1fc0fc00, 0x1200f800 }, { 0x1fc0fc00, 0x1200f400 },
	{ 0x1fc0fc00, 0x1200ec00 }, { 0x1fc0fc00, 0x1200dc00 },
	{ 0x1fc0fc00, 0x1200bc00 }, { 0x1fc0fc00, 0x12007c00 },
	/* MOVN, MOVZ, MOVK: a shift beyond 32 bits */
	{ 0x9fc00000, 0x12c00000 },
	/* SYS, CRn 7: neither caches nor translation */
	{ 0xfff8ff00, 0xd5087000 }, { 0xfff8ff00, 0xd5087200 },
	{ 0xfff8ff00, 0xd5087700 }, { 0xfff8ff00, 0xd5087f00 },
	/* SIMD structures, several: numbers of registers; one doubleword each */
	{ 0xbf20c000, 0x0c00c000 }, { 0xbf205000, 0x0c001000 },
	{ 0xbf20f000, 0x0c005000 }, { 0xff203c00, 0x0c000c00 },
	/* SIMD structures, one: index and size; what only loads have */
	{ 0xbf00c400, 0x0d004400 }, { 0xbf00c800, 0x0d008800 },
	{ 0xbf00d400, 0x0d009400 }, { 0xbf40c000, 0x0d00c000 },
	{ 0xbf00d000, 0x0d00d000 },
	/* STLUR, LDAPUR: sign extension to nothing; there is no prefetch */
	{ 0xbfe00c00, 0x99c00000 }, { 0xffe00c00, 0xd9800000 },
	/* Pairs: LDPSW is not for no-allocate */
	{ 0xff800000, 0x68000000 },
	/* Registers: sign extension to nothing, unsigned, and in the two others */
	{ 0xbfc00000, 0xb9c00000 }, { 0xbfe00000, 0xb8c00000 },
	{ 0xbfe00c00, 0xb8e00800 },
	/* Registers: SIMD of 128 bits; no prefetch that writes back; unprivileged */
	{ 0x7e800000, 0x7c800000 }, { 0xbe800000, 0xbc800000 },
	{ 0xffe00400, 0xf8800400 }, { 0xffe00c00, 0xf8800800 },
	{ 0x3f200c00, 0x3c000800 },
	/* CRC32 of 64 bits; REV of 64 bits */
	{ 0xffe0ec00, 0x1ac04c00 }, { 0xfffffc00, 0x5ac00c00 },
	/* Logical; ADD, SUB: a shift beyond 32 bits; shift 3; extended, beyond 4 */
	{ 0x9f008000, 0x0a008000 },
	{ 0x9f208000, 0x0b008000 }, { 0x1fe00000, 0x0bc00000 },
	{ 0x1fe01400, 0x0b201400 }, { 0x1fe01800, 0x0b201800 },
	/* SHA, three registers */
	{ 0xffe0fc00, 0x5e007000 },
	/* Scalar: copy */
	{ 0xffeffc00, 0x5e000400 },
	/* Scalar: three same, FP16 */
	{ 0xdf60f400, 0x5e400400 }, { 0xff60dc00, 0x5e400c00 },
	{ 0xdfe0dc00, 0x5e401400 }, { 0xffe0cc00, 0x5ec00400 },
	{ 0xdfe0ec00, 0x5ec00c00 }, { 0xff60dc00, 0x7e401c00 },
	{ 0xff60f400, 0x7e403400 },
	/* Scalar: two, FP16 */
	{ 0xdf7e6c00, 0x5e780800 }, { 0xdf7e8c00, 0x5e780800 },
	{ 0xdf7f4c00, 0x5e780800 }, { 0xdfff0c00, 0x5e780800 },
	{ 0xdf7f3c00, 0x5e783800 }, { 0xdffe6c00, 0x5e786800 },
	{ 0xdfff5c00, 0x5ef94800 }, { 0xff7e6c00, 0x7e786800 },
	/* Scalar: three same, extra */
	{ 0xffe0f400, 0x7e008400 }, { 0xffe0f400, 0x7ec08400 },
	/* Scalar: two */
	{ 0xdf3f9c00, 0x5e200800 }, { 0xdf3fac00, 0x5e200800 },
	{ 0xdf7fcc00, 0x5e208800 }, { 0xdfbf8c00, 0x5e208800 },
	{ 0xdfbeec00, 0x5e20e800 }, { 0xdf3ffc00, 0x5e20f800 },
	{ 0xdf3f6c00, 0x5e210800 }, { 0xdf3f9c00, 0x5e211800 },
	{ 0xff3fac00, 0x5e212800 }, { 0xdfbfdc00, 0x5ea1c800 },
	{ 0xdfff8c00, 0x5ee10800 }, { 0xff3f3c00, 0x7e202800 },
	{ 0xff3eec00, 0x7e20e800 }, { 0xff7f6c00, 0x7e216800 },
	/* Scalar: pairwise */
	{ 0xdf3e8c00, 0x5e300800 }, { 0xdf3f4c00, 0x5e300800 },
	{ 0xdfbe4c00, 0x5e300800 }, { 0xdf3e3c00, 0x5e302800 },
	{ 0xdf3f2c00, 0x5e310800 }, { 0xdf7f0c00, 0x5e310800 },
	{ 0xdf3f4c00, 0x5e314800 }, { 0xff7f0c00, 0x5e700800 },
	{ 0xdfbe3c00, 0x5eb01800 }, { 0xff3f0c00, 0x7e310800 },
	/* Scalar: three different */
	{ 0xff201c00, 0x5e200000 }, { 0xff208c00, 0x5e200000 },
	{ 0xffe00c00, 0x5e200000 }, { 0xff206c00, 0x5e206000 },
	{ 0xffe00c00, 0x5ee00000 },
	/* Scalar: three same */
	{ 0xdf20dc00, 0x5e200400 }, { 0xdf608c00, 0x5e200400 },
	{ 0xdfa08c00, 0x5e200400 }, { 0xdf207400, 0x5e201400 },
	{ 0xdfa0d400, 0x5e201400 }, { 0xdfe01c00, 0x5e201400 },
	{ 0xdf60b400, 0x5e203400 }, { 0xdfa05c00, 0x5e205400 },
	{ 0xdf20e400, 0x5e206400 }, { 0xdf60b400, 0x5e208400 },
	{ 0xdfa0b400, 0x5e208400 }, { 0xdf20dc00, 0x5e209c00 },
	{ 0xdf20f400, 0x5e20a400 }, { 0xdf20f400, 0x5e20c400 },
	{ 0xff20dc00, 0x5e20cc00 }, { 0xff20dc00, 0x5e20d400 },
	{ 0xffa03c00, 0x5ea02400 }, { 0xdfa0ec00, 0x5ea0cc00 },
	{ 0xdfe0bc00, 0x5ee0b400 }, { 0xff207400, 0x7e207400 },
	{ 0xff209c00, 0x7e209c00 },
	/* Scalar: shift by immediate */
	{ 0xdfc0a400, 0x5f000400 }, { 0xdff80400, 0x5f000400 },
	{ 0xdf808c00, 0x5f000c00 }, { 0xdfc06400, 0x5f002400 },
	{ 0xdf803c00, 0x5f002c00 }, { 0xff80d400, 0x5f004400 },
	{ 0xff80b400, 0x5f008400 }, { 0xdf80bc00, 0x5f00b400 },
	{ 0xdf80e400, 0x5f00c400 }, { 0xdff0c400, 0x5f00c400 },
	{ 0xdfc0c400, 0x5f408400 },
	/* Scalar: by element */
	{ 0xdf005400, 0x5f000000 }, { 0xdf009400, 0x5f000000 },
	{ 0xdfc02400, 0x5f002000 }, { 0xdfc0c400, 0x5f00c000 },
	{ 0xff00e400, 0x5f00e000 }, { 0xdfc06400, 0x5f400000 },
	{ 0xdfc0a400, 0x5f400000 }, { 0xdfc02400, 0x5fc02000 },
	{ 0xdfc0c400, 0x5fc0c000 }, { 0xdfe00400, 0x5fe00000 },
	{ 0xff001400, 0x7f000000 }, { 0xff008400, 0x7f000000 },
	{ 0xff006400, 0x7f002000 },
	/* Permute */
	{ 0xbf20bc00, 0x0e000800 }, { 0xffe08c00, 0x0ec00800 },
	/* Extract */
	{ 0xffe0c400, 0x2e004000 },
	/* Copy: DUP */
	{ 0xbfeff400, 0x0e000400 }, { 0xffe7f400, 0x0e000400 },
	/* Copy: INS */
	{ 0xffeffc00, 0x4e001c00 },
	/* Copy: SMOV, UMOV */
	{ 0xbfefec00, 0x0e002c00 }, { 0xffe7ec00, 0x0e002c00 },
	{ 0xffe3fc00, 0x0e002c00 }, { 0xbfe7fc00, 0x0e002c00 },
	{ 0xffe1fc00, 0x4e013c00 }, { 0xffe2fc00, 0x4e023c00 },
	{ 0xffe4fc00, 0x4e043c00 },
	/* Copy: INS of an element */
	{ 0xffef8400, 0x6e000400 },
	/* Vector: three same, FP16 */
	{ 0xbf60fc00, 0x0e402c00 }, { 0x9fe0fc00, 0x0ec01c00 },
	{ 0xbfe0f400, 0x0ec02400 }, { 0xbf60fc00, 0x2e400c00 },
	{ 0xbfe0dc00, 0x2ec01c00 },
	/* Vector: two, FP16 */
	{ 0x9f7e8c00, 0x0e780800 }, { 0x9f7f4c00, 0x0e780800 },
	{ 0x9fff0c00, 0x0e780800 }, { 0x9ffe6c00, 0x0e786800 },
	{ 0xbf7f6c00, 0x0e796800 }, { 0x9fff5c00, 0x0ef94800 },
	{ 0xbf7f3c00, 0x2e782800 }, { 0xbfff3c00, 0x2ef90800 },
	/* Vector: three same, extra */
	{ 0x9fe08400, 0x0e008400 }, { 0xbf20b400, 0x0e008400 },
	{ 0x9fa0d400, 0x0e009400 }, { 0x9fa0e400, 0x0e00a400 },
	{ 0xdf20e400, 0x0e00a400 }, { 0xdf20bc00, 0x0e00ac00 },
	{ 0x9f20f400, 0x0e00b400 }, { 0xbf20c400, 0x0e00c400 },
	{ 0x9fe0c400, 0x0ec08400 }, { 0xdfe08c00, 0x0ec08400 },
	{ 0xdfe0a400, 0x0ec08400 }, { 0xbf20dc00, 0x2e009c00 },
	{ 0xbf60ac00, 0x2e00ac00 }, { 0xbfa0bc00, 0x2e80ac00 },
	/* Vector: two */
	{ 0x9fbfcc00, 0x0e20c800 }, { 0x9f3fec00, 0x0e210800 },
	{ 0x9f3fbc00, 0x0e211800 }, { 0xbf3fdc00, 0x0e211800 },
	{ 0xbf7ebc00, 0x0e601800 }, { 0xdf7f8c00, 0x0e618800 },
	{ 0x9fbebc00, 0x0ea01800 }, { 0x9fbfdc00, 0x0ea15800 },
	{ 0xbfbfec00, 0x0ea1e800 }, { 0x9ffe9c00, 0x0ee00800 },
	{ 0xdffe0c00, 0x0ee00800 }, { 0x9fff8c00, 0x0ee10800 },
	{ 0x9fff5c00, 0x0ee14800 }, { 0xbf3efc00, 0x2e201800 },
	{ 0xbf3fbc00, 0x2e20a800 }, { 0xbf3fdc00, 0x2e215800 },
	{ 0xbf7fec00, 0x2e216800 }, { 0xbfbeec00, 0x2ea00800 },
	{ 0xbfbf7c00, 0x2ea10800 }, { 0xbfbf7c00, 0x2ea16800 },
	/* Vector: across */
	{ 0x9f3e6c00, 0x0e300800 }, { 0x9f3e9c00, 0x0e300800 },
	{ 0x9f3e3c00, 0x0e301800 }, { 0x9f3ecc00, 0x0e304800 },
	{ 0x9f3e7c00, 0x0e306800 }, { 0x9f3fdc00, 0x0e309800 },
	{ 0x9f3f8c00, 0x0e310800 }, { 0x9f3f4c00, 0x0e314800 },
	{ 0x9f7e4c00, 0x0e704800 }, { 0xdfbe4c00, 0x0eb00800 },
	{ 0x9ffe0c00, 0x0ef00800 }, { 0xff3e4c00, 0x2e304800 },
	{ 0xbf3f1c00, 0x2e311800 },
	/* Vector: three different */
	{ 0x9fe09c00, 0x0e209000 }, { 0x9fe0ec00, 0x0e60e000 },
	{ 0x9fe0ec00, 0x0ea0e000 }, { 0x9fe02c00, 0x0ee00000 },
	{ 0x9fe04c00, 0x0ee00000 }, { 0x9fe08c00, 0x0ee00000 },
	{ 0x9fe01c00, 0x0ee01000 }, { 0xbf209c00, 0x2e209000 },
	{ 0xbf20ec00, 0x2e20e000 },
	/* Vector: three same */
	{ 0x9fe0fc00, 0x0e20b400 }, { 0xdf60cc00, 0x0e60c400 },
	{ 0xff60e400, 0x0e60c400 }, { 0xdf60d400, 0x0e60d400 },
	{ 0x9fa0fc00, 0x0ea0dc00 }, { 0xbfa0fc00, 0x0ea0e400 },
	{ 0x9fe0ec00, 0x0ee00400 }, { 0xdfe09400, 0x0ee00400 },
	{ 0x9fe07c00, 0x0ee02400 }, { 0xdfe03400, 0x0ee03400 },
	{ 0xdfe0c400, 0x0ee04400 }, { 0x9fe0e400, 0x0ee06400 },
	{ 0xdfe0c400, 0x0ee08400 }, { 0x9fe0dc00, 0x0ee09400 },
	{ 0x9fe0f400, 0x0ee09400 }, { 0x9fe0f400, 0x0ee0a400 },
	{ 0xbf20fc00, 0x2e20bc00 }, { 0xbf60dc00, 0x2e609c00 },
	{ 0xff60e400, 0x2e60e400 }, { 0xbfa09c00, 0x2ea09c00 },
	/* Vector: immediate */
	{ 0x9ff81c00, 0x0f000c00 }, { 0x9ff82c00, 0x0f000c00 },
	{ 0x9ff84c00, 0x0f000c00 }, { 0x9ff88c00, 0x0f000c00 },
	{ 0xbff80c00, 0x2f000c00 }, { 0xfff8f400, 0x2f00f400 },
	/* Vector: shift by immediate */
	{ 0x9f808c00, 0x0f000c00 }, { 0x9fb84c00, 0x0f000c00 },
	{ 0x9f806c00, 0x0f002c00 }, { 0x9f805c00, 0x0f004c00 },
	{ 0x9f806c00, 0x0f004c00 }, { 0xbf88d400, 0x0f084400 },
	{ 0x9f88bc00, 0x0f08b400 }, { 0x9ff8c400, 0x0f08c400 },
	{ 0xbf90d400, 0x0f104400 }, { 0x9f90bc00, 0x0f10b400 },
	{ 0x9f90e400, 0x0f10c400 }, { 0xbfa0d400, 0x0f204400 },
	{ 0x9fa0bc00, 0x0f20b400 }, { 0x9fa0e400, 0x0f20c400 },
	{ 0xdfc00400, 0x0f400400 }, { 0xbfc0d400, 0x0f404400 },
	{ 0x9fc0a400, 0x0f408400 }, { 0x9fc0c400, 0x0f408400 },
	{ 0x9fc09c00, 0x0f409400 }, { 0xbff80c00, 0x2f000c00 },
	{ 0xffb0f400, 0x2f00f400 },
	/* Vector: by element */
	{ 0x9fc01400, 0x0f000000 }, { 0x9fc06400, 0x0f002000 },
	{ 0x9fc0a400, 0x0f002000 }, { 0x9fc0e400, 0x0f00c000 },
	{ 0xbfc0a400, 0x0f400000 }, { 0x9fc0f400, 0x0f409000 },
	{ 0x9f40f400, 0x0f40e000 }, { 0x9fc01400, 0x0fc00000 },
	{ 0xdfc02400, 0x0fc00000 }, { 0x9fc06400, 0x0fc02000 },
	{ 0x9fc0a400, 0x0fc02000 }, { 0x9fc0e400, 0x0fc0c000 },
	{ 0x9fe02400, 0x0fe00000 }, { 0xbfc08400, 0x2f000000 },
	{ 0xff409400, 0x2f001000 }, { 0xff009c00, 0x2f001800 },
	{ 0xbfc04400, 0x2f004000 }, { 0xbf00f400, 0x2f00b000 },
	{ 0xbf40b400, 0x2f408000 }, { 0xbfa09400, 0x2fa01000 },
	{ 0xbfc08400, 0x2fc00000 }, { 0xbfc04400, 0x2fc04000 },
	/* SHA512 and SM3, three */
	{ 0xffe0fc00, 0xce60cc00 },
	/* EOR3, BCAX, SM3SS1 */
	{ 0xffe08000, 0xce600000 },
	/* FP: type 2, which is none */
	{ 0xfec00000, 0x1e800000 },
	/* FP: from fixed point */
	{ 0xff3e8000, 0x1e020000 }, { 0x7ffe0000, 0x1e820000 },
	/* FP: to fixed point */
	{ 0xff3e8000, 0x1e180000 }, { 0x7ffe0000, 0x1e980000 },
	/* FP: from and to integers, FMOV */
	{ 0x7f2efc00, 0x1e2a0000 }, { 0x7fbafc00, 0x1e2a0000 },
	{ 0x7f2efc00, 0x1e2c0000 }, { 0x7f3afc00, 0x1e320000 },
	{ 0x7f36fc00, 0x1e340000 }, { 0x7f74fc00, 0x1e340000 },
	{ 0xfff6fc00, 0x1e660000 }, { 0x7f6dfc00, 0x1e6d0000 },
	{ 0x7fe2fc00, 0x1ea00000 }, { 0x7fe8fc00, 0x1ea00000 },
	{ 0x7feafc00, 0x1eea0000 }, { 0xff6efc00, 0x9e260000 },
	{ 0xff34fc00, 0x9e340000 },
	/* FP: one source */
	{ 0xff66fc00, 0x1e224000 }, { 0xff27fc00, 0x1e26c000 },
	{ 0xff2a7c00, 0x1e2a4000 }, { 0xff2c7c00, 0x1e2c4000 },
	{ 0xff307c00, 0x1e304000 }, { 0xffe3fc00, 0x1e62c000 },
	{ 0xffa77c00, 0x1ea34000 }, { 0xffa87c00, 0x1ea84000 },
	/* FP: two sources */
	{ 0xff209c00, 0x1e209800 }, { 0xff20ac00, 0x1e20a800 },
	{ 0xff20cc00, 0x1e20c800 },
};

/* NULL if there is none */
static const struct row *find_row(u32 insn)
{
	const struct row *row;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(unallocated); i++)
		if ((insn & unallocated[i].mask) == unallocated[i].value)
			return NULL;
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
 * kprobe_ends_exclusive() - Is an exclusive sequence over after this?
 * @insn: an instruction
 *
 * Between an exclusive load and its store no other access to memory may stand
 * (Arm ARM, section B2.17.5), so that a sequence, if there was one, has ended
 * before STLR and its kind, CAS or CASP.  A load that only waits, with WFE, has
 * no store.
 *
 * Context: Any.
 * Return: true for exclusive stores, and those.
 */
bool kprobe_ends_exclusive(u32 insn)
{
	return (insn & 0x3f400000) == 0x08000000;
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

/*
 * Could an instruction name a register?  What is no register in a field, but a
 * number, counts as one unless the row says otherwise.  System instructions have
 * one only.
 */
static bool names(const struct row *row, u32 insn, unsigned int reg)
{
	if ((insn & 0xff000000) == 0xd5000000)
		return rd(insn) == reg;

	return rd(insn) == reg || rn(insn) == reg ||
	       (!(row->sp & NO_RM) && rm(insn) == reg) ||
	       (row->sp & RA && ra(insn) == reg) ||
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
