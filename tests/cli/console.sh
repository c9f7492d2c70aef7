#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a run prints: how far it is, why it ended, its energies and clumps, and how to go on. limit: 300
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
line='t = [^ ]+ of [^ ]+ s, [^ ]+ steps/s, [^ ]+ pebble-steps/s, .* to go'
row="^clast: $line"

# ---- how far it is ----

# OUT ERR COMMAND...: run it until a wall limit of $limit seconds. The limit counts set-up, too, which may take long on a busy
# machine: with the first limit for which its steps took 1.2 s, so that a row and a line were due. Its exit status is in $got.
limited()
{
  local out_to=$1 err_to=$2
  shift 2
  for limit in 2 4 8 16 32; do
    "$@" -run_wall_limit $limit >"$out_to" 2>"$err_to"
    got=$?
    awk '/^clast: loop/ { for (k = 1; k < NF; k++) if ($(k + 1) == "s,") s = $k } END { exit !(s > 1.2) }' "$out_to" && return
  done
}

# Behind a launcher stderr of a rank is a pipe, so that rows stand in what was printed, to the first second after the start.
limited "$out" row.err on_ranks 2 "$CLAST" heap.yaml -output_dir rows -run_end_time 1e4
cat row.err >>"$out"
is "a run of some seconds, behind a launcher: exit status 75" $got 75
says "  prints a row now and then" "$row"
is "  few of them" "$(test "$(grep -cE "$row" "$out")" -le $((limit / 2 + 1)) && echo yes)" yes
says "  says why it ended" "^clast: stopped early, as the wall limit of $limit s is reached \(run: wall_limit\), at step [0-9]+, t = "
says "  and where the state is" "^clast: last checkpoint: rows/restart/clast-[0-9]+\.h5"
is "  which is there" "$(ls "$(sed -n 's/^clast: last checkpoint: //p' "$out")" >/dev/null 2>&1 && echo yes)" yes
says "  and how to go on" '^clast: to go on: mpirun -n 2 .*clast -restart rows/restart$'
silent "  and nothing of lists, messages and stages" 'spent|sent|rebuilds|imbalance'

export CLAST_TERMINAL=1
launcher=${CLAST_MPIEXEC:-mpiexec}
case $($launcher --version 2>/dev/null) in *"(Open MPI) "[5-9]*) launcher+=" --output :raw" ;; esac # as jobs/local.sh does
CLAST_MPIEXEC=$launcher limited line.out line.err on_ranks 2 "$CLAST" heap.yaml -output_dir line -run_end_time 1e4
is "with a terminal behind the launcher: a line that is overwritten" \
  "$(tr '\r' '\n' <line.err | grep -cE "^$line" | sed 's/[1-9][0-9]*/some/'; grep -cE "$row" line.out)" "$(printf 'some\n0')"
is "  narrower than a terminal" "$(tr '\r' '\n' <line.err | awk '/^t =/ && length($0) > 79')" ""
unset CLAST_TERMINAL

"$CLAST" heap.yaml -output_dir term -run_end_time 1e4 -progress none >term.out 2>&1 &
runs=$!
wait_lines term/log.csv 3
kill $runs
wait $runs
is "a signal: exit status 75" $? 75
is "  and a line says which" "$(grep -c '^clast: stopped early by the signal SIGTERM, at step' term.out)" 1
is "  -progress none: no rows" "$(grep -cE "$row" term.out)" 0

# ---- how it ended ----

