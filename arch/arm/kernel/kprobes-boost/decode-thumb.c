// SPDX-License-Identifier: GPL-2.0
/*
 * The table of the Thumb instruction set; see decode.h for its grammar.
 *
 * Instructions of 16 bits stand in the lower half of a word, those of 32 bits with
 * their first half in the upper one (<asm/opcodes.h>).  The former name neither the
 * stack pointer nor the program counter, but in places that a kind is for.
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/kernel.h>

#include <asm/opcodes.h>

#include "boost.h"
#include "decode.h"

/* This set's own kinds */
enum {
	HIGH = EXTRA,		/* registers in bits 7 and 2-0, and in 6-3 */
	HIGH_DST,		/* likewise, the first is only written */
	STACK,			/* 16 bits, based on the stack pointer */
	TWICE,			/* what is in bits 3-0 stands in bits 19-16, too */
};

const struct row kprobe_rows[] = {
	/* A6.2.1 Shift, add, subtract, move, compare */
	/* LSL, ADD, CMP ...	00.. .... .... .... */
	{ 0xffffc000, 0x00000000, BT },

	/* A6.2.2 Data processing */
	/* AND, EOR, MUL ...	0100 00.. .... .... */
	{ 0xfffffc00, 0x00004000, BT },

	/* A6.2.3 Special data, branch and exchange */
	/* ADD PC, PC		0100 0100 1111 1111 */
	{ 0xffffffff, 0x000044ff, NO },
	/* ADD			0100 0100 .... .... */
	{ 0xffffff00, 0x00004400, BQ, REGS(_, _, ANY, ANY), HIGH },
	/* CMP			0100 0101 .... .... */
	{ 0xffffff00, 0x00004500, BT, REGS(_, _, NPC, NPC), HIGH },
	/* MOV			0100 0110 .... .... */
	{ 0xffffff00, 0x00004600, BQ, REGS(_, _, DST, ANY), HIGH_DST },
	/* BX PC		0100 0111 0111 1000 */
	{ 0xffffffff, 0x00004778, S, .simulate = kprobe_simulate_bx_reg },
	/* BX			0100 0111 0... .000 */
	{ 0xffffff87, 0x00004700, SB, .simulate = kprobe_simulate_bx_reg },
	/* BLX PC		0100 0111 1111 1... */
	{ 0xfffffff8, 0x000047f8, NO },
	/* BLX			0100 0111 1... .000 */
	{ 0xffffff87, 0x00004780, S, .simulate = kprobe_simulate_blx_reg },

	/* A6.2.4 Load and store single; A6.2, the rest of it */
	/* LDR, literal		0100 1... .... .... */
	{ 0xfffff800, 0x00004800, S, .simulate = kprobe_simulate_ldr },
	/* STR, LDRH ... [n, m]	0101 .... .... .... */
	{ 0xfffff000, 0x00005000, BQ },
	/* STR, LDRB ... [n, #]	011. .... .... .... */
	{ 0xffffe000, 0x00006000, BQ },
	/* STRH, LDRH [n, #]	1000 .... .... .... */
	{ 0xfffff000, 0x00008000, BQ },
	/* STR, LDR [SP, #]	1001 .... .... .... */
	{ 0xfffff000, 0x00009000, BQ, .kind = STACK },
	/* ADR			1010 0... .... .... */
	{ 0xfffff800, 0x0000a000, S, .simulate = kprobe_simulate_adr },
	/* ADD d, SP		1010 1... .... .... */
	{ 0xfffff800, 0x0000a800, BQ, .kind = STACK },

	/* A6.2.5 Miscellaneous */
	/* ADD, SUB SP		1011 0000 .... .... */
	{ 0xffffff00, 0x0000b000, BQ, .kind = STACK },
	/* CBZ			1011 00.1 .... .... */
	{ 0xfffffd00, 0x0000b100, S, .simulate = kprobe_simulate_cbz },
	/* CBNZ			1011 10.1 .... .... */
	{ 0xfffffd00, 0x0000b900, S, .simulate = kprobe_simulate_cbnz },
	/* SXTH, UXTB ...	1011 0010 .... .... */
	{ 0xffffff00, 0x0000b200, BQ },
	/* PUSH			1011 010. .... .... */
	{ 0xfffffe00, 0x0000b400, BQ, .kind = STACK },
	/* CPSIE, CPSID		1011 0110 011. 0... */
	{ 0xffffffe8, 0x0000b660, SB, .simulate = kprobe_simulate_cps },
	/* ???			1011 1010 10.. .... */
	{ 0xffffffc0, 0x0000ba80, NO },
	/* REV, REV16, REVSH	1011 1010 .... .... */
	{ 0xffffff00, 0x0000ba00, BQ },
	/* POP {.., PC}		1011 1101 .... .... */
	{ 0xffffff00, 0x0000bd00, SB, .kind = STACK,
	  .simulate = kprobe_simulate_ldm },
	/* POP			1011 1100 .... .... */
	{ 0xffffff00, 0x0000bc00, BQ, .kind = STACK },
	/* BKPT			1011 1110 .... .... */
	{ 0xffffff00, 0x0000be00, NO },
	/* NOP, YIELD, WFE, WFI	1011 1111 00.. 0000 */
	{ 0xffffffcf, 0x0000bf00, SB, .simulate = kprobe_simulate_nop },
	/* SEV, SEVL		1011 1111 010. 0000 */
	{ 0xffffffef, 0x0000bf40, BQ },
	/* Other hints		1011 1111 .... 0000 */
	{ 0xffffff0f, 0x0000bf00, NO },
	/* IT			1011 1111 .... .... */
	{ 0xffffff00, 0x0000bf00, S, .simulate = kprobe_simulate_it },

	/* A6.2.6 and before: multiples, branches */
	/* STM			1100 0... .... .... */
	{ 0xfffff800, 0x0000c000, BQ },
	/* LDM			1100 1... .... .... */
	{ 0xfffff800, 0x0000c800, BQ },
	/* UDF, SVC		1101 111. .... .... */
	{ 0xfffffe00, 0x0000de00, NO },
	/* B, condition		1101 .... .... .... */
	{ 0xfffff000, 0x0000d000, S, .simulate = kprobe_simulate_bcond },
	/* B			1110 0... .... .... */
	{ 0xfffff800, 0x0000e000, S, .simulate = kprobe_simulate_b },

	/* A6.3.5 Load and store multiple */
	/* [PC]			1110 100. .0.. 1111 .... .... .... .... */
	{ 0xfe4f0000, 0xe80f0000, NO },
	/* SRS, RFE		1110 1000 00.. .... .... .... .... .... */
	{ 0xffc00000, 0xe8000000, NO },
	/* SRS, RFE		1110 1001 10.. .... .... .... .... .... */
	{ 0xffc00000, 0xe9800000, NO },
	/* {.., SP, ..}		1110 100. .0.. .... ..1. .... .... .... */
	{ 0xfe402000, 0xe8002000, NO },
	/* STM {.., PC}		1110 100. .0.0 .... 1... .... .... .... */
	{ 0xfe508000, 0xe8008000, NO },
	/* LDM {.., LR, PC}	1110 100. .0.1 .... 11.. .... .... .... */
	{ 0xfe50c000, 0xe810c000, NO },
	/* LDM {.., PC}		1110 100. .0.1 .... 1... .... .... .... */
	{ 0xfe508000, 0xe8108000, SB, .kind = LIST, .simulate = kprobe_simulate_ldm },
	/* LDM, STM		1110 100. .0.. .... .... .... .... .... */
	{ 0xfe400000, 0xe8000000, BQ, REGS(NPC, _, _, _), LIST },

	/* A6.3.6 Load and store dual, exclusive, table branch */
	/* TBB			1110 1000 1101 .... 1111 0000 0000 .... */
	{ 0xfff0fff0, 0xe8d0f000, S, REGS(OPT, _, _, NSP), .simulate = kprobe_simulate_tbb },
	/* TBH			1110 1000 1101 .... 1111 0000 0001 .... */
	{ 0xfff0fff0, 0xe8d0f010, S, REGS(OPT, _, _, NSP), .simulate = kprobe_simulate_tbh },
	/* Exclusives		1110 1000 .10. .... .... .... .... .... */
	{ 0xff600000, 0xe8400000, NO },
	/* LDRD, literal	1110 1001 .101 1111 .... .... .... .... */
	{ 0xff7f0000, 0xe95f0000, TQ, REGS(ANY, NSP, NSP, _), DUAL },
	/* LDRD, STRD		1110 100. .1.. .... .... .... .... .... */
	{ 0xfe400000, 0xe8400000, BQ, REGS(NPC, NSP, NSP, _), DUAL },

	/* A6.3.11 Data processing, shifted register */
	/* TST, TEQ		1110 1010 .001 .... 0... 1111 .... .... */
	{ 0xff708f00, 0xea100f00, BT, REGS(NSP, _, _, NSP) },
	/* CMN			1110 1011 0001 .... 0... 1111 .... .... */
	{ 0xfff08f00, 0xeb100f00, BT, REGS(NPC, _, _, NSP) },
	/* CMP			1110 1011 1011 .... 0... 1111 .... .... */
	{ 0xfff08f00, 0xebb00f00, BT, REGS(NPC, _, _, NSP) },
	/* MOV, shifts, MVN	1110 1010 01.. 1111 0... .... .... .... */
	{ 0xffcf8000, 0xea4f0000, BT, REGS(_, _, NSP, NSP) },
	/* ???			1110 1010 1.1. .... .... .... .... .... */
	{ 0xffa00000, 0xeaa00000, NO },
	/* ???			1110 1011 001. .... .... .... .... .... */
	{ 0xffe00000, 0xeb200000, NO },
	/* ???			1110 1011 100. .... .... .... .... .... */
	{ 0xffe00000, 0xeb800000, NO },
	/* ???			1110 1011 111. .... .... .... .... .... */
	{ 0xffe00000, 0xebe00000, NO },
	/* ADD, SUB SP, SP, m	1110 1011 .0.. 1101 0000 1101 ..00 .... */
	{ 0xff4fff30, 0xeb0d0d00, BT, REGS(ANY, _, NPC, NSP) },
	/* ADD, SUB SP, shifted	1110 1011 .0.. 1101 .... 1101 .... .... */
	{ 0xff4f0f00, 0xeb0d0d00, NO },
	/* ADD, SUB d, SP, m	1110 1011 .0.. 1101 0... .... .... .... */
	{ 0xff4f8000, 0xeb0d0000, BT, REGS(ANY, _, NSP, NSP) },
	/* AND, ADD, PKH ...	1110 101. .... .... 0... .... .... .... */
	{ 0xfe008000, 0xea000000, BT, REGS(NSP, _, NSP, NSP) },

	/* A6.3.1 Data processing, modified immediate */
	/* TST, TEQ		1111 0.00 .001 .... 0... 1111 .... .... */
	{ 0xfb708f00, 0xf0100f00, BT, REGS(NSP, _, _, _) },
	/* CMN			1111 0.01 0001 .... 0... 1111 .... .... */
	{ 0xfbf08f00, 0xf1100f00, BT, REGS(NPC, _, _, _) },
	/* CMP			1111 0.01 1011 .... 0... 1111 .... .... */
	{ 0xfbf08f00, 0xf1b00f00, BT, REGS(NPC, _, _, _) },
	/* MOV, MVN		1111 0.00 01.. 1111 0... .... .... .... */
	{ 0xfbcf8000, 0xf04f0000, BT, REGS(_, _, NSP, _) },
	/* ???			1111 0.00 101. .... 0... .... .... .... */
	{ 0xfbe08000, 0xf0a00000, NO },
	/* ???			1111 0.00 11.. .... 0... .... .... .... */
	{ 0xfbc08000, 0xf0c00000, NO },
	/* ???			1111 0.01 001. .... 0... .... .... .... */
	{ 0xfbe08000, 0xf1200000, NO },
	/* ???			1111 0.01 100. .... 0... .... .... .... */
	{ 0xfbe08000, 0xf1800000, NO },
	/* ???			1111 0.01 111. .... 0... .... .... .... */
	{ 0xfbe08000, 0xf1e00000, NO },
	/* ADD, SUB d, SP	1111 0.01 .0.. 1101 0... .... .... .... */
	{ 0xfb4f8000, 0xf10d0000, BT, REGS(ANY, _, NPC, _) },
	/* AND, ADD, SBC ...	1111 0.0. .... .... 0... .... .... .... */
	{ 0xfa008000, 0xf0000000, BT, REGS(NSP, _, NSP, _) },

	/* A6.3.3 Data processing, plain binary immediate */
	/* ADR			1111 0.10 0000 1111 0... .... .... .... */
	{ 0xfbff8000, 0xf20f0000, S, REGS(_, _, NSP, _), .simulate = kprobe_simulate_adr },
	/* ADR			1111 0.10 1010 1111 0... .... .... .... */
	{ 0xfbff8000, 0xf2af0000, S, REGS(_, _, NSP, _), .simulate = kprobe_simulate_adr },
	/* ADDW d, SP		1111 0.10 0000 1101 0... .... .... .... */
	{ 0xfbff8000, 0xf20d0000, BQ, REGS(ANY, _, NPC, _) },
	/* SUBW d, SP		1111 0.10 1010 1101 0... .... .... .... */
	{ 0xfbff8000, 0xf2ad0000, BQ, REGS(ANY, _, NPC, _) },
	/* ADDW			1111 0.10 0000 .... 0... .... .... .... */
	{ 0xfbf08000, 0xf2000000, BQ, REGS(NSP, _, NSP, _) },
	/* SUBW			1111 0.10 1010 .... 0... .... .... .... */
	{ 0xfbf08000, 0xf2a00000, BQ, REGS(NSP, _, NSP, _) },
	/* MOVW, MOVT		1111 0.10 .100 .... 0... .... .... .... */
	{ 0xfb708000, 0xf2400000, BQ, REGS(_, _, NSP, _) },
	/* SSAT, USAT16 ...	1111 0011 .0.0 .... 0... .... ..0. .... */
	{ 0xff508020, 0xf3000000, BT, REGS(NSP, _, NSP, _) },
	/* SBFX, UBFX		1111 0011 .100 .... 0... .... ..0. .... */
	{ 0xff708020, 0xf3400000, BQ, REGS(NSP, _, NSP, _) },
	/* BFC, BFI		1111 0011 0110 .... 0... .... ..0. .... */
	{ 0xfff08020, 0xf3600000, BQ, REGS(OPT, _, NSP, _) },

	/* A6.3.4 Branches and miscellaneous control */
	/* NOP, YIELD, WFE, WFI	1111 0011 1010 1111 1000 0000 0000 00.. */
	{ 0xfffffffc, 0xf3af8000, SB, .simulate = kprobe_simulate_nop },
	/* SEV, SEVL		1111 0011 1010 1111 1000 0000 0000 010. */
	{ 0xfffffffe, 0xf3af8004, BQ },
	/* CSDB			1111 0011 1010 1111 1000 0000 0001 0100 */
	{ 0xffffffff, 0xf3af8014, BQ },
	/* DBG			1111 0011 1010 1111 1000 0000 1111 .... */
	{ 0xfffffff0, 0xf3af80f0, BQ },
	/* CPSIE, CPSID		1111 0011 1010 1111 1000 01.0 ...0 0000 */
	{ 0xfffffd1f, 0xf3af8400, SB, .simulate = kprobe_simulate_cps },
	/* MRS			1111 0011 1110 1111 1000 .... 0000 0000 */
	{ 0xfffff0ff, 0xf3ef8000, SB, REGS(_, _, NSP, _), .simulate = kprobe_simulate_mrs },
	/* MSR			1111 0011 1000 .... 1000 .... 0000 0000 */
	{ 0xfff0f0ff, 0xf3808000, SB, REGS(NSP, _, _, _), .simulate = kprobe_simulate_msr },
	/* CLREX		1111 0011 1011 1111 1000 1111 0010 1111 */
	{ 0xffffffff, 0xf3bf8f2f, BQ },
	/* DSB, DMB		1111 0011 1011 1111 1000 1111 010. .... */
	{ 0xffffffe0, 0xf3bf8f40, BQ },
	/* ISB			1111 0011 1011 1111 1000 1111 0110 .... */
	{ 0xfffffff0, 0xf3bf8f60, BQ },
	/* SB			1111 0011 1011 1111 1000 1111 0111 0000 */
	{ 0xffffffff, 0xf3bf8f70, BQ },
	/*
	 * BXJ, HVC, SMC, SUBS PC, SPSR, other modes' registers
	 *			1111 0.11 1... .... 10.0 .... .... ....
	 */
	{ 0xfb80d000, 0xf3808000, NO },
	/* B, condition		1111 0... .... .... 10.0 .... .... .... */
	{ 0xf800d000, 0xf0008000, S, .simulate = kprobe_simulate_bcond },
	/* BLX			1111 0... .... .... 11.0 .... .... ...0 */
	{ 0xf800d001, 0xf000c000, S, .simulate = kprobe_simulate_blx },
	/* B			1111 0... .... .... 10.1 .... .... .... */
	{ 0xf800d000, 0xf0009000, S, .simulate = kprobe_simulate_b },
	/* BL			1111 0... .... .... 11.1 .... .... .... */
	{ 0xf800d000, 0xf000d000, S, .simulate = kprobe_simulate_bl },

	/* A7.7 SIMD structures	1111 1001 ...0 .... .... .... .... .... */
	{ 0xff100000, 0xf9000000, BQ, REGS(NPC, _, _, _) },

	/* A6.3.8, A6.3.9 Memory hints */
	/* PLD, PLI, literal	1111 100. .001 1111 1111 .... .... .... */
	{ 0xfe7ff000, 0xf81ff000, SB, .simulate = kprobe_simulate_nop },
	/* PLD, PLDW [n, #]	1111 1000 10.1 .... 1111 .... .... .... */
	{ 0xffd0f000, 0xf890f000, SB, .simulate = kprobe_simulate_nop },
	/* PLI [n, #]		1111 1001 1001 .... 1111 .... .... .... */
	{ 0xfff0f000, 0xf990f000, SB, .simulate = kprobe_simulate_nop },
	/* PLD, PLDW [n, -#]	1111 1000 00.1 .... 1111 1100 .... .... */
	{ 0xffd0ff00, 0xf810fc00, SB, .simulate = kprobe_simulate_nop },
	/* PLI [n, -#]		1111 1001 0001 .... 1111 1100 .... .... */
	{ 0xfff0ff00, 0xf910fc00, SB, .simulate = kprobe_simulate_nop },
	/* PLD, PLDW [n, m]	1111 1000 00.1 .... 1111 0000 00.. .... */
	{ 0xffd0ffc0, 0xf810f000, SB, REGS(_, _, _, NSP), .simulate = kprobe_simulate_nop },
	/* PLI [n, m]		1111 1001 0001 .... 1111 0000 00.. .... */
	{ 0xfff0ffc0, 0xf910f000, SB, REGS(_, _, _, NSP), .simulate = kprobe_simulate_nop },
	/* Others, LDRT PC	1111 100. .0.1 .... 1111 .... .... .... */
	{ 0xfe50f000, 0xf810f000, NO },

	/* A6.3.7 to A6.3.10 Load and store single */
	/* ???			1111 100. .11. .... .... .... .... .... */
	{ 0xfe600000, 0xf8600000, NO },
	/* ???			1111 1001 .10. .... .... .... .... .... */
	{ 0xff600000, 0xf9400000, NO },
	/* STR [PC]		1111 1000 ...0 1111 .... .... .... .... */
	{ 0xff1f0000, 0xf80f0000, NO },
	/* STR PC		1111 1000 ...0 .... 1111 .... .... .... */
	{ 0xff10f000, 0xf800f000, NO },
	/* LDR PC, literal	1111 1000 .101 1111 1111 .... .... .... */
	{ 0xff7ff000, 0xf85ff000, TQ, REGS(ANY, DST, _, _), IMM12 },
	/* LDR, literal		1111 1000 .101 1111 .... .... .... .... */
	{ 0xff7f0000, 0xf85f0000, S, .simulate = kprobe_simulate_ldr },
	/* LDRB ..., literal	1111 100. .0.1 1111 .... .... .... .... */
	{ 0xfe5f0000, 0xf81f0000, TQ, REGS(ANY, NSP, _, _), IMM12 },
	/* Unprivileged		1111 100. 0... .... .... 1110 .... .... */
	{ 0xfe800f00, 0xf8000e00, NO },
	/* ???			1111 100. 0... .... .... 10.0 .... .... */
	{ 0xfe800d00, 0xf8000800, NO },
	/* STR, LDR [n, -#] ...	1111 1000 010. .... .... 1... .... .... */
	{ 0xffe00800, 0xf8400800, BQ, REGS(NPC, DST, _, _), IMM8 },
	/* STRB, LDRSH ...	1111 100. 00.. .... .... 1... .... .... */
	{ 0xfec00800, 0xf8000800, BQ, REGS(NPC, NSP, _, _), IMM8 },
	/* STR, LDR [n, #]	1111 1000 110. .... .... .... .... .... */
	{ 0xffe00000, 0xf8c00000, BQ, REGS(NPC, DST, _, _) },
	/* STRB, LDRSH ...	1111 100. 10.. .... .... .... .... .... */
	{ 0xfec00000, 0xf8800000, BQ, REGS(NPC, NSP, _, _) },
	/* STR, LDR [n, m]	1111 1000 010. .... .... 0000 00.. .... */
	{ 0xffe00fc0, 0xf8400000, BQ, REGS(NPC, DST, _, NSP), INDEX },
	/* STRB, LDRSH ...	1111 100. 00.. .... .... 0000 00.. .... */
	{ 0xfec00fc0, 0xf8000000, BQ, REGS(NPC, NSP, _, NSP), INDEX },
	/* ???			1111 100. .... .... .... .... .... .... */
	{ 0xfe000000, 0xf8000000, NO },

	/* A6.3.12 to A6.3.15 Data processing, register */
	/* LSL, LSR, ASR, ROR	1111 1010 0... .... 1111 .... 0000 .... */
	{ 0xff80f0f0, 0xfa00f000, BT, REGS(NSP, _, NSP, NSP) },
	/* ???			1111 1010 011. .... 1111 .... 1... .... */
	{ 0xffe0f080, 0xfa60f080, NO },
	/* SXTAH, UXTB ...	1111 1010 0... .... 1111 .... 10.. .... */
	{ 0xff80f0c0, 0xfa00f080, BQ, REGS(OPT, _, NSP, NSP) },
	/* ???			1111 1010 1.11 .... 1111 .... 0... .... */
	{ 0xffb0f080, 0xfab0f000, NO },
	/* ???			1111 1010 1... .... 1111 .... 0.11 .... */
	{ 0xff80f0b0, 0xfa80f030, NO },
	/* SADD16 and so on	1111 1010 1... .... 1111 .... 0... .... */
	{ 0xff80f080, 0xfa80f000, BT, REGS(NSP, _, NSP, NSP) },
	/* QADD, QSUB and so on	1111 1010 1000 .... 1111 .... 10.. .... */
	{ 0xfff0f0c0, 0xfa80f080, BT, REGS(NSP, _, NSP, NSP) },
	/* REV, RBIT, REVSH ...	1111 1010 1001 .... 1111 .... 10.. .... */
	{ 0xfff0f0c0, 0xfa90f080, BQ, REGS(NSP, _, NSP, NSP), TWICE },
	/* SEL			1111 1010 1010 .... 1111 .... 1000 .... */
	{ 0xfff0f0f0, 0xfaa0f080, BT, REGS(NSP, _, NSP, NSP) },
	/* CLZ			1111 1010 1011 .... 1111 .... 1000 .... */
	{ 0xfff0f0f0, 0xfab0f080, BQ, REGS(NSP, _, NSP, NSP), TWICE },

	/* A6.3.16 Multiply, multiply accumulate, absolute difference */
	/* MUL, MLA		1111 1011 0000 .... .... .... 0000 .... */
	{ 0xfff000f0, 0xfb000000, BQ, REGS(NSP, OPT, NSP, NSP) },
	/* MLS			1111 1011 0000 .... .... .... 0001 .... */
	{ 0xfff000f0, 0xfb000010, BQ, REGS(NSP, NSP, NSP, NSP) },
	/* SMULxy, SMLAxy	1111 1011 0001 .... .... .... 00.. .... */
	{ 0xfff000c0, 0xfb100000, BT, REGS(NSP, OPT, NSP, NSP) },
	/* SMUAD, SMLAWy	1111 1011 001. .... .... .... 000. .... */
	{ 0xffe000e0, 0xfb200000, BT, REGS(NSP, OPT, NSP, NSP) },
	/* SMUSD, SMMLA		1111 1011 010. .... .... .... 000. .... */
	{ 0xffe000e0, 0xfb400000, BT, REGS(NSP, OPT, NSP, NSP) },
	/* SMMLS		1111 1011 0110 .... .... .... 000. .... */
	{ 0xfff000e0, 0xfb600000, BT, REGS(NSP, NSP, NSP, NSP) },
	/* USAD8, USADA8	1111 1011 0111 .... .... .... 0000 .... */
	{ 0xfff000f0, 0xfb700000, BQ, REGS(NSP, OPT, NSP, NSP) },

	/* A6.3.17 Long multiply, divide */
	/* SMULL, UMLAL ...	1111 1011 1..0 .... .... .... 0000 .... */
	{ 0xff9000f0, 0xfb800000, BQ, REGS(NSP, NSP, NSP, NSP) },
	/* SDIV, UDIV		1111 1011 10.1 .... 1111 .... 1111 .... */
	{ 0xffd0f0f0, 0xfb90f0f0, BQ, REGS(NSP, _, NSP, NSP) },
	/* SMLALxy		1111 1011 1100 .... .... .... 10.. .... */
	{ 0xfff000c0, 0xfbc00080, BQ, REGS(NSP, NSP, NSP, NSP) },
	/* SMLALD, SMLSLD	1111 1011 110. .... .... .... 110. .... */
	{ 0xffe000e0, 0xfbc000c0, BQ, REGS(NSP, NSP, NSP, NSP) },
	/* UMAAL		1111 1011 1110 .... .... .... 0110 .... */
	{ 0xfff000f0, 0xfbe00060, BQ, REGS(NSP, NSP, NSP, NSP) },

	/* A7 Floating point and SIMD */
	/* VADD and so on	111. 1111 .... .... .... .... .... .... */
	{ 0xef000000, 0xef000000, BQ },
	/* VMOV of 64 bits	1110 1100 010. .... .... 101. 00.1 .... */
	{ 0xffe00ed0, 0xec400a10, BQ, REGS(NPC, NPC, _, _) },
	/* VLDR, literal	1110 1101 ..01 1111 .... 101. .... .... */
	{ 0xff3f0e00, 0xed1f0a00, NO },
	/* VSTR, VLDR		1110 1101 ..0. .... .... 101. .... .... */
	{ 0xff200e00, 0xed000a00, BQ, REGS(NPC, _, _, _), VECTOR },
	/* VSTMIA, VLDMIA	1110 1100 1... .... .... 101. .... .... */
	{ 0xff800e00, 0xec800a00, BQ, REGS(NPC, _, _, _), VECTOR },
	/* VSTMDB, VLDMDB	1110 1101 0.1. .... .... 101. .... .... */
	{ 0xffa00e00, 0xed200a00, BQ, REGS(NPC, _, _, _), VECTOR },
	/* VADD and so on	1110 1110 .... .... .... 101. ...0 .... */
	{ 0xff000e10, 0xee000a00, BT },
	/* VMRS APSR, FPSCR	1110 1110 1111 0001 1111 1010 0001 0000 */
	{ 0xffffffff, 0xeef1fa10, BT },
	/* VMSR, VMRS, VMOV ...	1110 1110 .... .... .... 101. ...1 .... */
	{ 0xff000e10, 0xee000a10, BQ, REGS(_, NPC, _, _) },

	/*
	 * B3.17 Coprocessors 14 and 15.  The domains are those of the probed
	 * code.  What is not named may take away the text, the stack, the
	 * vectors, or where the CPU finds its own data.
	 */
	/* MRC, domains		1110 1110 0001 0011 .... 1111 0001 0000 */
	{ 0xffff0fff, 0xee130f10, SB, REGS(_, NSP, _, _),
	  .simulate = kprobe_simulate_mrc_dacr },
	/* MCR, domains		1110 1110 0000 0011 .... 1111 0001 0000 */
	{ 0xffff0fff, 0xee030f10, SB, REGS(_, NSP, _, _),
	  .simulate = kprobe_simulate_mcr_dacr },
	/* MRC APSR		1110 1110 ...1 .... 1111 111. ...1 .... */
	{ 0xff10fe10, 0xee10fe10, BT },
	/* MRC			1110 1110 ...1 .... .... 111. ...1 .... */
	{ 0xff100e10, 0xee100e10, BQ, REGS(_, NSP, _, _) },
	/* MCR, caches, barriers	1110 1110 ...0 0111 .... 1111 ...1 .... */
	{ 0xff1f0f10, 0xee070f10, BQ, REGS(_, NSP, _, _) },
	/* MCR, TLB		1110 1110 ...0 1000 .... 1111 ...1 .... */
	{ 0xff1f0f10, 0xee080f10, BQ, REGS(_, NSP, _, _) },
	/* MCR, counters	1110 1110 ...0 1001 .... 1111 ...1 .... */
	{ 0xff1f0f10, 0xee090f10, BQ, REGS(_, NSP, _, _) },
	/* MCR, GIC		1110 1110 ...0 1100 .... 1111 ...1 1... */
	{ 0xff1f0f18, 0xee0c0f18, BQ, REGS(_, NSP, _, _) },
	/* MCR CONTEXTIDR	1110 1110 0000 1101 .... 1111 0011 0000 */
	{ 0xffff0fff, 0xee0d0f30, BQ, REGS(_, NSP, _, _) },
	/* MCR TPIDRURW		1110 1110 0000 1101 .... 1111 0101 0000 */
	{ 0xffff0fff, 0xee0d0f50, BQ, REGS(_, NSP, _, _) },
	/* MCR, timers		1110 1110 ...0 1110 .... 1111 ...1 .... */
	{ 0xff1f0f10, 0xee0e0f10, BQ, REGS(_, NSP, _, _) },
	/* MRRC			1110 1100 0101 .... .... 1111 .... .... */
	{ 0xfff00f00, 0xec500f00, BQ, REGS(NSP, NSP, _, _) },
	/* MCRR, GIC, timers	1110 1100 0100 .... .... 1111 .... 11.0 */
	{ 0xfff00f0d, 0xec400f0c, BQ, REGS(NSP, NSP, _, _) },
	/* Other coprocessors	111. 11.. .... .... .... .... .... .... */
	{ 0xec000000, 0xec000000, NO },
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
	const u16 *half = code;
	u32 insn = __mem_to_opcode_thumb16(half[0]);

	if (is_wide_instruction(insn))
		insn = insn << 16 | __mem_to_opcode_thumb16(half[1]);
	return insn;
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
	return (insn & 0xfff00000) == 0xe8500000 ||
	       ((insn & 0xfff00040) == 0xe8d00040);
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
	return (insn & 0xfff00000) == 0xe8400000 ||
	       ((insn & 0xfff00040) == 0xe8c00040);
}

