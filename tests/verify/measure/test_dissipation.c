/* SPDX-License-Identifier: MIT */
/* Energy lost in contacts heats the bodies: the sum of kinetic, potential and thermal energy is
   kept to second order in dt, at any time, and agrees with closed forms after the contacts. */
#include "verify/verify.h"

#define RADIUS 0.05
#define MASS   (1000 * 4. / 3 * PETSC_PI * RADIUS * RADIUS * RADIUS)
#define SPEED  0.5

enum { LEVELS = 3, OPPOSITE = 1, FLOOR = 2, WARM_FLOOR = 3 };

/* A sphere that meets an equal one, or a floor which has a temperature or none, in `dimensions`. */
static Sim *scene(const char *law, double dt, double gravity, int with, const char *sphere)
{
  Draft t;

  add_head(&t, dt, vec3(0, 0, -gravity), 2);
  add(&t, "material:\n  - m: {density: 1000, young: 1e7, temperature: 300, specific_heat: 1e-3}\n");
  add(&t, "contact:\n  - mm: {between: [m, m], dissipation: temperature, %s}\n", law);
  add(&t, "template:\n  - ball: {material: m, pebbles: [0, 0, 0, %.17g]}\n", RADIUS);
  if (with != OPPOSITE)
    add(&t,
        "wall:\n  - plane: {shape: plane, material: m, point: [0, 0, 0], normal: [0, 0, 1]%s}\n",
        with == WARM_FLOOR ? ", temperature: 300" : "");
  add(&t, "clumps:\n  - one: {template: ball, %s}\n", sphere);
  if (with == OPPOSITE)
    add(&t, "  - two: {template: ball, position: [0, 0, %.17g], velocity: [0, 0, %g]}\n",
        -RADIUS - 0.001, SPEED);
  return sim_of(&t, NULL);
}

/* Heat, or internal energy, in all clumps, J. */
static double warmth(const Sim *sim)
{
  double all = 0;

  for (int q = 0; sim->matter.clumps->uses >> q; q++)
    for (PetscInt a = 0; sim->matter.clumps->uses >> q & 1 && a < sim->matter.clumps->n_owned; a++)
      all +=
        sim->matter.clumps->quantity[q].value[a] / sim->matter.clumps->quantity[q].per_amount[a];
  return all;
}

static double all_of(Sim *sim)
{
  const Totals t = totals_of(sim);

  return t.translational + t.rotational + t.potential + warmth(sim);
}

/* Two spheres meet at an angle. Off: largest change of the sum at any time, and after
   the contact. */
static void meets(const char *law, double time, double most)
{
  double dt[LEVELS], off[LEVELS], left[LEVELS], heat = 0;

  for (int k = 0; k < LEVELS; k++) {
    const int steps = 100 << k;
    char      text[200];
    Sim      *sim;
    double    before, cold;

    snprintf(text, sizeof text, "position: [0.03, 0, %.17g], velocity: [0.1, 0, %g]", 0.0449,
             -SPEED);
    dt[k]  = time / steps;
    sim    = scene(law, dt[k], 0, OPPOSITE, text);
    before = all_of(sim);
    cold   = warmth(sim);
    off[k] = 0;
    for (int n = 0; n < 20; n++) {
      test_steps(sim, steps / 5);
      off[k] = max_of(off[k], fabs(all_of(sim) - before));
    }
    CHECK_INT(touching(sim), 0);
    heat    = warmth(sim) - cold;
    left[k] = fabs(all_of(sim) - before);
    CHECK(heat > 0.01 * MASS * SPEED * SPEED);
    off[k] /= heat;
    left[k] /= heat;
    CALL(sim_destroy(&sim));
  }
  test_note("%s: heat %.4g J; off %.1e, %.1e, %.1e of it, order %.2f; in the end %.1e, %.1e, %.1e",
            law, heat, off[0], off[1], off[2], slope_of(LEVELS, dt, off), left[0], left[1],
            left[2]);
  CHECK_NEAR(off[LEVELS - 1], 0, most);
  CHECK_NEAR(left[LEVELS - 1], 0, most);
  CHECK(slope_of(LEVELS, dt, off) > 1.5);
}

