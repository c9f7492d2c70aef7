# SPDX-License-Identifier: MIT
# What docs/reference/versions.md promises: a scenario gives the bits that it gave in version 0.1, and a checkpoint which that version
# has written is read, and goes on to the same bits. kept/clast-0.1.h5.gz is of kept/scenario.yaml at 0.4 s; later versions add their own.
# A change of the bits that is meant has new digests here, and a line in CHANGELOG.md.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/short_examples.sh"
kept=$srcdir/tests/cli/kept

while IFS=, read -r name end wanted; do
  test "$name" != example || continue
  shorten "$name"
  check "input/$name.yaml, its first steps" "$CLAST" "$srcdir/input/$name.yaml" "${options[@]}" -run_end_time "$end" -output_frames_every 0 \
    -output_dir "$name"
  if other_digest "$name"; then skip "  have the digest of version 0.1" "the C library is older"
  else is "  have the digest of version 0.1" "$(digest "$name")" "$wanted"; fi
done <"$kept/digests.csv"

at=f9b29f4b56148c35 end=4fc4fa6253de3ba1
check "a scenario with links, constraints, an inlet, an outlet and a motion" on_ranks 2 "$CLAST" "$kept/scenario.yaml" -output_dir whole
is "  ends with the digest of version 0.1" "$(digest whole)" $end
gzip -dc "$kept/clast-0.1.h5.gz" >clast-0.1.h5
is "a checkpoint of version 0.1 is read" "$(digest clast-0.1.h5)" $at
for n in 1 3; do
  check "  and goes on, np $n" on_ranks $n "$CLAST" -restart clast-0.1.h5 -run_end_time 0.5 -output_dir on$n
  is "    to the same end" "$(digest on$n)" $end
done
tap_end
