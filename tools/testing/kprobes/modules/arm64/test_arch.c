// SPDX-License-Identifier: GPL-2.0
/*
 * The oracle of kb_test on arm64: runs a form with every register, flag, and word
 * of memory and stack known, and compares what two runs left.  Called by test.c.
 */
#include <linux/cpufeature.h>
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/string.h>

#include <asm/neon.h>
#include <asm/ptrace.h>
#include <asm/sysreg.h>

#include "test.h"

#define NZCV		(PSR_N_BIT | PSR_Z_BIT | PSR_C_BIT | PSR_V_BIT)
/* As local_irq_disable() does it; and as an exception is entered */
#define NO_INTERRUPTS	(PSR_I_BIT | PSR_F_BIT)
#define NO_EXCEPTIONS	(NO_INTERRUPTS | PSR_A_BIT | PSR_D_BIT)

/*
 * Every condition goes both ways in some of them.  In the first one, interrupts
 * are off.
 */
static const unsigned long flag_states[KB_FLAG_STATES] = {
	NO_INTERRUPTS,
	0,
	NO_INTERRUPTS | NZCV,
	NZCV,
	PSR_N_BIT | PSR_C_BIT,
	NO_EXCEPTIONS | PSR_Z_BIT | PSR_V_BIT,
};

/* Whether the CPU has what KB_CPU() of @cpu asks for */
static bool has_feature(unsigned long cpu)
{
	unsigned long reg = KB_CPU_REG(cpu), min = KB_CPU_MIN(cpu) & ~KB_CPU_NEXT;
	u64 fields;

	if (!cpu)
		return true;
	fields = read_sanitised_ftr_reg(sys_reg(3, 0, 0, reg >> 4, reg & 15)) >> KB_CPU_SHIFT(cpu);
	return (fields & 15) >= min ||
	       (KB_CPU_MIN(cpu) & KB_CPU_NEXT && (fields >> 4 & 15) >= min);
}

/* All exceptions are masked, and values are of all kinds. */
static void fill_fpu(struct kb_fpu *fpu)
{
	u8 *bytes = (u8 *)fpu->q;
	unsigned int i;

	for (i = 0; i < sizeof(fpu->q); i++)
		bytes[i] = 0x35 + 7 * i + 11 * (i >> 4);
	fpu->fpsr = 0;
	fpu->fpcr = 0;
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
	unsigned long mode = post ? form->post_mode : form->mode;

	if ((form->mode & KB_NEEDS_ADDRESS_AUTH) && !system_supports_address_auth())
		return KB_REFUSED;
	return mode & ~KB_NEEDS_ADDRESS_AUTH;
}

/**
 * kb_form_runs() - whether a form can be run here
 * @form: the form
 *
 * Return: true if it is to be run at all and the CPU has the instruction.
 */
bool kb_form_runs(const struct kb_form *form)
{
	return !form->reason && kb_form_mode(form, false) < KPROBE_NR_MODES &&
	       has_feature(form->cpu);
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
	unsigned int i;

	memset(state, 0, sizeof(*state));
	for (i = 0; i < KB_STATE_SP / sizeof(long); i++)
		state->gpr[i] = 0x8192a3b4c5d6e7f8UL * (2 * i + 1);
	for (i = 0; i < KB_MEM_WORDS; i++)
		kb_form_mem[i] = 0x0123456789abcdefUL * (2 * i + 1);
	state->gpr[0] = (unsigned long)&kb_form_mem[4];		/* in the middle, */
	state->gpr[1] = (unsigned long)&kb_form_mem[10];	/* with 16 bytes to spare */
	state->gpr[2] = 0x12345;				/* a divisor */
	state->gpr[3] = 8;					/* indices: plain, */
	state->gpr[4] = 0xdeadbeef00000008UL;			/* of 32 bits, */
	state->gpr[5] = 0xdeadbeeffffffff8UL;			/* and signed; */
	state->gpr[6] = -16UL;					/* negative */
#ifdef CONFIG_SHADOW_CALL_STACK
	/* The kernel's own in exceptions, too */
	asm volatile("mov %0, x18" : "=r" (state->gpr[18]));
#endif
	state->flags = flag_states[flag_state];

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
		pr_err("  %s[%u]: %016lx, unprobed %016lx\n", what, i, a, b);
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
		print_word(i == 31 ? "sp" : "x", i, a->gpr[i], b->gpr[i]);
	if (a->flags != b->flags)
		pr_err("  flags: %lx, unprobed %lx\n", a->flags, b->flags);
	for (i = 0; i < KB_MEM_WORDS; i++)
		print_word("mem", i, a->mem[i], b->mem[i]);
	for (i = 0; i < ARRAY_SIZE(a->fpu.q); i++) {
		print_word("q, low half", i, a->fpu.q[i], b->fpu.q[i]);
		print_word("q, high half", i, a->fpu.q[i] >> 64, b->fpu.q[i] >> 64);
	}
	if (a->fpu.fpsr != b->fpu.fpsr || a->fpu.fpcr != b->fpu.fpcr)
		pr_err("  FPSR %llx, unprobed %llx; FPCR %llx, unprobed %llx\n", a->fpu.fpsr,
		       b->fpu.fpsr, a->fpu.fpcr, b->fpu.fpcr);
	for (i = 0; i < KB_STACK_WORDS; i++)
		if (kb_stack_word_counts(a, quiet, i))
			print_word("stack", i, a->stack[i], b->stack[i]);
	if (a->entry_sp != b->entry_sp)
		pr_err("  the two runs were not called from the same place\n");
}
