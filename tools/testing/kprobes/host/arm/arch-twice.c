// SPDX-License-Identifier: GPL-2.0
/*
 * ARM's part of twice.c: moves state in and out of signal frames, and draws the
 * state.
 */

#include <unistd.h>

#include "aim.h"
#include "trampoline.h"

/* Behind the code lie data that literals reach. */
#define AREAS		0x20000000
#define CODE_LEN	0x10000

const struct area areas[NR_AREAS] = {
	[CODE] = { (u8 *)AREAS, CODE_LEN },
	[SLOT] = { (u8 *)AREAS + 0x1000000, 0x1000 },
	[DATA] = { (u8 *)AREAS + CODE_LEN, 0x2000 },
	[LOW] = { (u8 *)AREAS + 0x2000000, 0x2000 },
	[STACK] = { (u8 *)AREAS + 0x3000000, 0x2000 },
};

/* Where a branch to the other instruction set goes */
#define OTHER_FIRST	0x4000
#define OTHER_LEN	0x4000

/* The kernel leaves this to an emulated store; see __und_svc. */
const unsigned int frame_gap = MAX_STACK_SIZE;

/* They trap in IT blocks, too. */
#define ARM_BKPT	0xe1200070
#define THUMB_BKPT	0xbe00
#define THUMB		IS_ENABLED(CONFIG_THUMB2_KERNEL)

/* ---- signal frames ---- */

static unsigned long get_tls(void)
{
	unsigned long tls;

	asm volatile("mrc p15, 0, %0, c13, c0, 2" : "=r"(tls));
	return tls;
}

static void set_tls(unsigned long tls)
{
	asm volatile("mcr p15, 0, %0, c13, c0, 2" : : "r"(tls));
}

static unsigned long tls[4];
static volatile int depth = -1;

void arch_handler_enter(void)
{
	tls[++depth] = get_tls();
}

void arch_handler_leave(void)
{
	set_tls(tls[depth]);
	depth--;
}

/* As the kernel lays it out in a signal frame */
struct frame_vfp {
	u32 magic;
	u32 size;
	u64 d[32];
	u32 fpscr;
};

static struct frame_vfp *frame_vfp(const ucontext_t *uc)
{
	struct frame_vfp *fp = (void *)uc->uc_regspace;

	if (fp->magic != 0x56465001)
		_exit(3);
	return fp;
}

void arch_save_regs(const ucontext_t *uc, struct pt_regs *regs)
{
	memcpy(regs->uregs, &uc->uc_mcontext.arm_r0, 16 * 4);
	regs->ARM_cpsr = uc->uc_mcontext.arm_cpsr;
	/* As at an exception of the kernel */
	regs->ARM_ORIG_r0 = -1;
}

void arch_load_regs(ucontext_t *uc, const struct pt_regs *regs)
{
	memcpy(&uc->uc_mcontext.arm_r0, regs->uregs, 16 * 4);
	uc->uc_mcontext.arm_cpsr = regs->ARM_cpsr;
}

void arch_save(const ucontext_t *uc, struct state *s)
{
	struct frame_vfp *fp = frame_vfp(uc);

	arch_save_regs(uc, &s->regs);
	memcpy(s->d, fp->d, sizeof(s->d));
	s->fpscr = fp->fpscr;
	s->tls = tls[depth];
}

void arch_load(ucontext_t *uc, const struct state *s)
{
	struct frame_vfp *fp = frame_vfp(uc);

	arch_load_regs(uc, &s->regs);
	memcpy(fp->d, s->d, sizeof(s->d));
	fp->fpscr = s->fpscr;
	tls[depth] = s->tls;
}

void arch_live_load(const ucontext_t *uc)
{
	struct frame_vfp *fp = frame_vfp(uc);
	u64 *d = fp->d;

	asm volatile(".fpu neon\n"
		     "vldmia %0!, {d0-d15}\nvldmia %0!, {d16-d31}\n"
		     "vmsr fpscr, %1\n"
		     : "+r"(d) : "r"(fp->fpscr) : "memory");
	set_tls(tls[depth]);
}

