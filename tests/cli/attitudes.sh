#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 120
# An attitude is a quaternion, or an axis and an angle in degrees, wherever one is given: the same
# states follow from both, on any ranks, and others than without it. Former names are accepted.
. "$srcdir/tests/tap.sh"
awk=${AWK:-awk}

cat >base.yaml <<'END'
schema: 1
run: {end_time: END_TIME, dt: 1.0e-3, seed: 4, gravity: [0.5, 0, -9.81]}
domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}
material:
  - a: {density: 1000, young: 1.0e7, poisson: 0.3}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: a, pebbles: [0, 0, 0, 0.1]}
  - nut: {material: a, pebbles: [0, 0, 0, 0.2, 0.2, 0, 0, 0.1, 0, 0.1, 0, 0.2]}
END
cat >slab.obj <<'END'
v -1 -0.2 -0.1
v 1 -0.2 -0.1
v 1 0.2 -0.1
v -1 0.2 -0.1
v -1 -0.2 0.1
v 1 -0.2 0.1
v 1 0.2 0.1
v -1 0.2 0.1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
END

# run NAME END_TIME SECTIONS: final.csv of the base with these sections, as NAME.csv
run()
{
  { sed "s/END_TIME/$2/" base.yaml; printf '%b\n' "$3"; } >"$1.yaml"
  rm -rf "$1"
  ${on:-} "$CLAST" "$1.yaml" -output_dir "$1" -output_final "$1.csv" >"$1.txt" 2>&1 || { cat "$1.txt"; return 1; }
}

# Largest difference of the numbers of two files, which have the same rows.
differ()
{
  paste -d, "$1" "$2" | $awk -F, 'NR > 1 { for (i = 1; i <= NF / 2; i++) { d = $i - $(i + NF / 2); if (d < 0) d = -d; if (d > most) most = d } }
    END { print(NR < 2 ? "no rows" : most + 0) }'
}

# all FACT END_TIME SECTIONS PLAIN WAY...: X in the sections is each of the ways in turn. They give the state of the first one, to the
# rounding of quaternions that differ in the last place, and one that PLAIN does not give. The errors of 2e-16 grow with impacts.
all()
{
  fact=$1 until=$2 sections=$3 plain=$4
  shift 4
  check "$fact: without" run plain "$until" "${sections//X/$plain}"
  check "  a quaternion" run first "$until" "${sections//X/$1}"
  is "  it turns something" "$(differ plain.csv first.csv | $awk '{ b = ($1 > 1e-3); print b }')" 1
  shift
  for way in "$@"; do
    check "  $way" run other "$until" "${sections//X/$way}"
    is "  the same state" "$(differ first.csv other.csv | $awk '{ b = ($1 < 1e-11); print b }')" 1
  done
}

nested='attitude: {axis: [1, 1, 1], angle: 50}'
# cos 25 and sin 25 / sqrt 3
numbers='0.9063077870366499, 0.24399876718044455, 0.24399876718044455, 0.24399876718044455'
flat='axis: [2, 2, 2], angle: 50'

all "a clump" 0.002 'clumps:\n  - one: {template: nut, origin: [1, 0, 0], X}' 'id: 0' \
  "attitude: [$numbers]" "$nested" "attitude_axis: [3, 3, 3], attitude_angle: 50" "orientation: [$numbers]" "quaternion: [$numbers]" "${nested/attitude/orientation}"
all "a fill" 0.002 'clumps:\n  - some: {template: [nut], count: 9, lo: [0, 0, 0], hi: [2, 2, 2], X}' 'attempts: 200' \
  "attitudes: fixed, clump_attitude: [$numbers]" "attitudes: fixed, clump_$nested" "orientation: fixed, quaternion: [$numbers]" "orientation: fixed, $flat" \
  "attitude: [$numbers]" "$nested" "orientation: [$numbers]" "attitudes: fixed, $nested" "${nested/attitude/quaternion}"
for file in turned:template,x,y,z,qw,qx,qy,qz:"$numbers" axis:template,x,y,z,axis_x,axis_y,axis_z,angle:'1,1,1,50' plain:template,x,y,z:0; do
  IFS=: read -r name header rest <<<"$file"
  case $name in plain) printf '%s\nnut,1,0,0\n' "$header" ;; *) printf '%s\nnut,1,0,0,%s\n' "$header" "$rest" ;; esac >"$name.csv"
  cp "$name.csv" "rows-$name.csv"
