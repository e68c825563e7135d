// SPDX-License-Identifier: GPL-2.0
/*
 * kb_context: KUnit suite kprobes_context.  Probes where few expect them: in NMIs,
 * in the idle loop, in tasks that exit, in CPUs that go and come, in modules that
 * do, and beside text that the kernel rewrites by itself.
 *
 * The harness loads it in a guest with several CPUs, behind kb_watch and with
 * kb_victim.ko in /modules; the kernel must run KUnit tests.  It takes CPUs
 * offline, places probes on functions of the kernel and switches the policy, which
 * it leaves at auto.  A case must never end with a probe in place.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>

#include <linux/atomic.h>
#include <linux/bug.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/jump_label.h>
#include <linux/kallsyms.h>
#include <linux/kmod.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/umh.h>

#include "context.h"
#include "kb_common.h"
#include "kb_nmi.h"

/**
 * struct context_probe - a probe that counts
 * @p: the probe
 * @pre: calls of the pre_handler
 * @here: those in the context that the case is about
 * @post: calls of the post_handler
 * @mode: its mode, if somebody has looked
 */
struct context_probe {
	struct kprobe p;
	atomic_long_t pre;
	atomic_long_t here;
	atomic_long_t post;
	const char *mode;
};

#define MAX_PROBES	200

static struct context_probe probes[MAX_PROBES];
static struct kprobe *batch[MAX_PROBES];

/* Ways to run a probe; with jump optimisation on, the first one may become a jump. */
static const struct variant {
	const char *policy;
	bool post;
} variants[] = {
	{ "auto", false }, { "auto", true }, { "trampoline", false }, { "trampoline", true },
	{ "off", false }, { "off", true },
};

static bool (*is_here)(void);

static int count_pre(struct kprobe *p, struct pt_regs *regs)
{
	struct context_probe *cp = container_of(p, struct context_probe, p);

	atomic_long_inc(&cp->pre);
	if (is_here())
		atomic_long_inc(&cp->here);
	return 0;
}

NOKPROBE_SYMBOL(count_pre);

static void count_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	atomic_long_inc(&container_of(p, struct context_probe, p)->post);
}

NOKPROBE_SYMBOL(count_post);

static void init_probe(struct context_probe *cp, void *addr, bool post)
{
	memset(cp, 0, sizeof(*cp));
	cp->p.addr = addr;
	cp->p.pre_handler = count_pre;
	if (post)
		cp->p.post_handler = count_post;
}

static struct kprobe_gc_stats gc_now(void)
{
	struct kprobe_gc_stats stats;

	kprobe_gc_stats(&stats);
	return stats;
}

/*
 * A probe that is removed is disabled first: each CPU can be between its handlers then,
 * and does not call the second one.
 */
static void expect_as_many_post(struct kunit *test, struct context_probe *cp,
				const struct variant *v, long most)
{
	long missing = atomic_long_read(&cp->pre) - atomic_long_read(&cp->post);

	if (!v->post)
		return;
	KUNIT_EXPECT_GE_MSG(test, missing, 0l, "%pS, policy %s, %s", cp->p.addr, v->policy,
			    cp->mode);
	KUNIT_EXPECT_LE_MSG(test, missing, most, "%pS, policy %s, %s", cp->p.addr, v->policy,
			    cp->mode);
}

/* Every slot has come back that was taken since @before. */
static void check_slots(struct kunit *test, const struct kprobe_gc_stats *before)
{
	struct kprobe_gc_stats after;

	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.slots_dirty, 0ul);
	KUNIT_EXPECT_EQ(test, after.slots_used, before->slots_used);
}

/* A handler can lead a call elsewhere: it returns there as if it had been called. */
static int divert(struct pt_regs *regs, void *fn)
{
	kb_set_ip(regs, (unsigned long)fn);
	return 1;
}

NOKPROBE_SYMBOL(divert);

/* ---- functions of the kernel that run in a certain context ---- */

/* Bytes at the beginning of a function whose instructions are probed */
#define PROBED_BYTES	24

/**
 * struct place - functions that run in a certain context
 * @functions: their names; not every kernel has or uses all of them
 * @at_least: so many must be hit there
 * @here: whether a handler is in that context
 * @activity: makes the functions run
 */
struct place {
	const char * const *functions;
	unsigned int at_least;
	bool (*here)(void);
	void (*activity)(struct kunit *test);
};

