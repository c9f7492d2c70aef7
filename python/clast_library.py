# SPDX-License-Identifier: MIT
"""The shared library of clast, libclast, and its functions as ctypes calls them: those of clast.h. clast_simulation.py uses it; nothing is compiled.

The library is looked for where the variable CLAST_LIBRARY says, a file or a folder; beside this module; in the wheel that this
module is of; in the folder in which the source was built; in the folder lib beside the program clast of PATH; where pkg-config knows it; and
where the system's loader looks.
"""
from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from typing import Iterator

from clast import Error, of_wheel

# Version of the interface that this module is written for: clast.h, CLAST_API_MAJOR and CLAST_API_MINOR.
MAJOR, MINOR = 0, 1

OK, FINISHED, EARLY, STOPPED, MISTAKES, FILE, BROKEN = range(7)
REAL, INT32, INT64, BITS, TEXT = range(5)
FROM_FILE, FROM_TEXT, FROM_CHECKPOINT = range(3)
ALL_RANKS, THIS_RANK = -1000001, -1000002
# Columns that a force function may ask for.
COLUMNS = {"position": 1, "orientation": 2, "velocity": 4, "angular_velocity": 8, "mass": 16, "radius": 32, "material": 64, "template": 128,
           "groups": 256, "id": 512}


class NoLibrary(Error):
    """The shared library is not there, cannot be loaded, or is of another version than this module."""


class Option(ctypes.Structure):
    """clast_option"""

    _fields_ = [("key", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Array(ctypes.Structure):
    """clast_array"""

    _fields_ = [("data", ctypes.c_void_p), ("n", ctypes.c_int64), ("components", ctypes.c_int), ("type", ctypes.c_int), ("stride", ctypes.c_int64),
                ("unit", ctypes.c_char_p)]


class MistakeText(ctypes.Structure):
    """clast_mistake"""

    _fields_ = [("file", ctypes.c_char_p), ("line", ctypes.c_int), ("key", ctypes.c_char_p), ("text", ctypes.c_char_p)]


class BodyRows(ctypes.Structure):
    """clast_bodies"""

    _fields_ = [("n", ctypes.c_int64), ("time", ctypes.c_double)] + [(name, ctypes.c_void_p) for name in (
        "id", "position", "orientation", "velocity", "angular_velocity", "mass", "radius", "material", "template", "groups", "force", "torque")] + [
        ("why", ctypes.c_char_p)]


class Drag(ctypes.Structure):
    """clast_drag"""

    _fields_ = [("density", ctypes.c_double), ("viscosity", ctypes.c_double), ("velocity", ctypes.c_void_p), ("fraction", ctypes.c_void_p),
                ("law", ctypes.c_int)]


Sink = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)
Force = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(BodyRows))

_sim, _text, _data, _long, _real, _int = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_double, ctypes.c_int
_options = ctypes.POINTER(Option)
# Result and arguments of each function.
_FUNCTIONS = {
    "clast_version": (_text, ()),
    "clast_api_version": (None, (ctypes.POINTER(_int), ctypes.POINTER(_int))),
    "clast_messages": (None, (Sink, _data, _int)),
    "clast_open_any": (_int, (_int, _int, _text, _int, _options, ctypes.POINTER(_sim))),
    "clast_close": (_int, (ctypes.POINTER(_sim),)),
    "clast_rank": (_int, (_sim,)),
    "clast_ranks": (_int, (_sim,)),
    "clast_step": (_int, (_sim, _long)),
    "clast_run": (_int, (_sim, _real)),
    "clast_run_to": (_int, (_sim, _text)),
    "clast_time": (_real, (_sim,)),
    "clast_steps": (_long, (_sim,)),
    "clast_dt": (_real, (_sim,)),
    "clast_state": (_int, (_sim,)),
    "clast_digest": (_int, (_sim, ctypes.POINTER(ctypes.c_uint64))),
    "clast_save": (_int, (_sim, _text)),
    "clast_message": (_text, (_sim,)),
    "clast_mistakes": (_int, (_sim,)),
    "clast_mistake_of": (_int, (_sim, _int, ctypes.POINTER(MistakeText))),
    "clast_view": (_int, (_sim, _text, _text, ctypes.POINTER(Array))),
    "clast_column": (_text, (_sim, _text, _int)),
    "clast_gather": (_int, (_sim, _text, _text, _int, ctypes.POINTER(Array))),
    "clast_push": (_int, (_sim, _long, _data, _data, _data)),
    "clast_push_none": (_int, (_sim,)),
    "clast_force_add": (_int, (_sim, Force, _data, ctypes.c_uint, ctypes.POINTER(_int))),
    "clast_force_remove": (_int, (_sim, _int)),
    "clast_set": (_int, (_sim, _text, _long, _data, _data)),
    "clast_add": (_int, (_sim, _text, _long, _data, _data, _data, _data, _data, _data)),
    "clast_group": (ctypes.c_uint64, (_sim, _text)),
    "clast_delete": (_int, (_sim, _long, _data)),
    "clast_do": (_int, (_sim, _text)),
    "clast_move": (_int, (_sim, _text, _data, _data, _data, _data)),
    "clast_grid_create": (_int, (_sim, _data, _data, _data, _data, _data, ctypes.POINTER(_sim))),
    "clast_grid_free": (_int, (ctypes.POINTER(_sim),)),
    "clast_grid_solids": (_int, (_sim, _data, _data)),
    "clast_grid_velocity": (_int, (_sim, _data)),
    "clast_grid_push": (_int, (_sim, _data)),
    "clast_grid_at_clumps": (_int, (_sim, _int, _data, _int, _data, _data)),
    "clast_grid_drag": (_int, (_sim, ctypes.POINTER(Drag), _data)),
    "clast_picture": (_int, (_sim, _int, _options, _int, _int, _data)),
}


