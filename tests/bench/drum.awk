# SPDX-License-Identifier: MIT
# Files of the drum (drum.sh): -v make=mesh | lattice | state, and for `state` clast's clump file.
#   mesh     a text STL: a tube of SECTORS by ROWS pairs of triangles about y, 9024 triangles with its ends of RINGS rings;
#            -v LENGTH=L -v ROWS=N: another length and number of rows
#   lattice  clast's clump file of 30000 spheres at rest in the lower part of it
#   state    spheres of clast's clump file as LIGGGHTS' data file; 17 digits: both codes read the same doubles
function corner(r, k, y,   a) { a = 2 * pi * (k % SECTORS) / SECTORS; return sprintf("vertex %.9g %.9g %.9g\n", r * sin(a), y, r * cos(a)) }
function triangle(a, b, c) { printf "facet normal 0 0 0\nouter loop\n%s%s%sendloop\nendfacet\n", a, b, c }
function quad(a, b, c, d) { triangle(a, b, c); triangle(a, c, d) }
# Corners counter-clockwise as seen from outside.
function side(k,   j, low, high) {
  for (j = 0; j < ROWS; j++) {
    low = LENGTH * j / ROWS; high = LENGTH * (j + 1) / ROWS
    quad(corner(RADIUS, k, low), corner(RADIUS, k + 1, low), corner(RADIUS, k + 1, high), corner(RADIUS, k, high))
  }
}
function ends(k,   j, r, s) {
  s = RADIUS / RINGS
  triangle(corner(0, 0, 0), corner(s, k + 1, 0), corner(s, k, 0))
  triangle(corner(0, 0, LENGTH), corner(s, k, LENGTH), corner(s, k + 1, LENGTH))
  for (j = 1; j < RINGS; j++) {
    r = RADIUS * j / RINGS; s = RADIUS * (j + 1) / RINGS
    quad(corner(r, k, 0), corner(r, k + 1, 0), corner(s, k + 1, 0), corner(s, k, 0))
    quad(corner(r, k, LENGTH), corner(s, k, LENGTH), corner(s, k + 1, LENGTH), corner(r, k + 1, LENGTH))
  }
}
function lattice(   d, x, y, z, n, k, u, v) {
  d = 0.00415
  print "template,x,y,z,id"
  for (z = -0.0972; n < 30000; z += d) for (y = 0.0025; y < 0.1475; y += d) for (x = -0.0972; x < 0.0972 && n < 30000; x += d) {
    k++
    u = (k * 7919 % 1000) / 1e7; v = (k * 104729 % 1000) / 1e7
    if (sqrt((x + u) ^ 2 + (z + v) ^ 2) < 0.0975) printf "grain,%.9g,%.9g,%.9g,%d\n", x + u, y, z + v, n++
  }
}
BEGIN {
  pi = atan2(0, -1); RADIUS = 0.1; SECTORS = 96; RINGS = 12
  if (!LENGTH) LENGTH = 0.15
  if (!ROWS) ROWS = 24
  if (make == "lattice") { lattice(); exit }
  if (make == "state") FS = ","
  else {
    print "solid drum"
    for (k = 0; k < SECTORS; k++) { side(k); ends(k) }
    print "endsolid drum"
    exit
  }
}
FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
{
  id = $at["id"] + 1
  place[++n] = sprintf("%d 1 0.004 2500 %.17g %.17g %.17g", id, $at["x"], $at["y"], $at["z"])
  speed[n] = sprintf("%d %.17g %.17g %.17g %.17g %.17g %.17g", id, $at["vx"], $at["vy"], $at["vz"], $at["wx"], $at["wy"], $at["wz"])
}
END {
  if (make != "state") exit
  printf "start of the drum\n\n%d atoms\n2 atom types\n-0.11 0.11 xlo xhi\n-0.01 0.16 ylo yhi\n-0.11 0.11 zlo zhi\n\nAtoms\n\n", n
  for (k = 1; k <= n; k++) print place[k]
  print "\nVelocities\n"
  for (k = 1; k <= n; k++) print speed[k]
}
