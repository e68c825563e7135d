// SPDX-License-Identifier: GPL-2.0
/*
 * The oracle of kb_test on x86: runs a form with every register, flag, and word
 * of memory and stack known, and compares what two runs left.  Called by test.c.
 */
#include <linux/cpufeature.h>
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/string.h>

#include <asm/fpu/api.h>
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

/* Scratch memory relative to GS */
DEFINE_PER_CPU(unsigned long, kb_form_percpu);

/* Where things are in what FXSAVE and XSAVE store; Intel SDM vol. 1, chapter 13 */
#define FPU_OPCODE	6	/* and the places of the last x87 instruction */
#define FPU_MXCSR	24
#define FPU_MXCSR_MASK	28
#define FPU_REGISTERS	32
#define FPU_XMM		160
#define FPU_XMM_END	416
#define FPU_XSTATE	512
#define FPU_YMM		576

/* x87, SSE and AVX, for XSAVE */
#define XSTATE		7

static u8 fpu_image[KB_FPU_SIZE] __aligned(64);

static bool has_xsave(void)
{
	return boot_cpu_has(X86_FEATURE_OSXSAVE) && boot_cpu_has(X86_FEATURE_AVX);
}

static void load_fpu(void)
{
	unsigned int i;

	memset(fpu_image, 0, sizeof(fpu_image));
	*(u16 *)fpu_image = 0x37f;			/* all exceptions are masked */
	*(u32 *)(fpu_image + FPU_MXCSR) = 0x1f80;
	for (i = FPU_REGISTERS; i < FPU_XMM_END; i++)
		fpu_image[i] = 0x35 + 7 * i;
	for (i = FPU_YMM; i < KB_FPU_SIZE; i++)
		fpu_image[i] = 0x53 + 11 * i;
	*(u64 *)(fpu_image + FPU_XSTATE) = XSTATE;
	if (has_xsave())
		asm volatile("xrstor64 %0" : : "m" (fpu_image), "a" (XSTATE), "d" (0));
	else
		asm volatile("fxrstor64 %0" : : "m" (fpu_image));
}

static void store_fpu(struct kb_state *state)
{
	memset(fpu_image, 0, sizeof(fpu_image));
	if (has_xsave())
		asm volatile("xsave64 %0" : "+m" (fpu_image) : "a" (XSTATE), "d" (0));
	else
		asm volatile("fxsave64 %0" : "+m" (fpu_image));
	/* What is no register. */
	memset(fpu_image + FPU_OPCODE, 0, FPU_MXCSR - FPU_OPCODE);
	memset(fpu_image + FPU_MXCSR_MASK, 0, FPU_REGISTERS - FPU_MXCSR_MASK);
	memset(fpu_image + FPU_XMM_END, 0, FPU_YMM - FPU_XMM_END);
	memcpy(state->fpu, fpu_image, sizeof(fpu_image));
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
 * Return: true if it is to be run at all and the CPU has the instruction.
 */
bool kb_form_runs(const struct kb_form *form)
{
	return !form->reason && form->mode < KPROBE_NR_MODES &&
	       (!form->cpu || boot_cpu_has(form->cpu));
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
	this_cpu_write(kb_form_percpu, 0x1337c0dedeadbeefUL);
	if (form->fpu) {
		kernel_fpu_begin();
		load_fpu();
		kb_form_call(state, form->code);
		store_fpu(state);
		kernel_fpu_end();
	} else {
		kb_form_call(state, form->code);
	}
	preempt_enable();

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
	       !memcmp(a->gpr, b->gpr, sizeof(a->gpr)) &&
	       !((a->flags ^ b->flags) & COMPARED) &&
	       !memcmp(a->mem, b->mem, sizeof(a->mem)) &&
	       !memcmp(a->fpu, b->fpu, sizeof(a->fpu)) &&
	       kb_stacks_equal(a, b, quiet);
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
	for (i = 0; i < KB_FPU_SIZE; i++)
		if (a->fpu[i] != b->fpu[i])
			pr_err("  byte %u of the FPU's state: %02x, unprobed %02x\n", i,
			       a->fpu[i], b->fpu[i]);
	for (i = 0; i < KB_STACK_WORDS; i++)
		if (a->stack[i] != b->stack[i] && kb_stack_word_counts(a, quiet, i))
			pr_err("  stack[%u]: %016lx, unprobed %016lx\n", i, a->stack[i],
			       b->stack[i]);
	if (a->entry_sp != b->entry_sp)
		pr_err("  the two runs were not called from the same place\n");
}
