/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Forms of instructions, which kb_test runs unprobed and probed, to compare
 * everything that they can change.  test_arch.c and test.c read the table.  One
 * line is one form; nothing else has to change to add one.  Every row of the
 * decode table must have a form here, or say why it cannot be run.
 *
 * No form may be called but through test_arch.c, which says what the registers
 * hold: x0 and x1 point into kb_form_mem, x2 is small, x3 to x6 are indices.  The
 * stack pointer stays a multiple of 16, since exceptions store there.
 */
#include <linux/linkage.h>

#include <asm/assembler.h>

#include "test_arch.h"

	.arch armv8.7-a+crypto+sha3+sm4+fp16+fp16fml+sve2+memtag+rng+i8mm+bf16+profile+ls64

/*
 * What is expected, in the words of the decode table: the mode under policy auto
 * and, in the second byte, the mode there with a post_handler; values are those
 * of enum kprobe_mode, and 4 if the probe is refused.
 */
	.set .Lmode_BT, 0x203		/* boosted, trampolined */
	.set .Lmode_B, 0x003		/* boosted, stepped */
	.set .Lmode_T, 0x202		/* trampolined */
	.set .Lmode_SB, 0x103		/* boosted, simulated */
	.set .Lmode_SBA, 0x113		/* as SB if pointers are authenticated, else refused */
	.set .Lmode_S, 0x101		/* simulated */
	.set .Lmode_K, 0x000		/* stepped */
	.set .Lmode_NO, 0x404		/* refused */

/* What the CPU must have */
	.set .Lcpu_any, 0
	.set .Lcpu_aes, KB_CPU(KB_ID_AA64ISAR0, 4, 1)
	.set .Lcpu_bf16, KB_CPU(KB_ID_AA64ISAR1, 44, 1)
	.set .Lcpu_crc32, KB_CPU(KB_ID_AA64ISAR0, 16, 1)
	.set .Lcpu_dit, KB_CPU(KB_ID_AA64PFR0, 48, 1)
	.set .Lcpu_dotprod, KB_CPU(KB_ID_AA64ISAR0, 44, 1)
	.set .Lcpu_dpb, KB_CPU(KB_ID_AA64ISAR1, 0, 1)
	.set .Lcpu_fcma, KB_CPU(KB_ID_AA64ISAR1, 16, 1)
	.set .Lcpu_fhm, KB_CPU(KB_ID_AA64ISAR0, 48, 1)
	.set .Lcpu_flagm, KB_CPU(KB_ID_AA64ISAR0, 52, 1)
	.set .Lcpu_flagm2, KB_CPU(KB_ID_AA64ISAR0, 52, 2)
	.set .Lcpu_fp16, KB_CPU(KB_ID_AA64PFR0, 20, 1)
	.set .Lcpu_frintts, KB_CPU(KB_ID_AA64ISAR1, 32, 1)
	.set .Lcpu_gic, KB_CPU(KB_ID_AA64PFR0, 24, 1)
	.set .Lcpu_i8mm, KB_CPU(KB_ID_AA64ISAR1, 52, 1)
	.set .Lcpu_jscvt, KB_CPU(KB_ID_AA64ISAR1, 12, 1)
	.set .Lcpu_lor, KB_CPU(KB_ID_AA64MMFR1, 16, 1)
	.set .Lcpu_lrcpc, KB_CPU(KB_ID_AA64ISAR1, 20, 1)
	.set .Lcpu_lrcpc2, KB_CPU(KB_ID_AA64ISAR1, 20, 2)
	.set .Lcpu_lse, KB_CPU(KB_ID_AA64ISAR0, 20, 2)
	.set .Lcpu_mte, KB_CPU(KB_ID_AA64PFR1, 8, 1)
	.set .Lcpu_mte2, KB_CPU(KB_ID_AA64PFR1, 8, 2)
	.set .Lcpu_pan, KB_CPU(KB_ID_AA64MMFR1, 20, 1)
	.set .Lcpu_pan2, KB_CPU(KB_ID_AA64MMFR1, 20, 2)
	.set .Lcpu_pauth, KB_CPU_EITHER(KB_ID_AA64ISAR1, 4)
	.set .Lcpu_pauth_generic, KB_CPU_EITHER(KB_ID_AA64ISAR1, 24)
	.set .Lcpu_pmull, KB_CPU(KB_ID_AA64ISAR0, 4, 2)
	.set .Lcpu_rdm, KB_CPU(KB_ID_AA64ISAR0, 28, 1)
	.set .Lcpu_rndr, KB_CPU(KB_ID_AA64ISAR0, 60, 1)
	.set .Lcpu_sb, KB_CPU(KB_ID_AA64ISAR1, 36, 1)
	.set .Lcpu_sha1, KB_CPU(KB_ID_AA64ISAR0, 8, 1)
	.set .Lcpu_sha2, KB_CPU(KB_ID_AA64ISAR0, 12, 1)
	.set .Lcpu_sha3, KB_CPU(KB_ID_AA64ISAR0, 32, 1)
	.set .Lcpu_sha512, KB_CPU(KB_ID_AA64ISAR0, 12, 2)
	.set .Lcpu_sm3, KB_CPU(KB_ID_AA64ISAR0, 36, 1)
	.set .Lcpu_sm4, KB_CPU(KB_ID_AA64ISAR0, 40, 1)
	.set .Lcpu_ssbs, KB_CPU(KB_ID_AA64PFR1, 4, 2)
	.set .Lcpu_tlbios, KB_CPU(KB_ID_AA64ISAR0, 56, 1)
	.set .Lcpu_tlbirange, KB_CPU(KB_ID_AA64ISAR0, 56, 2)
	.set .Lcpu_uao, KB_CPU(KB_ID_AA64MMFR2, 4, 1)

	.data
	.balign 64
SYM_DATA_START(kb_form_mem)
	.skip 8 * KB_MEM_WORDS
SYM_DATA_END(kb_form_mem)
	.balign 2048
big:		.skip 2048		/* not compared; more than DC ZVA clears */
state:		.quad 0
host_sp:	.quad 0

	.text

/*
 * kb_form_call(state, code): load all registers and the flags from @state, jump
 * to @code, which jumps to form_done, and store them all.  While the form runs,
 * the stack holds KB_STACK_WORDS known words, and its pointer is in the middle.
 * Only x17 is not loaded: it leads to the form, which then gives it a value.
 */
