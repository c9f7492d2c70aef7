# SPDX-License-Identifier: MIT
# What the programs say of checkpoints with valid digests and numbers that no run has: status 2 (clast-digest: 3), one line that
# names the place, nothing written; and of the same numbers in a scenario.
. "$srcdir/tests/tap.sh"

cat >one.yaml <<'E2'
schema: 1
run: {end_time: 0.002, dt: 1.0e-3, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, open, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - a: {file: one.csv}
E2
printf 'template,x,y,z,vx,vy,vz\nball,.5,.5,.5,0,0,0\nball,.59,.5,.5,0,0,0\n' >one.csv
sed 's/one.csv/crafted.h5/' one.yaml >taker.yaml
check "a run" "$CLAST" one.yaml -output_dir first
origin=$(ls first/restart/clast-2.h5)

# RANKS TARGET INDEX VALUE REGEX
refused()
{
  cp "$origin" crafted.h5
  "$builddir/tests/craft" crafted.h5 "$2" "$3" "$4" || fail "craft $2 $3 $4"
  status "$2 $4: a restart" 2 timeout -s KILL 30 ${MPIEXEC:-mpiexec} -n "$1" "$CLAST" -restart crafted.h5 -output_dir refused
  says "  is refused by name" "cannot restart: .*crafted.h5: .*$5"
  is "  in one line" "$(grep -c '^clast: ' "$out")" 1
  status "  its clumps" 2 timeout -s KILL 30 "$CLAST" taker.yaml -output_dir refused
  says "  are refused" "crafted.h5: .*$5"
  check "  nothing is written" test ! -e refused
}
refused 1 /particles/clumps/position 0 1e18 '/particles/clumps: clump 0: position is not in the box'
refused 3 /particles/clumps/orientation 0 1e200 'clump 0: orientation is no unit quaternion'
refused 1 first_step 0 1000000000000000 'attribute first_step is beyond step'
refused 3 next_id 0 -9223372036854775808 'attribute next_id is -9.22.*; allowed: 0 to'
refused 1 force_exponent 0 -2147483648 'attribute force_exponent is -2147483648; allowed: -900 to 900'
refused 3 /clast/contacts/id_b 0 77 '/clast/contacts: id_b is 77; allowed: the id of a clump in the domain'
refused 1 /clast/contacts/id_a 0 -5 'id_a is -5'
mkfifo pipe
refused 1 /particles/clumps/velocity link pipe 'velocity: is a soft or external link'
refused 1 /particles/clumps/velocity external pipe 'velocity: its data are in other files'
refused 3 /particles/clumps/velocity chunks pipe 'velocity: is compressed or in chunks'
status "clast-digest" 3 timeout -s KILL 30 "$CLAST_DIGEST" crafted.h5
says "  says the same" 'velocity: is compressed or in chunks'
cp "$origin" crafted.h5
"$builddir/tests/craft" crafted.h5 /particles/clumps/id 0 1
status "two clumps of one id" 2 timeout -s KILL 30 "$CLAST" -restart crafted.h5 -output_dir refused
says "  are refused" 'two clumps have the id 1'

# State of a part that only some runs have.
sed 's/normal: hooke, stiffness: 1.0e3/normal: hertz/; s/dt: 1.0e-3/dt: auto/' one.yaml >auto.yaml
check "a run with dt: auto" "$CLAST" auto.yaml -output_dir auto -run_end_time 1e-5
cp "$(ls auto/restart/clast-*.h5 | tail -1)" crafted.h5
"$builddir/tests/craft" crafted.h5 /clast/extras/impact_speeds 1 1e200
status "impact_speeds 1e200: a restart" 2 timeout -s KILL 30 "$CLAST" -restart crafted.h5 -output_dir refused
says "  is refused by name" 'cannot restart: .*crafted.h5: /clast/extras/impact_speeds is 1e\+200; allowed: -4e\+30 to 4e\+30'
check "  nothing is written" test ! -e refused

# The same numbers in a scenario.
mistake()
{
  local fact=$1 words=$2
  shift 2
  status "$fact" 2 timeout -s KILL 30 "$CLAST" one.yaml -output_dir refused "$@"
  says "  is a mistake" "$words"
  check "  nothing is written" test ! -e refused
}
mistake "a density of 1e300" 'density.*1e300.* out of range; allowed: a number >= 1e-30 and <= 1e\+30' -material_s_density 1e300
mistake "gravity of 1e200" 'gravity.*1e200' -run_gravity 0,0,-1e200
mistake "a mass that no density gives" 'a mass of 1e.40 kg in a volume of .* is a density of .* .allowed: 1e-30 to 1e.30' -template_ball_mass 1e40
mistake "a stiffness of 1e300" 'stiffness.*1e300' -contact_ss_stiffness 1e300
printf 'template,x,y,z,vx,vy,vz\nball,.5,.5,.5,1e155,0,0\nball,.59,.5,.5,0,0,0\n' >one.csv
mistake "a velocity of 1e155" "one.csv.*line 2: column vx: '1e155' is out of range; allowed: -1e\+30 to 1e\+30, in m/s"
mistake "  with -check" "line 2: column vx" -check
printf 'template,x,y,z,wx,wy,wz,scale\nball,.5,.5,.5,1e29,0,0,1e3\n' >one.csv
mistake "a surface that is too fast" 'clump 0 has a surface speed out of range' -domain_hi 1e4,1e4,1e4

# At the bounds a run ends, at most stopped by physics with the clumps, the step and the rank.
printf 'template,x,y,z,vx,vy,vz\nball,.5,.5,.5,1e30,0,0\nball,.59,.5,.5,-1e30,0,0\n' >one.csv
status "the fastest that may be" 3 on_ranks 3 timeout -s KILL 60 "$CLAST" one.yaml -output_dir fast -domain_boundary periodic,periodic,periodic
says "  is stopped" 'clast: stopped at step [0-9]+ \(t = .* s, rank [0-9]+\): clump [01] '
sed 's/dt: 1.0e-3/dt: 1.0e30/; s/end_time: 0.002/end_time: 1.0e30/' one.yaml >slow.yaml
status "the longest step" 3 timeout -s KILL 60 "$CLAST" slow.yaml -output_dir slow -contact_ss_stiffness 1e60
says "  is stopped" 'clast: stopped at step'
# Many features in one file: several laws, links, events, groups, clumps that wait, walls that move.
sed 's/E2//' >rich.yaml <<'E3'
schema: 1
run: {end_time: 0.005, dt: 1.0e-3, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, open, open]}
material: [{s: {density: 1000, young: 1.0e7, poisson: 0.25}}, {t: {density: 900}}]
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
  - st: {between: [s, t], normal: hooke, stiffness: 1.0e3, restitution: 0.5, tangential: hooke, friction: 0.3}
  - tt: {between: [t, t], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
template: [{ball: {material: s, pebbles: [0, 0, 0, 0.05]}}, {pair: {material: t, pebbles: [0, 0, 0, 0.05, 0.04, 0, 0, 0.05]}}]
clumps:
  - a: {template: ball, position: [0.5, 0.5, 0.5], group: [red]}
  - b: {template: ball, position: [0.59, 0.5, 0.5], blocked: xy}
  - c: {template: pair, position: [0.5, 0.59, 0.5], group: [blue]}
  - late: {template: pair, position: [0.2, 0.2, 0.8], at: 9}
wall: [{floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}}]
motion: [{shake: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: 1.0e-3, frequency: 50}}]
spring: [{elastic: {between: [s, t], distance: 1, stiffness: 10}}]
event: [{early: {when: time, above: 0.002, do: checkpoint}}]
E3
check "a run with many features" "$CLAST" rich.yaml -output_dir rich
rich=$(ls rich/restart/clast-5.h5 2>/dev/null)
for target in /particles/clumps/velocity /clast/contacts/st/memory /clast/links/springs/rest_length /clast/state/event/early/happened; do
  cp "$rich" crafted.h5
  "$builddir/tests/craft" crafted.h5 $target 0 0 || fail "craft $target"
  check "$target changed: its digests are as they should be" "$CLAST_DIGEST" crafted.h5
