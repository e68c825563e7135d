// SPDX-License-Identifier: GPL-2.0
/*
 * The oracle of kb_test on x86: runs a form with every register, flag, and word
 * of memory and stack known, and compares what two runs left.  Called by test.c.
 */
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/string.h>

#include <asm/processor-flags.h>

#include "test.h"

#define ARITHMETIC	(X86_EFLAGS_CF | X86_EFLAGS_PF | X86_EFLAGS_AF | X86_EFLAGS_ZF | \
			 X86_EFLAGS_SF | X86_EFLAGS_OF)
#define COMPARED	(ARITHMETIC | X86_EFLAGS_DF | X86_EFLAGS_IF | X86_EFLAGS_TF | \
			 X86_EFLAGS_RF | X86_EFLAGS_AC)

/*
 * Every conditional jump goes both ways in some of them.  In the first one,
 * interrupts are off.
 */
static const unsigned long flag_states[KB_FLAG_STATES] = {
	0,
	X86_EFLAGS_IF,
	ARITHMETIC,
	X86_EFLAGS_IF | ARITHMETIC,
	X86_EFLAGS_IF | X86_EFLAGS_DF | X86_EFLAGS_CF | X86_EFLAGS_SF,
	X86_EFLAGS_ZF | X86_EFLAGS_OF | X86_EFLAGS_PF,
};

static const char * const gpr_names[] = {
	"ax", "cx", "dx", "bx", "sp", "bp", "si", "di",
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
};

/**
 * kb_form_run() - run a form from a known state
 * @form: the form
 * @flag_state: which flags are set, 0 to KB_FLAG_STATES - 1
 * @state: filled with what it left
 *
 * One caller at a time.  Two runs are only to be compared if they were called
 * from the same place, since the stack pointer is part of the state.
 *
 * Context: Interrupts enabled.  The form runs with preemption disabled.
 */
void kb_form_run(const struct kb_form *form, unsigned int flag_state, struct kb_state *state)
{
	unsigned int i;

	memset(state, 0, sizeof(*state));
	for (i = 0; i < ARRAY_SIZE(state->gpr); i++)
		state->gpr[i] = 0x8192a3b4c5d6e7f8UL * (2 * i + 1);
	for (i = 0; i < KB_MEM_WORDS; i++)
		kb_form_mem[i] = 0x0123456789abcdefUL * (2 * i + 1);
	state->gpr[1] = 0x7654321089UL;				/* cx: a divisor, */
	state->gpr[2] = 0x12345;				/* dx: smaller than that */
	state->gpr[6] = (unsigned long)&kb_form_mem[10];	/* si, di: in the middle */
	state->gpr[7] = (unsigned long)&kb_form_mem[4];
	state->flags = flag_states[flag_state] | X86_EFLAGS_FIXED;

	preempt_disable();
	kb_form_call(state, form->code);
	preempt_enable();

	memcpy(state->mem, kb_form_mem, sizeof(state->mem));
}

/* What kb_form_call() puts into word @i of the stack. */
static unsigned long fill_word(unsigned int i)
{
	return KB_STACK_FILL + i + 1;
}

/*
 * Does the task own word @i of the stack after the form, and did it write it?
 * The words below the stack pointer belong to the next interrupt, or breakpoint.
 * So do those that the form only made room for; they are told by @quiet, where
 * no interrupt can have written.
 */
static bool word_counts(const struct kb_state *state, const struct kb_state *quiet,
			unsigned int i)
{
	long lowest = KB_STACK_WORDS / 2 +
		      (long)(state->gpr[4] - state->entry_sp) / (long)sizeof(long);

	return (long)i >= lowest &&
	       (i >= KB_STACK_WORDS / 2 || quiet->stack[i] != fill_word(i));
}

static bool stacks_equal(const struct kb_state *a, const struct kb_state *b,
			 const struct kb_state *quiet)
{
	unsigned int i;

	for (i = 0; i < KB_STACK_WORDS; i++)
		if (a->stack[i] != b->stack[i] && word_counts(a, quiet, i))
			return false;
	return true;
}

/**
 * kb_state_equal() - whether two runs of a form left the same
 * @a: what one left
 * @b: what the other left
 * @quiet: what an unprobed run in flag state 0 left
 *
 * Return: true if registers, flags, memory and stack are the same.
 */
bool kb_state_equal(const struct kb_state *a, const struct kb_state *b,
		    const struct kb_state *quiet)
{
	return a->entry_sp == b->entry_sp &&
	       !memcmp(a->gpr, b->gpr, sizeof(a->gpr)) &&
	       !((a->flags ^ b->flags) & COMPARED) &&
	       !memcmp(a->mem, b->mem, sizeof(a->mem)) &&
	       stacks_equal(a, b, quiet);
}

/**
 * kb_state_print_diff() - tell the log what is not the same
 * @a: what a probed run of a form left
 * @b: what the unprobed run left
 * @quiet: what an unprobed run in flag state 0 left
 */
void kb_state_print_diff(const struct kb_state *a, const struct kb_state *b,
			 const struct kb_state *quiet)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(gpr_names); i++)
		if (a->gpr[i] != b->gpr[i])
			pr_err("  %s: %016lx, unprobed %016lx\n", gpr_names[i], a->gpr[i],
			       b->gpr[i]);
	if ((a->flags ^ b->flags) & COMPARED)
		pr_err("  flags: %lx, unprobed %lx\n", a->flags, b->flags);
	for (i = 0; i < KB_MEM_WORDS; i++)
		if (a->mem[i] != b->mem[i])
			pr_err("  mem[%u]: %016lx, unprobed %016lx\n", i, a->mem[i], b->mem[i]);
	for (i = 0; i < KB_STACK_WORDS; i++)
		if (a->stack[i] != b->stack[i] && word_counts(a, quiet, i))
			pr_err("  stack[%u]: %016lx, unprobed %016lx\n", i, a->stack[i],
			       b->stack[i]);
	if (a->entry_sp != b->entry_sp)
		pr_err("  the two runs were not called from the same place\n");
}
