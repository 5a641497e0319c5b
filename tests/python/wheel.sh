#!/bin/sh
# SPDX-License-Identifier: MIT
#
# wheel.sh BUILD: Python's package works in a build, and as a wheel, which is made twice of the same bytes and is installed
# into an empty environment without a network. Nothing of the source tree is near.
set -eu
tests=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
build=$(CDPATH='' cd -- "$1" && pwd)
python=/usr/bin/python3
"$python" -c 'import ctypes' 2>/dev/null || { echo "skipped: there is no $python" && exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset TWOCS_HOME # what is packed has to do
cd "$scratch"

PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$build/python "$python" "$tests/package.py"

"$python" -c 'import venv, ensurepip' 2>/dev/null || { echo "skipped: $python has no venv (python3-venv)" && exit 0; }
wheel=$("$python" "$tests/../../bindings/python/wheel.py" "$build")
first=$(sha256sum "$wheel")
"$python" "$tests/../../bindings/python/wheel.py" "$build" >/dev/null
[ "$first" = "$(sha256sum "$wheel")" ] || { echo "the wheel has other bytes when it is made again"; exit 1; }
"$python" -m venv environment
environment/bin/python -m pip -q --disable-pip-version-check install --no-index "$wheel"
environment/bin/python "$tests/package.py"
