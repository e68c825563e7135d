/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The frame of the trampoline, for its two halves.
 */
#ifndef _ARM_KPROBES_BOOST_TRAMPOLINE_H
#define _ARM_KPROBES_BOOST_TRAMPOLINE_H

#define KPROBE_FRAME_REGS	0	/* struct pt_regs of the hit */
#define KPROBE_FRAME_COPY	4	/* address of the copy, then one register */
/* R2, which is not needed, R4 to R11, LR */
#define KPROBE_FRAME_SIZE	48

#endif /* _ARM_KPROBES_BOOST_TRAMPOLINE_H */
