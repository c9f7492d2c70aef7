/* SPDX-License-Identifier: MIT */
/* Dynamic load balance: moves the cuts between subdomains, and records cost and gain. Physics does
   not depend on the cuts, so wall times may decide. */
#ifndef RUN_LISTS_BALANCE_H
#define RUN_LISTS_BALANCE_H

#include "contact/contacts.h"
#include "output/table/tables.h"

typedef struct Sim Sim;

/* State of the balance, kept from one rebuild to the next; the same on all ranks unless noted. */
typedef struct {
  double  imbalance; /* largest work of a rank over the mean, at the last rebuild */
  int64_t most;      /* that largest work, in units of work_of */
  /* least imbalance since the last balance, taken as the best possible; 0: no balance yet */
  double  reached;
  int64_t builds; /* how often all cuts were made anew: random cuts differ each time */
  bool    next;   /* balance at the next rebuild */
  /* measured seconds of a step per unit of work; WORK_SECONDS before the first step */
  double scale;
  double busy;     /* this rank's time in motion and forces up to the last rebuild, s */
  double ordinary; /* smoothed time of a rebuild without balance on this rank, s; 0: none yet */
  /* the last balance; sums since the run began of cuts_moved, held_back, clumps, records, bytes and
     seconds */
  BalanceRow last, sums;
  Log        log; /* balance.csv, if it is written */
} Balance;

/* Work of a step, in units of about WORK_SECONDS on one core; see balance.c. free: number of clumps
   that are not fixed. */
#define WORK_SECONDS 0.25e-9
int64_t work_of(int64_t free, int64_t pebbles, int64_t pairs, int64_t contacts);
/* Work of a link of this object, and of a near pair of hard contacts, in the same units. */
int32_t work_of_link(const LinkSet *set, int object);
int32_t work_of_hard(const Sim *sim);

/* True if a balance is due at the next rebuild; `imbalance` must be up to date. balanced: this
   rebuild has balanced; held_back: the bound on the work that moves stopped a cut. threshold 0:
   never. Updates `reached`. */
bool balance_is_due(Balance *balance, double threshold, bool balanced, bool held_back);

/* Find the first cuts from the positions and shapes of clumps alone. Collective. */
PetscErrorCode sim_decompose(Sim *sim);
/* Work of a step by the present lists, as weighted points: pebbles in this rank's box with their
   pairs, whichever rank owns the clump, and clumps at their centres. Over all ranks each counts
   once. Pebbles must be placed; PetscFree x and weight. Not collective. */
PetscErrorCode sim_weigh(const Sim *sim, Vec3 **x, int32_t **weight, Points *points);
/* Find new cuts from the work of the present lists; pebbles must be placed. forced: even if little
   is gained. records: of the contacts, to count those that move. Collective. */
PetscErrorCode sim_balance(Sim *sim, bool forced, const ContactRecords *records);
/* Cuts for `parts` ranks: those at the start of a run (sim_cut); those after its first balance
   (sim_cut_again, which needs lists of the present state); whether that balance would be made,
   given the imbalance of the first cuts (sim_cuts_again: by sim_even for a new run, at the next
   rebuild for a restarted one). The run's own cuts are unchanged. Collective but for the last. */
PetscErrorCode sim_cut(const Sim *sim, int parts, Decomposition *out);
PetscErrorCode sim_cut_again(const Sim *sim, Decomposition *cut);
bool           sim_cuts_again(const Sim *sim, int parts, double imbalance);
/* After a rebuild that began at wall time `since`: measure the imbalance, decide if a balance is
   due, and record cost and gain of this one. Collective. */
PetscErrorCode sim_assess_balance(Sim *sim, bool balanced, double since);

#endif
