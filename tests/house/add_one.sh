#!/bin/sh
# SPDX-License-Identifier: MIT
#
# add_one.sh LUA CC: adds one of each thing that engine/ARCHITECTURE.md's table "to add, edit" names, to a scratch copy, in
# the places that the table names and in no others; builds it once, asks for each of them, and shows what tells the
# forgetful. The one thing to know: each check prints the sentence or the test that reported; one without a report fails.
set -eu
lua=$1 cc=$2
command -v cmake >/dev/null || { echo "skipped: cmake is not there" && exit 0; }
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp -r CMakeLists.txt CMakePresets.json bootstrap README.md LICENSE bindings engine examples scripts tests "$root"
bad=0

# before FILE PATTERN TEXT: a line in front of the first that matches; append FILE TEXT: lines at the end.
before() {
  grep -q -e "$2" "$root/$1" || { echo "$1 has no line that matches $2" && exit 1; }
  text=$3 awk -v pattern="$2" '!done && $0 ~ pattern { print ENVIRON["text"]; done = 1 } { print }' "$root/$1" >"$root/new"
  mv "$root/new" "$root/$1"
}
append() { printf '%s\n' "$2" >>"$root/$1"; }

# says WHAT PATTERN TEXT: the text has to match.
says() {
  found=$(printf '%s\n' "$3" | grep -m 1 -e "$2") || { echo "not ok: $1: nothing says $2" && printf '%s\n' "$3" | tail -5 && bad=$((bad + 1)) && return 0; }
  echo "ok: $1: $found" | cut -c1-200
}

# ---- One of each.

device='  { name = "added_device", like = "h100_sxm", year = 2030, flop_eff = 0.5, net1_size = 1, source = "an example" },'
before scripts/twocs/data/devices/nvidia.lua '^}, parts = ' "$device"
append engine/rows/run.def 'FIELD(added_field, "1", 2, 0, 10, REAL, "an added field")'
append engine/rows/step.def 'EQ(added_result, "byte", PATI23, "ADD1", added_field * act_payload, "an added equation")'
append engine/rows/operators.def 'STREAM(added_stream, dev_row_tokens * h, FLOP(0, 0), PASSES(1, 1), row_rho, OFTEN(1, layers), "an added operator")'
append engine/rows/collectives.def 'COLLECTIVE(p2p, added_algorithm, FLAT, 2, 2, traffic * byte, whole(n), NEVER, TWOCS, "an added algorithm")'
before engine/rows/families.def '^CALL' 'KIND(added_kind, "an added kind")'
append engine/rows/collectives.def 'COLLECTIVE(added_kind, added_direct, FLAT, n - 1, 1 - 1 / n, traffic * byte, whole(n), ALWAYS, THAK05, "one message from each rank")'
before engine/rows/parallelisms.def '^#undef PARALLELISM' 'PARALLELISM(ap, tp, "AP", "added parallelism", TWOCS)
CUT(ap, ffn, ap, "AP must divide the FC width")
CALL(ap, ap_sum, ap, all_reduce, act_payload, TIMES(1, training), SERIAL, TWOCS, "sum over the ranks of AP")'
before engine/rows/schedules.def '^#undef SCHEDULE' 'SCHEDULE(added_schedule, "an added schedule")
BUBBLE(added_schedule, TWOCS, 3 * t_fill)
HOPS(added_schedule, 2 * (pp - 1), 2 * microbatches)
FLIGHT(added_schedule, microbatches, 0)
COPIES(added_schedule, 1)
ENDS(added_schedule, 0, 0)'
sed -i 's/dualpipe dualpipe_v"/dualpipe dualpipe_v added_schedule"/' "$root/engine/rows/layout.def"
sed -i 's/ALL(wave_quant), "general/ALL(wave_quant) ALL(added_eff), "general/' "$root/engine/rows/families.def"
append engine/rows/law.def 'FIELD(added_eff, "1", 0.25, 1e-3, 1, REAL, "coefficient of the added law")'
append engine/rows/laws.def 'LAW(gemm, added_law, TWOCS, "flop peak added_eff", "an added law")'
before engine/laws/laws.c '^.. Streams' 'static inline double gemm_added_law(const twocs_cells in[], size_t j, size_t u) {
  return GEMM(flop) / (GEMM(peak) * GEMM(added_eff));
}
'
cat >"$root/scripts/twocs/read/added_reader.lua" <<'READER'
-- SPDX-License-Identifier: MIT
-- An added reader.
return { read = function(text) return require("twocs.table").new{ names = { "length" }, columns = { length = { #text } } } end }
READER
before scripts/twocs/read/init.lua '^local function names_of_formats' 'formats["added"] = {
  text = function(...) return require("twocs.read.added_reader").read(...) end,
}
'
cp "$root/scripts/twocs/figure/bars.lua" "$root/scripts/twocs/figure/pillars.lua"
before scripts/twocs/figure/options.lua '^  heat = {' '  pillars = { says = "an added kind of figure", row("x", name, "the column under the pillars", "needed"),
    row("y", names, "their heights", "needed"), row("by", name, "a column"), percent, labels, ymin, ymax, hline },'
before scripts/twocs/common/verbs.lua '^verb."heat"' 'verb("pillars", "tw.pillars(name, t, { x =, y = })", "an added kind of figure", [[
tw.pillars("sides", t, { x = "tp", y = "f_ser", by = "h" })]],
  "fun(name: string, t: twocs.Table, options: table): twocs.Figure?, string?, number?")'

