# SPDX-License-Identifier: MIT
# Numbers that make no sense, explosions, and steps that must see what is stiff: told, or done right, never a hang. limit: 300
. "$srcdir/tests/tap.sh"

# LO HI BOUNDARY EXTRA...: one ball of radius .05 in a box, and what stands in one.csv.
cat >one.yaml <<'E'
schema: 1
run: {end_time: 0.01, dt: 1.0e-3, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [open, open, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
  - base: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
  - sb: {between: [s, base], normal: hooke, stiffness: 1.0e7, restitution: 0.5}
  - bb: {between: [base, base], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
  - block: {material: base, pebbles: [0, 0, 0, 0.05]}
clumps:
  - a: {file: one.csv}
E
printf 'template,x,y,z\nball,.5,.5,.5\n' >one.csv

# FACT REGEX OPTION...: a usage error that says so.
refused()
{
  local fact=$1 words=$2
  shift 2
  status "$fact" 2 timeout 30 "$CLAST" one.yaml -output_dir refused "$@"
  says "  and it says why" "$words"
  check "  nothing is written" test ! -e refused
}

refused "a side of nothing" 'side along z is 0 m' -domain_hi 1,1,1e-20
refused "a period far below a ball" 'at least 1/50 of the reach' -domain_boundary open,open,periodic -domain_hi 1,1,1e-9
refused "a cohesion across hundreds of periods" 'contact: ss: acts up to a distance of 300 m.*at most 50 periods' \
  -domain_boundary open,open,periodic -contact_ss_cohesion linear -contact_ss_cohesion_force 1 -contact_ss_cohesion_range 300
refused "a box of light years" 'positions are known to' -domain_hi 1e25,1,1
refused "a box at the end of doubles" "hi.*'1e308' is out of range; allowed: .*<= 1e\+30, in m" -domain_hi 1e308,1,1
refused "a skin beyond the box" 'larger than the longest side' -search_skin 1e9
refused "more steps than there are" 'more than 1e\+18 steps' -run_end_time 1e20
refused "a time beyond what can be" 'end_time.*out of range' -run_end_time 1e300
check "a period of output beyond the run: none" "$CLAST" one.yaml -output_dir never -output_frames_every 1e300
is "  no frame" "$(find never/frames -name '*.hdf' 2>/dev/null | wc -l)" 0

# The shortest contact is that with fixed bodies, and of what is light by its own density.
printf 'template,x,y,z,blocked\nball,.5,.5,.7,\nblock,.5,.5,.5,xyzXYZ\n' >one.csv
check "dt: auto with a stiff fixed body" "$CLAST" one.yaml -check -run_dt auto
says "  takes the law with it" 'contact of .* \(law sb\): .* of its duration 0.0007189 s'
check "a step far beyond the shortest contact is taken" "$CLAST" one.yaml -check -run_dt 1e-3
says "  with a warning" 'impacts are not resolved'

# A ball on the floor: R* is its radius.
cat >jkr.yaml <<'EOF'
schema: 1
run: {end_time: 1, dt: 1e-5}
domain: {lo: [0, 0, 0], hi: [1, 1, 1]}
material: [{a: {density: 1000, young: 1e6, poisson: 0.3}}]
contact: [{aa: {between: [a, a], normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 0.1, largest_radius: 0.05}}]
template: [{ball: {material: a, pebbles: [0, 0, 0, 0.05]}}]
clumps: [{one: {template: ball, position: [0.5, 0.5, 0.5]}}]
wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]
EOF
check "a ball of the largest radius of its law" "$CLAST" jkr.yaml -check
silent "  no warning" 'than largest_radius'
check "and a larger one" "$CLAST" jkr.yaml -check -contact_aa_largest_radius 0.04
says "  with a warning" 'ball on floor \(law aa\): R\* is 0.05 m, larger than largest_radius'
printf 'template,x,y,z,density\nball,.5,.5,.7,1000\nball,.5,.5,.5,0.1\n' >one.csv
check "dt: auto with a light body" "$CLAST" one.yaml -check -run_dt auto
says "  100 times lighter: takes its contact" 'contact of .* \(law ss\): .* of its duration 0.0005083 s' # pi sqrt(m / 2 / k), m = .05236e-3 kg

# dt: auto says what decided the step: a face, a contact, or a dashpot, at which speed of impact.
cat >plate.yaml <<EOF
schema: 1
run: {end_time: 1, dt: auto, impact_speed: 2}
domain: {lo: [-9, -9, -1], hi: [9, 9, 9], boundary: [free, free, free]}
material: [s: {density: 1000, young: 1.0e6}]
contact: [ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 1}]
template: [plate: {material: s, pebbles: [$(for i in 0 1 2 3 4; do for j in 0 1 2 3 4; do printf '%s, %s, 0, .1, ' .$i .$j; done; done | sed 's/, $//')]}]
clumps: [one: {template: plate, position: [0, 0, 1]}]
wall: [floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}]
EOF
check "dt: fixed for a plate" "$CLAST" plate.yaml -check -run_dt fixed
says "  is set by its face" 'clast: dt: fixed, limited by the contact of plate on floor \(law ss, 25 contacts at once\): 0.04 of its duration [0-9.]* s$'
sed '/^clumps/s/\]$/, two: {template: plate, position: [0, 0, 3]}]/' plate.yaml >plates.yaml
check "dt: fixed for two plates" "$CLAST" plates.yaml -check -run_dt fixed
says "  is set by their faces" 'clast: dt: fixed, limited by the contact of plate on plate \(law ss, 25 contacts at once\): 0.04 of its duration [0-9.]* s$'
check "dt: fixed with a hard dashpot" "$CLAST" plate.yaml -check -run_dt fixed -contact_ss_restitution .1
says "  is set by that" 'clast: dt: fixed, limited by the damping of plate on [a-z]* \(law ss, 25 contacts at once\): 0.0667 of its damping time [0-9.e-]* s at first touch; the shortest contact, plate on'
sed -i 's/hooke, stiffness: 1.0e5/hertz/' plate.yaml
check "dt: fixed for a Hertz contact" "$CLAST" plate.yaml -check -run_dt fixed
says "  tells the speed of impact" 'clast: dt: fixed, .* \(law ss, .*impact at 2 m/s\): '
check "a short run of it" "$CLAST" plate.yaml -run_dt fixed -output_dir plate -run_end_time 0.01
check "a restart with harder impacts" "$CLAST" -restart plate/restart -check -run_end_time 1 -run_impact_speed 20
says "  takes a shorter step" 'clast: dt: fixed, limited by .*impact at 20 m/s'
says "  and warns of it" 'warning: (line [0-9]+: run: dt|-run_dt|run: dt): auto is .* going on with the shorter step'
check "a restart with softer ones" "$CLAST" -restart plate/restart -check -run_end_time 1 -run_impact_speed 0.2
says "  keeps the step" 'clast: dt: that of the checkpoint, [0-9.e-]* of the duration [0-9.e-]* s of the shortest contact, plate on floor'
check "a given dt" "$CLAST" plate.yaml -check -run_dt 1e-5
says "  is compared with the shortest contact" 'clast: dt: given, [0-9.e-]* of the duration [0-9.e-]* s of the shortest contact, plate on floor'

