/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between the suite of kb_context (context.c), the architecture's part, and kb_watch.
 */
#ifndef _KB_CONTEXT_H
#define _KB_CONTEXT_H

#include <linux/types.h>

struct module;

/* Given by kb_watch */
typedef void (*kb_watch_fn)(struct module *mod, unsigned long state);
void kb_watch_set(kb_watch_fn fn);

typedef void (*kb_nmi_fn)(void);

/*
 * Has the machine interrupts that cannot be masked?  Between a call of
 * kb_nmi_start() that returned 0 and kb_nmi_stop(), kb_nmi_run() calls @fn in one
 * on @cpu and waits for it; it returns false if none came.  Any context.
 */
bool kb_nmi_available(void);
int kb_nmi_start(void);
void kb_nmi_stop(void);
bool kb_nmi_run(int cpu, kb_nmi_fn fn);

#endif /* _KB_CONTEXT_H */
