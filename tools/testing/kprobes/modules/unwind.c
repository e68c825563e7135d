// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit suite kprobes_unwind, part of kb_test: a stack trace that starts in a
 * slot finds the caller of the probed function.
 *
 * A timer interrupts a long boosted instruction and unwinds from there, as
 * perf, the scheduler's debugging aids and livepatch do.
 */

#include <kunit/test.h>

#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kprobes_gc.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include <asm/irq_regs.h>

#include "test.h"

/*
 * The timer expires at each of so many parts of the time that a call takes.
 * Where the call is in its handlers then, or on a host that is busy with
 * another guest CPU, no trace is had: so calls are made until there are enough.
 */
#define TIMER_STEPS	16
#define TRACES		16
#define SECONDS		20

static struct unwind_counts {
	unsigned long in_slot;
	unsigned long led_back;
	unsigned long caller_found;
} counts;

static struct kprobe long_probe;

static noinline void unwind_caller(void *buf, size_t size)
{
	kb_long(buf, size);
	/* Not a tail call: this function stays in the trace. */
	barrier();
}

static enum hrtimer_restart unwind_timer(struct hrtimer *timer)
{
	struct pt_regs *regs = get_irq_regs();
	unsigned long slot = kb_slot(&long_probe);
	unsigned long ip, origin;

	if (regs && !user_mode(regs)) {
		ip = instruction_pointer(regs);
		if (slot && ip >= slot &&
		    ip < slot + KPROBE_INSN_SLOT_SIZE * sizeof(kprobe_opcode_t)) {
			counts.in_slot++;
			/* Behind the copy it is the next instruction. */
			origin = kprobe_slot_origin(ip) - (unsigned long)kb_long_point;
			if (!origin || origin == long_probe.ainsn.boost.len)
				counts.led_back++;
			if (kb_unwind_finds(regs, "unwind_caller"))
				counts.caller_found++;
		}
	}
	/* A slow machine would never be done with a timer that starts again. */
	return HRTIMER_NORESTART;
}

static int unwind_pre(struct kprobe *p, struct pt_regs *regs)
{
	return 0;
}

static void stack_trace_from_a_slot_finds_the_caller(struct kunit *test)
{
	struct hrtimer timer;
	void *buf = kunit_kzalloc(test, SZ_256K, GFP_KERNEL);
	unsigned long end = jiffies + SECONDS * HZ;
	unsigned int calls = 0;
	u64 start, took;

	KUNIT_ASSERT_NOT_NULL(test, buf);
	memset(&counts, 0, sizeof(counts));
	long_probe = (struct kprobe) {
		.addr = (kprobe_opcode_t *)kb_long_point,
		.pre_handler = unwind_pre,
	};
	KUNIT_ASSERT_EQ(test, 0, register_kprobe(&long_probe));
	KUNIT_EXPECT_EQ(test, KPROBE_MODE_BOOSTED, kprobe_boost_mode(&long_probe));

	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	timer.function = unwind_timer;
	start = ktime_get_ns();
	unwind_caller(buf, SZ_256K);
	took = ktime_get_ns() - start;
	do {
		hrtimer_start(&timer, ns_to_ktime(took * (calls % TIMER_STEPS + 1) / TIMER_STEPS),
			      HRTIMER_MODE_REL_PINNED);
		start = ktime_get_ns();
		unwind_caller(buf, SZ_256K);
		/* The shortest is the one that nothing came between. */
		took = min(took, ktime_get_ns() - start);
		hrtimer_cancel(&timer);
		calls++;
	} while (counts.in_slot < TRACES && time_before(jiffies, end));
	unregister_kprobe(&long_probe);

	kunit_info(test, "%lu times in the slot, %u calls\n", counts.in_slot, calls);
	KUNIT_EXPECT_GT(test, counts.in_slot, 0UL);
	KUNIT_EXPECT_EQ(test, counts.in_slot, counts.led_back);
	KUNIT_EXPECT_EQ(test, counts.in_slot, counts.caller_found);
}

static struct kunit_case unwind_cases[] = {
	KUNIT_CASE(stack_trace_from_a_slot_finds_the_caller),
	{}
};

static struct kunit_suite unwind_suite = {
	.name = "kprobes_unwind",
	.test_cases = unwind_cases,
};

kunit_test_suites(&unwind_suite);
