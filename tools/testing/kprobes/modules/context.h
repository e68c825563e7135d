/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between the suite of kb_context (context.c) and kb_watch.
 */
#ifndef _KB_CONTEXT_H
#define _KB_CONTEXT_H

struct module;

/* Given by kb_watch */
typedef void (*kb_watch_fn)(struct module *mod, unsigned long state);
void kb_watch_set(kb_watch_fn fn);

#endif /* _KB_CONTEXT_H */
