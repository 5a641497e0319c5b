# SPDX-License-Identifier: MIT
#
# notebook.sh BUILD [write]: the example notebook runs with the package of this build, and shows what is stored in it.
set -eu
build=$(CDPATH='' cd -- "$1" && pwd)
tests=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
shift
python=/usr/bin/python3
"$python" -c 'import ctypes' 2>/dev/null || { echo "skipped: there is no $python" && exit 0; }
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$build/python "$python" "$tests/notebook.py" "$tests/../../examples/notebook.ipynb" "$@"
