# SPDX-License-Identifier: MIT
# -resume: the same command line starts a run, goes on with it after every stop, and says when there is nothing left to do.
# limit: 300
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
check "a run that is never stopped" "$CLAST" heap.yaml -output_dir whole
whole=$(digest whole/restart/clast-400.h5)

# ---- start, stop, go on, end: one command line ----

heap() # RANKS [OPTION...]
{
  local np=$1
  shift
  on_ranks "$np" "$CLAST" heap.yaml -resume "$@"
}

check "the first time it starts from the scenario" heap 1 -run_end_time 0.05
says "  and says why" 'starting from the scenario, .*out/heap: no checkpoint'
is "  into the folder of the scenario's name" "$(cat out/heap/status)" finished
for np in 2 3 4 8; do
  end=$(awk -v np=$np 'BEGIN { print np == 8 ? 0.2 : 0.05 + 0.03 * (np - 1) }')
  check "np $np: it goes on to a later end" heap $np -run_end_time "$end"
  says "np $np:   and says from where" 'going on from .*out/heap/restart/clast-[0-9]*\.h5'
done
is "same digest as the run that was never stopped" "$(digest out/heap/restart/clast-400.h5)" "$whole"
is "same rows of log.csv" "$(rows out/heap/log.csv)" "$(rows whole/log.csv)"
check "a finished run: nothing to do" heap 2
says "  it says so" 'already finished: the end time of 0\.2 s is reached, at step 400'
is "  and keeps its files" "$(digest out/heap/restart/clast-400.h5) $(rows out/heap/log.csv | cksum)" "$whole $(rows whole/log.csv | cksum)"

# ---- a limit in the way, over and over ----

shortened() # LIMIT: the same run again, on a rank more than before
{
  ranks=$((ranks + 1))
  heap $ranks -output_dir limited -checkpoint_every 0 -run_dt 1e-5 -run_end_time 0.1 -run_wall_limit "$1"
}
ranks=0
# A limit that has passed before the first step: a step a try, and a checkpoint that is whole.
for try in 1 2; do status "try $try cut by a wall limit" 75 shortened 1e-3; done
check "the try that is not cut ends" shortened 0
says "  it went on from what the others did" 'going on from .*limited/restart/clast-[1-9]'
check "  the run without limit" "$CLAST" heap.yaml -output_dir unlimited -checkpoint_every 0 -run_dt 1e-5 -run_end_time 0.1
is "  same digest" "$(digest limited/restart/clast-10000.h5)" "$(digest unlimited/restart/clast-10000.h5)"

# ---- what wins: command line, scenario, checkpoint ----

sed 's/friction: 0.5/friction: 0.1/; s/end_time: 0.2/end_time: 0.25/' heap.yaml >new.yaml
cp -r out/heap out/new
check "a changed scenario counts" "$CLAST" new.yaml -resume
is "  its friction" "$(sed -n 's/^ *friction: //p' out/new/resolved.yaml)" 0.1
is "  and its end" "$(tail -n 1 out/new/log.csv | cut -d, -f1)" 500
check "an option counts more" "$CLAST" new.yaml -resume -contact_soft-soft_friction 0.3 -run_end_time 0.26
is "  than the scenario" "$(sed -n 's/^ *friction: //p' out/new/resolved.yaml)" 0.3

# ---- the folder: of the scenario, of the command line, moved ----

sed "s#^output: {#output: {dir: kept/here, #" heap.yaml >kept.yaml
check "a scenario with a folder of its own" "$CLAST" kept.yaml -resume -run_end_time 0.05
check "  is found there" "$CLAST" kept.yaml -resume -run_end_time 0.06
says "  again" 'going on from .*kept/here/restart/clast-100\.h5'
mkdir elsewhere elsewhere/out
cp -r heap.yaml shapes elsewhere
cp -r out/heap elsewhere/out
cd elsewhere || exit 1
check "a folder copied to another place" "$CLAST" heap.yaml -resume -run_end_time 0.21
says "  goes on there" 'going on from .*elsewhere/out/heap/restart/clast-400\.h5'
is "  and writes there" "$(ls out/heap/restart | tail -n 1)" clast-420.h5
is "  not where it came from" "$(ls ../out/heap/restart | tail -n 1)" clast-400.h5
rm heap.yaml
status "without a scenario and without a folder" 2 "$CLAST" -resume
says "  it has nothing" 'cannot resume, nor start without a scenario: .*out/run: no checkpoint'
check "without a scenario, but with the folder" "$CLAST" -resume -output_dir out/heap -run_end_time 0.22
cd ..

