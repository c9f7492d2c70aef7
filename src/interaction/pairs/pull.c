/* SPDX-License-Identifier: MIT */
/* Evaluation of pairs of pebbles: tile by tile the pairs of a set are gathered, its interactions
   add their forces or energies, and these go to a sink: the sums of the two clumps, the energy, the
   virial or a visitor. */
#include "contact/visit.h"
#include "interaction/evaluate.h"
#include "interaction/pairs/pair_tile.h"
#include "interaction/pairs/potential.h"
#include "interaction/sph/passes.h"

/* Values of the quantity of an interaction, and flows of 0. */
static void put_values(const Interactions *all, const InteractionScene *s, const Acting *item,
                       const PairTile *t, PairBatch *b)
{
  const bool     parts = item->quantity && item->quantity->of_pebbles;
  const int32_t *i = parts ? t->i : t->a, *j = parts ? t->j : t->b;
  const double  *value;
  int            q;

  b->found = item->found;
  if (item->kind->gives & GIVES_PAIR_LOSS) memset(b->loss, 0, sizeof b->loss);
  if (!item->quantity) return;
  memset(b->flow_a, 0, (size_t)b->n * sizeof *b->flow_a);
  memset(b->flow_b, 0, (size_t)b->n * sizeof *b->flow_b);
  if (item->kind->passes) return; /* it reads columns */
  q     = quantity_index(item->quantity);
  value = parts ? all->value[q] : s->clumps->quantity[q].predicted;
  for (int k = 0; k < b->n; k++) {
    b->value_a[k] = value[i[k]];
    b->value_b[k] = value[j[k]];
  }
}

/* Add the forces of an interaction to the batch or, if `energy` is given, its energies to that. */
static void pull(const InteractionScene *s, const Acting *item, const PairTile *t, PairBatch *b,
                 double *energy)
{
  const PairForce *pair = item->kind->pair;
  const Clumps    *c    = s->clumps;
  double           kept[INTERACTION_TILE]; /* squared distances, where groups exclude pairs */

  if (item->groups) memcpy(kept, b->d2, sizeof b->d2);
  for (int k = 0; item->groups && k < b->n; k++)
    if (!clump_is_among(c, t->a[k], item->groups) || !clump_is_among(c, t->b[k], item->groups))
      b->d2[k] = INFINITY;
  if (!energy) pair->pull(item->constants, b);
  else if (pair->energy) pair->energy(item->constants, b, energy);
  else if (pair->energy_at) potential_energy(item->kind, item->constants, b, energy);
  if (item->groups) memcpy(b->d2, kept, sizeof kept);
}

static void add_virial(const Interactions *all, const PairTile *t, const PairForces *f, Sum *virial)
{
  const PairBatch *b = all->pair;

  for (int k = 0; k < b->n; k++) {
    Vec3 way = {b->dx[k], b->dy[k], b->dz[k]}; /* between the centres of the clumps */

    for (int m = 0; m < 3 && all->extended; m++)
      vec3_set(&way, m, vec3_axis(way, m) + t->arm_a[m][k] - t->arm_b[m][k]);
    sum_add(virial, -(f->x[k] * way.x + f->y[k] * way.y + f->z[k] * way.z));
  }
}

/* Pair k of the batch; false: there is no force between these two. */
static bool see_pair(const Interactions *all, const InteractionScene *s, const Set *set,
                     const PairTile *t, const PairForces *f, int k, ContactSeen *seen)
{
  const PairBatch *b   = all->pair;
  const Vec3       way = {-b->dx[k], -b->dy[k], -b->dz[k]};
  const Pebbles   *p   = s->pebbles;

  *seen = (ContactSeen){.kind     = SEEN_PAIR,
                        .name     = all->list[set->list[0]].name,
                        .b        = s->clumps->id[t->b[k]],
                        .member_a = p->member[t->i[k]],
                        .member_b = p->member[t->j[k]],
                        .radius_a = p->at[t->i[k]].r,
                        .radius_b = p->at[t->j[k]].r,
                        .force    = {f->x[k], f->y[k], f->z[k]},
                        .gap      = NAN,
                        .age      = NAN};
  if (!isfinite(b->d2[k]) || (f->x[k] == 0 && f->y[k] == 0 && f->z[k] == 0)) return false;
  if (b->d2[k] > 0) seen->normal = vec3_scale(1 / sqrt(b->d2[k]), way);
  if (all->extended) {
    seen->arm_a = (Vec3){t->arm_a[0][k], t->arm_a[1][k], t->arm_a[2][k]};
    seen->arm_b = (Vec3){t->arm_b[0][k], t->arm_b[1][k], t->arm_b[2][k]};
  }
  seen_of_rows(s->domain, s->clumps, t->a[k], t->b[k], seen);
  return true;
}

/* Sinks: where the results of an evaluation of pairs go, as ContactSink (contact/contacts.h). */
typedef enum { PAIRS_LOADS, PAIRS_ENERGY, PAIRS_VIRIAL, PAIRS_VISITOR } PairSinkKind;

