/* SPDX-License-Identifier: MIT */
/* Stress of deforming cells, and cells that follow it: the same bits on any number of ranks and
   after restarts; the stress of contacts; profiles; work; stresses that are kept; moduli and
   strength of the face centred cubic array. */
#include "monitor_case.h"

#define BOX "lo: [0, 0, 0], hi: [2.4, 1.8, 3], boundary: [periodic, periodic, periodic], "
#define REST \
  "material:\n  - a: {density: 1, young: 2e5, poisson: .3}\n" \
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 4e3, restitution: .6, " \
  "tangential: hooke, friction: .4}\n" \
  "template:\n" \
  "  - ball: {material: a, pebbles: [0, 0, 0, .26]}\n" \
  "  - pair: {material: a, pebbles: [0, 0, 0, .25, .2, 0, 0, .2]}\n" \
  "  - rod: {material: a, pebbles: [-1.5, 0, -.75, .1, -1, 0, -.5, .1, -.5, 0, -.25, .1, 0, 0, " \
  "0, .1, .5, 0, .25, .1, 1, 0, .5, .1, 1.5, 0, .75, .1]}\n" \
  "clumps:\n" \
  "  - rods: {template: [rod], count: 2, lo: [0, 0, 0], hi: [2.4, 1.8, 3], velocity: [1, -1, " \
  "0]}\n" \
  "  - up: {template: [ball, pair], count: 19, attempts: 20000, lo: [0, 0, 0], hi: [2.4, 1.8, " \
  "3], velocity: [4, 2, 8]}\n" \
  "  - down: {template: [ball, pair], count: 19, attempts: 20000, lo: [0, 0, 0], hi: [2.4, 1.8, " \
  "3], velocity: [-4, -2, -7]}\n"
#define HEAD_AT(dt) \
  "schema: 1\n" \
  "run: {end_time: 1, dt: " dt ", seed: 3, overlap_limit: 1, gravity: [0, 0, 0]}\n" \
  "domain: {" BOX "deformation: "
#define HEAD   HEAD_AT("5e-4")
#define COARSE "1e-3" /* s, where bits are compared */

/* Two normal stresses and a shear stress that grow are kept, the third side is squeezed. */
#define MIXED_AT(dt) \
  HEAD_AT(dt) \
  "{type: stress, stresses: [xx, yy, xz], target: [-20, -20, 0, -90, -60, 30], " \
  "target_times: [0, .1], gain: .05, damping: 400, rate_limit: 2, components: [zz, yz], " \
  "rates: [-.5, 1]}}\n" REST

/* Faces with a mass hold the mean stress, while the cell is sheared to and fro. */
#define CYCLIC_AT(dt) \
  HEAD_AT(dt) \
  "{type: stress, form: parrinello_rahman, stresses: [isotropic], target: [-60], mass: .4, " \
  "damping: 3, rate_limit: 2, components: [xz], times: [0, .04, .1, .2], " \
  "strains: [0, .1, -.1, .1], start: .01}}\n" REST

/* Rates that change in every step. */
#define RAMPED_AT(dt) \
  HEAD_AT(dt) \
  "{type: table, components: [xz, yy], times: [0, .05, .15], rates: [0, 0, 8, -1, -2, " \
  "1]}}\n" REST

/* ---- the same bits ---- */

#define MIXED  MIXED_AT("5e-4")
#define CYCLIC CYCLIC_AT("5e-4")

enum { STEPS = 120, MIDDLE = 58 };

typedef struct {
  uint64_t digest;
  double   stress[9];
} Outcome;

static double total(Sim *sim, const char *name)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(totals_find(&measured, &t));
  return totals_value(&t, name);
}

static void find_stress(Sim *sim, double stress[9])
{
  static const char axes[] = "xyz";

  for (int k = 0; k < 9; k++) {
    char name[20];

    snprintf(name, sizeof name, "stress_%c%c", axes[k / 3], axes[k % 3]);
    stress[k] = total(sim, name);
  }
}

