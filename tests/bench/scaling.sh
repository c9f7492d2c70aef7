#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/scaling.sh: how clast scales, with the clump flow repeated side by side: strong (one state on more ranks), weak (the
# same number of pebbles for every rank), and flat (one rank, states of different sizes). Runs go through every rank count in turn, several
# times; the fastest of each counts. Prints Markdown, writes a plot (gnuplot, if it is there) and a CSV.
#   -dir DIR         build folder (default: build); files of the runs go to DIR/bench/scaling
#   -ranks "1 2 4"   rank counts (default: 1 and powers of two up to the number of cores)
#   -each N          copies of the flow (of 32 912 pebbles) for every rank in the weak runs, and for all in the strong ones (default 8)
#   -flat "1 4 30"   copies on one rank in the flat runs (default "1 4 30"; "" for none; 304 are 10^7 pebbles, 7 GB)
#   -n N             rounds (default 3)
#   -steps N         of a run of 10^6 pebbles on one rank; smaller ones run longer (default 60)
#   -clast FILE      program (default DIR/clast)
#   -mpirun "..."    default: mpirun
# Exit 0: done; 1: a run failed.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$here/../../build ranks='' each=8 flat="1 4 30" rounds=3 steps=60 clast='' mpirun=mpirun
usage()
{
  sed -n '3,/^# Exit/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
while test $# -gt 0; do
  test $# -gt 1 || usage
  case $1 in
    -dir) dir=$2 ;;
    -ranks) ranks=$2 ;;
    -each) each=$2 ;;
    -flat) flat=$2 ;;
    -n) rounds=$2 ;;
    -steps) steps=$2 ;;
    -clast) clast=$2 ;;
    -mpirun) mpirun=$2 ;;
    *) usage ;;
  esac
  shift 2
done
case $each$rounds$steps in *[!0-9]*) usage ;; esac
test "$each" -gt 0 && test "$rounds" -gt 0 && test "$steps" -gt 0 || usage
dir=$(realpath -m "$dir")
clast=$(realpath -m "${clast:-$dir/clast}")
test -x "$clast" || {
  echo "scaling.sh: no program $clast: build it first" >&2
  exit 1
}
if test -z "$ranks"; then
  for ((n = 1; n <= $(getconf _NPROCESSORS_ONLN); n *= 2)); do ranks="$ranks $n"; done
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
work=$dir/bench/scaling
mkdir -p "$work"
cd "$work"

# shellcheck source=tests/bench/cases.sh
awk=${AWK:-awk} && . "$here/cases.sh"

# N copies of the flow, in two rows where that is possible, in a folder of that name.
make_state()
{
  local ny=1 nx=$1
  if test $(($1 % 2)) = 0; then ny=2 nx=$(($1 / 2)); fi
  test ! -s "$1/complete" || return 0
  mkdir -p "$1"
  (cd "$1" && clump_flow "$nx" "$ny")
  sed -e "s/hi: \[40, 20, 79\]/hi: [$((40 * nx)), $((20 * ny)), 79]/" -e 's/, final: final.csv//' "$here/clumpflow.yaml" >"$1/flow.yaml"
  echo yes >"$1/complete"
}

# run KIND COPIES RANKS: a row `kind copies ranks pebbles steps seconds messages bytes` to rows.txt
run()
{
  local n=$((steps * 30 * $3 / $2))
  test "$n" -ge 20 || n=20
  test "$n" -le 1000 || n=1000
  make_state "$2"
  rm -rf out
  if ! $mpirun -n "$3" "$clast" "$2/flow.yaml" -verbose -output_dir out -run_end_time "$(awk -v n="$n" 'BEGIN { printf "%.10g", n * 1e-4 }')" \
    >run.out 2>&1; then
    tail -n 20 run.out >&2
    echo "scaling.sh: $1 with $2 copies on $3 ranks failed" >&2
    exit 1
  fi
  awk -v kind="$1" -v copies="$2" -v ranks="$3" '
    /^clast: loop / { gsub(/,/, ""); steps = $3; pebbles = $5; seconds = $7 }
    /^clast: a rank sent / { messages = $5; bytes = $8 }
    END { print kind, copies, ranks, pebbles, steps, seconds, messages + 0, bytes + 0 }' run.out >>rows.txt
  echo "$1: $2 copies on $3 ranks" >&2
}

rm -f rows.txt
for ((round = 0; round < rounds; round++)); do
  for np in $ranks; do
    run strong "$each" "$np"
    run weak $((each * np)) "$np"
  done
  for copies in $flat; do run flat "$copies" 1; done
done
awk -f "$here/scaling.awk" rows.txt
if command -v gnuplot >/dev/null; then
  gnuplot "$here/scaling.gp" && echo && echo "Plot: $work/scaling.png; data: $work/scaling.csv"
else
  echo && echo "Data: $work/scaling.csv (no gnuplot here: no plot)"
fi
