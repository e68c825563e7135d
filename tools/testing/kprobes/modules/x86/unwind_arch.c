// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's unwinder, for the suite kprobes_unwind.
 */

#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include <asm/unwind.h>

#include "test.h"

bool kb_unwind_finds(struct pt_regs *regs, const char *function)
{
	struct unwind_state state;
	unsigned long addr;
	char name[64];

	for (unwind_start(&state, current, regs, NULL); !unwind_done(&state);
	     unwind_next_frame(&state)) {
		addr = unwind_get_return_address(&state);
		if (!addr)
			break;
		snprintf(name, sizeof(name), "%ps", (void *)addr);
		if (str_has_prefix(name, function))
			return !unwind_error(&state);
	}
	return false;
}
