#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Do the tests bite? mutants.sh changes one line at a time and counts how many of the changes a test finds.
#
# mutants.sh [-n COUNT] [-a "AREA ..."] [-d SCRATCH] [-s SEED] [-t SECONDS] [-c] [-r] [-k]
#   -n   mutants of each area (50)
#   -a   areas: rows engine readers lua (all four); chosen: all those of mutants.chosen, which were made by hand
#   -d   folder for the scratch copy; one that is kept makes the next run start sooner (a temporary one)
#   -s   seed (the one of this file); the order of the mutants follows from it and from their text (mutants.lua)
#   -t   leave out tests that take more than so many seconds of processor time (600): quick, and -r asks the rest
#   -c   go on with the last run in SCRATCH: what is known of a mutant that is still there is not asked again
#   -r   the same, and ask the survivors again, after tests were added
#   -k   keep survivors that are not there yet in tests/house/mutants.survivors; what is there and was killed is reported
#
# It works in the scratch copy, one process at a time, and takes hours: it is no part of CI. A run that was stopped goes on
# with -c; what is known is in AREA.results. A mutant that does not build is no mutant; one whose code is the same as
# before is equivalent, and so are those that mutants.equivalent proves to be. The first test that fails twice ends a mutant.
# Tests run in the order of what they found in this area for their time, those named after the file first; those that cannot
# see the file are passed over: C tests whose executable has the same bytes as before, Lua tests that read another part of the
# scripts. The project's rules are left out: they compare generated files, and would find any change of a row without a single
# number computed. A test that fails without any mutant is left out and named; each is run so once, and again when it or what
# it tests has changed. A mutant may use six times the processor time of an unchanged run and ten seconds: what takes longer
# counts as found.

set -u
# Once is enough: what was started with nice keeps to that.
[ "$(nice)" -gt 0 ] || exec nice sh "$0" "$@"
cd "$(dirname "$0")/../.." || exit 2
count=50 areas='rows engine readers lua' scratch='' seed=8 known='' longest=600 keep=''
while getopts n:a:d:s:t:crk option; do
  case $option in
  n) count=$OPTARG ;;
  a) areas=$OPTARG ;;
  d) scratch=$OPTARG ;;
  s) seed=$OPTARG ;;
  t) longest=$OPTARG ;;
  c) known=all ;;
  r) known=found ;;
  k) keep=yes ;;
  *) exit 2 ;;
  esac
done
if [ -z "$scratch" ]; then
  scratch=$(mktemp -d) || exit 2
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 1' HUP INT TERM
fi
mkdir -p "$scratch" || exit 2
scratch=$(cd "$scratch" && pwd)
tree=$scratch/tree build=$scratch/build log=$scratch/log
lua=${LUA:-lua5.4}
export CTEST_OUTPUT_ON_FAILURE=0 TMPDIR="$scratch/tmp" HOME="$scratch/tmp"
command -v ccache >/dev/null && export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_DIR="${CCACHE_DIR:-$scratch/ccache}"
mkdir -p "$TMPDIR"

files_of() { # area
  case $1 in
  rows) find engine -name '*.def' ;;
  engine) find engine -name '*.[ch]' ;;
  readers) find bindings/read -name '*.[ch]' ;;
  lua) find scripts/twocs -name '*.lua' -exec grep -LE 'made by scripts/generate/' {} + ;; # what is generated has its own test
  esac | sort
}

# Entries that the code no longer holds would be passed over in silence.
$lua tests/house/mutants.lua stale tests/house/mutants.chosen tests/house/mutants.equivalent tests/house/mutants.survivors ||
  exit 2

# Of one mutant: whether it is in the list of survivors.
is_listed() { # path, before, after
  awk -v name="${1##*/}:" -v before="  - $2" -v after="  + $3" '
    function squeezed(s) { gsub(/[ \t]+/, " ", s); return s }
    $0 ~ /^[^ ]+:$/ { here = $0 == name }
    here && squeezed($0) == squeezed(before) { next_is = 1; next }
    next_is { if (squeezed($0) == squeezed(after)) found = 1; next_is = 0 }
    END { exit !found }' tests/house/mutants.survivors
}

# ---- The scratch copy, built without a mutant.
copy() {
  rm -rf "$tree" && mkdir -p "$tree"
  [ -d ../shared ] && ln -sfn "$(cd ../shared && pwd)" "$scratch/shared"
  tar cf - --exclude=./build --exclude=./out --exclude=./.git . | (cd "$tree" && tar xf -)
  [ -s "$scratch/changed" ] && touch "$(cat "$scratch/changed")" # a run was stopped halfway: build that file again
  : >"$scratch/changed"
}
quietly() { "$@" >"$log" 2>&1 || { tail -n 20 "$log"; return 1; }; }
build_all() {
  quietly cmake -G Ninja -S "$tree" -B "$build" -DCMAKE_BUILD_TYPE=Mutants -DCMAKE_C_FLAGS_MUTANTS='-Og -DNDEBUG' \
    -DCMAKE_C_FLAGS='-w -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=implicit-function-declaration' &&
    quietly ninja -C "$build" -j1
}
# Hundredths of a second of processor time that the children of this shell have used.
cpu() {
  times >"$scratch/times"
  used=$(awk 'END { split($1 " " $2, t, "[ms ]+"); print int(100 * (t[1] * 60 + t[2] + t[3] * 60 + t[4])) }' "$scratch/times")
}

# run_test NAME SECONDS [CLOCK]: of processor time for each process, and seconds by the clock, for what waits for ever (half a
# minute and thrice as long).
run_test() {
  (
    ulimit -t "$2"
    ulimit -f 8000000
    cd "$build" && exec ctest --timeout "${3:-$((30 + $2 * 3))}" -R "^$(printf %s "$1" | sed 's/\./\\./g')\$"
  ) >"$log" 2>&1 </dev/null
}

# The program that a C test runs, which may have another name than the test.
program_of() { # name
  sed -n "s,^$1 ,,p" "$scratch/programs"
}
list_programs() {
  (cd "$build" && ctest -N -V -R '^c\.') | awk -v build="$build/" '
    / Test command: / { program = $4; gsub(/"/, "", program); sub(build, "", program) }
    /^ *Test *#[0-9]+: / { print $NF, program }' >"$scratch/programs"
  while read -r name program; do
    [ -n "$program" ] && [ -x "$build/$program" ] || { echo "no program of the test $name" && exit 2; }
  done <"$scratch/programs"
}

# Every test rests on the code and on its own file.
sum_of() { # name
  own=${1#*.} own=${own%%.*}
  cat "$scratch/code.sum" "$tree/tests/c/$own.c" "$tree/tests/lua/$own.lua" 2>"$scratch/none" | cksum | cut -d' ' -f1
}
# Which scripts a Lua test reads: their times of access tell, where the file system keeps them.
forget_reads() { (cd "$tree" && find scripts/twocs -name '*.lua' -exec touch -a -d 2000-01-01 {} +) && touch "$scratch/began"; }
reads() { (cd "$tree" && find scripts/twocs -name '*.lua' -anewer "$scratch/began"); }
sees() { # path, test
  case $2 in c.*) return 0 ;; esac
  grep -qxF scripts/twocs/init.lua "$scratch/reads/$2" || return 0
  grep -qxF "$1" "$scratch/reads/$2"
}
# Which interpreters a test that is no C test runs: "one", or "all" where its file names another.
needs() { # test
  own=${1#lua.} own=${own%%.*}
  grep -q 'TWOCS_OTHER\|[lL]ua[jJ]\|lua5' "$tree/tests/lua/$own.lua" 2>"$scratch/none"
  [ $? = 1 ] && echo one || echo all
}

# The tests that can kill: name, limit in seconds, hundredths of a second that it takes. "timed" holds what is known of them:
# the sum of what they stand on, then their time, or "over" and the limit that was too short, or "fails".
choose_tests() {
  mkdir -p "$scratch/reads" && touch "$scratch/timed"
  (cd "$tree" && find engine bindings scripts examples tests -type f ! -path 'tests/c/test_*' ! -path 'tests/lua/*_test.lua' \
    ! -path 'tests/house/*' | sort | xargs -d '\n' cksum) >"$scratch/code.sum"
  (cd "$build" && ctest -N -LE '^(house|gc|valgrind)$') | sed -n 's/.*Test *#[0-9]*: //p' | grep -v 'luajit$' >"$scratch/names"
  : >"$scratch/tests"
  while read -r name; do
    sum=$(sum_of "$name")
    known_time=$(grep "^$name $sum " "$scratch/timed" | tail -n 1 | cut -d' ' -f3-)
    case $known_time in
    over*) [ "${known_time#over }" -lt "$longest" ] && known_time='' ;;
    fails) known_time='' ;;
    *[0-9]) [ "$known_time" -gt $((longest * 100)) ] && known_time="over $longest" ;;
    esac
    if [ -z "$known_time" ]; then
      forget_reads
      for again in yes ''; do
        cpu && began=$used since=$(date +%s)
        run_test "$name" "$longest" $((longest * 3 + 10))
        passed=$?
        cpu && known_time=$((used - began))
        [ $passed = 0 ] && reads >"$scratch/reads/$name" && break
        if [ "$known_time" -ge $((longest * 95)) ] || [ $(($(date +%s) - since)) -ge $((longest * 3 + 10)) ]; then
          known_time="over $longest" && break
        fi
        [ -n "$again" ] || known_time=fails
      done
      echo "$name $sum $known_time" >>"$scratch/timed"
    fi
    case $known_time in
    over*) echo "left out, takes longer than $longest s: $name" ;;
    fails) echo "left out, fails without a mutant: $name" ;;
    *) echo "$name $((known_time * 6 / 100 + 10)) $known_time" >>"$scratch/tests" ;;
    esac
  done <"$scratch/names"
}

