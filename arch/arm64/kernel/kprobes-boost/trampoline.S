/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs the displaced instruction from its slot inside the breakpoint handler.
 *
 *	bool kprobe_trampoline(struct pt_regs *regs, const void *copy);
 *
 * Called with interrupts off.  The load half takes the registers from @regs and
 * goes to the slot, from which the save half is reached, which puts them and the
 * condition flags back.  The rest of PSTATE stays as it is in @regs.  Returns
 * false if the copy faulted: kprobe_boost_fault() sends it to another save half
 * then.
 *
 * The copy never names the stack pointer, which leads to the frame while the copy
 * runs: decode.c has put X17 in its place.
 *
 * With a shadow call stack X18 belongs to the handler, and no copy names it.
 * Without, it is a register that no caller expects to find again.
 */

#include <linux/linkage.h>

#include <asm/asm-offsets.h>
#include <asm/assembler.h>

#include "trampoline.h"

#define X(n)	(S_X0 + 8 * (n))

/* Where the condition flags are in PSTATE */
#define NZCV_SHIFT	28
#define NZCV_WIDTH	4

.macro save_half done
	str	x16, [sp, #KPROBE_FRAME_SAVE]
	ldr	x16, [sp, #KPROBE_FRAME_REGS]
	stp	x0, x1, [x16, #X(0)]
	stp	x2, x3, [x16, #X(2)]
	stp	x4, x5, [x16, #X(4)]
	stp	x6, x7, [x16, #X(6)]
	stp	x8, x9, [x16, #X(8)]
	stp	x10, x11, [x16, #X(10)]
	stp	x12, x13, [x16, #X(12)]
	stp	x14, x15, [x16, #X(14)]
	ldr	x0, [sp, #KPROBE_FRAME_SAVE]
	ldr	x1, [sp, #KPROBE_FRAME_X17]
	stp	x0, x1, [x16, #X(16)]
#ifndef CONFIG_SHADOW_CALL_STACK
	str	x18, [x16, #X(18)]
#endif
	stp	x19, x20, [x16, #X(19)]
	stp	x21, x22, [x16, #X(21)]
	stp	x23, x24, [x16, #X(23)]
	stp	x25, x26, [x16, #X(25)]
	stp	x27, x28, [x16, #X(27)]
	stp	x29, x30, [x16, #X(29)]

	mrs	x0, nzcv
	ldr	x1, [x16, #S_PSTATE]
	lsr	x0, x0, #NZCV_SHIFT
	bfi	x1, x0, #NZCV_SHIFT, #NZCV_WIDTH
	str	x1, [x16, #S_PSTATE]

	mov	w0, #\done
	ldp	x19, x20, [sp, #16]
	ldp	x21, x22, [sp, #32]
	ldp	x23, x24, [sp, #48]
	ldp	x25, x26, [sp, #64]
	ldp	x27, x28, [sp, #80]
	ldp	x29, x30, [sp], #KPROBE_FRAME_SIZE
	ret
.endm

	.section .kprobes.text, "ax"

SYM_CODE_START(kprobe_trampoline)
	bti	c
	stp	x29, x30, [sp, #-KPROBE_FRAME_SIZE]!
	mov	x29, sp
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
	ldp	x16, x2, [x0, #X(16)]
	stp	x0, x2, [sp, #KPROBE_FRAME_REGS]
	adr	x2, kprobe_trampoline_save
	ldr	x3, [x0, #S_SP]
	stp	x2, x3, [sp, #KPROBE_FRAME_SAVE]

	ldr	x2, [x0, #S_PSTATE]
	msr	nzcv, x2
	mov	x17, x1
#ifndef CONFIG_SHADOW_CALL_STACK
	ldr	x18, [x0, #X(18)]
#endif
	ldp	x2, x3, [x0, #X(2)]
	ldp	x4, x5, [x0, #X(4)]
	ldp	x6, x7, [x0, #X(6)]
	ldp	x8, x9, [x0, #X(8)]
	ldp	x10, x11, [x0, #X(10)]
	ldp	x12, x13, [x0, #X(12)]
	ldp	x14, x15, [x0, #X(14)]
	ldp	x19, x20, [x0, #X(19)]
	ldp	x21, x22, [x0, #X(21)]
	ldp	x23, x24, [x0, #X(23)]
	ldp	x25, x26, [x0, #X(25)]
	ldp	x27, x28, [x0, #X(27)]
	ldp	x29, x30, [x0, #X(29)]
	ldp	x0, x1, [x0, #X(0)]
	ret	x17
SYM_CODE_END(kprobe_trampoline)

SYM_CODE_START_LOCAL(kprobe_trampoline_save)
	save_half 1
SYM_CODE_END(kprobe_trampoline_save)

SYM_CODE_START(kprobe_trampoline_failed)
	save_half 0
SYM_CODE_END(kprobe_trampoline_failed)
