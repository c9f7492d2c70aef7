# SPDX-License-Identifier: MIT
# jobs/slurm.sh on a real Slurm, the cluster of two nodes of tests/slurm/cluster.sh. Jobs are stopped in every way there is: by
# the signal before the limit, by the limit, by scancel, by a kill in the middle of a checkpoint, by a node that fails. Each goes
# on, on other numbers of ranks and nodes, and ends with the digest of a run that was never stopped. limit: 900
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"
if test -z "${CLUSTER:-}"; then
  reason=$("$srcdir/tests/slurm/cluster.sh" true) || skip_all "${reason:-no cluster}"
  exec "$srcdir/tests/slurm/cluster.sh" bash "$srcdir/tests/slurm/cycle.sh"
fi

heap_write .
export CLAST_LEAST=0
dt=1e-6
slow=(-run_dt $dt -checkpoint_every 0 -output_log_every 1e-3)
clock=$SECONDS

# NAME: a scenario that does not end before it is told to, so that no machine is too fast for this test.
endless()
{
  sed "s/end_time: 0.2/end_time: 900/; s/title: .*/title: $1/" heap.yaml >"$1.yaml"
}

# NAME: the newest checkpoint's step
newest()
{
  ls "out/$1/restart" 2>/dev/null | sed -n 's/^clast-\([0-9]*\)\.h5$/\1/p' | sort -n | tail -n 1
}

# NAME STEPS: let it end so many steps after its newest checkpoint. -resume reads the scenario anew.
end_after()
{
  local end
  end=$(awk -v n=$(($(newest "$1") + $2)) -v dt=$dt 'BEGIN { printf "%.9f", n * dt }')
  sed -i "s/end_time: [0-9.]*/end_time: $end/" "$1.yaml"
}

# NAME: its last state has the digest, and its log the rows, of a run that was never stopped
as_if_never_stopped()
{
  local step
  step=$(newest "$1")
  is "$1: status" "$(cat "out/$1/status")" finished
  check "$1: the run that was not stopped, on one rank" "$CLAST" "$1.yaml" "${slow[@]}" -output_dir "whole/$1"
  is "$1: same digest at step $step" "$(digest "out/$1/restart/clast-$step.h5")" "$(digest "whole/$1/restart/clast-$step.h5")"
  is "$1: same rows of log.csv" "$(rows "out/$1/log.csv" | cksum)" "$(rows "whole/$1/log.csv" | cksum)"
}

of() # JOB KEY: a value of `scontrol show job`
{
  scontrol show job "$1" | tr ' ' '\n' | sed -n "s/^$2=//p" | sed 1q
}

# JOB KEY PATTERN SECONDS: wait until the value matches; tell and fail after so long
reaches()
{
  local tries=0
  until [[ $(of "$1" "$2") =~ ^($3)$ ]]; do
    tries=$((tries + 1))
    if test $tries -gt $(($4 * 4)); then
      echo "job $1: $2 is $(of "$1" "$2"), not $3, after $4 s; reason: $(of "$1" Reason)"
      tail -n 5 "clast-$1.log"
      return 1
    fi
    sleep 0.25
  done
}

runs() # NAME: steps are under way
{
  for _ in $(seq 400); do
    if test "$(cat "out/$1/log.csv" 2>/dev/null | wc -l)" -gt 1; then return; fi
    sleep 0.25
  done
  note "$1 does not start" "$(squeue)"
}

# What Slurm says of a job, and what its log has, for docs/guide/clusters.md.
log()
{
  printf '%3d s  %s\n' $((SECONDS - clock)) "$*" >>"$work/cycle.log"
}
log_job() # JOB
{
  log "job $1: $(of "$1" JobState), restarts $(of "$1" Restarts), nodes $(of "$1" NumNodes), tasks $(of "$1" NumTasks), exit $(of "$1" ExitCode)"
}
submit() # SBATCH_OPTION... -- SCRIPT ARGUMENT...
{
  local options=()
  while test "$1" != --; do options+=("$1") && shift; done
  shift
  job=$(sbatch --parsable "${options[@]}" "$@")
  log "sbatch ${options[*]} ${*/$srcdir\//}: job $job"
}
script=$srcdir/jobs/slurm.sh

