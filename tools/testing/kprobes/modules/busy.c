// SPDX-License-Identifier: GPL-2.0
/*
 * kb_busy: KUnit suite kprobes_busy.  Every instruction of real functions, the
 * kernel's and a few of our own, is probed at once; what the functions compute
 * must not change.
 *
 * The harness loads it; the kernel must run KUnit tests.  Functions are probed
 * while the rest of the kernel uses them.  A case must never end with a probe in
 * place.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>

#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/gcd.h>
#include <linux/jhash.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/lcm.h>
#include <linux/list_sort.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/prandom.h>
#include <linux/rbtree.h>
#include <linux/siphash.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/stringhash.h>

#include "kb_common.h"

/* Rounds of a piece of work, each with other numbers */
#define NR_ROUNDS	8

/* Probes of one piece of work */
#define MAX_PROBES	6000

/**
 * struct busy_probe - a probe that counts
 * @p: the probe
 * @hits: calls of the pre_handler
 * @post_hits: calls of the post_handler
 */
struct busy_probe {
	struct kprobe p;
	unsigned long hits;
	unsigned long post_hits;
};

static struct busy_probe *probes;
static struct kprobe **batch;

static int busy_pre(struct kprobe *p, struct pt_regs *regs)
{
	container_of(p, struct busy_probe, p)->hits++;
	return 0;
}

NOKPROBE_SYMBOL(busy_pre);

static void busy_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	container_of(p, struct busy_probe, p)->post_hits++;
}

NOKPROBE_SYMBOL(busy_post);

/* ---- the work ---- */

static u64 mix(u64 sum, const void *data, size_t len)
{
	return sum * 31 + jhash(data, len, (u32)(sum ^ sum >> 32));
}

static u64 mix_u64(u64 sum, u64 value)
{
	return mix(sum, &value, sizeof(value));
}

static u64 work_format(struct rnd_state *rnd)
{
	u32 a = prandom_u32_state(rnd), b = prandom_u32_state(rnd);
	unsigned long bits[2] = { a, b };
	unsigned long long back;
	char buf[256], word[16];
	u64 sum = 0;
	int n, x;

	n = snprintf(buf, sizeof(buf), "%d %u|%#x|%-12s|%5.3s|%c|%+lld|%016llx|%%|%*d|%o", (int)a,
		     b, a, "left", "cut", 'a' + a % 26, -(s64)b, (u64)a * b, 9, (int)b % 1000, a);
	sum = mix(sum, buf, n);
	n = scnprintf(buf, sizeof(buf), "%pI4 %pM %*pb %*ph %pi6", &a, bits, 70, bits, 9, bits,
		      bits);
	sum = mix(sum, buf, n);
	n = snprintf(buf, sizeof(buf), "%u %x tail", a, b);
	x = sscanf(buf, "%u %x %15s", &a, &b, word);
	sum = mix_u64(sum, x + (u64)a * b);
	sum = mix(sum, word, strlen(word));
	snprintf(buf, sizeof(buf), "0x%x", b);
	return mix_u64(sum, kstrtoull(buf, 0, &back) ?: back);
}

static int compare_u32(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;

	return x < y ? -1 : x > y;
}

static u64 work_sort(struct rnd_state *rnd)
{
	u32 data[50];

	prandom_bytes_state(rnd, data, sizeof(data));
	sort(data, ARRAY_SIZE(data), sizeof(data[0]), compare_u32, NULL);
	return mix(0, data, sizeof(data));
}

/**
 * struct item - an element of a list and of a tree
 * @list: in a list
 * @node: in a tree
 * @key: by which it is sorted
 */
struct item {
	struct list_head list;
	struct rb_node node;
	u32 key;
};

#define NR_ITEMS	40

static struct item items[NR_ITEMS];

static int compare_items(void *unused, const struct list_head *a, const struct list_head *b)
{
	u32 x = list_entry(a, struct item, list)->key, y = list_entry(b, struct item, list)->key;

	return x > y;
}

static u64 work_list(struct rnd_state *rnd)
{
	struct item *item;
	LIST_HEAD(list);
	u64 sum = 0;
	unsigned int i;

	for (i = 0; i < NR_ITEMS; i++) {
		items[i].key = prandom_u32_state(rnd) % 64;
		list_add(&items[i].list, &list);
	}
	list_sort(NULL, &list, compare_items);
	list_for_each_entry(item, &list, list)
		sum = mix_u64(sum, item->key * NR_ITEMS + (item - items));
	return sum;
}

