#!/usr/bin/env pvpython
# SPDX-License-Identifier: MIT
"""Pictures of a run, made with ParaView's pvpython (Debian: apt install paraview python3-paraview).

  pvpython jobs/render.py out/rockfall                        every frame, to out/rockfall/images/
  pvpython jobs/render.py out/rockfall --time 0.9 3           the frames next to these times
  pvpython jobs/render.py out/gas --every 5 --colour speed    every fifth frame, coloured by speed
  xvfb-run -a pvpython jobs/render.py out/rockfall            on a machine without a screen (Debian: apt install xvfb)

  --colour template|speed|clump_id|...   any array of the frames (default: template); vectors by their length
  --range LOW HIGH                       of the colours of numbers (default: of the frames drawn)
  --size 1200x900                        in pixels
  --from X Y Z                           where the camera is, seen from the middle (default: 1.6 -2.4 0.9)
  --zoom 1.0                             larger is nearer
  --images DIR                           where the PNGs go

The argument is the folder of a run, or its frames.hdf.series. Every pebble is drawn as a sphere of its radius. Plane walls
come from resolved.yaml beside the frames: those one looks at from inside are drawn, those in front are left out, and a thin
line runs round the box.
"""
import argparse
import math
import os
import re

from paraview import vtk
from paraview import simple as pv

# Okabe and Ito's palette in an order that suits stones: told apart by everybody.
PALETTE = [(0.90, 0.62, 0.22), (0.34, 0.61, 0.78), (0.80, 0.36, 0.26), (0.62, 0.62, 0.58), (0.25, 0.60, 0.47), (0.80, 0.52, 0.68)]


# ---- what to draw ----

def numbers(text):
    return [float(word) for word in text.replace(",", " ").split()]


