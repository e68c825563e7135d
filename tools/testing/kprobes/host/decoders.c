// SPDX-License-Identifier: GPL-2.0
/*
 * Compares our decoder with Capstone's: on all functions of the kernels and
 * modules it is given, on encodings that are enumerated, and on random ones.
 *
 * Every kind of difference, such as "length vmread", must stand in the list of
 * those that are explained.  And of each mnemonic the modes that its encodings
 * are given must be those of another list.
 */

#include <elf.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boost.h"
#include "decoders.h"

#define MAX_KINDS	4096
#define MAX_MNEMONICS	4096

csh capstone;
static cs_insn *scratch;

static struct kind {
	char name[80];
	bool explained;
	unsigned long count;
	char example[200];
} kinds[MAX_KINDS];

static unsigned int nr_kinds;

/* Bit n: a mode mask n was seen; bit 16: refused */
static struct mnemonic {
	char name[40];
	u32 seen, listed;
} mnemonics[MAX_MNEMONICS];

static unsigned int nr_mnemonics;
static unsigned long compared;

static void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

static struct kind *find_kind(const char *name)
{
	unsigned int i;

	for (i = 0; i < nr_kinds; i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	if (nr_kinds == MAX_KINDS)
		die("more than %u kinds of difference", MAX_KINDS);
	snprintf(kinds[i].name, sizeof(kinds[i].name), "%s", name);
	return &kinds[nr_kinds++];
}

static struct mnemonic *find_mnemonic(const char *name)
{
	unsigned int i;

