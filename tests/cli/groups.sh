#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Options that name groups: a group of pebbles is refused where clumps are meant, and a group of clumps where pebbles are meant, with the
# groups that would do. Groups that clumps get from files, inlets, changes and checkpoints are groups of clumps.
. "$srcdir/tests/tap.sh"

printf 'template,x,y,z,group\nrod,1,1,3,filed\n' >more.csv
cat >base.yaml <<'E2'
schema: 1
run: {end_time: 0.01, dt: 1.0e-3, gravity: [0, 0, -9.81], damping: 0.1}
domain: {lo: [0, 0, 0], hi: [2, 2, 4], boundary: [open, open, open]}
output: {log_every: 0.01}
material:
  - a: {density: 1000, young: 1.0e6, poisson: 0.3}
contact:
  - aa: {between: [a, a], normal: hooke, stiffness: 1.0e4, restitution: 0.5}
template:
  - rod: {material: a, pebble_group: ends, pebbles: [0, 0, 0, 0.05, 0.05, 0, 0, 0.05]}
clumps:
  - one: {template: [rod], position: [0.5, 0.5, 0.5], group: bed}
  - two: {file: more.csv}
wall:
  - base: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}
inlet:
  - feed: {template: [rod], lo: [0, 0, 3.2], hi: [2, 2, 3.8], every: 0.005, number_rate: 400, stop_number: 2, group: side=fed}
change:
  - mark: {start: 0.005, action: group, group: late}
E2

# PLACE SED: with the scenario so edited, groups of clumps do for GROUPS; a group of pebbles is refused where PLACE says it
clumps_only()
{
  sed -e "$2" base.yaml | sed "s/GROUPS/bed, filed, side=fed, late${4-, template=rod}/; s/GROUP/late/" >yes.yaml
  check "$1 takes groups of clumps${4-, and the clumps of a template}" "$CLAST" yes.yaml -check
  sed -e "$2" base.yaml | sed "s/GROUPS/bed, ends/; s/GROUP/ends/" >no.yaml
  status "  and refuses a group of pebbles" 2 "$CLAST" no.yaml -check
  says "  alone" "1 mistake in"
  says "  by name" "$1: .*$3"
}
would="'ends' is a group of pebbles alone, which no clump has; groups of clumps: bed, filed, side=fed, late"
among() { clumps_only "$1" "$2" "$would" ${3+"$3"}; }
# OBJECT KEYS [KEY [MORE]]: the object, written as KIND: NAME, has these keys; MORE: in place of a template
object() { among "$1: ${3:-groups}" "\$a\\${1%: *}:\\n  - ${1#*: }: {$2}" ${4+"$4"}; }
change() { among "change: it: groups" "\$a\\  - it: {start: 0.002, groups: [GROUPS], $1}"; }
monitor() { object "monitor: m" "every: 0.01, $1" "${2:-groups}"; }

among "run: gravity_groups" 's/damping: 0.1/&, gravity_groups: [GROUPS]/'
among "run: damping_groups" 's/damping: 0.1/&, damping_groups: [GROUPS]/'
among "output: bodies_groups" 's/log_every: 0.01/&, bodies_every: 0.01, bodies_groups: [GROUPS]/'
among "output: frames_groups" 's/log_every: 0.01/&, frames_every: 0.01, frames_groups: [GROUPS]/'
among "output: final_groups" 's/log_every: 0.01/&, final: end.csv, final_groups: [GROUPS]/'
object "damping: d" 'viscous: 1, groups: [GROUPS]'
object "thermostat: t" 'type: langevin, temperature: 300, rate: 1, groups: [GROUPS]'
object "motion: go" 'type: translate, velocity: [1, 0, 0], groups: [GROUPS]' groups '' # a clump is in one of them only
object "force: push" 'force: [1, 0, 0], groups: [GROUPS]'
object "interaction: air" 'type: drag, linear: 1, groups: [GROUPS]'
object "interaction: lj" 'type: lennard_jones, between: [a, a], epsilon: 1.0e-9, sigma: 0.1, cutoff: 0.3, groups: [GROUPS]'
object "outlet: sieve" 'lo: [0, 0, 0], hi: [2, 2, 0.2], groups: [GROUPS]'
change 'action: delete'
change 'action: scale, factor: 1.1'
change 'action: group, group: late'
monitor 'type: centre, groups: [GROUPS]'
monitor 'type: coordination, groups: [GROUPS]'
monitor 'type: segregation, of: [GROUPS], cells: [1, 1, 1]' of
object "profile: p" 'every: 0.01, axis: z, bins: 4, fields: [density], groups: [GROUPS]'
object "probe: q" 'every: 0.01, fields: [velocity], smoothing_length: 0.4, points: [1, 1, 1], groups: [GROUPS]'
object "dump: pebbles" 'every: 0.01, what: pebbles, groups: [GROUPS]'
object "dump: contacts" 'every: 0.01, what: contacts, groups: [GROUPS]'
object "image: i" 'every: 0.01, groups: [GROUPS]'
would="is no inlet, no outlet and no group of clumps \(there are: feed, bed, filed, side=fed, late\)"
object "event: many" 'when: number, of: GROUP, above: 20, every: 0.01, do: [checkpoint]' of
object "event: heavy" 'when: mass, of: GROUP, above: 20, every: 0.01, do: [checkpoint]' of
would="no wall, template or group of clumps is called 'ends' \(there are: base, rod, bed, filed, fed, late\)"
object "image: i" 'every: 0.01, colours: [GROUP, red]' colours
object "image: i" 'every: 0.01, opacity: [GROUP, 0.5]' opacity

