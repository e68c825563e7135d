/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KPROBES_HOST_ARM_STOCK_H
#define _KPROBES_HOST_ARM_STOCK_H

bool stock_accepts(u32 insn);

#endif /* _KPROBES_HOST_ARM_STOCK_H */