/* Bytes of the function at @addr from there on */
static unsigned long size_of(void *addr)
{
	unsigned long offset, size;
	char text[KSYM_SYMBOL_LEN], *at;

	/* name+0xoffset/0xsize */
	sprint_symbol(text, (unsigned long)addr);
	at = strchr(text, '+');
	if (!at || sscanf(at, "+0x%lx/0x%lx", &offset, &size) != 2)
		return 0;
	return size - offset;
}

/* Probe the first instructions of a function; returns how many probes there are now. */
static noinline unsigned int probe_function(const char *name, unsigned int n, bool post)
{
	struct kb_walk walk = { };
	unsigned long offset;

	/* Where the function begins, and whether its first instruction can be probed */
	init_probe(&probes[n], NULL, post);
	probes[n].p.symbol_name = name;
	if (register_kprobe(&probes[n].p))
		return n;
	walk.fn = (u8 *)probes[n].p.addr;
	unregister_kprobe(&probes[n].p);

	walk.size = min(PROBED_BYTES, size_of(probes[n].p.addr));
	while (n < MAX_PROBES && kb_walk_next(&walk, &offset)) {
		init_probe(&probes[n], (void *)walk.fn + offset, post);
		if (!register_kprobe(&probes[n].p)) {
			batch[n] = &probes[n].p;
			n++;
		}
	}
	return n;
}

static void check_place(struct kunit *test, const struct place *place, const struct variant *v)
{
	unsigned int i, n = 0, first, functions = 0, hit = 0, fast = 0, entry[MAX_PROBES];
	struct kprobe_gc_stats before = gc_now();
	const char *mode;

	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(v->policy), 0);
	is_here = place->here;
	for (i = 0; place->functions[i]; i++) {
		first = n;
		n = probe_function(place->functions[i], n, v->post);
		if (n > first)
			entry[functions++] = first;
	}
	/* If they can become jumps, let them. */
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	for (i = 0; i < n; i++) {
		mode = kb_mode(&probes[i].p);
		probes[i].mode = mode;
		fast += !strcmp(mode, v->post || strcmp(v->policy, "auto") ? "trampolined" :
				"boosted") || !strcmp(mode, "optimized");
	}
	if (strcmp(v->policy, "off"))
		KUNIT_EXPECT_GT_MSG(test, fast, 0u, "policy %s", v->policy);

	place->activity(test);

	unregister_kprobes(batch, n);
	for (i = 0; i < functions; i++)
		hit += atomic_long_read(&probes[entry[i]].here) > 0;
	KUNIT_EXPECT_GE_MSG(test, hit, place->at_least, "policy %s, post_handler %d", v->policy,
			    v->post);
	for (i = 0; i < n; i++)
		expect_as_many_post(test, &probes[i], v, num_online_cpus());
	check_slots(test, &before);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
}

static void check_place_in_all_variants(struct kunit *test, const struct place *place)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(variants); i++)
		check_place(test, place, &variants[i]);
}

static bool in_idle_task(void)
{
	return is_idle_task(current);
}

static void sleep(struct kunit *test)
{
	msleep(200);
}

static void probes_in_the_idle_loop_are_hit(struct kunit *test)
{
	static const char * const functions[] = {
		"tick_nohz_idle_enter", "tick_nohz_idle_got_tick", "tick_nohz_idle_exit",
		"default_idle_call", "default_idle", "mwait_idle", "schedule_idle", NULL
	};
	static const struct place place = { functions, 5, in_idle_task, sleep };

	check_place_in_all_variants(test, &place);
}

static bool in_exiting_task(void)
{
	return current->flags & PF_EXITING;
}

static int nothing_thread(void *unused)
{
	return 0;
}

/* Wait until a task that is known to exit has left its CPU for the last time. */
static void wait_until_dead(struct task_struct *task)
{
	while (READ_ONCE(task->__state) != TASK_DEAD)
		msleep(20);
	put_task_struct(task);
}

static void let_tasks_exit(struct kunit *test)
{
	struct task_struct *task;
	unsigned int i;

	for (i = 0; i < 20; i++) {
		task = kthread_create(nothing_thread, NULL, "kb_exit");
		if (IS_ERR(task)) {
			KUNIT_FAIL(test, "no thread: %ld", PTR_ERR(task));
			return;
		}
		get_task_struct(task);
		wake_up_process(task);
		wait_until_dead(task);
	}
}

static void probes_in_an_exiting_task_are_hit(struct kunit *test)
{
	static const char * const functions[] = {
		"exit_files", "exit_fs", "exit_tasks_rcu_start", "exit_rcu",
		"exit_tasks_rcu_finish", "do_task_dead", NULL
	};
	static const struct place place = { functions, 4, in_exiting_task, let_tasks_exit };

	check_place_in_all_variants(test, &place);
}