# ---- One build.

ninja=
if command -v ninja >/dev/null; then ninja=-GNinja; fi # it needs no process for each folder
# Neither optimised nor with a debugger's tables, which nobody reads here.
cmake -S "$root" -B "$root/build" $ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 -DCMAKE_C_COMPILER="$cc" \
  -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON -DTWOCS_LUAJIT=OFF -DTWOCS_PROFILE=OFF -DTWOCS_MPI=OFF -DTWOCS_WIDE_LOOPS=OFF >"$root/log" 2>&1 || { cat "$root/log" && exit 1; }
plot=$(cmake --build "$root/build" --target help | sed -n 's/.*\(draw_lua[^ :]*\).*/\1/p' | head -1)
cmake --build "$root/build" -j 2 --target twocs $plot test_fields test_collectives test_work >"$root/log" 2>&1 ||
  { grep -E 'error|warning' "$root/log" | head -20 && exit 1; }

# ask WHAT PATTERN CHUNK
ask() { says "$1" "$2" "$(cd "$root" && build/twocs -e "$3" 2>&1)"; }
base='local c = { model = "gpt3_175b", device = "added_device" } '
ask device '^0.5$' "$base print(tw.eval(c, 'flop_eff'))"
ask 'field and equation' '^5$' "$base c.run = { added_field = 10 } local ten = tw.eval(c, 'added_result') c.run = nil print(ten / tw.eval(c, 'added_result'))"
ask operator '^true$' "$base print(tw.eval(c, 't_added_stream_f') > 0)"
ask 'collective algorithm' '^true$' "$base c.layout = { pp = 2 } local one = tw.eval(c, 't_pp_hop') c.plan = { p2p = 'added_algorithm' } print(tw.eval(c, 't_pp_hop') > one)"
ask 'collective kind' '^true$' "local net = tw.operators{ { name = 'x', added_kind = 1e9, ranks = 8 } } print(net:sweep{ device = 'added_device' }[1].t_ser > 0)"
ask parallelism 'AP must divide the FC width' "$base c.layout = { ap = 7 } print(pcall(tw.eval, c, 't_step'))"
ask 'parallelism, its time' '^true$' "$base c.layout = { ap = 8 } print(tw.eval(c, 't_ap_sum') > 0)"
ask schedule '^true$' "$base c.layout = { pp = 8, schedule = 'added_schedule' } c.run = { b = 64 } local t = tw.eval(c, 't_bubble') c.layout.schedule = 'gpipe' print(t > 2 * tw.eval(c, 't_bubble'))"
ask 'law with its coefficient' '^2$' "$base c.plan = { gemm = 'added_law' } c.law = { added_eff = 0.2 } local t = tw.eval(c, 't_fc1_f') c.law = { added_eff = 0.4 } print(t / tw.eval(c, 't_fc1_f'))"
ask reader '^true$' "print(tw.read('README.md', { as = 'added' }):column 'length'[1] > 1000)"
if [ -n "$plot" ]; then
  ask 'kind of figure' '^out/pillars.png$' "print(tw.pillars('pillars', tw.table{ names = { 'x', 'y' }, columns = { x = { 1, 2 }, y = { 3, 4 } } }, { x = 'x', y = 'y' }).png)"
