#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Angle of repose over rolling friction by clast and by LIGGGHTS, from the same starts, with the same laws:
#
#   tests/long/repose_liggghts.sh [-dir build] [-jobs N] [-rolling "0 0.05 ..."] [-seeds "1 2 ..."] [-out DIR]
#
# One process a run, N at a time. OUT/angles.csv has a row a run; OUT/table.txt the means over the seeds, their standard errors and
# whether they agree within 1.5 degrees or two standard errors. About 30 s of processor time for each run of clast and 150 s for LIGGGHTS.
set -eu
here=$(cd "$(dirname "$0")" && pwd)/repose
bed=$(cd "$(dirname "$0")/../.." && pwd)/input/repose/bed.csv
dir=build jobs=2 out=out/repose rolling='0 0.05 0.15 0.3' seeds='1 2 3 4 5' steps=250000
while [ $# -gt 0 ]; do
  case $1 in
  -dir) dir=$2 ;; -jobs) jobs=$2 ;; -rolling) rolling=$2 ;; -seeds) seeds=$2 ;; -out) out=$2 ;; -steps) steps=$2 ;; -bed) bed=$2 ;;
  *) echo "repose_liggghts.sh: no option $1 (see the head of the file)" >&2; exit 2 ;;
  esac
  shift 2
done
clast=$(cd "$dir" && pwd)/clast
mkdir -p "$out"
cd "$out"
cp "$here/heap.yaml" "$here/heap.liggghts" "$bed" .
export clast steps liggghts="${LIGGGHTS:-liggghts}"

# The start of each seed: one short step of clast, as clumps and as data of LIGGGHTS.
for seed in $seeds; do
  "$clast" heap.yaml -run_seed "$seed" -run_end_time 1e-5 -run_gravity 0,0,0 -output_dir "start-$seed" -output_final "start-$seed.csv" >/dev/null
  awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { n++; row[n] = n " " ($at["blocked"] == "" ? 1 : 2) " " $at["x"] " " $at["y"] " " $at["z"] " 0.01 2500" }
    END {
      print "heap\n\n" n " atoms\n2 atom types\n\n0 0.2 xlo xhi\n0 0.06 ylo yhi\n-0.02 0.6 zlo zhi\n\nAtoms\n"
      for (k = 1; k <= n; k++) { split(row[k], c, " "); print c[1], c[2], c[6], c[7], c[3], c[4], c[5] }
    }' "start-$seed.csv" >"start-$seed.data"
done

# One run: CODE SEED MU_R
one() {
  set -eu
  case $1 in
  clast)
    sed "/count: 1700/d; s|bed.csv|start-$2.csv|" heap.yaml >"clast-$2-$3.yaml"
    "$clast" "clast-$2-$3.yaml" -contact_all_rolling_friction "$3" -run_end_time "$(awk "BEGIN { print $steps * 1e-5 }")" \
      -output_dir "clast-$2-$3" -output_final "clast-$2-$3/final.csv" >"clast-$2-$3.log" 2>&1
    awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { print $at["x"], $at["z"] }' "clast-$2-$3/final.csv" >"clast-$2-$3.xz" ;;
  liggghts)
    mkdir -p "liggghts-$2-$3"
    cp heap.liggghts "liggghts-$2-$3/"
    cp "start-$2.data" "liggghts-$2-$3/start.data"
    (cd "liggghts-$2-$3" && $liggghts -in heap.liggghts -var rolling "$3" -var steps "$steps" >run.log 2>&1)
    awk 'go { print $2, $4 } /ITEM: ATOMS/ { go = 1 }' "liggghts-$2-$3/final.dump" >"liggghts-$2-$3.xz" ;;
  esac
}
export -f one
for mu in $rolling; do for seed in $seeds; do for code in liggghts clast; do echo "$code $seed $mu"; done; done; done |
  xargs -P "$jobs" -L 1 bash -c 'one "$@"' one

# A straight line through the highest centre in each centimetre of 2 to 18 cm, as input/repose/angle.awk.
echo code,seed,rolling_friction,angle >angles.csv
for mu in $rolling; do for seed in $seeds; do for code in clast liggghts; do
  awk -v tag="$code,$seed,$mu" '
    { k = int($1 / 0.01); if (!(k in top) || $2 > top[k]) top[k] = $2 }
    END {
      for (k = 2; k < 18; k++) if (k in top) { x = 0.01 * (k + 0.5); n++; sx += x; sz += top[k]; sxx += x * x; sxz += x * top[k] }
      printf "%s,%.3f\n", tag, 57.29577951308232 * atan2(-(n * sxz - sx * sz) / (n * sxx - sx * sx), 1)
    }' "$code-$seed-$mu.xz" >>angles.csv
done; done; done
awk -F, '
  NR > 1 { n[$3, $1]++; s[$3, $1] += $4; q[$3, $1] += $4 * $4; if (!($3 in seen)) { seen[$3] = 1; order[++m] = $3 } }
  function mean(mu, code) { return s[mu, code] / n[mu, code] }
  function error(mu, code) { return n[mu, code] > 1 ? sqrt((q[mu, code] / n[mu, code] - mean(mu, code) ^ 2) / (n[mu, code] - 1)) : 0 }
  END {
    printf "%-8s %-18s %-18s %-10s %s\n", "mu_r", "clast, degrees", "LIGGGHTS, degrees", "difference", "two standard errors"
    for (k = 1; k <= m; k++) {
      mu = order[k]; off = mean(mu, "clast") - mean(mu, "liggghts"); two = 2 * sqrt(error(mu, "clast") ^ 2 + error(mu, "liggghts") ^ 2)
      printf "%-8s %6.2f +- %-8.2f %6.2f +- %-8.2f %-10.2f %-6.2f %s\n", mu, mean(mu, "clast"), error(mu, "clast"), mean(mu, "liggghts"),
        error(mu, "liggghts"), off, two, (off < 0 ? -off : off) <= (two > 1.5 ? two : 1.5) ? "agree" : "DIFFER"
    }
  }' angles.csv | tee table.txt
