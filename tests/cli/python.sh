# SPDX-License-Identifier: MIT
# np: 2
# clast.py reads what a run wrote, and starts runs; clast_plot.py makes a page of it; the notebooks run.
. "$srcdir/tests/tap.sh"

python=${PYTHON:-}
for name in $python /usr/bin/python3 python3; do
  "$name" -c 'import h5py, numpy, yaml' 2>/dev/null && { python=$name; break; }
  python=''
done
test -n "$python" || skip_all "no python3 with numpy, h5py and PyYAML"
export PYTHONPATH=$srcdir/python PYTHONDONTWRITEBYTECODE=1 CLAST

cat >look.py <<'E2'
import os, sys
import numpy as np
import clast

# dt is a little too large: there is a warning
scenario = {
    "title": "it's a box: rods & balls",
    "run": {"end_time": 0.2, "dt": 2e-4, "gravity": [0, 0, -9.81], "seed": 3},
    "domain": {"lo": [0, 0, 0], "hi": [0.1, 0.1, 0.3], "boundary": ["periodic", "periodic", "open"]},
    "material": {"m": {"density": 1000}},
    "contact": {"mm": {"between": ["m", "m"], "normal": "hooke", "stiffness": 2.5e4, "tangential": "hooke", "restitution": 0.3, "friction": 0.4}},
    "template": {"ball": {"material": "m", "pebbles": [0, 0, 0, 0.01]},
                 "rod": {"material": "m", "pebbles": [[-0.01, 0, 0, 0.01], [0.01, 0, 0, 0.01]]}},
    "wall": {"floor": {"shape": "plane", "material": "m", "point": [0, 0, 0], "normal": [0, 0, 1]}},
    "image": {"view": {"every": 0.005, "size": [63, 47], "samples": 1}},
    "output": {"frames_every": 0.1, "log_every": 0.02, "walls_every": 0.1, "energies": True},
    "dump": {"a_grains": {"every": 0.1, "what": "pebbles", "format": "lammps"}, "a_pebbles": {"every": 0.1, "what": "pebbles"}, "all": {"every": 0.1, "what": "contacts", "format": "csv"}, "lines": {"every": 0.1, "what": "contacts"},
             "bodies": {"every": 0.1, "what": "clumps", "format": "csv"}},
    "profile": {"down": {"every": 0.1, "axis": "z", "bins": 5, "fields": ["volume_fraction", "velocity"]}},
    "monitor": {"count": {"every": 0.1, "type": "coordination"}, "load": {"every": 0.1, "type": "stress"}},
}
scenario["template"]["rod"]["pebbles"] = np.ravel(scenario["template"]["rod"]["pebbles"])
x, y, z = (a.ravel() for a in np.meshgrid([0.02, 0.06], [0.02, 0.06], [0.011, 0.035, 0.06], indexing="ij"))
state = {"template": ["rod" if k % 2 else "ball" for k in range(len(x))], "position": np.stack([x, y, z], axis=1),
         "velocity": np.tile([0.05, 0.02, -0.3], (len(x), 1))}
ranks = int(sys.argv[1])
run = clast.run(scenario, "out", ranks=ranks, clumps=state, mpirun=os.environ.get("MPIEXEC", "mpirun").split())

def check(text, good):
    print(("ok: " if good else "NOT: ") + text)

check("the run has finished", run.status == "finished" and run.scenario["title"] == scenario["title"])
log = run.log
check("columns of log.csv are numbers", log["step"].dtype.kind == "i" and len(log["time"]) == 11 and log.at(0.097)["step"][0] == 500)
first = run.pebbles(0)
check("the state that was written is the state at the start", np.abs(
    np.sort(first.where(first["member"] == 0)["clump_position"], axis=0) - np.sort(state["position"], axis=0)).max() < 1e-15)
check("frames have times", list(run.times()) == [0, 0.1, 0.2] and run.pebbles(0.12).time == 0.1 and run.pebbles().step == 1000)
clumps, last = run.clumps(), run.pebbles()
lead = last.where(last["member"] == 0)
check("the checkpoint has the clumps of the last frame",
      np.array_equal(clumps["position"], lead["clump_position"][np.argsort(lead["clump_id"])]) and clumps.boundary[0] == "periodic")
contacts = run.contacts("all")
total = contacts.where(contacts["wall"] == 1)["force"].sum(axis=0)
floor = run.walls.at(0.2)
check("forces of contacts on the floor are those of walls.csv", contacts.rows > 5 and np.allclose(-total, floor.vector("force")[0], rtol=1e-12))
check("contacts by time, by name, and by both",
      run.contacts().rows == contacts.rows and run.contacts(0.2).time == 0.2 and run.contacts("all", 0.2).rows == contacts.rows)
