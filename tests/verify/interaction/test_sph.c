/* SPDX-License-Identifier: MIT */
/* SPH against a plain double loop, sound, a column of water at rest, and a dam that breaks. */
#include "sph_case.h"

/* ---- a double loop over particles and images ---- */

static const char *const blob =
  "schema: 1\nrun: {end_time: 9, dt: 1e-3, seed: 4, dimension: 3}\n"
  "domain: {lo: [0, 0, 0], hi: [3, 4, 5], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - gas: {density: 1}\n"
  "template:\n  - atom: {material: gas, pebbles: [0, 0, 0, .3]}\n"
  "  - big: {material: gas, pebbles: [0, 0, 0, .4]}\n"
  "clumps:\n  - all: {template: [big, atom], fraction: [.2, .8], count: 100, lo: [0, 0, 0], hi: "
  "[3, 4, 5]}\n"
  "interaction:\n"
  "  - gas: {type: sph, material: gas, kernel: cubic_spline, smoothing_ratio: 1.2, smoothing: "
  "adaptive, state: {type: polytrope, constant: 2, index: 1.5}}\n";

/* Cubic spline in three dimensions, and its slope over r. */
static double kernel(double r, double h, double *slope)
{
  const double q = r / h, s = 1 / (PETSC_PI * h * h * h);

  *slope = r == 0  ? 0
           : q < 1 ? s * (-3 * q + 2.25 * q * q) / (h * r)
           : q < 2 ? -0.75 * s * (2 - q) * (2 - q) / (h * r)
                   : 0;
  return q < 1 ? s * (1 - 1.5 * q * q + 0.75 * q * q * q)
               : (q < 2 ? 0.25 * s * (2 - q) * (2 - q) * (2 - q) : 0);
}

typedef struct {
  double h, mass, density, change, term; /* change: d density / d h */
  Vec3   x, force;
} Twin;

/* Vectors from b to all images of a near it: the k-th of 27. */
static Vec3 image(const Twin *a, const Twin *b, int k)
{
  return vec3_add(vec3_sub(a->x, b->x),
                  (Vec3){3 * (k % 3 - 1), 4 * (k / 3 % 3 - 1), 5 * (k / 9 - 1)});
}

static void find_density(Twin *all, int n, int a)
{
  const double step = 1e-6 * all[a].h;

  for (int b = 0; b < n; b++)
    for (int k = 0; k < 27; k++) {
      const double r = vec3_norm(image(&all[a], &all[b], k));
      double       s;

      all[a].density += all[b].mass * kernel(r, all[a].h, &s);
      all[a].change += all[b].mass *
                       (kernel(r, all[a].h + step, &s) - kernel(r, all[a].h - step, &s)) /
                       (2 * step);
    }
  all[a].term =
    2 * pow(all[a].density, 5.0 / 3) /
    ((1 + all[a].h / (3 * all[a].density) * all[a].change) * all[a].density * all[a].density);
}

static void find_force(Twin *all, int n, int a)
{
  for (int b = 0; b < n; b++)
    for (int k = 0; k < 27; k++) {
      const Vec3 d = image(&all[a], &all[b], k);
      double     sa, sb;

      (void)kernel(vec3_norm(d), all[a].h, &sa);
      (void)kernel(vec3_norm(d), all[b].h, &sb);
      all[a].force = vec3_axpy(
        all[a].force, -all[a].mass * all[b].mass * (all[a].term * sa + all[b].term * sb), d);
    }
}

static void forces_are_those_of_a_double_loop(void)
{
  Sim          *sim  = test_sim(PETSC_COMM_SELF, blob, "");
  const Clumps *c    = sim->matter.clumps;
  const int     n    = (int)c->n_owned;
  double        most = 0;
  Twin         *all  = calloc((size_t)n, sizeof *all);

  for (int a = 0; a < n; a++)
    all[a] = (Twin){.h = sph_column(sim, SPH_H)[a], .mass = c->mass[a], .x = c->pose[a].x};
  for (int a = 0; a < n; a++) find_density(all, n, a);
  for (int a = 0; a < n; a++) find_force(all, n, a);
  for (int a = 0; a < n; a++) most = fmax(most, vec3_norm(all[a].force));
  for (int a = 0; a < n; a++) {
    /* rounding of sums to 2^-42 of m / h^d, and of neighbours */
    CHECK_NEAR(sph_column(sim, SPH_DENSITY)[a], all[a].density, 1e-10 * all[a].density);
    /* h is found to a millionth, in which rho h^3 changes by three */
    CHECK_NEAR(all[a].density * pow(all[a].h, 3), all[a].mass * 1.728, 1e-5 * all[a].mass);
    /* the difference quotient in `change` is good to 1e-9 */
    CHECK(vec3_norm(vec3_sub(c->force[a], all[a].force)) < 1e-8 * most);
  }
  free(all);
  CALL(sim_destroy(&sim));
  test_end("densities, smoothing lengths and forces are those of a double loop over all images");
}