# What flies off or explodes is named, with lists of any kind.
printf 'template,x,y,z,vx,vy,vz\nball,.5,.5,.5,9e29,0,0\n' >one.csv
for how in "" "-rebuild_every 1" "-search_method cells"; do
  # shellcheck disable=SC2086
  status "a speed beyond all domains ${how:-(lists)}: exit status 3" 3 timeout 30 "$CLAST" one.yaml -output_dir fly -domain_boundary free,free,free $how -run_end_time 5
  says "  the clump is named" 'clump 0 is lost: it is at'
done
printf 'template,x,y,z\nball,.5,.5,.5\nball,.5,.52,.53\nball,.52,.5,.46\n' >one.csv
status "an explosion, cells, two ranks: it ends" 3 on_ranks 2 timeout 60 "$CLAST" one.yaml -output_dir boom -domain_boundary periodic,periodic,periodic \
  -contact_ss_stiffness 1e60 -search_method cells -run_overlap_limit 1e9 -run_end_time 1
says "  and is told" 'clast: stopped at step'

# Who leaves through an open face is gone before its contacts are judged, whenever lists are made.
printf 'template,x,y,z,vx,vy,vz,blocked\nball,.87,.5,.5,300,0,0,\n' >one.csv
printf 'block,.98,.5,.5,0,0,0,xyzXYZ\n' >>one.csv
for every in 0 1; do
  "$CLAST" one.yaml -output_dir "leave$every" -rebuild_every $every -run_dt 5e-4 -run_gravity 0,0,0 -run_overlap_limit 0.01 >"$out" 2>&1
  echo $? >"rc$every"
