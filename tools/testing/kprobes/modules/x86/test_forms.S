/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Forms of instructions, which kb_test runs unprobed and probed, to compare
 * everything that they can change.  test_arch.c and test.c read the table.  One
 * line is one form; nothing else has to change to add one.  Every row of the
 * decode table must have a form here, or say why it cannot be run.
 *
 * None of it can be jump-optimised, since every function contains an indirect
 * jump.  No function here keeps to the calling conventions that objtool knows
 * (see OBJECT_FILES_NON_STANDARD in Kbuild), and none may be called but through
 * test_arch.c.
 */
#include <linux/linkage.h>

#include <asm/cpufeatures.h>
#include <asm/nospec-branch.h>

#include "test_arch.h"

/*
 * What is expected, in the words of the decode table: the mode under policy auto
 * and, in the second byte, the mode there with a post_handler; values are those
 * of enum kprobe_mode, and 4 if the probe is refused.
 */
	.set .Lmode_BT, 0x203		/* boosted, trampolined */
	.set .Lmode_B, 0x003		/* boosted, stepped */
	.set .Lmode_SB, 0x103		/* boosted, simulated */
	.set .Lmode_S, 0x101		/* simulated */
	.set .Lmode_K, 0x000		/* stepped */
	.set .Lmode_NO, 0x404		/* refused */

/* What the CPU must have */
	.set .Lcpu_any, 0
	.set .Lcpu_abm, X86_FEATURE_ABM
	.set .Lcpu_adx, X86_FEATURE_ADX
	.set .Lcpu_aes, X86_FEATURE_AES
	.set .Lcpu_avx, X86_FEATURE_AVX
	.set .Lcpu_avx2, X86_FEATURE_AVX2
	.set .Lcpu_avx512, X86_FEATURE_AVX512F
	.set .Lcpu_bmi1, X86_FEATURE_BMI1
	.set .Lcpu_bmi2, X86_FEATURE_BMI2
	.set .Lcpu_clflushopt, X86_FEATURE_CLFLUSHOPT
	.set .Lcpu_clwb, X86_FEATURE_CLWB
	.set .Lcpu_fma, X86_FEATURE_FMA
	.set .Lcpu_fsgsbase, X86_FEATURE_FSGSBASE
	.set .Lcpu_gfni, X86_FEATURE_GFNI
	.set .Lcpu_invpcid, X86_FEATURE_INVPCID
	.set .Lcpu_movbe, X86_FEATURE_MOVBE
	.set .Lcpu_movdiri, X86_FEATURE_MOVDIRI
	.set .Lcpu_pclmul, X86_FEATURE_PCLMULQDQ
	.set .Lcpu_popcnt, X86_FEATURE_POPCNT
	.set .Lcpu_rdrand, X86_FEATURE_RDRAND
	.set .Lcpu_rdtscp, X86_FEATURE_RDTSCP
	.set .Lcpu_sha, X86_FEATURE_SHA_NI
	.set .Lcpu_smap, X86_FEATURE_SMAP
	.set .Lcpu_ssse3, X86_FEATURE_SSSE3
	.set .Lcpu_sse4_1, X86_FEATURE_XMM4_1
	.set .Lcpu_sse4_2, X86_FEATURE_XMM4_2
	.set .Lcpu_waitpkg, X86_FEATURE_WAITPKG
	.set .Lcpu_xsavec, X86_FEATURE_XSAVEC

	.data
	.balign 64
SYM_DATA_START(kb_form_mem)
	.skip 8 * KB_MEM_WORDS
SYM_DATA_END(kb_form_mem)
	.balign 64
big:		.skip 1024		/* not compared */
state:		.quad 0
code:		.quad 0
host_sp:	.quad 0
low_sp:		.quad 0
saved_ax:	.quad 0
saved_sp:	.quad 0
leave_form:	.quad form_done

	.text

/*
 * kb_form_call(state, code): load all registers and the flags from @state, jump
 * to @code, which jumps to form_done, and store them all.  While the form runs,
 * the stack holds KB_STACK_WORDS known words, and its pointer is in the middle.
 */
SYM_FUNC_START(kb_form_call)
	push %rbp
	push %rbx
	push %r12
	push %r13
	push %r14
	push %r15
	pushf
	mov %rdi, state(%rip)
	mov %rsi, code(%rip)
	mov %rsp, host_sp(%rip)

	mov $KB_STACK_WORDS, %ecx
1:	lea KB_STACK_FILL(%rcx), %rax
	push %rax
	loop 1b
	mov %rsp, low_sp(%rip)
	lea (8 * KB_STACK_WORDS / 2)(%rsp), %rax
	mov %rax, KB_STATE_ENTRY_SP(%rdi)

	pushq KB_STATE_FLAGS(%rdi)
	popf
	mov KB_STATE_ENTRY_SP(%rdi), %rsp
	mov 0(%rdi), %rax
	mov 8(%rdi), %rcx
	mov 16(%rdi), %rdx
	mov 24(%rdi), %rbx
	mov 40(%rdi), %rbp
	mov 48(%rdi), %rsi
	mov 64(%rdi), %r8
	mov 72(%rdi), %r9
	mov 80(%rdi), %r10
	mov 88(%rdi), %r11
	mov 96(%rdi), %r12
	mov 104(%rdi), %r13
	mov 112(%rdi), %r14
	mov 120(%rdi), %r15
	mov 56(%rdi), %rdi
	ANNOTATE_RETPOLINE_SAFE
	jmp *code(%rip)

form_done:
	mov %rax, saved_ax(%rip)
	mov %rsp, saved_sp(%rip)
	/* Interrupts may be on: stay below what the form left on the stack. */
	mov low_sp(%rip), %rsp
	pushf
	cli
	cld
	mov state(%rip), %rax
	popq KB_STATE_FLAGS(%rax)
	mov %rcx, 8(%rax)
	mov %rdx, 16(%rax)
	mov %rbx, 24(%rax)
	mov %rbp, 40(%rax)
	mov %rsi, 48(%rax)
	mov %rdi, 56(%rax)
	mov %r8, 64(%rax)
	mov %r9, 72(%rax)
	mov %r10, 80(%rax)
	mov %r11, 88(%rax)
	mov %r12, 96(%rax)
	mov %r13, 104(%rax)
	mov %r14, 112(%rax)
	mov %r15, 120(%rax)
	mov saved_ax(%rip), %rcx
	mov %rcx, 0(%rax)
	mov saved_sp(%rip), %rcx
	mov %rcx, KB_STATE_SP(%rax)

	mov %rsp, %rsi
	lea KB_STATE_STACK(%rax), %rdi
	mov $KB_STACK_WORDS, %ecx
	rep movsq

	mov host_sp(%rip), %rsp
	popf
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %rbx
	pop %rbp
	RET
