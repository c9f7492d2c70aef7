# SPDX-License-Identifier: MIT
# Restart, as a user does it: on another number of ranks, from damaged folders, with more clumps, after a signal. limit: 600
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
check "a run on one rank" "$CLAST" heap.yaml -output_dir whole
says "it says how many clumps and where it goes" '60 clumps of .* pebbles on 1 rank; dt = 0.0005 s'
is "its status" "$(cat whole/status)" finished
whole=$(digest whole/restart/clast-400.h5)
is "keep: 3 of the checkpoints" "$(ls whole/restart | tr '\n' ' ')" "clast-320.h5 clast-360.h5 clast-400.h5 "
is "clumps left through the open face on the way" "$(awk -F, 'END { print ($4 < 60 && $4 > 10) }' whole/log.csv)" 1

# ---- half on m ranks, the rest on n ----

for pair in "1 2" "2 3" "3 4" "4 8" "8 1"; do
  set -- $pair
  check "np $1: the first half" on_ranks $1 "$CLAST" heap.yaml -output_dir half$1 -run_end_time 0.1
  cp -r half$1 cut$1
  check "np $1 -> $2: the second half" on_ranks $2 "$CLAST" -restart half$1 -output_dir half$1 -run_end_time 0.2
  is "np $1 -> $2: same digest as the whole run" "$(digest half$1/restart/clast-400.h5)" "$whole"
  is "np $1 -> $2: same rows of log.csv" "$(rows half$1/log.csv)" "$(rows whole/log.csv)"
done
check "clast-digest compares them" "$CLAST_DIGEST" half1/restart/clast-400.h5 whole/restart/clast-400.h5

check "into another folder" on_ranks 2 "$CLAST" -restart cut3/restart/clast-200.h5 -output_dir moved -run_end_time 0.2
is "  same digest" "$(digest moved/restart/clast-400.h5)" "$whole"
is "  whose log goes on from the cut" "$(rows moved/log.csv | sed 1d)" "$(rows whole/log.csv | sed '1,/^200,/d')"

check "from an older step in the same folder" on_ranks 2 "$CLAST" -restart half2/restart/clast-360.h5 -output_dir half2
is "  the log is cut back and written again" "$(rows half2/log.csv)" "$(rows whole/log.csv)"
is "  same digest" "$(digest half2/restart/clast-400.h5)" "$whole"

