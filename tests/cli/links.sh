#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 200
# Springs and bonds: what is refused, with the key or the line, the value and what to do; bonds that a restart adds.
. "$srcdir/tests/tap.sh"

cat >row.csv <<'EOF'
id,template,x,y,z
1,ball,0.1,0.5,0.5
2,ball,0.3,0.5,0.5
5,rod,0.5,0.5,0.5
EOF
cat >links.csv <<'EOF'
id_a,pebble_a,id_b,pebble_b
1,0,2,0
2,0,5,1
EOF
printf 'id_a,id_b\n1,9\n' >later.csv
cat >bonds.yaml <<'EOF'
schema: 1
run: {end_time: 1e-3, dt: auto}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, open, open]}
material:
  - s: {density: 1000}
  - t: {density: 1000}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1e3, restitution: 1}
  - st: {between: [s, t], normal: hooke, stiffness: 1e3, restitution: 1}
  - tt: {between: [t, t], normal: hooke, stiffness: 1e3, restitution: 1}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.09]}
  - rod: {material: s, pebbles: [0, 0, 0, 0.09, 0.1, 0, 0, 0.09]}
clumps:
  - row: {file: row.csv}
bond:
  - glue: {file: links.csv, normal_stiffness: 1e6, shear_stiffness: 1e6, tensile_strength: 1e4, shear_strength: 1e4}
spring:
  - rope: {file: links.csv, stiffness: 100, damping: 0.1, rest_length: 0.3}
EOF

check "a run with bonds and springs" "$CLAST" bonds.yaml -output_dir good
says "  their numbers are told" '^clast: 2 springs, 2 bonds$'
says "  and what limits the time step" 'dt: auto, .*limited by'

# FACT SED REGEX: bonds.yaml with this change is a usage error whose only mistake matches.
refused()
{
  sed "$2" bonds.yaml >bad.yaml
  cmp -s bonds.yaml bad.yaml && fail "$1" "the edit changes nothing: $2"
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "$3"
}

# FACT ROW REGEX: so is a list of bonds with this row in addition.
refused_row()
{
  { cat links.csv; echo "$2"; } >more.csv
  sed '/glue/s/links.csv/more.csv/' bonds.yaml >bad.yaml
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "bond: glue: file: 'more.csv': line 4: $3"
}

refused "a strength of zero" 's/tensile_strength: 1e4/tensile_strength: 0/' "bond: glue: tensile_strength: .0. is out of range.* > 0.*Pa"
refused "a shear strength of zero" 's/shear_strength: 1e4/shear_strength: 0/' "bond: glue: shear_strength: .0. is out of range.* > 0.*Pa"
refused "a law that is given twice" 's/^  - tt: .*/&\n&/' "contact: 'tt' is given twice, first on line"
refused "a pair of materials with two laws" 's/^  - tt: \(.*\)/&\n  - tu: \1/' "contact: tu: between: 't,t': .* already has the law tt"
refused "a bond that is given twice" 's/^  - glue: .*/&\n&/' "bond: 'glue' is given twice, first on line"
refused "a break force of zero" 's/damping: 0.1/&, break_force: 0/' "spring: rope: break_force: .0. is out of range.* > 0.*N"
refused "a friction angle of 90 degrees" 's/shear_strength: 1e4/&, friction_angle: 90/' "bond: glue: friction_angle: .90. is out of range"
refused "a friction angle without shear strength" 's/shear_strength: 1e4/friction_angle: 30/' 'bond: glue: friction_angle: .*needs shear_strength'
refused "no normal stiffness" 's/normal_stiffness: 1e6, //' 'bond: glue: normal_stiffness: .*missing'
refused "a negative damping" 's/damping: 0.1/damping: -1/' "spring: rope: damping: '-1' is out of range.*kg/s"
refused "neither file nor distance" 's/rope: {file: links.csv, /rope: {/' 'spring: rope: which pebbles\? Give file, a list of pairs, or distance'
refused "file and distance" 's/rope: {/&distance: 1, between: [s, s], /' 'spring: rope: distance: .*given together with file'
refused "touching and a file" 's/rope: {/&touching: true, between: [s, s], /' 'spring: rope: touching: .*given together with file'
refused "touching without materials" 's/rope: {file: links.csv/rope: {touching: true/' 'spring: rope: between: missing: touching needs the two materials'
refused "touching without a contact law" '/- tt:/d; s/rope: {file: links.csv/rope: {touching: true, between: [t, t]/' 'spring: rope: touching: .*needs a contact law between t and t'
refused "an unknown clump in a list for later" 's/rope: {file: links.csv/rope: {at: 1e-4, file: later.csv/' "spring: rope: file: 'later.csv': line 2: there is no clump 9"
refused "distance without materials" 's/rope: {file: links.csv/rope: {distance: 1/' 'spring: rope: between: missing: distance needs the two materials'
refused "a material that is unknown" 's/rope: {file: links.csv/rope: {distance: 1, between: [s, u]/' "spring: rope: between: 'u'"
refused "a file that is not there" '/rope/s/links.csv/none.csv/' "spring: rope: file: 'none.csv'"
refused_row "a bond of a clump with itself" 2,0,2,0 'clump 2 is linked to itself'
refused_row "an unknown clump" 1,0,77,0 'there is no clump 77'
refused_row "a pebble that the clump does not have" 1,0,5,2 'clump 5 has the pebbles 0 to 1$'
refused_row "a bond with a centre" 1,-1,5,0 'clump 1: bonds join pebbles, and -1 is the centre'
refused_row "a pair that is there twice" 2,0,1,0 'this pair is in line 2, too'
sed 's/$/,-1/; 1s/-1/rest_length/' links.csv >short.csv
sed '/rope/s/links.csv/short.csv/' bonds.yaml >bad.yaml
status "a negative rest length" 2 "$CLAST" bad.yaml -output_dir refused
says "  it says" "short.csv.*line 2.*rest_length"
printf 'id_a,id_b\n1,2\n' >centres.csv
sed '/glue/s/links.csv/centres.csv/' bonds.yaml >bad.yaml
status "a list of bonds without pebbles" 2 "$CLAST" bad.yaml -output_dir refused
says "  it says" "bond: glue: file: 'centres.csv'.*pebble_a is missing"
for np in 2 3; do
  { cat links.csv; echo 1,0,77,0; echo 2,0,2,0; echo 5,0,1,9; } >more.csv
  sed '/glue/s/links.csv/more.csv/' bonds.yaml >bad.yaml
  status "three faults on $np ranks" 2 on_ranks "$np" "$CLAST" bad.yaml -output_dir refused
  says "  each is told once" '^clast: 3 mistakes in '