static noinline void tree_insert(struct rb_root *root, struct item *item)
{
	struct rb_node **link = &root->rb_node, *parent = NULL;

	while (*link) {
		parent = *link;
		if (item->key < rb_entry(parent, struct item, node)->key)
			link = &parent->rb_left;
		else
			link = &parent->rb_right;
	}
	rb_link_node(&item->node, parent, link);
	rb_insert_color(&item->node, root);
}

static u64 work_tree(struct rnd_state *rnd)
{
	struct rb_root root = RB_ROOT;
	struct rb_node *node;
	u64 sum = 0;
	unsigned int i;

	for (i = 0; i < NR_ITEMS; i++) {
		items[i].key = prandom_u32_state(rnd);
		tree_insert(&root, &items[i]);
	}
	for (i = 0; i < NR_ITEMS; i += 1 + prandom_u32_state(rnd) % 3)
		rb_erase(&items[i].node, &root);
	for (node = rb_first(&root); node; node = rb_next(node))
		sum = mix_u64(sum, rb_entry(node, struct item, node)->key);
	for (node = rb_last(&root); node; node = rb_prev(node))
		sum = mix_u64(sum, rb_entry(node, struct item, node)->key);
	return sum;
}

static u64 work_hash(struct rnd_state *rnd)
{
	static const siphash_key_t key = { { 0x0706050403020100, 0x0f0e0d0c0b0a0908 } };
	u8 data[61];
	u64 sum;

	prandom_bytes_state(rnd, data, sizeof(data));
	sum = siphash_2u64(data[0], data[1], &key);
	sum = mix_u64(sum, siphash_1u32(data[2], &key));
	sum = mix_u64(sum, full_name_hash(NULL, data, sizeof(data)));
	return mix(sum, data, sizeof(data));
}

static noinline u64 divide(u64 a, u32 b)
{
	u32 rest;
	u64 sum = div_u64_rem(a, b | 1, &rest);
	s64 s;

	sum = sum * 31 + rest;
	s = div_s64((s64)a, (s32)(b >> 1) | 1);
	sum = sum * 31 + s;
	sum = sum * 31 + div64_u64(a, (u64)b << 7 | 3);
	return sum * 31 + mul_u64_u64_shr(a, b, 17);
}

static u64 work_division(struct rnd_state *rnd)
{
	u64 a = prandom_u32_state(rnd), b = prandom_u32_state(rnd), sum;

	sum = divide(a << 32 | b, a);
	sum = mix_u64(sum, gcd(a, b));
	sum = mix_u64(sum, lcm(a, b));
	sum = mix_u64(sum, int_sqrt(a));
	sum = mix_u64(sum, int_sqrt64(a * b));
	return mix_u64(sum, int_pow(a % 19, b % 14));
}

#define NR_BITS		200

static u64 work_bits(struct rnd_state *rnd)
{
	DECLARE_BITMAP(a, NR_BITS);
	DECLARE_BITMAP(b, NR_BITS);
	DECLARE_BITMAP(c, NR_BITS);
	unsigned int n;
	u64 sum = 0;

	prandom_bytes_state(rnd, a, sizeof(a));
	prandom_bytes_state(rnd, b, sizeof(b));
	sum = mix_u64(sum, bitmap_weight(a, NR_BITS));
	sum = mix_u64(sum, bitmap_and(c, a, b, NR_BITS));
	for_each_set_bit(n, c, NR_BITS)
		sum = sum * 31 + n;
	bitmap_or(c, a, b, NR_BITS);
	for_each_clear_bit(n, c, NR_BITS)
		sum = sum * 31 + n;
	bitmap_shift_left(c, a, 37, NR_BITS);
	sum = mix(sum, c, sizeof(c));
	bitmap_set(c, 5, 90);
	bitmap_clear(c, 33, 70);
	sum = mix_u64(sum, bitmap_find_next_zero_area(c, NR_BITS, 0, 9, 3));
	sum = mix_u64(sum, find_last_bit(a, NR_BITS));
	sum = mix_u64(sum, bitmap_subset(c, a, NR_BITS) + 2 * bitmap_intersects(a, b, NR_BITS));
	sum = mix_u64(sum, hweight64(sum) + hweight32(sum) + hweight16(sum));
	return mix_u64(sum, fls64(sum) + ffs(sum) + ilog2(sum | 1));
}

