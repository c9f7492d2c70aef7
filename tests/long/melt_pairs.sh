#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 1800
# A Lennard-Jones melt next to LAMMPS': 864 atoms on a lattice of density .8442, cut at 2.5, melt and are followed for 60 units of time by
# both codes. The energy is the same, but trajectories part at once: temperature, pressure and g(r) are compared as averages with their
# errors. The numbers are in docs/physics/interactions.md.
. "$srcdir/tests/tap.sh"
awk=${AWK:-awk}

lmp=$(command -v lmp || command -v lmp_serial) || skip_all "LAMMPS is not there"
n=864 box=10.077577148295246 samples=40 settled=6150 apart=300

$awk -v cells=6 '
  function uniform() { seed = (seed * 48271) % 2147483647; return seed / 2147483647 }
  BEGIN {
    seed = 20261125; n = 4 * cells ^ 3; cell = 1.6795961913825076; most = 2 * sqrt(3 * 1.44)
    for (c = 0; c < n; c++) for (k = 0; k < 3; k++) { v[c, k] = most * (uniform() - 0.5); mean[k] += v[c, k] / n }
    for (c = 0; c < n; c++) {
      i = int(c / 4)
      x = cell * (i % cells + 0.25 + 0.5 * (c % 4 == 1 || c % 4 == 2)); y = cell * (int(i / cells) % cells + 0.25 + 0.5 * (c % 4 == 1 || c % 4 == 3))
      z = cell * (int(i / cells ^ 2) + 0.25 + 0.5 * (c % 4 == 2 || c % 4 == 3))
      at[c] = sprintf("%.15g %.15g %.15g", x, y, z); by[c] = sprintf("%.15g %.15g %.15g", v[c, 0] - mean[0], v[c, 1] - mean[1], v[c, 2] - mean[2])
    }
    print "template,x,y,z,vx,vy,vz,id" >"gas.csv"
    for (c = 0; c < n; c++) { row = "atom " at[c] " " by[c] " " c + 1; gsub(/ /, ",", row); print row >"gas.csv" }
    side = "0 " cells * cell
    print "melt\n\n" n " atoms\n1 atom types\n\n" side " xlo xhi\n" side " ylo yhi\n" side " zlo zhi\n\nMasses\n\n1 1\n\nAtoms # atomic\n" >"melt.data"
    for (c = 0; c < n; c++) print c + 1, 1, at[c] >"melt.data"
    print "\nVelocities\n" >"melt.data"
    for (c = 0; c < n; c++) print c + 1, by[c] >"melt.data"
  }'
cat >melt.yaml <<E
schema: 1
run: {end_time: 30.75, dt: 0.005}
domain: {lo: [0, 0, 0], hi: [$box, $box, $box], boundary: [periodic, periodic, periodic]}
material:
  - argon: {density: 1.909859317102744}
interaction:
  - lj: {type: lennard_jones, between: [argon, argon], epsilon: 1, sigma: 1, cutoff: 2.5}
template:
  - atom: {material: argon, turns: false, pebbles: [0, 0, 0, 0.5]}
clumps:
  - gas: {file: gas.csv}
output: {log_every: 0.05, final: final.csv}
E
cat >melt.in <<E
units lj
atom_style atomic
read_data melt.data
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
pair_style lj/cut 2.5
pair_coeff * * 1.0 1.0
fix move all nve
thermo_style custom step temp pe press
thermo_modify norm no format float %.15g
thermo 10
timestep 0.005
run $settled
dump places all custom $apart places.dump x y z
dump_modify places first no format float %.9g
run $((samples * apart))
E

check "clast melts the lattice" "$CLAST" melt.yaml -output_dir run
for ((k = 1; k <= samples; k++)); do
  end=$($awk -v n=$((k * apart + settled)) 'BEGIN { print n * 0.005 }')
  "$CLAST" -restart run -output_dir run -output_final final.csv -run_end_time "$end" >said 2>&1 || fail "clast goes on to sample $k" "$(tail -n 1 said)"
  $awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print "sample"; next } { print $c["x"], $c["y"], $c["z"] }' final.csv
done >places.clast
check "LAMMPS does" "$lmp" -in melt.in -log none -screen melt.log
$awk '/^ITEM: ATOMS/ { print "sample"; skip = 0; next } /^ITEM:/ { skip = $2 == "BOX" ? 3 : 1; next } skip > 0 { skip--; next } { print $1, $2, $3 }' \
  places.dump >places.lammps
is "clast has all places" "$(wc -l <places.clast)" $((samples * (n + 1)))
is "LAMMPS has as many" "$(wc -l <places.lammps)" $((samples * (n + 1)))

