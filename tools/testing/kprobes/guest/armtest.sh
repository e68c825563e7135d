# SPDX-License-Identifier: GPL-2.0
#
# What the kernel's own tests of kprobes said while the kernel booted, under policy
# kbpolicy: they ran to their end, and exactly those cases failed that armtest.known
# names.

. /suite/lib.sh

dmesg >/tmp/dmesg
if grep -q "16-bit Thumb instruction simulation" /tmp/dmesg; then set=thumb; else set=arm; fi

# Titles have tabs.
sed -n 's/.*FAIL: Test //p' /tmp/dmesg | sed 's/[[:space:]][[:space:]]*/ /g; s/ $//' |
	sort -u >/tmp/failed
awk -F'\t+' -v set=$set -v policy="$kbpolicy" \
	'$1 == set && (" " $2 " ") ~ (" " policy " ") { print $3 }' /suite/armtest.known |
	sort -u >/tmp/known

# none_but FILE1 FILE2: print lines of the first that the second has not; fails if there are any.
none_but() { ! grep -vxF -f "$2" "$1"; }

others()
{
	! grep "FAIL: " /tmp/dmesg |
		grep -vE "FAIL: (Test |Scenario |registered probe for unsupported instruction)"
}

total() { sed -n 's/.*Total instruction simulation tests=/tests=/p' /tmp/dmesg; }

has_boost && check "policy $kbpolicy" is "$(value policy)" "$kbpolicy"
check "the tests ran to their end" grep -qE "Finished kprobe tests OK|kprobe tests failed" /tmp/dmesg
check "they had cases: $(total)" [ "$(total)" ]
check "no case fails that is not known to" none_but /tmp/failed /tmp/known
check "each case fails that is known to" none_but /tmp/known /tmp/failed
check "nothing else failed" others
finish
