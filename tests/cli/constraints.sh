#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 200
# Constraints: what is refused, with the key or the line, the value and what to do; ropes, arms and breaking; objects that a restart adds.
. "$srcdir/tests/tap.sh"

cat >row.csv <<'EOF'
id,template,x,y,z,blocked
1,ball,0.1,0.5,0.8,xyzXYZ
2,ball,0.3,0.5,0.8,
5,rod,0.5,0.5,0.8,
7,ball,0.9,0.5,0.8,xyzXYZ
EOF
printf 'a,b,length\n1,2,0.2\n2,5,0.2\n' >pairs.csv
cat >rods.yaml <<'EOF'
schema: 1
run: {end_time: 0.1, dt: 1e-3, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1]}
material:
  - s: {density: 1000}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1e3, restitution: 1}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.02]}
  - rod: {material: s, pebbles: [0, 0, 0, 0.02, 0.03, 0, 0, 0.02]}
clumps:
  - row: {file: row.csv}
constraint:
  - chain: {type: distance, file: pairs.csv, compliance: 0, damping: 0, sweeps: 4}
EOF

check "a run with constraints" "$CLAST" rods.yaml -output_dir good
says "  their number is told" '^clast: 2 constraints$'
# RUN COLUMN: number in the last row of log.csv.
last_of() { ${AWK:-awk} -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k } END { printf "%.6g", $c }' "$1/log.csv"; }
is "  log.csv counts them" "$(last_of good links) $(last_of good broken)" "2 0"

# FACT SED REGEX: rods.yaml with this change is a usage error whose only mistake matches.
refused()
{
  sed "$2" rods.yaml >bad.yaml
  cmp -s rods.yaml bad.yaml && fail "$1" "the edit changes nothing: $2"
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "$3"
}

# FACT HEADER ROW REGEX: so is a list with this header and row.
refused_row()
{
  printf '%s\n%s\n' "$2" "$3" >more.csv
  sed '/chain/s/pairs.csv/more.csv/' rods.yaml >bad.yaml
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "constraint: chain: file: 'more.csv': line [12]: $4"
}

refused "an unknown type" 's/type: distance/type: distanc/' "constraint: chain: type: .*distanc.*distance"
refused "a misspelt type that has no list" 's/type: distance, file: pairs.csv/type: contakt/' "constraint: chain: type: .*contakt.*contact"
refused "no type" 's/type: distance, //' 'constraint: chain: type: .*missing'
refused "no list" 's/file: pairs.csv, //' 'constraint: chain: file: .*missing'
refused "a negative compliance" 's/compliance: 0/compliance: -1/' "constraint: chain: compliance: '-1' is out of range.*m/N"
refused "a negative damping" 's/damping: 0/damping: -1/' "constraint: chain: damping: '-1' is out of range.*kg/s"
refused "no sweep" 's/sweeps: 4/sweeps: 0/' "constraint: chain: sweeps: '0' is out of range"
refused "a force of zero" 's/sweeps: 4/break_force: 0/' "constraint: chain: break_force: '0' is out of range"
refused_row "an unknown clump" a,b,length 1,77,0.2 'there is no clump 77'
refused_row "a clump joined to itself" a,b,length 2,2,0.2 'clump 2 is linked to itself'
refused_row "a length of 0" a,b,length 1,2,0 "column length: '0' is not a finite number > 0, in m"
refused_row "two fixed clumps" a,b,length 1,7,0.8 'clumps 1 and 7 are both fixed'
refused_row "no length" a,b 1,2 'column length is missing'
refused_row "a part of an arm" a,b,length,ax,ay,az,bx,by 1,2,0.2,0,0,0,0,0 'column bz is missing'
refused "compliance of angles without any" 's/compliance: 0/turn_compliance: 1/' 'constraint: chain: turn_compliance: .*type: distance has no equations of angles'

