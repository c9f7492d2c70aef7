# SPDX-License-Identifier: MIT
# A rock of 20 overlapping pebbles, radii .2 to .42, in an ellipsoid with half axes 1.1, .8 and .6, as CSV.
function uniform() { seed = (seed * 48271) % 2147483647; return seed / 2147483647 }   # exact in doubles: same in every awk
BEGIN {
  seed = 20261122
  print "x,y,z,r\n0,0,0,0.42"
  for (n = 1; n < 20; n++) {
    u = uniform()
    r = 0.2 + 0.2 * u * u
    do {
      x = 2 * uniform() - 1; y = 2 * uniform() - 1; z = 2 * uniform() - 1
    } while (x * x + y * y + z * z > 1)
    printf "%.6f,%.6f,%.6f,%.6f\n", x * (1.1 - r), y * (0.8 - r), z * (0.6 - r), r
  }
}
