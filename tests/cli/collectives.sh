#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 300
# Blocking collective calls of one file more on 3 ranks, as collectives.c counts them: a checkpoint, and all files of a frame, take
# fewer than 40 of clast's own, however many tables they have. And who writes what: a page of a file is written by one rank alone.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

$CLAST -version >built 2>&1
if grep -q fsanitize built; then skip_all "the sanitizers do not let a library in before theirs"; fi
# shellcheck disable=SC2086 # commands and flags are words
if ! ${CC:-mpicc} -O1 -shared -fPIC "$srcdir/tests/cli/collectives.c" -o collectives.so -ldl >"$out" 2>&1; then
  skip_all "no library for LD_PRELOAD can be made here"
fi

# FOLDER DECK OPTION...: a run of 40 steps; what it called goes to FOLDER.calls.
run()
{
  local folder=$1 deck=$2
  shift 2
  on_ranks 3 env LD_PRELOAD="$PWD/collectives.so" COLLECTIVES="$PWD/$folder.calls" WRITES="$PWD/$folder.writes" "$CLAST" "$deck" \
    -run_end_time 0.04 -output_log_every 0.04 -search_skin 0.02 -rebuild_every 20 "$@" -output_dir "$folder"
}

# FEWER MORE: calls that the second run has more than the first: those of clast, then of libraries.
more()
{
  $AWK '$1 == "calls" { n[$2 ~ /^lib/] += FNR == NR || FILENAME == first ? 0 : $4; if (FILENAME == first) n[$2 ~ /^lib/] -= $4 }
    END { print n[0] + 0, n[1] + 0 }' first="$1.calls" "$1.calls" "$2.calls"
}

# FACT MOST FEWER MORE: it is at least one, and at most so many.
takes()
{
  local calls
  read -r calls libraries < <(more "$3" "$4")
  if test "$calls" -gt 0 && test "$calls" -le "$2"; then pass "$1: $calls, of libraries $libraries"
  else
    fail "$1" "$calls collective calls, not 1 to $2; more than before, from:"
    $AWK '$1 == "from" { k = $2; for (i = 4; i <= NF; i++) k = k " " $i; n[k] += FILENAME == first ? -$3 : $3 }
      END { for (k in n) if (n[k] > 0) print n[k], k }' first="$3.calls" "$3.calls" "$4.calls" | sort -rn |
      while read -r n name places; do
        # shellcheck disable=SC2086 # addresses are words
        echo "#   $n $name $(addr2line -f -e "$CLAST" $places 2>/dev/null | sed -n 'p;n' | tr '\n' ' ')"
      done | head -n 30
  fi
}

# ---- a run with much to write: walls that move and wear, meshes, links, waiting clumps, outlets, groups, probes on a grid ----

