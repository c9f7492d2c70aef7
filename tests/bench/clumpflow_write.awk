# SPDX-License-Identifier: MIT
# The state (rows `tetra,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz` and `base,x,y,z`), nx by ny times side by side, as flow.csv and
# base.csv in `dir`. Quaternions are normalised here, so that all who read them have the same.
#   gzip -dc clumpflow.csv.gz | awk -v dir=DIR [-v nx=6 -v ny=5] -f clumpflow_write.awk
# any=1: the rows may be a part of the state.
BEGIN {
  FS = ","
  if (!nx) nx = 1
  if (!ny) ny = 1
  flow = dir "/flow.csv"; base = dir "/base.csv"
  print "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id" > flow
  print "template,x,y,z,id,blocked" > base
}
$1 == "tetra" {
  s = sqrt($5 * $5 + $6 * $6 + $7 * $7 + $8 * $8)
  for (j = 0; j < ny; j++) for (i = 0; i < nx; i++) {
    printf "tetra,%.17g,%.17g,%s,%.17g,%.17g,%.17g,%.17g,", $2 + 40 * i, $3 + 20 * j, $4, $5 / s, $6 / s, $7 / s, $8 / s > flow
    printf "%s,%s,%s,%s,%s,%s,%d\n", $9, $10, $11, $12, $13, $14, ++clump > flow
  }
}
$1 == "base" {
  for (j = 0; j < ny; j++) for (i = 0; i < nx; i++)
    printf "base,%.17g,%.17g,%s,%d,xyzXYZ\n", $2 + 40 * i, $3 + 20 * j, $4, 8000 * nx * ny + ++fixed > base
}
END { if (!any && (clump != 8000 * nx * ny || fixed != 912 * nx * ny)) exit 1 }
