#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Lay overlay and patches over a kernel tree of the user's own, or take them out:
#
# usage: apply.sh apply|unapply DIR
#
# Called by "make apply" and "make unapply".  It looks at everything first and
# refuses with one line, so that a tree is either changed completely or not at
# all.  What unapply needs is kept in DIR/.kprobes-boost:
#
#   overlay   "SHA256  FILE" of each file that was added
#   patched   the same of each file that was changed, as it is now
#   original  the same, as it was; orig/ has the files themselves
#   dirs      directories that were made, innermost first
#   done      written last, removed first: without it a run was interrupted
#
# It must never write through a hard link, leave a state of quilt or patch behind, or
# put back an old time stamp, since make would then not rebuild.

set -e
here=$(cd "$(dirname "$0")" && pwd)
: "${TOP:=$(cd "$here/../../.." && pwd)}"
. "$here/layers.sh"

die() { echo "$verb: $*" >&2; exit 1; }

verb=$1 tree=${2%/}
case $verb in
apply | unapply) ;;
*) verb=apply.sh; die "usage: apply.sh apply|unapply DIR" ;;
esac
[ "$tree" ] || die "which kernel tree? make $verb KSRC=DIR"
[ -d "$tree" ] || die "$tree is no directory"
tree=$(cd "$tree" && pwd)
state=$tree/.kprobes-boost
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# A file is written under another name first, so that it is never there in part.
new() { echo "$1.kprobes-boost~"; }

# Put a copy of file $1, with owner and permissions of $2, in place of $3.
put()
{
	cp -p "$2" "$(new "$3")" && cat "$1" >"$(new "$3")" && mv -f "$(new "$3")" "$3"
}

# Every "SHA256  FILE" in $1 holds for the tree, or for directory $2.
holds()
{
	[ ! -s "$1" ] || (cd "${2:-$tree}" && sha256sum --status -c "$1" 2>/dev/null)
}

names() { sed 's/^[0-9a-f]*  //' "$1"; }

# ---- apply ----

version()
{
	v=$(sed -n 's/^VERSION = *//p' "$tree/Makefile" 2>/dev/null | head -n 1)
	p=$(sed -n 's/^PATCHLEVEL = *//p' "$tree/Makefile" 2>/dev/null | head -n 1)
	[ "$v" ] && [ "$p" ] && [ -f "$tree/Kbuild" ] && [ -d "$tree/kernel" ] ||
		die "$tree is no kernel source tree"
	echo "$v.$p"
}

# The directories of the files in list $1 that the tree does not have, innermost last.
new_dirs()
{
	while read -r f; do
		d=$(dirname "$f")
		while [ ! -d "$tree/$d" ]; do
			echo "$d"
			d=$(dirname "$d")
		done
		[ -w "$tree/$d" ] || die "$tree/$d is not writable"
	done <"$1" >"$work/new" || exit
	LC_ALL=C sort -u "$work/new"
}

# Patch copies of the files: in $work/orig as they are, in $work/tree as they will be.
try_patches()
{
	mkdir "$work/orig" "$work/tree"
	while read -r f; do
		[ -f "$tree/$f" ] || die "$tree has no $f, which the patches change"
		[ ! -h "$tree/$f" ] || die "$tree/$f is a symbolic link"
		(cd "$tree" && cp -p --parents "$f" "$work/orig" && cp --parents "$f" "$work/tree") ||
			die "cannot read $tree/$f"
	done <"$work/touched"
	series "$patches/series" >"$work/series"
	while read -r p; do
		[ -f "$patches/$p" ] || die "$patches/series names $p, which is not there"
		patch -d "$work/tree" -p1 -s -f --fuzz=0 --no-backup-if-mismatch -r - \
			<"$patches/$p" >"$work/log" 2>&1 ||
			die "$p does not apply to $tree"
	done <"$work/series"
	(cd "$work/tree" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort) >"$work/now"
	cmp -s "$work/now" "$work/touched" || die "a patch adds or removes a file"
}

# Undo what was done when something goes wrong half-way.
back_out()
{
	trap '' INT TERM HUP
	rm -rf "$state.new"
	[ ! -d "$state" ] || restore
	die "interrupted or no space; $tree is as it was"
}

