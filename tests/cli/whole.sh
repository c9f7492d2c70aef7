#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Lists that every rank has whole are bounded: longer ones are one mistake with their length, before a run starts.
. "$srcdir/tests/tap.sh"

cat >base.yaml <<'END'
schema: 1
run: {end_time: 0.01, dt: 1.0e-4}
domain: {lo: [0, 0, 0], hi: [1, 1, 1]}
material: [{m: {density: 1000, young: 1.0e6, poisson: 0.3}}]
contact: [{mm: {between: [m, m], normal: hertz, restitution: 0.5}}]
template:
  - ball: {material: m, pebbles: [0, 0, 0, 0.1]}
  - bead: {material: m, pebbles: [0, 0, 0, 0.001], turns: false}
END

# FACT RANKS REGEX: base.yaml with what comes from stdin has one mistake, which matches
refused()
{
  cat base.yaml - >bad.yaml
  status "$1" 2 on_ranks "$2" "$CLAST" bad.yaml -check
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "$3"
}

$AWK 'BEGIN { print "template,x,y,z"; for (k = 0; k <= 1000000; k++) print "bead,0,0,0" }' >bits.csv
refused "a million fragments and one" 2 "breaks: fragments: 'bits.csv': 1000001 fragments of a clump; allowed: up to 1000000, as every rank" <<'END'
clumps:
  - one: {template: ball, position: [0.5, 0.5, 0.5]}
crush:
  - breaks: {template: ball, strength: 1.0e4, fragments: bits.csv}
END
# the same skin 123 times: no two of the 10^7 triangles need another node
refused "ten million triangles of skins" 1 'bag: clumps: 10076160 elements of skins so far; allowed: up to 10000000, as every rank' <<END
clumps:
  - s: {skin: icosphere, skin_level: 6, skin_radius: 0.2, template: bead, centres: [0.5, 0.5, 0.5]}
deformable:
  - bag: {clumps: [$(yes s | head -123 | paste -sd,)], stretching_stiffness: 100}
END
refused "1025 free meshes" 2 'wall: 1025 free meshes; allowed: at most 1024, as every rank has all of them' <<END
wall:
$(for k in $(seq 1025); do echo "  - w$k: {shape: mesh, material: m, file: \"$srcdir/input/crate/crate.obj\", free: true, scale: 0.001}"; done)
END
tap_end
