// SPDX-License-Identifier: GPL-2.0
/*
 * Instruction slots of kprobes: allocation, look-up and garbage collection.
 *
 * kernel/kprobes.c and the architectures take slots from here and give them
 * back.  A slot given back "dirty" may still be executed: the program counter
 * of a preempted task can be in it.  The collector makes such slots free again
 * after a grace period, for all of them at once.  No function in this file may
 * be called on the path of a probe hit, and none but the collector's own work
 * and kprobe_gc_synchronize() waits for a grace period; kprobe_gc_throttle() and
 * commit_kprobes() wait for the work.
 *
 * States of a slot:
 *
 *	        get                give back dirty
 *	FREE ----------> USED -----------------------> DIRTY
 *	 ^ ^              |                              | a batch starts
 *	 | | poisoned     | give back clean              v
 *	 | +--- STALE <---+                           WAITING
 *	 |                                               | grace period,
 *	 +-----------------------------------------------+ poisoned
 *
 * FREE and STALE slots can be handed out.  A FREE slot holds instructions that
 * trap, so that a late visitor dies loudly.  A STALE one still holds what it
 * held; it was never executed outside the handler, and by the time its owner
 * gives it back nobody can be about to.
 *
 * Who can be in a dirty slot, and what waits for him?
 *
 * By the time a slot is given back its breakpoint is gone from the text, and
 * nobody can be on the way from there into the slot: taking the breakpoint out
 * ends with an interrupt on every CPU (x86: text_poke_sync()), which a handler,
 * having interrupts off, holds up, or is done while all CPUs are stopped (arm64,
 * arm: stop_machine()).  What remains is in the slot, or will return to it.
 * Sources: Documentation/RCU/Design/Requirements/Requirements.rst, "Tasks RCU"
 * (T below), "Tasks Rude RCU" (R) and "Idle CPUs" for who RCU watches;
 * Documentation/core-api/entry.rst for what runs on top of what.
 *
 *  - A task that was preempted in the slot: T.  It cannot sleep there, since an
 *    instruction that may fault and sleep is never boosted; so that it has left
 *    once it has switched context voluntarily, and until then T waits.
 *
 *  - A task that was interrupted in the slot, and whatever runs on top of it:
 *    interrupts, softirqs on the way out of one, NMIs, debug exceptions.  T, of
 *    that task: it does not switch voluntarily before they have returned.
 *
 *  - A softirq handler, an interrupt handler that allows interrupts, or an NMI
 *    handler that was itself in the slot when something came on top of it: T or
 *    R, of the task below it.
 *
 *  - The idle task, and handlers on top of it, also where RCU is not watching:
 *    R.  T ignores idle tasks.  R makes every online CPU switch to a kworker,
 *    and the idle loop, which has preemption disabled, does not switch from
 *    within a slot.
 *
 *  - An exiting task that is no longer on the list of tasks: T, which waits for
 *    these by the SRCU section that do_exit() opens before the task leaves the
 *    list, and for the rest of do_exit(), which has preemption disabled, by
 *    synchronize_rcu() (kernel/rcu/tasks.h).
 *
 *  - A task that dies of an oops in the slot does not return to it.
 *
 *  - A CPU that goes offline: its tasks are migrated or parked, and are as
 *    above; its stopper and idle task have preemption disabled.  One that comes
 *    online runs its idle task with preemption disabled.  R holds off hotplug
 *    while it goes through the online CPUs
 *    (Documentation/core-api/cpu_hotplug.rst), so that both have become online
 *    or have reported themselves dead.  For what a dead CPU executes after its
 *    report, with interrupts off and nothing to wait for, until it stops, there
 *    is no wait but the length of a grace period.
 *
 *  - stop_machine(): its callback has interrupts off, and runs in a stopper,
 *    which is a task: T.  A debugger stops CPUs in an NMI or interrupt: it only
 *    prolongs what it interrupted.  A fault that is resolved returns to the
 *    instruction at once, on top of the task that has taken it: T.
 *
 * What the kernel's preemption model changes:
 *
 *  - PREEMPT, and PREEMPT_DYNAMIC in each of its modes: nothing.  Both have
 *    CONFIG_PREEMPTION, and so T as above.  In modes "none" and "voluntary" an
 *    interrupt does not preempt; fewer tasks are then found in slots.
 *
 *  - PREEMPT_NONE and PREEMPT_VOLUNTARY: without CONFIG_PREEMPTION a task leaves
 *    the slot before it can lose the CPU, and T is synchronize_rcu(), which
 *    waits until each CPU has switched, was idle or was in user space.
 *
 *  - PREEMPT_RT: most interrupt and softirq handlers are tasks, which can be
 *    preempted in a slot like others, and which T waits for like others.
 *    A boosted instruction takes no lock, so that it does not sleep here either.
 *
 * tools/testing/kprobes/model/gc.pml is a model of all this, and of the states
 * above.
 *
 * An exiting task can wait for somebody who waits for kprobe_mutex, and tasks
 * RCU waits for the exiting task.  Therefore no grace period is waited for
 * with kprobe_mutex, text_mutex, the CPU hotplug lock or kprobe_gc_mutex held.
 *
 * Lock order: kprobe_deferred_mutex, kprobe_mutex, CPU hotplug lock, text_mutex, kprobe_gc_mutex.
 */

