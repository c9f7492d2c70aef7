#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What clast says of outlets: mistakes in their keys, rows of outlets.csv on any number of ranks and through restarts, events.
. "$srcdir/tests/tap.sh"

cat >pour.yaml <<'E2'
schema: 1
run: {end_time: 0.6, dt: 1.0e-3, seed: 4, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [2, 2, 4], boundary: [periodic, periodic, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.1]}
  - pair: {material: s, pebbles: [0, 0, 0, 0.1, 0.1, 0, 0, 0.1]}
inlet:
  - feed: {template: [ball, pair], lo: [0, 0, 3], hi: [2, 2, 3.8], every: 0.05, number_rate: 200, stop_number: 40, velocity: [1, 0, -4], group: new}
outlet:
  - drain: {region: box, lo: [-0.5, 0, 0], hi: [0.5, 2, 1], action: recycle, inlet: feed}
  - rest: {region: plane, point: [0, 0, 0.5], normal: [0, 0, 1], every: 0.01}
E2
check "clumps leave" "$CLAST" pour.yaml -output_dir one
says "  as the end tells" 'outlet drain has taken [0-9]+ clumps \(.* kg\) since the first step'
is "  a row each" "$(($(wc -l <one/outlets.csv) - 1))" \
  "$(sed -n 's/^clast: outlet [a-z]* has taken \([0-9]*\) clumps.*/\1/p' "$out" | paste -sd+ | bc)"
check "on three ranks" on_ranks 3 "$CLAST" pour.yaml -output_dir three
check "  the same bits" "$CLAST_DIGEST" one/restart/clast-600.h5 three/restart/clast-600.h5
check "  the same rows" cmp one/outlets.csv three/outlets.csv
check "half of it" on_ranks 2 "$CLAST" pour.yaml -output_dir half -run_end_time 0.45
cp -r half again
check "the rest" "$CLAST" -restart half -run_end_time 0.6
check "  the same bits" "$CLAST_DIGEST" one/restart/clast-600.h5 half/restart/clast-600.h5
check "  the same rows" cmp one/outlets.csv half/outlets.csv
check "the rest with another outlet" "$CLAST" -restart again -run_end_time 0.6 -outlet_rest_every 0.02
awk -F, 'NR > 1 { n[$3]++; m[$3] += $7; if ($15 != n[$3] || ($16 - m[$3]) ^ 2 > 1e-18 * m[$3] ^ 2) bad = 1; if ($3 == "drain" && $11 > 1) bad = 1 }
  END { exit bad }' one/outlets.csv
is "rows sum up what each outlet has taken" $? 0

