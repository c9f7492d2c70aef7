#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Templates of a form, in scenarios and by clast-clump: any number of ranks, a restart, mistakes. limit: 120
. "$srcdir/tests/tap.sh"
: "${CLAST_CLUMP:=$builddir/clast-clump}"

cat >pills.yaml <<'E2'
schema: 1
run: {end_time: 0.02, dt: 1.0e-4, gravity: [0, 0, -9.81]}
domain: {lo: [-0.05, -0.05, -0.05], hi: [0.05, 0.05, 0.05], boundary: [periodic, periodic, periodic]}
material:
  - a: {density: 1000, young: 1.0e7, poisson: 0.3}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 1.0e3, restitution: 0.5, tangential: hooke, friction: 0.3}
template:
  - pill: {material: a, form: pharma_capsule}
clumps:
  - some: {template: pill, count: 40, lo: [-0.05, -0.05, -0.05], hi: [0.05, 0.05, 0.05], velocity: [1, 0.5, 0]}
E2
check "capsules on one rank" "$CLAST" pills.yaml -output_dir one
check "capsules on three ranks" on_ranks 3 "$CLAST" pills.yaml -output_dir three
check "the same bits" "$CLAST_DIGEST" one/restart/clast-200.h5 three/restart/clast-200.h5
check "half of it" on_ranks 2 "$CLAST" pills.yaml -output_dir half -run_end_time 0.01
check "the rest" "$CLAST" -restart half -run_end_time 0.02
check "the same bits after it" "$CLAST_DIGEST" one/restart/clast-200.h5 half/restart/clast-200.h5
is "mass properties are those of the form unless told" "$(grep -c 'mass_properties: form' one/resolved.yaml)" 1
check "those of the pebbles" "$CLAST" pills.yaml -output_dir other -template_pill_mass_properties exact

# FACT REGEX OPTION...
wrong()
{
  local fact=$1 regex=$2
  shift 2
  status "$fact" 2 on_ranks 2 "$CLAST" pills.yaml -output_dir refused "$@"
  says "  is a mistake" "$regex"
  check "  nothing is written" test ! -e refused
}
wrong "an unknown form" "form: .*'brick'" -template_pill_form brick
wrong "a cap narrower than the body" 'template: pill: .*capsule_cap_diameter is 0.006 m, less than that of the body' \
  -template_pill_capsule_cap_diameter 0.006
wrong "a capsule shorter than its cap" 'template: pill: .*capsule_length is 0.01 m, less than' -template_pill_capsule_length 0.01
wrong "a cap shorter than its half ball" 'capsule_cap_length is 0.003 m, too short' -template_pill_capsule_cap_length 0.003
wrong "grooves of negative depth" 'capsule_ripple: .*allowed' -template_pill_capsule_ripple -1
wrong "a form and pebbles" 'template: pill: .*has pebbles and a form: give one of them' -template_pill_pebbles 0,0,0,1
wrong "a form in the plane" 'form: .*not available in two dimensions' -run_dimension 2
sed 's/form: pharma_capsule/pebbles: [0, 0, 0, 0.003], capsule_length: 0.02/' pills.yaml >key.yaml
status "a key of a form without it" 2 "$CLAST" key.yaml -check
says "  is a mistake" 'capsule_length: .*only with form: pharma_capsule'
sed 's/form: pharma_capsule/pebbles: [0, 0, 0, 0.003], mass_properties: form/' pills.yaml >key.yaml
status "the mass of a form that is not there" 2 "$CLAST" key.yaml -check
says "  is a mistake" 'needs the key form'

check "clast-clump" "$CLAST_CLUMP" form pharma_capsule pill.csv --density 1000 --json --picture pill.png
says "  makes its pebbles" '"pebbles": 15'
is "  and writes them" "$(($(wc -l <pill.csv) - 1))" 15
sed 's/form: pharma_capsule/file: pill.csv/' pills.yaml >file.yaml
check "its file is the same shape" "$CLAST" file.yaml -output_dir file
check "  as the form with the mass of the pebbles" "$CLAST_DIGEST" file/restart/clast-200.h5 other/restart/clast-200.h5
status "an unknown form" 2 "$CLAST_CLUMP" form brick out.csv
says "  is refused" "'brick': no such form; give pharma_capsule, rod, fibre, dumbbell or cross"
status "an unknown size" 2 "$CLAST_CLUMP" form pharma_capsule out.csv --set width=1
says "  is refused" "'width=1': pharma_capsule has no such size"
status "a size that does not fit" 2 "$CLAST_CLUMP" form pharma_capsule out.csv --set capsule_length=0.01
says "  is refused" 'capsule_length is 0.01 m, less than'
check "nothing is written" test ! -e out.csv

sed 's/form: pharma_capsule/form: pharma_capsule, capsule_ripple: 0/' pills.yaml >true.yaml
check "true capsules" "$CLAST" true.yaml -output_dir true
check "  on three ranks" on_ranks 3 "$CLAST" true.yaml -output_dir true3
check "  the same bits" "$CLAST_DIGEST" true/restart/clast-200.h5 true3/restart/clast-200.h5
for form in rod fibre dumbbell cross; do
  check "form $form" "$CLAST_CLUMP" form $form $form.csv --density 1000 --json --picture $form.png
  says "  is of capsules" '"volume"'
  is "    in its file" "$(head -1 $form.csv)" "x,y,z,r,x2,y2,z2"
  sed "s/form: pharma_capsule/form: $form/" pills.yaml >$form.yaml
  check "  in a scenario" "$CLAST" $form.yaml -output_dir $form -run_end_time 0.002
  check "  as spheres" "$CLAST_CLUMP" form $form $form.xyzr --set ${form}_length=0.03 --ripple 0.05
  says "    which it tells" 'with grooves of up to 0.05 of the radius'
done
tap_end
