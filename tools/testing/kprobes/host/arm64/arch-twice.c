// SPDX-License-Identifier: GPL-2.0
/*
 * arm64's part of twice.c: draws instructions, and moves state in and out of
 * signal frames.
 */

#include <asm/insn.h>
#include <stdlib.h>
#include <unistd.h>

#include "boost.h"
#include "twice.h"

/*
 * DATA is in reach of a literal, and SLOT of a branch.  With 32 bits, scaled by
 * 16, nothing leads from one of these to the program or to what runs it.
 */
#define AREAS		0x2000000000

const struct area areas[NR_AREAS] = {
	[CODE] = { (u8 *)AREAS, 0x10000 },
	[SLOT] = { (u8 *)AREAS + 0x4000000, 0x1000 },
	[DATA] = { (u8 *)AREAS + 0x40000, 0x2000 },
	[LOW] = { (u8 *)AREAS + 0x60000, 0x2000 },
	[STACK] = { (u8 *)AREAS + 0x5000000, 0x2000 },
};

/* The breakpoint's frame begins where the stack pointer is. */
const unsigned int frame_gap;

static const u32 brk_insn = AARCH64_BREAK_FAULT;

/* ---- signal frames ---- */

static unsigned long get_tls(void)
{
	unsigned long tls;

	asm volatile("mrs %0, tpidr_el0" : "=r"(tls));
	return tls;
}

static void set_tls(unsigned long tls)
{
	asm volatile("msr tpidr_el0, %0" : : "r"(tls));
}

/* The C library needs its own; a handler can be interrupted by another. */
static unsigned long own_tls;
static unsigned long tls[4];
static volatile int depth = -1;

void arch_handler_enter(void)
{
	tls[++depth] = get_tls();
	set_tls(own_tls);
}

void arch_handler_leave(void)
{
	set_tls(tls[depth]);
	depth--;
}

static struct fpsimd_context *frame_fp(const ucontext_t *uc)
{
	struct _aarch64_ctx *c = (void *)uc->uc_mcontext.__reserved;

	while (c->magic != FPSIMD_MAGIC)
		c = (void *)c + c->size;
	return (void *)c;
}

void arch_save_regs(const ucontext_t *uc, struct pt_regs *regs)
{
	memcpy(regs->regs, uc->uc_mcontext.regs, sizeof(regs->regs));
	regs->sp = uc->uc_mcontext.sp;
	regs->pc = uc->uc_mcontext.pc;
	regs->pstate = uc->uc_mcontext.pstate;
}

void arch_load_regs(ucontext_t *uc, const struct pt_regs *regs)
{
	memcpy(uc->uc_mcontext.regs, regs->regs, sizeof(regs->regs));
	uc->uc_mcontext.sp = regs->sp;
	uc->uc_mcontext.pc = regs->pc;
	uc->uc_mcontext.pstate = regs->pstate;
}

void arch_save(const ucontext_t *uc, struct state *s)
{
	struct fpsimd_context *fp = frame_fp(uc);

	arch_save_regs(uc, &s->regs);
	memcpy(s->v, fp->vregs, sizeof(s->v));
	s->fpsr = fp->fpsr;
	s->fpcr = fp->fpcr;
	s->tls = tls[depth];
}

void arch_load(ucontext_t *uc, const struct state *s)
{
	struct fpsimd_context *fp = frame_fp(uc);

	arch_load_regs(uc, &s->regs);
	memcpy(fp->vregs, s->v, sizeof(s->v));
	fp->fpsr = s->fpsr;
	fp->fpcr = s->fpcr;
	tls[depth] = s->tls;
}

#define V_PAIRS(op, base)						\
	op " q0, q1, [" base "]\n" op " q2, q3, [" base ", 32]\n"	\
	op " q4, q5, [" base ", 64]\n" op " q6, q7, [" base ", 96]\n"	\
	op " q8, q9, [" base ", 128]\n" op " q10, q11, [" base ", 160]\n" \
	op " q12, q13, [" base ", 192]\n" op " q14, q15, [" base ", 224]\n" \
	op " q16, q17, [" base ", 256]\n" op " q18, q19, [" base ", 288]\n" \
	op " q20, q21, [" base ", 320]\n" op " q22, q23, [" base ", 352]\n" \
	op " q24, q25, [" base ", 384]\n" op " q26, q27, [" base ", 416]\n" \
	op " q28, q29, [" base ", 448]\n" op " q30, q31, [" base ", 480]\n"

