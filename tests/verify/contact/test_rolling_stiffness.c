/* SPDX-License-Identifier: MIT */
/* The stiffness and the dashpot of the rolling spring, in a swing and in the automatic step. */
#include "rolling.h"

/* The spring before it yields: a small angle swings with the stiffness 2.25 k_n (mu_r R)^2 about
   the contact point, where the moment of inertia is 7/5 m R^2, and decays by the damping ratio. */
static void the_spring_has_its_stiffness(void)
{
  const double rolling = 2.25 * stiffness * pow(0.2 * radius, 2), dt = 2e-6, v = 1e-6;
  const double rate = sqrt(rolling / (1.4 * mass() * radius * radius));

  for (int damped = 0; damped < 2; damped++) {
    const double ratio = damped ? 0.05 : 0, swing = rate * sqrt(1 - ratio * ratio);
    const double decay = exp(-2 * PETSC_PI * ratio * rate / swing);
    double       depth;
    char         text[300];
    Sim         *sim;
    Body         body;

    snprintf(text, sizeof text,
             "tangential_stiffness: 5e8, rolling: elastic_plastic, rolling_friction: 0.2, "
             "rolling_damping: %g",
             ratio);
    sim = sphere_on_plane(0, v, dt, text, &depth);
    test_steps(sim, (int)(2 * PETSC_PI / swing / dt + 0.5));
    bodies_of(sim, 1, &body);
    test_note("damping ratio %g: after a period the speed is %.6g of the start, expected %.6g",
              ratio, body.v.x / v, decay);
    CHECK_NEAR(body.v.x, decay * v, 1e-2 * v); /* a soft contact point, 1/100 of the time */
    CHECK_NEAR(body.x.x, 0, 1e-2 * v / rate);
    CALL(sim_destroy(&sim));
  }
  test_end(
    "the rolling spring swings with the stiffness 2.25 k_n (mu_r R)^2 and decays by its ratio");
}

/* dt: fixed for two of these spheres: k and k_r together, or the dashpot of k_r. */
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
             "schema: 1\nrun: {end_time: 1, dt: fixed}\ndomain: {lo: [-1, -1, -1], hi: [1, 1, 1]}\n"
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
  test_end("the fixed step knows the rolling spring and its dashpot");
}

TESTS(.ranks = {1, 3}, .limit = 200)
{
  the_spring_has_its_stiffness();
  the_automatic_step_knows_the_spring();
  test_folder_remove();
}
