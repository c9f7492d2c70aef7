# SPDX-License-Identifier: MIT
# np: 3
# limit: 400
# Leaning and sheared cells as a user sees them: files that readers know, discs in two dimensions, a strain of 1000 %.
. "$srcdir/tests/tap.sh"
page=$builddir/tests/cli/files_page

law='material: [{a: {density: 1, young: 2.0e5, poisson: 0.3}}]
contact: [{aa: {between: [a, a], normal: hooke, stiffness: 4.0e3, restitution: 0.6, tangential: hooke, friction: 0.4}}]'

# ---- frames, dumps and checkpoints ----

cat >shear.yaml <<END
schema: 1
run: {end_time: 0.2, dt: 5.0e-4, seed: 3, overlap_limit: 1, gravity: [0, 0, 0]}
domain:
  lo: [-1, 0, 0.5]
  vectors: [2.4, 0, 0, 0.5, 1.8, 0, 0, 0.4, 3]
  boundary: [periodic, periodic, periodic]
  deformation: {type: shear, rate: 4, flow: x, gradient: z}
$law
template:
  - pair: {material: a, pebbles: [0, 0, 0, 0.25, 0.2, 0, 0, 0.2]}
clumps:
  - up: {template: pair, count: 15, attempts: 20000, velocity: [4, 2, 8], lo: [-1, 0, 0.5], hi: [1.4, 1.8, 3.5]}
dump:
  - grains: {every: 0.1, what: clumps, format: lammps}
  - more: {every: 0.1, what: clumps, format: xyz}
output: {frames_every: 0.05, dir: one}
END
check "a sheared cell with frames" on_ranks 2 "$CLAST" shear.yaml
check "  whose cell is as documented" "$page" cell one/cell/clast-400.hdf
check "  on one rank, from a checkpoint between frames" "$CLAST" shear.yaml -output_dir two -run_end_time 0.12
check "  to the end" "$CLAST" -restart two/restart -output_dir two -run_end_time 0.2
is "  the cell has the same bytes" "$(cd two && cksum cell/* cell.hdf.series)" "$(cd one && cksum cell/* cell.hdf.series)"

# Vectors in which files count images: paths in all of them are the same, up to whole periods at the start.
cat >look.py <<'END'
import glob, json
import h5py, numpy as np
rate, side, lo = 4, np.array([2.4, 1.8, 3]), np.array([-1, 0, 0.5])
first = np.array([[2.4, 0, 0], [0.5, 1.8, 0], [0, 0.4, 3]])
near = lambda a, b: bool(np.allclose(a, b, rtol=0, atol=1e-9))  # positions have a grid of 1e-15
for entry in json.load(open("one/cell.hdf.series"))["files"]:
    c, f = (h5py.File("one/%s/%s" % (d, entry["name"].split("/")[-1]))["VTKHDF"] for d in ("cell", "frames"))
    t, cell = float(c["FieldData/time"][0]), f["FieldData/cell"][0].reshape(4, 3)
    lean = first + [[0, 0, 0], [0, 0, 0], [rate * t * 3, 0, 0]]
    whole = np.linalg.solve(cell[1:].T, (lean - cell[1:]).T)  # of periods that were taken off
    ok = near(cell[0], lo) and near(whole, np.rint(whole)) and near(np.diag(cell[1:]), side) and np.all(np.abs(cell[1:] - np.diag(side)) <= side / 2 + 1e-9)
    p, line, of = c["Points"][:], c["Connectivity"][:].reshape(-1, 2), c["CellData/outline"][:]
    way = p[line[:, 1]] - p[line[:, 0]]
    for outline, edges in ((0, cell[1:]), (1, np.diag(side))):
        ok = ok and all(sum(near(w, e) for w in way[of == outline]) == 4 for e in edges)
    x = f["PointData/clump_position"][:]
    print(round(t, 9), ok, bool(np.all((x >= lo) & (x < lo + side))))