#define pr_fmt(fmt) "kprobes: " fmt

#include <linux/debugfs.h>
#include <linux/export.h>
#include <linux/kallsyms.h>
#include <linux/kdebug.h>
#include <linux/kprobes.h>
#include <linux/kprobes_gc.h>
#include <linux/llist.h>
#include <linux/lockdep.h>
#include <linux/memory.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>

/* Garbage waits this long for company, unless there is a lot of it. */
#define KPROBE_GC_DELAY		HZ
#define KPROBE_GC_LIMIT		256

/*
 * With more garbage than this, registering probes waits for the collector, though not
 * longer than that.  ARM's module area has room for some 25,000 slots.
 */
#define KPROBE_GC_MOST		4096
#define KPROBE_GC_PATIENCE	HZ

enum kprobe_slot_state {
	SLOT_FREE,
	SLOT_STALE,
	SLOT_USED,
	SLOT_DIRTY,
	SLOT_WAITING,
};

/* End of a page's chain of slots that can be handed out */
#define SLOT_NONE	U16_MAX

/**
 * struct kprobe_slot - what is known of one slot
 * @origin: address of the instruction that the slot is for, or was for until
 *          it was given back; 0 if not told
 * @next: next slot of the page that can be handed out, or SLOT_NONE
 * @len: length of that instruction in bytes
 * @state: an enum kprobe_slot_state
 */
struct kprobe_slot {
	unsigned long origin;
	u16 next;
	u8 len;
	u8 state;
};

/**
 * struct kprobe_slot_page - a page of slots
 * @list: in @home, where pages that have a slot to hand out stand before those
 *        that have none
 * @home: the cache's list, or that of a region
 * @gc_node: in kprobe_gc_pages or in the collector's batch, if the collector
 *           has something to do here
 * @cache: the cache that the page belongs to
 * @insns: the page
 * @first: first slot that can be handed out, or SLOT_NONE
 * @nr_free: slots that can be handed out
 * @nr_todo: slots that are stale or dirty
 * @nr_slots: slots in the page
 * @slots: one entry a slot
 */
struct kprobe_slot_page {
	struct list_head list;
	struct list_head gc_node;
	struct list_head *home;
	struct kprobe_insn_cache *cache;
	kprobe_opcode_t *insns;
	u16 first;
	u16 nr_free;
	u16 nr_todo;
	u16 nr_slots;
	struct kprobe_slot slots[];
};

/* Protects all that follows; look-ups by address only need RCU. */
static DEFINE_MUTEX(kprobe_gc_mutex);

/* Page number -> struct kprobe_slot_page, whatever the cache */
static DEFINE_XARRAY(kprobe_slot_pages);

/* Pages with stale or dirty slots that no batch has taken yet */
static LIST_HEAD(kprobe_gc_pages);

/* Aggregators whose detour may still be executed; see below */
static LIST_HEAD(kprobe_gc_optimized);

/*
 * Batches are numbered.  What is dirty before batch N starts is free when
 * kprobe_gc_done has reached N.
 */
static unsigned long kprobe_gc_started;
static unsigned long kprobe_gc_done;
static bool kprobe_gc_flush_optimizer;
static DECLARE_WAIT_QUEUE_HEAD(kprobe_gc_wait);

static struct kprobe_gc_stats gc_stats;

static void kprobe_gc_work_fn(struct work_struct *work);
static DECLARE_DELAYED_WORK(kprobe_gc_work, kprobe_gc_work_fn);

/*
 * commit_kprobes() waits for the work, and the work takes kprobe_mutex and
 * more.  Nothing but this map tells lockdep.
 */
#ifdef CONFIG_LOCKDEP
static struct lockdep_map kprobe_gc_map =
	STATIC_LOCKDEP_MAP_INIT("commit_kprobes", &kprobe_gc_map);
#endif

#ifdef CONFIG_KPROBES_GC_BUSTED
enum kprobe_gc_busted kprobe_gc_busted __ro_after_init;

static const char * const kprobe_gc_variants[] = {
	[KPROBE_GC_SOUND]	= "",
	[KPROBE_GC_NOWAIT]	= "nowait",
	[KPROBE_GC_RCU]		= "rcu",
	[KPROBE_GC_TASKS]	= "tasks",
	[KPROBE_GC_RUDE]	= "rude",
	[KPROBE_GC_CLEAN]	= "clean",
	[KPROBE_GC_LOCKED]	= "locked",
	[KPROBE_GC_FIXUP]	= "fixup",
	[KPROBE_GC_HANDLERS]	= "handlers",
};