def read_scenario(folder):
    """Box (lo, hi), names of templates and plane walls [(point, normal)] of resolved.yaml; None and empty without one."""
    path = os.path.join(folder, "resolved.yaml")
    if not os.path.exists(path):
        return None, [], []
    with open(path, encoding="utf-8") as file:
        sections = dict(re.findall(r"^(\w+):\n((?:[ ].*\n)*)", file.read(), re.M))

    def key(name, text):
        found = re.search(name + r": \[([^\]]*)\]", text)
        return numbers(found.group(1)) if found else None

    domain = sections.get("domain", "")
    box = (key("lo", domain), key("hi", domain))
    names = re.findall(r"^  - ([\w-]+):", sections.get("template", ""), re.M)
    walls = [(key("point", text), key("normal", text)) for text in re.split(r"^  - ", sections.get("wall", ""), flags=re.M)]
    return box if all(box) else None, names, [wall for wall in walls if all(wall)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    length = math.sqrt(dot(a, a))
    return [x / length for x in a]


def cut(polygon, point, normal):
    """The part of a polygon on the side of the plane that its normal points to."""
    kept = []
    for a, b in zip(polygon, polygon[1:] + polygon[:1]):
        ha = dot(normal, [x - p for x, p in zip(a, point)])
        hb = dot(normal, [x - p for x, p in zip(b, point)])
        if ha >= 0:
            kept.append(a)
        if ha * hb < 0:
            kept.append([x + ha / (ha - hb) * (y - x) for x, y in zip(a, b)])
    return kept


def wall_polygons(box, walls):
    """What of each wall is a face of the space between all walls within the box."""
    lo, hi = box
    centre = [(a + b) / 2 for a, b in zip(lo, hi)]
    reach = math.dist(lo, hi)
    faces = [(lo, [float(i == k) for i in range(3)]) for k in range(3)] + [(hi, [-float(i == k) for i in range(3)]) for k in range(3)]
    polygons = []
    for point, normal in walls:
        n = unit(normal)
        height = dot(n, [c - p for c, p in zip(centre, point)])
        middle = [c - height * x for c, x in zip(centre, n)]
        u = unit(cross(n, [1, 0, 0] if abs(n[0]) < 0.7 else [0, 1, 0]))
        v = cross(n, u)
        polygon = [[m + reach * (a * x + b * y) for m, x, y in zip(middle, u, v)] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        for other in faces + [(p, m) for p, m in walls if (p, m) != (point, normal)]:
            polygon = cut(polygon, *other)
        if len(polygon) > 2:
            polygons.append((polygon, n))
    return polygons


def poly_source(polygons, as_lines):
    """A ParaView source of polygons, filled or as their outlines."""
    points, cells = vtk.vtkPoints(), vtk.vtkCellArray()
    for polygon in polygons:
        ids = [points.InsertNextPoint(p) for p in polygon]
        if as_lines:
            ids.append(ids[0])
        cells.InsertNextCell(len(ids))
        for i in ids:
            cells.InsertCellPoint(i)
    data = vtk.vtkPolyData()
    data.SetPoints(points)
    if as_lines:
        data.SetLines(cells)
    else:
        data.SetPolys(cells)
    source = pv.PVTrivialProducer()
    source.GetClientSideObject().SetOutput(data)
    return source


# ---- how ----

def show_spheres(reader, view):
    display = pv.Show(reader, view)
    display.SetRepresentationType("3D Glyphs")
    display.GlyphType = "Sphere"
    display.GlyphType.Radius = 1.0
    display.GlyphType.ThetaResolution = 24
    display.GlyphType.PhiResolution = 16
    display.Scaling = 1
    display.ScaleMode = "Magnitude"
    display.SelectScaleArray = "radius"
    display.ScaleFactor = 1.0
    display.Orient = 0
    display.Ambient = 0.12
    display.Specular = 0.2
    display.SpecularPower = 15
    return display


def colour_by(display, view, array, names, limits):
    """Categories get the palette, numbers a scale and a bar."""
    pv.ColorBy(display, ("POINTS", array))
    table = pv.GetColorTransferFunction(array)
    if array in ("template", "material", "member"):
        count = max(len(names), len(PALETTE))
        table.InterpretValuesAsCategories = 1
        table.Annotations = [word for k in range(count) for word in (str(k), names[k] if k < len(names) else str(k))]
        table.IndexedColors = [channel for k in range(count) for channel in PALETTE[k % len(PALETTE)]]
        return
    table.ApplyPreset("Viridis (matplotlib)", True)
    if limits:
        table.RescaleTransferFunction(*limits)
    else:
        display.RescaleTransferFunctionToDataRange(False, True)
    bar = pv.GetScalarBar(table, view)
    bar.Title, bar.ComponentTitle = array, ""
    bar.TitleColor = bar.LabelColor = [0.15, 0.15, 0.15]
    display.SetScalarBarVisibility(view, True)


def show_walls(box, walls, direction, view):
    polygons = wall_polygons(box, walls)
    # Two sources: what one sees from inside, filled; and the edges of all of them that are behind.
    behind = [polygon for polygon, normal in polygons if dot(normal, direction) > 0]
    if not behind:
        return
    display = pv.Show(poly_source(behind, False), view)
    display.AmbientColor = display.DiffuseColor = [0.90, 0.89, 0.86]
    display.Ambient = 0.3
    lines = pv.Show(poly_source(behind, True), view)
    lines.AmbientColor = lines.DiffuseColor = [0.45, 0.45, 0.45]
    lines.LineWidth = 1.5


def drawn_box(box, walls, tops):
    """Domain or walls, whichever is nearer, and no higher than what is in it: one looks at the clumps."""
    lo, hi = list(box[0]), list(box[1])
    for point, normal in walls:
        for k in range(3):
            if abs(unit(normal)[k]) > 0.999:
                if normal[k] > 0:
                    lo[k] = max(lo[k], point[k])
                else:
                    hi[k] = min(hi[k], point[k])
    return lo, [min(h, t) for h, t in zip(hi, tops)]


def set_camera(view, lo, hi, direction, zoom, size):
    """Perspective; the box fills the picture and stands in its middle."""
    centre = [(a + b) / 2 for a, b in zip(lo, hi)]
    corners = [[(lo, hi)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    angle = 28.0
    slope = math.tan(math.radians(angle / 2))
    right = unit(cross([-x for x in direction], [0, 0, 1]))
    up = cross(right, [-x for x in direction])
    distance = 4 * math.dist(lo, hi)
    for _ in range(20):  # what is near looks larger, so middle and distance are found together
        arms = [[a - c for a, c in zip(corner, centre)] for corner in corners]
        x = [dot(arm, right) / (distance - dot(arm, direction)) / slope for arm in arms]
        y = [dot(arm, up) / (distance - dot(arm, direction)) / slope for arm in arms]
        shift = [distance * slope * (min(s) + max(s)) / 2 for s in (x, y)]
        centre = [c + shift[0] * r + shift[1] * u for c, r, u in zip(centre, right, up)]
        distance *= max((max(x) - min(x)) / 2 * size[1] / size[0], (max(y) - min(y)) / 2)
    distance *= 1.04 / zoom
    view.CameraViewAngle = angle
    view.CameraFocalPoint = centre
    view.CameraPosition = [c + distance * d for c, d in zip(centre, direction)]
    view.CameraViewUp = [0, 0, 1]


def make_view(size):
    view = pv.CreateView("RenderView")
    view.ViewSize = size
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesVisibility = 0
    # Shade where pebbles meet, so that one sees them lie on each other; older and newer versions may not have it.
    if "UseAmbientOcclusion" in view.ListProperties():
        view.UseAmbientOcclusion = 1
    if "UseSSAO" in view.ListProperties():
        view.UseSSAO = 1
    view.UseFXAA = 1
    return view


# ---- the program ----

def arguments():
    parser = argparse.ArgumentParser(usage="pvpython jobs/render.py RUN [--option value ...]; see the head of this file")
    parser.add_argument("run")
    parser.add_argument("--time", type=float, nargs="+")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--colour", "--color", default="template")
    parser.add_argument("--range", type=float, nargs=2)
    parser.add_argument("--size", default="1200x900")
    parser.add_argument("--from", dest="direction", type=float, nargs=3, default=[1.6, -2.4, 0.9])
    parser.add_argument("--zoom", type=float, default=1.0)
    parser.add_argument("--images")
    return parser.parse_args()


def main():
    args = arguments()
    folder = os.path.dirname(args.run) if args.run.endswith(".series") else args.run
    series = args.run if args.run.endswith(".series") else os.path.join(folder, "frames.hdf.series")
    if not os.path.exists(series):
        raise SystemExit(f"render.py: no {series}: does the scenario have output: {{frames_every: ...}}?")
    images = args.images or os.path.join(folder, "images")
    os.makedirs(images, exist_ok=True)
    size = [int(n) for n in args.size.split("x")]
    direction = unit(args.direction)

    reader = pv.OpenDataFile(series)
    reader.UpdatePipeline()
    times = list(reader.TimestepValues)
    if args.time:
        wanted = sorted({min(times, key=lambda t, w=w: abs(t - w)) for w in args.time})
    else:
        wanted = times[::args.every]

    # The camera stands still: it sees what all drawn frames see.
    tops, bottoms = [-math.inf] * 3, [math.inf] * 3
    for time in wanted:
        reader.UpdatePipeline(time)
        bounds, radius = reader.GetDataInformation().GetBounds(), reader.PointData["radius"].GetRange()[1]
        tops = [max(t, b + radius) for t, b in zip(tops, bounds[1::2])]
        bottoms = [min(t, b - radius) for t, b in zip(bottoms, bounds[0::2])]
    box, names, walls = read_scenario(folder)
    lo, hi = drawn_box(box, walls, tops) if box and walls else box if box and math.dist(*box) < 4 * math.dist(bottoms, tops) else (bottoms, tops)

    view = make_view(size)
    display = show_spheres(reader, view)
    view.ViewTime = wanted[-1]
    colour_by(display, view, args.colour, names, args.range)
    if walls:
        show_walls((lo, hi), walls, direction, view)
    else:
        outline = pv.Show(pv.Box(XLength=hi[0] - lo[0], YLength=hi[1] - lo[1], ZLength=hi[2] - lo[2],
                                 Center=[(a + b) / 2 for a, b in zip(lo, hi)]), view)
        outline.SetRepresentationType("Outline")
        outline.AmbientColor = outline.DiffuseColor = [0.45, 0.45, 0.45]
    set_camera(view, lo, hi, direction, args.zoom, size)
    for time in wanted:
        view.ViewTime = time
        path = os.path.join(images, f"frame-{times.index(time):05d}.png")
        pv.SaveScreenshot(path, view, ImageResolution=size, CompressionLevel="9")
        print(f"{path}   t = {time:.6g} s", flush=True)


main()
