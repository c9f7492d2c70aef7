#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Lines of the console that the README and docs/ quote are still printed: what lies between their numbers and names is in texts of src/.
. "$srcdir/tests/tap.sh"
awk=${AWK:-awk}

# The literal pieces of all texts of the sources, one a line: strings that follow each other are one text, and formats such as %.4g part it.
pieces()
{
  find "$1" -name '*.[ch]' | sort | xargs cat | $awk '
    function parted(text) { gsub(/%%/, "\n", text); gsub(/%[-+ 0#]*[*0-9]*(\.[*0-9]+)?(hh|h|ll|l|z)?[a-zA-Z]|\\n/, "\n", text); print text }
    function flush() { if (text ~ /[a-z]%s/) { plural = text; gsub(/%s/, "s", plural); parted(plural) }; if (text != "") parted(text); text = "" }
    {
      line = $0
      while (match(line, /"([^"\\]|\\.)*"/)) {
        before = substr(line, 1, RSTART - 1)
        if (before !~ /^[ \t]*\\?$/) flush()
        text = text substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
      }
      if (line !~ /^[ \t]*\\?$/) flush()
    }
    END { flush() }' | sed "s/^[][ ,;:().']*//; s/[][ ,;:().']*\$//" | grep -E '[a-z] ' | sort -u
}

# Quoted lines of a page: those of blocks, and those within backticks.
quotes() # PAGE
{
  { sed -n 's/^ *\(clast: .*\)$/\1/p' "$1"; grep -o '`clast: [^`]*`' "$1" | tr -d '`'; } | sed "s|^|$1: |"
}

# Of each quoted line, the pieces of at least three words between numbers, names of objects and marks are looked for: each within a literal
# piece, or across two of them, as a line is printed by parts.
unprinted() # PIECES NAMES <QUOTES
{
  $awk -v names="$2" '
    FNR == NR { all = all "\n" $0; next }
    function found(p, k, n, word, head, tail) {
      if (index(all, p)) return 1
      n = split(p, word, " ")
      for (k = 1; k < n; k++) {
        head = head (k > 1 ? " " : "") word[k]
        tail = substr(p, length(head) + 2)
        if (index(all, head "\n") && index(all, "\n" tail)) return 1
      }
      return 0
    }
    BEGIN { all = ""; split(names, list, " "); for (k in list) is_name[list[k]] = 1 }
    {
      line = substr($0, index($0, "clast: ") + 7)
      gsub(/[(),:;=%]/, " | ", line)
      n = split(line, word, " ")
      piece = ""; m = 0
      for (k = 1; k <= n + 1; k++) {
        if (k <= n && word[k] !~ /[0-9|\/.]/ && !(word[k] in is_name)) { piece = piece (m++ ? " " : "") word[k]; continue }
        sub(/^(of|on|in|to|at|by) /, "", piece); sub(/ (of|on|in|to|at|by)$/, "", piece)
        if (m >= 3 && !found(piece)) print $0 " -- no text has: " piece
        piece = ""; m = 0
      }
    }' "$1" -
}

pieces "$srcdir/src" >pieces.txt
is "the sources have texts" "$(test "$(wc -l <pieces.txt)" -gt 1000 && echo yes)" yes
(cd "$srcdir" && find README.md docs -name '*.md' ! -path 'docs/lab/*' | sort) >pages.txt
names="$(cd "$srcdir" && xargs sed -n 's/^ *- \([a-z_]*\): *[{&].*/\1/p' <"$work/pages.txt" | sort -u | tr '\n' ' ') plate ball ss"
(cd "$srcdir" && while read -r page; do quotes "$page"; done <"$work/pages.txt") >quotes.txt
is "lines of the console are quoted" "$(test "$(wc -l <quotes.txt)" -gt 10 && echo yes)" yes
unprinted pieces.txt "$names" <quotes.txt >unprinted.txt
none_in "  and are printed" unprinted.txt
echo 'page: clast: dt: auto follows the contacts, from 3.8e-06 s, for the contacts that there may be, to 3.0e-05 s' | unprinted pieces.txt "$names" >other.txt
is "  a line that is not printed is found" "$(wc -l <other.txt)" 2
tap_end
