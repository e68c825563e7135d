// SPDX-License-Identifier: GPL-2.0
/*
 * What arch/x86/kernel/kprobes/core.c and the generic layer call.
 *
 * arch_kprobe_boost_simulate() and arch_kprobe_boost_trampoline() are on the trap
 * path; the rest runs when a probe is prepared or removed, and when the
 * collector poisons a slot.
 */

#include <linux/extable.h>
#include <linux/kernel.h>
#include <linux/kprobes_boost_hit.h>
#include <linux/kprobes_gc.h>
#include <linux/memory.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include <asm/alternative.h>
#include <asm/extable.h>
#include <asm/insn.h>
#include <asm/text-patching.h>
#include <asm/trapnr.h>

#include "boost.h"

/* The part of a slot that the kernel does not write itself */
#define OURS		KPROBE_SLOT_BOOSTED
#define OUR_SIZE	(KPROBE_INSN_SLOT_SIZE - OURS)

#define BOOSTED		BIT(KPROBE_MODE_BOOSTED)
#define TRAMPOLINED	BIT(KPROBE_MODE_TRAMPOLINED)
#define SIMULATED	BIT(KPROBE_MODE_SIMULATED)
#define STEPPED		BIT(KPROBE_MODE_STEPPED)

/**
 * arch_kprobe_boost_decode() - Find out how an instruction may be run
 * @p: the probe
 * @insn: the instruction, decoded
 *
 * Context: kprobe_mutex and text_mutex are held.
 * Return: 0, -EOPNOTSUPP if it can be run in no mode, or -EINVAL if the kernel
 *	   rewrites it by itself.
 */
int arch_kprobe_boost_decode(struct kprobe *p, struct insn *insn)
{
	int modes = kprobe_decode(insn, &p->ainsn.boost.arch);

	/*
	 * A LOCK prefix that is to come back with the second CPU would be
	 * missing from the copies.  arch_prepare_kprobe() means to ask, but for
	 * an empty range, in which there is none.
	 */
	if (alternatives_text_reserved(p->addr, p->addr + insn->length))
		return -EINVAL;
	if (modes < 0)
		return modes;
	/* A simulated instruction has its operand where the original has. */
	if (insn_rip_relative(insn))
		p->ainsn.boost.arch.disp += (unsigned long)p->addr + insn->length;
	p->ainsn.boost.modes = modes;
	p->ainsn.size = insn->length;
	return 0;
}

static int write_boosted(struct kprobe *p, struct insn *insn, const u8 *step,
			 u8 *ours)
{
	unsigned long orig = (unsigned long)p->addr;

	if (p->ainsn.boost.arch.simulate == kprobe_simulate_call_operand)
		return kprobe_slot_write_call(ours, p->ainsn.insn, step, insn,
					      orig,
					      (unsigned long)kprobe_call_ret);
	return kprobe_slot_write_boosted(ours, p->ainsn.insn, step, insn, orig);
}

static bool write_trampolined(struct kprobe *p, struct insn *insn,
			      const u8 *step, u8 *ours)
{
	u8 copy[MAX_INSN_SIZE];
	const u8 *save;
	int scratch;
	bool low;

	memcpy(copy, step, sizeof(copy));
	scratch = kprobe_substitute_sp(insn, p->ainsn.boost.arch.operands,
				       copy);
	if (scratch < 0)
		return false;
	p->ainsn.boost.arch.scratch = scratch;

	low = kprobe_registers_low(insn);
	if (low)
		p->ainsn.boost.arch.flags |= KPROBE_REGISTERS_LOW;
	save = low ? kprobe_trampoline_low_save : kprobe_trampoline_save;
	return !kprobe_slot_write_trampolined(ours + KPROBE_SLOT_TRAMPOLINE -
					      OURS, p->ainsn.insn, copy, insn,
					      low, (unsigned long)save);
}

/**
 * arch_kprobe_boost_prepare() - Write the copies of a probe
 * @p: the probe, whose copy for stepping stands in its slot
 * @insn: that copy, decoded
 * @step: its bytes
 *
 * Context: kprobe_mutex and text_mutex are held.
 */
