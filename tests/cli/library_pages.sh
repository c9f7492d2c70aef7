#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 200
# docs/reference/library.md says what src/api/clast.h says, and the examples of docs/guide/library.md run as they stand there.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

AWK=${AWK:-awk} "$srcdir/build-aux/library-reference" "$srcdir/src/api/clast.h" >library.md 2>why.txt
is "the reference can be made" "$?:$(cat why.txt)" 0:
diff "$srcdir/docs/reference/library.md" library.md >different.txt 2>&1
none_in "docs/reference/library.md is up to date" different.txt
functions()
{
  grep -oE '\bclast_[a-z_]+\(' "$1" | sort -u
}
functions "$srcdir/src/api/clast.h" >header.txt
functions library.md | diff header.txt - >different.txt
none_in "  with all functions" different.txt
is "  of which there are many" "$(test "$(wc -l <header.txt)" -gt 25 && echo yes)" yes

# LANGUAGE: the first block of code in it.
block()
{
  ${AWK:-awk} -v word="$1" '$0 == "```" word { on = !done; next } /^```/ { if (on) done = 1; on = 0 } on' "$srcdir/docs/guide/library.md"
}
cat >heap.yaml <<'END'
schema: 1
run: {end_time: 0.2, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, -0.1], hi: [0.4, 0.4, 0.6], boundary: [open, open, open]}
material: [s: {density: 2000, young: 1.0e7, poisson: 0.3}]
contact: [ss: {between: [s, s], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.4}]
template: [rod: {material: s, pebbles: [-0.02, 0, 0, 0.02, 0.02, 0, 0, 0.02]}]
clumps: [heap: {template: [rod], count: 40, lo: [0.05, 0.05, 0.02], hi: [0.35, 0.35, 0.4]}]
wall: [floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}]
END
block c >settle.c
is "the example in C is short" "$(test "$(wc -l <settle.c)" -le 45 && echo yes)" yes
host "  it" ./settle.c
check "  runs on two ranks" on_ranks 2 ./settle heap.yaml
grep ' s: ' "$out" >c.txt
is "  and prints energies" "$(wc -l <c.txt)" 10
check "  runs on one" ./settle heap.yaml
grep ' s: ' "$out" | diff c.txt - >different.txt
none_in "  with the same numbers" different.txt

python=
for name in ${PYTHON:-} /usr/bin/python3 python3; do
  "$name" -c 'import numpy' 2>/dev/null && { python=$name; break; }
done
if test -n "$sanitizers"; then
  skip "the example in Python runs" "a library with sanitizers is no matter of python3, which has none"
elif test -n "$python"; then
  block python >settle.py
  check "the example in Python runs" env PYTHONPATH="$srcdir/python" PYTHONDONTWRITEBYTECODE=1 CLAST_LIBRARY="$builddir/lib" "$python" settle.py heap.yaml
  grep ' s: ' "$out" | diff c.txt - >different.txt
  none_in "  with the same numbers" different.txt
else
  skip "the example in Python runs" "no python3 with numpy"
fi
tap_end
