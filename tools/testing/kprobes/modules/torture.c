// SPDX-License-Identifier: GPL-2.0
/*
 * kb_torture: hit, place and remove probes from everywhere at once.
 *
 * The harness loads it in a guest with several CPUs; loading takes @seconds and
 * leaves KTAP lines and counters in debugfs kb_torture/results.  A case that
 * finds nothing to complain about must have had something to look at: the
 * counters of what was exercised are cases as well.
 *
 * What it is made for: a task loses the CPU with its PC in a slot, and while it
 * waits the probe is removed and its slot collected.  So hitters spend nearly
 * all their time in probe hits, several of them to a CPU at the lowest priority;
 * a realtime thread takes that CPU away from them for many milliseconds at a
 * time; meanwhile churners remove the probes and commit.  On a kernel whose
 * collector does not wait, that must end in a crash.
 *
 * The churners sleep while they wait for a grace period, so they must never be
 * the only ones to run the probed functions: hitters, interrupt, NMI, softirq and
 * workqueue do that all the time.  Once a second the hitters rest, and leave it to
 * the idle tasks.
 *
 * One CPU, if there are several, is the keeper: the probed functions are never
 * run there.  It keeps QEMU's multi-threaded TCG honest, see retranslate().
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/kprobes_gc.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/prandom.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>
#include <trace/events/power.h>
#include <uapi/linux/sched/types.h>

#include <asm/irq_regs.h>

#include "kb_common.h"
#include "kb_nmi.h"

static unsigned int seconds = 180;
module_param(seconds, uint, 0444);
MODULE_PARM_DESC(seconds, "how long to run (180)");

static unsigned int threads = 4;
module_param(threads, uint, 0444);
MODULE_PARM_DESC(threads, "churners: threads that place and remove probes (4)");

static unsigned int hitters = 4;
module_param(hitters, uint, 0444);
MODULE_PARM_DESC(hitters, "hitters on each CPU (4)");

static unsigned int committers = 2;
module_param(committers, uint, 0444);
MODULE_PARM_DESC(committers, "threads that do nothing but commit_kprobes() (2)");

static unsigned int seed = 1;
module_param(seed, uint, 0444);
MODULE_PARM_DESC(seed, "of the random choices (1)");

static bool alone = true;
module_param(alone, bool, 0444);
MODULE_PARM_DESC(alone, "nobody else places probes, so that slots can be counted (Y)");

static unsigned int bulk;
module_param(bulk, uint, 0444);
MODULE_PARM_DESC(bulk, "probes that one more churner places and removes at once, up to 1024 (0)");

static unsigned long reclaims;
module_param(reclaims, ulong, 0444);
MODULE_PARM_DESC(reclaims, "end when so many slots were reclaimed; fewer in time are a failure (0)");

static int hotplug = -1;
module_param(hotplug, int, 0444);
MODULE_PARM_DESC(hotplug, "a CPU that comes and goes meanwhile (-1: none)");

static bool failing;
module_param(failing, bool, 0444);
MODULE_PARM_DESC(failing, "allocations of churners may fail, by failslab and its like (N)");

/* Probes of one churner */
#define NR_PROBES	16

/* Arguments whose results are known */
#define NR_INPUTS	64

/* How often a churner runs a function it has just probed */
#define NR_OWN_CALLS	3

/* Pages of slots that an interrupt looks for */
#define NR_SLOT_PAGES	256

/* The function for the one with many: NR_BULK pieces of BULK_BYTES, see deep_insns.S */
#define NR_BULK		1024
#define BULK_BYTES	8
#define BULK_SCRATCH	16

/* How often a hitter runs it: once in so many rounds; the keeper: milliseconds */
#define BULK_ROUNDS	32
#define BULK_KEEP	32

/* How long hitters rest, once a second */
#define REST		(HZ / 16)

typedef u64 torture_fn(u64 input);

/* A function and what it returns unprobed */
struct torture_result {
	torture_fn *fn;
	u64 of[NR_INPUTS];
};

static struct torture_result results[KB_TORTURE_MAX_FUNCTIONS];
static unsigned int nr_results;

/* What was exercised, and what went wrong; any context counts. */
enum torture_counter {
	HITS,
	POST_HITS,
	NESTED_CALLS,
	REGISTRATIONS,
	REMOVALS,
	DISABLES,
	COMMITS,
	IRQ_CALLS,
	SOFTIRQ_CALLS,
	WORK_CALLS,
	NMI_CALLS,
	IDLE_CALLS,
	BOOSTED_PROBES,
	INTERRUPTED_IN_SLOT,
	PREEMPTED_IN_SLOT,
	WRONG_RESULTS,
	REGISTER_ERRORS,
	FAILED_ALLOCATIONS,
	ENABLE_ERRORS,
	COMMIT_ERRORS,
	LATE_HANDLERS,
	DISABLED_HANDLERS,
	LOST_HITS,
	LOST_POST_HITS,
	NR_COUNTERS,
};

