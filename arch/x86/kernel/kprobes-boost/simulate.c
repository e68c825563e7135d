// SPDX-License-Identifier: GPL-2.0
/*
 * C implementations of the x86-64 instructions that depend on the program
 * counter, change it, or move the stack pointer by themselves.
 *
 * Called on the trap path, with interrupts off, on the registers of the
 * breakpoint.  Nothing here may be probed, traced or faulted on: an operand
 * that cannot be read makes the function return false with nothing changed,
 * and the caller lets the instruction fault by itself.
 *
 * Near branches have 64-bit operands whatever the prefixes say (Intel SDM
 * vol. 2, "CALL", "JMP", "RET"; vol. 1, section 3.6.1).  Operands are read
 * before the stack pointer moves, but POP to memory computes its address after
 * that (vol. 2, "PUSH", "POP").
 */

#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/uaccess.h>

#include <asm/page.h>
#include <asm/processor-flags.h>
#include <asm/ptrace.h>
#include <asm/segment.h>
#include <asm/text-patching.h>
#include <uapi/asm/vsyscall.h>

#include "boost.h"

/* What POPF loads at CPL 0; RF is cleared, VM, VIF and VIP stay */
#define POPF_MASK	(X86_EFLAGS_CF | X86_EFLAGS_PF | X86_EFLAGS_AF |	\
			 X86_EFLAGS_ZF | X86_EFLAGS_SF | X86_EFLAGS_TF |	\
			 X86_EFLAGS_IF | X86_EFLAGS_DF | X86_EFLAGS_OF |	\
			 X86_EFLAGS_IOPL | X86_EFLAGS_NT | X86_EFLAGS_AC |	\
			 X86_EFLAGS_ID)

/* Registers in the order of the encoding */
const u16 kprobe_reg_offset[16] = {
	offsetof(struct pt_regs, ax),
	offsetof(struct pt_regs, cx),
	offsetof(struct pt_regs, dx),
	offsetof(struct pt_regs, bx),
	offsetof(struct pt_regs, sp),
	offsetof(struct pt_regs, bp),
	offsetof(struct pt_regs, si),
	offsetof(struct pt_regs, di),
	offsetof(struct pt_regs, r8),
	offsetof(struct pt_regs, r9),
	offsetof(struct pt_regs, r10),
	offsetof(struct pt_regs, r11),
	offsetof(struct pt_regs, r12),
	offsetof(struct pt_regs, r13),
	offsetof(struct pt_regs, r14),
	offsetof(struct pt_regs, r15),
};

static nokprobe_inline unsigned long next_ip(struct kprobe *p)
{
	return (unsigned long)p->addr + p->ainsn.boost.len;
}

/*
 * The fault handler wants to know before it faults that an address is not one
 * of the user's; see copy_from_kernel_nofault_allowed().
 */
static nokprobe_inline bool is_kernel_address(unsigned long addr)
{
	return addr >= TASK_SIZE_MAX + PAGE_SIZE &&
	       (addr & PAGE_MASK) != VSYSCALL_ADDR &&
	       __is_canonical_address(addr, boot_cpu_data.x86_virt_bits);
}

static nokprobe_inline bool load(unsigned long addr, unsigned long *value)
{
	if (!is_kernel_address(addr))
		return false;
	__get_kernel_nofault(value, (unsigned long *)addr, unsigned long,
			     failed);
	return true;
failed:
	return false;
}

static nokprobe_inline bool store(unsigned long addr, unsigned long value)
{
	if (!is_kernel_address(addr))
		return false;
	__put_kernel_nofault((unsigned long *)addr, &value, unsigned long,
			     failed);
	return true;
failed:
	return false;
}

/*
 * Below the stack pointer of a breakpoint in the kernel lies a gap, made for
 * this: see idtentry in arch/x86/entry/entry_64.S.
 */
static nokprobe_inline void push(struct pt_regs *regs, unsigned long value)
{
	regs->sp -= sizeof(value);
	*(unsigned long *)regs->sp = value;
}