# A requeued job is told to start at once, where Slurm has it wait two minutes; but not before the daemons on the nodes have
# ended what was left of it.
now() # JOB
{
  for _ in $(seq 120); do
    if ! grep -qsa "^slurmstepd: \[$1\." /proc/[0-9]*/cmdline; then break; fi
    sleep 0.25
  done
  sleep 2
  scontrol update JobId="$1" StartTime=now
}

note "$(scontrol --version), $(sinfo -h -o '%D nodes of %c processors')"

# ---- three jobs that reach their limit of a minute or two, side by side ----

# told by the signal: two nodes, or one, of two ranks each
endless signal
submit -N 1-2 --ntasks-per-node=2 -t 2 --signal=B:USR1@60 -- "$script" signal.yaml "${slow[@]}"
signal=$job
# told by squeue alone: the site has no early signals
sed '/^#SBATCH --signal/d' "$script" >quiet.sh
endless asked
submit -N 2 -n 2 -t 1 -- quiet.sh asked.yaml "${slow[@]}"
asked=$job
# not told at all: SIGTERM at the limit, SIGKILL ten seconds later
endless limit
SLURM_JOB_END_TIME=99999999999 submit -N 2 -n 2 -t 1 -- quiet.sh limit.yaml "${slow[@]}"
limit=$job
runs signal
log_job "$signal"
for job in $signal $asked $limit; do check "job $job runs beside the others" reaches "$job" JobState RUNNING 20; done

# ---- meanwhile: scancel ----

endless cancel
submit -n 2 -N 1 -t 10 -- "$script" cancel.yaml "${slow[@]}"
runs cancel
scancel "$job"
check "scancel ends a job" reaches "$job" JobState CANCELLED 30
log_job "$job"
is "  with a checkpoint" "$(cat out/cancel/status)" checkpointed
is "  and no requeue" "$(of "$job" Restarts)" 0
end_after cancel 200
submit -N 1 -n 1 -t 10 -- "$script" cancel.yaml "${slow[@]}"
check "  the same line submitted again ends well" reaches "$job" JobState COMPLETED 120
log_job "$job"
as_if_never_stopped cancel

# ---- the three at their limits ----

check "the job that gets the signal is requeued" reaches "$signal" Restarts 1 120
check "  and waits" reaches "$signal" JobState PENDING 30
log "clast-$signal.log: $(grep 'stopped early' "clast-$signal.log")"
log_job "$signal"
is "  at a checkpoint" "$(cat out/signal/status)" checkpointed
grep -q 'stopped early by the signal SIGUSR1' "clast-$signal.log" && pass "  by SIGUSR1" || fail "  by SIGUSR1" "$(tail -n 5 "clast-$signal.log")"
end_after signal 200
scontrol update JobId="$signal" NumNodes=1-1 NumTasks=2 MinCPUs=2
now "$signal"
check "  it goes on on one node with two ranks, and ends" reaches "$signal" JobState COMPLETED 120
log "clast-$signal.log: $(grep 'going on from' "clast-$signal.log" | sed "s#$work/##")"
log "clast-$signal.log: $(grep 'clast: finished' "clast-$signal.log")"
log_job "$signal"
is "  with its options" "$(grep -Ec 'clumps of [0-9]+ pebbles on 4 ranks; dt = 1e-06 s' "clast-$signal.log") $(grep -Ec 'clumps of [0-9]+ pebbles on 2 ranks; dt = 1e-06 s' "clast-$signal.log")" "1 1"
as_if_never_stopped signal

check "the job that asks squeue is requeued" reaches "$asked" Restarts 1 120
check "  and waits" reaches "$asked" JobState PENDING 30
log "clast-$asked.log: $(grep 'stopped early' "clast-$asked.log")"
grep -q "stopped early, as the job's time ends" "clast-$asked.log" && pass "  stopped by itself" || fail "  stopped by itself" "$(tail -n 5 "clast-$asked.log")"
end_after asked 200
scontrol update JobId="$asked" NumNodes=1-1 NumTasks=1
now "$asked"
check "  it goes on on one rank, and ends" reaches "$asked" JobState COMPLETED 120
log_job "$asked"
as_if_never_stopped asked

