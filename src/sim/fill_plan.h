/* SPDX-License-Identifier: MIT */
/* What a random fill is to place: how many clumps, of which templates and sizes, turned how. All of it is settled before any
   place is tried, so that what does not fit easily is not rarer than asked: clump j of the fill has a template and size that
   follow from (seed, object, number of clumps, j) alone, and is tried until it has a place.

   Templates are dealt by quota: each has its share of the clumps, rounded so that it is off by less than one clump
   (largest remainder). Sizes are dealt by strata: the clumps of a template take one size from each of as many equal parts of
   the distribution, so the achieved curve is never off by more than one clump of it. Which clump gets which template and
   part is a shuffle. */
#ifndef SIM_FILL_PLAN_H
#define SIM_FILL_PLAN_H

#include "base/options.h"
#include "base/random.h"
#include "matter/distribution.h"
#include "matter/template.h"

/* Keys of `clumps` that only fills have, but for the oldest, which are in population_options.c. */
extern const Option fill_options[];

typedef enum { TURN_RANDOM, TURN_FIXED, TURN_RANGES } TurnKind;

/* Attitude of the template's axes as given: fixed, or R = Rz(azimuth) Ry(elevation) Rx(tilt), right-handed about the axes of the
   lab (tilt comes first), each angle even in its range of degrees. */
typedef struct {
  TurnKind kind;
  int      dimension; /* 2: about z alone */
  Quat     fixed;
  double   azimuth[2], elevation[2], tilt[2]; /* degrees */
} Turning;

typedef struct {
  const char  *name;
  uint64_t     seed, stream; /* of its draws; set by whoever places */
  int          dimension;
  int          n_templates, *templates;
  double      *unit;  /* [n_templates] what the size is for the template at scale 1 */
  int64_t     *first; /* [n_templates + 1] of its clumps, in the order before the shuffle */
  Distribution sizes; /* n = 0: all at scale 1 */
  Turning      turning;
  const char  *amount; /* key that says how many: count, mass or volume_fraction */
  int64_t      count, attempts;
  Vec3         lo, hi, velocity;
  double       density;           /* in place of the templates', kg/m^3; 0: theirs */
  double       largest, smallest; /* extent of a clump's surface from its centre, and radius of a pebble, m: bounds over all */
} FillPlan;

typedef struct {
  int    shape; /* template */
  double scale;
} FillWish;

/* Settings of an object that is a fill, checked; what is wrong is noted in options. Templates may be missing: noted elsewhere.

   good   false: there were mistakes, and the plan is good for nothing but fill_plan_free

   Collective; the same on every rank. */
PetscErrorCode fill_plan_read(const Parallel *par, Options *options, const Templates *templates, const char *name, FillPlan *plan,
                              bool *good);
void           fill_plan_free(FillPlan *plan);
/* Defaults, noted in options, of keys that only fills have. */
PetscErrorCode fill_plan_defaults(Options *options, const char *name);

/* Clump j, 0 <= j < count. */
FillWish fill_plan_wish(const FillPlan *plan, int64_t j);
/* Draw an attitude: what turns the principal frame of a template with these axes into the lab's. */
Quat turning_draw(const Turning *turning, Quat axes, Random *random);

#endif