# ---- joints ----
# FACT COLUMNS ROW KEYS REGEX: an object of these keys with this list is a usage error whose only mistake matches.
refused_joint()
{
  printf 'a,b%s\n%s\n' "$2" "$3" >joint.csv
  sed "/chain/s/{.*/{file: joint.csv, $4}/" rods.yaml >bad.yaml
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "$5"
}
refused_joint "an axis of length 0" ,ux,uy,uz 1,2,0,0,0 'type: hinge' 'line 2: clumps 1 and 2 have an axis ux,uy,uz of length 0'
refused_joint "a part of an axis" ,ux,uy 1,2,0,0 'type: slider' 'column uz is missing'
refused_joint "a normal of length 0" ,nx,ny,nz 1,2,0,0,0 'type: plane' 'line 2: clumps 1 and 2 have a normal nx,ny,nz of length 0'
refused_joint "limits the wrong way round" ,ux,uy,uz 1,2,0,0,1 'type: hinge, angles: [20, -20]' 'constraint: chain: angles: .*20 is above -20'
refused_joint "a motor without a torque" ,ux,uy,uz 1,2,0,0,1 'type: hinge, motor_rate: 2' 'constraint: chain: motor_torque: required with motor_rate: the largest force or torque of the motor'
refused_joint "a force without a motor" ,ux,uy,uz 1,2,0,0,1 'type: slider, motor_force: 2' 'constraint: chain: motor_force: .*a motor needs motor_speed or motor_place, too'
refused_joint "a key of another type" ,ux,uy,uz 1,2,0,0,1 'type: hinge, places: [0, 1]' 'constraint: chain: places: .*only with'
cp rods.yaml deep.yaml; cp row.csv deep.csv
sed 's/^run: {/&dimension: 2, /; s/, -9.81\]/, 0]/; s/0, 0, 0, 0.02/0, 0, 0.02/; s/0.03, 0, 0, 0.02/0.03, 0, 0.02/' deep.yaml >rods.yaml
sed 's/,0.8,/,0,/' deep.csv >row.csv
refused_joint "a hinge in the plane" ,ux,uy,uz 1,2,1,0,1 'type: hinge' 'line 2: clumps 1 and 2 have an axis ux,uy,uz that is not along z'
refused_joint "a slider out of the plane" ,ux,uy,uz 1,2,1,0,1 'type: slider' 'line 2: clumps 1 and 2 have an axis ux,uy,uz out of the plane'
refused_joint "a plane out of the plane" ,nx,ny,nz 1,2,1,0,1 'type: plane' 'line 2: clumps 1 and 2 have a normal nx,ny,nz out of the plane'
mv deep.yaml rods.yaml; mv deep.csv row.csv
printf 'a,b,length\n1,2,0.2\n2,1,0.3\n' >more.csv
sed '/chain/s/pairs.csv/more.csv/' rods.yaml >bad.yaml
status "a pair that is there twice" 2 "$CLAST" bad.yaml -output_dir refused
says "  it says" "line 3: this pair is in line 2, too"
is "nothing is written" "$(ls refused 2>/dev/null)" ""

# ---- sets that cannot hold ----
printf 'a,b\n2,5\n' >stuck.csv
printf 'a,b,ax,ay,az,bx,by,bz\n5,2,0,0,0,0.1,0,0\n' >askew.csv
sed '/chain/s/{.*/{type: weld, file: stuck.csv}\n  - glue: {type: weld, file: askew.csv}/' rods.yaml >bad.yaml
status "two welds that contradict each other" 2 "$CLAST" bad.yaml -output_dir refused
says "  one message" '^clast: 1 mistake in '
says "  it says" "constraint: glue: file: 'askew.csv': clumps 2 and 5 are welded by chain, too, 0\.1 m from where this holds them"
is "  nothing is written" "$(ls refused 2>/dev/null)" ""
status "  on two ranks" 2 on_ranks 2 "$CLAST" bad.yaml -output_dir refused
says "  it says the same" "glue: file: 'askew.csv': clumps 2 and 5 are welded by chain"
printf 'a,b,ax,ay,az,bx,by,bz\n5,2,0,0,0,0.2,0,0\n' >askew.csv
check "  unless both hold the same place" "$CLAST" bad.yaml -output_dir twice
# a ball between two pebbles of a turned clump of the same centre: where its arms lead is rounded
printf 'id,template,x,y,z,qw,qx,qy,qz\n2,ball,0.3,0.5,0.5,1,0,0,0\n5,long,0.3,0.5,0.5,0.8,0,0,0.6\n' >centre.csv
printf 'a,b,ax,ay,az,bx,by,bz\n2,5,0.1,0,0,0.028,-0.096,0\n' >arms.csv
sed 's/row.csv/centre.csv/; s/askew.csv/arms.csv/; s/^  - rod:.*/  - long: {material: s, pebbles: [0, 0, 0.1, 0.02, 0, 0, -0.1, 0.02]}/' bad.yaml >concentric.yaml
check "  of two with the same centre, too" "$CLAST" concentric.yaml -output_dir concentric

