/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between fuzz.c and an architecture's arch-fuzz.c.
 */
#ifndef _KPROBES_HOST_FUZZ_H
#define _KPROBES_HOST_FUZZ_H

/* What must hold; the fuzzer keeps the input that breaks it. */
#define MUST(condition)							\
do {									\
	if (!(condition)) {						\
		fprintf(stderr, "%s:%u: not so: %s\n", __FILE__,	\
			__LINE__, #condition);				\
		__builtin_trap();					\
	}								\
} while (0)

/* Decode what is at @code, and write the slots of it.  Behind @size is nothing. */
void arch_fuzz(const u8 *code, size_t size);

/* A buffer, and bytes behind it that must stay as they are */
#define SENTINEL	0x5a
bool untouched(const void *from, size_t size);

#endif /* _KPROBES_HOST_FUZZ_H */