static bool anywhere(void)
{
	return true;
}

/* The case thread must not be bound to the CPU that goes. */
static void let_a_cpu_go_and_come(struct kunit *test)
{
	unsigned int cpu = cpumask_last(cpu_online_mask);

	KUNIT_EXPECT_EQ(test, remove_cpu(cpu), 0);
	KUNIT_EXPECT_FALSE(test, cpu_online(cpu));
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	KUNIT_EXPECT_EQ(test, add_cpu(cpu), 0);
	KUNIT_EXPECT_TRUE(test, cpu_online(cpu));
}

static void probes_on_the_path_of_cpu_hotplug_are_hit(struct kunit *test)
{
	static const char * const functions[] = {
		"sched_cpu_deactivate", "take_cpu_down", "rcutree_dying_cpu", "sched_cpu_dying",
		"cpuhp_report_idle_dead", "notify_cpu_starting", "sched_cpu_starting",
		"sched_cpu_activate", NULL
	};
	static const struct place place = { functions, 5, anywhere, let_a_cpu_go_and_come };

	if (num_online_cpus() < 2 || !IS_ENABLED(CONFIG_HOTPLUG_CPU))
		kunit_skip(test, "no CPU can go");
	check_place_in_all_variants(test, &place);
}

/* ---- an exiting task that tasks RCU waits for ---- */

static struct kprobe exit_probe;
static struct task_struct *exit_task;
static struct completion exit_arrived, exit_continue;

/* In place of exit_tasks_rcu_start(): what an exiting task does that is waited for */
static void start_and_wait(void)
{
	void (*start)(void);

	start = kb_function(exit_probe.addr);
	exit_task = NULL;
	start();
	complete(&exit_arrived);
	wait_for_completion(&exit_continue);
}

static int exit_pre(struct kprobe *p, struct pt_regs *regs)
{
	return current == READ_ONCE(exit_task) ? divert(regs, start_and_wait) : 0;
}

NOKPROBE_SYMBOL(exit_pre);

static struct completion placed;

static int placer_thread(void *stage)
{
	unsigned int i, n = kb_torture_points_end - kb_torture_points;

	for (i = 0; i < n; i++) {
		init_probe(&probes[i], kb_torture_points[i].probe, i & 1);
		batch[i] = &probes[i].p;
	}
	WRITE_ONCE(*(int *)stage, 1);
	if (!register_kprobes(batch, n)) {
		WRITE_ONCE(*(int *)stage, 2);
		unregister_kprobes(batch, n);
		WRITE_ONCE(*(int *)stage, 3);
	}
	complete(&placed);
	return 0;
}

static int committer_thread(void *ret)
{
	*(int *)ret = commit_kprobes();
	complete(&placed);
	return 0;
}

static struct task_struct *start(int (*fn)(void *), void *data)
{
	struct task_struct *task = kthread_create(fn, data, "kb_context");

	if (!IS_ERR(task)) {
		get_task_struct(task);
		wake_up_process(task);
	}
	return task;
}

/*
 * With kprobe_mutex held during the wait, whoever the exiting task waits for would
 * wait for the mutex, and all of them for ever.
 */
static void grace_period_that_an_exiting_task_delays_holds_up_nobody(struct kunit *test)
{
	unsigned int n = kb_torture_points_end - kb_torture_points;
	struct task_struct *exiting, *placer, *committer;
	struct kprobe_gc_stats before = gc_now();
	int stage = 0, ret = 1;
	unsigned long left;

	is_here = anywhere;
	init_completion(&exit_arrived);
	init_completion(&exit_continue);
	init_completion(&placed);
	exit_probe = (struct kprobe) {
		.symbol_name = "exit_tasks_rcu_start",
		.pre_handler = exit_pre,
	};
	KUNIT_ASSERT_LE(test, n, (unsigned int)MAX_PROBES);
	KUNIT_ASSERT_EQ(test, register_kprobe(&exit_probe), 0);
	exiting = kthread_create(nothing_thread, NULL, "kb_exit");
	if (IS_ERR(exiting)) {
		KUNIT_FAIL(test, "no thread");
		goto out;
	}
	get_task_struct(exiting);
	WRITE_ONCE(exit_task, exiting);
	wake_up_process(exiting);
	wait_for_completion(&exit_arrived);

	/* Something to collect, and if probes can become jumps, to optimise. */
	placer = start(placer_thread, &stage);
	if (!IS_ERR(placer)) {
		wait_for_completion(&placed);
		wait_until_dead(placer);
	}
	KUNIT_EXPECT_EQ(test, stage, 3);
	reinit_completion(&placed);
	committer = start(committer_thread, &ret);
	left = wait_for_completion_timeout(&placed, HZ);
	KUNIT_EXPECT_EQ_MSG(test, left, 0ul, "nobody waits for the exiting task");

	/* The collector is waiting; everybody else is not. */
	reinit_completion(&placed);
	stage = 0;
	placer = start(placer_thread, &stage);
	/* Where each probe stops the machine, that is a time, not for ever. */
	left = wait_for_completion_timeout(&placed, 60 * HZ);
	KUNIT_EXPECT_GT(test, left, 0ul);
	KUNIT_EXPECT_EQ(test, READ_ONCE(stage), 3);
	KUNIT_EXPECT_EQ(test, READ_ONCE(ret), 1);

	complete(&exit_continue);
	wait_until_dead(exiting);
	if (!IS_ERR(placer))
		wait_until_dead(placer);
	if (!IS_ERR(committer))
		wait_until_dead(committer);
	KUNIT_EXPECT_EQ(test, ret, 0);
out:
	unregister_kprobe(&exit_probe);
	check_slots(test, &before);
}

