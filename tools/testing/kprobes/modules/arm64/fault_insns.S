/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instruction that kb_fault crashes in.
 */

#include <linux/linkage.h>

/* No landing pad: the probe is to be on the first instruction. */
SYM_START(kb_fault_load, SYM_L_GLOBAL, SYM_A_ALIGN)
	ldr	x0, [x0]
	ret
SYM_FUNC_END(kb_fault_load)
