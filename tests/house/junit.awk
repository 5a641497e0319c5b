# SPDX-License-Identifier: MIT
#
# Reads what ctest --output-junit wrote and prints "PASSED FAILED SKIPPED". A check that a test could not make is a line
# "skipped: REASON" of its output; each goes to the file `reasons`. A test skipped whole, without a word, counts as one.
# The end of what a failed test printed goes to the file `failures`.

function note(reason) {
  skipped++
  printf "  skipped: %s: %s: %s\n", preset, name, reason >> reasons
}

function plain(line) {
  sub(/.*<system-out>/, "", line)
  sub(/<\/system-out>.*/, "", line)
  gsub(/&lt;/, "<", line)
  gsub(/&gt;/, ">", line)
  gsub(/&quot;/, "\"", line)
  gsub(/&amp;/, "\\&", line)
  return line
}

/<testcase / {
  total++
  lines = bad = 0
  name = $0
  sub(/.*<testcase name="/, "", name)
  sub(/".*/, "", name)
  whole = 0
  noted = skipped
}

/<failure/ { failed++; bad = 1 }
!/^\t<(testcase|failure|\/testcase)|^\t\t<failure/ { printed[++lines] = $0 }
/<skipped/ { whole = 1 }

# Before it may stand the marks that LuaUnit makes, one for each test so far.
/(^|<system-out>)[ \t.SFE]*(# )?skipped: / {
  reason = plain($0)
  sub(/.*skipped: /, "", reason)
  note(reason)
}

/<\/testcase>/ && whole {
  silent++
  if (skipped == noted) note("it gave no reason")
}

/<\/testcase>/ && bad {
  printf "FAILED: %s: %s\n", preset, name >> failures
  for (i = lines > 40 ? lines - 39 : 1; i <= lines; i++) printf "  %s\n", plain(printed[i]) >> failures
}

END { print total - failed - silent, failed + 0, skipped + 0 }
