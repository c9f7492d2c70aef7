#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/compare.sh: the same dense flow of 8000 clumps in LAMMPS and in clast, from the same state, in alternation.
#   -dir DIR      build folder (default: build); the run's files go to DIR/bench/clumpflow
#   -n N          runs of each code and rank count (default 3)
#   -ranks "1 2"  rank counts
#   -clast FILE   program to compare (default DIR/clast)
# Prints the physics after 1000 steps side by side and pebble-steps/s from both loop times. Exit 0: the physics agrees;
# 1: it differs or a run failed; 77: skipped, LAMMPS is not installed (Debian: apt install lammps).
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$here/../../build
runs=3
ranks="1 2"
clast=
while test $# -gt 1; do
  case $1 in
    -dir) dir=$2 ;;
    -n) runs=$2 ;;
    -ranks) ranks=$2 ;;
    -clast) clast=$2 ;;
    *) break ;;
  esac
  shift 2
done
if test $# != 0; then
  echo "usage: tests/bench/compare.sh [-dir DIR] [-n N] [-ranks \"1 2\"] [-clast FILE]" >&2
  exit 2
fi
if ! command -v lmp >/dev/null; then
  echo "compare.sh: skipped: LAMMPS (lmp) is not installed"
  exit 77
fi
clast=$(realpath -m "${clast:-$dir/clast}")
if ! test -x "$clast"; then
  echo "compare.sh: no program $clast: build it first" >&2
  exit 1
fi

# What an Open MPI on a small machine needs; other MPIs ignore it. LAMMPS would else start threads of its own.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none OMP_NUM_THREADS=1

work=$dir/bench/clumpflow
mkdir -p "$work"
cd "$work"
if ! test -s complete || test "$here/clumpflow.csv.gz" -nt complete || test "$here/clumpflow_write.awk" -nt complete; then
  test -s "$here/clumpflow.csv.gz" || "$here/clumpflow_settle.sh" "$here/clumpflow.csv.gz"
  gzip -dc "$here/clumpflow.csv.gz" | awk -v dir=. -f "$here/clumpflow_write.awk"
  echo yes >complete
fi
cp "$here/clumpflow.yaml" "$here/clumpflow.lammps" .

# One run each; a row `code ranks steps pebbles seconds` to times.txt.
# shellcheck disable=SC2317 # called by name below
run_lammps()
{
  rm -f clumpflow.dump
  mpirun -np "$1" lmp -in clumpflow.lammps -log lammps.log -screen none \
    && awk -v np="$1" '/^Loop time of/ { print "lammps", np, $9, $12, $4; ok = 1 } END { exit !ok }' lammps.log >>times.txt \
    && awk '$1 == "Step" { rows = 1; next } /^Loop time/ { rows = 0 } rows && NF == 4' lammps.log >"lammps.$1.energy" \
    && mv clumpflow.dump "lammps.$1.dump"
}
# shellcheck disable=SC2317
run_clast()
{
  rm -rf "clast.$1" "clast.$1.csv"
  if ! mpirun -np "$1" "$clast" clumpflow.yaml -output_dir "clast.$1" -output_final "clast.$1.csv" >"clast.$1.out" 2>&1; then
    tail -n 20 "clast.$1.out" >&2
    return 1
  fi
  awk -v np="$1" '/^clast: loop / { gsub(/,/, ""); print "clast", np, $3, $5, $7; ok = 1 } END { exit !ok }' \
    "clast.$1.out" >>times.txt
}
rm -f times.txt
for run in $(seq "$runs"); do
  for np in $ranks; do
    for code in lammps clast; do
      echo "run $run of $runs: $code on $np rank(s)" >&2
      "run_$code" "$np" || {
        echo "compare.sh: $code failed on $np rank(s), see $work" >&2
        exit 1
      }
    done
  done
done

status=0
for np in $ranks; do
  echo "== after 1000 steps, $np rank(s)"
  awk -v lammps="lammps.$np.dump" -v energy="lammps.$np.energy" -v clast="clast.$np.csv" -v log_csv="clast.$np/log.csv" \
    -f "$here/compare_physics.awk" || status=1
done
echo "== speed, $runs runs each in alternation"
awk -f "$here/compare_speed.awk" times.txt || status=1
exit $status
