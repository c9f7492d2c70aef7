#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# jobs/local.sh [SCENARIO.yaml] [-option value ...]: set clast up on this machine if need be, then run the scenario on all cores.
#
#   jobs/local.sh                                  the main example, input/rockfall.yaml
#   jobs/local.sh my.yaml -run_end_time 2          a scenario, with an option changed
#   jobs/local.sh -restart out/rockfall/restart    go on from the newest checkpoint
#   jobs/local.sh -version                         only set up and build; the program is build/clast
#
# Where the source tree cannot be written to, a folder of the user's cache takes the place of build/, CLAST_BUILD names another.
# CLAST_RANKS says on how many ranks, if not on all cores. Ctrl-C (and SIGTERM, SIGHUP, SIGUSR1) lets clast write a checkpoint
# and end with status 75; a second one ends it at once. The exit status is that of clast.
set -u

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if test -f "$top/configure.ac"; then
  build=$("$top/build-aux/setup" -where)
  "$top/build-aux/setup" || exit
  clast=$build/clast
  # shellcheck source=/dev/null
  . "$top/build-aux/mpi-env"
  launcher=$(sed -n 's/^MPIEXEC = //p' "$build/Makefile")
else # installed: PREFIX/share/clast/jobs/local.sh
  clast=$(cd "$top/../.." && pwd)/bin/clast
  test -x "$clast" || clast=clast
  launcher=
fi
launcher=${MPIEXEC:-${launcher:-mpiexec}}

# nproc takes OMP_NUM_THREADS for a number of cores; mpi-env, and many a site, sets it to 1
ranks=${CLAST_RANKS:-$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
named=no # whether the arguments say what to run
case ${1:-} in
  "" | -*) ;;
  *) named=yes ;;
esac
for word in "$@"; do
  case $word in
    -restart | --restart) named=yes ;;
    -version | --version | -help | --help | -h) named=yes ranks=1 ;;
  esac
done
test $named = yes || set -- "$top/input/rockfall.yaml" "$@"

command -v "$clast" >/dev/null || { echo "local.sh: no program $clast: build it with \`make -C build\`" >&2; exit 2; }

# the command that clast prints to go on
case $0 in
  */*) CLAST_COMMAND=$0 ;;
  *) if test -e "$0"; then CLAST_COMMAND=./$0; else CLAST_COMMAND=$0; fi ;;
esac
export CLAST_COMMAND
is_open_mpi_5() # or newer
{
  # shellcheck disable=SC2086 # the launcher may carry arguments of its own
  case $($launcher --version 2>/dev/null </dev/null) in *"(Open MPI) "[5-9]* | *"(Open MPI) "[1-9][0-9]*) ;; *) return 1 ;; esac
}
# mpiexec puts a pipe between the program and the terminal
if test -t 2; then CLAST_TERMINAL=${CLAST_TERMINAL:-1} && export CLAST_TERMINAL; fi
# and that of Open MPI 5 keeps a line until its end, which one that is overwritten does not have
# shellcheck disable=SC2086
if test "${CLAST_TERMINAL:-0}" != 0 && test "$ranks" != 1 && is_open_mpi_5 && $launcher --output :raw -n 1 true >/dev/null 2>&1 </dev/null; then
  launcher="$launcher --output :raw"
fi
# Open MPI: no ten lines about an exit status of the program that is not 0; the program has said why
export OMPI_MCA_orte_execute_quiet=${OMPI_MCA_orte_execute_quiet:-1}

# Out of reach of the terminal's Ctrl-C, upon which mpiexec would kill the ranks a second later, in the middle of a checkpoint.
start() # COMMAND...
{
  if command -v setsid >/dev/null; then setsid "$@" </dev/null &
  else
    set -m
    "$@" </dev/null &
    set +m
  fi
  child=$!
}

# The first signal is handed on as SIGUSR1, which mpiexec forwards to the ranks; a second one ends them.
# shellcheck disable=SC2317 # called by the trap
hand_on()
{
  test -z "$child" || kill "-$1" "$child"
}
# A launcher that has not started the ranks yet would lose the signal: wait for its first child, 2 s where /proc does not tell.
# shellcheck disable=SC2317
wait_for_ranks()
{
  local tries=0
  while test "$tries" -lt 20 && test -z "$(cat "/proc/$child/task/$child/children" 2>/dev/null)"; do
    tries=$((tries + 1))
    sleep 0.1
  done
}
# shellcheck disable=SC2317
interrupt()
{
  signalled=yes interrupts=$((interrupts + 1))
  if test "$interrupts" = 1; then
    echo "clast: interrupted, writing a checkpoint ..." >&2
    test "$ranks" = 1 || test "$SECONDS" -ge 3 || wait_for_ranks
    hand_on USR1
  elif test "$interrupts" = 2; then
    echo "clast: interrupted again, ending with SIGTERM" >&2
    hand_on TERM
  fi
}

child='' interrupts=0 SECONDS=0
trap interrupt INT TERM HUP USR1
# shellcheck disable=SC2086 # the launcher may carry arguments of its own
if test "$ranks" = 1; then start "$clast" "$@"; else start $launcher -n "$ranks" "$clast" "$@"; fi
while signalled='' && wait "$child"; status=$? && test -n "$signalled"; do :; done # a signal ends wait, not the child

# What clast has said of its status is above ten lines of Open MPI 5, which it prints for each status that is not 0 and which no setting
# prevents: the last line says what they are about.
last_word()
{
  test "$ranks" != 1 && is_open_mpi_5 || return 0
  case $status in
    2) echo "clast: exit status 2: a mistake, which is told above the lines of ${launcher%% *}" >&2 ;;
    3) echo "clast: exit status 3: the run has failed, and why is told above the lines of ${launcher%% *}" >&2 ;;
    71) echo "clast: exit status 71: out of memory, which is told above the lines of ${launcher%% *}" >&2 ;;
    74) echo "clast: exit status 74: files could not be written, which is told above the lines of ${launcher%% *}" >&2 ;;
    75) echo "clast: exit status 75: stopped early at a checkpoint; how to go on is told above the lines of ${launcher%% *}" >&2 ;;
  esac
}

case $status in
  0) ;;
  2 | 3 | 71 | 74 | 75) last_word ;;
  *)
    if test "$interrupts" = 1; then echo "clast: ended during set-up, before there was a state to save (exit status $status)" >&2
    elif test "$interrupts" = 0; then
      echo "clast: ended with exit status $status; with OMPI_MCA_orte_execute_quiet=0 in the environment Open MPI says more" >&2
    fi
    ;;
esac
exit "$status"
