/* SPDX-License-Identifier: MIT */
/* Heat baths against statistical mechanics: temperatures, equipartition, diffusion, places;
   oscillation and relaxation of the energy under thermostats that scale velocities. */
#include "verify/energies.h"

/* Clumps far apart, each in a harmonic trap of its own if `trap`; mass 1. */
static Sim *gas(const char *thermostat, const char *shape, int side, double dt, const char *more)
{
  Draft t = {0}, rows = {0};

  add(&rows, "template,x,y,z\n");
  for (int k = 0; k < side * side * side; k++)
    add(&rows, "body,%d,%d,%d\n", 4 * (k % side), 4 * (k / side % side), 4 * (k / side / side));
  add(&t,
      "schema: 1\nrun: {end_time: 9e9, dt: %.17g, seed: 5}\n"
      "domain: {lo: [-2, -2, -2], hi: [%d, %d, %d], boundary: [periodic, periodic, periodic]}\n"
      "material:\n  - a: {density: %.17g}\n"
      "thermostat:\n  - bath: {boltzmann: 1, %s}\n"
      "template:\n  - body: {material: a, %s}\nclumps:\n  - all: {file: rows.csv}\n%s",
      dt, 4 * side - 2, 4 * side - 2, 4 * side - 2, 3 / (4 * pi * 0.125), thermostat, shape, more);
  test_file("rows.csv", rows.text);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

#define NOTHING "interaction:\n  - none: {type: wca, between: [a, a], epsilon: 1e-9, sigma: .01}\n"
#define BALL    "pebbles: [0, 0, 0, .5]"

typedef struct {
  double n, sum, square;
} Mean;

static void take(Mean *m, double x)
{
  m->n++;
  m->sum += x;
  m->square += x * x;
}

static double mean_of(const Mean *m)
{
  return m->sum / m->n;
}

static double error_of(const Mean *m)
{
  return sqrt((m->square / m->n - mean_of(m) * mean_of(m)) / m->n);
}

/* Twice the mean energies of the six degrees of freedom of clumps that turn, over k_B T = 0.7, from
   samples that are independent: 2 / rate apart, 512 clumps. */
static void baths_spread_energy_evenly(void)
{
  Mean   of[6] = {{0}}, all = {0};
  Totals totals;
  Sim   *sim = gas("type: langevin, temperature: .7, rate: 2, turning: 3",
                   "pebbles: [-.4, 0, 0, .5, .4, .1, 0, .5, 0, .5, 0, .4]", 8, 0.05, NOTHING);

  test_steps(sim, 80);
  for (int n = 0; n < 60; n++) {
    const Clumps *c = sim->matter.clumps;

    test_steps(sim, 20);
    for (PetscInt a = 0; a < c->n_owned; a++) {
      const Vec3 v = c->motion[a].v, w = quat_turn_back(c->pose[a].q, c->w[a]);

      for (int i = 0; i < 3; i++) {
        take(&of[i], c->mass[a] * vec3_axis(v, i) * vec3_axis(v, i) / 0.7);
        take(&of[3 + i], vec3_axis(c->inertia[a], i) * vec3_axis(w, i) * vec3_axis(w, i) / 0.7);
      }
    }
  }
  for (int i = 0; i < 6; i++) {
    test_note("degree of freedom %d: %.4f +- %.4f", i, mean_of(&of[i]), error_of(&of[i]));
    CHECK_NEAR(mean_of(&of[i]), 1, 3.5 * error_of(&of[i])); /* one of 6 x 370 lies outside */
    all.n += of[i].n;
    all.sum += of[i].sum;
    all.square += of[i].square;
  }
  test_note("all: %.5f +- %.5f", mean_of(&all), error_of(&all));
  totals = totals_of(sim);
  CHECK_NEAR(totals.translational + totals.rotational, totals.supplied,
             1e-5 * 1120); /* turns: order dt^2 */
  CHECK_NEAR(mean_of(&all), 1, fmin(0.01, 3 * error_of(&all)));
  CALL(sim_destroy(&sim));
  test_end("a bath has the temperature in each degree of freedom of turning clumps");
}

/* <x^2> = 2 D t (1 - (1 - exp(-g t)) / (g t)) of velocities in equilibrium, D = k_B T / (m g). */
static void clumps_diffuse(void)
{
  const double rate = 4, time = 6;
  Sim         *sim = gas("type: langevin, temperature: .7, rate: 4", BALL, 8, 0.05, NOTHING);
  Vec3         from[512];
  Mean         square = {0};
  double       expected;

  test_steps(sim, 60);
  for (int round = 0; round < 8; round++) {
    const Clumps *c = sim->matter.clumps;

    for (PetscInt a = 0; a < c->n_owned; a++)
      from[c->id[a]] = domain_shifted(&sim->space.domain, c->pose[a].x, c->image[a]);
    test_steps(sim, (int)(time / 0.05 + 0.5));
    for (PetscInt a = 0; a < c->n_owned; a++) {
      const Vec3 d =
        vec3_sub(domain_shifted(&sim->space.domain, c->pose[a].x, c->image[a]), from[c->id[a]]);

      for (int i = 0; i < 3; i++) take(&square, vec3_axis(d, i) * vec3_axis(d, i));
    }
  }
  expected = 2 * 0.7 / rate * (time - (1 - exp(-rate * time)) / rate);
  test_note("mean square %.4f +- %.4f, closed form %.4f", mean_of(&square), error_of(&square),
            expected);
  CHECK_NEAR(mean_of(&square), expected, 3 * error_of(&square));
  CALL(sim_destroy(&sim));
  test_end("clumps in a bath diffuse with k_B T / (m rate)");
}

/* BAOAB samples places in a harmonic trap exactly: k <x^2> = k_B T even with dt of 0.8 /
   frequency. */
static void places_in_a_trap(void)
{
  Mean place = {0};
  Sim *sim   = gas("type: langevin, temperature: .07, rate: 1", BALL, 1, 0.8,
                   "interaction:\n  - trap: {type: central, point: [0, 0, 0], strength: 1}\n"
                     "  - none: {type: wca, between: [a, a], epsilon: 1e-9, sigma: .01}\n");

  for (int n = 0; n < 8000; n++) {
    test_steps(sim, 4);
    for (int i = 0; i < 3; i++) {
      const double x = vec3_axis(sim->matter.clumps->pose[0].x, i);

      take(&place, x * x / 0.07);
    }
  }
  test_note("k <x^2> over k_B T: %.4f +- %.4f", mean_of(&place), error_of(&place));
  /* samples 3.2 s apart are correlated by exp(-2 x 3.2 / 2), hence 10 % */
  CHECK_NEAR(mean_of(&place), 1, 3.3 * error_of(&place));
  CALL(sim_destroy(&sim));
  test_end("places in a harmonic trap have the temperature at any dt");
}

/* One ball of 1 kg with this speed; 3 k_B T = 1 J, its energy at this temperature is 1/2 J. */
static Sim *alone(const char *thermostat, double dt, double speed)
{
  Draft t = {0};

  add(&t,
      "schema: 1\nrun: {end_time: 9e9, dt: %.17g}\n"
      "domain: {lo: [-2, -2, -2], hi: [2, 2, 2], boundary: [periodic, periodic, periodic]}\n"
      "material:\n  - a: {density: %.17g}\n"
      "thermostat:\n  - bath: {boltzmann: 1, temperature: %.17g, turns: false, fewer: 0, %s}\n"
      "template:\n  - body: {material: a, " BALL "}\n" NOTHING
      "clumps:\n  - one: {template: body, position: [0, 0, 0], velocity: [%.17g, 0, 0]}\n",
      dt, 3 / (4 * pi * 0.125), 1. / 3, thermostat, speed);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

/* A chain of one variable: near its mean the energy is 1/2 J (1 + e cos(sqrt(2) t / time)). The
   energy of clumps and thermostat, of which the places x_k are a part, stays that of the start,
   also with three. */
static void energy_swings(void)
{
  const double time = .5, e = .01, period = 2 * pi * time / sqrt(2);
  Sim         *sim = alone("type: nose_hoover, time: .5, chain: 1", period / 400, sqrt(1 + e));

  for (int half = 1; half <= 4; half++) {
    test_steps(sim, 200);
    /* the next order of e */
    CHECK_NEAR(total(sim, "kinetic_translational"), .5 * (1 + (half % 2 ? -e : e)), e * e);
    CHECK_NEAR(total(sim, "extended"), .5 * (1 + e), 1e-6); /* order dt^2 of e */
  }
  CALL(sim_destroy(&sim));
  sim = alone("type: nose_hoover, time: .5", period / 4000, 1.2);
  for (int k = 0; k < 10; k++) {
    test_steps(sim, 500);
    CHECK_NEAR(total(sim, "extended"), .72, 1e-6); /* order dt^2, 2.5e-6 of the large swings */
  }
  CALL(sim_destroy(&sim));
  test_end("Nose and Hoover's energy swings with its period, and the extended energy is constant");
}

/* Each rescaling takes every / time of what is missing; `every` of 0 is dt. */
static void energy_relaxes(void)
{
  static const struct {
    const char *keys;
    double      left; /* of the difference after 20 steps of .01 s */
    int         n;
  } list[] = {
    {"time: .25", .96, 20}, {"every: .05, time: .25", .8, 4}, {"", 0, 1}, {"every: .1", 0, 1}};

  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    char keys[100];
    Sim *sim;

    snprintf(keys, sizeof keys, "type: rescale%s%s", list[k].keys[0] ? ", " : "", list[k].keys);
    sim = alone(keys, .01, 2);
    test_steps(sim, 20);
    CHECK_NEAR(total(sim, "kinetic_translational"), .5 + 1.5 * pow(list[k].left, list[k].n), 1e-13);
    CHECK_NEAR(total(sim, "supplied"), 1.5 * pow(list[k].left, list[k].n) - 1.5, 1e-13);
    CALL(sim_destroy(&sim));
  }
  test_end("rescaled velocities approach the temperature in the time given, or at once");
}

TESTS(.ranks = {1})
{
  baths_spread_energy_evenly();
  clumps_diffuse();
  places_in_a_trap();
  energy_swings();
  energy_relaxes();
  test_folder_remove();
}
