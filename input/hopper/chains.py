#!/usr/bin/env pvpython
# SPDX-License-Identifier: MIT
"""chains.py RUN [TIME]: force chains of a run with a dump `chains` of contacts, drawn by ParaView to RUN/chains.png: a tube from
centre to centre for each contact, as thick and as dark as its normal force; at the time nearest to TIME (s), else the last one."""
import sys
from paraview.simple import *  # noqa: F403

run, wanted = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
lines = OpenDataFile(run + "/dump/chains.hdf.series")  # noqa: F405
time = min(lines.TimestepValues, key=lambda t: abs(t - min(wanted, max(lines.TimestepValues))))
lines.UpdatePipeline(time)
points = CellDatatoPointData(Input=lines, ProcessAllArrays=1)  # noqa: F405
points.UpdatePipeline(time)
lo, hi = points.PointData["normal_force"].GetRange()
bounds = points.GetDataInformation().GetBounds()
size = max(bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4])
print("t = %g s: %d contacts, normal forces %.3g to %.3g N" % (time, lines.GetDataInformation().GetNumberOfCells(), lo, hi))

thick = Calculator(Input=points, ResultArrayName="thick", Function="%.9g*max(normal_force,0)" % (0.006 * size / hi))  # noqa: F405
tubes = Tube(Input=ExtractSurface(Input=thick), Scalars=["POINTS", "thick"], VaryRadius="By Absolute Scalar")  # noqa: F405
view = CreateView("RenderView")  # noqa: F405
view.ViewSize, view.Background, view.OrientationAxesVisibility = [900, 800], [1, 1, 1], 0
view.UseColorPaletteForBackground = 0
view.ViewTime = time
shown = Show(tubes, view)  # noqa: F405
ColorBy(shown, ("POINTS", "normal_force"))  # noqa: F405
table = GetColorTransferFunction("normal_force")  # noqa: F405
table.ColorSpace, table.RGBPoints = "RGB", [0, 0.75, 0.82, 0.92, 0.25 * hi, 0.20, 0.45, 0.70, hi, 0.60, 0.05, 0.15]
shown.SetScalarBarVisibility(view, True)
bar = GetScalarBar(table, view)  # noqa: F405
bar.Title, bar.ComponentTitle, bar.TitleColor, bar.LabelColor = "normal force, N", "", [0, 0, 0], [0, 0, 0]
ResetCamera(view)  # noqa: F405
view.CameraParallelProjection = 1
view.CameraParallelScale *= 0.83
Render(view)  # noqa: F405
SaveScreenshot(run + "/chains.png", view)  # noqa: F405
