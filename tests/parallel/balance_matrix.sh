# SPDX-License-Identifier: MIT
# The sliding heap on np ranks with balances off, on or forced up to the middle, and from there on any other np with any of the
# three: 225 ways to one digest. limit: 3000
. "$srcdir/tests/tap.sh"

cp "$srcdir/tests/parallel/slide.yaml" .
ranks="1 2 3 4 8"
modes="off on forced"
off="-balance_threshold 0"
on="-balance_threshold 1.1"
forced="-balance_every 4 -search_skin 0.15" # lists live longer: every rebuild balances

# FOLDER NP MODE OPTIONS...: run it; in $got the digest of its last checkpoint
run()
{
  local folder=$1 np=$2 mode=$3
  shift 3
  # shellcheck disable=SC2086
  on_ranks "$np" "$CLAST" "$@" ${!mode} -output_dir "$folder" -output_final "$folder.csv" >"$out" 2>&1 </dev/null || sed 's/^/#   /; 9q' "$out"
  got=$(digest "$(ls "$folder"/restart/*.h5 | sort -V | tail -n 1)")
}

run whole 1 off slide.yaml -checkpoint_every 0.6
whole=$got
middle=$(digest whole/restart/clast-750.h5)
test -n "$middle" && test "$middle" != "$whole" && pass "a run without balances on one rank, with a checkpoint in the middle" || fail "a run on one rank"

for np in $ranks; do
  for mode in $modes; do
    rm -rf "half-$np-$mode"
    run "half-$np-$mode" $np $mode slide.yaml -run_end_time 0.6
    is "np $np, $mode: the first half" "$got" "$middle"
  done
done

for np in $ranks; do
  for mode in $modes; do
    wrong=
    for np2 in $ranks; do
      for mode2 in $modes; do
        run second $np2 $mode2 -restart "half-$np-$mode" -run_end_time 1.2
        test "$got" = "$whole" || wrong="$wrong np $np2 $mode2;"
        rm -rf second
      done
    done
    is "np $np, $mode: the second half on 1, 2, 3, 4, 8 ranks with balances off, on, forced" "$wrong" ""
  done
done

tap_end
