#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Deformable bodies: what is told, and what is refused, with the line and what is wrong.
. "$srcdir/tests/tap.sh"

cat >nodes.csv <<'EOF'
id,template,x,y
1,bead,0.1,0.1
2,bead,0.3,0.1
3,bead,0.3,0.3
4,bead,0.1,0.3
EOF
printf 'a,b\n1,2\n2,3\n3,4\n4,1\n' >skin.csv
cat >flat.yaml <<'EOF'
schema: 1
run: {end_time: 0.01, dt: auto, dimension: 2}
domain: {lo: [0, 0], hi: [1, 1], boundary: [periodic, open]}
material:
  - s: {density: 1000}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1e3, restitution: 1, tangential: none}
template:
  - bead: {material: s, pebbles: [0, 0, 0.09], turns: false}
clumps:
  - nodes: {file: nodes.csv}
deformable:
  - bag: {file: skin.csv, content_stiffness: 1e5, edge_stiffness: 1e6}
EOF

check "a run" "$CLAST" flat.yaml -output_dir good
says "  the bodies are told" '^clast: 1 deformable body of 4 nodes$'
says "  and what limits the time step" 'dt: auto, .*limited by .*nodes of deformable bag'

# FACT SED REGEX: flat.yaml with this change is a usage error whose only mistake matches.
refused()
{
  sed "$2" flat.yaml >bad.yaml
  cmp -s flat.yaml bad.yaml && fail "$1" "the edit changes nothing: $2"
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "$3"
}

# FACT ROWS REGEX: so is a list of these rows.
refused_rows()
{
  printf 'a,b %s' "$2" | tr ' ' '\n' >bad.csv
  sed 's/skin.csv/bad.csv/' flat.yaml >bad.yaml
  status "$1" 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: 1 mistake in '
  says "  it says" "deformable: bag: file: 'bad.csv': $3"
}

refused "a negative stiffness" 's/edge_stiffness: 1e6/edge_stiffness: -1/' "deformable: bag: edge_stiffness: '-1' is out of range.*N/m"
refused "two kinds of plastic edges" 's/edge_stiffness/edge_time: 1, perimeter_time: 1, &/' 'perimeter_time: .*and edge_time: give one of them'
refused_rows "an open line" '1,2 2,3 3,4' 'the line of clump 1 is open there'
refused_rows "a segment the wrong way round" '1,2 3,2 3,4 4,1' 'line 3: two segments end at clump 2'
refused_rows "a body the wrong way round" '2,1 3,2 4,3 1,4' 'the body of clump 1 encloses -0.04 m.2: its segments have the wrong sense'
refused_rows "a node that is not there" '1,2 2,7 7,1' 'there is no clump 7'
refused_rows "a line of two" '1,2 2,1' 'the line of clump 1 has 2 nodes'

# ---- contacts of nodes with each other: sides are 0.2 m long, diagonals 0.28 m ----
sed 's/0.09\]/0.15]/; s/dimension: 2/&, overlap_limit: 2/' flat.yaml >near.yaml
for case in none:0 apart:2 all:6; do
  check "own_contacts: ${case%:*}" "$CLAST" near.yaml -deformable_bag_own_contacts "${case%:*}" -run_end_time 1e-6 -output_dir near
  is "  has ${case#*:}" "$(sed -n 2p near/log.csv | cut -d, -f6)" "${case#*:}"
done

status "a node that leaves" 3 "$CLAST" flat.yaml -run_gravity 0,-1e4 -run_end_time 1 -output_dir left
says "  is told" 'deformable bag.*a node has left the domain'

# ---- three dimensions ----
cat >nodes3.csv <<'EOF'
id,template,x,y,z
1,bead,0.3,0.3,0.3
2,bead,0.6,0.3,0.3
3,bead,0.3,0.6,0.3
4,bead,0.3,0.3,0.6
EOF
printf 'a,b,c\n1,3,2\n1,2,4\n2,3,4\n3,1,4\n' >skin3.csv
sed 's/, dimension: 2//; s/lo: .*}/lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, open, open]}/
     s/0.09\]/0, &/; s/nodes.csv/nodes3.csv/; s/skin.csv/skin3.csv/' flat.yaml >solid.yaml
check "a run in three dimensions" "$CLAST" solid.yaml -output_dir good3

# FACT SED REGEX: so is a list of triangles with this change.
refused_mesh()
{
  sed "$2" skin3.csv >bad.csv
  sed 's/skin3.csv/bad.csv/' solid.yaml >bad.yaml
  status "$1" 2 on_ranks 2 "$CLAST" bad.yaml -output_dir refused
  says "  one message" '^clast: [123] mistakes? in '
  says "  it says" "deformable: bag: file: 'bad.csv': $3"
}

refused_mesh "a triangle the wrong way round" 's/2,3,4/3,2,4/' 'line 4: its corners have the opposite sense of those in line [235], at the edge from clump'
refused_mesh "an open surface" '$d' 'line [0-9]: the edge from clump 1 to 3 belongs to one triangle: the surface is open there'

