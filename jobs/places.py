#!/usr/bin/env pvpython
# SPDX-License-Identifier: MIT
"""pvpython jobs/places.py RUN > places.csv: places of the pebbles over time, from the frames of a run.

A row for each frame: time, then x, y and z of every pebble, by clump and by index in its template.
"""
import sys

try:
    from paraview import servermanager
    from paraview.simple import OpenDataFile
except ImportError:
    sys.exit("places.py: this python has no ParaView: call pvpython, which comes with it, in place of " + (sys.executable or "python3") +
             "; on Debian and Ubuntu: apt install paraview python3-paraview. clast.py reads frames without it: clast.open(RUN).pebbles(TIME)")


def main(run):
    reader = OpenDataFile(run + "/frames.hdf.series")
    for time in reader.TimestepValues:
        reader.UpdatePipeline(time)
        data = servermanager.Fetch(reader)
        keys = [data.GetPointData().GetArray(key) for key in ("clump_id", "member")]
        rows = sorted(([int(key.GetValue(k)) for key in keys], data.GetPoint(k)) for k in range(data.GetNumberOfPoints()))
        print(",".join(["%.9g" % time] + ["%.9g" % x for _, place in rows for x in place]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
