# SPDX-License-Identifier: MIT
# Rows `code ranks steps pebbles seconds` in the order they ran -> pebble-steps/s of both and their ratio, run by run.
# Exit 1 if the codes did not do the same work.
function sort(a, n,   i, j, t) {
  for (i = 2; i <= n; i++) {
    t = a[i]
    for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]
    a[j + 1] = t
  }
}
function median(a, n) { return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2 }
# One line of the table; value[np, run] in units of scale.
function row(name, value, np, n, scale, digits,   k, a) {
  for (k = 1; k <= n; k++) a[k] = value[np, k] / scale
  sort(a, n)
  printf "%-8s %5d %12.*f %12.*f %12.*f\n", name, np, digits, a[1], digits, median(a, n), digits, a[n]
}
{ if (!(($1, $2) in n)) if ($1 == "clast") order[++n_ranks] = $2 }
$3 != 1000 || $4 != 32912 { print "compare_speed.awk: " $1 " ran " $3 " steps of " $4 " pebbles, not 1000 of 32912"; failed = 1 }
$5 <= 0 { print "compare_speed.awk: " $1 " took no time"; failed = 1; next }
{ k = ++n[$1, $2] }
$1 == "lammps" { lammps[$2, k] = $3 * $4 / $5 }
$1 == "clast" { clast[$2, k] = $3 * $4 / $5; ratio[$2, k] = clast[$2, k] / lammps[$2, k] }
END {
  printf "%-8s %5s %12s %12s %12s   (10^6 pebble-steps/s)\n", "", "ranks", "min", "median", "max"
  for (r = 1; r <= n_ranks; r++) {
    np = order[r]
    row("LAMMPS", lammps, np, n["lammps", np], 1e6, 2)
    row("clast", clast, np, n["clast", np], 1e6, 2)
    row("ratio", ratio, np, n["clast", np], 1, 3)
  }
  exit failed
}
