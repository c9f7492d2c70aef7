/* SPDX-License-Identifier: MIT */
/* Arrays of frames of the cell: lines from corner to corner. */
#include "output/frames/cell_frames.h"
#include "matter/module.h"
#include "output/table/table.h"
#include "space/cell/cell.h"

enum { CORNERS = 8, LINES = 12, OUTLINES = 2 };

static const CellColumn columns[] = {
  {{{VTK_OF_CELLS "outline", HDF5_INT32, 0, "1"},
    FRAME_OF_CELLS,
    "0: an edge of the cell; 1: one of the box in which the centres of clumps are"},
   0,
   false},
};

static const CellKind outline = {
  .cells        = "number of lines: 24, in two dimensions 8",
  .points       = "corners of the cell, then of the box",
  .connectivity = "the two points of each line",
  .offsets      = "first entry of each line in Connectivity, and the end: one row more than lines",
  .types        = "kind of each cell: 3, a line",
  .key          = "outline",
  .name         = "number of this outline: `cell` or `box`",
  .n_columns    = sizeof columns / sizeof *columns,
  .column       = columns,
};

bool cell_frame_array(int k, FrameArray *array)
{
  return cell_file_array(&outline, k, array);
}

/* ---- writing ---- */

typedef struct {
  int     n_points, n_lines;
  Vec3    point[OUTLINES * CORNERS];
  int64_t id[2 * OUTLINES * LINES], offset[OUTLINES * LINES + 1];
  uint8_t kind[OUTLINES * LINES];
  int32_t of[OUTLINES * LINES];
} Lines;

static void add_line(Lines *l, int from, int to, int of)
{
  l->kind[l->n_lines]       = VTK_LINE;
  l->of[l->n_lines]         = of;
  l->id[2 * l->n_lines]     = from;
  l->id[2 * l->n_lines + 1] = to;
  l->n_lines++;
  l->offset[l->n_lines] = 2L * l->n_lines;
}

/* Corner number c has edge k if bit k is set. */
static void add_outline(Lines *l, const Domain *d, const Vec3 edge[3], int of)
{
  const int corners = 1 << d->dimension, first = l->n_points;

  for (int c = 0; c < corners; c++) {
    Vec3 x = d->lo;

    for (int k = 0; k < d->dimension; k++) {
      if (c >> k & 1) x = vec3_add(x, edge[k]);
      else add_line(l, first + c, first + (c | 1 << k), of);
    }
    l->point[l->n_points++] = x;
  }
}

static Lines lines_of(const Domain *d)
{
  const Vec3 box[3] = {{d->length.x, 0, 0}, {0, d->length.y, 0}, {0, 0, d->length.z}};
  Vec3       edge[3];
  Lines      l = {0};

  cell_periods(d, edge);
  add_outline(&l, d, edge, 0);
  add_outline(&l, d, box, 1);
  return l;
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  static const char *const names[] = {"cell", "box"};
  const CellFrame         *f       = scene;
  const int                mine    = par->rank == 0;
  const Lines              l       = lines_of(f->domain);
  const CellFile           cells   = {.grid     = {.step     = f->step,
                                                   .time     = f->time,
                                                   .n_points = mine * l.n_points,
                                                   .n_ids    = 2 * mine * l.n_lines,
                                                   .n_cells  = mine * l.n_lines,
                                                   .points   = l.n_points,
                                                   .ids      = 2 * l.n_lines,
                                                   .cells    = l.n_lines,
                                                   .point    = {.rows = l.point},
                                                   .id       = {.rows = l.id},
                                                   .offset   = {.rows = l.offset},
                                                   .ends     = mine,
                                                   .type     = {.rows = l.kind}},
                                      .n_names  = OUTLINES,
                                      .name     = names,
                                      .row      = l.of,
                                      .row_size = sizeof *l.of};

  PetscFunctionBeginUser;
  PetscCall(cell_file_write(par, file, &outline, &cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode cell_frames_write(const Parallel *par, const char *dir, const CellFrame *frame,
                                 bool *written, char *why)
{
  const SeriesFile file = {.step  = frame->step,
                           .time  = frame->time,
                           .bytes = cell_file_size(&outline, (int64_t)OUTLINES * CORNERS,
                                                   2L * OUTLINES * LINES, (int64_t)OUTLINES * LINES,
                                                   false),
                           .scene = frame,
                           .write = write_scene};

  PetscFunctionBeginUser;
  PetscCall(series_write(par, dir, "cell", &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module ---- */

typedef struct {
  bool told; /* a warning was given of a frame that could not be written */
} CellFramesState;

static PetscErrorCode write(void *self, World *w, Output *out)
{
  const CellFrame  frame = {w->clock->step, clock_time(w->clock), w->domain};
  CellFramesState *own   = self;
  char             why[SERIES_WHY];
  bool             written = true;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN)
    PetscCall(
      series_cut(w->par, out->dir, "cell", out->goes_on ? clock_reached(w->clock) : -HUGE_VAL));
  else if (out->call == OUTPUT_FRAME && w->domain->cell.used)
    PetscCall(cell_frames_write(w->par, out->dir, &frame, &written, why));
  file_count(written, &own->told, "frame of the cell", why, w, out);
  PetscFunctionReturn(PETSC_SUCCESS);
}

extern const Module cell_frames_module;
const Module        cell_frames_module = {
         .name = "cell_frames", .size = sizeof(CellFramesState), .write = write};
