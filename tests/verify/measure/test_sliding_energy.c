/* SPDX-License-Identifier: MIT */
/* The account of contacts that slide: a tangential spring stores the energy that it can give back,
   at most that of the Coulomb limit, and the dissipated energy never falls. */
#include "verify/energies.h"

/* Largest fall of the dissipated energy, J, in so many steps; *stored: largest
   tangential energy. */
static double falls(Sim *sim, int steps, double *stored)
{
  double most = total(sim, "dissipated"), fall = 0;

  *stored = total(sim, "energy_tangential");
  for (int k = 0; k < steps; k++) {
    double now;

    test_steps(sim, 1);
    now     = total(sim, "dissipated");
    fall    = max_of(fall, most - now);
    most    = max_of(most, now);
    *stored = max_of(*stored, total(sim, "energy_tangential"));
  }
  return fall;
}

/* ---- a block ---- */

#define BLOCK_SPEED 0.5
enum { FEET = 4 };

static double block_mass(void)
{
  return FEET * mass();
}

/* A block on four feet, at rest on the plane but for its speed; stiffness of the spring along the
   plane at this weight, N/m. */
static void slides(const char *law, double mu, double stiffness, double depth, double dt)
{
  const double energy = 0.5 * block_mass() * BLOCK_SPEED * BLOCK_SPEED, load = mass() * gravity;
  const double limit = FEET * 0.5 * (mu * load) * (mu * load) / stiffness;
  double       stored, fall, start;
  Draft        t;
  Sim         *sim;

  add_head(&t, dt, vec3(0, 0, -gravity), 1);
  add(&t, "material:\n");
  add_material(&t, "m", young, nu, density);
  add_material(&t, "plane", 1e30, 0, 1);
  add_laws(&t, "m", "plane", law);
  add_wall(&t, "plane", vec3(0, 0, 1));
  add(&t, "template:\n  - block: {material: m, pebbles: [.03, .03, 0, .01, .03, -.03, "
          "0, .01, -.03, .03, 0, .01, -.03, -.03, 0, .01]}\n");
  add(&t, "clumps:\n  - one: {template: block, position: [0, 0, %.17g], velocity: [%g, 0, 0]}\n",
      radius - depth, BLOCK_SPEED);
  sim   = test_sim(PETSC_COMM_WORLD, t.text, "-output_energies true");
  start = total(sim, "energy_tangential");
  fall  = falls(sim, (int)(0.2 / dt), &stored); /* it stops after v / (mu g) < 0.18 s */
  test_note(
    "%s: stored %.1e of the limit at the start, %.3f at most; dissipated falls by %.1e of m "
    "v^2 / 2, ends at %.6f of it",
    law, start / limit, stored / limit, fall / energy, total(sim, "dissipated") / energy);
  CHECK(start <= limit);
  CHECK(stored <= 1.1 * limit); /* feet in front bear more than a quarter of the weight */
  /* at rest: places are multiples of 2^-49 of the box, each step rounds the work of the weight */
  CHECK_NEAR(fall, 0, 1e-10 * energy);
  /* the depth of the floor under feet that tip, and what springs keep */
  CHECK_NEAR(total(sim, "dissipated") / energy, 1, 2e-3);
  CHECK(total(sim, "kinetic_translational") < 1e-6 * energy);
  CALL(sim_destroy(&sim));
}

static void blocks_slide(void)
{
  const double k = 1e5, d = mass() * gravity / k, shear = young / (2 * (1 + nu) * (2 - nu));
  const double h = pow(0.75 * mass() * gravity / (modulus() * sqrt(radius)), 2. / 3),
               s = 8 * shear * sqrt(radius * h);

  slides("normal: hooke, stiffness: 1e5, restitution: 0.1, tangential: hooke, friction: 0.3", 0.3,
         2. / 7 * k, d, 5e-5);
  slides("normal: hooke, stiffness: 1e5, restitution: 0.1, tangential: static_dynamic, friction: "
         "0.5, friction_dynamic: 0.3",
         0.5, 2. / 7 * k, d, 5e-5);
  slides("normal: hertz, restitution: 0.1, tangential: mindlin, friction: 0.3", 0.3, s, h, 5e-5);
  slides("normal: hertz, restitution: 0.1, tangential: mindlin_secant, friction: 0.3", 0.3, s, h,
         5e-5);
  slides(
    "normal: luding, stiffness: 1e5, unloading_stiffness: 2e5, adhesion_stiffness: 0, damping: "
    "300, tangential: hooke, friction: 0.3, tangential_damping: 500",
    0.3, 2. / 7 * k, d, 5e-5);
  test_end("a block that slides stores no more than at the limit, and dissipates what it had");
}

