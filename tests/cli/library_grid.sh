#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Grids of flow solvers (src/api/clast.h): volumes and momenta in cells, forces and fields on clumps.
. "$srcdir/tests/tap.sh"

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

# shellcheck disable=SC2086 # commands and flags are words
check "a host with grids compiles without warnings" $CC -std=c11 -D_DEFAULT_SOURCE -Wall -Wextra -Werror -I"$srcdir/src/api" \
  "$srcdir/tests/api/grid.c" -o grid "$builddir/libclast.a" $CLAST_TEST_LIBS
for np in 1 2 3 4; do
  check "  it runs on $np ranks" on_ranks $np ./grid heap.yaml
  cp "$out" on$np.txt
  grep -v '^digest' on$np.txt | grep -v ' 1$' >wrong.txt
  none_in "  where all facts hold" wrong.txt
  is "  and cells and clumps have the same bits" "$(grep '^digest' on$np.txt)" "$(grep '^digest' on1.txt)"
done
is "  of which there are some" "$(grep -c '^digest' on1.txt)" 21
tap_end
