#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""clast-plot RUN [-o FOLDER] [-format svg|png]: plots of a run of clast, and RUN/report.html, a page that holds them all.

Plots go to RUN/plots, or to the folder of -o, with the page beside them: mass and rate of outlets, loads, power and work of walls,
monitors, profiles at the last time, stress and volume over the strain of a cell that deforms, energies, losses by kind, counts;
contacts, overlaps, speed, imbalance of ranks, wall time by stage. Events are marked. Curves over time that are constant, and others that
are zero throughout, are left out, and named with their value. Of the pictures of each object of `image:` a film is made if there is
ffmpeg (-no-films: none; FFMPEG: another program of that kind). RUN may be the folder of a sweep: then its results are drawn over the
options that were swept. Needs numpy and gnuplot.
Exit status: 0 done; 2 no folder of a run or of a sweep, or numpy or gnuplot is not there.
"""
import argparse
import base64
import glob
import html
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    import clast
except ImportError as missing:
    if __name__ != "__main__":
        raise
    print("clast-plot: %s" % missing, file=sys.stderr)
    sys.exit(2)
import numpy as np  # noqa: E402

MOST_MARKS = 8  # events with a mark; more would cover the curves
MOST_NAMED = 16  # walls, or clumps of a monitor, with a curve each
MOST_POINTS = 2000  # of a curve: as many as a plot has columns of pixels, and more
TENSOR = ("xx", "yy", "zz", "xy", "yx", "xz", "zx", "yz", "zy")
COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"]


class Plot:
    """Curves over one axis: (label, x, y) each. `pairs`: every two have one colour, the second dashed. `points`: marked. `aside`: of
    the run itself, not of what was simulated. `left`: label and value of the curves that are left out: constant ones over time, and others
    that are zero throughout."""

    def __init__(self, name, title, x, y, curves, pairs=False, points=False, aside=False):
        self.name, self.title, self.x, self.y = re.sub(r"[^\w.-]", "_", name), title, x, y
        self.pairs, self.points, self.aside, self.marks = pairs, points, aside, []
        curves = [(label, np.asarray(a, dtype=float), np.asarray(b, dtype=float)) for label, a, b in curves]
        curves = [curve for curve in curves if np.isfinite(curve[1] + curve[2]).any()]
        self.left = {label: y[np.isfinite(y)][0] for label, _, y in curves if is_constant(y, only_zero=x != "time, s")}
        self.styles = [(k // 2 % len(COLOURS), 1 + k % 2) if pairs else (k % len(COLOURS), 1 + k // len(COLOURS) % 5) for k in range(len(curves))]
        self.styles = [style for style, curve in zip(self.styles, curves) if curve[0] not in self.left]
        self.curves = [curve for curve in curves if curve[0] not in self.left]

    def draw(self, path, format):
        """Write it by gnuplot."""
        lines = opening(path, format, self.title, self.x, self.y)
        first, last = (end([end(x[np.isfinite(x + y)]) for _, x, y in self.curves]) for end in (min, max))
        for time, name in self.marks if self.x == "time, s" else []:
            if not first <= time <= last:
                continue
            lines.append("set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead back dt 2 lc rgb '#999999'" % (time, time))
            lines.append("set label %s at first %.9g, graph 0.98 rotate by 90 right offset character -0.6,0 font ',9' textcolor rgb '#777777' noenhanced"
                         % (quote(name), time))
        ordered = all(len(np.unique(x)) == len(x) for _, x, _ in self.curves) and len(self.curves) > 1
        kind = ("linespoints lw 1 pt 7 ps 0.8" if ordered else "points pt 7 ps 0.8") if self.points else "lines lw 2"
        if self.points:
            lines.append("set offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05")
        if [label for label, _, _ in self.curves] == [""]:
            lines.append("unset key")
        styles = ["with %s lc rgb '%s'%s title %s" % (kind, COLOURS[colour], "" if self.points else " dt %d" % dash, quote(label))
                  for (label, _, _), (colour, dash) in zip(self.curves, self.styles)]
        lines.append("plot " + ", ".join("'-' using 1:2 " + style for style in styles))
        for _, x, y in self.curves:
            lines += ["%.9g %.9g" % (a, b) if np.isfinite(a + b) else "" for a, b in zip(*thin(x, y))] + ["e"]
        gnuplot(lines)


def is_constant(y, only_zero):
    """Whether all finite values are the same, or zero."""
    finite = y[np.isfinite(y)]
    return not finite.any() if only_zero else len(np.unique(finite)) == 1 and (len(finite) > 1 or not finite[0])


def thin(x, y):
    """The least and the largest value in each of many short pieces of a long curve: it looks the same."""
    if len(y) <= MOST_POINTS:
        return x, y
    kept = []
    for piece in np.array_split(np.arange(len(y)), MOST_POINTS // 2):
        finite = piece[np.isfinite(y[piece])]
        kept += sorted({finite[np.argmin(y[finite])], finite[np.argmax(y[finite])]}) if len(finite) else [piece[0]]
    return x[kept], y[kept]


class Bars:
    """Bars of one length each, with names, the longest at the top, and a mark beyond: (name, length, mark) each."""

    def __init__(self, name, title, x, rows):
        self.name, self.title, self.x = name, title, x
        self.curves = sorted(rows, key=lambda row: row[1])
        self.aside, self.left, self.marks = True, {}, []

    def draw(self, path, format):
        """Write them by gnuplot."""
        lines = opening(path, format, self.title, self.x, "")
        lines += ["set style fill solid", "set xrange [0:*]", "set yrange [-0.7:%g]" % (len(self.curves) - 0.3), "unset key", "unset grid", "set grid x"]
        lines.append("set ytics (%s) noenhanced" % ", ".join("%s %d" % (quote(name), k) for k, (name, _, _) in enumerate(self.curves)))
        lines.append("plot '-' using (0):0:(0):1:($0-0.35):($0+0.35) with boxxyerror lc rgb '%s', '-' using 1:0 with points pt 7 lc rgb '%s'"
                     % (COLOURS[0], COLOURS[1]))
        for column in (1, 2):
            lines += ["%.9g" % row[column] for row in self.curves] + ["e"]
        gnuplot(lines)


def quote(text):
    """As a string of gnuplot."""
    return "'%s'" % text.replace("'", "''")


def opening(path, format, title, x, y):
    """The first lines of a plot."""
    terminal = "svg size 720,400 font 'sans,12' background '#ffffff'" if format == "svg" else "pngcairo size 900,500 font 'sans,12'"
    return ["set terminal %s" % terminal, "set output %s" % quote(path), "set grid", "set title %s noenhanced" % quote(title),
            "set xlabel %s noenhanced" % quote(x), "set ylabel %s noenhanced" % quote(y), "set key outside right top noenhanced"]


def gnuplot(lines):
    """Run gnuplot."""
    done = subprocess.run(["gnuplot"], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise clast.Error("gnuplot: " + done.stdout.strip())


def of_log(log):
    """Plots of log.csv."""
    time, plots = log["time"], []
    energies = [("translational", "kinetic_translational"), ("rotational", "kinetic_rotational"), ("potential", "potential"),
                ("dissipated", "dissipated"), ("supplied", "supplied"), ("entered", "entered"), ("left", "left"), ("changed", "changed")]
    plots.append(Plot("energies", "Energies", "time, s", "energy, J", [(label, time, log[name]) for label, name in energies if name in log]))
    kinds = [name for name in log if re.match(r"(energy|loss|lost|stored)_", name)]
    if kinds:
        plots.append(Plot("kinds", "Energies by kind", "time, s", "energy, J", [(name, time, log[name]) for name in kinds]))
    plots += [Plot(name, name.capitalize(), "time, s", "number", [(name, time, log[name])]) for name in ("clumps", "contacts") if name in log]
    plots += of_cell(log)
    if "max_overlap" in log:
        plots.append(Plot("overlap", "Largest overlap", "time, s", "overlap, m", [("max_overlap", time, log["max_overlap"])], aside=True))
    if "wall_time" in log and len(time) > 2:
        passed, steps = np.diff(log["wall_time"]), np.diff(log["step"])
        with np.errstate(divide="ignore", invalid="ignore"):
            speed = np.where(passed > 0, steps / passed, np.nan)
        plots.append(Plot("speed", "Speed", "time, s", "steps per second of wall time", [("steps/s", time[1:], speed)], aside=True))
    return plots


def of_cell(log):
    """Of a cell that deforms: stresses and the change of volume over the strain that changes most, and all strains over time."""
    strains = [name for name in log if re.fullmatch(r"strain_[xyz]{2}", name)]
    if not strains:
        return []
    largest = max(strains, key=lambda name: np.ptp(log[name]))
    stresses = ["stress_" + part for part in TENSOR if "stress_" + part in log]
    normal = [name for name in strains if name[-1] == name[-2]]
    plots = [Plot("strains", "Strains of the cell", "time, s", "strain", [(name, log["time"], log[name]) for name in strains])]
    if not np.ptp(log[largest]):
        return plots
    plots.append(Plot("stress-strain", "Stress over strain", largest, "stress, Pa", [(name, log[largest], log[name]) for name in stresses]))
    if len(normal) > 1:
        plots.append(Plot("volume-strain", "Change of volume over strain", largest, "volumetric strain",
                          [("volume", log[largest], np.expm1(sum(log[name] for name in normal)))]))
    return plots


def of_walls(walls, notes):
    """Force on each wall over time, and of each its components, and the torque if it moves; power and work of all."""
    names = list(dict.fromkeys(walls["wall"].tolist()))
    if len(names) > MOST_NAMED:
        notes.append("walls: the first %d of %d are drawn" % (MOST_NAMED, len(names)))
    rows = {str(name): walls.where(walls["wall"] == name) for name in names[:MOST_NAMED]}
    plots = [Plot("walls", "Force of clumps on walls", "time, s", "force, N",
                  [(name, of["time"], np.linalg.norm(of.vector("force"), axis=1)) for name, of in rows.items()])]
    for name, of in rows.items():
        for load, unit, title in (("force", "N", "Force of clumps on wall %s"), ("torque", "N m", "Torque of clumps on wall %s, about its point")):
            if load == "force" or "power" in of and of["power"].any():
                curves = [("%s_%s" % (load, axis), of["time"], of["%s_%s" % (load, axis)]) for axis in "xyz"]
                plots.append(Plot("walls-%s-%s" % (name, load), title % name, "time, s", "%s, %s" % (load, unit), curves))
    for key, unit in (("power", "W"), ("work", "J")):
        if key in walls:
            plots.append(Plot("walls-" + key, "%s of walls on clumps" % key.capitalize(), "time, s", "%s, %s" % (key, unit),
                              [(name, of["time"], of[key]) for name, of in rows.items()]))
    return plots


def directions_of(scenario):
    """Of each wall, or group that is driven, the direction of its motions, a unit vector; of those that have several, or turn, none."""
    found = {}
    section = scenario.get("motion") or []
    for motion in (item for entry in section for item in entry.values()) if isinstance(section, list) else section.values():
        along = np.array(motion.get("direction", motion.get("velocity", 0)) if motion.get("type") in ("servo", "translate") else 0, dtype=float)
        size = np.linalg.norm(along)
        walls = motion.get("walls") or []
        for wall in [walls] if isinstance(walls, str) else walls:
            found.setdefault(str(wall), []).append(along.ravel() / size if size else None)
    return {wall: all_of[0] for wall, all_of in found.items()
            if all(e is not None and len(e) == len(all_of[0]) and abs(np.dot(e, all_of[0])) > 1 - 1e-9 for e in all_of)}


def of_presses(walls, scenario):
    """Of each wall that moves along one direction its force on the clumps along it, over its displacement since the first load. In tables
    without it that is the work over the force, summed up; while there is no load it is not known, and the curve has a gap."""
    curves = []
    for name, along in directions_of(scenario).items():
        of = walls.where(walls["wall"] == name)
        if not {"power", "work"} <= set(of) or of.rows < 3 or not of["power"].any():
            continue
        force = -of.vector("force")[:, :len(along)] @ along
        mean = 0.5 * (force[1:] + force[:-1])
        loaded = np.abs(mean) > 1e-3 * np.abs(force).max()
        first = np.argmax(np.append(loaded, True))
        if "shift_x" in of:
            moved = of.vector("shift")[:, :len(along)] @ along
            curves.append((str(name), moved[first:] - moved[first], force[first:]))
            continue
        moved = np.append(0, np.cumsum(np.where(loaded, np.diff(of["work"]) / np.where(loaded, mean, 1), 0)))
        curves.append((str(name), moved, np.where(np.append(loaded[0], loaded), force, np.nan)))
    return [Plot("force-displacement", "Force of walls on clumps along their motion", "displacement since the first load, m", "force, N", curves)]


def of_outlets(outlets, _):
    """Mass that each outlet has taken over time, and its rate: the mass of short spans by their length."""
    mass, rate = [], []
    for name in dict.fromkeys(outlets["outlet"].tolist()):
        rows = outlets.where(outlets["outlet"] == name)
        time, total = rows["time"], rows["total_mass"]
        mass.append((str(name), time, total))
        if rows.rows >= 20 and time[-1] > time[0]:
            edges = np.linspace(time[0], time[-1], 2 + min(rows.rows // 20, 60))
            at = np.append(0, total)[np.searchsorted(time, edges, side="right")]
            rate.append((str(name), 0.5 * (edges[1:] + edges[:-1]), np.diff(at) / np.diff(edges)))
    return [Plot("outlets-mass", "Mass that outlets have taken", "time, s", "mass, kg", mass),
            Plot("outlets-rate", "Rate of outlets", "time, s", "mass rate, kg/s", rate)]


def fields_of(table, units):
    """Columns of numbers, those of one vector together, of a tensor those of its diagonal and the others: (field, what its axis says, keys)."""
    fields = {}
    for key in table:
        if key in ("step", "time", "bin", "from", "to") or table[key].dtype.kind not in "fi":
            continue
        match = re.fullmatch(r"(.*)_([xyz]{1,2})", key)
        part = match[2] if match else ""
        name = key if not match else match[1] if len(part) == 1 else match[1] + ("-diagonal" if part[0] == part[1] else "-shear")
        fields.setdefault(name, []).append(key)
    for name, keys in fields.items():
        keys.sort(key=lambda key: TENSOR.index(key[-2:]) if key[-2:] in TENSOR else -1)
        unit = units.get(keys[0], "")
        yield name, name.split("-")[0] + (", " + unit if unit not in ("", "-", "1") else ""), keys


def of_profile(name, table, units, _):
    """The columns of a profile at its last time over the middle of the bins, columns of one field in one plot."""
    last = table.at(table["time"].max())
    x = 0.5 * (last["from"] + last["to"]) if "from" in last and "to" in last else np.arange(last.rows)
    return [Plot("profile-%s-%s" % (name, field), "Profile %s, t = %g s" % (name, last.time), "middle of the bin, m", y,
                 [(key, x, last[key]) for key in keys], pairs=field.endswith("-shear")) for field, y, keys in fields_of(last, units)]


def of_clumps(name, table, notes):
    """Place, velocity and force of the clumps of a monitor: components of one, of several x, y, z, speed and force of each."""
    ids, plots = np.unique(table["id"][np.isfinite(table["x"])]), []
    rows = [table.where(table["id"] == number) for number in ids[:MOST_NAMED]]
    if len(ids) > MOST_NAMED:
        notes.append("monitor %s: the first %d of %d clumps are drawn" % (name, MOST_NAMED, len(ids)))
    for field, letter, unit, size in (("position", "", "m", ""), ("velocity", "v", "m/s", "speed"), ("force", "f", "N", "|f|")):
        keys = [letter + axis for axis in "xyz"]
        if not all(key in table for key in keys):
            continue
        curves = {key: [(str(number), of["time"], of[key]) for number, of in zip(ids, rows)] for key in keys}
        if size:
            curves[size] = [(str(number), of["time"], np.sqrt(sum(of[key] ** 2 for key in keys))) for number, of in zip(ids, rows)]
        if len(rows) == 1:
            curves = {field: [(key, of[0][1], of[0][2]) for key, of in curves.items()]}
        elif size:
            curves = {field if field == "force" else size: curves[size]}
        plots += [Plot("monitor-%s-%s" % (name, key), "Monitor %s: %s" % (name, field if len(rows) == 1 else "clumps by id"), "time, s",
                       "%s, %s" % (key, unit), of) for key, of in curves.items()]
    notes.append("monitor %s: attitude, spin and torque are not drawn" % name)
    return plots


def of_monitor(name, table, units, notes):
    """Columns of a monitor with one row a time, over time."""
    if len(table.times()) < 2:
        return []
    if all(key in table for key in ("id", "x", "y", "z", "qw")):
        return of_clumps(name, table, notes)
    if len(table.times()) != table.rows:
        notes.append("monitor %s: it has several rows a time and is not drawn" % name)
        return []
    return [Plot("monitor-%s-%s" % (name, field), "Monitor " + name, "time, s", y, [(key, table["time"], table[key]) for key in keys],
                 pairs=field.endswith("-shear")) for field, y, keys in fields_of(table, units)]


def marks_of(run):
    """(time, event) of the first time that each event happened."""
    if "events" not in run.tables():
        return []
    events, marks = run.table("events"), {}
    if events.rows:
        for time, name in zip(*(events.where(events["event"] == "happened")[key] for key in ("time", "name"))):
            marks.setdefault(str(name), float(time))
    return [(time, name) for name, time in marks.items()][:MOST_MARKS]


def units_of(folder):
    """Units of columns, none where the file is not there."""
    try:
        return folder.units()
    except (clast.Error, KeyError):
        return {}


def plots_of(run, notes):
    """All plots that the tables of a run give, those of the run itself last. `notes`: lines that say what is not drawn."""
    plots, tables = [], run.tables()
    for name, make in (("outlets", of_outlets), ("walls", of_walls)):
        if name in tables and run.table(name).rows:
            plots += make(run.table(name), notes)
    if "walls" in tables and run.table("walls").rows:
        try:
            plots += of_presses(run.table("walls"), run.scenario)
        except clast.Error as error:
            notes.append("force over displacement of walls is not drawn: %s" % error)
    for folder, make in ((run.monitor, of_monitor), (run.profile, of_profile)):
        units = units_of(folder)
        for name in folder:
            if folder[name].rows:
                plots += make(name, folder[name], units, notes)
    if "log" in tables and run.log.rows:
        plots += of_log(run.log)
    if "balance" in tables and run.table("balance").rows > 1:
        rows = run.table("balance")
        plots.append(Plot("imbalance", "Work of the busiest rank over the mean", "time, s", "imbalance",
                          [("before", rows["time"], rows["imbalance_before"]), ("after", rows["time"], rows["imbalance_after"])], aside=True))
    plots.append(Bars("stages", "Wall time by stage", "mean of the ranks, s; the dot: the slowest rank", times_of(run)))
    marks = marks_of(run)
    for plot in plots:
        plot.marks = marks
    note_left(plots, notes)
    return sorted((plot for plot in plots if plot.curves), key=lambda plot: plot.aside)


def note_left(plots, notes):
    """One line that names the curves that are left out, with their values."""
    left = ["%s %s" % (plot.name, ", ".join("%s%.6g" % (label + " = " if label != plot.name and label else "= ", value)
                                            for label, value in plot.left.items())) for plot in plots if plot.left]
    if left:
        notes.append("these columns are constant and not drawn: " + "; ".join(left))


def numbers_of(column):
    """The numbers of a column, of a vector in it those of each component that differs: {suffix: numbers}. None: these are words."""
    try:
        parts = np.array([[float(part) for part in str(cell).strip("[] ").split(",")] for cell in column])
    except ValueError:
        return {}
    several = parts.shape[1] > 1
    return {"[%d]" % k if several else "": parts[:, k] for k in range(parts.shape[1]) if not several or len(np.unique(parts[:, k])) > 1}


def plots_of_sweep(sweep, notes):
    """Results of the finished rows over each option that was swept; rows with other values of the other options are curves of their own."""
    rows, names = sweep.finished(), list(sweep.table)
    if "status" not in names or not rows.rows:
        raise clast.Error("%s: no row of the sweep has finished" % sweep.path)
    swept = [name for name in names[:names.index("status")] if name not in ("row", "name", "cost") and len(np.unique(rows[name])) > 1]
    results = [name for name in names if ":" in name] + [name for name in ("time", "clumps", "contacts", "max_overlap", "kinetic_translational",
                                                                           "dissipated", "wall_time") if name in names]
    empty = [name for name in results if rows[name].dtype.kind not in "fi" or not np.isfinite(rows[name]).any()]
    same = [name for name in results if name not in empty and len(np.unique(rows[name])) == 1]
    results = [name for name in results if name not in empty + same]
    if empty:
        notes.append("these columns have no numbers and are not drawn: " + " ".join(empty))
    if same:
        notes.append("these columns are the same in all rows and not drawn: " + " ".join(same))
    if not any(":" in name for name in names):
        notes.append("-sweep_collect FILE.csv:COLUMN of clast puts numbers of any table of the rows into sweep.csv; they are drawn here")
    axes = [(name, name + suffix, x) for name in swept for suffix, x in numbers_of(rows[name]).items()] or [("", "row", rows["row"])]
    for name, label, x in axes:
        empty = int(np.sum(~np.isfinite(np.asarray(x, dtype=float))))
        if empty:
            notes.append("%s: %d row%s an empty cell, which stands for the value of the scenario, and %s not drawn over it"
                         % (label, empty, " has" if empty == 1 else "s have", "is" if empty == 1 else "are"))
    plots = []
    for (name, label, x), result in itertools.product(axes, results):
        others = [other for other in swept if other != name]
        values = [", ".join("%s %s" % (other, rows[other][k]) for other in others) for k in range(rows.rows)]
        kinds = list(dict.fromkeys(values))
        cloud = len(kinds) > len(COLOURS) or len(kinds) == rows.rows and bool(others)
        curves = []
        for kind in [""] if cloud else kinds:
            chosen = [k for k in np.argsort(x, kind="stable") if cloud or values[k] == kind]
            curves.append((kind, x[chosen], rows[result][chosen]))
        plots.append(Plot("%s-over-%s" % (result, label), result, label, result, curves, points=True, aside=result == "wall_time"))
    note_left(plots, notes)
    return sorted((plot for plot in plots if plot.curves), key=lambda plot: plot.aside)


def warnings_of(run):
    """What the run warned of, a line each."""
    if not os.path.exists(run.file("warnings.txt")):
        return []
    with open(run.file("warnings.txt"), encoding="utf-8") as file:
        return file.read().splitlines()


def times_of(run):
    """(stage, mean of the ranks, the slowest rank) of the stages that took time, s."""
    if "stages" not in run.tables():
        return []
    stages = run.table("stages")
    return [(str(name), mean, most) for name, mean, most in zip(stages["stage"], stages["mean"], stages["largest"]) if mean > 0]


def stages_of(run):
    """The tree of times: rooms of the program, and their stages (ROOM: STAGE)."""
    times, rooms = times_of(run), {}
    for name, mean, most in times:
        rooms.setdefault(name.split(":")[0], []).append((name, mean, most))
    total = sum(mean for _, mean, _ in times)
    row = "<tr><td>%s%s</td><td>%.3g s</td><td>%.1f %%</td><td>%s</td></tr>"
    rows = []
    for room, stages in sorted(rooms.items(), key=lambda item: -sum(stage[1] for stage in item[1])):
        mean = sum(stage[1] for stage in stages)
        single = len(stages) == 1 and stages[0][0] == room
        rows.append(row % ("", html.escape(room), mean, 100 * mean / total, "%.2f" % (stages[0][2] / mean) if single else ""))
        for name, mean, most in sorted(stages, key=lambda stage: -stage[1]) if not single else ():
            step = name.split(":", 1)[1].strip() if ":" in name else "itself"
            rows.append(row % ("&emsp;", html.escape(step), mean, 100 * mean / total, "%.2f" % (most / mean)))
    if not rows:
        return ""
    return ("<h2>Wall time by stage</h2><table><tr><td>stage</td><td>mean of the ranks</td><td>share</td><td>slowest rank over mean</td></tr>%s"
            "</table>" % "".join(rows))


def head_of(run):
    """Facts for the head of the page."""
    facts = [("folder", os.path.abspath(run.path)), ("status", run.status)]
    log = run.log if "log" in run.tables() else clast.Table()
    if log.rows:
        facts += [("time", "%g to %g s, %d steps, dt = %g s" % (log["time"][0], log["time"][-1], log["step"][-1] - log["step"][0], log["dt"][-1])),
                  ("clumps", "%d of %d pebbles" % (log["clumps"][-1], log["pebbles"][-1])), ("contacts", "%d" % log["contacts"][-1]),
                  ("wall time", "%.3g s" % log["wall_time"][-1])]
    return facts


def embed(path):
    """A picture as a part of the page."""
    if path.endswith(".svg"):
        with open(path, encoding="utf-8") as file:
            return re.sub(r"^.*?(?=<svg)", "", file.read(), flags=re.S)
    with open(path, "rb") as file:
        data = base64.b64encode(file.read()).decode()
    if path.endswith(".mp4"):
        return '<video controls loop muted src="data:video/mp4;base64,%s"></video>' % data
    return '<img src="data:image/png;base64,%s" alt="">' % data


def pictures_of(run):
    """The pictures of each object of the section image, by its name, in the order of their numbers."""
    found = {}
    for path in glob.glob(run.file("images", "*.png")):
        match = re.match(r"(.*)-(\d+)\.png$", os.path.basename(path))
        if match:
            found.setdefault(match[1], []).append((int(match[2]), path))
    return {name: [path for _, path in sorted(found[name])] for name in sorted(found)}


def film_program():
    """The path of ffmpeg, or None."""
    return shutil.which(os.environ.get("FFMPEG", "ffmpeg"))


def film_of(pictures, path, rate):
    """Make a film of pictures, MP4 (H.264) that all browsers play: sizes must be even. False: ffmpeg failed."""
    command = [film_program(), "-y", "-loglevel", "error", "-f", "image2pipe", "-c:v", "png", "-framerate", "%g" % rate, "-i", "-", "-c:v", "libx264",
               "-crf", "18", "-pix_fmt", "yuv420p", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-movflags", "+faststart", path]
    with tempfile.TemporaryFile() as errors, subprocess.Popen(command, stdin=subprocess.PIPE, stderr=errors) as film:
        try:
            for picture in pictures:
                with open(picture, "rb") as file:
                    shutil.copyfileobj(file, film.stdin)
        except BrokenPipeError:  # it has ended early, and says why
            pass
        try:
            film.stdin.close()
        except BrokenPipeError:  # what was not yet written
            pass
        film.wait()
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    if film.returncode:
        print("clast-plot: the film %s could not be made: %s" % (path, said), file=sys.stderr)
    return film.returncode == 0


def films_of(run, rate, notes):
    """A film of each object of the section image, if there is ffmpeg."""
    films = [(run.file("images", name + ".mp4"), pictures) for name, pictures in pictures_of(run).items() if len(pictures) > 1]
    if films and not film_program():
        notes.append("no film of the pictures was made, as %s is not there (apt install ffmpeg)" % os.environ.get("FFMPEG", "ffmpeg"))
        return []
    return [path for path, pictures in films if film_of(pictures, path, rate)]


PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>%(title)s</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } td { padding: .15rem 1rem .15rem 0; vertical-align: top; } td:first-child { color: #666; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(30rem, 1fr)); gap: 1rem; }
.plots svg { width: 100%%; height: auto; border: 1px solid #ddd; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; }
.plots img, .pictures img, .pictures video { max-width: 100%%; height: auto; border: 1px solid #ddd; }
.notes { color: #666; font-size: 13px; } .rows { overflow-x: auto; }
pre { background: #f6f6f6; padding: 1rem; overflow-x: auto; font-size: 12px; }
</style></head><body>
<h1>%(title)s</h1>
<table>%(facts)s</table>
%(parts)s
</body></html>
"""