SYM_FUNC_END(kb_form_call)

	.section .rodata
	.balign 8
SYM_DATA_START(kb_forms)
	.text

.macro FORM_NR nr:req, mode:req, insn:req, before, after, cpu:req, fpu:req, reason
SYM_FUNC_START_LOCAL(form_\nr)
	\before
.Lprobe_\nr:
	\insn
	\after
1:
	ANNOTATE_RETPOLINE_SAFE
	jmp *leave_form(%rip)
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

/* It uses the FPU, whose registers are compared, too. */
.macro FPU mode:req, insn:req, before, after, cpu=any
	FORM_NR \@, \mode, "\insn", "\before", "\after", \cpu, 1
.endm

/* Only its modes are looked at, for the reason that is given. */
.macro NEVER_RUN mode:req, insn:req, reason:req
	FORM_NR \@, \mode, "\insn", "", "", any, 0, "\reason"
.endm

/* Of two ways, the one that does not go to 1f leaves a trace. */
#define TRACE	"xor $0x777, %r15"

/* ADD, OR, ADC, SBB, AND, SUB, XOR, CMP in all encodings */
.irp op, add, or, adc, sbb, and, sub, xor, cmp
FORM BT,	"\op %r10, %r11"
FORM BT,	"\op %dh, (%rdi)"
FORM BT,	"\op 8(%rdi), %r11"
FORM BT,	"\op 3(%rsi), %ch"
FORM BT,	"\op $0x45, %al"
FORM BT,	"\op $0x12345678, %eax"
FORM BT,	"\op $-3, %r9"
FORM BT,	"\op\()b $0x9c, 3(%rdi)"
FORM BT,	"\op\()w $0x1234, 2(%rdi)"
FORM BT,	"\op\()l $0x12345678, kb_form_mem(%rip)"
FORM BT,	"\op %rcx, (%rsp)"
FORM BT,	"\op (%rsp), %rbx"
.endr
.irp op, add, or, adc, sbb, and, sub, xor
FORM BT,	"lock \op %r10, (%rdi)"
FORM BT,	"lock \op\()l $5, 4(%rdi)"
FORM BT,	"lock \op\()b $5, (%rdi)"
.endr
FORM BT,	"add %edx, %eax"
FORM BT,	"add %dx, %ax"
FORM BT,	"add %dh, %al"
FORM BT,	"add %r9b, %sil"
FORM BT,	"add %r15, (%r12)",		"mov %rdi, %r12"
FORM BT,	"add %r15d, (%r13)",		"mov %rdi, %r13"
FORM BT,	"add (%rdi,%r12,8), %r14",	"mov $2, %r12d"
FORM BT,	"add (%r8,%r9), %ax",		"mov %rdi, %r8; mov $3, %r9d"
FORM BT,	"add %ds:(%rdi), %rax"
FORM BT,	"add %gs:kb_form_percpu, %rax"
FORM BT,	"add %rax, %gs:kb_form_percpu",	"", "mov %gs:kb_form_percpu, %rax"
FORM BT,	"add %eax, %gs:(%ebx)", "mov $kb_form_percpu, %ebx", \
	"mov %gs:kb_form_percpu, %rax"
FORM BT,	".byte 0x4f, 0x01, 0xf7"	/* add with REX.WRXB */
FORM BT,	".byte 0x40, 0x01, 0xd0"	/* add with an empty REX */
FORM BT,	".byte 0x66, 0x48, 0x01, 0xd0"	/* REX.W outdoes 66 */
/* 14 bytes can be boosted, of 15 the kernel makes no copy */
FORM BT,	"lock addq $0x12345678, %gs:kb_form_percpu(%rbx,%rcx,8)", \
	"mov $0, %ebx; mov $0, %ecx", "mov %gs:kb_form_percpu, %rax"
FORM NO,	"lock addq $0x12345678, %gs:kb_form_percpu(%ebx,%ecx,8)", \
	"mov $0, %ebx; mov $0, %ecx", "mov %gs:kb_form_percpu, %rax"

/* PUSH, POP */
.irp reg, rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
FORM SB,	"push %\reg"
.endr
.irp reg, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
FORM SB,	"pop %\reg"
.endr
FORM SB,	"pop %rsp",		"push %rsp"
FORM SB,	"rex.W push %rbx"
FORM B,		"push %ax"
FORM B,		"pop %cx"
FORM SB,	"push $-9"
FORM SB,	"push $0x12345678"
FORM SB,	"push $-0x12345678"
FORM K,		"pushw $0x1234"
FORM K,		"pushw $5"
FORM SB,	"pushq (%rdi)"
FORM SB,	"pushq 8(%rsp)"
FORM SB,	"pushq (%rsp,%rcx,8)",		"mov $2, %ecx"
FORM SB,	"pushq 0x100(%r12)",		"lea -0x100(%rdi), %r12"
FORM SB,	"pushq (%r13,%r14,4)",		"mov %rdi, %r13; mov $4, %r14d"
FORM SB,	"pushq kb_form_mem+8(%rip)"
FORM SB,	"pushq %gs:kb_form_percpu"
FORM B,		"pushq %fs:(%rdi)"
FORM SB,	"pushq %gs:(%ebx)",		"mov $kb_form_percpu, %ebx"
FORM SB,	"pushq kb_form_mem(,%rcx,8)",	"mov $2, %ecx"
FORM SB,	".byte 0xff, 0xf3"		/* push %rbx */
FORM SB,	".byte 0x41, 0xff, 0xf4"	/* push %r12 */
FORM B,		"pushw (%rdi)"
FORM B,		"pushw 8(%rsp)"
FORM SB,	"popq (%rdi)"
FORM SB,	"popq (%rsp)"
FORM SB,	"popq 8(%rsp)"
FORM B,		"popq (%rsp,%rcx,8)",		"mov $2, %ecx"
FORM B,		"popq -8(%rsp)"
FORM SB,	"popq 8(%r12)",			"mov %rdi, %r12"
FORM SB,	"popq (%rdi,%r12,2)",		"mov $-8, %r12"
FORM SB,	"popq kb_form_mem+8(%rip)"
FORM SB,	"popq %gs:kb_form_percpu",	"", "mov %gs:kb_form_percpu, %rax"
FORM SB,	"popq %gs:(%ebx)",		"mov $kb_form_percpu, %ebx", \
	"mov %gs:kb_form_percpu, %rax"
