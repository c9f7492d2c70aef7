#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 900
# The main example to its end, and on from its last checkpoint until the rocks lie still.
. "$srcdir/tests/tap.sh"

check "the rock fall runs on 2 ranks" on_ranks 2 "$CLAST" "$srcdir/input/rockfall.yaml" -output_dir fall -output_frames_every 0 -image_view_size 160,90
check "and on for a second, on 3 ranks" on_ranks 3 "$CLAST" -restart fall/restart -run_end_time 5 -output_final still.csv
is "it is finished" "$(cat fall/status 2>/dev/null)" finished

wrong_in() # PROGRAM: awk over the rows of the log, printing what is wrong; v("time") is a column
{
  ${AWK:-awk} -F, '
    function v(name) { if (!(name in column)) print "no column " name; return $(column[name]) + 0 }
    function off(a, b) { return a > b ? a - b : b - a }
    function kinetic() { return v("kinetic_translational") + v("kinetic_rotational") }
    function energy() { return kinetic() + v("potential") + v("dissipated") }
    NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
    '"$1"'
    END { if (NR < 400) print "the log has only " NR " lines" }' fall/log.csv >wrong.txt 2>&1 || echo "there is no log to read" >>wrong.txt
}

# 0.05 m: half of the smallest radius, where a run is stopped; 0.027 is seen at impacts of 15 m/s on the softened rock
wrong_in 'v("clumps") != 2400 || v("max_overlap") > 0.05 { print v("time") ": " v("clumps") " clumps, overlap " v("max_overlap") }'
none_in "no rock is lost or pressed through another" wrong.txt
# 5e-4: dissipation is summed over steps of a twelfth of a contact; 1.1e-4 is seen
wrong_in 'NR == 2 { start = energy() } off(energy() / start, 1) > 5e-4 { print v("time") ": " energy() " of " start }'
none_in "kinetic, potential and dissipated energy sum up over fall and restart" wrong.txt
# 1e-5 of 39 MJ dissipated leaves some 3 cm/s of mean speed; they fell at 10 m/s
wrong_in '
  kinetic() > most { most = kinetic() }
  END { if (most < 1e7) print "never fell: " most " J"; if (kinetic() > 1e-5 * v("dissipated")) print kinetic() " J left at " v("time") " s" }'
none_in "the rocks come to rest" wrong.txt

# Centres lie within the yard and above the hill x + z = 6, by no less than half of the smallest radius.
${AWK:-awk} -F, '
  NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
  { x = $(column["x"]); y = $(column["y"]); z = $(column["z"]); n++ }
  x < 0.05 || x > 9.95 || y < 0.05 || y > 9.95 || z < 0.05 || (x + z - 6) / sqrt(2) < 0.05 { print "outside: " $0 }
  END { if (n != 2400) print n + 0 " rocks" }' still.csv >wrong.txt 2>&1 || echo "there is no state to read" >>wrong.txt
none_in "2400 rocks lie in the yard" wrong.txt

tap_end
