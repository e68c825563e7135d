/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model of the collector in kernel/kprobes_gc.c: states of the slots, batches,
 * grace periods and commit_kprobes().  gc-model of check.py lets Spin look at every
 * order in which the steps below can happen.
 *
 * Each of three visitors can lose its CPU at any step in a slot: an ordinary task, an
 * idle task, and a task that exits and then waits for somebody who wants kprobe_mutex.
 * What is claimed is that
 *
 *  - whoever executes an instruction in a slot finds what was there when it entered;
 *  - when commit_kprobes() returns, what was dirty when it was called is reclaimed;
 *  - nobody waits for ever.
 *
 * BUSTED is 0, or one of the numbers below: then one of the claims must fail.
 */
#define NOWAIT		1	/* no grace period */
#define RCU		2	/* ordinary RCU only */
#define TASKS		3	/* tasks RCU only */
#define RUDE		4	/* rude tasks RCU only */
#define CLEAN		5	/* dirty is what could be executed now, not ever */
#define LOCKED		6	/* waiting with kprobe_mutex held */
#define NOSYNC		7	/* giving back without waiting for breakpoint handlers */
#define LATEBATCH	8	/* a batch also takes what was given back while it waited */
#define EARLYCOMMIT	9	/* commit waits for a batch that has begun already */

#ifndef BUSTED
#define BUSTED	0
#endif

#define SLOTS		2
/* Probes that come and go, and visits of each visitor */
#define ROUNDS		2
#define VISITS		1

#define TASK		0
#define IDLE		1
#define EXITING		2
#define VISITORS	3

mtype = { FREE, STALE, USED, DIRTY, WAITING };

mtype state[SLOTS] = FREE;
byte holds[SLOTS];		/* the probe whose copy it holds; 0: poison */
bool old[SLOTS];		/* dirty since before the call of commit_kprobes() */

byte slot;			/* of the probe that is there */
byte probe;			/* its number; 0: none */
bool armed;
bool boosted;			/* its mode */
bool dirty;			/* has been armed in that mode */

bool handling[VISITORS];	/* in the breakpoint handler */
bool inside[VISITORS];		/* in a slot, or about to return to one */
bool held[VISITORS];		/* inside since before the grace period began */

bool kprobe_mutex;
byte started, done;		/* batches */
bool kicked;			/* commit_kprobes() wants one */
bool all_done, committed;

#define LOCK(m)		atomic { !m -> m = true }
#define UNLOCK(m)	m = false

/* Whom the wait of a batch waits for */
#if BUSTED == NOWAIT || BUSTED == RCU
#define WAITS_FOR_TASKS	false
#define WAITS_FOR_IDLE	false
#elif BUSTED == TASKS
#define WAITS_FOR_TASKS	true
#define WAITS_FOR_IDLE	false
#elif BUSTED == RUDE
#define WAITS_FOR_TASKS	false
#define WAITS_FOR_IDLE	true
#else
#define WAITS_FOR_TASKS	true
#define WAITS_FOR_IDLE	true
#endif

proctype visitor(byte me)
{
	byte visits, at, found;

	do
	:: visits == VISITS -> break
	:: visits < VISITS ->
		visits++;
		/* The breakpoint is hit; the handler reads the mode and the slot. */
		if
		:: atomic { armed -> handling[me] = true; at = slot; found = probe }
			if
			:: boosted -> inside[me] = true; handling[me] = false;
				/* the copy, and the jump back behind it */
				assert(holds[at] == found);
				assert(holds[at] == found);
				atomic { inside[me] = false; held[me] = false }
			:: !boosted -> handling[me] = false
			fi
		:: true
		fi
	od
}

/* Leaves the slot, and exits; tasks RCU waits until it has. */
proctype exiting()
{
	byte at, found;

	if
	:: atomic { armed -> handling[EXITING] = true; at = slot; found = probe }
		if
		:: boosted -> inside[EXITING] = true; handling[EXITING] = false;
			assert(holds[at] == found)
		:: !boosted -> inside[EXITING] = true; handling[EXITING] = false
		fi
	:: true -> inside[EXITING] = true
	fi;
	/* It waits for somebody who wants the mutex. */
	LOCK(kprobe_mutex);
	UNLOCK(kprobe_mutex);
	atomic { inside[EXITING] = false; held[EXITING] = false }
}

