#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Probes as a user sees them: tables and grids on any ranks and through restarts, in ParaView, and mistakes.
. "$srcdir/tests/tap.sh"

cat >case.yaml <<'END'
schema: 1
run: {end_time: 0.02, dt: 1.0e-3, seed: 4, gravity: [0, 0, -10]}
domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, periodic, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e5, restitution: 0.5}
template:
  - pair: {material: s, pebbles: [0, 0, 0, 0.1, 0.1, 0, 0, 0.1]}
clumps:
  - all: {template: pair, count: 40, lo: [0, 0, 0], hi: [2, 2, 2], group: [bed]}
probe:
  - gauge: {every: 5.0e-3, fields: [velocity, volume_fraction], smoothing_length: 0.4, points: [1, 1, 1, 0, 0, 0.5], gradient: true}
  - cut: {every: 1.0e-2, fields: [velocity, density], smoothing_length: 0.4, lo: [0, 1, 0], hi: [2, 1, 2], spacing: 0.25, correction: shepard}
END

sums() { (cd "$1" && cksum probes/gauge.csv grid-cut/clast-*.hdf grid-cut.hdf.series); }

check "a run with probes at points and on a grid" "$CLAST" case.yaml -output_dir one
is "  a row for each point at each time" "$(awk -F, '{ print NF }' one/probes/gauge.csv | sort | uniq -c | tr -s ' ')" " 11 22"
is "  three grids" "$(grep -c clast- one/grid-cut.hdf.series)" 3
check "  on 3 ranks" on_ranks 3 "$CLAST" case.yaml -output_dir three
is "  the same files to the byte" "$(sums three)" "$(sums one)"
check "halted between samples" "$CLAST" case.yaml -output_dir halted -run_end_time 0.012
check "  goes on, on 2 ranks" on_ranks 2 "$CLAST" -restart halted -output_dir halted -run_end_time 0.02
is "  the same files to the byte" "$(sums halted)" "$(sums one)"

check "another restart, with other fields" "$CLAST" -restart halted/restart/clast-12.h5 -output_dir halted -run_end_time 0.02 -probe_gauge_fields velocity
says "  tells where the rows are" '^clast: probes/gauge.csv has other columns from here on: its rows up to step 10 are now in .*halted/probes/gauge-to-10\.csv$'
is "  with their header" "$(head -n 7 one/probes/gauge.csv | cksum)" "$(cksum <halted/probes/gauge-to-10.csv)"
is "  apart from the new ones" "$(awk -F, '{ print NF }' halted/probes/gauge.csv | sort | uniq -c | tr -s ' ')" " 5 18"

if command -v pvpython >/dev/null; then
  cat >look.py <<'END'
from paraview.simple import *
r = OpenDataFile("one/grid-cut.hdf.series")
r.UpdatePipeline(0.02)
i = r.GetDataInformation()
print(list(r.TimestepValues), i.GetNumberOfPoints(), i.GetNumberOfCells(), i.GetBounds(), r.PointData["velocity"].GetRange(2)[0] < -0.19)
END
  is "ParaView opens the grids with times" "$(timeout -s KILL 60 pvpython look.py 2>/dev/null)" "[0.0, 0.01, 0.02] 81 64 (0.0, 2.0, 1.0, 1.0, 0.0, 2.0) True"
fi

# FACT REGEX SED
wrong()
{
  sed "$3" case.yaml >wrong.yaml
  cmp -s case.yaml wrong.yaml && fail "$1" "the edit changes nothing: $3"
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$2"
}
wrong "a field of SPH without it" "probe: gauge: fields: .*pressure is a field of particles of SPH: give interaction" 's/\[velocity, volume/[pressure, volume/'
wrong "a field that no clump has" "probe: gauge: fields: .*clumps of this run have no temperature" 's/\[velocity, volume/[temperature, volume/'
wrong "a field that is not there" "probe: gauge: fields: .*velocty.*did you mean 'velocity'" 's/\[velocity, volume/[velocty, volume/'
wrong "a field twice" "fields: .*velocity is given twice" 's/\[velocity, density/[velocity, velocity/'
wrong "no length" "probe: cut: .*give interaction, the name of one of type sph, or a smoothing_length" 's/density\], smoothing_length: 0.4/density]/'
wrong "no points" "probe: cut: .*give points, or lo, hi and spacing" 's/spacing: 0.25, //'
wrong "points and a grid" "probe: gauge: spacing: .*is of a grid: leave it or points out" 's/points:/spacing: 1, points:/'
wrong "a grid upside down" "probe: cut: hi: .*-1 m along z is below lo" 's/hi: \[2, 1, 2\]/hi: [2, 1, -1]/'
wrong "too many points" "probe: cut: spacing: .*points; allowed: up to 1e\+12" 's/spacing: 0.25/spacing: 1e-9/'
wrong "a group that is not there" "probe: gauge: groups: .*no clump has the group 'bad'; groups of clumps: .*; did you mean 'bed'" 's/points:/groups: [bad], points:/'
wrong "two numbers of a point" "probe: gauge: points: .*3" 's/0, 0, 0.5\]/0, 0]/'
tap_end
