# SPDX-License-Identifier: GPL-2.0
#
# KUnit suite kprobes_busy: every instruction of real functions, probed at once.
# Without jump optimisation, so that each probe is in its mode all the time.

. /suite/lib.sh

load kunit
optimization 0
check "load kb_busy" load kb_busy
forward "KUnit kprobes_busy" $debug/kunit/kprobes_busy/results
check "unload kb_busy" rmmod kb_busy
finish
