/* SPDX-License-Identifier: MIT */
/* Restitution of laws whose closed form is known, at a hundredth of the contact time: spheres that
   fall on a plane at several phases of a step. */
#include "law_impacts.h"

static void hysteretic_springs(void)
{
  const double k1 = 1e5, kp = 3e5, kc[] = {0, 2e4, 6e4};

  for (int k = 0; k < 3; k++) {
    const double e = sqrt(k1 / kp - kc[k] / kp * (kp - k1) * (kp - k1) / (k1 * (kp + kc[k])));
    char         law[300];
    double       found;

    snprintf(law, sizeof law, "normal: %s, stiffness: %g, unloading_stiffness: %g",
             k ? "luding" : "walton_braun", k1, kp);
    if (k) snprintf(law + strlen(law), 60, ", adhesion_stiffness: %g", kc[k]);
    found = restitution(law, 0.5, pi * sqrt(mass() / kp), e);
    test_note("adhesion %g N/m: e = %.6f, closed form %.6f", kc[k], found, e);
    CHECK_NEAR(found, e, 1e-3);
  }
  test_end("walton_braun: sqrt(k1 / k2), luding: Luding's restitution, within 1e-3");
}

/* Thornton 1997, eq. 46, and its values that are printed here. */
static void yielding_spheres(void)
{
  static const double at[] = {0.9, 2, 5, 10, 100}, printed[] = {1, .9306, .7733, .6586, .3743};
  const double        p = 2e7, depth = radius * pow(pi * p / (2 * modulus()), 2);
  const double slowest = sqrt(16.0 / 15 * modulus() * sqrt(radius) * pow(depth, 2.5) / mass());
  char         law[200];

  snprintf(law, sizeof law, "normal: elastic_plastic, yield_pressure: %.17g", p);
  for (int k = 0; k < 5; k++) {
    const double y = 1 / at[k], v = slowest * at[k],
                 time = hertz_time *
                        pow(15.0 / 16 * mass() * v * v / (modulus() * sqrt(radius)), 0.4) / v;
    const double e     = y > 1 ? 1
                               : sqrt(6 * sqrt(3) / 5 * (1 - y * y / 6)) *
                               pow(y / (y + 2 * sqrt(1.2 - 0.2 * y * y)), 0.25);
    const double found = restitution(law, v, time, e);

    test_note("v = %g v_y: e = %.6f, closed form %.6f", at[k], found, e);
    CHECK_NEAR(e, printed[k], 5e-5); /* four digits */
    CHECK_NEAR(found, e, 1e-3);
  }
  test_end("elastic_plastic: Thornton's e(v / v_y) within 1e-3");
}

/* e = 1 - C1 b + C2 b^2 - C3 b^3 + C4 b^4, b = 3/2 A (rho / m)^(2/5) v^(1/5), rho = 4/3 E* sqrt(R)
   (Ramirez, Poeschel, Brilliantov & Schwager 1999, Phys. Rev. E 60, 4465). */
static void viscoelastic_spheres(void)
{
  static const double speed[] = {0.01, 0.1, 1, 3};
  const double        A = 3e-6, rho = 4.0 / 3 * modulus() * sqrt(radius);
  char                law[200];
  double              last = 1;

  snprintf(law, sizeof law, "normal: hertz, viscous_time: %.17g", A);
  for (int k = 0; k < 4; k++) {
    const double b     = 1.5 * A * pow(rho / mass(), 0.4) * pow(speed[k], 0.2),
                 e     = 1 - b * (1.15344 - b * (0.79826 - b * (0.48358 - b * 0.28528))),
                 time  = 3.218 * pow(mass() / rho, 0.4) * pow(speed[k], -0.2);
    const double found = restitution(law, speed[k], time, e);

    test_note("v = %g m/s: e = %.6f, series %.6f", speed[k], found, e);
    CHECK(e > 0.8 && e < last); /* where the series ends below 1e-4 */
    CHECK_NEAR(found, e, 1e-3);
    last = e;
  }
  test_end("a viscoelastic dashpot: restitution falls with speed as the series says, within 1e-3");
}

static void dashpots_by_coefficient(void)
{
  const double k = 1e5, z = 0.2, e = exp(-pi * z / sqrt(1 - z * z)), time = pi * sqrt(mass() / k);
  char         law[200];
  double       found;

  for (int way = 0; way < 2; way++) {
    snprintf(law, sizeof law, "normal: hooke, stiffness: %g, %s: %.17g", k,
             way ? "viscous_time" : "damping_coefficient",
             2 * z * sqrt(mass() * k) / (way ? k : 1));
    found = restitution(law, 0.5, time, e);
    test_note("e = %.6f, closed form %.6f", found, e);
    CHECK_NEAR(found, e, 1e-3);
  }
  test_end("a linear dashpot given by its coefficient, or by a time, within 1e-3");
}

/* Restitution by a table, at its speeds, between and outside them. */
static void a_table_of_restitution(void)
{
  static const double speed[] = {0.05, 0.1, 0.3, 0.5, 2}, e[] = {0.9, 0.9, 0.75, 0.6, 0.6};
  const double        k = 1e5, rho = 4.0 / 3 * modulus() * sqrt(radius);
  const char         *table = "restitution_speeds: [0.1, 0.5], restitutions: [0.9, 0.6]";
  char                law[200];

  for (int way = 0; way < 2; way++)
    for (int i = 0; i < 5; i++) {
      const double time =
        way ? 3.218 * pow(mass() / rho, 0.4) * pow(speed[i], -0.2) : pi * sqrt(mass() / k);
      double found;

      if (way) snprintf(law, sizeof law, "normal: hertz_table, %s", table);
      else snprintf(law, sizeof law, "normal: hooke_table, stiffness: %g, %s", k, table);
      found = restitution(law, speed[i], time, e[i]);
      test_note("v = %g m/s: e = %.6f, table %.6f", speed[i], found, e[i]);
      CHECK_NEAR(found, e[i], 1e-3);
    }
  test_end("hooke_table and hertz_table: the restitution of the table within 1e-3");
}

TESTS(.ranks = {1, 2})
{
  hysteretic_springs();
  yielding_spheres();
  viscoelastic_spheres();
  dashpots_by_coefficient();
  a_table_of_restitution();
  test_folder_remove();
}
