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
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boost.h"
#include "survey.h"

static const u8 *data;
static size_t data_size;
static const char *path;
static const Elf64_Ehdr *header;
static const Elf64_Shdr *sections;
static const char *section_names;
static const Elf64_Sym *symbols;
static size_t nr_symbols;
static const char *names;
/* Address of each section; a module's are laid one after the other */
static unsigned long *bases;

static void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "%s: ", path);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

/* ---- ELF; nothing of the file is trusted ---- */

static const void *at_offset(u64 offset, u64 size)
{
	if (offset > data_size || size > data_size - offset)
		die("truncated: it ends before %llu bytes at %llu", size, offset);
	return data + offset;
}

static const char *string(const char *table, size_t table_size, size_t at)
{
	if (at >= table_size || !memchr(table + at, 0, table_size - at))
		die("damaged: a name lies outside its table");
	return table + at;
}

static const void *contents(const Elf64_Shdr *s)
{
	return at_offset(s->sh_offset, s->sh_size);
}

static const char *section_name(unsigned int nr)
{
	return string(section_names, sections[header->e_shstrndx].sh_size,
		      sections[nr].sh_name);
}

static size_t names_size;

static const char *symbol_name(const Elf64_Sym *s)
{
	return string(names, names_size, s->st_name);
}

static bool is_text(unsigned int nr)
{
	return nr < header->e_shnum && sections[nr].sh_type == SHT_PROGBITS &&
	       sections[nr].sh_flags & SHF_EXECINSTR &&
	       sections[nr].sh_flags & SHF_ALLOC;
}

static unsigned long symbol_at(const Elf64_Sym *s)
{
	if (header->e_type != ET_REL || s->st_shndx >= header->e_shnum)
		return s->st_value;
	return bases[s->st_shndx] + s->st_value;
}

