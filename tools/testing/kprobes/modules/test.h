/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between the suites of kb_test (test.c) and the architecture's part: the code
 * that is probed, and the oracle.
 */
#ifndef _KB_TEST_H
#define _KB_TEST_H

#include <linux/kprobes_boost.h>
#include <linux/types.h>

#include "kb_common.h"
#include "test_arch.h"

/**
 * struct kb_form - an instruction whose every effect is compared
 * @name: its name and text
 * @code: to be run by kb_form_run() only
 * @probe: the probe point
 * @mode: the mode that policy auto gives a probe without post_handler, or
 *	KB_REFUSED
 * @post_mode: likewise with a post_handler
 * @cpu: number of the feature that the CPU must have, or of the condition under which
 *	the instruction is hit, or 0
 * @fpu: the registers of the FPU are compared, too
 * @reason: why it is not to be run, or NULL
 */
struct kb_form {
	const char *name;
	void *code;
	void *probe;
	unsigned long mode;
	unsigned long post_mode;
	unsigned long cpu;
	unsigned long fpu;
	const char *reason;
};

/* In place of a mode: the instruction cannot be probed. */
#define KB_REFUSED	KPROBE_NR_MODES

/* Bytes of a slot; the kernel counts in units of an instruction. */
#define KB_SLOT_SIZE	(KPROBE_INSN_SLOT_SIZE * sizeof(kprobe_opcode_t))

extern const struct kb_form kb_forms[], kb_forms_end[];

/**
 * struct kb_sample - a function with a probe point of a certain mode
 * @fn: returns the sum of its arguments, or the first one if the probed
 *	instruction is left out
 * @probe: the probe point
 * @next: the instruction after it
 * @mode: the mode that policy auto gives a probe without post_handler
 */
struct kb_sample {
	unsigned long (*fn)(unsigned long a, unsigned long b);
	void *probe;
	void *next;
	unsigned long mode;
};

/* Samples of one mode stand together. */
#define KB_SAMPLES_PER_MODE	2

extern const struct kb_sample kb_samples[], kb_samples_end[];

/* Adds KB_MANY, by KB_MANY instructions that can be boosted. */
unsigned long kb_many(unsigned long x);
extern char kb_many_points[];

/* Loads from an address, by an instruction with an exception-table entry. */
unsigned long kb_load(const void *from);
extern char kb_load_point[];

/**
 * struct kb_fault - a function around an instruction with an exception-table entry
 * @name: the text of the instruction
 * @fn: returns 0, or KB_LOAD_FAILED if the instruction faulted
 * @probe: the probe point
 * @next: what the word that the argument points to must hold; it may be changed
 */
struct kb_fault {
	const char *name;
	unsigned long (*fn)(const void *word);
	void *probe;
	unsigned long next;
};

extern const struct kb_fault kb_faults[], kb_faults_end[];

/* Clears a buffer, by one instruction that takes long. */
void kb_long(void *buf, size_t size);
extern char kb_long_point[];

/* Whether the trace from @regs reaches @function without a guess */
bool kb_unwind_finds(struct pt_regs *regs, const char *function);

unsigned long kb_form_mode(const struct kb_form *form, bool post);
/* Suite of reach.c */
extern struct kunit_suite kb_reach_suite;

bool kb_form_runs(const struct kb_form *form);

/* How often a form is hit that is run once in every state of the flags */
#ifdef KB_COND
unsigned long kb_form_hits(const struct kb_form *form);
#else
static inline unsigned long kb_form_hits(const struct kb_form *form)
{
	return KB_FLAG_STATES;
}
#endif

void kb_form_run(const struct kb_form *form, unsigned int flag_state, struct kb_state *state);
bool kb_state_equal(const struct kb_state *a, const struct kb_state *b,
		    const struct kb_state *quiet);
void kb_state_print_diff(const struct kb_state *a, const struct kb_state *b,
			 const struct kb_state *quiet);

/* Given by stack.c */
bool kb_stack_word_counts(const struct kb_state *state, const struct kb_state *quiet,
			  unsigned int i);
bool kb_stacks_equal(const struct kb_state *a, const struct kb_state *b,
		     const struct kb_state *quiet);

#endif /* _KB_TEST_H */
