#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: foreign.sh DIR DEBIAN-ARCH PACKAGE [LIKE]
#
# Unpack a package of another architecture, which the host neither can nor needs to
# install: DIR/DEBIAN-ARCH is its root.  Called by the Makefile after deps.sh.  It takes
# the package, or of +PACKAGE the first one that it depends on, from where apt-get takes
# the host's, or the host's LIKE if there is none of that name for it (archive.sh).

dir=$1 arch=$2 package=${3#+} like=${4:-${3#+}}
place=$dir/$arch

die() { echo "foreign: no $package for $arch: $*" >&2; exit 1; }

[ -f "$place/.$3" ] && exit 0

mkdir -p "$place" && place=$(cd "$place" && pwd) || exit 1
work=$(mktemp -d "$place.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

. "${0%/*}/archive.sh"
archive "$like"

# One list that cannot be had need not be the one with the package.
trouble=
apt apt-get update || trouble="; apt-get update: $(grep '^[EW]:' "$work/log" | head -n 1)"
if [ "$package" != "$3" ]; then
	apt apt-cache depends "$package"
	package=$(sed -n 's/^ *Depends: //p' "$work/log" | head -n 1)
	[ "$package" ] || { package=$3; die "nothing that it depends on$trouble"; }
fi
(cd "$work" && apt apt-get download "$package") ||
	die "apt-get download: $(sed -n 's/^E: //p' "$work/log" | head -n 1)$trouble"
[ -z "$trouble" ] || echo "foreign: there may be a newer $package for $arch$trouble" >&2
dpkg -x "$work/$package"_*.deb "$work/root" || die "it cannot be unpacked"
cp -a "$work/root/." "$place/" && : >"$place/.$3"
