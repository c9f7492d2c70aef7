#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The section dump as a user sees it: files in every format on any ranks and through restarts, the programs that
# read them, what the rows add up to, and mistakes.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/cli/heap.sh"

ramp_write
cat >case.yaml <<'END'
schema: 1
run: {end_time: 0.2, dt: 1.0e-3, seed: 4, gravity: [0.5, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [1, 1, 2], boundary: [periodic, periodic, open]}
material:
  - s: {density: 1000, young: 1.0e7, poisson: 0.25}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 2.0e4, restitution: 0.5, tangential: hooke, friction: 0.4, rolling: constant_torque, rolling_friction: 0.05}
template:
  - pair: {material: s, pebbles: [0, 0, 0, 0.05, 0.06, 0, 0, 0.04]}
  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}
clumps:
  - all: {template: [pair, ball], count: 90, lo: [0, 0, 0.1], hi: [1, 1, 0.7], velocity: [0, 0, -1]}
  - few: {template: [ball], count: 10, lo: [0, 0, 0.8], hi: [1, 1, 1.2], velocity: [0, 0, -3], group: [top]}
wall:
  - floor: {shape: plane, material: s, point: [0, 0, 0.05], normal: [0, 0, 1]}
  - ramp: {shape: mesh, material: s, file: ramp.stl}
spring:
  - glue: {between: [s, s], distance: 0.02, stiffness: 100, damping: 0.1}
output: {walls_every: 0.1, bodies_every: 0.1, bodies: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]}
dump:
  - chains: {every: 0.05, what: contacts}
  - table: {every: 0.1, what: contacts, format: csv}
  - lines: {every: 0.1, what: contacts, format: vtp, fields: [force, normal_force, object], lo: [0, 0, 0], hi: [1, 1, 0.2]}
  - points: {every: 0.1, what: pebbles, compress: 4}
  - grains: {every: 0.05, what: pebbles, format: lammps}
  - more: {every: 0.05, what: clumps, format: xyz, groups: [top]}
  - path: {every: 0.01, what: clumps, format: csv, ids: [3, 7], fields: [position, image, velocity, force]}
  - loads: {every: 0.1, what: walls, format: csv}
  - shell: {every: 0.1, what: walls}
  - glues: {every: 0.1, what: bonds, format: csv}
END