static void find_outcome(Sim *sim, int steps, void *outcome)
{
  Outcome *o = outcome;

  test_steps(sim, steps);
  find_stress(sim, o->stress);
  o->digest = test_digest(sim);
}

static void bits_do_not_depend(const char *scenario, const char *what)
{
  static const char *const ways[] = {"", "-rebuild_every 1", "-search_skin .3 -decomp_random 4",
                                     "-balance_every 30 -decomp_random 2", "-halo_wide 0"};
  Outcome                  slow   = {0};

  test_alone(scenario, "-search_method all_pairs", STEPS, find_outcome, &slow, sizeof slow);
  CHECK(fabs(slow.stress[0]) > 1);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways)) {
      Sim    *sim   = test_sim(PETSC_COMM_WORLD, scenario, ways[k]);
      Outcome other = {0};

      find_outcome(sim, STEPS, &other);
      CALL(sim_destroy(&sim));
      CHECK_INT((int64_t)other.digest, (int64_t)slow.digest);
      for (int i = 0; i < 9; i++) CHECK_BITS(other.stress[i], slow.stress[i]);
    }
  test_restarts(scenario, MIDDLE, STEPS, slow.digest);
  test_end(what);
}

/* ---- the stress ---- */

static void forget(void *self)
{
  memset(self, 0, 9 * sizeof(double));
}

/* Branches times forces. */
static void look(void *self, const ContactSeen *c)
{
  double *sum = self;

  for (int k = 0; k < 9; k++) sum[k] += vec3_axis(c->branch, k / 3) * vec3_axis(c->force, k % 3);
}

/* Velocity relative to the flow. */
static Vec3 velocity_of(const Sim *sim, PetscInt a)
{
  return vec3_sub(sim->matter.clumps->motion[a].v,
                  gradient_times(&sim_cell(sim)->moving.flow.gradient,
                                 cell_place(&sim->space.domain, sim->matter.clumps, a)));
}

/* - sum of m u u, of velocities u less their mean. */
static void add_velocities(const Sim *sim, double sum[9])
{
  const Clumps *c    = sim->matter.clumps;
  double        mass = 0;
  Vec3          mean = {0, 0, 0};

  for (PetscInt a = 0; a < c->n_owned; a++) {
    mean = vec3_axpy(mean, c->mass[a], velocity_of(sim, a));
    mass += c->mass[a];
  }
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 u = vec3_axpy(velocity_of(sim, a), -1 / mass, mean);

    for (int k = 0; k < 9; k++) sum[k] -= c->mass[a] * vec3_axis(u, k / 3) * vec3_axis(u, k % 3);
  }
}

/* The monitor has the same, and that of contacts alone, in the cell as it is now. */
static void look_at_monitor(Sim *sim, const double of[9], const double stress[9])
{
  static const char axes[]  = "xyz";
  double           *numbers = monitor_numbers(sim, 0);

  for (int k = 0; k < 9; k++) { /* rounding of forces and sums */
    char name[20];

    snprintf(name, sizeof name, "stress_%c%c", axes[k / 3], axes[k % 3]);
    CHECK_NEAR(monitor_number(sim, 0, numbers, 0, name), stress[k], 1e-9 * fabs(stress[0]));
  }

  CHECK_NEAR(monitor_number(sim, 0, numbers, 0, "contact_stress_xz") * total(sim, "cell_volume"),
             of[2], 1e-9 * fabs(of[0]));
  CHECK_NEAR(monitor_number(sim, 0, numbers, 0, "contact_stress_zz") * total(sim, "cell_volume"),
             of[8], 1e-9 * fabs(of[0]));
  array_free(&numbers);
}

