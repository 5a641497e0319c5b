#!/bin/sh
# SPDX-License-Identifier: MIT
#
# generated.sh TWOCS [write]: makes every generated file anew from the rows, and fails where the one in the tree differs. With
# `write` it puts the new one in its place.

set -eu
twocs=$1 mode=${2:-compare} stale=0
cd "$(dirname "$0")/../.."
fresh=$(mktemp)
trap 'rm -f "$fresh" "$fresh.part"' EXIT

# made GENERATOR FILE
made() {
  "$twocs" "scripts/generate/$1.lua" "$fresh"
  if [ "$mode" = write ]; then
    cat "$fresh" >"$2"
  elif ! diff -u "$2" "$fresh"; then
    echo "$2 is stale: run tests/house/generated.sh $twocs write" >&2
    stale=1
  fi
}

made named engine/rows/named.def
made equations engine/EQUATIONS.md
made annotations scripts/twocs.meta.lua
made figures examples/FIGURES.md
exit $stale
