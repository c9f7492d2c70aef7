# SPDX-License-Identifier: MIT
# Broken scenarios, tables, checkpoints and folders: a message that names the thing, the same exit status and message on one
# rank and on two, no hang, nothing written, nothing lost. limit: 600
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

patience=30 # s; a hang is a failure

# Keys are read by the same code from the same text on every rank, so that one in four of those is tried on two ranks; files,
# folders and clumps are tried on two ranks always.
cases=0
one_in_four=no

# FACT STATUS REGEX COMMAND...: on one rank and on two it ends with this status and prints a line that matches, and the same of
# its own words, and leaves no new file.
refused()
{
  local fact=$1 wanted=$2 regex=$3 got faults="" together
  shift 3
  cases=$((cases + 1))
  ls -R . >before.txt
  together=
  if test $one_in_four = no || test $((cases % 4)) = 0; then
    # at the same time, as both wait more than they work
    timeout $patience "${MPIEXEC:-mpiexec}" -n 2 "$@" >both.txt 2>&1 </dev/null &
    together=$!
  fi
  timeout $patience "$@" >alone.txt 2>&1 </dev/null
  got=$?
  test $got = "$wanted" || faults="$faults np 1: exit status $got, not $wanted;"
  if test -n "$together"; then
    wait $together
    got=$?
    test $got = "$wanted" || faults="$faults np 2: exit status $got, not $wanted;"
    grep -E '^(clast|  )' alone.txt | grep -v '^  *[A-Z]' >alone.own
    grep -E '^(clast|  )' both.txt | grep -v '^  *[A-Z]' | sed 's/on 2 ranks/on 1 rank/; s/rank 1/rank 0/' >both.own
    cmp -s alone.own both.own || faults="$faults two ranks say something else;"
  fi
  ls -R . >after.txt
  cmp -s before.txt after.txt || faults="$faults files were written: $(diff before.txt after.txt | tr '\n' ' ');"
  grep -Eq -e "$regex" alone.txt || faults="$faults no line matches $regex;"
  if test -z "$faults"; then pass "$fact"; else
    fail "$fact" "$faults" "$*"
    sed 's/^/#   /; 12q' alone.txt
    test -z "$together" || sed 's/^/# 2 /; 12q' both.txt
  fi
}

# FACT REGEX SED: heap.yaml with this change is a usage error.
scenario()
{
  sed "$3" heap.yaml >bad.yaml
  cmp -s heap.yaml bad.yaml && fail "$1" "the edit changes nothing: $3"
  one_in_four=yes
  refused "$1" 2 "$2" "$CLAST" bad.yaml
  one_in_four=no
}

# FACT REGEX TEXT: shapes.csv with this content, as a template.
shape()
{
  printf "$3" >bad.csv
  sed 's#shapes/rod.csv#bad.csv#' heap.yaml >bad.yaml
  refused "$1" 2 "$2" "$CLAST" bad.yaml
}

# FACT REGEX TEXT: clumps.csv with this content.
clumps()
{
  printf "$3" >bad.csv
  sed 's#^  - heap: .*#  - bed: {file: bad.csv}#' heap.yaml >bad.yaml
  refused "$1" 2 "$2" "$CLAST" bad.yaml
}

heap_write .
touch before.txt after.txt alone.txt both.txt alone.own both.own bad.yaml bad.csv

# ---- scenarios ----

refused "a scenario that is not there" 2 'nowhere\.yaml.*No such file' "$CLAST" nowhere.yaml
refused "nothing at all: the usage, no mistakes" 2 '^clast SCENARIO.yaml' "$CLAST"
refused "options without a scenario" 2 'no scenario is given' "$CLAST" -run_dt 1
refused "a stray word" 2 "'extra' is neither" "$CLAST" heap.yaml extra
refused "two scenarios" 2 "one scenario at a time: heap.yaml is given already" "$CLAST" heap.yaml bad.yaml
refused "a folder in place of a scenario" 2 'shapes' "$CLAST" shapes
: >empty.yaml
refused "an empty scenario" 2 'schema: missing' "$CLAST" empty.yaml
head -c 3000 "$CLAST" | tr '\0' '\1' >binary.yaml
refused "a program in place of a scenario" 2 'binary\.yaml' "$CLAST" binary.yaml
refused "an unknown option on the command line" 2 "unknown option; did you mean '-output_dir'" "$CLAST" heap.yaml -output_dri x
refused "a bad value on the command line" 2 "-run_dt: 'fast'" "$CLAST" heap.yaml -run_dt fast
scenario "an unknown key" "end_tiem.*did you mean 'end_time'" 's/end_time/end_tiem/'
scenario "an unknown section" "did you mean.*domain" 's/^domain:/domian:/'
scenario "another schema" "schema: '2'" 's/^schema: 1/schema: 2/'
scenario "no domain" 'domain: lo: missing' '/^domain/d'
scenario "broken YAML: a bracket that stays open" '1\. line 3: run: gravity: the \[ is not closed by \]: line 3 has a } first' 's/gravity: \[1, 0, -9.81\]/gravity: [1, 0, -9.81/'
scenario "broken YAML: a tab" 'line|tab' 's/^output:/\toutput:/'
scenario "a word for a number" "seed: 'three'" 's/seed: 3/seed: three/'
scenario "not a number" "end_time: 'nan'" 's/end_time: 0.2/end_time: nan/'
scenario "endless" "gravity: .*'inf'" 's/-9.81/inf/'
scenario "two numbers for three" 'gravity.*2' 's/gravity: \[1, 0, -9.81\]/gravity: [1, 0]/'
scenario "a step of zero" "dt: '0'" 's/dt: 5.0e-4/dt: 0/'
scenario "a corner on the wrong side" 'hi: .*along z is not above lo' 's/hi: \[6, 4, 6\]/hi: [6, 4, -6]/'
scenario "an unknown face" "'perodic'.*(periodic|allowed)" 's/periodic, open/perodic, open/'
scenario "two faces for three" 'boundary' 's/\[periodic, open, free\]/[periodic, open]/'
scenario "a negative density" "density: '-1.0'" 's/density: 1.0/density: -1.0/'
scenario "a Poisson ratio above a half" "poisson: '0.7'" 's/poisson: 0.3/poisson: 0.7/'
scenario "a density beyond numbers" "material: .*density: '1.0e-308' is out of range" 's/density: 1.0,/density: 1.0e-308,/'
scenario "a density of clumps beyond numbers" "heap: density: '1.0e-308' is out of range" 's/count: 60,/count: 60, density: 1.0e-308,/'
shape "pebbles farther apart than numbers reach" "rod: .*line 3: column x: '1e300' is out of range" 'x,y,z,r\n0,0,0,.1\n1e300,0,0,.1\n'
scenario "a restitution above one" "restitution: '1.5'" 's/restitution: 0.5/restitution: 1.5/'
scenario "friction below zero" "friction: '-0.5'" 's/friction: 0.5/friction: -0.5/'
scenario "a law nobody knows" "normal: 'herz'.*hertz" 's/normal: hertz/normal: herz/'
scenario "a law of a material nobody declared" "'sofd'" 's/between: \[soft, soft\]/between: [soft, sofd]/'
scenario "a template of a material nobody declared" "'soap'" 's/pair: {material: soft/pair: {material: soap/'
scenario "no law for materials that meet" 'no law between soft and soft' '/^contact/d; /soft-soft/d'
scenario "a file of pebbles that is not there" "shapes/rid\.csv" 's/rod.csv/rid.csv/'
scenario "five numbers for a pebble" 'pebbles' 's/0.4, 0, 0, 0.2\]/0.4, 0, 0, 0.2, 1]/'
scenario "a radius of zero" 'pebble' 's/0.4, 0, 0, 0.2\]/0.4, 0, 0, 0]/'
scenario "two templates of one name" 'pair' 's/- rod: {material/- pair: {material/'
scenario "a fill of a template nobody declared" "'pear'" 's/\[rod, pair\]/[rod, pear]/'
scenario "a fill without a count" 'count: missing' 's/count: 60, //'
scenario "more than fits" 'only [0-9]+ fit into the box' 's/count: 60/count: 400, attempts: 3/'
cat >many.yaml <<'E2'
schema: 1
run: {end_time: 1, dt: 1.0e-4}
domain: {lo: [0, 0, 0], hi: [1, 1, 1]}
material:
  - a: {density: 1000, young: 1.0e6, poisson: 0.3}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: a, pebbles: [0, 0, 0, 1.0e-5]}
clumps:
  - many: {template: [ball], count: 9000000000, lo: [.1, .1, .1], hi: [.9, .9, .9]}
E2
refused "more than ranks can count" 2 'one takes less than 2147483647; use more ranks' "$CLAST" many.yaml

# FACT REGEX SED: cell.yaml, whose stress is kept, with this change is a usage error.
cell()
{
  sed "$3" cell.yaml >bad.yaml
  cmp -s cell.yaml bad.yaml && fail "$1" "the edit changes nothing: $3"
  one_in_four=yes
  refused "$1" 2 "$2" "$CLAST" bad.yaml
  one_in_four=no
}

