# SPDX-License-Identifier: MIT
# 32 000 spheres of diameter 1 on a loose lattice over the base, shaken by seeded velocities, as flow.csv's rows.
function uniform() { seed = (seed * 48271) % 2147483647; return seed / 2147483647 }   # exact in doubles: same in every awk
BEGIN {
  seed = 20261122
  print "template,x,y,z,vx,vy,vz,id"
  for (c = 0; c < 32000; c++)
    printf "grain,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%d\n", (c % 38 + 0.5) * 40 / 38, (int(c / 38) % 19 + 0.5) * 20 / 19,
      1.2 + int(c / 722), uniform() - 0.5, uniform() - 0.5, uniform() - 0.5, c + 1
}
