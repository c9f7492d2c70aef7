#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Interactions of a scenario: what is refused, with the key, the value and what to do; what limits dt: auto.
. "$srcdir/tests/tap.sh"

cat >gas.yaml <<'EOF'
schema: 1
run: {end_time: 1e-2, dt: auto}
domain: {lo: [0, 0, 0], hi: [6, 6, 6], boundary: [periodic, periodic, periodic]}
material:
  - argon: {density: 1.9}
interaction:
  - lj: {type: lennard_jones, between: [argon, argon], epsilon: 1, sigma: 1, cutoff: 2.5}
template:
  - atom: {material: argon, pebbles: [0, 0, 0, 0.5]}
clumps:
  - gas: {template: [atom], count: 20, lo: [0, 0, 0], hi: [6, 6, 6]}
EOF

# FACT SED REGEX...: gas.yaml with this change is a usage error whose message matches.
refused()
{
  local fact=$1 regex
  sed "$2" gas.yaml >bad.yaml
  cmp -s gas.yaml bad.yaml && fail "$fact" "the edit changes nothing: $2"
  status "$fact" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one mistake is told" '1 mistake in scenario'
  shift 2
  for regex in "$@"; do says "  $regex" "$regex"; done
}

refused "sigma 0" 's/sigma: 1/sigma: 0/' "interaction: lj: sigma: item 1, .0. is out of range; allowed: a list of numbers >= 1e-30"
refused "a negative epsilon" 's/epsilon: 1/epsilon: -1/' "lj: epsilon: item 1, .-1. is out of range; allowed: a list of numbers > 0 .* in J"
refused "an unknown type" 's/type: lennard_jones/type: lenard_jones/' "interaction: lj: type: .lenard_jones." 'did you mean .lennard_jones.'
refused "an unknown material" 's/between: \[argon, argon\]/between: [argon, neon]/' "lj: between: .neon."
refused "one material" 's/between: \[argon, argon\]/between: [argon]/' "lj: between"
refused "no cutoff" 's/, cutoff: 2.5//' "lj: cutoff: missing"
refused "an unknown truncation" 's/cutoff: 2.5/&, truncation: shifted/' "lj: truncation: .shifted." 'cut'
refused "a cutoff of more than five periods" 's/cutoff: 2.5/cutoff: 31/' \
  'interaction: lj: it reaches 31 m, but the period along x is 6 m; allowed: up to 5 periods' 'take a shorter cutoff or a larger domain'
refused "a key of another type" 's/cutoff: 2.5/&, linear: 3/' "lj: linear: .*only with type"
bath='s/^template/thermostat:\n  - b: {KEYS}\n&/'
refused "a bath in a domain that reflects" "s/periodic\\]/reflect]/; ${bath/KEYS/type: langevin, temperature: 1, rate: 1}" \
  'thermostat: langevin does not go with reflecting faces .along z.: take walls'
refused "a bath near no wall" "${bath/KEYS/type: langevin, temperature: 1, rate: 1, depth: 1}" 'b: depth: .*walls and depth go together'
refused "a bath that does nothing" "${bath/KEYS/type: langevin, temperature: 1, rate: 0}" 'b: rate: .*0, and turning is 0: give one of them above 0'
refused "a factor to 0 K" "${bath/KEYS/type: rescale, temperature: 0}" 'b: temperature: .*0 is allowed with type: langevin only'
refused "a negative temperature" "${bath/KEYS/type: rescale, temperature: -1}" 'b: temperature: .-1. is out of range'
refused "a negative rate" "${bath/KEYS/type: langevin, temperature: 1, rate: -3}" 'b: rate: .-3. is out of range'
refused "a thermostat of nothing" "${bath/KEYS/type: rescale, temperature: 1, moves: no, turns: no}" 'b: turns: .*it acts on nothing'
refused "Euler's bounces" 's/dt: auto/&, integrator: euler/; s/periodic\]/reflect]/' 'run: integrator: .*half kicks alone: take verlet'
refused "a magnetic field of two formulas" 's/^template/  - b: {type: magnetic, induction_expression: "1, 2"}\n&/; s/density: 1.9/&, charge: 1/' \
  'b: induction_expression: .*gives [12] formulas; allowed: 3'
