// SPDX-License-Identifier: GPL-2.0
/*
 * kb_deep: a function of 8 KiB to place many probes in.  kb_symbols: the same,
 * among thousands of small functions, each with a symbol.  kb_plenty: functions of
 * middle size, with room for fifty thousand probes.  Nobody calls them.
 */
#include <linux/module.h>

MODULE_DESCRIPTION("Functions to place many probes in");
MODULE_LICENSE("GPL");
