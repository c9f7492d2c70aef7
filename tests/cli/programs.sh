# SPDX-License-Identifier: MIT
# What the programs promise at the command line. limit: 300
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .

# FACT FILE: there is no such file or folder.
absent()
{
  if test -e "$2"; then fail "$1" "$2 is there"; else pass "$1"; fi
}

# FILE COLUMN: the last value of a column of a table with a header.
last()
{
  awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) column = k } END { print $column }' "$1"
}

# FACT A B TOLERANCE: relative.
near()
{
  if awk -v a="$2" -v b="$3" -v t="$4" 'BEGIN { d = a - b; s = a < 0 ? -a : a; exit !(d <= t * s && -d <= t * s && a != "") }'; then pass "$1"
  else fail "$1" "got $2, expected $3"; fi
}

# ---- words ----

check "-help" "$CLAST" -help
for key in run_end_time domain_boundary output_final checkpoint_keep search_method; do says "  has -$key" "-$key"; done
says "  with units" 'end_time.*s'
is "  in lines of at most 100 columns" "$(awk 'length($0) > 100' "$out")" ""
check "-help WORD: a section" "$CLAST" -help wall
says "  with its keys" '^  -wall_<name>_normal'
is "  and nothing else" "$(grep '^  -' "$out" | grep -v '^  -wall_')" ""
check "-help WORD: keys with the word" "$CLAST" -help dt
is "  these" "$(sed -n 's/^  -\([a-z_]*\) .*/\1/p' "$out" | tr '\n' ' ')" "run_dt run_dt_safety "
status "-help WORD: nothing of this name" 2 "$CLAST" -help kontact
says "  is a mistake with a guess" "did you mean 'contact'"
check "-help WORD: a question that a page answers" "$CLAST" -help lifters
says "  names the page" '^lifters: see docs/guide/walls.md, Open boxes, lifters, other parts$'
check "  in other letters" "$CLAST" -help Angle-of-repose
says "  likewise" 'see docs/start/recipes.md, A funnel and the angle of repose'
status "-help WORD: a word of another code" 2 "$CLAST" -help multisphere
says "  is told in ours" "did you mean 'template'"
status "-help WORD: a law of LIGGGHTS" 2 "$CLAST" -help cdt
says "  is told in ours, too" "did you mean 'constant_torque'"
status "-help WORD: a word of many meanings" 2 "$CLAST" -help insert
says "  has all of them" "did you mean 'clumps' or 'inlet'"
check "-help WORDS: keys that have all of them" "$CLAST" -help coordination number
says "  in any place" '^  -profile_<name>_fields'
check "  and the page" "$CLAST" -help rolling resistance
says "  by its words" '^rolling resistance: see docs/physics/laws\.md'
for word in rayleigh polydisperse gate oedometer; do
  check "-help $word: nothing of this name, but a page" "$CLAST" -help $word
  says "  which is named" "^$word: see docs/"
  silent "  and nothing else" 'did you mean|no section'
done
pages=$(sed -n '/^} topics/,/^};/p' "$srcdir/src/programs/clast.c" | grep -o 'docs/[a-z_/]*\.md' | sort -u)
is "  all pages are there" "$(for page in $pages; do test -f "$srcdir/$page" || echo "$page"; done)" ""
status "an option of nothing" 2 "$CLAST" --hlep
is "  is the only mistake" "$(tr '\n' ' ' <"$out")" "clast: 1 mistake on the command line:   1. -hlep: unknown option; did you mean '-help'? "
status "a value that is missing before the scenario" 2 "$CLAST" -run_end_time base.yaml
is "  is the only mistake, too" "$(grep -c '^  [0-9]' "$out")" 1
status "an option, but no scenario" 2 "$CLAST" -run_end_time 1
says "  asks for one" 'no scenario is given: clast FILE\.yaml'
for list in '0 0 -9.81' '0, 0, -9.81' '0 0,' '-1. 0 -9.81'; do
  # shellcheck disable=SC2086
  status "-run_gravity $list" 2 "$CLAST" base.yaml -run_gravity $list -check
  says "  is told without blanks" "clast: numbers of a list stand without blanks between them: write -run_gravity $(echo "$list" | sed 's/,* /,/g; s/,$//')\$"