void arch_live_load(const ucontext_t *uc)
{
	struct fpsimd_context *fp = frame_fp(uc);

	asm volatile(".arch_extension fp\n.arch_extension simd\n"
		     V_PAIRS("ldp", "%0")
		     "msr fpsr, %1\nmsr fpcr, %2\n"
		     : : "r"(fp->vregs), "r"((u64)fp->fpsr),
		       "r"((u64)fp->fpcr) : "memory");
	set_tls(tls[depth]);
}

void arch_live_save(struct state *s)
{
	asm volatile(".arch_extension fp\n.arch_extension simd\n"
		     V_PAIRS("stp", "%2")
		     "mrs %0, fpsr\nmrs %1, fpcr\nmsr fpcr, xzr\n"
		     : "=&r"(s->fpsr), "=&r"(s->fpcr) : "r"(s->v) : "memory");
	s->tls = get_tls();
	set_tls(own_tls);
}

unsigned long arch_ip(const ucontext_t *uc)
{
	return uc->uc_mcontext.pc;
}

unsigned long arch_breakpoint(const ucontext_t *uc, int signo)
{
	unsigned long at = arch_ip(uc);

	if (signo != SIGTRAP || !host_mapped(at, sizeof(u32)) ||
	    *(u32 *)at != brk_insn)
		return 0;
	return at;
}

extern const u32 launch_trap[];

void arch_launch(void)
{
	asm volatile(".globl launch_trap\nlaunch_trap: brk #0" : : : "memory");
}

bool arch_is_launch(const ucontext_t *uc)
{
	return arch_ip(uc) == (unsigned long)launch_trap;
}

/* Behind the trap */
void arch_go_home(struct state *s)
{
	s->regs.pc += sizeof(u32);
}

static void put_insn(u8 *at, u32 insn)
{
	memcpy(at, &insn, sizeof(insn));
	__builtin___clear_cache((char *)at, (char *)at + sizeof(insn));
}

void arch_write(const struct test *t, bool breakpoint)
{
	static u8 *last;
	u32 insn;

	if (last)
		put_insn(last, brk_insn);
	last = t->addr;
	memcpy(&insn, t->code, sizeof(insn));
	put_insn(last, breakpoint ? brk_insn : insn);
}

/* ---- the probe, as arch/arm64/kernel/probes/kprobes.c prepares it ---- */

int arch_prepare(struct kprobe *p, const struct test *t)
{
	/* Not always at the same distance */
	unsigned int size = KPROBE_INSN_SLOT_SIZE * sizeof(u32);
	u32 *slot = (u32 *)(areas[SLOT].base +
			    t->seed % (areas[SLOT].size / size) * size);
	unsigned int i;

	arch_write(t, false);
	memcpy(&p->opcode, t->code, sizeof(p->opcode));
	p->addr = (u32 *)t->addr;
	switch (arch_kprobe_boost_decode(p->addr, &p->ainsn)) {
	case INSN_REJECTED:
		return -EINVAL;
	case INSN_GOOD_NO_SLOT:
		break;
	case INSN_GOOD:
		for (i = 0; i < KPROBE_INSN_SLOT_SIZE; i++)
			slot[i] = brk_insn;
		slot[0] = p->opcode;
		p->ainsn.api.insn = slot;
		break;
	}
	arch_kprobe_boost_prepare(p);
	__builtin___clear_cache((char *)slot, (char *)slot + size);
	return 0;
}

bool arch_hit(struct kprobe *p, struct pt_regs *regs, bool nested)
{
	struct kprobe_ctlblk kcb = { 0 };

	return arch_kprobe_boost_enter(p, regs, &kcb, nested);
}

