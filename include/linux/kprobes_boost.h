/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Execution modes of kprobes: how the displaced instruction is run.
 *
 * <asm/kprobes.h> puts a struct kprobe_boost into the architecture's part of
 * a probe; kernel/kprobes.c calls the functions at the few places where what
 * a probe needs can change.
 */
#ifndef _LINUX_KPROBES_BOOST_H
#define _LINUX_KPROBES_BOOST_H

#include <linux/types.h>

struct kprobe;
struct mod_kallsyms;
struct module;
struct pt_regs;

/**
 * enum kprobe_mode - how the displaced instruction of a probe is run
 * @KPROBE_MODE_STEPPED: the kernel's own way, out of line, two exceptions
 * @KPROBE_MODE_SIMULATED: as a C function on the saved registers
 * @KPROBE_MODE_TRAMPOLINED: from its slot, inside the handler
 * @KPROBE_MODE_BOOSTED: from its slot, after the handler has returned
 * @KPROBE_NR_MODES: number of modes
 */
enum kprobe_mode {
	KPROBE_MODE_STEPPED,
	KPROBE_MODE_SIMULATED,
	KPROBE_MODE_TRAMPOLINED,
	KPROBE_MODE_BOOSTED,
	KPROBE_NR_MODES,
};

#ifdef CONFIG_KPROBES_BOOST

#include <asm/kprobes_boost.h>

/**
 * struct kprobe_boost - the engine's part of a probe
 * @mode: the enum kprobe_mode that the next hit takes; read on the trap path
 *        without a lock, written under kprobe_mutex
 * @modes: bit mask of the modes that the instruction allows
 * @len: length of the displaced instruction in bytes
 * @dirty: the probe has been armed in boosted mode, so its slot may be
 *         executed outside the handler until a grace period has passed
 * @arch: the architecture's part
 */
struct kprobe_boost {
	u8 mode;
	u8 modes;
	u8 len;
	bool dirty;
	struct arch_kprobe_boost arch;
};

/* Given by the architecture, for its exception handlers. */
bool kprobe_boost_fault(struct pt_regs *regs);
bool kprobe_boost_fixup(struct pt_regs *regs, int trapnr);

void kprobe_boost_prepared(struct kprobe *p, unsigned int modes,
			   unsigned int len);
void kprobe_boost_update(struct kprobe *p);
void kprobe_boost_arm(struct kprobe *p);
const char *kprobe_boost_flag(struct kprobe *p);
enum kprobe_mode kprobe_boost_mode(struct kprobe *p);
int kprobe_boost_set_policy(const char *name);

/* No jump label of any architecture is longer than this, in bytes. */
#define KPROBE_LABEL_MAX	16

/* Can a jump label at @code have a byte at @start or behind it? */
static inline bool kprobe_label_reaches(unsigned long code, const void *start)
{
	return code + KPROBE_LABEL_MAX > (unsigned long)start;
}

/*
 * Not for architectures that replace breakpoints by jumps.  The flag, besides those of
 * <linux/kprobes.h>: the probe is registered disabled, to be enabled with others.
 */
#ifdef KPROBE_BATCH
#define KPROBE_FLAG_BATCH			0x8000
void kprobe_batch_add(struct kprobe *p);
bool kprobe_batch_left(const struct kprobe *p);
void kprobe_batch_enable(struct kprobe **kps, int num);
void kprobe_batch_patch(struct kprobe **kps, int num, bool arm);
bool kprobe_text_is(const struct kprobe *p, bool armed);

/* Given by the architecture: what stands at the probe when it is armed, and when not. */
u32 arch_kprobe_text(const struct kprobe *p, bool armed);

/*
 * Write @insns to @addrs, @nr of them, with all CPUs but one standing still.
 * The CPU hotplug lock and text_mutex are held.
 */
void arch_kprobe_patch(void **addrs, u32 *insns, int nr);
#endif

void kprobe_index_symbols(struct module *mod);
unsigned int kprobe_find_symbol(struct module *mod,
				const struct mod_kallsyms *kallsyms,
				unsigned long addr, unsigned int *best,
				unsigned long *value, unsigned long *next);

/* Given by kernel/kprobes.c: calls @fn for each probe point, kprobe_mutex held */
void kprobes_for_each(void (*fn)(struct kprobe *p, int users, void *data),
		      void *data);

#else /* !CONFIG_KPROBES_BOOST */

struct kprobe_boost { };

static inline bool kprobe_boost_fault(struct pt_regs *regs) { return false; }
static inline bool kprobe_boost_fixup(struct pt_regs *regs, int trapnr)
{
	return false;
}

#define kprobe_label_reaches(code, start)	true
#define kprobe_batch_arm(kps, num, ret)		(ret)
#define kprobe_batch_disarm(kps, num)		do { } while (0)
#define kprobe_text_is(p, armed)		false

static inline void kprobe_index_symbols(struct module *mod) { }
/* Not a function, so that the kernel's code stays what it was. */
#define kprobe_find_symbol(mod, kallsyms, addr, best, value, next)	1

static inline void kprobe_boost_update(struct kprobe *p) { }
static inline void kprobe_boost_arm(struct kprobe *p) { }

/* Not a function, which would be evaluated in another order. */
#define kprobe_boost_flag(p)		""
#define KPROBE_INSN_SLOT_SIZE		MAX_INSN_SIZE

#endif /* CONFIG_KPROBES_BOOST */

#ifndef KPROBE_BATCH
#define KPROBE_FLAG_BATCH			0
#define kprobe_batch_add(p)			do { } while (0)
#define kprobe_batch_left(p)			false
#define kprobe_batch_enable(kps, num)		do { } while (0)
#define kprobe_batch_patch(kps, num, arm)	do { } while (0)
#endif

#endif /* _LINUX_KPROBES_BOOST_H */
