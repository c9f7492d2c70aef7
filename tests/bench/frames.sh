#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/bench/frames.sh [-clast PROGRAM] [-n PAIRS] [-dir FOLDER] [-ranks N] [-compress LEVEL] [-pebbles 1|4]: time of a frame of
# 10^6 pebbles, in clumps of 4 (or spheres), next to dd with the same bytes and fsync in the same folder, in alternation: seconds of
# both, bytes, and the median of the ratios of speeds. The time of a frame is that of a run of 4 steps with 5 frames less that of
# one without, over 5: wall time, and processor time behind it. dd writes as many files, and none is removed before: both find the
# same free memory, or must have it freed. FOLDER is on the disk that is meant; default: .
here=$(cd "$(dirname "$0")" && pwd)
clast=build/clast pairs=5 folder=. ranks=1 level=0 each=4
while [ $# -gt 1 ]; do
  case $1 in
    -clast) clast=$2 ;;
    -n) pairs=$2 ;;
    -dir) folder=$2 ;;
    -ranks) ranks=$2 ;;
    -compress) level=$2 ;;
    -pebbles) each=$2 ;;
    *) break ;;
  esac
  shift 2
done
clast=$(cd "$(dirname "$clast")" && pwd)/$(basename "$clast")
. "$here/../../build-aux/mpi-env"
dir=$(mktemp -d "$folder/frames.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
${AWK:-awk} -v each="$each" 'BEGIN {
  print "template,x,y,z"
  for (i = 0; i < 1000000 / each; i++) printf "shape,%.6f,%.6f,%.6f\n", i % 100 + 0.5 + 0.01 * sin(i), int(i / 100) % 100 + 0.5, int(i / 10000) + 0.5
  pebbles = each == 1 ? "[0, 0, 0, 0.3]" : "[0.1, 0.1, 0.1, 0.2, 0.1, -0.1, -0.1, 0.2, -0.1, 0.1, -0.1, 0.2, -0.1, -0.1, 0.1, 0.2]"
  print "schema: 1\nrun: {end_time: 1, dt: 1.0e-6}\ndomain: {lo: [0, 0, 0], hi: [100, 100, 100], boundary: [periodic, periodic, periodic]}" >"case.yaml"
  print "material:\n  - s: {density: 1}\ncontact:\n  - c: {between: [s, s], normal: hooke, stiffness: 1, restitution: 1}" >"case.yaml"
  print "template:\n  - shape: {material: s, mass_properties: sum, pebbles: " pebbles "}\nclumps:\n  - all: {file: all.csv}" >"case.yaml"
}' >all.csv
status=$("$clast" case.yaml -check 2>&1) || { echo "$status" >&2; exit 1; }

# FRAMES_EVERY: wall and processor time, s, of a run of 4 steps
timed()
{
  local TIMEFORMAT='%R %U %S'
  { time ${MPIEXEC:-mpiexec} ${MPIRUN_FLAGS:-} -n "$ranks" "$clast" case.yaml -output_dir out -run_end_time 4e-6 -output_log_every 1e9 \
    -output_frames_every "$1" -output_frames_compress "$level" >said 2>&1; } 2>&1 | awk '{ print $1, $2 + $3 }'
}

for ((k = 0; k < pairs; k++)); do
  rm -rf out
  read -r bare bare_user < <(timed 0)
  rm -rf out
  read -r with with_user < <(timed 1e-6)
  frames=(out/frames/*.hdf)
  test -e "${frames[0]}" || { cat said >&2; exit 1; }
  bytes=$(stat -c %s "${frames[0]}")
  size=$(du -B1 "${frames[0]}" | cut -f1)
  read -r plain plain_user < <(TIMEFORMAT='%R %U %S'; { time for frame in "${frames[@]}"; do
    dd if=/dev/zero of="$frame.plain" bs=1M count=$(((bytes + 1048575) / 1048576)) conv=fsync 2>/dev/null
  done; } 2>&1 | awk '{ print $1, $2 + $3 }')
  rm -rf out
  awk -v a="$bare" -v b="$with" -v au="$bare_user" -v bu="$with_user" -v n=${#frames[@]} -v d="$plain" -v du="$plain_user" -v bytes="$bytes" -v size="$size" -v ratios=ratios 'BEGIN {
    t = (b - a) / n
    d /= n
    printf "%d bytes (%d on disk): a frame %.3f s (processor %.3f s), dd %.3f s (%.3f s), ratio of speeds %.2f\n", bytes, size, t, (bu - au) / n, d, du / n, d / t
    print d / t >>ratios
  }'
done
sort -g ratios | awk '{ r[NR] = $1 } END { printf "median of %d ratios of speeds: %.2f\n", NR, r[int((NR + 1) / 2)] }'
