#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 600
# What a host changes between steps (src/api/act.c): as from the scenario, to the bit; the same on any number of ranks; kept by checkpoints;
# nothing of what is refused.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

host "the host" act.c

# NAME: the facts of a script, without the outcome of acts.
facts()
{
  ./act "$1.txt" | grep -vE '^(open|restart|set|do|add|delete|move|save): 0$'
}

# NAME [RANKS ...]: what a script prints on these ranks is what it prints on one.
alike()
{
  name=$1
  shift
  ./act "$name.txt" >"$name.1"
  for np in "$@"; do
    on_ranks "$np" ./act "$name.txt" >"$name.$np" 2>&1
    is "  the same on $np ranks" "$(cat "$name.$np")" "$(cat "$name.1")"
  done
}

# DT: scenarios with this time step; @A, @B and @C stand for further keys of events and of a change.
scenario()
{
  cat <<END
schema: 1
run: {end_time: 0.5, gravity: [0, 0, -9.81], dt: $1}
domain: {lo: [0, 0, -0.1], hi: [0.4, 0.4, 0.6], boundary: [periodic, periodic, open]}
material:
  - s: {density: 2000, young: 1.0e7, poisson: 0.3}
contact:
  - ss: {between: [s, s], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.4}
template:
  - rod: {material: s, pebbles: [-0.02, 0, 0, 0.02, 0.02, 0, 0, 0.02]}
clumps:
  - heap: {template: [rod], count: 60, lo: [0, 0, 0.02], hi: [0.4, 0.4, 0.4]}
  - one: {template: [rod], position: [0.2, 0.2, 0.5], group: [lone]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}
motion:
  - shake: {walls: [floor], type: oscillate, direction: [1, 0, 0], amplitude: 0.01, frequency: 20, start: 0}
force:
  - wind: {force: [0.5, 0, 0], groups: [lone], start: 1e9}
inlet:
  - feed: {template: [rod], lo: [0, 0, 0.45], hi: [0.4, 0.4, 0.55], every: 0.02, number_rate: 200, start: 1e9}
change:
  - kick: {action: velocity, velocity: [0.5, 0.25, 1], groups: [lone], start: ${2:-1e9}}
event:
  - first: {when: time, above: 1e-9@A}
  - second: {when: time, above: 0.03@B}
  - third: {when: time, above: 0.06@C}
END
}

# ---- columns of clumps ----

for dt in auto 1e-4; do
  scenario $dt | sed 's/@[ABC]//' >host.yaml
  scenario $dt 0.03 | sed 's/@[ABC]//' >change.yaml
  printf '%s\n' 'open change.yaml' 'runto second' rows 'total changed' 'step 100' rows 'total changed' >change.txt
  sed 's/change.yaml/host.yaml/; s/^runto.*/&\nset velocity 0 0.5 0.25 1/' change.txt >set.txt
  facts set >set.facts
  is "dt: $dt: a velocity that is set is that of a change, to the bit" "$(cat set.facts)" "$(facts change)"
  is "  and has been set" "$(grep -c '^changed: 0.08' set.facts)" 2
done

cat >columns.txt <<'END'
open host.yaml
step 100
set velocity 0 0.5 0.25 1 7 0 0 1 12 -1 0 0
set angular_velocity 3 1 2 3 4 2 2 2 5 1 1 1
set blocked 7 63 8 1
group lone
set group 7 1 8 1 0 0
step 30
save columns.h5
set velocity 40 0 0 1
delete 10 11 12
step 20
digest
total clumps
total changed
total left
END
facts columns >columns.facts
is "columns are set, and clumps are deleted" "$(sed -n '/^clumps/p' columns.facts)" "clumps: 58"
alike columns 2 3 5
{
  echo 'restart columns.h5'
  sed -n '/velocity 40/,/digest/p' columns.txt
} >again.txt
is "  a restart that repeats what came after the checkpoint has the same bits" "$(on_ranks 2 ./act again.txt >again.facts; grep ^digest again.facts)" \
  "$(grep ^digest columns.facts)"

