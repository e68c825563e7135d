// SPDX-License-Identifier: GPL-2.0
/*
 * x86-64's part of decoders.c.
 */

#include <elf.h>

#include <asm/insn.h>

#include "boost.h"
#include "decoders.h"

const unsigned int arch_e_machine = EM_X86_64;
const unsigned long arch_text = 0xffffffff81000000;
const u32 arch_plain = BOOSTED | TRAMPOLINED | STEPPED;

/* Capstone's names of what we simulate */
static const struct {
	bool (*simulate)(struct kprobe *p, struct pt_regs *regs);
	unsigned int id;
	u8 op;
} meanings[] = {
	{ kprobe_simulate_jmp, X86_INS_JMP },
	{ kprobe_simulate_call, X86_INS_CALL },
	{ kprobe_simulate_jcc, X86_INS_JO, 0x0 },
	{ kprobe_simulate_jcc, X86_INS_JNO, 0x1 },
	{ kprobe_simulate_jcc, X86_INS_JB, 0x2 },
	{ kprobe_simulate_jcc, X86_INS_JAE, 0x3 },
	{ kprobe_simulate_jcc, X86_INS_JE, 0x4 },
	{ kprobe_simulate_jcc, X86_INS_JNE, 0x5 },
	{ kprobe_simulate_jcc, X86_INS_JBE, 0x6 },
	{ kprobe_simulate_jcc, X86_INS_JA, 0x7 },
	{ kprobe_simulate_jcc, X86_INS_JS, 0x8 },
	{ kprobe_simulate_jcc, X86_INS_JNS, 0x9 },
	{ kprobe_simulate_jcc, X86_INS_JP, 0xa },
	{ kprobe_simulate_jcc, X86_INS_JNP, 0xb },
	{ kprobe_simulate_jcc, X86_INS_JL, 0xc },
	{ kprobe_simulate_jcc, X86_INS_JGE, 0xd },
	{ kprobe_simulate_jcc, X86_INS_JLE, 0xe },
	{ kprobe_simulate_jcc, X86_INS_JG, 0xf },
	{ kprobe_simulate_loop, X86_INS_LOOPNE, 0 },
	{ kprobe_simulate_loop, X86_INS_LOOPE, 1 },
	{ kprobe_simulate_loop, X86_INS_LOOP, 2 },
	{ kprobe_simulate_loop, X86_INS_JRCXZ, 3 },
	{ kprobe_simulate_loop, X86_INS_JECXZ, 3 },
	{ kprobe_simulate_jmp_operand, X86_INS_JMP },
	{ kprobe_simulate_call_operand, X86_INS_CALL },
	{ kprobe_simulate_ret, X86_INS_RET },
	{ kprobe_simulate_ret_far, X86_INS_RETFQ },
	{ kprobe_simulate_push, X86_INS_PUSH },
	{ kprobe_simulate_push_imm, X86_INS_PUSH },
	{ kprobe_simulate_pop, X86_INS_POP },
	{ kprobe_simulate_leave, X86_INS_LEAVE },
	{ kprobe_simulate_pushf, X86_INS_PUSHFQ },
	{ kprobe_simulate_popf, X86_INS_POPFQ },
	{ kprobe_simulate_hlt, X86_INS_HLT },
	{ kprobe_simulate_cli, X86_INS_CLI },
	{ kprobe_simulate_sti, X86_INS_STI },
};

cs_err arch_open(csh *handle)
{
	return cs_open(CS_ARCH_X86, CS_MODE_64, handle);
}

const char *arch_mnemonic(const struct both *b)
{
	return b->cs->mnemonic;
}

/* Number of a general-purpose register, whatever part of it, or -1 */
static int gpr(unsigned int reg, unsigned int *part)
{
	static const u16 regs[16][5] = {
		{ X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH },
		{ X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH },
		{ X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH },
		{ X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH },
		{ X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL },
		{ X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL },
		{ X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL },
		{ X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL },
		{ X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B },
		{ X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B },
		{ X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B },
		{ X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B },
		{ X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B },
		{ X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B },
		{ X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B },
		{ X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B },
	};
	unsigned int i, j;

	for (i = 0; i < 16; i++) {
		for (j = 0; j < 5; j++) {
			if (regs[i][j] && regs[i][j] == reg) {
				*part = j;
				return i;
			}
		}
	}
	return -1;
}