# a ball between two that are held 0.8 m apart, with rods of 0.3 m to both: each is off by 0.1 m
printf 'id,template,x,y,z,blocked\n1,ball,0.1,0.5,0.8,xyzXYZ\n2,ball,0.45,0.5,0.8,\n7,ball,0.9,0.5,0.8,xyzXYZ\n' >torn.csv
printf 'a,b,length\n1,2,0.3\n2,7,0.3\n' >short.csv
sed 's/row.csv/torn.csv/; s/pairs.csv/short.csv/; s/-9.81/0/; s/end_time: 0.1/end_time: 1/' rods.yaml >torn.yaml
check "rods that are too short for their ends" on_ranks 2 "$CLAST" torn.yaml -output_dir torn -output_final torn_end.csv
says "  they are told, by ids" 'warning: constraint: 2 pairs do not hold: off by more than 0\.01 of the size, or 0\.01 rad\. The worst: chain 1-2 \(0\.1 m\), chain 2-7 \(0\.1 m\)\. They contradict'
is "  log.csv has what is left" "$(last_of torn constraint_error)" 0.1
is "  the ball stays between them" "$(${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k } $at["id"] == 2 { printf "%.6f", $at["x"] }' torn_end.csv)" 0.500000

# ---- it breaks: two balls of 33.5 g hang, one below the other, by ropes that bear 0.5 N: m g = 0.329 N, 2 m g = 0.657 N ----
printf 'id,template,x,y,z,blocked\n1,ball,0.5,0.5,0.9,xyzXYZ\n2,ball,0.5,0.5,0.7,\n5,ball,0.5,0.5,0.5,\n' >hung.csv
sed 's/row.csv/hung.csv/; s/sweeps: 4/sweeps: 50, rope: true, break_force: 0.5/' rods.yaml >ropes.yaml
check "ropes break" "$CLAST" ropes.yaml -output_dir broken
says "  which is told at the end" "^clast: broken since the first step: 1 constraint\$"
is "  that at the top alone, and it is an event" "$(cut -d, -f3-6 broken/events.csv | tail -n +2)" "broke,chain,force,1"
check "  on three ranks" on_ranks 3 "$CLAST" ropes.yaml -output_dir broken3
says "  which tell it, too" "^clast: broken since the first step: 1 constraint\$"
is "  the same event" "$(cmp broken/events.csv broken3/events.csv)" ""

# ---- frames have a line for each link that holds, with its tension: m g = 0.329 N below, twice that above ----
{ sed 's/break_force: 0.5/break_force: 0.7/' ropes.yaml; echo 'output: {frames_every: 0.05}'; } >lines.yaml
check "frames of links" on_ranks 2 "$CLAST" lines.yaml -output_dir lines
is "  a file for each time" "$(grep -c clast- lines/links.hdf.series)" 3
if command -v pvpython >/dev/null; then
  cat >look.py <<'END'
from paraview.simple import *
r = OpenDataFile("lines/links.hdf.series")
r.UpdatePipeline(0.1)
d = servermanager.Fetch(r)
pull = sorted("%.3f" % d.GetCellData().GetArray("tension").GetValue(i) for i in range(d.GetNumberOfCells()))
print(list(r.TimestepValues), d.GetNumberOfPoints(), [d.GetCellType(i) for i in range(d.GetNumberOfCells())], ["%.2f" % x for x in d.GetBounds()[4:]], pull)
END
  is "  ParaView draws them, with tensions" "$(timeout -s KILL 60 pvpython look.py 2>/dev/null)" "[0.0, 0.05, 0.1] 4 [3, 3] ['0.50', '0.90'] ['0.329', '0.657']"
