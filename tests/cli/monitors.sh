#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Monitors and profiles as a user sees them: tables on any ranks and through restarts, units, and mistakes.
. "$srcdir/tests/tap.sh"

cat >case.yaml <<'END'
schema: 1
run: {end_time: 0.02, dt: 1.0e-3, seed: 4, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [open, periodic, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - pair: {material: s, pebbles: [0, 0, 0, 0.1, 0.1, 0, 0, 0.1]}
clumps:
  - all: {template: pair, count: 40, lo: [0.2, 0, 0.2], hi: [1.8, 2, 1.8], group: [bed]}
profile:
  - down: {every: 5.0e-3, axis: z, bins: 4, fields: [velocity, volume_fraction, stress]}
  - ring: {every: 1.0e-2, axis: radius, about: [0, 1, 0], point: [1, 0, 1], range: [0, 1.5], bins: 3, fields: [density]}
monitor:
  - all: {every: 5.0e-3, type: coordination}
  - box: {every: 5.0e-3, type: stress, lo: [0.5, 0, 0.5], hi: [1.5, 2, 1.5]}
  - forces: {every: 1.0e-2, type: force_histogram, bins: 5, most: 3}
  - way: {every: 5.0e-3, type: msd}
  - plane: {every: 5.0e-3, type: flux, point: [0, 0, 1], normal: [0, 0, -1]}
  - stay: {every: 5.0e-3, type: residence, lo: [0, 0, 0], hi: [2, 2, 1]}
  - near: {every: 1.0e-2, type: rdf, bins: 4, most: 0.8}
  - path: {every: 1.0e-3, type: clumps, id: [3, 5]}
END

# a clump that enters at 0.01 s has rows from then on
sed 's/^profile:/  - late: {template: pair, position: [1, 1, 1.9], id: 900, at: 0.01}\n&/; s/id: \[3, 5\]/ids: [901, 900]/' case.yaml >late.yaml

sums() { (cd "$1" && cksum profiles/*.csv monitors/*.csv); }

check "a run with profiles and monitors" "$CLAST" case.yaml -output_dir one
is "  a row for each bin at each time" "$(awk -F, '{ print NF }' one/profiles/down.csv | sort | uniq -c | tr -s ' ')" " 21 18"
is "  a row at each time" "$(awk -F, '{ print $1 }' one/monitors/all.csv | tr '\n' ' ')" "step 0 5 10 15 20 "
is "  units" "$(grep -c '^box,contact_stress_zx,Pa,"Stress of contacts and links' one/monitors/column_units.csv)" 1
sed 's/fields: \[velocity, volume_fraction/fields: [velocity, solid_fraction/; $a \  - part: {every: 1.0e-2, type: volume_fraction}' case.yaml >words.yaml
check "  by the other words for the same" "$CLAST" words.yaml -output_dir words
is "    the same profile" "$(cmp words/profiles/down.csv one/profiles/down.csv && head -1 words/monitors/part.csv)" "step,time,volume_fraction"
check "  on 3 ranks" on_ranks 3 "$CLAST" case.yaml -output_dir three
is "  the same files to the byte" "$(sums three)" "$(sums one)"
check "halted between samples" "$CLAST" case.yaml -output_dir halted -run_end_time 0.012
check "  goes on, on 2 ranks" on_ranks 2 "$CLAST" -restart halted -output_dir halted -run_end_time 0.02
is "  the same files to the byte" "$(sums halted)" "$(sums one)"
check "another restart, with other fields" "$CLAST" -restart halted/restart/clast-12.h5 -output_dir halted -run_end_time 0.02 -profile_down_fields velocity
says "  tells where the rows are" '^clast: profiles/down.csv has other columns from here on: its rows up to step 10 are now in .*halted/profiles/down-to-10\.csv$'

cat >across.yaml <<'END'
schema: 1
run: {end_time: 0.001, dt: 1.0e-3}
domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [periodic, periodic, periodic]}
material: [{a: {density: 1, young: 1.0e7, poisson: 0.25}}]
contact: [{aa: {between: [a, a], normal: hooke, stiffness: 1.0e3, restitution: 0.5}}]
template: [{ball: {material: a, pebbles: [0, 0, 0, 0.5]}}]
clumps: [{one: {template: ball, position: [2, 2, 3.9], velocity: [1, 0, 0]}}]
profile: [{z: {every: 1.0e-3, axis: z, bins: 4, fields: [kinetic_stress, granular_temperature]}}]
END
check "a body across a periodic face" "$CLAST" across.yaml -output_dir across
is "  leaves the bins between its two parts empty" "$(grep -c inf across/profiles/z.csv)" 0

sed 's/{every: /{format: hdf5, every: /' case.yaml >packed.yaml
check "with format: hdf5, on 3 ranks, halted" on_ranks 3 "$CLAST" packed.yaml -output_dir packed -run_end_time 0.012
cat >columns.py <<'END'
import csv, glob, os, sys
import h5py, numpy as np
sys.path.insert(0, sys.argv[2])
import clast
for path in glob.glob(sys.argv[1] + "/[mp]*/*.csv"):
    name = os.path.basename(path)[:-4]
    if name == "column_units":
        continue
    units = {row["column"]: row for row in csv.DictReader(open(os.path.dirname(path) + "/column_units.csv")) if row["name"] == name}
    with open(path) as file:
        header, *rows = csv.reader(file)
    with h5py.File(path[:-4] + ".h5") as file:
        assert sorted(file) == sorted(header) and len(rows) > 0, path
        for k, column in enumerate(header):
            of = file[column]
            assert np.array_equal(of[:], [float(row[k]) for row in rows], equal_nan=True), (path, column)
            assert of.attrs["column"] == k and of.attrs["unit"].decode() == units[column]["unit"], (path, column)
            assert of.attrs["text"].decode() == units[column]["text"], (path, column)
            assert of.dtype == (np.int64 if column in ("step", "bin") else np.float64), (path, column)
run = clast.open(sys.argv[1])
text = run.profile["down"]
os.rename(sys.argv[1] + "/profiles/down.csv", "down.csv")
table = run.profile["down"]
os.rename("down.csv", sys.argv[1] + "/profiles/down.csv")
assert list(table) == list(text) and all(np.array_equal(table[name], text[name], equal_nan=True) for name in text)
END
for name in ${PYTHON:-} /usr/bin/python3 python3; do "$name" -c 'import h5py, numpy' 2>/dev/null && { python=$name; break; }; done
columns()
{
  if test -n "${python:-}"; then check "$1" "$python" columns.py packed "$srcdir/python"; else skip "$1" "no h5py"; fi
}
columns "  the rows of the tables, with units, as clast.py reads them"
check "  goes on" "$CLAST" -restart packed -output_dir packed -run_end_time 0.02
columns "  likewise"
is "  tables to the byte" "$(sums packed)" "$(sums one)"
check "  goes on from the earlier checkpoint to its own step" "$CLAST" -restart packed/restart/clast-12.h5 -output_dir packed -run_end_time 0.012
columns "  later rows are gone from both"
check "  goes on as csv" "$CLAST" -restart packed -output_dir packed -run_end_time 0.013 -monitor_all_format csv
is "  without a file of earlier rows" "$(ls packed/monitors | grep -c '^all')" 1
check "a clump that enters later" "$CLAST" late.yaml -output_dir late
is "  has rows from then on" "$(awk -F, '$3 == 900 { n++; if ($4 == "nan") bad++ } $3 == 901 { m++ } END { print n, m, bad + 0 }' late/monitors/path.csv)" "11 21 0"
check "ids by their other name are kept by the documented one" grep -q ' ids: \[3, 5\]' one/resolved.yaml
check "  which a later source may give by the other" "$CLAST" one/resolved.yaml -monitor_path_id 7 -output_dir other
is "  that counts" "$(awk -F, 'NR > 1 { print $3 }' other/monitors/path.csv | sort -u)" 7

# FACT REGEX SED
wrong()
{
  sed "$3" case.yaml >wrong.yaml
  cmp -s case.yaml wrong.yaml && fail "$1" "the edit changes nothing: $3"
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$2"
  if test -e refused; then fail "  nothing is written" "there is a folder"; fi
}
wrong "ids given by both names" "monitor: path: id: is another name of a key that is given as well" 's/id: .3, 5./&, ids: [3]/'
wrong "a window beside the plane" "monitor: plane: lo: .*the plane does not meet the window" 's/normal: .0, 0, -1./&, lo: [0, 0, 1.1], hi: [1, 1, 2]/'
wrong "an axis that is none" "profile: down: axis: .*allowed: x, y, z, radius, or the three numbers" 's/axis: z/axis: w/'
wrong "a vector of two numbers" "profile: down: axis: .*allowed: x, y, z, radius, or the three numbers" 's/axis: z/axis: [0, 1]/'
wrong "a vector without an area" "profile: down: .*needs area" 's/axis: z/axis: [0, 0, 1]/'
wrong "a vector along a period" "profile: down: axis: .*periodic along y: allowed: a vector with 0 there" 's/axis: z/axis: [0, 1, 1], range: [0, 1], area: 4/'
wrong "rings that do not close" "profile: ring: about: .*periodic along y: rings around another axis" 's/about: \[0, 1, 0\]/about: [0, 0, 1]/'
wrong "rings without an axis" "profile: ring: .*needs about" 's/about: \[0, 1, 0\], //'
wrong "a window for rings" "profile: ring: lo: .*only with axis: x, y or z" 's/axis: radius/axis: radius, lo: [0, 0, 0]/'
wrong "a height beyond a period" "profile: ring: height: .*leaves the domain, which is periodic" 's/bins: 3,/height: [0.5, 2.1], bins: 3,/'
wrong "a distance below 0" "profile: ring: range: .*the first not below 0" 's/range: \[0, 1.5\]/range: [-1, 1.5]/'
wrong "a field that is not there" "profile: down: fields: .*velocty.*did you mean 'velocity'" 's/\[velocity, vol/[velocty, vol/'
wrong "a field twice" "profile: down: fields: .*velocity is given twice" 's/\[velocity, vol/[velocity, velocity, vol/'
wrong "a field that no clump has" "profile: down: fields: .*clumps of this run have no temperature" 's/\[velocity, vol/[temperature, vol/'
wrong "no bins" "profile: down: bins: '0' is out of range; allowed: an integer >= 1 and <= 4096" 's/bins: 4/bins: 0/'
wrong "a type that is not there" "monitor: box: type: .*did you mean 'stress'" 's/type: stress/type: stres/'
wrong "a window upside down" "monitor: box: hi: .*0.2 m along z is not above lo" 's/hi: \[1.5, 2, 1.5\]/hi: [1.5, 2, 0.2]/'
wrong "a window beyond a period" "monitor: box: hi: .*2.5 m along y, which is periodic; allowed: 0 to 2" 's/hi: \[1.5, 2, 1.5\]/hi: [1.5, 2.5, 1.5]/'
wrong "a group that is not there" "monitor: all: groups: .*has the group 'bad'; groups of clumps: .*; did you mean 'bed'" 's/type: coordination/type: coordination, groups: [bad]/'
wrong "a key of another type" "monitor: all: .*bins" 's/type: coordination/type: coordination, bins: 3/'
wrong "a distance of more than half a period" "monitor: near: most: .*1.1 m; allowed: up to 1 m, half of the period along y" 's/most: 0.8/most: 1.1/'
wrong "a plane without a normal" "monitor: plane: normal: .*has no direction" 's/normal: \[0, 0, -1\]/normal: [0, 0, 0]/'
wrong "a plane aslant to a period" "monitor: plane: normal: .*periodic along y: allowed: a normal along it, or square to it" 's/normal: \[0, 0, -1\]/normal: [0, 1, -1]/'
wrong "a clump twice" "monitor: path: id: .*3 is given twice" 's/id: \[3, 5\]/id: [3, 3]/'
wrong "the name of the file of units" "monitor: column_units: is the name of the file of units, monitors/column_units.csv" 's/  - all: {every: 5.0e-3, type/  - column_units: {every: 5.0e-3, type/'
wrong "likewise of a profile" "profile: column_units: .*profiles/column_units.csv" 's/  - down: /  - column_units: /'
wrong "too many points" "monitor: grid: spacing: .*points; allowed: up to 4096" 's/  - path:/  - grid: {every: 1, type: coarse_grain, grid_lo: [0, 0, 0], grid_hi: [1, 1, 1], spacing: 0.01, width: 0.2}\n  - path:/'
# Files may not grow beyond 20 blocks, nor is there a folder for pictures.
cat case.yaml - >long.yaml <<'END'
dump:
  - grains: {format: csv, what: clumps, every: 1.0e-3}
image:
  - all: {every: 2.0e-2, size: [32, 32]}
probe:
  - points: {every: 1.0e-3, fields: [velocity, density], smoothing_length: 0.4, points: [0.1, 0.1, 0.1, 0.2, 0.1, 0.1, 0.1, 0.2, 0.1, 0.2, 0.2, 0.1]}
END
mkdir grow && : >grow/images
if can_be_limited one/restart; then
  status "files that cannot grow" 74 limited "$CLAST" long.yaml -output_dir grow -run_end_time 0.1
  for what in 'monitor path' 'dump grains' 'probe points'; do
    is "  $what: a warning, once" "$(grep -c "nothing of $what at step [0-9]*, and perhaps at later steps: .*File too large" "$out")" 1
  done
  is "  a picture: likewise" "$(grep -c 'no picture all at step [0-9]*, and perhaps at later steps: ' "$out")" 1
  says "  and a count" '[0-9]+ frames, pictures, dumps, and samples of probes, profiles and monitors could not be written'
else
  skip "files that cannot grow" "MPI makes larger ones itself"
fi
status "another type at a restart" 2 "$CLAST" -restart one -output_dir one -run_end_time 0.03 -monitor_way_type coordination
says "  is a mistake" "-monitor_way_type: .*a restart cannot change it"
tap_end
