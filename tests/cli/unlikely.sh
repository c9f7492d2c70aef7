#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What can have no effect is refused, what is likely to be a mistake is warned of, and neither is said of what may be meant. limit: 300
. "$srcdir/tests/tap.sh"

base()
{
  cat <<'END'
schema: 1
run: {end_time: 0.1, dt: 1.0e-4, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, -0.1], hi: [0.2, 0.2, 0.6], boundary: [periodic, reflect, open]}
material: [{s: {density: 1000, young: 1.0e6, poisson: 0.3}}]
contact: [{ss: {between: [s, s], normal: hertz, tangential: mindlin, restitution: 0.6, friction: 0.4}}]
template: [{pair: {material: s, pebbles: [-0.006, 0, 0, 0.008, 0.006, 0, 0, 0.008]}}]
clumps: [{load: {template: pair, count: 20, lo: [0, 0, 0.02], hi: [0.2, 0.2, 0.3]}}]
wall: [{floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}}]
END
}

# EDIT [LINE...]: the scenario, edited by sed, with these lines
write() { { base | sed "$1"; shift; printf '%s\n' "$@"; } >case.yaml; }

# FACT LINE [EDIT]: refused, as it lies outside
outside()
{
  write "${3-}" "$2"
  status "$1" 2 "$CLAST" case.yaml -check
  says "  is told" 'lies wholly outside the domain: clumps can be from .* m( along [xyz])? only'
}

# FACT LINE [EDIT]: taken
within()
{
  write "${3-}" "$2"
  check "$1" "$CLAST" case.yaml -check
}

# ---- places ----

field='every: 0.01, fields: [density]'
outside "an outlet below an open face" 'outlet: [{o: {lo: [0, 0, -3], hi: [0.2, 0.2, -2]}}]'
says "  with its place" 'outlet: o: lo: .*from -0.1 to 0.6 m along z only: move it'
outside "  one that begins at the face" 'outlet: [{o: {lo: [0, 0, 0.6], hi: [0.2, 0.2, 0.7]}}]'
outside "  on two ranks as well" 'outlet: [{o: {lo: [0, 0.3, 0], hi: [0.2, 0.4, 0.1]}}]'
status "  with the same status" 2 on_ranks 2 "$CLAST" case.yaml -check
within "  one that crosses it is taken" 'outlet: [{o: {lo: [0, 0, -1], hi: [0.2, 0.2, -0.0999]}}]'
within "  across a periodic face" 'outlet: [{o: {lo: [0.3, 0, 0], hi: [0.35, 0.2, 0.1]}}]'
within "  at free faces" 'outlet: [{o: {lo: [0, 0, -3], hi: [0.2, 0.2, -2]}}]' 's/open\]/free]/'
outside "a plane beyond which nothing is" 'outlet: [{o: {region: plane, point: [0, 0, -0.2], normal: [0, 0, 1]}}]'
outside "  one that leans" 'outlet: [{o: {region: plane, point: [0, -0.1, -0.2], normal: [0, 1, 1]}}]'
within "  one that cuts the domain" 'outlet: [{o: {region: plane, point: [0, 0, -0.2], normal: [0, 1, -1]}}]'
within "  one that meets an image" 'outlet: [{o: {region: plane, point: [-1, 0, 0], normal: [1, 0, 0]}}]'
outside "a sphere beside an edge" 'outlet: [{o: {region: sphere, point: [0.1, 0.25, 0.65], radius: 0.06}}]'
within "  one that reaches it" 'outlet: [{o: {region: sphere, point: [0.1, 0.25, 0.65], radius: 0.08}}]'
outside "a cylinder" 'outlet: [{o: {region: cylinder, point: [0.1, 0.1, 0.61], axis: [0, 0, 1], radius: 0.05, length: 1}}]'
outside "a profile's window" "profile: [{p: {axis: z, bins: 2, lo: [0, 0, 5], hi: [0.2, 0.2, 6], $field}}]"
outside "  its range" "profile: [{p: {axis: z, bins: 2, range: [0.7, 0.8], $field}}]"
outside "  of a vector" "profile: [{p: {axis: [0, 3, 4], area: 1, bins: 2, range: [0.7, 0.8], $field}}]"
within "  within it" "profile: [{p: {axis: [0, 3, 4], area: 1, bins: 2, range: [0.5, 0.8], $field}}]"
outside "  of rings too wide" "profile: [{p: {axis: radius, about: [1, 0, 0], range: [0.8, 1], bins: 2, $field}}]"
outside "  of rings about an axis far off" "profile: [{p: {axis: radius, about: [1, 0, 0], point: [0, 0, 2], range: [0, 1], bins: 2, $field}}]"
within "  of rings that reach it" "profile: [{p: {axis: radius, about: [1, 0, 0], point: [0, 0, 1], range: [0, 1], bins: 2, $field}}]"
outside "  of rings too high" "profile: [{p: {axis: radius, about: [0, 0, 1], range: [0, 1], height: [0.7, 1], bins: 2, $field}}]" 's/periodic/open/'
outside "a monitor's window" 'monitor: [{m: {every: 0.01, type: solid_fraction, lo: [0, 0, 5], hi: [0.2, 0.2, 6]}}]'
within "  in reach of the largest clump" 'monitor: [{m: {every: 0.01, type: solid_fraction, lo: [0, 0, 0.61], hi: [0.2, 0.2, 0.7]}}]'
outside "  just out of its reach" 'monitor: [{m: {every: 0.01, type: solid_fraction, lo: [0, 0, 0.6141], hi: [0.2, 0.2, 0.7]}}]'
outside "a plane of flux" 'monitor: [{m: {every: 0.01, type: flux, point: [0, 0, 0.7], normal: [0, 0, 1]}}]'
outside "  a disc of it" 'monitor: [{m: {every: 0.01, type: flux, point: [0.1, 0.5, 0.3], normal: [0, 0, 1], radius: 0.2}}]'
within "  a plane of which there is an image" 'monitor: [{m: {every: 0.01, type: flux, point: [0.7, 0, 0], normal: [1, 0, 0]}}]'
outside "a grid" 'monitor: [{m: {every: 0.01, type: coarse_grain, grid_lo: [0, 0.3, 0], grid_hi: [0.2, 0.4, 0.1], spacing: 0.05, width: 0.05}}]'
within "  in reach of its kernel" 'monitor: [{m: {every: 0.01, type: coarse_grain, grid_lo: [0, 0.24, 0], grid_hi: [0.2, 0.4, 0.1], spacing: 0.05, width: 0.05}}]'
outside "points of a probe" 'probe: [{p: {every: 0.01, fields: [velocity], smoothing_length: 0.02, points: [0.1, 0.1, 0.7, 0.1, 0.1, 0.8]}}]'
within "  one of them in reach" 'probe: [{p: {every: 0.01, fields: [velocity], smoothing_length: 0.02, points: [0.1, 0.1, 0.61, 0.1, 0.1, 0.8]}}]'
outside "the box of a dump" 'dump: [{d: {every: 0.01, what: clumps, lo: [0, 0, 0.7], hi: [1, 1, 1]}}]'
outside "  across a periodic face, as places are wrapped" 'dump: [{d: {every: 0.01, what: clumps, lo: [0.3, 0, 0], hi: [0.4, 0.2, 0.2]}}]'
within "a clump that is held passes reflecting faces" 'outlet: [{o: {lo: [0, 0.3, 0], hi: [0.2, 0.4, 0.1]}}]' \
  's/wall: \[.*/&/; s/count: 20.*}}/position: [0.1, 0.1, 0.1], velocity: [0, 1, 0], blocked: y}}/'