cat >wrong.txt <<'END'
open host.yaml
step 10
digest
set velocity 7 0 0 1 3 nan 0 0 5 inf 0 0
set velocity 7 0 0 1 5000 0 0 1 -3 0 0 0
set velocity 3 0 0 0 7 0 0 1 3 1 1 1
set colour 3 1
set temperature 3 300
set blocked 7 64
set group 9 2
delete 3 4 100
delete 3 4 3
null
digest
delete 3
delete 3
END
facts wrong >wrong.facts
is "arguments that are not there are refused" "$(sed -n '/^null/p' wrong.facts)" "null: 0"
is "what is wrong is told" "$(sed '1,2d; /^digest/d; /^null/d' wrong.facts)" "set: 4 clump 3: velocity: (nan, 0, 0); allowed: numbers from -1e+30 to 1e+30
set: 4 there is no clump -3: none has had this id, or it was deleted or has left
set: 4 clump 3 is named twice: name each clump once
set: 4 no column 'colour' can be set; there are: velocity angular_velocity blocked group
set: 4 no column 'temperature' can be set; there are: velocity angular_velocity blocked group
set: 4 clump 7: blocked: 64; allowed: a sum of x 1, y 2, z 4, X 8, Y 16, Z 32, body axes of turning 128 and of moving 256
set: 4 clump 9: group: 2 has bit 1, which is no group of clumps of this run
delete: 4 there is no clump 100: none has had this id, or it was deleted or has left
delete: 4 clump 3 is named twice: name each clump once
delete: 4 there is no clump 3: none has had this id, or it was deleted or has left"
is "  and nothing of it is done" "$(grep ^digest wrong.facts | uniq | wc -l)" 1
alike wrong 3

scenario 1e-4 | sed 's/@[ABC]//; s/periodic, open/periodic, reflect/; s/normal: hertz/heat: area, &/; /- feed/d; /^inlet/d; /- kick/d; /^change/d
  s/poisson: 0.3/&, specific_heat: 500, conductivity: 10, temperature: 300/' >closed.yaml
cat >closed.txt <<'END'
open closed.yaml
step 100
total thermal
set temperature 3 400 4 500 5 310
set temperature 3 -1 4 500
step 300
total thermal
set velocity 0 0 0 3
step 100
total changed
digest
close
END
./act closed.txt telling | grep -v ': 0$' >closed.facts
is "temperatures are set" "$(sed -n 's/^thermal: \([0-9]*\).*/\1/p; s/^set: 4 //p' closed.facts | tr '\n' ' ')" \
  "1226477 clump 3: temperature: -1 K; allowed: numbers above 0 up to 1e+30 1247254 "
is "  energies count where nothing else changes clumps" "$(sed -n 's/.*off by \([0-9.e-]*\) %.*/\1/p; s/^changed: 0\..*/changed/p' closed.facts | ${AWK:-awk} '/ch/; !/ch/ { print ($1 < 0.01) }')" "changed
1"
alike closed 3

cat >flat.yaml <<'END'
schema: 1
run: {dimension: 2, end_time: 0.5, gravity: [0, -9.81], dt: auto}
domain: {lo: [0, -0.1], hi: [0.4, 0.6], boundary: [periodic, open]}
material:
  - s: {density: 2000, young: 1.0e7, poisson: 0.3}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1e7, restitution: 0.5}
template:
  - rod: {material: s, pebbles: [-0.02, 0, 0.02, 0.02, 0, 0.02]}
clumps:
  - heap: {template: [rod], count: 20, lo: [0, 0.02], hi: [0.4, 0.4]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0], normal: [0, 1]}
motion:
  - lift: {walls: [floor], type: host}
END
cat >flat.txt <<'END'
open flat.yaml
step 50
set velocity 3 0 1 0 4 1 0 0
set velocity 3 0 1 1 4 1 0 0
set angular_velocity 3 0 0 1 4 1 0 1
set blocked 3 3 4 32 5 63
add rod 0.1 0.55 0 0 -1 0 1 -1
add rod 0.1 0.5 0.1 0 -1 0 1 -1
move lift 0 0.001 0 0 0.1 0
move lift 0 0.001 0.1
move lift 0 0.001 0 0 0.1 0 1 0 0 0 0 0 1
step 50
rows
digest
END
facts flat >flat.facts
is "in two dimensions nothing leaves the plane" "$(grep '4 ' flat.facts | sed 's/; in two.*//')" "set: 4 clump 3: velocity: (0, 1, 1) leaves the plane
set: 4 clump 4: angular_velocity: (1, 0, 1) leaves the plane
add: 4 clump number 0 of those added has numbers that leave the plane
move: 4 motion lift: it leaves the plane
move: 4 motion lift: it turns, for which the scenario must give its key point: motion: NAME: point"
is "  what does not is done" "$(grep -c '^rows: 21 ' flat.facts)" 1
alike flat 3

