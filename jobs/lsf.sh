#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An LSF job that goes on until its run is done:
#
#   jobs/lsf.sh [-n 128 -W 4:00 ...] -- SCENARIO.yaml [-option value ...]
#
# What comes before `--` goes to bsub, which is asked to requeue the job upon exit status 75 (-Q 75), to run it again when its
# host fails (-r), and to send SIGUSR1 five minutes before the limit of -W. This script hands the signal to clast, which writes a
# checkpoint and ends with 75; requeued, the job goes on from there. Any other status ends it.
#
#   CLAST            the program, if it is neither build/clast where the job was submitted nor in PATH
#   CLAST_LAUNCHER   what starts the ranks, if not mpirun: "jsrun -n 128", "blaunch ...", ...
#   CLAST_LEAST      seconds a try must last to be requeued (60): a job that is always stopped at once ends with 76
#
# Modules, Spack: load what clast was built with before, as bsub hands the environment on, or here:
#   module load gcc openmpi petsc hdf5 libpng libyaml        or        spack load petsc hdf5 libpng libyaml openmpi
set -u

bsub=()
while test $# -gt 0 && test "$1" != --; do bsub+=("$1") && shift; done
if test $# -lt 2; then sed -n '3,5s/^# \{0,1\}//p' "$0" >&2 && exit 2; fi
shift

# The job is a script of one line that calls this one again, where the job was submitted. As words of bsub's own command line the
# options would lose their quotes.
if test -z "${LSB_JOBID:-}"; then
  case " ${bsub[*]-} " in *" -W "*) bsub=(-wa USR1 -wt 5 "${bsub[@]}") ;; esac
  {
    printf '#!/bin/bash\ncd %q && exec %q --' "$PWD" "$(cd "$(dirname "$0")" && pwd)/$(basename "$0")"
    printf ' %q' "$@"
    printf '\n'
  } | bsub -J clast -o clast-%J.log -r -Q 75 ${bsub[@]+"${bsub[@]}"} && exit 0 || exit 2
fi

clast=${CLAST:-build/clast}
test -x "$clast" || clast=$(command -v "${CLAST:-clast}") || clast=''
test -n "$clast" || { echo "lsf.sh: no ${CLAST:-build/clast here and no clast in PATH: set CLAST}" >&2; exit 2; }

child='' signalled='' cancelled=''
trap 'signalled=yes; test -z "$child" || kill -USR1 "$child"' USR1 USR2
trap 'signalled=yes cancelled=yes; test -z "$child" || kill -USR1 "$child"' INT TERM # bkill
# shellcheck disable=SC2086 # the launcher has arguments of its own
${CLAST_LAUNCHER:-mpirun} "$clast" "$@" -resume &
child=$!
while signalled='' && wait "$child"; status=$? && test -n "$signalled"; do :; done # a signal ends wait, not the child

if test $status = 75 && test -n "$cancelled"; then exit 76; fi # with a checkpoint, but not to be requeued
if test $status = 75 && test $SECONDS -lt "${CLAST_LEAST:-60}"; then
  echo "lsf.sh: stopped after $SECONDS s: not requeued, ask for more time" >&2
  exit 76
fi
exit $status
