/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions that kb_torture hits, and the table of the probe points in them.
 * Every point is executed at every call, and a function's result depends on each
 * instruction, so that one that is lost, doubled or replaced by another shows.
 * Most of them can be boosted; a few branches, calls and PC-relative instructions
 * keep simulated and trampolined probes in the mix.  They are the same for ARM and
 * for Thumb-2 kernels.
 *
 * Argument and result are in r0 and r1, the low half first.
 */
#include <linux/linkage.h>

#include <asm/unified.h>

	.section .rodata
	.balign 4
SYM_DATA_START(kb_torture_points)

/* The name of a function has the state in bit 0; an alias of it would not. */
#define POINT(insn)	point insn, FUNCTION

.macro point insn:req, function:req
771:
	\insn
	.pushsection .rodata
	.long 771b, \function
	.popsection
.endm

	.text

#define FUNCTION kb_torture_alu
SYM_FUNC_START_LOCAL(kb_torture_alu)
	POINT("mov r2, r0")
	POINT("movw r3, #0x1235")
	POINT("movt r3, #0x4567")
	POINT("add r2, r2, r3")
	POINT("mul r2, r2, r3")
	POINT("eor r2, r2, r1")
	POINT("ror r2, r2, #19")
	POINT("add r2, r2, r0, lsl #2")
	POINT("rev r2, r2")
	POINT("mvn r2, r2")
	POINT("sub r2, r2, r0")
	POINT("bfi r2, r0, #20, #5")
	POINT("umull r12, r1, r2, r3")
	POINT("mla r2, r12, r0, r2")
	POINT("clz r12, r12")
	POINT("uxtab r1, r1, r2, ror #8")
	POINT("add r0, r2, r12")
	POINT("bx lr")
SYM_FUNC_END(kb_torture_alu)
#undef FUNCTION

#define FUNCTION kb_torture_stack
SYM_FUNC_START_LOCAL(kb_torture_stack)
	POINT("push {r4, r5, r6, lr}")
	POINT("mov r4, sp")
	POINT("sub sp, sp, #32")
	POINT("str r0, [sp, #16]")
	POINT("add r2, r0, #77")
	POINT("eor r3, r2, r1")
	POINT("strd r2, r3, [sp, #24]")
	POINT("ldr r12, [sp, #16]")
	POINT("add r3, r3, r12")
	POINT("stmdb sp!, {r2, r3}")
	POINT("ldrb r12, [sp, #5]")
	POINT("pop {r5, r6}")
	POINT("strh r2, [r4, #-30]")
	POINT("ldrsh r3, [sp, #2]")
	POINT("eor r0, r5, r6, lsl #9")
	POINT("add r0, r0, r12, lsl #3")
	POINT("sub r1, r1, r3")
	POINT("ldrd r2, r3, [r4, #-8]")
	POINT("sub r0, r0, r2")
	POINT("eor r1, r1, r3")
	POINT("mov sp, r4")
	POINT("pop {r4, r5, r6, lr}")
	bx	lr
SYM_FUNC_END(kb_torture_stack)
#undef FUNCTION

#define FUNCTION kb_torture_flags
SYM_FUNC_START_LOCAL(kb_torture_flags)
	POINT("mov r2, r0")
	POINT("cmp r0, #40")
	POINT("adc r2, r2, #0")
	POINT("sbc r3, r1, r0")
	POINT("tst r0, #4")
	beq	1f
	add	r2, r2, #99
1:
	POINT("adds r3, r3, r2")
	POINT("mrs r12, cpsr")
	POINT("and r12, r12, #0xf0000000")
	POINT("eor r2, r2, r12, lsr #3")
	POINT("sbcs r3, r3, r2")
	POINT("b 2f")
	add	r2, r2, #1000
2:
	POINT("qadd r1, r1, r3")
	POINT("msr cpsr_f, r12")
	POINT("sbcs r2, r2, r3")
	/* A branch whose condition does not hold is not hit. */
	cmp	lr, #0
	POINT("bne 3f")
	add	r2, r2, #2000
3:
	mov	r0, r2
	bx	lr
SYM_FUNC_END(kb_torture_flags)
#undef FUNCTION

#define FUNCTION kb_torture_pc
SYM_FUNC_START_LOCAL(kb_torture_pc)
	push	{r4, lr}
	POINT("ldr r2, kb_torture_key")
	POINT("eor r2, r2, r0")
	POINT("adr r3, kb_torture_key")
	POINT("ldr r12, [r3]")
	POINT("sub r0, r0, r12")
	POINT("bl kb_torture_callee")
	POINT("eor r2, r2, r0")
	/* Their difference is the same wherever the function is. */
	POINT("mov r4, pc")
	POINT("sub r4, r3, r4")
	POINT("add r2, r2, r4")
	POINT("ldrd r0, r1, kb_torture_key")
	POINT("eor r0, r0, r2")
	POINT("pop {r4, pc}")
SYM_FUNC_END(kb_torture_pc)

SYM_FUNC_START_LOCAL(kb_torture_callee)
	POINT("ror r2, r2, #25")
	POINT("nop")
	POINT("add r2, r2, #1")
	bx	lr
SYM_FUNC_END(kb_torture_callee)
#undef FUNCTION

	.balign 8
kb_torture_key:
	.long 0x7f4a7c15, 0x9e3779b9

	.section .rodata
SYM_DATA_END_LABEL(kb_torture_points, SYM_L_GLOBAL, kb_torture_points_end)