# ---- clumps that are added ----

for dt in auto 1e-4; do
  scenario $dt | sed 's/@[ABC]//; /- heap/d; s/position: \[0.2, 0.2, 0.5\]/position: [0.1, 0.1, 0.44], id: 1/
    s/^wall:/  - late: {template: [rod], position: [0.1, 0.1, 0.5], attitude: [0.8, 0, 0, 0.6], velocity: [0, 0, -1], id: 500, at: 0.03}\n&/' >late.yaml
  sed 's/id: 500, at: 0.03/id: 499, at: 1e9/' late.yaml >host.yaml
  printf '%s\n' 'open late.yaml' 'runto second' rows 'total entered' 'run 0.12' rows 'total entered' 'total dissipated' >late.txt
  sed 's/late.yaml/host.yaml/; s/^runto.*/&\nadd rod 0.1 0.1 0.5 0 0 -1 1 500/' late.txt >added.txt
  facts added >added.facts
  is "dt: $dt: a clump that is added is one of the scenario that enters then, to the bit" "$(cat added.facts)" "$(facts late)"
  is "  and has entered" "$(grep -c '^rows: 2 \|^dissipated: 0.0' added.facts)" 3
done

scenario auto | sed 's/@[ABC]//' >host.yaml
cat >add.txt <<'END'
open host.yaml
step 100
add rod 0.1 0.1 0.5 0 0 -1 1 -1 0.2 0.1 0.5 0 0 -1 1 200 0.3 0.1 0.5 0 0 -1 1 -1 0.1 0.3 0.5 0 0 -1 1 -1 0.2 0.3 0.55 0 0 -1 1 150 0.39 0.3 0.5 0 0 -1 1 -1
ids
save add.h5
step 200
total clumps
digest
add rod 0.1 0.1 0.5 0 0 -1 1 -1 0.2 0.1 0.5 0 0 -1 1 203
add rod 0.1 0.1 0.5 0 0 -1 1 -1 0.2 0.1 0.9 0 0 -1 1 -1
add rod 0.1 0.1 0.5 0 0 -1 1 -1 nan 0.1 0.5 0 0 -1 1 -1
add rod 0.1 0.1 0.5 0 0 -1 1 -1 0.2 0.1 0.5 0 0 -1 1.5 -1
add rod 0.1 0.1 0.5 0 0 -1 1 300 0.2 0.1 0.5 0 0 -1 1 300
add rood 0.1 0.1 0.5 0 0 -1 1 -1
digest
close
END
./act add.txt telling | grep -v ': 0$' >add.facts
is "clumps get the ids that are given, or the next free ones" "$(sed -n 's/^id: //p' add.facts | tr '\n' ' ')" "201 200 202 203 150 204 "
is "  what is wrong is told" "$(sed -n 's/^add: 4 //p' add.facts)" "\
clump number 1 of those added has the id 203; allowed: -1, for the next free one, or 205 and more, as lower ones have been used, below 2^62
clump number 1 of those added has its centre at (0.2, 0.1, 0.9) m, outside the domain; allowed: between lo and hi of section domain
clump number 1 of those added has a position that is not finite, or beyond 1e30 m
clump number 1 of those added has the scale 1.5; allowed: those of clumps of template rod that the run knows, 1 to 1. For others let an inlet of the \
scenario have them, which may wait (start: 1e9)
clumps number 0 and 1 of those added have the same id 300
there is no template 'rood'; there are: rod"
is "  and nothing of it is done" "$(grep ^digest add.facts | uniq | wc -l)" 1
printf '%s\n' 'open host.yaml' 'step 10' 'add rod 0.1 0.1 0.5 0 0 0 1 -1 0.11 0.1 0.5 0 0 0 1 -1' 'step 1' >deep.txt
is "  of clumps that are added into one another is told when they entered" \
  "$(./act deep.txt | grep -cE '^step: 3 .*clump [0-9]+, which entered at t = [0-9.]+ s, and clump [0-9]+, which entered at t = [0-9.]+ s, overlap')" 1
