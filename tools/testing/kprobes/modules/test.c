// SPDX-License-Identifier: GPL-2.0
/*
 * kb_test: KUnit suites kprobes_boost (modes, handlers, effects of instructions)
 * and kprobes_gc (slots and their reclaiming).
 *
 * The harness loads it; the kernel must run KUnit tests (kunit.enable=1).  Each
 * case is named after what it checks.  The cases place and remove probes by the
 * thousand and switch the policy, which they leave at auto; nobody else may do
 * either at the same time, since some cases count slots and grace periods.
 *
 * A case must never end with a probe in place: failures are recorded, and the
 * case goes on to its end.
 *
 * Which faults the cases are for is said in the table of ../hazards.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>

#include <linux/bitmap.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/umh.h>

#include "test.h"

/**
 * struct test_probe - a probe that counts
 * @p: the probe
 * @pre_hits: calls of the pre_handler
 * @post_hits: calls of the post_handler
 * @inner: function that the pre_handler calls, or NULL
 * @inner_result: what it returned
 */
struct test_probe {
	struct kprobe p;
	unsigned long pre_hits;
	unsigned long post_hits;
	const struct kb_sample *inner;
	unsigned long inner_result;
};

static const char * const policies[] = { "auto", "trampoline", "off" };

#define to_test_probe(ptr)	container_of(ptr, struct test_probe, p)

static int count_pre(struct kprobe *p, struct pt_regs *regs)
{
	struct test_probe *tp = to_test_probe(p);

	tp->pre_hits++;
	if (tp->inner)
		tp->inner_result = tp->inner->fn(40, 2);
	return 0;
}

NOKPROBE_SYMBOL(count_pre);

static void count_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	to_test_probe(p)->post_hits++;
}

NOKPROBE_SYMBOL(count_post);

static void init_probe(struct test_probe *tp, void *addr, bool post)
{
	memset(tp, 0, sizeof(*tp));
	tp->p.addr = addr;
	tp->p.pre_handler = count_pre;
	if (post)
		tp->p.post_handler = count_post;
}

static int place(struct test_probe *tp, void *addr, bool post)
{
	init_probe(tp, addr, post);
	return register_kprobe(&tp->p);
}

/* The samples of a mode, by number. */
static const struct kb_sample *sample_of(enum kprobe_mode mode, unsigned int nr)
{
	const struct kb_sample *s;

	for (s = kb_samples; s < kb_samples_end; s++)
		if (s->mode == mode && !nr--)
			return s;
	return NULL;
}

static struct kprobe_gc_stats gc_now(void)
{
	struct kprobe_gc_stats stats;

	kprobe_gc_stats(&stats);
	return stats;
}

/* ---- modes ---- */

static void samples_are_in_their_modes(struct kunit *test)
{
	const struct kb_sample *s;
	struct test_probe tp;

	for (s = kb_samples; s < kb_samples_end; s++) {
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		if (place(&tp, s->probe, false)) {
			KUNIT_FAIL(test, "no probe at %pS", s->probe);
			continue;
		}
		KUNIT_EXPECT_EQ(test, (unsigned long)kprobe_boost_mode(&tp.p), s->mode);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, tp.pre_hits, 1ul);
		unregister_kprobe(&tp.p);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, tp.pre_hits, 1ul);
	}
}

static void plain_register_kprobes_is_boosted(struct kunit *test)
{
	struct test_probe tp[KB_SAMPLES_PER_MODE];
	struct kprobe *batch[KB_SAMPLES_PER_MODE];
	unsigned int i;

	for (i = 0; i < KB_SAMPLES_PER_MODE; i++) {
		init_probe(&tp[i], sample_of(KPROBE_MODE_BOOSTED, i)->probe, false);
		batch[i] = &tp[i].p;
	}
	KUNIT_ASSERT_EQ(test, register_kprobes(batch, KB_SAMPLES_PER_MODE), 0);
	for (i = 0; i < KB_SAMPLES_PER_MODE; i++) {
		KUNIT_EXPECT_EQ(test, kprobe_boost_mode(batch[i]), KPROBE_MODE_BOOSTED);
		KUNIT_EXPECT_EQ(test, sample_of(KPROBE_MODE_BOOSTED, i)->fn(1, 2), 3ul);
		KUNIT_EXPECT_EQ(test, tp[i].pre_hits, 1ul);
	}
	unregister_kprobes(batch, KB_SAMPLES_PER_MODE);
}

static void probe_without_any_handler_is_executed(struct kunit *test)
{
	const struct kb_sample *s;

	for (s = kb_samples; s < kb_samples_end; s++) {
		struct kprobe p = { .addr = s->probe };

		KUNIT_EXPECT_EQ(test, register_kprobe(&p), 0);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		unregister_kprobe(&p);
	}
}

static unsigned long returned;

static int see_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	returned = regs_return_value(regs);
	return 0;
}

NOKPROBE_SYMBOL(see_return);

/* Bit 0 of the pointer may be no part of where the function is. */
static void kretprobe_takes_a_pointer_to_a_function(struct kunit *test)
{
	struct kretprobe rp = {
		.kp.addr = (kprobe_opcode_t *)kb_many,
		.handler = see_return,
	};

	returned = 0;
	KUNIT_ASSERT_EQ(test, register_kretprobe(&rp), 0);
	KUNIT_EXPECT_EQ(test, kb_many(2), KB_MANY + 2ul);
	unregister_kretprobe(&rp);
	KUNIT_EXPECT_EQ(test, returned, KB_MANY + 2ul);
}

static void probe_with_post_handler_is_not_boosted(struct kunit *test)
{
	const struct kb_sample *s;
	struct test_probe tp;

	for (s = kb_samples; s < kb_samples_end; s++) {
		if (place(&tp, s->probe, true)) {
			KUNIT_FAIL(test, "no probe at %pS", s->probe);
			continue;
		}
		KUNIT_EXPECT_NE(test, kprobe_boost_mode(&tp.p), KPROBE_MODE_BOOSTED);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, tp.pre_hits, 1ul);
		KUNIT_EXPECT_EQ(test, tp.post_hits, 1ul);
		unregister_kprobe(&tp.p);
	}
}

static void post_handler_arrives_at_boosted_address_and_leaves(struct kunit *test)
{
	const struct kb_sample *s = sample_of(KPROBE_MODE_BOOSTED, 0);
	struct test_probe plain, post;
	unsigned long i;

	KUNIT_ASSERT_EQ(test, place(&plain, s->probe, false), 0);
	for (i = 1; i <= 3; i++) {
		KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&plain.p), KPROBE_MODE_BOOSTED);
		KUNIT_EXPECT_EQ(test, s->fn(i, 2), i + 2);
		KUNIT_EXPECT_EQ(test, plain.pre_hits, 2 * i - 1);

		KUNIT_EXPECT_EQ(test, place(&post, s->probe, true), 0);
		KUNIT_EXPECT_NE(test, kprobe_boost_mode(&plain.p), KPROBE_MODE_BOOSTED);
		KUNIT_EXPECT_EQ(test, s->fn(i, 2), i + 2);
		KUNIT_EXPECT_EQ(test, post.pre_hits, 1ul);
		KUNIT_EXPECT_EQ(test, post.post_hits, 1ul);
		KUNIT_EXPECT_EQ(test, plain.pre_hits, 2 * i);

		unregister_kprobe(&post.p);
	}
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&plain.p), KPROBE_MODE_BOOSTED);
	KUNIT_EXPECT_EQ(test, s->fn(5, 6), 11ul);
	KUNIT_EXPECT_EQ(test, post.pre_hits, 1ul);
	KUNIT_EXPECT_EQ(test, post.post_hits, 1ul);
	unregister_kprobe(&plain.p);
}

static void first_probe_with_post_handler_leaves_others_behind(struct kunit *test)
{
	const struct kb_sample *s = sample_of(KPROBE_MODE_BOOSTED, 0);
	struct test_probe plain, post;

	KUNIT_ASSERT_EQ(test, place(&post, s->probe, true), 0);
	KUNIT_EXPECT_EQ(test, place(&plain, s->probe, false), 0);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	KUNIT_EXPECT_EQ(test, plain.pre_hits, 1ul);
	KUNIT_EXPECT_EQ(test, post.post_hits, 1ul);

	unregister_kprobe(&post.p);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&plain.p), KPROBE_MODE_BOOSTED);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	KUNIT_EXPECT_EQ(test, plain.pre_hits, 2ul);
	KUNIT_EXPECT_EQ(test, post.post_hits, 1ul);
	unregister_kprobe(&plain.p);
}

static void two_post_handlers_at_one_address_leave_one_by_one(struct kunit *test)
{
	const struct kb_sample *s = sample_of(KPROBE_MODE_BOOSTED, 1);
	struct test_probe plain, post[2];

	KUNIT_ASSERT_EQ(test, place(&plain, s->probe, false), 0);
	KUNIT_EXPECT_EQ(test, place(&post[0], s->probe, true), 0);
	KUNIT_EXPECT_EQ(test, place(&post[1], s->probe, true), 0);
	s->fn(1, 2);
	unregister_kprobe(&post[0].p);
	KUNIT_EXPECT_NE(test, kprobe_boost_mode(&plain.p), KPROBE_MODE_BOOSTED);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	unregister_kprobe(&post[1].p);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&plain.p), KPROBE_MODE_BOOSTED);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	KUNIT_EXPECT_EQ(test, post[0].post_hits, 1ul);
	KUNIT_EXPECT_EQ(test, post[1].post_hits, 2ul);
	KUNIT_EXPECT_EQ(test, plain.pre_hits, 3ul);
	unregister_kprobe(&plain.p);
}

