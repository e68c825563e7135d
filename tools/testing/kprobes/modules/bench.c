// SPDX-License-Identifier: GPL-2.0
/*
 * kb_bench: what a probe hit costs, in instructions.
 *
 * The harness loads it on our kernel and on the stock kernel, in a guest whose
 * clock counts instructions (QEMU TCG, -icount shift=0, one CPU), and reads
 * debugfs kb_bench/results and kb_bench/real_functions, one JSON object a line.
 * Reading measures, so that a file can be read again under another policy.
 *
 * It must never report a figure from a run in which the probe was not hit at
 * every call: such a read fails with EIO, and the log says why.  An instruction
 * that the kernel refuses to have probed has mode "refused" and no figures.
 *
 * With exact=NAME:N or exact=NAME:N:post loading the module makes N hits at that
 * one probe and does nothing else, so that the host can count exceptions.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitmap.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/gcd.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/math.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/rbtree.h>
#include <linux/seq_file.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "kb_common.h"

static unsigned int calls = 20000;
module_param(calls, uint, 0444);
MODULE_PARM_DESC(calls, "calls of each tiny function (20000)");

static unsigned int runs = 100;
module_param(runs, uint, 0444);
MODULE_PARM_DESC(runs, "runs of each real function, per probe (100)");

static char *kinds;
module_param(kinds, charp, 0444);
MODULE_PARM_DESC(kinds, "names of the instructions to measure, with commas (all)");

static bool opt;
module_param(opt, bool, 0444);
MODULE_PARM_DESC(opt, "wait until a probe is jump-optimised before measuring (no)");

static char *exact;
module_param(exact, charp, 0444);
MODULE_PARM_DESC(exact, "NAME:N[:post]: make N hits at that one probe while loading");

/* Room for every line of one file: seq_file would measure again for a longer one. */
#define KB_RESULTS_SIZE		(64 * 1024)

/* How long an optimisation or un-optimisation may take. */
#define KB_OPTIMIZER_MS		10000

static DEFINE_PER_CPU(unsigned long, kb_hits);
static DEFINE_PER_CPU(unsigned long, kb_post_hits);
static unsigned long kb_next_ip;
static u64 kb_scratch[KB_SCRATCH / sizeof(u64)];
static struct dentry *kb_dir;

/* One reader at a time: the counters and the probed functions are shared. */
static DEFINE_MUTEX(kb_lock);

/* Handlers run with preemption disabled, and should cost little themselves. */
static int kb_pre_handler(struct kprobe *p, struct pt_regs *regs)
{
	__this_cpu_inc(kb_hits);
	return 0;
}

NOKPROBE_SYMBOL(kb_pre_handler);

static void kb_post_handler(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	__this_cpu_inc(kb_post_hits);
}

NOKPROBE_SYMBOL(kb_post_handler);

/* The floor: no engine can do less than to step over the instruction. */
static int kb_floor_handler(struct kprobe *p, struct pt_regs *regs)
{
	__this_cpu_inc(kb_hits);
	kb_set_ip(regs, kb_next_ip);
	return 1;
}

NOKPROBE_SYMBOL(kb_floor_handler);

/**
 * struct kb_sample - one timed loop
 * @ticks: its length
 * @hits: calls of the pre_handler during it
 * @post_hits: calls of the post_handler
 * @flags: interrupt state around it
 */
struct kb_sample {
	u64 ticks;
	unsigned long hits;
	unsigned long post_hits;
	unsigned long flags;
};

/*
 * Interrupts are off, so that a sample holds the loop and nothing else, and
 * only the hits of this CPU count.
 */
static __always_inline void kb_sample_begin(struct kb_sample *sample)
{
	local_irq_save(sample->flags);
	this_cpu_write(kb_hits, 0);
	this_cpu_write(kb_post_hits, 0);
	sample->ticks = kb_clock();
}

