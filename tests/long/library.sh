# SPDX-License-Identifier: MIT
# limit: 1200
# The library for a long time: a thousand simulations one after the other without growth, and one under valgrind, which finds no
# fault in clast's own code.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

heap

host "a host in C++" many.cc
check "  that opens a thousand" ./many heap.yaml 1000
says "  without failure" '^failed 0'
grown=$(sed -n 's/^grown by \(-*[0-9]*\) kB/\1/p' "$out")
note "memory has grown by $grown kB over the last 500"
if test -n "$sanitizers"; then skip "  and without growth" "the sanitizer keeps what is freed"
else is "  and without growth" "$(test "${grown:-1000}" -lt 200 && echo yes)" yes; fi

host "a host in C" minimal.c
if ! command -v valgrind >/dev/null; then skip "valgrind finds no fault" "valgrind is not there"
elif test -n "$sanitizers"; then skip "valgrind finds no fault" "sanitizers do not run under it"
else
  check "valgrind ends with the host" valgrind --leak-check=full --show-leak-kinds=definite --num-callers=30 --error-limit=no ./minimal heap.yaml
  # Reports of a place of clast's, or of memory that clast asked for, itself or by the C library: MPI and PETSc have some of their own.
  find "$srcdir/src" -name '*.c' | sed 's,.*/,,' >sources
  ${AWK:-awk} '
    NR == FNR { ours[$1]; next }
    !/^==[0-9]+== / { next }
    { sub(/^==[0-9]+== /, "") }
    /^(Invalid|Conditional|Use of|Syscall|Mismatched|Source and)|definitely lost in/ { text = $0; open = 1; next }
    !open || !/^ *(at|by) 0x/ || /vgpreload/ { next }
    { file = $NF; gsub(/[()]|:[0-9]+/, "", file) }
    /libclast/ || file in ours { print text " |" $0; open = 0 }
    /\(in / || /\?\?\?/ { open = 0 }' sources "$out" >faults
  says "  after its run" '^ended 1 at 0\.2'
  says "  with its summary" 'ERROR SUMMARY'
  none_in "  and finds no fault and no loss in what clast does" faults
fi
tap_end
