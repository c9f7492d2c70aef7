# SPDX-License-Identifier: MIT
# limit: 300
# Early stops: a file, the end of the job, signals during set-up and while a checkpoint is written; checkpoints at automatic intervals.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
sed -i 's/count: 60/count: 20/; s/periodic, open, free/periodic, periodic, free/; s/every: 0.02/every: 0/' heap.yaml
slow="-run_dt 2e-5 -run_end_time 1000 -output_log_every 1e-3"

# DIR: what an early stop left goes on for 100 steps, as a run that was never stopped
goes_on()
{
  local step end
  step=$(ls $1/restart | sed -n 's/clast-\([0-9]*\)\.h5$/\1/p' | sort -n | tail -n 1)
  end=$(awk -v n=$((step + 100)) 'BEGIN { printf "%.6f", n * 2e-5 }')
  is "  its status" "$(cat $1/status)" checkpointed
  check "  it goes on" on_ranks 3 "$CLAST" -restart $1 -output_dir $1 -run_end_time $end
  "$CLAST" heap.yaml -run_dt 2e-5 -output_log_every 1e-3 -output_dir $1-whole -run_end_time $end >/dev/null 2>&1
  is "  as a run that was not stopped" "$(digest $1/restart/clast-$((step + 100)).h5)" "$(digest $1-whole/restart/clast-$((step + 100)).h5)"
}

# ---- the file ----

# shellcheck disable=SC2086
on_ranks 2 "$CLAST" heap.yaml $slow -output_dir file >"$out" 2>&1 </dev/null &
run=$!
wait_lines file/log.csv 3
touch file/stop
wait $run
is "a file named stop ends the run: exit status 75" $? 75
says "  message" '^clast: stopped early, as the file .*/file/stop asked for, which is removed, at step'
test -e file/stop && fail "  it is removed" || pass "  it is removed"
goes_on file

# ---- the end of the job ----

start=$(date +%s)
# shellcheck disable=SC2086
status "SLURM_JOB_END_TIME in 7 s" 75 env SLURM_JOB_END_TIME=$((start + 7)) "$CLAST" heap.yaml $slow -output_dir job
says "  message" "^clast: stopped early, as the job's time ends \(SLURM_JOB_END_TIME\)"
is "  in time" "$(test $(($(date +%s) - start)) -lt 7 && echo yes)" yes
goes_on job
for wrong in soon '' 12x 100; do
  check "SLURM_JOB_END_TIME '$wrong', which is no time to come" env SLURM_JOB_END_TIME="$wrong" "$CLAST" heap.yaml -run_end_time 0.01 -output_dir wrong
done

# ---- signals at bad moments ----

# Before anything else is done, HDF5 and MPI loaded for one.
cat >first.c <<'END'
#include <signal.h>
#include <stdlib.h>
int H5dont_atexit(void)
{
  raise(atoi(getenv("SIGNAL")));
  return 0;
}
END
if ${CC:-mpicc} -shared -fPIC -o first.so first.c >cc.out 2>&1; then
  for signal in USR1 QUIT; do
    # shellcheck disable=SC2086
    status "SIG$signal as the program starts" 75 env LD_PRELOAD=$work/first.so SIGNAL="$(kill -l $signal)" "$CLAST" heap.yaml $slow -output_dir first-$signal
    says "  message" "^clast: stopped early by the signal SIG$signal, at step 1, "
  done
else skip "a signal as the program starts" "no shared library can be made: $(head -n 1 cc.out)"; fi

# While MPI starts, which may take long with many ranks: the signal comes from a library in its place.
cat >start.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
  int (*start)(int *, char ***, int, int *) = (int (*)(int *, char ***, int, int *))dlsym(RTLD_NEXT, "MPI_Init_thread");

  raise(atoi(getenv("SIGNAL")));
  return start(argc, argv, required, provided);
}
END
if ${CC:-mpicc} -shared -fPIC -o start.so start.c -ldl >cc.out 2>&1; then
  for signal in USR1 TERM; do
    # shellcheck disable=SC2086
    status "SIG$signal while MPI starts" 75 env LD_PRELOAD=$work/start.so SIGNAL="$(kill -l $signal)" "$CLAST" heap.yaml $slow -output_dir start-$signal
    says "  message" "^clast: stopped early by the signal SIG$signal, at step 1, "
  done
