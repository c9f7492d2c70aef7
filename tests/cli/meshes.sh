#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Walls of meshes, as a user gives them: files that are no mesh, holes and flipped faces are refused with the place and the same
# words on one rank and on two, and nothing is written.
. "$srcdir/tests/tap.sh"

cat >bin.yaml <<'END'
schema: 1
run: {end_time: 0.01, dt: 1.0e-4, gravity: [0, 0, -9.81]}
domain: {lo: [-3, -3, -3], hi: [3, 3, 3], boundary: [open, open, open]}
material:
  - a: {density: 1000, young: 1.0e7, poisson: 0.3}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: a, pebbles: [0, 0, 0, 0.1]}
clumps:
  - one: {template: ball, position: [0.3, 0.3, 0.3]}
wall:
  - bin: {shape: mesh, material: a, file: bin.obj, side: inside}
END
cat >cube.txt <<'END'
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
END

# FACT REGEX [OPTION...]: bin.obj as it is now is refused.
refused()
{
  local fact=$1 regex=$2 got
  shift 2
  timeout 30 "$CLAST" bin.yaml -output_dir out "$@" >alone.txt 2>&1
  got=$?
  timeout 30 "${MPIEXEC:-mpiexec}" -n 2 "$CLAST" bin.yaml -output_dir out "$@" >both.txt 2>&1
  grep -E '^(clast|  )' alone.txt | sed 's/rank 1/rank 0/' >alone.own
  grep -E '^(clast|  )' both.txt | grep -v '^  *[A-Z]' | sed 's/rank 1/rank 0/' >both.own
  is "$fact" "$got$(test -e out && echo ' and something was written')" 2
  is "  it says so" "$(grep -Ec -e "$regex" alone.txt)" 1
  is "  in the same words on two ranks" "$(grep '1\. ' both.own)" "$(grep '1\. ' alone.own)"
}

cp cube.txt bin.obj
check "a cube with a ball in it" "$CLAST" bin.yaml -output_dir out
rm -rf out
rm bin.obj
refused "a file that is missing" 'bin.obj.*(cannot be|No such file)'
: >bin.obj
refused "an empty file" 'an empty file'
printf 'v 1 2 3\nv nan 2 3\n' >bin.obj
refused "a coordinate that is no number" 'not finite'
sed '$d' cube.txt >bin.obj
refused "a hole" '4 open edges; the first from .0, 1, 0. to .0, 0, 0.*; or, of a sheet, side: both'
check "  as a sheet it is a bin" "$CLAST" bin.yaml -output_dir out -wall_bin_side both
rm -rf out
sed 's/f 1 2 6 5/v 0.5 0 0\nf 1 9 6 5\nf 9 2 6/' cube.txt >bin.obj
check "a corner in the middle of its neighbour's edge is no hole" "$CLAST" bin.yaml -output_dir out
rm -rf out
sed 's/f 5 6 7 8/f 8 7 6 5/' cube.txt >bin.obj
refused "a face that is flipped" '4 edges between faces of opposite direction; the first from'
{ cat cube.txt && echo 'f 4 3 2 1'; } >bin.obj
refused "a face that occurs twice" 'occur twice; the first from' -wall_bin_side both
{ cat cube.txt && printf 'v 2 0 0\nf 1 2 9\n'; } >bin.obj
refused "a face without area" 'face 13 at \(0, 0, 0\) has no area' -wall_bin_side both
awk '/^f/ { print "f", $5, $4, $3, $2; next } { print }' cube.txt >bin.obj
refused "normals that point inwards" 'normals inwards: flip them' -wall_bin_side outside
cp cube.txt bin.obj
refused "a scale of 0" 'scale: .0. is out of range' -wall_bin_scale 0
refused "an attitude of 0" '\(0, 0, 0, 0\) is no rotation' -wall_bin_attitude 0,0,0,0
refused "wear without a hardness" 'hardness: missing: wear_coefficient 0.001 needs' -wall_bin_wear_coefficient 1e-3
refused "wear below 0" 'wear_coefficient: .-1. is out of range' -wall_bin_wear_coefficient -1 -wall_bin_hardness 1e9
refused "a mass of what is no body" 'mass: only with free: true' -wall_bin_mass 2
refused "a free mesh that is a hollow" 'a free mesh is a solid' -wall_bin_free true
refused "a free mesh without mass" 'without mass can only be driven' -wall_bin_free true -wall_bin_side outside -wall_bin_mass 0
refused "  with all degrees of freedom blocked, but no pivot" 'without mass can only be driven' -wall_bin_free true -wall_bin_side outside -wall_bin_mass 0 -wall_bin_blocked xyzXYZ
refused "  with a pivot, but free to turn" 'without mass can only be driven' -wall_bin_free true -wall_bin_side outside -wall_bin_mass 0 -wall_bin_blocked xyz -wall_bin_pivot 0,0,0
refused "degrees of freedom that there are not" 'letters x y z' -wall_bin_free true -wall_bin_side outside -wall_bin_blocked q
refused "no file at all for a mesh" 'file' -wall_bin_file nothing.stl
printf 'solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n' >bin.stl
refused "a broken STL" "line 4: .*'|where a number" -wall_bin_file bin.stl
head -c 200 "$CLAST" >bin.stl
refused "a file that is no mesh" 'STL' -wall_bin_file bin.stl

