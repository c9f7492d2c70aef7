#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Hosts of the library (src/api/clast.h), compiled with that header alone.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

heap
check "the program" "$CLAST" heap.yaml -run_end_time 0.05 -output_dir program
whole=$(digest program/restart/clast-*[1-9]*.h5)

host "a host in C" plain.c
mkdir empty && cd empty || exit 1
check "it runs without a launcher" ../plain ../heap.yaml saved.h5
cd .. || exit 1
cat >wanted.txt <<EOF
open 0 steps 0
step 0 steps 10
run 0 reached 1 by less than a step 1
columns 1, all there 1
rows 60, energy agrees 1
no column 4 told 1 no table 4 told 1
save 0
save nowhere 5 told 1
goes on 0
to the end 1 1
digest 0
close 0
restart 0
to the end 1
same bits 1
digest is $whole
closed 1
EOF
is "  opens, steps, looks, saves, restarts and closes, with the digest of the program" "$(sed 17q "$out")" "$(cat wanted.txt)"
is "  hears of what it does if it wants" "$(sed -n '/^heard of level/p; /^heard an error/p' "$out")" "heard of level info 1, of others 0
heard an error 1"
is "  has mistakes as a list" "$(sed -n '/^mistakes 4: 0/p' "$out" | wc -l):$(grep -c '^mistake .*line 2, run: end_time: .*-1' "$out")" 0:2
is "  which make nothing go on" "$(grep -c '^no step 4 time is none 1' "$out")" 2
is "  keeps its signals and its environment" "$(sed -n '/^the host/p; /^its env/p; /^MPI runs/p' "$out")" "the host's handler of signals stays 1 1
its environment stays 1
MPI runs 1"
is "  whose heading says of what they are" "$(grep -c '^told of 1' "$out")" 2
is "  asks the library for the version of its interface" "$(grep '^version' "$out")" "version 1 1"
is "  nothing else is printed" "$(grep -cE '^clast|PETSC' "$out")" 0
is "  and no file is written but the checkpoint" "$(ls empty)" saved.h5

host "a host with MPI" halves.c
check "  with simulations on both of three ranks, and on each of them" on_ranks 3 ./halves heap.yaml
is "  in turns, with the same bits" "$(sort "$out" | grep '^rank')" "rank 1: failed 0, same 1: $whole
rank 2: failed 0, same 1: $whole"

host "a host that knows no type of MPI" handles.c
for ranks in 1 3; do
  check "  on $ranks" on_ranks $ranks ./handles heap.yaml "handles-$ranks.h5"
  is "  opens by handles, and knows its ranks" "$(cat "$out")" "open 0, alone 0, mistakes 4
of $ranks, alone 0 of 1
none -1 of -1
run 1, alone 1, same 1
from the checkpoint 0, same 1
from nothing 4: from: 7: there is no such source: give CLAST_FROM_FILE, CLAST_FROM_TEXT or CLAST_FROM_CHECKPOINT"
done

host "a host in C++" many.cc
check "  that opens a hundred" ./many heap.yaml 100
says "  without failure" '^failed 0'
if test -n "$sanitizers"; then skip "  and without growth" "the sanitizer keeps what is freed"
else is "  and without growth" "$(sed -n 's/grown by \(-*[0-9]*\) kB/\1/p' "$out" | ${AWK:-awk} '{ print ($1 < 200) }')" 1; fi
tap_end