is "  the account of energies closes" "$(sed -n 's/.*off by \([0-9.e-]*\) %.*/\1/p' add.facts | ${AWK:-awk} '{ print ($1 < 0.01) }')" 1
alike add 2 3 5
printf '%s\n' 'restart add.h5' 'step 200' digest >again.txt
is "  a restart has them" "$(on_ranks 2 ./act again.txt >again.facts; grep ^digest again.facts)" "$(grep ^digest add.facts | uniq)"

# ---- actions of events ----

for dt in auto 1e-4; do
  scenario $dt | sed 's/@[ABC]//' >host.yaml
  scenario $dt | sed 's/@A/, do: [stop feed, stop kick]/; s/@B/, do: [stop shake, start wind, start feed, set force_wind_force 1 0 0]/
    s/@C/, do: [start shake, stop wind, stop feed, start kick]/' >event.yaml
  printf '%s\n' 'open event.yaml' 'runto first' 'runto second' rows 'runto third' rows 'step 50' rows time >event.txt
  sed 's/event.yaml/host.yaml/; s/^runto first/&\ndo stop feed\ndo stop kick/
    s/^runto second/&\ndo stop shake\ndo start wind\ndo start feed\ndo set force_wind_force 1 0 0\nsave acts.h5/
    s/^runto third/&\ndo start shake\ndo stop wind\ndo stop feed\ndo start kick/; $a digest' event.txt >acts.txt
  facts acts >acts.facts
  is "dt: $dt: what a host does is what an event does, to the bit" "$(grep -v ^digest acts.facts)" "$(facts event)"
  is "  clumps have entered" "$(grep -c '^rows: 69 ' acts.facts)" 2
  {
    echo 'restart acts.h5'
    sed -n '/^runto third/,$p' acts.txt
  } >again.txt
  on_ranks 2 ./act again.txt >again.facts
  is "  a restart knows what was done before" "$(grep ^digest again.facts)" "$(grep ^digest acts.facts)"
done
alike acts 2 3 5
for place in 0 1 2; do
  cp acts.h5 crafted.h5
  check "actions in a checkpoint are damaged at word $place" "$builddir/tests/craft" crafted.h5 /clast/state/host/orders/words $place 9000000000000000000
  status "  which a restart refuses" 2 timeout -s KILL 30 "$CLAST" -restart crafted.h5 -output_dir refused
  says "  by name" 'cannot restart: .*crafted.h5: /clast/state/host/orders is damaged'
done

cat >wrong.txt <<'END'
open host.yaml
step 10
digest
do strat feed
do start fed
do set run_gravity 1 2 3
do set force_wind_force 1e300 2 3
do end now
runto fourth
digest
step 1
do end
step 1
do stop shake
END
facts wrong >wrong.facts
is "wrong actions are told, and the run goes on to its end" "$(sed -n '2,$p' wrong.facts | grep -v ^digest | sed 's/; allowed.*//; s/ (one of.*//')" \
  "do: 4 'strat' is no action: write checkpoint, end, set, start or stop; did you mean 'start'?
do: 4 'fed' is no object that can be started and stopped
do: 4 'run_gravity' cannot be set while a run goes on
do: 4 set force_wind_force: item 1, '1e300' is out of range
do: 4 'now' is not allowed: this action has no further words
runto: 4 there is no event 'fourth'; there are: first second third
step: 0
step: 1
do: 1"
is "  nothing of it is done" "$(grep ^digest wrong.facts | uniq | wc -l)" 1
alike wrong 3

printf '%s\n' 'open host.yaml output_dir run' 'step 10' 'do checkpoint' 'step 10' 'set velocity 0 0 0 1' 'do checkpoint' digest close >folder.txt
facts folder >folder.facts
is "a checkpoint goes into the folder of the run" "$(cd run/restart && echo *)" "clast-0.h5 clast-10.h5 clast-20.h5"
is "  with the changed state" "digest: 0 $(digest run/restart/clast-20.h5)" "$(grep ^digest folder.facts)"

