// SPDX-License-Identifier: GPL-2.0
/*
 * C implementations of the arm64 instructions that depend on the program
 * counter, change it, or change or read the interrupt mask.
 *
 * Called on the trap path, with interrupts off, on the registers of the
 * breakpoint.  Nothing here may be probed, traced or faulted on.
 *
 * PSTATE.BTYPE is cleared by every instruction that is no indirect branch (Arm
 * ARM, section D8.4.5 "Guarded pages"), which the caller does; a simulated
 * indirect branch does not set it, so that its target is not asked for a
 * landing pad.
 */

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/sizes.h>

#include <asm/daifflags.h>
#include <asm/insn.h>
#include <asm/ptrace.h>

#include "boost.h"

/* Where the interrupt mask is in PSTATE */
#define DAIF_SHIFT	6

static nokprobe_inline unsigned long here(struct kprobe *p)
{
	return (unsigned long)p->addr;
}

static nokprobe_inline void go_on(struct kprobe *p, struct pt_regs *regs)
{
	instruction_pointer_set(regs, here(p) + sizeof(kprobe_opcode_t));
}

static nokprobe_inline void go_if(struct kprobe *p, struct pt_regs *regs,
				  bool taken)
{
	instruction_pointer_set(regs, here(p) + (taken ?
						 p->ainsn.boost.arch.disp :
						 sizeof(kprobe_opcode_t)));
}

static nokprobe_inline void link(struct kprobe *p, struct pt_regs *regs)
{
	regs->regs[30] = here(p) + sizeof(kprobe_opcode_t);
}

bool __kprobes kprobe_simulate_b(struct kprobe *p, struct pt_regs *regs)
{
	instruction_pointer_set(regs, here(p) + p->ainsn.boost.arch.disp);
	return true;
}

bool __kprobes kprobe_simulate_bl(struct kprobe *p, struct pt_regs *regs)
{
	link(p, regs);
	return kprobe_simulate_b(p, regs);
}

/*
 * Bit n of an entry: the condition holds with n in the flags N, Z, C, V (Arm
 * ARM, section C1.2.4 "Condition code").  The last two always hold.
 */
static const u16 conditions[16] = {
	0xf0f0, 0x0f0f,		/* EQ, NE: Z */
	0xcccc, 0x3333,		/* CS, CC: C */
	0xff00, 0x00ff,		/* MI, PL: N */
	0xaaaa, 0x5555,		/* VS, VC: V */
	0x0c0c, 0xf3f3,		/* HI, LS: C and not Z */
	0xaa55, 0x55aa,		/* GE, LT: N is V */
	0x0a05, 0xf5fa,		/* GT, LE: N is V, and not Z */
	0xffff, 0xffff,		/* AL, NV */
};

bool __kprobes kprobe_simulate_bcond(struct kprobe *p, struct pt_regs *regs)
{
	u16 holds = conditions[p->ainsn.boost.arch.arg];

	go_if(p, regs, holds >> (u32)regs->pstate / PSR_V_BIT & 1);
	return true;
}

static nokprobe_inline bool is_zero(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long value = pt_regs_read_reg(regs, p->ainsn.boost.arch.reg);

	if (p->ainsn.boost.arch.flags & KPROBE_ARM64_32BIT)
		return !(u32)value;
	return !value;
}

bool __kprobes kprobe_simulate_cbz(struct kprobe *p, struct pt_regs *regs)
{
	go_if(p, regs, is_zero(p, regs));
	return true;
}

bool __kprobes kprobe_simulate_cbnz(struct kprobe *p, struct pt_regs *regs)
{
	go_if(p, regs, !is_zero(p, regs));
	return true;
}

static nokprobe_inline bool is_set(struct kprobe *p, struct pt_regs *regs)
{
	return pt_regs_read_reg(regs, p->ainsn.boost.arch.reg) >>
	       p->ainsn.boost.arch.arg & 1;
}

bool __kprobes kprobe_simulate_tbz(struct kprobe *p, struct pt_regs *regs)
{
	go_if(p, regs, !is_set(p, regs));
	return true;
}

bool __kprobes kprobe_simulate_tbnz(struct kprobe *p, struct pt_regs *regs)
{
	go_if(p, regs, is_set(p, regs));
	return true;
}

/* BR and RET */
bool __kprobes kprobe_simulate_br(struct kprobe *p, struct pt_regs *regs)
{
	instruction_pointer_set(regs,
				pt_regs_read_reg(regs,
						 p->ainsn.boost.arch.reg));
	return true;
}