h = h5py.File("one/restart/clast-400.h5")["particles/clumps"]
edges = h["box/edges"][:]
print(near(edges, first + [[0, 0, 0], [0, 0, 0], [rate * 0.2 * 3, 0, 0]]), h["box"].attrs["dimension"])
f = h5py.File("one/frames/clast-400.hdf")["VTKHDF"]
one = f["PointData/member"][:] == 0
path = f["PointData/clump_position"][:][one] + f["PointData/clump_image"][:][one] @ f["FieldData/cell"][0].reshape(4, 3)[1:]
a, b = np.argsort(f["PointData/clump_id"][:][one]), np.argsort(h["id"][:])
print("paths", near(path[a], (h["position"][:] + h["image"][:] @ edges)[b]), int(np.abs(h["image"][:]).max()) > 0)
END
python=
for name in ${PYTHON:-} /usr/bin/python3 python3; do "$name" -c 'import h5py, numpy' 2>/dev/null && { python=$name; break; }; done
if test -n "$python"; then
  is "h5py finds the cell, its box, and the same paths in frames and checkpoint" "$("$python" look.py 2>&1)" "0.0 True True
0.05 True True
0.1 True True
0.15 True True
0.2 True True
True 3
paths True True"
else
  skip "h5py finds the cell" "no python3 with numpy and h5py"
fi
if test -n "$python" && "$python" -c 'import vtkmodules.vtkIOHDF' 2>/dev/null; then
  cat >vtk_look.py <<'END'
from vtkmodules.vtkIOHDF import vtkHDFReader
r = vtkHDFReader()
r.SetFileName("one/cell/clast-200.hdf")
r.Update()
d = r.GetOutput()
print(d.GetNumberOfPoints(), d.GetNumberOfCells(), d.GetCellType(0), [round(b, 9) for b in d.GetBounds()])
END
  # at t = .1 the edge c leans by 1.2 along x, which is half a side: -1.2
  is "VTK draws it" "$("$python" vtk_look.py 2>&1 | tail -n 1)" "16 24 3 [-2.2, 1.9, 0.0, 2.2, 0.5, 3.5]"
else
  skip "VTK draws it" "the Python module vtk is not installed"
fi

# ---- discs ----

cat >discs.yaml <<END
schema: 1
run: {end_time: 0.15, dt: 5.0e-4, seed: 3, overlap_limit: 1, dimension: 2, gravity: [0, 0]}
domain: {lo: [0, 0], vectors: [3, 0, 0.9, 4], boundary: [periodic, periodic]}
$law
template:
  - disc: {material: a, pebbles: [0, 0, 0.25]}
  - rod: {material: a, pebbles: [-1.6, -1.2, 0.1, -0.8, -0.6, 0.1, 0, 0, 0.1, 0.8, 0.6, 0.1, 1.6, 1.2, 0.1]}   # longer than the cell is wide
clumps:
  - rods: {template: rod, count: 1, velocity: [1, -1], lo: [0, 0], hi: [3, 4]}
  - discs: {template: disc, count: 12, attempts: 20000, velocity: [4, 8], lo: [0, 0], hi: [3, 4]}
  - others: {template: disc, count: 12, attempts: 20000, velocity: [-4, -7], lo: [0, 0], hi: [3, 4]}
output: {frames_every: 0.15, log_every: 0.01}
END
for kind in leaning shearing; do
  test $kind = leaning && set -- || set -- -domain_deformation_type shear -domain_deformation_rate 5 -domain_deformation_flow x -domain_deformation_gradient y
  for n in 1 2 3; do check "discs in a $kind cell on $n" on_ranks $n "$CLAST" discs.yaml "$@" -output_dir $kind-$n; done
  for n in 2 3; do is "  the state of one rank on $n" "$(digest $kind-$n/restart/clast-300.h5)" "$(digest $kind-1/restart/clast-300.h5)"; done
  is "  they meet" "$($AWK -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "contacts") c = k } { n += $c } END { print (n > 20) }' $kind-1/log.csv)" 1
  check "  the cell is as documented" "$page" cell $kind-1/cell/clast-300.hdf
done

# ---- a strain of 10 ----

# The tilt is half a side (.5 x 2.4 / 3 of strain .4) first at step 40 of 1000, and flips there.
sed 's/end_time: 0.2/end_time: 0.5/; s/rate: 4/rate: 20/; s/^dump:/output: {dir: far}/; /^  - grains\|^  - more\|^output: {frames/d' shear.yaml |
  sed 's/vectors: .*/hi: [1.4, 1.8, 3.5]/' >far.yaml
