// SPDX-License-Identifier: GPL-2.0
/*
 * Which modes does an x86-64 instruction allow?
 *
 * Called when a probe is prepared, with an instruction that the kernel's own
 * decoder has taken apart.  It must never guess: what no row of the table
 * names is not boosted.
 *
 * The table
 * =========
 *
 * A row is for a range of opcodes of one opcode map.  It matches an instruction
 * whose map and opcode are in it, whose ModRM byte is one of those in @rm and
 * @reg if the opcode has such a byte, and all of whose prefixes are in @prefix.
 * REX and the segment overrides, which either mean FS and GS or nothing in
 * 64-bit mode, are allowed everywhere.  An address-size override is allowed
 * nowhere: it would cut a RIP-relative address short.
 *
 * A boosted instruction runs after the exception, with the task's own
 * registers, stack, flags and interrupt mask.  So it may use the stack pointer
 * and fault, but it may not
 *
 *  - transfer control or depend on RIP other than by a RIP-relative operand,
 *  - belong together with its neighbours: STI and MOV SS hold off interrupts
 *    for the next instruction,
 *  - act on the machine instead of on registers and memory; such instructions
 *    stay stepped, as the kernel has always run them, until each has a row of
 *    its own.
 *
 * Rows that say STEPPED are there for encodings that stand next to boosted
 * ones and are easily taken for them.  kprobe_decode() takes the first row
 * that matches.
 *
 * The opcode maps are those of the Intel SDM, vol. 2, appendix A.
 */

#include <linux/bits.h>
#include <linux/kernel.h>

#include <asm/inat.h>
#include <asm/insn.h>

#include "boost.h"

enum { ONE_BYTE, MAP_0F, MAP_0F38, MAP_0F3A };

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
#define F3	(BIT(4) | PF3)	/* F3 is part of the opcode, and must be there */

#define BOOSTED	BIT(KPROBE_MODE_BOOSTED)
#define STEPPED	0

struct row {
	u8 map;
	u8 first;
	u8 last;
	u8 rm;
	u8 reg;
	u8 prefix;
	u8 modes;
};