static int __init kprobe_gc_busted_setup(char *str)
{
	int variant = sysfs_match_string(kprobe_gc_variants, str);

	if (variant < 0)
		pr_warn("no such way to break the collector as \"%s\"\n", str);
	else
		kprobe_gc_busted = variant;
	return 1;
}
__setup("kprobes_gc_busted=", kprobe_gc_busted_setup);
#endif

static size_t slot_bytes(const struct kprobe_insn_cache *c)
{
	return c->insn_size * sizeof(kprobe_opcode_t);
}

static void *slot_address(const struct kprobe_slot_page *kip, unsigned int i)
{
	return (void *)kip->insns + i * slot_bytes(kip->cache);
}

/* Under RCU or kprobe_gc_mutex */
static struct kprobe_slot_page *find_page(unsigned long addr)
{
	return xa_load(&kprobe_slot_pages, addr >> PAGE_SHIFT);
}

#ifdef KPROBE_SLOT_REGION_SHIFT
/*
 * Where a branch does not reach everywhere, the address space is divided into
 * regions of at most half of its reach.  The slots for the instructions of a
 * region are in it or next to it, and have a list of their own.  A list once
 * made stays: there is one for each region that ever had a probe.
 */
static DEFINE_XARRAY(kprobe_slot_regions);

static struct list_head *find_region(unsigned long addr)
{
	unsigned long nr = addr >> KPROBE_SLOT_REGION_SHIFT;
	struct list_head *pages = xa_load(&kprobe_slot_regions, nr);

	if (pages)
		return pages;

	pages = kmalloc(sizeof(*pages), GFP_KERNEL);
	if (!pages)
		return NULL;
	INIT_LIST_HEAD(pages);
	if (xa_err(xa_store(&kprobe_slot_regions, nr, pages, GFP_KERNEL))) {
		kfree(pages);
		return NULL;
	}
	return pages;
}

static void *alloc_near(unsigned long addr)
{
	const unsigned long size = 1UL << KPROBE_SLOT_REGION_SHIFT;
	unsigned long start = addr & ~(size - 1);

	return arch_kprobe_slot_page(start - size, start + 2 * size);
}
#else
static void *alloc_near(unsigned long addr)
{
	return NULL;
}
#endif

/* @near: where the slots are for, if they must be in reach of it, or 0 */
static struct kprobe_slot_page *add_page(struct kprobe_insn_cache *c,
					 struct list_head *home,
					 unsigned long near)
{
	unsigned int i, nr = PAGE_SIZE / slot_bytes(c);
	struct kprobe_slot_page *kip;

	kip = kmalloc(struct_size(kip, slots, nr), GFP_KERNEL);
	if (!kip)
		return NULL;

	kip->insns = near ? alloc_near(near) : c->alloc();
	if (!kip->insns)
		goto free_kip;

	arch_kprobe_slot_poison(kip->insns, PAGE_SIZE);

	INIT_LIST_HEAD(&kip->gc_node);
	kip->home = home;
	kip->cache = c;
	kip->first = 0;
	kip->nr_free = nr;
	kip->nr_todo = 0;
	kip->nr_slots = nr;
	for (i = 0; i < nr; i++) {
		kip->slots[i] = (struct kprobe_slot) {
			.next = i + 1 < nr ? i + 1 : SLOT_NONE,
			.state = SLOT_FREE,
		};
	}

	if (xa_err(xa_store(&kprobe_slot_pages,
			    (unsigned long)kip->insns >> PAGE_SHIFT, kip,
			    GFP_KERNEL)))
		goto free_insns;

	list_add(&kip->list, home);
	gc_stats.slot_pages++;
	gc_stats.slots_free += nr;
	perf_event_ksymbol(PERF_RECORD_KSYMBOL_TYPE_OOL,
			   (unsigned long)kip->insns, PAGE_SIZE, false, c->sym);
	return kip;

free_insns:
	c->free(kip->insns);
free_kip:
	kfree(kip);
	return NULL;
}

/* Make slot @i one that can be handed out. */
static void put_slot(struct kprobe_slot_page *kip, unsigned int i,
		     enum kprobe_slot_state state)
{
	kip->slots[i].state = state;
	kip->slots[i].next = kip->first;
	kip->first = i;
	if (!kip->nr_free++)
		list_move(&kip->list, kip->home);
	gc_stats.slots_free++;
}

