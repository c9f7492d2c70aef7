# SPDX-License-Identifier: MIT
# Rough walls: bodies `kind` in random attitudes, not nearer than 0.75 along the wall, centres within 0.6 behind z = -14 and 54; in a
# cell of 10 x 8.
BEGIN {
  srand(5); L = 10; W = 8
  print "template,x,y,z,qw,qx,qy,qz,blocked,group"
  for (side = -1; side <= 1; side += 2) {
    n = 0
    for (try = 0; try < 20000; try++) {
      a = L * rand(); b = W * rand()
      for (k = 0; k < n; k++) {
        dx = a - x[k]; dx -= L * int(dx / L + 1.5) - L; dy = b - y[k]; dy -= W * int(dy / W + 1.5) - W
        if (dx * dx + dy * dy < 0.75 ^ 2) break
      }
      if (k < n) continue
      x[n] = a; y[n++] = b
      do { s = 0; for (i = 0; i < 4; i++) { q[i] = 2 * rand() - 1; s += q[i] ^ 2 } } while (s > 1 || s < 0.01)
      s = sqrt(s)
      printf "%s,%.6f,%.6f,%.6f,%.9f,%.9f,%.9f,%.9f,xyzXYZ,%s\n", kind, a, b, (side < 0 ? -14 : 54) + side * 0.6 * rand(), \
        q[0] / s, q[1] / s, q[2] / s, q[3] / s, side < 0 ? "low" : "high"
    }
  }
}
