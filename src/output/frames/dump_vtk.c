/* SPDX-License-Identifier: MIT */
/* Dumps as VTKHDF files, for ParaView: vertices, lines, or facets of walls. Each rank
   writes its rows. */
#include "output/files.h"
#include "output/frames/dump.h"
#include <stdio.h>

/* A column of the file: values of points if each cell is a point, else of cells. */
static CellColumn cell_column(const DumpKind *kind, const DumpColumn *c)
{
  CellColumn column = {.array  = {.table = {.type = c->type, .width = c->width, .unit = c->unit},
                                  .of    = FRAME_OF_CELLS,
                                  .text  = c->text},
                       .offset = c->offset};

  snprintf(column.array.table.path, sizeof column.array.table.path, "%s%s",
           kind->cells == 1 ? VTK_OF_POINTS : VTK_OF_CELLS, c->name);
  return column;
}

CellRows dump_cells(const DumpPlan *plan, const DumpFrame *f, int64_t n, const void *rows)
{
  return (CellRows){.step     = f->step,
                    .time     = f->time,
                    .pack     = plan->compress,
                    .n_names  = f->n_names,
                    .name     = f->name,
                    .n        = n,
                    .row      = rows,
                    .row_size = plan->kind->row_size,
                    .corner   = plan->kind->points,
                    .corners  = plan->kind->cells,
                    .many     = offsetof(FacetLoadRow, corners)};
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
  const DumpKind *dump = plan->kind;
  CellColumn      column[DUMP_COLUMNS];
  CellKind        kind = {.key = dump->objects, .column = column}; /* texts: docs/output.md */
  const CellRows  rows = dump_cells(plan, f, f->n, f->rows);
  char            folder[FILE_PATH];

  PetscFunctionBeginUser;
  (void)log;
  folder_of(dir, folder);
  for (int k = 0; k < plan->n_columns; k++)
    if (!(plan->column[k]->flags & DUMP_PLACE))
      column[kind.n_columns++] = cell_column(dump, plan->column[k]);
  PetscCall(cell_rows_write(par, folder, plan->name, &kind, &rows, written, why));
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