# A folder that was copied or moved goes on in itself.
cp -r cut2 copied
before=$(cat cut2/log.csv cut2/restart/*.h5 cut2/resolved.yaml cut2/status | cksum)
check "from a copy of the folder, with other values" "$CLAST" -restart copied/restart/clast-200.h5 -run_end_time 0.11 -contact_soft-soft_restitution 0.4
is "  the folder it was copied from is as before" "$(cat cut2/log.csv cut2/restart/*.h5 cut2/resolved.yaml cut2/status | cksum)" "$before"
is "  and the copy has gone on" "$(ls copied/restart | tail -n 1)" clast-220.h5
mkdir deep && mv copied deep/there
check "  also where it was moved to" on_ranks 2 "$CLAST" -restart deep/there -run_end_time 0.115
is "  there" "$(ls deep/there/restart | tail -n 1):$(test -e copied && echo copied)" clast-230.h5:

# ---- what cannot change any more ----

check "the scenario given again with it" "$CLAST" heap.yaml -restart cut3 -output_dir again -check
status "another density, template or number of clumps is refused" 2 on_ranks 2 "$CLAST" -restart cut3 -output_dir other -material_soft_density 5 -template_rod_scale 2 -clumps_heap_count 7
says "  the density" 'material_soft_density: .* bodies of the checkpoint were made with'
says "  the template" 'template_rod_scale: .* which already has rod'
says "  the clumps" 'clumps_heap_count: .* which already has heap'
status "  and nothing is written" 1 test -e other
check "a law can change its kind, what it kept from the old one gives way" "$CLAST" -restart cut3 -contact_soft-soft_tangential none -check

# ---- what follows from the clumps that there are: fewer now ----

cat >gone.yaml <<'EOF'
schema: 1
run: {end_time: 0.2, dt: auto, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [open, open, open]}
material:
  - a: {density: 1, young: 1.0e4}
contact:
  - a-a: {between: [a, a], normal: hertz, restitution: 0.5}
template:
  - g: {material: a, pebbles: [0, 0, 0, 0.3]}
clumps:
  - s: {template: g, count: 5, lo: [0, 0, 0], hi: [4, 4, 4], velocity: [100, 0, 0]}
output: {log_every: 0.01}
EOF
check "a run that everybody leaves" "$CLAST" gone.yaml -output_dir gone
check "  its first half" "$CLAST" gone.yaml -output_dir gone2 -run_end_time 0.1
check "  goes on with dt: auto and nobody" "$CLAST" -restart gone2 -output_dir gone2 -run_end_time 0.2
is "  with the same rows" "$(rows gone2/log.csv)" "$(rows gone/log.csv)"
check "a thin periodic box that everybody leaves" "$CLAST" gone.yaml -output_dir thin -run_dt 1e-4 -run_end_time 0.1 -domain_lo 0,0,0 -domain_hi 4,0.02,4 -domain_boundary open,periodic,open -template_g_pebbles 0,0,0,0.002 -clumps_s_count 2 -clumps_s_hi 4,0.02,4
check "  goes on, too" "$CLAST" -restart thin -output_dir thin -run_end_time 0.11

# A light body of given inertia leaves: the dashpots of the heavy one were there before.
cat >lighter.yaml <<'EOF'
schema: 1
run: {end_time: 0.2, dt: auto}
domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [open, free, free]}
material:
  - a: {density: 1, young: 1.0e4}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 10, damping: 1.0e3}
template:
  - pair: {material: a, pebbles: [-0.2, 0, 0, 0.1, 0.2, 0, 0, 0.1], mass_properties: given, mass: 1, volume: 1, position: [0, 0, 0], inertia: [0.05, 0.05, 0.05, 0, 0, 0]}
clumps:
  - light: {template: pair, position: [3.9, 1, 1], velocity: [10, 0, 0], density: 0.01}
  - heavy: {template: pair, position: [2, 1, 1]}
  - other: {template: pair, position: [2, 1, 1.19]}
output: {log_every: 0.01}
EOF
check "a run that the lightest leaves" "$CLAST" lighter.yaml -output_dir lighter
check "  its first half" "$CLAST" lighter.yaml -output_dir lighter2 -run_end_time 0.1
is "  without it" "$(awk -F, 'END { print $4 }' lighter2/log.csv)" 2
check "  goes on" on_ranks 2 "$CLAST" -restart lighter2 -output_dir lighter2 -run_end_time 0.2
is "  with the same step and rows" "$(rows lighter2/log.csv)" "$(rows lighter/log.csv)"
silent "  and no word of a shorter step" 'going on with the shorter'

# ---- ends off the schedule ----

check "an end between two rows of log.csv" "$CLAST" heap.yaml -output_dir off -run_end_time 0.0105 -output_log_every 4e-3
cp off/log.csv off.csv
check "  nothing left to do" "$CLAST" -restart off -output_dir off
is "  and nothing lost" "$(cat off/log.csv)" "$(cat off.csv)"
check "frames of every step" "$CLAST" heap.yaml -output_dir reel -run_end_time 0.01 -output_frames_every 5e-4 -checkpoint_every 2e-3
check "  an older state with a larger dt" "$CLAST" -restart reel/restart/clast-16.h5 -output_dir reel -run_dt 4e-3 -run_end_time 0.016 -output_frames_every 4e-3
is "  no frame of the former run is left after it" "$(sed -n 's/.*"time": //p' reel/frames.hdf.series | tr -d '}, ' | awk '$1 > 0.0081 { printf "%.4g ", $1 }')" "0.012 0.016 "

# ---- ends that have passed ----

# DIR: the times and contents of its files
files_of() { find "$1" -type f -printf '%p %T@ ' -exec cksum {} \; | sort; }
before=$(files_of off)
check "a run that has nothing left to do, on two ranks" on_ranks 2 "$CLAST" -restart off
says "  says so" '^clast: already finished: the end time of 0\.0105 s is reached, at step 21'
says "  proposes a later end" 'to go on: .* -restart off/restart -run_end_time 0\.021$'
is "  and leaves all files as they are" "$(files_of off)" "$before"
check "  but writes a file that it is asked for" "$CLAST" -restart off -output_final off-end.csv
is "  with all clumps" "$(wc -l <off-end.csv)" 61
before=$(files_of off)
for how in '-restart off' 'heap.yaml -resume -output_dir off'; do
  # shellcheck disable=SC2086
  status "$how with an end before the checkpoint" 2 on_ranks 2 "$CLAST" $how -run_end_time 0.01
  says "  is a mistake" "-run_end_time: '0\.01': the checkpoint is at 0\.0105 s: give an end_time after it"
done
echo 'run: {end_time: 0}' >early.yaml
status "  in a file, too" 2 "$CLAST" early.yaml -restart off
says "  with its line" "line 1: run: end_time: '0': the checkpoint is at 0\.0105 s"
is "  and nothing is written" "$(files_of off)" "$before"
sed 's/dt: 5.0e-4/dt: auto/' heap.yaml >auto.yaml
check "a step that ends past the end" "$CLAST" auto.yaml -output_dir auto -run_end_time 0.0105
check "  -resume by the same command" "$CLAST" auto.yaml -resume -output_dir auto -run_end_time 0.0105
says "  is finished" '^clast: already finished: the end time of 0\.0105 s is reached'
check "an end at the start" "$CLAST" heap.yaml -output_dir nil -run_end_time 0
says "  is followed by a later one" 'to go on: .* -run_end_time [1-9]'

# ---- a smaller domain ----

cat >leave.yaml <<'EOF'
schema: 1
run: {end_time: 0.002, dt: 1.0e-3}
domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [open, open, open]}
material:
  - a: {density: 1, young: 1.0e4}
contact:
  - a-a: {between: [a, a], normal: hertz, restitution: 0.5}
template:
  - g: {material: a, pebbles: [0, 0, 0, 0.1]}
clumps:
  - low: {template: g, count: 20, lo: [0, 0, 0], hi: [4, 4, 1.9]}
  - high: {template: g, count: 20, lo: [0, 0, 2.1], hi: [4, 4, 4]}
EOF
check "a box of clumps" "$CLAST" leave.yaml -output_dir leave
check "a restart in a domain that is smaller" on_ranks 2 "$CLAST" -restart leave -output_dir left -run_end_time 0.004 -domain_hi 4,4,2
says "  warns of the clumps outside" '^clast: warning: domain: 20 clumps of the checkpoint \(ids 20, 21, 22, \.\.\.\) are outside an open face now, and leave at once: enlarge the domain to keep them'
check "  in one that is larger" "$CLAST" -restart leave -output_dir left -run_end_time 0.004 -domain_hi 4,4,5
silent "  it does not" 'warning: domain'

# ---- in two dimensions ----

flat_write .
check "discs in the plane on one rank" "$CLAST" flat.yaml -output_dir flat -output_final flat.csv
flat=$(digest flat/restart/clast-400.h5)
check "  half of it on 3 ranks" on_ranks 3 "$CLAST" flat.yaml -output_dir plane -run_end_time 0.1 -decomp_random 1
check "  the rest on 2" on_ranks 2 "$CLAST" -restart plane -output_dir plane -run_end_time 0.2 -output_final plane.csv
is "  same digest" "$(digest plane/restart/clast-400.h5)" "$flat"
check "  the scenario given again with it" "$CLAST" flat.yaml -restart plane -output_dir again -check
is "  same state at the end" "$(cat plane.csv)" "$(cat flat.csv)"
is "  all of it in the plane" "$(awk -F, 'NR > 1 && ($4 != 0 || $6 != 0 || $7 != 0 || $11 != 0 || $12 != 0 || $13 != 0)' flat.csv)" ""
sed 's#^  - heap: .*#  - heap: {file: flat.csv}#; /^  - post/d' flat.yaml >again.yaml
check "what it wrote at the end is read again" "$CLAST" again.yaml -check
says "  with all its clumps" '61 clumps of [0-9]+ discs in two dimensions'
check "resolved.yaml of two dimensions is read again" "$CLAST" flat/resolved.yaml -output_dir resolved
is "  same digest" "$(digest resolved/restart/clast-400.h5)" "$flat"

# ---- the newest that is good ----

mkdir damaged
cp -r cut1 damaged/cut
check "-restart with the restart folder itself" "$CLAST" -restart cut1/restart -output_dir fromdir -run_end_time 0.2
is "  same digest" "$(digest fromdir/restart/clast-400.h5)" "$whole"
newest=damaged/cut/restart/clast-200.h5
size=$(wc -c <$newest)
truncate -s $((size / 2)) $newest
check "the newest is cut short: the one before it is taken" on_ranks 2 "$CLAST" -restart damaged/cut -output_dir fallback -run_end_time 0.2
says "  with a warning that names the file" 'warning: .*clast-200\.h5'
says "  from step 160" 't = 0\.08 to 0\.2 s'
is "  same digest" "$(digest fallback/restart/clast-400.h5)" "$whole"
cp cut1/restart/clast-200.h5 $newest
# A letter of the stored scenario: the file stays readable, nothing but the digest can know.
place=$(grep -abo 'a small heap' $newest | sed 's/:.*//; q')
flip $newest "$place"
status "one bit of the newest is flipped: its digest tells" 3 "$CLAST_DIGEST" $newest
says "  and names the table" 'clast-200\.h5: /clast/scenario: damaged'
check "  the one before it is taken" on_ranks 3 "$CLAST" -restart damaged/cut -output_dir flipped -run_end_time 0.2
says "  with a warning that names the table" 'warning: .*clast-200\.h5: /clast/scenario: damaged'
is "  same digest" "$(digest flipped/restart/clast-400.h5)" "$whole"
for file in damaged/cut/restart/*.h5; do : >"$file"; done
status "none is good: usage error" 2 on_ranks 2 "$CLAST" -restart damaged/cut -output_dir none
says "  that says so" 'cannot restart: .*clast-200\.h5'
test ! -e none && pass "  and writes nothing" || fail "  and writes nothing"

# ---- options given now win ----

check "another end, step and folder" on_ranks 2 "$CLAST" -restart cut2 -output_dir other -run_end_time 0.11 -run_dt 1e-4 -output_log_every 1e-3
is "  steps of the new size, time goes on" "$(tail -n 1 other/log.csv | cut -d, -f1,3)" "300,0.0001"
is "  to the new end" "$(tail -n 1 other/log.csv | awk -F, '{ print ($2 > 0.109999 && $2 < 0.110001) }')" 1
check "another friction" "$CLAST" -restart cut2 -output_dir slippery -run_end_time 0.2 -contact_soft-soft_friction 0
test "$(digest slippery/restart/clast-400.h5)" != "$whole" && pass "  is felt" || fail "  is felt"

# A spring across contacts that keeps a length instead of a force: as if they touched for the first time, but that they do.
for np in 1 3; do
  check "another kind of law on $np ranks" on_ranks $np "$CLAST" -restart cut2 -output_dir hooked$np -run_end_time 0.2 \
    -contact_soft-soft_normal hooke -contact_soft-soft_tangential hooke -contact_soft-soft_stiffness 2e4
  cp "$out" hooked.out
  says "  tells that memory starts anew" 'warning: .* contacts have another kind of law than in the checkpoint'
done
is "  same digest" "$(digest hooked3/restart/clast-400.h5)" "$(digest hooked1/restart/clast-400.h5)"
# The law of a pair of materials counts, whatever its name.
cat >renamed.yaml <<'EOF'
schema: 1
material:
  - ghost: {density: 1, young: 1.0e5, poisson: 0.3}
contact:
  - soft-soft: {between: [soft, ghost]}
  - new: {between: [soft, soft], normal: hooke, tangential: hooke, stiffness: 2.0e4, restitution: 0.5, friction: 0.5}
  - ghosts: {between: [ghost, ghost], normal: hertz, restitution: 0.5}
EOF
check "another kind of law under another name" "$CLAST" renamed.yaml -restart cut2 -output_dir renamed -run_end_time 0.2
is "  as many contacts start anew" "$(grep -o '[0-9]* contacts have another kind' "$out")" "$(grep -o '[0-9]* contacts have another kind' hooked.out)"
is "  the same run" "$(rows renamed/log.csv | cksum)" "$(rows hooked1/log.csv | cksum)"
check "the same law said again" "$CLAST" -restart cut2 -output_dir hertzed -run_end_time 0.2 -contact_soft-soft_tangential mindlin
silent "  is no other" 'another kind of law'
is "  same digest" "$(digest hertzed/restart/clast-400.h5)" "$whole"

# Terms that come and go leave the memory of the others: here they do nothing, so the run is the same.
check "a term without memory is added" on_ranks 3 "$CLAST" -restart cut2 -output_dir torque -run_end_time 0.2 \
  -contact_soft-soft_rolling constant_torque -contact_soft-soft_rolling_friction 0
silent "  springs go on" 'another kind of law'
is "  same digest" "$(digest torque/restart/clast-400.h5)" "$whole"
check "a term with memory is added" "$CLAST" -restart cut2 -output_dir plastic -run_end_time 0.2 \
  -contact_soft-soft_rolling elastic_plastic -contact_soft-soft_rolling_friction 0
says "  is told" 'memory of terms that are new .* starts at zero'
is "  the same run" "$(rows plastic/log.csv | cksum)" "$(rows hertzed/log.csv | cksum)"
check "  and taken away again" on_ranks 2 "$CLAST" -restart plastic -output_dir plain -run_end_time 0.25 -contact_soft-soft_rolling none
check "  as if it had not been there" "$CLAST" -restart hertzed -output_dir hertzed -run_end_time 0.25
is "  same digest" "$(digest plain/restart/clast-500.h5)" "$(digest hertzed/restart/clast-500.h5)"

# ---- more clumps ----

cat >more.yaml <<'EOF'
template:
  - ball: {material: soft, pebbles: [0, 0, 0, 0.3]}
clumps:
  - rain: {template: [ball, pair], count: 5, lo: [0, 0, 6], hi: [6, 4, 9], velocity: [0, 0, -1]}
  - drops: {file: drops.csv}
EOF
printf 'template,x,y,z\nball,1,1,11\nrod,3,1,11\n' >drops.csv
present=$(awk -F, 'END { print $4 }' cut4/log.csv)
for np in 1 3; do
  check "np $np: -restart with a scenario of more clumps" on_ranks $np "$CLAST" more.yaml -restart cut4 -output_dir more$np -run_end_time 0.15 -output_final more$np.csv
  says "np $np:   appends them" "$((present + 7)) clumps of"
done
is "same digest on 1 and 3 ranks" "$(digest more1/restart/clast-300.h5)" "$(digest more3/restart/clast-300.h5)"
is "new clumps have the next free ids" "$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "id") column = k; next } $column >= 60 { print $column }' more3.csv | sort -n | tr '\n' ' ')" "60 61 62 63 64 65 66 "
check "a restart of that one" on_ranks 2 "$CLAST" -restart more1 -output_dir more2 -run_end_time 0.2
check "  has the bits of" "$CLAST" more.yaml -restart cut4 -output_dir more4 -run_end_time 0.2
is "  one that was not stopped again" "$(digest more2/restart/clast-400.h5)" "$(digest more4/restart/clast-400.h5)"
printf 'template,x,y,z,id\nrod,3,1,11,7\n' >drops.csv
status "an id that is taken is refused" 2 on_ranks 2 "$CLAST" more.yaml -restart cut4 -output_dir taken
says "  by name" 'id 7 belongs to a clump of the checkpoint'

# ---- signals and limits: the run is asked to stop at a step nobody knows before ----

# DIR: what an early stop left goes on for 100 steps, and a run that was never stopped gets there too
goes_on()
{
  local step end
  step=$(ls $1/restart | sed -n 's/clast-\([0-9]*\)\.h5$/\1/p' | sort -n | tail -n 1)
  end=$(awk -v n=$((step + 100)) 'BEGIN { printf "%.6f", n * 2e-5 }')
  check "$1: it goes on" on_ranks 3 "$CLAST" -restart $1 -output_dir $1 -run_end_time $end -run_wall_limit 0
  is "$1: status" "$(cat $1/status)" finished
  check "$1: the run that was not stopped" "$CLAST" heap.yaml -run_dt 2e-5 -checkpoint_every 0 -output_log_every 1e-3 -output_dir $1-whole -run_end_time $end
  is "$1: same digest" "$(digest $1/restart/clast-$((step + 100)).h5)" "$(digest $1-whole/restart/clast-$((step + 100)).h5)"
  is "$1: same rows of log.csv" "$(rows $1/log.csv)" "$(rows $1-whole/log.csv)"
}
slow="-run_dt 2e-5 -run_end_time 1000 -checkpoint_every 0 -output_log_every 1e-3"

"$CLAST" heap.yaml $slow -output_dir term >term.out 2>&1 </dev/null &
child=$!
wait_lines term/log.csv 4
kill -TERM $child
wait $child
is "SIGTERM on one rank: exit status 75" $? 75
is "  and status" "$(cat term/status)" checkpointed
goes_on term

# shellcheck disable=SC2016
on_ranks 2 sh -c 'echo $$ >>pids; exec "$@"' sh "$CLAST" heap.yaml $slow -output_dir usr1 >usr1.out 2>&1 </dev/null &
child=$!
wait_lines usr1/log.csv 4
kill -USR1 "$(tail -n 1 pids)"
wait $child
is "SIGUSR1 to one of two ranks: exit status 75" $? 75
is "  and status" "$(cat usr1/status)" checkpointed
goes_on usr1

status "a wall limit: exit status 75" 75 on_ranks 2 "$CLAST" heap.yaml $slow -output_dir limit -run_wall_limit 0.3
is "  and status" "$(cat limit/status)" checkpointed
goes_on limit
tap_end