/* A boosted copy whose way back is as far as a branch goes, and farther; a branch */
static void check_boosted(void)
{
	static const struct {
		long distance;
		bool fits;
	} reach[] = {
		{ -0x8000004, false }, { -0x8000000, true },
		{ 0x7fffffc, true }, { 0x8000000, false },
	};
	const u32 *slot = (const u32 *)areas[SLOT].base;
	u32 buf[KPROBE_SLOT_BOOSTED_WORDS];
	unsigned long from = (unsigned long)(slot + KPROBE_SLOT_BOOSTED + 1);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(reach); i++) {
		int err = kprobe_slot_write_boosted(buf, slot, 0xd503201f, from +
						    reach[i].distance - 4);

		if (!err == reach[i].fits)
			continue;
		printf("a branch of %lx: error %d\n", reach[i].distance, err);
		exit(1);
	}

	/* A copy that is a branch itself: to where it likes, and a trap behind it */
	buf[1] = 0;
	if (kprobe_slot_write_boosted(buf, slot, 0xd65f03c0, from - 0x10000000) ||
	    buf[0] != 0xd65f03c0 || buf[1] != brk_insn) {
		printf("a copy of RET: %08x %08x\n", buf[0], buf[1]);
		exit(1);
	}
}

void arch_init(void)
{
	unsigned long i;

	check_boosted();

	own_tls = get_tls();
	for (i = 0; i < ARRAY_SIZE(tls); i++)
		tls[i] = own_tls;
	for (i = 0; i < areas[CODE].size; i += sizeof(u32))
		put_insn(areas[CODE].base + i, brk_insn);
}

/* ---- drawing an instruction ---- */

static u64 draw_value(struct rng *r)
{
	switch (below(r, 7)) {
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
	case 5:
		/* No address either, and nothing for 32 bits */
		return (rng_next(r) | 1UL << 55) & ~0xffffffffUL;
	default:
		/* No address in user space */
		return rng_next(r) | 1UL << 55;
	}
}

static unsigned long draw_target(struct rng *r, const struct test *t)
{
	unsigned long target;

	do {
		target = area_at(CODE, below(r, areas[CODE].size / 4) * 4);
	} while (target == (unsigned long)t->addr);
	return target;
}

static u64 field(u32 insn, unsigned int first, unsigned int bits)
{
	return insn >> first & ((1U << bits) - 1);
}

static u32 set_field(u32 insn, unsigned int first, unsigned int bits, u64 value)
{
	u32 mask = ((1U << bits) - 1) << first;

	return (insn & ~mask) | (value << first & mask);
}

/*
 * What cannot give the same twice: counters and random numbers.  Clocks tick
 * and waits end by themselves, but take long.
 */
static bool is_repeatable(u32 insn)
{
	/* Of op0 3, op1 3: CRn 14, and RNDR and RNDRRS */
	return (insn & 0xfffff000) != 0xd53be000 &&
	       (insn & 0xffffffc0) != 0xd53b2400;
}

/* Direct branches: the field of the displacement, or no bits */
static unsigned int branch_field(u32 insn, unsigned int *first)
{
	*first = 5;
	if ((insn & 0x7c000000) == 0x14000000) {
		*first = 0;
		return 26;
	}
	if ((insn & 0xff000010) == 0x54000000 ||
	    (insn & 0x7e000000) == 0x34000000)
		return 19;
	if ((insn & 0x7e000000) == 0x36000000)
		return 14;
	return 0;
}

static unsigned long sign(unsigned long target, unsigned long modifier,
			  bool key_b)
{
	register unsigned long x16 asm("x16") = modifier;
	register unsigned long x17 asm("x17") = target;

	if (key_b)
		asm("hint #10" : "+r"(x17) : "r"(x16));
	else
		asm("hint #8" : "+r"(x17) : "r"(x16));
	return x17;
}

/* With a key for data, and nothing besides; PACDZA and PACDZB of X0 */
static unsigned long sign_data(unsigned long address, bool key_b)
{
	register unsigned long x0 asm("x0") = address;

	if (key_b)
		asm(".inst 0xdac12fe0" : "+r"(x0));
	else
		asm(".inst 0xdac12be0" : "+r"(x0));
	return x0;
}

static u64 *reg(struct test *t, unsigned int nr)
{
	return nr == 31 ? &t->init.regs.sp : &t->init.regs.regs[nr];
}

