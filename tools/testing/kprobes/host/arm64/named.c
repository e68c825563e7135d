// SPDX-License-Identifier: GPL-2.0
/*
 * What decode.c and slot.c refer to, for programs that do not run anything.
 */

#include "boost.h"

#define NOT_RUN(name)							\
bool kprobe_simulate_##name(struct kprobe *p, struct pt_regs *regs)	\
{									\
	fputs("not to be run: " #name "\n", stderr);			\
	return false;							\
}

NOT_RUN(b)
NOT_RUN(bl)
NOT_RUN(bcond)
NOT_RUN(cbz)
NOT_RUN(cbnz)
NOT_RUN(tbz)
NOT_RUN(tbnz)
NOT_RUN(br)
NOT_RUN(blr)
NOT_RUN(bra)
NOT_RUN(adr)
NOT_RUN(adrp)
NOT_RUN(ldr)
NOT_RUN(ldrsw)
NOT_RUN(nop)
NOT_RUN(daifset)
NOT_RUN(daifclr)
NOT_RUN(msr_daif)
NOT_RUN(mrs_daif)

/* Nothing is mapped where an encoding pretends to stand. */
bool host_mapped(unsigned long addr, size_t size)
{
	return false;
}
