#!/bin/sh
# SPDX-License-Identifier: MIT
#
# rock.sh: the rock of this tree in an empty tree of LuaRocks, for Lua 5.4 and LuaJIT, without a network; `require "twocs"`
# works there, from an empty folder. Needs a build, which the rock takes. It takes minutes, so that no label has it.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
command -v luarocks >/dev/null || { echo "skipped: luarocks is not there" && exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/empty" "$scratch/home"
try() { # try LUA VERSION
  command -v "$1" >/dev/null || { echo "skipped: $1 is not there" && return 0; }
  (cd "$root" && HOME=$scratch/home luarocks --lua-version "$2" --tree "$scratch/$2" make --deps-mode none \
    scripts/packages/twocs-0.1.0-1.rockspec) >"$scratch/log" 2>&1 || { tail -n 15 "$scratch/log" >&2 && exit 1; }
  said=$(cd "$scratch/empty" && env -u TWOCS_HOME LUA_INIT= LUA_PATH="$scratch/$2/share/lua/$2/?.lua" \
    LUA_CPATH="$scratch/$2/lib/lua/$2/?.so" "$1" -e 'local tw = require "twocs"
      print(tw.eval({ model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }, "f_ser") > 0, #tw.devices() > 0)')
  [ "$said" = "true	true" ] || { echo "$1 in the tree of the rock says: $said" >&2 && exit 1; }
  echo "$1: require \"twocs\" works in an empty tree"
}
try lua5.4 5.4
try luajit 5.1
