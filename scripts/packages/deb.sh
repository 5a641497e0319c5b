#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deb.sh FOLDER: Debian packages of this tree, into FOLDER. Debian's files lie in debian/ next to this script; they are put in
# place in a copy, in which the packages are built. The same tree gives the same bytes.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ $# -eq 1 ] || { echo "deb.sh takes the folder for the packages" >&2; exit 2; }
command -v dh >/dev/null || { echo "deb.sh: dh is missing; Debian's name of it is debhelper" >&2; exit 1; }
mkdir -p "$1"
into=$(CDPATH='' cd -- "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$here/../.."

mkdir "$scratch/twocs"
tar -c --exclude=./build --exclude=./out --exclude='./.[!.]*' . | tar -x -C "$scratch/twocs"
cp -R "$here/debian" "$scratch/twocs/debian"
sed '1,4d; s/^$/./; s/^/ /' LICENSE >>"$scratch/twocs/debian/copyright"
cd "$scratch/twocs"
dpkg-buildpackage --build=binary -us -uc >"$scratch/log" 2>&1 || { tail -n 15 "$scratch/log" >&2; exit 1; }
cp "$scratch"/*.deb "$into"
