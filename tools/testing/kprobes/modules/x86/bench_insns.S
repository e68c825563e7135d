/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instructions whose cost per hit kb_bench measures, each in a tiny
 * function of its own, and the table of them that bench.c reads.  One line is
 * one instruction; nothing else has to change to add one.
 *
 * A function may use the registers that a caller saves, and 64 bytes at %rdi.
 * It must come back the same way when the probed instruction is left out, since
 * that is how the floor is measured.
 *
 * Every line makes two functions.  Only one can be jump-optimised: the five-byte
 * NOP is the room that takes.  A probe that could be is kept behind an aggregate
 * probe even while optimisation is switched off, which costs some 30
 * instructions a hit and has nothing to do with how the instruction is executed.
 * So the other function contains an indirect jump, which no call ever takes; the
 * kernel optimises nothing in such a function.
 */
#include <linux/linkage.h>

#include <asm/nops.h>
#include <asm/nospec-branch.h>

	.data
	.balign 8
kb_bench_data:
	.quad 0x0123456789abcdef

	.section .rodata
	.balign 8
SYM_DATA_START(kb_bench_table)

	.text
SYM_FUNC_START_LOCAL(kb_bench_callee)
	RET
SYM_FUNC_END(kb_bench_callee)

.macro KB_POINT name:req, suffix:req, optimizable:req, insn:req, before, after
SYM_FUNC_START_LOCAL(kb_bench_\name\suffix)
	.if !\optimizable
	test %rdi, %rdi
	je .Lnever_\name
	.endif
	\before
.Lprobe_\name\suffix:
	\insn
.Lnext_\name\suffix:
1:
	.byte BYTES_NOP5
	\after
	RET
	.if !\optimizable
.Lnever_\name:
	ANNOTATE_RETPOLINE_SAFE
	jmp *%rdi
	.endif
SYM_FUNC_END(kb_bench_\name\suffix)

	.pushsection .rodata
	.quad .Lname_\name, .Ltext_\name, \optimizable
	.quad kb_bench_\name\suffix, .Lprobe_\name\suffix, .Lnext_\name\suffix
	.popsection
.endm

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

	KB_POINT \name, _plain, 0, "\insn", "\before", "\after"
	KB_POINT \name, _room, 1, "\insn", "\before", "\after"
.endm

/* A frame, so that the stack pointer is right whether or not the probed instruction moves it. */
.macro FRAME_IN
	push %rbp
	mov %rsp, %rbp
.endm

.macro FRAME_OUT
	leave
.endm

/* registers and flags only */
KB_INSN nop,		"nop"
KB_INSN add_reg,	"add %rdx,%rcx"
KB_INSN add_imm,	"add $1,%rcx"
KB_INSN sub_reg,	"sub %rdx,%rcx"
KB_INSN xor_reg,	"xor %eax,%eax"
KB_INSN adc_reg,	"adc %rdx,%rcx"
KB_INSN inc,		"inc %eax"
KB_INSN neg,		"neg %rax"
KB_INSN mov_reg,	"mov %rdi,%rax"
KB_INSN mov_high,	"mov %rdi,%r9"
KB_INSN mov_imm,	"mov $1,%eax"
KB_INSN lea,		"lea 8(%rdi,%rdx),%rax"
KB_INSN test,		"test %rax,%rax"
KB_INSN cmp,		"cmp %rdx,%rcx"
KB_INSN shl,		"shl $3,%rax"
KB_INSN imul,		"imul %rdx,%rcx"
KB_INSN mul,		"mul %rcx"
KB_INSN div,		"div %rcx",		"xor %edx, %edx; mov $3, %ecx"
KB_INSN xchg_reg,	"xchg %rax,%rcx"
KB_INSN cmov,		"cmove %rdx,%rcx"
KB_INSN setcc,		"sete %al"
KB_INSN movzx,		"movzbl %al,%eax"
KB_INSN bt,		"bt %rdx,%rcx"
KB_INSN bswap,		"bswap %rax"
KB_INSN cmc,		"cmc"

/* memory */
KB_INSN load,		"mov (%rdi),%rax"
KB_INSN store,		"mov %rax,(%rdi)"
KB_INSN add_mem,	"add %rax,8(%rdi)"
KB_INSN xchg_mem,	"xchg %rax,(%rdi)"
KB_INSN lock_add,	"lock addq $1,(%rdi)"
KB_INSN cmpxchg,	"lock cmpxchg %rdx,(%rdi)"
KB_INSN lea_rip,	"lea kb_bench_data(%rip),%rax", text="lea x(%rip),%rax"
KB_INSN load_rip,	"mov kb_bench_data(%rip),%rax", text="mov x(%rip),%rax"
KB_INSN store_rip,	"mov %rax,kb_bench_data(%rip)", text="mov %rax,x(%rip)"

/* stack */
KB_INSN push,		"push %rax",		"FRAME_IN",		"FRAME_OUT"
KB_INSN pop,		"pop %rax",		"FRAME_IN; push %rax",	"FRAME_OUT"
KB_INSN sub_rsp,	"sub $8,%rsp",		"FRAME_IN",		"FRAME_OUT"
KB_INSN pushf,		"pushf",		"FRAME_IN",		"FRAME_OUT"
KB_INSN popf,		"popf",			"FRAME_IN; pushf",	"FRAME_OUT"

/* control flow */
KB_INSN branch,		"jmp 1f",	text="jmp"
KB_INSN jcc_taken,	"je 1f",	"xor %eax, %eax", text="je (taken)"
KB_INSN jcc_not_taken,	"jne 1f", "xor %eax, %eax", text="jne (not taken)"
KB_INSN call,		"call kb_bench_callee",	"FRAME_IN",		"FRAME_OUT", text="call"
KB_INSN ret,		"ret",			"test %rdi, %rdi; je 1f"

	.section .rodata
SYM_DATA_END_LABEL(kb_bench_table, SYM_L_GLOBAL, kb_bench_table_end)
