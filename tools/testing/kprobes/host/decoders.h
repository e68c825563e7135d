/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between decoders.c and an architecture's arch-decoders.c.
 */
#ifndef _KPROBES_HOST_DECODERS_H
#define _KPROBES_HOST_DECODERS_H

#include <capstone/capstone.h>

#include "draw.h"

#define SIMULATED	BIT(KPROBE_MODE_SIMULATED)
#define TRAMPOLINED	BIT(KPROBE_MODE_TRAMPOLINED)
#define BOOSTED		BIT(KPROBE_MODE_BOOSTED)
#define STEPPED		BIT(KPROBE_MODE_STEPPED)

/* One instruction, as both decoders see it */
struct both {
	const u8 *code;		/* at least CODE_SIZE bytes can be read */
	unsigned long addr;
	unsigned int len;	/* ours */
	int modes;		/* ours; negative: refused */
	bool known;		/* to Capstone */
	cs_insn *cs;
	cs_regs touched;	/* registers read and written, to Capstone */
	unsigned int nr_touched;
};

extern csh capstone;

/* Decode @code with Capstone, which must be no longer than @size. */
bool capstone_decode(const u8 *code, size_t size, unsigned long addr,
		     cs_insn *cs);
/* They do not agree on @what, of an instruction with this mnemonic or row. */
void differ(const struct both *b, const char *what);

static inline bool in_group(const struct both *b, unsigned int group)
{
	return cs_insn_group(capstone, b->cs, group);
}

extern const unsigned int arch_e_machine;
/* Where a kernel's text is */
extern const unsigned long arch_text;
/* Modes of most instructions, which the list of modes leaves out */
extern const u32 arch_plain;
/* What an instruction is called in the lists */
const char *arch_mnemonic(const struct both *b);
cs_err arch_open(csh *handle);
/* Fills @b from @code, compares, and returns how far to go on. */
unsigned int arch_compare(struct both *b);
/* Call @f with every encoding of interest, whatever is in the table. */
void arch_enumerate(void (*f)(const u8 *code));
/*
 * What follows the mnemonic where it makes a difference, or ""; NULL if the
 * instruction has more prefixes than it needs, or reserved ones
 */
const char *arch_form(const struct both *b);

#endif /* _KPROBES_HOST_DECODERS_H */
