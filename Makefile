# SPDX-License-Identifier: GPL-2.0
#
# The one door to everything in this repository: "make help" lists the targets.
# Each only calls a program of tools/testing/kprobes; what is built and booted is a
# table there (matrix.py).  Everything made lands in build/.

KVER = 6.1
# arm and thumb: 32-bit ARM, and its kernel in Thumb-2 instructions
ARCHES = x86_64 arm64 arm thumb
# What "make check" looks at, unless one is named
CHECKED = $(if $(filter command line,$(origin ARCH)),$(ARCH),x86_64 arm64 arm)
ARCH = x86_64
TREE = boost
FLAVOUR = base

# Debian packages: the kernel's source, what building it takes, what runs and
# measures it, and what "make check" looks at the code with; for each architecture
# its compiler and emulator, and Debian's name of it if its busybox is to be fetched.
PACKAGES = linux-source-$(KVER) xz-utils quilt \
	gcc libc6-dev binutils make flex bison bc perl cpio kmod libelf-dev libssl-dev ccache \
	busybox-static python3 gnuplot-nox sparse
PACKAGES_x86_64 = qemu-system-x86
PACKAGES_arm64 = gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-system-arm qemu-user
FOREIGN_arm64 = arm64
PACKAGES_arm = gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-system-arm qemu-user
FOREIGN_arm = armhf
PACKAGES_thumb = $(PACKAGES_arm)
FOREIGN_thumb = $(FOREIGN_arm)

# What a target is about
NEED = $(ARCH)
check check-full check-space: NEED = $(CHECKED)

# What the host tests need besides: a second decoder and a fuzzer
HOST_PACKAGES = libcapstone-dev clang libclang-rt-14-dev

# What "make check-clients" needs besides, on the host; what runs in the guest it fetches
CLIENT_PACKAGES = squashfs-tools systemtap

# Free space in KiB, measured: the trees; trees and one kernel; all that "make check" builds;
# trees, two kernels with debug information, and programs
TREE_KB = 1800000
DEMO_KB = 2300000
CHECK_KB = 5500000
CLIENTS_KB = 4500000

export KVER ARCH TREE_KB

T := tools/testing/kprobes
TARBALL = /usr/src/linux-source-$(KVER).tar.xz

ifneq ($(KVER),6.1)
$(error KVER=$(KVER): there are patches for 6.1 only)
endif
ifeq ($(filter $(ARCHES),$(ARCH)),)
$(error ARCH=$(ARCH): not one of $(ARCHES))
endif

help:		## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | expand -t 14
	@echo; echo "Variables: FLAVOUR=$(FLAVOUR) TREE=$(TREE) (or stock) ARCH=$(ARCH) KVER=$(KVER)"
	@sed -n 's/^    "\([a-z]*\)": Flavour(.*, "\(.*\)"),/  FLAVOUR=\1\t\2/p' $T/matrix.py | expand -t 20

deps:		## install the Debian packages that are missing
	@$T/deps.sh $(PACKAGES) $(foreach a,$(NEED),$(PACKAGES_$a))
	@set -e; $(foreach a,$(NEED),$(if $(FOREIGN_$a),\
		$T/foreign.sh build/foreign $(FOREIGN_$a) busybox-static;)) :

host-deps: deps
	@$T/deps.sh $(HOST_PACKAGES)

tree: deps	## unpack the kernel, lay overlay and patches: build/src
	@TARBALL=$(TARBALL) $T/tree.sh boost

unlay:		## take overlay and patches out of build/src again
	@$T/tree.sh unlay

kernel: tree	## build the kernel and test modules of FLAVOUR and TREE
	@$T/build.py $(TREE) $(FLAVOUR)

apply:		## lay overlay and patches over a kernel tree of yours: KSRC=DIR
	@$T/apply.sh apply "$(KSRC)"

unapply:	## take them out of it again: KSRC=DIR
	@$T/apply.sh unapply "$(KSRC)"

demo: demo-space deps	## from nothing to a table and a picture of what each mode costs
	@$T/bench.py demo

bench: deps	## cost of a hit, ours against the real stock kernel
	@$T/bench.py bench

coverage: deps	## share of the kernel's instructions that take one exception, against stock
	@$T/coverage.py

many: deps	## registering and removing many probes, ours against the real stock kernel
	@$T/many.py

scale: deps	## the same with up to 50,000 probes, and a hit among them, as a plot
	@$T/many.py --scale

torture: deps	## place, hit and remove probes for hours, until a million slots were reclaimed
	@$T/check.py --torture

shell: kernel	## a shell in the guest; leave with exit or ctrl-a x
	@$T/guest.py --shell --tree $(TREE) --flavour $(FLAVOUR) --cpus mttcg

check: check-space host-deps	## everything that must hold, in under an hour
	@$T/check.py $(CHECKED)

model: full-deps	## search the model of the collector, as it is and broken
	@$T/model.py

full-deps: deps
	@$T/deps.sh spin

check-full: check-space host-deps full-deps	## check, with all steps for every architecture and longer ones
	@$T/check.py --full $(CHECKED)

check-clients: clients-space client-deps	## perf, trace-cmd, bpftrace, SystemTap, ftracetest on the stock kernel and on ours
	@$T/clients.py

client-deps: deps
	@$T/deps.sh $(CLIENT_PACKAGES)

lint: deps	## checkpatch, kernel-doc and sparse
	@$T/check.py --only lint

host: kernel host-deps	## the engine's decoder and simulation in user space, by the million
	@$T/host.py

survey: deps host-deps	## how FILE=PATH would be probed [AT=SYMBOL+OFFSET, or FUNCTIONS=1, JSON=OUT, PICTURE=OUT.svg]
	@$T/survey.py "$(FILE)" $(AT) $(if $(FUNCTIONS),--functions) \
		$(if $(JSON),--json "$(JSON)") $(if $(PICTURE),--picture "$(PICTURE)")

survey-debian: deps host-deps	## likewise, Debian's own kernels for three architectures; 210 MB
	@$T/survey-debian.sh build/foreign

selftest: deps	## tests of the harness itself; needs no kernel
	@$T/selftest/run.py

demo-space:
	@$T/space.sh build $(DEMO_KB) "make demo"

check-space:
	@$T/space.sh build $(CHECK_KB) "make check"

clients-space:
	@$T/space.sh build $(CLIENTS_KB) "make check-clients"

clean:		## remove what was built, keep the unpacked kernel
	rm -rf build/guest build/log build/modules build/reports build/src/*/o-*

distclean:	## remove build/
	rm -rf build

.PHONY: help deps tree unlay kernel apply unapply demo bench coverage many scale torture shell check check-full check-clients lint host host-deps client-deps model full-deps survey \
	survey-debian selftest \
	demo-space check-space clients-space clean distclean
.NOTPARALLEL:
