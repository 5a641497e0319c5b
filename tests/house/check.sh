# SPDX-License-Identifier: MIT
#
# What `./bootstrap check` adds to the tests; bootstrap reads this file and counts. Every step runs, whatever became of
# the one before, so that one run shows everything there is to mend.

fuzz_seconds=${FUZZ_SECONDS:-60}

check_everything() {
  if step build-release build release; then
    run_tests release
    run_tests more # with the benchmark that is counted, in one run, so that no core waits for the longest of a label
    if [ "${FITS:-}" = all ]; then step fits fits_are_fresh; else skip fits "FITS=all ./bootstrap check makes them anew"; fi
  fi
  if step build-debug build debug; then run_tests debug; fi
  if step build-clang build clang; then run_tests clang; fi
  step same-bits sh tests/house/bits.sh build/release
  step clang-tidy tidy
  if step build-fuzz build fuzz; then fuzz; fi
  check_browser
  step clang-format well_formatted
  step shell shell_parses
}

# step NAME COMMAND...: one check. What it prints goes to a log, whose end is shown where it fails.
step() {
  step_name=$1 began=$(date +%s)
  shift
  say "checking: $step_name"
  if "$@" >"$logs/$step_name.log" 2>&1; then
    passed=$((passed + 1))
    say "  passed in $(($(date +%s) - began)) s"
  else
    fail "$step_name" "all of it is in $logs/$step_name.log"
    tail -n 40 "$logs/$step_name.log" | tee -a "$logs/failed"
    return 1
  fi
}

# skip NAME WHY: one check that was not asked for.
skip() {
  skipped=$((skipped + 1))
  printf '  skipped: %s: %s\n' "$1" "$2" >>"$logs/skipped"
}

# The page, wherever a package mirror has what makes it. In a subshell, as what cannot be installed ends bootstrap. Without
# chromium, which not every system has as a package, its machine is tested and the page's own test says so.
check_browser() {
  if ! (set_up browser) >"$logs/packages-browser.log" 2>&1; then
    skip browser "emscripten or node could not be installed: $logs/packages-browser.log says why"
  elif ! fetch_sources >"$logs/packages-browser.log" 2>&1; then
    skip browser "the sources of Lua, cJSON and zlib could not be fetched: $logs/sources.log says why"
  elif step build-browser build browser; then
    (set_up chromium) >"$logs/packages-chromium.log" 2>&1 || true
    run_tests browser
  fi
}

# With the compile commands of preset clang: no option in them is unknown to clang-tidy.
tidy() {
  find engine bindings -name '*.c' -print0 |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p build/clang --warnings-as-errors='*'
}

# The fits that come along, made anew from the measurements of others; where these are not here, the generator exits with 3.
# It takes twenty minutes: FITS=all ./bootstrap check, after a change of the generator, of a law or of a fit.
fits_are_fresh() {
  fresh=$(mktemp -d) status=0
  build/release/twocs scripts/generate/fits.lua "$fresh/fits.lua" "$fresh/grids.lua" || status=$?
  if [ "$status" -eq 0 ]; then
    for made in fits grids; do diff -u "scripts/twocs/data/$made.lua" "$fresh/$made.lua" || status=1; done
  fi
  rm -rf "$fresh"
  [ "$status" -eq 0 ] || [ "$status" -eq 3 ]
}

well_formatted() {
  find engine bindings tests examples -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror
}

shell_parses() {
  for script in bootstrap .ci/run tests/house/*.sh tests/docs/*.sh bindings/browser/*.sh bindings/plot/plplot/*.sh; do
    sh -n "$script" || return 1
  done
}

# The targets run side by side, as many as there are cores; then each counts.
fuzz() {
  say "fuzzing: $fuzz_seconds s for each target"
  targets=$(find build/fuzz -type f -perm -u+x -name 'fuzz_*' | sort)
  [ -n "$targets" ] || { fail fuzz "the preset built no target" && return; }
  printf '%s\n' "$targets" | xargs -n 1 -P "$(nproc)" sh tests/house/fuzz.sh "$fuzz_seconds" || true
  for target in $targets; do step "${target##*/}" fuzzed "$target"; done
}

fuzzed() {
  cat "$1.log"
  tail -n 1 "$1.log" | grep -qx "exit status 0"
}
