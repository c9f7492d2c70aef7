# SPDX-License-Identifier: MIT
# limit: 600
# A sweep: the rows of a table side by side, on groups of ranks; mistakes, failures, stops, and going on.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
sed -i 's/count: 60/count: 20/; s/every: 0.02/every: 0.05/; s/periodic, open, free/periodic, periodic, free/' heap.yaml
cat >table.csv <<'E2'
# five runs
name, contact_soft-soft_friction, run_seed, run_gravity, cost
a,0.1,1,"0,0,-9.81",1

b,0.5,2,"1,0,-9.81",3
c, 0.9 ,3,"1,0,-5",2
d,,4,"0,0,-9.81",1
"e",0.3,5,"0,0,-9.81",1
E2

# ROW: the options of a row, as on the command line
options_of()
{
  case $1 in
    a) echo -contact_soft-soft_friction 0.1 -run_seed 1 -run_gravity 0,0,-9.81 ;;
    b) echo -contact_soft-soft_friction 0.5 -run_seed 2 -run_gravity 1,0,-9.81 ;;
    c) echo -contact_soft-soft_friction 0.9 -run_seed 3 -run_gravity 1,0,-5 ;;
    d) echo -run_seed 4 -run_gravity 0,0,-9.81 ;;
    e) echo -contact_soft-soft_friction 0.3 -run_seed 5 -run_gravity 0,0,-9.81 ;;
  esac
}

# DIR STEP [ROW...]: digests of its rows
digests()
{
  local row
  for row in ${3:-a b c d e}; do digest "$1/$row/restart/clast-$2.h5"; done | tr '\n' ' '
}

# FILE COLUMN: the column of sweep.csv, of tables without commas in cells before it
column()
{
  ${AWK:-awk} -F, -v name="$2" '
    { gsub(/"[^"]*"/, "q") }
    NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) at = k; next }
    { printf "%s ", at ? $at : "?" }' "$1"
}

# ---- the same bits as the runs by themselves ----

for row in a b c d e; do
  # shellcheck disable=SC2046
  "$CLAST" heap.yaml $(options_of $row) -output_dir single/$row >/dev/null 2>&1
done
single=$(digests single 400)
for n in 1 2 3 5; do
  check "np $n: five rows" on_ranks $n "$CLAST" heap.yaml -sweep table.csv -sweep_dir np$n
  says "  the end of the sweep" "^clast: sweep: 5 of 5 rows finished, 0 failed, 0 to do; .* on $n group"
  is "  digests are those of single runs" "$(digests np$n 400)" "$single"
done
check "np 5, 2 ranks a run: two groups, of 3 and 2 ranks" on_ranks 5 "$CLAST" heap.yaml -sweep table.csv -sweep_dir np52 -sweep_ranks 2
says "  two groups" 'on 2 groups of ranks'
is "  digests" "$(digests np52 400)" "$single"
is "  ranks of the rows" "$(column np52/sweep.csv ranks | tr ' ' '\n' | sort -u | grep . | tr '\n' ' ')" "2 3 "
check "np 3, more groups than rows: they are larger" on_ranks 3 "$CLAST" heap.yaml -sweep table.csv -sweep_dir np3 -sweep_ranks 3
says "  nothing is run again" '^clast: sweep: 5 of 5 rows finished, 0 failed, 0 to do \(some were done before\)'

