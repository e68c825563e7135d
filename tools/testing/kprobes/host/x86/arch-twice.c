// SPDX-License-Identifier: GPL-2.0
/*
 * x86-64's part of twice.c: draws instructions, and moves state in and out of
 * signal frames.
 */

#include <asm/insn.h>
#include <asm/prctl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "boost.h"
#include "twice.h"

/* The program itself, its heap, and the C library; see main() */
#define SELF_FIRST	0x400000UL
#define SELF_LAST	0x8000000UL
#define HIGH_FIRST	0x7ff000000000UL
#define HIGH_LAST	0x7fffffffffffUL
#define VSYSCALL	0xffffffffff000000UL

/* Within reach of the program, as kernel text and slots are of each other */
const struct area areas[NR_AREAS] = {
	[CODE] = { (u8 *)0x20000000, 0x10000 },
	[SLOT] = { (u8 *)0x21000000, 0x1000 },
	[DATA] = { (u8 *)0x22000000, 0x1000 },
	[LOW] = { (u8 *)0x10000000, 0x1000 },
	[STACK] = { (u8 *)0x23000000, 0x1000 },
};

#define FS_BASE		area_at(DATA, 0x100)
#define GS_BASE		area_at(DATA, 0x200)

/* idtentry of #BP keeps six words free: see arch/x86/entry/entry_64.S */
const unsigned int frame_gap = 48;

struct cpuinfo_x86 boot_cpu_data = { .x86_virt_bits = 48 };
unsigned long this_cpu_off;

static const unsigned char nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
const unsigned char *const x86_nops[] = { [5] = nop5 };

/* What is compared; and the mask registers, which are 0 when a test starts */
static u32 xfeatures, xcleared;
#define XFEATURE_OPMASK	BIT(5)

static const struct {
	int greg;
	unsigned int offset;
	const char *name;
} gregs[] = {
	{ REG_RAX, offsetof(struct pt_regs, ax), "rax" },
	{ REG_RCX, offsetof(struct pt_regs, cx), "rcx" },
	{ REG_RDX, offsetof(struct pt_regs, dx), "rdx" },
	{ REG_RBX, offsetof(struct pt_regs, bx), "rbx" },
	{ REG_RSP, offsetof(struct pt_regs, sp), "rsp" },
	{ REG_RBP, offsetof(struct pt_regs, bp), "rbp" },
	{ REG_RSI, offsetof(struct pt_regs, si), "rsi" },
	{ REG_RDI, offsetof(struct pt_regs, di), "rdi" },
	{ REG_R8, offsetof(struct pt_regs, r8), "r8" },
	{ REG_R9, offsetof(struct pt_regs, r9), "r9" },
	{ REG_R10, offsetof(struct pt_regs, r10), "r10" },
	{ REG_R11, offsetof(struct pt_regs, r11), "r11" },
	{ REG_R12, offsetof(struct pt_regs, r12), "r12" },
	{ REG_R13, offsetof(struct pt_regs, r13), "r13" },
	{ REG_R14, offsetof(struct pt_regs, r14), "r14" },
	{ REG_R15, offsetof(struct pt_regs, r15), "r15" },
	{ REG_RIP, offsetof(struct pt_regs, ip), "rip" },
	{ REG_EFL, offsetof(struct pt_regs, flags), "flags" },
};

static unsigned long *reg_at(struct state *s, unsigned int i)
{
	return (void *)&s->regs + gregs[i].offset;
}

static unsigned long *gpr(struct state *s, unsigned int nr)
{
	return kprobe_reg(&s->regs, nr);
}

/* ---- signal frames ---- */

static long raw_prctl(int what, unsigned long arg)
{
	long ret;

	asm volatile("syscall" : "=a"(ret)
		     : "0"(SYS_arch_prctl), "D"(what), "S"(arg)
		     : "rcx", "r11", "memory");
	return ret;
}

static void get_bases(unsigned long *base)
{
	raw_prctl(ARCH_GET_FS, (unsigned long)&base[0]);
	raw_prctl(ARCH_GET_GS, (unsigned long)&base[1]);
}

static void set_bases(const unsigned long *base)
{
	raw_prctl(ARCH_SET_FS, base[0]);
	raw_prctl(ARCH_SET_GS, base[1]);
}

