#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clast-clump with meshes: mass properties of a closed mesh, pebbles generated from it, pictures, and two dimensions. limit: 300
. "$srcdir/tests/tap.sh"
: "${CLAST_CLUMP:=$builddir/clast-clump}"
awk=${AWK:-awk}

# FIELD PLACE [LINE]: a number of the last command's JSON; places of arrays from 1.
number()
{
  $awk -v field="\"$1\": " -v place="$2" -v line="${3:-1}" '
    /^\{/ { n++ }
    { at = index($0, field); if (!at || n != line) next
      text = substr($0, at + length(field)); gsub(/[][}]/, " ", text); split(text, part, /[ ,]+/)
      print part[part[1] == "" ? place + 1 : place]; exit }' "$out"
}

# FACT GOT EXPECTED RELATIVE: numbers; of 0 the difference is absolute.
near()
{
  if $awk -v a="$2" -v b="$3" -v e="$4" 'BEGIN {
      d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; if (s == 0) s = 1
      exit !(a != "" && d <= e * s) }'; then pass "$1"
  else fail "$1" "got $2, expected $3 within $4"; fi
}

# FACT A B: numbers, A below B
below()
{
  if $awk -v a="$2" -v b="$3" 'BEGIN { exit !(a != "" && a + 0 < b + 0) }'; then pass "$1"
  else fail "$1" "$2 is not below $3"; fi
}

# FACT REGEX COMMAND...: exit status 2, and a line that matches.
wrong()
{
  local fact=$1 regex=$2
  shift 2
  status "$fact" 2 "$@"
  says "  says so" "$regex"
}

# FILE WIDTH HEIGHT: the head of a PNG, as its standard says.
is_png()
{
  is "  is a PNG of $2 x $3" "$(od -An -v -tu1 -N 24 "$1" | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')" \
    "137 80 78 71 13 10 26 10 0 0 0 13 73 72 68 82 0 0 $(($2 / 256)) $(($2 % 256)) 0 0 $(($3 / 256)) $(($3 % 256))"
}

# A box of 1 x 0.8 x 0.5 with its corner at 1, 2, 3, as text.
box()
{
  $awk -v skip="${1:-0}" 'BEGIN {
    split("1 2 3 2 2 3 2 2.8 3 1 2.8 3 1 2 3.5 2 2 3.5 2 2.8 3.5 1 2.8 3.5", x, " ")
    n = split("1 3 2 1 4 3 5 6 7 5 7 8 1 2 6 1 6 5 2 3 7 2 7 6 3 4 8 3 8 7 4 1 5 4 5 8", f, " ")
    print "solid box"
    for (t = 1; t <= n; t += 3) {
      if (++k == skip) continue
      print "facet normal 0 0 0\nouter loop"
      for (c = 0; c < 3; c++) print "vertex", x[3 * f[t + c] - 2], x[3 * f[t + c] - 1], x[3 * f[t + c]]
      print "endloop\nendfacet" }
    print "endsolid box" }'
}
box >box.stl

# ---- mass properties of a mesh ----

check "a box" "$CLAST_CLUMP" properties box.stl --density 3 --json
near "  volume" "$(number volume 1)" .4 1e-14
near "  mass" "$(number mass 1)" 1.2 1e-14
near "  centre y" "$(number centre 2)" 2.4 1e-14
near "  inertia xx" "$(number inertia 1)" .089 1e-13
near "  inertia zz" "$(number inertia 3)" .164 1e-13
near "  inertia xy" "$(number inertia 4)" 0 1e-14
check "  scaled" "$CLAST_CLUMP" properties box.stl --scale 2 --density 3 --json
near "    has 32 times the inertia" "$(number inertia 3)" 5.248 1e-13
check "  as a table" "$CLAST_CLUMP" properties box.stl
says "    by its mesh" '^method +mesh$'
box 5 >open.stl
wrong "an open box" 'open\.stl: ' "$CLAST_CLUMP" properties open.stl
wrong "  from which no pebbles come" 'open\.stl: ' "$CLAST_CLUMP" generate open.stl never.csv
check "    nor a file" test ! -e never.csv
# The same box as OBJ, by its ending or by what is in it.
printf '# a box\no box\nv 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\nv 1 0 3\nv 1 2 3\nv 0 2 3\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n' >cuboid.OBJ
cp cuboid.OBJ renamed.stl
for file in cuboid.OBJ renamed.stl; do
  check "an OBJ file, $file" "$CLAST_CLUMP" properties $file --density 3 --json
  near "  has its volume" "$(number volume 1)" 6 1e-14
  check "  is filled" "$CLAST_CLUMP" generate $file filled.csv --most 5
  cat >obj.yaml <<E2
