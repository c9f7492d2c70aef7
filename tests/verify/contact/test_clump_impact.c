/* SPDX-License-Identifier: MIT */
/* Impacts of a dumbbell: the ratio of the normal velocities at the contact point equals the
   coefficient of restitution for any lever arm. Closed forms are those of an instantaneous impact:
   1/m_eff = 1/M + (r x n).I^-1.(r x n) for each body. The contacts are stiff, so that the clump
   turns by some 1e-6 during the contact. */
#include "verify/clump_impact.h"

/* Upward speed, and spin times radius, over the speed of impact. */
typedef struct {
  double speed, spin;
} Leaving;

/* A dumbbell falls with 1 m/s, its axis `phi` degrees above horizontal, on a plane (one sphere
   first; both at phi 0 if flat), or on a small fixed sphere under its lower sphere. Radius 1,
   density 1. `stiff`: stiffness of the contact, which lasts some pi / sqrt(stiff) s. */
static Leaving drop_dumbbell(double phi, bool flat, double e, const char *law, double stiff)
{
  const double mass = 8 * pi / 3, k = mass * stiff, dt = pi / sqrt(stiff) / 400, a = phi * pi / 180;
  const double lowest = sin(a) + 1;
  const Quat   q      = turn_about(vec3(0, 1, 0),
                                   a); /* x turns towards -z: the first sphere, at -x, is the upper one */
  char         words[200];
  Draft        scenario, bodies;
  Body         b[2];
  Start        faller = {.x = {0, 0, lowest + 2.3 * dt}, .v = {0, 0, -1}, .q = q};
  Start        under  = {.x = {cos(a), 0, -0.5}, .scale = 0.5, .blocked = "xyzXYZ"};
  Sim         *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 10);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", 50 * k, 0.25,
               1); /* gives a stiffness of some 1e2 k: a contact of the same duration */
  add_material(&scenario, "floor", 50 * k, 0.25, 1);
  snprintf(words, sizeof words, "restitution: %.17g, %s", e, law);
  if (strstr(law, "hooke"))
    snprintf(words + strlen(words), sizeof words - strlen(words), ", stiffness: %.17g", k);
  add_laws(&scenario, "stone", "floor", words);
  add(&scenario, "template:\n  - dumbbell: {material: stone, pebbles: [-1, 0, 0, 1, 1, 0, 0, 1]}\n "
                 " - ball: {material: floor, "
                 "pebbles: [0, 0, 0, 1]}\n");
  add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  if (phi > 0 || flat) add_wall(&scenario, "floor", vec3(0, 0, 1));
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "dumbbell", &faller);
  if (!(phi > 0 || flat)) add_body(&bodies, 1, "ball", &under);
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 20);
  CHECK(touching(sim) == (flat ? 2 : 1));
  for (int n = 0; n < 100 && touching(sim) > 0; n++) test_steps(sim, 20);
  CHECK_INT(touching(sim), 0);
  bodies_of(sim, 1, b);
  CALL(sim_destroy(&sim));
  return (Leaving){b[0].v.z, vec3_norm(b[0].w)};
}

static void a_tangent_dumbbell_bounces_and_spins(void)
{
  const struct {
    double phi, e, speed, spin;
  } rows[]                        = {{0, 1, 0.166666667, 0.833333333},
                                     {0, 0.5, -0.125, 0.625},
                                     {60, 1, 0.696969697, 0.606060606},
                                     {60, 0.5, 0.272727273, 0.454545455}};
  static const char *const laws[] = {"normal: hooke", "normal: hertz",
                                     "normal: hooke, limit_damping: true",
                                     "normal: hertz, limit_damping: true"};

  for (int r = 0; r < 4; r++) {
    for (int l = 0; l < 4; l++) {
      const Leaving found = drop_dumbbell(rows[r].phi, false, rows[r].e, laws[l], 1e10);

      test_note("phi %2g, e %g, %s: speed %.7f (off by %.1e), spin %.7f (%.1e)", rows[r].phi,
                rows[r].e, laws[l], found.speed, found.speed - rows[r].speed, found.spin,
                found.spin - rows[r].spin);
      CHECK_NEAR(found.speed, rows[r].speed,
                 1e-4); /* 400 steps a contact, second order; it turns by 1e-5 during the contact */
      CHECK_NEAR(found.spin, rows[r].spin, 1e-4); /* the same */
    }
  }
  test_end(
    "a tangent dumbbell that lands on one sphere leaves with the closed form's speed and spin");
}

/* Both spheres land at once: each contact is damped for the effective mass of one of them alone,
   7/12 M, but acts on half the mass. */
static void a_dumbbell_that_lands_flat_couples_its_contacts(void)
{
  const struct {
    double e, speed;
  } rows[] = {{0.5, 0.4715}, {0.9, 0.8924}};

  for (int r = 0; r < 2; r++) {
    const double z      = -log(rows[r].e) / sqrt(pi * pi + log(rows[r].e) * log(rows[r].e)),
                 both   = z * sqrt(7.0 / 6);
    const Leaving found = drop_dumbbell(0, true, rows[r].e, "normal: hooke", 1e10);

    test_note("flat, asked %g: %.6f", rows[r].e, found.speed);
    CHECK_NEAR(exp(-pi * both / sqrt(1 - both * both)), rows[r].speed, 5e-5); /* digits given */
    CHECK_NEAR(found.speed, exp(-pi * both / sqrt(1 - both * both)),
               1e-4);                /* 400 steps a contact, second order */
    CHECK_NEAR(found.spin, 0, 1e-9); /* symmetric contacts */
  }
  test_end("a dumbbell that lands flat comes back with .4715 for an asked .5, .8924 for .9: two "
           "coupled contacts");
}

TESTS(.ranks = {1, 2})
{
  a_tangent_dumbbell_bounces_and_spins();
  a_dumbbell_that_lands_flat_couples_its_contacts();
  test_folder_remove();
}