static u64 work_string(struct rnd_state *rnd)
{
	char a[64], b[64];
	unsigned int i, n = 20 + prandom_u32_state(rnd) % 40;
	u64 sum;

	for (i = 0; i < n; i++)
		a[i] = 'a' + prandom_u32_state(rnd) % 4;
	a[n] = 0;
	sum = strscpy(b, a, sizeof(b));
	b[n / 2]++;
	sum = sum * 31 + strlen(a);
	sum = sum * 31 + strnlen(b, 30);
	sum = sum * 31 + (strcmp(a, b) > 0);
	sum = sum * 31 + (memcmp(a, b, n) > 0);
	sum = sum * 31 + (strncmp(a, b, n / 2) == 0);
	sum = sum * 31 + (strchr(a, 'd') ? strchr(a, 'd') - a : 99);
	sum = sum * 31 + (strstr(a, "abc") ? strstr(a, "abc") - a : 99);
	sum = sum * 31 + (memchr(a, 'c', n) ? (char *)memchr(a, 'c', n) - a : 99);
	sum = sum * 31 + strspn(a, "abc") + 100 * strcspn(a, "d");
	return mix(sum, b, n);
}

static noinline u64 use_atomics(atomic64_t *v, unsigned long *bits, u32 with)
{
	u64 sum = atomic64_add_return(with, v);

	sum = sum * 31 + atomic64_fetch_or(with, v);
	sum = sum * 31 + atomic64_fetch_and(~0xf0ull, v);
	sum = sum * 31 + atomic64_xchg(v, sum);
	sum = sum * 31 + atomic64_cmpxchg(v, sum, with);
	sum = sum * 31 + atomic64_dec_and_test(v);
	sum = sum * 31 + atomic64_add_unless(v, 3, with);
	sum = sum * 31 + test_and_set_bit(with % 64, bits);
	sum = sum * 31 + test_and_change_bit(with / 64 % 64, bits);
	sum = sum * 31 + test_and_clear_bit(with / 4096 % 64, bits);
	sum = sum * 31 + xchg(bits, sum);
	return sum * 31 + *bits + atomic64_read(v);
}

static u64 work_atomics(struct rnd_state *rnd)
{
	atomic64_t v = ATOMIC64_INIT(prandom_u32_state(rnd));
	unsigned long bits = prandom_u32_state(rnd);
	u64 sum = 0;
	unsigned int i;

	for (i = 0; i < 20; i++)
		sum = mix_u64(sum, use_atomics(&v, &bits, prandom_u32_state(rnd)));
	return sum;
}

/**
 * struct work - what busy functions do
 * @name: for the log
 * @fn: does it
 * @functions: names of those that are probed; not all are there in every kernel,
 *	since the compiler inlines some
 */
struct work {
	const char *name;
	u64 (*fn)(struct rnd_state *rnd);
	const char *functions[24];
};

static const struct work works[] = {
	{ "formatting", work_format, {
		"vsnprintf", "snprintf", "scnprintf", "vscnprintf", "vsscanf", "sscanf",
		"format_decode", "number", "string", "string_nocheck", "put_dec", "put_dec_trunc8",
		"put_dec_full8", "pointer", "ip4_string", "ip4_addr_string", "mac_address_string",
		"bitmap_string", "hex_string", "ip6_string", "simple_strtoull", "_parse_integer",
		"kstrtoull", "_parse_integer_fixup_radix" } },
	{ "sorting", work_sort, { "sort", "sort_r", "compare_u32", "do_swap", "swap_words_32" } },
	{ "lists", work_list, { "list_sort", "merge", "merge_final", "compare_items" } },
	{ "trees", work_tree, {
		"rb_insert_color", "rb_erase", "rb_first", "rb_next", "rb_last", "rb_prev",
		"tree_insert" } },
	{ "hashing", work_hash, {
		"siphash_2u64", "siphash_1u32", "full_name_hash", "jhash", "mix" } },
	{ "division", work_division, {
		"gcd", "lcm", "int_sqrt", "int_sqrt64", "int_pow", "divide" } },
	{ "bits", work_bits, {
		"__bitmap_weight", "__bitmap_and", "__bitmap_or", "__bitmap_shift_left",
		"__bitmap_set", "__bitmap_clear", "bitmap_find_next_zero_area_off",
		"_find_next_bit", "_find_first_bit", "_find_last_bit", "_find_next_zero_bit",
		"_find_first_zero_bit", "__bitmap_subset", "__bitmap_intersects", "__sw_hweight32",
		"__sw_hweight64", "_find_next_and_bit", "_find_first_and_bit" } },
	{ "strings", work_string, {
		"strscpy", "strlen", "strnlen", "strcmp", "memcmp", "strncmp", "strchr", "strstr",
		"memchr", "strspn", "strcspn" } },
	{ "atomics", work_atomics, { "use_atomics" } },
};

