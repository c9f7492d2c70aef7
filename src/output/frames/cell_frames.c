/* SPDX-License-Identifier: MIT */
/* Arrays of frames of the cell: lines from corner to corner. */
#include "output/frames/frames.h"
#include "space/cell/cell.h"

enum { CORNERS = 8, LINES = 12, OUTLINES = 2 };

static const CellColumn columns[] = {
  {FRAME_ARRAY(VTK_OF_CELLS "outline", INT32, 0, "1", CELLS,
               "0: an edge of the cell; 1: one of the box in which the centres of clumps are"),
   0, false},
};

const CellKind frame_outlines = {
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

typedef struct {
  int     n_points, n_lines;
  Vec3    point[OUTLINES * CORNERS];
  int64_t id[2 * OUTLINES * LINES], offset[OUTLINES * LINES + 1];
  uint8_t kind[OUTLINES * LINES];
  int32_t of[OUTLINES * LINES];
} Lines;

/* Corner number c has edge k if bit k is set. */
static void add_outline(Lines *l, const Domain *d, const Vec3 edge[3], int of)
{
  const int corners = 1 << d->dimension, first = l->n_points;

  for (int c = 0; c < corners; c++) {
    Vec3 x = d->lo;

    for (int k = 0; k < d->dimension; k++) {
      const int n = l->n_lines; /* a line to corner c | 1 << k, if c has not edge k */

      if (c >> k & 1) {
        x = vec3_add(x, edge[k]);
        continue;
      }
      l->kind[n]              = VTK_LINE;
      l->of[n]                = of;
      l->id[2 * n]            = first + c;
      l->id[2 * n + 1]        = first + (c | 1 << k);
      l->offset[++l->n_lines] = 2L * (n + 1);
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

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file)
{
  static const char *const names[] = {"cell", "box"};
  const World             *w       = file->scene;
  const int                mine    = par->rank == 0;
  const Lines              l       = lines_of(w->domain);
  const CellFile           cells   = {.grid     = {.n_points = mine * l.n_points,
                                                   .n_ids    = 2 * mine * l.n_lines,
                                                   .n_cells  = mine * l.n_lines,
                                                   .point    = {.rows = l.point},
                                                   .id       = {.rows = l.id},
                                                   .offset   = {.rows = l.offset},
                                                   .ends     = mine,
                                                   .type     = {.rows = l.kind}},
                                      .n_names  = OUTLINES,
                                      .name     = names,
                                      .row      = l.of,
                                      .row_size = sizeof *l.of};

  return cell_file_write(par, hdf5, file, &frame_outlines, &cells);
}

static PetscErrorCode write_now(World *w, const char *dir, bool *written, char *why)
{
  const SeriesFile file = {
    .step = w->clock->step, .time = clock_time(w->clock), .scene = w, .write = write_scene};

  return series_write(w->par, dir, "cell", &file, written, why);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  return frames_module_write(self, w, out, "cell", "frame of the cell",
                             w->domain->cell.used ? write_now : NULL);
}

extern const Module cell_frames_module;
const Module        cell_frames_module = {
         .name = "cell_frames", .size = sizeof(FramesState), .write = write};
