#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A run on machines without a batch system, started again until it is done:
#
#   jobs/mpirun.sh [-n 16 --hostfile hosts ...] -- SCENARIO.yaml [-option value ...]      nohup ... & to leave it alone
#
# What comes before `--` goes to mpirun. When clast ends with status 75 it is started again and goes on from its checkpoint: at
# a limit of wall time (-run_wall_limit 3600), or when it was asked to stop (kill -USR1 of a rank), to go on with a new build or
# a changed scenario. Any other status ends the loop, and so does a signal to this script: INT, TERM, HUP and USR1 are handed to
# clast, and 75 then says that there is a checkpoint. The same line goes on.
#
#   CLAST            the program, if it is neither build/clast here nor in PATH
#   CLAST_LAUNCHER   what starts the ranks, if not mpirun
#   CLAST_LEAST      seconds a try must last to be followed by another (60)
#
# Modules, Spack: load what clast was built with before:
#   module load gcc openmpi petsc hdf5 libpng libyaml        or        spack load petsc hdf5 libpng libyaml openmpi
set -u

mpirun=()
while test $# -gt 0 && test "$1" != --; do mpirun+=("$1") && shift; done
if test $# -lt 2; then sed -n '3,5s/^# \{0,1\}//p' "$0" >&2 && exit 2; fi
shift
clast=${CLAST:-build/clast}
test -x "$clast" || clast=$(command -v "${CLAST:-clast}") || clast=''
test -n "$clast" || { echo "mpirun.sh: no ${CLAST:-build/clast here and no clast in PATH: set CLAST}" >&2; exit 2; }

child='' signalled='' told=''
trap 'signalled=yes told=yes; test -z "$child" || kill -USR1 "$child"' INT TERM HUP USR1
set -m # out of reach of the terminal's Ctrl-C, upon which mpirun would kill the ranks before their checkpoint is written
status=75
while test $status = 75 && test -z "$told"; do
  began=$SECONDS
  # shellcheck disable=SC2086 # the launcher has arguments of its own
  ${CLAST_LAUNCHER:-mpirun} ${mpirun[@]+"${mpirun[@]}"} "$clast" "$@" -resume </dev/null &
  child=$!
  while signalled='' && wait "$child"; status=$? && test -n "$signalled"; do :; done # a signal ends wait, not the child
  child=''
  if test $status = 75 && test -z "$told" && test $((SECONDS - began)) -lt "${CLAST_LEAST:-60}"; then
    echo "mpirun.sh: stopped after $((SECONDS - began)) s: not started again" >&2
    told=yes
  fi
done
exit $status
