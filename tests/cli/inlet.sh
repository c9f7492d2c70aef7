# SPDX-License-Identifier: MIT
# What clast says of inlets: mistakes in their keys, what -check and -plan tell, when one is full, and at restarts.
. "$srcdir/tests/tap.sh"

cat >one.yaml <<'E2'
schema: 1
run: {end_time: 0.1, dt: 1.0e-3, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, open, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.1]}
  - pair: {material: s, pebbles: [0, 0, 0, 0.1, 0.1, 0, 0, 0.1]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0.1], normal: [0, 0, 1]}
inlet:
  - feed: {template: [ball, pair], REGION, every: 0.01, REST}
E2

# FACT REGION REST REGEX
wrong()
{
  sed "s/REGION/$2/; s/REST/$3/" one.yaml >wrong.yaml
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$4"
  check "  nothing is written" test ! -e refused
}
box='lo: [0, 0.2, 1], hi: [2, 1.8, 1.8]'
tube='region: cylinder, point: [1, 1, 1.9], axis: [0, 0, -1], radius: 0.4, length: 0.8'
wrong "no corner" 'lo: [0, 0, 1]' 'mass_rate: 1' 'inlet: feed: hi: missing: its region needs it'
wrong "a box inside out" 'lo: [0, 0, 1], hi: [2, 2, 1]' 'mass_rate: 1' 'hi: .*must be beyond lo'
wrong "a box beyond an open face" 'lo: [0, 0, 1], hi: [2, 3, 2]' 'mass_rate: 1' 'feed: hi: .*beyond the open face of the domain at y = 2 m'
wrong "a box longer than the period" 'lo: [0, 0, 1], hi: [3, 2, 2]' 'mass_rate: 1' 'feed: hi: .*the box is 3 m long along x, where the domain repeats after 2 m'
wrong "a tube beyond an open face" "region: cylinder, point: [1, 1, 1.9], axis: [0, 0, 1], radius: 0.4, length: 0.8" 'mass_rate: 1' 'point: .*open face.*end the cylinder there'
wrong "a tube without an axis" 'region: cylinder, point: [1, 1, 1], axis: [0, 0, 0], radius: 0.4, length: 0.5' 'mass_rate: 1' 'axis: .*is zero: give a direction'
wrong "a key of another region" "$box, radius: 1" 'mass_rate: 1' 'radius: only with region: cylinder'
wrong "an unknown region" "region: ball" 'mass_rate: 1' "region: .*'ball'"
wrong "an attitude that is none" "$tube" 'orientation: fixed, quaternion: [0, 0, 0, 0]' 'quaternion: .*is no rotation'
wrong "an attitude that lacks" "$tube" 'attitudes: fixed' 'clump_attitude: missing: attitudes: fixed needs it'
wrong "two rates" "$box" 'mass_rate: 1, number_rate: 2' 'number_rate: .*is one too many, as there is mass_rate'
wrong "an end before the start" "$box" 'start: 1, stop_time: 0.5' 'stop_time: .*0.5 s is not after start \(1 s\)'
sed "s/REGION/$box/; s/every: 0.01, REST/every: 1.0e-20/" one.yaml >wrong.yaml
status "releases without number" 2 "$CLAST" wrong.yaml -output_dir refused
says "  are a mistake" 'every: .*1e-20 s makes more than 1e\+12 releases'
wrong "less than a clump" "$box" 'stop_mass: 0.1' 'stop_mass: .*0.1 kg is less than half of the first clump'
wrong "three shares for two" "$box" 'fraction: [1, 2, 3]' 'fraction: .*3 shares for 2 templates'
wrong "a box too small for its clumps" 'lo: [0, 0.2, 1], hi: [0.15, 1.8, 1.8]' 'mass_rate: 1' 'feed: hi: .*the box is too small for clumps of template ball, which reach up to 0.1 m'
wrong "a sphere that is too small" 'region: sphere, point: [1, 1, 1], radius: 0.12' 'mass_rate: 1' 'feed: point: .*too small for clumps of template pair'
wrong "a region of a micrometre" 'region: sphere, point: [1, 1, 1], radius: 1.0e-6' 'mass_rate: 1' 'feed: point: .*too small for clumps of template ball'
wrong "a region of a thousand kilometres" 'lo: [0, -5.0e5, 1], hi: [2, 5.0e5, 2]' 'mass_rate: 1' 'feed: hi: .*goes beyond the open face'
wrong "a mesh that is no file" 'region: mesh, file: none.stl' 'mass_rate: 1' 'file: .*none.stl'
wrong "a mesh that is none" 'region: mesh, file: one.yaml' 'mass_rate: 1' 'feed: file: .*one.yaml'
wrong "a mesh without a file" 'region: mesh' 'mass_rate: 1' 'feed: file: missing: its region needs it'
wrong "a material that is not there" "$box, material: [s, gold]" 'mass_rate: 1' "material: .*'gold'"
wrong "a spread below zero" "$box, velocity_spread: [-1, 0, 0]" 'mass_rate: 1' 'velocity_spread: .*-1'
wrong "an unknown end" "$box" 'on_full: explode' "on_full: .*'explode'"
wrong "a temperature that lacks" "$box, temperature_fixed: true" 'mass_rate: 1' 'inlet: clumps of template .* have no temperature'

