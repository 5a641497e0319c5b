# SPDX-License-Identifier: MIT
#
# Reads what ctest --output-junit wrote and prints "PASSED FAILED SKIPPED". A check that a test could not make is a line
# "skipped: REASON" of its output; each goes to the file `reasons`. A test skipped whole, without a word, counts as one.

function note(reason) {
  skipped++
  printf "  skipped: %s: %s: %s\n", preset, name, reason >> reasons
}

/<testcase / {
  total++
  name = $0
  sub(/.*<testcase name="/, "", name)
  sub(/".*/, "", name)
  whole = 0
  noted = skipped
}

/<failure/ { failed++ }
/<skipped/ { whole = 1 }

/(^|<system-out>)[ \t]*(# )?skipped: / {
  reason = $0
  sub(/.*skipped: /, "", reason)
  sub(/<\/system-out>.*/, "", reason)
  gsub(/&lt;/, "<", reason)
  gsub(/&gt;/, ">", reason)
  gsub(/&quot;/, "\"", reason)
  gsub(/&amp;/, "\\&", reason)
  note(reason)
}

/<\/testcase>/ && whole {
  silent++
  if (skipped == noted) note("it gave no reason")
}

END { print total - failed - silent, failed + 0, skipped + 0 }
