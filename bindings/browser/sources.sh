#!/bin/sh
# SPDX-License-Identifier: MIT
#
# sources.sh FOLDER: fetches the sources of Lua, cJSON and zlib, which no package provides compiled for a browser. They come
# from the same places as this system's packages, in the same versions. The one thing to know: apt finds sources only if its
# lists have entries for them. The script makes a copy of the lists with such entries in FOLDER, and leaves the system's
# lists unchanged.
set -eu
folder=$1
work=$folder/apt
rm -rf "$folder"
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  [ -f "$list" ] || continue
  sed -e 's/^Types:.*/Types: deb-src/' -e 's/^deb /deb-src /' "$list" >"$work/parts/${list##*/}"
done

apt() {
  apt-get -q -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/parts" -o Dir::State::Lists="$work/lists" \
    -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root "$@"
}

work=$(CDPATH='' cd -- "$work" && pwd)
apt update
cd "$folder"
for package in lua5.4 cjson zlib; do
  apt source "$package"
  mv "$package"-*/ "$package"
done
rm -rf apt ./*.tar.* ./*.dsc
