#!/bin/sh
# SPDX-License-Identifier: MIT
#
# search.sh TWOCS: the documentation is made without a warning, and what people ask its search leads to the page that
# answers it within five hits (search.js, questions.txt).
set -eu
twocs=$1
/usr/bin/python3 -c "import sphinx, myst_parser" 2>/dev/null ||
  { echo "skipped: Sphinx and myst-parser are not there" && exit 0; }
command -v node >/dev/null || { echo "skipped: node, which runs the search, is not there" && exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$twocs" scripts/docs/make.lua "$scratch/pages"
# The index is the same with every theme; this one comes with Sphinx.
/usr/bin/python3 -m sphinx -q -W --keep-going -b html -D html_theme=basic "$scratch/pages" "$scratch/site"
node tests/docs/search.js "$scratch/site" scripts/docs/recipes.md tests/docs/questions.txt
