/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of kb_symbols.  Those that are small follow each other at a
 * distance of 32 bytes.
 */
#define KB_DEEP	kb_deep_symbols
#include "deep_insns.S"

	.macro KB_SMALL nr
SYM_FUNC_START_LOCAL(kb_small_\nr)
	KB_UNIT
	KB_RETURN
SYM_FUNC_END(kb_small_\nr)
	.balign 32
	.endm

	.balign 32
SYM_FUNC_START(kb_small)
	KB_UNIT
	KB_RETURN
SYM_FUNC_END(kb_small)
	.balign 32
	.altmacro
	.set kb_nr, 1
	.rept 8191
	KB_SMALL %kb_nr
	.set kb_nr, kb_nr + 1
	.endr
