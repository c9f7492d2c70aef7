# SPDX-License-Identifier: MIT
# Fills of regions other than boxes, and what clast says of fills on both sides of a sheet and of how clumps have left.
. "$srcdir/tests/tap.sh"

cat >one.yaml <<'E2'
schema: 1
run: {end_time: 0.3, dt: 1.0e-3, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [2, 2, 4]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - load: {template: ball, count: 80, REGION}
wall:
  - pot: {material: s, WALL}
E2

# REGION [WALL] -> fill.yaml
fill()
{
  sed "s/REGION/$1/; s/WALL/${2:-shape: plane, point: [0, 0, 0.1], normal: [0, 0, 1]}/" one.yaml >fill.yaml
}

# FACT REGION REGEX
wrong()
{
  fill "$2"
  status "$1" 2 "$CLAST" fill.yaml -output_dir refused
  says "  is a mistake" "$3"
}
tube='region: cylinder, point: [1, 1, 1], axis: [0, 0, 1], radius: 0.5, length: 1'
wrong "a region without its keys" 'region: cylinder, point: [1, 1, 1], radius: 1' 'load: axis: missing: its region needs it'
wrong "a corner of a box with a tube" "$tube, lo: [0, 0, 0]" 'lo: .*goes with region: box, but here it is cylinder'
wrong "a tube beyond an open face" 'region: cylinder, point: [1, 1, 1], axis: [0, 0, 1], radius: 2, length: 1' 'load: point: .*beyond the open face'
wrong "a cone without radii" 'region: cone, point: [1, 1, 1], axis: [0, 0, 1], radius: [0, 0], length: 1' 'radius: .*one of the two radii'
wrong "a cone with one radius" 'region: cone, point: [1, 1, 1], axis: [0, 0, 1], radius: 1, length: 1' 'radius: .*2'
wrong "a key without its region" 'lo: [0, 0, 0], hi: [2, 2, 2], radius: 1' 'radius: only with region: cylinder sphere, or with region: cone'
wrong "an angle about the axis of the region" "$tube, orientation: fixed, angle: 30" 'angle: .*goes with an axis, which is missing: give clump_attitude'
wrong "a mesh without a file" 'region: mesh' 'load: file: missing: its region needs it'
wrong "a file of a mesh with a box" 'lo: [0, 0, 0], hi: [1, 1, 1], file: one.yaml' 'load: must have one of file'
wrong "more than fits into a sphere" 'region: sphere, point: [1, 1, 1], radius: 0.15' 'clumps \(.* m\^3\) do not fit into the sphere \(.* m\^3\)\. Are the templates in millimetres\? Then give them scale: 1.0e-3; else make the region larger'
wrong "what does not fit into a sphere" 'region: sphere, point: [1, 1, 1], radius: 0.24' 'only [0-9]+ fit into the sphere'

# a unit box of quadrangles, open at the top, and with a lid
cat >tray.obj <<'E2'
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 4 3 2 1
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
E2
{ cat tray.obj; echo f 5 6 7 8; } >cube.obj

# all pebbles of final.csv fulfil an awk condition on x, y, z
inside()
{
  check "$1" "$AWK" -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { n++; x = $at["x"]; y = $at["y"]; z = $at["z"]; if (!('"$2"')) bad++ }
    END { exit !(n == 80 && bad == 0) }' final.csv
}
fill "$tube"
status "a tube is filled" 0 "$CLAST" fill.yaml -run_end_time 0 -output_final final.csv -output_dir tube
inside "  all clumps are in it" '(x - 1) ^ 2 + (y - 1) ^ 2 <= 0.45 ^ 2 + 1e-12 && z >= 1.05 && z <= 1.95'
fill 'region: cone, point: [1, 1, 1], axis: [0, 0, 2], radius: [0.2, 0.8], length: 1'
status "a cone is filled" 0 "$CLAST" fill.yaml -run_end_time 0 -output_final final.csv -output_dir cone
inside "  all clumps are in it" 'sqrt((x - 1) ^ 2 + (y - 1) ^ 2) <= 0.2 + 0.6 * (z - 1) - 0.05 * sqrt(1.36) + 1e-12 && z >= 1.05 && z <= 1.95'
fill 'region: mesh, file: cube.obj, scale: 0.9, shift: [0.5, 0.5, 1], attitude: [0, 0, 0, 1], pivot: [1, 1, 0]'
status "a mesh is filled, turned about a corner" 0 "$CLAST" fill.yaml -run_end_time 0 -output_final final.csv -output_dir mesh
inside "  all clumps are in it" 'x >= 0.65 && x <= 1.45 && y >= 0.65 && y <= 1.45 && z >= 1.05 && z <= 1.85'
status "  as by the options that are kept" 0 "$CLAST" mesh/resolved.yaml -output_final again.csv -output_dir mesh
check "  to the last bit" cmp final.csv again.csv

sed '$d' cube.obj >tee.obj # its lid is divided at the middle of an edge, where the side has no corner
printf 'v %s\n' '0.5 0 1' >>tee.obj
printf 'f %s\n' '5 9 8' '9 7 8' '9 6 7' >>tee.obj
fill 'region: mesh, file: tee.obj, scale: 0.9, shift: [0.5, 0.5, 1], attitude: [0, 0, 0, 1], pivot: [1, 1, 0]'
status "a mesh with a T-junction is filled" 0 "$CLAST" fill.yaml -run_end_time 0 -output_final again.csv -output_dir mesh
check "  to the last bit as without it" cmp final.csv again.csv

# ---- on both sides of a sheet ----

# FACT REGION WALL OUTSIDE INSIDE
sides()
{
  fill "$2" "$3"
  status "$1" 0 "$CLAST" fill.yaml -check
  says "  is warned of, with numbers" "load: $4 of 80 are outside of wall pot and $5 inside"
}
# FACT REGION WALL
no_sides()
{
  fill "$2" "$3"
  status "$1" 0 "$CLAST" fill.yaml -check
  check "  is not warned of" test -z "$(grep "outside of wall" "$out")"
}
all='lo: [0.05, 0.05, 0.1], hi: [1.95, 1.95, 3]'
pipe='shape: cylinder, point: [1, 1, 0.5], axis: [0, 0, 1], radius: 0.5, length: 3'
mesh='shape: mesh, file: tray.obj, shift: [0.5, 0.5, 0.5]'
sides "a fill around a tube" "$all" "$pipe" '[0-9]+' '[0-9]+'
outside=$(sed -n 's/.*load: \([0-9]*\) of 80 are outside.*/\1/p' "$out")
"$CLAST" fill.yaml -run_end_time 0 -output_final final.csv -output_dir around >.ran 2>&1
check "  as many as there are" test "$outside" = "$("$AWK" -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
  $at["z"] > 0.5 && ($at["x"] - 1) ^ 2 + ($at["y"] - 1) ^ 2 > 0.25 { n++ } END { print n }' final.csv)"
sides "a fill around a tray" "$all" "$mesh" '[0-9]+' '[0-9]+'
outside=$(sed -n 's/.*load: \([0-9]*\) of 80 are outside.*/\1/p' "$out")
"$CLAST" fill.yaml -run_end_time 0 -output_final final.csv -output_dir around >.ran 2>&1
check "  those below it, or beside it below the rim" test "$outside" = "$("$AWK" -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
  function off(x) { return x < 0.5 || x > 1.5 }
  $at["z"] < 0.5 || ((off($at["x"]) || off($at["y"])) && $at["z"] < 1.5) { n++ } END { print n + 0 }' final.csv)"
sides "a fill around a closed mesh" "$all" 'shape: mesh, file: cube.obj, shift: [0.5, 0.5, 0.5]' '[0-9]+' '[0-9]+'
no_sides "a fill in and above a tray" 'lo: [0.5, 0.5, 0.6], hi: [1.5, 1.5, 3]' "$mesh"
no_sides "a fill in the region of a tube" "$tube" "$pipe"
no_sides "a fill around a solid" "$all" "$pipe, ends: closed, side: outside"
no_sides "a fill below a tray" 'lo: [0, 0, 0], hi: [2, 2, 0.45]' "$mesh"

# ---- how clumps have left ----

fill 'lo: [0, 0, 0.1], hi: [2, 2, 0.5]' 'shape: plane, point: [0, 0, 3], normal: [0, 0, -1]'
cat >>fill.yaml <<'E2'
outlet:
  - half: {region: box, lo: [0, 0, 0], hi: [1, 2, 0.1]}
E2
status "clumps leave by an outlet and a face" 0 "$CLAST" fill.yaml -run_end_time 0.4
cp "$out" left.txt
says "  both are told" 'clumps: 0 in the domain, 80 have left \([0-9]+ by outlet half, [0-9]+ by open faces\), 0 have entered'
check "  and make all" "$AWK" '/by outlet half/ { for (k = 1; k <= NF; k++) if ($k == "by") n += substr($(k - 1), $(k - 1) ~ /^\(/ ? 2 : 1)
  exit } END { exit !(n == 80) }' left.txt
tap_end
