# SPDX-License-Identifier: MIT
# limit: 600
# No step becomes dearer unseen: instructions per pebble and step of some 40 steps (one with new lists) of small cases, as valgrind
# counts them, against tests/bench/instructions.txt: of the clump flow those of each room, of the others the sum. No clock is asked:
# the numbers are the same on a busy machine, to 1e-5. Skins are fixed, as their tuning asks the clock. Valgrind shows an AVX2
# processor: that copy of the kernels is counted.
# After a change that is meant: CLAST_RENEW=1 make check TESTS=tests/cli/instructions.sh puts the new numbers there.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

bench=$srcdir/tests/bench
here=$bench clast=$CLAST awk=$AWK # as cases.sh names them
. "$bench/cases.sh"
kept=$bench/instructions.txt
whole="hertz rocks fast chute auto melt drum rolling jkr hard hopper beam dam shear sizes giant pour rods ropes"
command -v valgrind >/dev/null || skip_all "valgrind is not there"
echo '#include <valgrind/callgrind.h>' | $CC -E - >/dev/null 2>&1 || skip_all "valgrind's header callgrind.h is not there"
# -g1 of a light build has no other code, nor have flags that warn
"$CLAST" -version | sed -n 's/ -g1$/ -g/; s/ -W[^ ]*//g; s/^ *\(compiler\|flags\) */\1 /p' >built
if test "${CLAST_RENEW:-}" != 1 && ! cmp -s built <(grep '^compiler\|^flags' "$kept"); then
  skip_all "the kept numbers are of $(sed -n 's/^compiler //p' "$kept") with other flags or of another compiler"
fi

