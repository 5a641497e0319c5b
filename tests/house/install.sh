#!/bin/sh
# SPDX-License-Identifier: MIT
#
# install.sh BUILD: an installation in a scratch folder is a working tree. The executables and both loadable modules find
# their scripts there, and a C program that knows only pkg-config builds and runs.
set -eu
build=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cmake --install "$build" --prefix "$root" >/dev/null

number='io.write(require("twocs").eval({ device = "mi210_paper", layout = { tp = 16 } }, "f_ser"), "\n")'
cd "$root" # nothing of the source tree is near
first=$(bin/twocs -e "$number")
for interpreter in lua5.4 luajit; do
  [ -d lib/*/twocs/lib/$interpreter ] 2>/dev/null || [ -d lib/twocs/lib/$interpreter ] || continue
  module=$(find lib -path "*/$interpreter/twocs.so")
  command -v "$interpreter" >/dev/null || continue
  other=$(LUA_CPATH="$root/$module" "$interpreter" -e "$number")
  [ "$first" = "$other" ] || { echo "$interpreter says $other, twocs says $first"; exit 1; }
done

export PKG_CONFIG_PATH="$(dirname "$(find "$root" -name twocs.pc)")"
gcc -std=c11 share/twocs/examples/embed.c -o embed $(pkg-config --cflags --libs twocs | sed "s|/usr/local|$root|g")
./embed | grep -q "share of serialized communication"