done
all "rows of clumps" 0.002 'clumps:\n  - some: {file: rows-X.csv}' plain turned axis
tube='region: cylinder, point: [0, 0, 1], axis: [0, 0, 1], radius: 1, length: 2'
all "an inlet" 0.004 "inlet:\n  - feed: {template: [nut], every: 0.001, stop_number: 5, $tube, X}" 'attempts: 50' \
  "attitudes: fixed, clump_attitude: [$numbers]" "attitudes: fixed, clump_$nested" "orientation: fixed, quaternion: [$numbers]" \
  "attitude: [$numbers]" "$nested" "${nested/attitude/orientation}" "attitudes: fixed, quaternion: [$numbers]"
fall='clumps:\n  - one: {template: ball, position: [0.1, 0.05, 0.3], id: 3}'
all "a box" 0.3 "$fall\nwall:\n  - box: {shape: box, material: a, lo: [-1, -0.2, -0.1], side: outside, hi: [1, 0.2, 0.1], X}" 'sides: six' \
  "attitude: [$numbers]" "$nested" "$flat" "orientation: [$numbers]" "${nested/attitude/quaternion}"
all "a mesh" 0.3 "$fall\nwall:\n  - slab: {shape: mesh, material: a, file: slab.obj, side: outside, X}" 'scale: 1' \
  "attitude: [$numbers]" "$nested" "$flat" "orientation: [$numbers]" "${nested/attitude/quaternion}"
all "the mesh of a region" 0.004 'inlet:\n  - feed: {template: [ball], every: 0.001, stop_number: 5, region: mesh, file: slab.obj, scale: 3, X}' 'attempts: 50' \
  "attitude: [$numbers]" "$nested" "$flat"
all "the mesh of a fill" 0.002 'clumps:\n  - some: {template: [ball], count: 9, region: mesh, file: slab.obj, scale: 3, X}' 'attempts: 200' \
  "attitude: [$numbers]" "$nested"
printf 'time,qw,qx,qy,qz\n0,1,0,0,0\n0.1,%s\n' "${numbers// /}" >motion-turned.csv
printf 'time,axis_x,axis_y,axis_z,angle\n0,1,0,0,0\n0.1,1,1,1,50\n' >motion-axis.csv
printf 'time,qw,qx,qy,qz\n0,1,0,0,0\n' >motion-plain.csv
all "a table of a motion" 0.3 "$fall\nwall:\n  - slab: {shape: mesh, material: a, file: slab.obj, side: outside}\nmotion:\n  - sway: {walls: [slab], type: table, pivot: [0, 0, 0], file: motion-X.csv}" \
  plain turned axis
printf 'template,x,y,z,qw,qx,qy,qz\nlump,0,0,0,%s\n' "${numbers// /}" >part-turned.csv
printf 'template,x,y,z,axis_x,axis_y,axis_z,angle\nlump,0,0,0,1,1,1,50\n' >part-axis.csv
printf 'template,x,y,z\nlump,0,0,0\n' >part-plain.csv
sed -i 's/^  - ball: .*/&\n  - lump: {material: a, pebbles: [0, 0, 0, 0.1, 0.05, 0, 0, 0.1]}/' base.yaml
all "fragments" 0.05 'clumps:\n  - a: {template: nut, position: [0, 0, 0], velocity: [3, 0, 0]}\n  - b: {template: nut, position: [0.6, 0, 0], velocity: [-3, 0, 0]}\ncrush:\n  - nuts: {template: nut, strength: 1, fragments: part-X.csv}' \
  plain turned axis

