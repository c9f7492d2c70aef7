# SPDX-License-Identifier: MIT
# Physics of one LAMMPS run and one clast run, side by side; exit 1 if they differ. Reads flow.csv (the start) and the files
# named by lammps (dump of spheres), energy (its thermo rows step, translational, rotational, height), clast (final.csv) and
# log_csv. Called by compare.sh.
function relative(a, b) { return a == b ? 0 : (b - a) / (a < 0 ? -a : a) }
function size(a) { return a < 0 ? -a : a }
# One line of the table; bound 0: for information.
function row(name, a, b, bound,   r, bad) {
  r = relative(a, b)
  bad = bound > 0 && !(size(r) <= bound)                       # written so that a NaN is bad too
  printf "%-34s %18.10g %18.10g %12.2e %s\n", name, a, b, r, bound == 0 ? "" : bad ? "DIFFERS (> " bound ")" : "ok (<= " bound ")"
  if (bad) failed = 1
}
function missing(what) { print "compare_physics.awk: " what; failed = 1; exit }
function shortest(d, edge) { while (d > edge / 2) d -= edge; while (d < -edge / 2) d += edge; return d }
# Names of the columns of a CSV file, whose first line is taken.
function header(file,   line, n, k, f) {
  if ((getline line < file) <= 0) missing("no " file)
  for (k in column) delete column[k]
  n = split(line, f, ",")
  for (k = 1; k <= n; k++) column[f[k]] = k
}

BEGIN {
  time = 0.1; gx = 0.5; gz = -0.86602540378443865               # of clumpflow.yaml
  # Where each clump would be without contacts: what is left of the path was made by contacts alone.
  header("flow.csv")
  while ((getline line < "flow.csv") > 0) {
    split(line, f, ","); c = f[column["id"]]
    x[c] = f[column["x"]] + time * f[column["vx"]] + gx * time * time / 2
    y[c] = f[column["y"]] + time * f[column["vy"]]
    z[c] = f[column["z"]] + time * f[column["vz"]] + gz * time * time / 2
    start += f[column["z"]] / 8000
    n++
  }
  if (n != 8000) missing("flow.csv has " n " clumps")
  while ((getline line < lammps) > 0) {
    if (split(line, f, " ") != 4 || f[1] !~ /^[0-9]+$/) continue
    c = int((f[1] + 3) / 4)
    lx[c] += f[2] / 4; ly[c] += f[3] / 4; lz[c] += f[4] / 4; n_spheres++
  }
  if (n_spheres != 32000) missing(lammps " has " n_spheres + 0 " spheres")
  while ((getline line < energy) > 0) { split(line, f, " "); at = f[1] + 0; lt[at] = f[2]; lr[at] = f[3]; lh[at] = f[4] }
  if (!(0 in lt) || at != 1000) missing(energy " ends at step " at)

  header(log_csv)
  step = column["step"]; translational = column["kinetic_translational"]; rotational = column["kinetic_rotational"]
  while ((getline line < log_csv) > 0) {
    split(line, f, ","); at = f[step] + 0
    ct[at] = f[translational]; cr[at] = f[rotational]
  }
  if (!(0 in ct) || at != 1000) missing(log_csv " ends at step " at)

  header(clast)
  while ((getline line < clast) > 0) {
    split(line, f, ",")
    if (f[column["template"]] != "tetra") continue
    c = f[column["id"]]
    if (!(c in x)) missing(clast " has an unknown clump " c)
    height += f[column["z"]] / 8000; n_clumps++
    # The path made by contacts in either code, and the vector between them.
    ax = shortest(lx[c] - x[c], 40); ay = shortest(ly[c] - y[c], 20); az = lz[c] - z[c]
    bx = shortest(f[column["x"]] - x[c], 40); by = shortest(f[column["y"]] - y[c], 20); bz = f[column["z"]] - z[c]
    aa += ax * ax + ay * ay + az * az
    bb += bx * bx + by * by + bz * bz
    ab += (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz)
  }
  if (n_clumps != 8000) missing(clast " has " n_clumps + 0 " clumps")

  printf "%-34s %18s %18s %12s\n", "", "LAMMPS", "clast", "relative"
  # Same numbers read: only the rounding of files and sums may differ.
  row("kinetic energy at the start", lt[0] + lr[0], ct[0] + cr[0], 1e-9)
  row("mean height at the start", lh[0], start, 1e-9)
  row("kinetic energy", lt[1000] + lr[1000], ct[1000] + cr[1000], 0.01)
  row("mean height", lh[1000], height, 0.01)
  # These see more: a friction of .45 for .5 moves the energy by 1.4 % and the height by .005 %, but these by .8, 20, 6 and
  # 31 %; a damping of 45 for 50 moves the last by 2.6 %.
  row("rotational energy", lr[1000], cr[1000], 0.01)
  row("change of mean height", lh[1000] - start, height - start, 0.01)
  row("path due to contacts, rms", sqrt(aa / 8000), sqrt(bb / 8000), 0.01)
  bound_apart = 0.02    # half the time step moves LAMMPS itself by .0076; its dashpot looks half a step back, its arm is a radius
  apart = sqrt(ab / aa)
  bad = !(apart <= bound_apart)
  printf "%-34s %50.2e %s\n", "path due to contacts, apart", apart,
    bad ? "DIFFERS (> " bound_apart ")" : "ok (<= " bound_apart ")"
  if (bad) failed = 1
  exit
}
END { exit failed }
