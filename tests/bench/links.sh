#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/links.sh [-clast PROGRAM] [-n PAIRS] [-steps N] [-sweeps N] [-cloth 1] [-turn 1] [-two 1] [-times FILE -name NAME]: 1e5 rods between points on one core,
# 1000 chains of 100 or a cloth of 300 x 170 points, next to the same in plain serial C (links.c, compiled with -O3 -march=native),
# in alternation: ns a rod and step of both, from the processor time of runs of N and of 3 N steps, and the median of the ratios.
# times FILE, name NAME: rows for run.sh's table, too. turn: the points are spheres that may turn. two: instead of plain C, the same on two ranks next to two runs of half of it
# at the same time, each on one core: wall times, and the ratio of speeds.
here=$(cd "$(dirname "$0")" && pwd)
clast=build/clast pairs=5 steps=20 sweeps=20 cloth=0 turn=0 two=0 times='' name=rods
while [ $# -gt 1 ]; do
  case $1 in
    -clast) clast=$2 ;;
    -n) pairs=$2 ;;
    -steps) steps=$2 ;;
    -sweeps) sweeps=$2 ;;
    -cloth) cloth=$2 ;;
    -turn) turn=$2 ;;
    -two) two=$2 ;;
    -times) times=$2 ;;
    -name) name=$2 ;;
    *) break ;;
  esac
  shift 2
done
clast=$(cd "$(dirname "$clast")" && pwd)/$(basename "$clast")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
rows=1000 columns=100
if [ "$cloth" = 1 ]; then rows=300 columns=170; fi
# NAME ROWS: the scenario in the folder NAME.
write()
{
  mkdir -p "$dir/$1"
  ${AWK:-awk} -f "$here/links_write.awk" -v dir="$dir/$1" -v rows="$2" -v columns=$columns -v cloth="$cloth" -v sweeps="$sweeps" -v turn="$turn"
  "$clast" -check "$dir/$1/links.yaml" >/dev/null 2>&1 || exit 1
}
write all $rows
rods=$(($(wc -l <"$dir/all/rods.csv") - 1))

# NAME STEPS OUT [LAUNCHER ...]: a run.
go()
{
  "${@:4}" "$clast" "$dir/$1/links.yaml" -output_dir "$dir/$3" -run_end_time "$(awk -v n="$2" 'BEGIN { print n / 1000 }')" -output_log_every 1e9 \
    -output_frames_every 0 -output_final "$dir/final.csv" >/dev/null 2>&1
}

# STEPS: s of user time of a run.
user()
{
  local TIMEFORMAT=%U
  { time go all "$1" out; } 2>&1
}

median()
{
  sort -g "$dir/ratios" | awk '{ r[NR] = $1 } END { printf "median of %d ratios of speeds: %.2f (%.2f to %.2f)\n", NR, r[int((NR + 1) / 2)], r[1], r[NR] }'
}

# STEPS: s of wall time on two ranks; of two halves at the same time, bound to a core each.
together()
{
  local TIMEFORMAT=%R
  # shellcheck disable=SC2086
  { time go all "$1" out ${MPIEXEC:-mpiexec} ${MPIRUN_FLAGS:-} --bind-to core -n 2; } 2>&1
}
halves()
{
  local TIMEFORMAT=%R
  {
    time {
      go half "$1" a taskset -c 0 &
      go half "$1" b taskset -c 1
      wait
    }
  } 2>&1
}

# The least wall times of all pairs, as others on the machine only lengthen them.
if [ "$two" = 1 ]; then
  write half $((rows / 2))
  for ((k = 0; k < pairs; k++)); do
    echo "$(together "$steps") $(together $((3 * steps))) $(halves "$steps") $(halves $((3 * steps)))" >>"$dir/times"
  done
  awk -v steps="$steps" '{ for (k = 1; k <= 4; k++) if (NR == 1 || $k < t[k]) t[k] = $k } END {
    printf "ms a step: two ranks %.2f, two halves %.2f; ratio of speeds %.2f\n", 1e3 * (t[2] - t[1]) / (2 * steps), 1e3 * (t[4] - t[3]) / (2 * steps), (t[4] - t[3]) / (t[2] - t[1])
  }' "$dir/times"
  exit
fi
${CC:-gcc} -std=c11 -O3 -march=native "$here/links.c" -o "$dir/links" -lm || exit 1

for ((k = 0; k < pairs; k++)); do
  said=$("$dir/links" "$dir/all/clumps.csv" "$dir/all/rods.csv" 1 0 "$steps" "$sweeps" 1e-3)
  plain=${said%% *}
  less=$(user "$steps")
  if [ $k = 0 ]; then cp "$dir/final.csv" "$dir/less.csv"; fi
  more=$(user $((3 * steps)))
  awk -v p="$plain" -v a="$less" -v b="$more" -v n=$rods -v steps="$steps" -v sweeps="$sweeps" -v ratios="$dir/ratios" \
    -v points=$(($(wc -l <"$dir/all/clumps.csv") - 1)) -v name="$name" -v times="${times:-/dev/null}" 'BEGIN {
    ours = (b - a) / (2 * steps)
    printf "a rod and step of %d sweeps: plain C %.0f ns, clast %.0f ns\n", sweeps, 1e9 * p / n, 1e9 * ours / n
    print p / ours >>ratios
    printf "%s 1 plain %d %d %.6g %.6g\n%s 1 clast %d %d %.6g %.6g\n", name, steps, points, p * steps, p * steps, name, steps, points, ours * steps,
      ours * steps >>times
  }'
done
median
# Physics: how far all rods together are from their lengths after as many steps of both.
awk -F, -v plain="$(echo "$said" | sed 's/.* lengths \([0-9.e+-]*\) m/\1/')" -v name="$name" \
  -v results="$([ -n "$times" ] && echo "${times%/*}/physics.txt" || echo /dev/null)" '
  FNR == 1 { file++; for (k = 1; k <= NF; k++) at[$k] = k; next }
  file == 1 { x[$at["id"]] = $at["x"]; y[$at["id"]] = $at["y"]; z[$at["id"]] = $at["z"]; next }
  { ours += sqrt((x[$1] - x[$2]) ^ 2 + (y[$1] - y[$2]) ^ 2 + (z[$1] - z[$2]) ^ 2); n += $3 }
  END {
    r = (ours - plain) / n; ok = r < 1e-3 && r > -1e-3
    printf "  lengths of all rods: %.10g m at the start, plain C %.10g m, clast %.10g m: %.1e %s\n", n, plain, ours, r, ok ? "ok" : "DIFFERS"
    printf "%s 1 lengths of all rods|%.10g|%.10g|%.3e|0.001|%s\n", name, plain, ours, r, ok ? "ok" : "differs" >>results
    exit !ok
  }' "$dir/less.csv" "$dir/all/rods.csv"