schema: 1
run: {end_time: 0.001, dt: 1.0e-3}
domain: {lo: [0, 0, 0], hi: [9, 9, 9]}
material:
  - s: {density: 3, young: 1.0e5, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 100, restitution: 0.5}
template:
  - box: {material: s, mesh: $file, generate: medial, generate_most: 5, mass_properties: mesh}
clumps:
  - one: {template: box, position: [4, 4, 4]}
E2
  check "  and is a template" "$CLAST" obj.yaml -check
  says "    of its mass" 'template box: .*18 kg'
done
# T-junctions: its bottom is a fan from the middle of the face over corners and the middles of edges, at which the sides have no
# corners. KIND [SKIP]: STL or OBJ, without the face of the fan with this number.
tee()
{
  $awk -v kind="$1" -v skip="${2:-0}" '
    function face(a, b, c) {
      if (kind == "obj") { print "v " a "\nv " b "\nv " c "\nf -3 -2 -1"; return }
      print "facet normal 0 0 0\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet" }
    BEGIN {
      split("1 2 3,2 2 3,2 2.8 3,1 2.8 3,1 2 3.5,2 2 3.5,2 2.8 3.5,1 2.8 3.5", x, ",")
      n = split("5 6 7 5 7 8 1 2 6 1 6 5 2 3 7 2 7 6 3 4 8 3 8 7 4 1 5 4 5 8", f, " ")
      m = split("1 2 3,1 2.4 3,1 2.8 3,1.5 2.8 3,2 2.8 3,2 2.4 3,2 2 3,1.5 2 3", r, ",")
      if (kind == "stl") print "solid box"
      for (t = 1; t <= n; t += 3) face(x[f[t]], x[f[t + 1]], x[f[t + 2]])
      for (k = 1; k <= m; k++) if (k != skip) face("1.5 2.4 3", r[k], r[k % m + 1])
      if (kind == "stl") print "endsolid box" }'
}
"$CLAST_CLUMP" generate box.stl box.edt.csv --most 12 --method edt >"$out" 2>&1
"$CLAST_CLUMP" generate box.stl box.favier.csv --most 12 --method favier >"$out" 2>&1
for kind in stl obj; do
  tee $kind >tee.$kind
  check "a box with T-junctions, $kind" "$CLAST_CLUMP" properties tee.$kind --density 3 --json
  near "  mass" "$(number mass 1)" 1.2 1e-14
  near "  centre z" "$(number centre 3)" 3.25 1e-14
  near "  inertia xx" "$(number inertia 1)" .089 1e-13 # m (.8^2 + .5^2) / 12
  near "  inertia yy" "$(number inertia 2)" .125 1e-13
  near "  inertia zz" "$(number inertia 3)" .164 1e-13
  near "  inertia xy" "$(number inertia 4)" 0 1e-14
  for method in edt favier; do
    "$CLAST_CLUMP" generate tee.$kind tee.csv --most 12 --method $method >"$out" 2>&1
    check "  the pebbles of the box, $method" cmp tee.csv box.$method.csv
  done
  printf 'mesh tee.%s 2\n' $kind >tee.shapes
  check "  as a shape, twice as large" "$CLAST_CLUMP" properties tee.shapes --density 3 --json --method sum
  near "    mass" "$(number mass 1)" 9.6 1e-13
  sed "s/cuboid.OBJ/tee.$kind/; s/renamed.stl/tee.$kind/" obj.yaml >tee.yaml
  check "  as a template" "$CLAST" tee.yaml -check
  says "    of its mass" 'template box: .*1\.2 kg'
  tee $kind 3 >hole.$kind
  wrong "  with a hole" "hole.$kind: 3 open edges; the first from .1, 2.8, 3. to .1.5, 2.4, 3., face 12: " \
    "$CLAST_CLUMP" properties hole.$kind
  status "    no template" 2 "$CLAST" tee.yaml -template_box_mesh hole.$kind -check
  says "      says so" '3 open edges; the first from .1, 2.8, 3. to .1.5, 2.4, 3., face 12: '
