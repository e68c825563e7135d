// SPDX-License-Identifier: GPL-2.0
/*
 * kb_load: KUnit suite kprobes_load.  A probe with a post_handler comes and goes
 * at an address that is being hit from all CPUs, where a boosted probe stays; no
 * hit may be lost at either.
 *
 * The harness loads it in a guest with several CPUs; the kernel must run KUnit
 * tests.  Since the breakpoint stays,
 * no code is patched while it is run, and the emulator's trouble with that (see
 * torture.c) is none here.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "kb_common.h"

/*
 * How often the probe comes and goes, and for how long if that takes longer, which
 * depends on the emulator's host.  KUnit runs before parameters are read.
 */
#define NR_ROUNDS	(IS_ENABLED(CONFIG_PROVE_LOCKING) ? 1000u : 10000u)
#define NR_SECONDS	90
#define MIN_ROUNDS	100u

/* Calls that the one who places the probe makes while it is there */
#define NR_OWN_CALLS	30

/* Calls of the others between two pauses */
#define NR_BURST	1000

/* Argument of all calls, and what must come back */
#define INPUT		7
static u64 result;

static const struct kb_torture_point *point;

/* What was called, and what handlers have seen */
static atomic_long_t calls, wrong_results, plain_hits;

/**
 * struct guest_probe - the probe that comes and goes
 * @p: the probe
 * @owner: the thread that places it
 * @live: set between the return from its registration and the call for its removal
 * @pre: calls of the pre_handler in this time
 * @post: calls of the post_handler in this time
 * @own_pre: those for hits of @owner
 * @own_post: likewise
 */
struct guest_probe {
	struct kprobe p;
	struct task_struct *owner;
	bool live;
	atomic_long_t pre;
	atomic_long_t post;
	unsigned long own_pre;
	unsigned long own_post;
};

static int plain_pre(struct kprobe *p, struct pt_regs *regs)
{
	atomic_long_inc(&plain_hits);
	return 0;
}

NOKPROBE_SYMBOL(plain_pre);

static int guest_pre(struct kprobe *p, struct pt_regs *regs)
{
	struct guest_probe *gp = container_of(p, struct guest_probe, p);

	if (READ_ONCE(gp->live))
		atomic_long_inc(&gp->pre);
	if (current == gp->owner)
		gp->own_pre++;
	return 0;
}

NOKPROBE_SYMBOL(guest_pre);

static void guest_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	struct guest_probe *gp = container_of(p, struct guest_probe, p);

	if (READ_ONCE(gp->live))
		atomic_long_inc(&gp->post);
	if (current == gp->owner)
		gp->own_post++;
}

NOKPROBE_SYMBOL(guest_post);

static void call(void)
{
	atomic_long_inc(&calls);
	if (point->fn(INPUT) != result)
		atomic_long_inc(&wrong_results);
}

/* Pauses, since a guest may have more CPUs than its host. */
static int hitter(void *unused)
{
	unsigned int i;

	while (!kthread_should_stop()) {
		for (i = 0; i < NR_BURST; i++)
			call();
		usleep_range(100, 300);
	}
	return 0;
}

static DEFINE_PER_CPU(struct task_struct *, hitters);

static void stop_hitters(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		if (per_cpu(hitters, cpu))
			kthread_stop(per_cpu(hitters, cpu));
		per_cpu(hitters, cpu) = NULL;
	}
}

static void start_hitters(struct kunit *test)
{
	struct task_struct *task;
	int cpu;

	for_each_online_cpu(cpu) {
		task = kthread_create_on_cpu(hitter, NULL, cpu, "kb_hitter/%u");
		if (IS_ERR(task)) {
			KUNIT_FAIL(test, "no thread on CPU %d: %ld", cpu, PTR_ERR(task));
			continue;
		}
		/* Whoever places the probe comes first. */
		set_user_nice(task, MAX_NICE);
		per_cpu(hitters, cpu) = task;
		wake_up_process(task);
	}
}

/* On each CPU one hit can be between its two handlers when @live changes. */
static long under_way(void)
{
	return 2 * num_online_cpus();
}