static void disabled_probes_are_not_called_and_enabled_ones_are(struct kunit *test)
{
	const struct kb_sample *s;
	struct test_probe plain, post;

	for (s = kb_samples; s < kb_samples_end; s++) {
		if (place(&plain, s->probe, false)) {
			KUNIT_FAIL(test, "no probe at %pS", s->probe);
			continue;
		}
		KUNIT_EXPECT_EQ(test, place(&post, s->probe, true), 0);

		KUNIT_EXPECT_EQ(test, disable_kprobe(&post.p), 0);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, plain.pre_hits, 1ul);
		KUNIT_EXPECT_EQ(test, post.pre_hits, 0ul);
		KUNIT_EXPECT_EQ(test, post.post_hits, 0ul);

		KUNIT_EXPECT_EQ(test, disable_kprobe(&plain.p), 0);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, plain.pre_hits, 1ul);

		KUNIT_EXPECT_EQ(test, enable_kprobe(&post.p), 0);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, plain.pre_hits, 1ul);
		KUNIT_EXPECT_EQ(test, post.pre_hits, 1ul);
		KUNIT_EXPECT_EQ(test, post.post_hits, 1ul);

		unregister_kprobe(&post.p);
		KUNIT_EXPECT_EQ(test, enable_kprobe(&plain.p), 0);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, plain.pre_hits, 2ul);
		KUNIT_EXPECT_EQ(test, (unsigned long)kprobe_boost_mode(&plain.p), s->mode);
		unregister_kprobe(&plain.p);
	}
}

static void probe_registered_disabled_is_boosted_when_enabled(struct kunit *test)
{
	const struct kb_sample *s = sample_of(KPROBE_MODE_BOOSTED, 0);
	struct test_probe tp;

	init_probe(&tp, s->probe, false);
	tp.p.flags = KPROBE_FLAG_DISABLED;
	KUNIT_ASSERT_EQ(test, register_kprobe(&tp.p), 0);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	KUNIT_EXPECT_EQ(test, tp.pre_hits, 0ul);
	KUNIT_EXPECT_EQ(test, enable_kprobe(&tp.p), 0);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&tp.p), KPROBE_MODE_BOOSTED);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	KUNIT_EXPECT_EQ(test, tp.pre_hits, 1ul);
	unregister_kprobe(&tp.p);
}

static void disabled_probe_is_removed_and_registered_again(struct kunit *test)
{
	const struct kb_sample *s;
	struct test_probe tp;

	for (s = kb_samples; s < kb_samples_end; s++) {
		KUNIT_EXPECT_EQ(test, place(&tp, s->probe, false), 0);
		KUNIT_EXPECT_EQ(test, disable_kprobe(&tp.p), 0);
		unregister_kprobe(&tp.p);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, tp.pre_hits, 0ul);

		KUNIT_EXPECT_EQ(test, place(&tp, s->probe, false), 0);
		KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);
		KUNIT_EXPECT_EQ(test, tp.pre_hits, 1ul);
		unregister_kprobe(&tp.p);
	}
}

static void policy_flips_with_probes_armed(struct kunit *test)
{
	static const struct {
		const char *policy;
		bool boosts;
	} flips[] = {
		{ "off", false }, { "auto", true }, { "trampoline", false }, { "off", false },
		{ "trampoline", false }, { "auto", true },
	};
	struct test_probe *tp;
	unsigned long hits = 0;
	unsigned int i, n = kb_samples_end - kb_samples, s;

	tp = kunit_kcalloc(test, n, sizeof(*tp), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, tp);
	for (s = 0; s < n; s++)
		KUNIT_EXPECT_EQ(test, place(&tp[s], kb_samples[s].probe, false), 0);

	for (i = 0; i < ARRAY_SIZE(flips); i++) {
		KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(flips[i].policy), 0);
		hits++;
		for (s = 0; s < n; s++) {
			enum kprobe_mode mode = kprobe_boost_mode(&tp[s].p);

			KUNIT_EXPECT_EQ(test, mode == KPROBE_MODE_BOOSTED,
					kb_samples[s].mode == KPROBE_MODE_BOOSTED &&
					flips[i].boosts);
			KUNIT_EXPECT_EQ(test, kb_samples[s].fn(40, 2), 42ul);
			KUNIT_EXPECT_EQ(test, tp[s].pre_hits, hits);
		}
	}
	for (s = 0; s < n; s++)
		unregister_kprobe(&tp[s].p);
}

static void unknown_policy_changes_nothing(struct kunit *test)
{
	static const char * const bad[] = { "", "on", "AUTO", "autox", "1", "auto,off" };
	struct test_probe tp;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, place(&tp, sample_of(KPROBE_MODE_BOOSTED, 0)->probe, false), 0);
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(bad[i]), -EINVAL);
		KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&tp.p), KPROBE_MODE_BOOSTED);
	}
	unregister_kprobe(&tp.p);
}

static void probe_within_a_slot_is_refused(struct kunit *test)
{
	struct test_probe tp, within;
	unsigned long slot;
	unsigned int i;
	int err;

	KUNIT_ASSERT_EQ(test, place(&tp, sample_of(KPROBE_MODE_BOOSTED, 0)->probe, false), 0);
	slot = kb_slot(&tp.p);
	KUNIT_EXPECT_NE(test, slot, 0ul);
	for (i = 0; i < KB_SLOT_SIZE; i++) {
		err = place(&within, (void *)slot + i, false);
		KUNIT_EXPECT_LT(test, err, 0);
		if (!err)
			unregister_kprobe(&within.p);
	}
	unregister_kprobe(&tp.p);
}

/* ---- what handlers see and do ---- */

static void *skip_to;

static int skip_pre(struct kprobe *p, struct pt_regs *regs)
{
	to_test_probe(p)->pre_hits++;
	kb_set_ip(regs, (unsigned long)skip_to);
	return 1;
}

NOKPROBE_SYMBOL(skip_pre);

static void handler_that_moves_the_pc_and_returns_1_is_obeyed(struct kunit *test)
{
	const struct kb_sample *s;
	struct test_probe tp;
	int post;

	for (s = kb_samples; s < kb_samples_end; s++) {
		for (post = 0; post <= 1; post++) {
			init_probe(&tp, s->probe, post);
			tp.p.pre_handler = skip_pre;
			skip_to = s->next;
			KUNIT_EXPECT_EQ(test, register_kprobe(&tp.p), 0);
			KUNIT_EXPECT_EQ(test, s->fn(40, 2), 40ul);
			KUNIT_EXPECT_EQ(test, tp.pre_hits, 1ul);
			KUNIT_EXPECT_EQ(test, tp.post_hits, 0ul);
			unregister_kprobe(&tp.p);
		}
	}
}

static int change_pre(struct kprobe *p, struct pt_regs *regs)
{
	kb_set_second_argument(regs, 7);
	return 0;
}

NOKPROBE_SYMBOL(change_pre);

static void handler_that_changes_a_register_and_returns_0_is_obeyed(struct kunit *test)
{
	const struct kb_sample *s = sample_of(KPROBE_MODE_BOOSTED, 0);
	struct test_probe tp;
	unsigned int i;
	int post;

	for (i = 0; i < ARRAY_SIZE(policies); i++) {
		KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(policies[i]), 0);
		for (post = 0; post <= 1; post++) {
			init_probe(&tp, s->probe, post);
			tp.p.pre_handler = change_pre;
			KUNIT_EXPECT_EQ(test, register_kprobe(&tp.p), 0);
			KUNIT_EXPECT_EQ(test, s->fn(40, 2), 47ul);
			KUNIT_EXPECT_EQ(test, tp.post_hits, (unsigned long)post);
			unregister_kprobe(&tp.p);
		}
	}
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
}

static struct {
	unsigned long address;
	unsigned long next;
	unsigned long argument[2];
	bool preemptible;
	bool irqs_enabled;
} seen;

static int look_pre(struct kprobe *p, struct pt_regs *regs)
{
	seen.address = kb_hit_address(regs);
	seen.argument[0] = kb_argument(regs, 0);
	seen.argument[1] = kb_argument(regs, 1);
	seen.preemptible = preemptible();
	seen.irqs_enabled = kb_had_interrupts_enabled(regs);
	return 0;
}

NOKPROBE_SYMBOL(look_pre);

static void look_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	seen.next = instruction_pointer(regs);
	to_test_probe(p)->post_hits++;
}

NOKPROBE_SYMBOL(look_post);