within "a domain that deforms" 'outlet: [{o: {lo: [0, 0, 5], hi: [0.2, 0.2, 6]}}]' \
  's/, gravity: .0, 0, -9.81.//; /^wall/d; s/boundary.*/boundary: [periodic, periodic, open], deformation: {type: shear, flow: x, gradient: y, rate: 1}}/'

# ---- numbers that are likely to be mistakes ----

# A warning that begins with the place of a key or object has its line in front.
placed() # REGEX
{
  case $1 in
    'pair on '* | 'clumps: 3 '* | 'run: gravity is'* | 'an impact'* | 'the fastest'*) echo "$1" ;;
    *) echo "line [0-9]+: $1" ;;
  esac
}

# FACT REGEX EDIT [LINE...]: the scenario is taken, with this warning
warned()
{
  local fact=$1 words
  words=$(placed "$2")
  shift 2
  write "$@"
  check "$fact" "$CLAST" case.yaml -check
  says "  is warned of" "clast: warning: $words"
}

# FACT EDIT [LINE...]: taken without a warning
silent()
{
  local fact=$1
  shift
  write "$@"
  check "$fact" "$CLAST" case.yaml -check
  is "  without a word" "$(grep -c warning "$out")" 0
}

silent "the scenario itself" ''
warned "friction in degrees" 'contact: ss: friction: 30 is far beyond the usual range, 0 to 1; if 30 are degrees give 0\.577$' 's/friction: 0.4/friction: 30/'
warned "  of a material" 'material: s: friction: 30 is far' 's/, friction: 0.4//; s/poisson: 0.3/&, friction: 30/'
warned "  of rolling" 'contact: ss: rolling_friction: 3 is far' 's/friction: 0.4/&, rolling: constant_torque, rolling_friction: 3/'
warned "  of hard contacts" 'constraint: h: friction: 30 is far' '/^contact/d' 'constraint: [{h: {type: contact, between: [s, s], friction: 30}}]'
silent "large friction that is met" 's/friction: 0.4/friction: 1.5/'
warned "an interval longer than the run" 'output: frames_every: 1 s is longer than the run, which lasts 0.1 s' '' 'output: {frames_every: 1}'
warned "  of a profile" 'profile: p: every: 0.2 s is longer' '' 'profile: [{p: {axis: z, bins: 2, every: 0.2, fields: [density]}}]'
silent "  as long as the run" '' 'output: {frames_every: 0.1, log_every: 0.1}'
silent "  of wall time" '' 'checkpoint: {every_wall: 3600}'
warned "an interval shorter than the step" 'output: frames_every: 1e-09 s is shorter than the time step, 0.0001 s: all is written after every step, 1e.03 times until the end' '' 'output: {frames_every: 1.0e-9}'
warned "  of a monitor" 'monitor: m: every: 5e-05 s is shorter' '' 'monitor: [{m: {every: 5.0e-5, type: coordination}}]'
warned "many files" 'image: v: every: 0.0001 s makes 2e.05 files until the end' 's/end_time: 0.1/end_time: 20/' 'image: [{v: {every: 1.0e-4, from: [1, 0, 0], look_at: [0, 0, 0]}}]'
silent "an interval of one step" '' 'output: {log_every: 1.0e-4}'