done
wrong "a mesh is not written as OBJ" 'make them with clast-clump generate' "$CLAST_CLUMP" convert cuboid.OBJ copy.obj
wrong "no mesh" 'nowhere\.stl: ' "$CLAST_CLUMP" properties nowhere.stl
wrong "a mesh has no pebbles" 'make them with clast-clump generate' "$CLAST_CLUMP" convert box.stl box.csv
wrong "a mesh has no materials" 'a mesh has no materials' "$CLAST_CLUMP" properties box.stl --density glass=2

# ---- shapes ----

printf 'capsule 1 2 3 1 0 0 0 0.5 2 material=glass\n' >rod.shapes
check "a capsule" "$CLAST_CLUMP" properties rod.shapes --density glass=3 --json
near "  volume" "$(number volume 1)" 2.0943951023931957 1e-13
near "  mass" "$(number mass 1)" 6.283185307179587 1e-13
near "  centre z" "$(number centre 3)" 3 1e-14
near "  inertia xx" "$(number inertia 1)" .7461282552275759 1e-13                # 2/5 m r^2 of the caps, 1/2 of the shaft
near "  inertia yy" "$(number inertia 2)" 4.182245220091412 1e-13                # 83/320 m r^2 + m (s/2 + 3r/8)^2, and so on
check "  by all methods" "$CLAST_CLUMP" properties rod.shapes --density 3 --method all --json --samples 100000 --tolerance 0.05
for line in 1 2 3 4 5; do
  near "    one is within its bound" "$(number volume 1 $line)" 2.0943951023931957 "$(number error 1 $line)"
  is "      so is its centre" "$($awk -v x="$(number centre 1 $line)" -v y="$(number centre 2 $line)" -v z="$(number centre 3 $line)" \
    -v e="$(number centre_error 1 $line)" 'BEGIN { good = (e > 0) && (x - 1) ^ 2 + (y - 2) ^ 2 + (z - 3) ^ 2 <= e ^ 2; print (good ? "yes" : e) }')" yes
done
wrong "  without a density" 'material glass has no density' "$CLAST_CLUMP" properties rod.shapes
wrong "  has no nodes" 'rod\.shapes has no nodes' "$CLAST_CLUMP" properties rod.shapes --density 3 --method exact --nodes
wrong "  nor pebbles" 'it has no pebbles' "$CLAST_CLUMP" convert rod.shapes rod.csv
# volume pi (L r^2 + 4/3 r^3) with r = 0.5, L = 2; chords within 0.0005 x 3 of the surface take less than 0.5 % of it
check "  its surface as a mesh, half as large" "$CLAST_CLUMP" convert rod.shapes rod.stl --scale 0.5
check "  which is closed" "$CLAST_CLUMP" properties rod.stl --json
is "  and has an eighth of the volume" "$(sed -n 's/.*"volume": \([^,]*\),.*/\1/p' "$out" | awk '{ v = 3.14159265 * (0.5 + 0.5 / 3) / 8; print ($1 < v && $1 > .995 * v) }')" 1
check "  a mesh, as large as before" "$CLAST_CLUMP" convert rod.stl rod2.stl --scale 2
check "    and back" "$CLAST_CLUMP" convert rod2.stl rod1.stl --scale 0.5
check "    as it is" "$CLAST_CLUMP" convert rod.stl same.stl
is "    the same bytes, as 2 is exact" "$(cmp same.stl rod1.stl)" ""
check "  the shapes, half as large" "$CLAST_CLUMP" convert rod.shapes half.shapes --scale 0.5
is "    lengths are, attitudes and materials are as before" "$(cat half.shapes)" "capsule 0.5 1 1.5 1 0 0 0 0.25 1 material=glass"
wrong "  no shapes from a mesh" 'an \.stl file only' "$CLAST_CLUMP" convert rod.stl rod3.shapes
wrong "  nowhere" 'nowhere/rod\.stl: cannot be written' "$CLAST_CLUMP" convert rod.shapes nowhere/rod.stl
wrong "  scale of pebbles" 'applies to meshes and shapes' "$CLAST_CLUMP" convert two.csv two.txt --scale 2
check "  a picture" "$CLAST_CLUMP" picture rod.shapes rod.png --size 50
printf 'node a 0 0 0\nnode b 1 0 0\ntetrahedron @a @b 0 1 0 0 0 1\nsphere @a 0.5\n' >nodes.shapes
check "nodes" "$CLAST_CLUMP" properties nodes.shapes --method sum --nodes --json
is "  an object each, behind the one of the method" "$(grep -cE '^\{"(method|node)"' "$out")" 3
near "  a quarter of a tetrahedron, and a sphere" "$(number mass 1 2)" .5652654422649654 1e-13
near "  a quarter alone" "$(number mass 1 3)" .041666666666666664 1e-13
check "  as a table" "$CLAST_CLUMP" properties nodes.shapes --method sum --nodes
says "    with a row each" '^b +1 +0\.0416666666667 '
wrong "nodes of pebbles" 'nodes are in \.shapes files' "$CLAST_CLUMP" properties two.csv --nodes
printf 'cone 0 0 0 1\n' >bad.shapes
wrong "a shape nobody knows" 'bad\.shapes: line 1: ' "$CLAST_CLUMP" properties bad.shapes
head -c 5000 "$CLAST_CLUMP" >bad.shapes
wrong "something else" 'bad\.shapes: ' "$CLAST_CLUMP" properties bad.shapes
: >bad.shapes
wrong "nothing" 'bad\.shapes: ' "$CLAST_CLUMP" properties bad.shapes