done

# ---- lists of clumps that do not touch ----
printf 'id_a,id_b\n1,2\n2,2\n5,77\n' >apart.csv
{ cat bonds.yaml; echo 'exclusion: [{free: {file: apart.csv}}]'; } >bad.yaml
status "a list of exclusions with an unknown clump, and one with itself" 2 on_ranks 2 "$CLAST" bad.yaml -output_dir refused
says "  both are told" '^clast: 2 mistakes in '
says "  with their lines" "exclusion: free: file: 'apart.csv': line 3: clump 2 is on both sides"
says "  with their lines" "exclusion: free: file: 'apart.csv': line 4: there is no clump 77"
sed '1s/$/,bond_id/; 2,$s/$/,-2/' row.csv >odd.csv
sed 's/row.csv/odd.csv/' bonds.yaml >bad.yaml
status "a negative bond_id" 2 "$CLAST" bad.yaml -output_dir refused
says "  it says" "odd.csv.*bond_id"

# ---- clumps that break ----
refused_crush()
{
  { cat bonds.yaml; echo "crush: [{nuts: {$2}}]"; } >bad.yaml
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "$3"
}
printf 'template,x,y,z\nball,0,0,0\nbell,0,0,0\n' >parts.csv
refused_crush "a crush of an unknown template" 'template: nut, strength: 1' "crush: nuts: template: 'nut'"
refused_crush "one without strength" 'template: rod' 'crush: nuts: strength: .*missing'
refused_crush "a strength of zero" 'template: rod, strength: 0' "crush: nuts: strength: .0. is out of range"
refused_crush "a lone pebble without fragments" 'template: ball, strength: 1' 'crush: nuts: fragments: missing: template ball is one pebble'
refused_crush "a fragment of an unknown template" 'template: rod, strength: 1, fragments: parts.csv' "parts.csv.*line 3: there is no template 'bell'"

printf 'template,x,y,z\nball,0,0,0\n' >balls.csv
printf 'template,x,y,z\nrod,0,0,0\n' >rods.csv
{ cat bonds.yaml; echo 'crush: [{a: {template: rod, strength: 1, fragments: balls.csv}}, {b: {template: ball, strength: 1, fragments: rods.csv}}]'; } >bad.yaml
status "templates that break into each other" 2 "$CLAST" bad.yaml -output_dir refused
says "  it says" "crush: a: template: 'rod': rod breaks into itself, by fragments of b"
{ sed '/- ss:/d' bonds.yaml; echo 'constraint: [{h: {type: contact, between: [s, s]}}]'; echo 'crush: [{nuts: {template: rod, strength: 1}}]'; } >bad.yaml
status "contacts that are constraints" 2 "$CLAST" bad.yaml -output_dir refused
says "  it says" "crush: nuts: template: .*contacts of material s of rod are constraints .constraint: h."