check "the job that is not told runs into the limit" reaches "$limit" JobState TIMEOUT 120
log_job "$limit"
is "  within KillWait it writes a checkpoint" "$(cat out/limit/status)" checkpointed
# its own from Slurm, or that of the script, which gets one, too, and hands it on as SIGUSR1
grep -Eq 'stopped early by the signal SIG(TERM|USR1)' "clast-$limit.log" && pass "  upon SIGTERM" || fail "  upon SIGTERM" "$(tail -n 5 "clast-$limit.log")"
end_after limit 200
submit -n 3 -N 1 -t 10 -- "$script" limit.yaml "${slow[@]}"
check "  the same line submitted again ends well" reaches "$job" JobState COMPLETED 120
log_job "$job"
as_if_never_stopped limit

# ---- killed hard, in the middle of a checkpoint ----

endless hard
torn=0 kills=0
while test $torn = 0 && test $kills -lt 12; do
  submit -n 2 -N 1 -t 10 -- "$script" hard.yaml "${slow[@]}" -checkpoint_every 1e-5
  for _ in $(seq 4000); do # the file under its temporary name is there while it is written
    if test -n "$(newest hard)" && test -n "$(echo out/hard/restart/*.tmp | grep -v '\*')"; then break; fi
  done
  for process in $(grep -la 'hard\.yaml' /proc/[0-9]*/cmdline | sed 's#/proc/##; s#/.*##'); do
    if test "$(readlink "/proc/$process/exe")" = "$(readlink -f "$CLAST")"; then kill -KILL "$process"; fi
  done
  reaches "$job" JobState 'FAILED|NODE_FAIL' 60
  kills=$((kills + 1))
  torn=$(ls out/hard/restart/*.tmp 2>/dev/null | wc -l)
done
log_job "$job"
log "files after kill -KILL: $(ls out/hard/restart | tr '\n' ' ')"
test "$torn" -gt 0 && pass "a checkpoint is torn by a kill" || fail "a checkpoint is torn by a kill" "$kills tries"
is "  which ends the job, with no requeue" "$(of "$job" Restarts)" 0
end_after hard 200
submit -n 3 -N 1 -t 10 -- "$script" hard.yaml "${slow[@]}"
check "  the same line submitted again ends well" reaches "$job" JobState COMPLETED 120
log_job "$job"
as_if_never_stopped hard

# ---- a node fails ----

endless node
submit -w node2 -n 2 -t 10 -- "$script" node.yaml "${slow[@]}" -checkpoint_every_wall 1
runs node
before=$(newest node) before=${before:-0}
for _ in $(seq 120); do now=$(newest node); if test "${now:-0}" -gt "$before"; then break; fi; sleep 0.25; done
# all of it at once, Slurm's own daemon too
for process in /proc/[0-9]*; do
  process=${process#/proc/}
  if test "$process" != "$(cat "$CLUSTER/node2.pid")" &&
    test "$(readlink "/proc/$process/ns/net")" = "$(readlink "/proc/$(cat "$CLUSTER/node2.pid")/ns/net")"; then kill -KILL "$process"; fi
done
scontrol update NodeName=node2 State=DOWN Reason=test # which it would notice by itself later
check "a node fails: Slurm requeues the job" reaches "$job" Restarts 1 60
log_job "$job"
end_after node 200
scontrol update JobId="$job" ReqNodeList=""
now "$job"
check "  which goes on on the other node, and ends" reaches "$job" JobState COMPLETED 120
is "  there" "$(of "$job" NodeList)" node1
log_job "$job"
as_if_never_stopped node
"$CLUSTER/enter" node2 slurmd -N node2 -f "$SLURM_CONF"
scontrol update NodeName=node2 State=RESUME 2>/dev/null # if it has not come back by itself

# ---- an array ----

submit --array=1-3 -n 2 -N 1 -t 5 -- "$script" heap.yaml -run_seed %a -output_dir out/seed-%a
for task in 1 2 3; do check "task $task of an array ends well" reaches "${job}_$task" JobState COMPLETED 120; done
log "squeue of the array: $(squeue -h -j "$job" -t all -o '%i %T' | sort | paste -s -d ,)"
for task in 1 2 3; do
  check "  seed $task by itself" "$CLAST" heap.yaml -run_seed $task -output_dir "whole/seed-$task"
  is "  same digest" "$(digest "out/seed-$task/restart/clast-400.h5")" "$(digest "whole/seed-$task/restart/clast-400.h5")"
done

# ---- one task of an array stops, that which has the number of the whole array ----

endless task
submit --array=1-2 -n 1 -N 1 -t 5 -- "$script" task.yaml "${slow[@]}" -output_dir out/task-%a
runs task-1
runs task-2
last=$(scontrol show job "$job" | sed -n "s/^JobId=$job ArrayJobId=$job ArrayTaskId=\([0-9]*\) .*/\1/p")
other=$((3 - last))
scancel --batch --signal=USR1 "${job}_$last"
check "a task of an array is stopped and requeued" reaches "${job}_$last" Restarts 1 60
log "squeue of the array: $(squeue -h -j "$job" -t all -o '%i %T' | sort | paste -s -d ,)"
is "  alone" "$(of "${job}_$other" Restarts) $(of "${job}_$other" JobState)" "0 RUNNING"
scancel "$job"
check "  scancel ends both" reaches "${job}_$other" JobState CANCELLED 30

# ---- a sweep: an array over its rows, and all rows in one job ----

{
  echo name,run_seed,contact_soft-soft_friction
  for row in 1 2 3 4 5 6; do echo "row$row,$row,0.$row"; done
} >table.csv
fine=(-run_dt 4e-6 -run_end_time 0.2 -checkpoint_every 0.02)
for row in 1 2 3 4 5 6; do
  "$CLAST" heap.yaml "${fine[@]}" -run_seed $row -contact_soft-soft_friction 0.$row -output_dir "whole/row$row" >/dev/null 2>&1
done
digests() # FOLDER: of the last states of all rows, in one line
{
  for row in 1 2 3 4 5 6; do digest "$1/row$row/restart/clast-50000.h5"; done | paste -s -d ' '
}
whole=$(digests whole)

submit --array=1-6 -n 2 -N 1 -t 5 -- "$script" heap.yaml -sweep table.csv -sweep_dir out/rows "${fine[@]}"
for task in 1 2 3 4 5 6; do check "row $task of a table, as a task of an array" reaches "${job}_$task" JobState COMPLETED 240; done
is "  same digests as single runs" "$(digests out/rows)" "$whole"

submit -N 1-2 --ntasks-per-node=2 -t 10 -- "$script" heap.yaml -sweep table.csv -sweep_dir out/sweep "${fine[@]}"
for _ in $(seq 400); do # some rows are done, and some are not
  if test "$(cat out/sweep/row*/status 2>/dev/null | grep -c finished)" -gt 0; then break; fi
  sleep 0.1
done
scancel --batch --signal=USR1 "$job"
check "a sweep in one job gets the signal and is requeued" reaches "$job" Restarts 1 60
check "  and waits" reaches "$job" JobState PENDING 30
log_job "$job"
log "out/sweep: $(cat out/sweep/row*/status | sort | uniq -c | tr -s ' \n' ' ')"
done=$(grep -l finished out/sweep/row*/status | xargs -n 1 dirname)
steps=$(for row in $done; do stat -c '%Y %n' "$row/log.csv"; done)
scontrol update JobId="$job" NumNodes=1-1 NumTasks=2 MinCPUs=2
now "$job"
check "  it goes on on one node, and ends" reaches "$job" JobState COMPLETED 240
log "clast-$job.log: $(grep 'rows finished' "clast-$job.log" | tail -n 1)"
log_job "$job"
is "  no finished row was run again" "$(for row in $done; do stat -c '%Y %n' "$row/log.csv"; done)" "$steps"
is "  same digests as single runs" "$(digests out/sweep)" "$whole"
is "  sweep.csv has all rows" "$(cut -d, -f2,5,6 out/sweep/sweep.csv | sed 1d | tr '\n' ' ')" "row1,finished,0 row2,finished,0 row3,finished,0 row4,finished,0 row5,finished,0 row6,finished,0 "

sed 's/^/# /' "$work/cycle.log"
cp "$work/cycle.log" "$builddir/slurm-cycle.log"
test $tap_failed = 0 || cp "$CLUSTER"/*.log "$work" # what the daemons say
tap_end