done
is "leaving and overlapping at once: the same end with lists made every step" "$(cat rc0)" "$(cat rc1)"
is "  which is a run" "$(cat rc0)" 0

# Fills that cannot be.
cat >fill.yaml <<'E'
schema: 1
run: {end_time: 0.01, dt: 1.0e-3}
domain: {lo: [0, 0, 0], hi: [1, 1, 1]}
material:
  - s: {density: 1000}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - all: {template: [ball], count: 10, lo: [0, 0, 0], hi: [1, 1, 1]}
E
for count in 100000 900000000000; do
  status "a fill of $count" 2 timeout 30 "$CLAST" fill.yaml -clumps_all_count $count
  says "  has more volume than the box" 'clumps .* do not fit into the box'
done
status "a fill that gets stuck ends" 2 timeout 100 "$CLAST" fill.yaml -clumps_all_count 900 -clumps_all_attempts 50
says "  and says how many fit" 'only [0-9]+ fit'

# A restart with other periods would lose what contacts remember.
printf 'template,x,y,z\nball,.5,.5,.5\n' >one.csv
check "a run in a periodic box" "$CLAST" one.yaml -output_dir first -domain_boundary periodic,open,open
status "another period at the restart" 2 "$CLAST" -restart first -output_dir second -domain_hi 2,1,1
says "  is refused" 'periodic direction \(x\) cannot be changed'
check "another wall-less side is fine" "$CLAST" -restart first -output_dir third -domain_hi 1,1,1.5 -run_end_time 0.02

# What nobody asked for is never refused: automatic skins fit into the domain.
check "a box smaller than its only ball is taken" "$CLAST" one.yaml -output_dir tiny -domain_lo .475,.475,.475 -domain_hi .525,.525,.525
sed '/^clumps/,$d' one.yaml >empty.yaml
echo 'clumps: [{later: {template: [ball], position: [.25, .25, .25], at: 1e6}}]' >>empty.yaml
check "  and so is one that is empty" "$CLAST" empty.yaml -output_dir empty -domain_hi .5,.5,.5
status "  a skin that is larger than the domain was asked for" 2 "$CLAST" empty.yaml -output_dir empty -domain_hi .5,.5,.5 -search_skin .6
says "  which is told" "larger than the longest side of the domain"

# A grain of .1 mm rolls down a slope, alone or while a bar of a metre bears 10^9 times its weight: sums of torques are as fine as
# the grain needs, those of forces as what the bar's leave; and that is told.
cat >roll.yaml <<'E'
schema: 1
run: {end_time: 0.01, dt: 2.0e-6, gravity: [1, 0, -9.81]}
domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [free, free, free]}
material:
  - steel: {density: 7800}
  - sand: {density: 2500}
contact:
  - big: {between: [steel, steel], normal: hooke, tangential: hooke, stiffness: 1.0e6, restitution: 0.5, friction: 0.5}
  - small: {between: [sand, steel], normal: hooke, tangential: hooke, stiffness: 10, restitution: 0.5, friction: 0.5}
  - none: {between: [sand, sand], normal: hooke, stiffness: 10, restitution: 0.5}
