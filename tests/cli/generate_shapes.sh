#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Clumps from sets of shapes, in scenarios and by clast-clump: any number of ranks, a restart without the file, mistakes with
# their lines. limit: 300
. "$srcdir/tests/tap.sh"
: "${CLAST_CLUMP:=$builddir/clast-clump}"
awk=${AWK:-awk}

# FACT GOT EXPECTED RELATIVE
near()
{
  if $awk -v a="$2" -v b="$3" -v e="$4" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && d <= e * b) }'; then pass "$1"
  else fail "$1" "got $2, expected $3 within $4"; fi
}

# FIELD: a number of the last command's JSON
number()
{
  sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" "$out" | head -1
}

cat >toy.shapes <<'SHAPES'
# a body on a foot, an arm at its side; they touch
node joint 1 0 0
box 0 0 0   1 0 0 0   1 1 1
sphere 0 0 0.9 0.4
capsule 0.8 0 0   0.7071067811865476 0 0.7071067811865476 0   0.3 0.5  material=steel
SHAPES
cat >toy.yaml <<'YAML'
schema: 1
run: {end_time: 0.02, dt: 1.0e-4, gravity: [0, 0, -9.81]}
domain: {lo: [-0.1, -0.1, -0.1], hi: [0.1, 0.1, 0.1], boundary: [periodic, periodic, periodic]}
material:
  - wood: {density: 700, young: 7.0e7, poisson: 0.22}
  - steel: {density: 7800, young: 7.0e7, poisson: 0.22}
contact:
  - wood-wood: {between: [wood, wood], normal: hooke, stiffness: 1.0e4, restitution: 0.5, tangential: none}
  - wood-steel: {between: [wood, steel], normal: hooke, stiffness: 1.0e4, restitution: 0.5, tangential: none}
  - steel-steel: {between: [steel, steel], normal: hooke, stiffness: 1.0e4, restitution: 0.5, tangential: none}
template:
  - toy: {material: wood, shapes: toy.shapes, scale: 0.02, generate: medial, generate_volume_error: 0.15}
clumps:
  - some: {template: toy, count: 20, lo: [-0.1, -0.1, -0.1], hi: [0.1, 0.1, 0.1]}
YAML

check "toys on one rank" "$CLAST" toy.yaml -output_dir one
says "it says what was reached" 'template toy: [0-9]+ pebbles by medial in .* s; volume off by 1[0-9.]+ %, inertia by'
check "toys on three ranks" on_ranks 3 "$CLAST" toy.yaml -output_dir three
check "the same bits" "$CLAST_DIGEST" one/restart/clast-200.h5 three/restart/clast-200.h5
is "mass properties are those of the shapes unless told" "$(grep -c 'mass_properties: shapes' one/resolved.yaml)" 1
check "their resolved scenario" on_ranks 2 "$CLAST" one/resolved.yaml -output_dir again
check "the same bits again" "$CLAST_DIGEST" one/restart/clast-200.h5 again/restart/clast-200.h5
check "those of the pebbles" "$CLAST" toy.yaml -output_dir other -template_toy_mass_properties exact
if "$CLAST_DIGEST" one/restart/clast-200.h5 other/restart/clast-200.h5 >/dev/null 2>&1; then fail "  are others"
else pass "  are others"; fi

check "half of it" "$CLAST" toy.yaml -output_dir half -run_end_time 0.01
mv toy.shapes away.shapes
check "the rest without the shapes" on_ranks 2 "$CLAST" -restart half -run_end_time 0.02
check "the same bits after it" "$CLAST_DIGEST" one/restart/clast-200.h5 half/restart/clast-200.h5
status "a run needs the shapes" 2 "$CLAST" toy.yaml -output_dir none
says "  and says so" 'shapes: .*toy.shapes'
mv away.shapes toy.shapes

# ---- mistakes

