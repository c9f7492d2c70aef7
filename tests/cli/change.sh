#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What clast says of changes of groups: mistakes in their keys, the time step that they need, events that make them.
. "$srcdir/tests/tap.sh"

cat >plug.yaml <<'E2'
schema: 1
run: {end_time: 0.1, dt: 1.0e-3, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [2, 2, 4], boundary: [periodic, periodic, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.1]}
  - bead: {material: s, pebbles: [0, 0, 0, 0.02]}
clumps:
  - held: {template: bead, position: [1, 1, 1], blocked: xyzXYZ, group: plug}
  - more: {template: ball, position: [1, 1, 1.5]}
change:
  - CHANGE
E2

# FACT CHANGE REGEX
wrong()
{
  sed "s/CHANGE/it: {$2}/" plug.yaml >wrong.yaml
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$3"
  check "  nothing is written" test ! -e refused
}
wrong "a change without an action" 'start: 0.05' 'change: it: action: missing'
wrong "an unknown action" 'start: 0.05, action: melt' "action: .*'melt'"
wrong "a change without a time" 'action: delete' 'change: it: start: missing: give the time, or an event'
wrong "an unknown group" 'start: 0.05, action: delete, groups: [cork]' "groups: .*no clump has the group 'cork'"
wrong "a group that is misspelt" 'start: 0.05, action: delete, groups: [plgu]' "no clump has the group 'plgu'; groups of clumps: .*; did you mean 'plug'"
wrong "letters that are none" 'start: 0.05, action: free, freed: abc' "freed: .*'abc' may have the letters x y z"
wrong "no letters" 'start: 0.05, action: fix, blocked: -' "blocked: .*'-' may have the letters x y z"
wrong "a velocity that lacks" 'start: 0.05, action: velocity' 'velocity: missing: give it, or spin'
wrong "a push by nothing" 'start: 0.05, action: push' 'velocity: missing: give it, or spin'
wrong "a key of another action" 'start: 0.05, action: delete, factor: 2' 'factor: only with action: scale'
wrong "a scale of zero" 'start: 0.05, action: scale, factor: 0' 'factor: .*0.*allowed'
wrong "an event that is not there" 'action: delete, after: soon' "after: .*'soon'"

# dt: auto looks ahead: the bead is free later, and its contacts are the shortest.
sed "s/dt: 1.0e-3/dt: auto/; s/CHANGE/it: {start: 0.05, action: free, groups: [plug]}/" plug.yaml >free.yaml
sed "s/dt: 1.0e-3/dt: auto/; s/blocked: xyzXYZ, //; s/CHANGE/it: {start: 0.05, action: push, velocity: [0, 0, 0], groups: [plug]}/" plug.yaml >loose.yaml
sed "s/dt: 1.0e-3/dt: auto/; s/CHANGE/it: {start: 0.05, action: push, velocity: [0, 0, 0], groups: [plug]}/" plug.yaml >held.yaml
step()
{
  "$CLAST" "$1" -check 2>&1 | sed -n 's/.*; dt = \([^ ]*\) s,.*/\1/p'
}
is "the time step is that of clumps that are freed later" "$(step free.yaml)" "$(step loose.yaml)"
check "  and not that of clumps that stay fixed" test "$(step free.yaml)" != "$(step held.yaml)"

# Events, and the story.
{ sed 's/CHANGE/drop: {action: delete, groups: [plug], after: now}/' plug.yaml; printf 'event:\n  - now: {when: time, above: 0.02, delay: 0.02}\n'; } >event.yaml
check "an event removes a plug" "$CLAST" event.yaml -output_dir event
says "  which counts as clumps that left" 'clumps: 1 in the domain, 1 have left'
check "  and is told" grep -q '^40,.*,start,drop,now' event/events.csv
check "half of it" "$CLAST" event.yaml -output_dir half -run_end_time 0.03
check "the rest" on_ranks 2 "$CLAST" -restart half -run_end_time 0.1
check "  the same bits" "$CLAST_DIGEST" event/restart/clast-100.h5 half/restart/clast-100.h5
sed 's/CHANGE/name: {start: 0.01, action: group, group: [late], groups: [plug]}\n  - drop: {start: 0.03, action: delete, groups: [late]}/' plug.yaml >names.yaml
check "a group that a change makes" "$CLAST" names.yaml -output_dir names
says "  selects clumps of later ones" 'clumps: 1 in the domain, 1 have left'
tap_end
