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

# The first piece of a page is a smallest example: it runs, with what it does not name from here. Lists are added to, the rest is replaced.
cat >base.yaml <<'END'
schema: 1
run: {end_time: 0.02, dt: 1.0e-4}
domain: {lo: [-1, -1, -1], hi: [2, 2, 2], boundary: [periodic, periodic, open]}
material:
  - m: {density: 2500, young: 1.0e6, poisson: 0.3}
  - steel: {density: 7800, young: 1.0e6, poisson: 0.3}
  - stone: {density: 2500, young: 1.0e6, poisson: 0.3}
  - clay: {density: 2000, young: 1.0e6, poisson: 0.3}
  - argon: {density: 2500, young: 1.0e6, poisson: 0.3}
contact:
  - base: {between: any, normal: hertz, restitution: 0.5, tangential: mindlin, friction: 0.3}
template:
  - bead: {material: m, pebbles: [0, 0, 0, 0.01]}
  - ball: {material: m, pebbles: [0, 0, 0, 0.05]}
  - rock: {material: stone, pebbles: [0, 0, 0, 0.05]}
clumps:
  - a: {template: ball, position: [0.5, 0.5, 0.5]}
  - b: {template: ball, position: [0.5, 0.5, 0.7]}
END
echo a,b,length >links.csv && echo 0,1,0.2 >>links.csv
echo id_a,pebble_a,id_b,pebble_b >cable.csv && echo 0,0,1,0 >>cable.csv
for page in physics/{theory,contact,laws,links,constraints,interactions,thermostats,faces,cells,timestep} \
  guide/{walls,moving,inlets,events,forces,output,pictures,monitors,probes}; do
  name=$(basename $page)
  $awk '/^```yaml/ { on = 1; next } /^```/ && on { exit } on' "$srcdir/docs/$page.md" >piece.yaml
  if grep -q 'when: still' piece.yaml; then sed -i '1i run: {end_time: 0.02, dt: 1.0e-4, gravity: [0, 0, -9.81]}' piece.yaml; fi # it needs that
  if grep -q 'between: any' piece.yaml; then sed '/^contact:/,/base:/d' base.yaml; else cat base.yaml; fi |
    $awk '
      function put(line) { if (line ~ /^[a-z]/) { key = line; sub(/:.*/, "", key); if (!(key in text)) order[++n] = key; else if (line ~ /:$/) return; else text[key] = "" }
        text[key] = text[key] line "\n" }
      { put($0) }
      END { for (k = 1; k <= n; k++) printf "%s", text[order[k]] }' - piece.yaml >first-$name.yaml
  "$CLAST" first-$name.yaml -progress none >said.txt 2>&1 || { echo "$page:"; tail -n 3 said.txt; }
done >wrong.txt
none_in "the first example of each page runs" wrong.txt
is "  and is a part of what runs" "$(grep -c 'what: contacts' first-output.yaml):$(grep -c 'base:' first-contact.yaml):$(grep -c 'base:' first-laws.yaml)" 1:0:1
tap_end
