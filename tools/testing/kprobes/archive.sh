# SPDX-License-Identifier: GPL-2.0
#
# Debian's archive for another architecture, or for another root: included by foreign.sh
# and disk.sh, which have $work, a new directory, and die().  It must never write to the
# system's own lists and states, nor make an architecture known to dpkg.

# archive LIKE: take packages from where apt-get takes the host's LIKE.
archive()
{
	mkdir -p "$work/etc/sources.list.d" "$work/etc/preferences.d" "$work/lists/partial" \
		"$work/archives/partial" "$work/root"
	: >"$work/status"
	# Lines such as "500 http://deb.debian.org/debian bookworm/main amd64 Packages"
	keys=/usr/share/keyrings/debian-archive-keyring.gpg
	apt-cache policy "$1" |
		sed -n 's|^ *[0-9]* \([a-z]*://[^ ]*\) \([^ ]*\)/\([^ ]*\) [^ ]* Packages$|\1 \2 \3|p' |
		sort -u | while read -r uri suite component; do
		echo "deb [$([ ! -f $keys ] || echo "signed-by=$keys")] $uri $suite $component"
	done | sed 's/ \[\]//' >"$work/etc/sources.list"
	[ -s "$work/etc/sources.list" ] ||
		die "the host's own is from no archive; try apt-get update"
}

# apt TOOL WORDS...: apt-get, apt-cache, for $arch and an empty root
apt()
{
	tool=$1
	shift
	"$tool" -q -o APT::Architecture="$arch" -o APT::Architectures::="$arch" \
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none \
		-o Dir::Etc="$work/etc" -o Dir::State="$work" -o Dir::State::status="$work/status" \
		-o Dir::Cache="$work" "$@" >"$work/log" 2>&1
}
