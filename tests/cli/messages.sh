#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 600
# What a rank sends does not grow with the number of ranks: a run with much of what there is, as many cells in a row as there are
# ranks, the same in each cell. collectives.c counts calls, bytes and partners of each rank; the most of a rank is compared at
# 8 and 16 ranks, or those in $MESSAGES_RANKS, for four phases: the start, a step, a renewal of lists, output. Laws:
#   calls, partners    a constant, or as the logarithm of the number of ranks
#   bytes              likewise; collective calls up to 64 for each rank (lists of boxes, cuts, counts)
#   at the start       a message to each rank for bodies that are looked up by id; lists that all ranks get: nodes of skins, exclusions
#   in output          a message to each rank for pictures and text, which rank 0 gets
# Free meshes, of which all ranks know all, are the same number for any number of ranks.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

$CLAST -version >built 2>&1
if grep -q fsanitize built; then skip_all "the sanitizers do not let a library in before theirs"; fi
# shellcheck disable=SC2086 # commands and flags are words
if ! ${CC:-mpicc} -O1 -shared -fPIC "$srcdir/tests/cli/collectives.c" -o collectives.so -ldl >"$out" 2>&1; then
  skip_all "no library for LD_PRELOAD can be made here"
fi

ramp_write

# CELLS: lists for so many cells, and the scenario to stdout
deck()
{
  local n=$1
  $AWK -v n="$n" 'BEGIN {
    print "id,template,x,y,z,vx,vy,vz" >"bodies.csv"
    print "a,b,ax,ay,az,bx,by,bz,length" >"rods.csv"
    print "id_a,id_b" >"apart.csv"
    for (c = 0; c < n; c++) {
      at = 44 * c
      printf "%d,%d,0,0,0,0,0,0,0.2\n", at, at + 1 >"rods.csv"
      printf "%d,%d\n", at + 2, at + 3 >"apart.csv"
      for (k = 0; k < 4; k++) printf "%d,ball,%g,0.5,0.9,0,0,0\n", at++, c + 0.2 + 0.2 * k >"bodies.csv"
      for (k = 0; k < 18; k++)
        printf "%d,drop,%g,%g,%g,0,0,0\n", at++, c + 0.4 + 0.04 * (k % 3), 0.1 + 0.04 * (int(k / 3) % 3), 1.3 + 0.04 * int(k / 9) >"bodies.csv"
      for (k = 0; k < 4; k++) printf "%d,stone,%g,0.8,%g,0,0,0\n", at++, c + 0.5, 1.1 + 0.0999 * k >"bodies.csv"
      for (i = 0; i < 6; i++)
        for (j = 0; j < 3; j++)
          printf "%d,%s,%g,%g,%g,0,0,-1\n", at++, i == 5 ? "crumb" : i % 2 ? "pair" : "ball", c + 0.08 + 0.165 * i,
            0.1 + 0.25 * j + 0.02 * (i % 2), 0.105 + 0.125 * j + 0.02 * (i % 3) >"bodies.csv"
    }
  }'
  cat <<END
schema: 1
run: {end_time: 0.015, dt: 1.0e-3, seed: 4, gravity: [0.5, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [$n, 1, 2], boundary: [periodic, periodic, open]}
material:
$(for m in s w water hard; do echo "  - $m: {density: 1000, young: 1.0e7, poisson: 0.25}"; done)
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, restitution: 0.5, tangential: hooke, friction: 0.4, rolling: constant_torque, rolling_friction: 0.05}
  - sw: {between: [s, w], normal: hooke, stiffness: 2.0e4, restitution: 0.5, tangential: hooke, friction: 0.4}
$(for two in s:water s:hard w:w w:water w:hard water:hard; do echo "  - ${two/:/-}: {between: [${two/:/, }], normal: hooke, stiffness: 2.0e4, restitution: 0.5}"; done)
template:
  - pair: {material: s, pebbles: [0, 0, 0, 0.05, 0.06, 0, 0, 0.04]}
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
  - crumb: {material: s, pebbles: [0, 0, 0, 0.05, 0.05, 0, 0, 0.05]}
  - drop: {material: water, pebbles: [0, 0, 0, 0.0248]}
  - stone: {material: hard, pebbles: [0, 0, 0, 0.05]}
  - node: {material: s, pebbles: [0, 0, 0, 0.02], turns: false}
clumps:
  - bodies: {file: bodies.csv}
  - few: {template: [ball], position: [0.3, 0.8, 0.5], velocity: [0, 0, -3], group: [top]}
  - skins: {id: $((44 * n)), skin: icosphere, skin_level: 0, skin_radius: 0.1, template: node, centres: [$(seq -s , 1 "$n" | sed 's/\([0-9]*\)/(\1)/g; s/(\([0-9]*\))/\1.5, 0.5, 1.5/g; s/\b'"$n"'\.5/0.5/')]}
deformable:
  - bag: {clumps: [skins], content_stiffness: 1.0e3, stretching_stiffness: 100}
crush:
  - broken: {template: crumb, strength: 1}