	for (i = 0; i < nr_mnemonics; i++)
		if (!strcmp(mnemonics[i].name, name))
			return &mnemonics[i];
	if (nr_mnemonics == MAX_MNEMONICS)
		die("more than %u mnemonics", MAX_MNEMONICS);
	snprintf(mnemonics[i].name, sizeof(mnemonics[i].name), "%s", name);
	return &mnemonics[nr_mnemonics++];
}

bool capstone_decode(const u8 *code, size_t size, unsigned long addr,
		     cs_insn *cs)
{
	uint64_t address = addr;

	return cs_disasm_iter(capstone, &code, &size, &address, cs);
}

void differ(const struct both *b, const char *what)
{
	char name[sizeof(kinds[0].name)], row[80];
	struct kind *k;
	unsigned int i;
	int nr, len;

	if (b->known) {
		snprintf(name, sizeof(name), "%s %s", what, b->cs->mnemonic);
	} else {
		nr = kprobe_decode_row(b->code);
		if (nr < 0 || kprobe_decode_row_name(nr, row, sizeof(row)))
			strcpy(row, "no row");
		snprintf(name, sizeof(name), "%s: %s", what, row);
	}
	k = find_kind(name);
	if (k->count++)
		return;
	len = snprintf(k->example, sizeof(k->example), "at %lx:", b->addr);
	for (i = 0; i < b->len || (b->known && i < b->cs->size); i++)
		len += snprintf(k->example + len, sizeof(k->example) - len,
				" %02x", b->code[i]);
	if (b->known)
		snprintf(k->example + len, sizeof(k->example) - len, " %s %s",
			 b->cs->mnemonic, b->cs->op_str);
}

static unsigned int compare(const u8 *code, unsigned long addr)
{
	cs_regs written;
	uint8_t nr_read, nr_written;
	struct both b = {
		.code = code, .addr = addr, .cs = scratch,
	};

	compared++;
	b.known = capstone_decode(code, CODE_SIZE, addr, scratch);
	if (b.known) {
		cs_regs_access(capstone, scratch, b.touched, &nr_read, written,
			       &nr_written);
		memcpy(b.touched + nr_read, written,
		       nr_written * sizeof(written[0]));
		b.nr_touched = nr_read + nr_written;
	}
	return arch_compare(&b);
}

/* ---- kernels and modules ---- */

static void compare_range(const u8 *code, size_t size, unsigned long addr)
{
	u8 copy[CODE_SIZE];
	size_t at = 0, left;

	while (at < size) {
		left = size - at;
		memset(copy, 0, sizeof(copy));
		memcpy(copy, code + at, left < CODE_SIZE ? left : CODE_SIZE);
		at += compare(copy, addr + at);
	}
}

static int by_value(const void *a, const void *b)
{
	const Elf64_Sym *x = a, *y = b;

	if (x->st_shndx != y->st_shndx)
		return x->st_shndx < y->st_shndx ? -1 : 1;
	return (x->st_value > y->st_value) - (x->st_value < y->st_value);
}

static void compare_file(const char *path)
{
	const Elf64_Shdr *sections, *symtab = NULL, *text;
	const Elf64_Ehdr *header;
	unsigned long start, last = 0;
	Elf64_Sym *symbols;
	size_t nr, i, funcs = 0;
	struct stat st;
	u8 *data;
	int fd;

	fd = open(path, O_RDONLY);
	if (fd < 0 || fstat(fd, &st) || st.st_size < (off_t)sizeof(*header))
		die("%s: cannot be read", path);
	data = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		die("%s: cannot be mapped", path);
	close(fd);

	header = (const void *)data;
	if (memcmp(header->e_ident, ELFMAG, SELFMAG) ||
	    header->e_ident[EI_CLASS] != ELFCLASS64 ||
	    header->e_machine != arch_e_machine)
		die("%s: no ELF file of this architecture", path);
	sections = (const void *)(data + header->e_shoff);
	for (i = 0; i < header->e_shnum; i++)
		if (sections[i].sh_type == SHT_SYMTAB)
			symtab = &sections[i];
	if (!symtab)
		die("%s: no symbols", path);

	nr = symtab->sh_size / sizeof(*symbols);
	symbols = malloc(symtab->sh_size);
	memcpy(symbols, data + symtab->sh_offset, symtab->sh_size);
	qsort(symbols, nr, sizeof(*symbols), by_value);
	for (i = 0; i < nr; i++) {
		const Elf64_Sym *s = &symbols[i];

		if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || !s->st_size ||
		    s->st_shndx >= header->e_shnum)
			continue;
		text = &sections[s->st_shndx];
		if (text->sh_type != SHT_PROGBITS)
			continue;
		start = s->st_value;
		if (header->e_type == ET_REL)
			start += text->sh_addr;
		/* An alias, or the end of a function with an entry inside */
		if (funcs && symbols[i - 1].st_shndx == s->st_shndx &&
		    start < last)
			continue;
		last = start + s->st_size;
		compare_range(data + text->sh_offset + start - text->sh_addr,
			      s->st_size, start);
		funcs++;
	}
	if (!funcs)
		die("%s: no functions", path);
	free(symbols);
	munmap(data, st.st_size);
}

/* ---- modes of each mnemonic ---- */

static void note_modes(const u8 *code)
{
	char name[sizeof(mnemonics[0].name)];
	struct both b = { .code = code, .cs = scratch };

	if (!capstone_decode(code, CODE_SIZE, 0, scratch))
		return;
	b.known = true;
	arch_compare(&b);
	if (!arch_is_regular(&b))
		return;
	snprintf(name, sizeof(name), "%s%s", scratch->mnemonic, arch_form(&b));
	find_mnemonic(name)->seen |= 1U << (b.modes < 0 ? 16 : b.modes);
}

/* Run in any mode but simulated */
#define PLAIN	(1U << (BOOSTED | TRAMPOLINED | STEPPED))

static void print_modes(u32 set)
{
	const char *separator = "";
	unsigned int modes;

	for (modes = 0; modes <= 16; modes++) {
		if (!(set & 1U << modes))
			continue;
		printf("%s%s%s%s%s%s", separator, modes & SIMULATED ? "S" : "",
		       modes & BOOSTED ? "B" : "",
		       modes & TRAMPOLINED ? "T" : "",
		       modes & STEPPED ? "K" : "", modes == 16 ? "NO" : "");
		separator = " ";
	}
}