# What is wrong is told.
{ sed 's/END_TIME/0.002/' base.yaml; printf 'clumps:\n  - one: {template: nut, origin: [1, 0, 0], attitude: [1, 0, 0, 0], attitude_axis: [0, 0, 1], attitude_angle: 3}\n'; } >wrong.yaml
status "a quaternion beside an axis" 2 "$CLAST" wrong.yaml -output_dir refused
says "  is one too many" 'clumps: one: attitude: .1,0,0,0.: is given by a quaternion, and by an axis and an angle as well: keep one'
all "a spin" 0.002 'clumps:\n  - one: {template: nut, origin: [1, 0, 0], X}\n' 'id: 0' 'spin: [3, 2, 100]' 'angular_velocity: [3, 2, 100]'
filled='clumps:\n  - some: {template: [ball], X: 0.002, lo: [0, 0, 0], hi: [2, 2, 2]}'
check "a fill by its solid fraction" run first 0.002 "${filled/X/solid_fraction}"
check "  by the other word for it" run other 0.002 "${filled/X/volume_fraction}"
is "  the same state" "$(cmp first.csv other.csv && wc -l <first.csv)" 5
told() # FACT KEYS REGEX: of a fill, one mistake
{
  { sed 's/END_TIME/0.002/' base.yaml; printf 'clumps:\n  - some: {template: [nut], count: 9, %s}\n' "$2"; } >wrong.yaml
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is one mistake" '^clast: 1 mistake in '
  says "  which says so" "$3"
}
room='lo: [0, 0, 0], hi: [2, 2, 2]'
{ sed 's/END_TIME/0.002/' base.yaml; printf 'clumps:\n  - some: {file: rows-plain.csv, %s}\n' "$nested"; } >wrong.yaml
status "an attitude of the rows of a file" 2 "$CLAST" wrong.yaml -output_dir refused
says "  is one mistake" '^clast: 1 mistake in '
says "  of the key as it was written" 'some: attitude: goes with position or template, but this object has file'
told "an attitude beside a distribution" "$room, attitudes: random, $nested" 'some: attitude: is one attitude for all clumps, but attitudes: random is given as well: leave one out'
told "two attitudes of a fill" "$room, attitudes: fixed, attitude: [1, 0, 0, 0], clump_attitude: [1, 0, 0, 0]" 'some: attitude: .*is one too many, as there is clump_attitude'
told "a map without the word that it needs" "$room, clump_$nested" 'some: clump_attitude: only with attitudes: fixed; give that, too, or remove it'
told "an unknown map" "$room, turn: {axis: [1, 1, 1], angle: 50}" 'some: turn: unknown key'
told "a mesh whose clumps have no attitude" "region: mesh, file: slab.obj, attitudes: fixed, $nested" 'some: clump_attitude: missing: attitudes: fixed needs it; attitude is that of the mesh'
told "a word that is no distribution" "$room, orientation: upright" "some: orientation: 'upright'.*random"
printf 'template,x,y,z,qw,qx,qy,qz,axis_x,axis_y,axis_z,angle\nnut,0,0,0,1,0,0,0,0,0,1,3\nnut,1,0,0,1,0,0,0,0,0,1,3\n' >rows-both.csv
printf 'template,x,y,z,axis_x,axis_y,axis_z,angle\nnut,0,0,0,0,0,0,3\n' >rows-none.csv
for name in both none; do
  { sed 's/END_TIME/0.002/' base.yaml; printf 'clumps:\n  - some: {file: rows-%s.csv}\n' $name; } >wrong.yaml
  for n in 1 2; do
    status "rows with $name, on $n ranks" 2 on_ranks $n "$CLAST" wrong.yaml -output_dir refused
    says "  one mistake" '^clast: 1 mistake in '
    case $name in
    both) says "  it says" 'line 2: the file has columns qw,qx,qy,qz, and axis_x,axis_y,axis_z,angle as well: keep one attitude' ;;
    none) says "  it says" 'line 2: columns axis_x,axis_y,axis_z: all are 0, which is no axis: give a direction' ;;
    esac
  done
done

digest() # FOLDER: of its last checkpoint
{
  "$CLAST_DIGEST" "$1"/restart/*300.h5 | cut -d " " -f 1
}

# On the command line, and in a run that goes on.
{ sed 's/END_TIME/0.3/' base.yaml; printf '%b\n' "$fall\nwall:\n  - box: {shape: box, material: a, side: outside, lo: [-1, -0.2, -0.1], hi: [1, 0.2, 0.1], attitude: [$numbers]}"; } >box.yaml
check "a quaternion of a file" "$CLAST" box.yaml -output_dir q -output_final q.csv
check "  an axis and an angle of the command line go before it" "$CLAST" box.yaml -output_dir c -output_final c.csv -wall_box_attitude_axis 1,1,1 -wall_box_attitude_angle 50
is "  the same state" "$(differ q.csv c.csv | $awk '{ b = ($1 < 1e-11); print b }')" 1
check "  resolved.yaml runs as it is" "$CLAST" c/resolved.yaml -output_dir r -output_final r.csv
is "  to the same bits" "$(digest c)" "$(digest r)"
check "half of the run" "$CLAST" c/resolved.yaml -output_dir half -run_end_time 0.15
check "  goes on, on three ranks" on_ranks 3 "$CLAST" -restart half -output_dir whole -output_final w.csv -run_end_time 0.3
is "  to the same bits" "$(digest whole)" "$(digest c)"
{ sed 's/END_TIME/0.002/' base.yaml; printf '%b\n' "clumps:\n  - some: {template: [nut], count: 9, $room, $nested}"; } >fill.yaml
check "a fill with an attitude" "$CLAST" fill.yaml -output_dir f -output_final f.csv
check "  resolved.yaml runs as it is" "$CLAST" f/resolved.yaml -output_dir g -output_final g.csv
is "  to the same state" "$(differ f.csv g.csv)" 0
tap_end