check "a whole run" on_ranks 2 "$CLAST" heap.yaml -output_dir whole -run_end_time 0.04
silent "  says nothing of memory" 'memory|MB'
check "half of it" on_ranks 2 "$CLAST" heap.yaml -output_dir "half a run" -run_end_time 0.02 -verbose
says "  ends at the end time" '^clast: finished: the end time of 0\.02 s is reached, at step 40, t = 0\.02 s'
says "  tells energies that sum up" '^clast: energies: kinetic .* J, potential .* J, dissipated .* J; their sum is off by -?0?\.?[0-9e.-]+ % of'
gap=$(sed -n 's/.*off by \(.*\) % of.*/\1/p' "$out")
is "  to 1 %, as a step is a twenty-fifth of a contact" "$(awk -v g="$gap" 'BEGIN { print (g != "" && g < 1 && g > -1) }')" 1
says "  and clumps" '^clast: clumps: 60 in the domain, 0 have left, 0 have entered'
says "  with -verbose: where the time went" '^clast: rank 0 spent .* in motion'
says "  and its memory" '^clast: memory: about [0-9]+ MB on a rank'
says "  and what ranks sent" 'a rank sent .* messages'
is "  and the digest of the state" "$(sed -n 's/^clast: digest of the state: //p' "$out")" "$(digest "half a run/restart/clast-40.h5")"
command=$(sed -n 's/^clast: to go on: //p' "$out")
is "  and the command to go on, in quotes where there are blanks" "${command##*-restart }" "'half a run/restart' -run_end_time 0.04"
check "which can be pasted" bash -c "${command/#mpirun/${MPIEXEC:-mpiexec}}"
is "  and goes on" "$(digest "half a run/restart/clast-80.h5")" "$(digest whole/restart/clast-80.h5)"

sed 's/- heap: .*/- a: {template: [rod], position: [1, 3.5, 2], velocity: [0, 50, 0]}\n  - b: {template: [rod], position: [1, 1, 2], at: 0.005}/' heap.yaml >few.yaml
check "clumps that leave and enter" "$CLAST" few.yaml -output_dir few -run_end_time 0.05
says "  are counted" '^clast: clumps: 1 in the domain, 1 have left, 1 have entered'
says "  what they bring and take is told, and the sum closes" \
  'energies: .*, entered [0-9.e+]+ J, left [0-9.e+]+ J; their sum is off by (0|-?[0-9.]+e-1[0-9]) % of'
status "physics stops it" 3 "$CLAST" heap.yaml -output_dir broken -run_overlap_limit 1e-6
says "  after the message" '^clast: stopped by physics, see the message above, at step [0-9]+'
says "  with the state that stopped it" '^clast: continue from it with other values, such as: .*-restart broken/failed -'
says "  and the last good one" '^clast: last checkpoint: broken/restart/clast-0\.h5$'
silent "  and no other command" 'to go on|start it anew'
status "a step of its own choice, and too deep" 3 "$CLAST" heap.yaml -output_dir auto -run_dt auto -run_overlap_limit 1e-6
silent "  no smaller step is advised" 'run_dt'
silent "  nor another start" 'to go on|start it anew'

# ---- a ball between two walls, pinched ----

cat >pinch.yaml <<'E3'
schema: 1
run: {end_time: 0.3, dt: fixed, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, periodic, open]}
material: [soft: {density: 1000, young: 1e6, poisson: 0.3}]
contact: [all: {between: [soft, soft], normal: hertz, restitution: 0.6}]
template: [ball: {material: soft, pebbles: [0, 0, 0, 0.1]}]
clumps:
  - bed: {file: bed.csv}
wall:
  - floor: {shape: plane, material: soft, point: [0, 0, 0], normal: [0, 0, 1]}
  - lid: {shape: plane, material: soft, point: [0, 0, 0.25], normal: [0, 0, -1]}
