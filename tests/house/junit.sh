#!/bin/sh
# SPDX-License-Identifier: MIT
#
# junit.sh: what ./bootstrap counts of a report of ctest. A check that was left out is counted wherever in a line LuaUnit's
# marks put it; a word that only looks like it is not.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/report.xml" <<'END'
<testcase name="lua.one" status="run">
<system-out>...skipped: no terminal
S..skipped: no &quot;clock&quot;
rows skipped: 4
OK</system-out>
</testcase>
<testcase name="c.two" status="fail">
<failure message=""/>
<system-out>skipped: no data</system-out>
</testcase>
<testcase name="c.three" status="notrun">
<skipped message=""/>
</testcase>
<testcase name="c.four" status="run">
</testcase>
END
cat >"$scratch/expected" <<'END'
  skipped: release: lua.one: no terminal
  skipped: release: lua.one: no "clock"
  skipped: release: c.two: no data
  skipped: release: c.three: it gave no reason
END
counts=$(awk -v preset=release -v reasons="$scratch/reasons" -v failures="$scratch/failures" -f tests/house/junit.awk \
  "$scratch/report.xml")
diff "$scratch/expected" "$scratch/reasons"
[ "$counts" = "2 1 4" ] || { echo "counted $counts, expected 2 1 4" && exit 1; }
