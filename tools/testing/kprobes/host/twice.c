// SPDX-License-Identifier: GPL-2.0
/*
 * Runs random instructions in random states natively and in each of our modes,
 * and compares everything they can change.
 *
 * The instruction runs in this process, between a signal that sends the program
 * counter there with all registers loaded, and the next signal: a breakpoint
 * behind it, at its target, or a fault.  A probed instruction runs into its own
 * breakpoint first; the signal handler plays the exception and calls the engine.
 * Every test follows from its number alone.
 */

#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/time.h>
#include <unistd.h>

#include "boost.h"
#include "twice.h"

#define MAX_AREA	0x10000
/* So many tests take so much of the processor only if one hangs. */
#define WATCHED		1000
#define HUNG_SECONDS	30

enum phase { IDLE, LAUNCHED, RUNNING, HIT };

static volatile enum phase phase;
static struct test test;
static struct kprobe probe;
static struct state home;
static struct outcome *outcome;
static bool probed;
/* Words that start this program: an emulator's, from the environment, and its name */
static const char *emulator = "", *self;

struct kprobe *host_current;
struct refault refault;

static u8 initial[NR_AREAS][MAX_AREA], expected[NR_AREAS][MAX_AREA];

static const char *const mode_names[] = {
	"stepped", "simulated", "trampolined", "boosted",
};

static bool in_area(int i, unsigned long addr)
{
	return addr - area_at(i, 0) < areas[i].size;
}

/* Nothing can be read by the engine, as if it were not there yet; and it has tried */
static bool deny, denied;

bool host_mapped(unsigned long addr, size_t size)
{
	int i;

	if (deny && phase == HIT) {
		denied = true;
		return false;
	}
	for (i = 0; i < NR_AREAS; i++)
		if (in_area(i, addr) && in_area(i, addr + size - 1))
			return true;
	return false;
}

/* What the generic layer does for the architecture's part */

static unsigned long slot_addr;
static unsigned long slot_origin;

void kprobe_slot_set_origin(void *slot, void *addr, unsigned int len)
{
	slot_addr = (unsigned long)slot;
	slot_origin = (unsigned long)addr;
}

unsigned long kprobe_slot_origin(unsigned long ip)
{
	return ip - slot_addr < KPROBE_INSN_SLOT_SIZE * sizeof(kprobe_opcode_t) ?
		slot_origin : 0;
}

struct kprobe *get_kprobe(void *addr)
{
	return addr == probe.addr ? &probe : NULL;
}

void kprobe_boost_prepared(struct kprobe *p, unsigned int modes,
			   unsigned int len)
{
	p->ainsn.boost.modes = modes;
	p->ainsn.boost.len = len;
}

/*
 * The exception's frame lies below the stack pointer.  What is there during a
 * hit is something else than before and after it; a store to it is lost.
 */
static u8 *frame;
static size_t frame_len;

static void frame_push(struct pt_regs *regs)
{
	unsigned long end = kernel_stack_pointer(regs) - frame_gap;
	unsigned long start = end - FRAME_SIZE;
	size_t i;

	frame_len = 0;
	if (!in_area(STACK, end - 1))
		return;
	if (start < area_at(STACK, 0))
		start = area_at(STACK, 0);
	frame = (u8 *)start;
	frame_len = end - start;
	for (i = 0; i < frame_len; i++)
		frame[i] = ~frame[i];
}

static void frame_pop(void)
{
	size_t i;

	for (i = 0; i < frame_len; i++)
		frame[i] = ~frame[i];
}

static void end(ucontext_t *uc)
{
	phase = IDLE;
	arch_load(uc, &home);
}

static unsigned int posts;
static bool left_to_copy;

static void post_handler(struct kprobe *p, struct pt_regs *regs,
			 unsigned long flags)
{
	posts++;
}

#ifndef HOST_ENDS_IN_SLOT
#define HOST_ENDS_IN_SLOT	false
#endif

/*
 * Every other hit is nested in one of the same probe, which stays the current
 * one and whose post_handler is not called.
 */
