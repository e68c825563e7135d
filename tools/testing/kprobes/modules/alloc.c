// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit suite kprobes_alloc of kb_test: each allocation of a registration, and each
 * of the collector, fails in turn.
 *
 * The suite boost lets failslab and fail_page_alloc take every allocation of a task
 * that has asked for it, and say nothing.  Cases place probes and count slots, as
 * those of test.c do.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>

#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "test.h"

#ifdef CONFIG_FAULT_INJECTION

/* No registration allocates so often. */
#define MAX_ALLOCATIONS	200

static struct kprobe fillers[KB_MANY];
static unsigned int nr_fillers;

static unsigned long hits;

static int count_pre(struct kprobe *p, struct pt_regs *regs)
{
	hits++;
	return 0;
}

NOKPROBE_SYMBOL(count_pre);

static void count_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	hits++;
}

NOKPROBE_SYMBOL(count_post);

static int count_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	hits++;
	return 0;
}

NOKPROBE_SYMBOL(count_entry);

static struct kprobe_gc_stats gc_now(void)
{
	struct kprobe_gc_stats stats;

	kprobe_gc_stats(&stats);
	return stats;
}

/* What vmalloc() has to say to a failure on purpose is not for the log. */
static struct task_struct *failing;

static void say_nothing(void)
{
}

static int warn_pre(struct kprobe *p, struct pt_regs *regs)
{
	if (current != READ_ONCE(failing))
		return 0;
	kb_set_ip(regs, (unsigned long)say_nothing);
	return 1;
}

NOKPROBE_SYMBOL(warn_pre);

static struct kprobe warn_probe;

static int start_failing(struct kunit *test)
{
	warn_probe = (struct kprobe) {
		.symbol_name = "warn_alloc",
		.pre_handler = warn_pre,
	};
	return register_kprobe(&warn_probe);
}

static void stop_failing(void)
{
	unregister_kprobe(&warn_probe);
}

#define SLOTS_PER_PAGE	(PAGE_SIZE / (KPROBE_INSN_SLOT_SIZE * sizeof(kprobe_opcode_t)))

/* A page that the collector has kept, and another one */
static_assert(KB_MANY > 2 * SLOTS_PER_PAGE);

/* Take slots until one needs a page, and then the rest of that: the next one will, too. */
static void take_free_slots(struct kunit *test)
{
	unsigned long pages = gc_now().slot_pages;
	unsigned int left = KB_MANY;
	bool new_page = false;
	struct kprobe *p;

	while (left-- && nr_fillers < KB_MANY) {
		p = &fillers[nr_fillers];
		*p = (struct kprobe) {
			.addr = (void *)(kb_many_points + nr_fillers * KB_MANY_SIZE),
			.flags = KPROBE_FLAG_DISABLED,
		};
		if (register_kprobe(p))
			break;
		nr_fillers++;
		if (!new_page && gc_now().slot_pages > pages) {
			new_page = true;
			left = SLOTS_PER_PAGE - 1;
		}
	}
	KUNIT_EXPECT_TRUE(test, new_page);
	KUNIT_EXPECT_LT(test, nr_fillers, (unsigned int)KB_MANY);
}

static void give_slots_back(void)
{
	while (nr_fillers)
		unregister_kprobe(&fillers[--nr_fillers]);
}

/**
 * struct way - a registration whose allocations fail one by one
 * @name: its name
 * @before: what is registered before; NULL, and no slot is free
 * @place: registers
 * @remove: takes out what @place registered
 * @after: takes out what @before registered
 * @each: hits of one call of the function
 * @needs: it cannot do without some of its allocations
 */
struct way {
	const char *name;
	int (*before)(void);
	int (*place)(void);
	void (*remove)(void);
	void (*after)(void);
	unsigned long each;
	bool needs;
};

/* Without a page in reach, another one will do. */
#ifdef KPROBE_SLOT_REGION_SHIFT
#define NEEDS_A_PAGE	false
#else
#define NEEDS_A_PAGE	true
#endif

static struct kprobe one, other;
static struct kretprobe rp;
static struct kprobe *pair[] = { &one, &other };

