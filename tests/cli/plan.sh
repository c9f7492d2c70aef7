# SPDX-License-Identifier: MIT
# -plan as a user meets it: a table and a file, from a scenario or a checkpoint, on any number of ranks; nothing else is written;
# what is asked wrongly is told once, with exit status 2. limit: 600
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
given="-plan_steps 0 -plan_step 1e-6 -plan_clump 1e-7 -plan_pebble 1e-8 -plan_pair 2e-9 -plan_contact 5e-8 -plan_copy 1e-8
  -plan_narrow 1e-8 -plan_picks 20 -plan_rebuild 1e-6 -plan_between 100"

# FACT REGEX OPTION...: exit status 2, one line that matches, on one rank and on two, and no file.
refused()
{
  local fact=$1 regex=$2 np
  shift 2
  ls -R . >before.txt
  for np in 1 2; do
    status "$fact, np $np" 2 on_ranks $np "$CLAST" heap.yaml "$@"
    says "  told once" "$regex"
    is "  and no more than once" "$(grep -Ec -e "$regex" "$out")" 1
  done
  ls -R . >after.txt
  is "  and nothing is written" "$(diff before.txt after.txt)" ""
}
: >before.txt
: >after.txt

refused "no rank at all" "-plan: item 1, '0' is out of range; allowed: a list of integers >= 1" -plan 0
refused "a word" "-plan: item 1, 'x' is not an integer" -plan x
refused "nothing" "-plan: no value given" -plan
refused "a number below zero" "-plan: item 2, '-3' is out of range" -plan 2,-3
refused "more ranks than anybody has" "-plan: item 1, '1e9' is out of range" -plan 1e9
refused "more ranks than pebbles" "-plan: .*5000 ranks for [0-9]+ pebbles: ask for no more" -plan 2,5000
refused "costs that nobody measures" "plan_pair: .*nothing is measured with -plan_steps 0" -plan 2 $given -plan_pair auto
refused "a latency that is none" "-plan_latency: 'x' is not a number" -plan 2 -plan_latency x
refused "no bandwidth" "-plan_bandwidth: '0'" -plan 2 -plan_bandwidth 0
refused "a file that cannot be" "-plan_csv: .*nowhere: cannot write in it" -plan 2 -plan_csv nowhere/plan.csv

# column N of the row of R ranks
cell()
{
  "$AWK" -F, -v r="$2" -v name="$3" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k } $1 == r { print $c }' "$1"
}

ls -R . >before.txt
check "a plan from a scenario" "$CLAST" heap.yaml -plan 1,2,8 $given
says "has a row for each number" '^ +8 '
ls -R . >after.txt
is "and writes nothing" "$(diff before.txt after.txt)" ""
check "likewise as a file" "$CLAST" heap.yaml -plan 1,2,8,60 $given -plan_csv one.csv
check "on three ranks" on_ranks 3 "$CLAST" heap.yaml -plan 1,2,8,60 $given -plan_csv three.csv
is "which is the same file" "$(cat three.csv)" "$(cat one.csv)"
is "every pebble is owned by a part" "$("$AWK" -F, 'NR == 2 { print $1 * $5 }' one.csv)" "$("$AWK" -F, 'NR == 5 { print $1 * $5 }' one.csv)"
# one rank has no messages; its step is motion + inside + its images + rebuild
is "one rank sends nothing" "$(cell one.csv 1 messages_max) $(cell one.csv 1 refresh) $(cell one.csv 1 agree)" "0 0.000000e+00 0.000000e+00"
is "a collective takes log2 P rounds" "$(cell one.csv 8 agree)" 4.500000e-06
check "messages that take a second of the processor each" "$CLAST" heap.yaml -plan 8 $given -plan_message 1 -plan_latency 0 -plan_csv slow.csv
check "or are a second on their way" "$CLAST" heap.yaml -plan 8 $given -plan_message 0 -plan_latency 1 -plan_overlap false -plan_csv far.csv
# one to each of up to 7 neighbours out, and one back
is "count one by one" "$("$AWK" -v c="$(cell slow.csv 8 copying)" 'BEGIN { printf "%.3f", c }')" 14.000
is "travel together" "$("$AWK" -v a="$(cell far.csv 8 refresh)" -v b="$(cell far.csv 8 reduce)" 'BEGIN { printf "%.3f %.3f", a, b }')" "1.000 1.000"
is "a step is the sum of its parts" "$("$AWK" -F, 'NR == 4 { s = $33; for (k = 22; k < 31; k++) s += $k; printf "%.4e", s }' one.csv)" \
  "$("$AWK" -F, 'NR == 4 { printf "%.4e", $21 }' one.csv)"