static unsigned int rn(u32 insn)
{
	return insn >> 16 & 0xf;
}

static unsigned int rt(u32 insn)
{
	return insn >> 12 & 0xf;
}

static unsigned int rd(u32 insn)
{
	return insn >> 8 & 0xf;
}

static unsigned int rm(u32 insn)
{
	return insn & 0xf;
}

static unsigned int low(u32 insn, unsigned int shift)
{
	return insn >> shift & 7;
}

static bool is_high(const struct row *row)
{
	return row->kind == HIGH || row->kind == HIGH_DST;
}

/* How far below the stack pointer is what is accessed?  As in decode-arm.c */
static unsigned int below_sp(const struct row *row, u32 insn)
{
	bool add = insn & BIT(23), before = insn & BIT(24);

	switch (row->kind) {
	case INDEX:
		return insn & BIT(20) ? 0 : STACK_HOLE + 1;
	case IMM8:
		return (insn & 0x600) == 0x400 ? insn & 0xff : 0;
	case DUAL:
	case VECTOR:
		return before && !add ? (insn & 0xff) * 4 : 0;
	case LIST:
		return add ? 0 : hweight16(insn) * 4;
	default:
		return 0;
	}
}

/*
 * Does it read below the stack pointer, or lower that without writing all that
 * is then above?  On the way to a boosted copy three words are written there
 * (svc_exit).
 */
