// SPDX-License-Identifier: GPL-2.0
/*
 * Which modes does an x86-64 instruction allow, and what does it touch?
 *
 * Called when a probe is prepared, with an instruction that the kernel's own
 * decoder has taken apart.  It must never guess: what no row of the table
 * names is stepped, as the kernel has always done, or refused if with other
 * prefixes it is an instruction that cannot be.
 *
 * The table
 * =========
 *
 * A row is for a range of opcodes of one opcode map.  It matches an instruction
 * whose map and opcode are in it, whose ModRM byte is one of those in @rm and
 * @reg if the opcode has such a byte, and all of whose prefixes are in @prefix.
 * REX and the segment overrides, which either mean FS and GS or nothing in
 * 64-bit mode, are allowed everywhere.  The first row that matches counts.
 *
 * @modes says how the instruction may be run:
 *
 *  BT	boosted, trampolined or stepped.  Registers and memory only; it may use
 *	the stack pointer, for which the trampoline has a substitute.
 *  B	boosted or stepped.  It moves the stack pointer by itself, or acts on
 *	the machine: such an instruction is only right in its own context,
 *	with its own interrupt mask and stack.
 *  SB	simulated, boosted or stepped: stack instructions.
 *  S	simulated: it depends on the program counter, changes it, or changes the
 *	interrupt flag.
 *  K	stepped only, the kernel's own way.
 *  NO	refused: it cannot be run anywhere but in its place.
 *
 * A boosted instruction may neither transfer control nor belong together with
 * its neighbour, as MOV SS does, which holds off interrupts for it.
 *
 * @operands says which fields of ModRM, or of the opcode, are general-purpose
 * registers, so that the stack pointer can be found among them.
 *
 * The opcode maps are those of the Intel SDM, vol. 2, appendix A.
 */

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <asm/inat.h>
#include <asm/insn.h>

#include "boost.h"

enum {
	ONE_BYTE, MAP_0F, MAP_0F38, MAP_0F3A,
	/* VEX and EVEX alike */
	VEX_0F, VEX_0F38, VEX_0F3A,
};

/* struct row: @rm */
#define NO_RM	0		/* the opcode has no ModRM byte */
#define MEM	BIT(0)		/* operand in memory, ModRM.mod != 3 */
#define REG	BIT(1)		/* operand in a register, ModRM.mod == 3 */
#define RM	(MEM | REG)

/* struct row: @reg, the values of ModRM.reg that are meant */
#define ANY	0xff
#define R(n)	BIT(n)

/* struct row: @prefix */
#define P66	BIT(0)		/* operand size, or part of the opcode */
#define PF2	BIT(1)
#define PF3	BIT(2)
#define REP	(PF2 | PF3)
#define LOCK	BIT(3)
#define P67	BIT(4)		/* address size */
#define F3	(BIT(5) | PF3)	/* F3 is part of the opcode, and must be there */
#define SSE	(P66 | REP)	/* part of the opcode, or not there */
#define BRANCH	(REP | P67)	/* mean nothing; 66 is not the same everywhere */

/* struct row: @modes */
#define K	BIT(KPROBE_MODE_STEPPED)
#define B	(BIT(KPROBE_MODE_BOOSTED) | K)
#define BT	(BIT(KPROBE_MODE_TRAMPOLINED) | B)
#define S	BIT(KPROBE_MODE_SIMULATED)
#define SB	(S | B)
#define NO	0

/* struct row: @operands */
enum operands {
	NONE,		/* no field is a general-purpose register */
	GPR,		/* ModRM.reg and ModRM.rm are */
	GPR_LEA,	/* as GPR; what is addressed is not touched */
	GPR_RM,		/* ModRM.rm is; ModRM.reg belongs to the opcode */
	GPR_RM_BX,	/* as GPR_RM, and so is BX, without being named */
	GPR_W,		/* as GPR, of 8 bits if bit 0 of the opcode is clear */
	GPR_RM_W,	/* as GPR_RM, likewise */
	GPR_EXT,	/* as GPR, and only ModRM.rm likewise */
	MIXED,		/* one of them may be */
	GPR_OPCODE,	/* the opcode's last three bits are */
	GPR_OPCODE_8,	/* likewise, of 8 bits */
};

struct row {
	u8 map;
	u8 first;
	u8 last;
	u8 rm;
	u8 reg;
	u8 prefix;
	u8 modes;
	u8 operands;
	bool (*simulate)(struct kprobe *p, struct pt_regs *regs);
};