inlet:
  - feed: {template: ball, region: box, lo: [0, 0.3, 1.7], hi: [$n, 0.7, 1.9], every: 0.005, velocity: [0, 0, -1], number_rate: $((100 * n)), stop_number: $((30 * n))}
outlet:
  - sink: {region: plane, point: [0, 0, 0.02], normal: [0, 0, 1], action: recycle, inlet: feed}
wall:
  - floor: {shape: plane, material: w, point: [0, 0, 0.05], normal: [0, 0, 1]}
  - ramp: {shape: mesh, material: w, file: ramp.stl, wear_coefficient: 1.0e-3, hardness: 1.0e7}
  - crate: {shape: mesh, material: w, file: "$srcdir/input/crate/crate.obj", free: true, scale: 0.12, shift: [0.5, 0.7, 1.6], corner_radius: 0.015}
motion:
  - shake: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: 1.0e-3, frequency: 10}
spring:
  - glue: {between: [s, s], distance: 0.05, stiffness: 100, damping: 0.1}
constraint:
  - rods: {type: distance, file: rods.csv}
  - stones: {type: contact, between: [hard, hard], sweeps: 4}
exclusion:
  - apart: {file: apart.csv}
interaction:
  - water: {type: sph, material: water, smoothing_ratio: 1.3, alpha: 0.1, state: {type: tait, sound_speed: 10}}
  - far: {type: wca, among: [s], epsilon: 1.0e-3, sigma: 0.05}
thermostat:
  - warm: {type: langevin, temperature: 0.1, boltzmann: 1.0e-3, rate: 2}
damping:
  - air: {viscous: 3}
event:
  - many: {when: number, above: 100000, every: 0.01, do: [checkpoint]}
monitor:
  - stress: {every: 0.015, type: stress}
  - gr: {every: 0.015, type: rdf, bins: 20, most: 0.4}
  - spread: {every: 0.015, type: msd}
  - stay: {every: 0.015, type: residence, lo: [0, 0, 0.5], hi: [$n, 1, 1]}
  - flow: {every: 0.015, type: flux, point: [0, 0, 1], normal: [0, 0, -1]}
  - mixed: {every: 0.015, type: segregation, of: [top], cells: [4, 1, 2]}
profile:
  - height: {every: 0.015, fields: [velocity, stress], axis: [z], bins: 20}
probe:
  - cut: {every: 0.015, fields: [velocity, density], smoothing_length: 0.2, lo: [0, 0.5, 0], hi: [1, 0.5, 1], spacing: 0.1}
dump:
  - table: {every: 0.015, what: contacts, format: csv}
  - places: {every: 0.015, what: clumps, format: xyz}
  - grains: {every: 0.015, what: pebbles}
image:
  - view: {every: 0.015, size: [64, 48], shadows: false, occlusion: false}
balance: {threshold: 1.001}
output: {frames_every: 0.015, log_every: 0.015}
checkpoint: {every: 0}
END
}

# FILE...: counts of all ranks: lines `PHASE WHO.FUNCTION CALLS BYTES`, the most of a rank, for each step of the phase. Lists are
# renewed where messages find their receivers.
summed()
{
  $AWK '{ if ($1 > last) last = $1; k = $2 "." $3; n[FILENAME, $1, k] += $4; b[FILENAME, $1, k] += $5; keys[k]; files[FILENAME]; if ($3 == "MPI_Ibarrier") renews[$1] }
    END {
      for (s = 0; s <= last; s++) { phase[s] = s == 0 ? "start" : s == last ? "output" : (s in renews) ? "renewal" : "step"; steps[phase[s]]++ }
      for (k in keys) {
        split("", most); split("", bytes)
        for (f in files) {
          split("", calls); split("", size)
          for (s = 0; s <= last; s++) { calls[phase[s]] += n[f, s, k]; size[phase[s]] += b[f, s, k] }
          for (p in steps) { if (calls[p] > most[p]) most[p] = calls[p]; if (size[p] > bytes[p]) bytes[p] = size[p] }
        }
        for (p in steps) if (most[p] > 0) printf "%s %s %.2f %.0f\n", p, k, most[p] / steps[p], bytes[p] / steps[p]
      }
      for (p in steps) print p, "steps", steps[p], 0
    }' "$@" | sort
}

# PHASE FEW MANY: what grows faster than its law from the run on FEW ranks to that on MANY
grows()
{
  $AWK -v phase="$1" -v few="$2" -v many="$3" '
    function law(what, messages)
    {
      if (what ~ messages && (phase == "start" || phase == "output")) return many / few * 1.05
      return log(many) / log(few) * 1.1
    }
    # bytes of some calls for each rank
    function lists(what, calls) { return what ~ /MPI_/ ? 64 * (many - few) * (calls < 1 ? 1 : calls > 4 ? 4 : calls) : 512 }
    function tell(what, before, now) { printf "%s: %s: %g on %d ranks, %g on %d\n", $2, what, before, few, now, many }
    $1 != phase || $2 == "steps" { next }
    NR == FNR { calls[$2] = $3; bytes[$2] = $4; next }
    $3 > law($2, "partners|tell|send") * calls[$2] + 3 { tell("calls", calls[$2], $3) }
    phase == "start" && $2 == "own.MPI_Allgatherv" { next }
    $4 > law($2, "tell") * bytes[$2] + lists($2, $3) { tell("bytes", bytes[$2], $4) }' "messages.$2" "messages.$3"
}

