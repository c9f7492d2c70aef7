#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# The examples in input/ do what their first lines say: each one's known number, found in its log.csv.
# The long ones run on one rank, which takes half the processor time of two; tests/long/example_ranks.sh has the bits of all of them
# on other ranks.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/short_examples.sh"

# EXAMPLE PROGRAM: an awk program over the rows of its log that prints what is wrong. v("time") is a column of the row.
wrong_in()
{
  ${AWK:-awk} -F, '
    function v(name) { if (!(name in column)) print "no column " name; return $(column[name]) + 0 }
    function off(a, b) { return a > b ? a - b : b - a }
    function energy() { return v("kinetic_translational") + v("kinetic_rotational") + v("potential") }
    function kept() { return energy() + v("dissipated") - v("entered") + v("left") - v("changed") }
    NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
    { rows++ }
    '"$2"'
    END { if (rows < 10) print "the log has only " rows + 0 " rows" }' "$1/log.csv" >wrong.txt 2>&1 || echo "there is no log to read" >>wrong.txt
}

run() # EXAMPLE RANKS [OPTION...]
{
  local name=$1 ranks=$2
  shift 2
  check "$name runs on $ranks rank(s)" on_ranks "$ranks" "$CLAST" "$srcdir/input/$name.yaml" -output_dir "$name" -output_frames_every 0 "$@"
  is "$name says that it is finished" "$(cat "$name/status" 2>/dev/null)" finished
}

