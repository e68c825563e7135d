// SPDX-License-Identifier: GPL-2.0
/*
 * Does the stock kernel probe an instruction?  Its own tables say so; they are
 * compiled here from the tree.  What the kernel would call to carry out the
 * instruction is not needed, and not there.
 */

#define __init
#define hweight32(x)	__builtin_popcount(x)

#define PSR_N_BIT	BIT(31)
#define PSR_Z_BIT	BIT(30)
#define PSR_C_BIT	BIT(29)
#define PSR_V_BIT	BIT(28)

#ifdef CONFIG_THUMB2_KERNEL
#include "arch/arm/probes/decode-thumb.c"
#include "arch/arm/probes/decode.c"
#include "arch/arm/probes/kprobes/checkers-common.c"
#include "arch/arm/probes/kprobes/checkers-thumb.c"
#define NR_ACTIONS	(NUM_PROBES_T32_ACTIONS + NUM_PROBES_T16_ACTIONS)
#else
#include "arch/arm/probes/decode-arm.c"
#include "arch/arm/probes/decode.c"
#include "arch/arm/probes/kprobes/checkers-common.c"
#include "arch/arm/probes/kprobes/checkers-arm.c"
#define NR_ACTIONS	NUM_PROBES_ARM_ACTIONS
#endif

#include "stock.h"

static enum probes_insn accept(probes_opcode_t insn, struct arch_probes_insn *asi,
			       const struct decode_header *h)
{
	return INSN_GOOD;
}

/* Which registers are used does not matter here. */
#ifdef CONFIG_THUMB2_KERNEL
static const struct decode_checker *narrow[] = { t16_stack_checker, NULL };
static const struct decode_checker *wide[] = { t32_stack_checker, NULL };
#else
static const struct decode_checker *all[] = { arm_stack_checker, NULL };
#endif

static enum probes_insn decode(u32 insn, struct arch_probes_insn *asi)
{
	static union decode_action actions[NR_ACTIONS];
	unsigned int i;

	for (i = 0; !actions[NR_ACTIONS - 1].decoder && i < NR_ACTIONS; i++)
		actions[i].decoder = accept;
#ifdef CONFIG_THUMB2_KERNEL
	return is_wide_instruction(insn) ?
		thumb32_probes_decode_insn(insn, asi, true, actions, wide) :
		thumb16_probes_decode_insn(insn, asi, true, actions, narrow);
#else
	return arm_probes_decode_insn(insn, asi, true, actions, all);
#endif
}

/* As arch_prepare_kprobe() */
bool stock_accepts(u32 insn)
{
	struct arch_probes_insn asi = { 0 };
	u32 slot[2];

	asi.insn = slot;
	return decode(insn, &asi) != INSN_REJECTED && asi.stack_space >= 0 &&
	       asi.stack_space <= MAX_STACK_SIZE;
}
