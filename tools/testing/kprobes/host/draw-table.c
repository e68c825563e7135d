// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the rows of the engine's table, for those who draw instructions from them.
 */

#include <stdlib.h>

#include "boost.h"
#include "draw.h"

static unsigned int nr_rows;

void draw_init(void)
{
	const char *wrong;
	char name[100];

	for (; !kprobe_decode_row_name(nr_rows, name, sizeof(name)); nr_rows++) {
		wrong = nr_rows == MAX_ROWS ? "one too many" :
			draw_read_row(nr_rows, name);
		if (!wrong)
			continue;
		printf("row %u, %s: %s\n", nr_rows, name, wrong);
		exit(2);
	}
}

unsigned int draw_rows(void)
{
	return nr_rows;
}
