// SPDX-License-Identifier: GPL-2.0
/*
 * Compares our decoder with Capstone's: on all functions of the kernels and
 * modules it is given, on encodings that are enumerated, and on random ones.
 *
 * Every kind of difference, such as "length vmread", must stand in the list of
 * those that are explained.  And of each mnemonic the modes that its encodings
 * are given must be those of another list.
 */

#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "boost.h"
#include "decoders.h"
#include "elf-file.h"

#define MAX_KINDS	4096
#define MAX_MNEMONICS	4096

csh capstone;
static cs_insn *scratch;

static struct kind {
	char name[120];
	bool explained;
	unsigned long count;
	char example[200];
} kinds[MAX_KINDS];

static unsigned int nr_kinds;

#define REFUSED		BIT(KPROBE_NR_MODES)

/*
 * How many of the enumerated encodings are given each set of modes, or are
 * refused.  A row stands here for what Capstone does not know of it.
 */
static struct mnemonic {
	char name[60];
	bool row, in_list;
	unsigned long seen[REFUSED + 1], listed[REFUSED + 1];
} mnemonics[MAX_MNEMONICS];

static unsigned int nr_mnemonics;
static unsigned long enumerated;

/* False: there is none. */
static bool row_name(const u8 *code, char *name, size_t size)
{
	int nr = kprobe_decode_row(code);

	if (nr >= 0 && !kprobe_decode_row_name(nr, name, size))
		return true;
	snprintf(name, size, "no row");
	return false;
}

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
	int len;

	if (b->known) {
		snprintf(name, sizeof(name), "%s %s", what, arch_mnemonic(b));
	} else {
		row_name(b->code, row, sizeof(row));
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

static unsigned int compare_both(struct both *b)
{
	cs_regs written;
	uint8_t nr_read, nr_written;

	b->cs = scratch;
	b->known = capstone_decode(b->code, CODE_SIZE, b->addr, scratch);
	if (b->known) {
		cs_regs_access(capstone, scratch, b->touched, &nr_read, written,
			       &nr_written);
		memcpy(b->touched + nr_read, written,
		       nr_written * sizeof(written[0]));
		b->nr_touched = nr_read + nr_written;
	}
	return arch_compare(b);
}

static unsigned int compare(const u8 *code, unsigned long addr)
{
	struct both b = { .code = code, .addr = addr };

	return compare_both(&b);
}

/* ---- kernels and modules ---- */

/* Compare the instruction at @addr; returns where the next one is. */
static unsigned long compare_in(const struct elf_function *f, unsigned long addr)
{
	size_t left = f->addr + f->size - addr;
	u8 copy[CODE_SIZE] = { 0 };

	memcpy(copy, elf_code(f) + (addr - f->addr),
	       left < CODE_SIZE ? left : CODE_SIZE);
	return addr + compare(copy, addr);
}

/* Returns the number of instructions. */
static unsigned long compare_file(const char *path)
{
	unsigned long at, end, next, compared = 0;
	size_t i;

	elf_open(path, arch_e_machine);
	if (elf.thumb != IS_ENABLED(CONFIG_THUMB2_KERNEL))
		elf_die("of the other instruction set");
	for (i = 0; i < elf.nr_functions; i++) {
		const struct elf_function *f = &elf.functions[i];

		end = f->addr + f->size;
		for (at = f->addr; at < end; at = next) {
			next = elf_data_end(at);
			if (next)
				continue;
			next = compare_in(f, at);
			compared++;
		}
	}
	return compared;
}

/* ---- modes of each mnemonic ---- */

static void note_modes(const u8 *code)
{
	char name[sizeof(mnemonics[0].name)];
	struct both b = { .code = code, .addr = arch_text };
	struct mnemonic *m;
	const char *form;

	enumerated++;
	compare_both(&b);
	if (b.known) {
		form = arch_form(&b);
		if (!form)
			return;
		snprintf(name, sizeof(name), "%s%s", arch_mnemonic(&b), form);
	} else if (!row_name(code, name, sizeof(name))) {
		return;
	}
	m = find_mnemonic(name);
	m->row = !b.known;
	m->seen[b.modes < 0 ? REFUSED : b.modes]++;
}

static void compare_one(const u8 *code)
{
	enumerated++;
	compare(code, arch_text);
}

static void print_modes(const unsigned long *numbers)
{
	const char *separator = "";
	unsigned int modes;

	for (modes = 0; modes <= REFUSED; modes++) {
		if (!numbers[modes])
			continue;
		printf("%s%lu %s%s%s%s%s%s", separator, numbers[modes],
		       modes ? "" : "-", modes & SIMULATED ? "S" : "",
		       modes & BOOSTED ? "B" : "",
		       modes & TRAMPOLINED ? "T" : "",
		       modes & STEPPED ? "K" : "", modes == REFUSED ? "NO" : "");
		separator = " ";
	}
}

static void parse_modes(char *text, unsigned long *numbers)
{
	char *number, *word, *c;

	while ((number = strtok(text, " ")) && (word = strtok(NULL, " "))) {
		unsigned int modes = 0;

		text = NULL;
		if (!strcmp(word, "NO"))
			modes = REFUSED;
		else if (strcmp(word, "-"))
			for (c = word; *c; c++)
				modes |= *c == 'S' ? SIMULATED :
					*c == 'B' ? BOOSTED :
					*c == 'T' ? TRAMPOLINED : STEPPED;
		numbers[modes] = strtoul(number, NULL, 10);
	}
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
	struct mnemonic *m = find_mnemonic(key);

	m->in_list = true;
	parse_modes(value, m->listed);
}

/* A mnemonic whose encodings are all as most are need not be listed. */
static bool is_plain(const struct mnemonic *m)
{
	unsigned int modes;

	for (modes = 0; modes <= REFUSED; modes++)
		if (m->seen[modes] && modes != arch_plain)
			return false;
	return !m->row;
}

static bool is_as_listed(const struct mnemonic *m)
{
	if (m->in_list ? !memcmp(m->seen, m->listed, sizeof(m->seen)) : is_plain(m))
		return true;
	printf("modes of %s: ", m->name);
	print_modes(m->seen);
	printf("; must be ");
	print_modes(m->listed);
	printf("\n");
	return false;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);	/* the first field is the name */
}

