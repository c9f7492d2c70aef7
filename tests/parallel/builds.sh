# SPDX-License-Identifier: MIT
# limit: 600
# The same bits from every compiler, level of optimisation and processor. The program is built here once for processors of
# x86-64-v4, or of x86-64-v3 where this one is none, at the level the kernels are compiled for, and once by clang for this processor
# or, where clang is missing, without optimisation; each build must end a small frictional run with the digest of the build under
# test. And no machine code may fuse a product with a sum, or bits would depend on the processor: gcc 12 does it in places even with -ffp-contract=off.
# A file is compiled here only if a function of its machine code in the build under test has both products and sums of real numbers:
# the others, about a third, have nothing to fuse.
. "$srcdir/tests/tap.sh"

cat >case.yaml <<'E'
schema: 1
run: {end_time: 0.4, dt: 5.0e-4, seed: 3, gravity: [1, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [6, 6, 8], boundary: [periodic, periodic, open]}
material:
  - rock: {density: 1, young: 2.0e5, poisson: 0.25}
  - soft: {density: 2, young: 5.0e4, poisson: 0.3}
contact:
  - rock-rock: {between: [rock, rock], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.5}
  - soft-soft: {between: [soft, soft], normal: hooke, tangential: hooke, stiffness: 3.0e4, restitution: 0.7, friction: 0.3}
  - rock-soft: {between: [rock, soft], normal: hertz, restitution: 0.3, limit_damping: true}
template:
  - pair: {material: rock, pebbles: [0, 0, 0, 0.4, 0.5, 0, 0, 0.3]}
  - ball: {material: soft, pebbles: [0, 0, 0, 0.35]}
  - bent: {material: soft, pebbles: [0, 0, 0, 0.3, 0.4, 0, 0, 0.25, 0.4, 0.4, 0, 0.2]}
clumps:
  - all: {template: [pair, ball, bent], count: 150, lo: [0, 0, 0], hi: [6, 6, 7.5], velocity: [0, 0, -6]}
wall:
  - floor: {shape: plane, material: rock, point: [0, 0, 0], normal: [0, 0, 1]}
E

# Objects of the build under test with products and sums of real numbers in one function; all of them if that cannot be told.
if command -v objdump >/dev/null; then
  (cd "$builddir" && LC_ALL=C objdump -d --no-show-raw-insn $(find src -name '*.o')) | ${AWK:-awk} '
    /file format/ { file = $1; sub(/:$/, "", file); sub(/\.o$/, "", file); next }
    /^[0-9a-f]+ </ { product = sum = 0; next }
    file == last { next }
    /[ \t](v?mul[sp][sd]|f(n?m)?mul[a-z]*)[ \t]/ { product = 1 }
    /[ \t](v?(add|sub)[sp][sd]|f(add|sub)[a-z]*)[ \t]/ { sum = 1 }
    /[ \t](vfn?m(add|sub)[0-9a-z]*|fn?m(add|sub)[a-z]*)[ \t]/ { product = sum = 1 }
    product && sum { print file; last = file }' >arithmetic
else
  (cd "$builddir" && find src -name '*.o') | sed 's/\.o$//' >arithmetic
fi
check "the law of Hertz has arithmetic" grep -qx src/contact/terms/normal arithmetic

# NAME COMPILER FLAGS ROOMS [PATTERN]: the objects of NAME/ from these rooms but those that match, two files at a time; the others
# are those of the build under test.
compile_all()
{
  local name=$1 room other=${5:-none}
  export BUILD_CC BUILD_FLAGS="$3 $(precompiled "$work/$1" "$2" "$3")"
  BUILD_CC=$(compiler "$2")
  mkdir -p "$name"
  for room in $4; do
    grep "^src/$room/" arithmetic | grep -Ev "^src/($other)" | while read -r file; do
      case $file in src/options/options* | src/options/csv*) continue ;; esac
      test ! -r "$srcdir/$file.c" || echo "$srcdir/$file.c $work/$name/$(echo "${file#src/}" | tr / _).o"
    done
  done | xargs -P 2 -L 1 sh -c 'cd "$builddir" && $BUILD_CC $CLAST_TEST_CFLAGS $BUILD_FLAGS -c "$0" -o "$1"' >"$name/log" 2>&1
}

# Rooms with arithmetic of this run; and those of other runs, which are looked at for fused products.
run_rooms="base options geometry matter space shape/mass wall search contact motion measure supply run"
other_rooms="shape interaction link constraint event tools/clump"

# What the run has nothing of: links, meshes and bodies with surfaces, other laws, forms of walls and methods of mass, motions and
# thermostats, probes, changes, inlets and outlets.
not_of_run="contact/(solid/|terms/(heat|rolling|cohesion|liquid))|wall/(mesh/|facets|surface_[^p])|shape/mass/(boxes|mass_boxes|mass_montecarlo)"
not_of_run+="|motion/(prescribed/|thermostats/|damping)|measure/probe/"
not_of_run+="|supply/(change|inlet|outlet|fill/region_[^b])|run/(prob|servo|deform|link|stream|event)"

link_all() # NAME COMPILER
{
  (cd "$builddir" && OMPI_CC=$2 $CC src/programs/clast.o "$work/$1"/*.o libclast.a -o "$work/$1/clast" $CLAST_TEST_LIBS) >>"$1/log" 2>&1
}

digest_of()
{
  "$1" case.yaml -output_dir "out-$2" >"log-$2" 2>&1 || { cat "log-$2" >&2; return 1; }
  digest "out-$2"/restart/clast-800.h5
}

reference=$(digest_of "$CLAST" here)
note "the build under test: $reference"
check "the run meets contacts" awk -F, 'END { exit !($6 > 50) }' out-here/log.csv

same_bits() # NAME COMPILER POINT: of objects that are compiled
{
  if link_all "$1" "$2"; then
    is "$3" "$reference" "$(digest_of "./$1/clast" "$1")"
  else
    fail "$3" "it does not link:" "$(tail -5 "$1/log")"
  fi
}

try() # NAME COMPILER FLAGS POINT
{
  if compile_all "$1" "$2" "$3" "$run_rooms" "$not_of_run"; then
    same_bits "$1" "$2" "$4"
  else
    fail "$4" "it does not compile:" "$(tail -5 "$1/log")"
  fi
}

fused_in() # OBJECT: its instructions that fuse a product with a sum
{
  objdump -d "$1" | grep -cE 'vfn?m(add|sub)'
}

$CC --version 2>/dev/null | grep -qi 'gcc\|free software' && mine=gcc || mine=cc
supports() # LEVEL: true if this processor does
{
  printf 'int main(void) { __builtin_cpu_init(); return !__builtin_cpu_supports("%s"); }\n' "$1" >probe.c
  $CC probe.c -o probe 2>/dev/null && ./probe
}
if supports x86-64-v4; then
  level=x86-64-v4
  wide="-O3 -march=$level -mtune=skylake-avx512"
else
  level=x86-64-v3
  wide="-O3 -march=$level -mtune=haswell"
fi
if ! $CC $wide -c probe.c -o probe.o 2>/dev/null; then
  skip "files with fused products" "this compiler knows no x86-64-v3"
  try native "$mine" "-O3 -march=native" "for this processor: same bits"
elif compile_all wide "$mine" "$wide" "$run_rooms $other_rooms"; then
  if command -v objdump >/dev/null; then
    for object in wide/*.o; do
      fused=$(fused_in "$object")
      test "$fused" = 0 || echo "$object: $fused fused instructions"
    done >fused
    check "files are looked at for fused products" test "$(ls wide/*.o | wc -l)" -gt 250
    none_in "  none has any" fused
    # The check itself must be able to fail.
    echo 'double f(double a, double b, double c) { return a * b + c; }' >fuse.c
    $CC -O3 -march=x86-64-v4 -ffp-contract=fast -c fuse.c -o fuse.o
    is "  one would be seen" "$(fused_in fuse.o)" 1
  else
    skip "files with fused products" "objdump is not there"
  fi
  rm -f wide/tools_clump_*.o # of another program
  if supports $level; then
    same_bits wide "$mine" "for a processor of $level: same bits"
  else
    try native "$mine" "-O3 -march=native" "for this processor: same bits"
  fi
else
  fail "it compiles for a processor of $level" "$(tail -5 wide/log)"
fi
newest=clang
for name in clang-15 clang-16 clang-17 clang-18 clang-19 clang-20; do
  if command -v $name >/dev/null; then newest=$name; fi
done
if command -v $newest >/dev/null && OMPI_CC=$newest $CC --version 2>/dev/null | grep -qi clang; then
  try clang $newest "-O2 -march=native" "$newest, for this processor: same bits"
  # rows that clang 16 had shifted by one, which the run does not show
  # shellcheck disable=SC2086 # flags are words
  check "  and four rows at once" env -C "$builddir" OMPI_CC=$newest $CC $CLAST_TEST_CFLAGS -O2 -march=native \
    "$srcdir/tests/unit/base/test_rows.c" "$srcdir/tests/test.c" libclast.a -o "$work/rows" $CLAST_TEST_LIBS
  check "    are as one by one" ./rows
else
  try plain "$mine" "-O0" "no optimisation: same bits"
fi
# What gcc before 12 compiles, by such a gcc if there is one: kernels that shuffle, and their copies.
old=$mine
for name in gcc-11 gcc-10; do
  if command -v $name >/dev/null; then old=$name; fi
done
if test $mine = gcc && OMPI_CC=$old MPICH_CC=$old $CC --version 2>/dev/null | grep -qi 'gcc\|free software'; then
  (cd "$srcdir" && grep -lE 'FOUR_SHUFFLE|four_(turn|gather|mask)\(|corrected_row\.h' $(find src -name '*.c')) | sed 's/\.c$//' | grep -Fxf - arithmetic >some
  mv some arithmetic
  check "kernels shuffle" grep -qx src/motion/rows arithmetic
  try old $old "-O3 -DOLD_GCC" "as gcc before 12 compiles, by $old: same bits"
else
  skip "as gcc before 12 compiles: same bits" "$CC is no gcc"
fi
tap_end
