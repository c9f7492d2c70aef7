/* SPDX-License-Identifier: MIT */
/* Warning of objects with a distance that link no pair at the start (links.h). */
#include "link/link_requests.h"

/* Pebbles on a rank beyond which the smallest gap is not looked for. */
enum { PEBBLES_MOST = 5000 };

/* Smallest gap between pebbles of different clumps whose materials the object joins, m; INFINITY:
   none is known. */
static double smallest_gap(const World *w, const LinkSet *set, int object, const Pebbles *p)
{
  double least = INFINITY;

  for (PetscInt i = 0; p->n <= PEBBLES_MOST && i < p->n; i++)
    for (PetscInt j = 0; j < i; j++) {
      const double gap =
        vec3_norm(vec3_sub(pebble_centre(p, j), pebble_centre(p, i))) - p->at[i].r - p->at[j].r;

      if (gap < least && w->clumps->id[p->clump[i]] != w->clumps->id[p->clump[j]] &&
          link_object_joins(w->options, set, object, w->materials->list[p->material[i]].name,
                            w->materials->list[p->material[j]].name))
        least = gap;
    }
  return least;
}

PetscErrorCode links_warn_none(const LinkScene *s, const LinkSet *set, int object,
                               const NearPebbles *around, PetscInt made)
{
  const World *w    = s->world;
  const char  *kind = set->kind->options.name, *name = set->objects[object].name;
  int64_t      n = made;
  double       gap;

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(w->par, &n, 1));
  if (n > 0 || set->objects[object].touching) PetscFunctionReturn(PETSC_SUCCESS);
  gap = smallest_gap(w, set, object, around->pebbles);
  PetscCall(parallel_min(w->par, &gap, 1));
  if (isfinite(gap))
    option_warning(w->options, w->warnings, kind, name, "distance",
                   "no two pebbles of its materials are within %g m, so it links "
                   "nothing: the smallest gap is %.3g m",
                   link_object_distance(w->options, set, object), gap);
  else
    option_warning(w->options, w->warnings, kind, name, "distance",
                   "no two pebbles of its materials are within %g m, so it links "
                   "nothing",
                   link_object_distance(w->options, set, object));
  PetscFunctionReturn(PETSC_SUCCESS);
}
