/* SPDX-License-Identifier: MIT */
/* Fills that lie on both sides of a sheet (fill_batch.h). */
#include "supply/fill/fill_batch.h"

/* Facets times clumps that are looked at for one wall. Of more, a part of the clumps is looked at. */
static const double looks_most = 2e7;

/* How much of a winding number is rounding. */
static const double rounding = 1e-9;

/* Numbers of clumps: looked at; enclosed by the sheet, by the sign of the winding number; and outside,
   for each of these signs. */
enum { LOOKED, ENCLOSED, OUTSIDE = ENCLOSED + 2, N_SIDES = OUTSIDE + 2 };

static void look_at(const Wall *wall, Vec3 x, int64_t counts[N_SIDES])
{
  const double w = wall->surface->geometry.winding(wall->constants, x);

  counts[LOOKED]++;
  for (int k = 0; k < 2; k++) {
    counts[ENCLOSED + k] += (k ? -w : w) > 0.5;
    counts[OUTSIDE + k] += (k ? -w : w) < rounding;
  }
}

static PetscErrorCode doubt_wall(const Fill *f, int64_t first, const Wall *wall)
{
  const SourceScene *scene  = f->scene;
  const Clumps      *c      = scene->clumps;
  const double       looks  = (double)f->placed * wall->surface->geometry.sheet(wall->constants);
  const int64_t      stride = (int64_t)(looks / looks_most) + 1;
  int64_t            counts[N_SIDES] = {0}, outside;
  int                side;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned && looks > 0; a++)
    if (c->id[a] >= first && (c->id[a] - first) % stride == 0) look_at(wall, c->pose[a].x, counts);
  PetscCall(parallel_sum_int(scene->par, counts, N_SIDES));
  side    = counts[ENCLOSED + 1] > counts[ENCLOSED];
  outside = counts[OUTSIDE + side];
  if (counts[ENCLOSED + side] > 0 && outside > 0)
    warning_add(scene->warnings,
                "clumps %s: %" PRId64 " of %" PRId64 "%s are outside of wall %s and %" PRId64
                " inside: it is a sheet, which keeps no clump off; give a region on one side of it "
                "(region: box, cylinder, cone, sphere, mesh)",
                f->spec.name, outside, counts[LOOKED], stride > 1 ? " looked at" : "", wall->name,
                counts[ENCLOSED + side]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_doubt_sides(const Fill *f, int64_t first)
{
  const Walls *walls = f->scene->walls;

  PetscFunctionBeginUser;
  for (int w = 0; w < walls->n; w++)
    if (walls->list[w].surface->geometry.winding && !walls->list[w].divided)
      PetscCall(doubt_wall(f, first, &walls->list[w]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
