#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What can be found by looking at lines: the house rules that need no compiler.
. "$srcdir/tests/tap.sh"

cd "$srcdir" || exit 99

in_sources() # REGEX: offending lines in sources and tests
{
  find src tests -name '*.[ch]' ! -name config.h ! -name build_info.h -exec grep -nE -e "$1" /dev/null {} +
}

find src tests -name '*.[ch]' ! -name config.h ! -name build_info.h >"$work/files.txt"
is "there are sources to look at" "$(test "$(wc -l <"$work/files.txt")" -gt 3 && echo yes)" yes

# The one place that may name these flags is the check that refuses them.
find . -path './build*' ! -path './build-aux*' -prune -o \
  \( -name '*.am' -o -name '*.ac' -o -name '*.m4' -o -name '*.sh' -o -path './build-aux/*' -o -path './jobs/*' -o -path './.ci/*' \) \
  -type f ! -name aclocal.m4 ! -path './m4/clast_flags.m4' ! -path './tests/style/greps.sh' \
  -exec grep -nE -e '-ffast-math|-Ofast|-funsafe-math|-fassociative-math' /dev/null {} + >"$work/fast.txt"
none_in "no build file asks for arithmetic in another order" "$work/fast.txt"

in_sources 'TO[D]O|FIX[M]E|X[X]X' | grep -v '^tests/style/' >"$work/todo.txt"
none_in "nothing is left to be done in the code" "$work/todo.txt"

# A header's own guard is the one #ifndef. api/clast.h is for C and C++ hosts, alone.
find src -name '*.[ch]' ! -path 'src/base/*' ! -path src/api/clast.h ! -name config.h ! -name build_info.h -exec ${AWK:-awk} '
  /^ *# *(if|ifdef|elif)([^a-z]|$)/ { print FILENAME ":" FNR ": " $0 }
  /^ *# *ifndef/ && $0 !~ /_H$/ { print FILENAME ":" FNR ": " $0 }' {} + >"$work/if.txt"
none_in "no #if outside src/base" "$work/if.txt"

find src -name '*.[ch]' ! -name config.h ! -name build_info.h | sed 's|/[^/]*$||' | sort | uniq -c |
  ${AWK:-awk} '$1 > 40 { print $2 ": " $1 " files" }' >"$work/many.txt"
none_in "no folder of src has more than 40 files" "$work/many.txt"

xargs ${AWK:-awk} '
  FNR <= 2 && /SPDX-License-Identifier: MIT/ { said[FILENAME] = 1 }
  END { for (k = 1; k < ARGC; k++) if (!(ARGV[k] in said)) print ARGV[k] }' <"$work/files.txt" >"$work/spdx.txt"
none_in "every source says its licence at the top" "$work/spdx.txt"

find src -name '*.h' ! -name config.h ! -name build_info.h ! -path src/api/clast.h -exec ${AWK:-awk} '
  FNR == 1 { guard = toupper(substr(FILENAME, 5)); gsub(/[\/.]/, "_", guard); wanted[FILENAME] = guard }
  $0 == "#ifndef " wanted[FILENAME] { guarded[FILENAME] = 1 }
  END { for (file in wanted) if (!guarded[file]) print file ": the guard is not " wanted[file] }' {} + >"$work/guard.txt"
none_in "every header is guarded by its own name" "$work/guard.txt"

in_sources "$(printf '\t')" >"$work/tab.txt"
none_in "no tabs" "$work/tab.txt"

in_sources ' +$' >"$work/blank.txt"
none_in "no blanks at line ends" "$work/blank.txt"

{ in_sources '^.{110}' | grep -E '^[^:]*\.[ch]:' | grep -v '"'; in_sources '^.{131}'; } >"$work/long.txt"
none_in "lines of C end at 100 columns, or soon after where members are aligned; none beyond 130" "$work/long.txt"

# rand and time give other numbers on other machines; the process-wide locale and working directory are not ours to change.
find src -name '*.[ch]' -exec grep -nE '\b(rand|srand|random|drand48|setlocale|chdir|gets|sprintf|strtok)\(' /dev/null {} + |
  grep -vE '^[^:]*:[0-9]+: *(/?\*|//)' >"$work/calls.txt"
none_in "no calls that depend on the process or the machine" "$work/calls.txt"

# What the scenario says of a run is read once.
find src -name '*.[ch]' -exec grep -nE \
  -e '\bsim->settings(\.[a-z_]+)*(\[[^]]*\])? *([-+*/%|&^]|<<|>>)?=($|[^=])|\bsim->settings\.[a-z_]+ *(\+\+|--)|(\+\+|--)sim->settings' \
  -e '\((mem(cpy|set|move)|settings_read)\(.*&?sim->settings' /dev/null {} + |
  grep -v '^src/run/setup/setup_read.c:[0-9]*:  PetscCall(settings_read(sim->options, &sim->settings));$' >"$work/settings.txt"
none_in "settings are written by their reading alone" "$work/settings.txt"

# A file that a comment names is there; those of fdlibm are not ours.
find src tests -name '*.[ch]' >"$work/there.txt"
find src -name '*.[ch]' -exec ${AWK:-awk} -v there="$work/there.txt" '
  BEGIN { while ((getline path < there) > 0) do known[path] = 1; while (sub(/^[^\/]*\//, "", path)) }
  FNR == 1 { inside = 0 }
  {
    line = $0
    if (!inside && match(line, /\/\*/)) { inside = 1; line = substr(line, RSTART) }
    if (!inside) next
    if (match(line, /\*\//)) { inside = 0; line = substr(line, 1, RSTART) }
    while (match(line, /[A-Za-z0-9_\/]+\.[ch]([^a-zA-Z0-9_]|$)/)) {
      name = substr(line, RSTART, RLENGTH)
      line = substr(line, RSTART + RLENGTH)
      sub(/[^a-z0-9_]$/, "", name)
      if (!known[name] && name !~ /^e_(exp|log|rem_pio2)\.c$/) print FILENAME ":" FNR ": no file is called " name
    }
  }' {} + >"$work/named.txt"
none_in "files that comments name are there" "$work/named.txt"

# A kind with more functions is split by what they are about, as Interaction is.
find src -name '*.[ch]' -exec ${AWK:-awk} '
  FNR == 1 { inside = 0 }
  /^(typedef )?struct[ A-Za-z0-9_]*\{/ { inside = 1; n = 0; name = $2 }
  inside && /^  [a-zA-Z_].*\(\*[a-z_]+\)\(/ { n++ }
  inside && /^\}/ {
    inside = 0
    if ($2 != "") name = $2
    sub(/;.*/, "", name)
    if (n > 11) print FILENAME ":" FNR ": " name " has " n " functions"
  }' {} + >"$work/kinds.txt"
none_in "no kind has more than 11 functions" "$work/kinds.txt"

find tests -name 'test_*.c' | while IFS= read -r file; do
  dir=$(dirname "$file") name=$(basename "$file")
  grep -qE "^  %D%/$name( |\$)" "$dir/room.am" || echo "$file: not in $dir/room.am"
  grep -qE '^TESTS\(\.ranks = \{[0-9, ]+\}' "$file" || echo "$file: TESTS() does not say on how many ranks it runs"
done >"$work/tests.txt"
none_in "every C test says its ranks and is registered" "$work/tests.txt"
find src tests input docs jobs python -name room.am | while IFS= read -r file; do
  grep -qx "include $file" Makefile.am || echo "$file: not included by Makefile.am"
done >"$work/rooms.txt"
none_in "every room.am is included by Makefile.am" "$work/rooms.txt"

cd "$work" && tap_end
