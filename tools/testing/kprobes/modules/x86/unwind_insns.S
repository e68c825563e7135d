/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An instruction that takes long, for the suite kprobes_unwind.
 */

#include <linux/linkage.h>

SYM_FUNC_START(kb_long)
	mov	%rsi, %rcx
	push	%rbx
	xor	%eax, %eax
SYM_INNER_LABEL(kb_long_point, SYM_L_GLOBAL)
	rep stosb
	pop	%rbx
	RET
SYM_FUNC_END(kb_long)
