/* SPDX-License-Identifier: MIT */
/* Arrays of frames of links: each rank writes the links that it counts. */
#include "output/link_frames.h"
#include <stddef.h>
#include <stdio.h>

#define CELLS        "/VTKHDF/CellData/"
#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

enum { N_POINTS, N_CELLS, N_IDS, STEP, TIME, POINTS, CONNECTIVITY, OFFSETS, TYPES, LINK_NAME };

enum { VTK_LINE = 3 };

static const FrameArray fixed[] = {
  [N_POINTS] = {{"/VTKHDF/NumberOfPoints", HDF5_INT64, 0, NULL}, FRAME_OF_FILE, "number of points"},
  [N_CELLS]  = {{"/VTKHDF/NumberOfCells", HDF5_INT64, 0, NULL}, FRAME_OF_FILE, "number of links"},
  [N_IDS]    = {{"/VTKHDF/NumberOfConnectivityIds", HDF5_INT64, 0, NULL},
                FRAME_OF_FILE,
                "number of entries of Connectivity"},
  [STEP]     = {{"/VTKHDF/FieldData/step", HDF5_INT64, 0, NULL},
                FRAME_OF_FILE,
                "number of the time step"},
  [TIME]     = {{"/VTKHDF/FieldData/time", HDF5_REAL, 0, "s"}, FRAME_OF_FILE, "simulated time"},
  [POINTS]   = {{"/VTKHDF/Points", HDF5_REAL, 3, "m"},
                FRAME_OF_CELLS,
                "both points of each link: the first beside the centre of its clump in the box, the "
                  "second where it is nearest, perhaps beyond a periodic face"},
  [CONNECTIVITY] = {{"/VTKHDF/Connectivity", HDF5_INT64, 0, NULL},
                    FRAME_OF_CELLS,
                    "the two points of each link"},
  [OFFSETS]      = {{"/VTKHDF/Offsets", HDF5_INT64, 0, NULL},
                    FRAME_OF_CELLS,
                    "first entry of each link in Connectivity, and the end: one row more than links"},
  [TYPES] = {{"/VTKHDF/Types", HDF5_BYTE, 0, NULL}, FRAME_OF_CELLS, "kind of each cell: 3, a line"},
  [LINK_NAME] = {{"/VTKHDF/FieldData/link=<name>", HDF5_INT32, 0, "1"},
                 FRAME_OF_FILE,
                 "number of this object of `spring`, `bond` or `constraint`"},
};

static const struct {
  FrameArray array;
  size_t     offset; /* in LinkRow */
} columns[] = {
  {{{CELLS "tension", HDF5_REAL, 0, "N"},
    FRAME_OF_CELLS,
    "force between the points in the last step: along the line, > 0 if it pulls; of constraints "
    "with "
    "several equations of lengths the magnitude"},
   offsetof(LinkRow, tension)},
  {{{CELLS "torque", HDF5_REAL, 0, "N m"},
    FRAME_OF_CELLS,
    "magnitude of the torque by bonds, and by equations of angles"},
   offsetof(LinkRow, torque)},
  {{{CELLS "object", HDF5_INT32, 0, "1"}, FRAME_OF_CELLS, "number of the object of the link"},
   offsetof(LinkRow, object)},
  {{{CELLS "a", HDF5_INT64, 0, "1"}, FRAME_OF_CELLS, "id of the clump of the first point"},
   offsetof(LinkRow, id_a)},
  {{{CELLS "b", HDF5_INT64, 0, "1"}, FRAME_OF_CELLS, "id of the clump of the second point"},
   offsetof(LinkRow, id_b)},
};

bool link_frame_array(int k, FrameArray *array)
{
  if (k < COUNT(fixed)) *array = fixed[k];
  else if ((k -= COUNT(fixed)) < COUNT(columns)) *array = columns[k].array;
  else return false;
  return true;
}

/* ---- writing ---- */

typedef struct {
  const LinkFrame *frame;
  int64_t          first, total; /* links of lower ranks, of all ranks */
} Scene;