# Rows of temperature and pressure after the melting.
$awk -F, -v n=$n -v box=$box 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
  $c["step"] > 6150 { k = $c["kinetic_translational"]; print 2 * k / (3 * (n - 1)), (2 * k + $c["virial"]) / (3 * box ^ 3) }' run/log.csv >rows.clast
$awk '$1 ~ /^[0-9]+$/ && NF == 4 && $1 > 6150 { print $2, $4 }' melt.log >rows.lammps

# Means of both columns, with errors from 15 blocks.
means()
{
  $awk '{ t[NR] = $1; p[NR] = $2 }
    END {
      m = int(NR / 15)
      for (b = 0; b < 15; b++) {
        x = y = 0
        for (i = 1; i <= m; i++) { x += t[b * m + i] / m; y += p[b * m + i] / m }
        sx += x / 15; sy += y / 15; qx += x * x / 15; qy += y * y / 15
      }
      print sx, sqrt((qx - sx ^ 2) / 14), sy, sqrt((qy - sy ^ 2) / 14), NR
    }' "$1"
}

# g(r) in bins of 0.05 up to 4.5: r, g.
pairs()
{
  $awk -v box=$box -v n=$n '
    function count(i, j, x, y, z, r) {
      for (i = 1; i < at; i++) for (j = i + 1; j <= at; j++) {
        x = px[i] - px[j]; x -= box * int(x / box + (x > 0 ? 0.5 : -0.5)); if (x > 4.5 || x < -4.5) continue
        y = py[i] - py[j]; y -= box * int(y / box + (y > 0 ? 0.5 : -0.5)); if (y > 4.5 || y < -4.5) continue
        z = pz[i] - pz[j]; z -= box * int(z / box + (z > 0 ? 0.5 : -0.5))
        r = x * x + y * y + z * z
        if (r < 20.25) h[int(sqrt(r) / 0.05)]++
      }
      samples++
    }
    $1 == "sample" { if (at) count(); at = 0; next }
    { px[++at] = $1; py[at] = $2; pz[at] = $3 }
    END {
      count()
      shell = samples * n * (n - 1) / 2 / box ^ 3 * 4 / 3 * 3.14159265358979 * 0.05 ^ 3
      for (b = 0; b < 90; b++) print 0.05 * (b + 0.5), h[b] / (shell * ((b + 1) ^ 3 - b ^ 3))
    }' "$1"
}
for code in clast lammps; do
  means rows.$code >mean.$code
  pairs places.$code >g.$code
  note "$code: temperature $($awk '{ printf "%.4f +- %.4f, pressure %.4f +- %.4f, %d rows", $1, $2, $3, $4, $5 }' mean.$code)"
  note "$code: first peak of g(r) $($awk '$2 > most { most = $2; at = $1 } END { printf "%.3f at %.3f", most, at }' g.$code), minimum $(
    $awk '$1 > 1.2 && $1 < 2 && ($2 < least || !least) { least = $2; at = $1 } END { printf "%.3f at %.3f", least, at }' g.$code)"
done
# Rows are 10 steps apart; bins are 90.
rows=$((samples * apart / 10))
for code in clast lammps; do
  check "$code has $rows rows of temperature and pressure, and bins of pairs" $awk -v rows=$rows '
    function number(x) { return x ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ }
    FILENAME ~ /^mean/ { good = NF == 5 && $5 == rows; for (k = 1; k <= 4; k++) good = good && number($k) && (k % 2 || $k > 0); next }
    number($2) { bins++; sum += $2 }
    END { exit !(good && bins == 90 && sum > 60) }' mean.$code g.$code
done
off=$(paste -d ' ' mean.clast mean.lammps | $awk '{ printf "%.2f %.2f", ($1 - $6) / sqrt($2 ^ 2 + $7 ^ 2), ($3 - $8) / sqrt($4 ^ 2 + $9 ^ 2) }')
note "temperature and pressure differ by ${off% *} and ${off#* } standard errors"
check "temperatures and pressures agree within 3.5 standard errors" $awk -v t="${off% *}" -v p="${off#* }" 'BEGIN { exit !(t * t < 12.25 && p * p < 12.25) }'
paste -d ' ' g.clast g.lammps | $awk '$1 > 0.9 { d = $2 - $4; s += d * d; n++; if (d < 0) d = -d; if (d > most) { most = d; at = $1 } }
  END { printf "%.4f %.4f %.3f\n", sqrt(s / n), most, at }' >apart.txt
note "g(r) differs by $($awk '{ printf "%s rms, at most %s, at r = %s", $1, $2, $3 }' apart.txt)"
# 40 samples of 864 atoms: a bin of the first peak has 3000 pairs in each, so chance alone makes 0.008 there
check "g(r) agrees within 0.01 rms and 0.05" $awk '{ good = $1 > 0 && $1 < 0.01 && $2 < 0.05 } END { exit !good }' apart.txt
tap_end