FORM SB,	".byte 0x8f, 0xc3"		/* pop %rbx */
FORM SB,	".byte 0x41, 0x8f, 0xc4"	/* pop %r12 */
FORM SB,	".byte 0x8f, 0xc4",	"push %rsp"	/* pop %rsp */
FORM B,		"popw (%rdi)"
FORM B,		"popw 8(%rsp)"
FORM SB,	"leave",		"lea 16(%rsp), %rbp"
FORM B,		"leavew",		"lea 16(%rsp), %rbp"
FORM B,		"enter $16, $0"
FORM SB,	"rex.W leave",		"lea 16(%rsp), %rbp"
FORM S,		"pushf"
FORM S,		"popf",			"pushf; xorq $0x8c5, (%rsp)"
FORM S,		"popf",			"pushf; xorq $0x200, (%rsp)"
FORM S,		"popf",			"pushf; xorq $0x44400, (%rsp)"	/* AC, NT, DF */
FORM NO,	"pushfw"
FORM NO,	"popfw"
FORM B,		"push %fs"
FORM B,		"push %gs"
FORM B,		"pop %fs",		"push $0"
NEVER_RUN B,	"pop %gs",		"GS leads to the data of the CPU"

/* the stack pointer in other instructions */
FORM BT,	"sub $24, %rsp"
FORM BT,	"add $24, %rsp"
FORM BT,	"sub $0xa0, %rsp",		"", "add $0x98, %rsp"
FORM BT,	"and $-16, %rsp"
FORM BT,	"and $0xf8, %spl"
FORM BT,	"or $0, %spl"
FORM BT,	"inc %rsp",			"sub $9, %rsp"
FORM BT,	"lea -16(%rsp), %rsp"
FORM BT,	"lea -8(%rsp), %rbx"
FORM BT,	"lea -0x100(%rsp,%rsi,8), %edi"
FORM BT,	"lea (%rsp,%rdi), %r14w",	"mov $3, %edi"
FORM BT,	"lea 8(%rsp,%rcx,8), %rsp",	"mov $1, %ecx"
FORM BT,	"lea 16(%rsp), %rax"
FORM BT,	"lea 16(%rsp), %eax"
FORM BT,	"lea (%rsp,%rbx,2), %rsi"
FORM BT,	"lea (%esp), %eax"
FORM BT,	"mov %rsp, %rbx"
FORM BT,	"mov %rsp, %rsi"
FORM BT,	"mov %rsp, %r12"
FORM BT,	"mov %esp, %ebx"
FORM BT,	"mov %sp, %bx"
FORM BT,	"mov %spl, %bl"
FORM BT,	"mov %spl, %r9b"
FORM BT,	"mov %rbx, %rsp",		"lea 8(%rsp), %rbx"
FORM BT,	"mov %r12, %rsp",		"lea 8(%rsp), %r12"
FORM BT,	"mov %bx, %sp",			"lea 8(%rsp), %rbx"
FORM BT,	"mov %bl, %spl",		"mov %rsp, %rbx"
FORM BT,	"mov %r9, 16(%rsp)"
FORM BT,	"mov 16(%rsp), %r9"
FORM BT,	"mov 0x100(%rsp), %rax",	"sub $0x100, %rsp", "add $0x100, %rsp"
FORM BT,	"mov %rsp, (%rsp)"
FORM BT,	"mov (%rsp), %rsp",		"mov %rsp, (%rsp)"
FORM BT,	"mov %rsp, (%rdi)"
FORM BT,	"mov %rsp, (%rbx,%rsi)",	"mov %rdi, %rbx; mov $8, %esi"
FORM B,		"mov %rbx, (%rsp,%rdi,4)",	"mov $2, %edi"
FORM BT,	"mov %bh, (%rsp)"
FORM BT,	"mov %dh, (%rsp)"
FORM B,		"mov %ah, (%rsp,%rsi)",		"mov $9, %esi"
FORM BT,	"mov (%rsp), %ch"
FORM BT,	"mov %r9b, (%rsp)"
FORM B,		"mov %sil, (%rsp,%rbx)",	"mov $2, %ebx"
FORM BT,	"movb $0x11, (%rsp)"
FORM BT,	"movw $0x1122, 2(%rsp)"
FORM BT,	"movl $0x11223344, 4(%rsp)"
FORM BT,	"movq $-5, 8(%rsp)"
FORM B,		"add %rbx, (%rsp,%rsi)",	"mov $8, %esi"
FORM B,		"add %rsi, (%rsp,%rbx)",	"mov $8, %ebx"
FORM B,		"add %rdi, (%rsp,%rsi)",	"mov $8, %esi"
FORM B,		"add %rsp, (%rsp,%rbx)",	"mov $8, %ebx"
FORM B,		"add %rax, (%rsp,%r12)",	"mov $8, %r12d"
FORM BT,	"add %rsp, %rbx"
FORM BT,	"add %rsp, (%rsp)"
FORM BT,	"add (%rsp), %rsp",		"movq $8, (%rsp)"
FORM BT,	"add %rsp, %gs:kb_form_percpu",	"", "mov %gs:kb_form_percpu, %rax"
FORM BT,	"add %spl, (%rsp)"
FORM BT,	"sub %rbx, %rsp",		"mov $8, %ebx"
FORM BT,	"and %rsp, %rsi"
FORM BT,	"xor %rsp, %rax"
FORM BT,	"cmp %rsp, %rax"
FORM BT,	"cmp %rax, %rsp"
FORM BT,	"cmp $0x10, %spl"
FORM BT,	"test %rsp, %rsp"
FORM BT,	"testb $0x18, (%rsp)"
FORM BT,	"cmpq $0x5acd, (%rsp)"
FORM BT,	"xchg %rax, %rbx"
FORM B,		"xchg %rax, %rsp",		"lea 8(%rsp), %rax"
FORM BT,	"xchg %rbx, %rsp",		"lea 8(%rsp), %rbx"
FORM BT,	"xchg %rbx, (%rsp)"
FORM BT,	"xchg %r14, (%rsp)"
FORM BT,	"xchg %rsp, (%rdi)",		"lea 8(%rsp), %rax; mov %rax, (%rdi)"
FORM BT,	"lock cmpxchg %rbx, (%rsp)"
FORM B,		"lock cmpxchg %rbx, (%rsp,%rsi)", "mov $8, %esi; mov 8(%rsp), %rax"
FORM BT,	"lock cmpxchg %r12, (%rsp)",	"mov (%rsp), %rax"
FORM BT,	"cmpxchg %bh, (%rsp)"
FORM BT,	"cmpxchg %rsp, (%rdi)",		"mov (%rdi), %rax"
FORM BT,	"lock xadd %rbx, (%rsp)"
FORM BT,	"xadd %rax, %rsp",		"mov $8, %eax"
FORM BT,	"lock cmpxchg8b (%rsp)"
FORM BT,	"lock cmpxchg16b (%rsp)",	"and $-16, %rsp; pushf; popf"
FORM BT,	"imul %rsp, %rax"
FORM BT,	"imul $3, %rsp, %rax"
FORM BT,	"imul (%rsp), %rbx"
FORM BT,	"mul %rsp"
FORM BT,	"mulq (%rsp)"
FORM BT,	"negq (%rsp)"
FORM BT,	"notb (%rsp)"
FORM BT,	"lock incq (%rsp)"
FORM B,		"decb (%rsp,%rbx)",		"mov $3, %ebx"
FORM BT,	"shlq $3, (%rsp)"
FORM BT,	"shrq %cl, 8(%rsp)"
FORM BT,	"shld $3, %rsp, %rax"
FORM B,		"shld %cl, %rbx, (%rsp,%rsi,2)", "mov $4, %esi"
FORM BT,	"bt %rsp, %rax"
FORM BT,	"lock btsq $5, (%rsp)"
FORM BT,	"bts %rcx, (%rsp)",		"mov $75, %ecx"
FORM BT,	"bsf %rsp, %rax"
FORM BT,	"bsr (%rsp), %rbx"
FORM BT,	"cmovb %rsp, %rax"
FORM BT,	"cmovb %rax, %rsp",		"lea 8(%rsp), %rax"
FORM BT,	"cmovns (%rsp), %rbx"
FORM BT,	"movzbl %spl, %eax"
FORM BT,	"movzbl (%rsp), %ebx"
FORM BT,	"movzwl %sp, %ebx"
FORM BT,	"movsbq %spl, %rsi"
FORM BT,	"movswq %sp, %rbx"
FORM BT,	"movzbl %ah, %ebx"
FORM BT,	"movzbl %bh, %esi"
FORM BT,	"movslq %esp, %rax"
FORM BT,	"movslq (%rsp), %rbx"
FORM BT,	"setb (%rsp)"
FORM B,		"setb 1(%rsp,%rbx)",		"mov $3, %ebx"
FORM BT,	"movnti %rsp, (%rdi)"
FORM BT,	"movnti %rbx, (%rsp)"
FORM BT,	"prefetcht0 (%rsp)"
FORM BT,	"nopw (%rsp)"
FORM B,		"invlpg (%rsp)"
FORM BT,	"popcnt %rsp, %rax",		cpu=popcnt
FORM BT,	"movbe %rbx, (%rsp)",		cpu=movbe
FORM BT,	"crc32b %ah, %ebx",		cpu=sse4_2
FORM BT,	"crc32q %rsp, %rax",		cpu=sse4_2
FORM BT,	"crc32q (%rsp), %rbx",		cpu=sse4_2
FPU BT,		"movdqu %xmm3, (%rsp)"
FPU B,		"movdqu (%rsp,%rbx), %xmm4",	"mov $8, %ebx"
FPU BT,		"movq (%rsp), %xmm3"
FPU B,		"movq (%rsp), %xmm4"
FPU BT,		"cvtsi2sdq %rbx, %xmm2"
FPU B,		"cvtsi2sdq %rsp, %xmm2"
FPU BT,		"fildll (%rsp)"
NEVER_RUN B,	"bswap %rsp",			"leaves no stack"
NEVER_RUN B,	"mov $5, %esp",			"leaves no stack"
NEVER_RUN B,	"sete %spl",			"leaves no stack"

