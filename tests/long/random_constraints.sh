#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 1800
# Random scenarios with constraints of every type, contents of bodies among them, in two and three dimensions, beside periodic and reflecting faces, walls that move,
# driven groups, blocked clumps, long clumps, hard contacts, both integrators, substeps, static passes, breaking, changes of every kind and
# inlets: the same digest on 1 and 3 ranks, with other rebuilds, balances and searches, and through a restart from 2 ranks to 3.
. "$srcdir/tests/tap.sh"
awk=${AWK:-awk}

# SEED: writes case.yaml and its lists.
make_case()
{
  $awk -v seed="$1" '
    function uniform() { state = (state * 48271) % 2147483647; return state / 2147483647 }
    function among(n) { return int(n * uniform()) }
    function between(a, b) { return a + (b - a) * uniform() }
    function choose(list, part) { return part[1 + among(split(list, part, "|"))] }
    function vector(x, y, z) { return flat ? sprintf("[%g, %g]", x, y) : sprintf("[%g, %g, %g]", x, y, z) }
    # the way from clump a to b, to the nearest image: w[0] .. w[2]; returns its length
    function way(a, b, k) {
      for (k = 0; k < 3; k++) { w[k] = x[b, k] - x[a, k]; if (face[k] == "periodic") w[k] -= 2.4 * int(w[k] / 2.4 + (w[k] < 0 ? -0.5 : 0.5)) }
      return sqrt(w[0] ^ 2 + w[1] ^ 2 + w[2] ^ 2)
    }
    # rows of a list: pairs of neighbours, none of them twice or both held
    function pairs(type, file, n, a, b, c, row) {
      for (n = 1 + among(6); n > 0; n--) {
        a = among(count); b = -1
        for (c = 0; c < count; c++)
          if (c != a && !(type SUBSEP a SUBSEP c in used) && !(held[a] && held[c]) && (b < 0 || way(a, c) < way(a, b))) b = c
        if (b < 0) continue
        used[type, a, b] = used[type, b, a] = 1
        length_now = way(a, b)
        row = (7 * a + 3) "," (7 * b + 3)
        if (type == "rod" || type == "rope") row = row "," length_now
        if (type == "ball" || type == "hinge")
          row = row sprintf(",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g", w[0] / 2, w[1] / 2, w[2] / 2, -w[0] / 2, -w[1] / 2, -w[2] / 2)
        if (type == "hinge") row = row (flat ? ",0,0,1" : ",0.3,-0.5,1")
        if (type == "slider") row = row sprintf(",%.9g,%.9g,%.9g", w[0], w[1], w[2])
        if (type == "plane") row = row ",0.2,1,0,-2"
        print row >file
      }
    }
    function object(type, keys, file) {
      file = type ".csv"
      print "a,b" (type ~ /^ro/ ? ",length" : type == "plane" ? ",nx,ny,nz,height" : type == "slider" ? ",ux,uy,uz" : type == "weld" ? "" : ",ax,ay,az,bx,by,bz" (type == "hinge" ? ",ux,uy,uz" : "")) >file
      pairs(type, file)
      keys = choose("|compliance: 1e-5, |compliance: 1e-5, damping: 1, ") choose("||break_force: 3, ") "sweeps: " choose("1|3|8")
      if (type == "hinge" && among(2)) keys = keys ", motor_rate: 5, motor_torque: 0.01"
      if (type == "slider" && among(2)) keys = keys ", places: [-1, 1]"
      if (type == "rope") keys = keys ", rope: true"
      print "  - " type ": {type: " (type ~ /^ro/ ? "distance" : type) ", file: " file ", " keys "}" >out
    }
    BEGIN {
      state = 1000 + 7919 * seed; for (k = 0; k < 9; k++) uniform()
      out = "case.yaml"; flat = among(3) == 0; hard = among(2); moved = among(3) == 0; reflects = 0
      for (k = 0; k < 3; k++) { face[k] = choose("periodic|open|reflect"); if (k == 2 && flat) face[k] = "open"; reflects += face[k] == "reflect" }
      top = flat ? 1 : 2; walled = face[top] != "periodic" && among(3) > 0
      count = 0; most = flat ? 1 : 3
      for (i = 0; i < 4; i++) for (j = 0; j < 4; j++) for (k = 0; k < most; k++) {
        if (among(3) == 0) continue
        x[count, 0] = -0.75 + 0.5 * i + between(-0.06, 0.06); x[count, 1] = -0.75 + 0.5 * j + between(-0.06, 0.06)
        x[count, 2] = flat ? 0 : -0.5 + 0.5 * k + between(-0.06, 0.06)
        count++
      }
      print "id,template,x,y,z,vx,vy,vz,blocked,group" >"clumps.csv"
      for (c = 0; c < count; c++) {
        group = choose("red|blue|"); blocked = among(3) ? "" : flat ? choose("xyZ|y|Z|xy") : choose("xyzXYZ|x|z|X|xyz")
        held[c] = blocked == "xyZ" || blocked == "xyzXYZ" || (moved && group == "blue")
        still = blocked != ""
        printf "%d,%s,%.9g,%.9g,%.9g,%g,%g,%g,%s,%s\n", 7 * c + 3, choose("ball|pill|pill|long"), x[c, 0], x[c, 1], x[c, 2], still ? 0 : between(-1, 1), \
          still ? 0 : between(-1, 1), still || flat ? 0 : between(-1, 1), blocked, group >"clumps.csv"
        has[group] = 1
      }
      printf "schema: 1\nrun: {end_time: 0.2, dt: %s, dimension: %d, gravity: %s, integrator: %s, substeps: %d, static_passes: %d, overlap_limit: 9}\n", \
        hard || among(2) ? "2e-4" : "auto", flat ? 2 : 3, vector(between(-2, 2), flat ? -9 : 1, -9), reflects ? "verlet" : choose("verlet|euler"), \
        1 + among(2), 3 * among(2) >out
      print "domain: {lo: " vector(-1.2, -1.2, -1.2) ", hi: " vector(1.2, 1.2, 1.2) ", boundary: [" face[0] ", " face[1] (flat ? "" : ", " face[2]) "]}" >out
      print "material: [{s: {density: 1000}}, {w: {density: 1000}}]\ncontact:" >out
      split(hard ? "s w|w w" : "s w|w w|s s", of, "|")
      for (k = 1; k in of; k++) {
        split(of[k], m, " ")
        print "  - " m[1] m[2] ": {between: [" m[1] ", " m[2] "], normal: hooke, stiffness: 2e3, restitution: .5, tangential: hooke, friction: .4}" >out
      }
      z = flat ? "," : ",0,"
      print "template:\n  - ball: {material: s, pebbles: [0,0" z ".03]}\n  - pill: {material: s, pebbles: [-.03,0" z ".025, .02,.01" z ".03]}" >out
      print "  - long: {material: s, pebbles: [-.2,0" z ".05, -.1,0" z ".05, 0,0" z ".05, .1,0" z ".05, .2,0" z ".05]}\n  - bead: {material: w, pebbles: [0,0" z ".012], turns: false}\nclumps:\n  - all: {file: clumps.csv}" >out
      # bodies whose content is kept, between the clumps
      kept = seed % 2
      if (kept) print "  - skins: {skin: " (flat ? "circle, skin_nodes: 12" : "icosphere, skin_level: 0") ", skin_radius: 0.1, template: bead, id: 1000, centres: " (flat ? "[-0.5, -0.5, 0.5, 0.5]" : "[-0.5, -0.5, -0.25, 0.5, 0.5, 0.25]") "}\ndeformable:\n  - bag: {clumps: [skins], edge_stiffness: 100, damping: 0.1}" >out
      print "constraint:" >out
      if (kept) print "  - keep: {type: volume, body: bag, sweeps: " (seed % 3 ? 4 : 1) (seed % 4 == 1 ? ", content_compliance: " (flat ? "1e-5" : "1e-8") : "") "}" >out
      n = split("rod rope ball weld hinge slider plane", type, " "); first = among(n)
      for (k = 0; k <= among(4); k++) object(type[1 + (first + k) % n])
      if (hard) print "  - hard: {type: contact, between: [s, s], friction: .3, restitution: .2, sweeps: 4, velocity_sweeps: 2}" >out
      if (walled) print "wall: [{floor: {shape: plane, material: w, point: " vector(0, flat ? -1.1 : 0, -1.1) ", normal: " vector(0, flat, 1) "}}]" >out
      moves = moved && ("blue" in has); shakes = walled && among(2)
      if (moves || shakes) print "motion:" >out
      if (shakes) print "  - shake: {walls: [floor], type: oscillate, direction: " vector(0, flat, 1) ", amplitude: .02, frequency: 20}" >out
      if (moves) print "  - drag: {groups: [blue], type: translate, velocity: " vector(0.3, 0, 0) "}" >out
      # changes of the groups that are there and not driven, and clumps that enter
      changes = 0
      split("scale, factor: 0.8|scale, factor: 1.1|delete|density, density: 700|fix|free|group, group: red|push, velocity: " vector(0.5, 0, 0) \
            "|velocity, velocity: " vector(0, 0.5, 0), action, "|")
      for (k = 1 + among(9); among(4) && ("red" in has); k = 1 + among(9))
        print (changes++ ? "" : "change:\n") "  - c" changes ": {groups: [red], action: " action[k] ", start: " between(0, 0.18) "}" >out
      if (among(2)) print "inlet: [{rain: {template: pill, every: 0.03, number_rate: 100, attempts: 20, velocity: " vector(0.5, -0.5, 0) ", lo: " vector(-1, -1, -1) ", hi: " vector(1, 1, 1) ", group: red}}]" >out
      print "output: {log_every: 0.02, frames_every: 0.1}" >out
    }'
}

