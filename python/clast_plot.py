#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""clast-plot RUN [-o FOLDER] [-format svg|png]: plots of a run of clast, and RUN/report.html, a page that holds them all.

Plots go to RUN/plots, or to the folder of -o, with the page beside them: energies, losses by kind, counts, contacts, overlaps and speed
from log.csv, forces on walls, profiles and monitors at the last time, imbalance of ranks, wall time by stage. Of the pictures of each
object of `image:` a film is made if there is ffmpeg (-no-films: none; FFMPEG: another program of that kind). Needs numpy and gnuplot.
Exit status: 0 done; 2 no folder of a run, or gnuplot is not there.
"""
import argparse
import base64
import glob
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import clast  # noqa: E402

MOST_CURVES = 8
COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"]


class Plot:
    """Curves over one axis: (label, x, y) each."""

    def __init__(self, name, title, x, y, curves, logarithmic=False):
        self.name, self.title, self.x, self.y, self.logarithmic = name, title, x, y, logarithmic
        self.curves = [(label, np.asarray(a, dtype=float), np.asarray(b, dtype=float)) for label, a, b in curves]
        self.curves = [curve for curve in self.curves if np.isfinite(curve[1] + curve[2]).any()]

    def draw(self, path, format):
        """Write it by gnuplot."""
        lines = opening(path, format, self.title, self.x, self.y)
        if self.logarithmic:
            lines.append("set logscale y")
        styles = ["with lines lw 2 lc rgb '%s' title %s" % (COLOURS[k % len(COLOURS)], quote(label)) for k, (label, _, _) in enumerate(self.curves)]
        lines.append("plot " + ", ".join("'-' using 1:2 " + style for style in styles))
        for _, x, y in self.curves:
            lines += ["%.9g %.9g" % (a, b) if np.isfinite(a + b) else "" for a, b in zip(x, y)] + ["e"]
        gnuplot(lines)


class Bars:
    """Bars of one length each, with names, the longest at the top, and a mark beyond: (name, length, mark) each."""

    def __init__(self, name, title, x, rows):
        self.name, self.title, self.x = name, title, x
        self.curves = sorted(rows, key=lambda row: row[1])

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
                ("dissipated", "dissipated"), ("supplied", "supplied")]
    plots.append(Plot("energies", "Energies", "time, s", "energy, J", [(label, time, log[name]) for label, name in energies if name in log]))
    kinds = [name for name in log if re.match(r"(energy|loss|lost|stored)_", name)]
    if kinds:
        plots.append(Plot("kinds", "Energies by kind", "time, s", "energy, J", [(name, time, log[name]) for name in kinds]))
    plots += [Plot(name, name.capitalize(), "time, s", "number", [(name, time, log[name])]) for name in ("clumps", "contacts") if name in log]
    if "max_overlap" in log:
        plots.append(Plot("overlap", "Largest overlap", "time, s", "overlap, m", [("max_overlap", time, log["max_overlap"])]))
    if "wall_time" in log and len(time) > 2:
        passed, steps = np.diff(log["wall_time"]), np.diff(log["step"])
        with np.errstate(divide="ignore", invalid="ignore"):
            speed = np.where(passed > 0, steps / passed, np.nan)
        plots.append(Plot("speed", "Speed", "time, s", "steps per second of wall time", [("steps/s", time[1:], speed)]))
    return plots


def of_walls(walls):
    """Force on each wall over time."""
    curves = []
    for name in list(dict.fromkeys(walls["wall"].tolist()))[:MOST_CURVES]:
        rows = walls.where(walls["wall"] == name)
        curves.append((str(name), rows["time"], np.linalg.norm(rows.vector("force"), axis=1)))
    return [Plot("walls", "Force on walls", "time, s", "force, N", curves)]


def of_profile(name, table, units):
    """The columns of a profile at its last time over the middle of the bins, columns of one field in one plot."""
    last, plots, fields = table.at(table["time"].max()), [], {}
    place = [key for key in last if key in ("from", "to")]
    x = 0.5 * (last["from"] + last["to"]) if len(place) == 2 else np.arange(last.rows)
    for key in last:
        if key in ("step", "time", "bin", "from", "to") or last[key].dtype.kind not in "fi":
            continue
        fields.setdefault(re.sub(r"_([xyz]|[xyz]{2})$", "", key), []).append(key)
    for field, keys in fields.items():
        unit = units.get(keys[0], "")
        plots.append(Plot("profile-%s-%s" % (name, field), "Profile %s, t = %g s" % (name, last.time), "middle of the bin, m",
                          field + (", " + unit if unit not in ("", "-", "1") else ""), [(key, x, last[key]) for key in keys]))
    return plots


def of_monitor(name, table, units):
    """Columns of a monitor with one row a time, over time."""
    if len(table.times()) < 2 or len(table.times()) != table.rows:
        return []
    plots, fields = [], {}
    for key in table:
        if key not in ("step", "time") and table[key].dtype.kind in "fi":
            fields.setdefault(re.sub(r"_([xyz]|[xyz]{2})$", "", key), []).append(key)
    for field, keys in fields.items():
        unit = units.get(keys[0], "")
        plots.append(Plot("monitor-%s-%s" % (name, field), "Monitor " + name, "time, s", field + (", " + unit if unit not in ("", "-", "1") else ""),
                          [(key, table["time"], table[key]) for key in keys[:MOST_CURVES]]))
    return plots


def units_of(folder):
    """Units of columns, none where the file is not there."""
    try:
        return folder.units()
    except (clast.Error, KeyError):
        return {}


def plots_of(run):
    """All plots that the tables of a run give."""
    plots, tables = [], run.tables()
    for name, make in (("log", of_log), ("walls", of_walls)):
        if name in tables and run.table(name).rows:
            plots += make(run.table(name))
    for folder, make in ((run.profile, of_profile), (run.monitor, of_monitor)):
        units = units_of(folder)
        for name in folder:
            if folder[name].rows:
                plots += make(name, folder[name], units)
    if "balance" in tables and run.table("balance").rows > 1:
        rows = run.table("balance")
        plots.append(Plot("imbalance", "Work of the busiest rank over the mean", "time, s", "imbalance",
                          [("before", rows["time"], rows["imbalance_before"]), ("after", rows["time"], rows["imbalance_after"])]))
    plots.append(Bars("stages", "Wall time by stage", "mean of the ranks, s; the dot: the slowest rank", times_of(run)))
    return [plot for plot in plots if plot.curves]


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


def film_of(pictures, path, rate):
    """Make a film of pictures, MP4 (H.264) that all browsers play: sizes must be even. False: there is no ffmpeg, or it failed."""
    program = shutil.which(os.environ.get("FFMPEG", "ffmpeg"))
    if not program or len(pictures) < 2:
        return False
    command = [program, "-y", "-loglevel", "error", "-f", "image2pipe", "-c:v", "png", "-framerate", "%g" % rate, "-i", "-", "-c:v", "libx264",
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
        print("clast-plot: no film %s: %s" % (path, said), file=sys.stderr)
    return film.returncode == 0


def films_of(run, rate):
    """A film of each object of the section image, if there is ffmpeg."""
    films = [(run.file("images", name + ".mp4"), pictures) for name, pictures in pictures_of(run).items()]
    return [path for path, pictures in films if film_of(pictures, path, rate)]


PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>%(title)s</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } td { padding: .15rem 1rem .15rem 0; vertical-align: top; } td:first-child { color: #666; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(30rem, 1fr)); gap: 1rem; }
.plots svg, .plots img, .pictures img, .pictures video { width: 100%%; height: auto; border: 1px solid #ddd; }
pre { background: #f6f6f6; padding: 1rem; overflow-x: auto; font-size: 12px; }
</style></head><body>
<h1>%(title)s</h1>
<table>%(facts)s</table>
%(warnings)s
%(pictures)s
<h2>Plots</h2>
<div class="plots">
%(plots)s
</div>
%(stages)s
<h2>Options</h2>
<details><summary>resolved.yaml: every option with its value</summary><pre>%(options)s</pre></details>
</body></html>
"""


