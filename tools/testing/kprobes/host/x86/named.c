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

NOT_RUN(jmp)
NOT_RUN(call)
NOT_RUN(jcc)
NOT_RUN(loop)
NOT_RUN(jmp_operand)
NOT_RUN(call_operand)
NOT_RUN(ret)
NOT_RUN(ret_far)
NOT_RUN(push)
NOT_RUN(push_imm)
NOT_RUN(pop)
NOT_RUN(leave)
NOT_RUN(pushf)
NOT_RUN(popf)
NOT_RUN(hlt)
NOT_RUN(cli)
NOT_RUN(sti)

static const unsigned char nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
const unsigned char *const x86_nops[] = { [5] = nop5 };
