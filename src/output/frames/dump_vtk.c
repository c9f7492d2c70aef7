/* SPDX-License-Identifier: MIT */
/* Dumps as VTKHDF files, for ParaView: vertices, lines, or facets of walls, of which each rank
   writes its rows; and as VTK's XML files of PolyData, which older programs read and rank 0 writes
   with sorted rows. */
#include "output/files.h"
#include "output/frames/dump.h"

/* Both formats begin or go on with an index. */
static PetscErrorCode vtk_open(const Parallel *par, const char *dir, const DumpPlan *plan,
                               int64_t step, double time, Log *log)
{
  const char *ending = plan->format == &dump_vtp ? "vtp" : "hdf";
  char        folder[FILE_PATH];

  *log = (Log){0};
  snprintf(folder, sizeof folder, "%s/dump", dir);
  return series_cut(par, folder, plan->name, ending, step < 0 ? -HUGE_VAL : time);
}

/* ---- PolyData ---- */

/* The appended data: blocks of a 64-bit length and as many bytes. */
typedef struct {
  FILE   *file;
  int64_t at; /* bytes announced so far */
} Blocks;

static void announce(Blocks *b, const char *type, const char *name, int components, int64_t bytes)
{
  fprintf(b->file,
          "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
          "offset=\"%" PRId64 "\"/>\n",
          type, name, components, b->at);
  b->at += (int64_t)sizeof(int64_t) + bytes;
}

static void put(const Blocks *b, const void *bytes, int64_t n)
{
  (void)fwrite(&n, sizeof n, 1, b->file);
  if (n > 0) (void)fwrite(bytes, 1, (size_t)n, b->file);
}

typedef struct {
  const DumpPlan *plan;
  CellRows        rows;
  CellParts       parts;
} Cells;

static int64_t bytes_of(const DumpColumn *c)
{
  return dump_components(c) * (c->type == HDF5_INT32 ? 4 : 8);
}

static bool is_column(const DumpColumn *c)
{
  return !(c->flags & DUMP_PLACE);
}

static void announce_columns(const Cells *c, Blocks *b)
{
  const char *of = c->plan->kind->cells == 1 ? "PointData" : "CellData";

  fprintf(b->file, "<%s>\n", of);
  for (int k = 0; k < c->plan->n_columns; k++) {
    const DumpColumn *column = c->plan->column[k];

    if (is_column(column))
      announce(b,
               column->type == HDF5_REAL    ? "Float64"
               : column->type == HDF5_INT32 ? "Int32"
                                            : "Int64",
               column->name, dump_components(column), c->rows.n * bytes_of(column));
  }
  fprintf(b->file, "</%s>\n", of);
}

static void put_columns(const Cells *c, const Blocks *b)
{
  for (int k = 0; k < c->plan->n_columns; k++) {
    const DumpColumn *column = c->plan->column[k];
    const size_t      size   = (size_t)bytes_of(column);
    char             *values;

    if (!is_column(column)) continue;
    array_create(&values, size, c->rows.n);
    for (int64_t r = 0; r < c->rows.n; r++)
      memcpy(values + (size_t)r * size,
             (const char *)c->rows.row + (size_t)r * c->rows.row_size + column->offset, size);
    put(b, values, c->rows.n * (int64_t)size);
    array_free(&values);
  }
}

static void print_cells(FILE *file, const void *scene)
{
  const Cells  *c         = scene;
  const int     sort      = c->plan->kind->cells;
  const char   *cells     = sort == 1 ? "Verts" : sort == 2 ? "Lines" : "Polys";
  const int64_t of_ids    = c->parts.n_points * (int64_t)sizeof(int64_t),
                of_ends   = c->rows.n * (int64_t)sizeof(int64_t),
                of_points = c->parts.n_points * (int64_t)sizeof(Vec3);
  Blocks b                = {.file = file};

  fprintf(file,
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
          "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n"
          "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
          "format=\"ascii\">%.17g</DataArray>\n"
          "<DataArray type=\"Int64\" Name=\"step\" NumberOfTuples=\"1\" format=\"ascii\">%" PRId64
          "</DataArray>\n</FieldData>\n"
          "<Piece NumberOfPoints=\"%" PRId64 "\" NumberOf%s=\"%" PRId64 "\">\n",
          c->rows.time, c->rows.step, c->parts.n_points, cells, c->rows.n);
  announce_columns(c, &b);
  fprintf(file, "<Points>\n");
  announce(&b, "Float64", "Points", 3, of_points);
  fprintf(file, "</Points>\n<%s>\n", cells);
  announce(&b, "Int64", "connectivity", 1, of_ids);
  announce(&b, "Int64", "offsets", 1, of_ends);
  fprintf(file, "</%s>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", cells);
  put_columns(c, &b);
  put(&b, c->parts.point, of_points);
  put(&b, c->parts.id, of_ids);
  put(&b, c->parts.offset + 1, of_ends); /* ends */
  fprintf(file, "\n</AppendedData>\n</VTKFile>\n");
}

static PetscErrorCode vtp_write(const Parallel *par, const char *dir, const DumpPlan *plan,
                                const DumpFrame *f, Log *log, bool *written, char *why)
{
  Cells            cells = {.plan = plan, .rows = f->rows};
  const SeriesFile file  = {
     .step = f->rows.step, .time = f->rows.time, .scene = &cells, .print = print_cells};
  char  folder[FILE_PATH];
  char *rows;

  PetscFunctionBeginUser;
  (void)log;
  PetscCall(dump_gather(par, plan, f, &cells.rows.n, &rows, written, why));
  if (!*written) PetscFunctionReturn(PETSC_SUCCESS);
  cells.rows.row = rows;
  cell_parts_create(&cells.rows, &cells.parts);
  snprintf(folder, sizeof folder, "%s/dump", dir);
  PetscCall(series_write(par, folder, plan->name, &file, written, why));
  cell_parts_free(&cells.parts);
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const DumpFormat dump_vtp = {
  .head  = {.name   = "vtp",
            .text   = "files dump/NAME/*.vtp of PolyData with an index of times, from rank 0",
            .source = "docs.vtk.org: VTK XML file formats"},
  .kinds = DUMP_ALL,
  .open  = vtk_open,
  .write = vtp_write,
};

/* ---- VTKHDF ---- */

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

static PetscErrorCode vtk_write(const Parallel *par, const char *dir, const DumpPlan *plan,
                                const DumpFrame *f, Log *log, bool *written, char *why)
{
  const DumpKind *dump = plan->kind;
  CellColumn      column[DUMP_COLUMNS];
  CellKind        kind = {.key = dump->objects, .column = column}; /* texts: docs/guide/output.md */
  char            folder[FILE_PATH];

  (void)log;
  snprintf(folder, sizeof folder, "%s/dump", dir);
  for (int k = 0; k < plan->n_columns; k++)
    if (!(plan->column[k]->flags & DUMP_PLACE))
      column[kind.n_columns++] = cell_column(dump, plan->column[k]);
  return cell_rows_write(par, folder, plan->name, &kind, &f->rows, written, why);
}

const DumpFormat dump_vtkhdf = {
  .head  = {.name = "vtkhdf",
            .text = "files dump/NAME/*.hdf with an index of times, for ParaView 5.11 and newer"},
  .kinds = DUMP_ALL,
  .packs = true,
  .open  = vtk_open,
  .write = vtk_write,
};

const Plugin *const dump_formats[] = {&dump_vtkhdf.head, &dump_csv.head, &dump_lammps.head,
                                      &dump_xyz.head,    &dump_vtp.head, NULL};
