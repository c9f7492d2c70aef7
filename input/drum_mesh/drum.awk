# SPDX-License-Identifier: MIT
# The drum of input/drum_mesh.yaml as STL text: awk -f drum.awk >drum.stl. Lengths in millimetres. A period of 40 mm of a tube
# along y with an inner radius of 58 mm, 32 facets and four lifters, 10 mm high and 6 mm wide at their tops: sheets without ends, as
# the axis is periodic.
BEGIN {
  pi = atan2(0, -1); facets = 32; radius = 58
  print "solid drum"
  for (k = 0; k < facets; k++) strip(radius, 2 * pi * k / facets, radius, 2 * pi * (k + 1) / facets)
  for (k = 0; k < 4; k++) {
    a = pi / 2 * k + pi / facets
    strip(radius, a + 0.1, radius - 10, a + 0.06)
    strip(radius - 10, a + 0.06, radius - 10, a - 0.06)
    strip(radius - 10, a - 0.06, radius, a - 0.1)
  }
  print "endsolid drum"
}

# A rectangle along y between two places of the profile, given by distance from the axis and angle.
function strip(r, a, s, b)
{
  triangle(r, a, 0, s, b, 0, s, b, 40)
  triangle(r, a, 0, s, b, 40, r, a, 40)
}

function triangle(r, a, y, s, b, v, t, c, w)
{
  print "facet normal 0 0 0\nouter loop"
  vertex(r, a, y); vertex(s, b, v); vertex(t, c, w)
  print "endloop\nendfacet"
}

function vertex(r, a, y)
{
  printf "vertex %.5g %g %.5g\n", r * cos(a), y, r * sin(a)
}