static const struct kb_sample *sample(void)
{
	const struct kb_sample *s = kb_samples;

	while (s->mode != KPROBE_MODE_BOOSTED)
		s++;
	return s;
}

static void init_pair(bool post)
{
	one = (struct kprobe) { .addr = sample()->probe, .pre_handler = count_pre };
	other = (struct kprobe) { .addr = sample()->probe, .pre_handler = count_pre };
	if (post)
		other.post_handler = count_post;
}

static int place_one(void)
{
	init_pair(false);
	return register_kprobe(&one);
}

static void remove_one(void)
{
	unregister_kprobe(&one);
}

static int place_other(void)
{
	/* The first one stays: the two get an aggregator. */
	other = (struct kprobe) {
		.addr = sample()->probe, .pre_handler = count_pre, .post_handler = count_post,
	};
	return register_kprobe(&other);
}

static void remove_other(void)
{
	unregister_kprobe(&other);
}

static int place_pair(void)
{
	init_pair(true);
	return register_kprobes(pair, ARRAY_SIZE(pair));
}

static void remove_pair(void)
{
	unregister_kprobes(pair, ARRAY_SIZE(pair));
}

static int place_return(void)
{
	rp = (struct kretprobe) {
		.kp.addr = (void *)sample()->fn,
		.entry_handler = count_entry,
		.maxactive = 3,
	};
	return register_kretprobe(&rp);
}

static void remove_return(void)
{
	unregister_kretprobe(&rp);
}

/* What can be optimised has its aggregator from the first probe on. */
#define NEEDS_AN_AGGREGATOR	(KB_SLOTS_EACH == 1)

static const struct way ways[] = {
	{ "one probe", NULL, place_one, remove_one, NULL, 1, NEEDS_A_PAGE },
	{ "a second one", place_one, place_other, remove_other, remove_one, 3,
	  NEEDS_AN_AGGREGATOR },
	{ "two at once", NULL, place_pair, remove_pair, NULL, 3, NEEDS_A_PAGE },
	{ "a kretprobe", NULL, place_return, remove_return, NULL, 1, true },
};

/*
 * Register with the @nth allocation failing.  Returns whether there were so many.
 */
static bool fail_nth(struct kunit *test, const struct way *way, unsigned int nth,
		     unsigned int *refused)
{
	const struct kb_sample *s = sample();
	struct kprobe_gc_stats before, after;
	unsigned int left;
	u8 text[2][64];
	int err;

	if (way->before)
		KUNIT_EXPECT_EQ_MSG(test, way->before(), 0, "%s", way->name);
	before = gc_now();
	memcpy(text[0], s->fn, sizeof(text[0]));

	WRITE_ONCE(failing, current);
	current->fail_nth = nth;
	err = way->place();
	left = current->fail_nth;
	current->fail_nth = 0;
	WRITE_ONCE(failing, NULL);

	if (err) {
		KUNIT_EXPECT_EQ_MSG(test, err, -ENOMEM, "%s, allocation %u", way->name, nth);
		++*refused;
	} else {
		hits = 0;
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ_MSG(test, hits, way->each, "%s, allocation %u", way->name, nth);
		way->remove();
	}
	/* Nothing armed, nothing leaked; one page may stay. */
	memcpy(text[1], s->fn, sizeof(text[1]));
	KUNIT_EXPECT_FALSE_MSG(test, memcmp(text[0], text[1], sizeof(text[0])),
			       "%s, allocation %u: the text has changed", way->name, nth);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	after = gc_now();
	KUNIT_EXPECT_EQ_MSG(test, after.slots_used, before.slots_used, "%s, allocation %u",
			    way->name, nth);
	KUNIT_EXPECT_EQ(test, after.slots_dirty, 0ul);
	KUNIT_EXPECT_LE(test, after.slot_pages, before.slot_pages + 1);
	if (way->after)
		way->after();
	hits = 0;
	KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
	KUNIT_EXPECT_EQ(test, hits, 0ul);
	return !left;
}