void arch_live_save(struct state *s)
{
	u64 *d = s->d;

	asm volatile(".fpu neon\n"
		     "vstmia %0!, {d0-d15}\nvstmia %0!, {d16-d31}\n"
		     "vmrs %1, fpscr\n"
		     : "+r"(d), "=r"(s->fpscr) : : "memory");
	s->tls = get_tls();
}

unsigned long arch_ip(const ucontext_t *uc)
{
	return uc->uc_mcontext.arm_pc;
}

unsigned long arch_breakpoint(const ucontext_t *uc, int signo)
{
	unsigned long at = arch_ip(uc);

	return signo == SIGTRAP && host_mapped(at, 2) ? at : 0;
}

extern const u8 launch_trap[];

void arch_launch(void)
{
	asm volatile(".globl launch_trap\nlaunch_trap: bkpt #0" : : : "memory");
}

bool arch_is_launch(const ucontext_t *uc)
{
	return arch_ip(uc) == ((unsigned long)launch_trap & ~1UL);
}

/* Behind the trap */
void arch_go_home(struct state *s)
{
	s->regs.ARM_pc += THUMB ? 2 : 4;
}

static void fill(u8 *at, unsigned int len, bool thumb)
{
	const u32 word = thumb ? THUMB_BKPT * 0x10001U : ARM_BKPT;
	unsigned int i;

	for (i = 0; i < len; i++)
		at[i] = word >> 8 * (((unsigned long)at + i) & 3);
	__builtin___clear_cache((char *)at, (char *)at + len);
}

void arch_write(const struct test *t, bool breakpoint)
{
	static u8 *last;

	if (last)
		fill(last, 4, THUMB);
	last = t->addr;
	if (breakpoint)
		return;
	memcpy(last, t->code, t->len);
	__builtin___clear_cache((char *)last, (char *)last + t->len);
}

/* ---- the probe, as arch/arm/probes/kprobes/core.c prepares it ---- */

int arch_prepare(struct kprobe *p, const struct test *t)
{
	/* Not always at the same distance */
	unsigned int size = KPROBE_INSN_SLOT_SIZE * sizeof(u32);
	u32 *slot = (u32 *)(areas[SLOT].base +
			    t->seed % (areas[SLOT].size / size) * size);
	u32 own[MAX_INSN_SIZE];

	arch_write(t, false);
	p->opcode = kprobe_code(t->code);
	p->addr = (u32 *)t->addr;
	p->ainsn.insn = own;
	/* As if the kernel could emulate everything, which is not tried here */
	switch (arch_kprobe_boost_decode(p, INSN_GOOD)) {
	case INSN_REJECTED:
		return -EINVAL;
	case INSN_GOOD_NO_SLOT:
		p->ainsn.insn = NULL;
		break;
	case INSN_GOOD:
		arch_kprobe_slot_poison(slot, size);
		p->ainsn.insn = slot;
		break;
	}
	arch_kprobe_boost_prepare(p);
	return 0;
}

static bool is_executed(u32 insn, const struct pt_regs *regs)
{
	if (THUMB && !kprobe_in_it(regs))
		return true;
	return kprobe_condition(THUMB ? regs->ARM_cpsr >> 12 & 0xf : insn >> 28,
				regs->ARM_cpsr);
}

bool host_executed(const struct test *t)
{
	return is_executed(kprobe_code(t->code), &t->init.regs);
}

bool host_can_give_up(const struct test *t, const struct kprobe *p)
{
	return p->ainsn.boost.modes & BIT(KPROBE_MODE_BOOSTED) &&
	       !kprobe_it_goes_on(&t->init.regs);
}