static __always_inline void kb_sample_end(struct kb_sample *sample)
{
	sample->ticks = kb_clock() - sample->ticks;
	sample->hits = this_cpu_read(kb_hits);
	sample->post_hits = this_cpu_read(kb_post_hits);
	local_irq_restore(sample->flags);
}

static noinline void kb_sample_insn(const struct kb_insn *insn, unsigned int n,
				    struct kb_sample *sample)
{
	void (*fn)(void *scratch) = insn->fn;

	kb_sample_begin(sample);
	while (n--)
		fn(kb_scratch);
	kb_sample_end(sample);
}

/* The probe that the kernel keeps for @p's address: @p itself, or the one that stands for it. */
static bool kb_will_be_optimized(struct kprobe *p)
{
	if (list_empty(&p->list))
		return false;
	return kprobe_optimized(list_first_entry(&p->list, struct kprobe, list));
}

/* A probe that cannot be optimised is measured as it is. */
static int kb_wait_optimized(struct kprobe *p)
{
	int ms;

	if (!kb_will_be_optimized(p))
		return 0;
	for (ms = 0; ms < KB_OPTIMIZER_MS; ms += 20) {
		if (kb_is_jump_optimized(p))
			return 0;
		msleep(20);
	}
	pr_err("%pS is not jump-optimised after %d ms\n", p->addr, KB_OPTIMIZER_MS);
	return -ETIMEDOUT;
}

/*
 * A jump-optimised probe stays in the text for a while after its removal and
 * would be measured again with the next one.
 */
static int kb_remove(struct kprobe *p, kprobe_opcode_t original)
{
	int ms;

	unregister_kprobe(p);
	for (ms = 0; ms < KB_OPTIMIZER_MS; ms += 20) {
		if (READ_ONCE(*p->addr) == original)
			return 0;
		msleep(20);
	}
	pr_err("%pS is still patched %d ms after its removal\n", p->addr, KB_OPTIMIZER_MS);
	return -ETIMEDOUT;
}

/* Cost of a hit, rounded, or an error when there were no hits or they cost nothing. */
static s64 kb_cost(s64 with, s64 without, unsigned long hits)
{
	if (!hits || with <= without)
		return -ERANGE;
	return div64_u64(with - without + hits / 2, hits);
}

/* ---- one instruction ---- */

/**
 * kb_cost_of_insn() - measure the hits of one probe
 * @insn: what is probed
 * @pre: the pre_handler
 * @post: the post_handler, or NULL
 * @post_called: whether @post is to be called at every hit
 * @mode: filled with the mode the probe was in
 *
 * Return: instructions per hit, -EINVAL if the kernel refuses the probe, or another
 * negative error that is in the log.
 */
static s64 kb_cost_of_insn(const struct kb_insn *insn, kprobe_pre_handler_t pre,
			   kprobe_post_handler_t post, bool post_called, const char **mode)
{
	struct kprobe p = {
		.addr = insn->probe,
		.pre_handler = pre,
		.post_handler = post,
	};
	kprobe_opcode_t original = READ_ONCE(*p.addr);
	struct kb_sample with, without;
	s64 cost;
	int err;

	kb_sample_insn(insn, calls, &without);

	kb_next_ip = (unsigned long)insn->next;
	err = register_kprobe(&p);
	if (err == -EINVAL)
		return err;
	if (err) {
		pr_err("%s: register_kprobe failed: %d\n", insn->name, err);
		return err;
	}
	if (opt)
		err = kb_wait_optimized(&p);
	*mode = kb_mode(&p);
	kb_sample_insn(insn, calls, &with);
	err = kb_remove(&p, original) ?: err;
	if (err)
		return err;

	if (without.hits || with.hits != calls || with.post_hits != (post_called ? calls : 0)) {
		pr_err("%s (%s): %u calls, but %lu hits, %lu of the post_handler, %lu without the probe\n",
		       insn->name, *mode, calls, with.hits, with.post_hits, without.hits);
		return -EIO;
	}

	cost = kb_cost(with.ticks, without.ticks, with.hits);
	if (cost < 0)
		pr_err("%s (%s): %llu ticks with and %llu without the probe\n",
		       insn->name, *mode, with.ticks, without.ticks);
	return cost;
}

