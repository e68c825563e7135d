/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The architecture's part of shim.h; user space stands for the kernel.
 */
#ifndef _KPROBES_HOST_ARM64_HOST_H
#define _KPROBES_HOST_ARM64_HOST_H

#ifdef __ASSEMBLY__
#include <asm/host-asm.S>
#else /* !__ASSEMBLY__ */

#define MAX_INSN_SIZE		2

typedef u32 kprobe_opcode_t;

enum probe_insn {
	INSN_REJECTED,
	INSN_GOOD_NO_SLOT,
	INSN_GOOD,
};

struct arch_specific_insn {
	struct {
		kprobe_opcode_t *insn;
		void *handler;
	} api;
	struct kprobe_boost boost;
};

#define le32_to_cpup(p)		(*(const u32 *)(p))

static inline bool system_supports_address_auth(void)
{
	return true;
}

/* No function around the probe, so that nothing before it is looked at */
#define kallsyms_lookup_size_offset(addr, size, offset)	\
	((void)(size), (void)(offset), false)

/* A slot can be written where it is. */
#define phys_addr_t			unsigned long
#define FIX_KPROBE_SLOT			0
#define offset_in_page(p)		((unsigned long)(p) & 4095)
#define vmalloc_to_page(p)		((unsigned long)(p) & ~4095UL)
#define page_to_phys(page)		(page)
#define set_fixmap_offset(nr, phys)	(phys)
#define clear_fixmap(nr)		((void)(nr))

static inline void memset32(u32 *to, u32 value, size_t nr)
{
	while (nr--)
		*to++ = value;
}

#define caches_clean_inval_pou(start, end) \
	__builtin___clear_cache((char *)(start), (char *)(end))

/* Only the kernel has text to patch and pages to give. */
#define BRK64_OPCODE_KPROBES		(AARCH64_BREAK_MON | KPROBES_BRK_IMM << 5)
#define aarch64_insn_patch_text(addrs, insns, nr) \
	((void)(addrs), (void)(insns), (void)(nr))
#define __vmalloc_node_range(...)	NULL
#define MODULES_VADDR			0UL
#define VMALLOC_END			0UL

#endif /* !__ASSEMBLY__ */
#endif /* _KPROBES_HOST_ARM64_HOST_H */
