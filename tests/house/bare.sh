#!/bin/sh
# SPDX-License-Identifier: MIT
#
# README's two commands on a system that has nothing: a bare Debian 12 made in a scratch folder, given a clean clone
# of HEAD. Only /proc, /sys and /dev are mounted, in a mount namespace that ends with each command, so nothing stays
# mounted and removing the folder cannot reach the host's files. Of the host's settings it gets what apt needs to reach
# the mirror.

set -eu
CDPATH='' cd -- "$(dirname -- "$0")/../.."

release=bookworm
clone=/srv/twocs
forbidden=/srv/forbidden # first in PATH; empty until something must not be called
passed=0 failed=0

say() { printf '%s\n' "$*"; }
summary() { say "$passed passed, $failed failed" && [ "$failed" -eq 0 ]; }
pass() { passed=$((passed + 1)) && say "passed: $1"; }
fail() { failed=$((failed + 1)) && say "FAILED: $1"; }
give_up() { fail "$*" && summary || exit 1; }

# ---- making it

# The host's own Debian mirror, from its apt settings; DEBIAN_MIRROR names another.
find_mirror() {
  mirror=${DEBIAN_MIRROR:-$(apt-get update --print-uris | sed -n "s|^'\(.*\)/dists/$release/InRelease'.*|\1|p")}
  mirror=$(printf '%s\n' "$mirror" | head -n 1)
  [ -n "$mirror" ] || give_up "this machine's apt knows no mirror of Debian $release: set DEBIAN_MIRROR to one"
  /usr/lib/apt/apt-helper download-file "$mirror/dists/$release/InRelease" "$scratch/InRelease" >"$scratch/log" 2>&1 ||
    { cat "$scratch/log" && give_up "the package mirror $mirror does not answer"; }
}

find_debootstrap() {
  command -v debootstrap >/dev/null && return
  say "installing debootstrap"
  { apt-get update && apt-get install -y --no-install-recommends debootstrap debian-archive-keyring; } \
    >"$scratch/log" 2>&1 </dev/null || { tail -n 15 "$scratch/log" && give_up "debootstrap could not be installed"; }
}

make_system() {
  say "making a bare Debian 12"
  debootstrap --variant=minbase "$release" "$bare" "$mirror" >"$scratch/log" 2>&1 </dev/null ||
    { tail -n 15 "$scratch/log" && give_up "debootstrap made no system from the package mirror $mirror"; }
  rm -rf "$bare/var/lib/apt/lists" "$bare"/var/cache/apt/archives/*.deb # as installed: no lists, no package kept
  cp /etc/hosts "$bare/etc/hosts"
  apt-config dump | grep -E '^Acquire::(http|https|Retries|Check-Date|Check-Valid-Until|ForceIPv[46])\b' \
    >"$bare/etc/apt/apt.conf.d/90mirror" || true
  case $mirror in
    https:*) mkdir -p "$bare/etc/ssl/certs" && cp -L /etc/ssl/certs/ca-certificates.crt "$bare/etc/ssl/certs/" ;;
  esac
  say "  $(chroot "$bare" dpkg-query -W | wc -l) packages, no compiler, no library of ours"
}

clone_head() {
  git diff --quiet HEAD || say "  note: changes that are not committed are not tried here"
  git clone --quiet --no-hardlinks . "$bare$clone" || give_up "git could not clone this tree"
}

# ---- living in it

# enter KIND COMMAND...: a command in the bare system, in the clone. KIND is online or offline.
enter() {
  network=
  [ "$1" = online ] || network=--net
  shift
  # shellcheck disable=SC2016 # expanded inside
  unshare --mount --pid --fork --kill-child $network sh -c '
    mount -t proc proc "$0/proc"
    mount -o ro -t sysfs sysfs "$0/sys"
    mount --rbind /dev "$0/dev"
    exec chroot "$0" "$@"' "$bare" \
    env -i HOME=/srv TERM=dumb PATH="$forbidden:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
    ${no_proxy:+"no_proxy=$no_proxy"} sh -c 'cd "$0" && exec "$@"' "$clone" "$@" </dev/null
}

first_reproduction() {
  say "in the bare system: ./bootstrap reproduce"
  began=$(date +%s)
  if enter online ./bootstrap reproduce && results_are_there; then
    pass "./bootstrap reproduce, from bare in $(($(date +%s) - began)) s"
  else fail "./bootstrap reproduce on a bare system"
  fi
}

results_are_there() {
  [ "$(wc -l <"$bare$clone/out/reproduce.csv")" -gt 1 ] || { say "out/reproduce.csv has no row" && return 1; }
  for kind in png svg pdf csv; do
    find "$bare$clone/out" -name "*.$kind" -size +0 | grep -q . || { say "out/ has no .$kind" && return 1; }
  done
}

# What computes says the same on each system that compiles it, and `./bootstrap check` runs it: the longest of it is left
# out, and so is the longest of what starts processes, but for one interpreter.
computes='c\.test_(timeline_rows|blocks|cached_order|collectives|faster|fit|period|placement|pruned|trace)$'
computes="$computes|lua\.(studies|mistakes|coverage_studies|rows_as_cases|predict|configs|unfamiliar|search|trust|published"
computes="$computes|scoreboard|answers|entries|suspect|again|power|own|beyond|deal|drawn_mistakes|misread|mixture|numbers"
computes="$computes|redealt|sinks|spellings|support)_test\."
processes='lua\.(stopped|shards|reproduce|help|cli|cli_places|profile|export)_test\.twocs-luajit'

# The tests count there as they count here: their last line is added to ours.
tests() {
  say "in the bare system: ./bootstrap test"
  { enter online ./bootstrap test -E "^($computes|$processes)" || true; } 2>&1 | tee "$scratch/tests"
  counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$scratch/tests" | tail -n 1)
  [ -n "$counts" ] || { fail "./bootstrap test on a bare system came to no end" && return; }
  passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
}

# Once all is there: no network, and a package manager that may not be called.
second_reproduction() {
  say "in the bare system: ./bootstrap reproduce, again, without network and package manager"
  mkdir -p "$bare$forbidden"
  for tool in apt apt-get apt-cache dpkg; do
    printf '#!/bin/sh\necho "%s was called"\ntouch "$0.called"\nexit 1\n' "$tool" >"$bare$forbidden/$tool"
    chmod +x "$bare$forbidden/$tool"
  done
  began=$(date +%s)
  if enter offline ./bootstrap reproduce && ! ls "$bare$forbidden"/*.called 2>/dev/null; then
    pass "./bootstrap reproduce, again in $(($(date +%s) - began)) s, offline"
  else fail "./bootstrap reproduce where everything is there already"
  fi
}

[ "$(id -u)" -eq 0 ] || give_up "a bare system can only be made by root"
scratch=$(mktemp -d)
chmod 755 "$scratch" # apt's downloads have a user of their own
bare=$scratch/debian
trap 'rm -rf --one-file-system "$scratch"' EXIT
trap 'exit 1' INT TERM HUP PIPE

find_mirror
find_debootstrap
make_system
clone_head
first_reproduction
tests
second_reproduction
summary
