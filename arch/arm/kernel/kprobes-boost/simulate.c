// SPDX-License-Identifier: GPL-2.0
/*
 * C implementations of the instructions that depend on the program counter,
 * change it, or change or read the interrupt mask; for ARM and Thumb.
 *
 * Called on the trap path, with interrupts off, on the registers of the
 * breakpoint.  Nothing here may be probed or traced.  What may fault is read and
 * written in a way that reports it, and says so by returning false.
 *
 * The caller has looked at the condition, and leads on an IT block.
 */

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>

#include <asm/domain.h>
#include <asm/ptrace.h>

#include "boost.h"

/* Bits of the status register that its fields c, x, s and f have */
#define FIELD_C		(PSR_I_BIT | PSR_F_BIT | MODE_MASK)
#define FIELD_X		(PSR_E_BIT | PSR_A_BIT)
#define FIELD_S		0x000f0000
#define FIELD_F		0xf8000000

static nokprobe_inline void go_on(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	instruction_pointer_set(regs, b->next);
}

static nokprobe_inline void link(const struct arch_kprobe_boost *b,
				 struct pt_regs *regs)
{
	regs->ARM_lr = b->next | IS_ENABLED(CONFIG_THUMB2_KERNEL);
}

static nokprobe_inline unsigned long
read_reg(const struct arch_kprobe_boost *b, struct pt_regs *regs,
	 unsigned int reg)
{
	return reg == 15 ? b->pc : regs->uregs[reg];
}

/*
 * Memory of the kernel, one word or less.  A word that is not aligned is left to
 * the CPU, which may be told to trap on that.
 */
static nokprobe_inline bool get_memory(void *to, unsigned long addr,
				       unsigned int size)
{
	bool got = false;

	pagefault_disable();
	if (unlikely(addr < TASK_SIZE))
		goto failed;
	if (size == 1) {
		__get_kernel_nofault(to, (u8 *)addr, u8, failed);
	} else if (size == 2) {
		__get_kernel_nofault(to, (u16 *)addr, u16, failed);
	} else {
		if (unlikely(addr & 3))
			goto failed;
		__get_kernel_nofault(to, (u32 *)addr, u32, failed);
	}
	got = true;
failed:
	pagefault_enable();
	return got;
}

static nokprobe_inline bool put_word(unsigned long addr, u32 value)
{
	bool put = false;

	pagefault_disable();
	if (likely(addr >= TASK_SIZE && !(addr & 3))) {
		__put_kernel_nofault((u32 *)addr, &value, u32, failed);
		put = true;
	}
failed:
	pagefault_enable();
	return put;
}

/* Also for what waits: to have been woken at once is always right. */
int __kprobes kprobe_simulate_nop(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	go_on(b, regs);
	return true;
}

int __kprobes kprobe_simulate_b(const struct arch_kprobe_boost *b,
				struct pt_regs *regs)
{
	kprobe_branch(regs, b->pc + b->disp);
	return true;
}

int __kprobes kprobe_simulate_bl(const struct arch_kprobe_boost *b,
				 struct pt_regs *regs)
{
	link(b, regs);
	instruction_pointer_set(regs, b->pc + b->disp);
	return true;
}

/* To the other state */
int __kprobes kprobe_simulate_blx(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	link(b, regs);
	instruction_pointer_set(regs, (b->pc & ~3UL) +
				b->disp);
	regs->ARM_cpsr ^= PSR_T_BIT;
	return true;
}

int __kprobes kprobe_simulate_bx_reg(const struct arch_kprobe_boost *b,
				     struct pt_regs *regs)
{
	kprobe_interwork(regs, read_reg(b, regs, b->reg));
	return true;
}

int __kprobes kprobe_simulate_blx_reg(const struct arch_kprobe_boost *b,
				      struct pt_regs *regs)
{
	/* The target may be in the link register. */
	unsigned long target = regs->uregs[b->reg];

	link(b, regs);
	kprobe_interwork(regs, target);
	return true;
}

int __kprobes kprobe_simulate_bcond(const struct arch_kprobe_boost *b,
				    struct pt_regs *regs)
{
	instruction_pointer_set(regs,
				kprobe_condition(b->arg, regs->ARM_cpsr) ?
				b->pc + b->disp : b->next);
	return true;
}

int __kprobes kprobe_simulate_cbz(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	if (regs->uregs[b->reg])
		return kprobe_simulate_nop(b, regs);
	return kprobe_simulate_b(b, regs);
}

int __kprobes kprobe_simulate_cbnz(const struct arch_kprobe_boost *b,
				   struct pt_regs *regs)
{
	if (!regs->uregs[b->reg])
		return kprobe_simulate_nop(b, regs);
	return kprobe_simulate_b(b, regs);
}

int __kprobes kprobe_simulate_tbb(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	unsigned long addr = read_reg(b, regs, b->reg) +
			     regs->uregs[b->reg2];
	u8 distance;

	if (unlikely(!get_memory(&distance, addr, sizeof(distance))))
		return false;
	kprobe_branch(regs, b->pc + 2 * distance);
	return true;
}