static PetscErrorCode numbers_write(const Parallel *par, Hdf5 *file, const Scene *s)
{
  const LinkFrame *f        = s->frame;
  const int64_t    points   = 2 * s->total;
  const void      *values[] = {[N_POINTS] = &points,
                               [N_CELLS]  = &s->total,
                               [N_IDS]    = &points,
                               [STEP]     = &f->step,
                               [TIME]     = &f->time};

  PetscFunctionBeginUser;
  for (int k = N_POINTS; k <= TIME; k++)
    PetscCall(hdf5_write(file, &fixed[k].table, par->rank == 0, values[k]));
  for (int32_t k = 0; k < f->n_objects; k++) {
    Hdf5Table table = fixed[LINK_NAME].table;

    snprintf(table.path, sizeof table.path, "/VTKHDF/FieldData/link=%s", f->name[k]);
    PetscCall(hdf5_write(file, &table, par->rank == 0, &k));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode cells_write(const Parallel *par, Hdf5 *file, const Scene *s)
{
  const PetscInt n    = (PetscInt)s->frame->n;
  const bool     last = par->rank == par->size - 1;
  Vec3          *point;
  int64_t       *id, *offset;
  uint8_t       *kind;

  PetscFunctionBeginUser;
  PetscCall(array_create(&point, sizeof *point, 2 * n));
  PetscCall(array_create(&id, sizeof *id, 2 * n));
  PetscCall(array_create(&offset, sizeof *offset, n + 1));
  PetscCall(array_create(&kind, sizeof *kind, n));
  for (PetscInt k = 0; k < n; k++) {
    point[2 * k]     = s->frame->row[k].a;
    point[2 * k + 1] = s->frame->row[k].b;
    offset[k] = id[2 * k] = 2 * (s->first + k);
    id[2 * k + 1]         = id[2 * k] + 1;
    kind[k]               = VTK_LINE;
  }
  offset[n] = 2 * s->total;
  PetscCall(hdf5_write(file, &fixed[POINTS].table, 2 * n, point));
  PetscCall(hdf5_write(file, &fixed[CONNECTIVITY].table, 2 * n, id));
  PetscCall(hdf5_write(file, &fixed[OFFSETS].table, n + last, offset));
  PetscCall(hdf5_write(file, &fixed[TYPES].table, n, kind));
  array_free(&point);
  array_free(&id);
  array_free(&offset);
  array_free(&kind);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode columns_write(Hdf5 *file, const LinkFrame *f)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < COUNT(columns); c++) {
    const Hdf5Table *table = &columns[c].array.table;
    const size_t     size  = hdf5_row_size(table);
    char            *rows;

    PetscCall(array_create(&rows, size, (PetscInt)f->n));
    for (int64_t k = 0; k < f->n; k++)
      memcpy(rows + (size_t)k * size, (const char *)&f->row[k] + columns[c].offset, size);
    PetscCall(hdf5_write(file, table, f->n, rows));
    array_free(&rows);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  const Scene *s = scene;

  PetscFunctionBeginUser;
  PetscCall(series_begin_grid(file));
  PetscCall(numbers_write(par, file, s));
  PetscCall(cells_write(par, file, s));
  PetscCall(columns_write(file, s->frame));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bytes of a link in the tables. */
static int64_t size_of_link(void)
{
  size_t size = 2 * sizeof(Vec3) + 3 * sizeof(int64_t) + 1;

  for (int c = 0; c < COUNT(columns); c++) size += hdf5_row_size(&columns[c].array.table);
  return (int64_t)size;
}

PetscErrorCode link_frames_write(const Parallel *par, const char *dir, const LinkFrame *frame,
                                 bool *written, char *why)
{
  Scene      scene = {.frame = frame};
  SeriesFile file  = {
     .step = frame->step, .time = frame->time, .scene = &scene, .write = write_scene};

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(par, frame->n, &scene.first, &scene.total));
  file.bytes = scene.total * size_of_link();
  PetscCall(series_write(par, dir, "links", &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_frames_cut(const Parallel *par, const char *dir, double time)
{
  PetscFunctionBeginUser;
  PetscCall(series_cut(par, dir, "links", time));
  PetscFunctionReturn(PETSC_SUCCESS);
}
