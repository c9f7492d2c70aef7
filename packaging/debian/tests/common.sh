# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by the tests of the installed packages, which are started at the top of the source: a folder of one's own, an ordinary user, and
# an MPI for small machines. $source: the source, of which only lists of wanted values are read.
set -eu

if test "$(id -u)" = 0; then exec setpriv --reuid=65534 --regid=65534 --clear-groups "$0" "$@"; fi

source=$PWD
work=$(mktemp -d)
trap 'cd /; rm -rf "$work"' EXIT
export HOME="$work" # that of nobody is not there
cd "$work"

# More ranks than cores, no other machines.
export OMPI_MCA_plm_rsh_agent=/bin/false PRTE_MCA_plm_ssh_agent=/bin/false OMP_NUM_THREADS=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none

# FACT GOT WANTED
is()
{
  if test "$2" = "$3"; then echo "ok: $1: $2"
  else
    echo "FAILED: $1: got $2, wanted $3" >&2
    exit 1
  fi
}

digest() # FOLDER of a run: that of its newest checkpoint
{
  clast-digest "$1" | cut -d' ' -f1
}
