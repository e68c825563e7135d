// SPDX-License-Identifier: GPL-2.0
/*
 * Says of every instruction of a kernel or module how it would be probed.
 *
 * kprobes-survey starts it: "survey FILE" prints a line for each function, with
 * the numbers of instructions in the columns that the first line names; "survey
 * FILE SYMBOL+OFFSET" explains one instruction.  It knows what the kernel knows
 * from its own tables: text that is blacklisted, exception tables, jump labels,
 * static calls, and the function tracer's sites.
 */

#include <elf.h>
#include <stdlib.h>
#include <unistd.h>

#include "boost.h"
#include "elf-file.h"
#include "survey.h"

/* To whoever starts it: Thumb code for the other program, or the reverse */
#define EXIT_OTHER_SET	3

/* ---- what the kernel knows besides the encoding ---- */

enum { EXTABLE = 1, PATCHED = 2, TRACED = 4, BLACKLISTED = 8 };

static struct special {
	unsigned long addr;
	u8 what;
} *specials;

static size_t nr_specials, room;

static void special(unsigned long addr, u8 what)
{
	if (!addr)
		return;
	if (nr_specials == room) {
		room = room ? 2 * room : 4096;
		specials = realloc(specials, room * sizeof(*specials));
		if (!specials)
			elf_die("out of memory");
	}
	specials[nr_specials++] = (struct special){ addr, what };
}

