/* SPDX-License-Identifier: MIT */
/* Arrays of frames of walls. Rank 0 writes them, as it has all facets: meshes are in shared memory,
   or copied on every rank, so that nothing is sent. */
#include "output/frames/wall_frames.h"
#include <stddef.h>

/* Offsets in FacetRow; the extra ones if some wall wears. */
static const CellColumn columns[] = {
  {{{VTK_OF_CELLS "wall", HDF5_INT32, 0, "1"},
    FRAME_OF_CELLS,
    "number of the wall in the scenario, from 0"},
   offsetof(FacetRow, wall),
   false},
  {{{VTK_OF_CELLS "force", HDF5_REAL, 3, "N"},
    FRAME_OF_CELLS,
    "force of the clumps on the facet now, each contact on the facet where it is nearest; not a "
    "number on walls other than meshes"},
   offsetof(FacetRow, force),
   false},
  {{{VTK_OF_CELLS "pressure", HDF5_REAL, 0, "Pa"},
    FRAME_OF_CELLS,
    "sum of the normal forces of these contacts over the facet's area (in two dimensions its "
    "length, N/m)"},
   offsetof(FacetRow, pressure),
   false},
  {{{VTK_OF_CELLS "wear_volume", HDF5_REAL, 0, "m3"},
    FRAME_OF_CELLS,
    "in runs with walls that wear: volume that the facet has lost since the first step"},
   offsetof(FacetRow, volume),
   true},
  {{{VTK_OF_CELLS "wear_depth", HDF5_REAL, 0, "m"},
    FRAME_OF_CELLS,
    "likewise: this volume over the facet's area (in two dimensions its length, m^2)"},
   offsetof(FacetRow, depth),
   true},
};

static const CellKind walls = {
  .cells        = "number of facets",
  .points       = "corners of facets, where the walls stand at this time",
  .connectivity = "points of each facet",
  .offsets   = "first entry of each facet in Connectivity, and the end: one row more than facets",
  .types     = "kind of each facet: 3 segment, 5 triangle, 9 quadrilateral",
  .key       = "wall",
  .name      = "number of this wall",
  .n_columns = sizeof columns / sizeof *columns,
  .column    = columns,
};

bool wall_frame_array(int k, FrameArray *array)
{
  return cell_file_array(&walls, k, array);
}

/* ---- writing ---- */

static int64_t corners_count(const Facets *f)
{
  int64_t n = 0;

  for (PetscInt k = 0; k < f->n; k++) n += f->list[k].n;
  return n;
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  static const uint8_t types[] = {[2] = VTK_LINE, [3] = VTK_TRIANGLE, [4] = VTK_QUAD};
  const WallScene     *s       = scene;
  const Facets        *f       = s->facets;
  const int64_t        n_ids   = corners_count(f);
  int64_t             *ids, *offset, at = 0;
  uint8_t             *type;

  PetscFunctionBeginUser;
  PetscCall(array_create(&ids, sizeof *ids, (PetscInt)n_ids));
  PetscCall(array_create(&offset, sizeof *offset, f->n + 1));
  PetscCall(array_create(&type, sizeof *type, f->n));
  for (PetscInt k = 0; k < f->n; k++) {
    offset[k] = at;
    type[k]   = types[f->list[k].n];
    for (int i = 0; i < f->list[k].n; i++) ids[at++] = f->list[k].v[i];
  }
  offset[f->n] = at;
  {
    const CellFile cells = {.grid     = {.step     = s->step,
                                         .time     = s->time,
                                         .n_points = f->n_points,
                                         .n_ids    = n_ids,
                                         .n_cells  = f->n,
                                         .points   = f->n_points,
                                         .ids      = n_ids,
                                         .cells    = f->n,
                                         .point    = {.rows = f->point},
                                         .id       = {.rows = ids},
                                         .offset   = {.rows = offset},
                                         .ends     = par->rank == 0,
                                         .type     = {.rows = type}},
                            .n_names  = s->n_walls,
                            .name     = s->name,
                            .row      = s->row,
                            .row_size = sizeof *s->row,
                            .extra    = s->wears};

    PetscCall(cell_file_write(par, file, &walls, &cells));
  }
  array_free(&ids);
  array_free(&offset);
  array_free(&type);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_frames_write(const Parallel *par, const char *dir, const WallScene *scene,
                                 bool *written, char *why)
{
  const SeriesFile file = {.step  = scene->step,
                           .time  = scene->time,
                           .pack  = scene->pack,
                           .bytes = cell_file_size(&walls, scene->facets->n_points,
                                                   corners_count(scene->facets), scene->facets->n,
                                                   scene->wears),
                           .scene = scene,
                           .write = write_scene};

  PetscFunctionBeginUser;
  PetscCall(series_write(par, dir, "walls", &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}
