# SPDX-License-Identifier: MIT
# limit: 300
# A run that starts from the clumps of another run's checkpoint: the same clumps to the bit on any number of ranks, with templates
# of the scenario or those that come along, and one clear report of what does not fit.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

heap_write .
# Bodies with densities, sizes, groups and blocked axes of their own, one of a template that no scenario names, and one to come.
cat >more.csv <<'E2'
template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,scale,density,group,blocked
rod,1,1,5,1,2,3,4,0,0,-1,3,2,1,1.2,3,top|source=north,
pair,3,2,5,1,0,0,0,0,0,0,0,0,5,0.8,1.5,top,xZ
pair,3.1,2.5,0.3,1,0,1,0,0,0,0,0,0,0,1,1,,xyzXYZ
E2
printf 'clump_id,x,y,z,r\n1,4.5,2,5,0.3\n1,4.5,2.4,5,0.2\n1,4.9,2,5,0.25\n2,1,3,5,0.2\n' >bodies.csv
more='  - more: {file: more.csv}\n  - bodies: {spheres: bodies.csv, material: soft, group: kin=own}'
sed "/^wall:/i\\$more\\n  - late: {position: [5, 3, 5], template: rod, at: 1}" heap.yaml >first.yaml
# What the first scenario says but for its templates and clumps.
sed '/^template:/,/^wall:/{/^wall:/!d}' heap.yaml >rest.yaml
{ cat rest.yaml; printf 'clumps:\n  - bed: {file: first/restart/clast-120.h5}\n'; } >bare.yaml
{ cat bare.yaml; sed -n '/^template:/,/^clumps:/{/^clumps:/!p}' heap.yaml; } >named.yaml

check "a first run" on_ranks 2 "$CLAST" first.yaml -run_end_time 0.06 -output_dir first -output_final first.csv
sort first.csv >first.sorted
is "it has bodies that spin, blocked ones, densities and groups" \
  "$(grep -c 'xyzXYZ' first.csv) $(grep -c 'source=north' first.csv) $(grep -c '^bodies-1,' first.csv)" "1 1 1"

for np in 1 3; do
  for scenario in bare named; do
    # final.csv tells of templates, places, attitudes, velocities, ids, scales, densities, groups and blocked axes, in 17 digits
    check "$scenario on $np: starts" \
      on_ranks $np "$CLAST" $scenario.yaml -run_end_time 0 -output_dir start -output_final start.csv
    says "$scenario on $np: one had not entered" 'line [0-9]+: clumps: bed: 1 clump of the checkpoint had not entered yet, and is left out'
    sort start.csv | cmp -s - first.sorted && pass "$scenario on $np: the clumps as they were" || \
      fail "$scenario on $np: the clumps as they were" "$(sort start.csv | diff - first.sorted | head -4)"
    check "$scenario on $np: runs" on_ranks $np "$CLAST" $scenario.yaml -run_end_time 0.02 -output_dir run-$scenario-$np
    is "$scenario on $np: same bits" "$(digest run-$scenario-$np/restart/clast-40.h5)" "$(digest run-bare-1/restart/clast-40.h5)"
  done
done
# It would be seen if bits did depend on what was read.
check "another start" "$CLAST" bare.yaml -run_end_time 0.02 -clumps_bed_file first/restart/clast-80.h5 -output_dir other
isnt=$(digest other/restart/clast-40.h5)
test "$isnt" != "$(digest run-bare-1/restart/clast-40.h5)" && pass "other clumps, other bits" || fail "other clumps, other bits"

# A template made anew under its name: attitudes are those of its axes as given, whatever its principal axes are now.
sed 's/pebbles: \[0, 0, 0, 0.3, 0.4, 0, 0, 0.2\]/pebbles: [0, 0, 0, 0.1, 0, 0.1, 0, 0.05]/' named.yaml >anew.yaml
check "a template anew" on_ranks 2 "$CLAST" anew.yaml -run_end_time 0 -output_dir anew -output_final anew.csv
is "it has other principal axes" "$(grep -c '^pair,' anew.csv)" "$(grep -c '^pair,' first.csv)"
sort anew.csv | paste -d, - first.sorted | $AWK -F, '$1 == "pair" { n++; half = NF / 2
  for (k = 5; k <= 8; k++) { d = $k - $(k + half); s = $k + $(k + half); d *= d; s *= s; a += d; b += s }
  if ((a < b ? a : b) > 1e-28) bad++; a = b = 0 } END { print (n > 5), bad + 0 }' >turned
is "attitudes stay to rounding" "$(cat turned)" "1 0"

