/* SPDX-License-Identifier: MIT */
/* Energies that kinds of terms lose, against closed forms: spheres that bounce, slide and roll on a
   plane. */
#include "verify/energies.h"

/* A sphere that falls on the plane at `speed` loses 1 - e^2 of its energy in one column, and what
   is in the other one vanishes with the square of the step. */
static void bounces(const char *law, double speed, double time, double e, const char *column,
                    double least)
{
  const bool   dashpot = strcmp(column, "loss_damping") == 0;
  const double energy  = 0.5 * mass() * speed * speed;
  double       dt[LEVELS], off[LEVELS], other = 0;

  for (int k = 0; k < LEVELS; k++) {
    const int    steps = 100 << k;
    const Start  start = {.x = {0, 0, radius + 2.3 * speed * time / steps}, .v = {0, 0, -speed}};
    Sim         *sim   = scene(law, time / steps, 0, 1, &start, "");
    const double most  = 4e-3 / (1 << (2 * k)); /* of the energy: order 2 */

    test_steps(sim, 4 * steps);
    CHECK_INT(touching(sim), 0);
    dt[k]  = time / steps;
    off[k] = fabs(total(sim, column) / energy - (1 - e * e));
    other  = total(sim, dashpot ? "loss_normal" : "loss_damping") / energy;
    CHECK_NEAR(off[k], 0, most);
    CHECK_NEAR(other, 0, dashpot ? most : 0);
    CALL(sim_destroy(&sim));
  }
  test_note("%s: %s off by %.1e, %.1e, %.1e of m v^2 / 2, the other loss %.1e; order %.2f", law,
            column, off[0], off[1], off[2], other, slope_of(LEVELS, dt, off));
  CHECK(slope_of(LEVELS, dt, off) > least);
}

static void bouncing_spheres(void)
{
  const double k1 = 1e5, kp = 3e5, kc = 2e4, stiff = pi * sqrt(mass() / kp);
  const double p = 2e7, depth = radius * pow(pi * p / (2 * modulus()), 2), y = 0.2,
               v     = sqrt(16.0 / 15 * modulus() * sqrt(radius) * pow(depth, 2.5) / mass()) / y;
  const double hertz = hertz_time * pow(15.0 / 16 * mass() / (modulus() * sqrt(radius)), 0.4);

  bounces("normal: hooke, stiffness: 1e5, restitution: 0.5", 0.5, pi * sqrt(mass() / k1), 0.5,
          "loss_damping", 1.5);
  bounces("normal: hertz, restitution: 0.5", 0.5, hertz / pow(0.5, 0.2), 0.5, "loss_damping", 1.5);
  bounces("normal: walton_braun, stiffness: 1e5, unloading_stiffness: 3e5", 0.5, stiff,
          sqrt(k1 / kp), "loss_normal", 1.5);
  bounces("normal: luding, stiffness: 1e5, unloading_stiffness: 3e5, adhesion_stiffness: 2e4", 0.5,
          stiff, sqrt(k1 / kp - kc / kp * (kp - k1) * (kp - k1) / (k1 * (kp + kc))), "loss_normal",
          1.5);
  bounces("normal: elastic_plastic, yield_pressure: 2e7", v, hertz / pow(v, 0.2),
          sqrt(6 * sqrt(3) / 5 * (1 - y * y / 6)) *
            sqrt(sqrt(y / (y + 2 * sqrt(1.2 - 0.2 * y * y)))),
          "loss_normal", 1.5);
  test_end("bouncing spheres lose 1 - e^2 of their energy, in dashpots or by plastic springs");
}

/* At rest on the plane but for its speed; cap: of friction, N. */
static void a_sphere_slides(void)
{
  const double stiffness = 1e4, mu = 0.3, cap = mu * mass() * gravity;
  const Start  start = {
     .x = {0, 0, radius - mass() * gravity / stiffness}, .v = {0.2, 0, 0}, .blocked = "XYZ"};
  const double stretch = cap / (2.0 / 7 * stiffness);
  Sim         *sim =
    scene("normal: hooke, stiffness: 1e4, restitution: 1, tangential: hooke, friction: 0.3", 1e-5,
          gravity, 1, &start, "");
  Body b;

  test_steps(sim, 4000);
  bodies_of(sim, 1, &b);
  test_note("slid %.4g m: lost %.10g J, mu m g s %.10g J", b.x.x, total(sim, "loss_tangential"),
            cap * (b.x.x - stretch));
  CHECK(b.v.x > 0.05); /* it slides on */
  /* the cap is reached within one step: dt / time */
  CHECK_NEAR(total(sim, "loss_tangential") / (cap * (b.x.x - stretch)), 1, 1e-5);
  CHECK_NEAR(total(sim, "energy_tangential") / (0.5 * cap * stretch), 1, 1e-9);
  CALL(sim_destroy(&sim));
  test_end("a sphere that slides loses friction x weight x way");
}

