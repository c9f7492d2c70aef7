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

# Profiles: a rod of radius 1 mm along x fills pi mm^2 of each cross-section between its ends, of 100 mm^2.
cat >along.yaml <<'END'
schema: 1
run: {end_time: 0, dt: 1.0e-6}
domain: {lo: [0, 0, 0], hi: [0.04, 0.01, 0.01], boundary: [periodic, periodic, periodic]}
material: [{steel: {density: 2500}}]
contact: [{all: {between: [steel, steel], normal: hooke, stiffness: 1, restitution: 1}}]
template: [{rod: {material: steel, capsules: [-0.01, 0, 0, 0.01, 0, 0, 0.001]}}]
clumps: [{one: {template: rod, position: [0.02, 0.005, 0.005]}}]
profile: [{bins: {every: 1, axis: x, bins: 40, fields: [volume_fraction]}}]
END
check "a profile along a rod" "$CLAST" along.yaml -output_dir along
is "  has the part of its cross-section between the ends, and nothing beyond" \
  "$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) { if ($k == "volume_fraction") v = k; if ($k == "from") f = k; if ($k == "at") f = k } next }
      { n++; off = $v - 0.0314159; if (n > 12 && n < 29 && off * off > 1e-8) bad++; if ((n < 9 || n > 32) && $v != 0) bad++ } END { print n, bad + 0 }' along/profiles/bins.csv)" "40 0"

# Laws with a history: the places of two rods share it, whichever rank has them.
history()
{
  sed "s/normal: hertz, tangential: mindlin, rolling: elastic_plastic, rolling_friction: 0.01,/$2,/; s/restitution: 0.5, friction/tangential: $3, friction/" rods.yaml >$1.yaml
  check "rods with a history: $1" "$CLAST" $1.yaml -output_dir $1-one
  check "  on 3 ranks" on_ranks 3 "$CLAST" $1.yaml -output_dir $1-three
  is "    with the same bits" "$(digest $1-three)" "$(digest $1-one)"
  check "  lists that are made anew all the time, one contact at a time" "$CLAST" $1.yaml -search_skin 0.0003 -backend single -output_dir $1-skin
  is "    change no bit" "$(digest $1-skin)" "$(digest $1-one)"
  check "  half of the run on 2 ranks" on_ranks 2 "$CLAST" $1.yaml -run_end_time 0.08 -output_dir $1-half
  check "    goes on, on 4" on_ranks 4 "$CLAST" -restart $1-half/restart -run_end_time 0.15 -output_dir $1-rest
  is "      to the same end" "$(digest $1-rest)" "$(digest $1-one)"
}
history luding "normal: luding, stiffness: 2000, unloading_stiffness: 4000, adhesion_stiffness: 500" hooke
history jkr "normal: hertz, restitution: 0.5, cohesion: jkr, surface_energy: 1, largest_radius: 0.006" mindlin

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
# Walls that stick out, of every shape, some of them moving, and rods that hang together.
cat >roof.obj <<'END'
v -0.03 -0.03 0
v 0.03 -0.03 0
v 0.03 0.03 0
v -0.03 0.03 0
v 0 -0.02 0.03
v 0 0.02 0.03
f 1 4 3 2
f 1 2 5
f 2 3 6 5
f 3 4 6
f 4 1 5 6
END
printf 'template,x,y,z,id\nrod,0.03,0.05,0.2,1000\nrod,0.06,0.05,0.2,1001\nrod,0.09,0.05,0.2,1002\nrod,0.12,0.05,0.2,1003\n' >row.csv
printf 'a,b,ax,ay,az,bx,by,bz\n1000,1001,0.015,0,0,-0.015,0,0\n' >ball.csv
printf 'id_a,id_b\n1001,1002\n' >spring.csv
printf 'id_a,pebble_a,id_b,pebble_b\n1002,2,1003,1\n' >bond.csv
cat >walls.yaml <<'END'
schema: 1
run: {end_time: 0.08, seed: 3, gravity: [0, 0, -9.81]}
domain: {lo: [-0.1, -0.1, -0.2], hi: [0.25, 0.2, 0.4], boundary: [open, open, open]}
material: [{steel: {density: 2500, young: 1.0e7, poisson: 0.3}}]
contact:
  - all: {between: [steel, steel], normal: hertz, tangential: mindlin, rolling: elastic_plastic, rolling_friction: 0.01,
          restitution: 0.5, friction: 0.4}