done
cp "$rich" crafted.h5
"$builddir/tests/craft" crafted.h5 /clast/state/event/early/happened_time 0 1e30
status "an event at 1e30 s: a restart" 2 timeout -s KILL 30 "$CLAST" -restart crafted.h5 -output_dir refused
says "  is refused by name" 'event/early/happened_time is 1e\+30; allowed: 0 to the time of the checkpoint, 0\.005 s'
# TARGET VALUE REGEX: the number changed is refused by a restart of this run.
wild()
{
  cp "$rich" crafted.h5
  "$builddir/tests/craft" crafted.h5 "$1" 0 "$2" || fail "craft $1 $2"
  status "$1 $2: a restart" 2 timeout -s KILL 30 "$CLAST" -restart crafted.h5 -output_dir refused
  says "  is refused by name" "$3"
}
wild /clast/state/event/early/happened 0 'event/early/value is 0\.002; allowed: 0, as it has not happened'
wild /clast/state/event/early/acted 1 'event/early/acted is 1; allowed: 0, or the step at which it happened, 2, or later'
wild /clast/state/event/early/value 1e301 'event/early/value is 1e\+301; allowed: -1e\+300 to 1e\+300'
wild /clast/links/springs/id_b 77 '1 of its links are of clumps, pebbles or objects that do not exist'
wild /particles/clumps/mass 1e29 'clump 0: mass and inertia are not those of its template at this scale and any density'
cp "$rich" crafted.h5
"$builddir/tests/craft" crafted.h5 /clast/contacts/st/id_b 0 99
status "a contact of no clump, with many laws" 3 "$CLAST_DIGEST" crafted.h5 "$rich"
says "  is refused by name" 'contacts: id_b is 99; allowed: the id of a clump'

