/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The frame of the trampoline, for its two halves and for the slot between.
 */
#ifndef _ARM64_KPROBES_BOOST_TRAMPOLINE_H
#define _ARM64_KPROBES_BOOST_TRAMPOLINE_H

/* FP and LR, X19 to X28, then what follows */
#define KPROBE_FRAME_REGS	96	/* struct pt_regs of the hit */
#define KPROBE_FRAME_X17	104	/* X17 of the probed code */
#define KPROBE_FRAME_SAVE	112	/* address of the save half */
#define KPROBE_FRAME_SP		120	/* stack pointer of the probed code */
#define KPROBE_FRAME_SIZE	128

#endif /* _ARM64_KPROBES_BOOST_TRAMPOLINE_H */
