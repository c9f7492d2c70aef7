#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 3600
# Sheared cells beside LAMMPS (1000 spheres with friction, fix deform) and beside kinetic theory (a gas, in steady
# shear and while it cools): about 25 minutes.
. "$srcdir/tests/tap.sh"
cp "$srcdir"/tests/long/sheared/* .

# COLUMN FILE FROM: mean after the time FROM, and its standard error by 15 blocks.
mean()
{
  ${AWK:-awk} -F, -v name="$1" -v from="$3" '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["time"] > from { x[n++] = $at[name] }
    END {
      for (b = 0; b < 15; b++) { s = c = 0; for (k = int(b * n / 15); k < int((b + 1) * n / 15); k++) { s += x[k]; c++ } block[b] = s / c; m += s / c / 15 }
      for (b = 0; b < 15; b++) v += (block[b] - m) ^ 2
      printf "%.6g %.2g\n", m, sqrt(v / 15 / 14)
    }' "$2"
}

# ---- 1000 spheres: the same start, law and step ----

if command -v lmp >/dev/null; then
  ${AWK:-awk} -f start.awk
  check "1000 spheres in shear" "$CLAST" spheres.yaml -output_dir spheres
  check "  by LAMMPS" lmp -in spheres.lammps -log spheres.lmplog
  # pressures of contacts, and sums m u u, in the cell of 10.5^3
  ${AWK:-awk} -v OFS=, 'BEGIN { print "step", "time", "stress_xz", "stress_yy", "stress_zz" }
    NF == 10 && $1 ~ /^[0-9]+$/ { V = 10.5 ^ 3; print $1, $2, -($3 + $7 / V), -($5 + $9 / V), -($6 + $10 / V) }' spheres.lmplog >lammps.csv
  for part in xz yy zz; do
    ours=$(mean stress_$part spheres/monitors/all.csv 5) theirs=$(mean stress_$part lammps.csv 5)
    note "stress_$part after a strain of 5: clast ${ours% *} +- ${ours#* }, LAMMPS ${theirs% *} +- ${theirs#* }"
    # three standard errors of the difference: one run of 400 goes beyond that by chance
    is "  the same $part" "$(echo "$ours $theirs" | ${AWK:-awk} '{ d = $1 - $3; print (d * d < 9 * ($2 * $2 + $4 * $4)) }')" 1
  done
else
  skip "1000 spheres by LAMMPS" "lmp is not there"
fi

# ---- a gas ----

check "a gas in shear" "$CLAST" gas.yaml -output_dir gas
viscosity=$(mean stress_xz gas/monitors/all.csv 10)
${AWK:-awk} -F, -v OFS=, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; print "time", "T"; next }
  { m = 1280 * atan2(0, -1) / 6; L = 18.856; print $at["time"], (2 * $at["kinetic_translational"] / m - L * L / 12) / 3 }' gas/log.csv >T.csv
T=$(mean T T.csv 10)
note "temperature ${T% *} +- ${T#* }, viscosity ${viscosity% *} +- ${viscosity#* }"
# the Enskog equation, solved without an expansion in the rate
check "  the same gas by the Enskog equation" ${CC:-gcc} -std=c11 -O3 enskog.c -o enskog -lm
./enskog .1 .9 30 1 >enskog.txt
note "by the Enskog equation: $(tr '\n' ' ' <enskog.txt)"
near() { echo "$1 $2" | ${AWK:-awk} '{ d = $1 / $2 - 1; print (d < 0.05 && d > -0.05) }'; }
is "  its temperature within 5 %" "$(near "${T% *}" "$(${AWK:-awk} '$1 == "T" { print $2 }' enskog.txt)")" 1
is "  and its viscosity" "$(near "${viscosity% *}" "$(${AWK:-awk} '$1 == "viscosity" { print $2 }' enskog.txt)")" 1

# ---- the same gas in shear from hot: it cools, to twice the temperature of steady shear, and the rate of shear is small enough
# beside that of collisions for theories of first order in it ----

# From .25 s on, when velocities have spread, in 40 realisations: viscosity over sqrt(T), energy lost over that of 3/2 n m T^(3/2), and the
# temperature at the start of that time, after 1, 2, 3 and 4 s, and at the end.
for seed in $(seq 40); do
  "$CLAST" cooling.yaml -run_seed "$seed" -output_dir hot -progress none >/dev/null || fail "a hot gas, seed $seed"
  ${AWK:-awk} -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["time"] < .2499 { next }
    {
      t = $at["time"]; m = 2048 * atan2(0, -1) / 6; L = 22.0538
      T = (2 * $at["kinetic_translational"] / m - L * L / 12) / 3; s = $at["stress_xz"]; loss = $at["dissipated"]
      if (n++) { h = (t - t0) / 2; root += h * (sqrt(T) + sqrt(T0)); cube += h * (T ^ 1.5 + T0 ^ 1.5); stress += h * (s + s0) } else { first = loss; hot = T }
      t0 = t; T0 = T; s0 = s
      if (t > 1 + seconds - 1e-6) { row = row " " T; seconds++ }
    }
    END { print stress / root, (loss - first) / (1.5 * m * cube), hot row }' hot/log.csv
done >hot.txt
${AWK:-awk} '{ for (k = 1; k <= NF; k++) { s[k] += $k; q[k] += $k * $k } }
  END { for (k = 1; k <= NF; k++) { m = s[k] / NR; printf "%.5g %.2g ", m, sqrt((q[k] / NR - m * m) / (NR - 1)) } }' hot.txt >means.txt
read -r viscosity error cooling wrong hot _ T1 _ T2 _ T3 _ T4 _ T5 _ <means.txt
note "over sqrt(T): viscosity $viscosity +- $error, rate of cooling $cooling +- $wrong"
# GD of theory.py .1 .9; T' = (viscosity rate^2 - cooling) / (3/2 n m), n m = .1
theory=$(${AWK:-awk} -v T="$hot" 'BEGIN { for (k = 1; k <= 47500; k++) { T += 1e-4 * (.11463 * sqrt(T) / .15 - .11141 * T ^ 1.5); if ((k - 7500) % 10000 == 0) printf "%.4g ", T } }')
note "temperatures after 1 to 5 s: $T1 $T2 $T3 $T4 $T5, by Garzo and Dufty from $hot on: $theory"
is "  the viscosity of Garzo and Dufty within 5 %" "$(near "$viscosity" 0.11463)" 1
is "  the rate of cooling" "$(near "$cooling" 0.11141)" 1
second=0
for T in $theory; do
  second=$((second + 1)) measured=T$second
  is "  and the temperature after $second s" "$(near "${!measured}" "$T")" 1
done
tap_end