check "clumps sheared by 1000 % on one rank" "$CLAST" far.yaml -checkpoint_keep 100 -checkpoint_every 0.02
check "  on three" on_ranks 3 "$CLAST" far.yaml -output_dir three
is "  the same state" "$(digest three/restart/clast-1000.h5)" "$(digest far/restart/clast-1000.h5)"
check "  on three, from the flip of the tilt on" on_ranks 3 "$CLAST" -restart far/restart/clast-40.h5 -output_dir flip
is "  the same state" "$(digest flip/restart/clast-1000.h5)" "$(digest far/restart/clast-1000.h5)"
if test -n "$python"; then
  cat >far.py <<'END'
import h5py, numpy as np
h = h5py.File("far/restart/clast-1000.h5")
# ten strains, without drift: to the position grid
print(abs(h["particles/clumps/box/edges"][2, 0] - 30) < 1e-12, h["particles/clumps/position"].shape[0])
END
  is "  the cell leans by ten heights" "$("$python" far.py 2>&1)" "True 15"
fi
# ---- dense and with friction: memory of contacts of images to the last bit ----

cat >dense.yaml <<'END'
schema: 1
run: {end_time: 0.25, dt: 2.0e-4, seed: 1, overlap_limit: 1, gravity: [0, 0, 0]}
domain:
  lo: [0, 0, 0]
  hi: [1.5, 1.5, 1.5]
  boundary: [periodic, periodic, periodic]
  deformation: {type: shear, rate: 7, flow: x, gradient: z}
material: [{a: {density: 1, young: 2.0e5, poisson: 0.3}}]
contact: [{aa: {between: [a, a], normal: hooke, stiffness: 4.0e3, restitution: 0.6, tangential: hooke, friction: 0.4}}]
template:
  - pair: {material: a, pebbles: [0, 0, 0, 0.25, 0.2, 0, 0, 0.2]}
clumps:
  - up: {template: pair, count: 4, attempts: 50000, velocity: [3, 2, 7], lo: [0, 0, 0], hi: [1.5, 1.5, 1.5]}
  - down: {template: pair, count: 4, attempts: 50000, velocity: [-3, 2, 2], lo: [0, 0, 0], hi: [1.5, 1.5, 1.5]}
output: {dir: dense}
END
for seed in 1 4; do
  check "a dense cell, seed $seed" "$CLAST" dense.yaml -run_seed $seed
  check "  on two ranks" on_ranks 2 "$CLAST" dense.yaml -run_seed $seed -output_dir dense2
  is "  the same state" "$(digest dense2/restart/clast-1250.h5)" "$(digest dense/restart/clast-1250.h5)"
  check "  with other lists" "$CLAST" dense.yaml -run_seed $seed -output_dir dense3 -rebuild_every 1
  is "  the same state" "$(digest dense3/restart/clast-1250.h5)" "$(digest dense/restart/clast-1250.h5)"
done

# ---- all fly through a cell that hardly shears: lists do not age by that ----

cat >flight.yaml <<END
schema: 1
run: {end_time: 5, dt: 0.01, gravity: [0, 0, 0]}
domain:
  lo: [0, 0, 0]
  hi: [4, 4, 4]
  boundary: [periodic, periodic, periodic]
  deformation: {type: shear, rate: 0.1, flow: x, gradient: z}
$law
template:
  - ball: {material: a, pebbles: [0, 0, 0, 0.3]}
clumps:
  - all: {template: [ball], count: 6, lo: [0, 0, 0], hi: [4, 4, 4], velocity: [5, 1, 0]}
