/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs the displaced instruction from its slot inside the breakpoint handler.
 *
 *	int kprobe_trampoline(const struct arch_kprobe_boost *b,
 *			      struct pt_regs *regs);
 *
 * and the same with "_lr", "_sp" and "_quiet" behind it, in this order.  Called
 * with interrupts off.  The load half takes the registers from @regs and goes to
 * the copy, behind which the slot leads to the save half, which puts them back,
 * with the address of the next instruction.  Returns 0 if the copy faulted, else
 * something else: kprobe_boost_fault() sends it to kprobe_trampoline_failed then,
 * which saves nothing.  An instruction that faults has changed nothing that is
 * needed: of an LDM, some registers, but not its base.
 *
 * The flags N, Z, C, V, Q and GE come and go with the registers, unless the copy
 * is known not to touch any ("quiet").  So does the link register only if the copy
 * names it ("lr"); else it leads to @regs.
 *
 * The copy never names the stack pointer, which leads to the frame, nor the
 * program counter: decode.c has put other registers in their places.  "sp" loads
 * the probed code's stack pointer into R12 and saves it from there; R12 itself
 * stays in @regs.
 *
 * All jumps are loads of the program counter.  They need no register, and take
 * the state from bit 0.
 */

#include <linux/linkage.h>

#include <asm/asm-offsets.h>
#include <asm/assembler.h>

#include "trampoline.h"

/* Above this, the status register has flags. */
#define GE_SHIFT	16

.macro trampoline name, lr, sp, flags
ENTRY(\name)
	ldmia	r0, {r2, r3}			@ next, entry
	push	{r0 - r11, lr}
	.if	\flags
	ldr	r2, [r1, #S_PSR]
	msr	cpsr_fs, r2
	.endif
	.if	\lr
	ldr	lr, [r1, #S_LR]
	.else
	mov	lr, r1
	.endif
	.if	\sp
	ldr	r12, [r1, #S_SP]
	ldmia	r1, {r0 - r11}
	.else
	ldmia	r1, {r0 - r12}
	.endif
	ldr	pc, [sp, #KPROBE_FRAME_COPY]
ENDPROC(\name)

ENTRY(\name\()_save)
	.if	\lr
	str	lr, [sp, #KPROBE_FRAME_COPY]
	ldr	lr, [sp, #KPROBE_FRAME_REGS]
	.endif
	.if	\sp
	stmia	lr, {r0 - r11}
	str	r12, [lr, #S_SP]
	.else
	stmia	lr, {r0 - r12}
	.endif
	ldr	r1, [sp, #KPROBE_FRAME_NEXT]
	.if	\lr
	ldr	r0, [sp, #KPROBE_FRAME_COPY]
	strd	r0, r1, [lr, #S_LR]		@ and the program counter
	.else
	str	r1, [lr, #S_PC]
	.endif
	.if	\flags
	/* The state of the CPU, below the flags, is that of the hit. */
	mrs	r0, cpsr
	ldr	r1, [lr, #S_PSR]
	bfi	r0, r1, #0, #GE_SHIFT
	str	r0, [lr, #S_PSR]
	.endif
	pop	{r0 - r11, pc}
ENDPROC(\name\()_save)
.endm

	.section .kprobes.text, "ax"

	trampoline kprobe_trampoline, 0, 0, 1
	trampoline kprobe_trampoline_quiet, 0, 0, 0
	trampoline kprobe_trampoline_sp, 0, 1, 1
	trampoline kprobe_trampoline_sp_quiet, 0, 1, 0
	trampoline kprobe_trampoline_lr, 1, 0, 1
	trampoline kprobe_trampoline_lr_quiet, 1, 0, 0
	trampoline kprobe_trampoline_lr_sp, 1, 1, 1
	trampoline kprobe_trampoline_lr_sp_quiet, 1, 1, 0

ENTRY(kprobe_trampoline_failed)
	pop	{r0 - r11, lr}
	mov	r0, #0
	bx	lr
ENDPROC(kprobe_trampoline_failed)
