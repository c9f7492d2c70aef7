/* np: 1 3, limit: 200 */
/* SPDX-License-Identifier: MIT */
/* Rolling friction of a sphere on a plane against closed forms. R: radius, g: gravity, m: mass, N =
   m g cos(slope). A couple C against rolling without slip gives the centre of a solid sphere the
   acceleration 5/7 (g sin(slope) - C / (m R)). */
#include "verify.h"

static const double radius = 0.05, density = 2500, gravity = 9.81, stiffness = 5e6;

static double mass(void)
{
  return density * 4 / 3 * PETSC_PI * radius * radius * radius;
}

/* A sphere at its static overlap on the plane z = 0, with gravity turned by the slope, rolling at v
   along x. */
static Sim *sphere_on_plane(double slope, double v, double dt, const char *rolling, double *depth)
{
  Text *t = calloc(1, sizeof *t);
  Sim  *sim;

  *depth = mass() * gravity * cos(slope) / stiffness;
  add_head(t, dt, vec3(gravity * sin(slope), 0, -gravity * cos(slope)), 20);
  add(t,
      "material:\n  - a: {density: %g}\ncontact:\n  - l: {between: [a, a], normal: hooke, "
      "stiffness: %g, restitution: 0.3, tangential: hooke, friction: 0.8, %s}\n",
      density, stiffness, rolling);
  add(t, "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  add(t, "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g]}\n", radius);
  add(t,
      "clumps:\n  - one: {template: ball, position: [0, 0, %.17g], velocity: [%.17g, 0, 0], spin: "
      "[0, %.17g, 0], id: 0}\n",
      radius - *depth, v, v / radius);
  sim = sim_of(t, NULL);
  free(t);
  return sim;
}

/* A couple mu_r R N stops a sphere that rolls at v after 7 v^2 / (10 mu_r g). */
static void a_constant_couple_stops_a_sphere(void)
{
  const double friction = 0.1, v = 0.4, dt = 2e-5, way = 0.7 * v * v / (friction * gravity),
               time = 1.4 * v / (friction * gravity);
  double depth;
  Sim   *sim = sphere_on_plane(0, v, dt, "rolling: constant_torque, rolling_friction: 0.1", &depth);
  Totals first = totals_of(sim), t;
  Body   body;

  CHECK(depth < 1e-4 * radius);
  test_steps(sim, (int)(1.2 * time / dt));
  bodies_of(sim, 1, &body);
  t = totals_of(sim);
  test_note("way %.8g m, closed form %.8g", body.x.x, way);
  CHECK_NEAR(body.x.x, way, 1e-3 * way); /* overlap 5e-5 of the radius, slip of the first steps */
  CHECK_NEAR(body.v.x, 0, 1e-6 * v);
  CHECK_NEAR(t.dissipated, first.translational + first.rotational,
             1e-4 * t.dissipated); /* second order: (w dt)^2 = 5e-5 */
  CALL(sim_destroy(&sim));
  test_end("a constant couple stops a rolling sphere after 7 v^2 / (10 mu_r g)");
}

/* Down a slope less steep than mu_r the sphere creeps: the couple is 0.2 (2/5 m R^2) / dt x spin. */
static void a_constant_couple_creeps_as_stated(void)
{
  const double slope = atan(0.05), dt = 2e-5;
  const double creep = gravity * sin(slope) * dt / (0.2 * 0.4); /* m/s */
  double       depth;
  Sim         *sim =
    sphere_on_plane(slope, 0, dt, "rolling: constant_torque, rolling_friction: 0.1", &depth);
  Body body;

  test_steps(sim, 5000);
  bodies_of(sim, 1, &body);
  test_note("creep %.6g m/s, stated %.6g", body.v.x, creep);
  CHECK_NEAR(body.v.x, creep, 1e-3 * creep); /* lever: the radius less half the overlap */
  CALL(sim_destroy(&sim));
  test_end("under a constant couple a sphere on a slope creeps at 12.5 g sin(slope) dt");
}

static const char yielding[] = "rolling: elastic_plastic, rolling_friction: 0.2";

static Sim *continued(Sim *sim)
{
  char text[600];
  bool written;

  CALL(save_write(sim, &written));
  CHECK(written);
  snprintf(text, sizeof text, "-restart %s/restart/clast-%" PRId64 ".h5", test_folder(),
           sim->clock.step);
  return test_sim(PETSC_COMM_SELF, NULL, text);
}

/* At a slope of 0.98 mu_r, and after a restart on one rank. */
static void a_yielding_spring_holds(void)
{
  enum { SETTLE = 20000, HOLD = 20000 };
  const double dt = 2e-5;
  double       depth;
  Sim         *sim = sphere_on_plane(atan(0.98 * 0.2), 0, dt, yielding, &depth), *alone;
  Body         before, after;

  test_steps(sim, SETTLE);
  bodies_of(sim, 1, &before);
  alone = continued(sim);
  test_steps(sim, HOLD);
  test_steps(alone, HOLD);
  bodies_of(sim, 1, &after);
  test_note("in the first %g s it rolls %.3g m, then %.3g m", SETTLE * dt, before.x.x,
            after.x.x - before.x.x);
  CHECK_NEAR(before.x.x, 0, 1e-2 * radius);
  CHECK_NEAR(after.x.x - before.x.x, 0, 1e-9 * radius); /* the oscillation decays */
  CHECK_NEAR(after.v.x, 0, 1e-9);
  CHECK(test_digest(alone) == test_digest(sim));
  CALL(sim_destroy(&alone));
  CALL(sim_destroy(&sim));
  test_end("a rolling spring holds a sphere at 0.98 mu_r, also after a restart");
}

