# SPDX-License-Identifier: GPL-2.0
#
# KUnit suite kprobes_lock, in a guest that was booted with one of its CPUs.

. /suite/lib.sh

load kunit
optimization 0
check "load kb_lock" load kb_lock
forward "KUnit kprobes_lock" $debug/kunit/kprobes_lock/results
check "unload kb_lock" rmmod kb_lock
finish