static void do_work(const struct work *work, u64 results[NR_ROUNDS])
{
	struct rnd_state rnd;
	unsigned int i;

	prandom_seed_state(&rnd, 42);
	for (i = 0; i < NR_ROUNDS; i++)
		results[i] = work->fn(&rnd);
}

/* ---- probing all of it ---- */

static void init_busy_probe(struct busy_probe *bp, bool post)
{
	memset(bp, 0, sizeof(*bp));
	bp->p.pre_handler = busy_pre;
	if (post)
		bp->p.post_handler = busy_post;
}

/* Address and size of a function, if it is there and may be probed */
static void *find_function(const char *name, unsigned long *size)
{
	struct busy_probe bp;
	char text[KSYM_SYMBOL_LEN], *at;
	unsigned long offset;
	void *addr;

	init_busy_probe(&bp, false);
	bp.p.symbol_name = name;
	if (register_kprobe(&bp.p))
		return NULL;
	addr = bp.p.addr;
	unregister_kprobe(&bp.p);

	/* name+0xoffset/0xsize */
	sprint_symbol(text, (unsigned long)addr);
	at = strchr(text, '+');
	if (!at || sscanf(at, "+0x%lx/0x%lx", &offset, size) != 2)
		return NULL;
	*size -= offset;
	return addr;
}

/* Probe every instruction of a function; returns how many there are now. */
static unsigned int probe_function(const char *name, unsigned int n, bool post)
{
	struct kb_walk walk = { };
	unsigned long offset;

	walk.fn = find_function(name, &walk.size);
	while (walk.fn && n < MAX_PROBES && kb_walk_next(&walk, &offset)) {
		init_busy_probe(&probes[n], post);
		probes[n].p.addr = (kprobe_opcode_t *)(walk.fn + offset);
		if (!register_kprobe(&probes[n].p)) {
			batch[n] = &probes[n].p;
			n++;
		}
	}
	return n;
}

/* Sums of a case, for the log: KUnit keeps only a few lines for each */
static unsigned long all_placed[KPROBE_NR_MODES], all_hits[KPROBE_NR_MODES], all_functions;

static void check_work(struct kunit *test, const struct work *work, const char *policy, bool post)
{
	unsigned long hits[KPROBE_NR_MODES] = {}, placed[KPROBE_NR_MODES] = {};
	u64 unprobed[NR_ROUNDS], probed[NR_ROUNDS];
	unsigned int i, n = 0, functions = 0, before;
	enum kprobe_mode mode;

	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy(policy), 0);
	do_work(work, unprobed);
	for (i = 0; i < ARRAY_SIZE(work->functions) && work->functions[i]; i++) {
		before = n;
		n = probe_function(work->functions[i], n, post);
		functions += n > before;
	}
	KUNIT_EXPECT_LT(test, n, (unsigned int)MAX_PROBES);
	do_work(work, probed);

	for (i = 0; i < n; i++) {
		mode = kprobe_boost_mode(&probes[i].p);
		placed[mode]++;
		hits[mode] += probes[i].hits;
	}
	unregister_kprobes(batch, n);

	for (i = 0; i < NR_ROUNDS; i++)
		KUNIT_EXPECT_EQ_MSG(test, probed[i], unprobed[i], "%s, round %u", work->name, i);
	/* Now nobody is between the two handlers. */
	for (i = 0; post && i < n; i++)
		KUNIT_EXPECT_EQ_MSG(test, probes[i].hits, probes[i].post_hits, "%s, %pS",
				    work->name, probes[i].p.addr);
	KUNIT_EXPECT_GT_MSG(test, n, 0u, "%s", work->name);
	for (i = 0; i < KPROBE_NR_MODES; i++)
		if (placed[i])
			KUNIT_EXPECT_GT_MSG(test, hits[i] + (i == KPROBE_MODE_STEPPED), 0ul,
					    "%s: no hit in mode %u", work->name, i);
	for (i = 0; i < KPROBE_NR_MODES; i++) {
		all_placed[i] += placed[i];
		all_hits[i] += hits[i];
	}
	all_functions += functions;
}