static void handlers_see_the_registers_of_the_probe_point(struct kunit *test)
{
	const struct kb_sample *s;
	struct test_probe tp;
	int post;

	for (s = kb_samples; s < kb_samples_end; s++) {
		for (post = 0; post <= 1; post++) {
			memset(&seen, 0, sizeof(seen));
			init_probe(&tp, s->probe, false);
			tp.p.pre_handler = look_pre;
			if (post)
				tp.p.post_handler = look_post;
			KUNIT_EXPECT_EQ(test, register_kprobe(&tp.p), 0);
			KUNIT_EXPECT_EQ(test, s->fn(0x1234, 0x5678), 0x68acul);
			unregister_kprobe(&tp.p);
			KUNIT_EXPECT_EQ(test, seen.address, (unsigned long)s->probe);
			KUNIT_EXPECT_EQ(test, seen.argument[0], 0x1234ul);
			KUNIT_EXPECT_EQ(test, seen.argument[1], 0x5678ul);
			KUNIT_EXPECT_FALSE(test, seen.preemptible);
			KUNIT_EXPECT_TRUE(test, seen.irqs_enabled);
			/* A branch may lead elsewhere. */
			if (post && s->mode != KPROBE_MODE_SIMULATED)
				KUNIT_EXPECT_EQ(test, seen.next, (unsigned long)s->next);
			KUNIT_EXPECT_EQ(test, tp.post_hits, (unsigned long)post);
		}
	}
}

static void interrupt_mask_is_as_before_after_a_hit(struct kunit *test)
{
	const struct kb_sample *s;
	unsigned long result;
	struct test_probe tp;
	bool off, on;
	int post;

	for (s = kb_samples; s < kb_samples_end; s++) {
		for (post = 0; post <= 1; post++) {
			KUNIT_EXPECT_EQ(test, place(&tp, s->probe, post), 0);
			local_irq_disable();
			result = s->fn(40, 2);
			off = irqs_disabled();
			local_irq_enable();
			KUNIT_EXPECT_TRUE(test, off);
			KUNIT_EXPECT_EQ(test, result, 42ul);
			result = s->fn(40, 2);
			on = !irqs_disabled();
			if (!on)
				local_irq_enable();
			KUNIT_EXPECT_TRUE(test, on);
			KUNIT_EXPECT_EQ(test, result, 42ul);
			KUNIT_EXPECT_EQ(test, tp.pre_hits, 2ul);
			unregister_kprobe(&tp.p);
		}
	}
}

static void hit_within_a_handler_is_missed_and_executed(struct kunit *test)
{
	const struct kb_sample *o, *i;
	struct test_probe outer, inner;
	int post;

	for (o = kb_samples; o < kb_samples_end; o++) {
		for (i = kb_samples; i < kb_samples_end; i++) {
			/* bit 0: the outer probe has a post_handler; bit 1: the inner one */
			for (post = 0; o != i && post < 4; post++) {
				KUNIT_EXPECT_EQ(test, place(&outer, o->probe, post & 1), 0);
				KUNIT_EXPECT_EQ(test, place(&inner, i->probe, post & 2), 0);
				outer.inner = i;
				KUNIT_EXPECT_EQ(test, o->fn(5, 6), 11ul);
				KUNIT_EXPECT_EQ(test, outer.inner_result, 42ul);
				KUNIT_EXPECT_EQ(test, outer.pre_hits, 1ul);
				KUNIT_EXPECT_EQ(test, outer.post_hits, post & 1ul);
				KUNIT_EXPECT_EQ(test, outer.p.nmissed, 0ul);
				KUNIT_EXPECT_EQ(test, inner.pre_hits, 0ul);
				KUNIT_EXPECT_EQ(test, inner.post_hits, 0ul);
				KUNIT_EXPECT_EQ(test, inner.p.nmissed, 1ul);
				/* And the next one is a hit again. */
				KUNIT_EXPECT_EQ(test, i->fn(5, 6), 11ul);
				KUNIT_EXPECT_EQ(test, inner.pre_hits, 1ul);
				unregister_kprobe(&inner.p);
				unregister_kprobe(&outer.p);
			}
		}
	}
}

/* Probe an instruction with a fix-up; returns whether there is a probe now. */
static bool place_at_fixup(struct kunit *test, struct test_probe *tp, void *addr, bool post)
{
	int err = place(tp, addr, post);

	KUNIT_EXPECT_EQ(test, err < 0, (bool)KB_FIXUPS_REFUSED);
	return !err;
}

static void instruction_with_a_fixup_is_not_boosted_and_faults_well(struct kunit *test)
{
	/* The last page is never mapped: error pointers point there. */
	const void *bad = ERR_PTR(-4088);
	unsigned long word = 0x77, hits;
	struct test_probe tp;
	int post;

	for (post = 0; post <= 1; post++) {
		KUNIT_EXPECT_EQ(test, kb_load(&word), 0x77ul);
		KUNIT_EXPECT_EQ(test, kb_load(bad), (unsigned long)KB_LOAD_FAILED);
		if (!place_at_fixup(test, &tp, kb_load_point, post))
			continue;
		KUNIT_EXPECT_NE(test, kprobe_boost_mode(&tp.p), KPROBE_MODE_BOOSTED);
		KUNIT_EXPECT_EQ(test, kb_load(&word), 0x77ul);
		KUNIT_EXPECT_EQ(test, tp.post_hits, (unsigned long)post);
		hits = tp.pre_hits;
		KUNIT_EXPECT_EQ(test, kb_load(bad), (unsigned long)KB_LOAD_FAILED);
		KUNIT_EXPECT_GT(test, tp.pre_hits, hits);
		KUNIT_EXPECT_FALSE(test, irqs_disabled());
		/* The fault left no hit half done. */
		hits = tp.pre_hits;
		KUNIT_EXPECT_EQ(test, kb_load(&word), 0x77ul);
		KUNIT_EXPECT_EQ(test, tp.pre_hits, hits + 1);
		KUNIT_EXPECT_EQ(test, tp.p.nmissed, 0ul);
		unregister_kprobe(&tp.p);
	}
}

/*
 * Addresses that fault: error pointers, since the last page is never mapped, and
 * on a machine that has such, one that is no address at all.
 */
static const void * const bad_words[] = {
	(void *)-4088L,
	(void *)(1UL << (BITS_PER_LONG - 1)),
};

static void check_fault(struct kunit *test, const struct kb_fault *f, const void *bad,
			struct test_probe *tp)
{
	unsigned long word = f->next, pre = tp->pre_hits, post = tp->post_hits;
	bool has_post = tp->p.post_handler;
	int count = preempt_count();

	KUNIT_EXPECT_EQ_MSG(test, f->fn(&word), 0ul, "%s", f->name);
	KUNIT_EXPECT_EQ_MSG(test, f->fn(bad), (unsigned long)KB_LOAD_FAILED, "%s", f->name);
	KUNIT_EXPECT_EQ_MSG(test, tp->pre_hits, pre + 2, "%s", f->name);
	KUNIT_EXPECT_EQ_MSG(test, tp->post_hits, post + has_post, "%s", f->name);
	KUNIT_EXPECT_FALSE_MSG(test, irqs_disabled(), "%s", f->name);
	KUNIT_EXPECT_EQ_MSG(test, preempt_count(), count, "%s", f->name);

	/* The fault left no hit half done. */
	word = f->next;
	KUNIT_EXPECT_EQ_MSG(test, f->fn(&word), 0ul, "%s", f->name);
	KUNIT_EXPECT_EQ_MSG(test, tp->pre_hits, pre + 3, "%s", f->name);
	KUNIT_EXPECT_EQ_MSG(test, tp->post_hits, post + 2 * has_post, "%s", f->name);
	KUNIT_EXPECT_EQ_MSG(test, tp->p.nmissed, 0ul, "%s", f->name);
}

static void faults_end_at_their_fixups_in_every_policy(struct kunit *test)
{
	const struct kb_fault *f;
	struct test_probe tp;
	unsigned int i, b;
	int post;

	for (i = 0; i < ARRAY_SIZE(policies); i++) {
		KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(policies[i]), 0);
		for (f = kb_faults; f < kb_faults_end; f++) {
			for (post = 0; post <= 1; post++) {
				if (!place_at_fixup(test, &tp, f->probe, post))
					continue;
				KUNIT_EXPECT_NE_MSG(test, kprobe_boost_mode(&tp.p),
						    KPROBE_MODE_BOOSTED, "%s", f->name);
				for (b = 0; b < ARRAY_SIZE(bad_words); b++)
					check_fault(test, f, bad_words[b], &tp);
				unregister_kprobe(&tp.p);
			}
		}
	}
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
}

/* A fault that handlers take, in an instruction that may be probed itself */
static struct {
	const struct kb_fault *fault;
	const void *bad;
	unsigned long failed;
	unsigned long good;
} in_handler;

static void fault_in_handler(void)
{
	unsigned long word = in_handler.fault->next;

	in_handler.failed += in_handler.fault->fn(in_handler.bad) == KB_LOAD_FAILED;
	in_handler.good += !in_handler.fault->fn(&word);
}

static int faulting_pre(struct kprobe *p, struct pt_regs *regs)
{
	to_test_probe(p)->pre_hits++;
	fault_in_handler();
	return 0;
}

NOKPROBE_SYMBOL(faulting_pre);

static void faulting_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	to_test_probe(p)->post_hits++;
	fault_in_handler();
}

