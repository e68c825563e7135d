/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interrupts that cannot be masked: nmi.c of an architecture, or no_nmi.c.
 */
#ifndef _KB_NMI_H
#define _KB_NMI_H

#include <linux/types.h>

typedef void (*kb_nmi_fn)(void);

/*
 * Has the machine interrupts that cannot be masked?  Between a call of
 * kb_nmi_start() that returned 0 and kb_nmi_stop(), kb_nmi_run() calls @fn in one
 * on @cpu and waits for it; it returns false if none came, as where there are none.
 * Any context; one call at a time for a CPU.
 */
bool kb_nmi_available(void);
int kb_nmi_start(void);
void kb_nmi_stop(void);
bool kb_nmi_run(int cpu, kb_nmi_fn fn);

#endif /* _KB_NMI_H */