static bool needs_below_sp(const struct row *row, u32 insn)
{
	bool load = insn & BIT(20), add = insn & BIT(23);
	bool before = insn & BIT(24), update = insn & BIT(21);
	unsigned int down = (insn & 0xff) * 4, size = 8;

	switch (row->kind) {
	case IMM8:
		add = insn & BIT(9);
		before = insn & BIT(10);
		update = insn & BIT(8);
		down = insn & 0xff;
		size = BIT(insn >> 21 & 3);
		break;
	case DUAL:
		break;
	case VECTOR:
	case LIST:
		return load && !add;
	default:
		return false;
	}
	return !add && (load || !before || (update && down > size));
}

/*
 * Does it lower the stack pointer to where the exception's frame is?  See
 * kprobe_meets_frame().  What is added may be anything.
 */
static bool lowers_sp(const struct row *row, u32 insn)
{
	unsigned int down;

	if (row->kind == STACK && (insn & 0xff80) == 0xb080)
		down = (insn & 0x7f) * 4;		/* sub sp, #imm */
	else if ((insn & 0xfbef8f00) == 0xf1ad0d00 ||
		 (insn & 0xfbff8f00) == 0xf2ad0d00)
		/* sub.w, subw; with other bits it is farther than that */
		down = insn & 0x04007000 ? 0 : insn & 0xff;
	else
		return (insn & 0xffffff87) == 0x4485 ||	/* add sp, m */
		       (insn & 0xff4f0f00) == 0xeb0d0d00; /* add.w, sub.w */
	return kprobe_meets_frame(down);
}

