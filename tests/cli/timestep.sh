#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# dt: auto follows the contacts: fewer steps, the energy, the same bits on any ranks, with any lists and after a restart, rows on time.
. "$srcdir/tests/tap.sh"

# Rocks of 14 pebbles fall on each other in a tube.
rocks()
{
  cat >rocks.yaml <<'EOF'
schema: 1
run: {end_time: 0.16, dt: auto, gravity: [0, 0, -9.81]}
domain: {lo: [-0.15, -0.15, -0.01], hi: [0.15, 0.15, 0.35], boundary: [open, open, open]}
material:
  - rock: {density: 2650, young: 5e6, poisson: 0.25, restitution: 0.4, friction: 0.6}
  - steel: {density: 7800, young: 5e6, poisson: 0.3, restitution: 0.4, friction: 0.3}
contact:
  - all: {between: any, normal: hertz, tangential: mindlin}
template:
  - r1: {material: rock, scale: 0.001, pebbles: [
        -1.1586,-0.24857,0.27205,3.8048, 2.2054,-0.49074,0.31579,3.6234, 0.88149,-1.7273,0.52921,3.5473,
        0.72203,1.7536,-1.306,2.8062, 4.1237,-1.9367,-0.22175,2.6839, -2.1272,1.96,-1.9167,2.3618,
        -2.7535,-0.57119,1.6573,2.6164, 2.6056,-2.984,0.072916,2.7079, -1.5505,-1.9357,1.6404,2.6249,
        4.7479,-0.36808,0.70993,2.2378, -3.2429,0.10723,-0.24337,2.4741, 0.84242,0.13797,0.19488,3.7504,
        -1.0431,-2.3777,-0.37758,2.5692, -0.33779,2.4773,-2.1021,2.2854]}
  - r2: {material: rock, scale: 0.001, pebbles: [
        -1.0993,-0.0029257,-0.12859,3.8591, -3.5678,-0.81955,-0.64526,3.391, 0.96566,0.21423,-0.12993,3.6096,
        0.52835,2.0507,1.0445,3.0775, 2.474,-0.28651,0.22375,2.8385, -2.4799,-0.63031,-0.11246,3.71,
        -0.43959,-2.9544,0.41732,2.0604, 1.9896,0.43753,-1.9705,2.2941, 2.4736,1.1962,1.5724,2.2294,
        -1.0495,0.5774,0.44092,3.5776, 0.9818,-1.8431,0.2449,2.4326, 3.9114,-0.79663,-0.82865,1.8224,
        0.4344,1.4141,-0.072868,3.2801, 4.3031,-0.1863,1.2915,1.6101]}
  - r3: {material: rock, scale: 0.001, pebbles: [
        -0.77021,0.43613,0.39273,3.7189, 2.7731,-0.56608,-0.46882,3.2817, -3.1736,-0.76053,0.67463,3.5562,
        -0.941,-2.8328,0.25393,3.2808, -3.1086,0.7775,0.36941,3.3938, 1.0653,0.70908,-0.04183,3.5729,
        -4.4444,-1.08,0.25004,2.9287, 0.96447,-1.7985,-0.1493,3.2414, 3.9904,-0.85652,-1.2673,2.6097,
        -2.8201,-2.4192,0.28143,3.0749, -0.85261,1.7033,-0.4986,2.9348, -3.901,1.1092,0.9346,2.8656,
        2.2046,-3.1317,-1.7266,1.7458, 3.3534,0.35768,-1.555,2.374]}
clumps:
  - fill: {template: [r1, r2, r3], count: 25, region: cylinder, point: [0, 0, 0.002], axis: [0, 0, 1], radius: 0.03, length: 0.08,
           size: uniform, size_lo: 0.8, size_hi: 1.2}
wall:
  - floor: {shape: plane, material: rock, point: [0, 0, 0], normal: [0, 0, 1]}
  - tube: {shape: cylinder, material: steel, point: [0, 0, 0.001], axis: [0, 0, 1], radius: 0.031, length: 0.3}
output: {log_every: 0.002}
EOF
}

# The last step of a run in this folder; the energy that is off, in % of what is exchanged.
steps()
{
  tail -n 1 "$1/log.csv" | cut -d, -f1
}

off()
{
  sed -n 's/.*their sum is off by \([^ ]*\) %.*/\1/p' "$1.log"
}

# DIR NP OPTIONS...: a run, and the digest of its end.
go()
{
  local dir=$1 np=$2
  shift 2
  on_ranks "$np" "$CLAST" rocks.yaml -output_dir "$dir" -output_frames_every 0 "$@" >"$dir.log" 2>&1 || cat "$dir.log"
  digest_of "$dir"
}

digest_of()
{
  "$CLAST_DIGEST" "$(ls -t "$1"/restart/*.h5 | head -n 1)" | cut -c1-16
}