NOKPROBE_SYMBOL(faulting_post);

/* With @probed, the instruction that faults is itself a hit, and missed. */
static void check_faults_in_handlers(struct kunit *test, bool probed)
{
	const struct kb_sample *s;
	struct test_probe outer, inner;
	unsigned int b, handlers;
	bool there;
	int post;

	for (s = kb_samples; s < kb_samples_end; s++) {
		for (post = 0; post <= 1; post++) {
			for (b = 0; b < ARRAY_SIZE(bad_words); b++) {
				in_handler.bad = bad_words[b];
				in_handler.failed = 0;
				in_handler.good = 0;
				init_probe(&outer, s->probe, false);
				outer.p.pre_handler = faulting_pre;
				if (post)
					outer.p.post_handler = faulting_post;
				handlers = 1 + post;
				KUNIT_EXPECT_EQ(test, register_kprobe(&outer.p), 0);
				there = probed && place_at_fixup(test, &inner,
								 in_handler.fault->probe, post);

				KUNIT_EXPECT_EQ(test, s->fn(40, 2), 42ul);

				KUNIT_EXPECT_EQ(test, in_handler.failed, (unsigned long)handlers);
				KUNIT_EXPECT_EQ(test, in_handler.good, (unsigned long)handlers);
				KUNIT_EXPECT_EQ(test, outer.pre_hits, 1ul);
				KUNIT_EXPECT_EQ(test, outer.post_hits, (unsigned long)post);
				KUNIT_EXPECT_FALSE(test, irqs_disabled());
				if (there) {
					KUNIT_EXPECT_EQ(test, inner.p.nmissed, 2ul * handlers);
					KUNIT_EXPECT_EQ(test, inner.pre_hits, 0ul);
					unregister_kprobe(&inner.p);
				}
				KUNIT_EXPECT_EQ(test, s->fn(5, 6), 11ul);
				KUNIT_EXPECT_EQ(test, outer.pre_hits, 2ul);
				unregister_kprobe(&outer.p);
			}
		}
	}
}

static void fault_within_a_handler_is_not_the_copys(struct kunit *test)
{
	for (in_handler.fault = kb_faults; in_handler.fault < kb_faults_end; in_handler.fault++)
		check_faults_in_handlers(test, false);
}

static void fault_of_a_missed_hit_ends_at_its_fixup(struct kunit *test)
{
	for (in_handler.fault = kb_faults; in_handler.fault < kb_faults_end; in_handler.fault++)
		check_faults_in_handlers(test, true);
}

/* ---- every effect of an instruction ---- */

/* Both runs come from here, with the same stack pointer. */
static noinline void run_form(const struct kb_form *form, unsigned int flag_state,
			      struct kb_state *state)
{
	kb_form_run(form, flag_state, state);
}

/**
 * struct form_run - how forms are probed
 * @post: with a post_handler
 * @inner: with a pre_handler that calls this probed sample, or NULL
 * @expect_mode: compare the mode with what the table says
 */
struct form_run {
	bool post;
	const struct kb_sample *inner;
	bool expect_mode;
};

/* Compare a probed run in every state of the flags with the unprobed one. */
static void check_form(struct kunit *test, const struct kb_form *form, struct test_probe *tp,
		       const struct kb_state *unprobed, struct kb_state *probed)
{
	unsigned int i;

	for (i = 0; i < KB_FLAG_STATES; i++) {
		run_form(form, i, probed);
		if (kb_state_equal(probed, &unprobed[i], &unprobed[0]))
			continue;
		KUNIT_FAIL(test, "%s, flag state %u: not what it does unprobed", form->name, i);
		kb_state_print_diff(probed, &unprobed[i], &unprobed[0]);
	}
	KUNIT_EXPECT_EQ_MSG(test, tp->pre_hits, kb_form_hits(form), "%s", form->name);
	KUNIT_EXPECT_EQ_MSG(test, tp->post_hits, tp->p.post_handler ? tp->pre_hits : 0ul, "%s",
			    form->name);
}

/* Probe one form; returns whether there is a probe now. */
static bool place_form(struct kunit *test, const struct kb_form *form, struct test_probe *tp,
		       const struct form_run *run)
{
	unsigned long mode = kb_form_mode(form, run->post);
	int err = place(tp, form->probe, run->post);

	if (mode == KB_REFUSED) {
		KUNIT_EXPECT_LT_MSG(test, err, 0, "%s", form->name);
		return !err;
	}
	if (err) {
		KUNIT_FAIL(test, "%s: no probe: %d", form->name, err);
		return false;
	}
	tp->inner = run->inner;
	if (run->expect_mode)
		KUNIT_EXPECT_EQ_MSG(test, (unsigned long)kprobe_boost_mode(&tp->p), mode, "%s",
				    form->name);
	return true;
}

static void check_forms(struct kunit *test, const char *policy, const struct form_run *run)
{
	unsigned int n = kb_forms_end - kb_forms, placed = 0, ran = 0, i, s;
	struct kb_state *unprobed, *probed;
	struct test_probe *probes;
	struct kprobe **batch;

	probes = kvcalloc(n, sizeof(*probes), GFP_KERNEL);
	batch = kvcalloc(n, sizeof(*batch), GFP_KERNEL);
	unprobed = kvcalloc(n * KB_FLAG_STATES + 1, sizeof(*unprobed), GFP_KERNEL);
	if (!probes || !batch || !unprobed) {
		KUNIT_FAIL(test, "out of memory");
		goto out;
	}
	probed = &unprobed[n * KB_FLAG_STATES];

	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(policy), 0);
	migrate_disable();
	for (i = 0; i < n; i++) {
		if (!kb_form_runs(&kb_forms[i]))
			continue;
		for (s = 0; s < KB_FLAG_STATES; s++)
			run_form(&kb_forms[i], s, &unprobed[i * KB_FLAG_STATES + s]);
	}
	for (i = 0; i < n; i++) {
		if (!place_form(test, &kb_forms[i], &probes[i], run))
			continue;
		batch[placed++] = &probes[i].p;
		if (!kb_form_runs(&kb_forms[i]))
			continue;
		check_form(test, &kb_forms[i], &probes[i], &unprobed[i * KB_FLAG_STATES], probed);
		ran++;
	}
	migrate_enable();
	unregister_kprobes(batch, placed);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
	/* KUnit keeps 512 bytes for a case; with a hit within there are six rounds of it. */
	if (!run->inner)
		kunit_info(test, "%u forms, %u probed, %u run\n", n, placed, ran);
out:
	kvfree(unprobed);
	kvfree(batch);
	kvfree(probes);
}

/*
 * The comparison finds what it is meant to find, another form's effect: in a
 * flag state in which no two forms do the same, and no interrupt comes.
 */
static void oracle_tells_forms_apart(struct kunit *test)
{
	const struct kb_form *form;
	struct kb_state *states;
	unsigned int same = 0;

	states = kcalloc(2, sizeof(*states), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, states);
	run_form(&kb_forms[0], 2, &states[0]);
	run_form(&kb_forms[0], 2, &states[1]);
	KUNIT_EXPECT_TRUE(test, kb_state_equal(&states[0], &states[1], &states[1]));
	for (form = kb_forms + 1; form < kb_forms_end; form++) {
		if (!kb_form_runs(form))
			continue;
		run_form(form, 2, &states[1]);
		same += kb_state_equal(&states[0], &states[1], &states[1]);
	}
	KUNIT_EXPECT_EQ(test, same, 0u);
	kfree(states);
}

#ifdef kprobe_decode_row
/* A form is for a row of the decode table if that row decides it. */
static void every_row_of_the_decode_table_has_a_form(struct kunit *test)
{
	const struct kb_form *form;
	unsigned int nr, rows = 0;
	unsigned long *seen;
	char name[80];
	int row;

	while (!kprobe_decode_row_name(rows, name, sizeof(name)))
		rows++;
	KUNIT_ASSERT_GT(test, rows, 0u);
	seen = bitmap_zalloc(rows, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, seen);

	for (form = kb_forms; form < kb_forms_end; form++) {
		row = kprobe_decode_row(form->probe);
		if (row >= 0)
			__set_bit(row, seen);
		else
			KUNIT_EXPECT_TRUE_MSG(test, form->mode == KPROBE_MODE_STEPPED ||
					      form->mode == KB_REFUSED, "%s: no row", form->name);
	}
	for_each_clear_bit(nr, seen, rows) {
		kprobe_decode_row_name(nr, name, sizeof(name));
		KUNIT_FAIL(test, "no form for row %u: %s", nr, name);
	}
	kunit_info(test, "%u rows\n", rows);
	bitmap_free(seen);
}
#else
static void every_row_of_the_decode_table_has_a_form(struct kunit *test)
{
	KUNIT_FAIL(test, "the kernel does not tell its rows: no kprobe_decode_row()");
}
#endif

static void forms_in_policy_auto(struct kunit *test)
{
	check_forms(test, "auto", &(struct form_run){ .expect_mode = true });
}

static void forms_in_policy_auto_with_post_handler(struct kunit *test)
{
	check_forms(test, "auto", &(struct form_run){ .post = true, .expect_mode = true });
}

