/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instruction of kb_lock whose LOCK prefix comes and goes.
 */
#include <linux/linkage.h>

#include <asm/alternative.h>

/* kb_lock_work(word): adds 2 to a word, and returns the sum */
SYM_FUNC_START(kb_lock_work)
SYM_INNER_LABEL(kb_lock_point, SYM_L_GLOBAL)
	LOCK_PREFIX
	addq	$2, (%rdi)
SYM_INNER_LABEL(kb_lock_next, SYM_L_GLOBAL)
	mov	(%rdi), %rax
	RET
SYM_FUNC_END(kb_lock_work)