else skip "a signal while MPI starts" "no shared library can be made: $(head -n 1 cc.out)"; fi

# Many clumps, so that their set-up takes a while.
# shellcheck disable=SC2086
"$CLAST" heap.yaml $slow -clumps_heap_count 30000 -clumps_heap_hi 160,80,30 -domain_hi 160,80,120 -output_dir setup >"$out" 2>&1 </dev/null &
run=$!
tries=0
# listens: SIGUSR1 is caught, as the kernel tells
until test $(((0x$(sed -n 's/^SigCgt:\t//p' /proc/$run/status 2>/dev/null || echo 0) >> 9) & 1)) = 1 || test $tries -gt 6000; do
  tries=$((tries + 1))
  sleep 0.002
done
before=$(ls -d setup 2>/dev/null)
kill -USR1 $run
wait $run
is "SIGUSR1 during set-up: exit status 75" $? 75
note "the run's folder when it came: '${before:-not there yet}'"
says "  message" '^clast: stopped early by the signal SIGUSR1, at step 1, '
is "  a checkpoint" "$(ls setup/restart)" "clast-0.h5
clast-1.h5"

caught=0
# A checkpoint in every second step: the signals come while one is written.
for signal in TERM INT USR1 USR2 HUP QUIT; do
  # shellcheck disable=SC2086
  "$CLAST" heap.yaml $slow -checkpoint_every 4e-5 -output_dir while-$signal >"$out" 2>&1 </dev/null &
  run=$!
  tries=0
  until test -e while-$signal/restart/clast-4.h5 || test $tries -gt 6000; do
    tries=$((tries + 1))
    sleep 0.002
  done
  # background jobs of a script ignore SIGINT, unless they ask for it, as clast does
  kill -$signal $run
  wait $run
  is "SIG$signal while checkpoints are written: exit status 75" $? 75
  says "  message" "^clast: stopped early by the signal SIG$signal, at step"
  is "  no unfinished file" "$(find while-$signal -name '*.tmp')" ""
  ls while-$signal/restart/*.h5 >/dev/null 2>&1 && caught=$((caught + 1))
done
is "a checkpoint after each" $caught 6

# nohup: a terminal that closes is no reason to stop.
# shellcheck disable=SC2086
(trap '' HUP && exec "$CLAST" heap.yaml $slow -output_dir nohup) >"$out" 2>&1 </dev/null &
run=$!
wait_lines nohup/log.csv 3
kill -HUP $run
wait_lines nohup/log.csv $(($(cat nohup/log.csv | wc -l) + 5))
kill -USR1 $run
wait $run
is "SIGHUP that was ignored at the start stays so" $? 75
says "  the next signal ends the run" 'stopped early by the signal SIGUSR1'
goes_on while-USR1

# ---- automatic intervals ----

# Failures every 0.2 s: the interval is sqrt(2 c M) or so, some hundredths of a second.
# shellcheck disable=SC2086
status "every_wall: auto, with failures every 0.2 s" 75 "$CLAST" heap.yaml $slow -run_wall_limit 1.5 -output_dir auto -checkpoint_every_wall auto -checkpoint_mtbf 0.2 -checkpoint_keep 1000
n=$(ls auto/restart/*.h5 | wc -l)
is "  several checkpoints a second ($n)" "$(test $n -ge 6 && echo yes)" yes
# shellcheck disable=SC2086
status "with one a day" 75 "$CLAST" heap.yaml $slow -run_wall_limit 0.5 -output_dir daily -checkpoint_every_wall auto -checkpoint_keep 1000
n=$(ls daily/restart/*.h5 | wc -l)
is "  only the first and the last, here" $n 2
status "an mtbf of 0" 2 "$CLAST" heap.yaml -checkpoint_mtbf 0 -output_dir none
says "  is refused" 'checkpoint_mtbf.*> 0'

tap_end
