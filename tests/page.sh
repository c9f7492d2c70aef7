# SPDX-License-Identifier: MIT
# Sourced after tests/tap.sh by tests of pages of the manual: what a page says is done, in its order, in one folder.
#
#   page_run "$srcdir/docs/guide/clumps.md" [EDIT]
#
# Its fenced blocks, by the word behind the fence:
#   sh       commands, run by bash
#   yaml     written to the file that its first line names, `# NAME.yaml`
#   text     lines that the last commands print; how many blanks counts for nothing
#   output   likewise, of runs that take long: looked for if `page_whole` is yes
# Others are for reading only. EDIT is a script of sed that is put on commands and files first.

awk=${AWK:-awk}
: "${page_whole:=no}"

# PAGE: each fenced block as NUMBER.KIND, and its line in NUMBER.line
page_blocks()
{
  $awk '
    /^```[a-z]/ && !kind { kind = substr($0, 4); name = sprintf("%03d", ++n); print FNR >(name ".line"); next }
    /^```$/ && kind { close(name "." kind); kind = ""; next }
    kind { print >(name "." kind) }' "$1"
}

# FILE: lines that it has and that the last commands did not print
page_lost()
{
  tr -s ' ' <printed >squeezed
  tr -s ' ' <"$1" | grep -vxF -f squeezed
}

page_run()
{
  local block number line file
  mkdir -p blocks
  (cd blocks && page_blocks "$1")
  for block in blocks/[0-9]*.line; do
    number=${block%.line} line=$(cat "$block")
    if test -e "$number.sh"; then
      sed "${2:-}" "$number.sh" >"$number.run"
      check "line $line: commands" bash -euo pipefail "$number.run"
      cp "$out" printed
    elif test -e "$number.yaml"; then
      file=$(sed -n '1s/^# \([a-z]*\.yaml\)$/\1/p' "$number.yaml")
      if test -n "$file"; then sed "${2:-}" "$number.yaml" >"$file"; else fail "line $line: a file without a name"; fi
    elif test -e "$number.text" || { test $page_whole = yes && test -e "$number.output"; }; then
      page_lost "$number".[to]* >lost.txt
      none_in "line $line: what they print" lost.txt
    fi
  done
}