done
for option in -np --np -n; do
  status "$option 4" 2 "$CLAST" -run_end_time 1 $option 4
  says "  is for the launcher" 'the number of ranks is told to the launcher: mpirun -n 4 clast'
done
check "-help" "$CLAST" -help
sed -n 's/^  {"[^"]*", "\([^"]*\)"},$/\1/p' "$srcdir/src/options/foreign.c" | tr ' ' '\n' | sort -u >ours
awk '{ gsub(/_<name>_|[,:]/, " "); for (k = 1; k <= NF; k++) { print $k; sub(/^-/, "", $k); print $k; sub(/^[a-z]*_/, "", $k); print $k } }' \
  "$out" | sort -u >known
is "  has all words that those of other codes are told to mean" "$(comm -23 ours known | xargs)" ""
is "  which are many" "$(awk 'END { print (NR > 40) }' ours)" 1
check "-version" "$CLAST" -version
says "  of clast" '^clast [0-9]'
says "  of MPI as it is loaded" '^  MPI +[A-Z].*[0-9]\.[0-9].*$'
says "  of PETSc" '^  PETSc +3\.[0-9]+\.[0-9]+, (real|complex), indices of (32|64) bits$'
says "  of HDF5" '^  HDF5 +[12]\.[0-9]+\.[0-9]+, (serial|parallel)$'
says "  of libpng" '^  libpng +1\.[0-9.]+$'
says "  of libyaml" '^  libyaml +0\.[0-9.]+$'
check "clast-digest -version" "$CLAST_DIGEST" -version
says "  of clast-digest" '^clast-digest [0-9]'
check "clast-clump --version" "$CLAST_CLUMP" --version
says "  of clast-clump" '^clast-clump [0-9]'
check "-check on two ranks" on_ranks 2 "$CLAST" heap.yaml -check
silent "  says nothing of memory" 'memory|MB'
check "  with -verbose" on_ranks 2 "$CLAST" heap.yaml -check -verbose
says "  counts" '60 clumps of [0-9]+ pebbles on 2 ranks'
says "  and tells the step and what limits it" 'clast: dt: .*shortest contact, .* \(law soft-soft, impact at'
says "  and the memory" '^clast: memory: about [0-9]+ MB on a rank, and [0-9]+ MB more while pair lists are rebuilt; at most '
is "  and ends with the result" "$(tail -n 1 "$out")" "clast: no mistakes found; nothing was run"
absent "  writes nothing" out
status "-check finds mistakes" 2 "$CLAST" heap.yaml -check -run_dt fast
check "two dashes do as well" "$CLAST" heap.yaml --check --clumps_heap_count 7
says "  for any option" '^clast: 7 clumps'
absent "  and write nothing" out

# What a run would take, and is likely to be a mistake.
silent "-check doubts nothing in a sound scenario" 'warning'
cat >doubts.yaml <<'E2'
schema: 1
run: {end_time: 1, dt: 1.0e-4, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [periodic, periodic, open]}
material:
  - a: {density: 1000, young: 1.0e6, poisson: 0.3}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: a, pebbles: [0, 0, 0, 0.1]}
clumps:
  - now: {template: [ball], position: [1, 2, 2]}
  - later: {template: [ball], position: [1, 2, 0.02], at: 0.5}
wall:
  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}
