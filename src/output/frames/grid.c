/* SPDX-License-Identifier: MIT */
#include "output/frames/frames.h"

enum { SERIES_NAME = NAME_LENGTH + 8 };

static void series_of(const Probe *p, char name[SERIES_NAME])
{
  snprintf(name, SERIES_NAME, "grid-%s", p->name);
}

/* Write an array of the numbers from .. from + width - 1 of each point. */
static PetscErrorCode write_array(const GridFrame *s, Hdf5 *file, const char *name,
                                  const char *unit, int from, int width)
{
  const Hdf5Rows rows  = {.rows   = s->n > 0 ? s->numbers + from : NULL,
                          .stride = (size_t)probe_numbers(s->probe) * sizeof *s->numbers};
  Hdf5Table      table = {.type = HDF5_REAL, .width = width == 1 ? 0 : width, .unit = unit};

  snprintf(table.path, sizeof table.path, VTK_OF_POINTS "%.100s", name);
  return hdf5_write_rows(file, &table, s->n, rows);
}

static PetscErrorCode write_arrays(const GridFrame *s, Hdf5 *file)
{
  const Probe *p = s->probe;
  char         name[2 * NAME_LENGTH];
  int          all = 0, at = 0;

  PetscFunctionBeginUser;
  for (int f = 0; f < p->n_fields; f++) all += p->field[f]->width;
  for (int f = 0; f < p->n_fields; f++) {
    const Sampled *field = p->field[f];

    PetscCall(write_array(s, file, field->head.name, field->unit, at, field->width));
    snprintf(name, sizeof name, "%s_gradient", field->head.name);
    if (p->gradient) PetscCall(write_array(s, file, name, NULL, all + 3 * at, 3 * field->width));
    at += field->width;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points and cells ---- */

typedef struct {
  const Probe *probe;
  int64_t      next;
} GridPoints;

/* Hdf5Maker of the points. */
static void make_points(void *source, int64_t n, void *rows)
{
  GridPoints *p  = source;
  Vec3       *to = rows;

  for (int64_t i = 0; i < n; i++) to[i] = probe_point(p->probe, p->next++);
}

/* Types of VTK's cells by the number of axes along which they extend: vertex, line, pixel, voxel.
   Their corners are in the order of points. */
static const uint8_t cell_types[] = {VTK_VERTEX, VTK_LINE, VTK_PIXEL, VTK_VOXEL};

/* Axes along which the grid has more than one point; returns their number. */
static int axes_of(const Probe *p, int axes[3])
{
  int n = 0;

  for (int k = 0; k < 3; k++)
    if (p->size[k] > 1) axes[n++] = k;
  return n;
}

/* True if a cell begins at point i. */
static bool has_cell(const Probe *p, int64_t i)
{
  const int64_t at[3] = {i % p->size[0], i / p->size[0] % p->size[1], i / p->size[0] / p->size[1]};

  for (int k = 0; k < 3; k++)
    if (p->size[k] > 1 && at[k] == p->size[k] - 1) return false;
  return true;
}

/* Corners of the cell that begins at point i. */
static void corners_of(const Probe *p, int64_t i, int64_t *corner)
{
  const int64_t stride[3] = {1, p->size[0], p->size[0] * p->size[1]};
  int           axes[3];
  const int     n = axes_of(p, axes);

  for (int m = 0; m < 1 << n; m++) {
    corner[m] = i;
    for (int k = 0; k < n; k++) corner[m] += (m >> k & 1) * stride[axes[k]];
  }
}

typedef struct {
  const GridFrame *frame;
  CellParts        cells; /* ids, offsets and types */
  int64_t          n;     /* number of cells */
} Scene;

/* List the cells that begin at points of this rank. */
static void cells_create(Scene *s)
{
  const GridFrame *f = s->frame;
  const Probe     *p = f->probe;
  CellParts       *c = &s->cells;
  int              axes[3];
  const int        many = axes_of(p, axes), each = 1 << many;

  array_create(&c->id, (size_t)each * sizeof *c->id, f->n);
  array_create(&c->offset, sizeof *c->offset, f->n + 1);
  array_create(&c->type, sizeof *c->type, f->n);
  for (int64_t i = f->first; i < f->first + f->n; i++)
    if (has_cell(p, i)) {
      corners_of(p, i, c->id + each * s->n);
      c->type[s->n++] = cell_types[many];
      c->offset[s->n] = each * s->n;
    }
}

/* Write the points of this rank, the cells that begin at them, and the arrays. */
static PetscErrorCode write_scene(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file)
{
  const Scene     *s    = file->scene;
  const GridFrame *f    = s->frame;
  GridPoints       from = {.probe = f->probe, .next = f->first};
  const VtkGrid    grid = {.n_points = f->n,
                           .n_ids    = s->cells.offset[s->n],
                           .n_cells  = s->n,
                           .point    = {.make = make_points, .source = &from},
                           .id       = {.rows = s->cells.id},
                           .offset   = {.rows = s->cells.offset},
                           .ends     = par->rank == par->size - 1,
                           .type     = {.rows = s->cells.type}};

  PetscFunctionBeginUser;
  PetscCall(vtk_grid_write(par, hdf5, file, &grid));
  PetscCall(write_arrays(f, hdf5));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_write(const Parallel *par, const char *dir, GridFrame *frame, bool *written,
                          char *why)
{
  Scene            scene = {.frame = frame};
  const SeriesFile file  = {
     .step = frame->step, .time = frame->time, .scene = &scene, .write = write_scene};
  char name[SERIES_NAME];

  PetscFunctionBeginUser;
  series_of(frame->probe, name);
  PetscCall(parallel_offset(par, frame->n, &frame->first, NULL));
  cells_create(&scene);
  PetscCall(series_write(par, dir, name, &file, written, why));
  cell_parts_free(&scene.cells);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_cut(const Parallel *par, const char *dir, const Probe *p, double time)
{
  char name[SERIES_NAME];

  series_of(p, name);
  return series_cut(par, dir, name, "hdf", time);
}
