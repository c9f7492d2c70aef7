/* SPDX-License-Identifier: MIT */
/* Dumps as VTKHDF files, for ParaView: vertices, lines, or facets of walls. Each rank
   writes its rows. */
#include "output/files.h"
#include "output/frames/dump.h"
#include "output/table/cell_file.h"
#include <stdio.h>

enum { VTK_VERTEX = 1, VTK_LINE = 3, VTK_TRIANGLE = 5, VTK_QUAD = 9 };

static bool is_column(const DumpColumn *c)
{
  return !(c->flags & DUMP_PLACE);
}

/* A column of the file: values of points if each cell is a point, else of cells. */
static CellColumn cell_column(const DumpKind *kind, const DumpColumn *c)
{
  CellColumn column = {.array  = {.table = {.type = c->type, .width = c->width, .unit = c->unit},
                                  .of    = FRAME_OF_CELLS,
                                  .text  = c->text},
                       .offset = c->offset};

  snprintf(column.array.table.path, sizeof column.array.table.path, "/VTKHDF/%s/%s",
           kind->cells == 1 ? "PointData" : "CellData", c->name);
  return column;
}

/* The texts of the tables are also in docs/output.md. */
static CellKind cell_kind(const DumpKind *kind)
{
  return (CellKind){.key = kind->objects};
}

/* ---- a file ---- */

typedef struct {
  const DumpPlan  *plan;
  const DumpFrame *frame;
  CellKind         kind;
  CellColumn       column[DUMP_COLUMNS];
  int64_t          first, total, first_point, points, n_points; /* of lower, all ranks, this one */
} Scene;

static int corners_of(const DumpKind *kind, const char *row)
{
  return kind->cells > 0 ? kind->cells : ((const FacetLoadRow *)(const void *)row)->corners;
}

static uint8_t cell_type(int corners)
{
  static const uint8_t types[] = {0, VTK_VERTEX, VTK_LINE, VTK_TRIANGLE, VTK_QUAD};

  return types[corners];
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  const Scene     *s    = scene;
  const DumpFrame *f    = s->frame;
  const DumpKind  *kind = s->plan->kind;
  CellFile         cells;
  Vec3            *point;
  int64_t         *id, *offset, at = 0;
  uint8_t         *type;

  PetscFunctionBeginUser;
  PetscCall(array_create(&point, sizeof *point, (PetscInt)s->n_points));
  PetscCall(array_create(&id, sizeof *id, (PetscInt)s->n_points));
  PetscCall(array_create(&offset, sizeof *offset, (PetscInt)f->n + 1));
  PetscCall(array_create(&type, sizeof *type, (PetscInt)f->n));
  for (int64_t r = 0; r < f->n; r++) {
    const char *row     = (const char *)f->rows + (size_t)r * kind->row_size;
    const int   corners = corners_of(kind, row);

    offset[r] = s->first_point + at;
    type[r]   = cell_type(corners);
    memcpy(point + at, row + kind->points, (size_t)corners * sizeof *point);
    for (int k = 0; k < corners; k++, at++) id[at] = s->first_point + at;
  }
  offset[f->n] = s->points;
  cells        = (CellFile){.step     = f->step,
                            .time     = f->time,
                            .n_points = s->n_points,
                            .n_ids    = s->n_points,
                            .n_cells  = f->n,
                            .points   = s->points,
                            .ids      = s->points,
                            .cells    = s->total,
                            .point    = point,
                            .id       = id,
                            .offset   = offset,
                            .ends     = par->rank == par->size - 1,
                            .kind     = type,
                            .n_names  = f->n_names,
                            .name     = f->name,
                            .row      = f->rows,
                            .row_size = kind->row_size};
  PetscCall(cell_file_write(par, file, &s->kind, &cells));
  array_free(&point);
  array_free(&id);
  array_free(&offset);
  array_free(&type);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void folder_of(const char *dir, char folder[FILE_PATH])
{
  snprintf(folder, FILE_PATH, "%.*s/dump", FILE_PATH - 8, dir);
}

static PetscErrorCode vtk_open(const Parallel *par, const char *dir, const DumpPlan *plan,
                               int64_t step, double time, Log *log)
{
  char folder[FILE_PATH];

  PetscFunctionBeginUser;
  *log = (Log){0};
  folder_of(dir, folder);
  PetscCall(series_cut(par, folder, plan->name, step < 0 ? -HUGE_VAL : time));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode vtk_write(const Parallel *par, const char *dir, const DumpPlan *plan,
                                const DumpFrame *f, Log *log, bool *written, char *why)
{
  Scene      scene = {.plan = plan, .frame = f, .kind = cell_kind(plan->kind)};
  SeriesFile file  = {.step  = f->step,
                      .time  = f->time,
                      .scene = &scene,
                      .write = write_scene,
                      .pack  = plan->compress};
  char       folder[FILE_PATH];

  PetscFunctionBeginUser;
  (void)log;
  folder_of(dir, folder);
  for (int k = 0; k < plan->n_columns; k++)
    if (is_column(plan->column[k]))
      scene.column[scene.kind.n_columns++] = cell_column(plan->kind, plan->column[k]);
  scene.kind.column = scene.column;
  for (int64_t r = 0; r < f->n; r++)
    scene.n_points +=
      corners_of(plan->kind, (const char *)f->rows + (size_t)r * plan->kind->row_size);
  PetscCall(parallel_offset(par, f->n, &scene.first, &scene.total));
  PetscCall(parallel_offset(par, scene.n_points, &scene.first_point, &scene.points));
  file.bytes = cell_file_size(&scene.kind, scene.points, scene.points, scene.total, false);
  PetscCall(series_write(par, folder, plan->name, &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const DumpFormat dump_vtkhdf = {
  .head  = {.name = "vtkhdf",
            .text = "files dump/NAME/*.hdf with an index of times, for ParaView 5.11 and newer"},
  .kinds = 1u << DUMP_PEBBLES | 1u << DUMP_CLUMPS | 1u << DUMP_CONTACTS | 1u << DUMP_WALLS |
           1u << DUMP_BONDS,
  .packs = true,
  .open  = vtk_open,
  .write = vtk_write,
};

const Plugin *const dump_formats[] = {&dump_vtkhdf.head, &dump_csv.head, &dump_lammps.head,
                                      &dump_xyz.head,    &dump_vtp.head, NULL};
