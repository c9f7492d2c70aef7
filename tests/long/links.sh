# SPDX-License-Identifier: MIT
# limit: 1800
# 1e5 rods that hang and break, in chains and in a cloth, have the same digest on 1, 2, 4 and 8 ranks, and after a restart
# in the middle of breaking.
. "$srcdir/tests/tap.sh"

newest()
{
  ls -t "$1"/restart/*.h5 | head -1
}

# DIR WORD OPTIONS...: the end of a run on 1 rank, then on others, and through a restart
ranks_agree()
{
  local dir=$1 n broken half
  shift
  cd "$dir" || return
  for n in 1 2 4 8; do
    check "$dir on $n" on_ranks $n "$CLAST" links.yaml -output_dir out-$n -output_frames_every 0 -output_log_every 0.005 "$@"
    test $n = 1 || is "  same digest" "$(digest "$(newest out-$n)")" "$(digest "$(newest out-1)")"
    test $n = 1 || is "  same events" "$(cksum <out-$n/events.csv)" "$(cksum <out-1/events.csv)"
  done
  check "$dir, half of it on 4" on_ranks 4 "$CLAST" links.yaml -output_dir out-r -output_frames_every 0 -output_log_every 0.005 "$@" -run_end_time 0.02
  half=$(wc -l <out-r/events.csv)
  check "  restarted on 3" on_ranks 3 "$CLAST" -restart out-r -output_dir out-r -run_end_time 0.04
  is "  same digest" "$(digest "$(newest out-r)")" "$(digest "$(newest out-1)")"
  is "  same events" "$(cksum <out-r/events.csv)" "$(cksum <out-1/events.csv)"
  broken=$(wc -l <out-1/events.csv)
  note "$((broken - 1)) broke, $((half - 1)) before the restart"
  check "  rods broke before and after it" test "$half" -gt 10 -a "$broken" -gt $((half + 10))
  cd ..
}

mkdir chains cloth
${AWK:-awk} -f "$srcdir/tests/bench/links_write.awk" -v dir=chains -v rows=1000 -v columns=100 -v cloth=0 -v sweeps=4 -v turn=1
${AWK:-awk} -f "$srcdir/tests/bench/links_write.awk" -v dir=cloth -v rows=300 -v columns=170 -v cloth=1 -v sweeps=4 -v turn=1
# chains are alike: their rods break one after the other
${AWK:-awk} -F, '{ print $0 "," (NR == 1 ? "break_force" : 20 + $1 * 7919 % 1000) }' chains/rods.csv >chains/rods.new
mv chains/rods.new chains/rods.csv
ranks_agree chains -run_end_time 0.04
ranks_agree cloth -run_end_time 0.04 -constraint_rods_break_force 60
tap_end