early='energy is 0, not above .below. .0.001.. The run ends at its first look, at t = 0.01 s'
warned "an event that holds at the start and ends the run" "event: e: its condition holds at the start already, as $early" '' 'event: [{e: {when: energy, below: 1.0e-3, every: 0.01, do: [end]}}]'
check "  it does" on_ranks 3 "$CLAST" case.yaml -output_dir early
says "  is warned of, too" "$early"
is "  once" "$(grep -c 'warning: line [0-9]*: event: e' "$out")" 1
is "  at that look" "$(tail -n 1 early/log.csv | cut -d, -f1)" 100
check "  a restart has nothing to tell" "$CLAST" -restart early -run_end_time 0.1
is "  and tells nothing" "$(grep -c 'warning: .*event' "$out")" 0
silent "a bound that a free fall leaves before" '' 'event: [{e: {when: energy, below: 1.0e-5, every: 0.01, do: [end]}}]'
silent "one that counts later" '' 'event: [{e: {when: energy, below: 1.0e-3, every: 0.01, start: 0.05, do: [end]}}]'
silent "one that does something else" '' 'event: [{e: {when: energy, below: 1.0e-3, every: 0.01, do: [checkpoint]}}]'
warned "a number that is there already" 'event: e: .*number is 20, not above .below. .50.. .* at its first look' '' 'event: [{e: {when: number, below: 50, every: 0.01, do: [end]}}]'
warned "a time that has passed" 'event: e: .*time is 0, not above .below. .0.05.. The run ends after the first step: give' '' 'event: [{e: {when: time, below: 0.05, do: [end]}}]'

feed() { echo "inlet: [{feed: {template: pair, lo: [0, 0, 0.5], hi: [0.04, 0.04, 0.54], every: $1, number_rate: $2, velocity: [0, 0, -1]}}]"; }
# 0.04^3 m^3 over the 4.105e-6 m^3 of a pair are 15.6
warned "an inlet whose region is too small" 'inlet: feed: .*1.1e.04 clumps are due until the end, but its region has the volume of 15.6 in each release, of 156 in all: enlarge' '' "$(feed 0.01 1.0e5)"
check "  is full" "$CLAST" case.yaml -output_dir full
entered=$(sed -n 's/^clast: inlet feed has released \([0-9]*\) clumps.*/\1/p' "$out")
says "  and told of at the end" "line [0-9]+: inlet: feed: $entered of 11000 clumps that were due have entered \(0\.[0-9]+ %\), as in 11 releases one found no place"
silent "an inlet with room" '' "$(feed 0.05 40)"
check "  keeps its rate" "$CLAST" case.yaml -output_dir room
is "  without a word" "$(grep -c warning "$out")" 0

# ---- units, gravity, damping, times ----

# FACT REGEX EDIT [LINE...]: warned of by -check and by a run, once each
doubted()
{
  local fact=$1 words
  words=$(placed "$2")
  warned "$@"
  is "  once" "$(grep -Ec "warning: $words" "$out")" 1
  "$CLAST" case.yaml -output_dir doubted -run_wall_limit 0.05 >run.txt 2>&1
  is "  by a run as well" "$(grep -Ec "warning: $words" run.txt)" 1
}

doubted "a density in g/cm3" 'material: s: density: 2.6 kg/m.3 is less than solids have: usual are 100 to 20000; if it is in g/cm.3 give 2600$' 's/density: 1000/density: 2.6/'
doubted "  of a template" 'template: pair: density: 2.6 kg' 's/material: s, pebbles/density: 2.6, &/'
doubted "  of clumps" 'clumps: load: density: 2.6 kg' 's/count: 20/density: 2.6, &/'
doubted "  too dense" 'material: s: density: 40000 kg/m.3 is more than solids have: .*; if it is in g/m.3 give 40$' 's/density: 1000/density: 4e4/'
auto='s/1.0e-4, gravity/auto, gravity/'
silent "  not in other units" "$auto; "'s/density: 1000/density: 2.6/; s/-9.81/-1/'
silent "  nor without gravity" "$auto; "'s/density: 1000/density: 2.6/; s/-9.81/0/'
silent "  nor of foam" "$auto; "'s/density: 1000/density: 15/'
silent "  nor where contacts bear no more" "$auto; "'s/density: 1000/density: 2.6/; s/young: 1.0e6/young: 1.0e4/'
doubted "a modulus beyond that of diamond" 'material: s: young: 1e.15 Pa is more than diamond has' 's/young: 1.0e6/young: 1.0e15/; s/1.0e-4, gravity/auto, gravity/'

