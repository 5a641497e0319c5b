#!/bin/sh
# SPDX-License-Identifier: MIT
#
# rows_refused.sh CC: what the generator of the rows' code must refuse, each in a scratch copy of the rows with one row too
# many: a name that is no column, a column further down, the row itself, a function that no header of formulas defines, a
# condition that is added or multiplied, a choice asked by number, a slot with too few or too many inputs. The sentence names the row, its file and its line.
set -eu
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# Three of the generator's files read rows: the others are compiled once.
cc=$1
reads_rows='rows collectives places'
formulas=engine/rows/formula.h
mkdir "$root/objects"
for source in engine/generate/*.c; do
  name=$(basename "$source" .c)
  case " $reads_rows " in *" $name "*) continue ;; esac
  grep -q '^#include "rows/.*[.]def"\|^#include "rows/columns' "$source" && { echo "$source reads rows: say so here"; exit 1; }
  $cc -std=c11 -Iengine -c "$source" -o "$root/objects/$name.o"
done

# refused ROW SENTENCE [FILE]: the generator ends with an error that holds the sentence.
refused() {
  rm -rf "$root/engine" && cp -r engine "$root/engine"
  file=$root/engine/rows/${3:-work.def}
  printf '%s\n' "$1" >>"$file"
  for name in $reads_rows; do $cc -std=c11 -I"$root/engine" -c "$root/engine/generate/$name.c" -o "$root/objects/$name.o"; done
  $cc "$root"/objects/*.o -o "$root/generate"
  if "$root/generate" "$formulas" engine/rows/matmul.h engine/rows/pooled.h "$root" >/dev/null 2>"$root/said"; then
    echo "not refused: $1" && exit 1
  fi
  grep -qF "$(basename "$file"):$(wc -l <"$file"): error: $2" "$root/said" || { cat "$root/said" && exit 1; }
}

refused 'EQ(extra, "1", TWOCS, "X", h + no_such, "")' "extra reads 'no_such', which is not a column"
refused 'EQ(extra, "1", TWOCS, "X", 2 * t_step, "")' "extra reads t_step, which is below it"
refused 'EQ(extra, "1", TWOCS, "X", extra + 1, "")' "extra reads itself"
refused 'EQ(extra, "1", TWOCS, "X", largest(h, sl), "")' "extra calls largest(), which no header of formulas defines"
# A definition in a comment is none.
formulas=$root/formula.h
{ cat engine/rows/formula.h && echo '/* static inline double largest(double x) { return x; } */'; } >"$formulas"
refused 'EQ(extra, "1", TWOCS, "X", largest(h), "")' "extra calls largest(), which no header of formulas defines"
formulas=engine/rows/formula.h
said='write when(condition, x) or if_else(condition, x, y)'
refused 'EQ(extra, "1", TWOCS, h * (active(tp)), "")' "extra calculates with the condition active(tp): $said"
refused 'EQ(extra, "1", TWOCS, 1 - training, "")' "extra calculates with the condition training: $said"
refused 'EQ(extra, "1", TWOCS, larger(h, 2 * is(zero, weights)), "")' "extra calculates with the condition is(zero, weights): $said"
refused 'EQ(extra, "1", TWOCS, when(is(zero, 3), h), "")' "extra compares zero with 3: use one of its words, none"
refused 'EQ(extra, "1", TWOCS, when(is(zero, gradient), h), "")' "extra compares zero with 'gradient', expected one of its words"
refused 'SLOT(extra, "s", stream, TIME, IN(h) IN(sl), "")' "extra names fewer columns than the family stream takes" slots.def
refused 'SLOT(extra, "s", stream, TIME, IN(h) IN(h) IN(h) IN(h), "")' "extra names more columns than the family stream takes" slots.def
refused 'COLLECTIVE(p2p, extra, FLAT, log_2(n), 1, traffic * byte, whole(n), NEVER, TWOCS, "")' \
  "p2p extra calls log_2(), which laws/collectives.c does not define" collectives.def
refused 'COLLECTIVE(p2p, extra, FLAT, 1, ranks, traffic * byte, whole(n), NEVER, TWOCS, "")' \
  "p2p extra reads ranks, expected n, inner, byte, chunk or traffic" collectives.def
