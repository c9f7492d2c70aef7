# SPDX-License-Identifier: MIT
# jobs/*.sh without a batch system: commands of this test's own stand in for those of Slurm, PBS and LSF. A signal stops the run
# at a checkpoint, the job is submitted again with its options, goes on and ends like a run that was never stopped; any other
# status ends the job. And the README's scenario is one. limit: 300
. "$srcdir/tests/tap.sh"

mkdir bin
fake() # NAME: a command, from stdin
{
  { echo '#!/usr/bin/env bash' && cat; } >"bin/$1"
  chmod +x "bin/$1"
}
fake srun <<'END'
case "$*" in *--mpi=list*) printf '\tnone\n\tpmi2\n\tpmix_v4\n' >&2; exit ;; esac
echo "$*" >>"$FAKES/srun.txt"
while case $1 in -*) true ;; *) false ;; esac; do shift; done
exec "$@"
END
fake scontrol <<'END'
case "$*" in *config*) echo "MpiDefault              = ${FAKE_MPI:-none}"; exit ;; esac
echo "$*" >>"$FAKES/scontrol.txt"
test -z "${FAKE_REFUSES:-}" || exit 1
kill -TERM "$PPID" # as Slurm does
END
fake squeue <<'END'
echo "$*" >>"$FAKES/squeue.txt"
echo "${FAKE_END-N/A}"
END
fake qsub <<'END'
test -z "${FAKE_REFUSES:-}" || exit 1
echo "$*" >>"$FAKES/qsub.txt"
cat >"$FAKES/job.sh"
echo 7.server
END
fake qstat <<'END'
printf 'Job Id: 7.server\n    Job_Name = clast\n    Resource_List.walltime = %s\n' "${FAKE_WALLTIME:-}"
END
fake bsub <<'END'
printf '%s\n' "$@" >"$FAKES/bsub.txt"
cat >"$FAKES/lsf.sh"
END
# In place of clast: ends FAKE_EARLY times with 75, then with FAKE_STATUS.
fake other <<'END'
printf '%s\n' "$@" >"$FAKES/words.txt"
echo "${SLURM_JOB_END_TIME:-unknown}" >"$FAKES/end.txt"
echo x >>"$FAKES/tries.txt"
trap 'echo USR1 >"$FAKES/signal.txt"; exit 75' USR1
if test -n "${FAKE_WAITS:-}"; then
  : >"$FAKES/ready.txt"
  for _ in $(seq 300); do sleep 0.1; done
fi
test "$(wc -l <"$FAKES/tries.txt")" -gt "${FAKE_EARLY:-0}" || exit 75
exit "${FAKE_STATUS:-0}"
END
export FAKES=$work PATH=$work/bin:$PATH CLAST_LEAST=0

job() # SCRIPT [ARGUMENT...]
{
  bash "$srcdir/jobs/$1" "${@:2}"
}

