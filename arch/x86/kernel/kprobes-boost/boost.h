/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Inside the x86-64 layer, and between it and arch/x86/kernel/kprobes/.
 */
#ifndef _ARCH_X86_KPROBES_BOOST_H
#define _ARCH_X86_KPROBES_BOOST_H

#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>

#include "../kprobes/common.h"

struct insn;

#ifdef CONFIG_KPROBES_BOOST

/* decode.c */
int kprobe_decode(struct insn *insn, struct arch_kprobe_boost *b);
int kprobe_substitute_sp(struct insn *insn, u8 operands, u8 *copy);
bool kprobe_registers_low(struct insn *insn);

/* simulate.c */
extern const u16 kprobe_reg_offset[16];

static nokprobe_inline unsigned long *kprobe_reg(struct pt_regs *regs, u8 nr)
{
	return (void *)regs + kprobe_reg_offset[nr];
}

bool kprobe_simulate_jmp(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_call(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_jcc(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_loop(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_jmp_operand(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_call_operand(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_ret(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_ret_far(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_push(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_push_imm(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_pop(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_leave(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_pushf(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_popf(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_hlt(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_cli(struct kprobe *p, struct pt_regs *regs);
bool kprobe_simulate_sti(struct kprobe *p, struct pt_regs *regs);

/* slot.c */
int kprobe_slot_write_boosted(u8 *buf, const u8 *slot, const u8 *step,
			      struct insn *insn, unsigned long orig);
int kprobe_slot_write_call(u8 *buf, const u8 *slot, const u8 *step,
			   struct insn *insn, unsigned long orig,
			   unsigned long ret);
int kprobe_slot_write_trampolined(u8 *buf, const u8 *slot, const u8 *step,
				  struct insn *insn, bool low,
				  unsigned long save);

/* trampoline.S */
bool kprobe_trampoline(struct pt_regs *regs, const void *copy);
bool kprobe_trampoline_low(struct pt_regs *regs, const void *copy);
extern const u8 kprobe_trampoline_save[], kprobe_trampoline_low_save[];
extern const u8 kprobe_trampoline_failed[], kprobe_trampoline_low_failed[];
extern const u8 kprobe_call_ret[];

/* function.c */
int kprobe_function_can_probe(unsigned long addr);
int kprobe_function_can_optimize(unsigned long addr);

/* boost.c */
int arch_kprobe_boost_decode(struct kprobe *p, struct insn *insn);
void arch_kprobe_boost_prepare(struct kprobe *p, struct insn *insn,
			       const u8 *step);
int arch_kprobe_boost_release(struct kprobe *p);
void arch_kprobe_boost_simulate(struct kprobe *p, struct pt_regs *regs,
				struct kprobe_ctlblk *kcb, int reenter);
void arch_kprobe_boost_trampoline(struct kprobe *p, struct pt_regs *regs,
				  struct kprobe_ctlblk *kcb, int reenter);

static nokprobe_inline bool
kprobe_takes_detour(struct kprobe *p, struct pt_regs *regs, int reenter)
{
	return READ_ONCE(p->flags) & KPROBE_FLAG_OPTIMIZED &&
	       setup_detour_execution(p, regs, reenter);
}

/*
 * On the trap path: run the displaced instruction of a hit, or send the hit to
 * its boosted copy or to a detour that stands ready.  Leaves to the kernel what
 * is stepped, and only that: what is simulated cannot be.  A nested hit leaves
 * the outer probe current.
 */
static nokprobe_inline bool
arch_kprobe_boost_enter(struct kprobe *p, struct pt_regs *regs,
			struct kprobe_ctlblk *kcb, int reenter)
{
	u8 mode = READ_ONCE(p->ainsn.boost.mode);

	if (mode == KPROBE_MODE_BOOSTED) {
		if (kprobe_takes_detour(p, regs, reenter))
			return true;
		if (!reenter)
			reset_current_kprobe();
		regs->ip = (unsigned long)p->ainsn.insn + KPROBE_SLOT_BOOSTED;
		return true;
	}
	if (mode == KPROBE_MODE_STEPPED)
		return false;
	if (kprobe_takes_detour(p, regs, reenter))
		return true;
	if (mode == KPROBE_MODE_SIMULATED)
		arch_kprobe_boost_simulate(p, regs, kcb, reenter);
	else
		arch_kprobe_boost_trampoline(p, regs, kcb, reenter);
	return true;
}

/*
 * The int3 behind a copy of MAX_INSN_SIZE - 1 bytes leaves the program counter
 * MAX_INSN_SIZE behind the slot's start.
 */
#define KPROBE_STEP_SPAN	(MAX_INSN_SIZE + 1)

/*
 * A stepped instruction has faulted, and no probe is current any more.  The
 * next breakpoint that is not ours must not be taken for the end of a step.
 */
static nokprobe_inline void kprobe_step_failed(struct kprobe_ctlblk *kcb)
{
	kcb->kprobe_status = KPROBE_HIT_SSDONE;
	reset_current_kprobe();
}

#else /* !CONFIG_KPROBES_BOOST */

static inline int kprobe_function_can_probe(unsigned long addr)
{
	return -ENOENT;
}

static inline int kprobe_function_can_optimize(unsigned long addr)
{
	return -ENOENT;
}

static inline int arch_kprobe_boost_decode(struct kprobe *p, struct insn *insn)
{
	return 0;
}

static inline void arch_kprobe_boost_prepare(struct kprobe *p,
					     struct insn *insn, const u8 *step)
{
}

static inline int arch_kprobe_boost_release(struct kprobe *p)
{
	return p->ainsn.boostable;
}

static nokprobe_inline bool
arch_kprobe_boost_enter(struct kprobe *p, struct pt_regs *regs,
			struct kprobe_ctlblk *kcb, int reenter)
{
	return false;
}

#define KPROBE_STEP_SPAN	MAX_INSN_SIZE

static nokprobe_inline void kprobe_step_failed(struct kprobe_ctlblk *kcb)
{
	reset_current_kprobe();
}

#endif /* CONFIG_KPROBES_BOOST */
#endif /* _ARCH_X86_KPROBES_BOOST_H */
