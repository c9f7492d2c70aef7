# SPDX-License-Identifier: MIT
# limit: 600
# No step becomes dearer unseen: instructions per pebble and step of 40 steps (one with new lists) of a part of the clump flow, as
# valgrind counts them, against tests/bench/instructions.txt. No clock is asked: the numbers are the same on a busy machine, to
# 1e-5. Skins are fixed, as their tuning asks the clock. Valgrind shows an AVX2 processor: that copy of the kernels is counted.
# After a change that is meant: CLAST_RENEW=1 make check TESTS=tests/cli/instructions.sh puts the new numbers there.
. "$srcdir/tests/tap.sh"

kept=$srcdir/tests/bench/instructions.txt
command -v valgrind >/dev/null || skip_all "valgrind is not there"
"$CLAST" -version | sed -n 's/^ *\(compiler\|flags\) */\1 /p' >built
if test "${CLAST_RENEW:-}" != 1 && ! cmp -s built <(grep '^compiler\|^flags' "$kept"); then
  skip_all "the kept numbers are of $(sed -n 's/^compiler //p' "$kept") with other flags or of another compiler"
fi

# The clumps of a box that is a little smaller than the domain: none meets its image.
gzip -dc "$srcdir/tests/bench/clumpflow.csv.gz" | $AWK -F, '$2 < 14' | $AWK -v dir=. -v any=1 -f "$srcdir/tests/bench/clumpflow_write.awk"
cat >shape.csv <<'E'
x,y,z,r
0.35355339059327379,0.35355339059327379,0.35355339059327379,0.5
0.35355339059327379,-0.35355339059327379,-0.35355339059327379,0.5
-0.35355339059327379,0.35355339059327379,-0.35355339059327379,0.5
-0.35355339059327379,-0.35355339059327379,0.35355339059327379,0.5
E
cp "$srcdir/tests/bench/clumpflow.yaml" .
if ! valgrind --tool=callgrind --toggle-collect=sim_step --callgrind-out-file=profile "$CLAST" clumpflow.yaml -domain_hi 15.9,20,79 \
  -run_end_time 0.004 -search_skin 0.1 -rebuild_every 25 -output_dir run >said 2>&1; then
  skip_all "this build does not run under valgrind: $(tail -n 1 said)"
fi
work=$(sed -n 's/^clast: loop \([0-9]*\) steps, \([0-9]*\) pebbles.*/\1 \2/p' said | $AWK '{ print $1 * $2 }')
$AWK -v work="$work" -f "$srcdir/tests/bench/instructions.awk" profile >counted || { cat counted >&2; fail "the profile adds up"; tap_end; }

if test "${CLAST_RENEW:-}" = 1; then
  { sed '/^[^#]/d' "$kept" && cat built counted; } >renewed && cp renewed "$kept"
fi
# Rooms of less than a twentieth count in the sum only. One per cent a year is slow too: renew after a gain.
while read -r room before now change verdict; do
  text="$room: $now instructions per pebble and step, $before kept ($change %)"
  note "$text"
  if test "$verdict" = dearer; then fail "$room: no more than 5 % above the kept number" "$text"
  elif test "$verdict" != small; then pass "$room: no more than 5 % above the kept number"; fi
  if test "$verdict" = cheaper; then note "$room: cheaper by more than 5 %: CLAST_RENEW=1 keeps the new number"; fi
done < <($AWK '
  NR == FNR { if ($1 !~ /^(#|compiler|flags)/) kept[$1] = $2; next }
  { now[$1] = $2 }
  END {
    for (room in kept) if (!(room in now)) now[room] = 0
    for (room in now) {
      k = room in kept ? kept[room] : 0
      change = k > 0 ? 100 * (now[room] / k - 1) : 100
      verdict = now[room] < 0.05 * now["all"] && k < 0.05 * kept["all"] || room == "elsewhere" ? "small" : change > 5 ? "dearer" : change < -5 ? "cheaper" : "same"
      printf "%s %.2f %.2f %+.1f %s\n", room, k, now[room], change, verdict
    }
  }' "$kept" counted | sort)
tap_end
