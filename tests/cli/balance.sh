# SPDX-License-Identifier: MIT
# Balances as a user sees them: balance.csv, the summary, restarts of both, and what is refused. limit: 300
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

cp "$srcdir/tests/parallel/slide.yaml" .

# FOLDER: steps of its balances
steps()
{
  sed 1d "$1/balance.csv" | cut -d, -f1 | tr '\n' ' '
}

check "a sliding heap on one rank" "$CLAST" slide.yaml -output_dir one
test ! -e one/balance.csv && pass "  has no balance.csv" || fail "  has no balance.csv"
check "on two" on_ranks 2 "$CLAST" slide.yaml -output_dir two -checkpoint_every 0.3 -verbose
says "  the summary says what balances moved, cost and gained" \
  'balances moved [1-9][0-9]* clumps, [1-9][0-9]* contacts and .* MB in .* s\. The last one took .* s, brought the imbalance from 1\..* to 1\..* and saves .* s a step'
is "  same rows of log.csv" "$(rows two/log.csv)" "$(rows one/log.csv)"
is "  columns of balance.csv" "$(head -n 1 two/balance.csv)" \
  "step,time,imbalance_before,imbalance_after,cuts_moved,cuts_held_back,clumps_moved,contacts_moved,bytes_moved,cost,gain"
# shellcheck disable=SC2016
${AWK:-awk} -F, 'NR > 1 {
    if (NF != 11) print "row " NR " has " NF " cells"
    if ((NR > 2 && $1 <= last) || $1 > 1500) print "step " $1 " after " last
    if ($2 < 0.9999 * 8e-4 * $1 || $2 > 1.0001 * 8e-4 * $1) print "time " $2 " at step " $1
    if ($3 < 1 || $4 < 1 || $3 > 2 || $4 > 2) print "imbalance " $3 " to " $4 " of two ranks"
    if ($5 > 1 || $6 > $5) print $5 " cuts moved, " $6 " held back"
    if ($9 < 60 * ($7 + $8) || $9 > 1000 * ($7 + $8)) print $9 " bytes for " $7 " clumps and " $8 " contacts"
    if ($10 < 0 || $10 > 10) print "cost " $10
    last = $1; before += $3; after += $4; gain += $11; moved += $7
  }
  END {
    if (NR < 8) print "only " NR " lines"
    if (!(after < before - 0.03 * NR)) print "imbalance " before / (NR - 1) " to " after / (NR - 1) " in the mean"
    if (!(gain > 0 && moved > 20)) print "gain " gain ", moved " moved
  }' two/balance.csv >wrong.txt
none_in "  its rows make sense" wrong.txt

# ---- restarts ----

cp -r two again
check "again from the middle" on_ranks 2 "$CLAST" -restart two/restart/clast-750.h5 -output_dir again
is "  rows up to there are kept" "$(awk -F, '$1 <= 750' again/balance.csv)" "$(awk -F, '$1 <= 750' two/balance.csv)"
test "$(awk -F, 'NR > 1 && $1 > 750' again/balance.csv | wc -l)" -gt 2 && pass "  and more follow" || fail "  and more follow" "$(steps again)"
steps again | tr ' ' '\n' | sed '/^$/d' | sort -n -u | tr '\n' ' ' >sorted.txt
is "  in ascending steps" "$(steps again)" "$(cat sorted.txt)"
check "from the middle on one rank" "$CLAST" -restart two/restart/clast-750.h5 -output_dir again
is "  nothing follows" "$(cat again/balance.csv)" "$(awk -F, 'NR == 1 || $1 <= 750' two/balance.csv)"
check "anew on one rank" "$CLAST" slide.yaml -output_dir again
test ! -e again/balance.csv && pass "  the old balance.csv is gone" || fail "  the old balance.csv is gone"
check "a restart on two ranks goes on with what one rank has begun" on_ranks 2 "$CLAST" -restart one/restart -run_end_time 1.3 -output_dir one
test -e one/balance.csv && pass "  with a balance.csv" || fail "  with a balance.csv"

# ---- before the first step ----

is "by the usual threshold the first balance comes before the first step" "$(sed -n 2p two/balance.csv | cut -d, -f1,5)" 0,1
check "threshold 1.3" on_ranks 2 "$CLAST" slide.yaml -output_dir late -balance_threshold 1.3 -run_end_time 0.1
is "  allows more at the start" "$(wc -l <late/balance.csv)" 1

check "threshold 1" on_ranks 2 "$CLAST" slide.yaml -output_dir even -balance_threshold 1 -run_end_time 0.2
is "  balances once contacts are known, before the first step" "$(sed -n 2p even/balance.csv | cut -d, -f1)" 0
test "$(sed -n 2p even/balance.csv | awk -F, '$4 < $3 && $11 > 0')" && pass "  and gains" || fail "  and gains" "$(sed -n 2p even/balance.csv)"
check "  one rank" "$CLAST" slide.yaml -output_dir alone -run_end_time 0.2
bits=$(digest even/restart/clast-250.h5)
is "  has the same bits" "$(digest alone/restart/clast-250.h5)" "$bits"

# ---- on, off, by force ----

check "threshold 0" on_ranks 2 "$CLAST" slide.yaml -output_dir off -balance_threshold 0 -verbose
says "  never balances" ' 0 balances'
is "  balance.csv has no rows" "$(wc -l <off/balance.csv)" 1
check "-balance_every" on_ranks 2 "$CLAST" slide.yaml -output_dir forced -balance_every 100 -balance_threshold 0
is "  balances at these steps" "$(steps forced)" "100 200 300 400 500 600 700 800 900 1000 1100 1200 1300 1400 1500 "
check "a small fraction" on_ranks 2 "$CLAST" slide.yaml -output_dir slow -balance_fraction 0.01
test "$(awk -F, '{ n += $6 } END { print n + 0 }' slow/balance.csv)" -gt 0 && pass "  holds cuts back" || fail "  holds cuts back"
for folder in two forced slow off; do
  is "$folder: same digest" "$(digest $folder/restart/clast-1500.h5)" "$(digest again/restart/clast-1500.h5)"
done

status "threshold between 0 and 1 is refused" 2 on_ranks 2 "$CLAST" slide.yaml -output_dir bad -balance_threshold 0.9
says "  with what to do" "balance_threshold.*0\.9 times the mean is always exceeded: take 1 or more"
status "so are fractions that move nothing" 2 "$CLAST" slide.yaml -output_dir bad -balance_fraction 0
says "  with the range" "balance_fraction: '0' is out of range; allowed: a number >= 0.01 and <= 1"
test ! -e bad && pass "  and nothing is written" || fail "  and nothing is written"

tap_end
