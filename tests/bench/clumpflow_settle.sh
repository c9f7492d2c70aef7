#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/clumpflow_settle.sh STATE.csv.gz [RANKS]: how clumpflow.csv.gz was made, about two minutes. Needs `lmp` (LAMMPS
# with the GRANULAR and RIGID packages). 8000 clumps start on a loose lattice with random orientations, fall on the base
# without friction and eight times softer, and then flow down a slope of 30 degrees with the law of the comparison.
# The published file is the state: two machines need not agree on the digits of a new one.
set -eu

out=$1
ranks=${2:-2}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Template: corners of a regular tetrahedron of edge 1 about its centre, in the order clumpflow_write.awk knows.
awk '
function uniform() { seed = (seed * 48271) % 2147483647; return seed / 2147483647 }   # exact in doubles: same in every awk
function sphere(type, x, y, z) { printf "%d %d 1 1 %.9f %.9f %.9f\n", ++id, type, x, y, z }
BEGIN {
  seed = 20261120
  printf "clumps on a lattice over a rough base\n\n32912 atoms\n2 atom types\n"
  printf "0 40 xlo xhi\n0 20 ylo yhi\n-1 160 zlo zhi\n\nAtoms\n\n"
  h = 1 / sqrt(8)
  cx[1] = h; cx[2] = h; cx[3] = -h; cx[4] = -h
  cy[1] = h; cy[2] = -h; cy[3] = h; cy[4] = -h
  cz[1] = h; cz[2] = -h; cz[3] = -h; cz[4] = h
  for (c = 0; c < 8000; c++) {
    layer = int(c / 136); row = int(c % 136 / 17)
    do {                                                       # uniform in the ball, then on the sphere of rotations
      s = 0
      for (k = 0; k < 4; k++) { q[k] = 2 * uniform() - 1; s += q[k] * q[k] }
    } while (s > 1 || s < 0.01)
    s = sqrt(s); w = q[0] / s; x = q[1] / s; y = q[2] / s; z = q[3] / s
    for (k = 1; k <= 4; k++)
      sphere(1,
        (c % 17 + 0.5) * 40 / 17 + (1 - 2 * (y * y + z * z)) * cx[k] + 2 * (x * y - w * z) * cy[k] + 2 * (x * z + w * y) * cz[k],
        (row + 0.5) * 2.5 + 2 * (x * y + w * z) * cx[k] + (1 - 2 * (x * x + z * z)) * cy[k] + 2 * (y * z - w * x) * cz[k],
        2 + layer * 2.3 + 2 * (x * z - w * y) * cx[k] + 2 * (y * z + w * x) * cy[k] + (1 - 2 * (x * x + y * y)) * cz[k])
  }
  for (j = 0; j < 24; j++)
    for (i = 0; i < 38; i++)
      sphere(2, (i + 0.5 * (j % 2) + 0.25) * 40 / 38 + 0.2 * (uniform() - 0.5),
        (j + 0.5) * 20 / 24 + 0.2 * (uniform() - 0.5), 0.3 * (uniform() - 0.5))
  printf "\nMolecules\n\n"
  for (k = 1; k <= 32912; k++) print k, (k <= 32000 ? int((k + 3) / 4) : 0)
}' >"$tmp/lattice.data"

