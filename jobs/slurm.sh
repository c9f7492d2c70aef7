#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A Slurm job that goes on until its run is done: through time limits, preemption and failed nodes.
#
#   sbatch [-N 2 --ntasks-per-node=64 -t 04:00:00 ...] jobs/slurm.sh SCENARIO.yaml [-option value ...]
#   sbatch --array=1-24 ... jobs/slurm.sh SCENARIO.yaml -sweep TABLE.csv           task K runs row K of the table
#   sbatch --array=1-9 ...  jobs/slurm.sh SCENARIO.yaml -run_seed %a -output_dir out/seed-%a      %a: the task's number
#
# Five minutes before the time limit Slurm sends SIGUSR1 to this script, which hands it to clast. clast writes a checkpoint and
# ends with status 75; the job is requeued, with all its options, and goes on from there. Any other status ends the job. Where
# checkpoints take minutes, ask for the signal earlier (sbatch --signal=B:USR1@900 ...); for limits below ten minutes, later.
#
#   CLAST            the program, if it is neither build/clast where the job was submitted nor in PATH
#   CLAST_LAUNCHER   what starts the ranks, if not srun: "srun --mpi=pmi2", "mpirun", ...
#   CLAST_LEAST      seconds a try must last for a requeue (60): a job that is always stopped at once ends
#
# Modules, Spack: load what clast was built with before sbatch, which hands the environment on, or here:
#   module load gcc openmpi petsc hdf5 libpng libyaml        or        spack load petsc hdf5 libpng libyaml openmpi
#SBATCH --job-name=clast
#SBATCH --output=clast-%j.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:USR1@300
set -u

if test $# = 0 || test -z "${SLURM_JOB_ID:-}"; then sed -n '3,7s/^# \{0,1\}//p' "$0" >&2 && exit 2; fi
clast=${CLAST:-build/clast}
test -x "$clast" || clast=$(command -v "${CLAST:-clast}") || clast=''
test -n "$clast" || { echo "slurm.sh: no ${CLAST:-build/clast here and no clast in PATH: set CLAST}" >&2; exit 2; }

launcher=${CLAST_LAUNCHER:-srun}
# An Open MPI built for PMIx needs to be told where Slurm's default is none.
if test "$launcher" = srun && test -z "${SLURM_MPI_TYPE:-}" && srun --mpi=list 2>&1 | grep -q pmix &&
  scontrol show config 2>/dev/null | grep -Eq '^MpiDefault *= *(none|\(null\))'; then launcher="srun --mpi=pmix"; fi

# In an array the number of the last task is that of the whole array.
job=$SLURM_JOB_ID
test -z "${SLURM_ARRAY_TASK_ID:-}" || job=${SLURM_ARRAY_JOB_ID:-$job}_$SLURM_ARRAY_TASK_ID

# When the job ends, s since 1970, from which clast knows when to stop by itself; Slurm before 23.02 does not say.
if test -z "${SLURM_JOB_END_TIME:-}"; then
  end=$(squeue -h -j "$job" -o %e 2>/dev/null)
  test -n "$end" && SLURM_JOB_END_TIME=$(date -d "$end" +%s 2>/dev/null) && export SLURM_JOB_END_TIME
fi

if test -n "${SLURM_ARRAY_TASK_ID:-}"; then
  set -- "${@//%a/$SLURM_ARRAY_TASK_ID}"
  case " $* " in *" -sweep "* | *" --sweep "*) set -- "$@" -sweep_row "$SLURM_ARRAY_TASK_ID" ;; esac
fi

child='' signalled='' cancelled=''
trap 'signalled=yes; test -z "$child" || kill -USR1 "$child"' USR1
trap 'signalled=yes cancelled=yes; test -z "$child" || kill -USR1 "$child"' TERM
# shellcheck disable=SC2086 # the launcher has arguments of its own
$launcher "$clast" "$@" -resume &
child=$!
while signalled='' && wait "$child"; status=$? && test -n "$signalled"; do :; done # a signal ends wait, not the child

# SIGTERM at the end of the time is no scancel.
if test -n "$cancelled" && test "$(date +%s)" -ge "${SLURM_JOB_END_TIME:-99999999999}"; then cancelled=''; fi
if test $status = 75 && test -z "$cancelled"; then
  test $SECONDS -ge "${CLAST_LEAST:-60}" || { echo "slurm.sh: stopped after $SECONDS s: not requeued" >&2; exit 75; }
  trap - TERM
  scontrol requeue "$job" && exec sleep 60 # until Slurm ends this script
  echo "slurm.sh: cannot requeue: submit again, by the same line, to go on" >&2
fi
exit $status
