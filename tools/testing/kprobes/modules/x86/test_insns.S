/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The code that kb_test probes: forms of instructions, run by an oracle that
 * compares everything they can change; samples of each mode; a long function for
 * tests that need many probes; and an instruction with a fix-up.  test_arch.c and
 * test.c read the tables.  One line is one form; nothing else has to change to
 * add one.
 *
 * None of it can be jump-optimised, since every function contains an indirect
 * jump.  No function here keeps to the calling conventions that objtool knows
 * (see OBJECT_FILES_NON_STANDARD in Kbuild), and none may be called but through
 * test_arch.c.
 */
#include <linux/linkage.h>

#include <asm/asm.h>
#include <asm/nospec-branch.h>

#include "test_arch.h"

/* Values of enum kprobe_mode */
#define STEPPED		0
#define SIMULATED	1
#define BOOSTED		3

	.data
	.balign 64
SYM_DATA_START(kb_form_mem)
	.skip 8 * KB_MEM_WORDS
SYM_DATA_END(kb_form_mem)
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

.macro FORM name:req, mode:req, insn:req, before, after
SYM_FUNC_START_LOCAL(form_of_\name)
	\before
.Lprobe_\name:
	\insn
	\after
1:
	ANNOTATE_RETPOLINE_SAFE
	jmp *leave_form(%rip)
SYM_FUNC_END(form_of_\name)

	.pushsection .rodata.str1.1, "aMS", @progbits, 1
.Lname_\name:
	.asciz "\name: \insn"
	.popsection

	.pushsection .rodata
	.quad .Lname_\name, form_of_\name, .Lprobe_\name, \mode
	.popsection
.endm

/* Of two ways, the one that does not go to 1f leaves a trace. */
#define TRACE	"xor $0x777, %r15"

/* arithmetic and logic */
FORM add_reg,		BOOSTED,	"add %rdx, %rax"
FORM add_reg32,		BOOSTED,	"add %edx, %eax"
FORM add_reg16,		BOOSTED,	"add %dx, %ax"
FORM add_reg8,		BOOSTED,	"add %dh, %al"
FORM add_imm8,		BOOSTED,	"add $-3, %r9"
FORM add_imm32,		BOOSTED,	"add $0x12345678, %r9"
FORM adc,		BOOSTED,	"adc %rdx, %rax"
FORM adc_mem,		BOOSTED,	"adc %rax, (%rdi)"
FORM sbb,		BOOSTED,	"sbb %rdx, %rax"
FORM sub,		BOOSTED,	"sub %r10, %r11"
FORM and_,		BOOSTED,	"and %r10, %r11"
FORM or_,		BOOSTED,	"or 8(%rdi), %r11"
FORM xor_,		BOOSTED,	"xor %r10d, %r11d"
FORM cmp,		BOOSTED,	"cmp %r10, %r11"
FORM cmp_imm_mem,	BOOSTED,	"cmpb $0x45, (%rsi)"
FORM test,		BOOSTED,	"test %r10, %r11"
FORM inc,		BOOSTED,	"inc %rax"
FORM dec_mem,		BOOSTED,	"decl (%rdi)"
FORM neg,		BOOSTED,	"neg %rax"
FORM not_mem,		BOOSTED,	"notq 16(%rdi)"
FORM mul,		BOOSTED,	"mul %r8"
FORM imul,		BOOSTED,	"imul %r8"
FORM imul2,		BOOSTED,	"imul %r8, %r9"
FORM imul3,		BOOSTED,	"imul $1000, %r8, %r9"
FORM div,		BOOSTED,	"div %rcx"
FORM idiv,		BOOSTED,	"idiv %rcx"

/* shifts and bits */
FORM shl_imm,		BOOSTED,	"shl $5, %rax"
FORM shl_cl,		BOOSTED,	"shl %cl, %rax"
FORM sar_1,		BOOSTED,	"sar %rax"
FORM ror,		BOOSTED,	"ror $7, %eax"
FORM rcl,		BOOSTED,	"rcl $1, %rax"
FORM rcr_cl,		BOOSTED,	"rcr %cl, %rax"
FORM shld,		BOOSTED,	"shld $9, %rdx, %rax"
FORM bt,		BOOSTED,	"bt %rcx, %rax"
FORM bts_mem,		BOOSTED,	"lock btsq $37, (%rdi)"
FORM bsf,		BOOSTED,	"bsf %r8, %rax"
FORM bswap,		BOOSTED,	"bswap %r12"

