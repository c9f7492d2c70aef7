# SPDX-License-Identifier: MIT
# The mill of input/mill.yaml as STL text: awk -f mill.awk >mill.stl. Lengths in millimetres. A period of 40 mm of a tube along y with
# an inner radius of 150 mm, 48 facets and eight lifters, 12 mm high, 20 mm wide at their feet and 12 mm at their tops: sheets without
# ends, as the axis is periodic.
BEGIN {
  pi = atan2(0, -1); facets = 48; lifters = 8; radius = 150; high = 12; width = 40
  print "solid mill"
  for (k = 0; k < facets; k++) strip(radius, 2 * pi * k / facets, radius, 2 * pi * (k + 1) / facets)
  for (k = 0; k < lifters; k++) {
    a = 2 * pi * (k + 0.5) / lifters
    strip(radius, a + 10 / radius, radius - high, a + 6 / radius)
    strip(radius - high, a + 6 / radius, radius - high, a - 6 / radius)
    strip(radius - high, a - 6 / radius, radius, a - 10 / radius)
  }
  print "endsolid mill"
}

# A rectangle along y between two places of the profile, given by distance from the axis and angle.
function strip(r, a, s, b)
{
  triangle(r, a, 0, s, b, 0, s, b, width)
  triangle(r, a, 0, s, b, width, r, a, width)
}

function triangle(r, a, y, s, b, v, t, c, w)
{
  print "facet normal 0 0 0\nouter loop"
  vertex(r, a, y); vertex(s, b, v); vertex(t, c, w)
  print "endloop\nendfacet"
}

function vertex(r, a, y)
{
  printf "vertex %.6g %g %.6g\n", r * cos(a), y, r * sin(a)
}
