# SPDX-License-Identifier: MIT
"""Runs jobs/render.py for tests, many times at the price of one start of ParaView: its modules are imported once, then each line
of the standard input, a file for both streams and the arguments with tabs between them, is a process of its own. The answer is
its exit status."""
import os
import runpy
import signal
import sys

import paraview.simple  # noqa: F401
import paraview.vtk  # noqa: F401

script = sys.argv[1]
for line in open(0):  # not sys.stdin, which pvpython has replaced
    out, *arguments = line.rstrip("\n").split("\t")
    child = os.fork()
    if child == 0:
        signal.alarm(300)
        file = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(file, 1)
        os.dup2(file, 2)
        sys.argv = [script, *arguments]
        status = 0
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        except BaseException:
            sys.excepthook(*sys.exc_info())
            status = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    os.write(1, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