# FACT OUTLET REGEX
wrong()
{
  { grep -v -e '- drain' -e '- rest' pour.yaml; echo "  - drain: {$2}"; } >wrong.yaml
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$3"
  check "  nothing is written" test ! -e refused
}
box='lo: [0, 0, 0], hi: [1, 1, 1]'
wrong "an unknown region" 'region: ball' "region: .*'ball'"
wrong "no corner" 'lo: [0, 0, 0]' 'outlet: drain: hi: missing: its region needs it'
wrong "a plane without direction" 'region: plane, point: [0, 0, 0], normal: [0, 0, 0]' 'normal: .*is zero'
wrong "an unknown action" "$box, action: burn" "action: .*'burn'"
wrong "recycling without an inlet" "$box, action: recycle" 'inlet: .*missing'
wrong "recycling to what is no inlet" "$box, action: recycle, inlet: sink" "inlet: .*'sink'"
wrong "an inlet without recycling" "$box, inlet: feed" 'inlet: only with action: recycle'
wrong "an unknown group" "$box, groups: [old]" "groups: .*no clump has the group 'old'"
wrong "an end before the start" "$box, start: 1, stop_time: 0.5" 'stop_time: .*0.5 s is not after start'
wrong "a mesh that is none" "region: mesh, file: pour.yaml" 'file: .*pour.yaml'
wrong "a plane for an inlet" "$box}
inlet:
  - other: {template: ball, every: 1, region: plane" "region: .*'plane'"

# What is too large for the inlet would keep all others waiting.
{
  sed 's/lo: \[0, 0, 3\], hi: \[2, 2, 3.8\]/region: cylinder, point: [1, 1, 3.8], axis: [0, 0, -1], radius: 0.3, length: 0.6/' pour.yaml
  printf 'clumps:\n  - some: {template: ball, count: 2, lo: [-0.5, 0, 0], hi: [0.5, 2, 1], size: uniform, size_lo: 3.5, size_hi: 4}\n'
} >large.yaml
check "clumps too large for the inlet" on_ranks 2 "$CLAST" large.yaml -output_dir large
is "  are told of once" "$(grep -c 'warning: line [0-9]*: outlet: drain: clump [01] is too large for the region of inlet feed' "$out")" 1
is "  are removed" "$(awk -F, 'NR > 1 && $5 < 2 { print $3, $4 }' large/outlets.csv | sort | uniq -c | tr -s ' ')" ' 2 drain remove'
check "  and others come back" grep -q 'drain,recycle' large/outlets.csv

# Started by an event.
{ sed 's/start: 0.3, //; s/every: 0.01}/every: 0.01, after: late}/' pour.yaml; printf 'event:\n  - late: {when: time, above: 0.5}\n'; } >late.yaml
check "an outlet that waits for an event" "$CLAST" late.yaml -output_dir late
is "  takes nothing before" "$(awk -F, '$3 == "rest" && $2 < 0.5' late/outlets.csv | wc -l)" 0
check "  and something after" grep -q ',rest,' late/outlets.csv
check "until then" "$CLAST" late.yaml -output_dir until -run_end_time 0.4
check "  and on" on_ranks 2 "$CLAST" -restart until -run_end_time 0.6
check "  the same rows" cmp late/outlets.csv until/outlets.csv
# What is stored between clumps that are taken and others, in the step in which they are.
cat >pile.yaml <<'E2'
schema: 1
run: {end_time: 0.06, dt: 1.0e-3, gravity: [0, 0, -10], seed: 3}
domain: {lo: [0, 0, 0], hi: [1, 1, 4], boundary: [periodic, periodic, open]}
material: [{s: {density: 1000, young: 1.0e6, poisson: 0.3}}]
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.1]}
  - pair: {material: s, pebbles: [0, 0, 0, 0.1, 0.1, 0, 0, 0.1]}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, restitution: 0.5, tangential: hooke, friction: 0.5, siblings: shared}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0.3], normal: [0, 0, 1]}
clumps:
  - fill: {template: [ball, pair], count: 60, lo: [0, 0, 0.4], hi: [1, 1, 1.6], velocity: [0, 0, -3]}
spring:
  - tie: {between: [s, s], distance: 0.1, stiffness: 100}
interaction:
  - pull: {type: morse, among: [s], cutoff: 0.4, depth: 1, alpha: 10, distance: 0.2}
outlet:
  - half: {region: plane, point: [0.5, 0.5, 0], normal: [-1, -0.3, 0], start: 0.05, every: 0.02}
event:
  - low: {when: energy, of: links, below: 120, every: 0.01, do: [start kick]}
change:
  - kick: {action: push, velocity: [0, 0, 0.1]}
output: {log_every: 1.0e-3, energies: true}
E2
stored()
{
  sed 's/,[^,]*$//' "$1/log.csv" # less the wall time
}
check "linked clumps that touch leave" "$CLAST" pile.yaml -output_dir pile
check "  on three ranks" on_ranks 3 "$CLAST" pile.yaml -output_dir pile3
check "  the same bits" "$CLAST_DIGEST" pile/restart/clast-60.h5 pile3/restart/clast-60.h5
is "  the same energies" "$(stored pile3)" "$(stored pile)"
check "  the same events" cmp pile/events.csv pile3/events.csv
is "  at once" "$(grep -c "^50,.*,kick," pile/events.csv)" 1
is "  they are numbers" "$(stored pile | grep -c -e inf -e nan)" 0
check "with fewer rows" "$CLAST" pile.yaml -output_dir rare -output_log_every 0.02
check "  the same bits" "$CLAST_DIGEST" pile/restart/clast-60.h5 rare/restart/clast-60.h5
tap_end
