// SPDX-License-Identifier: GPL-2.0
/*
 * kb_many: what registering and removing many probes takes, and a hit, and
 * whether an address is in a slot, while they are in place.
 *
 * The harness writes addresses to debugfs kb_many/addresses, one a line, and
 * then to kb_many/place, and anything to kb_many/remove:
 *
 *	COUNT HOW POST		HOW: "single" or "batch"; POST: 1 for a
 *				post_handler, which forbids jump optimisation
 *
 * kb_many/result then has a line of JSON; times are in nanoseconds.  A write to
 * kb_many/filter takes out the addresses that cannot be probed; without it they
 * are an error.  kb_many/clock is the clock that measures.
 * It also builds against a stock kernel.  It must never leave a probe behind.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "kb_common.h"

#define MANY_MAX	50000
#define MANY_CALLS	1000
#define MANY_LINE	256

static DEFINE_MUTEX(many_lock);
static unsigned long *many_addresses;
static unsigned int many_nr;
static struct kprobe *many_probes;
static struct kprobe **many_batch;
static char many_result[MANY_LINE];
static int (*many_is_text)(unsigned long addr);

/* The first probe of all, since the one that was placed last is found first */
static struct kprobe many_hit_probe;
static u64 many_unprobed;

/* What is in place, and what that took */
static struct {
	unsigned int nr;
	bool batch;
	bool post;
	u64 reg;
	u64 hit;
	u64 look;
} many_placed;

static struct dentry *many_dir;

static int many_pre(struct kprobe *p, struct pt_regs *regs)
{
	return 0;
}

static void many_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
}

/* notrace: a traced function begins with the function tracer's call site. */
static noinline __noclone notrace unsigned long many_hit(unsigned long n)
{
	OPTIMIZER_HIDE_VAR(n);
	barrier();
	return n ^ 1;
}

static u64 call_all(void)
{
	unsigned long n = 0;
	unsigned int i;
	u64 start;

	preempt_disable();
	start = kb_clock();
	for (i = 0; i < MANY_CALLS; i++)
		n = many_hit(n);
	start = kb_clock() - start;
	preempt_enable();
	OPTIMIZER_HIDE_VAR(n);
	return start;
}

static void init_probe(struct kprobe *p, unsigned long addr, bool post)
{
	memset(p, 0, sizeof(*p));
	p->addr = (kprobe_opcode_t *)addr;
	p->pre_handler = many_pre;
	if (post)
		p->post_handler = many_post;
}

/* Keep the addresses that can be probed. */
static void filter(void)
{
	unsigned int i, n = 0;

	for (i = 0; i < many_nr; i++) {
		init_probe(&many_probes[n], many_addresses[i], true);
		many_probes[n].flags = KPROBE_FLAG_DISABLED;
		if (!register_kprobe(&many_probes[n]) &&
		    (unsigned long)many_probes[n].addr == many_addresses[i]) {
			many_addresses[n] = many_addresses[i];
			many_batch[n] = &many_probes[n];
			n++;
		}
		cond_resched();
	}
	unregister_kprobes(many_batch, n);
	many_nr = n;
}

/* What the unwinder asks of each address, for slots here and there; per call */
static u64 look_slots_up(unsigned int n)
{
	unsigned long step = max(1U, n / MANY_CALLS), slot;
	unsigned int i, calls = 0;
	u64 start, time = 0;

	for (i = 0; i < n; i += step) {
		slot = kb_slot(&many_probes[i]);
		if (!slot)
			continue;
		preempt_disable();
		start = kb_clock();
		WARN_ON(!many_is_text(slot));
		time += kb_clock() - start;
		preempt_enable();
		calls++;
	}
	return calls ? div_u64(time, calls) : 0;
}

static void remove(unsigned int n, bool batch)
{
	unsigned int i;

	if (batch)
		unregister_kprobes(many_batch, n);
	for (i = 0; !batch && i < n; i++) {
		unregister_kprobe(&many_probes[i]);
		cond_resched();
	}
}

static int place(unsigned int n, bool batch, bool post)
{
	u64 start;
	unsigned int i;
	int err = 0;

	if (!n || n > many_nr)
		return -EINVAL;
	if (many_placed.nr)
		return -EBUSY;
	for (i = 0; i < n; i++) {
		init_probe(&many_probes[i], many_addresses[i], post);
		many_batch[i] = &many_probes[i];
	}

	start = ktime_get_ns();
	if (batch)
		err = register_kprobes(many_batch, n);
	for (i = 0; !batch && !err && i < n; i++) {
		err = register_kprobe(&many_probes[i]);
		cond_resched();
	}
	many_placed.reg = ktime_get_ns() - start;
	if (err) {
		pr_err("registering failed: %d\n", err);
		if (!batch && i > 1)
			remove(i - 1, true);
		return err;
	}
	many_placed.nr = n;
	many_placed.batch = batch;
	many_placed.post = post;

	many_placed.hit = div_u64(call_all() - many_unprobed, MANY_CALLS);
	many_placed.look = look_slots_up(n);
	return 0;
}