/* The C library needs its own FS base; a handler can be interrupted by another. */
static unsigned long own_bases[2];
static unsigned long bases[4][2];
static volatile int depth = -1;

void arch_handler_enter(void)
{
	get_bases(bases[++depth]);
	set_bases(own_bases);
}

void arch_handler_leave(void)
{
	set_bases(bases[depth]);
	depth--;
}

static void xsave(u8 *area)
{
	asm volatile("xsave64 (%0)" : : "r"(area), "a"(xfeatures), "d"(0)
		     : "memory");
}

static void xrstor(const u8 *area)
{
	asm volatile("xrstor64 (%0)" : : "r"(area), "a"(xfeatures | xcleared), "d"(0)
		     : "memory");
}

static u64 *xstate_bv(u8 *area)
{
	return (u64 *)(area + FP_LEGACY);
}

/*
 * A component in its initial state may not have been written.  Addresses of
 * the last x87 instruction are those of wherever it ran.
 */
static void normalize(u8 *fp)
{
	static const u8 control[] = { 0x7f, 0x03 };

	if (!(*xstate_bv(fp) & 1)) {
		memset(fp, 0, 24);
		memcpy(fp, control, sizeof(control));
		memset(fp + 32, 0, 128);
	}
	if (!(*xstate_bv(fp) & 2))
		memset(fp + 160, 0, 256);
	if (!(*xstate_bv(fp) & 4))
		memset(fp + FP_AVX, 0, 256);
	memset(fp + 6, 0, 18);
	memset(fp + 416, 0, FP_AVX - 416);
	*xstate_bv(fp) = xfeatures;
}

static u8 *frame_fp(const ucontext_t *uc)
{
	return (u8 *)uc->uc_mcontext.fpregs;
}

void arch_save_regs(const ucontext_t *uc, struct pt_regs *regs)
{
	unsigned int i;

	memset(regs, 0, sizeof(*regs));
	for (i = 0; i < ARRAY_SIZE(gregs); i++)
		*(unsigned long *)((void *)regs + gregs[i].offset) =
			uc->uc_mcontext.gregs[gregs[i].greg];
	regs->cs = (u16)uc->uc_mcontext.gregs[REG_CSGSFS];
	/* Set by a fault, for the instruction to be tried again */
	regs->flags &= ~X86_EFLAGS_RF;
}

void arch_load_regs(ucontext_t *uc, const struct pt_regs *regs)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(gregs); i++)
		uc->uc_mcontext.gregs[gregs[i].greg] =
			*(unsigned long *)((void *)regs + gregs[i].offset);
}

void arch_save(const ucontext_t *uc, struct state *s)
{
	arch_save_regs(uc, &s->regs);
	memcpy(s->fp, frame_fp(uc), FP_SIZE);
	normalize(s->fp);
	memcpy(s->base, bases[depth], sizeof(s->base));
}

void arch_load(ucontext_t *uc, const struct state *s)
{
	u8 *fp = frame_fp(uc);

	arch_load_regs(uc, &s->regs);
	memcpy(fp, s->fp, 416);
	memcpy(fp + FP_AVX, s->fp + FP_AVX, FP_SIZE - FP_AVX);
	*xstate_bv(fp) |= xfeatures;
	*xstate_bv(fp) &= ~(u64)xcleared;
	memcpy(bases[depth], s->base, sizeof(s->base));
}

void arch_live_load(const ucontext_t *uc)
{
	set_bases(bases[depth]);
	xrstor(frame_fp(uc));
}

void arch_live_save(struct state *s)
{
	memset(s->fp + FP_LEGACY, 0, 64);
	xsave(s->fp);
	get_bases(s->base);
	set_bases(own_bases);
	normalize(s->fp);
}

unsigned long arch_ip(const ucontext_t *uc)
{
	return uc->uc_mcontext.gregs[REG_RIP];
}

unsigned long arch_breakpoint(const ucontext_t *uc, int signo)
{
	u8 *at = (u8 *)arch_ip(uc) - 1;

	if (signo != SIGTRAP || !host_mapped((unsigned long)at, 1) ||
	    *at != INT3_INSN_OPCODE)
		return 0;
	return (unsigned long)at;
}

extern const u8 launch_trap[];

void arch_launch(void)
{
	asm volatile(".globl launch_trap\nlaunch_trap: int3" : : : "memory");
}

