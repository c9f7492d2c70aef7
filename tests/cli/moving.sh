#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Walls that move, as a user sees them: walls.csv and log.csv on any ranks and through restarts, and what -check doubts.
. "$srcdir/tests/tap.sh"

cat >press.yaml <<'END'
schema: 1
title: a heap on a plate that shakes, pressed by a lid that turns
run: {end_time: 0.2, dt: 2.5e-4, seed: 3, gravity: [0, 0, -9.81]}
domain: {lo: [-3, -2, -1], hi: [3, 2, 6], boundary: [open, periodic, open]}
material:
  - soft: {density: 1.0, young: 1.0e5, poisson: 0.3}
contact:
  - soft-soft: {between: [soft, soft], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.5,
                rolling: constant_torque, rolling_friction: 0.05}
template:
  - pair: {material: soft, pebbles: [0, 0, 0, 0.3, 0.4, 0, 0, 0.2]}
clumps:
  - heap: {template: [pair], count: 40, lo: [-2, -2, 0], hi: [2, 2, 3]}
wall:
  - plate: {shape: plane, material: soft, point: [0, 0, 0], normal: [0, 0, 1]}
  - lid: {shape: plane, material: soft, point: [0, 0, 3], normal: [0, 0, -1]}
  - side: {shape: plane, material: soft, point: [2, 0, 0], normal: [-1, 0, 0]}
motion:
  - shake: {walls: [plate], type: oscillate, direction: [1, 0, 1], amplitude: 0.05, frequency: 10}
  - lower: {walls: [lid], type: translate, velocity: [0, 0, -2]}
  - tilt: {walls: [lid], type: rotate, point: [-2, 0, 3], axis: [0, 1, 0], rate: -0.5, start: 0.02, end: 0.15}
output: {log_every: 0.01, walls_every: 0.01}
checkpoint: {every: 0.0625, keep: 9}
END

rows() # FOLDER: all that must not depend on the ranks
{
  cut -d, -f1-18 "$1/log.csv"
  cat "$1/walls.csv"
}

check "walls that move, on 1 rank" "$CLAST" press.yaml -output_dir one
is "  columns of walls.csv" "$(head -n 1 one/walls.csv)" \
  "step,time,wall,force_x,force_y,force_z,torque_x,torque_y,torque_z,point_x,point_y,point_z,power,work,shift_x,shift_y,shift_z,angle"
is "  a row for each wall at each time" "$(sed 1d one/walls.csv | cut -d, -f1,3 | sort -u | wc -l)" 63
for n in 2 3 4 8; do
  check "  on $n" on_ranks $n "$CLAST" press.yaml -output_dir "on$n"
  is "  the same digits in walls.csv and log.csv" "$(rows "on$n" | cksum)" "$(rows one | cksum)"
  is "  the same digest" "$(digest on$n/restart/clast-800.h5)" "$(digest one/restart/clast-800.h5)"
done
check "  halted in the middle of motions, on 3" on_ranks 3 "$CLAST" press.yaml -output_dir halted -run_end_time 0.093
check "  goes on on 2" on_ranks 2 "$CLAST" -restart halted -output_dir halted -run_end_time 0.2
is "  the same digits in walls.csv and log.csv" "$(rows halted | cksum)" "$(rows one | cksum)"
is "  the same digest" "$(digest halted/restart/clast-800.h5)" "$(digest one/restart/clast-800.h5)"

# Where walls are, from closed forms to the rounding of an angle: 1e-12.
# place FOLDER WALL: its shift and angle in the last row
place() { ${AWK:-awk} -F, -v wall="$2" 'NR == 1 { for (k = 1; k <= NF; k++) c[$k] = k } $3 == wall { at = sprintf("%.12g %.12g %.12g %.12g", $c["shift_x"], $c["shift_y"], $c["shift_z"], $c["angle"]) } END { print at }' "$1/walls.csv"; }
is "  a lid that goes down and turns for 0.13 s" "$(place one lid)" "0 0 -0.4 $(awk 'BEGIN { printf "%.12g", -0.5 * 0.13 * 45 / atan2(1, 1) }')"
is "  a wall that rests" "$(place one side)" "0 0 0 0"
is "  a plate that shakes has been elsewhere" "$(awk -F, '$3 == "plate" && $15 != 0 && $15 == $17 && $18 == 0' one/walls.csv | grep -c .)" "$(awk -F, '$3 == "plate" && $15 != 0' one/walls.csv | grep -c .)"
sed '/^motion/,/^output/{/^output/!d}; s/^output/  - rod: {shape: cylinder, material: soft, point: [0, 0, 5], axis: [0, 1, 0], radius: 0.1, side: outside}\n  - bar: {shape: cylinder, material: soft, point: [1, 0, 5], axis: [0, 1, 0], radius: 0.1, side: outside}\n&/' press.yaml >rods.yaml
cat >>rods.yaml <<'END'
motion:
  - spin: {walls: [rod], type: rotate, point: [0, 0, 5], axis: [0, 1, 0], rate: 500}
  - back: {walls: [rod], type: rotate, point: [0, 0, 5], axis: [0, -1, 0], rate: 100}
  - ride: {walls: [bar], type: table, file: ride.csv}
  - carry: {groups: [load], type: translate, velocity: [0, 0, 1], start: 0.01}
