#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Grids of flow solvers (src/api/clast.h): volumes and momenta in cells, forces and fields on clumps.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

cat >heap.yaml <<'EOF'
schema: 1
run: {end_time: 0.2, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, -0.1], hi: [0.4, 0.4, 0.6], boundary: [periodic, periodic, open]}
material:
  - s: {density: 2000, young: 1.0e7, poisson: 0.3}
contact:
  - ss: {between: [s, s], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.4}
template:
  - rod: {material: s, pebbles: [-0.02, 0, 0, 0.02, 0.02, 0, 0, 0.02]}
  - ball: {material: s, pebbles: [0, 0, 0, 0.025]}
  - bent: {material: s, pebbles: [0, 0, 0, 0.02, 0.015, 0, 0, 0.02, 0.015, 0.02, 0, 0.01, 0.015, 0.02, 0.005, 0.012]}
clumps:
  - heap: {template: [rod, ball, bent], count: 60, lo: [0, 0, 0.02], hi: [0.4, 0.4, 0.4], velocity: [1, 0.5, 0]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
EOF

host "a host with grids" grid.c
for np in 1 2 3 4; do
  check "  it runs on $np ranks" on_ranks $np ./grid heap.yaml
  cp "$out" on$np.txt
  grep -v '^digest' on$np.txt | grep -v ' 1$' >wrong.txt
  none_in "  where all facts hold" wrong.txt
  is "  and cells and clumps have the same bits" "$(grep '^digest' on$np.txt)" "$(grep '^digest' on1.txt)"
done
is "  of which there are some" "$(grep -c '^digest' on1.txt)" 25

# NAME: three more scenarios, in a domain from -1 to 1.
more()
{
  cat >"$1.yaml" <<EOF
schema: 1
material:
  - s: {density: 2000, young: 1.0e7, poisson: 0.3}
contact:
  - ss: {between: [s, s], normal: hertz, restitution: 0.5}
$(cat)
EOF
}
more flat <<'EOF'
run: {end_time: 1, dt: 1.0e-4, dimension: 2}
domain: {lo: [-1, -1], hi: [1, 1], boundary: [periodic, periodic]}
template:
  - bent: {material: s, pebbles: [-0.1, 0, 0.1, 0, 0, 0.08, 0.05, 0.09, 0.06]}
clumps:
  - some: {template: [bent], count: 30, lo: [-1, -1], hi: [1, 1], velocity: [3, 1]}
EOF
more tilted <<'EOF'
run: {end_time: 1, dt: 1.0e-4}
domain: {lo: [-1, -1, -1], boundary: [periodic, periodic, periodic], vectors: [2, 0, 0, 0.6, 2, 0, 0.3, -0.5, 2]}
template:
  - rod: {material: s, pebbles: [-0.1, 0, 0, 0.1, 0.1, 0, 0, 0.15]}
clumps:
  - some: {template: [rod], count: 60, lo: [-1, -1, -1], hi: [1, 1, 1], velocity: [3, 1, 2]}
EOF
more large <<'EOF'
run: {end_time: 1, dt: 1.0e-4}
domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [periodic, periodic, periodic]}
template:
  - cross: {material: s, pebbles: [0, 0, 0, 0.7, 0.3, 0, 0, 0.5, -0.3, 0, 0, 0.5, 0, 0.3, 0, 0.5, 0, 0, 0.6, 0.2, 0.01, 0, 0, 0.7]}
clumps:
  - one: {template: cross, position: [0.9, 0.95, 0.97], velocity: [3, 1, 2], spin: [2, 3, 1]}
EOF
for case in "flat 31 17 1" "tilted 13 11 12" "large 40 30 50"; do
  # shellcheck disable=SC2086 # a scenario and numbers
  set -- $case
  for np in 1 3; do
    check "  ${case%% *}, on $np ranks" on_ranks $np ./grid "$1.yaml" "$2" "$3" "$4"
    cp "$out" on$np.txt
    grep -vE '^(digest|#)' on$np.txt | grep -v ' 1$' >wrong.txt
    none_in "  where the sum of the volumes is that of the clumps" wrong.txt
  done
  is "  with the same bits" "$(grep '^digest' on1.txt)" "$(grep '^digest' on3.txt)"
done

host "a host with rare grids" grid_edges.c
for np in 1 2 3 5; do
  check "  it runs on $np ranks" on_ranks $np ./grid_edges edges$np.h5
  grep -v '^digest' "$out" | grep -v ' 1$' >wrong.txt
  none_in "  where all facts hold" wrong.txt
  grep '^digest' "$out" >edges$np.txt
  is "  with the same bits" "$(cat edges$np.txt)" "$(cat edges1.txt)"
done
tap_end
