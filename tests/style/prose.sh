#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Comments open with a sentence or with the thing that they describe, so that a reader need not guess the subject. Those that
# open with one of these words leave it out; the same words in the middle of a comment are not looked at.
. "$srcdir/tests/tap.sh"

opens() # FILE...: comments that open so, also where their text begins in the line after the slash
{
  ${AWK:-awk} '
    function look(text) {
      sub(/^ */, "", text)
      if (text ~ /^(Of|By|What|In what|The same of)( |$)/ || text ~ /^Likewise([ ,.;:]|$)/) print FILENAME ":" FNR ": " $0
    }
    FNR == 1 { opened = 0 }
    opened { look($0); opened = 0 }
    match($0, /\/[*\/] +[A-Z]/) { look(substr($0, RSTART + 2)) }
    /\/\* *$/ { opened = 1 }' "$@"
}

cat >"$work/poor.c" <<'END'
/* Of the body alone. */
int a; /* Likewise, of the other one. */
/*
   The same of both. */
// By the first rank.
/* What is left. */
/* In what they differ. */
END
cat >"$work/good.c" <<'END'
/* Mass of the body alone, which is what a step needs. */
int a; /* of the other one */
/* Offer of the first rank, by its number. */
/* Bypass of the lists. */
END
is "each of these openings is found" "$(opens "$work/poor.c" | wc -l | tr -d ' ')" 6
opens "$work/good.c" >"$work/good.txt"
none_in "no other one is" "$work/good.txt"

cd "$srcdir" || exit 99
find src tests -name '*.[ch]' ! -name config.h ! -name build_info.h >"$work/files.txt"
is "there are sources to look at" "$(test "$(wc -l <"$work/files.txt")" -gt 3 && echo yes)" yes
mapfile -t files <"$work/files.txt"
opens "${files[@]}" >"$work/prose.txt"
none_in "no comment opens with Of, By, What, In what, Likewise or The same of" "$work/prose.txt"

cd "$work" && tap_end
