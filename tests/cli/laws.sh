#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Which pairs of materials a contact law is for: any, several pairs, none.
. "$srcdir/tests/tap.sh"

cat >any.yaml <<'END'
schema: 1
run: {end_time: 0.3, dt: auto, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [1, 1, 2], boundary: [periodic, periodic, open]}
material:
  - rubber: {density: 1000, young: 5.0e6, poisson: 0.3, restitution: 0.5, friction: 0.3}
  - steel: {density: 7000, young: 2.0e7, poisson: 0.3, restitution: 0.8, friction: 0.1}
  - wood: {density: 700, young: 1.0e7, poisson: 0.3, restitution: 0.6, friction: 0.6}
contact:
  - all: {between: any, normal: hertz, tangential: mindlin}
  - steely: {between: [any, steel], normal: hertz, tangential: mindlin, friction: 0.2}
template:
  - r: {material: rubber, pebbles: [0, 0, 0, 0.05, 0.05, 0, 0, 0.05]}
  - s: {material: steel, pebbles: [0, 0, 0, 0.05]}
clumps:
  - load: {template: [r, s], fraction: [0.5, 0.5], count: 100, lo: [0, 0, 0.1], hi: [1, 1, 1.5]}
wall:
  - floor: {shape: plane, material: wood, point: [0, 0, 0], normal: [0, 0, 1]}
output: {log_every: 0.05}
END
pairs() # PAIR...: any.yaml with these laws, NAME:KEYS each
{
  sed '/^contact/,/steely/d; /^template/,$d' any.yaml
  echo "contact:"
  for pair in "$@"; do echo "  - ${pair%%:*}: {${pair#*:}, normal: hertz, tangential: mindlin}"; done
  sed -n '/^template/,$p' any.yaml
}
pairs "rr:between: [rubber, rubber]" "rw:between: [rubber, wood]" "ww:between: [wood, wood]" "sr:between: [steel, rubber], friction: 0.2" \
  "ss:between: [steel, steel], friction: 0.2" "sw:between: [wood, steel], friction: 0.2" >each.yaml
pairs "soft:between: [rubber, rubber, wood, rubber, wood, wood]" "hard:between: [steel, rubber, steel, steel, steel, wood], friction: 0.2" >lists.yaml
rows() { cut -d, -f1-13 "$1/log.csv"; } # without wall times

check "a law for each pair" "$CLAST" each.yaml -output_dir each
is "  the bodies touch" "$(rows each | awk -F, 'END { print ($6 > 5) }')" 1
for how in any lists; do
  check "$how" "$CLAST" $how.yaml -output_dir $how
  is "  is the same, row by row" "$(rows $how)" "$(rows each)"
  check "  half of it on 2 ranks" on_ranks 2 "$CLAST" $how.yaml -output_dir half -run_end_time 0.2
  check "  and the rest on 3" on_ranks 3 "$CLAST" -restart half -output_dir half -run_end_time 0.3
  is "  has the same bits" "$(digest "$(ls -t half/restart/*.h5 | head -1)")" "$(digest "$(ls -t $how/restart/*.h5 | head -1)")"
  rm -r half
done
check "-check names the pair" "$CLAST" any.yaml -check
says "  of the law that limits the step" 'dt: auto, .*limited by the contact of . on . \(law (all|steely):[a-z]*-[a-z]*'
is "resolved.yaml has no mean of two materials for a law of several pairs" "$(grep -cE 'nan|# friction' any/resolved.yaml)" 0
is "  and has it for a law of one pair" "$(grep -c '# friction: 0\.3' each/resolved.yaml)" 1 # rubber on rubber

# ---- materials that never touch ----

cat >never.yaml <<'END'
schema: 1
run: {end_time: 1, dt: 1.0e-3, gravity: [0, 0, 0]}
domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [open, open, open]}
material:
  - ghost: {density: 1000}
  - ball: {density: 1000}
contact:
  - all: {between: any, normal: hooke, stiffness: 1e5, restitution: 0.5}
  - never: {between: [ghost, ball], normal: none}
template:
  - g: {material: ghost, pebbles: [0, 0, 0, 0.2]}
  - b: {material: ball, pebbles: [0, 0, 0, 0.2]}
clumps:
  - one: {template: g, position: [1, 2, 2], velocity: [1, 0, 0]}
  - two: {template: b, position: [2, 2, 2], velocity: [-0.5, 0, 0]}
  - three: {template: b, position: [2, 1, 2], velocity: [-0.5, 0, 0]}
  - four: {template: b, position: [1, 1, 2], velocity: [1, 0, 0]}
output: {final: final.csv}
END
check "normal: none" on_ranks 2 "$CLAST" never.yaml -output_dir never
# columns by name: x of bodies 0 to 3. The first two go through each other: x = x0 + v t, to rounding; the others bounce.
x() { awk -F, -v id="$1" 'NR == 1 { for (k = 1; k <= NF; k++) c[$k] = k; next } $c["id"] == id { printf "%.9f", $c["x"] }' final.csv; }
is "  bodies go through each other" "$(x 0) $(x 1)" "2.000000000 1.500000000"
is "  and others bounce" "$(awk -v a="$(x 2)" -v b="$(x 3)" 'BEGIN { print (a > b) }')" 1

# ---- constraints in place of a law ----

sed 's/^  - never.*/constraint: [hard: {type: contact, between: [ghost, ball], restitution: 0.5}]/' never.yaml >hard.yaml
check "a hard contact of a pair that any would have" "$CLAST" hard.yaml -output_dir hard -output_final final.csv
is "  has it" "$(awk -v a="$(x 0)" -v b="$(x 1)" 'BEGIN { print (a < b) }')" 1

# ---- mistakes ----

# FACT REGEX SED
wrong()
{
  sed "$3" any.yaml >wrong.yaml
  status "$1" 2 "$CLAST" wrong.yaml -check
  says "  is a mistake" "$2"
  is "  one" "$(grep -cE '^ +[0-9]+\. ' "$out")" 1
}
wrong "two laws for one pair" "steely: between: .*all .line 9. is for rubber and steel, too, and neither names both: give this pair a law of its own" 's/between: any/between: [any, rubber]/'
wrong "one material" "all: between: .*1 name; allowed: any, or pairs of materials" 's/between: any/between: [rubber]/'
wrong "three" "all: between: .*3 names; allowed" 's/between: any/between: [rubber, steel, any]/'
wrong "a material that is none" "'rubbr' is not declared; .*did you mean 'rubber'" 's/between: any/between: [any, rubbr]/'
wrong "a law that no pair is left for" "all: between: .*every pair that it is for has another law, which names more of the two" 's/between: any/between: [steel, any]/; s/\[any, steel\]/[steel, rubber, steel, wood, steel, steel, rubber, rubber, wood, wood, wood, rubber]/'
wrong "friction of what never touches" "all: tangential: .*goes with a normal force" 's/any, normal: hertz/any, normal: none/'
wrong "a material of that name" "material: any: is no name of a material" 's/- wood:/- any:/; s/material: wood/material: any/'
tap_end