/* moves */
FORM BT,	"movslq %r8d, %rax"
FORM BT,	".byte 0x63, 0xc8"		/* movsxd without REX.W */
FORM BT,	"movslq (%r9), %r10",		"mov %rdi, %r9"
FORM BT,	"imul %r8, %r9"
FORM BT,	"imul $1000, %r8, %r9"
FORM BT,	"imul $10, (%rdi), %r9w"
FORM BT,	"test %r10, %r11"
FORM BT,	"test %dh, (%rdi)"
FORM BT,	"test $0x55, %al"
FORM BT,	"test $0x55555555, %rax"
FORM BT,	"xchg %r14b, (%rdi)"
FORM BT,	"xchg %rax, %r9"
FORM BT,	"xchg %rbx, (%rdi)"
FORM BT,	"lock xchg %rbx, (%rdi)"
FORM BT,	"xchg %ax, %dx"
FORM BT,	"xchg %bh, %cl"
.irp reg, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
FORM BT,	"mov %\reg, %rax"
FORM BT,	"mov %rbx, %\reg"
FORM BT,	"movabs $0x1122334455667788, %\reg"
.endr
FORM BT,	"mov $0x12345678, %r12d"
FORM BT,	"mov $0x1234, %r12w"
FORM BT,	"mov $0x12, %bh"
FORM BT,	"mov $0x12, %r12b"
FORM BT,	"mov $-2, %rcx"
FORM BT,	"mov %r14d, %eax"
FORM BT,	"mov 8(%rsi), %rbx"
FORM BT,	"mov %r13, -8(%rdi)"
FORM BT,	"mov %gs:40, %rbx"
FORM BT,	"mov %es:(%rdi), %rbx"
FORM BT,	"mov %fs:(%rdi), %rbx"
FORM BT,	"mov kb_form_mem+8(%rip), %rbx"
FORM BT,	"mov %r13, kb_form_mem+16(%rip)"
FORM BT,	"movb $0x7f, kb_form_mem+3(%rip)"
FORM BT,	"movw $0x7f7e, kb_form_mem+3(%rip)"
FORM BT,	"movq $-2, kb_form_mem+24(%rip)"
FORM BT,	"cmpl $1, kb_form_mem(%rip)"
FORM BT,	"testl $0x10101, kb_form_mem(%rip)"
FORM BT,	"shll $3, kb_form_mem(%rip)"
FORM BT,	"imul $100000, kb_form_mem(%rip), %eax"
FORM BT,	"lea kb_form_mem+5(%rip), %r9"
NEVER_RUN K,	"mov 0x10(%eip), %eax",		"kernel text has no address of 32 bits"
FORM BT,	"lea 0x44(%rax,%rcx,8), %r9"
FORM BT,	"lea 0x44(%eax,%ecx,8), %r9"
FORM BT,	"lea (%r12,%r13,2), %r14w"
FORM K,		"lea 0x44(%eip), %r9"
FORM BT,	"movabs kb_form_mem, %al"
FORM BT,	"movabs kb_form_mem+8, %rax"
FORM BT,	"movabs %eax, kb_form_mem"
FORM BT,	"movabs %rax, kb_form_mem+16"
FORM BT,	"mov %ds, %r9d"
FORM BT,	"mov %cs, %eax"
FORM BT,	"mov %ss, (%rdi)"
FORM B,		"mov %fs, %eax"
FORM B,		"mov %ecx, %es",		"mov $0, %ecx"
FORM B,		"mov (%rdi), %ds",		"movw $0, (%rdi)"
FORM NO,	"mov %ecx, %ss"
FORM NO,	"mov (%rdi), %ss"
FORM BT,	"nop"
FORM BT,	"pause"
FORM BT,	"xchg %ax, %ax"
FORM BT,	"xchg %r8, %rax"
FORM BT,	"cbw"
FORM BT,	"cwde"
FORM BT,	"cdqe"
FORM BT,	"cwd"
FORM BT,	"cdq"
FORM BT,	"cqo"
FORM BT,	"lahf"
FORM BT,	"sahf",				"mov $0x95, %ah"
FORM BT,	"xlat",				"mov %rsi, %rbx; mov $3, %al"
FORM BT,	"bswap %r12"
FORM BT,	"bswap %ebx"
FORM BT,	"movnti %r9, (%rdi)"
.irp cc, o, no, b, ae, e, ne, be, a, s, ns, p, np, l, ge, le, g
FORM BT,	"cmov\cc %r8, %rax"
FORM BT,	"set\cc %r9b"
FORM S,		"j\cc 1f",			"", TRACE
FORM S,		"j\cc\().d32 1f",		"", TRACE
.endr
FORM BT,	"cmovl (%rdi), %r9w"
FORM BT,	"setge 3(%rdi)"
FORM BT,	"movzbl (%rsi), %eax"
FORM BT,	"movsbq %cl, %rax"
FORM BT,	"movzwl %r9w, %r10d"
FORM BT,	"movsbw %dh, %cx"
FORM BT,	"cmpxchg %r9, %r10"
FORM BT,	"lock cmpxchg %r9, (%rdi)"
FORM BT,	"lock cmpxchg %r9, (%rdi)",	"mov (%rdi), %rax"
FORM BT,	"lock cmpxchg %bl, (%rdi)",	"mov (%rdi), %al"
FORM BT,	"lock cmpxchg8b (%rdi)"
FORM BT,	"lock cmpxchg8b (%rdi)",	"mov (%rdi), %eax; mov 4(%rdi), %edx"
FORM BT,	"lock cmpxchg16b (%rdi)"
FORM BT,	"cmpxchg16b (%rdi)",		"mov (%rdi), %rax; mov 8(%rdi), %rdx"
FORM BT,	"xadd %r9, %r10"
FORM BT,	"lock xadd %r9, (%rdi)"
FORM BT,	"lock xadd %bh, (%rdi)"

