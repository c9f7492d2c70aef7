/* SPDX-License-Identifier: MIT */
#include "output/frames/frames.h"
#include "output/frames/frame_arrays.h"

static int64_t pebbles_count(const Clumps *clumps, const Templates *templates, uint64_t only)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < clumps->n_owned; a++)
    if (clump_is_among(clumps, a, only)) n += templates->list[clumps->template[a]].n;
  return n;
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *file, const void *scene)
{
  PetscFunctionBeginUser;
  PetscCall(frame_write(par, file, scene));
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

PetscErrorCode frames_cut(const Parallel *par, const char *dir, double time)
{
  PetscFunctionBeginUser;
  PetscCall(series_cut(par, dir, "frames", time));
  PetscFunctionReturn(PETSC_SUCCESS);
}
