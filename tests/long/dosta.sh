#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The drum (soft variant) and the penetration of Dosta et al. 2024 (Computer Physics Communications 296, 109066) by clast and by LAMMPS:
#
#   tests/long/dosta.sh -data DIR [-dir build] [-case drum|penetration] [-ranks N] [-steps N] [-out DIR]
#
# DIR holds the published packings drum_38k.csv and penetration_25k.csv (radius,x,y,z). Writes OUT/drum.csv (grains per material in two
# opposite quadrants over time) and OUT/penetration.csv (place of the ball over time), a column for each code. Not part of check-long, as
# the packings are not kept here; results and plots are in docs/inside/peers.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)/dosta
data='' dir=build case=drum ranks=2 out=out/dosta steps='' codes='clast lammps'
while [ $# -gt 0 ]; do
  case $1 in
  -data) data=$2 ;; -dir) dir=$2 ;; -case) case=$2 ;; -ranks) ranks=$2 ;; -steps) steps=$2 ;; -out) out=$2 ;; -codes) codes=$2 ;;
  *) echo "dosta.sh: no option $1 (see the head of the file)" >&2; exit 2 ;;
  esac
  shift 2
done
case $case in
drum) rows=$data/drum_38k.csv dt=1.0e-4 all=50000 ;;
penetration) rows=$data/penetration_25k.csv dt=5.0e-7 all=200000 ;;
*) echo "dosta.sh: -case is drum or penetration, not $case" >&2; exit 2 ;;
esac
[ -r "$rows" ] || { echo "dosta.sh: no $rows; -data names the folder of the published packings" >&2; exit 2; }
rows=$(cd "$data" && pwd)/${rows##*/}
steps=${steps:-$all}
clast=$(cd "$dir" && pwd)/clast
mkdir -p "$out"
cd "$out"
cp "$here/$case.yaml" "$here/$case.lammps" .

# Rows of the packing as clumps and as data of LAMMPS.
awk -F, -v case="$case" '
  function put(type, density, r, x, y, z) {
    n++
    csv[n] = (case == "drum" ? (type == 1 ? "small" : "large") : (type == 1 ? "small" : "ball")) "," x "," y "," z ",0,0," (case != "drum" && type == 2 ? -5 : 0) \
      "," n "," (case != "drum" && type == 2 ? "ball" : "bed")
    lmp[n] = n " " type " " 2 * r " " density " " x " " y " " z
  }
  { sub(/\r$/, "") }
  NR > 1 { put(case == "drum" && $1 > 0.0015 ? 2 : 1, case == "drum" && $1 > 0.0015 ? 2000 : 2500, $1, $2, $3, $4) }
  END {
    if (case != "drum") put(2, 7200, 0.01, 0, 0, 0.06)
    print "template,x,y,z,vx,vy,vz,id,group" >case "_clumps.csv"
    for (k = 1; k <= n; k++) print csv[k] >case "_clumps.csv"
    side = case == "drum" ? 0.102 : 0.051
    print case "\n\n" n " atoms\n2 atom types\n\n-" side " " side " xlo xhi\n-0.031 0.031 ylo yhi\n" (case == "drum" ? -0.102 : -0.092) " 0.102 zlo zhi\n\nAtoms # sphere\n" >case ".data"
    for (k = 1; k <= n; k++) print lmp[k] >case ".data"
  }' "$rows"

for code in $codes; do
  case $code in
  clast) mpirun ${MPIRUN_FLAGS:-} -n "$ranks" "$clast" "$case.yaml" -output_dir "clast_$case" \
    -run_end_time "$(awk "BEGIN { print $steps * $dt }")" >"clast_$case.log" 2>&1 ;;
  lammps) mpirun ${MPIRUN_FLAGS:-} -n "$ranks" "${LAMMPS:-lmp}" -in "$case.lammps" -var steps "$steps" -log "lammps_$case.log" -screen none ;;
  esac
  echo "$case: $code done"
done