static void stress_is_that_of_contacts(void)
{
  Sim *sim =
    test_sim_alone(MIXED "monitor:\n  - all: {every: 5e-4, type: stress}\n", "-rebuild_every 40");

  if (sim) {
    double of[9], stress[9];

    CALL(monitors_listen(sim_world(sim)));
    CALL(contact_listeners_add(
      &sim->modules.listeners,
      &(ContactListener){
        .self = of, .beat = {.steps = 1}, .also = -1, .begin = forget, .see = look}));
    for (int k = 0; k < 10; k++) {
      test_steps(sim, 30);
      find_stress(sim, stress);
      look_at_monitor(sim, of, stress);
      add_velocities(sim, of);
      for (int i = 0; i < 9; i++) /* rounding of forces and sums */
        CHECK_NEAR(stress[i] * total(sim, "cell_volume"), of[i], 1e-9 * fabs(of[0]));
    }
    test_note("xx %g, xz %g, zx %g Pa; strain xx %g, xz %g", stress[0], stress[2], stress[6],
              total(sim, "strain_xx"), total(sim, "strain_xz"));
    CHECK_NEAR(total(sim, "strain_zz"), -.5 * 300 * 5e-4, 1e-12);
    CHECK_NEAR(log(sim->space.domain.length.z / 3), total(sim, "strain_zz"),
               1e-7); /* order 2 in dt */
    CALL(sim_destroy(&sim));
  }
  test_end("the stress of a cell is that of its contacts and of velocities relative to the flow");
}

/* ---- profiles ---- */

#define FLYING \
  HEAD "{type: shear, rate: 4, flow: x, gradient: z, motion: faces}}\n" \
       "material:\n  - a: {density: 1, young: 2e5, poisson: .3}\n" \
       "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 4e3, restitution: 1}\n" \
       "template:\n  - rod: {material: a, pebbles: [0, 0, -.6, .1, 0, 0, -.3, .1, 0, 0, 0, .1, " \
       "0, 0, " \
       ".3, .1, 0, 0, .6, .1]}\n" \
       "clumps:\n  - one: {template: rod, position: [.3, .4, 2.75], velocity: [7, 2, 1]}\n" \
       "profile:\n" \
       "  - up: {every: 5e-4, axis: z, bins: 6, fields: [volume_fraction, velocity, " \
       "granular_temperature, kinetic_stress]}\n" \
       "  - along: {every: 5e-4, axis: x, bins: 3, fields: [volume_fraction, velocity]}\n"

/* Velocities along x of the bins in which the body is, as one for the lower and one for the upper
   half; and the volume of all. */
static void velocities_of(Sim *sim, const char *profile, int bins, double vx[2], double *volume)
{
  const int at = monitor_at(sim, profile);
  double   *n  = monitor_numbers(sim, at);

  vx[0] = vx[1] = NAN;
  *volume       = 0;
  for (int bin = 0; bin < bins; bin++) {
    const double part = monitor_number(sim, at, n, bin, "volume_fraction") * 2.4 * 1.8 * 3 / bins;
    double      *v    = &vx[2 * bin >= bins];

    if (!(part > 0)) continue;
    *volume += part;
    if (isnan(*v)) *v = monitor_number(sim, at, n, bin, "velocity_x");
    CHECK_NEAR(monitor_number(sim, at, n, bin, "velocity_x"), *v, 1e-9);
    CHECK_NEAR(monitor_number(sim, at, n, bin, "velocity_y"), 2, 1e-9);
    if (at != monitor_at(sim, "up")) continue; /* one body does not fluctuate */
    CHECK_NEAR(monitor_number(sim, at, n, bin, "granular_temperature"), 0, 1e-12);
    CHECK_NEAR(monitor_number(sim, at, n, bin, "kinetic_stress_xz"), 0, 1e-12);
  }
  array_free(&n);
}

