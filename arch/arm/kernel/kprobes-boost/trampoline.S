/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs the displaced instruction from its slot inside the breakpoint handler.
 *
 *	bool kprobe_trampoline(struct pt_regs *regs, unsigned long copy);
 *	bool kprobe_trampoline_quiet(struct pt_regs *regs, unsigned long copy);
 *	bool kprobe_trampoline_sp(struct pt_regs *regs, unsigned long copy);
 *	bool kprobe_trampoline_sp_quiet(struct pt_regs *regs, unsigned long copy);
 *
 * Called with interrupts off.  The load half takes the registers from @regs and
 * goes to the copy, behind which the slot leads to the save half, which puts
 * them back.  The flags N, Z, C, V, Q and GE come and go with them, unless the
 * copy is known not to touch any ("quiet").  Returns false if the copy faulted:
 * kprobe_boost_fault() sends it to kprobe_trampoline_failed then, which saves
 * nothing.  An instruction that faults has changed nothing that is needed: of
 * an LDM, some registers, but not its base.
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

/* Where Q and the flags, and GE, are in the status register */
#define NZCVQ_SHIFT	27
#define NZCVQ_WIDTH	5
#define GE_SHIFT	16
#define GE_WIDTH	4

.macro trampoline name, sp, flags
ENTRY(\name)
	push	{r0 - r2, r4 - r11, lr}
	.if	\flags
	ldr	r2, [r0, #S_PSR]
	msr	cpsr_fs, r2
	.endif
	ldr	lr, [r0, #S_LR]
	.if	\sp
	ldr	r12, [r0, #S_SP]
	ldmia	r0, {r0 - r11}
	.else
	ldmia	r0, {r0 - r12}
	.endif
	ldr	pc, [sp, #KPROBE_FRAME_COPY]
ENDPROC(\name)

ENTRY(\name\()_save)
	str	lr, [sp, #KPROBE_FRAME_COPY]
	ldr	lr, [sp, #KPROBE_FRAME_REGS]
	.if	\sp
	stmia	lr, {r0 - r11}
	str	r12, [lr, #S_SP]
	.else
	stmia	lr, {r0 - r12}
	.endif
	ldr	r0, [sp, #KPROBE_FRAME_COPY]
	str	r0, [lr, #S_LR]
	.if	\flags
	mrs	r0, cpsr
	ldr	r1, [lr, #S_PSR]
	lsr	r2, r0, #NZCVQ_SHIFT
	bfi	r1, r2, #NZCVQ_SHIFT, #NZCVQ_WIDTH
	lsr	r2, r0, #GE_SHIFT
	bfi	r1, r2, #GE_SHIFT, #GE_WIDTH
	str	r1, [lr, #S_PSR]
	.endif
	mov	r0, #1
	add	sp, sp, #12
	pop	{r4 - r11, pc}
ENDPROC(\name\()_save)
.endm

	.section .kprobes.text, "ax"

	trampoline kprobe_trampoline, 0, 1
	trampoline kprobe_trampoline_quiet, 0, 0
	trampoline kprobe_trampoline_sp, 1, 1
	trampoline kprobe_trampoline_sp_quiet, 1, 0

ENTRY(kprobe_trampoline_failed)
	mov	r0, #0
	add	sp, sp, #12
	pop	{r4 - r11, pc}
ENDPROC(kprobe_trampoline_failed)
