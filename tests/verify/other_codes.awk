# SPDX-License-Identifier: MIT
# Other codes on one state: either that state, 1000 spheres of two materials near a lattice, most of which overlap with neighbours, as
# spheres.csv for clast and state.data for LAMMPS and LIGGGHTS; or, with files, the largest differences of forces and couples.
#   awk -v spin=SPIN -f other_codes.awk                      angular velocities: rad/s, at most this large
#   awk -f other_codes.awk DUMP BODIES.CSV                    prints them over the means, and the numbers of bodies with any
# All numbers of the state are multiples of 2^-20: the codes read the same doubles, and clast's places are exactly these.
function random() { seed = (16807 * seed) % 2147483647; return seed / 2147483647 }
function grid(x) { return (x < 0 ? -1 : 1) * int((x < 0 ? -x : x) * 1048576) / 1048576 }
function state(   k, r, type, i, x, v, moves, speeds) {
  seed = 20240926
  # gradient of the velocity, 1/s: every pair closes and slips. Other codes take the cap of friction from |F_n|, also where it pulls.
  split("-0.1 -0.3 0.2 0.3 -0.1 -0.25 -0.2 0.25 -0.12", v, " ")
  for (i = 0; i < 9; i++) rate[int(i / 3), i % 3] = v[i + 1]
  print "x,y,z,r,material,vx,vy,vz,wx,wy,wz" > "spheres.csv"
  print "a state\n\n1000 atoms\n2 atom types\n-1 12 xlo xhi\n-1 12 ylo yhi\n-1 12 zlo zhi\n\nAtoms\n" > "state.data"
  for (k = 0; k < 1000; k++) {
    r = grid(0.5 + 0.06 * random()); type = 1 + (k % 7 > 3)
    for (i = 0; i < 3; i++) x[i] = grid(int(k / 10 ^ i) % 10 + 0.1 * random())
    for (i = 0; i < 3; i++) v[i] = grid(rate[i, 0] * x[0] + rate[i, 1] * x[1] + rate[i, 2] * x[2])
    for (i = 3; i < 6; i++) v[i] = grid(spin * (2 * random() - 1))
    moves = sprintf("%.17g %.17g %.17g %.17g %.17g %.17g", v[0], v[1], v[2], v[3], v[4], v[5])
    speeds = speeds (k + 1) " " moves "\n"
    gsub(/ /, ",", moves)
    printf "%.17g,%.17g,%.17g,%.17g,%s,%s\n", x[0], x[1], x[2], r, type == 1 ? "a" : "b", moves > "spheres.csv"
    printf "%d %d %.17g 1000 %.17g %.17g %.17g\n", k + 1, type, 2 * r, x[0], x[1], x[2] > "state.data"
  }
  printf "\nVelocities\n\n%s", speeds > "state.data"
}
BEGIN { if (ARGC < 2) { state(); exit } }
FNR == 1 { file++ }
file == 1 && NF == 7 && $1 + 0 == $1 { rows++; for (k = 0; k < 6; k++) other[$1 - 1, k] = $(2 + k) + 0 }
file == 2 && FNR > 1 {
  split($0, here, ",")
  for (what = 0; what < 2; what++) {
    apart = size = 0
    for (k = 3 * what; k < 3 * what + 3; k++) {
      apart += (here[4 + k] - other[here[3], k]) ^ 2
      size += here[4 + k] ^ 2
    }
    if (apart > worst[what]) worst[what] = apart
    if (size > 0) acted[what]++
    sum[what] += sqrt(size)
  }
}
END {
  if (ARGC < 2) exit
  for (what = 0; what < 2; what++)
    printf "%d %.2e ", acted[what], (acted[what] ? sqrt(worst[what]) * acted[what] / sum[what] : 0)
  print rows + 0
}
