#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: foreign.sh DIR DEBIAN-ARCH PACKAGE [LIKE]
#
# Unpack a package of another architecture, which the host neither can nor needs to
# install: DIR/DEBIAN-ARCH is its root.  Called by the Makefile after deps.sh.  It takes
# the package, or of +PACKAGE the first one that it depends on, from where apt-get takes
# the host's, or the host's LIKE if there is none of that name for it, with lists of its
# own, and must never write to the system's, nor make the architecture known to dpkg.

dir=$1 arch=$2 package=${3#+} like=${4:-${3#+}}
place=$dir/$arch

die() { echo "foreign: no $package for $arch: $*" >&2; exit 1; }

[ -f "$place/.$3" ] && exit 0

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

apt()
{
	tool=$1
	shift
	"$tool" -q -o APT::Architecture="$arch" -o APT::Architectures::="$arch" \
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none \
		-o Dir::Etc="$work/etc" -o Dir::State="$work" -o Dir::State::status="$work/status" \
		-o Dir::Cache="$work" "$@" >"$work/log" 2>&1
}

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
