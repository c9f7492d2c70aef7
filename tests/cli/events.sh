#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Events as a user sees them: events.csv on any ranks and through restarts, the end of a run, and mistakes in their keys.
. "$srcdir/tests/tap.sh"

cat >case.yaml <<'END'
schema: 1
run: {end_time: 2, dt: 5.0e-4, seed: 5, gravity: [0, 0, -9]}
domain: {lo: [-3, -2, -2], hi: [4, 2, 6], boundary: [open, periodic, open]}
material:
  - a: {density: 1, young: 1.0e5}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 2000, restitution: 0.4}
template:
  - ball: {material: a, pebbles: [0, 0, 0, 0.25]}
wall:
  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}
motion:
  - shake: {walls: [floor], type: oscillate, direction: [1, 0, 2], amplitude: 0.05, frequency: 7, after: filled, duration: 0.1}
  - lift: {walls: [floor], type: translate, velocity: [0, 0, 0.1]}
inlet:
  - feed: {template: ball, lo: [-1, -1.5, 0.5], hi: [3, 1.5, 2], every: 0.02, number_rate: 100, stop_number: 12}
event:
  - filled: {when: inlet_done, of: feed, delay: 0.05, do: [start lift, checkpoint]}
  - quick: {when: energy, of: kinetic_translational, above: 0.2, every: 0.01, do: [stop lift]}
  - late: {when: time, above: 0.3}
  - over: {when: motion_done, of: shake, delay: 0.02, do: [end]}
END
tables=(-output_log_every 0.03 -output_walls_every 0.03)

rows() { grep -v '^#' "$1/log.csv" | cut -d, -f1-8 | cksum; }

check "a run with events, on 1 rank" "$CLAST" case.yaml -output_dir one "${tables[@]}"
says "  ends by one of them" 'finished: event over ends the run, at step [0-9]+'
is "  as finished" "$(cat one/status)" finished
is "  all of them happen, and do what they do" "$(sed 1d one/events.csv | cut -d, -f3,4,5 | tr '\n' ' ')" \
  "happened,filled,inlet_done happened,quick,energy start,lift,filled checkpoint,filled, start,shake,filled happened,over,motion_done end,over, "
step=$(awk -F, '$3 == "checkpoint" { print $1 }' one/events.csv)
check "  a checkpoint is written at that step" test -e "one/restart/clast-$step.h5"
last=$(awk -F, '$3 == "end" { print $1 }' one/events.csv)
is "  log.csv and walls.csv have rows of its end" "$(tail -n 1 one/log.csv | cut -d, -f1) $(tail -n 1 one/walls.csv | cut -d, -f1)" "$last $last"
for n in 2 3; do
  check "  on $n" on_ranks $n "$CLAST" case.yaml -output_dir "on$n" "${tables[@]}"
  is "  the same rows" "$(cksum <"on$n/events.csv")" "$(cksum <one/events.csv)"
  is "  the same digest" "$(digest on$n/restart/clast-$last.h5)" "$(digest one/restart/clast-$last.h5)"
done
half=$(awk -F, '$3 == "happened" && $4 == "filled" { print $2 + 0.02 }' one/events.csv)
check "halted in the delay, on 2" on_ranks 2 "$CLAST" case.yaml -output_dir halted -run_end_time "$half" "${tables[@]}"
check "  goes on on 3" on_ranks 3 "$CLAST" -restart halted -output_dir halted -run_end_time 2
is "  the same rows, none of them twice" "$(cksum <halted/events.csv)" "$(cksum <one/events.csv)"
is "  the same digest" "$(digest halted/restart/clast-$last.h5)" "$(digest one/restart/clast-$last.h5)"
is "  the same rows of log.csv" "$(rows halted)" "$(rows one)"
is "  with its last row, in which it has ended" "$(tail -n 1 halted/log.csv | cut -d, -f1)" "$last"
check "a run that has ended, resumed" "$CLAST" case.yaml -resume -output_dir halted "${tables[@]}"
is "  keeps its rows" "$(rows halted)" "$(rows one)"
check "a restart from before the last events" "$CLAST" -restart "halted/restart/clast-$step.h5" -output_dir halted
is "  cuts their rows and writes them again" "$(cksum <halted/events.csv)" "$(cksum <one/events.csv)"
check "a run that an event has ended" "$CLAST" -restart one -output_dir one
says "  has ended" 'event over ends the run'
is "  and makes no step" "$(ls one/restart | sort -t- -k2n | tail -n 1)" "clast-$last.h5"

