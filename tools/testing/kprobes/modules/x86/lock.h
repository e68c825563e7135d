/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between lock.c and lock_insns.S.
 */
#ifndef _KB_LOCK_H
#define _KB_LOCK_H

#include <linux/types.h>

/* Adds 2 to a word, by an instruction with a LOCK prefix, and returns the sum. */
unsigned long kb_lock_work(unsigned long *word);
extern u8 kb_lock_point[], kb_lock_next[];

#endif /* _KB_LOCK_H */
