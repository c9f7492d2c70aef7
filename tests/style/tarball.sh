#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tarball of `make dist` has every file that git tracks, so that it compiles and tests itself, and no file that git does not
# know. The list is the one from which make copies; no tarball is made.
. "$srcdir/tests/tap.sh"

# Files that are left out on purpose.
left_out='.gitignore'

command -v git >/dev/null || skip_all "git is not there"
top=$(git -C "$srcdir" rev-parse --show-toplevel 2>"$out") || skip_all "no git here: $(head -n 1 "$out")"
test "$top" -ef "$srcdir" || skip_all "$srcdir is not a work tree of git, only within one"
test -r "$builddir/Makefile" || skip_all "no Makefile in $builddir"

# Files of the index that are in the work tree.
git -C "$srcdir" -c core.quotePath=off ls-files | while IFS= read -r file; do
  test ! -e "$srcdir/$file" || echo "$file"
done | sort -u >tracked
is "git tracks files" "$(test "$(wc -l <tracked)" -gt 3 && echo yes)" yes

# `info` and not echo: the list is longer than an argument may be. Names of files in srcdir may begin with its path.
printf 'include Makefile\n$(info distributed: $(DISTFILES))\n$(info srcdirs: $(srcdir)/ $(top_srcdir)/)\nnothing:;@:\n' |
  env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s --no-print-directory -C "$builddir" -f - nothing >lists 2>"$out" ||
  fail "make tells what it distributes" "$(cat "$out")"
${AWK:-awk} '
  $1 == "srcdirs:" { for (k = 2; k <= NF; k++) dirs[k] = $k; next }
  $1 == "distributed:" { n = NF; for (k = 2; k <= n; k++) files[k] = $k }
  END {
    for (k = 2; k <= n; k++) {
      for (d in dirs) if (index(files[k], dirs[d]) == 1) files[k] = substr(files[k], length(dirs[d]) + 1)
      print files[k]
    }
  }' lists | while IFS= read -r file; do
  if test -d "$srcdir/$file"; then (cd "$srcdir" && find "$file" -type f); else echo "$file"; fi
done | sort -u >distributed
is "make distributes files" "$(test "$(wc -l <distributed)" -gt 3 && echo yes)" yes

# What autoreconf makes is in the tarball and not in git.
sed -n '/^# Made by autoreconf/,/^$/s,^/,,p' "$srcdir/.gitignore" | sort -u >made
printf '%s\n' $left_out | sort -u >left_out

comm -23 tracked distributed | comm -23 - left_out | sed "s,$,: is not in the tarball: add it to the room.am of its folder," >missing
none_in "every file that git tracks is in the tarball" missing
comm -13 tracked distributed | comm -23 - made | sed "s,$,: is in the tarball and git does not know it: git add it," >strange
none_in "every file of the tarball is tracked by git or made by autoreconf" strange
comm -12 left_out distributed >both
comm -23 left_out tracked >>both
none_in "what is left out on purpose is there and is left out" both

tap_end