int __kprobes kprobe_simulate_tbh(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	unsigned long addr = read_reg(b, regs, b->reg) +
			     2 * regs->uregs[b->reg2];
	u16 distance;

	if (unlikely(!get_memory(&distance, addr, sizeof(distance))))
		return false;
	kprobe_branch(regs, b->pc + 2 * distance);
	return true;
}

int __kprobes kprobe_simulate_it(const struct arch_kprobe_boost *b,
				 struct pt_regs *regs)
{
	u8 state = b->arg;

	regs->ARM_cpsr = (regs->ARM_cpsr & ~PSR_IT_MASK) |
			 (state & 0xfc) << 8 | (state & 3) << 25;
	go_on(b, regs);
	return true;
}

int __kprobes kprobe_simulate_adr(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	regs->uregs[b->reg] = (b->pc & ~3UL) +
					       b->disp;
	go_on(b, regs);
	return true;
}

/* The literal could be read when the probe was prepared. */
int __kprobes kprobe_simulate_ldr(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	unsigned long addr = (b->pc & ~3UL) + b->disp;

	regs->uregs[b->reg] = READ_ONCE(*(u32 *)addr);
	go_on(b, regs);
	return true;
}

/* LDM with the program counter or the stack pointer among the registers */
int __kprobes kprobe_simulate_ldm(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	unsigned long addr = regs->uregs[b->reg] + b->disp;
	unsigned int reg, list;
	u32 value[16];

	/* A fault leaves everything as it was. */
	for (reg = 0, list = b->list; list; reg++, list >>= 1) {
		if (!(list & 1))
			continue;
		if (unlikely(!get_memory(&value[reg], addr, sizeof(u32))))
			return false;
		addr += 4;
	}

	regs->uregs[b->reg] += b->update;
	for (reg = 0, list = b->list & 0x7fff; list; reg++, list >>= 1)
		if (list & 1)
			regs->uregs[reg] = value[reg];
	if (b->list & BIT(15))
		kprobe_interwork(regs, value[15]);
	else
		go_on(b, regs);
	return true;
}

/*
 * STM with the program counter or the stack pointer among the registers.  A word
 * that has been stored before another faults is stored again by the CPU.
 */
int __kprobes kprobe_simulate_stm(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	unsigned long addr = regs->uregs[b->reg] + b->disp;
	unsigned int reg, list;

	for (reg = 0, list = b->list; list; reg++, list >>= 1) {
		if (!(list & 1))
			continue;
		if (unlikely(!put_word(addr, read_reg(b, regs, reg))))
			return false;
		addr += 4;
	}
	regs->uregs[b->reg] += b->update;
	go_on(b, regs);
	return true;
}

/* State of execution is not read, which are J, T and IT. */
int __kprobes kprobe_simulate_mrs(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	regs->uregs[b->reg] =
		regs->ARM_cpsr & ~(PSR_J_BIT | PSR_T_BIT | PSR_IT_MASK);
	go_on(b, regs);
	return true;
}

/* Another mode has other registers, and is left to the CPU. */
static nokprobe_inline int msr(const struct arch_kprobe_boost *b,
			       struct pt_regs *regs, unsigned long value)
{
	u8 fields = b->arg;
	unsigned long mask = 0;

	if (fields & 1)
		mask |= FIELD_C;
	if (fields & 2)
		mask |= FIELD_X;
	if (fields & 4)
		mask |= FIELD_S;
	if (fields & 8)
		mask |= FIELD_F;
	if (unlikely((value ^ regs->ARM_cpsr) & mask & MODE_MASK))
		return false;
	regs->ARM_cpsr = (regs->ARM_cpsr & ~mask) | (value & mask);
	go_on(b, regs);
	return true;
}

int __kprobes kprobe_simulate_msr(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	return msr(b, regs, regs->uregs[b->reg]);
}

int __kprobes kprobe_simulate_msr_imm(const struct arch_kprobe_boost *b,
				      struct pt_regs *regs)
{
	return msr(b, regs, b->disp);
}

int __kprobes kprobe_simulate_cps(const struct arch_kprobe_boost *b,
				  struct pt_regs *regs)
{
	if (b->arg)
		regs->ARM_cpsr |= b->disp;
	else
		regs->ARM_cpsr &= ~b->disp;
	go_on(b, regs);
	return true;
}

/*
 * The domains of the probed code are in the exception's frame, if the kernel
 * changes them on entry.
 */
int __kprobes kprobe_simulate_mrc_dacr(const struct arch_kprobe_boost *b,
				       struct pt_regs *regs)
{
	regs->uregs[b->reg] =
		IS_ENABLED(CONFIG_CPU_SW_DOMAIN_PAN) ?
		to_svc_pt_regs(regs)->dacr : get_domain();
	go_on(b, regs);
	return true;
}

int __kprobes kprobe_simulate_mcr_dacr(const struct arch_kprobe_boost *b,
				       struct pt_regs *regs)
{
	unsigned long value = regs->uregs[b->reg];

	if (IS_ENABLED(CONFIG_CPU_SW_DOMAIN_PAN))
		to_svc_pt_regs(regs)->dacr = value;
	else
		set_domain(value);
	go_on(b, regs);
	return true;
}
