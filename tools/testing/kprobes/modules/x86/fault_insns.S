/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instructions that kb_fault crashes in.
 */

#include <linux/linkage.h>

#include <asm/nospec-branch.h>

SYM_FUNC_START(kb_fault_load)
	mov	(%rdi), %rax
	RET
SYM_FUNC_END(kb_fault_load)

SYM_FUNC_START(kb_fault_call)
	ANNOTATE_RETPOLINE_SAFE
	call	*(%rdi)
	RET
SYM_FUNC_END(kb_fault_call)
