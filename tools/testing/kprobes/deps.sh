#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Install the Debian packages named on the command line that are missing.
# Called by the Makefile before anything else, so it needs nothing but sh,
# dpkg and apt-get.  It must never remove or upgrade a package, and must
# change nothing at all when it cannot do its whole job.

die() { echo "deps: $*" >&2; exit 1; }

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
	die "needs Debian (dpkg, apt-get); install by hand: $*"

missing=
for p; do
	case $(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null) in
	installed) ;;
	*) missing="$missing $p" ;;
	esac
done
[ "$missing" ] || exit 0

[ "$(id -u)" = 0 ] ||
	die "missing:$missing; as root run: apt-get install --no-install-recommends$missing"

export DEBIAN_FRONTEND=noninteractive
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
echo "deps: installing (a minute or two)$missing"
apt-get -q update >"$log" 2>&1 || die "apt-get update: $(grep '^E:' "$log" | head -n 1)"
for p in $missing; do
	# A dry run of one package tells "not there" from every other trouble.
	apt-get -qq -s --no-install-recommends --no-remove install "$p" >"$log" 2>&1 ||
		die "cannot install $p: $(sed -n 's/^E: //p' "$log" | head -n 1)"
done
apt-get -q -y -o DPkg::Lock::Timeout=300 --no-install-recommends --no-remove install $missing \
	>"$log" 2>&1 ||
	die "apt-get install: $(sed -n 's/^E: //p' "$log" | head -n 1)"
