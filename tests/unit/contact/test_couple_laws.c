/* SPDX-License-Identifier: MIT */
/* Laws of rolling and twisting on one batch against their formulas. */
#define _POSIX_C_SOURCE 200809L

#include "resting.h"

#define HERTZ "normal: hertz, restitution: 1, "

static const double modulus = 1e7 / (2 * (1 - 0.09)), shear = 1e7 / (4 * 1.7 * 1.3);

/* Couples of viscous laws, and those of constant size about the normal. */
static void couples_without_memory(void)
{
  static ContactBatch b;
  const double        cap = 0.1 * radius * stiffness * overlap;
  LawTest             t;
  const Law          *law = law_of_keys(
             &t, NORMAL "rolling: viscous, rolling_friction: 0.1, rolling_viscosity: 0.02, twisting: "
                                 "viscous, twisting_friction: 0.1, twisting_viscosity: 0.03");

  batch_at_rest(&b, 2, overlap);
  b.wx[0] = 5;
  b.wy[0] = 3;
  b.wx[1] = -500;
  b.wz[1] = 500;
  law_apply(law, &b);
  CHECK_NEAR(b.cx[0], -0.15, 1e-15);
  CHECK_NEAR(b.cy[0], -0.06, 1e-15);
  CHECK_NEAR(b.cx[1], cap, 1e-14);
  CHECK_NEAR(b.cz[1], -cap, 1e-14);
  CHECK_NEAR(law_slowing(law, SLOTS_TURN, radius, 0.01, 1, 1, 2), 0.06, 1e-15);
  law_test_end(&t);
  law = law_of_keys(&t, NORMAL "twisting: constant_torque, twisting_friction: 0.1");
  CHECK(law->needs & NEEDS_TWIST);
  batch_clear(&b);
  b.twist[0] = b.twist[1] = 0.01;
  b.wx[0]                 = 1e-6;
  b.wx[1]                 = -4;
  b.wy[1]                 = 9;
  law_apply(law, &b);
  CHECK_NEAR(b.cx[0], -0.2 * 0.01 / step * 1e-6, 1e-16);
  CHECK_NEAR(b.cx[1], cap, 1e-14);
  CHECK(b.cy[1] == 0);
  law_test_end(&t);
  test_end("viscous couples against rolling and twisting, and a constant one about the normal");
}

/* A spring about the normal, and epsd2's, at a constant spin: k x angle until they yield. */
static void springs_that_yield(void)
{
  static const char *const keys[] = {
    NORMAL "twisting: elastic_plastic, twisting_friction: 0.2, twisting_stiffness: 90, "
           "twisting_damping: 0.01",
    NORMAL "tangential: hooke, friction: 0.1, tangential_stiffness: 9e3, rolling: epsd2, "
           "rolling_friction: 0.2",
    HERTZ "tangential: mindlin, friction: 0.1, rolling: epsd2, rolling_friction: 0.2"};
  const double a = sqrt(radius * overlap), spin = 3, give = 0.01;
  const double k[]   = {90, 9e3 * radius * radius, 8 * shear * a * radius * radius},
               cap[] = {0.2 * radius * stiffness * overlap, 0.2 * radius * stiffness * overlap,
                        0.2 * radius * 4.0 / 3 * modulus * a * overlap};

  for (int l = 0; l < 3; l++) {
    static ContactBatch b;
    const int           from = l == 0 ? 0 : l == 1 ? 5 : 6; /* columns: own, after 3, after 4 */
    double              most = 0;
    LawTest             t;
    const Law          *law = law_of_keys(&t, keys[l]);

    batch_at_rest(&b, 1, overlap);
    for (int n = 1; n < 6000; n++) {
      const double angle = spin * step * n, spring = fmin(k[l] * angle, cap[l]);
      const double couple = spring + (l == 0 && k[l] * angle < cap[l] ? give * spin : 0);

      if (l == 0) b.wx[0] = spin;
      else b.wz[0] = spin;
      batch_clear(&b);
      if (n == 1) { /* half a step ahead of the time 0 */
        b.store[from][0] = -0.5 * k[l] * spin * step;
        if (l > 0) b.store[from + 1][0] = k[l];
      }
      law_apply(law, &b);
      CHECK_NEAR(l == 0 ? b.cx[0] : b.cz[0], -couple, 1e-10 * cap[l]);
      most = fmax(most, k[l] * angle);
    }
    CHECK(most > 1.2 * cap[l]);
    CHECK_NEAR(law_stiffness(law, SLOTS_TURN, radius, overlap / radius), k[l], 1e-12 * k[l]);
    law_test_end(&t);
  }
  test_end("springs about the normal and of epsd2 have their stiffness and yield at their couple");
}

TESTS(.ranks = {1})
{
  couples_without_memory();
  springs_that_yield();
}