apply()
{
	command -v patch >/dev/null || die "needs the program patch"
	version=$(version)
	patches=$TOP/patches/$version
	[ -f "$patches/series" ] ||
		die "$tree is Linux $version; there are patches for $(cd "$TOP/patches" && echo *)"
	[ ! -d "$state" ] || [ -f "$state/done" ] ||
		die "an earlier run was interrupted in $tree; make unapply KSRC=$tree"
	[ ! -d "$state" ] || die "$tree is patched already"

	overlay_files >"$work/overlay"
	touched "$patches" >"$work/touched"
	while read -r f; do
		[ ! -e "$tree/$f" ] || die "$tree has a $f already"
	done <"$work/overlay"
	[ -w "$tree" ] || die "$tree is not writable"
	new_dirs "$work/overlay" >"$work/dirs"
	while read -r f; do
		[ ! -d "$(dirname "$tree/$f")" ] || [ -w "$(dirname "$tree/$f")" ] ||
			die "$(dirname "$tree/$f") is not writable"
	done <"$work/touched"
	try_patches

	# From here on the tree changes, and has what restore needs.
	(cd "$TOP" && xargs -r sha256sum) <"$work/overlay" >"$work/overlay.sum"
	(cd "$work/tree" && xargs -r sha256sum) <"$work/touched" >"$work/patched.sum"
	(cd "$work/orig" && xargs -r sha256sum) <"$work/touched" >"$work/original.sum"
	LC_ALL=C sort -r "$work/dirs" >"$work/dirs.out"
	trap 'back_out' INT TERM HUP
	rm -rf "$state.new"
	{
		mkdir "$state.new" &&
		cp -a "$work/orig" "$state.new/" &&
		cp "$work/overlay.sum" "$state.new/overlay" &&
		cp "$work/patched.sum" "$state.new/patched" &&
		cp "$work/original.sum" "$state.new/original" &&
		cp "$work/dirs.out" "$state.new/dirs" &&
		mv "$state.new" "$state"
	} 2>/dev/null || back_out
	lay_files 2>/dev/null || back_out
	trap - INT TERM HUP
	echo "apply: $tree is Linux $version with kprobes-boost: $(wc -l <"$work/overlay") files" \
		"added, $(wc -l <"$work/touched") changed; CONFIG_KPROBES_BOOST is the option"
}

lay_files()
{
	while read -r d; do
		mkdir "$tree/$d" || return
	done <"$work/dirs"
	while read -r f; do
		cp "$TOP/$f" "$(new "$tree/$f")" && chmod 644 "$(new "$tree/$f")" &&
			mv "$(new "$tree/$f")" "$tree/$f" || return
	done <"$work/overlay"
	while read -r f; do
		put "$work/tree/$f" "$work/orig/$f" "$tree/$f" || return
	done <"$work/touched"
	echo done >"$state/done"
}

# ---- unapply ----

# From the state alone, so that a newer repository takes out what an older one laid.
restore()
{
	rm -f "$state/done"
	names "$state/original" | while read -r f; do
		rm -f "$(new "$tree/$f")"
		cmp -s "$state/orig/$f" "$tree/$f" || put "$state/orig/$f" "$state/orig/$f" "$tree/$f"
	done
	names "$state/overlay" | while read -r f; do rm -f "$tree/$f" "$(new "$tree/$f")"; done
	while read -r d; do
		[ ! -d "$tree/$d" ] || rmdir "$tree/$d" 2>/dev/null ||
			echo "$verb: left $tree/$d, which has files of yours or of a build"
	done <"$state/dirs"
	rm -rf "$state"
}

# A file that an interrupted run did not reach yet is no change.
unchanged()
{
	while read -r sum f; do
		[ -f "$state/done" ] || [ -e "$tree/$f" ] || [ "$1" = patched ] || continue
		echo "$sum  $f" >"$work/one"
		holds "$work/one" && continue
		grep "  $f\$" "$state/original" >"$work/one" || : >"$work/one"
		[ ! -f "$state/done" ] && [ -s "$work/one" ] && holds "$work/one" && continue
		die "$tree/$f was changed since; nothing is taken out"
	done <"$state/$1"
}

unapply()
{
	[ -d "$state" ] || die "$tree was not patched by make apply"
	for f in overlay patched original dirs orig; do
		[ -e "$state/$f" ] || die "$state is damaged"
	done
	holds "$state/original" "$state/orig" || die "$state is damaged"
	unchanged overlay
	unchanged patched
	[ -w "$tree" ] || die "$tree is not writable"
	{ names "$state/overlay"; names "$state/patched"; } >"$work/files"
	while read -r f; do
		[ ! -d "$(dirname "$tree/$f")" ] || [ -w "$(dirname "$tree/$f")" ] ||
			die "$(dirname "$tree/$f") is not writable"
	done <"$work/files"
	# a repeated run finishes what an interrupted one has begun
	restore
	echo "unapply: $tree is as it was"
}

$verb