/* Let indirect branches lead to a place that there is, some of them signed. */
static void aim_branch(struct rng *r, struct test *t, u32 insn)
{
	unsigned int rn = field(insn, 5, 5), rm = field(insn, 0, 5);
	unsigned long target = draw_target(r, t), modifier = 0;

	if ((insn & 0x0000f800) == 0x0800) {
		/* BRAA, BRAAZ, RETAA and their kind */
		if (field(insn, 21, 2) == 2) {
			rn = 30;
			modifier = t->init.regs.sp;
		} else if (insn & BIT(24)) {
			modifier = *reg(t, rm);
		}
		if (!one_in(r, 8))
			target = sign(target, modifier, insn & BIT(10));
	}
	if (rn != 31)
		*reg(t, rn) = target;
}

/* Let the operand lie in memory that there is, most of the time. */
static u32 aim(struct rng *r, struct test *t, u32 insn)
{
	unsigned int rn = field(insn, 5, 5), rm = field(insn, 16, 5);
	unsigned long base = area_at(one_in(r, 2) ? DATA : LOW, 0x800) +
		below(r, 0x400);

	/* Literals */
	if ((insn & 0x3b000000) == 0x18000000) {
		unsigned long at = area_at(DATA, below(r, 0x400) * 4);

		return set_field(insn, 5, 19, (at - (unsigned long)t->addr) / 4);
	}
	if (one_in(r, 16))
		return insn;
	if (!one_in(r, 4))
		base &= ~15UL;
	/* Unsigned offset: not far */
	if ((insn & 0x3b000000) == 0x39000000)
		insn = set_field(insn, 16, 6, 0);
	/* Register offset: not far, scaled or not */
	if ((insn & 0x3b200c00) == 0x38200800 && rm != 31 && rm != rn)
		*reg(t, rm) = below(r, 64);
	/* LDRAA, LDRAB */
	if ((insn & 0xff200400) == 0xf8200400 && !one_in(r, 4))
		base = sign_data(base, insn & BIT(23));
	if (rn != 31)
		*reg(t, rn) = base;
	return insn;
}

/* Few encodings of SYS are something that user space can do. */
static u32 aim_cache(struct rng *r, struct test *t, u32 insn)
{
	static const u32 some[] = {
		0xd50b7420,	/* DC ZVA */
		0xd50b7a20,	/* DC CVAC */
		0xd50b7b20,	/* DC CVAU */
		0xd50b7e20,	/* DC CIVAC */
		0xd50b7520,	/* IC IVAU */
	};

	if (!one_in(r, 4))
		insn = some[below(r, ARRAY_SIZE(some))] | (insn & 0x1f);
	*reg(t, field(insn, 0, 5)) = area_at(DATA, below(r, 0x1000));
	return insn;
}

bool arch_generate(struct rng *r, struct test *t)
{
	struct arch_kprobe_boost b;
	unsigned int i, a, bits, first;
	unsigned long target;
	int modes;
	u32 insn;

	draw_code(r, t->code);
	memcpy(&insn, t->code, sizeof(insn));
	modes = kprobe_decode(insn, &b);
	if (modes < 0 || !(modes & ~BIT(KPROBE_MODE_STEPPED)) ||
	    !is_repeatable(insn))
		return false;

	t->len = sizeof(insn);
	t->addr = areas[CODE].base + 0x8000 + below(r, 16) * 4;
	for (a = DATA; a < NR_AREAS; a++)
		for (i = 0; i < areas[a].size; i += 8)
			*(u64 *)area_at(a, i) = rng_next(r);
	for (i = 0; i < 31; i++)
		t->init.regs.regs[i] = draw_value(r);
	t->init.regs.sp = area_at(STACK, 0x1000) + below(r, 16) * 16;
	t->init.regs.pc = (unsigned long)t->addr;
	t->init.regs.pstate = below(r, 16) << 28;
	t->init.tls = draw_value(r);
	for (i = 0; i < sizeof(t->init.v); i += 8)
		*(u64 *)(t->init.v + i) = one_in(r, 4) ?
			0x3ff0000000000000 + below(r, 100) : rng_next(r);
	t->init.fpcr = below(r, 4) << 22 | below(r, 4) << 24;

	if ((insn & 0x0a000000) == 0x08000000)
		insn = aim(r, t, insn);
	else if ((insn & 0xfe000000) == 0xd6000000)
		aim_branch(r, t, insn);
	else if ((insn & 0xfff80000) == 0xd5080000)
		insn = aim_cache(r, t, insn);

	bits = branch_field(insn, &first);
	if (bits) {
		target = (unsigned long)t->addr + ((s64)((u64)insn <<
			(64 - first - bits)) >> (64 - bits)) * 4;
		if (!one_in(r, 4)) {
			target = draw_target(r, t);
			insn = set_field(insn, first, bits,
					 (target - (unsigned long)t->addr) / 4);
		}
		if (target == (unsigned long)t->addr)
			return false;
		for (a = SLOT; a < NR_AREAS; a++)
			if (target - area_at(a, 0) < areas[a].size)
				return false;
	}
	memcpy(t->code, &insn, sizeof(insn));
	return true;
}

