/* SPDX-License-Identifier: MIT */
/* Frames of all clumps for ParaView: VTKHDF files and their index (frames.h). */
#include "output/frames/frames.h"
#include "motion/prescribed/wall_motion.h"
#include "output/table/table.h"
#include "space/cell/cell.h"

/* ---- values of the whole ---- */

enum { PLACE, WALL, CELL, WHOLE };

/* <slot> and <name> in paths stand for those of a group or wall. */
/* clang-format off */
static const FrameArray whole_arrays[WHOLE] = {
  [PLACE] = FRAME_ARRAY(VTK_OF_WHOLE "<slot>=<name>", INT32, 0, "1", FILE,
    "number of this group; <slot> is Default for a group without one"),
  [WALL] = FRAME_ARRAY(VTK_OF_WHOLE "wall_<name>", REAL, 7, NULL, FILE,
    "in runs with walls that move: where this wall is: x, y, z (m) and a unit quaternion w, x, y, "
    "z. A point p of the wall as the scenario has it is at (x, y, z) + turned p"),
  [CELL] = FRAME_ARRAY(VTK_OF_WHOLE "cell", REAL, 12, "m", FILE,
    "in runs with vectors or a deformation: the corner lo of the cell and its edges a, b, c, in "
    "which clump_image is counted"),
};
/* clang-format on */

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

  snprintf(table.path, sizeof table.path, VTK_OF_WHOLE "%s=%s", groups->list[place].slot,
           groups->list[place].name);
  return hdf5_write(file, &table, par->rank == 0, &value);
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
    PetscCall(hdf5_write(file, &table, par->rank == 0, row));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file)
{
  const FrameScene *s       = file->scene;
  Vec3              cell[4] = {s->domain->lo};

  PetscFunctionBeginUser;
  PetscCall(frame_points_write(par, hdf5, file, s));
  for (int k = 0; k < s->groups->n; k++) PetscCall(place_write(par, s->groups, k, hdf5));
  PetscCall(walls_write(par, s, hdf5));
  cell_periods(s->domain, cell + 1);
  if (s->domain->cell.used)
    PetscCall(hdf5_write(hdf5, &whole_arrays[CELL].table, par->rank == 0, cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode frames_write(const Parallel *par, const char *dir, FrameScene *scene, int pack,
                            bool *written, char *why)
{
  const Clumps *c    = scene->clumps;
  SeriesFile    file = {
       .step = scene->step, .time = scene->time, .pack = pack, .scene = scene, .write = write_scene};

  PetscFunctionBeginUser;
  scene->n = 0;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (clump_is_among(c, a, scene->only)) scene->n += scene->templates->list[c->template[a]].n;
  PetscCall(parallel_offset(par, scene->n, &scene->first, &scene->n_points));
  file.bytes = scene->n_points * frame_point_size(scene->groups, c->fields);
  PetscCall(series_write(par, dir, "frames", &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module ---- */

PetscErrorCode frames_module_write(FramesState *own, World *w, Output *out, const char *series,
                                   const char *what,
                                   PetscErrorCode (*write)(World *w, const char *dir, bool *written,
                                                           char *why))
{
  char why[SERIES_WHY];
  bool written = true;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN)
    PetscCall(series_cut(w->par, out->dir, series, "hdf",
                         out->goes_on ? clock_reached(w->clock) : -HUGE_VAL));
  else if (out->call == OUTPUT_FRAME && write) PetscCall(write(w, out->dir, &written, why));
  file_count(written, &own->lost, why, w, out, "no %s", what);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_now(World *w, const char *dir, bool *written, char *why)
{
  const WallMotions *motions = w->motions;
  const int          pack    = (int)option_int(w->options, "output", NULL, "frames_compress");
  FrameScene         scene   = {.step      = w->clock->step,
                                .time      = clock_time(w->clock),
                                .clumps    = w->clumps,
                                .templates = w->templates,
                                .groups    = w->groups,
                                .domain    = w->domain,
                                .n_walls   = motions->n};
  FrameWall         *walls;

  PetscFunctionBeginUser;
  groups_selected(w->options, "output", NULL, "frames_groups", w->groups, &scene.only);
  array_create(&walls, sizeof *walls, motions->n);
  for (int k = 0; k < motions->n; k++)
    walls[k] = (FrameWall){w->walls->list[motions->list[k].wall].name, motions->list[k].now};
  scene.walls = walls;
  PetscCall(world_show(w));
  PetscCall(frames_write(w->par, dir, &scene, pack, written, why));
  world_hide(w);
  array_free(&walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  return frames_module_write(self, w, out, "frames", "frame", write_now);
}

extern const Module frames_module;
const Module        frames_module = {.name = "frames", .size = sizeof(FramesState), .write = write};
