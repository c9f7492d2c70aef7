# SPDX-License-Identifier: MIT
# limit: 600
# The same bits from every compiler and every level of optimisation: the program is built here without optimisation, for this
# very processor, and by clang, and each build must end a small frictional run with the digest of the build under test.
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

# NAME COMPILER FLAGS: builds NAME/clast, two files at a time; rooms without arithmetic of this run are those of the build
# under test.
compile_all()
{
  local name=$1
  export BUILD_CC=$2 BUILD_FLAGS=$3
  mkdir -p "$name"
  for file in "$srcdir"/src/*/*.c; do
    case $file in */clump/* | */output/* | */plan/* | */sweep/* | */shape/* | */generate/*) continue ;; esac
    echo "$file $work/$name/$(basename "$(dirname "$file")")_$(basename "$file" .c).o"
  done | xargs -P 2 -L 1 sh -c 'cd "$builddir" && OMPI_CC=$BUILD_CC $CC $CLAST_TEST_CFLAGS $BUILD_FLAGS -c "$0" -o "$1"' >"$name/log" 2>&1 || return 1
  (cd "$builddir" && OMPI_CC=$BUILD_CC $CC src/main.o "$work/$name"/*.o libclast.a -o "$work/$name/clast" $CLAST_TEST_LIBS) >>"$name/log" 2>&1
}

digest_of()
{
  "$1" case.yaml -output_dir "out-$2" >"log-$2" 2>&1 || { cat "log-$2" >&2; return 1; }
  digest "out-$2"/restart/clast-800.h5
}

reference=$(digest_of "$CLAST" here)
note "the build under test: $reference"
check "the run meets contacts" awk -F, 'END { exit !($6 > 50) }' out-here/log.csv

try()
{
  if compile_all "$1" "$2" "$3"; then
    is "$4" "$reference" "$(digest_of "./$1/clast" "$1")"
  else
    fail "$4" "it does not build:" "$(tail -5 "$1/log")"
  fi
}

$CC --version 2>/dev/null | grep -qi 'gcc\|free software' && mine=gcc || mine=cc
try plain "$mine" "-O0" "no optimisation: same bits"
try native "$mine" "-O3 -march=native" "for this processor: same bits"
if command -v clang >/dev/null && OMPI_CC=clang $CC --version 2>/dev/null | grep -qi clang; then
  try clang clang "-O2" "clang: same bits"
else
  skip "clang: same bits" "clang is not there"
fi
tap_end
