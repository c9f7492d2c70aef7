/* SPDX-License-Identifier: MIT */
#include "output/frames/frames.h"
#include "space/cell/cell.h"
#include <stdio.h>

static int64_t pebbles_count(const Clumps *clumps, const Templates *templates, uint64_t only)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < clumps->n_owned; a++)
    if (clump_is_among(clumps, a, only)) n += templates->list[clumps->template[a]].n;
  return n;
}

/* ---- values of the whole ---- */

enum { PLACE, WALL, CELL, WHOLE };

/* <slot> and <name> in paths stand for those of a group or wall. */
static const FrameArray whole_arrays[WHOLE] = {
  [PLACE] = {{VTK_OF_WHOLE "<slot>=<name>", HDF5_INT32, 0, "1"},
             FRAME_OF_FILE,
             "number of this group; <slot> is Default for a group without one"},
  [WALL]  = {{VTK_OF_WHOLE "wall_<name>", HDF5_REAL, 7, NULL},
             FRAME_OF_FILE,
             "in runs with walls that move: where this wall is: x, y, z "
              "(m) and a unit quaternion w, x, y, z. A point p of the wall "
              "as the scenario has it is at (x, y, z) + turned p"},
  [CELL]  = {{VTK_OF_WHOLE "cell", HDF5_REAL, 12, "m"},
             FRAME_OF_FILE,
             "in runs with vectors or a deformation: the corner lo of the "
              "cell and its edges a, b, c, in which "
              "clump_image is counted"},
};

bool frame_array(int k, FrameArray *array)
{
  int n = 0;

  if (frame_point_array(k, array)) return true;
  while (frame_point_array(n, array)) n++;
  if (k - n >= WHOLE) return false;
  *array = whole_arrays[k - n];
  return true;
}

/* Write the index of a group as an array named after the group: VTK's reader (up to 9.7 at least)
   fails on strings of fixed length. */
static PetscErrorCode place_write(const Parallel *par, const Groups *groups, int place, Hdf5 *file)
{
  const int32_t value = place;
  Hdf5Table     table = whole_arrays[PLACE].table;

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, VTK_OF_WHOLE "%s=%s", groups->list[place].slot,
           groups->list[place].name);
  PetscCall(vtk_value_write(par, file, &table, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode walls_write(const Parallel *par, const FrameScene *s, Hdf5 *file)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < s->n_walls; k++) {
    const Displacement *d      = &s->walls[k].at;
    const Vec3          origin = displaced_point(d, (Vec3){0, 0, 0});
    const double row[] = {origin.x, origin.y, origin.z, d->turn.w, d->turn.x, d->turn.y, d->turn.z};
    Hdf5Table    table = whole_arrays[WALL].table;

    snprintf(table.path, sizeof table.path, VTK_OF_WHOLE "wall_%s", s->walls[k].name);
    PetscCall(vtk_value_write(par, file, &table, row));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode cell_write(const Parallel *par, const FrameScene *s, Hdf5 *file)
{
  Vec3 row[4];

  PetscFunctionBeginUser;
  if (!s->domain->cell.used) PetscFunctionReturn(PETSC_SUCCESS);
  row[0] = s->domain->lo;
  cell_periods(s->domain, row + 1);
  PetscCall(vtk_value_write(par, file, &whole_arrays[CELL].table, row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a file ---- */

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  const FrameScene *s = scene;

  PetscFunctionBeginUser;
  PetscCall(frame_points_write(par, file, s));
  for (int k = 0; k < s->groups->n; k++) PetscCall(place_write(par, s->groups, k, file));
  PetscCall(walls_write(par, s, file));
  PetscCall(cell_write(par, s, file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode frames_write(const Parallel *par, const char *dir, int64_t step, double time,
                            const Clumps *clumps, const Templates *templates, const Groups *groups,
                            uint64_t only, const Domain *domain, int n_walls,
                            const FrameWall *walls, int pack, bool *written, char *why)
{
  FrameScene scene = {.step      = step,
                      .time      = time,
                      .clumps    = clumps,
                      .only      = only,
                      .templates = templates,
                      .groups    = groups,
                      .domain    = domain,
                      .n_walls   = n_walls,
                      .walls     = walls,
                      .n         = pebbles_count(clumps, templates, only)};
  SeriesFile file  = {
     .step = step, .time = time, .pack = pack, .scene = &scene, .write = write_scene};

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(par, scene.n, &scene.first, &scene.n_points));
  file.bytes = scene.n_points * frame_point_size(groups, clumps->fields);
  PetscCall(series_write(par, dir, "frames", &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}
