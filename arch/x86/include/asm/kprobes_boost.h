/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Layout of an instruction slot on x86-64; see arch/x86/kernel/kprobes-boost/.
 *
 *	 0	the copy for stepping: instruction, int3
 *	16	the copy for boosting: instruction, jump to the next original one
 *
 * What neither needs holds int3.  Both are written before the probe is armed
 * and stay as they are until the slot is given back, so that a change of mode
 * is one store to the probe and no change of code: whoever is in one of the
 * copies finishes there.
 */
#ifndef _ASM_X86_KPROBES_BOOST_H
#define _ASM_X86_KPROBES_BOOST_H

#define KPROBE_INSN_SLOT_SIZE		64
#define KPROBE_SLOT_BOOSTED		16

#endif /* _ASM_X86_KPROBES_BOOST_H */