bool arch_is_launch(const ucontext_t *uc)
{
	return arch_ip(uc) == (unsigned long)launch_trap + 1;
}

/* The trap leaves the program counter behind itself. */
void arch_go_home(struct state *s)
{
}

void arch_write(const struct test *t, bool breakpoint)
{
	static u8 *last;

	if (last)
		memset(last, INT3_INSN_OPCODE, sizeof(t->code));
	last = t->addr;
	memcpy(last, t->code, t->len);
	if (breakpoint)
		*last = INT3_INSN_OPCODE;
}

/* ---- the probe, as arch/x86/kernel/kprobes/core.c prepares it ---- */

int arch_prepare(struct kprobe *p, const struct test *t)
{
	/* Not always at the same distance */
	u8 *slot = areas[SLOT].base +
		t->seed % (areas[SLOT].size / KPROBE_INSN_SLOT_SIZE) *
		KPROBE_INSN_SLOT_SIZE;
	u8 step[MAX_INSN_SIZE];
	struct insn insn;
	int err;

	memcpy(step, t->code, sizeof(step));
	err = insn_decode_kernel(&insn, step);
	if (err)
		return err;
	if (insn_has_emulate_prefix(&insn))
		return -EINVAL;
	p->addr = t->addr;
	p->ainsn.insn = slot;
	err = arch_kprobe_boost_decode(p, &insn);
	if (err)
		return err;
	if (insn_rip_relative(&insn)) {
		long disp = t->addr + insn.displacement.value - slot;
		s32 near = disp;

		/* As the kernel does, which refuses what is out of reach */
		if (near != disp)
			return -EINVAL;
		memcpy(step + insn_offset_displacement(&insn), &near,
		       sizeof(near));
	}
	memset(slot, INT3_INSN_OPCODE, KPROBE_INSN_SLOT_SIZE);
	memcpy(slot, step, insn.length);
	arch_kprobe_boost_prepare(p, &insn, step);
	return 0;
}

bool arch_hit(struct kprobe *p, struct pt_regs *regs, bool nested)
{
	struct kprobe_ctlblk kcb = { 0 };

	return arch_kprobe_boost_enter(p, regs, &kcb, nested);
}

void arch_init(void)
{
	u32 high;
	int i;

	if ((unsigned long)arch_init < SELF_FIRST ||
	    (unsigned long)arch_init >= SELF_LAST) {
		printf("the program has a random address, out of reach of the slots\n");
		exit(2);
	}
	asm volatile("xgetbv" : "=a"(xfeatures), "=d"(high) : "c"(0));
	xcleared = xfeatures & XFEATURE_OPMASK;
	xfeatures &= 7;
	get_bases(own_bases);
	memset(areas[CODE].base, INT3_INSN_OPCODE, areas[CODE].size);
	this_cpu_off = GS_BASE;
	for (i = 0; i < 4; i++)
		memcpy(bases[i], own_bases, sizeof(own_bases));
}

/* ---- drawing an instruction ---- */

static u64 draw_value(struct rng *r)
{
	switch (below(r, 6)) {
	case 0:
		return area_at(DATA, below(r, areas[DATA].size));
	case 1:
		return area_at(LOW, below(r, areas[LOW].size));
	case 2:
		return below(r, 70);
	case 3:
		return -below(r, 70);
	case 4:
		return rng_next(r) >> 32 | 1UL << 31;
	default:
		/* No address in user space */
		return rng_next(r) | 1UL << 63;
	}
}

static bool is_string(u8 opcode)
{
	return (opcode >= 0xa4 && opcode <= 0xa7) ||
	       (opcode >= 0xaa && opcode <= 0xaf) ||
	       (opcode >= 0x6c && opcode <= 0x6f);
}

/*
 * What cannot give the same twice: time-stamp and performance counters, random
 * numbers; addresses of x87 instructions, in memory.  And CPUID, which tells
 * which CPU it is.
 */
