/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instruction slots of kprobes and their garbage collector.
 *
 * Used by kernel/kprobes.c and the architectures through the slot functions
 * that <linux/kprobes.h> has always declared, by stack walkers through the
 * look-ups below, and by anyone who wants to wait for the collector through
 * commit_kprobes().  Nothing here may be called on the path of a probe hit.
 */
#ifndef _LINUX_KPROBES_GC_H
#define _LINUX_KPROBES_GC_H

#include <linux/kprobes_boost.h>
#include <linux/types.h>

struct kprobe;
struct optimized_kprobe;
struct seq_file;

/**
 * struct kprobe_gc_stats - what the collector has and what it did
 * @slots_free: slots that can be handed out at once
 * @slots_used: slots that belong to a probe
 * @slots_dirty: slots given back that somebody may still execute
 * @slot_pages: pages that hold all those slots
 * @grace_periods: grace periods waited for since boot
 * @slots_reclaimed: dirty slots made free again since boot
 * @commits: calls of commit_kprobes() since boot
 */
struct kprobe_gc_stats {
	unsigned long slots_free;
	unsigned long slots_used;
	unsigned long slots_dirty;
	unsigned long slot_pages;
	unsigned long grace_periods;
	unsigned long slots_reclaimed;
	unsigned long commits;
};

/**
 * enum kprobe_gc_busted - which mechanism is taken out, to test the tests
 * @KPROBE_GC_SOUND: none
 * @KPROBE_GC_NOWAIT: waiting for a grace period
 * @KPROBE_GC_RCU: all but ordinary RCU, which a preempted task does not hold up
 * @KPROBE_GC_TASKS: all but tasks RCU, which an idle task does not hold up
 * @KPROBE_GC_RUDE: all but rude tasks RCU, as for @KPROBE_GC_RCU
 * @KPROBE_GC_CLEAN: the dirty flag
 * @KPROBE_GC_LOCKED: waiting without the collector's mutex
 * @KPROBE_GC_FIXUP: the rule that what may fault and sleep is not boosted
 * @KPROBE_GC_HANDLERS: waiting for the handlers of probes whose removal was deferred
 */
enum kprobe_gc_busted {
	KPROBE_GC_SOUND,
	KPROBE_GC_NOWAIT,
	KPROBE_GC_RCU,
	KPROBE_GC_TASKS,
	KPROBE_GC_RUDE,
	KPROBE_GC_CLEAN,
	KPROBE_GC_LOCKED,
	KPROBE_GC_FIXUP,
	KPROBE_GC_HANDLERS,
};

#ifdef CONFIG_KPROBES_BOOST

#ifdef CONFIG_KPROBES_GC_BUSTED
extern enum kprobe_gc_busted kprobe_gc_busted;
#else
#define kprobe_gc_busted	KPROBE_GC_SOUND
#endif

int commit_kprobes(void);
void unregister_kprobe_deferred(struct kprobe *p);
void kprobe_gc_stats(struct kprobe_gc_stats *stats);
void kprobe_gc_synchronize(void);
void kprobe_synchronize_handlers(void);
void kprobe_gc_throttle(void);
void kprobe_gc_free_optimized(struct optimized_kprobe *op);
void kprobe_slot_set_origin(void *slot, void *addr, unsigned int len);
unsigned long kprobe_slot_origin(unsigned long ip);
unsigned long kprobe_slot_unwind_ip(unsigned long ip);

/* Given by kernel/kprobes.c: the two halves of unregister_kprobe(). */
int kprobe_unregister_top(struct kprobe *p);
void kprobe_unregister_bottom(struct kprobe *p);

/* Given by kernel/kprobes_gc.c where the architecture divides its text. */
#ifdef KPROBE_SLOT_REGION_SHIFT
u32 *kprobe_get_insn_slot_near(void *addr);
#endif

/* Given by the architecture. */

/*
 * Allocate a page for slots, executable and not writable, at @from or behind it
 * and before @to.  NULL if there is no room.  Only if KPROBE_SLOT_REGION_SHIFT
 * is defined: the size of a region as a power of two, of which a branch reaches
 * two in either direction.
 */
void *arch_kprobe_slot_page(unsigned long from, unsigned long to);

/*
 * Fill @len bytes at @slot with instructions that trap.  text_mutex is held;
 * nobody executes the bytes.
 */
void arch_kprobe_slot_poison(void *slot, size_t len);

/*
 * Where in the copied instruction is the byte at @offset of a slot?  Zero:
 * at its start, so that it has not run yet.  Otherwise it has.
 */
unsigned int arch_kprobe_slot_copy_offset(unsigned int offset);

/* Does the byte at @offset of a slot run on the stack of the probed code? */
bool arch_kprobe_slot_own_stack(unsigned int offset);

#else /* !CONFIG_KPROBES_BOOST */

#define kprobe_gc_synchronize()			synchronize_rcu_tasks()
#define kprobe_synchronize_handlers()		synchronize_rcu()
#define kprobe_gc_throttle()			do { } while (0)
#define kprobe_gc_free_optimized(op)		kfree(op)
#define kprobe_slot_set_origin(slot, addr, len)	do { } while (0)
#define kprobe_slot_unwind_ip(ip)		0UL
#define kprobe_get_insn_slot_near(addr)		get_insn_slot()

#endif /* CONFIG_KPROBES_BOOST */
#endif /* _LINUX_KPROBES_GC_H */
