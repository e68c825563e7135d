/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of kb_deep.  kb_unit.S of the architecture has the macros
 * KB_UNIT, 8 bytes of plain instructions of which one begins at the first byte,
 * and KB_RETURN.
 */
#include <linux/linkage.h>

#include "kb_unit.S"

#ifndef KB_DEEP
#define KB_DEEP	kb_deep
#endif

	.text
SYM_FUNC_START(KB_DEEP)
	.rept 1024
	KB_UNIT
	.endr
	KB_RETURN
SYM_FUNC_END(KB_DEEP)