/* Likewise, by the update of what is a base */
static bool update_lowers_sp(const struct row *row, u32 insn)
{
	if (rn(insn) != 13)
		return false;
	if (row->kind == IMM8)
		return (insn & 0x300) == 0x100 &&
		       kprobe_meets_frame(insn & 0xff);
	return (row->kind == DUAL || row->kind == VECTOR) &&
	       !(insn & BIT(23)) && insn & BIT(21) &&
	       kprobe_meets_frame((insn & 0xff) * 4);
}

/* May any instruction do that, not only one that the kernel would do wrong? */
static bool may_lower_sp(const struct row *row, u32 insn)
{
	if (row->kind == STACK)
		return lowers_sp(row, insn);
	if (is_high(row))
		return ((insn >> 4 & 8) | low(insn, 0)) == 13;
	if (!is_wide_instruction(insn))
		return false;
	/* Where these are no registers, it does no harm. */
	return rd(insn) == 13 || rt(insn) == 13 || update_lowers_sp(row, insn);
}

/* SMLAxy, SMLAWy, SMLAD, SMLSD and their kind: the kernel loses the Q flag. */
static bool saturates(u32 insn)
{
	unsigned int op = insn >> 20 & 7;

	return (insn & 0xff800000) == 0xfb000000 && op >= 1 && op <= 4;
}