# Links and hard contacts: 20 chains of 11 balls, of 8 sweeps, over a floor.
{
  echo id,template,x,y,z
  for i in {0..19}; do for j in {0..10}; do echo "$((100 * i + j)),ball,$((j * 5 + 5))e-2,$((i * 5 + 5))e-2,0.0199"; done; done
} >chains.csv
{
  echo a,b,length
  for i in {0..19}; do for j in {0..9}; do echo "$((100 * i + j)),$((100 * i + j + 1)),0.05"; done; done
} >pairs.csv
cat >chains.yaml <<'END'
schema: 1
run: {end_time: 0.1, dt: 1.0e-3, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [1, 2, 1]}
material:
  - s: {density: 1000}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.02]}
clumps:
  - all: {file: chains.csv}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
constraint:
  - hard: {type: contact, between: [s, s], sweeps: 6, velocity_sweeps: 2}
  - chain: {type: distance, file: pairs.csv, sweeps: 8}
END
check "a plan with links and hard contacts" "$CLAST" chains.yaml -plan 1,2,4 $given -plan_constraint 1e-9 -plan_csv held.csv
says "tells of both, and of the messages of sweeps" \
  'on 2 ranks 100 links on average, 100 at most, and 110 near pairs of hard contacts, 110 at most; their sweeps: 14 messages to and 12 from every neighbour in a step'
is "  counts them" "$(cell held.csv 2 messages_max) $(cell held.csv 4 links_mean) $(cell held.csv 4 hard_max)" "15 50 60"
# the balance counts 140 ns for a rod of 8 sweeps, and 98.25 ns for a near pair of hard contacts of lone spheres
is "  and their work" "$(cell held.csv 1 constraint)" 4.961500e-05
status "  whose cost is to be given where none is measured" 2 "$CLAST" chains.yaml -plan 2 $given
says "  it is told" 'plan_constraint: .*nothing is measured with -plan_steps 0'
check "-check" on_ranks 2 "$CLAST" chains.yaml -check
says "  tells them, too" 'links and hard contacts: 200 links, 220 near pairs of hard contacts, 0\.[0-9]* MB; about .* s a step on all ranks, .* % of all work; 14 messages to and 12 from every neighbour'
# 4/3 pi 0.02^3 1000 kg each
says "  and masses" 'mass of all clumps: 7\.37227 kg'
says "  of each template" 'template ball: 220 clumps; one weighs 0\.0335103 kg at scale 1, and a sphere of its volume has the diameter 0\.04 m'
check "costs of them are measured" "$CLAST" chains.yaml -plan 2 -plan_steps 20 -verbose
says "  as all" ', [1-9][^,]* a nanosecond of constraints'

check "a checkpoint" "$CLAST" heap.yaml -output_dir run -run_end_time 0.05
check "can be planned for, on any number of ranks" on_ranks 2 "$CLAST" -restart run -plan 4 $given -plan_csv from.csv
check "and on one" "$CLAST" -restart run -plan 4 $given -plan_csv again.csv
is "alike" "$(cat again.csv)" "$(cat from.csv)"
check "costs are measured if they are not given" "$CLAST" -restart run -plan 2 -plan_steps 20
says "and this is told" 'costs were measured here in 20 steps on 1 rank, the fastest at'
silent "without words of the program's own" 'narrowing|held|given|listed pair|near pair'
check "and each of them" "$CLAST" -restart run -plan 2 -plan_steps 20 -verbose
says "with -verbose" 'seconds of a rank, measured here: .*, [1-9][^,]* a pebble,.* a contact'
says "with what memory is needed for" 'bytes [0-9]+ \([0-9]+ at a rebuild\) an owned clump'

# the run itself ends with what the plan has said, for what its steps sent (no rebuild: 10 steps)
check "a plan of a run" on_ranks 2 "$CLAST" heap.yaml -plan 2 $given -plan_csv two.csv
check "and the run" on_ranks 2 "$CLAST" heap.yaml -output_dir short -run_end_time 0.005 -search_skin 0.3 -log_view -verbose
says "says messages and bytes of a step" 'a rank sent .* messages and .* bytes a step'
for stage in motion 'space: refresh' 'matter: place' contact 'space: reduce' 'space: migrate' 'space: halo' search 'contact: carry' output; do
  says "-log_view has a stage $stage" "^ *[0-9]+: +$stage:"
done
status "options of a plan without one" 2 "$CLAST" heap.yaml -plan_csv alone.csv -plan_latency 3
says "  are told" 'plan_csv: .*is an option of -plan, which is not given'
says "  all of them" 'plan_latency: .*is an option of -plan'
tap_end
