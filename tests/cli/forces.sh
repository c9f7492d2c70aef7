#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Forces of the scenario as a user sees them: tables through restarts, formulas that do not exist, and mistakes.
. "$srcdir/tests/tap.sh"

cat >case.yaml <<'END'
schema: 1
run: {end_time: 0.2, dt: 1.0e-3, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, open, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.1]}
clumps:
  - one: {template: ball, position: [1, 1, 1], group: [light]}
  - two: {template: ball, position: [0.5, 1, 1]}
event:
  - go: {when: time, above: 0.05}
force:
  - shock: {groups: [light], file: shock.csv, after: go}
  - pull: {expression: "-m * (x - 1) / max(x, 0.1), 0, 0"}
END
printf 'time,fx,fy,fz\n0,0,0,0\n0.1,5,0,40\n0.12,0,0,0\n' >shock.csv

check "a run with a table and a formula" "$CLAST" case.yaml -output_dir one
says "  its energies are accounted for" 'supplied -?[0-9.]+ J; their sum is off by -?[0-9.]+e-05 %'
check "  on 3 ranks" on_ranks 3 "$CLAST" case.yaml -output_dir three
is "  the same digest" "$(digest three/restart/clast-200.h5)" "$(digest one/restart/clast-200.h5)"
check "halted in the table" "$CLAST" case.yaml -output_dir halted -run_end_time 0.1
mv shock.csv gone.csv
check "  goes on without the file, on 2 ranks" on_ranks 2 "$CLAST" -restart halted -output_dir halted -run_end_time 0.2
is "  the same digest" "$(digest halted/restart/clast-200.h5)" "$(digest one/restart/clast-200.h5)"
mv gone.csv shock.csv

sed 's#max(x, 0.1)#(x - 1)#' case.yaml >zero.yaml
status "a division by zero stops the run" 3 "$CLAST" zero.yaml -output_dir zero
says "  with its place" 'force of force pull on clump 0 is .*nan N.*formula 1: division by zero, or a number out of range, at character 14, at t = 0 s, x, y, z = \(1, 1, 1\)'
says "  and what to do" 'Mend the formula, or keep it from such values by if'

# A force of zero is one that an event sets.
sed 's/file: shock.csv, after: go/force: [0, 0, 0]/; s/above: 0.05}/above: 0.05, do: [set force_shock_force 0 0 50]}/' case.yaml >later.yaml
check "a force that an event sets" "$CLAST" later.yaml -output_dir later -output_final later.csv
# m = 4.18879 kg: from -0.5 m/s at 0.05 s for 0.15 s
is "  acts from then on" "$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) c[$k] = k; next } $c["id"] == 0 { d = $c["vz"] - (-2 + 50 / 4.1887902 * 0.15); print (d * d < 1e-4) }' later.csv)" 1

# FACT REGEX SED
wrong()
{
  sed "$3" case.yaml >wrong.yaml
  cmp -s case.yaml wrong.yaml && fail "$1" "the edit changes nothing: $3"
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$2"
  check "  nothing is written" test ! -e refused
}
wrong "a group that is not there" "force: shock: groups: .*no clump has the group 'ligth'; groups of clumps: .*; did you mean 'light'" 's/\[light\], file/[ligth], file/'
wrong "a name that is not there" "force: pull: expression: .*formula 1: an unknown name at character 7, 'X" 's/(x - 1)/(X - 1)/'
wrong "two formulas" 'pull: expression: .*gives 2 formulas; allowed: 3' 's/, 0, 0"/, 0"/'
wrong "a bracket that is open" "formula 1: .*bracket '\)' is missing" 's/0.1), 0, 0/0.1, 0, 0/'
wrong "no force" 'force: pull: no force: give force, torque, file, table or expression' 's/expression: .*"/end: 1/'
wrong "a point and pebbles" 'pull: point: .*and pebbles: give one of them' 's/expression/point: [0, 0, 0], pebbles: [all], expression/'
wrong "where: point without one" 'pull: point: missing: where: point needs it' 's/expression/where: point, expression/'
wrong "a pebble group that is not there" "pull: pebbles: .*no pebble has the group 'iron'" 's/expression/pebbles: [iron], expression/'
wrong "a force and a table" 'shock: force: .*and a table: give one of them' 's/file: shock/force: [1, 0, 0], file: shock/'
wrong "an end before the start" 'pull: end: .*1 s is not after start \(2 s\)' 's/expression/start: 2, end: 1, expression/'
wrong "damping of a group that is not there" "run: damping_groups: .*no clump has the group 'all'" 's/run: {/run: {damping: 0.1, damping_groups: [all], /'
wrong "FIRE of a group" 'damping: calm: fire: .*does not go with groups: all clumps take part' '$a damping:\n  - calm: {fire: 0.1, groups: [light]}'
wrong "FIRE by an event alone" 'set damping_calm_fire: give damping: calm: fire: 0 to begin with' '$a damping:\n  - calm: {viscous: 1}\nevent:\n  - e: {when: time, above: 1, do: [set damping_calm_fire 0.1]}'
wrong "FIRE twice" 'damping: more: fire: .*is given to another object' '$a damping:\n  - calm: {fire: 0.1}\n  - more: {fire: 0.2}'
wrong "damping of nothing" 'damping: calm: it damps nothing' '$a damping:\n  - calm: {viscous: 0}'
wrong "damping of 1" 'run: damping: .*allowed: .*>= 0 and < 1' 's/run: {/run: {damping: 1, /'
printf 'time,fx,fy,fz\n0,0,0,0\n0.1,5,0,40\n0.1,0,0,0\n' >shock.csv
wrong "times that do not increase" 'shock: file: .*row 3: time 0.1 s is not after that of the row before \(0.1 s\)' 's/position: \[0.5/position: [0.6/'
printf 'time,fx,fy\n0,0,0\n' >shock.csv
wrong "a column that is missing" "shock: file: .*fz" 's/position: \[0.5/position: [0.6/'
printf 'time,fx,fy,fz\n' >shock.csv
wrong "an empty table" 'shock: file: .*no rows after the header' 's/position: \[0.5/position: [0.6/'

