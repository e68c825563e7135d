// SPDX-License-Identifier: GPL-2.0
/*
 * The oracle of kb_test on ARM: runs a form with every register, flag, and word of
 * memory and stack known, and compares what two runs left.  Called by test.c.
 */
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/string.h>

#include <asm/neon.h>
#include <asm/ptrace.h>

#include "test.h"

#define PSR_GE_MASK	0x000f0000
#define NZCV		(PSR_N_BIT | PSR_Z_BIT | PSR_C_BIT | PSR_V_BIT)
/* What a form is given; the rest of the status register stays as it is. */
#define GIVEN		(NZCV | PSR_Q_BIT | PSR_GE_MASK | PSR_I_BIT | PSR_F_BIT | PSR_A_BIT)

/*
 * Every condition goes both ways in some of them.  In the first one, interrupts
 * are off.
 */
static const unsigned long flag_states[KB_FLAG_STATES] = {
	PSR_I_BIT,
	0,
	PSR_I_BIT | NZCV | PSR_Q_BIT | 0x00050000,
	NZCV | PSR_GE_MASK,
	PSR_N_BIT | PSR_C_BIT | 0x000a0000,
	PSR_I_BIT | PSR_F_BIT | PSR_Z_BIT | PSR_V_BIT | PSR_Q_BIT | 0x00060000,
};

/* Whether a condition, as instructions count them, holds in a state of the flags */
static bool holds(unsigned int cond, unsigned long flags)
{
	bool n = flags & PSR_N_BIT, z = flags & PSR_Z_BIT;
	bool c = flags & PSR_C_BIT, v = flags & PSR_V_BIT, result;

	switch (cond >> 1) {
	case 0:
		result = z;
		break;
	case 1:
		result = c;
		break;
	case 2:
		result = n;
		break;
	case 3:
		result = v;
		break;
	case 4:
		result = c && !z;
		break;
	case 5:
		result = n == v;
		break;
	case 6:
		result = n == v && !z;
		break;
	default:
		return true;
	}
	return result != (cond & 1);
}

/* All exceptions are masked, and values are of all kinds. */
static void fill_fpu(struct kb_fpu *fpu)
{
	u8 *bytes = (u8 *)fpu->d;
	unsigned int i;

	for (i = 0; i < sizeof(fpu->d); i++)
		bytes[i] = 0x35 + 7 * i + 11 * (i >> 4);
	fpu->fpscr = 0;
}

/**
 * kb_form_mode() - the mode that is expected of a form here
 * @form: the form
 * @post: the probe has a post_handler
 *
 * Return: the mode under policy auto, or KB_REFUSED.
 */
unsigned long kb_form_mode(const struct kb_form *form, bool post)
{
	return post ? form->post_mode : form->mode;
}

/**
 * kb_form_runs() - whether a form can be run here
 * @form: the form
 *
 * Return: true if it is to be run at all.
 */
bool kb_form_runs(const struct kb_form *form)
{
	return !form->reason && form->mode < KPROBE_NR_MODES;
}

/**
 * kb_form_hits() - how often a form is hit
 * @form: the form, which is run once in every state of the flags
 *
 * An instruction whose condition does not hold is not hit.
 *
 * Return: number of hits.
 */
unsigned long kb_form_hits(const struct kb_form *form)
{
	unsigned long hits = 0;
	unsigned int i;

	if (!form->cpu)
		return KB_FLAG_STATES;
	for (i = 0; i < KB_FLAG_STATES; i++)
		hits += holds(KB_COND_OF(form->cpu), flag_states[i]);
	return hits;
}

/**
 * kb_form_run() - run a form from a known state
 * @form: the form
 * @flag_state: which flags are set, 0 to KB_FLAG_STATES - 1
 * @state: filled with what it left
 *
 * One caller at a time.  Two runs are only to be compared if they were called
 * from the same place and CPU, since the stack pointer and what instructions tell
 * of the CPU are part of the state.
 *
 * Context: Interrupts enabled.  The form runs with preemption disabled.
 */
void kb_form_run(const struct kb_form *form, unsigned int flag_state, struct kb_state *state)
{
	unsigned long cpsr;
	unsigned int i;

	memset(state, 0, sizeof(*state));
	for (i = 0; i < ARRAY_SIZE(state->gpr); i++)
		state->gpr[i] = 0x8192a3b5 * (2 * i + 1);
	for (i = 0; i < KB_MEM_WORDS; i++)
		kb_form_mem[i] = 0x01234567 * (2 * i + 1);
	state->gpr[0] = (unsigned long)&kb_form_mem[16];	/* with 64 bytes to spare */
	state->gpr[1] = (unsigned long)&kb_form_mem[32];	/* on either side */
	state->gpr[2] = 0x12345;				/* a divisor */
	state->gpr[3] = 8;					/* indices: positive, */
	state->gpr[4] = -16;					/* and negative */
	asm volatile("mrs %0, cpsr" : "=r" (cpsr));
	state->flags = (cpsr & ~GIVEN) | flag_states[flag_state];

	if (form->fpu) {
		kernel_neon_begin();
		fill_fpu(&state->fpu);
		kb_fpu_load(&state->fpu);
		kb_form_call(state, form->code);
		kb_fpu_store(&state->fpu);
		kernel_neon_end();
	} else {
		preempt_disable();
		kb_form_call(state, form->code);
		preempt_enable();
	}

	memcpy(state->mem, kb_form_mem, sizeof(state->mem));
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
	       a->flags == b->flags &&
	       !memcmp(a->gpr, b->gpr, sizeof(a->gpr)) &&
	       !memcmp(a->mem, b->mem, sizeof(a->mem)) &&
	       !memcmp(&a->fpu, &b->fpu, sizeof(a->fpu)) &&
	       kb_stacks_equal(a, b, quiet);
}

static void print_word(const char *what, unsigned int i, unsigned long a, unsigned long b)
{
	if (a != b)
		pr_err("  %s[%u]: %08lx, unprobed %08lx\n", what, i, a, b);
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

	for (i = 0; i < ARRAY_SIZE(a->gpr); i++)
		print_word("r", i, a->gpr[i], b->gpr[i]);
	if (a->flags != b->flags)
		pr_err("  flags: %lx, unprobed %lx\n", a->flags, b->flags);
	for (i = 0; i < KB_MEM_WORDS; i++)
		print_word("mem", i, a->mem[i], b->mem[i]);
	for (i = 0; i < ARRAY_SIZE(a->fpu.d); i++) {
		print_word("d, low half", i, a->fpu.d[i], b->fpu.d[i]);
		print_word("d, high half", i, a->fpu.d[i] >> 32, b->fpu.d[i] >> 32);
	}
	if (a->fpu.fpscr != b->fpu.fpscr)
		pr_err("  FPSCR %x, unprobed %x\n", a->fpu.fpscr, b->fpu.fpscr);
	for (i = 0; i < KB_STACK_WORDS; i++)
		if (kb_stack_word_counts(a, quiet, i))
			print_word("stack", i, a->stack[i], b->stack[i]);
	if (a->entry_sp != b->entry_sp)
		pr_err("  the two runs were not called from the same place\n");
}
