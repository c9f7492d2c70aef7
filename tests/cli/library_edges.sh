#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Hosts of the library that call what they should not: each call is refused, and the process goes on.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

heap 'force: [wind: {force: [0, 0, 0]}]' 'event: [late: {when: time, above: 0.01, do: [set force_wind_force 0 0 1e-9]}]'

host "a host at the edge" edges.c -I"$srcdir/src/api" -L"$builddir/lib" -lclast -lm -Wl,-rpath,"$builddir/lib"
for n in 1 2; do
  check "  with arguments of grids that are not there, ranks: $n" on_ranks $n ./edges grids heap.yaml
  is "  is told of each, and goes on" "$(sort -u "$out")" "a grid 0
cells 4: clast_grid_create: some cell is on no rank or on several; the boxes from .. to - 1 of all ranks must fill the grid
components 4: clast_grid_at_clumps: 4 components, how 0; allowed are 1 to 3 components, at centres (0) or by shares (1)
corner 4: clast_grid_create: lo, hi, n, from, to or grid is NULL; give all of them
drag 4: clast_grid_drag: the velocity is NULL on a rank with cells
field 4: clast_grid_at_clumps: field or values are NULL on a rank that has cells or clumps
how 4: clast_grid_at_clumps: 1 components, how 7; allowed are 1 to 3 components, at centres (0) or by shares (1)
it still goes on 0
no grid 0
place 4: clast_grid_create: lo, hi, n, from, to or grid is NULL; give all of them
values 4: clast_grid_at_clumps: field or values are NULL on a rank that has cells or clumps"
done
check "  each of whose ranks names the same clump" on_ranks 3 ./edges ids heap.yaml
is "  may push it, not set or remove it, and is told of the lowest that is wrong" "$(sort -u "$out")" "delete 4: clump 0 is named twice: name each clump once
push 0
push others 4: clast_push: there is no clump 998: none has had this id, or it was deleted or has left. No clump is pushed by this call.
set 4: clump 0 is named twice: name each clump once
set others 4: clump 0 is named twice: name each clump once"
check "  with a callback that calls its simulation" ./edges callback heap.yaml
is "  has it refused, and keeps its grid" "$(cat "$out")" "a grid 0
a callback 0
steps 0
solids 0
there are some 1
free 0"
check "  that runs to an event between two looks" ./edges looks heap.yaml
is "  sees the new state, and keeps names and units" "$(cat "$out")" "to the event 0
the look is of before 0
clumps and pebbles
units J and 1"
check "  that asks late why a call has failed" ./edges reason heap.yaml
is "  is told of the last failure" "$(cat "$out")" "no event 4: there is no event 'never'; there are: late
a look 0
said there is no event 'never'; there are: late
no table 4: there is no table 'none'; there are: clumps pebbles contacts links walls totals"
check "  that saves into a pipe" ./edges save heap.yaml
is "  is refused" "$(cat "$out"):$(test -p pipe && echo a pipe)" "into a pipe 5: pipe: it is there, and is not a file: give another name
which is left 1, and nothing beside it 1:a pipe"
check "  whose rounding is not the usual one" ./edges rounding heap.yaml
says "  has it in its sink of messages" '^lines 1, with the rounding of the host 1$'
# A broken simulation is not freed.
lossy=${sanitizers:+env ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0}
# shellcheck disable=SC2086 # a command, or none
check "  whose MPI fails" on_ranks 2 $lossy ./edges mpi heap.yaml
is "  has a broken simulation and goes on" "$(sed -E 's/(MPI in).*/\1/' "$out" | sort -u)" "MPI goes on 1
a step 6: error 98 of PETSc or MPI in
close 6
fails still 0, state 6"
# shellcheck disable=SC2086 # a command, or none
check "  that ends MPI too early" $lossy ./edges ended heap.yaml
is "  is told so" "$(cat "$out")" "step 6: the host has ended MPI or PETSc before clast_close
close 6
open 6: MPI or PETSc could not be started, or MPI has ended
close 0"
tap_end
