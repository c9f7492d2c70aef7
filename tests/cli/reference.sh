#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/scenario.md says what clast -help says; `make reference` puts it right.
. "$srcdir/tests/tap.sh"

"$srcdir/build-aux/scenario-reference" "$CLAST" >scenario.md 2>why.txt
is "the reference can be made" "$?:$(cat why.txt)" 0:
diff "$srcdir/docs/scenario.md" scenario.md >different.txt 2>&1
none_in "docs/scenario.md is up to date" different.txt

# Every option has its row: none is lost on the way.
is "as many rows as -help has options" "$(grep -c '^| `' scenario.md)" "$("$CLAST" -help | sed "1,/^Every key/d" | grep -c "^  -")"

is "and there are many" "$(test "$(grep -c '^| `' scenario.md)" -gt 50 && echo yes)" yes

tap_end
