// SPDX-License-Identifier: GPL-2.0
/*
 * What arch/arm/probes/kprobes/core.c and the generic layer call.
 *
 * arch_kprobe_boost_special(), arch_kprobe_boost_undone(), kprobe_boost_fault() and
 * kprobe_boost_abort() are on the trap path; the rest runs when a probe is prepared
 * or removed, and when the collector poisons a slot.
 *
 * A slot and the caches
 * =====================
 *
 * Whoever writes words into a slot cleans the data caches and invalidates the
 * instruction caches of all CPUs (flush_icache_range(); ARM ARM, section A3.5.4
 * "Concurrent modification and execution of instructions").  A CPU may still have
 * old instructions of the slot in its pipeline until it takes an exception or
 * returns from one.
 *
 * - A new slot, and one that is used again: nobody comes to it but through the
 *   breakpoint of its probe, which is written later, and which is an exception.
 *
 * - A slot that is poisoned: by then nobody is in it, as the collector says.  A
 *   CPU that went there by mistake could have fetched the old instructions
 *   before, and would not die on the poison; it will not go there twice, since
 *   any exception makes it look again.
 */

#include <linux/cacheflush.h>
#include <linux/container_of.h>
#include <linux/errno.h>
#include <linux/extable.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes_gc.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/moduleloader.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include <asm/domain.h>
#include <asm/probes.h>
#include <asm/ptrace.h>

#include "boost.h"
#include "trampoline.h"
#include "../../probes/decode.h"

#define BOOSTED		BIT(KPROBE_MODE_BOOSTED)
#define TRAMPOLINED	BIT(KPROBE_MODE_TRAMPOLINED)
#define SIMULATED	BIT(KPROBE_MODE_SIMULATED)
#define STEPPED		BIT(KPROBE_MODE_STEPPED)

/* An exclusive sequence is not longer than this. */
#define EXCLUSIVE_BYTES	128

/* What an exclusive that is found first says */
enum exclusive { EXCLUSIVE_NONE, EXCLUSIVE_LOAD, EXCLUSIVE_STORE };

/* Instructions begin at multiples of this. */
#define INSN_STEP	(IS_ENABLED(CONFIG_THUMB2_KERNEL) ? 2 : 4)

/* The first exclusive within @bytes behind @addr, or before it */
static enum exclusive find_exclusive(unsigned long addr, unsigned long bytes,
				     bool before)
{
	unsigned long at;
	u32 insn;

	bytes = min_t(unsigned long, bytes, EXCLUSIVE_BYTES);
	for (at = INSN_STEP; at <= bytes; at += INSN_STEP) {
		insn = kprobe_code((void *)(before ? addr - at : addr + at));
		if (kprobe_is_exclusive_store(insn))
			return EXCLUSIVE_STORE;
		if (kprobe_is_exclusive_load(insn))
			return EXCLUSIVE_LOAD;
	}
	return EXCLUSIVE_NONE;
}

/*
 * Is the instruction between an exclusive load and its store?  An exception
 * there clears the monitor, and the sequence would start over for ever (ARM ARM,
 * section A3.4 "Synchronization and semaphores").  A load without a store is
 * what atomic64_read() needs, and begins nothing.
 *
 * In Thumb code, what looks like an instruction and is two halves of others can
 * only be taken for an exclusive by chance.
 */
static bool in_exclusive_sequence(unsigned long addr)
{
	unsigned long size, offset, behind;

	if (!kallsyms_lookup_size_offset(addr, &size, &offset))
		return false;
	behind = size - offset;
	behind -= min_t(unsigned long, behind, sizeof(u32));
	return find_exclusive(addr, offset, true) == EXCLUSIVE_LOAD &&
	       find_exclusive(addr, behind, false) == EXCLUSIVE_STORE;
}

/* Can the literal be read? */
static bool literal_is_readable(unsigned long addr)
{
	u32 value;

	return !copy_from_kernel_nofault(&value, (void *)addr, sizeof(value));
}