static void *get_slot(struct kprobe_insn_cache *c, struct list_head *home,
		      unsigned long near)
{
	struct kprobe_slot_page *kip;
	struct kprobe_slot *s;
	void *slot;

	kip = list_first_entry_or_null(home, struct kprobe_slot_page, list);
	if (!kip || !kip->nr_free)
		kip = add_page(c, home, near);
	if (!kip)
		return NULL;

	slot = slot_address(kip, kip->first);
	s = &kip->slots[kip->first];
	if (s->state == SLOT_STALE) {
		arch_kprobe_slot_poison(slot, slot_bytes(c));
		kip->nr_todo--;
	}
	s->state = SLOT_USED;
	WRITE_ONCE(s->origin, 0);
	kip->first = s->next;
	if (!--kip->nr_free)
		list_move_tail(&kip->list, home);
	gc_stats.slots_free--;
	gc_stats.slots_used++;
	return slot;
}

/**
 * __get_insn_slot() - Take an instruction slot
 * @c: the cache to take it from
 *
 * Never waits for the collector: if no slot is free, another page is
 * allocated.  The slot holds instructions that trap.
 *
 * Context: May sleep.  The caller holds text_mutex.
 * Return: the slot, or NULL if there is no memory.
 */
kprobe_opcode_t *__get_insn_slot(struct kprobe_insn_cache *c)
{
	void *slot;

	lockdep_assert_held(&text_mutex);

	mutex_lock(&kprobe_gc_mutex);
	slot = get_slot(c, &c->pages, 0);
	mutex_unlock(&kprobe_gc_mutex);
	return slot;
}

#ifdef KPROBE_SLOT_REGION_SHIFT
/**
 * kprobe_get_insn_slot_near() - Take an instruction slot in reach of an address
 * @addr: the address
 *
 * If there is no room in reach, the slot is elsewhere.
 *
 * Context: as __get_insn_slot().
 * Return: the slot, or NULL if there is no memory.
 */
kprobe_opcode_t *kprobe_get_insn_slot_near(void *addr)
{
	struct kprobe_insn_cache *c = &kprobe_insn_slots;
	struct list_head *home;
	void *slot = NULL;

	lockdep_assert_held(&text_mutex);

	mutex_lock(&kprobe_gc_mutex);
	home = find_region((unsigned long)addr);
	if (home)
		slot = get_slot(c, home, (unsigned long)addr);
	if (!slot)
		slot = get_slot(c, &c->pages, 0);
	mutex_unlock(&kprobe_gc_mutex);
	return slot;
}
#endif

/* With a delay, leaves work that is queued already as it is. */
static void kick_collector(unsigned long delay)
{
	if (delay)
		queue_delayed_work(system_unbound_wq, &kprobe_gc_work, delay);
	else
		mod_delayed_work(system_unbound_wq, &kprobe_gc_work, 0);
}

/**
 * __free_insn_slot() - Give an instruction slot back
 * @c: the cache that it came from
 * @slot: the slot; NULL is no slot
 * @dirty: non-zero if a program counter outside the handler could ever have
 *         pointed into it
 *
 * A clean slot can be handed out again at once, a dirty one after a grace
 * period, which this does not wait for.
 *
 * Context: May sleep.  No CPU may be in a handler that still uses the slot.
 */
void __free_insn_slot(struct kprobe_insn_cache *c, kprobe_opcode_t *slot,
		      int dirty)
{
	struct kprobe_slot_page *kip;
	unsigned long offset;
	unsigned int i;

	mutex_lock(&kprobe_gc_mutex);
	kip = find_page((unsigned long)slot);
	if (WARN_ON(!kip || kip->cache != c))
		goto out;

	offset = offset_in_page(slot);
	i = offset / slot_bytes(c);
	if (WARN_ON(offset % slot_bytes(c) || i >= kip->nr_slots ||
		    kip->slots[i].state != SLOT_USED))
		goto out;

	gc_stats.slots_used--;
	if (dirty && kprobe_gc_busted != KPROBE_GC_CLEAN) {
		kip->slots[i].state = SLOT_DIRTY;
		gc_stats.slots_dirty++;
	} else {
		put_slot(kip, i, SLOT_STALE);
	}
	kip->nr_todo++;
	if (list_empty(&kip->gc_node))
		list_add_tail(&kip->gc_node, &kprobe_gc_pages);

	kick_collector(gc_stats.slots_dirty > KPROBE_GC_LIMIT ?
		       0 : KPROBE_GC_DELAY);
out:
	mutex_unlock(&kprobe_gc_mutex);
}

/**
 * kprobe_gc_throttle() - Wait a little if there is very much garbage
 *
 * Description: Who places and removes probes by the thousand, and never sleeps, is
 * faster than any grace period, and holds it up besides.
 *
 * Context: May sleep.  Since the caller may hold a lock that an exiting task waits
 * for, which the collector waits for, it does not insist.
 */
void kprobe_gc_throttle(void)
{
	if (READ_ONCE(gc_stats.slots_dirty) > KPROBE_GC_MOST)
		wait_event_killable_timeout(kprobe_gc_wait,
					    READ_ONCE(gc_stats.slots_dirty) <= KPROBE_GC_MOST,
					    KPROBE_GC_PATIENCE);
}

