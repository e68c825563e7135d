/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instructions whose cost per hit kb_bench measures, each in a tiny
 * function of its own, and the table of them that bench.c reads.  One line is
 * one instruction; nothing else has to change to add one.  They are the same for
 * ARM and for Thumb-2 kernels.
 *
 * A function may use r1 to r3 and r12, and 64 bytes at r0.  It must come back the
 * same way when the probed instruction is left out, since that is how the floor is
 * measured.
 */
#include <linux/linkage.h>

#include <asm/unified.h>

	.section .rodata
	.balign 4
SYM_DATA_START(kb_bench_table)

	.text
SYM_FUNC_START_LOCAL(kb_bench_callee)
	bx	lr
SYM_FUNC_END(kb_bench_callee)

.macro KB_INSN name:req, insn:req, before, after, text
	.pushsection .rodata.str1.1, "aMS", %progbits, 1
.Lname_\name:
	.asciz "\name"
.Ltext_\name:
	.ifb \text
	.asciz "\insn"
	.else
	.asciz "\text"
	.endif
	.popsection

	.balign 4
SYM_FUNC_START_LOCAL(kb_bench_\name)
	\before
.Lprobe_\name:
	\insn
.Lnext_\name:
1:
	\after
	bx lr
	.balign 4
2:
	.long 0
SYM_FUNC_END(kb_bench_\name)

	.pushsection .rodata
	.long .Lname_\name, .Ltext_\name, 0
	.long kb_bench_\name, .Lprobe_\name, .Lnext_\name
	.popsection
.endm

/* registers and flags only */
KB_INSN nop,		"nop"
KB_INSN add_imm,	"add r1, r2, #1"
KB_INSN add_reg,	"add r1, r2, r3"
KB_INSN add_shifted,	"add r1, r2, r3, lsl #3"
KB_INSN adds,		"adds r1, r2, r3"
KB_INSN adc,		"adc r1, r2, r3"
KB_INSN rsb,		"rsb r1, r2, #0"
KB_INSN cmp,		"cmp r1, r2"
KB_INSN mov_reg,	"mov r1, r2"
KB_INSN mov_imm,	"mov r1, #0x34"
KB_INSN movw,		"movw r1, #0x1234"
KB_INSN movt,		"movt r1, #0x1234"
KB_INSN mvn,		"mvn r1, r2"
KB_INSN and_imm,	"and r1, r2, #0xff00"
KB_INSN eor_reg,	"eor r1, r2, r3"
KB_INSN tst,		"tst r1, #1"
KB_INSN lsl_imm,	"lsl r1, r2, #3"
KB_INSN lsr_reg,	"lsr r1, r2, r3"
KB_INSN bfi,		"bfi r1, r2, #4, #8"
KB_INSN ubfx,		"ubfx r1, r2, #4, #8"
KB_INSN uxtb,		"uxtb r1, r2"
KB_INSN rev,		"rev r1, r2"
KB_INSN clz,		"clz r1, r2"
KB_INSN mul,		"mul r1, r2, r1"
KB_INSN mla,		"mla r1, r2, r3, r12"
KB_INSN umull,		"umull r1, r2, r3, r12"

/* memory */
KB_INSN ldr,		"ldr r1, [r0]"
KB_INSN ldr_reg,	"ldr r1, [r0, r2, lsl #2]",	"mov r2, #3"
KB_INSN ldrb,		"ldrb r1, [r0, #5]"
KB_INSN ldrsh,		"ldrsh r1, [r0, #6]"
KB_INSN ldr_post,	"ldr r1, [r2], #4",	"mov r2, r0"
KB_INSN ldrd,		"ldrd r2, r3, [r0]"
KB_INSN ldm,		"ldmia r0, {r1, r2, r3}"
KB_INSN ldr_literal,	"ldr r1, 2f",		text="ldr r1, x"
KB_INSN str,		"str r1, [r0]"
KB_INSN strh,		"strh r1, [r0, #2]"
KB_INSN strd,		"strd r2, r3, [r0]"
KB_INSN stm,		"stmia r0, {r1, r2, r3}"
KB_INSN pld,		"pld [r0]"

/* stack */
/* With R8, of 32 bits also in Thumb code, where the stock kernel dies of the shorter one. */
KB_INSN push,		"push {r1, r2, r8, lr}",	"mov r12, sp",	"mov sp, r12"
KB_INSN pop,		"pop {r1, r2, r8, lr}",	"mov r12, sp; push {r1, r2, r8, lr}", "mov sp, r12"
KB_INSN sub_sp,		"sub sp, sp, #16",		"mov r12, sp",	"mov sp, r12"
KB_INSN mov_sp,		"mov r1, sp"
KB_INSN str_sp,		"str r1, [sp, #4]",	"sub sp, sp, #16",	"add sp, sp, #16"
KB_INSN ldr_sp,		"ldr r1, [sp, #4]"

/* the machine */
KB_INSN mrs,		"mrs r1, cpsr"
KB_INSN msr_flags,	"msr cpsr_f, r1"
KB_INSN mrc,		"mrc p15, 0, r1, c13, c0, 4",	text="mrc tpidrprw"
KB_INSN dmb,		"dmb"

/* control flow; a branch whose condition does not hold is not hit */
KB_INSN branch,		"b 1f",			text="b"
KB_INSN bcond_taken,	"beq 1f",		"cmp r0, r0",	text="beq (taken)"
KB_INSN bl,		"bl kb_bench_callee",	"mov r12, lr",	"mov lr, r12", text="bl"
KB_INSN blx,		"blx r3", "mov r12, lr; ldr r3, =kb_bench_callee", "mov lr, r12"
KB_INSN bx,		"bx lr",		"cmp r0, #0; beq 1f"

	.section .rodata
SYM_DATA_END_LABEL(kb_bench_table, SYM_L_GLOBAL, kb_bench_table_end)
