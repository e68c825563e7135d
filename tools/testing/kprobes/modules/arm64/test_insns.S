/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What kb_test probes and is no form (test_forms.S): samples of each mode; a long
 * function for tests that need many probes; and instructions with a fix-up.  test.c
 * reads the tables.
 */
#include <linux/linkage.h>

#include <asm/asm-extable.h>
#include <asm/assembler.h>

#include "test_arch.h"

/* Values of enum kprobe_mode */
#define STEPPED		0
#define SIMULATED	1
#define BOOSTED		3

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
	ret
SYM_FUNC_END(kb_sample_\name)

	.pushsection .rodata
	.quad kb_sample_\name, .Lprobe_sample_\name, .Lnext_sample_\name, \mode
	.popsection
.endm

/* KB_SAMPLES_PER_MODE of each; what stands on a line of its own comes behind the probe point */
SAMPLE boosted1,	BOOSTED,	"mov x2, x0", "add x0, x2, x1"
SAMPLE boosted2,	BOOSTED,	"neg x2, x1", "sub x0, x0, x2"
SAMPLE simulated1,	SIMULATED,	"add x2, x0, x1", "b 2f", \
	"ret; 2: mov x0, x2"
SAMPLE simulated2,	SIMULATED,	"add x2, x0, x1; cmp x0, x0", "b.eq 2f", \
	"ret; 2: mov x0, x2"
/* What tells of the last exception, and is never 0, is stepped. */
SAMPLE stepped1,	STEPPED,	"add x3, x0, x1; mov x2, #0", "mrs x2, elr_el1", \
	"cmp x2, #0; csel x0, x3, x0, ne"
SAMPLE stepped2,	STEPPED,	"add x3, x0, x1; mov x2, #0", "mrs x2, esr_el1", \
	"cmp x2, #0; csel x0, x3, x0, ne"

	.section .rodata
SYM_DATA_END_LABEL(kb_samples, SYM_L_GLOBAL, kb_samples_end)

	.text

/* kb_many(x): x + KB_MANY, by an instruction of KB_MANY_SIZE bytes for each 1 */
SYM_FUNC_START(kb_many)
SYM_INNER_LABEL(kb_many_points, SYM_L_GLOBAL)
	.rept KB_MANY
	add	x0, x0, #1
	.endr
	.if (. - kb_many_points) - KB_MANY * KB_MANY_SIZE
	.error "KB_MANY_SIZE is wrong"
	.endif
	ret
SYM_FUNC_END(kb_many)

/*
 * Instructions with a fix-up, of each kind that accesses memory in its own way.
 * A function returns 0 if its instruction did not fault, else KB_LOAD_FAILED.
 */
	.section .rodata
	.balign 8
SYM_DATA_START(kb_faults)
	.text

.macro FAULT name:req, insn:req
SYM_FUNC_START_LOCAL(kb_fault_\name)
	mov	x1, #8
.Lprobe_fault_\name:
	\insn
.Lnext_fault_\name:
	mov	x0, #0
	ret
2:
	mov	x0, #KB_LOAD_FAILED
	ret
	_ASM_EXTABLE_UACCESS(.Lprobe_fault_\name, 2b)
SYM_FUNC_END(kb_fault_\name)

	.pushsection .rodata.str1.1, "aMS", @progbits, 1
.Lname_fault_\name:
	.asciz "\insn"
	.popsection

	.pushsection .rodata
	.quad .Lname_fault_\name, kb_fault_\name, .Lprobe_fault_\name, 0
	.popsection
.endm

FAULT load,	"ldr x2, [x0]"
FAULT signed,	"ldrsb x2, [x0, #3]"
FAULT post,	"ldr x2, [x0], #8"
FAULT pre,	"ldr w2, [x0, #4]!"
FAULT index,	"ldrh w2, [x0, x1, lsl #1]"
FAULT acquire,	"ldar x2, [x0]"
FAULT store,	"str x1, [x0]"
FAULT release,	"stlr x1, [x0]"

	.section .rodata
SYM_DATA_END_LABEL(kb_faults, SYM_L_GLOBAL, kb_faults_end)
	.text

/* kb_load(from): what stands there, or KB_LOAD_FAILED */
SYM_FUNC_START(kb_load)
SYM_INNER_LABEL(kb_load_point, SYM_L_GLOBAL)
	ldr	x0, [x0]
1:
	ret
2:
	mov	x0, #KB_LOAD_FAILED
	b	1b
	_ASM_EXTABLE_UACCESS(kb_load_point, 2b)
SYM_FUNC_END(kb_load)
