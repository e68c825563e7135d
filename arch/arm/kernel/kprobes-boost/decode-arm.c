// SPDX-License-Identifier: GPL-2.0
/*
 * The table of the ARM instruction set; see decode.h for its grammar.
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/kernel.h>

#include <asm/opcodes.h>

#include "boost.h"
#include "decode.h"

/* This set's own kinds */
enum {
	MSR_IMM = EXTRA,	/* an immediate, and a mask of fields */
};

const struct row kprobe_rows[] = {
	/* A5.7 Unconditional instructions */
	/* CPSIE, CPSID		1111 0001 0000 1.00 0000 000. ..00 0000 */
	{ 0xfffbfe3f, 0xf1080000, SB, .simulate = kprobe_simulate_cps },
	/* SIMD data processing	1111 001. .... .... .... .... .... .... */
	{ 0xfe000000, 0xf2000000, BQ },
	/* SIMD structures	1111 0100 ...0 .... .... .... .... .... */
	{ 0xff100000, 0xf4000000, BQ, REGS(NPC, _, _, _) },
	/* Other memory hints	1111 0100 .001 .... .... .... .... .... */
	{ 0xff700000, 0xf4100000, SB, .simulate = kprobe_simulate_nop },
	/* Other memory hints	1111 0110 .001 .... .... .... ...0 .... */
	{ 0xff700010, 0xf6100000, SB, .simulate = kprobe_simulate_nop },
	/* PLD, PLDW, PLI	1111 010. ..01 .... 1111 .... .... .... */
	{ 0xfe30f000, 0xf410f000, SB, .simulate = kprobe_simulate_nop },
	/* PLD, PLDW, PLI	1111 011. ..01 .... 1111 .... ...0 .... */
	{ 0xfe30f010, 0xf610f000, SB, .simulate = kprobe_simulate_nop },
	/* CLREX		1111 0101 0111 1111 1111 0000 0001 1111 */
	{ 0xffffffff, 0xf57ff01f, BQ },
	/* DSB, DMB		1111 0101 0111 1111 1111 0000 010. .... */
	{ 0xffffffe0, 0xf57ff040, BQ },
	/* ISB			1111 0101 0111 1111 1111 0000 0110 .... */
	{ 0xfffffff0, 0xf57ff060, BQ },
	/* SB			1111 0101 0111 1111 1111 0000 0111 0000 */
	{ 0xffffffff, 0xf57ff070, BQ },
	/* BLX			1111 101. .... .... .... .... .... .... */
	{ 0xfe000000, 0xfa000000, S, .simulate = kprobe_simulate_blx },
	/*
	 * CPS with a mode, SETEND, SRS, RFE, coprocessors, and others
	 *			1111 .... .... .... .... .... .... ....
	 */
	{ 0xf0000000, 0xf0000000, NO },

	/* A5.2.12 Miscellaneous */
	/* MRS			cccc 0001 0000 1111 .... 0000 0000 0000 */
	{ 0x0fff0fff, 0x010f0000, SB, REGS(_, NPC, _, _),
	  .simulate = kprobe_simulate_mrs },
	/* MSR			cccc 0001 0010 .... 1111 0000 0000 .... */
	{ 0x0ff0fff0, 0x0120f000, SB, REGS(_, _, _, NPC),
	  .simulate = kprobe_simulate_msr },
	/* BX PC		cccc 0001 0010 1111 1111 1111 0001 1111 */
	{ 0x0fffffff, 0x012fff1f, S, .simulate = kprobe_simulate_bx_reg },
	/* BX			cccc 0001 0010 1111 1111 1111 0001 .... */
	{ 0x0ffffff0, 0x012fff10, SB, .simulate = kprobe_simulate_bx_reg },
	/* BLX			cccc 0001 0010 1111 1111 1111 0011 .... */
	{ 0x0ffffff0, 0x012fff30, S, REGS(_, _, _, NPC),
	  .simulate = kprobe_simulate_blx_reg },
	/* CLZ			cccc 0001 0110 1111 .... 1111 0001 .... */
	{ 0x0fff0ff0, 0x016f0f10, BQ, REGS(_, NPC, _, NPC) },
	/* QADD, QSUB and so on	cccc 0001 0..0 .... .... .... 0101 .... */
	{ 0x0f9000f0, 0x01000050, BT, REGS(NPC, NPC, _, NPC) },
	/*
	 * BXJ, BKPT, HVC, SMC, ERET, SPSR, other modes' registers
	 *			cccc 0001 0..0 .... .... .... 0... ....
	 */
	{ 0x0f900080, 0x01000000, NO },

	/* A5.2.7 Halfword multiply */
	/* SMULWy		cccc 0001 0010 .... 0000 .... 1.10 .... */
	{ 0x0ff0f0b0, 0x012000a0, BQ, REGS(NPC, _, NPC, NPC) },
	/* SMULxy		cccc 0001 0110 .... 0000 .... 1..0 .... */
	{ 0x0ff0f090, 0x01600080, BQ, REGS(NPC, _, NPC, NPC) },
	/* SMLAWy		cccc 0001 0010 .... .... .... 1.00 .... */
	{ 0x0ff000b0, 0x01200080, BT, REGS(NPC, NPC, NPC, NPC) },
	/* SMLAxy, SMLALxy	cccc 0001 0.00 .... .... .... 1..0 .... */
	{ 0x0fb00090, 0x01000080, BT, REGS(NPC, NPC, NPC, NPC) },
	/* ???			cccc 0001 0..0 .... .... .... 1..0 .... */
	{ 0x0f900090, 0x01000080, NO },

	/* A5.2.5 Multiply */
	/* MUL			cccc 0000 000. .... .... .... 1001 .... */
	{ 0x0fe000f0, 0x00000090, BT, REGS(NPC, _, NPC, NPC) },
	/* MLA			cccc 0000 001. .... .... .... 1001 .... */
	{ 0x0fe000f0, 0x00200090, BT, REGS(NPC, NPC, NPC, NPC) },
	/* UMAAL		cccc 0000 0100 .... .... .... 1001 .... */
	{ 0x0ff000f0, 0x00400090, BQ, REGS(NPC, NPC, NPC, NPC) },
	/* MLS			cccc 0000 0110 .... .... .... 1001 .... */
	{ 0x0ff000f0, 0x00600090, BQ, REGS(NPC, NPC, NPC, NPC) },
	/* UMULL, SMLAL ...	cccc 0000 1... .... .... .... 1001 .... */
	{ 0x0f8000f0, 0x00800090, BT, REGS(NPC, NPC, NPC, NPC) },

	/* A5.2.10 Exclusives, SWP	cccc 000. .... .... .... .... 1001 .... */
	{ 0x0e0000f0, 0x00000090, NO },

	/* A5.2.9 Unprivileged	cccc 0000 ..1. .... .... .... 1..1 .... */
	{ 0x0f200090, 0x00200090, NO },

	/* A5.2.8 Extra load and store */
	/* LDRD, STRD of R15	cccc 000. ...0 .... 111. .... 11.1 .... */
	{ 0x0e10e0d0, 0x0000e0d0, NO },
	/* LDRD, STRD, odd	cccc 000. ...0 .... ...1 .... 11.1 .... */
	{ 0x0e1010d0, 0x000010d0, NO },
	/* LDRD, STRD [n, m]	cccc 0001 .000 .... .... 0000 11.1 .... */
	{ 0x0f700fd0, 0x010000d0, BQ, REGS(ANY, NPC, _, NPC), PAIR_INDEX },
	/* LDRD, STRD [n, #]	cccc 0001 .100 .... .... .... 11.1 .... */
	{ 0x0f7000d0, 0x014000d0, BQ, REGS(ANY, NPC, _, _), PAIR },
	/* LDRD, STRD, update	cccc 000. .0.0 .... .... 0000 11.1 .... */
	{ 0x0e500fd0, 0x000000d0, BQ, REGS(NPC, NPC, _, NPC), PAIR_INDEX },
	/* LDRD, STRD, update	cccc 000. .1.0 .... .... .... 11.1 .... */
	{ 0x0e5000d0, 0x004000d0, BQ, REGS(NPC, NPC, _, _), PAIR },
	/* STRH [n, m]		cccc 0001 .000 .... .... 0000 1011 .... */
	{ 0x0f700ff0, 0x010000b0, BQ, REGS(ANY, NPC, _, NPC), INDEX },
	/* STRH [n, #]		cccc 0001 .100 .... .... .... 1011 .... */
	{ 0x0f7000f0, 0x014000b0, BQ, REGS(ANY, NPC, _, _), IMM44 },
	/* STRH, update		cccc 000. .0.0 .... .... 0000 1011 .... */
	{ 0x0e500ff0, 0x000000b0, BQ, REGS(NPC, NPC, _, NPC), INDEX },
	/* STRH, update		cccc 000. .1.0 .... .... .... 1011 .... */
	{ 0x0e5000f0, 0x004000b0, BQ, REGS(NPC, NPC, _, _), IMM44 },
	/* LDRH, LDRSx [n, m]	cccc 0001 .001 .... .... 0000 1..1 .... */
	{ 0x0f700f90, 0x01100090, BQ, REGS(ANY, NPC, _, NPC), INDEX },
	/* LDRH, LDRSx [n, #]	cccc 0001 .101 .... .... .... 1..1 .... */
	{ 0x0f700090, 0x01500090, BQ, REGS(ANY, NPC, _, _), IMM44 },
	/* LDRH, LDRSx, update	cccc 000. .0.1 .... .... 0000 1..1 .... */
	{ 0x0e500f90, 0x00100090, BQ, REGS(NPC, NPC, _, NPC), INDEX },
	/* LDRH, LDRSx, update	cccc 000. .1.1 .... .... .... 1..1 .... */
	{ 0x0e500090, 0x00500090, BQ, REGS(NPC, NPC, _, _), IMM44 },

	/* A5.2.1 Data processing, register */
	/* Exception return	cccc 000. ...1 .... 1111 .... ...0 .... */
	{ 0x0e10f010, 0x0010f000, NO },
	/* TST, TEQ, CMP, CMN	cccc 0001 0..1 .... 0000 .... ...0 .... */
	{ 0x0f90f010, 0x01100000, BT, REGS(ANY, _, _, ANY) },
	/* MOV, shifts, MVN	cccc 0001 1.1. 0000 .... .... ...0 .... */
	{ 0x0faf0010, 0x01a00000, BT, REGS(_, DST, _, ANY) },
	/* ???			cccc 0001 0..1 .... .... .... ...0 .... */
	{ 0x0f900010, 0x01100000, NO },
	/* ???			cccc 0001 1.1. .... .... .... ...0 .... */
	{ 0x0fa00010, 0x01a00000, NO },
	/* AND, EOR, SUB ...	cccc 000. .... .... .... .... ...0 .... */
	{ 0x0e000010, 0x00000000, BT, REGS(ANY, DST, _, ANY) },

	/* A5.2.2 Data processing, register-shifted register */
	/* TST, TEQ, CMP, CMN	cccc 0001 0..1 .... 0000 .... 0..1 .... */
	{ 0x0f90f090, 0x01100010, BT, REGS(NPC, _, NPC, NPC) },
	/* Shifts, MVN		cccc 0001 1.1. 0000 .... .... 0..1 .... */
	{ 0x0faf0090, 0x01a00010, BT, REGS(_, NPC, NPC, NPC) },
	/* ???			cccc 0001 0..1 .... .... .... 0..1 .... */
	{ 0x0f900090, 0x01100010, NO },
	/* ???			cccc 0001 1.1. .... .... .... 0..1 .... */
	{ 0x0fa00090, 0x01a00010, NO },
	/* AND, EOR, SUB ...	cccc 000. .... .... .... .... 0..1 .... */
	{ 0x0e000090, 0x00000010, BT, REGS(NPC, NPC, NPC, NPC) },

	/* A5.2.3 Data processing, immediate; A5.2.11 hints */
	/* MOVW, MOVT		cccc 0011 0.00 .... .... .... .... .... */
	{ 0x0fb00000, 0x03000000, BQ, REGS(_, NPC, _, _) },
	/* NOP, YIELD, WFE, WFI	cccc 0011 0010 0000 1111 0000 0000 00.. */
	{ 0x0ffffffc, 0x0320f000, SB, .simulate = kprobe_simulate_nop },
	/* SEV, SEVL		cccc 0011 0010 0000 1111 0000 0000 010. */
	{ 0x0ffffffe, 0x0320f004, BQ },
	/* CSDB			cccc 0011 0010 0000 1111 0000 0001 0100 */
	{ 0x0fffffff, 0x0320f014, BQ },
	/* DBG			cccc 0011 0010 0000 1111 0000 1111 .... */
	{ 0x0ffffff0, 0x0320f0f0, BQ },
	/* Other hints		cccc 0011 0010 0000 .... .... .... .... */
	{ 0x0fff0000, 0x03200000, NO },
	/* MSR			cccc 0011 0010 .... 1111 .... .... .... */
	{ 0x0ff0f000, 0x0320f000, SB, .kind = MSR_IMM,
	  .simulate = kprobe_simulate_msr_imm },
	/* MSR SPSR		cccc 0011 0.10 .... .... .... .... .... */
	{ 0x0fb00000, 0x03200000, NO },
	/* Exception return	cccc 001. ...1 .... 1111 .... .... .... */
	{ 0x0e10f000, 0x0210f000, NO },
	/* TST, TEQ, CMP, CMN	cccc 0011 0..1 .... 0000 .... .... .... */
	{ 0x0f90f000, 0x03100000, BT, REGS(ANY, _, _, _) },
	/* MOV, MVN		cccc 0011 1.1. 0000 .... .... .... .... */
	{ 0x0faf0000, 0x03a00000, BT, REGS(_, DST, _, _) },
	/* ???			cccc 0011 0..1 .... .... .... .... .... */
	{ 0x0f900000, 0x03100000, NO },
	/* ???			cccc 0011 1.1. .... .... .... .... .... */
	{ 0x0fa00000, 0x03a00000, NO },
	/* ADR			cccc 0010 1000 1111 .... .... .... .... */
	{ 0x0fff0000, 0x028f0000, S, .simulate = kprobe_simulate_adr },
	/* ADR			cccc 0010 0100 1111 .... .... .... .... */
	{ 0x0fff0000, 0x024f0000, S, .simulate = kprobe_simulate_adr },
	/* AND, EOR, SUB ...	cccc 001. .... .... .... .... .... .... */
	{ 0x0e000000, 0x02000000, BT, REGS(ANY, DST, _, _) },

	/* A5.3 Load and store word and unsigned byte */
	/* Unprivileged		cccc 0100 ..1. .... .... .... .... .... */
	{ 0x0f200000, 0x04200000, NO },
	/* Unprivileged		cccc 0110 ..1. .... .... .... ...0 .... */
	{ 0x0f200010, 0x06200000, NO },
	/* LDR PC, literal	cccc 0101 .001 1111 1111 .... .... .... */
	{ 0x0f7ff000, 0x051ff000, TQ, REGS(ANY, DST, _, _), IMM12 },
	/* LDR, literal		cccc 0101 .001 1111 .... .... .... .... */
	{ 0x0f7f0000, 0x051f0000, S, .simulate = kprobe_simulate_ldr },
	/* STR [n, #]		cccc 0101 .000 .... .... .... .... .... */
	{ 0x0f700000, 0x05000000, BQ, REGS(ANY, ANY, _, _), IMM12 },
	/* LDR [n, #]		cccc 0101 .001 .... .... .... .... .... */
	{ 0x0f700000, 0x05100000, BQ, REGS(ANY, DST, _, _), IMM12 },
	/* STRB, LDRB [n, #]	cccc 0101 .10. .... .... .... .... .... */
	{ 0x0f600000, 0x05400000, BQ, REGS(ANY, NPC, _, _), IMM12 },
	/* STR, update		cccc 010. .0.0 .... .... .... .... .... */
	{ 0x0e500000, 0x04000000, BQ, REGS(NPC, ANY, _, _), IMM12 },
	/* LDR, update		cccc 010. .0.1 .... .... .... .... .... */
	{ 0x0e500000, 0x04100000, BQ, REGS(NPC, DST, _, _), IMM12 },
	/* STRB, LDRB, update	cccc 010. .1.. .... .... .... .... .... */
	{ 0x0e400000, 0x04400000, BQ, REGS(NPC, NPC, _, _), IMM12 },
	/* STR [n, m]		cccc 0111 .000 .... .... .... ...0 .... */
	{ 0x0f700010, 0x07000000, BT, REGS(ANY, ANY, _, NPC), INDEX },
	/* LDR [n, m]		cccc 0111 .001 .... .... .... ...0 .... */
	{ 0x0f700010, 0x07100000, BT, REGS(ANY, DST, _, NPC), INDEX },
	/* STRB, LDRB [n, m]	cccc 0111 .10. .... .... .... ...0 .... */
	{ 0x0f600010, 0x07400000, BT, REGS(ANY, NPC, _, NPC), INDEX },
	/* STR, update		cccc 011. .0.0 .... .... .... ...0 .... */
	{ 0x0e500010, 0x06000000, BT, REGS(NPC, ANY, _, NPC), INDEX },
	/* LDR, update		cccc 011. .0.1 .... .... .... ...0 .... */
	{ 0x0e500010, 0x06100000, BT, REGS(NPC, DST, _, NPC), INDEX },
	/* STRB, LDRB, update	cccc 011. .1.. .... .... .... ...0 .... */
	{ 0x0e400010, 0x06400000, BT, REGS(NPC, NPC, _, NPC), INDEX },

	/* A5.4.1, A5.4.2 Parallel addition and subtraction */
	/* ???			cccc 0110 0.00 .... .... .... ...1 .... */
	{ 0x0fb00010, 0x06000010, NO },
	/* ???			cccc 0110 0... .... .... .... 1011 .... */
	{ 0x0f8000f0, 0x060000b0, NO },
	/* ???			cccc 0110 0... .... .... .... 1101 .... */
	{ 0x0f8000f0, 0x060000d0, NO },
	/* SADD16 and so on	cccc 0110 0... .... .... .... ...1 .... */
	{ 0x0f800010, 0x06000010, BT, REGS(NPC, NPC, _, NPC) },

	/* A5.4.3 Packing, saturation, reversal */
	/* PKHBT, PKHTB		cccc 0110 1000 .... .... .... ..01 .... */
	{ 0x0ff00030, 0x06800010, BQ, REGS(NPC, NPC, _, NPC) },
	/* SEL			cccc 0110 1000 .... .... .... 1011 .... */
	{ 0x0ff000f0, 0x068000b0, BT, REGS(NPC, NPC, _, NPC) },
	/* ???			cccc 0110 1.01 .... .... .... 0111 .... */
	{ 0x0fb000f0, 0x06900070, NO },
	/* SXTAB16, SXTB ...	cccc 0110 1... .... .... .... 0111 .... */
	{ 0x0f8000f0, 0x06800070, BQ, REGS(OPT, NPC, _, NPC) },
	/* SSAT, USAT		cccc 0110 1.1. .... .... .... ..01 .... */
	{ 0x0fa00030, 0x06a00010, BT, REGS(_, NPC, _, NPC) },
	/* SSAT16, USAT16	cccc 0110 1.10 .... .... .... 0011 .... */
	{ 0x0fb000f0, 0x06a00030, BT, REGS(_, NPC, _, NPC) },
	/* REV, RBIT, REVSH ...	cccc 0110 1.11 1111 .... 1111 .011 .... */
	{ 0x0fbf0f70, 0x06bf0f30, BQ, REGS(_, NPC, _, NPC) },

	/* A5.4.4 Signed multiply and divide */
	/* SMLAD, SMUSD ...	cccc 0111 0000 .... .... .... 0..1 .... */
	{ 0x0ff00090, 0x07000010, BT, REGS(NPC, OPT, NPC, NPC) },
	/* SDIV, UDIV		cccc 0111 00.1 .... .... .... 0001 .... */
	{ 0x0fd000f0, 0x07100010, BQ, REGS(NPC, _, NPC, NPC) },
	/* SMLALD, SMLSLD	cccc 0111 0100 .... .... .... 0..1 .... */
	{ 0x0ff00090, 0x07400010, BT, REGS(NPC, NPC, NPC, NPC) },
	/* SMMLA, SMMUL		cccc 0111 0101 .... .... .... 00.1 .... */
	{ 0x0ff000d0, 0x07500010, BT, REGS(NPC, OPT, NPC, NPC) },
	/* SMMLS		cccc 0111 0101 .... .... .... 11.1 .... */
	{ 0x0ff000d0, 0x075000d0, BT, REGS(NPC, NPC, NPC, NPC) },

	/* A5.4 Media, the rest */
	/* USAD8, USADA8	cccc 0111 1000 .... .... .... 0001 .... */
	{ 0x0ff000f0, 0x07800010, BQ, REGS(NPC, OPT, NPC, NPC) },
	/* SBFX, UBFX		cccc 0111 1.1. .... .... .... .101 .... */
	{ 0x0fa00070, 0x07a00050, BQ, REGS(_, NPC, _, NPC) },
	/* BFC, BFI		cccc 0111 110. .... .... .... .001 .... */
	{ 0x0fe00070, 0x07c00010, BQ, REGS(_, NPC, _, OPT) },
	/* UDF, and others	cccc 011. .... .... .... .... ...1 .... */
	{ 0x0e000010, 0x06000010, NO },

	/* A5.5 Branch, block data transfer */
	/* User registers	cccc 100. .1.. .... .... .... .... .... */
	{ 0x0e400000, 0x08400000, NO },
	/* [PC]			cccc 100. .... 1111 .... .... .... .... */
	{ 0x0e0f0000, 0x080f0000, NO },
	/* LDM {.., PC}		cccc 100. .0.1 .... 1... .... .... .... */
	{ 0x0e508000, 0x08108000, SB, .kind = LIST, .simulate = kprobe_simulate_ldm },
	/* LDM {.., SP, ..}	cccc 100. .0.1 .... ..1. .... .... .... */
	{ 0x0e502000, 0x08102000, SB, .kind = LIST, .simulate = kprobe_simulate_ldm },
	/* STM {.., PC}		cccc 100. .0.0 .... 1... .... .... .... */
	{ 0x0e508000, 0x08008000, S, .kind = LIST, .simulate = kprobe_simulate_stm },
	/* STM {.., SP, ..}	cccc 100. .0.0 .... ..1. .... .... .... */
	{ 0x0e502000, 0x08002000, SB, .kind = LIST, .simulate = kprobe_simulate_stm },
	/* LDM, STM		cccc 100. .0.. .... .... .... .... .... */
	{ 0x0e400000, 0x08000000, BQ, REGS(NPC, _, _, _), LIST },
	/* B			cccc 1010 .... .... .... .... .... .... */
	{ 0x0f000000, 0x0a000000, S, .simulate = kprobe_simulate_b },
	/* BL			cccc 1011 .... .... .... .... .... .... */
	{ 0x0f000000, 0x0b000000, S, .simulate = kprobe_simulate_bl },

	/* A7 Floating point and SIMD */
	/* VMOV of 64 bits	cccc 1100 010. .... .... 101. 00.1 .... */
	{ 0x0fe00ed0, 0x0c400a10, BQ, REGS(NPC, NPC, _, _) },
	/* VLDR, literal	cccc 1101 ..01 1111 .... 101. .... .... */
	{ 0x0f3f0e00, 0x0d1f0a00, NO },
	/* VSTR, VLDR		cccc 1101 ..0. .... .... 101. .... .... */
	{ 0x0f200e00, 0x0d000a00, BQ, REGS(NPC, _, _, _), VECTOR },
	/* VSTMIA, VLDMIA	cccc 1100 1... .... .... 101. .... .... */
	{ 0x0f800e00, 0x0c800a00, BQ, REGS(NPC, _, _, _), VECTOR },
	/* VSTMDB, VLDMDB	cccc 1101 0.1. .... .... 101. .... .... */
	{ 0x0fa00e00, 0x0d200a00, BQ, REGS(NPC, _, _, _), VECTOR },
	/* VADD and so on	cccc 1110 .... .... .... 101. ...0 .... */
	{ 0x0f000e10, 0x0e000a00, BT },
	/* VMRS APSR, FPSCR	cccc 1110 1111 0001 1111 1010 0001 0000 */
	{ 0x0fffffff, 0x0ef1fa10, BT },
	/* VMSR, VMRS, VMOV ...	cccc 1110 .... .... .... 101. ...1 .... */
	{ 0x0f000e10, 0x0e000a10, BQ, REGS(_, NPC, _, _) },

	/*
	 * B3.17 Coprocessors 14 and 15.  The domains are those of the probed
	 * code.  What is not named may take away the text, the stack, the
	 * vectors, or where the CPU finds its own data.
	 */
	/* MRC, domains		cccc 1110 0001 0011 .... 1111 0001 0000 */
	{ 0x0fff0fff, 0x0e130f10, SB, REGS(_, NPC, _, _),
	  .simulate = kprobe_simulate_mrc_dacr },
	/* MCR, domains		cccc 1110 0000 0011 .... 1111 0001 0000 */
	{ 0x0fff0fff, 0x0e030f10, SB, REGS(_, NPC, _, _),
	  .simulate = kprobe_simulate_mcr_dacr },
	/* MRC APSR		cccc 1110 ...1 .... 1111 111. ...1 .... */
	{ 0x0f10fe10, 0x0e10fe10, BT },
	/* MRC			cccc 1110 ...1 .... .... 111. ...1 .... */
	{ 0x0f100e10, 0x0e100e10, BQ, REGS(_, NPC, _, _) },
	/* MCR, caches, barriers	cccc 1110 ...0 0111 .... 1111 ...1 .... */
	{ 0x0f1f0f10, 0x0e070f10, BQ, REGS(_, NPC, _, _) },
	/* MCR, TLB		cccc 1110 ...0 1000 .... 1111 ...1 .... */
	{ 0x0f1f0f10, 0x0e080f10, BQ, REGS(_, NPC, _, _) },
	/* MCR, counters	cccc 1110 ...0 1001 .... 1111 ...1 .... */
	{ 0x0f1f0f10, 0x0e090f10, BQ, REGS(_, NPC, _, _) },
	/* MCR, GIC		cccc 1110 ...0 1100 .... 1111 ...1 1... */
	{ 0x0f1f0f18, 0x0e0c0f18, BQ, REGS(_, NPC, _, _) },
	/* MCR CONTEXTIDR	cccc 1110 0000 1101 .... 1111 0011 0000 */
	{ 0x0fff0fff, 0x0e0d0f30, BQ, REGS(_, NPC, _, _) },
	/* MCR TPIDRURW		cccc 1110 0000 1101 .... 1111 0101 0000 */
	{ 0x0fff0fff, 0x0e0d0f50, BQ, REGS(_, NPC, _, _) },
	/* MCR, timers		cccc 1110 ...0 1110 .... 1111 ...1 .... */
	{ 0x0f1f0f10, 0x0e0e0f10, BQ, REGS(_, NPC, _, _) },
	/* MRRC			cccc 1100 0101 .... .... 1111 .... .... */
	{ 0x0ff00f00, 0x0c500f00, BQ, REGS(NPC, NPC, _, _) },
	/* MCRR, GIC, timers	cccc 1100 0100 .... .... 1111 .... 11.0 */
	{ 0x0ff00f0d, 0x0c400f0c, BQ, REGS(NPC, NPC, _, _) },
	/* SVC, and others	cccc 11.. .... .... .... .... .... .... */
	{ 0x0c000000, 0x0c000000, NO },
};

