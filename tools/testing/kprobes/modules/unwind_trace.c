// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's unwinder, for the suite kprobes_unwind, where a stack trace is all that it
 * gives.
 */

#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "test.h"

#define MAX_DEPTH	48

/* Called in the interrupt that @regs are of, from which the trace leads there. */
bool kb_unwind_finds(struct pt_regs *regs, const char *function)
{
	unsigned long trace[MAX_DEPTH];
	unsigned int i, n;
	char name[64];

	n = stack_trace_save(trace, ARRAY_SIZE(trace), 0);
	for (i = 0; i < n && trace[i] != instruction_pointer(regs); i++)
		;
	for (i++; i < n; i++) {
		snprintf(name, sizeof(name), "%ps", (void *)trace[i]);
		if (str_has_prefix(name, function))
			return true;
	}
	return false;
}
