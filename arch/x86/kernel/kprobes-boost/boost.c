// SPDX-License-Identifier: GPL-2.0
/*
 * What arch/x86/kernel/kprobes/core.c and the generic layer call.
 *
 * Runs when a probe is prepared or removed, and when the collector poisons a
 * slot; never on the trap path, whose part is in boost.h.
 */

#include <linux/extable.h>
#include <linux/kernel.h>
#include <linux/kprobes_gc.h>
#include <linux/memory.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include <asm/insn.h>
#include <asm/text-patching.h>

#include "boost.h"

#define BOOSTED_AREA	(KPROBE_INSN_SLOT_SIZE - KPROBE_SLOT_BOOSTED)

/**
 * arch_kprobe_boost_prepare() - Write the boosted copy of a probe
 * @p: the probe, whose copy for stepping stands in its slot
 * @insn: that copy, decoded
 * @step: its bytes
 *
 * Context: kprobe_mutex and text_mutex are held.
 */
void arch_kprobe_boost_prepare(struct kprobe *p, struct insn *insn,
			       const u8 *step)
{
	unsigned int modes = BIT(KPROBE_MODE_STEPPED);
	u8 *slot = p->ainsn.insn;
	u8 buf[BOOSTED_AREA];

	BUILD_BUG_ON(MAX_INSN_SIZE > KPROBE_SLOT_BOOSTED);
	BUILD_BUG_ON(MAX_INSN_SIZE + JMP32_INSN_SIZE > BOOSTED_AREA);

	kprobe_slot_set_origin(slot, p->addr, insn->length);

	if (p->ainsn.emulate_op) {
		modes = BIT(KPROBE_MODE_SIMULATED);
		goto out;
	}

	/*
	 * An instruction with a fix-up may fault and sleep, which no slot's
	 * visitor may, and its fix-up is found by the original address.
	 */
	if (!search_exception_tables((unsigned long)p->addr))
		modes |= kprobe_decode(insn);

	if (modes & BIT(KPROBE_MODE_BOOSTED)) {
		u8 *boosted = slot + KPROBE_SLOT_BOOSTED;
		unsigned int len = insn->length + JMP32_INSN_SIZE;

		if (kprobe_slot_write_boosted(buf, slot, step, insn,
					      (unsigned long)p->addr)) {
			modes &= ~BIT(KPROBE_MODE_BOOSTED);
			goto out;
		}
		perf_event_text_poke(boosted, NULL, 0, buf, len);
		text_poke(boosted, buf, BOOSTED_AREA);
	}
out:
	kprobe_boost_prepared(p, modes, insn->length);
}

/**
 * arch_kprobe_boost_release() - A probe is about to give its slot back
 * @p: the probe
 *
 * Context: kprobe_mutex or text_mutex is held, or nobody knows the probe.
 * Return: non-zero if the slot is dirty.  So it is if the probed code is gone:
 *	   then nobody has waited for handlers that are under way.
 */
int arch_kprobe_boost_release(struct kprobe *p)
{
	if (p->ainsn.boost.modes & BIT(KPROBE_MODE_BOOSTED)) {
		u8 *boosted = p->ainsn.insn + KPROBE_SLOT_BOOSTED;

		perf_event_text_poke(boosted, boosted,
				     p->ainsn.boost.len + JMP32_INSN_SIZE,
				     NULL, 0);
	}
	return p->ainsn.boost.dirty || kprobe_gone(p);
}

void arch_kprobe_slot_poison(void *slot, size_t len)
{
	u8 int3[256];
	size_t part;

	memset(int3, INT3_INSN_OPCODE, sizeof(int3));
	for (; len; len -= part, slot += part) {
		part = min(len, sizeof(int3));
		text_poke(slot, int3, part);
	}
}

unsigned int arch_kprobe_slot_copy_offset(unsigned int offset)
{
	return offset % KPROBE_SLOT_BOOSTED;
}