/* ---- non-maskable interrupts ---- */

/* Functions that hold all points, and what they return unprobed */
static struct {
	u64 (*fn)(u64 input);
	u64 result;
} calls[KB_TORTURE_MAX_FUNCTIONS];

#define INPUT	7

static unsigned int nr_calls;
static atomic_long_t rounds, wrong_results;

static void learn_calls(void)
{
	const struct kb_torture_point *point;

	nr_calls = 0;
	for (point = kb_torture_points; point < kb_torture_points_end; point++) {
		if (nr_calls && calls[nr_calls - 1].fn == point->fn)
			continue;
		calls[nr_calls].fn = point->fn;
		calls[nr_calls].result = point->fn(INPUT);
		nr_calls++;
	}
	atomic_long_set(&rounds, 0);
	atomic_long_set(&wrong_results, 0);
}

static void call_all(void)
{
	unsigned int i;

	for (i = 0; i < nr_calls; i++)
		if (calls[i].fn(INPUT) != calls[i].result)
			atomic_long_inc(&wrong_results);
	atomic_long_inc(&rounds);
}

/* The breakpoint itself counts as an NMI, too: in_nmi() does not tell. */
static DEFINE_PER_CPU(bool, within_nmi);

static void call_all_in_nmi(void)
{
	__this_cpu_write(within_nmi, true);
	call_all();
	__this_cpu_write(within_nmi, false);
}

static bool in_nmi_handler(void)
{
	return __this_cpu_read(within_nmi);
}

/* Probe all points as @v says; returns their number. */
static unsigned int place_points(struct kunit *test, const struct variant *v)
{
	unsigned int i, n = kb_torture_points_end - kb_torture_points;

	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(v->policy), 0);
	for (i = 0; i < n; i++) {
		init_probe(&probes[i], kb_torture_points[i].probe, v->post);
		batch[i] = &probes[i].p;
	}
	KUNIT_EXPECT_EQ(test, register_kprobes(batch, n), 0);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	for (i = 0; i < n; i++)
		probes[i].mode = kb_mode(&probes[i].p);
	return n;
}

static bool start_nmi(struct kunit *test)
{
	int err;

	if (!kb_nmi_available())
		kunit_skip(test, "no NMI");
	err = kb_nmi_start();
	KUNIT_EXPECT_EQ(test, err, 0);
	is_here = in_nmi_handler;
	return !err;
}

static void probes_in_an_nmi_are_hit(struct kunit *test)
{
	unsigned int i, v, n;
	bool came;

	learn_calls();
	if (!start_nmi(test))
		return;
	for (v = 0; v < ARRAY_SIZE(variants); v++) {
		n = place_points(test, &variants[v]);
		preempt_disable();
		came = kb_nmi_run(smp_processor_id(), call_all_in_nmi);
		preempt_enable();
		KUNIT_EXPECT_TRUE(test, came);
		unregister_kprobes(batch, n);
		for (i = 0; i < n; i++) {
			KUNIT_EXPECT_EQ(test, atomic_long_read(&probes[i].pre), 1l);
			KUNIT_EXPECT_EQ(test, atomic_long_read(&probes[i].here), 1l);
			KUNIT_EXPECT_EQ(test, atomic_long_read(&probes[i].post),
					(long)variants[v].post);
			KUNIT_EXPECT_EQ(test, probes[i].p.nmissed, 0ul);
		}
	}
	KUNIT_EXPECT_EQ(test, atomic_long_read(&rounds), (long)ARRAY_SIZE(variants));
	KUNIT_EXPECT_EQ(test, atomic_long_read(&wrong_results), 0l);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
	kb_nmi_stop();
}

