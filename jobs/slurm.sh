#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A run as a Slurm job that goes on by itself until it is done:
#
#   sbatch [-N NODES --ntasks-per-node=N -t HH:MM:SS ...] jobs/slurm.sh SCENARIO.yaml [-option value ...]
#   sbatch ...                                            jobs/slurm.sh -restart out/NAME [-option value ...]
#
# Three minutes before the time limit Slurm sends SIGUSR1 to this script, which hands it to clast. clast writes a checkpoint and
# ends with status 75; the job is then requeued, with all its options, and goes on from the newest checkpoint. Any other
# status ends the job. Where a checkpoint takes minutes, ask for the signal earlier: sbatch --signal=B:USR1@600 ...
#
#   CLAST            the program, if it is neither build/clast where the job was submitted nor in PATH
#   CLAST_LAUNCHER   what starts the ranks, if not `srun`, with --mpi=pmix where Slurm has it: "srun --mpi=pmi2", "mpirun", ...
#SBATCH --job-name=clast
#SBATCH --output=clast-%j.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:USR1@180
set -u

clast=${CLAST:-build/clast}
test -x "$clast" || clast=$(command -v clast) || { echo "slurm.sh: no build/clast here and no clast in PATH: set CLAST" >&2; exit 2; }
launcher=${CLAST_LAUNCHER:-srun}
if test "$launcher" = srun && srun --mpi=list 2>&1 | grep -qw pmix; then launcher="srun --mpi=pmix"; fi

folder_of() # CHECKPOINT: the folder of its run
{
  local folder=$1
  test -d "$folder" || folder=$(dirname "$folder")
  folder=${folder%/}
  echo "${folder%/restart}"
}

# What to start from, the options, and the folder of the run, which has to be known to go on from.
start=() options=() folder=
while test $# -gt 0; do
  case $1 in
    *.yaml | *.yml) start+=("$1") folder=${folder:-out/$(basename "${1%.*}")} ;;
    -restart) start+=("$1" "${2:?-restart needs a file or folder}") folder=${folder:-$(folder_of "$2")} && shift ;;
    -output_dir) folder=${2:?-output_dir needs a folder} && shift ;;
    *) options+=("$1") ;;
  esac
  shift
done
test -n "$folder" || { sed -n '3,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }

newest() # the newest checkpoint
{
  find "$folder/restart" -name 'clast-*.h5' 2>/dev/null | sort -V | tail -n 1
}

# Requeued (SLURM_RESTART_COUNT), by this script or by Slurm after a node failed: go on from the checkpoint, if there is one.
before=''
if test "${SLURM_RESTART_COUNT:-0}" -gt 0; then before=$(newest); fi
if test -n "$before"; then start=(-restart "$folder"); fi

child='' signalled=''
trap 'signalled=yes; test -z "$child" || kill -USR1 "$child"' USR1
cancelled=''
trap 'signalled=yes cancelled=yes; test -z "$child" || kill -TERM "$child"' TERM
# shellcheck disable=SC2086 # the launcher has arguments of its own
$launcher "$clast" "${start[@]}" -output_dir "$folder" "${options[@]}" &
child=$!
while signalled='' && wait "$child"; status=$? && test -n "$signalled"; do :; done # a signal ends wait, not the child

if test $status = 75 && test -z "$cancelled"; then
  test "$(newest)" != "$before" || { echo "slurm.sh: no new checkpoint within the time limit: ask for more time" >&2; exit 75; }
  trap - TERM
  scontrol requeue "$SLURM_JOB_ID" && exec sleep 60 # until Slurm ends this script
  echo "slurm.sh: cannot requeue; go on with: sbatch ... jobs/slurm.sh -restart $folder ${options[*]}" >&2
fi
exit $status
