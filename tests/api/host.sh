# SPDX-License-Identifier: MIT
# Sourced by shell tests after tests/tap.sh: hosts of the library, compiled with src/api/clast.h alone.

# Flags of the build's sanitizers, which a host needs as well.
sanitizers=$("$CLAST" -version | sed -n 's/^ *flags *//p' | tr ' ' '\n' | grep -E '^-f(no-)?sanitize' | tr '\n' ' ')
if test -n "$sanitizers"; then
  export LSAN_OPTIONS=suppressions=$srcdir/tests/lsan.supp:print_suppressions=0
  export ASAN_OPTIONS=detect_leaks=1:fast_unwind_on_malloc=0:abort_on_error=0
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
fi

# FACT FILE [FLAG...]: compile the host FILE, of tests/api if it names no folder, to a program of its name, by default with the shared
# library of the build.
host()
{
  local fact=$1 file=$2 name=${2##*/} compile="$CC -std=c11"
  shift 2
  test "$file" != "$name" || file=$srcdir/tests/api/$name
  test $# -gt 0 || set -- -I"$srcdir/src/api" -L"$builddir/lib" -lclast -lm -Wl,-rpath,"$builddir/lib"
  case $file in
    *.cc) compile="$CC -x c++ -std=c++11 -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX" ;; # MPI's own C++
  esac
  # shellcheck disable=SC2086 # commands and flags are words
  check "$fact compiles without warnings" $compile -D_DEFAULT_SOURCE -Wall -Wextra -Werror $sanitizers "$file" -x none -o "${name%.*}" "$@"
}

# [LINE...]: write heap.yaml, 60 rods that fall on a floor, with further lines.
heap()
{
  cat >heap.yaml <<'EOF'
schema: 1
run: {end_time: 0.2, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, -0.1], hi: [0.4, 0.4, 0.6], boundary: [periodic, periodic, open]}
material: [s: {density: 2000, young: 1.0e7, poisson: 0.3}]
contact: [ss: {between: [s, s], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.4}]
template: [rod: {material: s, pebbles: [-0.02, 0, 0, 0.02, 0.02, 0, 0, 0.02]}]
clumps: [heap: {template: [rod], count: 60, lo: [0, 0, 0.02], hi: [0.4, 0.4, 0.4]}]
wall: [floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}]
EOF
  test $# -eq 0 || printf '%s\n' "$@" >>heap.yaml
}