typedef struct {
  PairSinkKind kind;
  /* PAIRS_LOADS; lost: energy that bodies lose in half a step, J */
  Loads         *loads;
  ContactReport *report;
  Sum           *lost;
  /* PAIRS_ENERGY, PAIRS_VIRIAL; J */
  Sum *sum;
  /* PAIRS_VISITOR */
  const ContactVisitor *visitor;
} PairSink;

/* Add the results of interaction m of the set, which has been evaluated: the sum of those that
   conserve energy as one force, then each of those that lose energy. */
static void add_to_loads(Interactions *all, const InteractionScene *s, const Set *set, int m,
                         PairTile *t, const PairSink *to)
{
  const Acting *item    = &all->list[set->list[m]];
  const bool    further = set->needs & NEEDS_PAIR_FORCE;
  PairBatch    *b       = all->pair;
  PairForces    f;

  pair_tile_add_flows(s, item, t, b, to->loads, to->report);
  pair_tile_add_losses(item, b, s->dt, to->loads, to->report, to->lost);
  if (m + 1 < set->keeps) return;
  pair_tile_forces(b, further, &f);
  if (m >= set->keeps) pair_tile_add_work(b, &f, s->dt, to->loads, to->report, to->lost);
  pair_tile_add_loads(all, s, item, t, &f, to->loads, to->report);
  if (m + 1 == set->n) return;
  memset(b->push, 0, sizeof b->push);
  if (further) pair_tile_clear_forces(b);
}

/* Evaluate the interactions of a set for the pairs of a tile, which has been gathered. */
static void evaluate_tile(Interactions *all, const InteractionScene *s, const Set *set, PairTile *t,
                          const PairSink *to)
{
  PairBatch  *b = all->pair;
  double      energy[INTERACTION_TILE];
  PairForces  f;
  ContactSeen seen;

  if (to->kind == PAIRS_ENERGY) memset(energy, 0, sizeof energy);
  for (int m = 0; m < set->n; m++) {
    const Acting *item = &all->list[set->list[m]];

    put_values(all, s, item, t, b);
    pull(s, item, t, b, to->kind == PAIRS_ENERGY ? energy : NULL);
    if (to->kind == PAIRS_LOADS) add_to_loads(all, s, set, m, t, to);
  }
  if (to->kind == PAIRS_ENERGY)
    for (int k = 0; k < b->n; k++) sum_add(to->sum, energy[k]);
  if (to->kind == PAIRS_ENERGY || to->kind == PAIRS_LOADS) return;
  pair_tile_forces(b, set->needs & NEEDS_PAIR_FORCE, &f);
  if (to->kind == PAIRS_VIRIAL) add_virial(all, t, &f, to->sum);
  for (int k = 0; to->kind == PAIRS_VISITOR && k < b->n; k++)
    if (see_pair(all, s, set, t, &f, k, &seen)) to->visitor->see(to->visitor->self, &seen, 1);
}

/* Evaluate the pairs of the cells from .. to - 1 of the near list, each of which is of one set. */
static void evaluate(Interactions *all, const InteractionScene *s, int from, int to,
                     const PairSink *sink)
{
  PairTile t;

  for (int cell = from; cell < to; cell++) {
    const Set *set  = &all->sets[cell % all->n_sets];
    RowWalk    walk = row_walk(&all->pairs->rows, cell);

    if (sink->kind == PAIRS_LOADS && pull_is_central(all, set)) {
      pull_central(all, s, set, &walk, &(CentralSums){sink->loads, sink->report, sink->lost});
      continue;
    }
    while (walk.at < walk.end) {
      pair_tile_gather(all, s, set, &walk, &t, all->pair);
      evaluate_tile(all, s, set, &t, sink);
    }
  }
}

/* All pairs of this rank, after an evaluation for loads. */
static void evaluate_all(Interactions *all, const InteractionScene *s, const PairSink *sink)
{
  if (all->n_sets == 0) return;
  passes_pack(all, s);
  evaluate(all, s, 0, all->pairs->n_blocks * all->n_sets, sink);
}

void interactions_pull(Interactions *all, const InteractionScene *scene, int block, Loads *loads,
                       ContactReport *report, Sum *lost)
{
  const PairSink sink = {.kind = PAIRS_LOADS, .loads = loads, .report = report, .lost = lost};

  evaluate(all, scene, block * all->n_sets, (block + 1) * all->n_sets, &sink);
}

void pull_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  evaluate_all(all, scene, &(PairSink){.kind = PAIRS_ENERGY, .sum = energy});
}

void interactions_virial(Interactions *all, const InteractionScene *scene, Sum *virial)
{
  evaluate_all(all, scene, &(PairSink){.kind = PAIRS_VIRIAL, .sum = virial});
  if (scene->par->rank == 0 && all->n_sets > 0) sum_add(virial, all->tail.virial);
}

void interactions_visit(Interactions *all, const InteractionScene *s, const ContactVisitor *to)
{
  evaluate_all(all, s, &(PairSink){.kind = PAIRS_VISITOR, .visitor = to});
}
