# SPDX-License-Identifier: MIT
# limit: 300
# How programs end where the machine does not play along: output that cannot be written, writes that fail, folders that go, links
# in the way, what the environment says.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
built=$("$CLAST" -version | sed -n 's/^ *flags *//p')

# ---- nothing hidden ----

check "a run" "$CLAST" heap.yaml -output_dir plain -run_end_time 0.01
plain=$(digest plain/restart/clast-20.h5)
check "a run with PETSC_OPTIONS and PETSC_OPTIONS_YAML in the environment" env PETSC_OPTIONS="-run_dt 1e-4" PETSC_OPTIONS_YAML="run_gravity: 0" \
  "$CLAST" heap.yaml -output_dir hidden -run_end_time 0.01
says "  says that the first is ignored" 'PETSC_OPTIONS is ignored'
says "  and the second" 'PETSC_OPTIONS_YAML is ignored'
is "  and is the same run" "$(digest hidden/restart/clast-20.h5)" "$plain"
printf -- '-run_dt 1e-4\n' >options.txt
for word in -options_file -options_file_yaml -options_string_yaml -prefix_push -Prefix_Pop -in; do
  status "$word" 2 "$CLAST" heap.yaml $word options.txt -output_dir refused
  says "  is refused" "clast: $word is not allowed"
done
test -e refused && fail "  before anything is written" || pass "  before anything is written"
mkdir home && printf -- '-help\n-log_view\n' | tee .petscrc petscrc >home/.petscrc
for program in "$CLAST_DIGEST plain/restart/clast-20.h5" "$CLAST_CLUMP properties shapes/rod.csv"; do
  # shellcheck disable=SC2086
  check "no .petscrc is read by ${program##*/build/}" env HOME="$PWD/home" $program
  silent "  which would be seen" 'Options for|PETSc Performance|Log'
done
rm -f .petscrc petscrc

# ---- output that cannot be written ----

# FACT STATUS REDIRECTION COMMAND...: what is printed goes where bash is told, stderr to what says() looks at.
onto()
{
  local fact=$1 wanted=$2 where=$3 got
  shift 3
  eval '"$@" '"$where"' 2>"$out" </dev/null'
  got=$?
  is "$fact" "$got" "$wanted"
}

for sink in '&-' /dev/full; do
  rm -rf full
  if test "$sink" = /dev/full && ! test -w /dev/full; then continue; fi
  onto "stdout to $sink: a run" 0 ">$sink" "$CLAST" heap.yaml -output_dir full -run_end_time 0.01
  says "  tells it once" '^clast: standard output cannot be written'
  is "  and only once" "$(grep -c 'standard output' "$out")" 1
  onto "stdout to $sink: clast-digest" 74 ">$sink" "$CLAST_DIGEST" plain/restart/clast-20.h5
  says "  tells it" '^clast-digest: standard output cannot be written'
  test "$sink" = /dev/full || continue
  onto "stdout to $sink: a run that stops early" 75 ">$sink" "$CLAST" heap.yaml -output_dir full -run_end_time 1e4 -run_wall_limit 0.1
  onto "stdout to $sink: -check" 0 ">$sink" "$CLAST" heap.yaml -check
  onto "stdout to $sink: a mistake" 2 ">$sink" "$CLAST" heap.yaml -check -run_dt fast
  for option in -help -version "-plan 2"; do
    # shellcheck disable=SC2086
    onto "stdout to $sink: $option, which only prints" 74 ">$sink" "$CLAST" heap.yaml $option
  done
  onto "stdout to $sink: clast-digest of two that differ" 1 ">$sink" "$CLAST_DIGEST" plain/restart/clast-0.h5 plain/restart/clast-20.h5
  onto "stdout to $sink: clast-clump" 74 ">$sink" "$CLAST_CLUMP" properties shapes/rod.csv
