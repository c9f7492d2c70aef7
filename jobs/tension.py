#!/usr/bin/env pvpython
# SPDX-License-Identifier: MIT
"""pvpython jobs/tension.py RUN OBJECT > tension.csv: force of each link of an object over time, from the frames of links of a run.

A row for each frame: time, then the tension of every link in the order of the ids of its ends; nothing for links that are gone.
"""
import sys

from paraview import servermanager
from paraview.simple import OpenDataFile


def main(run, name):
    reader = OpenDataFile(run + "/links.hdf.series")
    frames, keys = [], set()
    for time in reader.TimestepValues:
        reader.UpdatePipeline(time)
        data = servermanager.Fetch(reader)
        number = int(data.GetFieldData().GetArray("link=" + name).GetValue(0))
        ends = [data.GetCellData().GetArray(key) for key in ("a", "b")]
        of, tension = (data.GetCellData().GetArray(key) for key in ("object", "tension"))
        row = {(int(ends[0].GetValue(k)), int(ends[1].GetValue(k))): tension.GetValue(k)
               for k in range(data.GetNumberOfCells()) if int(of.GetValue(k)) == number}
        frames.append((time, row))
        keys |= row.keys()
    for time, row in frames:
        print(",".join(["%.9g" % time] + ["%.6g" % row[key] if key in row else "" for key in sorted(keys)]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
