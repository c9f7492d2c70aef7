/* SPDX-License-Identifier: MIT */
/* Undamped linear springs that stick and slide, against their equations, and the order in time. */
#include "oblique.h"

/* Undamped linear springs on a sphere; stiffness, mass and normal speed 1, so that the contact
   lasts pi and m_t = 2/7: final slip speed, from the two equations in very small steps. Without
   sliding it is vt cos(pi sqrt(7/2 ratio)). */
static double linear_exact(double vt, double mu, double ratio)
{
  const int    n = 1000000;
  const double h = pi / n;
  double       x = 0, u = vt, f = 0;

  for (int k = 1; k <= n; k++) {
    const double cap = mu * sin(k * h);

    u += 0.5 * h * 3.5 * f;
    x += h * u;
    f = -ratio * x;
    f = f > cap ? cap : f < -cap ? -cap : f;
    x = -f / ratio;
    u += 0.5 * h * 3.5 * f;
  }
  return u;
}

static void linear_springs_stick_and_slide_as_their_equations(void)
{
  const double mu = 0.5, mass = 4.0 / 3 * pi * 1000,
               k       = mass * 1e8; /* radius 1; contact pi 1e-4 s */
  const double slips[] = {0.2, 0.5, 1, 2, 5};

  CHECK_NEAR(linear_exact(0.3, 1e9, 0.3), 0.3 * cos(pi * sqrt(3.5 * 0.3)),
             1e-5); /* no sliding until the last step */
  for (int r = 0; r < 2; r++) {
    const double ratio = r ? 2.0 / 7 : 0.8;
    char         terms[120];
    Case         c = {.radius       = 1,
                      .young        = 1,
                      .poisson      = 0,
                      .density      = 1000,
                      .wall_young   = 1,
                      .wall_poisson = 0,
                      .restitution  = 1,
                      .friction     = mu};

    snprintf(terms, sizeof terms,
             "normal: hooke, tangential: hooke, stiffness: %.17g, tangential_ratio: %.17g", k,
             ratio);
    c.terms = terms;
    for (int i = 0; i < 5; i++) {
      const double exact =
        linear_exact(slips[i], mu, ratio) * 1e-3; /* at 1 mm/s the overlap is 1e-7 of the radius */
      double dt[LEVELS], mean[LEVELS];
      char   name[80];

      for (int l = 0; l < LEVELS; l++) {
        dt[l] = pi * 1e-4 / (50 << l);
        oblique_errors(&c, dt[l], (50 << l) + 10, slips[i] * 1e-3, 1e-3, &exact, NULL, &mean[l]);
        mean[l] *= 1e3;
      }
      CHECK_NEAR(mean[2], 0, 3e-4); /* of the normal speed, at 200 steps a contact */
      snprintf(name, sizeof name, "kt/kn %.2f, v_t/v_n %g", ratio, slips[i]);
      show(name, 1e3 * exact, dt, mean, 1.8);
    }
  }
  test_end("hooke: spheres that stick, slide, or do both in turn leave with the slip that the "
           "equations have, second order");
}

TESTS(.ranks = {1, 2})
{
  linear_springs_stick_and_slide_as_their_equations();
  test_folder_remove();
}
