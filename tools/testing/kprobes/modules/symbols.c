// SPDX-License-Identifier: GPL-2.0
/* kb_symbols: see deep.c */
#include "deep.c"
