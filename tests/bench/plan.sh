#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/plan.sh: how a dense periodic packing of tetrahedra would scale on a machine larger than this one, by `clast -plan`: weak
# (the same number of pebbles for every rank), and strong (one state on more and more ranks). Costs are measured here.
#   -dir DIR         build folder (default: build); files go to DIR/bench/plan
#   -weak "X Y Z N"  copies of the packing (19 564 pebbles) along the axes, and parts (default "4 9 9 64": 99 000 pebbles a part; 5 GB)
#   -strong "X Y Z"  copies of it for the strong table (default "2 4 5": 780 000 pebbles)
#   -ranks LIST      of the strong table (default 1,8,64,128,256,512,1024,2048,4096)
#   -clast FILE      program (default DIR/clast)
#   more options     are clast's, for instance -plan_latency 2e-6 -plan_bandwidth 5e9
# Prints what the plans print; the CSV of each stays in the folder. Exit 0: done; 1: a run failed; 2: an option without a value.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$here/../../build weak="4 9 9 64" strong="2 4 5" ranks=1,8,64,128,256,512,1024,2048,4096 clast='' more=()
while test $# -gt 0; do
  case $1 in
    -h | -help | --help)
      sed -n '3,/^# Prints/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
  esac
  test $# -gt 1 || {
    echo "plan.sh: $1: no value" >&2
    exit 2
  }
  case $1 in
    -dir) dir=$2 ;;
    -weak) weak=$2 ;;
    -strong) strong=$2 ;;
    -ranks) ranks=$2 ;;
    -clast) clast=$2 ;;
    *) more+=("$1" "$2") ;;
  esac
  shift 2
done
dir=$(realpath -m "$dir")
clast=$(realpath -m "${clast:-$dir/clast}")
test -x "$clast" || {
  echo "plan.sh: no program $clast: build it first" >&2
  exit 1
}
# shellcheck source=tests/bench/cases.sh
awk=${AWK:-awk} && . "$here/cases.sh"
. "$here/../../build-aux/mpi-env"
mkdir -p "$dir/bench/plan"
cd "$dir/bench/plan"

# FILE LZ STIFFNESS END: a scenario of the clumps in FILE.
scenario()
{
  cat <<EOF
schema: 1
title: tetrahedra squeezed together in a periodic box
run: {end_time: $4, dt: 1.0e-4, gravity: [0, 0, 0], overlap_limit: 9}
domain: {lo: [0, 0, 0], hi: [$2], boundary: [periodic, periodic, periodic]}
material:
  - sphere: {density: 1}
contact:
  - flow: {between: [sphere, sphere], normal: hooke, tangential: hooke, stiffness: $3, tangential_ratio: 0.2857142857142857,
           damping: 200, tangential_damping: 50, friction: 0.5}
template:
  - tetra: {material: sphere, mass_properties: exact, file: shape.csv}
clumps:
  - flow: {file: $1}
output: {log_every: 1}
EOF
}

run()
{
  "$clast" "$@" >run.out 2>&1 || {
    tail -n 20 run.out >&2
    echo "plan.sh: this failed: clast $*" >&2
    exit 1
  }
}

# The inner part of the clump flow, squeezed to a solid fraction of .615 and closed along z; overlaps at the seam are pushed apart,
# softly at first.
make_packing()
{
  test ! -s packing.csv || return 0
  tetra_shape >shape.csv
  gzip -dc "$here/clumpflow.csv.gz" | $awk -F, 'BEGIN { print "template,x,y,z,qw,qx,qy,qz" }
    $1 == "tetra" && $4 >= 4 && $4 < 30 {
      s = sqrt($5 * $5 + $6 * $6 + $7 * $7 + $8 * $8)
      printf "tetra,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", $2, $3, 0.8 * ($4 - 4), $5 / s, $6 / s, $7 / s, $8 / s }' >start.csv
  scenario start.csv "40, 20, 20.8" 2e3 0.6 >soft.yaml
  run soft.yaml -output_dir soft -output_final soft.csv
  scenario soft.csv "40, 20, 20.8" 2e5 0.6 >hard.yaml
  run hard.yaml -output_dir hard -output_final packing.csv
}

# NAME NX NY NZ: the packing side by side, NAME.yaml.
repeat()
{
  $awk -F, -v nx="$2" -v ny="$3" -v nz="$4" '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; print "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz"; next }
    { tail = $at["qw"]; m = split("qx qy qz vx vy vz wx wy wz", name, " "); for (k = 1; k <= m; k++) tail = tail "," $at[name[k]]
      for (i = 0; i < nx; i++) for (j = 0; j < ny; j++) for (k = 0; k < nz; k++)
        printf "tetra,%.17g,%.17g,%.17g,%s\n", $at["x"] + 40 * i, $at["y"] + 20 * j, $at["z"] + 20.8 * k, tail }' packing.csv >"$1.csv"
  scenario "$1.csv" "$((40 * $2)), $((20 * $3)), $($awk -v n="$4" 'BEGIN { print 20.8 * n }')" 2e5 1 >"$1.yaml"
}

# NAME RANKS: what would it be like? The repeated state is large and does not stay on disk.
plan()
{
  trap "rm -f '$1.csv'" EXIT
  run "$1.yaml" -plan "$2" -plan_csv "$1.plan.csv" -output_dir "$1" "${more[@]}"
  rm -f "$1.csv"
  cat run.out
}

make_packing
read -r nx ny nz parts <<<"$weak"
repeat weak "$nx" "$ny" "$nz"
plan weak "$parts"
read -r nx ny nz <<<"$strong"
repeat strong "$nx" "$ny" "$nz"
plan strong "$ranks"