#ifdef CONFIG_OPTPROBES
/**
 * kprobe_gc_free_optimized() - Free an aggregator when nobody can use it
 * @op: an aggregator that is off all lists and out of the hash table
 *
 * A detour holds the address of its aggregator as an immediate operand.  A
 * task that was preempted before it called the handler will still use it, so
 * that it has to live as long as the detour's slot.
 *
 * Context: May sleep.
 */
void kprobe_gc_free_optimized(struct optimized_kprobe *op)
{
	mutex_lock(&kprobe_gc_mutex);
	list_add(&op->list, &kprobe_gc_optimized);
	kick_collector(KPROBE_GC_DELAY);
	mutex_unlock(&kprobe_gc_mutex);
}

static void free_optimized(struct list_head *list)
{
	struct optimized_kprobe *op, *tmp;

	list_for_each_entry_safe(op, tmp, list, list)
		kfree(op);
}
#else
static void free_optimized(struct list_head *list)
{
}
#endif

/**
 * __is_insn_slot_addr() - Is this address in a page of slots?
 * @c: the cache to look in
 * @addr: the address
 *
 * Context: Any in which RCU is watching.
 * Return: true if it is.
 */
bool __is_insn_slot_addr(struct kprobe_insn_cache *c, unsigned long addr)
{
	struct kprobe_slot_page *kip;
	bool ret;

	rcu_read_lock();
	kip = find_page(addr);
	ret = kip && kip->cache == c;
	rcu_read_unlock();

	return ret;
}

/**
 * kprobe_slot_set_origin() - Say which instruction a slot is for
 * @slot: the slot
 * @addr: address of the displaced instruction
 * @len: its length in bytes; 0 if the slot is not a plain copy of it
 *
 * Context: May sleep.
 */
void kprobe_slot_set_origin(void *slot, void *addr, unsigned int len)
{
	struct kprobe_slot_page *kip;
	struct kprobe_slot *s;

	mutex_lock(&kprobe_gc_mutex);
	kip = find_page((unsigned long)slot);
	if (!WARN_ON(!kip)) {
		s = &kip->slots[offset_in_page(slot) / slot_bytes(kip->cache)];
		s->len = len;
		WRITE_ONCE(s->origin, (unsigned long)addr);
	}
	mutex_unlock(&kprobe_gc_mutex);
}

/* Under RCU; NULL if @ip is in no slot */
static struct kprobe_slot *find_slot(unsigned long ip, unsigned int *offset)
{
	struct kprobe_slot_page *kip = find_page(ip);
	unsigned int i;

	if (!kip)
		return NULL;
	i = offset_in_page(ip) / slot_bytes(kip->cache);
	*offset = offset_in_page(ip) % slot_bytes(kip->cache);
	return i < kip->nr_slots ? &kip->slots[i] : NULL;
}

static bool slot_in_use(const struct kprobe_slot *s)
{
	u8 state = READ_ONCE(s->state);

	return state != SLOT_FREE && state != SLOT_STALE;
}

static unsigned long slot_origin(unsigned long ip, bool own_stack)
{
	unsigned long origin = 0;
	struct kprobe_slot *s;
	unsigned int offset;

	rcu_read_lock();
	s = find_slot(ip, &offset);
	if (s && slot_in_use(s) &&
	    (!own_stack || (s->len && arch_kprobe_slot_own_stack(offset)))) {
		origin = READ_ONCE(s->origin);
		if (origin && s->len && arch_kprobe_slot_copy_offset(offset))
			origin += s->len;
	}
	rcu_read_unlock();

	return origin;
}

/**
 * kprobe_slot_origin() - Lead a program counter in a slot back
 * @ip: the program counter
 *
 * Context: Any in which RCU is watching.
 * Return: the address at which the probed code would be without the probe, of
 *	   the instruction or of the next one; 0 if @ip is in no slot.
 */
unsigned long kprobe_slot_origin(unsigned long ip)
{
	return slot_origin(ip, false);
}
EXPORT_SYMBOL_GPL(kprobe_slot_origin);

/**
 * kprobe_slot_unwind_ip() - Where would the stack look the same as at @ip?
 * @ip: a program counter
 *
 * A copied instruction that is run outside the handler uses the stack as the
 * original one does.
 *
 * Context: Any in which RCU is watching.
 * Return: an original address for which unwind information exists, or 0 if @ip
 *	   is not in such a copy.
 */
unsigned long kprobe_slot_unwind_ip(unsigned long ip)
{
	return slot_origin(ip, true);
}
EXPORT_SYMBOL_GPL(kprobe_slot_unwind_ip);

int kprobe_cache_get_kallsym(struct kprobe_insn_cache *c, unsigned int *symnum,
			     unsigned long *value, char *type, char *sym)
{
	struct kprobe_slot_page *kip;
	unsigned long index;
	int ret = -ERANGE;

	rcu_read_lock();
	xa_for_each(&kprobe_slot_pages, index, kip) {
		if (kip->cache != c || (*symnum)--)
			continue;
		strscpy(sym, c->sym, KSYM_NAME_LEN);
		*type = 't';
		*value = (unsigned long)kip->insns;
		ret = 0;
		break;
	}
	rcu_read_unlock();

	return ret;
}

