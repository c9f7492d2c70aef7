# SPDX-License-Identifier: MIT
# The bottle of input/bottle.yaml: awk -f bottle.awk >bottle.obj. Lengths in millimetres. A profile (distance from the axis, height)
# is turned about z in 24 steps: first the outside, from the foot up to the lip, then the inside, down to the bottom. So it is a
# closed solid, 2 mm thick, whose normals point out of the glass. The inside has a rounding of 6 mm at its bottom.
BEGIN {
  pi = atan2(0, -1); facets = 24
  n = split("21 0  24 1  25 4  25 56  23.5 62.6  19 67.5  19 80  18 81  17 80  17 67  22 61.6  23 56  23 8  22.196 5  20 2.804  17 2", word, " ") / 2
  print "v 0 0 0\nv 0 0 2"
  for (p = 0; p < n; p++)
    for (k = 0; k < facets; k++) {
      a = 2 * pi * k / facets
      printf "v %.6g %.6g %.6g\n", word[2 * p + 1] * cos(a), word[2 * p + 1] * sin(a), word[2 * p + 2]
    }
  for (k = 0; k < facets; k++) {
    beside = (k + 1) % facets
    print "f", 1, at(0, beside), at(0, k)
    for (p = 0; p + 1 < n; p++) print "f", at(p, k), at(p, beside), at(p + 1, beside), at(p + 1, k)
    print "f", 2, at(n - 1, k), at(n - 1, beside)
  }
}

function at(p, k)
{
  return 3 + p * facets + k
}