/* The probe comes, is hit, and goes; returns whether all was well. */
static bool one_round(struct kunit *test, struct guest_probe *gp, struct kprobe *plain)
{
	long pre, post;
	unsigned int i;
	int err;

	memset(gp, 0, sizeof(*gp));
	gp->owner = current;
	gp->p.addr = point->probe;
	gp->p.pre_handler = guest_pre;
	gp->p.post_handler = guest_post;
	err = register_kprobe(&gp->p);
	if (err) {
		KUNIT_FAIL(test, "no probe: %d", err);
		return false;
	}
	WRITE_ONCE(gp->live, true);
	for (i = 0; i < NR_OWN_CALLS; i++)
		call();
	KUNIT_EXPECT_NE(test, kprobe_boost_mode(plain), KPROBE_MODE_BOOSTED);
	WRITE_ONCE(gp->live, false);
	unregister_kprobe(&gp->p);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(plain), KPROBE_MODE_BOOSTED);

	pre = atomic_long_read(&gp->pre);
	post = atomic_long_read(&gp->post);
	KUNIT_EXPECT_EQ(test, gp->own_pre, (unsigned long)NR_OWN_CALLS);
	KUNIT_EXPECT_EQ(test, gp->own_post, (unsigned long)NR_OWN_CALLS);
	KUNIT_EXPECT_TRUE_MSG(test, abs(pre - post) <= under_way(), "%ld pre, %ld post", pre, post);
	return gp->own_post == NR_OWN_CALLS;
}

static void post_handler_that_comes_and_goes_loses_no_hit(struct kunit *test)
{
	struct kprobe plain = { .pre_handler = plain_pre };
	long hits = 0, hits_of_others = 0, before;
	struct guest_probe *gp;
	unsigned long end = jiffies + NR_SECONDS * HZ;
	unsigned int round;

	gp = kunit_kzalloc(test, sizeof(*gp), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, gp);
	plain.addr = point->probe;
	KUNIT_ASSERT_EQ(test, register_kprobe(&plain), 0);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&plain), KPROBE_MODE_BOOSTED);
	before = atomic_long_read(&calls);
	atomic_long_set(&plain_hits, 0);
	start_hitters(test);

	for (round = 0; round < NR_ROUNDS && time_before(jiffies, end); round++) {
		if (!one_round(test, gp, &plain))
			break;
		hits += atomic_long_read(&gp->post);
		hits_of_others += atomic_long_read(&gp->post) - gp->own_post;
		cond_resched_tasks_rcu_qs();
	}
	stop_hitters();
	KUNIT_EXPECT_GE(test, round, MIN_ROUNDS);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&plain_hits),
			atomic_long_read(&calls) - before);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&wrong_results), 0l);
	KUNIT_EXPECT_EQ(test, plain.nmissed, 0ul);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&plain), KPROBE_MODE_BOOSTED);
	/* The load was there. */
	KUNIT_EXPECT_GT(test, hits_of_others, 0l);
	unregister_kprobe(&plain);
	kunit_info(test, "%u rounds, %u CPUs, %ld hits, %ld post_handlers, %ld of others\n",
		   round, num_online_cpus(), atomic_long_read(&plain_hits), hits, hits_of_others);
}

/* The first point that can be boosted */
static int load_suite_init(struct kunit_suite *suite)
{
	const struct kb_torture_point *pt;
	bool boosted;

	for (pt = kb_torture_points; pt < kb_torture_points_end; pt++) {
		struct kprobe p = { .addr = pt->probe, .pre_handler = plain_pre };

		if (register_kprobe(&p))
			continue;
		boosted = kprobe_boost_mode(&p) == KPROBE_MODE_BOOSTED;
		unregister_kprobe(&p);
		if (boosted) {
			point = pt;
			result = point->fn(INPUT);
			return 0;
		}
	}
	return -ENOENT;
}

static struct kunit_case load_cases[] = {
	KUNIT_CASE(post_handler_that_comes_and_goes_loses_no_hit),
	{}
};

static struct kunit_suite load_suite = {
	.name = "kprobes_load",
	.suite_init = load_suite_init,
	.test_cases = load_cases,
};

kunit_test_suite(load_suite);

MODULE_DESCRIPTION("KUnit test of mode changes under load");
MODULE_LICENSE("GPL");