/* The breakpoint's frame lies on the same stack, so that it can be read. */
static nokprobe_inline unsigned long pop(struct pt_regs *regs)
{
	unsigned long value = *(unsigned long *)regs->sp;

	regs->sp += sizeof(value);
	return value;
}

static nokprobe_inline unsigned long
operand_address(const struct arch_kprobe_boost *b, struct pt_regs *regs)
{
	unsigned long addr = b->disp;

	if (b->base != KPROBE_NO_REG)
		addr += *kprobe_reg(regs, b->base);
	if (b->index != KPROBE_NO_REG)
		addr += *kprobe_reg(regs, b->index) << b->scale;
	if (b->flags & KPROBE_OPERAND_ADDR32)
		addr = (u32)addr;
	if (IS_ENABLED(CONFIG_SMP) && b->flags & KPROBE_OPERAND_GS)
		addr += this_cpu_read(this_cpu_off);
	return addr;
}

static nokprobe_inline bool operand(const struct arch_kprobe_boost *b,
				    struct pt_regs *regs, unsigned long *value)
{
	if (b->flags & KPROBE_OPERAND_MEMORY)
		return load(operand_address(b, regs), value);
	*value = *kprobe_reg(regs, b->reg);
	return true;
}

bool __kprobes kprobe_simulate_jmp(struct kprobe *p, struct pt_regs *regs)
{
	regs->ip = next_ip(p) + p->ainsn.boost.arch.disp;
	return true;
}

bool __kprobes kprobe_simulate_call(struct kprobe *p, struct pt_regs *regs)
{
	push(regs, next_ip(p));
	regs->ip = next_ip(p) + p->ainsn.boost.arch.disp;
	return true;
}

/* SF != OF, at a place that is always 0 in RFLAGS */
#define SF_NE_OF	BIT(3)

/*
 * Flags, one of which must be set, for each pair of condition codes (Intel SDM
 * vol. 1, appendix B); the odd one is the opposite.
 */
static const u16 condition_flags[8] = {
	X86_EFLAGS_OF,
	X86_EFLAGS_CF,
	X86_EFLAGS_ZF,
	X86_EFLAGS_CF | X86_EFLAGS_ZF,
	X86_EFLAGS_SF,
	X86_EFLAGS_PF,
	SF_NE_OF,
	SF_NE_OF | X86_EFLAGS_ZF,
};

static nokprobe_inline bool condition(unsigned long flags, unsigned int cc)
{
	/* OF is bit 11, SF bit 7. */
	flags |= ((flags >> 4 ^ flags) & X86_EFLAGS_SF) >> 4;
	return !!(flags & condition_flags[cc >> 1]) != (cc & 1);
}

bool __kprobes kprobe_simulate_jcc(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long ip = next_ip(p);

	if (condition(regs->flags, p->ainsn.boost.arch.op))
		ip += p->ainsn.boost.arch.disp;
	regs->ip = ip;
	return true;
}

/*
 * LOOPNE, LOOPE, LOOP, JRCXZ: the opcode's last two bits.  The count is
 * decremented first and tested then; with 32 bits it is zero-extended.
 */
bool __kprobes kprobe_simulate_loop(struct kprobe *p, struct pt_regs *regs)
{
	const struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	bool narrow = b->flags & KPROBE_OPERAND_ADDR32;
	unsigned long count = regs->cx;
	bool taken;

	if (b->op == 3) {
		taken = narrow ? !(u32)count : !count;
	} else {
		count = narrow ? (u32)(count - 1) : count - 1;
		regs->cx = count;
		taken = count;
		if (b->op == 0)
			taken = taken && !(regs->flags & X86_EFLAGS_ZF);
		else if (b->op == 1)
			taken = taken && regs->flags & X86_EFLAGS_ZF;
	}

	regs->ip = next_ip(p);
	if (taken)
		regs->ip += b->disp;
	return true;
}

