// SPDX-License-Identifier: GPL-2.0
/*
 * What arch/arm64/kernel/probes/kprobes.c and the generic layer call.
 *
 * arch_kprobe_boost_fault_outside() is on the trap path; the rest runs when a probe is
 * prepared or removed, in an exception, and when the collector poisons a slot.
 *
 * A slot and the caches
 * =====================
 *
 * Whoever writes words into a slot cleans the data cache to the point of
 * unification and invalidates the instruction caches of all CPUs, and waits for
 * both (DSB in caches_clean_inval_pou(); Arm ARM, section B2.4.4 "Concurrent
 * modification and execution of instructions").  A CPU may still have old
 * instructions of the slot in its pipeline until it takes a context
 * synchronization event.
 *
 * - A new slot: nobody comes to it but through the breakpoint of its probe, which
 *   is written later.  The exception that the breakpoint takes is a context
 *   synchronization event, and so is the return from it that leads to the slot.
 *   A trampolined copy is reached from within that exception.
 *
 * - A slot that is poisoned: by then nobody is in it, as the collector says.  A
 *   CPU that went there by mistake could have fetched the old instructions
 *   before, and would not die on the poison; it will not go there twice, since
 *   any exception makes it look again.
 *
 * - A slot that is used again: as a new one.
 */

#include <linux/cacheflush.h>
#include <linux/extable.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes_gc.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include <asm/debug-monitors.h>
#include <asm/fixmap.h>
#include <asm/insn.h>
#include <asm/memory.h>
#include <asm/patching.h>
#include <asm/traps.h>

#include "boost.h"

#define BOOSTED		BIT(KPROBE_MODE_BOOSTED)
#define TRAMPOLINED	BIT(KPROBE_MODE_TRAMPOLINED)
#define SIMULATED	BIT(KPROBE_MODE_SIMULATED)

/* An exclusive sequence is not longer than this, as the kernel assumes, too. */
#define EXCLUSIVE_WORDS	32

/*
 * Is the instruction between an exclusive load and its store?  An exception
 * there clears the monitor, and the sequence would start over for ever (Arm ARM,
 * section B2.17.5 "Load-Exclusive and Store-Exclusive instruction usage
 * restrictions").
 */
static bool in_exclusive_sequence(const kprobe_opcode_t *addr)
{
	unsigned long size, offset;
	unsigned int i, words;

	if (!kallsyms_lookup_size_offset((unsigned long)addr, &size, &offset))
		return false;

	words = min_t(unsigned long, offset / sizeof(*addr), EXCLUSIVE_WORDS);
	for (i = 1; i <= words; i++) {
		u32 insn = le32_to_cpup((const __le32 *)addr - i);

		if (kprobe_ends_exclusive(insn))
			return false;
		if (kprobe_is_exclusive_load(insn))
			return true;
	}
	return false;
}

/* Can the memory that a literal is in be read? */
static bool literal_is_readable(unsigned long addr)
{
	u64 value[2];

	return !copy_from_kernel_nofault(value, (void *)addr, sizeof(value)) ||
	       !copy_from_kernel_nofault(value, (void *)addr, sizeof(u32));
}

/**
 * arch_kprobe_boost_decode() - Find out how an instruction may be run
 * @addr: the instruction
 * @asi: the probe's part that is filled
 *
 * Context: kprobe_mutex and text_mutex are held.
 * Return: whether the instruction needs a slot, or INSN_REJECTED.
 */
enum probe_insn arch_kprobe_boost_decode(kprobe_opcode_t *addr,
					 struct arch_specific_insn *asi)
{
	struct arch_kprobe_boost *b = &asi->boost.arch;
	u32 insn = le32_to_cpup((const __le32 *)addr);
	int modes = kprobe_decode(insn, b);

	if (modes < 0 || in_exclusive_sequence(addr))
		return INSN_REJECTED;
	if (aarch64_insn_is_ldr_lit(insn) || aarch64_insn_is_ldrsw_lit(insn) ||
	    b->flags & KPROBE_ARM64_LITERAL)
		if (!literal_is_readable((unsigned long)addr + b->disp))
			return INSN_REJECTED;

	asi->api.handler = NULL;
	asi->boost.modes = modes;
	return modes == SIMULATED ? INSN_GOOD_NO_SLOT : INSN_GOOD;
}

/* Map a slot where it can be written, until unmap_slot().  text_mutex is held. */
static kprobe_opcode_t *map_slot(kprobe_opcode_t *slot)
{
	phys_addr_t page = page_to_phys(vmalloc_to_page(slot));

	return (kprobe_opcode_t *)set_fixmap_offset(FIX_KPROBE_SLOT,
						    page + offset_in_page(slot));
}

/* What was written is what the CPUs that come to it execute. */
static void unmap_slot(kprobe_opcode_t *slot, size_t len)
{
	clear_fixmap(FIX_KPROBE_SLOT);
	caches_clean_inval_pou((unsigned long)slot, (unsigned long)slot + len);
}

/**
 * arch_kprobe_boost_prepare() - Write the copies of a probe
 * @p: the probe, whose copy for stepping stands in its slot, if it has one
 *
 * Context: kprobe_mutex and text_mutex are held.
 */