/* Words that are not aligned, another mode, and what moves onto the frame */
bool host_leaves_to_copy(const struct test *t, const struct kprobe *p,
			 const struct outcome *must)
{
	const struct arch_kprobe_boost *b = &p->ainsn.boost.arch;
	struct pt_regs regs = t->init.regs;

	if (kprobe_meets_frame(regs.ARM_sp - must->state.regs.ARM_sp))
		return true;
	if (p->ainsn.boost.mode != KPROBE_MODE_SIMULATED)
		return false;
	if (b->simulate == kprobe_simulate_ldm ||
	    b->simulate == kprobe_simulate_stm)
		return regs.uregs[b->reg] & 3;
	return (b->simulate == kprobe_simulate_msr ||
		b->simulate == kprobe_simulate_msr_imm) &&
	       !aim_model(p->opcode, &regs);
}

bool arch_hit(struct kprobe *p, struct pt_regs *regs, bool nested)
{
	struct kprobe_ctlblk kcb = { 0 };
	unsigned long sp = regs->ARM_sp;
	bool goes_on = kprobe_it_goes_on(regs), done = true;

	/* As the kernel does */
	if (is_executed(p->opcode, regs)) {
		done = arch_kprobe_boost_enter(p, regs, &kcb, nested);
	} else {
		regs->ARM_pc += p->ainsn.boost.len;
		regs->ARM_cpsr = it_advance(regs->ARM_cpsr);
	}
	if (!nested)
		reset_current_kprobe();
	/* The way back would overwrite the frame.  Within an IT block nothing helps. */
	return done && (goes_on || !kprobe_meets_frame(sp - regs->ARM_sp));
}

bool host_fault(struct pt_regs *regs, int signo, const siginfo_t *si)
{
	struct pt_regs *whose;

	if (signo == SIGSEGV || signo == SIGBUS) {
		/* There is no kernel that would carry out an unaligned access. */
		whose = kprobe_boost_abort(regs, false);
		if (whose == regs)
			return false;
		/* The kernel would make it good, and is told whose it is. */
		if (whose) {
			refault.signo = signo;
			refault.code = si->si_code;
			refault.fault = (unsigned long)si->si_addr;
		}
		return true;
	}
	if (kprobe_boost_fault(regs))
		return true;

	/*
	 * In the midst of an IT block there is no boosted copy that could be
	 * undefined: the kernel dies in the slot, and names the instruction.
	 */
	if (!kprobe_in_it(regs) ||
	    regs->ARM_pc - area_at(SLOT, 0) >= areas[SLOT].size)
		return false;
	refault.signo = signo;
	refault.code = si->si_code;
	refault.fault = (unsigned long)kprobe_running()->addr;
	regs->ARM_cpsr &= ~PSR_IT_MASK;
	regs->ARM_pc = (unsigned long)kprobe_trampoline_failed & ~1UL;
	return true;
}

void arch_init(void)
{
	unsigned int i;

	fill(areas[CODE].base, areas[CODE].size, THUMB);
	fill(areas[CODE].base + OTHER_FIRST, OTHER_LEN, !THUMB);
	for (i = 0; i < ARRAY_SIZE(tls); i++)
		tls[i] = get_tls();
}

/* ---- drawing a state ---- */

/* No address in user space */
static u32 draw_nowhere(struct rng *r)
{
	return (rng_next(r) & 0x3fffffff) | 0x80000000;
}

static u32 draw_value(struct rng *r)
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
		return rng_next(r);
	default:
		return draw_nowhere(r);
	}
}

unsigned long draw_target(struct rng *r, const struct test *t, bool other)
{
	unsigned long target;

	do {
		target = other ? OTHER_FIRST + below(r, OTHER_LEN) :
			 below(r, CODE_LEN);
		target = area_at(CODE, target & (THUMB == other ? ~3UL : ~1UL));
	} while (target - (unsigned long)t->addr + 4 < 12 ||
		 (!other && target - area_at(CODE, OTHER_FIRST) < OTHER_LEN));
	return target;
}

unsigned long draw_interworking(struct rng *r, const struct test *t)
{
	bool other = one_in(r, 4);

	return draw_target(r, t, other) | (THUMB != other);
}

unsigned long draw_address(struct rng *r, bool aligned)
{
	unsigned long base = area_at(one_in(r, 2) ? DATA : LOW, 0x1000) +
			     below(r, 0x400);

	if (one_in(r, 16))
		base = draw_nowhere(r);
	if (aligned || !one_in(r, 4))
		base &= ~7UL;
	return base;
}

