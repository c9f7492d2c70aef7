#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/start/gallery.md: its commands are taken as they stand, each has its picture there; jobs/picture.sh draws one.
. "$srcdir/tests/tap.sh"

check "a picture of a scenario" "$srcdir/jobs/picture.sh" "$srcdir/input/dumbbell.yaml" 0.01 "size: [64, 48]"
is "  a PNG of this size" "$(od -An -tu1 -j16 -N8 out/picture/dumbbell.png | xargs)" "0 0 0 64 0 0 0 48"
status "a key that is none" 2 "$srcdir/jobs/picture.sh" "$srcdir/input/dumbbell.yaml" 0.01 "sise: [64, 48]"
says "  is named" "sise"
printf '#!/bin/sh\ncp "$1" "%s/taken.yaml"; exit 1\n' "$work" >takes
chmod +x takes
status "a scenario that draws itself" 1 env CLAST="$work/takes" "$srcdir/jobs/picture.sh" "$srcdir/input/drum.yaml" 0.01 "size: [64, 48]"
is "  draws this picture instead" "$(grep -c '^image:' taken.yaml):$(grep '^image:' taken.yaml)" "1:image: [view: {every: 0.01, size: [64, 48]}]"
is "  and has all the rest" "$(grep -vc '^image:\|^  - view:' "$srcdir/input/drum.yaml")" "$(grep -vc '^image:' taken.yaml)"
check "options of clast" "$srcdir/jobs/picture.sh" "$srcdir/input/gas.yaml" 0.001 "size: [64, 48], outline: true" -clumps_left_count 5

# The commands, with a program that checks what it is told and runs nothing.
printf '#!/bin/sh\n"%s" "$@" -check >>"%s/checked.txt" 2>&1; exit 1\n' "$CLAST" "$work" >checks
chmod +x checks
grep '^    jobs/picture.sh' "$srcdir/docs/start/gallery.md" >commands.txt
(cd "$srcdir" && CLAST=$work/checks sh "$work/commands.txt") >said.txt 2>&1
is "the commands of the page are taken" "$(grep -c 'no mistakes found' checked.txt)" "$(wc -l <commands.txt)"
is "  and there are some" "$(test "$(wc -l <commands.txt)" -gt 10 && echo yes)" yes
sed 's/.*input\/\([a-z_0-9]*\)\.yaml.*/\1/' commands.txt | sort >named.txt
(cd "$srcdir/docs/img/gallery" && ls -- *.png) | sed 's/\.png$//' | sort | diff named.txt - >other.txt
none_in "each has its picture" other.txt
(cd "$srcdir/input" && ls -- *.yaml) | sed 's/\.yaml$//' | grep -v '^stars_large$' | sort | diff named.txt - >left.txt
none_in "and so has every scenario" left.txt
tap_end