done
# onto() gives stderr to a file: both are set inside.
check "both streams closed: a run" bash -c 'exec >&- 2>&-; exec "$0" "$@"' "$CLAST" heap.yaml -output_dir full -run_end_time 0.01
is "  status" "$(cat full/status)" finished
if test -w /dev/full; then check "both full: a run" bash -c 'exec >/dev/full 2>/dev/full; exec "$0" "$@"' "$CLAST" heap.yaml -output_dir full -run_end_time 0.01; fi
is "a closed descriptor is no file's: no message in one" "$(grep -l 'clast: ' -r full | head -n 1)" ""
# The reader is gone when the run prints: it waits for no input and the run steps for a while.
"$CLAST" heap.yaml -output_dir piped -run_end_time 0.2 2>"$out" | : >/dev/null
is "a reader that has left: the run's own status" "${PIPESTATUS[0]} $(cat piped/status)" "0 finished"
is "  and no message, as that reader wants no more" "$(cat "$out")" ""
"$CLAST_DIGEST" plain/restart/clast-0.h5 plain/restart/clast-20.h5 2>"$out" | : >/dev/null
is "  clast-digest's as well" "${PIPESTATUS[0]}" 1
"$CLAST_CLUMP" properties shapes/rod.csv 2>"$out" | : >/dev/null
is "  clast-clump's as well" "${PIPESTATUS[0]}" 0

# ---- an end of MPI that does not come ----

# Open MPI's MPI_Finalize has waited for ever for a thread of its own. This one does so where it is told, and says that it was called.
cat >finalize.c <<'E2'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int PMPI_Finalize(void);
int MPI_Finalize(void)
{
  close(open("finalized", O_CREAT | O_WRONLY, 0600));
  if (getenv("FINALIZE_HANGS")) for (;;) pause();
  return PMPI_Finalize();
}
E2
plainly=(env -u OMPI_MCA_orte_create_session_dirs -u OMPI_MCA_ess_singleton_isolated) # not as other tests start programs
# FACT STATUS COMMAND...: with that MPI_Finalize and without a launcher.
hangs()
{
  rm -f finalized
  status "$1" "$2" "${plainly[@]}" FINALIZE_HANGS=1 LD_PRELOAD="$PWD/finalize.so" timeout 20 "${@:3}"
}
if [[ $built = *-fsanitize* ]]; then skip "an MPI_Finalize that hangs" "programs that look for leaks end MPI"
elif ! $CC -shared -fPIC finalize.c -o finalize.so >"$out" 2>&1; then skip "an MPI_Finalize that hangs" "no library can be made here"
else
  mkdir ends
  hangs "an MPI_Finalize that hangs: clast-digest" 0 env TMPDIR="$PWD/ends" "$CLAST_DIGEST" plain/restart/clast-20.h5
  says "  has printed" "^$plain  plain/restart/clast-20.h5"
  hangs "  of two that differ" 1 "$CLAST_DIGEST" plain/restart/clast-0.h5 plain/restart/clast-20.h5
  "$CLAST_CLUMP" properties shapes/rod.csv 2>&1 | grep -v '^seconds' >rod.txt
  hangs "  clast-clump" 0 env TMPDIR="$PWD/ends" "$CLAST_CLUMP" properties shapes/rod.csv
  is "  has printed all" "$(grep -v '^seconds' "$out")" "$(cat rod.txt)"
  hangs "  a run" 0 env TMPDIR="$PWD/ends" "$CLAST" heap.yaml -output_dir held -run_end_time 0.01
  is "  is the same run" "$(digest held/restart/clast-20.h5) $(cat held/status)" "$plain finished"
  hangs "  a run that stops early" 75 "$CLAST" heap.yaml -output_dir held -run_end_time 1e4 -run_wall_limit 0.1
  hangs "  a mistake" 2 "$CLAST" heap.yaml -check -run_dt fast
  hangs "  a script of Slurm that starts a program without srun" 0 env SLURM_JOB_ID=1 SLURM_PROCID=0 "$CLAST_DIGEST" plain/restart/clast-20.h5
  if test -w /dev/full; then
    hangs "  output that cannot be written: clast-digest" 74 bash -c 'exec "$0" "$@" >/dev/full' "$CLAST_DIGEST" plain/restart/clast-20.h5
    hangs "  clast-clump" 74 bash -c 'exec "$0" "$@" >/dev/full' "$CLAST_CLUMP" properties shapes/rod.csv
    hangs "  -log_view, which comes last, is no result of a run" 0 bash -c 'exec "$0" "$@" >/dev/full' "$CLAST" heap.yaml -output_dir held -run_end_time 0.01 -log_view
  fi
  for ((k = 0; k < 20; k++)); do test -z "$(ls ends)" || sleep 0.2; done # a daemon ends
  is "  and nothing is left of it" "$(ls ends)" ""
  rm -f finalized
  check "a launcher's only rank" "${plainly[@]}" LD_PRELOAD="$PWD/finalize.so" ${CLAST_MPIEXEC:-mpiexec} -n 1 "$CLAST_DIGEST" plain/restart/clast-20.h5
  check "  ends MPI, which the launcher waits for" test -e finalized
