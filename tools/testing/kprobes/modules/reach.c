// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit suite kprobes_reach of kb_test: slots that a branch must reach, and what
 * a probe gets if no such slot is to be had.
 *
 * It takes all free addresses around the module away and gives them back.  The
 * function that reserves addresses is not exported; a probe finds it.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>

#include <linux/bits.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "test.h"

#ifdef KPROBE_SLOT_REGION_SHIFT

#define REGION	BIT(KPROBE_SLOT_REGION_SHIFT)

typedef struct vm_struct *(*reserve_fn)(unsigned long size, unsigned long flags,
					unsigned long start, unsigned long end,
					const void *caller);

/**
 * struct area - a range of addresses that nobody else gets
 * @list: in the list of all of them
 * @vm: the range
 */
struct area {
	struct list_head list;
	struct vm_struct *vm;
};

static unsigned long hits;

static int count_hit(struct kprobe *p, struct pt_regs *regs)
{
	hits++;
	return 0;
}

NOKPROBE_SYMBOL(count_hit);

static void *find(const char *name)
{
	struct kprobe p = { .symbol_name = name };
	void *addr;

	if (register_kprobe(&p))
		return NULL;
	addr = p.addr;
	unregister_kprobe(&p);
	return addr;
}

/* Every free page from @start to @end, in pieces as large as there are */
static unsigned long take_all(reserve_fn reserve, unsigned long start, unsigned long end,
			      struct list_head *areas)
{
	unsigned long size = REGION, taken = 0;
	struct area *a;

	while (size >= PAGE_SIZE) {
		a = kmalloc(sizeof(*a), GFP_KERNEL);
		if (!a)
			break;
		a->vm = reserve(size, VM_MAP | VM_NO_GUARD, start, end, take_all);
		if (!a->vm) {
			kfree(a);
			size /= 2;
			continue;
		}
		list_add(&a->list, areas);
		taken += size;
	}
	return taken;
}

static void give_back(struct list_head *areas)
{
	struct area *a, *tmp;

	list_for_each_entry_safe(a, tmp, areas, list) {
		free_vm_area(a->vm);
		kfree(a);
	}
}

/*
 * Slots of the module's region that are free already are used up first: with
 * KB_MANY probes the last one needs a new page.
 */
static void without_room_in_reach_the_next_best_mode_is_taken(struct kunit *test)
{
	unsigned long start = (unsigned long)kb_many_points & ~(REGION - 1);
	reserve_fn reserve = find("__get_vm_area_caller");
	unsigned int i, nr[KPROBE_NR_MODES] = { };
	unsigned long taken;
	struct kprobe *many;
	LIST_HEAD(areas);

	KUNIT_ASSERT_NOT_NULL(test, reserve);
	many = kcalloc(KB_MANY, sizeof(*many), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, many);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);

	/* Twice as far as a branch reaches */
	taken = take_all(reserve, start - 4 * REGION, start + 5 * REGION, &areas);
	KUNIT_EXPECT_GT(test, taken, 0ul);
	hits = 0;
	for (i = 0; i < KB_MANY; i++) {
		many[i].addr = (kprobe_opcode_t *)(kb_many_points + i * KB_MANY_SIZE);
		many[i].pre_handler = count_hit;
		KUNIT_EXPECT_EQ(test, register_kprobe(&many[i]), 0);
		nr[kprobe_boost_mode(&many[i])]++;
	}
	give_back(&areas);

	KUNIT_EXPECT_GT(test, nr[KPROBE_MODE_TRAMPOLINED], 0u);
	KUNIT_EXPECT_EQ(test, nr[KPROBE_MODE_TRAMPOLINED] + nr[KPROBE_MODE_BOOSTED], KB_MANY);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&many[KB_MANY - 1]), KPROBE_MODE_TRAMPOLINED);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	KUNIT_EXPECT_EQ(test, hits, (unsigned long)KB_MANY);

	for (i = 0; i < KB_MANY; i++)
		unregister_kprobe(&many[i]);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);

	/* With room, all is as before. */
	for (i = 0; i < KB_MANY; i++) {
		many[i] = (struct kprobe) {
			.addr = (kprobe_opcode_t *)(kb_many_points + i * KB_MANY_SIZE),
			.pre_handler = count_hit,
		};
		KUNIT_EXPECT_EQ(test, register_kprobe(&many[i]), 0);
		KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&many[i]), KPROBE_MODE_BOOSTED);
	}
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	for (i = 0; i < KB_MANY; i++)
		unregister_kprobe(&many[i]);
	kfree(many);
}

/* Functions of the kernel and of a module, wherever the loader put the module */
static void kernel_and_module_are_boosted_at_once(struct kunit *test)
{
	/* Written in assembly, so that the function tracer has no part in it */
	struct kprobe kernel = { .symbol_name = "memchr", .pre_handler = count_hit };
	struct kprobe module = {
		.addr = (kprobe_opcode_t *)kb_many_points,
		.pre_handler = count_hit,
	};

	KUNIT_EXPECT_EQ(test, register_kprobe(&kernel), 0);
	KUNIT_EXPECT_EQ(test, register_kprobe(&module), 0);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&kernel), KPROBE_MODE_BOOSTED);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&module), KPROBE_MODE_BOOSTED);
	unregister_kprobe(&module);
	unregister_kprobe(&kernel);
}

static struct kunit_case reach_cases[] = {
	KUNIT_CASE(without_room_in_reach_the_next_best_mode_is_taken),
	KUNIT_CASE(kernel_and_module_are_boosted_at_once),
	{}
};
#else
/* A branch reaches everywhere. */
static void branch_reaches_everywhere(struct kunit *test)
{
	kunit_skip(test, "slots are in reach of all text");
}

static struct kunit_case reach_cases[] = {
	KUNIT_CASE(branch_reaches_everywhere),
	{}
};
#endif

struct kunit_suite kb_reach_suite = {
	.name = "kprobes_reach",
	.test_cases = reach_cases,
};
