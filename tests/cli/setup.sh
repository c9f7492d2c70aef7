# SPDX-License-Identifier: MIT
# build-aux/setup and jobs/local.sh on machines that lack what a build needs, where the sources cannot be written to, and without a
# network. The machine is a folder of commands, of which those that compile and install are this test's own; all paths have blanks.
. "$srcdir/tests/tap.sh"

bin=$work/bin tree="$work/my codes/clast 0.1"
mkdir -p "$bin" "$tree/build-aux" "$tree/jobs" "$tree/src" "$work/my home" "$work/my runs"
for name in bash sh env sed grep tail head cut tr cksum find tar mkdir chmod mv ln basename dirname sleep wc cat rm cp ls sort nproc getconf uname true awk make readlink; do
  ln -s "$(type -P $name)" "$bin/$name" || skip_all "no $name here"
done
cp "$srcdir/build-aux/setup" "$srcdir/build-aux/mpi-env" "$tree/build-aux/" && cp "$srcdir/jobs/local.sh" "$tree/jobs/"
: >"$tree/configure.ac" && echo 'int x;' >"$tree/src/x.c"
export FAKES=$work HOME=$work/my\ home OS_RELEASE=$work/os-release
unset CC CFLAGS MPIEXEC PETSC_DIR PETSC_ARCH PKG_CONFIG_PATH HDF5_LIBS PNG_LIBS YAML_LIBS H5PCC XDG_CACHE_HOME CLAST_BUILD CLAST_RANKS MAKEFLAGS MAKELEVEL MFLAGS
echo 'ID=debian' >os-release

