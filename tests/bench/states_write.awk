# SPDX-License-Identifier: MIT
# Start states that no run has to make first, into the working folder, as clast's files:
#   -v make=beam -v NX=60 -v NY=12 -v NZ=12     flow.csv: a beam of balls on a cubic lattice of spacing 1, whose middle flies on one side
#   -v make=dam -v d=0.02 -v W=1.4 -v H=1.4 -v L=3      flow.csv: a column of water, W wide and H high, .2 off
#                                               the axes; base.csv: three layers of a tank L wide
#   -v make=loose -v n=8000 -v L=20 [-v H=20]   flow.csv: spheres of diameter 1 on a lattice in L by L, from z = 1 upwards or in H
#   -v make=pegs -v n=1 -v L=8 -v W=8           base.csv: fixed spheres in layers at z = 2, 6, 10, in L by W, ids from n + 1
#   -v make=giant -v R=8.6 -v d=0.3             giant.csv: the pebbles of a ball of radius R, on a lattice of spacing d
function uniform() { seed = (seed * 48271) % 2147483647; return seed / 2147483647 } # exact in doubles: same in every awk
function beam(   i, j, k, hit) {
  print "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id" >"flow.csv"
  for (i = 0; i < NX; i++) for (j = 0; j < NY; j++) for (k = 0; k < NZ; k++) {
    hit = i >= NX / 2 - 3 && i < NX / 2 + 3 && 2 * j < NY
    printf "grain,%d,%d,%d,1,0,0,0,%g,0,%g,0,0,0,%d\n", i + 20, j + 10, k + 10, hit, -hit, ++n >"flow.csv"
  }
}
function dam(   i, j, nx, m) {
  print "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id" >"flow.csv"
  for (j = 0; j < int(H / d + 0.5); j++) for (i = 0; i < int(W / d + 0.5); i++)
    printf "drop,%.9g,%.9g,0,1,0,0,0,0,0,0,0,0,0,%d\n", 0.2 + (i + 0.5) * d, 0.2 + (j + 0.5) * d, ++n >"flow.csv"
  nx = int(L / d + 0.5)
  print "template,x,y,z,id,blocked" >"base.csv"
  for (j = -3; j < int(1.3 * H / d); j++) for (i = -3; i < nx + 3; i++)
    if (j < 0 || i < 0 || i >= nx) printf "tank,%.9g,%.9g,0,%d,xyZ\n", 0.2 + (i + 0.5) * d, 0.2 + (j + 0.5) * d, n + ++m >"base.csv"
}
function loose(   c, m, layers) {
  seed = 20261130
  m = int(L / 1.05)
  layers = int((n - 1) / (m * m)) + 1
  print "template,x,y,z,vx,vy,vz,id" >"flow.csv"
  for (c = 0; c < n; c++)
    printf "grain,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%d\n", (c % m + 0.5) * L / m, (int(c / m) % m + 0.5) * L / m,
      H ? (int(c / (m * m)) + 0.5) * H / layers : 1 + 1.05 * int(c / (m * m)), uniform() - 0.5, uniform() - 0.5, uniform() - 0.5, c + 1 >"flow.csv"
}
function pegs(   i, j, k) {
  print "template,x,y,z,id,blocked" >"base.csv"
  for (k = 0; k < 3; k++) for (j = 0; j < W / 2; j++) for (i = 0; i < L / 2; i++)
    printf "base,%d,%d,%d,%d,xyzXYZ\n", 2 * i + 1 - k % 2, 2 * j + 1, 4 * k + 2, ++n >"base.csv"
}
function giant(   i, j, k, m) {
  m = int(R / d)
  print "x,y,z,r" >"giant.csv"
  for (i = -m; i <= m; i++) for (j = -m; j <= m; j++) for (k = -m; k <= m; k++)
    if (i * i + j * j + k * k <= (R / d) ^ 2) printf "%.9g,%.9g,%.9g,%.9g\n", i * d, j * d, k * d, d / 2 >"giant.csv"
}
BEGIN {
  if (make == "beam") beam()
  else if (make == "dam") dam()
  else if (make == "loose") loose()
  else if (make == "pegs") pegs()
  else if (make == "giant") giant()
  else exit 1
}
