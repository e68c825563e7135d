/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The architecture's part of shim.h; user space stands for the kernel.
 */
#ifndef _KPROBES_HOST_ARM_HOST_H
#define _KPROBES_HOST_ARM_HOST_H

#ifdef __ASSEMBLY__

.syntax unified
#ifdef CONFIG_THUMB2_KERNEL
.thumb
#else
.arm
#endif

#define ENTRY(name)	.globl name; .type name, %function; name:
#define ENDPROC(name)	.size name, . - name

/* In struct pt_regs */
#define S_SP		52
#define S_LR		56
#define S_PC		60
#define S_PSR		64

.section .note.GNU-stack, "", %progbits
.text

#else /* !__ASSEMBLY__ */

#define asmlinkage

#define MAX_INSN_SIZE		2
#define MAX_STACK_SIZE		64

/* Nothing is mapped below. */
#define TASK_SIZE		0x10000UL

typedef u32 kprobe_opcode_t;

/* The tables of the stock kernel bring their own. */
#ifndef HOST_STOCK
enum probes_insn {
	INSN_REJECTED,
	INSN_GOOD,
	INSN_GOOD_NO_SLOT,
};
#endif

struct arch_specific_insn {
	kprobe_opcode_t *insn;
	int stack_space;
	struct kprobe_boost boost;
};

#define __mem_to_opcode_arm(x)		(x)
#define __opcode_to_mem_arm(x)		(x)
#define __mem_to_opcode_thumb16(x)	(x)
#define __opcode_to_mem_thumb16(x)	(x)

#define __ffs(x)		__builtin_ctzl(x)
#define hweight16(x)		__builtin_popcount((u16)(x))

static inline s32 sign_extend32(u32 value, int bit)
{
	return (s32)(value << (31 - bit)) >> (31 - bit);
}

static inline u32 ror32(u32 word, unsigned int shift)
{
	return word >> (shift & 31) | word << (-shift & 31);
}

/* No function around the probe, so that nothing before it is looked at */
#define kallsyms_lookup_size_offset(addr, size, offset)	\
	((void)(size), (void)(offset), false)

#define OPTIMIZER_HIDE_VAR(var)	asm("" : "+r" (var))

/* Pages for slots are the kernel's. */
#define __vmalloc_node_range(...)	NULL

#define flush_icache_range(start, end) \
	__builtin___clear_cache((char *)(start), (char *)(end))

#define pagefault_disable()	do { } while (0)
#define pagefault_enable()	do { } while (0)

/* A hit whose post_handler was called can end in its slot. */
#define HOST_ENDS_IN_SLOT	IS_ENABLED(CONFIG_THUMB2_KERNEL)

/* User space has no domains. */
static inline unsigned int get_domain(void)
{
	return 0;
}

static inline void set_domain(unsigned int value)
{
}

#endif /* !__ASSEMBLY__ */
#endif /* _KPROBES_HOST_ARM_HOST_H */
