/* SPDX-License-Identifier: MIT */
/* How wide lists are. A wide skin makes rebuilds rare and narrowings dear; a wide near skin makes narrowings rare and steps dear.
   What is best hangs on the bodies, their speeds and the machine, so it is worked out from what was measured since the last
   rebuild. Physics does not depend on it.

   With u what a step adds to the bound of how far pebbles have come (travel.h), a rebuild of R seconds comes every skin/(2u)
   steps, a narrowing of N seconds every near/(2u). Looking at a pair costs c seconds in a narrowing, STEP_LOOK c in a step, and
   there are `slope` more pairs for every metre of skin; of those in the skin a narrowing looks at half, in the mean, as shells
   open one by one. Copies are made as far as the skin reaches, and cost h seconds a step and metre. The cost of a step
     R 2u/skin + (N0 + c slope skin/2) 2u/near + STEP_LOOK c slope near + h skin
   is least for near^2 = 2u N/(STEP_LOOK c slope), skin^2 = 2u R/(c slope u/near + h). */
#include "sim/sim.h"

typedef struct {
  double skin, near;
} Skins;

static double mean_radius(const Pebbles *p)
{
  double sum = 0;

  for (PetscInt i = 0; i < p->n; i++) sum += p->at[i].r;
  return p->n > 0 ? sum / (double)p->n : 0;
}

/* A step looks at a few pairs of a block at a time, between others of its doings: measured in clump flows. */
static const double STEP_LOOK = 2.5;

enum { NEAR_STEPS = 4, WIDE_STEPS = 16 }; /* that lists live for at the least, whatever they cost */

/* This rank's wish; `moved` by all since the last rebuild. */
static Skins wish(const Sim *sim, Travel moved)
{
  const RunSettings *s     = &sim->settings;
  const SkinTuner   *t     = &sim->tuner;
  const double       steps = (double)(sim->step - sim->built), u = travel_bound(moved) / steps;
  const double       wide    = (double)(sim->pairs->wide_pebbles.n + sim->pairs->wide_walls.n);
  const double       near    = (double)(sim->pairs->pebbles.n + sim->pairs->walls.n);
  const double       waiting = (sim->times.refresh + sim->times.reduce - t->waiting) / steps;
  const double       once    = t->narrow / (double)t->narrowings;
  const double       slope = (wide - near) / (s->skin - sim->near), each = t->looking / t->looked; /* pairs a metre; s a pair */
  Skins              w = {s->skin, sim->near};

  if (u > 0 && t->looked > 0 && s->skin > sim->near && slope > 0) {
    w.near = sqrt(2 * u * once / (STEP_LOOK * each * slope));
    if (t->rebuild > 0)
      w.skin = sqrt(2 * u * t->rebuild / (each * slope * u / w.near + waiting / (mean_radius(sim->pebbles) + s->skin)));
  }
  return (Skins){max_real(w.skin, 2 * u * WIDE_STEPS), max_real(w.near, 2 * u * NEAR_STEPS)};
}

/* At most by a factor at a time, as it is made of measurements. */
static double towards(double wished, double now, double least, double most)
{
  return min_real(max_real(min_real(max_real(wished, now / 2), 4 * now), least), most);
}

/* May skins be anything but what was asked for? */
static bool is_free(const RunSettings *s)
{
  return s->method == SEARCH_LIST && s->rebuild_every == 0 && s->balance_every == 0;
}

PetscErrorCode skin_tune_near(Sim *sim)
{
  enum { ENOUGH = 3 };
  Travel moved = travel_add(sim->moved_before, sim->moved);
  double near;

  PetscFunctionBeginUser;
  if (sim->tuner.narrowings != ENOUGH || sim->step <= sim->built || !is_free(&sim->settings)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(travel_agree(&sim->par, &moved));
  near = wish(sim, moved).near;
  PetscCall(parallel_max(&sim->par, &near, 1)); /* every rank must do the same */
  sim->near = towards(near, sim->near, sim->settings.near_least, sim->settings.skin);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode skin_tune(Sim *sim)
{
  RunSettings *s = &sim->settings;
  Skins        w = {s->skin, sim->near};
  double       both[2];
  Travel       moved = travel_add(sim->moved_before, sim->moved);

  PetscFunctionBeginUser;
  if (sim->step <= sim->built) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(travel_agree(&sim->par, &moved));
  if (is_free(s)) w = wish(sim, moved);
  both[0] = w.skin;
  both[1] = w.near;
  PetscCall(parallel_max(&sim->par, both, 2)); /* every rank must do the same */
  if (s->skin_is_auto) s->skin = towards(both[0], s->skin, s->skin_least, s->skin_most);
  sim->near = min_real(towards(both[1], sim->near, s->near_least, s->skin), s->skin);
  PetscFunctionReturn(PETSC_SUCCESS);
}