static void each_allocation_of_a_registration_fails_and_nothing_is_left(struct kunit *test)
{
	unsigned int i, nth, refused, before;

	KUNIT_ASSERT_EQ(test, start_failing(test), 0);
	for (i = 0; i < ARRAY_SIZE(ways); i++) {
		refused = 0;
		KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
		for (nth = 1; nth < MAX_ALLOCATIONS; nth++) {
			if (!ways[i].before && !nr_fillers)
				take_free_slots(test);
			before = refused;
			if (!fail_nth(test, &ways[i], nth, &refused))
				break;
			if (refused > before)
				continue;
			/* It can do without this one, and has added a page. */
			give_slots_back();
			KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
		}
		give_slots_back();
		KUNIT_EXPECT_LT(test, nth, (unsigned int)MAX_ALLOCATIONS);
		KUNIT_EXPECT_TRUE_MSG(test, refused || !ways[i].needs, "%s", ways[i].name);
		kunit_info(test, "%s: %u allocations, %u of which it needs\n", ways[i].name,
			   nth - 1, refused);
	}
	stop_failing();
}

/* The collector at work: its task, and whether an allocation has failed there */
static unsigned int collect_nth;
static unsigned long collections, collection_failures;

static int collect_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	WRITE_ONCE(failing, current);
	current->fail_nth = collect_nth;
	return 0;
}

NOKPROBE_SYMBOL(collect_entry);

static int collect_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	collections++;
	collection_failures += !current->fail_nth;
	current->fail_nth = 0;
	WRITE_ONCE(failing, NULL);
	return 0;
}

NOKPROBE_SYMBOL(collect_return);

static struct kretprobe collect_probe;

static void each_allocation_of_the_collector_fails_and_it_collects(struct kunit *test)
{
	struct kprobe_gc_stats before, after;
	unsigned long failures;
	unsigned int wait;

	KUNIT_ASSERT_EQ(test, start_failing(test), 0);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	collect_probe = (struct kretprobe) {
		.kp.symbol_name = "kprobe_gc_work_fn",
		.entry_handler = collect_entry,
		.handler = collect_return,
	};
	collections = 0;
	collection_failures = 0;
	collect_nth = 1;
	KUNIT_ASSERT_EQ(test, register_kretprobe(&collect_probe), 0);
	before = gc_now();
	do {
		failures = collection_failures;
		/* More than a page of them, so that one is released. */
		KUNIT_EXPECT_EQ(test, place_one(), 0);
		take_free_slots(test);
		remove_one();
		give_slots_back();
		KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
		/* It says that it has collected shortly before it returns. */
		for (wait = 0; READ_ONCE(failing) && wait < 1000; wait++)
			usleep_range(1000, 2000);
		KUNIT_EXPECT_EQ(test, gc_now().slots_dirty, 0ul);
		collect_nth++;
	} while (collection_failures > failures && collect_nth < MAX_ALLOCATIONS);
	KUNIT_EXPECT_LT(test, collect_nth, (unsigned int)MAX_ALLOCATIONS);
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.slots_used, before.slots_used);
	KUNIT_EXPECT_GT(test, after.slots_reclaimed, before.slots_reclaimed);
	collect_nth = 0;
	unregister_kretprobe(&collect_probe);
	stop_failing();
	KUNIT_EXPECT_GT(test, collections, 0ul);
	kunit_info(test, "%lu collections, an allocation failed in %lu\n", collections,
		   collection_failures);
}

#else /* !CONFIG_FAULT_INJECTION */

static void each_allocation_of_a_registration_fails_and_nothing_is_left(struct kunit *test)
{
	kunit_skip(test, "the kernel has no CONFIG_FAULT_INJECTION");
}

static void each_allocation_of_the_collector_fails_and_it_collects(struct kunit *test)
{
	kunit_skip(test, "the kernel has no CONFIG_FAULT_INJECTION");
}

#endif /* CONFIG_FAULT_INJECTION */

static struct kunit_case alloc_cases[] = {
	KUNIT_CASE(each_allocation_of_a_registration_fails_and_nothing_is_left),
	KUNIT_CASE(each_allocation_of_the_collector_fails_and_it_collects),
	{}
};

static struct kunit_suite alloc_suite = {
	.name = "kprobes_alloc",
	.test_cases = alloc_cases,
};

kunit_test_suites(&alloc_suite);