static u32 parse_modes(char *text)
{
	char *word, *c;
	u32 set = 0;

	for (word = strtok(text, " "); word; word = strtok(NULL, " ")) {
		unsigned int modes = 0;

		if (!strcmp(word, "NO"))
			modes = 16;
		else
			for (c = word; *c; c++)
				modes |= *c == 'S' ? SIMULATED :
					*c == 'B' ? BOOSTED :
					*c == 'T' ? TRAMPOLINED : STEPPED;
		set |= 1U << modes;
	}
	return set;
}

/* Lines of text before and after a tabulator, as in the lists of this test */
static void read_list(const char *path, void (*f)(char *key, char *value))
{
	char line[400], *tab;
	FILE *list;

	list = fopen(path, "r");
	if (!list)
		die("%s: cannot be read", path);
	while (fgets(line, sizeof(line), list)) {
		line[strcspn(line, "\n")] = 0;
		tab = strchr(line, '\t');
		if (line[0] == '#' || !tab)
			continue;
		*tab = 0;
		f(line, tab + 1);
	}
	fclose(list);
}

static void explain(char *key, char *value)
{
	find_kind(key)->explained = true;
}

static void list_modes(char *key, char *value)
{
	find_mnemonic(key)->listed = parse_modes(value);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);	/* the first field is the name */
}

static const char usage[] =
	"usage: decoders [-s SEED] [-n NUMBER] [-e LIST] [-m LIST] [-d] [FILE]...";

int main(int argc, char **argv)
{
	unsigned long count = 100000, i, in_files, explained, wrong = 0;
	bool dump = false;
	u64 seed = 1;
	u8 code[CODE_SIZE];
	struct rng r;
	int opt;

	while ((opt = getopt(argc, argv, "s:n:e:m:d")) != -1) {
		switch (opt) {
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 'n':
			count = strtoul(optarg, NULL, 0);
			break;
		case 'e':
			read_list(optarg, explain);
			break;
		case 'm':
			read_list(optarg, list_modes);
			break;
		case 'd':
			dump = true;
			break;
		default:
			die(usage);
		}
	}

	draw_init();
	if (arch_open(&capstone) ||
	    cs_option(capstone, CS_OPT_DETAIL, CS_OPT_ON))
		die("Capstone does not know the architecture");
	scratch = cs_malloc(capstone);

	arch_enumerate(note_modes);
	if (dump) {
		qsort(mnemonics, nr_mnemonics, sizeof(mnemonics[0]), by_name);
		for (i = 0; i < nr_mnemonics; i++) {
			if (mnemonics[i].seen == PLAIN)
				continue;
			printf("%s\t", mnemonics[i].name);
			print_modes(mnemonics[i].seen);
			printf("\n");
		}
		return 0;
	}
	for (i = 0; i < nr_mnemonics; i++) {
		u32 seen = mnemonics[i].seen;
		u32 listed = mnemonics[i].listed ?: PLAIN;

		if (seen == listed)
			continue;
		wrong++;
		printf("modes of %s: ", mnemonics[i].name);
		print_modes(seen);
		printf("; must be ");
		print_modes(listed);
		printf("\n");
	}

	for (; optind < argc; optind++)
		compare_file(argv[optind]);
	in_files = compared;
	r.state = seed;
	for (i = 0; i < count; i++) {
		draw_code(&r, code);
		compare(code, 0xffffffff81000000 + (rng_next(&r) & 0xfffff0));
	}
	explained = 0;
	for (i = 0; i < nr_kinds; i++) {
		if (kinds[i].explained)
			continue;
		wrong++;
		printf("%s, %lu times, first %s\n", kinds[i].name,
		       kinds[i].count, kinds[i].example);
	}
	for (i = 0; i < nr_kinds; i++)
		explained += kinds[i].explained && kinds[i].count;
	printf("%lu instructions of files, %lu random ones from seed %llu: ",
	       in_files, count, seed);
	printf("%lu kinds of explained difference, %lu others\n", explained,
	       wrong);
	return !!wrong;
}