soft='line [0-9]+: material: s: young: 1000 Pa is too soft for pair on pair .law ss.: the weight of one clump is 25.6 times what the contact bears at an overlap of 0.1 radii'
write 's/young: 1.0e6/young: 1.0e3/'
"$CLAST" case.yaml -check >soft.txt 2>&1
is "contacts that hold nothing up" "$(grep -Ec "warning: $soft" soft.txt)" 1
one_warning() { is "  and of nothing else" "$(grep -c 'clast: warning' "$out")" 1; }
# FACT REGEX EDIT: the only warning, of a run that may stop early
soft_at()
{
  write "$3"
  "$CLAST" case.yaml -check >"$out" 2>&1
  says "$1" "clast: warning: line [0-9]+: $2"
  one_warning
}
soft_at "a modulus in GPa" 'material: s: young: 70 Pa is too soft for pair on .*: the weight of one clump is .*: if it is in GPa give 7e.10; otherwise give' "$auto; "'s/young: 1.0e6/young: 70/'
soft_at "  in MPa" 'material: s: young: 2000 Pa is too soft .*: if it is in MPa give 2e.09; otherwise' "$auto; "'s/young: 1.0e6/young: 2000/'
soft_at "  a stiffness" 'contact: ss: stiffness: 0.1 N/m is too soft for pair on pair .law ss.: the weight' "$auto; "'s/normal: hertz, tangential: mindlin/normal: hooke, stiffness: 0.1/; s/, friction: 0.4//'
doubted "gravity in mm/s2" 'run: gravity: 9810 m/s.2 is a thousand times that of the Earth: is it in mm/s.2. give .0, 0, -9.81.$' "$auto; s/-9.81/-9810/"
check "  by -check" "$CLAST" case.yaml -check
one_warning
silent "  not with densities in t\/mm3" "$auto; s/-9.81/-9810/; s/density: 1000/density: 1e-9/"
warned "a step beyond contacts and dashpots" 'run: dt: 0.001 s is .* of the (duration|damping time) .*: give dt: auto$' 's/dt: 1.0e-4/dt: 1.0e-3/; s/end_time: 0.1/end_time: 1.0e-3/; s/restitution: 0.6/restitution: 0.1/; /^clumps/s/count: 20/count: 1/'
one_warning
silent "  none but they" 's/young: 1.0e6/young: 3.0e5/; s/1.0e-4, gravity/auto, gravity/'
doubted "a step far too short" 'run: dt: 1e-07 s is 0.0019 of 5.*e-05 s, which contacts need .dt: fixed.: the run makes 1e.06 steps until its end; dt: auto would do' 's/dt: 1.0e-4/dt: 1.0e-7/'
silent "  not a short one" 's/dt: 1.0e-4/dt: 2.0e-6/'

write 's/young: 1.0e6/young: 1.0e-6/; s/1.0e-4, gravity/auto, gravity/' 'output: {log_every: 0.01}'
status "a step longer than the run, as young is in MPa or so" 2 "$CLAST" case.yaml
is "  is the only thing told" "$(grep -c . "$out")" 2
says "  with the cause" "line [0-9]+: run: dt: 'auto': .* s is longer than the run, 0\.1 s .end_time., as the shortest contact, pair on (pair|floor) .*, lasts .* s: is young in Pa, or stiffness in N/m\?"
warned "  of a run that is only begun" 'run: dt: .* s is longer than the run, 1e-09 s .end_time.' 's/1.0e-4, gravity/auto, gravity/; s/end_time: 0.1/end_time: 1e-9/'
write 's/young: 1.0e6/young: 1.0e3/; s/1.0e-4, gravity/auto, gravity/' 'output: {log_every: 1.0e-5}'
check "a soft material and an interval shorter than the step" "$CLAST" case.yaml -check
is "  are told in this order" "$(grep -o 'weight of one clump\|shorter than the time step' "$out" | tr '\n' ' ')" "weight of one clump shorter than the time step "

nothing='run: gravity is not given, so it is zero: clumps that begin at rest do not fall on wall floor; give .0, 0, -9.81., or .0, 0, 0. if none is meant$'
doubted "no gravity" "$nothing" 's/, gravity: .0, 0, -9.81.//'
silent "  if it is given as zero" 's/-9.81/0/'
silent "  or clumps move" 's/, gravity: .0, 0, -9.81.//; s/count: 20/velocity: [0, 0, -1], &/'
silent "  or no wall is there" 's/, gravity: .0, 0, -9.81.//; /^wall/d'
silent "  or a force acts" 's/, gravity: .0, 0, -9.81.//' 'force: [{f: {force: [0, 0, -1]}}]'

never='s is not before the end of the run, 0.1 s .run: end_time.: nothing comes of it$'
doubted "a motion after the end" "motion: m: start: 5 $never" '' 'motion: [{m: {walls: [floor], type: translate, velocity: [0, 0, -0.1], start: 5}}]'
doubted "  an event" "event: e: start: 0.1 $never" '' 'event: [{e: {when: number, below: 5, every: 0.01, start: 0.1, do: [end]}}]'
doubted "  an inlet" "inlet: feed: start: 5 $never" '' "$(feed 0.05 40 | sed 's/template: pair/&, start: 5/')"
doubted "  an outlet" "outlet: o: start: 5 $never" '' 'outlet: [{o: {lo: [0, 0, 0], hi: [0.2, 0.2, 0.01], start: 5}}]'
doubted "  a force" "force: f: start: 5 $never" '' 'force: [{f: {force: [0, 0, -1], start: 5}}]'
doubted "  a time of an event" 'event: e: above: 5 s is not before the end of the run, 0.1 s .run: end_time.: it never happens' '' 'event: [{e: {when: time, above: 5, do: [end]}}]'
printf 'template,x,y,z\npair,0.1,0.1,0.1\npair,0.1,0.1,0.2\n' >rows.csv
doubted "  clumps" 'clumps: 3 would enter after the end of the run, 0.1 s .run: end_time., the first of them at t = 2 s' 's/^clumps: ./&{a: {file: rows.csv, at: 3}}, {b: {template: pair, position: [0.1, 0.1, 0.2], at: 2}}, /'
is "  on two ranks, too" "$(on_ranks 2 "$CLAST" case.yaml -check 2>&1 | grep -c 'warning: clumps: 3 would enter')" 1
silent "  before it" '' 'motion: [{m: {walls: [floor], type: translate, velocity: [0, 0, -0.1], start: 0.09}}]'