bool __kprobes kprobe_simulate_blr(struct kprobe *p, struct pt_regs *regs)
{
	/* The target may be in the link register. */
	kprobe_simulate_br(p, regs);
	link(p, regs);
	return true;
}

/*
 * Is @signed_ptr what signing @ptr with @modifier gives?  The instructions are
 * in the space of the hints.
 */
static nokprobe_inline bool is_signed(unsigned long signed_ptr,
				      unsigned long modifier, bool key_b,
				      unsigned long *ptr)
{
	register unsigned long x16 asm("x16") = modifier;
	register unsigned long x17 asm("x17");
	register unsigned long x30 asm("x30") = signed_ptr;

	asm("hint #7" : "+r" (x30));		/* xpaclri */
	*ptr = x30;
	x17 = x30;
	if (key_b)
		asm("hint #10" : "+r" (x17) : "r" (x16));	/* pacib1716 */
	else
		asm("hint #8" : "+r" (x17) : "r" (x16));	/* pacia1716 */
	return x17 == signed_ptr;
}

/*
 * BRAA, RETAA and their kind.  What happens if the pointer is not as it was
 * signed is the CPU's affair: it executes the boosted copy, then.
 */
bool __kprobes kprobe_simulate_bra(struct kprobe *p, struct pt_regs *regs)
{
	struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	unsigned long modifier = 0, ptr;

	if (!(b->flags & KPROBE_ARM64_NO_MODIFIER))
		modifier = b->reg2 == AARCH64_INSN_REG_SP ?
			regs->sp : regs->regs[b->reg2];
	if (!is_signed(pt_regs_read_reg(regs, b->reg), modifier, b->arg, &ptr))
		return false;
	instruction_pointer_set(regs, ptr);
	return true;
}

bool __kprobes kprobe_simulate_adr(struct kprobe *p, struct pt_regs *regs)
{
	pt_regs_write_reg(regs, p->ainsn.boost.arch.reg,
			  here(p) + p->ainsn.boost.arch.disp);
	go_on(p, regs);
	return true;
}

bool __kprobes kprobe_simulate_adrp(struct kprobe *p, struct pt_regs *regs)
{
	/* A page of 4 KiB, whatever the kernel's are */
	pt_regs_write_reg(regs, p->ainsn.boost.arch.reg,
			  (here(p) & ~(SZ_4K - 1UL)) +
			  p->ainsn.boost.arch.disp);
	go_on(p, regs);
	return true;
}

/* The literal could be read when the probe was prepared. */
bool __kprobes kprobe_simulate_ldr(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long addr = here(p) + p->ainsn.boost.arch.disp;

	pt_regs_write_reg(regs, p->ainsn.boost.arch.reg,
			  p->ainsn.boost.arch.flags & KPROBE_ARM64_32BIT ?
			  READ_ONCE(*(u32 *)addr) : READ_ONCE(*(u64 *)addr));
	go_on(p, regs);
	return true;
}

bool __kprobes kprobe_simulate_ldrsw(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long addr = here(p) + p->ainsn.boost.arch.disp;

	pt_regs_write_reg(regs, p->ainsn.boost.arch.reg,
			  (long)READ_ONCE(*(s32 *)addr));
	go_on(p, regs);
	return true;
}

/* Also for what waits: to have been woken at once is always right. */
bool __kprobes kprobe_simulate_nop(struct kprobe *p, struct pt_regs *regs)
{
	go_on(p, regs);
	return true;
}

bool __kprobes kprobe_simulate_daifset(struct kprobe *p, struct pt_regs *regs)
{
	regs->pstate |= (u64)p->ainsn.boost.arch.arg << DAIF_SHIFT;
	go_on(p, regs);
	return true;
}

bool __kprobes kprobe_simulate_daifclr(struct kprobe *p, struct pt_regs *regs)
{
	regs->pstate &= ~((u64)p->ainsn.boost.arch.arg << DAIF_SHIFT);
	go_on(p, regs);
	return true;
}

bool __kprobes kprobe_simulate_msr_daif(struct kprobe *p, struct pt_regs *regs)
{
	regs->pstate = (regs->pstate & ~(u64)DAIF_MASK) |
		       (pt_regs_read_reg(regs, p->ainsn.boost.arch.reg) &
			DAIF_MASK);
	go_on(p, regs);
	return true;
}

bool __kprobes kprobe_simulate_mrs_daif(struct kprobe *p, struct pt_regs *regs)
{
	pt_regs_write_reg(regs, p->ainsn.boost.arch.reg,
			  regs->pstate & DAIF_MASK);
	go_on(p, regs);
	return true;
}