E2
check "-check of a clump that enters inside a wall" on_ranks 2 "$CLAST" doubts.yaml -check
says "  warns which, and of which wall" 'warning: clump 1 enters later inside wall floor, by 0\.8 of the radius'
silent "  and of nothing else" 'warning: (an impact|gravity)'
sed 's/point: \[0, 0, 0\], normal/point: [0, 0, -9], normal/' doubts.yaml >low.yaml
check "-check of a floor below the domain" "$CLAST" low.yaml -check
says "  warns that there is none" 'wall: floor: it lies wholly outside the domain'
says "  and of the fall" 'nothing is below the clumps: .* meets no wall, and they fall through the open face z lo'
check "-check with gravity in other units" on_ranks 2 "$CLAST" doubts.yaml -check -run_gravity 0,0,-10000
says "  warns of the weight" 'warning: line 7: contact: a-a: stiffness: 100000 N/m is too soft for ball on ball .*units'
silent "  not of impacts besides" 'warning: an impact'
check "-check with gravity that contacts bear" on_ranks 2 "$CLAST" doubts.yaml -check -run_gravity 0,0,-225
says "  warns of impacts" 'warning: an impact of ball on (ball|floor) \(law a-a\) at [0-9]+ m/s.* times the energy .*units'
check "-check with a lower speed of impact" "$CLAST" doubts.yaml -check -run_gravity 0,0,-225 -run_impact_speed 1
silent "  does not" 'warning: an impact'
check "-check with gravity along an open axis without a wall" on_ranks 2 "$CLAST" doubts.yaml -check -run_gravity 0,-1,0 \
  -domain_boundary periodic,open,open
says "  warns of the fall" 'warning: -run_gravity: .* the fall of the clumps meets no wall, and they fall through the open face y lo'
check "-check of an id that no clump has" on_ranks 2 "$CLAST" doubts.yaml -check -output_bodies 0,77 -output_bodies_every 0.1
says "  doubts it" "warning: -output_bodies: there is no clump 77, nor can one come; ids are 0 to [0-9]+$"
{ cat doubts.yaml && printf 'monitor:\n  - path: {every: 0.1, type: clumps, id: [0, 77]}\n'; } >path.yaml
check "-check of an id of a monitor" "$CLAST" path.yaml -check
says "  likewise" "warning: line [0-9]+: monitor: path: id: there is no clump 77, nor can one come"
check "-check of a plate that may land flat" "$CLAST" doubts.yaml -check -template_ball_pebbles 0,0,0,0.1,0.1,0,0,0.1,0,0.1,0,0.1,0.1,0.1,0,0.1
says "  tells that it rebounds slower" 'ball on [a-z]* \(law [a-z-]*, 4 contacts at once.*siblings: damped as it says$'
check "  but not with siblings: damped" "$CLAST" doubts.yaml -check -template_ball_pebbles 0,0,0,0.1,0.1,0,0,0.1,0,0.1,0,0.1,0.1,0.1,0,0.1 -contact_a-a_siblings damped
silent "  which makes it right" 'siblings: damped as it says'
check "-check with a blocked clump" on_ranks 2 "$CLAST" doubts.yaml -check -run_gravity 0,-1,0 -domain_boundary periodic,open,open \
  -clumps_now_blocked y
silent "  does not" 'warning: gravity'
status "-restart without a value" 2 "$CLAST" --restart
says "  says what it takes" '^clast: -restart: give a folder or a checkpoint file$'
status "  before another option, too" 2 "$CLAST" -restart -check
says "  says what it takes" '^clast: -restart: give a folder or a checkpoint file$'
cat >close.yaml <<'E2'
schema: 1
run: {end_time: 1, dt: 1.0e-4}
domain: {lo: [0, 0, 0], hi: [4, 4, 4]}
material:
  - a: {density: 1000, young: 1.0e6, poisson: 0.3}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - ball: {material: a, pebbles: [0, 0, 0, 0.5]}
clumps:
  - left: {template: [ball], position: [1.7, 2, 2]}
  - right: {template: [ball], position: [2.3, 2, 2]}
