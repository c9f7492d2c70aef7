/* SPDX-License-Identifier: MIT */
/* A batch of attempts of clumps that are to be put in.

   In a batch every clump not placed yet tries `tries` positions and attitudes, the n-th of clump j
   drawn from (seed, object, j, n) alone. It takes the first that is free of the clumps present before
   the batch, and keeps it if that overlaps none taken and kept by a clump before it. The result is
   that of placing them one after the other, on any number of ranks. Free positions are sought in
   several passes, each for the clumps without one, so that attempts never need much more memory than
   the clumps present. */
#include "supply/fill_batch.h"

/* Least number of attempts in a pass that seeks free positions. A pass has this many or half the
   number of clumps present, and at least one for every clump. */
enum { GO_LEAST = 1 << 17 };

static bool waits(const Wanted *w, int tier)
{
  return !w->placed && w->tier == tier;
}

PetscErrorCode fill_count_waiting(const Fill *f, int tier, int64_t *first, int64_t *total)
{
  int64_t n = 0;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < f->last - f->first; k++) n += waits(&f->wanted[k], tier);
  PetscCall(parallel_offset(f->scene->par, n, first, total));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Mark as members of the batch the first BATCH_MOST clumps of the tier that are not placed;
 *members: their number over all ranks. */
static PetscErrorCode choose_members(Fill *f, int tier, int64_t tries, int64_t *members)
{
  int64_t place, total;

  PetscFunctionBeginUser;
  PetscCall(fill_count_waiting(f, tier, &place, &total));
  *members = min_int(BATCH_MOST, total);
  for (int64_t k = 0; k < f->last - f->first; k++) {
    Wanted *const w = &f->wanted[k];

    w->member = waits(w, tier) && place < BATCH_MOST;
    place += waits(w, tier);
    w->free = tries == 1 ? 0 : NONE_YET; /* a single try needs no choice */
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if an attempt may overlap clump a: all attempts lie in the region. */
static bool may_meet(const Batch *b, PetscInt a)
{
  const Clumps *c = b->scene->clumps;
  const double  r = c->scale[a] * b->scene->templates->list[c->template[a]].bound;

  return !b->fill->apart || box_may_meet(b->scene->domain, b->lo, b->hi, c->pose[a].x, 1.001 * r);
}

static PetscErrorCode add_present(Batch *b)
{
  const Clumps *c = b->scene->clumps;
  int64_t       first;

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(b->scene->par, c->n_owned, &first, NULL));
  PetscCall(clumps_reserve(b->trial, c->n_owned + 1));
  b->trial->n = b->trial->n_owned = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    PetscInt row;

    if (!may_meet(b, a)) continue;
    PetscCall(clumps_add(b->trial, b->scene->templates, -1 - (first + a), c->template[a],
                         c -> scale[a], &row));
    b->trial->pose[row].x = c->pose[a].x;
    b->trial->pose[row].q = c->pose[a].q;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_batch_create(const Fill *f, Batch *b)
{
  PetscFunctionBeginUser;
  *b = (Batch){.scene = f->scene, .fill = f};
  f->spec.region.kind->box(f->spec.region.own, &b->lo, &b->hi);
  PetscCall(clumps_create(&b->trial));
  PetscCall(halo_create(f->scene->par, f->scene->halo_wide, &b->halo));
  PetscCall(pebbles_create(&b->pebbles));
  PetscCall(pairs_create(1, &b->pairs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_batch_destroy(Batch *b)
{
  PetscFunctionBeginUser;
  PetscCall(clumps_destroy(&b->trial));
  PetscCall(halo_destroy(&b->halo));
  PetscCall(pebbles_destroy(&b->pebbles));
  PetscCall(pairs_destroy(&b->pairs));
  array_free(&b->features.list);
  array_free(&b->verdict);
  array_free(&b->news);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbers over all ranks: members without a free position, and clumps present. */
static PetscErrorCode count_open(const Fill *f, int64_t counts[2])
{
  PetscFunctionBeginUser;
  counts[0] = 0;
  for (int64_t k = 0; k < f->last - f->first; k++)
    counts[0] += f->wanted[k].member && f->wanted[k].free == NONE_YET;
  counts[1] = f->scene->clumps->n_owned;
  PetscCall(parallel_sum_int(f->scene->par, counts, 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* For every member: the first of its tries that is free of the clumps present, if there is one. */
static PetscErrorCode find_free(Batch *b, Fill *f)
{
  int64_t counts[2], from = 0;

  PetscFunctionBeginUser;
  PetscCall(count_open(f, counts));
  while (from < b->tries && counts[0] > 0) {
    const int64_t n =
      max_int(1, min_int(b->tries - from, max_int(GO_LEAST, counts[1] / 2) / counts[0]));

    PetscCall(add_present(b));
    PetscCall(fill_add_tries(b, from, n));
    PetscCall(fill_find_conflicts(b));
    PetscCall(fill_note_free(b, f));
    from += n;
    PetscCall(count_open(f, counts));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_run_batch(Batch *b, Fill *f, int tier, int64_t tries, int64_t *taken)
{
  int64_t members = 0;

  PetscFunctionBeginUser;
  b->tries = tries;
  PetscCall(choose_members(f, tier, tries, &members));
  if (tries > 1) PetscCall(find_free(b, f));
  PetscCall(add_present(b));
  PetscCall(fill_add_free(b));
  PetscCall(fill_find_conflicts(b));
  PetscCall(fill_decide(b));
  PetscCall(fill_take_over(b, f, taken));
  f->placed += *taken;
  f->tried += members * tries;
  for (int64_t k = 0; k < f->last - f->first; k++)
    f->wanted[k].tries += f->wanted[k].member ? tries : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
