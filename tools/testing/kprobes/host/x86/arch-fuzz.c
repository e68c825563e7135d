// SPDX-License-Identifier: GPL-2.0
/*
 * x86-64's part of fuzz.c.
 */

#include <asm/insn.h>

#include "boost.h"
#include "fuzz.h"

#define SLOT	0xffffffffa0000000
#define SPARE	16

/* With bytes behind it that may be read, as the copy for stepping has */
static const u8 *copy_of(const u8 *code, unsigned int len)
{
	static u8 step[MAX_INSN_SIZE];

	memset(step, SENTINEL, sizeof(step));
	memcpy(step, code, len);
	return step;
}

static void fuzz_slot(struct insn *insn, const struct arch_kprobe_boost *a,
		      const u8 *code, unsigned long orig)
{
	const size_t head = KPROBE_SLOT_TRAMPOLINE_HEAD;
	u8 buf[KPROBE_INSN_SLOT_SIZE + SPARE];
	unsigned int len = insn->length;
	u8 copy[MAX_INSN_SIZE + SPARE];
	int reg;

	memset(buf, SENTINEL, sizeof(buf));
	if (kprobe_slot_write_boosted(buf, (u8 *)SLOT, code, insn, orig))
		MUST(untouched(buf, sizeof(buf)));
	else
		MUST(len <= KPROBE_SLOT_MAX_COPY && buf[len] == 0xe9 &&
		     untouched(buf + len + 5, sizeof(buf) - len - 5));

	if (a->simulate == kprobe_simulate_call_operand) {
		memset(buf, SENTINEL, sizeof(buf));
		if (kprobe_slot_write_call(buf, (u8 *)SLOT, copy_of(code, len),
					   insn, orig, SLOT + 0x1000))
			MUST(untouched(buf, sizeof(buf)));
		else
			MUST(buf[len] == 0xe9 &&
			     untouched(buf + KPROBE_INSN_SLOT_SIZE -
				       KPROBE_SLOT_BOOSTED,
				       SPARE + KPROBE_SLOT_BOOSTED));
	}

	memset(copy, SENTINEL, sizeof(copy));
	memcpy(copy, code, len);
	reg = kprobe_substitute_sp(insn, a->operands, copy);
	MUST(untouched(copy + len, sizeof(copy) - len));
	MUST(reg == -EOPNOTSUPP || reg == KPROBE_NO_REG ||
	     reg == 3 || reg == 6 || reg == 7);
	if (reg < 0 || reg == KPROBE_NO_REG)
		MUST(!memcmp(copy, code, len));

	memset(buf, SENTINEL, sizeof(buf));
	if (kprobe_slot_write_trampolined(buf, (u8 *)SLOT, copy, insn,
					  kprobe_registers_low(insn), orig))
		MUST(untouched(buf, sizeof(buf)));
	else
		MUST(buf[head + len] == 0xe9 &&
		     untouched(buf + head + len + 5,
			       sizeof(buf) - head - len - 5));
}

void arch_fuzz(const u8 *code, size_t size)
{
	struct arch_kprobe_boost a, b;
	struct insn insn, again;
	int modes;

	if (insn_decode(&insn, code, size, INSN_MODE_64))
		return;
	MUST(insn.length && insn.length <= size && insn.length <= MAX_INSN_SIZE);
	MUST(!insn_decode(&again, code, size, INSN_MODE_64));
	MUST(insn.length == again.length);

	memset(&a, 0, sizeof(a));
	memset(&b, 0xff, sizeof(b));
	modes = kprobe_decode(&insn, &a);
	MUST(modes == kprobe_decode(&again, &b) && !memcmp(&a, &b, sizeof(a)));
	MUST(modes == -EOPNOTSUPP ||
	     (modes > 0 && modes < 1 << KPROBE_NR_MODES));
	if (modes < 0)
		return;
	MUST(!(modes & BIT(KPROBE_MODE_SIMULATED)) || a.simulate);
	/* What is simulated only is so because it cannot be in a slot. */
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED))
		MUST(modes & BIT(KPROBE_MODE_BOOSTED));

	/* In reach, and far away */
	fuzz_slot(&insn, &a, code, SLOT - 0x1000000);
	fuzz_slot(&insn, &a, code, SLOT - 0x100000000);
}