bool __kprobes
kprobe_simulate_jmp_operand(struct kprobe *p, struct pt_regs *regs)
{
	return operand(&p->ainsn.boost.arch, regs, &regs->ip);
}

bool __kprobes
kprobe_simulate_call_operand(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long target;

	if (!operand(&p->ainsn.boost.arch, regs, &target))
		return false;
	push(regs, next_ip(p));
	regs->ip = target;
	return true;
}

bool __kprobes kprobe_simulate_ret(struct kprobe *p, struct pt_regs *regs)
{
	regs->ip = *(unsigned long *)regs->sp;
	regs->sp += sizeof(regs->ip) + p->ainsn.boost.arch.imm;
	return true;
}

/* Only within the kernel; what leads out of it is left to the CPU. */
bool __kprobes kprobe_simulate_ret_far(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long target, cs;

	if (!load(regs->sp, &target) ||
	    !load(regs->sp + sizeof(target), &cs) || (u16)cs != __KERNEL_CS)
		return false;
	regs->sp += sizeof(target) + sizeof(cs) + p->ainsn.boost.arch.imm;
	regs->ip = target;
	regs->cs = __KERNEL_CS;
	return true;
}

bool __kprobes kprobe_simulate_push(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long value;

	if (!operand(&p->ainsn.boost.arch, regs, &value))
		return false;
	push(regs, value);
	regs->ip = next_ip(p);
	return true;
}

bool __kprobes kprobe_simulate_push_imm(struct kprobe *p, struct pt_regs *regs)
{
	push(regs, (long)p->ainsn.boost.arch.imm);
	regs->ip = next_ip(p);
	return true;
}

bool __kprobes kprobe_simulate_pop(struct kprobe *p, struct pt_regs *regs)
{
	const struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	unsigned long value = pop(regs);

	if (!(b->flags & KPROBE_OPERAND_MEMORY)) {
		*kprobe_reg(regs, b->reg) = value;
	} else if (!store(operand_address(b, regs), value)) {
		regs->sp -= sizeof(value);
		return false;
	}
	regs->ip = next_ip(p);
	return true;
}

bool __kprobes kprobe_simulate_leave(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long value;

	if (!load(regs->bp, &value))
		return false;
	regs->sp = regs->bp + sizeof(value);
	regs->bp = value;
	regs->ip = next_ip(p);
	return true;
}

bool __kprobes kprobe_simulate_pushf(struct kprobe *p, struct pt_regs *regs)
{
	push(regs, regs->flags & ~(X86_EFLAGS_VM | X86_EFLAGS_RF));
	regs->ip = next_ip(p);
	return true;
}

bool __kprobes kprobe_simulate_popf(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long value = pop(regs);

	regs->flags &= ~(POPF_MASK | X86_EFLAGS_RF);
	regs->flags |= value & POPF_MASK;
	regs->ip = next_ip(p);
	return true;
}

/* Woken at once: stepped, it would sleep for ever with interrupts off. */
bool __kprobes kprobe_simulate_hlt(struct kprobe *p, struct pt_regs *regs)
{
	regs->ip = next_ip(p);
	return true;
}

bool __kprobes kprobe_simulate_cli(struct kprobe *p, struct pt_regs *regs)
{
	regs->flags &= ~X86_EFLAGS_IF;
	regs->ip = next_ip(p);
	return true;
}

#define HLT_INSN_OPCODE		0xf4

/*
 * STI holds off interrupts for the next instruction, which cannot be done here.
 * That matters if it is HLT: an interrupt that comes before it would be slept
 * over.  So HLT is taken for woken at once, as it is above; if it is probed
 * itself, the breakpoint stands in its place, and does the same.  (MWAIT does
 * not wait if the word that it watches has been written.)
 */
bool __kprobes kprobe_simulate_sti(struct kprobe *p, struct pt_regs *regs)
{
	regs->flags |= X86_EFLAGS_IF;
	regs->ip = next_ip(p);
	regs->ip += *(const u8 *)regs->ip == HLT_INSN_OPCODE;
	return true;
}
