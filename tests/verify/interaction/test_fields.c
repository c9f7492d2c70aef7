/* SPDX-License-Identifier: MIT */
/* Fields on bodies against closed forms: uniform, central, by a potential, buoyancy, and the
   flow of a fluid with drag. */
#include "options/expression.h"
#include "verify/verify.h"

/* A ball of mass 1 and radius .5 at x, with velocity v, in open space with these interactions. */
static Sim *ball(const char *interactions, const char *more, Vec3 x, Vec3 v, Vec3 gravity,
                 double dt)
{
  Draft t;

  add_head(&t, dt, gravity, 100);
  add(
    &t,
    "material:\n  - a: {density: 1.909859317102744}\n"
    "interaction:\n%s"
    "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
    "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n%s"
    "clumps:\n  - one: {template: ball, id: 1, position: [%.17g, %.17g, %.17g], velocity: [%.17g, "
    "%.17g, %.17g]}\n",
    interactions, more, x.x, x.y, x.z, v.x, v.y, v.z);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

/* Position of clump 1, the same on every rank. */
static Vec3 place_of(const Sim *sim)
{
  const PetscInt row = test_row(sim, 1);
  double         x[] = {-INFINITY, -INFINITY, -INFINITY};

  if (row >= 0) memcpy(x, &sim->matter.clumps->pose[row].x, sizeof x);
  CALL(parallel_max(&sim->par, x, 3));
  return (Vec3){x[0], x[1], x[2]};
}

static Vec3 force_of(const Sim *sim)
{
  const PetscInt row = test_row(sim, 1);
  double         f[] = {-INFINITY, -INFINITY, -INFINITY};

  if (row >= 0) memcpy(f, &sim->matter.clumps->force[row], sizeof f);
  CALL(parallel_max(&sim->par, f, 3));
  return (Vec3){f[0], f[1], f[2]};
}

/* Place after n steps of 1/n, and change of the energy. */
static Vec3 fly(const char *field, Vec3 x, Vec3 v, int n, double *energy)
{
  Sim   *sim   = ball(field, "", x, v, (Vec3){0, 0, 0}, 1.0 / n);
  Totals first = totals_of(sim), last;
  Vec3   end;

  test_steps(sim, n);
  last    = totals_of(sim);
  *energy = energy_of(&last) - energy_of(&first);
  end     = place_of(sim);
  CALL(sim_destroy(&sim));
  return end;
}

/* To second order, for 200 and 400 steps; energies as well. */
static void check(const char *what, const char *field, Vec3 x, Vec3 v, Vec3 expected)
{
  double off[2], energy[2];

  for (int k = 0; k < 2; k++)
    off[k] = vec3_norm(vec3_sub(fly(field, x, v, 200 << k, &energy[k]), expected));
  test_note("%s: off by %.2e and %.2e, energy by %.1e and %.1e", what, off[0], off[1], energy[0],
            energy[1]);
  CHECK(off[1] < 1e-4); /* (w dt)^2 / 24 with w of 6 at most */
  CHECK_NEAR(log2(off[0] / off[1]), 2, 0.05);
  CHECK(fabs(energy[1]) < 0.3 * fabs(energy[0]) + 1e-12); /* a quarter, or rounding */
}

static void bodies_move_as_the_fields_say(void)
{
  double energy;
  Vec3   end = fly("  - pull: {type: uniform, acceleration: [1, 2, -3]}\n", (Vec3){0, 0, 1},
                   (Vec3){1, 0, 0}, 100, &energy);

  /* exact for the scheme; 100 roundings to the grid */
  CHECK_NEAR(vec3_norm(vec3_sub(end, (Vec3){1.5, 1, -0.5})), 0, 1e-12);
  CHECK_NEAR(energy, 0, 1e-12); /* rounding */
  check("harmonic", "  - trap: {type: central, point: [1, 0, 0], strength: 9}\n", (Vec3){2, 0, 0},
        (Vec3){0, 3, 0}, (Vec3){1 + cos(3), sin(3), 0});
  check("circle in an inverse square",
        "  - sun: {type: central, point: [0, 0, 0], strength: 8, power: -2, per: mass}\n",
        (Vec3){2, 0, 0}, (Vec3){0, 2, 0}, (Vec3){2 * cos(1), 2 * sin(1), 0});
  check("circle with power -1",
        "  - line: {type: central, point: [0, 0, 0], strength: 4, power: -1}\n", (Vec3){2, 0, 0},
        (Vec3){0, 2, 0}, (Vec3){2 * cos(1), 2 * sin(1), 0});
  check("a potential", "  - trap: {type: potential, energy: \"4.5*((x-1)^2 + y^2)*m + sin(z)\"}\n",
        (Vec3){2, 0, 1.5707963267948966}, (Vec3){0, 3, 0},
        (Vec3){1 + cos(3), sin(3), 1.5707963267948966});
  test_end("uniform, central and formulated fields: closed forms, energies kept, second order");
}

/* ---- gradients ---- */

static void gradients_are_differences(void)
{
  static const char *const names[]    = {"x", "y", "z", NULL};
  static const char *const formulas[] = {
    "x*y/z + sqrt(x)*exp(-y)",    "sin(x)*cos(y)*tan(z/3)",       "log(x)*z^3 - y^x",
    "abs(y-2)*min(x,z)*max(y,z)", "if(x>1, x^2*y, z) + floor(x)", "-(x/y)^-2 + step(z)*z"};

  for (size_t f = 0; f < sizeof formulas / sizeof *formulas; f++) {
    double     x[3][7], value[7], ignored[7], slope[3][EXPRESSION_TILE];
    char       why[EXPRESSION_WHY];
    Expression e;

    CHECK(expression_read(formulas[f], strlen(formulas[f]), names, &e, why));
    for (int k = 0; k < 7;
         k++) /* the place, then one step of 1e-5 back and forth along each axis */
      for (int m = 0; m < 3; m++)
        x[m][k] = 1.3 + 0.4 * m + (k > 0 && (k - 1) / 2 == m ? (k % 2 ? -1e-5 : 1e-5) : 0);
    expression_evaluate(&e, (const double *const[]){x[0], x[1], x[2]}, 7, value);
    expression_gradient(&e, (const double *const[]){x[0], x[1], x[2]}, 1, ignored, slope);
    CHECK_BITS(ignored[0], value[0]);
    for (int m = 0; m < 3; m++) /* third derivative times 1e-10, rounding over 1e-5 */
      CHECK_NEAR(slope[m][0], (value[2 + 2 * m] - value[1 + 2 * m]) / 2e-5, 1e-8);
  }
  test_end("gradients of formulas are those of finite differences");
}

/* ---- buoyancy ---- */

static const char *const water =
  "  - water: {type: buoyancy, fluid_density: 3.819718634205488, level: 0}\n";

static void bodies_float_as_archimedes_says(void)
{
  const Vec3 g   = {0, 0, -10};
  Sim       *sim = ball(water, "", (Vec3){0, 0, 0}, (Vec3){0, 0, 0}, g, 1e-3);
  double     drift[2];

  /* half as dense as the fluid: at rest with its centre at the surface */
  CHECK_NEAR(force_of(sim).z, 10, 1e-12); /* rounding */
  test_steps(sim, 100);
  CHECK_NEAR(place_of(sim).z, 0, 1e-12);
  CALL(sim_destroy(&sim));
  sim = ball(water, "", (Vec3){0, 0, -0.25}, (Vec3){0, 0, 0}, g, 1e-3);
  CHECK_NEAR(force_of(sim).z, 20 * 27.0 / 32, 1e-12); /* cap of 3/4 of the diameter: 27/32 */
  CALL(sim_destroy(&sim));
  sim = ball(water, "", (Vec3){0, 0, -3}, (Vec3){0, 0, 0}, g, 1e-3);
  CHECK_NEAR(force_of(sim).z, 20, 1e-12);
  CALL(sim_destroy(&sim));
  for (int k = 0; k < 2; k++) { /* from 3 radii below to above the surface and back */
    Totals first, last;

    sim   = ball(water, "", (Vec3){0, 0, -1.5}, (Vec3){0, 0, 0}, g, 4e-3 / (1 << k));
    first = totals_of(sim);
    test_steps(sim, 400 << k);
    last     = totals_of(sim);
    drift[k] = fabs(energy_of(&last) - energy_of(&first));
    CALL(sim_destroy(&sim));
  }
  test_note("energy of a ball that leaps out: off by %.1e and %.1e of 10 J", drift[0], drift[1]);
  CHECK(drift[1] < 0.35 * drift[0] &&
        drift[1] < 1e-3); /* second order, of jumps of the curvature */
  test_end("buoyancy: the weight of the displaced fluid, with a potential energy");
}

/* Pebbles that overlap count once, and a rod that floats upright is turned over. */
static void clumps_float_by_their_caps(void)
{
  Draft  t;
  Sim   *sim;
  double up;

  add_head(&t, 1e-3, (Vec3){0, 0, -10}, 100);
  add(&t,
      "material:\n  - a: {density: 1}\ninteraction:\n  - water: {type: buoyancy, fluid_density: 2, "
      "level: 0}\n"
      "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
      "template:\n  - rod: {material: a, pebbles: [-.8,0,0,.5, -.4,0,0,.5, 0,0,0,.5, .4,0,0,.5, "
      ".8,0,0,.5]}\n"
      "clumps:\n  - one: {template: rod, id: 1, position: [0, 0, -5]}\n");
  sim = test_sim(PETSC_COMM_WORLD, t.text, "");
  up  = force_of(sim).z;
  if (test_row(sim, 1) >= 0)
    CHECK_NEAR(up / (20 * sim->matter.clumps->mass[test_row(sim, 1)]), 1, 1e-12); /* rounding */
  CALL(sim_destroy(&sim));
  test_end("an immersed clump of overlapping pebbles displaces its own volume");
}

/* ---- flow ---- */

/* Linear drag in u = (z/2, t, 1): a body that is at rest takes on the velocity of the fluid. */
static void drag_follows_the_flow(void)
{
  static const char *const flows[] = {
    "flow: \"z/2, t, 1\"",
    /* the same on a grid, which is exact as it is linear */
    "flow_table: [0,0,0,-50, -25,0,1, 0,0,0,50, 25,0,1, 9,0,0,-50, -25,9,1, 9,0,0,50, 25,9,1]"};
  Vec3 end[2];

  for (int k = 0; k < 2; k++) {
    char text[400];
    Sim *sim;

    snprintf(text, sizeof text, "  - wind: {type: drag, linear: 2, %s}\n", flows[k]);
    sim = ball(text, "", (Vec3){0, 0, 0}, (Vec3){0, 0, 0}, (Vec3){0, 0, 0}, 1e-3);
    test_steps(sim, 1000);
    end[k] = place_of(sim);
    CALL(sim_destroy(&sim));
  }
  /* m v' = 2 (u - v): z = t - (1 - e^-2t)/2, y = t^2/2 - t/2 + (1 - e^-2t)/4 */
  CHECK_NEAR(end[0].z, 1 - 0.5 * (1 - exp(-2)), 1e-6);       /* second order, dt 1e-3 */
  CHECK_NEAR(end[0].y, 0.25 * (1 - exp(-2)), 1e-6);          /* likewise */
  CHECK_NEAR(vec3_norm(vec3_sub(end[0], end[1])), 0, 1e-12); /* rounding of the interpolation */
  test_end("drag in a fluid whose velocity is given by formulas, and by a table");
}

TESTS(.ranks = {1, 2})
{
  bodies_move_as_the_fields_say();
  gradients_are_differences();
  bodies_float_as_archimedes_says();
  clumps_float_by_their_caps();
  drag_follows_the_flow();
  test_folder_remove();
}
