/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The frame of the trampoline, for its two halves.
 */
#ifndef _ARM_KPROBES_BOOST_TRAMPOLINE_H
#define _ARM_KPROBES_BOOST_TRAMPOLINE_H

#define KPROBE_FRAME_REGS	4	/* struct pt_regs of the hit */
#define KPROBE_FRAME_NEXT	8	/* address of the next instruction */
#define KPROBE_FRAME_COPY	12	/* address of the copy, then one register */

#endif /* _ARM_KPROBES_BOOST_TRAMPOLINE_H */
