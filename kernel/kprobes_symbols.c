// SPDX-License-Identifier: GPL-2.0
/*
 * The symbols of modules that have probes, in the order of their addresses.
 *
 * Which function an address of a module is in is found by going through all
 * symbols of the module.  Placing one probe asks that half a dozen times.  For
 * a module with a probe, an index is made the first time, and
 * find_kallsyms_symbol() looks there first.  Its answers are the same.
 *
 * An index lives until the module goes.  A module that is being loaded has none:
 * it still has another table, with the symbols of what is thrown away later.
 */

#include <linux/init.h>
#include <linux/kprobes_boost.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

/**
 * struct indexed_symbol - a symbol in an index
 * @value: its address
 * @nr: its number in the module's table
 */
struct indexed_symbol {
	unsigned long value;
	unsigned int nr;
};

/**
 * struct symbol_index - the symbols of a module
 * @node: in symbol_indices
 * @rcu: to free it
 * @mod: the module
 * @nr: number of symbols
 * @symbols: one for each address, in ascending order
 */
struct symbol_index {
	struct hlist_node node;
	struct rcu_head rcu;
	struct module *mod;
	unsigned int nr;
	struct indexed_symbol symbols[];
};

/* Changed under the mutex, read under RCU */
static HLIST_HEAD(symbol_indices);
static DEFINE_MUTEX(symbol_index_mutex);

static struct symbol_index *find_index(struct module *mod)
{
	struct symbol_index *index;

	hlist_for_each_entry_rcu(index, &symbol_indices, node,
				 lockdep_is_held(&symbol_index_mutex) ||
				 rcu_read_lock_sched_held())
		if (index->mod == mod)
			return index;
	return NULL;
}

static int compare_symbols(const void *a, const void *b)
{
	const struct indexed_symbol *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return x->nr < y->nr ? -1 : x->nr > y->nr;
}

/*
 * Does find_kallsyms_symbol() consider a symbol?  Not one without a name, a label
 * of the compiler, or a mark where code (a, t, x) or data (d) begins.
 */
static bool is_considered(const struct mod_kallsyms *kallsyms, unsigned int i)
{
	const Elf_Sym *sym = &kallsyms->symtab[i];
	const char *name = kallsyms->strtab + sym->st_name;

	if (sym->st_shndx == SHN_UNDEF || !kallsyms_symbol_value(sym))
		return false;
	switch (name[0]) {
	case '\0':
		return false;
	case '.':
		return name[1] != 'L';
	case '$':
		return !(name[1] && strchr("atxd", name[1]) &&
			 (!name[2] || name[2] == '.'));
	}
	return true;
}

static struct symbol_index *make_index(struct module *mod)
{
	const struct mod_kallsyms *kallsyms = &mod->core_kallsyms;
	struct indexed_symbol *symbols;
	struct symbol_index *index;
	unsigned int i, nr = 0;

	index = kvmalloc(struct_size(index, symbols, kallsyms->num_symtab),
			 GFP_KERNEL);
	if (!index)
		return NULL;
	index->mod = mod;
	symbols = index->symbols;

	/* The first one is no symbol. */
	for (i = 1; i < kallsyms->num_symtab; i++) {
		if (!is_considered(kallsyms, i))
			continue;
		symbols[nr].value = kallsyms_symbol_value(&kallsyms->symtab[i]);
		symbols[nr++].nr = i;
	}
	sort(symbols, nr, sizeof(*symbols), compare_symbols, NULL);

	/* Of several at an address, the first in the table is the one. */
	index->nr = 0;
	for (i = 0; i < nr; i++)
		if (!i || symbols[i].value != symbols[i - 1].value)
			symbols[index->nr++] = symbols[i];
	return index;
}

/**
 * kprobe_index_symbols() - Make the symbols of a module quick to find
 * @mod: a module that gets a probe, or NULL
 *
 * Without memory, they are found as they always were.
 *
 * Context: May sleep.  The caller has a reference to @mod.
 */
void kprobe_index_symbols(struct module *mod)
{
	struct symbol_index *index;

	if (!mod)
		return;

	mutex_lock(&symbol_index_mutex);
	/* A module that goes is so first, and then notified of, with the mutex. */
	if (READ_ONCE(mod->state) == MODULE_STATE_LIVE && !find_index(mod)) {
		index = make_index(mod);
		if (index)
			hlist_add_head_rcu(&index->node, &symbol_indices);
	}
	mutex_unlock(&symbol_index_mutex);
}

/**
 * kprobe_find_symbol() - Find a symbol of a module by its address
 * @mod: the module
 * @kallsyms: its table of symbols
 * @addr: the address
 * @best: where the number in the table goes of the last symbol that is not
 *	  behind @addr; it stays as it is if there is none
 * @value: where the address of that symbol goes
 * @next: where the address goes of the first symbol behind @addr, if it is
 *	  less than what is there
 *
 * Context: Any, with preemption disabled.
 * Return: the number of the first symbol that is still to be looked at: that of
 *	   the first one, or, if @mod has an index, that behind the last.
 */
unsigned int kprobe_find_symbol(struct module *mod,
				const struct mod_kallsyms *kallsyms,
				unsigned long addr, unsigned int *best,
				unsigned long *value, unsigned long *next)
{
	unsigned int low = 0, high, middle;
	struct symbol_index *index = NULL;

	if (kallsyms == &mod->core_kallsyms)
		index = find_index(mod);
	if (!index)
		return 1;

	high = index->nr;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (index->symbols[middle].value <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low) {
		*best = index->symbols[low - 1].nr;
		*value = index->symbols[low - 1].value;
	}
	if (low < index->nr && index->symbols[low].value < *next)
		*next = index->symbols[low].value;
	return kallsyms->num_symtab;
}

static int symbol_index_notify(struct notifier_block *nb, unsigned long val,
			       void *data)
{
	struct symbol_index *index;

	if (val != MODULE_STATE_GOING)
		return NOTIFY_DONE;

	mutex_lock(&symbol_index_mutex);
	index = find_index(data);
	if (index) {
		hlist_del_rcu(&index->node);
		kvfree_rcu(index, rcu);
	}
	mutex_unlock(&symbol_index_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block symbol_index_nb = {
	.notifier_call = symbol_index_notify,
};

static int __init symbol_index_init(void)
{
	return register_module_notifier(&symbol_index_nb);
}
early_initcall(symbol_index_init);