/*
 * Nothing of the interrupt mask can be reached in user space.  WFET and WFIT,
 * which not every CPU has, have been woken up.
 */
void arch_model(const struct test *t, struct outcome *native)
{
	struct pt_regs *regs = &native->state.regs;
	u64 daif = regs->pstate & DAIF_MASK;
	u32 insn;

	memcpy(&insn, t->code, sizeof(insn));
	if ((insn & 0xfffff0ff) == 0xd50340df)
		regs->pstate |= field(insn, 8, 4) << 6;
	else if ((insn & 0xfffff0ff) == 0xd50340ff)
		regs->pstate &= ~(field(insn, 8, 4) << 6);
	else if ((insn & 0xffffffe0) == 0xd51b4220)
		regs->pstate = (regs->pstate & ~(u64)DAIF_MASK) |
			(pt_regs_read_reg(regs, insn & 0x1f) & DAIF_MASK);
	else if ((insn & 0xffffffe0) == 0xd53b4220)
		pt_regs_write_reg(regs, insn & 0x1f, daif);
	else if ((insn & 0xffffffc0) != 0xd5031000)
		return;
	regs->pc = (unsigned long)t->addr + t->len;
	native->signo = 0;
	native->code = 0;
	native->fault = 0;
}

/* ---- comparing ---- */

static bool one_differs(const char *name, unsigned int nr, u64 must, u64 is,
			bool print)
{
	if (must == is)
		return false;
	if (print)
		printf("  %s%u is %llx; must be %llx\n", name, nr, is, must);
	return true;
}

bool arch_differs(const struct test *t, struct state *native,
		  struct state *probed, bool print)
{
	/* A branch leaves its kind behind for the landing pad. */
	u64 all = ~(u64)PSR_BTYPE_MASK;
	bool differ = false;
	unsigned int i;

	for (i = 0; i < 31; i++)
		differ |= one_differs("x", i, native->regs.regs[i],
				      probed->regs.regs[i], print);
	differ |= one_differs("sp", 0, native->regs.sp, probed->regs.sp, print);
	differ |= one_differs("pc", 0, native->regs.pc, probed->regs.pc, print);
	differ |= one_differs("pstate", 0, native->regs.pstate & all,
			      probed->regs.pstate & all, print);
	differ |= one_differs("tpidr_el", 0, native->tls, probed->tls, print);
	differ |= one_differs("fpsr", 0, native->fpsr, probed->fpsr, print);
	differ |= one_differs("fpcr", 0, native->fpcr, probed->fpcr, print);
	for (i = 0; i < 64; i++)
		differ |= one_differs(i & 1 ? "high half of v" : "low half of v",
				      i / 2, ((u64 *)native->v)[i],
				      ((u64 *)probed->v)[i], print);
	return differ;
}

void arch_print(const struct test *t)
{
	unsigned int i;
	u32 insn;

	memcpy(&insn, t->code, sizeof(insn));
	printf(" %08x\n ", insn);
	for (i = 0; i < 31; i++)
		printf(" x%u %llx%s", i, t->init.regs.regs[i],
		       i % 6 == 5 ? "\n " : "");
	printf(" sp %llx pc %llx pstate %llx\n", t->init.regs.sp,
	       t->init.regs.pc, t->init.regs.pstate);
}
