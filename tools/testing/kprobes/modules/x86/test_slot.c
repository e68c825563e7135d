// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit suite kprobes_slot of kb_test: the bytes of a slot on x86, and what becomes
 * of an instruction that cannot be carried out in the handler.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>

#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <asm/text-patching.h>

#include "test.h"

#define COPY_BOOSTED		KPROBE_SLOT_BOOSTED
#define COPY_TRAMPOLINED	(KPROBE_SLOT_TRAMPOLINE + KPROBE_SLOT_TRAMPOLINE_HEAD)

static int nothing_pre(struct kprobe *p, struct pt_regs *regs)
{
	return 0;
}

NOKPROBE_SYMBOL(nothing_pre);

static s32 get_s32(const u8 *from)
{
	s32 value;

	memcpy(&value, from, sizeof(value));
	return value;
}

static bool is_int3(const u8 *from, const u8 *to)
{
	return !memchr_inv(from, INT3_INSN_OPCODE, to - from);
}

/* Where the 5-byte jump in @bytes, a copy of what stands at @at, leads to; 0 if it is none */
static unsigned long jump_target(const u8 *bytes, unsigned long at)
{
	return bytes[0] == JMP32_INSN_OPCODE ? at + JMP32_INSN_SIZE + get_s32(bytes + 1) : 0;
}

/* Whether the text symbol at @addr begins with @name */
static bool is_symbol(unsigned long addr, const char *name)
{
	char text[KSYM_SYMBOL_LEN];

	sprint_symbol(text, addr);
	return strstarts(text, name) && !strncmp(text + strlen(name), "+0x0/", 5);
}

/*
 * Is the copy at @offset of a slot the same but for a displacement that leads to the
 * same address?
 */
static bool same_operand(const struct kb_form *form, const u8 *orig, unsigned int len,
			 const u8 *slot, unsigned long at, unsigned int offset)
{
	const u8 *copy = slot + offset;
	unsigned int d;

	for (d = 1; d + sizeof(s32) <= len; d++)
		if (!memcmp(copy, orig, d) &&
		    at + offset + get_s32(copy + d) ==
		    (unsigned long)form->probe + get_s32(orig + d) &&
		    !memcmp(copy + d + sizeof(s32), orig + d + sizeof(s32),
			    len - d - sizeof(s32)))
			return true;
	return false;
}

/* With @substituted, another register stands for the stack pointer. */
static void check_copy(struct kunit *test, const struct kb_form *form, const u8 *orig,
		       unsigned int len, const u8 *slot, unsigned long at, unsigned int offset,
		       bool substituted)
{
	unsigned int i, differ = 0;

	for (i = 0; i < len; i++)
		differ += slot[offset + i] != orig[i];
	if (strstr(form->name, "(%rip)"))
		KUNIT_EXPECT_TRUE_MSG(test, same_operand(form, orig, len, slot, at, offset), "%s",
				      form->name);
	else
		KUNIT_EXPECT_LE_MSG(test, differ, substituted ? 2u : 0u, "%s", form->name);
}

static void check_trampolined(struct kunit *test, const struct kb_form *form, const u8 *orig,
			      unsigned int len, const u8 *slot, unsigned long at,
			      bool substituted)
{
	static const u8 endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	static const u8 load_r11[] = { 0x4c, 0x8b, 0x5c, 0x24, 0x08 };
	const u8 *head = slot + KPROBE_SLOT_TRAMPOLINE, *end = slot + COPY_TRAMPOLINED;
	unsigned long save;
	bool high;

	/* An indirect jump leads here. */
	KUNIT_EXPECT_FALSE_MSG(test, memcmp(head, endbr64, sizeof(endbr64)), "%s", form->name);
	high = !memcmp(head + sizeof(endbr64), load_r11, sizeof(load_r11));
	check_copy(test, form, orig, len, slot, at, COPY_TRAMPOLINED, substituted);
	save = jump_target(end + len, at + COPY_TRAMPOLINED + len);
	KUNIT_EXPECT_TRUE_MSG(test, is_symbol(save, high ? "kprobe_trampoline_save" :
					      "kprobe_trampoline_low_save"),
			      "%s: jumps to %pS", form->name, (void *)save);
	KUNIT_EXPECT_TRUE_MSG(test, is_int3(end + len + JMP32_INSN_SIZE,
					    slot + KPROBE_INSN_SLOT_SIZE), "%s", form->name);
}

