/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What kb_test probes and is no form (test_forms.S): samples of each mode; a long
 * function for tests that need many probes; and instructions with a fix-up.  test.c
 * reads the tables.
 *
 * None of it can be jump-optimised, since every function contains an indirect
 * jump.  No function here keeps to the calling conventions that objtool knows
 * (see OBJECT_FILES_NON_STANDARD in Kbuild).
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
	.balign 8
leave_form:	.quad 0

	.section .rodata
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

/*
 * Instructions with a fix-up, of each kind that the engine treats in its own way.
 * A function returns 0 if its instruction did not fault, else KB_LOAD_FAILED.
 */
	.section .rodata
	.balign 8
SYM_DATA_START(kb_faults)
	.text

.macro FAULT name:req, insn:req, before
SYM_FUNC_START_LOCAL(kb_fault_\name)
	mov %rsp, %rdx
	\before
.Lprobe_fault_\name:
	\insn
.Lnext_fault_\name:
	mov %rdx, %rsp
	xor %eax, %eax
	test %rsp, %rsp
	jz 3f
	RET
2:
	mov %rdx, %rsp
	mov $KB_LOAD_FAILED, %rax
	RET
3:
	ANNOTATE_RETPOLINE_SAFE
	jmp *leave_form(%rip)
	_ASM_EXTABLE(.Lprobe_fault_\name, 2b)
SYM_FUNC_END(kb_fault_\name)

	.pushsection .rodata.str1.1, "aMS", @progbits, 1
.Lname_fault_\name:
	.asciz "\insn"
	.popsection

	.pushsection .rodata
	.quad .Lname_fault_\name, kb_fault_\name, .Lprobe_fault_\name, .Lnext_fault_\name
	.popsection
.endm

FAULT load,	"mov (%rdi), %rax"
FAULT store,	"lock orq $0, (%rdi)"
FAULT push,	"pushq (%rdi)"
FAULT pop,	"popq (%rdi)",	"pushq (%rsp)"
FAULT string,	"rep lodsb",	"mov %rdi, %rsi; mov $8, %ecx"
FAULT jmp,	"jmp *(%rdi)"
FAULT call,	"call *(%rdi)"

	.section .rodata
SYM_DATA_END_LABEL(kb_faults, SYM_L_GLOBAL, kb_faults_end)
	.text

/* Calls through memory: each returns the address that the called function returns to. */
	.section .rodata
	.balign 8
SYM_DATA_START(kb_calls)
	.text

SYM_FUNC_START_LOCAL(kb_call_target)
	mov (%rsp), %rax
	RET
SYM_FUNC_END(kb_call_target)

.macro CALL_MEMORY name:req, insn:req, before
SYM_FUNC_START_LOCAL(kb_call_\name)
	\before
.Lprobe_call_\name:
	ANNOTATE_RETPOLINE_SAFE
	\insn
.Lnext_call_\name:
	RET
SYM_FUNC_END(kb_call_\name)

	.pushsection .rodata.str1.1, "aMS", @progbits, 1
.Lname_call_\name:
	.asciz "\insn"
	.popsection

	.pushsection .rodata
	.quad .Lname_call_\name, kb_call_\name, .Lprobe_call_\name, kb_call_target
	.quad .Lnext_call_\name
	.popsection
.endm

CALL_MEMORY plain,	"call *(%rdi)"
CALL_MEMORY index,	"call *-8(%rdi,%rcx,8)",	"mov $1, %ecx"
CALL_MEMORY prefix,	"notrack call *0x8(%rdi)"

	.section .rodata
SYM_DATA_END_LABEL(kb_calls, SYM_L_GLOBAL, kb_calls_end)
	.text

SYM_FUNC_START(kb_sti_hlt)
SYM_INNER_LABEL(kb_sti_point, SYM_L_GLOBAL)
	sti
	hlt
SYM_INNER_LABEL(kb_sti_next, SYM_L_GLOBAL)
	RET
SYM_FUNC_END(kb_sti_hlt)

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
