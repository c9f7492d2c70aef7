/* SPDX-License-Identifier: MIT */
/* Electric fields on charged bodies: closed forms. */
#include "verify/verify.h"

static Sim *bodies_in(const char *field, double dt)
{
  Draft t = {0};

  add(&t,
      "schema: 1\nrun: {end_time: 9, dt: %.17g}\ndomain: {lo: [-9, -9, -9], hi: [9, 9, 9]}\n"
      "material:\n  - ion: {density: %.17g}\n"
      "interaction:\n  - field: {type: electric, %s}\n"
      "  - other: {type: wca, between: [ion, ion], epsilon: 1, sigma: .1}\n"
      "template:\n  - ball: {material: ion, pebbles: [0, 0, 0, 1], charge: 2}\n"
      "  - dipole: {material: ion, pebbles: [-.5, 0, 0, .5, .5, 0, 0, .5], charge: [3, -3]}\n"
      "clumps:\n  - b: {template: ball, position: [1, 0, 0]}\n"
      "  - d: {template: dipole, position: [1, 7, 0]}\n",
      dt, 3 / (4 * pi), field);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

/* A mass of 1 and a charge of 2 in 1.5 V/m along z; the dipole of 3 C m along -x gets the torque p
   x E = 4.5 N m along y, and no force. */
static void uniform_fields_push_and_turn(void)
{
  Sim   *sim = bodies_in("field: [0, 0, 1.5]", 2.5e-3);
  Totals totals;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Vec3 f = sim->matter.clumps->force[a], m = sim->matter.clumps->torque[a];
    const bool ball = sim->matter.clumps->id[a] == 0;

    CHECK_NEAR(f.z, ball ? 3 : 0, 1e-14);
    CHECK_NEAR(m.y, ball ? 0 : 4.5, 1e-14);
    CHECK_NEAR(fabs(m.x) + fabs(m.z) + fabs(f.x) + fabs(f.y), 0, 1e-14);
  }
  test_steps(sim, 400);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (sim->matter.clumps->id[a] == 0)
      CHECK_NEAR(sim->matter.clumps->pose[a].x.z, 1.5, 1e-12); /* 3/2 t^2 */
  totals = totals_of(sim);
  /* of the turning dipole, second order of dt: 1.7e-3 J at 1e-2 s, 1e-4 J here */
  CHECK_NEAR(totals.translational + totals.rotational, totals.supplied, 1e-3);
  CHECK(totals.translational > 4.4 && totals.rotational > 0.1);
  CALL(sim_destroy(&sim));
  test_end("a uniform field accelerates a charge and turns a dipole; its work is supplied");
}

/* q E = -4 x: the ball swings with the period pi. */
static void a_field_by_formulas_is_a_spring(void)
{
  double off[2];

  for (int half = 0; half < 2; half++) {
    const int n   = 40 << half;
    Sim      *sim = bodies_in("field_expression: \"-2 * x, 0, 0\"", pi / (4 * n));
    double    x   = 0;

    test_steps(sim, n); /* a quarter of the period */
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
      if (sim->matter.clumps->id[a] == 0) x = fabs(sim->matter.clumps->pose[a].x.x);
    CALL(parallel_max(&sim->par, &x, 1));
    off[half] = x;
    CALL(sim_destroy(&sim));
  }
  test_note("after a quarter of the period off by %.3e and %.3e", off[0], off[1]);
  CHECK_NEAR(log2(off[0] / off[1]), 2, 0.02); /* next order: dt^4 */
  test_end("a field by formulas is a spring, to second order of dt");
}

TESTS(.ranks = {1, 2})
{
  uniform_fields_push_and_turn();
  a_field_by_formulas_is_a_spring();
  test_folder_remove();
}