/* Every byte of the slots of all forms that have copies for boosting and trampolining. */
static void slots_hold_landing_pads_copies_jumps_and_else_breakpoints(struct kunit *test)
{
	unsigned int trampolined = 0, boosted = 0;
	u8 slot[KPROBE_INSN_SLOT_SIZE];
	const struct kb_form *form;
	unsigned long at, back;
	u8 orig[MAX_INSN_SIZE];
	unsigned int len;
	struct kprobe p;

	for (form = kb_forms; form < kb_forms_end; form++) {
		if (form->mode != KPROBE_MODE_BOOSTED)
			continue;
		memcpy(orig, form->probe, sizeof(orig));
		p = (struct kprobe) { .addr = form->probe, .pre_handler = nothing_pre };
		if (register_kprobe(&p)) {
			KUNIT_FAIL(test, "%s: no probe", form->name);
			continue;
		}
		len = p.ainsn.boost.len;
		at = kb_slot(&p);
		if (copy_from_kernel_nofault(slot, (void *)at, sizeof(slot)))
			KUNIT_FAIL(test, "%s: no slot", form->name);

		check_copy(test, form, orig, len, slot, at, 0, false);
		KUNIT_EXPECT_TRUE_MSG(test, is_int3(slot + len, slot + COPY_BOOSTED), "%s",
				      form->name);
		check_copy(test, form, orig, len, slot, at, COPY_BOOSTED, false);
		back = jump_target(slot + COPY_BOOSTED + len,
				   at + COPY_BOOSTED + len);
		KUNIT_EXPECT_EQ_MSG(test, back, (unsigned long)form->probe + len, "%s",
				    form->name);
		KUNIT_EXPECT_TRUE_MSG(test, is_int3(slot + COPY_BOOSTED + len +
						    JMP32_INSN_SIZE, slot + KPROBE_SLOT_TRAMPOLINE),
				      "%s", form->name);
		boosted++;
		if (form->post_mode == KPROBE_MODE_TRAMPOLINED) {
			check_trampolined(test, form, orig, len, slot, at,
					  p.ainsn.boost.arch.scratch != KPROBE_NO_REG);
			trampolined++;
		} else {
			KUNIT_EXPECT_TRUE_MSG(test, is_int3(slot + KPROBE_SLOT_TRAMPOLINE,
							    slot + sizeof(slot)), "%s", form->name);
		}
		unregister_kprobe(&p);
	}
	KUNIT_EXPECT_GT(test, boosted, 0u);
	KUNIT_EXPECT_GT(test, trampolined, 0u);
	kunit_info(test, "%u boosted, %u of them trampolined\n", boosted, trampolined);
}

/*
 * From a slot that is too far away for a displacement of 32 bits, nothing is
 * written; from the last one that is not, the right one.
 */
static void displacement_that_does_not_fit_is_refused_and_not_cut_short(struct kunit *test)
{
	/* mov 0x100(%rip), %eax; mov (%rdi), %rax */
	static const u8 relative[] = { 0x8b, 0x05, 0x00, 0x01, 0x00, 0x00 };
	static const u8 plain[] = { 0x48, 0x8b, 0x07 };
	unsigned long slot = 0xffffffff90000000UL, orig;
	u8 buf[64], step[MAX_INSN_SIZE] = {};
	/* Of the jump's end from the instruction's */
	const long jump = COPY_BOOSTED + JMP32_INSN_SIZE;
	s32 disp;

	memcpy(step, plain, sizeof(plain));
	memset(buf, 0x5a, sizeof(buf));
	orig = slot + jump + S32_MAX;
	KUNIT_EXPECT_EQ(test, kprobe_slot_try_boosted(buf, (u8 *)slot, step, orig), 0);
	KUNIT_EXPECT_EQ(test, get_s32(buf + sizeof(plain) + 1), S32_MAX);
	memset(buf, 0x5a, sizeof(buf));
	KUNIT_EXPECT_EQ(test, kprobe_slot_try_boosted(buf, (u8 *)slot, step, orig + 1),
			-ERANGE);
	KUNIT_EXPECT_FALSE(test, memchr_inv(buf, 0x5a, sizeof(buf)));
	orig = slot + jump + S32_MIN;
	KUNIT_EXPECT_EQ(test, kprobe_slot_try_boosted(buf, (u8 *)slot, step, orig), 0);
	KUNIT_EXPECT_EQ(test, get_s32(buf + sizeof(plain) + 1), S32_MIN);
	memset(buf, 0x5a, sizeof(buf));
	KUNIT_EXPECT_EQ(test, kprobe_slot_try_boosted(buf, (u8 *)slot, step, orig - 1),
			-ERANGE);
	KUNIT_EXPECT_FALSE(test, memchr_inv(buf, 0x5a, sizeof(buf)));

	/* The operand: the copy stands COPY_BOOSTED behind the one it was adapted to. */
	memcpy(step, relative, sizeof(relative));
	orig = slot + 0x1000;
	disp = S32_MIN + COPY_BOOSTED;
	memcpy(step + 2, &disp, sizeof(disp));
	KUNIT_EXPECT_EQ(test, kprobe_slot_try_boosted(buf, (u8 *)slot, step, orig), 0);
	KUNIT_EXPECT_EQ(test, get_s32(buf + 2), S32_MIN);
	disp--;
	memcpy(step + 2, &disp, sizeof(disp));
	memset(buf, 0x5a, sizeof(buf));
	KUNIT_EXPECT_EQ(test, kprobe_slot_try_boosted(buf, (u8 *)slot, step, orig),
			-ERANGE);
	KUNIT_EXPECT_FALSE(test, memchr_inv(buf, 0x5a, sizeof(buf)));
}

