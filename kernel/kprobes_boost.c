// SPDX-License-Identifier: GPL-2.0
/*
 * Execution modes of kprobes: policy, choice of the mode, what users see.
 *
 * The architecture says which modes an instruction allows, this file chooses
 * one for each probe point, and chooses again when a post_handler comes or
 * goes or the policy changes.  A choice is one store to the probe, which the
 * trap path reads without a lock: a hit in flight ends in the mode in which
 * it began, the next one takes the new mode.
 *
 * Nothing in this file runs on the trap path.
 */

#define pr_fmt(fmt) "kprobes-boost: " fmt

#include <linux/bug.h>
#include <linux/cache.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/kprobes_boost.h>
#include <linux/kprobes_gc.h>
#include <linux/memory.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/sysctl.h>

enum kprobe_boost_policy {
	KPROBE_BOOST_AUTO,
	KPROBE_BOOST_TRAMPOLINE,
	KPROBE_BOOST_OFF,
};

static const char * const kprobe_boost_policies[] = {
	[KPROBE_BOOST_AUTO]		= "auto",
	[KPROBE_BOOST_TRAMPOLINE]	= "trampoline",
	[KPROBE_BOOST_OFF]		= "off",
};

/* Serialises changes of the policy; the choice itself is under kprobe_mutex. */
static DEFINE_MUTEX(kprobe_boost_policy_mutex);
static enum kprobe_boost_policy kprobe_boost_policy __read_mostly;

static const char * const kprobe_mode_flags[KPROBE_NR_MODES] = {
	[KPROBE_MODE_STEPPED]		= "[STEPPED]",
	[KPROBE_MODE_SIMULATED]		= "[SIMULATED]",
	[KPROBE_MODE_TRAMPOLINED]	= "[TRAMPOLINED]",
	[KPROBE_MODE_BOOSTED]		= "[BOOSTED]",
};

/*
 * The mode with the fewest instructions per hit that can serve the probe, as
 * the bench measured it.
 */
static enum kprobe_mode choose_mode(const struct kprobe *p)
{
	unsigned int modes = p->ainsn.boost.modes;
	enum kprobe_boost_policy policy = READ_ONCE(kprobe_boost_policy);

	/* What the kernel cannot step either is not a matter of policy. */
	if (policy == KPROBE_BOOST_OFF && modes & BIT(KPROBE_MODE_STEPPED))
		return KPROBE_MODE_STEPPED;
	/* A boosted instruction does not come back for a post_handler. */
	if (policy == KPROBE_BOOST_AUTO && !p->post_handler &&
	    modes & BIT(KPROBE_MODE_BOOSTED))
		return KPROBE_MODE_BOOSTED;
	if (modes & BIT(KPROBE_MODE_SIMULATED))
		return KPROBE_MODE_SIMULATED;
	if (modes & BIT(KPROBE_MODE_TRAMPOLINED))
		return KPROBE_MODE_TRAMPOLINED;
	return KPROBE_MODE_STEPPED;
}

/**
 * kprobe_boost_prepared() - The architecture has prepared a probe
 * @p: the probe, not armed yet
 * @modes: bit mask of the enum kprobe_mode that its slot and instruction allow
 * @len: length of the displaced instruction in bytes
 *
 * Context: kprobe_mutex is held.
 */
void kprobe_boost_prepared(struct kprobe *p, unsigned int modes,
			   unsigned int len)
{
	p->ainsn.boost.modes = modes;
	p->ainsn.boost.len = len;
	p->ainsn.boost.dirty = false;
	p->ainsn.boost.mode = choose_mode(p);
}

/**
 * kprobe_boost_arm() - The breakpoint of a probe is about to be written
 * @p: the probe or, if there are several at the address, their aggregator
 *
 * Context: kprobe_mutex is held.
 */
void kprobe_boost_arm(struct kprobe *p)
{
	if (p->ainsn.boost.mode == KPROBE_MODE_BOOSTED)
		p->ainsn.boost.dirty = true;
}

/**
 * kprobe_boost_update() - Choose again, since what the probe needs has changed
 * @p: the probe or, if there are several at the address, their aggregator
 *
 * Context: kprobe_mutex is held; the probe may be armed and being hit.
 */
void kprobe_boost_update(struct kprobe *p)
{
	/* These have no slot of ours, or none any more. */
	if (kprobe_ftrace(p) || kprobe_gone(p))
		return;

	WRITE_ONCE(p->ainsn.boost.mode, choose_mode(p));
	/* A disabled probe may still have its breakpoint, if it was optimised. */
	kprobe_boost_arm(p);
}

/**
 * kprobe_boost_flag() - The mode as a flag for debugfs kprobes/list
 * @p: the probe or, if there are several at the address, their aggregator
 *
 * Context: Any; not for a probe that uses the function tracer.
 * Return: a flag in brackets; empty if the probed code is gone.
 */