/* Registers that PUSH and POP name, where LDM and STM have them */
static u32 stack_list(u32 insn)
{
	u32 list = insn & 0xff;

	if (insn & BIT(8))
		list |= BIT(insn & BIT(11) ? 15 : 14);
	return list;
}

unsigned int kprobe_uses(const struct row *row, u32 insn)
{
	unsigned int uses = 0;

	if (is_high(row)) {
		uses = kprobe_field_uses(row->regs >> 4 & 0xf,
					 (insn >> 4 & 8) | low(insn, 0)) |
		       kprobe_field_uses(row->regs & 0xf, insn >> 3 & 0xf);
		/* ADD PC reads it, too. */
		if (row->kind == HIGH && (insn & 0xff87) == 0x4487)
			uses |= WRITES_PC;
	} else if (row->kind == STACK) {
		uses = USES_SP;
	} else if (is_wide_instruction(insn)) {
		uses = kprobe_uses_fields(row, insn);
		if (row->kind == TWICE && rn(insn) != rm(insn))
			uses |= WRONG;
	}
	if (is_wide_instruction(insn) && rn(insn) == 13 &&
	    below_sp(row, insn) > STACK_HOLE)
		uses |= NO_COPY;
	if (is_wide_instruction(insn) && rn(insn) == 13 &&
	    needs_below_sp(row, insn))
		uses |= NO_BOOST;
	if (may_lower_sp(row, insn))
		uses |= LOWERS_SP;
	if (lowers_sp(row, insn) || saturates(insn))
		uses |= OURS;
	/* It accesses memory, and is not carried out twice. */
	if (is_wide_instruction(insn) && update_lowers_sp(row, insn))
		uses |= OURS | NO_COPY;
	/*
	 * PUSH, POP: the kernel may keep the address of what it calls in R7
	 * while it loads that (t16_emulate_push), and has a multiple of 32 bits
	 * for one register, which is unpredictable.
	 */
	if (row->kind == STACK && (insn & 0xf600) == 0xb400)
		uses |= OURS;
	return uses;
}