static const char usage[] =
	"usage: decoders [-s SEED] [-n NUMBER] [-e LIST] [-m LIST] [-d] [-q] [-r] [FILE]...";

static void print_rows(void)
{
	char name[100];
	unsigned int i;

	for (i = 0; !kprobe_decode_row_name(i, name, sizeof(name)); i++)
		printf("%s\n", name);
}

int main(int argc, char **argv)
{
	unsigned long count = 100000, i, in_files = 0, explained, wrong = 0;
	bool dump = false, quick = false;
	u64 seed = 1;
	u8 code[CODE_SIZE];
	struct rng r;
	int opt;

	while ((opt = getopt(argc, argv, "s:n:e:m:dqr")) != -1) {
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
		case 'q':	/* The first part that finds something is enough. */
			quick = true;
			break;
		case 'r':
			print_rows();
			return 0;
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
			if (is_plain(&mnemonics[i]))
				continue;
			printf("%s\t", mnemonics[i].name);
			print_modes(mnemonics[i].seen);
			printf("\n");
		}
		return 0;
	}
	for (i = 0; i < nr_mnemonics; i++)
		wrong += !is_as_listed(&mnemonics[i]);
	if (quick && wrong)
		return 1;
	draw_around_rows(compare_one);

	for (; optind < argc; optind++)
		in_files += compare_file(argv[optind]);
	r.state = seed;
	for (i = 0; i < count; i++) {
		draw_code(&r, code);
		compare(code, arch_text + (rng_next(&r) & 0xfffff0));
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
	printf("%lu instructions of files, %lu enumerated, %lu random ones from seed %llu: ",
	       in_files, enumerated, count, seed);
	printf("%lu kinds of explained difference, %lu others\n", explained,
	       wrong);
	return !!wrong;
}