/* ---- what goes to its copy since it faults ---- */

/* As the engine does when an operand cannot be read */
static int to_copy_pre(struct kprobe *p, struct pt_regs *regs)
{
	kb_set_ip(regs, kb_slot(p) + KPROBE_SLOT_BOOSTED);
	return 1;
}

NOKPROBE_SYMBOL(to_copy_pre);

static noinline void run_form(const struct kb_form *form, unsigned int flag_state,
			      struct kb_state *state)
{
	kb_form_run(form, flag_state, state);
}

static bool may_fault(const struct kb_form *form)
{
	return form->mode == KPROBE_MODE_SIMULATED && kb_form_runs(form) &&
	       (strstr(form->name, "call *") || strstr(form->name, "jmp *"));
}

static void copies_of_calls_and_jumps_that_faulted_do_as_the_original(struct kunit *test)
{
	const struct kb_form *form;
	unsigned int i, forms = 0;
	struct kb_state *states;
	struct kprobe p;

	states = kcalloc(KB_FLAG_STATES + 1, sizeof(*states), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, states);
	migrate_disable();
	for (form = kb_forms; form < kb_forms_end; form++) {
		if (!may_fault(form))
			continue;
		for (i = 0; i < KB_FLAG_STATES; i++)
			run_form(form, i, &states[i]);
		p = (struct kprobe) { .addr = form->probe, .pre_handler = to_copy_pre };
		KUNIT_EXPECT_EQ_MSG(test, register_kprobe(&p), 0, "%s", form->name);
		for (i = 0; i < KB_FLAG_STATES; i++) {
			run_form(form, i, &states[KB_FLAG_STATES]);
			if (kb_state_equal(&states[KB_FLAG_STATES], &states[i], &states[0]))
				continue;
			KUNIT_FAIL(test, "%s, flag state %u: not what it does unprobed",
				   form->name, i);
			kb_state_print_diff(&states[KB_FLAG_STATES], &states[i], &states[0]);
		}
		unregister_kprobe(&p);
		forms++;
	}
	migrate_enable();
	kfree(states);
	KUNIT_EXPECT_GE(test, forms, 20u);
}

/* The last page is never mapped. */
#define BAD		(-4096L + 0x100)

static unsigned long good_words[2];
static unsigned long resolved;

static void resolve(void)
{
}

/*
 * Deals with a fault instead of page_fault_oops(struct pt_regs *regs, ...), as KFENCE
 * does: the instruction is run again, and succeeds.
 */
static int fault_pre(struct kprobe *p, struct pt_regs *regs)
{
	struct pt_regs *faulting = (struct pt_regs *)regs_get_kernel_argument(regs, 0);

	if (faulting->di != BAD)
		return 0;
	faulting->di = (unsigned long)good_words;
	resolved++;
	kb_set_ip(regs, (unsigned long)resolve);
	return 1;
}

NOKPROBE_SYMBOL(fault_pre);

