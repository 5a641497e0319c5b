#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hardened.sh FOLDER: the executables and loadable modules in a build or an installation are hardened. What readelf says of each:
# position-independent, relocations read-only before the program starts, no executable stack, stack protector and FORTIFY at
# work, and no place in the library search path that the current folder could stand for.
set -eu
command -v readelf >/dev/null || { echo "skipped: readelf is not there" && exit 0; }
found=0 bad=0

# must FILE WHAT PATTERN TEXT; must_not likewise
must() { printf '%s\n' "$4" | grep -Eq "$3" || { echo "$1: $2" && bad=$((bad + 1)); }; }
must_not() { if printf '%s\n' "$4" | grep -E "$3"; then echo "$1: $2" && bad=$((bad + 1)); fi; }

check() {
  segments=$(readelf -hlW "$1") dynamic=$(readelf -dW "$1") symbols=$(readelf --dyn-syms -W "$1")
  found=$((found + 1))
  must "$1" "not position-independent" 'Type: +DYN' "$segments"
  must "$1" "no RELRO" '^ +GNU_RELRO' "$segments"
  must "$1" "binds lazily" 'BIND_NOW|Flags:.* NOW' "$dynamic"
  must "$1" "its stack may be executed" '^ +GNU_STACK.* RW +' "$segments"
  must "$1" "no stack protector" ' __stack_chk_fail' "$symbols"
  must "$1" "no FORTIFY" ' __[a-z]+_chk(@|$| )' "$symbols"
  searched=$(printf '%s\n' "$dynamic" | sed -n 's/.*(R.*PATH).*\[\(.*\)\].*/:\1:/p')
  must_not "$1" "a library search path with an empty or relative place" ':[^/$]' "$searched"
}

for file in $(find "$1" \( -name 'twocs*.so' -o -name twocs -o -name twocs-luajit \) -type f | grep -v /CMakeFiles/); do
  check "$file"
  case $file in *.so) ;; *) must "$file" "not marked as PIE" 'Flags:.* PIE' "$(readelf -dW "$file")" ;; esac
done
[ "$found" -ge 4 ] || { echo "only $found executables and modules in $1" && exit 1; }
echo "$found files, $bad faults"
[ "$bad" -eq 0 ]