lines = run.contacts("lines")
check("a dump has the same in vtkhdf and csv", lines.rows == contacts.rows and
      np.allclose(np.sort(lines["normal_force"]), np.sort(contacts["normal_force"]), rtol=1e-15) and lines["ends"].shape == (lines.rows, 6))
bodies = run.dump("bodies", 0.2)
check("a table by its path", np.array_equal(clast.read_table("out/dump/bodies.csv").at(0.2)["x"], bodies["position"][:, 0]))
check("components of vectors", all(np.array_equal(clumps[name], clumps[of][:, k]) for of, names in (("position", ("x", "y", "z")),
      ("velocity", ("vx", "vy", "velocity_z")), ("angular_velocity", ("wx", "wy", "wz")), ("force", ("force_x", "force_y", "force_z")), ("orientation", ("qw", "qx", "qy", "qz")))
      for k, name in enumerate(names)) and "x" not in clumps and np.array_equal(clumps.vector("force"), clumps["force"]))
for table, name, told in ((log, "tme", "no column 'tme'; did you mean 'time'?; there are: step, time, dt,"), (clumps, "zz", "no column 'zz'; there are: "),
                          (clumps, "force_w", "did you mean 'force'"), (log, 3, "no column 3; there are: step")):
    try:
        table[name]
        check("a column that is not there", False)
    except KeyError as error:
        check("a column that is not there: " + str(name), told in str(error) and isinstance(error, clast.Error) and table.get(name) is None)
check("a dump of clumps has vectors", bodies["attitude"].shape == (12, 4) and np.array_equal(bodies["position"], clumps["position"]))
down = run.profile["down"].at(0.2)
volume = (down["volume_fraction"] * 0.06 * 0.1 * 0.1).sum()
# less what overlaps with the floor: some 1e-4 of the radius
check("a column has both of its names", np.array_equal(down["solid_fraction"], down["volume_fraction"]) and "solid_fraction" not in down)
check("a profile adds up to the volume of all bodies", abs(volume - clumps["mass"].sum() / 1000) < 1e-4 * volume)
check("a monitor and its units", run.monitor["count"].rows == 3 and "time" in run.monitor["count"] and run.monitor.units())
check("rows between two times", list(log.between(0.05, 0.13)["step"]) == [300, 400, 500, 600] and run.walls.between(0.1).rows == 1)
with open("out/events.csv", "w") as file:
    file.write("step,time,event,name\n5,0.5,happened,rest\n6,0.6,start,rest\n7,0.7,happened,rest\n")
check("the first time of an event", run.when("rest") == 0.5 and run.when("rest", "start") == 0.6)
clast.write_mesh([[0, 0, 0], [1 / 3, 0, 0], [0, 1, 0]], [(0, 1, 2)], "facet.obj")
check("a mesh is written", open("facet.obj").read() == "v 0 0 0\nv 0.33333333333333331 0 0\nv 0 1 0\nf 1 2 3\n")
for text, ask in (("an event that did not happen", lambda: run.when("feast")), ("a face without its corner", lambda: clast.write_mesh(np.zeros((3, 3)), [(0, 1, 3)], "wrong.obj")),
                  ("no run", lambda: clast.open("nowhere")), ("no such profile", lambda: run.profile["up"]), ("no such dump", lambda: run.dump("up")), ("a table that the run has not", lambda: run.table("outlets")),
                  ("a wrong scenario", lambda: clast.run({"run": {"end_tim": 1}}, "wrong"))):
    try:
        ask()
        check(text + " is an error", False)
    except clast.Error as error:
        check(text + " is an error: " + str(error).splitlines()[-1][:60], True)
os.remove("out/events.csv")
E2
for ranks in 1 2; do
  "$python" look.py $ranks >said 2>&1 || fail "the script runs on $ranks ranks" "$(tail -n 3 said)"
  while IFS= read -r line; do
    case $line in
    ok:*) pass "$ranks ranks: ${line#ok: }" ;;
    NOT:*) fail "$ranks ranks: ${line#NOT: }" ;;
    esac
  done <said
done

# Packages that are not there, or that cannot be imported: one message names the package, tells how to install it and what goes without it.
mkdir -p absent broken
for name in numpy h5py yaml pandas; do
  echo "raise ModuleNotFoundError('No module named \'$name\'', name='$name')" >absent/$name.py
  echo "raise ImportError('$name: its library\nis another one')" >broken/$name.py
