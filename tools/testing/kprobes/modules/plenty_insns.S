/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of kb_plenty: 800 of 65 times 8 bytes, one behind the other, each with
 * KB_UNIT 64 times.
 */
#include <linux/linkage.h>

#include "kb_unit.S"

	.macro KB_FUNCTION nr
SYM_FUNC_START_LOCAL(kb_function_\nr)
	.rept 64
	KB_UNIT
	.endr
	KB_RETURN
SYM_FUNC_END(kb_function_\nr)
	.balign 8
	.endm

	.text
	.balign 64
SYM_FUNC_START(kb_plenty)
	.rept 64
	KB_UNIT
	.endr
	KB_RETURN
SYM_FUNC_END(kb_plenty)
	.balign 8
	.altmacro
	.set kb_nr, 1
	.rept 799
	.balign 8
	KB_FUNCTION %kb_nr
	.set kb_nr, kb_nr + 1
	.endr
