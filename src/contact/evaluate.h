/* SPDX-License-Identifier: MIT */
/* The evaluation of contacts, for backends and for solids. Up to a tile of contacts of one law goes
   through

     contact_gather       poses and geometry of the bodies
     (memory)             Contacts.batch: known[] and store, by the backend, which holds it
     contact_evaluate     relative motion, what contacts share, and the law, as the sink asks
     a function of the sink: contact_add_energy, contact_show, or the loads: contact_add_flows,
                          rounding and sums by the backend, contact_add_others

   The kind of sink is a constant at compile time where these are called, so that each sink has its
   own copy of the loop. */
#ifndef CONTACT_EVALUATE_H
#define CONTACT_EVALUATE_H

#include "base/kernel.h"
#include "base/sums/sum_bank.h"
#include "contact/stiffness.h"
#include "contact/term_work.h"
#include "contact/wall_loads.h"

/* ---- parts of the evaluation */

/* Quantities of the bodies of a tile of contacts: their values are gathered before the terms, and
   the flows are added to the sums of the bodies after the terms. Called only for laws with such
   terms. */

/* Set the law, the columns that NEEDS_CIRCLE, NEEDS_ELASTIC and the law's quantities ask for, and
   flows to zero. hits: the batch's pairs in `list`, which names the walls if b are walls. A wall
   without a value gets that of the pebble: nothing flows. */
void flow_gather(const ContactScene *scene, const Law *law, const PairList *list,
                 const int32_t *hits, const Tile *tile, ContactBatch *batch);
/* Add the flows and gains to the bodies' sums, in quanta; note the largest, and those beyond
   FLOW_MOST. Of a gain each body gets half; what a wall without a value would get, the other body
   gets, too. */
void flow_add(const ContactScene *scene, const PairList *list, const int32_t *hits,
              const Tile *tile, const Law *law, const ContactBatch *batch, Loads *loads,
              ContactReport *report);

/* Sibling contacts: those of several pebbles of one body with one other body, or one feature of a
   wall. A law may take its own ones together (contact key `siblings`; what other laws give does not
   count):

     damped   dashpots given by a damping ratio take as effective mass of a contact that of the body
              when all siblings bear the same force: 1/m = sum over siblings j of n . W_j n_j, W_j n_j the
              velocity that a unit impulse at j causes at the contact; where that is less than 1 over
              the reduced mass, as between walls that face each other, it is that of the contact alone
     shared   also, forces and couples are multiplied by the contact's overlap over the sum of the
              siblings' overlaps, and dashpots keep their ratio: equal siblings are together as stiff as
              one contact, and what begins or ends does so without a jump

   Siblings are found from the poses of the two bodies alone, which every rank that evaluates
   one of the contacts has. */

/* Set the effective masses of a batch whose law takes siblings together, after tile_motion, and the
   factor on the forces of each contact: share[batch->n]. */
void siblings_find(const ContactScene *scene, const Law *law, const PairList *list, bool walls,
                   const int32_t *hits, const Tile *tile, ContactBatch *batch, double *share);
/* Multiply the forces, couples and energies (NULL: none) of a batch by these factors. */
void shares_apply(const Law *law, const double *share, ContactBatch *batch, double *energy);
/* Multiply the flows of quantities, too. */
void shares_apply_to_flows(const Law *law, const double *share, ContactBatch *batch);

/* Bounds of forces, work and overlaps in an evaluation. */

/* Report contact k of a tile as the first one that is not possible; value: its force, or flow. */
void report_wild(ContactReport *report, const ContactScene *scene, const PairList *list,
                 const int32_t *hits, const Tile *tile, int k, double value);

/* Add to the report the contacts of an evaluated tile beyond a bound: overlaps above overlap_limit,
   forces above FORCE_MOST, work above WORK_MOST, and torques that the bound of forces does not
   cover. hits: indices of the pairs in the list. */
