/* SPDX-License-Identifier: MIT */
/* The slow twin of the batched backend, for tests: one contact at a time, in the order of the
   lists, without tiles, prefetching or rows of four. It has its own tests of distance, look-up of
   memory, rounding and sums; geometry and laws are those of a batch of one. */
#include "contact/backend.h"
#include "contact/evaluate.h"
#include "contact/solid/shafts.h"
#include "search/capsule_pairs.h"

/* Memory of the committed contact of this pair; NULL: there is none. *others: that of another place of
   the same two pebbles, or NULL. */
static const double *memory_of(const ContactScene *s, const Side *side, int cell, int columns,
                               int32_t pair, const double **others)
{
  const Touching *old = side->old;
  const Run      *run = old->run + cell;
  const double   *row = old->memory + run->real, *own = NULL;

  *others = NULL;
  for (PetscInt k = run[0].first; k < run[1].first; k++, row += columns)
    if (old->pair[k] == pair) own = row;
    else if (side->capsules && !*others &&
             capsule_pairs_alike(s->pebbles, side->list, old->pair[k], pair))
      *others = row;
  return own;
}

/* Add the forces of a contact to the loads, and its memory to the fresh one. */
static void add_loads(Contacts *c, const ContactScene *s, const Side *side, const Law *law,
                      int32_t pair, const Tile *t, const ContactSink *to)
{
  int64_t *members[2] = {NULL, NULL};
  double  *row;

  contact_add_flows(c, s, side, law, &pair, t, to);
  touching_reserve(side->fresh, 1, law->memory);
  row = touching_add(side->fresh, pair, law->memory);
  for (int m = 0; m < law->memory; m++) row[m] = c->batch->store[m][0];
  if (c->by_member) {
    members[0] = member_load(c, side->list->a[pair]);
    if (!side->walls) members[1] = member_load(c, side->list->b[pair]);
  }
  contact_add_loads(c, contact_gives_couples(side, law), s->dt, t, members, to->loads, to->report);
  contact_add_others(c, s, side, law, &pair, t, to);
}

static void evaluate_pair(Contacts *c, const ContactScene *s, const Side *side, int cell,
                          const Law *law, int32_t pair, const ContactSink *to)
{
  const double *others, *before = memory_of(s, side, cell, law->memory, pair, &others);
  const double  within = before || others ? law->keeps : law->reach;
  TileResult    result = {.slots = to->slots, .stiffness = to->stiffness};
  Tile          t;

  if (to->kind == SINK_LOADS && !contact_is_closer(s, side->walls, within, pair)) return;
  if (to->kind == SINK_ENERGY && !contact_some_count(s, side, &pair, 1)) return;
  contact_gather(c, s, side, law, &pair, 1, NULL, &t);
  /* The memory of before to the batch (NULL: new). */
  c->batch->known[0] = before != NULL;
  for (int m = 0; m < law->memory; m++) c->batch->store[m][0] = before ? before[m] : 0;
  if (!before && others && law->has_history) law_inherit(law, others, 0, c->batch);
  contact_evaluate(c, s, side, law, &pair, to->kind, &t, &result);
  switch (to->kind) {
  case SINK_LOADS: add_loads(c, s, side, law, pair, &t, to); break;
  case SINK_ENERGY: contact_add_energy(s, side, &t, c->batch, result.energy, to->energy); break;
  case SINK_VISITOR: contact_show(c, s, side, law, &pair, &t, to->visitor); break;
  case SINK_STIFFNESS: break;
  }
}

/* All pairs of a cell, or its contacts. */
static void evaluate_cell(Contacts *c, const ContactScene *s, const Side *side, int cell,
                          const ContactSink *to)
{
  const Law      *law = &c->laws->list[cell % c->laws->n];
  const Touching *of  = to->kind == SINK_ENERGY ? side->old : side->fresh;

  if (to->kind == SINK_LOADS) {
    touching_run(side->fresh, cell);
    for (PetscInt p = side->list->start[cell]; p < side->list->start[cell + 1]; p++)
      evaluate_pair(c, s, side, cell, law, (int32_t)p, to);
    return;
  }
  for (PetscInt k = of->run[cell].first; k < of->run[cell + 1].first; k++)
    evaluate_pair(c, s, side, cell, law, of->pair[k], to);
}

static void single_evaluate(Contacts *c, const ContactScene *s, int from, int to,
                            const ContactSink *sink)
{
  for (int k = 0; k < 2; k++) {
    Side side = side_of(c, s, k == 1);

    for (int cell = from; cell < to; cell++) {
      side.capsules = pairs_of_capsules(s->pairs, cell);
      if (side.walls && side.capsules)
        shafts_evaluate(c, s, &side, cell, &c->laws->list[cell % c->laws->n], sink);
      else evaluate_cell(c, s, &side, cell, sink);
    }
  }
}

const ContactBackend backend_single = {
  .head     = {.name = "single", .text = "one contact at a time: slow, to check the others"},
  .evaluate = single_evaluate,
};
