# SPDX-License-Identifier: MIT
# Sourced by shell tests (bash): one TAP point per fact, and a plan at the end.
#
#   . "$srcdir/tests/tap.sh"
#   check  "a good scenario is taken"            "$CLAST" good.yaml -check
#   status "a bad one is a usage error" 2        "$CLAST" bad.yaml -check
#   says   "it names the key" "did you mean"     # in what the command before printed
#   is     "two ranks, same digest" "$a" "$b"
#   tap_end
#
# Environment, set by make check: srcdir, builddir, CLAST, CLAST_DIGEST, MPIEXEC, CC, AWK. $work is an empty folder of this
# test's own, removed when all went well; tests start in it.

srcdir=${srcdir:?run it by make check}
builddir=${builddir:?run it by make check}
tap_count=0
tap_failed=0
work=${CLAST_TEST_WORK:-$builddir/tests/work}/$(basename "$(dirname "$0")")-$(basename "$0" .sh)
rm -rf "$work"
mkdir -p "$work" && cd "$work" || { echo "Bail out! cannot write $work"; exit 99; }
out=$work/.out # what the last command printed, both streams

# A word that is no command is a mistake in the test, which must not go on as if nothing was asked.
exec 9>&1
command_not_found_handle()
{
  echo "Bail out! no command $1" >&9
  return 127
}

note()
{
  printf '# %s\n' "$*"
}

pass()
{
  tap_count=$((tap_count + 1))
  printf 'ok %d - %s\n' $tap_count "$1"
}

# FACT [LINE...]
fail()
{
  tap_count=$((tap_count + 1))
  tap_failed=$((tap_failed + 1))
  printf 'not ok %d - %s\n' $tap_count "$1"
  shift
  test $# = 0 || note "$@"
}

# FACT WHY
skip()
{
  tap_count=$((tap_count + 1))
  printf 'ok %d - %s # SKIP %s\n' $tap_count "$1" "$2"
}

# The whole file cannot be tried here.
skip_all()
{
  echo "1..0 # SKIP $1"
  cd "$builddir" && rm -rf "$work"
  exit 0
}

# FILE: its digest; of a file that has none, words that equal no other's.
digest()
{
  local line
  if line=$("$CLAST_DIGEST" "$1" 2>/dev/null) && [[ $line =~ ^[0-9a-f]{16}\  ]]; then echo "${line%% *}"
  else echo "no digest of $1 ($BASHPID)"; fi
}

# FACT STATUS COMMAND...: the command ends with this exit status.
status()
{
  local fact=$1 wanted=$2 got
  shift 2
  "$@" >"$out" 2>&1 </dev/null
  got=$?
  if test $got = "$wanted"; then
    pass "$fact"
  else
    fail "$fact" "exit status $got, not $wanted: $*"
    sed 's/^/#   /; 40q' "$out"
  fi
}

# FACT COMMAND...: the command succeeds.
check()
{
  local fact=$1
  shift
  status "$fact" 0 "$@"
}

# COMMAND...: with files of 20 kB at most.
limited()
{
  "${MPIEXEC:-mpiexec}" -n 1 bash -c 'ulimit -f 20 && exec "$0" "$@"' "$@"
}

# FOLDER of checkpoints: is this possible here? MPI may make larger files itself, as MPICH does in shared memory.
can_be_limited()
{
  limited "$CLAST_DIGEST" "$1" >/dev/null 2>&1 </dev/null
}

# FACT REGEX: the last command printed a line that matches (grep -E).
says()
{
  if grep -Eq -e "$2" "$out"; then
    pass "$1"
  else
    fail "$1" "no line matches: $2"
    sed 's/^/#   /; 40q' "$out"
  fi
}

# FACT REGEX: it printed no such line.
silent()
{
  if grep -Eq -e "$2" "$out"; then fail "$1" "$(grep -Em1 -e "$2" "$out")"; else pass "$1"; fi
}

# FACT GOT EXPECTED
is()
{
  if test "$2" = "$3"; then
    pass "$1"
  else
    fail "$1"
    printf '#   got      %s\n#   expected %s\n' "$2" "$3"
  fi
}

# FACT FILE: the list of offences in FILE is empty.
none_in()
{
  if test -s "$2"; then
    fail "$1"
    sed 's/^/#   /; 40q' "$2"
  else
    pass "$1"
  fi
}

# N COMMAND...: under MPI.
on_ranks()
{
  local n=$1
  shift
  ${MPIEXEC:-mpiexec} -n "$n" "$@"
}

# COMPILER: the command that compiles by this compiler or, if it is empty, by that of the build. Without the wrapper of MPI, which
# takes a sixth of the time of a small file, if the wrapper tells what it would start.
compiler()
{
  local line
  line=$(${1:+env OMPI_CC=$1} $CC -show -c probe.c 2>/dev/null)
  if [[ $CC != *\ * && $line != *$'\n'* && $line == *' -c probe.c'* ]] && command -v "${line%% *}" >/dev/null; then
    echo "${line/ -c probe.c/}"
  else
    echo "${1:+env OMPI_CC=$1 }$CC"
  fi
}

# DIR COMPILER FLAGS: compile the headers of PETSc and HDF5 once, into DIR, for many files that are compiled with these flags, by
# COMPILER or, if it is empty, by that of the build. Prints the flags that use them, or none if this compiler cannot.
precompiled()
{
  local dir=$1 gnu=-D_GNU_SOURCE= # some files define it themselves, or what it implies, which must come before any header
  mkdir -p "$dir"
  printf '#include <petscsys.h>\n#include <hdf5.h>\n' >"$dir/all.h"
  # shellcheck disable=SC2086 # flags are words
  (cd "$builddir" && $(compiler "$2") $CLAST_TEST_CFLAGS $3 $gnu -c -x c-header "$dir/all.h" -o "$dir/all.h.gch") >/dev/null 2>&1 || return 0
  echo "$gnu -include $dir/all.h"
}

tap_end()
{
  echo "1..$tap_count"
  test $tap_failed = 0 || exit 1
  cd "$builddir" && rm -rf "$work"
  exit 0
}