# templates as groups
refuses()
{
  sed "$2" base.yaml >no.yaml
  status "$1" 2 "$CLAST" no.yaml -check
  says "  and tells what would do" "$3"
}
refuses "a template that is not there selects nothing" '$a\outlet: [sieve: {lo: [0, 0, 0], hi: [2, 2, 0.2], groups: [template=rid]}]' \
  "outlet: sieve: groups: .*there is no template 'rid' \(there are: rod\); did you mean 'rod'"
refuses "a template without its slot is no group" '$a\outlet: [sieve: {lo: [0, 0, 0], hi: [2, 2, 0.2], groups: [rod]}]' \
  "no clump has the group 'rod'; groups of clumps: .*; or template=NAME; did you mean 'template=rod'"
kept="the slot .template. is kept for the templates of clumps, which every clump has by itself: use another slot"
refuses "clumps are given no template as a group" 's/group: bed/group: template=bed/' "clumps: one: group: .*'template=bed': $kept"
refuses "nor by an inlet" 's/group: side=fed/group: template=fed/' "inlet: feed: group: .*$kept"
refuses "nor by a change" 's/group: late/group: template=late/' "change: mark: group: .*$kept"
refuses "nor are pebbles" 's/group: ends/group: template=ends/' "template: rod: pebble_group: .*$kept"
sed -i 's/,filed$/,template=filed/' more.csv
refuses "nor by a table" '' "more.csv.*$kept"
sed -i 's/template=filed/filed/' more.csv

# the other way about
sed '$a\force: [push: {force: [1, 0, 0], pebbles: [ends]}]' base.yaml >yes.yaml
check "a force on pebbles takes their group" "$CLAST" yes.yaml -check
sed 's/\[ends\]/[late]/' yes.yaml >no.yaml
status "  and refuses one of clumps" 2 "$CLAST" no.yaml -check
says "  and tells which would do" "force: push: pebbles: .*'late' is a group of clumps alone, which no pebble has; groups of pebbles: ends"
sed 's/\[ends\]/[template=rod]/' yes.yaml >whole.yaml
check "  a template selects all of its pebbles" "$CLAST" whole.yaml -check
sed 's/pebble_group: ends, //; s/\[ends\]/[late]/' yes.yaml >no.yaml
status "  with no group of pebbles" 2 "$CLAST" no.yaml -check
says "  tells how to give one" "'late' is a group of clumps alone.*no pebble has any group: give .pebble_group. of a template"

# on restart the groups are those of the checkpoint
check "a run to a checkpoint" "$CLAST" base.yaml -output_dir run
check "a restart takes a group of the checkpoint" "$CLAST" -restart run -run_end_time 0.02 -run_gravity_groups late -check
status "  and refuses one of pebbles" 2 "$CLAST" -restart run -run_end_time 0.02 -run_gravity_groups ends -check
says "  and tells which would do" "gravity_groups: .*'ends' is a group of pebbles alone.*groups of clumps: bed, filed, side=fed, late"

# Clumps of a template move as those of a group that they are all given, with whatever selects them: those there at the start, those that
# enter and fragments, which get the group of the clump that breaks, so that breaking is left out here.
cat >twin.yaml <<'E2'
schema: 1
run: {end_time: 0.4, dt: 1.0e-3, gravity: [0, 0, -9.81], gravity_groups: [BALL, ROD], damping: 0.2, damping_groups: [BALL], seed: 4}
domain: {lo: [0, 0, -1], hi: [2, 2, 2], boundary: [periodic, periodic, open]}
output: {log_every: 0.01, final: end.csv}
checkpoint: {every: 0.2, keep: 3}
material:
  - a: {density: 1000, young: 1.0e6, poisson: 0.3}
contact:
  - aa: {between: [a, a], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - rod: {material: a, pebbles: [0, 0, 0, 0.05, 0.05, 0, 0, 0.05]}
  - ball: {material: a, pebbles: [0, 0, 0, 0.06]}
  - slab: {material: a, pebbles: [0, 0, 0, 0.1, 0.15, 0, 0, 0.1, 0.3, 0, 0, 0.1]}
clumps:
  - slab: {template: [slab], position: [0.3, 0.3, -0.4], group: s, blocked: xyzXYZ}
  - rods: {template: [rod], count: 150, lo: [0, 0, 0.1], hi: [2, 2, 1.4], group: r}
  - balls: {template: [ball], count: 150, lo: [0, 0, 0.1], hi: [2, 2, 1.4], group: b}
wall:
  - base: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}