# Groups of the scenario go to those that have none.
sed 's/clast-120.h5}/clast-120.h5, group: given}/' bare.yaml >grouped.yaml
check "a group for the rest" "$CLAST" grouped.yaml -run_end_time 0 -output_dir grouped -output_final grouped.csv
is "those that have none get it, others do not" "$($AWK -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "group") g = k; next }
  { n[$g]++ } END { print (n["given"] > 50), n[""] + 0 }' grouped.csv) $(grep -c given grouped.csv)" "1 0 $((64 - 4 + 1))"

# Two packings in one scenario: ids of one moved, and what both call by one name is one thing, or told.
cp first/restart/clast-80.h5 earlier.h5.old # by what is in it, not by its name
sed 's/^clumps:/clumps:\n  - twice: {file: earlier.h5.old}/' bare.yaml >twice.yaml
status "ids that are there twice" 2 on_ranks 2 "$CLAST" twice.yaml -check
says "are told" 'clumps: bed: file: .*: id [0-9]* was given before, in clumps: twice .give other ids: id.'
lowest=$($AWK -F, 'NR == 2 || NR > 2 && $15 < least { least = $15 } END { print least }' first.csv)
check "other ids" on_ranks 2 "$CLAST" twice.yaml -clumps_bed_id $((lowest + 1000)) -run_end_time 0 -run_overlap_limit 3 \
  -output_dir two -output_final two.csv
$AWK -F, 'NR > 1 { print $15 % 1000 }' two.csv | sort -n | uniq -c | $AWK '$1 != 2' >odd
is "every id and its like" "$($AWK 'END { print NR }' two.csv) $(wc -l <odd)" "$((2 * $(wc -l <first.csv) - 1)) 0"
status "ids beyond all" 2 "$CLAST" twice.yaml -clumps_bed_id 9223372036854775000 -check
says "is told" '-clumps_bed_id: .*leaves no ids'
status "ids of a CSV" 2 "$CLAST" first.yaml -clumps_more_id 5 -check
says "is told" '-clumps_more_id: .*rows of a CSV have a column id'
sed 's/pebbles: \[0, 0, 0, 0.3, 0.4, 0, 0, 0.2\]/pebbles: [0, 0, 0, 0.2, 0.4, 0, 0, 0.2]/' first.yaml >second.yaml
check "another pair" "$CLAST" second.yaml -run_end_time 0 -output_dir second
for order in "first/restart/clast-120.h5 second/restart/clast-0.h5" "second/restart/clast-0.h5 first/restart/clast-120.h5"; do
  { cat rest.yaml; printf 'clumps:\n  - a: {file: %s}\n  - b: {file: %s, id: 1000}\n' $order; } >both.yaml
  status "two templates of one name" 2 on_ranks 2 "$CLAST" both.yaml -check
  says "is told" '1\. .*clumps: b: file: .*its template pair differs from that of another object of clumps'
done

# A density of its own stays what it is where the material's is another.
{ sed 's/density: 1.0/density: 2/' named.yaml
  printf '  - %s: {material: soft, pebbles: [0, 0, 0, 1]}\n' bodies-1 sphere-soft; } >heavier.yaml
check "a heavier material" "$CLAST" heavier.yaml -run_end_time 0 -output_dir heavy -output_final heavy.csv
is "own densities stay, others follow" "$($AWK -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "density") d = k; next }
  { n[sprintf("%.9g", $d)]++ } END { print n[3], n[1.5], (n[2] > 50 ? "rest" : n[2]) }' heavy.csv)" "1 1 rest"

# What does not fit: one report each, nothing runs.
sed 's/density: 1.0/density: 1.5/' bare.yaml >dense.yaml
status "another density" 2 on_ranks 2 "$CLAST" dense.yaml -check
says "is told once, with both" '1\. .*clumps: bed: file: .*its template .* was made of soft of density 1, which is 1.5 here'
sed 's/soft/hard/g' bare.yaml >material.yaml
status "no such material" 2 "$CLAST" material.yaml -check
says "is told" 'its template .* is of soft, which is no material here: add it under material'
sed 's/run: {/run: {dimension: 2, /; s/, 0, -9.81\]/, -9.81]/
 s/, 4, 6\]/, 4]/; s/periodic, open, free/periodic, open/
 s/lo: \[0, 0, 0\]/lo: [0, 0]/' bare.yaml | sed '/^wall:/,/floor/d' >plane.yaml
status "another dimension" 2 "$CLAST" plane.yaml -check
says "is told" 'is of 3 dimensions, the scenario of 2'
status "no such file" 2 on_ranks 2 "$CLAST" bare.yaml -clumps_bed_file gone.h5 -check
says "is told" "'gone.h5' cannot be read"
head -c 20000 first/restart/clast-120.h5 >cut.h5
status "a file that was cut" 2 on_ranks 2 "$CLAST" bare.yaml -clumps_bed_file cut.h5 -check
says "is told" 'cut.h5: cannot open: damaged or cut off'
tap_end
