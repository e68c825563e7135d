#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: foreign.sh DIR DEBIAN-ARCH PACKAGE [LIKE]
#
# Unpack a package of another architecture, which the host neither can nor needs to
# install: DIR/DEBIAN-ARCH is its root.  Called by the Makefile after deps.sh.  It takes
# the package from where apt-get takes the host's, or the host's LIKE if there is none of
# that name for it, with lists of its own, and must never
# write to the system's, nor make the architecture known to dpkg.

dir=$1 arch=$2 package=$3 like=${4:-$3}
place=$dir/$arch

die() { echo "foreign: no $package for $arch: $*" >&2; exit 1; }

[ -f "$place/.$package" ] && exit 0

mkdir -p "$place" && place=$(cd "$place" && pwd) || exit 1
work=$(mktemp -d "$place.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir -p "$work/etc/sources.list.d" "$work/etc/preferences.d" "$work/lists/partial" \
	"$work/archives/partial" "$work/root"
: >"$work/status"

# Lines such as "500 http://deb.debian.org/debian bookworm/main amd64 Packages"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
apt-cache policy "$like" |
	sed -n 's|^ *[0-9]* \([a-z]*://[^ ]*\) \([^ ]*\)/\([^ ]*\) [^ ]* Packages$|\1 \2 \3|p' |
	sort -u | while read -r uri suite component; do
	echo "deb [$([ ! -f $keys ] || echo "signed-by=$keys")] $uri $suite $component"
done | sed 's/ \[\]//' >"$work/etc/sources.list"
[ -s "$work/etc/sources.list" ] || die "the host's own is from no archive; try apt-get update"

fetch()
{
	apt-get -q -o APT::Architecture="$arch" -o APT::Architectures::="$arch" \
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none \
		-o Dir::Etc="$work/etc" -o Dir::State="$work" -o Dir::State::status="$work/status" \
		-o Dir::Cache="$work" "$@" >"$work/log" 2>&1
}

fetch update || die "apt-get update: $(grep '^[EW]:' "$work/log" | head -n 1)"
(cd "$work" && fetch download "$package") ||
	die "apt-get download: $(sed -n 's/^E: //p' "$work/log" | head -n 1)"
dpkg -x "$work/$package"_*.deb "$work/root" || die "it cannot be unpacked"
cp -a "$work/root/." "$place/" && : >"$place/.$package"