static void hit(ucontext_t *uc)
{
	struct pt_regs *regs = &outcome->state.regs;
	bool nested = test.seed & 1, in_slot, called, done;
	struct kprobe *current;

	posts = 0;
	probe.post_handler = NULL;
	if (probe.ainsn.boost.mode != KPROBE_MODE_BOOSTED)
		probe.post_handler = post_handler;

	phase = HIT;
	arch_save(uc, &outcome->state);
	frame_push(regs);
	memset(&refault, 0, sizeof(refault));
	host_current = &probe;
	arch_live_load(uc);
	done = arch_hit(&probe, regs, nested);
	arch_live_save(&outcome->state);
	current = host_current;
	host_current = NULL;
	frame_pop();
	phase = RUNNING;

	in_slot = in_area(SLOT, instruction_pointer(regs));
	left_to_copy = in_slot && probe.ainsn.boost.mode != KPROBE_MODE_BOOSTED;
	called = probe.post_handler && !nested && !refault.signo && host_executed(&test);
	/* One that faults does so in the slot, or one that moves onto the frame moves. */
	if (in_slot && (!HOST_ENDS_IN_SLOT || !posts))
		called = false;
	if (current != (nested ? &probe : NULL) || posts != called)
		done = false;
	if (done && in_slot) {
		arch_load_regs(uc, regs);
		return;
	}
	outcome->signo = done ? refault.signo : -1;
	outcome->code = refault.code;
	outcome->fault = refault.fault;
	end(uc);
}

/* The run is over: where, and why? */
static void over(ucontext_t *uc, int signo, siginfo_t *si)
{
	unsigned long ip = arch_ip(uc), at = arch_breakpoint(uc, signo);

	arch_save(uc, &outcome->state);
	outcome->signo = 0;
	outcome->code = 0;
	outcome->fault = 0;
	if (at && in_area(CODE, at)) {
		instruction_pointer_set(&outcome->state.regs, at);
	} else if (signo != SIGSEGV || ip != (unsigned long)si->si_addr ||
		   in_area(CODE, ip) || in_area(SLOT, ip)) {
		outcome->signo = signo;
		outcome->code = si->si_code;
		outcome->fault = (unsigned long)si->si_addr;
		if (in_area(SLOT, ip)) {
			unsigned long orig = slot_origin +
				arch_kprobe_slot_copy_offset(ip - slot_addr);

			if (outcome->fault == ip)
				outcome->fault = orig;
			instruction_pointer_set(&outcome->state.regs,
						orig);
		}
	}
	end(uc);
}

/* After a fault of the engine nothing can be relied on. */
static void give_up(void)
{
	printf("  repeat with: %s%s --seed %llu --count 1\n", emulator, self,
	       test.seed);
	fflush(stdout);
	_exit(1);
}

static void handler(int signo, siginfo_t *si, void *context)
{
	ucontext_t *uc = context;
	struct pt_regs regs;

	arch_handler_enter();
	if (signo == SIGPROF) {
		printf("it hangs:");
		arch_print(&test);
		give_up();
	} else if (phase == LAUNCHED && arch_is_launch(uc)) {
		arch_save(uc, &home);
		arch_go_home(&home);
		arch_load(uc, &test.init);
		phase = RUNNING;
	} else if (phase == RUNNING) {
		if (probed && arch_breakpoint(uc, signo) == (unsigned long)test.addr)
			hit(uc);
		else
			over(uc, signo, si);
	} else if (phase == HIT) {
		arch_save_regs(uc, &regs);
		if (!host_fault(&regs, signo, si)) {
			printf("signal %d in the engine, at %lx:", signo,
			       arch_ip(uc));
			arch_print(&test);
			give_up();
		}
		arch_load_regs(uc, &regs);
	} else {
		printf("signal %d at %lx after:", signo, arch_ip(uc));
		arch_print(&test);
		give_up();
	}
	arch_handler_leave();
}

static void run(struct outcome *o, bool with_probe)
{
	int i;

	for (i = DATA; i < NR_AREAS; i++)
		memcpy(areas[i].base, initial[i], areas[i].size);
	probed = with_probe;
	left_to_copy = false;
	arch_write(&test, probed);
	outcome = o;
	phase = LAUNCHED;
	arch_launch();
}

/* Prints and returns what is different, on the first call without printing */
static bool differs(struct outcome *native, struct outcome *ours, bool print)
{
	bool differ = false;
	size_t i;
	int a;

	if (native->signo != ours->signo || native->code != ours->code ||
	    native->fault != ours->fault) {
		differ = true;
		if (print)
			printf("  ends with signal %d, code %d, address %lx; must be %d, %d, %lx\n",
			       ours->signo, ours->code, ours->fault,
			       native->signo, native->code, native->fault);
	}
	differ |= arch_differs(&test, &native->state, &ours->state, print);
	for (a = DATA; a < NR_AREAS; a++) {
		if (!memcmp(areas[a].base, expected[a], areas[a].size))
			continue;
		differ = true;
		for (i = 0; print && i < areas[a].size; i++)
			if (areas[a].base[i] != expected[a][i])
				printf("  byte at %lx is %02x, was %02x; must be %02x\n",
				       area_at(a, i), areas[a].base[i],
				       initial[a][i], expected[a][i]);
	}
	return differ;
}