# ---- damage ----

cp -r out/heap damaged
truncate -s 1000 damaged/restart/clast-400.h5
check "the newest is damaged: the one before it is taken" heap 2 -output_dir damaged
says "  with a warning" 'warning: .*clast-400\.h5'
is "  same digest" "$(digest damaged/restart/clast-400.h5)" "$whole"
for file in damaged/restart/*.h5; do : >"$file"; done
check "all are: it starts from the scenario" heap 3 -output_dir damaged
says "  and names them" 'starting from the scenario, .*clast-400\.h5'
is "  same digest" "$(digest damaged/restart/clast-400.h5)" "$whole"
is "  the damaged ones are kept aside" "$(ls damaged/restart/*.old | wc -l)" 3

# ---- a newer checkpoint that comes while the run is set up ----

check "a run in a used folder" "$CLAST" heap.yaml -output_dir limited -run_end_time 0.01
says "  names the checkpoints that it sets aside" 'warning: .*limited/restart: clast-10000\.h5 is now clast-10000\.h5\.old'
check "a restart before the newest" "$CLAST" -restart whole/restart/clast-360.h5 -run_end_time 0.19
says "  names the one that it sets aside" 'warning: .*whole/restart: clast-400\.h5 is now clast-400\.h5\.old'
mv whole/restart/clast-400.h5.old whole/restart/clast-400.h5

# The lock is held by somebody else: the folder is left alone, and no checkpoint is chosen in it.
exec 7<out/heap && flock 7
status "a folder that another run has locked" 2 heap 3 -run_end_time 9
says "  is refused" 'out/heap: another run is writing into this folder'
silent "  before a checkpoint is chosen" 'going on from'
check "  -check reads it all the same" "$CLAST" heap.yaml -resume -check
check "  and a run into another folder" "$CLAST" -restart out/heap -output_dir branch -run_end_time 0.23
exec 7<&-

# COMMAND...: between opening the folder and locking it, a newer checkpoint is written.
raced()
{
  local tries=0 tracer
  # HDF5 locks files, too
  HDF5_USE_FILE_LOCKING=FALSE strace -f -qq -o trace.txt -e trace=flock -e inject=flock:delay_enter=1000000 "$@" &
  tracer=$!
  # shellcheck disable=SC2046
  until readlink $(printf '/proc/%s/fd/* ' $(cat /proc/$tracer/task/$tracer/children)) 2>/dev/null | grep -qx "$PWD/$folder" ||
    test $tries = 800; do
    sleep 0.02
    tries=$((tries + 1))
  done
  cp whole/restart/clast-400.h5 "$folder/restart/"
  wait $tracer
}
if strace -f -qq -o trace.txt -e trace=flock -e inject=flock:delay_enter=1 true 2>/dev/null; then
  printf 'name,run_seed\none,3\n' >rows.csv
  check "a row" "$CLAST" heap.yaml -sweep rows.csv -sweep_dir rows
  sed -i 's/finished/checkpointed/' rows/one/sweep.row && rm rows/one/restart/clast-400.h5
  for how in 'heap.yaml -resume -output_dir raced' '-restart raced' '-restart raced/restart/' 'heap.yaml -sweep rows.csv -sweep_dir rows'; do
    folder=raced
    rm -rf raced trace.txt
    mkdir -p raced/restart && cp whole/restart/clast-360.h5 raced/restart
    case $how in *sweep*) folder=rows/one ;; esac
    # shellcheck disable=SC2086
    check "$how, while another run writes its last checkpoint" raced "$CLAST" $how
    cat "$folder/output.txt" >>"$out" 2>/dev/null
    says "  goes on from that" "already finished"
    is "  none is set aside" "$(ls $folder/restart | grep -c old)" 0
  done
else skip "a checkpoint that comes before the lock" "no strace here, or it may not trace"; fi

# ---- mistakes ----

status "-restart and -resume exclude each other" 2 heap 1 -restart out/heap
says "  it says so" '-restart and -resume: give one of them'
status "a value that is none" 2 heap 1 -output_dir x nonsense
status "  of -resume" 2 "$CLAST" heap.yaml -resume perhaps
says "  it is named" "-resume: 'perhaps' is neither true nor false"
check "-resume false is no -resume" "$CLAST" heap.yaml -resume false -output_dir limited -run_end_time 0.01
silent "  it starts anew" 'going on'
status "in a scenario it has no place" 2 "$CLAST" <(sed 's/^schema: 1/&\nresume: true/' heap.yaml) -check
tap_end
