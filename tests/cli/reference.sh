#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/reference/scenario.md says what clast -help says, and src/README.md draws what the code is; `make reference` puts them right.
. "$srcdir/tests/tap.sh"

"$srcdir/build-aux/scenario-reference" "$CLAST" >scenario.md 2>why.txt
is "the reference can be made" "$?:$(cat why.txt)" 0:
diff "$srcdir/docs/reference/scenario.md" scenario.md >different.txt 2>&1
none_in "docs/reference/scenario.md is up to date" different.txt

# Every option has its row: none is lost on the way.
is "as many rows as -help has options" "$(grep -c '^| `' scenario.md)" "$("$CLAST" -help | sed "1,/^Every key/d" | grep -c "^  -")"

# The numbers of lines change with every commit.
map_of()
{
  grep -v '^$' | sed 's/^ *[0-9.]* k //'
}
"$srcdir/build-aux/rooms-map" "$srcdir/src" | map_of >map.txt
sed -n '/^<!-- map: /,/^<!-- end of the map/p' "$srcdir/src/README.md" | sed '1d;$d' | map_of | diff - map.txt >different.txt 2>&1
none_in "the map in src/README.md is up to date" different.txt
is "  it has all rooms and stages" "$(test "$(wc -l <map.txt)" -gt 60 && echo yes)" yes

is "and there are many" "$(test "$(grep -c '^| `' scenario.md)" -gt 50 && echo yes)" yes

tap_end