static int by_address(const void *a, const void *b)
{
	const struct special *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

static u8 special_at(unsigned long addr)
{
	size_t low = 0, high = nr_specials;
	u8 what = 0;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (specials[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < nr_specials && specials[low].addr == addr; low++)
		what |= specials[low].what;
	return what;
}

static const struct elf_symbol *find_symbol(const char *name)
{
	size_t i;

	for (i = 0; i < elf.nr_symbols; i++)
		if (elf.symbols[i].section && !strcmp(elf.symbols[i].name, name))
			return &elf.symbols[i];
	return NULL;
}

/* A word of the image that a relocation without an addend of its own adds to */
static long addend_at(unsigned int section, u64 offset)
{
	const u8 *p = elf_image(elf.sections[section].addr + offset, sizeof(s32));
	s32 addend = 0;

	if (p)
		memcpy(&addend, p, sizeof(addend));
	return addend;
}

/* What a relocation of a module's section refers to, and where it is; 0: nothing */
static unsigned long relocated(const struct elf_section *s, size_t nr, u64 *offset)
{
	u64 symbol;
	long addend;

	if (elf.word == 8) {
		const Elf64_Rela *r = (const Elf64_Rela *)s->contents + nr;

		symbol = ELF64_R_SYM(r->r_info);
		*offset = r->r_offset;
		addend = r->r_addend;
	} else {
		const Elf32_Rel *r = (const Elf32_Rel *)s->contents + nr;

		symbol = ELF32_R_SYM(r->r_info);
		*offset = r->r_offset;
		addend = addend_at(s->info, r->r_offset);
	}
	return symbol < elf.nr_symbols ? elf.symbols[symbol].addr + addend : 0;
}

/* Entries of a table in a module: each begins with a relocation. */
static void relocated_table(const char *name, size_t entry, u8 what)
{
	size_t size = elf.word == 8 ? sizeof(Elf64_Rela) : sizeof(Elf32_Rel);
	unsigned int i;
	u64 offset;
	size_t j;

	for (i = 0; i < elf.nr_sections; i++) {
		const struct elf_section *s = &elf.sections[i];

		if (s->type != (elf.word == 8 ? SHT_RELA : SHT_REL) ||
		    s->info >= elf.nr_sections ||
		    strcmp(elf.sections[s->info].name, name))
			continue;
		for (j = 0; j < s->size / size; j++) {
			unsigned long addr = relocated(s, j, &offset);

			if (offset % entry == 0)
				special(addr, what);
		}
	}
}

static unsigned long read_word(const u8 *p)
{
	unsigned long addr = 0;

	memcpy(&addr, p, elf.word);
	return addr;
}

/* Entries of a table of the kernel: relative to themselves, or an address */
static void table(const char *from, const char *to, size_t entry, bool relative,
		  u8 what)
{
	const struct elf_symbol *first = find_symbol(from), *last = find_symbol(to);
	unsigned long at;

	if (!first || !last)
		return;
	for (at = first->addr; at + entry <= last->addr; at += entry) {
		const u8 *p = elf_image(at, entry);
		s32 offset;

		if (!p)
			return;
		if (!relative) {
			special(read_word(p), what);
			continue;
		}
		memcpy(&offset, p, sizeof(offset));
		special(at + offset, what);
	}
}

/* Entries of 8 or 12 bytes, as the configuration says; each is for a trap. */
static void bug_table(void)
{
	const struct elf_symbol *first = find_symbol("__start___bug_table");
	const struct elf_symbol *last = find_symbol("__stop___bug_table");
	unsigned long at, traps[2] = { 0 };
	unsigned int i;

	for (i = 0; first && last && i < 2; i++) {
		for (at = first->addr; at < last->addr; at += 8 + 4 * i) {
			const u8 *p = elf_image(at, sizeof(s32));
			s32 offset;

			if (!p)
				return;
			memcpy(&offset, p, sizeof(offset));
			p = elf_image(elf.word == 8 ? at + offset : (u32)offset,
				      arch_unit == 1 ? 2 : arch_unit);
			traps[i] += p && arch_is_trap(p);
		}
	}
	table("__start___bug_table", "__stop___bug_table",
	      traps[0] > traps[1] ? 8 : 12, elf.word == 8, PATCHED);
}

/* Text between two symbols, or a section of a module */
static struct range {
	unsigned long first, last;
} ranges[16];

static unsigned int nr_ranges;

static bool in_refused_text(unsigned long addr)
{
	unsigned int i;

	for (i = 0; i < nr_ranges; i++)
		if (addr >= ranges[i].first && addr < ranges[i].last)
			return true;
	return false;
}

static void read_tables(void)
{
	static const char *const sections_refused[] = {
		".kprobes.text", ".noinstr.text", ".entry.text",
	};
	const bool wide = elf.word == 8;
	unsigned int i, j;

	if (elf.relocatable) {
		relocated_table("__ex_table", wide ? 12 : 8, EXTABLE);
		relocated_table("__jump_table", wide ? 16 : 12, PATCHED);
		relocated_table(".static_call_sites", 8, PATCHED);
		/* More than the trap is not text, and does no harm here. */
		relocated_table("__bug_table", 4, PATCHED);
		relocated_table("__mcount_loc", elf.word, TRACED);
		relocated_table("__patchable_function_entries", elf.word, TRACED);
		relocated_table("_kprobe_blacklist", elf.word, BLACKLISTED);
		for (i = 0; i < elf.nr_sections; i++)
			for (j = 0; j < ARRAY_SIZE(sections_refused); j++)
				if (!strcmp(elf.sections[i].name,
					    sections_refused[j]) &&
				    nr_ranges < ARRAY_SIZE(ranges))
					ranges[nr_ranges++] = (struct range){
						elf.sections[i].addr,
						elf.sections[i].addr +
						elf.sections[i].size
					};
	} else {
		table("__start___ex_table", "__stop___ex_table", wide ? 12 : 8,
		      wide, EXTABLE);
		table("__start___jump_table", "__stop___jump_table",
		      wide ? 16 : 12, wide, PATCHED);
		table("__start_static_call_sites", "__stop_static_call_sites", 8,
		      true, PATCHED);
		bug_table();
		table("__start_mcount_loc", "__stop_mcount_loc", elf.word, false,
		      TRACED);
		table("__start_kprobe_blacklist", "__stop_kprobe_blacklist",
		      elf.word, false, BLACKLISTED);
	}
	for (i = 0; arch_refused_text[i]; i += 2) {
		const struct elf_symbol *first = find_symbol(arch_refused_text[i]);
		const struct elf_symbol *last =
			find_symbol(arch_refused_text[i + 1]);

		if (first && last && nr_ranges < ARRAY_SIZE(ranges))
			ranges[nr_ranges++] = (struct range){
				first->addr, last->addr
			};
	}
	qsort(specials, nr_specials, sizeof(*specials), by_address);
}

/* ---- functions ---- */

enum verdict {
	/* How it is probed */
	BOOSTED, SIMULATED, TRAMPOLINED, STEPPED, EMULATED, BY_TRACER,
	/* Why it cannot be */
	NO_INSTRUCTION, NO_BLACKLIST, NO_PATCHED, NO_EXCLUSIVE,
	NR_VERDICTS
};

static const char *const verdicts[] = {
	"boosted", "simulated", "trampolined", "stepped", "emulated",
	"function-tracer",
	"refused-instruction", "refused-blacklist", "refused-patched",
	"refused-exclusive",
};

/* It may fault and sleep: see each architecture's boost.c. */
static int with_fixup(int modes)
{
	if (!arch_steps)
		return modes & ~(int)(BIT(KPROBE_MODE_BOOSTED) |
				      BIT(KPROBE_MODE_SIMULATED));
	return modes & BIT(KPROBE_MODE_STEPPED) ? (int)BIT(KPROBE_MODE_STEPPED) :
		modes;
}

/* As choose_mode() of kernel/kprobes_boost.c with the policy "auto" */
static enum verdict of_modes(int modes, bool post)
{
	if (modes <= 0)
		return NO_INSTRUCTION;
	if (!post && modes & BIT(KPROBE_MODE_BOOSTED))
		return BOOSTED;
	if (modes & BIT(KPROBE_MODE_SIMULATED))
		return SIMULATED;
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED))
		return TRAMPOLINED;
	return arch_steps ? STEPPED : EMULATED;
}