else
  skip "  ParaView draws them, with tensions" "there is no pvpython"
fi
check "  on request none" "$CLAST" lines.yaml -output_dir bare_lines -output_frames_links no
is "  then there are none" "$(ls bare_lines | grep -c links)" 0

printf 'a,b,length,break_force\n1,2,0.2,0.7\n2,5,0.2,0.3\n' >bears.csv
sed 's/pairs.csv/bears.csv/' ropes.yaml >bears.yaml
check "pairs with a force of their own" "$CLAST" bears.yaml -output_dir bears
is "  the lower one breaks, in place of the upper one" "$(cut -d, -f3-8 bears/events.csv | tail -n +2)" "broke,chain,force,2,-1,5"
refused_row "a force of 0 for a pair" a,b,length,break_force 1,2,0.2,0 "column break_force: '0' is not a finite number > 0, in N"

# ---- a rod bears a ball that gets 1e7 times heavier: the sums of corrections have room for that ----
printf 'id,template,x,y,z,blocked\n1,ball,0.5,0.5,0.9,xyzXYZ\n2,ball,0.5,0.5,0.7,\n' >two.csv
printf 'a,b,length\n1,2,0.2\n' >one.csv
sed 's/row.csv/two.csv/; s/pairs.csv/one.csv/; s/dt: 1e-3/dt: 1e-2/; s/1e3, rest/1e30, rest/
  s/^constraint:/change:\n  - lead: {start: 0.05, action: density, density: 1e10}\n&/' rods.yaml >lead.yaml
check "a ball gets heavy" "$CLAST" lead.yaml -output_dir lead -output_final lead.csv
is "  its rod bears it" "$(${AWK:-awk} -F, 'END { printf "%.5f", $4 }' lead.csv)" "0.70000"

# ---- the automatic step is that of the contact law alone ----
sed 's/dt: 1e-3/dt: auto/' rods.yaml >auto.yaml
sed '/^constraint/,$d' auto.yaml >alone.yaml
check "dt: auto with constraints" "$CLAST" auto.yaml -output_dir auto -run_end_time 0.01
check "  and dt: fixed without" "$CLAST" alone.yaml -run_dt fixed -output_dir alone -run_end_time 0.01
is "  the same step" "$(last_of auto dt)" "$(last_of alone dt)"

# ---- constraints that a restart adds ----
sed '/^constraint/,$d' rods.yaml >bare.yaml
check "a run without constraints" "$CLAST" bare.yaml -output_dir bare
{ sed -n '1p' rods.yaml; sed -n '/^constraint/,$p' rods.yaml; } >added.yaml
check "constraints are added by a restart" on_ranks 2 "$CLAST" added.yaml -restart bare -output_dir added -run_end_time 0.2
says "  their number is told" '^clast: 2 constraints$'
check "  and a restart of that makes them once" on_ranks 3 "$CLAST" -restart added -output_dir added -run_end_time 0.21
says "  their number is told" '^clast: 2 constraints$'

# ---- a joint breaks; what is left are rods between centres, one of them on a clump blocked in part, which a restart solves otherwise ----
cat >partly.csv <<'EOF'
id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked
1,ball,0.1,0.5,0.5,0,0,0,0,0,0,xyzXYZ
2,ball,0.3,0.5,0.5,0,0,-1,0,0,0,
5,ball,0.6,0.2,0.5,0,0,0,0,0,20,y
8,ball,0.7,0.4,0.5,0.5,0,0.3,0,0,-30,
EOF
printf 'a,b,ax,ay,az,bx,by,bz\n1,2,0.1,0,0,-0.1,0,0\n' >joint.csv
printf 'a,b,length\n5,8,0.22360679774997896\n' >rod.csv
{ sed 's/row.csv/partly.csv/; s/pairs.csv/rod.csv/; s/dt: 1e-3/dt: 5e-3/' rods.yaml; echo '  - joint: {type: ball, file: joint.csv, break_force: 0.3}'; } >partly.yaml
check "a joint breaks beside a rod" "$CLAST" partly.yaml -output_dir whole
is "  the joint" "$(cut -d, -f3-4 whole/events.csv | tail -n +2)" "broke,joint"
check "  until it has broken" on_ranks 2 "$CLAST" partly.yaml -output_dir after -run_end_time 0.05
check "  and on from there" "$CLAST" -restart after -output_dir after -run_end_time 0.1
is "  the same state" "$(digest after/restart/clast-20.h5)" "$(digest whole/restart/clast-20.h5)"

