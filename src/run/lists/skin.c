/* SPDX-License-Identifier: MIT */
/* Choice of the skins of the pair lists. A large skin makes rebuilds rare and narrowings expensive;
   a large near skin makes narrowings rare and steps expensive. The optimum depends on the clumps,
   their speeds and the machine, so it is computed from measurements since the last rebuild. Physics
   does not depend on it.

   u: increase per step of the bound of the pebbles' displacements (travel.h). A rebuild of R
   seconds is needed every skin/(2u) steps, a narrowing of N seconds every near/(2u). Testing a pair
   costs c seconds in a narrowing and STEP_LOOK c in a step, and the number of pairs grows by
   `slope` per metre of skin. A narrowing tests half of the pairs in the skin on average, as shells
   are opened one by one. Copies reach as far as the skin, and cost h seconds per step and metre.
   The cost of a step
     R 2u/skin + (N0 + c slope skin/2) 2u/near + STEP_LOOK c slope near + h skin
   is least for near^2 = 2u N/(STEP_LOOK c slope), skin^2 = 2u R/(c slope u/near + h). */
#include "constraint/hard/hard.h"
#include "run/module_states.h"
#include "run/sim.h"

typedef struct {
  double skin, near;
} Skins;

static double mean_radius(const Pebbles *p)
{
  double sum = 0;

  for (PetscInt i = 0; i < p->n; i++) sum += p->at[i].r;
  return p->n > 0 ? sum / (double)p->n : 0;
}

/* Cost of testing a pair in a step over that in a narrowing, measured in flows of clumps: a step
   tests a few pairs of a block at a time, between other work. */
static const double STEP_LOOK = 2.5;

/* Skins may be wider than in flows, up to WIDE smallest radii and twice the present skin, where
   there are fewer listed pairs than SPARSE for each pebble. The next lists are then at most about
   ten times as long: pairs within the new skin were within three times the present one when the
   present lists were made. */
static const double SPARSE = 0.5, WIDE = 16;

enum { NEAR_STEPS = 4, WIDE_STEPS = 16 }; /* least number of steps that lists are kept */

/* Lists that are renewed while the skin is more than EARLY times the bound of the displacements
   have used less than a quarter of their life. The next skin is chosen so that they would have used
   half. */
enum { EARLY = 8 };

double lists_pairs(const Sim *sim)
{
  const Pairs *hard = sim->constraints.hard ? sim->constraints.hard->pairs : NULL;

  return (double)(sim->pairs->listed_pebbles.n + sim->pairs->listed_walls.n +
                  interactions_listed(sim->interactions) +
                  (hard ? hard->listed_pebbles.n + hard->listed_walls.n : 0));
}

/* Number of near pairs of this rank. */
static double near_pairs(const Sim *sim)
{
  const Pairs *hard = sim->constraints.hard ? sim->constraints.hard->pairs : NULL;

  return (double)(sim->pairs->pebbles.n + sim->pairs->walls.n +
                  interactions_near(sim->interactions) +
                  (hard ? hard->pebbles.n + hard->walls.n : 0));
}

/* c slope (see above), s/m; 0: no pair is within the skin. */
static double cost_of_skin(const Sim *sim)
{
  const Lists     *l = &sim->lists;
  const SkinTuner *t = &l->tuner;

  if (!(t->looked > 0)) return 0;
  return max_real(lists_pairs(sim) - near_pairs(sim), 0) / (l->skin - l->near) * t->looking /
         t->looked;
}

/* Optimal skins by this rank's measurements; moved: bound over all ranks since the last rebuild. */
static Skins best_skins(const Sim *sim, Travel moved)
{
  const Lists     *l     = &sim->lists;
  const SkinTuner *t     = &l->tuner;
  const double     steps = (double)(sim->clock.step - l->built), u = lists_bound(l, moved) / steps;
  const double     waiting = (stages_exchange(&sim->stages) - t->waiting) / steps;
  Skins            w       = {l->skin, l->near};

  if (u > 0 && t->narrowings > 0 && l->skin > l->near) {
    const double once = t->narrow / (double)t->narrowings, each = cost_of_skin(sim);
    double       cost;

    w.near = each > 0 ? sqrt(2 * u * once / (STEP_LOOK * each)) : l->skin_wide;
    cost   = each * u / w.near + waiting / (mean_radius(sim->matter.pebbles) + l->skin);
    if (t->rebuild > 0) w.skin = cost > 0 ? sqrt(2 * u * t->rebuild / cost) : l->skin_wide;
  }
  return (Skins){max_real(w.skin, 2 * u * WIDE_STEPS), max_real(w.near, 2 * u * NEAR_STEPS)};
}

/* The wanted skin, at least half and at most 4 times the present one, as it follows from
   measurements, and within its bounds. */