fake() # NAME: a command, from stdin
{
  { echo '#!/usr/bin/env bash' && cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}
fake id <<'E'
case "$*" in -u) echo "${FAKE_UID:-0}" ;; -un) echo anna ;; *) echo anna ;; esac
E
fake apt-get <<'E'
echo "$*" >>"$FAKES/apt.txt"
test -z "${FAKE_NO_NETWORK:-}" || { echo "E: Failed to fetch http://deb.debian.org/x  Temporary failure resolving 'deb.debian.org'"; exit 100; }
case "$*" in *" install "*) cp "$FAKES"/packages/* "${0%/*}/" ;; esac
E
# What is installed by it: autoreconf makes a configure, that a Makefile, and that a program.
mkdir packages
bin=$work/packages
fake mpicc <<'E'
! grep -q hdf5 # it knows of no HDF5 by itself
E
fake gcc <<'E'
exit
E
fake mpiexec <<'E'
if test "$1" = --version; then echo "${FAKE_MPI:-mpiexec (OpenRTE) 4.1.4}" && exit; fi
echo "$*" >>"$FAKES/launched.txt"
while test "$1" != -n; do shift; done
shift 2
"$@"
status=$?
test $status = 0 || echo "mpiexec detected that a process exited with status $status" >&2
exit $status
E
fake pkg-config <<'E'
exit
E
fake automake <<'E'
exit
E
fake autoreconf <<'E'
echo autoreconf >>"$FAKES/done.txt"
sleep "${FAKE_SLEEP:-0}"
: >Makefile.in
cat >configure <<'C'
#!/bin/sh
case $0 in *" "*) echo "configure: error: unsafe srcdir value: $0"; exit 1 ;; esac
echo configure >>"$FAKES/done.txt"
echo "$0" >config.status
printf 'MPIEXEC = mpiexec\nall: clast\nclast: %s/src/x.c\n\t@echo "  CC       src/x.o"; sleep %s; cp "$$FAKES/program" clast\n' "${0%/configure}" "${FAKE_SLEEP:-0}" >Makefile
C
chmod +x configure
E
bin=$work/bin
printf '#!/bin/sh\nprintf "runs"; printf " <%%s>" "$@"; echo; exit ${FAKE_STATUS:-0}\n' >program && chmod +x program

machine() # COMMAND...: on the machine
{
  (cd "$work/my runs" && exec env PATH="$bin" "$@")
}
local_sh() # [ARGUMENT...]
{
  machine env CLAST_RANKS=2 bash "$tree/jobs/local.sh" "$@"
}
bare() # nothing is installed, nothing built
{
  (cd packages && for name in *; do rm -f "$bin/$name"; done)
  rm -rf "$tree/build" "$tree/configure" "$tree/Makefile.in" "$HOME/.cache" "$bin/sudo" "$bin/flock" apt.txt done.txt
}
printed() # FACT LINE: this line, once
{
  is "$1" "$(grep -cxF -- "    $2" "$out")" 1
}
absent() # FACT FILE
{
  if test -e "$2"; then fail "$1" "$(ls "$2")"; else pass "$1"; fi
}

# ---- root, nothing installed ----

bare
check "as root, one command installs, builds and runs" local_sh "two balls.yaml"
says "  it says what it installs and where the log is" "installing by apt, .* gcc libc6-dev libopenmpi-dev .*; log: $tree/build/setup-apt.log"
says "  and how long it takes to build, and where that log is" "building, about [0-9]+ s on (1 core|[0-9]+ cores); log: $tree/build/setup-make.log"
says "  and how long it took" "built in [0-9]+ s: $tree/build/clast"
says "  the scenario is run" "^runs <two balls.yaml>"
rm -f apt.txt
check "a second time" local_sh "two balls.yaml"
silent "  it only runs" "clast:"
absent "  and asks for no network" apt.txt
rm "$bin/automake" "$bin/pkg-config"
check "what has been configured needs none of that" local_sh "two balls.yaml"
absent "  and installs nothing" apt.txt
rm -rf "$tree/build"
FAKE_SLEEP=2 CLAST_TELL_EVERY=1 check "while it builds" local_sh "two balls.yaml"
says "  lines in a pipe tell how far it is, how long it has taken and where the log is" "^clast: 1 of 1 files compiled, 1 s; log: $tree/build/setup-make.log"
is "  what was missing has been installed, and what only pkg-config knows of" "$(sed -n 's/.*recommends //p' apt.txt)" "pkg-config petsc-dev libhdf5-openmpi-dev libpng-dev libyaml-dev"

# ---- the launcher has no last word ----

for code in 2 3 71 74 75; do
  FAKE_STATUS=$code FAKE_MPI="mpiexec (Open MPI) 5.0.7" status "a run that ends with $code, by a launcher that adds lines of its own" $code local_sh "two balls.yaml"
  is "  whose last line is of clast" "$(tail -n 1 "$out" | grep -c "^clast: exit status $code: .* told above the lines of mpiexec$")" 1
done
FAKE_STATUS=2 status "by another one" 2 local_sh "two balls.yaml"
silent "  nothing is added" "^clast: exit status"
FAKE_STATUS=9 status "an end of which clast says nothing" 9 local_sh "two balls.yaml"
says "  is told" "^clast: ended with exit status 9; with OMPI_MCA_"

rm launched.txt
CLAST_TERMINAL=1 FAKE_MPI="mpiexec (Open MPI) 5.0.7" check "a launcher that keeps a line until its end" local_sh "two balls.yaml"
is "  on a terminal is told not to" "$(grep -c -- '^--output :raw -n 2 ' launched.txt)" 1
rm launched.txt
CLAST_TERMINAL=1 check "  another one" local_sh "two balls.yaml"
is "  is not" "$(cut -c 1-5 launched.txt)" "-n 2 "

# ---- without a network ----

bare
FAKE_NO_NETWORK=1 status "without a network" 1 local_sh "two balls.yaml"
says "  it says what apt said" "^E: Failed to fetch http.*Temporary failure resolving"
says "  and what is missing" "nothing has been built, as this machine lacks a C compiler, .*PETSc >= 3"
says "  root needs no sudo" "^    apt-get update && apt-get install"

# ---- a user who may not install ----

bare
export FAKE_UID=1000
cp packages/gcc packages/mpicc packages/mpiexec packages/automake packages/autoreconf "$bin"
status "a user without rights" 1 local_sh "two balls.yaml"
printed "  gets one line to copy, with what is missing alone" "apt-get update && apt-get install -y --no-install-recommends pkg-config petsc-dev libhdf5-openmpi-dev libpng-dev libyaml-dev"
says "  for root, as there is no sudo here" "anna may not install it; this line installs it, if root runs it:"
absent "  nothing is half done" "$tree/build"
absent "  nor tried" apt.txt
fake sudo <<'E'
exit 1
E
status "  so does one whom sudo refuses" 1 local_sh "two balls.yaml"
printed "  with sudo, as there is one" "sudo apt-get update && sudo apt-get install -y --no-install-recommends pkg-config petsc-dev libhdf5-openmpi-dev libpng-dev libyaml-dev"
absent "  and nothing is tried" apt.txt
cp packages/* "$bin"
check "when that line has been run, it goes on" local_sh "two balls.yaml"
says "  as that user" "^runs <two balls.yaml>"
bare
fake sudo <<'E'
test "$1" = -n && shift
exec "$@"
E
check "a user with rights" local_sh "two balls.yaml"
is "  installs by sudo" "$(wc -l <apt.txt)" 2
for system in "fedora|ID=fedora|sudo dnf install -y gcc " "Rocky Linux|ID=rocky;ID_LIKE='rhel centos fedora'|sudo dnf install -y epel-release" \
  "openSUSE|ID=opensuse-tumbleweed;ID_LIKE='opensuse suse'|sudo zypper install" "Arch|ID=arch|sudo pacman -S" "Ubuntu|ID=ubuntu;ID_LIKE=debian|sudo apt-get update" \
  "another|ID=other|spack install"; do
  bare
  fake sudo <<<"exit 1"
  IFS='|' read -r name text line <<<"$system"
  echo "$text" | tr ';' '\n' >os-release
  FAKE_NO_NETWORK=1 status "$name: a line of its own" 1 local_sh "two balls.yaml"
  is "  that alone" "$(grep -c "^    $line" "$out") $(grep -cE '^    .*(apt-get|dnf|zypper|pacman|brew|spack) install' "$out" | sed 's/0/1/')" "1 1"
done
echo 'ID=debian' >os-release

# ---- two at once ----

two() # FACT: two set-ups at once, of which the second one waits; FAKE_SLEEP is long enough for it to say so
{
  local first
  FAKE_SLEEP=3 local_sh "one ball.yaml" >first.out 2>&1 &
  first=$!
  for _ in $(seq 200); do if test -s done.txt; then break; else sleep 0.05; fi; done
  check "$1" local_sh "two balls.yaml"
  wait $first
  is "  the first one is not disturbed" "$? $(tail -n 1 first.out)" "0 runs <one ball.yaml>"
  says "  the second one says that it waits" "another set-up is at work in $tree/build: waiting for it to end"
  says "  and runs what the first one has built" "^runs <two balls.yaml>"
  is "  everything has been done once" "$(paste -s -d ' ' done.txt)" "autoreconf configure"
}
bare
cp packages/* "$bin"
two "two set-ups at once, where there is no flock"
absent "  no lock is left" "$tree/build/setup.lock-by"
ln -s "$(uname -n):99999999" "$tree/build/setup.lock-by" # no process has such a number
check "  a lock of one that was killed" local_sh "two balls.yaml"
absent "  is taken" "$tree/build/setup.lock-by"
if flock=$(type -P flock); then
  bare
  cp packages/* "$bin"
  ln -s "$flock" "$bin/flock"
  two "two set-ups at once"
  bare
  cp packages/* "$bin"
  FAKE_SLEEP=3 CLAST_BUILD="$work/other build" local_sh "one ball.yaml" >first.out 2>&1 &
  for _ in $(seq 200); do if test -s done.txt; then break; else sleep 0.05; fi; done
  check "two set-ups at once, of the same sources in two folders" local_sh "two balls.yaml"
  wait
  is "  bootstrap once" "$(paste -s -d ' ' done.txt)" "autoreconf configure configure"
else skip "two set-ups at once" "no flock here"; fi

# ---- sources that cannot be written to ----

if test "$(command id -u)" = 0; then
  shut() { unshare -m bash -c 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"' - "$tree" "$@"; }
  open_up() { :; }
else
  shut() { chmod -R a-w "$tree" && "$@"; }
  open_up() { chmod -R u+w "$tree"; }
fi
export -f local_sh machine
export work bin tree
bare
cp packages/* "$bin"
if shut true 2>"$out"; then
  open_up
  check "sources that cannot be written to" shut bash -c 'local_sh "two balls.yaml"'
  says "  are copied, and it says where to" "cannot be written to: what is built is a copy of it, $HOME/.cache/clast/[0-9]+/source"
  says "  and run" "^runs <two balls.yaml>"
  check "  a second time" shut bash -c 'local_sh "two balls.yaml"'
  silent "  nothing is copied" "clast:"
  open_up
  sleep 0.1
  echo 'int y;' >"$tree/src/x.c"
  check "  when they have changed" shut bash -c 'local_sh "two balls.yaml"'
  is "  the copy follows" "$(cat "$HOME"/.cache/clast/*/source/src/x.c)" "int y;"
  CLAST_BUILD="$work/my build" check "  CLAST_BUILD" shut bash -c 'local_sh "two balls.yaml"'
  is "  is another place" "$(test -x "$work/my build/clast" && echo yes)" yes
  HOME=/dev/null/none status "  where nothing can be written to" 1 shut bash -c 'local_sh "two balls.yaml"'
  says "  it says so and what to do" "cannot build in /dev/null/none/.cache/clast/[0-9]+, which anna may not write to: set CLAST_BUILD"
  open_up
  bare
  cp packages/* "$bin"
  check "  if they are built by somebody else" local_sh "two balls.yaml"
  check "  that build is run" shut bash -c 'local_sh "two balls.yaml"'
  absent "  and nothing built" "$HOME/.cache"
  open_up
else
  skip "sources that cannot be written to" "$(head -n 1 "$out")"
fi

if command -v shellcheck >/dev/null; then check "shellcheck has nothing to say of setup" shellcheck "$srcdir/build-aux/setup"
else skip "shellcheck setup" "not installed"; fi
tap_end
