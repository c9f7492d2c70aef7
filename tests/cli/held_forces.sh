#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Forces of constraints and of hard contacts on single clumps, fixed ones among them, in bodies.csv.
. "$srcdir/tests/tap.sh"

# Balls 2 and 3 hang from ball 1, ball 5 from the end of bar 4, 1 m from its centre, all at rest; 6 to 8 swing. m = 4.18879 kg.
cat >clumps.csv <<'END'
id,template,x,y,z,vx,vy,vz,blocked
1,ball,1,1,2.5,0,0,0,xyzXYZ
2,ball,1,1,2,0,0,0,
3,ball,1,1,1.5,0,0,0,
4,bar,2,1,2.5,0,0,0,xyzXYZ
5,ball,3,1,2,0,0,0,
6,ball,2,2,2.5,0,0,0,xyzXYZ
7,ball,2,2,2,4,0,0,
8,ball,2,2,1.5,6,0,0,
END
printf 'a,b,length\n1,2,0.5\n2,3,0.5\n6,7,0.5\n7,8,0.5\n' >rods.csv
printf 'a,b,length,ax,ay,az,bx,by,bz\n4,5,0.5,1,0,0,0,0,0\n' >arm.csv
cat >arms.yaml <<'END'
schema: 1
run: {end_time: 0.2, dt: 1.0e-3, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [4, 4, 3]}
material:
  - s: {density: 1000}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.1]}
  - bar: {material: s, pebbles: [-1, 0, 0, 0.1, 1, 0, 0, 0.1]}
clumps:
  - all: {file: clumps.csv}
constraint:
  - chain: {type: distance, file: rods.csv, sweeps: 40}
  - hook: {type: distance, file: arm.csv}
output: {bodies_every: 0.005, bodies: [1, 2, 3, 4, 5, 6, 7, 8], bodies_pebbles: true}
END
sed '/hook:/d' arms.yaml >rods.yaml

# FILE: the largest sum of the forces that hold the clumps, N, but for the weight; those of balls 6 to 8 cancel.
sums() { ${AWK:-awk} -F, 'FNR > 1 && $3 > 5 { for (k = 4; k < 7; k++) s[$1, k] += $k; n++ } END { for (i in s) { v = s[i] < 0 ? -s[i] : s[i]; if (v > most) most = v }; print (n > 30 && most < 1e-9) ? "none" : most }' "$1"; }
# FILE CLUMP COLUMN: at the end.
at_end() { ${AWK:-awk} -F, -v c="$2" -v name="$3" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) at = k } NR > 1 && $3 == c { v = sprintf("%.4f", $at) } END { print v }' "$1"; }

for kind in rods arms; do
  check "balls that hang, $kind" "$CLAST" $kind.yaml -output_dir $kind
  is "  the anchor bears both, the upper one hands on the lower one's" \
    "$(for k in 1 2 3; do at_end $kind/bodies.csv $k force_z; done | tr '\n' ' ')" "-83.7758 41.8879 41.8879 "
  is "  with its weight nothing is left on a ball at rest" "$(at_end $kind/bodies.csv 2 total_z | tr -d -)" 0.0000
  is "  those that swing: forces cancel" "$(sums $kind/bodies.csv)" none
  is "  none in the first row" "$(sed -n 2p $kind/bodies.csv | cut -d, -f4-9)" 0,0,0,0,0,0
  is "  no pebble bears anything" "$(cut -d, -f4 $kind/pebbles.csv | sort -u | tr '\n' ' ')" "-1 pebble "
  check "  on 3 ranks" on_ranks 3 "$CLAST" $kind.yaml -output_dir ${kind}3 -rebuild_every 5 -balance_every 10
  is "  the same digits" "$(cat ${kind}3/bodies.csv ${kind}3/pebbles.csv | cksum)" "$(cat $kind/bodies.csv $kind/pebbles.csv | cksum)"
done
is "the bar bears the ball, and its torque" "$(at_end arms/bodies.csv 4 force_z) $(at_end arms/bodies.csv 4 torque_y)" "-41.8879 41.8879"
check "halted, and gone on on 2" "$CLAST" arms.yaml -output_dir cut -run_end_time 0.113
check "  on 2" on_ranks 2 "$CLAST" -restart cut -output_dir cut -run_end_time 0.2
is "  the same digits" "$(cat cut/bodies.csv cut/pebbles.csv | cksum)" "$(cat arms/bodies.csv arms/pebbles.csv | cksum)"

# ---- hard contacts: ball 2 on a fixed one, 3 on 4 on the floor ----
sed '/^contact:/,/^  - ss/d; /hook:/d; s/chain: .*/hard: {type: contact, between: [s, s], friction: 0.3}/; s/^clumps:/wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 1], normal: [0, 0, 1]}\n&/
  s/output: {/&walls_every: 0.02, /; s/1, 2, 3, 4, 5.*8/1, 2, 3, 4/' arms.yaml >hard.yaml
printf 'id,template,x,y,z,blocked\n1,ball,2,2,2,xyzXYZ\n2,ball,2,2,2.2,\n3,ball,1,1,1.3,\n4,ball,1,1,1.1,\n' >clumps.csv
check "balls that lie on each other" "$CLAST" hard.yaml -output_dir hard
is "  a fixed one bears the weight, each but for it what lies above" \
  "$(for k in 1 2 3 4; do at_end hard/bodies.csv $k force_z; done | tr '\n' ' ')" "-41.8879 41.8879 41.8879 41.8879 "
is "  all of it is on the floor" "$(${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "force_z") at = k } END { printf "%.4f", $at }' hard/walls.csv)" -83.7758
check "  on 3 ranks" on_ranks 3 "$CLAST" hard.yaml -output_dir hard3
is "  the same digits" "$(cksum <hard3/bodies.csv)" "$(cksum <hard/bodies.csv)"
tap_end