fi

# ---- writes that fail ----

# A write to a file of this name fails after so many, as over a quota.
cat >fail.c <<'E2'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int fails(int fd)
{
  static int  n;
  const char *name = getenv("FAIL_NAME"), *after = getenv("FAIL_AFTER");
  char        link[64], path[4096];
  ssize_t     length;

  if (!name || !after) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (!strstr(path, name) || n++ < atoi(after)) return 0;
  errno = EDQUOT;
  return 1;
}

#define WRAP(name, parameters, ...)                                                 \
  ssize_t name parameters                                                           \
  {                                                                                 \
    ssize_t(*real) parameters = (ssize_t(*) parameters)dlsym(RTLD_NEXT, #name);     \
    return fails(fd) ? -1 : real(__VA_ARGS__);                                      \
  }
WRAP(write, (int fd, const void *b, size_t n), fd, b, n)
WRAP(pwrite, (int fd, const void *b, size_t n, off_t o), fd, b, n, o)
WRAP(pwrite64, (int fd, const void *b, size_t n, off_t o), fd, b, n, o)
WRAP(writev, (int fd, const struct iovec *v, int n), fd, v, n)
WRAP(pwritev, (int fd, const struct iovec *v, int n, off_t o), fd, v, n, o)
E2

# FACT RANKS NAME AFTER OPTION...: 74, status failed, nothing unfinished.
broken()
{
  local fact=$1 ranks=$2 name=$3 after=$4
  shift 4
  rm -rf broken
  status "$fact" 74 timeout -k 5 60 "${MPIEXEC:-mpiexec}" -n "$ranks" env LD_PRELOAD="$PWD/fail.so" FAIL_NAME="$name" FAIL_AFTER="$after" \
    "$CLAST" heap.yaml -output_dir broken -run_end_time 0.01 "$@"
  is "  status, files left unfinished" "$(cat broken/status) $(find broken -name '*tmp*' | tr '\n' ' ')" "failed "
}

case $built in
  *-fsanitize*) skip "writes that fail" "the sanitizers do not let a library in before theirs" ;;
  *)
    if "${CC:-cc}" -shared -fPIC -o fail.so fail.c -ldl 2>/dev/null; then
      for ranks in 1 3; do
        # while it is created, and in the midst of its rows
        for after in 1 30; do broken "np $ranks: a checkpoint of which $after writes work" $ranks .h5.tmp $after; done
        broken "np $ranks: a frame of which 8 writes work" $ranks .hdf.tmp 8 -output_frames_every 0.005
      done
      says "  a warning says why" 'no frame at step 0, and perhaps at later steps: .*hdf\.tmp: .*(quota|Quota)'
    else
      skip "writes that fail" "no shared library can be built"
    fi
    ;;
esac