def _names() -> tuple[str, ...]:
    """Names of the library's file, that with the version of the interface first."""
    return ("libclast.%d.dylib" % MAJOR, "libclast.dylib") if sys.platform == "darwin" else ("libclast.so.%d" % MAJOR, "libclast.so")


def _folders() -> Iterator[str]:
    """Folders in which the library may be, the likeliest first."""
    here = os.path.dirname(os.path.abspath(__file__))
    yield here
    wheel = of_wheel("lib/" + _names()[0])
    if wheel:
        yield os.path.dirname(wheel)
    yield os.path.join(os.path.dirname(here), "build", "lib")
    if here.split(os.sep)[-3:] == ["share", "clast", "python"]:  # where `make install` puts it
        for name in ("lib", "lib64"):
            yield os.path.join(os.path.abspath(os.path.join(here, "..", "..", "..")), name)
    program = os.environ.get("CLAST") or shutil.which("clast")
    if program:
        folder = os.path.dirname(os.path.realpath(program))
        yield os.path.join(os.path.dirname(folder), "lib")
        yield os.path.join(folder, "lib")
    yield os.path.join(sys.prefix, "lib")
    try:
        asked = subprocess.run(["pkg-config", "--variable=libdir", "clast"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if asked.stdout.strip():
            yield asked.stdout.strip()
    except OSError:
        pass


def _load(path: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise NoLibrary("%s cannot be loaded: %s. It is the shared library of clast: build and install clast for this machine, or name another "
                        "one in the variable CLAST_LIBRARY" % (path, error)) from None


def _find() -> ctypes.CDLL:
    """The library from the first place that has it."""
    named = os.environ.get("CLAST_LIBRARY")
    if named and not os.path.isdir(named):
        return _load(named)
    looked = [named] if named else list(dict.fromkeys(_folders()))
    for folder in looked:
        for name in _names():
            if os.path.exists(os.path.join(folder, name)):
                return _load(os.path.join(folder, name))
    if not named:
        try:
            return ctypes.CDLL(_names()[0])  # where the system's loader looks
        except OSError:
            pass
    raise NoLibrary("there is no %s, the shared library of clast, in: %s%s. clast.Simulation needs it: build clast and `make install`, or give the "
                    "library's file or folder in the variable CLAST_LIBRARY. Files of runs are read, and runs are started, without it"
                    % (_names()[0], ", ".join(looked), "" if named else ", nor where the system's loader looks"))


_loaded: ctypes.CDLL | None = None


def library() -> ctypes.CDLL:
    """The library, loaded when it is first asked for, with its functions declared."""
    global _loaded
    if _loaded is None:
        found = _find()
        names = ", ".join(name for name in _FUNCTIONS if not hasattr(found, name))
        lacking = "it has no " + names if names else ""
        if not lacking:
            major, minor = _int(), _int()
            found.clast_api_version(ctypes.byref(major), ctypes.byref(minor))
            if major.value != MAJOR or minor.value < MINOR:
                lacking = "it has version %d.%d" % (major.value, minor.value)
        if lacking:
            raise NoLibrary("%s does not fit this module, which is for version %d.%d of the interface: %s. Install the library and the "
                            "module (pip install ./python) from the same source" % (found._name, MAJOR, MINOR, lacking))
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(found, name)
            function.restype, function.argtypes = result, arguments
        _loaded = found
    return _loaded


def options_of(options: dict) -> ctypes.Array:
    """Options with their values as text, as an array of clast_option."""
    return (Option * max(1, len(options)))(*[(key.encode(), value.encode()) for key, value in options.items()])