static void forms_in_policy_off(struct kunit *test)
{
	check_forms(test, "off", &(struct form_run){});
}

static void forms_in_policy_off_with_post_handler(struct kunit *test)
{
	check_forms(test, "off", &(struct form_run){ .post = true });
}

static void forms_in_policy_trampoline(struct kunit *test)
{
	check_forms(test, "trampoline", &(struct form_run){});
}

static void forms_in_policy_trampoline_with_post_handler(struct kunit *test)
{
	check_forms(test, "trampoline", &(struct form_run){ .post = true });
}

static void forms_with_a_hit_within_the_handler(struct kunit *test)
{
	const struct kb_sample *s;
	struct test_probe inner;
	int post;

	for (s = kb_samples; s < kb_samples_end; s += KB_SAMPLES_PER_MODE) {
		for (post = 0; post <= 1; post++) {
			KUNIT_EXPECT_EQ(test, place(&inner, s->probe, post), 0);
			check_forms(test, "auto", &(struct form_run){ .inner = s, .post = post });
			KUNIT_EXPECT_GT(test, inner.p.nmissed, 0ul);
			KUNIT_EXPECT_EQ(test, inner.pre_hits, 0ul);
			unregister_kprobe(&inner.p);
		}
	}
}

/* ---- beside the function tracer ---- */

#ifdef CONFIG_DYNAMIC_FTRACE
static noinline __noclone unsigned long traced_work(unsigned long x)
{
	/* Each call counts, whatever the compiler knows of the result. */
	barrier();
	return x * 4 + 2;
}

static unsigned long traces;

static void count_trace(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			struct ftrace_regs *fregs)
{
	traces++;
}

static struct ftrace_ops count_ops = {
	.func = count_trace,
};

#define TRACED_BYTES	24

/* Its instruction is rewritten when it is switched on; what follows is ours. */
static void site_of_the_function_tracer_is_left_to_it(struct kunit *test)
{
	/* Behind the site there are no more instructions. */
	static struct test_probe entry, tp[2];
	unsigned int i, n = 0;

	if (!IS_ENABLED(CONFIG_KPROBES_ON_FTRACE))
		kunit_skip(test, "a probe does not use the function tracer");
	init_probe(&entry, NULL, false);
	entry.p.symbol_name = "traced_work";
	KUNIT_ASSERT_EQ(test, register_kprobe(&entry.p), 0);
	KUNIT_EXPECT_TRUE(test, kprobe_ftrace(&entry.p));
	for (i = 1; i < TRACED_BYTES && n < ARRAY_SIZE(tp); i++)
		if (!place(&tp[n], (void *)entry.p.addr + i, n & 1))
			n++;
	/* Within the site there is none. */
	KUNIT_ASSERT_GT(test, n, 0u);
	KUNIT_EXPECT_GE(test, (unsigned long)tp[0].p.addr,
			(unsigned long)entry.p.addr + MCOUNT_INSN_SIZE);
	KUNIT_EXPECT_EQ(test, traced_work(10), 42ul);

	KUNIT_EXPECT_EQ(test, ftrace_set_filter_ip(&count_ops, (unsigned long)entry.p.addr, 0, 0),
			0);
	KUNIT_EXPECT_EQ(test, register_ftrace_function(&count_ops), 0);
	WRITE_ONCE(traces, 0);
	KUNIT_EXPECT_EQ(test, traced_work(10), 42ul);
	KUNIT_EXPECT_EQ(test, READ_ONCE(traces), 1ul);
	KUNIT_EXPECT_EQ(test, unregister_ftrace_function(&count_ops), 0);
	ftrace_free_filter(&count_ops);
	KUNIT_EXPECT_EQ(test, traced_work(10), 42ul);

	for (i = 0; i < n; i++) {
		KUNIT_EXPECT_EQ(test, tp[i].pre_hits, 3ul);
		KUNIT_EXPECT_EQ(test, tp[i].post_hits, (i & 1) * 3ul);
		unregister_kprobe(&tp[i].p);
	}
	KUNIT_EXPECT_EQ(test, entry.pre_hits, 3ul);
	unregister_kprobe(&entry.p);
}
#else
static void site_of_the_function_tracer_is_left_to_it(struct kunit *test)
{
	kunit_skip(test, "the kernel has no function tracer");
}
#endif

/* ---- slots and their reclaiming ---- */

#define NR_MANY		100
#define MANY_SLOTS	(NR_MANY * KB_SLOTS_EACH + 0ul)

static struct test_probe many[KB_MANY];
static struct kprobe *many_batch[KB_MANY];

static int place_many(unsigned int n, bool post, u32 flags)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		init_probe(&many[i], kb_many_points + i * KB_MANY_SIZE, post);
		many[i].p.flags = flags;
		many_batch[i] = &many[i].p;
	}
	return register_kprobes(many_batch, n);
}

static void remove_many(unsigned int n)
{
	unregister_kprobes(many_batch, n);
}

static void commit_with_nothing_to_do_waits_for_nothing(struct kunit *test)
{
	struct kprobe_gc_stats before, after;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	before = gc_now();
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.grace_periods, before.grace_periods);
	KUNIT_EXPECT_EQ(test, after.commits, before.commits + 1);
}

static void commit_makes_all_dirty_slots_free(struct kunit *test)
{
	struct kprobe_gc_stats before, placed, removed, after;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	before = gc_now();
	KUNIT_EXPECT_EQ(test, before.slots_dirty, 0ul);

	KUNIT_ASSERT_EQ(test, place_many(NR_MANY, false, 0), 0);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	placed = gc_now();
	KUNIT_EXPECT_EQ(test, placed.slots_used, before.slots_used + MANY_SLOTS);

	remove_many(NR_MANY);
	removed = gc_now();
	/* The collector may run at any time by itself. */
	KUNIT_EXPECT_EQ(test, removed.slots_dirty + removed.slots_reclaimed,
			before.slots_reclaimed + MANY_SLOTS);

	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.slots_dirty, 0ul);
	KUNIT_EXPECT_EQ(test, after.slots_used, before.slots_used);
	KUNIT_EXPECT_EQ(test, after.slots_reclaimed, before.slots_reclaimed + MANY_SLOTS);
	/* One grace period for all, and one more if the collector was at it already. */
	KUNIT_EXPECT_GE(test, after.grace_periods, before.grace_periods + 1);
	KUNIT_EXPECT_LE(test, after.grace_periods, before.grace_periods + 2);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
}

static void deferred_removal_ends_in_commit(struct kunit *test)
{
	struct kprobe_gc_stats before, placed, after;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	before = gc_now();
	KUNIT_ASSERT_EQ(test, place_many(NR_MANY, false, 0), 0);
	placed = gc_now();
	for (i = 0; i < NR_MANY; i++)
		unregister_kprobe_deferred(&many[i].p);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	for (i = 0; i < NR_MANY; i++)
		KUNIT_EXPECT_EQ(test, many[i].pre_hits, 0ul);
	/* A handler that still ran could need them. */
	KUNIT_EXPECT_EQ(test, gc_now().slots_used, placed.slots_used);

	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.slots_used, before.slots_used);
	KUNIT_EXPECT_EQ(test, after.slots_dirty, 0ul);

	/* They are whole again. */
	KUNIT_ASSERT_EQ(test, place_many(NR_MANY, false, 0), 0);
	kb_many(1);
	for (i = 0; i < NR_MANY; i++)
		KUNIT_EXPECT_EQ(test, many[i].pre_hits, 1ul);
	remove_many(NR_MANY);
}

static void deferred_removal_leaves_the_others_at_the_address(struct kunit *test)
{
	const struct kb_sample *s = sample_of(KPROBE_MODE_BOOSTED, 1);
	struct kprobe_gc_stats before;
	struct test_probe plain, post, next;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	before = gc_now();
	KUNIT_ASSERT_EQ(test, place(&plain, s->probe, false), 0);
	KUNIT_EXPECT_EQ(test, place(&post, s->probe, true), 0);
	unregister_kprobe_deferred(&post.p);
	KUNIT_EXPECT_EQ(test, kprobe_boost_mode(&plain.p), KPROBE_MODE_BOOSTED);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	KUNIT_EXPECT_EQ(test, post.pre_hits, 0ul);
	KUNIT_EXPECT_EQ(test, plain.pre_hits, 1ul);

	/* The last one; another comes before the commit. */
	unregister_kprobe_deferred(&plain.p);
	KUNIT_EXPECT_EQ(test, place(&next, s->probe, false), 0);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	KUNIT_EXPECT_EQ(test, s->fn(1, 2), 3ul);
	KUNIT_EXPECT_EQ(test, plain.pre_hits, 1ul);
	KUNIT_EXPECT_EQ(test, next.pre_hits, 2ul);
	unregister_kprobe(&next.p);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	KUNIT_EXPECT_EQ(test, gc_now().slots_used, before.slots_used);
}