# What -check and -plan tell.
sed "s/REGION/$box/; s/REST/mass_rate: 4000, stop_mass: 100/" one.yaml >rate.yaml
check "-check" "$CLAST" rate.yaml -check
says "  tells what may come at most" 'inlet feed releases about [0-9]+ clumps \([0-9.]+ kg\) at most, from t = 0 s on'
silent "  nothing of memory" 'memory|MB'
check "  with -verbose" "$CLAST" rate.yaml -check -verbose
says "  its memory" 'memory: about .* MB more on a rank when all [0-9]+ clumps of inlets are there'
sed 's/every: 0.01, /&start: 0, /; s/mass_rate: 4000, stop_mass: 100/number_rate: 500/' rate.yaml >same.yaml
check "an inlet that releases at t = 0" "$CLAST" same.yaml -output_dir same
told=$(sed -n 's/^clast: inlet feed releases about \([0-9]*\) clumps .* at most, from t = 0 s on$/\1/p' "$out")
is "  tells from then on what it has released at the end" "$told" \
  "$(sed -n 's/^clast: inlet feed has released \([0-9]*\) clumps .*/\1/p' "$out")"
says "  which is what has entered in the run" "in the domain, 0 have left, $told have entered \(0 at the start\)"
check "-plan" "$CLAST" rate.yaml -plan 2 -plan_steps 10
says "  tells that they are not in its numbers" 'about [0-9]+ clumps .* may come from inlets and are not in these numbers'
sed "s/REGION/$tube/; s/REST/attempts: 10, attitudes: fixed, clump_attitude: [1, 0, 1, 0]/" one.yaml >fit.yaml
check "-check of as many as fit" "$CLAST" fit.yaml -check
says "  tells that nothing bounds them" 'as many clumps as fit from t = 0 s on, without a limit'
sed 's/\[periodic, open, open\]/[free, free, free]/' fit.yaml >endless.yaml
check "-check without an end" "$CLAST" endless.yaml -check
says "  tells what that means" 'memory: not bounded'

# When it is full.
sed "s/REGION/$tube/; s/REST/number_rate: 1.0e5, on_full: stop/" one.yaml >stop.yaml
check "an inlet that is full ends the run" "$CLAST" stop.yaml -output_dir stopped
says "  with its reason" 'finished: inlet feed is full: its clump [0-9]+ has found no place in 100 attempts, at step 0'
is "  as finished" "$(cat stopped/status)" finished
sed "s/REGION/$tube/; s/REST/number_rate: 1.0e5, on_full: warn/" one.yaml >warn.yaml
check "or warns" on_ranks 2 "$CLAST" warn.yaml -output_dir warned
is "  once" "$(grep -c 'warning: line [0-9]*: inlet: feed: full at t = 0 s' "$out")" 1
says "  and counts" 'inlet feed has released [0-9]+ clumps \(.* kg\) since the first step; it was full in [0-9]+ releases'
check "  as a restart does" "$CLAST" -restart warned -run_end_time 0.2 -output_dir warned
is "  which does not warn again" "$(grep -c 'warning: .*inlet: feed: full' "$out")" 0
says "  and goes on counting" 'full in (1[1-9]|2[0-9]) releases'

# Restarts.
origin=$(ls warned/restart/clast-200.h5)
cp "$origin" crafted.h5
"$builddir/tests/craft" crafted.h5 /clast/state/inlet/feed/clumps 0 5
status "a number of clumps that is not the sum" 2 "$CLAST" -restart crafted.h5 -output_dir refused
says "  is refused" 'cannot restart: .*crafted.h5: /clast/state/inlet/feed: of_template sums to [0-9]+, but clumps is 5'
cp "$origin" crafted.h5
"$builddir/tests/craft" crafted.h5 /clast/state/inlet/feed/attempts 0 -1
status "a number out of bounds" 2 "$CLAST" -restart crafted.h5 -output_dir refused
says "  is refused" '/clast/state/inlet/feed/attempts is -1; allowed: 0 to'
status "other templates" 2 "$CLAST" -restart "$origin" -inlet_feed_template ball -output_dir refused
says "  are refused" '-inlet_feed_template: .*differs from the checkpoint'
check "another rate" "$CLAST" -restart "$origin" -inlet_feed_number_rate 100 -run_end_time 0.25 -output_dir other
cat >second.yaml <<'E2'
schema: 1
inlet:
  - more: {template: ball, lo: [0.1, 0.1, 0.2], hi: [0.4, 0.4, 0.5], every: 0.02, stop_number: 1}
E2
check "another inlet" "$CLAST" second.yaml -restart "$origin" -run_end_time 0.25 -output_dir other
says "  begins at the restart" 'inlet more has released [01] clumps?'
tap_end