rocks
whole=$(go auto 1)
go fixed 1 -run_dt fixed >/dev/null
echo "# steps: auto $(steps auto), fixed $(steps fixed); energy off by $(off auto) %, $(off fixed) %"
is "rocks of 14 pebbles: at most a third of the steps of dt: fixed" "$((3 * $(steps auto) <= $(steps fixed)))" 1
is "  and the energy is kept to 1 % of what is exchanged" "$(echo "$(off auto)" | ${AWK:-awk} '{ print ($1 < 1 && $1 > -1) }')" 1
is "  dt changes" "$(test "$(tail -n +2 auto/log.csv | cut -d, -f3 | sort -u | wc -l)" -ge 3 && echo yes)" yes
is "  a row each 2 ms, none lost and none twice" "$(tail -n +2 auto/log.csv | cut -d, -f2 | ${AWK:-awk} '
  { d = $1 - n * 0.002; if (d > 2e-5 || d < -2e-5) print "row " n " at " $1; n++ } END { print n }')" 81
is "  the same bits on 2 ranks, with new lists in each step" "$(go two 2 -rebuild_every 1)" "$whole"
is "  on 3 ranks, with lists that hold for a short way" "$(go three 3 -search_skin 4e-4 -rebuild_every 7)" "$whole"
is "  on 4 ranks" "$(go four 4)" "$whole"
is "  with another search" "$(go every 1 -search_method cells)" "$whole"
go half 1 -run_end_time 0.075 >/dev/null
on_ranks 3 "$CLAST" -restart half -run_end_time 0.16 -output_frames_every 0 >half.log 2>&1
is "  and on 3 ranks after a restart" "$(digest_of half)" "$whole"

go kept 1 -run_dt fixed -run_end_time 0.02 >/dev/null
on_ranks 2 "$CLAST" -restart kept -run_dt auto -run_end_time 0.03 >kept.log 2>&1
is "a checkpoint of a fixed step goes on with it" "$(${AWK:-awk} -F, 'NR > 1 && $2 > 0.0202 { print $3 }' kept/log.csv | sort -u | wc -l)" 1

# A plate that lies flat: the matrix has the largest eigenvalue of the face of the fixed step, which takes .04 pi over its root,
# and the step that follows at most sqrt(.3): 12 of 24 parts of eight times the fixed one.
pebbles=$(${AWK:-awk} 'BEGIN { for (i = 0; i < 49; i++) printf "%s%g,%g,0,0.1", i ? ", " : "", 0.2 * (i % 7), 0.2 * int(i / 7) }')
cat >plate.yaml <<EOF
schema: 1
run: {end_time: 0.2, dt: auto, gravity: [0, 0, -9.81]}
domain: {lo: [-9, -9, -1], hi: [9, 9, 1], boundary: [free, free, free]}
material:
  - s: {density: 1000}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1e6, restitution: 1}
template:
  - plate: {material: s, pebbles: [$pebbles]}
clumps:
  - one: {template: plate, position: [0, 0, 0.09995894]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
EOF
for dt in auto fixed; do
  on_ranks 1 "$CLAST" plate.yaml -output_dir "plate_$dt" -run_dt "$dt" >"plate_$dt.log" 2>&1 || cat "plate_$dt.log"
done
is "a plate at rest takes four times the fixed step" "$(paste -d, <(tail -n 1 plate_auto/log.csv) <(tail -n 1 plate_fixed/log.csv) |
  ${AWK:-awk} -F, -v columns="$(head -n 1 plate_fixed/log.csv | ${AWK:-awk} -F, '{ print NF }')" '{ printf "%.3g", $3 / $(3 + columns) }')" 4

# Impacts far slower than the fastest ones that a look can see.
cat >slow.yaml <<'EOF'
schema: 1
run: {end_time: 2, dt: auto}
domain: {lo: [-9, -9, -1], hi: [9, 9, 1], boundary: [free, free, free]}
material:
  - s: {density: 1000}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1e8, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - one: {template: ball, position: [0, 0, 0.0510001], velocity: [0, 0, -0.001]}
  - two: {template: ball, position: [1, 0, 0.0510021], velocity: [0, 0, -0.001]}
  - three: {template: ball, position: [2, 0, 0.0510121], velocity: [0, 0, -0.001]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
EOF
on_ranks 1 "$CLAST" slow.yaml >slow.log 2>&1 || cat slow.log
is "impacts at a millimetre a second keep the energy to 1 %" "$(echo "$(off slow)" | ${AWK:-awk} '{ print ($1 < 1 && $1 > -1) }')" 1

# A ball on a floor, and one that falls on it.
cat >floor.yaml <<'EOF'
schema: 1
run: {end_time: 0.3, dt: auto, gravity: [0, 0, -9.81]}
domain: {lo: [-9, -9, -1], hi: [9, 9, 1], boundary: [free, free, free]}
material:
  - s: {density: 1000}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1e5, restitution: 0.3}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - one: {template: ball, position: [0, 0, 0.05]}
  - two: {template: ball, position: [2, 0, 0.07]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
EOF

# TABLE COLUMN: the number in the last row.
last()
{
  ${AWK:-awk} -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) k = i } END { print $k }' "$1"
}

# The floor shakes; a restart just before dt changes.
cat floor.yaml - >shaken.yaml <<'EOF'
motion:
  - shake: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: 0.01, frequency: 10}
