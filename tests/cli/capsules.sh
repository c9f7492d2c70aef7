#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Capsules in runs: the same bits on any number of ranks and after restarts, tables with both ends, and what is refused by name.
. "$srcdir/tests/tap.sh"

cat >rods.yaml <<'END'
schema: 1
run: {end_time: 0.15, seed: 3, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [0.1, 0.1, 0.4], boundary: [periodic, periodic, open]}
material: [{steel: {density: 2500, young: 1.0e7, poisson: 0.3}}]
contact:
  - all: {between: [steel, steel], normal: hertz, tangential: mindlin, rolling: elastic_plastic, rolling_friction: 0.01,
          restitution: 0.5, friction: 0.4}
template:
  - rod: {material: steel, capsules: [-0.012, 0, 0, 0.012, 0, 0, 0.003]}
  - ball: {material: steel, pebbles: [0, 0, 0, 0.005]}
  - cross: {material: steel, pebbles: [0, 0, 0.002, 0.003], capsules: [-0.01, 0, 0, 0.01, 0, 0, 0.002, 0, -0.01, 0, 0, 0.01, 0, 0.002]}
clumps:
  - rods: {template: rod, count: 60, region: box, lo: [0, 0, 0.005], hi: [0.1, 0.1, 0.25]}
  - balls: {template: ball, count: 40, region: box, lo: [0, 0, 0.005], hi: [0.1, 0.1, 0.25]}
  - crosses: {template: cross, count: 30, region: box, lo: [0, 0, 0.005], hi: [0.1, 0.1, 0.25]}
wall:
  - floor: {shape: plane, material: steel, point: [0, 0, 0], normal: [0, 0, 1]}
END
check "rods, balls and crosses fall on a floor, across periodic faces" "$CLAST" rods.yaml -output_dir one
whole=$(digest one)
for n in 2 3 4 8; do
  check "  on $n ranks" on_ranks $n "$CLAST" rods.yaml -output_dir on$n
  is "    with the same bits" "$(digest on$n)" "$whole"
done
check "lists that are made anew all the time" "$CLAST" rods.yaml -search_skin 0.0003 -output_dir skin
is "  change no bit" "$(digest skin)" "$whole"
check "half of the run on 3 ranks" on_ranks 3 "$CLAST" rods.yaml -run_end_time 0.08 -output_dir half
check "  goes on, on 2" on_ranks 2 "$CLAST" -restart half/restart -run_end_time 0.15 -output_dir rest
is "    to the same end" "$(digest rest)" "$whole"

printf 'x,y,z,r,x2,y2,z2\n-0.012,0,0,0.003,0.012,0,0\n' >rod.csv
sed 's/capsules: .-0.012, 0, 0, 0.012, 0, 0, 0.003./file: rod.csv/' rods.yaml >filed.yaml
check "a rod from a table with x2, y2, z2" "$CLAST" filed.yaml -output_dir filed
is "  is the same" "$(digest filed)" "$whole"

sed 's/0, 0, 0.003\]/0, 0, 0]/' rods.yaml >flat.yaml
status "a capsule without a radius" 2 "$CLAST" flat.yaml
says "  is refused" "capsule 1 of 1, number 7 of the list: radius 0 m: must be > 0"
sed 's/0.012, 0, 0, 0.003\]/0.012, 0, 0]/' rods.yaml >short.yaml
status "a capsule with a number too few" 2 "$CLAST" short.yaml
says "  is refused" "template: rod: capsules:"
sed 's/^wall:/wall:\n  - pin: {shape: sphere, material: steel, point: [0.05, 0.05, 0.01], radius: 0.01, side: outside}/' rods.yaml >pin.yaml
status "a wall that sticks out" 2 "$CLAST" pin.yaml
says "  is refused by name" "wall: pin: it sticks out"
sed 's/friction: 0.4}/friction: 0.4, siblings: shared}/' rods.yaml >siblings.yaml
status "siblings" 2 "$CLAST" siblings.yaml
says "  are refused by name" "contact: all: siblings: .*not available with the capsules of template rod"

# NAME EDIT: a run of the scenario edited by sed, which is refused
refused()
{
  sed "$2" rods.yaml >edited.yaml
  status "$1" 2 "$CLAST" edited.yaml
}
refused "cohesion that lasts" 's/restitution: 0.5/restitution: 0.5, cohesion: jkr, surface_energy: 0.1, largest_radius: 0.01/'
says "  is refused by name" "contact: all: plastic normal laws, and cohesion .* capsules of template rod"
refused "a plastic law" 's/normal: hertz, tangential: mindlin, rolling.*/normal: luding, stiffness: 1000, unloading_stiffness: 2000}/; /^          restitution/d'
says "  is refused by name" "contact: all: plastic normal laws"
refused "springs between bodies that are near" 's/^wall:/spring:\n  - near: {distance: 0.001, stiffness: 1}\nwall:/'
says "  are refused by name" "spring: near: links of pebbles"
refused "a force on each pebble" 's/^wall:/force:\n  - all: {force: [1, 0, 0], pebbles: all}\ngroup:\n  - all: {}\nwall:/'
says "  is refused by name" "force: all: "
refused "crushing into pebbles" 's/^wall:/crush:\n  - weak: {template: rod, strength: 1}\nwall:/'
says "  is refused by name" "crush: weak: .*template rod has capsules"
sed 's/x,y,z,r,x2,y2,z2/x,y,r,x2,y2,z2/; 2s/.*/0,0,1,1,0,0/' rod.csv >disc.csv
printf 'schema: 1\nrun: {dimension: 2, end_time: 0, dt: 1}\ndomain: {lo: [-9, -9], hi: [9, 9], boundary: [open, open]}\nmaterial: [{a: {density: 1}}]\n' >disc.yaml
printf 'template: [{t: {material: a, file: disc.csv}}]\nclumps: [{c: {template: t, position: [0, 0]}}]\n' >>disc.yaml
status "capsules in the plane" 2 "$CLAST" disc.yaml
says "  are refused" "columns x2, y2 and z2: not available in two dimensions"

# In a cell that deforms, images of rods move with different velocities.
cat >shear.yaml <<'END'
schema: 1
run: {end_time: 0.1, dt: 1.0e-4, seed: 3, gravity: [0, 0, 0]}
domain: {lo: [0, 0, 0], hi: [0.05, 0.05, 0.05], boundary: [periodic, periodic, periodic], deformation: {type: shear, flow: x, gradient: z, rate: 37.123}}
material: [{steel: {density: 2500, young: 1.0e6, poisson: 0.3}}]
contact: [{all: {between: [steel, steel], normal: hertz, tangential: mindlin, friction: 0.4, restitution: 0.5}}]
template: [{rod: {material: steel, capsules: [-0.006, 0, 0, 0.006, 0, 0, 0.003]}}]
clumps: [{rods: {template: rod, count: 60, region: box, lo: [0, 0, 0], hi: [0.05, 0.05, 0.05], velocity: [0, 0, 3]}}]
END
check "rods in a cell that is sheared" "$CLAST" shear.yaml -output_dir shear
check "  with other lists" "$CLAST" shear.yaml -search_skin 0.002 -output_dir shear2
is "    have the same bits" "$(digest shear2)" "$(digest shear)"
check "  on 4 ranks" on_ranks 4 "$CLAST" shear.yaml -output_dir shear4
is "    too" "$(digest shear4)" "$(digest shear)"
tap_end
