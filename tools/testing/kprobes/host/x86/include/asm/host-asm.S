/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What trampoline.S takes from kernel headers, for user space.
 */

#define SYM_CODE_START(name)	.globl name; name:
#define SYM_CODE_END(name)	.type name, @function; .size name, . - name
#define UNWIND_HINT_EMPTY
#define ANNOTATE_NOENDBR
#define RET			ret

.macro JMP_NOSPEC reg
	jmp	*%\reg
.endm

.section .note.GNU-stack, "", @progbits
.text
