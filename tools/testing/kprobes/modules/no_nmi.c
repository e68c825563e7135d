// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts that cannot be masked, where QEMU's machine has none: arm64 makes some of
 * interrupts with a high priority, which its interrupt controller has not, and ARM
 * would need FIQs.
 */
#include "kb_nmi.h"

bool kb_nmi_available(void)
{
	return false;
}

int kb_nmi_start(void)
{
	return 0;
}

void kb_nmi_stop(void)
{
}

bool kb_nmi_run(int cpu, kb_nmi_fn fn)
{
	return false;
}