SYM_FUNC_START(kb_form_call)
	stp	x29, x30, [sp, #-112]!
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
	mrs	x2, daif
	stp	x2, x18, [sp, #96]
	mov	x17, x1
	str_l	x0, state, x2
	mov	x2, sp
	str_l	x2, host_sp, x3

	mov	x2, #KB_STACK_WORDS
	mov	x3, #KB_STACK_FILL
1:	add	x4, x3, x2
	sub	x5, x4, #1
	stp	x5, x4, [sp, #-16]!
	subs	x2, x2, #2
	b.ne	1b
	add	x2, sp, #8 * KB_STACK_WORDS / 2
	str	x2, [x0, #KB_STATE_ENTRY_SP]

	ldr	x3, [x0, #KB_STATE_FLAGS]
	msr	daif, x3
	msr	nzcv, x3
	mov	sp, x2
	ldp	x2, x3, [x0, #16]
	ldp	x4, x5, [x0, #32]
	ldp	x6, x7, [x0, #48]
	ldp	x8, x9, [x0, #64]
	ldp	x10, x11, [x0, #80]
	ldp	x12, x13, [x0, #96]
	ldp	x14, x15, [x0, #112]
	ldr	x16, [x0, #128]
	ldp	x18, x19, [x0, #144]
	ldp	x20, x21, [x0, #160]
	ldp	x22, x23, [x0, #176]
	ldp	x24, x25, [x0, #192]
	ldp	x26, x27, [x0, #208]
	ldp	x28, x29, [x0, #224]
	ldr	x30, [x0, #240]
	ldp	x0, x1, [x0]
	br	x17

form_done:
	/* Below what the form left on the stack */
	str	x0, [sp, #-16]!
	ldr_l	x0, state
	stp	x1, x2, [x0, #8]
	stp	x3, x4, [x0, #24]
	mrs	x1, nzcv
	mrs	x2, daif
	msr	daifset, #15
	orr	x1, x1, x2
	str	x1, [x0, #KB_STATE_FLAGS]
	ldr	x1, [sp], #16
	str	x1, [x0]
	mov	x1, sp
	str	x1, [x0, #KB_STATE_SP]
	stp	x5, x6, [x0, #40]
	stp	x7, x8, [x0, #56]
	stp	x9, x10, [x0, #72]
	stp	x11, x12, [x0, #88]
	stp	x13, x14, [x0, #104]
	stp	x15, x16, [x0, #120]
	stp	x17, x18, [x0, #136]
	stp	x19, x20, [x0, #152]
	stp	x21, x22, [x0, #168]
	stp	x23, x24, [x0, #184]
	stp	x25, x26, [x0, #200]
	stp	x27, x28, [x0, #216]
	stp	x29, x30, [x0, #232]

	ldr_l	x1, host_sp
	sub	x2, x1, #8 * KB_STACK_WORDS
	add	x3, x0, #KB_STATE_STACK
1:	ldr	x4, [x2], #8
	str	x4, [x3], #8
	cmp	x2, x1
	b.ne	1b

	mov	sp, x1
	ldp	x2, x18, [sp, #96]
	ldp	x27, x28, [sp, #80]
	ldp	x25, x26, [sp, #64]
	ldp	x23, x24, [sp, #48]
	ldp	x21, x22, [sp, #32]
	ldp	x19, x20, [sp, #16]
	ldp	x29, x30, [sp], #112
	msr	daif, x2
	ret
SYM_FUNC_END(kb_form_call)

/* kb_fpu_load(fpu), kb_fpu_store(fpu): all registers of FP and Advanced SIMD */
.macro FPU_FUNC name:req, pair:req
SYM_FUNC_START(\name)
	\pair	q0, q1, [x0, #0]
	\pair	q2, q3, [x0, #32]
	\pair	q4, q5, [x0, #64]
	\pair	q6, q7, [x0, #96]
	\pair	q8, q9, [x0, #128]
	\pair	q10, q11, [x0, #160]
	\pair	q12, q13, [x0, #192]
	\pair	q14, q15, [x0, #224]
	\pair	q16, q17, [x0, #256]
	\pair	q18, q19, [x0, #288]
	\pair	q20, q21, [x0, #320]
	\pair	q22, q23, [x0, #352]
	\pair	q24, q25, [x0, #384]
	\pair	q26, q27, [x0, #416]
	\pair	q28, q29, [x0, #448]
	\pair	q30, q31, [x0, #480]!
	.ifc \pair, ldp
	ldp	x1, x2, [x0, #32]
	msr	fpsr, x1
	msr	fpcr, x2
	.else
	mrs	x1, fpsr
	mrs	x2, fpcr
	stp	x1, x2, [x0, #32]
	.endif
	ret
SYM_FUNC_END(\name)
.endm

FPU_FUNC kb_fpu_load, ldp
FPU_FUNC kb_fpu_store, stp

	.section .rodata
	.balign 8
SYM_DATA_START(kb_forms)
	.text

.macro FORM_NR nr:req, mode:req, insn:req, before, after, cpu:req, fpu:req, reason
SYM_FUNC_START_LOCAL(form_\nr)
	mov	x17, #0x1717
	\before
.Lprobe_\nr:
	\insn
	\after
1:
	bti	jc
	b	form_done
SYM_FUNC_END(form_\nr)

	.pushsection .rodata.str1.1, "aMS", @progbits, 1
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
	.quad .Lname_\nr, form_\nr, .Lprobe_\nr
	.quad .Lmode_\mode & 0xff, .Lmode_\mode >> 8, .Lcpu_\cpu, \fpu
	.ifeqs "\reason", ""
	.quad 0
	.else
	.quad .Lreason_\nr
	.endif
	.popsection
.endm

.macro FORM mode:req, insn:req, before, after, cpu=any
	FORM_NR \@, \mode, "\insn", "\before", "\after", \cpu, 0
.endm

/* It uses FP or Advanced SIMD, whose registers are compared, too. */
.macro FPU mode:req, insn:req, before, after, cpu=any
	FORM_NR \@, \mode, "\insn", "\before", "\after", \cpu, 1
.endm

/* Only its modes are looked at, for the reason that is given. */
.macro NEVER_RUN mode:req, insn:req, reason:req, before
	FORM_NR \@, \mode, "\insn", "\before", "", any, 0, "\reason"
.endm

/* Where x18 is the shadow call stack's, exceptions need it. */
#ifdef CONFIG_SHADOW_CALL_STACK
#define X18
#else
#define X18	18,
#endif
/* X17 stands for the stack pointer in the trampoline, and cannot be named besides. */
#define ALL_REGISTERS	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, X18 19, 20, \
	21, 22, 23, 24, 25, 26, 27, 28, 29, 30

/* Of two ways, the one that does not go to 1f leaves a trace. */
#define TRACE	"eor x15, x15, #0xff0"
/* What is not the same each time, or belongs to the next exception */
#define DROP	"mov x9, #0"

/* ---- data processing, immediate ---- */

/* add, subtract; the first form changes what no other does */
FORM BT,	"add x9, x10, x11"
.irp op, add, adds, sub, subs
FORM BT,	"\op x9, x10, #0x123"
FORM BT,	"\op w9, w10, #0xfff, lsl #12"
FORM BT,	"\op x9, x10, x11, lsl #63"
FORM BT,	"\op w9, w10, w11, lsr #31"
FORM BT,	"\op x9, x10, x11, asr #17"
FORM BT,	"\op w9, w10, w11"
FORM BT,	"\op x9, x10, w11, uxtb #2"
FORM BT,	"\op x9, x10, w11, sxth #4"
FORM BT,	"\op w9, w10, w11, uxth #1"
FORM BT,	"\op x9, x10, x11, sxtx #3"
FORM BT,	"\op x9, sp, #16"
FORM BT,	"\op w9, wsp, #16"
FORM BT,	"\op x9, sp, x10"
FORM BT,	"\op x9, sp, w4, uxtw #2"
FORM BT,	"\op w9, wsp, w10, sxtb #1"
.endr
.irp n, ALL_REGISTERS
.if \n == 17
FORM B,		"add x\n, sp, x\n"
.else
FORM BT,	"add x\n, sp, x\n"
.endif
.endr
FORM B,		"sub x17, sp, #16"
FORM B,		"add x9, sp, x17"
FORM BT,	"add x9, xzr, x10, lsl #3"
FORM BT,	"sub w9, wzr, w10"
FORM BT,	"cmp x10, #0x7f"
FORM BT,	"cmp sp, x10"
FORM BT,	"cmp sp, #0xff0"
FORM BT,	"cmn wsp, w10, uxtb"
FORM BT,	"cmn w10, w11"
FORM BT,	"negs x9, x10"
FORM BT,	"ngc x9, x10"
.irp op, adc, adcs, sbc, sbcs
FORM BT,	"\op x9, x10, x11"
FORM BT,	"\op w9, w10, wzr"
.endr
FORM BT,	"mov x9, sp"
FORM BT,	"mov w9, wsp"
FORM BT,	"mov x29, sp"
FORM BT,	"mov x0, sp"
FORM B,		"mov sp, x9",			"sub x9, sp, #32"
FORM B,		"mov sp, x0",			"add x0, sp, #32"
FORM B,		"mov sp, x29",			"add x29, sp, #64"
FORM B,		"sub sp, sp, #16"
FORM B,		"sub sp, sp, #96"
FORM B,		"sub sp, sp, #0x230",		"", "add sp, sp, #0x220"
FORM B,		"sub sp, sp, #1, lsl #12",	"", "add sp, sp, #1, lsl #12"
FORM B,		"add sp, sp, #16"
FORM B,		"add sp, sp, #96"
FORM B,		"add sp, sp, #1, lsl #12",	"sub sp, sp, #1, lsl #12"
FORM B,		"add sp, x9, #48",		"sub x9, sp, #32"
FORM B,		"sub sp, x29, #48",		"add x29, sp, #64"
FORM B,		"add sp, sp, x3, lsl #1"
FORM B,		"sub sp, sp, x3, lsl #2"
FORM B,		"add sp, sp, w4, uxtw #1"
FORM B,		"add sp, sp, w5, sxtw #2"
FORM B,		"sub sp, sp, x6"
FORM B,		"add sp, sp, x6"
FORM B,		"sub sp, x9, w3, uxth #1",	"add x9, sp, #32"
NEVER_RUN B,	"add wsp, wsp, #16",		"leaves no stack"

/* logical */
.irp op, and, ands, orr, eor
FORM BT,	"\op x9, x10, #0xf0f0f0f0f0f0f0f0"
FORM BT,	"\op w9, w10, #0x7ffe"
FORM BT,	"\op x9, xzr, #0xff00ff00ff00ff00"
.endr
.irp op, and, ands, orr, eor, bic, bics, orn, eon
FORM BT,	"\op x9, x10, x11, ror #13"
FORM BT,	"\op w9, w10, w11, lsl #5"
FORM BT,	"\op x9, x10, xzr"
.endr
FORM BT,	"tst x10, #1"
FORM BT,	"tst w10, w11, asr #3"
FORM BT,	"mov x9, x10"
FORM BT,	"mvn w9, w10"
FORM BT,	"mov x9, #0x5555555555555555"
FORM B,		"and sp, x9, #0xfffffffffffffff0", "sub x9, sp, #23"
FORM B,		"orr sp, x9, #0x10",		"sub x9, sp, #64"
FORM B,		"eor sp, x9, #0x20",		"mov x9, sp"
FORM BT,	"and x9, x10, #0xfffffffffffffff0"
NEVER_RUN B,	"orr wsp, w9, #0x10",		"leaves no stack"

/* move wide */
.irp op, movz, movn, movk
FORM BT,	"\op x9, #0x1234"
FORM BT,	"\op x9, #0xfedc, lsl #48"
FORM BT,	"\op w9, #0x8001, lsl #16"
.endr
.irp n, ALL_REGISTERS
FORM BT,	"movk x\n, #0x6789, lsl #16"
.endr
FORM BT,	"movz xzr, #5"

/* relative to the PC */
FORM S,		"adr x9, 1f"
FORM S,		"adr x9, ."
FORM S,		"adr x9, . - 3"
FORM S,		"adr x9, . + 0xffffe"
FORM S,		"adr x9, . - 0x100000"
FORM S,		"adr x9, kb_form_mem"
FORM S,		"adr xzr, 1f"
FORM S,		"adr x30, . + 1"
FORM S,		"adrp x9, kb_form_mem"
FORM S,		"adrp x9, form_done"
FORM S,		"adrp xzr, kb_form_mem"
FORM S,		".inst 0xf0ffffe9"	/* adrp x9, . - 0x1000 */
FORM S,		".inst 0xf07fffe9"	/* the largest displacement */
FORM S,		".inst 0x90800009"	/* the smallest one */

/* bit field, extract */
.irp op, sbfm, ubfm, bfm
FORM BT,	"\op x9, x10, #12, #40"
FORM BT,	"\op x9, x10, #60, #3"
FORM BT,	"\op w9, w10, #31, #30"
FORM BT,	"\op w9, w10, #0, #7"
.endr
FORM BT,	"lsl x9, x10, #1"
FORM BT,	"asr w9, w10, #31"
FORM BT,	"sxtw x9, w10"
FORM BT,	"uxtb w9, w10"
FORM BT,	"bfc x9, #3, #30"
FORM BT,	"extr x9, x10, x11, #44"
FORM BT,	"extr w9, w10, w11, #5"
FORM BT,	"ror x9, x10, #63"

/* ---- data processing, registers ---- */

.irp op, lslv, lsrv, asrv, rorv, udiv, sdiv
FORM BT,	"\op x9, x10, x2"
FORM BT,	"\op w9, w10, w2"
FORM BT,	"\op x9, x10, xzr"
.endr
FORM BT,	"sdiv x9, x10, x11",		"mov x10, #0x8000000000000000; mov x11, #-1"
.irp op, crc32b, crc32h, crc32w, crc32cb, crc32ch, crc32cw
FORM BT,	"\op w9, w10, w11",		cpu=crc32
.endr
FORM BT,	"crc32x w9, w10, x11",		cpu=crc32
FORM BT,	"crc32cx w9, w10, x11",		cpu=crc32
.irp op, rbit, rev16, rev, clz, cls
FORM BT,	"\op x9, x10"
FORM BT,	"\op w9, w10"
.endr
FORM BT,	"rev32 x9, x10"
FORM BT,	"madd x9, x10, x11, x12"
FORM BT,	"madd w9, w10, w11, w12"
FORM BT,	"msub x9, x10, x11, xzr"
FORM BT,	"mul w9, w10, w11"
.irp op, smaddl, smsubl, umaddl, umsubl
FORM BT,	"\op x9, w10, w11, x12"
.endr
FORM BT,	"smulh x9, x10, x11"
FORM BT,	"umulh x9, x10, x11"
.irp op, csel, csinc, csinv, csneg
FORM BT,	"\op x9, x10, x11, eq"
FORM BT,	"\op w9, w10, wzr, hi"
.endr
.irp cc, eq, ne, cs, cc, mi, pl, vs, vc, hi, ls, ge, lt, gt, le, al, nv
FORM BT,	"csel x9, x10, x11, \cc"
FORM S,		"b.\cc 1f",			"", TRACE
.endr
FORM BT,	"cset x9, vs"
FORM BT,	"ccmp x10, x11, #4, ne"
FORM BT,	"ccmp w10, #31, #0, lt"
FORM BT,	"ccmn x10, #7, #15, cs"
FORM BT,	"ccmn w10, w11, #8, al"
FORM BT,	"rmif x10, #5, #15",		cpu=flagm
FORM BT,	"setf8 w10",			cpu=flagm
FORM BT,	"setf16 w10",			cpu=flagm
FORM BT,	"cfinv",			cpu=flagm
FORM BT,	"xaflag",			cpu=flagm2
FORM BT,	"axflag",			cpu=flagm2
FORM BT,	"subp x9, x10, x11",		cpu=mte
FORM BT,	"subps x9, x10, x11",		cpu=mte
FORM BT,	"subp x9, sp, x11",		cpu=mte
FORM BT,	"subps x9, x10, sp",		cpu=mte
FORM BT,	"gmi x9, x10, x11",		cpu=mte
FORM BT,	"gmi x9, sp, x11",		cpu=mte
FORM BT,	"irg x9, x10, x11",		"mov x11, #0xffff", cpu=mte
FORM BT,	"irg x9, sp, x11",		"mov x11, #0xffff", cpu=mte
FORM BT,	"addg x9, x10, #32, #3",	cpu=mte
FORM BT,	"subg x9, x10, #48, #0",	cpu=mte
FORM BT,	"addg x9, sp, #32, #0",		cpu=mte
#ifdef CONFIG_ARM64_MTE
FORM B,		"irg sp, sp, x11",		"mov x11, #0xffff", cpu=mte
FORM B,		"subg sp, sp, #32, #0",		cpu=mte
#else
NEVER_RUN B,	"irg sp, sp, x11",		"leaves no address without tags"
NEVER_RUN B,	"subg sp, sp, #32, #0",		"leaves no address without tags"
#endif

/* ---- branches; the cases of a count, of each bit, and of each register ---- */

FORM S,		"b 1f",				"", TRACE
FORM S,		"b 2f",				"b 3f; 2: eor x14, x14, #1; b 1f; 3:", TRACE
FORM S,		"b 2b",				"b 3f; 2: eor x14, x14, #1; b 1f; 3:", TRACE
FORM S,		"b form_done",			"", TRACE
FORM S,		"bl 1f",			"", TRACE
FORM S,		"bl 2b",			"b 3f; 2: eor x14, x14, #1; b 1f; 3:", TRACE
FORM S,		"bl form_done",			"", TRACE
FORM S,		"b.eq 2b",			"b 3f; 2: eor x14, x14, #1; b 1f; 3:", TRACE
FORM S,		"b.lt form_done",		"", TRACE
.irp op, cbz, cbnz
FORM S,		"\op x9, 1f",			"", TRACE
FORM S,		"\op x9, 1f",			"mov x9, #0", TRACE
FORM S,		"\op w9, 1f",			"mov x9, #0", TRACE
FORM S,		"\op x9, 1f",			"mov x9, #0xffffffff00000000", TRACE
FORM S,		"\op w9, 1f",			"mov x9, #0xffffffff00000000", TRACE
FORM S,		"\op w9, 1f",			"mov x9, #0x80000000", TRACE
FORM S,		"\op x9, 1f",			"mov x9, #0x8000000000000000", TRACE
FORM S,		"\op xzr, 1f",			"", TRACE
FORM S,		"\op wzr, 1f",			"", TRACE
FORM S,		"\op x9, 2b",			"b 3f; 2: eor x14, x14, #1; b 1f; 3:", TRACE
.endr
.irp op, tbz, tbnz
.irp bit, 0, 31, 32, 63
FORM S,		"\op x9, #\bit, 1f",		"mov x9, #0", TRACE
FORM S,		"\op x9, #\bit, 1f",		"mov x9, #1 << \bit", TRACE
FORM S,		"\op x9, #\bit, 1f",		"mov x9, #~(1 << \bit)", TRACE
FORM S,		"\op xzr, #\bit, 1f",		"", TRACE
.endr
FORM S,		"\op w9, #31, 1f",		"mov x9, #0x80000000", TRACE
FORM S,		"\op w9, #7, 1f",		"", TRACE
FORM S,		"\op x9, #45, 2b",		"b 3f; 2: eor x14, x14, #1; b 1f; 3:", TRACE
.endr
.irp n, ALL_REGISTERS
FORM SB,	"br x\n",			"adr x\n, 1f", TRACE
FORM S,		"blr x\n",			"adr x\n, 1f", TRACE
FORM SB,	"ret x\n",			"adr x\n, 1f", TRACE
FORM S,		"cbz x\n, 1f",			"", TRACE
FORM S,		"tbnz x\n, #13, 1f",		"", TRACE
.endr
NEVER_RUN SB,	"br xzr",			"branches to 0"
NEVER_RUN S,	"blr xzr",			"branches to 0"
NEVER_RUN SB,	"ret xzr",			"branches to 0"

/* with pointer authentication, which does nothing if no key is enabled */
.irp key, a, b
FORM SBA,	"bra\key x9, x10",	"adr x9, 1f; paci\key x9, x10", TRACE, cpu=pauth
FORM SBA,	"bra\key x9, sp",	"adr x9, 1f; paci\key x9, sp", TRACE, cpu=pauth
FORM SBA,	"bra\key\()z x9",	"adr x9, 1f; paciz\key x9", TRACE, cpu=pauth
FORM NO,	"blra\key x9, x10",	"adr x9, 1f; paci\key x9, x10", TRACE, cpu=pauth
FORM NO,	"blra\key x30, sp",	"adr x30, 1f; paci\key x30, sp", TRACE, cpu=pauth
FORM NO,	"blra\key\()z x9",	"adr x9, 1f; paciz\key x9", TRACE, cpu=pauth
FORM SBA,	"reta\key",		"adr x30, 1f; paci\key\()sp", TRACE, cpu=pauth
.endr

/* ---- loads and stores ---- */

.irp n, ALL_REGISTERS
.if \n == 17
FORM B,		"ldr x\n, [sp, #8]"
FORM B,		"str x\n, [sp, #8]"
.else
FORM BT,	"ldr x\n, [sp, #8]"
FORM BT,	"str x\n, [sp, #8]"
.endif
.endr
.irp op, str, ldr
FORM BT,	"\op x9, [x0]"
FORM BT,	"\op x9, [x0, #16]"
FORM BT,	"\op w9, [x0, #4]"
FORM BT,	"\op x9, [x19, #32760]",	"mov x9, #32760; sub x19, x0, x9"
FORM BT,	"\op x9, [x0], #8"
FORM BT,	"\op x9, [x0], #-256",		"add x0, x0, #8"
FORM BT,	"\op w9, [x0, #12]!"
FORM BT,	"\op x9, [x1, #-8]!"
FORM BT,	"\op x9, [x1, x3]"
FORM BT,	"\op x9, [x0, x3, lsl #3]"
FORM BT,	"\op x9, [x0, w4, uxtw]"
FORM BT,	"\op x9, [x1, w5, sxtw]"
FORM BT,	"\op x9, [x1, w5, sxtw #3]",	"add x1, x1, #48"
FORM BT,	"\op x9, [x1, x6, sxtx]"
FORM BT,	"\op w9, [x0, w4, uxtw #2]"
FORM BT,	"\op w9, [x1, x6, sxtx #2]",	"add x1, x1, #16"
FORM BT,	"\op xzr, [x0]"
FORM BT,	"\op wzr, [x0, #4]"
FORM BT,	"\op x9, [x0, xzr]"
FORM BT,	"\op x0, [x0]"
FORM BT,	"\op x30, [x0, #8]"
.endr
.irp op, sturb, sturh, ldurb, ldurh, ldursb, ldursh
FORM BT,	"\op w9, [x0, #-3]"
.endr
.irp op, stur, ldur, ldursb, ldursh, ldursw
FORM BT,	"\op x9, [x0, #5]"
.endr
FORM BT,	"ldur w9, [x0, #-7]"
FORM BT,	"stur w9, [x0, #255]",		"sub x0, x0, #240"
FORM BT,	"stur xzr, [x0, #-256]",	"add x0, x0, #240"
.irp op, strb, strh, ldrb, ldrh, ldrsb, ldrsh
FORM BT,	"\op w9, [x0, #6]"
FORM BT,	"\op w9, [x0], #1"
FORM BT,	"\op w9, [x0, #-1]!"
FORM BT,	"\op w9, [x1, w5, sxtw]"
FORM BT,	"\op w9, [sp, #2]"
.endr
.irp op, ldrsb, ldrsh, ldrsw
FORM BT,	"\op x9, [x0, #4]"
FORM BT,	"\op x9, [x0], #3"
FORM BT,	"\op x9, [x0, #-1]!"
FORM BT,	"\op x9, [x0, x3]"
FORM BT,	"\op xzr, [x0, #8]"
FORM BT,	"\op x9, [sp, #8]"
.endr
.irp op, sttr, ldtr
NEVER_RUN B,	"\op x9, [x0, #8]",		"accesses memory as the user may"
NEVER_RUN B,	"\op\()b w9, [x0, #-8]",	"accesses memory as the user may"
.endr
NEVER_RUN B,	"ldtrsw x9, [x0]",		"accesses memory as the user may"
FORM BT,	"prfm pldl1keep, [x0, #8]"
FORM BT,	"prfm pstl3strm, [x0, x3]"
FORM BT,	"prfum pldl2keep, [x0, #-3]"
FORM BT,	"prfm pldl1keep, [sp, #8]"

/* pairs */
.irp op, stp, ldp
FORM BT,	"\op x9, x10, [x0]"
FORM BT,	"\op w9, w10, [x0, #-4]"
FORM BT,	"\op x9, x10, [x0], #16"
FORM BT,	"\op w9, w10, [x0], #-8"
FORM BT,	"\op x9, x10, [x0, #-24]!"
FORM BT,	"\op x9, x10, [x19, #504]",	"sub x19, x0, #504"
FORM BT,	"\op x9, x10, [x19, #-512]",	"add x19, x0, #512"
FORM BT,	"\op x29, x30, [x0, #16]"
FORM BT,	"\op xzr, x9, [x0]"
FORM BT,	"\op x9, xzr, [x0]"
FORM BT,	"\op x0, x1, [x0]"
FORM BT,	"\op x9, x10, [sp]"
FORM BT,	"\op w9, w10, [sp, #4]"
FORM BT,	"\op x29, x30, [sp, #32]"
FORM BT,	"\op x16, x15, [sp, #80]"
FORM B,		"\op x17, x16, [sp, #80]"
FORM B,		"\op x16, x17, [sp, #80]"
FORM B,		"\op x29, x30, [sp], #32"
FORM B,		"\op x19, x20, [sp], #16"
FORM B,		"\op w9, w10, [sp], #64"
FORM B,		"\op x29, x30, [sp, #16]!"
FORM BT,	"stnp x9, x10, [x0, #16]"
FORM BT,	"ldnp w9, w10, [sp, #16]"
.endr
FORM BT,	"ldpsw x9, x10, [x0, #4]"
FORM BT,	"ldpsw x9, x10, [x0, #-4]!"
FORM B,		"ldpsw x9, x10, [sp], #16"
FORM BT,	"stgp x9, x10, [x0, #16]",	cpu=mte
FORM BT,	"stgp x9, x10, [x0], #16",	cpu=mte
FORM BT,	"stgp x9, x10, [sp, #16]",	cpu=mte
FORM B,		"stgp x9, x10, [sp, #-16]!",	cpu=mte

/*
 * The stack pointer: what is stored below it is where the exception frame lies, and
 * the return from an exception does not change it.
 */
.irp n, 16, 32, 48, 64, 80, 96
FORM B,		"stp x29, x30, [sp, #-\n]!"
.endr
FORM B,		"stp x29, x30, [sp, #-512]!",	"", "ldp x9, x10, [sp]; add sp, sp, #512"
FORM B,		"stp x19, x20, [sp, #-16]!"
FORM B,		"stp xzr, xzr, [sp, #-32]!"
FORM B,		"stp w9, w10, [sp, #-16]!"
FORM B,		"stp x0, x1, [sp, #-96]!"
FORM B,		"str x30, [sp, #-16]!"
FORM B,		"str xzr, [sp, #-96]!"
FORM B,		"str w9, [sp, #-32]!",		"", "ldr w10, [sp]; str xzr, [sp]"
FORM B,		"strb w9, [sp, #-16]!",		"", "ldrb w10, [sp]; str xzr, [sp]"
FORM B,		"strh w9, [sp, #-16]!",		"", "ldrh w10, [sp]; str xzr, [sp]"
FORM B,		"str x9, [sp, #-256]!",		"", "ldr x10, [sp]; add sp, sp, #256"
FORM B,		"stur x9, [sp, #-8]"
FORM B,		"stur xzr, [sp, #-256]"
FORM B,		"stur w9, [sp, #-1]"
FORM B,		"sturb w9, [sp, #-7]"
FORM B,		"sturh w9, [sp, #-16]"
FORM B,		"stp x9, x10, [sp, #-16]"
FORM B,		"stp x9, x10, [sp, #-512]"
FORM B,		"stp w9, w10, [sp, #-8]"
FORM B,		"stnp x9, x10, [sp, #-32]"
FORM B,		"str x9, [sp, x3]"
FORM B,		"str x9, [sp, x3, lsl #3]"
FORM B,		"str x9, [sp, w4, uxtw]"
FORM B,		"str x9, [sp, w5, sxtw]"
FORM B,		"str w9, [sp, x6]"
FORM B,		"strb w9, [sp, x3]"
FORM B,		"strh w9, [sp, w4, uxtw #1]"
#ifdef CONFIG_SHADOW_CALL_STACK
NEVER_RUN B,	"str x30, [x18], #8",		"x18 belongs to the kernel"
NEVER_RUN B,	"ldr x30, [x18, #-8]!",		"x18 belongs to the kernel"
#else
FORM BT,	"str x30, [x18], #8",		"mov x18, x0"
FORM BT,	"ldr x30, [x18, #-8]!",		"mov x18, x0"
#endif
FORM BT,	"str x9, [sp]"
FORM BT,	"str w9, [sp, #4]"
FORM BT,	"str xzr, [sp, #88]"
FORM BT,	"str x0, [sp, #80]"
FORM BT,	"stur x9, [sp, #3]"
FORM BT,	"stur w9, [sp, #0]"
FORM B,		"str x9, [sp], #16"
FORM B,		"str x9, [sp], #96"
FORM B,		"str x9, [sp], #-32"
FORM B,		"stp x9, x10, [sp], #-64"
FORM B,		"str x9, [sp, #16]!"
FORM B,		"strb w9, [sp, #32]!"
FORM BT,	"ldr x9, [sp]"
FORM BT,	"ldr w9, [sp, #4]"
FORM B,		"ldr x30, [sp], #16"
FORM B,		"ldr x9, [sp], #96"
FORM B,		"ldr x9, [sp], #-48"
FORM B,		"ldr x9, [sp, #16]!"
FORM B,		"ldr x9, [sp, #-16]!",		"", DROP
FORM B,		"ldp x9, x10, [sp, #-32]!",	"", "mov x9, #0; mov x10, #0"
FORM B,		"ldur x9, [sp, #-8]",		"", DROP
FORM B,		"ldp x9, x10, [sp, #-16]",	"", "mov x9, #0; mov x10, #0"
FORM B,		"ldr x9, [sp, x3]"
FORM B,		"ldr x9, [sp, w4, uxtw]"
FORM B,		"ldr w9, [sp, x3, lsl #2]"
FORM B,		"ldr x9, [sp, w5, sxtw]",	"", DROP
FORM B,		"ldrb w9, [sp, x3]"
FORM BT,	"ldar x9, [sp]"
FORM BT,	"stlr x9, [sp]"
FORM BT,	"ldapr x9, [sp]",		cpu=lrcpc
FORM BT,	"ldapur x9, [sp, #8]",		cpu=lrcpc2
FORM B,		"ldapur x9, [sp, #-8]",		"", DROP, cpu=lrcpc2
FORM BT,	"stlur x9, [sp, #8]",		cpu=lrcpc2
FORM B,		"stlur x9, [sp, #-8]",		cpu=lrcpc2
FORM BT,	"ldadd x9, x10, [sp]",		cpu=lse
FORM BT,	"stset x9, [sp]",		cpu=lse
FORM BT,	"swp x9, x10, [sp]",		cpu=lse
FORM BT,	"cas x9, x10, [sp]",		"ldr x9, [sp]", cpu=lse
FORM BT,	"casp x8, x9, x10, x11, [sp]",	"ldp x8, x9, [sp]", cpu=lse
FORM B,		"casp x16, x17, x10, x11, [sp]", "ldp x16, x17, [sp]", cpu=lse
FORM B,		"casp x8, x9, x16, x17, [sp]",	"ldp x8, x9, [sp]", cpu=lse
FORM BT,	"ldadd x16, x9, [sp]",		cpu=lse
FORM B,		"ldadd x17, x9, [sp]",		cpu=lse
NEVER_RUN B,	"ldraa x9, [sp]",		"needs a signed stack pointer"

/* literals, before and behind; whose place is not the slot's */
#define LITERAL	"b 3f; 2: .quad 0x8899aabbccddeeff, 0x1122334455667788; 3:"
FORM S,		"ldr x9, 2b",			LITERAL
FORM S,		"ldr w9, 2b",			LITERAL
FORM S,		"ldr x9, 2b + 4",		LITERAL
FORM S,		"ldrsw x9, 2b",			LITERAL
FORM S,		"ldrsw x9, 2b + 8",		LITERAL
FORM S,		"ldr x9, 2f",			"", LITERAL
FORM S,		"ldr w9, 2f",			"", LITERAL
FORM S,		"ldrsw x9, 2f",			"", LITERAL
FORM S,		"ldr xzr, 2f",			"", LITERAL
FORM S,		"ldr wzr, 2f",			"", LITERAL
FORM S,		"ldrsw xzr, 2f",		"", LITERAL
FORM S,		"ldr x30, 2f",			"", LITERAL
FORM S,		"ldr x0, 2f",			"", LITERAL
FORM S,		"ldr x9, kb_form_mem"
FORM S,		"ldrsw x9, kb_form_mem + 4"
FORM S,		"prfm pldl1keep, 2f",		"", LITERAL
FPU T,		"ldr s3, 2b",			LITERAL
FPU T,		"ldr d3, 2f",			"", LITERAL
FPU T,		"ldr q3, 2f",			"", LITERAL
FPU T,		"ldr q31, 2b",			LITERAL

/* exclusive sequences: refused within, as an exception ends them; just outside not */
.irp op, ldxr, ldaxr
FORM NO,	"\op x9, [x0]"
FORM NO,	"\op w9, [sp]"
FORM NO,	"\op\()b w9, [x0]"
FORM NO,	"\op\()h w9, [x0]"
.endr
FORM NO,	"ldxp x9, x10, [x0]"
FORM NO,	"ldaxp w9, w10, [x0]"
.irp op, stxr, stlxr
FORM NO,	"\op w11, x9, [x0]"
FORM NO,	"\op w11, w9, [sp]"
FORM NO,	"\op\()b w11, w9, [x0]"
FORM NO,	"\op\()h w11, w9, [x0]"
.endr
FORM NO,	"stxp w11, x9, x10, [x0]"
FORM NO,	"stlxp w11, w9, w10, [x0]"
#define SEQUENCE "2: ldxr x9, [x0]; add x9, x9, #3; stxr w10, x9, [x0]; cbnz w10, 2b"
FORM NO,	"add x9, x9, #3",	"2: ldxr x9, [x0]", "stxr w10, x9, [x0]; cbnz w10, 2b"
FORM NO,	"stxr w10, x9, [x0]",	"2: ldxr x9, [x0]; add x9, x9, #3", "cbnz w10, 2b"
FORM NO,	"cbz x9, 1f",		"2: ldaxr x9, [x0]", "stlxr w10, x9, [x0]; cbnz w10, 2b"
FORM S,		"cbnz w10, 2b",		"2: ldxr x9, [x0]; add x9, x9, #3; stxr w10, x9, [x0]"
FORM BT,	"add x9, x9, #3",	SEQUENCE
FORM BT,	"add x9, x9, #3",	"", SEQUENCE
FORM BT,	"ldr x9, [x0]",		SEQUENCE
FORM BT,	"str x9, [x0]",		"", SEQUENCE
FORM S,		"b 1f",			SEQUENCE, TRACE
/* a load that only waits has no store; what follows an ordered store is outside */
FORM BT,	"add x9, x9, #3",	"ldxr x9, [x0]; stlr x9, [x0]"
FORM NO,	"add x9, x9, #3",	"ldxr x9, [x0]; eor x9, x9, #1"

/* ordered */
.irp op, ldar, stlr
FORM BT,	"\op x9, [x0]"
FORM BT,	"\op w9, [x0]"
FORM BT,	"\op\()b w9, [x0]"
FORM BT,	"\op\()h w9, [x0]"
.endr
.irp op, ldlar, stllr
FORM BT,	"\op x9, [x0]",			cpu=lor
FORM BT,	"\op\()b w9, [x0]",		cpu=lor
.endr
FORM BT,	"ldapr x9, [x0]",		cpu=lrcpc
FORM BT,	"ldaprb w9, [x0]",		cpu=lrcpc
FORM BT,	"ldapur w9, [x0, #-4]",		cpu=lrcpc2
FORM BT,	"ldapursw x9, [x0, #4]",	cpu=lrcpc2
FORM BT,	"ldapursb x9, [x0, #3]",	cpu=lrcpc2
FORM BT,	"stlur x9, [x0, #8]",		cpu=lrcpc2
FORM BT,	"stlurb w9, [x0, #-1]",		cpu=lrcpc2

/* atomic */
.irp op, add, clr, eor, set, smax, smin, umax, umin
FORM BT,	"ld\op x9, x10, [x0]",		cpu=lse
FORM BT,	"ld\op\()al w9, w10, [x0]",	cpu=lse
FORM BT,	"ld\op\()ab w9, w10, [x0]",	cpu=lse
FORM BT,	"ld\op\()lh w9, w10, [x0]",	cpu=lse
FORM BT,	"st\op x9, [x0]",		cpu=lse
.endr
FORM BT,	"swp x9, x10, [x0]",		cpu=lse
FORM BT,	"swpal w9, w9, [x0]",		cpu=lse
FORM BT,	"swpb wzr, w10, [x0]",		cpu=lse
FORM BT,	"cas x9, x10, [x0]",		cpu=lse
FORM BT,	"casal x9, x10, [x0]",		"ldr x9, [x0]", cpu=lse
FORM BT,	"casa w9, w10, [x0]",		"ldr w9, [x0]", cpu=lse
FORM BT,	"caslb w9, w10, [x0]",		"ldr w9, [x0]", cpu=lse
FORM BT,	"cash w9, w10, [x0]",		cpu=lse
FORM BT,	"casp x8, x9, x10, x11, [x0]",	cpu=lse
FORM BT,	"caspal x8, x9, x10, x11, [x0]", "ldp x8, x9, [x0]", cpu=lse
FORM BT,	"caspa w8, w9, w10, w11, [x0]",	"ldp w8, w9, [x0]", cpu=lse
FORM BT,	"caspl x28, x29, x10, x11, [x0]", "ldp x28, x29, [x0]", cpu=lse

/* tags, authenticated, 64 bytes at once, copy and set */
FORM B,		"stg x0, [x0]",			cpu=mte
FORM B,		"stg x0, [x0, #16]!",		cpu=mte
FORM B,		"st2g x0, [x0], #32",		cpu=mte
FORM B,		"stzg x0, [x0]",		cpu=mte
FORM B,		"stz2g x0, [x0, #-16]",		cpu=mte
FORM B,		"ldg x9, [x0]",			cpu=mte
FORM B,		"ldg x9, [sp]",			"stg sp, [sp]", cpu=mte
FORM B,		"stzg sp, [sp]",		cpu=mte
FORM B,		"stzg x0, [sp, #-16]!",		cpu=mte
FORM B,		"ldgm x9, [x10]",		"adr_l x10, big", DROP, cpu=mte2
FORM B,		"stgm x9, [x10]",		"adr_l x10, big", cpu=mte2
FORM B,		"stzgm x9, [x10]",		"adr_l x10, big", cpu=mte2
.irp key, a, b
FORM BT,	"ldra\key x9, [x0, #8]",	"pacdz\key x0", cpu=pauth
FORM BT,	"ldra\key x9, [x0, #-8]!",	"pacdz\key x0", cpu=pauth
.endr
NEVER_RUN B,	"ld64b x8, [x0]",		"QEMU does not know it"
NEVER_RUN B,	"st64b x8, [x0]",		"QEMU does not know it"
NEVER_RUN B,	"st64bv0 x9, x10, [x0]",	"QEMU does not know it"
NEVER_RUN B,	"st64bv x9, x10, [x0]",		"QEMU does not know it"
NEVER_RUN K,	".inst 0x19010440",		"QEMU does not know it (CPYFP)"
NEVER_RUN K,	".inst 0x1d410440",		"QEMU does not know it (CPYM)"
NEVER_RUN K,	".inst 0x1d810440",		"QEMU does not know it (CPYE)"
NEVER_RUN K,	".inst 0x19c90440",		"QEMU does not know it (SETP)"

/* ---- FP and Advanced SIMD ---- */

.irp op, str, ldr
FPU BT,		"\op b3, [x0, #1]"
FPU BT,		"\op h3, [x0, #2]"
FPU BT,		"\op s3, [x0], #4"
FPU BT,		"\op d3, [x0, #-8]!"
FPU BT,		"\op q3, [x0, #16]"
FPU BT,		"\op q3, [x0, x3]"
FPU BT,		"\op q31, [x0], #16"
FPU BT,		"\op d3, [x1, w5, sxtw]"
FPU BT,		"\op q3, [x0, x3, lsl #4]",	"sub x0, x0, #128"
FPU BT,		"\op q3, [sp]"
FPU B,		"\op q3, [sp, #16]!"
FPU B,		"\op d3, [sp], #32"
.endr
FPU BT,		"stur q3, [x0, #-9]"
FPU BT,		"ldur s3, [x0, #3]"
FPU B,		"stur d3, [sp, #-8]"
FPU B,		"stur q3, [sp, #-32]"
FPU B,		"str q3, [sp, #-32]!"
FPU B,		"str d8, [sp, #-16]!"
FPU B,		"stp d8, d9, [sp, #-16]!"
FPU B,		"stp q8, q9, [sp, #-96]!"
FPU B,		"stp q8, q9, [sp, #-32]"
FPU B,		"stp s8, s9, [sp, #-16]!"
FPU B,		"str q3, [sp, x3, lsl #4]",	"sub sp, sp, #96"
FPU B,		"ldr q3, [sp, x3]"
FPU B,		"ldur q3, [sp, #-16]",		"", "movi v3.2d, #0"
.irp op, stp, ldp
FPU BT,		"\op s3, s4, [x0, #-4]"
FPU BT,		"\op d3, d4, [x0], #16"
FPU BT,		"\op q3, q4, [x0, #-32]!"
FPU BT,		"\op q30, q31, [x0]"
FPU BT,		"\op d8, d9, [sp, #16]"
FPU B,		"\op q8, q9, [sp], #32"
.endr
FPU BT,		"stnp q3, q4, [x0]"
FPU BT,		"ldnp d3, d4, [x0]"
.irp op, st, ld
FPU BT,		"\op\()1 {v3.16b}, [x0]"
FPU BT,		"\op\()1 {v3.4s, v4.4s}, [x0]"
FPU BT,		"\op\()1 {v3.2d-v6.2d}, [x0]"
FPU BT,		"\op\()1 {v3.8h-v5.8h}, [x0], #48"
FPU BT,		"\op\()2 {v3.4s, v4.4s}, [x0]"
FPU BT,		"\op\()3 {v3.8b-v5.8b}, [x0], x3"
FPU BT,		"\op\()4 {v3.2s-v6.2s}, [x0], #32"
FPU BT,		"\op\()1 {v3.b}[7], [x0]"
FPU BT,		"\op\()2 {v3.h, v4.h}[5], [x0], #4"
FPU BT,		"\op\()4 {v3.d-v6.d}[1], [x0], x3"
FPU BT,		"\op\()1 {v3.16b}, [sp]"
FPU B,		"\op\()1 {v3.16b, v4.16b}, [sp], #32"
FPU B,		"\op\()1 {v3.16b}, [sp], x9",	"mov x9, #32"
FPU B,		"\op\()1 {v3.16b}, [sp], x6",	"", "movi v3.2d, #0"
.endr
FPU BT,		"ld1r {v3.4s}, [x0]"
FPU BT,		"ld4r {v3.8h-v6.8h}, [x0], #8"
FPU BT,		"ld1r {v3.16b}, [sp]"

/* from and to general-purpose registers */
FPU BT,		"fmov x9, d3"
FPU BT,		"fmov w9, s3"
FPU BT,		"fmov x9, v3.d[1]"
FPU BT,		"fmov d3, x10"
FPU BT,		"fmov v3.d[1], x10"
FPU BT,		"fmov s3, wzr"
FPU BT,		"umov w9, v3.b[5]"
FPU BT,		"smov x9, v3.h[5]"
FPU BT,		"umov x9, v3.d[1]"
FPU BT,		"dup v3.4s, w10"
FPU BT,		"ins v3.s[2], w10"
FPU BT,		"fcvtzs x9, d3"
FPU BT,		"fcvtzu w9, s3"
FPU BT,		"fcvtas x9, s3"
FPU BT,		"fcvtzs x9, d3, #12"
FPU BT,		"scvtf d3, x10"
FPU BT,		"ucvtf s3, w10"
FPU BT,		"scvtf d3, w10, #7"
FPU BT,		"fjcvtzs w9, d3",		cpu=jscvt

/* arithmetic, which leaves marks in FPSR, and compares, in NZCV */
.irp op, fadd, fsub, fmul, fdiv, fmax, fmin, fmaxnm, fnmul
FPU BT,		"\op d3, d4, d5"
FPU BT,		"\op s3, s4, s5"
.endr
FPU BT,		"fdiv d3, d4, d5",		"fmov d4, #1.0; movi d5, #0"
FPU BT,		"fadd h3, h4, h5",		cpu=fp16
FPU BT,		"fsqrt d3, d4"
FPU BT,		"fabs s3, s4"
FPU BT,		"frintx d3, d4"
FPU BT,		"frint32z d3, d4",		cpu=frintts
FPU BT,		"fcvt s3, d4"
FPU BT,		"fcvt h3, s4"
FPU BT,		"bfcvt h3, s4",			cpu=bf16
FPU BT,		"fmadd d3, d4, d5, d6"
FPU BT,		"fnmsub s3, s4, s5, s6"
FPU BT,		"fmov d3, #1.5"
FPU BT,		"fcmp d3, d4"
FPU BT,		"fcmpe s3, #0.0"
FPU BT,		"fccmp d3, d4, #5, ne"
FPU BT,		"fccmpe s3, s4, #10, lt"
FPU BT,		"fcsel d3, d4, d5, hi"
.irp op, add, sub, mul, smax, umin, cmgt, cmtst, addp, sqadd, uqsub, sshl, mla, uaba
FPU BT,		"\op v3.16b, v4.16b, v5.16b"
FPU BT,		"\op v3.4h, v4.4h, v5.4h"
.endr
FPU BT,		"add d3, d4, d5"
FPU BT,		"sqdmulh h3, h4, h5"
FPU BT,		"sqdmull d3, s4, s5"
FPU BT,		"sqrdmlah h3, h4, h5",		cpu=rdm
FPU BT,		"fmulx h3, h4, h5",		cpu=fp16
FPU BT,		"frecpe h3, h4",		cpu=fp16
FPU BT,		"fabs v3.8h, v4.8h",		cpu=fp16
FPU BT,		"and v3.16b, v4.16b, v5.16b"
FPU BT,		"bsl v3.16b, v4.16b, v5.16b"
FPU BT,		"eor v3.8b, v4.8b, v5.8b"
FPU BT,		"fadd v3.4s, v4.4s, v5.4s"
FPU BT,		"fmla v3.2d, v4.2d, v5.2d"
FPU BT,		"fcmge v3.4s, v4.4s, v5.4s"
FPU BT,		"fadd v3.8h, v4.8h, v5.8h",	cpu=fp16
FPU BT,		"smull v3.8h, v4.8b, v5.8b"
FPU BT,		"sqdmlal2 v3.2d, v4.4s, v5.4s"
FPU BT,		"addhn v3.8b, v4.8h, v5.8h"
FPU BT,		"pmull v3.8h, v4.8b, v5.8b"
FPU BT,		"pmull2 v3.1q, v4.2d, v5.2d",	cpu=pmull
FPU BT,		"mul v3.8h, v4.8h, v5.h[3]"
FPU BT,		"fmul s3, s4, v5.s[2]"
FPU BT,		"sqrdmlah v3.8h, v4.8h, v5.8h",	cpu=rdm
FPU BT,		"sdot v3.4s, v4.16b, v5.16b",	cpu=dotprod
FPU BT,		"usmmla v3.4s, v4.16b, v5.16b",	cpu=i8mm
FPU BT,		"bfdot v3.4s, v4.8h, v5.8h",	cpu=bf16
FPU BT,		"fcadd v3.4s, v4.4s, v5.4s, #90", cpu=fcma
FPU BT,		"fcmla v3.4s, v4.4s, v5.4s, #180", cpu=fcma
FPU BT,		"fmlal v3.4s, v4.4h, v5.4h",	cpu=fhm
FPU BT,		"abs v3.2d, v4.2d"
FPU BT,		"cnt v3.16b, v4.16b"
FPU BT,		"rev64 v3.4s, v4.4s"
FPU BT,		"cmeq v3.8h, v4.8h, #0"
FPU BT,		"fcvtzs v3.4s, v4.4s"
FPU BT,		"scvtf d3, d4"
FPU BT,		"fcvtl v3.2d, v4.2s"
FPU BT,		"xtn v3.8b, v4.8h"
FPU BT,		"sqxtun2 v3.16b, v4.8h"
FPU BT,		"frsqrte v3.4s, v4.4s"
FPU BT,		"addv b3, v4.16b"
FPU BT,		"uaddlv s3, v4.8h"
FPU BT,		"fmaxnmv s3, v4.4s"
FPU BT,		"addp d3, v4.2d"
FPU BT,		"faddp d3, v4.2d"
FPU BT,		"dup v3.8h, v4.h[3]"
FPU BT,		"mov v3.s[1], v4.s[3]"
FPU BT,		"dup d3, v4.d[1]"
FPU BT,		"ext v3.16b, v4.16b, v5.16b, #5"
FPU BT,		"tbl v3.16b, {v4.16b, v5.16b}, v6.16b"
FPU BT,		"tbx v3.8b, {v4.16b}, v6.8b"
FPU BT,		"zip1 v3.4s, v4.4s, v5.4s"
FPU BT,		"trn2 v3.2d, v4.2d, v5.2d"
FPU BT,		"movi v3.16b, #0x55"
FPU BT,		"mvni v3.4s, #7, msl #16"
FPU BT,		"fmov v3.2d, #-2.0"
FPU BT,		"orr v3.8h, #0x11, lsl #8"
FPU BT,		"shl v3.2d, v4.2d, #33"
FPU BT,		"sshr d3, d4, #5"
FPU BT,		"sqshrn v3.4h, v4.4s, #3"
FPU BT,		"ushll v3.4s, v4.4h, #2"
FPU BT,		"fcvtzu v3.4s, v4.4s, #4"
FPU BT,		"aese v3.16b, v4.16b",		cpu=aes
FPU BT,		"aesimc v3.16b, v4.16b",	cpu=aes
FPU BT,		"sha1c q3, s4, v5.4s",		cpu=sha1
FPU BT,		"sha1h s3, s4",			cpu=sha1
FPU BT,		"sha256h q3, q4, v5.4s",	cpu=sha2
FPU BT,		"sha256su0 v3.4s, v4.4s",	cpu=sha2
FPU BT,		"sha512h q3, q4, v5.2d",	cpu=sha512
FPU BT,		"sha512su0 v3.2d, v4.2d",	cpu=sha512
FPU BT,		"eor3 v3.16b, v4.16b, v5.16b, v6.16b", cpu=sha3
FPU BT,		"rax1 v3.2d, v4.2d, v5.2d",	cpu=sha3
FPU BT,		"xar v3.2d, v4.2d, v5.2d, #7",	cpu=sha3
FPU BT,		"sm3ss1 v3.4s, v4.4s, v5.4s, v6.4s", cpu=sm3
FPU BT,		"sm3tt1a v3.4s, v4.4s, v5.s[1]", cpu=sm3
FPU BT,		"sm4e v3.4s, v4.4s",		cpu=sm4
FPU BT,		"sm4ekey v3.4s, v4.4s, v5.4s",	cpu=sm4

/* SVE, SME: the kernel disables both but for a user's registers */
#define SVE "traps in the kernel"
NEVER_RUN B,	"ldr z3, [x0]",			SVE
NEVER_RUN B,	"str z3, [x0, #5, mul vl]",	SVE
NEVER_RUN B,	"str z3, [sp, #-1, mul vl]",	SVE
NEVER_RUN B,	"ldr p3, [x0]",			SVE
NEVER_RUN B,	"str p3, [x0, #-34, mul vl]",	SVE
NEVER_RUN K,	"add z3.d, z4.d, z5.d",		SVE
NEVER_RUN K,	"ptrue p0.b",			SVE
NEVER_RUN K,	"ld1d {z3.d}, p0/z, [x0, x3, lsl #3]", SVE
NEVER_RUN K,	"st1b {z3.b}, p0, [x0]",	SVE
NEVER_RUN K,	"cntd x9",			SVE
NEVER_RUN K,	"rdvl x9, #1",			SVE
NEVER_RUN K,	"addvl x9, sp, #-3",		SVE
NEVER_RUN K,	"addvl sp, sp, #-3",		SVE
NEVER_RUN K,	"whilelo p0.d, x9, x10",	SVE
NEVER_RUN K,	"wrffr p0.b",			SVE
NEVER_RUN K,	".inst 0xc0080000",		SVE	/* zero {}: SME */

/* ---- the machine ---- */

/* hints: a landing pad as such, and hit by an indirect branch */
FORM SB,	"nop"
FORM SB,	"yield"
FORM SB,	"wfe",				"sevl"
NEVER_RUN SB,	"wfi",				"waits for an interrupt, if any comes"
FORM BT,	"sev"
FORM BT,	"sevl"
FORM SB,	"dgh"
FORM B,		"hint #16"		/* esb */
FORM BT,	"psb csync"
FORM BT,	"hint #18"		/* tsb csync */
FORM BT,	"csdb"
FORM BT,	"hint #22"		/* clrbhb */
FORM NO,	"hint #40"
FORM NO,	"hint #127"
FORM SB,	"hint #32"		/* bti */
FORM SB,	"bti c"
FORM SB,	"bti j"
FORM SB,	"bti jc"
FORM SB,	"bti j",			"adr x9, 2f; br x9; 2:"
FORM SB,	"bti jc",			"adr x9, 2f; br x9; 2:"
FORM SB,	"bti c",			"adr x9, 2f; blr x9; 2:"
FORM SB,	"bti c",			"adr x16, 2f; br x16; 2:"
FORM BT,	"paciasp",			"adr x9, 2f; blr x9; 2:"
#ifndef CONFIG_ARM64_BTI_KERNEL
FORM BT,	"add x9, x9, #1",		"adr x9, 2f; br x9; 2:"
FORM BT,	"str x9, [x0]",			"adr x9, 2f; blr x9; 2:"
FORM B,		"stp x29, x30, [sp, #-16]!",	"adr x9, 2f; blr x9; 2:"
FORM S,		"b 1f",				"adr x9, 2f; br x9; 2:", TRACE
FORM SB,	"br x10",			"adr x10, 1f; adr x9, 2f; br x9; 2:", TRACE
#endif
FORM BT,	"paciasp",			"", "autiasp"
FORM BT,	"pacibsp",			"", "autibsp"
FORM BT,	"autiasp",			"paciasp"
FORM BT,	"autibsp",			"pacibsp"
FORM BT,	"paciaz"
FORM BT,	"pacibz"
FORM BT,	"autiaz",			"paciaz"
FORM BT,	"autibz",			"pacibz"
FORM BT,	"pacia1716"
FORM BT,	"pacib1716"
FORM BT,	"autia1716",			"pacia1716"
FORM BT,	"autib1716",			"pacib1716"
FORM BT,	"xpaclri"
.irp op, pacia, pacib, pacda, pacdb
FORM BT,	"\op x9, x10",			cpu=pauth
FORM BT,	"\op x9, sp",			cpu=pauth
.endr
FORM BT,	"paciza x9",			cpu=pauth
FORM BT,	"pacdzb x9",			cpu=pauth
FORM BT,	"autia x9, x10",		"pacia x9, x10", cpu=pauth
FORM BT,	"autdb x9, sp",			"pacdb x9, sp", cpu=pauth
FORM BT,	"autiza x9",			"paciza x9", cpu=pauth
FORM BT,	"pacga x9, x10, x11",		cpu=pauth_generic
FORM BT,	"pacga x9, x10, sp",		cpu=pauth_generic
FORM BT,	"xpaci x9",			cpu=pauth
FORM BT,	"xpacd x9",			cpu=pauth

/* barriers */
.irp op, dmb, dsb
.irp what, sy, ish, ishld, nshst, osh
FORM BT,	"\op \what"
.endr
.endr
FORM BT,	"isb"
FORM BT,	"ssbb"
FORM BT,	"pssbb"
FORM BT,	".inst 0xd50330ff",		cpu=sb	/* sb, which the kernel has a macro for */
FORM BT,	"clrex"
NEVER_RUN BT,	"dsb synxs",			"QEMU does not know it"
NEVER_RUN SB,	"wfet x9",			"QEMU does not know it"
NEVER_RUN SB,	"wfit x9",			"QEMU does not know it"

/* system registers */
FORM BT,	"mrs x9, nzcv"
FORM BT,	"mrs x30, nzcv"
FORM BT,	"mrs xzr, nzcv"
FORM BT,	"mrs x9, tpidr_el0"
FORM BT,	"mrs x9, tpidr_el1"
FORM BT,	"mrs x9, tpidrro_el0"
FORM BT,	"mrs x9, sp_el0"
FORM BT,	"mrs x9, currentel"
FORM BT,	"mrs x9, ctr_el0"
FORM BT,	"mrs x9, dczid_el0"
FORM BT,	"mrs x9, midr_el1"
FORM BT,	"mrs x9, mpidr_el1"
FORM B,		"mrs x9, sctlr_el1"
FORM B,		"mrs x9, ttbr1_el1"
FORM B,		"mrs x9, vbar_el1"
FORM BT,	"mrs x9, cntfrq_el0"
FORM BT,	"mrs x9, cntvct_el0",		"", DROP
FORM B,		"mrs x9, pmccntr_el0",		"", DROP
FORM B,		"mrs x9, spsel"
FORM B,		"mrs x9, pan",			cpu=pan
FORM B,		"mrs x9, uao",			cpu=uao
FORM B,		"mrs x9, dit",			cpu=dit
FORM B,		"mrs x9, ssbs",			cpu=ssbs
FORM B,		"mrs x9, rndr",			"", DROP, cpu=rndr
FPU BT,		"mrs x9, fpcr"
FPU BT,		"mrs x9, fpsr",			"fdiv d3, d4, d5"
FORM SB,	"mrs x9, daif"
FORM SB,	"mrs x30, daif"
FORM SB,	"mrs xzr, daif"
.irp reg, elr_el1, spsr_el1, esr_el1, far_el1
NEVER_RUN K,	"mrs x9, \reg",			"belongs to the last exception"
.endr
FORM BT,	"msr nzcv, x10"
FORM BT,	"msr nzcv, xzr"
FORM BT,	"msr tpidr_el0, x10",		"mrs x12, tpidr_el0", \
	"mrs x9, tpidr_el0; msr tpidr_el0, x12"
FORM SB,	"msr daif, x10",		"mrs x10, daif; eor x10, x10, #0xc0"
FPU BT,		"msr fpcr, x10",		"mov x10, #0xc00000"
FPU BT,		"msr fpsr, x10",		"mov x10, #0x1f"
FORM BT,	"msr tpidrro_el0, x10",		"", "mrs x9, tpidrro_el0; msr tpidrro_el0, xzr"
FORM B,		"msr csselr_el1, xzr"
FORM B,		"msr contextidr_el1, x10",	"mrs x10, contextidr_el1"
FORM B,		"msr pmuserenr_el0, x10",	"mrs x10, pmuserenr_el0"
/* icc_pmr_el1, icc_igrpen1_el1 */
FORM B,		"msr s3_0_c4_c6_0, x10",	"mrs x10, s3_0_c4_c6_0", cpu=gic
FORM B,		"msr s3_0_c12_c12_7, x10",	"mrs x10, s3_0_c12_c12_7", cpu=gic
FORM NO,	"msr sctlr_el1, x10",		"mrs x10, sctlr_el1"
FORM B,		"msr cntp_ctl_el0, x10",	"mrs x10, cntp_ctl_el0"
FORM NO,	"msr elr_el1, x10"
FORM NO,	"msr spsr_el1, x10"
FORM NO,	"msr sp_el0, x10",		"mrs x10, sp_el0"
FORM NO,	"msr vbar_el1, x10",		"mrs x10, vbar_el1"
FORM NO,	"msr spsel, x10",		"mrs x10, spsel"
.irp op, daifset, daifclr
FORM SB,	"msr \op, #2"
FORM SB,	"msr \op, #3"
FORM SB,	"msr \op, #0"
FORM SB,	"msr \op, #5"
FORM SB,	"msr \op, #8"
FORM SB,	"msr \op, #15"
.endr
FORM NO,	"msr spsel, #1"
FORM NO,	"msr spsel, #0"
.irp value, 0, 1
FORM B,		"msr pan, #\value", "mrs x10, pan", "mrs x9, pan; msr pan, x10", cpu=pan
FORM B,		"msr uao, #\value", "mrs x10, uao", "mrs x9, uao; msr uao, x10", cpu=uao
FORM B,		"msr dit, #\value", "mrs x10, dit", "mrs x9, dit; msr dit, x10", cpu=dit
FORM B,		"msr ssbs, #\value", "mrs x10, ssbs", "mrs x9, ssbs; msr ssbs, x10", cpu=ssbs
FORM B,		"msr tco, #\value", "mrs x10, tco", "mrs x9, tco; msr tco, x10", cpu=mte2
.endr
.irp reg, pan, uao, dit, ssbs
FORM B,		"msr \reg, x9",	"mrs x10, \reg; eor x9, x10, x10", "mrs x9, \reg; msr \reg, x10", \
	cpu=\reg
.endr
FORM B,		"msr tco, x9",	"mrs x10, tco; mov x9, #1 << 25", "mrs x9, tco; msr tco, x10", \
	cpu=mte2

/* caches and translation */
FORM B,		"dc cvac, x0"
FORM B,		"dc cvau, x0"
FORM B,		"dc civac, x0"
FORM B,		"dc cvap, x0",			cpu=dpb
FORM B,		"dc zva, x10",			"adr_l x10, big", "ldp x9, x10, [x10]"
FORM B,		"ic ivau, x0"
FORM B,		"ic iallu"
FORM B,		"at s1e1r, x0",			"", "isb; mrs x9, par_el1"
FORM B,		"at s1e0w, x0",			"", "isb; mrs x9, par_el1"
FORM B,		"at s1e1rp, x0",		"", "isb; mrs x9, par_el1", cpu=pan2
FORM B,		"tlbi vmalle1"
FORM B,		"tlbi vale1is, xzr"
FORM B,		"tlbi vaae1os, xzr",		cpu=tlbios
FORM B,		"tlbi rvae1, xzr",		cpu=tlbirange
NEVER_RUN K,	"sysl x9, #3, c11, c0, #5",	"no such instruction yet"
NEVER_RUN K,	"sys #0, c15, c8, #7, x9",	"belongs to an implementation"

/* what traps or leaves */
FORM NO,	"brk #0x800"
FORM NO,	"brk #0"
FORM NO,	"hlt #0"
FORM NO,	"svc #0"
FORM NO,	"hvc #0"
FORM NO,	"smc #0"
FORM NO,	"dcps1"
FORM NO,	".inst 0xd4000000"	/* not allocated among them */
FORM NO,	"eret"
FORM NO,	"eretaa"
FORM NO,	"eretab"
NEVER_RUN K,	"drps",				"needs debug state"
NEVER_RUN K,	".inst 0xd5233069",			"QEMU does not know it (TSTART)"
NEVER_RUN K,	".inst 0xd503307f",		"QEMU does not know it (TCOMMIT)"

/* what no row names is stepped; so is UDF */
#define UNDEFINED "not defined"
NEVER_RUN K,	"udf #0",			UNDEFINED
NEVER_RUN K,	"udf #0xffff",			UNDEFINED
NEVER_RUN K,	".inst 0x02000000",		UNDEFINED
NEVER_RUN K,	".inst 0xd5480000",		"QEMU does not know it (SYSP)"
NEVER_RUN K,	".inst 0x11800000",		"not defined (ADDG of 32 bits)"
NEVER_RUN K,	".inst 0x32800000",		"not defined (move wide, opc 1)"
NEVER_RUN K,	".inst 0x13400000",		"not defined (SBFM of 32 bits, N)"
NEVER_RUN K,	".inst 0x13a00000",		"not defined (EXTR, o0)"
NEVER_RUN K,	".inst 0x1ac00000",		"not defined (two sources, opcode 0)"
NEVER_RUN K,	".inst 0x3a800000",		"not defined (CSEL, S)"
NEVER_RUN K,	".inst 0xe9400000",		"not defined (pair, opc 3)"
NEVER_RUN K,	".inst 0xdc000000",		"not defined (literal, opc 3)"

/* so is what is not allocated within a row, or is SBO and is not */
NEVER_RUN K,	".inst 0x12400000",		"not defined (AND, N of 32 bits)"
NEVER_RUN K,	".inst 0x9240fc00",		"not defined (AND of 64 bits, all ones)"
NEVER_RUN K,	".inst 0x3200f400",		"not defined (ORR, elements of ones only)"
NEVER_RUN K,	".inst 0x52c00000",		"not defined (MOVZ of 32 bits, LSL 32)"
NEVER_RUN K,	".inst 0x13008000",		"not defined (SBFM of 32 bits, imms 32)"
NEVER_RUN K,	".inst 0x91804000",		"not defined (ADDG, op3)"
NEVER_RUN K,	".inst 0x0b008000",		"not defined (ADD of 32 bits, LSL 32)"
NEVER_RUN K,	".inst 0x0bc00000",		"not defined (ADD, shift 3)"
NEVER_RUN K,	".inst 0x0b201400",		"not defined (ADD extended, shift 5)"
NEVER_RUN K,	".inst 0x0a008000",		"not defined (AND of 32 bits, LSL 32)"
NEVER_RUN K,	".inst 0x1ac04c00",		"not defined (CRC32X of 32 bits)"
NEVER_RUN K,	".inst 0x9ac04000",		"not defined (CRC32B of 64 bits)"
NEVER_RUN K,	".inst 0x5ac00c00",		"not defined (REV of 64 in 32 bits)"
NEVER_RUN BT,	".inst 0x5ac01800",		"QEMU does not know it (CTZ)"
NEVER_RUN K,	".inst 0x1b200000",		"not defined (SMADDL of 32 bits)"
NEVER_RUN K,	".inst 0x9b600000",		"not defined (three sources, op31 3)"
NEVER_RUN K,	".inst 0xf9c00000",		"not defined (load of size 3, opc 3)"
NEVER_RUN K,	".inst 0xf8800400",		"not defined (prefetch with post-index)"
NEVER_RUN K,	".inst 0x7d800000",		"not defined (SIMD store of size 1, opc 2)"
NEVER_RUN K,	".inst 0x3c000800",		"not defined (unprivileged SIMD store)"
NEVER_RUN K,	".inst 0x38200800",		"not defined (register offset, option 0)"
NEVER_RUN K,	".inst 0x68000000",		"not defined (pair without allocation, opc 1)"
NEVER_RUN K,	".inst 0x99c00000",		"not defined (LDAPUR of size 2, opc 3)"
NEVER_RUN K,	".inst 0x38209000",		"not defined (atomic, o3 and opc 1)"
NEVER_RUN K,	".inst 0xd9201000",	"not defined (STZGM with an offset)"
NEVER_RUN K,	".inst 0x88800000",		"not defined (STLLR with Rs and Rt2)"
NEVER_RUN K,	".inst 0x0c00c000",		"not defined (SIMD structures, opcode 12)"
NEVER_RUN K,	".inst 0x0d00c000",		"not defined (LD1R, a store)"
NEVER_RUN K,	".inst 0x0e000400",		"not defined (DUP, imm5 0)"
NEVER_RUN K,	".inst 0x4e680800",		"not defined (AES, size 1)"
NEVER_RUN K,	".inst 0x5e007000",		"not defined (SHA, opcode 7)"
NEVER_RUN K,	".inst 0x1e800000",		"not defined (FP, type 2)"
NEVER_RUN K,	".inst 0x1e20a000",		"not defined (FP, op)"
NEVER_RUN K,	".inst 0x3e202000",		"not defined (FP, S)"
NEVER_RUN K,	".inst 0xfe000000",		"not defined (SIMD, op0 15)"
NEVER_RUN K,	".inst 0xd5087200",		"QEMU does not know it (BRB, TRCIT)"
NEVER_RUN NO,	".inst 0x08217c00",		"not defined (CASP, odd)"
NEVER_RUN NO,	".inst 0x54000010",		"QEMU does not know it (BC.EQ)"
NEVER_RUN K,	".inst 0x55000000",		"not defined (conditional branch, o1)"
NEVER_RUN K,	".inst 0xd61f0001",		"not defined (BR, low bits)"

	.section .rodata
SYM_DATA_END_LABEL(kb_forms, SYM_L_GLOBAL, kb_forms_end)