quick() # the time at which this event happened
{
  awk -F, '$3 == "happened" && $4 == "quick" { print $2 }' "$1/events.csv"
}
check "an event with a start" "$CLAST" case.yaml -output_dir from -event_quick_start 0.2 -run_end_time 0.25
is "  is not looked at before" "$(quick one | awk '{ print ($1 < 0.2) }') $(quick from | awk '{ print ($1 >= 0.2 && $1 < 0.2106) }')" "1 1"

# 5 x 3e-4 is rounded to less than 0.0015.
sed '/^  - over/d; s/^  - late.*/  - late: {when: time, above: 0, start: 0.0015}/; s/dt: 5.0e-4/dt: 3.0e-4/' case.yaml >start.yaml
check "a start at a multiple of the step" "$CLAST" start.yaml -output_dir start -run_end_time 0.003
is "  is at that step" "$(awk -F, '$3 == "happened" && $4 == "late" { print $1 }' start/events.csv)" 5

sed 's/^  - late.*/  - late: {when: time, above: 0, after: filled}/' case.yaml >later.yaml
check "an event after another one" "$CLAST" later.yaml -output_dir later
is "  happens a step after that has acted" "$(awk -F, '$3 == "happened" && $4 == "late" { print $1 }' later/events.csv)" "$((step + 1))"
check "  halted in the delay of that" "$CLAST" later.yaml -output_dir later2 -run_end_time "$half"
check "  and gone on" "$CLAST" -restart later2 -output_dir later2 -run_end_time 2
is "  likewise" "$(cksum <later2/events.csv)" "$(cksum <later/events.csv)"

# FACT REGEX SED
wrong()
{
  sed "$3" case.yaml >wrong.yaml
  cmp -s case.yaml wrong.yaml && fail "$1" "the edit changes nothing: $3"
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$2"
  check "  nothing is written" test ! -e refused
}
wrong "an event that is not there" "motion: shake: after: .*'fill' is not declared.*did you mean 'filled'" 's/after: filled/after: fill/'
wrong "an event after one that is not there" "late: after: .*there is no event 'fild' .*; did you mean 'filled'" 's/above: 0.3/&, after: fild/'
wrong "an event after itself" 'late: after: .*it can never happen: it waits for event late' 's/above: 0.3/&, after: late/'
wrong "a trigger that is not there" "event: late: when: .*'tide'" 's/when: time/when: tide/'
wrong "a time without a bound" 'event: late: when: time: give above, below or both' 's/time, above: 0.3/time/'
wrong "a bound that is none" 'over: above: .*does not go with when: motion_done, which has no value' 's/of: shake,/of: shake, above: 1,/'
wrong "bounds inside out" 'late: below: .*0.1 is less than above \(0.3\)' 's/above: 0.3/above: 0.3, below: 0.1/'
wrong "a total without a schedule" 'quick: when: energy: give every' 's/, every: 0.01//'
wrong "a total that is not there" 'quick: of: .*log.csv has no such total' 's/of: kinetic_translational/of: kinetic/'
wrong "an inlet that is not there" "filled: of: .*there is no inlet of this name .*; did you mean 'feed'" 's/of: feed/of: food/'
wrong "an inlet that is not named" 'filled: of: missing; give the name of an inlet' 's/of: feed, delay/delay/'
wrong "an action that is not there" "filled: do: .*'open' is no action: write checkpoint, end, set, start or stop" 's/start lift/open lift/'
wrong "an action that is misspelt" "filled: do: .*'checkpont' is no action.*did you mean 'checkpoint'" 's/checkpoint]/checkpont]/'
wrong "an object that is misspelt" "filled: do: .*'lfit' is no object.*did you mean 'lift'" 's/start lift/start lfit/'
wrong "an amount of what is not there" "late: of: .*is no inlet, no outlet and no group of clumps.*did you mean 'feed'" 's/when: time, above/when: mass, of: fed, above/'
wrong "a total that is misspelt" "quick: of: .*did you mean 'kinetic_translational'" 's/of: kinetic_translational/of: kinetic_transational/'
wrong "an object that is not there" "filled: do: .*'lid' is no object that can be started and stopped \(one of: change, force, inlet, motion" 's/start lift/start lid/'
wrong "words too many" "'now' is not allowed" 's/checkpoint]/checkpoint now]/'
wrong "after and do" 'shake: after: .*is one too many, as event filled has it in its `do`' 's/start lift/start shake/'
wrong "after and start" 'shake: after: .*and start: give one of them' 's/duration: 0.1/duration: 0.1, start: 1/'
wrong "an end of what an event starts" 'shake: end: .*is a time of the run.*give duration' 's/duration: 0.1/end: 1/'
wrong "an end and a duration" 'shake: duration: .*is one too many, as there is end' 's/duration: 0.1/duration: 0.1, end: 1/'
wrong "an event that waits for itself" 'filled: of: .*it can never happen: it waits for motion shake' 's/inlet_done, of: feed/motion_done, of: shake/'
wrong "events that wait for each other" 'late: of: .*it can never happen: it waits for event over' 's/when: time, above: 0.3/when: event, of: over, do: [start motion shake]/; s/after: filled/start: 0/; s/motion_done, of: shake/event, of: late/'
wrong "a value that cannot be set" "filled: do: .*'run_dt' cannot be set while a run goes on; allowed: run: damping; .*output: log_every" 's/checkpoint]/set run_dt 1]/'
wrong "a value that is not allowed" "filled: do: .*set inlet_feed_number_rate: '-1' .*allowed: a number >= 0" 's/checkpoint]/set inlet_feed_number_rate -1]/'
wrong "a vector that is too short" "set inlet_feed_velocity: 2 given; allowed: 3" 's/checkpoint]/set inlet_feed_velocity 0 0]/'
wrong "a load of what keeps none" "set motion_lift_force: motion lift is no servo with the key force" 's/checkpoint]/set motion_lift_force 1]/'
wrong "a value of what is not there" "filled: do: .*there is no inlet 'food'" 's/checkpoint]/set inlet_food_number_rate 1]/'
wrong "a cell that stands still" "filled: do: .*set domain_deformation_factor: the cell does not deform" 's/checkpoint]/set domain_deformation_factor 0]/'
wrong "a pressure where no cell deforms" 'quick: when: .*needs a cell that deforms' 's/when: energy, of: kinetic_translational/when: pressure/'
wrong "damping that was not there" "filled: do: .*give run: damping above 0 to begin with" 's/checkpoint]/set run_damping 0.1]/'