# Open MPI's files waited for a semaphore that a killed run had left, whoever's, if the last parts of both names were the same.
if test -w /dev/shm && test -d /dev/shm; then
  left=/dev/shm/sem.OMPIO_clast-19.h5.tmp
  test -e $left || head -c 32 /dev/zero >$left
  check "what a killed run left in shared memory stops no other" timeout -k 5 60 "${MPIEXEC:-mpiexec}" -n 2 "$CLAST" heap.yaml -output_dir left \
    -run_end_time 0.0095
  rm -f $left
else
  skip "what a killed run left in shared memory stops no other" "no /dev/shm"
fi

# ---- the end of MPI ----

# Open MPI 4 unloads components in MPI_Finalize while its own thread may still call them: they stay until the process has ended.
cat >last.c <<'E2'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void _exit(int status)
{
  void (*real)(int) = (void (*)(int))dlsym(RTLD_NEXT, "_exit");
  FILE *maps = fopen("/proc/self/maps", "r");
  char  line[4096];
  int   n = 0;

  while (maps && fgets(line, sizeof line, maps)) n += strstr(line, "mca_pmix_") && strstr(line, "r-xp");
  fprintf(stderr, "components at the end: %d\n", n);
  real(status);
  for (;;) { }
}
E2
case "$built $("${MPIEXEC:-mpiexec}" --version 2>/dev/null)" in
  *-fsanitize*) skip "components of Open MPI stay until the end" "sanitizers look for leaks at an end of another kind" ;;
  *'(OpenRTE) 4.'*)
    if "${CC:-cc}" -shared -fPIC -o last.so last.c -ldl 2>/dev/null; then
      check "components of Open MPI" env LD_PRELOAD="$PWD/last.so" "$CLAST_DIGEST" plain/restart/clast-20.h5
      says "  stay until the end" '^components at the end: [1-9]'
    else
      skip "components of Open MPI stay until the end" "no shared library can be built"
    fi
    ;;
  *) skip "components of Open MPI stay until the end" "another MPI" ;;
esac

# ---- folders and files that go, links that come ----

# A run that stops itself before the fifth line of its log.csv, by SIGSTOP: what is done meanwhile does not depend on its speed.
cat >pause.c <<'E2'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int fputs(const char *line, FILE *file)
{
  static int lines;
  int (*real)(const char *, FILE *) = (int (*)(const char *, FILE *))dlsym(RTLD_NEXT, "fputs");
  char    link[64], path[4096];
  ssize_t length;

  snprintf(link, sizeof link, "/proc/self/fd/%d", fileno(file));
  length = readlink(link, path, sizeof path - 1);
  if (length > 8 && strncmp(path + length - 8, "/log.csv", 8) == 0 && ++lines == 5) kill(getpid(), SIGSTOP);
  return real(line, file);
}
E2

# FOLDER OPTION...: a run in the background, 400 steps long, until it has stopped itself; its process is $run.
begin()
{
  local folder=$1 tries=0
  shift
  env LD_PRELOAD="$PWD/pause.so" "$CLAST" heap.yaml -output_dir "$folder" "$@" >"$out" 2>&1 </dev/null &
  run=$!
  until grep -q '^State:.*T' /proc/$run/status 2>/dev/null || ! kill -0 $run || test $tries -ge 600; do
    tries=$((tries + 1))
    sleep 0.1
  done
}

# Let it go on; its exit status and the word in its file status are $ended.
go_on()
{
  kill -CONT $run
  wait $run
  ended="$? $(cat "$1/status")"
}