static double towards(double wanted, double now, double least, double most)
{
  return min_real(max_real(min_real(max_real(wanted, now / 2), 4 * now), least), most);
}

/* True if the skins may be chosen: rebuilds are neither periodic nor needed in every step. */
static bool is_free(const Settings *s)
{
  return s->method->two_levels && s->rebuild_every == 0 && s->balance_every == 0;
}

PetscErrorCode skin_tune_near(Sim *sim)
{
  enum { ENOUGH = 3 };
  Travel moved = lists_moved(&sim->lists);
  double near;

  PetscFunctionBeginUser;
  if (sim->lists.tuner.narrowings != ENOUGH || sim->clock.step <= sim->lists.built ||
      !is_free(&sim->settings))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(travel_agree(&sim->par, &moved));
  near = best_skins(sim, moved).near;
  PetscCall(parallel_max(&sim->par, &near, 1)); /* every rank must do the same */
  sim->lists.near = towards(near, sim->lists.near, sim->lists.near_least, sim->lists.skin);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Widen the skin beyond the gap that a look in this step needs, so that lists last some steps. */
static void widen_for_look(Lists *l)
{
  l->skin = max_real(l->skin, 1.5 * l->gap_needed);
}

PetscErrorCode skin_tune(Sim *sim)
{
  Lists *l = &sim->lists;
  Skins  w = {l->skin, l->near};
  double agreed[3], most;
  bool   sparse;
  Travel moved = lists_moved(l);

  PetscFunctionBeginUser;
  widen_for_look(l);
  if (sim->clock.step <= l->built) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(travel_agree(&sim->par, &moved));
  if (is_free(&sim->settings)) w = best_skins(sim, moved);
  agreed[0] = w.skin;
  agreed[1] = w.near;
  agreed[2] = lists_pairs(sim) / (double)max_int(sim->matter.pebbles->n, 1);
  PetscCall(parallel_max(&sim->par, agreed, 3)); /* every rank must do the same */
  sparse = agreed[2] < SPARSE && is_free(&sim->settings);
  most   = sparse ? min_real(2 * l->skin, l->skin_wide) : l->skin_most;
  if (l->skin_is_auto) l->skin = towards(agreed[0], l->skin, l->skin_least, most);
  widen_for_look(l);
  most    = sparse ? 0.5 * l->skin : l->skin;
  l->near = min_real(towards(agreed[1], l->near, l->near_least, most), l->skin);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode skin_tune_early(Sim *sim)
{
  Lists        *l     = &sim->lists;
  const AutoDt *look  = sim_auto_dt(sim);
  Travel        moved = lists_moved(l);
  const int64_t steps = sim->clock.step - l->built;
  double        bound;

  PetscFunctionBeginUser;
  if (steps <= 0 || !l->skin_is_auto || !is_free(&sim->settings))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(travel_agree(&sim->par, &moved));
  bound = lists_bound(l, moved);
  if (!(EARLY * bound < l->skin)) PetscFunctionReturn(PETSC_SUCCESS);
  bound   = EARLY / 2 * max_real(bound, 0.5 * WIDE_STEPS * bound / (double)steps);
  bound   = max_real(bound, look->on ? 1.5 * look->gap_needed : 0); /* wide enough for looks, too */
  l->skin = towards(bound, l->skin, l->skin_least, l->skin);
  l->near = min_real(l->near, 0.5 * l->skin); /* narrowings measure what later lists cost */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- at the start ---- */

/* Automatic skins end between 1.5 and 2 radii in flows of spheres, tetrapods and rocks; a bed at
   rest needs less, and chains or grains that are far apart more, as their lists are empty. None is
   larger than the domain, which may be smaller than a pebble. An eighth of the longest reach of
   interactions counts as a radius if it is larger. */
void skins_choose(Sim *sim, double radius)
{
  const Settings *s        = &sim->settings;
  Lists          *l        = &sim->lists;
  const double    longest  = domain_longest(&sim->space.domain);
  const double    smallest = max_real(radius > 0 ? radius : domain_shortest(&sim->space.domain),
                                   0.125 * sim->interactions->longest);

  l->skin_is_auto = !(s->skin > 0) && !s->method->every_step;
  l->near_least   = 0.005 * smallest;
  l->skin_least   = min_real(0.05 * smallest, longest);
  l->skin_most    = min_real(2 * smallest, longest);
  l->skin_wide =
    max_real(l->skin_most, min_real(WIDE * smallest, 0.25 * domain_shortest(&sim->space.domain)));
  l->skin = l->skin_is_auto ? min_real(1.2 * smallest, longest) : s->skin;
  if (s->method->every_step) l->skin = 1e-3 * smallest; /* lists are used for one step */
  l->near = s->method->two_levels ? min_real(0.05 * smallest, 0.5 * l->skin) : l->skin;
}