# ---- what is shown after the last pair of a clump has broken, whenever lists are rebuilt ----
cat >spins.csv <<'EOF'
id,template,x,y,z,vx,vy,vz,wx,wy,wz
1,long,-.5,0,0,0,0,0,3,4,5
2,ball,-.5,.2,0,0,0,3,0,0,0
3,long,.5,0,0,0,0,0,3,4,5
4,ball,.5,.2,0,0,0,1,0,0,0
EOF
printf 'a,b,ax,ay,az,bx,by,bz\n1,2,0,.1,0,0,-.1,0\n' >weak.csv
printf 'a,b,ax,ay,az,bx,by,bz\n3,4,0,.1,0,0,-.1,0\n' >strong.csv
cat >spins.yaml <<'EOF'
schema: 1
run: {end_time: 5e-3, dt: 1e-4}
domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [open, open, open]}
material: [{s: {density: 1000}}]
contact: [{ss: {between: [s, s], normal: hooke, stiffness: 2e3, restitution: .5}}]
template:
  - long: {material: s, pebbles: [-.1, 0, 0, .05, 0, .02, 0, .06, .1, 0, 0, .05]}
  - ball: {material: s, pebbles: [0, 0, 0, .05]}
clumps: [{all: {file: spins.csv}}]
constraint:
  - weak: {type: ball, file: weak.csv, break_force: .01}
  - strong: {type: ball, file: strong.csv}
dump: [{all: {what: clumps, every: 5e-4, format: csv}}]
output: {log_every: 5e-4}
EOF
check "a joint of a body that spins breaks" "$CLAST" spins.yaml -output_dir seldom
check "  and with lists rebuilt in every step" on_ranks 2 "$CLAST" spins.yaml -output_dir often -rebuild_every 1
is "  the joint" "$(cut -d, -f3-4 seldom/events.csv | tail -n +2)" "broke,weak"
is "  the same is shown" "$(cmp seldom/dump/all.csv often/dump/all.csv)" ""

# ---- pairs that do not hold at the start are told ----
printf 'a,b,length\n1,2,0.21\n2,5,0.2\n' >longer.csv
sed 's/pairs.csv/longer.csv/' rods.yaml >longer.yaml
check "a rod that is too long" "$CLAST" longer.yaml -check
says "  is told" 'warning: constraint: 1 pair does not hold at the start: .* The worst: chain 1-2 \(0.01 m\)'
check "  with compliance it is a spring" "$CLAST" longer.yaml -check -constraint_chain_compliance 1e-6
is "  that may begin as it likes" "$(grep -cE '(do|does) not hold' "$out")" 0
check "  or it is put right before the run" "$CLAST" longer.yaml -output_dir right -run_static_passes 100
is "  then nothing is told" "$(grep -cE '(do|does) not hold' "$out")" 0

