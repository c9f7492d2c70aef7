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
  for (int k = 0; k < 3; k++) {
    array_create(&b->x[k], sizeof *b->x[k], (PetscInt)total);
    array_create(&b->force[k], sizeof *b->force[k], (PetscInt)total);
  }
  array_create(&b->mass, sizeof *b->mass, (PetscInt)total);
  array_create(&b->id, sizeof *b->id, (PetscInt)total);
  for (int64_t i = 0; i < total; i++) {
    const double radius = random_real(&r), up = 2 * random_real(&r) - 1,
                 turn = 6.283185307179586 * random_real(&r), mass = 1 + random_real(&r),
                 flat = radius * sqrt(1 - up * up), side = i % 2 ? 2 : -2;
    const double x = flat * cos(turn) + side;

    /* equal numbers on the ranks, nearly: even bodies lie at x < 0 */
    if ((int64_t)((x + 3) / 6 * par->size) != par->rank) continue;
    b->x[0][b->n] = x;
    b->x[1][b->n] = flat * sin(turn);
    b->x[2][b->n] = radius * up;
    b->mass[b->n] = mass;
    b->id[b->n++] = i;
  }
}

static inline void cloud_free(MutualBodies *b)
{
  for (int k = 0; k < 3; k++) {
    array_free(&b->x[k]);
    array_free(&b->force[k]);
  }
  array_free(&b->mass);
  array_free(&b->id);
}

/* Forces by a method on all bodies of this rank, N. */
static inline void cloud_forces(const GravityMethod *method, Gravity *g, MutualBodies *b,
                                double unit, Vec3 *force)
{
  for (int k = 0; k < 3; k++) memset(b->force[k], 0, (size_t)b->n * sizeof *b->force[k]);
  b->unit = unit;
  CALL(method->force(g, b));
  for (PetscInt i = 0; i < b->n; i++)
    force[i] = (Vec3){(double)b->force[0][i] / unit, (double)b->force[1][i] / unit,
                      (double)b->force[2][i] / unit};
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
