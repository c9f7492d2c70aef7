# Mass rates of a sweep over the hole: awk -f rate.awk out/sweep/sweep.csv prints the diameter of the hole in mm, the rate in kg/s, and
# its ratio in the second half of the flow to that in the first: 1 if the height of the bed does not matter. The first tenth is left
# out, while the flow begins.
BEGIN { FS = "," }

function line(file,   header, cell, row, k, n, from, half)
{
  while ((getline row <file) > 0) {
    split(row, cell, ",")
    if (!header++) { for (k in cell) at[cell[k]] = k; continue }
    n++; t[n] = cell[at["time"]]; m[n] = cell[at["total_mass"]]
  }
  close(file)
  from = int(n / 10) + 1; half = int((from + n) / 2)
  return sprintf("%.6g %.4f", rate(from, n), rate(half, n) / rate(from, half))
}

function rate(a, b)
{
  return (m[b] - m[a]) / (t[b] - t[a])
}

NR == 1 { dir = FILENAME; sub(/\/[^\/]*$/, "", dir); next }
/finished/ { print substr($2, 2), line(dir "/" $2 "/outlets.csv") }