# ---- contacts ----

# what is seen of contacts is that of the last step without those of clumps that have left, whether they were looked at before or not
scenario 1e-4 | sed 's/@[ABC]//; s/young: 1.0e7/young: 1.0e6/' >soft.yaml
printf '%s\n' 'open soft.yaml' 'step 2500' 'delete 20 21 22' 'add rod 0.1 0.1 0.5 0 0 0 1 -1' touching >touch.txt
printf '%s\n' 'open soft.yaml' 'step 10' touching 'step 2490' 'delete 20' 'set velocity 3 0 0 1' 'delete 21 22' touching >look.txt
is "contacts of the last step are seen after clumps have left, at the first look, too" "$(facts touch)" "$(facts look | sed 1,2d)"
is "  and there are some" "$(facts touch | grep -c '^touching: [1-9][0-9]')" 1
alike touch 2 3
alike look 3

# ---- acts just after a restart ----

cp -r "$srcdir/input" .
printf '%s\n' 'open input/beam.yaml' 'step 30' 'save bonds.h5' 'delete 55 143 176' 'set velocity 60 0 0 0.01' 'add ball 0.2 0.01 0.15 0 0 0 1 -1' digest \
  'total dissipated' >bonds.txt
facts bonds >bonds.facts
{
  echo 'restart bonds.h5'
  sed 1,3d bonds.txt
} >again.txt
is "energies that acts book do not depend on a restart just before" "$(on_ranks 2 ./act again.txt | grep -E '^(digest|dissipated)')" \
  "$(grep -E '^(digest|dissipated)' bonds.facts)"
alike bonds 3
printf '%s\n' 'open input/squeeze.yaml' 'step 5' digest 'delete 22' 'delete 3 22 40' digest 'step 5' >nodes.txt
facts nodes >nodes.facts
is "a node of a deformable body is not deleted" "$(sed '/^digest/d' nodes.facts)" \
  "$(printf '%s\n' 'step: 0' 'delete: 4 clump 22 is a node of the deformable body bag, which cannot lose it' \
    'delete: 4 clump 3 is a node of the deformable body bag, which cannot lose it' 'step: 0')"
is "  and nothing of it is done" "$(grep ^digest nodes.facts | uniq | wc -l)" 1

# ---- motions ----

scenario 1e-4 | sed '/^motion/,$d' >still.yaml
{
  cat still.yaml
  printf '%s\n' 'motion:' '  - lift: {walls: [floor], type: host}' 'output: {walls_every: 0.01}'
} >plate.yaml
sed 's/type: host/type: translate, velocity: [0.4, 0, 0.05]/' plate.yaml >translate.yaml
printf '%s\n' 'open translate.yaml output_dir translate' 'step 600' rows 'total supplied' close >translate.txt
printf '%s\n' 'open plate.yaml output_dir plate' 'plate lift 300' 'save plate.h5' 'plate lift 300' rows 'total supplied' digest close >plate.txt
facts translate | sed 1d >translate.facts
facts plate >plate.facts
is "a plate that the host moves is one that the scenario moves, to the bit" "$(sed '/^plate/d; /^digest/d' plate.facts)" "$(cat translate.facts)"
check "  with the same loads" cmp translate/walls.csv plate/walls.csv
is "  which it has" "$(sed -n '$p' plate/walls.csv | cut -d, -f6 | grep -c '^-[0-9]')" 1
printf '%s\n' 'restart plate.h5' 'plate lift 300' digest >again.txt
is "  a restart goes on with it" "$(on_ranks 3 ./act again.txt >again.facts; grep ^digest again.facts)" "$(grep ^digest plate.facts)"

# a wall that follows another motion, too, and one that events and calls start and stop
sed 's/^output/  - tilt: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: 0.01, frequency: 20}\n&/' plate.yaml >both.yaml
sed 's/type: host/type: translate, velocity: [0.4, 0, 0.05]/' both.yaml >other.yaml
printf '%s\n' 'open other.yaml' 'step 600' rows 'total supplied' >other.txt
printf '%s\n' 'open both.yaml' 'plate lift 600' rows 'total supplied' digest >both.txt
facts both >both.facts
is "a wall that follows a host and another motion is one that follows two of the scenario, to the bit" "$(sed '/^plate/d; /^digest/d' both.facts)" \
  "$(facts other | sed 1d)"