E2
status "-check tells of overlaps that the run would stop for" 3 on_ranks 2 "$CLAST" close.yaml -check
says "  who and how deep" 'clump 0 .clumps: left. and clump 1 .clumps: right. overlap by 0\.8 of the smaller radius, more than overlap_limit \(0\.5\)'
check "and how deep the others are" on_ranks 2 "$CLAST" close.yaml -check -run_overlap_limit 1
says "  with the bodies and the place" 'the deepest overlap at the start is 0\.4 m, 0\.8 of the smaller radius, of clump 0 .clumps: left. and clump 1 .clumps: right. at \(2, 2, 2\) m; the centre of clump 0 is at \(1\.7, 2, 2\) m, that of clump 1 at \(2\.3, 2, 2\) m$'
sed '$a\  - third: {template: [ball], position: [2.3, 2.9, 2]}\n  - touching: {template: [ball], position: [2.3, 3.89, 2]}' close.yaml >closer.yaml
check "  the number of others" on_ranks 2 "$CLAST" closer.yaml -check -run_overlap_limit 1
says "  above a twentieth of a radius" 'deepest overlap at the start is 0\.4 m, .* at \(2, 2, 2\) m; .*; and 1 more overlap above 0\.05 of a radius$'
absent "  and writes nothing" out
check "a run" on_ranks 2 "$CLAST" closer.yaml -output_dir closer -run_overlap_limit 1 -run_end_time 1e-3
says "  warns of them" 'warning: clump 0 .clumps: left. and clump 1 .clumps: right. overlap at the start by 0\.8 of the smaller radius, at \(2, 2, 2\) m; 1 more overlaps by more than 0\.05 of it: '
is "  once" "$(grep -c 'overlap at the start' closer/warnings.txt)" 1
check "  a restart" "$CLAST" -restart closer -run_end_time 2e-3
silent "  does not" 'overlap at the start'
printf 'template,x,y,z\nball,1,1,1\nball,2,2,2\nball,2,2,2.95\nball,1,1,3\nball,3,2,0.47\n' >rows.csv
sed '/^clumps:/,$d' close.yaml >rows.yaml
printf 'clumps:\n  - list: {file: rows.csv}\nwall:\n  - base: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n' >>rows.yaml
check "of clumps from a file" on_ranks 3 "$CLAST" rows.yaml -check
says "  with their rows" 'at the start is 0\.05 m, 0\.1 of the smaller radius, of clump 1 .row 2 of rows\.csv, clumps: list. and clump 2 .row 3 of rows\.csv, clumps: list. at \(2, 2, 2\.4[78]\) m'
sed -i 's/2.95/3.05/' rows.csv
check "of a clump and a wall" "$CLAST" rows.yaml -check
says "  with its name" 'at the start is 0\.03 m, 0\.06 of the smaller radius, of clump 4 .row 5 of rows\.csv, clumps: list. and wall base at \(3, 2, -?[0-9.]+\) m'

# ---- the same run from elsewhere ----

check "a run" "$CLAST" heap.yaml -output_final end.csv
is "  in out/<name of the scenario>" "$(ls out/heap | tr '\n' ' ')" "log.csv resolved.yaml restart stages.csv status "
# in this order, between the first and the last; there may be others among them
wanted="step time dt clumps pebbles contacts kinetic_translational kinetic_rotational potential dissipated momentum_x momentum_y momentum_z angular_momentum_x angular_momentum_y angular_momentum_z max_overlap wall_time"
echo "$wanted" | tr ' ' '\n' >wanted
head -n 1 out/heap/log.csv | tr ',' '\n' >columns
is "  with the columns of log.csv" "$(grep -xFf wanted columns | tr '\n' ' ')" "$wanted "
is "    from the step to the wall time" "$(sed -n '1p;$p' columns | tr '\n' ' ')" "step wall_time "
whole=$(digest out/heap/restart/clast-400.h5)

mkdir -p elsewhere/home
printf -- '-run_dt 1e-5\n-no_such_option 3\n' | tee elsewhere/.petscrc elsewhere/petscrc >elsewhere/home/.petscrc
cd elsewhere
check "from another folder, with .petscrc there and at home" env HOME="$PWD/home" "$CLAST" ../heap.yaml -output_dir here
is "  files are found beside the scenario, .petscrc is not read: same digest" "$(digest here/restart/clast-400.h5)" "$whole"
cp ../out/heap/resolved.yaml copy.yaml
check "resolved.yaml runs again, moved, on two ranks" on_ranks 2 "$CLAST" copy.yaml -output_dir again
is "  same digest" "$(digest again/restart/clast-400.h5)" "$whole"
is "  same resolved.yaml but for the folder" "$(sed '/dir:/d; /final:/d' again/resolved.yaml)" "$(sed '/dir:/d; /final:/d' copy.yaml)"
cd ..

# ---- jobs/local.sh, as it is installed ----

