/* SPDX-License-Identifier: MIT */
/* The module of the deepest overlap (depth.h). */
#include "contact/depth.h"
#include "base/bounds.h"
#include "base/tell.h"
#include "options/options.h"

/* A restart allows this many times the deepest overlap of its state. */
static const double MARGIN = 1.05;

/* clang-format off */
static const StateItem depth_state[] = {
  ITEM(REAL, KEY_IN("overlap_deepest", Depth, deepest), "1", 0, 1e300,
      "deepest overlap after the step, of the smaller radius; 0: none is above overlap_limit"),
  ITEM(REAL, KEY_IN("overlap_allowed", Depth, allowed), "1", 0, 1e300,
      "overlap beyond which the run stops until all are below overlap_limit; 0: overlap_limit"),
  {0},
};
/* clang-format on */

static StatePart part_of(Depth *d)
{
  return state_part(EXTRAS_FOLDER, NULL, NULL, depth_state, d);
}

static double limit_of(const World *w)
{
  return option_real(w->options, "run", NULL, "overlap_limit");
}

/* If the state is deeper than the overlap at which the run stops, allow that depth from now on,
   with a margin. */
static PetscErrorCode open_state(void *self, World *w)
{
  Depth *d = self;

  PetscFunctionBeginUser;
  if (world_take(w, part_of(d)) && d->deepest > depth_most(d, limit_of(w)))
    d->allowed = MARGIN * d->deepest;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Depth *d = self;

  (void)w;
  if (!d || d->deepest > 0 || d->allowed > 0) state_list_part(parts, part_of(d));
  return PETSC_SUCCESS;
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  const Depth *d = self;

  if (out->call == OUTPUT_ANNOUNCE && d->allowed > limit_of(w) && w->par->rank == 0)
    tell(w->par, TELL_INFO,
         "clast: overlaps are up to %.3g of the smaller radius: the run stops beyond %.3g until "
         "all are below overlap_limit (%g)\n",
         d->deepest, d->allowed, limit_of(w));
  return PETSC_SUCCESS;
}

const Module depth_module = {.name  = "depth",
                             .size  = sizeof(Depth),
                             .setup = {.open = open_state},
                             .list  = list,
                             .write = write};