# sqrt(1 - 0.7) = 0.548
doubted "damping of falls" 'run: damping: 0.7 acts against free falls, too: clumps fall with 0.3 of gravity, take 1.83 times as long and land with 0.548 of the speed .1.3 m/s in place of 2.38 for the largest fall.' 's/gravity/damping: 0.7, &/'
doubted "  by an object" 'damping: d: cundall: 0.7 acts' '' 'damping: [{d: {cundall: 0.7}}]'
doubted "  viscous" 'damping: d: viscous: 50 1/s acts against free falls, too: clumps fall no faster than 0.196 m/s, in place of 2.38 m/s' '' 'damping: [{d: {viscous: 50}}]'
check "  it does" "$CLAST" case.yaml -output_dir slow
silent "  not of slight damping" 's/gravity/damping: 0.01, &/'
silent "  nor without gravity" 's/gravity/damping: 0.7, &/; s/-9.81/0/'
silent "  nor where nothing falls far" 's/gravity/damping: 0.7, &/; s/hi: .0.2, 0.2, 0.3./hi: [0.2, 0.2, 0.05]/'
silent "  nor of a packing of a file" 's/gravity/damping: 0.7, &/; s/template: pair, count: 20.*}}/file: rows.csv}}/'

# ---- walls, inlets, cameras ----

drum='wall: [{drum: {shape: cylinder, material: s, point: [0, 0, 0.25], axis: [1, 0, 0], radius: 0.2}}]'
turn() { echo "motion: [{m: {walls: [drum], type: rotate, point: [0, 0, 0.25], axis: [1, 0, 0], rate: $1}}]"; }
round='/^wall/d; s/\[0, 0, -0.1\]/[0, -0.2, 0]/; s/reflect, open/free, free/; s/lo: .0, 0, 0.02., hi: .0.2, 0.2, 0.3./lo: [0, -0.1, 0.15], hi: [0.2, 0.1, 0.35]/'
doubted "a drum that turns in turns a minute" 'motion: m: rate: at 30 rad/s, 286 turns a minute, wall drum presses clumps to its surface with 18.3 times gravity: .*; if 30 are turns a minute give 3.142$' "$round" "$drum" "$(turn 30)"
silent "  one that tumbles" "$round" "$drum" "$(turn 6)"
doubted "an inlet behind a wall" 'inlet: feed: lo: its region is on the solid side of wall floor' '' "$(feed 0.05 40 | sed 's/0.5\]/-0.09]/; s/0.54\]/-0.02]/')"
see() { echo "image: [{v: {every: 0.1, size: [40, 30], from: [1, 1, 0.3], look_at: [$1], $2}}]"; }
doubted "a camera that looks away" 'image: v: the camera at .1, 1, 0.3. m, which looks at .5, 5, 0.3. m, sees nothing of the domain' '' "$(see '5, 5, 0.3' 'angle: 25')"
doubted "  beside it" 'image: v: .* sees nothing' '' "$(see '1, -1, 0.3' 'angle: 10')"
silent "  one that looks there" '' "$(see '0, 0, 0.3' 'angle: 25')"
silent "  wide enough" '' "$(see '1, -1, 0.3' 'angle: 120')"

fast() { echo "motion: [{m: {walls: [$1], type: translate, velocity: [$2]}}]"; }
write '' "$(fast floor '0, 0, 30')"
status "a wall that is too fast" 3 "$CLAST" case.yaml -check
says "  is warned of" 'clast: warning: the fastest wall moves 0.003 m in a step, 0.38 of the smallest radius, and wall floor comes towards clumps'
warned "  one that retreats leaves the domain" 'wall: floor: moves out of the domain' '' "$(fast floor '0, 0, -30')"
is "  and nothing else" "$(grep -c 'warning' "$out")" 1
gate='s/periodic, reflect, open/open, open, open/; s/^wall: ./&{gate: {shape: box, side: outside, material: s, lo: [0, 0, 0.005], hi: [0.2, 0.2, 0.015]}}, /'
silent "  nor of a gate that is drawn aside" "$gate" "$(fast gate '30, 0, 0')"

# ---- falls ----