# ---- skins that are made ----
refused "no skin" 's/file: skin.csv, //' 'deformable: bag: give one of clumps .objects with a skin. and file'
refused "clumps without a skin" 's/file: skin.csv/clumps: [nodes]/' 'deformable: bag: clumps: .*nodes has no skin'
sed 's/nodes: {.*/nodes: {skin: icosphere, skin_level: 1, skin_radius: 0.12, template: bead, centres: [0.5, 0.5, 0.5, 0, 0.5, 0.4], id: 7}/
     s/file: skin3.csv/clumps: [nodes]/' solid.yaml >made.yaml
check "icospheres, one across a periodic face" on_ranks 2 "$CLAST" made.yaml -output_dir made
says "  the bodies are told" '^clast: 2 deformable bodies of 84 nodes$'
check "  and a restart on one rank" "$CLAST" -restart made -run_end_time 0.012
# a tetrahedron, with a T-junction in the middle of the edge along x
printf '%s\n' 'v 0 0 0' 'v 0.4 0 0' 'v 0 0.3 0' 'v 0 0 0.3' 'v 0.2 0 0' 'f 1 3 5' 'f 5 3 2' 'f 1 2 4' 'f 2 3 4' 'f 3 1 4' >tee.obj
sed 's/nodes: {.*/nodes: {skin: mesh, skin_file: tee.obj, template: bead, centres: [0.3, 0.3, 0.3]}/
     s/file: skin3.csv/clumps: [nodes]/' solid.yaml >made.yaml
check "a mesh with a T-junction" "$CLAST" made.yaml -output_dir made3
is "  encloses its volume" "$(${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "content") c = k } NR == 2 { printf "%.12g", $c }' made3/log.csv)" 0.006
printf 'v 0 0 0\nv 0.2 0 0\nv 0.2 0.3 0\nl 1 2 3 1\n' >corner.obj
sed 's/nodes: {.*/nodes: {skin: mesh, skin_file: corner.obj, template: bead, centres: [0.5, 0.5]}/
     s/file: skin.csv/clumps: [nodes]/' flat.yaml >made.yaml
check "a line of a file" "$CLAST" made.yaml -output_dir made2
is "  encloses its area" "$(${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "content") c = k } NR == 2 { printf "%.12g", $c }' made2/log.csv)" 0.03
printf 'v 0 0 0\nv 0.2 0 0\nv 9 9 9\nv 0.2 0.3 0\nl 1 2 4 1\n' >corner.obj
check "with a vertex on no line" "$CLAST" made.yaml -output_dir made2
says "  which becomes no clump" '^clast: 1 deformable body of 3 nodes$'
is "  as told" "$(sed -n 2p made2/log.csv | cut -d, -f4)" 3
status "an id that leaves none for the nodes" 2 "$CLAST" made.yaml -clumps_nodes_id 9223372036854775805 -output_dir refused
says "  it says" "-clumps_nodes_id: .*leaves no ids for the 3 nodes: give a smaller one"
sed -i 's/skin: mesh, skin_file: corner.obj/skin: icosphere, skin_radius: 1/' made.yaml
status "an icosphere in two dimensions" 2 "$CLAST" made.yaml -output_dir refused
says "  it says" "clumps: nodes: skin: 'icosphere': is for three dimensions: allowed here: circle, mesh"

# ---- contents as constraints ----
{ cat made.yaml; printf 'constraint:\n  - keep: {type: volume, body: sack}\n'; } >kept.yaml
status "a body that is not there" 2 "$CLAST" kept.yaml -output_dir refused
says "  it says" "constraint: keep: body: .*sack"
sed -i 's/body: sack/body: bag, file: skin.csv/' kept.yaml
status "a list beside a body" 2 "$CLAST" kept.yaml -output_dir refused
says "  it says" "constraint: keep: file: .*type: volume takes the skin of its body: leave it out"

sed -i 's/body: bag, file: skin.csv/body: bag, compliance: 1e-3, damping: 1, break_force: 2/' kept.yaml
status "keys of links" 2 "$CLAST" kept.yaml -output_dir refused
says "  a compliance" 'constraint: keep: compliance: .*not for type: volume: leave it at 0, and give content_compliance'
says "  a damping" 'constraint: keep: damping: .*not for type: volume: leave it at 0'
says "  a force" 'constraint: keep: break_force: .*not for type: volume: leave it out'

# ---- sweeps: all rows are looked at before the first one runs ----
printf 'name,deformable_bag_content_stiffness\nsoft,1e5\nstiff,2e5\n' >rows.csv
sed 's/nodes: {.*/nodes: {skin: circle, skin_nodes: 20, skin_radius: 0.1, template: bead, centres: [0.5, 0.5, 0.2, 0.2]}/
     s/file: skin.csv/clumps: [nodes]/; s/0.09\]/0.02]/' flat.yaml >made.yaml
for case in flat made; do
  check "a sweep over a stiffness of $case.yaml" on_ranks 2 "$CLAST" $case.yaml -sweep rows.csv -sweep_dir swept-$case
  says "  all rows finish" '^clast: sweep: 2 of 2 rows finished, 0 failed'
  check "  a row by itself" "$CLAST" $case.yaml -deformable_bag_content_stiffness 2e5 -output_dir alone-$case
  step=$(tail -n 1 alone-$case/log.csv | cut -d, -f1)
  is "  has the same digest" "$(digest swept-$case/stiff/restart/clast-$step.h5)" "$(digest alone-$case/restart/clast-$step.h5)"
done
tap_end