static int kb_show_insn(struct seq_file *m, const struct kb_insn *insn)
{
	const char *mode;
	s64 cost, floor;
	int post;

	/* The post_handler is never called; with one, no kernel optimises the probe. */
	floor = kb_cost_of_insn(insn, kb_floor_handler, kb_post_handler, false, &mode);
	if (floor == -EINVAL) {
		for (post = 0; post <= 1; post++)
			seq_printf(m, "{\"name\":\"%s\",\"instruction\":\"%s\",\"mode\":\"refused\",\"post_handler\":%s,\"cost\":null,\"floor\":null}\n",
				   insn->name, insn->text, post ? "true" : "false");
		return 0;
	}
	if (floor < 0)
		return floor;

	for (post = 0; post <= 1; post++) {
		cost = kb_cost_of_insn(insn, kb_pre_handler, post ? kb_post_handler : NULL,
				       post, &mode);
		if (cost < 0)
			return cost;
		seq_printf(m, "{\"name\":\"%s\",\"instruction\":\"%s\",\"mode\":\"%s\",\"post_handler\":%s,\"cost\":%lld,\"floor\":%lld}\n",
			   insn->name, insn->text, mode, post ? "true" : "false", cost, floor);
	}
	return 0;
}

static const struct kb_insn *kb_find_insn(const char *name)
{
	const struct kb_insn *insn;

	for (insn = kb_bench_table; insn < kb_bench_table_end; insn++)
		if (insn->optimizable == opt && !strcmp(insn->name, name))
			return insn;
	pr_err("no instruction is called '%s'\n", name);
	return NULL;
}

static int kb_show_named(struct seq_file *m)
{
	const struct kb_insn *insn;
	char *names, *rest, *name;
	int err = 0;

	names = kstrdup(kinds, GFP_KERNEL);
	if (!names)
		return -ENOMEM;
	rest = names;
	while (!err && (name = strsep(&rest, ","))) {
		insn = kb_find_insn(name);
		err = insn ? kb_show_insn(m, insn) : -EINVAL;
	}
	kfree(names);
	return err;
}

static int kb_show_all(struct seq_file *m)
{
	const struct kb_insn *insn;
	int err = 0;

	for (insn = kb_bench_table; !err && insn < kb_bench_table_end; insn++)
		if (insn->optimizable == opt)
			err = kb_show_insn(m, insn);
	return err;
}

/* ---- a number of hits that the host can count ---- */

/**
 * struct kb_exact - what exact= asked for, and what came of it
 * @insn: the instruction
 * @hits: hits made
 * @post_hits: calls of the post_handler
 * @slot: where the copy was, 0 for none
 * @mode: the mode of the probe
 * @post: whether it had a post_handler
 */
static struct kb_exact {
	const struct kb_insn *insn;
	unsigned long hits;
	unsigned long post_hits;
	unsigned long slot;
	const char *mode;
	bool post;
} kb_exact;

