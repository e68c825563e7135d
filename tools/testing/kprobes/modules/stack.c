// SPDX-License-Identifier: GPL-2.0
/*
 * The stack part of kb_test's oracle, the same on every architecture: which of the
 * watched words a form has to leave alike.  Called by the architectures' test_arch.c.
 */
#include <linux/types.h>

#include "test.h"

/* What kb_form_call() puts into word @i of the stack. */
static unsigned long fill_word(unsigned int i)
{
	return KB_STACK_FILL + i + 1;
}

/**
 * kb_stack_word_counts() - whether a word of the stack is compared
 * @state: what a run of a form left
 * @quiet: what an unprobed run in flag state 0 left
 * @i: number of the word
 *
 * The words below the stack pointer belong to the next exception.  So do those that
 * the form only made room for; they are told by @quiet, where no exception can have
 * written.
 *
 * Return: true if the task owns the word after the form, and the form wrote it or
 * found it.
 */
bool kb_stack_word_counts(const struct kb_state *state, const struct kb_state *quiet,
			  unsigned int i)
{
	unsigned long sp = state->gpr[KB_STATE_SP / sizeof(long)];
	long lowest = KB_STACK_WORDS / 2 + (long)(sp - state->entry_sp) / (long)sizeof(long);

	return (long)i >= lowest &&
	       (i >= KB_STACK_WORDS / 2 || quiet->stack[i] != fill_word(i));
}

/**
 * kb_stacks_equal() - whether two runs of a form left the same stack
 * @a: what one left
 * @b: what the other left
 * @quiet: what an unprobed run in flag state 0 left
 *
 * Return: true if all words that count are the same.
 */
bool kb_stacks_equal(const struct kb_state *a, const struct kb_state *b,
		     const struct kb_state *quiet)
{
	unsigned int i;

	for (i = 0; i < KB_STACK_WORDS; i++)
		if (a->stack[i] != b->stack[i] && kb_stack_word_counts(a, quiet, i))
			return false;
	return true;
}