static int gpr_nr(unsigned int reg)
{
	unsigned int part;

	return gpr(reg, &part);
}

static u8 nr_or_none(unsigned int reg)
{
	int nr = gpr_nr(reg);

	return nr < 0 ? KPROBE_NO_REG : nr;
}

static bool is_branch(const struct both *b)
{
	return in_group(b, CS_GRP_JUMP) || in_group(b, CS_GRP_CALL) ||
	       in_group(b, CS_GRP_RET) || in_group(b, CS_GRP_IRET) ||
	       in_group(b, CS_GRP_INT);
}

static void compare_operand(const struct both *b, struct insn *insn,
			    const struct arch_kprobe_boost *a)
{
	const cs_x86_op *op = &b->cs->detail->x86.operands[0];
	bool rip = op->mem.base == X86_REG_RIP || op->mem.base == X86_REG_EIP;
	bool narrow = b->cs->detail->x86.addr_size == 4;
	bool gs = op->mem.segment == X86_REG_GS;

	if (op->type == X86_OP_REG) {
		if (a->flags & KPROBE_OPERAND_MEMORY || a->reg != gpr_nr(op->reg))
			differ(b, "register operand");
		return;
	}
	if (op->type != X86_OP_MEM || !(a->flags & KPROBE_OPERAND_MEMORY)) {
		differ(b, "kind of operand");
		return;
	}
	if (a->disp != op->mem.disp || (!rip && a->base != nr_or_none(op->mem.base)) ||
	    (rip && a->base != KPROBE_NO_REG) ||
	    a->index != nr_or_none(op->mem.index) ||
	    (a->index != KPROBE_NO_REG && 1 << a->scale != op->mem.scale) ||
	    !!(a->flags & KPROBE_OPERAND_ADDR32) != narrow ||
	    !!(a->flags & KPROBE_OPERAND_GS) != gs)
		differ(b, "address");
}

static void compare_simulated(const struct both *b, struct insn *insn,
			      const struct arch_kprobe_boost *a)
{
	const cs_x86_op *op = &b->cs->detail->x86.operands[0];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(meanings); i++)
		if (meanings[i].simulate == a->simulate &&
		    meanings[i].id == b->cs->id &&
		    (meanings[i].op == (a->op & 3) ||
		     a->simulate != kprobe_simulate_loop) &&
		    (meanings[i].op == a->op ||
		     a->simulate != kprobe_simulate_jcc))
			break;
	if (i == ARRAY_SIZE(meanings)) {
		differ(b, "what is simulated");
		return;
	}

	if (a->simulate == kprobe_simulate_jmp ||
	    a->simulate == kprobe_simulate_call ||
	    a->simulate == kprobe_simulate_jcc ||
	    a->simulate == kprobe_simulate_loop) {
		if (op->type != X86_OP_IMM ||
		    b->addr + b->len + a->disp != (u64)op->imm)
			differ(b, "target");
	} else if (a->simulate == kprobe_simulate_jmp_operand ||
		   a->simulate == kprobe_simulate_call_operand ||
		   a->simulate == kprobe_simulate_push ||
		   a->simulate == kprobe_simulate_pop) {
		compare_operand(b, insn, a);
	} else if (a->simulate == kprobe_simulate_push_imm) {
		if (op->type != X86_OP_IMM || op->imm != a->imm)
			differ(b, "immediate");
	} else if (a->simulate == kprobe_simulate_ret ||
		   a->simulate == kprobe_simulate_ret_far) {
		if ((b->cs->detail->x86.op_count ? (u16)op->imm : 0) != a->imm)
			differ(b, "immediate");
	}
}

/* Is a register the same, but for the stack pointer, for which is @instead? */
static bool same_reg(unsigned int before, unsigned int after, int instead)
{
	unsigned int part, new_part = 0;
	int nr = gpr(before, &part);

	if (nr != 4)
		return before == after;
	return gpr(after, &new_part) == instead && part == new_part;
}