def title_of(text, path):
    """The title of the scenario, else the name of the folder."""
    match = re.search(r"^title: *(.+)$", text, flags=re.M)
    return match[1].strip().strip("'\"") if match else os.path.basename(os.path.abspath(path))


def plots_part(title, paths):
    """A section of plots."""
    return '<h2>%s</h2>\n<div class="plots">\n%s\n</div>' % (title, "\n".join("<div>%s</div>" % embed(path) for path in paths)) if paths else ""


def list_part(title, kind, lines):
    """A section of lines."""
    return "%s<ul class=\"%s\">%s</ul>" % ("<h2>%s</h2>" % title if title else "", kind, "".join("<li>%s</li>" % html.escape(line) for line in lines)) \
        if lines else ""


def write_page(folder, title, facts, parts):
    """Write report.html to the folder."""
    page = PAGE % {
        "title": html.escape(title),
        "facts": "".join("<tr><td>%s</td><td>%s</td></tr>" % (html.escape(name), html.escape(value)) for name, value in facts),
        "parts": "\n".join(part for part in parts if part),
    }
    path = os.path.join(folder, "report.html")
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(page)
    os.replace(path + ".new", path)
    return path


def report(run, folder, drawn, films, notes):
    """The page of a run."""
    with open(run.file("resolved.yaml"), encoding="utf-8") as file:
        options = file.read()
    pictures = [found[-1] for found in pictures_of(run).values()] + films
    return write_page(folder, title_of(options, run.path), head_of(run), [
        list_part("Warnings", "warnings", warnings_of(run)),
        '<h2>Pictures</h2><div class="pictures">%s</div>' % "".join(embed(path) for path in pictures) if pictures else "",
        plots_part("Plots", [path for plot, path in drawn if not plot.aside]), plots_part("The run itself", [path for plot, path in drawn if plot.aside]),
        list_part("", "notes", notes), stages_of(run),
        "<h2>Options</h2>\n<details><summary>resolved.yaml: every option with its value</summary><pre>%s</pre></details>" % html.escape(options)])