static noinline __noclone notrace unsigned long outer_work(unsigned long x)
{
	return x * 4 + 2;
}

static bool nmi_came;

static int nmi_pre(struct kprobe *p, struct pt_regs *regs)
{
	nmi_came = kb_nmi_run(smp_processor_id(), call_all_in_nmi);
	return 0;
}

NOKPROBE_SYMBOL(nmi_pre);

static void nmi_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	if (!kb_nmi_run(smp_processor_id(), call_all_in_nmi))
		nmi_came = false;
}

NOKPROBE_SYMBOL(nmi_post);

/* The NMI comes while another probe's handlers run. */
static void hits_in_an_nmi_within_a_handler_are_missed_and_executed(struct kunit *test)
{
	unsigned int i, v, n, times;
	struct kprobe outer;

	learn_calls();
	if (!start_nmi(test))
		return;
	for (v = 0; v < ARRAY_SIZE(variants); v++) {
		n = place_points(test, &variants[v]);
		times = 1 + variants[v].post;
		outer = (struct kprobe) {
			.addr = (void *)outer_work,
			.pre_handler = nmi_pre,
			.post_handler = variants[v].post ? nmi_post : NULL,
		};
		KUNIT_EXPECT_EQ(test, register_kprobe(&outer), 0);
		KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
		WRITE_ONCE(nmi_came, false);
		KUNIT_EXPECT_EQ(test, outer_work(10), 42ul);
		KUNIT_EXPECT_TRUE(test, READ_ONCE(nmi_came));
		KUNIT_EXPECT_FALSE(test, irqs_disabled());
		unregister_kprobe(&outer);
		unregister_kprobes(batch, n);
		KUNIT_EXPECT_EQ(test, outer.nmissed, 0ul);
		for (i = 0; i < n; i++) {
			KUNIT_EXPECT_EQ(test, atomic_long_read(&probes[i].pre), 0l);
			KUNIT_EXPECT_EQ(test, atomic_long_read(&probes[i].post), 0l);
			KUNIT_EXPECT_EQ(test, probes[i].p.nmissed, (unsigned long)times);
		}
	}
	KUNIT_EXPECT_EQ(test, atomic_long_read(&wrong_results), 0l);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
	kb_nmi_stop();
}

static int hitter_thread(void *unused)
{
	unsigned int i;

	while (!kthread_should_stop()) {
		for (i = 0; i < 20; i++)
			call_all();
		usleep_range(100, 300);
	}
	return 0;
}

/* NMIs that each CPU gets in each variant */
#define NR_STORM	10

/* Send NMIs to all CPUs but this one, while they hit the same probes. */
static void storm(struct kunit *test)
{
	static struct task_struct *hitters[NR_CPUS];
	int cpu, this = smp_processor_id();
	unsigned int i, came = 0;

	memset(hitters, 0, sizeof(hitters));
	for_each_online_cpu(cpu) {
		if (cpu == this)
			continue;
		hitters[cpu] = kthread_create_on_cpu(hitter_thread, NULL, cpu, "kb_hitter/%u");
		if (!IS_ERR(hitters[cpu]))
			wake_up_process(hitters[cpu]);
	}
	for (i = 0; i < NR_STORM; i++)
		for_each_online_cpu(cpu)
			if (cpu != this)
				came += kb_nmi_run(cpu, call_all_in_nmi);
	KUNIT_EXPECT_EQ(test, came, NR_STORM * (num_online_cpus() - 1));
	for_each_online_cpu(cpu)
		if (!IS_ERR_OR_NULL(hitters[cpu]))
			kthread_stop(hitters[cpu]);
}

/*
 * NMIs come between the parts of hits of the same probes, and in the slots.  While
 * probes are placed and removed, nobody is at them: the emulator does not take well to
 * code that is patched and run at the same time (see torture.c).
 */
static void nmis_that_hit_probes_do_not_disturb_hits(struct kunit *test)
{
	unsigned int i, v, n;

	if (num_online_cpus() < 2)
		kunit_skip(test, "one CPU");
	learn_calls();
	if (!start_nmi(test))
		return;
	migrate_disable();
	for (v = 0; v < ARRAY_SIZE(variants); v++) {
		n = place_points(test, &variants[v]);
		storm(test);
		unregister_kprobes(batch, n);
		for (i = 0; i < n; i++) {
			KUNIT_EXPECT_GT(test, atomic_long_read(&probes[i].here), 0l);
			KUNIT_EXPECT_GT(test, atomic_long_read(&probes[i].pre),
					atomic_long_read(&probes[i].here));
			expect_as_many_post(test, &probes[i], &variants[v], 0);
		}
	}
	migrate_enable();
	KUNIT_EXPECT_EQ(test, atomic_long_read(&wrong_results), 0l);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
	kb_nmi_stop();
}

