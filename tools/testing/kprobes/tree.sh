#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Lay out the kernel sources under build/src:
#
#   linux-KVER-stock   Debian's source package as unpacked
#   linux-KVER-boost   a hard-link clone of it, plus the overlay (the kernel
#                      files of this repository), plus patches/KVER/series
#
# usage: tree.sh stock
#        tree.sh boost [NAME COUNT]   lay only COUNT patches, as linux-KVER-NAME
#        tree.sh unlay                make boost equal to stock again
#
# Called by "make tree" and by build.py before every build.  Laying again
# touches only what changed: a file whose content stays the same keeps its time
# stamp, so that kbuild rebuilds no more than it must.  It must never write
# through a hard link into the stock tree.

set -e
here=$(cd "$(dirname "$0")" && pwd)
: "${TOP:=$(cd "$here/../../.." && pwd)}" "${KVER:=6.1}"
: "${BUILD:=$TOP/build}" "${TARBALL:=/usr/src/linux-source-$KVER.tar.xz}"
# Measured for 6.1: 1.45 GB unpacked, and 0.1 GB of links and directories for each clone
: "${TREE_KB:=1800000}"
stock=$BUILD/src/linux-$KVER-stock
. "$here/layers.sh"

die() { echo "tree: $*" >&2; exit 1; }

unpack()
{
	[ -d "$stock" ] && return
	[ -f "$TARBALL" ] || die "no $TARBALL; is the package linux-source-$KVER installed?"
	"$here/space.sh" "$stock" "$TREE_KB" "unpacking linux-source-$KVER"
	mkdir -p "$stock.new"
	trap 'rm -rf "$stock.new"' EXIT
	tar -C "$stock.new" --strip-components=1 -xf "$TARBALL" || die "cannot unpack $TARBALL"
	mv "$stock.new" "$stock"
	trap - EXIT
}

# Everything but the output directories (o-ARCH-FLAVOUR), as hard links.
clone()
{
	[ -d "$tree" ] && return
	rm -rf "$tree.new"
	mkdir -p "$tree.new"
	find "$stock" -mindepth 1 -maxdepth 1 ! -name 'o-*' -exec cp -al -t "$tree.new" {} +
	mv "$tree.new" "$tree"
}

# Put file $1 in place of $2 with a new time stamp; by rename, so that a hard
# link is replaced and not written through.
put()
{
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new~"
	mv "$2.new~" "$2"
}

lay_overlay()
{
	old=$tree/.overlay
	[ -f "$old" ] || : >"$old"
	while read -r f; do
		[ ! -e "$stock/$f" ] || die "$f exists in the stock kernel; change it by a patch"
	done <"$work/overlay"
	cat "$work/overlay" "$old" | LC_ALL=C sort -u >"$work/both"
	cp "$work/both" "$old"
	while read -r f; do
		cmp -s "$TOP/$f" "$tree/$f" || put "$TOP/$f" "$tree/$f"
	done <"$work/overlay"
	LC_ALL=C comm -13 "$work/overlay" "$work/both" | while read -r f; do rm -f "$tree/$f"; done
	cp "$work/overlay" "$old"
}

lay_patches()
{
	# "done" is written last, so an interrupted run is repeated from the start
	if [ -f "$tree/.patches/done" ]; then
		cp "$tree/.patches/done" "$work/patches/done"
		if diff -r "$work/patches" "$tree/.patches" >/dev/null; then return; fi
		rm "$tree/.patches/done" "$work/patches/done"
	fi

	# Back to stock, as fresh copies: quilt sets time stamps through hard links.
	{ touched "$tree/.patches"; touched "$work/patches"; } | LC_ALL=C sort -u >"$work/touched"
	while read -r f; do
		[ ! -f "$tree/$f" ] || (cd "$tree" && cp -p --parents "$f" "$work/saved")
		if [ -f "$stock/$f" ]; then put "$stock/$f" "$tree/$f"; else rm -f "$tree/$f"; fi
	done <"$work/touched"
	rm -rf "$tree/.pc"
	mkdir -p "$tree/.patches"
	cp "$work/patches"/* "$tree/.patches/"
	if [ -s "$tree/.patches/series" ]; then
		(cd "$tree" && QUILT_PATCHES=.patches quilt --quiltrc - push -a --fuzz=0) \
			>"$work/log" 2>&1 || { cat "$work/log" >&2; die "patches/$KVER does not apply"; }
	fi
	while read -r f; do
		if cmp -s "$work/saved/$f" "$tree/$f"; then touch -r "$work/saved/$f" "$tree/$f"; fi
	done <"$work/touched"
	for p in "$tree/.patches"/*; do
		[ -f "$work/patches/${p##*/}" ] || rm "$p"
	done
	echo done >"$tree/.patches/done"
}

# lay NAME COUNT: COUNT "all" is the whole series, "none" neither overlay nor patches.
lay()
{
	tree=$BUILD/src/linux-$KVER-$1
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	mkdir "$work/patches" "$work/saved"
	: >"$work/overlay" >"$work/patches/series"
	list=$TOP/patches/$KVER/series
	if [ "$2" != none ]; then
		overlay_files >"$work/overlay"
		[ ! -f "$list" ] || series "$list" >"$work/series"
		[ ! -f "$work/series" ] || case $2 in
		all) cp "$work/series" "$work/patches/series" ;;
		*) head -n "$2" "$work/series" >"$work/patches/series" ;;
		esac
	fi
	while read -r p; do
		cp "$TOP/patches/$KVER/$p" "$work/patches/" || die "$list names $p, which is not there"
	done <"$work/patches/series"
	clone
	lay_overlay
	lay_patches
}

mkdir -p "$BUILD/src"
exec 9>"$BUILD/src/.lock"
flock 9
case $1 in
stock)	unpack ;;
boost)	unpack; lay "${2:-boost}" "${3:-all}" ;;
unlay)	[ ! -d "$BUILD/src/linux-$KVER-boost" ] || lay boost none ;;
*)	die "usage: tree.sh stock | boost [NAME COUNT] | unlay" ;;
esac