static void fault_of_a_call_that_is_resolved_leaves_no_slot_on_the_stack(struct kunit *test)
{
	struct kprobe fault = { .symbol_name = "page_fault_oops", .pre_handler = fault_pre };
	const struct kb_call *call;
	struct kprobe p;

	KUNIT_ASSERT_EQ(test, register_kprobe(&fault), 0);
	for (call = kb_calls; call < kb_calls_end; call++) {
		good_words[0] = (unsigned long)call->target;
		good_words[1] = good_words[0];
		KUNIT_EXPECT_EQ(test, call->fn(good_words), call->next);
		p = (struct kprobe) { .addr = call->probe, .pre_handler = nothing_pre };
		KUNIT_EXPECT_EQ_MSG(test, register_kprobe(&p), 0, "%s", call->name);
		KUNIT_EXPECT_EQ(test, call->fn(good_words), call->next);
		resolved = 0;
		KUNIT_EXPECT_EQ_MSG(test, call->fn((void *)BAD), call->next, "%s", call->name);
		KUNIT_EXPECT_EQ(test, resolved, 1ul);
		KUNIT_EXPECT_FALSE(test, irqs_disabled());
		unregister_kprobe(&p);
	}
	unregister_kprobe(&fault);
	KUNIT_EXPECT_EQ(test, commit_kprobes(), 0);
}

/* An interrupt that comes between them would be slept over. */
static unsigned long sti_ends_at;

static void sti_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	sti_ends_at = regs->ip;
}

NOKPROBE_SYMBOL(sti_post);

static void hlt_behind_a_simulated_sti_does_not_sleep(struct kunit *test)
{
	struct kprobe p = { .addr = (void *)kb_sti_point, .post_handler = sti_post };

	KUNIT_EXPECT_EQ(test, register_kprobe(&p), 0);
	KUNIT_EXPECT_EQ(test, (int)kprobe_boost_mode(&p), (int)KPROBE_MODE_SIMULATED);
	local_irq_disable();
	kb_sti_hlt();
	KUNIT_EXPECT_FALSE(test, irqs_disabled());
	KUNIT_EXPECT_EQ(test, sti_ends_at, (unsigned long)kb_sti_next);
	unregister_kprobe(&p);
}

/* ---- the trap path ---- */

static void trap_path_cannot_be_probed(struct kunit *test)
{
	static const char * const functions[] = {
		"arch_kprobe_boost_simulate", "arch_kprobe_boost_trampoline",
		"kprobe_boost_fault", "kprobe_boost_fixup", "kprobe_trampoline",
		"kprobe_trampoline_low", "kprobe_trampoline_save", "kprobe_trampoline_low_save",
		"kprobe_trampoline_failed", "kprobe_trampoline_low_failed", "kprobe_call_ret",
		"kprobe_simulate_jmp", "kprobe_simulate_call", "kprobe_simulate_jcc",
		"kprobe_simulate_loop", "kprobe_simulate_jmp_operand",
		"kprobe_simulate_call_operand", "kprobe_simulate_ret",
		"kprobe_simulate_ret_far", "kprobe_simulate_push", "kprobe_simulate_push_imm",
		"kprobe_simulate_pop", "kprobe_simulate_leave", "kprobe_simulate_pushf",
		"kprobe_simulate_popf", "kprobe_simulate_hlt", "kprobe_simulate_cli",
		"kprobe_simulate_sti",
	};
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(functions); i++) {
		struct kprobe p = { .symbol_name = functions[i], .pre_handler = nothing_pre };

		err = register_kprobe(&p);
		/* -ENOENT would be: there is no such function. */
		KUNIT_EXPECT_EQ_MSG(test, err, -EINVAL, "%s", functions[i]);
		if (!err)
			unregister_kprobe(&p);
	}
}

static struct kunit_case slot_cases[] = {
	KUNIT_CASE(slots_hold_landing_pads_copies_jumps_and_else_breakpoints),
	KUNIT_CASE(displacement_that_does_not_fit_is_refused_and_not_cut_short),
	KUNIT_CASE(copies_of_calls_and_jumps_that_faulted_do_as_the_original),
	KUNIT_CASE(fault_of_a_call_that_is_resolved_leaves_no_slot_on_the_stack),
	KUNIT_CASE(hlt_behind_a_simulated_sti_does_not_sleep),
	KUNIT_CASE(trap_path_cannot_be_probed),
	{}
};

static struct kunit_suite slot_suite = {
	.name = "kprobes_slot",
	.test_cases = slot_cases,
};

kunit_test_suites(&slot_suite);