/* ---- a module that comes and goes ---- */

/* What is done while kb_victim comes and goes, and what came of it */
static struct {
	const struct variant *variant;
	struct context_probe init, work, disabled, late;
	int placed;
	int late_init, late_work;
	struct kprobe_gc_stats before_late, after_late;
} victim;

static int place_in_victim(struct context_probe *cp, const char *symbol, u32 flags)
{
	init_probe(cp, NULL, victim.variant->post);
	cp->p.symbol_name = symbol;
	cp->p.flags = flags;
	return register_kprobe(&cp->p);
}

static void watch_victim(struct module *mod, unsigned long state)
{
	if (strcmp(mod->name, "kb_victim"))
		return;
	switch (state) {
	case MODULE_STATE_COMING:
		victim.placed = place_in_victim(&victim.init, "kb_victim:kb_victim_init_work", 0) ?:
			place_in_victim(&victim.work, "kb_victim:kb_victim_work", 0) ?:
			place_in_victim(&victim.disabled, "kb_victim:kb_victim_other_work",
					KPROBE_FLAG_DISABLED);
		break;
	case MODULE_STATE_LIVE:
		/* Its init text is still there, but not for long. */
		victim.late_init = place_in_victim(&victim.late,
						   "kb_victim:kb_victim_init_work", 0);
		break;
	case MODULE_STATE_GOING:
		victim.before_late = gc_now();
		victim.late_work = place_in_victim(&victim.late, "kb_victim:kb_victim_work", 0);
		victim.after_late = gc_now();
		break;
	}
}

static int load_victim(void)
{
	static const char * const insmod[] = {
		"/bin/busybox", "insmod", "/modules/kb_victim.ko", NULL
	};

	return call_usermodehelper(insmod[0], (char **)insmod, NULL, UMH_WAIT_PROC);
}

static int unload_victim(void)
{
	static const char * const rmmod[] = { "/bin/busybox", "rmmod", "kb_victim", NULL };

	return call_usermodehelper(rmmod[0], (char **)rmmod, NULL, UMH_WAIT_PROC);
}

static void expect_calls(struct kunit *test, struct context_probe *cp, long pre)
{
	long post = victim.variant->post ? pre : 0;

	KUNIT_EXPECT_EQ(test, atomic_long_read(&cp->pre), pre);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&cp->post), post);
}

static void check_victim(struct kunit *test)
{
	struct kprobe_gc_stats before = gc_now(), now;

	victim.placed = -EBUSY;
	KUNIT_ASSERT_EQ(test, load_victim(), 0);
	KUNIT_ASSERT_EQ(test, victim.placed, 0);

	/* Its init function was hit once, and is gone. */
	expect_calls(test, &victim.init, 1);
	KUNIT_EXPECT_TRUE(test, kprobe_gone(&victim.init.p));
	KUNIT_EXPECT_LT(test, enable_kprobe(&victim.init.p), 0);
	KUNIT_EXPECT_EQ(test, victim.late_init, -ENOENT);
	expect_calls(test, &victim.work, 1);
	KUNIT_EXPECT_FALSE(test, kprobe_gone(&victim.work.p));
	KUNIT_EXPECT_FALSE(test, kprobe_gone(&victim.disabled.p));
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	now = gc_now();
	KUNIT_EXPECT_EQ(test, now.slots_dirty, 0ul);
	KUNIT_EXPECT_GE(test, now.slots_used, before.slots_used + 2);

	/* Its exit function calls what is probed, then all of it is gone. */
	KUNIT_EXPECT_EQ(test, unload_victim(), 0);
	expect_calls(test, &victim.work, 2);
	expect_calls(test, &victim.disabled, 0);
	KUNIT_EXPECT_TRUE(test, kprobe_gone(&victim.work.p));
	KUNIT_EXPECT_TRUE(test, kprobe_gone(&victim.disabled.p));
	KUNIT_EXPECT_LT(test, enable_kprobe(&victim.disabled.p), 0);
	KUNIT_EXPECT_EQ(test, victim.late_work, -ENOENT);
	KUNIT_EXPECT_EQ(test, victim.after_late.slots_used, victim.before_late.slots_used);
	/* The slots are given back though nobody has removed the probes. */
	check_slots(test, &before);

	unregister_kprobe(&victim.init.p);
	unregister_kprobe(&victim.work.p);
	unregister_kprobe(&victim.disabled.p);
	expect_calls(test, &victim.work, 2);
	check_slots(test, &before);
}