# ---- a rod that is pressed while it turns gains angular momentum N d w h per time, and energy w times that (docs/physics/constraints.md) ----
cat >pressed.yaml <<'EOF'
schema: 1
run: {end_time: 0.02, dt: 1e-4, gravity: [0, 0, 0]}
domain: {lo: [-10, -10, -10], hi: [10, 10, 10], boundary: [free, free, free]}
material: [s: {density: 1000}]
contact: [ss: {between: [s, s], normal: hooke, stiffness: 1e3, restitution: 1}]
template: [a: {material: s, pebbles: [0, 0, 0, 0.04]}]
clumps: [all: {file: two.csv}]
constraint: [rod: {type: distance, file: rod.csv}]
interaction: [g: {type: gravity, constant: 0.5}]
output: {log_every: 0.02}
EOF
printf 'id,template,x,y,z,vx,vy,vz\n1,a,-.05,0,0,0,-.4,0\n2,a,.05,0,0,0,.4,0\n' >two.csv
printf 'a,b,length\n1,2,.1\n' >rod.csv
check "two spheres that attract each other turn about a rod" "$CLAST" pressed.yaml -output_dir pressed
# N = G m^2 / d^2 - m/2 w^2 d; N falls by 0.3 % as w grows
${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
  { L[NR] = $at["angular_momentum_z"]; E[NR] = $at["kinetic_translational"] }
  END { m = 4000 / 3 * atan2(0, -1) * 0.04 ^ 3; d = 0.1; w = 8; N = 0.5 * m * m / (d * d) - m / 2 * w * w * d
    gain = N * d * w * 1e-4 * 0.02; a = (L[3] - L[2]) / gain - 1; b = (E[3] - E[2]) / (w * gain) - 1
    print (a * a < 1e-4 && b * b < 1e-4), a, b }' pressed/log.csv >gain
is "  their gains are those of the formula, within 1 %" "$(cut -d' ' -f1 gain)" 1

# ---- ways at the start of a step beside hard contacts do not hang on which images of a pair a rank has ----
${AWK:-awk} 'BEGIN {
  print "id,template,x,y,z,vx,vy,vz,wx,wy,wz" >"across.csv"
  print "a,b,ax,ay,az,bx,by,bz" >"joined.csv"
  for (k = 0; k < 12; k++) {
    y = 0.06 + 0.08 * k; v = 0.6 + 0.07 * sin(9 * k); w = sin(k)
    printf "%d,bar,.4,%.3f,.5,%.6f,.1,.2,%.4f,4.7,-4.4\n", 2 * k, y, v, 6 + w >"across.csv"
    printf "%d,bar,.5,%.3f,.53,%.6f,.1,.2,4.7,%.4f,-4.4\n", 2 * k + 1, y, v, 6 - w >"across.csv"
    printf "%d,%d,.05,0,.015,-.05,0,-.015\n", 2 * k, 2 * k + 1 >"joined.csv"
  }
}'
cat >across.yaml <<'EOF'
schema: 1
run: {end_time: 1, dt: 1e-3, overlap_limit: 99, gravity: [0, 0, -1]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, periodic, periodic]}
material: [{s: {density: 1000}}]
template: [{bar: {material: s, pebbles: [-.02, 0, 0, .01, .02, 0, 0, .012]}}]
clumps: [{all: {file: across.csv}}]
constraint:
  - j: {type: ball, file: joined.csv, compliance: 1e-4, damping: 5, sweeps: 4}
  - h: {type: contact, between: [s, s], sweeps: 4}
EOF
check "damped joints across faces beside hard contacts" "$CLAST" across.yaml -output_dir across
check "  with lists rebuilt in every step" "$CLAST" across.yaml -output_dir again -rebuild_every 1
check "  on two ranks" on_ranks 2 "$CLAST" across.yaml -output_dir apart -search_skin .05
is "  the same state" "$(digest again/restart/clast-1000.h5)" "$(digest across/restart/clast-1000.h5)"
is "  and there" "$(digest apart/restart/clast-1000.h5)" "$(digest across/restart/clast-1000.h5)"