# ---- generation ----

check "pebbles in a box" "$CLAST_CLUMP" generate box.stl box.csv --most 12 --json
is "  as many as asked" "$(number pebbles 1) $(($(wc -l <box.csv) - 1))" "12 12"
is "  none sticks out" "$($awk -F, 'NR > 1 { if ($1 - $4 < 1 - 1e-9 || $1 + $4 > 2 + 1e-9 || $2 - $4 < 2 - 1e-9 || $2 + $4 > 2.8 + 1e-9 ||
  $3 - $4 < 3 - 1e-9 || $3 + $4 > 3.5 + 1e-9) bad++ } END { print bad + 0 }' box.csv)" 0
error=$(number volume_error 1)
inertia=$(number inertia_error 1)
diameter=$(number diameter 1)
near "  D" "$diameter" .914156299468 1e-9 # cbrt(6 .4 / pi)
"$CLAST_CLUMP" properties box.csv --json >"$out"
near "  the volume is off by what it says" "$(number volume 1)" "$($awk -v e="$error" 'BEGIN { printf "%.17g", .4 * (1 - e) }')" 1e-9
check "  scaled" "$CLAST_CLUMP" generate box.stl large.csv --most 12 --json --scale 1000
near "    as far off" "$(number volume_error 1)" "$error" 1e-6
near "    in inertia too" "$(number inertia_error 1)" "$inertia" 1e-6
near "    but larger" "$(number diameter 1)" 914.156299468 1e-9

check "until the volume is right" "$CLAST_CLUMP" generate box.stl box.mol --volume-error 0.12 --json
below "  it is" "$(number volume_error 1)" .12
few=$(number pebbles 1)
is "  as many atoms" "$($awk '$2 == "atoms" { print $1 }' box.mol)" "$few"
check "  a smaller error takes more" "$CLAST_CLUMP" generate box.stl more.csv --volume-error 0.09 --json
below "    pebbles" "$few" "$(number pebbles 1)"
status "what cannot be met in so many" 3 "$CLAST_CLUMP" generate box.stl some.csv --volume-error 0.01 --most 10
says "  is told" 'not all bounds are met: allow more pebbles'
says "  marked in the table" '^volume error .*!  *asked 1%'
is "  and written all the same" "$(wc -l <some.csv)" 11
status "with no radius below 0.2" 3 "$CLAST_CLUMP" generate box.stl some.csv --volume-error 0.01 --smallest 0.2
is "  there is none" "$($awk -F, 'NR > 1 && $4 < 0.2 { n++ } END { print n + 0 }' some.csv)" 0