# What is set counts from then on, and after restarts.
sed 's/checkpoint]/set output_log_every 0.002, set inlet_feed_velocity 0 0 -1]/; s/log_every/log_every/' case.yaml >set.yaml
echo 'output: {log_every: 0.02}' >>set.yaml
check "values that are set" "$CLAST" set.yaml -output_dir set
rows=$(wc -l <set/log.csv)
check "  count" test "$rows" -gt 60
check "  halted and gone on" "$CLAST" set.yaml -output_dir cut -run_end_time 0.27
check "  on 2 ranks" on_ranks 2 "$CLAST" -restart cut -output_dir cut -run_end_time 2
is "  the same rows" "$(cut -d, -f1-18 cut/log.csv | cksum)" "$(cut -d, -f1-18 set/log.csv | cksum)"
is "  as they were given" "$(grep -c 'log_every: 0.02$' cut/resolved.yaml)" 1

# Rest, in numbers without unit: closed forms of two balls, one pressed 2.5 mm into the floor (a force of 5 N), one in free flight.
# V1 = 4/3 pi 0.25^3 m^3 of 1 kg/m^3, and eight times that; g = 9 m/s^2.
sed '/^motion:/,$d; s/dt: 5.0e-4/dt: 1.0e-7/; s/end_time: 2/end_time: 1.0e-7/; s/restitution: 0.4/restitution: 1/' case.yaml >rest.yaml
cat >>rest.yaml <<'END'
clumps:
  - down: {template: ball, position: [0, 0, 0.2475]}
  - up: {template: ball, position: [2, 0, 3], scale: 2, velocity: [0.3, 0, 0]}
  - held: {template: ball, position: [-2, 0, 3], velocity: [7, 0, 0], blocked: xyzXYZ}
event:
  - forces: {when: unbalanced, above: 0, every: 1.0e-7}
  - speeds: {when: still, above: 0, every: 1.0e-7}
  - small: {when: still, of: template=ball, above: 0, every: 1.0e-7}
END
check "criteria of rest" "$CLAST" rest.yaml -output_dir rest
$AWK -F, '
  function off(a, b) { return a > b ? a / b - 1 : b / a - 1 }
  BEGIN { v = 4 / 3 * atan2(0, -1) * 0.25 ^ 3; u = ((5 - 9 * v) + 9 * 8 * v) / 2 / 5; d = 2 * 0.25 * 4.5 ^ (1 / 3); s = 0.3 / sqrt(9 * d) }
  $3 == "happened" { n++; want = $4 == "forces" ? u : s }
  # 1e-5: the speed of the pressed ball is 1e-6 m/s, and its spring is 1e-13 m longer; quanta of forces
  $3 == "happened" && off($13, want) > 1e-5 { print $4, $13, want }
  END { if (n != 3) print n " happened" }' rest/events.csv >off.txt
