# SPDX-License-Identifier: MIT
# Every text that tests/mutations.sh breaks is in the sources exactly once, so that a change of the sources cannot leave
# tests/parallel/mutations.sh, which is run now and then, without its object.
. "$srcdir/tests/tap.sh"

by()
{
  test -r "$srcdir/tests/$1.c" || echo "no test $1" >>missing
}

broken()
{
  local fact=$1 file
  shift
  entries=$((entries + 1))
  for ((; $# > 0; )); do
    file=$1
    test -e "$(basename "$file")" || cp "$srcdir/src/$file" "$(basename "$file")" 2>>missing
    FROM=$2 TO=$3 ${AWK:-awk} -f "$srcdir/tests/mutate.awk" "$(basename "$file")" >changed 2>"$out" ||
      echo "$fact: in $file there are $(cat "$out") places of: $2" >>missing
    shift 3
  done
}

entries=0
# shellcheck source=/dev/null
. "$srcdir/tests/mutations.sh"
touch missing
none_in "all $entries mutations can be made" missing
tap_end