else
  echo "skipped: a kind of figure: there is no PLplot"
fi

# ---- What tells the forgetful.

rules() { (cd "$root" && "$lua" tests/house/house.lua 2>&1) || true; }
tests_of() { "$root/build/tests/$1" 2>&1 || true; }
says 'an algorithm without a schedule' 'added_algorithm has no schedule' "$(tests_of test_collectives)"
says 'an operator that the closed forms lack' 'FAILED' "$(tests_of test_work)"

cp -r "$root/engine" "$root/kept"
again() { rm -rf "$root/engine" && cp -r "$root/kept" "$root/engine"; }
sed -i '/added_result/d' "$root/engine/rows/step.def"
says 'a field that nothing reads' 'added_field' "$($cc -std=c11 -fsyntax-only -Wall -Werror -I"$root/engine" tests/house/dead_fields.c 2>&1 || true)"
again && sed -i '/^static inline double gemm_added_law/,/^}/d' "$root/engine/laws/laws.c"
says 'a law without its function' 'gemm_added_law' "$($cc -std=c11 -fsyntax-only -I"$root/engine" -I"$root/build" "$root/engine/laws/laws.c" 2>&1 || true)"
again && sed -i 's/ ALL(added_eff)//' "$root/engine/rows/families.def"
says 'a coefficient that its family does not hand on' 'GEMM_added_eff' "$($cc -std=c11 -fsyntax-only -I"$root/engine" -I"$root/build" "$root/engine/laws/laws.c" 2>&1 || true)"
again && sed -i 's/ added_schedule"/"/' "$root/engine/rows/layout.def"
sed -i 's/"ADD1"/"3.5"/' "$root/engine/rows/step.def"
# Words and numbers are in the table of columns alone: it is compiled again, and the rest is linked as it was built.
# shellcheck disable=SC2046 # words
$cc -std=c11 -O0 -I"$root/engine" -I"$root/build" "$root/tests/c/test_fields.c" "$root/engine/rows/tables.c" "$root/build/libtwocs.a" \
  $(pkg-config --cflags --libs cmocka) -lm -o "$root/build/tests/test_fields" >"$root/log" 2>&1 || true
twice=$(cat "$root/log"; tests_of test_fields)
says 'a number that is used twice' 'are both PATI23 3.5' "$twice"
says 'a schedule without its word' 'schedule has the words' "$twice"
again
sed -i 's/, source = "an example"//' "$root/scripts/twocs/data/devices/nvidia.lua"
ask 'a device without a source' 'has no source' 'print(tw.devices.added_device)'
sed -i '/^formats\["added"\]/,/^}/d' "$root/scripts/twocs/read/init.lua"
sed -i '/^verb."pillars"/,/twocs.Figure/d' "$root/scripts/twocs/common/verbs.lua"
described='../build/twocs lua/help_test.lua TestHelp.test_every_verb_is_described'
says 'a kind of figure without its line of help' 'pillars is missing in common/verbs.lua' "$(cd "$root/tests" && $described 2>&1 || true)"
sed -i '/^  pillars = {/,/hline/d' "$root/scripts/twocs/figure/options.lua"
broken=$(rules)
says 'a reader without its entry' 'read/added_reader.lua is loaded by nothing' "$broken"
says 'a kind of figure without its row' 'figure/pillars.lua is loaded by nothing' "$broken"
[ "$bad" -eq 0 ]
