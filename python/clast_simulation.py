# SPDX-License-Identifier: MIT
"""A simulation in this process, by the shared library of clast: clast.Simulation. Needs numpy and libclast (clast_library.py), no compiler.

    import clast

    with clast.Simulation("heap.yaml", options={"run_end_time": 1.0}) as s:
        s.run(0.1)                                     # to a time, s
        for _ in s.steps(1000, every=100):             # step by step
            z = s.view("clumps", "position")[:, 2]     # m, not a copy
            s.push(s.view("clumps", "id"), [0, 0, -1e-3] * np.ones((len(z), 3)))

All is in SI units (m, kg, s, N, J, rad, K); vectors are x, y, z in the axes of the scenario; quaternions are w, x, y, z. Under mpirun all ranks
call the same methods in the same order, but those marked as local; views and rows are those of each rank. What goes wrong is an exception:
Mistakes, FileFailed, Stopped and Broken, all of them clast.Error.
"""
from __future__ import annotations

import atexit
import base64
import ctypes
import enum
import html
import itertools
import math
import operator
import struct
import sys
import time as clock
import warnings
import weakref
import zlib
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import clast
import clast_library as api
import numpy as np
from clast import Error
from clast_library import NoLibrary

__all__ = ["Simulation", "Grid", "Status", "Bodies", "Picture", "View", "Mistake", "Mistakes", "FileFailed", "Stopped", "Broken", "Stale", "NoLibrary"]


class Status(enum.IntEnum):
    """How a run stands, or has ended: GOES_ON; FINISHED, by its end time, an event or an inlet; EARLY, by a limit; STOPPED, by physics or a
    force function; BROKEN."""

    GOES_ON = api.OK
    FINISHED = api.FINISHED  # the end time is reached, or an event or an inlet has ended the run
    EARLY = api.EARLY  # a limit has ended it: run_wall_limit, or a file `stop`
    STOPPED = api.STOPPED  # physics has stopped it, or a force function has failed
    MISTAKES = api.MISTAKES
    FILE = api.FILE
    BROKEN = api.BROKEN


class Mistake(NamedTuple):
    """A mistake in a scenario or in options: `file`, `line`, from 1 (0: none), `key`, such as "material: steel: young", and `text`: what is
    wrong, what is allowed, what to do."""

    file: str  #: scenario or table; "": an option, or none
    line: int  #: in it, from 1; 0: none
    key: str  #: "material: steel: young"; "": none
    text: str  #: what is wrong, what is allowed, what to do


class Mistakes(Error):
    """The scenario, the options or the arguments have mistakes, and nothing was done. `list` has those of a scenario and its options."""

    def __init__(self, message: str, mistakes: Sequence[Mistake] = ()):
        super().__init__(message)
        self.list: List[Mistake] = list(mistakes)


class FileFailed(Error):
    """A file could not be read or written."""


class Stopped(Error):
    """Physics has stopped the run, such as overlaps beyond run_overlap_limit; or a force function of another rank has failed."""


class Broken(Error):
    """Memory has ended, MPI has failed, or clast has a fault: the simulation can only be closed."""


class Stale(Error):
    """A view was used after its simulation has changed."""


_ERRORS = {api.STOPPED: Stopped, api.FILE: FileFailed, api.BROKEN: Broken}


# ---- arrays


_TYPES = {api.REAL: np.dtype(np.float64), api.INT32: np.dtype(np.int32), api.INT64: np.dtype(np.int64), api.BITS: np.dtype(np.uint64)}


def _array(address: Optional[int], shape: Tuple[int, ...], kind: np.dtype, stride: int = 0) -> np.ndarray:
    """Memory of the library as an array, not a copy; stride: bytes from row to row, 0: none between them."""
    row = kind.itemsize * (shape[1] if len(shape) > 1 else 1)
    if not address or shape[0] == 0:
        return np.empty(shape, kind)
    stride = stride or row
    memory = (ctypes.c_char * (stride * (shape[0] - 1) + row)).from_address(address)
    return np.ndarray(shape, kind, memory, 0, (stride, kind.itemsize)[: len(shape)])


def _text(name: str, value: Any) -> bytes:
    """A text as the library has it."""
    if not isinstance(value, str):
        raise Mistakes("%s: a text is needed, not %r" % (name, value))
    return value.encode()