u32 kprobe_registers(const struct row *row, u32 insn)
{
	if (is_high(row))
		return BIT((insn >> 4 & 8) | low(insn, 0)) |
		       BIT(insn >> 3 & 0xf);
	if (!is_wide_instruction(insn)) {
		/* PUSH has LR, and others may have lists. */
		return 0xff | (row->kind == STACK ? BIT(14) : 0);
	}
	if (row->kind == LIST)
		return BIT(rn(insn)) | (insn & 0xffff);
	return BIT(rn(insn)) | BIT(rt(insn)) | BIT(rd(insn)) | BIT(rm(insn));
}

/* As 32 bits, where any register can be the base; 0 if it is not defined */
static u32 widen(u32 insn, unsigned int base)
{
	u32 list = stack_list(insn), imm = (insn & 0xff) * 4;

	switch (insn >> 8) {
	case 0x90 ... 0x97:			/* str.w */
		return 0xf8c00000 | base << 16 | low(insn, 8) << 12 | imm;
	case 0x98 ... 0x9f:			/* ldr.w */
		return 0xf8d00000 | base << 16 | low(insn, 8) << 12 | imm;
	case 0xa8 ... 0xaf:			/* addw */
		return 0xf2000000 | base << 16 | (imm & 0x300) << 4 |
		       low(insn, 8) << 8 | (imm & 0xff);
	case 0xb0:				/* addw, subw */
		imm = (insn & 0x7f) * 4;
		return (insn & BIT(7) ? 0xf2a00000 : 0xf2000000) | base << 16 |
		       (imm & 0x100) << 4 | base << 8 | (imm & 0xff);
	case 0xb4 ... 0xb5:			/* str.w !, stmdb ! */
		if (hweight16(list) == 1)
			return 0xf8400d04 | base << 16 | __ffs(list) << 12;
		return list ? 0xe9200000 | base << 16 | list : 0;
	case 0xbc:				/* ldr.w !, ldmia ! */
		if (hweight16(list) == 1)
			return 0xf8500b04 | base << 16 | __ffs(list) << 12;
		return list ? 0xe8b00000 | base << 16 | list : 0;
	}
	return 0;
}

