// SPDX-License-Identifier: GPL-2.0
/*
 * Where the instructions of a function begin, and where jumps lead to in it.
 *
 * Instructions of x86 have no fixed length, so that whether one begins at an
 * address shows only when the function is decoded from its start; and a jump
 * may replace several instructions only if none of the function leads into
 * them.  The kernel decodes the function anew for each probe.  Here what was
 * learned of the functions that were probed last is kept, so that each is
 * decoded once, however many probes it gets and how deep in it they are.
 *
 * What is patched at run time keeps its length: call sites of the function
 * tracer, jump labels, static calls and LOCK prefixes.  A jump label counts as
 * a jump whether it is one at the moment or not.  A breakpoint of a debugger
 * hides what is below it: with a debugger around, nothing is looked up here.
 *
 * text_mutex protects everything.
 */

#include <linux/bitmap.h>
#include <linux/extable.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kallsyms.h>
#include <linux/kgdb.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/memory.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include <asm/insn.h>
#include <asm/nospec-branch.h>
#include <asm/sections.h>
#include <asm/text-patching.h>

#include "boost.h"

/* Functions that are remembered, and the largest one in bytes */
#define MAX_FUNCTIONS	64
#define MAX_SIZE	SZ_1M

/**
 * struct kprobe_function - what is known of a function
 * @list: in kprobe_functions, the one that was used last first
 * @start: address of its first instruction
 * @size: its size in bytes
 * @decoded: how many bytes have been decoded
 * @undecodable: the instruction at @decoded cannot be decoded
 * @fixed: no part of it may be replaced by a jump: control can come from
 *	   somewhere else than the jumps that were seen
 * @labels: the targets of jump labels are in @targets
 * @begins: bit N is set if an instruction begins at @start + N
 * @targets: bit N is set if a jump leads to @start + N
 */
struct kprobe_function {
	struct list_head list;
	unsigned long start;
	unsigned long size;
	unsigned long decoded;
	bool undecodable;
	bool fixed;
	bool labels;
	unsigned long *begins;
	unsigned long *targets;
};

static LIST_HEAD(kprobe_functions);
static unsigned int nr_functions;

static void forget(struct kprobe_function *f)
{
	list_del(&f->list);
	nr_functions--;
	bitmap_free(f->begins);
	bitmap_free(f->targets);
	kfree(f);
}

static struct kprobe_function *add_function(unsigned long start,
					    unsigned long size)
{
	struct kprobe_function *f;

	if (!size || size > MAX_SIZE)
		return NULL;
	f = kzalloc(sizeof(*f), GFP_KERNEL);
	if (!f)
		return NULL;
	f->start = start;
	f->size = size;
	f->begins = bitmap_zalloc(size, GFP_KERNEL);
	f->targets = bitmap_zalloc(size, GFP_KERNEL);
	if (!f->begins || !f->targets) {
		bitmap_free(f->begins);
		bitmap_free(f->targets);
		kfree(f);
		return NULL;
	}

	if (nr_functions == MAX_FUNCTIONS)
		forget(list_last_entry(&kprobe_functions,
				       struct kprobe_function, list));
	list_add(&f->list, &kprobe_functions);
	nr_functions++;
	return f;
}

static struct kprobe_function *find_function(unsigned long addr)
{
	unsigned long size, offset;
	struct kprobe_function *f;

	lockdep_assert_held(&text_mutex);

#ifdef CONFIG_KGDB
	if (kgdb_connected)
		return NULL;
#endif
	list_for_each_entry(f, &kprobe_functions, list) {
		if (addr - f->start < f->size) {
			list_move(&f->list, &kprobe_functions);
			return f;
		}
	}
	if (!kallsyms_lookup_size_offset(addr, &size, &offset))
		return NULL;
	return add_function(addr - offset, size);
}

static void add_target(struct kprobe_function *f, unsigned long target)
{
	if (target - f->start < f->size)
		__set_bit(target - f->start, f->targets);
}

static bool is_direct_jump(const struct insn *insn)
{
	const u8 *opcode = insn->opcode.bytes;

	switch (opcode[0]) {
	case 0x70 ... 0x7f:
	case 0xe0 ... 0xe3:
	case JMP32_INSN_OPCODE:
	case JMP8_INSN_OPCODE:
		return true;
	case 0x0f:
		return (opcode[1] & 0xf0) == 0x80;
	}
	return false;
}

/* JMP through a register or memory; its thunk is a direct jump. */
static bool is_indirect_jump(const struct insn *insn)
{
	return insn->opcode.bytes[0] == 0xff &&
	       (X86_MODRM_REG(insn->modrm.value) & 6) == 4;
}

