#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/stars.sh [-clast PROGRAM] [-n PAIRS] [-steps N] [-ranks N] [-hard]: input/stars.yaml on two ranks next to the same
# collision in plain serial C (stars.c, compiled with -O3 -march=native), in alternation: steps/s of both and the median of the
# ratios. -hard: input/stars_hard.yaml, with contacts as constraints; in plain C in one sweep.
here=$(cd "$(dirname "$0")" && pwd)
clast=build/clast pairs=5 steps=200 ranks=2 hard= case=stars dt=4
while [ $# -gt 0 ]; do
  case $1 in
    -hard) hard=hard case=stars_hard dt=60 && shift && continue ;;
    -clast) clast=$2 ;;
    -n) pairs=$2 ;;
    -steps) steps=$2 ;;
    -ranks) ranks=$2 ;;
    *) break ;;
  esac
  shift 2
done
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
${CC:-gcc} -std=c11 -O3 -march=native -D_DEFAULT_SOURCE "$here/stars.c" -o "$dir/stars" -lm || exit 1
for ((k = 0; k < pairs; k++)); do
  plain=$("$dir/stars" "$here/../../input/stars/stars.csv" 7.6575281e7 "$steps" "$dt" $hard | cut -d' ' -f1)
  ours=$(mpiexec --oversubscribe ${MPIEXEC_MORE:---allow-run-as-root} -n "$ranks" "$clast" "$here/../../input/$case.yaml" -output_dir "$dir/out" \
    -run_end_time $((dt * steps)) -output_log_every 1e9 -output_frames_every 0 |
    sed -n 's/.*loop \([0-9]*\) steps, .* pebbles, \([0-9.]*\) s.*/\1 \2/p' | awk '{ printf "%.1f", $1 / $2 }')
  echo "plain C $plain steps/s, clast on $ranks ranks $ours steps/s"
  awk -v a="$ours" -v b="$plain" 'BEGIN { print a / b }' >>"$dir/ratios"
done
sort -g "$dir/ratios" | awk '{ r[NR] = $1 } END { printf "median of %d ratios: %.2f\n", NR, r[int((NR + 1) / 2)] }'