# ---- One mutant.
objects() { cat "$build"/lib*.a | cksum; }

# What became of it: "broken", "same", "killed TEST" or "survived".
try() { # area
  kind=$1
  case $path in *.lua) kind=lua ;; esac
  if [ "$kind" = lua ]; then
    $lua "$tree/tests/house/mutants.lua" same "$path" "$tree/$path"
    case $? in 0) echo same && return ;; 2) echo broken && return ;; esac
  else
    ninja -C "$build" -j1 twocs_engine twocs_read >"$log" 2>&1 || { echo broken && return; }
    [ "$(objects)" = "$pristine" ] && { echo same && return; }
  fi
  stem=${path##*/} stem=${stem%%[._]*}
  # In the order of found / time; a test for which interpreters have to be built costs five seconds more, and so does a C
  # test that links the registry, which one of them writes.
  awk -F '\t' '$1 ~ /^killed/ { print substr($1, 8) }' "$scratch/$1.results" | cat - "$scratch/tests" |
    awk -v stem="$stem" -v area="$kind" '
    NF == 1 { found[$1]++; next }
    {
      named = index($1, "test_" stem) || index($1, "." stem "_test")
      built = area != "lua" && !/^c\.test_/ || /registry|models|adapters|served/
      print ($3 + 15 + 500 * built) / (found[$1] + 5 * named + 0.05), $0
    }' | sort -n | cut -d' ' -f2,3 >"$scratch/order"
  interpreters=$([ "$kind" = lua ] && echo all)
  while read -r name limit; do
    case $name in
    c.*)
      [ "$kind" = lua ] && continue
      target=$(program_of "$name")
      ninja -C "$build" -j1 "$target" >"$log" 2>&1 || { echo broken && return; }
      (cd "$build" && cksum "$target") | grep -qxFf - "$scratch/executables" && continue
      ;;
    *)
      [ "$kind" = lua ] && ! sees "$path" "$name" && continue
      needed=$(needs "$name")
      if [ "$interpreters" != all ] && [ "$interpreters" != "$needed" ]; then
        # shellcheck disable=SC2046
        ninja -C "$build" -j1 $(cat "$scratch/interpreters.$needed") >"$log" 2>&1 || { echo broken && return; }
        interpreters=$needed
      fi
      ;;
    esac
    run_test "$name" "$limit" || run_test "$name" "$limit" || { echo "killed $name" && return; }
  done <"$scratch/order"
  echo survived
}

change() {
  echo "$tree/$path" >"$scratch/changed"
  LINE=$after awk -v n="$number" 'NR == n { print ENVIRON["LINE"]; next } { print }' "$path" >"$tree/$path"
}