static const char * const counter_names[NR_COUNTERS] = {
	[HITS]			= "hits",
	[POST_HITS]		= "post_hits",
	[NESTED_CALLS]		= "nested_calls",
	[REGISTRATIONS]		= "registrations",
	[REMOVALS]		= "removals",
	[DISABLES]		= "disables",
	[COMMITS]		= "commits",
	[IRQ_CALLS]		= "irq_calls",
	[SOFTIRQ_CALLS]		= "softirq_calls",
	[WORK_CALLS]		= "work_calls",
	[NMI_CALLS]		= "nmi_calls",
	[IDLE_CALLS]		= "idle_calls",
	[BOOSTED_PROBES]	= "boosted_probes",
	[INTERRUPTED_IN_SLOT]	= "interrupted_in_slot",
	[PREEMPTED_IN_SLOT]	= "preempted_in_slot",
	[WRONG_RESULTS]		= "wrong_results",
	[REGISTER_ERRORS]	= "register_errors",
	[FAILED_ALLOCATIONS]	= "failed_allocations",
	[ENABLE_ERRORS]		= "enable_errors",
	[COMMIT_ERRORS]		= "commit_errors",
	[LATE_HANDLERS]		= "late_handlers",
	[DISABLED_HANDLERS]	= "disabled_handlers",
	[LOST_HITS]		= "lost_hits",
	[LOST_POST_HITS]	= "lost_post_hits",
};

static DEFINE_PER_CPU(unsigned long [NR_COUNTERS], counters);

static __always_inline void count(enum torture_counter what)
{
	this_cpu_inc(counters[what]);
}

static unsigned long total(enum torture_counter what)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += per_cpu(counters[what], cpu);
	return sum;
}

/**
 * struct torture_probe - a probe of a churner
 * @p: the probe
 * @live: cleared when its removal has returned
 * @nest: whether the pre_handler runs probed functions itself
 * @edges: how often handlers began or ceased to be called
 * @hits: calls of the pre_handler
 * @post_hits: calls of the post_handler
 */
struct torture_probe {
	struct kprobe p;
	bool live;
	bool nest;
	unsigned int edges;
	atomic_long_t hits;
	atomic_long_t post_hits;
};

/**
 * struct churner - a thread that places and removes probes
 * @rnd: its random choices
 * @probes: its probes
 * @batch: those in use, in the form that register_kprobes() takes
 * @max: how many there are
 * @nr: how many are in use
 */
struct churner {
	struct rnd_state rnd;
	struct torture_probe *probes;
	struct kprobe **batch;
	unsigned int max;
	unsigned int nr;
};

/**
 * struct disturber - what takes one CPU away from its hitters
 * @timer: fires within whatever the CPU does, and wakes @task
 * @task: a realtime thread that then spins
 * @tasklet: runs the functions in softirq context
 * @work: runs them in a workqueue
 * @rnd: its random choices
 * @input: next argument in interrupt context
 * @next: the CPU that is to have an NMI
 */
struct disturber {
	struct hrtimer timer;
	struct task_struct *task;
	struct tasklet_struct tasklet;
	struct work_struct work;
	struct rnd_state rnd;
	unsigned int input;
	int next;
};

static DEFINE_PER_CPU(struct disturber, disturbers);

/* Where the probed functions are run */
static struct cpumask hit_mask, *hit_cpus = &hit_mask;

/* Pages in which slots were seen; entries are only added. */
static unsigned long slot_pages[NR_SLOT_PAGES];
static DEFINE_SPINLOCK(slot_pages_lock);

static struct kprobe_gc_stats stats_before, stats_after;
static int last_commit;
static struct dentry *torture_dir;

static u32 below(struct rnd_state *rnd, u32 limit)
{
	return prandom_u32_state(rnd) % limit;
}

/* ---- the probed functions ---- */

/* Called before there are probes. */
static void __init learn_results(void)
{
	const struct kb_torture_point *point;
	struct torture_result *r;
	unsigned int i;

	for (point = kb_torture_points; point < kb_torture_points_end; point++) {
		for (r = results; r < results + nr_results; r++)
			if (r->fn == point->fn)
				break;
		if (r < results + nr_results || WARN_ON(nr_results == ARRAY_SIZE(results)))
			continue;
		r->fn = point->fn;
		for (i = 0; i < NR_INPUTS; i++)
			r->of[i] = r->fn(i);
		nr_results++;
	}
}

static void check_one(const struct torture_result *r, unsigned int input)
{
	if (r->fn(input) != r->of[input])
		count(WRONG_RESULTS);
}