mkdir -p prefix/share/clast/jobs prefix/bin && cp "$srcdir/jobs/local.sh" prefix/share/clast/jobs/
local=prefix/share/clast/jobs/local.sh
status "local.sh without a program" 2 env CLAST_RANKS=2 PATH=/usr/bin:/bin bash $local heap.yaml
says "  says so, as a quiet launcher does not" '^local\.sh: no program clast'
printf '#!/bin/sh\necho "alone $*"\n' >prefix/bin/clast && chmod +x prefix/bin/clast
program=$work/prefix/bin/clast
cores=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)
if test "$cores" = 1; then all="alone heap.yaml"; else all="runs -n $cores $program heap.yaml"; fi
is "local.sh takes all cores, whatever threads are to have" "$(OMP_NUM_THREADS=1 CLAST_RANKS='' MPIEXEC='echo runs' bash $local heap.yaml)" "$all"
is "  or as many as asked for" "$(CLAST_RANKS=7 MPIEXEC='echo runs' bash $local heap.yaml)" "runs -n 7 $program heap.yaml"
is "  one without a launcher" "$(CLAST_RANKS=1 MPIEXEC='echo runs' bash $local heap.yaml)" "alone heap.yaml"

# ---- final.csv ----

check "final.csv on three ranks" on_ranks 3 "$CLAST" heap.yaml -output_dir three -output_final new/folder/end.csv
cmp -s end.csv new/folder/end.csv && pass "  same bytes as on one" || fail "  same bytes as on one"
sed 's/^  - heap: .*/  - again: {file: end.csv}/; s/\[periodic, open, free\]/[periodic, free, free]/' heap.yaml >again.yaml
check "it is a start" on_ranks 2 "$CLAST" again.yaml -output_dir fromend -run_end_time 0 -output_final end2.csv
for name in kinetic_translational kinetic_rotational momentum_x momentum_y momentum_z clumps pebbles; do
  # 17 digits are exact; the attitude goes through two products, and sums over rounded parts
  near "  same $name" "$(last fromend/log.csv $name)" "$(last out/heap/log.csv $name)" 1e-12
done
is "  with the same ids" "$(awk -F, '{ print $15 }' end2.csv)" "$(awk -F, '{ print $15 }' end.csv)"

# What is there and no file stays what it is, and a link leads where it led.
mkfifo pipe && ln -s target.csv link.csv && : >target.csv
cat pipe >piped &
reader=$!
status "a pipe cannot be written to by parts" 74 timeout 60 "$CLAST" heap.yaml -output_dir three -run_end_time 0 -output_final pipe
test -p pipe && pass "  it is a pipe still" || fail "  it is a pipe still"
kill $reader 2>/dev/null
wait $reader 2>/dev/null
check "a link" "$CLAST" heap.yaml -output_dir three -output_final link.csv
test -L link.csv && cmp -s end.csv target.csv && pass "  leads to the file" || fail "  leads to the file"
mkdir folder.csv
status "a folder is told before anything runs" 2 "$CLAST" heap.yaml -output_dir four -output_final folder.csv

# A template of two materials has no density to tell, others of the same file do.
cat >mixed.yaml <<'END'
schema: 1
run: {end_time: 0, dt: 1e-4}
domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [free, free, free]}
material:
  - glass: {density: 2500}
  - steel: {density: 7800}
contact:
  - law: {between: [glass, steel], normal: hooke, stiffness: 1.0e4, restitution: 0.5}
  - gg: {between: [glass, glass], normal: hooke, stiffness: 1.0e4, restitution: 0.5}
  - ss: {between: [steel, steel], normal: hooke, stiffness: 1.0e4, restitution: 0.5}
template:
  - ball: {material: glass, pebbles: [0, 0, 0, 0.2]}
  - tee: {material: glass, file: tee.csv}
clumps:
  - all: {file: mixed.csv}
