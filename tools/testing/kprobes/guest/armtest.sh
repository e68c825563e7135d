# SPDX-License-Identifier: GPL-2.0
#
# What the kernel's own tests of kprobes said while the kernel booted, under policy
# kbpolicy: they ran to their end, and exactly that failed which armtest.known names.

. /suite/lib.sh

dmesg >/tmp/dmesg
if grep -q "Probe 16-bit Thumb code" /tmp/dmesg; then set=thumb; else set=arm; fi

# The title of a case, in which there are tabs, or another complaint
sed -n 's/.*FAIL: //p' /tmp/dmesg |
	grep -vE "^(Scenario |registered probe for unsupported instruction)" |
	sed 's/^Test //; s/[[:space:]][[:space:]]*/ /g; s/ $//' | sort -u >/tmp/failed
awk -F'\t+' -v set=$set -v policy="$kbpolicy" \
	'$1 == set && (" " $2 " ") ~ (" " policy " ") { print $3 }' /suite/armtest.known |
	sort -u >/tmp/known

# none_but FILE1 FILE2: print lines of the first that the second has not; fails if there are any.
none_but() { ! grep -vxF -f "$2" "$1"; }

total() { sed -n 's/.*Total instruction simulation tests=/tests=/p' /tmp/dmesg; }

has_boost && check "policy $kbpolicy" is "$(value policy)" "$kbpolicy"
check "the tests ran to their end" grep -qE "Finished kprobe tests OK|kprobe tests failed" /tmp/dmesg
# A complaint before the cases ends the tests.
if grep -q "^register_" /tmp/known; then
	skip "they had cases" "$(cat /tmp/known)"
else
	check "they had cases: $(total)" [ "$(total)" ]
fi
check "nothing fails that is not known to" none_but /tmp/failed /tmp/known
check "everything fails that is known to" none_but /tmp/known /tmp/failed
finish
