# SPDX-License-Identifier: MIT
# Files of the drum and of the hopper (drum.sh): -v make=mesh | lattice | hopper | heap | state, and for `state` clast's clump file.
#   mesh     a text STL: a tube of SECTORS by ROWS pairs of triangles about y, 9024 triangles with its ends of RINGS rings;
#            -v LENGTH=L -v ROWS=N: another length and number of rows
#   lattice  clast's clump file of 30000 spheres at rest in the lower part of it
#   hopper   a text STL: a cone of 45 degrees about z, open below, with a tube above, of SECTORS by 2 ROWS pairs of triangles
#            -v RADIUS=R -v OUTLET=R: radii of the tube and of the opening
#   heap     clast's clump file of N spheres at rest in the hopper
#   state    spheres of clast's clump file as LIGGGHTS' data file in a box, -v box="LX HX LY HY LZ HZ"; 17 digits: both codes read the
#            same doubles
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
# Around z: from the opening to the tube, and up the tube.
function round(r, k, z,   a) { a = 2 * pi * (k % SECTORS) / SECTORS; return sprintf("vertex %.9g %.9g %.9g\n", r * cos(a), r * sin(a), z) }
function funnel(k,   j, high) {
  high = RADIUS - OUTLET
  for (j = 0; j < ROWS; j++) {
    quad(round(OUTLET + high * j / ROWS, k, high * j / ROWS), round(OUTLET + high * j / ROWS, k + 1, high * j / ROWS),
      round(OUTLET + high * (j + 1) / ROWS, k + 1, high * (j + 1) / ROWS), round(OUTLET + high * (j + 1) / ROWS, k, high * (j + 1) / ROWS))
    quad(round(RADIUS, k, high * (1 + j / ROWS)), round(RADIUS, k + 1, high * (1 + j / ROWS)),
      round(RADIUS, k + 1, high * (1 + (j + 1) / ROWS)), round(RADIUS, k, high * (1 + (j + 1) / ROWS)))
  }
}
function heap(   d, x, y, z, n, k, most) {
  d = 0.00415
  print "template,x,y,z,id"
  for (z = 0.003; n < N; z += d) {
    most = (z < RADIUS - OUTLET ? OUTLET + z : RADIUS) - 0.003
    for (y = -RADIUS; y < RADIUS; y += d) for (x = -RADIUS; x < RADIUS && n < N; x += d) {
      k++
      if (sqrt(x * x + y * y) < most) printf "grain,%.9g,%.9g,%.9g,%d\n", x + (k * 7919 % 1000) / 1e7, y + (k * 104729 % 1000) / 1e7, z, n++
    }
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
  pi = atan2(0, -1); RINGS = 12
  if (!SECTORS) SECTORS = 96
  if (!RADIUS) RADIUS = 0.1
  if (!OUTLET) OUTLET = 0.02
  if (!N) N = 15000
  if (!LENGTH) LENGTH = 0.15
  if (!ROWS) ROWS = 24
  if (make == "lattice") { lattice(); exit }
  if (make == "heap") { heap(); exit }
  if (make == "state") FS = ","
  else {
    print "solid drum"
    for (k = 0; k < SECTORS; k++) if (make == "hopper") funnel(k); else { side(k); ends(k) }
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
  split(box, b, " ")
  printf "start of the spheres\n\n%d atoms\n2 atom types\n%s %s xlo xhi\n%s %s ylo yhi\n%s %s zlo zhi\n\nAtoms\n\n", n, b[1], b[2], b[3],
    b[4], b[5], b[6]
  for (k = 1; k <= n; k++) print place[k]
  print "\nVelocities\n"
  for (k = 1; k <= n; k++) print speed[k]
}