static void check_works(struct kunit *test, const char *policy, bool post)
{
	unsigned int i;

	memset(all_placed, 0, sizeof(all_placed));
	memset(all_hits, 0, sizeof(all_hits));
	all_functions = 0;
	for (i = 0; i < ARRAY_SIZE(works); i++)
		check_work(test, &works[i], policy, post);
	KUNIT_EXPECT_EQ(test, kprobe_boost_set_policy("auto"), 0);
	kunit_info(test, "%lu functions; in mode 0 to 3: %lu, %lu, %lu, %lu probes\n",
		   all_functions, all_placed[0], all_placed[1], all_placed[2], all_placed[3]);
	kunit_info(test, "hits: %lu, %lu, %lu, %lu\n", all_hits[0], all_hits[1], all_hits[2],
		   all_hits[3]);
}

/* The comparison notices when one function computes something else. */
static void results_depend_on_every_function(struct kunit *test)
{
	u64 results[NR_ROUNDS], again[NR_ROUNDS];
	unsigned int i, r;

	for (i = 0; i < ARRAY_SIZE(works); i++) {
		do_work(&works[i], results);
		do_work(&works[i], again);
		KUNIT_EXPECT_EQ(test, memcmp(results, again, sizeof(results)), 0);
		for (r = 1; r < NR_ROUNDS; r++)
			KUNIT_EXPECT_NE_MSG(test, results[r], results[r - 1], "%s", works[i].name);
	}
}

static void busy_functions_in_policy_auto(struct kunit *test)
{
	check_works(test, "auto", false);
}

static void busy_functions_in_policy_auto_with_post_handler(struct kunit *test)
{
	check_works(test, "auto", true);
}

static void busy_functions_in_policy_trampoline(struct kunit *test)
{
	check_works(test, "trampoline", false);
}

static void busy_functions_in_policy_trampoline_with_post_handler(struct kunit *test)
{
	check_works(test, "trampoline", true);
}

static void busy_functions_in_policy_off(struct kunit *test)
{
	check_works(test, "off", false);
}

static void busy_functions_in_policy_off_with_post_handler(struct kunit *test)
{
	check_works(test, "off", true);
}

static int busy_suite_init(struct kunit_suite *suite)
{
	probes = kvcalloc(MAX_PROBES, sizeof(*probes), GFP_KERNEL);
	batch = kvcalloc(MAX_PROBES, sizeof(*batch), GFP_KERNEL);
	if (probes && batch)
		return 0;
	kvfree(probes);
	kvfree(batch);
	return -ENOMEM;
}

static void busy_suite_exit(struct kunit_suite *suite)
{
	kvfree(probes);
	kvfree(batch);
}

static struct kunit_case busy_cases[] = {
	KUNIT_CASE(results_depend_on_every_function),
	KUNIT_CASE(busy_functions_in_policy_auto),
	KUNIT_CASE(busy_functions_in_policy_auto_with_post_handler),
	KUNIT_CASE(busy_functions_in_policy_trampoline),
	KUNIT_CASE(busy_functions_in_policy_trampoline_with_post_handler),
	KUNIT_CASE(busy_functions_in_policy_off),
	KUNIT_CASE(busy_functions_in_policy_off_with_post_handler),
	{}
};

static struct kunit_suite busy_suite = {
	.name = "kprobes_busy",
	.suite_init = busy_suite_init,
	.suite_exit = busy_suite_exit,
	.test_cases = busy_cases,
};

kunit_test_suite(busy_suite);

MODULE_DESCRIPTION("KUnit test that probes whole functions");
MODULE_LICENSE("GPL");