refused "no magnetic field" 's/^template/  - b: {type: magnetic}\n&/; s/density: 1.9/&, charge: 1/' 'b: no field: give induction'
refused "a magnetic field of two numbers" 's/^template/  - b: {type: magnetic, induction: [1, 2]}\n&/; s/density: 1.9/&, charge: 1/' 'b: induction: 2 numbers given'
refused "an electric field of two numbers" 's/^template/  - b: {type: electric, field: [1, 2]}\n&/; s/density: 1.9/&, charge: 1/' 'b: field: .1,2.: 2 given; allowed: 3'
refused "a flow from no file" 's/^template/  - b: {type: drag, linear: 1, flow_file: none.csv}\n&/' 'b: flow_file: .none.csv. cannot be read'
refused "a table from no file" 's/lj: .*/t: {type: table, between: [argon, argon], file: none.csv, cutoff: 4}/' 't: file: .none.csv. cannot be read'
refused "half a row of a table" 's/lj: .*/t: {type: table, between: [argon, argon], table: [1, 2, 3], cutoff: 2}/' 't: table: 3 numbers given'
refused "both between and among" 's/cutoff: 2.5/&, among: [argon]/' "lj: between: .*and among: give one of them"
refused "no materials" 's/between: \[argon, argon\], //' "lj: between: missing: give the two materials, or several by among"
refused "a material twice" 's/between: \[argon, argon\]/among: [argon, argon]/' "lj: among: .*argon. is given twice"
refused "two depths for one pair" 's/epsilon: 1/epsilon: [1, 2]/' "lj: epsilon: .*2 numbers; allowed: 1"
refused "a tail of a shifted potential" 's/cutoff: 2.5/&, truncation: force, tail: true/' "lj: tail: .*needs truncation: cut"
refused "a tail in an open box" 's/cutoff: 2.5/&, tail: true/; s/periodic\]/open]/' "lj: tail: .*needs a domain that is periodic along all axes"
refused "exponents in the wrong order" 's/type: lennard_jones/type: mie, exponents: [6, 12]/' "lj: exponents: .*6, 12: the first, of the repulsion, must be larger"
refused "charges that are not there" 's/lj: .*/c: {type: coulomb, between: [argon, argon], cutoff: 2}/' \
  'clumps: clump 0 has no charge \(C\), but others have, or a contact law or interaction needs it: give charge in its material'
refused "two charges for one pebble" 's/0.5\]}/0.5], charge: [1, 2]}/' 'template: atom: charge: .*2 numbers, but the template has 1 pebbles'
printf 'r,energy\n0.5,1\n1,0\n2,-1\n1.5,0\n' >back.csv
printf 'r,energy\n0.5,1\n1,0\n2,-.1\n' >short.csv
table='s/lj: .*/t: {type: table, between: [argon, argon], cutoff: 2.5}/'
refused "no table" "$table" 't: file: missing: give it, or table'
refused "a table that does not ascend" "${table/cutoff/file: back.csv, cutoff}" 't: file: .*row 4: r = 1.5 m is not after 2 m: give them ascending'
refused "a table that ends too early" "${table/cutoff/file: short.csv, cutoff}" 't: cutoff: .*2.5 m, but the table ends at 2 m: take a shorter cutoff or a longer table'
refused "a table of one row" "${table/cutoff/table: [1, 1], cutoff}" 't: table: .*1 rows of r and energy; allowed: 2 to 4000'
refused "drag of nothing" 's/lj: .*/wind: {type: drag}/; s/hi: \[6, 6, 6\], boundary.*/hi: [6, 6, 6]}/; s/^material:/contact:\n  - a-a: {between: [argon, argon], normal: hooke, stiffness: 1, restitution: 1}\n&/' \
  'interaction: wind: no drag: give linear, quadratic or turning, viscosity or density above 0'
refused "shifting of a gas" 's/lj: .*/s: {type: sph, material: argon, shifting: 2, state: {type: ideal_gas, gamma: 1.4}}/' \
  's: shifting: .*2; allowed: 0 with this state.*others with state: \{type: tait\} and smoothing: fixed'
refused "shifting with lengths that adapt" 's/lj: .*/s: {type: sph, material: argon, shifting: 2, smoothing: adaptive, state: {type: tait, sound_speed: 9}}/' \
  's: shifting: .*2; allowed: 0 with smoothing: adaptive'
refused "neither a contact law nor an interaction" '/^interaction:/,/lj:/d' \
  'contact: no law between argon and argon, which can meet'

refused "a group that is not there" 's/lj: .*/&\n  - air: {type: drag, linear: 1, groups: [light]}/' \
  "interaction: air: groups: .*no clump has the group .light."

check "a potential alone" "$CLAST" gas.yaml -output_dir out
says "  limits dt: auto by its stiffness" 'dt: auto, .*limited by the contact of atom on atom \(interaction lj\): 0\.02 of its duration'
sed 's/lj: .*/&\n  - air: {type: drag, linear: 1e4}/' gas.yaml >thick.yaml
check "strong drag" "$CLAST" thick.yaml -output_dir out
says "  limits it by its rate" 'dt: auto, .*limited by the damping of atom \(interaction air\): 0\.2 of its damping time'
check "a cutoff of more than half a period" "$CLAST" gas.yaml -interaction_lj_cutoff 4 -output_dir out
says "  is told" 'line [0-9]+: interaction: lj: it reaches 4 m, more than half the period along x \(6 m\): a pebble meets several images'
check "-check" "$CLAST" gas.yaml -check -output_dir out
check "-plan" "$CLAST" gas.yaml -plan 4 -output_dir out

sed 's/lj: .*/t: {type: table, between: [argon, argon], table: [3, 1, 4, 0], cutoff: 4}/' gas.yaml >near.yaml
status "atoms closer than the first row of a table" 3 "$CLAST" near.yaml -run_dt 1e-3 -output_dir near
says "  are named" 'the force of interaction t on clump [0-9]+ and clump [0-9]+ is .*nan N .two pebbles are closer than the first row of the table.*\. Allowed are numbers up to'

