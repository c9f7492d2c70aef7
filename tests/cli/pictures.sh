#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 900
# jobs/render.py draws every example: size, bodies, walls, scale of colours and time are looked for in the PNGs.
. "$srcdir/tests/tap.sh"

command -v pvpython >/dev/null || skip_all "no pvpython (Debian: apt install paraview python3-paraview)"
command -v python3 >/dev/null || skip_all "no python3"
command -v xvfb-run >/dev/null || skip_all "no xvfb-run (Debian: apt install xvfb)"

# RUN [OPTION...], as users call it. -noreset: the server must not start anew between two windows of one program, which then fails.
render_alone()
{
  xvfb-run -a -s '-noreset -screen 0 1280x1024x24' pvpython "$srcdir/jobs/render.py" "$@"
}

# The same in a process of its own below one that has started ParaView, with one X server for all of them.
serve()
{
  coproc xvfb-run -a -s '-noreset -screen 0 1280x1024x24' pvpython "$srcdir/tests/cli/render_server.py" "$srcdir/jobs/render.py" 2>server.log
  answers=${COPROC[0]} questions=${COPROC[1]}
}

render()
{
  local result=none IFS=$'\t'
  rm -f rendered
  echo "$work/rendered	$*" >&"$questions" && read -r result <&"$answers"
  cat rendered
  case $result in
    [0-9]*) return "$result" ;;
    *) echo "render_server.py: $result"; return 99 ;;
  esac
}

# A server that dies under load is none of render.py's faults: it is tried again alone, and that is told.
drawn() # FACT RUN [OPTION...]
{
  local fact=$1
  shift
  if ! render "$@" >first 2>&1 </dev/null && grep -q 'bad X server connection\|render_server.py: none' first; then
    note "the X server failed, once more"
    check "$fact" render_alone "$@"
  else check "$fact" test "$(grep -c 'images/frame-.*png   t = ' first)" -gt 0; fi
  test ! -s first || cp first "$out"
}

frames() # EXAMPLE END_TIME [OPTION...]: three frames or so
{
  local name=$1
  check "$name runs to $2 s" "$CLAST" "$srcdir/input/$name.yaml" -output_dir "$name" -run_end_time "$2" -output_frames_every "$(awk "BEGIN { print $2 / 2 }")" "${@:3}"
}

# EXAMPLE FRAME COMMAND...: what is in a picture.
seen()
{
  python3 "$srcdir/tests/cli/png_look.py" "$1/images/frame-0000$2.png" "${@:3}"
}

# FACT NUMBER LEAST [MOST]
between()
{
  if awk "BEGIN { exit !(${2:--1} >= $3 && ${2:--1} <= ${4:-1e9}) }"; then pass "$1"; else fail "$1" "$2, not from $3 to ${4:-any}"; fi
}

# Hues of the first three colours of templates, and of the ends of the scale.
orange=34 blue=203 red=11 yellow=57 violet=285

# ---- every example: 280 x 210, its templates in their colours, the time ----

serve
frames rockfall 0.01 -image_view_size 160,90
frames dumbbell 0.5
frames bounce 0.1 -run_dt 2e-5
frames gas 0.02
frames trough 1
frames drum 0.004 -image_view_size 160,90
for name in rockfall dumbbell bounce gas trough drum; do
  drawn "$name is drawn" "$name" --size 280x210 --every 2
  is "  in the size asked for" "$(seen $name 0 size)" 280x210
  between "  with bodies of the first template" "$(seen $name 0 hue $orange)" 150 30000
  between "  and the time in the corner" "$(seen $name 0 dark 0 0.9 0.3 1)" 20 2000
done
for name in rockfall trough; do
  between "$name has its second template" "$(seen $name 0 hue $blue)" 100
  between "  and its third" "$(seen $name 0 hue $red)" 100