END
sed -i 's/^  - heap: {/&group: load, /' rods.yaml
# three quarters of a turn about y in 0.012 s, and half of the last one in the 0.008 s after them
printf 'time,x,y,z,qw,qx,qy,qz\n0,1,0,5,1,0,0,0\n0.004,1,0,5,0.7071067811865476,0,0.7071067811865476,0\n0.008,1,0,5,0,0,1,0\n0.012,1,0,5.5,-0.7071067811865476,0,0.7071067811865476,0\n0.028,1,0,5.5,-1,0,0,0\n' >ride.csv
check "rods that turn more than once" "$CLAST" rods.yaml -output_dir rods -run_end_time 0.02
is "  by two motions" "$(place rods rod)" "0 0 0 $(awk 'BEGIN { printf "%.12g", 400 * 0.02 * 45 / atan2(1, 1) }')"
is "  by a table" "$(place rods bar)" "0 0 0.5 315"
is "  a group that is carried" "$(place rods load)" "0 0 0.01 0"

# Exact sums of the same works, rounded once for each wall: 1e-14.
${AWK:-awk} -F, '
  FNR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
  FILENAME ~ /walls/ { work[$1] += $(column["work"]); if ($3 == "side" && $(column["power"]) != 0) print "side has power"; next }
  { got = $(column["supplied"]); off = got - work[$1]; if (off * off > 1e-28 * got * got) print $1 ": supplied " got ", work " work[$1]
    if (got > 0.1) some++ }
  END { if (!some) print "the walls have done no work" }' one/walls.csv one/log.csv >wrong.txt
none_in "the works of all walls are what is supplied" wrong.txt
# The point of the lid is on its axis, which the lid carries down: z = 3 - 2 t. 1e-12: rounding.
${AWK:-awk} -F, '$3 == "lid" { off = $12 - 3 + 2 * $2; if (off * off > 1e-24 || $10 != -2) print $0; n++ } END { if (n != 21) print n " rows" }' \
  one/walls.csv >wrong.txt
none_in "torques on a wall that turns are about its axis, where that is now" wrong.txt
# The weight is what the walls bear, less what the heap gains in momentum: sum of forces = -weight - dp/dt. No closed form for the
# heap; here of one ball at rest: mass 4/3 pi .3^3, 1e-9 as it starts in balance up to what 17 digits leave.
cat >rest.yaml <<'END'
schema: 1
run: {end_time: 0.01, dt: 1.0e-4, gravity: [0, 0, -10]}
domain: {lo: [-3, -2, -1], hi: [3, 2, 6], boundary: [open, open, open]}
material:
  - soft: {density: 1.0, young: 1.0e5, poisson: 0.3}
contact:
  - soft-soft: {between: [soft, soft], normal: hooke, stiffness: 1.0e4, restitution: 0.5}
template:
  - ball: {material: soft, pebbles: [0, 0, 0, 0.3]}
clumps:
  - one: {template: [ball], position: [1, 0.5, 0.29988690266]}
wall:
  - floor: {shape: plane, material: soft, point: [0, 0, 0], normal: [0, 0, 1]}
output: {walls_every: 0.01}
END
check "loads on a wall at rest" "$CLAST" rest.yaml -output_dir rest
${AWK:-awk} -F, 'NR > 1 { weight = 10 * 4 / 3 * atan2(0, -1) * 0.027
  off = $6 / -weight - 1; if (off * off > 1e-12) print "force " $6 ", weight " weight
  off = $7 / (-weight * 0.5) - 1; if (off * off > 1e-12) print "torque about x " $7
  off = $8 / weight - 1; if (off * off > 1e-12) print "torque about y " $8
  n++ } END { if (n != 2) print n " rows" }' rest/walls.csv >wrong.txt