/**
 * kprobe_gc_synchronize() - Wait until nobody is where he was
 *
 * Description: After it no program counter is at, and none will return to, a place outside
 * an exception handler that was made unreachable before.  The head of this
 * file says why.
 *
 * Context: Sleeps.  No lock may be held that an exiting task could wait for,
 * kprobe_mutex, text_mutex and the CPU hotplug lock above all.
 */
void kprobe_gc_synchronize(void)
{
	synchronize_rcu_tasks_rude();
	synchronize_rcu_tasks();
}

/* The grace period of a batch, unless it is broken on purpose. */
static void wait_for_visitors(void)
{
	switch (kprobe_gc_busted) {
	case KPROBE_GC_NOWAIT:
		break;
	case KPROBE_GC_RCU:
		synchronize_rcu();
		break;
	case KPROBE_GC_TASKS:
		synchronize_rcu_tasks();
		break;
	case KPROBE_GC_RUDE:
		synchronize_rcu_tasks_rude();
		break;
	case KPROBE_GC_LOCKED:
		mutex_lock(&kprobe_gc_mutex);
		kprobe_gc_synchronize();
		mutex_unlock(&kprobe_gc_mutex);
		break;
	default:
		kprobe_gc_synchronize();
	}
}

/**
 * kprobe_synchronize_handlers() - Wait until no handler uses what was removed
 *
 * Description: Handlers, and whoever looks a probe up, do it with preemption
 * disabled.  Who removes a probe waits here, one after the other if he removes
 * many, each for some ticks if the grace period were a normal one.  The
 * breakpoint has just been taken out of the text, for which every CPU was
 * interrupted or stopped.  Being interrupted once more, and only if it is not
 * idle, is what an expedited grace period costs it
 * (Documentation/RCU/Design/Expedited-Grace-Periods/
 * Expedited-Grace-Periods.rst).  rcupdate.rcu_normal=1 makes it a normal one.
 *
 * Context: Sleeps.
 */
void kprobe_synchronize_handlers(void)
{
	synchronize_rcu_expedited();
}

/* A probe that is out of the table but may still be in use */
struct kprobe_deferred {
	struct llist_node node;
	struct kprobe *probe;
};

static LLIST_HEAD(kprobe_deferred);

/*
 * Held by who waits for the handlers of such probes, so that nobody returns from
 * commit_kprobes() while another is about to finish what he had deferred.  Nobody
 * else takes it.
 */
static DEFINE_MUTEX(kprobe_deferred_mutex);

/**
 * unregister_kprobe_deferred() - Unregister a probe, and wait for nobody
 * @p: the probe
 *
 * Description: For who removes many probes at different places of his program.
 * When it returns, the breakpoint is gone, unless others have probes at the
 * address, but handlers that run on other CPUs may still use the probe. Only after
 * commit_kprobes() has been called and has returned 0 may the probe be freed or
 * registered again, or the module with its handlers be unloaded.
 *
 * Context: Process context, may sleep.  If there is no memory, it waits as
 * unregister_kprobe() does.
 */
void unregister_kprobe_deferred(struct kprobe *p)
{
	struct kprobe_deferred *d = kmalloc(sizeof(*d), GFP_KERNEL);

	if (kprobe_unregister_top(p) < 0) {
		p->addr = NULL;
		kfree(d);
	} else if (d) {
		d->probe = p;
		llist_add(&d->node, &kprobe_deferred);
	} else {
		kprobe_synchronize_handlers();
		kprobe_unregister_bottom(p);
	}
}
EXPORT_SYMBOL_GPL(unregister_kprobe_deferred);

/* Finish what was deferred before the call; -EINTR if killed. */
static int finish_deferred(void)
{
	struct kprobe_deferred *d, *next;
	struct llist_node *list;

	if (mutex_lock_killable(&kprobe_deferred_mutex))
		return -EINTR;
	list = llist_del_all(&kprobe_deferred);
	if (list && kprobe_gc_busted != KPROBE_GC_HANDLERS)
		kprobe_synchronize_handlers();
	llist_for_each_entry_safe(d, next, list, node) {
		kprobe_unregister_bottom(d->probe);
		kfree(d);
	}
	mutex_unlock(&kprobe_deferred_mutex);
	return 0;
}