template:
  - bar: {material: steel, pebbles: [-.5, 0, 0, .05, .5, 0, 0, .05]}
  - grain: {material: sand, pebbles: [0, 0, 0, 1.0e-4]}
clumps:
  - grain: {template: grain, position: [0, 0.5, 9.998962e-5]}
wall:
  - floor: {shape: plane, material: steel, point: [0, 0, 0], normal: [0, 0, 1]}
E
sed 's/^wall:/  - bar: {template: bar, position: [0, -0.5, 0.04996]}\n&/' roll.yaml >beside.yaml
rolls()
{
  awk -F, '$1 == "grain" { v = $9 / (0.01 * 5 / 7); w = $13 * 1e-4 / $9 } END { exit !(v > 0.99 && v < 1.01 && w > 0.99 && w < 1.01) }' "$1"
}
check "a grain on a slope" "$CLAST" roll.yaml -output_final roll.csv
silent "  its forces are fine enough" 'forces are summed'
check "  rolls as solid spheres do" rolls roll.csv
check "the same beside a heavy bar" on_ranks 2 "$CLAST" beside.yaml -output_final beside.csv
says "  it is told how fine forces are" 'all forces are summed in multiples of .* 0\.00[0-9]* of the weight of the lightest clump'
check "  it rolls all the same" rolls beside.csv

# With more bodies of their own kind than pairs are looked through one by one, no material is left out.
cat >many.yaml <<'E'
schema: 1
run: {end_time: 1.0e-6, dt: auto}
domain: {lo: [0, 0, 0], hi: [50, 50, 50], boundary: [open, open, open]}
material:
  - rock: {density: 2500}
  - steel: {density: 7800}
contact:
  - rocks: {between: [rock, rock], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
  - shots: {between: [steel, steel], normal: hooke, stiffness: 1.0e7, restitution: 0.5}
  - both: {between: [rock, steel], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
clumps:
  - rocks: {spheres: rocks.csv, material: rock}
  - shot: {spheres: shot.csv, material: steel}
E
awk 'BEGIN { print "clump_id,x,y,z,r"; for (k = 0; k < 500; k++) for (i = 0; i < 2; i++)
  printf "%d,%g,%g,%g,%g\n", k, 1 + 2 * (k % 20) + 0.1 * i, 1 + 2 * int(k / 20), 1, 0.1 + k * 1e-4 }' >rocks.csv
printf 'x,y,z,r\n5,5,5,0.1\n5,5,7,0.1\n' >shot.csv
check "five hundred templates" on_ranks 2 "$CLAST" many.yaml -check
says "  and the stiff law of the last is seen" 'contact of .* \(law shots\): .* of its duration 0.0040' # pi sqrt(m / 2 / k), m = 32.67 kg

# Physics stops a run after three have left: they are counted, with new lists since then or without.
cat >leave.yaml <<'E'
schema: 1
run: {end_time: 0.1, dt: 1.0e-3, overlap_limit: 0.5}
domain: {lo: [0, 0, 0], hi: [10, 10, 10], boundary: [open, open, open]}
material:
  - a: {density: 1, young: 1.0e5, poisson: 0.3}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 2.0e-3, restitution: 0.8}
template:
  - grain: {material: a, pebbles: [0, 0, 0, 0.3]}
clumps:
  - one: {template: [grain], position: [5, 5, 5], velocity: [1, 0, 0]}
  - two: {template: [grain], position: [5.65, 5, 5], velocity: [-9, 0, 0]}
  - out-1: {template: [grain], position: [9.95, 5, 8], velocity: [6, 0, 0]}
  - out-2: {template: [grain], position: [9.95, 5, 2], velocity: [7, 0, 0]}
  - out-3: {template: [grain], position: [9.95, 8, 2], velocity: [5, 0, 0]}
E
for every in 0 1; do
  status "two that are driven through each other (rebuild_every $every)" 3 on_ranks 2 "$CLAST" leave.yaml -rebuild_every $every -search_skin 3
  says "  and who left before is counted" 'clumps: 2 in the domain, 3 have left'
done
tap_end
