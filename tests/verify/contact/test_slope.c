/* SPDX-License-Identifier: MIT */
/* Sliding and rolling under gravity: the transition from sliding to rolling, and a slope. */
#include "oblique.h"

/* A sphere (mass 1, moment kappa) pressed by gravity on a plane, starting at the static overlap,
   1e-7 of the radius. */
static Sim *lay_down(double kappa, double mu, double e, Vec3 gravity, Vec3 normal, double v0,
                     double dt)
{
  const double load = -vec3_dot(gravity, normal), k = load * 1e7;
  char         words[200];
  Draft        scenario, bodies;
  Start        start = {.x = vec3_scale(1 - 1e-7, normal), .v = {v0, 0, 0}};

  add_head(&scenario, dt, gravity, 10);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", 1, 0, 1);
  add_material(&scenario, "plane", 1, 0, 1);
  snprintf(words, sizeof words,
           "normal: hooke, stiffness: %.17g, tangential: hooke, restitution: %g, friction: %.17g",
           k, e, mu);
  add_laws(&scenario, "stone", "plane", words);
  add(&scenario,
      "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, 1], mass_properties: given, "
      "volume: 1, mass: 1, position: [0, "
      "0, 0], inertia: [%.17g, "
      "%.17g, %.17g]}\nclumps:\n  - all: {file: bodies.csv}\n",
      kappa, kappa, kappa);
  add_wall(&scenario, "plane", normal);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &start);
  return sim_of(&scenario, &bodies);
}

/* Without damping, time and place of the end of slip; with damping, the state when the spring
   has come to rest. (With a dashpot slip ends as a creep: below the slip speed at which dashpot
   and spring together no longer reach the cap, here 2 mm/s, for 2e-4 s.) */
static void a_sliding_sphere_comes_to_roll(void)
{
  const double dt = 2e-6, t = 2.0 / 7 / (0.3 * 9.81), s = 1 * t - 0.5 * 0.3 * 9.81 * t * t;
  Sim         *sim  = lay_down(0.4, 0.3, 1, vec3(0, 0, -9.81), vec3(0, 0, 1), 1, dt);
  double       slip = 1, when = -1, at = -1;
  Body         b;

  CHECK_NEAR(t, 0.0970826659, 1e-10); /* digits given */
  CHECK_NEAR(s, 0.0832137136, 1e-10); /* the same */
  test_steps(sim, (int)(0.096 / dt));
  while (slip > 0 && sim_time(sim) < 0.1) {
    double before = slip;

    test_steps(sim, 1);
    bodies_of(sim, 1, &b);
    slip = b.v.x - b.w.y;
    when = sim_time(sim) - dt * (slip <= 0 ? slip / (slip - before) : 0);
    at   = b.x.x + (when - sim_time(sim)) * b.v.x;
  }
  test_note("rolls from t = %.10f s (off by %.1e), s = %.10f m (%.1e)", when, when - t, at, at - s);
  CHECK_NEAR(when, t, 1.1e-6); /* half of the first step, in which the spring grows to the cap; the
                                  arm is shorter by the overlap of 1e-7 */
  CHECK_NEAR(at, s, 1.1e-6);   /* the same */
  CALL(sim_destroy(&sim));
  sim = lay_down(0.4, 0.3, 0.2, vec3(0, 0, -9.81), vec3(0, 0, 1), 1, dt);
  test_steps(sim, (int)(0.11 / dt));
  bodies_of(sim, 1, &b);
  test_note("then v = %.9f m/s (off by %.1e)", b.v.x, b.v.x - 5.0 / 7);
  CHECK_NEAR(b.v.x, 5.0 / 7, 1e-6); /* the arm is shorter by the overlap of 1e-7 */
  CHECK_NEAR(b.w.y, 5.0 / 7, 1e-6); /* the same */
  CALL(sim_destroy(&sim));
  test_end(
    "a sliding sphere comes to roll after .0970826659 s and .0832137136 m, with 5/7 of its speed");
}

static void bodies_roll_or_slide_down_a_slope(void)
{
  const double g = 9.81, dt = 2e-5, run = 0.4;

  for (int i = 0; i < 6; i++) {
    const double kappa = i % 3 == 0 ? 0.4 : i % 3 == 1 ? 0.1 : 0.9, angle = i < 3 ? 0.3 : 0.6;
    const double limit = tan(angle) * kappa / (1 + kappa);
    const Vec3   n = {sin(angle), 0, cos(angle)}, down = {cos(angle), 0, -sin(angle)};

    for (int slides = 0; slides < 2 && test_case_here((size_t)i); slides++) {
      const double mu = limit * (slides ? 0.5 : 1.05);
      const double a  = slides ? g * (sin(angle) - mu * cos(angle)) : g * sin(angle) / (1 + kappa);
      const double spin = slides ? mu * g * cos(angle) / kappa : a;
      Sim         *sim  = lay_down(kappa, mu, 0.2, vec3(0, 0, -g), n, 0, dt);
      Body         first, b;

      test_steps(sim, 5000);
      bodies_of(sim, 1, &first);
      test_steps(sim, (int)(run / dt));
      bodies_of(sim, 1, &b);
      test_note("kappa %g, %.0f degrees, mu %.4f: %s, acceleration off by %.1e, of spin by %.1e",
                kappa, angle * 180 / pi, mu, slides ? "slides" : "rolls",
                vec3_dot(vec3_sub(b.v, first.v), down) / run / a - 1,
                (b.w.y - first.w.y) / run / spin - 1);
      CHECK_NEAR(vec3_dot(vec3_sub(b.v, first.v), down) / run / a, 1,
                 1e-5); /* decaying oscillation of the spring, 1e-4 s of .4 s */
      CHECK_NEAR((b.w.y - first.w.y) / run / spin, 1, 1e-5); /* the same */
      CALL(sim_destroy(&sim));
    }
  }
  test_end("down a slope a = g sin / (1 + kappa) while mu >= tan kappa / (1 + kappa), and g (sin - "
           "mu cos) beyond");
}

TESTS(.ranks = {1, 2})
{
  if (test_forms_here()) a_sliding_sphere_comes_to_roll();
  bodies_roll_or_slide_down_a_slope();
  test_folder_remove();
}