#ifdef KPROBE_BATCH
static void batch_stops_the_machine_once(struct kunit *test)
{
	struct test_probe stops;

	init_probe(&stops, NULL, false);
	stops.p.symbol_name = "stop_machine_cpuslocked";
	KUNIT_ASSERT_EQ(test, register_kprobe(&stops.p), 0);
	KUNIT_EXPECT_EQ(test, place_many(NR_MANY, false, 0), 0);
	KUNIT_EXPECT_LE(test, stops.pre_hits, DIV_ROUND_UP(NR_MANY, KPROBE_BATCH) + 0ul);
	KUNIT_EXPECT_GT(test, stops.pre_hits, 0ul);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	KUNIT_EXPECT_EQ(test, many[0].pre_hits, 1ul);
	KUNIT_EXPECT_EQ(test, many[NR_MANY - 1].pre_hits, 1ul);
	stops.pre_hits = 0;
	remove_many(NR_MANY);
	KUNIT_EXPECT_LE(test, stops.pre_hits, DIV_ROUND_UP(NR_MANY, KPROBE_BATCH) + 0ul);
	KUNIT_EXPECT_GT(test, stops.pre_hits, 0ul);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	KUNIT_EXPECT_EQ(test, many[0].pre_hits, 1ul);
	unregister_kprobe(&stops.p);
}

/* Some disabled, several at one address, one that fails: each ends as by itself. */
static void batch_of_all_kinds_ends_as_one_by_one(struct kunit *test)
{
	struct kprobe_gc_stats before;
	struct test_probe tp[6];
	struct kprobe *batch[6];
	unsigned int i;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	before = gc_now();
	for (i = 0; i < ARRAY_SIZE(tp); i++) {
		init_probe(&tp[i], kb_many_points + i / 2 * KB_MANY_SIZE, i == 3);
		tp[i].p.flags = i == 0 || i >= 4 ? KPROBE_FLAG_DISABLED : 0;
		batch[i] = &tp[i].p;
	}
	KUNIT_ASSERT_EQ(test, register_kprobes(batch, ARRAY_SIZE(batch)), 0);
	kb_many(1);
	for (i = 0; i < ARRAY_SIZE(tp); i++)
		KUNIT_EXPECT_EQ(test, tp[i].pre_hits, i >= 1 && i <= 3 ? 1ul : 0ul);
	unregister_kprobes(batch, ARRAY_SIZE(batch));
	kb_many(1);
	for (i = 0; i < ARRAY_SIZE(tp); i++)
		KUNIT_EXPECT_EQ(test, tp[i].pre_hits, i >= 1 && i <= 3 ? 1ul : 0ul);

	/* Where there is no code. */
	tp[5].p = (struct kprobe) { .addr = (void *)ULONG_MAX - 15 };
	KUNIT_EXPECT_NE(test, register_kprobes(batch, ARRAY_SIZE(batch)), 0);
	kb_many(1);
	KUNIT_EXPECT_EQ(test, tp[1].pre_hits, 1ul);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	KUNIT_EXPECT_EQ(test, gc_now().slots_used, before.slots_used);
}
#endif

/* For all kprobes, as a user does it: "0" is off, "1" on */
static int switch_all(char *to)
{
	char command[64];
	char *argv[5] = { "/bin/busybox", "sh", "-c", command };
	char *envp[1] = { NULL };

	snprintf(command, sizeof(command), "echo %s >/sys/kernel/debug/kprobes/enabled", to);
	return call_usermodehelper(argv[0], argv, envp, UMH_WAIT_PROC);
}

static void probes_registered_while_all_are_off_are_on_with_the_others(struct kunit *test)
{
	struct kprobe *batch[4];
	struct test_probe tp[4];
	unsigned int i;

	/* Two at one address, the last one disabled */
	for (i = 0; i < ARRAY_SIZE(tp); i++) {
		init_probe(&tp[i], kb_many_points + i / 2 * KB_MANY_SIZE, false);
		batch[i] = &tp[i].p;
	}
	tp[3].p.flags = KPROBE_FLAG_DISABLED;
	KUNIT_ASSERT_EQ(test, switch_all("0"), 0);
	KUNIT_EXPECT_EQ(test, register_kprobes(batch, ARRAY_SIZE(batch)), 0);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	for (i = 0; i < ARRAY_SIZE(tp); i++)
		KUNIT_EXPECT_EQ(test, tp[i].pre_hits, 0ul);
	KUNIT_EXPECT_EQ(test, switch_all("1"), 0);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	for (i = 0; i < ARRAY_SIZE(tp); i++)
		KUNIT_EXPECT_EQ(test, tp[i].pre_hits, i < 3 ? 1ul : 0ul);
	unregister_kprobes(batch, ARRAY_SIZE(batch));
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
}

static void collector_runs_without_being_asked(struct kunit *test)
{
	unsigned int seconds;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	KUNIT_ASSERT_EQ(test, place_many(4, false, 0), 0);
	kb_many(0);
	remove_many(4);
	for (seconds = 0; gc_now().slots_dirty && seconds < 60; seconds++)
		msleep(1000);
	KUNIT_EXPECT_EQ(test, gc_now().slots_dirty, 0ul);
}

static void slots_never_boosted_are_freed_clean(struct kunit *test)
{
	static const struct {
		const char *policy;
		bool post;
		u32 flags;
	} ways[] = {
		{ "off", false, 0 },
		{ "trampoline", false, 0 },
		{ "auto", true, 0 },
		{ "auto", false, KPROBE_FLAG_DISABLED },
	};
	struct kprobe_gc_stats before, after;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ways); i++) {
		KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
		KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(ways[i].policy), 0);
		before = gc_now();
		KUNIT_EXPECT_EQ(test, place_many(NR_MANY, ways[i].post, ways[i].flags), 0);
		KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
		remove_many(NR_MANY);
		after = gc_now();
		/* But for the optimizer's */
		KUNIT_EXPECT_EQ(test, after.slots_dirty + after.slots_reclaimed,
				before.slots_reclaimed + MANY_SLOTS - NR_MANY);
		KUNIT_EXPECT_EQ(test, after.slots_used, before.slots_used);
	}
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
}

/* It was boosted once: a task can still be there. */
static void slot_that_was_boosted_before_is_dirty(struct kunit *test)
{
	struct kprobe_gc_stats before, after;
	struct test_probe tp;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	before = gc_now();
	KUNIT_ASSERT_EQ(test, place(&tp, sample_of(KPROBE_MODE_BOOSTED, 0)->probe, false), 0);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("off"), 0);
	unregister_kprobe(&tp.p);
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.slots_dirty + after.slots_reclaimed,
			before.slots_reclaimed + KB_SLOTS_EACH);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
}

static void failed_registration_leaks_no_slot(struct kunit *test)
{
	struct kprobe_gc_stats before, after;
	const struct kb_form *form;
	struct test_probe tp;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	before = gc_now();
	for (form = kb_forms; form < kb_forms_end; form++)
		if (kb_form_mode(form, false) == KB_REFUSED)
			KUNIT_EXPECT_LT(test, place(&tp, form->probe, false), 0);
	/* Within an instruction, if the kernel knows where they begin */
	for (i = 1; i < KB_MANY_SIZE && KB_INSN_ALIGN != 2; i++)
		KUNIT_EXPECT_LT(test, place(&tp, kb_many_points + i, false), 0);
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.slots_used, before.slots_used);
	KUNIT_EXPECT_EQ(test, after.slots_dirty, 0ul);
}

/*
 * @len bytes of poison at @addr?  The page may be gone, which is not poison.
 */
static bool is_poison(unsigned long addr, size_t len)
{
	u8 buf[KB_SLOT_SIZE];
	size_t part;

	for (; len; len -= part, addr += part) {
		part = min(len, sizeof(buf));
		if (copy_from_kernel_nofault(buf, (void *)addr, part) || !kb_is_poison(buf, part))
			return false;
	}
	return true;
}

static void reclaimed_slot_holds_poison(struct kunit *test)
{
	unsigned long slot, page;
	unsigned int i, checked = 0;

	KUNIT_ASSERT_EQ(test, place_many(NR_MANY, false, 0), 0);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	for (i = 1; i < NR_MANY; i++) {
		/* The one before keeps the page alive. */
		slot = kb_slot(&many[i].p);
		page = kb_slot(&many[i - 1].p) & PAGE_MASK;
		if ((slot & PAGE_MASK) != page)
			continue;
		KUNIT_EXPECT_FALSE(test, is_poison(slot, KB_SLOT_SIZE));
		unregister_kprobe(&many[i].p);
		if (checked++ % 8 == 0) {
			KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
			KUNIT_EXPECT_TRUE(test, is_poison(slot, KB_SLOT_SIZE));
		}
		KUNIT_EXPECT_EQ(test, register_kprobe(&many[i].p), 0);
	}
	KUNIT_EXPECT_GT(test, checked, 0u);
	remove_many(NR_MANY);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
}

