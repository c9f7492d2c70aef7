# SPDX-License-Identifier: MIT
# Atoms of diameter 1 on an fcc lattice of 20 by 20 by 20 cells at density .8442, with seeded velocities without a mean, as flow.csv's
# rows: variance 1.44, of which the melting lattice keeps half.
#   awk -f melt_write.awk >flow.csv
function uniform() { seed = (seed * 48271) % 2147483647; return seed / 2147483647 }   # exact in doubles: same in every awk
BEGIN {
  seed = 20261125
  n = 32000; cell = 1.6795961913825076; most = 2 * sqrt(3 * 1.44)
  for (c = 0; c < n; c++) for (k = 0; k < 3; k++) { v[c, k] = most * (uniform() - 0.5); mean[k] += v[c, k] / n }
  print "template,x,y,z,vx,vy,vz,id"
  for (c = 0; c < n; c++) {
    i = int(c / 4)
    printf "atom,%.15g,%.15g,%.15g", cell * (i % 20 + 0.25 + 0.5 * (c % 4 == 1 || c % 4 == 2)), cell * (int(i / 20) % 20 + 0.25 + 0.5 * (c % 4 == 1 || c % 4 == 3)),
      cell * (int(i / 400) + 0.25 + 0.5 * (c % 4 == 2 || c % 4 == 3))
    for (k = 0; k < 3; k++) printf ",%.15g", v[c, k] - mean[k]
    printf ",%d\n", c + 1
  }
}
