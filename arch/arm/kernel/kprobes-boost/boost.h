/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Inside the ARM layer, and between it and arch/arm/probes/kprobes/.
 */
#ifndef _ARM_KPROBES_BOOST_H
#define _ARM_KPROBES_BOOST_H

#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_boost_hit.h>
#include <linux/kprobes_gc.h>
#include <linux/ptrace.h>

#include <asm/probes.h>

#ifdef CONFIG_KPROBES_BOOST

/* What an instruction reads as the program counter, in bytes from it */
#define KPROBE_PC_AHEAD		(IS_ENABLED(CONFIG_THUMB2_KERNEL) ? 4 : 8)

/* decode.c */
int kprobe_decode(u32 insn, struct arch_kprobe_boost *b);

/* decode-arm.c, decode-thumb.c */
u32 kprobe_code(const void *code);
bool kprobe_is_exclusive_load(u32 insn);
bool kprobe_is_exclusive_store(u32 insn);

/* simulate.c */
kprobe_run_t kprobe_simulate_nop;
kprobe_run_t kprobe_simulate_b;
kprobe_run_t kprobe_simulate_bl;
kprobe_run_t kprobe_simulate_blx;
kprobe_run_t kprobe_simulate_bx_reg;
kprobe_run_t kprobe_simulate_blx_reg;
kprobe_run_t kprobe_simulate_bcond;
kprobe_run_t kprobe_simulate_cbz;
kprobe_run_t kprobe_simulate_cbnz;
kprobe_run_t kprobe_simulate_tbb;
kprobe_run_t kprobe_simulate_tbh;
kprobe_run_t kprobe_simulate_it;
kprobe_run_t kprobe_simulate_adr;
kprobe_run_t kprobe_simulate_ldr;
kprobe_run_t kprobe_simulate_ldm;
kprobe_run_t kprobe_simulate_stm;
kprobe_run_t kprobe_simulate_mrs;
kprobe_run_t kprobe_simulate_msr;
kprobe_run_t kprobe_simulate_msr_imm;
kprobe_run_t kprobe_simulate_cps;
kprobe_run_t kprobe_simulate_mrc_dacr;
kprobe_run_t kprobe_simulate_mcr_dacr;

/* slot.c */
u32 kprobe_slot_poison_word(void);
void kprobe_slot_write_boosted(u32 *buf, u32 insn, unsigned long orig);
void kprobe_slot_write_trampolined(u32 *buf, u32 copy, unsigned long save);

/*
 * trampoline.S: with and without flags, with and without the link register, and
 * with R12 as the stack pointer
 */
kprobe_run_t kprobe_trampoline;
kprobe_run_t kprobe_trampoline_quiet;
kprobe_run_t kprobe_trampoline_sp;
kprobe_run_t kprobe_trampoline_sp_quiet;
kprobe_run_t kprobe_trampoline_lr;
kprobe_run_t kprobe_trampoline_lr_quiet;
kprobe_run_t kprobe_trampoline_lr_sp;
kprobe_run_t kprobe_trampoline_lr_sp_quiet;
/* Behind the copy that each of them runs */
extern const u8 kprobe_trampoline_save[];
extern const u8 kprobe_trampoline_quiet_save[];
extern const u8 kprobe_trampoline_sp_save[];
extern const u8 kprobe_trampoline_sp_quiet_save[];
extern const u8 kprobe_trampoline_lr_save[];
extern const u8 kprobe_trampoline_lr_quiet_save[];
extern const u8 kprobe_trampoline_lr_sp_save[];
extern const u8 kprobe_trampoline_lr_sp_quiet_save[];
/* Where a copy that faulted goes */
extern const u8 kprobe_trampoline_failed[];

/* boost.c */
int arch_kprobe_boost_decode(struct kprobe *p, int decoded);
void arch_kprobe_boost_prepare(struct kprobe *p);
int arch_kprobe_boost_release(struct kprobe *p);
struct pt_regs *kprobe_boost_abort(struct pt_regs *regs, bool alignment);
int arch_kprobe_boost_special(struct kprobe *p, struct pt_regs *regs, int mode);
bool arch_kprobe_boost_undone(struct kprobe *p, struct pt_regs *regs,
			      struct kprobe_ctlblk *kcb, int reenter);

static nokprobe_inline unsigned int kprobe_insn_size(u32 insn)
{
	if (!IS_ENABLED(CONFIG_THUMB2_KERNEL) || is_wide_instruction(insn))
		return 4;
	return 2;
}

/* Where the copy in the trampoline's part of a slot is entered */
static nokprobe_inline unsigned long kprobe_slot_entry(struct kprobe *p)
{
	return (unsigned long)(p->ainsn.insn + KPROBE_SLOT_TRAMPOLINE) +
	       KPROBE_SLOT_TRAMPOLINE_HEAD +
	       IS_ENABLED(CONFIG_THUMB2_KERNEL);
}

/* Thumb code may be named by an odd address. */
static nokprobe_inline unsigned long kprobe_address(struct kprobe *p)
{
	return (unsigned long)p->addr & ~1UL;
}

/* A store may go so far below the stack pointer: <asm/probes.h>, __und_svc */
#define STACK_HOLE		MAX_STACK_SIZE