void extremes_watch(const ContactScene *scene, const Tile *tile, const ContactBatch *batch,
                    const Law *law, const PairList *list, const int32_t *hits,
                    ContactReport *report);

/* For laws that give couples: sum of those of a tile as monitored (geometry.h), N, an upper bound of
   each of them; absolute value of the work of one in a time dt, J. */
double couples_size(const Tile *tile, const ContactBatch *batch);
double couple_work(const ContactBatch *batch, double dt, int k);

/* Squeeze of a clump: the sum over its contacts of the scalar product of the vector from its centre
   to the contact and the force on it, J. It is a field of clumps that exists only if something asks
   for it. Over -(dimension) x volume it is the mean pressure in the clump at rest. */

/* Add the contacts of a batch to the sums of their bodies, if there are such. */
void squeeze_add(const ContactScene *scene, const Tile *tile, const ContactBatch *batch,
                 Loads *loads, ContactReport *report);
/* Set the field of owned clumps from the sums of an evaluation, which become 0 for the next one. */
void squeeze_find(Clumps *clumps, Loads *loads);

/* ---- the evaluation */

/* One list of pairs: the committed contacts, and those of the evaluation. Pebbles and walls differ
   in how near they are and in how tiles are gathered. */
typedef struct {
  const PairList *list;
  Touching       *old, *fresh;
  bool            walls;
  bool            capsules; /* the present cell is of pairs with a capsule */
} Side;

static inline Side side_of(Contacts *c, const ContactScene *s, bool walls)
{
  Touching *both = walls ? c->walls : c->pebbles;

  return (Side){walls ? &s->pairs->walls : &s->pairs->pebbles, &both[c->now], &both[!c->now], walls,
                false};
}

/* For laws with Law.keeps, whose first column of memory is 1 for contacts that were apart at the
   last evaluation: list those that are apart now, and count as known only those that touched. */
void batch_find_apart(ContactBatch *batch);

/* Geometry of n contacts; places: on walls, if they are known, or NULL. */
ALWAYS_INLINE void contact_gather(Contacts *c, const ContactScene *s, const Side *side,
                                  const Law *law, const int32_t *pair, int n,
                                  const WallPlace *places, Tile *t)
{
  if (side->walls) tile_of_walls(s, pair, n, places, t, c->batch);
  else if (side->capsules) tile_of_capsules(s, law->needs, pair, n, t, c->batch);
  else tile_of_pebbles(s, law->needs, pair, n, t, c->batch);
}

/* The works of terms, if the sink asks for them; else NULL. */
ALWAYS_INLINE TermWork *contact_works(const Contacts *c, SinkKind kind)
{
  return kind == SINK_LOADS ? c->term_work : NULL;
}

/* Forces of the law, to the batch. */
ALWAYS_INLINE void contact_apply_law(const Contacts *c, const ContactScene *s, const Law *law,
                                     SinkKind kind)
{
  TermWork *works = contact_works(c, kind);

  if (works) term_work_apply(works, c->laws, law, 0.5 * s->dt, c->batch);
  else law_apply(law, c->batch);
}

/* The results of an evaluation beside forces, for two kinds of sink. */
typedef struct {
  /* SINK_ENERGY: energies that the contacts store in the slots of their laws (a mask) */
  unsigned       slots;
  double         energy[TILE]; /* J */
  StiffnessSums *stiffness;    /* SINK_STIFFNESS */
} TileResult;

/* Evaluate the contacts of the batch, whose memory has been recalled: forces and new memory to the
   batch; for other sinks to `result`, whose energies are 0 before. */