def report_of_sweep(sweep, folder, drawn, notes):
    """The page of a sweep."""
    table = sweep.table
    names = [name for name in table if name in list(table)[:list(table).index("wall_time") + 1] or ":" in name or name in ("time", "clumps")]
    cell = lambda value: html.escape("%.6g" % value if isinstance(value, float) else str(value))  # noqa: E731
    rows = ["<tr>%s</tr>" % "".join("<td>%s</td>" % cell(table[name][k].item()) for name in names) for k in range(table.rows)]
    counts = ["%d %s" % (np.sum(table["status"] == status), status) for status in np.unique(table["status"])]
    return write_page(folder, "Sweep " + os.path.basename(os.path.abspath(sweep.path)), [("folder", os.path.abspath(sweep.path)), ("rows", ", ".join(counts))], [
        plots_part("Plots", [path for _, path in drawn]), list_part("", "notes", notes),
        '<h2>Rows</h2><div class="rows"><table><tr>%s</tr>%s</table></div>' % ("".join("<td>%s</td>" % html.escape(name) for name in names), "".join(rows))])


def draw(plots, folder, format):
    """Write the plots to FOLDER/plots: (plot, path) of each."""
    os.makedirs(os.path.join(folder, "plots"), exist_ok=True)
    drawn = [(plot, os.path.join(folder, "plots", "%s.%s" % (plot.name, format))) for plot in plots]
    for plot, path in drawn:
        plot.draw(path, format)
    return drawn


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="clast-plot", description="Plots of a run or of a sweep of clast, and a page that holds them all.")
    parser.add_argument("run", help="folder of the run or of the sweep")
    parser.add_argument("-o", dest="folder", help="folder of plots/ and report.html (default: that of the run)")
    parser.add_argument("-format", choices=("svg", "png"), default="svg", help="format of the plots")
    parser.add_argument("-no-films", dest="films", action="store_false", help="make no films of pictures")
    parser.add_argument("-rate", type=float, default=25, help="pictures of a film in a second (default: 25)")
    given = parser.parse_args(arguments)
    if not given.rate > 0:
        parser.error("-rate: must be above 0")
    folder, notes, films = given.folder or given.run, [], []
    try:
        sweep = clast.open_sweep(given.run) if os.path.exists(os.path.join(given.run, "sweep.csv")) else None
        run = None if sweep else clast.open(given.run)
        if not shutil.which("gnuplot"):
            raise clast.Error("gnuplot is not in PATH: it draws the plots; on Debian and Ubuntu install it by apt install gnuplot-nox. "
                              "clast.py reads tables without it")
        drawn = draw(plots_of_sweep(sweep, notes) if sweep else plots_of(run, notes), folder, given.format)
        if run and given.films:
            films = films_of(run, given.rate, notes)
        page = report_of_sweep(sweep, folder, drawn, notes) if sweep else report(run, folder, drawn, films, notes)
        for note in notes:
            print("clast-plot: " + note)
        print("clast-plot: %d plots%s are in %s" % (len(drawn), " and %d film%s" % (len(films), "" if len(films) == 1 else "s") if films else "", page))
    except (clast.Error, OSError) as error:
        print("clast-plot: %s" % error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
