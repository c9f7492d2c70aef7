#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Pages of the manual and completion in bash, as make builds them: every option is there, man takes the pages without a warning, words
# are completed.
. "$srcdir/tests/tap.sh"

for name in clast clast-clump clast-digest clast-plot; do
  page=$builddir/$name.1
  check "$name.1 is built" test -s "$page"
  if command -v man >where.txt && command -v groff >where.txt; then
    LC_ALL=C MANWIDTH=100 man --warnings -l "$page" >"$name.txt" 2>warned.txt
    none_in "  man takes it" warned.txt
    is "  name" "$(sed -n '/^NAME/{n;p}' "$name.txt" | grep -c "$name - [a-z]")" 1
    is "  sections" "$(grep -cxE 'NAME|SYNOPSIS|SEE ALSO' "$name.txt")" 3
  else
    skip "man takes $name.1" "no man or no groff"
  fi
done
is "each option has its item" "$(sed -n '/^\.SH KEYS/,$p' "$builddir/clast.1" | grep -c '^\.B \\-')" \
  "$("$CLAST" -help | sed '1,/^Every key/d' | grep -c '^  -')"
"$CLAST" -help | sed -n 's/^      \(the run ends at .*\)/\1/p' >line.txt
is "with what it is" "$(grep -cxF -f line.txt "$builddir/clast.1")" 1

cat >mine.yaml <<'END'
schema: 1
material:
  - glass: {density: 2500}
  - wood: {density: 700}
contact:
  - all: {between: [glass, wood], normal: hertz}
END
mkdir -p tables && echo >tables/sizes.csv
# WORD...: what the last word is completed to, sorted, on a line
completed()
{
  bash -c '
    . "$1"; shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    function=$(complete -p "$1" | sed "s/.*-F \([a-z_]*\) .*/\1/")
    $function 2>why.txt
    printf "%s\n" "${COMPREPLY[@]}"' - "$builddir/completions/clast" "$@" | sort | xargs
}

is "a prefix" "$(completed clast mine.yaml -run_inte)" "-run_integrator -run_interact_same_bond_id"
is "two dashes" "$(completed clast mine.yaml --run_integ)" --run_integrator
is "names of the scenario" "$(completed clast mine.yaml -material_wood_d)" -material_wood_density
is "  of each kind" "$(completed clast mine.yaml -material_glass_yo)" -material_glass_young
is "  without one" "$(completed clast -material_)" -material_
is "words of a key" "$(completed clast mine.yaml -run_integrator e)" euler
is "  of an object's" "$(completed clast mine.yaml -contact_all_normal her)" "hertz hertz_table"
is "yes or no" "$(completed clast mine.yaml -output_frames_walls t)" true
is "  which need not be there" "$(completed clast -check m)" mine.yaml
is "a file" "$(completed clast mine.yaml -sweep tables/s)" tables/sizes.csv
is "a number: nothing" "$(completed clast mine.yaml -run_end_time '')" ""
is "scenarios and folders" "$(completed clast '')" "$(ls -d *.yaml */ | sed 's,/$,,' | sort | xargs)"
is "a verb of clast-clump" "$(completed clast-clump ge)" generate
is "  an option" "$(completed clast-clump generate --volume)" --volume-error
is "an option of clast-digest" "$(completed clast-digest --a)" --all
for name in clast-clump clast-digest; do
  is "bash finds the completion of $name by its name" "$(cmp "$builddir/completions/clast" "$builddir/completions/$name" && echo same)" same
done

# A program that cannot run is no reason for make to fail.
mkdir no && printf '#!/bin/sh\nexit 1\n' >no/clast && chmod +x no/clast
check "a short page where the program cannot run" "$srcdir/build-aux/man-page" no/clast
says "  which is said" "cannot run here"
check "and no completion" "$srcdir/build-aux/completion" no/clast
says "  likewise" "cannot run here"
tap_end