# ---- damaged groups ----

# More than eight laws: HDF5 keeps the list of their groups in a heap and a tree of their own.
{
  printf 'schema: 1\nrun: {end_time: 0.001, dt: 1.0e-3, gravity: [0, 0, -10]}\n'
  printf 'domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, open, open]}\nmaterial:\n'
  printf '  - %s: {density: 1000}\n' a b c d
  echo contact:
  for pair in aa ab ac ad bb bc bd cc cd dd; do
    echo "  - $pair: {between: [${pair:0:1}, ${pair:1:1}], normal: hooke, stiffness: 1.0e3, restitution: 0.5}"
  done
  printf 'template:\n'
  printf '  - t%s: {material: %s, pebbles: [0, 0, 0, 0.05]}\n' a a b b c c d d
  printf 'clumps:\n  - fill: {template: [ta, tb, tc, td], count: 40, lo: [0, 0, 0], hi: [1, 1, 1]}\n'
} >laws.yaml
check "a run with ten laws" "$CLAST" laws.yaml -output_dir laws
whole=$(ls laws/restart/clast-1.h5)
kept=$(digest "$whole")
: >ends.txt
for word in FRHP FHDB BTHD BTLF; do
  for at in $(grep -abo $word "$whole" | cut -d: -f1); do
    for byte in 0 9 40; do
      cp "$whole" crafted.h5
      printf '\377' | dd of=crafted.h5 bs=1 seek=$((at + byte)) conv=notrunc 2>/dev/null
      "$CLAST_DIGEST" crafted.h5 >"$out" 2>&1
      got=$?
      test $got = 3 || test "$got:$(digest crafted.h5)" = "0:$kept" || echo "$word + $byte at $at: status $got" >>ends.txt
    done
  done
done
none_in "each byte of the lists of groups that is turned over is a damage that is told, or changes nothing" ends.txt
tap_end
