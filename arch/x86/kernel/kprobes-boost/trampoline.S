/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs the displaced instruction from its slot inside the breakpoint handler.
 *
 *	bool kprobe_trampoline(struct pt_regs *regs, const void *copy);
 *	bool kprobe_trampoline_low(struct pt_regs *regs, const void *copy);
 *
 * Called with interrupts off.  The load half takes the registers from @regs and
 * goes to the slot, whose copy ends with a jump to the save half, which puts
 * them and the arithmetic flags back.  IF and TF stay as they are in @regs.
 * Returns false if the copy faulted: kprobe_boost_fault() sends it to another
 * save half then.
 *
 * The copy never names the stack pointer: decode.c has put another register in
 * its place.  The second form is for instructions that cannot name %r8 to %r15,
 * since they have no prefix that could; these keep the handler's values.
 *
 * %r11 carries the address of the slot, as a retpoline wants it.  It is loaded
 * in the slot, if at all.
 */

#include <linux/linkage.h>
#include <linux/objtool.h>

#include <asm/nospec-branch.h>
#include <asm/processor-flags.h>
#include <asm/ptrace-abi.h>
#include <asm/unwind_hints.h>

/* What an instruction may change that is no system flag */
#define ARITHMETIC	(X86_EFLAGS_CF | X86_EFLAGS_PF | X86_EFLAGS_AF | \
			 X86_EFLAGS_ZF | X86_EFLAGS_SF | X86_EFLAGS_DF | \
			 X86_EFLAGS_OF)

.macro load_half high
	push	%rbp
	push	%rbx
	.if \high
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	push	R11(%rdi)		/* 8(%rsp) in the slot */
	.endif
	push	%rdi

	mov	%rsi, %r11
	push	EFLAGS(%rdi)
	andq	$ARITHMETIC, (%rsp)
	.if \high
	mov	R15(%rdi), %r15
	mov	R14(%rdi), %r14
	mov	R13(%rdi), %r13
	mov	R12(%rdi), %r12
	mov	R10(%rdi), %r10
	mov	R9(%rdi), %r9
	mov	R8(%rdi), %r8
	.endif
	mov	RBP(%rdi), %rbp
	mov	RBX(%rdi), %rbx
	mov	RAX(%rdi), %rax
	mov	RCX(%rdi), %rcx
	mov	RDX(%rdi), %rdx
	mov	RSI(%rdi), %rsi
	mov	RDI(%rdi), %rdi
	popf
	JMP_NOSPEC r11
.endm

.macro save_half high, done
	push	%rdi
	mov	8(%rsp), %rdi
	mov	%rax, RAX(%rdi)
	pushf
	pop	%rax
	cld
	.if \high
	mov	%r15, R15(%rdi)
	mov	%r14, R14(%rdi)
	mov	%r13, R13(%rdi)
	mov	%r12, R12(%rdi)
	mov	%r11, R11(%rdi)
	mov	%r10, R10(%rdi)
	mov	%r9, R9(%rdi)
	mov	%r8, R8(%rdi)
	.endif
	mov	%rbp, RBP(%rdi)
	mov	%rbx, RBX(%rdi)
	mov	%rcx, RCX(%rdi)
	mov	%rdx, RDX(%rdi)
	mov	%rsi, RSI(%rdi)
	pop	RDI(%rdi)

	and	$ARITHMETIC, %eax
	andq	$~ARITHMETIC, EFLAGS(%rdi)
	or	%rax, EFLAGS(%rdi)

	.if \high
	add	$16, %rsp
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	.else
	add	$8, %rsp
	.endif
	pop	%rbx
	pop	%rbp
	mov	$\done, %eax
	RET
.endm

	.section .kprobes.text, "ax"

/* The slot is no place that objtool could follow them to. */
.macro half name:req, do:vararg
SYM_CODE_START(\name)
	UNWIND_HINT_EMPTY
	ANNOTATE_NOENDBR
	\do
SYM_CODE_END(\name)
.endm

half kprobe_trampoline, load_half 1
half kprobe_trampoline_save, save_half 1, 1
half kprobe_trampoline_failed, save_half 1, 0
half kprobe_trampoline_low, load_half 0
half kprobe_trampoline_low_save, save_half 0, 1
half kprobe_trampoline_low_failed, save_half 0, 0

/* Last instruction of what kprobe_slot_write_call() wrote: to the target */
half kprobe_call_ret, RET