/* arithmetic in groups, shifts, bits */
FORM BT,	"testb $0x40, (%rdi)"
FORM BT,	"test $0x40404040, %r9"
FORM BT,	"test $0x40, %bh"
FORM BT,	"neg %rax"
FORM BT,	"neg %bh"
FORM BT,	"lock negl (%rdi)"
FORM BT,	"notq 16(%rdi)"
FORM BT,	"lock notb (%rdi)"
FORM BT,	"mul %r8"
FORM BT,	"mul %bh"
FORM BT,	"mulw (%rdi)"
FORM BT,	"imul %r8"
FORM BT,	"imulb (%rdi)"
FORM BT,	"div %rcx"
FORM BT,	"div %cl",			"mov $0x123, %eax"
FORM BT,	"divq (%rdi)"
FORM BT,	"idiv %rcx"
FORM BT,	"idiv %ecx"
FORM BT,	"inc %rax"
FORM BT,	"inc %bh"
FORM BT,	"incw %r9w"
FORM BT,	"decl (%rdi)"
FORM BT,	"lock incb (%rdi)"
FORM BT,	"lock decq 8(%rdi)"
.irp op, rol, ror, rcl, rcr, shl, shr, sar
FORM BT,	"\op $5, %rax"
FORM BT,	"\op $3, %bh"
FORM BT,	"\op %r9d"
FORM BT,	"\op %cl, %r10"
FORM BT,	"\op\()w %cl, (%rdi)"
FORM BT,	"\op\()b $3, (%rdi)"
FORM BT,	"\op\()q 8(%rdi)"
.endr
FORM BT,	"shld $9, %rdx, %rax"
FORM BT,	"shld %cl, %r9, (%rdi)"
FORM BT,	"shrd $9, %edx, %eax"
FORM BT,	"shrd %cl, %r9w, (%rdi)"
FORM BT,	"bt %rcx, %rax"
FORM BT,	"bt %cx, (%rdi)",		"mov $37, %ecx"
FORM BT,	"bts %r9, %r10"
FORM BT,	"lock bts %rcx, (%rdi)",	"mov $-37, %rcx"
FORM BT,	"lock btr %ecx, (%rdi)",	"mov $37, %ecx"
FORM BT,	"lock btc %ecx, (%rdi)",	"mov $37, %ecx"
FORM BT,	"btr %r9d, %r10d"
FORM BT,	"btc %r9d, %r10d"
FORM BT,	"btq $37, (%rdi)"
FORM BT,	"lock btsq $37, (%rdi)"
FORM BT,	"lock btrl $7, (%rdi)"
FORM BT,	"btc $7, %r12w"
FORM BT,	"bsf %r8, %rax"
FORM BT,	"bsr (%rdi), %r9"
FORM BT,	"bsf %rax, %rbx",		"mov $0, %eax"
FORM BT,	"tzcnt %r8, %rax",		cpu=bmi1
FORM BT,	"lzcnt %r8w, %ax",		cpu=abm
FORM BT,	"popcnt %r8, %rax",		cpu=popcnt
FORM BT,	"popcnt (%rdi), %r9w",		cpu=popcnt

/* flags */
FORM BT,	"cmc"
FORM BT,	"clc"
FORM BT,	"stc"
FORM BT,	"cld"
FORM BT,	"std"
FORM S,		"cli"
FORM S,		"sti"
FORM S,		"data16 cli"

