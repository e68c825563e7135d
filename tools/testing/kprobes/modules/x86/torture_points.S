/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions that kb_torture hits, and the table of the probe points in them.
 * Every point is executed at every call, and a function's result depends on each
 * instruction, so that one that is lost, doubled or replaced by another shows.
 * Most of them can be boosted; a few branches, calls and flag instructions keep
 * simulated probes in the mix.
 */
#include <linux/linkage.h>

	.section .rodata
	.balign 8
kb_torture_key:
	.quad 0x9e3779b97f4a7c15

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
	POINT "mov %rdi, %rax"
	POINT "add $0x1234567, %rax"
	POINT "imul $0x61c88647, %rax, %rax"
	POINT "xor %rdi, %rax"
	POINT "rol $13, %rax"
	POINT "lea 5(%rax,%rdi,4), %rax"
	POINT "bswap %rax"
	POINT "not %rax"
	POINT "sub %rdi, %rax"
	POINT "movzwl %di, %edx"
	POINT "add %rdx, %rax"
	POINT "neg %rax"
	POINT "ret"
SYM_FUNC_END(kb_torture_alu)

SYM_FUNC_START_LOCAL(kb_torture_stack)
	.set .Lfn, kb_torture_stack
	POINT "push %rdi"
	POINT "push $77"
	POINT "mov 8(%rsp), %rax"
	POINT "add (%rsp), %rax"
	POINT "xor %rax, 8(%rsp)"
	POINT "pop %rdx"
	POINT "pop %rcx"
	POINT "lea (%rdx,%rcx,2), %rax"
	POINT "sub $24, %rsp"
	POINT "mov %rax, 16(%rsp)"
	POINT "addq $3, 16(%rsp)"
	POINT "mov 16(%rsp), %rax"
	POINT "add $24, %rsp"
	ret
SYM_FUNC_END(kb_torture_stack)

SYM_FUNC_START_LOCAL(kb_torture_flags)
	.set .Lfn, kb_torture_flags
	POINT "mov %rdi, %rax"
	POINT "cmp $40, %rdi"
	POINT "adc $7, %rax"
	POINT "test $4, %dil"
	POINT "setz %dl"
	POINT "movzbl %dl, %edx"
	POINT "shl $17, %rdx"
	POINT "jz 1f"
	add $99, %rax
1:
	POINT "add %rdx, %rax"
	POINT "bt $1, %rdi"
	POINT "cmovc %rdi, %rdx"
	POINT "sbb %rdx, %rax"
	test %rsp, %rsp
	jz 2f
	POINT "jmp 3f"
2:
	add $1000, %rax
3:
	ret
SYM_FUNC_END(kb_torture_flags)

SYM_FUNC_START_LOCAL(kb_torture_rip)
	.set .Lfn, kb_torture_rip
	POINT "mov kb_torture_key(%rip), %rax"
	POINT "xor %rdi, %rax"
	POINT "add kb_torture_key(%rip), %rax"
	POINT "lea kb_torture_key(%rip), %rdx"
	POINT "sub (%rdx), %rdi"
	POINT "call kb_torture_callee"
	POINT "xor %rdi, %rax"
	POINT "cmp kb_torture_key(%rip), %rax"
	POINT "sbb %rdx, %rdx"
	POINT "and $0x55, %edx"
	POINT "xor %rdx, %rax"
	ret
SYM_FUNC_END(kb_torture_rip)

SYM_FUNC_START_LOCAL(kb_torture_callee)
	.set .Lfn, kb_torture_rip
	POINT "rol $7, %rax"
	POINT "nop"
	POINT "add $1, %rax"
	ret
SYM_FUNC_END(kb_torture_callee)

	.section .rodata
SYM_DATA_END_LABEL(kb_torture_points, SYM_L_GLOBAL, kb_torture_points_end)
