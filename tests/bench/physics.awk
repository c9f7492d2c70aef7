# SPDX-License-Identifier: MIT
# Physics of one LAMMPS run and one clast run from the same start, side by side; exit 1 if they differ. Called by run.sh with
#   flow      the start: clast's clump file of the moving bodies       box, pull   edges "LX LY ..." and gravity "GX GY GZ"
#   steps, dt what both ran                                            loose       1: bounds of 10^4 steps, else of 1000
#   thermo    LAMMPS' rows step, translational, rotational, height[, potential]     dump        its bodies at the end: id x y z
#   log_csv   clast's log.csv                                          final       its state at the end
#   wraps     1: z is periodic, too                                    tilt      m/s of a cell that is sheared: of its period along z in x
#   near      bound of 1000 steps, if not .01                          fifth     column of log_csv for the fifth row of thermo
#   results   file to which lines `CASE RANKS name|LAMMPS|clast|relative|bound|verdict` are appended; name: "CASE RANKS"
function size(a) { return a < 0 ? -a : a }
function relative(a, b) { return a == b ? 0 : (b - a) / size(a) }
# One line of the table; bound 0: for information. Written so that a NaN is bad too.
function verdict(what, a, b, r, bound,   bad) {
  bad = bound > 0 && !(size(r) <= bound)
  printf "  %-32s %16s %16s %10.2e %s\n", what, a, b, r, bound == 0 ? "" : bad ? "DIFFERS (> " bound ")" : "ok (<= " bound ")"
  printf "%s %s|%s|%s|%.3e|%s|%s\n", name, what, a, b, r, bound, bound == 0 ? "-" : bad ? "differs" : "ok" >> results
  if (bad) failed = 1
}
function row(what, a, b, bound) { verdict(what, sprintf("%.10g", a), sprintf("%.10g", b), relative(a, b), bound) }
function missing(what) { print "physics.awk: " what; failed = 1; exit }
function shortest(d, edge) { while (d > edge / 2) d -= edge; while (d < -edge / 2) d += edge; return d }
# Names of the columns of a CSV file, whose first line is taken.
function header(file,   line, n, k, f) {
  if ((getline line < file) <= 0) missing("no " file)
  for (k in at) delete at[k]
  n = split(line, f, ",")
  for (k = 1; k <= n; k++) at[f[k]] = k
}

BEGIN {
  time = steps * dt
  split(box, edge, " "); split(pull, g, " ")
  # Where each body would be without contacts: what is left of the path was made by contacts alone.
  header(flow)
  while ((getline line < flow) > 0) {
    split(line, f, ","); c = f[at["id"]]
    x[c] = f[at["x"]] + time * f[at["vx"]] + g[1] * time * time / 2
    y[c] = f[at["y"]] + time * f[at["vy"]] + g[2] * time * time / 2
    z[c] = f[at["z"]] + time * f[at["vz"]] + g[3] * time * time / 2
    start += f[at["z"]]
    n++
  }
  if (!n) missing(flow " has no bodies")
  start /= n
  while ((getline line < dump) > 0) {
    if (split(line, f, " ") != 4 || f[1] !~ /^[0-9]+$/) continue
    lx[f[1]] = f[2]; ly[f[1]] = f[3]; lz[f[1]] = f[4]; n_lammps++
  }
  if (n_lammps != n) missing(dump " has " n_lammps + 0 " bodies, not " n)
  while ((getline line < thermo) > 0) { split(line, f, " "); last = f[1]; lt[last] = f[2]; lr[last] = f[3]; lh[last] = f[4]; lp[last] = f[5] }
  if (!(0 in lt) || last != steps) missing(thermo " ends at step " last ", not " steps)

  header(log_csv)
  while ((getline line < log_csv) > 0) {
    split(line, f, ","); last = f[at["step"]] + 0
    ct[last] = f[at["kinetic_translational"]]; cr[last] = f[at["kinetic_rotational"]]
    cp[last] = f[at[fifth]]
  }
  if (!(0 in ct) || last != steps) missing(log_csv " ends at step " last ", not " steps)

  header(final)
  while ((getline line < final) > 0) {
    split(line, f, ",")
    if (f[at["blocked"]] ~ /x/ || f[1] == "ball") continue # the fixed ones, and one of pebbles
    c = f[at["id"]]
    if (!(c in x)) missing(final " has an unknown body " c)
    # The path made by contacts in either code, and the vector between them.
    ax = shortest(lx[c] - x[c], edge[1]); ay = shortest(ly[c] - y[c], edge[2]); az = lz[c] - z[c]
    bx = shortest(f[at["x"]] - x[c], edge[1]); by = shortest(f[at["y"]] - y[c], edge[2]); bz = f[at["z"]] - z[c]
    if (wraps) {
      k = az - shortest(az - bz, edge[4] - edge[3]) # bz of the nearest image
      bx = shortest(bx + tilt * time * (k - bz > 1e-9 ? 1 : bz - k > 1e-9 ? -1 : 0), edge[1])
      bz = k
    }
    height += z[c] + bz; n_clast++
    aa += ax * ax + ay * ay + az * az
    bb += bx * bx + by * by + bz * bz
    ab += (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz)
  }
  if (n_clast != n) missing(final " has " n_clast + 0 " bodies, not " n)
  height /= n

  printf "  %-32s %16s %16s %10s\n", "after " steps " steps", "LAMMPS", "clast", "relative"
  bound = loose ? 0.03 : near ? near : 0.01
  # Same numbers read: only the rounding of files and sums may differ.
  row("kinetic energy at the start", lt[0] + lr[0], ct[0] + cr[0], 1e-9)
  row("mean height at the start", lh[0], start, 1e-9)
  if (lp[0] != "") row(fifth " at the start", lp[0], cp[0], 1e-9)
  row("kinetic energy", lt[steps] + lr[steps], ct[steps] + cr[steps], bound)
  row("mean height", lh[steps], height, bound)
  if (lp[0] != "") row(fifth, lp[steps], cp[steps], bound)
  # These see more. In the clump flow a friction of .45 for .5 moves the energy by 1.4 % and the height by .005 %, but these by
  # .8, 10, 6 and 32 %; a damping of 45 for 50 moves the last by 2.6 %. After 10^4 steps chaos has parted single bodies.
  row("rotational energy", lr[steps], cr[steps], bound)
  # The change of height is a small difference of large numbers: as a share of itself or of the paths, whichever is more.
  a = lh[steps] - start
  b = height - start
  scale = size(a) > sqrt(aa / n) ? size(a) : sqrt(aa / n)
  verdict("change of mean height", sprintf("%.10g", a), sprintf("%.10g", b), scale > 0 ? (b - a) / scale : 0, loose ? 0 : bound)
  row("path due to contacts, rms", sqrt(aa / n), sqrt(bb / n), loose ? 0 : bound)
  # Half the time step moves LAMMPS itself by .0076; its dashpot looks half a step back, its arm is a radius.
  verdict("path due to contacts, apart", "", "", aa > 0 ? sqrt(ab / aa) : 0, loose ? 0 : apart)
  exit
}
END { exit failed }