static int kb_make_exact(void)
{
	struct kprobe p = { .pre_handler = kb_pre_handler };
	char *spec, *rest, *count, *post;
	struct kb_sample sample;
	unsigned int n;
	int err = -EINVAL;

	spec = kstrdup(exact, GFP_KERNEL);
	if (!spec)
		return -ENOMEM;
	rest = spec;
	kb_exact.insn = kb_find_insn(strsep(&rest, ":"));
	count = strsep(&rest, ":");
	post = strsep(&rest, ":");
	if (!kb_exact.insn || !count || kstrtouint(count, 0, &n) ||
	    (post && strcmp(post, "post"))) {
		pr_err("exact=%s is not NAME:N or NAME:N:post\n", exact);
		goto out;
	}

	kb_exact.post = post;
	p.addr = kb_exact.insn->probe;
	if (post)
		p.post_handler = kb_post_handler;
	err = register_kprobe(&p);
	if (err) {
		pr_err("%s: register_kprobe failed: %d\n", kb_exact.insn->name, err);
		goto out;
	}
	kb_exact.mode = kb_mode(&p);
	kb_exact.slot = kb_slot(&p);
	kb_sample_insn(kb_exact.insn, n, &sample);
	unregister_kprobe(&p);

	kb_exact.hits = sample.hits;
	kb_exact.post_hits = sample.post_hits;
	if (sample.hits != n || sample.post_hits != (post ? n : 0)) {
		pr_err("%s: %u calls, but %lu hits, %lu of the post_handler\n",
		       kb_exact.insn->name, n, sample.hits, sample.post_hits);
		err = -EIO;
	}
out:
	kfree(spec);
	return err;
}

static void kb_show_exact(struct seq_file *m)
{
	seq_printf(m, "{\"name\":\"%s\",\"instruction\":\"%s\",\"mode\":\"%s\",\"post_handler\":%s,\"hits\":%lu,\"post_hits\":%lu,\"address\":\"0x%lx\",\"slot\":\"0x%lx\"}\n",
		   kb_exact.insn->name, kb_exact.insn->text, kb_exact.mode,
		   kb_exact.post ? "true" : "false", kb_exact.hits, kb_exact.post_hits,
		   (unsigned long)kb_exact.insn->probe, kb_exact.slot);
}

static int results_show(struct seq_file *m, void *unused)
{
	int err = 0;

	mutex_lock(&kb_lock);
	if (exact)
		kb_show_exact(m);
	else if (kinds)
		err = kb_show_named(m);
	else
		err = kb_show_all(m);
	mutex_unlock(&kb_lock);
	return err ? -EIO : 0;
}

static int results_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, results_show, inode->i_private, KB_RESULTS_SIZE);
}

