/* SPDX-License-Identifier: MIT */
/* Bodies for tests of gravity, without a simulation. */
#ifndef TEST_GRAVITY_BODIES_H
#define TEST_GRAVITY_BODIES_H

#include "base/random.h"
#include "interaction/gravity/gravity.h"
#include "matter/loads.h"
#include "test.h"

/* Centres of `total` bodies of masses 1 to 2: two clouds, in each of which the density falls with
   the squared distance from the middle, 4 m apart. This rank has those of its slab along x, as it
   would own them. */
static inline void cloud_make(const Parallel *par, int64_t total, MutualBodies *b)
{
  Random r = random_stream(4, RANDOM_TEST, 0);

  *b = (MutualBodies){.par = par};
  array_create(&b->list, sizeof *b->list, (PetscInt)total);
  for (int64_t i = 0; i < total; i++) {
    const double radius = random_real(&r), up = 2 * random_real(&r) - 1,
                 turn = 6.283185307179586 * random_real(&r), mass = 1 + random_real(&r),
                 flat = radius * sqrt(1 - up * up), side = i % 2 ? 2 : -2;
    const double x = flat * cos(turn) + side;

    /* equal numbers on the ranks, nearly: even bodies lie at x < 0 */
    if ((int64_t)((x + 3) / 6 * par->size) != par->rank) continue;
    b->list[b->n++] = (MutualBody){.x = {x, flat * sin(turn), radius * up}, .mass = mass, .id = i};
  }
}

/* Forces by a method on all bodies of this rank, N. */
static inline void cloud_forces(const GravityMethod *method, Gravity *g, MutualBodies *b,
                                double unit, Vec3 *force)
{
  for (PetscInt i = 0; i < b->n; i++) memset(b->list[i].force, 0, sizeof b->list[i].force);
  b->unit = unit;
  CALL(method->force(g, b));
  for (PetscInt i = 0; i < b->n; i++) {
    const int64_t *f = b->list[i].force;

    force[i] = (Vec3){(double)f[0] / unit, (double)f[1] / unit, (double)f[2] / unit};
  }
}

/* Root mean square and largest of the relative errors of forces, over all ranks. */
static inline void cloud_errors(const MutualBodies *b, const Vec3 *is, const Vec3 *exact,
                                double *mean, double *most)
{
  double  sum = 0;
  int64_t n   = b->n;

  *most = 0;
  for (PetscInt i = 0; i < b->n; i++) {
    const double off = vec3_norm(vec3_sub(is[i], exact[i])) / vec3_norm(exact[i]);

    sum += off * off;
    *most = max_real(*most, off);
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  CALL(parallel_sum_int(b->par, &n, 1));
  CALL(parallel_max(b->par, most, 1));
  *mean = sqrt(sum / (double)n);
}

#endif
