// SPDX-License-Identifier: GPL-2.0
/*
 * What decode.c and slot.c refer to, for programs that do not run anything.
 */

#include "boost.h"

#define NOT_RUN(name)							\
int kprobe_simulate_##name(const struct arch_kprobe_boost *b,		\
			   struct pt_regs *regs)			\
{									\
	fputs("not to be run: " #name "\n", stderr);			\
	return 0;							\
}

NOT_RUN(nop)
NOT_RUN(b)
NOT_RUN(bl)
NOT_RUN(blx)
NOT_RUN(bx_reg)
NOT_RUN(blx_reg)
NOT_RUN(bcond)
NOT_RUN(cbz)
NOT_RUN(cbnz)
NOT_RUN(tbb)
NOT_RUN(tbh)
NOT_RUN(it)
NOT_RUN(adr)
NOT_RUN(ldr)
NOT_RUN(ldm)
NOT_RUN(stm)
NOT_RUN(mrs)
NOT_RUN(msr)
NOT_RUN(msr_imm)
NOT_RUN(cps)
NOT_RUN(mrc_dacr)
NOT_RUN(mcr_dacr)

#define NOT_ENTERED(name)						\
int kprobe_trampoline##name(const struct arch_kprobe_boost *b,		\
			    struct pt_regs *regs)			\
{									\
	fputs("not to be entered: trampoline" #name "\n", stderr);	\
	return 0;							\
}

NOT_ENTERED()
NOT_ENTERED(_quiet)
NOT_ENTERED(_sp)
NOT_ENTERED(_sp_quiet)
NOT_ENTERED(_lr)
NOT_ENTERED(_lr_quiet)
NOT_ENTERED(_lr_sp)
NOT_ENTERED(_lr_sp_quiet)