/* ---- oblique impacts ---- */

static double impact_time(const char *law)
{
  return strstr(law, "hertz")
           ? hertz_time * pow(15.0 / 16 * mass() / (modulus() * sqrt(radius)), 0.4) / pow(0.5, 0.2)
           : pi * sqrt(mass() / 1e5);
}

/* A sphere at 0.5 m/s down and `along` over a plane, with a spin of rim speed `rim`. */
static void impact(const char *law, double along, double rim)
{
  const double dt    = impact_time(law) / 60;
  const Start  start = {
     .x = {0, 0, radius + 2.3 * 0.5 * dt}, .v = {along, 0, -0.5}, .w = {0, rim / radius, 0}};
  Sim         *sim    = scene(law, dt, 0, 1, &start, "");
  const Totals before = totals_of(sim);
  const double energy = before.translational + before.rotational;
  double       stored, fall = falls(sim, 400, &stored);
  const Totals after = totals_of(sim);
  const double left  = after.translational + after.rotational;

  CHECK_INT(touching(sim), 0);
  if (fall > 1e-12 * energy)
    test_note("%s, %g m/s along, rim %g m/s: falls by %.1e", law, along, rim, fall / energy);
  CHECK_NEAR(fall, 0, 1e-12 * energy);
  /* the error of the step, of the contact time as 1/60, squared, by the slopes at touching */
  CHECK_NEAR(total(sim, "dissipated") / energy, 1 - left / energy, 1e-2);
  CALL(sim_destroy(&sim));
}

/* A ball that slides fast all the time: what it loses along the plane is friction times what it
   gains across it. */
static void impulse_is_at_the_limit(void)
{
  static const char *const laws[] = {"mindlin", "mindlin_incremental", "mindlin_rescaled",
                                     "mindlin_secant", "static_dynamic"};

  for (size_t k = 0; k < 2 * sizeof laws / sizeof *laws; k++) {
    char   text[200];
    double dt, normal;
    Start  start = {.v = {k % 2 ? 20 : 2, 0, -0.5}};
    Totals before, after;
    Sim   *sim;

    snprintf(
      text, sizeof text,
      "normal: hertz, restitution: 0.5, limit_damping: true, tangential: %s, friction: 0.3%s",
      laws[k / 2], k / 2 == 4 ? ", friction_dynamic: 0.3" : "");
    dt      = impact_time(text) / 200;
    start.x = vec3(0, 0, radius + 2.3 * 0.5 * dt);
    sim     = scene(text, dt, 0, 1, &start, "");
    before  = totals_of(sim);
    test_steps(sim, 1000);
    after  = totals_of(sim);
    normal = after.momentum.z - before.momentum.z;
    CHECK_INT(touching(sim), 0);
    CHECK(normal > 0);
    CHECK_NEAR(before.momentum.x - after.momentum.x, 0.3 * normal,
               1e-5 * normal); /* in the first step of a contact its spring is below the limit */
    CALL(sim_destroy(&sim));
  }
  test_end("a ball that slides is slowed down by mu times its normal impulse");
}

