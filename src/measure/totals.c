/* SPDX-License-Identifier: MIT */
/* Energies, momenta and counts over all clumps. */
#include "measure/totals.h"

enum {
  TRANSLATIONAL,
  ROTATIONAL,
  GRAVITY,
  ELASTIC,
  TAKEN,
  LAST,
  MOMENTUM,
  ANGULAR = MOMENTUM + 3,
  THERMAL = ANGULAR + 3,
  N_SUMS
};

static void add_vec3(Sum *sums, Vec3 v)
{
  sum_add(&sums[0], v.x);
  sum_add(&sums[1], v.y);
  sum_add(&sums[2], v.z);
}

static void add_clump(const Domain *domain, const Clumps *c, PetscInt a, Vec3 gravity, Sum *sums)
{
  const double m = c->mass[a];
  const Vec3   x = domain_shifted(domain, c->pose[a].x, c->image[a]), v = c->motion[a].v;

  sum_add(&sums[TRANSLATIONAL], 0.5 * m * vec3_dot(v, v));
  sum_add(&sums[ROTATIONAL], 0.5 * vec3_dot(c->w[a], c->motion[a].momentum));
  sum_add(&sums[GRAVITY], -m * vec3_dot(gravity, x));
  add_vec3(&sums[MOMENTUM], vec3_scale(m, v));
  add_vec3(&sums[ANGULAR], vec3_axpy(c->motion[a].momentum, m, vec3_cross(x, v)));
}

PetscErrorCode totals_find(const Parallel *par, const Templates *templates, Vec3 gravity,
                           Contacts *contacts, const ContactScene *scene, const Sum *taken,
                           double deepest_gap, Totals *t)
{
  const Clumps *c         = scene->clumps;
  int64_t       counts[3] = {c->n_owned, 0, contacts_count(contacts)};
  Sum          *sums;

  PetscFunctionBeginUser;
  PetscCall(array_create(&sums, sizeof *sums, N_SUMS));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (clump_is_gone(c, a)) {
      counts[0]--;
      continue;
    }
    counts[1] += templates->list[c->template[a]].n;
    if (c->uses & USE_HEAT && c->per_capacity[a] > 0)
      sum_add(&sums[THERMAL], c->temperature[a] / c->per_capacity[a]);
    if (c->blocked[a] != BLOCK_ALL) add_clump(scene->domain, c, a, gravity, sums);
  }
  PetscCall(contacts_energy(contacts, scene, &sums[ELASTIC]));
  if (scene->links) links_energy(scene->links, scene, templates, &sums[ELASTIC]);
  /* `taken` includes the work of the half step to come, which is subtracted below */
  sums[TAKEN] = *taken;
  sums[LAST]  = contacts->work;
  PetscCall(sum_reduce(par, sums, N_SUMS));
  PetscCall(parallel_sum_int(par, counts, 3));
  PetscCall(parallel_max(par, &deepest_gap, 1));
  *t = (Totals){.clumps        = counts[0],
                .pebbles       = counts[1],
                .contacts      = counts[2],
                .translational = sum_value(&sums[TRANSLATIONAL]),
                .rotational    = sum_value(&sums[ROTATIONAL]),
                .potential     = sum_value(&sums[GRAVITY]) + sum_value(&sums[ELASTIC]),
                .dissipated =
                  sum_value(&sums[TAKEN]) - sum_value(&sums[LAST]) - sum_value(&sums[ELASTIC]),
                .momentum    = {sum_value(&sums[MOMENTUM]), sum_value(&sums[MOMENTUM + 1]),
                                sum_value(&sums[MOMENTUM + 2])},
                .angular     = {sum_value(&sums[ANGULAR]), sum_value(&sums[ANGULAR + 1]),
                                sum_value(&sums[ANGULAR + 2])},
                .max_overlap = deepest_gap,
                .thermal     = sum_value(&sums[THERMAL])};
  array_free(&sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}