/* A struct svc_pt_regs, less than this with what keeps it aligned */
#define SVC_FRAME		96

/*
 * With the stack pointer @down bytes below that of the hit, does the way back
 * meet the exception's frame?  In Thumb state it puts three words below the new
 * stack pointer before it reads the rest of the frame (svc_exit).
 */
static nokprobe_inline bool kprobe_meets_frame(unsigned long down)
{
	return IS_ENABLED(CONFIG_THUMB2_KERNEL) && down > STACK_HOLE &&
	       down < STACK_HOLE + SVC_FRAME;
}

/* BranchWritePC() of the ARM ARM */
static nokprobe_inline void kprobe_branch(struct pt_regs *regs,
					  unsigned long value)
{
	instruction_pointer_set(regs, value &
				(IS_ENABLED(CONFIG_THUMB2_KERNEL) ? ~1UL : ~3UL));
}

/* BXWritePC(): bit 0 has the state */
static nokprobe_inline void kprobe_interwork(struct pt_regs *regs,
					     unsigned long value)
{
	if (value & 1)
		regs->ARM_cpsr |= PSR_T_BIT;
	else
		regs->ARM_cpsr &= ~PSR_T_BIT;
	instruction_pointer_set(regs, value & ~1UL);
}

/*
 * Bit n of an entry: the condition holds with n in the flags N, Z, C, V (ARM
 * ARM, section A8.3 "Conditional execution").
 */
static nokprobe_inline bool kprobe_condition(unsigned int cond,
					     unsigned long psr)
{
	static const u16 conditions[16] = {
		0xf0f0, 0x0f0f,		/* EQ, NE: Z */
		0xcccc, 0x3333,		/* CS, CC: C */
		0xff00, 0x00ff,		/* MI, PL: N */
		0xaaaa, 0x5555,		/* VS, VC: V */
		0x0c0c, 0xf3f3,		/* HI, LS: C and not Z */
		0xaa55, 0x55aa,		/* GE, LT: N is V */
		0x0a05, 0xf5fa,		/* GT, LE: N is V, and not Z */
		0xffff, 0xffff,		/* AL */
	};

	return conditions[cond] >> (psr >> 28) & 1;
}

/* The compiler takes more instructions if it knows the mask. */
static nokprobe_inline bool kprobe_it_has(const struct pt_regs *regs,
					  unsigned long mask)
{
	OPTIMIZER_HIDE_VAR(mask);
	return IS_ENABLED(CONFIG_THUMB2_KERNEL) && regs->ARM_cpsr & mask;
}

/* Is the instruction within an IT block? */
static nokprobe_inline bool kprobe_in_it(const struct pt_regs *regs)
{
	return kprobe_it_has(regs, PSR_IT_MASK);
}

/*
 * Is another instruction of an IT block behind it?  What leads back from a
 * boosted copy must not be a part of the block.
 */
static nokprobe_inline bool kprobe_it_goes_on(const struct pt_regs *regs)
{
	/* ITSTATE[2:0] */
	return kprobe_it_has(regs, 0x06000400);
}

/*
 * On the trap path: run the displaced instruction of a hit, or send the hit to
 * its boosted copy.  Leaves to the kernel what it emulates.  The caller makes
 * the probe current and resets that; a nested hit leaves the outer probe
 * current.
 *
 * A boosted copy within an IT block runs there with the state of the block.  If
 * the block goes on behind it, the instruction is run in another way.
 */
static nokprobe_inline bool
arch_kprobe_boost_enter(struct kprobe *p, struct pt_regs *regs,
			struct kprobe_ctlblk *kcb, int reenter)
{
	const struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	unsigned int mode = p->ainsn.boost.mode;
	int done;

	/* It is read once.  READ_ONCE() of a byte takes another instruction. */
	OPTIMIZER_HIDE_VAR(mode);
	if (mode == KPROBE_MODE_BOOSTED && likely(!kprobe_it_goes_on(regs))) {
		instruction_pointer_set(regs, b->boosted);
		return true;
	}
	if (mode == KPROBE_MODE_STEPPED)
		return false;

	if (unlikely(kprobe_in_it(regs))) {
		done = arch_kprobe_boost_special(p, regs, mode);
		if (unlikely(done < 0))
			return false;
	} else {
		done = b->run[mode](b, regs);
	}
	if (unlikely(!done))
		return arch_kprobe_boost_undone(p, regs, kcb, reenter);
	if (!reenter)
		kprobe_boost_call_post_handler(p, regs, kcb);
	return true;
}

#else /* !CONFIG_KPROBES_BOOST */

static inline int arch_kprobe_boost_decode(struct kprobe *p, int decoded)
{
	return decoded;
}

static inline void arch_kprobe_boost_prepare(struct kprobe *p)
{
}

static inline int arch_kprobe_boost_release(struct kprobe *p)
{
	return 0;
}

static nokprobe_inline bool
arch_kprobe_boost_enter(struct kprobe *p, struct pt_regs *regs,
			struct kprobe_ctlblk *kcb, int reenter)
{
	return false;
}

#endif /* CONFIG_KPROBES_BOOST */
#endif /* _ARM_KPROBES_BOOST_H */
