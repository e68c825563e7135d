#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: survey-debian.sh DIR [DEBIAN-ARCH]...
#
# How Debian's own kernels would be probed, a table with a line for each.  Called by "make
# survey-debian".  Their packages, some 70 MB each, are downloaded and unpacked below DIR
# (foreign.sh).  ABI says which kernel, the newest one unless it is given.

here=$(dirname "$0")
dir=$1
shift
[ $# -gt 0 ] || set -- amd64 arm64 armhf
abi=${ABI:-$(apt-cache depends linux-image-amd64 |
	sed -n 's/.*Depends: linux-image-\(.*\)-amd64$/\1/p' | head -n 1)}
[ "$abi" ] || { echo "survey-debian: apt-cache knows no linux-image-amd64" >&2; exit 1; }

kernels=
for arch; do
	case $arch in
	armhf) flavour=armmp ;;
	*) flavour=$arch ;;
	esac
	"$here/foreign.sh" "$dir" "$arch" "linux-image-$abi-$flavour" linux-libc-dev || exit 1
	kernels="$kernels $dir/$arch/boot/vmlinuz-$abi-$flavour"
done
# shellcheck disable=SC2086 # a list of names without blanks
exec "$here/survey.py" $kernels
