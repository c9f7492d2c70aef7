#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Clumps from a mesh, as a user makes them: one file, any number of ranks, a restart without the file.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

# A bipyramid of six sides, text STL: counter-clockwise from outside.
${AWK:-awk} '
  function point(x, y, z) { printf "      vertex %.9g %.9g %.9g\n", x, y, z }
  function face(ax, ay, az, bx, by, bz, cx, cy, cz)
  {
    print "  facet normal 0 0 0\n    outer loop"
    point(ax, ay, az); point(bx, by, bz); point(cx, cy, cz)
    print "    endloop\n  endfacet"
  }
  BEGIN {
    print "solid gem"
    for (k = 0; k < 6; k++) {
      a = k * 3.14159265358979 / 3; b = ((k + 1) % 6) * 3.14159265358979 / 3
      face(cos(a), sin(a), 0, cos(b), sin(b), 0, 0, 0, 1.5)
      face(cos(b), sin(b), 0, cos(a), sin(a), 0, 0, 0, -1.5)
    }
    print "endsolid gem"
  }' >gem.stl
cat >gem.yaml <<'YAML'
schema: 1
run: {end_time: 0.02, dt: 1.0e-4, gravity: [0, 0, -9.81]}
domain: {lo: [-0.1, -0.1, -0.1], hi: [0.1, 0.1, 0.1], boundary: [periodic, periodic, periodic]}
material:
  - stone: {density: 2500, young: 7.0e7, poisson: 0.22}
contact:
  - stone-stone: {between: [stone, stone], normal: hooke, stiffness: 1.0e4, restitution: 0.5, tangential: none}
template:
  - gem: {material: stone, mesh: gem.stl, scale: 0.02, generate: medial, generate_volume_error: 0.15, mass_properties: mesh}
clumps:
  - some: {template: gem, count: 20, lo: [-0.1, -0.1, -0.1], hi: [0.1, 0.1, 0.1]}
YAML

check "gems on one rank" "$CLAST" gem.yaml -output_dir one
says "it says what was reached" 'template gem: [0-9]+ pebbles by medial in .* s; volume off by 1[0-9.]+ %, inertia by'
check "gems on three ranks" on_ranks 3 "$CLAST" gem.yaml -output_dir three
check "the same bits" "$CLAST_DIGEST" one/restart/clast-200.h5 three/restart/clast-200.h5
check "their resolved scenario" "$CLAST" one/resolved.yaml -output_dir again
check "the same bits again" "$CLAST_DIGEST" one/restart/clast-200.h5 again/restart/clast-200.h5

check "half of it" "$CLAST" gem.yaml -output_dir half -run_end_time 0.01
mv gem.stl away.stl
check "the rest without the mesh" on_ranks 2 "$CLAST" -restart half -run_end_time 0.02
check "the same bits after it" "$CLAST_DIGEST" one/restart/clast-200.h5 half/restart/clast-200.h5
status "a run needs the mesh" 2 "$CLAST" gem.yaml -output_dir none
says "  and says so" 'mesh: .*gem.stl'
mv away.stl gem.stl

check "limits that bind" "$CLAST" gem.yaml -check -template_gem_generate_most 5
says "  are told" 'warning: template gem: the volume error is 0\.[0-9]+ with 5 pebbles, 0\.15 was asked for: no more are allowed'
sed '3,9d' gem.stl >open.stl
status "an open mesh is a mistake" 2 "$CLAST" gem.yaml -check -template_gem_mesh open.stl
says "  and it says where" 'open.stl.*open edges.*\('
test ! -e none && pass "nothing was written" || fail "nothing was written"
tap_end