def _whole(name: str, value: Any, least: int = 0) -> int:
    """A whole number."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least:
        raise Mistakes("%s: a whole number from %d on is needed, not %r" % (name, least, value))
    return number


def _pointer(array: Optional[np.ndarray]) -> Optional[int]:
    return None if array is None else array.ctypes.data


def _rows(name: str, values: Any, shape: Tuple[int, ...], kind: type = np.float64, each: bool = True) -> np.ndarray:
    """Values as an array of this shape; each: of rows, or one row for all of them."""
    try:
        given = np.asarray(values)
    except ValueError as error:  # rows of unlike lengths
        raise Mistakes("%s: an array of shape %s is needed: %s" % (name, shape, error)) from None
    if np.dtype(kind).kind in "iu" and given.size and given.dtype.kind not in "iub":
        raise Mistakes("%s: whole numbers are needed, not %s" % (name, given.dtype))
    if given.dtype.kind not in "iubf":
        raise Mistakes("%s: numbers are needed, not %s" % (name, given.dtype))
    if given.size == 0 and 0 in shape:
        return np.empty(shape, kind)
    row = shape[1:] if each else shape  # for all
    if given.shape not in (shape, row, (1,) + row):
        raise Mistakes("%s: an array of shape %s is needed%s, not of shape %s" % (name, shape, ", or one row for all" if each else "", given.shape))
    return np.ascontiguousarray(np.broadcast_to(given.astype(kind).reshape(row) if given.shape != shape else given.astype(kind), shape))


class View(np.ndarray):
    """A column of a simulation as it is, not a copy: read only, and valid until the simulation changes.

    Its use after that raises Stale; only what hides from numpy, such as np.asarray(view) or a memoryview, is not watched. `copy()` keeps values.
    """

    _of: Optional["Simulation"] = None
    _version = 0
    unit = ""  #: of the column, such as "m s-1"

    def __array_finalize__(self, other: Any) -> None:
        if isinstance(other, View):
            self._of, self._version, self.unit = other._of, other._version, other.unit

    def _plain(self) -> np.ndarray:
        if self._of is not None and self._of._version != self._version:
            raise Stale("this view is of an earlier state: the simulation has changed since; ask for a new one by view(), or keep values by copy()")
        return self.view(np.ndarray)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keys: Any) -> Any:
        plain = [value._plain() if isinstance(value, View) else value for value in inputs]
        return getattr(ufunc, method)(*plain, **keys)

    def __array_function__(self, function: Any, types: Any, arguments: Any, keys: Any) -> Any:
        return function(*_plain_in(arguments), **{name: _plain_in(value) for name, value in keys.items()})

    def __getitem__(self, key: Any) -> Any:
        plain = self._plain()[key]
        if isinstance(plain, np.ndarray) and np.may_share_memory(plain, self):
            return super().__getitem__(key)
        return plain

    def __iter__(self) -> Iterator[Any]:
        return iter(self._plain())

    def __repr__(self) -> str:
        return repr(self._plain())

    def __str__(self) -> str:
        return str(self._plain())

    def copy(self, order: Any = "C") -> np.ndarray:
        """The values, to keep."""
        return self._plain().copy(order)

    def astype(self, *arguments: Any, **keys: Any) -> np.ndarray:
        """The values as another type, a copy."""
        return self._plain().astype(*arguments, **dict(keys, copy=True))

    def tolist(self) -> list:
        """The values as a list."""
        return self._plain().tolist()


def _plain_in(value: Any) -> Any:
    """The same, with plain arrays in place of views."""
    if isinstance(value, View):
        return value._plain()
    return type(value)(_plain_in(item) for item in value) if type(value) in (list, tuple) else value


# ---- force functions


# Columns of a callback: name, numbers a row, type.
_BODY_COLUMNS = (("id", 0, np.int64), ("position", 3, np.float64), ("orientation", 4, np.float64), ("velocity", 3, np.float64),
                 ("angular_velocity", 3, np.float64), ("mass", 0, np.float64), ("radius", 0, np.float64), ("material", 0, np.int32),
                 ("template", 0, np.int32), ("groups", 0, np.uint64))


class Bodies:
    """The clumps of this rank in an evaluation of forces: what a force function gets. Columns that it has not asked for are errors.

    Arrays are valid within the call alone. `position` [n, 3] m, wrapped into the box along periodic axes; `orientation` [n, 4] w, x, y, z;
    `velocity` [n, 3] m/s; `angular_velocity` [n, 3] rad/s, at the time of the positions; `mass` [n] kg; `radius` [n] m, of the sphere of the
    clump's volume; `material`, `template` [n] numbers in the order of the scenario; `groups` [n] bits; `id` [n].
    `force` [n, 3] N and `torque` [n, 3] N m, about the centre, are zero at first: a function may set them in place of returning them.
    """

    def __init__(self, rows: api.BodyRows, columns: Iterable[str]):
        self.n: int = rows.n  #: number of clumps
        self.time: float = rows.time  #: s
        for name, components, kind in _BODY_COLUMNS:
            if name in columns:
                values = _array(getattr(rows, name), (rows.n, components) if components else (rows.n,), np.dtype(kind))
                values.flags.writeable = False
                setattr(self, name, values)
        self.force: np.ndarray = _array(rows.force, (rows.n, 3), np.dtype(np.float64))
        self.torque: np.ndarray = _array(rows.torque, (rows.n, 3), np.dtype(np.float64))

    def __len__(self) -> int:
        return self.n

    def __getattr__(self, name: str) -> Any:
        if name in api.COLUMNS:
            raise AttributeError("%s was not asked for: name it in add_force(function, columns=[%r, ...])" % (name, name))
        raise AttributeError("bodies have no %s; there are: n, time, force, torque, and the columns that were asked for" % name)


ForceFunction = Callable[[Bodies], Any]


# ---- pictures


def _png(rgb: np.ndarray) -> bytes:
    """An image [height, width, 3] of bytes as a PNG file."""
    height, width = rgb.shape[:2]

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = np.zeros((height, 1 + 3 * width), np.uint8)  # each line begins with its filter: none
    lines[:, 1:] = rgb.reshape(height, 3 * width)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(lines.tobytes(), 6)) + chunk(b"IEND", b""))


class Picture:
    """A picture of a state, which Jupyter shows. `rgb` [height, width, 3]: bytes of red, green and blue, from the top."""

    def __init__(self, rgb: np.ndarray):
        self.rgb = rgb

    def _repr_png_(self) -> bytes:
        return _png(self.rgb)

    def save(self, path: str) -> None:
        """Write it as a PNG file."""
        with open(path, "wb") as file:
            file.write(_png(self.rgb))


# ---- progress


class _Progress:
    """A line that tells how far a run is: in Jupyter below the cell, on a terminal in place."""

    def __init__(self, sim: "Simulation", until: float):
        self._sim, self._from, self._until, self._began = sim, sim.time, until, clock.monotonic()
        self._handle = None
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        self._rank = sim.rank
        if self._rank == 0 and hasattr(shell, "kernel"):
            from IPython.display import HTML, display

            self._html = HTML
            self._handle = display(HTML(self._bar(0)), display_id=True)

    def _line(self, part: float, ended: bool = False) -> str:
        spent = clock.monotonic() - self._began
        left = "" if part <= 0 or ended else ", %.0f s left" % (spent * (1 - part) / part)
        return "t = %.4g of %.4g s, step %d, %.0f s%s" % (self._sim.time, self._until, self._sim.steps_done, spent, left)

    def _bar(self, part: float, ended: bool = False) -> str:
        return "<progress value='%.3f' max='1' style='width: 20em'></progress> %s" % (part, html.escape(self._line(part, ended)))

    def show(self, ended: bool) -> None:
        """Tell how far the run is."""
        span = self._until - self._from
        part = min(1.0, (self._sim.time - self._from) / span) if span > 0 else 1.0
        if self._handle is not None:
            self._handle.update(self._html(self._bar(part, ended)))
        elif self._rank == 0 and (sys.stderr.isatty() or ended):
            sys.stderr.write(("\r%s\x1b[K" if sys.stderr.isatty() else "%s") % self._line(part, ended) + ("\n" if ended else ""))
            sys.stderr.flush()


# ---- simulations


_TABLES = ("clumps", "pebbles", "contacts", "links", "walls", "totals")
_LEVELS = {"error": 0, "warning": 1, "info": 2, "progress": 3}
_LOGGING = (40, 30, 20, 10)  # levels of Python's logging
_PAUSE = 0.2  # s of wall time after which Python acts within a run: shows progress, can be interrupted; of one rank
_STEPS = 1000  # steps after which it does, of several ranks, which must agree

_open: "weakref.WeakSet[Simulation]" = weakref.WeakSet()
_numbers = itertools.count()


@atexit.register
def _close_all() -> None:
    """Close what is open, in the same order on all ranks; where an error has ended this rank alone, the others do something else."""
    for sim in sorted(_open, key=lambda sim: sim._number):
        if sim.ranks == 1 or not hasattr(sys, "last_type"):
            sim._drop()


def _communicator(comm: Any) -> int:
    if comm is None or comm == "all":
        return api.ALL_RANKS
    if isinstance(comm, str) and comm == "self":
        return api.THIS_RANK
    if hasattr(comm, "py2f"):
        return comm.py2f()
    if isinstance(comm, int):
        return comm
    raise Mistakes("comm: a communicator of mpi4py, a handle of MPI in Fortran, None (all ranks) or \"self\" is needed, not %r" % (comm,))


class Simulation:
    """A simulation in this process, opened from a scenario or a checkpoint, which makes steps and is closed.

    scenario    path of a scenario, or a dictionary of sections as for clast.write_scenario
    text        or the text of a scenario; paths in it, and in a dictionary, are relative to the working directory
    checkpoint  or a checkpoint: a file, or the folder of a run, of which the newest is taken
    options     {"run_end_time": 1.0, ...}: as on the command line, without the dash; they win over the scenario or the checkpoint
    comm        a communicator of mpi4py, or a handle of MPI in Fortran; None: all ranks of mpirun; "self": this rank alone
    messages    function of a line of text, such as print, or a logger of Python's logging; called on rank 0, errors of another rank there
    level       messages up to this one: "error", "warning", "info", which is what the program prints, or "progress"

    Files are written only if the scenario or the options name the run's folder (output_dir), and by save(). `warnings` has the warnings, on
    rank 0; `rank` and `ranks` are the number of this rank and that of all. It is a context manager, which closes it: `with clast.Simulation(..)`.
    Raises Mistakes, with all of them in its `list`; FileFailed; NoLibrary. Collective, as all methods but those marked as local.
    """

    def __init__(self, scenario: Union[str, Dict[str, Any], None] = None, *, text: Optional[str] = None, checkpoint: Optional[str] = None,
                 options: Optional[Dict[str, Any]] = None, comm: Any = None, messages: Any = None, level: str = "info"):
        sources = [(api.FROM_FILE, scenario), (api.FROM_TEXT, text), (api.FROM_CHECKPOINT, checkpoint)]
        given = [source for source in sources if source[1] is not None]
        self._sim = ctypes.c_void_p()
        self._version, self._busy, self._raised = 0, False, None
        self._forces: Dict[int, Any] = {}
        self.warnings: List[str] = []  #: warnings so far, on rank 0
        if len(given) != 1:
            raise Mistakes("a simulation is opened from one of scenario, text and checkpoint, not from %d of them" % len(given))
        if level not in _LEVELS:
            raise Mistakes("level %r: allowed are %s" % (level, ", ".join(_LEVELS)))
        (kind, source), = given
        if isinstance(source, dict):
            kind, source = api.FROM_TEXT, clast.scenario_text(source)
        self._lib = api.library()
        if not isinstance(options or {}, dict):
            raise Mistakes("options: a dictionary such as {\"run_end_time\": 1.0} is needed, not %r" % (options,))
        pairs = {name: clast.option_text(value) for name, value in (options or {}).items()}
        self._name = str(source) if kind != api.FROM_TEXT else "a scenario in memory"
        self._sink = self._sink_of(messages, _LEVELS[level])
        self._lib.clast_messages(self._sink, None, max(_LEVELS[level] if messages else 0, 1))
        try:
            status = self._lib.clast_open_any(_communicator(comm), kind, str(source).encode(), len(pairs), api.options_of(pairs), ctypes.byref(self._sim))
        finally:
            self._lib.clast_messages(api.Sink(), None, 0)
        if status != api.OK:
            error = self._error(status)
            self._free()
            raise error
        self._raise()
        self.rank: int = self._lib.clast_rank(self._sim)  #: number of this rank in the simulation's communicator
        self.ranks: int = self._lib.clast_ranks(self._sim)  #: number of ranks of it
        self._number = next(_numbers)
        self._pace = _STEPS if self.ranks > 1 else 100  # steps between two looks at Python
        _open.add(self)

    # ---- what goes wrong

    def _sink_of(self, messages: Any, most: int) -> Any:
        log = getattr(messages, "log", None)

        def hear(_: Any, level: int, line: bytes) -> None:
            text = line.decode(errors="replace")
            if level == 1:
                self.warnings.append(text)
            try:
                if messages is not None and level <= most:
                    log(_LOGGING[level], text) if log else messages(text)
            except BaseException as error:  # noqa: B902: it is raised again when the call returns
                self._raised = self._raised or error

        return api.Sink(hear)

    def _error(self, status: int) -> Error:
        """The exception for an outcome, with the message of the library."""
        message = (self._lib.clast_message(self._sim) or b"").decode(errors="replace").strip()
        if status != api.MISTAKES:
            return _ERRORS[status](message or "the simulation is broken")
        found = []
        for k in range(self._lib.clast_mistakes(self._sim)):
            one = api.MistakeText()
            self._lib.clast_mistake_of(self._sim, k, ctypes.byref(one))
            found.append(Mistake(one.file.decode(), one.line, one.key.decode(), one.text.decode()))
        return Mistakes(message, found)

    def _raise(self) -> None:
        """Raise what a function of the caller has raised within the library."""
        if self._raised is not None:
            error, self._raised = self._raised, None
            raise error

    def _handle(self) -> ctypes.c_void_p:
        if not self._sim:
            raise Error("the simulation is closed")
        if self._busy:
            raise Error("a simulation cannot be used by the functions that it calls: forces and messages")
        return self._sim

    def _call(self, name: str, *arguments: Any, changes: bool = True, on: Any = None) -> Status:
        """Call a function of the library, on: of a part of the simulation. Exceptions: those of functions of the caller, and outcomes that are
        errors."""
        sim = self._handle()
        self._busy = True
        self._version += changes
        try:
            status = getattr(self._lib, name)(sim if on is None else on, *arguments)
        finally:
            self._busy = False
        self._raise()
        if status in (api.OK, api.FINISHED, api.EARLY):
            return Status(status)
        raise self._error(status)

    # ---- life

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            self.close()
        elif self._sim and (self.ranks == 1 or isinstance(error, Error) or self.state == Status.STOPPED):
            self._drop()  # an error of this rank alone: the others do not come here

    def __del__(self) -> None:
        if not getattr(self, "_sim", None):
            return
        if getattr(self, "ranks", 1) == 1:
            self._drop()
        else:
            warnings.warn("%r was not closed, which all ranks must do together" % self, ResourceWarning, stacklevel=2)

    def _free(self) -> int:
        self._version += 1
        _open.discard(self)
        return self._lib.clast_close(ctypes.byref(self._sim)) if self._sim else api.OK

    def _drop(self) -> None:
        """Close without a word."""
        if not self._busy:
            self._free()
            self._raised = None

    def close(self) -> None:
        """End the run: write what the scenario asks for at the end, and free the simulation. Again: nothing. Raises FileFailed."""
        if not self._sim:
            return
        self._handle()
        self._busy = True
        try:
            status = self._free()
        finally:
            self._busy = False
        self._raise()
        if status != api.OK:
            raise FileFailed("what the run writes at its end could not be written to its folder")

    def _act(self, name: str, *arguments: Any) -> None:
        """Call a function that changes what goes on."""
        status = self._call(name, *arguments)
        if status != Status.GOES_ON:
            raise Mistakes("the run has ended (%s), so that nothing is changed; Simulation(checkpoint=...) with options={\"run_end_time\": ...} goes on "
                           "from what save() writes" % status.name.lower())

    def _go(self, name: str, *arguments: Any) -> bool:
        return self._call(name, *arguments) == Status.GOES_ON

    def _go_part(self, name: str, argument: Any) -> bool:
        """Go on by as many steps as are made between two looks at Python, and find this number anew."""
        began = clock.monotonic()
        goes_on = self._go(name, argument)
        spent = clock.monotonic() - began
        if self.ranks == 1:
            self._pace = 2 * self._pace if spent < 0.5 * _PAUSE else max(1, self._pace // 2) if spent > 2 * _PAUSE else self._pace
        return goes_on

    def step(self, n: int = 1) -> bool:
        """Make n steps. False: the run has ended, by its end time, an event or a limit, and no further step is made (see state).

        Raises Stopped if physics stops the run, and whatever a force function raises.
        """
        rest, goes_on = _whole("steps", n), self.state == Status.GOES_ON or self._go("clast_step", 0)
        while goes_on and rest > self._pace:
            rest -= self._pace
            goes_on = self._go_part("clast_step", self._pace)
        return self._go("clast_step", rest) if goes_on and rest > 0 else goes_on

    def steps(self, n: int, every: int = 1) -> Iterator[int]:
        """Make n steps in a loop, `every` of them for each turn: `for _ in s.steps(1000)`. Yields the number of steps done so far.

        Ends early when the run has ended.
        """
        n, every, done = _whole("steps", n), _whole("every", every, 1), 0
        while done < n:
            part = min(every, n - done)
            goes_on = self.step(part)
            done += part
            yield self.steps_done
            if not goes_on:
                return

    def run(self, until: float, progress: bool = False) -> bool:
        """Make steps until this time (s): the first step at or after it is the last. False: the run has ended.

        progress: show a line, in Jupyter a bar. Lengths of steps and results do not depend on it.
        """
        until = float(until)
        if math.isnan(until):
            raise Mistakes("run: a time in s is needed, not nan")
        shown, goes_on = _Progress(self, until) if progress else None, True
        while goes_on and self.time + self._pace * self.dt < until:
            goes_on = self._go_part("clast_run", self.time + self._pace * self.dt)
            if shown and goes_on:
                shown.show(False)
        goes_on = goes_on and self._go("clast_run", until)
        if shown:
            shown.show(True)
        return goes_on

    def run_to(self, event: str) -> bool:
        """Make steps until the event of this name has happened (section `event`). False: the run has ended before, or with it.

        Raises Mistakes if there is no such event.
        """
        return self._go("clast_run_to", _text("event", event))

    def save(self, file: str) -> None:
        """Write a checkpoint into this file, whole or not at all. Raises FileFailed."""
        self._call("clast_save", str(file).encode(), changes=False)

    def digest(self) -> str:
        """Digest of the state, 16 digits as clast-digest prints them for a checkpoint: the same on any number of ranks."""
        value = ctypes.c_uint64()
        self._call("clast_digest", ctypes.byref(value), changes=False)
        return "%016x" % value.value

    @property
    def time(self) -> float:
        """Time, s. Local."""
        return self._lib.clast_time(self._handle())

    @property
    def steps_done(self) -> int:
        """Number of steps since the start of the first run, those before a restart included. Local."""
        return self._lib.clast_steps(self._handle())

    @property
    def dt(self) -> float:
        """Length of the last step or, before the first one, of the next one, s. Local."""
        return self._lib.clast_dt(self._handle())

    @property
    def state(self) -> Status:
        """Whether the run goes on, or how it has ended. Local."""
        return Status(self._lib.clast_state(self._handle()))

    # ---- look

    def columns(self, table: str) -> List[str]:
        """Names of the columns of a table: clumps, pebbles, contacts, links, walls, totals. Local."""
        names = (self._lib.clast_column(self._handle(), _text("table", table), k) for k in itertools.count())
        found = [name.decode() for name in itertools.takewhile(bool, names)]
        if table not in _TABLES:
            raise Mistakes("there is no table %r; there are: %s" % (table, " ".join(_TABLES)))
        return found

    def view(self, table: str, column: str) -> View:
        """A column of this rank's rows as it is, not a copy: [n], or [n, 3] vectors, [n, 4] quaternions; `unit` of the view is its unit.

        Tables: clumps, pebbles (of these clumps), contacts, links, walls (the same on all ranks), totals (of all ranks: columns of log.csv).
        It is valid until the simulation changes: use after that raises Stale. Rows are in no order: look at the column id. Names of columns are
        those of docs/reference/files.md; columns(table) has them. Raises Mistakes, which lists the tables or columns that there are.
        """
        array = api.Array()
        self._call("clast_view", _text("table", table), _text("column", column), ctypes.byref(array), changes=False)
        seen = self._shaped(array).view(View)
        seen.flags.writeable = False
        seen._of, seen._version, seen.unit = self, self._version, (array.unit or b"").decode()
        return seen

    def copy(self, table: str, column: str) -> np.ndarray:
        """The same as an array to keep."""
        return self.view(table, column).copy()

    def gather(self, table: str, column: str, root: int = 0) -> np.ndarray:
        """A column of all ranks' rows on rank `root`, or with -1 on all, in the order of ids, as an array to keep; elsewhere without rows."""
        array = api.Array()
        self._call("clast_gather", _text("table", table), _text("column", column), int(root), ctypes.byref(array), changes=False)
        return self._shaped(array).copy()

    @staticmethod
    def _shaped(array: api.Array) -> np.ndarray:
        if array.type == api.TEXT:
            texts = _array(array.data, (array.n,), np.dtype("S%d" % max(1, array.components)), array.stride)
            return np.char.decode(texts, "utf-8") if array.n else np.empty(0, "U1")
        shape = (array.n,) if array.components == 1 else (array.n, array.components)
        return _array(array.data, shape, _TYPES[array.type], array.stride)

    def total(self, name: str) -> float:
        """A column of log.csv as it is now, over all ranks: total("kinetic_translational"), J."""
        return float(self.view("totals", name)[0])

    def totals(self) -> Dict[str, float]:
        """All columns of log.csv as they are now."""
        return {name: self.total(name) for name in self.columns("totals")}

    # ---- act

    def push(self, ids: Any, forces: Any, torques: Any = None) -> None:
        """Let forces (N) [n, 3] and torques (N m, about the centres) [n, 3] act on clumps from now on, until a later call names them again.

        One row of forces is for all ids. Ids may be of clumps of any rank; what several rows or ranks give to one id is summed exactly.
        Checkpoints do not hold them. Raises Mistakes if an id is unknown or a value is not finite; nothing is applied then.
        """
        ids = _rows("ids", ids, (np.size(ids),), np.int64)
        forces = _rows("forces", forces, (len(ids), 3))
        torques = None if torques is None else _rows("torques", torques, (len(ids), 3))
        self._call("clast_push", len(ids), _pointer(ids), _pointer(forces), _pointer(torques))

    def push_none(self) -> None:
        """Take back all forces and torques of push."""
        self._call("clast_push_none")

    def add_force(self, function: ForceFunction, columns: Iterable[str] = ("position",)) -> int:
        """Let a function give forces in each evaluation: function(bodies) returns forces [n, 3] (N), or (forces, torques) [n, 3] (N m, about the
        centres), or None when it has set bodies.force and bodies.torque. Returns a number for remove_force.

        columns    what it needs: position, orientation, velocity, angular_velocity, mass, radius, material, template, groups, id

        It may be called more than once for a step, with n = 0 too, and on each rank another number of times: it must not communicate, nor change
        anything but its result. Results have the same bits on any number of ranks if each row's force follows from that row, the time and
        constants alone, by + - * / and sqrt; sums over rows and functions such as np.sin need not. What it raises ends the run and is raised by
        step() or run() on its rank; the others raise Stopped. Its work is counted as supplied. `dt: auto` knows no limit of it: give a time
        step that resolves it.
        """
        columns = (columns,) if isinstance(columns, str) else tuple(columns)
        if not callable(function):
            raise Mistakes("add_force: a function of the bodies is needed, not %r" % (function,))
        wrong = [name for name in columns if name not in api.COLUMNS]
        if wrong:
            raise Mistakes("columns of a force: there is no %s; there are: %s" % (", ".join(map(repr, wrong)), ", ".join(api.COLUMNS)))
        number = ctypes.c_int()
        call = api.Force(lambda _, rows: self._evaluate(function, columns, rows.contents))
        self._call("clast_force_add", call, None, sum({api.COLUMNS[name] for name in columns}), ctypes.byref(number))
        self._forces[number.value] = call
        return number.value

    def _evaluate(self, function: ForceFunction, columns: Tuple[str, ...], rows: api.BodyRows) -> int:
        try:
            bodies = Bodies(rows, columns)
            given = function(bodies)
            if given is None:
                return 0
            forces, torques = given if isinstance(given, tuple) else (given, None)
            bodies.force[...] = forces
            if torques is not None:
                bodies.torque[...] = torques
        except BaseException as error:  # noqa: B902: step() raises it again
            self._raised = self._raised or error
            self._why = ("a force function has raised %s: %s" % (type(error).__name__, error)).encode()
            rows.why = self._why
            return 1
        return 0

    def remove_force(self, number: int) -> None:
        """Take back a function of add_force."""
        self._call("clast_force_remove", int(number))
        self._forces.pop(number, None)

    def set(self, column: str, ids: Any, values: Any) -> None:
        """Set a column of clumps: velocity [n, 3] m/s, angular_velocity [n, 3] rad/s, a quantity such as temperature [n], group or blocked [n]
        bits, as in checkpoints. One row of values is for all ids.

        Raises Mistakes if an id is unknown or given twice, or a value is not allowed; nothing is set then.
        """
        ids = _rows("ids", ids, (np.size(ids),), np.int64)
        shape = (len(ids), 3) if column in ("velocity", "angular_velocity") else (len(ids),)
        try:
            values = _rows(column, values, shape, np.uint64 if column in ("group", "blocked") else np.float64)
        except Mistakes:
            self._act("clast_set", _text("column", column), 0, None, None)  # tells if there is no such column
            raise
        self._act("clast_set", _text("column", column), len(ids), _pointer(ids), _pointer(values))

    def add(self, template: str, position: Any, *, orientation: Any = None, velocity: Any = None, angular_velocity: Any = None, scale: Any = None,
            ids: Any = None) -> np.ndarray:
        """Add clumps of a template at positions [n, 3] m; returns their ids [n], the next free ones if none are given.

        The run must know the template by clumps at its start, or by an inlet, which may wait (start: 1e9): its time step is made for it.
        orientation [n, 4] w, x, y, z; velocity [n, 3] m/s; angular_velocity [n, 3] rad/s; scale [n] of the template's size. Each rank may add
        others, or none: [].
        """
        position = np.atleast_2d(position) if np.size(position) else np.empty((0, 3))
        n = len(position)
        position = _rows("position", position, (n, 3))
        rows = [None if value is None else _rows(name, value, (n,) if width == 0 else (n, width))
                for name, value, width in (("orientation", orientation, 4), ("velocity", velocity, 3), ("angular_velocity", angular_velocity, 3),
                                           ("scale", scale, 0))]
        given = _rows("ids", -1 if ids is None else ids, (n,), np.int64).copy()
        self._act("clast_add", _text("template", template), n, _pointer(position), *[_pointer(row) for row in rows], _pointer(given))
        return given

    def group(self, groups: str) -> int:
        """The bits of groups, for set("group", ids, bits): group("north"), or group("source=feed|north"). Raises Mistakes if some do not
        exist. Local."""
        bits = self._lib.clast_group(self._handle(), _text("groups", groups))
        if not bits:
            raise Mistakes("group: some of %r does not exist" % groups)
        return bits

    def delete(self, ids: Any) -> None:
        """Delete clumps. Raises Mistakes if an id is unknown; nothing is deleted then."""
        ids = _rows("ids", ids, (np.size(ids),), np.int64)
        self._act("clast_delete", len(ids), _pointer(ids))

    def do(self, action: str) -> None:
        """Do what an event may do: do("set force_wind_force 1,0,0"), "start feed", "stop shaker", "checkpoint", "end".

        Raises Mistakes, which tell what may be set while a run goes on."""
        self._act("clast_do", _text("action", action))

    def move(self, motion: str, shift: Any = (0, 0, 0), velocity: Any = (0, 0, 0), turn: Any = (1, 0, 0, 0), spin: Any = (0, 0, 0)) -> None:
        """Give a motion of `type: host` its pose at the end of the next step, and its velocities, with which it goes on until the next call.

        shift m, velocity m/s, turn w, x, y, z about the motion's point, spin rad/s, all relative to the start.
        """
        rows = [_rows(name, value, (width,), each=False) for name, value, width in (("shift", shift, 3), ("velocity", velocity, 3), ("turn", turn, 4),
                                                                       ("spin", spin, 3))]
        self._act("clast_move", _text("motion", motion), *[_pointer(row) for row in rows])

    # ---- flows

    def grid(self, lo: Any, hi: Any, n: Any, *, start: Any = None, stop: Any = None) -> "Grid":
        """A grid of n = (nx, ny, nz) cells of equal size from lo to hi (m), for a flow solver of the caller.

        Each cell is on one rank: this one has the cells start .. stop - 1, three numbers each; None: an even part of the longest axis. Along
        periodic axes the grid lies in the box. Raises Mistakes if some cell is on no rank or on several, or the grid reaches beyond a periodic
        face.
        """
        return Grid(self, lo, hi, n, start, stop)

    # ---- show

    def picture(self, width: int = 640, height: int = 360, **keys: Any) -> Optional[Picture]:
        """A picture of the present state, which Jupyter shows, by the program's own renderer; on rank 0, elsewhere None.

        keys    of the section `image` (docs/guide/pictures.md): picture(colour="speed", from_=[1, 1, 1], look_at=[0, 0, 0]); `from_` is its
                `from`. Without a camera one is chosen by which all clumps are seen.
        """
        pairs = {"from" if name == "from_" else name: clast.option_text(value) for name, value in keys.items()}
        rgb = np.zeros((max(1, int(height)), max(1, int(width)), 3), np.uint8)
        self._call("clast_picture", len(pairs), api.options_of(pairs), int(width), int(height), _pointer(rgb), changes=False)
        return Picture(rgb) if self.rank == 0 else None

    def __repr__(self) -> str:
        if not self._sim:
            return "<clast simulation of %s, closed>" % self._name
        return "<clast simulation of %s, t = %.6g s, step %d, %s>" % (self._name, self.time, self.steps_done, self.state.name.lower().replace("_", " "))

    def _repr_html_(self) -> Optional[str]:
        if not self._sim or self._busy or self.ranks > 1:
            return None  # other ranks are not asked
        rows = [("scenario", self._name), ("state", self.state.name.lower().replace("_", " ")), ("time", "%.6g s" % self.time),
                ("steps", "%d of %.3g s" % (self.steps_done, self.dt))]
        image = ""
        try:
            rows.append(("clumps", "%d" % len(self.view("clumps", "id"))))
            image = "<br><img alt='' src='data:image/png;base64,%s'>" % base64.b64encode(self.picture(480, 270)._repr_png_()).decode()
        except Error:
            pass  # physics has stopped it within a step: there is no state to be seen
        rows += [("warnings", "%d: %s" % (len(self.warnings), self.warnings[0]))] if self.warnings else []
        return "<table>%s</table>%s" % ("".join("<tr><th>%s</th><td>%s</td></tr>" % (name, html.escape(text)) for name, text in rows), image)