cat >cell.yaml <<'E2'
schema: 1
run: {end_time: 1, dt: 1.0e-4, gravity: [0, 0, 0]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, periodic, periodic],
  deformation: {type: stress, stresses: [xx, yy], target: [-1, -2, -3, -4], target_times: [0, 1],
    gain: 0.1, rate_limit: 1, components: [xz], times: [0, 1], strains: [0, 0.1]}}
material:
  - a: {density: 1000, young: 1.0e6, poisson: 0.3}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: a, pebbles: [0, 0, 0, 0.1]}
clumps:
  - one: {template: ball, position: [0.5, 0.5, 0.5]}
E2
cell "a stress across open faces" 'deformation_stresses: .*the faces of y are not periodic.*not yy' 's/periodic, periodic, periodic/periodic, open, periodic/'
is "  and nothing else" "$(grep -c '^  [0-9]*\. ' alone.txt)" 1
cell "a clump that is held while images move" 'clumps: clump 0 is blocked along x, which does not go with a cell whose edges change' 's/position: \[0.5, 0.5, 0.5\]/&, blocked: xY/'
cell "a clump that enters later" 'clumps: clump 0 enters later .at., which does not go with a cell whose edges change' 's/position: \[0.5, 0.5, 0.5\]/&, at: 0.1/'
cell "a stress of no component" "deformation_stresses: item 2, 'zy0' is not known" 's/xx, yy/xx, zy0/'
cell "stresses that are given twice" "'xx' is given twice, the second time as 'isotropic'" 's/xx, yy/xx, isotropic/'
cell "a component of a stress and a strain" 'xx is in deformation_stresses, too' 's/\[xz\]/[xx]/'
cell "components without an order of axes" 'some order of the axes' 's/\[xx, yy\]/[yx, xy]/'
cell "too few targets" 'deformation_target: .*3 numbers; needed: 4, one for each of 2 components at each of 2 times' 's/-3, -4/-3/'
cell "times that go back" 'deformation_target_times: .*1 s is not after 1 s' 's/target_times: \[0, 1\]/target_times: [1, 1]/'
cell "no gain" 'deformation_gain: is needed with deformation_form: proportional' 's/gain: 0.1, //'
cell "a gain of zero" "deformation_gain: '0'" 's/gain: 0.1/gain: 0/'
cell "a limit below zero" "deformation_rate_limit: '-1'" 's/limit: 1/limit: -1/'
cell "no limit" 'deformation_rate_limit: missing' 's/ rate_limit: 1,//'
cell "a limit that moves faces too far" 'a face would move by 0.2 m' 's/limit: 1/limit: 2000/'
cell "a gain of faces with a mass" 'deformation_gain: .*does not go with deformation_form: parrinello_rahman' 's/gain: 0.1/form: parrinello_rahman, mass: 1, gain: 0.1/'
cell "no mass of faces" 'deformation_mass: is needed' 's/gain: 0.1/form: parrinello_rahman/'
cell "components without strains" 'needs one of deformation_strains and deformation_rates' 's/, strains: .*\]}}/}}/'
cell "a monitor of a part of such a cell" 'part: lo and hi do not go with a cell whose edges change' 's/^clumps:/monitor:\n  - part: {every: 1, type: coordination, lo: [0, 0, 0], hi: [1, 1, 0.5]}\n&/'
cell "a table without components" 'deformation_components: .*needed' 's/type: stress.*/type: table,/; s/gain.*xz\], //; s/strains/rates/'
cell "an inlet in such a cell" 'inlet: feed: .*does not go with a cell whose edges change' 's/^clumps:/inlet:\n  - feed: {template: [ball], lo: [0, 0, 0], hi: [1, 1, 0.5], number_rate: 1, every: 1}\n&/'
for rows in '1,0,0|0,0,1:line 3: time 0 is not after that of the row before, 1' '0,0,a:xz'; do
  printf 'time,yz,xz\n%s\n' "$(echo "${rows%%:*}" | tr '|' '\n')" >strains.csv
  cell "a table of strains with ${rows%%:*}" "deformation_file: .*${rows#*:}" 's/components: .*/file: strains.csv}}/'
done
printf 'time,yz,rate_xz\n0,0,0\n' >strains.csv
cell "a table of strains and rates" 'deformation_file: .*not both' 's/components: .*/file: strains.csv}}/'
printf 'time,xz\n0,0\n1,0.2\n' >strains.csv
cell "a table that differs from what is given" 'deformation_file: .*differs from deformation_components, deformation_times and deformation_strains' 's/components:/file: strains.csv, &/'
scenario "a fill beside a clump that is nowhere" 'clump 0 is farther out than positions reach' 's/^clumps:.*/&\n  - far: {template: [rod], position: [1.0e29, 0, 0]}/'
scenario "more than the box has room for" 'do not fit into the box' 's/count: 60/count: 6000/'
scenario "a fill outside an open face" 'heap' 's/hi: \[6, 4, 4\], v/hi: [6, 0.1, 4], v/'
scenario "clumps of no kind" 'must have one of file' 's/- heap: {.*/- heap: {velocity: [0, 0, 1]}/'
scenario "clumps of two kinds" 'must have one of file' 's#- heap: {#- heap: {file: shapes/rod.csv, #'
scenario "one clump of two templates" '2 templates for one clump' 's/- heap: {.*/- one: {template: [rod, pair], position: [1, 1, 1]}/'
scenario "one clump without a template" 'template: missing' 's/- heap: {.*/- one: {position: [1, 1, 1]}/'
scenario "one clump without a domain" 'domain: lo: missing' '/^domain/d; s/- heap: {.*/- one: {template: [rod], position: [1, 1, 1]}/'
scenario "one clump outside an open face" 'clump 0 has its centre outside an open face' 's/- heap: {.*/- one: {template: [rod], position: [1, 5, 1]}/'
scenario "one clump outside an open face, later" 'clump 0 has its centre outside an open face' 's/- heap: {.*/- one: {template: [rod], position: [1, 5, 1], at: 0.1}/'
scenario "one clump beyond everything, later" 'clump 0 is farther out than positions reach' 's/- heap: {.*/- one: {template: [rod], position: [1, 1, 1e30], at: 0.1}/'
scenario "one clump with the id of another" "b: id: '7': id 7 was given before, in clumps: a" 's/- heap: {.*/- a: {template: [rod], position: [1, 1, 1], id: 7}\n  - b: {template: [rod], position: [1, 3, 1], id: 7, at: 0.1}/'
scenario "a random fill for later" 'at: .*go on with -restart and a scenario that has the fill' 's/count: 60,/& at: 0.1,/'
scenario "before the beginning" "at: '-1'" 's/- heap: {.*/- a: {template: [rod], position: [1, 1, 1], at: -1}/'
scenario "two groups in a slot" 'both of the slot Default' 's/count: 60,/& group: [a, b],/'
scenario "a wall without a normal" 'normal' 's/, normal: \[0, 0, 1\]//'
scenario "a wall with the normal zero" 'normal' 's/normal: \[0, 0, 1\]/normal: [0, 0, 0]/'
scenario "a wall across a periodic direction" 'normal: .*x, which is periodic' 's/normal: \[0, 0, 1\]/normal: [1, 0, 1]/'
tube()
{
  scenario "$1" "$2" "s/- floor: .*/- floor: {material: soft, point: [1, 1, 0], $3}/"
}
tube "a wall of an unknown shape" 'shape: .*pipe.*allowed' 'shape: pipe'
tube "a cylinder without a radius" 'radius: missing' 'shape: cylinder'
tube "a cylinder of two radii" 'radius: .*one number > 0' 'shape: cylinder, axis: [1, 0, 0], radius: [1, 2]'
tube "a cylinder along no axis" 'axis: .*no direction' 'shape: cylinder, axis: [0, 0, 0], radius: 1'
tube "a cylinder across a periodic axis" 'shape: .*x, which is periodic' 'shape: cylinder, axis: [0, 0, 1], radius: 1'
tube "a cone without a length" 'length: .*a cone has a length > 0' 'shape: cone, radius: [1, 2]'
tube "a cone that is a cylinder" 'radius: .*two different numbers' 'shape: cone, radius: [1, 1], length: 1'
tube "closed ends of an endless cylinder" 'length: .*closed ends has a length' 'shape: cylinder, axis: [1, 0, 0], radius: 1, ends: closed'
tube "both sides of a sphere" "side: 'both' is not known; allowed: one of: inside, outside$" 'shape: sphere, radius: 9, side: both'
tube "both sides of a cylinder with ends" "side: 'both': needs a sheet" 'shape: cylinder, axis: [1, 0, 0], radius: 9, length: 1, ends: closed, side: both'
tube "an unknown side of a cylinder" "side: 'inward' is not known; allowed: one of: inside, outside, both$" 'shape: cylinder, axis: [1, 0, 0], radius: 9, side: inward'
tube "an unknown side of a mesh" "side: 'back' is not known; allowed: one of: front, inside, outside, both$" 'shape: mesh, side: back'
tube "the front of a cylinder" "side: 'front' is not known; allowed: one of: inside, outside, both$" 'shape: cylinder, axis: [1, 0, 0], radius: 9, side: front'
tube "the inside of a plane" "side: 'inside' is not known; allowed: one of: front, both$" 'shape: plane, normal: [0, 0, 1], side: inside'
scenario "a box inside out" 'hi: .*1 along y; allowed: more than lo, 2' \
  's/- floor: .*/- floor: {material: soft, shape: box, lo: [0, 2, 0], hi: [1, 1, 1], sides: four}/'