const unsigned int kprobe_nr_rows = ARRAY_SIZE(kprobe_rows);

/**
 * kprobe_code() - Read an instruction
 * @code: where it stands
 *
 * Context: Any.
 * Return: the instruction, as <asm/opcodes.h> counts its bits.
 */
u32 kprobe_code(const void *code)
{
	return __mem_to_opcode_arm(*(const u32 *)code);
}

/**
 * kprobe_is_exclusive_load() - Does an exclusive sequence begin here?
 * @insn: an instruction
 *
 * Context: Any.
 * Return: true for LDREX and LDAEX of all sizes.
 */
bool kprobe_is_exclusive_load(u32 insn)
{
	return insn >> 28 != 0xf && (insn & 0x0f9002f0) == 0x01900290;
}

/**
 * kprobe_is_exclusive_store() - Does an exclusive sequence end here?
 * @insn: an instruction
 *
 * Context: Any.
 * Return: true for STREX and STLEX of all sizes.
 */
bool kprobe_is_exclusive_store(u32 insn)
{
	return insn >> 28 != 0xf && (insn & 0x0f9002f0) == 0x01800290;
}

static unsigned int rn(u32 insn)
{
	return insn >> 16 & 0xf;
}

static unsigned int rd(u32 insn)
{
	return insn >> 12 & 0xf;
}

