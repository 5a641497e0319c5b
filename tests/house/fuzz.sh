# SPDX-License-Identifier: MIT
#
# fuzz.sh SECONDS TARGET: one fuzz target for so long, from the inputs in tests/fuzz/seeds/NAME if there are any. What
# it found interesting is kept in TARGET.corpus for the next run; an input that breaks it is TARGET.crash-*. Two runs of a
# check try the same inputs; a campaign sets FUZZ_SEED, or goes on from its corpus.

seconds=$1 target=$2
seeds=tests/fuzz/seeds/${target##*/}
[ -d "$seeds" ] || seeds=
mkdir -p "$target.corpus"
"$target" -max_total_time="$seconds" -seed="${FUZZ_SEED:-1}" -timeout=100 -print_final_stats=1 -artifact_prefix="$target." \
  "$target.corpus" ${seeds:+"$seeds"} >"$target.log" 2>&1 </dev/null
echo "exit status $?" >>"$target.log"