static bool is_repeatable(struct insn *insn)
{
	u8 op = insn->opcode.bytes[insn->opcode.nbytes - 1];
	u8 reg = X86_MODRM_REG(insn->modrm.value);
	bool reg_form = X86_MODRM_MOD(insn->modrm.value) == 3;

	if (insn_is_avx(insn))
		return true;
	if (insn->opcode.nbytes == 1)
		return reg_form || !((op == 0xd9 || op == 0xdd) && reg == 6);
	if (insn->opcode.nbytes > 2)
		return true;
	switch (op) {
	case 0x01:	/* RDTSCP, RDPRU */
		return insn->modrm.value != 0xf9 && insn->modrm.value != 0xfd;
	case 0x31:
	case 0x33:
	case 0xa2:
		return false;
	case 0xae:
		return reg_form || (reg != 0 && reg != 4 && reg != 6);
	case 0xc7:
		return reg_form ? reg < 6 : reg != 4 && reg != 5;
	}
	return true;
}

static bool bad_address(unsigned long addr)
{
	return (addr >= SELF_FIRST && addr < SELF_LAST) ||
	       (addr >= HIGH_FIRST && addr <= HIGH_LAST) || addr >= VSYSCALL ||
	       (addr - area_at(CODE, 0) + 0x1000 < 0x1000000) ||
	       (addr - area_at(SLOT, 0) + 0x1000 < 0x1000000);
}

/* A place for a branch to go to */
static unsigned long draw_target(struct rng *r, const struct test *t)
{
	unsigned long target;

	do {
		target = area_at(CODE, below(r, areas[CODE].size));
	} while (target - (unsigned long)t->addr < sizeof(t->code));
	return target;
}

struct operand {
	bool present, rip, vsib, addr32;
	int base, index;	/* -1: none */
	unsigned int scale, disp_at, disp_size;
	unsigned long segment;
};

static u8 rex_of(struct insn *insn, u8 bit)
{
	if (insn_is_avx(insn)) {
		u8 byte = insn->vex_prefix.bytes[1];

		if (insn->vex_prefix.nbytes == 2)
			return 0;
		return (bit == 1 ? ~byte & 0x20 : ~byte & 0x40) ? 8 : 0;
	}
	return insn->rex_prefix.nbytes && insn->rex_prefix.value & bit ? 8 : 0;
}

static unsigned long segment_of(struct insn *insn)
{
	insn_byte_t prefix;
	unsigned long base = 0;
	int i;

	for_each_insn_prefix(insn, i, prefix) {
		if (prefix == 0x64)
			base = FS_BASE;
		else if (prefix == 0x65)
			base = GS_BASE;
	}
	return base;
}

static void find_operand(struct insn *insn, struct operand *o)
{
	u8 modrm = insn->modrm.value, sib = insn->sib.value;
	u8 op = insn->opcode.bytes[insn->opcode.nbytes - 1];

	memset(o, 0, sizeof(*o));
	o->base = -1;
	o->index = -1;
	if (!insn->modrm.nbytes || X86_MODRM_MOD(modrm) == 3)
		return;
	o->present = true;
	o->addr32 = insn->addr_bytes == 4;
	o->segment = segment_of(insn);
	o->disp_at = insn_offset_displacement(insn);
	o->disp_size = insn->displacement.nbytes;
	o->vsib = insn_is_avx(insn) && insn_vex_m_bits(insn) == 2 &&
		  op >= 0x90 && op <= 0x93;
	if (insn_rip_relative(insn)) {
		o->rip = true;
	} else if (X86_MODRM_RM(modrm) == 4) {
		o->scale = X86_SIB_SCALE(sib);
		if (X86_SIB_INDEX(sib) != 4 || rex_of(insn, 2))
			o->index = X86_SIB_INDEX(sib) + rex_of(insn, 2);
		if (o->vsib)
			o->index = -1;
		if (X86_SIB_BASE(sib) != 5 || X86_MODRM_MOD(modrm))
			o->base = X86_SIB_BASE(sib) + rex_of(insn, 1);
	} else {
		o->base = X86_MODRM_RM(modrm) + rex_of(insn, 1);
	}
}

static long get_disp(const struct operand *o, const struct test *t)
{
	s32 disp = 0;

	if (o->disp_size == 1)
		return (s8)t->code[o->disp_at];
	if (o->disp_size == 4)
		memcpy(&disp, t->code + o->disp_at, sizeof(disp));
	return disp;
}

static void set_disp(const struct operand *o, struct test *t, s32 disp)
{
	if (o->disp_size == 4)
		memcpy(t->code + o->disp_at, &disp, sizeof(disp));
}