/* A rod flies along x and through the face at z = 3, beyond which images are slower by 12 m/s. */
static void parts_have_velocities_of_images(void)
{
  Sim *sim = test_sim_alone(FLYING, "-search_skin .3");

  if (sim) {
    const double own = 5 * 4 * PETSC_PI / 3 * 1e-3; /* its pebbles do not overlap */

    test_steps(sim, 1);           /* images begin to move */
    for (int k = 0; k < 4; k++) { /* the centre passes the face after .25 s */
      double vx[2], volume;

      velocities_of(sim, "up", 6, vx, &volume);
      CHECK_NEAR(vx[0], 7 - 12, 1e-9); /* velocities are on a grid */
      CHECK_NEAR(vx[1], 7, 1e-9);
      CHECK_NEAR(volume, own, 1e-12);
      velocities_of(sim, "along", 3, vx, &volume);
      for (int i = 0; i < 2; i++)
        if (!isnan(vx[i])) CHECK_NEAR(vx[i], k < 3 ? 7 : 7 - 12, 1e-9);
      CHECK_NEAR(volume, own, 1e-12);
      test_steps(sim, 180);
    }
    CALL(sim_destroy(&sim));
  }
  test_end("parts of a body beyond a sheared face have the velocity of its image");
}

/* ---- clumps that enter ---- */

#define ENTERING(more) \
  "material:\n  - a: {density: 1, young: 2e5, poisson: .3}\n" \
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 4e3, restitution: .6}\n" \
  "template:\n  - rod: {material: a, pebbles: [0, 0, -.6, .1, 0, 0, 0, .1, 0, 0, .6, .1]}\n" \
  "inlet:\n  - feed: {template: [rod], lo: [0, 0, 0], hi: [2.4, 1.8, 3], every: .02, velocity: " \
  "[1, " \
  "0, 0], " more "}\n"

#define SHEARED_AT(dt, more) HEAD_AT(dt) "{type: shear, rate: 4, flow: x, gradient: z" more "}}\n"
#define SHEARED(more)        SHEARED_AT("5e-4", more)
#define FED \
  SHEARED_AT(COARSE, ", start: .03") ENTERING("number_rate: 500, velocity_spread: [20, 20, 20]")

/* Before they touch: the velocity of the inlet and of the flow, which is at rest in the middle. */
static void clumps_enter_with_the_flow(void)
{
  Sim *sim = test_sim_alone(SHEARED("") ENTERING("number_rate: 150"), "-search_skin .3");

  if (sim) {
    int seen = 0;

    test_steps(sim, 42);
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
      const Vec3 x = cell_place(&sim->space.domain, sim->matter.clumps, a),
                 v = sim->matter.clumps->motion[a].v;

      seen += fabs(x.z - 1.5) > .5;
      CHECK_NEAR(v.x, 1 + 4 * (x.z - 1.5), 1e-12);
      CHECK_NEAR(v.z, 0, 1e-12);
    }
    CHECK(seen >= 2);
    CALL(sim_destroy(&sim));
  }
  test_end("clumps that enter have the velocity of the flow");
}

/* ---- energy ---- */

/* Change of the account, relative to the work of the faces, in elastic collisions. */
static double lost(const char *scenario, double dt)
{
  char   options[120];
  double change = 0;
  Sim   *sim;

  snprintf(options, sizeof options,
           "-run_dt %.17g -contact_aa_restitution 1 -contact_aa_friction 0", dt);
  sim = test_sim_alone(scenario, options);
  if (sim) {
    const int n = (int)lround(.1 / dt);
    Totals    before, after;

    test_steps(sim, 1);
    before = totals_of(sim);
    test_steps(sim, n);
    after  = totals_of(sim);
    change = fabs(ledger_of(&after) - ledger_of(&before) - (after.supplied - before.supplied)) /
             fabs(after.supplied - before.supplied);
    CHECK(fabs(after.supplied - before.supplied) > 1e-2 * energy_of(&before));
    CALL(sim_destroy(&sim));
  }
  return change;
}

static void work_closes(const char *scenario, const char *what)
{
  double change[2] = {0, 0};

  change[0] = lost(scenario, 5e-5);
  change[1] = lost(scenario, 2.5e-5);
  if (test_rank() == 0) {
    test_note("account: %g, %g", change[0], change[1]);
    CHECK(change[0] < 1e-3);
    CHECK(change[0] > 3 * change[1]);
  }
  test_end(what);
}