static void probes_in_a_module_go_with_its_text(struct kunit *test)
{
	unsigned int v;

	is_here = anywhere;
	kb_watch_set(watch_victim);
	for (v = 0; v < ARRAY_SIZE(variants); v++) {
		KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(variants[v].policy), 0);
		victim.variant = &variants[v];
		check_victim(test);
	}
	kb_watch_set(NULL);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
}

/* ---- text that the kernel rewrites ---- */

static unsigned long add_2(unsigned long x)
{
	return x + 2;
}

static unsigned long add_1002(unsigned long x)
{
	return x + 1002;
}

DEFINE_STATIC_CALL(context_call, add_2);

static noinline __noclone notrace unsigned long calling_work(unsigned long x)
{
	return static_call(context_call)(x) * 2;
}

static noinline __noclone notrace unsigned long trapping_work(unsigned long x)
{
#ifdef __WARN_FLAGS
	WARN_ON_ONCE(x == 13);
#else
	/* as BUG() */
	if (unlikely(x == 13))
		asm volatile(__inst_arm_thumb16(0xe7f001f2, 0xde02));
#endif
	return x + 2;
}

/* A probe is refused, and nothing of it stays. */
static void expect_refused(struct kunit *test, unsigned long addr, const char *what)
{
	struct kprobe_gc_stats before = gc_now();
	struct context_probe cp;
	int err;

	init_probe(&cp, (void *)addr, false);
	err = register_kprobe(&cp.p);
	KUNIT_EXPECT_LT_MSG(test, err, 0, "%s at %pS", what, (void *)addr);
	if (!err)
		unregister_kprobe(&cp.p);
	KUNIT_EXPECT_EQ(test, gc_now().slots_used, before.slots_used);
}

static inline bool within(unsigned long addr, void *fn)
{
	unsigned long start = (unsigned long)kb_code(fn);

	return addr >= start && addr < start + size_of(kb_code(fn));
}

/*
 * Probe what can be probed of @fn, and let the kernel rewrite the rest of it
 * meanwhile.  @rewrite is called with true, then false.
 */
static void rewrite_between_probes(struct kunit *test, unsigned long (*fn)(unsigned long),
				   void (*rewrite)(bool on), const unsigned long *results)
{
	unsigned int v, n;
	unsigned long offset;
	struct kb_walk walk;

	is_here = anywhere;
	for (v = 0; v < ARRAY_SIZE(variants); v++) {
		KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(variants[v].policy), 0);
		n = 0;
		walk = (struct kb_walk) { .fn = kb_code(fn), .size = size_of(kb_code(fn)) };
		while (n < MAX_PROBES && kb_walk_next(&walk, &offset)) {
			init_probe(&probes[n], (void *)walk.fn + offset, variants[v].post);
			batch[n] = &probes[n].p;
			if (!register_kprobe(&probes[n].p))
				n++;
		}
		KUNIT_EXPECT_GT(test, n, 1u);
		KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
		KUNIT_EXPECT_EQ(test, fn(40), results[0]);
		rewrite(true);
		KUNIT_EXPECT_EQ(test, fn(40), results[1]);
		KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
		KUNIT_EXPECT_EQ(test, fn(40), results[1]);
		rewrite(false);
		KUNIT_EXPECT_EQ(test, fn(40), results[0]);
		KUNIT_EXPECT_EQ(test, atomic_long_read(&probes[0].pre), 4l);
		unregister_kprobes(batch, n);
		KUNIT_EXPECT_EQ(test, fn(40), results[0]);
	}
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
}

#ifdef CONFIG_JUMP_LABEL
DEFINE_STATIC_KEY_FALSE(context_key);

static unsigned long keyed_calls;

static noinline __noclone notrace unsigned long keyed_work(unsigned long x)
{
	/* The first instruction is the same whatever the key. */
	keyed_calls++;
	barrier();
	if (static_branch_unlikely(&context_key))
		x += 1000;
	return x + 2;
}

static void rewrite_key(bool on)
{
	if (on)
		static_branch_enable(&context_key);
	else
		static_branch_disable(&context_key);
}

