/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Inside the arm64 layer, and between it and arch/arm64/kernel/probes/.
 */
#ifndef _ARM64_KPROBES_BOOST_H
#define _ARM64_KPROBES_BOOST_H

#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/ptrace.h>

#include "../probes/decode-insn.h"

#ifdef CONFIG_KPROBES_BOOST

/* decode.c */
int kprobe_decode(u32 insn, struct arch_kprobe_boost *b);
bool kprobe_is_exclusive_load(u32 insn);
bool kprobe_is_exclusive_store(u32 insn);

/* simulate.c */
bool kprobe_simulate_b(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_bl(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_bcond(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_cbz(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_cbnz(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_tbz(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_tbnz(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_br(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_blr(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_bra(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_adr(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_adrp(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_ldr(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_ldrsw(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_nop(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_daifset(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_daifclr(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_msr_daif(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_mrs_daif(struct kprobe *p, struct pt_regs *regs);

/* slot.c */
int kprobe_slot_write_boosted(u32 *buf, const u32 *slot, u32 insn,
			      unsigned long orig);
void kprobe_slot_write_trampolined(u32 *buf, u32 copy);

/* trampoline.S */
bool kprobe_trampoline(struct pt_regs *regs, const void *copy);
extern const u8 kprobe_trampoline_failed[];

/* boost.c */
enum probe_insn arch_kprobe_boost_decode(kprobe_opcode_t *addr,
					 struct arch_specific_insn *asi);
void arch_kprobe_boost_prepare(struct kprobe *p);
int arch_kprobe_boost_release(struct kprobe *p);
void arch_kprobe_boost_simulate(struct kprobe *p, struct pt_regs *regs,
				struct kprobe_ctlblk *kcb, int reenter);
bool arch_kprobe_boost_trampoline(struct kprobe *p, struct pt_regs *regs,
				  struct kprobe_ctlblk *kcb, int reenter);

/*
 * On the trap path: run the displaced instruction of a hit, or send the hit to
 * its boosted copy.  Leaves to the kernel what is stepped, and only that: what
 * is simulated cannot be.  A nested hit leaves the outer probe current.
 */
static nokprobe_inline bool
arch_kprobe_boost_enter(struct kprobe *p, struct pt_regs *regs,
			struct kprobe_ctlblk *kcb, int reenter)
{
	u8 mode = READ_ONCE(p->ainsn.boost.mode);

	if (mode == KPROBE_MODE_BOOSTED) {
		if (!reenter)
			reset_current_kprobe();
		instruction_pointer_set(regs,
					(unsigned long)(p->ainsn.api.insn +
							KPROBE_SLOT_BOOSTED));
		return true;
	}
	if (mode == KPROBE_MODE_STEPPED)
		return false;
	if (mode == KPROBE_MODE_TRAMPOLINED)
		return arch_kprobe_boost_trampoline(p, regs, kcb, reenter);
	arch_kprobe_boost_simulate(p, regs, kcb, reenter);
	return true;
}

#else /* !CONFIG_KPROBES_BOOST */

static inline enum probe_insn
arch_kprobe_boost_decode(kprobe_opcode_t *addr, struct arch_specific_insn *asi)
{
	return INSN_REJECTED;
}

static inline void arch_kprobe_boost_prepare(struct kprobe *p)
{
}

static inline int arch_kprobe_boost_release(struct kprobe *p)
{
	return 0;
}

static nokprobe_inline bool
arch_kprobe_boost_enter(struct kprobe *p, struct pt_regs *regs,
			struct kprobe_ctlblk *kcb, int reenter)
{
	return false;
}

#endif /* CONFIG_KPROBES_BOOST */
#endif /* _ARM64_KPROBES_BOOST_H */
