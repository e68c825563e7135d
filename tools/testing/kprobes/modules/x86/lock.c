// SPDX-License-Identifier: GPL-2.0
/*
 * kb_lock: KUnit suite kprobes_lock.  While there is one CPU, the kernel takes LOCK
 * prefixes away, and puts them back when another one comes.
 *
 * The harness loads it in a guest that has several CPUs and was booted with
 * maxcpus=1; one more is online afterwards.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/module.h>

#include "lock.h"

#define DS_PREFIX		0x3e
#define LOCK_PREFIX_BYTE	0xf0

static unsigned long hits;

static int count_pre(struct kprobe *p, struct pt_regs *regs)
{
	hits++;
	return 0;
}

NOKPROBE_SYMBOL(count_pre);

static void expect_refused(struct kunit *test)
{
	struct kprobe p = { .addr = kb_lock_point, .pre_handler = count_pre };
	struct kprobe_gc_stats before, after;
	int err;

	kprobe_gc_stats(&before);
	err = register_kprobe(&p);
	KUNIT_EXPECT_LT(test, err, 0);
	if (!err)
		unregister_kprobe(&p);
	kprobe_gc_stats(&after);
	KUNIT_EXPECT_EQ(test, after.slots_used, before.slots_used);
}

static void lock_prefix_that_comes_and_goes_is_refused(struct kunit *test)
{
	struct kprobe next = { .addr = kb_lock_next, .pre_handler = count_pre };
	unsigned long word = 38;

	KUNIT_ASSERT_EQ(test, num_online_cpus(), 1u);
	KUNIT_ASSERT_GT(test, num_possible_cpus(), 1u);
	KUNIT_EXPECT_EQ(test, (int)*kb_lock_point, DS_PREFIX);
	expect_refused(test);

	hits = 0;
	KUNIT_ASSERT_EQ(test, register_kprobe(&next), 0);
	KUNIT_EXPECT_EQ(test, (int)kprobe_boost_mode(&next), (int)KPROBE_MODE_BOOSTED);
	KUNIT_EXPECT_EQ(test, kb_lock_work(&word), 40ul);
	KUNIT_EXPECT_EQ(test, add_cpu(cpumask_next(0, cpu_possible_mask)), 0);
	KUNIT_EXPECT_EQ(test, (int)*kb_lock_point, LOCK_PREFIX_BYTE);
	KUNIT_EXPECT_EQ(test, kb_lock_work(&word), 42ul);
	KUNIT_EXPECT_EQ(test, hits, 2ul);
	expect_refused(test);
	unregister_kprobe(&next);
	KUNIT_EXPECT_EQ(test, kb_lock_work(&word), 44ul);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
}

static struct kunit_case lock_cases[] = {
	KUNIT_CASE(lock_prefix_that_comes_and_goes_is_refused),
	{}
};

static struct kunit_suite lock_suite = {
	.name = "kprobes_lock",
	.test_cases = lock_cases,
};

kunit_test_suites(&lock_suite);

MODULE_DESCRIPTION("KUnit test of probes beside LOCK prefixes");
MODULE_LICENSE("GPL");