static void impacts_keep_the_energy(void)
{
  const double time = PETSC_PI * sqrt(0.5 * MASS / 1e5);

  meets("normal: hooke, stiffness: 1e5, restitution: 0.5", time, 1e-4);
  meets(
    "normal: luding, stiffness: 1e5, unloading_stiffness: 3e5, adhesion_stiffness: 1e4, damping: 0",
    time, 1e-4);
  meets("normal: hertz, restitution: 0.8, tangential: mindlin, friction: 0.3, rolling: "
        "elastic_plastic, "
        "rolling_friction: 0.1",
        time, 1e-4);
  test_end("kinetic, potential and thermal energy together are kept in impacts, to second order");
}

/* Heat of a sphere that slides at SPEED until it rolls, at rest on the floor before. The dashpot is
   so weak that it does not exceed friction: a spring that starts stretched would store energy. */
static double slid(const char *law, int with, double *rolls)
{
  const double stiffness = 1e6, gravity = 10;
  char         text[200];
  Sim         *sim;
  Body         b;
  double       cold, heat;

  snprintf(text, sizeof text, "position: [0, 0, %.17g], velocity: [%g, 0, 0]",
           RADIUS - MASS * gravity / stiffness, SPEED);
  sim  = scene(law, 5e-5, gravity, with, text);
  cold = warmth(sim);
  test_steps(sim, 2500); /* it rolls from 2 v / (7 mu g) = 0.048 s on */
  heat = warmth(sim) - cold;
  bodies_of(sim, 1, &b);
  *rolls = b.v.x - RADIUS * b.w.y;
  CHECK_NEAR(b.v.x, 5. / 7 * SPEED, 1e-3 * SPEED);
  CALL(sim_destroy(&sim));
  return heat;
}

#define SLIDES \
  "normal: hooke, stiffness: 1e6, restitution: 0.5, tangential: hooke, friction: 0.3, " \
  "tangential_stiffness: 1e6, tangential_damping: 5"

static void a_sphere_slides_until_it_rolls(void)
{
  const double all = MASS * SPEED * SPEED / 7;
  double       rolls, heat;

  heat = slid(SLIDES, FLOOR, &rolls);
  test_note("slides until it rolls: heat %.10g J, m v^2 / 7 = %.10g J; slip left %.1e m/s", heat,
            all, rolls);
  CHECK_NEAR(heat, all, 3e-4 * all); /* the overlap of 5e-6 m, and the spring's energy at the cap */
  CHECK_NEAR(slid(SLIDES, WARM_FLOOR, &rolls), 0.5 * heat, 1e-9 * heat);
  CHECK_NEAR(slid(SLIDES ", dissipation_fraction: 0.25", FLOOR, &rolls), 0.25 * heat, 1e-9 * heat);
  CHECK_NEAR(slid(SLIDES ", dissipation_fraction: 0", FLOOR, &rolls), 0, 0);
  test_end(
    "a sphere that slides until it rolls gets m v^2 / 7, half of it on a floor that takes heat");
}

/* The heat of the moment, against dashpot x speed^2: spheres head on, in the middle of
   their contact. */
static void the_flow_is_that_of_the_dashpot(void)
{
  const double k = 1e5, m = 0.5 * MASS, time = PETSC_PI * sqrt(m / k), e = 0.5,
               z = -log(e) / sqrt(PETSC_PI * PETSC_PI + log(e) * log(e)), c = 2 * z * sqrt(m * k);
  char   text[200];
  Sim   *sim;
  Body   b[2];
  double flow[2], speed;

  snprintf(text, sizeof text, "position: [0, 0, %.17g], velocity: [0, 0, %g]", RADIUS - 0.0009,
           -SPEED);
  sim = scene("normal: hooke, stiffness: 1e5, restitution: 0.5", time / 400, 0, OPPOSITE, text);
  test_steps(sim, 100);
  bodies_of(sim, 2, b);
  CHECK_INT(touching(sim), 1);
  for (int i = 0; i < 2; i++)
    flow[i] =
      sim->matter.clumps->quantity[quantity_index(&quantity_temperature)].flow[test_row(sim, i)];
  speed = b[1].v.z - b[0].v.z;
  test_note("heat %.8g W, dashpot x speed^2 / 2 = %.8g W", flow[0], 0.5 * c * speed * speed);
  CHECK_NEAR(flow[0], flow[1], 1e-12 * flow[0]);                /* quanta */
  CHECK_NEAR(flow[0], 0.5 * c * speed * speed, 2e-3 * flow[0]); /* 1/400, second order */
  CALL(sim_destroy(&sim));
  test_end("the heat of each sphere is half of dashpot x speed^2");
}

