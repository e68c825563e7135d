# SPDX-License-Identifier: GPL-2.0
#
# Ask the kernel about every address in /coverage.addresses, which the host put there,
# and send it the answers.

. /suite/lib.sh

answers=$debug/kb_coverage/answers

# Optimising is not the question, and would take its time.
optimization 0
# Neither are grace periods.
echo 1 >/sys/kernel/rcu_expedited
check "load kb_coverage" load kb_coverage
check "the kernel answers" sh -c "cat /coverage.addresses >$debug/kb_coverage/walk"
check "... for each address" is $(($(wc -c <$answers) * 8)) "$(wc -c </coverage.addresses)"
fold -w 1000 $answers | sed 's/.*/# row: {"answers":"&"}/'
echo
check "unload kb_coverage" rmmod kb_coverage
finish