static void open_file(void)
{
	unsigned long next = 0x10000000;
	unsigned int i;
	struct stat st;
	int fd;

	fd = open(path, O_RDONLY);
	if (fd < 0 || fstat(fd, &st))
		die("%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		die("not a file");
	data_size = st.st_size;
	if (data_size < sizeof(*header))
		die("not an ELF file");
	data = mmap(NULL, data_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		die("%s", strerror(errno));
	close(fd);

	header = (const void *)data;
	if (memcmp(header->e_ident, ELFMAG, SELFMAG))
		die("not an ELF file");
	if (header->e_ident[EI_CLASS] != ELFCLASS64 ||
	    header->e_ident[EI_DATA] != ELFDATA2LSB ||
	    header->e_machine != arch_e_machine)
		die("of another architecture");
	if (header->e_shentsize != sizeof(*sections) || !header->e_shnum ||
	    header->e_shstrndx >= header->e_shnum)
		die("no section table");
	sections = at_offset(header->e_shoff, header->e_shnum * sizeof(*sections));
	section_names = contents(&sections[header->e_shstrndx]);
	bases = calloc(header->e_shnum, sizeof(*bases));
	for (i = 0; i < header->e_shnum; i++) {
		bases[i] = sections[i].sh_addr;
		if (header->e_type == ET_REL && sections[i].sh_flags & SHF_ALLOC) {
			bases[i] = next;
			next = (next + sections[i].sh_size + 0xfff) & ~0xfffUL;
		}
		if (sections[i].sh_type != SHT_SYMTAB)
			continue;
		if (sections[i].sh_link >= header->e_shnum)
			die("damaged: the symbol table has no names");
		symbols = contents(&sections[i]);
		nr_symbols = sections[i].sh_size / sizeof(*symbols);
		names = contents(&sections[sections[i].sh_link]);
		names_size = sections[sections[i].sh_link].sh_size;
	}
	if (!nr_symbols)
		die("no symbols: it is stripped");
}

/* What is at an address of the image; NULL, or @size bytes */
static const u8 *image(unsigned long addr, size_t size)
{
	unsigned int i;

	for (i = 0; i < header->e_shnum; i++) {
		const Elf64_Shdr *s = &sections[i];

		if (s->sh_flags & SHF_ALLOC && s->sh_type != SHT_NOBITS &&
		    addr - bases[i] < s->sh_size &&
		    size <= s->sh_size - (addr - bases[i]))
			return (const u8 *)contents(s) + (addr - bases[i]);
	}
	return NULL;
}

static bool is_mapped(unsigned long addr)
{
	unsigned int i;

	for (i = 0; i < header->e_shnum; i++)
		if (sections[i].sh_flags & SHF_ALLOC &&
		    addr - bases[i] < sections[i].sh_size)
			return true;
	return false;
}

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
			die("out of memory");
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

static const Elf64_Sym *find_symbol(const char *name)
{
	size_t i;

	for (i = 0; i < nr_symbols; i++)
		if (symbols[i].st_shndx && !strcmp(symbol_name(&symbols[i]), name))
			return &symbols[i];
	return NULL;
}

/* Entries of a table in a module: each begins with a relocation. */
static void relocated_table(const char *name, size_t entry, u8 what)
{
	const Elf64_Rela *rela;
	unsigned int i;
	size_t j;

	for (i = 0; i < header->e_shnum; i++) {
		const Elf64_Shdr *s = &sections[i];

		if (s->sh_type != SHT_RELA || s->sh_info >= header->e_shnum ||
		    strcmp(section_name(s->sh_info), name))
			continue;
		rela = contents(s);
		for (j = 0; j < s->sh_size / sizeof(*rela); j++) {
			size_t nr = ELF64_R_SYM(rela[j].r_info);

			if (rela[j].r_offset % entry || nr >= nr_symbols)
				continue;
			special(symbol_at(&symbols[nr]) + rela[j].r_addend, what);
		}
	}
}

/* Entries of a table of the kernel: relative to themselves, or an address */
static void table(const char *from, const char *to, size_t entry, bool relative,
		  u8 what)
{
	const Elf64_Sym *first = find_symbol(from), *last = find_symbol(to);
	unsigned long at;

	if (!first || !last)
		return;
	for (at = first->st_value; at + entry <= last->st_value; at += entry) {
		const u8 *p = image(at, entry);
		unsigned long addr;
		s32 offset;

		if (!p)
			return;
		if (relative) {
			memcpy(&offset, p, sizeof(offset));
			addr = at + offset;
		} else {
			memcpy(&addr, p, sizeof(addr));
		}
		special(addr, what);
	}
}

/* Entries of 8 or 12 bytes, as the configuration says; each is for a trap. */
static void bug_table(void)
{
	const Elf64_Sym *first = find_symbol("__start___bug_table");
	const Elf64_Sym *last = find_symbol("__stop___bug_table");
	unsigned long at, traps[2] = { 0 };
	unsigned int i;

	for (i = 0; first && last && i < 2; i++) {
		for (at = first->st_value; at < last->st_value; at += 8 + 4 * i) {
			const u8 *p = image(at, sizeof(s32));
			s32 offset;

			if (!p)
				return;
			memcpy(&offset, p, sizeof(offset));
			p = image(at + offset, arch_unit == 1 ? 2 : 4);
			traps[i] += p && arch_is_trap(p);
		}
	}
	table("__start___bug_table", "__stop___bug_table",
	      traps[0] > traps[1] ? 8 : 12, true, PATCHED);
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
	unsigned int i, j;

	if (header->e_type == ET_REL) {
		relocated_table("__ex_table", 12, EXTABLE);
		relocated_table("__jump_table", 16, PATCHED);
		relocated_table(".static_call_sites", 8, PATCHED);
		/* More than the trap is not text, and does no harm here. */
		relocated_table("__bug_table", 4, PATCHED);
		relocated_table("__mcount_loc", 8, TRACED);
		relocated_table("__patchable_function_entries", 8, TRACED);
		relocated_table("_kprobe_blacklist", 8, BLACKLISTED);
		for (i = 0; i < header->e_shnum; i++)
			for (j = 0; j < ARRAY_SIZE(sections_refused); j++)
				if (!strcmp(section_name(i), sections_refused[j]) &&
				    nr_ranges < ARRAY_SIZE(ranges))
					ranges[nr_ranges++] = (struct range){
						bases[i],
						bases[i] + sections[i].sh_size
					};
	} else {
		table("__start___ex_table", "__stop___ex_table", 12, true, EXTABLE);
		table("__start___jump_table", "__stop___jump_table", 16, true,
		      PATCHED);
		table("__start_static_call_sites", "__stop_static_call_sites", 8,
		      true, PATCHED);
		bug_table();
		table("__start_mcount_loc", "__stop_mcount_loc", 8, false, TRACED);
		table("__start_kprobe_blacklist", "__stop_kprobe_blacklist", 8,
		      false, BLACKLISTED);
	}
	for (i = 0; arch_refused_text[i]; i += 2) {
		const Elf64_Sym *first = find_symbol(arch_refused_text[i]);
		const Elf64_Sym *last = find_symbol(arch_refused_text[i + 1]);

		if (first && last && nr_ranges < ARRAY_SIZE(ranges))
			ranges[nr_ranges++] = (struct range){
				first->st_value, last->st_value
			};
	}
	qsort(specials, nr_specials, sizeof(*specials), by_address);
}

/* ---- functions ---- */

struct function {
	unsigned long addr, size;
	unsigned int section;
	const char *name;
};

static struct function *functions;
static size_t nr_functions;

static int by_place(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void read_functions(void)
{
	size_t i, out;

	functions = calloc(nr_symbols, sizeof(*functions));
	for (i = 0; i < nr_symbols; i++) {
		const Elf64_Sym *s = &symbols[i];
		struct function *f = &functions[nr_functions];
		unsigned long in_section;

		if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || !s->st_size ||
		    !is_text(s->st_shndx))
			continue;
		f->addr = symbol_at(s);
		f->size = s->st_size;
		f->section = s->st_shndx;
		f->name = symbol_name(s);
		in_section = f->addr - bases[f->section];
		if (in_section > sections[f->section].sh_size ||
		    f->size > sections[f->section].sh_size - in_section)
			die("damaged: %s ends outside its section", f->name);
		nr_functions++;
	}
	if (!nr_functions)
		die("no functions with a size");
	qsort(functions, nr_functions, sizeof(*functions), by_place);
	/* Of aliases, and of what lies inside another one, the first counts. */
	for (i = out = 0; i < nr_functions; i++)
		if (!out || functions[i].addr >= functions[out - 1].addr +
		    functions[out - 1].size)
			functions[out++] = functions[i];
	nr_functions = out;
}

static const u8 *code_of(const struct function *f)
{
	return (const u8 *)contents(&sections[f->section]) +
		(f->addr - bases[f->section]);
}

enum verdict {
	/* How it is probed */
	BOOSTED, SIMULATED, TRAMPOLINED, STEPPED, BY_TRACER,
	/* Why it cannot be */
	NO_INSTRUCTION, NO_BLACKLIST, NO_PATCHED, NO_EXCLUSIVE,
	NR_VERDICTS
};

static const char *const verdicts[] = {
	"boosted", "simulated", "trampolined", "stepped", "function-tracer",
	"refused-instruction", "refused-blacklist", "refused-patched",
	"refused-exclusive",
};

/* As choose_mode() of kernel/kprobes_boost.c with the policy "auto" */
static enum verdict of_modes(int modes, bool post)
{
	if (modes < 0)
		return NO_INSTRUCTION;
	if (!post && modes & BIT(KPROBE_MODE_BOOSTED))
		return BOOSTED;
	if (modes & BIT(KPROBE_MODE_SIMULATED))
		return SIMULATED;
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED))
		return TRAMPOLINED;
	return STEPPED;
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

	/* It may fault and sleep: see arch_kprobe_boost_prepare(). */
	if (what & EXTABLE && modes > 0 && modes & BIT(KPROBE_MODE_STEPPED))
		modes = BIT(KPROBE_MODE_STEPPED);
	v->ours = of_modes(modes, false);
	v->with_post = of_modes(modes, true);
	v->stock = of_modes(s->stock < 0 ? -1 : (int)BIT(s->stock), false);
	if (refused)
		all(v, NO_BLACKLIST);
	else if (what & TRACED)
		all(v, BY_TRACER);
	else if (what & PATCHED)
		all(v, NO_PATCHED);
	else if (in_exclusive)
		all(v, NO_EXCLUSIVE);
}

