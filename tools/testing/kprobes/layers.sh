# SPDX-License-Identifier: GPL-2.0
#
# What this repository lays over a kernel: the overlay, and the patches of a
# series.  Included by tree.sh and apply.sh, which set TOP; it writes nothing.

# Every kernel file of the repository; patch leftovers and editor files are not, nor
# what kbuild makes of the samples when they are built where they are.
overlay_files()
(
	cd "$TOP" || exit
	for d in kernel include arch samples Documentation; do
		[ ! -d $d ] || find $d -type f ! -name '*~' ! -name '.*' ! -name '*.orig' ! -name '*.rej' \
			! -name '*.o' ! -name '*.ko' ! -name '*.mod' ! -name '*.mod.c' \
			! -name Module.symvers ! -name modules.order
	done | LC_ALL=C sort
)

# Patches named by the series file $1, in order.
series()
{
	sed 's/[[:space:]]*#.*//; /^$/d' "$1"
}

# Files that the patches in directory $1 change.
touched()
{
	[ ! -d "$1" ] ||
		(cd "$1" && sed -n 's,^[-+][-+][-+] [ab]/\([^[:space:]]*\).*,\1,p' ./*.patch) 2>/dev/null |
		LC_ALL=C sort -u
}