static void impacts(void)
{
  static const char *const laws[] = {
    "normal: hooke, stiffness: 1e5, restitution: 0.1, tangential: hooke, friction: 0.3",
    "normal: hooke, stiffness: 1e5, restitution: 0.9, tangential: hooke, friction: 0.3",
    "normal: hooke, stiffness: 1e5, restitution: 0.5, tangential: static_dynamic, friction: 0.3, "
    "friction_dynamic: 0.2",
    "normal: hertz, restitution: 0.1, tangential: mindlin, friction: 0.3",
    "normal: hertz, restitution: 0.5, tangential: mindlin_incremental, friction: 0.3",
    "normal: hertz, restitution: 0.5, tangential: mindlin_secant, friction: 0.3",
    "normal: hertz, restitution: 0.5, tangential: static_dynamic, friction: 0.3, "
    "friction_dynamic: 0.2",
    "normal: luding, stiffness: 1e5, unloading_stiffness: 3e5, adhesion_stiffness: 2e4, damping: "
    "100, "
    "tangential: hooke, friction: 0.3, tangential_damping: 1000",
    "normal: hooke, stiffness: 1e5, restitution: 0.5, tangential: hooke, friction: 0.3, rolling: "
    "elastic_plastic, rolling_friction: 0.1, twisting: elastic_plastic, twisting_friction: 0.1, "
    "twisting_stiffness: 1",
  };
  static const double start[][2] = {{0.05, 0}, {0.2, 0}, {0.5, 0}, {2, 0}, {0.2, -1}, {0, 0.5}};

  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
    for (size_t m = 0; m < sizeof start / sizeof *start; m++)
      impact(laws[k], start[m][0], start[m][1]);
  test_end("in oblique impacts what is dissipated never falls");
}

/* ---- heat ---- */

/* Heat of a sphere at a plane that has no temperature, and what is dissipated, at any time. */
static void heats(const char *law)
{
  const double dt = impact_time(law) / 120;
  char         text[500];
  double       heat = 0, cold = 0, off = 0, least = 0;
  Draft        t;
  Sim         *sim;

  add_head(&t, dt, vec3(0, 0, 0), 1);
  add(&t,
      "material:\n  - m: {young: %.17g, poisson: %.17g, density: %.17g, temperature: 300, "
      "specific_heat: 1}\n",
      young, nu, density);
  add(&t, "  - plane: {young: 1e30, density: 1, specific_heat: 1}\n");
  snprintf(text, sizeof text, "dissipation: temperature, %s", law);
  add_laws(&t, "m", "plane", text);
  add_wall(&t, "plane", vec3(0, 0, 1));
  add(&t, "template:\n  - ball: {material: m, pebbles: [0, 0, 0, %g]}\n", radius);
  add(&t, "clumps:\n  - one: {template: ball, position: [0, 0, %.17g], velocity: [2, 0, -.5]}\n",
      radius + 1.15 * dt);
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  for (int k = 0; k <= 400; k++) {
    heat = sim->matter.clumps->quantity[0].value[0] / sim->matter.clumps->quantity[0].per_amount[0];
    if (k == 0) cold = heat;
    heat -= cold;
    least = heat < least ? heat : least;
    off   = max_of(off, fabs(heat - total(sim, "dissipated")));
    test_steps(sim, 1);
  }
  test_note("%s: heat %.6g J, dissipated %.6g J, least %.1e J; off by %.1e J at most", law, heat,
            total(sim, "dissipated"), least, off);
  CHECK(heat > 1e-3 * mass());
  CHECK_NEAR(least, 0, 1e-6 * heat); /* no contact begins by taking heat */
  CHECK_NEAR(off, 0, 2e-2 * heat);   /* the power of one step, which flows half a step later */
  CHECK_NEAR(heat, total(sim, "dissipated"), 1e-3 * heat); /* second order of 1/120 */
  CALL(sim_destroy(&sim));
}

static void heat_is_what_is_dissipated(void)
{
  heats("normal: hooke, stiffness: 1e5, restitution: 0.1, tangential: hooke, friction: 0.3");
  heats("normal: hertz, restitution: 0.1, tangential: mindlin, friction: 0.3");
  test_end("sliding contacts heat bodies by what is dissipated");
}

TESTS(.ranks = {1})
{
  blocks_slide();
  impacts();
  impulse_is_at_the_limit();
  heat_is_what_is_dissipated();
  test_folder_remove();
}
