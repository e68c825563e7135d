/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An instruction that is interrupted often, for the suite kprobes_unwind: an
 * interrupt that comes in the breakpoint's handler is taken on the way out of it, in
 * the slot.
 */

#include <linux/linkage.h>

#include <asm/assembler.h>
#include <asm/unwind.h>

/* The unwind table says what leads to the caller. */
SYM_FUNC_START(kb_long)
UNWIND(	.fnstart		)
UNWIND(	.save	{r4, lr}	)
	push	{r4, lr}
	add	r1, r0, r1
	mov	r4, #0
1:
SYM_INNER_LABEL(kb_long_point, SYM_L_GLOBAL)
	str	r4, [r0], #128
	cmp	r0, r1
	blo	1b
	pop	{r4, pc}
UNWIND(	.fnend			)
SYM_FUNC_END(kb_long)
