/* SPDX-License-Identifier: MIT */
/* Cohesion on one batch against its formula, and memory of rolling and cohesion of contacts
   apart. */
#define _POSIX_C_SOURCE 200809L

#include "resting.h"

/* Attraction of contacts that touch, are apart, or touch for the first time. */
static void a_linear_cohesion(void)
{
  static ContactBatch b;
  const double        range = 2e-3, force = 7;
  double              energy[TILE] = {0};
  LawTest             t;
  const Law          *law =
    law_of_keys(&t, NORMAL "cohesion: linear, cohesion_force: 7, cohesion_range: 2e-3");

  CHECK(law->keeps == range && law->reach == 0 && law->memory == LAW_COLUMNS);
  batch_at_rest(&b, 5, overlap);
  b.gap[1]   = 0;
  b.gap[2]   = 0.25 * range;
  b.gap[3]   = range;
  b.known[2] = b.known[3] = b.known[4] = b.kept[4] = 0;
  b.n_apart                                        = 2;
  b.apart[0]                                       = 2;
  b.apart[1]                                       = 3;
  b.entered[4]                                     = 0.25;
  b.event[b.n_events++]                            = 4;
  law_apply(law, &b);
  CHECK_NEAR(b.fx[0], force - stiffness * overlap, 1e-13 * stiffness * overlap);
  CHECK_NEAR(b.fx[1], force, 1e-6 * force);
  CHECK_NEAR(b.fx[2], 0.75 * force, 1e-6 * force);
  CHECK_NEAR(b.fx[3], 0, 1e-6 * force);
  /* new, at a quarter of a step: shares 1/2 + 1/4 of the jump, (1 + 1/4) / 2 of the spring */
  CHECK_NEAR(b.fx[4], 0.75 * force - 0.625 * stiffness * overlap, 1e-13 * stiffness * overlap);
  CHECK_NEAR(b.push[0], stiffness * overlap, 1e-13 * stiffness * overlap); /* cap of friction */
  law_energy(law, SLOTS_ALL, &b, energy);
  CHECK_NEAR(energy[0], 0.5 * stiffness * overlap * overlap - force * overlap, 1e-15);
  CHECK_NEAR(energy[1], 0, 1e-15);
  CHECK_NEAR(energy[2], force * range * (0.25 - 0.5 * 0.0625), 1e-15);
  CHECK_NEAR(energy[3], 0.5 * force * range, 1e-15);
  law_test_end(&t);
  test_end("a linear cohesion pulls with its force, and linearly less up to its range");
}

/* Terms that act on overlaps only leave nothing on a contact that is apart: with dashpots, springs
   under load and spin it feels the cohesion alone. */
static void contacts_apart(void)
{
  static const char *const words[] = {
    "normal: hooke, stiffness: 1e5, restitution: 0.5, tangential: hooke, friction: 0.5, rolling: "
    "elastic_plastic, rolling_friction: 0.2, ",
    "normal: hertz, restitution: 0.5, tangential: mindlin, friction: 0.5, rolling: "
    "elastic_plastic, rolling_friction: 0.2, ",
    "normal: hertz, damping: 30, tangential: mindlin, friction: 0.5, rolling: constant_torque, "
    "rolling_friction: 0.2, "};

  for (int l = 0; l < 3; l++) {
    static ContactBatch b;
    char                text[600];
    double              energy[TILE] = {0};
    LawTest             t;
    const Law          *law;

    snprintf(text, sizeof text, "%scohesion: linear, cohesion_force: 7, cohesion_range: 2e-3",
             words[l]);
    law = law_of_keys(&t, text);
    batch_at_rest(&b, 2, overlap);
    b.gap[1] = 1e-3;
    for (int k = 0; k < 2; k++) {
      b.vx[k] = b.approach[k] = -0.3;
      b.vy[k] = b.wy[k] = b.wz[k] = b.turn_x[k] = 2;
      for (int c = LAW_COLUMNS; c < law->memory; c++) b.store[c][k] = 0.1;
    }
    b.known[1]   = 0;
    b.n_apart    = 1;
    b.apart[0]   = 1;
    b.event[0]   = 1;
    b.n_events   = 1;
    b.entered[1] = 0.5;
    b.leaving[1] = -3;
    law_apply(law, &b);
    CHECK_NEAR(b.fx[1], 3.5, 1e-14);
    CHECK(b.fy[1] == 0 && b.fz[1] == 0 && b.cx[1] == 0 && b.cy[1] == 0 && b.cz[1] == 0);
    CHECK(b.push[1] == 0 && b.gap[1] == 1e-3 && b.approach[1] == -0.3);
    for (int c = LAW_COLUMNS; c < law->memory; c++) CHECK(b.store[c][1] == 0);
    CHECK(fabs(b.fy[0]) > 0 && fabs(b.cy[0]) > 0);
    law_energy(law, SLOTS_ALL, &b, energy);
    CHECK_NEAR(energy[1], 7 * 1e-3 * 0.75, 1e-15);
    law_test_end(&t);
  }
  test_end("a contact that is apart feels its cohesion alone, and its springs are at zero");
}

TESTS(.ranks = {1})
{
  a_linear_cohesion();
  contacts_apart();
}