static void never_used_slots_hold_poison(struct kunit *test)
{
	unsigned long pages, slot = 0, page, at;
	unsigned int n, poisoned = 0;
	struct kprobe_gc_stats stats;

	KUNIT_ASSERT_EQ(test, commit_kprobes(), 0);
	pages = gc_now().slot_pages;
	for (n = 0; n < KB_MANY; n++) {
		init_probe(&many[n], kb_many_points + n * KB_MANY_SIZE, false);
		many_batch[n] = &many[n].p;
		if (register_kprobe(&many[n].p))
			break;
		stats = gc_now();
		/* The optimizer's slots have pages of their own. */
		page = n ? kb_slot(&many[n - 1].p) & PAGE_MASK : 0;
		if (stats.slot_pages > pages && (kb_slot(&many[n].p) & PAGE_MASK) != page) {
			slot = kb_slot(&many[n].p);
			n++;
			break;
		}
		pages = stats.slot_pages;
	}
	KUNIT_EXPECT_NE_MSG(test, slot, 0ul, "no new page after %u probes", n);
	if (slot) {
		page = slot & PAGE_MASK;
		for (at = page; at + KB_SLOT_SIZE <= page + PAGE_SIZE; at += KB_SLOT_SIZE)
			poisoned += is_poison(at, KB_SLOT_SIZE);
		KUNIT_EXPECT_EQ(test, (unsigned long)poisoned,
				PAGE_SIZE / KB_SLOT_SIZE - 1);
	}
	remove_many(n);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
}

/* ---- while a handler runs elsewhere ---- */

/* An emulator that runs its CPUs in turn gives each of them 100 ms at a time. */
#define LINGER_MS	500
#define LINGER_RUNS	3
/* How often one may be over too soon, since the host had other things to do */
#define LINGER_TRIES	20

/**
 * struct lingerer - a probe whose handler takes long, and who hits it
 * @p: the probe
 * @s: what it is at
 * @entered: the handler has been entered
 * @left: it is about to return
 */
struct lingerer {
	struct kprobe p;
	const struct kb_sample *s;
	bool entered;
	bool left;
};

static int linger_pre(struct kprobe *p, struct pt_regs *regs)
{
	struct lingerer *l = container_of(p, struct lingerer, p);

	WRITE_ONCE(l->entered, true);
	mdelay(LINGER_MS);
	WRITE_ONCE(l->left, true);
	return 0;
}

NOKPROBE_SYMBOL(linger_pre);

static int lingerer_thread(void *data)
{
	struct lingerer *l = data;

	l->s->fn(1, 2);
	while (!kthread_should_stop())
		schedule_timeout_idle(1);
	return 0;
}

/* The caller stays on his CPU until migrate_enable(). */
static struct task_struct *start_elsewhere(struct kunit *test, int (*fn)(void *), void *data)
{
	struct task_struct *task = kthread_create(fn, data, "kb_elsewhere");

	if (IS_ERR(task)) {
		KUNIT_FAIL(test, "no thread: %ld", PTR_ERR(task));
		return NULL;
	}
	migrate_disable();
	kthread_bind(task, cpumask_any_but(cpu_online_mask, smp_processor_id()));
	wake_up_process(task);
	return task;
}

/* Remove the probe while its handler runs; false if that could not be seen. */
static bool remove_under_handler(struct kunit *test, struct lingerer *l)
{
	struct task_struct *task;
	bool seen;

	*l = (struct lingerer) { .s = l->s, .p.addr = l->s->probe, .p.pre_handler = linger_pre };
	if (register_kprobe(&l->p)) {
		KUNIT_FAIL(test, "no second probe at %pS", l->s->probe);
		return false;
	}
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	task = start_elsewhere(test, lingerer_thread, l);
	if (!task) {
		unregister_kprobe(&l->p);
		return false;
	}
	while (!READ_ONCE(l->entered))
		cond_resched();
	unregister_kprobe_deferred(&l->p);
	seen = !READ_ONCE(l->left);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	KUNIT_EXPECT_TRUE_MSG(test, READ_ONCE(l->left),
			      "commit returned while a handler of a removed probe ran");
	migrate_enable();
	kthread_stop(task);
	return seen;
}

/*
 * Where the breakpoint goes, every CPU is interrupted, and no handler outlasts that.
 * Where another probe stays at the address, nothing but the commit waits for it.
 */
static void commit_waits_for_handlers_of_deferred_removals(struct kunit *test)
{
	struct lingerer l = { .s = sample_of(KPROBE_MODE_BOOSTED, 1) };
	unsigned int seen = 0, i;
	struct test_probe stays;

	if (num_online_cpus() == 1)
		kunit_skip(test, "needs a second CPU");
	KUNIT_ASSERT_EQ(test, place(&stays, l.s->probe, false), 0);
	for (i = 0; i < LINGER_TRIES && seen < LINGER_RUNS; i++)
		seen += remove_under_handler(test, &l);
	KUNIT_EXPECT_EQ(test, seen, (unsigned int)LINGER_RUNS);
	KUNIT_EXPECT_EQ(test, stays.pre_hits, (unsigned long)i);
	unregister_kprobe(&stays.p);
}

static int hitter_thread(void *data)
{
	const struct kb_sample *s = data;

	while (!kthread_should_stop()) {
		s->fn(1, 2);
		cond_resched();
	}
	return 0;
}

static int delay_pre(struct kprobe *p, struct pt_regs *regs)
{
	mdelay(LINGER_MS);
	return 0;
}

NOKPROBE_SYMBOL(delay_pre);

/*
 * Whoever registers a probe can lose the CPU at any point.  That must not be where
 * the address has the probe, and not yet the mode that it needs.
 */
static void post_handler_is_called_from_the_first_hit(struct kunit *test)
{
	const struct kb_sample *s = sample_of(KPROBE_MODE_BOOSTED, 1);
	struct kprobe slow = { .symbol_name = "kprobe_boost_update", .pre_handler = delay_pre };
	struct test_probe plain, post;
	struct task_struct *task;

	if (num_online_cpus() == 1)
		kunit_skip(test, "needs a second CPU");
	KUNIT_ASSERT_EQ(test, place(&plain, s->probe, false), 0);
	task = start_elsewhere(test, hitter_thread, (void *)s);
	if (task) {
		KUNIT_EXPECT_EQ(test, register_kprobe(&slow), 0);
		KUNIT_EXPECT_EQ(test, place(&post, s->probe, true), 0);
		unregister_kprobe(&slow);
		while (READ_ONCE(post.pre_hits) < 100)
			cond_resched();
		migrate_enable();
		kthread_stop(task);
		/* The hit under way when the probe came */
		KUNIT_EXPECT_LE(test, post.pre_hits - post.post_hits, 1ul);
		unregister_kprobe(&post.p);
	}
	unregister_kprobe(&plain.p);
}

/* ---- while no grace period can end ---- */

/* So that who waits for a spinner, which is a fault, is noticed and not lost */
#define SPIN_TIME	((IS_ENABLED(CONFIG_KPROBES_GC_BUSTED) ? 3 : 30) * HZ)

/*
 * A task that does not give up the CPU of its own accord: no grace period of
 * tasks RCU that begins after it does can end before it stops.
 */
static int spinner_thread(void *started)
{
	unsigned long end = jiffies + SPIN_TIME;

	complete(started);
	while (!kthread_should_stop() && time_before(jiffies, end))
		cpu_relax();
	while (!kthread_should_stop())
		schedule_timeout_idle(1);
	return 0;
}

static struct task_struct *start_spinner(struct kunit *test)
{
	DECLARE_COMPLETION_ONSTACK(started);
	struct task_struct *task;

	task = kthread_run(spinner_thread, &started, "kb_spinner");
	if (IS_ERR(task)) {
		KUNIT_FAIL(test, "no thread: %ld", PTR_ERR(task));
		return NULL;
	}
	wait_for_completion(&started);
	return task;
}

/**
 * struct committer - a thread that calls commit_kprobes() once
 * @task: the thread
 * @started: it is about to
 * @done: it has
 * @ret: what came back
 */
struct committer {
	struct task_struct *task;
	struct completion started;
	struct completion done;
	int ret;
};

static int committer_thread(void *data)
{
	struct committer *c = data;

	allow_signal(SIGKILL);
	complete(&c->started);
	c->ret = commit_kprobes();
	complete(&c->done);
	/* A killed one must be there to be stopped, too. */
	while (!kthread_should_stop())
		schedule_timeout_idle(1);
	return 0;
}

static int start_committer(struct committer *c)
{
	init_completion(&c->started);
	init_completion(&c->done);
	c->task = kthread_run(committer_thread, c, "kb_committer");
	if (IS_ERR(c->task))
		return PTR_ERR(c->task);
	wait_for_completion(&c->started);
	return 0;
}

static void registering_does_not_wait_for_a_grace_period(struct kunit *test)
{
	struct kprobe_gc_stats before, after;
	struct task_struct *spinner;
	struct committer c;

	KUNIT_ASSERT_EQ(test, place_many(NR_MANY, false, 0), 0);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	spinner = start_spinner(test);
	before = gc_now();
	remove_many(NR_MANY);
	KUNIT_EXPECT_EQ(test, gc_now().slots_dirty, MANY_SLOTS);
	/* The collector shall be waiting. */
	KUNIT_EXPECT_EQ(test, start_committer(&c), 0);
	msleep(100);

	/* More than the pages that there are can hold. */
	KUNIT_EXPECT_EQ(test, place_many(KB_MANY, false, 0), 0);
	KUNIT_EXPECT_EQ(test, kb_many(1), 1ul + KB_MANY);
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.grace_periods, before.grace_periods);
	KUNIT_EXPECT_EQ(test, after.slots_dirty, MANY_SLOTS);
	remove_many(KB_MANY);
	KUNIT_EXPECT_EQ(test, gc_now().grace_periods, before.grace_periods);

	if (spinner)
		kthread_stop(spinner);
	if (!IS_ERR(c.task)) {
		wait_for_completion(&c.done);
		kthread_stop(c.task);
	}
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	KUNIT_EXPECT_EQ(test, gc_now().slots_dirty, 0ul);
}

