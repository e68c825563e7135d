# SPDX-License-Identifier: GPL-2.0
#
# Make exactly as many hits of one probe as kbexact=INSTRUCTION:N says, for the host,
# which counts the exceptions in QEMU's log.

. /suite/lib.sh

optimization 0
has_boost && policy "$kbpolicy"
check "exactly $kbexact hits" load kb_bench exact="$kbexact"
row $debug/kb_bench/results
finish