void arch_kprobe_boost_prepare(struct kprobe *p, struct insn *insn,
			       const u8 *step)
{
	unsigned int modes = p->ainsn.boost.modes;
	u8 *slot = p->ainsn.insn;
	u8 ours[OUR_SIZE];

	BUILD_BUG_ON(KPROBE_SLOT_MAX_COPY + INT3_INSN_SIZE > OURS);
	BUILD_BUG_ON(KPROBE_SLOT_BOOSTED + KPROBE_SLOT_MAX_COPY +
		     JMP32_INSN_SIZE > KPROBE_SLOT_TRAMPOLINE);
	BUILD_BUG_ON(KPROBE_SLOT_TRAMPOLINE + KPROBE_SLOT_TRAMPOLINE_HEAD +
		     KPROBE_SLOT_MAX_COPY + JMP32_INSN_SIZE >
		     KPROBE_INSN_SLOT_SIZE);

	kprobe_slot_set_origin(slot, p->addr, insn->length);

	/*
	 * An instruction with a fix-up may fault and sleep, which no visitor of
	 * a slot may, and its fix-up is found by the original address.
	 */
	if (modes & STEPPED && kprobe_gc_busted != KPROBE_GC_FIXUP &&
	    search_exception_tables((unsigned long)p->addr))
		modes = STEPPED;

	memset(ours, INT3_INSN_OPCODE, sizeof(ours));
	/* What faults in another mode goes to this copy, too. */
	if (modes & ~STEPPED && write_boosted(p, insn, step, ours))
		modes &= ~(BOOSTED | TRAMPOLINED);
	if (modes & TRAMPOLINED && !write_trampolined(p, insn, step, ours))
		modes &= ~TRAMPOLINED;

	if (modes & ~STEPPED) {
		perf_event_text_poke(slot + OURS, NULL, 0, ours, sizeof(ours));
		text_poke(slot + OURS, ours, sizeof(ours));
	}
	kprobe_boost_prepared(p, modes, insn->length);
}

/**
 * arch_kprobe_boost_release() - A probe is about to give its slot back
 * @p: the probe
 *
 * Context: kprobe_mutex or text_mutex is held, or nobody knows the probe.
 * Return: non-zero if the slot is dirty.  So it is if the probed code is gone:
 *	   then nobody has waited for handlers that are under way.
 */
int arch_kprobe_boost_release(struct kprobe *p)
{
	u8 *ours = p->ainsn.insn + OURS;

	if (p->ainsn.boost.modes & ~STEPPED)
		perf_event_text_poke(ours, ours, OUR_SIZE, NULL, 0);
	return p->ainsn.boost.dirty || kprobe_gone(p);
}

/* A nested hit ends without anybody being told. */
static nokprobe_inline void end_hit(struct kprobe *p, struct pt_regs *regs,
				    struct kprobe_ctlblk *kcb, int reenter)
{
	if (reenter)
		return;
	kprobe_boost_call_post_handler(p, regs, kcb);
	reset_current_kprobe();
}

/*
 * The instruction faults.  Inside the handler that would be the end of the
 * machine, and would not name the probe: let it do so in its boosted copy.
 */
static nokprobe_inline void fault_outside(struct kprobe *p,
					  struct pt_regs *regs, int reenter)
{
	if (!reenter)
		reset_current_kprobe();
	/* What can only be simulated may have a fix-up nevertheless. */
	regs->ip = (unsigned long)p->addr;
	if (fixup_exception(regs, X86_TRAP_PF, 0, 0))
		return;
	p->ainsn.boost.dirty = true;
	regs->ip = (unsigned long)p->ainsn.insn + KPROBE_SLOT_BOOSTED;
}

/**
 * arch_kprobe_boost_simulate() - Carry out the displaced instruction in C
 * @p: the probe that was hit
 * @regs: registers at the breakpoint
 * @kcb: the CPU's control block
 * @reenter: the hit is nested
 *
 * Context: On the trap path, interrupts are off.
 */
void __kprobes
arch_kprobe_boost_simulate(struct kprobe *p, struct pt_regs *regs,
			   struct kprobe_ctlblk *kcb, int reenter)
{
	if (likely(p->ainsn.boost.arch.simulate(p, regs)))
		end_hit(p, regs, kcb, reenter);
	else
		fault_outside(p, regs, reenter);
}

static nokprobe_inline bool run_copy(struct kprobe *p, struct pt_regs *regs)
{
	const u8 *copy = p->ainsn.insn + KPROBE_SLOT_TRAMPOLINE;

	if (p->ainsn.boost.arch.flags & KPROBE_REGISTERS_LOW)
		return kprobe_trampoline_low(regs, copy);
	return kprobe_trampoline(regs, copy);
}