auto='s/1.0e-4, gravity/auto, gravity/; s/end_time: 0.1/end_time: 1/'
fall='nothing is below the clumps: with .0, 0, -9.81. m.s.2 the fall of the clumps meets no wall, and they fall through the open face z lo, the first at t = 0.1[0-9]+ s; give a floor'
far='wall: floor: it lies wholly outside the domain, from .0, 0, -0.1. to .0.2, 0.2, 0.6. m: no clump can ever touch it'
doubted "a floor below the domain" "$far" "$auto"'; s/point: .0, 0, 0./point: [0, 0, -0.5]/'
says "  below which clumps fall" "warning: line 2: run: gravity: $fall"
doubted "no floor" "run: gravity: $fall" "$auto; /^wall/d"
check "  they leave" on_ranks 2 "$CLAST" case.yaml -output_dir leave
says "  and that is told" '^clast: all clumps have left, 20 through the face z lo: the domain is empty$'
doubted "gravity upwards" 'run: gravity: .* they fall through the open face z hi, the first at t = .* s; wall floor would be met with the opposite gravity: is its sign right.$' "$auto; s/-9.81/9.81/"
doubted "gravity along a periodic axis" 'run: gravity: the fall of the clumps meets no wall: .* they fall along x, which is periodic, faster and faster until the end' "$auto; s/0, 0, -9.81/9.81, 0, 0/"
silent "  down a slope" "$auto; s/0, 0, -9.81/5, 0, -9.81/"
tube() { echo "wall: [{floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}}, {can: {shape: cylinder, material: s, point: [0.1, 0.1, 0], axis: [0, 0, 1], radius: $1, length: 0.5, ends: open}}]"; }
lift() { echo "motion: [{m: {walls: [floor], type: translate, velocity: [$1]}}]"; }
open='s/periodic, reflect/open, open/; /^wall/d; s/lo: .0, 0, 0.02., hi: .0.2, 0.2, 0.3./lo: [0.06, 0.06, 0.02], hi: [0.14, 0.14, 0.4]/'
silent "clumps in a can" "$auto; $open" "$(tube 0.08)"
doubted "  too wide by a factor" 'wall: can: it lies wholly outside the domain' "$auto; $open" "$(tube 80)"
warned "  at -check a floor that comes too late" 'wall: floor: moves out of the domain' "$auto" "$(lift '0, 0, -5')"
one_side() { tube 0.08 | sed "s/ends: open/&, side: $1/"; }
doubted "clumps on the side on which a sheet does not act" 'wall: can: side: all 20 clumps are inside of it, and it acts outside only: they are on its solid side .*; give side: inside, or both$' "$auto; $open" "$(one_side outside)"
is "  which is within reach" "$(grep -c 'lies wholly' "$out")" 0
silent "  on the side on which it acts" "$auto; $open" "$(one_side inside)"
write "$auto; $open" "$(one_side outside)"
status "  they stop the run" 3 "$CLAST" case.yaml -output_dir side
says "  for that cause" '1\. clump [0-9]+ came from the side on which wall can does not act .side: outside.: give side: both\.$'
doubted "a wall that shakes" 'motion: m: its bodies move at up to 157 m/s' "$auto; $open" "$(tube 0.08)" 'motion: [{m: {walls: [can], type: oscillate, direction: [0, 0, 1], amplitude: 0.05, frequency: 500}}]'
says "  limits the step by its name" 'limited by the contact of pair on can .law ss, impact at 157 m/s'

ball() { echo "wall: [{ball: {shape: sphere, material: s, point: [0.1, 0.1, 0.2], radius: 0.035$1}}]"; }
doubted "a ball with its default side in the midst of a fill" 'wall: ball: it keeps clumps inside .side: inside, the default., and all 1 clumps of load are inside of it, though [0-9]+ of the first 200 attempts were not: give side: outside' "$auto; $open; s/count: 20/count: 1/" "$(ball '')"
silent "  not with the side given" "$auto; $open; s/count: 20/count: 1/" "$(ball ', side: inside')"
silent "  nor one around the fill" "$auto; $open" "$(ball '' | sed 's/0.035/0.3/')"

outlet() { echo "outlet: [{o: {region: plane, point: [0, 0, 0.01], normal: [0, 0, $1]}}]"; }
doubted "an outlet in which all clumps are" 'outlet: o: all 20 clumps are in its region at the start, and it takes them as soon as it looks: move it, or turn its normal$' '' "$(outlet -1)"
silent "  not one that waits below" '' "$(outlet 1)"
doubted "a fill across a sheet" 'clumps: load: its region crosses wall can, a sheet: [0-9]+ % of it is inside the cylinder, and [0-9]+ % outside' "$auto; $open" "$(tube 0.04)"
doubted "  in a cylinder" 'clumps: load: its region crosses wall can' "$auto; $open; s/lo: .0.06.*0.4./region: cylinder, point: [0.1, 0.1, 0.02], axis: [0, 0, 1], radius: 0.07, length: 0.4/" "$(tube 0.05)"
silent "  not one inside" "$auto; $open; s/lo: .0.06.*0.4./region: cylinder, point: [0.1, 0.1, 0.02], axis: [0, 0, 1], radius: 0.07, length: 0.4/" "$(tube 0.08)"
doubted "  an inlet" 'inlet: feed: its region crosses wall can' "$auto; $open; s/count: 20/count: 2/" "$(tube 0.08)" "inlet: [{feed: {template: pair, lo: [0.02, 0.02, 0.4], hi: [0.18, 0.18, 0.45], every: 0.1, number_rate: 5}}]"

# ---- keys that do nothing, and units of numbers ----