# CASE NAME.yaml STEPS OPTION...: a case to count, with the files that are here now.
count()
{
  local case=$1 deck=$2 steps=$3
  shift 3
  mkdir -p "$case"
  cp ./*.csv "$deck" "$case/"
  cp ./*.stl "$case/" 2>/dev/null
  echo "$case ${what:-none} $case/$deck $steps rebuild_every 25 ${*#-}" >>list
}

# WHAT COMMAND...: a start state by one of cases.sh, which the same program makes to the bit anywhere.
made()
{
  local what=$1
  shift
  "$@" 2>made.out || {
    fail "$what" "$(cat made.out)"
    tap_end
  }
}

# CASE...: their decks, without the file of the state at the end, which would take valgrind longer than the steps.
decks()
{
  local case
  for case in "$@"; do sed 's/, final: final.csv//' "$bench/$case.yaml" >"$case.yaml"; done
}

# CASE: its state of instructions.csv.gz (rows `case,template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz` and `case,base,x,y,z`), and its deck.
state()
{
  decks "$1"
  one_sphere
  gzip -dc "$bench/instructions.csv.gz" | $AWK -v case="$1" '
    BEGIN {
      FS = ","
      print "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id" >"flow.csv"
      print "template,x,y,z,id,blocked" >"base.csv"
    }
    $1 != case { next }
    $2 == "base" { printf "base,%s,%s,%s,%d,xyzXYZ\n", $3, $4, $5, 100000 + ++fixed >"base.csv"; next }
    {
      s = sqrt($6 * $6 + $7 * $7 + $8 * $8 + $9 * $9)
      printf "%s,%s,%s,%s,%.17g,%.17g,%.17g,%.17g,", $2, $3, $4, $5, $6 / s, $7 / s, $8 / s, $9 / s >"flow.csv"
      printf "%s,%s,%s,%s,%s,%s,%d\n", $10, $11, $12, $13, $14, $15, ++n >"flow.csv"
    }'
}

# The clumps of a box that is a little smaller than the domain: none meets its image.
gzip -dc "$bench/clumpflow.csv.gz" | $AWK -F, '$2 < 14' | $AWK -v dir=. -v any=1 -f "$bench/clumpflow_write.awk"
tetra_shape >shape.csv
decks clumpflow hertz
count clumpflow clumpflow.yaml 40 -domain_hi 15.9,20,79 -search_skin 0.1
what=call count callback clumpflow.yaml 40 -domain_hi 15.9,20,79 -search_skin 0.1
count hertz hertz.yaml 20 -domain_hi 15.9,20,79 -search_skin 0.1
state rocks
$AWK -f "$bench/rocks_shape.awk" >shape.csv
count rocks rocks.yaml 40 -domain_hi 7,7,39 -search_skin 0.1
# dashpots whose exact effective masses every contact asks for
count fast rocks.yaml 40 -domain_hi 7,7,39 -search_skin 0.1 -contact_flow_damping 1000
state chute
count chute chute.yaml 40 -domain_hi 7,7,79 -search_skin 0.2
# with looks for the time step
count auto chute.yaml 48 -domain_hi 7,7,79 -search_skin 0.2 -run_dt auto
decks rolling hard
count rolling rolling.yaml 40 -domain_hi 7,7,79 -search_skin 0.2
count jkr rolling.yaml 40 -domain_hi 7,7,79 -search_skin 0.2 -contact_flow_cohesion jkr \
  -contact_flow_surface_energy 0.05 -contact_flow_largest_radius 0.5
count hard hard.yaml 20 -domain_hi 7,7,79 -search_skin 0.2
state melt
box=11.757173339738154
count melt melt.yaml 40 -domain_hi $box,$box,$box -search_skin 0.3
state drum
$AWK -v make=mesh -v LENGTH=0.0125 -v ROWS=2 -f "$bench/drum.awk" >drum.stl
count drum drum.yaml 40 -domain_hi 0.11,0.025,0.11 -search_skin 0.0002
decks hopper
$AWK -v make=hopper -v RADIUS=0.03 -v OUTLET=0.01 -v SECTORS=24 -v ROWS=6 -f "$bench/drum.awk" >hopper.stl
$AWK -v make=heap -v RADIUS=0.03 -v OUTLET=0.01 -v N=1200 -f "$bench/drum.awk" >flow.csv
cp "$bench/hopper.yaml" settle.yaml
made "a hopper runs out" settle hopper -run_dt 5e-5 -run_end_time 0.1 -contact_bed_stiffness 200 -contact_wall_stiffness 200 -search_skin 5e-4
$AWK -f "$bench/settled.awk" final.csv >flow.csv
count hopper hopper.yaml 40 -search_skin 0.0002

decks beam dam shear giant pour
$AWK -v make=beam -v NX=20 -v NY=6 -v NZ=6 -f "$bench/states_write.awk"
count beam beam.yaml 40 -search_skin 0.1
one_sphere 0.0282095
$AWK -v make=dam -v d=0.05 -v W=1 -v H=1 -v L=3 -f "$bench/states_write.awk"
count dam dam.yaml 40 -search_skin 0.01
one_sphere
made "a cell shrinks" shrink 10 0.0669
count shear shear.yaml 40 -domain_hi 10,10,10 -search_skin 0.1
made "a cell of many sizes shrinks" sizes 6 0.19
count sizes shear.yaml 40 -domain_hi 6,6,6 -run_dt 2e-5 -search_skin 0.05
made "a ball lies on sand" ball 3.5 0.25 8 245 9.8 1
count giant giant.yaml 40 -domain_hi 8,8,79 -search_skin 0.1
made "spheres pour" pour 8 8 50 6
count pour pour.yaml 100 -domain_hi 8,8,22 -inlet_feed_hi 8,8,21 -inlet_feed_number_rate 50 -run_dt 5e-4 -search_skin 0.1
$AWK -f "$bench/links_write.awk" -v dir=. -v rows=10 -v columns=40 -v cloth=0 -v sweeps=20 -v turn=0
count rods links.yaml 20
$AWK -f "$bench/links_write.awk" -v dir=. -v rows=20 -v columns=20 -v cloth=1 -v sweeps=20 -v turn=0
count ropes links.yaml 20 -constraint_rods_rope true

# shellcheck disable=SC2086 # commands and flags are words
host "a host" cost.c -O2 -I"$srcdir/src/api" "$builddir/libclast.a" $CLAST_TEST_LIBS
if ! valgrind --tool=callgrind --toggle-collect=sim_step --callgrind-out-file=profile ./cost list >said 2>errors; then
  skip_all "this build does not run under valgrind: $(tail -n 1 errors)"
fi
k=0
while read -r case pebble_steps; do
  k=$((k + 1))
  $AWK -v work="$pebble_steps" -f "$bench/instructions.awk" profile.$k >"$case.counted" || {
    cat "$case.counted" >&2
    fail "the profile of $case adds up"
    tap_end
  }
done <said
is "all cases were counted" "$(wc -l <list)" $k
{
  cat clumpflow.counted
  # what a callback with three columns adds to the clump flow, with what the host's function takes
  $AWK '$1 == "all" { if (NR == FNR) all = $2; else printf "callback %.2f\n", $2 - all }' clumpflow.counted callback.counted
  for case in $whole; do sed -n "s/^all /whole_$case /p" "$case.counted"; done
} >counted
if test "${CLAST_RENEW:-}" = 1; then
  { sed '/^[^#]/d' "$kept" && cat built counted; } >renewed && cp renewed "$kept"
fi
# Rooms of less than a twentieth count in the sum only. One per cent a year is slow too: renew after a gain.
while read -r name before now change most verdict; do
  text="$name: $now instructions per pebble and step, $before kept ($change %)"
  note "$text"
  if test "$verdict" = dearer; then fail "$name: no more than $most % above the kept number" "$text"
  elif test "$verdict" != small; then pass "$name: no more than $most % above the kept number"; fi
  if test "$verdict" = cheaper; then note "$name: cheaper by more than $most %: CLAST_RENEW=1 keeps the new number"; fi
done < <($AWK '
  NR == FNR { if ($1 !~ /^(#|compiler|flags)/) kept[$1] = $2; next }
  { now[$1] = $2 }
  END {
    for (name in kept) if (!(name in now)) now[name] = 0
    for (name in now) {
      k = name in kept ? kept[name] : 0
      change = k > 0 ? 100 * (now[name] / k - 1) : 100
      most = name == "all" || name ~ /^whole_/ ? 2 : 5 # whole steps, rooms
      small = most == 5 && (now[name] < 0.05 * now["all"] && k < 0.05 * kept["all"] || name == "elsewhere")
      verdict = small ? "small" : change > most ? "dearer" : change < -most ? "cheaper" : "same"
      printf "%s %.2f %.2f %+.1f %d %s\n", name, k, now[name], change, most, verdict
    }
  }' "$kept" counted | sort)
tap_end