template:
  - rod: {material: steel, capsules: [-0.012, 0, 0, 0.012, 0, 0, 0.003]}
  - ball: {material: steel, pebbles: [0, 0, 0, 0.005]}
  - cross: {material: steel, pebbles: [0, 0, 0.002, 0.003], capsules: [-0.01, 0, 0, 0.01, 0, 0, 0.002, 0, -0.01, 0, 0, 0.01, 0, 0.002]}
clumps:
  - row: {file: row.csv}
  - some: {template: [rod, ball, cross], count: 90, region: box, lo: [0, 0, 0.06], hi: [0.15, 0.1, 0.19], velocity: [0, 0, -1]}
constraint: [{joint: {type: ball, file: ball.csv}}]
spring: [{rope: {file: spring.csv, stiffness: 100, damping: 0.01, rest_length: 0.03}}]
bond: [{glue: {file: bond.csv, normal_stiffness: 1.0e7, shear_stiffness: 1.0e7, tensile_strength: 1.0e9, shear_strength: 1.0e9}}]
wall:
  - box: {shape: box, material: steel, lo: [0, 0, 0], hi: [0.03, 0.03, 0.02], side: outside}
  - turning: {shape: box, material: steel, lo: [0.04, 0.01, 0.01], hi: [0.06, 0.03, 0.03], side: outside}
  - pin: {shape: sphere, material: steel, point: [0.08, 0.02, 0.01], radius: 0.012, side: outside}
  - bar: {shape: cylinder, material: steel, point: [0, 0.06, 0.01], axis: [1, 0, 0], radius: 0.006, side: outside}
  - post: {shape: cylinder, material: steel, point: [0.12, 0.02, 0], axis: [0, 0, 1], radius: 0.012, length: 0.03, side: outside, ends: closed}
  - tube: {shape: cylinder, material: steel, point: [0.14, 0.05, 0], axis: [0, 0, 1], radius: 0.012, length: 0.03}
  - tip: {shape: cone, material: steel, point: [0.04, 0.09, 0], axis: [0, 0, 1], radius: [0.02, 0], length: 0.03, side: outside, ends: closed}
  - roof: {shape: mesh, material: steel, file: roof.obj, shift: [0.1, 0.09, 0], side: outside}
motion:
  - turn: {walls: [turning], type: rotate, axis: [0, 1, 0], rate: 20, point: [0.05, 0.02, 0.02]}
END
check "walls that stick out, a joint, a spring and a bond" "$CLAST" walls.yaml -output_dir walls
for n in 2 3 4 8; do
  check "  on $n ranks" on_ranks $n "$CLAST" walls.yaml -output_dir walls$n
  is "    with the same bits" "$(digest walls$n)" "$(digest walls)"
done
check "  lists that are made anew all the time" "$CLAST" walls.yaml -search_skin 0.0003 -output_dir walls_skin
is "    change no bit" "$(digest walls_skin)" "$(digest walls)"
check "  half of the run on 3 ranks" on_ranks 3 "$CLAST" walls.yaml -run_end_time 0.04 -output_dir walls_half
check "    goes on, on 2" on_ranks 2 "$CLAST" -restart walls_half/restart -run_end_time 0.08 -output_dir walls_rest
is "    to the same end" "$(digest walls_rest)" "$(digest walls)"
# Images of a mesh that is several periods away, and the seam of a floor that is one period long.
cat >slab.obj <<'END'
v 0 0 0
v 0.2 0 0
v 0.2 0.2 0
v 0 0.2 0
v 0 0 -0.05
v 0.2 0 -0.05
v 0.2 0.2 -0.05
v 0 0.2 -0.05
f 1 2 3 4
f 5 8 7 6
f 1 5 6 2
f 2 6 7 3
f 3 7 8 4
f 4 8 5 1
END
last() # RUN COLUMN: of the last row of its log
{
  ${AWK:-awk} -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k } END { print $c }' "$1/log.csv"
}
on_mesh() # RUN MESH SHIFT POSITION
{
  cat >"$1.yaml" <<END
schema: 1
run: {end_time: 0.1, dt: 1.0e-5, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, -0.1], hi: [0.2, 0.2, 0.4], boundary: [periodic, periodic, open]}
material: [{steel: {density: 2500, young: 1.0e7, poisson: 0.3}}]
contact: [{all: {between: [steel, steel], normal: hertz, restitution: 0.1}}]
template: [{rod: {material: steel, capsules: [-0.012, 0, 0, 0.012, 0, 0, 0.003]}}]
clumps: [{one: {template: rod, position: [$4]}}]
wall: [{mesh: {shape: mesh, material: steel, file: $2, shift: [$3], side: outside}}]
END
  check "a rod on $2 at $3" "$CLAST" "$1.yaml" -output_dir "$1"
}
on_mesh near roof.obj "0.1, 0.1, 0" "0.1, 0.1, 0.0329"
is "  touches its ridge" "$(last near contacts)" 1
for shift in 0.3 0.7 -0.9; do
  on_mesh far roof.obj "$shift, 0.1, 0" "0.1, 0.1, 0.0329"
  is "  the image of the mesh is the same" "$(last far contacts) $(printf %.9g "$(last far max_overlap)")" "1 $(printf %.9g "$(last near max_overlap)")"
