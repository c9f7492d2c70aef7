# SPDX-License-Identifier: MIT
# Sourced by the tests of the programs, after tap.sh: a small scenario with friction, a wall, a periodic, an open and a free
# direction, and what these tests do with files. The scenario is 400 steps long and saves every 40.

# DIR: heap.yaml and what it names.
heap_write()
{
  mkdir -p "$1/shapes"
  cat >"$1/heap.yaml" <<'EOF'
schema: 1
title: a small heap
run: {end_time: 0.2, dt: 5.0e-4, seed: 3, gravity: [1, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [6, 4, 6], boundary: [periodic, open, free]}
material:
  - soft: {density: 1.0, young: 1.0e5, poisson: 0.3}
contact:
  - soft-soft: {between: [soft, soft], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.5}
template:
  - rod: {material: soft, file: shapes/rod.csv}
  - pair: {material: soft, pebbles: [0, 0, 0, 0.3, 0.4, 0, 0, 0.2]}
clumps:
  - heap: {template: [rod, pair], count: 60, lo: [0, 0, 0], hi: [6, 4, 4], velocity: [0.5, 4, -4]}
wall:
  - floor: {shape: plane, material: soft, point: [0, 0, 0], normal: [0, 0, 1]}
output: {log_every: 0.005}
checkpoint: {keep: 3, every: 0.02}
EOF
  cat >"$1/shapes/rod.csv" <<'EOF'
x,y,z,r
0,0,0,0.25
0.35,0,0,0.25
0.7,0,0,0.25
1.05,0,0,0.25
EOF
}

# DIR: flat.yaml, a heap of discs in two dimensions, and what it names; as long.
flat_write()
{
  mkdir -p "$1/shapes"
  cat >"$1/flat.yaml" <<'EOF'
schema: 1
title: a small heap of discs
run: {end_time: 0.2, dt: 5.0e-4, seed: 3, gravity: [1, -9.81], dimension: 2}
domain: {lo: [0, 0], hi: [9, 9], boundary: [periodic, free]}
material:
  - soft: {density: 1.0, young: 1.0e5, poisson: 0.3}
contact:
  - soft-soft: {between: [soft, soft], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.5}
template:
  - disc: {material: soft, pebbles: [0, 0, 0.3]}
  - pair: {material: soft, file: shapes/flat.csv, mass_properties: given, volume: 0.3, mass: 0.3, position: [0.1, 0], inertia: [0.03]}
clumps:
  - heap: {template: [disc, pair], count: 60, lo: [0, 0], hi: [9, 9], velocity: [0.5, -4]}
  - post: {file: post.csv}
wall:
  - floor: {shape: plane, material: soft, point: [0, 0], normal: [0, 1]}
output: {log_every: 0.005}
checkpoint: {keep: 3, every: 0.02}
EOF
  printf 'x,y,r\n0,0,0.25\n0.35,0,0.25\n' >"$1/shapes/flat.csv"
  printf 'template,x,y,blocked\ndisc,5,-0.1,xyZ\n' >"$1/post.csv"
}

# FILE OFFSET: turn one bit over.
flip()
{
  local byte
  byte=$(od -An -tu1 -j"$2" -N1 "$1")
  # shellcheck disable=SC2059
  printf "\\$(printf %o $((byte ^ 16)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# FILE: rows of a log without the last column, the wall time.
rows()
{
  sed 's/,[^,]*$//' "$1"
}

# FILE LINES: wait until it is that long, at most a minute.
wait_lines()
{
  local tries=0
  while test "$(cat "$1" 2>/dev/null | wc -l)" -lt "$2"; do
    tries=$((tries + 1))
    test $tries -lt 600 || return 1
    sleep 0.1
  done
}

# ramp.stl: a mesh of two triangles in the unit square, from z = 0.1 to 0.3.
ramp_write()
{
  cat >ramp.stl <<'END'
solid ramp
facet normal 0 0 0
outer loop
vertex 0.2 0.2 0.1
vertex 0.8 0.2 0.1
vertex 0.8 0.8 0.3
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0.2 0.2 0.1
vertex 0.8 0.8 0.3
vertex 0.2 0.8 0.3
endloop
endfacet
endsolid ramp
END
}
