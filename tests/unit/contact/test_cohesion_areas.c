/* SPDX-License-Identifier: MIT */
/* Cohesion by areas of contact on one batch: area, force and energy of two spheres, and of a sphere
   and a plane. */
#define _POSIX_C_SOURCE 200809L

#include "law_test.h"

static const double pi = PETSC_PI, R = LAW_RADIUS;

/* The area of the circle and the volume of the lens of two spheres, or of a sphere and a plane. */
static void areas_of_intersections(void)
{
  const double ra = 0.3, rb = 0.5, k = 2e3, depth = 0.02, d = ra + rb - depth;
  const double c2 = (ra - (d * d + ra * ra - rb * rb) / (2 * d)) *
                    (ra + (d * d + ra * ra - rb * rb) / (2 * d)),
               lens = pi * depth * depth * (d * d + 2 * d * (ra + rb) - 3 * (ra - rb) * (ra - rb)) /
                      (12 * d);
  double     u[2] = {0};
  LawTest    t;
  const Law *law = law_of_keys(
    &t,
    "normal: hooke, stiffness: 1, restitution: 1, cohesion: sjkr, cohesion_energy_density: 2e3");
  ContactBatch *b = law_batch(1e-5);

  for (int i = 0; i < 2; i++) {
    (void)law_contact(b, depth, vec3(0, 0, 0));
    b->radius[i]  = i ? ra : ra * rb / (ra + rb);
    b->circle2[i] = i ? depth * (2 * ra - depth) : c2;
  }
  law_apply(law, b);
  CHECK_NEAR(-b->fx[0], depth - k * pi * c2, 1e-12 * k);
  CHECK_NEAR(-b->fx[1], depth - k * pi * depth * (2 * ra - depth), 1e-12 * k);
  law_energy(law, SLOTS_ALL, b, u);
  CHECK_NEAR(u[0], 0.5 * depth * depth - k * lens, 1e-10 * k * lens);
  CHECK_NEAR(u[1], 0.5 * depth * depth - k * pi * depth * depth * (ra - depth / 3),
             1e-10 * k * lens);
  law_batch_free(b);
  law_test_end(&t);
  law = law_of_keys(
    &t,
    "normal: hooke, stiffness: 1, restitution: 1, cohesion: sjkr2, cohesion_energy_density: 2e3");
  b = law_batch(1e-5);
  (void)law_contact(b, depth, vec3(0, 0, 0));
  law_apply(law, b);
  u[0] = 0;
  law_energy(law, SLOTS_ALL, b, u);
  CHECK_NEAR(-b->fx[0], depth - 4 * pi * R * depth * k, 1e-12 * k);
  CHECK_NEAR(u[0], (0.5 - 2 * pi * R * k) * depth * depth, 1e-12 * k);
  law_batch_free(b);
  law_test_end(&t);
  test_end("sjkr and sjkr2: density x area, and the volume of the lens as energy");
}

TESTS(.ranks = {1})
{
  areas_of_intersections();
}