motion: [press: {walls: [lid], type: translate, velocity: [0, 0, -1]}]
E3
printf 'template,x,y,z\nball,0.3,0.3,0.1\nball,1.7,1.7,0.1\n' >bed.csv
status "a ball that two walls pinch" 3 on_ranks 2 "$CLAST" pinch.yaml -output_dir pinch
says "  is named with its row" 'clump [01] \(row [12] of bed\.csv, clumps: bed\) and wall (lid|floor) overlap by 0\.5'
says "  with its place" 'They touch at \([0-9.e+-]+, [0-9.e+-]+, [0-9.e+-]+\) m, approach at .* m/s, and the centre of clump [01] is at'
says "  the cause comes first" '1\. clump [01] is pinched between wall (lid and wall floor|floor and wall lid) .*leave room between these walls'
says "  then the stiffness" '2\. contact all is too soft for this load: .* if it were (32|33) times as stiff'
silent "  a step by dt: auto is none" '3\. dt'
is "  a picture of the place" "$(head -c 4 pinch/failed/place.png | tail -c 3)" PNG
command=$(sed -n 's/^clast: continue from it with other values, such as: //p' "$out")
is "  and the command with which it goes on: the lid is moved back" "${command##*-restart }" "pinch/failed -motion_press_velocity 0,0,1"
says "  the wall that moves is named" '3\. wall lid moves at 1 m/s \(motion: press\) and pushes clump [01]: move it more slowly'
cp -r pinch/failed again
check "  which can be pasted" on_ranks 1 "$CLAST" -restart again -motion_press_velocity 0,0,1 -output_dir back -run_end_time 0.17
says "  as it allows the overlaps that there are" 'overlaps are up to 0\.5[0-9]* of the smaller radius: the run stops beyond 0\.5[0-9]+ until all are below overlap_limit \(0\.5\)'
first=$(ls back/restart/*.h5)
check "  on other ranks, in two parts" on_ranks 2 "$CLAST" -restart again -motion_press_velocity 0,0,1 -output_dir parts -run_end_time 0.1505
check "  of which the second begins above the limit or not" on_ranks 3 "$CLAST" -restart parts -run_end_time 0.17
is "  the same bits" "$(digest "parts/restart/${first##*/}")" "$(digest "$first")"
status "  with the lid still going down it stops again" 3 "$CLAST" -restart again -output_dir down
says "  deeper than the state it went on from" 'more than the state from which this run went on allows \(0\.5[23]'
sed '/- lid:/d; /^motion/d' pinch.yaml >heavy.yaml
status "a ball that its weight presses into the floor" 3 on_ranks 2 "$CLAST" heavy.yaml -output_dir still -run_gravity 0,0,-5000
command=$(sed -n 's/^clast: continue from it with other values, such as: //p' "$out")
is "  stiffer material is advised" "${command##*-restart }" "still/failed -material_soft_young 4e+07"
# A law of more than one pair, of which the console names the pair.
sed 's/between: \[[^]]*\]/between: [any, any]/; s/^material: \[/&other: {density: 1000, young: 1e3}, /' heavy.yaml >pairs.yaml
status "a law for all pairs" 3 "$CLAST" pairs.yaml -output_dir pairs -run_gravity 0,0,-5000
command=$(sed -n 's/^clast: continue from it with other values, such as: //p' "$out")
is "  the softest of the pair is advised" "${command##*-restart }" "pairs/failed -material_soft_young 4e+07"
whole=(-output_dir past -run_end_time 0.17 -run_overlap_limit 0.75)
check "with a larger limit from the start" "$CLAST" pinch.yaml "${whole[@]}"
check "  and from where it stopped, on other ranks" on_ranks 3 "$CLAST" -restart pinch/failed -output_dir later -run_overlap_limit 0.75 -run_end_time 0.17
is "  the same bits" "$(digest "$(ls later/restart/*.h5)")" "$(digest "$(ls -t past/restart/*.h5 | head -1)")"
status "a step that is too long" 3 "$CLAST" pinch.yaml -output_dir long -run_dt 0.05
says "  is told as a cause" '[123]\. dt = 0\.05 s is [0-9.]+ times that of dt: fixed: give dt: auto'

# ---- a floor that is driven up against what lies on it ----

sed 's/^  - lid.*//; s/walls: \[lid\]/walls: [floor]/; s/velocity: \[0, 0, -1\]/velocity: [0, 0, 20]/' pinch.yaml >lift.yaml
status "a floor that is driven against balls" 3 on_ranks 2 "$CLAST" lift.yaml -output_dir lift
says "  its motion is a cause" '[0-9]\. wall floor moves at 20 m/s \(motion: press\) and pushes clump [01]: move it more slowly'
printf 'template,x,y,z\nball,0.3,0.3,0.1\nball,0.3,0.3,0.5\n' >bed.csv
sed -i 's/material: soft, point/material: hard, point/; s/^material: .*/material: [soft: {density: 1000, young: 1e6, poisson: 0.3}, hard: {density: 1000, young: 1e8, poisson: 0.3}]/
  s/between: \[soft, soft\]/between: any/; s/restitution: 0.6/restitution: 0.9/' lift.yaml
status "  against a ball that it throws at another" 3 on_ranks 2 "$CLAST" lift.yaml -output_dir throw -motion_press_velocity 0,0,6.5
says "  of which the two overlap" 'clump 0 .* and clump 1 .* overlap by 0\.5'
says "  it is a cause, too" '[0-9]\. wall floor moves at 6\.5 m/s \(motion: press\) and pushes clump 0: move it more slowly'

# ---- jobs/local.sh, as it is installed ----

mkdir -p prefix/share/clast/jobs prefix/bin && cp "$srcdir/jobs/local.sh" prefix/share/clast/jobs/
ln -s "$CLAST" prefix/bin/clast
local=prefix/share/clast/jobs/local.sh

# FACT RANKS FOLDER: an endless run that got a signal by jobs/local.sh; what it printed is in $out, its exit status in $got.
stopped()
{
  is "$1: exit status 75" $got 75
  says "  tells that it was heard" 'clast: interrupted, writing a checkpoint \.\.\.'
  says "  and which signal clast got" 'clast: stopped early by the signal SIGUSR1, at step'
  is "  the checkpoint is there" "$(cat "$3/status")" checkpointed
  silent "  nothing of the launcher" 'Primary job|mpiexec|mpirun|ORTE'
  is "  the command to go on is that of local.sh" "$(tr -d '\r' <"$out" | sed -n 's/^clast: to go on: //p')" "$local -restart $3/restart"
  check "  and runs" env CLAST_RANKS="$2" bash -c "$(tr -d '\r' <"$out" | sed -n 's/^clast: to go on: //p') -run_end_time $(awk -F, 'END { printf "%.9g", $2 + 0.05 }' "$3/log.csv")"
}

for ranks in 1 2; do
  set -m # or SIGINT is ignored in the background, and cannot be trapped
  CLAST_RANKS=$ranks bash $local heap.yaml -output_dir kill$ranks -run_end_time 1e4 >"$out" 2>&1 &
  runs=$!
  set +m
  wait_lines kill$ranks/log.csv 3
  kill -INT $runs
  wait $runs
  got=$?
  stopped "SIGINT to local.sh on $ranks" $ranks kill$ranks
done

# A launcher with a child has started its ranks. What would sleep makes a file instead.
cat >launcher.sh <<'E2'
trap 'echo "heard by the launcher"; exit 75' USR1
command sleep 60 &
touch started
wait
E2
mkdir awake && printf '#!/bin/sh\ntouch slept\n' >awake/sleep && chmod +x awake/sleep
set -m
CLAST_RANKS=2 MPIEXEC="env PATH=$PATH bash launcher.sh" PATH=$PWD/awake:$PATH bash $local heap.yaml >"$out" 2>&1 &
runs=$!
set +m
for _ in $(seq 600); do test -e started || sleep 0.1; done
kill -INT $runs
wait $runs
is "a launcher that has started the ranks gets a signal at once" "$? $(ls slept 2>/dev/null)" "75 "
says "  and hears it" 'heard by the launcher'

cat >press.py <<'E2'
"""FILE COMMAND...: run it on a terminal, press Ctrl-C once FILE has 3 lines and a line of progress was overwritten; print what
it prints, exit as it does."""
import os, pty, select, sys, time

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
pressed, seen, end = False, b"", time.monotonic() + 60
while time.monotonic() < end:
    if not pressed and b"\rt = " in seen and len(open(sys.argv[1]).readlines()) >= 3:
        os.write(terminal, b"\x03")
        pressed = True
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            text = os.read(terminal, 65536)
        except OSError:
            break
        if not text:
            break
        os.write(1, text)
        seen += text
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
E2
if python3 -c 'import os, pty; os.waitstatus_to_exitcode' 2>/dev/null; then
  CLAST_RANKS=2 timeout 100 python3 press.py pressed/log.csv bash $local heap.yaml -output_dir pressed -run_end_time 1e4 >"$out" 2>&1
  got=$?
  says "on a terminal: a line that is overwritten" "$(printf '\r')$line"
  stopped "Ctrl-C" 2 pressed
else skip "Ctrl-C on a terminal" "no python3 of 3.9 or later"; fi
tap_end