alike both 2
sed 's/^output/event:\n  - go: {when: time, above: 0.02, do: [start lift]}\n&/' both.yaml >waits.yaml
cat >waits.txt <<'END'
open waits.yaml
move lift 1 0 0 0.4 0 0.05
step 200
move lift 4e-5 0 5e-6 0.4 0 0.05
step 100
do stop lift
save stopped.h5
move lift 1 0 0 0.4 0 0.05
step 100
do start lift
save started.h5
step 200
rows
digest
END
facts waits >waits.facts
is "a host does not move what waits or is stopped" "$(grep -c '^move: 4 motion lift waits for its start, or has been stopped; start it first' waits.facts)" 2
alike waits 3
sed 's/^open.*/restart stopped.h5/; 2,8d' waits.txt >again.txt
is "  a restart while it is stopped goes on with it" "$(on_ranks 2 ./act again.txt >again.facts; grep ^digest again.facts)" "$(grep ^digest waits.facts)"
sed 's/^open.*/restart started.h5/; 2,11d' waits.txt >again.txt
is "  and one after its second start" "$(on_ranks 2 ./act again.txt >again.facts; grep ^digest again.facts)" "$(grep ^digest waits.facts)"

sed 's/dt: 1e-4/dt: auto/; s/boundary: .*/boundary: [open, open, open]}/; s/point: \[0, 0, 0\]/point: [0, 0, 0.05]/
  s/^wall:/  - pad: {template: [rod], position: [0.2, 0.2, 0.56], group: [pad]}\n&/' still.yaml >turn.yaml
printf '%s\n' 'motion:' '  - lift: {walls: [floor], groups: [pad], type: host, point: [0.2, 0.2, 0.1]}' >>turn.yaml
{
  echo 'open turn.yaml'
  for k in 1 2 3 4 5 6; do
    printf '%s\n' "move lift 0.001 0 0.00$((k % 3)) 0 0 0.1 1 0 0 0 0.2 0.1 0" 'step 100'
  done
  printf '%s\n' 'move lift 0.001 0 0.003 0 0 0.1 0.99995000041666526 0.0099998333341666645 0 0 0.2 0.1 0.1' 'save turn.h5' 'step 20' \
    'move lift 0.001 0 0.003 0 0 0.1 1 0.1 0 0 0.2 0.1 0.1' 'move lift 0.001 0 0.003 0 0 inf' 'move lft 0 0 1' 'set velocity 0 0 0 1 1 0 0 1' 'set blocked 1 0' digest 'total supplied' close
} >turn.txt
./act turn.txt telling | grep -v ': 0$' >turn.facts
is "a host turns a wall and a clump; wrong poses are refused" "$(grep '4 ' turn.facts)" "move: 4 motion lift: turn is no quaternion w, x, y, z of length 1
move: 4 motion lift: velocity is not finite, or beyond 1e30 m/s
move: 4 there is no motion 'lft'; there are: lift
set: 4 clump 1 follows a motion, which alone moves it: its column velocity cannot be set
set: 4 clump 1 follows a motion, which alone moves it: its column blocked cannot be set"
is "  the account of energies closes" "$(sed -n 's/.*off by \([0-9.e-]*\) %.*/\1/p' turn.facts | ${AWK:-awk} '{ print ($1 < 0.3) }')" 1
is "  and work was done" "$(grep -c '^supplied: -*0\.[0-9]*[1-9]' turn.facts)" 1
alike turn 2 3 5
printf '%s\n' 'restart turn.h5' 'step 20' digest >again.txt
is "  a pose that was given before a checkpoint holds after it" "$(on_ranks 2 ./act again.txt >again.facts; grep ^digest again.facts)" "$(grep ^digest turn.facts)"

sed 's/type: host/type: host, ramp: 0.1, start: 1/' plate.yaml >bad.yaml
status "a motion that a host gives has no times of its own" 2 "$CLAST" bad.yaml -check
says "  which is told" "motion: lift: start: '1': does not go with type: host"
tap_end
