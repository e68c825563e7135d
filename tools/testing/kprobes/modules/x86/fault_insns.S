/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instruction that kb_fault crashes in.
 */

#include <linux/linkage.h>

SYM_FUNC_START(kb_fault_load)
	mov	(%rdi), %rax
	RET
SYM_FUNC_END(kb_fault_load)
