#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/drum.sh: a drum of 30000 spheres in a wall of 9024 triangles, or a hopper of 15000 in 9216, clast next to LIGGGHTS on one
# core, from the same state, in alternation: processor time of the steps (that of a run without steps taken off), and whether both
# do the same physics.
#   -name NAME       drum (default) or hopper
#   -dir DIR         build folder (default: build); files of the runs go to DIR/bench/NAME
#   -n N             pairs of runs (default 5)
#   -steps N         of every run (default 1000)
#   -clast FILE      program to measure (default DIR/clast)
#   -times FILE      rows for the table of run.sh, too, and of the physics in physics.txt beside it
#   -liggghts FILE   default: liggghts of the PATH
#   -liggghts_options "-var friction 0.45"    more of LIGGGHTS' command line: to see the comparison fail
# Exit 0: done, the physics agrees; 1: it differs or a run failed; 77: skipped, LIGGGHTS is not installed (Debian: liggghts).
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$here/../../build name=drum times='' runs=5 steps=1000 clast='' liggghts=liggghts more=''
while test $# -gt 1; do
  case $1 in
    -dir) dir=$2 ;;
    -name) name=$2 ;;
    -times) times=$2 ;;
    -n) runs=$2 ;;
    -steps) steps=$2 ;;
    -clast) clast=$2 ;;
    -liggghts) liggghts=$2 ;;
    -liggghts_options) more=$2 ;;
    *) break ;;
  esac
  shift 2
done
case $#$runs$steps$name in 0[1-9]*drum | 0[1-9]*hopper) ;; *) sed -n '3,/^# Exit/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;; esac
dir=$(realpath -m "$dir") awk=${AWK:-awk}
clast=$(realpath -m "${clast:-$dir/clast}")
command -v "$liggghts" >/dev/null || {
  echo "drum.sh: skipped: LIGGGHTS ($liggghts) is not installed"
  exit 77
}
. "$here/../../build-aux/mpi-env"
export OMP_NUM_THREADS=1
case $name in
  drum) text="drum of 9024 triangles that turns" load=5 box="-0.11 0.11 -0.01 0.16 -0.11 0.11" ;;
  hopper) text="hopper of 9216 triangles that runs out" load=3 box="-0.11 0.11 -0.11 0.11 -0.2 0.3" ;;
esac
mkdir -p "$dir/bench/$name" && cd "$dir/bench/$name"
TIMEFORMAT='%U %S'

# WHAT COMMAND...: seconds of processor time to $cpu; WHAT.out keeps what it said.
timed()
{
  local what=$1
  shift
  { time "$@" >"$what.out" 2>&1 </dev/null; } 2>"$what.cpu" || {
    tail -n 20 "$what.out" >&2
    exit 1
  }
  cpu=$($awk '{ print $1 + $2 }' "$what.cpu")
}
run_clast() # STEPS
{
  timed clast "$clast" "$name.yaml" -run_end_time "$($awk -v n="$1" 'BEGIN { printf "%.17g", n * 1e-5 }')" -output_dir clast
}
run_liggghts() # STEPS
{
  # its mesh reader crashes with -screen none
  # shellcheck disable=SC2086 # a list of words
  timed liggghts "$liggghts" -in drum.liggghts -var steps "$1" -var mesh "$name" -var load $load $more -log liggghts.log
}
settle()
{
  timed settle "$clast" settle.yaml -output_log_every 1 -output_walls_every 1 -output_dir settle -output_final settled.csv "$@"
  cp settled.csv flow.csv
}
# Spheres fall into an analytic drum, within that of triangles, or run out of the hopper: first soft, then as they are.
start_drum()
{
  $awk -v make=mesh -f "$here/drum.awk" >drum.stl
  $awk -v make=lattice -f "$here/drum.awk" >flow.csv
  sed 's/{shape: mesh, .*/{shape: cylinder, material: steel, point: [0, 0, 0], axis: [0, 1, 0], radius: 0.0999, length: 0.15, ends: closed}/' \
    drum.yaml >settle.yaml
  settle -run_dt 5e-5 -run_end_time 1.2 -contact_bed_stiffness 200 -contact_wall_stiffness 200
  settle -run_dt 2e-5 -run_end_time 0.15
}
start_hopper()
{
  $awk -v make=hopper -f "$here/drum.awk" >hopper.stl
  $awk -v make=heap -f "$here/drum.awk" >flow.csv
  cp hopper.yaml settle.yaml
  settle -run_dt 5e-5 -run_end_time 0.3 -contact_bed_stiffness 200 -contact_wall_stiffness 200
  settle -run_dt 2e-5 -run_end_time 0.05
}

