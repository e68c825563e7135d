// SPDX-License-Identifier: GPL-2.0
/*
 * kb_calls: a function that is called a known number of times.
 *
 * For programs that place probes and know nothing of this module: perf, bpftrace,
 * SystemTap.  Writing N to debugfs kb_calls/run makes N calls of kb_calls_target()
 * on each CPU at once.  Reading it says how many calls there were by the last
 * write, and how long one took when nothing disturbed it; with a clock that counts
 * instructions (QEMU -icount) the difference to a run without a probe is the cost
 * of a hit.  Reading kb_calls/middle gives the offset of an instruction in the
 * middle of the function, one that has to be run from a slot.  After each 50 calls
 * there is one of a function of the kernel, gcd(), which hardly anything else uses.
 *
 * Writing fails if a call did not do what the function does.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/gcd.h>
#include <linux/irqflags.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include "kb_common.h"

/* Calls that are timed as one, with interrupts off. */
#define CALLS_BATCH	50

static DEFINE_MUTEX(calls_lock);
static unsigned long calls_each;
static atomic_long_t calls_made, calls_wrong;
static u64 calls_ticks;
static DEFINE_SPINLOCK(calls_ticks_lock);
static DEFINE_PER_CPU(struct work_struct, calls_work);
static struct dentry *calls_dir;

/* What is probed: where it begins and returns, and what comes behind the empty asm. */
static noinline __noclone unsigned long kb_calls_target(unsigned long round, unsigned long *sum)
{
	*sum ^= round;
	asm volatile("1:\n\t"	/* probed by its line */
		     ".pushsection .rodata\n\t"
		     ".balign 4\n"
		     "kb_calls_middle:\n\t"
		     ".long 1b - .\n\t"
		     ".popsection"
		     : : : "memory");
	*sum += round;
	return *sum;
}

static void calls_on_this_cpu(struct work_struct *work)
{
	unsigned long left = calls_each, sum = 0, expected = 0, round = 0, flags, n;
	u64 best = U64_MAX, ticks;

	while (left) {
		n = min_t(unsigned long, left, CALLS_BATCH);
		left -= n;
		local_irq_save(flags);
		ticks = kb_clock();
		while (n--) {
			round++;
			expected = (expected ^ round) + round;
			if (kb_calls_target(round, &sum) != expected)
				atomic_long_inc(&calls_wrong);
		}
		ticks = kb_clock() - ticks;
		local_irq_restore(flags);
		best = min(best, ticks);
		if (gcd(left, CALLS_BATCH) != CALLS_BATCH)
			atomic_long_inc(&calls_wrong);
		cond_resched();
	}
	atomic_long_add(round, &calls_made);
	spin_lock(&calls_ticks_lock);
	calls_ticks = min(calls_ticks, best);
	spin_unlock(&calls_ticks_lock);
}

static void calls_on_each_cpu(void)
{
	int cpu;

	cpus_read_lock();
	for_each_online_cpu(cpu) {
		INIT_WORK(per_cpu_ptr(&calls_work, cpu), calls_on_this_cpu);
		schedule_work_on(cpu, per_cpu_ptr(&calls_work, cpu));
	}
	for_each_online_cpu(cpu)
		flush_work(per_cpu_ptr(&calls_work, cpu));
	cpus_read_unlock();
}

static ssize_t calls_write(struct file *file, const char __user *buf, size_t size, loff_t *pos)
{
	int err;

	mutex_lock(&calls_lock);
	err = kstrtoul_from_user(buf, size, 0, &calls_each);
	if (!err && calls_each % CALLS_BATCH)
		err = -EINVAL;
	if (!err) {
		atomic_long_set(&calls_made, 0);
		atomic_long_set(&calls_wrong, 0);
		calls_ticks = U64_MAX;
		calls_on_each_cpu();
	}
	if (!err && atomic_long_read(&calls_wrong)) {
		pr_err("%ld calls went wrong\n", atomic_long_read(&calls_wrong));
		err = -EIO;
	}
	mutex_unlock(&calls_lock);
	return err ?: size;
}

static int calls_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%ld %llu\n", atomic_long_read(&calls_made),
		   calls_ticks == U64_MAX ? 0 : calls_ticks / CALLS_BATCH);
	return 0;
}

static int calls_open(struct inode *inode, struct file *file)
{
	return single_open(file, calls_show, NULL);
}

static const struct file_operations calls_run_fops = {
	.owner = THIS_MODULE,
	.open = calls_open,
	.read = seq_read,
	.write = calls_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int middle_show(struct seq_file *m, void *v)
{
	unsigned long middle = (unsigned long)&kb_calls_middle + kb_calls_middle;

	seq_printf(m, "%lu\n", middle - (unsigned long)kb_code(kb_calls_target));
	return 0;
}

DEFINE_SHOW_ATTRIBUTE(middle);

static int __init calls_init(void)
{
	calls_dir = debugfs_create_dir("kb_calls", NULL);
	debugfs_create_file("run", 0600, calls_dir, NULL, &calls_run_fops);
	debugfs_create_file("middle", 0400, calls_dir, NULL, &middle_fops);
	return PTR_ERR_OR_ZERO(calls_dir);
}

static void __exit calls_exit(void)
{
	debugfs_remove(calls_dir);
}

module_init(calls_init);
module_exit(calls_exit);
MODULE_DESCRIPTION("A function that is called a known number of times");
MODULE_LICENSE("GPL");
