/* SPDX-License-Identifier: MIT */
/* Parts of the masses of clumps that hard contacts have in sweeps. */
#include "constraint/hard/hard.h"

/* Parts are found anew before every EVERY-th sweep of places, up to the LAST; with more sweeps
   momentum does the rest. */
enum { EVERY = 3, LAST = 12 };
/* Part of a mass that contacts share alike, so that one that does not push yet can begin. */
#define ALIKE 0.1

/* ---- alike ---- */

PetscErrorCode hard_share(Constraints *c, const ConstraintScene *s)
{
  Hard          *h    = c->hard;
  const LinkSet *set  = constraint_set(s->links);
  const size_t   size = (size_t)s->clumps->n * sizeof *h->count;

  PetscFunctionBeginUser;
  if (size > 0) memset(h->count, 0, size);
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    h->count[h->list[k].a]++;
    if (h->list[k].b >= 0) h->count[h->list[k].b]++;
  }
  if (size > 0) memcpy(h->pushed, h->count, size);
  for (PetscInt k = 0; k < h->spheres.n; k++) {
    h->count[h->spheres.a[k]]++;
    h->count[h->spheres.b[k]]++;
  }
  for (PetscInt k = 0; k < 2 * set->n; k++)
    if (link_acts(set, s->clumps, k / 2)) h->count[set->ends[k / 2].row[k % 2]]++;
  PetscCall(halo_sum(s->halo, s->clumps, 2, (int64_t *const[]){h->count, h->pushed}));
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    h->shares[a] = (double)h->count[a];
    h->part[a]   = h->count[a] > 0 ? (double)h->pushed[a] / h->shares[a] : 0;
  }
  PetscCall(halo_renew(s->halo, s->clumps, 2, (double *const[]){h->shares, h->part}));
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    HardContact *at = &h->list[k];

    at->share[0] = h->shares[at->a];
    at->share[1] = at->b < 0 ? 0 : h->shares[at->b];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- by what contacts bear ---- */

/* Impulse that a contact bears, quanta: lambda, but no more than the largest correction. */
static int64_t bears(const Constraints *c, const HardContact *k)
{
  return k->lambda > 0 ? quanta(min_real(k->lambda, c->move.largest), c->move.inverse) : 0;
}

/* True if a contact brings bodies together faster than forces do. */
static bool strikes(const Hard *h, const HardContact *k)
{
  return k->approach < -hard_rest(h, k->a, k->b);
}

static void add(const Hard *h, int32_t row, int64_t bears, bool strikes)
{
  loads_add(&h->pushed[row], bears);
  h->struck[row] += strikes;
}

static void sum_lambda(const Constraints *c, const ConstraintScene *s)
{
  const Hard  *h    = c->hard;
  const size_t size = (size_t)s->clumps->n * sizeof *h->pushed;

  if (size > 0) memset(h->pushed, 0, size);
  if (size > 0) memset(h->struck, 0, size);
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    const HardContact *at  = &h->list[k];
    const int64_t      sum = bears(c, at);

    add(h, at->a, sum, strikes(h, at));
    if (at->b >= 0) add(h, at->b, sum, strikes(h, at));
  }
}

static double share_of(const Hard *h, int32_t row, double bears)
{
  const double alike = 1 / h->shares[row];

  if (!(h->pushes[row] > 0)) return h->shares[row];
  return 1 / (ALIKE * alike + (1 - ALIKE) * h->part[row] * bears / h->pushes[row]);
}

PetscErrorCode hard_share_anew(Constraints *c, const ConstraintScene *s)
{
  Hard  *h        = c->hard;
  double friction = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < h->n; k++) friction = max_real(friction, h->laws[k].friction);
  if (friction == 0) PetscFunctionReturn(PETSC_SUCCESS);
  sum_lambda(c, s);
  PetscCall(halo_sum(s->halo, s->clumps, 2, (int64_t *const[]){h->pushed, h->struck}));
  for (PetscInt a = 0; a < s->clumps->n_owned; a++)
    h->pushes[a] = h->struck[a] > 0 ? (double)h->pushed[a] : 0;
  PetscCall(halo_renew(s->halo, s->clumps, 1, (double *const[]){h->pushes}));
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    HardContact *at = &h->list[k];
    const double by = (double)bears(c, at);

    at->share[0] = share_of(h, at->a, by);
    if (at->b >= 0) at->share[1] = share_of(h, at->b, by);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hard_share_in_sweep(Constraints *c, const ConstraintScene *s, int count)
{
  PetscFunctionBeginUser;
  if (count > 0 && count % EVERY == 0 && count <= LAST) PetscCall(hard_share_anew(c, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}