done
between "dumbbell has the fixed sphere" "$(seen dumbbell 0 hue $blue)" 100
between "drum has the drum" "$(seen drum 0 hue $blue)" 1000
between "rockfall has its hill" "$(seen rockfall 0 columns wall 0.3 0.68 0.44 0.85)" 80
between "trough has a ground as far left as right" "$(seen trough 0 columns wall 0 0.3 1 0.85)" 133 147

# ---- the range of colours: of all frames, which at t = 0 no one knows yet ----

drawn "dumbbell by speed" dumbbell --size 280x210 --colour speed
says "  from rest to g t at the last frame" 'colours of speed: 0 to 4\.90[0-9]* m/s, the range of all drawn frames'
between "  half way it is not at the end of the scale" "$(seen dumbbell 1 hue $yellow 0 0 0.8 1)" 0 0
between "  at the end it is" "$(seen dumbbell 2 hue $yellow 0 0 0.8 1)" 100
between "  the fixed sphere stays at the other" "$(seen dumbbell 2 hue $violet 0 0 0.8 1)" 100
between "  beside them a bar" "$(seen dumbbell 2 hue $yellow 0.84 0 1 1)" 20
drawn "a range given, no time, no bar" dumbbell --size 280x210 --colour speed --range -1,100 --no-time --no-legend
says "  is taken" 'colours of speed: -1 to 100 m/s$'
between "  nothing is yellow" "$(seen dumbbell 2 hue $yellow)" 0 0
between "  no time" "$(seen dumbbell 2 dark 0 0.9 0.3 1)" 0 0

# ---- walls as far as the bodies on both sides; names ----

drawn "bounce from above" bounce --size 280x210 --from 0 0 1 --time 0
between "  the floor reaches as far left as right of the body" "$(awk "BEGIN { print $(seen bounce 0 columns wall 0 0 1 0.85) - $(seen bounce 0 columns $orange) }")" -15 15 # of 280: what is nearer looks larger
drawn "the drum faded" drum --size 280x210 --time 0 --fade drum
between "  is not in its colour" "$(seen drum 0 hue $blue)" 0 0
drawn "rockfall without rods, hill and left wall" rockfall --size 280x210 --time 0 --hide rod,hill,left
between "  no rod" "$(seen rockfall 0 hue $red)" 0 20
between "  and no hill" "$(seen rockfall 0 columns wall 0.3 0.68 0.44 0.85)" -1 -1

# ---- a capsule is drawn from end to end ----

cat >rod.yaml <<'END'
schema: 1
run: {end_time: 0, dt: 1.0e-6}
domain: {lo: [0, 0, 0], hi: [0.04, 0.03, 0.03], boundary: [periodic, periodic, periodic]}
material: [{steel: {density: 2500}}]
contact: [{all: {between: [steel, steel], normal: hooke, stiffness: 1, restitution: 1}}]
template: [{rod: {material: steel, capsules: [-0.01, 0, 0, 0.01, 0, 0, 0.001]}}]
clumps: [{one: {template: rod, position: [0.02, 0.015, 0.015]}}]
output: {frames_every: 1}
END
check "a rod" "$CLAST" rod.yaml -output_dir rod
drawn "  from the side" rod --size 280x210 --from 0 -1 0 --no-legend
middle=$(seen rod 0 hue $orange 0.46 0 0.54 1)
between "  has its middle" "$middle" 50
between "  and what lies between middle and end" "$(seen rod 0 hue $orange 0.38 0 0.46 1)" "$((middle - 30))" "$((middle + 30))"
between "  but nothing beyond its ends" "$(seen rod 0 hue $orange 0 0 0.2 1)" 0 0

# ---- walls that are no planes, where they are: a sheet of triangles goes to the right, turns a quarter about y and then lies flat

