/* SPDX-License-Identifier: MIT */
/* Hertz' law on one batch: force, dashpot and energy, and what the stable step asks of it, against
   closed forms. */
#define _POSIX_C_SOURCE 200809L

#include "law_test.h"

static const char text[] = "material:\n  - a: {density: 1, young: 1e7, poisson: 0.25}\n"
                           "  - b: {density: 1, young: 4e7, poisson: 0.4}\n"
                           "contact:\n"
                           "  - elastic: {between: [a, b], normal: hertz, restitution: 1}\n"
                           "  - damped: {between: [a, a], normal: hertz, restitution: 0.3}\n"
                           "  - rate: {between: [b, b], normal: hertz, damping: 50}\n";

static const double dt = 1e-5;
/* products and roots of doubles, each rounded to 1.1e-16 */
static const double small = 1e-14;

/* E*, 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b (Johnson 1985, eq. 4.24). */
static double modulus(void)
{
  return 1 / ((1 - 0.25 * 0.25) / 1e7 + (1 - 0.4 * 0.4) / 4e7);
}

static void force_grows_with_the_root_of_the_overlap(const LawTest *t)
{
  ContactBatch *b    = law_batch(dt);
  double        u[9] = {0};

  for (int k = 0; k < 9; k++) law_contact(b, pow(10, -k), vec3(0, 0, 0));
  law_apply(law_named(t, "elastic"), b);
  law_energy(law_named(t, "elastic"), SLOTS_ALL, b, u);
  for (int k = 0; k < 9; k++) {
    const double d = pow(10, -k), f = 4.0 / 3 * modulus() * sqrt(LAW_RADIUS) * pow(d, 1.5);

    CHECK_NEAR(b->push[k], f, small * f);
    CHECK_NEAR(b->fx[k], -f, small * f);
    CHECK_NEAR(u[k], 0.4 * f * d, small * f * d); /* integral of the force */
  }
  law_batch_free(b);
  test_end("hertz: 4/3 E* sqrt(R) d^(3/2), with its integral as energy");
}

static void dashpot_follows_the_slope(const LawTest *t)
{
  ContactBatch *b = law_batch(dt);
  const double  d = 1e-3, v = 0.2, l = log(0.3), z = -l / hypot(PETSC_PI, l);
  const double  a = 0.5e7 / (1 - 0.25 * 0.25), slope = 2 * a * sqrt(LAW_RADIUS * d);
  const double  fa = 2.0 / 3 * slope * d + 2 * sqrt(5.0 / 6) * z * sqrt(LAW_MASS * slope) * v;
  const double  e  = 2e7 / (1 - 0.4 * 0.4);
  const double  fb = 4.0 / 3 * e * sqrt(LAW_RADIUS * d) * d + 50 * LAW_MASS * v;

  law_contact(b, d, vec3(v, 0, 0));
  law_apply(law_named(t, "damped"), b);
  CHECK_NEAR(b->push[0], fa, small * fa);
  law_apply(law_named(t, "rate"), b);
  CHECK_NEAR(b->push[0], fa + fb, small * (fa + fb));
  law_batch_free(b);
  test_end("hertz: the dashpot of restitution follows the slope of the force, that of a rate not");
}

/* An impact in steps, against the largest overlap and the duration of the closed form. */
static void impacts_last_as_long_as_the_stable_step_thinks(const LawTest *t)
{
  const Law   *law   = law_named(t, "elastic");
  const double speed = 5, deepest = law_overlap(law, LAW_RADIUS, LAW_MASS, speed);
  const double time = law_time(law, LAW_RADIUS, deepest, 1.0 / LAW_MASS), step = time / 1e5;
  double       v = speed, d = 0.5 * step * speed, most = 0, elapsed = 0;

  for (; d > 0; elapsed += step) { /* leapfrog: d half a step after v */
    ContactBatch *b = law_batch(step);

    law_contact(b, d, vec3(0, 0, 0));
    law_apply(law, b);
    v -= step * b->push[0] / LAW_MASS;
    d += step * v;
    most = fmax(most, d);
    law_batch_free(b);
  }
  CHECK_NEAR(most, deepest * LAW_RADIUS, 1e-8 * most); /* second order in 1e-5 of the time */
  CHECK_NEAR(elapsed, time, 1e-4 * time);              /* 1.2829 has five digits */
  CHECK_NEAR(-v, speed, 1e-6);                         /* the step in which it parts */
  test_end("hertz: an impact goes as deep and takes as long as the stable step thinks");
}

TESTS(.ranks = {1})
{
  LawTest t;

  t = law_test(text);
  CHECK_INT(t.mistakes, 0);
  force_grows_with_the_root_of_the_overlap(&t);
  dashpot_follows_the_slope(&t);
  impacts_last_as_long_as_the_stable_step_thinks(&t);
  law_test_end(&t);
}