# EXAMPLE, shortened: whole on 1 rank, and half on 2 ranks, then on 3: the same bits
resumed()
{
  local name=$1 half whole options
  shorten "$name"
  check "$name, the first $whole s on 1 rank" "$CLAST" "$srcdir/input/$name.yaml" -output_dir "$name-1" -output_frames_every 0 \
    -run_end_time "$whole" "${options[@]}"
  check "  on 2" on_ranks 2 "$CLAST" "$srcdir/input/$name.yaml" -output_dir "$name-2" -output_frames_every 0 -run_end_time "$half" \
    "${options[@]}"
  check "  and on 3 after a restart" on_ranks 3 "$CLAST" -restart "$name-2" -output_dir "$name-2" -run_end_time "$whole"
  is "  same digest" "$(digest "$(ls -t "$name"-2/restart/*.h5 | head -1)")" "$(digest "$(ls -t "$name"-1/restart/*.h5 | head -1)")"
}

# ---- a dumbbell bounces off a floor: two unit spheres in touch, M = 8 pi / 3, I = 7/5 M about the axis it turns on
run bounce 1 -run_end_time 0.2
# 1e-3: the closed form is of an impact without duration, this one lasts 7e-4 of the time scale r/v
wrong_in bounce '
  END {
    mass = 8 * atan2(0, -1) / 3; speed = v("momentum_z") / mass; spin = off(v("angular_momentum_y"), 0) / (1.4 * mass)
    if (off(speed / 0.272727273, 1) > 1e-3) print "speed " speed
    if (off(spin / 0.454545455, 1) > 1e-3) print "spin " spin
  }'
none_in "bounce: v'/v = .272727273 and spin .454545455, as restitution .5 at the contact point has it" wrong.txt

# ---- a crate with a surface of triangles comes to rest among balls: 1e-4, as they still rock a little
run crate 1 -run_end_time 1.2
${AWK:-awk} -F, '$3 == "bin" { force = $6; rows++ }
  END { if (rows < 20 || force > -57.0836 * 0.9999 || force < -57.0836 * 1.0001) print rows " rows, force " force }' crate/walls.csv >wrong.txt
none_in "crate: the bin bears the weight of balls and crate, 57.0836 N" wrong.txt

# ---- a chain that is let go falls and swings: 1e-9 is rounding, as energies that are exchanged are 0.6 of their sum
run chain 1 -run_end_time 0.2
wrong_in chain '
  rows == 1 { first = energy() + v("dissipated") }
  v("kinetic_translational") > most { most = v("kinetic_translational") }
  off(energy() + v("dissipated"), first) > 1e-9 * first || v("links") != 20 { print v("time") ": " energy() " J, " v("links") " rods" }
  END { if (most < 0.3) print "it has not fallen: " most; if (v("dissipated") > 0.01 * most || v("dissipated") < 0) print "lost " v("dissipated") }'
none_in "chain: energies sum up to 1e-9, 20 rods take less than 1 %" wrong.txt

# ---- pills and beads pour into a bin: 0.06 kg, to half a clump. A pill is two spheres of 2 mm, 3 mm apart, whose lens has
# pi (4 r + d) (2 r - d)^2 / 12
run inlet 1
# 5e-3 of the energy that enters: 2.9e-3, from impacts of ten steps; in the first 0.16 s 1.6e-3, and 1e-4 at a quarter of the step
wrong_in inlet '
  rows == 1 { start = kept() }
  off(kept(), start) > 5e-3 * v("entered") + 1e-12 { print v("time") ": " kept() " of " start " J" }
  END {
    pi = atan2(0, -1); pill = 1200 * (8 / 3 * pi * 0.002 ^ 3 - pi * 0.011 * 0.001 ^ 2 / 12); bead = 1200 * 4 / 3 * pi * 0.0025 ^ 3
    pills = v("pebbles") - v("clumps"); beads = v("clumps") - pills
    if (off(pills * pill + beads * bead, 0.06) > bead / 2) print "mass " pills * pill + beads * bead
    if (off(pills / v("clumps"), 0.7) > 0.003) print pills " pills of " v("clumps")
    if (v("kinetic_translational") > 2e-4 * v("potential")) print "not at rest: " v("kinetic_translational")
  }'
none_in "inlet: 0.06 kg to half a clump, 70 % pills to two of 775, at rest; energies sum up" wrong.txt

# ---- capsules go round: 60 are there, each with the mass of two swept spheres
run capsules 1
wrong_in capsules '
  rows == 1 { start = kept() }
  off(kept(), start) > 1e-4 * (start + v("entered")) { print v("time") ": " kept() " of " start " J" }
  END {
    if (v("clumps") != 60) print v("clumps") " clumps"
    if (v("pebbles") != 900) print v("pebbles") " pebbles"
  }'
none_in "capsules: 60 of 15 pebbles are there at the end; energies sum up to 1e-4 of what enters" wrong.txt
is "capsules: the outlet has taken their exact masses" "$(awk -F, 'NR > 1 && ($7 - 6.1802564e-4) ^ 2 > 1e-22' capsules/outlets.csv | wc -l)" 0
check "capsules: more than 200 times" test "$(wc -l <capsules/outlets.csv)" -gt 201

# ---- a dumbbell falls on a fixed sphere: M = 2 x 4/3 pi .4^3 x 2, first contact after falling 4 - sqrt(1.4^2 - .3^2)
run dumbbell 2
# 1e-11: 7000 steps of rounding at 1e-16 each, and the potential is a difference of larger numbers
wrong_in dumbbell '
  BEGIN { mass = 16 * atan2(0, -1) * 0.064 / 3; first = sqrt(2 * (4 - sqrt(1.4 ^ 2 - 0.3 ^ 2)) / 9.81) }
  v("time") < first {
    before++
    t = v("time"); z = 4 - 9.81 * t * t / 2
    if (off(v("momentum_z"), -mass * 9.81 * t) > 1e-11 * mass * 9.81) print t ": momentum " v("momentum_z")
    if (off(v("potential"), mass * 9.81 * z) > 1e-11 * mass * 9.81 * 4) print t ": potential " v("potential")
    if (v("contacts") != 0) print t ": contacts before they can be"
  }
  v("time") >= first && !contacts { contacts = v("contacts"); if (!contacts) print v("time") ": no contact after " first " s" }
  END { if (before < 70) print "only " before + 0 " rows before the first contact" }'
none_in "dumbbell: free fall as in the closed form, then the contact when it must come" wrong.txt
# 2e-5: second order, 8.7e-6 at this step
wrong_in dumbbell 'rows == 1 { start = energy() } off(energy() / start, 1) > 2e-5 { print v("time") ": energy " energy() " of " start }'
none_in "dumbbell: an elastic contact keeps the energy within 2e-5" wrong.txt

# ---- a gas of 300 tetrapods: M = 300 x 4 x pi/6, momentum 150 x 4 pi/6 along y and z
run gas 1
# 1e-11 of 314: 6e4 steps round the velocities of 300 clumps, at random, by 1e-16 of themselves
wrong_in gas '
  BEGIN { p = 100 * atan2(0, -1) }
  off(v("momentum_x"), 0) > 1e-11 || off(v("momentum_y"), p) > 1e-11 || off(v("momentum_z"), p) > 1e-11 { print v("time") ": momentum " v("momentum_x") ", " v("momentum_y") ", " v("momentum_z") }'
none_in "gas: momentum stays to rounding" wrong.txt
# 1e-4: 3.3e-5 at this step, bounded
wrong_in gas '
  rows == 1 { start = energy() }
  off(energy() / start, 1) > 1e-4 { print v("time") ": energy " energy() " of " start }
  v("clumps") != 300 || v("pebbles") != 1200 { print v("time") ": " v("clumps") " clumps of " v("pebbles") " pebbles" }'
none_in "gas: energy within 1e-4 and nobody lost" wrong.txt
# 20 %: three standard deviations of the ratio of two energies of 900 degrees of freedom each
wrong_in gas '
  BEGIN { p = 100 * atan2(0, -1); drift = 2 * p * p / (2 * 200 * atan2(0, -1)) }
  rows == 1 && v("kinetic_rotational") != 0 { print "turns at the start" }
  END { ratio = (v("kinetic_translational") - drift) / v("kinetic_rotational"); if (off(ratio, 1) > 0.2) print "flight over rotation: " ratio }'
none_in "gas: flight and rotation end with equal shares of the heat" wrong.txt

# ---- a gas of 500 Lennard-Jones atoms of mass 1
run gas_lj 2
# 1e-11: 2000 steps round velocities of 500 atoms, at random, by 1e-16 of themselves
wrong_in gas_lj '
  off(v("momentum_x"), 0) > 1e-11 || off(v("momentum_y"), 0) > 1e-11 || off(v("momentum_z"), 0) > 1e-11 { print v("time") ": momentum " v("momentum_x") }
  v("clumps") != 500 || v("dissipated") != 0 { print v("time") ": " v("clumps") " clumps, dissipated " v("dissipated") }'
none_in "gas_lj: momentum stays to rounding, nothing is dissipated and nobody lost" wrong.txt
# 1e-4: 5e-5 at this step, second order
wrong_in gas_lj '
  rows == 1 { start = energy() }
  off(energy() / start, 1) > 1e-4 { print v("time") ": energy " energy() " of " start }
  END { if (v("kinetic_translational") < 300) print "it has not condensed: " v("kinetic_translational") }'
none_in "gas_lj: energy within 1e-4 while it condenses" wrong.txt

# ---- a gas freezes onto a cold floor: 400 atoms in two dimensions, k_B T = 0.1
run freeze 1
# 3e-3 of 1740 J of heat: 1.4e-3 at this step. 10 %: five standard errors of the mean of 25 rows of 800 degrees of freedom, which
# are correlated. -1.87: a crystal has -1.9 with surface and weight, the gas at the start 2.6.
wrong_in freeze '
  rows == 1 { start = energy() }
  off(energy() + v("dissipated") - v("supplied"), start) > 5 { print v("time") ": " energy() + v("dissipated") - v("supplied") " of " start }
  v("clumps") != 400 { print v("time") ": " v("clumps") " atoms" }
  v("time") > 150 { n++; kinetic += v("kinetic_translational") / 400; potential += v("potential") / 400 }
  END {
    if (n < 20 || off(kinetic / n, 0.1) > 0.01) print "kinetic energy of an atom " kinetic / n
    if (potential / n > -1.85) print "it has not frozen: " potential / n
  }'
none_in "freeze: a crystal has the temperature of the floor, the heat is in the ledger" wrong.txt

# ---- charged dust: grains and dipoles of no charge in all
run dust 1 -run_end_time 6
# 1e-11: as above
wrong_in dust '
  v("charge") != 0 || v("clumps") != 420 { print v("time") ": charge " v("charge") ", " v("clumps") " clumps" }
  off(v("momentum_x"), 0) > 1e-11 || off(v("momentum_y"), 0) > 1e-11 || off(v("momentum_z"), 0) > 1e-11 { print v("time") ": momentum " v("momentum_x") }'
none_in "dust: charge is 0, momentum stays 0 to rounding, and nobody is lost" wrong.txt
# 2e-3 of the potential energy of the end: 6e-4 at this step
wrong_in dust '
  rows == 1 { start = energy() + v("dissipated") }
  off(energy() + v("dissipated"), start) > 0.5 { print v("time") ": " energy() + v("dissipated") " of " start }
  END { if (v("potential") > -250) print "it has not stuck together: " v("potential") }'
none_in "dust: kinetic + potential + dissipated energy is kept while it sticks together" wrong.txt

# ---- a dam break with floating crates
run dam_break 1 -run_end_time 1
# 5 J, 6e-4 of what is dissipated at the end: 1.6 J at this step
wrong_in dam_break '
  rows == 1 { start = energy() }
  off(energy() + v("dissipated"), start) > 5 { print v("time") ": " energy() + v("dissipated") " of " start }
  v("clumps") != 804 { print v("time") ": " v("clumps") " clumps" }
  END { if (v("dissipated") < 5000) print "the water has not fallen: " v("dissipated") }'
none_in "dam_break: nothing is lost, and kinetic + potential + dissipated energy is kept" wrong.txt

# ---- two stars, until they have met at 2800 s
run stars 2 -run_end_time 3700
# 1e-4: tides; the stars are two points of 1.989e30 kg, whose orbit was integrated apart.
# 3e-3: 1.6e-3 at this step, second order
wrong_in stars '
  rows == 1 { momentum = v("momentum_z"); whole = energy(); start = v("kinetic_translational") }
  off(v("momentum_z") / momentum, 1) > 1e-13 || off(v("momentum_x"), 0) > 1e22 || off(v("momentum_y"), 0) > 1e22 { print v("time") ": momentum " v("momentum_x") " " v("momentum_z") }
  v("time") == 2000 { met = 1; if (off(v("kinetic_translational") / 6.506878e41, 1) > 1e-4) print "kinetic energy " v("kinetic_translational") }
  off(energy() + v("dissipated"), whole) > 3e-3 * start { print v("time") ": " energy() + v("dissipated") " of " whole }
  END { if (!met || v("dissipated") < 1e41) print "no row at 2000 s, or they have not met" }'
none_in "stars: momentum stays, they fall as points, and the energies sum up" wrong.txt

# ---- the same with contacts as constraints
run stars_hard 2 -run_end_time 4200
# 1e-3: 3e-4 at this step, first order
wrong_in stars_hard '
  rows == 1 { momentum = v("momentum_z"); whole = energy(); start = v("kinetic_translational") }
  off(v("momentum_z") / momentum, 1) > 1e-13 || off(v("momentum_x"), 0) > 1e22 || off(v("momentum_y"), 0) > 1e22 { print v("time") ": momentum " v("momentum_x") " " v("momentum_z") }
  v("time") == 2700 { met = 1; if (v("dissipated") > 3e-3 * start) print "dissipated " v("dissipated") }
  off(energy() + v("dissipated"), whole) > 1e-3 * start { print v("time") ": " energy() + v("dissipated") " of " whole }
  END { if (!met || v("dissipated") < 1e41) print "no row at 2700 s, or they have not met" }'
none_in "stars_hard: momentum stays, energies sum up, and collisions take energy" wrong.txt

# ---- a pile of bricks with hard contacts
run bricks 2 -run_end_time 1.3
# 1e-7: 1.2e-8 at this step, by bricks that turn while they are pushed
wrong_in bricks '
  rows == 1 { whole = energy() }
  off((energy() + v("dissipated")) / whole, 1) > 1e-7 { print v("time") ": " energy() + v("dissipated") " of " whole }
  END { if (v("kinetic_translational") > 0.01 * whole) print "they still fall: " v("kinetic_translational") }'
none_in "bricks: energies sum up, and they come to rest" wrong.txt

# ---- a trough in two dimensions
run trough 1
wrong_in trough '
  v("momentum_z") != 0 || v("angular_momentum_x") != 0 || v("angular_momentum_y") != 0 { print v("time") ": out of the plane" }
  v("clumps") != 400 { print v("time") ": " v("clumps") " clumps" }'
none_in "trough: nothing leaves the plane, and nobody the trough" wrong.txt
# 5e-4: 2.2e-4 at this step, most of it while they land
wrong_in trough '
  rows == 1 { start = energy() + v("dissipated") }
  off((energy() + v("dissipated")) / start, 1) > 5e-4 { print v("time") ": " energy() + v("dissipated") " of " start }
  END { if (v("kinetic_translational") + v("kinetic_rotational") > 1e-5 * start) print "not at rest: " v("kinetic_translational") }'
none_in "trough: energies sum up, and it comes to rest" wrong.txt

# ---- a heap on a belt: it comes to have the belt's speed, and the belt's work is its speed times the momentum gained
run conveyor 1
# 2e-3: the last lumps still rock. 1e-12: sums of 4e4 steps
wrong_in conveyor '
  NR > 2 && off(v("supplied"), 0.6 * v("momentum_x")) > 1e-12 * v("supplied") { print v("time") ": supplied " v("supplied") ", momentum " v("momentum_x") }
  END {
    speed = 2 * v("kinetic_translational") / v("momentum_x")
    if (off(speed / 0.6, 1) > 2e-3) print "speed " speed
    if (off(v("momentum_x"), 8.7) > 0.05) print "momentum " v("momentum_x")
    print_sum = energy() + v("dissipated") - v("supplied")
    if (off(print_sum / start, 1) > 5e-4) print "energies " print_sum " of " start
  }
  rows == 1 { start = energy() }'
none_in "conveyor: the heap has the speed of the belt, and its work is that speed times the momentum" wrong.txt

# ---- a drum of tablets: what the tablets gain is the work of the drum, its spin times the torque that is not their weight's
run drum 1 -run_end_time 0.4 -output_final drum.csv -image_view_size 160,90
wrong_in drum '
  v("clumps") != 401 || v("pebbles") != 5856 { print v("time") ": " v("clumps") " clumps of " v("pebbles") " pebbles" }'
none_in "drum: no tablet lost" wrong.txt
# m x at the end from final, before it by the momentum; the weight by the first row, when all fall and touch nothing.
# 2e-3: 3e-4 of it is the sum over rows in place of the integral, the rest dissipation summed over steps while they land
${AWK:-awk} -F, '
  FNR == 1 { file++; for (k = 1; k <= NF; k++) column[$k] = k; next }
  file == 1 { if ($1 == "tablet") { n++; x += $2 } next }
  { t[++rows] = $column["time"]; p[rows] = $column["momentum_x"]; turning[rows] = $column["angular_momentum_y"]
    energy[rows] = $column["kinetic_translational"] + $column["kinetic_rotational"] + $column["potential"] + $column["dissipated"]
    if (rows == 2) mass = -$column["momentum_z"] / $column["time"] / 9.81 }
  END {
    mx = mass * x / n
    for (k = rows; k > 1; k--) {
      before = mx - (t[k] - t[k - 1]) * (p[k] + p[k - 1]) / 2
      weight += 9.81 * (t[k] - t[k - 1]) * (mx + before) / 2
      mx = before
    }
    work = energy[rows] - energy[1]; law = 3.14159265358979 * (turning[rows] - turning[1] - weight)
    if (!(rows > 100 && work > 0.008 && work / law - 1 < 2e-3 && 1 - work / law < 2e-3)) print rows " rows: work " work " J, by the torque " law
  }' drum.csv drum/log.csv >wrong.txt 2>&1
none_in "drum: the work in the energies is that of its torque, within 2e-3" wrong.txt
resumed drum

# ---- the tablets in a drum of triangles: power is spin times torque, work is what the tablets gain
run drum_mesh 1 -run_end_time 0.2
# 1e-3 of the work: dissipation and work are summed over steps
wrong_in drum_mesh '
  v("clumps") != 400 { print v("time") ": " v("clumps") " clumps" }
  rows == 1 { start = energy() }
  END {
    gained = energy() + v("dissipated") - start
    if (!(v("supplied") > 1e-3 && off(gained / v("supplied"), 1) < 1e-3)) print "work " v("supplied") ", gained " gained
  }'
none_in "drum of triangles: its work is what the tablets gain, and none is lost" wrong.txt
${AWK:-awk} -F, '
  NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
  { power = $column["power"]; law = -3.14159265358979 * $column["torque_y"]; d = power - law; if (d * d > 1e-20 * law * law) print $2 ": power " power ", spin times torque " law }
  END { if (NR < 50) print NR " rows" }' drum_mesh/walls.csv >wrong.txt
none_in "drum of triangles: its power is spin times torque" wrong.txt
resumed drum_mesh

# ---- a bonded beam that breaks
run beam 1
wrong_in beam '
  rows == 1 { start = energy() + v("dissipated") }
  rows == 1 && (v("links") != 621 || v("broken") != 0) { print "starts with " v("links") " bonds" }
  # 1e-4 of what is exchanged, .3 J: order two, and the steps in which a bond breaks
  off(energy() + v("dissipated"), start) > 3e-5 { print v("time") ": " energy() + v("dissipated") " of " start }
  END { if (v("links") != 612 || v("broken") != 9) print v("links") " bonds, broken " v("broken") }'
none_in "beam: nine bonds break, energies sum up" wrong.txt
${AWK:-awk} -F, 'NR == 1 { next } { n++ }
  $3 != "broke" || $4 != "cement" || $5 != "tension" || $10 < 0.1499 || $10 > 0.1501 || (n <= 3) != ($12 < 0.03) { print }
  END { if (n != 9) print n + 0 " events" }' beam/events.csv >wrong.txt 2>&1
none_in "beam: those of the middle section, by tension, from below" wrong.txt
resumed beam
check "  same events" cmp beam-1/events.csv beam-2/events.csv

# ---- a bottle is filled and poured out
resumed bottle
check "  same events" cmp bottle-1/events.csv bottle-2/events.csv
check "bottle: poured out" "$CLAST" -restart bottle-1 -output_dir bottle-1 -run_end_time 5
says "bottle: an event ends the run" 'event poured ends the run'
# 1e-6 of the weight of six capsules: they are at rest
${AWK:-awk} -F, '
  NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
  { force[$column["wall"]] = -$column["force_z"] }
  END {
    weight = 6 * 0.61802564e-3 * 9.81; d = force["floor"] / weight - 1
    if (!(d * d < 1e-12)) print "weight on the floor " force["floor"] ", of six capsules " weight
    if (force["bottle"] != 0) print "the bottle bears " force["bottle"]
  }' bottle-1/walls.csv >wrong.txt
none_in "bottle: the floor bears six capsules of 0.61802564 g, the bottle none" wrong.txt

# ---- a hopper runs out
resumed hopper
check "  same grains have fallen out" cmp hopper-1/outlets.csv hopper-2/outlets.csv
check "  some dozens" test "$(wc -l <hopper-1/outlets.csv)" -gt 50
check "  when the gate has opened, with the bed at rest" grep -q ',start,open,settled,' hopper-1/events.csv

resumed hopper_2d

# ---- a bed on a floor that shakes, of 200 pairs, for five cycles: it loosens in the first three, in which phases differ by some ten
# degrees between seeds, and in later ones by one or two
run bed 1 -run_end_time 0.7 -clumps_bed_count 200
# the mean of both cycles; 6 degrees: a bed takes some time to unload, and lands with its lowest grains first, as it loosens in flight
${AWK:-awk} -f "$srcdir/input/bed/phases.awk" bed/walls.csv >phases.txt
${AWK:-awk} '
  $1 >= 3 && $1 < 5 { n++; leaves += $2; lands += $3 }
  END {
    if (n < 2) { print "no flight in the fourth or fifth cycle"; exit }
    if (leaves / n < 26 || leaves / n > 36 || lands / n < 288 || lands / n > 300) print leaves / n, lands / n
  }' phases.txt >wrong.txt
none_in "bed: it leaves the floor at 30 degrees and lands at 297" wrong.txt
resumed bed

# ---- direct shear
resumed shear_box

# ---- a ball mill: power and work
resumed mill
wrong_in mill-1 '
  rows == 1 { start = energy() }
  END {
    gained = energy() + v("dissipated") - start
    if (!(v("supplied") > 1 && off(gained / v("supplied"), 1) < 5e-3)) print "work " v("supplied") ", gained " gained
  }'
none_in "mill: its work is what the balls gain" wrong.txt
${AWK:-awk} -F, '
  NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
  { power = $column["power"]; law = -6.278 * $column["torque_y"]; d = power - law; if (d * d > 1e-20 * law * law) print $2 ": power " power ", spin times torque " law }
  END { if (NR < 30) print NR " rows" }' mill-1/walls.csv >wrong.txt
none_in "mill: its power is spin times torque" wrong.txt

# ---- a belt that throws lumps on a heap: 0.3 kg/s at 0.5 m/s are 0.6 kg on a metre
resumed transfer
run transfer 1 -run_end_time 2 -output_final transfer.csv
# 0.18 m of the belt have 26 of 5.2587 g and 3.0770 g; one or two enter in each release
${AWK:-awk} -F, '
  NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
  $column["z"] > 0.25 && $column["x"] > -0.28 && $column["x"] < -0.1 { mass += $column["template"] == "lump" ? 5.2587e-3 : 3.0770e-3 }
  END { if (mass / 0.18 < 0.54 || mass / 0.18 > 0.66) print mass / 0.18 " kg/m" }' transfer.csv >wrong.txt
none_in "transfer: the belt carries rate over speed on a metre, to three lumps" wrong.txt

# ---- rods fall over a bar
resumed rods
wrong_in rods-1 '
  rows == 1 { start = energy() + v("dissipated") }
  # impacts take a few tens of steps
  off(energy() + v("dissipated"), start) > 1e-3 * start { print v("time") ": " energy() + v("dissipated") " of " start }'
none_in "rods: kinetic, potential and dissipated energy sum up" wrong.txt

# ---- the rock fall, its first second: the lowest rocks meet the hill; tests/cli/rockfall.sh follows it to the end
run rockfall 1 -run_end_time 1 -image_view_size 160,90
wrong_in rockfall '
  v("clumps") != 2400 { print v("time") ": " v("clumps") " clumps" }
  v("max_overlap") > 0.03 { print v("time") ": overlap " v("max_overlap") }
  END { if (v("contacts") < 100) print "only " v("contacts") " contacts" }'
none_in "rockfall: 2400 rocks, no overlap beyond 3 cm" wrong.txt
# 5e-4: dissipation is a sum over steps of a twelfth of a contact each; 2e-4 of the energy in the whole run
wrong_in rockfall '
  rows == 1 { start = energy() + v("dissipated") }
  off((energy() + v("dissipated")) / start, 1) > 5e-4 { print v("time") ": " energy() + v("dissipated") " of " start }'
none_in "rockfall: kinetic, potential and dissipated energy sum up" wrong.txt

# ---- smaller triaxial and biaxial samples, dense by a compression without friction, up to a strain of 4 %

# EXAMPLE SHAPE FROM TO FLAT: peak, dilation and mean of the kept stress over its target, in the file strength
compressed()
{
  local run=$1-$2 size stage
  case $1 in
    triaxial) size="-clumps_all_count 250 -domain_hi 0.0088,0.0088,0.0088 -clumps_all_hi 0.0088,0.0088,0.0088"
      stage="-domain_deformation_stresses xx,yy -domain_deformation_target -1e4,-1e4 -domain_deformation_components zz -domain_deformation_rates -5" ;;
    *) size="-clumps_all_count 400 -domain_hi 0.145,0.145 -clumps_all_hi 0.145,0.145"
      stage="-domain_deformation_stresses xx -domain_deformation_target -100 -domain_deformation_components yy -domain_deformation_rates -1" ;;
  esac
  check "$1 of the shape $2" "$CLAST" "$srcdir/input/$1.yaml" -output_dir "$run" -clumps_all_template "$2" $size -run_end_time "$3"
  check "  with friction" "$CLAST" -restart "$run" -output_dir "$run" -contact_grains_friction 0.5 $stage -run_end_time "$4"
  ${AWK:-awk} -f "$srcdir/input/triaxial/strength.awk" -v from="$3" -v flat="$5" "$run/log.csv" >strength.txt
  read -r peak dilation kept <<<"$(sed 's/^peak \([^ ]*\) .* dilation \([^;]*\);.* stress \(.*\)/\1 \2 \3/' strength.txt)"
  note "$1, $2: $(cat strength.txt)"
  is "  kept stresses are the target within 1 %" "$(echo "$kept $6" | ${AWK:-awk} '{ print ($1 / $2 - 1) ^ 2 < 1e-4 }')" 1
  # a step in which dashpots answer a sudden rate: 4e-4 of what is exchanged
  ${AWK:-awk} -F, -v from="$3" 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["time"] >= from - 1e-9 {
      sum = $at["kinetic_translational"] + $at["kinetic_rotational"] + $at["potential"] + $at["dissipated"] - $at["supplied"]
      if (!n++) { first = sum; given = $at["supplied"] }
    }
    END { work = $at["supplied"] - given; d = (sum - first) / work; if (!(n > 20 && work > 0 && d * d < 1e-6)) print n " rows, work " work ", lost " d }' \
    "$run/log.csv" >wrong.txt
  none_in "  energies sum up within 1e-3 of the work of the faces" wrong.txt
}
# DEGREES LO HI; 700 and 1500 bodies have 28.8, 47.7, 25.0 and 38.5
between() { echo "$1 $2 $3" | ${AWK:-awk} '{ print ($1 > $2 && $1 < $3) }'; }
compressed triaxial sphere 0.024 0.032 0 1e4
is "  dense spheres: 26 to 33 degrees, and they dilate" "$(between "$peak" 26 33) $(between "$dilation" 0.4 1.1)" "1 1"
compressed triaxial tetrapod 0.024 0.032 0 1e4
is "  tetrapods: 42 to 51 degrees, and they dilate more" "$(between "$peak" 42 51) $(between "$dilation" 1.1 2)" "1 1"
compressed biaxial disc 0.1 0.14 1 100
is "  discs: 21 to 32 degrees" "$(between "$peak" 21 32)" 1
compressed biaxial trimer 0.1 0.14 1 100
is "  trimers: 35 to 47 degrees" "$(between "$peak" 35 47)" 1

# ---- tests/long/example_ranks.sh runs every example, shortened; the 100 000 bodies of stars_large are to be made first
for file in "$srcdir"/input/*.yaml; do
  shorten "$(basename "$file" .yaml)"
  test -n "$whole" || basename "$file" .yaml
done | grep -v '^stars_large$' >wrong.txt
none_in "every example has a short form" wrong.txt
tap_end
