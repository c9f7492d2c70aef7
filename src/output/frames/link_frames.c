/* SPDX-License-Identifier: MIT */
/* Arrays of frames of links: each rank writes the links that it counts. */
#include "output/frames/link_frames.h"
#include "output/table/cell_file.h"
#include <stddef.h>

enum { VTK_LINE = 3 };

/* Offsets in LinkRow. */
static const CellColumn columns[] = {
  {{{CELL_VALUES "tension", HDF5_REAL, 0, "N"},
    FRAME_OF_CELLS,
    "force between the points in the last step: along the line, > 0 if it pulls; of constraints "
    "with "
    "several equations of lengths the magnitude"},
   offsetof(LinkRow, tension),
   false},
  {{{CELL_VALUES "torque", HDF5_REAL, 0, "N m"},
    FRAME_OF_CELLS,
    "magnitude of the torque by bonds, and by equations of angles"},
   offsetof(LinkRow, torque),
   false},
  {{{CELL_VALUES "object", HDF5_INT32, 0, "1"}, FRAME_OF_CELLS, "number of the object of the link"},
   offsetof(LinkRow, object),
   false},
  {{{CELL_VALUES "a", HDF5_INT64, 0, "1"}, FRAME_OF_CELLS, "id of the clump of the first point"},
   offsetof(LinkRow, id_a),
   false},
  {{{CELL_VALUES "b", HDF5_INT64, 0, "1"}, FRAME_OF_CELLS, "id of the clump of the second point"},
   offsetof(LinkRow, id_b),
   false},
};

static const CellKind links = {
  .cells  = "number of links",
  .points = "both points of each link: the first beside the centre of its clump in the box, the "
            "second where it is nearest, perhaps beyond a periodic face",
  .connectivity = "the two points of each link",
  .offsets      = "first entry of each link in Connectivity, and the end: one row more than links",
  .types        = "kind of each cell: 3, a line",
  .key          = "link",
  .name         = "number of this object of `spring`, `bond` or `constraint`",
  .n_columns    = sizeof columns / sizeof *columns,
  .column       = columns,
};

bool link_frame_array(int k, FrameArray *array)
{
  return cell_file_array(&links, k, array);
}

/* ---- writing ---- */

typedef struct {
  const LinkFrame *frame;
  int64_t          first, total; /* links of lower ranks, of all ranks */
} Scene;

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  const Scene     *s = scene;
  const LinkFrame *f = s->frame;
  const PetscInt   n = (PetscInt)f->n;
  Vec3            *point;
  int64_t         *id, *offset;
  uint8_t         *kind;

  PetscFunctionBeginUser;
  PetscCall(array_create(&point, sizeof *point, 2 * n));
  PetscCall(array_create(&id, sizeof *id, 2 * n));
  PetscCall(array_create(&offset, sizeof *offset, n + 1));
  PetscCall(array_create(&kind, sizeof *kind, n));
  for (PetscInt k = 0; k < n; k++) {
    point[2 * k]     = f->row[k].a;
    point[2 * k + 1] = f->row[k].b;
    offset[k] = id[2 * k] = 2 * (s->first + k);
    id[2 * k + 1]         = id[2 * k] + 1;
    kind[k]               = VTK_LINE;
  }
  offset[n] = 2 * s->total;
  {
    const CellFile cells = {.step     = f->step,
                            .time     = f->time,
                            .n_points = 2 * n,
                            .n_ids    = 2 * n,
                            .n_cells  = n,
                            .points   = 2 * s->total,
                            .ids      = 2 * s->total,
                            .cells    = s->total,
                            .point    = point,
                            .id       = id,
                            .offset   = offset,
                            .ends     = par->rank == par->size - 1,
                            .kind     = kind,
                            .n_names  = f->n_objects,
                            .name     = f->name,
                            .row      = f->row,
                            .row_size = sizeof *f->row};

    PetscCall(cell_file_write(par, file, &links, &cells));
  }
  array_free(&point);
  array_free(&id);
  array_free(&offset);
  array_free(&kind);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_frames_write(const Parallel *par, const char *dir, const LinkFrame *frame,
                                 bool *written, char *why)
{
  Scene      scene = {.frame = frame};
  SeriesFile file  = {.step  = frame->step,
                      .time  = frame->time,
                      .pack  = frame->pack,
                      .scene = &scene,
                      .write = write_scene};

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(par, frame->n, &scene.first, &scene.total));
  file.bytes = cell_file_size(&links, 2 * scene.total, 2 * scene.total, scene.total, false);
  PetscCall(series_write(par, dir, "links", &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_frames_cut(const Parallel *par, const char *dir, double time)
{
  PetscFunctionBeginUser;
  PetscCall(series_cut(par, dir, "links", time));
  PetscFunctionReturn(PETSC_SUCCESS);
}
