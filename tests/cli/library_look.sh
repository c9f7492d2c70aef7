#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Looks of hosts of the library at all tables: what they see is what the program writes, on any number of ranks, and looking changes
# nothing.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

host "a host" look.c
cp -r "$srcdir/input" .

cat >all.yaml <<'EOF'
schema: 1
run: {end_time: 0.02, dt: 5.0e-5, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, -0.1], hi: [0.4, 0.4, 0.6], boundary: [open, periodic, open]}
material:
  - s: {density: 2000, young: 1.0e7, poisson: 0.3}
contact:
  - ss: {between: [s, s], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.4, rolling: elastic_plastic, rolling_friction: 0.1, age: kept}
template:
  - rod: {material: s, pebbles: [-0.02, 0, 0, 0.02, 0.02, 0, 0, 0.02]}
  - ball: {material: s, pebbles: [0, 0, 0, 0.02]}
clumps:
  - heap: {template: [rod], count: 70, lo: [0.02, 0, 0.02], hi: [0.38, 0.4, 0.22], velocity: [0.3, 0.2, -1.2]}
  - carrier: {template: ball, position: [0.2, 0.2, 0.4], group: lift}
  - late: {template: ball, position: [0.03, 0.02, 0.4], velocity: [0, 0, -1], at: 0.013}
  - lost: {template: ball, position: [0.1, 0.02, 0.5995], velocity: [0, 0, 1]}
bond:
  - glue: {between: [s, s], distance: 0.004, normal_stiffness: 1.0e7, shear_stiffness: 4.0e6, tensile_strength: 3.0e6, shear_strength: 6.0e6}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
  - lid: {shape: cylinder, material: s, side: outside, point: [0.2, 0, 0.25], axis: [0, 1, 0], radius: 0.05}
motion:
  - press: {type: translate, velocity: [0, 0, -1.5], end: 0.02, walls: [lid]}
  - up: {type: translate, velocity: [0, 0, 0.5], groups: [lift]}
output: {walls_every: 0.005, log_every: 0.005}
dump:
  - touching: {every: 0.005, what: contacts, format: csv}
  - glued: {every: 0.005, what: bonds, format: csv}
  - grains: {every: 0.005, what: pebbles, format: csv}
EOF
check "the program" "$CLAST" all.yaml -output_dir program

# FILE STEP: its rows at this step, without step and time.
rows()
{
  grep "^$2," "program/$1" | cut -d, -f3-
}

# FACT RANKS STEP FILE COLUMNS TABLE COLUMN,..: the columns of the file are those of the table.
same()
{
  on_ranks "$2" ./look print all.yaml "$3" "$6" "$7" >seen.txt 2>&1
  rows "$4" "$3" | cut -d, -f"$5" >wanted.txt
  diff wanted.txt seen.txt >differ.txt
  test -s wanted.txt || echo "$4 has no row" >>differ.txt
  none_in "$1, step $3, ranks $2" differ.txt
}

columns=a,b,wall,member_a,member_b,kind,object,image,point,normal,overlap,force,normal_force,tangential_force,couple,branch,arm_a,arm_b
columns=$columns,radius_a,radius_b,age,fresh
walls=name,force,torque,point,power,work,shift,angle
for at in "1 100" "2 200" "3 400"; do
  # shellcheck disable=SC2086 # words
  set -- $at
  same "contacts are those of a dump, to the bit" "$1" "$2" dump/touching.csv 1- contacts $columns
  same "so are links" "$1" "$2" dump/glued.csv 1- links $columns
  same "and pebbles" "$1" "$2" dump/grains.csv 1,2,6,8- pebbles clump,member,material,position,radius,velocity,angular_velocity,attitude
  same "loads on walls and groups are those of walls.csv" "$1" "$2" walls.csv 1- walls $walls
  same "totals are those of log.csv" "$1" "$2" log.csv 2-24 totals \
    "$(sed -n 1p program/log.csv | cut -d, -f4-26)"
done

# NAME SCENARIO STEPS [KEY VALUE ..]: looks after each step, on 1, 2, 3 ranks, see the same as one at the end, and change no digest.
walks()
{
  local name=$1 n
  shift
  check "$name: a look at the end at every column of every table" ./look walk "$1" "$2" 0 "${@:3}"
  mv "$out" wanted.txt
  for n in 1 2 3; do
    on_ranks $n ./look walk "$1" "$2" 1 "${@:3}" >seen.txt 2>&1
    diff wanted.txt seen.txt >differ.txt
    none_in "  looks after each step see the same to the bit, and change no digest, ranks: $n" differ.txt
  done
}

walks "contacts, bonds, walls and groups that move, clumps that enter and leave" all.yaml 300 output_walls_every 0
cd input || exit 1
ln -s ../look look
walks "hard contacts" bricks.yaml 40
walks "constraints" chain.yaml 40
walks "a free mesh" crate.yaml 40
walks "a cell that deforms" simple_shear.yaml 40
walks "two dimensions" biaxial.yaml 20 domain_deformation_rate_limit 30 clumps_all_count 300 domain_hi 0.125,0.125 clumps_all_hi 0.125,0.125
check "a restart within a cell" ./look restart simple_shear.yaml 40 saved.h5 clumps
is "  has the same clumps" "$(cat "$out")" ""
check "  and totals" ./look restart simple_shear.yaml 40 saved.h5 totals
is "  but those of an evaluation" "$(grep -cE 'stress_..$|pressure$|unbalanced$|max_overlap$' "$out")" 12
cd .. || exit 1

# TABLE COLUMN [KEY VALUE ..]: what a look before the first step does, and one after 400 steps.
early()
{
  rm -rf began
  ./look early all.yaml 400 "$1" "$2" output_dir began output_walls_every 0 "${@:3}" 2>&1
}

is "a look at what needs no forces does not begin the run" "$(early pebbles position)" "look 0: 142 rows
steps 0, 400 of them made
look 0: 142 rows"
is "one at forces does" "$(early clumps force)" "look 0: 72 rows
it has begun
steps 0, 400 of them made
look 0: 72 rows"
is "after overlaps beyond the limit there is a state to look at" \
  "$(early clumps force motion_press_velocity 0,0,-20 material_s_young 1e5 | tail -1)" "look 0: 71 rows"
is "when physics stops the run within a step there is none" "$(early clumps force clumps_heap_velocity 0,1e12,0)" "look 0: 72 rows
it has begun
steps 3, 1 of them made
look 3: 0 rows"

for table in clumps pebbles links; do
  check "a restart from the checkpoint of a host" ./look restart all.yaml 400 saved.h5 $table output_walls_every 0
  is "  has the same $table, to the bit" "$(cat "$out")" ""
done
tap_end