first=
for n in ${MESSAGES_RANKS:-8 16}; do
  deck "$n" >"cells$n.yaml"
  check "$n cells on $n ranks" on_ranks "$n" env LD_PRELOAD="$PWD/collectives.so" MESSAGES="$PWD/counts.$n" "$CLAST" "cells$n.yaml" \
    -rebuild_every 5 -output_dir "run$n"
  summed counts."$n".* >"messages.$n"
  test -s "run$n/balance.csv" && note "$(wc -l <"run$n/balance.csv") lines in balance.csv"
  is "  all phases are there" "$($AWK '$2 == "steps" { print $1 }' "messages.$n" | tr '\n' ' ')" "output renewal start step "
  test -n "$first" || { first=$n; continue; }
  for phase in start step renewal output; do
    grows $phase "$first" "$n" >grown
    none_in "  $phase: no rank calls or sends more than on $first ranks" grown
  done
done
# ---- what -plan says ----

# NAME RANKS FILE OPTION...: messages and bytes that a rank sends in a step, of the plan and of a run: means over the evaluations
# after the first ones, but for those of steps that are repeated. The plan gets the run's narrowings and rebuilds, as these depend on
# the time that they take.
planned()
{
  local name=$1 n=$2 file=$3 often="-checkpoint_every 0 -output_frames_every 0 -balance_threshold 0"
  shift 3
  # shellcheck disable=SC2086 # options are words
  check "a run of $name" on_ranks "$n" env LD_PRELOAD="$PWD/collectives.so" MESSAGES="$PWD/$name.sent" "$CLAST" "$file" "$@" $often \
    -output_dir "$name" -verbose
  sed -n 's/.*; \([0-9]*\) narrowings.*/\1/p' "$out" >"$name.narrowings"
  $AWK -v ranks="$n" '$1 > 2 && $3 == "send" { n[$1] += $4 / ranks; b[$1] += $5 / ranks } $3 == "MPI_Ibarrier" { renews[$1] } $1 > last { last = $1 }
    END { for (s in n) if (s + 0 < last) print b[s], n[s], (s in renews) }' "$name".sent.* | sort -n >"$name.steps"
  $AWK -v half="$(wc -l <"$name.steps")" '{ b[NR] = $1; n[NR] = $2; r[NR] = $3 }
    END { for (k = 1; k <= NR; k++) if (b[k] > b[int(half / 2) + 1] / 2) { steps++; bytes += b[k]; messages += n[k]; renewals += r[k] }
      if (steps > 9) print bytes / steps, messages / steps, steps, renewals }' "$name.steps" >"$name.mean"
  # shellcheck disable=SC2046,SC2086 # options are words
  check "  and a plan" "$CLAST" "$file" -plan "$n" -plan_steps 2 -plan_csv "$name.csv" "$@" $often $(
    $AWK -v k="$(cat "$name.narrowings")" '{ print "-plan_picks", k > 0 ? $3 / k : 1e9, "-plan_between", $4 > 0 ? $3 / $4 : 1e9 }' "$name.mean")
  $AWK -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k } NR == 2 { print $at["bytes_mean"], $at["messages_mean"] }' "$name.csv" >"$name.plan"
  $AWK 'NR == FNR { b = $1; n = $2; next } $1 > 1.05 * b || $1 < b / 1.05 || $2 > 1.05 * n || $2 < n / 1.05 {
    printf "planned %g messages, %g bytes; sent %g, %g\n", n, b, $2, $1 } END { if (FNR != 1) print "too few steps" }' "$name.plan" "$name.mean" >differ
  none_in "  agree within 5 % in messages and bytes" differ
  note "$name: planned, then sent: $(tr '\n' ' ' <"$name.plan") $(cat "$name.mean")"
}

if test -z "$MESSAGES_RANKS"; then
  planned drum 4 "$srcdir/input/drum.yaml" -run_end_time 3e-3
  planned drum_renewed 4 "$srcdir/input/drum.yaml" -run_end_time 3e-3 -rebuild_every 10
  planned dam_break 4 "$srcdir/input/dam_break.yaml" -run_end_time 4e-3
  planned squeeze 4 "$srcdir/input/squeeze.yaml" -run_end_time 4e-3
  planned chain 4 "$srcdir/input/chain.yaml" -run_end_time 1e-3
  deck 8 >cells8.yaml
  planned everything 8 cells8.yaml -rebuild_every 5
fi
for n in ${MESSAGES_RANKS:-8 16}; do sed "s/^/# $n ranks: /" "messages.$n"; done >table
$AWK '$5 ~ /send|partners|MPI_Allreduce|steps/' table
tap_end