static void a_sphere_rolls(void)
{
  const double stiffness = 1e4, mu = 0.02, depth = mass() * gravity / stiffness,
               lever  = radius - 0.5 * depth;
  const Start  start  = {.x = {0, 0, radius - depth}, .v = {0.2, 0, 0}, .w = {0, 0.2 / lever, 0}};
  Sim         *sim    = scene("normal: hooke, stiffness: 1e4, restitution: 1, tangential: hooke, "
                                         "friction: 0.5, tangential_damping: 100, rolling: constant_torque, "
                                         "rolling_friction: 0.02",
                              1e-5, gravity, 1, &start, "");
  const double torque = mu * radius * mass() * gravity;
  Body         b;

  test_steps(sim, 20000);
  bodies_of(sim, 1, &b);
  test_note("rolled %.4g m: lost %.10g J, M x angle %.10g J, in slip %.1e J", b.x.x,
            total(sim, "loss_rolling"), torque * b.x.x / lever, total(sim, "loss_tangential"));
  CHECK(b.v.x > 0.05); /* it rolls on */
  CHECK_NEAR(
    total(sim, "loss_rolling") / (torque * b.x.x / lever), 1,
    1e-4); /* the tangential spring, which begins without stretch, lets it slip by 1e-6 m */
  CALL(sim_destroy(&sim));
  test_end("a sphere that rolls loses the constant torque x angle");
}

/* In the middle of a contact; before, no kinds were asked for. */
static void a_restart_asks_first(void)
{
  const Start start = {.x = {0, 0, radius + 1e-6}, .v = {0, 0, -0.5}};
  Sim   *sim = scene("normal: hooke, stiffness: 1e5, restitution: 0.5", 2e-6, 0, 1, &start, "");
  double before, rest;

  sim = test_restarted(sim, "-output_energies false");
  test_steps(sim, 250);
  before = total(sim, "dissipated");
  sim    = test_restarted(sim, "-output_energies true");
  rest   = total(sim, "energy_normal");
  CHECK(rest > 1e-4 && before > 1e-4);
  CHECK(total(sim, "loss_normal") == 0 && total(sim, "loss_damping") == 0);
  test_steps(sim, 1000);
  test_note("at the restart %.4g J lost, %.4g J stored; then %.4g J in dashpots, %.1e J in springs",
            before, rest, total(sim, "loss_damping"), total(sim, "loss_normal"));
  /* the work of half a step at the restart, some 2 dt / contact time of the energy */
  CHECK_NEAR(total(sim, "loss_damping") + total(sim, "loss_normal"),
             total(sim, "dissipated") - before, 5e-3 * rest);
  CHECK(total(sim, "loss_damping") > 0.1 * rest);
  CALL(sim_destroy(&sim));
  test_end("energies that a restart asks for first begin there");
}

/* A sphere slides, then a restart leaves friction out: what it has lost stays in its column. */
static void a_restart_removes_a_term(void)
{
  const Start start = {.x = {0, 0, radius - 1e-5}, .v = {0.2, 0, 0}, .blocked = "XYZ"};
  Sim        *sim =
    scene("normal: hooke, stiffness: 1e4, restitution: .9, tangential: hooke, friction: 0.3", 1e-5,
          gravity, 1, &start, "");
  double lost;

  test_steps(sim, 500);
  lost = total(sim, "loss_tangential");
  sim  = test_restarted(sim, "-contact_law-a_tangential none -contact_law-ab_tangential none");
  test_steps(sim, 100);
  test_note("lost %.6g J in slip, then %.6g J", lost, total(sim, "loss_tangential"));
  CHECK(lost > 1e-6);
  CHECK_NEAR(total(sim, "loss_tangential") / lost, 1, 5e-3); /* half a step of 500 is to come */
  CHECK_NEAR(total(sim, "loss_tangential") + total(sim, "loss_normal") + total(sim, "loss_damping"),
             total(sim, "dissipated"), 1e-12 * lost);
  CALL(sim_destroy(&sim));
  test_end("losses of a term that a restart removes stay");
}

TESTS(.ranks = {1})
{
  bouncing_spheres();
  a_sphere_slides();
  a_sphere_rolls();
  a_restart_asks_first();
  a_restart_removes_a_term();
  test_folder_remove();
}
