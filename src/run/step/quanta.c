/* SPDX-License-Identifier: MIT */
/* Quanta of the exact sums (matter/loads.h): their spare bits, their initial size, and when they
   are raised. */
#include "run/sim.h"

enum {
  RAISE = 16
}; /* factor over a contribution that was too large, so that quanta are raised rarely */

/* ---- room ---- */

typedef struct {
  double x;
  int    pebble;
} Along;

static int compare_along(const void *a, const void *b)
{
  const Along *p = a, *q = b;

  return p->x < q->x ? -1 : p->x > q->x;
}

/* Largest number of pebbles of a template whose centres are within the smaller one's radius of that
   of one of them. A neighbour that touches one of them may touch all. */
static PetscErrorCode pebbles_together(const Template *t, int *most)
{
  Along *along;

  PetscFunctionBeginUser;
  PetscCall(array_create(&along, sizeof *along, t->n));
  for (int i = 0; i < t->n; i++) along[i] = (Along){t->offset[i].x, i};
  sort_items(along, t->n, sizeof *along, compare_along);
  for (int k = 0; k < t->n; k++) {
    const int    i        = along[k].pebble;
    const double r        = t->radius[i];
    int          together = 1;

    for (int side = -1; side <= 1; side += 2)
      for (int m = k + side; m >= 0 && m < t->n && fabs(along[m].x - along[k].x) < r; m += side)
        together += vec3_norm(vec3_sub(t->offset[along[m].pebble], t->offset[i])) <
                    min_real(r, t->radius[along[m].pebble]);
    *most = (int)max_int(*most, together);
  }
  array_free(&along);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bound of the number of spheres of radius r that touch this clump: the sum of 4 (R + r)^2 / r^2
   over its pebbles of radius R (each sphere takes a cap of r^2 / 4 (R + r)^2 of the sphere on which
   their centres lie), or, if less, that of the bounding sphere plus 12 per pebble. */
static double contacts_most(const Template *t, double scale, double r)
{
  const double bound  = scale * t->bound / r;
  double       paving = 0;

  for (int i = 0; i < t->n; i++) {
    const double across = scale * t->radius[i] / r + 1;

    paving += 4 * across * across;
  }
  return min_real(paving, 12.0 * t->n + 4 * bound * bound);
}

/* Bound of the pebbles within reach of a pebble: more than for any potential cut at a
   few diameters. */
enum { PARTNERS_MOST = 1 << 13 };

/* Largest number of pebbles of a clump. */
static double largest_count(const Sim *sim)
{
  int n = 1;

  for (int t = 0; t < sim->templates.n; t++) n = (int)max_int(n, sim->templates.list[t].n);
  return n;
}

static int bits_for(double count)
{
  int bits;

  frexp(count, &bits); /* count < 2^bits */
  return bits;
}

static int bits_for_links(const Sim *sim)
{
  return bits_for((double)sim->links.most);
}

static int spare_of(int bits)
{
  return (int)max_int(SPARE_LEAST, min_int(bits, SPARE_MOST));
}

/* log2 of factors on the number of contributions. */
static int factors_of(const Sim *sim)
{
  return interactions_are_mutual(sim->interactions) /* mutual.c needs as much room as all others */
         + sim->damping.used                        /* damping is less than the sum of the others */
         + sim->interactions->magnetic; /* forces change with the final velocities of the step */
}

/* Find the spare bits of sums from the clump with most contacts, and the scales: the mass of the
   lightest clump that moves, and the smallest force that matters (Scales). Clumps present and
   waiting count. If links are made during the run, half of the room is for them and half for all
   other contributions. The room then depends on the links at that time and on the clumps at the
   start of the run, also at a restart, and never shrinks (quanta_widen). Collective. */
static PetscErrorCode find_scales(Sim *sim, double smallest)
{
  const Clumps *all[]   = {sim->clumps, sim->waiting->clumps, sim->entry.extremes};
  double        ends[2] = {1, -INFINITY};
  int           most    = 1; /* largest number of pebbles of one clump at one place */
  int64_t       joined  = 0;
  int           bits;

  PetscFunctionBeginUser;
  PetscCall(deforms_most(&sim->deforms, &joined));
  for (int t = 0; t < sim->templates.n; t++)
    PetscCall(pebbles_together(&sim->templates.list[t], &most));
  for (int k = 0; k < 3; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) {
      ends[0] = max_real(ends[0], contacts_most(&sim->templates.list[all[k]->template[a]],
                                                all[k]->scale[a], smallest));
      if ((all[k]->blocked[a] & BLOCK_MOVE) != BLOCK_MOVE)
        ends[1] = max_real(ends[1], -all[k]->mass[a]);
    }
  PetscCall(parallel_max(&sim->par, ends, 2));
  sim->scales.lightest  = -ends[1];
  sim->scales.slightest = INFINITY;
  for (int k = 0; k < sim->laws->n && smallest > 0; k++)
    sim->scales.slightest = min_real(
      sim->scales.slightest, 1e-4 * smallest *
                               law_stiffness(&sim->laws->list[k], SLOTS_ALONG | SLOTS_ACROSS,
                                             0.5 * smallest, REFERENCE_OVERLAP));
  if (sim->interactions->n_sets > 0)
    ends[0] = max_real(ends[0], PARTNERS_MOST * largest_count(sim));
  if (links_are_later(&sim->links))
    bits = 1 + (int)max_int(bits_for(ends[0] * most + (double)joined), bits_for_links(sim));
  else bits = bits_for(ends[0] * most + (double)(sim->links.most + joined));
  sim->scales.factors = factors_of(sim);
  sim->loads->spare   = spare_of(bits + sim->scales.factors);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode quanta_choose(Sim *sim, double smallest)
{
  /* quanta start finer than any load; an estimate from stiffnesses would lose the loads of soft
     contacts beside a rigid law */
  const double nothing = 1e-200; /* N, J; its quantum has a finite inverse */

  PetscFunctionBeginUser;
  PetscCall(find_scales(sim, smallest));
  sim->loads->work = quantum_for(nothing, sim->loads->spare);
  loads_set_force(sim->loads, sim->loads->work, -EXPONENT_MOST);
  PetscCall(loads_use(sim->loads, sim->clumps->fields));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void quanta_make_room(Loads *loads, int bits)
{
  const int force = loads->force.exponent + bits, torque = loads->torque.exponent + bits;

  loads->spare += bits;
  loads_set_force(loads, quantum_of(force, loads->spare), torque);
  loads->work = quantum_of(loads->work.exponent + bits, loads->spare);
  for (int k = 0; k < loads->n_more; k++)
    loads->more[k].quantum = quantum_of(loads->more[k].quantum.exponent + bits, loads->spare);
}

void quanta_widen(Sim *sim)
{
  const int spare = spare_of(1 + bits_for_links(sim) + sim->scales.factors);

  if (spare > sim->loads->spare) quanta_make_room(sim->loads, spare - sim->loads->spare);
}

/* ---- steps ---- */

void quanta_look(Sim *sim)
{
  const double share =
    1e-4; /* of the weight of the lightest clump or, without gravity, of sim->scales.slightest */
  const double gravity = vec3_norm(sim->settings.gravity), quantum = sim->loads->force.quantum;
  const double least = gravity > 0 ? sim->scales.lightest * gravity : sim->scales.slightest;

  if (sim->scales.coarse || !(quantum > share * least)) return;
  sim->scales.coarse = true;
  warning_add(
    &sim->warnings,
    "some forces are so large (step %" PRId64
    ", t = %g s) that all forces are summed in multiples of %.2g N from here on, "
    "which is %.2g of %s (%.3g N). Leave small clumps out, or make large ones softer or slower",
    sim->clock.step, sim_time(sim), quantum, quantum / least,
    gravity > 0 ? "the weight of the lightest clump"
                : "the force of the softest contact at 1e-4 of the smallest radius",
    least);
}

/* Raise one quantum for which the largest contribution was too large. */
static bool raise_one(Quantum *quantum, double seen, int spare)
{
  if (seen <= quantum->largest) return false;
  *quantum = quantum_for(RAISE * seen, spare);
  return true;
}

bool quanta_raise(Sim *sim, double force, double torque, double work, const double *more)
{
  Loads     *loads  = sim->loads;
  Quantum    newton = loads->force;
  const bool forced = raise_one(&newton, force, loads->spare),
             worked = raise_one(&loads->work, work, loads->spare);
  bool raised       = forced || worked;

  if (forced) loads_set_force(loads, newton, loads->torque.exponent);
  if (forced) quanta_look(sim);
  raised = raise_one(&loads->torque, torque, loads->spare) || raised;
  for (int k = 0; k < loads->n_more; k++)
    raised = raise_one(&loads->more[k].quantum, more[k], loads->spare) || raised;
  return raised;
}
