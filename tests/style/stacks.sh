#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/stacks/run.sh tells which digests of stacks differ. No stack is built here: their results are made up.
. "$srcdir/tests/tap.sh"

made_up() # ROW: 30 digests, all unit tests passed
{
  mkdir -p "rows/row-$1"
  for input in biaxial bottle chain cloth dam_break drum_mesh freeze stars transfer uniaxial; do
    for np in 1 2 3; do echo "$input $np 0123456789abcdef"; done
  done >"rows/row-$1/digests"
  echo "9 passed, 0 failed" >"rows/row-$1/counted"
  echo 77 >"rows/row-$1/seconds"
}

table() # judges what is there, and runs nothing
{
  "$srcdir/tests/stacks/run.sh" -into rows 0
}

made_up 1
made_up 2
check "stacks with equal digests pass" table
says "  so" "2 passed, 0 failed, "
says "  a stack that was not run is no pass" "| not run |"

sed -i 's/^chain 2 .*/chain 2 fedcba9876543210/' rows/row-2/digests
status "one digest that differs is a failure" 1 table
says "  which is named" "row 2: chain on 2 ranks: digest fedcba9876543210, but 0123456789abcdef in row 1"
says "  and counted" "| 29 of 30 |"
says "  and counted" "1 passed, 1 failed, "

sed -i 's/^chain 2 .*/chain 2 /' rows/row-2/digests
status "so is one that is missing" 1 table
says "  which is named" "row 2: chain on 2 ranks: no digest"

made_up 2
echo "8 passed, 1 failed" >rows/row-2/counted
status "so is a unit test" 1 table
says "  and counted" "1 passed, 1 failed, "

made_up 2
echo "no gcc-77 here" >rows/row-2/lacks
check "a stack that is not here is skipped" table
says "  and it is said why" "skipped: no gcc-77 here"
status "a row that is not in the list is a mistake" 2 "$srcdir/tests/stacks/run.sh" -into rows 99
says "  which names it" "there is no row 99"
tap_end
