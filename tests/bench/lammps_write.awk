# SPDX-License-Identifier: MIT
# A state of clast as one of LAMMPS: state.data, and state.rigid with mass, centre, inertia and velocities of each body (overlaps
# counted once: numbers of clast-clump) for `fix rigid/small ... infile`. Fixed spheres of radius .5 are type 2. With style=atomic:
# atoms of mass 1 that do not turn; bpm: spheres for bonds; sph: particles of a fluid, density times (2 r)^2 pi / 4 in two dimensions.
#   awk -v box="LX LY ZLO ZHI" [-v style=STYLE] [-v density=1] -v properties=FILE.json -f lammps_write.awk shape.csv flow.csv base.csv
# shape.csv: pebbles of the moving bodies, x,y,z,r; flow.csv and base.csv: clast's clump files. Writes into the working folder. With
# -v ball=1 base.csv has one body, and a fourth file its pebbles: they are type 2, and one moving body.
# Numbers have 17 digits: both codes read the same doubles.
function header(   k) { for (k = 1; k <= NF; k++) at[$k] = k }
# The n numbers after a key of the JSON object `json`, to `values`.
function numbers(key, n,   text, k) {
  text = substr(json, index(json, "\"" key "\":") + length(key) + 3)
  gsub(/[][,}]/, " ", text)
  if (split(text, values, " ") < n) exit 1
}
function sphere(type, body, d, x, y, z, vx, vy, vz, wx, wy, wz) {
  id++
  if (style == "atomic") {
    printf "%d %d %.17g %.17g %.17g\n", id, type, x, y, z > atoms
    printf "%d %.17g %.17g %.17g\n", id, vx, vy, vz > velocities
    return
  }
  if (style == "sph") {
    printf "%d %d %.17g 0 1 %.17g %.17g %.17g\n", id, type, density, x, y, z > atoms
    printf "%d %.17g %.17g %.17g\n", id, vx, vy, vz > velocities
    return
  }
  if (style == "bpm") printf "%d 0 %d %.17g %.17g %.17g %.17g %.17g\n", id, type, d, density, x, y, z > atoms
  else printf "%d %d %.17g %.17g %.17g %.17g %.17g\n", id, type, d, density, x, y, z > atoms
  printf "%d %.17g %.17g %.17g %.17g %.17g %.17g\n", id, vx, vy, vz, wx, wy, wz > velocities
  print id, body > molecules
}
function turn(w, x, y, z) {
  R[1, 1] = 1 - 2 * (y * y + z * z); R[1, 2] = 2 * (x * y - w * z); R[1, 3] = 2 * (x * z + w * y)
  R[2, 1] = 2 * (x * y + w * z); R[2, 2] = 1 - 2 * (x * x + z * z); R[2, 3] = 2 * (y * z - w * x)
  R[3, 1] = 2 * (x * z - w * y); R[3, 2] = 2 * (y * z + w * x); R[3, 3] = 1 - 2 * (x * x + y * y)
}
# One line of state.rigid: inertia and angular momentum in lab axes.
function body(n, x, y, z, vx, vy, vz, wx, wy, wz,   i, j, k, l, sum) {
  for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) {
    sum = 0
    for (k = 1; k <= 3; k++) for (l = 1; l <= 3; l++) sum += R[i, k] * I[k, l] * R[j, l]
    J[i, j] = sum
  }
  printf "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g ", n, mass, x, y, z, J[1, 1], J[2, 2], J[3, 3], J[1, 2],
    J[1, 3], J[2, 3] > rigid
  printf "%.17g %.17g %.17g %.17g %.17g %.17g 0 0 0\n", vx, vy, vz, J[1, 1] * wx + J[1, 2] * wy + J[1, 3] * wz,
    J[2, 1] * wx + J[2, 2] * wy + J[2, 3] * wz, J[3, 1] * wx + J[3, 2] * wy + J[3, 3] * wz > rigid
}
BEGIN {
  FS = ","
  if (!density) density = 1
  atoms = "state.atoms"; velocities = "state.velocities"; molecules = "state.molecules"; rigid = "state.bodies"
  getline json < properties
  numbers("mass", 1); mass = values[1]
  numbers("centre", 3); for (k = 1; k <= 3; k++) centre[k] = values[k]
  numbers("inertia", 6)
  I[1, 1] = values[1]; I[2, 2] = values[2]; I[3, 3] = values[3]
  I[1, 2] = I[2, 1] = values[4]; I[1, 3] = I[3, 1] = values[5]; I[2, 3] = I[3, 2] = values[6]
  printf "" > rigid
  print "\nAtoms\n" > atoms
  print "\nVelocities\n" > velocities
  print "\nMolecules\n" > molecules
}
FNR == 1 { file++; header(); next }
file == 1 { n_pebbles++; px[n_pebbles] = $1 - centre[1]; py[n_pebbles] = $2 - centre[2]; pz[n_pebbles] = $3 - centre[3]; pr[n_pebbles] = $4 }
file == 2 {
  bodies++
  n = $at["id"]
  X = $at["x"]; Y = $at["y"]; Z = $at["z"]; VX = $at["vx"]; VY = $at["vy"]; VZ = $at["vz"]; WX = $at["wx"]; WY = $at["wy"]; WZ = $at["wz"]
  scale = ("scale" in at) ? $at["scale"] : 1
  turn($at["qw"], $at["qx"], $at["qy"], $at["qz"])
  if (n_pebbles > 1) body(n, X, Y, Z, VX, VY, VZ, WX, WY, WZ)
  for (k = 1; k <= n_pebbles; k++) {
    x = R[1, 1] * px[k] + R[1, 2] * py[k] + R[1, 3] * pz[k]
    y = R[2, 1] * px[k] + R[2, 2] * py[k] + R[2, 3] * pz[k]
    z = R[3, 1] * px[k] + R[3, 2] * py[k] + R[3, 3] * pz[k]
    sphere(1, n, 2 * pr[k] * scale, X + x, Y + y, Z + z, VX + WY * z - WZ * y, VY + WZ * x - WX * z, VZ + WX * y - WY * x, WX, WY, WZ)
  }
}
file == 3 && ball {
  X = $at["x"]; Y = $at["y"]; Z = $at["z"]; VX = $at["vx"]; VY = $at["vy"]; VZ = $at["vz"]; WX = $at["wx"]; WY = $at["wy"]; WZ = $at["wz"]
  turn($at["qw"], $at["qx"], $at["qy"], $at["qz"])
}
file == 4 {
  x = R[1, 1] * $1 + R[1, 2] * $2 + R[1, 3] * $3
  y = R[2, 1] * $1 + R[2, 2] * $2 + R[2, 3] * $3
  z = R[3, 1] * $1 + R[3, 2] * $2 + R[3, 3] * $3
  sphere(2, 0, 2 * $4, X + x, Y + y, Z + z, VX + WY * z - WZ * y, VY + WZ * x - WX * z, VZ + WX * y - WY * x, WX, WY, WZ)
}
file == 3 && !ball { sphere(2, 0, 1, $at["x"], $at["y"], $at["z"], 0, 0, 0, 0, 0, 0) }
END {
  split(box, b, " ")
  printf "state of the benchmark\n\n%d atoms\n%d atom types\n0 %s xlo xhi\n0 %s ylo yhi\n%s %s zlo zhi\n", id, style == "atomic" || style == "bpm" ? 1 : 2, b[1],
    b[2], b[3], b[4] > "state.head"
  if (style == "atomic") print "\nMasses\n\n1 1" > "state.head"
  m = density * 3.14159265358979324 * pr[1] * pr[1]
  if (style == "sph") printf "\nMasses\n\n1 %.17g\n2 %.17g\n", m, m > "state.head"
  if (style == "bpm") print "1 bond types" > "state.head"
  close(atoms); close(velocities); close(molecules); close(rigid); close("state.head")
  if (n_pebbles > 1) system("{ echo " bodies "; cat state.bodies; } >state.rigid")
  system("cat state.head state.atoms state.velocities " (n_pebbles > 1 ? "state.molecules" : "") " >state.data && rm state.head state.atoms state.velocities state.molecules state.bodies")
}