def title_of(text, path):
    """The title of the scenario, else the name of the folder."""
    match = re.search(r"^title: *(.+)$", text, flags=re.M)
    return match[1].strip().strip("'\"") if match else os.path.basename(os.path.abspath(path))


def report(run, folder, drawn, films):
    """Write report.html to the folder."""
    with open(run.file("resolved.yaml"), encoding="utf-8") as file:
        options = file.read()
    pictures = [found[-1] for found in pictures_of(run).values()] + films
    page = PAGE % {
        "title": html.escape(title_of(options, run.path)),
        "facts": "".join("<tr><td>%s</td><td>%s</td></tr>" % (html.escape(name), html.escape(value)) for name, value in head_of(run)),
        "pictures": '<h2>Pictures</h2><div class="pictures plots">%s</div>' % "".join(embed(path) for path in pictures) if pictures else "",
        "plots": "\n".join("<div>%s</div>" % embed(path) for path in drawn),
        "options": html.escape(options),
        "stages": stages_of(run),
        "warnings": "<h2>Warnings</h2><ul>%s</ul>" % "".join("<li>%s</li>" % html.escape(line) for line in warnings_of(run))
                    if warnings_of(run) else "",
    }
    path = os.path.join(folder, "report.html")
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(page)
    os.replace(path + ".new", path)
    return path


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="clast-plot", description="Plots of a run of clast, and a page that holds them all.")
    parser.add_argument("run", help="folder of the run")
    parser.add_argument("-o", dest="folder", help="folder of plots/ and report.html (default: that of the run)")
    parser.add_argument("-format", choices=("svg", "png"), default="svg", help="format of the plots")
    parser.add_argument("-no-films", dest="films", action="store_false", help="make no films of pictures")
    parser.add_argument("-rate", type=float, default=25, help="pictures of a film in a second (default: 25)")
    given = parser.parse_args(arguments)
    if not given.rate > 0:
        parser.error("-rate: must be above 0")
    try:
        run = clast.open(given.run)
        if not shutil.which("gnuplot"):
            raise clast.Error("gnuplot is not there: it draws the plots (apt install gnuplot-nox)")
        folder = given.folder or given.run
        os.makedirs(os.path.join(folder, "plots"), exist_ok=True)
        drawn = []
        for plot in plots_of(run):
            drawn.append(os.path.join(folder, "plots", "%s.%s" % (plot.name, given.format)))
            plot.draw(drawn[-1], given.format)
        films = films_of(run, given.rate) if given.films else []
        page = report(run, folder, drawn, films)
        print("clast-plot: %d plots, %s%s" % (len(drawn), "%d films, " % len(films) if films else "", page))
    except (clast.Error, OSError) as error:
        print("clast-plot: %s" % error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