const char *kprobe_boost_flag(struct kprobe *p)
{
	if (kprobe_gone(p))
		return "";
	return kprobe_mode_flags[READ_ONCE(p->ainsn.boost.mode)];
}

/**
 * kprobe_boost_mode() - In which mode is a probe?
 * @p: a registered probe that does not use the function tracer
 *
 * Context: Any.
 * Return: the mode of the probe point that @p belongs to;
 *	   KPROBE_MODE_STEPPED if there is none.
 */
enum kprobe_mode kprobe_boost_mode(struct kprobe *p)
{
	enum kprobe_mode mode = KPROBE_MODE_STEPPED;
	struct kprobe *top;

	preempt_disable();
	top = get_kprobe(p->addr);
	if (top && !kprobe_ftrace(top))
		mode = READ_ONCE(top->ainsn.boost.mode);
	preempt_enable();

	return mode;
}
EXPORT_SYMBOL_GPL(kprobe_boost_mode);

#ifdef KPROBE_BATCH
/**
 * kprobe_batch_add() - A probe is about to be registered with others
 * @p: the probe
 *
 * It is registered as a disabled one, to be enabled with the others.  Who registers
 * another probe at the address meanwhile then knows that the breakpoint is not there.
 *
 * Context: Any; nobody else knows the probe.
 */
void kprobe_batch_add(struct kprobe *p)
{
	if (kprobe_disabled(p))
		p->flags &= ~KPROBE_FLAG_BATCH;
	else
		p->flags |= KPROBE_FLAG_DISABLED | KPROBE_FLAG_BATCH;
}

/**
 * kprobe_batch_left() - Is a probe still to be enabled?
 * @p: the probe
 *
 * Context: Any.
 * Return: whether it was added to a batch enabled, and is disabled.
 */
bool kprobe_batch_left(const struct kprobe *p)
{
	return p->flags & KPROBE_FLAG_BATCH && p->flags & KPROBE_FLAG_DISABLED;
}

/**
 * kprobe_batch_enable() - Enable the probes of a batch while all kprobes are off
 * @kps: the probes
 * @num: how many
 *
 * Their breakpoints are written when all are switched on.
 *
 * Context: kprobe_mutex is held.
 */
void kprobe_batch_enable(struct kprobe **kps, int num)
{
	struct kprobe *top;
	int i;

	for (i = 0; i < num; i++) {
		if (!kprobe_batch_left(kps[i]))
			continue;
		kps[i]->flags &= ~(KPROBE_FLAG_DISABLED | KPROBE_FLAG_BATCH);
		/* The aggregator, if there are several at the address */
		top = get_kprobe(kps[i]->addr);
		if (top)
			top->flags &= ~KPROBE_FLAG_DISABLED;
	}
}

/**
 * kprobe_text_is() - Is the breakpoint written or removed already, with others?
 * @p: a probe whose code is there
 * @armed: written
 *
 * Context: text_mutex is held.
 */
bool kprobe_text_is(const struct kprobe *p, bool armed)
{
	return *p->addr == arch_kprobe_text(p, armed);
}

/**
 * kprobe_batch_patch() - Write or remove the breakpoints of several probes
 * @kps: the probes
 * @num: how many
 * @arm: write them, and enable the probes; else remove them
 *
 * Those of probes that are the only ones at their addresses; what is left out is
 * done one by one.  A breakpoint is removed before the probe leaves the table: else
 * a hit would find no probe, and the CPU come back to the breakpoint until it is
 * gone, perhaps with interrupts off.
 *
 * Context: kprobe_mutex is held.
 */
void kprobe_batch_patch(struct kprobe **kps, int num, bool arm)
{
	static void *addrs[KPROBE_BATCH];
	static u32 insns[KPROBE_BATCH];
	struct kprobe *p;
	int i, nr = 0;

	cpus_read_lock();
	mutex_lock(&text_mutex);
	for (i = 0; i < num; i++) {
		p = kps[i];
		if (get_kprobe(p->addr) != p || kprobe_gone(p) || kprobe_ftrace(p) ||
		    (arm ? !kprobe_batch_left(p) : kprobe_disabled(p)))
			continue;
		if (arm) {
			kprobe_boost_arm(p);
			p->flags &= ~(KPROBE_FLAG_DISABLED | KPROBE_FLAG_BATCH);
		}
		addrs[nr] = p->addr;
		insns[nr] = arch_kprobe_text(p, arm);
		if (++nr == KPROBE_BATCH) {
			arch_kprobe_patch(addrs, insns, nr);
			nr = 0;
		}
	}
	if (nr)
		arch_kprobe_patch(addrs, insns, nr);
	mutex_unlock(&text_mutex);
	cpus_read_unlock();
}
#endif

static void update_one(struct kprobe *p, int users, void *data)
{
	kprobe_boost_update(p);
}

