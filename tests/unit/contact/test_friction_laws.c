/* SPDX-License-Identifier: MIT */
/* Laws of friction on one batch, next to slow twins that follow each increment of slip. */
#define _POSIX_C_SOURCE 200809L

#include "resting.h"

#define HERTZ "normal: hertz, restitution: 1, "

static const double modulus = 1e7 / (2 * (1 - 0.09)), shear = 1e7 / (4 * 1.7 * 1.3);

/* Path of one contact: overlap and slip velocity along y at each step. */
enum { STEPS = 400 };

static double overlap_at(int n)
{
  return overlap * (1 + 0.8 * sin(0.02 * n));
}

static double slip_at(int n)
{
  return 0.2 * cos(0.031 * n);
}

typedef enum { SECANT, INCREMENTAL, RESCALED } Way;

/* Tangential forces of the path by the definition: of each increment of slip by itself. */
static void twin(Way way, double mu, double *force)
{
  double f = 0, stretch = 0, before = 0;

  for (int n = 1; n < STEPS; n++) {
    const double a = sqrt(radius * overlap_at(n)), k = 8 * shear * a,
                 cap  = mu * 4.0 / 3 * modulus * a * overlap_at(n);
    const double last = n > 1 ? 0.5 * step * slip_at(n - 1) : 0, now = 0.5 * step * slip_at(n);

    stretch += last + now;
    f -= 8 * shear * before * last;
    if (way == RESCALED && a < before) f *= a / before;
    f -= k * now;
    if (way == SECANT) f = -k * stretch;
    if (fabs(f) > cap) f *= cap / fabs(f);
    stretch  = -f / k;
    force[n] = f;
    before   = a;
  }
}

static void springs_of_mindlin(void)
{
  static const char *const names[] = {"mindlin_secant", "mindlin_incremental", "mindlin_rescaled",
                                      "mindlin"};

  for (int w = 0; w < 4; w++)
    for (int slides = 0; slides < 2; slides++) {
      static ContactBatch b;
      const double        mu = slides ? 0.02 : 10;
      double              expected[STEPS], most = 0;
      char                keys[200];
      LawTest             t;
      const Law          *law;

      snprintf(keys, sizeof keys, HERTZ "tangential: %s, friction: %g, tangential_damping: 0",
               names[w], mu);
      law = law_of_keys(&t, keys);
      twin((Way)min_int(w, 2), mu, expected);
      batch_at_rest(&b, 1, overlap);
      for (int n = 1; n < STEPS; n++) {
        batch_clear(&b);
        b.gap[0] = -overlap_at(n);
        b.vy[0]  = slip_at(n);
        if (n == 1) { /* it begins at this sample: half a step of slip */
          b.dt_before = 0;
          for (int c = 0; c < 3; c++) b.store[c][0] = 0;
          if (w > 0) b.store[3][0] = sqrt(radius * overlap_at(0));
        }
        law_apply(law, &b);
        b.dt_before = step;
        if (n == 1) { /* dt_before 0: the first half step is not in it */
          const double k     = 8 * shear * sqrt(radius * overlap_at(1)),
                       first = 0.5 * step * slip_at(1);

          b.store[1][0] += w > 0 ? -k * first : first;
          continue;
        }
        CHECK_NEAR(b.fy[0], expected[n], 1e-10 * (fabs(expected[n]) + 1e-3));
        most = fmax(most, fabs(b.fy[0]));
      }
      CHECK(most > 0);
      law_test_end(&t);
    }
  test_end(
    "mindlin secant, incremental and rescaled are what they are called, sticking and sliding");
}

/* min(c v, mu F), with c from a rate or as in JaxDEM's cundallstrack. */
static void viscous_friction(void)
{
  static ContactBatch b;
  const double        push = stiffness * overlap, z = -log(0.5) / hypot(PETSC_PI, log(0.5)),
               c = 2 * z * sqrt(stiffness * 0.25);
  LawTest    t;
  const Law *law =
    law_of_keys(&t, NORMAL "tangential: viscous, friction: 0.3, tangential_damping: 50");

  batch_at_rest(&b, 2, overlap);
  b.dt    = 1e-4; /* short enough for both dashpots: they are not weakened */
  b.vy[0] = 0.1;
  b.vz[1] = -2;
  law_apply(law, &b);
  CHECK_NEAR(b.fy[0], -5, 1e-13);
  CHECK_NEAR(b.fz[1], 0.3 * push, 1e-12 * push);
  CHECK_INT(law->memory, 0);
  law_test_end(&t);
  law = law_of_keys(&t, "normal: hooke, stiffness: 1e5, restitution: 0.5, tangential: viscous, "
                        "friction: 0.3, tangential_ratio: 0.25");
  batch_clear(&b);
  b.vz[1] = -0.01;
  law_apply(law, &b);
  CHECK_NEAR(b.fz[1], 0.01 * c, 1e-14 * c);
  CHECK_NEAR(law_slowing(law, SLOTS_ACROSS, radius, 0.01, 1, 1, 1), c, 1e-12 * c);
  law_test_end(&t);
  test_end("viscous friction: min(c v, mu F), c by a rate or from restitution");
}

/* At a constant slip the force grows to mu_s F and falls to mu_d F; after the slip has turned it
   sticks until it is mu_s F the other way. */
static void two_coefficients(void)
{
  static const char *const keys[] = {
    NORMAL "tangential: static_dynamic, friction: 0.5, friction_dynamic: 0.3, tangential_damping: "
           "0, tangential_stiffness: 4.1e4",
    HERTZ
    "tangential: static_dynamic, friction: 0.5, friction_dynamic: 0.3, tangential_damping: 0"};
  const double a = sqrt(radius * overlap), k[] = {4.1e4, 8 * shear * a},
               push[] = {stiffness * overlap, 4.0 / 3 * modulus * a * overlap};

  for (int l = 0; l < 2; l++) {
    static ContactBatch b;
    double              twin = 0, most = 0;
    bool                slides = false;
    LawTest             t;
    const Law          *law = law_of_keys(&t, keys[l]);

    batch_at_rest(&b, 1, overlap);
    for (int n = 1; n < 600; n++) {
      const double slip = n < 300 ? 1 : -1, before = n - 1 < 300 ? 1 : -1,
                   cap = (slides ? 0.3 : 0.5) * push[l];

      twin += k[l] * step * 0.5 * ((n > 1 ? before : 0) + slip);
      slides = fabs(twin) > cap;
      if (slides) twin = (twin > 0 ? 0.3 : -0.3) * push[l];
      most = fmax(most, fabs(twin));
      batch_clear(&b);
      b.vy[0] = slip;
      law_apply(law, &b);
      CHECK_NEAR(b.fy[0], -twin, 1e-11 * push[l]);
    }
    CHECK(most > 0.49 * push[l] - k[l] * step && slides);
    law_test_end(&t);
  }
  test_end("static and dynamic friction: sticks up to mu_s F, slides at mu_d F");
}

TESTS(.ranks = {1})
{
  springs_of_mindlin();
  viscous_friction();
  two_coefficients();
}