/* Dirty slots up to which registering does not wait */
#define MOST_GARBAGE	4096ul

static unsigned long time_to_register_one(struct kunit *test)
{
	unsigned long start = jiffies;

	KUNIT_EXPECT_EQ(test, place_many(1, false, 0), 0);
	return jiffies - start;
}

static void registering_waits_a_second_when_there_is_very_much_garbage(struct kunit *test)
{
	struct task_struct *spinner;
	unsigned long periods, waited;
	unsigned int i;

	if (IS_ENABLED(CONFIG_PROVE_LOCKING))
		kunit_skip(test, "the garbage would take longer than a spinner spins");
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	spinner = start_spinner(test);
	periods = gc_now().grace_periods;
	for (i = 0; i <= MOST_GARBAGE / MANY_SLOTS; i++) {
		KUNIT_EXPECT_EQ(test, place_many(NR_MANY, false, 0), 0);
		remove_many(NR_MANY);
	}
	KUNIT_EXPECT_GT(test, gc_now().slots_dirty, MOST_GARBAGE);
	waited = time_to_register_one(test);
	KUNIT_EXPECT_GE(test, waited, HZ - 1ul);
	/* What else the machine has to do */
	KUNIT_EXPECT_LT(test, waited, 5ul * HZ);
	remove_many(1);
	KUNIT_EXPECT_EQ(test, gc_now().grace_periods, periods);

	if (spinner)
		kthread_stop(spinner);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	KUNIT_EXPECT_LT(test, time_to_register_one(test), HZ / 2ul);
	remove_many(1);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
}

#define NR_COMMITTERS	6

static void callers_of_commit_share_a_grace_period(struct kunit *test)
{
	struct committer *c;
	struct kprobe_gc_stats before, after;
	struct task_struct *spinner;
	unsigned int i, n;

	c = kunit_kcalloc(test, NR_COMMITTERS, sizeof(*c), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, c);
	KUNIT_ASSERT_EQ(test, place_many(NR_MANY, false, 0), 0);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	before = gc_now();
	spinner = start_spinner(test);
	remove_many(NR_MANY);
	for (n = 0; n < NR_COMMITTERS; n++)
		if (start_committer(&c[n]))
			break;
	KUNIT_EXPECT_EQ(test, n, (unsigned int)NR_COMMITTERS);
	msleep(500);
	for (i = 0; i < n; i++)
		KUNIT_EXPECT_FALSE_MSG(test, completion_done(&c[i].done),
				       "commit returned while a task could be in a slot");
	if (spinner)
		kthread_stop(spinner);
	for (i = 0; i < n; i++) {
		wait_for_completion(&c[i].done);
		KUNIT_EXPECT_EQ(test, c[i].ret, 0);
		kthread_stop(c[i].task);
	}
	after = gc_now();
	KUNIT_EXPECT_EQ(test, after.slots_dirty, 0ul);
	/* One that the first started, and at most one for those that came later. */
	KUNIT_EXPECT_LE(test, after.grace_periods, before.grace_periods + 2);
}

static void commit_can_be_killed(struct kunit *test)
{
	struct task_struct *spinner;
	unsigned long left;
	struct committer c;

	KUNIT_ASSERT_EQ(test, place_many(1, false, 0), 0);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	spinner = start_spinner(test);
	remove_many(1);
	if (start_committer(&c)) {
		KUNIT_FAIL(test, "no thread");
		goto out;
	}
	msleep(200);
	KUNIT_EXPECT_FALSE(test, completion_done(&c.done));
	send_sig(SIGKILL, c.task, 1);
	left = wait_for_completion_timeout(&c.done, 20 * HZ);
	KUNIT_EXPECT_GT(test, left, 0ul);
	if (left)
		KUNIT_EXPECT_TRUE(test, c.ret == -EINTR || c.ret == -ERESTARTSYS);
	KUNIT_EXPECT_EQ(test, gc_now().slots_dirty, KB_SLOTS_EACH + 0ul);
out:
	if (spinner)
		kthread_stop(spinner);
	if (!IS_ERR(c.task))
		kthread_stop(c.task);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
	KUNIT_EXPECT_EQ(test, gc_now().slots_dirty, 0ul);
}

static struct kunit_case boost_cases[] = {
	KUNIT_CASE(samples_are_in_their_modes),
	KUNIT_CASE(plain_register_kprobes_is_boosted),
	KUNIT_CASE(probe_without_any_handler_is_executed),
	KUNIT_CASE(kretprobe_takes_a_pointer_to_a_function),
	KUNIT_CASE(probe_with_post_handler_is_not_boosted),
	KUNIT_CASE(post_handler_arrives_at_boosted_address_and_leaves),
	KUNIT_CASE(first_probe_with_post_handler_leaves_others_behind),
	KUNIT_CASE(two_post_handlers_at_one_address_leave_one_by_one),
	KUNIT_CASE(post_handler_is_called_from_the_first_hit),
	KUNIT_CASE(disabled_probes_are_not_called_and_enabled_ones_are),
	KUNIT_CASE(probe_registered_disabled_is_boosted_when_enabled),
	KUNIT_CASE(disabled_probe_is_removed_and_registered_again),
	KUNIT_CASE(policy_flips_with_probes_armed),
	KUNIT_CASE(unknown_policy_changes_nothing),
	KUNIT_CASE(probe_within_a_slot_is_refused),
	KUNIT_CASE(handler_that_moves_the_pc_and_returns_1_is_obeyed),
	KUNIT_CASE(handler_that_changes_a_register_and_returns_0_is_obeyed),
	KUNIT_CASE(handlers_see_the_registers_of_the_probe_point),
	KUNIT_CASE(interrupt_mask_is_as_before_after_a_hit),
	KUNIT_CASE(hit_within_a_handler_is_missed_and_executed),
	KUNIT_CASE(instruction_with_a_fixup_is_not_boosted_and_faults_well),
	KUNIT_CASE(faults_end_at_their_fixups_in_every_policy),
	KUNIT_CASE(fault_within_a_handler_is_not_the_copys),
	KUNIT_CASE(fault_of_a_missed_hit_ends_at_its_fixup),
	KUNIT_CASE(oracle_tells_forms_apart),
	KUNIT_CASE(every_row_of_the_decode_table_has_a_form),
	KUNIT_CASE(forms_in_policy_auto),
	KUNIT_CASE(forms_in_policy_auto_with_post_handler),
	KUNIT_CASE(forms_in_policy_off),
	KUNIT_CASE(forms_in_policy_off_with_post_handler),
	KUNIT_CASE(forms_in_policy_trampoline),
	KUNIT_CASE(forms_in_policy_trampoline_with_post_handler),
	KUNIT_CASE(forms_with_a_hit_within_the_handler),
	KUNIT_CASE(site_of_the_function_tracer_is_left_to_it),
	{}
};

static struct kunit_suite boost_suite = {
	.name = "kprobes_boost",
	.test_cases = boost_cases,
};

static struct kunit_case gc_cases[] = {
	KUNIT_CASE(commit_with_nothing_to_do_waits_for_nothing),
	KUNIT_CASE(commit_makes_all_dirty_slots_free),
	KUNIT_CASE(deferred_removal_ends_in_commit),
	KUNIT_CASE(deferred_removal_leaves_the_others_at_the_address),
	KUNIT_CASE(commit_waits_for_handlers_of_deferred_removals),
#ifdef KPROBE_BATCH
	KUNIT_CASE(batch_stops_the_machine_once),
	KUNIT_CASE(batch_of_all_kinds_ends_as_one_by_one),
#endif
	KUNIT_CASE(probes_registered_while_all_are_off_are_on_with_the_others),
	KUNIT_CASE(collector_runs_without_being_asked),
	KUNIT_CASE(slots_never_boosted_are_freed_clean),
	KUNIT_CASE(slot_that_was_boosted_before_is_dirty),
	KUNIT_CASE(failed_registration_leaks_no_slot),
	KUNIT_CASE(reclaimed_slot_holds_poison),
	KUNIT_CASE(never_used_slots_hold_poison),
	KUNIT_CASE(registering_does_not_wait_for_a_grace_period),
	KUNIT_CASE(registering_waits_a_second_when_there_is_very_much_garbage),
	KUNIT_CASE(callers_of_commit_share_a_grace_period),
	KUNIT_CASE(commit_can_be_killed),
	{}
};

static struct kunit_suite gc_suite = {
	.name = "kprobes_gc",
	.test_cases = gc_cases,
};

kunit_test_suites(&boost_suite, &gc_suite, &kb_reach_suite);

MODULE_DESCRIPTION("KUnit tests of kprobes boosting and its collector");
MODULE_LICENSE("GPL");