# A free mesh falls on other walls.
sed -e 's/, side: inside}/, free: true, shift: [0, 0, 1.05]}/' -e '/clumps/,/one:/d' -e 's/0.01, dt: 1.0e-4/0.2, dt: 1.0e-3/' bin.yaml >falls.yaml
{ sed -e "s/stiffness: 1.0e5/stiffness: 1.0e7/" -e "s/dt: 1.0e-3/dt: 2.0e-4/" falls.yaml && echo '  - tube: {shape: cylinder, material: a, point: [0.5, 0.5, 0], radius: 0.4, length: 1}'; } >two.yaml
is "it rests on the rim of a tube" "$("$CLAST" two.yaml -output_dir two0 -output_final two0.csv >two.txt 2>&1; echo $?)" 0
is "  at its height" "$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "z") z = k; next } { print ($z > 1.49 && $z < 1.51) }' two0.csv)" 1
is "  a tube that passes through it at the start is a mistake" "$("$CLAST" two.yaml -output_dir start -wall_tube_point 0.5,0.5,0.5 >two.txt 2>&1; echo $?)" 2
is "    it says so" "$(grep -c 'passes through wall tube' two.txt)" 1
is "  one around it is none" "$("$CLAST" two.yaml -output_dir around -wall_tube_point 0.5,0.5,0.5 -wall_tube_radius 0.9 >two.txt 2>&1; echo $?)" 0
{ sed -e "s/stiffness: 1.0e5/stiffness: 1.0e7/" -e "s/dt: 1.0e-3/dt: 2.0e-4/" falls.yaml && echo "  - crate: {shape: mesh, material: a, file: bin.obj, shift: [0.5, 0, 0]}"; } >two.yaml
is "it rests on a mesh" "$("$CLAST" two.yaml -output_dir two >two.txt 2>&1; echo $?)" 0
is "  and on another free mesh" "$("$CLAST" two.yaml -output_dir two2 -wall_crate_free true -wall_crate_blocked xyzXYZ >two.txt 2>&1; echo $?)" 0
is "without mass, with a pivot and all degrees of freedom blocked it stays" "$("$CLAST" falls.yaml -output_dir stays -wall_bin_mass 0 -wall_bin_pivot 0,0,0 -wall_bin_blocked xyzXYZ >two.txt 2>&1; echo $?)" 0
for action in free scale; do
  { cat falls.yaml && printf 'change:\n  - soon: {start: 0.005, action: %s, factor: 2}\n' $action | sed "$(test $action = scale || echo 's/, factor: 2//')"; } >change.yaml
  is "  a change, $action, is refused: status" "$("$CLAST" change.yaml -output_dir no -wall_bin_mass 0 -wall_bin_pivot 0,0,0 -wall_bin_blocked xyzXYZ >two.txt 2>&1; echo $?)" 2
  is "    and says why" "$(grep -Ec 'change: soon: groups: free wall bin is among them, (which has no mass|whose size)' two.txt)" 1
done
{ cat falls.yaml && echo '  - floor: {shape: plane, material: a, point: [0, 0, 1], normal: [0, 0, 1]}'; } >plane.yaml
is "  but a plane can be touched" "$("$CLAST" plane.yaml -output_dir plane -run_overlap_limit 9 >two.txt 2>&1; echo $?)" 0

# A body that an outlet has taken leaves zeros in walls.csv, through restarts, too.
{
  sed 's/0.2, dt/0.06, dt/' falls.yaml
  printf 'outlet:\n  - o: {region: plane, point: [0, 0, 1.54], normal: [0, 0, 1]}\noutput: {walls_every: 0.01}\ncheckpoint: {every: 0.05, keep: 9}\n'
} >gone.yaml
check "a free mesh that falls into an outlet" "$CLAST" gone.yaml -output_dir gone
is "  is gone" "$(tail -n 1 gone/walls.csv | cut -d, -f 3-14)" "bin,0,0,0,0,0,0,0,0,0,0,0"
is "  its place is not told" "$(tail -n 1 gone/walls.csv | cut -d, -f 15-)" ",,,"
cp gone/walls.csv gone.csv
check "  and from a checkpoint afterwards" "$CLAST" -restart gone/restart/clast-50.h5 -output_dir gone
is "  the same rows" "$(cksum <gone/walls.csv)" "$(cksum <gone.csv)"

