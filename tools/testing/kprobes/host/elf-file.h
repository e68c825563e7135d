/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernels and modules as ELF files of 32 or 64 bits, of whatever architecture with
 * little-endian data.  Nothing in a file is trusted; what is wrong with it ends the
 * program.
 */
#ifndef _KPROBES_HOST_ELF_FILE_H
#define _KPROBES_HOST_ELF_FILE_H

struct elf_section {
	const char *name;
	unsigned long addr;	/* a module's are laid one after the other */
	const u8 *contents;	/* NULL if it has none */
	size_t size;
	u32 type;
	u32 info;
	bool alloc;
	bool text;
};

struct elf_symbol {
	const char *name;
	unsigned long addr;
	size_t size;
	unsigned int section;	/* 0 if it is not defined in the file */
	bool function;
};

/* One in a section of text, with a size unless no function has one */
struct elf_function {
	const char *name;
	unsigned long addr;
	size_t size;
	unsigned int section;
};

/* The file that was opened last */
extern struct elf {
	const char *path;
	unsigned int machine;
	unsigned int word;	/* bytes of an address */
	bool relocatable;	/* a module */
	bool thumb;		/* its functions are Thumb code */
	bool guessed;		/* functions end where the next one begins */
	struct elf_section *sections;
	unsigned int nr_sections;
	struct elf_symbol *symbols;
	size_t nr_symbols;
	/* In order; of aliases the first, and none inside another one */
	struct elf_function *functions;
	size_t nr_functions;
} elf;

/* Say what is wrong with the file, and end the program. */
void __noreturn elf_die(const char *format, ...);
/* Open a file for an architecture, by ELF's number of it. */
void elf_open(const char *path, unsigned int machine);
/* What is at an address: NULL, or @size bytes */
const u8 *elf_image(unsigned long addr, size_t size);
bool elf_is_mapped(unsigned long addr);
const u8 *elf_code(const struct elf_function *f);
/* Where the data end that stand between instructions at @addr; 0: there are none */
unsigned long elf_data_end(unsigned long addr);

#endif /* _KPROBES_HOST_ELF_FILE_H */
