#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A PBS job (OpenPBS, PBS Pro, Torque) that submits itself again until its run is done:
#
#   jobs/pbs.sh [-l select=2:ncpus=64:mpiprocs=64 -l walltime=04:00:00 ...] -- SCENARIO.yaml [-option value ...]
#
# What comes before `--` goes to qsub. Five minutes before the job's walltime clast writes a checkpoint and ends with status 75;
# the job is then submitted again, with all its options, and goes on from there. Any other status ends it.
#
#   CLAST            the program, if it is neither build/clast where the job was submitted nor in PATH
#   CLAST_LAUNCHER   what starts the ranks, if not mpirun: "mpirun -n 128 --hostfile $PBS_NODEFILE", "aprun -n 128", ...
#   CLAST_MARGIN     seconds kept for the checkpoint (300)
#   CLAST_LEAST      seconds a try must last to be submitted again (60): a job that is always stopped at once ends
#
# Modules, Spack: add `-V` to what qsub gets, which hands the environment on, or load here what clast was built with:
#   module load gcc openmpi petsc hdf5 libpng libyaml        or        spack load petsc hdf5 libpng libyaml openmpi
set -u

qsub=()
while test $# -gt 0 && test "$1" != --; do qsub+=("$1") && shift; done
if test $# -lt 2; then sed -n '3,6s/^# \{0,1\}//p' "$0" >&2 && exit 2; fi
shift

# The job is a script of one line that calls this one again, where the job was submitted.
submit()
{
  {
    printf 'cd %q && exec %q' "$PWD" "$self"
    printf ' %q' ${qsub[@]+"${qsub[@]}"} -- "$@"
    printf '\n'
  } | qsub -N clast -j oe -S /bin/bash ${qsub[@]+"${qsub[@]}"}
}

self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
if test -z "${PBS_JOBID:-}"; then submit "$@" && exit 0 || exit 2; fi

clast=${CLAST:-build/clast}
test -x "$clast" || clast=$(command -v "${CLAST:-clast}") || clast=''
test -n "$clast" || { echo "pbs.sh: no ${CLAST:-build/clast here and no clast in PATH: set CLAST}" >&2; exit 2; }

# Walltime less what is kept; before the options given, which win.
limit=() margin=${CLAST_MARGIN:-300}
walltime=$(qstat -f "$PBS_JOBID" 2>/dev/null | sed -n 's/^ *Resource_List.walltime = *//p')
if [[ $walltime =~ ^([0-9]+):([0-9]+):([0-9]+)$ ]]; then
  left=$((10#${BASH_REMATCH[1]} * 3600 + 10#${BASH_REMATCH[2]} * 60 + 10#${BASH_REMATCH[3]} - margin))
  test $left -gt 0 || { echo "pbs.sh: a walltime of $walltime is less than the $margin s kept for the checkpoint" >&2; exit 2; }
  limit=(-run_wall_limit "$left")
fi

child='' signalled='' cancelled=''
trap 'signalled=yes; test -z "$child" || kill -USR1 "$child"' USR1
trap 'signalled=yes cancelled=yes; test -z "$child" || kill -USR1 "$child"' TERM # qdel
# shellcheck disable=SC2086 # the launcher has arguments of its own
${CLAST_LAUNCHER:-mpirun} "$clast" ${limit[@]+"${limit[@]}"} "$@" -resume &
child=$!
while signalled='' && wait "$child"; status=$? && test -n "$signalled"; do :; done # a signal ends wait, not the child

if test $status = 75 && test -z "$cancelled"; then
  test $SECONDS -ge "${CLAST_LEAST:-60}" || { echo "pbs.sh: stopped after $SECONDS s: not submitted again" >&2; exit 75; }
  submit "$@" && exit 0
  echo "pbs.sh: cannot submit from here: do it again by the same line, to go on" >&2
fi
exit $status