sums() { (cd "$1/dump" && cksum ./*.csv ./*.lammpstrj ./*.xyz lines/*.vtp shell/*.hdf ./*.series); }

check "a run with all kinds of dumps" "$CLAST" case.yaml -output_dir one
check "  on 3 ranks" on_ranks 3 "$CLAST" case.yaml -output_dir three
is "  a plane has its point" "$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) c[$k] = k } NR > 1 && $c["name"] == "floor" { printf "%.9g %.9g %.9g\n", $c["x"], $c["y"], $c["z"] }' one/dump/loads.csv | sort -u)" "0 0 0.05"
is "  the same texts and walls to the byte" "$(sums three)" "$(sums one)"
check "the same with a checkpoint between frames" "$CLAST" case.yaml -output_dir halted -checkpoint_every 0.12
echo "torn" >>halted/dump/grains.lammpstrj
head -n 20 halted/dump/more.xyz >torn && cat torn >>halted/dump/more.xyz
check "  from there on again, on 2 ranks" on_ranks 2 "$CLAST" -restart halted/restart/clast-120.h5 -output_dir halted
is "  the same files to the byte: no time is there twice" "$(sums halted)" "$(sums one)"
is "each has its own times" "$(cd one/dump && for f in path table glues; do awk -F, 'NR > 1 { print $1 }' $f.csv | sort -nu | tr '\n' ' '; done)" "0 10 20 30 40 50 60 70 80 90 100 110 120 130 140 150 160 170 180 190 200 100 200 0 100 200 "
is "  its own clumps" "$(awk -F, 'NR > 1 { print $3 }' one/dump/path.csv | sort -u | tr '\n' ' ')" "3 7 "
sed 's/ids: \[3, 7\]/id: [3, 7]/' case.yaml >other.yaml
check "  by another name of the key" "$CLAST" other.yaml -check
check "  which the command line passes over by either" "$CLAST" other.yaml -check -dump_path_ids 3
is "  and fields" "$(head -n 1 one/dump/path.csv)" "step,time,id,x,y,z,ix,iy,iz,vx,vy,vz,force_x,force_y,force_z"
is "  and groups: ten clumps at each time" "$(grep -c '^10$' one/dump/more.xyz)" 5

# Forces of contacts and springs add up to those of bodies.csv, and of walls.csv: rounded in 17 digits.
cat >sums.py <<'END'
import csv, sys
rows = lambda f: list(csv.DictReader(open("one/" + f)))
force, torque, walls = {}, {}, {}
def add(to, k, x, s): to[k] = [a + s * b for a, b in zip(to.get(k, [0, 0, 0]), x)]
def vector(r, n): return [float(r[n + "_" + c]) for c in "xyz"]
def cross(a, b): return [a[1]*b[2]-a[2]*b[1], a[2]*b[0]-a[0]*b[2], a[0]*b[1]-a[1]*b[0]]
for r in rows("dump/table.csv") + rows("dump/glues.csv"):
    f, t = vector(r, "force"), r["step"]
    normal = [-float(r["normal_force"]) * x for x in vector(r, "normal")]
    assert max(abs(a - b - c) for a, b, c in zip(f, normal, vector(r, "tangential_force"))) < 1e-12 * (1 + max(map(abs, f)))
    add(force, (t, r["a"]), f, 1)
    add(torque, (t, r["a"]), [a + b for a, b in zip(cross(vector(r, "arm_a"), f), vector(r, "couple"))], 1)
    if r["wall"] == "1": add(walls, (t, r["b"]), f, -1)
    else:
        add(force, (t, r["b"]), f, -1)
        add(torque, (t, r["b"]), [a + b for a, b in zip(cross(vector(r, "arm_b"), f), vector(r, "couple"))], -1)
worst, loaded = 0, 0
for r in rows("bodies.csv"):
    k = (r["step"], r["clump"])
    loaded += k in force
    for name, of in (("force", force), ("torque", torque)):
        worst = max(worst, max(abs(a - b) for a, b in zip(vector(r, name), of.get(k, [0, 0, 0]))))
for r in rows("walls.csv"):
    k = (r["step"], {"floor": "0", "ramp": "1"}[r["wall"]])
    worst = max(worst, max(abs(a - b) for a, b in zip(vector(r, "force"), walls.get(k, [0, 0, 0]))))
total = {}
for r in rows("dump/loads.csv"):
    if r["facet"] == "-1": whole = {**total.get("w", {}), (r["step"], r["wall"]): vector(r, "force")}; total["w"] = whole
    else:
        add(total, (r["step"], r["wall"]), vector(r, "force"), 1)
        assert float(r["pressure"]) > 0
for k, f in total.items():
    if k != "w": worst = max(worst, max(abs(a - b) for a, b in zip(f, total["w"][k])))
for k, f in walls.items(): worst = max(worst, max(abs(a - b) for a, b in zip(f, total["w"][k])))
print(loaded > 20, len(walls), worst < 1e-8, "" if worst < 1e-8 else worst)
END
is "forces add up to those on clumps, walls and facets" "$(python3 sums.py 2>&1)" "True 4 True "

if command -v pvpython >/dev/null; then
  cat >look.py <<'END'
from paraview.simple import *
def look(name):
    r = OpenDataFile("one/dump/" + name)
    times = list(r.TimestepValues)
    r.UpdatePipeline(times[-1])
    return r, times, r.GetDataInformation()
r, times, i = look("chains.hdf.series")
n = i.GetNumberOfCells()
print(times, n == sum(1 for l in open("one/dump/table.csv") if l.startswith("200,")), i.GetNumberOfPoints() == 2 * n, r.CellData["force"].GetNumberOfComponents())
r, times, i = look("lines.vtp.series")
print(times, 0 < i.GetNumberOfCells() < n, r.CellData["normal_force"].GetRange()[1] > 0)
r, times, i = look("points.hdf.series")
print(times, i.GetNumberOfPoints(), [round(x, 6) for x in r.PointData["radius"].GetRange()])
r, times, i = look("shell.hdf.series")
print(times, i.GetNumberOfCells(), r.CellData["pressure"].GetRange()[1] > 0)
END
  is "ParaView opens lines, points and walls with times" "$(timeout -s KILL 100 pvpython look.py 2>&1 | tail -n 4)" "[0.0, 0.05, 0.1, 0.15, 0.2] True True 3
[0.0, 0.1, 0.2] True True
[0.0, 0.1, 0.2] 145 [0.04, 0.05]
[0.0, 0.1, 0.2] 3 True"
else
  skip "ParaView opens lines, points and walls with times" "pvpython is not installed"
fi

if python3 -c "import vtkmodules.vtkIOHDF, vtkmodules.vtkIOXML" 2>/dev/null; then
  cat >vtk_look.py <<'END'
import json
from vtkmodules.vtkIOHDF import vtkHDFReader
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
def look(name):
    files = json.load(open("one/dump/" + name + ".series"))["files"]
    r = vtkHDFReader() if name.endswith(".hdf") else vtkXMLPolyDataReader()
    r.SetFileName("one/dump/" + files[-1]["name"])
    r.Update()
    return [round(float(f["time"]), 9) for f in files], r.GetOutput()
times, d = look("chains.hdf")
n = d.GetNumberOfCells()
print(times, n == sum(1 for l in open("one/dump/table.csv") if l.startswith("200,")), d.GetNumberOfPoints() == 2 * n, d.GetCellData().GetArray("force").GetNumberOfComponents())
times, d = look("lines.vtp")
print(times, 0 < d.GetNumberOfCells() < n, d.GetCellData().GetArray("normal_force").GetRange()[1] > 0)
times, d = look("points.hdf")
print(times, d.GetNumberOfPoints(), [round(x, 6) for x in d.GetPointData().GetArray("radius").GetRange()])
times, d = look("shell.hdf")
print(times, d.GetNumberOfCells(), d.GetCellData().GetArray("pressure").GetRange()[1] > 0)
END
  is "VTK opens lines, points and walls with times" "$(timeout -s KILL 100 python3 vtk_look.py 2>&1 | tail -n 4)" "[0.0, 0.05, 0.1, 0.15, 0.2] True True 3
[0.0, 0.1, 0.2] True True
[0.0, 0.1, 0.2] 145 [0.04, 0.05]
[0.0, 0.1, 0.2] 3 True"
else
  skip "VTK opens lines, points and walls with times" "the Python module vtk is not installed"
fi

if python3 -c "import ovito" 2>/dev/null; then
  cat >ovito_look.py <<'END'
from ovito.io import import_file
for f in "grains.lammpstrj", "more.xyz":
    p = import_file("one/dump/" + f)
    d = p.compute(p.source.num_frames - 1)
    t = d.particles["Particle Type"].types
    q = d.particles["Orientation"][0]
    print(p.source.num_frames, d.particles.count, round(d.attributes["Time"], 9), sorted(x.name for x in t), round(float(max(d.particles["Radius"])), 6), round(float(sum(x * x for x in q)), 6), d.cell.pbc)
END
  is "OVITO reads types, radii, attitudes and times" "$(timeout -s KILL 100 python3 ovito_look.py 2>&1)" "5 145 0.2 ['ball', 'pair'] 0.05 1.0 (True, True, False)
5 10 0.2 ['ball'] 0.05 1.0 (True, True, False)"
else
  skip "OVITO reads types, radii, attitudes and times" "the Python module ovito is not installed"
fi

# ---- names of the longest kind, and two dimensions ----
name=a23456789012345678901234567890123456789012345678901234567890bcd
cat >flat.yaml <<E2
schema: 1
run: {end_time: 0.002, dt: 1.0e-3, dimension: 2}
domain: {lo: [0, 0], hi: [2, 1], boundary: [open, open]}
material: [{m: {density: 1}}]
contact: [{mm: {between: [m, m], normal: hooke, stiffness: 1, restitution: 1}}]
template: [{ball: {material: m, pebbles: [0, 0, 0.1]}}]
clumps: [{some: {file: flat.csv}}]
spring: [{$name: {between: [m, m], distance: 1, stiffness: 1}}]
dump:
  - long: {every: 1.0e-3, what: bonds, format: csv}
  - cell: {every: 1.0e-3, what: pebbles, format: xyz}
  - box: {every: 1.0e-3, what: pebbles, format: lammps}
E2
printf 'template,x,y,z\nball,0.5,0.5,0\nball,1,0.5,0\n' >flat.csv
check "springs with a name of 63 letters" "$CLAST" flat.yaml -output_dir flat
is "  three times in csv, each a whole row" "$(awk -F, -v name="spring:$name" '{ print NF } NR > 1 && $9 == name { n++ } END { print n }' flat/dump/long.csv | sort | uniq -c | awk '{ print $1 }' | tr '\n' ' ')" "1 4 "
is "  in two dimensions cells have a volume: xyz" "$(sed -n '2s/.*Lattice="\([^"]*\)".*/\1/p' flat/dump/cell.xyz)" "2 0 0 0 1 0 0 0 0.10000000000000001"
is "  and LAMMPS" "$(awk '/BOX BOUNDS/ { getline; getline; getline; print; exit }' flat/dump/box.lammpstrj)" "-0.050000000000000003 0.050000000000000003"

# FACT REGEX SED
wrong()
{
  sed "$3" case.yaml >wrong.yaml
  cmp -s case.yaml wrong.yaml && fail "$1" "the edit changes nothing: $3"
  status "$1" 2 "$CLAST" wrong.yaml -output_dir refused
  says "  is a mistake" "$2"
}
wrong "contacts for OVITO" "dump: table: format: .*lammps is for pebbles and clumps: give vtkhdf, vtp or csv" 's/contacts, format: csv/contacts, format: lammps/'
wrong "a field that is not there" "dump: lines: fields: .*contacts have no field 'forse'; did you mean 'force'" 's/\[force, normal_force/[forse, normal_force/'
wrong "a field twice" "dump: lines: fields: .*force is given twice" 's/\[force, normal_force/[force, force/'
wrong "a group that is not there" "dump: more: groups: .*no clump has the group 'tip'; groups of clumps: .*; did you mean 'top'" 's/groups: \[top\]/groups: [tip]/'
wrong "half a region" "dump: lines: lo: .*missing: a region has lo and hi" 's/lo: \[0, 0, 0\], hi: \[1, 1, 0.2\]/hi: [1, 1, 0.2]/'
wrong "a region upside down" "dump: lines: hi: .*-1 m along z is below lo" 's/hi: \[1, 1, 0.2\]/hi: [1, 1, -1]/'
wrong "a table compressed" "dump: table: compress: .*only with format: vtkhdf" 's/contacts, format: csv/contacts, format: csv, compress: 3/'
wrong "bonds of a scenario without" "dump: glues: what: .*the scenario has no spring, bond or constraint" '/^spring/,/glue:/d'
wrong "no interval" "dump: path: every: .*missing" 's/every: 0.01, //'
wrong "something else" "dump: glues: what: .*'bond'.*did you mean 'bonds'" 's/what: bonds/what: bond/'
is "nothing was written" "$(ls refused 2>&1 | grep -c 'No such')" 1
tap_end