printf 'template,x,y,z,qw,qx,qy,qz\nball,0,0,0,1,1,0,0\n' >turned.csv
sed '1s/$/,blocked/; 2,$s/$/,UV/' row.csv >held.csv
{ sed 's/row.csv/held.csv/' bonds.yaml; echo 'crush: [{nuts: {template: rod, strength: 1, fragments: turned.csv}}]'; } >bad.yaml
status "turned fragments of clumps that are blocked along their axes" 2 on_ranks 2 "$CLAST" bad.yaml -output_dir refused
says "  it says" "crush: nuts: fragments: .*fragment 1 is turned, while clump 5 has"

# ---- a restart with other fragments ----
printf 'template,x,y,z\nball,0,0,0\nball,0.1,0,0\n' >twins.csv
{ sed '/^bond/,$d' bonds.yaml; echo 'crush: [{nuts: {template: rod, strength: 1e9, fragments: balls.csv}}]'; } >breaks.yaml
check "a run with clumps that may break" "$CLAST" breaks.yaml -output_dir breaks
check "  goes on with other fragments" "$CLAST" -restart breaks -output_dir breaks2 -run_end_time 5e-3 -crush_nuts_fragments twins.csv
status "  and reads them" 2 "$CLAST" -restart breaks -output_dir breaks3 -run_end_time 5e-3 -crush_nuts_fragments parts.csv
says "  it says" "parts.csv.*line 3: there is no template 'bell'"
rm balls.csv
check "  and needs no file of the same" "$CLAST" -restart breaks -output_dir breaks4 -run_end_time 5e-3

# FILE: its column of links
links_in()
{
  ${AWK:-awk} -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "links") c = i; next } { print $c }' "$1"
}

# ---- bonds that are made later ----
sed '/glue/s/file: links.csv/between: [s, s], distance: 0.05, at: 4e-4/; /rope/s/file/at: 6e-4, file/' bonds.yaml >later.yaml
check "bonds and springs at a time" on_ranks 2 "$CLAST" later.yaml -output_dir later -output_log_every 1e-4
says "  none at first" '^clast: 0 springs, 0 bonds$'
says "  the time step knows them" 'dt: auto, .*limited by .*bond glue'
is "  made at their times" "$(links_in later/log.csv | uniq | tr '\n' ' ')" "0 2 4 "

# ---- rows that are found to be wrong while the run goes on ----
printf 'id,template,x,y,z\n9,rod,0.5,0.8,0.5\n' >late.csv
printf 'id_a,pebble_a,id_b,pebble_b\n1,0,2,0\n2,0,9,3\n5,1,9,1\n' >late_links.csv
sed '/glue/s/file: links.csv/file: late_links.csv, at: 4e-4/; s/  - row:.*/&\n  - late: {file: late.csv, at: 2e-4}/' bonds.yaml >late.yaml
check "a row that names a pebble which a later clump does not have" on_ranks 2 "$CLAST" late.yaml -run_dt 1e-5 -output_dir late -output_log_every 1e-4
says "  is left out with a warning" 'line [0-9]+: bond: glue: file: line 3 is left out at 0.0004 s: clump 9 has the pebbles 0 to 1$'
is "  and the others are made" "$(links_in late/log.csv | tail -n 1)" 4

# ---- bonds that a restart adds are made there ----
sed '/^bond/,$d' bonds.yaml >bare.yaml
check "a run without links" "$CLAST" bare.yaml -run_dt 1e-5 -output_dir bare
is "  has no columns of links" "$(head -1 bare/log.csv | grep -c links)" 0
is "  and no events" "$(ls bare | grep -c events)" 0
{ sed -n '1p' bonds.yaml; sed -n '/^bond/,$p' bonds.yaml; } >added.yaml
check "bonds are added by a restart" on_ranks 2 "$CLAST" added.yaml -restart bare -output_dir added -run_end_time 2e-3
says "  their numbers are told" '^clast: 2 springs, 2 bonds$'
check "  and a restart of that makes them once" on_ranks 3 "$CLAST" -restart added -output_dir added -run_end_time 3e-3
says "  their numbers are told" '^clast: 2 springs, 2 bonds$'
tap_end
