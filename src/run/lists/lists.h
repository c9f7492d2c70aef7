/* SPDX-License-Identifier: MIT */
/* When the pair lists are renewed, and how: displacements of clumps since they were made, skins,
   rebuilds, balance. The lists themselves are Pairs (search/pairs.h). */
#ifndef RUN_LISTS_LISTS_H
#define RUN_LISTS_LISTS_H

#include "contact/contacts.h"
#include "motion/motion.h"
#include "motion/prescribed/wall_motion.h"
#include "motion/profile.h"
#include "motion/travel.h"
#include "output/table/tables.h"

typedef struct Run Sim;

/* Travel (travel_to_maxima) since lists were made. */
typedef struct {
  double built[TRAVEL_REALS]; /* since the last rebuild */
  double near[TRAVEL_REALS];  /* since the near lists were made */
} ListTravel;

/* The plan of a step says how lists are renewed, from least to most. It is chosen when the step
   begins, and is PLAN_REFRESH once lists have been renewed for hard contacts. */
typedef enum {
  PLAN_STAND,   /* clumps stay as they are, with the lists that there are: the start of a run */
  PLAN_REFRESH, /* lists are kept: blocks are moved while the poses of copies are sent */
  PLAN_NARROW,  /* all clumps are moved, then near pairs are picked from the listed ones */
  PLAN_REBUILD, /* all clumps are moved, then they get new owners, copies and lists */
  PLAN_FORCED_BALANCE /* as PLAN_REBUILD, with new boxes of the ranks */
} StepPlan;

/* The plan that renews what does not suffice: all lists (rebuild), or the near ones (narrow). */
static inline StepPlan step_plan(bool rebuild, bool narrow)
{
  return rebuild ? PLAN_REBUILD : narrow ? PLAN_NARROW : PLAN_REFRESH;
}

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

/* Measurements since the last rebuild, unless noted, for the automatic skins (skin.c). */
typedef struct {
  int64_t narrowings;
  double  rebuild, narrow; /* wall time of the last rebuild; of all narrowings since, s */
  double  looking, looked; /* part of `narrow` in tests of listed pairs, s; number of tests */
  double  waiting;         /* wall time in refresh and reduce up to the last rebuild, s */
} SkinTuner;

typedef struct {
  double    skin;       /* of the listed pairs, m */
  double    near;       /* skin of the near lists, m */
  double    gap_needed; /* gap up to which the present step needs all pairs, m */
  bool      skin_is_auto;
  double    near_least, skin_least, skin_most; /* bounds of automatic skins, m */
  double    skin_wide;                         /* upper bound where lists are nearly empty, m */
  Profile   profile;                           /* if it is used, the following are relative to it */
  double    across;                            /* see travel_bound_in, m; 0: no profile is used */
  Travel    moved;                     /* of this rank's clumps since the near lists were made */
  Travel    moved_before;              /* of this rank's clumps from the last rebuild until then */
  int64_t   built;                     /* step of the last rebuild */
  bool      rebuild_next, narrow_next; /* due in the next step; the same on every rank */
  bool      gone; /* clumps have left since the last rebuild; the same on every rank */
  bool     *sent; /* [tiles of owned clumps] copies of clumps of the tile are sent to other ranks */
  PetscInt  sent_capacity;
  bool     *meets; /* [held clumps] a near pair has a pebble of the copy */
  PetscInt  meets_capacity;
  bool      divided; /* sim_divide_walls has been called */
  SkinTuner tuner;
  Balance   balance;
  /* a module has dropped clumps at the end of this step, and their copies and pebbles do not yet
     show it; the same on every rank */
  bool unmarked;
  bool resized; /* the next rebuild follows a change of sizes, which may have parted surfaces */
} Lists;

/* Travel of this rank's clumps since the last rebuild. */
static inline Travel lists_moved(const Lists *l)
{
  return travel_add(l->moved_before, l->moved);
}

/* Bound of a travel, relative to the profile if one is used, m. */
static inline double lists_bound(const Lists *l, Travel travel)
{
  return travel_bound_in(travel, l->across);
}

/* lists_profile: the profile, NULL if none is used. lists_age: time since the near lists were
   made, s; 0 without a profile. */
static inline const Profile *lists_profile(const Lists *l)
{
  return l->profile.used ? &l->profile : NULL;
}

static inline double lists_age(const Lists *l)
{
  return l->profile.used ? l->moved.strain / l->profile.rate : 0;
}

/* ---- due.c: when new lists are due ---- */

