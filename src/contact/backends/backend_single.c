/* SPDX-License-Identifier: MIT */
/* The slow twin of the batched backend, for tests: one contact at a time, in the order of the lists,
   without tiles, prefetching or rows of four. It has its own tests of distance, look-up of memory,
   rounding and sums; geometry and laws are those of a batch of one. */
#include "base/kernel.h"
#include "contact/backend.h"
#include "contact/backends/one_contact.h"
#include "contact/extremes.h"
#include "contact/flow.h"
#include "contact/member_loads.h"
#include "contact/siblings.h"
#include "contact/solid/squeeze.h"
#include "contact/term_work.h"
#include "contact/wall_loads.h"
#include "search/near.h"
#include "search/wall_pairs.h"

/* One list of pairs with the contacts of before and of now. */
typedef struct {
  const PairList *list;
  const Touching *old;
  Touching       *fresh;
  bool            walls;
} Side;

static Side side_of(Contacts *c, const ContactScene *s, bool walls)
{
  Touching *both = walls ? c->walls : c->pebbles;

  return (Side){walls ? &s->pairs->walls : &s->pairs->pebbles, &both[c->now], &both[!c->now],
                walls};
}

static bool is_closer(const ContactScene *s, const Side *side, double within, int32_t pair)
{
  const Ball *at = s->pebbles->at;
  int32_t     hit;

  if (side->walls)
    return wall_pairs_pick(s->domain, s->pebbles, s->walls, side->list, false, within, pair,
                           pair + 1, &hit, NULL) > 0;
  return near_one(at[side->list->a[pair]], at[side->list->b[pair]], within);
}

/* Memory of the committed contact of this pair; NULL: there is none. */
static const double *memory_of(const Touching *old, int cell, int columns, int32_t pair)
{
  const Run *run = old->run + cell;

  for (PetscInt k = run[0].first; k < run[1].first; k++)
    if (old->pair[k] == pair)
      return old->memory + run->real + (size_t)(k - run->first) * (size_t)columns;
  return NULL;
}

/* Batch and tile of one contact with its memory of before (NULL: new). */
static void gather(Contacts *c, const ContactScene *s, const Law *law, const Side *side,
                   const int32_t *pair, const double *before, Tile *t, double *share)
{
  ContactBatch *b = c->batch;

  if (side->walls) tile_of_walls(s, law->needs, pair, 1, NULL, t, b);
  else tile_of_pebbles(s, law->needs, pair, 1, NULL, t, b);
  b->known[0] = before != NULL;
  for (int m = 0; m < law->memory; m++) b->store[m][0] = before ? before[m] : 0;
  if (law->keeps > 0) batch_find_apart(b);
  tile_motion(s, law, side->walls, t, b);
  if (law->needs & NEEDS_OF_LAW) flow_gather(s, law, side->list, pair, t, b);
  if (law->siblings) siblings_find(s, law, side->list, side->walls, pair, t, b, share);
}

/* Evaluate a pair, if it is a contact. */
static PetscErrorCode apply_pair(Contacts *c, const ContactScene *s, const Side *side, int cell,
                                 const Law *law, int32_t pair, Loads *loads, ContactReport *report)
{
  const double *before     = memory_of(side->old, cell, law->memory, pair);
  ContactBatch *b          = c->batch;
  int64_t      *members[2] = {NULL, NULL};
  Tile          t;
  double       *row, share;

  PetscFunctionBeginUser;
  if (!is_closer(s, side, before ? law->keeps : law->reach, pair))
    PetscFunctionReturn(PETSC_SUCCESS);
  gather(c, s, law, side, &pair, before, &t, &share);
  if (c->term_work) term_work_apply(c->term_work, c->laws, law, 0.5 * s->dt, b);
  else law_apply(law, b);
  if (law->siblings) siblings_share(law, &share, b, NULL);
  if (c->term_work)
    term_work_add(c->term_work, 1, law->siblings == SIBLINGS_SHARED ? &share : NULL);
  if (s->clumps->squeeze) squeeze_add(s, &t, b, loads, report);
  if (law->gives & GIVES_FLOW) flow_add(s, side->list, &pair, &t, law, b, loads, report);
  PetscCall(touching_reserve(side->fresh, 1, law->memory));
  row = touching_add(side->fresh, pair, law->memory);
  for (int m = 0; m < law->memory; m++) row[m] = b->store[m][0];
  if (c->by_member) {
    members[0] = member_load(c, side->list->a[pair]);
    if (!side->walls) members[1] = member_load(c, side->list->b[pair]);
  }
  contact_add_loads(c, law, s->dt, &t, members, loads, report);
  if (side->walls && wall_loads_are_asked(c, s->walls))
    PetscCall(wall_loads_add(c, s, law->gives, &pair, &t));
  extremes_watch(s, &t, b, law, side->list, &pair, report);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode single_apply(Contacts *c, const ContactScene *s, int block, Loads *loads,
                                   ContactReport *report)
{
  const int n_laws = s->pairs->n_laws;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    const Side side = side_of(c, s, k == 1);

    for (int g = 0; g < n_laws; g++) {
      const int cell = block * n_laws + g;

      touching_run(side.fresh, cell);
      for (PetscInt p = side.list->start[cell]; p < side.list->start[cell + 1]; p++)
        PetscCall(apply_pair(c, s, &side, cell, &c->laws->list[g], (int32_t)p, loads, report));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode single_energy(Contacts *c, const ContactScene *s, unsigned slots, Sum *sum)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    const Side side = side_of(c, s, k == 1);

    for (int cell = 0; cell < side.old->n_runs; cell++) {
      const Law *law = &c->laws->list[cell % s->pairs->n_laws];

      for (PetscInt i = side.old->run[cell].first; i < side.old->run[cell + 1].first; i++) {
        const int32_t *pair         = side.old->pair + i;
        double         energy[TILE] = {0}, share;
        Tile           t;

        gather(c, s, law, &side, pair, memory_of(side.old, cell, law->memory, *pair), &t, &share);
        law_stored(law, slots, false, c->batch, energy);
        if (law->siblings) siblings_share(law, &share, c->batch, energy);
        batch_forget_gone(c->batch, energy);
        sum_add(sum, energy[0]);
      }
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ContactBackend backend_single = {
  .head   = {.name = "single", .text = "one contact at a time: slow, to check the others"},
  .begin  = host_begin,
  .apply  = single_apply,
  .end    = host_end,
  .commit = host_commit,
  .narrow = host_narrow,
  .pack   = host_pack,
  .unpack = host_unpack,
  .energy = single_energy,
};
