// SPDX-License-Identifier: GPL-2.0
/*
 * Non-maskable interrupts on x86, sent by the local APIC.
 */
#include <linux/cpufeature.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/nmi.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/smp.h>

#include <asm/apic.h>
#include <asm/irq_vectors.h>

/* <linux/nmi.h> has it in some configurations only. */
#include "asm/nmi.h"
#include "kb_nmi.h"

/* An NMI takes a few microseconds; a CPU of an emulator can be away for long. */
#define NMI_TIMEOUT_US	5000000

static DEFINE_PER_CPU(kb_nmi_fn, nmi_fn);

static int nmi_handler(unsigned int cmd, struct pt_regs *regs)
{
	kb_nmi_fn fn = __this_cpu_read(nmi_fn);

	if (!fn)
		return NMI_DONE;
	fn();
	/* Pairs with the acquire in kb_nmi_run(). */
	smp_store_release(this_cpu_ptr(&nmi_fn), NULL);
	return NMI_HANDLED;
}

bool kb_nmi_available(void)
{
	return boot_cpu_has(X86_FEATURE_APIC);
}

int kb_nmi_start(void)
{
	return register_nmi_handler(NMI_LOCAL, nmi_handler, 0, "kb_nmi");
}

void kb_nmi_stop(void)
{
	unregister_nmi_handler(NMI_LOCAL, "kb_nmi");
}

bool kb_nmi_run(int cpu, kb_nmi_fn fn)
{
	kb_nmi_fn *at = per_cpu_ptr(&nmi_fn, cpu);
	unsigned int us;

	if (!kb_nmi_available())
		return false;
	/* What @fn uses is there before it can be called. */
	smp_store_release(at, fn);
	apic->send_IPI_mask(cpumask_of(cpu), NMI_VECTOR);
	/* What @fn did is seen afterwards. */
	for (us = 0; smp_load_acquire(at) && us < NMI_TIMEOUT_US; us++)
		udelay(1);
	return us < NMI_TIMEOUT_US;
}
