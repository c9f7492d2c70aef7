#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/links.sh [-clast PROGRAM] [-n PAIRS] [-steps N] [-sweeps N] [-cloth 1] [-turn 1]: 1e5 rods between points on one core,
# 1000 chains of 100 or a cloth of 300 x 170 points, next to the same in plain serial C (links.c, compiled with -O3 -march=native),
# in alternation: ns a rod and step of both, from the processor time of runs of N and of 3 N steps, and the median of the ratios.
# turn: the points are spheres that may turn.
here=$(cd "$(dirname "$0")" && pwd)
clast=build/clast pairs=5 steps=20 sweeps=20 cloth=0 turn=0
while [ $# -gt 1 ]; do
  case $1 in
    -clast) clast=$2 ;;
    -n) pairs=$2 ;;
    -steps) steps=$2 ;;
    -sweeps) sweeps=$2 ;;
    -cloth) cloth=$2 ;;
    -turn) turn=$2 ;;
    *) break ;;
  esac
  shift 2
done
clast=$(cd "$(dirname "$clast")" && pwd)/$(basename "$clast")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
${CC:-gcc} -std=c11 -O3 -march=native "$here/links.c" -o "$dir/links" -lm || exit 1
rows=1000 columns=100
if [ "$cloth" = 1 ]; then rows=300 columns=170; fi
${AWK:-awk} -f "$here/links_write.awk" -v dir="$dir" -v rows=$rows -v columns=$columns -v cloth="$cloth" -v sweeps="$sweeps" -v turn="$turn"
"$clast" -check "$dir/links.yaml" >/dev/null || exit 1
rods=$(($(wc -l <"$dir/rods.csv") - 1))

# STEPS: s of user time of a run
user()
{
  local TIMEFORMAT=%U
  { time "$clast" "$dir/links.yaml" -output_dir "$dir/out" -run_end_time "$(awk -v n="$1" 'BEGIN { print n / 1000 }')" -output_log_every 1e9 \
    -output_frames_every 0 >/dev/null 2>&1; } 2>&1
}

for ((k = 0; k < pairs; k++)); do
  plain=$("$dir/links" "$dir/clumps.csv" "$dir/rods.csv" 1 0 "$steps" "$sweeps" 1e-3 | cut -d' ' -f1)
  less=$(user "$steps")
  more=$(user $((3 * steps)))
  awk -v p="$plain" -v a="$less" -v b="$more" -v n=$rods -v steps="$steps" -v sweeps="$sweeps" -v ratios="$dir/ratios" 'BEGIN {
    ours = (b - a) / (2 * steps)
    printf "a rod and step of %d sweeps: plain C %.0f ns, clast %.0f ns\n", sweeps, 1e9 * p / n, 1e9 * ours / n
    print p / ours >>ratios
  }'
done
sort -g "$dir/ratios" | awk '{ r[NR] = $1 } END { printf "median of %d ratios of speeds: %.2f\n", NR, r[int((NR + 1) / 2)] }'