/* moves */
FORM mov_reg,		BOOSTED,	"mov %r14, %rax"
FORM mov_reg32,		BOOSTED,	"mov %r14d, %eax"
FORM mov_imm64,		BOOSTED,	"movabs $0x1122334455667788, %rbx"
FORM load,		BOOSTED,	"mov 8(%rsi), %rbx"
FORM load_gs,		BOOSTED,	"mov %gs:40, %rbx"
FORM store,		BOOSTED,	"mov %r13, -8(%rdi)"
FORM store_imm,		BOOSTED,	"movw $0x1234, 2(%rdi)"
FORM movzx,		BOOSTED,	"movzbl (%rsi), %eax"
FORM movsx,		BOOSTED,	"movsbq %cl, %rax"
FORM movsxd,		BOOSTED,	"movslq %r8d, %rax"
FORM cmov,		BOOSTED,	"cmovbe %r8, %rax"
FORM setcc,		BOOSTED,	"setl %r9b"
FORM lea,		BOOSTED,	"lea 0x44(%rax,%rcx,8), %r9"
FORM lea_addr32,	BOOSTED,	"lea 0x44(%eax,%ecx,8), %r9"
FORM xchg_reg,		BOOSTED,	"xchg %rax, %r9"
FORM xchg_mem,		BOOSTED,	"xchg %rbx, (%rdi)"
FORM cmpxchg,		BOOSTED,	"lock cmpxchg %r9, (%rdi)"
FORM cmpxchg_equal,	BOOSTED,	"lock cmpxchg %r9, (%rdi)", "mov (%rdi), %rax"
FORM xadd,		BOOSTED,	"lock xadd %r9, (%rdi)"
FORM cdqe,		BOOSTED,	"cdqe"
FORM cqo,		BOOSTED,	"cqo"
FORM mov_from_ds,	BOOSTED,	"mov %ds, %r9d"

/* relative to RIP; the immediate stands behind the displacement */
FORM load_rip,		BOOSTED,	"mov kb_form_mem+8(%rip), %rbx"
FORM store_rip,		BOOSTED,	"mov %r13, kb_form_mem+16(%rip)"
FORM store_rip_imm8,	BOOSTED,	"movb $0x7f, kb_form_mem+3(%rip)"
FORM store_rip_imm32,	BOOSTED,	"movq $-2, kb_form_mem+24(%rip)"
FORM add_rip,		BOOSTED,	"add %r8, kb_form_mem(%rip)"
FORM cmp_rip_imm8,	BOOSTED,	"cmpl $1, kb_form_mem(%rip)"
FORM test_rip_imm32,	BOOSTED,	"testl $0x10101, kb_form_mem(%rip)"
FORM lea_rip,		BOOSTED,	"lea kb_form_mem+5(%rip), %r9"
FORM push_rip,		BOOSTED,	"pushq kb_form_mem+8(%rip)"

/* flags */
FORM cmc,		BOOSTED,	"cmc"
FORM clc,		BOOSTED,	"clc"
FORM stc,		BOOSTED,	"stc"
FORM cld,		BOOSTED,	"cld"
FORM std,		BOOSTED,	"std"
FORM lahf,		BOOSTED,	"lahf"
FORM sahf,		BOOSTED,	"sahf",		"mov $0x95, %ah"
FORM cli,		SIMULATED,	"cli"
FORM sti,		SIMULATED,	"sti"
FORM pushf,		SIMULATED,	"pushf"
FORM popf,		SIMULATED,	"popf",		"pushf; xorq $0x8c5, (%rsp)"
FORM popf_if,		SIMULATED,	"popf",		"pushf; xorq $0x200, (%rsp)"

