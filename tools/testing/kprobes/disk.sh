#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: disk.sh OUT DEBIAN-ARCH PACKAGE...
#
# A disk for a guest, OUT, a squashfs: Debian's packages and all that they depend on,
# unpacked and not configured.  Called by clients.py.  OUT.packages has their versions,
# and the names on the command line first; with other names, or a newer disk.sh,
# it is made again.

out=$1 arch=$2
shift 2

die() { echo "disk: $*" >&2; exit 1; }

[ "$out" -nt "$0" ] && [ "$(head -n 1 "$out.packages" 2>/dev/null)" = "$*" ] && exit 0

mkdir -p "$(dirname "$out")" && work=$(mktemp -d "$(cd "$(dirname "$out")" && pwd)/disk.XXXXXX") ||
	exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

. "${0%/*}/archive.sh"
# what has updates comes from more than one suite
archive linux-perf
apt apt-get update || die "apt-get update: $(grep '^[EW]:' "$work/log" | head -n 1)"
apt apt-get -y -d --no-install-recommends install "$@" ||
	die "apt-get install: $(sed -n 's/^E: //p' "$work/log" | head -n 1)"

root=$work/root
for deb in "$work"/archives/*.deb; do
	dpkg -x "$deb" "$root" || die "${deb##*/} cannot be unpacked"
done
# what no program reads, and what it is mounted over
rm -rf "$root/usr/share/doc" "$root/usr/share/man" "$root/usr/share/locale" "$root/usr/share/info"
mkdir -p "$root/proc" "$root/sys" "$root/dev" "$root/tmp" "$root/suite" "$root/modules" \
	"$root/add" "$root/root"
ln -sf bash "$root/bin/sh"
ln -sf gawk "$root/usr/bin/awk"
# packed, it would be unpacked by an emulated CPU
mksquashfs "$root" "$out.new" -noappend -all-root -noI -noD -noF -noX -no-progress -quiet \
	>"$work/log" 2>&1 || die "mksquashfs: $(tail -n 1 "$work/log")"
{
	echo "$*"
	ls "$work/archives" | sed -n 's/\.deb$//p'
} >"$out.packages" && mv "$out.new" "$out"