/* ---- stresses that are kept ---- */

#define PACKING(keys) \
  "schema: 1\n" \
  "run: {end_time: 1, dt: 1e-4, seed: 3, overlap_limit: 1, gravity: [0, 0, 0], damping: .5}\n" \
  "domain: {lo: [0, 0, 0], hi: [.8, .8, .8], boundary: [periodic, periodic, periodic], " \
  "deformation: {type: stress, stresses: [xx, yy, zz], target: [-1000, -1000, -1000], " \
  "rate_limit: 2, " keys "}}\n" \
  "material:\n  - a: {density: 1000, young: 1e6, poisson: .3}\n" \
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e4, restitution: .3, " \
  "tangential: hooke, friction: .3}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .07]}\n" \
  "  - tri: {material: a, pebbles: [0, 0, 0, .05, .06, 0, 0, .05, .02, .06, 0, .05]}\n" \
  "clumps:\n  - all: {template: [ball, tri], count: 80, attempts: 100000, lo: [0, 0, 0], " \
  "hi: [.8, .8, .8]}\n"

static void stress_is_kept(const char *scenario, const char *what)
{
  Sim   *sim  = test_sim_alone(scenario, "");
  double most = 0;

  if (sim) {
    test_steps(sim, 7000);
    for (int k = 0; k < 50; k++) {
      double stress[9];

      test_steps(sim, 10);
      find_stress(sim, stress);
      for (int i = 0; i < 9; i += 4) most = max_real(most, fabs(stress[i] / -1000 - 1));
    }
    test_note("largest difference: %g; contacts: %g", most, total(sim, "contacts"));
    CHECK(most < .01);
    CHECK(total(sim, "contacts") > 240);
    CALL(sim_destroy(&sim));
  }
  test_end(what);
}

/* ---- the face centred cubic array ---- */

#define SQUEEZE 1e-4 /* overlap at the start over the diameter of 1 m */
#define SPRING  1e6  /* N/m */

/* 32 spheres of unit diameter. */
static Sim *array_of(const char *deformation, const char *run, const char *law)
{
  static const double in[4][3] = {{0, 0, 0}, {0, .5, .5}, {.5, 0, .5}, {.5, .5, 0}};
  const double        cube     = sqrt(2) * (1 - SQUEEZE);
  char                text[9000];
  size_t              n;

  n = (size_t)snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 99, dt: 2e-3, gravity: [0, 0, 0]%s}\n"
    "domain: {lo: [0, 0, 0], hi: [%.17g, %.17g, %.17g], boundary: [periodic, periodic, periodic], "
    "deformation: {%s}}\n"
    "material:\n  - a: {density: 1000, young: 1e6, poisson: .3}\n"
    "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e6, %s}\n"
    "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\nclumps:\n",
    run, 2 * cube, 2 * cube, 2 * cube, deformation, law);
  for (int k = 0; k < 32; k++)
    n += (size_t)snprintf(
      text + n, sizeof text - n, "  - c%d: {template: ball, position: [%.17g, %.17g, %.17g]}\n", k,
      cube * (.25 + k % 2 + in[k / 8][0]), cube * (.25 + k / 2 % 2 + in[k / 8][1]),
      cube * (.25 + k / 4 % 2 + in[k / 8][2]));
  return test_sim_alone(text, "");
}

/* Stresses over the strain, after and before. */
static void find_moduli(const char *component, double modulus[9])
{
  char   deformation[120];
  double before[9] = {0}, after[9] = {0};
  Sim   *sim;

  snprintf(deformation, sizeof deformation,
           "type: table, components: [%s], times: [0, .04], strains: [0, -1e-5]", component);
  sim = array_of(deformation, "", "restitution: 1, tangential: none");
  if (!sim) return;
  find_stress(sim, before);
  test_steps(sim, 20);
  find_stress(sim, after);
  for (int k = 0; k < 9; k++) modulus[k] = (after[k] - before[k]) / -1e-5;
  CALL(sim_destroy(&sim));
}

