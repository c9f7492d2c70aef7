/* SPDX-License-Identifier: MIT */
/* Rolling terms on one batch against their formulas. */
#define _POSIX_C_SOURCE 200809L

#include "resting.h"

/* Against the rolling part of the spin, in size mu_r R* F; the spin about the normal counts for
   nothing. Near rest 0.2 inertia / dt x spin. */
static void a_constant_couple(void)
{
  static ContactBatch b;
  const double        cap = 0.1 * radius * stiffness * overlap, slow = 1e-6;
  LawTest             t;
  const Law *law = law_of_keys(&t, NORMAL "rolling: constant_torque, rolling_friction: 0.1");

  CHECK(law->gives == GIVES_COUPLE && law->memory == 0 && law->keeps == 0);
  batch_at_rest(&b, 3, overlap);
  b.wx[0] = 7;
  b.wy[0] = 3;
  b.wz[0] = -4;
  b.wy[1] = slow;
  law_apply(law, &b);
  CHECK_NEAR(b.cx[0], 0, 1e-14);
  CHECK_NEAR(b.cy[0], -0.6 * cap, 1e-14);
  CHECK_NEAR(b.cz[0], 0.8 * cap, 1e-14);
  CHECK_NEAR(b.cy[1], -0.2 * 0.01 / step * slow, 1e-16);
  CHECK(b.cx[2] == 0 && b.cy[2] == 0 && b.cz[2] == 0);
  CHECK_NEAR(b.fx[0], -stiffness * overlap, 1e-12);
  law_test_end(&t);
  test_end("a constant couple is mu_r R* F against rolling, and proportional to it near rest");
}

/* Rolling at a constant spin: couple k_r x angle and dashpot, then the cap alone; the energy is
   M^2 / 2 k_r at the time of the sample. */
static void a_spring_that_yields(void)
{
  static ContactBatch b;
  const double        k_r = 2.25 * stiffness * 0.04 * radius * radius,
               cap        = 0.2 * radius * stiffness * overlap;
  const double spin = 0.5, dashpot = 2 * 0.3 * sqrt(0.02 * k_r);
  double       energy[TILE] = {0}, most = 0;
  LawTest      t;
  const Law   *law = law_of_keys(&t, NORMAL "rolling: elastic_plastic, rolling_friction: 0.2");

  CHECK_INT(law->memory, 4);
  batch_at_rest(&b, 1, overlap);
  b.store[3][0] = k_r;
  for (int n = 1; n < 8000; n++) {
    const double angle = spin * step * n, spring = min_real(k_r * angle, cap);

    b.wx[0] = 3;
    b.wz[0] = spin;
    batch_clear(&b);
    b.store[2][0] = n == 1 ? -0.5 * k_r * spin * step : b.store[2][0]; /* half a step ahead */
    law_apply(law, &b);
    CHECK_NEAR(b.cz[0], -spring - (k_r * angle > cap ? 0 : dashpot * spin), 1e-11 * cap);
    CHECK(b.cx[0] == 0 && b.cy[0] == 0);
    most = max_real(most, angle);
    if (n == 100) {
      b.memory = b.store;
      law_energy(law, SLOTS_ALL, &b, energy);
      CHECK_NEAR(energy[0], 0.5 * stiffness * overlap * overlap + 0.5 * k_r * angle * angle, 1e-13);
    }
  }
  CHECK(k_r * most > 1.5 * cap);
  law_test_end(&t);
  test_end(
    "a rolling spring has 2.25 k_n (mu_r R*)^2 and its dashpot until it yields at mu_r R* F");
}

/* The couple turns with the contact's frame, here about the normal at 30 rad/s. */
static void a_spring_that_turns(void)
{
  static ContactBatch b;
  const double        start = 0.5, rate = 30;
  LawTest             t;
  const Law *law = law_of_keys(&t, NORMAL "rolling: elastic_plastic, rolling_friction: 0.2");

  batch_at_rest(&b, 1, overlap);
  b.turn_x[0]   = rate;
  b.store[1][0] = start * cos(0.5 * rate * step);
  b.store[2][0] = start * sin(0.5 * rate * step); /* half a step ahead */
  b.store[3][0] = 2.25 * stiffness * 0.04 * radius * radius;
  for (int n = 1; n <= 5000; n++) {
    batch_clear(&b);
    law_apply(law, &b);
  }
  CHECK_NEAR(b.cy[0], start * cos(5000 * rate * step), 1e-7 * start); /* (rate dt)^2 1.5 rad */
  CHECK_NEAR(b.cz[0], start * sin(5000 * rate * step), 1e-7 * start);
  law_test_end(&t);
  test_end("the couple of a rolling spring turns with the contact");
}

/* With Hertz' contact the stiffness follows that of the normal spring. */
static void a_spring_on_hertz(void)
{
  static ContactBatch b;
  const double        young = 1e7 / (2 * (1 - 0.09)), normal = 2 * young * sqrt(radius * overlap);
  LawTest             t;
  const Law          *law = law_of_keys(
             &t, "normal: hertz, restitution: 1, rolling: elastic_plastic, rolling_friction: 0.2");

  batch_at_rest(&b, 1, overlap);
  law_apply(law, &b);
  CHECK_NEAR(b.store[3][0], 2.25 * normal * pow(0.2 * radius, 2), 1e-12 * normal);
  CHECK_NEAR(law_stiffness(law, SLOTS_TURN, radius, overlap / radius), b.store[3][0],
             1e-12 * normal);
  law_test_end(&t);
  test_end("with hertz the rolling spring follows the stiffness of the normal one");
}

TESTS(.ranks = {1})
{
  a_constant_couple();
  a_spring_that_yields();
  a_spring_that_turns();
  a_spring_on_hertz();
}
