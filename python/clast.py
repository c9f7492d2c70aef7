# SPDX-License-Identifier: MIT
"""Read the runs of clast, and start them, from Python. Needs numpy; frames and checkpoints need h5py, reading scenarios PyYAML.

    import clast
    run = clast.open("out/drum")
    run.log["kinetic_translational"]          # a column of log.csv, an array
    run.when("rest")                          # time of an event, s
    run.times("pebbles")                      # times of the frames, s
    pebbles = run.pebbles(0.5)                # the frame nearest to that time
    clumps = run.clumps()                     # the newest checkpoint
    contacts = run.contacts(0.5)              # of the section dump, what: contacts
    run.profile["down"].at(0.5)["velocity_x"] # rows of a profile at one time
    run.scenario["material"]                  # resolved.yaml

A simulation in this process, step by step, is clast.Simulation (clast_simulation.py), which needs the shared library of clast:

    with clast.Simulation("heap.yaml") as s:
        for _ in s.steps(1000):
            print(s.time, s.view("clumps", "position").mean(axis=0))

Tables are dictionaries of arrays, by the names of columns that docs/reference/files.md gives; vectors have a second axis. Units are those of
the scenario. Nothing in this file changes a run.
"""
import csv
import difflib
import glob
import json
import os
import re
import shutil
import subprocess
import sys