# What passes through a body at the start is told, though none of its corners is deep in it.
sed -e 's/, side: inside}/, free: true}/' -e '/clumps/,/one:/d' bin.yaml >inside.yaml
# FACT STATUS WALL...: the body with other walls.
passes()
{
  local fact=$1 status=$2
  shift 2
  { cat inside.yaml && printf -- '  - other: {%s}\n' "$@"; } >two.yaml
  is "$fact" "$("$CLAST" two.yaml -output_dir through >two.txt 2>&1; echo $?)" "$status"
  is "  it says so" "$(grep -c 'passes through wall' two.txt)" $((status / 2))
}
printf 'v -2 -2 0.5\nv 2 -2 0.5\nv 2 2 0.52\nv -2 2 0.52\nf 1 2 3 4\n' >sheet.obj
passes "a sheet through a body" 2 'shape: mesh, material: a, file: sheet.obj'
passes "  a plane with side: both" 2 'shape: plane, material: a, point: [0, 0, 0.4], normal: [0, 0, 1], side: both'
passes "  a rod that meets no edge" 2 'shape: cylinder, material: a, point: [0.5, 0.5, 0], radius: 0.1, side: outside'
awk '/^v/ { print "v", $2 ? 2 : -1, $3 ? 0.6 : 0.4, $4 ? 0.6 : 0.4; next } { print }' cube.txt >bar.obj
passes "  a bar of another free mesh" 2 'shape: mesh, material: a, file: bar.obj, free: true'
passes "  a bar beside it does not" 0 'shape: mesh, material: a, file: bar.obj, free: true, shift: [0, 0, 1]'
# A free mesh with a rounding of faces, in which rims have a contact with each of them.
awk 'BEGIN {
  n = split("-1 0 -.5 0 -.25 .1 .25 .1 .5 0 1 0 1 .5 -1 .5", x) / 2
  for (y = -1; y <= 1; y += 2) for (k = 0; k < n; k++) print "v", x[2 * k + 1], y, x[2 * k + 2]
  for (k = 0; k < n; k++) print "f", k + 1, k + 1 + n, (k + 1) % n + 1 + n, (k + 1) % n + 1
  m = split("1 2 3 8 3 4 7 8 4 5 6 7", v)
  for (k = 1; k <= m; k += 4) {
    print "f", v[k], v[k + 1], v[k + 2], v[k + 3]
    print "f", v[k + 3] + n, v[k + 2] + n, v[k + 1] + n, v[k] + n
  }
}' >bowl.obj
# FACT NUMBER WALL: so many warnings of the bowl over another wall.
warns()
{
  { sed 's/bin.obj/bowl.obj/' inside.yaml && printf -- '  - other: {%s}\n' "$3"; } >two.yaml
  check "$1" "$CLAST" two.yaml -check -wall_bin_shift 0,0,1
  is "  warnings of it" "$(grep -c 'wall: bin: it has 2 concave edges .* those of wall other' "$out")" "$2"
}
cp cube.txt bin.obj
check "a mesh in millimetres" "$CLAST" bin.yaml -check -wall_bin_scale 1000
says "  is told" 'warning: line [0-9]+: wall: bin: its mesh is .* m long, .* times as long as the domain\. Is its file in millimetres\? Then give scale: 0.001'
# FACT SCALE NUMBER
gap()
{
  check "$1" "$CLAST" bin.yaml -check -domain_boundary open,periodic,open -wall_bin_side both -wall_bin_scale "$2" -wall_bin_shift -3,-3,-3
  is "  warnings of it" "$(grep -c 'line [0-9]*: wall: bin: there is a gap of 0.1 m between its mesh and the image of it along y, which is periodic' "$out")" "$3"
}
gap "a mesh shorter than the period" 5.9 1
gap "a mesh as long as the period" 6 0
gap "a mesh that was not to be" 1 0
warns "a rounding over a pin" 1 'shape: cylinder, material: a, point: [0, 0, 0], radius: 0.1, length: 0.5, ends: closed, side: outside'
warns "a rounding over a rod without ends" 0 'shape: cylinder, material: a, point: [0, 0, 0], axis: [0, 1, 0], radius: 0.1, side: outside'
sed -i -e 's/run: {/run: {dimension: 2, /' -e 's/\(\[-\?[0-9]*, -\?[0-9]*\), [-0-9.]*\]/\1]/g' -e 's/, open\]/]/' -e 's/bin.obj/square.obj/' inside.yaml
sed -i '/template/,/ball/d' inside.yaml
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nl 1 2 3 4 1\n' >square.obj
printf 'v -1 0.5 0\nv 2 0.52 0\nl 1 2\n' >line.obj
passes "  in two dimensions a line" 2 'shape: mesh, material: a, file: line.obj'
passes "    one above does not" 0 'shape: mesh, material: a, file: line.obj, shift: [0, 0.7]'
tap_end
