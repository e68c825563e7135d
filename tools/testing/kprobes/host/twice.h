/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between twice.c and an architecture's arch-twice.c.
 */
#ifndef _KPROBES_HOST_TWICE_H
#define _KPROBES_HOST_TWICE_H

#include <signal.h>
#include <ucontext.h>

#include "draw.h"

/*
 * Memory.  CODE is filled with breakpoints around the instruction under test;
 * the others are what it may read and write, filled at random.  All have fixed
 * addresses, with nothing mapped around them.
 */
enum { CODE, SLOT, DATA, LOW, STACK, NR_AREAS };

struct area {
	u8 *base;
	size_t size;
};

extern const struct area areas[NR_AREAS];	/* of the architecture */

static inline unsigned long area_at(int area, unsigned long offset)
{
	return (unsigned long)areas[area].base + offset;
}

/*
 * Given by the architecture: struct state, all that an instruction can change,
 * among which are @regs
 */
#include <asm/state.h>

struct test {
	u64 seed;
	u8 code[CODE_SIZE];
	unsigned int len;
	u8 *addr;
	struct state init;
};

/*
 * How a run ended: signal 0 if it reached @state's program counter; -1 if the
 * engine left the hit to the kernel, or its books are wrong.
 */
struct outcome {
	struct state state;
	int signo;
	int code;
	unsigned long fault;
};

/* A fault of the copy that the engine leaves to the kernel */
extern struct refault {
	int signo;
	int code;
	unsigned long fault;
} refault;

/* Where an architecture has more to say, <asm/state.h> does. */
#ifndef host_fault
#define host_fault(regs, signo, si)	kprobe_boost_fault(regs)
#endif

/* Is the instruction executed, or does its condition fail? */
#ifndef host_executed
#define host_executed(test)		true
#endif

/* Does an instruction whose simulation gives up go to its copy, or to the kernel? */
#ifndef host_can_give_up
#define host_can_give_up(test, p) \
	((p)->ainsn.boost.modes & BIT(KPROBE_MODE_BOOSTED))
#endif

/*
 * May what ends well, as in @must, be left to a copy in the slot by the trap?  x86
 * does so with some calls.
 */
#ifndef host_leaves_to_copy
#define host_leaves_to_copy(test, p, must)	true
#endif

/* Stack below the stack pointer: kept by an exception, and used by it */
extern const unsigned int frame_gap;
#define FRAME_SIZE	512

void arch_init(void);
/* Draw an instruction, its state and what @areas hold; false: draw again */
bool arch_generate(struct rng *r, struct test *t);
/* Put the instruction, or a breakpoint on it, in place */
void arch_write(const struct test *t, bool breakpoint);
/* Prepare the probe as the architecture's kprobes does; 0, or an error */
int arch_prepare(struct kprobe *p, const struct test *t);
/* One hit, with the registers of the breakpoint; false if it is stepped */
bool arch_hit(struct kprobe *p, struct pt_regs *regs, bool nested);
/* Trap, to be sent to the test by the handler; returns when that is over */
void arch_launch(void);
bool arch_is_launch(const ucontext_t *uc);
/* Where the program goes on after it */
void arch_go_home(struct state *s);
/* First and last in a handler: whatever the C library needs */
void arch_handler_enter(void);
void arch_handler_leave(void);
void arch_save(const ucontext_t *uc, struct state *s);
void arch_load(ucontext_t *uc, const struct state *s);
/* State around a hit: floating-point registers of the breakpoint are live. */
void arch_live_load(const ucontext_t *uc);
void arch_live_save(struct state *s);
void arch_save_regs(const ucontext_t *uc, struct pt_regs *regs);
void arch_load_regs(ucontext_t *uc, const struct pt_regs *regs);
/* Is this the breakpoint at the test's instruction, or the landing on one? */
unsigned long arch_breakpoint(const ucontext_t *uc, int signo);
unsigned long arch_ip(const ucontext_t *uc);
/* What user space cannot do; changes @native to what simulation must give */
void arch_model(const struct test *t, struct outcome *native);
/* Prints what differs; false if nothing does */
bool arch_differs(const struct test *t, struct state *native,
		  struct state *probed, bool print);
void arch_print(const struct test *t);

#endif /* _KPROBES_HOST_TWICE_H */