cat >sheet.obj <<'END'
v -0.1 -1 -1
v 0.1 -1 -1
v 0.1 1 1
v -0.1 1 1
f 1 2 3 4
END
printf 'time,x,y,z,qw,qx,qy,qz\n0,-3,0,0,1,0,0,0\n0.1,3,0,0,0.7071067811865476,0,0.7071067811865476,0\n' >sheet.csv
cat >sheet.yaml <<'END'
schema: 1
run: {end_time: 0.1, dt: 1.0e-3}
domain: {lo: [-9, -9, -9], hi: [9, 9, 9], boundary: [free, free, free]}
material: [{rubber: {density: 1000, young: 5.0e6}}]
contact: [{all: {between: [rubber, rubber], normal: hertz, restitution: 0.6}}]
template: [{ball: {material: rubber, pebbles: [0, 0, 0, 0.5]}}]
clumps:
  - left: {template: [ball], position: [-5, 0, 0]}
  - right: {template: [ball], position: [5, 0, 0]}
wall: [{sheet: {shape: mesh, material: rubber, file: sheet.obj, shift: [-3, 0, 0], pivot: [-3, 0, 0]}}]
motion: [{go: {walls: [sheet], type: table, file: sheet.csv}}]
output: {frames_every: 0.05}
END
check "a sheet that moves and turns" "$CLAST" sheet.yaml -output_dir sheet
drawn "  is drawn" sheet --size 280x210 --from 0 -1 0 --no-time --no-legend
# of 280: 22 pixels are a metre
between "  it is on the left at first" "$(seen sheet 0 columns ghost 0.17 0 0.83 1)" 64 84
between "  in the middle half way" "$(seen sheet 1 columns ghost 0.17 0 0.83 1)" 130 150
between "  and at last on the right" "$(seen sheet 2 columns ghost 0.17 0 0.83 1)" 196 216
drawn "  is left out if asked" sheet --size 280x210 --from 0 -1 0 --no-time --no-legend --hide sheet
between "  then nothing is there" "$(seen sheet 0 columns ghost 0.17 0 0.83 1)" -1 -1

# ---- mistakes name what there is ----

status "an array that there is not" 2 render gas --colour colour
says "  those that there are" 'no such array; they have .*clump_id.*speed.*velocity'
status "a template or wall that there is not" 2 render trough --hide tetrapod
says "  those that there are" 'templates: disc, dumbbell, triangle; walls: left, right'
status "a range upside down" 2 render gas --range 2,1
says "  is told" 'LO must be below HI'

# With the reader open, a mistake is still one line.
for option in "--colour sped" "--hide dum" "--fade nosuch"; do
  # shellcheck disable=SC2086
  status "$option" 2 render drum $option
  is "  one line says it" "$(grep -c . "$out"):$(grep -c "^render.py: $option: " "$out")" 1:1
done
: >gas.yaml
status "a scenario in place of the folder" 2 render gas.yaml
says "  is told which folder" 'gas\.yaml is a file: give the folder of the run, such as out/gas$'
check "a time beyond the last frame" render dumbbell --size 101x75 --time 99
says "  is told" '^render\.py: --time 99: the frames are from t = 0 to 0\.5 s; the frame at 0\.5 s is drawn$'

# ---- films ----

if command -v ffmpeg >/dev/null; then
  drawn "films are made" dumbbell --size 101x75 --film film.gif
  is "  of three frames" "$(ffmpeg -i film.gif -f null - 2>&1 | grep -o 'frame= *[0-9]*' | tail -1 | tr -d ' ')" frame=3
else skip "films are made" "no ffmpeg"; fi
status "no ffmpeg" 2 env PATH=/nowhere "$(python3 -c 'import sys; print(sys.executable)')" "$srcdir/jobs/render.py" dumbbell --film film.mp4
says "  is told, and where to get it" 'needs the program ffmpeg.*apt install ffmpeg'
status "a film of another kind" 2 render dumbbell --film film.doc
says "  is told those that there are" "ends in .mp4 or .gif"

# ---- the X server ends ----

exec {questions}>&-
wait

tap_end