/* the stack and its pointer */
FORM push,		BOOSTED,	"push %r9"
FORM push_sp,		BOOSTED,	"push %rsp"
FORM push_imm,		BOOSTED,	"push $-9"
FORM push_mem,		BOOSTED,	"pushq 8(%rsp)"
FORM pop,		BOOSTED,	"pop %r9"
FORM pop_mem,		BOOSTED,	"popq 8(%rsp)"
FORM pop_sp,		BOOSTED,	"pop %rsp",	"push %rsp"
FORM leave_,		BOOSTED,	"leave",	"lea 16(%rsp), %rbp"
FORM enter_,		BOOSTED,	"enter $16, $0"
FORM sub_sp,		BOOSTED,	"sub $24, %rsp"
FORM add_sp,		BOOSTED,	"add $24, %rsp"
FORM lea_sp,		BOOSTED,	"lea -16(%rsp), %rsp"
FORM mov_from_sp,	BOOSTED,	"mov %rsp, %rbx"
FORM mov_to_sp,		BOOSTED,	"mov %rbx, %rsp", "lea 8(%rsp), %rbx"
FORM store_sp,		BOOSTED,	"mov %r9, 16(%rsp)"

/* strings */
FORM movs,		BOOSTED,	"movsq"
FORM stos,		BOOSTED,	"stosl"
FORM lods,		BOOSTED,	"lodsw"
FORM scas,		BOOSTED,	"scasb"
FORM cmps,		BOOSTED,	"cmpsb"
FORM rep_movs,		BOOSTED,	"rep movsb",	"mov $5, %ecx"
FORM rep_stos,		BOOSTED,	"rep stosb",	"mov $6, %ecx"
FORM repne_scas,	BOOSTED,	"repne scasb",	"mov $4, %ecx"
FORM xlat,		BOOSTED,	"xlat",		"mov %rsi, %rbx; mov $3, %al"

/* control flow */
FORM jmp_short,		SIMULATED,	"jmp 1f",	"", TRACE
FORM jmp_near,		SIMULATED,	"jmp.d32 1f",	"", TRACE
FORM jmp_reg,		SIMULATED,	"jmp *%rbx",	"lea 1f(%rip), %rbx", TRACE
FORM jo,		SIMULATED,	"jo 1f",	"", TRACE
FORM jno,		SIMULATED,	"jno 1f",	"", TRACE
FORM jb,		SIMULATED,	"jb 1f",	"", TRACE
FORM jae,		SIMULATED,	"jae 1f",	"", TRACE
FORM je,		SIMULATED,	"je 1f",	"", TRACE
FORM jne,		SIMULATED,	"jne 1f",	"", TRACE
FORM jbe,		SIMULATED,	"jbe 1f",	"", TRACE
FORM ja,		SIMULATED,	"ja 1f",	"", TRACE
FORM js,		SIMULATED,	"js 1f",	"", TRACE
FORM jns,		SIMULATED,	"jns 1f",	"", TRACE
FORM jp,		SIMULATED,	"jp 1f",	"", TRACE
FORM jnp,		SIMULATED,	"jnp 1f",	"", TRACE
FORM jl,		SIMULATED,	"jl 1f",	"", TRACE
FORM jge,		SIMULATED,	"jge 1f",	"", TRACE
FORM jle,		SIMULATED,	"jle 1f",	"", TRACE
FORM jg,		SIMULATED,	"jg 1f",	"", TRACE
FORM jle_near,		SIMULATED,	"jle.d32 1f",	"", TRACE
FORM jrcxz,		SIMULATED,	"jrcxz 1f",	"", TRACE
FORM jrcxz_taken,	SIMULATED,	"jrcxz 1f",	"mov $0, %ecx", TRACE
FORM loop,		SIMULATED,	"loop 1f",	"", TRACE
FORM call,		SIMULATED,	"call 1f",	"", TRACE
FORM call_reg,		SIMULATED,	"call *%rbx",	"lea 1f(%rip), %rbx", TRACE
FORM ret,		SIMULATED,	"ret",		"lea 1f(%rip), %rbx; push %rbx", TRACE

