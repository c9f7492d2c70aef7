# SPDX-License-Identifier: MIT
# 1000 spheres of diameter 1 on a lattice at a solid fraction of .45, random velocities
BEGIN {
  srand(7); n = 10; a = 1.05; rate = 1; L = n * a; pi = atan2(0, -1)
  print "template,x,y,z,vx,vy,vz" > "start.csv"
  f = "start.data"
  printf "spheres\n\n1000 atoms\n1 atom types\n\n0 %.17g xlo xhi\n0 %.17g ylo yhi\n0 %.17g zlo zhi\n0 0 0 xy xz yz\n\nAtoms\n\n", L, L, L > f
  for (k = 0; k < n * n * n; k++) {
    x[k] = (k % n + .5) * a + .04 * (rand() - .5); y[k] = (int(k / n) % n + .5) * a + .04 * (rand() - .5); z[k] = (int(k / n / n) + .5) * a + .04 * (rand() - .5)
    for (i = 0; i < 3; i++) { v[k, i] = 4 * (rand() - .5); m[i] += v[k, i] / 1000 }
  }
  for (k = 0; k < 1000; k++) {
    printf "%d 1 1 1 %.17g %.17g %.17g\n", k + 1, x[k], y[k], z[k] > f
    printf "ball,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", x[k], y[k], z[k], v[k, 0] - m[0], v[k, 1] - m[1], v[k, 2] - m[2] > "start.csv"
  }
  printf "\nVelocities\n\n" > f
  for (k = 0; k < 1000; k++)
    printf "%d %.17g %.17g %.17g 0 0 0\n", k + 1, v[k, 0] - m[0] + rate * (z[k] - L / 2), v[k, 1] - m[1], v[k, 2] - m[2] > f
}