/*
 * Simulated, but what it needs becomes readable only later: by then it is up to
 * the boosted copy, or to the kernel.
 */
static void run_denied(struct outcome *o)
{
	deny = true;
	denied = false;
	run(o, true);
	deny = false;
}

/* What a boosted copy leaves below the stack pointer is nobody's. */
static void forget_below_sp(struct outcome *o)
{
	unsigned long sp = kernel_stack_pointer(&o->state.regs) - sizeof(long);
	size_t at = sp - area_at(STACK, 0);

	if (in_area(STACK, sp))
		memcpy(areas[STACK].base + at, expected[STACK] + at, sizeof(long));
}

static void mismatch(const char *how, struct outcome *must, struct outcome *ours)
{
	printf("not the same when %s:", how);
	arch_print(&test);
	differs(must, ours, true);
	printf("  repeat with: %s%s --seed %llu --count 1\n", emulator, self,
	       test.seed);
}

struct counts {
	unsigned long tests, faults, mismatches, modes[KPROBE_NR_MODES];
	unsigned long rows[MAX_ROWS];
};

static void one(u64 seed, struct counts *c)
{
	static struct outcome native, modelled, ours, left = { .signo = -1 };
	struct outcome *must;
	struct rng r = { seed };
	unsigned int mode;
	int row, a;

	test.seed = seed;
	do {
		memset(&test.init, 0, sizeof(test.init));
		memset(&probe, 0, sizeof(probe));
	} while (!arch_generate(&r, &test) || arch_prepare(&probe, &test) ||
		 !(probe.ainsn.boost.modes & ~BIT(KPROBE_MODE_STEPPED)));

	for (a = DATA; a < NR_AREAS; a++)
		memcpy(initial[a], areas[a].base, areas[a].size);
	run(&native, false);
	modelled = native;
	arch_model(&test, &modelled);
	for (a = DATA; a < NR_AREAS; a++)
		memcpy(expected[a], areas[a].base, areas[a].size);

	c->tests++;
	c->faults += !!native.signo;
	row = kprobe_decode_row(test.code);
	if (row >= 0 && !modelled.signo && host_executed(&test))
		c->rows[row]++;

	for (mode = KPROBE_MODE_SIMULATED; mode < KPROBE_NR_MODES; mode++) {
		if (!(probe.ainsn.boost.modes & BIT(mode)))
			continue;
		c->modes[mode]++;
		probe.ainsn.boost.mode = mode;
		must = mode == KPROBE_MODE_SIMULATED ? &modelled : &native;
		run(&ours, true);
		if (left_to_copy && !must->signo &&
		    in_area(CODE, instruction_pointer(&must->state.regs)) &&
		    !host_leaves_to_copy(&test, &probe, must)) {
			c->mismatches++;
			mismatch("left to the copy", must, &ours);
		}
		if (!differs(must, &ours, false))
			continue;
		c->mismatches++;
		mismatch(mode_names[mode], must, &ours);
	}

	if (!(probe.ainsn.boost.modes & BIT(KPROBE_MODE_SIMULATED)))
		return;
	probe.ainsn.boost.mode = KPROBE_MODE_SIMULATED;
	run_denied(&ours);
	if (!denied) {
		must = &modelled;
	} else if (host_can_give_up(&test, &probe)) {
		must = &native;
		forget_below_sp(&ours);
	} else {
		/* The kernel finds everything as it was. */
		must = &left;
		left.state = test.init;
		for (a = DATA; a < NR_AREAS; a++)
			memcpy(expected[a], initial[a], areas[a].size);
	}
	if (differs(must, &ours, false)) {
		c->mismatches++;
		mismatch("given up", must, &ours);
	}
}

/* Is a row one of those that need not be run to the end? */
static bool is_listed(FILE *list, const char *name)
{
	size_t len = strlen(name);
	char line[400];

	rewind(list);
	while (fgets(line, sizeof(line), list))
		if (!strncmp(line, name, len) && line[len] == '\t')
			return true;
	return false;
}

