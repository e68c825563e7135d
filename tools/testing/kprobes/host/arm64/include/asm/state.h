/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that an instruction can change in user space, besides memory.
 */
#ifndef _KPROBES_HOST_ARM64_STATE_H
#define _KPROBES_HOST_ARM64_STATE_H

#define host_leaves_to_copy(test, p, must)	false

struct state {
	u8 v[512] __aligned(16);
	u64 fpsr;
	u64 fpcr;
	struct pt_regs regs;
	unsigned long tls;		/* TPIDR_EL0 */
};

#endif /* _KPROBES_HOST_ARM64_STATE_H */
