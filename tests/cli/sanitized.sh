# SPDX-License-Identifier: MIT
# limit: 300
# The programs under AddressSanitizer, LeakSanitizer and UBSan (make check-sanitized): each of their ways once, in small. What is
# found changes their exit status.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

case $("$CLAST" -version) in
  *-fsanitize=*address*) ;;
  *) skip_all "built without sanitizers" ;;
esac
export LSAN_OPTIONS=suppressions=$srcdir/tests/lsan.supp:print_suppressions=0
export ASAN_OPTIONS=detect_leaks=1:fast_unwind_on_malloc=0:abort_on_error=0
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
heap_write .
flat_write .

# FACT STATUS COMMAND...: as status, and no sanitizer has printed anything.
clean()
{
  status "$@"
  if grep -Eq 'ERROR: (Address|Leak)Sanitizer|runtime error:' "$out"; then
    fail "  and nothing is found"
    grep -Em 3 -A 12 'ERROR: (Address|Leak)Sanitizer|runtime error:' "$out" | sed 's/^/#   /'
  fi
}

# ---- clast ----

clean "-help" 0 "$CLAST" -help
clean "-version" 0 "$CLAST" -version
clean "no scenario" 2 "$CLAST"
clean "-check" 0 on_ranks 2 "$CLAST" heap.yaml -check
clean "-check in two dimensions" 0 "$CLAST" flat.yaml -check
clean "mistakes" 2 "$CLAST" heap.yaml -check -run_dt fast -no_such 1 -clumps_heap_template box
clean "no YAML" 2 "$CLAST" shapes/rod.csv -check
printf 'schema: 1\nrun: {end_time: [1\n  - x: {{\n' >torn.yaml
clean "torn YAML" 2 "$CLAST" torn.yaml -check
clean "-plan" 0 "$CLAST" heap.yaml -plan 2,8 -plan_csv plan.csv
clean "a run" 0 "$CLAST" heap.yaml -output_dir one -run_end_time 0.05 -output_frames_every 0.02 -output_final end.csv
clean "a run on three ranks" 0 on_ranks 3 "$CLAST" heap.yaml -output_dir three -run_end_time 0.05 -output_frames_every 0.02 -balance_threshold 1.01
clean "a run in two dimensions" 0 on_ranks 2 "$CLAST" flat.yaml -output_dir flat -run_end_time 0.05
clean "a restart on two ranks" 0 on_ranks 2 "$CLAST" -restart three -output_dir on -run_end_time 0.07
clean "a restart that cannot be" 2 "$CLAST" -restart shapes
clean "an early end" 75 "$CLAST" heap.yaml -output_dir early -run_end_time 1e4 -run_wall_limit 0.1
clean "physics stops it" 3 "$CLAST" heap.yaml -output_dir broken -run_overlap_limit 1e-9
cat >none.yaml <<'EOF'
schema: 1
run: {end_time: 0.01, dt: auto, gravity: [0, -9, 0]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [open, open, open]}
material: [s: {density: 1000, young: 1e6}]
contact: [c: {between: [s, s], normal: hertz, restitution: 0.5}]
template: [t: {material: s, pebbles: [0, 0, 0, 0.01]}]
inlet: [i: {template: t, lo: [0.4, 0.4, 0.4], hi: [0.6, 0.6, 0.6], number_rate: 300, every: 0.002, start: 0.005}]
image: [q: {every: 0.005, size: [40, 20]}]
EOF
clean "no clumps at the start" 0 on_ranks 2 "$CLAST" none.yaml -output_dir none
sed 's/^  - heap: .*/  - again: {file: end.csv}/; s/\[periodic, open, free\]/[periodic, free, free]/' heap.yaml >again.yaml
clean "clumps of a file" 0 "$CLAST" again.yaml -output_dir again -run_end_time 0.01
mkdir -p blocked/restart && : >blocked/frames
clean "frames that cannot be written" 74 "$CLAST" heap.yaml -output_dir blocked -run_end_time 0.01 -output_frames_every 0.005

# ---- clast-digest ----

clean "a digest" 0 "$CLAST_DIGEST" one/restart/clast-100.h5
clean "all digests" 0 "$CLAST_DIGEST" --all three/restart/clast-100.h5
clean "two files, the same" 0 "$CLAST_DIGEST" one/restart/clast-100.h5 three/restart/clast-100.h5
clean "two files that differ" 1 "$CLAST_DIGEST" one/restart/clast-100.h5 on/restart/clast-140.h5
head -c 20000 one/restart/clast-100.h5 >cut.h5
clean "a file cut off" 3 "$CLAST_DIGEST" cut.h5
cp one/restart/clast-100.h5 flipped.h5 && flip flipped.h5 9000
clean "two files of which one is damaged" 3 "$CLAST_DIGEST" flipped.h5 one/restart/clast-100.h5

# ---- clast-clump ----

cat >block.stl <<'E2'
solid block
facet normal 0 0 -1
 outer loop
 vertex 0 0 0
 vertex 0 1 0
 vertex 1 0 0
 endloop
endfacet
facet normal 0 -1 0
 outer loop
 vertex 0 0 0
 vertex 1 0 0
 vertex 0 0 1
 endloop
endfacet
facet normal -1 0 0
 outer loop
 vertex 0 0 0
 vertex 0 0 1
 vertex 0 1 0
 endloop
endfacet
facet normal 1 1 1
 outer loop
 vertex 1 0 0
 vertex 0 1 0
 vertex 0 0 1
 endloop
endfacet
endsolid block
E2
clean "properties" 0 "$CLAST_CLUMP" properties shapes/rod.csv
clean "properties as JSON, by every method" 0 "$CLAST_CLUMP" properties shapes/rod.csv --method all --json
clean "properties of a mesh" 0 "$CLAST_CLUMP" properties block.stl
clean "pebbles that fill a mesh" 0 "$CLAST_CLUMP" generate block.stl block.csv --most 8
clean "convert" 0 "$CLAST_CLUMP" convert shapes/rod.csv rod.h5
clean "convert back" 0 "$CLAST_CLUMP" convert rod.h5 rod.lammps
clean "a picture" 0 "$CLAST_CLUMP" picture block.csv block.png
clean "a file that is none" 2 "$CLAST_CLUMP" properties heap.yaml
tap_end