inlet:
  - more: {template: [ball], lo: [0, 0, 1.6], hi: [2, 2, 1.9], every: 0.05, number_rate: 400, stop_number: 100, group: b}
  - less: {template: [rod], lo: [0, 0, 1.6], hi: [2, 2, 1.9], every: 0.05, number_rate: 400, stop_number: 100, group: r}
outlet:
  - sink: {lo: [0.5, 0.5, -1], hi: [1.5, 1.5, 0.3], groups: [ROD]}
interaction:
  - air: {type: drag, linear: 0.3, groups: [ROD]}
  - lj: {type: lennard_jones, between: [a, a], epsilon: 1.0e-4, sigma: 0.1, cutoff: 0.2, groups: [BALL]}
force:
  - wind: {force: [0.5, 0, 0], groups: [BALL]}
change:
  - kick: {start: 0.1, action: push, velocity: [0, 1, 0], groups: [ROD]}
  - swell: {start: 0.3, action: scale, factor: 1.05, groups: [BALL]}
monitor:
  - z: {type: coordination, every: 0.02, groups: [BALL]}
profile:
  - p: {every: 0.02, axis: z, bins: 4, fields: [density, velocity, stress], groups: [BALL]}
event:
  - many: {when: number, of: BALL, above: 200, every: 0.01, do: [stop more]}
motion:
  - rise: {type: translate, velocity: [0, 0, 0.5], groups: [SLAB]}
E2
sed 's/BALL/b/g; s/ROD/r/g; s/SLAB/s/g' twin.yaml >by_group.yaml
sed 's/BALL/template=ball/g; s/ROD/template=rod/g; s/SLAB/template=slab/g' twin.yaml >by_template.yaml
# FOLDER: all numbers of a run but wall times and groups
numbers() { (cd "$1" && sed 's/,[^,]*$//' log.csv && cat monitors/*.csv profiles/*.csv events.csv && cut -d, -f1-17 end.csv) | md5sum; }
run() { on_ranks $1 "$CLAST" $2.yaml -output_dir $3 -output_final $3/end.csv; }
check "a run that names groups" run 1 by_group by_group
for np in 1 3; do
  check "the run that names templates instead, on $np" run $np by_template by$np
  is "  has the same clumps, monitors, profiles, events and totals" "$(numbers by$np)" "$(numbers by_group)"
done
check "its restart from the middle on other ranks" on_ranks 2 "$CLAST" -restart by3/restart/clast-200.h5 -output_dir again
is "  ends in the same bits" "$(digest again/restart/clast-400.h5)" "$(digest by1/restart/clast-400.h5)"
check "a restart that asks for a template anew" "$CLAST" -restart by_group/restart/clast-200.h5 -run_damping_groups template=ball -output_dir anew -output_final anew/end.csv
is "  finds its clumps" "$(cut -d, -f1-17 anew/end.csv)" "$(cut -d, -f1-17 by_group/end.csv)"

# names of other kinds
# PLACE SED REGEX
lists()
{
  sed "$2" base.yaml >no.yaml
  status "$1" 2 "$CLAST" no.yaml -check
  says "  lists what there is" "$3"
}
lists "a material that is not there" 's/material: a, pebble_group/material: brass, pebble_group/' "'brass' is not declared; give the name of a declared material \(declared: a\)"
lists "a template that is not there" 's/template: \[rod\], pos/template: [stick], pos/' "'stick' is not declared; give the name of a declared template \(declared: rod\)"
lists "a wall that is not there" '$a\motion: [go: {type: translate, velocity: [1, 0, 0], walls: [lid]}]' "'lid' is not declared; give the name of a declared wall \(declared: base\)"
lists "an inlet that is not there" '$a\event: [e: {when: inlet_done, of: food, do: [checkpoint]}]' "there is no inlet of this name \(there are: feed\)"
lists "an event that is not there" '$a\event: [e: {when: time, above: 1, after: lunch, do: [checkpoint]}]' "there is no event 'lunch' \(there are: e\)|'lunch' is not declared.*declared: e\)"
lists "an object to start that is not there" '$a\event: [e: {when: time, above: 0.001, do: [start lid]}]' "'lid' is no object that can be started and stopped .*; there are: .*feed"
lists "a value of what is not there" '$a\event: [e: {when: time, above: 0.001, do: [set inlet_food_number_rate 1]}]' "there is no inlet 'food' \(there are: feed\)"
printf 'template,x,y,z\nstick,1,1,3\n' >more.csv
lists "a template that a file names" '' "there is no template 'stick'; there are: rod"
tap_end
