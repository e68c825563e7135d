/* SPDX-License-Identifier: GPL-2.0 */
/* The function of kb_torture with a thousand probe points. */
#define KB_DEEP	kb_torture_bulk
#include "deep_insns.S"
