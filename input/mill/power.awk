# Power of a sweep over the speed of the mill: awk -f power.awk out/sweep/sweep.csv prints the speed over the critical one and the mean
# power from 1 s on, W, of the work in walls.csv.
BEGIN { FS = ","; critical = sqrt(9.81 / 0.14) }

function power(file,   header, cell, row, k, t, w, from, work)
{
  while ((getline row <file) > 0) {
    split(row, cell, ",")
    if (!header++) { for (k in cell) at[cell[k]] = k; continue }
    t = cell[at["time"]]; w = cell[at["work"]]
    if (!from && t >= 1) { from = t; work = w }
  }
  close(file)
  return (w - work) / (t - from)
}

NR == 1 { for (k = 1; k <= NF; k++) col[$k] = k; dir = FILENAME; sub(/\/[^\/]*$/, "", dir); next }
$col["status"] == "finished" { printf "%.4f %.4f\n", $col["motion_turn_rate"] / critical, power(dir "/" $col["name"] "/walls.csv") }