struct verdict_set {
	enum verdict ours, with_post, stock;
};

static void all(struct verdict_set *v, enum verdict verdict)
{
	v->ours = verdict;
	v->with_post = verdict;
	v->stock = verdict;
}

static void judge(const struct surveyed *s, u8 what, bool refused,
		  bool in_exclusive, struct verdict_set *v)
{
	int modes = s->modes;
	enum verdict stock;

	if (what & EXTABLE && modes > 0)
		modes = with_fixup(modes);
	v->ours = of_modes(modes, false);
	v->with_post = of_modes(modes, true);
	stock = of_modes(s->stock < 0 ? -1 : (int)BIT(s->stock), false);
	v->stock = stock;
	if (refused)
		all(v, NO_BLACKLIST);
	else if (what & TRACED)
		all(v, BY_TRACER);
	else if (what & PATCHED)
		all(v, NO_PATCHED);
	else if (in_exclusive)
		all(v, NO_EXCLUSIVE);
	if (v->stock == NO_EXCLUSIVE && !arch_stock_knows_exclusives)
		v->stock = stock;
}

/* Up to what fills the gap before the next function, if nothing says its size */
static unsigned long size_of(const struct elf_function *f)
{
	unsigned long at = 0, end = 0;
	struct surveyed s;

	if (!elf.guessed)
		return f->size;
	while (at < f->size) {
		u8 copy[SURVEY_CODE] = { 0 };
		size_t left = f->size - at;

		memcpy(copy, elf_code(f) + at,
		       left < sizeof(copy) ? left : sizeof(copy));
		arch_survey(copy, left, f->addr + at, elf_is_mapped, &s);
		at += s.len;
		if (!arch_is_fill(copy))
			end = at;
	}
	return end;
}

/* Calls @each with every instruction of @f; stops if it returns false. */
static void walk(const struct elf_function *f,
		 bool (*each)(const struct elf_function *f, unsigned long offset,
			      const struct surveyed *s, u8 what,
			      const struct verdict_set *v, void *data),
		 void *data)
{
	const unsigned long size = size_of(f);
	const u8 *code = elf_code(f);
	bool listed = special_at(f->addr) & BLACKLISTED;
	bool exclusive = false;
	unsigned long at = 0;
	struct verdict_set v;
	struct surveyed s;

	while (at < size) {
		u8 copy[SURVEY_CODE] = { 0 }, what = special_at(f->addr + at);
		unsigned long data_end = elf_data_end(f->addr + at);
		size_t left = size - at;

		if (data_end) {
			at = data_end - f->addr;
			continue;
		}
		memcpy(copy, code + at, left < sizeof(copy) ? left : sizeof(copy));
		arch_survey(copy, left, f->addr + at, elf_is_mapped, &s);
		judge(&s, what, listed || in_refused_text(f->addr + at),
		      exclusive && s.modes >= 0, &v);
		if (s.exclusive_load || s.exclusive_store)
			exclusive = s.exclusive_load;
		if (!each(f, at, &s, what, &v, data))
			return;
		at += s.len;
	}
}

struct counts {
	unsigned long total, ours[NR_VERDICTS], post[NR_VERDICTS],
		stock[NR_VERDICTS], extable;
};

static bool count(const struct elf_function *f, unsigned long offset,
		  const struct surveyed *s, u8 what,
		  const struct verdict_set *v, void *data)
{
	struct counts *c = data;

	c->total++;
	c->ours[v->ours]++;
	c->post[v->with_post]++;
	c->stock[v->stock]++;
	c->extable += what & EXTABLE &&
		(v->ours == STEPPED || v->ours == TRAMPOLINED);
	return true;
}

