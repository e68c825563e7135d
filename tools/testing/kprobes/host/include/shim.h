/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the engine's files take from kernel headers, for user space.
 *
 * It is included before every file, engine and tests alike.  Headers that the
 * engine includes come from this repository, from the kernel tree (TREE_HEADERS
 * in the Makefile), or from the C library; those that none of these has are
 * empty.  <asm/host.h> has the architecture's part.
 */
#ifndef _KPROBES_HOST_SHIM_H
#define _KPROBES_HOST_SHIM_H

#include <linux/kconfig.h>

#ifdef __ASSEMBLY__

#include <asm/host.h>

#else /* !__ASSEMBLY__ */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <linux/types.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef long long s64;

#define BIT(n)			(1UL << (n))
#define GENMASK(h, l)		(~0UL >> (63 - (h)) & ~0UL << (l))
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define container_of(p, type, member) \
	((type *)((char *)(p) - offsetof(type, member)))
#define BUILD_BUG_ON(wrong)	_Static_assert(!(wrong), #wrong)
#define EXPORT_SYMBOL_GPL(name)
#define NOKPROBE_SYMBOL(name)
#define READ_ONCE(x)		(*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v)	(*(volatile __typeof__(x) *)&(x) = (v))
#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define lower_32_bits(n)	((u32)(n))
#define upper_32_bits(n)	((u32)((u64)(n) >> 32))
#define ffz(x)			__builtin_ctzl(~(unsigned long)(x))
#define __ffs64(x)		__builtin_ctzll(x)
#define fls64(x)		(64 - __builtin_clzll(x))
#define hweight64(x)		__builtin_popcountll(x)
#define ALIGN_DOWN(x, a)	((x) & ~((__typeof__(x))(a) - 1))
#define BUG()			__builtin_trap()
#define BUG_ON(wrong)		do { if (wrong) BUG(); } while (0)
#define pr_err(...)		do { } while (0)
#define noinline		__attribute__((noinline))
#define __noreturn		__attribute__((noreturn))
#define __aligned(n)		__attribute__((aligned(n)))
#define fallthrough		__attribute__((fallthrough))
#define nokprobe_inline		inline
#define __kprobes

#define PAGE_SIZE		4096UL
#define PAGE_MASK		(~(PAGE_SIZE - 1))

#define KPROBE_FLAG_OPTIMIZED	4
#define KPROBE_REENTER		4
#define KPROBE_HIT_SSDONE	8

static inline s64 sign_extend64(u64 value, int bit)
{
	return (s64)(value << (63 - bit)) >> (63 - bit);
}

struct kprobe_ctlblk {
	unsigned long kprobe_status;
};

struct kprobe;
struct pt_regs;

#include <asm/ptrace.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <asm/host.h>

typedef void (*kprobe_post_handler_t)(struct kprobe *p, struct pt_regs *regs,
				      unsigned long flags);

struct kprobe {
	kprobe_opcode_t *addr;
	kprobe_opcode_t opcode;
	u32 flags;
	kprobe_post_handler_t post_handler;
	struct arch_specific_insn ainsn;
};

/* The one probe there is, while it is being hit */
extern struct kprobe *host_current;

static inline struct kprobe *kprobe_running(void)
{
	return host_current;
}

/* Nothing is stepped here. */
static inline struct kprobe_ctlblk *get_kprobe_ctlblk(void)
{
	static struct kprobe_ctlblk kcb;

	return &kcb;
}

static inline void reset_current_kprobe(void)
{
	host_current = NULL;
}

#define preemptible()		(!host_current)
#define user_mode(regs)		false
#define kprobe_gone(p)		false

struct kprobe *get_kprobe(void *addr);

/* A hit in user space has no detour and no fix-up. */
static inline int setup_detour_execution(struct kprobe *p,
					 struct pt_regs *regs, int reenter)
{
	return 0;
}

static inline int kprobe_fault_handler(struct pt_regs *regs, int trapnr)
{
	return 0;
}

static inline void perf_event_text_poke(const void *addr, const void *old,
					size_t old_len, const void *new,
					size_t new_len)
{
}

#define search_exception_tables(addr)		NULL
#define fixup_exception(regs, nr, code, addr)	0
#define text_poke(addr, code, len)		memcpy(addr, code, len)

#define copy_from_kernel_nofault(to, from, size) \
	(host_mapped((unsigned long)(from), size) ? \
	 (memcpy(to, from, size), 0) : -EFAULT)

/* Can @size bytes at @addr be read and written?  Given by the test. */
bool host_mapped(unsigned long addr, size_t size);

/* Inside functions with a label to go to on a fault, as in the kernel */
#define __get_kernel_nofault(to, from, type, label)			\
do {									\
	if (!host_mapped((unsigned long)(from), sizeof(type)))		\
		goto label;						\
	memcpy(to, from, sizeof(type));					\
} while (0)

#define __put_kernel_nofault(to, from, type, label)			\
do {									\
	if (!host_mapped((unsigned long)(to), sizeof(type)))		\
		goto label;						\
	memcpy(to, from, sizeof(type));					\
} while (0)

#endif /* !__ASSEMBLY__ */
#endif /* _KPROBES_HOST_SHIM_H */
