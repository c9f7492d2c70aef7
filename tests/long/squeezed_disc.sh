#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 600
# A disc with a skin under tension, squeezed between two smooth plates: its stiffness converges with the number of nodes to that of a
# stadium. With h the distance of the nodes at the plates, C the area, p = e_c (1 - C / C_0) and the tension T = gamma + e_m (P / P_0 - 1),
#   p = 2 T / h,   C = pi h^2 / 4 + L h,   P = pi h + 2 L,   F = p L.
. "$srcdir/tests/tap.sh"

# NODES: press a disc of so many; the relative error of the force of the top plate goes to the file error.
press()
{
  local n=$1
  cat >press.yaml <<EOF
schema: 1
run: {end_time: 14, dt: auto, dimension: 2, dt_safety: 0.04}
domain: {lo: [-4, -4], hi: [4, 4], boundary: [open, open]}
material:
  - skin: {density: $(${AWK:-awk} "BEGIN { print 320 / $n }")}
contact:
  - touch: {between: [skin, skin], normal: hooke, stiffness: 2000, damping: 0, tangential: none}
template:
  - bead: {material: skin, pebbles: [0, 0, 0.03], turns: false}
clumps:
  - disc: {skin: circle, skin_nodes: $n, skin_radius: 1, template: bead, centres: [0, 0]}
deformable:
  - drop: {clumps: [disc], surface_tension: 0.5, stretching_stiffness: 2, content_stiffness: 100, damping: 0.2}
damping:
  - air: {viscous: 4}
wall:
  - top: {shape: plane, material: skin, point: [0, 1.03], normal: [0, -1]}
  - bottom: {shape: plane, material: skin, point: [0, -1.03], normal: [0, 1]}
motion:
  - down: {walls: [top], type: translate, velocity: [0, -0.1], end: 5, ramp: 1}
  - up: {walls: [bottom], type: translate, velocity: [0, 0.1], end: 5, ramp: 1}
output: {walls_every: 1, final: final.csv}
EOF
  check "a disc of $n nodes is squeezed" "$CLAST" press.yaml -output_dir "press-$n"
  { grep ',top,' "press-$n/walls.csv" | tail -n 1; cat final.csv; } | ${AWK:-awk} -F, -v n="$n" '
    NR == 1 { force = $5; next }
    NR == 2 { for (k = 1; k <= NF; k++) if ($k == "y") y = k; low = 9; high = -9; next }
    { if ($y < low) low = $y; if ($y > high) high = $y }
    END {
      pi = atan2(0, -1); h = high - low; c0 = n / 2 * sin(2 * pi / n); p0 = 2 * n * sin(pi / n); t = .5
      for (k = 0; k < 200; k++) { l = (c0 * (1 - 2 * t / (100 * h)) - pi * h * h / 4) / h; t = .5 + 2 * ((pi * h + 2 * l) / p0 - 1) }
      print force / (2 * t / h * l) - 1
    }' >error
}

for pair in 16:0.12 32:0.025 64:0.005 128:0.003; do
  press "${pair%:*}"
  note "${pair%:*} nodes: $(cat error)"
  check "  the force is right within ${pair#*:}" ${AWK:-awk} -v most="${pair#*:}" '
    { good = NR == 1 && $0 ~ /^-?[0-9.]+(e-[0-9]+)?$/ && $0 < most && -$0 < most } END { exit !good }' error
done
tap_end