static const struct file_operations results_fops = {
	.owner = THIS_MODULE,
	.open = results_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

/* ---- functions of the kernel ---- */

static u64 run_int_sqrt(void)
{
	return int_sqrt(0x12345678) + int_sqrt(99);
}

static u64 run_gcd(void)
{
	return gcd(1071 * 64, 462 * 48);
}

static u64 run_hex2bin(void)
{
	u64 out = 0;

	return hex2bin((u8 *)&out, "00c0FFEE12abCD9f", sizeof(out)) ? 0 : out;
}

static int kb_cmp_int(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static const int kb_unsorted[] = { 9, -3, 77, 4, 0, 12, -50, 8, 8, 31, 2 };

static u64 run_sort(void)
{
	int v[ARRAY_SIZE(kb_unsorted)];
	u64 digest = 0;
	int i;

	memcpy(v, kb_unsorted, sizeof(v));
	sort(v, ARRAY_SIZE(v), sizeof(v[0]), kb_cmp_int, NULL);
	for (i = 0; i < ARRAY_SIZE(v); i++)
		digest = digest * 31 + v[i];
	return digest;
}

static u64 run_memparse(void)
{
	char *end;

	return memparse("0x3fM/", &end) + *end;
}

static u64 run_kstrtoull(void)
{
	u64 v;

	return kstrtoull("0x1234567890abcdef\n", 0, &v) ? 0 : v;
}

static u64 run_strncasecmp(void)
{
	return strncasecmp("Probe Point", "pROBE pOINT", 32) * 1000 +
	       strncasecmp("slot", "slow", 4);
}

/* Where the architecture has its own, that has another name. */
#ifndef find_next_bit
static u64 run_find_next_bit(void)
{
	DECLARE_BITMAP(bits, 256) = { 0 };
	unsigned long bit, digest = 0;

	__set_bit(3, bits);
	__set_bit(100, bits);
	__set_bit(255, bits);
	for (bit = find_next_bit(bits, 256, 0); bit < 256; bit = find_next_bit(bits, 256, bit + 1))
		digest = digest * 257 + bit;
	return digest;
}
#endif

static u64 run_vsnprintf(void)
{
	char out[80];
	u64 digest;
	int i, n;

	n = snprintf(out, sizeof(out), "%s %5d %-4u|%#lx %c", "probe", -42, 7u, 0xabcdUL, 'z');
	for (i = 0, digest = n; i < n; i++)
		digest = digest * 31 + out[i];
	return digest;
}

struct kb_node {
	struct rb_node rb;
	int key;
};

static void kb_tree_insert(struct rb_root *root, struct kb_node *node)
{
	struct rb_node **link = &root->rb_node, *parent = NULL;

	while (*link) {
		parent = *link;
		if (node->key < rb_entry(parent, struct kb_node, rb)->key)
			link = &parent->rb_left;
		else
			link = &parent->rb_right;
	}
	rb_link_node(&node->rb, parent, link);
	rb_insert_color(&node->rb, root);
}

static u64 run_rbtree(void)
{
	static struct kb_node nodes[ARRAY_SIZE(kb_unsorted)];
	struct rb_root root = RB_ROOT;
	struct rb_node *rb;
	u64 digest = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(nodes); i++) {
		nodes[i].key = kb_unsorted[i];
		kb_tree_insert(&root, &nodes[i]);
	}
	for (i = 0; i < ARRAY_SIZE(nodes); i += 2)
		rb_erase(&nodes[i].rb, &root);
	for (rb = rb_first(&root); rb; rb = rb_next(rb))
		digest = digest * 31 + rb_entry(rb, struct kb_node, rb)->key;
	return digest;
}

/**
 * struct kb_real - a function of the kernel without side effects
 * @name: its name
 * @addr: where it starts
 * @run: calls it with fixed arguments; returns a digest of what came back
 */
static const struct kb_real {
	const char *name;
	void *addr;
	u64 (*run)(void);
} kb_reals[] = {
	{ "int_sqrt", int_sqrt, run_int_sqrt },
	{ "gcd", gcd, run_gcd },
	{ "hex2bin", hex2bin, run_hex2bin },
	{ "sort_r", sort_r, run_sort },
	{ "memparse", memparse, run_memparse },
	{ "kstrtoull", kstrtoull, run_kstrtoull },
	{ "strncasecmp", strncasecmp, run_strncasecmp },
#ifndef find_next_bit
	{ "_find_next_bit", _find_next_bit, run_find_next_bit },
#endif
	{ "vsnprintf", vsnprintf, run_vsnprintf },
	{ "rb_insert_color", rb_insert_color, run_rbtree },
	{ "rb_erase", rb_erase, run_rbtree },
};

/* How each probe point is probed in turn; a stock kernel has no policies. */
static const struct kb_pass {
	const char *policy;
	bool post;
} kb_passes[] = {
#ifdef CONFIG_KPROBES_BOOST
	{ "auto", false },
	{ "auto", true },
	{ "trampoline", false },
	{ "trampoline", true },
	{ "off", false },
	{ "off", true },
#else
	{ NULL, false },
	{ NULL, true },
#endif
};

/* What the probes of one function cost that were in one mode. */
struct kb_mode_sum {
	const char *mode;
	bool post;
	unsigned int probes;
	unsigned long hits;
	s64 ticks;
};

/* modes times with and without post_handler, and to spare */
#define KB_MODE_SUMS	16

/**
 * struct kb_real_report - what is known of one function
 * @instructions: probe points at an instruction boundary
 * @probed: those that the kernel let us probe
 * @hit: those of them that the calls reach
 * @hits: hits, over all passes
 * @sums: cost by mode; used entries have a mode
 */
struct kb_real_report {
	unsigned int instructions;
	unsigned int probed;
	unsigned int hit;
	unsigned long hits;
	struct kb_mode_sum sums[KB_MODE_SUMS];
};

static struct kb_mode_sum *kb_sum_of(struct kb_real_report *report, const char *mode, bool post)
{
	struct kb_mode_sum *sum;

	for (sum = report->sums; sum < report->sums + KB_MODE_SUMS; sum++) {
		if (!sum->mode) {
			sum->mode = mode;
			sum->post = post;
		}
		if (!strcmp(sum->mode, mode) && sum->post == post)
			return sum;
	}
	return NULL;
}

/* Size of the function at @addr, from "name+0x0/0xSIZE"; 0 if unknown. */
static unsigned long kb_size_of(void *addr)
{
	char symbol[KSYM_SYMBOL_LEN];
	unsigned long size;
	char *slash, *end;

	sprint_symbol(symbol, (unsigned long)addr);
	slash = strchr(symbol, '/');
	if (!slash)
		return 0;
	end = strchrnul(slash, ' ');
	*end = '\0';
	return kstrtoul(slash + 1, 16, &size) ? 0 : size;
}

static noinline u64 kb_sample_real(const struct kb_real *real, struct kb_sample *sample)
{
	unsigned int n = runs;
	u64 digest = 0;

	kb_sample_begin(sample);
	while (n--)
		digest = digest * 3 + real->run();
	kb_sample_end(sample);
	return digest;
}

/**
 * kb_probe_real() - probe one instruction of a function, and run it
 * @real: the function
 * @offset: where
 * @post: whether the probe has a post_handler
 * @digest: what the function must return
 * @without: the sample without a probe
 * @report: what the outcome is added to
 *
 * Return: 0 on success; 1 when the kernel refuses a probe here; a negative error
 * when @offset is within an instruction (-EILSEQ) or something is wrong.
 */
static int kb_probe_real(const struct kb_real *real, unsigned long offset, bool post,
			 u64 digest, const struct kb_sample *without,
			 struct kb_real_report *report)
{
	struct kprobe p = {
		.addr = kb_code(real->addr) + offset,
		.pre_handler = kb_pre_handler,
		.post_handler = post ? kb_post_handler : NULL,
	};
	kprobe_opcode_t original = READ_ONCE(*p.addr);
	struct kb_mode_sum *sum;
	struct kb_sample with;
	const char *mode;
	u64 result;
	int err;

	err = register_kprobe(&p);
	if (err == -EILSEQ)
		return err;
	if (err)
		return 1;
	if (opt)
		err = kb_wait_optimized(&p);
	mode = kb_mode(&p);
	result = kb_sample_real(real, &with);
	/* The kernel may have moved the probe past a landing pad. */
	err = kb_remove(&p, READ_ONCE(p.opcode) ?: original) ?: err;
	if (err)
		return err;

	if (result != digest) {
		pr_err("%s returns something else with a probe at +0x%lx (%s)\n",
		       real->name, offset, mode);
		return -EIO;
	}
	if (post && with.post_hits != with.hits) {
		pr_err("%s: %lu hits at +0x%lx (%s), but %lu of the post_handler\n",
		       real->name, with.hits, offset, mode, with.post_hits);
		return -EIO;
	}
	if (!with.hits)
		return 0;

	sum = kb_sum_of(report, mode, post);
	if (WARN_ON(!sum))
		return -EIO;
	sum->probes++;
	sum->hits += with.hits;
	sum->ticks += with.ticks - without->ticks;
	report->hits += with.hits;
	return 0;
}

/* One pass over a function; the first one counts its instructions. */
static int kb_pass_over(const struct kb_real *real, const struct kb_pass *pass, u64 digest,
			const struct kb_sample *without, struct kb_real_report *report)
{
	struct kb_walk walk = { .fn = kb_code(real->addr), .size = kb_size_of(real->addr) };
	bool first = pass == kb_passes;
	unsigned long offset, hits;
	int ret;

	if (pass->policy) {
		ret = kb_set_policy(pass->policy);
		if (ret) {
			pr_err("policy '%s' refused: %d\n", pass->policy, ret);
			return ret;
		}
	}
	while (kb_walk_next(&walk, &offset)) {
		hits = report->hits;
		ret = kb_probe_real(real, offset, pass->post, digest, without, report);
		if (ret == -EILSEQ)
			continue;
		if (ret < 0)
			return ret;
		if (first) {
			report->instructions++;
			report->probed += !ret;
			report->hit += report->hits != hits;
		}
	}
	return 0;
}

static int kb_show_real(struct seq_file *m, const struct kb_real *real)
{
	struct kb_real_report report = {};
	struct kb_sample without;
	struct kb_mode_sum *sum;
	const char *comma = "";
	int i, ret;
	u64 digest;
	s64 cost;

	digest = kb_sample_real(real, &without);
	if (without.hits) {
		pr_err("%s: hits without a probe\n", real->name);
		return -EIO;
	}
	for (i = 0; i < ARRAY_SIZE(kb_passes); i++) {
		ret = kb_pass_over(real, &kb_passes[i], digest, &without, &report);
		if (ret)
			return ret;
	}
	if (!report.hits) {
		pr_err("%s: no probe was hit\n", real->name);
		return -EIO;
	}

	seq_printf(m, "{\"function\":\"%s\",\"instructions\":%u,\"probed\":%u,\"hit\":%u,\"hits\":%lu,\"modes\":[",
		   real->name, report.instructions, report.probed, report.hit, report.hits);
	for (sum = report.sums; sum < report.sums + KB_MODE_SUMS && sum->mode; sum++) {
		cost = kb_cost(sum->ticks, 0, sum->hits);
		if (cost < 0) {
			pr_err("%s: %s hits cost %lld ticks\n", real->name, sum->mode, sum->ticks);
			return cost;
		}
		seq_printf(m, "%s{\"mode\":\"%s\",\"post_handler\":%s,\"probes\":%u,\"hits\":%lu,\"cost\":%lld}",
			   comma, sum->mode, sum->post ? "true" : "false", sum->probes,
			   sum->hits, cost);
		comma = ",";
	}
	seq_puts(m, "]}\n");
	return 0;
}

/* Leaves policy auto behind. */
static int real_functions_show(struct seq_file *m, void *unused)
{
	int i, err = 0;

	mutex_lock(&kb_lock);
	for (i = 0; !err && i < ARRAY_SIZE(kb_reals); i++)
		err = kb_show_real(m, &kb_reals[i]);
	if (IS_ENABLED(CONFIG_KPROBES_BOOST))
		kb_set_policy("auto");
	mutex_unlock(&kb_lock);
	return err ? -EIO : 0;
}

static int real_functions_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, real_functions_show, inode->i_private, KB_RESULTS_SIZE);
}

static const struct file_operations real_functions_fops = {
	.owner = THIS_MODULE,
	.open = real_functions_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

static int __init kb_bench_init(void)
{
	int err;

	if (!calls || !runs)
		return -EINVAL;
	if (exact) {
		err = kb_make_exact();
		if (err)
			return err;
	}
	kb_dir = debugfs_create_dir("kb_bench", NULL);
	debugfs_create_file("results", 0400, kb_dir, NULL, &results_fops);
	debugfs_create_file("real_functions", 0400, kb_dir, NULL, &real_functions_fops);
	return 0;
}

static void __exit kb_bench_exit(void)
{
	debugfs_remove(kb_dir);
}

module_init(kb_bench_init);
module_exit(kb_bench_exit);
MODULE_DESCRIPTION("Instructions per kprobe hit");
MODULE_LICENSE("GPL");
