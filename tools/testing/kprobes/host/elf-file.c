// SPDX-License-Identifier: GPL-2.0
/*
 * Reads kernels and modules for the programs that look at all instructions; see
 * elf-file.h.
 */

#include <elf.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf-file.h"

/* Where the sections of a module are laid, and what they are aligned to */
#define MODULE_FIRST	0x10000000UL
#define MODULE_ALIGN	0x1000UL

struct elf elf;

static const u8 *data;
static size_t data_size;

/* Mapping symbols (ELF for the Arm Architecture): here begin data, or code */
static struct mapping {
	unsigned long addr;
	bool data;
} *mappings;

static size_t nr_mappings;

void elf_die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "%s: ", elf.path);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

static void *allocate(size_t nr, size_t size)
{
	void *p = calloc(nr ?: 1, size);

	if (!p)
		elf_die("out of memory");
	return p;
}

static const void *at_offset(u64 offset, u64 size)
{
	if (offset > data_size || size > data_size - offset)
		elf_die("truncated: it ends before %llu bytes at %llu", size,
			offset);
	return data + offset;
}

static const char *string(const Elf64_Shdr *table, u64 at)
{
	const char *names = at_offset(table->sh_offset, table->sh_size);

	if (at >= table->sh_size || !memchr(names + at, 0, table->sh_size - at))
		elf_die("damaged: a name lies outside its table");
	return names + at;
}

static bool is_wide(void)
{
	return data[EI_CLASS] == ELFCLASS64;
}

static Elf64_Ehdr read_header(void)
{
	Elf64_Ehdr wide;
	Elf32_Ehdr h;

	if (is_wide()) {
		memcpy(&wide, at_offset(0, sizeof(wide)), sizeof(wide));
		return wide;
	}
	memcpy(&h, at_offset(0, sizeof(h)), sizeof(h));
	return (Elf64_Ehdr){
		.e_type = h.e_type, .e_machine = h.e_machine,
		.e_shoff = h.e_shoff, .e_shentsize = h.e_shentsize,
		.e_shnum = h.e_shnum, .e_shstrndx = h.e_shstrndx,
	};
}

static Elf64_Shdr read_section(const Elf64_Ehdr *header, unsigned int nr)
{
	u64 at = header->e_shoff + (u64)nr * header->e_shentsize;
	Elf64_Shdr wide;
	Elf32_Shdr s;

	if (is_wide()) {
		memcpy(&wide, at_offset(at, sizeof(wide)), sizeof(wide));
		return wide;
	}
	memcpy(&s, at_offset(at, sizeof(s)), sizeof(s));
	return (Elf64_Shdr){
		.sh_name = s.sh_name, .sh_type = s.sh_type,
		.sh_flags = s.sh_flags, .sh_addr = s.sh_addr,
		.sh_offset = s.sh_offset, .sh_size = s.sh_size,
		.sh_link = s.sh_link, .sh_info = s.sh_info,
	};
}

static Elf64_Sym read_symbol(const u8 *table, size_t nr)
{
	Elf64_Sym wide;
	Elf32_Sym s;

	if (is_wide()) {
		memcpy(&wide, table + nr * sizeof(wide), sizeof(wide));
		return wide;
	}
	memcpy(&s, table + nr * sizeof(s), sizeof(s));
	return (Elf64_Sym){
		.st_name = s.st_name, .st_info = s.st_info,
		.st_shndx = s.st_shndx, .st_value = s.st_value,
		.st_size = s.st_size,
	};
}