/* Many clumps of two pebbles in a box without openings, under gravity: the largest change
   of the sum over the heat. */
static double box(bool flat, double dt, double *heat)
{
  Draft  t;
  Sim   *sim;
  double before, cold, off = 0;

  t.n = 0;
  add(&t, "schema: 1\nrun: {end_time: 9, dt: %.17g, seed: 3, overlap_limit: 9, %s}\n", dt,
      flat ? "gravity: [0, -9], dimension: 2" : "gravity: [0, -9, 0]");
  add(&t, "domain: {lo: [0, 0%s], hi: [1, 1%s], boundary: [periodic, free%s]}\n", flat ? "" : ", 0",
      flat ? "" : ", 0.5", flat ? "" : ", periodic");
  add(&t, "material:\n  - m: {density: 1000, internal_energy: 1}\n");
  add(&t, "contact:\n  - mm: {between: [m, m], normal: hooke, stiffness: 1e5, restitution: 0.5, "
          "tangential: hooke, friction: 0.4, rolling: constant_torque, rolling_friction: 0.05, "
          "dissipation: internal_energy}\n");
  add(&t, "template:\n  - pair: {material: m, pebbles: [0, 0%s, 0.06, 0.06, 0%s, 0.05]}\n",
      flat ? "" : ", 0", flat ? "" : ", 0");
  add(&t, "wall:\n  - floor: {shape: plane, material: m, point: [0, 0%s], normal: [0, 1%s]}\n",
      flat ? "" : ", 0", flat ? "" : ", 0");
  add(&t, "  - lid: {shape: plane, material: m, point: [0, 1%s], normal: [0, -1%s]}\n",
      flat ? "" : ", 0", flat ? "" : ", 0");
  add(&t,
      "clumps:\n  - all: {template: pair, count: 20, lo: [0, 0%s], hi: [1, 1%s], velocity: [0, "
      "-2%s]}\n",
      flat ? "" : ", 0", flat ? "" : ", 0.5", flat ? "" : ", 0");
  sim    = sim_of(&t, NULL);
  before = all_of(sim);
  cold   = warmth(sim);
  for (int n = 0; n < 10; n++) {
    test_steps(sim, (int)lrint(0.03 / dt));
    off = max_of(off, fabs(all_of(sim) - before));
  }
  *heat = warmth(sim) - cold;
  CALL(sim_destroy(&sim));
  return off / *heat;
}

static void clumps_in_a_box(void)
{
  for (int flat = 0; flat < 2; flat++) {
    double dt[LEVELS], off[LEVELS], heat = 0;

    for (int k = 0; k < LEVELS; k++) {
      dt[k]  = 1e-4 / (1 << k);
      off[k] = box(flat, dt[k], &heat);
      CHECK(heat > 0);
    }
    test_note("%d D: heat %.4g J; off %.1e, %.1e, %.1e of it, order %.2f", 3 - flat, heat, off[0],
              off[1], off[2], slope_of(LEVELS, dt, off));
    CHECK_NEAR(off[LEVELS - 1], 0, 1e-4);
    CHECK(slope_of(LEVELS, dt, off) > 1.5);
  }
  test_end("and so they are of clumps in a box, in three and two dimensions, with internal energy");
}

TESTS(.ranks = {1})
{
  impacts_keep_the_energy();
  a_sphere_slides_until_it_rolls();
  the_flow_is_that_of_the_dashpot();
  clumps_in_a_box();
  test_folder_remove();
}
