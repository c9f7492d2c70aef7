# Angles of repose of a sweep: awk -v shape=NAME -f angle.awk out/sweep/sweep.csv prints friction, angle in degrees, its standard
# error. The surface is the highest centre in each centimetre of 2 to 18 cm; a straight line is fitted to these 16 points.
BEGIN { FS = "," }

function angle(file,   header, line, cell, k, n, sx, sz, sxx, sxz, x, z, b, a, ss, e, deg)
{
  split("", top)
  while ((getline line <file) > 0) {
    split(line, cell, ",")
    if (!header++) { for (k in cell) at[cell[k]] = k; continue }
    k = int(cell[at["x"]] / 0.01)
    if (!(k in top) || cell[at["z"]] + 0 > top[k]) top[k] = cell[at["z"]] + 0
  }
  close(file)
  for (k = 2; k < 18; k++) if (k in top) {
    x = 0.01 * (k + 0.5); z = top[k]; n++
    sx += x; sz += z; sxx += x * x; sxz += x * z
  }
  b = (n * sxz - sx * sz) / (n * sxx - sx * sx)
  a = (sz - b * sx) / n
  for (k = 2; k < 18; k++) if (k in top) { e = top[k] - a - b * 0.01 * (k + 0.5); ss += e * e }
  deg = 57.29577951308232
  return sprintf("%.2f %.2f", deg * atan2(-b, 1), deg / (1 + b * b) * sqrt(ss / (n - 2) / (sxx - sx * sx / n)))
}

NR == 1 { for (k = 1; k <= NF; k++) col[$k] = k; dir = FILENAME; sub(/\/[^\/]*$/, "", dir); next }
$col["status"] == "finished" && $col["clumps_pile_template"] == shape {
  print $col["contact_all_friction"], angle(dir "/" $col["name"] "/final.csv")
}