status "all methods" 3 "$CLAST_CLUMP" generate box.stl all.csv --method all --most 20 --volume-error 0.05 --json
is "  an object each" "$(grep -c '^{' "$out")" "$("$CLAST_CLUMP" generate --help | grep -cE '^    [a-z]+ ')"
is "  of which one is written" "$(grep -c '"written": true' "$out")" 1
if python3 -c 'import json' 2>/dev/null; then
  cp "$out" all.json
  check "  as a JSON reader finds too" python3 -c 'import json
best = None
for line in open("all.json"):
    if not line.startswith("{"): continue
    o = json.loads(line)
    for key in "volume_error inertia_error distance_error mean_error gap out centre_distance smallest largest seconds".split():
        assert o[key] >= 0, key
    assert not o["met"] and o["pebbles"] <= 20
    best = min(best or o, o, key=lambda o: o["volume_error"])
assert best["written"], best'
else
  skip "  as a JSON reader finds too" "no python3"
fi

check "the mass of the mesh" "$CLAST_CLUMP" generate box.stl solid.mol --most 12 --mass mesh --density 3
near "  is that of the box" "$($awk '$2 == "mass" { print $1 }' solid.mol)" 1.2 1e-14
check "of the pebbles" "$CLAST_CLUMP" generate box.stl pebbles.mol --most 12 --density 3
below "  is less" "$($awk '$2 == "mass" { print $1 }' pebbles.mol)" 1.2
check "expanded" "$CLAST_CLUMP" generate box.stl round.csv --most 12 --expand --json
below "  the volume is right" "$(number volume_error 1)" 1e-6
"$CLAST_CLUMP" properties round.csv --json >"$out"
near "  as exact finds" "$(number volume 1)" .4 1e-6

drop_seconds() { sed 's/"seconds": [0-9.]*//' "$1"; }
"$CLAST_CLUMP" generate box.stl one.csv --most 12 --method ferellec --json >a.json 2>/dev/null
on_ranks 2 "$CLAST_CLUMP" generate box.stl two.csv --most 12 --method ferellec --json >b.json 2>/dev/null
check "the same bits on two ranks" cmp one.csv two.csv
is "  and the same report" "$(drop_seconds a.json)" "$(drop_seconds b.json)"
"$CLAST_CLUMP" generate box.stl two.csv --most 12 --method ferellec --seed 2 >/dev/null 2>&1
check "  others with another seed" test "$(cat one.csv)" != "$(cat two.csv)"

wrong "a method nobody knows" "'magic': no such method; give .*medial.* or all" "$CLAST_CLUMP" generate box.stl never.csv --method magic
wrong "an error of 100 %" "--volume-error '1': give a number from" "$CLAST_CLUMP" generate box.stl never.csv --volume-error 1
wrong "no pebbles" "--most '0'" "$CLAST_CLUMP" generate box.stl never.csv --most 0
wrong "one file" 'generate: give two files' "$CLAST_CLUMP" generate box.stl
wrong "a mesh that is none" 'a mesh is read from an .stl or .obj file' "$CLAST_CLUMP" generate box.csv never.csv
wrong "pebbles in a format nobody knows" 'no format has this ending' "$CLAST_CLUMP" generate box.stl never.doc
check "  nothing is written" test ! -e never.csv -a ! -e never.doc

# ---- pictures ----

printf 'x,y,z,r\n0,0,0,1\n1,0,0,1\n' >two.csv
check "a picture of two pebbles" "$CLAST_CLUMP" picture two.csv two.png --size 90
height=$(od -An -tu1 -j 23 -N 1 two.png | tr -d ' ')
is_png two.png 90 "$height"
check "  wider than high" test "$height" -ge 45 -a "$height" -lt 90
check "  a flat image packs better" test "$(wc -c <two.png)" -gt 3000
check "a picture of a mesh" "$CLAST_CLUMP" picture box.stl box.png --size 64
check "a picture of pebbles on their mesh" "$CLAST_CLUMP" picture box.csv both.png --mesh box.stl --size 64
height=$(od -An -tu1 -j 23 -N 1 both.png | tr -d ' ')
is_png both.png 192 "$height"
check "one made with the pebbles" "$CLAST_CLUMP" generate box.stl box.csv --most 12 --picture made.png --size 64
check "  is the same" cmp both.png made.png
check "one with the properties" "$CLAST_CLUMP" properties box.csv --method exact --picture props.png --mesh box.stl --size 64
check "  is the same" cmp both.png props.png
if python3 -c 'import zlib' 2>/dev/null; then
  check "what is in it" python3 -c 'import struct, sys, zlib
