/* SPDX-License-Identifier: MIT */
/* dt: auto with links: closed forms for a single one and for chains; and the step is stable. */
#include "base/vec.h"
#include "sim_test.h"

enum { BALLS = 40 };

#define RADIUS 0.1
#define SAFETY 0.02

static double mass(void)
{
  return 1000 * 4 / 3. * PETSC_PI * pow(RADIUS, 3);
}

/* Balls .21 apart, so that their soft contacts never touch; links as the text says. */
static Sim *chain(int n, const char *links, const char *options)
{
  static char text[6000];
  size_t      at = (size_t)snprintf(text, sizeof text, "id,template,x,y,z\n");

  for (int k = 0; k < n; k++)
    at += (size_t)snprintf(text + at, sizeof text - at, "%d,ball,%.17g,.5,.5\n", k, .2 + .21 * k);
  test_file("row.csv", text);
  (void)snprintf(
    text, sizeof text,
    "schema: 1\n"
    "run: {end_time: 1}\n"
    "domain: {lo: [0, 0, 0], hi: [9, 1, 1], boundary: [open, open, open]}\n"
    "material: [{a: {density: 1000}}]\n"
    "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1e-3, restitution: 1}}]\n"
    "template: [{ball: {material: a, pebbles: [0, 0, 0, .1]}}]\n"
    "clumps: [{row: {file: row.csv}}]\n%s\n",
    links);
  return test_sim(PETSC_COMM_WORLD, text, options);
}

static double step_with(int n, const char *links)
{
  Sim         *sim = chain(n, links, "");
  const double dt  = sim->clock.dt;

  CALL(sim_destroy(&sim));
  return dt;
}

/* Shortest half period of all links of a clump at once, s. */
static double all_with(int n, const char *links)
{
  Sim         *sim  = chain(n, links, "");
  const double time = sim->timestep.limits.face_time;

  CALL(sim_destroy(&sim));
  return time;
}

static void springs_have_their_closed_forms(void)
{
  static const char spring[] =
    "spring: [{s: {between: [a, a], distance: .02, stiffness: 1e4, damping: 0}}]";
  static const char damped[] =
    "spring: [{s: {between: [a, a], distance: .02, stiffness: 1e-3, damping: 100}}]";

  /* 1e-12: rounding of sums and roots; the contacts' own limit is 3000 times longer */
  CHECK_NEAR(step_with(2, spring) / (SAFETY * PETSC_PI * sqrt(mass() / 2 / 1e4)), 1, 1e-12);
  /* in a chain w^2 = 4 k / m, which a long one reaches; twice its half period is more than that of
     a pair */
  CHECK_NEAR(step_with(BALLS, spring) / (SAFETY * PETSC_PI * sqrt(mass() / 2 / 1e4)), 1, 1e-12);
  CHECK_NEAR(all_with(BALLS, spring) / (PETSC_PI * sqrt(mass() / 4 / 1e4)), 1, 1e-12);
  CHECK_NEAR(step_with(2, damped) / (0.2 / (2 * 100 / mass())), 1, 1e-12);
  test_end("dt: auto of springs: the pair, and its dashpot");
}

/* A bond: lever .105; k (1/m + l^2 / I) + k_t / I at each end, two bonds at a ball. */
static void bonds_have_their_closed_form(void)
{
  static const char bond[]  = "bond: [{b: {between: [a, a], distance: .02, normal_stiffness: 1e6, "
                              "shear_stiffness: 1e6}}]";
  const double      inertia = 0.4 * mass() * RADIUS * RADIUS, area = PETSC_PI * RADIUS * RADIUS,
               polar = PETSC_PI * pow(RADIUS, 4) / 2;
  const double share = 1e6 * area * (1 / mass() + .105 * .105 / inertia) + 1e6 * polar / inertia;
  const double pair = PETSC_PI / sqrt(2 * share), all = PETSC_PI / sqrt(4 * share);

  CHECK_NEAR(step_with(2, bond) / (SAFETY * pair), 1, 1e-12);
  CHECK_NEAR(step_with(BALLS, bond) / (SAFETY * fmin(pair, 2 * all)), 1, 1e-12);
  CHECK_NEAR(all_with(BALLS, bond) / all, 1, 1e-12);
  test_end("dt: auto of bonds: translation, lever and couple");
}

/* The bound holds: a chain that is hit runs with a step of 2 / w of its bound, which is the limit
   of Verlet's method, but for 1 %, and does not gain energy. */
static void bound_holds(void)
{
  static const char bond[] = "bond: [{b: {between: [a, a], distance: .02, normal_stiffness: 1e6, "
                             "shear_stiffness: 5e5}}]";
  Sim              *sim    = chain(BALLS, bond, "");
  double            all, before;
  char              options[100];

  all = sim->timestep.limits.face_time; /* pi / w */
  CALL(sim_destroy(&sim));
  snprintf(options, sizeof options, "-run_dt %.17g", 0.99 * 2 / PETSC_PI * all);
  sim = chain(BALLS, bond, options);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) /* every mode is hit */
    if (sim->matter.clumps->id[a] == 7) sim->matter.clumps->motion[a].v = (Vec3){1e-4, 2e-4, -1e-4};
  before = 0.5 * mass() * 6e-8;
  test_steps(sim, 4000);
  test_note("energy %.3g of %.3g J", totals_of(sim).translational, before);
  CHECK(totals_of(sim).translational < 4 * before); /* Verlet's energy swings near the limit */
  CALL(sim_destroy(&sim));
  test_end("the bound holds for all links at once");
}

TESTS(.ranks = {1, 2})
{
  springs_have_their_closed_forms();
  bonds_have_their_closed_form();
  bound_holds();
  test_folder_remove();
}