END
printf 'x,y,z,r,material\n0,0,0,0.2,glass\n0.3,0,0,0.2,steel\n' >tee.csv
printf 'template,x,y,z,scale,density\ntee,1,1,1,1,\nball,2,2,2,1,1200\ntee,3,1,2,0.5,\nball,3,3,3,2,\n' >mixed.csv
check "a list of clumps with empty cells of density" on_ranks 2 "$CLAST" mixed.yaml -output_dir mixed -output_final mixed-end.csv
is "  tells densities where there is one" "$(cut -d, -f1,17 mixed-end.csv | tr '\n' ' ')" "template,density tee, ball,1200 tee, ball,2500 "
check "  is a start" "$CLAST" mixed.yaml -clumps_all_file mixed-end.csv -output_dir mixed2 -output_final mixed-end2.csv
cmp -s mixed-end.csv mixed-end2.csv && pass "  with the same clumps" || fail "  with the same clumps" "$(diff mixed-end.csv mixed-end2.csv)"
sed '2s/,$/,900/' mixed.csv >wrong.csv
status "a density for a body of two" 2 "$CLAST" mixed.yaml -clumps_all_file wrong.csv -check
says "  names the line" "'wrong.csv': line 2: column density: "

# ---- groups, there and back ----

printf 'template,x,y,z,id,group\nrod,1,1,5,900,late|from=north\npair,3,2,5,901,-\npair,5,3,5,902,\n' >late.csv
sed 's#^  - heap: {#  - late: {file: late.csv, at: 0.01, group: [rain]}\n&group: [bed], #; s#0.4, 0, 0, 0.2\]#&, pebble_group: [end=small]#' heap.yaml >groups.yaml
check "-check lists groups and who waits" on_ranks 2 "$CLAST" groups.yaml -check
says "  of clumps" 'group north of slot from, of clumps$'
says "  of pebbles" 'group small of slot end, of pebbles$'
says "  3 wait" '3 clumps enter later, from t = 0.01 s on$'
check "a run with groups" on_ranks 2 "$CLAST" groups.yaml -output_dir grouped -run_end_time 0.02 -output_final groups.csv
is "  in final.csv by name" "$(awk -F, '$15 >= 900 && $15 <= 903 { print $15, $18 }' groups.csv | tr '\n' ' ')" "900 late|from=north 901  902 rain 903 bed "
sed 's/^  - heap: .*/  - again: {file: groups.csv}/; s/\[periodic, open, free\]/[periodic, free, free]/' heap.yaml >again.yaml
check "  which is a start" "$CLAST" again.yaml -output_dir regrouped -run_end_time 0 -output_final groups2.csv
is "  with the same groups" "$(cut -d, -f15,18 groups2.csv)" "$(cut -d, -f15,18 groups.csv)"
check "a restart knows them" "$CLAST" -restart grouped -check
says "  too" 'group north of slot from, of clumps$'
says "  and found no mistakes" '^clast: no mistakes found; nothing was run$'

# ---- clast-digest ----

check "clast-digest of one file" "$CLAST_DIGEST" out/heap/restart/clast-400.h5
says "  prints 16 digits and the name" '^[0-9a-f]{16}  out/heap/restart/clast-400\.h5$'
check "clast-digest of two with the same bits" "$CLAST_DIGEST" out/heap/restart/clast-400.h5 three/restart/clast-400.h5
status "of two that differ" 1 "$CLAST_DIGEST" out/heap/restart/clast-400.h5 out/heap/restart/clast-360.h5
says "  says what" '(step|position|velocity)'
check "clast-digest of the folder of a run" "$CLAST_DIGEST" out/heap
says "  is that of its newest checkpoint" '^[0-9a-f]{16}  out/heap/restart/clast-400\.h5$'
check "  of its folder restart" "$CLAST_DIGEST" --all out/heap/restart/
says "  as well" '^[0-9a-f]{16}  out/heap/restart/clast-400\.h5$'
check "  two folders are compared" "$CLAST_DIGEST" out/heap three
mkdir -p cut/restart void
cp out/heap/restart/clast-360.h5 cut/restart
head -c 3000 out/heap/restart/clast-400.h5 >cut/restart/clast-400.h5
check "  of a folder whose newest is damaged" "$CLAST_DIGEST" cut
says "  the one before" '^[0-9a-f]{16}  cut/restart/clast-360\.h5$'
says "  and why" 'cut/restart/clast-400\.h5: .*(damaged|cut off)'
status "  of a folder without any" 3 "$CLAST_DIGEST" void
says "  which is told" '^clast-digest: void: no checkpoint .*here or in restart/ below it'
status "  of a folder that is not there" 2 "$CLAST_DIGEST" nowhere
says "  which is told, too" '^clast-digest: nowhere: no such file or folder$'
status "of three" 2 "$CLAST_DIGEST" a b c
status "of none" 2 "$CLAST_DIGEST"
says "  tells how to use it" '^usage'