/**
 * arch_kprobe_boost_decode() - Find out how an instruction may be run
 * @p: the probe; its ainsn.insn is where the kernel's emulation has written what
 *     its slot is to hold, two words, if it emulates the instruction
 * @decoded: an enum probes_insn: what the kernel itself does with the instruction
 *
 * Context: kprobe_mutex and text_mutex are held.
 * Return: an enum probes_insn: whether the instruction needs a slot, or is
 *	   refused.
 */
int arch_kprobe_boost_decode(struct kprobe *p, int decoded)
{
	struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	unsigned long addr = kprobe_address(p);
	int modes = kprobe_decode(p->opcode, b);
	bool emulated;

	/* The kernel has no room for a store deep below the stack pointer. */
	emulated = decoded != INSN_REJECTED && p->ainsn.stack_space >= 0 &&
		   p->ainsn.stack_space <= MAX_STACK_SIZE &&
		   !(b->flags & KPROBE_ARM_OURS);

	if (modes < 0 || in_exclusive_sequence(addr))
		return INSN_REJECTED;
	if (b->flags & KPROBE_ARM_LITERAL &&
	    !literal_is_readable(((addr + KPROBE_PC_AHEAD) & ~3) + b->disp))
		return INSN_REJECTED;

	/*
	 * It may fault and sleep, and its fix-up is found by the original
	 * address.  The kernel's emulation would go there with the registers
	 * of the handler.
	 */
	if (kprobe_gc_busted != KPROBE_GC_FIXUP &&
	    search_exception_tables(addr)) {
		modes &= ~(BOOSTED | SIMULATED);
		b->flags |= KPROBE_ARM_SPECIAL | KPROBE_ARM_USER;
		if (modes & TRAMPOLINED)
			emulated = false;
	}
	if (emulated)
		modes |= STEPPED;
	/* One that can only be boosted leaves nothing for a post_handler. */
	if (!(modes & ~BOOSTED))
		return INSN_REJECTED;

	if (!emulated || decoded == INSN_GOOD_NO_SLOT) {
		p->ainsn.insn[0] = kprobe_slot_poison_word();
		p->ainsn.insn[1] = kprobe_slot_poison_word();
	}
	/* What the kernel cannot do itself, it cannot do in a detour either. */
	if (!emulated)
		p->ainsn.stack_space = -1;
	p->ainsn.boost.modes = modes;
	return modes & (BOOSTED | TRAMPOLINED) ? INSN_GOOD : decoded == INSN_GOOD ?
	       INSN_GOOD : INSN_GOOD_NO_SLOT;
}

/* A fault of the copy leaves no trace in @regs. */
static nokprobe_inline bool run_copy(const struct arch_kprobe_boost *b,
				     struct pt_regs *regs)
{
	struct arch_kprobe_boost in_it;
	unsigned int domain = 0;
	bool done;

	/* There, an instruction may have an effect that it has not elsewhere. */
	if (kprobe_in_it(regs)) {
		in_it = *b;
		in_it.entry -= KPROBE_SLOT_TRAMPOLINE_HEAD;
		b = &in_it;
	}
	if (!(b->flags & KPROBE_ARM_USER) ||
	    !IS_ENABLED(CONFIG_CPU_SW_DOMAIN_PAN))
		return b->trampoline(b, regs);

	domain = get_domain();
	set_domain(to_svc_pt_regs(regs)->dacr);
	done = b->trampoline(b, regs);
	set_domain(domain);
	return done;
}

static nokprobe_inline bool run_substituted(const struct arch_kprobe_boost *b,
					    struct pt_regs *regs)
{
	unsigned long saved_sp = 0, saved_pc = 0, value = 0;
	bool done;

