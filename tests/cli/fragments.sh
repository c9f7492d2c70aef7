#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Scenarios in the manual, whole ones and pieces, have no key that clast does not know. What a piece lacks does not matter, nor files
# that are not there.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/page.sh"

known='' pieces=0
for page in "$srcdir"/docs/*/*.md; do
  name=$(basename "$page" .md)
  case $name in tutorial | clumps | other_codes | README) continue ;; esac # run by other tests
  mkdir -p "$name" && (cd "$name" && page_blocks "$page")
  # and those that are set off by four blanks
  (cd "$name" && $awk '
    /^    [a-z]+:$/ && !open { open = 1; name = sprintf("indented%d", ++n); print FNR >(name ".line") }
    !/^    / { open = 0 }
    open { print substr($0, 5) >(name ".yaml") }' "$page")
  for piece in "$name"/*.yaml; do
    if ! grep -q '^[a-z]' "$piece" 2>/dev/null; then continue; fi # an object without its section
    if ! grep -q '^schema:' "$piece"; then sed -i '1i schema: 1' "$piece"; fi
    pieces=$((pieces + 1))
    "$CLAST" "$piece" -check >said.txt 2>&1
    grep -E 'unknown|did you mean|remove it|not valid YAML' said.txt | sed "s|^|${page#"$srcdir/"}, line $(cat "${piece%.yaml}.line"): |"
    known=${known:-$(grep -c 'clast: ' said.txt)} # it was checked at all
  done
done >strange.txt
none_in "keys of pieces of scenarios are known" strange.txt
is "  and there are some" "$(test "$pieces" -gt 15 && test "$known" -gt 0 && echo yes)" yes
printf 'schema: 1\nwall:\n  - w: {shape: plane, colour: red}\n' >odd.yaml
status "one that is not would be seen" 2 "$CLAST" odd.yaml -check
says "  so" "unknown|did you mean"
tap_end