# ---- flows


class Grid:
    """A grid of cells, which gives a flow solver of the caller its solids, and clumps their forces: Simulation.grid makes it.

    Arrays over cells are those of this rank, [nx, ny, nz] of numbers, [nx, ny, nz, 3] of vectors; what is given may be one value for all cells.
    Arrays over clumps are of this rank's, in the order of views. `shape` is that of this rank's cells, `start` its first cell; `lo`, `hi` (m) and
    `n` are those of the whole grid, `size` [3] the edges of a cell, m. Volumes are exact: a clump is the union of its pebbles. Forces act until
    they are given anew, or free(). A context manager, which frees it. Methods are collective; sums over ranks are the caller's.
    """

    def __init__(self, sim: Simulation, lo: Any, hi: Any, n: Any, start: Any = None, stop: Any = None):
        self._sim, self._grid = sim, ctypes.c_void_p()
        self.lo, self.hi, self.n = (_rows(name, value, (3,), kind, False) for name, value, kind in
                                     (("lo", lo, np.float64), ("hi", hi, np.float64), ("n", n, np.int64)))
        if (start is None) != (stop is None):
            raise Mistakes("grid: give both start and stop, or none of them")
        if start is None:
            axis = int(np.argmax(self.n))
            start, stop = np.zeros(3, np.int64), self.n.copy()
            start[axis], stop[axis] = self.n[axis] * sim.rank // sim.ranks, self.n[axis] * (sim.rank + 1) // sim.ranks
        self.start, stop = _rows("start", start, (3,), np.int64, False), _rows("stop", stop, (3,), np.int64, False)
        sim._call("clast_grid_create", _pointer(self.lo), _pointer(self.hi), _pointer(self.n), _pointer(self.start), _pointer(stop),
                  ctypes.byref(self._grid), changes=False)
        self.size: np.ndarray = (self.hi - self.lo) / self.n  #: edges of a cell, m
        self.shape: Tuple[int, ...] = tuple(int(k) for k in np.maximum(stop - self.start, 0))  #: of this rank's cells

    def __enter__(self) -> "Grid":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            self.free()

    def free(self) -> None:
        """End the grid and its forces. Again: nothing. Closing the simulation does so, too."""
        if self._grid and self._sim._sim:
            self._sim._call("clast_grid_free", on=ctypes.byref(self._grid))
        self._grid = ctypes.c_void_p()

    def _call(self, name: str, *arguments: Any, changes: bool = True) -> None:
        self._sim._handle()
        if not self._grid:
            raise Error("the grid is freed")
        self._sim._call(name, *arguments, changes=changes, on=self._grid)

    def _given(self, name: str, values: Any, parts: Tuple[int, ...]) -> np.ndarray:
        """Values of the cells as the library has them: x fastest."""
        whole = self.shape + parts
        if np.shape(values) not in (parts, whole):
            raise Mistakes("%s: an array of shape %s is needed, or %s for all cells, not of shape %s"
                           % (name, whole, "one of shape %s" % (parts,) if parts else "a number", np.shape(values)))
        values = _rows(name, np.broadcast_to(values, whole), whole, each=False)
        return np.ascontiguousarray(np.moveaxis(values, (0, 1, 2), (2, 1, 0)))

    def _room(self, parts: Tuple[int, ...] = ()) -> Tuple[np.ndarray, np.ndarray]:
        """Memory for values of the cells, and how the caller sees it."""
        memory = np.zeros(self.shape[::-1] + parts)
        return memory, np.moveaxis(memory, (0, 1, 2), (2, 1, 0))

    def centres(self) -> np.ndarray:
        """Centres of this rank's cells [nx, ny, nz, 3], m. Local."""
        axes = [lo + size * (start + np.arange(n) + 0.5) for lo, size, start, n in zip(self.lo, self.size, self.start, self.shape)]
        return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)

    def solids(self) -> Tuple[np.ndarray, np.ndarray]:
        """Volume of solids (m^3) [nx, ny, nz] and their momentum (kg m/s) [nx, ny, nz, 3] in each cell.

        The fraction of solids is volume / size.prod(); in two dimensions volumes are areas, m^2, and their fraction has size[:2].prod().
        """
        (volume, seen), (momentum, moves) = self._room(), self._room((3,))
        self._call("clast_grid_solids", _pointer(volume), _pointer(momentum), changes=False)
        return seen, moves

    def velocity(self) -> np.ndarray:
        """Mean velocity of the solids in each cell, m/s [nx, ny, nz, 3]; 0 where there are none."""
        mean, seen = self._room((3,))
        self._call("clast_grid_velocity", _pointer(mean), changes=False)
        return seen

    def push(self, density: Any) -> None:
        """Push clumps by force densities (N/m^3) [nx, ny, nz, 3] of the cells, such as minus the gradient of the pressure; None: no longer.

        Each share of a clump takes density x volume, at its centroid. Raises Mistakes if a value is not finite.
        """
        cells = None if density is None else self._given("density", density, (3,))
        self._call("clast_grid_push", _pointer(cells))

    def at_clumps(self, field: Any, how: str = "centres", gradients: bool = False) -> Union[np.ndarray, Tuple[np.ndarray, np.ndarray]]:
        """Values of a field of the cells at this rank's clumps [n], of vectors [n, 3]; with gradients: (values, gradients [.., 3], per m).

        field    [nx, ny, nz], or up to 3 components [nx, ny, nz, components]
        how      "centres": linear between the centres of cells, at those of clumps; "shares": mean over the clump's volume

        Not a number: the clump's centre, or all of its volume, is outside the grid.
        """
        ways = ("centres", "shares")
        if how not in ways:
            raise Mistakes("at_clumps: how %r: allowed are %s" % (how, ", ".join(ways)))
        parts = np.shape(field)[3:4]
        cells = self._given("field", field, parts)
        n, components = len(self._sim.view("clumps", "id")), parts[0] if parts else 1
        values, slopes = np.zeros((n,) + parts), np.zeros((n,) + parts + (3,))
        self._call("clast_grid_at_clumps", components, _pointer(cells), ways.index(how), _pointer(values), _pointer(slopes) if gradients else None,
                   changes=False)
        return (values, slopes) if gradients else values

    def drag(self, velocity: Any, density: float, viscosity: float, fraction: Any = None, law: str = "di_felice") -> np.ndarray:
        """Drag of a fluid on clumps; returns the opposite force on each cell (N) [nx, ny, nz, 3].

        velocity   of the fluid itself [nx, ny, nz, 3], m/s, not the superficial one
        density    of the fluid, kg/m^3
        viscosity  of the fluid, Pa s
        fraction   of the fluid in each cell; None: what solids leave, at least 0.05
        law        "di_felice" (1994), or "ergun" (1952), which with fractions from 0.8 on is Wen & Yu (1966)

        Both laws (docs/reference/library.md) are without the force of the mean pressure gradient: push by it beside them. In three dimensions.
        """
        laws = ("di_felice", "ergun")
        if law not in laws:
            raise Mistakes("drag: law %r: allowed are %s" % (law, ", ".join(laws)))
        flow = self._given("velocity", velocity, (3,))
        part = None if fraction is None else self._given("fraction", fraction, ())
        fluid = api.Drag(float(density), float(viscosity), _pointer(flow), _pointer(part), laws.index(law))
        reaction, seen = self._room((3,))
        self._call("clast_grid_drag", ctypes.byref(fluid), _pointer(reaction))
        return seen

    def drag_none(self) -> None:
        """End the drag."""
        self._call("clast_grid_drag", None, None)