	if (b->sp != KPROBE_NO_REG) {
		saved_sp = regs->uregs[b->sp];
		regs->uregs[b->sp] = regs->ARM_sp;
	}
	if (b->copy_pc != KPROBE_NO_REG) {
		value = b->pc;
		if (b->flags & KPROBE_ARM_ALIGN)
			value &= ~3UL;
		value += b->disp;
		saved_pc = regs->uregs[b->copy_pc];
		regs->uregs[b->copy_pc] = value;
	}

	done = run_copy(b, regs);

	if (b->copy_pc != KPROBE_NO_REG) {
		value = regs->uregs[b->copy_pc];
		regs->uregs[b->copy_pc] = saved_pc;
	}
	if (b->sp != KPROBE_NO_REG) {
		if (done)
			regs->ARM_sp = regs->uregs[b->sp];
		regs->uregs[b->sp] = saved_sp;
	}
	if (!done)
		return false;
	if (b->flags & KPROBE_ARM_BRANCH) {
		if (b->flags & KPROBE_ARM_INTERWORK)
			kprobe_interwork(regs, value);
		else
			kprobe_branch(regs, value);
	}
	return true;
}

static nokprobe_inline bool condition_holds(struct kprobe *p,
					    struct pt_regs *regs)
{
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL))
		return kprobe_condition(p->ainsn.boost.arch.cond,
					regs->ARM_cpsr);
	return !kprobe_in_it(regs) ||
	       kprobe_condition(regs->ARM_cpsr >> 12 & 0xf, regs->ARM_cpsr);
}

/**
 * arch_kprobe_boost_special() - Run what needs more than most instructions
 * @p: the probe that was hit
 * @regs: registers at the breakpoint
 * @mode: the probe's mode
 *
 * The handler may have changed the flags: the condition is looked at as the CPU
 * would do it now.
 *
 * If the stack pointer is now where the exception's frame is, its old value is
 * left for arch_kprobe_boost_undone() where nobody else looks, in ARM_ORIG_r0.
 *
 * Context: On the trap path, interrupts are off.
 * Return: 1 if the instruction has been carried out, 0 if it could not be or if
 *	   it has lowered the stack pointer so far, or -EOPNOTSUPP if the kernel
 *	   has to emulate it.
 */
int __kprobes arch_kprobe_boost_special(struct kprobe *p, struct pt_regs *regs,
					int mode)
{
	const struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	unsigned int modes = p->ainsn.boost.modes;
	unsigned long it = regs->ARM_cpsr & PSR_IT_MASK;
	unsigned long sp = regs->ARM_sp;
	bool in_it = kprobe_in_it(regs), done = true;

	if (mode == KPROBE_MODE_BOOSTED) {
		if (modes & SIMULATED)
			mode = KPROBE_MODE_SIMULATED;
		else if (modes & TRAMPOLINED)
			mode = KPROBE_MODE_TRAMPOLINED;
		else
			return -EOPNOTSUPP;
	}

	if (!condition_holds(p, regs))
		kprobe_simulate_nop(b, regs);
	else if (mode == KPROBE_MODE_SIMULATED)
		done = b->simulate(b, regs);
	else
		done = run_substituted(b, regs);
	/* The trampoline does not see the state of the block. */
	if (in_it && done)
		regs->ARM_cpsr = it_advance((regs->ARM_cpsr & ~PSR_IT_MASK) | it);
	if (done && kprobe_meets_frame(sp - regs->ARM_sp)) {
		regs->ARM_ORIG_r0 = sp;
		return 0;
	}
	return done;
}

static nokprobe_inline struct kprobe *
probe_of(const struct arch_kprobe_boost *b)
{
	return container_of(b, struct kprobe, ainsn.boost.arch);
}

static int __kprobes special_simulation(const struct arch_kprobe_boost *b,
					struct pt_regs *regs)
{
	return arch_kprobe_boost_special(probe_of(b), regs,
					 KPROBE_MODE_SIMULATED);
}

static int __kprobes special_trampoline(const struct arch_kprobe_boost *b,
					struct pt_regs *regs)
{
	return arch_kprobe_boost_special(probe_of(b), regs,
					 KPROBE_MODE_TRAMPOLINED);
}

