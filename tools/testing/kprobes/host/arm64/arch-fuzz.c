// SPDX-License-Identifier: GPL-2.0
/*
 * arm64's part of fuzz.c.
 */

#include <asm/insn.h>

#include "boost.h"
#include "fuzz.h"

#define SLOT	0xffff800008000000
#define SPARE	4

static void fuzz_slot(u32 insn, const struct arch_kprobe_boost *a,
		      unsigned long orig, bool in_reach)
{
	const unsigned int words = KPROBE_SLOT_BOOSTED_WORDS;
	u32 buf[KPROBE_INSN_SLOT_SIZE + SPARE];
	int err;

	memset(buf, SENTINEL, sizeof(buf));
	err = kprobe_slot_write_boosted(buf, (u32 *)SLOT, insn, orig);
	MUST(!err == (in_reach || aarch64_insn_is_branch(insn)));
	if (err)
		MUST(untouched(buf, sizeof(buf)));
	else
		MUST(buf[0] == insn && !untouched(buf + 1, sizeof(*buf)) &&
		     untouched(buf + words, sizeof(buf) - words * sizeof(*buf)));

	memset(buf, SENTINEL, sizeof(buf));
	kprobe_slot_write_trampolined(buf, a);
	MUST(buf[KPROBE_SLOT_TRAMPOLINE_HEAD] == a->copy &&
	     untouched(buf + KPROBE_SLOT_TRAMPOLINE_WORDS,
		       sizeof(buf) - KPROBE_SLOT_TRAMPOLINE_WORDS * sizeof(*buf)));
}

void arch_fuzz(const u8 *code, size_t size)
{
	struct arch_kprobe_boost a, b;
	int modes, row;
	u32 insn;

	if (size < sizeof(insn))
		return;
	memcpy(&insn, code + size - sizeof(insn), sizeof(insn));

	memset(&a, 0, sizeof(a));
	memset(&b, 0xff, sizeof(b));
	modes = kprobe_decode(insn, &a);
	MUST(modes == kprobe_decode(insn, &b) && !memcmp(&a, &b, sizeof(a)));
	MUST(modes == -EOPNOTSUPP ||
	     (modes > 0 && modes < 1 << KPROBE_NR_MODES));
	row = kprobe_decode_row(&insn);
	MUST(row >= -ENOENT);
	MUST(!kprobe_is_exclusive_load(insn) ||
	     (modes < 0 && !kprobe_ends_exclusive(insn)));
	if (modes < 0)
		return;
	MUST(!(modes & BIT(KPROBE_MODE_SIMULATED)) || a.simulate);
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED))
		MUST(a.copy);

	fuzz_slot(insn, &a, SLOT - 0x1000000, true);
	fuzz_slot(insn, &a, SLOT + 0x7fffff0, true);
	fuzz_slot(insn, &a, SLOT + 0x8000020, false);
	fuzz_slot(insn, &a, SLOT - 0x100000000, false);
}