# What the last run knew of the mutants of the list stays in AREA.results; AREA.todo is the rest of the list.
remember() { # area
  [ -n "$known" ] && [ -f "$scratch/$1.results" ] || : >"$scratch/$1.results"
  awk -F '\t' -v known="$known" 'NR == FNR { there[$4 FS $5] = 1; next }
    ($4 FS $5) in there && (known == "all" || $1 != "survived")' "$scratch/$1.list" "$scratch/$1.results" >"$scratch/$1.known"
  mv "$scratch/$1.known" "$scratch/$1.results"
  awk -F '\t' 'FILENAME ~ /results$/ { asked[$4 FS $5] = 1; next } !(($4 FS $5) in asked)' "$scratch/$1.results" \
    "$scratch/$1.list" >"$scratch/$1.todo"
}
count() { grep -c "^$2" "$scratch/$1.results"; } # area, result

run_area() { # area
  if [ "$1" = chosen ]; then
    $lua tests/house/mutants.lua chosen tests/house/mutants.chosen | sort -r # scripts first, while the engine is unchanged
  else
    # shellcheck disable=SC2046
    $lua tests/house/mutants.lua list "$seed" tests/house/mutants.equivalent $(files_of "$1")
  fi >"$scratch/$1.list" || exit 2
  remember "$1"
  tab=$(printf '\t')
  most=$([ "$1" = chosen ] && echo 100000 || echo "$count")
  while IFS= read -r entry && [ "$(wc -l <"$scratch/$1.results")" -lt "$most" ]; do
    path=${entry%%"$tab"*} rest=${entry#*"$tab"}
    number=${rest%%"$tab"*} rest=${rest#*"$tab"}
    operator=${rest%%"$tab"*} rest=${rest#*"$tab"}
    before=${rest%%"$tab"*} rest=${rest#*"$tab"}
    after=${rest%%"$tab"*} proved=${rest#*"$tab"}
    if [ -n "$proved" ]; then
      result=equivalent
    else
      change
      result=$(try "$1")
      cp "$path" "$tree/$path"
    fi
    [ "$result" = broken ] && continue
    printf '%s\t%s:%s\t%s\t%s\t%s\n' "$result" "$path" "$number" "$operator" "$before" "$after" >>"$scratch/$1.results"
    if is_listed "$path" "$before" "$after"; then
      [ "${result%% *}" = killed ] && echo "killed now, to be taken out of mutants.survivors: $path:$number"
    elif [ "$result" = survived ] && [ -n "$keep" ]; then
      printf '\n%s:\n  - %s\n  + %s\n  %s, seed %s\n' "${path##*/}" "$before" "$after" "$operator" "$seed" \
        >>tests/house/mutants.survivors
    fi
    if [ "$result" = survived ]; then
      printf 'survived: %s:%s [%s]\n  - %s\n  + %s\n' "$path" "$number" "$operator" "$before" "$after"
    fi
  done <"$scratch/$1.todo"
  [ "$1" = lua ] || ninja -C "$build" -j1 >"$log" 2>&1
  killed=$(count "$1" killed) survived=$(count "$1" survived) equivalent=$(($(count "$1" same) + $(count "$1" equivalent)))
  echo "$1: killed $killed of $((killed + survived)), and $equivalent equivalent"
  all_killed=$((all_killed + killed)) all_survived=$((all_survived + survived)) all_equivalent=$((all_equivalent + equivalent))
}

copy && build_all || exit 2
pristine=$(objects)
(cd "$build" && find . -type f -perm -u+x ! -name '*.so' | sed 's,^\./,,' | xargs cksum) >"$scratch/executables"
ninja -C "$build" -t targets all | sed -n '/MODULE_LIBRARY_LINKER\|EXECUTABLE_LINKER__twocs/ s/:.*//p' >"$scratch/interpreters.all"
grep -v 'luajit\|embedded' "$scratch/interpreters.all" >"$scratch/interpreters.one"
choose_tests
list_programs
all_killed=0 all_survived=0 all_equivalent=0
for area in $areas; do run_area "$area"; done
echo "all: killed $all_killed of $((all_killed + all_survived)), and $all_equivalent equivalent (seed $seed)"