/* What is behind the copy that a trampoline runs */
static const struct {
	kprobe_run_t *load;
	const u8 *save;
} halves[] = {
	{ kprobe_trampoline, kprobe_trampoline_save },
	{ kprobe_trampoline_quiet, kprobe_trampoline_quiet_save },
	{ kprobe_trampoline_sp, kprobe_trampoline_sp_save },
	{ kprobe_trampoline_sp_quiet, kprobe_trampoline_sp_quiet_save },
	{ kprobe_trampoline_lr, kprobe_trampoline_lr_save },
	{ kprobe_trampoline_lr_quiet, kprobe_trampoline_lr_quiet_save },
	{ kprobe_trampoline_lr_sp, kprobe_trampoline_lr_sp_save },
	{ kprobe_trampoline_lr_sp_quiet, kprobe_trampoline_lr_sp_quiet_save },
};

static unsigned long save_half(const struct arch_kprobe_boost *b)
{
	unsigned int i = 0;

	while (halves[i].load != b->trampoline)
		i++;
	return (unsigned long)halves[i].save | IS_ENABLED(CONFIG_THUMB2_KERNEL);
}

/**
 * arch_kprobe_boost_prepare() - Write the copies of a probe
 * @p: the probe, with its slot, if it has one
 *
 * Context: kprobe_mutex and text_mutex are held.
 */
void arch_kprobe_boost_prepare(struct kprobe *p)
{
	struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	unsigned int modes = p->ainsn.boost.modes;
	unsigned int len = kprobe_insn_size(p->opcode);
	kprobe_opcode_t *slot = p->ainsn.insn;

	BUILD_BUG_ON(MAX_INSN_SIZE > KPROBE_SLOT_BOOSTED);
	BUILD_BUG_ON(KPROBE_SLOT_BOOSTED + KPROBE_SLOT_BOOSTED_WORDS >
		     KPROBE_SLOT_TRAMPOLINE);

	b->next = kprobe_address(p) + len;
	b->pc = kprobe_address(p) + KPROBE_PC_AHEAD;
	if (b->flags & KPROBE_ARM_SPECIAL) {
		b->run[KPROBE_MODE_SIMULATED] = special_simulation;
		b->run[KPROBE_MODE_TRAMPOLINED] = special_trampoline;
	} else {
		b->run[KPROBE_MODE_SIMULATED] = b->simulate;
		b->run[KPROBE_MODE_TRAMPOLINED] = b->trampoline;
	}
	if (slot) {
		b->entry = kprobe_slot_entry(p);
		b->boosted = (unsigned long)(slot + KPROBE_SLOT_BOOSTED);
		kprobe_slot_set_origin(slot, (void *)kprobe_address(p), len);

		if (modes & BOOSTED)
			kprobe_slot_write_boosted(slot + KPROBE_SLOT_BOOSTED,
						  p->opcode, kprobe_address(p));
		if (modes & TRAMPOLINED)
			kprobe_slot_write_trampolined(slot +
						      KPROBE_SLOT_TRAMPOLINE,
						      b->copy, save_half(b));
		flush_icache_range((unsigned long)slot,
				   (unsigned long)(slot + KPROBE_INSN_SLOT_SIZE));
	}
	kprobe_boost_prepared(p, modes, len);
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
	return p->ainsn.boost.dirty || kprobe_gone(p);
}

static nokprobe_inline bool can_boost(struct kprobe *p, struct pt_regs *regs)
{
	return p->ainsn.boost.modes & BOOSTED && !kprobe_it_goes_on(regs);
}

/*
 * Inside the handler its fault would be the end of the machine, and would not
 * name the probe: let it fault in its boosted copy.  If there is none, then
 * kprobe_boost_abort() has told the kernel of the fault, which has made it good
 * or has found a fix-up.  False if the kernel has to emulate the instruction.
 */