static void check_all(unsigned int input)
{
	unsigned int i;

	for (i = 0; i < nr_results; i++)
		check_one(&results[i], input % NR_INPUTS);
}

static void check_some(unsigned int input)
{
	check_one(&results[input % nr_results], input / nr_results % NR_INPUTS);
}

static void check_fn(torture_fn *fn, unsigned int input)
{
	unsigned int i;

	for (i = 0; i < nr_results; i++)
		if (results[i].fn == fn)
			check_one(&results[i], input % NR_INPUTS);
}

static void *bulk_point(unsigned int i)
{
	/* Of a Thumb function the address is odd. */
	return (void *)ALIGN_DOWN((unsigned long)kb_torture_bulk, KB_INSN_ALIGN) + i * BULK_BYTES;
}

static void run_bulk(void)
{
	u8 scratch[BULK_SCRATCH];

	kb_torture_bulk(scratch);
}

/* ---- the emulator ---- */

/* A writable mapping of the word that each probe point is in, the many last */
static atomic_t **aliases;
static unsigned int nr_aliases, nr_point_aliases;

/*
 * QEMU (7.2, multi-threaded TCG) can end up with the translation of code that was
 * patched while it was being translated, and keeps it until somebody writes
 * there.  A CPU then meets a breakpoint that has long been removed, over and
 * over, since the kernel sends it back to the instruction; when that happens with
 * interrupts off, whoever waits for this CPU waits for ever.  Or it misses a
 * breakpoint that is there.  No real CPU does that after text_poke_sync().
 *
 * A write that changes nothing makes the emulator translate anew.  The keeper
 * does it all the time, and a churner when it is to find what it has just placed.
 */
static void retranslate(void)
{
	unsigned int i;

	for (i = 0; i < nr_point_aliases; i++)
		atomic_or(0, aliases[i]);
}

/* Likewise for the many, which nobody runs with interrupts off. */
static void retranslate_bulk(void)
{
	unsigned int i;

	for (i = nr_point_aliases; i < nr_aliases; i++)
		atomic_or(0, aliases[i]);
}

static void unmap_points(void)
{
	unsigned int i;

	for (i = 0; i < nr_aliases; i++)
		vunmap((void *)((unsigned long)aliases[i] & PAGE_MASK));
	kfree(aliases);
}

static int __init map_point(void *point)
{
	struct page *page = vmalloc_to_page(point);
	void *alias = page ? vmap(&page, 1, VM_MAP, PAGE_KERNEL) : NULL;

	if (!alias)
		return -ENOMEM;
	aliases[nr_aliases++] = alias + round_down(offset_in_page(point), sizeof(atomic_t));
	return 0;
}

static int __init map_points(void)
{
	unsigned int i, nr = kb_torture_points_end - kb_torture_points;
	int err = 0;

	aliases = kcalloc(nr + bulk, sizeof(*aliases), GFP_KERNEL);
	if (!aliases)
		return -ENOMEM;
	for (i = 0; i < nr && !err; i++)
		err = map_point(kb_torture_points[i].probe);
	nr_point_aliases = nr_aliases;
	for (i = 0; i < bulk && !err; i++)
		err = map_point(bulk_point(i));
	if (err)
		unmap_points();
	return err;
}

static struct hrtimer keeper_timer;

static enum hrtimer_restart keep(struct hrtimer *timer)
{
	static unsigned int n;

	retranslate();
	if (!(++n % BULK_KEEP))
		retranslate_bulk();
	hrtimer_forward_now(timer, NSEC_PER_MSEC);
	return HRTIMER_RESTART;
}

/* The only CPU is its own keeper: it cannot patch while it translates. */
static bool is_keeper(int cpu)
{
	return num_online_cpus() > 1 && cpu == cpumask_first(cpu_online_mask);
}

static long start_keeper(void *unused)
{
	hrtimer_start(&keeper_timer, NSEC_PER_MSEC, HRTIMER_MODE_REL_PINNED);
	return 0;
}

/* ---- handlers ---- */

/* The CPU is in a function that a handler has called. */
static DEFINE_PER_CPU(bool, nested);

static int torture_pre(struct kprobe *p, struct pt_regs *regs)
{
	struct torture_probe *tp = container_of(p, struct torture_probe, p);

	count(HITS);
	atomic_long_inc(&tp->hits);
	if (!READ_ONCE(tp->live))
		count(LATE_HANDLERS);
	if (tp->nest) {
		count(NESTED_CALLS);
		__this_cpu_write(nested, true);
		check_one(&results[0], atomic_long_read(&tp->hits) % NR_INPUTS);
		__this_cpu_write(nested, false);
	}
	return 0;
}

NOKPROBE_SYMBOL(torture_pre);

