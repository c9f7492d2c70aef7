# SPDX-License-Identifier: MIT
# limit: 3600
# Every example in input/, shortened, has the same digest on 1, 2, 3, 4 and 8 ranks, and after a restart from 4 ranks to 3.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/short_examples.sh"

newest()
{
  ls -t "$1"/restart/*.h5 | head -1
}

for file in "$srcdir"/input/*.yaml; do
  name=$(basename "$file" .yaml)
  test "$name" = stars_large && continue # its 100 000 bodies are to be made first
  shorten "$name"
  check "$name has a short form" test -n "$whole"
  for n in 1 2 3 4 8; do
    check "$name on $n" on_ranks $n "$CLAST" "$file" -output_dir "$name-$n" -output_frames_every 0 -output_final "$name.csv" -run_end_time "$whole" "${options[@]}"
    test $n = 1 || is "  same digest" "$(digest "$(newest "$name-$n")")" "$(digest "$(newest "$name-1")")"
  done
  check "$name, begun on 4" on_ranks 4 "$CLAST" "$file" -output_dir "$name-r" -output_frames_every 0 -output_final "$name.csv" -run_end_time "$half" "${options[@]}"
  check "  and restarted on 3" on_ranks 3 "$CLAST" -restart "$name-r" -output_dir "$name-r" -output_final "$name.csv" -run_end_time "$whole"
  is "  same digest" "$(digest "$(newest "$name-r")")" "$(digest "$(newest "$name-1")")"
done
tap_end