# Loads on single clumps.
cat >bed.yaml <<'END'
schema: 1
run: {end_time: 0.3, dt: 5.0e-4, seed: 2, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [1, 1, 3], boundary: [periodic, periodic, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, tangential: hooke, stiffness: 1.0e5, tangential_ratio: 0.3, restitution: 0.3, friction: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.1]}
  - pair: {material: s, pebbles: [0, 0, 0, 0.1, 0.1, 0, 0, 0.1]}
clumps:
  - some: {template: [ball, pair], count: 30, lo: [0, 0, 0], hi: [1, 1, 2], group: [bed]}
  - more: {template: [ball, pair], count: 10, lo: [0, 0, 0], hi: [1, 1, 2]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
output: {walls_every: 0.01, bodies_every: 0.01, bodies_pebbles: true, bodies_groups: [bed], bodies: [30, 31, 32, 33, 34, 35, 36, 37, 38, 39]}
END
check "loads on clumps" "$CLAST" bed.yaml -output_dir bed
is "  a row for each at each time" "$(sed 1d bed/bodies.csv | cut -d, -f1,3 | sort -u | wc -l)" $((31 * 40))
# Forces between clumps cancel: their sum is minus that on the floor, to the rounding of 40 numbers.
${AWK:-awk} -F, 'FNR == 1 { next }
  FILENAME ~ /bodies/ { for (k = 0; k < 3; k++) { sum[$1, k] += $(4 + k); all[$1] += $(4 + k) < 0 ? -$(4 + k) : $(4 + k) } next }
  { for (k = 0; k < 3; k++) { off = sum[$1, k] + $(4 + k); if (off * off > 1e-24 * all[$1] * all[$1]) print $1 ": " off }
    if ($6 < -1) some++ }
  END { if (some < 5) print "nothing has fallen on the floor" }' bed/bodies.csv bed/walls.csv >off.txt
none_in "  sum up to that on the floor" off.txt
# Of pebbles: as nothing but contacts acts, the rest (pebble -1) is 0 to the bit, and they sum up.
is "  nothing acts beside contacts with pebbles" "$(grep -c ',-1,0,0,0,0,0,0$' bed/pebbles.csv)" $((31 * 40))
${AWK:-awk} -F, 'FNR == 1 { next }
  FILENAME ~ /pebbles/ { for (k = 0; k < 6; k++) sum[$1, $3, k] += $(5 + k); if ($4 == 1) some++; next }
  { for (k = 0; k < 6; k++) { off = sum[$1, $3, k] - $(4 + k); if (off * off > 1e-24 * (1 + $(4 + k) * $(4 + k))) print $1, $3 ": " off } }
  END { if (some < 50) print "few pebbles bear anything" }' bed/pebbles.csv bed/bodies.csv >off.txt
none_in "  loads of pebbles sum up to those of clumps" off.txt
for n in 2 3; do
  check "  on $n" on_ranks $n "$CLAST" bed.yaml -output_dir "bed$n"
  is "  the same digits" "$(cat "bed$n/bodies.csv" "bed$n/pebbles.csv" | cksum)" "$(cat bed/bodies.csv bed/pebbles.csv | cksum)"
done
check "  one contact at a time" "$CLAST" bed.yaml -output_dir one -backend single -run_end_time .2 \
  -output_final one.csv -output_final_groups bed -output_frames_every .1 -output_frames_groups bed
is "  of the group alone in the file of the end" "$(sed 1d one.csv | grep -c ',bed,')/$(sed 1d one.csv | wc -l)" 30/30
is "  the same digits" "$(cksum <one/pebbles.csv)" "$(head -n "$(wc -l <one/pebbles.csv)" bed/pebbles.csv | cksum)"
check "  halted, and gone on on 2" "$CLAST" bed.yaml -output_dir bedcut -run_end_time 0.133
check "  on 2" on_ranks 2 "$CLAST" -restart bedcut -output_dir bedcut -run_end_time 0.3
is "  the same digits" "$(cat bedcut/bodies.csv bedcut/pebbles.csv | cksum)" "$(cat bed/bodies.csv bed/pebbles.csv | cksum)"
sed 's/, bodies_groups.*/}/' bed.yaml >wrong.yaml
status "loads of which clumps" 2 "$CLAST" wrong.yaml -output_dir refused
says "  is a mistake" 'output: bodies_every: .*of which clumps'
tap_end