is "sweep.csv: names" "$(column np2/sweep.csv name)" "a b c d e "
is "  options" "$(column np2/sweep.csv contact_soft-soft_friction)" "0.1 0.5 0.9  0.3 "
is "  status" "$(column np2/sweep.csv status)" "finished finished finished finished finished "
is "  exit status" "$(column np2/sweep.csv exit_status)" "0 0 0 0 0 "
is "  the last row of log.csv" "$(column np2/sweep.csv step)" "400 400 400 400 400 "
is "  its energy" "$(column np2/sweep.csv potential | cut -d' ' -f3)" "$(tail -n 1 single/c/log.csv | cut -d, -f9)"
check "  what a run prints is in its folder" grep -q 'finished: the end time' np2/a/output.txt
first=$(grep -l . np1/*/output.txt | xargs stat -c '%Y.%y %n' | sort -k1,1 | head -n 1)
note "first: $first"
is "long rows come first" "$(find np1 -name sweep.row -printf '%T@ %h\n' | sort -n | sed 's/.*\///' | tr '\n' ' ')" "b c a d e "

{ echo run_seed; seq 1 80; } >many.csv
check "many rows that end soon" on_ranks 3 "$CLAST" heap.yaml -sweep many.csv -sweep_dir many -run_end_time 5e-4
says "  are all run" '^clast: sweep: 80 of 80 rows finished'
is "  each once" "$(column many/sweep.csv begun | tr ' ' '\n' | grep . | sort | uniq -c | tr -s ' ' | tr -d '\n')" " 80 1"

mkdir -p tables && head -n 4 table.csv >tables/short.csv
check "a table in another folder" "$CLAST" heap.yaml -sweep tables/short.csv -output_final end.csv
check "  the folder is out/sweep here, with all files of the row" ls out/sweep/sweep.csv out/sweep/a/log.csv out/sweep/a/end.csv
is "  digest" "$(digest out/sweep/a/restart/clast-400.h5)" "${single%% *}"
check "with a folder for output" "$CLAST" heap.yaml -sweep tables/short.csv -output_dir mine
is "  it is sweep in that" "$(digest mine/sweep/a/restart/clast-400.h5)" "${single%% *}"

check "columns of other tables" "$CLAST" heap.yaml -sweep table.csv -sweep_dir collect -sweep_collect log.csv:contacts:max,log.csv:time:first
is "  the largest number of contacts" "$(column collect/sweep.csv log.csv:contacts:max | cut -d' ' -f2)" \
  "$(cut -d, -f6 single/b/log.csv | sort -n | tail -n 1)"
is "  the first time" "$(column collect/sweep.csv log.csv:time:first)" "0 0 0 0 0 "
{ cat heap.yaml; printf 'monitor:\n  - all: {every: 0.05, type: solid_fraction}\n'; } >watched.yaml
check "  of a monitor" "$CLAST" watched.yaml -sweep tables/short.csv -sweep_dir watched -sweep_collect monitors/all.csv:volume_fraction:max
is "  its largest number" "$(column watched/sweep.csv monitors/all.csv:volume_fraction:max | cut -d' ' -f2)" \
  "$(grep -v '^#' watched/b/monitors/all.csv | tail -n +2 | cut -d, -f3 | sort -g | tail -n 1)"

: >np5/a/sweep.row
: >np5/b/sweep.row
echo running >np5/b/status
rm -f np5/b/restart/clast-400.h5
printf 'status running\nexit 74\nbegun 2\nranks 1\nwall 1.000\n' >np5/c/sweep.row
check "records torn, or of a try before, as the machine failed" "$CLAST" heap.yaml -sweep table.csv -sweep_dir np5
is "  a finished row is not run again, the other goes on from its checkpoint" \
  "$(grep -c 'finished: the end' np5/a/output.txt) $(grep -c 't = 0.15 to 0.2 s' np5/b/output.txt)" "1 1"
is "  exit status" "$(column np5/sweep.csv exit_status)" "0 0 0 0 0 "
is "  digests" "$(digests np5 400)" "$single"

# ---- one row ----

for k in 1 2 3 4 5; do
  status "row $k by itself" 0 on_ranks $((k % 2 + 1)) "$CLAST" heap.yaml -sweep table.csv -sweep_dir rows -sweep_row $k
done
is "  the same digests" "$(digests rows 400)" "$single"
is "  sweep.csv has all of them" "$(column rows/sweep.csv status)" "finished finished finished finished finished "
check "again" "$CLAST" heap.yaml -sweep table.csv -sweep_dir rows -sweep_row 2
says "  nothing is run" 'row b has been finished before'
check "all of them again, as a sweep" on_ranks 2 "$CLAST" heap.yaml -sweep table.csv -sweep_dir rows
says "  nothing is run" '5 of 5 rows finished, 0 failed, 0 to do \(some were done before\)'

# ---- rows that fail ----

cat >bad.csv <<'E2'
name,run_overlap_limit,run_dt,output_frames_every
good,0.5,5e-4,0
physics,1e-9,5e-4,0
coarse,0.5,5e-4,0.1
E2
mkdir -p failing/coarse/frames && : >failing/coarse/frames/stop && rm -rf failing/coarse/frames && : >failing/coarse/frames
status "one row stops by physics, one cannot write its frames" 74 on_ranks 2 "$CLAST" heap.yaml -sweep bad.csv -sweep_dir failing
says "  the sweep tells" '^clast: row physics failed with exit status 3, see'
is "  the others go on" "$(column failing/sweep.csv status)" "finished failed failed "
is "  exit status" "$(column failing/sweep.csv exit_status)" "0 3 74 "
check "  why, is in the row's folder" grep -q 'stopped at step' failing/physics/output.txt
rm failing/coarse/frames
status "the disk mended: the same command" 3 on_ranks 2 "$CLAST" heap.yaml -sweep bad.csv -sweep_dir failing
is "  runs that row again, not that of physics" "$(column failing/sweep.csv status) $(column failing/sweep.csv begun)" "finished failed finished  1 1 2 "

# ---- mistakes ----

# FACT REGEX TABLE-TEXT [OPTION...]: refused before anything is written
refused()
{
  local fact=$1 regex=$2
  printf '%s' "$3" >refused.csv
  shift 3
  rm -rf refused
  status "$fact" 2 on_ranks 2 "$CLAST" heap.yaml -sweep refused.csv -sweep_dir refused "$@"
  says "  message" "$regex"
  test -e refused && fail "  nothing is written" || pass "  nothing is written"
}

refused "an unknown column" "in every row: column run_sed: unknown option; did you mean '-?run_seed'" $'run_sed\n1\n2\n'
refused "a ragged row" 'line 3: 3 cells, but the header has 2' $'run_seed,run_dt\n1,1e-4\n2,1e-4,7\n'
refused "a short row" 'line 4: 1 cell, but the header has 2' $'run_seed,run_dt\n1,1e-4\n\n2\n'
refused "a name twice" "line 4: column name: 'a' is also that of line 2" $'name,run_seed\na,1\nb,2\na,3\n'
refused "names that differ in case only" "column name: 'A' is also that of line 2" $'name,run_seed\na,1\nA,2\n'
refused "a name with a slash" "column name: 'a/b' cannot be the name of a folder" $'name,run_seed\na/b,1\n'
refused "a name that stops the sweep" "column name: 'stop' cannot be the name of a folder" $'name,run_seed\nstop,1\n'
refused "a name of the sweep's files, in other letters" "column name: 'Sweep.csv' cannot be" $'name,run_seed\nSweep.csv,1\n'
refused "semicolons" 'line 1: one column only: cells are separated by commas, not by semicolons' $'name;run_seed\na;1\n'
refused "names of columns in other letters" 'column Cost: write it in small letters' $'run_seed,Cost\n1,2\n'
refused "a column twice" 'column run_seed is there twice' $'run_seed,run_seed\n1,2\n'
refused "a column without name" 'column 2 of the header has no name' $'run_seed,\n1,2\n'
refused "a column of the sweep" 'column output_dir: is not for rows of a sweep' $'output_dir\nx\n'
refused "an option of PETSc" 'column log_view: an option of PETSc is for the whole program' $'log_view\n1\n'
refused "a file for the end of each row" 'column output_final: is not for rows of a sweep' $'output_final\nx.csv\n'
refused "a plan" '-plan is for one run' $'run_seed\n1\n' -plan 4
refused "a number of ranks that is none" '^ *1\. on the command line: -sweep_ranks: .0. is out of range' $'run_seed\n1\n2\n' -sweep_ranks 0
refused "a cost below 0" "line 3, row row-2: column cost: '-1' is no number >= 0" $'run_seed,cost\n1,1\n2,-1\n'
refused "an empty file" 'the table is empty' ''
refused "a header only" 'the table is empty' $'name,run_seed\n'
refused "a quote left open" 'line 2: a double quote is not closed' $'run_gravity\n"0,0,-9\n'
refused "more ranks a run than there are" '-sweep_ranks: 4 ranks a run, but there are 2 in all' $'run_seed\n1\n' -sweep_ranks 4
refused "a row that is not there" '-sweep_row: there is no row 3, the table has 1' $'run_seed\n1\n' -sweep_row 3
refused "a column that is on the command line, too" '-run_seed is on the command line, and a column' $'run_seed\n1\n' -run_seed 3
refused "a mistake on the command line" 'on the command line: -run_dt: ' $'run_seed\n1\n' -run_dt fast
refused "a table to collect from outside of the row's folder" "-sweep_collect: '../a.csv:contacts': write FILE.csv:COLUMN" $'run_seed\n1\n' -sweep_collect ../a.csv:contacts
refused "a column to collect without file" "-sweep_collect: 'contacts': write FILE.csv:COLUMN" $'run_seed\n1\n' -sweep_collect contacts
{
  echo name,contact_soft-soft_friction,run_seed
  for k in $(seq 1 200); do echo "r$k,$(test $k = 117 && echo -0.5 || echo 0.$k),$(test $k = 180 && echo 1.5 || echo $k)"; done
} >long.csv
refused "a value out of bounds in row 117 of 200" "line 118, row r117: column contact_soft-soft_friction: '-0.5'" "$(cat long.csv)"
says "  with the mistakes of other rows" "line 181, row r180: column run_seed: '1.5'"
status "an option of a sweep without one" 2 "$CLAST" heap.yaml -sweep_row 2 -output_dir refused
says "  message" "-sweep_row: '2': is an option of -sweep, which is not given"
test -e refused && fail "  nothing is written" || pass "  nothing is written"
status "no table" 2 "$CLAST" heap.yaml -sweep ''
says "  message" 'give the name of a table: -sweep TABLE.csv'
printf 'r\0u\0n\0' >wide.csv
status "a table in UTF-16" 2 "$CLAST" heap.yaml -sweep wide.csv
says "  message" 'is no CSV table in UTF-8'
status "a table that is not there" 2 "$CLAST" heap.yaml -sweep nowhere.csv
says "  message" 'nowhere.csv.*\n*|cannot be opened'
sed 's/friction: 0.5/friction: -1/' heap.yaml >wrong.yaml
status "a mistake in the scenario" 2 "$CLAST" wrong.yaml -sweep long.csv -sweep_dir refused
says "  is told once" 'wrong.yaml: line 8: contact: soft-soft: friction|line 118, row r117'
check "-check: a good table" "$CLAST" heap.yaml -sweep table.csv -sweep_dir refused -check
says "  counts rows" '5 rows without mistakes'
test -e refused && fail "  nothing is written" || pass "  nothing is written"

# ---- mistakes that no table of options sees ----

mkdir rich
cat >rich/rich.yaml <<'E2'
schema: 1
run: {end_time: 0.01, dt: 5.0e-4, gravity: [0, 0, -9]}
domain: {lo: [-3, -2, -2], hi: [4, 2, 6], boundary: [open, periodic, open]}
material:
  - a: {density: 1, young: 1.0e5}
contact:
  - a-a: {between: [a, a], normal: hooke, stiffness: 2000, restitution: 0.4}
template:
  - ball: {material: a, pebbles: [0, 0, 0, 0.25]}
  - rod: {material: a, file: rod.csv}
clumps:
  - some: {file: some.csv, group: light}
wall:
  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}
  - bin: {shape: mesh, material: a, file: bin.obj, side: both}
motion:
  - pour: {walls: [bin], type: table, file: pour.csv}
inlet:
  - feed: {template: ball, lo: [-1, -1.5, 3], hi: [3, 1.5, 5], every: 0.02, number_rate: 100, stop_number: 12}
outlet:
  - drain: {lo: [-3, -2, -2], hi: [4, 2, -1], action: remove}
change:
  - let: {groups: light, action: density, start: 0.01, density: 2}
force:
  - wind: {groups: [light], force: [1, 0, 0]}
spring:
  - rope: {file: links.csv, stiffness: 100}
constraint:
  - chain: {type: distance, file: pairs.csv}
event:
  - filled: {when: inlet_done, of: feed, do: [stop wind]}
E2
printf 'x,y,z,r\n0,0,0,0.25\n0.3,0,0,0.25\n' >rich/rod.csv
sed '2s/0.25$/-0.25/' rich/rod.csv >rich/bad_rod.csv
printf 'template,x,y,z\nball,0,0,1\nrod,1,1,1.5\nrod,2,0,2\n' >rich/some.csv
sed 's/ball/stick/' rich/some.csv >rich/bad_some.csv
printf 'v 0 0 -1.9\nv 1 0 -1.9\nv 0 1 -1.9\nf 1 2 3\n' >rich/bin.obj
sed 's/2 3$/2 9/' rich/bin.obj >rich/bad_bin.obj
printf 'time,x,y,z,qw,qx,qy,qz\n0,3,0,3,1,0,0,0\n1,3,0,3,1,0,0,0\n' >rich/pour.csv
sed 's/^1,/0,/' rich/pour.csv >rich/bad_pour.csv
printf 'id_a,pebble_a,id_b,pebble_b\n0,0,1,0\n' >rich/links.csv
sed 's/1,0$/77,0/' rich/links.csv >rich/bad_links.csv
printf 'a,b,length\n1,2,1.5\n' >rich/pairs.csv
sed 's/1.5/0/' rich/pairs.csv >rich/bad_pairs.csv
"${AWK:-awk}" 'BEGIN {
  split("template_rod_file clumps_some_file wall_bin_file motion_pour_file inlet_feed_hi outlet_drain_hi change_let_groups force_wind_groups spring_rope_file constraint_chain_file event_filled_of", key, " ")
  split("bad_rod.csv bad_some.csv bad_bin.obj bad_pour.csv \"3,3,5\" \"4,2,-3\" heavy heavy bad_links.csv bad_pairs.csv food", bad, " ")
  split("3 17 17 117 30 117 117 117 117 117 60", of, " ")
  printf "name"
  for (i = 1; i <= 11; i++) printf ",%s", key[i]
  for (k = 1; k <= 120; k++) {
    printf "\nr%d", k
    for (i = 1; i <= 11; i++) printf ",%s", k == of[i] ? bad[i] : ""
  }
  print ""
}' >rich/many.csv
status "mistakes in files, groups, places and events, in rows 3, 17, 30, 60 and 117" 2 on_ranks 2 "$CLAST" rich/rich.yaml -sweep rich/many.csv -sweep_dir refused
says "  all are told" 'clast: 11 mistakes in the sweep'
for found in \
  "line 4, row r3: column template_rod_file: 'bad_rod.csv': line 2: column r" \
  "line 18, row r17: column clumps_some_file: 'bad_some.csv': line 2: there is no template 'stick'" \
  "line 18, row r17: column wall_bin_file: 'bad_bin.obj': line 4: vertex 9" \
  "line 31, row r30: column inlet_feed_hi: '3,3,5': the box is 4.5 m long along y" \
  "line 61, row r60: column event_filled_of: 'food': there is no inlet" \
  "line 118, row r117: column motion_pour_file: 'bad_pour.csv': line 3: time 0 is not after" \
  "line 118, row r117: column outlet_drain_hi: .* must be beyond lo" \
  "line 118, row r117: column change_let_groups: 'heavy': no clump" \
  "line 118, row r117: column force_wind_groups: 'heavy': no clump" \
  "line 118, row r117: column spring_rope_file: 'bad_links.csv': line 2: there is no clump 77" \
  "line 118, row r117: column constraint_chain_file: 'bad_pairs.csv': line 2: column length"; do
  says "  $(echo "$found" | cut -d: -f1-2 | cut -d' ' -f3-)" "$found"
done
test -e refused && fail "  nothing is written" || pass "  nothing is written"
sed -n '1,3p; 5,6p' rich/many.csv >rich/few.csv
status "a sweep of four such rows, stopped at once" 75 "$CLAST" rich/rich.yaml -sweep rich/few.csv -sweep_dir rich/out -run_wall_limit 1e-3
cp rich/pour.csv rich/good_pour.csv && cp rich/bad_pour.csv rich/pour.csv
before=$(find rich/out -type f ! -name sweep.lock -exec cksum {} + | sort | cksum)
status "  a file that all of them name is not what it was" 2 "$CLAST" rich/rich.yaml -sweep rich/few.csv -sweep_dir rich/out
says "  is told before anything goes on" 'pour.csv.*: line 3: time 0 is not after'
is "  and nothing is changed" "$(find rich/out -type f ! -name sweep.lock -exec cksum {} + | sort | cksum)" "$before"
mv rich/good_pour.csv rich/pour.csv
check "  as it was: the same command goes on" "$CLAST" rich/rich.yaml -sweep rich/few.csv -sweep_dir rich/out
printf 'name,clumps_heap_count\nsome,20\nfull,150\n' >full.csv
for more in -check -verbose; do
  status "$more: one fill of two has no room" 2 on_ranks 2 "$CLAST" heap.yaml -sweep full.csv -sweep_dir refused $more
  says "  which is told at once" "line 3, row full: column clumps_heap_count: '150': only [0-9]+ fit into the box"
  test -e refused && fail "  nothing is written" || pass "  nothing is written"
done
status "  a row by itself finds that when it is set up" 2 "$CLAST" heap.yaml -sweep full.csv -sweep_dir alone -sweep_row 2
check "  and does not hinder others" "$CLAST" heap.yaml -sweep full.csv -sweep_dir alone -sweep_row 1
{ echo run_seed; seq 1 20000; } >endless.csv
"$CLAST" heap.yaml -sweep endless.csv -sweep_dir refused >"$out" 2>&1 </dev/null &
run=$!
sleep 0.5
kill -USR1 $run
wait $run
is "a signal while 20000 rows are checked" $? 75
says "  message" 'stopped by a signal while its rows were checked; nothing has been run'
test -e refused && fail "  nothing is written" || pass "  nothing is written"

# ---- a sweep that was started otherwise ----

# FACT REGEX COMMAND...: exit status 2, and sweep.csv stays as it was
unlike()
{
  local fact=$1 regex=$2
  shift 2
  cp np2/sweep.csv before.csv
  status "$fact" 2 "$@"
  says "  message" "$regex"
  cmp -s before.csv np2/sweep.csv && pass "  nothing is lost" || fail "  nothing is lost"
}

sed 's/0\.9/0.8/' table.csv >changed.csv
unlike "a cell that has changed" "line 6, row c: column contact_soft-soft_friction: '0.8' now, but '0.9' when" "$CLAST" heap.yaml -sweep changed.csv -sweep_dir np2
says "  and what to do" 'give another -sweep_dir'
sed '$d' table.csv >changed.csv
unlike "a row less" '4 rows now, but 5 when the sweep was started' "$CLAST" heap.yaml -sweep changed.csv -sweep_dir np2
{ cat table.csv; echo 'f,0.2,6,"0,0,-9.81",1'; } >changed.csv
unlike "a row more" '6 rows now, but 5 when' "$CLAST" heap.yaml -sweep changed.csv -sweep_dir np2
sed 's/^c,/z,/' table.csv >changed.csv
unlike "another name" 'row z: row 3 was c when the sweep was started' "$CLAST" heap.yaml -sweep changed.csv -sweep_dir np2
sed 's/run_seed/run_dt/; s/,[1-5],"/,1e-4,"/' table.csv >changed.csv
unlike "another column" 'column run_seed is missing' "$CLAST" heap.yaml -sweep changed.csv -sweep_dir np2
sed 's/end_time: 0.2/end_time: 0.3/' heap.yaml >changed.yaml
unlike "another scenario" "has changed since the sweep was started: in run: 'end_time: 0.3', at the start 'end_time: 0.2" "$CLAST" changed.yaml -sweep table.csv -sweep_dir np2
sed 's/friction: 0.5/friction: 0.6/' heap.yaml >changed.yaml
unlike "another value where the first row has one of its own" "in contact: 'friction: 0.6', at the start 'friction: 0.5'" "$CLAST" changed.yaml -sweep table.csv -sweep_dir np2
unlike "another option" "in run: 'overlap_limit: 0.4'" "$CLAST" heap.yaml -sweep table.csv -sweep_dir np2 -run_overlap_limit 0.4
sed 's/^name.*/# reformatted\n&/; s/0\.9 /0.9/' table.csv >same.csv
check "the same table, written otherwise" "$CLAST" heap.yaml -sweep same.csv -sweep_dir np2 -checkpoint_keep 2

sed 's/$/\r/' table.csv >ends.csv
check "the same table with other ends of lines" "$CLAST" heap.yaml -sweep ends.csv -sweep_dir np2
tr '\n' '\r' <table.csv >ends.csv
check "  and with carriage returns alone" "$CLAST" heap.yaml -sweep ends.csv -sweep_dir np2
says "  is the same" '5 of 5 rows finished, 0 failed, 0 to do'

mkdir copied && cp -r heap.yaml shapes table.csv np2 copied
check "the sweep copied to another place" "$CLAST" ./copied/heap.yaml -sweep copied/table.csv -sweep_dir copied/np2
says "  goes on there" '5 of 5 rows finished, 0 failed, 0 to do \(some were done before\)'

# ---- tasks of an array side by side ----

for k in 1 2 3 4 5; do "$CLAST" heap.yaml -sweep table.csv -sweep_dir beside -sweep_row $k >beside.$k 2>&1 & done
wait
is "five tasks at once: sweep.csv has all of them" "$(column beside/sweep.csv status)" "finished finished finished finished finished "
is "  without a word about it" "$(cat beside.* | grep -c warning)" 0
"$CLAST" heap.yaml -sweep table.csv -sweep_dir taken -sweep_row 2 -run_end_time 1000 -checkpoint_every 0 >taken.out 2>&1 &
run=$!
wait_lines taken/b/log.csv 2
record=$(cat taken/b/sweep.row)
status "a row that is being run" 2 "$CLAST" heap.yaml -sweep table.csv -sweep_dir taken -sweep_row 2 -run_end_time 1000 -checkpoint_every 0
says "  is not run twice" 'taken/b: this row is being run'
is "  nor its record changed" "$(cat taken/b/sweep.row)" "$record"
status "  nor is the sweep of it run beside it" 2 "$CLAST" heap.yaml -sweep table.csv -sweep_dir taken -run_end_time 1000 -checkpoint_every 0
says "  message" 'another sweep, or a row of this one, is running in this folder'
kill -TERM $run
wait $run
is "  which goes on until it is told to stop" $? 75

# ---- stops, and going on ----

sed '/^[ae"]/d' table.csv >stops.csv # two rows run at a time, one waits

# END: rows are to end there, in s; $longer has their digests.
rows_end()
{
  limits="-run_end_time $1 -output_log_every 1 -checkpoint_every 0"
  long=$(awk "BEGIN { print $1 / 5e-4 }")
  rm -rf longer
  for row in b c d; do
    # shellcheck disable=SC2046,SC2086
    "$CLAST" heap.yaml $(options_of $row) $limits -output_dir longer/$row >/dev/null 2>&1
  done
  longer=$(digests longer "$long" "b c d")
}

# FACT DIR COMMAND...: the command stops the sweep in DIR, 75; then it goes on and ends with the same digests
stopped()
{
  local fact=$1 dir=$2 pid got
  shift 2
  # shellcheck disable=SC2086
  "${MPIEXEC:-mpiexec}" -n 2 "$CLAST" heap.yaml -sweep stops.csv -sweep_dir $dir $limits >"$out" 2>&1 </dev/null &
  pid=$!
  tries=0
  while ! ls $dir/*/log.csv >/dev/null 2>&1 && test $tries -lt 300; do tries=$((tries + 1)); sleep 0.02; done
  sleep 0.05
  "$@" $pid
  wait $pid
  got=$?
  is "$fact" "$got" 75
  says "  how to go on" 'to go on: give the same command again'
  is "  no row runs" "$(column $dir/sweep.csv status | tr ' ' '\n' | grep -c running)" 0
  # shellcheck disable=SC2086
  check "  it goes on, on other ranks" on_ranks 3 "$CLAST" heap.yaml -sweep stops.csv -sweep_dir $dir $limits
  is "  digests" "$(digests $dir "$long" "b c d")" "$longer"
}

# Open MPI's mpiexec ends ranks on SIGTERM; batch systems send it to the ranks.
all() { kill -TERM $(pgrep -P "$1"); }
rows_end 20 # the sweep takes half a second to a second
stopped "SIGTERM to all ranks" stop1 all
stopped "SIGUSR1 to mpiexec" stop2 kill -USR1
touch_stop() { touch stop3/stop; }
rows_end 80 # two seconds or more, as the file is looked for once a second
stopped "a file named stop in the folder of the sweep" stop3 touch_stop
test -e stop3/stop && fail "  which is removed" || pass "  which is removed"
rows_end 20
one() { kill -USR2 "$(pgrep -P "$1" | tail -n 1)"; }
stopped "a signal to one rank alone" stop4 one
# shellcheck disable=SC2086
status "a wall limit" 75 on_ranks 2 "$CLAST" heap.yaml -sweep stops.csv -sweep_dir stop5 $limits -run_wall_limit 0.3
# shellcheck disable=SC2086
check "  it goes on without" on_ranks 2 "$CLAST" heap.yaml -sweep stops.csv -sweep_dir stop5 $limits
is "  digests" "$(digests stop5 "$long" "b c d")" "$longer"

check "a column to collect that no row has" "$CLAST" heap.yaml -sweep table.csv -sweep_dir collect -sweep_collect log.csv:kontakts,log.csv:contacts
says "  is told" '^clast: warning: -sweep_collect: log.csv:kontakts: no finished row has it'
silent "  and no other" 'log.csv:contacts: no finished'

# ---- tables made ----

check "a grid" "$CLAST" -sweep_make grid -sweep grid.csv -contact_soft-soft_friction 0:0.5:3 -run_gravity '[0,0,-9.81],[0,0,-1.62]' -run_seed 1:2:int
says "  rows" 'grid.csv: 12 rows'
is "  the first and the last" "$(sed -n '2p;13p' grid.csv | tr '\n' ' ')" 'row-01,0,"0,0,-9.81",1 row-12,0.5,"0,0,-1.62",2 '
check "  is a table of a sweep" "$CLAST" heap.yaml -sweep grid.csv -check
says "  without mistakes" '12 rows without mistakes'
check "a Latin hypercube" "$CLAST" -sweep_make latin -sweep latin.csv -sweep_rows 20 -sweep_seed 7 -contact_soft-soft_friction 0.2:0.6 -run_seed 1:1000:int -run_dt 1e-4,2e-4
is "  one value in each twentieth of the range" "$(cut -d, -f2 latin.csv | tail -n +2 | awk '{ print int(($1 - 0.2) / 0.02) }' | sort -n | tr '\n' ' ')" \
  "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 "
is "  of seeds as well" "$(cut -d, -f3 latin.csv | tail -n +2 | awk '{ print int(($1 - 1) / 50) }' | sort -n | uniq | wc -l)" 20
is "  each of two words ten times" "$(cut -d, -f4 latin.csv | tail -n +2 | sort | uniq -c | tr -s ' \n' ' ')" " 10 1e-4 10 2e-4 "
is "  the same on any machine" "$(cksum <latin.csv)" "2494811836 750"
check "  another seed" "$CLAST" -sweep_make latin -sweep other.csv -sweep_rows 20 -sweep_seed 8 -contact_soft-soft_friction 0.2:0.6 -run_seed 1:1000:int -run_dt 1e-4,2e-4
cmp -s latin.csv other.csv && fail "  other numbers" || pass "  other numbers"
check "  is a table of a sweep" "$CLAST" heap.yaml -sweep latin.csv -check
check "a grid of ranges" "$CLAST" -sweep_make grid -sweep ranges.csv -contact_soft-soft_friction 0.1:0.9:5 -run_dt 1e-4:1e-3:4
is "  has the numbers that one would write" "$(tail -n +2 ranges.csv | cut -d, -f2 | uniq | paste -s -d ' ') $(sed 1d ranges.csv | cut -d, -f3 | sed 4q | paste -s -d ' ')" \
  "0.1 0.3 0.5 0.7 0.9 0.0001 0.0004 0.0007 0.001"
for wrong in 1:2:-3 1:2:3:4 1:3:int:2 -1e308:1e308:3 1:nan:3 5:1:3 [0,1 [0,1]2; do
  status "a range or list that is none: $wrong" 2 "$CLAST" -sweep_make grid -sweep none.csv -run_gravity "$wrong"
done
status "names of rows" 2 "$CLAST" -sweep_make grid -sweep none.csv -run_seed 1,2 -name a,b
test -e none.csv && fail "  nothing is written" || pass "  nothing is written"
check "the table of the sweep in docs/guide/sweeps.md" "$CLAST" -sweep_make grid -sweep repose.csv -clumps_pile_template sphere,pair,rod,tetrapod \
  -contact_all_friction 0.1,0.2,0.3,0.45,0.6,0.8
cmp repose.csv "$srcdir/input/repose.csv" >"$out" 2>&1 && pass "  is that in input/" || fail "  is that in input/" "$(cat "$out")"
check "  which can be run" "$CLAST" "$srcdir/input/repose.yaml" -sweep "$srcdir/input/repose.csv" -check
says "  24 rows" '24 rows without mistakes'
status "neither grid nor latin" 2 "$CLAST" -sweep_make net -sweep x.csv -run_seed 1
says "  message" "'net' is neither grid nor latin"
status "a range of a grid without number" 2 "$CLAST" -sweep_make grid -sweep x.csv -run_dt 1e-4:2e-4
says "  message" '-run_dt: a range of a grid needs the number of its values'
status "a table that cannot be written" 74 "$CLAST" -sweep_make grid -sweep nowhere/x.csv -run_seed 1,2

tap_end