void arch_kprobe_boost_prepare(struct kprobe *p)
{
	struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	unsigned int modes = p->ainsn.boost.modes;
	kprobe_opcode_t *slot = p->ainsn.api.insn;
	kprobe_opcode_t *to;

	BUILD_BUG_ON(MAX_INSN_SIZE > KPROBE_SLOT_BOOSTED);
	BUILD_BUG_ON(KPROBE_SLOT_BOOSTED + KPROBE_SLOT_BOOSTED_WORDS >
		     KPROBE_SLOT_TRAMPOLINE);
	BUILD_BUG_ON(KPROBE_SLOT_TRAMPOLINE + KPROBE_SLOT_TRAMPOLINE_WORDS >
		     KPROBE_INSN_SLOT_SIZE);

	if (slot) {
		kprobe_slot_set_origin(slot, p->addr, AARCH64_INSN_SIZE);

		to = map_slot(slot);
		if (b->flags & KPROBE_ARM64_LITERAL) {
			to[KPROBE_SLOT_BOOSTED] =
				lower_32_bits((unsigned long)p->addr + b->disp);
			to[KPROBE_SLOT_BOOSTED + 1] =
				upper_32_bits((unsigned long)p->addr + b->disp);
		} else if (kprobe_slot_write_boosted(to + KPROBE_SLOT_BOOSTED, slot,
						     p->opcode, (unsigned long)p->addr)) {
			modes &= ~BOOSTED;
		}
		if (modes & TRAMPOLINED)
			kprobe_slot_write_trampolined(to + KPROBE_SLOT_TRAMPOLINE, b);
		unmap_slot(slot, KPROBE_INSN_SLOT_SIZE * sizeof(*slot));
	}
	kprobe_boost_prepared(p, modes, AARCH64_INSN_SIZE);
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

/**
 * arch_kprobe_boost_fault_outside() - The displaced instruction of a hit faults
 * @p: the probe that was hit
 * @regs: registers at the breakpoint, as they were
 * @reenter: the hit is nested
 *
 * Inside the handler that would be the end of the machine, and would not name the
 * probe: let it do so in its boosted copy or, if that is not to be had, as the
 * kernel does.  What is simulated and can fail is a branch, whose boosted copy
 * is always there.
 *
 * Context: On the trap path, interrupts are off.
 * Return: false if the kernel has to step the instruction.
 */
bool __kprobes
arch_kprobe_boost_fault_outside(struct kprobe *p, struct pt_regs *regs,
				int reenter)
{
	if (!(p->ainsn.boost.modes & BOOSTED))
		return false;
	if (!reenter)
		reset_current_kprobe();
	p->ainsn.boost.dirty = true;
	instruction_pointer_set(regs, (unsigned long)(p->ainsn.api.insn +
						      KPROBE_SLOT_BOOSTED));
	return true;
}

/**
 * arch_kprobe_boost_reenter() - Run the displaced instruction of a nested hit
 * @p: the probe that was hit
 * @regs: registers at the breakpoint
 * @kcb: the CPU's control block
 *
 * Context: On the trap path, interrupts are off.
 * Return: false if the kernel has to step the instruction.
 */
bool __kprobes arch_kprobe_boost_reenter(struct kprobe *p, struct pt_regs *regs,
					 struct kprobe_ctlblk *kcb)
{
	return kprobe_run_displaced(p, regs, kcb, 1);
}

/* A handler is not preemptible. */
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
 * are as they have to be for a second try.
 *
 * Context: Exception.
 * Return: true if the exception is dealt with.
 */
bool __kprobes kprobe_boost_fault(struct pt_regs *regs)
{
	unsigned long pc = instruction_pointer(regs);
	struct kprobe *p;

	if (!in_handler(regs) || kprobe_nested_step())
		return false;
	p = get_kprobe((void *)kprobe_slot_origin(pc));
	if (!p || pc != (unsigned long)(p->ainsn.api.insn +
					KPROBE_SLOT_TRAMPOLINE +
					KPROBE_SLOT_TRAMPOLINE_HEAD))
		return false;
	/* The text is gone, with its literals.  There is no other copy. */
	if (p->ainsn.boost.arch.flags & KPROBE_ARM64_LITERAL)
		return false;
	instruction_pointer_set(regs, (unsigned long)kprobe_trampoline_failed);
	return true;
}

u32 arch_kprobe_text(const struct kprobe *p, bool armed)
{
	return armed ? BRK64_OPCODE_KPROBES : p->opcode;
}

void arch_kprobe_patch(void **addrs, u32 *insns, int nr)
{
	aarch64_insn_patch_text(addrs, insns, nr);
}

void *arch_kprobe_slot_page(unsigned long from, unsigned long to)
{
	return __vmalloc_node_range(PAGE_SIZE, 1,
				    max_t(unsigned long, from, MODULES_VADDR),
				    min_t(unsigned long, to, VMALLOC_END),
				    GFP_KERNEL | __GFP_NOWARN, PAGE_KERNEL_ROX,
				    VM_FLUSH_RESET_PERMS, NUMA_NO_NODE,
				    __builtin_return_address(0));
}

void arch_kprobe_slot_poison(void *slot, size_t len)
{
	memset32(map_slot(slot), AARCH64_BREAK_FAULT, len / AARCH64_INSN_SIZE);
	unmap_slot(slot, len);
}

unsigned int arch_kprobe_slot_copy_offset(unsigned int offset)
{
	const unsigned int boosted = KPROBE_SLOT_BOOSTED * AARCH64_INSN_SIZE;
	const unsigned int trampoline = KPROBE_SLOT_TRAMPOLINE *
					AARCH64_INSN_SIZE;
	const unsigned int copy = trampoline + KPROBE_SLOT_TRAMPOLINE_HEAD *
				  AARCH64_INSN_SIZE;

	if (offset < boosted)
		return offset;
	if (offset < trampoline)
		return offset - boosted;
	return offset < copy ? 0 : offset - copy;
}

bool arch_kprobe_slot_own_stack(unsigned int offset)
{
	return offset < KPROBE_SLOT_TRAMPOLINE * AARCH64_INSN_SIZE;
}
