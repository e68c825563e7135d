/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What trampoline.S takes from kernel headers, for user space.
 */

.arch armv8.5-a

#define SYM_CODE_START(name)		.globl name; name:
#define SYM_CODE_START_LOCAL(name)	name:
#define SYM_CODE_END(name)		.type name, %function; .size name, . - name

/* In struct pt_regs */
#define S_X0		0
#define S_SP		248
#define S_PSTATE	264

.section .note.GNU-stack, "", %progbits
.text