static void map_at(void *at, size_t size, int prot)
{
	if (mmap(at, size, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != at) {
		fprintf(stderr, "cannot map %p\n", at);
		exit(2);
	}
}

/*
 * Who has his stack pointer there when a signal comes is taken for a handler, and the new
 * frame put below it.  It is where no immediate operand and no small sum leads to.
 */
#define SIGNAL_STACK		0x6b5d3000ul
#define SIGNAL_STACK_SIZE	0x20000

static void start(void)
{
	stack_t ss = { .ss_sp = (void *)SIGNAL_STACK, .ss_size = SIGNAL_STACK_SIZE };
	struct sigaction sa = {
		.sa_sigaction = handler,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER,
	};
	static const int signals[] = {
		SIGTRAP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGPROF,
	};
	cpu_set_t cpu;
	unsigned int i;

	/* SGDT and its like store what each CPU has of its own. */
	CPU_ZERO(&cpu);
	CPU_SET(sched_getcpu(), &cpu);
	sched_setaffinity(0, sizeof(cpu), &cpu);

	for (i = 0; i < NR_AREAS; i++) {
		int prot = PROT_READ | PROT_WRITE;

		if (i == CODE || i == SLOT)
			prot |= PROT_EXEC;
		map_at(areas[i].base, areas[i].size, prot);
	}
	map_at(ss.ss_sp, ss.ss_size, PROT_READ | PROT_WRITE);
	if (sigaltstack(&ss, NULL)) {
		fprintf(stderr, "cannot set the stack for signals\n");
		exit(2);
	}
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &sa, NULL);
	draw_init();
	arch_init();
}

int main(int argc, char **argv)
{
	static const struct itimerval hung = { .it_value = { HUNG_SECONDS, 0 } };
	static struct counts c;
	unsigned long count = 100000, most = 10, i;
	unsigned int row, never = 0, unexpected = 0;
	FILE *list = NULL;
	u64 seed = 1;
	char name[100];

	/* Addresses are part of the state, and must be the same every time. */
	if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE) &&
	    personality(ADDR_NO_RANDOMIZE) >= 0 && !getenv("KPROBES_HOST")) {
		setenv("KPROBES_HOST", "1", 1);
		execv("/proc/self/exe", argv);
	}

	self = argv[0];
	if (getenv("KPROBES_EMULATOR"))
		emulator = getenv("KPROBES_EMULATOR");
	for (i = 1; i + 1 < (unsigned long)argc; i += 2) {
		if (!strcmp(argv[i], "--seed"))
			seed = strtoull(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--count"))
			count = strtoul(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--most"))
			most = strtoul(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--not-run"))
			list = fopen(argv[i + 1], "r");
		else
			break;
	}
	if (i < (unsigned long)argc) {
		fprintf(stderr, "usage: %s [--seed N] [--count N] [--most N] [--not-run LIST]\n",
			self);
		return 2;
	}

	start();
	for (i = 0; i < count && c.mismatches < most; i++) {
		/* Nothing may come between the signals of a test but its end. */
		if (!(i % WATCHED))
			setitimer(ITIMER_PROF, &hung, NULL);
		one(seed + i, &c);
	}

	for (row = 0; count > 1 && row < draw_rows(); row++) {
		if (c.rows[row])
			continue;
		never++;
		kprobe_decode_row_name(row, name, sizeof(name));
		if (list && is_listed(list, name))
			continue;
		unexpected++;
		printf("row not run to its end: %s\n", name);
	}
	printf("%lu instructions from seed %llu: %lu simulated, %lu trampolined, ",
	       c.tests, seed, c.modes[KPROBE_MODE_SIMULATED],
	       c.modes[KPROBE_MODE_TRAMPOLINED]);
	printf("%lu boosted, %lu faulted, %u of %u rows not run, %lu differ\n",
	       c.modes[KPROBE_MODE_BOOSTED], c.faults, never, draw_rows(),
	       c.mismatches);
	/* So that nothing is taken for good because it was not done */
	for (i = KPROBE_MODE_SIMULATED; count > 1000 && i < KPROBE_NR_MODES; i++) {
		if (c.modes[i] >= c.tests / 20)
			continue;
		unexpected++;
		printf("hardly any instruction was %s\n", mode_names[i]);
	}
	return c.mismatches || (list && unexpected);
}