output: {log_every: 1e-9, walls_every: 0.001}
EOF
on_ranks 1 "$CLAST" shaken.yaml -output_dir shaken >shaken.log 2>&1 || cat shaken.log
is "the work in walls.csv is what log.csv has as supplied" "$(last shaken/walls.csv work)" "$(last shaken/log.csv supplied)"
at=$(${AWK:-awk} -F, 'NR > 3 && $3 != dt && ++n == 8 { print time } { time = $2; dt = $3 }' shaken/log.csv)
on_ranks 1 "$CLAST" shaken.yaml -output_dir parts -run_end_time "$at" >parts.log 2>&1 || cat parts.log
on_ranks 2 "$CLAST" -restart parts -run_end_time 0.3 >parts.log 2>&1 || cat parts.log
is "  and the same after a restart at $at s, where dt changes" "$(last parts/walls.csv work)" "$(last shaken/walls.csv work)"

# A restart with another step, while the floor bears a ball and moves.
on_ranks 1 "$CLAST" shaken.yaml -output_dir other -run_end_time 0.1 >other.log 2>&1 || cat other.log
on_ranks 2 "$CLAST" -restart other -run_dt 1e-5 -run_end_time 0.11 >other.log 2>&1 || cat other.log
is "  and so after a restart with another step" "$(last other/walls.csv work)" "$(last other/log.csv supplied)"

# Before a look nothing moves, and then a force or a wall does.
cat >near.yaml <<'EOF'
schema: 1
run: {end_time: 0.05, dt: auto}
domain: {lo: [-9, -9, -1], hi: [9, 9, 1], boundary: [free, free, free]}
material:
  - s: {density: 1000, young: 1e7}
contact:
  - ss: {between: [s, s], normal: hertz, restitution: 0.3}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - one: {template: ball, position: [0, 0, 0.0505]}
  - two: {template: ball, position: [1, 0, 0.0511]}
  - three: {template: ball, position: [2, 0, 0.054]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
EOF
for what in "force: 5 N from the start" "force: 510 N from 0.01 s on" "a field" "a wall that oscillates fast"; do
  { cat near.yaml
    case $what in
      *start) echo 'force: [f: {force: [0, 0, -5]}]' ;;
      *on) echo 'force: [f: {force: [0, 0, -510], start: 0.01}]' ;;
      *field) echo 'interaction: [g: {type: uniform, acceleration: [0, 0, -9.81]}]' ;;
      *) echo 'motion: [m: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: 0.001, frequency: 300}]' ;;
    esac
  } >moved.yaml
  on_ranks 1 "$CLAST" moved.yaml -output_dir moved >moved.log 2>&1 || cat moved.log
  is "$what: the energy is kept to 1 %" "$(echo "$(off moved)" | ${AWK:-awk} '{ print ($1 < 1 && $1 > -1) }')" 1
done

# An event looks at a time that falls on the first step after dt has grown only because that step is longer.
cat floor.yaml - >quiet.yaml <<'EOF'
event:
  - quiet: {when: unbalanced, above: 0, every: 9, do: [end]}
EOF
on_ranks 1 "$CLAST" quiet.yaml -output_dir quiet -output_log_every 1e-9 >quiet.log 2>&1 || cat quiet.log
at=$(${AWK:-awk} -F, 'NR > 2 && $2 > 0.01 && $3 > 1.2 * dt { printf "%.9g", time + 1.5 * dt + 1.2 * ($3 - dt); exit }
  { time = $2; dt = $3 }' quiet/log.csv)
on_ranks 1 "$CLAST" quiet.yaml -output_dir quiet -event_quiet_every "$at" >quiet.log 2>&1 || cat quiet.log
is "an event looks at the balance of forces at its time, $at s" "$(tail -n 1 quiet/log.csv | ${AWK:-awk} -F, -v at="$at" '{ print ($2 < at + 1e-3) }')" 1

# A restart with a spring that is too stiff for dt to follow.
cat >spring.yaml <<'EOF'
schema: 1
spring:
  - rope: {between: [s, s], distance: 3, stiffness: 1e8, at: 0.11}
EOF
on_ranks 1 "$CLAST" floor.yaml -output_dir soft -run_end_time 0.1 >soft.log 2>&1 || cat soft.log
on_ranks 1 "$CLAST" spring.yaml -restart soft -run_end_time 0.12 >soft.log 2>&1 || cat soft.log
is "a restart with a stiff spring takes the step that this needs" "$(tail -n 1 soft/log.csv | ${AWK:-awk} -F, '{ print ($3 < 1e-5) }')" 1
# A step that follows begins with eight times the fixed one where nothing touches yet, which is no step at which anything is hit.
for dt in auto 1e-2; do
  check "a plate that falls, dt: $dt" "$CLAST" plate.yaml -check -clumps_one_position 0,0,0.5 -run_dt $dt -output_log_every 2e-3
  grep -E 'warning: (-run_dt|-output_log_every)' "$out" >"warned_$dt"
done
none_in "  no warning of impacts or of rows in every step" warned_auto
is "  but with a fixed one so long" "$(grep -c 'impacts are not resolved\|shorter than the time step' warned_1e-2)" 2

tap_end