# FACT REGEX LINE [OPTION...]: with this line after the first three of the file
wrong()
{
  local fact=$1 regex=$2 line=$3
  shift 3
  { sed -n 1,3p toy.shapes; echo "$line"; } >bad.shapes
  status "$fact" 2 on_ranks 2 "$CLAST" toy.yaml -check -template_toy_shapes bad.shapes "$@"
  says "  says so" "$regex"
}

wrong "a shape that is none" "_toy_shapes: .*bad.shapes.*line 4: 'cone' is no shape" 'cone 0 0 0 1'
wrong "a shape without volume" '_toy_shapes: .*bad.shapes.*line 4: sphere: r 0: must be > 0' 'sphere 0 0 0 0'
wrong "a flat tetrahedron" '_toy_shapes: .*bad.shapes.*line 4: tetrahedron' 'tetrahedron 0 0 0  1 0 0  0 1 0  1 1 0'
wrong "a material that is none" "_toy_shapes: .*bad.shapes.*line 4: sphere: the scenario has no material 'gold'" \
  'sphere 0 0 2 1 material=gold'
wrong "too few pebbles allowed" '2 shapes become 2 pebbles or more: only 1 are allowed' 'sphere 0 0 2 1' \
  -template_toy_generate_most 1
wrong "pebbles too small" 'line 3: box: .*smallest radius' 'sphere 0 0 2 1' -template_toy_generate_smallest 0.4
wrong "no method" 'shapes are filled with pebbles: say how' 'sphere 0 0 2 1' -template_toy_generate none
wrong "two sources" 'a mesh and shapes: give one' 'sphere 0 0 2 1' -template_toy_mesh toy.yaml
wrong "no mesh to weigh" 'needs the key mesh' 'sphere 0 0 2 1' -template_toy_mass_properties mesh
wrong "in a plane" "_toy_shapes.*not available in two dimensions" "sphere 0 0 2 1" -run_dimension 2
echo "# nothing" >empty.shapes
status "no shapes in it" 2 "$CLAST" toy.yaml -check -template_toy_shapes empty.shapes
says "  says so" 'no shapes in it'
status "a wrong number" 2 "$CLAST" toy.yaml -check -template_toy_generate_volume_error -1
says "  says so" 'generate_volume_error'
if grep -q 'pebbles by medial' "$out"; then fail "  before anything is generated"; else pass "  before anything is generated"; fi
status "shapes to weigh that are none" 2 "$CLAST" toy.yaml -check -template_toy_shapes "" -template_toy_pebbles 0,0,0,1 \
  -template_toy_generate none -template_toy_mass_properties shapes
test ! -e none && pass "nothing was written" || fail "nothing was written"

# ---- clast-clump; a pill has 4/3 pi r^3 + pi r^2 l = 5/12 pi

check "a pill by clast-clump" "$CLAST_CLUMP" generate "$srcdir/input/shapes/pill.shapes" pill.csv --volume-error 0.01 --json
near "  volume of the shapes" "$(number volume)" 1.3089969389957472 1e-12
error=$(number volume_error)
check "  its pebbles weighed" "$CLAST_CLUMP" properties pill.csv --method exact --json
said=$($awk -v e="$error" 'BEGIN { printf "%.12g", 1.3089969389957472 * (1 - e) }')
near "  are off by what was said" "$(number volume)" "$said" 1e-9
if $awk -v e="$error" 'BEGIN { exit !(e > 0.001 && e <= 0.01) }'; then pass "  no more than asked"
else fail "  no more than asked" "$error"; fi
check "with materials and a scale" "$CLAST_CLUMP" generate toy.shapes toy.csv --volume-error 0.15 --scale 2 --density 1 \
  --density steel=8 --picture toy.png
says "  a table" 'toy.shapes: 3 shapes, volume 12\.18'
is "  pebbles of both" "$(sed 1d toy.csv | cut -d, -f5 | sort -u | tr '\n' ' ')" " steel "
test -s toy.png && pass "  a picture" || fail "  a picture"
status "an error that cannot be met" 3 "$CLAST_CLUMP" generate toy.shapes toy.csv --volume-error 0.01 --most 12 --density 1
says "  is told" 'allow more pebbles'
tap_end
