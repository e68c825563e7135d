/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What kb_test probes and is no form (test_forms.S): samples of each mode; a long
 * function for tests that need many probes; and instructions with a fix-up.  test.c
 * reads the tables.
 */
#include <linux/linkage.h>

#include <asm/unified.h>

#include "test_arch.h"

/* Values of enum kprobe_mode */
#define SIMULATED	1
#define TRAMPOLINED	2
#define BOOSTED		3

	.section .rodata
/*
 * Samples: each returns the sum of its two arguments, with one probe point that
 * is in a certain mode when nothing else is asked for.  If it is left out, the
 * function returns its first argument.
 */
	.balign 4
SYM_DATA_START(kb_samples)
	.text

.macro SAMPLE name:req, mode:req, before:req, insn:req, after
SYM_FUNC_START_LOCAL(kb_sample_\name)
	\before
.Lprobe_sample_\name:
	\insn
.Lnext_sample_\name:
	\after
	bx	lr
SYM_FUNC_END(kb_sample_\name)

	.pushsection .rodata
	.long kb_sample_\name, .Lprobe_sample_\name, .Lnext_sample_\name, \mode
	.popsection
.endm

/* KB_SAMPLES_PER_MODE of each; what stands on a line of its own comes behind the probe point */
SAMPLE boosted1,	BOOSTED,	"mov r2, r0", "add r0, r2, r1"
SAMPLE boosted2,	BOOSTED,	"rsb r2, r1, #0", "sub r0, r0, r2"
SAMPLE simulated1,	SIMULATED,	"add r2, r0, r1", "b 2f", \
	"bx lr; 2: mov r0, r2"
SAMPLE simulated2,	SIMULATED,	"add r2, r0, r1; cmp r0, r0", "beq 2f", \
	"bx lr; 2: mov r0, r2"
/* What reads the program counter is trampolined. */
SAMPLE trampolined1,	TRAMPOLINED,	"add r3, r0, r1; mov r2, #0", "mov r2, pc", \
	"cmp r2, #0; it ne; movne r0, r3"
SAMPLE trampolined2,	TRAMPOLINED,	"add r3, r0, r1; mov r2, #0", "add r2, r2, pc", \
	"cmp r2, #0; it ne; movne r0, r3"

	.section .rodata
SYM_DATA_END_LABEL(kb_samples, SYM_L_GLOBAL, kb_samples_end)

	.text

/* kb_many(x): x + KB_MANY, by an instruction of KB_MANY_SIZE bytes for each 1 */
SYM_FUNC_START(kb_many)
	.globl kb_many_points
kb_many_points:
	.rept KB_MANY
	W(add)	r0, r0, #1
	.endr
	.if (. - kb_many_points) - KB_MANY * KB_MANY_SIZE
	.error "KB_MANY_SIZE is wrong"
	.endif
	bx	lr
SYM_FUNC_END(kb_many)

.macro FIXUP from:req, to:req
	.pushsection __ex_table, "a"
	.balign 8
	.long	\from, \to
	.popsection
.endm

/*
 * Instructions with a fix-up, of each kind that accesses memory in its own way.
 * A function returns 0 if its instruction did not fault, else KB_LOAD_FAILED.
 */
	.section .rodata
	.balign 4
SYM_DATA_START(kb_faults)
	.text

.macro FAULT name:req, insn:req
SYM_FUNC_START_LOCAL(kb_fault_\name)
	mov	r1, #4
.Lprobe_fault_\name:
	\insn
	mov	r0, #0
	bx	lr
.Lfixup_fault_\name:
	movw	r0, #KB_LOAD_FAILED
	bx	lr
	FIXUP	.Lprobe_fault_\name, .Lfixup_fault_\name
SYM_FUNC_END(kb_fault_\name)

	.pushsection .rodata.str1.1, "aMS", %progbits, 1
.Lname_fault_\name:
	.asciz "\insn"
	.popsection

	.pushsection .rodata
	.long .Lname_fault_\name, kb_fault_\name, .Lprobe_fault_\name, 0
	.popsection
.endm

FAULT load,	"ldr r2, [r0]"
FAULT signed,	"ldrsb r2, [r0, #3]"
FAULT post,	"ldr r2, [r0], #4"
FAULT pre,	"ldrh r2, [r0, #2]!"
FAULT index,	"ldrb r2, [r0, r1]"
FAULT multiple,	"ldmia r0!, {r1, r2}"
FAULT dual,	"ldrd r2, r3, [r0]"
FAULT store,	"str r1, [r0]"
FAULT push,	"stmdb r0!, {r1, r2}"

	.section .rodata
SYM_DATA_END_LABEL(kb_faults, SYM_L_GLOBAL, kb_faults_end)
	.text

/* kb_load(from): what stands there, or KB_LOAD_FAILED */
SYM_FUNC_START(kb_load)
	.globl kb_load_point
kb_load_point:
	ldr	r0, [r0]
1:
	bx	lr
2:
	movw	r0, #KB_LOAD_FAILED
	b	1b
	FIXUP	kb_load_point, 2b
SYM_FUNC_END(kb_load)
