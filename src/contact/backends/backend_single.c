/* SPDX-License-Identifier: MIT */
/* The slow twin of the batched backend, for tests: one contact at a time, in the order of the lists,
   without tiles, prefetching or rows of four. It has its own tests of distance, look-up of memory,
   rounding and sums; geometry and laws are those of a batch of one. */
#include "base/kernel.h"
#include "contact/backend.h"
#include "contact/backends/one_contact.h"
#include "contact/evaluate.h"
#include "contact/member_loads.h"
#include "search/near.h"
#include "search/wall_pairs.h"

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

/* The memory of before to the batch (NULL: new). */
static void recall(const Law *law, const double *before, ContactBatch *b)
{
  b->known[0] = before != NULL;
  for (int m = 0; m < law->memory; m++) b->store[m][0] = before ? before[m] : 0;
}

/* Add the forces of a contact to the loads, and its memory to the fresh one. */
static PetscErrorCode add_loads(Contacts *c, const ContactScene *s, const Side *side,
                                const Law *law, int32_t pair, const Tile *t, const ContactSink *to)
{
  int64_t *members[2] = {NULL, NULL};
  double  *row;

  PetscFunctionBeginUser;
  contact_add_flows(c, s, side, law, &pair, t, to);
  PetscCall(touching_reserve(side->fresh, 1, law->memory));
  row = touching_add(side->fresh, pair, law->memory);
  for (int m = 0; m < law->memory; m++) row[m] = c->batch->store[m][0];
  if (c->by_member) {
    members[0] = member_load(c, side->list->a[pair]);
    if (!side->walls) members[1] = member_load(c, side->list->b[pair]);
  }
  contact_add_loads(c, law, s->dt, t, members, to->loads, to->report);
  PetscCall(contact_add_others(c, s, side, law, &pair, t, to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode evaluate_pair(Contacts *c, const ContactScene *s, const Side *side, int cell,
                                    const Law *law, int32_t pair, const ContactSink *to)
{
  const double *before       = memory_of(side->old, cell, law->memory, pair);
  double        energy[TILE] = {0};
  Tile          t;

  PetscFunctionBeginUser;
  if (to->kind == SINK_LOADS && !is_closer(s, side, before ? law->keeps : law->reach, pair))
    PetscFunctionReturn(PETSC_SUCCESS);
  contact_gather(c, s, side, law, &pair, 1, NULL, &t);
  recall(law, before, c->batch);
  contact_evaluate(c, s, side, law, &pair, to->kind, to->slots, &t, energy);
  switch (to->kind) {
  case SINK_LOADS: PetscCall(add_loads(c, s, side, law, pair, &t, to)); break;
  case SINK_ENERGY: contact_add_energy(c->batch, energy, to->energy); break;
  case SINK_VISITOR: PetscCall(contact_show(c, s, side, law, &pair, &t, to->visitor)); break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All pairs of a cell, or its contacts. */
static PetscErrorCode evaluate_cell(Contacts *c, const ContactScene *s, const Side *side, int cell,
                                    const ContactSink *to)
{
  const Law      *law = &c->laws->list[cell % s->pairs->n_laws];
  const Touching *of  = to->kind == SINK_ENERGY ? side->old : side->fresh;

  PetscFunctionBeginUser;
  if (to->kind == SINK_LOADS) {
    touching_run(side->fresh, cell);
    for (PetscInt p = side->list->start[cell]; p < side->list->start[cell + 1]; p++)
      PetscCall(evaluate_pair(c, s, side, cell, law, (int32_t)p, to));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt k = of->run[cell].first; k < of->run[cell + 1].first; k++)
    PetscCall(evaluate_pair(c, s, side, cell, law, of->pair[k], to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode single_evaluate(Contacts *c, const ContactScene *s, int from, int to,
                                      const ContactSink *sink)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    const Side side = side_of(c, s, k == 1);

    for (int cell = from; cell < to; cell++) PetscCall(evaluate_cell(c, s, &side, cell, sink));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ContactBackend backend_single = {
  .head     = {.name = "single", .text = "one contact at a time: slow, to check the others"},
  .begin    = host_begin,
  .evaluate = single_evaluate,
  .end      = host_end,
  .commit   = host_commit,
  .narrow   = host_narrow,
  .pack     = host_pack,
  .unpack   = host_unpack,
};
