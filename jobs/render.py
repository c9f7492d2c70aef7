#!/usr/bin/env pvpython
# SPDX-License-Identifier: MIT
"""Pictures and films of a run, drawn by ParaView's pvpython (5.11 or newer).

Every pebble is drawn as a sphere of its radius, a capsule as one at each end and a tube between; a run in two dimensions
as discs, seen along z. Bodies, colours and camera are
those of all drawn frames together, so pictures of one call can be compared. Walls are read from resolved.yaml beside the
frames, and drawn where the frames have them: planes that are seen from inside, those between camera and bodies are left out;
all others transparent.
"""
import argparse
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

vtk, pv = None, None  # ParaView's modules, imported when the arguments are right: that takes seconds

EXAMPLES = """examples:
  pvpython jobs/render.py out/rockfall --every 10                  every tenth frame, to out/rockfall/images/; without --every: all
  pvpython jobs/render.py out/rockfall --time 0.9 3                the frames nearest to these times
  pvpython jobs/render.py out/rockfall --colour speed --film fall.mp4
  pvpython jobs/render.py out/drum --fade drum --colour speed --range 0,0.5
  xvfb-run -a pvpython jobs/render.py out/gas                      on a machine without a screen

install on Debian and Ubuntu: apt install paraview python3-paraview xvfb ffmpeg"""

# Okabe and Ito's palette, which colour-blind readers can tell apart, in muted tones.
PALETTE = [(0.90, 0.62, 0.22), (0.34, 0.61, 0.78), (0.80, 0.36, 0.26), (0.62, 0.62, 0.58), (0.25, 0.60, 0.47), (0.80, 0.52, 0.68)]
CATEGORIES = ("template", "material", "member")
UNITS = {"radius": "m", "speed": "m/s", "velocity": "m/s", "angular_velocity": "rad/s", "clump_mass": "kg", "clump_force": "N",
         "clump_position": "m"}