# two atoms in the same place: the force is no number
sed '/- gas:/d; s/^clumps:/&\n  - one: {template: atom, position: [1, 1, 1]}\n  - two: {template: atom, position: [1, 1, 1]}/' gas.yaml >same.yaml
status "two bodies in one place" 3 "$CLAST" same.yaml -output_dir same
says "  are named" 'the force of interaction lj on clump 0 and clump 1 is .*nan N\. Allowed are numbers'

cat >field.yaml <<'EOF'
schema: 1
run: {end_time: 1, dt: 1e-2}
domain: {lo: [-6, -6, -6], hi: [6, 6, 6]}
material:
  - rock: {density: 1}
contact:
  - r-r: {between: [rock, rock], normal: hooke, stiffness: 1e3, restitution: 0.5}
interaction:
  - one: {type: gravity, softening: 0.1}
template:
  - ball: {material: rock, pebbles: [0, 0, 0, 0.5]}
clumps:
  - a: {template: ball, position: [1, 0, 0], velocity: [-2, 0, 0]}
  - b: {template: ball, position: [-3, 0, 0]}
EOF
cp field.yaml gas.yaml # what `refused` edits

refused "gravity in a periodic domain" 's/hi: .*/hi: [6, 6, 6], boundary: [open, periodic, open]}/' \
  'interaction: one: it acts at any distance, and the domain is periodic along y: allowed are open, free and reflect'
refused "a negative softening" 's/softening: 0.1/softening: -1/' "one: softening: .-1. is out of range; allowed: a number >= 0"
refused "an opening at which a node holds the body" 's/softening: 0.1/method: tree, opening: 0.9/' "one: opening: .0.9. is out of range; allowed: a number > 0 and <= 0.57"
refused "buoyancy without gravity" 's/type: gravity.*/type: buoyancy, fluid_density: 2}/' 'interaction: one: buoyancy needs gravity, which is 0: give run: gravity'
refused "a formula of velocity as an energy" 's/type: gravity.*/type: potential, energy: "vx * m"}/' 'one: energy: .*formula 1: an unknown name at character 1'
refused "two formulas as an energy" 's/type: gravity.*/type: potential, energy: "x, y"}/' 'one: energy: .*gives more than one formula; allowed: one formula'
refused "a flow of two formulas" 's/type: gravity.*/type: drag, linear: 1, flow: "x, y"}/' 'one: flow: .*gives 2 formulas; allowed: 3'
refused "a flow with a hole" 's/type: gravity.*/type: drag, linear: 1, flow_table: [0,0,0,0,1,0,0, 0,1,1,0,1,0,0]}/' \
  'one: flow_table: .*2 rows, with 1 times and 2 x 2 x 1 places: each combination must have one row'
echo "x,y,ux,uy,uz" >flow.csv
echo "0,0,1,0" >>flow.csv
refused "a flow file that ends too early" 's/type: gravity.*/type: drag, linear: 1, flow_file: flow.csv}/' 'one: flow_file: '

sed 's/type: gravity.*/type: potential, energy: "1 \/ floor(x)"}/; s/dt: 1e-2/dt: 0.25/; s/velocity: .-2/velocity: [-4/' field.yaml >hole.yaml
status "an energy that divides by zero at a place" 3 "$CLAST" hole.yaml -output_dir hole
says "  is told with its time and place" 'interaction one on clump 0 .*division by zero.* at character 3.* at t = 0\.25 s, x, y, z = \(0, 0, 0\) m'
says "  the clump with its own" '^ +Clump 0 is at \(0, 0, 0\) m, and has the velocity \(-4, '
says "  and the last good checkpoint" '^clast: last good checkpoint: hole/restart/clast-0\.h5$'
sed 's/type: gravity.*/type: drag, linear: 1, flow: "1 \/ (t - 0.5), 0, 0"}/; s/dt: 1e-2/dt: 0.25/' field.yaml >gust.yaml
status "a flow that divides by zero at a time" 3 "$CLAST" gust.yaml -output_dir gust
says "  is told with its time" 'interaction one on clump . .*division by zero.* at t = 0\.5 s'
sed 's/type: gravity.*/type: central, point: [1, 0, 0], strength: 1, power: -2}/' field.yaml >centre.yaml
status "a body at the centre of an inverse square" 3 "$CLAST" centre.yaml -output_dir centre
says "  is told what to do" 'at t = 0 s, x, y, z = \(1, 0, 0\) m, 0 m from its point with power -2: give a softening'
sed 's/position: \[-3/position: [1/; s/softening: 0.1/constant: 1/' field.yaml >same.yaml
status "gravity of two bodies in one place" 3 "$CLAST" same.yaml -contact_r-r_stiffness 1 -run_overlap_limit 10 -output_dir same
says "  names them" 'the force of interaction one on clump [01] and clump [01] is inf N'
says "  and their place" '^ +Clump [01] is at \(1, 0, 0\) m'
status "by the tree" 3 "$CLAST" same.yaml -interaction_one_method tree -run_overlap_limit 10 -output_dir same
says "  names one" 'the force of interaction one on clump [01] is inf N'
tap_end
