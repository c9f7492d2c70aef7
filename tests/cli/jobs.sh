#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# jobs/slurm.sh with an srun and a scontrol of this test's own: a signal stops the run at a checkpoint, the job is requeued, goes
# on with its options and ends like a run that was never stopped. And the README's scenario is one.
. "$srcdir/tests/tap.sh"

mkdir bin
cat >bin/srun <<'END'
#!/usr/bin/env bash
case "$*" in *--mpi=list*) echo "pmix none" >&2; exit ;; esac
echo "$*" >>srun.txt
while case $1 in -*) true ;; *) false ;; esac; do shift; done
exec "$@"
END
cat >bin/scontrol <<'END'
#!/usr/bin/env bash
echo "$*" >>scontrol.txt
kill -TERM "$PPID" # as Slurm does
END
chmod +x bin/srun bin/scontrol
export PATH=$work/bin:$PATH SLURM_JOB_ID=7
{ sed -n '/^```yaml/,/^```/{/^```/!p}' "$srcdir/README.md"; } >mine.yaml
check "the scenario of the README is one" "$CLAST" mine.yaml -check
options=(-run_end_time 1.5 -output_frames_every 0 -clumps_load_count 60)
check "a run to its end" "$CLAST" mine.yaml "${options[@]}" -output_dir out/whole

# Stopped as soon as steps are under way, which the file `status` says.
bash "$srcdir/jobs/slurm.sh" mine.yaml "${options[@]}" >first.txt 2>&1 &
job=$!
for _ in $(seq 200); do
  if test "$(cat out/mine/status 2>/dev/null)" = running; then break; fi
  sleep 0.05
done
kill -USR1 $job
wait $job
is "  a stopped job is requeued" "$(cat scontrol.txt 2>&1)" "requeue 7"
is "  with a checkpoint" "$(cat out/mine/status)" checkpointed
SLURM_RESTART_COUNT=1 check "  requeued, it ends" bash "$srcdir/jobs/slurm.sh" mine.yaml "${options[@]}"
is "  it went on, with its options" "$(tail -n 1 srun.txt)" "--mpi=pmix $CLAST -restart out/mine -output_dir out/mine ${options[*]}"
whole=$(ls out/whole/restart/*.h5 | sort -V | tail -n 1)
is "  with the bits of a run never stopped" "$(digest "out/mine/restart/$(basename "$whole")")" "$(digest "$whole")"

status "a mistake ends the job with 2" 2 bash "$srcdir/jobs/slurm.sh" mine.yaml -run_end 3
is "  without another try" "$(wc -l <scontrol.txt)" 1
status "and so does a job without a scenario" 2 bash "$srcdir/jobs/slurm.sh" -run_end_time 3
if command -v shellcheck >/dev/null; then check "shellcheck has nothing to say" shellcheck "$srcdir/jobs/slurm.sh"; else skip "shellcheck" "not installed"; fi
tap_end