static void compare_copy(const struct both *b, const u8 *copy, int instead)
{
	const cs_x86 *before = &b->cs->detail->x86, *after;
	cs_insn *cs = cs_malloc(capstone);
	bool same;
	int i;

	same = capstone_decode(copy, CODE_SIZE, b->addr, cs) &&
		cs->id == b->cs->id && cs->size == b->cs->size &&
		cs->detail->x86.op_count == before->op_count;
	after = &cs->detail->x86;
	for (i = 0; same && i < before->op_count; i++) {
		const cs_x86_op *x = &before->operands[i], *y = &after->operands[i];

		if (x->type != y->type || x->size != y->size)
			same = false;
		else if (x->type == X86_OP_REG)
			same = same_reg(x->reg, y->reg, instead);
		else if (x->type == X86_OP_IMM)
			same = x->imm == y->imm;
		else
			same = same_reg(x->mem.base, y->mem.base, instead) &&
				x->mem.index == y->mem.index &&
				x->mem.scale == y->mem.scale &&
				x->mem.disp == y->mem.disp;
	}
	for (i = 0; same && i < (int)b->nr_touched; i++)
		same = gpr_nr(b->touched[i]) != instead;
	if (!same)
		differ(b, "copy with a substitute");
	cs_free(cs, 1);
}

static void compare_trampolined(const struct both *b, struct insn *insn,
				const struct arch_kprobe_boost *a)
{
	const cs_x86 *x = &b->cs->detail->x86;
	bool named = false, touched = false, high = false, below = false;
	u8 copy[CODE_SIZE];
	unsigned int i;
	int instead;

	for (i = 0; i < x->op_count; i++) {
		const cs_x86_op *op = &x->operands[i];

		if (op->type == X86_OP_REG) {
			named |= gpr_nr(op->reg) == 4;
			high |= gpr_nr(op->reg) >= 8;
		} else if (op->type == X86_OP_MEM && gpr_nr(op->mem.base) == 4) {
			named = true;
			below |= (op->mem.disp < 0 || op->mem.index) &&
				b->cs->id != X86_INS_LEA;
		}
	}
	for (i = 0; i < b->nr_touched; i++) {
		touched |= gpr_nr(b->touched[i]) == 4;
		high |= gpr_nr(b->touched[i]) >= 8;
	}

	memcpy(copy, b->code, sizeof(copy));
	instead = kprobe_substitute_sp(insn, a->operands, copy);
	if (named && instead == KPROBE_NO_REG)
		differ(b, "stack pointer missed");
	else if (!named && instead >= 0 && instead != KPROBE_NO_REG)
		differ(b, "stack pointer invented");
	else if (named && instead >= 0)
		compare_copy(b, copy, instead);
	else if (!named && touched)
		differ(b, "stack pointer not named");
	else if (named && !below && !insn_is_avx(insn))
		differ(b, "stack pointer kept");
	if (below && instead >= 0)
		differ(b, "below the stack pointer");
	if (!named && instead == KPROBE_NO_REG && memcmp(copy, b->code, b->len))
		differ(b, "copy without a substitute");

	if (high && kprobe_registers_low(insn))
		differ(b, "high registers");
	if (in_group(b, X86_GRP_PRIVILEGE))
		differ(b, "privileged");
}

unsigned int arch_compare(struct both *b)
{
	struct arch_kprobe_boost a;
	struct insn insn;
	unsigned int i;
	bool rip = false;

	if (insn_decode(&insn, b->code, MAX_INSN_SIZE, INSN_MODE_64)) {
		b->modes = -EINVAL;
		/* It is refused. */
		return b->known ? b->cs->size : 1;
	}
	b->len = insn.length;
	b->modes = kprobe_decode(&insn, &a);
	if (!b->known) {
		if (b->modes > 0 && b->modes != STEPPED)
			differ(b, "unknown to Capstone");
		return b->len;
	}
	if (b->modes < 0 || b->modes == STEPPED)
		return b->len;
	if (b->len != b->cs->size) {
		differ(b, "length");
		return b->len;
	}

	for (i = 0; i < b->cs->detail->x86.op_count; i++) {
		const cs_x86_op *op = &b->cs->detail->x86.operands[i];

		rip |= op->type == X86_OP_MEM && (op->mem.base == X86_REG_RIP ||
						  op->mem.base == X86_REG_EIP);
	}
	if (rip != !!insn_rip_relative(&insn))
		differ(b, "relative to the program counter");
	if (is_branch(b) && b->modes & (TRAMPOLINED | BOOSTED))
		differ(b, "branch in a slot");
	if (b->modes & SIMULATED)
		compare_simulated(b, &insn, &a);
	if (b->modes & TRAMPOLINED)
		compare_trampolined(b, &insn, &a);
	return b->len;
}