/* Start a batch: after this, DIRTY slots belong to the next one. */
static bool start_batch(struct list_head *pages, struct list_head *optimized)
{
	struct kprobe_slot_page *kip;
	bool wait;
	int i;

	mutex_lock(&kprobe_gc_mutex);
	list_splice_init(&kprobe_gc_pages, pages);
	list_splice_init(&kprobe_gc_optimized, optimized);
	wait = gc_stats.slots_dirty || !list_empty(optimized);
	list_for_each_entry(kip, pages, gc_node)
		for (i = 0; i < kip->nr_slots; i++)
			if (kip->slots[i].state == SLOT_DIRTY)
				kip->slots[i].state = SLOT_WAITING;
	mutex_unlock(&kprobe_gc_mutex);

	return wait;
}

/*
 * One page with a free slot has to stay, so that a probe that comes and goes
 * does not need a new page each time.
 */
static bool can_release(struct kprobe_slot_page *kip)
{
	struct kprobe_slot_page *other;

	if (kip->nr_free < kip->nr_slots)
		return false;
	list_for_each_entry(other, kip->home, list) {
		if (other == kip)
			continue;
		/* Pages without a free slot stand behind the others. */
		return other->nr_free;
	}
	return false;
}

/*
 * Poison the slots of a page that nobody can be in.  Return true if the page
 * is to be released.
 */
static bool reclaim_page(struct kprobe_slot_page *kip)
{
	bool release;
	int i;

	mutex_lock(&text_mutex);
	mutex_lock(&kprobe_gc_mutex);
	for (i = 0; i < kip->nr_slots; i++) {
		struct kprobe_slot *s = &kip->slots[i];

		if (s->state != SLOT_WAITING && s->state != SLOT_STALE)
			continue;
		arch_kprobe_slot_poison(slot_address(kip, i),
					slot_bytes(kip->cache));
		kip->nr_todo--;
		if (s->state == SLOT_WAITING) {
			gc_stats.slots_dirty--;
			gc_stats.slots_reclaimed++;
			put_slot(kip, i, SLOT_FREE);
		} else {
			s->state = SLOT_FREE;
		}
	}
	list_del_init(&kip->gc_node);
	if (kip->nr_todo)
		list_add_tail(&kip->gc_node, &kprobe_gc_pages);

	release = can_release(kip);
	if (release) {
		list_del(&kip->list);
		xa_erase(&kprobe_slot_pages,
			 (unsigned long)kip->insns >> PAGE_SHIFT);
		gc_stats.slot_pages--;
		gc_stats.slots_free -= kip->nr_slots;
	}
	mutex_unlock(&kprobe_gc_mutex);
	mutex_unlock(&text_mutex);

	return release;
}

static void release_page_list(struct list_head *pages)
{
	struct kprobe_slot_page *kip, *tmp;

	if (list_empty(pages))
		return;

	/* Somebody may be looking up an address in them. */
	synchronize_rcu();

	list_for_each_entry_safe(kip, tmp, pages, list) {
		perf_event_ksymbol(PERF_RECORD_KSYMBOL_TYPE_OOL,
				   (unsigned long)kip->insns, PAGE_SIZE, true,
				   kip->cache->sym);
		kip->cache->free(kip->insns);
		kfree(kip);
	}
}

static void kprobe_gc_work_fn(struct work_struct *work)
{
	struct kprobe_slot_page *kip, *tmp;
	LIST_HEAD(optimized);
	LIST_HEAD(released);
	unsigned long batch;
	LIST_HEAD(pages);
	bool flush, wait;

	lock_map_acquire(&kprobe_gc_map);

	mutex_lock(&kprobe_gc_mutex);
	batch = ++kprobe_gc_started;
	flush = kprobe_gc_flush_optimizer;
	kprobe_gc_flush_optimizer = false;
	mutex_unlock(&kprobe_gc_mutex);

	/* Un-optimising gives slots back: first this, then the batch. */
	if (flush)
		wait_for_kprobe_optimizer();

	wait = start_batch(&pages, &optimized);
	if (wait)
		wait_for_visitors();

	list_for_each_entry_safe(kip, tmp, &pages, gc_node)
		if (reclaim_page(kip))
			list_add(&kip->list, &released);
	free_optimized(&optimized);
	release_page_list(&released);

	mutex_lock(&kprobe_gc_mutex);
	if (wait)
		gc_stats.grace_periods++;
	kprobe_gc_done = batch;
	mutex_unlock(&kprobe_gc_mutex);

	lock_map_release(&kprobe_gc_map);
	wake_up_all(&kprobe_gc_wait);
}

/**
 * commit_kprobes() - Wait until what was removed is gone
 *
 * Description: Sleeps until every slot that was dirty when it was called has been
 * reclaimed, and every optimisation or un-optimisation that was queued has
 * been carried out.  Callers at the same time share one grace period.  Only who
 * has called unregister_kprobe_deferred() needs it: the collector runs by itself
 * some time after a slot was given back.
 *
 * Context: Process context, may sleep for as long as some task does not switch
 * context voluntarily.  Not from a probe handler, not within an RCU read-side
 * section, not with a lock held that kprobes takes: text_mutex or the CPU
 * hotplug lock.
 * Return: 0, -EINTR if the caller was killed while it waited, or -EDEADLK with
 *	   a warning if the caller must not sleep.
 */
