/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Inside the arm64 layer, and between it and arch/arm64/kernel/probes/.
 */
#ifndef _ARM64_KPROBES_BOOST_H
#define _ARM64_KPROBES_BOOST_H

#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_boost_hit.h>
#include <linux/kprobes_gc.h>
#include <linux/ptrace.h>

#include "../probes/decode-insn.h"

#ifdef CONFIG_KPROBES_BOOST

/* decode.c */
int kprobe_decode(u32 insn, struct arch_kprobe_boost *b);
bool kprobe_is_exclusive_load(u32 insn);
bool kprobe_ends_exclusive(u32 insn);

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
void kprobe_slot_write_trampolined(u32 *buf,
				   const struct arch_kprobe_boost *b);

/* trampoline.S */
bool kprobe_trampoline(struct pt_regs *regs, const void *copy);
extern const u8 kprobe_trampoline_failed[];

/* boost.c */
enum probe_insn arch_kprobe_boost_decode(kprobe_opcode_t *addr,
					 struct arch_specific_insn *asi);
void arch_kprobe_boost_prepare(struct kprobe *p);
int arch_kprobe_boost_release(struct kprobe *p);
bool arch_kprobe_boost_fault_outside(struct kprobe *p, struct pt_regs *regs,
				     int reenter);
bool arch_kprobe_boost_reenter(struct kprobe *p, struct pt_regs *regs,
			       struct kprobe_ctlblk *kcb);

/* A nested hit ends without anybody being told. */
static nokprobe_inline void
kprobe_end_hit(struct kprobe *p, struct pt_regs *regs,
	       struct kprobe_ctlblk *kcb, int reenter)
{
	/*
	 * No instruction that is run in the handler leaves it set, and the next
	 * one would be asked whether it is a landing pad.
	 */
	if (IS_ENABLED(CONFIG_ARM64_BTI_KERNEL))
		regs->pstate &= ~PSR_BTYPE_MASK;
	if (reenter)
		return;
	kprobe_boost_call_post_handler(p, regs, kcb);
	reset_current_kprobe();
}

static nokprobe_inline bool
kprobe_run_displaced(struct kprobe *p, struct pt_regs *regs,
		     struct kprobe_ctlblk *kcb, int reenter)
{
	kprobe_opcode_t *slot = p->ainsn.api.insn;
	u8 mode = READ_ONCE(p->ainsn.boost.mode);
	bool done;

	if (mode == KPROBE_MODE_BOOSTED) {
		if (!reenter)
			reset_current_kprobe();
		instruction_pointer_set(regs, (unsigned long)
					(slot + KPROBE_SLOT_BOOSTED));
		return true;
	}
	if (mode == KPROBE_MODE_STEPPED)
		return false;

	if (mode == KPROBE_MODE_SIMULATED) {
		done = p->ainsn.boost.arch.simulate(p, regs);
	} else {
		done = kprobe_trampoline(regs, slot + KPROBE_SLOT_TRAMPOLINE);
		if (likely(done))
			instruction_pointer_set(regs,
						(unsigned long)(p->addr + 1));
	}
	if (unlikely(!done))
		return arch_kprobe_boost_fault_outside(p, regs, reenter);
	kprobe_end_hit(p, regs, kcb, reenter);
	return true;
}

/*
 * On the trap path: run the displaced instruction of a hit, or send the hit to
 * its boosted copy.  Leaves to the kernel what is stepped, and only that: what
 * is simulated cannot be.  A nested hit leaves the outer probe current; it is
 * rare, and its code stands elsewhere.
 */
static nokprobe_inline bool
arch_kprobe_boost_enter(struct kprobe *p, struct pt_regs *regs,
			struct kprobe_ctlblk *kcb, int reenter)
{
	return reenter ? arch_kprobe_boost_reenter(p, regs, kcb) :
			 kprobe_run_displaced(p, regs, kcb, 0);
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