static void survey(void)
{
	struct counts c;
	unsigned int i;
	size_t nr;

	printf("function\tsection\taddress\tinstructions\textable");
	for (i = 0; i < NR_VERDICTS; i++)
		printf("\t%s", verdicts[i]);
	for (i = 0; i < NR_VERDICTS; i++)
		printf("\tpost-%s", verdicts[i]);
	for (i = 0; i < NR_VERDICTS; i++)
		printf("\tstock-%s", verdicts[i]);
	printf("\n");
	for (nr = 0; nr < elf.nr_functions; nr++) {
		const struct elf_function *f = &elf.functions[nr];

		memset(&c, 0, sizeof(c));
		walk(f, count, &c);
		printf("%s\t%s\t%lx\t%lu\t%lu", f->name, elf.sections[f->section].name,
		       elf.relocatable ? f->addr - elf.sections[f->section].addr :
		       f->addr, c.total, c.extable);
		for (i = 0; i < NR_VERDICTS; i++)
			printf("\t%lu", c.ours[i]);
		for (i = 0; i < NR_VERDICTS; i++)
			printf("\t%lu", c.post[i]);
		for (i = 0; i < NR_VERDICTS; i++)
			printf("\t%lu", c.stock[i]);
		printf("\n");
		if (nr % 1024 == 0 && isatty(STDERR_FILENO))
			fprintf(stderr, "\r%zu %%", nr * 100 / elf.nr_functions);
	}
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r     \r");
}

/* ---- one instruction ---- */

static csh capstone;

static void disassemble(const u8 *code, size_t size, unsigned long at)
{
	cs_insn *cs;

	if (cs_disasm(capstone, code, size, at, 1, &cs)) {
		printf("%s %s", cs->mnemonic, cs->op_str);
		cs_free(cs, 1);
	} else {
		printf("(not known to the disassembler)");
	}
}

static void print_bytes(const u8 *code, size_t size)
{
	while (size--)
		printf("%02x ", *code++);
}

/* Name of the part of the slot that begins at this byte, or NULL */
static const char *slot_part(const u8 *code, unsigned int offset)
{
	switch (offset) {
	case 0:
		return arch_steps ? "for stepping" : "for the kernel's emulation";
	case KPROBE_SLOT_BOOSTED * sizeof(kprobe_opcode_t):
		return arch_slot_address(code, offset) ? "the literal" : "boosted";
	case KPROBE_SLOT_TRAMPOLINE * sizeof(kprobe_opcode_t):
		return "trampolined";
	}
	return NULL;
}

struct wanted {
	unsigned long offset;
	bool found;
};

