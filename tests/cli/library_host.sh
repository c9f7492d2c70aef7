# SPDX-License-Identifier: MIT
# limit: 300
# What the library leaves alone in the process of its host: PETSc's options and handlers, other ranks, and the process itself when
# memory ends.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

heap
check "the program" "$CLAST" heap.yaml -run_end_time 0.05 -output_dir whole
whole=$(digest whole/restart/clast-*[1-9]*.h5)

# ---- PETSc of the host, and half of its ranks ----

# shellcheck disable=SC2086 # flags are words
host "a host with PETSc" petsc.c -I"$srcdir/src/api" -L"$builddir/lib" -lclast -Wl,-rpath,"$builddir/lib" $CLAST_TEST_CFLAGS -O1 $CLAST_TEST_LIBS
printf -- '-of_file 1\n' >.petscrc
check "  of which half of four ranks simulate" on_ranks 4 ./petsc own heap.yaml -my_key 7 -run_dt 1 -check -output_dir wrong
sort "$out" >sorted
is "  its options are not looked at, and its handlers stay" "$(grep '^rank' sorted)" "$(for rank in 0 1 2 3; do
  echo "rank $rank: failed 0, options as before 1, none was asked for 1, mine is 7"
  echo "rank $rank: its handler of errors is its own 1"
done)"
is "  with the bits of the program" "$(grep '^digest' sorted)" "digest $whole
digest $whole"
check "  and one in which clast starts PETSc" env PETSC_OPTIONS="-of_variable 1" HOME="$PWD" ./petsc late heap.yaml
is "  which reads neither files nor the environment" "$(cat "$out")" "failed 0, PETSc runs 1, has read a file 0, the environment 0"
is "no files are written" "$(ls -d out wrong 2>/dev/null)" ""

# ---- arguments that are not there ----

host "a host with arguments that are not there" refused.c
check "  on two ranks" on_ranks 2 ./refused heap.yaml
is "  which are refused" "$(sort -u "$out")" "bad 0, same state 1, goes on 1"

# ---- the program by the library ----

host "a host that does what the program does" program.c -I"$srcdir/src/api" -L"$builddir/lib" -lclast -Wl,-rpath,"$builddir/lib"
plain()
{
  sed -E 's,[^ ]*clast -restart,clast -restart,; s/[0-9.]+(e[-+]?[0-9]+)?/#/g; /^clast: (loop|wall|memory|[^:]*wrote)/d' "$1"
}
for ranks in 1 2; do
  rm -rf out by_program
  check "  the program on $ranks" on_ranks $ranks "$CLAST" heap.yaml -run_end_time 0.05 -output_frames_every 0.02 -progress none
  plain "$out" >said.program
  mv out by_program
  check "  and the host" on_ranks $ranks ./program heap.yaml run_end_time 0.05 output_frames_every 0.02 progress none
  plain "$out" >said.host
  is "  which prints the same" "$(diff said.program said.host)" ""
  is "  and writes the same files, where the program would" "$(cd out/heap && find . -type f | sort)" "$(cd by_program/heap && find . -type f | sort)"
  is "  with the same state" "$(digest out/heap/restart)" "$(digest by_program/heap/restart)"
done
check "  progress is not printed, as the host asks for less" ./program heap.yaml run_end_time 1 progress line
silent "    also on a terminal" " of 1 s, "
status "mistakes" 4 ./program heap.yaml run_dt fast
cp "$out" said.host
status "  of the program" 2 "$CLAST" heap.yaml -run_dt fast
is "  are told in the same words" "$(diff "$out" said.host)" ""
rm -rf out by_program

# ---- memory ends ----

host "a host without memory" no_memory.c
if test -n "$sanitizers"; then
  skip "  goes on" "the sanitizer has its own malloc"
else
  check "  goes on" ./no_memory heap.yaml
  is "  each time the simulation is broken, says why, and nothing else is" "$(cat "$out")" "memory was asked for 1, and ended in 1 runs
broken 1, said 1, heard 1, stay so 1, closed 1
then a run 0, of the same bits 1"
fi
tap_end
