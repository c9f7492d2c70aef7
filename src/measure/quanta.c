/* SPDX-License-Identifier: MIT */
/* Quanta of the exact sums (matter/loads.h): their spare bits, their initial size, and when they
   are raised. */
#include "measure/quanta.h"
#include "contact/law.h"
#include "interaction/deform/deform.h"
#include "link/links.h"
#include "matter/waiting.h"
#include "motion/damping/damping.h"

enum {
  RAISE = 16
}; /* factor over a contribution that was too large, so that quanta are raised rarely */

/* ---- room ---- */

typedef struct {
  double x;
  int    pebble;
} Along;

/* Largest number of pebbles of a template whose centres are within the smaller one's radius of that
   of one of them. A neighbour that touches one of them may touch all. */
static void pebbles_together(const Template *t, int *most)
{
  Along *along;

  array_create(&along, sizeof *along, t->n);
  for (int i = 0; i < t->n; i++) along[i] = (Along){t->offset[i].x, i};
  sort_items(along, t->n, sizeof *along, compare_reals); /* by x */
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

static int bits_for(double count)
{
  int bits;

  frexp(count, &bits); /* count < 2^bits */
  return bits;
}

static int spare_of(int bits)
{
  return (int)max_int(SPARE_LEAST, min_int(bits, SPARE_MOST));
}

/* Find the spare bits of sums from the clump with most contacts, and the scales: the mass of the
   lightest clump that moves, and the smallest force that matters (Scales). Clumps present and
   waiting count. If links are made during the run, half of the room is for them and half for all
   other contributions. The room then depends on the links at that time and on the clumps at the
   start of the run, also at a restart, and never shrinks (quanta_widen). Collective. */
static PetscErrorCode find_scales(World *w, Scales *s, double smallest)
{
  const Clumps *all[]   = {w->clumps, w->waiting->clumps, w->extremes};
  double        ends[2] = {1, -INFINITY};
  int           most    = 1; /* largest number of pebbles of one clump at one place */
  int64_t       count   = 1; /* of pebbles of a clump */
  int64_t       joined  = 0;
  int           bits;

  PetscFunctionBeginUser;
  deforms_most(w->deforms, &joined);
  for (int t = 0; t < w->templates->n; t++) {
    pebbles_together(&w->templates->list[t], &most);
    count = max_int(count, w->templates->list[t].n);
  }
  for (int k = 0; k < 3; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) {
      ends[0] = max_real(ends[0], contacts_most(&w->templates->list[all[k]->template[a]],
                                                all[k]->scale[a], smallest));
      if ((all[k]->blocked[a] & BLOCK_MOVE) != BLOCK_MOVE)
        ends[1] = max_real(ends[1], -all[k]->mass[a]);
    }
  PetscCall(parallel_max(w->par, ends, 2));
  s->lightest  = -ends[1];
  s->slightest = INFINITY;
  for (int k = 0; k < w->laws->n && smallest > 0; k++)
    s->slightest =
      min_real(s->slightest, 1e-4 * smallest *
                               law_stiffness(&w->laws->list[k], SLOTS_ALONG | SLOTS_ACROSS,
                                             0.5 * smallest, REFERENCE_OVERLAP));
  if (w->interactions->n_sets > 0) ends[0] = max_real(ends[0], PARTNERS_MOST * (double)count);
  if (links_are_later(w->links))
    bits =
      1 + (int)max_int(bits_for(ends[0] * most + (double)joined), bits_for((double)w->links->most));
  else bits = bits_for(ends[0] * most + (double)(w->links->most + joined));
  s->factors = w->interactions->attracts /* as much room as all others (mutual.c) */
               + w->damping->used        /* damping is less than the sum of the others */
               +
               w->interactions->magnetic; /* forces change with the final velocities of the step */
  w->loads->spare = spare_of(bits + s->factors);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode quanta_choose(World *w, Scales *s, double smallest)
{
  /* quanta start finer than any load; an estimate from stiffnesses would lose the loads of soft
     contacts beside a rigid law */
  const double nothing = 1e-200; /* N, J; its quantum has a finite inverse */

  PetscFunctionBeginUser;
  PetscCall(find_scales(w, s, smallest));
  w->loads->work = quantum_for(nothing, w->loads->spare);
  loads_set_force(w->loads, w->loads->work, -EXPONENT_MOST);
  PetscCall(loads_use(w->loads, w->clumps->fields));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All quanta get coarser by so many bits as more contributions need. */
void quanta_widen(World *w, const Scales *s)
{
  Loads    *loads = w->loads;
  const int spare = spare_of(1 + bits_for((double)w->links->most) + s->factors);
  const int bits  = spare - loads->spare;

  if (bits <= 0) return;
  loads->spare = spare;
  loads_set_force(loads, quantum_of(loads->force.exponent + bits, spare),
                  loads->torque.exponent + bits);
  loads->work = quantum_of(loads->work.exponent + bits, spare);
  for (int k = 0; k < loads->n_more; k++)
    loads->more[k].quantum = quantum_of(loads->more[k].quantum.exponent + bits, spare);
}

/* ---- steps ---- */

void quanta_look(World *w, Scales *s)
{
  const double share =
    1e-4; /* of the weight of the lightest clump or, without gravity, of s->slightest */
  const double gravity = vec3_norm(w->gravity), quantum = w->loads->force.quantum;
  const double least = gravity > 0 ? s->lightest * gravity : s->slightest;

  if (s->coarse || !(quantum > share * least)) return;
  s->coarse = true;
  warning_add(
    w->warnings,
    "some forces are so large (step %" PRId64
    ", t = %g s) that all forces are summed in multiples of %.2g N from here on, "
    "which is %.2g of %s (%.3g N). Leave small clumps out, or make large ones softer or slower",
    w->clock->step, clock_time(w->clock), quantum, quantum / least,
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

bool quanta_raise(World *w, Scales *s, const LargestLoads *largest)
{
  Loads     *loads  = w->loads;
  Quantum    newton = loads->force;
  const bool forced = raise_one(&newton, largest->force, loads->spare),
             worked = raise_one(&loads->work, largest->work, loads->spare);
  bool raised       = forced || worked;

  if (forced) loads_set_force(loads, newton, loads->torque.exponent);
  if (forced) quanta_look(w, s);
  raised = raise_one(&loads->torque, largest->torque, loads->spare) || raised;
  for (int k = 0; k < loads->n_more; k++)
    raised = raise_one(&loads->more[k].quantum, largest->more[k], loads->spare) || raised;
  return raised;
}
