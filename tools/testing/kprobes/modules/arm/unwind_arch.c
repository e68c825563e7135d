// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's unwinder, for the suite kprobes_unwind: from the registers, as perf
 * does, and through the interrupt, as a stack trace does.
 */

#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include <asm/stacktrace.h>

#include "test.h"

#define MAX_DEPTH	48

struct search {
	const char *function;
	bool found;
};

static bool is_in(unsigned long addr, const char *function)
{
	char name[64];

	snprintf(name, sizeof(name), "%ps", (void *)addr);
	return str_has_prefix(name, function);
}

static int look_at(struct stackframe *frame, void *data)
{
	struct search *search = data;

	search->found |= is_in(frame->pc, search->function);
	return search->found;
}

static bool registers_lead_to(struct pt_regs *regs, const char *function)
{
	struct search search = { function };
	struct stackframe frame;

	arm_get_current_stackframe(regs, &frame);
	walk_stackframe(&frame, look_at, &search);
	return search.found;
}

static bool trace_leads_to(struct pt_regs *regs, const char *function)
{
	unsigned long trace[MAX_DEPTH];
	unsigned int i, n;

	n = stack_trace_save(trace, ARRAY_SIZE(trace), 0);
	for (i = 0; i < n && trace[i] != instruction_pointer(regs); i++)
		;
	for (i++; i < n; i++)
		if (is_in(trace[i], function))
			return true;
	return false;
}

/*
 * In Thumb code no trace leads away from the stack of interrupts: the unwinder
 * knows call_with_stack() by an address with bit 0 set, which its table has not.
 */
bool kb_unwind_finds(struct pt_regs *regs, const char *function)
{
	return registers_lead_to(regs, function) &&
	       (IS_ENABLED(CONFIG_THUMB2_KERNEL) ||
		trace_leads_to(regs, function));
}
