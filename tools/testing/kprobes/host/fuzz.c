// SPDX-License-Identifier: GPL-2.0
/*
 * Entry of libFuzzer: arbitrary bytes at the end of a readable page.
 */

#include <stdlib.h>
#include <sys/mman.h>

#include "boost.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

bool untouched(const void *from, size_t size)
{
	const u8 *byte = from;

	while (size--)
		if (byte[size] != SENTINEL)
			return false;
	return true;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static u8 *page;

	if (!page) {
		page = mmap(NULL, 2 * PAGE_SIZE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (page == MAP_FAILED ||
		    mprotect(page + PAGE_SIZE, PAGE_SIZE, PROT_NONE))
			abort();
	}
	if (size > PAGE_SIZE)
		return -1;
	memcpy(page + PAGE_SIZE - size, data, size);
	arch_fuzz(page + PAGE_SIZE - size, size);
	return 0;
}