static int remove_placed(void)
{
	u64 start = ktime_get_ns();

	if (!many_placed.nr)
		return -ENOENT;
	remove(many_placed.nr, many_placed.batch);
	start = ktime_get_ns() - start;
	snprintf(many_result, sizeof(many_result),
		 "\"placed\":%u,\"batch\":%s,\"post_handler\":%s,\"register\":%llu,\"remove\":%llu,\"hit\":%llu,\"look\":%llu}\n",
		 many_placed.nr, many_placed.batch ? "true" : "false",
		 many_placed.post ? "true" : "false", many_placed.reg, start,
		 many_placed.hit, many_placed.look);
	many_placed.nr = 0;
	return 0;
}

static ssize_t place_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	unsigned int number, post;
	char line[MANY_LINE], how[16];
	int err = -EINVAL;

	if (count >= sizeof(line))
		return -EINVAL;
	if (copy_from_user(line, buf, count))
		return -EFAULT;
	line[count] = 0;
	mutex_lock(&many_lock);
	if (sscanf(line, "%u %15s %u", &number, how, &post) == 3)
		err = place(number, !strcmp(how, "batch"), post);
	mutex_unlock(&many_lock);
	return err ?: count;
}

static const struct file_operations place_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = place_write,
};

static ssize_t remove_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	int err;

	mutex_lock(&many_lock);
	err = remove_placed();
	mutex_unlock(&many_lock);
	return err ?: count;
}

static const struct file_operations remove_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = remove_write,
};

static ssize_t filter_write(struct file *file, const char __user *buf, size_t count,
			    loff_t *ppos)
{
	mutex_lock(&many_lock);
	filter();
	mutex_unlock(&many_lock);
	return count;
}

static const struct file_operations filter_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = filter_write,
};

static int addresses_open(struct inode *inode, struct file *file)
{
	many_nr = 0;
	return 0;
}

/* A write must begin with a line; what is left of one at its end comes again. */
static ssize_t addresses_write(struct file *file, const char __user *buf, size_t count,
			       loff_t *ppos)
{
	size_t size = min_t(size_t, count, PAGE_SIZE);
	char *page, *line, *end;
	int err = 0;

	page = memdup_user_nul(buf, size);
	if (IS_ERR(page))
		return PTR_ERR(page);
	mutex_lock(&many_lock);
	for (line = page; (end = strchr(line, '\n')) && !err; line = end + 1) {
		*end = 0;
		err = many_nr == MANY_MAX ? -ENOSPC :
			kstrtoul(line, 16, &many_addresses[many_nr++]);
	}
	mutex_unlock(&many_lock);
	size = line - page;
	kfree(page);
	return err ?: size ?: -EINVAL;
}

static const struct file_operations addresses_fops = {
	.owner = THIS_MODULE,
	.open = addresses_open,
	.write = addresses_write,
};

static ssize_t result_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	return simple_read_from_buffer(buf, count, ppos, many_result, strlen(many_result));
}

static const struct file_operations result_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = result_read,
};

static int clock_get(void *data, u64 *value)
{
	*value = ktime_get_ns();
	return 0;
}

DEFINE_DEBUGFS_ATTRIBUTE(clock_fops, clock_get, NULL, "%llu\n");

static void free_all(void)
{
	vfree(many_addresses);
	vfree(many_probes);
	vfree(many_batch);
}

/* No module may call it; who probes it learns where it is. */
static int __init find_is_text(void)
{
	struct kprobe p = { .symbol_name = "kernel_text_address", .flags = KPROBE_FLAG_DISABLED };
	int err = register_kprobe(&p);

	if (err)
		return err;
	many_is_text = kb_function(p.addr);
	unregister_kprobe(&p);
	return 0;
}

static int __init kb_many_init(void)
{
	int err = find_is_text();

	if (err)
		return err;
	many_addresses = vmalloc_array(MANY_MAX, sizeof(*many_addresses));
	many_probes = vmalloc_array(MANY_MAX, sizeof(*many_probes));
	many_batch = vmalloc_array(MANY_MAX, sizeof(*many_batch));
	if (!many_addresses || !many_probes || !many_batch) {
		free_all();
		return -ENOMEM;
	}
	many_unprobed = call_all();
	init_probe(&many_hit_probe, (unsigned long)many_hit, false);
	err = register_kprobe(&many_hit_probe);
	if (err) {
		free_all();
		return err;
	}
	many_dir = debugfs_create_dir("kb_many", NULL);
	debugfs_create_file("addresses", 0200, many_dir, NULL, &addresses_fops);
	debugfs_create_file("filter", 0200, many_dir, NULL, &filter_fops);
	debugfs_create_file("place", 0200, many_dir, NULL, &place_fops);
	debugfs_create_file("remove", 0200, many_dir, NULL, &remove_fops);
	debugfs_create_file("result", 0400, many_dir, NULL, &result_fops);
	debugfs_create_file_unsafe("clock", 0400, many_dir, NULL, &clock_fops);
	return 0;
}

static void __exit kb_many_exit(void)
{
	debugfs_remove(many_dir);
	remove_placed();
	unregister_kprobe(&many_hit_probe);
	free_all();
}

module_init(kb_many_init);
module_exit(kb_many_exit);
MODULE_DESCRIPTION("Time to register and remove many probes");
MODULE_LICENSE("GPL");
