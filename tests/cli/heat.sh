# SPDX-License-Identifier: MIT
# Keys of temperature, heat and liquid: what is refused, with the key, the value and what to do; what limits dt: auto.
. "$srcdir/tests/tap.sh"

cat >warm.yaml <<'EOF'
schema: 1
run: {end_time: 1e-4, dt: auto}
domain: {lo: [-1, -1, -1], hi: [1, 1, 1]}
material:
  - metal: {density: 1000, specific_heat: 0.001, conductivity: 50, temperature: 300}
contact:
  - metal-metal: {between: [metal, metal], normal: hooke, stiffness: 1e3, restitution: 1, heat: area}
template:
  - ball: {material: metal, pebbles: [0, 0, 0, 0.05]}
clumps:
  - one: {template: ball, position: [0, 0, 0]}
EOF

# FACT SED REGEX...: warm.yaml with this change is a usage error whose message matches.
refused()
{
  local fact=$1 regex
  sed "$2" warm.yaml >cold.yaml
  cmp -s warm.yaml cold.yaml && fail "$fact" "the edit changes nothing: $2"
  status "$fact" 2 "$CLAST" cold.yaml -output_dir refused
  shift 2
  for regex in "$@"; do says "  $regex" "$regex"; done
}

refused "a negative temperature of a material" 's/temperature: 300/temperature: -3/' \
  'material: metal: temperature: .-3. is out of range' 'allowed: a number > 0 .* in K'
refused "a temperature of zero" 's/temperature: 300/temperature: 0/' 'metal: temperature: .0. is out of range'
refused "a negative temperature of a template" 's/0.05\]/&, temperature: -5/' 'template.*ball.*temperature: .-5. is out of range'
refused "a negative temperature of an object of clumps" 's/\[0, 0, 0\]}/[0, 0, 0], temperature: -7}/' 'clumps.*one.*temperature: .-7. is out of range'
refused "heat without a conductivity" 's/ conductivity: 50,//' \
  'material.*metal.*conductivity: missing: contact metal-metal conducts heat: give it, W/\(m K\)'
refused "heat without a heat capacity" 's/ specific_heat: 0.001,//' \
  'material.*metal.*specific_heat: missing: contact metal-metal has heat: give it, J/\(kg K\)'
refused "heat, and clumps without a temperature" 's/, temperature: 300//' \
  'clump 0 has no temperature \(K\), but others have, or a contact law or interaction needs it: give'
refused "a wrong conductivity" 's/conductivity: 50/conductivity: -5/' 'material: metal: conductivity: .-5. is out of range'
says "  once" '^clast: 1 mistake in'
refused "a missing conductivity, with two laws" \
  's/ conductivity: 50,//; s/^  - metal-metal.*/&\n  - stone-metal: {between: [stone, metal], normal: hooke, stiffness: 1e3, restitution: 1, heat: area}/
   s/^material:/&\n  - stone: {density: 1, specific_heat: 1, conductivity: 2, temperature: 300}/' 'metal: conductivity: missing: contact metal-metal'
says "  is told once" '^clast: 1 mistake in'
printf 'x,y,z,r,material\n0,0,0,0.05,metal\n0.05,0,0,0.05,cork\n' >half.csv
refused "a template of which only a part can take heat" \
  's/^material:/&\n  - cork: {density: 100, temperature: 300}/; s/pebbles: .*\]/file: half.csv/
   s/^  - metal-metal.*/&\n  - cork-metal: {between: [cork, metal], normal: hooke, stiffness: 1e3, restitution: 1}\n  - cork-cork: {between: [cork, cork], normal: hooke, stiffness: 1e3, restitution: 1}/' \
  'material: cork: specific_heat: missing: template ball has pebbles of this material, and others that contact metal-metal .*temperature: give it \(J/\(kg K\)\)'
refused "a wall with a temperature that no heat reaches" 's/, heat: area/}\n  - other-metal: {between: [other, metal], normal: hooke, stiffness: 1e3, restitution: 1/
   s/^material:/&\n  - other: {density: 1, temperature: 300}/
   s/^clumps:/wall:\n  - floor: {shape: plane, material: other, point: [0, 0, -1], normal: [0, 0, 1], temperature: 300}\n&/' \
  'wall: floor: temperature: .300.: has no effect: no contact law of its material, other, has heat'
warms='s/heat: area/dissipation: temperature/;'
refused "heat of what contacts lose without a heat capacity" "$warms s/ specific_heat: 0.001,//; s/, conductivity: 50//" \
  'material.*metal.*specific_heat: missing: contact metal-metal has dissipation: give it, J/\(kg K\)'
refused "and clumps without a temperature" "$warms s/, temperature: 300//; s/, conductivity: 50//" \
  'clump 0 has no temperature \(K\), but others have, or a contact law or interaction needs it: give'
refused "a fraction of it above one" "$warms s/temperature}/temperature, dissipation_fraction: 1.5}/; s/, conductivity: 50//" \
  'metal-metal: dissipation_fraction: .1.5. is out of range'
