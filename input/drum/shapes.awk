# SPDX-License-Identifier: MIT
# The pebbles of input/drum.yaml: awk -v shape=drum -f shapes.awk >drum.csv, and shape=tablet for tablet.csv. Lengths in metres.
#
# drum: a period of 40 mm of a cylinder along y, of staggered rings of pebbles, with four lifters of one row each. Pebbles lie
# 5 mm apart, also across the faces of the period, and have a radius of 4 mm: no gap between them, where the smallest pebble of a
# tablet has a radius of 1.3 mm.
# tablet: 9 mm across and 4.4 mm thick, a pebble in the middle within a ring of twelve.
BEGIN {
  pi = atan2(0, -1)
  print "x,y,z,r"
  if (shape == "drum") {
    length_y = 0.04; rings = 8; around = 78; radius = 0.062; r = 0.004
    for (i = 0; i < rings; i++) {
      y = (i + 0.5) * length_y / rings - length_y / 2
      for (k = 0; k < around; k++) pebble(radius, 2 * pi * (k + 0.5 * (i % 2)) / around, y, r)
      for (k = 0; k < 4; k++) pebble(radius - 0.006, pi / 2 * k, y, r)
    }
  } else {
    printf "0,0,0,%g\n", 0.0022
    for (k = 0; k < 12; k++) printf "%.9f,%.9f,0,%g\n", 0.0032 * cos(pi * k / 6), 0.0032 * sin(pi * k / 6), 0.0013
  }
}

function pebble(from_axis, angle, y, r)
{
  printf "%.9f,%.4f,%.9f,%g\n", from_axis * cos(angle), y, from_axis * sin(angle), r
}