/* and the rest */
FORM nop,		BOOSTED,	"nop"
FORM nopw,		BOOSTED,	"nopw 0x200(%rax,%rax)"
FORM pause,		BOOSTED,	"pause"
FORM mfence,		BOOSTED,	"mfence"
FORM prefetch,		BOOSTED,	"prefetcht0 (%rdi)"
FORM cpuid,		BOOSTED,	"cpuid",	"xor %eax, %eax"
FORM sldt,		BOOSTED,	"sldt %r9d"

	.section .rodata
SYM_DATA_END_LABEL(kb_forms, SYM_L_GLOBAL, kb_forms_end)

/*
 * Samples: each returns the sum of its two arguments, with one probe point that
 * is in a certain mode when nothing else is asked for.  If it is left out, the
 * function returns its first argument.
 */
	.balign 8
SYM_DATA_START(kb_samples)
	.text

.macro SAMPLE name:req, mode:req, before:req, insn:req, after
SYM_FUNC_START_LOCAL(kb_sample_\name)
	\before
.Lprobe_sample_\name:
	\insn
.Lnext_sample_\name:
	\after
1:
	test %rsp, %rsp
	jz 2f
	RET
2:
	ANNOTATE_RETPOLINE_SAFE
	jmp *leave_form(%rip)
SYM_FUNC_END(kb_sample_\name)

	.pushsection .rodata
	.quad kb_sample_\name, .Lprobe_sample_\name, .Lnext_sample_\name, \mode
	.popsection
.endm

/* KB_SAMPLES_PER_MODE of each; what stands on a line of its own comes behind the probe point */
SAMPLE boosted1,	BOOSTED,	"mov %rdi, %rax", "add %rsi, %rax"
SAMPLE boosted2,	BOOSTED,	"mov %rdi, %rax", "lea (%rax,%rsi), %rax"
SAMPLE simulated1,	SIMULATED,	"lea (%rdi,%rsi), %rax", "jmp 1f", \
	"mov %rdi, %rax"
SAMPLE simulated2,	SIMULATED,	"lea (%rdi,%rsi), %rax; cmp %rax, %rax", "je 1f", \
	"mov %rdi, %rax"
/* What has a fix-up is stepped, whatever it is. */
SAMPLE stepped1,	STEPPED,	"mov %rdi, %rax", "add %rsi, %rax"
SAMPLE stepped2,	STEPPED,	"mov %rdi, %rax", "lea (%rax,%rsi), %rax"

	.section .rodata
SYM_DATA_END_LABEL(kb_samples, SYM_L_GLOBAL, kb_samples_end)

	.text
	_ASM_EXTABLE(.Lprobe_sample_stepped1, .Lnext_sample_stepped1)
	_ASM_EXTABLE(.Lprobe_sample_stepped2, .Lnext_sample_stepped2)

/* kb_many(x): x + KB_MANY, by an instruction of KB_MANY_SIZE bytes for each 1 */
SYM_FUNC_START(kb_many)
	mov %rdi, %rax
SYM_INNER_LABEL(kb_many_points, SYM_L_GLOBAL)
	.rept KB_MANY
	add $1, %rax
	.endr
	.if (. - kb_many_points) - KB_MANY * KB_MANY_SIZE
	.error "KB_MANY_SIZE is wrong"
	.endif
	test %rsp, %rsp
	jz 1f
	RET
1:
	ANNOTATE_RETPOLINE_SAFE
	jmp *leave_form(%rip)
SYM_FUNC_END(kb_many)

/* kb_load(from): what stands there, or KB_LOAD_FAILED */
SYM_FUNC_START(kb_load)
SYM_INNER_LABEL(kb_load_point, SYM_L_GLOBAL)
	mov (%rdi), %rax
1:
	test %rsp, %rsp
	jz 3f
	RET
2:
	mov $KB_LOAD_FAILED, %rax
	jmp 1b
3:
	ANNOTATE_RETPOLINE_SAFE
	jmp *leave_form(%rip)
	_ASM_EXTABLE(kb_load_point, 2b)
SYM_FUNC_END(kb_load)