static void map_file(void)
{
	struct stat st;
	int fd;

	if (data)
		munmap((void *)data, data_size);
	data = NULL;
	fd = open(elf.path, O_RDONLY);
	if (fd < 0 || fstat(fd, &st))
		elf_die("%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		elf_die("not a file");
	data_size = st.st_size;
	if (data_size < EI_NIDENT)
		elf_die("not an ELF file");
	data = mmap(NULL, data_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		elf_die("%s", strerror(errno));
	close(fd);
	if (memcmp(data, ELFMAG, SELFMAG))
		elf_die("not an ELF file");
}

static void read_sections(const Elf64_Ehdr *header)
{
	unsigned long next = MODULE_FIRST;
	Elf64_Shdr names, s;
	unsigned int i;

	elf.nr_sections = header->e_shnum;
	elf.sections = allocate(elf.nr_sections, sizeof(*elf.sections));
	names = read_section(header, header->e_shstrndx);
	for (i = 0; i < elf.nr_sections; i++) {
		struct elf_section *to = &elf.sections[i];

		s = read_section(header, i);
		to->name = string(&names, s.sh_name);
		to->addr = s.sh_addr;
		to->size = s.sh_size;
		to->type = s.sh_type;
		to->info = s.sh_info;
		if (s.sh_type != SHT_NOBITS && s.sh_type != SHT_NULL)
			to->contents = at_offset(s.sh_offset, s.sh_size);
		to->alloc = s.sh_flags & SHF_ALLOC;
		to->text = s.sh_type == SHT_PROGBITS && to->alloc &&
			s.sh_flags & SHF_EXECINSTR;
		if (elf.relocatable && to->alloc) {
			to->addr = next;
			next = (next + to->size + MODULE_ALIGN - 1) &
				~(MODULE_ALIGN - 1);
		}
	}
}

static void read_symbols(const Elf64_Ehdr *header, const Elf64_Shdr *table)
{
	const u8 *contents = at_offset(table->sh_offset, table->sh_size);
	Elf64_Shdr names;
	size_t i, odd = 0, functions = 0;

	if (table->sh_link >= header->e_shnum)
		elf_die("damaged: the symbol table has no names");
	names = read_section(header, table->sh_link);
	elf.nr_symbols = table->sh_size /
		(is_wide() ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym));
	elf.symbols = allocate(elf.nr_symbols, sizeof(*elf.symbols));
	mappings = allocate(elf.nr_symbols, sizeof(*mappings));
	for (i = 0; i < elf.nr_symbols; i++) {
		struct elf_symbol *to = &elf.symbols[i];
		Elf64_Sym s = read_symbol(contents, i);

		to->name = string(&names, s.st_name);
		to->addr = s.st_value;
		to->size = s.st_size;
		to->section = s.st_shndx;
		to->function = ELF64_ST_TYPE(s.st_info) == STT_FUNC;
		if (to->section >= elf.nr_sections)
			continue;
		if (elf.relocatable)
			to->addr += elf.sections[to->section].addr;
		if (to->function && elf.machine == EM_ARM) {
			functions++;
			odd += to->addr & 1;
			to->addr &= ~1UL;
		}
		if (to->name[0] == '$' && strchr("adtx", to->name[1]) &&
		    (!to->name[2] || to->name[2] == '.') &&
		    elf.sections[to->section].text)
			mappings[nr_mappings++] = (struct mapping){
				to->addr, to->name[1] == 'd',
			};
	}
	elf.thumb = odd > functions / 2;
}

static int by_mapped(const void *a, const void *b)
{
	const struct mapping *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->data - y->data;
}

static int by_place(const void *a, const void *b)
{
	const struct elf_function *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Symbols that were read from a kernel's own table have no sizes. */
static void guess_sizes(void)
{
	size_t i;

	for (i = 0; i < elf.nr_functions; i++)
		if (elf.functions[i].size)
			return;
	elf.guessed = true;
	for (i = 0; i < elf.nr_functions; i++) {
		struct elf_function *f = &elf.functions[i];
		const struct elf_section *in = &elf.sections[f->section];
		unsigned long end = in->addr + in->size;

		if (i + 1 < elf.nr_functions && f[1].section == f->section)
			end = f[1].addr;
		f->size = end - f->addr;
	}
}

static void find_functions(void)
{
	size_t i, out;

	elf.functions = allocate(elf.nr_symbols, sizeof(*elf.functions));
	for (i = 0; i < elf.nr_symbols; i++) {
		const struct elf_symbol *s = &elf.symbols[i];
		const struct elf_section *in;

		if (!s->function || s->section >= elf.nr_sections ||
		    !elf.sections[s->section].text)
			continue;
		in = &elf.sections[s->section];
		if (s->addr - in->addr > in->size ||
		    s->size > in->size - (s->addr - in->addr))
			elf_die("damaged: %s ends outside its section", s->name);
		elf.functions[elf.nr_functions++] = (struct elf_function){
			s->name, s->addr, s->size, s->section,
		};
	}
	qsort(elf.functions, elf.nr_functions, sizeof(*elf.functions), by_place);
	guess_sizes();
	for (i = out = 0; i < elf.nr_functions; i++)
		if (elf.functions[i].size &&
		    (!out || elf.functions[i].addr >=
		     elf.functions[out - 1].addr + elf.functions[out - 1].size))
			elf.functions[out++] = elf.functions[i];
	if (!out)
		elf_die("no functions");
	elf.nr_functions = out;
}

void elf_open(const char *path, unsigned int machine)
{
	Elf64_Ehdr header;
	unsigned int i;

	free(elf.sections);
	free(elf.symbols);
	free(elf.functions);
	free(mappings);
	memset(&elf, 0, sizeof(elf));
	mappings = NULL;
	nr_mappings = 0;
	elf.path = path;
	map_file();

	header = read_header();
	if (data[EI_DATA] != ELFDATA2LSB || header.e_machine != machine)
		elf_die("of another architecture");
	if (header.e_shentsize !=
	    (is_wide() ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)) ||
	    !header.e_shnum || header.e_shstrndx >= header.e_shnum)
		elf_die("no section table");
	elf.machine = header.e_machine;
	elf.word = is_wide() ? 8 : 4;
	elf.relocatable = header.e_type == ET_REL;
	read_sections(&header);
	for (i = 0; i < elf.nr_sections; i++) {
		Elf64_Shdr s = read_section(&header, i);

		if (s.sh_type == SHT_SYMTAB && !elf.symbols)
			read_symbols(&header, &s);
	}
	if (!elf.nr_symbols)
		elf_die("no symbols: it is stripped");
	qsort(mappings, nr_mappings, sizeof(*mappings), by_mapped);
	find_functions();
}

static const struct elf_section *section_at(unsigned long addr)
{
	unsigned int i;

	for (i = 0; i < elf.nr_sections; i++) {
		const struct elf_section *s = &elf.sections[i];

		if (s->alloc && addr - s->addr < s->size)
			return s;
	}
	return NULL;
}

const u8 *elf_image(unsigned long addr, size_t size)
{
	const struct elf_section *s = section_at(addr);

	if (!s || !s->contents || size > s->size - (addr - s->addr))
		return NULL;
	return s->contents + (addr - s->addr);
}

bool elf_is_mapped(unsigned long addr)
{
	return section_at(addr);
}

const u8 *elf_code(const struct elf_function *f)
{
	const struct elf_section *s = &elf.sections[f->section];

	return s->contents + (f->addr - s->addr);
}

unsigned long elf_data_end(unsigned long addr)
{
	size_t low = 0, high = nr_mappings;

	/* The last one that is not behind the address */
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (mappings[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || !mappings[low - 1].data)
		return 0;
	while (low < nr_mappings && mappings[low].data)
		low++;
	return low < nr_mappings ? mappings[low].addr : ~0UL;
}