data = open("both.png", "rb").read()
at, packed = 8, b""
while at < len(data):
    n, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + n]
    assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + n:at + 12 + n])[0]
    if kind == b"IHDR": width, height = struct.unpack(">II", body[:8]); assert body[8:10] == b"\x08\x02"
    if kind == b"IDAT": packed += body
    at += 12 + n
raw = zlib.decompress(packed)
stride = 3 * width
assert len(raw) == height * (stride + 1)
rows, last = [], bytearray(stride)
for r in range(height):
    kind, line = raw[r * (stride + 1)], bytearray(raw[r * (stride + 1) + 1:(r + 1) * (stride + 1)])
    for i in range(stride):
        a, b, c = (line[i - 3] if i > 2 else 0), last[i], (last[i - 3] if i > 2 else 0)
        p = a + b - c
        near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        line[i] = (line[i] + [0, a, b, (a + b) // 2, near][kind]) & 255
    rows.append(line); last = line
def dark(panel):   # the body: far from the bright background
    return sum(max(row[3 * x:3 * x + 3]) < 215 for row in rows for x in range(64 * panel, 64 * panel + 64))
for panel in range(3): assert 0.25 * 64 * height < dark(panel) < 0.95 * 64 * height, (panel, dark(panel))
blue = sum(row[3 * x + 2] > row[3 * x] + 60 for row in rows for x in range(128, 192))
red = sum(row[3 * x] > row[3 * x + 2] + 60 for row in rows for x in range(128, 192))
assert blue > 100 and red == 0, (blue, red)     # inscribed: nothing is outside
assert all(min(rows[y][3 * x:3 * x + 3]) > 215 for x, y in ((0, 0), (191, 0), (0, height - 1), (191, height - 1)))'
else
  skip "what is in it" "no python3"
fi
wrong "a picture that is no PNG" 'pictures are PNG files' "$CLAST_CLUMP" picture two.csv two.jpg
wrong "a picture that cannot be written" 'nowhere/two\.png: cannot be written' "$CLAST_CLUMP" picture two.csv nowhere/two.png
wrong "too large a picture" "--size '5000'" "$CLAST_CLUMP" picture two.csv two.png --size 5000

# ---- two dimensions ----

printf 'x,y,r\n0,0,.5\n.8,0,.5\n' >flat.csv
check "discs" "$CLAST_CLUMP" properties flat.csv --dimension 2 --density 2 --json
near "  mass" "$(number mass 1)" 2.97809154479651 1e-13
near "  polar inertia" "$(number inertia 3)" .891956090267005 1e-13
near "  centre" "$(number centre 1)" .4 1e-14
for method in grid octree montecarlo; do
  "$CLAST_CLUMP" properties flat.csv --dimension 2 --density 2 --json --method $method >"$out" 2>&1
  near "  $method: mass within its bound" "$(number mass 1)" 2.97809154479651 "$(number error 1)"
done
check "  as a table" "$CLAST_CLUMP" properties flat.csv --dimension 2
says "    of areas" '^area '
says "    and polar inertia" '^polar inertia '
check "  a picture" "$CLAST_CLUMP" picture flat.csv flat.png --dimension 2 --size 32
check "  to HDF5" "$CLAST_CLUMP" convert flat.csv flat.h5 --dimension 2
wrong "    which says that it is flat" 'say --dimension 2' "$CLAST_CLUMP" properties flat.h5
check "    and back" "$CLAST_CLUMP" convert flat.h5 back.csv --dimension 2
is "    the same" "$(cat back.csv)" "$(printf 'x,y,r\n0,0,0.5\n0.8,0,0.5')"
wrong "  z" 'pebble 1: z is 3.*: in two dimensions it must be 0' "$CLAST_CLUMP" properties box.csv --dimension 2

tap_end
