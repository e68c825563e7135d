/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instructions whose cost per hit kb_bench measures, each in a tiny
 * function of its own, and the table of them that bench.c reads.  One line is
 * one instruction; nothing else has to change to add one.
 *
 * A function may use x0 to x17, and 64 bytes at x0, which it has to leave there.
 * It must come back the same way when the probed instruction is left out, since
 * that is how the floor is measured.
 */
#include <linux/linkage.h>

	.section .rodata
	.balign 8
SYM_DATA_START(kb_bench_table)

	.text
SYM_FUNC_START_LOCAL(kb_bench_callee)
	ret
SYM_FUNC_END(kb_bench_callee)

.macro KB_INSN name:req, insn:req, before, after, text
	.pushsection .rodata.str1.1, "aMS", @progbits, 1
.Lname_\name:
	.asciz "\name"
.Ltext_\name:
	.ifb \text
	.asciz "\insn"
	.else
	.asciz "\text"
	.endif
	.popsection

SYM_FUNC_START_LOCAL(kb_bench_\name)
	\before
.Lprobe_\name:
	\insn
.Lnext_\name:
1:
	\after
	ret
SYM_FUNC_END(kb_bench_\name)

	.pushsection .rodata
	.quad .Lname_\name, .Ltext_\name, 0
	.quad kb_bench_\name, .Lprobe_\name, .Lnext_\name
	.popsection
.endm

/* A frame, so that the stack pointer is right whether or not the probed instruction moves it. */
.macro FRAME_IN
	stp x29, x30, [sp, #-32]!
	mov x29, sp
.endm

.macro FRAME_OUT
	mov sp, x29
	ldp x29, x30, [sp], #32
.endm

/* registers and flags only */
KB_INSN nop,		"nop"
KB_INSN yield,		"yield"
KB_INSN bti,		"hint #34",		text="bti c"
KB_INSN paciasp,	"hint #25",	"mov x9, x30",		"mov x30, x9", text="paciasp"
KB_INSN autiasp,	"hint #29",	"mov x9, x30; hint #25", "mov x30, x9", text="autiasp"
KB_INSN add_imm,	"add x1, x2, #1"
KB_INSN add_reg,	"add x1, x2, x3"
KB_INSN add_shifted,	"add x1, x2, x3, lsl #3"
KB_INSN sub_extended,	"sub x1, x2, w3, sxtw #2"
KB_INSN adds,		"adds w1, w2, w3"
KB_INSN adc,		"adc x1, x2, x3"
KB_INSN cmp,		"cmp x1, x2"
KB_INSN ccmp,		"ccmp x1, #3, #2, ne"
KB_INSN mov_reg,	"mov x1, x2"
KB_INSN mov_imm,	"mov x1, #0x1234"
KB_INSN movk,		"movk x1, #0x1234, lsl #48"
KB_INSN and_imm,	"and x1, x2, #0xff00"
KB_INSN eor_reg,	"eor x1, x2, x3"
KB_INSN tst,		"tst w1, #1"
KB_INSN lsl_imm,	"lsl x1, x2, #3"
KB_INSN lsr_reg,	"lsr x1, x2, x3"
KB_INSN bfi,		"bfi x1, x2, #4, #8"
KB_INSN extr,		"extr x1, x2, x3, #7"
KB_INSN rev,		"rev x1, x2"
KB_INSN clz,		"clz x1, x2"
KB_INSN madd,		"madd x1, x2, x3, x4"
KB_INSN umulh,		"umulh x1, x2, x3"
KB_INSN udiv,		"udiv x1, x2, x3"
KB_INSN csel,		"csel x1, x2, x3, eq"
KB_INSN cset,		"cset w1, ne"
KB_INSN adr,		"adr x1, kb_bench_callee",	text="adr x1, x"
KB_INSN adrp,		"adrp x1, kb_bench_callee",	text="adrp x1, x"

/* memory */
KB_INSN ldr,		"ldr x1, [x0]"
KB_INSN ldr_reg,	"ldr w1, [x0, x2, lsl #2]",	"mov x2, #3"
KB_INSN ldrb,		"ldrb w1, [x0, #5]"
KB_INSN ldrsw_post,	"ldrsw x1, [x2], #4",	"mov x2, x0"
KB_INSN ldr_literal,	"ldr x1, kb_bench_callee",	text="ldr x1, x"
KB_INSN ldar,		"ldar x1, [x0]"
KB_INSN str,		"str x1, [x0]"
KB_INSN strh_unscaled,	"sturh w1, [x0, #3]"
KB_INSN stlr,		"stlr x1, [x0]"
KB_INSN ldp,		"ldp x1, x2, [x0, #16]"
KB_INSN stp,		"stp x1, x2, [x0, #16]"
KB_INSN prfm,		"prfm pldl1keep, [x0]"

/* stack */
KB_INSN stp_pre,	"stp x29, x30, [sp, #-32]!",	"FRAME_IN",	"FRAME_OUT"
KB_INSN ldp_post,	"ldp x29, x30, [sp], #32",	"FRAME_IN; stp x29, x30, [sp, #-32]!", \
								"FRAME_OUT"
KB_INSN sub_sp,		"sub sp, sp, #32",		"FRAME_IN",	"FRAME_OUT"
KB_INSN mov_sp,		"mov x1, sp"
KB_INSN str_sp,		"str x1, [sp, #16]",		"FRAME_IN",	"FRAME_OUT"
KB_INSN ldr_sp,		"ldr x1, [sp, #16]",		"FRAME_IN",	"FRAME_OUT"

/* the machine */
KB_INSN mrs,		"mrs x1, tpidr_el1"
KB_INSN mrs_sp_el0,	"mrs x1, sp_el0"
KB_INSN mrs_nzcv,	"mrs x1, nzcv"
KB_INSN mrs_daif,	"mrs x1, daif"
KB_INSN msr_nzcv,	"msr nzcv, x1"
KB_INSN msr_daif,	"msr daif, x1",		"mrs x1, daif"
KB_INSN msr_daifset,	"msr daifset, #2",	"mrs x9, daif",		"msr daif, x9"
KB_INSN dmb,		"dmb ish"
KB_INSN isb,		"isb"

/* control flow */
KB_INSN branch,		"b 1f",			text="b"
KB_INSN bcond_taken,	"b.eq 1f",		"cmp x0, x0",		text="b.eq (taken)"
KB_INSN bcond_not_taken, "b.ne 1f",		"cmp x0, x0",		text="b.ne (not taken)"
KB_INSN cbz,		"cbz x0, 1f",		text="cbz x0"
KB_INSN tbnz,		"tbnz x0, #0, 1f",	text="tbnz x0, #0"
KB_INSN bl,		"bl kb_bench_callee",	"FRAME_IN",	"FRAME_OUT", text="bl"
KB_INSN br,		"br x16",		"adr x16, 1f"
KB_INSN blr,		"blr x16",		"FRAME_IN; adr x16, kb_bench_callee", "FRAME_OUT"
KB_INSN ret,		"ret",			"cbz x0, 1f"

	.section .rodata
SYM_DATA_END_LABEL(kb_bench_table, SYM_L_GLOBAL, kb_bench_table_end)