done
on_mesh middle slab.obj "0, 0, 0" "0.1, 0.11, 0.003"
on_mesh seam slab.obj "0, 0, 0" "0.2, 0.11, 0.003"
is "  has two contacts at a seam as elsewhere" "$(last seam contacts)" "$(last middle contacts)"
is "    and the same overlap" "$(printf %.9g "$(last seam max_overlap)")" "$(printf %.9g "$(last middle max_overlap)")"

# A fill keeps clear of what is between the ends of its rods.
cat >bars.yaml <<'END'
schema: 1
run: {end_time: 0, dt: 1.0e-6}
domain: {lo: [-0.1, -0.1, -0.1], hi: [0.1, 0.1, 0.1], boundary: [open, open, open]}
material: [{steel: {density: 2500, young: 1.0e6, poisson: 0.3}}]
contact: [{all: {between: [steel, steel], normal: hertz, restitution: 0.3}}]
template: [{rod: {material: steel, capsules: [-0.02, 0, 0, 0.02, 0, 0, 0.001]}}]
clumps: [{some: {template: rod, count: 60, region: box, lo: [-0.05, -0.05, -0.05], hi: [0.05, 0.05, 0.05]}}]
wall:
  - bar: {material: steel, shape: cylinder, point: [0, 0, 0], axis: [0, 0, 1], radius: 0.004, side: outside}
  - box: {material: steel, shape: box, lo: [0.02, -0.05, -0.01], hi: [0.03, 0.05, 0.01], side: outside}
END
check "a fill among bars" "$CLAST" bars.yaml -output_dir bars
is "  touches none" "$(last bars contacts)" 0
sed 's/file: roof.obj, /file: roof.obj, free: true, corner_radius: 0.001, density: 1000, /; s/shift: .0.1, 0.09, 0., side: outside/shift: [0.1, 0.09, 0]/' walls.yaml >free.yaml
status "a free mesh" 2 "$CLAST" free.yaml
says "  is refused by name" "wall: roof: free: .*capsules of template rod"
sed 's/friction: 0.4}/friction: 0.4, siblings: shared}/' rods.yaml >siblings.yaml
status "siblings" 2 "$CLAST" siblings.yaml
says "  are refused by name" "contact: all: siblings: .*not available with the capsules of template rod"

# NAME EDIT: a run of the scenario edited by sed, which is refused
refused()
{
  sed "$2" rods.yaml >edited.yaml
  status "$1" 2 "$CLAST" edited.yaml
}
refused "liquid that moves" 's/restitution: 0.5/restitution: 0.5, cohesion: liquid_migration, surface_tension: 0.07, liquid_volume: 1e-9/'
says "  is refused by name" "contact: all: cohesion: .*liquid that moves .* capsules of template rod"
refused "springs between bodies that are near" 's/^wall:/spring:\n  - near: {distance: 0.001, stiffness: 1}\nwall:/'
says "  are refused by name" "spring: near: links of bodies that are near"
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