static unsigned long operand_at(const struct operand *o, struct test *t)
{
	unsigned long addr = get_disp(o, t);

	if (o->rip)
		addr += (unsigned long)t->addr + t->len;
	if (o->base >= 0)
		addr += *gpr(&t->init, o->base);
	if (o->index >= 0)
		addr += *gpr(&t->init, o->index) << o->scale;
	if (o->addr32)
		addr = (u32)addr;
	return addr + o->segment;
}

/* Let the operand lie in memory that there is, most of the time */
static void aim(struct rng *r, const struct operand *o, struct test *t)
{
	bool low = o->addr32 || (o->base < 0 && !o->rip);
	unsigned long want;

	if (o->base == 4 || (o->rip && one_in(r, 2)))
		set_disp(o, t, (s8)rng_next(r));
	if (one_in(r, 16) || o->base == 4)
		return;

	want = area_at(o->segment ? DATA : low ? LOW : DATA, 0x400) +
		below(r, 0x800);
	if (!one_in(r, 4))
		want &= ~63UL;
	want -= o->segment;
	if (o->rip) {
		set_disp(o, t, want - (unsigned long)t->addr - t->len);
		return;
	}
	if (o->index >= 0 && o->index != o->base) {
		*gpr(&t->init, o->index) = below(r, 64);
		want -= *gpr(&t->init, o->index) << o->scale;
	}
	if (o->base < 0) {
		set_disp(o, t, want);
		return;
	}
	want -= get_disp(o, t);
	if (o->addr32)
		want = (u32)want | rng_next(r) << 32;
	if (o->index == o->base)
		want >>= o->scale + 1;
	*gpr(&t->init, o->base) = want;
}

static void put(unsigned long at, u64 value)
{
	if (host_mapped(at, sizeof(value)))
		memcpy((void *)at, &value, sizeof(value));
}

static void draw_fp(struct rng *r, u8 *fp)
{
	static const u8 control[] = { 0x7f, 0x03 };
	u32 mxcsr = 0x1f80 | below(r, 4) << 13 | below(r, 64);
	u64 value;
	int i;

	memcpy(fp, control, sizeof(control));
	fp[4] = one_in(r, 2) ? 0xff : 0;
	memcpy(fp + 24, &mxcsr, sizeof(mxcsr));
	for (i = 0; fp[4] && i < 8; i++) {
		value = rng_next(r) | 1UL << 63;
		memcpy(fp + 32 + 16 * i, &value, 8);
		value = 0x3fff + below(r, 64);
		memcpy(fp + 32 + 16 * i + 8, &value, 2);
	}
	for (i = 160; i < 416; i += 8) {
		value = one_in(r, 4) ? 0x3ff0000000000000 + below(r, 100) :
			rng_next(r);
		memcpy(fp + i, &value, 8);
	}
	for (i = FP_AVX; i < FP_SIZE; i += 8) {
		value = rng_next(r);
		memcpy(fp + i, &value, 8);
	}
	normalize(fp);
}

/* Registers and memory that the opcode uses without naming them */
static bool draw_implicit(struct rng *r, struct test *t, struct insn *insn)
{
	u8 op = insn->opcode.bytes[insn->opcode.nbytes - 1];
	unsigned int op_at = insn->opcode.nbytes - 1 +
		insn->prefixes.nbytes + insn->rex_prefix.nbytes;
	bool addr32 = insn->addr_bytes == 4;
	unsigned int rm;
	struct pt_regs *regs = &t->init.regs;
	unsigned long data = addr32 ? area_at(LOW, 0x800) : area_at(DATA, 0x800);
	unsigned long target = draw_target(r, t), next, flags;
	unsigned long high = addr32 ? rng_next(r) << 32 : 0;

	if (insn_is_avx(insn))
		return true;
	if (insn->opcode.nbytes == 2) {
		if (op == 0xf7)
			regs->di = data | high;
		return true;
	}
	if (insn->opcode.nbytes != 1)
		return true;

	if (is_string(op)) {
		if (!one_in(r, 10))
			regs->cx = below(r, 40);
		if (!one_in(r, 20))
			regs->si = (data + below(r, 64) - segment_of(insn)) | high;
		if (!one_in(r, 20))
			regs->di = (data + below(r, 64)) | high;
		return true;
	}
	switch (op) {
	case 0x8e:	/* MOV to a segment register: few selectors are there. */
		rm = X86_MODRM_RM(insn->modrm.value) + rex_of(insn, 1);
		if (X86_MODRM_MOD(insn->modrm.value) == 3 && rm != 4 &&
		    !one_in(r, 4))
			*gpr(&t->init, rm) = below(r, 4);
		break;
	case 0x9d:	/* POPF: nothing that user space cannot change */
		flags = (rng_next(r) & 0xcd5) | X86_EFLAGS_IF;
		put(regs->sp, flags);
		break;
	case 0xa0 ... 0xa3:
		next = data - segment_of(insn);
		memcpy(t->code + op_at + 1, &next, addr32 ? 4 : 8);
		break;
	case 0xca:
	case 0xcb:
		put(regs->sp + 8, one_in(r, 4) ? 0x10 : __KERNEL_CS);
		fallthrough;
	case 0xc2:
	case 0xc3:
		put(regs->sp, target);
		break;
	case 0xc8:
	case 0xc9:
		if (!one_in(r, 8))
			regs->bp = area_at(STACK, 0x800) + below(r, 0x100);
		break;
	case 0xd7:
		regs->bx = (data - segment_of(insn)) | high;
		break;
	case 0xe0 ... 0xe3:
		if (one_in(r, 2))
			regs->cx = below(r, 3);
		else if (one_in(r, 2))
			regs->cx = rng_next(r) << 32 | below(r, 3);
		break;
	}
	return true;
}