static void note_jump(struct kprobe_function *f, const struct insn *insn,
		      unsigned long next)
{
	unsigned long target = next + insn->immediate.value;

	if (is_indirect_jump(insn)) {
		f->fixed = true;
	} else if (is_direct_jump(insn)) {
		add_target(f, target);
#ifdef CONFIG_RETPOLINE
		if (target >= (unsigned long)__indirect_thunk_start &&
		    target <= (unsigned long)__indirect_thunk_end)
			f->fixed = true;
#endif
	}
}

/* Decode up to @offset or until something cannot be decoded. */
static void decode_until(struct kprobe_function *f, unsigned long offset)
{
	kprobe_opcode_t buf[MAX_INSN_SIZE];
	unsigned long addr, code, patched = 0;
	struct insn insn;
	u8 first;

	while (f->decoded < offset && !f->undecodable) {
		addr = f->start + f->decoded;
		first = *(u8 *)addr;
		/*
		 * A breakpoint, and the jump of an optimised probe with the
		 * instructions below it, hide what was there.
		 */
		if (first == INT3_INSN_OPCODE || first == JMP32_INSN_OPCODE)
			patched = addr + JMP32_INSN_SIZE;
		code = addr < patched ?
			recover_probed_instruction(buf, addr) : addr;
		if (!code || insn_decode_kernel(&insn, (void *)code) < 0) {
			f->undecodable = true;
			return;
		}
		__set_bit(f->decoded, f->begins);
		note_jump(f, &insn, addr + insn.length);
		/* A fix-up leads into the function. */
		if (!f->fixed && search_exception_tables(addr))
			f->fixed = true;
		f->decoded += insn.length;
	}
}

/**
 * kprobe_function_can_probe() - Does an instruction begin here?
 * @addr: the address
 *
 * Context: text_mutex is held.
 * Return: 1 or 0, or -ENOENT if that is not known.
 */
int kprobe_function_can_probe(unsigned long addr)
{
	struct kprobe_function *f = find_function(addr);
	unsigned long offset;

	if (!f)
		return -ENOENT;
	offset = addr - f->start;
	decode_until(f, offset);
	/* What is there is for the caller to decode. */
	return offset < f->decoded ? test_bit(offset, f->begins) :
		offset == f->decoded;
}

#ifdef CONFIG_OPTPROBES
#ifdef CONFIG_JUMP_LABEL
static void note_labels(struct kprobe_function *f, struct jump_entry *from,
			struct jump_entry *to)
{
	for (; from < to; from++)
		if (jump_entry_code(from) - f->start < f->size)
			add_target(f, jump_entry_target(from));
}

static void note_module_labels(struct kprobe_function *f)
{
#ifdef CONFIG_MODULES
	struct module *mod;

	preempt_disable();
	mod = __module_address(f->start);
	if (mod)
		note_labels(f, mod->jump_entries,
			    mod->jump_entries + mod->num_jump_entries);
	preempt_enable();
#endif
}

static void note_all_labels(struct kprobe_function *f)
{
	if (f->labels)
		return;
	f->labels = true;
	note_labels(f, __start___jump_table, __stop___jump_table);
	note_module_labels(f);
}
#else
static void note_all_labels(struct kprobe_function *f)
{
}
#endif

/**
 * kprobe_function_can_optimize() - May a jump replace what is here?
 * @addr: address of an instruction
 *
 * The jump takes JMP32_INSN_SIZE bytes, which must be the function's, and
 * nobody may come in behind the first of them.
 *
 * Context: text_mutex is held.
 * Return: 1 or 0, or -ENOENT if that is not known.
 */
int kprobe_function_can_optimize(unsigned long addr)
{
	struct kprobe_function *f = find_function(addr);
	unsigned long offset, i;

	if (!f)
		return -ENOENT;
	offset = addr - f->start;
	/* In entry code, neither stack nor registers are as a detour needs them. */
	if (f->size - offset < JMP32_INSN_SIZE ||
	    (addr >= (unsigned long)__entry_text_start &&
	     addr < (unsigned long)__entry_text_end))
		return 0;
	decode_until(f, f->size);
	note_all_labels(f);
	if (f->fixed || f->undecodable)
		return 0;
	i = find_next_bit(f->targets, f->size, offset + 1);
	return i > offset + JMP32_INSN_SIZE || i >= f->size;
}
#endif /* CONFIG_OPTPROBES */

#ifdef CONFIG_MODULES
/* Another module may be loaded where one was. */
static int kprobe_function_module(struct notifier_block *nb, unsigned long val,
				  void *data)
{
	struct kprobe_function *f, *tmp;

	mutex_lock(&text_mutex);
	list_for_each_entry_safe(f, tmp, &kprobe_functions, list)
		if (within_module(f->start, data))
			forget(f);
	mutex_unlock(&text_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block kprobe_function_module_nb = {
	.notifier_call = kprobe_function_module,
};

static int __init kprobe_function_init(void)
{
	return register_module_notifier(&kprobe_function_module_nb);
}
early_initcall(kprobe_function_init);
#endif /* CONFIG_MODULES */
