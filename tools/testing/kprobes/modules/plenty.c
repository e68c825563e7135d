// SPDX-License-Identifier: GPL-2.0
/* kb_plenty: see deep.c */
#include "deep.c"