key=$(cat "$here"/drum.* "$here"/hopper.yaml | cksum)
cp "$here/$name.yaml" "$here/drum.liggghts" .
if test "$(cat state.key 2>/dev/null)" != "$key"; then
  echo "drum.sh: start state" >&2
  "start_$name"
  $awk -v make=state -v box="$box" -f "$here/drum.awk" flow.csv >state.data
  echo "$key" >state.key
fi
spheres=$(sed -n '3s/ .*//p' state.data)

for code in clast liggghts; do
  run_$code 0
  echo "$code $cpu" >"$code.setup"
done
: >times
for pair in $(seq "$runs"); do
  for code in liggghts clast; do
    run_$code "$steps"
    echo "$code $cpu $(cut -d' ' -f2 "$code.setup")" >>times
    echo "drum.sh: $pair of $runs: $code $cpu s" >&2
    $awk -v name="$name" -v code=$code -v n="$spheres" -v steps="$steps" -v s="$cpu" 'NR == 1 { s -= $2; print name, 1, code, steps, n, s, s }' \
      "$code.setup" >>"${times:-/dev/null}"
  done
done
cp clast/log.csv clast.csv
cp clast/walls.csv walls.csv
$awk -v steps="$steps" -v name="$name" -v text="$text" -v spheres="$spheres" -v results="$(test -z "$times" && echo /dev/null || echo "${times%/*}/physics.txt")" '
  function size(a) { return a < 0 ? -a : a }
  function median(n, v,   i, j, t) {
    for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
  }
  function row(what, a, b, bound,   r) {
    r = a == b ? 0 : (b - a) / size(a)
    printf "  %-32s %16.10g %16.10g %10.2e %s\n", what, a, b, r, size(r) <= bound ? "ok (<= " bound ")" : "DIFFERS (> " bound ")"
    printf "%s 1 %s|%.10g|%.10g|%.3e|%s|%s\n", name, what, a, b, r, bound, size(r) <= bound ? "ok" : "differs" >>results
    if (!(size(r) <= bound)) failed = 1
  }
  function header(   k) { for (k = 1; k <= NF; k++) at[$k] = k }
  FILENAME == "times" { t[$1, ++count[$1]] = $2 - $3; next }
  FILENAME == "liggghts.log" && $1 == "Step" { rows = 1; next }
  FILENAME == "liggghts.log" && /^Loop/ { rows = 0 }
  FILENAME == "liggghts.log" && rows && NF == 5 {
    if ($1 == 0) { lt0 = $2 + $3 }
    lt = $2; lr = $3; torque += $1 > 0 ? $5 : 0; n_torque += $1 > 0; last = $1; next
  }
  FILENAME == "clast.csv" { FS = ","; $0 = $0; if (FNR == 1) { header(); next }
    ct = $at["kinetic_translational"]; cr = $at["kinetic_rotational"]; if ($at["step"] == 0) ct0 = ct + cr; step = $at["step"]; next }
  FILENAME == "walls.csv" { $0 = $0; if (FNR == 1) { header(); next } if ($at["step"] > 0) { push += $at[name == "drum" ? "torque_y" : "force_z"]; n_push++ } }
  END {
    n = count["clast"]
    for (k = 1; k <= n; k++) { c[k] = t["clast", k]; l[k] = t["liggghts", k]; r[k] = l[k] / c[k] }
    if (last != steps || step != steps || !n) { print "drum.sh: a run is not whole"; exit 1 }
    printf "  %-32s %16s %16s %10s\n", "after " steps " steps", "LIGGGHTS", "clast", "relative"
    row("kinetic energy at the start", lt0, ct0, 1e-8) # ten digits are printed
    row("kinetic energy", lt + lr, ct + cr, 0.01)
    row("rotational energy", lr, cr, 0.02)
    row(name == "drum" ? "mean torque of the drum" : "mean load on the hopper", torque / n_torque, push / n_push, 0.05)
    print ""
    print "| case | content | spheres | ranks | clast, 10^6 sphere-steps/s | LIGGGHTS | ratio |"
    print "|---|---|---|---|---|---|---|"
    median(n, r)
    printf "| `%s` | %s | %d | 1 | %.1f | %.1f | %.1f (%.1f to %.1f) |\n", name, text, spheres, spheres / 1e6 * steps / median(n, c),
      spheres / 1e6 * steps / median(n, l), median(n, r), r[1], r[n]
    exit failed
  }' times liggghts.log clast.csv walls.csv