forget()
{
  rm -f "$work"/*.txt
}

got() # what took the place of clast was given, in one line
{
  paste -s -d '|' words.txt
}

absent() # FACT FILE
{
  if test -e "$2"; then fail "$1" "$(cat "$2")"; else pass "$1"; fi
}

wait_for() # COMMAND...: until it succeeds, at most 20 s
{
  for _ in $(seq 400); do
    if "$@"; then return; fi
    sleep 0.05
  done
}

# SIGNAL FACT STATUS SCRIPT [ARGUMENT...]: the script gets SIGNAL, and hands it on as SIGUSR1
handed_on()
{
  local signal=$1 fact=$2 wanted=$3 child
  shift 3
  forget
  FAKE_WAITS=yes CLAST=other bash "$srcdir/jobs/$1" "${@:2}" >"$out" 2>&1 </dev/null &
  child=$!
  wait_for test -e ready.txt
  kill "-$signal" $child
  wait $child
  is "$fact" "$? $(cat signal.txt 2>&1)" "$wanted USR1"
}

is_running() # STATUS FILE
{
  test "$(cat "$1" 2>/dev/null)" = running
}

# STARTED COMMAND...: stop it as soon as steps are under way, which the file STARTED, `status` of the run, says
stopped()
{
  local file=$1 child
  shift
  "$@" >first.out 2>&1 </dev/null &
  child=$!
  wait_for is_running "$file"
  kill -USR1 $child
  wait $child
}

{ sed -n '/^```yaml/,/^```/{/^```/!p}' "$srcdir/README.md"; } >mine.yaml
check "the scenario of the README is one" "$CLAST" mine.yaml -check
# Small steps, so that the run lasts long enough to be stopped, and small pictures.
options=(-run_end_time 1.5 -run_dt_safety 0.0015 -output_frames_every 0 -clumps_load_count 60 -image_view_size 160,90)
check "a run to its end" "$CLAST" mine.yaml "${options[@]}" -output_dir out/whole
whole=$(ls out/whole/restart/*.h5 | sort -V | tail -n 1)
# Words with spaces, quotes and commas, which schedulers like to lose.
given=(mine.yaml -title "two words, 'quoted' \$HOME" -domain_lo 0,0,-1)
words=$(printf '%s\n' "${given[@]}" | paste -s -d '|')

# ---- Slurm ----

export SLURM_JOB_ID=7
stopped out/mine/status bash "$srcdir/jobs/slurm.sh" mine.yaml "${options[@]}"
is "Slurm: a stopped job is requeued" "$(cat scontrol.txt 2>&1)" "requeue 7"
is "  with a checkpoint" "$(cat out/mine/status)" checkpointed
check "  requeued, it ends" job slurm.sh mine.yaml "${options[@]}"
says "  it went on" 'going on from .*out/mine/restart/clast-'
is "  with its options" "$(tail -n 1 srun.txt)" "--mpi=pmix $CLAST mine.yaml ${options[*]} -resume"
is "  with the bits of a run never stopped" "$(digest "out/mine/restart/$(basename "$whole")")" "$(digest "$whole")"
forget
status "  a mistake ends the job with 2" 2 job slurm.sh mine.yaml -run_end 3
absent "  without another try" scontrol.txt
status "  and so does a job without a scenario" 2 job slurm.sh
says "  with a line to submit" 'sbatch .*jobs/slurm.sh SCENARIO.yaml'
status "  outside of a job, too" 2 env -u SLURM_JOB_ID bash "$srcdir/jobs/slurm.sh" mine.yaml
CLAST=nowhere status "  and a program that is not there" 2 job slurm.sh mine.yaml
says "  which is named" 'slurm.sh: no nowhere'

clast=$CLAST
export CLAST=other
for code in 0 2 3 74 9; do
  forget
  FAKE_STATUS=$code status "  status $code ends it with $code" $code job slurm.sh "${given[@]}"
  absent "  and no requeue" scontrol.txt
done
is "  every word arrives as it was given" "$(got)" "$words|-resume"
forget
FAKE_EARLY=1 CLAST_LEAST=60 status "  75 within a minute: no requeue" 75 job slurm.sh mine.yaml
says "  it says so" 'stopped after [0-9]+ s: not requeued'
absent "  and does not" scontrol.txt
FAKE_EARLY=2 FAKE_REFUSES=yes status "  a requeue that is refused: 75" 75 job slurm.sh mine.yaml
says "  and what to do" 'cannot requeue: submit again'
FAKE_MPI=pmi2 check "  a default of the cluster for MPI" job slurm.sh mine.yaml
is "  is left alone" "$(tail -n 1 srun.txt)" "$work/bin/other mine.yaml -resume"
CLAST_LAUNCHER="srun --mpi=cray -n3" check "  a launcher of one's own" job slurm.sh mine.yaml
is "  is taken" "$(tail -n 1 srun.txt)" "--mpi=cray -n3 $work/bin/other mine.yaml -resume"
soon=$(($(date +%s) + 3600))
FAKE_END=$(date -d "@$soon" +%Y-%m-%dT%H:%M:%S) check "  the end of the job" job slurm.sh mine.yaml
is "  is asked of squeue" "$(cat end.txt)" "$soon"
SLURM_JOB_END_TIME=12345678901 check "  unless Slurm told it" job slurm.sh mine.yaml
is "  itself" "$(cat end.txt)" 12345678901
check "  a job without an end" job slurm.sh mine.yaml
is "  has none" "$(cat end.txt)" unknown
SLURM_ARRAY_TASK_ID=5 check "  an array" job slurm.sh mine.yaml -run_seed %a -output_dir out/seed-%a
is "  puts the number of the task in" "$(got)" "mine.yaml|-run_seed|5|-output_dir|out/seed-5|-resume"
for word in -sweep --sweep; do
  SLURM_ARRAY_TASK_ID=17 check "  an array over a table" job slurm.sh mine.yaml $word table.csv -sweep_ranks 2
  is "  picks a row" "$(got)" "mine.yaml|$word|table.csv|-sweep_ranks|2|-sweep_row|17|-resume"
done
forget
soon=$(($(date +%s) + 3600))
SLURM_ARRAY_JOB_ID=6 SLURM_ARRAY_TASK_ID=3 FAKE_END=$(date -d "@$soon" +%Y-%m-%dT%H:%M:%S) FAKE_EARLY=1 FAKE_REFUSES=yes \
  status "  a task that stopped early" 75 job slurm.sh mine.yaml
is "  is requeued alone, by its own number: the last has that of the array" "$(cat scontrol.txt)" "requeue 6_3"
is "  and asks for its end alone" "$(tail -n 1 squeue.txt) $(cat end.txt)" "-h -j 6_3 -o %e $soon"
FAKE_END='' check "  a Slurm that does not answer" job slurm.sh mine.yaml
is "  tells no end" "$(cat end.txt)" unknown
FAKE_REFUSES=yes handed_on USR1 "  SIGUSR1 is handed on" 75 slurm.sh mine.yaml
is "  and the job requeued" "$(cat scontrol.txt 2>&1)" "requeue 7"
handed_on TERM "  so is scancel, as SIGUSR1" 75 slurm.sh mine.yaml
absent "  but not requeued" scontrol.txt
SLURM_JOB_END_TIME=1000 FAKE_REFUSES=yes handed_on TERM "  SIGTERM at the end of the time" 75 slurm.sh mine.yaml
is "  is no scancel" "$(cat scontrol.txt 2>&1)" "requeue 7"
unset SLURM_JOB_ID

# ---- PBS ----

forget
status "PBS: without a scenario" 2 job pbs.sh -l walltime=1:00:00
says "  a line to submit" 'jobs/pbs.sh .*-- SCENARIO.yaml'
check "PBS: the script submits itself" job pbs.sh -l select=1:ncpus=2 -l walltime=01:02:03 -- "${given[@]}"
is "  with what is for qsub" "$(cat qsub.txt)" "-N clast -j oe -S /bin/bash -l select=1:ncpus=2 -l walltime=01:02:03"
export CLAST_LAUNCHER=env PBS_JOBID=7.server
(cd / && FAKE_WALLTIME=01:02:03 FAKE_EARLY=1 bash "$work/job.sh") >"$out" 2>&1
is "  the job submits itself again upon 75, and ends well" "$? $(wc -l <qsub.txt)" "0 2"
is "  every word arrives as it was given, and the limit" "$(got)" "-run_wall_limit|3423|$words|-resume"
is "  with the same line for qsub" "$(tail -n 1 qsub.txt)" "$(head -n 1 qsub.txt)"
FAKE_EARLY=1 check "  the job submitted by the job" bash job.sh
is "  ends with the run" "$(wc -l <qsub.txt) $(got)" "2 $words|-resume"
FAKE_STATUS=3 status "  another status ends it" 3 bash job.sh
FAKE_WALLTIME=00:04:00 status "  a walltime below the margin is refused" 2 bash job.sh
says "  and says so" 'walltime of 00:04:00 is less than the 300 s'
rm tries.txt
FAKE_EARLY=1 CLAST_LEAST=60 status "  75 within a minute is not submitted again" 75 bash job.sh
handed_on TERM "  qdel stops at a checkpoint" 75 pbs.sh -- mine.yaml
absent "  and submits nothing" qsub.txt
unset PBS_JOBID

# ---- LSF ----

status "LSF: without a scenario" 2 job lsf.sh -W 4:00
says "  a line to submit" 'jobs/lsf.sh .*-- SCENARIO.yaml'
bsub="-J|clast|-o|clast-%J.log|-r|-Q|75"
check "LSF: the script submits itself" job lsf.sh -n 4 -W 4:00 -- "${given[@]}"
is "  to be requeued upon 75, with a warning signal" "$(paste -s -d '|' bsub.txt)" "$bsub|-wa|USR1|-wt|5|-n|4|-W|4:00"
(cd / && LSB_JOBID=7 CLAST_LAUNCHER=env bash "$work/lsf.sh") >"$out" 2>&1
is "  the job has every word as it was given, where it was submitted" "$? $(got)" "0 $words|-resume"
check "  without a limit" job lsf.sh -n 4 -- mine.yaml
is "  without a warning" "$(paste -s -d '|' bsub.txt)" "$bsub|-n|4"
export LSB_JOBID=7
forget
FAKE_EARLY=1 status "  75 is the status of the job" 75 job lsf.sh -- "${given[@]}"
is "  every word arrives as it was given" "$(got)" "$words|-resume"
FAKE_STATUS=3 status "  another one, too" 3 job lsf.sh -- mine.yaml
forget
FAKE_EARLY=1 CLAST_LEAST=60 status "  75 within a minute: 76, which is not requeued" 76 job lsf.sh -- mine.yaml
handed_on USR1 "  SIGUSR1 is handed on" 75 lsf.sh -- mine.yaml
handed_on USR2 "  so is SIGUSR2, of the run limit" 75 lsf.sh -- mine.yaml
handed_on TERM "  and bkill, which is not requeued" 76 lsf.sh -- mine.yaml
unset LSB_JOBID

# ---- a machine without a batch system ----

forget
status "mpirun.sh: without a scenario" 2 job mpirun.sh mine.yaml
says "  a line that does it" 'jobs/mpirun.sh .*-- SCENARIO.yaml'
FAKE_EARLY=2 check "mpirun.sh goes on after 75" job mpirun.sh -- "${given[@]}"
is "  until it is done" "$(wc -l <tries.txt) $(got)" "3 $words|-resume"
forget
FAKE_EARLY=2 FAKE_STATUS=3 status "  or ends otherwise" 3 job mpirun.sh -- mine.yaml
is "  and no more" "$(wc -l <tries.txt)" 3
forget
FAKE_EARLY=9 CLAST_LEAST=60 status "  75 within a minute ends the loop" 75 job mpirun.sh -- mine.yaml
for signal in TERM HUP USR1; do handed_on $signal "  SIG$signal is handed on as SIGUSR1" 75 mpirun.sh -- mine.yaml; done
is "  and ends the loop" "$(wc -l <tries.txt)" 1
unset CLAST_LAUNCHER OMPI_MCA_orte_create_session_dirs # it is mpirun itself here, which needs such folders
CLAST=$clast
stopped out/two/status bash "$srcdir/jobs/mpirun.sh" -n 2 -- mine.yaml "${options[@]}" -output_dir out/two
is "  a real run is stopped by it" "$(cat out/two/status)" checkpointed
check "  and goes on on three ranks" job mpirun.sh -n 3 -- mine.yaml "${options[@]}" -output_dir out/two
says "  from its checkpoint" 'going on from .*out/two/restart'
is "  with the bits of a run never stopped" "$(digest "out/two/restart/$(basename "$whole")")" "$(digest "$whole")"

for script in slurm pbs lsf mpirun local; do
  if command -v shellcheck >/dev/null; then check "shellcheck has nothing to say of $script.sh" shellcheck "$srcdir/jobs/$script.sh"
  else skip "shellcheck $script.sh" "not installed"; fi
done
tap_end