/* Bound of the displacements of this step, with rounding to the grid. */
Travel lists_step_travel(const Sim *sim, const MotionReport *motion);
/* Bound of the displacements of the next step: those of this one and 10 % more. before: those of
   this step before lists were renewed for hard contacts. */
Travel lists_next_travel(const Sim *sim, const MotionReport *motion, Travel before);
/* Add this step to Lists.moved, and return its bound at the end of the next step. If that exceeds
   half of the near skin, the sum of steps is replaced by measured displacements. Local. */
Travel lists_add_step(Sim *sim, const MotionReport *motion, Travel before);
/* Bound of the displacements of clumps of all ranks, and of walls, from the making of lists until
   `time`, m. */
double lists_moved_by(const Sim *sim, const ListTravel *moved, Since since, double time);
/* The plan by which lists are renewed that may lack a pair at `time`, or one with a gap below `gap`
   (m). */
StepPlan lists_plan(const Sim *sim, const ListTravel *moved, double time, double gap);
/* Note which lists the next step must renew. next: displacements at its end, of all ranks; gap: up
   to which it needs pairs, m. */
void lists_find_due(Sim *sim, const ListTravel *next, double gap);

/* ---- skin.c ---- */

/* Choose the first skins: as given by settings, or from the smallest radius of a
   pebble, m (0: there is none). */
void skins_choose(Sim *sim, double smallest);
/* Number of listed pairs of this rank: of contacts, walls, interactions and hard contacts. */
double lists_pairs(const Sim *sim);
/* Before a rebuild: choose the skins of the next lists from the measured costs of the last ones.
   The same on every rank. Collective. */
PetscErrorCode skin_tune(Sim *sim);
/* Before lists are renewed for another reason than their age, such as clumps that enter: choose a
   smaller skin if they are renewed early. The same on every rank. Collective. */
PetscErrorCode skin_tune_early(Sim *sim);
/* Before a narrowing: choose the near skin alone, once some narrowings since the last rebuild
   have been timed. Collective. */
PetscErrorCode skin_tune_near(Sim *sim);

/* ---- dynamic load balance (balance.c) ---- */

/* It moves the cuts between subdomains, and records cost and gain. Physics does not depend on the
   cuts, so wall times may decide. */

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
   once. Pebbles must be placed; points_free them. Not collective. */
void sim_weigh(const Sim *sim, Points *points);
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

/* ---- rebuild and narrowing: new lists (rebuild.c). The physical state does not change ---- */

/* Rebuild: new owners, copies, pebbles and pairs; contact memory is carried over; rows of clumps
   that have left are removed. balance: find new cuts first. dt: of the step in progress (velocities
   are half a step behind), 0 between steps. Collective. */
PetscErrorCode sim_rebuild(Sim *sim, double dt, bool balance);
/* Rebuild between two steps if there are rows of clumps that have left, before clumps are listed.
   Collective. */
PetscErrorCode sim_clear_out(Sim *sim);
/* Between two steps: mark the copies and pebbles of clumps that an outlet has just taken as gone,
   for sums over pairs and links. Collective. */
PetscErrorCode sim_mark_gone(Sim *sim);
/* Between two steps: let sources release clumps, and build new lists. The result is the same as if
   the run had been restarted with these clumps. Collective. */
PetscErrorCode sim_enter(Sim *sim);
/* Between two steps: make the links whose time has come (Links.next), with new lists.
   Collective. */
PetscErrorCode sim_join_links(Sim *sim);
/* Before the first step: divide walls among ranks (wall/walls.h). Collective. */
PetscErrorCode sim_divide_walls(Sim *sim);
/* Before the first step of a new run: balance from the contacts, now known, as the first cuts used
   pebbles alone. Done if it reduces the imbalance enough; not with threshold 0 or random cuts.
   Collective. */
PetscErrorCode sim_even(Sim *sim);
/* Second half of a rebuild, and the first build of a run: migrate clumps by the cuts, make copies
   and lists, assign the records' memory to their pairs. Afterwards every pebble is placed, as a
   step with new lists requires. Collective. */
PetscErrorCode sim_build(Sim *sim, double dt, ContactRecords *records);

/* Make new near lists, for poses at the time of the step in progress; every pebble is placed.
   Collective. */
PetscErrorCode sim_narrow(Sim *sim);

/* Refresh all copies and place every pebble at its present position, theirs included.
   Collective. */
PetscErrorCode sim_place_all(Sim *sim);

/* Complete the last step and, with passes, give poses, also of copies, the velocities at
   its end: output of forces of pairs is then the same as after a restart. The run itself
   is not changed. Collective. */
PetscErrorCode sim_pose(Sim *sim);

#endif