servo() { echo "motion: [{m: {walls: [floor], type: servo, direction: [$1], force: 10, speed_limit: 0.1}}]"; }
doubted "a servo that pushes away from the clumps" 'motion: m: direction: wall floor is pushed along .0, 0, -1., away from the clumps, .*: it never presses them; give the direction in which the wall pushes, .0, 0, 1.$' '' "$(servo '0, 0, -2')"
silent "  one that presses" '' "$(servo '0, 0, 1')"
doubted "a property that no law takes" 'material: s: rolling_friction: it is not used, as no contact has a law that takes it' 's/poisson: 0.3/&, rolling_friction: 0.1/'
silent "  one that some law takes" 's/poisson: 0.3/&, rolling_friction: 0.1/; s/friction: 0.4/&, rolling: constant_torque/'
doubted "  of cohesion" 'material: s: surface_energy: it is not used' 's/poisson: 0.3/&, surface_energy: 0.1/'
moves() { echo "motion: [{m: {walls: [floor], type: translate, velocity: [0, 0, -0.1]$1}}]"; }
ends='event: [{e: {when: motion_done, of: m, do: [end]}}]'
doubted "an event after a motion without end" 'event: e: of: motion m has no end, so it is never done: the event never happens' '' "$(moves '')" "$ends"
doubted "  that ends too late" 'event: e: of: motion m ends at t = 3 s, not before the end of the run, 0.1 s' '' "$(moves ', end: 3')" "$ends"
silent "  that ends" '' "$(moves ', end: 0.05')" "$ends"
doubted "  after an inlet without limit" 'event: e: of: inlet feed has no limit, so it is never done' '' "$(feed 0.05 40)" 'event: [{e: {when: inlet_done, of: feed, do: [end]}}]'
silent "  with one" '' "$(feed 0.05 40 | sed 's/template: pair/&, stop_number: 3/')" 'event: [{e: {when: inlet_done, of: feed, do: [end]}}]'
turned() { printf 's/count: 20.*}}/position: [0.1, 0.1, 0.1], attitude: {axis: [0, 0, 1], angle: %s}}}/' "$1"; }
doubted "an attitude in radians" 'clumps: load: attitude_angle: angles are in degrees: 1.57 degrees; if radians are meant give 90$' "$(turned 1.57)"
doubted "  half a turn" 'clumps: load: .* -3.14159 degrees; if radians are meant give -180$' "$(turned -3.14159)"
doubted "  an eighth" 'clumps: load: .* give 45$' "$(turned 0.785)"
silent "  in degrees" "$(turned 1.5)"
shakes() { echo "motion: [{m: {walls: [floor], type: oscillate, direction: [1, 0, 0], amplitude: 0.05, frequency: $1}}]"; }
fast='motion: m: its bodies move at up to 157 m/s .2 pi x frequency x amplitude., more than the usual 50 m/s'
doubted "a wall that shakes too fast" "$fast" '' "$(shakes 500)"
silent "  one that does not" '' "$(shakes 5)"
doubted "a range without a colour" 'image: v: range: it is not used, as bodies are coloured by template .the default.; give colour' '' "$(see '0, 0, 0.3' 'angle: 25, range: [0, 1]')"
silent "  with one" '' "$(see '0, 0, 0.3' 'angle: 25, range: [0, 1], colour: speed')"
bond() { echo "bond: [{b: {between: [s, s], distance: $1, normal_stiffness: 1.0e9, shear_stiffness: 1.0e9}}]"; }
doubted "bonds that bind nothing" 'bond: b: distance: no two pebbles of its materials are within 1e-09 m, so it links nothing: the smallest gap is [0-9.e-]+ m$' '' "$(bond 1.0e-9)"
write '' "$(bond 0.2)"
"$CLAST" case.yaml -check >bonds.txt 2>&1
is "  not of those that bind" "$(grep -c 'links nothing' bonds.txt)" 0
doubted "bonds that are made after the end" 'bond: b: at: 3 s is not before the end of the run, 0.1 s .run: end_time.: it links nothing$' '' "$(bond '0.2, at: 3')"

# ---- what -check tries ----