static unsigned int rm(u32 insn)
{
	return insn & 0xf;
}

/* An immediate of A5.2.4: eight bits, turned right by twice four others */
static u32 immediate(u32 insn)
{
	return ror32(insn & 0xff, insn >> 7 & 0x1e);
}

static bool is_pair(const struct row *row)
{
	return row->kind == PAIR || row->kind == PAIR_INDEX;
}

static bool is_index(const struct row *row)
{
	return row->kind == INDEX || row->kind == PAIR_INDEX;
}

static bool is_load(const struct row *row, u32 insn)
{
	return is_pair(row) ? !(insn & BIT(5)) : insn & BIT(20);
}

/*
 * How far below the stack pointer is what is accessed?  An index may lead
 * anywhere; a load that goes there has nothing to find.
 */
static unsigned int below_sp(const struct row *row, u32 insn)
{
	bool add = insn & BIT(23), before = insn & BIT(24);

	switch (row->kind) {
	case INDEX:
	case PAIR_INDEX:
		/* A post-index is not part of the address. */
		return before && !is_load(row, insn) ? STACK_HOLE + 1 : 0;
	case IMM12:
		return before && !add ? insn & 0xfff : 0;
	case IMM44:
	case PAIR:
		return before && !add ? (insn >> 4 & 0xf0) | rm(insn) : 0;
	case VECTOR:
		return before && !add ? (insn & 0xff) * 4 : 0;
	case LIST:
		return add ? 0 : hweight16(insn) * 4;
	default:
		return 0;
	}
}

