#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deb.sh [again]: Debian's packages are made, lintian has no complaint, and what is inside runs; again: they are made twice,
# of the same bytes, the second time in another place, later, by somebody with another umask, time zone and locale. It takes
# minutes, so that no label has it: sh tests/house/deb.sh again.
set -eu
tests=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
for tool in dh lintian dpkg-buildpackage; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not there" && exit 0; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sh "$tests/../../scripts/packages/deb.sh" "$scratch/first"
lintian --allow-root --fail-on error,warning "$scratch"/first/*.deb
for package in "$scratch"/first/twocs_*.deb "$scratch"/first/libtwocs-dev_*.deb; do dpkg-deb -x "$package" "$scratch/root"; done
said=$("$scratch/root/usr/bin/twocs" -e 'io.write(tw.eval({ device = "mi210_paper", layout = { tp = 16 } }, "f_ser"))')
case $said in 0.13*) ;; *) echo "twocs of the package says $said" && exit 1 ;; esac
[ "${1-}" = again ] || exit 0
(
  umask 077
  mkdir -p "$scratch/elsewhere/another folder"
  tar -c -C "$tests/../.." --exclude=./build --exclude=./out --exclude='./.[!.]*' . |
    tar -x -C "$scratch/elsewhere/another folder" --no-same-permissions
  unset LANG
  export TMPDIR="$scratch/elsewhere" TZ=Asia/Tokyo LC_ALL=C.UTF-8
  sh "$scratch/elsewhere/another folder/scripts/packages/deb.sh" "$scratch/second"
)
for package in "$scratch"/first/*.deb; do
  cmp "$package" "$scratch/second/$(basename "$package")" || { echo "made again, it has other bytes"; exit 1; }
done