END
check "clumps that fly through many cells" "$CLAST" flight.yaml -output_dir flight
check "  with other lists" "$CLAST" flight.yaml -output_dir flight2 -rebuild_every 3
is "  the same state" "$(digest "$(ls -t flight2/restart/*.h5 | head -1)")" "$(digest "$(ls -t flight/restart/*.h5 | head -1)")"

# ---- strains from a file ----

strain() { awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k } END { print $c }' "$1/log.csv"; }
sed 's/type: shear.*/type: table, components: [xx, xz], times: [0, 0.01, 0.03], strains: [0, 0, -0.02, 0.1, 0.1, -0.1]}/; s/dir: dense/dir: given/' dense.yaml >given.yaml
sed 's/components.*/file: strains.csv}/; s/dir: given/dir: filed/' given.yaml >filed.yaml
printf 'xz,time,xx # columns in any order\n0,0,0\n0.1,0.01,-0.02\n-0.1,0.03,0.1\n' >strains.csv
check "strains that are given" "$CLAST" given.yaml -run_end_time 0.04
check "  from a file" on_ranks 2 "$CLAST" filed.yaml -run_end_time 0.02
mv strains.csv gone.csv
check "  which is not needed after that" "$CLAST" -restart filed/restart -output_dir filed -run_end_time 0.04
is "  the same state" "$(digest "$(ls -t filed/restart/*.h5 | head -1)")" "$(digest "$(ls -t given/restart/*.h5 | head -1)")"
is "  the strain of x" "$(awk -v e="$(strain filed strain_xx)" 'BEGIN { print (e - 0.1) ^ 2 < 1e-24 }')" 1 # rounding

# ---- stages, and growth ----

sed 's/type: shear.*/type: stress, stresses: [xx, yy, zz], target: [-50, -60, -70], gain: 0.01, rate_limit: 3}/; s/dir: dense/dir: first/' dense.yaml >stage.yaml
check "a cell that is squeezed" "$CLAST" stage.yaml -run_end_time 0.02
check "  and then along x alone, with less" "$CLAST" -restart first/restart -output_dir second -run_end_time 0.04 -domain_deformation_stresses xx -domain_deformation_target -50
volume() { awk -v v="$(strain "$1" cell_volume)" -v e="$(strain "$1" strain_xx)" 'BEGIN { printf "%.9g", v / exp(e) }'; }
is "  the other sides stay" "$(volume second)" "$(volume first)"
# From 1.5 m to more than ten times that within a second.
sed 's/target: .*/target: [5.0e4, 5.0e4, 5.0e4], gain: 0.01, rate_limit: 3}/; s/dir: first/dir: grown/' stage.yaml >grow.yaml
status "a cell that grows beyond its position grid" 3 "$CLAST" grow.yaml -run_end_time 2 -checkpoint_every 0.1
says "  is told" 'stopped at step [0-9]* .*the cell has grown to .* farther than positions can be stored'
says "  its checkpoints are there" 'last good checkpoint: grown/restart/clast-[0-9]+000.h5'

# ---- the cell of another run ----

sed 's/type: shear.*/type: table, components: [xx, yy, zz, xz], rates: [-3, -3, -3, 20]}/; s/dir: dense/dir: packed/' dense.yaml >pack.yaml
sed -i '$a event:\n  - full: {when: solid_fraction, above: 0.3, every: 1.0e-3, do: [set domain_deformation_factor 0, end]}' pack.yaml
check "a cell that is compressed until it is full" "$CLAST" pack.yaml
last=$(ls packed/restart/clast-*.h5 | sort -t- -k2n | tail -n 1)
cat >taken.yaml <<END
schema: 1
run: {end_time: 0.01, dt: 2.0e-4, overlap_limit: 1, gravity: [0, 0, 0]}
domain: {file: packed, boundary: [periodic, periodic, periodic], deformation: {type: shear, rate: 1, flow: x, gradient: z}}
$law
clumps:
  - all: {file: $last}
output: {dir: taken}
END
check "  and its cell and clumps in a run of shear" "$CLAST" taken.yaml
is "  of the same volume" "$(strain taken cell_volume)" "$(strain packed cell_volume)"
check "  from the file by name" "$CLAST" taken.yaml -domain_file "$last" -output_dir file
is "  the same state" "$(digest file/restart/clast-50.h5)" "$(digest taken/restart/clast-50.h5)"
check "  on two ranks" on_ranks 2 "$CLAST" taken.yaml -output_dir taken2 -run_end_time 0.005
mv packed gone
check "  and on, without the first run" "$CLAST" -restart taken2/restart -output_dir taken2 -run_end_time 0.01
is "  the same state" "$(digest taken2/restart/clast-50.h5)" "$(digest taken/restart/clast-50.h5)"
mv gone packed
status "another cell at a restart" 2 "$CLAST" -restart taken2/restart -output_dir taken2 -run_end_time 0.02 -domain_file "$last"
says "  the one it began with is told" "domain_file: .*of its checkpoint .file: .*/packed.: leave this out"
tap_end
