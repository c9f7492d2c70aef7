/* SPDX-License-Identifier: MIT */
/* The evaluation of contacts, for backends and for solids. Up to a tile of contacts of one law goes
   through

     contact_gather       poses and geometry of the bodies
     (memory)             Contacts.batch: known[] and store, by the backend, which holds it
     contact_evaluate     relative motion, what contacts share, and the law, as the sink asks
     a function of the sink: contact_add_energy, contact_show, or the loads: contact_add_flows,
                          rounding and sums by the backend, contact_add_others

   `kind` is a constant where these are called, so that each sink has its own copy of the loop. */
#ifndef CONTACT_EVALUATE_H
#define CONTACT_EVALUATE_H

#include "base/kernel.h"
#include "base/sums/sum_bank.h"
#include "contact/extremes.h"
#include "contact/flow.h"
#include "contact/siblings.h"
#include "contact/sink.h"
#include "contact/solid/squeeze.h"
#include "contact/term_work.h"
#include "contact/wall_loads.h"

/* One list of pairs: the committed contacts, and those of the evaluation. Pebbles and walls differ
   in how near they are and in how tiles are gathered. */
typedef struct {
  const PairList *list;
  Touching       *old, *fresh;
  bool            walls;
} Side;

static inline Side side_of(Contacts *c, const ContactScene *s, bool walls)
{
  Touching *both = walls ? c->walls : c->pebbles;

  return (Side){walls ? &s->pairs->walls : &s->pairs->pebbles, &both[c->now], &both[!c->now],
                walls};
}

/* For laws with Law.keeps, whose first column of memory is 1 for contacts that were apart at the
   last evaluation: list those that are apart now, and count as known only those that touched. */
void batch_find_apart(ContactBatch *batch);
/* Contacts with a clump that has been dropped since they were found store nothing. */
void batch_forget_gone(const ContactBatch *batch, double *energy);

/* Geometry of n contacts; places: on walls, if they are known, or NULL. */
ALWAYS_INLINE void contact_gather(Contacts *c, const ContactScene *s, const Side *side,
                                  const Law *law, const int32_t *pair, int n,
                                  const WallPlace *places, Tile *t)
{
  if (side->walls) tile_of_walls(s, law->needs, pair, n, places, t, c->batch);
  else tile_of_pebbles(s, law->needs, pair, n, places, t, c->batch);
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

/* Evaluate the contacts of the batch, whose memory has been recalled: forces and new memory to the
   batch, of SINK_ENERGY energies to energy[TILE], which is 0 before. */
ALWAYS_INLINE void contact_evaluate(const Contacts *c, const ContactScene *s, const Side *side,
                                    const Law *law, const int32_t *pair, SinkKind kind,
                                    unsigned slots, const Tile *t, double *energy)
{
  ContactBatch *b     = c->batch;
  TermWork     *works = contact_works(c, kind);
  double        share[TILE];

  if (law->keeps > 0) batch_find_apart(b);
  tile_motion(s, law, side->walls, t, b);
  if (law->needs & NEEDS_OF_LAW) flow_gather(s, law, side->list, pair, t, b);
  if (law->siblings) siblings_find(s, law, side->list, side->walls, pair, t, b, share);
  if (kind == SINK_ENERGY) law_stored(law, slots, false, b, energy);
  else contact_apply_law(c, s, law, kind);
  if (law->siblings) siblings_share(law, share, b, kind == SINK_ENERGY ? energy : NULL);
  if (works) term_work_add(works, b->n, law->siblings == SIBLINGS_SHARED ? share : NULL);
}

/* ---- sinks ---- */

/* SINK_ENERGY */
ALWAYS_INLINE void contact_add_energy(const ContactBatch *b, double *energy, Sum *sum)
{
  batch_forget_gone(b, energy);
  sum_add_many(sum, energy, b->n);
}

/* SINK_VISITOR: show the contacts of the batch (visit.c). */
PetscErrorCode contact_show(const Contacts *contacts, const ContactScene *scene, const Side *side,
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
ALWAYS_INLINE PetscErrorCode contact_add_others(Contacts *c, const ContactScene *s,
                                                const Side *side, const Law *law,
                                                const int32_t *pair, const Tile *t,
                                                const ContactSink *to)
{
  PetscFunctionBeginUser;
  if (s->clumps->squeeze) squeeze_add(s, t, c->batch, to->loads, to->report);
  if (side->walls && wall_loads_are_asked(c, s->walls))
    PetscCall(wall_loads_add(c, s, law->gives, pair, t));
  extremes_watch(s, t, c->batch, law, side->list, pair, to->report);
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