/**
 * kprobe_boost_set_policy() - Choose the policy, for all probes there are
 * @name: "auto", "trampoline" or "off"
 *
 * Context: May sleep.
 * Return: 0, or -EINVAL if there is no such policy.
 */
int kprobe_boost_set_policy(const char *name)
{
	int policy = sysfs_match_string(kprobe_boost_policies, name);

	if (policy < 0) {
		pr_warn_ratelimited("no such policy as \"%s\": use auto, trampoline or off\n",
				    name);
		return -EINVAL;
	}

	mutex_lock(&kprobe_boost_policy_mutex);
	WRITE_ONCE(kprobe_boost_policy, policy);
	kprobes_for_each(update_one, NULL);
	mutex_unlock(&kprobe_boost_policy_mutex);
	return 0;
}
EXPORT_SYMBOL_GPL(kprobe_boost_set_policy);

static int __init kprobe_boost_setup(char *str)
{
	int policy = sysfs_match_string(kprobe_boost_policies, str);

	if (policy < 0)
		pr_warn("no such policy as \"%s\": use kprobes_boost=auto, trampoline or off\n",
			str);
	else
		kprobe_boost_policy = policy;
	return 1;
}
__setup("kprobes_boost=", kprobe_boost_setup);

#ifdef CONFIG_SYSCTL
static int proc_kprobes_boost(struct ctl_table *table, int write, void *buffer,
			      size_t *length, loff_t *ppos)
{
	char name[16];
	struct ctl_table tmp = {
		.data = name,
		.maxlen = sizeof(name),
	};
	int ret;

	strscpy(name, kprobe_boost_policies[READ_ONCE(kprobe_boost_policy)],
		sizeof(name));
	/* A value is one write: no policy is put together from parts. */
	if (write && *ppos)
		return -EINVAL;
	ret = proc_dostring(&tmp, write, buffer, length, ppos);
	if (ret || !write)
		return ret;
	return kprobe_boost_set_policy(name);
}

static struct ctl_table kprobe_boost_sysctls[] = {
	{
		.procname	= "kprobes-boost",
		.mode		= 0644,
		.proc_handler	= proc_kprobes_boost,
	},
	{}
};

static int __init kprobe_boost_sysctl_init(void)
{
	register_sysctl_init("debug", kprobe_boost_sysctls);
	return 0;
}
late_initcall(kprobe_boost_sysctl_init);
#endif /* CONFIG_SYSCTL */

#ifdef CONFIG_DEBUG_FS
struct kprobe_boost_count {
	unsigned long mode[KPROBE_NR_MODES];
	unsigned long optimized;
	unsigned long ftrace;
};

static void count_one(struct kprobe *p, int users, void *data)
{
	struct kprobe_boost_count *count = data;

	if (kprobe_gone(p))
		return;
	if (kprobe_ftrace(p)) {
		count->ftrace += users;
		return;
	}
	count->mode[p->ainsn.boost.mode] += users;
	if (kprobe_optimized(p))
		count->optimized += users;
}

static int kprobe_boost_show(struct seq_file *m, void *v)
{
	struct kprobe_boost_count count = { };
	struct kprobe_gc_stats gc;

	kprobes_for_each(count_one, &count);
	kprobe_gc_stats(&gc);

	seq_printf(m, "policy: %s\n",
		   kprobe_boost_policies[READ_ONCE(kprobe_boost_policy)]);
	seq_printf(m, "probes_simulated: %lu\n",
		   count.mode[KPROBE_MODE_SIMULATED]);
	seq_printf(m, "probes_trampolined: %lu\n",
		   count.mode[KPROBE_MODE_TRAMPOLINED]);
	seq_printf(m, "probes_boosted: %lu\n", count.mode[KPROBE_MODE_BOOSTED]);
	seq_printf(m, "probes_stepped: %lu\n", count.mode[KPROBE_MODE_STEPPED]);
	seq_printf(m, "probes_optimized: %lu\n", count.optimized);
	seq_printf(m, "probes_ftrace: %lu\n", count.ftrace);
	seq_printf(m, "slots_free: %lu\n", gc.slots_free);
	seq_printf(m, "slots_used: %lu\n", gc.slots_used);
	seq_printf(m, "slots_dirty: %lu\n", gc.slots_dirty);
	seq_printf(m, "slot_pages: %lu\n", gc.slot_pages);
	seq_printf(m, "grace_periods: %lu\n", gc.grace_periods);
	seq_printf(m, "slots_reclaimed: %lu\n", gc.slots_reclaimed);
	seq_printf(m, "commits: %lu\n", gc.commits);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(kprobe_boost);

static int __init kprobe_boost_debugfs_init(void)
{
	struct dentry *dir = debugfs_lookup("kprobes", NULL);

	debugfs_create_file("boost", 0400, dir, NULL, &kprobe_boost_fops);
	dput(dir);
	return 0;
}
late_initcall_sync(kprobe_boost_debugfs_init);
#endif /* CONFIG_DEBUG_FS */