static void a_yielding_spring_yields(void)
{
  enum { SETTLE = 10000, ROLL = 20000 };
  const double dt = 2e-5, slope = atan(1.02 * 0.2);
  const double down = 5. / 7 * gravity * (sin(slope) - 0.2 * cos(slope));
  double       depth;
  Sim         *sim = sphere_on_plane(slope, 0, dt, yielding, &depth), *alone;
  Body         before, after;

  test_steps(sim, SETTLE);
  bodies_of(sim, 1, &before);
  alone = continued(sim);
  test_steps(sim, ROLL);
  test_steps(alone, ROLL);
  bodies_of(sim, 1, &after);
  test_note("acceleration %.6g m/s^2, closed form %.6g", (after.v.x - before.v.x) / (ROLL * dt),
            down);
  CHECK_NEAR((after.v.x - before.v.x) / (ROLL * dt), down,
             1e-2 * down); /* half the overlap, 2.5e-5 of the lever, over .02 */
  CHECK(test_digest(alone) == test_digest(sim));
  CALL(sim_destroy(&alone));
  CALL(sim_destroy(&sim));
  test_end("at 1.02 mu_r it rolls down with 5/7 g (sin - mu_r cos), also after a restart");
}

/* The spring before it yields: a small angle swings with the stiffness 2.25 k_n (mu_r R)^2 about the
   contact point, where the moment of inertia is 7/5 m R^2; with damping it decays by the ratio. */
static void the_spring_has_its_stiffness(void)
{
  const double rolling = 2.25 * stiffness * pow(0.2 * radius, 2), dt = 2e-6;
  const double inertia = 1.4 * mass() * radius * radius, rate = sqrt(rolling / inertia);
  const int    steps = (int)(2 * PETSC_PI / rate / dt + 0.5);
  double       depth;
  Sim         *sim = sphere_on_plane(0, 1e-6, dt,
                                     "tangential_stiffness: 5e8, rolling: elastic_plastic, "
                                             "rolling_friction: 0.2, rolling_damping: 0",
                                     &depth);
  Body         body;

  test_steps(sim, steps);
  bodies_of(sim, 1, &body);
  test_note("period of %d steps: speed %.6g of the start", steps, body.v.x / 1e-6);
  CHECK_NEAR(body.v.x, 1e-6, 2e-2 * 1e-6); /* a soft contact point, 1/100 of the time */
  CHECK_NEAR(body.x.x, 0, 1e-2 * 1e-6 / rate);
  CALL(sim_destroy(&sim));
  test_end("the rolling spring swings with the stiffness 2.25 k_n (mu_r R)^2");
}

/* dt: auto for two of these spheres: k and k_r together, or the dashpot of k_r. */
static void the_automatic_step_knows_the_spring(void)
{
  const double k = 1e5, rolling = 500, m = mass(), inertia = 0.4 * m * radius * radius,
               about  = inertia + m * radius * radius;
  const double fast   = sqrt(2 * k / m + 2 * rolling / inertia),
               slowed = 2 * sqrt(about / 2 * rolling) * 2 / inertia;

  for (int damped = 0; damped < 2; damped++) {
    const double expected = damped ? 0.2 / slowed : 0.02 * PETSC_PI / fast;
    char         text[1000];
    Sim         *sim;

    snprintf(text, sizeof text,
             "schema: 1\nrun: {end_time: 1, dt: auto}\ndomain: {lo: [-1, -1, -1], hi: [1, 1, 1]}\n"
             "material:\n  - a: {density: %g}\ncontact:\n  - l: {between: [a, a], normal: hooke, "
             "stiffness: %g, restitution: 1, rolling: elastic_plastic, rolling_friction: 0.2, "
             "rolling_stiffness: %g, rolling_damping: %d}\n"
             "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g]}\n"
             "clumps:\n  - one: {template: ball, position: [0, 0, 0]}\n",
             density, k, rolling, damped, radius);
    sim = test_sim(PETSC_COMM_WORLD, text, "");
    test_note("dt %.6g s, expected %.6g", sim->clock.dt, expected);
    CHECK_NEAR(sim->clock.dt, expected, 1e-9 * expected);
    CALL(sim_destroy(&sim));
  }
  test_end("the automatic step knows the rolling spring and its dashpot");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  a_constant_couple_stops_a_sphere();
  a_constant_couple_creeps_as_stated();
  a_yielding_spring_holds();
  a_yielding_spring_yields();
  the_spring_has_its_stiffness();
  the_automatic_step_knows_the_spring();
  test_folder_remove();
  return test_finish();
}
