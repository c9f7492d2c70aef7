#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Contacts that are constraints: what is refused, with the key, the value and what to do.
. "$srcdir/tests/tap.sh"

cat >hard.yaml <<'EOF'
schema: 1
run: {end_time: 0.1, dt: 1e-3, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1]}
material:
  - s: {density: 1000}
  - w: {density: 1000}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.02]}
wall:
  - floor: {shape: plane, material: w, point: [0, 0, 0.1], normal: [0, 0, 1]}
clumps:
  - two: {file: two.csv}
constraint:
  - ss: {type: contact, between: [s, s], friction: 0.5, restitution: 0.1, sweeps: 4}
  - sw: {type: contact, between: [s, w], compliance: 0}
EOF
printf 'id,template,x,y,z\n1,ball,0.5,0.5,0.12\n2,ball,0.5,0.5,0.16\n' >two.csv
check "balls that lie on each other" "$CLAST" hard.yaml -output_dir hard -output_final hard.csv
is "  they stay" "$(${AWK:-awk} -F, 'NR > 1 { printf "%.4f ", $4 }' hard.csv)" "0.1200 0.1600 "
check "and on two ranks from a checkpoint" on_ranks 2 "$CLAST" -restart hard -output_dir again -run_end_time 0.2 -output_final again.csv
is "  they stay" "$(${AWK:-awk} -F, 'NR > 1 { printf "%.4f ", $4 }' again.csv)" "0.1200 0.1600 "

# FACT SED REGEX: hard.yaml with this change is a usage error whose only mistake matches.
refused()
{
  sed "$2" hard.yaml >bad.yaml
  cmp -s hard.yaml bad.yaml && fail "$1" "the edit changes nothing: $2"
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "$3"
}

refused "a negative friction" 's/friction: 0.5/friction: -1/' "constraint: ss: friction: '-1' is out of range"
refused "a restitution above 1" 's/restitution: 0.1/restitution: 1.1/' "constraint: ss: restitution: '1.1' is out of range"
refused "an unknown material" 's/between: .s, w./between: [s, x]/' "constraint: sw: between: .*x"
refused "no materials" 's/between: .s, w., //' 'constraint: sw: between: .*missing'
refused "no sweep of velocities" 's/sweeps: 4/velocity_sweeps: 0/' "constraint: ss: velocity_sweeps: '0' is out of range"
refused "a list of pairs" 's/compliance: 0/file: two.csv/' 'constraint: sw: file: .*not for type: contact'
refused "a force at which it breaks" 's/compliance: 0/break_force: 1/' 'constraint: sw: break_force: .*not for type: contact'
refused "a torque at which it breaks" 's/compliance: 0/break_torque: 1/' 'constraint: sw: break_torque: .*not for type: contact'
refused "compliance of angles" 's/compliance: 0/turn_compliance: 1/' 'constraint: sw: turn_compliance: .*not for type: contact'
refused "damping of angles" 's/compliance: 0/turn_damping: 1/' 'constraint: sw: turn_damping: .*not for type: contact'
refused "restitution with compliance" 's/compliance: 0/compliance: 1e-5, restitution: 0.5/' 'constraint: sw: restitution: .*contacts with compliance have none'
refused "a pair that has a contact law" 's/^constraint:/contact:\n  - law: {between: [w, s], normal: hooke, stiffness: 1e3, restitution: 1}\n&/' \
  'constraint: sw: between: .*this pair of materials has the contact law law: remove'
refused "a pair that is there twice" 's/^constraint:/&\n  - ws: {type: contact, between: [w, s]}/' \
  'constraint: sw: between: .*this pair of materials already has ws'
refused "a pair that has nothing" '/- sw:/d' 'contact: no law between s and w, which can meet'
refused "a step that nothing sets" 's/dt: 1e-3/dt: auto/' 'run: dt: .*contacts that are constraints are stable at any step.*give dt'
refused "a servo with a gain by stiffness on rigid contacts" \
  's/^clumps:/motion:\n  - press: {walls: [floor], type: servo, direction: [0, 0, 1], force: 1, speed_limit: 1}\n&/' \
  'motion: press: gain: auto: hard contacts without compliance .constraint: sw. have no impedance: give the speed'

printf 'v 0.3 0.3 0.3\nv 0.4 0.3 0.3\nv 0.3 0.4 0.3\nv 0.3 0.3 0.4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >lump.obj
sed 's/^clumps:/  - lump: {shape: mesh, file: lump.obj, material: s, free: true, blocked: xyzXYZ}\n&/' hard.yaml >lump.yaml
printf 'id,template,x,y,z,vx,vy,vz\n1,ball,0.31,0.32,0.45,0,0,-1\n' >two.csv
check "a mesh that is a body" "$CLAST" lump.yaml -output_dir lump -output_final lump.csv
is "  a ball does not get into it" "$(${AWK:-awk} -F, '$1 == "ball" { print ($2 + $3 + $4 > 1 + sqrt(3) * 0.0199) }' lump.csv)" 1
sed 's/blocked: xyzXYZ/shift: [0, 0, -0.25]/' lump.yaml >bad.yaml
status "a mesh that begins in the floor" 2 "$CLAST" bad.yaml -output_dir refused
says "  it says" 'wall: lump: free: .true.: the body passes through wall floor at the start'
printf 'id,template,x,y,z\n1,ball,0.5,0.5,0.12\n2,ball,0.5,0.5,0.16\n' >two.csv