cat >"$tmp/settle.lammps" <<'DECK'
units lj
atom_style sphere
atom_modify map array
boundary p p f
newton off
comm_modify vel yes
processors * * 1
fix body all property/atom mol ghost yes
read_data lattice.data fix body NULL Molecules
group base type 2
group active subtract all base
neighbor 0.2 bin
neigh_modify every 1 delay 0 exclude group base base exclude molecule/intra active
pair_style gran/hooke/history 25000.0 NULL 50.0 NULL 0.0 0
pair_coeff * *
fix pull all gravity 4.0 vector 0 0 -1
fix hold base freeze
fix clumps active rigid/small molecule
compute translation all ke/rigid clumps
compute rotation all erotate/rigid clumps
compute centre active com
thermo_style custom step c_translation c_rotation c_centre[1] c_centre[3]
thermo 2000
thermo_modify norm no
timestep 0.001
run 12000
# A profile to start from, and a steeper slope at first: a flow that deep needs a long time to shear down to its base.
velocity active ramp vx 0.0 6.0 z 0.0 40.0
fix pull all gravity 1.0 chute 36.0
pair_style gran/hooke/history 25000.0 NULL 50.0 NULL 0.5 0
pair_coeff * *
timestep 0.0005
run 16000
pair_style gran/hooke/history 200000.0 NULL 50.0 NULL 0.5 0
pair_coeff * *
timestep 0.0001
fix pull all gravity 1.0 chute 30.0
run 10000
write_dump all custom settled.txt id xu yu zu vx vy vz omegax omegay omegaz modify sort id format float %.9f
DECK
(cd "$tmp" && mpirun -np "$ranks" lmp -in settle.lammps -log settle.log)

# Spheres back to clumps: the rows of the rotation are sums of corners (the template is a cube's half).
awk '
function largest(a, b, c, d) { return a >= b && a >= c && a >= d }
/^ITEM/ { rows = /^ITEM: ATOMS/; next }
!rows { next }
$1 > 32000 { printf "base,%.6f,%.6f,%.6f\n", $2, $3, $4; next }
{ k = ($1 - 1) % 4 + 1; X[k] = $2; Y[k] = $3; Z[k] = $4; U[k] = $5; V[k] = $6; W[k] = $7 }
k == 4 {
  r = sqrt(2)                                                  # (p1+p2-p3-p4) has length sqrt 2 and is the first axis
  m00 = (X[1] + X[2] - X[3] - X[4]) / r; m10 = (Y[1] + Y[2] - Y[3] - Y[4]) / r; m20 = (Z[1] + Z[2] - Z[3] - Z[4]) / r
  m01 = (X[1] - X[2] + X[3] - X[4]) / r; m11 = (Y[1] - Y[2] + Y[3] - Y[4]) / r; m21 = (Z[1] - Z[2] + Z[3] - Z[4]) / r
  m02 = (X[1] - X[2] - X[3] + X[4]) / r; m12 = (Y[1] - Y[2] - Y[3] + Y[4]) / r; m22 = (Z[1] - Z[2] - Z[3] + Z[4]) / r
  a = 1 + m00 + m11 + m22; b = 1 + m00 - m11 - m22; c = 1 - m00 + m11 - m22; d = 1 - m00 - m11 + m22
  if (largest(a, b, c, d)) { w = a; x = m21 - m12; y = m02 - m20; z = m10 - m01 }
  else if (largest(b, a, c, d)) { w = m21 - m12; x = b; y = m01 + m10; z = m02 + m20 }
  else if (largest(c, a, b, d)) { w = m02 - m20; x = m01 + m10; y = c; z = m12 + m21 }
  else { w = m10 - m01; x = m02 + m20; y = m12 + m21; z = d }
  n = sqrt(w * w + x * x + y * y + z * z)
  cx = (X[1] + X[2] + X[3] + X[4]) / 4; cy = (Y[1] + Y[2] + Y[3] + Y[4]) / 4; cz = (Z[1] + Z[2] + Z[3] + Z[4]) / 4
  while (cx < 0) cx += 40
  while (cx >= 40) cx -= 40
  while (cy < 0) cy += 20
  while (cy >= 20) cy -= 20
  printf "tetra,%.7f,%.7f,%.7f,%.7f,%.7f,%.7f,%.7f,%.5f,%.5f,%.5f,%.5f,%.5f,%.5f\n", cx, cy, cz, w / n, x / n, y / n, z / n,
    (U[1] + U[2] + U[3] + U[4]) / 4, (V[1] + V[2] + V[3] + V[4]) / 4, (W[1] + W[2] + W[3] + W[4]) / 4, $8, $9, $10
}' "$tmp/settled.txt" >"$tmp/state.csv"
test "$(wc -l <"$tmp/state.csv")" = 8912
gzip -9n <"$tmp/state.csv" >"$out"