none_in "  have the values that they should" off.txt
sed 's/position: \[2, 0, 3\]/&, blocked: z/; s/position: \[0, 0, 0.2475\]/&, blocked: xyz/' rest.yaml >bound.yaml
check "forces along blocked axes" "$CLAST" bound.yaml -output_dir bound
is "  do not count" "$($AWK -F, '$3 == "happened" && $4 == "forces" { print $13 }' bound/events.csv)" 0

sed '/^event:/,$d; s/end_time: 1.0e-7/end_time: 1/; s/dt: 1.0e-7/dt: 5.0e-4/; s/0.2475/1/' rest.yaml >falls.yaml
echo 'event: [{rest: {when: still, below: 0.1, every: 0.1, do: [end]}}]' >>falls.yaml
sed -i 's/, velocity: \[0.3, 0, 0\]//' falls.yaml
check "clumps at rest in the air" "$CLAST" falls.yaml -check
silent "  are fast enough at the first look" 'condition holds at the start'
check "  if it is not too early" "$CLAST" falls.yaml -check -event_rest_every 0.001
says "  which is warned of" 'event: rest: its condition holds at the start already, as still is 0, not above .below. .0\.1.'

sed '/^motion:/,$d; s/open, periodic, open/periodic, periodic, open/' case.yaml >bed.yaml
cat >>bed.yaml <<'END'
damping:
  - all: {viscous: 3}
inlet:
  - feed: {template: ball, lo: [-1, -1.5, 0.5], hi: [3, 1.5, 2], every: 0.02, number_rate: 400, stop_number: 60}
event:
  - poured: {when: inlet_done, of: feed}
  - slow: {when: still, below: 0.5, every: 0.01, after: poured}
  - quiet: {when: still, below: 0.2, every: 0.01, after: slow}
  - borne: {when: unbalanced, below: 0.05, every: 0.005, after: poured, delay: 0.2, do: [checkpoint]}
END
for n in 1 3; do
  check "a bed that comes to rest, on $n" on_ranks $n "$CLAST" bed.yaml -output_dir bed$n -run_end_time 3
done
is "  does so in some order" "$(cut -d, -f3,4 bed1/events.csv | grep happened | tr '\n' ' ')" "happened,poured happened,borne happened,slow happened,quiet "
is "  at the same times, with the same values" "$(cksum <bed3/events.csv)" "$(cksum <bed1/events.csv)"
half=$($AWK -F, '$4 == "slow" { print $2 + 0.0025 }' bed1/events.csv)
check "  halted between, on 2" on_ranks 2 "$CLAST" bed.yaml -output_dir bed2 -run_end_time "$half"
check "  and gone on, on 3" on_ranks 3 "$CLAST" -restart bed2 -output_dir bed2 -run_end_time 3
is "  the same" "$(cksum <bed2/events.csv)" "$(cksum <bed1/events.csv)"
wrong "rest without gravity" 'quick: when: .*still .*needs gravity .*take .when: unbalanced' 's/gravity: \[0, 0, -9\]/gravity: [0, 0, 0]/; s/when: energy, of: kinetic_translational, above/when: still, below/'
wrong "rest of a group that is not there" "quick: of: .*no clump has the group 'bal'" 's/when: energy, of: kinetic_translational/when: still, of: bal/'
wrong "balance of a group" 'quick: of: .*is of all clumps' 's/when: energy, of: kinetic_translational/when: unbalanced, of: ball/'
wrong "balance with hard contacts" 'quick: when: .*unbalanced does not go with hard contacts' 's/^contact:/constraint:/; s/  - a-a: .*/  - a-a: {type: contact, between: [a, a], sweeps: 4}/; s/when: energy, of: kinetic_translational/when: unbalanced/'

# What an outlet has taken counts, without a schedule.
{
  sed '/^  - over/d; /^  - filled/d; s/, after: filled//' case.yaml
  cat <<'E2'
  - some: {when: number, of: sink, above: 3}
  - much: {when: mass, of: sink, above: 0.3, do: [end]}
outlet:
  - sink: {region: cylinder, point: [0, 0, -1], axis: [0, 0, 1], radius: 9, length: 1.5}
E2
} >drain.yaml
check "events of an outlet" on_ranks 2 "$CLAST" drain.yaml -output_dir drain
says "  end the run" 'event much ends the run'
${AWK:-awk} -F, '
  FILENAME ~ /events/ { if ($3 == "happened") step[$4] = $1; next }
  FNR > 1 && $15 >= 3 && !some { some = $1 }
  FNR > 1 && $16 >= 0.3 && !much { much = $1 }
  END { if (!much || step["some"] != some || step["much"] != much) print step["some"], some, step["much"], much }' \
  drain/events.csv drain/outlets.csv >off.txt
none_in "  in the steps in which it takes that number and that mass" off.txt
tap_end
