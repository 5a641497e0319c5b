#!/bin/sh
# SPDX-License-Identifier: MIT
#
# bits.sh BUILD: the engine gives the same bits whatever the compiler and however it optimises. Builds it without
# optimisation and for this very processor, with gcc and with clang, and compares hashes of its results with those of BUILD.
# One compiler is enough without optimisation, as then a compiler changes nothing.
# Without optimisation the executable runs a script as well. The loops over rows are compiled once: BUILD runs those for wide
# vectors, where the processor has them, and these run the others.
set -eu
reference=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$reference/tests/hashes" >"$scratch/wanted"
[ "$(wc -l <"$scratch/wanted")" -gt 500 ] || { echo "hashes says little: $(wc -l <"$scratch/wanted") lines"; exit 1; }
"$reference/twocs" examples/first.lua >"$scratch/first"

# compare BUILD: the first columns that differ, if any do.
compare() {
  "$1/tests/hashes" >"$scratch/found"
  diff "$scratch/wanted" "$scratch/found" >"$scratch/differ" && { echo "$1: the same bits"; return; }
  echo "$1: other bits in $(grep -c '^>' "$scratch/differ") columns" && head -n 20 "$scratch/differ"
  exit 1
}

if [ -x build/clang/tests/hashes ]; then compare build/clang; fi
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || { echo "skipped: there is no $compiler" && continue; }
  for optimise in -O0 "-O3 -march=native"; do
    [ "$compiler $optimise" != "clang -O0" ] || continue
    build=build/bits/$compiler${optimise##* }
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Bits -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS="$optimise" \
      -DTWOCS_WIDE_LOOPS=OFF -DTWOCS_LUAJIT=OFF -DTWOCS_PLOT=OFF -DTWOCS_PROFILE=OFF >"$scratch/log" || { cat "$scratch/log" && exit 1; }
    targets=hashes
    [ "$optimise" != -O0 ] || targets="hashes twocs"
    # shellcheck disable=SC2086 # two words
    cmake --build "$build" --target $targets >"$scratch/log" || { tail -n 30 "$scratch/log" && exit 1; }
    compare "$build"
    [ "$optimise" != -O0 ] || "$build/twocs" examples/first.lua | diff "$scratch/first" -
  done
done
