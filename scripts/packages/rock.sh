#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What the rock does, called by its rockspec from the root of the tree: `rock.sh build` builds with CMake, `rock.sh install
# LUADIR LIBDIR` puts scripts and modules where LuaRocks takes them from. LuaJIT's trees are those of Lua 5.1.
set -eu
case ${1:-} in
  build)
    [ -f build/release/CMakeCache.txt ] || cmake --preset release
    cmake --build --preset release
    ;;
  install)
    case $2 in
      */rocks-5.1/* | */rocks/*) modules=build/release/lib/luajit ;;
      *) modules=build/release/lib/lua5.4 ;;
    esac
    mkdir -p "$2" "$3"
    cp -R scripts/twocs scripts/studies "$2"
    cp "$modules"/*.so "$3"
    # Of two modules of one name Lua takes the script, so the script loads the other.
    cat >"$2/twocs.lua" <<'END'
local file = assert(package.searchpath("twocs", package.cpath))
return assert(package.loadlib(file, "luaopen_twocs"))(...)
END
    ;;
  *)
    echo "rock.sh takes build, or install LUADIR LIBDIR" >&2
    exit 2
    ;;
esac
