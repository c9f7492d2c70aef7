#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 7200
# A cell with sheared faces (Lees & Edwards) beside the middle of a flow between rough walls 40 diameters apart, at the rate of shear and
# the solid fraction measured there: the same stress. Spheres and pairs of spheres with friction; about 10 minutes.
. "$srcdir/tests/tap.sh"
cp "$srcdir"/tests/long/rough_walls/* .

# COLUMN FILE FROM: mean after the time FROM, and its standard error by 12 blocks.
mean()
{
  ${AWK:-awk} -F, -v name="$1" -v from="$3" '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["time"] > from { x[n++] = $at[name] }
    END {
      for (b = 0; b < 12; b++) { s = c = 0; for (k = int(b * n / 12); k < int((b + 1) * n / 12); k++) { s += x[k]; c++ } block[b] = s / c; m += s / c / 12 }
      for (b = 0; b < 12; b++) v += (block[b] - m) ^ 2
      printf "%.5g %.2g\n", m, sqrt(v / 12 / 11)
    }' "$2"
}

# Rate of shear and solid fraction of the middle, from 240 s on.
middle()
{
  ${AWK:-awk} -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["time"] > 240 {
      z = ($at["from"] + $at["to"]) / 2 - 20; n++
      p += $at["volume_fraction"]; zv += z * $at["velocity_x"]; zz += z * z
    }
    END { printf "%.6g %.6g\n", zv / zz, p / n }' "$1"
}

# KIND COUNT-BETWEEN-WALLS COUNT-IN-THE-CELL
compare()
{
  ${AWK:-awk} -v kind="$1" -f walls.awk >walls.csv
  sed "s/KIND/$1/; s/COUNT/$2/" walls.yaml >"$1-walls.yaml"
  check "$1: between walls" "$CLAST" "$1-walls.yaml" -output_dir "$1-walls"
  read -r rate fraction <<<"$(middle "$1-walls/profiles/middle.csv")"
  sed "s/KIND/$1/; s/COUNT/$3/; s/STRAIN/0/" cell.yaml >"$1-mass.yaml"
  mass=$("$CLAST" "$1-mass.yaml" -check 2>&1 | sed -n 's/.*mass of all clumps: \([^ ]*\) kg/\1/p') # at a density of 1: their volume
  height=$(echo "$mass $fraction" | ${AWK:-awk} '{ printf "%.15g", $1 / $2 / 80 }')
  strain=$(echo "$height" | ${AWK:-awk} '{ printf "%.15g", log($1 / 18) }')
  note "$1: rate $rate, solid fraction $fraction in the middle: a cell $height high"
  sed "s/KIND/$1/; s/COUNT/$3/; s/STRAIN/$strain/" cell.yaml >"$1-start.yaml"
  check "  a cell of this solid fraction" "$CLAST" "$1-start.yaml" -output_dir "$1-start"
  # without a momentum, the flow would be at rest in a plane that moves
  ${AWK:-awk} -F, -v OFS=, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; if (FNR == NR) next }
    FNR == NR { m = $at["scale"] ^ 3; all += m; x += m * $at["vx"]; y += m * $at["vy"]; z += m * $at["vz"]; next }
    FNR > 1 { $at["vx"] -= x / all; $at["vy"] -= y / all; $at["vz"] -= z / all } 1' start.csv start.csv >still.csv
  sed "s/hi: .*/hi: [10, 8, $height]/; s/deformation: .*/deformation: {type: shear, rate: $rate, flow: x, gradient: z}/
    s/- all: .*/- all: {file: still.csv}/; s/, final: start.csv//; /^output/i\\monitor:\\n  - all: {every: 0.1, type: stress}" "$1-start.yaml" \
    >"$1-cell.yaml"
  check "  sheared at this rate" "$CLAST" "$1-cell.yaml" -output_dir "$1-cell" -run_end_time 400
  for part in xz zz; do
    walls=$(mean stress_$part "$1-walls/monitors/middle.csv" 240) cell=$(mean stress_$part "$1-cell/monitors/all.csv" 40)
    note "$1: stress_$part between walls ${walls% *} +- ${walls#* }, in the cell ${cell% *} +- ${cell#* }"
    # 5 %: an error of 1e-3 of the solid fraction changes the stress by 3 %
    is "  the same $part within 5 %" "$(echo "${walls% *} ${cell% *}" | ${AWK:-awk} '{ d = $1 / $2 - 1; print (d * d < 0.05 ^ 2) }')" 1
  done
}
compare ball 3150 800
compare pair 1800 475
tap_end