static nokprobe_inline bool fault(struct kprobe *p, struct pt_regs *regs)
{
	if (!can_boost(p, regs))
		return p->ainsn.boost.modes & TRAMPOLINED;
	p->ainsn.boost.dirty = true;
	instruction_pointer_set(regs, p->ainsn.boost.arch.boosted);
	return true;
}

/*
 * The stack pointer, which was @sp, is where the frame is.  An instruction that
 * lowers it so far only computes: it does that once more in its boosted copy,
 * behind the way back.
 */
static nokprobe_inline void lower(struct kprobe *p, struct pt_regs *regs,
				  unsigned long sp)
{
	if (!(p->ainsn.boost.modes & BOOSTED) || kprobe_in_it(regs))
		return;
	p->ainsn.boost.dirty = true;
	regs->ARM_sp = sp;
	instruction_pointer_set(regs, p->ainsn.boost.arch.boosted);
}

/**
 * arch_kprobe_boost_undone() - The instruction is not, or not wholly, carried out
 * @p: the probe that was hit
 * @regs: registers at the breakpoint, or behind the instruction
 * @kcb: state of the CPU
 * @reenter: the hit is within another one
 *
 * Either it faults, or arch_kprobe_boost_special() has left an old stack pointer.
 *
 * Context: On the trap path, interrupts are off.
 * Return: false if the kernel has to emulate the instruction.
 */
bool __kprobes arch_kprobe_boost_undone(struct kprobe *p, struct pt_regs *regs,
					struct kprobe_ctlblk *kcb, int reenter)
{
	unsigned long sp = regs->ARM_ORIG_r0;

	/* svc_entry */
	if (sp == -1UL)
		return fault(p, regs);
	regs->ARM_ORIG_r0 = -1UL;
	if (!reenter)
		kprobe_boost_call_post_handler(p, regs, kcb);
	lower(p, regs, sp);
	return true;
}

/* A handler has interrupts off. */
static nokprobe_inline bool in_handler(struct pt_regs *regs)
{
	return !user_mode(regs) && !interrupts_enabled(regs) && kprobe_running();
}

/*
 * Then no copy is run in a handler.  To look for one runs functions that can be probed,
 * and another hit would be one too many.
 */
static nokprobe_inline bool kprobe_nested_step(void)
{
	return get_kprobe_ctlblk()->kprobe_status == KPROBE_REENTER;
}

/* The probe whose trampolined copy is at the program counter, or NULL */
static nokprobe_inline struct kprobe *find_copy(struct pt_regs *regs)
{
	unsigned long pc = instruction_pointer(regs);
	struct kprobe *p = NULL;
	unsigned long origin;

	if (!in_handler(regs) || kprobe_nested_step())
		return NULL;
	origin = kprobe_slot_origin(pc);
	if (IS_ENABLED(CONFIG_THUMB2_KERNEL))
		p = get_kprobe((void *)(origin | 1));
	if (!p)
		p = get_kprobe((void *)origin);
	if (!p || pc != (unsigned long)(p->ainsn.insn + KPROBE_SLOT_TRAMPOLINE) +
			KPROBE_SLOT_TRAMPOLINE_HEAD)
		return NULL;
	return p;
}

/* The registers that the copy at which @regs are was to change */
static nokprobe_inline struct pt_regs *hit_of(struct pt_regs *regs)
{
	return *(struct pt_regs **)(regs->ARM_sp + KPROBE_FRAME_REGS);
}

static nokprobe_inline void give_up(struct pt_regs *regs)
{
	regs->ARM_cpsr &= ~PSR_IT_MASK;
	instruction_pointer_set(regs,
				(unsigned long)kprobe_trampoline_failed & ~1UL);
}

/**
 * kprobe_boost_fault() - Does an exception come from a trampolined copy?
 * @regs: registers at the exception
 *
 * If so, the trampoline is told to give up.
 *
 * Context: Exception.
 * Return: true if the exception is dealt with.
 */
