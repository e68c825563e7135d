/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that an instruction can change in user space, besides memory.
 */
#ifndef _KPROBES_HOST_X86_STATE_H
#define _KPROBES_HOST_X86_STATE_H

/* XSAVE's standard format: x87 and SSE, a header, AVX */
#define FP_LEGACY	512
#define FP_AVX		576
#define FP_SIZE		832

struct state {
	u8 fp[FP_SIZE] __aligned(64);
	struct pt_regs regs;
	unsigned long base[2];		/* FS, GS */
};

/* The copy is there, also of what is never boosted. */
#define host_can_give_up(test, p)	true

#endif /* _KPROBES_HOST_X86_STATE_H */
