#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/guide/clumps.md does what it says: its commands run, in its order, in one folder, and print the lines that it quotes. Blocks of sh are run,
# those of yaml are written to the file that their first line names, lines of text are looked for in what the last sh printed.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/page.sh"
: "${CLAST_CLUMP:=$builddir/clast-clump}"
mkdir -p bin
ln -s "$CLAST" bin/clast
ln -s "$CLAST_CLUMP" bin/clast-clump
export PATH=$work/bin:$PATH clast=$srcdir
page_run "$srcdir/docs/guide/clumps.md"
is "there were blocks of each kind" "$(for kind in sh yaml text; do set -- blocks/*.$kind; test $# -gt 3 && echo $kind; done | xargs)" "sh yaml text"

# Links and pictures are there.
for file in $(grep -o '](\([a-z_./]*\)' "$srcdir/docs/guide/clumps.md" | sed 's/](//'); do
  test -e "$srcdir/docs/guide/$file" || echo "$file"
done >gone.txt
none_in "what it shows and names is there" gone.txt

# The script that makes its tables still does, and finds no bound that fails.
export CLAST_CLUMP
check "the study of mass methods" bash "$srcdir/tests/bench/clump_study.sh" -dir "$builddir" -work study -quick
is "  has rows" "$(grep -c ' <= ' "$out")" 8
check "the study of generation" bash "$srcdir/tests/bench/clump_study.sh" -dir "$builddir" -work study -generate -quick
is "  too" "$(grep -c '^| `' "$out")" 4
tap_end
