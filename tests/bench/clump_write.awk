# SPDX-License-Identifier: MIT
# The clumps that the methods are compared on, as CSV: awk -f clump_write.awk -v clump=NAME. All but `mesh`, which
# clast-clump generate makes. Random ones come from a fixed row of numbers, so that every awk writes the same.

function pebble(x, y, z, r) { printf "%.9g,%.9g,%.9g,%.9g\n", x, y, z, r }

# The next of a fixed row of numbers in [0, 1): Park and Miller 1988, Commun. ACM 31, 1192.
function draw() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }

# n pebbles with centres in an ellipsoid of half axes a, b, c and radii between lo and hi.
function crowd(n, a, b, c, lo, hi,   k, x, y, z)
{
  for (k = 0; k < n; k++) {
    do { x = 2 * draw() - 1; y = 2 * draw() - 1; z = 2 * draw() - 1 } while (x * x + y * y + z * z > 1)
    pebble(a * x, b * y, c * z, lo + (hi - lo) * draw())
  }
}

BEGIN {
  seed = 1234567
  print "x,y,z,r"
  s = sqrt(0.5)
  if (clump == "pair") { pebble(0, 0, 0, 1); pebble(1, 0, 0, 1) }
  else if (clump == "tetrahedron") { pebble(0, 0, 0, s); pebble(1, 1, 0, s); pebble(1, 0, 1, s); pebble(0, 1, 1, s) }
  else if (clump == "tee") { for (k = -2; k <= 2; k++) pebble(0.75 * k, 0, 0, 0.5); for (k = 1; k <= 3; k++) pebble(0, 0.75 * k, 0, 0.5) }
  else if (clump == "ell") { for (k = 0; k <= 4; k++) pebble(0.75 * k, 0, 0, 0.5); for (k = 1; k <= 2; k++) pebble(0, 0.75 * k, 0, 0.5) }
  else if (clump == "dumbbell") { pebble(0, 0, 0, 1); pebble(0, 0, 3, 0.5) }
  else if (clump == "rod") { for (k = 0; k < 10; k++) pebble(0.5 * k, 0, 0, 0.5) }
  else if (clump == "rock") crowd(50, 1.2, 0.9, 0.7, 0.15, 0.6)
  else if (clump == "crowd") crowd(10000, 1, 1, 1, 0.03, 0.06)
  else if (clump == "discs") { pebble(0, 0, 0, 0.5); pebble(0.8, 0, 0, 0.5) }
  else { print "clump_write.awk: no clump " clump >"/dev/stderr"; exit 2 }
}