/* Calls @each with every instruction of @f; stops if it returns false. */
static void walk(const struct function *f,
		 bool (*each)(const struct function *f, unsigned long offset,
			      const struct surveyed *s, u8 what,
			      const struct verdict_set *v, void *data),
		 void *data)
{
	const u8 *code = code_of(f);
	bool listed = special_at(f->addr) & BLACKLISTED;
	bool exclusive = false;
	unsigned long at = 0;
	struct verdict_set v;
	struct surveyed s;

	while (at < f->size) {
		u8 copy[SURVEY_CODE] = { 0 }, what = special_at(f->addr + at);
		size_t left = f->size - at;

		memcpy(copy, code + at, left < sizeof(copy) ? left : sizeof(copy));
		arch_survey(copy, left, f->addr + at, is_mapped, &s);
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

static bool count(const struct function *f, unsigned long offset,
		  const struct surveyed *s, u8 what,
		  const struct verdict_set *v, void *data)
{
	struct counts *c = data;

	c->total++;
	c->ours[v->ours]++;
	c->post[v->with_post]++;
	c->stock[v->stock]++;
	c->extable += v->ours == STEPPED && what & EXTABLE;
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
	for (nr = 0; nr < nr_functions; nr++) {
		const struct function *f = &functions[nr];

		memset(&c, 0, sizeof(c));
		walk(f, count, &c);
		printf("%s\t%s\t%lx\t%lu\t%lu", f->name, section_name(f->section),
		       header->e_type == ET_REL ? f->addr - bases[f->section] :
		       f->addr, c.total, c.extable);
		for (i = 0; i < NR_VERDICTS; i++)
			printf("\t%lu", c.ours[i]);
		for (i = 0; i < NR_VERDICTS; i++)
			printf("\t%lu", c.post[i]);
		for (i = 0; i < NR_VERDICTS; i++)
			printf("\t%lu", c.stock[i]);
		printf("\n");
		if (nr % 1024 == 0 && isatty(STDERR_FILENO))
			fprintf(stderr, "\r%zu %%", nr * 100 / nr_functions);
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

struct wanted {
	unsigned long offset;
	bool found;
};

static bool explain(const struct function *f, unsigned long offset,
		    const struct surveyed *s, u8 what,
		    const struct verdict_set *v, void *data)
{
	static const char *const mode_names[] = {
		"stepped", "simulated", "trampolined", "boosted",
	};
	const unsigned long slot_at = (f->addr & ~0xfffUL) + 0x100000;
	const u8 *code = code_of(f) + offset;
	unsigned int i, at, next;
	struct wanted *w = data;
	u8 slot[256];
	size_t size;

	if (offset + s->len <= w->offset)
		return true;
	if (offset > w->offset)
		return false;
	if (offset < w->offset)
		die("%s+0x%lx is inside the instruction at %s+0x%lx", f->name,
		    w->offset, f->name, offset);
	w->found = true;
	printf("%s+0x%lx in %s\n  ", f->name, offset, section_name(f->section));
	print_bytes(code, s->len);
	printf(" ");
	disassemble(code, s->len, f->addr + offset);
	printf("\n  probed: %s; with a post_handler: %s; by the stock kernel: %s\n",
	       verdicts[v->ours], verdicts[v->with_post], verdicts[v->stock]);
	printf("  the instruction allows:");
	if (s->modes < 0)
		printf(" nothing");
	for (i = 0; s->modes >= 0 && i < ARRAY_SIZE(mode_names); i++)
		if (s->modes & BIT(i))
			printf(" %s", mode_names[i]);
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
		if (arch_slot_part(at))
			printf("  slot, %s:\n", arch_slot_part(at));
		for (next = at + 1; next < size && !arch_slot_part(next); next++)
			;
		while (at < next) {
			cs_insn *cs;
			size_t len = arch_unit;
			unsigned int end = next;

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

static void explain_place(const char *place)
{
	char name[256], *end;
	struct wanted w = { 0 };
	const char *plus = strchr(place, '+');
	size_t len = plus ? (size_t)(plus - place) : strlen(place), i;

	if (len >= sizeof(name))
		die("no such function: %s", place);
	memcpy(name, place, len);
	name[len] = 0;
	if (plus) {
		w.offset = strtoul(plus + 1, &end, 0);
		if (*end || !plus[1])
			die("not SYMBOL+OFFSET: %s", place);
	}
	for (i = 0; i < nr_functions; i++) {
		if (strcmp(functions[i].name, name))
			continue;
		if (w.offset >= functions[i].size)
			die("%s has 0x%lx bytes", name, functions[i].size);
		if (arch_open(&capstone))
			die("the disassembler does not know the architecture");
		walk(&functions[i], explain, &w);
		return;
	}
	die("no such function: %s", name);
}

int main(int argc, char **argv)
{
	if (argc != 2 && argc != 3) {
		fprintf(stderr, "usage: survey FILE [SYMBOL[+OFFSET]]\n");
		return 2;
	}
	path = argv[1];
	open_file();
	read_tables();
	read_functions();
	if (argc == 3)
		explain_place(argv[2]);
	else
		survey();
	return 0;
}