/* Does the prefix that the enumeration puts first make another one of it? */
static bool is_regular(const struct both *b)
{
	static cs_insn *without;
	u8 code[CODE_SIZE] = { 0 };

	if (!strchr("\x66\x67\xf2\xf3\xf0\x48", b->code[0]))
		return true;
	if (!without)
		without = cs_malloc(capstone);
	memcpy(code, b->code + 1, CODE_SIZE - 1);
	return !capstone_decode(code, CODE_SIZE, 0, without) ||
	       strcmp(without->mnemonic, b->cs->mnemonic) ||
	       strcmp(without->op_str, b->cs->op_str);
}

const char *arch_form(const struct both *b)
{
	unsigned int i;

	if (!is_regular(b))
		return NULL;
	for (i = 0; i < b->cs->detail->x86.op_count; i++)
		if (b->cs->detail->x86.operands[i].type == X86_OP_MEM)
			return " m";
	return "";
}

/*
 * With a register, ModRM.rm belongs to some opcodes: x87, groups 7 and 15,
 * ENDBR.
 */
static bool by_rm(unsigned int map, u8 op)
{
	return (!map && op >= 0xd8 && op <= 0xdf) ||
	       (map == 1 && (op == 0x01 || op == 0x1e || op == 0xae));
}

/* Not a prefix, which would make the next byte the opcode */
static bool is_opcode(unsigned int map, u8 op)
{
	return map || !(op == 0x0f || (op & 0xf0) == 0x40 || op == 0x66 ||
			op == 0x67 || (op & 0xfe) == 0xf2 || op == 0xf0 ||
			(op & 0xe7) == 0x26 || (op & 0xfe) == 0x64 ||
			(op & 0xfe) == 0xc4 || op == 0x62);
}

/*
 * Each value of ModRM.reg, with memory and with a register; with the stack pointer as
 * that, as the base, and as the base of what lies below it
 */
static void enumerate_modrm(unsigned int map, const u8 *head, unsigned int len,
			    u8 op, void (*f)(const u8 *code))
{
	unsigned int modrm = 0;
	u8 code[CODE_SIZE] = { 0 };

	memcpy(code, head, len);
	code[len] = op;
	while (modrm < 256) {
		code[len + 1] = modrm;
		if (modrm < 0x40 || modrm >= 0xc0)
			f(code);
		modrm += modrm >= 0xc0 && by_rm(map, op) ? 1 : 8;
	}
	for (modrm = 4; modrm < 256; modrm += 8) {
		code[len + 1] = modrm;
		if (modrm < 0xc0) {
			code[len + 2] = 0x24;	/* SIB: the base, and no index */
			code[len + 3] = 0xff;
		}
		if (modrm < 0x80 || modrm >= 0xc0)
			f(code);
	}
}

/*
 * All opcodes of all maps: without a prefix and with each; VEX of 128 and 256 bits,
 * without VEX.vvvv and with the stack pointer there
 */
void arch_enumerate(void (*f)(const u8 *code))
{
	static const u8 prefixes[] = { 0, 0x66, 0xf3, 0xf2, 0xf0, 0x67, 0x48 };
	static const u8 maps[][2] = { {}, { 0x0f }, { 0x0f, 0x38 }, { 0x0f, 0x3a } };
	unsigned int nr, map, op, i, len;
	u8 head[4];

	for (nr = 0; nr < ARRAY_SIZE(prefixes) * ARRAY_SIZE(maps); nr++) {
		map = nr / ARRAY_SIZE(prefixes);
		len = 0;
		if (nr % ARRAY_SIZE(prefixes))
			head[len++] = prefixes[nr % ARRAY_SIZE(prefixes)];
		for (i = 0; i < 2 && maps[map][i]; i++)
			head[len++] = maps[map][i];
		for (op = 0; op < 256; op++)
			if (is_opcode(map, op))
				enumerate_modrm(map, head, len, op, f);
	}
	/* Bits: of vvvv, two of the map, one of the length, two of the prefix */
	for (nr = 0; nr < 1 << 6; nr++) {
		if (!(nr >> 3 & 3))
			continue;
		head[0] = 0xc4;
		head[1] = 0xe0 | (nr >> 3 & 3);
		head[2] = (nr >> 5 ? ~4 << 3 & 0x78 : 0x78) | (nr & 7);
		for (op = 0; op < 256; op++)
			enumerate_modrm(4, head, 3, op, f);
	}
}
