#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# The example of a flow solver coupled with clast (input/flow/flow.c): a bed beside Ergun's equation, a sphere that sinks beside
# its terminal velocity, and the momentum of grains and fluid.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

# shellcheck disable=SC2086 # flags are words
host "the example" "$srcdir/input/flow/flow.c" -I"$srcdir/src/api" -L"$builddir/lib" -lclast -Wl,-rpath,"$builddir/lib" $CLAST_TEST_CFLAGS \
  $CLAST_TEST_LIBS
is "  it has less than 400 lines" "$(wc -l <"$srcdir/input/flow/flow.c" | ${AWK:-awk} '{ print ($1 < 400) }')" 1

# COLUMN-BEFORE-THE-NUMBER LEAST MOST: how many numbers after this word are within.
within()
{
  ${AWK:-awk} -v word="$1" -v least="$2" -v most="$3" '{ for (k = 1; k < NF; k++) if ($k == word) n += $(k + 1) + 0 >= least && $(k + 1) + 0 <= most } END { print n + 0 }' "$out"
}

check "air through a fixed bed" on_ranks 1 ./flow bed "$srcdir/input/flow/bed.yaml"
is "  has Ergun's pressure drop within 5 %, by both laws" "$(within drop 0.95 1.05)" 4
note "$(cat "$out")"
check "a sphere that sinks" on_ranks 1 ./flow ball "$srcdir/input/flow/ball.yaml"
is "  has its terminal velocity" "$(within by 0 1e-10)" 1
for np in 1 3; do
  check "grains move into water, on $np ranks" on_ranks $np ./flow box "$srcdir/input/flow/box.yaml"
  is "  and the momentum of both stays" "$(within by 0 1e-10)" 1
  is "  while the fluid takes half of it" "$(within has 0.53 0.56)" 1
  note "$(cat "$out")"
done
tap_end
