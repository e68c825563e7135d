/* SPDX-License-Identifier: GPL-2.0 */
/* See deep_insns.S. */
	.macro KB_UNIT
	movq $0x11223344, 8(%rdi)
	.endm

	.macro KB_RETURN
	RET
	.endm