def _lacks(module, wheel, debian, error, rest):
    """What is said where a package cannot be imported: which one, how to install it, what it is for and what goes without it.

    module, wheel, debian   its name for import, for pip and for apt
    error                   of its import
    rest                    what it is for, what goes without it
    """
    here, system = sys.executable or "python3", "/usr/bin/python3"
    cure = "install it by %s -m pip install %s" % (here, wheel)
    if not os.path.exists(system) or os.path.realpath(system) == os.path.realpath(here):
        cure += ", or on Debian and Ubuntu by apt install " + debian
    elif subprocess.run([system, "-c", "import " + module], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        cure = "call %s, which has it, or %s" % (system, cure)  # the system's has what its package manager installed
    unfit = "" if isinstance(error, ModuleNotFoundError) else " that can be imported (%s)" % " ".join(str(error).split())
    return "this python3, %s, has no %s%s: %s. %s" % (here, module, unfit, cure, rest)


try:
    import numpy as np
except ImportError as missing:
    raise ImportError(_lacks("numpy", "numpy", "python3-numpy", missing, "All of clast.py and clast-plot needs it; the program clast runs "
                             "without Python, and its tables, such as log.csv, are text.")) from None

__version__ = "0.1.0"
# what clast_simulation.py has, which is read when one of these is asked for
_IN_PROCESS = ("Simulation", "Grid", "Status", "Bodies", "Picture", "View", "Mistake", "Mistakes", "FileFailed", "Stopped", "Broken", "Stale",
               "NoLibrary")
__all__ = ["open", "open_sweep", "read_table", "run", "examples", "write_clumps", "write_mesh", "write_scenario", "scenario_text", "Run", "Sweep", "Table", "Error", "NoColumn"]
__all__ += _IN_PROCESS


def __getattr__(name):
    if name in _IN_PROCESS:
        import clast_simulation

        return getattr(clast_simulation, name)
    raise AttributeError("module clast has no %r; there are: %s" % (name, ", ".join(__all__)))


def __dir__():
    return sorted(set(globals()) | set(__all__))


# What asks for tables that a run need not have.
_ASKED = {"walls": ": output: walls_every asks for it", "bodies": ": output: bodies_every asks for it",
          "pebbles": ": output: bodies_pebbles asks for it", "outlets": ": it is of runs with an outlet",
          "events": ": it is of runs with events, springs or bonds"}


# Words for one thing in columns of tables and keys of scenarios: either gives the column that is there.
_SAME_WORDS = (("solid_fraction", "volume_fraction"), ("spin", "angular_velocity"))


class Error(Exception):
    """Something that was asked for is not there, or clast ended with an error."""


class NoColumn(Error, KeyError):
    """A table has no column of this name."""

    __str__ = Exception.__str__  # KeyError shows the quotes of a key


# Components of vectors in files of clumps and in tables.
_LETTERS = {"position": ("x", "y", "z"), "velocity": ("vx", "vy", "vz"), "angular_velocity": ("wx", "wy", "wz"),
            "attitude": ("qw", "qx", "qy", "qz")}


def _component(table, name):
    """The component of a vector that this is the name of: x of position, vx of velocity, force_x of force; None: there is none."""
    for vector, column in table.items():
        if column.ndim != 2:
            continue
        letters = _LETTERS.get({"orientation": "attitude", "point": "position"}.get(vector, vector), ())
        for names in (letters, [vector + "_" + axis for axis in "xyz"]):
            if name in names and len(names) == column.shape[1]:
                return column[:, list(names).index(name)]
    return None


class Table(dict):
    """Columns of equal length by name. `time` and `step` of a table at one time are numbers, else None."""

    def __init__(self, columns=(), time=None, step=None):
        super().__init__(columns)
        self.time, self.step = time, step

    @property
    def rows(self):
        """Number of rows."""
        return len(next(iter(self.values()))) if self else 0

    def __missing__(self, name):
        """A column by the other word for it, or a component of a vector: x of position, force_x of force."""
        for one, other in _SAME_WORDS:
            for mine, theirs in ((one, other), (other, one)):
                if str(name).startswith(mine) and theirs + name[len(mine):] in self:
                    return self[theirs + name[len(mine):]]
        part = _component(self, name)
        if part is not None:
            return part
        near = difflib.get_close_matches(str(name), self, 1)
        raise NoColumn("no column %r%s; there are: %s" % (name, "; did you mean %r?" % near[0] if near else "", ", ".join(self) or "none"))

    def where(self, rows):
        """The rows of a mask or of a list of indices, as a table."""
        return Table({name: column[rows] for name, column in self.items()}, self.time, self.step)

    def times(self):
        """Times that the column `time` holds, ascending."""
        return np.unique(self["time"])

    def at(self, time):
        """Rows of the time nearest to this one (s)."""
        if not self.rows:
            raise Error("the table has no rows")
        nearest = _nearest(self.times(), time)
        found = self.where(self["time"] == nearest)
        found.time = float(nearest)
        found.step = int(found["step"][0]) if "step" in found else None
        return found

    def between(self, start=-np.inf, end=np.inf):
        """Rows later than `start` and not later than `end` (s)."""
        return self.where((self["time"] > start) & (self["time"] <= end))

    def vector(self, name):
        """[rows, 3] of the columns NAME_x, NAME_y, NAME_z."""
        return np.stack([self[name + "_" + axis] for axis in "xyz"], axis=-1)

    def pandas(self):
        """A DataFrame; vectors become columns NAME_0, NAME_1, ..."""
        try:
            import pandas
        except ImportError as missing:
            raise Error(_lacks("pandas", "pandas", "python3-pandas", missing,
                               "Table.pandas needs it; the columns of a table are arrays of numpy without it.")) from None

        columns = {}
        for name, column in self.items():
            if column.ndim == 1:
                columns[name] = column
            else:
                for k in range(column.shape[1]):
                    columns["%s_%d" % (name, k)] = column[:, k]
        return pandas.DataFrame(columns)


def _nearest(times, time):
    times = np.asarray(times, dtype=float)
    if not len(times):
        raise Error("there is nothing at any time")
    return times[-1] if time is None else times[np.argmin(np.abs(times - time))]


def _column(texts):
    """Whole numbers, numbers or texts. An empty field is no number."""
    for kind in (int, float):
        try:
            return np.array([kind(text) if text or kind is int else np.nan for text in texts])
        except ValueError:
            pass
    return np.array(texts)


def _read_csv(path):
    with io_open(path) as file:
        rows = csv.reader(line for line in file if not line.startswith("#"))
        header = next(rows, [])
        data = [row for row in rows if len(row) == len(header)]
    return Table({name: _column([row[k] for row in data]) for k, name in enumerate(header)})


def io_open(path):
    """The built-in open, which this module hides; a clear error where there is no such file."""
    import builtins

    try:
        return builtins.open(path, newline="", encoding="utf-8")
    except OSError as error:
        raise Error("%s: %s" % (path, error.strerror)) from None


def _hdf5(path):
    try:
        import h5py
    except ImportError as missing:
        raise Error(_lacks("h5py", "h5py", "python3-h5py", missing, "It reads frames, checkpoints and other files of HDF5; "
                           "tables in CSV are read without it, as log, walls and events are.")) from None
    return h5py.File(path, "r")


def _text(value):
    value = np.asarray(value).reshape(-1)[0]
    return value.decode() if isinstance(value, bytes) else str(value)


def _read_columns(path):
    """A table in HDF5: a dataset for each column, in the order of their attribute `column`."""
    with _hdf5(path) as file:
        return Table({name: file[name][:] for name in sorted(file, key=lambda name: file[name].attrs["column"])})


class _Folder:
    """Tables NAME.csv, or with format: hdf5 NAME.h5, of a folder, by name, read when asked for."""

    def __init__(self, path):
        self._path = path

    def __iter__(self):
        names = os.listdir(self._path) if os.path.isdir(self._path) else []
        return iter(sorted({os.path.splitext(name)[0] for name in names if name.endswith((".csv", ".h5"))} - {"column_units"}))

    def __getitem__(self, name):
        if name not in list(self):
            raise Error("%s: no table %r; there are: %s" % (self._path, name, ", ".join(self) or "none"))
        text = os.path.join(self._path, name + ".csv")
        # the text has all rows while the run goes on, or after a kill
        return _read_csv(text) if os.path.exists(text) else _read_columns(os.path.join(self._path, name + ".h5"))

    def units(self):
        """Units of columns, by name."""
        table = _read_csv(os.path.join(self._path, "column_units.csv"))
        return dict(zip(table["column"], table["unit"]))


def _frame(path, time, kind):
    """Arrays of a frame or dump in VTKHDF: on points, or for lines and facets on cells."""
    with _hdf5(path) as file:
        root = file["VTKHDF"]
        data = "PointData" if kind in ("pebbles", "clumps") else "CellData"
        table = Table({name: root[data][name][:] for name in root[data]}, time)
        if data == "PointData":
            table["position"] = root["Points"][:]
        elif kind != "walls" and len(root["Points"]) == 2 * table.rows:
            table["ends"] = root["Points"][:].reshape(-1, 6)
        fields = root["FieldData"]
        table.step = int(fields["step"][0]) if "step" in fields else None
        table.names = {key: int(fields[key][0]) for key in fields if "=" in key}
    return table


def _runs_in(path):
    """What else a folder is, for the message that it is no run: a sweep, or a folder of runs."""
    if os.path.exists(os.path.join(path, "sweep.csv")):
        return "; it is the folder of a sweep: clast.open_sweep reads it"
    names = os.listdir(path) if os.path.isdir(path) else []
    runs = sorted(name for name in names if any(os.path.exists(os.path.join(path, name, file)) for file in ("resolved.yaml", "sweep.csv")))
    return "; runs and sweeps in it: " + " ".join(runs[:10]) + (" .." if len(runs) > 10 else "") if runs else ""


class Run:
    """The folder of a run."""

    def __init__(self, path):
        self.path = path
        if not os.path.exists(os.path.join(path, "resolved.yaml")):
            raise Error("%s is no folder of a run of clast: it has no resolved.yaml%s" % (path, _runs_in(path)))
        self.profile = _Folder(os.path.join(path, "profiles"))
        self.monitor = _Folder(os.path.join(path, "monitors"))
        self.probe = _Folder(os.path.join(path, "probes"))

    def __repr__(self):
        return "<clast run %s, %s>" % (self.path, self.status)

    def file(self, *names):
        """Path of a file in the folder."""
        return os.path.join(self.path, *names)

    @property
    def status(self):
        """running, checkpointed, finished or failed."""
        with io_open(self.file("status")) as file:
            return file.read().strip()

    @property
    def scenario(self):
        """resolved.yaml: every option with its value, defaults included."""
        try:
            import yaml
        except ImportError as missing:
            raise Error(_lacks("yaml", "pyyaml", "python3-yaml", missing,
                               "It reads resolved.yaml; scenarios are written and run without it, and all else of a run is read.")) from None
        with io_open(self.file("resolved.yaml")) as file:
            return yaml.safe_load(file)

    def tables(self):
        """Names of the tables in the folder: log, walls, bodies, events ..."""
        return sorted(name[:-4] for name in os.listdir(self.path) if name.endswith(".csv"))

    def table(self, name):
        """NAME.csv of the folder."""
        if not os.path.exists(self.file(name + ".csv")):
            raise Error("%s: no %s.csv%s; there are %s" % (self.path, name, _ASKED.get(name, ""), ", ".join(self.tables())))
        return _read_csv(self.file(name + ".csv"))

    @property
    def log(self):
        """log.csv: energies, momenta, counts."""
        return self.table("log")

    @property
    def walls(self):
        """walls.csv: force, torque and work of each wall."""
        return self.table("walls")

    @property
    def events(self):
        """events.csv: what happened when."""
        return self.table("events")

    def when(self, name, event="happened"):
        """Time (s) of the first row of events.csv with this name and this word in the column `event`."""
        events = self.events
        rows = np.flatnonzero((events["name"] == name) & (events["event"] == event))
        if not len(rows):
            known = sorted({"%s %s" % pair for pair in zip(events["name"], events["event"])})
            raise Error("%s: events.csv has no %s %s; there are: %s" % (self.path, name, event, ", ".join(known) or "none"))
        return float(events["time"][rows[0]])

    def _series(self, name):
        path = self.file(name + ".hdf.series")
        if not os.path.exists(path):
            return []
        with io_open(path) as file:
            files = json.load(file)["files"]
        return [(float(frame["time"]), os.path.join(os.path.dirname(path), frame["name"])) for frame in files]

    def dumps(self):
        """Names of the objects of the section dump that have files."""
        names = os.listdir(self.file("dump")) if os.path.isdir(self.file("dump")) else []
        return sorted({name.split(".")[0] for name in names})

    def times(self, what="pebbles"):
        """Times (s) of pebbles (frames), walls, links, clumps (checkpoints), or of a dump by its name."""
        if what == "clumps":
            return np.array(sorted(time for time, _ in self.checkpoints()))
        if what in ("pebbles", "walls", "links"):
            return np.array([time for time, _ in self._series("frames" if what == "pebbles" else what)])
        if os.path.exists(self.file("dump", what + ".csv")):
            return _read_csv(self.file("dump", what + ".csv")).times()
        return np.array([time for time, _ in self._series("dump/" + what)])

    def _at(self, series, time, what, kind):
        if not series:
            raise Error("%s: no %s" % (self.path, what))
        nearest = _nearest([entry[0] for entry in series], time)
        return next(_frame(path, at, kind) for at, path in series if at == nearest)

    def pebbles(self, time=None):
        """The frame nearest to a time (default: the last): a row for each pebble."""
        return self._at(self._series("frames"), time, "frames: output: frames_every asks for them", "pebbles")

    def facets(self, time=None):
        """The frame of walls nearest to a time: a row for each facet."""
        return self._at(self._series("walls"), time, "frames of walls", "walls")

    def links(self, time=None):
        """The frame of springs, bonds and constraints nearest to a time: a row for each."""
        return self._at(self._series("links"), time, "frames of links", "links")

    def dump(self, name, time=None):
        """An object of the section dump, at the time nearest to this one."""
        for kind in (".csv", ".hdf.series"):
            if os.path.exists(self.file("dump", name + kind)):
                break
        else:
            raise Error("%s: no dump %r as csv or vtkhdf; there are: %s" % (self.path, name, ", ".join(self.dumps()) or "none"))
        if kind == ".csv":
            table = _read_csv(self.file("dump", name + ".csv"))
            if not table.rows:
                raise Error("%s: dump %s: no rows at any time" % (self.path, name))
            table = _join_vectors(table.at(table.times()[-1] if time is None else time))
        else:
            table = self._at(self._series("dump/" + name), time, "dump " + name, self._kind_of(name))
        return table

    def _kind_of(self, name):
        """What a dump holds, told by the keys of its rows."""
        with _hdf5(self._series("dump/" + name)[0][1]) as file:
            cells, points = file["VTKHDF/CellData"], file["VTKHDF/PointData"]
            return "contacts" if "a" in cells else "walls" if "facet" in cells else "pebbles" if "member" in points else "clumps"

    def _dumps_of(self, what):
        """Names of the objects of the section dump with this `what` that can be read here."""
        section = self.scenario.get("dump") or []
        objects = [item for entry in section for item in entry.items()] if isinstance(section, list) else list(section.items())
        return [name for name, keys in objects if keys.get("what") == what and keys.get("format", "vtkhdf") in ("vtkhdf", "csv")]

    def contacts(self, time=None, name=None):
        """Contacts of a dump at the time nearest to this one (s; default: the last). `name`, which may also be given in place of the time,
        names the object of the section dump; default: the first with `what: contacts` and format vtkhdf or csv."""
        if isinstance(time, str):
            time, name = None if name is None else float(name), time
        names = [name] if name else self._dumps_of("contacts")
        if not names:
            raise Error("%s: no dump of contacts as vtkhdf or csv: `dump: [{name: {every: .., what: contacts}}]` asks for them" % self.path)
        return self.dump(names[0], time)

    def checkpoints(self):
        """(time, path) of each whole checkpoint."""
        folder, found = self.file("restart"), []
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            if re.fullmatch(r"clast-\d+\.h5", name):
                with _hdf5(os.path.join(folder, name)) as file:
                    if "complete" in file["clast"].attrs:
                        found.append((float(np.asarray(file["clast"].attrs["time"]).reshape(-1)[0]), os.path.join(folder, name)))
        return sorted(found)

    def clumps(self, time=None):
        """Clumps of the checkpoint nearest to a time (default: the newest), by id. `lo`, `hi` and `boundary` of the table are the domain's."""
        series = self.checkpoints()
        if not series:
            raise Error("%s: no checkpoint" % self.path)
        nearest = _nearest([entry[0] for entry in series], time)
        path = next(path for at, path in series if at == nearest)
        with _hdf5(path) as file:
            rows, head = file["particles/clumps"], file["clast"].attrs
            count = len(rows["id"])
            order = np.argsort(rows["id"][:], kind="stable")
            table = Table({name: rows[name][:][order] for name in rows if hasattr(rows[name], "shape") and rows[name].shape[:1] == (count,)},
                          float(nearest), int(np.asarray(head["step"]).reshape(-1)[0]))
            table.lo, table.hi = np.array(head["lo"]), np.array(head["hi"])
            table.boundary = _text(head["boundary"]).split()
        return table


def _join_vectors(table):
    """Columns of the components of a vector become one, [rows, 3]: NAME_x .. NAME, and x, vx, wx, qw as in files of clumps."""
    joined = Table({}, table.time, table.step)
    groups = {"point" if name == "position" and "member_a" in table else name: letters for name, letters in _LETTERS.items()}
    for name in table:
        if name.endswith("_x"):
            groups[name[:-2]] = tuple(name[:-1] + axis for axis in "xyz")
    groups = {name: letters for name, letters in groups.items() if all(letter in table for letter in letters)}
    for name, letters in groups.items():
        joined[name] = np.stack([table[letter] for letter in letters], axis=-1)
    taken = {letter for letters in groups.values() for letter in letters}
    joined.update({name: column for name, column in table.items() if name not in taken})
    return joined


class Sweep:
    """The folder of a sweep: `table` has a row for each run, sweep["row-1"] is a run."""

    def __init__(self, path):
        self.path = path
        self.table = _read_csv(os.path.join(path, "sweep.csv"))

    def __iter__(self):
        return iter(str(name) for name in self.table["name"])

    def __getitem__(self, name):
        return Run(os.path.join(self.path, name))

    def finished(self):
        """The rows of finished runs."""
        return self.table.where(self.table["status"] == "finished")


def open(path):  # noqa: A001: clast.open reads well
    """The run in this folder."""
    return Run(path)


def open_sweep(path):
    """The sweep in this folder."""
    return Sweep(path)


def read_table(path):
    """A table of any file of a run, CSV or HDF5 with columns: clast.read_table("out/drum/dump/beans.csv")."""
    return _read_columns(path) if path.endswith(".h5") else _read_csv(path)


def _yaml_value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_yaml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join("%s: %s" % (key, _yaml_value(item)) for key, item in value.items()) + "}"
    text = str(value)
    return text if re.fullmatch(r"[A-Za-z][\w./-]*", text) else json.dumps(text)


def scenario_text(scenario):
    """Text of a scenario: a dictionary of sections. Sections of named objects (material, wall, ...) are dictionaries of dictionaries."""
    lines = ["schema: %d" % scenario.get("schema", 1)]
    for section, value in scenario.items():
        if section == "schema":
            continue
        if isinstance(value, dict) and value and all(isinstance(item, dict) for item in value.values()):
            lines.append(section + ":")
            lines += ["  - %s: %s" % (name, _yaml_value(item)) for name, item in value.items()]
        elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            lines.append(section + ":")
            lines += ["  - " + _yaml_value(item)[1:-1] for item in value]
        else:
            lines.append("%s: %s" % (section, _yaml_value(value)))
    return "\n".join(lines) + "\n"


def write_scenario(scenario, path):
    """Write a scenario: a dictionary of sections, as for scenario_text."""
    with _create(path) as file:
        file.write(scenario_text(scenario))


def option_text(value):
    """Value of an option as on the command line: lists with commas, true and false."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(option_text(item) for item in value)
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return str(value)


def _create(path):
    import builtins

    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    return builtins.open(path, "w", newline="", encoding="utf-8")


def write_clumps(clumps, path):
    """Write a table of clumps for `clumps: file`: columns as the file has them, or position, velocity, angular_velocity and attitude as
    vectors, and `template`, one name or one for each row. 17 digits: what is read is what was written."""
    columns = {}
    for name, value in clumps.items():
        value = np.asarray(value)
        if name in _LETTERS:
            if value.ndim != 2 or value.shape[1] != len(_LETTERS[name]):
                raise Error("%s: %s numbers a row, not %d" % (name, value.shape[1:], len(_LETTERS[name])))
            for k, letter in enumerate(_LETTERS[name]):
                columns[letter] = value[:, k]
        else:
            columns[name] = value
    count = max((len(value) for value in columns.values() if value.ndim), default=0)
    for name, value in columns.items():
        if value.ndim and len(value) != count:
            raise Error("%s has %d rows, another column has %d" % (name, len(value), count))
        columns[name] = np.broadcast_to(value, (count,))
    if "template" not in columns or not all(axis in columns for axis in "xyz"):
        raise Error("clumps need the columns template and position (or x, y, z)")
    order = sorted(columns, key=lambda name: name != "template")
    with _create(path) as file:
        file.write(",".join(order) + "\n")
        for k in range(count):
            file.write(",".join("%.17g" % columns[name][k] if columns[name].dtype.kind == "f" else str(columns[name][k]) for name in order) + "\n")


def write_mesh(points, faces, path):
    """Write a mesh for walls and templates as an OBJ file: [points, 3] corners, and for each face the rows of its corners, counted from 0."""
    points = np.asarray(points, dtype=float)
    if points.ndim != 2 or points.shape[1] != 3:
        raise Error("corners of a mesh: 3 numbers a row, not %s" % (points.shape[1:],))
    with _create(path) as file:
        for point in points:
            file.write("v %.17g %.17g %.17g\n" % tuple(point))
        for face in faces:
            if len(face) < 3 or min(face) < 0 or max(face) >= len(points):
                raise Error("a face of a mesh: three or more rows of %d corners, not %s" % (len(points), list(face)))
            file.write("f " + " ".join(str(int(corner) + 1) for corner in face) + "\n")


def of_wheel(ending):
    """Path of the file with this ending of the wheel that this module was installed from; None: it was not, or has no such file."""
    here = os.path.dirname(os.path.abspath(__file__))
    for record in glob.glob(os.path.join(glob.escape(here), "clast_dem-*.dist-info", "RECORD")):
        with io_open(record) as file:
            for row in csv.reader(file):
                path = os.path.normpath(os.path.join(here, row[0])) if row else ""
                if path.endswith("/" + ending) and os.path.exists(path):
                    return path
    return None


def _program(name, given):
    program = given or os.environ.get("CLAST") or of_wheel("bin/" + name) or shutil.which(name)
    here = os.path.dirname(os.path.abspath(__file__))
    if not program and here.split(os.sep)[-3:] == ["share", "clast", "python"]:  # where `make install` puts it
        program = shutil.which(os.path.abspath(os.path.join(here, "..", "..", "..", "bin", name)))
    if not program:
        raise Error("%s is not in PATH; give program=..., or its path in the variable CLAST" % name)
    return program


def _launcher(program):
    """The mpirun beside the program, which is of its MPI if there is one, else that of PATH."""
    found = shutil.which(program) or program
    for folder in (os.path.dirname(found), os.path.dirname(os.path.realpath(found))):
        for name in ("mpirun", "mpiexec"):
            if shutil.which(os.path.join(folder, name)):
                return os.path.join(folder, name)
    return "mpirun"


def examples():
    """The folder of the examples that came with this module: scenarios and what they read. Copy it: a run writes beside its scenario."""
    here = os.path.dirname(os.path.abspath(__file__))
    wheel = of_wheel("share/clast/input/bounce.yaml")
    folder = os.path.dirname(wheel) if wheel else os.path.join(os.path.dirname(here), "input")
    if not os.path.exists(os.path.join(folder, "bounce.yaml")):
        raise Error("no examples came with %s: they are in the folder input of the source of clast, and in the wheel clast-dem" % here)
    return folder


def run(scenario, output_dir, ranks=1, options=None, program=None, mpirun=None, clumps=None):
    """Run a scenario and return its Run. Blocks until it has ended.

    scenario    path of a file, or a dictionary as for write_scenario, which is kept as OUTPUT_DIR.yaml
    clumps      with a dictionary: a table as for write_clumps, kept as OUTPUT_DIR.csv and added as the object `state` of clumps
    options     {"run_end_time": 1.0, ...}: as on the command line, without the dash
    ranks       more than 1: under mpirun, a list such as ["mpirun", "--oversubscribe"] or one word; None: that beside the program, or of PATH
    """
    if isinstance(scenario, dict):
        path = output_dir.rstrip("/") + ".yaml"
        scenario = dict(scenario)
        if clumps is not None:
            write_clumps(clumps, output_dir.rstrip("/") + ".csv")
            scenario["clumps"] = dict(scenario.get("clumps", {}), state={"file": os.path.basename(output_dir.rstrip("/")) + ".csv"})
        write_scenario(scenario, path)
        scenario = path
    elif clumps is not None:
        raise Error("clumps go with a scenario that is a dictionary")
    program = _program("clast", program)
    mpirun = mpirun or _launcher(program)
    command = [] if ranks == 1 else ([mpirun] if isinstance(mpirun, str) else list(mpirun)) + ["-n", str(ranks)]
    command += [program, scenario, "-output_dir", output_dir]
    for name, value in (options or {}).items():
        command += ["-" + name, option_text(value)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise Error("%s: exit status %d\n%s" % (" ".join(command), done.returncode, done.stdout.strip()))
    return Run(output_dir)
