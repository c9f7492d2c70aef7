#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/reference/files.md: its tables are those of the source, and what a run writes is what they list, no more and no less.
. "$srcdir/tests/tap.sh"
page=$builddir/tests/cli/files_page

"$srcdir/build-aux/files-reference" "$page" >files.md 2>why.txt
is "the page can be made" "$?:$(cat why.txt)" 0:
diff "$srcdir/docs/reference/files.md" files.md >different.txt 2>&1
none_in "docs/reference/files.md is up to date" different.txt
is "every table has rows" "$(${AWK:-awk} '/^\|---/ { getline; if (!/^\| `/) bad = bad FNR " " } END { print bad }' files.md)" ""

# Everything that is optional: groups in both slots of clumps and pebbles, a wall, a clump that enters later, links.
cat >rock.csv <<'END'
x,y,z,r,group
0.05,0,0,0.08,nose
-0.03,0.02,0.01,0.07,side=back
END
cat >all.yaml <<'END'
schema: 1
run: {end_time: 0.02, dt: auto, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, -1], hi: [1, 1, 5], boundary: [periodic, periodic, open]}
material: [{rubber: {density: 1000, young: 5.0e6, poisson: 0.3, charge: 0}}]
contact:
  - all: {between: [rubber, rubber], normal: hertz, tangential: mindlin, restitution: 0.6, friction: 0.4}
template: [{rock: {material: rubber, file: rock.csv}}]
clumps:
  - load: {template: [rock], count: 9, lo: [0, 0, 0.1], hi: [1, 1, 0.5], group: red}
  - late: {template: [rock], position: [0.5, 0.5, 2], group: source=north, at: 9}
spring: [{elastic: {between: [rubber, rubber], distance: 1, stiffness: 10}}]
bond: [{glue: {between: [rubber, rubber], distance: 1, normal_stiffness: 1.0e3, shear_stiffness: 1.0e3}}]
wall: [{floor: {shape: plane, material: rubber, point: [0, 0, 0], normal: [0, 0, 1]}}]
motion: [{shake: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: 1.0e-3, frequency: 50}}]
output: {frames_every: 0.01}
END
check "a run" on_ranks 2 "$CLAST" all.yaml
check "  a checkpoint is as documented" "$page" checkpoint "$(ls out/all/restart/*.h5 | tail -n 1)"
check "  a frame is as documented" "$page" frame "$(ls out/all/frames/*.hdf | tail -n 1)"
check "  a frame of walls is as documented" "$page" walls "$(ls out/all/walls/*.hdf | tail -n 1)"
check "  a frame of links is as documented" "$page" links "$(ls out/all/links/*.hdf | tail -n 1)"
for file in log events balance; do
  head -n 1 "out/all/$file.csv" 2>/dev/null | tr , '\n' | grep . | while read -r column; do grep -q "^|.*\`$column\`.*|" files.md || echo "$file.csv: $column"; done
done >lost.txt
none_in "  columns of log.csv and balance.csv are documented" lost.txt

# The comparison can fail.
status "a checkpoint is no frame" 1 "$page" frame "$(ls out/all/restart/*.h5 | tail -n 1)"
tap_end