write 's/1.0e-4, gravity/auto, gravity/'
check "the forecast" "$CLAST" case.yaml -check
says "  is a range" '^clast: [0-9]+ to [0-9]+ steps of 5.2e-05 to 0.00041 s until t = 0.1 s, as contacts come and go, take about .* s, .* s each now; more when bodies touch$'
most=$(sed -n 's/^clast: \([0-9]*\) to \([0-9]*\) steps.*/\1 \2/p' "$out")
check "  of the run" "$CLAST" case.yaml -output_dir range
made=$(sed -n 's/^clast: finished: .* at step \([0-9]*\),.*/\1/p' "$out")
is "  that is within it" "$(test "${most% *}" -le "$made" && test "$made" -le "${most#* }" && echo within)" within
printf 'template,x,y,z\npair,0.1,0.1,0.1\npair,0.1,0.1,0.101\n' >two.csv
for how in -check '-output_dir overlap'; do
  write 's/template: pair, count: 20.*}}/file: two.csv}}/'
  # shellcheck disable=SC2086 # words
  status "overlaps at the start: $how" 3 "$CLAST" case.yaml $how
  says "  of both rows" 'clump 0 .row 1 of two.csv, clumps: load. and clump 1 .row 2 of two.csv, clumps: load. overlap by 1.87'
  says "  and both places" 'the centre of clump 0 is at .0.1, 0.1, 0.1. m, that of clump 1 at .0.1, 0.1, 0.101. m\.$'
done
status "  by -check" 3 "$CLAST" case.yaml -check -output_dir tried
says "  which says what it tried" '^clast: -check found this in the forces at the start; nothing was written, and a run would stop there, too$'
is "  and has written nothing" "$(ls -d tried 2>/dev/null)" ""
write 's/template: pair, count: 20.*}}/template: pair, position: [0.1, 0.1, 0.0085], velocity: [0, 0, -60]}}/'
status "one that comes in the first steps" 3 "$CLAST" case.yaml -check
says "  was found in a trial" '^clast: -check found this in a trial of the next 20 steps, made in memory; nothing was written, and a run would stop there, too$'

# ---- densities ----

none='s/density: 1000, //'
# FACT OF EDIT [LINE...]: a density is needed, as this depends on it
needed()
{
  local fact=$1 of=$2
  shift 2
  write "$@"
  status "$fact" 2 "$CLAST" case.yaml -check
  says "  is needed" "material: s: density: missing: $of"
  is "  which is told once" "$(grep -c 'density: missing' "$out")" 1
}

pair='the mass of template pair depends on it: give it, in kg/m.3'
one='s/count: 20.*}}/position: [0.1, 0.1, 0.1], DENSITY}}/'
needed "a density of a fill" "$pair" "$none"
status "  the same on two ranks" 2 on_ranks 2 "$CLAST" case.yaml -check
needed "  of a clump" "$pair" "$none; ${one/, DENSITY/}"
needed "  of an inlet" "$pair" "$none; /^clumps/d" "$(feed 0.05 40)"
needed "  of one of two materials of an inlet" 'the mass of template pair-s depends' "s/{s: {density: 1000, \(.*\)}]/{t: {density: 1000, \1}, {s: {\1}]/; /^clumps/d; s/between: .s, s./between: [s, t]/; s/^contact: ./&{tt: {between: [t, t], normal: hertz, restitution: 0.6}}, {st: {between: [s, s], normal: hertz, restitution: 0.6}}, /; s/template: .{pair: {material: s/template: [{pair: {material: t/; s/plane, material: s/plane, material: t/" \
  "$(feed 0.05 40 | sed 's/template: pair/&, material: [t, s]/')"
printf 'template,x,y,z\npair,0.1,0.1,0.1\n' >rows.csv
needed "  of rows of a file" "$pair" "$none; s/template: pair, count: 20.*}}/file: rows.csv}}/"
printf 'x,y,z,r\n0.1,0.1,0.1,0.01\n' >balls.csv
needed "  of rows of spheres" 'the mass of template sphere-s depends' "$none; s/template: pair, count: 20.*}}/spheres: balls.csv, material: s}}/"
printf 'v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >tet.obj
needed "  of a free mesh" 'the mass of wall body depends' "$none; /^clumps/d; s/^wall: ./&{body: {shape: mesh, file: tet.obj, material: s, free: true}}, /"
needed "  of a fluid at rest" 'it is the density at rest of interaction f' "$none; s/pebbles: .*/mass: 1, pebbles: [0, 0, 0, 0.01]}}]/" 'interaction: [{f: {type: sph, material: s, walls: [s], state: {type: tait, sound_speed: 10}}}]'
needed "  of a given volume" "$pair" "$none; s/material: s, pebbles/material: s, mass_properties: given, volume: 1.0e-6, position: [0, 0, 0], inertia: [1.0e-6, 1.0e-6, 1.0e-6], pebbles/"

# what else gives a mass; 4.105e-6 m^3 x 1000 kg/m^3
printf 'template,x,y,z,density\npair,0.1,0.1,0.1,1000\n' >rows.csv
for gives in "s/material: s, pebbles/density: 1000, &/" "s/material: s, pebbles/mass: 0.00410501, &/" "${one/DENSITY/density: 1000}" "s/count: 20/density: 1000, &/" \
  "s/template: pair, count: 20.*}}/file: rows.csv}}/" "s/template: pair, count: 20.*}}/spheres: balls.csv, material: s, density: 1000}}/"; do
  silent "enough: $gives" "$none; $gives"
  masses=$(sed -n 's/^clast: mass of all clumps: \([0-9.e-]*\) kg.*/\1/p' "$out")
  "$CLAST" case.yaml -check -material_s_density 1000 >with.txt 2>&1
  is "  with the same mass as with that density" "$masses" "$(sed -n 's/^clast: mass of all clumps: \([0-9.e-]*\) kg.*/\1/p' with.txt)"
done
silent "none is needed of a wall" "s/{s: {density: 1000, \(.*\)}]/{s: {density: 1000, \1}, {w: {\1}]/; s/^contact: ./&{sw: {between: [s, w], normal: hertz, restitution: 0.6}}, /; s/plane, material: s/plane, material: w/"
check "  it runs" "$CLAST" case.yaml -output_dir wall -run_end_time 0.01
is "  and has none in resolved.yaml" "$(grep -c 'density:' wall/resolved.yaml)" 1
check "  and goes on" "$CLAST" -restart wall -run_end_time 0.02
check "  with a density from now on, too" "$CLAST" -restart wall -run_end_time 0.03 -material_w_density 2000
status "  but not with another for that of clumps" 2 "$CLAST" -restart wall -run_end_time 0.03 -material_s_density 2000
says "  as they were made with it" 'density: .*2000, but bodies of the checkpoint were made with 1000'

# A run of a former version, which assumed 1 kg/m^3, has that in its files.
write 's/density: 1000/density: 1/'
check "a run with density 1" "$CLAST" case.yaml -output_dir one -run_end_time 0.01
cp one/resolved.yaml again.yaml
check "  its resolved.yaml runs" "$CLAST" again.yaml -output_dir again -run_end_time 0.01
check "  to the same bits" "$CLAST_DIGEST" one/restart/clast-100.h5 again/restart/clast-100.h5
check "  and its checkpoint goes on" "$CLAST" -restart one -run_end_time 0.02
tap_end