# ---- a clump that moves but is blocked has no mass on any rank, where pairs lose energy ----
cat >led.csv <<'EOF'
id,template,x,y,qw,qz,vx,vy,wz,blocked
3,long,-.819785318,-.876519078,.246830877,-.969058573,-1.70154925,.950716791,-4.33157623,
10,long,-.875217233,-.395924279,.999574798,-.0291585928,-.614419621,-1.40607963,1.27190405,
17,ball,-.909786564,.313213091,.941826272,.336100093,-2.24953785,2.73876728,8.73612596,xyZ
24,pill,-.959754074,.826012038,.875368208,-.483456823,2.96995765,2.78871847,7.21988736,
31,pill,-.206292463,-.977675274,.979884036,.199567723,-1.67083348,-.591922598,-7.86109065,
38,long,-.209861005,.92833273,.399293238,.916823271,-.128074631,-2.17299879,2.93674448,xyZ
45,pill,.294749506,-.381252327,.428460709,.903560413,0,0,0,xy
52,light,.253210958,.389306019,.286205039,.958168396,2.95162637,1.47067041,-8.18763327,
59,heavy,.322834128,.983806264,.199606821,-.979876072,0,0,0,Z
66,pill,.929763737,-.879720992,.987894438,-.155127624,-2.41956274,-2.23522915,-.432653946,
73,pill,.936599926,-.287913579,.999243523,-.0388893554,2.45106291,2.06971567,1.22399733,
80,ball,.997453555,.329043488,.797853099,.602851916,.151284325,-1.99637128,6.39296824,
EOF
printf 'a,b,ax,ay,bx,by\n17,24,.0574095998,.086038068,.374683152,-.189272785\n' >led_weld.csv
cat >led.yaml <<'EOF'
schema: 1
run: {end_time: .06, dt: 1e-3, dimension: 2, gravity: [-.643, -9], overlap_limit: 99}
domain: {lo: [-1.2, -1.2], hi: [1.2, 1.2], boundary: [reflect, periodic]}
material: [{s: {density: 1000}}]
template:
  - ball: {material: s, pebbles: [0, 0, .05]}
  - pill: {material: s, pebbles: [-.03, 0, .025, .02, .01, .03]}
  - long: {material: s, pebbles: [-.2, 0, .05, -.1, 0, .05, 0, 0, .05, .1, 0, .05, .2, 0, .05]}
  - heavy: {material: s, pebbles: [0, 0, .15]}
  - light: {material: s, pebbles: [0, 0, .01]}
clumps: [{all: {file: led.csv}}]
constraint:
  - weld: {type: weld, file: led_weld.csv, compliance: 1e-5, sweeps: 8}
  - hard: {type: contact, between: [s, s], friction: .3, restitution: .2, sweeps: 2, velocity_sweeps: 1}
EOF
check "a clump that is blocked leads another" "$CLAST" led.yaml -output_dir led
check "  on three ranks" on_ranks 3 "$CLAST" led.yaml -output_dir led3 -decomp_random 1
is "  the same state" "$(digest led3/restart/clast-60.h5)" "$(digest led/restart/clast-60.h5)"

# ---- a three-hinged arch at rest has no spin, whatever the sweeps do ----
cat >arch.csv <<'EOF'
id,template,x,y,z,qw,qx,qy,qz,blocked
1,pin,-.5,0,.5,1,0,0,0,xyzXYZ
2,pin,.5,0,.5,1,0,0,0,xyzXYZ
3,beam,-.25,0,.65,.9644691,0,-.2641947,0,
4,beam,.25,0,.65,.9644691,0,.2641947,0,
EOF
printf 'a,b,ax,ay,az,bx,by,bz,ux,uy,uz\n1,3,0,0,0,-.29154759,0,0,0,1,0\n3,4,.29154759,0,0,-.29154759,0,0,0,1,0\n4,2,.29154759,0,0,0,0,0,0,1,0\n' >arch_hinges.csv
cat >arch.yaml <<'EOF'
schema: 1
run: {end_time: 4, dt: 1e-2, gravity: [0, 0, -9.81], overlap_limit: 99, static_passes: 10}
domain: {lo: [-2, -2, -2], hi: [2, 2, 2], boundary: [open, open, open]}
material: [{s: {density: 1000}}]
contact: [{ss: {between: [s, s], normal: hooke, stiffness: 1e-9, restitution: 1}}]
template:
  - pin: {material: s, pebbles: [0, 0, 0, .03]}
  - beam: {material: s, pebbles: [-.2, 0, 0, .04, -.1, 0, 0, .05, 0, 0, 0, .06, .1, 0, 0, .05, .2, 0, 0, .04]}
clumps: [{all: {file: arch.csv}}]
constraint: [{h: {type: hinge, file: arch_hinges.csv, sweeps: 40}}]
dump: [{all: {what: clumps, every: 4, format: csv}}]
output: {log_every: 4}
EOF
check "a three-hinged arch stands" "$CLAST" arch.yaml -output_dir arch
is "  its energy of motion, J" "$(${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k } { e = $at["kinetic_rotational"] + $at["kinetic_translational"] } END { print (e < 1e-12) }' arch/log.csv)" 1
tap_end