static const struct row rows[] = {
	/* ADD, OR, ADC, SBB, AND, SUB, XOR: r/m, r; r, r/m; rAX, imm */
	{ ONE_BYTE, 0x00, 0x01, RM, ANY, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x02, 0x03, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x04, 0x05, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x08, 0x09, RM, ANY, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x0a, 0x0b, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x0c, 0x0d, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x10, 0x11, RM, ANY, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x12, 0x13, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x14, 0x15, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x18, 0x19, RM, ANY, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x1a, 0x1b, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x1c, 0x1d, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x20, 0x21, RM, ANY, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x22, 0x23, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x24, 0x25, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x28, 0x29, RM, ANY, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x2a, 0x2b, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x2c, 0x2d, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x30, 0x31, RM, ANY, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x32, 0x33, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x34, 0x35, NO_RM, ANY, P66, BOOSTED },
	/* CMP */
	{ ONE_BYTE, 0x38, 0x3b, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x3c, 0x3d, NO_RM, ANY, P66, BOOSTED },
	/* PUSH r, POP r */
	{ ONE_BYTE, 0x50, 0x5f, NO_RM, ANY, P66, BOOSTED },
	/* MOVSXD */
	{ ONE_BYTE, 0x63, 0x63, RM, ANY, P66, BOOSTED },
	/* PUSH imm, IMUL r, r/m, imm */
	{ ONE_BYTE, 0x68, 0x68, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x69, 0x69, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x6a, 0x6a, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x6b, 0x6b, RM, ANY, P66, BOOSTED },
	/* Group 1: ALU r/m, imm; /7 is CMP.  82 does not exist in 64-bit mode */
	{ ONE_BYTE, 0x80, 0x81, RM, 0x7f, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x83, 0x83, RM, 0x7f, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x80, 0x81, RM, R(7), P66, BOOSTED },
	{ ONE_BYTE, 0x83, 0x83, RM, R(7), P66, BOOSTED },
	/* TEST, XCHG, MOV, LEA */
	{ ONE_BYTE, 0x84, 0x85, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x86, 0x87, RM, ANY, P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0x88, 0x8b, RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x8d, 0x8d, MEM, ANY, P66, BOOSTED },
	/* MOV sreg: SS holds off interrupts, the others change the machine */
	{ ONE_BYTE, 0x8e, 0x8e, RM, ANY, P66, STEPPED },
	/* POP r/m; other values of reg are the XOP prefix */
	{ ONE_BYTE, 0x8f, 0x8f, RM, R(0), P66, BOOSTED },
	/* NOP, PAUSE, XCHG r, rAX */
	{ ONE_BYTE, 0x90, 0x90, NO_RM, ANY, P66 | REP, BOOSTED },
	{ ONE_BYTE, 0x91, 0x97, NO_RM, ANY, P66, BOOSTED },
	/* CBW, CWD and their wider forms; SAHF, LAHF */
	{ ONE_BYTE, 0x98, 0x99, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0x9e, 0x9f, NO_RM, ANY, P66, BOOSTED },
	/* MOV to and from an absolute address */
	{ ONE_BYTE, 0xa0, 0xa3, NO_RM, ANY, P66, BOOSTED },
	/* MOVS, CMPS; TEST imm; STOS, LODS, SCAS */
	{ ONE_BYTE, 0xa4, 0xa7, NO_RM, ANY, P66 | REP, BOOSTED },
	{ ONE_BYTE, 0xa8, 0xa9, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0xaa, 0xaf, NO_RM, ANY, P66 | REP, BOOSTED },
	/* MOV r, imm */
	{ ONE_BYTE, 0xb0, 0xbf, NO_RM, ANY, P66, BOOSTED },
	/* Group 2: rotates and shifts; /6 is no official encoding */
	{ ONE_BYTE, 0xc0, 0xc1, RM, 0xbf, P66, BOOSTED },
	{ ONE_BYTE, 0xd0, 0xd3, RM, 0xbf, P66, BOOSTED },
	/* Group 11: MOV r/m, imm; C6 /7 is XABORT, C7 /7 XBEGIN */
	{ ONE_BYTE, 0xc6, 0xc7, RM, R(0), P66, BOOSTED },
	{ ONE_BYTE, 0xc6, 0xc7, RM, R(7), P66, STEPPED },
	/* LEAVE, XLAT */
	{ ONE_BYTE, 0xc9, 0xc9, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0xd7, 0xd7, NO_RM, ANY, P66, BOOSTED },
	/* CMC, CLC, STC */
	{ ONE_BYTE, 0xf5, 0xf5, NO_RM, ANY, P66, BOOSTED },
	{ ONE_BYTE, 0xf8, 0xf9, NO_RM, ANY, P66, BOOSTED },
	/* CLI, STI: STI holds off interrupts; the kernel simulates them */
	{ ONE_BYTE, 0xfa, 0xfb, NO_RM, ANY, P66, STEPPED },
	/* CLD, STD */
	{ ONE_BYTE, 0xfc, 0xfd, NO_RM, ANY, P66, BOOSTED },
	/* Group 3: TEST, NOT, NEG, MUL, IMUL, DIV, IDIV; /1 is not official */
	{ ONE_BYTE, 0xf6, 0xf7, RM, R(2) | R(3), P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0xf6, 0xf7, RM, R(0) | R(4) | R(5) | R(6) | R(7), P66,
	  BOOSTED },
	/* Groups 4 and 5: INC, DEC; PUSH r/m; the rest transfers control */
	{ ONE_BYTE, 0xfe, 0xff, RM, R(0) | R(1), P66 | LOCK, BOOSTED },
	{ ONE_BYTE, 0xff, 0xff, RM, R(6), P66, BOOSTED },
	{ ONE_BYTE, 0xff, 0xff, RM, R(2) | R(3) | R(4) | R(5), P66, STEPPED },

	/* Groups 6 and 7, system instructions */
	{ MAP_0F, 0x00, 0x01, RM, ANY, P66 | REP, STEPPED },
	/* Prefetches; hints, of which 0F 1E can be ENDBR and RDSSP; NOP r/m */
	{ MAP_0F, 0x0d, 0x0d, MEM, R(0) | R(1), 0, BOOSTED },
	{ MAP_0F, 0x18, 0x18, MEM, R(0) | R(1) | R(2) | R(3), 0, BOOSTED },
	{ MAP_0F, 0x19, 0x1e, RM, ANY, P66 | REP, STEPPED },
	{ MAP_0F, 0x1f, 0x1f, RM, R(0), P66, BOOSTED },
	/* MOV to and from control and debug registers */
	{ MAP_0F, 0x20, 0x23, RM, ANY, P66, STEPPED },
	/* RDTSC stands between WRMSR and RDMSR */
	{ MAP_0F, 0x30, 0x30, NO_RM, ANY, P66, STEPPED },
	{ MAP_0F, 0x31, 0x31, NO_RM, ANY, 0, BOOSTED },
	{ MAP_0F, 0x32, 0x37, NO_RM, ANY, P66, STEPPED },
	/* CMOVcc, SETcc */
	{ MAP_0F, 0x40, 0x4f, RM, ANY, P66, BOOSTED },
	{ MAP_0F, 0x90, 0x9f, RM, ANY, P66, BOOSTED },
	/* PUSH FS and GS; POP loads a segment */
	{ MAP_0F, 0xa0, 0xa0, NO_RM, ANY, 0, BOOSTED },
	{ MAP_0F, 0xa1, 0xa1, NO_RM, ANY, P66, STEPPED },
	{ MAP_0F, 0xa8, 0xa8, NO_RM, ANY, 0, BOOSTED },
	{ MAP_0F, 0xa9, 0xaa, NO_RM, ANY, P66, STEPPED },
	/* BT, SHLD, BTS, SHRD */
	{ MAP_0F, 0xa3, 0xa3, RM, ANY, P66, BOOSTED },
	{ MAP_0F, 0xa4, 0xa5, RM, ANY, P66, BOOSTED },
	{ MAP_0F, 0xab, 0xab, RM, ANY, P66 | LOCK, BOOSTED },
	{ MAP_0F, 0xac, 0xad, RM, ANY, P66, BOOSTED },
	/* Group 15: LFENCE, MFENCE, SFENCE; the rest is machine state */
	{ MAP_0F, 0xae, 0xae, REG, R(5) | R(6) | R(7), 0, BOOSTED },
	{ MAP_0F, 0xae, 0xae, RM, ANY, P66 | REP, STEPPED },
	/* IMUL, CMPXCHG */
	{ MAP_0F, 0xaf, 0xaf, RM, ANY, P66, BOOSTED },
	{ MAP_0F, 0xb0, 0xb1, RM, ANY, P66 | LOCK, BOOSTED },
	/* LSS, LFS, LGS load segments */
	{ MAP_0F, 0xb2, 0xb2, RM, ANY, P66, STEPPED },
	{ MAP_0F, 0xb4, 0xb5, RM, ANY, P66, STEPPED },
	/* BTR, MOVZX, POPCNT, BTC; group 8: BT, BTS, BTR, BTC by number */
	{ MAP_0F, 0xb3, 0xb3, RM, ANY, P66 | LOCK, BOOSTED },
	{ MAP_0F, 0xb6, 0xb7, RM, ANY, P66, BOOSTED },
	{ MAP_0F, 0xb8, 0xb8, RM, ANY, P66 | F3, BOOSTED },
	{ MAP_0F, 0xba, 0xba, RM, R(4), P66, BOOSTED },
	{ MAP_0F, 0xba, 0xba, RM, R(5) | R(6) | R(7), P66 | LOCK, BOOSTED },
	{ MAP_0F, 0xbb, 0xbb, RM, ANY, P66 | LOCK, BOOSTED },
	/* BSF, BSR, or with F3 TZCNT, LZCNT; MOVSX */
	{ MAP_0F, 0xbc, 0xbd, RM, ANY, P66, BOOSTED },
	{ MAP_0F, 0xbc, 0xbd, RM, ANY, P66 | F3, BOOSTED },
	{ MAP_0F, 0xbe, 0xbf, RM, ANY, P66, BOOSTED },
	/* XADD, MOVNTI */
	{ MAP_0F, 0xc0, 0xc1, RM, ANY, P66 | LOCK, BOOSTED },
	{ MAP_0F, 0xc3, 0xc3, MEM, ANY, 0, BOOSTED },
	/* Group 9: CMPXCHG8B and 16B; the rest is random numbers and machine state */
	{ MAP_0F, 0xc7, 0xc7, MEM, R(1), LOCK, BOOSTED },
	{ MAP_0F, 0xc7, 0xc7, RM, ANY, P66 | REP, STEPPED },
	/* BSWAP; with an operand-size prefix its result is undefined */
	{ MAP_0F, 0xc8, 0xcf, NO_RM, ANY, 0, BOOSTED },

	/* MOVBE; with F2 in place of it CRC32 */
	{ MAP_0F38, 0xf0, 0xf1, MEM, ANY, P66, BOOSTED },
	{ MAP_0F38, 0xf0, 0xf1, RM, ANY, P66 | REP, STEPPED },
};