/* Where a direct branch leads must be known, and not back to the test. */
static bool draw_branch(struct rng *r, struct test *t, struct insn *insn)
{
	u8 op = insn->opcode.bytes[insn->opcode.nbytes - 1];
	bool wide = (insn->opcode.nbytes == 2 && (op & 0xf0) == 0x80) ||
		(insn->opcode.nbytes == 1 && (op == 0xe8 || op == 0xe9));
	bool narrow = insn->opcode.nbytes == 1 &&
		((op & 0xf0) == 0x70 || op == 0xeb || (op & 0xfc) == 0xe0);
	unsigned long next = (unsigned long)t->addr + t->len, target;
	s32 disp;

	if (insn_is_avx(insn) || (!wide && !narrow))
		return true;
	if (wide) {
		disp = one_in(r, 2) ? rng_next(r) : draw_target(r, t) - next;
		memcpy(t->code + insn_offset_immediate(insn), &disp, 4);
	} else {
		disp = (s8)t->code[insn_offset_immediate(insn)];
	}
	target = next + disp;
	if (target - (unsigned long)t->addr < t->len)
		return false;
	return target - area_at(CODE, 0) < areas[CODE].size ||
	       !bad_address(target);
}

bool arch_generate(struct rng *r, struct test *t)
{
	struct arch_kprobe_boost b;
	unsigned int i, a;
	struct operand o;
	struct insn insn;
	unsigned long at = 0;
	int modes;
	u8 op;

	draw_code(r, t->code);
	if (insn_decode_kernel(&insn, t->code) || !is_repeatable(&insn))
		return false;
	t->len = insn.length;
	modes = kprobe_decode(&insn, &b);
	if (modes < 0 || !(modes & ~BIT(KPROBE_MODE_STEPPED)))
		return false;

	t->addr = areas[CODE].base + 0x8000 + below(r, 64);
	for (a = DATA; a < NR_AREAS; a++)
		for (i = 0; i < areas[a].size; i += 8)
			*(u64 *)area_at(a, i) = rng_next(r);
	for (i = 0; i < 16; i++)
		*gpr(&t->init, i) = draw_value(r);
	t->init.regs.sp = area_at(STACK, 0x700) + below(r, 32) * 8;
	if (one_in(r, 4))
		t->init.regs.sp += below(r, 8);
	t->init.regs.ip = (unsigned long)t->addr;
	t->init.regs.flags = (rng_next(r) & 0xcd5) | X86_EFLAGS_FIXED |
		X86_EFLAGS_IF;
	t->init.base[0] = FS_BASE;
	t->init.base[1] = GS_BASE;
	draw_fp(r, t->init.fp);

	if (!draw_implicit(r, t, &insn) || !draw_branch(r, t, &insn))
		return false;

	find_operand(&insn, &o);
	op = insn.opcode.bytes[0];
	if (o.present) {
		aim(r, &o, t);
		at = operand_at(&o, t);
		if (bad_address(at))
			return false;
		/* Nobody may rely on what is below the stack pointer. */
		if (o.base == 4 && modes & BIT(KPROBE_MODE_SIMULATED) &&
		    at < t->init.regs.sp)
			return false;
		/* Let a comparison succeed, sometimes */
		if (insn.opcode.nbytes == 2 && one_in(r, 2) &&
		    ((insn.opcode.bytes[1] & 0xfe) == 0xb0 ||
		     insn.opcode.bytes[1] == 0xc7) && host_mapped(at, 16) &&
		    o.base != 0 && o.index != 0) {
			memcpy(&t->init.regs.ax, (void *)at, 8);
		}
	}
	if (insn.opcode.nbytes == 1 && op == 0xff) {
		u8 reg = X86_MODRM_REG(insn.modrm.value);

		if (reg == 2 || reg == 4) {
			if (o.present)
				put(operand_at(&o, t), draw_target(r, t));
			else
				*gpr(&t->init, X86_MODRM_RM(insn.modrm.value) +
				     rex_of(&insn, 1)) = draw_target(r, t);
			if (!o.present && X86_MODRM_RM(insn.modrm.value) == 4 &&
			    !rex_of(&insn, 1))
				return false;
		}
	}
	/* A bit number may lead far away. */
	if (insn.opcode.nbytes == 2 && o.present && !insn_is_avx(&insn) &&
	    (insn.opcode.bytes[1] == 0xa3 || insn.opcode.bytes[1] == 0xab ||
	     insn.opcode.bytes[1] == 0xb3 || insn.opcode.bytes[1] == 0xbb)) {
		u64 bit = *gpr(&t->init, X86_MODRM_REG(insn.modrm.value) +
			       rex_of(&insn, 4));

		if (bad_address(at + ((s64)bit >> 3)) ||
		    bad_address(at + ((s32)bit >> 3)) ||
		    bad_address((u32)(at + ((s32)bit >> 3))))
			return false;
	}
	return true;
}

