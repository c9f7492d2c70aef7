# SPDX-License-Identifier: MIT
# A rock as text STL: an icosahedron whose faces are split in four `levels` times (6: 81 920 faces), pushed out by smooth waves
# and stretched. The same rock whatever the number of faces, and whichever awk.
#
#   awk -f rock_stl.awk [-v levels=4] >rock.stl

function unit(v, r) { r = sqrt(v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2); v[1] /= r; v[2] /= r; v[3] /= r }

# The next of a fixed row of numbers in [0, 1): Park and Miller 1988, Commun. ACM 31, 1192.
function draw() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }

# Waves of number 1, 2, 4, of heights that fall with it, each along a direction of its own.
function waves(   k, c)
{
  seed = 20241
  for (k = 1; k <= 12; k++) {
    number[k] = 2 ^ int((k - 1) / 4)
    for (c = 1; c <= 3; c++) direction[c] = 2 * draw() - 1
    unit(direction)
    for (c = 1; c <= 3; c++) wave[k, c] = direction[c]
    phase[k] = 6.283185307179586 * draw()
  }
}

# The corner in direction x, y, z, as its line in the file.
function corner(x, y, z,   k, r)
{
  r = 1
  for (k = 1; k <= 12; k++) r += 0.09 / number[k] * cos(2.5 * number[k] * (wave[k, 1] * x + wave[k, 2] * y + wave[k, 3] * z) + phase[k])
  return sprintf("vertex %.9g %.9g %.9g", 0.75 * r * x, 0.55 * r * y, 0.45 * r * z)
}

# A face of directions a, b, c, split n times more.
function split_face(n, ax, ay, az, bx, by, bz, cx, cy, cz,   r, px, py, pz, qx, qy, qz, sx, sy, sz)
{
  if (n == 0) {
    print "facet normal 0 0 0\nouter loop\n" corner(ax, ay, az) "\n" corner(bx, by, bz) "\n" corner(cx, cy, cz) "\nendloop\nendfacet"
    return
  }
  px = ax + bx; py = ay + by; pz = az + bz; r = sqrt(px * px + py * py + pz * pz); px /= r; py /= r; pz /= r
  qx = bx + cx; qy = by + cy; qz = bz + cz; r = sqrt(qx * qx + qy * qy + qz * qz); qx /= r; qy /= r; qz /= r
  sx = cx + ax; sy = cy + ay; sz = cz + az; r = sqrt(sx * sx + sy * sy + sz * sz); sx /= r; sy /= r; sz /= r
  split_face(n - 1, ax, ay, az, px, py, pz, sx, sy, sz)
  split_face(n - 1, px, py, pz, bx, by, bz, qx, qy, qz)
  split_face(n - 1, sx, sy, sz, qx, qy, qz, cx, cy, cz)
  split_face(n - 1, px, py, pz, qx, qy, qz, sx, sy, sz)
}

BEGIN {
  if (levels == "") levels = 4
  t = (1 + sqrt(5)) / 2
  n = split("-1 t 0 1 t 0 -1 -t 0 1 -t 0 0 -1 t 0 1 t 0 -1 -t 0 1 -t t 0 -1 t 0 1 -t 0 -1 -t 0 1", v, " ")
  for (i = 1; i <= n; i++) x[i - 1] = (v[i] == "t" ? t : v[i] == "-t" ? -t : v[i]) / sqrt(1 + t * t)
  n = split("0 11 5 0 5 1 0 1 7 0 7 10 0 10 11 1 5 9 5 11 4 11 10 2 10 7 6 7 1 8 3 9 4 3 4 2 3 2 6 3 6 8 3 8 9 4 9 5 2 4 11 6 2 10 8 6 7 9 8 1", f, " ")
  waves()
  print "solid rock"
  for (i = 1; i <= n; i += 3) {
    a = 3 * f[i]; b = 3 * f[i + 1]; c = 3 * f[i + 2]
    split_face(levels, x[a], x[a + 1], x[a + 2], x[b], x[b + 1], x[b + 2], x[c], x[c + 1], x[c + 2])
  }
  print "endsolid rock"
}