/* ---- sound ---- */

enum { WAVE = 40, ROWS = 8 };

/* A liquid that flows with sin(2 pi x / L) rings at the period L / c: its kinetic energy is least
   at a quarter of it. */
static void sound_is_as_fast_as_said(void)
{
  static char       text[SPH_TEXT];
  const char *const scenario =
    "schema: 1\nrun: {end_time: 9, dt: 2.5e-4, dimension: 2}\n"
    "domain: {lo: [0, 0], hi: [4, .8], boundary: [periodic, periodic]}\n"
    "material:\n  - water: {density: 1000}\n"
    "template:\n  - drop: {material: water, pebbles: [0, 0, .056418958]}\n"
    "clumps:\n  - all: {file: wave.csv}\n"
    "interaction:\n"
    "  - water: {type: sph, material: water, smoothing_ratio: 1.5, state: {type: tait, "
    "sound_speed: 10, tension: true}}\n";
  Sim   *sim;
  double least = INFINITY, at = 0;

  snprintf(text, sizeof text, "template,x,y,vx,vy\n");
  for (int i = 0; i < WAVE; i++)
    for (int j = 0; j < ROWS; j++)
      sph_row(text, "drop,%.9g,%.9g,%.17g,0\n", (i + .5) * .1, (j + .5) * .1,
              1e-3 * sin(2 * PETSC_PI * (i + .5) / WAVE));
  test_file("wave.csv", text);
  sim = test_sim(PETSC_COMM_SELF, scenario, "");
  for (int k = 0; k < 520; k++) {
    double kinetic;

    test_steps(sim, 1);
    kinetic = totals_of(sim).translational;
    if (kinetic < least) at = sim_time(sim);
    least = fmin(least, kinetic);
  }
  CHECK_NEAR(at, 0.1, 2e-3); /* of 40 particles a wave: their kernels smooth it by about 1 % */
  CALL(sim_destroy(&sim));
  test_end("sound has the speed of the equation of state");
  sim = test_sim(PETSC_COMM_SELF, scenario, "-run_dt auto");
  CHECK_NEAR(sim->clock.dt, 0.25 * 0.15 / 10, 1e-9); /* h / 4c; the volume of a drop has 8 digits */
  CALL(sim_destroy(&sim));
  sim = test_sim(PETSC_COMM_SELF, scenario, "-run_dt auto -interaction_water_viscosity 1000");
  CHECK_NEAR(sim->clock.dt, 0.125 * 1000 * 0.15 * 0.15 / 1000, 1e-9);
  CALL(sim_destroy(&sim));
  test_end("and dt: auto resolves it, and laminar viscosity");
}

static void gases_have_automatic_steps(void)
{
  const char *const scenario =
    "schema: 1\nrun: {end_time: 9, dt: auto, dimension: 2}\n"
    "domain: {lo: [0, 0], hi: [9, 9], boundary: [open, open]}\n"
    "material:\n  - gas: {density: 1, internal_energy: 1}\n"
    "template:\n  - drop: {material: gas, pebbles: [0, 0, .056418958]}\n"
    "clumps:\n  - a: {template: drop, position: [4, 4], internal_energy: 3}\n"
    "  - b: {template: drop, position: [4.1, 4], velocity: [2, 0]}\n"
    "interaction:\n"
    "  - gas: {type: sph, material: gas, smoothing_ratio: 1.5, alpha: 1, beta: 2, state: {type: "
    "ideal_gas, gamma: 1.4}}\n";
  const double c = sqrt(1.4 * .4 * (3 + 2)), dt = 0.25 * 0.15 / (c + 2 + 0.6 * (c + 2 * 2));
  Sim         *sim = test_sim(PETSC_COMM_SELF, scenario, "");

  CHECK_NEAR(sim->clock.dt, dt, 1e-8 * dt); /* the volume of a drop has 8 digits */
  CALL(sim_destroy(&sim));
  sim = test_sim(PETSC_COMM_SELF, scenario, "-interaction_gas_smoothing adaptive");
  CHECK_NEAR(sim->clock.dt, 0.5 * dt, 1e-8 * dt);
  CALL(sim_destroy(&sim));
  test_end("and signals in a gas, as hot as its speed can make it");
}

/* ---- water in a basin ---- */

/* Least squares line through pressures over heights: *pressure at height 0, *slope. */
static void fit_pressure(const Sim *sim, double low, double high, double *pressure, double *slope)
{
  double n = 0, y = 0, p = 0, yy = 0, yp = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const double at = sim->matter.clumps->pose[a].x.y, is = sph_column(sim, SPH_PRESSURE)[a];

    if (sim->matter.clumps->blocked[a] != 0 || at < low || at > high) continue;
    n++, y += at, p += is, yy += at * at, yp += at * is;
  }
  *slope    = (n * yp - y * p) / (n * yy - y * y);
  *pressure = (p - *slope * y) / n;
}