bool kprobe_substitute(const struct row *row, u32 *insn, unsigned int from,
		       unsigned int to)
{
	if (row->kind == STACK) {
		*insn = widen(*insn, to);
		return *insn;
	}
	if (!is_high(row)) {
		kprobe_substitute_fields(row, insn, from, to);
		return true;
	}
	if ((*insn >> 3 & 0xf) == from)
		*insn = (*insn & ~0x78U) | to << 3;
	if (((*insn >> 4 & 8) | low(*insn, 0)) == from)
		*insn = (*insn & ~0x87U) | (to & 8) << 4 | (to & 7);
	return true;
}

/* Base, lowest address and update of LDM and POP */
static void decode_list(u32 insn, struct arch_kprobe_boost *b)
{
	bool before;
	int size;

	if (!is_wide_instruction(insn))
		insn = 0xe8bd0000 | stack_list(insn);
	size = hweight16(insn) * 4;
	before = insn & BIT(24);
	b->list = insn;
	b->reg = rn(insn);
	b->disp = before ? -size : 0;
	if (insn & BIT(21))
		b->update = before ? -size : size;
}

/* Displacement of a branch of 32 bits with a condition, and without */
static s32 short_branch(u32 insn)
{
	u32 disp = (insn & 0x7ff) | (insn >> 16 & 0x3f) << 11 |
		   (insn >> 13 & 1) << 17 | (insn >> 11 & 1) << 18 |
		   (insn >> 26 & 1) << 19;

	return sign_extend32(disp, 19) * 2;
}