unsigned int kprobe_uses(const struct row *row, u32 insn)
{
	unsigned int uses = kprobe_uses_fields(row, insn);

	if (is_pair(row) && rd(insn) == 12)
		uses |= NO_COPY;
	if (below_sp(row, insn) > STACK_HOLE &&
	    (rn(insn) == 13 || (is_index(row) && rm(insn) == 13)))
		uses |= NO_COPY;
	/* BX PC: the kernel takes the program counter for 4 less than it is. */
	if (row->simulate == kprobe_simulate_bx_reg && rm(insn) == 15)
		uses |= OURS;
	return uses;
}

u32 kprobe_registers(const struct row *row, u32 insn)
{
	u32 used = BIT(rn(insn)) | BIT(rd(insn)) | BIT(insn >> 8 & 0xf) |
		   BIT(rm(insn));

	if (row->kind == LIST)
		used = BIT(rn(insn)) | (insn & 0xffff);
	else if (is_pair(row))
		used |= BIT(rd(insn) | 1);
	return used;
}

bool kprobe_substitute(const struct row *row, u32 *insn, unsigned int from,
		       unsigned int to)
{
	kprobe_substitute_fields(row, insn, from, to);
	return true;
}

/* Base, lowest address and update of LDM and STM */
static void decode_list(u32 insn, struct arch_kprobe_boost *b)
{
	bool add = insn & BIT(23), before = insn & BIT(24);
	int size = hweight16(insn) * 4;

	b->list = insn;
	b->reg = rn(insn);
	b->disp = (add ? 0 : -size) + (before == add ? 4 : 0);
	if (insn & BIT(21))
		b->update = add ? size : -size;
}