done
without() # FOLDER PACKAGE [COMMAND]: the command, or the file ask.py, with the stand-in of one package
{
  rm -rf standing && mkdir standing && cp "$1/$2.py" standing && shift 2
  env PYTHONPATH="$work/standing:$PYTHONPATH" "$python" "${@:-ask.py}"
}
echo 'import clast' >ask.py
for how in absent broken; do
  status "clast.py, numpy $how" 1 without $how numpy
  says "  is told what to install" "ImportError: this python3, [^ ]*, has no numpy.*: .*install it by [^ ]* -m pip install numpy"
  says "  and what goes without it" 'the program clast runs without Python'
  is "  without the import that failed" "$(grep -c 'Traceback' "$out")" 1
  status "clast-plot, numpy $how" 2 without $how numpy "$srcdir/python/clast_plot.py" out
  is "  is told in a line" "$(grep -c '^clast-plot: this python3, .* has no numpy.*: .*pip install numpy' "$out"):$(wc -l <"$out")" 1:1
done
says "  with the reason" 'has no numpy that can be imported \(numpy: its library is another one\): '
while read -r name wheel ask; do
  printf 'import clast\ntry:\n    %s\nexcept clast.Error as error:\n    print(error)\nprint(clast.open("out").log.rows, "rows")\n' "$ask" >ask.py
  for how in absent broken; do
    check "$name $how" without $how $name
    is "  is told in a line, and tables are read" "$(grep -cE "^this python3, .*, has no $name.*: .*pip install $wheel.* without it|^11 rows" "$out"):$(wc -l <"$out")" 2:2
  done
done <<'E3'
h5py h5py clast.open("out").pebbles()
yaml pyyaml clast.open("out").scenario
pandas pandas clast.open("out").log.pandas()
E3
for script in render places; do
  check "$script.py in a python3 without ParaView" sh -c "! $python -S '$srcdir/jobs/$script.py' out"
  is "  is told to be called by pvpython" "$(grep -c "^$script.py: this python has no ParaView: call pvpython" "$out"):$(wc -l <"$out")" 1:1
done

