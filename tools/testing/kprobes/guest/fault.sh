# SPDX-License-Identifier: GPL-2.0
#
# kb_fault with what=kbwhat, and a post_handler if there is kbpost.  The host expects the
# guest to die while it loads: of an oops in a slot, or, with panic_on_warn, of the warning
# of commit_kprobes().

. /suite/lib.sh

optimization 0
check "load kb_fault, what=$kbwhat" load kb_fault what="$kbwhat" ${kbpost:+post=1}
finish
