#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Pictures that a run draws: the same bytes on any ranks and through restarts, their numbers, films, and mistakes.
. "$srcdir/tests/tap.sh"

cat >case.yaml <<'END'
schema: 1
run: {end_time: 0.02, dt: 1.0e-3, seed: 4, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [open, open, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - pair: {material: s, pebbles: [0, 0, 0, 0.1, 0.1, 0, 0, 0.1]}
  - ball: {material: s, pebbles: [0, 0, 0, 0.12]}
clumps:
  - all: {template: [pair, ball], fraction: [0.5, 0.5], count: 60, lo: [0, 0, 0.5], hi: [2, 2, 2], group: [bed]}
  - large: {template: ball, position: [1, 1, 0.3], scale: 2, group: [guest], id: 1000}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
  - dome: {shape: sphere, material: s, point: [1, 1, 1], radius: 0.2, side: outside}
  - crate: {shape: mesh, material: s, file: crate.obj, scale: 0.3, shift: [0.5, 0.5, 0.2]}
spring:
  - web: {between: [s, s], distance: 0.1, at: 0, stiffness: 1.0e3}
image:
  - side: {every: 5.0e-3, size: [160, 120], colour: speed, links: true, outline: true, opacity: [crate, 0.3, bed, 0.7], cut: [0, 0.3, 0, 0, -1, 0]}
  - top: {every: 1.0e-2, size: [64, 64], samples: 1, colour: group, projection: orthographic, from: [1, 1, 3], up: [0, 1, 0], range: [0, 1],
          title: from above, colours: [guest, red, floor, '#405060'], background: black, time: false, legend: false}
  - net: {every: 1.0e-2, size: [160, 120], samples: 1, colour: touching, links: true, link_radius: 0.02, link_colour: tension, opacity: [ball, 0.4]}
  - way: {every: 1.0e-2, size: [80, 60], samples: 1, colour: "monitor:far"}
monitor:
  - far: {every: 5.0e-3, type: msd}
END
sed 's/\r//' "$srcdir/input/crate/crate.obj" >crate.obj

sums() { (cd "$1/images" && cksum ./*.png); }

check "a run with pictures" "$CLAST" case.yaml -output_dir one
is "  as many as are due" "$(cd one/images && echo ./*.png)" \
  "$(printf './%s.png ' net-0000{0..2} side-0000{0..4} top-0000{0..2} way-0000{0..2} | sed 's/ $//')"
is "  of the size asked for" "$(od -An -tu1 -j16 -N8 one/images/side-00000.png | tr -s ' ')" " 0 0 0 160 0 0 0 120"
is "  that change" "$(sums one | sort -u -k1,1 | wc -l)" 14
for ranks in 2 3 4 8; do
  check "  on $ranks ranks" on_ranks $ranks "$CLAST" case.yaml -output_dir "np$ranks" -decomp_random 3
  is "  the same bytes" "$(sums "np$ranks")" "$(sums one)"
done

check "halted between pictures" "$CLAST" case.yaml -output_dir halted -run_end_time 0.012
is "  has one of its end" "$(cd halted/images && echo ./*.png)" \
  "$(printf './%s.png ' net-0000{0..2} side-0000{0..3} top-0000{0..2} way-0000{0..2} | sed 's/ $//')"
check "  which is another one than the next" test "$(cksum <halted/images/side-00003.png)" != "$(cksum <one/images/side-00003.png)"
last=$(sums halted)
check "  and stays, where it has ended" "$CLAST" -restart halted -output_dir halted
is "  to the last byte" "$(sums halted)" "$last"
cp halted/images/side-00000.png halted/images/side-00099.png
check "  goes on, on 3 ranks" on_ranks 3 "$CLAST" -restart halted -output_dir halted -run_end_time 0.02
is "  the same pictures, and none of a later time" "$(sums halted)" "$(sums one)"
check "  and again, with another time step" "$CLAST" -restart halted -output_dir halted -run_end_time 0.03 -run_dt 5e-4
is "  numbers go on" "$(cd halted/images && echo ./side*.png)" \
  "./side-00000.png ./side-00001.png ./side-00002.png ./side-00003.png ./side-00004.png ./side-00005.png ./side-00006.png"
is "  and pictures of before stay" "$(sums halted | grep -E '(side-0000[0-4]|(top|net|way)-0000[0-2])')" "$(sums one)"
{ cat case.yaml && printf 'event:\n  - over: {when: time, above: 0.0115, do: end}\n'; } >over.yaml
check "a run that an event ends" "$CLAST" over.yaml -output_dir over
is "  has pictures of its end, but for those of contacts" "$(cd over/images && echo ./*.png)" \
  "$(printf './%s.png ' net-0000{0..1} side-0000{0..3} top-0000{0..2} way-0000{0..2} | sed 's/ $//')"
is "  as at an end time" "$(sums over | grep -v net)" "$(grep -v net <<<"$last")"
check "pictures that no number of steps fits" "$CLAST" case.yaml -output_dir odd -image_side_every 3.6e-3 -image_top_every 1e9 -image_net_every 1e9 -image_way_every 1e9
is "  are at the nearest steps" "$(ls odd/images | grep -c side)" 7
check "an end just after the time of a picture" "$CLAST" case.yaml -output_dir after -run_dt 1.5e-3 -image_side_every 1e-2
is "  which is drawn once" "$(cd after/images && echo ./side*.png)" "./side-00000.png ./side-00001.png ./side-00002.png"
check "samples of pixels that are odd" "$CLAST" case.yaml -output_dir odd1 -run_end_time 0 -image_side_samples 3 -image_side_size 160,90
check "  and on 2 ranks, the second of which begins in an odd row" on_ranks 2 "$CLAST" case.yaml -output_dir odd2 -run_end_time 0 -image_side_samples 3 -image_side_size 160,90
is "  are the same bytes" "$(sums odd2)" "$(sums odd1)"
check "-check draws nothing" "$CLAST" case.yaml -output_dir none -check
is "  no picture" "$(test ! -e none && echo yes)" yes

# A free mesh is drawn, coloured and hidden as other bodies of its groups are.
sed 's/scale: 0.3, shift: \[0.5, 0.5, 0.2\]/scale: 0.3, shift: [0.5, 0.5, 1.2], free: true, group: [cargo]/
  /^image:/,/^monitor:/{/^image:/!{/^monitor:/!d;};}' case.yaml >free.yaml
sed -i 's/^image:/&\n  - only: {every: 1, size: [96, 96], samples: 1, colour: template, legend: false, groups: [bed, guest]}\
  - hidden: {every: 1, size: [96, 96], samples: 1, colour: template, legend: false, opacity: [cargo, 0]}\
  - red: {every: 1, size: [96, 96], samples: 1, colour: template, legend: false, colours: [cargo, red]}\
  - named: {every: 1, size: [96, 96], samples: 1, colour: template, legend: false, colours: [crate, red, cargo, blue]}\
  - all: {every: 1, size: [96, 96], samples: 1, colour: template, legend: false}/' free.yaml
check "groups of a free mesh, on 2 ranks" on_ranks 2 "$CLAST" free.yaml -output_dir free -run_end_time 0.002
sum() { cksum <"free/images/$1-00000.png"; }
is "  other groups alone: it is not drawn" "$(sum only)" "$(sum hidden)"
is "  it has the colour of its group, but that of its own name goes before" "$(sum red)" "$(sum named)"
is "  three pictures differ" "$(for k in only red all; do sum $k; done | sort -u | wc -l)" 3

check "digests do not depend on pictures" "$CLAST" case.yaml -output_dir plain -image_side_every 1e9 -image_top_every 1e9 -image_net_every 1e9 -image_way_every 1e9
check "  they are equal" "$CLAST_DIGEST" plain/restart/clast-20.h5 one/restart/clast-20.h5

if command -v ffmpeg >/dev/null; then
  check "a film" "$srcdir/jobs/film.sh" one side 5
  is "  is there" "$(test -s one/images/side.mp4 && echo yes)" yes
else skip "a film" "no ffmpeg"; fi
status "a film without pictures" 2 "$srcdir/jobs/film.sh" one other
says "  names them" 'no pictures .*one/images/other-\*\.png'

# FACT REGEX SED
wrong()
{
  sed "$3" case.yaml >wrong.yaml
  cmp -s case.yaml wrong.yaml && fail "$1" "the edit changes nothing: $3"
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$2"
}
wrong "a number that clumps do not have" "image: side: colour: .*no number 'sped'; did you mean 'speed'" 's/colour: speed/colour: sped/'
wrong "a colour that is none" "image: top: colours: .*'rod' is no colour; allowed: white, .*#rrggbb" 's/guest, red/guest, rod/'
wrong "a name that is nothing's" "image: top: colours: .*no wall, template or group of clumps is called 'flor' .*; did you mean 'floor'" 's/red, floor/red, flor/'
wrong "an odd number of words" "image: side: opacity: .*3 words; allowed: pairs of a name and an opacity" 's/0.3, bed, 0.7/0.3, bed/'
wrong "an opacity above 1" "image: side: opacity: .*'7' is no opacity; allowed: 0 .hidden. to 1" 's/bed, 0.7/bed, 7/'
wrong "a range upside down" "image: top: range: .*allowed: auto, or two numbers, the lower one first" 's/range: \[0, 1\]/range: [1, 0]/'
wrong "up along the view" "image: top: up: .*is along the line from the camera" 's/from: \[1, 1, 3\], up: \[0, 1, 0\]/from: [1, 1, 3], look_at: [1, 1, 0], up: [0, 0, 1]/'
wrong "nowhere to look" "image: top: look_at: .*the same point as from" 's/up: \[0, 1, 0\]/look_at: [1, 1, 3]/'
wrong "an angle without perspective" "image: top: angle: .*is of pictures in perspective" 's/projection: orthographic/projection: orthographic, angle: 30/'
wrong "a height in perspective" "image: side: height: .*is of orthographic pictures" '/- side/s/links: true/height: 1/'
wrong "a cut of no direction" "image: side: cut: .*normal of plane 1 is .0, 0, 0." 's/0, -1, 0\]/0, 0, 0]/'
wrong "a picture of no size" "image: side: size: .*8" 's/\[160, 120\]/[8, 72]/'
wrong "an unknown map" "image: side: map: .*did you mean 'viridis'" '/- side/s/links: true/map: virids/'
wrong "a monitor that knows nothing of bodies" "image: way: colour: .*no 'monitor:fat' knows a number of each body.*did you mean 'monitor:far'" 's/monitor:far/monitor:fat/'
wrong "a range of links upside down" "image: net: link_range: .*allowed: auto, or two numbers" 's/link_colour: tension/link_range: [2, 1]/'
wrong "a colour of links that are not drawn" "image: net: link_colour: .*only with links: true" 's/links: true, link_/link_/'
wrong "a group that is not there" "image: side: groups: .*did you mean 'bed'" '/- side/s/links: true/groups: [bad]/'
# Costs before a run, and its start without one.
check "-check tells of the pictures" "$CLAST" case.yaml -check -output_dir looked
says "  how many, and what they cost" '^clast: image side: 4 more pictures will take about [0-9.e-]+ s, [0-9.e-]+ s each$'
says "  and of the steps" '^clast: 20 steps until t = 0\.02 s take about'
is "  and writes nothing" "$(test -e looked && echo there)" ""
check "-preview draws the start" on_ranks 2 "$CLAST" case.yaml -preview -output_dir looked
is "  of each object, and nothing else" "$(cd looked && find . -type f | sort | tr '\n' ' ')" \
  "./images/net-preview.png ./images/side-preview.png ./images/top-preview.png ./images/way-preview.png "
is "  as the first pictures" "$(cd looked/images && for k in net side top; do cksum <$k-preview.png; done)" \
  "$(cd one/images && for k in net side top; do cksum <$k-00000.png; done)"
sed '/^image/,/^monitor/{/^monitor/!d}' case.yaml >none.yaml
check "-preview without an object of image" "$CLAST" none.yaml -preview -output_dir start
says "  tells its file" '^clast: preview: .*start/images/start-preview\.png'
is "  which is there" "$(head -c 4 start/images/start-preview.png | tail -c 3)" PNG
is "the camera that was chosen is in resolved.yaml" "$(grep -cE '^ +(from|look_at):' one/resolved.yaml)" 8
check "a domain that is larger than what is in it" "$CLAST" case.yaml -output_dir loose -run_end_time 0 -domain_lo -1,-1,0 -domain_hi 3,3,4
check "  and one that is far larger" "$CLAST" case.yaml -output_dir wide -run_end_time 0 -domain_lo -20,-20,0 -domain_hi 20,20,30
is "  have the same cameras" "$(grep -E '^ +(from|look_at):' wide/resolved.yaml)" "$(grep -E '^ +(from|look_at):' loose/resolved.yaml)"
# Cameras about which nothing is said. places RUN X Y Z...: the places of these points in the picture, from -1 to 1 along its width
# and its height.
places()
{
  awk -v points="${*:2}" 'function norm(v) { return sqrt(v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2) }
    $1 == "from:" || $1 == "look_at:" { gsub(/[][,]/, " "); for (i = 1; i <= 3; i++) at[$1, i] = $(i + 1) }
    END {
      for (i = 1; i <= 3; i++) a[i] = at["look_at:", i] - at["from:", i]
      l = norm(a); for (i = 1; i <= 3; i++) a[i] /= l
      r[1] = a[2]; r[2] = -a[1]; r[3] = 0; l = norm(r); r[1] /= l; r[2] /= l
      u[1] = r[2] * a[3]; u[2] = -r[1] * a[3]; u[3] = r[1] * a[2] - r[2] * a[1]
      n = split(points, x, " ")
      for (k = 0; k < n; k += 3) {
        p = q = s = 0
        for (i = 1; i <= 3; i++) { d = x[k + i] - at["from:", i]; p += d * r[i]; q += d * u[i]; s += d * a[i] }
        print p / s / 0.2217 / 16 * 9, q / s / 0.2217
      }
    }' "$1/resolved.yaml"
}
# X0 Y0 Z0 X1 Y1 Z1: corners of a box
corners() { for x in $1 $4; do for y in $2 $5; do for z in $3 $6; do echo "$x $y $z"; done; done; done; }
# Whether places are within the picture, and fill its height.
inside() { awk '{ if ($1 ^ 2 > 0.95 ^ 2 || $2 ^ 2 > 0.95 ^ 2) out++ } END { print out + 0, "outside" }'; }
fills() { awk '{ lo = $2 < lo ? $2 : lo; hi = $2 > hi ? $2 : hi } END { print (lo < -0.8 && hi > 0.8) ? "yes" : "no: " lo " " hi }'; }
sed -n '/^schema: 1/,/^```/{/^```/!p}' "$srcdir/README.md" >mine.yaml
check "the scenario of README.md" "$CLAST" mine.yaml -output_dir mine -run_end_time 0 -image_view_quality draft
# shellcheck disable=SC2046
is "  all places where its clumps start and lie are in the picture" "$(places mine $(corners 0 0 0 2 2 3) | inside)" "0 outside"
# shellcheck disable=SC2046
is "  which they fill" "$(places mine $(corners 0.08 0.08 0 1.92 1.92 2.9) | fills)" yes
sed '/^image/,$d; s/hi: .2, 2, 5./hi: [9, 2, 9]/; s/lo: .0, 0, 0.1., hi: .2, 2, 3./lo: [0, 0, 5], hi: [2, 2, 7]/; s/  - floor/  - hill: {shape: plane, material: rubber, point: [0, 0, 4], normal: [1, 0, 1]}\n&/' mine.yaml >slope.yaml
sed -i 's/periodic, periodic/open, periodic/; $aimage: [{view: {every: 1, quality: draft}}]' slope.yaml
check "clumps that slide down a slope" on_ranks 2 "$CLAST" slope.yaml -output_dir slope -run_end_time 0
is "  the floor beyond it is in the picture" "$(places slope 5 0 0 5 2 0 6 1 0 | inside)" "0 outside"
sed '/^clumps/,$d' mine.yaml >jet.yaml
cat >>jet.yaml <<'END'
wall:
  - floor: {shape: plane, material: rubber, point: [0, 0, 0], normal: [0, 0, 1]}
inlet:
  - feed: {template: [dumbbell], region: cylinder, point: [1, 1, 4], axis: [0, 0, -1], radius: 0.4, length: 0.5, every: 0.1, number_rate: 100}
image:
  - view: {every: 1, quality: draft}
END
check "an inlet that is no box" "$CLAST" jet.yaml -output_dir jet -run_end_time 0.001
is "  it is in the picture, and the whole period below" "$(places jet 1 1 4 1.4 1 4 0.6 1 4 0 0 0 2 0 0 2 2 0 0 2 0 | inside)" "0 outside"
is "  which they fill" "$(places jet 1 1 4 1.4 1.4 4 0.6 1.4 4 0 0 0 2 0 0 | fills)" yes
# frame RUN WALLS [MORE]: 300 balls in a box of 0.1 x 0.1 x 0.2 above z = 0.05, or with MORE what it says in place of them
frame()
{
  cat <<END >"$1.yaml"
schema: 1
run: {end_time: 0, dt: 1.0e-5, gravity: [0, 0, -9.81]}
domain: {lo: [-0.5, -0.5, -0.5], hi: [0.5, 0.5, 0.5], boundary: [open, open, open]}
material: [{s: {density: 1000, young: 1.0e7}}]
contact: [{ss: {between: [s, s], normal: hooke, stiffness: 1.0e3, restitution: 0.5}}]
template: [{ball: {material: s, pebbles: [0, 0, 0, 0.004]}}]
image: [{view: {every: 1, quality: draft, size: [320, 180]}}]
wall: [$2]
END
  echo "${3:-clumps: [{load: {template: ball, count: 300, lo: [-0.05, -0.05, 0.05], hi: [0.05, 0.05, 0.25]\}\}]}" >>"$1.yaml"
  "$CLAST" "$1.yaml" -output_dir "$1"
}
feed='inlet: [{feed: {template: ball, lo: [-0.14, -0.05, 0.1], hi: [-0.09, 0.05, 0.14], every: 0.1, number_rate: 100}}]'
check "an inlet above a plate that does not hold clumps" frame feeder '{plate: {shape: box, material: s, lo: [-0.15, -0.05, -0.005], hi: [0.15, 0.05, 0], side: outside}}' "$feed"
# shellcheck disable=SC2046
is "  the plate is in the picture, and the inlet" "$(places feeder $(corners -0.15 -0.05 -0.005 0.15 0.05 0) $(corners -0.14 -0.05 0.1 -0.09 0.05 0.14) | inside)" "0 outside"
check "an inlet above a plate that is far larger" frame ground '{plate: {shape: box, material: s, lo: [-0.45, -0.45, -0.45], hi: [0.45, 0.45, 0], side: outside}}' "$feed"
is "  what lies below the inlet is in the picture" "$(places ground -0.14 -0.05 0 -0.09 0.05 0 | inside)" "0 outside"
check "a load in a pipe above a gate" frame silo '{pipe: {shape: cylinder, material: s, point: [0, 0, 0], axis: [0, 0, 1], radius: 0.08, length: 0.27}}, {gate: {shape: box, material: s, lo: [-0.1, -0.1, -0.01], hi: [0.1, 0.1, 0], side: outside}}'
is "  the place below it is in the picture" "$(places silo 0.05 0.05 -0.055 -0.05 -0.05 -0.055 | inside)" "0 outside"
check "a load in a closed cell" frame cell '{cell: {shape: cylinder, material: s, point: [0, 0, 0], axis: [0, 0, 1], radius: 0.08, length: 0.35, ends: closed}}'
is "  all of the cell is in the picture" "$(places cell 0.08 0 0.35 -0.08 0 0.35 0 0.08 0.35 0 -0.08 0.35 0 -0.08 0 0.08 0 0 -0.08 0 0 | inside)" "0 outside"
# shellcheck disable=SC2046
is "  which it fills" "$(places cell $(corners -0.08 -0.08 0 0.08 0.08 0.35) | fills)" yes
sed 's/  - view.*/&\n  - given: {every: 0.2, colour: speed, range: [0, 1], legend: false, quality: draft}/; s/colour: speed}/colour: speed, legend: false, quality: draft}/' mine.yaml >rest.yaml
check "speeds that are all 0" "$CLAST" rest.yaml -output_dir rest -run_end_time 0
is "  have the colour of the lower end" "$(cksum <rest/images/view-00000.png)" "$(cksum <rest/images/given-00000.png)"
# draft: as without light; keys that are given win
check "quality: draft" "$CLAST" case.yaml -output_dir draft -run_end_time 0 -image_side_quality draft -image_net_quality draft -image_net_shadows true
check "  is what its keys say" "$CLAST" case.yaml -output_dir keys -run_end_time 0 -image_side_samples 1 -image_side_shadows no -image_side_occlusion no -image_net_occlusion no
is "  to the last byte" "$(cd draft/images && cksum ./side* ./net*)" "$(cd keys/images && cksum ./side* ./net*)"

# One clump that is much faster than all others does not change their colours; walls that are clear show where they are cut.
{
  cat <<'END'
schema: 1
run: {end_time: 0, dt: 1.0e-3}
domain: {lo: [0, 0, 0], hi: [8, 8, 2]}
material:
  - s: {density: 1000, young: 1.0e7}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.4]}
clumps:
  - rows: {file: rows.csv}
wall:
  - pipe: {shape: cylinder, material: s, point: [4, 4, 1], axis: [1, 0, 0], radius: 1, side: both}
image:
  - fast: {every: 1, size: [96, 96], samples: 1, colour: speed, opacity: [pipe, 0]}
  - cut: {every: 1, size: [96, 96], samples: 1, opacity: [pipe, 0.001], cut: [4, 4, 1, 0, 0, 1]}
  - bare: {every: 1, size: [96, 96], samples: 1, opacity: [pipe, 0], cut: [4, 4, 1, 0, 0, 1]}
END
} >rows.yaml
# LAST -> rows.csv, with 63 speeds from 1 to 2 and this one
rows() { awk -v last="$1" 'BEGIN { print "template,x,y,z,vx,vy,vz"; for (k = 0; k < 64; k++) print "ball," k % 8 + 0.5 "," int(k / 8) + 0.5 ",1," (k < 63 ? 1 + k / 62 : last) ",0,0" }' >rows.csv; }
rows 10
check "a clump that is fast" "$CLAST" rows.yaml -output_dir rows10
rows 500
check "  and one that is faster" "$CLAST" rows.yaml -output_dir rows500
is "  leave the others their colours" "$(cksum <rows10/images/fast-00000.png)" "$(cksum <rows500/images/fast-00000.png)"
rows 0.01
check "  one that is slow" on_ranks 2 "$CLAST" rows.yaml -output_dir rows0
is "  has a colour of its own" "$(test "$(cksum <rows10/images/fast-00000.png)" != "$(cksum <rows0/images/fast-00000.png)" && echo yes)" yes
is "a clear wall shows where it is cut" "$(test "$(cksum <rows10/images/cut-00000.png)" != "$(cksum <rows10/images/bare-00000.png)" && echo yes)" yes

# Pixels of a yellow, the upper end of the colours, at the right edge, where the scale is.
yellow() { python3 "$srcdir/tests/cli/png_look.py" "one_value/images/$1-00000.png" hue 54 0.8 0 1 1; }
{ sed '/^image:/,$d' rows.yaml && printf 'image:\n'; for word in radius speed; do echo "  - $word: {every: 1, size: [240, 180], samples: 1, colour: $word}"; done; } >one_value.yaml
rows 10
check "clumps of one radius and many speeds" "$CLAST" one_value.yaml -output_dir one_value -run_end_time 0
is "  a scale of many speeds has both ends" "$(test "$(yellow speed)" -gt 20 && echo yes)" yes
is "  that of one radius has its colour alone" "$(yellow radius)" 0
tap_end