file_type() { head -c 4 "$1" 2>/dev/null | tail -c 3; }
if command -v gnuplot >/dev/null; then
  check "clast-plot draws the run" "$python" "$srcdir/python/clast_plot.py" out
  is "a plot for energies, kinds, numbers, overlap, speed, walls, profile, monitor and stages" \
    "$(cd out/plots && for name in energies kinds contacts overlap speed walls profile-down-velocity stages; do test -s $name.svg || echo "no $name"; done)" ""
  is "all nine components of stress are drawn" \
    "$(cat out/plots/monitor-load-stress-*.svg | grep -oE '>stress_[xyz]{2}<' | sort -u | wc -l)" 9
  is "what is left out is named" "$(grep -c "constant and not drawn: .*walls-power" "$out")" 1
  is "  with its value" "$(grep -c "constant and not drawn: .*; clumps = 12" "$out")" 1
  is "  and not drawn" "$(ls out/plots/clumps.svg 2>&1 | grep -c 'No such')" 1
  is "the page holds every plot" "$(grep -c '<svg ' out/report.html)" "$(find out/plots -name '*.svg' | wc -l)"
  is "the title is text" "$(grep -c "<h1>it&#x27;s a box: rods &amp; balls</h1>" out/report.html)" 1
  is "the page tells times by stage" "$(grep -c '<td>contact</td><td>' out/report.html)" 1
  is "  of a room with several, its stages" "$(grep -c '<td>space</td>.*<td>&emsp;refresh</td>' out/report.html)" 1
  is "the last picture is in the page" "$(grep -c '<img src="data:image/png' out/report.html)" 1
  if command -v "${FFMPEG:-ffmpeg}" >/dev/null; then
    is "a film of the pictures" "$(test -s out/images/view.mp4 && grep -c '<video [a-z ]*src="data:video/mp4' out/report.html)" 1
    check "no film if it is not wanted" "$python" "$srcdir/python/clast_plot.py" -no-films out
    is "  then there is none in the page" "$(grep -c '<video' out/report.html)" 0
  else
    skip "a film of the pictures" "no ffmpeg"
  fi
  check "without ffmpeg" env FFMPEG=no-such-program "$python" "$srcdir/python/clast_plot.py" out
  says "  it is said that there is no film" "no film of the pictures was made, as no-such-program is not there"
  is "  in the page, too" "$(grep -c '<li>no film of the pictures' out/report.html)" 1
  check "a program that makes no film" env FFMPEG=false "$python" "$srcdir/python/clast_plot.py" out
  says "  is told, and the page is made" 'the film out/images/view\.mp4 could not be made'
  is "  and the warnings" "$(grep -c '<ul class="warnings"><li>' out/report.html)" 1
  is "  from warnings.txt" "$(grep -c 'impacts are not resolved' out/warnings.txt)" 1
  is "the page needs no other file" "$(grep -cE '(src|href)="(http|[a-z]*/)' out/report.html)" 0
  # Stress 1e5 times the strain along z in a cell that keeps its extent along x.
  cp -r out cell
  rm -r cell/plots cell/monitors
  mv cell/log.csv cell/plain.csv
  ${AWK:-awk} -F, 'BEGIN { OFS = "," } NR == 1 { print $0, "strain_xx", "strain_zz", "stress_xx", "stress_zz"; next }
    { print $0, 0, -0.01 * NR, -700, -1e3 * NR }' cell/plain.csv >cell/log.csv
  check "a cell that deforms" "$python" "$srcdir/python/clast_plot.py" -format png cell
  is "  its stresses over the strain that changes" "$(file_type cell/plots/stress-strain.png)" PNG
  is "  and its volume" "$(file_type cell/plots/volume-strain.png)" PNG
  is "  the strain that does not change is named" "$(grep -c "constant and not drawn: .*strains strain_xx = 0" "$out")" 1
  rm -r cell
  # A lid that moves down by 1e-5 m a row against a spring of 1e6 N/m, which it meets at the third.
  cp -r out pressed
  rm -r pressed/plots
  printf '  - lid: {type: servo, walls: [lid], direction: [0, 0, -2]}\n' | sed '1i motion:' >>pressed/resolved.yaml
  ${AWK:-awk} 'BEGIN {
    print "step,time,wall,force_x,force_y,force_z,torque_x,torque_y,torque_z,point_x,point_y,point_z,power,work"
    for (k = 0; k < 9; k++) {
      x = k > 2 ? 1e-5 * (k - 2) : 0
      for (j = 0; j < 2; j++) printf "%d,%g,%s,0,0,%.9g,0,0,0,0,0,0,%.9g,%.9g\n", k, k * 1e-3, j ? "lid" : "floor", (j ? 1 : -1) * 1e6 * x, j * 1e4 * x, j * 5e5 * x * x
    }
  }' >pressed/walls.csv
  check "a wall that presses" "$python" "$srcdir/python/clast_plot.py" -format png pressed
  is "  its force over its displacement" "$(file_type pressed/plots/force-displacement.png)" PNG
  cat >look.py <<'E4'
import numpy as np, clast, clast_plot
run = clast.open("pressed")
(plot,) = clast_plot.of_presses(run.table("walls"), run.scenario)
(label, x, y), = plot.curves
seen = np.isfinite(y)
print(label, np.allclose(y[seen], 1e6 * x[seen], rtol=1e-6), "%.3g" % x[-1], int(seen.sum()))
E4
  "$python" look.py >said 2>&1
  is "  that of the wall which moves, as the spring has it" "$(cat said)" "lid True 6e-05 6"
  # The same with the places of the walls: 1e-5 m a row from the start on, so that it is known without a load, too.
  ${AWK:-awk} -F, '{ print $0 "," (NR == 1 ? "shift_x,shift_y,shift_z,angle" : "0,0," ($3 == "lid" ? -1e-5 * $1 : 0) ",0") }' pressed/walls.csv >placed.csv
  mv placed.csv pressed/walls.csv
  sed -i 's/seen = .*/seen = x > -1/; s/1e-6)/1e-6, atol=1)/' look.py
  "$python" look.py >said 2>&1
  is "  and by the columns of its place" "$(cat said)" "lid True 6e-05 7"
  rm -r pressed
  status "no folder of a run" 2 "$python" "$srcdir/python/clast_plot.py" nowhere
  says "is said" "nowhere is no folder of a run"
  status "a folder of runs" 2 "$python" "$srcdir/python/clast_plot.py" .
  says "  is told which there are" "runs and sweeps in it: out"
  mkdir -p nowhere.bin
  status "without gnuplot" 2 env PATH="$work/nowhere.bin" "$(command -v "$python")" "$srcdir/python/clast_plot.py" out
  says "  is told what to install" 'clast-plot: gnuplot is not in PATH.*apt install gnuplot-nox'
  status "a python3 without numpy" 2 env -u PYTHONPATH "$python" -S "$srcdir/python/clast_plot.py" out
  says "  is told what to install or to call" "has no numpy: "

  # Two options, each with two values, and a vector: 1 + 10 a + b.
  mkdir sweep
  {
    echo 'row,name,a,b,place,status,exit_status,wall_time,clumps,outlets.csv:total_mass,none.csv:x'
    for row in 1,row-1,1,1 2,row-2,1,2 3,row-3,2,1 4,row-4,2,2; do
      IFS=, read -r number _ a b <<<"$row"
      echo "$row,\"0,$number\",finished,0,1.5,7,$((1 + 10 * a + b)),"
    done
    echo '5,row-5,9,9,"0,5",waiting,,,,,'
  } >sweep/sweep.csv
  check "clast-plot draws a sweep" "$python" "$srcdir/python/clast_plot.py" sweep
  is "  over each option, and over the component of a vector that was swept" "$(cd sweep/plots && echo *)" \
    "outlets.csv_total_mass-over-a.svg outlets.csv_total_mass-over-b.svg outlets.csv_total_mass-over-place_1_.svg"
  says "  what is the same in all rows is named" "these columns are the same in all rows and not drawn: clumps wall_time"
  says "  what has no numbers, too" "these columns have no numbers and are not drawn: none.csv:x"
  sed -i 's/^4,row-4,2,2/4,row-4,,2/' sweep/sweep.csv
  check "  a row with an empty cell" "$python" "$srcdir/python/clast_plot.py" sweep
  says "    is told not to be drawn over it" "a: 1 row has an empty cell, which stands for the value of the scenario, and is not drawn over it"
  is "  the page has its rows" "$(grep -o '<td>row-[0-9]</td>' sweep/report.html | wc -l)" 5
  sed 's/finished/failed/' sweep/sweep.csv >sweep/all.csv && mv sweep/all.csv sweep/sweep.csv
  status "a sweep of which no row has finished" 2 "$python" "$srcdir/python/clast_plot.py" sweep
  says "  is told so" "no row of the sweep has finished"

  cat >curves.py <<'E3'
