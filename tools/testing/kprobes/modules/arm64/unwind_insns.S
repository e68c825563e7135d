/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An instruction that is interrupted often, for the suite kprobes_unwind: an
 * interrupt that comes in the breakpoint's handler is taken on the way out of it, in
 * the slot.
 */

#include <linux/linkage.h>

/* The frame record is what leads to the caller. */
SYM_FUNC_START(kb_long)
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	add	x1, x0, x1
1:
SYM_INNER_LABEL(kb_long_point, SYM_L_GLOBAL)
	str	xzr, [x0], #128
	cmp	x0, x1
	b.lo	1b
	ldp	x29, x30, [sp], #16
	ret
SYM_FUNC_END(kb_long)