none_in "  a ball at rest: its weight, and the torque of it about the origin" wrong.txt
check "without walls_every" "$CLAST" rest.yaml -output_dir rest -output_walls_every 0
test ! -e rest/walls.csv && pass "  the walls.csv of the run before is gone" || fail "  the walls.csv of the run before is gone"

check "a lid that closes beyond the floor" "$CLAST" press.yaml -check -run_end_time 4
says "  moves out of the domain" 'line [0-9]+: wall: lid: moves out of the domain: at t = [0-9.]* s the whole domain is behind it'
status "a lid that is too fast, in the first steps" 3 "$CLAST" press.yaml -check -motion_lower_velocity 0,0,-400
says "  sweeps through clumps" 'the fastest wall moves 0\.101 m in a step, 0\.5 of the smallest radius'
check "what is usual" "$CLAST" press.yaml -check
silent "  is no doubt" 'moves out|sweeps'
# A servo that moves a group alone needs a gain: one mistake, not two.
sed -e 's/template: \[pair\], count/group: [tool], &/' -e '/shake:/,/tilt:/d' press.yaml >tool.yaml
sed -i 's/^motion:/&\n  - pull: {groups: [tool], type: servo, direction: [0, 0, 1], force: 1, speed_limit: 0.1}/' tool.yaml
status "a servo of a group without a gain" 2 "$CLAST" tool.yaml -output_dir tool
says "  one mistake, which says what to give" '^clast: 1 mistake in '
says "  " 'motion: pull: gain: auto is for walls: give the speed over the force for the group tool'

# A servo that had clumps before it keeps its gain when all have left.
sed -e '/template:/,/heap:/d' -e 's/0.2, dt: 2.5e-4/0.1, dt: 1.0e-3/' -e '/shake:/,/tilt:/d' -e '/^checkpoint/d' press.yaml >left.yaml
cat >>left.yaml <<'END'
template:
  - ball: {material: soft, pebbles: [0, 0, 0, 0.3]}
clumps:
  - last: {template: ball, position: [-2.5, 0, 1], velocity: [-20, 0, 0]}
END
sed -i 's/^motion:/&\n  - lift: {walls: [plate], type: servo, direction: [0, 0, 1], force: 1, speed_limit: 0.1}/' left.yaml
check "a servo whose only clump leaves" "$CLAST" left.yaml -output_dir left -run_end_time 0.05
check "  goes on from a checkpoint without clumps" "$CLAST" -restart left -output_dir left -run_end_time 0.1

# ---- a clump far from the axis joins a group that turns: dt: auto goes on with the speeds of walls of the start, after a restart as well ----
cat >joins.yaml <<'EOF'
schema: 1
run: {end_time: 0.1, dt: auto, gravity: [0, 0, -9.81], overlap_limit: 9}
domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [open, open, open]}
material: [{s: {density: 1000, young: 1e6}}]
contact: [{ss: {between: [s, s], normal: hertz, restitution: .5, tangential: mindlin, friction: .4}}]
template: [{big: {material: s, pebbles: [0, 0, 0, 0.08]}}]
clumps:
  - heap: {template: [big], count: 15, lo: [-.5, -.5, -.5], hi: [.5, .5, .5], velocity: [0, 0, -1]}
  - near: {template: big, position: [0.31, 0.13, 0.7], group: drum}
  - far: {template: big, position: [-0.71, 0.17, 0.7], group: later}
motion: [{turn: {groups: [drum], type: rotate, point: [0.01, 0, 0.5], axis: [0, 1, 0.1], rate: 6}}]
change: [{join: {start: 0.02, action: group, group: drum, groups: [later]}}]
EOF
check "a clump joins a group that turns" "$CLAST" joins.yaml -output_dir joined
check "  half of it" on_ranks 2 "$CLAST" joins.yaml -output_dir joining -run_end_time 0.05
check "  and on from there" "$CLAST" -restart joining -output_dir joining -run_end_time 0.1
last=$(basename "$(ls -t joined/restart/*.h5 | head -n 1)")
is "  the same state" "$(digest "joining/restart/$last")" "$(digest "joined/restart/$last")"
tap_end