refused "a fraction of nothing" 's/heat: area/heat: area, dissipation_fraction: 0.5/' 'metal-metal: dissipation_fraction'
refused "a wrong word for it" 's/heat: area/heat: area, dissipation: heat/' "dissipation: 'heat'" 'internal_energy'
refused "more liquid than is counted exactly" \
  's/heat: area/&, cohesion: liquid_migration, surface_tension: 1, liquid_volume: 1e-12/; s/temperature: 300/&, liquid: 1e-5/' \
  'clumps: some clump has 1e-05 m.3 of liquid, above the largest amount that is counted exactly, 9\.5.*e-07: give less, or raise liquid_volume'
refused "a heat that is none" 's/heat: area/heat: warm/' "heat: 'warm'" 'radius'

check "soft contacts and small heat capacities" "$CLAST" warm.yaml -output_dir out
says "  limit dt: auto by heat, with their law" 'dt: auto, .*limited by the heat of ball on ball .law metal-metal, 12 contacts at once.: 0\.2 of the .* s in which it evens out'
check "stiff contacts" "$CLAST" warm.yaml -contact_metal-metal_stiffness 1e9 -output_dir out
says "  limit it by their duration" 'dt: auto, .*limited by the contact of '

sed 's/position: \[0, 0, 0\]}/&\n  - two: {template: ball, position: [0.099, 0, 0], temperature: 400, blocked: xyzXYZ}/; s/\[0, 0, 0\]}/[0, 0, 0], blocked: xyzXYZ}/' \
  warm.yaml >fixed.yaml
check "fixed bodies alone that conduct heat" "$CLAST" fixed.yaml -output_dir fixed
says "  have a dt: auto" 'dt: auto, .*limited by the heat of ball on ball .law metal-metal, 12 contacts at once.: 0\.2 of the .* s in which it evens out$'
sed 's/, heat: area//' fixed.yaml >cold.yaml
status "and without heat none" 2 "$CLAST" cold.yaml -output_dir refused
says "  as told" 'nothing can touch here, so no step follows'

# ---- heat that is switched on at a restart in place: other columns of log.csv ----

sed 's/heat: area/heat: none/; s/, temperature: 300//; s/dt: auto/dt: 1e-5/' warm.yaml >late.yaml
echo 'output: {log_every: 2e-5}' >>late.yaml
check "a run without heat" "$CLAST" late.yaml -output_dir late
check "  goes on with it" on_ranks 2 "$CLAST" -restart late -output_dir late -run_end_time 2e-4 \
  -contact_metal-metal_heat area -material_metal_temperature 300
says "  which tells where the rows are" '^clast: log.csv has other columns from here on: its rows up to step 10 are now in .*late/log-to-10\.csv$'
is "  of the former columns" "$(head -n 1 late/log-to-10.csv | grep -c thermal) $(sed 1d late/log-to-10.csv | cut -d , -f 1 | tr '\n' ' ')" '0 0 2 4 6 8 10 '
is "  and of the new ones" "$(head -n 1 late/log.csv | grep -c thermal) $(sed 1d late/log.csv | cut -d , -f 1 | tr '\n' ' ')" '1 12 14 16 18 20 '
is "  a table has rows of one width" "$($AWK -F, '{ print NF }' late/log.csv | sort -u | wc -l | tr -d ' ')" 1
check "again, from the same step" "$CLAST" -restart late/restart/clast-10.h5 -output_dir late -run_end_time 1.4e-4
is "  nothing is moved over the former rows" "$(wc -l <late/log-to-10.csv | tr -d ' ') $(sed 1d late/log.csv | cut -d , -f 1 | tr '\n' ' ')" '7 12 14 '

# ---- columns that a run gets after the sums of heat: of cells that deform, and of motions ----

cat >cell.yaml <<'EOF'
schema: 1
run: {end_time: 2e-3, dt: 2e-4}
domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [periodic, periodic, periodic], deformation: {type: shear, flow: x, gradient: y, rate: 1}}
material: [{metal: {density: 1000, young: 1e6, specific_heat: 5, conductivity: 20, temperature: 300}}]
contact: [{metal: {between: [metal, metal], normal: hertz, restitution: 0.8, heat: radius}}]
template: [{ball: {material: metal, pebbles: [0, 0, 0, 0.08]}}]
clumps:
  - fill: {template: [ball], count: 40, lo: [-1, -1, -1], hi: [1, 1, 1]}
image: [{warm: {every: 1e-3, colour: temperature}}]
EOF
check "heat in a cell that deforms" "$CLAST" cell.yaml -output_dir cell
sed 's/, deformation: {[^}]*}//; /^image/d; /^clumps/a\
  - paddle: {template: ball, position: [0, 0, 0], group: [p]}' cell.yaml >driven.yaml
cat >>driven.yaml <<'EOF'
motion: [{along: {groups: [p], type: translate, velocity: [0.1, 0, 0]}}]
change: [{push: {start: 6e-4, action: velocity, velocity: [0, 0, 1]}}]
EOF
# with memory that is freed filled with other bytes, where the C library can
MALLOC_PERTURB_=85
export MALLOC_PERTURB_
check "heat, and a change of clumps beside a motion" "$CLAST" driven.yaml -output_dir driven
unset MALLOC_PERTURB_
tap_end