static const struct row rows[] = {
	/* ADD, OR, ADC, SBB, AND, SUB, XOR: r/m, r; r, r/m; rAX, imm */
	{ ONE_BYTE, 0x00, 0x01, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ ONE_BYTE, 0x02, 0x03, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x04, 0x05, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0x08, 0x09, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ ONE_BYTE, 0x0a, 0x0b, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x0c, 0x0d, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0x10, 0x11, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ ONE_BYTE, 0x12, 0x13, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x14, 0x15, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0x18, 0x19, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ ONE_BYTE, 0x1a, 0x1b, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x1c, 0x1d, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0x20, 0x21, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ ONE_BYTE, 0x22, 0x23, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x24, 0x25, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0x28, 0x29, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ ONE_BYTE, 0x2a, 0x2b, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x2c, 0x2d, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0x30, 0x31, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ ONE_BYTE, 0x32, 0x33, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x34, 0x35, NO_RM, ANY, P66, BT, NONE },
	/* CMP */
	{ ONE_BYTE, 0x38, 0x3b, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x3c, 0x3d, NO_RM, ANY, P66, BT, NONE },
	/* PUSH r, POP r; with 66 two bytes */
	{ ONE_BYTE, 0x50, 0x57, NO_RM, ANY, 0, SB, NONE, kprobe_simulate_push },
	{ ONE_BYTE, 0x58, 0x5f, NO_RM, ANY, 0, SB, NONE, kprobe_simulate_pop },
	{ ONE_BYTE, 0x50, 0x5f, NO_RM, ANY, P66, B, NONE },
	/* MOVSXD */
	{ ONE_BYTE, 0x63, 0x63, RM, ANY, P66 | P67, BT, GPR },
	/* PUSH imm, IMUL r, r/m, imm */
	{ ONE_BYTE, 0x68, 0x68, NO_RM, ANY, 0, SB, NONE,
	  kprobe_simulate_push_imm },
	{ ONE_BYTE, 0x69, 0x69, RM, ANY, P66 | P67, BT, GPR },
	{ ONE_BYTE, 0x6a, 0x6a, NO_RM, ANY, 0, SB, NONE,
	  kprobe_simulate_push_imm },
	{ ONE_BYTE, 0x6b, 0x6b, RM, ANY, P66 | P67, BT, GPR },
	/*
	 * INS, OUTS: with REP they can take long, with interrupts off too
	 * long
	 */
	{ ONE_BYTE, 0x6c, 0x6f, NO_RM, ANY, P66 | REP, B, NONE },
	/* Jcc */
	{ ONE_BYTE, 0x70, 0x7f, NO_RM, ANY, BRANCH, S, NONE,
	  kprobe_simulate_jcc },
	/*
	 * Group 1: ALU r/m, imm; /7 is CMP. 82 does not exist in 64-bit mode
	 */
	{ ONE_BYTE, 0x80, 0x81, RM, 0x7f, P66 | P67 | LOCK, BT, GPR_RM_W },
	{ ONE_BYTE, 0x80, 0x81, RM, R(7), P66 | P67, BT, GPR_RM_W },
	{ ONE_BYTE, 0x83, 0x83, RM, 0x7f, P66 | P67 | LOCK, BT, GPR_RM_W },
	{ ONE_BYTE, 0x83, 0x83, RM, R(7), P66 | P67, BT, GPR_RM_W },
	/* TEST, XCHG, MOV, LEA */
	{ ONE_BYTE, 0x84, 0x85, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x86, 0x87, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ ONE_BYTE, 0x88, 0x8b, RM, ANY, P66 | P67, BT, GPR_W },
	{ ONE_BYTE, 0x8d, 0x8d, MEM, ANY, P66 | P67, BT, GPR_LEA },
	/* MOV from and to a segment register; to SS it holds off interrupts */
	{ ONE_BYTE, 0x8c, 0x8c, RM, 0x3f, P66 | P67, BT, MIXED },
	{ ONE_BYTE, 0x8e, 0x8e, RM, R(2), P66 | P67, NO, NONE },
	{ ONE_BYTE, 0x8e, 0x8e, RM, R(0) | R(3) | R(4) | R(5), P66 | P67, B,
	  NONE },
	/* POP r/m; other values of reg are the XOP prefix */
	{ ONE_BYTE, 0x8f, 0x8f, RM, R(0), P67, SB, NONE, kprobe_simulate_pop },
	{ ONE_BYTE, 0x8f, 0x8f, RM, R(0), P66 | P67, B, NONE },
	/* NOP, PAUSE, XCHG r, rAX */
	{ ONE_BYTE, 0x90, 0x90, NO_RM, ANY, P66 | REP, BT, NONE },
	{ ONE_BYTE, 0x91, 0x97, NO_RM, ANY, P66, BT, GPR_OPCODE },
	/* CBW, CWD and their wider forms; FWAIT; PUSHF, POPF; SAHF, LAHF */
	{ ONE_BYTE, 0x98, 0x99, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0x9b, 0x9b, NO_RM, ANY, 0, BT, NONE },
	{ ONE_BYTE, 0x9c, 0x9c, NO_RM, ANY, 0, S, NONE, kprobe_simulate_pushf },
	{ ONE_BYTE, 0x9d, 0x9d, NO_RM, ANY, 0, S, NONE, kprobe_simulate_popf },
	{ ONE_BYTE, 0x9c, 0x9d, NO_RM, ANY, P66, NO, NONE },
	{ ONE_BYTE, 0x9e, 0x9f, NO_RM, ANY, P66, BT, NONE },
	/* MOV to and from an absolute address */
	{ ONE_BYTE, 0xa0, 0xa3, NO_RM, ANY, P66, BT, NONE },
	/* MOVS, CMPS; TEST imm; STOS, LODS, SCAS */
	{ ONE_BYTE, 0xa4, 0xa7, NO_RM, ANY, P66 | P67 | REP, BT, NONE },
	{ ONE_BYTE, 0xa8, 0xa9, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0xaa, 0xaf, NO_RM, ANY, P66 | P67 | REP, BT, NONE },
	/* MOV r, imm */
	{ ONE_BYTE, 0xb0, 0xb7, NO_RM, ANY, P66, BT, GPR_OPCODE_8 },
	{ ONE_BYTE, 0xb8, 0xbf, NO_RM, ANY, P66, BT, GPR_OPCODE },
	/* Group 2: rotates and shifts; /6 is no official encoding */
	{ ONE_BYTE, 0xc0, 0xc1, RM, 0xbf, P66 | P67, BT, GPR_RM_W },
	{ ONE_BYTE, 0xd0, 0xd3, RM, 0xbf, P66 | P67, BT, GPR_RM_W },
	/* RET; RET far */
	{ ONE_BYTE, 0xc2, 0xc3, NO_RM, ANY, BRANCH, S, NONE,
	  kprobe_simulate_ret },
	{ ONE_BYTE, 0xca, 0xcb, NO_RM, ANY, BRANCH, S, NONE,
	  kprobe_simulate_ret_far },
	/*
	 * Group 11: MOV r/m, imm; C6 /7 is XABORT, C7 /7 XBEGIN, which is a
	 * branch
	 */
	{ ONE_BYTE, 0xc6, 0xc7, RM, R(0), P66 | P67, BT, GPR_RM_W },
	{ ONE_BYTE, 0xc6, 0xc7, RM, R(7), P66, NO, NONE },
	/* ENTER, LEAVE */
	{ ONE_BYTE, 0xc8, 0xc8, NO_RM, ANY, P66, B, NONE },
	{ ONE_BYTE, 0xc9, 0xc9, NO_RM, ANY, 0, SB, NONE,
	  kprobe_simulate_leave },
	{ ONE_BYTE, 0xc9, 0xc9, NO_RM, ANY, P66, B, NONE },
	/* INT3, INT n, IRET */
	{ ONE_BYTE, 0xcc, 0xcc, NO_RM, ANY, P66 | P67 | REP, NO, NONE },
	{ ONE_BYTE, 0xcd, 0xcd, NO_RM, ANY, P66 | P67 | REP, K, NONE },
	{ ONE_BYTE, 0xcf, 0xcf, NO_RM, ANY, P66 | P67 | REP, NO, NONE },
	/* XLAT; x87 */
	{ ONE_BYTE, 0xd7, 0xd7, NO_RM, ANY, 0, BT, NONE },
	{ ONE_BYTE, 0xd8, 0xdf, RM, ANY, P67, BT, NONE },
	/*
	 * LOOPNE, LOOPE, LOOP, JRCXZ.  To some CPUs REP says which of the first
	 * two it is, as it does for CMPS and SCAS.
	 */
	{ ONE_BYTE, 0xe0, 0xe1, NO_RM, ANY, P67, S, NONE,
	  kprobe_simulate_loop },
	{ ONE_BYTE, 0xe2, 0xe3, NO_RM, ANY, BRANCH, S, NONE,
	  kprobe_simulate_loop },
	/* IN, OUT */
	{ ONE_BYTE, 0xe4, 0xe7, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0xec, 0xef, NO_RM, ANY, P66, BT, NONE },
	/* CALL, JMP */
	{ ONE_BYTE, 0xe8, 0xe8, NO_RM, ANY, BRANCH, S, NONE,
	  kprobe_simulate_call },
	{ ONE_BYTE, 0xe9, 0xe9, NO_RM, ANY, BRANCH, S, NONE,
	  kprobe_simulate_jmp },
	{ ONE_BYTE, 0xeb, 0xeb, NO_RM, ANY, BRANCH, S, NONE,
	  kprobe_simulate_jmp },
	/* INT1; HLT, for which to have been woken at once is always right */
	{ ONE_BYTE, 0xf1, 0xf1, NO_RM, ANY, P66 | P67 | REP, NO, NONE },
	{ ONE_BYTE, 0xf4, 0xf4, NO_RM, ANY, 0, S, NONE, kprobe_simulate_hlt },
	/* CMC, CLC, STC, CLI, STI, CLD, STD */
	{ ONE_BYTE, 0xf5, 0xf5, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0xf8, 0xf9, NO_RM, ANY, P66, BT, NONE },
	{ ONE_BYTE, 0xfa, 0xfa, NO_RM, ANY, P66, S, NONE, kprobe_simulate_cli },
	{ ONE_BYTE, 0xfb, 0xfb, NO_RM, ANY, P66, S, NONE, kprobe_simulate_sti },
	{ ONE_BYTE, 0xfc, 0xfd, NO_RM, ANY, P66, BT, NONE },
	/* Group 3: TEST, NOT, NEG, MUL, IMUL, DIV, IDIV; /1 is not official */
	{ ONE_BYTE, 0xf6, 0xf7, RM, R(2) | R(3), P66 | P67 | LOCK, BT,
	  GPR_RM_W },
	{ ONE_BYTE, 0xf6, 0xf7, RM, R(0) | R(4) | R(5) | R(6) | R(7),
	  P66 | P67, BT, GPR_RM_W },
	/* Groups 4 and 5: INC, DEC; CALL and JMP, near and far; PUSH */
	{ ONE_BYTE, 0xfe, 0xff, RM, R(0) | R(1), P66 | P67 | LOCK, BT,
	  GPR_RM_W },
	{ ONE_BYTE, 0xff, 0xff, RM, R(2), BRANCH, S, NONE,
	  kprobe_simulate_call_operand },
	{ ONE_BYTE, 0xff, 0xff, RM, R(4), BRANCH, S, NONE,
	  kprobe_simulate_jmp_operand },
	{ ONE_BYTE, 0xff, 0xff, RM, R(3) | R(5), BRANCH, NO, NONE },
	{ ONE_BYTE, 0xff, 0xff, RM, R(6), P67, SB, NONE, kprobe_simulate_push },
	{ ONE_BYTE, 0xff, 0xff, RM, R(6), P66 | P67, B, NONE },

	/* Group 6: SLDT, STR, LLDT, LTR, VERR, VERW */
	{ MAP_0F, 0x00, 0x00, RM, 0x3f, P66 | P67, B, NONE },
	/* Group 7 with memory: descriptor tables, machine status, INVLPG */
	{ MAP_0F, 0x01, 0x01, MEM, 0xdf, P67, B, NONE },
	/*
	 * Group 7 with a register: /0 VMX, /1 MONITOR, MWAIT, CLAC, STAC, /2
	 * XGETBV, XSETBV; /3 SVM; SMSW, LMSW; /7 SWAPGS, RDTSCP.  SWAPGS is
	 * only right boosted, since the second exception of a step would come
	 * with the user's GS; otherwise it is left to the kernel, which has it
	 * where no probe can be.
	 */
	{ MAP_0F, 0x01, 0x01, REG, R(0), SSE, NO, NONE },
	{ MAP_0F, 0x01, 0x01, REG, R(1) | R(2) | R(4) | R(6) | R(7), 0, B,
	  NONE },
	{ MAP_0F, 0x01, 0x01, REG, ANY, SSE, K, NONE },
	/* LAR, LSL */
	{ MAP_0F, 0x02, 0x03, RM, ANY, P66 | P67, BT, MIXED },
	/* SYSCALL, SYSRET, SYSENTER, SYSEXIT */
	{ MAP_0F, 0x05, 0x05, NO_RM, ANY, SSE, NO, NONE },
	{ MAP_0F, 0x07, 0x07, NO_RM, ANY, SSE, NO, NONE },
	{ MAP_0F, 0x34, 0x35, NO_RM, ANY, SSE, NO, NONE },
	/* CLTS; INVD, WBINVD */
	{ MAP_0F, 0x06, 0x06, NO_RM, ANY, 0, B, NONE },
	{ MAP_0F, 0x08, 0x09, NO_RM, ANY, PF3, B, NONE },
	/*
	 * UD2, UD1, UD0: whoever looks at such a trap wants the original
	 * address.  The kernel's decoder gives UD0 no ModRM byte.
	 */
	{ MAP_0F, 0x0b, 0x0b, NO_RM, ANY, SSE, K, NONE },
	{ MAP_0F, 0xb9, 0xb9, RM, ANY, SSE | P67, K, NONE },
	{ MAP_0F, 0xff, 0xff, NO_RM, ANY, SSE | P67, K, NONE },
	/* Prefetches; hints, of which F3 0F 1E is ENDBR and RDSSP; NOP r/m */
	{ MAP_0F, 0x0d, 0x0d, MEM, ANY, P67, BT, NONE },
	{ MAP_0F, 0x18, 0x1d, RM, ANY, P66 | P67, BT, MIXED },
	{ MAP_0F, 0x1e, 0x1e, RM, ANY, SSE | P67, B, NONE },
	{ MAP_0F, 0x1f, 0x1f, RM, ANY, P66 | P67, BT, MIXED },
	/* MOV from and to control and debug registers */
	{ MAP_0F, 0x20, 0x23, REG, ANY, 0, B, NONE },
	/* WRMSR, RDTSC, RDMSR, RDPMC */
	{ MAP_0F, 0x30, 0x30, NO_RM, ANY, 0, B, NONE },
	{ MAP_0F, 0x31, 0x31, NO_RM, ANY, 0, BT, NONE },
	{ MAP_0F, 0x32, 0x32, NO_RM, ANY, 0, B, NONE },
	{ MAP_0F, 0x33, 0x33, NO_RM, ANY, 0, BT, NONE },
	/* CMOVcc, Jcc, SETcc */
	{ MAP_0F, 0x40, 0x4f, RM, ANY, P66 | P67, BT, GPR },
	{ MAP_0F, 0x80, 0x8f, NO_RM, ANY, BRANCH, S, NONE,
	  kprobe_simulate_jcc },
	{ MAP_0F, 0x90, 0x9f, RM, ANY, P66 | P67, BT, MIXED },
	/* PUSH and POP of FS and GS; CPUID */
	{ MAP_0F, 0xa0, 0xa1, NO_RM, ANY, 0, B, NONE },
	{ MAP_0F, 0xa2, 0xa2, NO_RM, ANY, 0, BT, NONE },
	{ MAP_0F, 0xa8, 0xa9, NO_RM, ANY, 0, B, NONE },
	/* BT, SHLD, BTS, SHRD */
	{ MAP_0F, 0xa3, 0xa3, RM, ANY, P66 | P67, BT, GPR },
	{ MAP_0F, 0xa4, 0xa5, RM, ANY, P66 | P67, BT, GPR },
	{ MAP_0F, 0xab, 0xab, RM, ANY, P66 | P67 | LOCK, BT, GPR },
	{ MAP_0F, 0xac, 0xad, RM, ANY, P66 | P67, BT, GPR },
	/*
	 * Group 15: save and restore of the FPU, CLFLUSH, CLWB; fences; FS
	 * and GS base; the rest is stepped
	 */
	{ MAP_0F, 0xae, 0xae, MEM, R(2) | R(3) | R(7), P67, BT, NONE },
	{ MAP_0F, 0xae, 0xae, MEM, R(0) | R(1) | R(4) | R(5) | R(6), P67, B,
	  NONE },
	{ MAP_0F, 0xae, 0xae, MEM, R(6) | R(7), P66 | P67, BT, NONE },
	{ MAP_0F, 0xae, 0xae, REG, R(5) | R(6) | R(7), 0, BT, NONE },
	{ MAP_0F, 0xae, 0xae, REG, R(0) | R(1) | R(2) | R(3), F3, B, NONE },
	{ MAP_0F, 0xae, 0xae, RM, ANY, SSE | P67, K, NONE },
	/* IMUL, CMPXCHG */
	{ MAP_0F, 0xaf, 0xaf, RM, ANY, P66 | P67, BT, GPR },
	{ MAP_0F, 0xb0, 0xb1, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	/* LSS holds off interrupts; LFS, LGS */
	{ MAP_0F, 0xb2, 0xb2, MEM, ANY, P66 | P67, K, NONE },
	{ MAP_0F, 0xb4, 0xb5, MEM, ANY, P66 | P67, B, NONE },
	/* BTR, MOVZX, POPCNT, BTC; group 8: BT, BTS, BTR, BTC by number */
	{ MAP_0F, 0xb3, 0xb3, RM, ANY, P66 | P67 | LOCK, BT, GPR },
	{ MAP_0F, 0xb6, 0xb7, RM, ANY, P66 | P67, BT, GPR_EXT },
	{ MAP_0F, 0xb8, 0xb8, RM, ANY, P66 | P67 | F3, BT, GPR },
	{ MAP_0F, 0xba, 0xba, RM, R(4), P66 | P67, BT, GPR_RM },
	{ MAP_0F, 0xba, 0xba, RM, R(5) | R(6) | R(7), P66 | P67 | LOCK, BT,
	  GPR_RM },
	{ MAP_0F, 0xbb, 0xbb, RM, ANY, P66 | P67 | LOCK, BT, GPR },
	/* BSF, BSR, or with F3 TZCNT, LZCNT; MOVSX */
	{ MAP_0F, 0xbc, 0xbd, RM, ANY, P66 | P67 | PF3, BT, GPR },
	{ MAP_0F, 0xbe, 0xbf, RM, ANY, P66 | P67, BT, GPR_EXT },
	/* XADD, MOVNTI */
	{ MAP_0F, 0xc0, 0xc1, RM, ANY, P66 | P67 | LOCK, BT, GPR_W },
	{ MAP_0F, 0xc3, 0xc3, MEM, ANY, P67, BT, GPR },
	/*
	 * Group 9: CMPXCHG8B and 16B; XRSTORS, XSAVEC, XSAVES; RDRAND,
	 * RDSEED, RDPID; VMX is stepped
	 */
	{ MAP_0F, 0xc7, 0xc7, MEM, R(1), P67 | LOCK, BT, GPR_RM_BX },
	{ MAP_0F, 0xc7, 0xc7, MEM, R(3) | R(4) | R(5), P67, B, NONE },
	{ MAP_0F, 0xc7, 0xc7, REG, R(6) | R(7), P66 | PF3, BT, GPR_RM },
	{ MAP_0F, 0xc7, 0xc7, RM, ANY, SSE | P67, K, NONE },
	/* BSWAP; with an operand-size prefix its result is undefined */
	{ MAP_0F, 0xc8, 0xcf, NO_RM, ANY, 0, BT, GPR_OPCODE },
	/* MMX and SSE; 78 and 79 are VMREAD and VMWRITE */
	{ MAP_0F, 0x10, 0x17, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0x28, 0x29, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0x2a, 0x2a, RM, ANY, SSE | P67, BT, MIXED },
	{ MAP_0F, 0x2b, 0x2b, MEM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0x2c, 0x2d, RM, ANY, SSE | P67, BT, MIXED },
	{ MAP_0F, 0x2e, 0x2f, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0x50, 0x50, REG, ANY, SSE, BT, MIXED },
	{ MAP_0F, 0x51, 0x6d, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0x6e, 0x6e, RM, ANY, SSE | P67, BT, MIXED },
	{ MAP_0F, 0x6f, 0x76, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0x77, 0x77, NO_RM, ANY, 0, BT, NONE },
	{ MAP_0F, 0x7c, 0x7d, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0x7e, 0x7e, RM, ANY, SSE | P67, BT, MIXED },
	{ MAP_0F, 0x7f, 0x7f, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0xc2, 0xc2, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0xc4, 0xc5, RM, ANY, SSE | P67, BT, MIXED },
	{ MAP_0F, 0xc6, 0xc6, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0xd0, 0xd6, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F, 0xd7, 0xd7, REG, ANY, SSE, BT, MIXED },
	{ MAP_0F, 0xd8, 0xfe, RM, ANY, SSE | P67, BT, NONE },

	/* SSSE3, SSE4, SHA, AES, GFNI; 80 to 8f are VMX and INVPCID */
	{ MAP_0F38, 0x00, 0x7f, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F38, 0xc8, 0xdf, RM, ANY, SSE | P67, BT, NONE },
	/*
	 * MOVBE; with F2 in place of it CRC32, whose F0 has an 8-bit
	 * operand; ADCX, ADOX; MOVDIRI
	 */
	{ MAP_0F38, 0xf0, 0xf1, MEM, ANY, P66 | P67, BT, GPR },
	{ MAP_0F38, 0xf0, 0xf1, RM, ANY, P66 | P67 | PF2, BT, GPR_EXT },
	{ MAP_0F38, 0xf6, 0xf6, RM, ANY, P66 | P67, BT, GPR },
	{ MAP_0F38, 0xf6, 0xf6, RM, ANY, P67 | F3, BT, GPR },
	{ MAP_0F38, 0xf9, 0xf9, MEM, ANY, P67, BT, GPR },
	/* INVPCID */
	{ MAP_0F38, 0x82, 0x82, MEM, ANY, P66 | P67, B, NONE },
	/* SSSE3, SSE4, SHA, AES, GFNI with an immediate */
	{ MAP_0F3A, 0x08, 0x0f, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F3A, 0x14, 0x17, RM, ANY, SSE | P67, BT, MIXED },
	{ MAP_0F3A, 0x20, 0x20, RM, ANY, SSE | P67, BT, MIXED },
	{ MAP_0F3A, 0x21, 0x21, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F3A, 0x22, 0x22, RM, ANY, SSE | P67, BT, MIXED },
	{ MAP_0F3A, 0x40, 0x44, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F3A, 0x60, 0x63, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F3A, 0xcc, 0xcf, RM, ANY, SSE | P67, BT, NONE },
	{ MAP_0F3A, 0xdf, 0xdf, RM, ANY, SSE | P67, BT, NONE },

	/* VEX and EVEX: registers and memory; the decoder knows which exist */
	{ VEX_0F, 0x77, 0x77, NO_RM, ANY, 0, BT, NONE },
	{ VEX_0F, 0x10, 0xff, RM, ANY, P67, BT, MIXED },
	{ VEX_0F38, 0x00, 0xff, RM, ANY, P67, BT, MIXED },
	{ VEX_0F3A, 0x00, 0xff, RM, ANY, P67, BT, MIXED },
};

/*
 * What of an instruction is compared with a row.  Returns false if it has
 * something that no row can allow.
 */
static bool classify(struct insn *insn, struct row *key)
{
	insn_byte_t prefix;
	bool known = true;
	int i;

	*key = (struct row) { .reg = ANY };

	for_each_insn_prefix(insn, i, prefix) {
		switch (prefix) {
		case 0x66:
			key->prefix |= P66;
			break;
		case 0x67:
			key->prefix |= P67;
			break;
		case 0xf3:
			key->prefix |= PF3;
			break;
		case 0xf2:
			key->prefix |= PF2;
			break;
		case 0xf0:
			key->prefix |= LOCK;
			break;
		case 0x26:	/* segment overrides */
		case 0x2e:
		case 0x36:
		case 0x3e:
		case 0x64:
		case 0x65:
			break;
		default:
			known = false;
			break;
		}
	}

	if (insn_is_avx(insn)) {
		/* Without an attribute there is no such instruction. */
		if (!insn->attr)
			known = false;
		key->map = VEX_0F + insn_vex_m_bits(insn) - 1;
		if (key->map < VEX_0F || key->map > VEX_0F3A)
			known = false;
	} else if (insn->opcode.nbytes == 1) {
		key->map = ONE_BYTE;
	} else if (insn->opcode.nbytes == 2) {
		key->map = MAP_0F;
	} else if (insn->opcode.nbytes == 3 && insn->opcode.bytes[1] == 0x38) {
		key->map = MAP_0F38;
	} else if (insn->opcode.nbytes == 3 && insn->opcode.bytes[1] == 0x3a) {
		key->map = MAP_0F3A;
	} else {
		known = false;
	}
	key->first = insn->opcode.bytes[insn->opcode.nbytes - 1];

	if (insn->modrm.nbytes) {
		key->rm = X86_MODRM_MOD(insn->modrm.value) == 3 ? REG : MEM;
		key->reg = R(X86_MODRM_REG(insn->modrm.value));
	}
	/* LOCK is for an operand in memory. */
	return known && (key->prefix & REP) != REP &&
	       (!(key->prefix & LOCK) || key->rm == MEM);
}

static bool opcode_matches(const struct row *row, const struct row *key)
{
	return row->map == key->map &&
	       row->first <= key->first && key->first <= row->last &&
	       (row->rm ? row->rm & key->rm : !key->rm) &&
	       row->reg & key->reg;
}

static bool prefix_matches(const struct row *row, const struct row *key)
{
	return !(key->prefix & ~row->prefix) &&
	       ((row->prefix & F3) != F3 || key->prefix & PF3);
}

/* NULL if there is none; @modes says what that means then. */
static const struct row *find_row(struct insn *insn, int *modes)
{
	const struct row *row;
	struct row key;
	bool known;

	known = classify(insn, &key) && !insn_has_emulate_prefix(insn);
	*modes = K;
	for (row = rows; row < rows + ARRAY_SIZE(rows); row++) {
		if (!opcode_matches(row, &key))
			continue;
		if (known && prefix_matches(row, &key)) {
			*modes = row->modes;
			return row;
		}
		/* With whatever prefix, it cannot be stepped. */
		if (!(row->modes & K))
			*modes = NO;
	}
	return NULL;
}

#if IS_ENABLED(CONFIG_KUNIT)
/**
 * kprobe_decode_row() - Which row of the table is an instruction's?
 * @code: the instruction
 *
 * For the test that every row is tested.
 *
 * Context: Any.
 * Return: number of the row, or -ENOENT.
 */
int kprobe_decode_row(const void *code)
{
	const struct row *row;
	struct insn insn;
	int modes;

	if (insn_decode_kernel(&insn, code))
		return -ENOENT;
	row = find_row(&insn, &modes);
	return row ? row - rows : -ENOENT;
}
EXPORT_SYMBOL_GPL(kprobe_decode_row);

/**
 * kprobe_decode_row_name() - Tell a row to a reader
 * @nr: number of the row
 * @buf: filled with the first fields of the row
 * @size: of @buf
 *
 * Context: Any.
 * Return: 0, or -ENOENT if there are not so many rows.
 */
int kprobe_decode_row_name(unsigned int nr, char *buf, size_t size)
{
	if (nr >= ARRAY_SIZE(rows))
		return -ENOENT;
	snprintf(buf, size, "map %u, %02x to %02x, rm %x, reg %02x, prefix %02x",
		 rows[nr].map, rows[nr].first, rows[nr].last, rows[nr].rm,
		 rows[nr].reg, rows[nr].prefix);
	return 0;
}
EXPORT_SYMBOL_GPL(kprobe_decode_row_name);
#endif /* CONFIG_KUNIT */

static bool has_prefix(struct insn *insn, insn_byte_t which)
{
	insn_byte_t prefix;
	int i;

	for_each_insn_prefix(insn, i, prefix)
		if (prefix == which)
			return true;
	return false;
}

static u8 rex_bit(struct insn *insn, u8 bit)
{
	return insn->rex_prefix.nbytes && insn->rex_prefix.value & bit ? 8 : 0;
}

static bool has_index(struct insn *insn)
{
	return X86_SIB_INDEX(insn->sib.value) != 4 || rex_bit(insn, 2);
}

/* Can an operand that is based on the stack pointer lie below it? */
static bool below_sp(struct insn *insn)
{
	return insn->displacement.value < 0 || has_index(insn);
}

/* Operand of a simulated instruction; false if it is of a kind we do not know */
static bool decode_operand(struct insn *insn, struct arch_kprobe_boost *b)
{
	u8 modrm = insn->modrm.value, sib = insn->sib.value;
	u8 rm = X86_MODRM_RM(modrm);

	if (!insn->modrm.nbytes) {
		/* The register is in the opcode. */
		b->reg = (insn->opcode.bytes[0] & 7) + rex_bit(insn, 1);
		return true;
	}
	if (X86_MODRM_MOD(modrm) == 3) {
		b->reg = rm + rex_bit(insn, 1);
		return true;
	}

	/* The FS base is the user's; without SMP, GS has no meaning. */
	if (has_prefix(insn, 0x64) ||
	    (has_prefix(insn, 0x65) && !IS_ENABLED(CONFIG_SMP)))
		return false;

	b->flags |= KPROBE_OPERAND_MEMORY;
	if (has_prefix(insn, 0x65))
		b->flags |= KPROBE_OPERAND_GS;
	if (insn->addr_bytes == 4)
		b->flags |= KPROBE_OPERAND_ADDR32;
	b->disp = insn->displacement.value;

	if (rm == 4) {
		if (has_index(insn))
			b->index = X86_SIB_INDEX(sib) + rex_bit(insn, 2);
		b->scale = X86_SIB_SCALE(sib);
		if (X86_SIB_BASE(sib) != 5 || X86_MODRM_MOD(modrm))
			b->base = X86_SIB_BASE(sib) + rex_bit(insn, 1);
	} else if (!insn_rip_relative(insn)) {
		b->base = rm + rex_bit(insn, 1);
	}
	return true;
}

/* What the simulation needs to know */
static bool decode_simulation(const struct row *row, struct insn *insn,
			      struct arch_kprobe_boost *b)
{
	u8 opcode = insn->opcode.bytes[insn->opcode.nbytes - 1];

	b->simulate = row->simulate;
	b->reg = KPROBE_NO_REG;
	b->base = KPROBE_NO_REG;
	b->index = KPROBE_NO_REG;

	if (row->simulate == kprobe_simulate_jcc ||
	    row->simulate == kprobe_simulate_loop ||
	    row->simulate == kprobe_simulate_call ||
	    row->simulate == kprobe_simulate_jmp) {
		/* The decoder has extended the sign. */
		b->disp = insn->immediate.value;
		b->op = opcode & 0xf;
		if (row->simulate == kprobe_simulate_loop &&
		    insn->addr_bytes == 4)
			b->flags |= KPROBE_OPERAND_ADDR32;
		return true;
	}
	if (row->simulate == kprobe_simulate_ret) {
		b->imm = (u16)insn->immediate.value;
		return true;
	}
	if (row->simulate == kprobe_simulate_ret_far) {
		b->imm = (u16)insn->immediate.value;
		/* Without REX.W it pops 32 bits, which lead out of the kernel. */
		return rex_bit(insn, 8);
	}
	if (row->simulate == kprobe_simulate_push_imm) {
		b->imm = insn->immediate.value;
		return true;
	}
	if (row->simulate == kprobe_simulate_push ||
	    row->simulate == kprobe_simulate_pop ||
	    row->simulate == kprobe_simulate_call_operand ||
	    row->simulate == kprobe_simulate_jmp_operand) {
		if (!decode_operand(insn, b))
			return false;
		/* POP must not store where the breakpoint's frame lies. */
		return row->simulate != kprobe_simulate_pop ||
		       !(b->flags & KPROBE_OPERAND_MEMORY) || b->base != 4 ||
		       !below_sp(insn);
	}
	return true;
}

/*
 * PSRLDQ and PSLLDQ have an immediate, which the kernel's decoder misses if 66
 * is not the last prefix: the length is wrong, then.
 */
static bool misses_immediate(struct insn *insn)
{
	return insn->opcode.nbytes == 2 && insn->opcode.bytes[1] == 0x73 &&
	       !insn_is_avx(insn) && !insn->immediate.nbytes;
}

/**
 * kprobe_decode() - How may an instruction be run?
 * @insn: the instruction, completely decoded
 * @b: filled with what the trap path needs
 *
 * Does not know where the instruction stands: the caller looks for an
 * exception-table entry.
 *
 * Context: Any.
 * Return: bit mask of enum kprobe_mode, or -EOPNOTSUPP if it can be run in no
 *	   mode.
 */
int kprobe_decode(struct insn *insn, struct arch_kprobe_boost *b)
{
	const struct row *row;
	int modes;

	memset(b, 0, sizeof(*b));
	b->scratch = KPROBE_NO_REG;

	row = find_row(insn, &modes);
	if (!modes || misses_immediate(insn))
		return -EOPNOTSUPP;
	if (!row)
		return modes;
	b->operands = row->operands;

	if (modes & S && !decode_simulation(row, insn, b)) {
		modes &= ~S;
		if (!modes)
			return -EOPNOTSUPP;
	}
	/* An address of 32 bits relative to RIP would be cut short. */
	if (insn_rip_relative(insn) && insn->addr_bytes == 4)
		modes &= ~(BIT(KPROBE_MODE_BOOSTED) |
			   BIT(KPROBE_MODE_TRAMPOLINED));
	return modes ?: -EOPNOTSUPP;
}

/**
 * kprobe_registers_low() - Can an instruction not name %r8 to %r15?
 * @insn: the instruction, completely decoded, that may be trampolined
 *
 * Context: Any.
 * Return: true if no prefix of it could. None of them does so by itself.
 */
bool kprobe_registers_low(struct insn *insn)
{
	return !insn_is_avx(insn) && !rex_bit(insn, 7);
}

/* Is this a register of 8 bits without REX, where 4 to 7 are AH to BH? */
static bool high_byte(u8 operands, struct insn *insn, bool rm)
{
	u8 opcode = insn->opcode.bytes[insn->opcode.nbytes - 1];

	if (insn->rex_prefix.nbytes || opcode & 1)
		return false;
	return operands == GPR_W || operands == GPR_RM_W ||
	       (operands == GPR_EXT && rm);
}

/* The register that VEX or EVEX names besides ModRM; 0 if there is none */
static u8 vex_vvvv(struct insn *insn)
{
	u8 byte = insn->vex_prefix.bytes[insn->vex_prefix.nbytes > 2 ? 2 : 1];

	return ~byte >> 3 & 0xf;
}

/**
 * kprobe_substitute_sp() - Free a copied instruction from the stack pointer
 * @insn: the instruction, completely decoded
 * @operands: what kprobe_decode() found out about its operands
 * @copy: its bytes, to be changed
 *
 * The trampoline cannot load the stack pointer, since it runs on the stack.
 * Where the instruction names it, another register that it does not use takes
 * its place; the encoding keeps its length.
 *
 * Context: Any.
 * Return: the register, in the order of the encoding; KPROBE_NO_REG if the
 *	   instruction does not name the stack pointer; -EOPNOTSUPP if it does
 *	   so in a way that cannot be changed.
 */
int kprobe_substitute_sp(struct insn *insn, u8 operands, u8 *copy)
{
	static const u8 candidates[] = { 3, 6, 7 };	/* BX, SI, DI */
	bool reg_is_sp = false, rm_is_sp = false, base_is_sp = false;
	u8 modrm = insn->modrm.value, sib = insn->sib.value;
	u8 reg = X86_MODRM_REG(modrm), rm = X86_MODRM_RM(modrm);
	bool memory, gpr_reg, gpr_rm;
	u16 used = 0;
	int i;

	if (!insn->modrm.nbytes) {
		u8 opcode = insn->opcode.bytes[insn->opcode.nbytes - 1];

		/* Without REX, the fourth register of 8 bits is AH. */
		if ((operands == GPR_OPCODE ||
		     (operands == GPR_OPCODE_8 &&
		      insn->rex_prefix.nbytes)) &&
		    (opcode & 7) == 4 && !rex_bit(insn, 1))
			return -EOPNOTSUPP;
		return KPROBE_NO_REG;
	}

	memory = X86_MODRM_MOD(modrm) != 3;
	gpr_reg = operands == GPR || operands == GPR_LEA ||
		  operands == GPR_W || operands == GPR_EXT;
	gpr_rm = !memory && operands != NONE && operands != MIXED;

	/* A field that may or may not be a register stays as it is. */
	if (operands == MIXED) {
		if (reg == 4 || (!memory && rm == 4))
			return -EOPNOTSUPP;
		used |= BIT(reg);
	}
	if (insn_is_avx(insn)) {
		if (vex_vvvv(insn) == 4)
			return -EOPNOTSUPP;
		/* Its fields are inverted and wider: change nothing. */
		used = 0xff;
	}

	if (gpr_reg) {
		if (high_byte(operands, insn, false)) {
			used |= BIT(reg & 3);
		} else if (!rex_bit(insn, 4)) {
			reg_is_sp = reg == 4;
			used |= BIT(reg);
		}
	}
	if (gpr_rm) {
		if (high_byte(operands, insn, true)) {
			used |= BIT(rm & 3);
		} else if (!rex_bit(insn, 1)) {
			rm_is_sp = rm == 4;
			used |= BIT(rm);
		}
	}
	if (memory) {
		bool rex_b = rex_bit(insn, 1), rex_x = rex_bit(insn, 2);

		if (insn_is_avx(insn)) {
			/* Only a base that may be the stack pointer matters. */
			base_is_sp = rm == 4 && X86_SIB_BASE(sib) == 4;
		} else if (rm == 4) {
			base_is_sp = X86_SIB_BASE(sib) == 4 && !rex_b;
			if (!rex_b)
				used |= BIT(X86_SIB_BASE(sib));
			if (!rex_x)
				used |= BIT(X86_SIB_INDEX(sib));
		} else if (!rex_b) {
			used |= BIT(rm);
		}
	}
	if (operands == GPR_RM_BX)
		used |= BIT(3);

	if (!reg_is_sp && !rm_is_sp && !base_is_sp)
		return KPROBE_NO_REG;
	/* Below the stack pointer lies the breakpoint's frame. */
	if (base_is_sp && operands != GPR_LEA && below_sp(insn))
		return -EOPNOTSUPP;

	for (i = 0; i < ARRAY_SIZE(candidates); i++) {
		u8 c = candidates[i];
		u8 *at;

		if (used & BIT(c))
			continue;
		at = copy + insn_offset_modrm(insn);
		if (reg_is_sp)
			*at = (*at & ~0x38) | c << 3;
		if (rm_is_sp)
			*at = (*at & ~0x07) | c;
		if (base_is_sp) {
			at = copy + insn_offset_sib(insn);
			*at = (*at & ~0x07) | c;
		}
		return c;
	}
	return -EOPNOTSUPP;
}
