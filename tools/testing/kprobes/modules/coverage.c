// SPDX-License-Identifier: GPL-2.0
/*
 * kb_coverage: may an instruction be probed, and how is it run then?
 *
 * The harness loads it on our kernel and on the stock kernel, and writes the
 * addresses of instructions to debugfs kb_coverage/walk, as 64-bit numbers.
 * Each is registered as a disabled probe, so that nothing is ever armed, and
 * removed again.  kb_coverage/answers then has one character for each address:
 *
 *	1 to f	accepted: the mask of enum kprobe_mode that the instruction
 *		allows, in hexadecimal; on a stock kernel 1 is stepped, 2 simulated
 *	g to u	the same, and the kernel would replace it by a jump: g is 1, u is f
 *	F	accepted, and probed through the function tracer
 *	M	the kernel moved the probe to another address
 *	I	refused with EINVAL
 *	B	refused with EILSEQ: no instruction begins there
 *	N	refused with EOPNOTSUPP
 *
 * It must never give an answer that it did not get from register_kprobe(): any
 * other outcome fails the write, and the log says why.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "kb_common.h"

/* Probes are removed in batches, each of which waits for RCU once. */
#define KB_BATCH	256
#define KB_MAX_ANSWERS	(2 * 1024 * 1024)

static DEFINE_MUTEX(kb_lock);
static struct kprobe kb_probes[KB_BATCH];
static struct kprobe *kb_registered[KB_BATCH];
static u64 kb_addresses[KB_BATCH];
static struct debugfs_blob_wrapper kb_answers;
static struct dentry *kb_dir;

static int kb_pre_handler(struct kprobe *p, struct pt_regs *regs)
{
	return 0;
}

/* Modes of a registered probe as a mask; negative if the engine contradicts itself. */
static int kb_modes(struct kprobe *p)
{
#ifdef CONFIG_KPROBES_BOOST
	unsigned int modes = p->ainsn.boost.modes;
	enum kprobe_mode mode = kprobe_boost_mode(p);

	if (!(modes & BIT(mode)) ||
	    (mode == KPROBE_MODE_STEPPED && modes != BIT(KPROBE_MODE_STEPPED))) {
		pr_err("%pS: in mode %d, of the mask %#x\n", p->addr, mode, modes);
		return -EIO;
	}
	return modes;
#else
	return kb_stock_simulates(p) ? 2 : 1;
#endif
}

/* The answer for a probe that register_kprobe() returned @err for; 0 if none. */
static char kb_answer(struct kprobe *p, u64 address, int err)
{
	int modes;

	switch (err) {
	case 0:
		break;
	case -EINVAL:
		return 'I';
	case -EILSEQ:
		return 'B';
	case -EOPNOTSUPP:
		return 'N';
	default:
		pr_err("%pS: register_kprobe failed: %d\n", (void *)(unsigned long)address, err);
		return 0;
	}
	if ((unsigned long)p->addr != address)
		return 'M';
	if (kprobe_ftrace(p))
		return 'F';
	modes = kb_modes(p);
	if (modes < 0)
		return 0;
	/* Only what can be optimised has an aggregator while it is alone. */
	return list_empty(&p->list) ? hex_asc_lo(modes) : 'f' + modes;
}

/* Ask for the first @n of kb_addresses. */
static int kb_ask(unsigned int n)
{
	char *answers = kb_answers.data + kb_answers.size;
	unsigned int i, registered = 0;
	int err = 0;

	if (kb_answers.size + n > KB_MAX_ANSWERS)
		return -ENOSPC;
	for (i = 0; i < n && !err; i++) {
		kb_probes[i] = (struct kprobe) {
			.addr = (kprobe_opcode_t *)(unsigned long)kb_addresses[i],
			.pre_handler = kb_pre_handler,
			.flags = KPROBE_FLAG_DISABLED,
		};
		err = register_kprobe(&kb_probes[i]);
		if (!err)
			kb_registered[registered++] = &kb_probes[i];
		answers[i] = kb_answer(&kb_probes[i], kb_addresses[i], err);
		err = answers[i] ? 0 : -EIO;
	}
	if (registered)
		unregister_kprobes(kb_registered, registered);
	if (!err)
		kb_answers.size += n;
	return err;
}

static ssize_t walk_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	size_t bytes = min(count, sizeof(kb_addresses));
	int err;

	bytes -= bytes % sizeof(kb_addresses[0]);
	if (!bytes)
		return -EINVAL;
	mutex_lock(&kb_lock);
	if (copy_from_user(kb_addresses, buf, bytes))
		err = -EFAULT;
	else
		err = kb_ask(bytes / sizeof(kb_addresses[0]));
	mutex_unlock(&kb_lock);
	return err ?: bytes;
}

static const struct file_operations walk_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = walk_write,
};

static int __init kb_coverage_init(void)
{
	kb_answers.data = vzalloc(KB_MAX_ANSWERS);
	if (!kb_answers.data)
		return -ENOMEM;
	kb_dir = debugfs_create_dir("kb_coverage", NULL);
	debugfs_create_file("walk", 0200, kb_dir, NULL, &walk_fops);
	debugfs_create_blob("answers", 0400, kb_dir, &kb_answers);
	return 0;
}

static void __exit kb_coverage_exit(void)
{
	debugfs_remove(kb_dir);
	vfree(kb_answers.data);
}

module_init(kb_coverage_init);
module_exit(kb_coverage_exit);
MODULE_DESCRIPTION("How the instructions of the kernel can be probed");
MODULE_LICENSE("GPL");