/* Not inline: what it keeps in registers would cost all others, too. */
static noinline bool __kprobes run_substituted(struct kprobe *p,
					       struct pt_regs *regs)
{
	unsigned long *scratch = kprobe_reg(regs, p->ainsn.boost.arch.scratch);
	unsigned long saved = *scratch;
	bool done;

	*scratch = regs->sp;
	done = run_copy(p, regs);
	regs->sp = *scratch;
	*scratch = saved;
	return done;
}

/**
 * arch_kprobe_boost_trampoline() - Run the displaced instruction from its slot
 * @p: the probe that was hit
 * @regs: registers at the breakpoint
 * @kcb: the CPU's control block
 * @reenter: the hit is nested
 *
 * Context: On the trap path, interrupts are off.
 */
void __kprobes
arch_kprobe_boost_trampoline(struct kprobe *p, struct pt_regs *regs,
			     struct kprobe_ctlblk *kcb, int reenter)
{
	bool done;

	if (likely(p->ainsn.boost.arch.scratch == KPROBE_NO_REG))
		done = run_copy(p, regs);
	else
		done = run_substituted(p, regs);

	if (unlikely(!done)) {
		fault_outside(p, regs, reenter);
		return;
	}
	regs->ip = (unsigned long)p->addr + p->ainsn.boost.len;
	end_hit(p, regs, kcb, reenter);
}

/* A handler is not preemptible; see kprobe_page_fault(). */
static nokprobe_inline bool in_handler(struct pt_regs *regs)
{
	return !user_mode(regs) && !preemptible() && kprobe_running();
}

/*
 * Then no copy is run in a handler.  To look for one runs functions that can be probed,
 * and another hit would be one too many.
 */
static nokprobe_inline bool kprobe_nested_step(void)
{
	return get_kprobe_ctlblk()->kprobe_status == KPROBE_REENTER;
}

/**
 * kprobe_boost_fault() - Does an exception come from a trampolined copy?
 * @regs: registers at the exception
 *
 * If so, the trampoline is told to put the registers back and to give up.  They
 * are as they have to be for a second try, also within a string instruction.
 *
 * Context: Exception.
 * Return: true if the exception is dealt with.
 */
bool __kprobes kprobe_boost_fault(struct pt_regs *regs)
{
	unsigned long copy;
	struct kprobe *p;

	if (!in_handler(regs) || kprobe_nested_step())
		return false;
	p = get_kprobe((void *)kprobe_slot_origin(regs->ip));
	if (!p)
		return false;
	copy = (unsigned long)p->ainsn.insn + KPROBE_SLOT_TRAMPOLINE +
	       KPROBE_SLOT_TRAMPOLINE_HEAD;
	if (regs->ip != copy)
		return false;
	regs->ip = p->ainsn.boost.arch.flags & KPROBE_REGISTERS_LOW ?
		(unsigned long)kprobe_trampoline_low_failed :
		(unsigned long)kprobe_trampoline_failed;
	return true;
}

/**
 * kprobe_boost_fixup() - A fix-up for an exception is about to be looked for
 * @regs: registers at the exception
 * @trapnr: its number
 *
 * If the exception comes from a copy that is being stepped, the program counter
 * is moved to the original instruction, and the hit is over.
 *
 * Context: Exception.
 * Return: true if the exception is dealt with.
 */
bool __kprobes kprobe_boost_fixup(struct pt_regs *regs, int trapnr)
{
	if (kprobe_boost_fault(regs))
		return true;
	if (in_handler(regs))
		kprobe_fault_handler(regs, trapnr);
	return false;
}

void arch_kprobe_slot_poison(void *slot, size_t len)
{
	u8 int3[256];
	size_t part;

	memset(int3, INT3_INSN_OPCODE, sizeof(int3));
	for (; len; len -= part, slot += part) {
		part = min(len, sizeof(int3));
		text_poke(slot, int3, part);
	}
}

unsigned int arch_kprobe_slot_copy_offset(unsigned int offset)
{
	const unsigned int copy = KPROBE_SLOT_TRAMPOLINE +
				  KPROBE_SLOT_TRAMPOLINE_HEAD;

	if (offset < KPROBE_SLOT_BOOSTED)
		return offset;
	if (offset < KPROBE_SLOT_TRAMPOLINE)
		return offset - KPROBE_SLOT_BOOSTED;
	return offset < copy ? 0 : offset - copy;
}

bool arch_kprobe_slot_own_stack(unsigned int offset)
{
	return offset < KPROBE_SLOT_TRAMPOLINE;
}