/* Places and removes probes, and lets their mode change. */
proctype user()
{
	byte round, s;

	do
	:: round == ROUNDS -> break
	:: round < ROUNDS ->
		round++;
		LOCK(kprobe_mutex);
		/* It never waits for a slot: another page is taken, which is not modelled. */
		if
		:: atomic { state[0] == FREE || state[0] == STALE -> s = 0; state[0] = USED }
		:: atomic { state[1] == FREE || state[1] == STALE -> s = 1; state[1] = USED }
		:: else -> UNLOCK(kprobe_mutex); goto next
		fi;
		atomic { holds[s] = round; slot = s; probe = round }
		if
		:: atomic { boosted = true; dirty = true }
		:: atomic { boosted = false; dirty = false }
		fi;
		armed = true;
		UNLOCK(kprobe_mutex);
		/* A post_handler comes, or goes; dirty is only ever set. */
		if
		:: boosted = false
		:: atomic { boosted = true; dirty = true }
		:: true
		fi;
		LOCK(kprobe_mutex);
		armed = false;
#if BUSTED != NOSYNC
		/* The text is patched: every handler that began has ended. */
		!handling[TASK];
		!handling[IDLE];
		!handling[EXITING];
#endif
		atomic {
#if BUSTED == CLEAN
			if
			:: boosted -> state[s] = DIRTY
			:: else -> state[s] = STALE
			fi;
#else
			if
			:: dirty -> state[s] = DIRTY
			:: else -> state[s] = STALE
			fi;
#endif
			probe = 0
		}
		UNLOCK(kprobe_mutex);
next:		skip
	od;
	all_done = true
}

proctype collector()
{
	byte s, batch;

	do
	:: atomic {
		state[0] == DIRTY || state[1] == DIRTY || kicked ->
		kicked = false; started++; batch = started
	   }
#if BUSTED == LOCKED
		LOCK(kprobe_mutex);
#endif
		/* one step, with the collector's mutex */
		atomic {
			s = 0;
			do
			:: s == SLOTS -> break
			:: s < SLOTS ->
				if
				:: state[s] == DIRTY -> state[s] = WAITING
				:: else
				fi;
				s++
			od
		}
		atomic {
			held[TASK] = inside[TASK];
			held[IDLE] = inside[IDLE];
			held[EXITING] = inside[EXITING]
		}
		if
		:: WAITS_FOR_IDLE -> !held[IDLE]
		:: !WAITS_FOR_IDLE
		fi;
		if
		:: WAITS_FOR_TASKS -> !held[TASK]; !held[EXITING]
		:: !WAITS_FOR_TASKS
		fi;
#if BUSTED == LOCKED
		UNLOCK(kprobe_mutex);
#endif
		atomic {
			s = 0;
			do
			:: s == SLOTS -> break
			:: s < SLOTS ->
				if
				:: state[s] == WAITING || state[s] == STALE ->
					state[s] = FREE; holds[s] = 0; old[s] = false
#if BUSTED == LATEBATCH
				:: state[s] == DIRTY ->
					state[s] = FREE; holds[s] = 0; old[s] = false
#endif
				:: else
				fi;
				s++
			od;
			done = batch
		}
	:: atomic {
		all_done && committed && !kicked && state[0] != DIRTY && state[1] != DIRTY -> break
	   }
	od
}

proctype committer()
{
	byte want;

	atomic {
		old[0] = state[0] == DIRTY || state[0] == WAITING;
		old[1] = state[1] == DIRTY || state[1] == WAITING;
#if BUSTED == EARLYCOMMIT
		want = started;
#else
		want = started + 1;
#endif
		kicked = true
	}
	done >= want;
	assert(!old[0] && !old[1]);
	committed = true
}

init
{
	atomic {
		run committer();
		run visitor(TASK);
		run visitor(IDLE);
		run exiting();
		run user();
		run collector()
	}
}