/* strings; one of the flag states has DF set */
.irp s, b, w, l, q
FORM BT,	"movs\s"
FORM BT,	"cmps\s"
FORM BT,	"stos\s"
FORM BT,	"lods\s"
FORM BT,	"scas\s"
FORM BT,	"rep movs\s",			"mov $2, %ecx"
FORM BT,	"rep stos\s",			"mov $2, %ecx"
.endr
FORM BT,	"rep lodsb",			"mov $5, %ecx"
FORM BT,	"repe cmpsb",			"mov $5, %ecx"
FORM BT,	"repe cmpsb",			"mov $5, %ecx; mov (%rdi), %rax; mov %rax, (%rsi)"
FORM BT,	"repne cmpsw",			"mov $3, %ecx"
FORM BT,	"repe scasb",			"mov $4, %ecx"
FORM BT,	"repne scasb",			"mov $4, %ecx"
FORM BT,	"repne scasb",			"mov $4, %ecx; mov 2(%rdi), %al"
FORM BT,	"rep movsb",			"mov $0, %ecx"
FORM BT,	"addr32 rep stosb",		"movabs $0x100000000, %rcx"
FORM BT,	"addr32 rep movsq",		"movabs $0x100000000, %rcx"
FORM BT,	"movsq %gs:(%rsi), %es:(%rdi)",	"mov $kb_form_percpu, %esi"
FORM B,		"outsb",			"mov $0x80, %edx"
FORM B,		"rep outsb",			"mov $0x80, %edx; mov $3, %ecx"
FORM B,		"insb",				"mov $0x80, %edx"

/* branches; the cases of a count, of the flags, and of each register */
FORM S,		"jmp 1f",			"", TRACE
FORM S,		"jmp.d32 1f",			"", TRACE
FORM S,		"bnd jmp 1f",			"", TRACE
FORM S,		".byte 0x67; jmp 1f",		"", TRACE
FORM NO,	".byte 0x66, 0x48, 0xe9; .long 1f - . - 4"
FORM S,		"bnd je 1f",			"", TRACE
FORM S,		"je,pt 1f",			"", TRACE
FORM S,		"jne,pn 1f",			"", TRACE
FORM S,		"bnd jle.d32 1f",		"", TRACE
FORM S,		"call 1f",			"", TRACE
FORM S,		"bnd call 1f",			"", TRACE
FORM S,		".byte 0x67; call 1f",		"", TRACE
FORM S,		"rex.W call 1f",		"", TRACE
.irp op, loop, loope, loopne, jrcxz
FORM S,		"\op 1f",			"", TRACE
FORM S,		"\op 1f",			"mov $0, %ecx", TRACE
FORM S,		"\op 1f",			"mov $1, %ecx", TRACE
FORM S,		"\op 1f",			"mov $2, %ecx", TRACE
FORM S,		"\op 1f",			"movabs $0x100000000, %rcx", TRACE
FORM S,		"\op 1f",			"movabs $0x100000001, %rcx", TRACE
.endr
.irp op, 0xe0, 0xe1, 0xe2, 0xe3
.irp count, 0, 1, 2, 0x100000000, 0x100000001, 0xffffffff00000002
FORM S,		".byte 0x67, \op; .byte 1f - . - 1", "movabs $\count, %rcx", TRACE
.endr
.endr
FORM S,		".byte 0xf2, 0xe2; .byte 1f - . - 1",			"mov $1, %ecx", TRACE
FORM S,		"rex.W loop 1f",		"mov $1, %ecx", TRACE
.irp reg, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
FORM S,		"jmp *%\reg",			"lea 1f(%rip), %\reg", TRACE
FORM S,		"call *%\reg",			"lea 1f(%rip), %\reg", TRACE
.endr
.irp op, jmp, call
FORM S,		"\op *(%rdi)",			"lea 1f(%rip), %rbx; mov %rbx, (%rdi)", TRACE
FORM S,		"\op *(%rsp)",			"lea 1f(%rip), %rbx; mov %rbx, (%rsp)", TRACE
FORM S,		"\op *8(%rsp)",			"lea 1f(%rip), %rbx; mov %rbx, 8(%rsp)", TRACE
FORM S,		"\op *(%rsp,%rcx,8)", \
	"lea 1f(%rip), %rbx; mov $2, %ecx; mov %rbx, 16(%rsp)", TRACE
FORM S,		"\op *0x110(%rdi,%rcx,8)", \
	"lea 1f(%rip), %rbx; mov $-32, %rcx; mov %rbx, 16(%rdi)", TRACE
FORM S,		"\op *(%r12)", \
	"lea 1f(%rip), %rbx; mov %rdi, %r12; mov %rbx, (%r12)", TRACE
FORM S,		"\op *(%r13,%r14,2)", \
	"lea 1f(%rip), %rbx; mov %rdi, %r13; mov $4, %r14d; mov %rbx, 8(%rdi)", TRACE
FORM S,		"\op *(%rdi,%r12)", \
	"lea 1f(%rip), %rbx; mov $8, %r12d; mov %rbx, 8(%rdi)", TRACE
FORM S,		"\op *kb_form_mem+8(%rip)", \
	"lea 1f(%rip), %rbx; mov %rbx, 8+kb_form_mem(%rip)", TRACE
FORM S,		"\op *kb_form_mem(,%rcx,8)", \
	"lea 1f(%rip), %rbx; mov $2, %ecx; mov %rbx, 16+kb_form_mem(%rip)", TRACE
FORM S,		"\op *%gs:kb_form_percpu", \
	"lea 1f(%rip), %rbx; mov %rbx, %gs:kb_form_percpu", TRACE
FORM S,		"\op *%gs:(%rax)", \
	"lea 1f(%rip), %rbx; mov %rbx, %gs:kb_form_percpu; mov $kb_form_percpu, %eax", TRACE
FORM S,		"\op *%gs:8(%eax)", \
	"lea 1f(%rip), %rbx; movabs $0x800000000+kb_form_percpu-8, %rax; mov %rbx, %gs:8(%eax)", \
	TRACE
FORM S,		"\op *%ds:(%rdi)",		"lea 1f(%rip), %rbx; mov %rbx, (%rdi)", TRACE
FORM S,		"bnd \op *(%rdi)",		"lea 1f(%rip), %rbx; mov %rbx, (%rdi)", TRACE
FORM S,		"notrack \op *%rbx",		"lea 1f(%rip), %rbx", TRACE
FORM S,		"rex.W \op *%rbx",		"lea 1f(%rip), %rbx", TRACE
FORM NO,	"\op *%fs:(%rdi)"
FORM NO,	"l\op *(%rdi)"
FORM NO,	"data16 \op *%rbx"
.endr
FORM S,		"ret",				"lea 1f(%rip), %rbx; push %rbx", TRACE
FORM S,		"ret $16",			"lea 1f(%rip), %rbx; push %rbx", TRACE
FORM S,		"rep ret",			"lea 1f(%rip), %rbx; push %rbx", TRACE
FORM S,		"bnd ret",			"lea 1f(%rip), %rbx; push %rbx", TRACE
FORM S,		"lretq",	"mov %cs, %ecx; push %rcx; lea 1f(%rip), %rbx; push %rbx", TRACE
FORM S,		"lretq $16",	"mov %cs, %ecx; push %rcx; lea 1f(%rip), %rbx; push %rbx", TRACE
FORM NO,	"lretl"

