#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# usage: space.sh DIR KB WHAT
# Fail with one line when the file system that will hold DIR has less than KB
# kilobytes free for WHAT.  Called before anything large is written; it must
# never write anything itself.

dir=$1 need=$2 what=$3
while [ ! -d "$dir" ]; do dir=$(dirname "$dir"); done
free=$(df -Pk "$dir" | awk 'NR == 2 { print $4 }')
[ "${free:-0}" -ge "$need" ] && exit 0
echo "space: $what needs $((need / 1024)) MiB in $dir, only $((free / 1024)) MiB are free" >&2
exit 1
