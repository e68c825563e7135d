/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Forms of instructions, which kb_test runs unprobed and probed, to compare
 * everything that they can change.  test_arch.c and test.c read the table.  One
 * line is one form; nothing else has to change to add one.  Every row of the
 * decode tables must have a form here, or say why it cannot be run.
 *
 * First what ARM and Thumb code have in common, then what only one of them has.
 *
 * No form may be called but through test_arch.c, which says what the registers
 * hold: r0 and r1 point into kb_form_mem, r2 is small, r3 and r4 are indices.
 */
#include <linux/linkage.h>

#include <asm/unified.h>

#include "test_arch.h"

	.arch	armv7ve
	.arch_extension sec
	.arch_extension virt
	.fpu	neon-vfpv4

/*
 * What is expected, in the words of the decode tables: the mode under policy auto
 * and, in the second byte, the mode there with a post_handler; values are those
 * of enum kprobe_mode, and 4 if the probe is refused.
 */
	.set .Lmode_BT, 0x203		/* boosted, trampolined */
	.set .Lmode_B, 0x003		/* boosted, stepped */
	.set .Lmode_T, 0x202		/* trampolined */
	.set .Lmode_SB, 0x103		/* boosted, simulated */
	.set .Lmode_S, 0x101		/* simulated */
	.set .Lmode_NO, 0x404		/* refused */

/* The condition under which it is hit */
	.set .Lcond_al, 0
	.set .Lcond_eq, KB_COND(0)
	.set .Lcond_ne, KB_COND(1)
	.set .Lcond_cs, KB_COND(2)
	.set .Lcond_cc, KB_COND(3)
	.set .Lcond_mi, KB_COND(4)
	.set .Lcond_pl, KB_COND(5)
	.set .Lcond_vs, KB_COND(6)
	.set .Lcond_vc, KB_COND(7)
	.set .Lcond_hi, KB_COND(8)
	.set .Lcond_ls, KB_COND(9)
	.set .Lcond_ge, KB_COND(10)
	.set .Lcond_lt, KB_COND(11)
	.set .Lcond_gt, KB_COND(12)
	.set .Lcond_le, KB_COND(13)

	.data
	.balign 64
SYM_DATA_START(kb_form_mem)
	.skip 4 * KB_MEM_WORDS
SYM_DATA_END(kb_form_mem)
state:		.long 0
host_sp:	.long 0

	.text

/*
 * kb_form_call(state, code): load all registers and the flags from @state, jump
 * to @code, which jumps to form_done, and store them all.  While the form runs,
 * the stack holds KB_STACK_WORDS known words, and its pointer is in the middle.
 */
