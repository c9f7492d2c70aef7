#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# jobs/local.sh [SCENARIO.yaml] [-option value ...]: set clast up on this machine if need be, then run the scenario on all cores.
#
#   jobs/local.sh                                  the main example, input/rockfall.yaml
#   jobs/local.sh my.yaml -run_end_time 2          a scenario, with an option changed
#   jobs/local.sh -restart out/rockfall/restart    go on from the newest checkpoint
#   jobs/local.sh -version                         only set up and build; the program is build/clast
#
# CLAST_RANKS says on how many ranks, if not on all cores. The exit status is that of clast.
set -u

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if test -f "$top/configure.ac"; then
  "$top/build-aux/setup" || exit 1
  clast=$top/build/clast
  # shellcheck source=/dev/null
  . "$top/build-aux/mpi-env"
  launcher=$(sed -n 's/^MPIEXEC = //p' "$top/build/Makefile")
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

# shellcheck disable=SC2086 # the launcher may carry arguments of its own
exec $launcher -n "$ranks" "$clast" "$@"
