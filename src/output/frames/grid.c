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

/* Write the points of this rank, the cells that begin at them, and the arrays. */
static PetscErrorCode write_scene(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file)
{
  const GridFrame *s    = file->scene;
  const Probe     *p    = s->probe;
  GridPoints       from = {.probe = p, .next = s->first};
  int              axes[3];
  const int        many = axes_of(p, axes), each = 1 << many;
  VtkGrid          grid = {.n_points = s->n,
                           .ends     = par->rank == par->size - 1,
                           .point    = {.make = make_points, .source = &from}};
  CellParts        c    = {0};
  int64_t          n    = 0, first;

  PetscFunctionBeginUser;
  array_create(&c.id, (size_t)each * sizeof *c.id, s->n);
  array_create(&c.offset, sizeof *c.offset, s->n + 1);
  array_create(&c.type, sizeof *c.type, s->n);
  for (int64_t i = s->first; i < s->first + s->n; i++)
    if (has_cell(p, i)) {
      corners_of(p, i, c.id + each * n);
      c.type[n++] = cell_types[many];
    }
  PetscCall(parallel_offset(par, n, &first, NULL));
  for (int64_t k = 0; k <= n; k++) c.offset[k] = each * (first + k);
  grid.n_cells = n;
  grid.n_ids   = each * n;
  grid.id      = (Hdf5Rows){.rows = c.id};
  grid.offset  = (Hdf5Rows){.rows = c.offset};
  grid.type    = (Hdf5Rows){.rows = c.type};
  PetscCall(vtk_grid_write(par, hdf5, file, &grid));
  PetscCall(write_arrays(s, hdf5));
  cell_parts_free(&c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_write(const Parallel *par, const char *dir, GridFrame *frame, bool *written,
                          char *why)
{
  const Probe     *p    = frame->probe;
  const SeriesFile file = {.step  = frame->step,
                           .time  = frame->time,
                           .bytes = p->n * (probe_numbers(p) + 12) * (int64_t)sizeof(double),
                           .scene = frame,
                           .write = write_scene};
  char             name[SERIES_NAME];

  PetscFunctionBeginUser;
  series_of(p, name);
  PetscCall(parallel_offset(par, frame->n, &frame->first, NULL));
  PetscCall(series_write(par, dir, name, &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_cut(const Parallel *par, const char *dir, const Probe *p, double time)
{
  char name[SERIES_NAME];

  series_of(p, name);
  return series_cut(par, dir, name, "hdf", time);
}
