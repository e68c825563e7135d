// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit suite kprobes_unwind, part of kb_test: a stack trace that starts in a
 * slot finds the caller of the probed function.
 *
 * A timer interrupts a long boosted instruction and unwinds from there, as
 * perf and the scheduler's debugging aids do.  Livepatch asks whether the stack of a
 * task that lost its CPU can be relied on.
 */

#include <kunit/test.h>

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kprobes_gc.h>
#include <linux/kthread.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/smp.h>
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

#ifdef CONFIG_HAVE_RELIABLE_STACKTRACE

typedef int reliable_fn(struct task_struct *tsk, unsigned long *store, unsigned int size);

/**
 * struct preempted - a task that loses its CPU while it is in the long instruction
 * @timer: looks where it is
 * @tester: woken then, and more urgent
 * @in_copy: in the slot
 * @in_place: at the original address
 */
static struct preempted {
	struct hrtimer timer;
	struct task_struct *tester;
	bool in_copy;
	bool in_place;
} preempted;

static enum hrtimer_restart preempt_timer(struct hrtimer *timer)
{
	struct pt_regs *regs = get_irq_regs();
	unsigned long ip = regs ? instruction_pointer(regs) : 0;
	unsigned long slot = kb_slot(&long_probe);

	preempted.in_copy = slot && ip >= slot && ip < slot + KB_SLOT_SIZE;
	preempted.in_place = ip == (unsigned long)kb_long_point;
	wake_up_process(preempted.tester);
	return HRTIMER_NORESTART;
}

static int preempted_thread(void *buf)
{
	while (!kthread_should_stop()) {
		kb_long(buf, SZ_256K);
		cond_resched();
	}
	return 0;
}

/* What livepatch asks, which is not exported */
static reliable_fn *reliable_stack_trace(void)
{
	struct kprobe p = { .symbol_name = "stack_trace_save_tsk_reliable" };
	void *addr = NULL;

	if (!register_kprobe(&p)) {
		addr = p.addr;
		unregister_kprobe(&p);
	}
	return addr;
}

/* How many of TRACES traces were reliable, of a task where @there says; -1 if it never was */
static int reliable_traces(struct task_struct *victim, reliable_fn *trace, bool *there)
{
	unsigned long end = jiffies + SECONDS * HZ, store[64];
	int found = 0, reliable = 0;

	while (found < TRACES && time_before(jiffies, end)) {
		set_current_state(TASK_UNINTERRUPTIBLE);
		hrtimer_start(&preempted.timer, ns_to_ktime(50 * NSEC_PER_USEC + 777 * found),
			      HRTIMER_MODE_REL_PINNED);
		schedule();
		if (!*there)
			continue;
		found++;
		reliable += trace(victim, store, ARRAY_SIZE(store)) > 0;
	}
	return found == TRACES ? reliable : -1;
}

static void livepatch_does_not_rely_on_the_stack_of_a_task_in_a_slot(struct kunit *test)
{
	void *buf = kunit_kzalloc(test, SZ_256K, GFP_KERNEL);
	reliable_fn *trace = reliable_stack_trace();
	struct task_struct *victim;
	int unprobed, probed, removed, err;

	KUNIT_ASSERT_NOT_NULL(test, buf);
	KUNIT_ASSERT_NOT_NULL(test, trace);
	victim = kthread_create(preempted_thread, buf, "kb_preempted");
	KUNIT_ASSERT_FALSE(test, IS_ERR(victim));
	preempted.tester = current;
	hrtimer_init(&preempted.timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	preempted.timer.function = preempt_timer;

	/* Both are on one CPU, and the victim runs when this task waits. */
	set_cpus_allowed_ptr(current, cpumask_of(raw_smp_processor_id()));
	kthread_bind(victim, raw_smp_processor_id());
	sched_set_fifo(current);
	wake_up_process(victim);

	memset(&long_probe, 0, sizeof(long_probe));
	unprobed = reliable_traces(victim, trace, &preempted.in_place);
	long_probe.addr = (kprobe_opcode_t *)kb_long_point;
	long_probe.pre_handler = unwind_pre;
	err = register_kprobe(&long_probe);
	probed = err ? -1 : reliable_traces(victim, trace, &preempted.in_copy);
	if (!err)
		unregister_kprobe(&long_probe);
	memset(&long_probe, 0, sizeof(long_probe));
	removed = reliable_traces(victim, trace, &preempted.in_place);

	sched_set_normal(current, 0);
	set_cpus_allowed_ptr(current, cpu_possible_mask);
	kthread_stop(victim);

	KUNIT_EXPECT_EQ(test, err, 0);
	KUNIT_EXPECT_EQ(test, unprobed, TRACES);
	KUNIT_EXPECT_EQ(test, probed, 0);
	KUNIT_EXPECT_EQ(test, removed, TRACES);
}

#endif

static struct kunit_case unwind_cases[] = {
	KUNIT_CASE(stack_trace_from_a_slot_finds_the_caller),
#ifdef CONFIG_HAVE_RELIABLE_STACKTRACE
	KUNIT_CASE(livepatch_does_not_rely_on_the_stack_of_a_task_in_a_slot),
#endif
	{}
};

static struct kunit_suite unwind_suite = {
	.name = "kprobes_unwind",
	.test_cases = unwind_cases,
};

kunit_test_suites(&unwind_suite);