void kprobe_decode_simulation(const struct row *row, u32 insn,
			      struct arch_kprobe_boost *b)
{
	if (row->kind == LIST) {
		decode_list(insn, b);
	} else if (row->simulate == kprobe_simulate_b ||
		   row->simulate == kprobe_simulate_bl) {
		b->disp = sign_extend32(insn, 23) * 4;
		/* A conditional branch is so frequent that it looks for itself. */
		if (row->simulate == kprobe_simulate_b &&
		    b->cond != KPROBE_COND_AL) {
			b->simulate = kprobe_simulate_bcond;
			b->arg = b->cond;
			b->cond = KPROBE_COND_AL;
		}
	} else if (row->simulate == kprobe_simulate_blx) {
		b->disp = sign_extend32(insn, 23) * 4 + (insn >> 23 & 2);
	} else if (row->simulate == kprobe_simulate_bx_reg ||
		   row->simulate == kprobe_simulate_blx_reg) {
		b->reg = rm(insn);
	} else if (row->simulate == kprobe_simulate_ldr) {
		b->reg = rd(insn);
		b->disp = insn & BIT(23) ? insn & 0xfff : -(insn & 0xfff);
		b->flags |= KPROBE_ARM_LITERAL;
	} else if (row->simulate == kprobe_simulate_adr) {
		b->reg = rd(insn);
		b->disp = insn & BIT(23) ? immediate(insn) : -immediate(insn);
		/* With the program counter as destination it is a branch. */
		if (b->reg == 15)
			b->simulate = kprobe_simulate_b;
	} else if (row->simulate == kprobe_simulate_msr) {
		b->reg = rm(insn);
		b->arg = rn(insn);
	} else if (row->simulate == kprobe_simulate_msr_imm) {
		b->disp = immediate(insn);
		b->arg = rn(insn);
	} else if (row->simulate == kprobe_simulate_cps) {
		/* A, I and F stand where they are in the status register. */
		b->disp = insn & (PSR_A_BIT | PSR_I_BIT | PSR_F_BIT);
		b->arg = !!(insn & BIT(18));
	} else {
		b->reg = rd(insn);
	}
}
