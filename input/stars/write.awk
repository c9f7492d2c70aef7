# Two stars as balls of a dense cubic packing (fcc) of equal spheres: awk -v n=750 -v parts=sphere -f write.awk > stars.csv.
# n: spheres of a star, each of 1.989e30 kg and 1410 kg/m^3; the stars start 2 solar radii off the origin along each axis.
# clumps: of the spheres every `clumps`-th is a dumbbell of the template `pair` in place of a `ball` (0: none).
function star(x, y, z, vx, vy, vz,    k) {
  for (k = 1; k <= n; k++)
    printf "%s,%.7g,%.7g,%.7g,%.7g,%.7g,%.7g\n", name(k), x * sun + px[k] - cx,
           y * sun + py[k] - cy, z * sun + pz[k] - cz, vx * sun, vy * sun, vz * sun
}
function name(k) {
  return clumps > 0 && k % clumps == 0 ? "pair" : "ball"
}
# Places in the order of their distance, by buckets: the lattice has many of the same distance.
function pack(    h, i, j, k, d, m, b, most) {
  most = int((n / 4) ^ (1 / 3)) + 2
  for (i = -most; i <= most; i++) for (j = -most; j <= most; j++) for (k = -most; k <= most; k++) for (h = 0; h < 4; h++) {
    d = (x = i + (h == 1 || h == 2) / 2 + .137) ^ 2 + (y = j + (h == 1 || h == 3) / 2 + .071) ^ 2 + (z = k + (h == 2 || h == 3) / 2 + .213) ^ 2
    b = int(d * 20)
    m = ++count[b]
    bx[b, m] = x; by[b, m] = y; bz[b, m] = z
    if (b > top) top = b
  }
  for (b = 0; b <= top && placed < n; b++) for (m = 1; m <= count[b] && placed < n; m++) {
    px[++placed] = bx[b, m] * edge; py[placed] = by[b, m] * edge; pz[placed] = bz[b, m] * edge
    cx += px[placed] / n; cy += py[placed] / n; cz += pz[placed] / n
  }
}
BEGIN {
  sun = (3 * 1.989e30 / (4 * 3.14159265358979 * 1410)) ^ (1 / 3)
  r = sun / n ^ (1 / 3)
  edge = sqrt(8) * r * 1.0001
  pack()
  print "template,x,y,z,vx,vy,vz"
  star(-2, 2, -2, 5e-4, -3e-4, 4e-4)
  star(2, -2, 2, -5e-4, 3e-4, -6.5e-4)
}
