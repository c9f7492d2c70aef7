/* SPDX-License-Identifier: MIT */
/* Probes: against a double loop; the same bits on any ranks. */
#include "probe_case.h"

static const char *const gas =
  "schema: 1\nrun: {end_time: 9, dt: 1e-3, seed: 4}\n"
  "domain: {lo: [0, 0, 0], hi: [3, 4, 5], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - gas: {density: 1}\n"
  "template:\n  - atom: {material: gas, pebbles: [0, 0, 0, .3], internal_energy: 2}\n"
  "  - big: {material: gas, pebbles: [0, 0, 0, .4], internal_energy: 3}\n"
  "clumps:\n  - all: {template: [big, atom], fraction: [.2, .8], count: 100, lo: [0, 0, 0], hi: "
  "[3, 4, 5]}\n"
  "interaction:\n"
  "  - gas: {type: sph, material: gas, smoothing_ratio: 1.5, smoothing: adaptive, state: {type: "
  "ideal_gas, gamma: 1.4}}\n"
  "probe:\n"
  "  - plain: {every: 1, interaction: gas, fields: [pressure, internal_energy], gradient: true, "
  "points: [1, 1, 1, 2.9, .1, 4.95, -.2, 2, 5.5]}\n"
  "  - grid: {every: 1, interaction: gas, fields: [velocity, density], lo: [0, 0, 0], hi: [3, 2, "
  "1], spacing: .5, correction: shepard, gradient: true}\n"
  "  - fit: {every: 1, interaction: gas, fields: [density, volume_fraction], lo: [0, 1, 2], hi: "
  "[3, 1, 2], spacing: .25, correction: linear}\n";

/* ---- a double loop ---- */

/* Wendland C2. */
static double kernel(double r, double h)
{
  const double t = 1 - 0.5 * r / h;

  return r < 2 * h ? 21 / (16 * PETSC_PI * h * h * h) * t * t * t * t * (1 + 2 * r / h) : 0;
}

static double twin(const Sim *sim, const double *value, Vec3 x)
{
  const Clumps *c   = sim->matter.clumps;
  double        sum = 0;

  for (PetscInt b = 0; b < c->n_owned; b++)
    for (int k = 0; k < 125 && sph_column(sim, SPH_DENSITY)[b] > 0; k++) {
      const Vec3 d = vec3_sub(
        vec3_add(c->pose[b].x, (Vec3){3 * (k % 5 - 2), 4 * (k / 5 % 5 - 2), 5 * (k / 25 - 2)}), x);

      sum += c->mass[b] / sph_column(sim, SPH_DENSITY)[b] * value[b] *
             kernel(vec3_norm(d), sph_column(sim, SPH_KEPT)[b]);
    }
  return sum;
}

static void sums_are_those_of_a_double_loop(void)
{
  Sim *sim = test_sim_alone(gas, "");

  if (sim) {
    const Probe  *p         = &sim_probes(sim)->list[0];
    double       *numbers   = numbers_of(sim, 0);
    const double *fields[2] = {
      sph_column(sim, SPH_PRESSURE),
      sim->matter.clumps->quantity[quantity_index(&quantity_internal_energy)].value};

    for (int i = 0; i < p->n; i++)
      for (int f = 0; f < 2; f++) {
        const double value = twin(sim, fields[f], probe_point(p, i));

        /* sums are rounded to 1e-12 of the largest contribution, and there are 100 */
        CHECK_NEAR(numbers[8 * i + f], value, 1e-10 * value);
        for (int k = 0; k < 3; k++) {
          Vec3 lo = probe_point(p, i), hi = lo;

          vec3_set(&lo, k, vec3_axis(lo, k) - 1e-5);
          vec3_set(&hi, k, vec3_axis(hi, k) + 1e-5);
          /* a difference quotient of rounded numbers over 2e-5, of a kernel with three
             derivatives */
          CHECK_NEAR(numbers[8 * i + 2 + 3 * f + k],
                     (twin(sim, fields[f], hi) - twin(sim, fields[f], lo)) / 2e-5, 1e-8 * value);
        }
      }
    array_free(&numbers);
    CALL(sim_destroy(&sim));
  }
  test_end(
    "interpolated fields are those of a double loop over all images, gradients their slopes");
}

/* A particle that enters in the step of a sample has no density yet. */
static void new_particles_do_not_count(void)
{
  static const char late[] = "  - late: {template: atom, position: [1, 1, 1.1], at: 2e-3}\n";
  const char       *at     = strstr(gas, "interaction:");
  char              text[4000];
  Sim              *sim;

  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - gas), gas, late, at);
  sim = test_sim_alone(text, "");
  if (sim) {
    const Probe  *p = &sim_probes(sim)->list[0];
    double       *numbers;
    const double *pressure;

    test_steps(sim, 2);
    CHECK_INT(sim->matter.clumps->n_owned, 101);
    pressure = sph_column(sim, SPH_PRESSURE);
    numbers  = numbers_of(sim, 0);
    for (int i = 0; i < p->n; i++) {
      const double value = twin(sim, pressure, probe_point(p, i));

      CHECK_NEAR(numbers[8 * i], value, 1e-10 * value); /* as above */
    }
    array_free(&numbers);
    test_steps(sim, 1);
    for (PetscInt a = 0; a < 101; a++) CHECK(sph_column(sim, SPH_DENSITY)[a] > 0);
    CALL(sim_destroy(&sim));
  }
  test_end("particles that enter in the step of a sample do not count in it");
}

static void ranks_change_nothing(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, gas, "-decomp_random 5"), *one = test_sim_alone(gas, "");

  test_steps(sim, 3);
  if (one) test_steps(one, 3);
  for (int k = 0; k < 3; k++) {
    const Probe *p    = &sim_probes(sim)->list[k];
    const size_t size = (size_t)(p->n * probe_numbers(p)) * sizeof(double);
    double      *here = numbers_of(sim, k), *found = one ? numbers_of(one, k) : NULL,
           *alone = malloc(size);

    if (one) memcpy(alone, found, size);
    test_from_rank_0(alone, size);
    CHECK(memcmp(here, alone, size) == 0);
    array_free(&found);
    array_free(&here);
    free(alone);
  }
  if (one) CALL(sim_destroy(&one));
  CALL(sim_destroy(&sim));
  test_end("the numbers of probes have the same bits on any ranks");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  sums_are_those_of_a_double_loop();
  new_particles_do_not_count();
  ranks_change_nothing();
  test_folder_remove();
}