# ---- many options ----

{
  sed -n '1,/^template/p' heap.yaml
  for k in $(seq 200); do echo "  - t$k: {material: soft, pebbles: [0, 0, 0, 0.3, 0.$((200 + k)), 0, 0, 0.2], scale: 1.0, mass_properties: exact}"; done
  sed -n '/rod:/p; /pair:/p; /^clumps/,$p' heap.yaml
} >many.yaml
check "a scenario of more than 800 options" on_ranks 2 "$CLAST" many.yaml -output_dir many
is "  each of them is kept" "$(grep -c '^  - t[0-9]*:' many/resolved.yaml)" 200
# shellcheck disable=SC2046
check "400 options on the command line" "$CLAST" many.yaml -check $(for k in $(seq 200); do echo "-template_t${k}_scale 1.5 -template_t${k}_mass_properties sum"; done)
# shellcheck disable=SC2046
status "the last of them is wrong" 2 "$CLAST" many.yaml -check $(for k in $(seq 201); do echo "-template_t${k}_scale 1.5"; done)
says "  and named" 't201'
# shellcheck disable=SC2046
status "600 are too many for PETSc" 2 "$CLAST" many.yaml -check $(for k in $(seq 200); do echo "-template_t${k}_scale 1.5 -template_t${k}_material soft -template_t${k}_mass_properties sum"; done)
says "  which is told" 'write them into the scenario'

# ---- frames ----

check "frames" on_ranks 2 "$CLAST" heap.yaml -output_dir shown -output_frames_every 0.02
is "  one for each time" "$(ls shown/frames/*.hdf | wc -l)" 11
is "  in the index" "$(grep -o '"time"' shown/frames/frames.hdf.series shown/frames.hdf.series 2>/dev/null | wc -l)" 11

# ---- physics stops a run ----

for np in 1 2; do
  status "np $np: too deep an overlap: exit status 3" 3 on_ranks $np "$CLAST" heap.yaml -output_dir deep$np -run_overlap_limit 1e-3
  says "  with step, time and clumps" 'stopped at step [0-9]+ \(t = .* s, rank [0-9]+\): clump [0-9]+ and (clump [0-9]+|wall floor) overlap'
  is "  status" "$(cat deep$np/status)" failed
  check "  a checkpoint was kept" "$CLAST_DIGEST" "$(ls deep$np/restart/*.h5 | tail -n 1)"
done
status "a clump that flies off" 3 on_ranks 2 "$CLAST" heap.yaml -output_dir off -domain_boundary free,free,free -clumps_heap_velocity 0,1e9,0
says "  is named with its place" 'stopped at step [0-9]+ .*clump [0-9]+ is lost: it is at \('
cat >thrown.yaml <<'Y'
schema: 1
run: {end_time: 1, dt: 1.0e-3}
domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [periodic, periodic, periodic]}
material: [clay: {density: 1800}]
template: [ball: {material: clay, pebbles: [0, 0, 0, 0.05]}]
clumps:
  - first: {template: ball, position: [0, 0, 0]}
  - second: {template: ball, position: [0.2, 0, 0]}
interaction: [kick: {type: uniform, acceleration: [1.0e+15, 0, 0]}]
constraint: [hard: {type: contact, between: [clay, clay]}]
Y
for np in 1 2; do
  status "np $np: one with hard contacts, at a rebuild" 3 on_ranks $np "$CLAST" thrown.yaml -output_dir thrown$np -rebuild_every 1
  is "  is told once, with its place after one step" "$(grep -o 'clump [01] is lost: it is at ([0-9.e+]*,' "$out")" "clump 0 is lost: it is at (5e+08,"
done
tap_end