newest() { ls -t "$1"/restart/*.h5 | head -1; }

for seed in $(seq 1 24); do
  mkdir "case-$seed" && cd "case-$seed" || exit 99
  make_case "$seed"
  case $((seed % 4)) in
    0) lists=(-rebuild_every 1) ;;
    1) lists=(-search_method cells) ;;
    2) lists=(-balance_every 1) ;;
    3) lists=(-rebuild_every 7 -search_method cells) ;;
  esac
  check "case $seed on 1 rank" "$CLAST" case.yaml -output_dir one
  check "  on 3" on_ranks 3 "$CLAST" case.yaml -output_dir three
  is "  same digest" "$(digest "$(newest three)")" "$(digest "$(newest one)")"
  check "  on 3, with other lists" on_ranks 3 "$CLAST" case.yaml -output_dir lists "${lists[@]}"
  is "  same digest" "$(digest "$(newest lists)")" "$(digest "$(newest one)")"
  check "  begun on 2" on_ranks 2 "$CLAST" case.yaml -output_dir halves -run_end_time 0.1
  check "  and restarted on 3" on_ranks 3 "$CLAST" -restart halves -output_dir halves -run_end_time 0.2
  is "  same digest" "$(digest "$(newest halves)")" "$(digest "$(newest one)")"
  is "  the same breaks" "$(cut -d, -f1-8 halves/events.csv 2>/dev/null)" "$(cut -d, -f1-8 one/events.csv 2>/dev/null)"
  cd ..
done
tap_end