ramp_write
cat >rich.yaml <<'END'
schema: 1
run: {end_time: 0.04, dt: 1.0e-3, seed: 4, gravity: [0.5, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [1, 1, 2], boundary: [periodic, periodic, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
  - w: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, restitution: 0.5, tangential: hooke, friction: 0.4, rolling: constant_torque, rolling_friction: 0.05}
  - sw: {between: [s, w], normal: hooke, stiffness: 2.0e4, restitution: 0.5, tangential: hooke, friction: 0.4}
template:
  - pair: {material: s, pebbles: [0, 0, 0, 0.05, 0.06, 0, 0, 0.04]}
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - all: {template: [pair, ball], count: 90, lo: [0, 0, 0.1], hi: [1, 1, 0.7], velocity: [0, 0, -1]}
  - few: {template: [ball], count: 10, lo: [0, 0, 0.8], hi: [1, 1, 1.2], velocity: [0, 0, -3], group: [top, slot=side]}
inlet:
  - feed: {template: ball, region: cylinder, point: [0.5, 0.5, 1.8], axis: [0, 0, -1], radius: 0.2, length: 0.2, every: 0.02, velocity: [0, 0, -1], number_rate: 200, stop_number: 60}
outlet:
  - sink: {region: plane, point: [0, 0, 0.02], normal: [0, 0, 1], action: recycle, inlet: feed}
  - drain: {region: plane, point: [0, 0, 0.01], normal: [0, 0, 1]}
wall:
  - floor: {shape: plane, material: w, point: [0, 0, 0.05], normal: [0, 0, 1]}
  - ramp: {shape: mesh, material: w, file: ramp.stl, wear_coefficient: 1.0e-3, hardness: 1.0e7}
motion:
  - shake: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: 1.0e-3, frequency: 10}
spring:
  - glue: {between: [s, s], distance: 0.02, stiffness: 100, damping: 0.1}
thermostat:
  - warm: {type: langevin, temperature: 0.1, boltzmann: 1.0e-3, rate: 2}
damping:
  - air: {viscous: 3}
event:
  - many: {when: number, above: 200, every: 0.01, do: [checkpoint]}
END
few=(-output_frames_every 0.04 -checkpoint_every 0)
check "a run with much to write" run few rich.yaml "${few[@]}"
check "  with a checkpoint more" run saved rich.yaml "${few[@]}" -checkpoint_every 0.025
takes "  which takes few collective calls" 39 few saved
check "  with a frame more" run shown rich.yaml "${few[@]}" -output_frames_every 0.02
takes "  which takes few collective calls" 39 few shown

# Ten more groups, templates, walls and kinds of state do not take one call more.
sed '/^template:/r /dev/stdin' rich.yaml >many.yaml < <(for k in 0 1 2 3 4 5 6 7 8 9; do
  echo "  - t$k: {material: s, pebbles: [0, 0, 0, 0.05, 0.06, 0, 0, 0.04]}"; done)
sed -i '/^wall:/r /dev/stdin' many.yaml < <(for k in 0 1 2 3 4 5 6 7 8 9; do
  echo "  - p$k: {shape: plane, material: w, point: [0, 0, 0.0$k], normal: [0, 0, 1]}"; done)
sed -i '/^clumps:/r /dev/stdin' many.yaml < <(for k in 0 1 2 3 4 5 6 7 8 9; do
  echo "  - c$k: {template: [t$k], count: 2, lo: [0, 0, 1.2], hi: [1, 1, 1.6], group: [g$k, s$k=h]}"; done)
check "with ten more templates, walls and slots of groups" run few2 many.yaml "${few[@]}"
check "  and a checkpoint more" run saved2 many.yaml "${few[@]}" -checkpoint_every 0.025
is "  as many calls" "$(more few2 saved2)" "$(more few saved)"
check "  and a frame more" run shown2 many.yaml "${few[@]}" -output_frames_every 0.02
is "  as many calls" "$(more few2 shown2)" "$(more few shown)"

# ---- other output ----

cat >other.yaml <<'END'
monitor:
  - stress: {every: 0.04, type: stress}
probe:
  - cut: {every: 0.04, fields: [velocity, density], smoothing_length: 0.2, lo: [0, 0.5, 0], hi: [1, 0.5, 1], spacing: 0.1}
dump:
  - table: {every: 0.04, what: contacts, format: csv}
image:
  - view: {every: 0.04, size: [64, 48]}
END
cat rich.yaml other.yaml >other_rich.yaml
check "with a monitor, a probe, a dump and pictures" run least other_rich.yaml "${few[@]}"
for one in monitor_stress probe_cut dump_table image_view; do
  check "  $one once more" run "$one" other_rich.yaml "${few[@]}" -${one}_every 0.02
  takes "  takes few" 20 least "$one"
done
check "  a row of log.csv more" run log other_rich.yaml "${few[@]}" -output_log_every 0.02
takes "  takes few" 10 least log

# ---- compressed ----

cat >dust.yaml <<'END'
schema: 1
run: {end_time: 1.0e-3, dt: 1.0e-3, gravity: [0, 0, 0]}
domain: {lo: [0, 0, 0], hi: [30, 30, 30], boundary: [periodic, periodic, periodic]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, restitution: 0.5}
template:
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - all: {template: [ball], count: 9000, lo: [0, 0, 0], hi: [30, 30, 30]}
END
check "compressed frames" run packed dust.yaml -run_end_time 2e-3 -output_frames_every 2e-3 -output_frames_compress 4
check "  one more" run packed2 dust.yaml -run_end_time 2e-3 -output_frames_every 1e-3 -output_frames_compress 4
takes "  takes few calls" 39 packed packed2
is "    nor many exchanges of messages: its tables share two" "$libraries" 3

# ---- pages ----

check "9000 clumps" run dust dust.yaml -run_end_time 1e-3 -output_frames_every 1e-3
for rank in 0 1 2; do sed "s/^/$rank /" dust.writes.$rank; done >writes
$AWK '{ for (p = int($3 / 4096); p * 4096 < $3 + $4; p++) { k = $2 " page " p; if ((k in who) && who[k] != $1) print k, "ranks", who[k], $1; who[k] = $1 } }' \
  writes | sort -u >shared
none_in "each page of a file is written by one rank alone" shared
is "  by all three ranks" "$(cut -d ' ' -f 1 writes | sort -u | tr '\n' ' ')" "0 1 2 "
is "  and the rows are those of one rank" "$(digest dust/restart/clast-1.h5)" \
  "$("$CLAST" dust.yaml -search_skin 0.02 -output_dir alone >/dev/null 2>&1; digest alone/restart/clast-1.h5)"

tap_end