import numpy as np
import clast, clast_plot

def check(text, good):
    print(("ok: " if good else "NOT: ") + text)

time = np.linspace(1, 3, 401)
mass, rate = clast_plot.of_outlets(clast.Table({"outlet": np.array(["hole"] * 401), "time": time, "total_mass": 0.01 * np.arange(1, 402)}), [])
check("the rate of an outlet that takes 2 kg/s", np.allclose(rate.curves[0][2][1:], 2, rtol=0.06) and mass.curves[0][2][-1] == 4.01)
check("  adds up to its mass", abs(np.sum(rate.curves[0][2]) * 2 / len(rate.curves[0][2]) - 4) < 1e-12)
long = clast_plot.thin(np.arange(50000.0), np.where(np.arange(50000) == 31234, 1.0, 0.0))
check("a long curve keeps its peak", len(long[0]) <= 2000 and long[0][np.argmax(long[1])] == 31234)
rows = {key: np.arange(10.0) for key in "x y z qw vx vy vz wx fx fy fz".split()}
rows.update(step=np.repeat(np.arange(5), 2), time=np.repeat(np.arange(5.0), 2), id=np.tile([3, 8], 5))
names = lambda table: [plot.name for plot in clast_plot.of_monitor("m", table, {}, [])]
check("a monitor of two clumps has a curve of each", names(clast.Table(rows)) == ["monitor-m-%s" % of for of in ("x", "y", "z", "speed", "force")]
      and [label for label, _, _ in clast_plot.of_monitor("m", clast.Table(rows), {}, [])[0].curves] == ["3", "8"])
one = clast.Table(rows).where(rows["id"] == 8)
check("a monitor of one clump has place, velocity and force", names(one) == ["monitor-m-%s" % of for of in ("position", "velocity", "force")])
E3
  "$python" curves.py >said 2>&1 || fail "curves.py runs" "$(tail -n 3 said)"
  while IFS= read -r line; do
    case $line in
    ok:*) pass "${line#ok: }" ;;
    NOT:*) fail "${line#NOT: }" ;;
    esac
  done <said
else
  note "gnuplot is not there: no plots"
fi

if "$python" -c 'import matplotlib' 2>/dev/null; then
  for name in repose chains sweep; do
    check "the notebook $name runs" env CLAST_TOP="$srcdir" CLAST_OUT="$work/notebooks" CLAST_SECONDS=0.2 \
      "$python" "$srcdir/tests/cli/notebook.py" "$srcdir/python/notebooks/$name.ipynb"
    is "  and draws a picture" "$(test -s "notebooks/$name.png" && echo yes)" yes
  done
else
  note "matplotlib is not there: notebooks are not run"
fi
tap_end