static s32 long_branch(u32 insn)
{
	u32 s = insn >> 26 & 1;
	u32 i1 = !((insn >> 13 & 1) ^ s), i2 = !((insn >> 11 & 1) ^ s);
	u32 disp = (insn & 0x7ff) | (insn >> 16 & 0x3ff) << 11 | i2 << 21 |
		   i1 << 22 | s << 23;

	return sign_extend32(disp, 23) * 2;
}

static void decode_narrow(u32 insn, struct arch_kprobe_boost *b)
{
	if (b->simulate == kprobe_simulate_b) {
		b->disp = sign_extend32(insn, 10) * 2;
	} else if (b->simulate == kprobe_simulate_bcond) {
		b->disp = sign_extend32(insn, 7) * 2;
		b->arg = insn >> 8 & 0xf;
	} else if (b->simulate == kprobe_simulate_cbz ||
		   b->simulate == kprobe_simulate_cbnz) {
		b->disp = (insn >> 2 & 0x3e) | (insn & BIT(9)) >> 3;
		b->reg = low(insn, 0);
	} else if (b->simulate == kprobe_simulate_bx_reg ||
		   b->simulate == kprobe_simulate_blx_reg) {
		b->reg = insn >> 3 & 0xf;
	} else if (b->simulate == kprobe_simulate_ldr ||
		   b->simulate == kprobe_simulate_adr) {
		b->disp = (insn & 0xff) * 4;
		b->reg = low(insn, 8);
		if (b->simulate == kprobe_simulate_ldr)
			b->flags |= KPROBE_ARM_LITERAL;
	} else if (b->simulate == kprobe_simulate_it) {
		b->arg = insn & 0xff;
	} else if (b->simulate == kprobe_simulate_cps) {
		b->disp = (insn & 7) << 6;
		b->arg = !!(insn & BIT(4));
	}
}

void kprobe_decode_simulation(const struct row *row, u32 insn,
			      struct arch_kprobe_boost *b)
{
	if (b->simulate == kprobe_simulate_ldm) {
		decode_list(insn, b);
	} else if (!is_wide_instruction(insn)) {
		decode_narrow(insn, b);
	} else if (b->simulate == kprobe_simulate_b ||
		   b->simulate == kprobe_simulate_bl ||
		   b->simulate == kprobe_simulate_blx) {
		b->disp = long_branch(insn);
	} else if (b->simulate == kprobe_simulate_bcond) {
		b->disp = short_branch(insn);
		b->arg = insn >> 22 & 0xf;
	} else if (b->simulate == kprobe_simulate_tbb ||
		   b->simulate == kprobe_simulate_tbh) {
		b->reg = rn(insn);
		b->reg2 = rm(insn);
	} else if (b->simulate == kprobe_simulate_ldr) {
		b->reg = rt(insn);
		b->disp = insn & BIT(23) ? insn & 0xfff : -(insn & 0xfff);
		b->flags |= KPROBE_ARM_LITERAL;
	} else if (b->simulate == kprobe_simulate_adr) {
		b->reg = rd(insn);
		b->disp = (insn & 0xff) | (insn >> 4 & 0x700) |
			  (insn >> 15 & 0x800);
		if (insn & BIT(23))
			b->disp = -b->disp;
	} else if (b->simulate == kprobe_simulate_mrs) {
		b->reg = rd(insn);
	} else if (b->simulate == kprobe_simulate_msr) {
		b->reg = rn(insn);
		b->arg = rd(insn);
	} else if (b->simulate == kprobe_simulate_cps) {
		b->disp = (insn >> 5 & 7) << 6;
		b->arg = !!(insn & BIT(9));
	} else {
		b->reg = rt(insn);
	}
}
