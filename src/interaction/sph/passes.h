/* SPDX-License-Identifier: MIT */
/* Passes of interactions: sums over all pairs that are found before the forces, such as the
   densities of SPH.

     begin                         columns of owned clumps and copies, on every rank
     for each pass, until it is good:
       add                         every pair of the list, on one rank, to the sums of both clumps
       (sums of copies are added to those of their owners: exact, the same bits on any ranks)
       find                        owners make columns of the sums
       (columns are sent from owners to copies)
     forces (PairBatch.found)

   Columns are fields of clumps (matter/field_list.h): they are kept at rebuilds, saved and shown as
   their flags say. All clumps must have been moved and all pebbles placed. A step may be evaluated
   again with new lists or quanta: the passes then start from the same columns.

   The reach of an interaction with passes may grow: if a clump acts farther than the lists reach,
   the step is evaluated again with longer lists (Interactions.reached). */
#ifndef INTERACTION_SPH_PASSES_H
#define INTERACTION_SPH_PASSES_H

#include "interaction/interactions.h"
#include "space/halo.h"

/* Evaluate the passes of all interactions. Nothing happens without any. Collective. */
PetscErrorCode passes_run(Interactions *interactions, const InteractionScene *scene,
                          const Parallel *par, Halo *halo, ContactReport *report);
/* Messages of an evaluation to every owner of copies, with sums, and to every holder of copies, with
   columns; bytes for each copy, in all of them. A pass that is repeated counts once. Local. */
typedef struct {
  int    sums, renewals;
  size_t sum_bytes, renewal_bytes;
} PassTraffic;
PassTraffic passes_traffic(const Interactions *interactions);
/* In new lists, outside an evaluation: send the columns that passes make from owners to copies, and
   find the places of walls. Collective. */
PetscErrorCode passes_share(Interactions *interactions, const InteractionScene *scene, Halo *halo);
/* After a complete evaluation, at the end of a step of dt, s, or 0: at the start. Local. */
void passes_keep(Interactions *interactions, const Clumps *clumps, double dt);
/* Set column[3] to the velocities of transport of owned clumps, m/s; false: no interaction has any.
   Local. */
bool passes_transport(const Interactions *interactions, const Clumps *clumps, double *column[3]);
/* Lengthen the reaches for lists to be made, if `reached` of all ranks is above 1. Local, the same
   on all ranks. */
void passes_widen(Interactions *interactions, double reached);
/* In a restart, before lists are made: lengthen the reaches to those of the clumps. Collective. */
PetscErrorCode passes_recall(Interactions *interactions, const Clumps *clumps, const Parallel *par);
/* Weights of the pebbles of new lists. Local. */
void passes_weigh(Interactions *interactions, const Clumps *clumps, const Pebbles *pebbles);
/* Memory that this takes for each pebble, bytes. */
size_t passes_pebble_bytes(const Interactions *interactions);
/* Bits of the fields that the passes need (Field.use). */
unsigned passes_fields(const Interactions *interactions);
/* Passes.place and pack of all interactions, for forces now. Local. */
void passes_pack(Interactions *interactions, const InteractionScene *scene);

#endif