static void torture_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	struct torture_probe *tp = container_of(p, struct torture_probe, p);

	count(POST_HITS);
	atomic_long_inc(&tp->post_hits);
	if (!READ_ONCE(tp->live))
		count(LATE_HANDLERS);
}

NOKPROBE_SYMBOL(torture_post);

/* ---- who hits ---- */

static int hitter_thread(void *unused)
{
	unsigned int input = 0;

	while (!kthread_should_stop()) {
		if (jiffies % HZ < REST)
			schedule_timeout_idle(REST);
		check_all(input++);
		if (bulk && !(input % BULK_ROUNDS))
			run_bulk();
		/* Let the grace period of tasks RCU end. */
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

static void disturber_tasklet(struct tasklet_struct *tasklet)
{
	struct disturber *d = container_of(tasklet, struct disturber, tasklet);

	check_some(READ_ONCE(d->input));
	count(SOFTIRQ_CALLS);
}

static void disturber_work(struct work_struct *work)
{
	struct disturber *d = container_of(work, struct disturber, work);

	check_some(READ_ONCE(d->input));
	count(WORK_CALLS);
}

/* Called by the idle task, which RCU still watches then. */
static void idle_probe(void *unused, unsigned int state, unsigned int cpu)
{
	if (!cpumask_test_cpu(cpu, hit_cpus))
		return;
	check_some(READ_ONCE(per_cpu(disturbers, cpu).input));
	count(IDLE_CALLS);
}

/*
 * The kernel keeps one probe aside for a hit within a hit, and has no place for a
 * second one: while a nested hit is stepped, a further one is the end.
 */
static void call_in_nmi(void)
{
	if (__this_cpu_read(nested))
		return;
	check_some(READ_ONCE(this_cpu_ptr(&disturbers)->input));
	count(NMI_CALLS);
}

static bool is_in_slot(unsigned long ip)
{
	unsigned long page;
	unsigned int i;

	for (i = 0; i < NR_SLOT_PAGES; i++) {
		page = READ_ONCE(slot_pages[i]);
		if (!page)
			return false;
		if (page == (ip & PAGE_MASK))
			return true;
	}
	return false;
}

/*
 * Runs on top of whatever the CPU was doing.  When that was in a slot with
 * preemption enabled, it loses the CPU there, to the thread that is woken here.
 */
static enum hrtimer_restart disturber_timer(struct hrtimer *timer)
{
	struct disturber *d = container_of(timer, struct disturber, timer);
	struct pt_regs *regs = get_irq_regs();

	if (regs && !user_mode(regs) && is_in_slot(instruction_pointer(regs))) {
		count(INTERRUPTED_IN_SLOT);
		/* What is left is the hard interrupt that we are in. */
		if (preempt_count() == HARDIRQ_OFFSET && !is_idle_task(current))
			count(PREEMPTED_IN_SLOT);
	}
	check_some(++d->input);
	count(IRQ_CALLS);
	tasklet_schedule(&d->tasklet);
	schedule_work_on(smp_processor_id(), &d->work);
	wake_up_process(d->task);
	return HRTIMER_NORESTART;
}

/*
 * Mostly a short time, now and then longer than it takes to remove a batch of
 * probes, which is some RCU grace periods.
 */
static unsigned int busy_us(struct rnd_state *rnd)
{
	return below(rnd, 8) ? below(rnd, 2000) : 20000 + below(rnd, 60000);
}

static int disturber_thread(void *data)
{
	struct disturber *d = data;
	s64 busy_ns = 0;
	ktime_t end;

	for (;;) {
		set_current_state(TASK_IDLE);
		if (kthread_should_stop())
			break;
		/* Leave the others at least half of the CPU, however slow it is. */
		busy_ns += 200000 + below(&d->rnd, 10000000);
		hrtimer_start(&d->timer, ns_to_ktime(busy_ns), HRTIMER_MODE_REL_PINNED);
		schedule();
		busy_ns = NSEC_PER_USEC * busy_us(&d->rnd);
		end = ktime_add_ns(ktime_get(), busy_ns);
		while (ktime_before(ktime_get(), end))
			cpu_relax();
		kb_nmi_run(d->next, call_in_nmi);
	}
	__set_current_state(TASK_RUNNING);
	hrtimer_cancel(&d->timer);
	return 0;
}

/* ---- who places and removes ---- */

/* Remember the page of a probe's slot, for is_in_slot(). */
static void note_slot(struct kprobe *p)
{
	unsigned long page = kb_slot(p) & PAGE_MASK;
	unsigned int i;

	if (!page)
		return;
	spin_lock(&slot_pages_lock);
	for (i = 0; i < NR_SLOT_PAGES && slot_pages[i] != page; i++) {
		if (!slot_pages[i]) {
			WRITE_ONCE(slot_pages[i], page);
			break;
		}
	}
	spin_unlock(&slot_pages_lock);
}

static const struct kb_torture_point *point_of(struct kprobe *p)
{
	const struct kb_torture_point *point;

	for (point = kb_torture_points; point < kb_torture_points_end; point++)
		if (point->probe == p->addr)
			return point;
	return NULL;
}

static void prepare_probe(struct churner *c, unsigned int i, void *addr, bool post, bool nest)
{
	struct torture_probe *tp = &c->probes[i];

	memset(tp, 0, sizeof(*tp));
	tp->p.addr = addr;
	tp->p.pre_handler = torture_pre;
	if (post)
		tp->p.post_handler = torture_post;
	tp->nest = nest;
	tp->live = true;
	tp->edges = 1;
	c->batch[i] = &tp->p;
}

static void prepare_batch(struct churner *c)
{
	unsigned int points = kb_torture_points_end - kb_torture_points;
	/* One batch in four crowds a single address. */
	void *crowded = below(&c->rnd, 4) ? NULL : kb_torture_points[below(&c->rnd, points)].probe;
	/* One in three has only probes without post_handler. */
	bool post = below(&c->rnd, 3);
	unsigned int i;

	c->nr = 1 + below(&c->rnd, c->max);
	for (i = 0; i < c->nr; i++)
		prepare_probe(c, i, crowded ?: kb_torture_points[below(&c->rnd, points)].probe,
			      post && !below(&c->rnd, 3), !below(&c->rnd, 8));
}

static void prepare_bulk(struct churner *c)
{
	unsigned int i;

	c->nr = c->max;
	for (i = 0; i < c->nr; i++)
		prepare_probe(c, i, bulk_point(i), false, false);
}

static int place_batch(struct churner *c)
{
	unsigned int i;
	int err = 0;

	if (below(&c->rnd, 2)) {
		err = register_kprobes(c->batch, c->nr);
	} else {
		for (i = 0; i < c->nr; i++) {
			err = register_kprobe(c->batch[i]);
			if (err) {
				unregister_kprobes(c->batch, i);
				break;
			}
		}
	}
	if (err == -ENOMEM && failing) {
		count(FAILED_ALLOCATIONS);
		return err;
	}
	if (err) {
		pr_err("registering %u probes failed: %d\n", c->nr, err);
		count(REGISTER_ERRORS);
		return err;
	}
	for (i = 0; i < c->nr; i++) {
		count(REGISTRATIONS);
		note_slot(c->batch[i]);
		if (!strcmp(kb_mode(c->batch[i]), "boosted"))
			count(BOOSTED_PROBES);
	}
	return 0;
}

/* A probe that is there is hit, and its post_handler called. */
static void check_hits(struct torture_probe *tp, unsigned int input)
{
	long hits = atomic_long_read(&tp->hits), post_hits = atomic_long_read(&tp->post_hits);
	unsigned int i;

	retranslate();
	for (i = 0; i < NR_OWN_CALLS; i++)
		check_fn(point_of(&tp->p)->fn, input + i);
	if (atomic_long_read(&tp->hits) - hits < NR_OWN_CALLS)
		count(LOST_HITS);
	if (tp->p.post_handler && atomic_long_read(&tp->post_hits) - post_hits < NR_OWN_CALLS)
		count(LOST_POST_HITS);
}

/* A disabled probe is not hit, an enabled one is. */
static void check_disabling(struct torture_probe *tp, struct rnd_state *rnd)
{
	long hits;
	int err;

	err = disable_kprobe(&tp->p);
	if (err) {
		pr_err("disable_kprobe failed: %d\n", err);
		count(ENABLE_ERRORS);
		return;
	}
	count(DISABLES);
	tp->edges++;
	retranslate();
	/* Handlers under way are in an RCU section. */
	synchronize_rcu();
	hits = atomic_long_read(&tp->hits);
	check_fn(point_of(&tp->p)->fn, below(rnd, NR_INPUTS));
	if (below(rnd, 2))
		usleep_range(100, 2000);
	if (atomic_long_read(&tp->hits) != hits)
		count(DISABLED_HANDLERS);

	/* Sometimes it is removed while disabled. */
	if (!below(rnd, 3))
		return;
	err = enable_kprobe(&tp->p);
	if (err) {
		pr_err("enable_kprobe failed: %d\n", err);
		count(ENABLE_ERRORS);
		return;
	}
	tp->edges++;
	check_hits(tp, below(rnd, NR_INPUTS));
}

static void do_commit(void)
{
	int err = commit_kprobes();

	count(COMMITS);
	if (err) {
		pr_err("commit_kprobes failed: %d\n", err);
		count(COMMIT_ERRORS);
	}
}

static void not_live(struct churner *c)
{
	unsigned int i;

	for (i = 0; i < c->nr; i++)
		WRITE_ONCE(c->probes[i].live, false);
}

static void remove_batch(struct churner *c)
{
	unsigned int i;

	switch (below(&c->rnd, 3)) {
	case 0:
		unregister_kprobes(c->batch, c->nr);
		not_live(c);
		break;
	case 1:
		for (i = 0; i < c->nr; i++) {
			unregister_kprobe(c->batch[i]);
			WRITE_ONCE(c->probes[i].live, false);
		}
		break;
	default:
		for (i = 0; i < c->nr; i++)
			unregister_kprobe_deferred(c->batch[i]);
		do_commit();
		not_live(c);
	}
	for (i = 0; i < c->nr; i++)
		count(REMOVALS);
}

/*
 * Each CPU can be between the two handlers of a probe when they begin or cease
 * to be called; at all other times one call of the one means one of the other.
 */
static void check_post_hits(struct torture_probe *tp)
{
	long missing = atomic_long_read(&tp->hits) - atomic_long_read(&tp->post_hits);
	long allowed = (tp->edges + 1) * num_present_cpus();

	if (tp->p.post_handler && abs(missing) > allowed) {
		pr_err("%ld hits at %pS, but %ld of the post_handler\n",
		       atomic_long_read(&tp->hits), tp->p.addr,
		       atomic_long_read(&tp->post_hits));
		count(LOST_POST_HITS);
	}
}

/* Let the allocations of this thread fail as the harness has set it up. */
static void may_fail(void)
{
#ifdef CONFIG_FAULT_INJECTION
	current->make_it_fail = failing;
#endif
}

#ifdef CONFIG_FAULT_INJECTION
/* What vmalloc() has to say to a failure on purpose is not for the log. */
static void say_nothing(void)
{
}

static int warn_pre(struct kprobe *p, struct pt_regs *regs)
{
	if (!current->make_it_fail)
		return 0;
	kb_set_ip(regs, (unsigned long)say_nothing);
	return 1;
}

NOKPROBE_SYMBOL(warn_pre);

static struct kprobe warn_probe = { .symbol_name = "warn_alloc", .pre_handler = warn_pre };

static int __init start_failing(void)
{
	return failing ? register_kprobe(&warn_probe) : 0;
}

static void __init stop_failing(void)
{
	if (failing)
		unregister_kprobe(&warn_probe);
}
#else
static int __init start_failing(void)
{
	return failing ? -EOPNOTSUPP : 0;
}

static void __init stop_failing(void)
{
}
#endif

static int churner_thread(void *data)
{
	struct churner *c = data;
	unsigned int i;

	may_fail();
	while (!kthread_should_stop()) {
		prepare_batch(c);
		if (place_batch(c))
			continue;
		for (i = 0; i < c->nr; i++)
			check_hits(&c->probes[i], below(&c->rnd, NR_INPUTS));
		if (!below(&c->rnd, 4))
			check_disabling(&c->probes[below(&c->rnd, c->nr)], &c->rnd);
		usleep_range(500, 500 + below(&c->rnd, 10000));
		remove_batch(c);
		for (i = 0; i < c->nr; i++)
			check_post_hits(&c->probes[i]);
		if (!below(&c->rnd, 3))
			do_commit();
	}
	return 0;
}

/* For slots by the hundred; the collector comes to them by itself. */
static int bulk_thread(void *data)
{
	struct churner *c = data;
	unsigned int i, j;

	may_fail();
	while (!kthread_should_stop()) {
		prepare_bulk(c);
		if (place_batch(c))
			continue;
		for (i = 0; i < NR_OWN_CALLS; i++) {
			retranslate_bulk();
			run_bulk();
		}
		for (j = 0; j < c->nr; j++)
			if (atomic_long_read(&c->probes[j].hits) < NR_OWN_CALLS)
				count(LOST_HITS);
		remove_batch(c);
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

static int committer_thread(void *unused)
{
	while (!kthread_should_stop()) {
		do_commit();
		usleep_range(500, 5000);
	}
	return 0;
}

/* ---- running it ---- */

static struct task_struct **tasks;
static unsigned int nr_tasks;

/* The last one is for the bulk. */
static struct churner *churners;

/* @cpu < 0 lets the thread run anywhere but on the keeper. */
static int start_task(int (*fn)(void *), void *data, int cpu, const char *name)
{
	struct task_struct *task = kthread_create(fn, data, "kb_%s", name);

	if (IS_ERR(task))
		return PTR_ERR(task);
	if (cpu >= 0)
		kthread_bind(task, cpu);
	else
		set_cpus_allowed_ptr(task, hit_cpus);
	if (fn == hitter_thread)
		set_user_nice(task, MAX_NICE);
	/* One that oopsed must still be there to be stopped. */
	get_task_struct(task);
	tasks[nr_tasks++] = task;
	wake_up_process(task);
	return 0;
}

static void stop_tasks(void)
{
	unsigned int i;

	for (i = 0; i < nr_tasks; i++) {
		kthread_stop(tasks[i]);
		put_task_struct(tasks[i]);
	}
	nr_tasks = 0;
}

static int start_contexts(void)
{
	int err = kb_nmi_start();

	if (err)
		return err;
	err = register_trace_cpu_idle(idle_probe, NULL);
	if (err)
		kb_nmi_stop();
	return err;
}

static void stop_contexts(void)
{
	unregister_trace_cpu_idle(idle_probe, NULL);
	tracepoint_synchronize_unregister();
	kb_nmi_stop();
}

/* The next CPU that does not go, which can be this one. */
static int cpu_behind(int cpu)
{
	int next;

	for_each_cpu_wrap(next, hit_cpus, cpu + 1)
		if (next != hotplug)
			break;
	return next;
}

static int start_disturber(int cpu)
{
	struct disturber *d = per_cpu_ptr(&disturbers, cpu);
	struct task_struct *task;

	prandom_seed_state(&d->rnd, seed + 1000 + cpu);
	hrtimer_init(&d->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	d->timer.function = disturber_timer;
	tasklet_setup(&d->tasklet, disturber_tasklet);
	INIT_WORK(&d->work, disturber_work);
	d->next = cpu_behind(cpu);

	task = kthread_create(disturber_thread, d, "kb_disturber/%d", cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, cpu);
	sched_set_fifo_low(task);
	d->task = task;
	wake_up_process(task);
	return 0;
}

static void stop_disturber(int cpu)
{
	struct disturber *d = per_cpu_ptr(&disturbers, cpu);

	if (!d->task)
		return;
	kthread_stop(d->task);
	d->task = NULL;
	tasklet_kill(&d->tasklet);
	cancel_work_sync(&d->work);
}

/* A CPU that goes has none of its own, but who may run anywhere runs there as well. */
static int start_hitters(int cpu)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < hitters && !err; i++)
		err = start_task(hitter_thread, NULL, cpu == hotplug ? -1 : cpu, "hitter");
	return err || cpu == hotplug ? err : start_disturber(cpu);
}

static int start_churner(unsigned int i)
{
	struct churner *c = &churners[i];

	prandom_seed_state(&c->rnd, seed + i);
	c->max = i < threads ? NR_PROBES : bulk;
	c->probes = kvcalloc(c->max, sizeof(*c->probes), GFP_KERNEL);
	c->batch = kvcalloc(c->max, sizeof(*c->batch), GFP_KERNEL);
	if (!c->probes || !c->batch)
		return -ENOMEM;
	return start_task(i < threads ? churner_thread : bulk_thread, c, -1, "churner");
}

static int start_all(void)
{
	unsigned int i;
	int cpu, err;

	hrtimer_init(&keeper_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	keeper_timer.function = keep;
	cpumask_clear(hit_cpus);
	for_each_present_cpu(cpu) {
		if (is_keeper(cpu))
			work_on_cpu(cpu, start_keeper, NULL);
		else if (cpu == hotplug || cpu_online(cpu))
			cpumask_set_cpu(cpu, hit_cpus);
	}
	for_each_cpu(cpu, hit_cpus) {
		err = start_hitters(cpu);
		if (err)
			return err;
	}
	for (i = 0; i < threads + !!bulk; i++) {
		err = start_churner(i);
		if (err)
			return err;
	}
	for (i = 0; i < committers; i++) {
		err = start_task(committer_thread, NULL, -1, "committer");
		if (err)
			return err;
	}
	return 0;
}

static void stop_all(void)
{
	int cpu;

	for_each_cpu(cpu, hit_cpus)
		stop_disturber(cpu);
	stop_tasks();
	hrtimer_cancel(&keeper_timer);
}

static unsigned long reclaimed(void)
{
	struct kprobe_gc_stats stats;

	kprobe_gc_stats(&stats);
	return stats.slots_reclaimed - stats_before.slots_reclaimed;
}

static int run(void)
{
	unsigned long end = jiffies + seconds * HZ;
	unsigned int i;
	int err;

	tasks = kcalloc(num_present_cpus() * hitters + threads + 1 + committers, sizeof(*tasks),
			GFP_KERNEL);
	churners = kcalloc(threads + 1, sizeof(*churners), GFP_KERNEL);
	err = tasks && churners ? start_all() : -ENOMEM;
	while (!err && time_before(jiffies, end) && !(reclaims && reclaimed() >= reclaims)) {
		if (msleep_interruptible(200))
			err = -EINTR;
	}
	stop_all();
	kfree(tasks);
	for (i = 0; churners && i < threads + 1; i++) {
		kvfree(churners[i].probes);
		kvfree(churners[i].batch);
	}
	kfree(churners);
	return err;
}

/**
 * struct torture_case - one line of the report
 * @name: what it checks
 * @counter: the counter that decides
 * @must_happen: the counter must not be zero, else it must be
 */
static const struct torture_case {
	const char *name;
	enum torture_counter counter;
	bool must_happen;
} cases[] = {
	{ "probed functions return what they return unprobed", WRONG_RESULTS },
	{ "registering never fails", REGISTER_ERRORS },
	{ "enabling and disabling never fails", ENABLE_ERRORS },
	{ "commit_kprobes never fails", COMMIT_ERRORS },
	{ "no handler runs after its probe was removed", LATE_HANDLERS },
	{ "no handler runs while its probe is disabled", DISABLED_HANDLERS },
	{ "a registered probe is hit", LOST_HITS },
	{ "no call of a post_handler is lost", LOST_POST_HITS },
	{ "probes were boosted", BOOSTED_PROBES, true },
	{ "post_handlers were called", POST_HITS, true },
	{ "probed functions were called in handlers", NESTED_CALLS, true },
	{ "probed functions were called in interrupts", IRQ_CALLS, true },
	{ "probed functions were called in softirqs", SOFTIRQ_CALLS, true },
	{ "probed functions were called in a workqueue", WORK_CALLS, true },
	{ "probed functions were called by idle tasks", IDLE_CALLS, true },
	{ "tasks were preempted in a slot", PREEMPTED_IN_SLOT, true },
};

static void show_case(struct seq_file *m, unsigned int *nr, bool ok, const char *name)
{
	seq_printf(m, "%s %u %s\n", ok ? "ok" : "not ok", ++*nr, name);
}

static int results_show(struct seq_file *m, void *unused)
{
	unsigned int i, nr = 0;

	seq_printf(m, "KTAP version 1\n1..%zu\n", ARRAY_SIZE(cases) + 7);
	seq_printf(m, "# cpus: %u\n", num_online_cpus());
	for (i = 0; i < NR_COUNTERS; i++)
		seq_printf(m, "# %s: %lu\n", counter_names[i], total(i));
	seq_printf(m, "# grace_periods: %lu\n",
		   stats_after.grace_periods - stats_before.grace_periods);
	seq_printf(m, "# slots_reclaimed: %lu\n",
		   stats_after.slots_reclaimed - stats_before.slots_reclaimed);
	seq_printf(m, "# slots_used: %lu before, %lu after\n",
		   stats_before.slots_used, stats_after.slots_used);
	seq_printf(m, "# slots_dirty: %lu\n", stats_after.slots_dirty);
	for (i = 0; i < ARRAY_SIZE(cases); i++)
		show_case(m, &nr, !total(cases[i].counter) == !cases[i].must_happen,
			  cases[i].name);
	/* A machine table that lists one CPU of four is easily overlooked. */
	show_case(m, &nr, num_online_cpus() > 1, "several CPUs took part");
	show_case(m, &nr, stats_after.slots_reclaimed - stats_before.slots_reclaimed >= reclaims,
		  "as many slots were reclaimed as were asked for");
	show_case(m, &nr, !kb_nmi_available() || total(NMI_CALLS),
		  "probed functions were called in NMIs if there are any");
	show_case(m, &nr, !failing || total(FAILED_ALLOCATIONS),
		  "allocations have failed if they may");
	show_case(m, &nr, !last_commit, "the last commit_kprobes succeeds");
	show_case(m, &nr, !alone || !stats_after.slots_dirty, "no slot is dirty after it");
	show_case(m, &nr, !alone || stats_after.slots_used == stats_before.slots_used,
		  "no slot is lost");
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(results);

static int __init kb_torture_init(void)
{
	int err;

	if (!seconds || !threads || !hitters || bulk > NR_BULK)
		return -EINVAL;
	learn_results();
	err = start_failing();
	if (err)
		return err;
	err = commit_kprobes();
	if (err)
		goto stop;
	kprobe_gc_stats(&stats_before);

	err = map_points();
	if (err)
		goto stop;
	err = start_contexts();
	if (!err) {
		err = run();
		stop_contexts();
	}
	unmap_points();
	if (err) {
		pr_err("stopped early: %d\n", err);
		goto stop;
	}
	last_commit = commit_kprobes();
	kprobe_gc_stats(&stats_after);
	stop_failing();

	torture_dir = debugfs_create_dir("kb_torture", NULL);
	debugfs_create_file("results", 0400, torture_dir, NULL, &results_fops);
	return 0;

stop:
	stop_failing();
	return err;
}

static void __exit kb_torture_exit(void)
{
	debugfs_remove(torture_dir);
}

module_init(kb_torture_init);
module_exit(kb_torture_exit);
MODULE_DESCRIPTION("Torture test of kprobe slots and their reclaiming");
MODULE_LICENSE("GPL");
