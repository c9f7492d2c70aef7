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
tap_end