static void static_key_is_refused_and_may_be_switched_between_probes(struct kunit *test)
{
	static const unsigned long results[] = { 42, 1042 };
	struct module *mod = THIS_MODULE;
	unsigned int i, sites = 0;

	for (i = 0; i < mod->num_jump_entries; i++) {
		unsigned long site = jump_entry_code(&mod->jump_entries[i]);

		if (!within(site, keyed_work))
			continue;
		sites++;
		expect_refused(test, site, "static key");
		expect_refused(test, site + 1, "static key");
	}
	KUNIT_EXPECT_EQ(test, sites, 1u);
	rewrite_between_probes(test, keyed_work, rewrite_key, results);
}
#else
static void static_key_is_refused_and_may_be_switched_between_probes(struct kunit *test)
{
	kunit_skip(test, "the kernel has no CONFIG_JUMP_LABEL");
}
#endif

static void rewrite_call(bool on)
{
	if (on)
		static_call_update(context_call, add_1002);
	else
		static_call_update(context_call, add_2);
}

#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
static void static_call_is_refused_and_may_be_switched_between_probes(struct kunit *test)
{
	static const unsigned long results[] = { 84, 2084 };
	struct module *mod = THIS_MODULE;
	unsigned int i, sites = 0;

	for (i = 0; i < mod->num_static_call_sites; i++) {
		struct static_call_site *s = &mod->static_call_sites[i];
		unsigned long site = (long)&s->addr + s->addr;

		if (!within(site, calling_work))
			continue;
		sites++;
		expect_refused(test, site, "static call");
		expect_refused(test, site + 1, "static call");
	}
	KUNIT_EXPECT_EQ(test, sites, 1u);
	rewrite_between_probes(test, calling_work, rewrite_call, results);
}
#else
static void static_call_is_refused_and_may_be_switched_between_probes(struct kunit *test)
{
	static const unsigned long results[] = { 84, 2084 };

	/* There is no site then: what is called jumps, and is not the caller's text. */
	rewrite_between_probes(test, calling_work, rewrite_call, results);
}
#endif

#ifdef __WARN_FLAGS
static unsigned long bug_site(const struct bug_entry *bug)
{
#ifdef CONFIG_GENERIC_BUG_RELATIVE_POINTERS
	return (unsigned long)&bug->bug_addr_disp + bug->bug_addr_disp;
#else
	return bug->bug_addr;
#endif
}

static unsigned int expect_traps_refused(struct kunit *test, void *fn)
{
	struct module *mod = THIS_MODULE;
	unsigned int i, sites = 0;

	for (i = 0; i < mod->num_bugs; i++) {
		unsigned long site = bug_site(&mod->bug_table[i]);

		if (!within(site, fn))
			continue;
		sites++;
		expect_refused(test, site, "warning");
	}
	return sites;
}
#else
/* A warning is a call, and there is no table of bugs if they are not verbose. */
static unsigned int expect_traps_refused(struct kunit *test, void *fn)
{
	struct kb_walk walk = { .fn = kb_code(fn), .size = size_of(kb_code(fn)) };
	unsigned long offset;
	unsigned int sites = 0;

	while (kb_walk_next(&walk, &offset)) {
		if (kb_insn_at(walk.fn + offset) != BUG_INSTR_VALUE)
			continue;
		sites++;
		expect_refused(test, (unsigned long)walk.fn + offset, "bug");
	}
	return sites;
}
#endif

static void instruction_of_a_warning_is_refused(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, trapping_work(40), 42ul);
	KUNIT_EXPECT_EQ(test, expect_traps_refused(test, trapping_work), 1u);
}

static struct kunit_case context_cases[] = {
	KUNIT_CASE(probes_in_an_nmi_are_hit),
	KUNIT_CASE(hits_in_an_nmi_within_a_handler_are_missed_and_executed),
	KUNIT_CASE(nmis_that_hit_probes_do_not_disturb_hits),
	KUNIT_CASE(probes_in_the_idle_loop_are_hit),
	KUNIT_CASE(probes_in_an_exiting_task_are_hit),
	KUNIT_CASE(grace_period_that_an_exiting_task_delays_holds_up_nobody),
	KUNIT_CASE(probes_on_the_path_of_cpu_hotplug_are_hit),
	KUNIT_CASE(probes_in_a_module_go_with_its_text),
	KUNIT_CASE(static_key_is_refused_and_may_be_switched_between_probes),
	KUNIT_CASE(static_call_is_refused_and_may_be_switched_between_probes),
	KUNIT_CASE(instruction_of_a_warning_is_refused),
	{}
};

static struct kunit_suite context_suite = {
	.name = "kprobes_context",
	.test_cases = context_cases,
};

kunit_test_suites(&context_suite);

MODULE_DESCRIPTION("KUnit tests of probes in unusual contexts");
MODULE_LICENSE("GPL");
