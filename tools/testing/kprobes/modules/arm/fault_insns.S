/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instruction that kb_fault crashes in.
 */

#include <linux/linkage.h>

#include <asm/unified.h>

SYM_FUNC_START(kb_fault_load)
	ldr	r0, [r0]
	bx	lr
SYM_FUNC_END(kb_fault_load)