/* CLI, STI and HLT fault in user space. */
void arch_model(const struct test *t, struct outcome *native)
{
	struct pt_regs *regs = &native->state.regs;
	struct insn insn;

	if (insn_decode_kernel(&insn, t->code) || insn.opcode.nbytes != 1 ||
	    insn_is_avx(&insn))
		return;
	switch (insn.opcode.bytes[0]) {
	case 0xf4:
		break;
	case 0xfa:
		regs->flags &= ~X86_EFLAGS_IF;
		break;
	case 0xfb:
		regs->flags |= X86_EFLAGS_IF;
		break;
	default:
		return;
	}
	regs->ip += t->len;
	native->signo = 0;
	native->code = 0;
	native->fault = 0;
}

/* ---- comparing ---- */

bool arch_differs(const struct test *t, struct state *native,
		  struct state *probed, bool print)
{
	bool differ = false;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(gregs); i++) {
		unsigned long must = *reg_at(native, i), is = *reg_at(probed, i);

		if (must == is)
			continue;
		differ = true;
		if (print)
			printf("  %s is %lx; must be %lx\n", gregs[i].name, is,
			       must);
	}
	if (native->regs.cs != probed->regs.cs) {
		differ = true;
		if (print)
			printf("  cs is %lx; must be %lx\n", probed->regs.cs,
			       native->regs.cs);
	}
	for (i = 0; i < 2; i++) {
		if (native->base[i] == probed->base[i])
			continue;
		differ = true;
		if (print)
			printf("  %cs base is %lx; must be %lx\n", "fg"[i],
			       probed->base[i], native->base[i]);
	}
	for (i = 0; i < FP_SIZE; i++) {
		if (native->fp[i] == probed->fp[i])
			continue;
		differ = true;
		if (print)
			printf("  byte %u of XSAVE is %02x; must be %02x\n", i,
			       probed->fp[i], native->fp[i]);
	}
	return differ;
}

void arch_print(const struct test *t)
{
	struct state *s = (struct state *)&t->init;
	unsigned int i;

	for (i = 0; i < t->len; i++)
		printf(" %02x", t->code[i]);
	printf("\n ");
	for (i = 0; i < ARRAY_SIZE(gregs); i++)
		printf(" %s %lx%s", gregs[i].name, *reg_at(s, i),
		       i % 6 == 5 ? "\n " : "");
	printf("\n");
}
