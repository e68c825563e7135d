/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions that kb_torture hits, and the table of the probe points in them.
 * Every point is executed at every call, and a function's result depends on each
 * instruction, so that one that is lost, doubled or replaced by another shows.
 * Most of them can be boosted; a few branches, calls and PC-relative instructions
 * keep simulated probes in the mix.
 */
#include <linux/linkage.h>

	.section .rodata
	.balign 8
SYM_DATA_START(kb_torture_points)

.macro POINT insn:req
771:
	\insn
	.pushsection .rodata
	.quad 771b, .Lfn
	.popsection
.endm

	.text

SYM_FUNC_START_LOCAL(kb_torture_alu)
	.set .Lfn, kb_torture_alu
	POINT "mov x9, x0"
	POINT "movz x10, #0x4567, lsl #16"
	POINT "movk x10, #0x1235"
	POINT "add x9, x9, x10"
	POINT "mul x9, x9, x10"
	POINT "eor x9, x9, x0"
	POINT "ror x9, x9, #51"
	POINT "add x9, x9, x0, lsl #2"
	POINT "rev x9, x9"
	POINT "mvn x9, x9"
	POINT "sub x9, x9, x0"
	POINT "bfi x9, x0, #20, #5"
	POINT "umulh x11, x9, x10"
	POINT "madd x9, x11, x0, x9"
	POINT "clz x11, x11"
	POINT "add x0, x9, w11, uxtb"
	POINT "ret"
SYM_FUNC_END(kb_torture_alu)

SYM_FUNC_START_LOCAL(kb_torture_stack)
	.set .Lfn, kb_torture_stack
	POINT "stp x29, x30, [sp, #-48]!"
	POINT "mov x29, sp"
	POINT "str x0, [sp, #16]"
	POINT "add x9, x0, #77"
	POINT "stp x9, x0, [sp, #24]"
	POINT "ldr x10, [sp, #16]"
	POINT "sub sp, sp, #32"
	POINT "stp x9, x10, [sp]"
	POINT "ldrb w11, [sp, #8]"
	POINT "ldp x12, x13, [sp], #16"
	POINT "add sp, sp, #16"
	POINT "eor x0, x12, x13, lsl #9"
	POINT "add x0, x0, x11, lsl #3"
	POINT "ldur x9, [x29, #24]"
	POINT "sub x0, x0, x9"
	POINT "ldp x29, x30, [sp], #48"
	ret
SYM_FUNC_END(kb_torture_stack)

SYM_FUNC_START_LOCAL(kb_torture_flags)
	.set .Lfn, kb_torture_flags
	POINT "mov x9, x0"
	POINT "cmp x0, #40"
	POINT "adc x9, x9, xzr"
	POINT "ccmp x0, #7, #4, hi"
	POINT "cset w10, eq"
	POINT "csinc x11, x0, x9, lt"
	POINT "add x9, x9, x10, lsl #17"
	POINT "tst x0, #4"
	POINT "b.eq 1f"
	add x9, x9, #99
1:
	POINT "csneg x11, x11, x11, ne"
	POINT "subs x9, x9, x11"
	POINT "sbc x9, x9, x0"
	POINT "mrs x10, nzcv"
	POINT "eor x9, x9, x10"
	cbz x30, 2f
	POINT "b 3f"
2:
	add x9, x9, #1000
3:
	POINT "tbnz w0, #31, 4f"
	POINT "cbnz x30, 5f"
4:
	add x9, x9, #2000
5:
	mov x0, x9
	ret
SYM_FUNC_END(kb_torture_flags)

SYM_FUNC_START_LOCAL(kb_torture_pc)
	.set .Lfn, kb_torture_pc
	mov x15, x30
	POINT "ldr x9, kb_torture_key"
	POINT "eor x9, x9, x0"
	POINT "adr x10, kb_torture_key"
	POINT "ldr x11, [x10]"
	POINT "sub x0, x0, x11"
	POINT "bl kb_torture_callee"
	POINT "eor x9, x9, x0"
	POINT "adrp x12, kb_torture_key"
	POINT "sub x12, x10, x12"
	POINT "add x9, x9, x12"
	POINT "mov x30, x15"
	POINT "cmp x9, x11"
	POINT "csetm x10, lo"
	POINT "and x10, x10, #0x3c"
	POINT "eor x0, x9, x10"
	ret
SYM_FUNC_END(kb_torture_pc)

SYM_FUNC_START_LOCAL(kb_torture_callee)
	.set .Lfn, kb_torture_pc
	POINT "ror x9, x9, #57"
	POINT "nop"
	POINT "add x9, x9, #1"
	ret
SYM_FUNC_END(kb_torture_callee)

	.balign 8
SYM_DATA_LOCAL(kb_torture_key, .quad 0x9e3779b97f4a7c15)

	.section .rodata
SYM_DATA_END_LABEL(kb_torture_points, SYM_L_GLOBAL, kb_torture_points_end)
