/* SPDX-License-Identifier: MIT */
/* Random clumps between six reflecting faces, without gravity: energy, and no pebble outside. */
#include "room.h"

/* Until a clump has bounced so often. */
static void gas(int dimension, int bounces, const char *fact)
{
  enum { N = 4 };
  double first[N], worst = 0;
  int    met[N] = {0}, most = 0;
  Room   m;

  room_create(&m, dimension, 0.52, 1, 1.5e-3);
  for (int k = 0; k < N; k++) (void)add_random(&m, (uint64_t)(k + 10 * dimension));
  clumps_prepare(m.clumps, &m.templates);
  for (int k = 0; k < N; k++) first[k] = energy(&m, k);
  for (int s = 0; s < 4000000 && most < bounces; s++) {
    Vec3 v[N];

    for (int k = 0; k < N; k++) v[k] = m.clumps->motion[k].v;
    step(&m);
    for (int k = 0; k < N; k++) {
      if (memcmp(&v[k], &m.clumps->motion[k].v, sizeof(Vec3)) == 0) continue;
      met[k]++;
      most  = met[k] > most ? met[k] : most;
      worst = fmax(worst, fabs(energy(&m, k) / first[k] - 1));
      CHECK(outside(&m, k) <= 0);
    }
  }
  test_note("%d, %d, %d and %d bounces, energy off by %.1e", met[0], met[1], met[2], met[3], worst);
  CHECK(most >= bounces);
  CHECK(worst < (dimension == 2 ? 1e-10 : 1e-5)); /* rounding; free rotation, second order */
  room_free(&m);
  test_end(fact);
}

TESTS(.ranks = {1})
{
  gas(3, 5000, "random clumps between six faces keep energy over 5000 bounces");
  gas(2, 2000, "in two dimensions, to rounding");
}
