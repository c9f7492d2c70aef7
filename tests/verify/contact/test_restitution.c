/* SPDX-License-Identifier: MIT */
/* Restitution of damped impacts, and its order in time. Each step size is tried with impacts that
   begin at several phases of a step; the worst result counts. */
#include "normal_contact.h"

enum { FINE = 5 };

/* ---- restitution ---- */

static const double asked[] = {0.1, 0.3, 0.5, 0.7, 0.9, 1};

enum { ASKED = sizeof asked / sizeof asked[0], DROPS = ASKED * PHASES };

static const char *const kind_names[KINDS] = {"hooke", "hertz", "hooke, limited", "hertz, limited"};

/* Laws between spheres and the plane, one for each coefficient; spheres never collide with each
   other, but their laws must be given. */
static void add_all_laws(Draft *t, int kind, double stiffness)
{
  char normal[80] = "normal: hertz";

  if (!(kind & HERTZ))
    snprintf(normal, sizeof normal, "normal: hooke, stiffness: %.17g", stiffness);
  add(t, "contact:\n");
  for (int i = 0; i < ASKED; i++) {
    add(t, "  - law%d: {between: [plane, m%d], restitution: %g, limit_damping: %s, %s}\n", i, i,
        asked[i], kind & LIMITED ? "true" : "false", normal);
    for (int j = 0; j <= i; j++)
      add(t, "  - law%d-%d: {between: [m%d, m%d], restitution: 1, %s}\n", i, j, i, j, normal);
  }
}

/* Spheres at 1 m/s: one material for each coefficient, PHASES spheres each. Finds the largest
   and the root mean square error for each. Elastic contacts of both kinds last 1 ms. */
static void drop_all(int kind, int steps, double worst[ASKED], double mean[ASKED])
{
  const double radius = 0.01, time = 1e-3, dt = time / steps,
               mass  = 4.0 / 3 * pi * pow(radius, 3) * 2500;
  const double hooke = mass * pi * pi / (time * time), most = time / hertz_time,
               hertz = 5 * mass / (4 * pow(most, 2.5));
  const double young = hertz / (4.0 / 3 * sqrt(radius)) * (1 - 0.3 * 0.3);
  Draft        scenario, bodies;
  Body         b[DROPS];
  Sim         *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 1);
  add(&scenario, "material:\n");
  add_material(&scenario, "plane", 1e30, 0, 1);
  for (int l = 0; l < ASKED; l++)
    add(&scenario, "  - m%d: {young: %.17g, poisson: .3, density: 2500}\n", l, young);
  add_all_laws(&scenario, kind, hooke);
  add(&scenario, "template:\n");
  for (int l = 0; l < ASKED; l++)
    add(&scenario, "  - t%d: {material: m%d, pebbles: [0, 0, 0, %g]}\n", l, l, radius);
  add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  add_wall(&scenario, "plane", vec3(0, 0, 1));
  add_bodies_head(&bodies);
  for (int k = 0; k < DROPS; k++) {
    const int   l = k / PHASES, p = k % PHASES;
    const Start start = {
      .x = {0.03 * l, 0.03 * (p - 0.5 * PHASES), radius + dt * (2 + (double)p / PHASES)},
      .v = {0, 0, -1}};
    char shape[20];

    snprintf(shape, sizeof shape, "t%d", l);
    add_body(&bodies, k, shape, &start);
  }
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 5 * steps); /* the time of five elastic contacts: enough for the slowest */
  CHECK_INT(touching(sim), 0);
  bodies_of(sim, DROPS, b);
  for (int l = 0; l < ASKED; l++) {
    worst[l] = mean[l] = 0;
    for (int p = 0; p < PHASES; p++) {
      const double error = b[l * PHASES + p].v.z - asked[l];

      worst[l] = max_of(worst[l], fabs(error));
      mean[l] += error * error / PHASES;
    }
    mean[l] = sqrt(mean[l]);
  }
  CALL(sim_destroy(&sim));
}

static void balls_part_with_the_asked_restitution(void)
{
  double all = 0, least = 9;

  for (int kind = 0; kind < KINDS && test_case_here((size_t)kind); kind++) {
    double worst[FINE][ASKED], mean[FINE][ASKED], dt[FINE];

    for (int l = 0; l < FINE; l++) {
      dt[l] = 1.0 / (100 << l);
      drop_all(kind, 100 << l, worst[l], mean[l]);
    }
    for (int i = 0; i < ASKED; i++) {
      const double m[FINE] = {mean[0][i], mean[1][i], mean[2][i], mean[3][i], mean[4][i]},
                   slope   = slope_of(FINE, dt, m);

      test_note("%s, e = %g: errors %.1e %.1e %.1e %.1e %.1e (worst %.1e .. %.1e), order %.2f",
                kind_names[kind], asked[i], m[0], m[1], m[2], m[3], m[4], worst[0][i], worst[4][i],
                slope);
      CHECK_NEAR(worst[1][i], 0,
                 2e-4);   /* at 200 steps a contact, in any phase; second order below */
      CHECK(slope > 1.8); /* order 2; scatter due to the phase */
      all   = max_of(all, worst[1][i]);
      least = slope < least ? slope : least;
    }
  }
  test_note("worst at 200 steps a contact %.1e, least order %.2f", all, least);
  test_end("hooke and hertz, limited or not: the asked restitution from .1 to 1, second order with "
           "damping");
}

TESTS(.ranks = {1, 2})
{
  balls_part_with_the_asked_restitution();
  test_folder_remove();
}