# ---- what is told in a run ----
is "contacts of balls that have pushed are counted" "$($AWK -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "contacts") at = k } END { print $at }' hard/log.csv)" 2
sed 's/run: {/&overlap_limit: 0.01, /; s/sweeps: 4/sweeps: 1/' hard.yaml >deep.yaml
printf 'id,template,x,y,z\n1,ball,0.5,0.5,0.12\n2,ball,0.5,0.5,0.15\n3,ball,0.5,0.5,0.18\n' >two.csv
status "an overlap that sweeps leave" 3 "$CLAST" deep.yaml -output_dir deep
says "  it is told" 'clump [123] and clump [123] overlap by .* of the smaller radius, more than overlap_limit .0.01.'
says "  and what to do" 'more sweeps of hard contacts|sweeps of hard contacts leave this overlap: make more'
printf 'id,template,x,y,z,vx,vy,vz\n1,ball,0.5,0.5,0.15,0,0,-8\n2,ball,0.5,0.5,0.30,0,0,8\n' >two.csv
check "balls that come closer by less than their diameter in a step" "$CLAST" hard.yaml -output_dir slow -run_end_time 0.002 -domain_hi 9,9,9
silent "  nothing is told" 'hard contacts: in step'
printf 'id,template,x,y,z,vx,vy,vz\n1,ball,0.5,0.5,0.15,0,0,-25\n2,ball,0.5,0.5,0.30,0,0,25\n' >two.csv
check "balls that come closer by more" "$CLAST" hard.yaml -output_dir fast -run_end_time 0.002 -domain_hi 9,9,9
says "  it is told once" 'warning: hard contacts: in step 1 bodies move by up to 0.025 m and may come closer by 0.05 m, while the smallest diameter is 0.04 m: they may pass through each other'
printf 'id,template,x,y,z\n1,ball,0.5,0.5,0.12\n2,ball,0.5,0.5,0.16\n' >two.csv

# ---- changes: the corrections are fine enough for clumps that are fixed when the run starts ----
sed 's/^template:/change:\n  - go: {start: 0.05, action: free}\n&/' hard.yaml >freed.yaml
sed '/go:/d; /^change:/d' freed.yaml >held.yaml
printf 'id,template,x,y,z,blocked\n1,ball,0.5,0.5,0.12,xyzXYZ\n2,ball,0.5,0.5,0.16,xyzXYZ\n' >two.csv
check "balls that are freed later" "$CLAST" freed.yaml -output_dir freed -output_final freed.csv
is "  they stay" "$(${AWK:-awk} -F, 'NR > 1 { printf "%.4f ", $4 }' freed.csv)" "0.1200 0.1600 "
printf 'schema: 1\nchange:\n  - go: {start: 0.15, action: free}\n' >go.yaml
check "a run of fixed balls" "$CLAST" held.yaml -output_dir held
check "  a restart frees them" on_ranks 2 "$CLAST" go.yaml -restart held -output_dir let -run_end_time 0.3 -output_final let.csv
is "  they stay" "$(${AWK:-awk} -F, 'NR > 1 { printf "%.4f ", $4 }' let.csv)" "0.1200 0.1600 "

# ---- the smallest sphere leaves: the reach of contacts is that of the start, after a restart as well ----
cat >leaves.yaml <<'EOF'
schema: 1
run: {end_time: 0.4, dt: 0.004, gravity: [0, 0, -9.81], overlap_limit: 9}
domain: {lo: [0, 0, 0], hi: [1, 1, 1.5], boundary: [periodic, periodic, open]}
material: [{s: {density: 1000}}]
template: [{big: {material: s, pebbles: [0, 0, 0, 0.1]}}, {small: {material: s, pebbles: [0, 0, 0, 0.01]}}]
clumps:
  - tiny: {template: small, position: [0.05, 0.05, 1.48], velocity: [0, 0, 3]}
  - heap: {template: [big], count: 60, lo: [0, 0, 0.05], hi: [1, 1, 1.4]}
constraint: [{hard: {type: contact, between: [s, s], friction: .3, restitution: .2, sweeps: 4, velocity_sweeps: 2}}]
wall: [{floor: {shape: plane, material: s, point: [0, 0, 0.02], normal: [0, 0, 1]}}]
EOF
check "the smallest sphere leaves" "$CLAST" leaves.yaml -output_dir stays
check "  it has left at half of the time" on_ranks 2 "$CLAST" leaves.yaml -output_dir half -run_end_time 0.2
check "  and on from there" "$CLAST" -restart half -output_dir half -run_end_time 0.4
is "  the same state" "$(digest half/restart/clast-100.h5)" "$(digest stays/restart/clast-100.h5)"
tap_end