static bool explain(const struct elf_function *f, unsigned long offset,
		    const struct surveyed *s, u8 what,
		    const struct verdict_set *v, void *data)
{
	static const char *const mode_names[] = {
		"stepped", "simulated", "trampolined", "boosted",
	};
	const unsigned long slot_at = (f->addr & ~0xfffUL) + 0x100000;
	u8 code[SURVEY_CODE] = { 0 };
	unsigned int i, at, next;
	struct wanted *w = data;
	char name[100];
	u8 slot[256];
	size_t size;
	int row;

	if (offset + s->len <= w->offset)
		return true;
	if (offset > w->offset)
		return false;
	if (offset < w->offset)
		elf_die("%s+0x%lx is inside the instruction at %s+0x%lx",
			f->name, w->offset, f->name, offset);
	w->found = true;
	memcpy(code, elf_code(f) + offset, s->len);
	printf("%s+0x%lx in %s\n  ", f->name, offset, elf.sections[f->section].name);
	print_bytes(code, s->len);
	printf(" ");
	disassemble(code, s->len, f->addr + offset);
	printf("\n  probed: %s; with a post_handler: %s; by the stock kernel: %s\n",
	       verdicts[v->ours], verdicts[v->with_post], verdicts[v->stock]);
	row = kprobe_decode_row(code);
	if (row < 0 || kprobe_decode_row_name(row, name, sizeof(name)))
		snprintf(name, sizeof(name), "none");
	printf("  row of the decoder's table: %s\n", name);
	printf("  the instruction allows:");
	if (s->modes < 0)
		printf(" nothing, it can be run nowhere but in its place");
	for (i = 0; s->modes >= 0 && i < ARRAY_SIZE(mode_names); i++)
		if (s->modes & BIT(i))
			printf(" %s", i || arch_steps ? mode_names[i] : "emulated");
	printf("\n");
	if (what & EXTABLE)
		printf("  it has an exception-table entry, so that it may sleep\n");
	if (what & PATCHED)
		printf("  it is a jump label, static call, BUG() or WARN(), found by address\n");
	if (what & TRACED)
		printf("  the function tracer owns it\n");
	if (v->ours == NO_BLACKLIST)
		printf("  it is in text that must not be probed\n");
	if (v->ours == NO_EXCLUSIVE)
		printf("  it is between an exclusive load and its store\n");
	if (v->ours > BY_TRACER || v->ours == BY_TRACER || s->modes < 0)
		return false;

	size = arch_slot(code, f->addr + offset, slot_at, slot);
	for (at = 0; at < size; at = next) {
		if (slot_part(code, at))
			printf("  slot, %s:\n", slot_part(code, at));
		for (next = at + 1; next < size && !slot_part(code, next); next++)
			;
		while (at < next) {
			cs_insn *cs;
			size_t len = arch_unit;
			size_t address = arch_slot_address(code, at);
			unsigned int end = next;
			unsigned long to = 0;

			if (address) {
				memcpy(&to, slot + at, address);
				printf("    %3u  the address %lx\n", at, to);
				at += address;
				continue;
			}

			/* A trap that fills the rest is told once. */
			while (end > at + arch_unit &&
			       !memcmp(slot + end - arch_unit,
				       slot + end - 2 * arch_unit, arch_unit))
				end -= arch_unit;
			if (at + arch_unit == end && at && at < next - arch_unit) {
				printf("    %3u  and on: ", at);
				disassemble(slot + at, arch_unit, slot_at + at);
				printf("\n");
				break;
			}
			if (cs_disasm(capstone, slot + at, next - at, slot_at + at, 1,
				      &cs)) {
				len = cs->size;
				printf("    %3u  %s %s\n", at, cs->mnemonic,
				       cs->op_str);
				cs_free(cs, 1);
			} else {
				printf("    %3u  ", at);
				print_bytes(slot + at, len);
				printf("\n");
			}
			at += len;
		}
	}
	return false;
}

/*
 * The first function of that name; or the one that another name of it, or of a
 * place @inside it, leads to
 */
static const struct elf_function *find_function(const char *name,
						unsigned long *inside)
{
	const struct elf_function *f, *found = NULL;
	const struct elf_symbol *s;
	unsigned int others = 0;

	*inside = 0;
	for (f = elf.functions; f < elf.functions + elf.nr_functions; f++) {
		if (strcmp(f->name, name))
			continue;
		if (found)
			others++;
		else
			found = f;
	}
	if (others)
		fprintf(stderr, "%s: %u more functions are called %s; this is at %lx\n",
			elf.path, others, name, found->addr);
	s = found ? NULL : find_symbol(name);
	for (f = elf.functions; s && f < elf.functions + elf.nr_functions; f++) {
		if (s->section != f->section || s->addr - f->addr >= f->size)
			continue;
		*inside = s->addr - f->addr;
		return f;
	}
	return found;
}

static void explain_place(const char *place)
{
	const struct elf_function *f;
	char name[256], *end;
	unsigned long inside;
	struct wanted w = { 0 };
	const char *plus = strchr(place, '+');
	size_t len = plus ? (size_t)(plus - place) : strlen(place);

	if (len >= sizeof(name))
		elf_die("no such function: %s", place);
	memcpy(name, place, len);
	name[len] = 0;
	if (plus) {
		w.offset = strtoul(plus + 1, &end, 0);
		if (*end || !plus[1])
			elf_die("not SYMBOL+OFFSET: %s", place);
	}
	f = find_function(name, &inside);
	if (!f)
		elf_die("no such function: %s", name);
	if (w.offset >= f->size - inside)
		elf_die("%s has 0x%lx bytes", name, f->size - inside);
	w.offset += inside;
	if (arch_open(&capstone))
		elf_die("the disassembler does not know the architecture");
	walk(f, explain, &w);
}

int main(int argc, char **argv)
{
	if (argc != 2 && argc != 3) {
		fprintf(stderr, "usage: survey FILE [SYMBOL[+OFFSET]]\n");
		return 2;
	}
	elf_open(argv[1], arch_e_machine);
	if (elf.thumb != IS_ENABLED(CONFIG_THUMB2_KERNEL))
		return EXIT_OTHER_SET;
	read_tables();
	if (argc == 3)
		explain_place(argv[2]);
	else
		survey();
	return 0;
}