case $built in
  *-fsanitize*) skip "folders that go" "the sanitizers do not let a library in before theirs" ;;
  *)
    if test -r /proc/self/status && "${CC:-cc}" -shared -fPIC -o pause.so pause.c -ldl 2>/dev/null; then
      begin gone -checkpoint_every 0
      rm -rf gone
      go_on gone
      is "the folder of a run is removed: 74, and status says so" "$ended" "74 failed"
      says "  which is told" 'log\.csv: has been removed or moved'
      begin gone2 -run_end_time 1e4 -checkpoint_every 0.5
      rm -rf gone2
      kill -TERM $run
      go_on gone2
      is "  and one that is stopped, too, as rows are lost" "$ended" "74 failed"
      says "  which is told" 'files are missing.*; the run was stopped early, and its checkpoint is whole'
      check "  which is good" "$CLAST_DIGEST" "$(find gone2/restart -name 'clast-*.h5' | sort -V | tail -n 1)"
      if command -v prlimit >/dev/null; then
        begin few -checkpoint_every 0
        prlimit --nofile=3:3 --pid $run
        go_on few
        is "no file may be opened any more: 74, and status says so" "$ended" "74 failed"
        begin short -checkpoint_every 0
        prlimit --fsize=1:1 --pid $run
        go_on short
        is "no file may have more than a byte: 74, and status is as it was" "$ended" "74 running"
      else
        skip "no file may be opened any more" "no prlimit"
      fi
    else
      skip "folders that go" "no shared library can be built, or no /proc"
    fi
    ;;
esac

# ---- memory ----

check "PETSc's own checks of memory find nothing on 2 ranks" on_ranks 2 "$CLAST" heap.yaml -output_dir debugged -run_end_time 0.01 -malloc_debug -malloc_test
is "  and it is the same run" "$(digest debugged/restart/clast-20.h5)" "$plain"

# The address space is limited to what a small run needs; clumps that are all in the air make the setup short.
sed -e 's/count: 60/count: 200000/' -e 's/hi: \[6, 4, 4\]/hi: [180, 160, 60]/' -e 's/hi: \[6, 4, 6\]/hi: [180, 160, 60]/' heap.yaml >large.yaml
within() { (ulimit -v "$1" && shift && exec "$@"); }
case $built in
  *-fsanitize*) skip "a run without memory" "the sanitizer takes address space of its own" ;;
  *)
    room=50000
    until within $room "$CLAST" heap.yaml -output_dir roomy -run_end_time 0.001 >"$out" 2>&1 || test $room -gt 3000000; do room=$((room * 5 / 4)); done
    status "a run of 200 000 clumps within memory for 60" 71 within $room "$CLAST" large.yaml -output_dir large -run_end_time 0.001
    says "  says what there is no memory for, and what to do" 'clast: rank 0: there is no memory for [0-9]+ items of [0-9]+ bytes: use more nodes, or fewer ranks on each'
    silent "  without a stack trace" 'PETSC ERROR'
    ;;
esac

mkdir -p links/restart links/frames && echo precious | tee one two three four five six seven >/dev/null
ln -s ../../one links/restart/clast-0.h5.tmp
ln -s ../../two links/frames/clast-0.hdf.tmp
ln -s ../three links/status.tmp
ln -s ../four links/resolved.yaml.tmp
ln -s ../five links/frames.hdf.series.tmp
ln -s six end.csv.tmp
ln -s ../seven links/log.csv
check "links at the names of a run's files" on_ranks 2 "$CLAST" heap.yaml -output_dir links -run_end_time 0.01 -output_frames_every 0.005 -output_final end.csv
is "  are not followed" "$(cat one two three four five six seven | sort | uniq -c | tr -s ' ')" " 7 precious"
is "  and not left" "$(find links . -maxdepth 2 -name '*.tmp' | tr '\n' ' ')" ""
rm links/log.csv && ln -s ../eight links/log.csv
check "  nor to nothing, by a restart" "$CLAST" -restart links/restart -output_dir links -run_end_time 0.02
is "  which writes a file" "$(ls eight 2>/dev/null) $(test -L links/log.csv && echo a link)" " "
ln -sf six picture.png.tmp && ln -sf six copy.csv.tmp
check "  nor by clast-clump" "$CLAST_CLUMP" picture shapes/rod.csv picture.png
check "  in any of its files" "$CLAST_CLUMP" convert shapes/rod.csv copy.csv
is "  which are left alone" "$(cat six)" precious
tap_end
