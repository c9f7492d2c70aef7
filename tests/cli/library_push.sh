#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Forces that a host gives (src/api/push.c): to the bit those of the section `force`, on any number of ranks.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

host "a host" push.c

cat >case.yaml <<'EOF'
schema: 1
run: {end_time: 0.04, dt: 2.0e-4, gravity: [0, 0, -9.81], seed: 3}
domain: {lo: [0, 0, -0.1], hi: [0.4, 0.4, 0.6], boundary: [periodic, periodic, open]}
material:
  - s: {density: 2000, young: 1.0e6, poisson: 0.3}
contact:
  - ss: {between: [s, s], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.4}
template:
  - rod: {material: s, pebbles: [-0.02, 0, 0, 0.02, 0.02, 0, 0, 0.02]}
clumps:
  - one: {template: rod, position: [0.2, 0.2, 0.5], group: [one]}
  - heap: {template: [rod], count: 60, lo: [0, 0, 0.02], hi: [0.4, 0.4, 0.4]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
EOF
given='force:\n  - given: {groups: [one], force: [3, -1.25, 5], torque: [0.0625, 0.03, -0.01]}'
formula='force:\n  - given: {expression: "-50 * x, -50 * y, -50 * z"}'
sed "\$a $given" case.yaml >force.yaml
sed 's/groups: \[one\], //' force.yaml >constant.yaml
sed "\$a $formula" case.yaml >spring.yaml

# CASE: what it has printed, without how it got there.
bits()
{
  sed -n '/^digest/p; /^supplied/p' "$out"
}

check "a force of the scenario" ./push plain force.yaml
wanted=$(bits)
check "a formula of the scenario" ./push plain spring.yaml
formula_bits=$(bits)
for n in 1 2 3 5; do
  check "a push on $n, after a look" on_ranks $n ./push whole case.yaml
  is "  has the bits of the force" "$(bits)" "$wanted"
  says "  which begins with the run" '^rows 61$'
  check "parts of it from several ranks" on_ranks $n ./push parts case.yaml
  is "  are summed exactly" "$(bits)" "$wanted"
  check "a callback on $n" on_ranks $n ./push spring case.yaml
  is "  has the bits of the formula" "$(bits)" "$formula_bits"
  says "  and its own rounding" '^bad 0$'
done

# FACT SED [KIND:DECK...]: the same with another scenario.
same()
{
  local what=$1 edit=$2 deck kind
  shift 2
  test $# -gt 0 || set -- whole:force constant:constant spring:spring
  for deck in case force constant spring; do sed "$edit" $deck.yaml >"other_$deck.yaml"; done
  cmp -s case.yaml other_case.yaml && fail "$what" "the edit changes nothing: $edit"
  for kind in "$@"; do
    check "$what: the scenario's ${kind#*:}" ./push plain "other_${kind#*:}.yaml"
    wanted=$(bits)
    check "  and the host's" on_ranks 3 ./push "${kind%:*}" other_case.yaml
    is "  have the same bits" "$(bits)" "$wanted"
    says "  without a stop" '^digest 0'
    silent "  of the run" '^run '
  done
}
same "with dt: auto" 's/dt: 2.0e-4/dt: auto/; s/0.04,/0.02,/' whole:force spring:spring
same "with damping" 's/run: {/run: {damping: 0.3, substeps: 2, /'
same "with faces that reflect" 's/periodic, periodic, open/reflect, periodic, reflect/'
same "of clumps that leave" 's/0.04,/0.06,/; s/, -0.1\]/, 0]/; /^wall:/d; /floor:/d'
says "  some have" '^rows [1-5]'
same "with blocked axes" 's/group: \[one\]/blocked: xZ, group: [one]/'
same "driven by a motion" '$a motion:\n  - lift: {type: translate, groups: [one], velocity: [0.1, 0, 0.3]}'

check "a run that is halved" ./push save case.yaml balance_every 17 rebuild_every 9
whole=$(bits)
says "  whose callbacks see what there is" '^bad 0$'
for n in 1 3; do
  check "  goes on from its checkpoint on $n" on_ranks $n ./push restart half.h5
  is "  with the same bits" "$(bits)" "$whole"
done
check "  and without the host" ./push restart_plain half.h5
says "  keeps the work that it has done" '^supplied [1-9]'
sed 's/dt: 2.0e-4/dt: auto/' case.yaml >auto.yaml
check "a callback in the course of a run with dt: auto" ./push late auto.yaml
says "  has the shortest step" '^dt is shorter 1$'
says "  for good" '^dt stays 1$'
late=$(bits)
now=$(grep ^now "$out")
check "  and goes on from a checkpoint" on_ranks 2 ./push restart_late late.h5
is "  with the same bits" "$(bits)" "$late"
is "  from the restart on" "$(grep ^now "$out")" "$now"
sed 's/0, 0, -9.81/0, 0, 0/; s/count: 60/count: 3/' case.yaml >free.yaml
check "without gravity and contacts" ./push closed free.yaml
says "  v = F t / m to 1e-12" '^close 1$'

for n in 1 3; do
  check "mistakes on $n" on_ranks $n ./push mistakes case.yaml
  says "  of an id" '^unknown 4: clast_push: there is no clump 4711: none has had this id, or it was deleted or has left'
  says "  of numbers" '^no number 4: clast_push: clump 0: fy is -?nan N; allowed'
  says "  beyond the bound" '^large 4: clast_push: clump 0: ty is -1e\+250 N m'
  says "  of their number" '^none 4: clast_push: n is no number of entries'
  says "  of columns" '^columns 4: .*0x1000'
  says "  of a callback" '^number 4: .*number 3'
  says "  of too many" '^at 31$'
  is "  calls within a callback are refused" "$(sed -n '/^calls/p; /^number/p; /^steps/p; /^again/p' "$out" | tail -n 4 | tr '\n' ' ')" \
    "again 4 number 32 calls are refused 0 steps 10 "
  wrong=$(bits)
  check "  the same without them" on_ranks $n ./push none case.yaml
  is "  to the bit" "$wrong" "$(bits)"
  check "pushes that change" on_ranks $n ./push change case.yaml
  says "  of a clump that has left" '^it has left 4: clast_push: there is no clump 0: '
  test $n = 1 && changed=$(bits)
  is "  with the same bits" "$(bits)" "$changed"
  check "a callback that fails on one rank" on_ranks $n ./push fails case.yaml
  says "  stops the run with its reason" '^stopped 3: stopped at step 51 .*callback 1 has failed: the flow solver has lost its pressure$'
  says "  for good" '^pushed 3$'
  check "a callback that is no number" on_ranks $n ./push nan case.yaml
  says "  names its clump" '^stopped 3: .*the force of callback 1 on clump 7 is -?nan N'
done

cat >plane.yaml <<'EOF'
schema: 1
run: {dimension: 2, end_time: 0.01, dt: 1.0e-4}
domain: {lo: [0, 0], hi: [1, 1], boundary: [periodic, open]}
material:
  - s: {density: 2000, young: 1.0e6, poisson: 0.3}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e3, restitution: 0.5}
template:
  - disc: {material: s, pebbles: [0, 0, 0.02]}
clumps:
  - all: {template: [disc], count: 20, lo: [0, 0], hi: [1, 1]}
EOF
sed '$a force:\n  - given: {expression: "-50 * x, -50 * y, 0"}' plane.yaml >plane_spring.yaml
check "in two dimensions" ./push plain plane_spring.yaml
wanted=$(bits)
check "  a callback" on_ranks 2 ./push spring plane.yaml
is "  has the bits of the formula" "$(bits)" "$wanted"
check "  and" on_ranks 2 ./push leaves plane.yaml
says "  a push out of the plane is refused" '^push 4: clast_push: clump 0: fz is 5 N and leaves the plane; in two dimensions fz, tx and ty must be 0'
says "  and that of a callback stops the run" '^stopped 3: .*callback 1 has failed: it leaves the plane by fz = 1 N'
check "in a cell that deforms" ./push leaves "$srcdir/input/simple_shear.yaml" run_end_time 0.0005
says "  pushes are refused" '^push 4: clast_push: forces on bodies do not go with a cell that deforms'
tap_end
