# SPDX-License-Identifier: MIT
# Are the tests able to fail? Break the sources in one place at a time, in a copy, and see a test go red; whole, it is green.
# The parallel scheme by the test of random scenarios, what rooms do alone by their unit tests. For `make check-long`. limit: 1500
. "$srcdir/tests/tap.sh"

test -r "$builddir/Makefile" || skip_all "no Makefile in $builddir"

# What make would compile and link with.
asked()
{
  printf 'include Makefile\n%%-asked:\n\t@echo "$($*)"\n' | env -u MAKEFLAGS -u MAKELEVEL make -s --no-print-directory -C "$builddir" -f - "$1-asked" 2>/dev/null | tail -n 1
}

flags="$(asked CLAST_CFLAGS) $(asked CFLAGS) $(asked PETSC_CFLAGS) $(asked HDF5_CFLAGS) $(asked PNG_CFLAGS) $(asked YAML_CFLAGS)"
libs="$(asked CLAST_LDFLAGS) $(asked LDFLAGS) $(asked HDF5_LIBS) $(asked PETSC_LIBS) $(asked PNG_LIBS) $(asked YAML_LIBS) $(asked LIBS)"
cp -r "$srcdir/src" "$srcdir/tests" . 2>/dev/null
includes="-Isrc -Itests -I$builddir/src"

# TEST NP: which test runs from here on, green as long as all is whole.
by()
{
  test=$1 np=$2
  compile_test && is "$test whole: green" "$(verdict "$builddir/libclast.a")" green
}

compile_test()
{
  # shellcheck disable=SC2086
  $CC $includes "-Itests/${test%/*}" $flags -c "tests/$test.c" -o test.o >"$out" 2>&1 &&
    $CC $includes $flags -c tests/test.c -o main.o >"$out" 2>&1 || { fail "$test compiles"; tap_end; }
}

# LIBRARY: the test's verdict.
verdict()
{
  # shellcheck disable=SC2086
  $CC $flags main.o test.o "$1" $libs -lm -o test.t >"$out" 2>&1 || { echo "does not link"; return; }
  # a test that crashes or hangs has noticed, too; its errors apart, or they would split the lines that are looked at
  if ! timeout $((120 * ${CLAST_TEST_PATIENCE:-1})) "${MPIEXEC:-mpiexec}" -n "$np" ./test.t "$(basename "$test")" >"$out" 2>"$out.said" </dev/null; then echo red
  elif grep -q -e '^not ok' -e '^Bail out!' "$out"; then echo red
  elif grep -q '^ok' "$out"; then echo green
  else echo "neither red nor green"; fi
}

# FACT FILE FROM TO...: with these changes to the sources the test goes red. Of a header only the test is compiled anew.
broken()
{
  local fact=$1 file objects="" changed=""
  shift
  for ((; $# > 0; )); do
    file=$1
    if ! FROM=$2 TO=$3 ${AWK:-awk} -f "$srcdir/tests/mutate.awk" "src/$file" >changed.c 2>"$out"; then
      fail "$fact" "in $file there are $(cat "$out") places of: $2"
      # shellcheck disable=SC2086
      restore $changed
      return
    fi
    cp changed.c "src/$file"
    changed="$changed $file"
    shift 3
  done
  cp "$builddir/libclast.a" broken.a
  for file in $changed; do
    case $file in *.h) compile_test && continue ;; esac
    # shellcheck disable=SC2086
    if ! $CC $includes $flags -c "src/$file" -o "$(basename "$file" .c).o" >"$out" 2>&1; then
      fail "$fact" "does not compile"
      sed 's/^/#   /; 20q' "$out"
      restore $changed
      return
    fi
    objects="$objects $(basename "$file" .c).o"
  done
  # shellcheck disable=SC2086
  test -z "$objects" || ar r broken.a $objects 2>/dev/null
  is "$fact: red" "$(verdict broken.a)" red
  # shellcheck disable=SC2086
  restore $changed
}

# FILE...: as they were.
restore()
{
  local file
  for file in "$@"; do
    cp "$srcdir/src/$file" "src/$file"
    case $file in *.h) compile_test ;; esac
  done
}

# shellcheck source=/dev/null
. "$srcdir/tests/mutations.sh"
tap_end
