/* SPDX-License-Identifier: MIT */
/* The age of the pair lists: displacements of clumps since the lists were made, and whether new
   lists are due. The lists themselves are Pairs (search/pairs.h). */
#ifndef RUN_LISTS_LISTS_H
#define RUN_LISTS_LISTS_H

#include "motion/profile.h"
#include "motion/travel.h"

typedef struct Sim Sim;

/* Measurements since the last rebuild, unless noted, for the automatic skins (skin.c). */
typedef struct {
  int64_t narrowings;
  double  rebuild, narrow; /* wall time of the last rebuild; of all narrowings since, s */
  double  looking, looked; /* part of `narrow` in tests of listed pairs, s; number of tests */
  double  waiting;         /* wall time in refresh and reduce up to the last rebuild, s */
} SkinTuner;

typedef struct {
  double    skin; /* of the listed pairs, m */
  double    near; /* skin of the near lists, m */
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
  bool      divided; /* wall_division_begin has been called */
  SkinTuner tuner;
  /* an outlet has taken clumps at the end of this step, and their copies and pebbles do not yet
     show it; the same on every rank */
  bool untold;
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

/* ---- flow_profile.c ---- */

/* Choose the profile of the lists that are being made, with the present skin; none is used unless
   pebbles meet pebbles only. Collective. */
PetscErrorCode lists_find_profile(Sim *sim);

/* ---- skin.c ---- */

/* Choose the first skins: as given by settings, or from the smallest radius of a
   pebble, m (0: there is none). */
void skins_choose(Sim *sim, double smallest);
/* Number of listed pairs of this rank: of contacts, walls, interactions and hard contacts. */
double lists_pairs(const Sim *sim);
/* Before a rebuild: choose the skins of the next lists from the measured costs of the last ones.
   The same on every rank. Collective. */
PetscErrorCode skin_tune(Sim *sim);
/* Before a narrowing: choose the near skin alone, once some narrowings since the last rebuild
   have been timed. Collective. */
PetscErrorCode skin_tune_near(Sim *sim);

#endif
