#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tables of docs/guide/clumps.md, as markdown: every mass method on the same ten clumps, and with -generate the pebbles that each way
# to fill a mesh takes. A bound that does not hold, or a volume of `exact` off its closed form by more than its bound, is an error.
#
#   tests/bench/clump_study.sh [-dir BUILD] [-work FOLDER] [-generate] [-quick] [-into FILE.md]
#
#   -dir     where clast-clump is built; default build
#   -into    put the table into this file, between <!-- masses --> and <!-- /masses --> (or fills)
#   -quick   coarse settings and few clumps or a coarse mesh: to try this script
set -u
here=$(cd "$(dirname "$0")" && pwd)
builddir=build work='' generate=no quick=no into=''
while test $# -gt 0; do
  case $1 in
  -dir) builddir=$2; shift ;;
  -work) work=$2; shift ;;
  -generate) generate=yes ;;
  -quick) quick=yes ;;
  -into) into=$(realpath "$2") || exit 2; shift ;;
  *) echo "clump_study.sh: unknown argument $1" >&2; exit 2 ;;
  esac
  shift
done
builddir=$(cd "$builddir" && pwd) || exit 2
program=${CLAST_CLUMP:-$builddir/clast-clump}
. "$here/../../build-aux/mpi-env"
work=${work:-$builddir/bench/clumps}
mkdir -p "$work" && cd "$work" || exit 2
awk=${AWK:-awk}

# NAME TEXT [OPTION...]: a row, of NAME.csv.
row()
{
  local name=$1 text=$2 methods=exact
  shift 2
  test $quick = no || methods=quick
  test -s "$name.csv" || $awk -v clump="$name" -f "$here/clump_write.awk" >"$name.csv" || exit 2
  if test $methods = quick; then set -- "$@" --samples 10000 --tolerance 0.2 --div 4; fi
  "$program" properties "$name.csv" --method all --json "$@" >"$name.json" 2>"$name.err" || { cat "$name.err" >&2; exit 1; }
  $awk -v text="$text" -v flat="$(case " $* " in *' --dimension 2 '*) echo 1 ;; *) echo 0 ;; esac)" -f "$here/clump_study.awk" \
    "$name.csv" "$name.json" || exit 1
}

masses()
{
  echo '| clump | pebbles, overlap | `exact` | `sum` | `grid` | `octree` | `montecarlo` |'
  echo '|---|---|---|---|---|---|---|'
  row pair "two spheres, one radius apart"
  row tetrahedron "four spheres that touch"
  row tee "a T of eight"
  row ell "an L of seven"
  row dumbbell "radii 1 and .5, 3 apart"
  row rod "a rod of ten"
  row discs "two discs, in 2-D" --dimension 2
  row rock "random, radii .15 to .6"
  test $quick = no || return 0
  $awk -v levels=5 -f "$here/../../input/rock_stl.awk" >rock.stl
  "$program" generate rock.stl mesh.csv --most 300 >mesh.txt 2>&1 || { cat mesh.txt >&2; exit 1; }
  row mesh "a rock from a mesh"
  row crowd "random, radii .03 to .06, in a ball"
}

# METHOD ERROR...: a row; an error that cannot be met in 5000 pebbles has a dash.
fills()
{
  local method=$1 error cells=''
  shift
  for error; do
    "$program" generate rock.stl "$method-$error.csv" --method "$method" --volume-error "$error" --most 5000 --json \
      >"$method-$error.json" 2>"$method-$error.err"
    test $? -ne 2 || { cat "$method-$error.err" >&2; exit 1; }
    cells="$cells | $($awk '
      function number(name,   at) { at = index($0, "\"" name "\": "); return substr($0, at + length(name) + 4) + 0 }
      /^\{/ { print /"met": true/ ? sprintf("%d, %.1f %%, %.0f s", number("pebbles"), 100 * number("inertia_error"), number("seconds")) : "-" }
      ' "$method-$error.json")"
  done
  echo "| \`$method\`$cells |"
}

generation()
{
  local errors='0.05 0.02 0.01' method
  if test $quick = yes; then errors=0.1; fi
  $awk -v levels="$(if test $quick = yes; then echo 2; else echo 6; fi)" -f "$here/../../input/rock_stl.awk" >rock.stl
  echo "| volume error asked $(for error in $errors; do printf '| %s %% ' "$($awk -v e="$error" 'BEGIN { print 100 * e }')"; done)|"
  echo "|---$(for error in $errors; do printf '|---'; done)|"
  for method in medial ferellec edt favier; do
    # shellcheck disable=SC2086
    fills $method $errors
  done
}

# TABLE MARK
paste_into()
{
  grep -q "<!-- $2 -->" "$into" && grep -q "<!-- /$2 -->" "$into" || { echo "clump_study.sh: $into has no mark $2" >&2; exit 2; }
  $awk -v mark="$2" -v table="$1" '
    $0 == "<!-- /" mark " -->" { inside = 0 }
    !inside { print }
    $0 == "<!-- " mark " -->" { inside = 1; while ((getline line <table) > 0) print line }' "$into" >"$into.tmp" && mv -f "$into.tmp" "$into"
}

if test $generate = yes; then mark=fills; else mark=masses; fi
if test $generate = yes; then (generation); else (masses); fi | tee table.md
test "${PIPESTATUS[0]}" = 0 || exit 1
test -z "$into" || paste_into table.md $mark
