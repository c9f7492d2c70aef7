/* SPDX-License-Identifier: MIT */
/* Forces between pebbles at the centres of their clumps are evaluated in another way than those of
   other pebbles: the same bits by both, on any ranks. */
#include "interaction/evaluate.h"
#include "sim_test.h"

enum { ATOMS = 500, STEPS = 3 };

/* Atoms at random in a box of two cutoffs among some clumps that they do not touch; %s:
   their interactions, and the template of the clumps. */
static const char *const scenario =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5}\n"
  "domain: {lo: [0, 0, 0], hi: [9, 8, 7], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - argon: {density: 2}\n  - wood: {density: 1}\n"
  "contact:\n  - w-w: {between: [wood, wood], normal: hooke, stiffness: 1e4, restitution: .6}\n"
  "  - a-w: {between: [argon, wood], normal: hooke, stiffness: 1e4, restitution: .6}\n"
  "template:\n  - atom: {material: argon, pebbles: [0, 0, 0, .3]}\n"
  "  - bead: {material: wood, pebbles: [0,0,0,.3]}\n"
  "  - twin: {material: wood, pebbles: [0,0,0,.3, 0,0,0,.2]}\n"
  "  - rod: {material: wood, pebbles: [0,0,0,.3, .4,0,0,.3]}\n"
  "interaction:\n%s"
  "clumps:\n"
  "  - gas: {template: [atom], count: 500, lo: [0, 0, 0], hi: [9, 8, 7]}\n"
  "  - more: {template: [%s], count: 3, lo: [0, 0, 0], hi: [9, 8, 7]}\n";

static const char *const potentials =
  "  - near: {type: lennard_jones, between: [argon, argon], epsilon: 1, sigma: .6, cutoff: 2}\n"
  "  - far: {type: lennard_jones, between: [argon, argon], epsilon: .1, sigma: .6, cutoff: 3.5}\n";
static const char *const fluid =
  "  - fluid: {type: sph, material: argon, smoothing_ratio: 1.5, alpha: .3, beta: .2, "
  "state: {type: tait, sound_speed: 20, tension: true}}\n";

/* Run some steps; the forces on the atoms of this rank by id. Returns the energy that they have lost,
   J. */
static double find_forces(MPI_Comm comm, const char *by, const char *more, bool central,
                          Vec3 *force)
{
  char   text[2000];
  Sim   *sim;
  double lost;

  snprintf(text, sizeof text, scenario, by, more);
  sim = test_sim(comm, text, "");
  CHECK(pull_is_central(sim->interactions, &sim->interactions->sets[0]) == central);
  CHECK_INT(sim->interactions->lone, strcmp(more, "bead") == 0);
  test_steps(sim, STEPS);
  for (int k = 0; k < ATOMS; k++) force[k] = (Vec3){NAN, NAN, NAN};
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (sim->matter.clumps->id[a] < ATOMS)
      force[sim->matter.clumps->id[a]] = sim->matter.clumps->force[a];
  lost = totals_of(sim).dissipated;
  CALL(sim_destroy(&sim));
  return lost;
}

static void both_ways_give_the_same_bits(const char *by, const char *more, const Vec3 *expected,
                                         double lost)
{
  Vec3    force[ATOMS];
  int64_t n = 0;
  char    text[100];

  CHECK_BITS(find_forces(PETSC_COMM_WORLD, by, more, true, force), lost);
  for (int k = 0; k < ATOMS; k++) {
    if (isnan(force[k].x)) continue; /* of another rank */
    CHECK_BITS(force[k].x, expected[k].x);
    CHECK_BITS(force[k].y, expected[k].y);
    CHECK_BITS(force[k].z, expected[k].z);
    n++;
  }
  CHECK_INT(test_total(n), ATOMS);
  snprintf(text, sizeof text, "forces next to %ss have the same bits as next to rods, by %s", more,
           by == fluid ? "a fluid" : "potentials");
  test_end(text);
}

TESTS(.ranks = {1, 2, 3})
{
  const char *const by[] = {potentials, fluid};
  Vec3              expected[ATOMS];

  for (int k = 0; k < 2; k++) {
    const double lost = find_forces(PETSC_COMM_SELF, by[k], "rod", false, expected);

    CHECK((lost > 0) == (by[k] == fluid));
    both_ways_give_the_same_bits(by[k], "bead", expected, lost);
    both_ways_give_the_same_bits(by[k], "twin", expected, lost);
  }
  test_folder_remove();
}
