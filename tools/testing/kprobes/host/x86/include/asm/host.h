/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The architecture's part of shim.h; user space stands for the kernel.
 */
#ifndef _KPROBES_HOST_X86_HOST_H
#define _KPROBES_HOST_X86_HOST_H

#ifdef __ASSEMBLY__
#include <asm/host-asm.S>
#else /* !__ASSEMBLY__ */

#include <asm/processor-flags.h>

#define le16_to_cpu(x)		(x)
#define le32_to_cpu(x)		(x)
#define get_unaligned(p)						\
({									\
	__typeof__(*(p)) value;						\
	memcpy(&value, p, sizeof(value));				\
	value;								\
})

#define INT3_INSN_OPCODE	0xcc
#define INT3_INSN_SIZE		1
#define JMP32_INSN_OPCODE	0xe9
#define JMP32_INSN_SIZE		5

#define X86_TRAP_PF		14

/* Of user space, so that a far return within it is one within the kernel */
#define __KERNEL_CS		0x33

/* Nothing is mapped below. */
#define TASK_SIZE_MAX		0x10000UL
#define VSYSCALL_ADDR		(-10UL << 20)

static inline bool __is_canonical_address(unsigned long addr, u8 bits)
{
	return (unsigned long)((long)(addr << (64 - bits)) >> (64 - bits)) ==
	       addr;
}

struct cpuinfo_x86 {
	u8 x86_virt_bits;
};

extern struct cpuinfo_x86 boot_cpu_data;
extern const unsigned char *const x86_nops[];

/* Per-CPU data is relative to GS here, too. */
extern unsigned long this_cpu_off;
#define this_cpu_read(name)	(name)

/* The kernel's own changes of its text */
#define alternatives_text_reserved(start, end)	0

typedef u8 kprobe_opcode_t;

struct arch_specific_insn {
	kprobe_opcode_t *insn;
	unsigned int size;
	struct kprobe_boost boost;
};

#endif /* !__ASSEMBLY__ */
#endif /* _KPROBES_HOST_X86_HOST_H */
