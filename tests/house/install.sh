#!/bin/sh
# SPDX-License-Identifier: MIT
#
# install.sh BUILD: an installation in a scratch folder is a working tree. The executables and both loadable modules find
# their scripts there, the manual page is whole, and a C and a C++ program that know only pkg-config build and run.
set -eu
tests=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
build=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cmake --install "$build" --prefix "$root" >/dev/null

number='io.write(require("twocs").eval({ device = "mi210_paper", layout = { tp = 16 } }, "f_ser"), "\n")'
cd "$root" # nothing of the source tree is near
unset TWOCS_HOME # what is installed has to do
first=$(bin/twocs -e "$number")
for interpreter in lua5.4 luajit; do
  [ -n "$(find lib -path "*/$interpreter/twocs.so")" ] || continue
  command -v "$interpreter" >/dev/null || { echo "skipped: $interpreter is not there" && continue; }
  other=$(eval "$(bin/twocs paths)" && "$interpreter" -e "$number")
  [ "$first" = "$other" ] || { echo "$interpreter says $other, twocs says $first"; exit 1; }
done
sh "$tests/hardened.sh" .
for program in bin/twocs*; do TWOCS=$program "$program" "$tests/../lua/cli_places_test.lua"; done

# The manual page has every command, and roff has no complaint.
bin/twocs --help | sed -n 's/^ *twocs \([a-z][a-z]*\) .*/\1/p' | while read -r command; do
  [ "$(grep -c "^twocs $command" share/man/man1/twocs.1)" -eq 2 ] || { echo "the manual lacks twocs $command"; exit 1; }
done
if command -v groff >/dev/null; then
  complaints=$(groff -man -ww -z share/man/man1/twocs.1 2>&1)
  [ -z "$complaints" ] || { echo "$complaints"; exit 1; }
else echo "skipped: there is no groff to read the manual page with"; fi

export PKG_CONFIG_PATH="$(dirname "$(find "$root" -name twocs.pc)")"
mkdir elsewhere && cd elsewhere
flags=$(pkg-config --cflags --libs twocs)
gcc -std=c11 -Wall -Wextra -Werror ../share/twocs/examples/embed.c -o embed $flags
./embed | grep -q "share of serialized communication"
if command -v g++ >/dev/null; then
  g++ -std=c++17 -Wall -Wextra -Werror "$tests/embed.cpp" -o embed_cpp $flags
  [ "$(./embed_cpp)" = "96 layers, 30 points" ] || { echo "a C++ program gets something else: $(./embed_cpp)"; exit 1; }
else echo "skipped: there is no g++ to compile a C++ program with"; fi
