# Forces of a sweep over the stress of the lid: awk -f force.awk out/sweep/sweep.csv prints stress, normal force and shear force in the
# plane of shear, N: means from 0.6 s on, when the shear force has passed its peak. The weight of the grains in the lower half, that
# which it bears before the lid touches (at 0.28 s) less that in the upper half, is left out: it is less than 3 % of the normal force.
BEGIN { FS = "," }

function means(file,   header, cell, row, k, n, x, z)
{
  while ((getline row <file) > 0) {
    split(row, cell, ",")
    if (!header++) { for (k in cell) at[cell[k]] = k; continue }
    if (cell[at["wall"]] == "lower" && cell[at["time"]] >= 0.6) { n++; x -= cell[at["force_x"]]; z -= cell[at["force_z"]] }
  }
  close(file)
  return sprintf("%.5g %.5g", z / n, x / n)
}

NR == 1 { for (k = 1; k <= NF; k++) col[$k] = k; dir = FILENAME; sub(/\/[^\/]*$/, "", dir); next }
$col["status"] == "finished" { print $col["motion_press_stress"], means(dir "/" $col["name"] "/walls.csv") }