/*
 * What of an instruction is compared with a row.  Returns false if it has
 * something that no row can allow.
 */
static bool classify(struct insn *insn, struct row *key)
{
	insn_byte_t prefix;
	int i;

	*key = (struct row) { .reg = ANY };

	if (insn_is_avx(insn) || insn_has_emulate_prefix(insn))
		return false;

	for_each_insn_prefix(insn, i, prefix) {
		switch (prefix) {
		case 0x66:
			key->prefix |= P66;
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
			return false;
		}
	}

	switch (insn->opcode.nbytes) {
	case 1:
		key->map = ONE_BYTE;
		break;
	case 2:
		key->map = MAP_0F;
		break;
	case 3:
		if (insn->opcode.bytes[1] == 0x38)
			key->map = MAP_0F38;
		else if (insn->opcode.bytes[1] == 0x3a)
			key->map = MAP_0F3A;
		else
			return false;
		break;
	default:
		return false;
	}
	key->first = insn->opcode.bytes[insn->opcode.nbytes - 1];

	if (insn->modrm.nbytes) {
		key->rm = X86_MODRM_MOD(insn->modrm.value) == 3 ? REG : MEM;
		key->reg = R(X86_MODRM_REG(insn->modrm.value));
	}
	if ((key->prefix & REP) == REP)
		return false;
	/* LOCK is for an operand in memory. */
	return !(key->prefix & LOCK) || key->rm == MEM;
}

static bool row_matches(const struct row *row, const struct row *key)
{
	bool need_f3 = (row->prefix & F3) == F3;

	return row->map == key->map &&
	       row->first <= key->first && key->first <= row->last &&
	       (row->rm ? row->rm & key->rm : !key->rm) &&
	       row->reg & key->reg &&
	       !(key->prefix & ~row->prefix) &&
	       (!need_f3 || key->prefix & PF3);
}

/**
 * kprobe_decode() - Which modes besides stepping does an instruction allow?
 * @insn: the instruction, completely decoded
 *
 * Says nothing about what the kernel simulates, and does not know where the
 * instruction stands: the caller looks for an exception-table entry.
 *
 * Context: Any.
 * Return: bit mask of enum kprobe_mode; 0 for what no row names.
 */
unsigned int kprobe_decode(struct insn *insn)
{
	const struct row *row;
	struct row key;

	if (!classify(insn, &key))
		return 0;

	for (row = rows; row < rows + ARRAY_SIZE(rows); row++)
		if (row_matches(row, &key))
			return row->modes;
	return 0;
}