/* A column 30 particles high on a floor of pebbles, periodic across. */
static Sim *column(void)
{
  static char text[SPH_TEXT], floor[SPH_TEXT];

  snprintf(text, sizeof text, "template,x,y\n");
  snprintf(floor, sizeof floor, "x,y,r\n");
  for (int i = 0; i < 20; i++)
    for (int j = -4; j < 30; j++)
      if (j >= 0) sph_row(text, "drop,%.9g,%.9g\n", (i + .5) * .05, (j + .5) * .05);
      else sph_row(floor, "%.9g,%.9g,.028209479\n", (i + .5) * .05, (j + .5) * .05);
  test_file("column.csv", text);
  test_file("floor.csv", floor);
  return test_sim(
    PETSC_COMM_SELF,
    "schema: 1\n"
    "run: {end_time: 9, dt: 3.25e-4, gravity: [0, -9.81], dimension: 2, damping: .3}\n"
    "domain: {lo: [0, -1], hi: [1, 6], boundary: [periodic, open]}\n"
    "material:\n  - water: {density: 1000}\n  - steel: {density: 7800}\n"
    "contact:\n  - s: {between: [steel, steel], normal: hooke, stiffness: 1e6, restitution: .5}\n"
    "template:\n  - drop: {material: water, pebbles: [0, 0, .028209479]}\n"
    "  - floor: {material: steel, file: floor.csv, mass_properties: sum}\n"
    "clumps:\n  - water: {file: column.csv}\n"
    "  - floor: {template: floor, position: [.5, -.1], blocked: [xyZ]}\n"
    "interaction:\n  - water: {type: sph, material: water, boundary: [steel], smoothing_ratio: "
    "1.6, alpha: .5, state: {type: tait, sound_speed: 40}}\n",
    "");
}

static void water_at_rest_bears_itself(void)
{
  Sim   *sim = column();
  double pressure, slope, weight = 0, borne = 0;

  test_steps(sim, 9000);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (sim->matter.clumps->blocked[a] == 0) weight += 9.81 * sim->matter.clumps->mass[a];
    else borne = -sim->matter.clumps->force[a].y;
  fit_pressure(sim, 0.15, 1.2, &pressure, &slope);
  printf("# weight %.1f N, borne %.1f N; slope of the pressure %.0f Pa/m, at the floor %.0f Pa\n",
         weight, borne, slope, pressure);
  CHECK_NEAR(borne, weight, 1e-4 * weight);       /* what is left of its motion */
  CHECK_NEAR(slope, -9810, 0.03 * 9810);          /* 30 particles high */
  CHECK_NEAR(pressure, 9810 * 1.5, 0.03 * 14715); /* likewise */
  CALL(sim_destroy(&sim));
  test_end("a column of water bears its weight, and the pressure grows as rho g");
}

/* Martin & Moyce 1952, Phil. Trans. R. Soc. Lond. A 244, 312, column 2 a high and a = 2.25 in wide:
   t sqrt(2 g / a), front over a. */
static const double measured[][2] = {{1.19, 1.44}, {1.43, 1.67}, {1.63, 1.89}, {1.83, 2.11},
                                     {1.98, 2.33}, {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00},
                                     {2.65, 3.22}, {2.83, 3.44}, {2.98, 3.67}};

static void dams_break_as_measured(void)
{
  Sim   *sim   = sph_water(20, 40, 100, 50, 0.05, 60, "alpha: .1, no_slip: true", "", 0);
  double worst = 0;

  for (size_t k = 0; k < sizeof measured / sizeof *measured; k++) {
    const double time  = measured[k][0] / sqrt(2 * 9.81);
    double       front = 0;

    test_steps(sim, (int)(time / sim->clock.dt) - (int)sim->clock.step);
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
      if (sim->matter.clumps->blocked[a] == 0)
        front = fmax(front, sim->matter.clumps->pose[a].x.x + 0.025);
    printf("# t sqrt(2g/a) = %.2f: front %.3f a, measured %.2f a\n", measured[k][0], front,
           measured[k][1]);
    worst = fmax(worst, fabs(front / measured[k][1] - 1));
  }
  CHECK(worst < 0.1); /* of 20 particles across the column */
  CALL(sim_destroy(&sim));
  test_end("the front of a dam break is within 10 % of what was measured");
}

TESTS(.ranks = {1}, .limit = 300)
{
  forces_are_those_of_a_double_loop();
  sound_is_as_fast_as_said();
  gases_have_automatic_steps();
  water_at_rest_bears_itself();
  dams_break_as_measured();
  test_folder_remove();
}
