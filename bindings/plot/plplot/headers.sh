#!/bin/sh
# SPDX-License-Identifier: MIT
#
# headers.sh FOLDER LIBRARY...: puts the headers of plplot or cairo into FOLDER, from Debian's packages, which are fetched
# and not installed. FOLDER/lib/pkgconfig gets files for pkg-config: the headers are in FOLDER, the library is the system's.
set -eu
mkdir -p "$1/lib/pkgconfig"
cd "$1"
here=$PWD
shift
for library in "$@"; do
  case $library in
    plplot) packages="libplplot-dev libqsastime-dev" ;; # one includes the other
    cairo) packages=libcairo2-dev ;;
    *) echo "headers.sh knows no $library" >&2 && exit 2 ;;
  esac
  for package in $packages; do
    apt-get -q -o APT::Sandbox::User=root download "$package"
    dpkg -x "$package"_*.deb .
    rm "$package"_*.deb
  done
  version=$(readlink usr/lib/*/"lib$library.so" | sed 's/.*[.]so[.]\([0-9]*\).*/\1/')
  sed -e "s|^Cflags:.*|Cflags: -I\"$here/usr/include/$library\"|" -e "s|-l$library\>|-l:lib$library.so.$version|" \
    -e '/^Requires/d' \
    usr/lib/*/pkgconfig/"$library.pc" >"lib/pkgconfig/$library.pc"
done
