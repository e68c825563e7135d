/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that an instruction can change in user space, besides memory.
 */
#ifndef _KPROBES_HOST_ARM_STATE_H
#define _KPROBES_HOST_ARM_STATE_H

struct state {
	u64 d[32];
	u32 fpscr;
	struct pt_regs regs;
	unsigned long tls;		/* TPIDRURW */
};

bool host_fault(struct pt_regs *regs, int signo, const siginfo_t *si);
#define host_fault host_fault

struct test;
bool host_executed(const struct test *t);
#define host_executed host_executed

bool host_can_give_up(const struct test *t, const struct kprobe *p);
#define host_can_give_up host_can_give_up

struct outcome;
bool host_leaves_to_copy(const struct test *t, const struct kprobe *p,
			 const struct outcome *must);
#define host_leaves_to_copy host_leaves_to_copy

#endif /* _KPROBES_HOST_ARM_STATE_H */