/* what traps or leaves */
FORM NO,	"int3"
FORM NO,	".byte 0xf1"
FORM NO,	"iretq"
FORM NO,	"iretl"
FORM NO,	"syscall"
FORM NO,	"sysretq"
FORM NO,	"sysenter"
FORM NO,	"sysexitq"
FORM NO,	"xabort $1"
FORM NO,	"xbegin 1f"
FORM NO,	"vmcall"
NEVER_RUN K,	"int $0x80",			"would be a system call of the kernel"
NEVER_RUN K,	"ud2",				"traps"
NEVER_RUN K,	"ud1 %eax, %eax",		"traps"
NEVER_RUN K,	".byte 0x0f, 0xff",	"traps (UD0)"
NEVER_RUN S,	"hlt",				"waits for an interrupt, if any comes"
NEVER_RUN K,	"rdpkru",			"needs protection keys"
NEVER_RUN K,	"lss (%rdi), %eax",		"SS is the kernel's"
NEVER_RUN K,	".byte 0x0f, 0xc7, 0x37",	"needs VMX (VMPTRLD)"
NEVER_RUN BT,	"rdpmc",			"QEMU has no counters"

/* the machine */
FORM B,		"sldt %r9d"
FORM B,		"sldt (%rdi)"
FORM B,		"str %r9d"
FORM B,		"verr %cx"
FORM B,		"verw (%rdi)"
FORM BT,	"lar %r9d, %r10d"
FORM BT,	"lsl %ecx, %ebx",		"mov $0x18, %ecx"
FORM B,		"sgdt (%rdi)"
FORM B,		"sidt (%rdi)"
FORM B,		"smsw %r9d"
FORM B,		"smsw (%rdi)"
FORM B,		"invlpg (%rdi)"
FORM B,		"clac",				cpu=smap
NEVER_RUN B,	"swapgs",			"GS leads to the data of the CPU"
FORM B,		"rdtscp",			"", "mov $0, %eax; mov $0, %edx", cpu=rdtscp
FORM B,		"clts"
FORM B,		"wbinvd"
FORM B,		"mov %cr0, %rbx"
FORM B,		"mov %cr4, %rbx"
FORM B,		"mov %dr7, %rbx"
FORM B,		"mov %rbx, %cr4",		"mov %cr4, %rbx"
FORM B,		"rdmsr",			"mov $0xc0000080, %ecx"
FORM B,		"wrmsr",			"mov $0xc0000080, %ecx; rdmsr"
FORM BT,	"rdtsc",			"", "mov $0, %eax; mov $0, %edx"
FORM BT,	"cpuid",			"mov $0, %eax"
FORM B,		"lfs (%rdi), %eax",		"movq $5, (%rdi)"
FORM BT,	"in $0x80, %al"
FORM BT,	"out %al, $0x80"
FORM BT,	"in %dx, %eax",			"mov $0x80, %edx"
FORM BT,	"out %ax, %dx",			"mov $0x80, %edx"
FORM B,		"endbr64"
FORM B,		"rdsspq %r9"
FORM BT,	"nopw 0x200(%rax,%rax)"
FORM BT,	"nopl %eax"
FORM BT,	"prefetchnta (%rdi)"
FORM BT,	"prefetchw (%rdi)"
FORM BT,	"mfence"
FORM BT,	"lfence"
FORM BT,	"sfence"
FORM BT,	"clflush (%rdi)"
FORM BT,	"clflushopt (%rdi)",		cpu=clflushopt
FORM BT,	"clwb (%rdi)",			cpu=clwb
FORM B,		"rdfsbase %r9",			cpu=fsgsbase
FORM B,		"wrfsbase %rbx",		"mov $0, %ebx", cpu=fsgsbase
FORM K,		"tpause %ecx", \
	"mov $0, %ecx; mov $0, %eax; mov $0, %edx", cpu=waitpkg
FORM BT,	"rdrand %r9",			"", "mov $0, %r9", cpu=rdrand
FORM B,		"xsavec big(%rip)",		"mov $0, %eax; mov $0, %edx", cpu=xsavec
NEVER_RUN B,	"invpcid (%rdi), %rax",		"needs a descriptor of the CPU's contexts"

/* instructions of later CPUs */
FORM BT,	"movbe (%rdi), %r9",		cpu=movbe
FORM BT,	"movbe %r9w, (%rdi)",		cpu=movbe
FORM BT,	"crc32q %r8, %r9",		cpu=sse4_2
FORM BT,	"crc32b %bh, %eax",		cpu=sse4_2
FORM BT,	"crc32w (%rdi), %r9d",		cpu=sse4_2
FORM BT,	"adcx %r9, %r10",		cpu=adx
FORM BT,	"adox (%rdi), %r10",		cpu=adx
FORM BT,	"movdiri %r9, (%rdi)",		cpu=movdiri