scenario "dt: auto where nothing can touch" 'dt: .*auto: nothing can touch' 's/dt: 5.0e-4/dt: auto/; /^wall/,/- floor/d; s/- heap: .*/- one: {template: rod, position: [1, 1, 1], blocked: xyzXYZ}/'

# FACT REGEX TEXT: heap.yaml with this motion.
motion()
{
  { cat heap.yaml && printf 'motion:\n  - go: {%s}\n' "$3"; } >bad.yaml
  one_in_four=yes
  refused "$1" 2 "$2" "$CLAST" bad.yaml
  one_in_four=no
}

motion "a motion of nothing" 'motion: go: moves nothing: give walls' 'type: translate, velocity: [1, 0, 0]'
motion "a motion of a wall that there is not" 'motion: go: walls: .*flor.*floor' 'walls: [flor], type: translate, velocity: [1, 0, 0]'
motion "a motion that names a wall twice" 'motion: go: walls: .*floor is named twice' 'walls: [floor, floor], type: translate, velocity: [1, 0, 0]'
motion "a motion of an unknown type" 'motion: go: type: .*translate, oscillate, rotate, servo, surface' 'walls: [floor], type: shake'
motion "a motion that ends before it starts" 'motion: go: end: .*1 s is not after start \(2 s\)' 'walls: [floor], type: translate, velocity: [1, 0, 0], start: 2, end: 1'
motion "an oscillation along no direction" 'motion: go: direction: .*has no direction' 'walls: [floor], type: oscillate, direction: [0, 0, 0], amplitude: 1, frequency: 1'
motion "a rotation about no axis" 'motion: go: axis: .*has no direction' 'walls: [floor], type: rotate, point: [0, 0, 0], axis: [0, 0, 0], rate: 1'
motion "a rotation out of a periodic direction" 'motion: go: turns wall floor out of the direction x, which is periodic' 'walls: [floor], type: rotate, point: [0, 0, 0], axis: [0, 1, 0], rate: 1'
motion "a surface that moves across itself" 'motion: go: velocity: .*0\.5 m/s across wall floor' 'walls: [floor], type: surface, velocity: [3, 0, 0.5]'
motion "a key of another type of motion" 'motion: go: rate: .*only with type: rotate' 'walls: [floor], type: surface, velocity: [3, 0, 0], rate: 3'
motion "two rotations of a wall about different axes" 'motion: also: go turns wall floor, too, and not about the same axis alone' \
  'walls: [floor], type: rotate, point: [0, 0, 0], axis: [1, 0, 0], rate: 1}
  - also: {walls: [floor], type: rotate, point: [0, 1, 0], axis: [1, 0, 0], rate: 1'
motion "a ramp that is longer than the motion" 'ramp: .*more than the 1 s from start to end' \
  'walls: [floor], type: translate, velocity: [1, 0, 0], start: 1, end: 2, ramp: 0.6'

motion "a motion of a group that there is not" 'motion: go: groups: .*moves nothing: no clump has the group .flor.' 'groups: [flor], type: translate, velocity: [1, 0, 0]'
motion "a surface velocity of a group" 'motion: go: groups: .*type: surface is for walls' 'groups: [a], type: surface, velocity: [1, 0, 0]'
motion "a group with the name of a wall" 'motion: go: groups: .*floor is a wall, too' 'groups: [floor], type: translate, velocity: [1, 0, 0]'

motion "a servo of nothing" 'motion: go: a servo keeps one of force, stress .* none is given' 'walls: [floor], type: servo, direction: [0, 0, 1], speed_limit: 1'
motion "a servo without a speed limit" 'motion: go: speed_limit: missing' 'walls: [floor], type: servo, direction: [0, 0, 1], force: 1'
motion "a servo with a stress on no area" 'motion: go: area: .*goes with stress' 'walls: [floor], type: servo, direction: [0, 0, 1], stress: 1, speed_limit: 1'
motion "a servo with a torque and no gain" 'motion: go: gain: .*auto is for forces of walls' 'walls: [floor], type: servo, torque: 1, axis: [1, 0, 0], point: [0, 0, 0], speed_limit: 1'
motion "two servos of a wall" 'motion: also: wall floor has a servo already' \
  'walls: [floor], type: servo, direction: [0, 0, 1], force: 1, speed_limit: 1}
  - also: {walls: [floor], type: servo, direction: [0, 0, 1], force: 2, speed_limit: 1'

# FACT REGEX ROWS: a table of positions with these rows.
table()
{
  printf "$3" >table.csv
  motion "$1" "$2" 'walls: [floor], type: table, file: table.csv'
}

table "a table that is empty" 'file: .*the file is empty' ''
table "a table without rows" 'file: .*no rows' 'time,x,y,z\n'
table "a table without times" 'file: .*time' 'x,y,z\n1,2,3\n'
table "a table without positions and attitudes" 'file: .*neither positions .* nor attitudes' 'time\n0\n'
table "a table with half a position" 'column y is missing' 'time,x,z\n0,0,0\n'
table "a table whose times do not increase" 'line 4: time 1 is not after that of the row before, 1' 'time,x,y,z\n0,0,0,0\n1,0,0,0\n1,0,0,1\n'
table "a table with an attitude of 0" 'line 3: columns qw,qx,qy,qz: all are 0' 'time,qw,qx,qy,qz\n0,1,0,0,0\n1,0,0,0,0\n'
table "a table with what is no number" 'line 2: .*nan' 'time,x,y,z\n0,nan,0,0\n1,0,0,0\n'
table "a table that turns out of a periodic direction" 'turns wall floor out of the direction x' 'time,qw,qx,qy,qz\n0,1,0,0,0\n1,1,0,1,0\n'
table "a table that is too fast" 'file: .*too fast' 'time,x,y,z\n0,0,0,0\n1e-30,1e20,0,0\n'
printf 'time,qw,qx,qy,qz\n0,1,0,0,0\n1,1,1,0,0\n' >table.csv
motion "a table and a rotation of one wall" 'motion: also: go turns wall floor, too' \
  'walls: [floor], type: table, file: table.csv, pivot: [0, 1, 0]}
  - also: {walls: [floor], type: rotate, point: [0, 0, 0], axis: [1, 0, 0], rate: 1'
scenario "all mistakes in one report" '3 mistakes' 's/seed: 3/seed: x/; s/density: 1.0/density: x/; s/friction: 0.5/friction: x/'

# ---- what is easily written otherwise: taken, or refused with the right form; one rank tells all ----

# FACT REGEX SED: heap.yaml with this change is a usage error, on one rank.
alone()
{
  sed "$3" heap.yaml >bad.yaml
  cmp -s heap.yaml bad.yaml && fail "$1" "the edit changes nothing: $3"
  status "$1" 2 timeout $patience "$CLAST" bad.yaml -check
  says "  and told how to write it" "$2"
}

# FACT SED: heap.yaml with this change is taken.
taken()
{
  sed "$2" heap.yaml >other.yaml
  cmp -s heap.yaml other.yaml && fail "$1" "the edit changes nothing: $2"
  check "$1" timeout $patience "$CLAST" other.yaml -check
}

alone "a decimal comma" "run: dt: '0,01' is not a number; decimals have a point: 0\.01" 's/dt: 5.0e-4/dt: 0,01/'
is "  in one mistake" "$(grep -c '^ *[0-9]*\. ' "$out")" 1
sed 's/dt: 5.0e-4, seed: 3/dt: 0,01, seed: fast, gravty: 1/; s/poisson: 0.3/poisson: 0,3, yung: 2/' heap.yaml >commas.yaml
status "two decimal commas in sections with other mistakes" 2 "$CLAST" commas.yaml -check
is "  are told with these" "$(grep -Ec "^ *[0-9]+\. line [0-9]+: (run|material).*(0,01|0,3|fast|gravty|yung)" "$out")" 5
status "a decimal comma on the command line" 2 "$CLAST" heap.yaml -check -run_dt 0,01
says "  and told how to write it" "-run_dt: '0,01' is not a number; decimals have a point: 0\.01"
alone "a bracket that nothing closes" '1\. line 13: clumps: heap: template: the \[ is not closed by \]: line 13 has a } first' 's/\[rod, pair\], count/[rod, pair, count/'
is "  in one mistake" "$(grep -c '^ *[0-9]*\. ' "$out")" 1
alone "a brace that nothing closes" '1\. line 3: run: the \{ is not closed by \} \(column 6\)$' 's/\(gravity: .*\)}/\1/'
is "  in one mistake" "$(grep -c '^ *[0-9]*\. ' "$out")" 1
taken "vectors with blanks" 's/gravity: \[1, 0, -9.81\]/gravity: "1 0 -9.81"/; s/\[periodic, open, free\]/periodic open free/'
check "  and on the command line" "$CLAST" heap.yaml -check -run_gravity "0 0 -9.81" -clumps_heap_velocity "0.5, 4 -4"
taken "friction of a material, without a tangential force" 's/poisson: 0.3/&, friction: 0.4/; s/tangential: mindlin, //; s/, friction: 0.5//'
says "  is told not to be used" 'warning: line [0-9]+: material: soft: friction: not used, as no contact has a tangential force'
taken "names with underscores" 's/soft/glass_beads/g; s/heap:/heap_lo:/; s/- rod:/- rod_mass:/; s/\[rod, pair\]/[rod_mass, pair]/'
check "  and on the command line" "$CLAST" other.yaml -check -material_glass_beads_young 2e5 -clumps_heap_lo_count 5 -contact_glass_beads-glass_beads_friction 0.1
says "  where they name the same" '^clast: 5 clumps'
status "an option that begins like one of PETSc's" 2 "$CLAST" heap.yaml -check -log_view_not
says "  is unknown" "-log_view_not: unknown option; did you mean '-log_view'"
check "those of PETSc" "$CLAST" heap.yaml -check -malloc_debug -options_left 0
check "  of which -options_left lists those that nothing reads" "$CLAST" heap.yaml -check -run_dt 1e-5 -options_left
says "  and clast has read its own" '^There are no unused options'
alone "a fill beyond an open face" 'clumps: heap: hi: .*beyond the open face of the domain at y = 4 m' 's/hi: \[6, 4, 4\], v/hi: [6, 4.5, 4], v/'
alone "  below it" 'clumps: heap: lo: .*beyond the open face of the domain at y = 0 m' 's/lo: \[0, 0, 0\], hi: \[6, 4, 4\], v/lo: [0, -1, 0], hi: [6, 4, 4], v/'
alone "a fill longer than a period" 'clumps: heap: hi: .*the box is 16 m long along x, where the domain repeats after 6 m' 's/hi: \[6, 4, 4\], v/hi: [16, 4, 4], v/'
taken "a fill across a periodic face and beyond a free one" 's/lo: \[0, 0, 0\], hi: \[6, 4, 4\], v/lo: [4, 0, 3], hi: [10, 4, 8], v/'
alone "a fill beyond all positions" 'the box is farther out along z than positions reach' 's/hi: \[6, 4, 4\], v/hi: [6, 4, 1e30], v/'
alone "no clumps at all" 'clumps: missing: no clump is there and none enters' '/^clumps/,/heap/d'
printf 'template,x,y,z\n' >none.csv
alone "a file of no clumps" 'clumps: .*no rows|none\.csv' 's/- heap: .*/- heap: {file: none.csv}/'
taken "clumps that all enter later" 's/- heap: .*/- heap: {template: [rod], position: [1, 1, 1], at: 0.1}/'
alone "position and origin" 'origin: .*one too many, as there is position' 's/- heap: .*/- heap: {template: [rod], position: [1, 1, 1], origin: [1, 1, 1]}/'
taken "pebbles that touch to 8 digits" 's/pair: {.*/pair: {material: soft, pebbles: [0, 0, 0, 0.7, 0.80829038, 0.80829038, 0.80829039, 0.7]}/; s/count: 60/count: 3/'
silent "  and are not warned of" 'do not connect'
taken "pebbles that do not" 's/pair: {.*/pair: {material: soft, pebbles: [0, 0, 0, 0.3, 0.601, 0, 0, 0.3]}/; s/count: 60/count: 3/'
says "  are warned of" 'template pair: its pebbles do not connect: there is a gap of 0\.001 m'
sed 's/- heap: .*/- lies: {template: [rod], position: [1, 1, 0.5]}\n  - drops: {template: [rod], position: [1, 1.1, 0.5], at: 0.05}/' heap.yaml >late.yaml
status "a clump that enters into another" 3 on_ranks 2 "$CLAST" late.yaml -output_dir late
says "  is named with its object and time" 'clump 1, which entered at t = 0\.05 s \(clumps: drops\),'
says "  with the remedy" 'Let clumps enter where nothing is at that time'
rm -rf late
sed 's/^contact/damping: [d: {typ: local, factor: 0.1}]\n&/' heap.yaml >lacks.yaml
status "unknown keys of an object that lacks the right ones" 2 "$CLAST" lacks.yaml -check
is "  are all that is told" "$(grep -cE '^ +[0-9]+\. .*unknown key' "$out") of $(grep -cE '^ +[0-9]+\. ' "$out")" "2 of 2"

# ---- what comes from documents, other codes and habits: one mistake, with what to write ----

# FACT REGEX SED: heap.yaml with this change has this mistake and no other.
advised()
{
  alone "$1" "$2" "$3"
  is "  in one mistake" "$(grep -c '^ *[0-9]*\. ' "$out")" 1
}

advised "a semicolon in braces" "line 6: material: soft: a comma separates keys, not a semicolon: write '1.0, young' \(column" 's/density: 1.0, young/density: 1.0; young/'
advised "no comma in braces" "line 6: material: soft: a comma is missing between '1.0' and 'young'" 's/density: 1.0, young/density: 1.0 young/'
advised "no comma at the end of a line" "line 7: material: soft: a comma is missing at the end of line 6, behind '1.0'" 's/density: 1.0, young/density: 1.0\n     young/'
advised "a number for a vector" "gravity: 1 number given; .*such as \[0, 0, -9\.81\] \(down along z\); given: '-9\.81'" 's/gravity: \[1, 0, -9.81\]/gravity: -9.81/'
advised "a magnitude for gravity" "gravity: 1 number given; .*such as \[0, 0, -9\.81\] \(down along z\); given: '9\.81'" 's/gravity: \[1, 0, -9.81\]/gravity: 9.81/'
advised "no colon before a brace" "line 15: wall: a colon is missing behind 'floor' \(column 10\)" 's/- floor: {/- floor {/'
advised "a restitution of a material that is out of range" "material: soft: restitution: '40' is out of range" 's/poisson: 0.3/&, restitution: 40/; s/, restitution: 0.5//'
for key in 'force: -10' 'stress: 20 kPa, area: 1' 'stress: 20, area: 1 mm'; do
  advised "a servo with $key" "motion: go: (force|stress|area): '(-10|20 kPa|1 mm)' is" "\$a motion:\n  - go: {walls: [floor], type: servo, direction: [0, 0, 1], speed_limit: 1, $key}"
done
for key in 'force: -10/direction' 'stress: -20, area: 1/direction'; do
  advised "the sign of ${key%%:*}" "motion: go: (force|stress): '-[12]0' is out of range.*; it is a magnitude: for the opposite sense turn ${key##*/}$" "\$a motion:\n  - go: {walls: [floor], type: servo, direction: [0, 0, 1], speed_limit: 1, ${key%/*}}"
done
advised "  of a torque" "motion: go: torque: '-1' is out of range.*: for the opposite sense turn axis$" "\$a motion:\n  - go: {walls: [floor], type: servo, axis: [0, 0, 1], point: [0, 0, 0], gain: 1, speed_limit: 1, torque: -1}"
for word in centre center; do
  advised "a $word of a wall" "wall: floor: $word: unknown key; did you mean 'point'" "s/- floor: .*/- floor: {material: soft, shape: sphere, $word: [1, 1, 0], radius: 1, side: outside}/; s/periodic, open, free/open, open, free/"
  advised "  of a clump" "clumps: one: $word: unknown key; did you mean 'position'" "s/- heap: {.*/- one: {template: [rod], $word: [1, 1, 1]}/"
done
advised "seven numbers of pebbles" "template: pair: pebbles: 7 numbers given; .*; they come in groups of 4, x, y, z, radius, and the last group, from number 5 on, lacks 1; given" 's/0.3, 0.4, 0, 0, 0.2/0.3, 0.4, 0, 0.2/'
advised "nine, which fit two dimensions" "template: pair: pebbles: .*9 numbers given; .*; they come in groups of 4, x, y, z, radius, and the last group, from number 9 on, lacks 3" 's/0.4, 0, 0, 0.2/&, 1/'
advised "a radius below zero" "line 11: template: pair: pebbles: .*pebble 2 of 2, number 8 of the list: radius -0.2 m: must be > 0" 's/0.4, 0, 0, 0.2/0.4, 0, 0, -0.2/'
advised "one material of a pair" "contact: soft-soft: between: 'soft': 1 name; allowed: any, or pairs of materials, two names for each, such as .soft, soft. for bodies" 's/between: .soft, soft./between: soft/'
advised "a ball in a periodic direction" "floor: shape: .*along x and y, which are periodic.*; or make x and y open .domain: boundary.$" 's/periodic, open, free/periodic, periodic, free/; s/- floor: .*/- floor: {material: soft, shape: sphere, point: [1, 1, 0], radius: 1, side: outside}/'
advised "  a tube with ends" "floor: shape: .*; or make x open" 's/- floor: .*/- floor: {material: soft, shape: cylinder, point: [1, 1, 0], axis: [0, 0, 1], radius: 1, length: 1, side: outside}/'
advised "a diameter of a cylinder" "floor: diameter: unknown key; did you mean 'radius'.*a radius is half of it" 's/- floor: .*/- floor: {material: soft, shape: cylinder, point: [1, 1, 0], axis: [1, 0, 0], diameter: 1}/'
advised "corners that are exchanged" 'domain: hi: .*along x is not above lo.*along y is not.*along z is not.*: exchange lo and hi' 's/^domain: {lo: \(\[[^]]*\]\), hi: \(\[[^]]*\]\)/domain: {lo: \2, hi: \1/'
advised "no domain" 'domain: lo: missing: give the lower corner of the domain, lo, and the upper one, hi' '/^domain/d'
advised "a domain of one corner" 'domain: hi: missing: the upper corner, or vectors' '/^domain/s/hi: \[[^]]*\], //'
advised "a fill beyond two faces" 'heap: hi: .*beyond the open face of the domain at x = 6 m and the open face at y = 4 m, where' 's/periodic, open, free/open, open, free/; s/hi: \[6, 4, 4\], v/hi: [7, 5, 4], v/'
advised "a wall in two periodic directions" 'floor: shape: .*along x and y, which are periodic' 's/periodic, open, free/periodic, periodic, free/; s/- floor: .*/- floor: {material: soft, shape: sphere, point: [1, 1, 0], radius: 1, side: outside}/'
advised "a plane across two" 'floor: normal: .*has a part along x and y, which are periodic' 's/periodic, open, free/periodic, periodic, free/; s/normal: \[0, 0, 1\]/normal: [1, 1, 0]/'
printf 'template,x,y,z,vz\nrod,1,1,1,-1\n' >vz.csv
advised "one component of a velocity" 'line 1: columns vx, vy are missing: they are required together with vz' 's/- heap: .*/- heap: {file: vz.csv}/'
echo '# nothing yet' >comments.yaml
status "a scenario of comments" 2 "$CLAST" comments.yaml -check
says "  is told that it has no key" 'schema: missing: comments\.yaml has no key'
is "  in one mistake" "$(grep -c '^ *[0-9]*\. ' "$out")" 1
printf 'schema: 1\nrun: {end_time: 1}\n' >bare.yaml
status "a scenario of schema and run" 2 "$CLAST" bare.yaml -check
is "  lacks clumps and a domain, which are told at once" "$(grep -Ec '^ *[0-9]\. (clumps|domain: lo): missing' "$out")" 2
advised "a floor with its normal down" "heap: count: '60': no clump has found a place .*: all meet wall floor \(line 15\), a plane behind which they lie: turn its normal, or move it; or move lo\.\.hi" 's/normal: \[0, 0, 1\]/normal: [0, 0, -1]/'
advised "a drum that clumps lie within, with its solid inside" "heap: count: .*: all meet wall floor \(line 15\), which keeps clumps outside \(side: outside\): give side: inside, or move it" 's/- floor: .*/- floor: {material: soft, shape: cylinder, point: [3, 2, 2], axis: [1, 0, 0], radius: 9, side: outside}/'
advised "a drum above them" "heap: count: .*: all meet wall floor \(line 15\), a cylinder that keeps clumps inside .*: move it around them, or give side: outside" 's/- floor: .*/- floor: {material: soft, shape: cylinder, point: [3, 2, 20], axis: [1, 0, 0], radius: 3}/'
advised "a narrow drum in their midst" "heap: count: .*only [0-9]+ fit into the box: .*, as [0-9]+ of the first 200 meet wall floor \(line 15\), a cylinder that keeps clumps inside \(side: inside, the default\): .*give side: outside\. Or make lo\.\.hi larger" 's/- floor: .*/- floor: {material: soft, shape: cylinder, point: [3, 2, 2], axis: [1, 0, 0], radius: 0.7}/'
advised "a wall in most of the box" "heap: count: .*: [0-9]+ of the first 200 meet wall floor \(line 15\), a plane" 's/- floor: .*/- floor: {material: soft, shape: plane, point: [0, 0, 3], normal: [0, 0, 1]}\n  - lid: {material: soft, shape: plane, point: [0, 0, 3.1], normal: [0, 0, -1]}/'
advised "a clump above the domain" "line 13: clumps: one: position: '1,5,1': clump 0 has its centre outside an open face of the domain: 5 m along y, where the domain is from 0 to 4 m: move it" 's/- heap: {.*/- one: {template: [rod], position: [1, 5, 1]}/'
advised "one with an id" "line 13: clumps: one: position: '1,-2,1': clump 7 has its centre outside .*: -2 m along y" 's/- heap: {.*/- one: {template: [rod], position: [1, -2, 1], id: 7}/'
printf 'template,x,y,z\nrod,1,1,1\nrod,1,5,1\n' >out.csv
advised "a row of a file" 'clumps: clump 1 has its centre outside an open face of the domain .row 2 of out\.csv, clumps: heap.: 5 m along y' 's/- heap: .*/- heap: {file: out.csv}/'
for word in links velocity; do
  advised "colours by $word" "image: view: colour: '$word': clumps of this run have no number '$word'(; did you mean 'velocity_x'\?)?; there are: template, .*speed.*, velocity_x" "\$a image:\n  - view: {every: 0.1, colour: $word}"
done
printf 'template,x,y,z\nrod,1,1,1\n' >plain.csv
for keys in 'attitude: {axis: [0, 0, 1], angle: 90}/attitude: goes with .*: give its rows columns qw, qx, qy, qz' \
  'velocity: [0, 0, 1]/velocity: .*goes with .*, but this object has file: give its rows columns vx, vy, vz' \
  'spin: [0, 0, 1]/spin: .*: give its rows columns wx, wy, wz'; do
  advised "a file with ${keys%%:*}" "clumps: heap: ${keys#*/}" "s/- heap: .*/- heap: {file: plain.csv, ${keys%%/*}}/"
done
advised "Euler angles" "floor: attitude: 3 numbers given; allowed: 4 numbers; Euler angles are not taken: write \{axis: \[0, 0, 1\], angle: 90\}; given" 's/- floor: .*/- floor: {material: soft, shape: box, lo: [1, 1, 1], hi: [2, 2, 2], attitude: [0, 0, 90]}/'
advised "several" "attitude: 3 numbers given.*: write a turn about one axis, such as \{axis: \[0, 0, 1\], angle: 90\}" 's/count: 60,/& attitude: [10, 0, 90],/'
advised "a count and a mass" 'heap: mass: .*one too many, as there is count: keep count for a number of clumps, mass for' 's/count: 60,/& mass: 1,/'
advised "a radius of a template" "radius: unknown key; did you mean 'pebbles'.*; a sphere is one pebble: .pebbles: \[0, 0, 0, 0.3\]." 's/pair: {.*/pair: {material: soft, radius: 0.3}/'
advised "a diameter of a template" "diameter: unknown key; .*: .pebbles: \[0, 0, 0, 0.3\]." 's/pair: {.*/pair: {material: soft, diameter: 0.6}/'
status "a table in place of a scenario" 2 "$CLAST" shapes/rod.csv -check
says "  is told with its text" "line 1: expected .key: value. or .key:., not 'x,y,z,r .*this is no scenario, which begins with .schema: 1."
printf -- '- schema: 1\n' >list.yaml
status "a list in place of a scenario" 2 "$CLAST" list.yaml -check
says "  is told as such" 'line 1: expected .*, not a list; this is no scenario'
taken "friction in degrees" 's/friction: 0.5/friction: 30/'
says "  is taken as it is, with a warning" 'friction: 30 is far beyond the usual range, 0 to 1; if 30 are degrees give 0\.577'
advised "a word for a vector" "wall: floor: normal: 'up' is not a number; .*such as \[0, 0, 1\]" 's/normal: \[0, 0, 1\]/normal: up/'
advised "a minus sign of typesetting" 'minus sign \(U\+2212\): type - in its place' 's/-9.81/−9.81/'
advised "two laws of a pair" 'between: .*this pair of materials already has the law soft-soft \(line [0-9]+\); keep one' '/- soft-soft/{p;s/soft-soft:/other:/}'
advised "a wall without a dash" 'wall: .floor. is not declared; write a list of objects, `- floor: \{' 's/^  - floor:/  floor:/'
advised "materials without a dash" 'material: .soft. is not declared; write a list of objects, `- soft: \{' 's/^  - soft:/  soft:/'
advised "a symbol for a word" "material: soft: E: unknown key; did you mean 'young'" 's/young:/E:/'
advised "a cube" "shape: 'cube' is not known; .*did you mean 'box'" 's/- floor: .*/- floor: {material: soft, shape: cube}/'
advised "a box across a periodic direction" 'shape: .*a mesh \(shape: mesh\), which is repeated in every period' 's/- floor: .*/- floor: {material: soft, shape: box, lo: [1, 0, 0], hi: [2, 4, 0.5]}/'
alone "templates and walls in place of materials" "'floor' is declared in wall, with material: soft" 's/between: \[soft, soft\]/between: [rod, floor]/'
says "  both are told" "'rod' is declared in template, with material: soft"
for words in 'stop:the name of an object is missing: write `do: \[stop NAME\]`.*`do: \[end\]` ends the run' "halt:'halt' is no action: .*did you mean 'end'"; do
  advised "an event that does ${words%%:*}" "event: e: do: .*${words#*:}" "\$a event:\n  - e: {when: time, above: 1, do: [${words%%:*}]}"
done
advised "an event without a list" 'event: .name. is no key, as names stand before the keys; .*write `- stop: \{' '$a event:\n  name: stop\n  when: time\n  above: 1'
advised "turns a minute" "rpm: unknown key; did you mean 'rate'\? \(in rad/s" '$a motion:\n  - m: {walls: [floor], type: rotate, point: [0, 0, 0], axis: [1, 0, 0], rpm: 3}'
advised "a shaken wall" "type: 'vibrate' is not known; .*did you mean 'oscillate'" '$a motion:\n  - m: {walls: [floor], type: vibrate}'
status "an option without its section" 2 "$CLAST" heap.yaml -check -end_time 1
says "  is told in full" "-end_time: unknown option; did you mean '-run_end_time'"
status "an option with =" 2 "$CLAST" heap.yaml -check -run_dt=1
says "  is told without" 'a blank stands between an option and its value: -run_dt 1'
status "an option with a pasted dash" 2 "$CLAST" heap.yaml –run_dt 1
says "  is told which" "'–run_dt' is neither an option .*en dash \(U\+2013\): type -"
status "a word with =" 2 "$CLAST" heap.yaml run_dt=1
says "  is told as an option" 'write -run_dt 1'

# ---- two dimensions ----

flat_write .
check "a scenario in two dimensions is taken" "$CLAST" flat.yaml -check
says "  with its discs" '61 clumps of [0-9]+ discs in two dimensions'
check "so are vectors of three with z = 0" "$CLAST" flat.yaml -check -run_gravity 1,-9.81,0 -clumps_heap_velocity 0.5,-4,0 -wall_floor_normal 0,1,0
check "and boxes with a third side" "$CLAST" flat.yaml -check -domain_lo 0,0,-1 -domain_hi 9,9,1 -domain_boundary periodic,free,periodic
says "  which is told to be ignored" 'warning: domain: z is ignored in two dimensions'

# FACT REGEX SED: flat.yaml with this change is a usage error.
flat()
{
  sed "$3" flat.yaml >bad.yaml
  cmp -s flat.yaml bad.yaml && fail "$1" "the edit changes nothing: $3"
  one_in_four=yes
  refused "$1" 2 "$2" "$CLAST" bad.yaml
  one_in_four=no
}

# FACT REGEX TEXT: post.csv with this content.
posts()
{
  printf "$3" >bad.csv
  sed 's#post\.csv#bad.csv#' flat.yaml >bad.yaml
  refused "$1" 2 "$2" "$CLAST" bad.yaml
}

flat "another dimension" "dimension: '4'.*>= 2 and <= 3" 's/dimension: 2/dimension: 4/'
flat "vectors of two numbers in three dimensions" 'gravity: .*2 given; allowed: 3 in three' 's/, dimension: 2//'
flat "gravity out of the plane" 'gravity: .*-1 along z' 's/gravity: \[1, -9.81\]/gravity: [1, -9.81, -1]/'
flat "one number for two" 'gravity: .*1 number given' 's/gravity: \[1, -9.81\]/gravity: [1]/'
flat "a wall that leans out of the plane" 'normal: .*0\.1 along z' 's/normal: \[0, 1\]/normal: [0, 1, 0.1]/'
flat "a point of a wall off the plane" 'point: .*3 along z' 's/point: \[0, 0\]/point: [0, 0, 3]/'
flat "a wall whose normal is along z" 'normal: .*1 along z' 's/normal: \[0, 1\]/normal: [0, 0, 1]/'
flat "a wall across a periodic direction of the plane" 'x, which is periodic' 's/normal: \[0, 1\]/normal: [1, 1]/'
flat "clumps that fly out of the plane" 'velocity: .*1 along z' 's/velocity: \[0.5, -4\]/velocity: [0.5, -4, 1]/'
flat "four numbers for a disc" 'pebbles: .*a multiple of 3' 's/pebbles: \[0, 0, 0.3\]/pebbles: [0, 0, 0, 0.3]/'
flat "a corner of the plane on the wrong side" 'hi: .*along y is not above lo' 's/hi: \[9, 9\], b/hi: [9, -9], b/'
flat "more than the area has room for" 'do not fit into the box' 's/count: 60/count: 6000/'
flat "the inertia of no flat body" 'zz is xx . yy' 's/inertia: \[0.03\]/inertia: [0.01, 0.01, 0.03]/'
posts "a row off the plane" "line 2: column z: '0.1' is not 0" 'template,x,y,z\ndisc,5,-1,0.1\n'
posts "a row that turns out of the plane" "column wx: '1' is not 0" 'template,x,y,wx,wz\ndisc,5,-1,1,0\n'
posts "a row that stands out of the plane" "column qx: '1' is not 0" 'template,x,y,qw,qx,qz\ndisc,5,-1,1,1,0\n'
printf 'x,y,z,r\n0,0,0,0.25\n0.35,0,0.1,0.25\n' >bad.csv
flat "a pebble off the plane" "line 3: column z: '0.1' is not 0" 's#shapes/flat.csv#bad.csv#'
check "a checkpoint of two dimensions" "$CLAST" flat.yaml -output_dir flat -run_end_time 0.01
refused "a restart with another dimension" 2 'dimension: .*the checkpoint is of 2 dimensions' "$CLAST" -restart flat -run_dimension 3
check "a checkpoint of three dimensions" "$CLAST" heap.yaml -output_dir solid -run_end_time 0.01
refused "and the other way round" 2 'dimension: .*the checkpoint is of 3 dimensions' "$CLAST" -restart solid -run_dimension 2

# ---- cells ----

cat >cell.yaml <<'E'
schema: 1
run: {end_time: 1, dt: 1.0e-3, gravity: [0, 0, 0]}
domain:
  lo: [0, 0, 0]
  vectors: [4, 0, 0, 1, 4, 0, 0, 1, 4]
  boundary: [periodic, periodic, periodic]
  deformation: {type: shear, rate: 0.5, flow: x, gradient: z}
material:
  - soft: {density: 1, young: 1.0e5, poisson: 0.3}
contact:
  - all: {between: [soft, soft], normal: hooke, stiffness: 1.0e3, restitution: 0.6, tangential: none}
template:
  - ball: {material: soft, pebbles: [0, 0, 0, 0.3]}
clumps:
  - one: {template: ball, position: [1, 1, 1]}
E
check "a sheared cell is taken" "$CLAST" cell.yaml -check

# FACT REGEX SED: cell.yaml with this change is a usage error, with one mistake.
cell()
{
  sed "$3" cell.yaml >bad.yaml
  cmp -s cell.yaml bad.yaml && fail "$1" "the edit changes nothing: $3"
  one_in_four=yes
  refused "$1" 2 "$2" "$CLAST" bad.yaml
  one_in_four=no
  is "  and that is all" "$(grep -o '^clast: [0-9]* mistakes\?' alone.txt)" "clast: 1 mistake"
}

cell "edges in one plane" 'vectors: .*the edges span no volume' 's/vectors: .*/vectors: [4, 0, 0, 1, 4, 0, 2, 4, 0]/'
cell "two edges along each other" 'vectors: .*the edges span no volume' 's/vectors: .*/vectors: [4, 2, 0, 2, 1, 0, 0, 0, 4]/'
cell "left-handed edges" 'vectors: .*the edges are left-handed' 's/vectors: .*/vectors: [0, 4, 0, 4, 0, 0, 0, 0, 4]/'
cell "an edge that leads back" 'vectors: .*the edges are left-handed' 's/vectors: .*/vectors: [4, 0, 0, 1, 4, 0, 0, 1, -4]/'
cell "right-handed edges that lead to lower faces" 'vectors: .*edge a has -4 m along x; allowed: > 0' 's/vectors: .*/vectors: [-4, 0, 0, 1, -4, 0, 0, 1, 4]/'
cell "edges that need another frame" 'vectors: .*some order of the axes' 's/vectors: .*/vectors: [4, 1, 0, 1, 4, 0, 0, 0, 4]/'
cell "too few numbers" 'vectors: .*8 numbers; allowed: 9' 's/vectors: .*/vectors: [4, 0, 0, 1, 4, 0, 0, 1]/'
cell "edges and a corner" 'vectors: .*given with hi' 's/  vectors/  hi: [4, 4, 4]\n  vectors/'
cell "neither" 'hi: missing: the upper corner, or vectors' '/  vectors/d'
cell "the cell of a file and a corner" 'domain: lo: .*given with file' 's/  vectors: .*/  file: some/; /  hi:/d'
cell "the cell of no file" 'domain: file: .*no such file' 's/  vectors: .*/  file: some/; /^  lo:/d'
cell "shear across a face that is open" 'cannot lean or be sheared' 's/vectors: .*/vectors: [4, 0, 0, 0, 4, 0, 0, 0, 4]/; s/periodic\]/open]/'
cell "a wall that the cell would shear through" 'wall: floor: .*does not go with a cell that deforms' 's/vectors: .*/vectors: [4, 0, 0, 0, 4, 0, 0, 0, 4]/; s/periodic, periodic, periodic/periodic, open, periodic/; $a wall:\n  - floor: {shape: plane, material: soft, point: [0, 0, 0.1], normal: [0, 1, 0]}'
cell "a face that moves by more than a pebble in a step" 'a face would move by 0\.4 m in a step of 0\.001 s; allowed: .*0\.3 m' 's/rate: 0.5/rate: 100/'
cell "a flow that varies along itself" "gradient: .*, with the flow along x; allowed: two different axes" 's/gradient: z/gradient: x/'
cell "a gradient of eight numbers" 'matrix: .*9' 's/{type: shear.*/{type: gradient, matrix: [0, 0, 1, 0, 0, 0, 0, 0]}/'
cell "an end before the start" 'end: .*: 1 s is not after deformation_start' 's/gradient: z/gradient: z, start: 2, end: 1/'
cell "drag on images that move" "interaction: air: type: 'drag': acts on bodies, which does not go with a cell that deforms" '$a interaction:\n  - air: {type: drag, linear: 0.1}'
cell "gravity on images that move" 'gravity: .*does not go with a cell that deforms' 's/gravity: .*/gravity: [0, 0, -9.81]}/'

# ---- tables ----

shape "pebbles: an empty file" 'bad\.csv' ''
shape "pebbles: no header" 'bad\.csv.*line 1' '0,0,1\n'
shape "pebbles: a column is missing" 'column r is missing' 'x,y,z\n0,0,0\n'
shape "pebbles: a row is short" 'line 3' 'x,y,z,r\n0,0,0,1\n0,0,1\n'
shape "pebbles: a word" "line 2.*'one'" 'x,y,z,r\n0,0,0,one\n'
shape "pebbles: a header only" 'bad\.csv' 'x,y,z,r\n'
shape "pebbles: a negative radius" 'line 2' 'x,y,z,r\n0,0,0,-1\n'
clumps "clumps: an unknown column" "'tempalte'.*template|tempalte" 'tempalte,x,y,z\nrod,1,1,1\n'
clumps "clumps: an unknown template" "line 2.*'rot'" 'template,x,y,z\nrot,1,1,1\n'
clumps "clumps: half a vector" 'columns vy, vz are missing: they are required together with vx' 'template,x,y,z,vx\nrod,1,1,1,0\n'
clumps "clumps: a fraction where a whole number is asked for" "line 2: column temperature_fixed: .0\.5. is not a whole number from 0 to 1" 'template,x,y,z,temperature,temperature_fixed\nrod,1,1,1,300,0.5\n'
clumps "clumps: an id twice" 'id 5 was given before, in line 2' 'template,x,y,z,id\nrod,1,1,1,5\nrod,3,3,3,5\n'
clumps "clumps: an id that is no integer" 'line 2.*5\.5' 'template,x,y,z,id\nrod,1,1,1,5.5\n'
clumps "clumps: an id beyond 64 bits" 'line 2' 'template,x,y,z,id\nrod,1,1,1,99999999999999999999\n'
clumps "clumps: no rotation" 'line 2.*quaternion' 'template,x,y,z,qw,qx,qy,qz\nrod,1,1,1,0,0,0,0\n'
clumps "clumps: not a number" "line 2.*nan" 'template,x,y,z\nrod,1,nan,1\n'
clumps "clumps: a blocked letter nobody knows" "blocked: 'q'" 'template,x,y,z,blocked\nrod,1,1,1,q\n'
clumps "clumps: a group that is none" "line 3: column group: 'a=b=c' is no group" 'template,x,y,z,group\nrod,1,1,1,a\nrod,3,3,3,a=b=c\n'
clumps "clumps: two groups in a slot" "line 2: .*both of the slot side" 'template,x,y,z,group\nrod,1,1,1,side=a|side=b\n'
clumps "clumps: more groups than there is room for" 'more than 64 groups' "template,x,y,z,group\n$(for k in $(seq 65); do printf 'rod,1,1,1,g%d\\n' "$k"; done)"
clumps "clumps: outside an open face" 'clump 0 has its centre outside an open face' 'template,x,y,z\nrod,1,5,1\n'

# ---- checkpoints ----

check "a checkpoint to be broken" "$CLAST" heap.yaml -output_dir good -run_end_time 0.1
good=good/restart/clast-200.h5
state=$(digest $good)
size=$(wc -c <$good)
: >x.h5
refused "no checkpoint" 2 'cannot restart: nowhere\.h5: no such file' "$CLAST" -restart nowhere.h5
refused "an empty file" 2 'cannot restart: x\.h5' "$CLAST" -restart x.h5
echo "not HDF5" >x.h5
refused "a text" 2 'cannot restart: x\.h5' "$CLAST" -restart x.h5
for part in 1 40 60 90 99; do
  head -c $((size * part / 100)) $good >x.h5
  refused "cut to $part %" 2 'cannot restart: x\.h5' "$CLAST" -restart x.h5
done
head -c $((size - 1)) $good >x.h5
refused "one byte short" 2 'cannot restart: x\.h5' "$CLAST" -restart x.h5
refused "an empty folder" 2 'cannot restart: shapes' "$CLAST" -restart shapes
cp $good x.h5
mkdir void
cp heap.yaml scenario.yaml
refused "  says what to give" 2 'cannot restart: void: no checkpoint .*; give the folder of a run, such as out/NAME, or a checkpoint in it, restart/clast-<step>\.h5$' "$CLAST" -restart void
refused "  of none" 2 'nowhere: no such file; give the folder of a run' "$CLAST" -restart nowhere
refused "a table" 2 'good/log\.csv: not an HDF5 file, .*; give the folder of a run' "$CLAST" -restart good/log.csv
refused "a scenario" 2 'scenario\.yaml: not an HDF5 file, .*; a scenario is the first word, without -restart: clast FILE\.yaml$' "$CLAST" -restart scenario.yaml
sed 's/soft/loose/g' heap.yaml >other.yaml
status "the scenario of another run beside a checkpoint" 2 "$CLAST" other.yaml -restart good -check
says "  was added, which is told" '^clast: other\.yaml was added to the scenario of the checkpoint good/restart/clast-200\.h5: to go on with that alone give no scenario'
status "a checkpoint that is not there" 2 "$CLAST" other.yaml -restart out/nothing
says "  is not found" '^clast: cannot restart: out/nothing: no such file'
silent "  and is said to have no scenario" 'was added'
printf 'schema: 1\nclumps:\n  - extra: {template: rod, position: [1, 1, 3.5]}\n' >more.yaml
check "one that adds clumps" "$CLAST" more.yaml -restart good -check
says "  says so" '^clast: more\.yaml adds to the checkpoint: clumps extra$'
status "clast-digest of the good one" 0 "$CLAST_DIGEST" x.h5
status "clast-digest of none" 2 "$CLAST_DIGEST" nowhere.h5

# One bit at 60 places over the file: found by a digest or a checksum, or in bytes that nobody reads.
told=0 harmless=0 wrong=""
for k in $(seq 0 59); do
  cp $good x.h5
  place=$((size * k / 60 + k))
  flip x.h5 $place
  timeout $patience "$CLAST_DIGEST" x.h5 >one.txt 2>&1
  got=$?
  if test $got = 3 && grep -q 'clast-digest: x\.h5' one.txt; then told=$((told + 1))
  elif test $got = 0 && test "$(sed 's/ .*//' one.txt)" = "$state"; then harmless=$((harmless + 1))
  else wrong="$wrong $place($got)"; fi
done
note "$told flipped bits of 60 were told, $harmless were in bytes that are not used"
is "no flipped bit passes as something else" "$wrong" ""
test $told -ge 20 && pass "many of them hit something" || fail "many of them hit something"
cp $good x.h5
flip x.h5 "$(grep -abo 'a small heap' x.h5 | sed 's/:.*//; q')"
refused "a flipped bit in the data" 2 'cannot restart: x\.h5: /clast/scenario: damaged' "$CLAST" -restart x.h5
cp $good x.h5
flip x.h5 9
refused "a flipped bit in the superblock" 2 'cannot restart: x\.h5' "$CLAST" -restart x.h5
cp $good x.h5
flip x.h5 "$(grep -abo format_version x.h5 | sed 's/:.*//; q')"
refused "a flipped bit in the metadata" 2 'cannot restart: x\.h5' "$CLAST" -restart x.h5

# Another version, in a file that is whole otherwise, if Python has h5py here; test_checkpoint writes one, too.
if python3 -c 'import h5py' 2>/dev/null; then
  cp $good x.h5
  python3 -c 'import h5py; f = h5py.File("x.h5", "r+"); f["/clast"].attrs.modify("format_version", [2, 0]); f.close()'
  refused "another format version" 2 'has format version 2\.0, this program reads 1' "$CLAST" -restart x.h5
  cp $good x.h5
  python3 -c 'import h5py; f = h5py.File("x.h5", "r+"); del f["/particles/clumps/velocity"]; f.close()'
  refused "a table is missing" 2 '/particles/clumps/velocity' "$CLAST" -restart x.h5
else
  skip "another format version" "no h5py"
fi
sed 's/soft/hard/g' heap.yaml >hard.yaml
refused "a restart with a scenario of its own that is wrong" 2 'mistake' "$CLAST" bad.yaml -restart $good
refused "a restart with a bad option" 2 "-run_dt: '-1'" "$CLAST" -restart $good -run_dt -1
is "the good one is as it was" "$(digest $good)" "$state"

# ---- folders ----

: >file
refused "-output_dir is a file" 2 'file: cannot make the folder' "$CLAST" heap.yaml -output_dir file
refused "-output_dir is under a file" 2 'cannot make the folder' "$CLAST" heap.yaml -output_dir file/run
mkdir locked tiny
chmod 555 locked
if ! touch locked/x 2>/dev/null; then
  refused "-output_dir cannot be made" 2 'locked.*cannot make the folder: Permission denied' "$CLAST" heap.yaml -output_dir locked/run
elif rm -f locked/x && mount -t tmpfs -o ro tmpfs locked 2>/dev/null; then
  refused "-output_dir cannot be made" 2 'locked.*cannot make the folder: Read-only' "$CLAST" heap.yaml -output_dir locked/run
  umount locked
else
  skip "-output_dir cannot be made" "root may write anywhere and cannot mount here"
fi
status "final.csv under a file" 2 "$CLAST" heap.yaml -output_dir final -output_final file/final.csv
says "  is told at the start" 'file: cannot make the folder'
rm -rf final

# ---- files that are in use ----

cp heap.yaml before.yaml
check "a run whose files are kept" "$CLAST" heap.yaml -output_dir keeps -run_end_time 0.01
for file in heap.yaml keeps/log.csv keeps/status keeps/restart/clast-20.h5; do
  status "final: $file would be lost" 2 on_ranks 2 "$CLAST" heap.yaml -output_dir keeps -run_end_time 0.01 -output_final $file
  says "  which is said" 'output: final: .* give another name'
done
ln -s keeps/log.csv rows.csv
for file in rows.csv keeps/frames; do
  status "final: $file is taken" 2 "$CLAST" heap.yaml -output_dir keeps -run_end_time 0.01 -output_final $file
done
status "final: the checkpoint that a restart reads" 2 on_ranks 2 "$CLAST" -restart keeps -output_dir other -output_final keeps/restart/clast-20.h5
says "  which is said" 'is an input file, or in the folder of the checkpoint that is read'
rm -rf other
status "final: a folder that is not there yet" 2 "$CLAST" heap.yaml -output_dir keeps -output_final new/
status "-plan_csv would be written over the scenario" 2 "$CLAST" heap.yaml -plan 2 -plan_csv heap.yaml
is "  nothing of them has changed" "$(cmp heap.yaml before.yaml; cat keeps/status; ls keeps/restart/clast-20.h5)" "$(printf 'finished\nkeeps/restart/clast-20.h5')"
refused "a folder with too long a name" 2 'name of the folder is too long' "$CLAST" heap.yaml -output_dir "$(printf '%0200d/' 1 2 3 4 5)"
check "one that is long" on_ranks 2 "$CLAST" heap.yaml -run_end_time 0.01 -output_dir "$(printf '%0200d/' 1 2 3)" -output_frames_every 0.005
for dir in /proc/xx /proc/xx/yy heap.yaml heap.yaml/out; do
  refused "-check of a run that cannot write to $dir" 2 "$dir: |heap\.yaml: |/proc/xx: " "$CLAST" heap.yaml -check -output_dir $dir
  silent "  is not without mistakes" 'no mistakes'
done
before=$(find . | sort)
check "-check of one into folders that are not there" on_ranks 2 "$CLAST" heap.yaml -check -output_dir fresh/and//new/
check "  or are" "$CLAST" heap.yaml -check -output_dir keeps
is "  leaves nothing behind" "$(find . | sort)" "$before"
mkdir -p blocked/resolved.yaml
: >blocked/log.csv && echo finished >blocked/status
status "a folder whose files cannot be written" 2 "$CLAST" heap.yaml -output_dir blocked
is "  nothing there has changed" "$(wc -c <blocked/log.csv | tr -d ' ') $(cat blocked/status)" "0 finished"
"$CLAST" heap.yaml -output_dir shared -run_end_time 1e4 >/dev/null 2>&1 &
runs=$!
for _ in $(seq 240); do
  test "$(cat shared/status 2>/dev/null)" = running && break
  sleep 0.25
done
is "a run that goes on" "$(cat shared/status)" running
status "a second run in one folder" 2 "$CLAST" heap.yaml -output_dir shared -run_end_time 0.01
says "  is told so" 'shared: another run is writing into this folder'
kill $runs
wait $runs
is "  the first one is not disturbed" "$? $(cat shared/status)" "75 checkpointed"
check "  and afterwards it may" "$CLAST" heap.yaml -output_dir shared -run_end_time 0.01
mkdir reel && : >reel/frames
status "frames that cannot be written: a status of its own" 74 on_ranks 2 "$CLAST" heap.yaml -output_dir reel -run_end_time 0.01 -output_frames_every 0.005
is "  a warning, once" "$(grep -c 'no frame at step 0, and perhaps at later steps: .*frames: cannot make the folder' "$out") $(grep -c 'no frame' "$out")" "1 1"
is "  status" "$(cat reel/status)" failed

if mount -t tmpfs -o size=500k tmpfs tiny 2>/dev/null; then
  for np in 1 2; do
    rm -rf tiny/*
    status "np $np: a disk without room for the state at the end: a status of its own" 74 on_ranks $np "$CLAST" heap.yaml -output_dir tiny/run -checkpoint_every 0.01 -checkpoint_keep 100
    says "  with a warning that names the file" 'no checkpoint was written at step 400: .*clast-400\.h5.*No space left'
    says "  and the consequence" 'the state at the end .* is in no checkpoint'
    is "  status" "$(cat tiny/run/status)" failed
    is "  no half-written file is left" "$(ls tiny/run/restart | grep -c tmp)" 0
    for file in tiny/run/restart/*.h5; do
      test -e "$file" || continue
      check "  what is there is good" "$CLAST_DIGEST" "$file"
    done
  done
  rm -rf tiny/*
  dd if=/dev/zero of=tiny/full bs=1k 2>/dev/null
  status "a disk without any room" 2 "$CLAST" heap.yaml -output_dir tiny/run
  says "  is told" 'No space left'
  umount tiny
else
  skip "a full disk" "cannot mount here"
fi

# Files may not grow beyond 20 blocks: no checkpoint fits, and log.csv only so far.
if can_be_limited good/restart; then
  status "a limit to the size of files: the status of a full disk, not a signal" 74 \
    limited "$CLAST" heap.yaml -output_dir grow -output_log_every 5e-4
  says "  with a warning" 'no row of log\.csv was written at step [0-9]*, and perhaps none at later steps: File too large'
  says "  and a count" '[0-9]+ rows of log\.csv.* could not be written'
  is "  status" "$(cat grow/status)" failed
  is "  no row is torn" "$($AWK -F, 'NF != 21' grow/log.csv)" ""
else
  skip "a limit to the size of files" "MPI makes larger ones itself"
fi

# ---- files that are no text, that have no end, or that nobody writes ----

mkfifo pipe
{ echo 'schema: 1' && yes '# a comment' | head -c 70000000; } >big.yaml
mkfifo pipe.csv pipe.stl
"$CLAST" heap.yaml -output_dir given -run_end_time 0.001 >/dev/null 2>&1
given=$(ls given/restart/*.h5 | head -n 1)
refused "a scenario of 70 MB" 2 'big\.yaml is larger than 64 MiB' "$CLAST" big.yaml -check
refused "a checkpoint as a scenario" 2 "is an HDF5 file, not a scenario; did you mean -restart $given\?" "$CLAST" "$given"
cat "$given" big.yaml >big.h5
refused "a large one" 2 'is an HDF5 file, not a scenario' "$CLAST" big.h5
for file in pipe /dev/zero; do
  refused "$file as a scenario" 2 "$file cannot be opened: it is a pipe or a device" "$CLAST" $file -check
  refused "$file as a checkpoint" 2 "$file: is a pipe or a device" "$CLAST" -restart $file
  refused "$file as a table" 2 "cannot be opened: it is a pipe or a device" "$CLAST" heap.yaml -sweep $file -check
done
refused "a pipe as clumps" 2 "'pipe\.csv' cannot be read" "$CLAST" heap.yaml -clumps_heap_file pipe.csv -check
refused "a pipe as pebbles" 2 "'pipe\.csv' cannot be read" "$CLAST" heap.yaml -template_rod_file pipe.csv -check
status "a pipe as a mesh" 2 timeout -s KILL $patience "$CLAST_CLUMP" properties pipe.stl
says "  is refused" 'pipe\.stl: .*cannot be opened: it is a pipe or a device'
rm -f big.yaml big.h5

# ---- long names ----

long=$(printf 'n%.0s' $(seq 64))
for object in "interaction:
  - $long: {type: gravity, constant: 1}" "event:
  - $long: {when: time, above: 1, do: checkpoint}" "motion:
  - $long: {walls: [floor], type: translate, velocity: [0, 0, 0.1]}" "spring:
  - $long: {between: [soft, soft], distance: 1, stiffness: 10}" "monitor:
  - $long: {type: stress, every: 0.1}" "outlet:
  - $long: {shape: box, lo: [0, 0, 0], hi: [1, 1, 1]}" "change:
  - $long: {groups: [red], action: delete, at: 0.1}"; do
  { cat heap.yaml && printf '%s\n' "$object"; } >bad.yaml
  refused "64 letters as a name of ${object%%:*}" 2 "${object%%:*}: 'n{64}' cannot be a name; .*less than 64 in all" "$CLAST" bad.yaml
done
sed "s/soft-soft: {/$long: {/" heap.yaml >bad.yaml
refused "  of contact" 2 "contact: 'n{64}' cannot be a name" "$CLAST" bad.yaml
for name in a b; do
  cp heap.yaml "$long$long$name.yaml"
  check "a scenario whose file has a name of 129 letters, $name at the end" "$CLAST" "$long$long$name.yaml" -run_end_time 0.001
  check "  has a folder of its own" test -e "out/$long$long$name/log.csv"
done
tap_end
