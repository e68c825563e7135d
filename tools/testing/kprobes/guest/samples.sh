# SPDX-License-Identifier: GPL-2.0
#
# The examples of samples/kprobes/boost: built in the tree (/modules) and as external
# modules (/external), they load, print what they promise, and go again.

. /suite/lib.sh

# printed NAME PATTERN: a line of the module since the last sample.
printed() { dmesg | tail -n +"$seen" | grep -E "$1: $2" || { dmesg | tail -n 5; return 1; }; }

# number NAME WORD: the number before WORD in a line of the module.
number() { printed "$1" ".*$2" | sed -n "s/.*[^0-9]\([0-9]*\) $2.*/\1/p" | tail -n 1; }

at_least() { [ "$1" -ge "$2" ] || { echo "'$1', expected at least $2"; return 1; }; }

sample() { seen=$(($(dmesg | wc -l) + 1)); insmod "$dir/$1.ko" $2 $3; }

optimization 0
for dir in /modules /external; do
	check "load $dir/boost_example" sample boost_example
	check "... which says that it is boosted" printed boost_example "probe at vfs_read.*, mode boosted"
	cat /proc/version >/dev/null
	check "... and unloads" rmmod boost_example
	check "... and has counted hits" at_least "$(number boost_example hits)" 1

	check "load $dir/boost_post_example" sample boost_post_example
	check "... which is boosted first" printed boost_post_example "without post_handler: boosted"
	check "... then trampolined" printed boost_post_example "with post_handler: trampolined"
	check "... and unloads" rmmod boost_post_example
	check "... boosted again" printed boost_post_example "post_handler removed: boosted"
	check "... and has called both handlers" \
		printed boost_post_example "1000 calls of the pre_handler, 1000 of the post_handler"

	check "load $dir/boost_batch_example" sample boost_batch_example
	check "... which registers, removes and commits 200 probes" \
		printed boost_batch_example "200 probes on get_signal: register [0-9]+ us, remove [0-9]+ us, commit [0-9]+ us"
	check "... uses slots" printed boost_batch_example "registered: [1-9][0-9]+ slots used"
	check "... leaves dirty ones" printed boost_batch_example "removed: 0 slots used, [1-9][0-9]* dirty"
	check "... and none after the commit" printed boost_batch_example "committed: 0 slots used, 0 dirty"
	check "... and unloads" rmmod boost_batch_example
done
dmesg | sed -n 's/.*\(boost_[a-z]*_*example: \)/# \1/p'
finish
