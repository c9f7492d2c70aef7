# SPDX-License-Identifier: MIT
# The state (rows `tetra,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz` and `base,x,y,z`) as input of both codes, in `dir`:
# flow.csv and base.csv for clast, clumpflow.data for LAMMPS. Quaternions are normalised here, so that both read the same.
#   gzip -dc clumpflow.csv.gz | awk -v dir=DIR -f clumpflow_write.awk
function sphere(type, clump, x, y, z, vx, vy, vz, wx, wy, wz) {
  id++
  printf "%d %d 1 1 %.17g %.17g %.17g\n", id, type, x, y, z > data
  velocities[id] = sprintf("%d %.17g %.17g %.17g %.17g %.17g %.17g", id, vx, vy, vz, wx, wy, wz)
  clumps[id] = clump
}
BEGIN {
  FS = ","
  flow = dir "/flow.csv"; base = dir "/base.csv"; data = dir "/clumpflow.data"
  print "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id" > flow
  print "template,x,y,z,id,blocked" > base
  printf "dense flow of clumps\n\n32912 atoms\n2 atom types\n0 40 xlo xhi\n0 20 ylo yhi\n-1 79 zlo zhi\n\nAtoms\n\n" > data
  h = 0.35355339059327379                                     # corners of a tetrahedron of edge 1, as in clumpflow.yaml
  cx[1] = h; cx[2] = h; cx[3] = -h; cx[4] = -h
  cy[1] = h; cy[2] = -h; cy[3] = h; cy[4] = -h
  cz[1] = h; cz[2] = -h; cz[3] = -h; cz[4] = h
}
$1 == "tetra" {
  clump++
  s = sqrt($5 * $5 + $6 * $6 + $7 * $7 + $8 * $8)
  w = $5 / s; x = $6 / s; y = $7 / s; z = $8 / s
  printf "tetra,%s,%s,%s,%.17g,%.17g,%.17g,%.17g,", $2, $3, $4, w, x, y, z > flow
  printf "%s,%s,%s,%s,%s,%s,%d\n", $9, $10, $11, $12, $13, $14, clump > flow
  for (k = 1; k <= 4; k++) {
    rx = (1 - 2 * (y * y + z * z)) * cx[k] + 2 * (x * y - w * z) * cy[k] + 2 * (x * z + w * y) * cz[k]
    ry = 2 * (x * y + w * z) * cx[k] + (1 - 2 * (x * x + z * z)) * cy[k] + 2 * (y * z - w * x) * cz[k]
    rz = 2 * (x * z - w * y) * cx[k] + 2 * (y * z + w * x) * cy[k] + (1 - 2 * (x * x + y * y)) * cz[k]
    sphere(1, clump, $2 + rx, $3 + ry, $4 + rz,
      $9 + $13 * rz - $14 * ry, $10 + $14 * rx - $12 * rz, $11 + $12 * ry - $13 * rx, $12, $13, $14)
  }
}
$1 == "base" {
  fixed++
  printf "base,%s,%s,%s,%d,xyzXYZ\n", $2, $3, $4, 8000 + fixed > base
  sphere(2, 0, $2, $3, $4, 0, 0, 0, 0, 0, 0)
}
END {
  printf "\nVelocities\n\n" > data
  for (k = 1; k <= id; k++) print velocities[k] > data
  printf "\nMolecules\n\n" > data
  for (k = 1; k <= id; k++) print k, clumps[k] > data
  if (clump != 8000 || fixed != 912) exit 1
}