/* x87, MMX, SSE */
FPU BT,		"fwait"
FPU BT,		"fld1"
FPU BT,		"fildl (%rdi)"
FPU BT,		"faddp",			"fld1; fldpi"
FPU BT,		"fnstcw (%rdi)"
FPU BT,		"fnstsw %ax"
FPU BT,		"emms",				"movq %mm0, %mm1"
FPU BT,		"paddd %mm1, %mm2"
FPU BT,		"movd %mm1, %eax"
FPU B,		"movd %mm4, %eax"
FPU BT,		"movd %edx, %mm1"
FPU BT,		"movq (%rdi), %mm1"
FPU BT,		"movntq %mm1, (%rdi)"
FPU BT,		"ldmxcsr (%rdi)",		"movl $0x1fa0, (%rdi)"
FPU BT,		"stmxcsr (%rdi)"
FPU B,		"fxsave big(%rip)"
FPU BT,		"movups (%rdi), %xmm1"
FPU BT,		"movups %xmm9, (%rdi)"
FPU BT,		"movss %xmm1, %xmm2"
FPU BT,		"movsd (%rdi), %xmm12"
FPU BT,		"movhlps %xmm1, %xmm2"
FPU BT,		"unpcklps %xmm1, %xmm2"
FPU BT,		"movlps %xmm1, (%rdi)"
FPU BT,		"movhpd (%rdi), %xmm3"
FPU BT,		"movaps %xmm3, %xmm15"
FPU BT,		"movntps %xmm3, (%rdi)"
FPU BT,		"cvtsi2ss %ecx, %xmm1"
FPU BT,		"cvttsd2si %xmm1, %rax"
FPU BT,		"cvtsd2si (%rdi), %r9"
FPU BT,		"ucomisd %xmm1, %xmm2"
FPU BT,		"comiss (%rdi), %xmm2"
FPU BT,		"movmskps %xmm1, %eax"
FPU BT,		"sqrtpd %xmm1, %xmm2"
FPU BT,		"addps %xmm1, %xmm2"
FPU BT,		"mulsd (%rdi), %xmm2"
FPU BT,		"pxor %xmm5, %xmm4"
FPU BT,		"punpcklqdq %xmm1, %xmm2"
FPU BT,		"movq %rdx, %xmm1"
FPU BT,		"movd (%rdi), %xmm1"
FPU BT,		"movdqa (%rdi), %xmm1"
FPU BT,		"movdqu kb_form_mem+8(%rip), %xmm1"
FPU BT,		"pshufd $0x1b, %xmm1, %xmm2"
FPU BT,		"psrlq $7, %xmm2"
FPU BT,		"pslldq $3, %xmm2"
FPU BT,		"pcmpeqb %xmm1, %xmm2"
FPU BT,		"haddps %xmm1, %xmm2"
FPU BT,		"movq %xmm1, %rax"
FPU B,		"movq %xmm4, %rax"
FPU BT,		"movq %xmm1, (%rdi)"
FPU BT,		"movdqa %xmm1, (%rdi)"
FPU BT,		"cmpltps %xmm1, %xmm2"
FPU BT,		"pinsrw $3, %edx, %xmm1"
FPU BT,		"pextrw $3, %xmm1, %eax"
FPU BT,		"shufps $0x1b, %xmm1, %xmm2"
FPU BT,		"addsubps %xmm1, %xmm2"
FPU BT,		"paddq %xmm1, %xmm2"
FPU BT,		"movq %xmm1, %xmm2"
FPU BT,		"pmovmskb %xmm1, %eax"
FPU BT,		"psubb (%rdi), %xmm1"
FPU BT,		"maskmovdqu %xmm1, %xmm2"
FPU BT,		"lddqu (%rdi), %xmm1"
FPU BT,		"pshufb %xmm1, %xmm2",		cpu=ssse3
FPU BT,		"pabsd (%rdi), %xmm2",		cpu=ssse3
FPU BT,		"palignr $3, %xmm1, %xmm2",	cpu=ssse3
FPU BT,		"pmulld %xmm1, %xmm2",		cpu=sse4_1
FPU BT,		"ptest %xmm1, %xmm2",		cpu=sse4_1
FPU BT,		"roundpd $1, %xmm1, %xmm2",	cpu=sse4_1
FPU BT,		"pextrb $3, %xmm1, %eax",	cpu=sse4_1
FPU B,		"pextrb $3, %xmm4, %eax",	cpu=sse4_1
FPU BT,		"pextrq $1, %xmm1, (%rdi)",	cpu=sse4_1
FPU BT,		"pinsrb $3, %ecx, %xmm1",	cpu=sse4_1
FPU BT,		"insertps $0x1c, %xmm1, %xmm2",	cpu=sse4_1
FPU BT,		"pinsrq $1, %rcx, %xmm1",	cpu=sse4_1
FPU BT,		"dpps $0x71, %xmm1, %xmm2",	cpu=sse4_1
FPU BT,		"pcmpgtq %xmm1, %xmm2",		cpu=sse4_2
FPU BT,		"pcmpistri $0, %xmm1, %xmm2",	cpu=sse4_2
FPU BT,		"pclmulqdq $0, %xmm1, %xmm2",	cpu=pclmul
FPU BT,		"aesenc %xmm1, %xmm2",		cpu=aes
FPU BT,		"aeskeygenassist $1, %xmm1, %xmm2", cpu=aes
FPU BT,		"sha1msg1 %xmm1, %xmm2",	cpu=sha
FPU BT,		"sha1rnds4 $1, %xmm1, %xmm2",	cpu=sha
FPU BT,		"gf2p8affineqb $1, %xmm1, %xmm2", cpu=gfni

/* VEX and EVEX */
FPU BT,		"vzeroupper",			cpu=avx
FPU BT,		"vzeroall",			cpu=avx
FPU BT,		"vaddps %ymm1, %ymm2, %ymm3",	cpu=avx
FPU BT,		"vmovdqu (%rdi), %ymm1",	cpu=avx
FPU BT,		"vmovdqu %ymm9, (%rdi)",	cpu=avx
FPU B,		"vmovdqu %ymm9, (%rsp)",	cpu=avx
FPU B,		"vmovdqu %ymm4, (%rdi)",	cpu=avx
FPU BT,		"vmovd %xmm1, %eax",		cpu=avx
FPU BT,		"vcvtsi2sd %rdx, %xmm1, %xmm2",	cpu=avx
FPU BT,		"vpxor %xmm1, %xmm2, %xmm3",	cpu=avx
FPU BT,		"vbroadcastss (%rdi), %ymm1",	cpu=avx
FPU BT,		"vmovdqu kb_form_mem(%rip), %ymm1", cpu=avx
FPU BT,		"vperm2f128 $1, %ymm1, %ymm2, %ymm3", cpu=avx
FPU BT,		"vpextrq $1, %xmm1, %rax",	cpu=avx
FPU BT,		"vpaddq %ymm1, %ymm2, %ymm3",	cpu=avx2
FPU BT,		"vpermq $0x1b, %ymm1, %ymm2",	cpu=avx2
FPU BT,		"vpsllvd %ymm1, %ymm2, %ymm3",	cpu=avx2
FPU BT,		"vfmadd213pd %xmm1, %xmm2, %xmm3", cpu=fma
FPU BT,		"vpaddd %zmm1, %zmm2, %zmm3",	cpu=avx512
FORM BT,	"andn %r8, %r9, %r10",		cpu=bmi1
FORM BT,	"bextr %rax, (%rdi), %rbx",	cpu=bmi1
FORM BT,	"blsr %r8, %r9",		cpu=bmi1
FORM BT,	"bzhi %rcx, %rdx, %rax",	cpu=bmi2
FORM BT,	"pdep %r8, %r9, %r10",		cpu=bmi2
FORM BT,	"mulx %r8, %r9, %r10",		cpu=bmi2
FORM BT,	"rorx $13, %r8, %r9",		cpu=bmi2
FORM BT,	"shlx %r8, (%rdi), %r10",	cpu=bmi2
FORM B,		"andn (%rsp), %r9, %r10",	cpu=bmi1

/* what no row names is stepped */
FORM K,		".byte 0xd0, 0x37"		/* shift /6 */
NEVER_RUN K,	".byte 0xf6, 0x0f, 0x55",	"QEMU does not know it (TEST /1)"

	.section .rodata
SYM_DATA_END_LABEL(kb_forms, SYM_L_GLOBAL, kb_forms_end)
