/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between survey.c and an architecture's arch-survey.c.
 */
#ifndef _KPROBES_HOST_SURVEY_H
#define _KPROBES_HOST_SURVEY_H

#include <capstone/capstone.h>

/* One instruction: what our engine and the stock kernel do with its encoding */
struct surveyed {
	unsigned int len;
	int modes;		/* bits of enum kprobe_mode; negative: refused */
	int stock;		/* a single mode; negative: refused */
	bool exclusive_load, exclusive_store;
};

#define SURVEY_CODE	16	/* bytes that can be read at an instruction */

extern const unsigned int arch_e_machine;
/* What we leave to the kernel: is it stepped, or emulated with one exception? */
extern const bool arch_steps;
/* Does the stock kernel, too, refuse what is between an exclusive load and its store? */
extern const bool arch_stock_knows_exclusives;
/* Symbols that stand around text that may not be probed, in pairs, NULL at the end */
extern const char *const arch_refused_text[];
cs_err arch_open(csh *handle);
/* @at: the address; @literal: can memory there be read? */
void arch_survey(const u8 *code, size_t size, unsigned long at,
		 bool (*literal)(unsigned long addr), struct surveyed *s);
/* Is it what BUG() and WARN() stop at? */
bool arch_is_trap(const u8 *code);
/* Is it one of those that fill the gap up to the next function? */
bool arch_is_fill(const u8 *code);
/* Bytes of the smallest instruction */
extern const unsigned int arch_unit;
/* Fill @slot as for a probe of the instruction, as if the slot were at @slot_at. */
size_t arch_slot(const u8 *code, unsigned long at, unsigned long slot_at,
		 u8 *slot);
/* Bytes of the address that stands there instead of an instruction, or 0 */
size_t arch_slot_address(const u8 *code, unsigned int offset);

#endif /* _KPROBES_HOST_SURVEY_H */