INK, LINE, WALL, GHOST = [0.15] * 3, [0.45] * 3, [0.90, 0.89, 0.86], [0.60, 0.62, 0.66]
FADED = 0.18  # opacity
BAR_FROM = 0.85  # share of the width that is left to the bodies where a bar of colours stands beside them
FILMS = {".mp4": ["-c:v", "libx264", "-crf", "20", "-pix_fmt", "yuv420p", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white"],
         ".gif": ["-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=bayer"]}


def stop(message):
    """Ends the program at once: an orderly end would close files that ParaView's reader has open, and HDF5 prints errors then."""
    print("render.py: " + message, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(2)


# ---- what to draw ----

class Scenario:
    """Domain, names of templates, plane walls and other ones, as resolved.yaml has them; all empty without one."""

    def __init__(self, folder):
        self.box, self.boundary, self.gravity, self.flat = None, ["free"] * 3, None, False
        self.templates, self.materials, self.walls, self.shapes = [], [], [], {}
        path = os.path.join(folder, "resolved.yaml")
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as file:
            sections = dict(re.findall(r"^(\w+):\n((?:[ ].*\n)*)", file.read(), re.M))
        run, domain = sections.get("run", ""), sections.get("domain", "")
        self.flat = bool(re.search(r"^  dimension: 2$", run, re.M))
        self.gravity = vector(run, "gravity")
        lo, hi = vector(domain, "lo"), vector(domain, "hi")
        if lo and hi:
            self.box = (lo, hi)
        words = re.search(r"boundary: \[([^\]]*)\]", domain)
        if words:
            self.boundary = [word.strip() for word in (words.group(1) + ", free").split(",")[:3]]
        self.templates = list(things(sections.get("template", "")))
        self.materials = list(things(sections.get("material", "")))
        for name, text in things(sections.get("wall", "")).items():
            point, normal = vector(text, "point"), vector(text, "normal")
            if point and normal:
                self.walls.append((name, point, unit(normal)))
            else:
                self.shapes[name] = text


def things(text):
    """The named items of a section: {name: lines}."""
    parts = re.split(r"^  - ([^\s:]+):", text, flags=re.M)
    return dict(zip([name.strip("\"'") for name in parts[1::2]], parts[2::2]))


def vector(text, key):
    """Three numbers; two of a run in the plane get a third of 0."""
    found = re.search(r"^ +" + key + r": \[([^\]]*)\]", text, re.M)
    return ([float(word) for word in found.group(1).split(",")] + [0.0])[:3] if found else None


def numbers(text, key, otherwise):
    """The numbers of a key, in brackets or not."""
    found = re.search(r"^ +" + key + r": \[?([^\]\n]*)\]?$", text, re.M)
    try:
        return [float(word) for word in found.group(1).split(",")]
    except (AttributeError, ValueError):
        return otherwise


def word_of(text, key):
    found = re.search(r"^ +" + key + r': "?([^"\n]*)"?$', text, re.M)
    return found.group(1) if found else ""


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


def box_faces(lo, hi):
    axes = [[float(i == k) for i in range(3)] for k in range(3)]
    return [(lo, axis) for axis in axes] + [(hi, [-x for x in axis]) for axis in axes]


def wall_polygons(lo, hi, walls):
    """{name: polygon}: of each wall the part that bounds the space between all walls, within a box."""
    centre = [(a + b) / 2 for a, b in zip(lo, hi)]
    reach = math.dist(lo, hi) + max([abs(dot(n, [c - p for c, p in zip(centre, point)])) for _, point, n in walls], default=0)
    polygons = {}
    for name, point, n in walls:
        height = dot(n, [c - p for c, p in zip(centre, point)])
        middle = [c - height * x for c, x in zip(centre, n)]
        u = unit(cross(n, [1, 0, 0] if abs(n[0]) < 0.7 else [0, 1, 0]))
        v = cross(n, u)
        polygon = [[m + reach * (a * x + b * y) for m, x, y in zip(middle, u, v)] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        for other in box_faces(lo, hi) + [(p, m) for other, p, m in walls if other != name]:
            polygon = cut(polygon, *other)
        if len(polygon) > 2:
            polygons[name] = polygon
    return polygons


def up_of(scenario):
    """Axis and sign of the direction against gravity; z without gravity, y in the plane."""
    axis, sign = (1 if scenario.flat else 2), 1
    if scenario.gravity and any(scenario.gravity):
        axis = max(range(3), key=lambda k: abs(scenario.gravity[k]))
        sign = -1 if scenario.gravity[axis] > 0 else 1
    return axis, sign


def drawn_box(bodies, scenario):
    """The box to draw: on each axis the walls where they are near the bodies, else the bodies with an equal margin on both
    sides; the period of a periodic axis; upwards never more than the bodies need."""
    low, high = bodies
    size = max(h - l for l, h in zip(low, high))
    margin = (0.15 if scenario.walls else 0.03) * size
    lo, hi = [x - margin for x in low], [x + margin for x in high]
    corners = []
    if scenario.box:
        around = [[f(a, b) for a, b in zip(*pair)] for f, pair in ((min, (scenario.box[0], lo)), (max, (scenario.box[1], hi)))]
        corners = [point for polygon in wall_polygons(*around, scenario.walls).values() for point in polygon]
    for k in range(3):
        if corners:
            ends = min(p[k] for p in corners), max(p[k] for p in corners)
            parallel = [[p[k] for _, p, n in scenario.walls if s * n[k] > 0.999999] for s in (1, -1)]
            near = [low[k] - ends[0] < 1.5 * size, ends[1] - high[k] < 1.5 * size]
            if near[0] and (near[1] or parallel[0]):
                lo[k] = ends[0] if parallel[0] else min(lo[k], ends[0])
            if near[1] and (near[0] or parallel[1]):
                hi[k] = ends[1] if parallel[1] else max(hi[k], ends[1])
        if scenario.boundary[k] == "periodic" and scenario.box:
            lo[k], hi[k] = scenario.box[0][k], scenario.box[1][k]
    axis, sign = up_of(scenario)
    if scenario.boundary[axis] == "periodic":
        return lo, hi
    if sign > 0:
        hi[axis] = high[axis] + 0.03 * size
    else:
        lo[axis] = low[axis] - 0.03 * size
    return lo, hi


# ---- how ----

def poly_data(polygons, as_lines):
    """Polygons, filled or as their outlines."""
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
    return data


def source_of(data):
    source = pv.PVTrivialProducer()
    source.GetClientSideObject().SetOutput(data)
    return source


def round_polygons(text, lo, hi):
    """A cylinder or cone, open, of 64 facets; an endless one through the box."""
    point, axis = vector(text, "point"), unit(vector(text, "axis") or [0, 0, 1])
    radius, length = numbers(text, "radius", [0]), numbers(text, "length", [0])[0]
    if length == 0:
        ends = sorted(dot(axis, [f - p for f, p in zip((lo, hi)[k], point)]) for k in (0, 1))
        point, length = [p + ends[0] * a for p, a in zip(point, axis)], ends[1] - ends[0]
    u = unit(cross(axis, [1, 0, 0] if abs(axis[0]) < 0.7 else [0, 1, 0]))
    v = cross(axis, u)
    turns = [2 * math.pi * k / 64 for k in range(65)]
    rings = [[[p + h * a + r * (math.cos(t) * x + math.sin(t) * y) for p, a, x, y in zip(point, axis, u, v)] for t in turns]
             for h, r in ((0, radius[0]), (length, radius[-1]))]
    return [[rings[0][k], rings[0][k + 1], rings[1][k + 1], rings[1][k]] for k in range(64)]


def box_polygons(lo, hi):
    corner = lambda k: [(hi if k >> i & 1 else lo)[i] for i in range(3)]
    return [[corner(k) for k in face] for face in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))]


def turned(data, scale, shift, pivot, quaternion):
    """Points x go to pivot + turn (scale x + shift - pivot)."""
    from vtkmodules.vtkCommonTransforms import vtkTransform
    from vtkmodules.vtkFiltersGeneral import vtkTransformPolyDataFilter
    move = vtkTransform()
    move.Translate(pivot)
    w, axis = quaternion[0], quaternion[1:]
    if any(axis):
        move.RotateWXYZ(math.degrees(2 * math.atan2(math.sqrt(dot(axis, axis)), w)), axis)
    move.Translate([s - p for s, p in zip(shift, pivot)])
    move.Scale(scale, scale, scale)
    filter_ = vtkTransformPolyDataFilter()
    filter_.SetTransform(move)
    filter_.SetInputData(data)
    filter_.Update()
    return filter_.GetOutput()


def mesh_data(text):
    """A mesh as its wall has it; None if the file is gone or has no faces."""
    from vtkmodules.vtkIOGeometry import vtkOBJReader, vtkSTLReader
    path = word_of(text, "file")
    reader = vtkOBJReader() if path.lower().endswith(".obj") else vtkSTLReader()
    if not os.path.exists(path):
        print(f"render.py: {path}: this mesh is not there and is left out", file=sys.stderr)
        return None
    reader.SetFileName(path)
    reader.Update()
    if reader.GetOutput().GetNumberOfCells() == 0:
        return None
    return turned(reader.GetOutput(), numbers(text, "scale", [1])[0], numbers(text, "shift", [0, 0, 0]),
                  numbers(text, "pivot", [0, 0, 0]), numbers(text, "attitude", [1, 0, 0, 0]))


def shape_data(text, lo, hi):
    """The surface of a wall that is no plane, in 3-D; None: not drawn."""
    shape = word_of(text, "shape")
    if shape == "mesh":
        return mesh_data(text)
    if shape in ("cylinder", "cone"):
        return poly_data(round_polygons(text, lo, hi), False)
    if shape == "box":
        return poly_data(box_polygons(vector(text, "lo"), vector(text, "hi")), False)
    if shape == "sphere":
        from vtkmodules.vtkFiltersSources import vtkSphereSource
        ball = vtkSphereSource()
        ball.SetCenter(vector(text, "point"))
        ball.SetRadius(numbers(text, "radius", [1])[0])
        ball.SetThetaResolution(48)
        ball.SetPhiResolution(24)
        ball.Update()
        return ball.GetOutput()
    return None


def paint(display, colour, opacity=1.0):
    display.ColorArrayName = ["POINTS", ""]
    display.AmbientColor = display.DiffuseColor = colour
    display.Opacity = opacity
    return display


def show_spheres(source, view, pixels, flat):
    """`pixels`: radius of the largest in the picture, which decides how finely they are faceted."""
    display = pv.Show(source, view)
    display.SetRepresentationType("3D Glyphs")
    display.GlyphType = "Sphere"
    display.GlyphType.Radius = 1.0
    display.GlyphType.ThetaResolution = int(min(48, max(10, 4 + 3 * math.sqrt(pixels))))
    display.GlyphType.PhiResolution = int(min(32, max(8, 4 + 2 * math.sqrt(pixels))))
    display.Scaling = 1
    display.ScaleMode = "Magnitude"
    display.SelectScaleArray = "radius"
    display.ScaleFactor = 1.0
    display.Orient = 0
    display.Ambient, display.Diffuse = (1.0, 0.0) if flat else (0.12, 1.0)
    display.Specular = 0.0 if flat else 0.2
    display.SpecularPower = 15
    return display


def show_shafts(source, view, pixels, like):
    """Tubes for the lines of the frames, which are the axes of capsules. `like`: display of the spheres."""
    tube = pv.Tube(Input=pv.ExtractSurface(Input=source))
    tube.Scalars = ["POINTS", "radius"]
    tube.VaryRadius = "By Absolute Scalar"
    tube.NumberofSides = int(min(48, max(10, 4 + 3 * math.sqrt(pixels))))
    tube.Capping = 0
    display = pv.Show(tube, view)
    display.Ambient, display.Diffuse, display.Specular, display.SpecularPower = like.Ambient, like.Diffuse, like.Specular, like.SpecularPower
    return display


def show_discs(source, view, pixels, depth):
    """Discs of a plane with a dark rim round each body: dark discs behind, and smaller ones before them."""
    rim = paint(show_spheres(source, view, pixels, True), [0.2, 0.2, 0.2])
    rim.Position = [0, 0, -3 * depth]
    display = show_spheres(source, view, pixels, True)
    display.ScaleFactor = 1 - min(0.25, 0.7 / max(pixels, 1.0))
    return display


def colour_by(displays, view, array, names, limits, scale):
    """Categories get the palette and a legend, numbers a scale and a bar."""
    for display in displays:
        pv.ColorBy(display, ("POINTS", array))
    table = pv.GetColorTransferFunction(array)
    if array in CATEGORIES:
        count = max(len(names), len(PALETTE))
        table.InterpretValuesAsCategories = 1
        table.Annotations = [word for k in range(count) for word in (str(k), names[k] if k < len(names) else str(k))]
        table.IndexedColors = [channel for k in range(count) for channel in PALETTE[k % len(PALETTE)]]
        return None
    table.ApplyPreset("Viridis (matplotlib)", True)
    bar = pv.GetScalarBar(table, view)
    bar.Title = array.replace("_", " ") + (f" ({UNITS[array]})" if array in UNITS else "")
    bar.ComponentTitle = ""
    bar.TitleColor = bar.LabelColor = INK
    bar.TitleFontSize, bar.LabelFontSize = round(20 * scale), round(17 * scale)
    bar.ScalarBarThickness, bar.ScalarBarLength = max(6, round(16 * scale)), 0.4
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.AddRangeLabels, bar.UseCustomLabels = 0, "%-#.3g", 0, 1
    bar.Orientation, bar.WindowLocation, bar.Position = "Vertical", "Any Location", [BAR_FROM, 0.3]
    for display in displays:
        display.SetScalarBarVisibility(view, True)
    if limits:
        rescale(table, view, limits)
    return table


def rescale(table, view, limits):
    """Ends of the colours, and five labels from one to the other."""
    table.RescaleTransferFunction(*limits)
    pv.GetScalarBar(table, view).CustomLabels = [limits[0] + k / 4 * (limits[1] - limits[0]) for k in range(5)]


def show_text(view, words, colour, place, size):
    text = pv.Text(Text=words)
    display = pv.Show(text, view)
    display.WindowLocation = "Any Location"
    display.Position = place
    display.Color = colour
    display.FontSize = max(11, size)
    return text


def show_legend(view, names, present, scale):
    """Names of what is drawn in their colours, from the top left down."""
    drawn = [k for k in range(len(names)) if k in present]
    size = max(11, round(20 * scale))
    for row, k in enumerate(drawn[:12] if len(drawn) > 1 else []):
        show_text(view, names[k], [0.8 * x for x in PALETTE[k % len(PALETTE)]], [0.02, 1 - 2 * size * (row + 1.2) / (900 * scale)], size)


class Placed:
    """Surfaces of walls: what a wall consists of, and the source that is drawn of it, where the wall is at the time of a frame."""

    def __init__(self):
        self.parts = []

    def show(self, name, data, view):
        source = source_of(data)
        self.parts.append((name, data, source))
        return pv.Show(source, view)

    def place(self, reader):
        fields = reader.GetClientSideObject().GetOutputDataObject(0).GetFieldData()
        for name, data, source in self.parts:
            pose = fields.GetArray("wall_" + name)
            if pose and pose.GetNumberOfValues() == 7:
                pose = [pose.GetValue(k) for k in range(7)]
                source.GetClientSideObject().SetOutput(turned(data, 1, pose[:3], pose[:3], pose[3:]))
                source.MarkModified(source)
                source.GetClientSideObject().Modified()


def show_face(placed, name, polygon, view, opacity, flat):
    face = paint(placed.show(name, poly_data([polygon], False), view), WALL, opacity)
    face.Ambient, face.Diffuse = (1.0, 0.0) if flat else (0.3, 1.0)


def show_edge(placed, name, polygon, view, opacity):
    paint(placed.show(name, poly_data([polygon], True), view), LINE, 1.0 if opacity == 1 else 0.5).LineWidth = 1.5


def show_walls(args, lo, hi, walls, view, placed):
    """Filled as far as one looks at them from inside; a faded one from either side."""
    front = {name for name, _, normal in walls if dot(normal, args.direction) <= 0}
    for name, polygon in wall_polygons(lo, hi, walls).items():
        if name not in args.hide and (name in args.fade or name not in front):
            opacity = FADED if name in args.fade else 1.0
            show_face(placed, name, polygon, view, opacity, False)
            show_edge(placed, name, polygon, view, opacity)


def show_shapes(args, lo, hi, shapes, view, placed):
    """Walls that are no planes, transparent."""
    for name, text in shapes.items():
        data = None if name in args.hide else shape_data(text, lo, hi)
        if data:
            paint(placed.show(name, data, view), GHOST, FADED)


def show_ground(args, lo, hi, walls, depth, view, placed):
    """In the plane: the lines, and what lies behind each of them, filled as far as the picture goes; below the bodies."""
    slab = [lo[0], lo[1], -7 * depth], [hi[0], hi[1], -5 * depth]
    edges = wall_polygons(*slab, walls)
    around = [[x, y, -8 * depth] for x, y in ((lo[0], lo[1]), (hi[0], lo[1]), (hi[0], hi[1]), (lo[0], hi[1]))]
    for name, point, normal in walls:
        if name in args.hide:
            continue
        opacity = FADED if name in args.fade else 1.0
        behind = cut(around, point, [-x for x in normal])
        if len(behind) > 2:
            show_face(placed, name, behind, view, opacity, True)
        if name in edges:
            show_edge(placed, name, edges[name], view, opacity)


def show_outline(lo, hi, view):
    box = pv.Box(XLength=hi[0] - lo[0], YLength=hi[1] - lo[1], ZLength=hi[2] - lo[2], Center=[(a + b) / 2 for a, b in zip(lo, hi)])
    outline = pv.Show(box, view)
    outline.SetRepresentationType("Outline")
    paint(outline, LINE)


def look_flat(view, lo, hi, zoom, size, share):
    """Along z, without perspective. `share`: of the width for the box, from the left. Returns pixels per metre."""
    centre = [(a + b) / 2 for a, b in zip(lo, hi)]
    half = max((hi[1] - lo[1]) / 2, (hi[0] - lo[0]) / 2 * size[1] / (size[0] * share)) * 1.03 / zoom
    centre[0] += (1 - share) * half * size[0] / size[1]
    view.CameraParallelProjection = 1
    view.CameraParallelScale = half
    view.CameraFocalPoint = [centre[0], centre[1], 0]
    view.CameraPosition = [centre[0], centre[1], 10 * half]
    view.CameraViewUp = [0, 1, 0]
    return size[1] / (2 * half)


def look(view, lo, hi, direction, up, zoom, size, share):
    """Perspective; the box fills the picture, or this share of its width from the left. Returns pixels per metre in its middle."""
    centre = [(a + b) / 2 for a, b in zip(lo, hi)]
    corners = [[(lo, hi)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    angle = 28.0
    slope = math.tan(math.radians(angle / 2))
    right = unit(cross(up, direction))
    upward = cross(direction, right)
    distance = 4 * math.dist(lo, hi)
    for _ in range(20):  # what is near looks larger, so middle and distance are found together
        arms = [[a - c for a, c in zip(corner, centre)] for corner in corners]
        x = [dot(arm, right) / (distance - dot(arm, direction)) / slope for arm in arms]
        y = [dot(arm, upward) / (distance - dot(arm, direction)) / slope for arm in arms]
        shift = [distance * slope * (min(s) + max(s)) / 2 for s in (x, y)]
        centre = [c + shift[0] * r + shift[1] * u for c, r, u in zip(centre, right, upward)]
        distance *= max((max(x) - min(x)) / 2 * size[1] / (size[0] * share), (max(y) - min(y)) / 2)
    distance *= 1.04 / zoom
    centre = [c + (1 - share) * distance * slope * size[0] / size[1] * r for c, r in zip(centre, right)]
    view.CameraViewAngle = angle
    view.CameraFocalPoint = centre
    view.CameraPosition = [c + distance * d for c, d in zip(centre, direction)]
    view.CameraViewUp = upward
    return size[1] / (2 * distance * slope)


def make_view(size):
    view = pv.CreateView("RenderView")
    view.ViewSize = size
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesVisibility = 0
    view.UseFXAA = 1
    return view


def shade(view, radius):
    """Darken where pebbles meet, within this radius, so that one sees them lie on each other. Names differ between versions."""
    wanted = {"UseAmbientOcclusion": 1, "UseSSAO": 1, "UseSSAODefaultPresets": 0, "Radius": radius, "Bias": 0.02 * radius, "KernelSize": 128, "Blur": 1}
    for name in set(wanted) & set(view.ListProperties()):
        setattr(view, name, wanted[name])


# ---- what there is in the frames ----

def select(reader, numbers):
    """The pebbles of these templates, as one source for each run of successive numbers."""
    parts = []
    for k in sorted(numbers):
        if parts and parts[-1][1] == k - 1:
            parts[-1][1] = k
        else:
            parts.append([k, k])
    sources = []
    for first, last in parts:
        source = pv.Threshold(Input=reader, Scalars=["POINTS", "template"])
        source.LowerThreshold, source.UpperThreshold = first - 0.5, last + 0.5
        sources.append(source)
    return sources


class Survey:
    """What all drawn frames have together: the box of the bodies, the largest radius, the range of the colours, axes of capsules."""

    def __init__(self):
        self.low, self.high, self.radius, self.range, self.frame_ranges = [math.inf] * 3, [-math.inf] * 3, 0.0, None, {}
        self.axes = False

    def add(self, source, time, array):
        """`array`: whose range is looked at, or None."""
        source.UpdatePipeline(time)
        info = source.GetDataInformation()
        if info.GetNumberOfPoints() == 0:
            return
        bounds, radius = info.GetBounds(), source.PointData["radius"].GetRange()[1]
        self.low = [min(t, b - radius) for t, b in zip(self.low, bounds[0::2])]
        self.high = [max(t, b + radius) for t, b in zip(self.high, bounds[1::2])]
        self.radius = max(self.radius, radius)
        types = source.GetClientSideObject().GetOutputDataObject(0).GetDistinctCellTypesArray()
        self.axes = self.axes or vtk.VTK_LINE in [types.GetValue(k) for k in range(types.GetNumberOfTuples())]
        if array:
            one = source.PointData[array].GetRange(-1 if source.PointData[array].GetNumberOfComponents() > 1 else 0)
            self.frame_ranges[time] = spanned(self.frame_ranges.get(time), one)
            self.range = spanned(self.range, one)


def spanned(a, b):
    return (min(a[0], b[0]), max(a[1], b[1])) if a else tuple(b)


def template_numbers(reader, times):
    """Numbers of the templates that occur in the frames."""
    last = 0
    for time in times:
        reader.UpdatePipeline(time)
        if reader.GetDataInformation().GetNumberOfPoints() > 0:
            last = max(last, int(reader.PointData["template"].GetRange()[1]))
    return range(last + 1)


def check_names(args, scenario, numbers, arrays):
    """--colour, --hide and --fade name what is there, or the program ends."""
    if args.colour not in arrays:
        stop(f"--colour {args.colour}: the frames have no such array; they have {', '.join(sorted(arrays))}")
    templates = [scenario.templates[k] if k < len(scenario.templates) else str(k) for k in numbers]
    walls = [name for name, _, _ in scenario.walls] + list(scenario.shapes)
    for option in ("hide", "fade"):
        for name in getattr(args, option):
            if name not in templates + walls:
                stop(f"--{option} {name}: neither a template nor a wall of this run; templates: {', '.join(templates)}; "
                     f"walls: {', '.join(walls) or 'none'}")
    return templates


# ---- the program ----

def names_list(text):
    return [name for name in re.split(r"[,\s]+", text) if name]


def range_of(text):
    if text in ("all", "frame"):
        return text
    try:
        low, high = [float(word) for word in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}': all, frame, or two numbers LO,HI") from None
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise argparse.ArgumentTypeError(f"'{text}': LO must be below HI")
    return low, high


def size_of(text):
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found or not all(32 <= int(n) <= 16384 for n in found.groups()):
        raise argparse.ArgumentTypeError(f"'{text}': WIDTHxHEIGHT in pixels, each from 32 to 16384")
    return [int(n) for n in found.groups()]


def positive(kind):
    def read(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < math.inf:
            raise argparse.ArgumentTypeError(f"'{text}': {'a whole number' if kind is int else 'a number'} > 0")
        return value
    return read


def film_of(text):
    if os.path.splitext(text)[1] not in FILMS:
        raise argparse.ArgumentTypeError(f"'{text}': a file name that ends in {' or '.join(FILMS)}")
    return text


def arguments(words):
    # "--range -1,2": argparse takes a word that starts with '-' for an option unless it is joined to its own.
    words = list(words)
    for i in range(len(words) - 1, 0, -1):
        if words[i - 1] == "--range" and re.match(r"-[\d.]", words[i]):
            words[i - 1:i + 1] = [words[i - 1] + "=" + words[i]]
    parser = argparse.ArgumentParser(prog="render.py", usage="pvpython jobs/render.py RUN [option ...]", description=__doc__,
                                     epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("run", metavar="RUN", help="folder of a run, or its frames.hdf.series")
    frames = parser.add_argument_group("frames")
    frames.add_argument("--time", type=float, nargs="+", metavar="T", help="the frames nearest to these times, s (default: all frames)")
    frames.add_argument("--every", type=positive(int), default=1, metavar="N", help="every N-th frame")
    colours = parser.add_argument_group("colours")
    colours.add_argument("--colour", "--color", default="template", metavar="ARRAY",
                         help="an array of the frames: template, speed, clump_id, ... (default: template); vectors by their length")
    colours.add_argument("--range", type=range_of, default="all", metavar="LO,HI",
                         help="values at the ends of the colour scale; all: of all drawn frames (default); frame: of each frame by itself")
    shown = parser.add_argument_group("bodies and walls")
    shown.add_argument("--hide", type=names_list, default=[], metavar="NAME,...", help="templates and walls that are not drawn")
    shown.add_argument("--fade", type=names_list, default=[], metavar="NAME,...",
                       help="templates and walls drawn grey and transparent, a wall also if it is in front; they have no part in the range")
    picture = parser.add_argument_group("picture")
    picture.add_argument("--size", type=size_of, default=[1200, 900], metavar="WxH", help="in pixels (default: 1200x900)")
    picture.add_argument("--from", dest="direction", type=float, nargs=3, metavar=("X", "Y", "Z"),
                         help="direction from the middle to the camera (default: 1.6 -2.4 0.9 where z is up)")
    picture.add_argument("--zoom", type=positive(float), default=1.0, metavar="F", help="larger is nearer (default: 1)")
    picture.add_argument("--no-time", action="store_true", help="without the time in the lower left corner")
    picture.add_argument("--no-legend", action="store_true", help="without names of templates or scale of colours")
    output = parser.add_argument_group("output")
    output.add_argument("--images", metavar="DIR", help="folder for the pictures, frame-NNNNN.png (default: RUN/images)")
    output.add_argument("--film", type=film_of, metavar="FILE", help="a film of the pictures as well, .mp4 or .gif; needs ffmpeg")
    output.add_argument("--fps", type=positive(float), default=25, metavar="N", help="frames of the film in a second (default: 25)")
    args = parser.parse_args(words)
    if args.direction and not any(args.direction):
        parser.error("argument --from: 0 0 0 is no direction")
    if args.film and not shutil.which("ffmpeg"):
        stop("--film needs the program ffmpeg, which is not in PATH (Debian: apt install ffmpeg); without --film the pictures "
             "alone are written")
    return args


def point_of_view(args, scenario):
    """Fills in args.direction; returns the direction that is up in the picture."""
    axis, sign = up_of(scenario)
    if args.direction is None:
        args.direction = [0.0] * 3
        for k, x in zip((axis + 1, axis + 2, axis), (1.6, -2.4, 0.9 * sign)):
            args.direction[k % 3] = x
    args.direction = unit(args.direction)
    up = [sign * float(k == axis) for k in range(3)]
    # Straight from above or below: the next axis is up.
    return up if abs(dot(up, args.direction)) < 0.999 else [float(k == (axis + 2) % 3) for k in range(3)]


def write_film(path, images, fps):
    """ffmpeg reads the pictures one after the other from a pipe, whatever their numbers."""
    command = ["ffmpeg", "-y", "-loglevel", "error", "-f", "image2pipe", "-c:v", "png", "-framerate", f"{fps:g}", "-i", "-"]
    with tempfile.TemporaryFile() as pipe:
        for image in images:
            with open(image, "rb") as file:
                shutil.copyfileobj(file, pipe)
        pipe.seek(0)
        done = subprocess.run(command + FILMS[os.path.splitext(path)[1]] + [path], stdin=pipe, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        stop(f"ffmpeg could not write {path}: {done.stderr.decode(errors='replace').strip()}")
    print(path)


def open_frames(run):
    """Folder of the run, reader of its frames, their times."""
    folder = (os.path.dirname(run) or ".") if run.endswith(".series") else run
    series = run if run.endswith(".series") else os.path.join(folder, "frames.hdf.series")
    if not run.endswith(".series") and os.path.isfile(run):
        stop(f"{run} is a file: give the folder of the run, such as out/{os.path.splitext(os.path.basename(run))[0]}")
    if not os.path.exists(series):
        stop(f"there is no {series}: does the scenario have output: {{frames_every: ...}}?")
    reader = pv.OpenDataFile(series)
    if reader is None:
        stop(f"{series}: ParaView cannot read it; 5.11 is the oldest version that does")
    reader.UpdatePipeline()
    times = list(reader.TimestepValues) if hasattr(reader.TimestepValues, "__iter__") else [reader.TimestepValues]
    if not times:
        stop(f"{series} lists no frames")
    return folder, reader, times


def tell_beyond(asked, times):
    """A line for each time asked for that is more than a frame distance before the first frame or after the last."""
    slack = max([b - a for a, b in zip(times, times[1:])], default=0)
    for time in asked:
        if time < times[0] - slack or time > times[-1] + slack:
            nearest = times[0] if time < times[0] else times[-1]
            print(f"render.py: --time {time:g}: the frames are from t = {times[0]:g} to {times[-1]:g} s; the frame at {nearest:g} s "
                  "is drawn", file=sys.stderr, flush=True)


class Drawing:
    """The scene: sources, displays and the view, the same for all frames."""

    def __init__(self, args, reader, scenario, times, wanted):
        self.args, self.reader, self.placed = args, reader, Placed()
        self.step = min([b - a for a, b in zip(times, times[1:]) if b > a], default=1e-3)
        numbers = template_numbers(reader, wanted)
        names = check_names(args, scenario, numbers, list(reader.PointData.keys()))
        solid = [k for k in numbers if names[k] not in args.hide + args.fade]
        faded = [k for k in numbers if names[k] in args.fade and names[k] not in args.hide]
        self.solid = [reader] if len(solid) == len(numbers) else select(reader, solid)
        self.faded = select(reader, faded)
        self.survey = Survey()
        for time in wanted:
            for source in self.solid:
                self.survey.add(source, time, args.colour)
            for source in self.faded:
                self.survey.add(source, time, None)
        if self.survey.radius == 0:
            stop("nothing to draw: no bodies in these frames" + (", or all of them hidden" if args.hide else ""))
        self.show(scenario, names, solid)

    def show(self, scenario, names, solid):
        args, survey = self.args, self.survey
        lo, hi = drawn_box((survey.low, survey.high), scenario)
        self.view = make_view(args.size)
        up = point_of_view(args, scenario)
        share = BAR_FROM if args.colour not in CATEGORIES and not args.no_legend else 1.0
        if scenario.flat:
            pixels = survey.radius * look_flat(self.view, lo, hi, args.zoom, args.size, share)
            show_ground(args, lo, hi, scenario.walls, survey.radius, self.view, self.placed)
        else:
            pixels = survey.radius * look(self.view, lo, hi, args.direction, up, args.zoom, args.size, share)
            show_walls(args, lo, hi, scenario.walls, self.view, self.placed)
            show_shapes(args, lo, hi, scenario.shapes, self.view, self.placed)
            shade(self.view, 0.04 * math.dist(lo, hi))
        if not scenario.walls and not scenario.shapes and not scenario.flat:
            show_outline(lo, hi, self.view)
        shape = (lambda s: show_discs(s, self.view, pixels, survey.radius)) if scenario.flat else \
                (lambda s: show_spheres(s, self.view, pixels, False))
        displays = [shape(source) for source in self.solid]
        if survey.axes:
            displays += [show_shafts(source, self.view, pixels, like) for source, like in zip(self.solid, list(displays))]
        for source in self.faded:
            spheres = paint(show_spheres(source, self.view, pixels, scenario.flat), GHOST, FADED)
            if survey.axes:
                paint(show_shafts(source, self.view, pixels, spheres), GHOST, FADED)
        self.annotate(scenario, names, solid, displays)

    def annotate(self, scenario, names, solid, displays):
        args, scale = self.args, self.args.size[1] / 900
        limits = args.range if isinstance(args.range, tuple) else self.survey.range
        words = {"template": names, "material": scenario.materials}.get(args.colour, [])
        self.table = colour_by(displays, self.view, args.colour, words, limits, scale)
        if self.table and limits:
            print(f"colours of {args.colour}: {limits[0]:.6g} to {limits[1]:.6g} {UNITS.get(args.colour, '')}".rstrip()
                  + {"all": ", the range of all drawn frames", "frame": ", and of each frame its own"}.get(str(args.range), ""))
        if args.no_legend:
            for display in displays:
                display.SetScalarBarVisibility(self.view, False)
        elif args.colour == "template":
            show_legend(self.view, names, solid, scale)
        self.digits = max(0, 1 - math.floor(math.log10(self.step)))
        self.clock = None if args.no_time else show_text(self.view, "", INK, [0.02, 0.025], round(22 * scale))

    def write(self, time, path):
        self.view.ViewTime = time
        self.reader.UpdatePipeline(time)
        self.placed.place(self.reader)
        if self.clock:
            self.clock.Text = f"t = {time:.{self.digits}f} s"
        if self.table and self.args.range == "frame" and time in self.survey.frame_ranges:
            rescale(self.table, self.view, self.survey.frame_ranges[time])
        pv.SaveScreenshot(path, self.view, ImageResolution=self.args.size, CompressionLevel="9")
        print(f"{path}   t = {time:.6g} s", flush=True)


def main():
    global vtk, pv
    args = arguments(sys.argv[1:])
    try:
        from paraview import simple, vtk as vtk_module
    except ImportError:
        stop("this python has no ParaView: call pvpython, which comes with it, in place of " + (sys.executable or "python3") + "; on Debian and Ubuntu: "
             "apt install paraview python3-paraview. A section image of the scenario draws pictures without it")
    vtk, pv = vtk_module, simple
    folder, reader, times = open_frames(args.run)
    if args.time:
        wanted = sorted({min(times, key=lambda t, w=w: abs(t - w)) for w in args.time})
        tell_beyond(args.time, times)
    else:
        wanted = times[::args.every]
    drawing = Drawing(args, reader, Scenario(folder), times, wanted)
    images = args.images or os.path.join(folder, "images")
    os.makedirs(images, exist_ok=True)
    paths = [os.path.join(images, f"frame-{times.index(time):05d}.png") for time in wanted]
    for time, path in zip(wanted, paths):
        drawing.write(time, path)
    if args.film:
        write_film(args.film, paths, args.fps)


main()
