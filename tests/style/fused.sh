# SPDX-License-Identifier: MIT
# limit: 300
# No machine code of clast may fuse a product with a sum, or bits would depend on the processor. gcc 12 does it in places
# even with -ffp-contract=off; so the code is compiled here for processors that can, at the level the kernels are compiled for.
. "$srcdir/tests/tap.sh"

command -v objdump >/dev/null || skip_all "objdump is not there"
: "${CC:=mpicc}"
echo 'int main(void) { return 0; }' >probe.c
$CC -march=x86-64-v4 -c probe.c -o probe.o 2>/dev/null || skip_all "this compiler knows no x86-64-v4"

flags="$CLAST_TEST_CFLAGS -O3 -march=x86-64-v4 -mtune=skylake-avx512"
count=0 fused=0
for file in "$srcdir"/src/*/*.c; do
  case $file in
  */output/* | */base/options* | */base/csv.c | */sim/population*) continue ;; # no arithmetic that matters
  esac
  if ! (cd "$builddir" && $CC $flags -c "$file" -o "$work/file.o") 2>compile.log; then
    fail "${file#"$srcdir"/} compiles" "$(head -3 compile.log)"
    continue
  fi
  count=$((count + 1))
  if objdump -d file.o | grep -qE 'vfn?m(add|sub)'; then
    fused=$((fused + 1))
    note "${file#"$srcdir"/}: $(objdump -d file.o | grep -cE 'vfn?m(add|sub)') fused instructions"
  fi
done
is "files with fused products among $count" 0 $fused
# The check itself must be able to fail.
echo 'double f(double a, double b, double c) { return a * b + c; }' >fuse.c
$CC -O3 -march=x86-64-v4 -ffp-contract=fast -c fuse.c -o fuse.o
objdump -d fuse.o | grep -qE 'vfn?m(add|sub)' && pass "a fused product would be seen" || fail "a fused product would be seen"
tap_end