static void draw_state(struct rng *r, struct test *t)
{
	unsigned int a, i;
	u32 *word;

	/* Words are places that a load of the program counter can go to. */
	for (a = DATA; a < NR_AREAS; a++)
		for (word = (u32 *)areas[a].base;
		     word < (u32 *)(areas[a].base + areas[a].size); word++)
			*word = one_in(r, 2) ? draw_interworking(r, t) :
				draw_nowhere(r);
	for (i = 0; i < 15; i++)
		t->init.regs.uregs[i] = draw_value(r);
	t->init.regs.ARM_sp = area_at(STACK, 0x1000) + below(r, 16) * 8;
	t->init.regs.ARM_pc = (unsigned long)t->addr;
	t->init.regs.ARM_cpsr = 0x10 | below(r, 32) << 27 | below(r, 16) << 16 |
				(THUMB ? PSR_T_BIT : 0);
	t->init.tls = draw_value(r);
	for (i = 0; i < 32; i++)
		t->init.d[i] = one_in(r, 4) ? 0x3ff0000000000000 + below(r, 100) :
			       rng_next(r);
	t->init.fpscr = below(r, 16) << 28 | below(r, 16) << 22;
}

bool arch_generate(struct rng *r, struct test *t)
{
	struct arch_kprobe_boost b;
	unsigned int state;
	bool last = false;
	int modes;
	u32 insn;

	draw_code(r, t->code);
	insn = kprobe_code(t->code);
	modes = kprobe_decode(insn, &b);
	if (modes < 0 || !(modes & ~BIT(KPROBE_MODE_STEPPED)))
		return false;

	t->len = kprobe_insn_size(insn);
	t->addr = areas[CODE].base + CODE_LEN - 0x80 +
		  below(r, 16) * (THUMB ? 2 : 4);
	draw_state(r, t);
	insn = aim(r, t, insn, &b);
	if (!insn)
		return false;
	if (THUMB && one_in(r, 3) && aim_in_it(insn, &b, &last)) {
		/* In the midst of a block the kernel would have to emulate it. */
		if (!(modes & ~(BIT(KPROBE_MODE_BOOSTED) |
				BIT(KPROBE_MODE_STEPPED))))
			last = true;
		do {
			state = last ? 8 : below(r, 16);
		} while (!state);
		state |= below(r, KPROBE_COND_AL) << 4;
		t->init.regs.ARM_cpsr = set_itstate(t->init.regs.ARM_cpsr,
						    state);
	}

	if (t->len == 4 && THUMB)
		insn = insn << 16 | insn >> 16;
	memcpy(t->code, &insn, t->len);
	return true;
}

void arch_model(const struct test *t, struct outcome *native)
{
	struct pt_regs *regs = &native->state.regs;
	u32 insn = kprobe_code(t->code);

	if (!is_executed(insn, &t->init.regs) || !aim_model(insn, regs))
		return;
	regs->ARM_pc = (unsigned long)t->addr + t->len;
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
	bool differ = false;
	unsigned int i;

	for (i = 0; i < 17; i++)
		differ |= one_differs(i == 16 ? "cpsr" : "r", i,
				      native->regs.uregs[i],
				      probed->regs.uregs[i], print);
	differ |= one_differs("tpidrurw", 0, native->tls, probed->tls, print);
	differ |= one_differs("fpscr", 0, native->fpscr, probed->fpscr, print);
	for (i = 0; i < 32; i++)
		differ |= one_differs("d", i, native->d[i], probed->d[i], print);
	return differ;
}

void arch_print(const struct test *t)
{
	unsigned int i;

	printf(" %08x at %p\n ", kprobe_code(t->code), t->addr);
	for (i = 0; i < 17; i++)
		printf(" %s%u %lx%s", i == 16 ? "cpsr" : "r", i,
		       t->init.regs.uregs[i], i % 6 == 5 ? "\n " : "");
	printf("\n");
}