int commit_kprobes(void)
{
	unsigned long batch;

	if (WARN_ONCE(in_interrupt() || irqs_disabled() || rcu_preempt_depth() ||
		      (IS_ENABLED(CONFIG_PREEMPT_COUNT) && preempt_count()),
		      "%s() called where it cannot sleep\n", __func__))
		return -EDEADLK;

	might_sleep();
	lock_map_acquire(&kprobe_gc_map);
	lock_map_release(&kprobe_gc_map);

	/* It gives slots back: first this, then the batch. */
	if (finish_deferred())
		return -EINTR;

	mutex_lock(&kprobe_gc_mutex);
	batch = kprobe_gc_started + 1;
	kprobe_gc_flush_optimizer = true;
	gc_stats.commits++;
	kick_collector(0);
	mutex_unlock(&kprobe_gc_mutex);

	if (wait_event_killable(kprobe_gc_wait,
				(long)(READ_ONCE(kprobe_gc_done) - batch) >= 0))
		return -EINTR;
	return 0;
}
EXPORT_SYMBOL_GPL(commit_kprobes);

/**
 * kprobe_gc_stats() - Read the collector's figures
 * @stats: where to put them
 *
 * Context: May sleep.
 */
void kprobe_gc_stats(struct kprobe_gc_stats *stats)
{
	mutex_lock(&kprobe_gc_mutex);
	*stats = gc_stats;
	mutex_unlock(&kprobe_gc_mutex);
}
EXPORT_SYMBOL_GPL(kprobe_gc_stats);

/* An oops in a slot names the instruction that the slot is for. */
static int kprobe_gc_die(struct notifier_block *nb, unsigned long val,
			 void *data)
{
	struct die_args *args = data;
	struct kprobe_slot *s;
	unsigned int offset;
	unsigned long ip;

	if (val != DIE_OOPS || !args->regs || user_mode(args->regs))
		return NOTIFY_DONE;

	ip = instruction_pointer(args->regs);
	rcu_read_lock();
	s = find_slot(ip, &offset);
	if (s && slot_in_use(s))
		pr_emerg("the program counter is in a slot, for %pS\n",
			 (void *)kprobe_slot_origin(ip));
	else if (s)
		pr_emerg("the program counter is in a slot that was for %pS\n",
			 (void *)READ_ONCE(s->origin));
	rcu_read_unlock();
	return NOTIFY_DONE;
}

static struct notifier_block kprobe_gc_die_nb = {
	.notifier_call = kprobe_gc_die,
};

static int __init kprobe_gc_init(void)
{
	return register_die_notifier(&kprobe_gc_die_nb);
}
early_initcall(kprobe_gc_init);

#ifdef CONFIG_DEBUG_FS
static const char * const kprobe_slot_state_name[] = {
	[SLOT_USED]	= "used",
	[SLOT_DIRTY]	= "dirty",
	[SLOT_WAITING]	= "dirty",
};

static int kprobe_slots_show(struct seq_file *m, void *v)
{
	bool show = kallsyms_show_value(m->file->f_cred);
	struct kprobe_slot_page *kip;
	unsigned long index, start;
	size_t bytes;
	int i;

	mutex_lock(&kprobe_gc_mutex);
	xa_for_each(&kprobe_slot_pages, index, kip) {
		bytes = slot_bytes(kip->cache);
		for (i = 0; i < kip->nr_slots; i++) {
			struct kprobe_slot *s = &kip->slots[i];

			if (s->state == SLOT_FREE || s->state == SLOT_STALE)
				continue;
			start = show ? (unsigned long)slot_address(kip, i) : 0;
			seq_printf(m, "%016lx-%016lx  %s  %016lx  %pS\n",
				   start, show ? start + bytes : 0,
				   kprobe_slot_state_name[s->state],
				   show ? s->origin : 0, (void *)s->origin);
		}
	}
	mutex_unlock(&kprobe_gc_mutex);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(kprobe_slots);

static ssize_t kprobe_commit_write(struct file *file, const char __user *buf,
				   size_t count, loff_t *ppos)
{
	return commit_kprobes() ?: count;
}

static const struct file_operations kprobe_commit_fops = {
	.open = simple_open,
	.write = kprobe_commit_write,
	.llseek = no_llseek,
};

static int __init kprobe_gc_debugfs_init(void)
{
	struct dentry *dir = debugfs_lookup("kprobes", NULL);

	debugfs_create_file("slots", 0400, dir, NULL, &kprobe_slots_fops);
	debugfs_create_file("commit", 0200, dir, NULL, &kprobe_commit_fops);
	dput(dir);
	return 0;
}
late_initcall_sync(kprobe_gc_debugfs_init);
#endif /* CONFIG_DEBUG_FS */