SYM_FUNC_START(kb_form_call)
	push	{r4 - r11, lr}
	mrs	r2, cpsr
	push	{r2}
	ldr	r2, =state
	str	r0, [r2]
	ldr	r2, =host_sp
	mov	r3, sp
	str	r3, [r2]
	/* Where the stack pointer will be saved, the program counter is loaded from. */
	str	r1, [r0, #KB_STATE_SP]

	mov	r2, #KB_STACK_WORDS
	movw	r3, #KB_STACK_FILL
1:	add	r4, r3, r2
	push	{r4}
	subs	r2, r2, #1
	bne	1b
	add	r2, sp, #4 * KB_STACK_WORDS / 2
	str	r2, [r0, #KB_STATE_ENTRY_SP]

	ldr	r3, [r0, #KB_STATE_FLAGS]
	ldr	lr, [r0, #KB_STATE_LR]
	mov	sp, r2
	msr	cpsr_fsxc, r3
	ldmia	r0, {r0 - r12, pc}

form_done:
	/* Below what the form left on the stack */
	str	r0, [sp, #-4]!
	ldr	r0, =state
	ldr	r0, [r0]
	add	r0, r0, #4
	stmia	r0, {r1 - r12}
	sub	r0, r0, #4
	mrs	r1, cpsr
	cpsid	aif
	str	r1, [r0, #KB_STATE_FLAGS]
	ldr	r1, [sp], #4
	str	r1, [r0]
	mov	r1, sp
	str	r1, [r0, #KB_STATE_SP]
	str	lr, [r0, #KB_STATE_LR]

	ldr	r1, =host_sp
	ldr	r1, [r1]
	sub	r2, r1, #4 * KB_STACK_WORDS
	add	r3, r0, #KB_STATE_STACK
1:	ldr	r4, [r2], #4
	str	r4, [r3], #4
	cmp	r2, r1
	bne	1b

	mov	sp, r1
	pop	{r2}
	msr	cpsr_fsxc, r2
	pop	{r4 - r11, pc}
SYM_FUNC_END(kb_form_call)
	.ltorg

/* kb_fpu_load(fpu), kb_fpu_store(fpu): all registers of VFP and Advanced SIMD */
SYM_FUNC_START(kb_fpu_load)
	vldmia	r0!, {d0 - d15}
	vldmia	r0!, {d16 - d31}
	ldr	r1, [r0]
	vmsr	fpscr, r1
	bx	lr
SYM_FUNC_END(kb_fpu_load)

SYM_FUNC_START(kb_fpu_store)
	vstmia	r0!, {d0 - d15}
	vstmia	r0!, {d16 - d31}
	vmrs	r1, fpscr
	str	r1, [r0]
	bx	lr
SYM_FUNC_END(kb_fpu_store)

	.section .rodata
	.balign 4
SYM_DATA_START(kb_forms)
	.text

.macro FORM_NR nr:req, mode:req, insn:req, before, after, cond:req, fpu:req, reason
	.balign 4
SYM_FUNC_START_LOCAL(form_\nr)
	\before
.Lprobe_\nr:
	\insn
	\after
1:
	b	form_done
SYM_FUNC_END(form_\nr)

	.pushsection .rodata.str1.1, "aMS", %progbits, 1
.Lname_\nr:
	.ifeqs "\before", ""
	.asciz "\insn"
	.else
	.asciz "\insn  (after \before)"
	.endif
.Lreason_\nr:
	.asciz "\reason"
	.popsection

	.pushsection .rodata
	.long .Lname_\nr, form_\nr, .Lprobe_\nr
	.long .Lmode_\mode & 0xff, .Lmode_\mode >> 8, .Lcond_\cond, \fpu
	.ifeqs "\reason", ""
	.long 0
	.else
	.long .Lreason_\nr
	.endif
	.popsection
.endm

.macro FORM mode:req, insn:req, before, after, cond=al
	FORM_NR \@, \mode, "\insn", "\before", "\after", \cond, 0
.endm

/* It uses VFP or Advanced SIMD, whose registers are compared, too. */
.macro FPU mode:req, insn:req, before, after, cond=al
	FORM_NR \@, \mode, "\insn", "\before", "\after", \cond, 1
.endm

/* Only its modes are looked at, for the reason that is given. */
.macro NEVER_RUN mode:req, insn:req, reason:req
	FORM_NR \@, \mode, "\insn", "", "", al, 0, "\reason"
.endm

/* What bit 0 of an address says of the code there */
#ifdef CONFIG_THUMB2_KERNEL
	.set	STATE, 1
#else
	.set	STATE, 0
#endif

/* Where a form ends, for an instruction that takes the state from bit 0 */
.macro target reg:req
	adr	\reg, 1f
	.if	STATE
	orr	\reg, \reg, #STATE
	.endif
.endm

/* Of two ways, the one that does not go to 1f leaves a trace, in four bytes. */
#define TRACE	"eor r8, r8, #0xff0"
/* What is not the same each time */
#define DROP	"mov r9, #0"

#define CONDITIONS	eq, ne, cs, cc, mi, pl, vs, vc, hi, ls, ge, lt, gt, le
/* All that the trampoline loads from the probed code */
#define REGISTERS	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14

/* ==== ARM and Thumb ==== */

/* ---- data processing; the first form changes what no other does ---- */

FORM BT,	"add r9, r10, r11"
.irp op, and, eor, orr, bic, sub, rsb, adc, sbc
FORM BT,	"\op r9, r10, r11"
.endr
.irp op, and, eor, orr, bic, add, sub, rsb, adc, sbc
FORM BT,	"\op\()s r9, r10, r11"
FORM BT,	"\op r9, r10, #0xff00"
FORM BT,	"\op\()s r9, r10, #0x80000000"
FORM BT,	"\op r9, r10, r11, lsl #31"
FORM BT,	"\op\()s r9, r10, r11, lsr #32"
FORM BT,	"\op r9, r10, r11, asr #7"
FORM BT,	"\op\()s r9, r10, r11, ror #13"
FORM BT,	"\op\()s r9, r10, r11, rrx"
.endr
.irp op, tst, teq, cmp, cmn
FORM BT,	"\op r10, r11"
FORM BT,	"\op r10, r11, lsl #3"
FORM BT,	"\op r10, #0xff000000"
.endr
.irp op, mov, movs, mvn, mvns
FORM BT,	"\op r9, r10"
FORM BT,	"\op r9, #0x3fc"
.endr
.irp op, lsl, lsr, asr, ror
FORM BT,	"\op r9, r10, #1"
FORM BT,	"\op\()s r9, r10, #31"
FORM BT,	"\op r9, r10, r3"
FORM BT,	"\op\()s r9, r10, r11"
.endr
FORM BT,	"rrx r9, r10"
FORM BT,	"rrxs r9, r10"
FORM BT,	"movw r9, #0xfedc"
FORM BT,	"movt r9, #0xfedc"

/* each register, as source and as destination */
.irp n, REGISTERS
FORM BT,	"add r\n, r\n, #0x100"
FORM BT,	"eors r9, r\n, r10"
FORM BT,	"add r\n, sp, #0x100"
.endr

/* the stack pointer */
FORM BT,	"mov r9, sp"
FORM BT,	"mov sp, r9",		"sub r9, sp, #16"
FORM BT,	"add r9, sp, #16"
FORM BT,	"adds r9, sp, #16"
FORM BT,	"sub r9, sp, r10"
FORM BT,	"add r12, sp, r12"
FORM BT,	"add sp, sp, #16"
FORM BT,	"sub sp, sp, #16"
FORM BT,	"subs sp, sp, #8"
FORM BT,	"cmp sp, r10"
FORM BT,	"cmp r10, sp"
FORM BT,	"cmn sp, #16"

/* the program counter */
FORM T,		"mov r9, pc"
FORM T,		"add r9, r9, pc"
FORM BT,	"mov pc, r9",		"target r9",	TRACE
FORM BT,	"mov pc, lr",		"target lr",	TRACE
FORM S,		"adr r9, 1f"

/* conditions */
.irp cc, CONDITIONS
FORM BT,	"add\cc r9, r11, r12",	"it \cc",	cond=\cc
FORM BT,	"subs\cc r9, r10, r11", "it \cc",	cond=\cc
FORM BT,	"cmp\cc r10, r9",	"it \cc",	cond=\cc
FORM BT,	"mov\cc sp, r9",	"add r9, sp, #16; it \cc", cond=\cc
FORM BT,	"ldr\cc r9, [r0, #4]",	"it \cc",	cond=\cc
FORM BT,	"str\cc r9, [r0, #4]!",	"it \cc",	cond=\cc
.endr
FORM SB,	"mrseq r9, cpsr",	"it eq",	cond=eq
FORM SB,	"msrne cpsr_f, r10",	"it ne",	cond=ne
FORM SB,	"bxcs lr",		"target lr; it cs", TRACE, cond=cs
FORM S,		"blxcc r9",		"target r9; it cc", TRACE, cond=cc
FORM S,		"blmi 1f",		"it mi",	TRACE, cond=mi
FORM S,		"ldrvs r9, 8f",		"it vs", "b 1f; .balign 4; 8: .long 0x12345678", cond=vs
FORM SB,	"ldmiavc r0, {r10, pc}", "target r9; str r9, [r0, #4]; it vc", TRACE, cond=vc
FORM BT,	"ldrhi pc, [r0]",	"target r9; str r9, [r0]; it hi", TRACE, cond=hi
FORM T,		"movls r9, pc",		"it ls",	cond=ls
FORM S,		"adrge r9, 1f",		"it ge",	cond=ge
FORM SB,	"noplt",		"it lt",	cond=lt
FPU BT,		"vaddgt.f32 s0, s1, s2", "it gt",	cond=gt
FPU BT,		"vmovle d0, r9, r10",	"it le",	cond=le

/* ---- multiply, divide ---- */

FORM BT,	"mul r9, r10, r11"
FORM BT,	"mla r9, r10, r11, r12"
FORM BT,	"mls r9, r10, r11, r12"
FORM BT,	"umaal r9, r10, r11, r12"
.irp op, umull, umlal, smull, smlal
FORM BT,	"\op r9, r10, r11, r12"
FORM BT,	"\op r9, r10, r9, r10"
.endr
.irp x, b, t
.irp y, b, t
FORM BT,	"smul\x\y r9, r10, r11"
FORM BT,	"smla\x\y r9, r10, r11, r12"
FORM BT,	"smlal\x\y r9, r10, r11, r12"
.endr
FORM BT,	"smulw\x r9, r10, r11"
FORM BT,	"smlaw\x r9, r10, r11, r12"
.endr
.irp x, , x
FORM BT,	"smuad\x r9, r10, r11"
FORM BT,	"smusd\x r9, r10, r11"
FORM BT,	"smlad\x r9, r10, r11, r12"
FORM BT,	"smlsd\x r9, r10, r11, r12"
FORM BT,	"smlald\x r9, r10, r11, r12"
FORM BT,	"smlsld\x r9, r10, r11, r12"
.endr
.irp r, , r
FORM BT,	"smmul\r r9, r10, r11"
FORM BT,	"smmla\r r9, r10, r11, r12"
FORM BT,	"smmls\r r9, r10, r11, r12"
.endr
FORM BT,	"usad8 r9, r10, r11"
FORM BT,	"usada8 r9, r10, r11, r12"
FORM BT,	"sdiv r9, r10, r2"
FORM BT,	"udiv r9, r10, r2"

/* ---- saturation, parallel arithmetic: Q and GE ---- */

.irp op, qadd, qsub, qdadd, qdsub
FORM BT,	"\op r9, r10, r11"
.endr
.irp p, s, q, sh, u, uq, uh
.irp op, add16, asx, sax, sub16, add8, sub8
FORM BT,	"\p\op r9, r10, r11"
.endr
.endr
FORM BT,	"sel r9, r10, r11"
FORM BT,	"ssat r9, #5, r10"
FORM BT,	"ssat r9, #20, r10, asr #2"
FORM BT,	"usat r9, #7, r10, lsl #3"
FORM BT,	"ssat16 r9, #4, r10"
FORM BT,	"usat16 r9, #4, r10"

/* ---- bits and bytes ---- */

.irp op, clz, rev, rev16, revsh, rbit
FORM BT,	"\op r9, r10"
.endr
.irp op, sxtb, sxth, uxtb, uxth, sxtb16, uxtb16
FORM BT,	"\op r9, r10"
FORM BT,	"\op r9, r10, ror #8"
.endr
.irp op, sxtab, sxtah, uxtab, uxtah, sxtab16, uxtab16
FORM BT,	"\op r9, r10, r11"
FORM BT,	"\op r9, r10, r11, ror #24"
.endr
FORM BT,	"sbfx r9, r10, #5, #11"
FORM BT,	"ubfx r9, r10, #31, #1"
FORM BT,	"bfi r9, r10, #4, #8"
FORM BT,	"bfc r9, #0, #31"
FORM BT,	"pkhbt r9, r10, r11, lsl #4"
FORM BT,	"pkhtb r9, r10, r11, asr #8"

/* ---- load and store ---- */

.irp size, , b, h
FORM BT,	"str\size r9, [r0, #4]"
FORM BT,	"str\size r9, [r0, #-4]"
FORM BT,	"str\size r9, [r0], #4"
FORM BT,	"str\size r9, [r0, #-4]!"
FORM BT,	"str\size r9, [r0, r3]"
FORM BT,	"str\size r9, [sp, #8]"
FORM NO,	"str\size r9, [sp, r3]"
.endr
.irp size, , b, h, sb, sh
FORM BT,	"ldr\size r9, [r0, #4]"
FORM BT,	"ldr\size r9, [r0, #-4]"
FORM BT,	"ldr\size r9, [r0], #4"
FORM BT,	"ldr\size r9, [r0, #-4]!"
FORM BT,	"ldr\size r9, [r0, r3]"
FORM BT,	"ldr\size r9, [sp, #8]"
FORM BT,	"ldr\size r9, [sp, r3]"
.endr
.irp size, b, h, sb, sh
FORM T,		"ldr\size r9, 8f",	"", "b 1f; .balign 4; 8: .long 0x8192a3b4"
.endr
FORM S,		"ldr r9, 8f",		"", "b 1f; .balign 4; 8: .long 0x12345678"
FORM T,		"ldr pc, 8f",		"",	"eor r8, r8, #1; .balign 4; 8: .long 1f + STATE"
FORM BT,	"str r9, [r0, r3, lsl #2]"
FORM BT,	"ldr r9, [r0, r3, lsl #2]"
FORM BT,	"ldrb r9, [r0, r3, lsl #1]"
FORM BT,	"strb r9, [r0, r3, lsl #3]"
FORM BT,	"str lr, [sp, #-4]!"
/* In Thumb code, the way to a boosted copy writes below the stack pointer. */
	.if	STATE
FORM T,		"str r9, [sp, #-64]!"
NEVER_RUN T,	"ldr r9, [sp, #-8]!",		"what is there is not the form's own"
NEVER_RUN T,	"ldmdb sp!, {r9, r10}",		"likewise"
FORM NO,	"ldr r9, [sp, #-68]!"
FORM NO,	"str r9, [sp], #-68"
	.else
FORM BT,	"str r9, [sp, #-64]!"
	.endif
FORM BT,	"ldr r9, [sp], #4"
FORM BT,	"str r9, [sp, #-60]"
FORM NO,	"str r9, [sp, #-68]"
FORM BT,	"ldr sp, [r0]",		"str sp, [r0]"
FORM BT,	"str sp, [r0, #4]"
FORM BT,	"ldr pc, [r0, #4]",	"target r9; str r9, [r0, #4]", TRACE
FORM BT,	"ldr pc, [r0, r3]",	"target r9; str r9, [r0, r3]", TRACE
FORM BT,	"ldr pc, [r0], #4",	"target r9; str r9, [r0]", TRACE
FORM BT,	"ldr pc, [sp], #4",	"target r9; push {r9}", TRACE
.irp n, REGISTERS
FORM BT,	"ldr r\n, [sp, #4]"
FORM BT,	"str r\n, [sp, #4]"
FORM BT,	"ldr r\n, [r0, #8]"
.endr
FORM BT,	"ldrd r8, r9, [r0, #8]"
FORM BT,	"ldrd r8, r9, [r0], #-8"
FORM BT,	"ldrd r8, r9, [sp, #8]"
/* Unaligned: the kernel makes it good, in whichever copy that is. */
FORM BT,	"ldrd r8, r9, [r0, #8]",	"add r0, r0, #2"
FORM BT,	"ldmia r0!, {r8, r9}",		"add r0, r0, #2"
FORM BT,	"strd r8, r9, [r0, #-8]"
FORM BT,	"strd r8, r9, [r0, #8]!"
FORM BT,	"strd r8, r9, [sp, #-8]!"
FORM T,		"ldrd r8, r9, 8f",	"", "b 1f; .balign 8; 8: .long 0x12345678, 0x9abcdef0"
FORM BT,	"ldmia r0, {r9, r10, r11}"
FORM BT,	"ldmia r0!, {r9, r10, r11}"
FORM BT,	"ldmdb r0, {r2 - r12}"
FORM BT,	"ldmdb r0!, {r9, lr}"
FORM BT,	"stmia r0, {r9, r10, r11}"
FORM BT,	"stmia r0!, {r1 - r12}"
FORM BT,	"stmdb r0, {r9, r10}"
FORM BT,	"stmdb r0!, {r9, r10, lr}"
FORM BT,	"ldmia sp, {r9, r10}"
FORM BT,	"stmdb sp, {r9, r10}"
FORM BT,	"push {r9, r10, lr}"
FORM BT,	"push {r4 - r11, lr}"
FORM BT,	"push {r12, lr}"
FORM B,		"push {r0 - r12, lr}"
FORM BT,	"pop {r9, r10, lr}"
FORM BT,	"pop {r4 - r11}"
FORM SB,	"ldmia r0, {r9, pc}",	"target r9; str r9, [r0, #4]", TRACE
FORM SB,	"ldmdb r0!, {r9, pc}",	"target r9; str r9, [r0, #-4]", TRACE
FORM SB,	"pop {r9, pc}",		"target r9; push {r9}; push {r10}", TRACE
.irp op, pld, pli
FORM SB,	"\op [r0]"
FORM SB,	"\op [r0, #4]"
FORM SB,	"\op [r0, #-4]"
FORM SB,	"\op [r0, r3]"
FORM SB,	"\op [r0, r3, lsl #2]"
FORM SB,	"\op [pc, #4]"
.endr
FORM SB,	"pldw [r0, #4]"

/* what needs its own mode of access, or an unbroken sequence */
FORM NO,	"ldrt r9, [r0]"
FORM NO,	"strbt r9, [r0]"
FORM NO,	"ldrht r9, [r0]"
.irp size, , b, h
FORM NO,	"ldrex\size r9, [r0]"
FORM NO,	"strex\size r9, r10, [r0]"
.endr
FORM NO,	"ldrexd r8, r9, [r0]"
FORM NO,	"strexd r10, r8, r9, [r0]"
FORM NO,	"add r9, r9, #1",	"ldrex r9, [r0]", "strex r10, r9, [r0]"
FORM NO,	"strex r10, r9, [r0]",	"ldrex r9, [r0]"
FORM BT,	"teq r10, #0",		"ldrex r9, [r0]; strex r10, r9, [r0]; mov r10, #0"
FORM BT,	"add r9, r9, #2",	"ldrex r9, [r0]"
FORM BT,	"add r9, r9, #3",	"ldrex r9, [r0]", \
	"ldrex r10, [r1]; strex r11, r10, [r1]; mov r11, #0"

/* ---- branches ---- */

FORM S,		"b 1f",			"",		TRACE
FORM S,		"bl 1f",		"",		TRACE
FORM SB,	"bx r9",		"target r9",	TRACE
FORM SB,	"bx lr",		"target lr",	TRACE
FORM S,		"blx r9",		"target r9",	TRACE
FORM S,		"blx lr",		"target lr",	TRACE
.irp cc, CONDITIONS
#ifdef CONFIG_THUMB2_KERNEL
FORM S,		"b\cc\().n 1f",		"",		TRACE, cond=\cc
FORM S,		"b\cc\().w 1f",		"",		TRACE, cond=\cc
#else
FORM S,		"b\cc 1f",		"",		TRACE, cond=\cc
#endif
.endr

/* ---- the machine ---- */

FORM SB,	"mrs r9, cpsr"
FORM SB,	"msr cpsr_f, r10"
FORM SB,	"msr cpsr_s, r10"
FORM SB,	"msr cpsr_fs, r10"
FORM SB,	"msr cpsr_c, r9",	"mrs r9, cpsr; eor r9, r9, #0x80"
FORM SB,	"msr cpsr_x, r9",	"mrs r9, cpsr; eor r9, r9, #0x100"
FORM SB,	"cpsid i"
FORM SB,	"cpsie i"
FORM SB,	"cpsid aif"
FORM SB,	"cpsie if"
FORM NO,	"cps #0x13"
FORM NO,	"mrs r9, spsr"
FORM NO,	"msr spsr_f, r9"
FORM NO,	"bxj r9"
FORM NO,	"svc #0"
FORM NO,	"hvc #0"
FORM NO,	"smc #0"
FORM NO,	"bkpt #0"
FORM NO,	"udf #0"
FORM SB,	"nop"
FORM SB,	"yield"
FORM SB,	"wfe"
NEVER_RUN SB,	"wfi",			"waits for an interrupt"
FORM BT,	"sev"
FORM BT,	"dbg #0"
.irp what, sy, ish, nshst
FORM BT,	"dmb \what"
FORM BT,	"dsb \what"
.endr
FORM BT,	"isb"
FORM BT,	"clrex"

/* coprocessors 14 and 15; what is written is what was there */
FORM BT,	"mrc p15, 0, r9, c0, c0, 0"
FORM BT,	"mrc p15, 0, r9, c13, c0, 4"
FORM BT,	"mrc p14, 0, APSR_nzcv, c0, c1, 0"
FORM SB,	"mrc p15, 0, r9, c3, c0, 0"
FORM SB,	"mcr p15, 0, r9, c3, c0, 0", "mrc p15, 0, r9, c3, c0, 0"
FORM BT,	"mcr p15, 0, r9, c7, c10, 5"
FORM BT,	"mcr p15, 0, r9, c8, c7, 0"
FORM BT,	"mcr p15, 0, r9, c9, c14, 0", "mrc p15, 0, r9, c9, c14, 0"
FORM BT,	"mcr p15, 0, r9, c13, c0, 1", "mrc p15, 0, r9, c13, c0, 1"
FORM BT,	"mcr p15, 0, r9, c13, c0, 2"
FORM BT,	"mcr p15, 0, r9, c14, c1, 0", "mrc p15, 0, r9, c14, c1, 0"
FORM BT,	"mrrc p15, 0, r9, r10, c2"
FORM BT,	"mrrc p15, 0, r9, r10, c14", "",	"mov r9, #0; mov r10, #0"
FORM BT,	"mcrr p15, 2, r9, r10, c14", "mrrc p15, 2, r9, r10, c14"
NEVER_RUN BT,	"mcr p15, 0, r9, c12, c12, 4", \
	"is of an interrupt controller that the machine has not"
FORM NO,	"mcr p15, 0, r9, c1, c0, 0"
FORM NO,	"mcr p15, 0, r9, c2, c0, 0"
FORM NO,	"mcr p15, 0, r9, c12, c0, 0"
FORM NO,	"mcr p15, 0, r9, c13, c0, 4"
FORM NO,	"mcrr p15, 0, r9, r10, c2"
FORM NO,	"ldc p14, c5, [r0], #4"
FORM NO,	"cdp p6, 1, c0, c1, c2, 0"
FORM NO,	"mrc2 p6, 0, r9, c0, c0, 0"

/* ---- VFP and Advanced SIMD ---- */

FPU BT,		"vadd.i32 q0, q1, q2"
FPU BT,		"vmul.f32 q0, q1, q2"
FPU BT,		"vqadd.s16 d0, d1, d2"
FPU BT,		"vtbl.8 d0, {d1, d2}, d3"
FPU BT,		"vmov.i32 q0, #0xff"
FPU BT,		"vext.8 q0, q1, q2, #3"
FPU BT,		"vld1.32 {d0 - d3}, [r0]"
FPU BT,		"vld1.32 {d0 - d3}, [r0]!"
FPU BT,		"vld4.16 {d0, d2, d4, d6}, [r0], r3"
FPU BT,		"vst1.64 {d0 - d3}, [r0]"
FPU BT,		"vst2.8 {d0[3], d1[3]}, [r0]"
FPU BT,		"vst4.8 {d0 - d3}, [r0], r3"
FPU BT,		"vst1.8 {d0[0]}, [r0], r3"
FPU BT,		"vrev64.8 q0, q1"
FPU BT,		"vld1.32 {d0}, [sp]"
FPU BT,		"vldr d0, [r0, #8]"
FPU BT,		"vldr s1, [r0, #-4]"
FPU BT,		"vstr d1, [r0, #-8]"
FPU BT,		"vstr s3, [sp, #4]"
FPU NO,		"vldr d0, 8f",		"", "b 1f; .balign 8; 8: .long 1, 2"
FPU BT,		"vldmia r0, {d0 - d7}"
FPU BT,		"vldmia r0!, {s0 - s5}"
FPU BT,		"vldmdb r0!, {d8, d9}"
FPU BT,		"vstmia r0!, {d16 - d19}"
FPU BT,		"vstmdb r0!, {d4 - d7}"
FPU BT,		"vpush {d8 - d9}"
FPU BT,		"vpop {d8 - d9}"
.irp op, vadd, vsub, vmul, vdiv, vmla, vnmul, vfma
FPU BT,		"\op\().f32 s0, s1, s2"
FPU BT,		"\op\().f64 d0, d1, d2"
.endr
FPU BT,		"vsqrt.f64 d0, d1"
FPU BT,		"vcvt.s32.f32 s0, s1"
FPU BT,		"vcmp.f32 s1, s2"
FPU BT,		"vmrs APSR_nzcv, fpscr", "vcmp.f32 s1, s2"
FPU BT,		"vmrs r9, fpscr"
FPU BT,		"vmsr fpscr, r9",	"movw r9, #0x9f; movt r9, #0x40c0"
FPU BT,		"vmov s0, r9"
FPU BT,		"vmov r9, s1"
FPU BT,		"vmov.32 d0[1], r9"
FPU BT,		"vmov.u8 r9, d1[3]"
FPU BT,		"vdup.16 q0, r9"
FPU BT,		"vmov d0, r9, r10"
FPU BT,		"vmov r9, r10, d1"

#ifndef CONFIG_THUMB2_KERNEL
/* ==== ARM only ==== */

.irp op, and, eor, orr, bic, add, sub, rsb, rsc, adc, sbc
FORM BT,	"\op r9, r10, r11, lsl r3"
FORM BT,	"\op\()s r9, r10, r11, ror r3"
.endr
FORM BT,	"rsc r9, r10, r11"
FORM BT,	"rscs r9, r10, #0x80"
.irp op, tst, teq, cmp, cmn
FORM BT,	"\op r10, r11, asr r3"
.endr
FORM BT,	"mvn r9, r10, lsr r3"
FORM BT,	"mvns r9, r10, lsl #7"
FORM BT,	"muls r9, r10, r11"
FORM BT,	"mlas r9, r10, r11, r12"
FORM BT,	"umulls r9, r10, r11, r12"
FORM BT,	"smlals r9, r10, r11, r12"

/* the stack pointer, anywhere */
FORM BT,	"add sp, sp, r3"
FORM BT,	"sub sp, sp, r3, lsl #1"
FORM BT,	"sub sp, sp, #160"
FORM BT,	"orr r9, sp, r10"
FORM BT,	"tst sp, #4"
FORM BT,	"rsb r9, sp, #0"
FORM BT,	"add r9, r10, sp"
FORM BT,	"bic r9, sp, #0xff"
FORM BT,	"mvn r9, sp"
FORM BT,	"clz r9, sp"
FORM BT,	"add r9, sp, sp, lsl #1"
.irp n, REGISTERS
FORM BT,	"eor r\n, sp, r\n"
.endr

/* the program counter, anywhere */
FORM T,		"sub r9, pc, r10"
FORM T,		"add r9, r10, pc, lsl #2"
FORM T,		"cmp r10, pc"
FORM T,		"mvn r9, pc"
FORM T,		"orr r9, pc, #0xff"
FORM T,		"add r9, sp, pc"
FORM T,		"add pc, pc, r3",	"",	"eor r8, r8, #1; eor r8, r8, #2; eor r8, r8, #4"
FORM S,		"add pc, pc, #4",	"",	"eor r8, r8, #1; eor r8, r8, #2"
FORM BT,	"bic pc, r9, #0",	"adr r9, 1f",	TRACE
FORM BT,	"mov pc, r9, ror #0",	"adr r9, 1f",	TRACE
FORM BT,	"add pc, r9, r10",	"adr r9, 1f; mov r10, #0", TRACE
FORM S,		"sub r9, pc, #8"
FORM S,		".inst 0xe12fff1f",	"",	TRACE	/* bx pc */
FORM S,		"blx 9f",		"", \
	"b 1f; .thumb; 9: eors r5, r6; bx lr; .balign 4; .arm"
FORM S,		"bl 9f",		"",	"b 1f; 9: eors r5, r5, r6; bx lr"
FORM NO,	"movs pc, lr"
FORM NO,	"subs pc, lr, #4"

/* load and store */
.irp size, , b, h
FORM BT,	"str\size r9, [r0], r3"
FORM BT,	"str\size r9, [r0, -r3]!"
FORM NO,	"str\size r9, [r3, sp]"
.endr
.irp size, , b, h, sb, sh
FORM BT,	"ldr\size r9, [r0], r4"
FORM BT,	"ldr\size r9, [r0, r4]!"
FORM BT,	"ldr\size r9, [r0, -r3]"
FORM BT,	"ldr\size r9, [r3, sp]"
.endr
FORM BT,	"str r9, [r0, -r3, lsl #1]!"
FORM BT,	"strb r9, [r0], r3, lsr #1"
FORM BT,	"ldr r9, [r0, r4, asr #1]"
FORM BT,	"ldrb r9, [r0], r3, ror #31"
FORM BT,	"ldr pc, [r0], r3",	"target r9; str r9, [r0]", TRACE
FORM BT,	"str r9, [sp], #-8"
FORM T,		"str pc, [r0, #4]"
FORM T,		"str pc, [r0, #4]!"
FORM T,		"str pc, [r0], r3"
FORM T,		"str pc, [r0, r3]"
FORM BT,	"ldrd r8, r9, [r0, r3]"
FORM BT,	"ldrd r8, r9, [r0], r3"
FORM BT,	"strd r8, r9, [r0, -r3]"
FORM BT,	"strd r8, r9, [r0, r3]!"
FORM BT,	"strd r8, r9, [r0], #8"
.irp mode, ia, ib, da, db
FORM BT,	"ldm\mode r0, {r9, r10, r11}"
FORM BT,	"ldm\mode r0!, {r9, r10, r11}"
FORM BT,	"stm\mode r0, {r9, r10, r11}"
FORM BT,	"stm\mode r0!, {r9, r10, r11}"
FORM S,		"stm\mode r0, {r9, r10, pc}"
FORM S,		"stm\mode r0!, {r9, pc}"
FORM SB,	"stm\mode r0, {r9, sp, lr}"
FORM SB,	"stm\mode r0!, {r9, sp}"
.endr
FORM BT,	"stmia r0!, {r0, r9}"
FORM BT,	"ldmia r0, {r0, r9}"
FORM SB,	"ldmia r0, {r9, sp}",	"str sp, [r0, #4]"
FORM SB,	"ldmib r0!, {r9, pc}",	"target r9; str r9, [r0, #8]", TRACE
FORM SB,	"ldmda r0!, {r9, pc}",	"target r9; str r9, [r0]", TRACE
FORM SB,	"ldmia r0, {r9, sp, pc}", "target r9; str r9, [r0, #8]; str sp, [r0, #4]", TRACE
FORM S,		"push {r9, pc}"

/* unallocated hints, others, immediates of the status register */
FORM SB,	".inst 0xf4100000"
FORM SB,	".inst 0xf6100000"
FORM SB,	"msr cpsr_f, #0xa0000000"
FORM SB,	"msr cpsr_c, #0xd3"
FORM BT,	".inst 0xe320f005"
FORM BT,	".inst 0xe320f014"
NEVER_RUN BT,	".inst 0xf57ff070",	"is an instruction that the CPU has not"

/* what the tables refuse, and what is not defined */
FORM NO,	"setend be"
FORM NO,	"srsia sp!, #0x13"
FORM NO,	"rfeia r0"
FORM NO,	"eret"
FORM NO,	"ldmia r0, {r9}^"
FORM NO,	"msr spsr_f, #0xf0000000"
FORM NO,	"ldrt r9, [r0], r3"
FORM NO,	"strht r9, [r0], r3"
FORM NO,	".inst 0xe1009090"	/* swp */
FORM NO,	".inst 0xe12910aa"	/* smulwb, with another field */
FORM NO,	".inst 0xe1c0e0d0"	/* ldrd of lr and pc */
FORM NO,	".inst 0xe1c090d0"	/* ldrd of an odd register */
FORM NO,	".inst 0xe11a100b"	/* tst, with a destination */
FORM NO,	".inst 0xe1a1900a"	/* mov, with a first operand */
FORM NO,	".inst 0xe11a131b"
FORM NO,	".inst 0xe1a1931a"
FORM NO,	".inst 0xe3191001"
FORM NO,	".inst 0xe3a19001"
FORM NO,	".inst 0xe320f010"	/* a hint that is not known */
FORM NO,	".inst 0xe60a9f1b"	/* media, not allocated */
FORM NO,	".inst 0xe61a9fbb"
FORM NO,	".inst 0xe61a9fdb"
FORM NO,	".inst 0xe69a907b"
FORM NO,	".inst 0xe89f0600"	/* ldm of the program counter */
FORM NO,	".inst 0xe7f001f2"	/* BUG */
FORM NO,	".inst 0xe08f931a"	/* add, register-shifted, of the program counter */
FORM NO,	".inst 0xe00f0b9a"	/* mul of the program counter */

#else
/* ==== Thumb only ==== */

/* ---- 16 bits ---- */

FORM BT,	"lsls r5, r6, #3"
FORM BT,	"asrs r5, r6, #32"
FORM BT,	"adds r5, r6, r7"
FORM BT,	"subs r5, r6, #7"
FORM BT,	"movs r5, #0xfe"
FORM BT,	"cmp r5, #0xfe"
FORM BT,	"adds r5, #0xfe"
.irp op, ands, eors, lsls, lsrs, asrs, adcs, sbcs, rors, orrs, bics, mvns
FORM BT,	"\op r5, r6"
.endr
.irp op, tst, cmp, cmn
FORM BT,	"\op r5, r6"
.endr
FORM BT,	"muls r5, r6, r5"
FORM BT,	"rsbs r5, r6, #0"
FORM BT,	"add r9, r10"
FORM BT,	"add r5, sp"
FORM BT,	"add sp, r3"
FORM T,		"add r5, pc"
FORM T,		"add pc, r9",		"mov r9, #2",	TRACE
FORM BT,	"cmp r5, r10"
FORM BT,	"cmp r9, sp"
FORM BT,	"mov r5, r10"
FORM T,		"mov r5, pc"
FORM BT,	"mov pc, r5",		"target r5",	TRACE
FORM S,		"bx pc",		"", \
	"nop.n; .arm; adr lr, 1f; orr lr, lr, #1; eor r9, r9, #3; bx lr; .thumb"
FORM S,		"ldr.n r5, 8f",		"", "b.n 1f; .balign 4; 8: .long 0x12345678"
FORM S,		"adr.n r5, 8f",		"", ".balign 4; 8:"
.irp size, , b, h
FORM BT,	"str\size\().n r5, [r0, r3]"
FORM BT,	"ldr\size\().n r5, [r0, r3]"
FORM BT,	"str\size\().n r5, [r0, #4]"
FORM BT,	"ldr\size\().n r5, [r0, #4]"
.endr
FORM BT,	"ldrsb.n r5, [r0, r3]"
FORM BT,	"ldrsh.n r5, [r0, r3]"
FORM BT,	"str.n r5, [sp, #8]"
FORM BT,	"ldr.n r5, [sp, #8]"
FORM BT,	"add.n r5, sp, #0x100"
FORM BT,	"add.n sp, #24"
FORM BT,	"sub.n sp, #24"
FORM BT,	"sub.n sp, #128"
FORM BT,	"sub.n sp, #256"
FORM S,		"cbz r5, 1f",		"mov r5, #0",	TRACE
FORM S,		"cbz r5, 1f",		"",		TRACE
FORM S,		"cbnz r5, 1f",		"mov r5, #0",	TRACE
FORM S,		"cbnz r5, 1f",		"",		TRACE
.irp op, sxth, sxtb, uxth, uxtb, rev, rev16, revsh
FORM BT,	"\op\().n r5, r6"
.endr
FORM BT,	"push.n {r5}"
FORM BT,	"push.n {lr}"
FORM BT,	"push.n {r4 - r7, lr}"
FORM BT,	"pop.n {r5}"
FORM BT,	"pop.n {r0 - r7}"
FORM SB,	"pop.n {pc}",		"target r9; push {r9}", TRACE
FORM SB,	"pop.n {r4 - r7, pc}",	"target r9; push {r9}; push {r4 - r7}", TRACE
FORM BT,	"stmia.n r5!, {r6, r7}", "mov r5, r0"
FORM BT,	"ldmia.n r5!, {r6, r7}", "mov r5, r0"
FORM BT,	"ldmia.n r5, {r5, r6}",	"mov r5, r0"
FORM SB,	"yield.n"
FORM BT,	"sev.n"
FORM SB,	"cpsid.n i"
FORM NO,	".inst.n 0x44ff"	/* add pc, pc */
FORM NO,	".inst.n 0x47f8"	/* blx pc */
FORM NO,	".inst.n 0xba80"
FORM NO,	".inst.n 0xbf60"	/* a hint that is not known */
FORM NO,	".inst.n 0xde12"	/* BUG */

/* ---- IT blocks, and places in them ---- */

FORM S,		"it eq",		"", "addeq r9, r11, r12"
FORM S,		"ite hi",		"", "addhi r9, r10, r11; subls r9, r10, r11"
FORM S,		"ittee mi",		"", \
	"addmi r9, r10; addmi r9, r11; addpl r9, r12; addpl r9, r6"
.irp cc, CONDITIONS
FORM BT,	"add\cc r5, r6, r7",	"itt \cc", "sub\cc r9, r10, r11", cond=\cc
FORM BT,	"add\cc r5, r6, r7",	"itt \cc; sub\cc r9, r10, r11", "", cond=\cc
.endr
FORM BT,	"addeq r5, r6, r7",	"itte ne; subne r9, r10, r11; eorne r9, #1", "", cond=eq
FORM BT,	"movge r5, #1",		"ittte ge; subge r9, r10, r11", \
	"eorge r9, #1; addlt r9, #2", \
	cond=ge
FORM BT,	"lslgt r5, r6, #3",	"itttt gt; subgt r9, r10, r11", \
	"eorgt r9, #1; addgt r9, #2", \
	cond=gt
FORM BT,	"cmpcs r10, r9",	"itt cs", "addcs r9, r10, r11", cond=cs
FORM BT,	"ldrne r9, [sp, #8]",	"itt ne", "addne r9, r10, r11", cond=ne
FORM BT,	"ldrdne r8, r9, [r0, #8]",	"add r0, r0, #2; itt ne", \
	"addne r9, r10, r11", cond=ne
FORM SB,	"pople {r5, pc}",	"target r9; push {r9}; push {r10}; it le", TRACE, cond=le
FORM SB,	"mrspl r9, cpsr",	"itt pl", "addpl r5, r6, r7", cond=pl
FORM T,		"movvc r5, pc",		"itt vc", "addvc r9, r10, r11", cond=vc
FORM S,		"ldrlt r5, 8f",		"itt lt", \
	"addlt r9, r10, r11; b.n 1f; .balign 4; 8: .long 5", \
	cond=lt
FORM S,		"bhi.w 1f",		"it hi",	TRACE, cond=hi

/* ---- 32 bits ---- */

.irp op, orn, orns
FORM BT,	"\op r9, r10, r11, lsl #3"
FORM BT,	"\op r9, r10, #0xff00ff"
.endr
FORM BT,	"add.w r5, r6, r7"
FORM BT,	"mov.w r5, r6"
FORM BT,	"cmp.w sp, r10"
FORM BT,	"cmn.w sp, r10"
FORM BT,	"cmn.w r9, r10"
FORM BT,	"cmp.w sp, #0x1000"
FORM BT,	"cmn.w sp, #0x1000"
FORM BT,	"add.w sp, sp, r3"
FORM BT,	"add.w r9, sp, r10, lsl #3"
FORM BT,	"sub.w sp, sp, #0x400"
FORM BT,	"sub.w sp, sp, #128"
FORM BT,	"subw sp, sp, #100"
FORM BT,	"addw r9, r10, #0xfed"
FORM BT,	"subw r9, r10, #0xfed"
FORM BT,	"addw r9, sp, #0xfed"
FORM BT,	"subw r9, sp, #0xfed"
FORM BT,	"addw sp, sp, #20"
FORM S,		"adr.w r9, 1f"
FORM S,		".inst.w 0xf2af0908"	/* adr r9, behind it */
FORM S,		"b.w 1f",		"",		TRACE
FORM S,		"bl 9f",		"",	"b.n 1f; 9: eors r5, r6; bx lr"
FORM S,		"blx 9f",		"", \
	"b.n 1f; .balign 4; .arm; 9: eors r5, r5, r6; bx lr; .thumb"
FORM S,		"tbb [pc, r9]",		"mov r9, #1", \
	"8: .byte 0, 5; eor r8, r8, #1; eor r8, r8, #2"
FORM S,		"tbb [r0, r3]",		"mov r9, #2; strb r9, [r0, r3]",	TRACE
FORM S,		"tbh [pc, r9, lsl #1]",	"mov r9, #1", "8: .hword 0, 4; eor r8, r8, #1"
FORM S,		"tbh [r0, r3, lsl #1]",	"mov r9, #2; strh r9, [r0, r3, lsl #1]", TRACE
FORM BT,	"ldmia.w r0, {r9, r10}"
FORM BT,	"stmdb.w r0!, {r5, r6}"
FORM BT,	"push.w {r5}"
FORM BT,	"pop.w {r5}"
FORM BT,	"push.w {r4 - r9, lr}"
FORM BT,	"ldr.w r5, [r0, #0x24]"
FORM BT,	"strb.w r5, [r0, #0x24]"
FORM BT,	"ldrsh.w r5, [r0, #0x24]"
FORM T,		"ldrb.w r5, 8f",	"", "b.n 1f; .balign 4; 8: .long 0x8192a3b4"
FORM SB,	"pld [r0, #0x24]"
FORM SB,	"pldw [r0, #-4]"
FORM SB,	"nop.w"
FORM SB,	"yield.w"
FORM BT,	"sev.w"
FORM SB,	"cpsid.w i"
FORM BT,	".inst.w 0xf3af8014"	/* csdb */
NEVER_RUN BT,	".inst.w 0xf3bf8f70",	"is an instruction that the CPU has not"

/* what the tables refuse, and what is not defined */
FORM NO,	".inst.w 0xe89f0600"	/* ldm of the program counter */
FORM NO,	"srsdb sp!, #0x13"
FORM NO,	"srsia sp!, #0x13"
FORM NO,	".inst.w 0xe8902200"	/* ldm with the stack pointer */
FORM NO,	".inst.w 0xe8808200"	/* stm with the program counter */
FORM NO,	".inst.w 0xe890c200"	/* ldm with lr and pc */
FORM NO,	"ldrexb r9, [r0]"
FORM NO,	".inst.w 0xeaa90a0b"
FORM NO,	".inst.w 0xeb290a0b"
FORM NO,	".inst.w 0xeb890a0b"
FORM NO,	".inst.w 0xebe90a0b"
FORM NO,	".inst.w 0xeb0d1d03"	/* add sp, sp, r3, lsl #4 */
FORM NO,	".inst.w 0xf0a90a01"
FORM NO,	".inst.w 0xf0c90a01"
FORM NO,	".inst.w 0xf1290a01"
FORM NO,	".inst.w 0xf1890a01"
FORM NO,	".inst.w 0xf1e90a01"
FORM NO,	"subs pc, lr, #4"
FORM NO,	".inst.w 0xf810fe04"	/* ldrbt of the program counter */
FORM NO,	".inst.w 0xf8609000"
FORM NO,	".inst.w 0xf9509000"
FORM NO,	".inst.w 0xf84f9004"	/* str, relative to the program counter */
FORM NO,	".inst.w 0xf8c0f000"	/* str of the program counter */
FORM NO,	".inst.w 0xf8009800"
FORM NO,	".inst.w 0xf8009100"
FORM NO,	".inst.w 0xfa6af98b"
FORM NO,	".inst.w 0xfabaf90b"
FORM NO,	".inst.w 0xfa8af93b"
FORM NO,	".inst.w 0xeb0ef90f"	/* add of the program counter */
#endif

	.section .rodata
SYM_DATA_END_LABEL(kb_forms, SYM_L_GLOBAL, kb_forms_end)
