#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/clumps.md does what it says: its commands run, in its order, in one folder, and print the lines that it quotes. Blocks of sh are run,
# those of yaml are written to the file that their first line names, lines of text are looked for in what the last sh printed.
. "$srcdir/tests/tap.sh"
: "${CLAST_CLUMP:=$builddir/clast-clump}"
awk=${AWK:-awk}

# FILE: each fenced block as NUMBER.KIND, and its line in NUMBER.line
blocks()
{
  $awk '
    /^```[a-z]/ && !kind { kind = substr($0, 4); name = sprintf("%03d", ++n); print FNR >(name ".line"); next }
    /^```$/ && kind { close(name "." kind); kind = ""; next }
    kind { print >(name "." kind) }' "$1"
}

# NUMBER: lines that the text has and the output has not; how many blanks counts for nothing.
lost()
{
  tr -s ' ' <printed >squeezed
  tr -s ' ' <"blocks/$1.text" | grep -vxF -f squeezed
}

mkdir -p bin blocks
ln -s "$CLAST" bin/clast
ln -s "$CLAST_CLUMP" bin/clast-clump
export PATH=$work/bin:$PATH clast=$srcdir
(cd blocks && blocks "$srcdir/docs/clumps.md")
is "there are blocks of each kind" "$(for kind in sh yaml text; do set -- blocks/*.$kind; test $# -gt 3 && echo $kind; done | xargs)" "sh yaml text"
for block in blocks/[0-9]*.line; do
  number=$(basename "$block" .line) line=$(cat "$block")
  if test -e "blocks/$number.sh"; then
    check "line $line: commands" bash -euo pipefail "blocks/$number.sh"
    cp "$out" printed
  elif test -e "blocks/$number.yaml"; then
    file=$(sed -n '1s/^# \([a-z]*\.yaml\)$/\1/p' "blocks/$number.yaml")
    if test -n "$file"; then cp "blocks/$number.yaml" "$file"; else fail "line $line: a file without a name"; fi
  else
    lost "$number" >lost.txt
    none_in "line $line: what they print" lost.txt
  fi
done

# Links and pictures are there.
for file in $(grep -o '](\([a-z_./]*\)' "$srcdir/docs/clumps.md" | sed 's/](//'); do
  test -e "$srcdir/docs/$file" || echo "$file"
done >gone.txt
none_in "what it shows and names is there" gone.txt

# The script that makes its tables still does, and finds no bound that fails.
export CLAST_CLUMP
check "the study of mass methods" bash "$srcdir/tests/bench/clump_study.sh" -dir "$builddir" -work study -quick
is "  has rows" "$(grep -c ' <= ' "$out")" 8
check "the study of generation" bash "$srcdir/tests/bench/clump_study.sh" -dir "$builddir" -work study -generate -quick
is "  too" "$(grep -c '^| `' "$out")" 4
tap_end