bool __kprobes kprobe_boost_fault(struct pt_regs *regs)
{
	struct kprobe *p = find_copy(regs);

	/* A second try must not run into the breakpoint again. */
	if (!p || !can_boost(p, hit_of(regs)))
		return false;
	give_up(regs);
	return true;
}

/**
 * kprobe_boost_abort() - Does a data abort come from a trampolined copy?
 * @regs: registers at the abort
 * @alignment: the address is not aligned
 *
 * As kprobe_boost_fault().  If there is no other copy, the abort becomes one of
 * the original instruction: the hit is over, the kernel makes the fault good, and
 * the breakpoint is hit again, or execution goes on at the fix-up.  An unaligned
 * access the kernel carries out itself, and reads the instruction for that: the copy,
 * behind which the trampoline goes on.
 *
 * Context: Exception.
 * Return: registers whose abort it is, or NULL if that is dealt with.
 */
struct pt_regs __kprobes *kprobe_boost_abort(struct pt_regs *regs, bool alignment)
{
	struct kprobe *p = alignment ? NULL : find_copy(regs);
	struct pt_regs *hit;

	if (!p)
		return regs;
	hit = hit_of(regs);
	give_up(regs);
	if (can_boost(p, hit))
		return NULL;
	/* What may sleep now is not nested, and its probe is not current then. */
	if (interrupts_enabled(hit))
		reset_current_kprobe();
	return hit;
}

/**
 * alloc_insn_page() - Allocate a page for slots
 *
 * A slot is entered and left by loads of the program counter, which reach
 * anything.  Within reach of branches there is less room than dirty slots can
 * need, and modules need it.
 *
 * Context: May sleep.
 * Return: the page, or NULL.
 */
void *alloc_insn_page(void)
{
	return __vmalloc_node_range(PAGE_SIZE, 1, VMALLOC_START, VMALLOC_END,
				    GFP_KERNEL, PAGE_KERNEL_EXEC, 0,
				    NUMA_NO_NODE, __builtin_return_address(0));
}

#ifdef CONFIG_OPTPROBES
/**
 * alloc_optinsn_page() - Allocate a page for detours
 *
 * A branch leads to a detour.
 *
 * Context: May sleep.
 * Return: the page, or NULL.
 */
void *alloc_optinsn_page(void)
{
	return module_alloc(PAGE_SIZE);
}
#endif

#ifdef CONFIG_THUMB2_KERNEL
/**
 * arch_adjust_kprobe_addr() - Is a probe at the start of a function?
 * @addr: where the function begins
 * @offset: from there to the probe
 * @on_func_entry: set to the answer
 *
 * The symbol of a function has an even address, a pointer to it an odd one.
 *
 * Context: Any.
 * Return: address of the probe.
 */
kprobe_opcode_t *arch_adjust_kprobe_addr(unsigned long addr,
					 unsigned long offset,
					 bool *on_func_entry)
{
	*on_func_entry = offset <= 1;
	return (kprobe_opcode_t *)(addr + offset);
}
#endif

void arch_kprobe_slot_poison(void *slot, size_t len)
{
	u32 *word;

	for (word = slot; word < (u32 *)(slot + len); word++)
		*word = kprobe_slot_poison_word();
	flush_icache_range((unsigned long)slot, (unsigned long)slot + len);
}

unsigned int arch_kprobe_slot_copy_offset(unsigned int offset)
{
	const unsigned int boosted = KPROBE_SLOT_BOOSTED * 4;
	const unsigned int trampoline = KPROBE_SLOT_TRAMPOLINE * 4;
	const unsigned int copy = trampoline + KPROBE_SLOT_TRAMPOLINE_HEAD;

	if (offset < boosted)
		return offset;
	if (offset < trampoline)
		return offset - boosted;
	return offset < copy ? 0 : offset - copy;
}

bool arch_kprobe_slot_own_stack(unsigned int offset)
{
	return offset >= KPROBE_SLOT_BOOSTED * 4 &&
	       offset < KPROBE_SLOT_TRAMPOLINE * 4;
}