ALWAYS_INLINE void contact_evaluate(const Contacts *c, const ContactScene *s, const Side *side,
                                    const Law *law, const int32_t *pair, SinkKind kind,
                                    const Tile *t, TileResult *result)
{
  ContactBatch *b     = c->batch;
  TermWork     *works = contact_works(c, kind);
  const bool several  = side->capsules && t->several; /* contacts have places that share one gap */
  const double *share = several ? t->share : NULL;    /* factors on forces; NULL: 1 */
  double        with_siblings[TILE];

  if (law->keeps > 0) batch_find_apart(b);
  tile_motion(s, law, side->walls, side->capsules, t, b);
  if (law->needs & NEEDS_OF_LAW) flow_gather(s, law, side->list, pair, t, b);
  b->share = share;
  if (law->siblings) siblings_find(s, law, side->list, side->walls, pair, t, b, with_siblings);
  if (law->siblings == SIBLINGS_SHARED) share = with_siblings;
  if (kind == SINK_STIFFNESS) {
    stiffness_add(result->stiffness, s->clumps, law, side->walls, t, b, share);
    return;
  }
  if (kind == SINK_ENERGY) law_stored(law, result->slots, false, b, result->energy);
  else contact_apply_law(c, s, law, kind);
  if (share) shares_apply(law, share, b, kind == SINK_ENERGY ? result->energy : NULL);
  if (several && kind == SINK_LOADS) shares_apply_to_flows(law, share, b);
  if (several && kind != SINK_ENERGY) tile_slide_capsules(t, b);
  if (works) term_work_add(works, b->n, share);
}

/* True if contacts of this cell give couples. */
static inline bool contact_gives_couples(const Side *side, const Law *law)
{
  return side->capsules || law->gives & GIVES_COUPLE;
}

/* ---- sinks ---- */

/* SINK_ENERGY: false if no energy of these n pairs counts (ContactScene.only). */
ALWAYS_INLINE bool contact_some_count(const ContactScene *s, const Side *side, const int32_t *pair,
                                      int n)
{
  const int32_t *clump = s->pebbles->clump;
  bool           any   = !s->only || (side->walls && s->walls->n_carried > 0);

  for (int k = 0; k < n && !any; k++)
    any = contact_counts(s, clump[side->list->a[pair[k]]],
                         side->walls ? -1 : clump[side->list->b[pair[k]]]);
  return any;
}

/* SINK_ENERGY: contacts with a clump that has been dropped since they were found store nothing. */
ALWAYS_INLINE void contact_add_energy(const ContactScene *s, const Side *side, const Tile *t,
                                      const ContactBatch *b, double *energy, Sum *sum)
{
  const bool lone = side->walls && s->walls->n_carried == 0; /* no clumps carry the walls */

  for (int k = 0; k < b->n; k++)
    if (!isfinite(b->gap[k]) || !contact_counts(s, t->a.row[k], lone ? -1 : t->b.row[k]))
      energy[k] = 0;
  sum_add_many(sum, energy, b->n);
}

/* SINK_VISITOR: show the contacts of the batch (visit.c). */
void contact_show(const Contacts *contacts, const ContactScene *scene, const Side *side,
                  const Law *law, const int32_t *pair, const Tile *tile,
                  const struct ContactVisitor *visitor);

/* SINK_LOADS: flows of quantities. */
ALWAYS_INLINE void contact_add_flows(const Contacts *c, const ContactScene *s, const Side *side,
                                     const Law *law, const int32_t *pair, const Tile *t,
                                     const ContactSink *to)
{
  if (law->gives & GIVES_FLOW)
    flow_add(s, side->list, pair, t, law, c->batch, to->loads, to->report);
}

/* SINK_LOADS: what follows from the forces beside the loads of the two bodies. */
ALWAYS_INLINE void contact_add_others(Contacts *c, const ContactScene *s, const Side *side,
                                      const Law *law, const int32_t *pair, const Tile *t,
                                      const ContactSink *to)
{
  if (s->clumps->squeeze) squeeze_add(s, t, c->batch, to->loads, to->report);
  if (side->walls && wall_loads_are_asked(c, s->walls)) wall_loads_add(c, s, law->gives, pair, t);
  extremes_watch(s, t, c->batch, law, side->list, pair, to->report);
}

#endif