/* Springs k between centres at the distance d: C11 = sqrt(2) k / d, C12 = C44 = half of it (Born &
   Huang 1954, section 11; from C_ijkl = 1 / (2 V) sum of k d^2 n_i n_j n_k n_l). */
static void moduli_are_those_of_springs(void)
{
  const double c11   = sqrt(2) * SPRING;
  double       zz[9] = {0}, xz[9] = {0};

  find_moduli("zz", zz);
  find_moduli("xz", xz);
  if (test_rank() == 0) {
    test_note("over the closed form: C11 %.6f, C12 %.6f, C44 %.6f", zz[8] / c11, 2 * zz[0] / c11,
              2 * xz[6] / c11);
    /* overlaps at the start, and their stress, are that part of the moduli */
    CHECK_NEAR(zz[8] / c11, 1, 10 * SQUEEZE);
    CHECK_NEAR(2 * zz[0] / c11, 1, 10 * SQUEEZE);
    CHECK_NEAR(2 * zz[4] / c11, 1, 10 * SQUEEZE);
    CHECK_NEAR(2 * xz[6] / c11, 1, 10 * SQUEEZE);
    CHECK_NEAR(2 * xz[2] / c11, 1, 10 * SQUEEZE);
    CHECK_NEAR(zz[2] / c11, 0, 10 * SQUEEZE);
  }
  test_end("elastic moduli of the face centred cubic array are those of its springs");
}

/* Thornton 1979, Geotechnique 29, 441. */
static void strength_is_that_of_friction(void)
{
  static const double friction[] = {.1, .3};

  for (int k = 0; k < 2; k++) {
    const double f = friction[k], strength = 2 * (1 + f) / (1 - f);
    char         law[80];
    double       most = 0;
    Sim         *sim;

    snprintf(law, sizeof law, "restitution: .5, tangential: hooke, friction: %g", f);
    sim = array_of("type: stress, stresses: [xx, yy], target: [-283, -283], gain: 2e-5, "
                   "rate_limit: .01, components: [zz], rates: [-2.5e-4]",
                   ", damping: .3", law);
    for (int i = 0; i < 60 && sim; i++) {
      double stress[9];

      test_steps(sim, 25);
      find_stress(sim, stress);
      most = max_real(most, 2 * stress[8] / (stress[0] + stress[4]));
    }
    if (sim) test_note("friction %g: %g, closed form %g", f, most, strength);
    if (sim) CHECK_NEAR(most, strength, .02 * strength);
    CALL(sim_destroy(&sim));
  }
  test_end("strength of the face centred cubic array is that of sliding between its layers");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  bits_do_not_depend(MIXED_AT(COARSE), "stresses kept beside given strains: the bits of all pairs");
  bits_do_not_depend(CYCLIC_AT(COARSE), "faces with a mass in cyclic shear: the bits of all pairs");
  bits_do_not_depend(RAMPED_AT(COARSE), "rates of a table: the bits of all pairs");
  bits_do_not_depend(FED, "clumps that enter a cell that deforms: the bits of all pairs");
  if (test_size() == 1) {
    stress_is_that_of_contacts();
    parts_have_velocities_of_images();
    clumps_enter_with_the_flow();
    work_closes(MIXED, "with stresses kept the account closes with order 2");
    work_closes(CYCLIC, "with a mass of faces the account closes with order 2");
    stress_is_kept(PACKING("gain: 5e-3"),
                   "proportional: the stress of spheres and trimers is kept within 1 %");
    stress_is_kept(PACKING("form: parrinello_rahman, mass: 1, damping: 50"),
                   "parrinello_rahman: the stress of spheres and trimers is kept within 1 %");
    moduli_are_those_of_springs();
    strength_is_that_of_friction();
  }
  test_folder_remove();
}
