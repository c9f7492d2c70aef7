/* SPDX-License-Identifier: MIT */
/* The linear laws on one batch: spring and dashpot along the normal, tangential spring, its dashpot
   and its cap, against docs/physics/contact.md. */
#define _POSIX_C_SOURCE 200809L

#include "law_test.h"

static const char text[] =
  "material:\n  - a: {density: 1, young: 4e4}\n  - b: {density: 1, young: 1e4}\n"
  "  - c: {density: 1}\n"
  "contact:\n"
  "  - damped: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: 0.5,\n"
  "             tangential: hooke, friction: 100}\n"
  "  - soft: {between: [a, b], normal: hooke, damping: 30, tangential: hooke,\n"
  "           tangential_ratio: 0.5, tangential_damping: 20, friction: 100}\n"
  "  - limited: {between: [c, c], normal: hooke, stiffness: 1e5, damping: 1e3,\n"
  "              limit_damping: true, tangential: hooke, tangential_stiffness: 1e3, friction: "
  "0.5}\n";

static const double k_n = 1e5, dt = 1e-4, overlap = 1e-3;
/* products and roots of doubles, each rounded to 1.1e-16 */
static const double small = 1e-14;

static double ratio_of(double e)
{
  return -log(e) / hypot(PETSC_PI, log(e));
}

static void springs_push_and_dashpots_resist(const LawTest *t)
{
  ContactBatch *b = law_batch(dt);
  const double  v = 0.1, damped = k_n * overlap + 2 * ratio_of(0.5) * sqrt(LAW_MASS * k_n) * v;
  const double  k_h  = 2 * (2 * 4e4 * 1e4 / 5e4) * LAW_RADIUS; /* 2 E R*, E the harmonic mean */
  double        u[4] = {0};

  law_contact(b, overlap, vec3(v, 0, 0));
  law_contact(b, overlap, vec3(0, 0, 0));
  law_apply(law_named(t, "damped"), b);
  CHECK_NEAR(b->push[0], damped, small * damped);
  CHECK_NEAR(b->fx[0], -damped, small * damped);
  CHECK_NEAR(b->push[1], k_n * overlap, small * k_n * overlap);
  law_energy(law_named(t, "damped"), SLOTS_ALL, b, u);
  CHECK_NEAR(u[1], 0.5 * k_n * overlap * overlap, small * k_n * overlap * overlap);
  b->push[0] = b->fx[0] = 0;
  law_apply(law_named(t, "soft"), b);
  CHECK_NEAR(b->push[0], k_h * overlap + 30 * LAW_MASS * v, small * 100);
  law_batch_free(b);
  test_end("hooke: stiffness times overlap, and the dashpot of restitution or of a rate");
}

static void limited_dashpots_do_not_pull(const LawTest *t)
{
  ContactBatch *b = law_batch(dt);

  law_contact(b, overlap, vec3(-1, 0, 0)); /* dashpot: -2000 N, spring: 100 N */
  law_apply(law_named(t, "limited"), b);
  CHECK(b->push[0] == 0 && b->fx[0] == 0);
  law_batch_free(b);
  test_end("hooke: with limit_damping a contact never pulls");
}

/* The stretch in memory is half a step ahead of the sample before and after. */
static void slip_stretches_a_spring(const LawTest *t)
{
  ContactBatch *b   = law_batch(dt);
  const double  k_t = 2.0 / 7 * k_n, v = 0.02, c = 2 * ratio_of(0.5) * sqrt(LAW_MASS * k_t);
  const double  k_s  = 0.5 * 2 * (2 * 4e4 * 1e4 / 5e4) * LAW_RADIUS;
  double        u[2] = {0};

  law_contact(b, overlap, vec3(0, v, 0));
  b->store[0][0] = 0.3; /* along the normal: flattened away */
  b->store[1][0] = 1e-5;
  law_apply(law_named(t, "damped"), b);
  CHECK_NEAR(b->fy[0], -k_t * (1e-5 + 0.5 * dt * v) - c * v, small * c);
  CHECK_NEAR(b->store[1][0], 1e-5 + dt * v, small * 1e-5);
  CHECK(b->store[0][0] == 0 && b->fz[0] == 0);
  law_energy(law_named(t, "damped"), SLOTS_ALL, b, u);
  CHECK_NEAR(u[0], 0.5 * k_n * overlap * overlap + 0.5 * k_t * pow(1e-5 + 0.5 * dt * v, 2), small);
  b->fy[0]       = 0;
  b->store[1][0] = 1e-5;
  law_apply(law_named(t, "soft"), b);
  CHECK_NEAR(b->fy[0], -k_s * (1e-5 + 0.5 * dt * v) - 20 * LAW_MASS * v, small * k_s);
  law_batch_free(b);
  test_end("hooke: slip stretches a tangential spring, in ratio to the normal one");
}

static void friction_caps_the_force(const LawTest *t)
{
  ContactBatch *b   = law_batch(dt);
  const double  cap = 0.5 * k_n * overlap;

  law_contact(b, overlap, vec3(0, 0, 0));
  b->store[1][0] = 3; /* 3000 and 4000 N where 50 are possible */
  b->store[2][0] = -4;
  law_apply(law_named(t, "limited"), b);
  CHECK_NEAR(law_slip_force(b, 0), cap, small * cap);
  CHECK_NEAR(b->fy[0], -0.6 * cap, small * cap);
  CHECK_NEAR(hypot(b->store[1][0], b->store[2][0]), cap / 1e3, small); /* cut back */
  law_batch_free(b);
  test_end("hooke: friction caps the tangential force and cuts the stretch back to it");
}

TESTS(.ranks = {1})
{
  LawTest t;

  t = law_test(text);
  CHECK_INT(t.mistakes, 0);
  springs_push_and_dashpots_resist(&t);
  limited_dashpots_do_not_pull(&t);
  slip_stretches_a_spring(&t);
  friction_caps_the_force(&t);
  law_test_end(&t);
}
