#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: survey-debian.sh DIR [DEBIAN-ARCH]...
#
# How Debian's own kernels would be probed, a table with a line for each.  Called by "make
# survey-debian".  Their packages, some 70 MB each, are downloaded and unpacked below DIR
# (foreign.sh).  ABI says which kernel, each architecture's newest one unless it is given.

here=$(dirname "$0")
dir=$1
shift
[ $# -gt 0 ] || set -- amd64 arm64 armhf

kernels=
for arch; do
	case $arch in
	armhf) flavour=armmp ;;
	*) flavour=$arch ;;
	esac
	if [ "$ABI" ]; then
		package=linux-image-$ABI-$flavour
	else
		package=+linux-image-$flavour
	fi
	"$here/foreign.sh" "$dir" "$arch" "$package" linux-libc-dev || exit 1
	kernels="$kernels $(find "$dir/$arch/boot" -name "vmlinuz-${ABI:-*}-$flavour" |
		sort -V | tail -n 1)"
done
# shellcheck disable=SC2086 # a list of names without blanks
exec "$here/survey.py" $kernels
