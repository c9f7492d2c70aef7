/* SPDX-License-Identifier: MIT */
/* Forces and damping against closed forms. */
#include "sim_test.h"

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [-9, -9, -9], hi: [9, 9, 9], boundary: [free, free, free]}\n" \
  "material:\n  - a: {density: 1000, young: 1e5}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2000, restitution: 1}\n" \
  "template:\n" \
  "  - rod: {material: a, pebbles: [1,0,0,.2, 1.3,0,0,.2, 1.6,0,0,.2], pebble_group: [ends]}\n" \
  "clumps:\n  - one: {template: rod, position: [0, 0, 0], group: [mine]}\n" \
  "  - two: {template: rod, position: [0, 5, 0]}\n"

/* Rows of the clump with this id on the rank that owns it; -1 elsewhere. */
static PetscInt row_of(const Sim *sim, Id id)
{
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (sim->matter.clumps->id[a] == id) return a;
  return -1;
}

/* A constant force at rest: x = F t^2 / 2 m to the grid of positions; the other group stays. */
static void a_constant_force_accelerates_its_group(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_WORLD, HEAD "force:\n  - push: {groups: [mine], force: [3, 0, 0]}\n", "");
  PetscInt one, two;

  test_steps(sim, 1000);
  one = row_of(sim, 0);
  two = row_of(sim, 1);
  if (one >= 0)
    CHECK_NEAR(sim->matter.clumps->pose[one].x.x, 1.5 / sim->matter.clumps->mass[one],
               1e-9); /* grid, 2^-30 m */
  if (two >= 0) CHECK(vec3_norm(sim->matter.clumps->motion[two].v) == 0);
  CALL(sim_destroy(&sim));
  test_end("a constant force accelerates the clumps of its group, and no others");
}

/* At the end of the rod, at 1.6 in the template, .3 m from the centre: F, and the couple .3 F. */
static void a_point_has_an_arm(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_WORLD,
             HEAD "force:\n  - push: {groups: [mine], point: [1.6, 0, 0], force: [0, 2, 0]}\n"
                  "  - each: {pebbles: [ends], force: [0, 0, .5]}\n",
             "");
  PetscInt one;

  test_steps(sim, 1);
  one = row_of(sim, 0);
  if (one >= 0) {
    const Vec3 f = sim->matter.clumps->force[one], t = sim->matter.clumps->torque[one];

    CHECK_NEAR(f.y, 2, 1e-12); /* exact but for the quantum of the sums */
    CHECK_NEAR(f.z, 1.5, 1e-12);
    CHECK_NEAR(t.z, 0.6, 1e-6); /* it has turned by 1e-6 */
    CHECK_NEAR(t.y, 0, 1e-6);
  }
  CALL(sim_destroy(&sim));
  test_end("a force at a point of the body, or at its pebbles, has their arms");
}

/* A group on its way has no energy of its own: what forces give it, its motion takes. */
static void motions_take_what_forces_give(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_WORLD,
             HEAD "motion:\n  - go: {groups: [mine], type: translate, velocity: [2, 0, 0]}\n"
                  "  - turn: {groups: [mine], type: rotate, point: [0, 0, 0], axis: [0, 0, 1], "
                  "rate: 3}\n"
                  "force:\n  - push: {groups: [mine], point: [1.6, 0, 0], force: [5, 1, 0]}\n",
             "");
  Totals t;

  test_steps(sim, 100);
  t = totals_of(sim);
  CHECK_NEAR(t.supplied, 0, 1e-12); /* of works of 1 J each: exact but for quanta */
  CALL(sim_destroy(&sim));
  test_end("the work of forces on a group that follows motions is taken by these");
}

/* x'' = -(k/m) x by a formula: cos(w t), of second order. */
static double error_of_spring(const char *dt, int steps)
{
  char     options[64];
  Sim     *sim;
  double   error[1] = {0};
  PetscInt one;

  snprintf(options, sizeof options, "-run_dt %s", dt);
  sim = test_sim(PETSC_COMM_WORLD,
                 HEAD "  - far: {template: rod, position: [2, -5, 0]}\n"
                      "force:\n  - spring: {expression: \"if(y < -3, -9 * m * x, 0), 0, 0\"}\n",
                 options);
  test_steps(sim, steps);
  one = row_of(sim, 2);
  if (one >= 0) error[0] = fabs(sim->matter.clumps->pose[one].x.x - 2 * cos(3.0));
  (void)MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  CALL(sim_destroy(&sim));
  return error[0];
}

static void a_formula_makes_a_spring(void)
{
  const double coarse = error_of_spring("1e-2", 100), fine = error_of_spring("5e-3", 200);

  test_note("errors %.3g and %.3g m, slope %.3f", coarse, fine, log2(coarse / fine));
  CHECK(fine < 2e-4);                       /* w^3 dt^2 t / 24 x amplitude = 5.6e-5 */
  CHECK_NEAR(log2(coarse / fine), 2, 0.05); /* terms of fourth order */
  test_end("a spring by a formula swings as its closed form, of second order");
}

/* Cundall 1987: a body that falls accelerates with g (1 - factor), thrown up it slows with g (1 +
   factor). */
static void damping_takes_its_part(void)
{
  Sim     *sim = test_sim(PETSC_COMM_WORLD,
                          HEAD "  - up: {template: rod, position: [0, -5, 0], velocity: [0, 0, 13]}\n",
                          "-run_gravity 0,0,-10 -run_damping .3");
  PetscInt one, up;

  test_steps(sim, 500);
  one = row_of(sim, 0);
  up  = row_of(sim, 2);
  if (one >= 0)
    CHECK_NEAR(sim->matter.clumps->motion[one].v.z, -3.5, 5e-3); /* at rest it is not damped: half
                                                                         a step */
  if (up >= 0)
    CHECK_NEAR(sim->matter.clumps->motion[up].v.z, 13 - 6.5, 1e-9); /* rounding of 500 steps */
  CALL(sim_destroy(&sim));
  test_end(
    "damping takes its part of the weight of a body that falls, and adds it to one that rises");
}

/* Without forces a step multiplies v by (1 - a dt/2) / (1 + a dt/2), and the angular momentum of a
   body of several moments by the same of b: exp(-a t), exp(-b t) but for terms of dt^2. What is
   lost is dissipated, with an error of dt^2, too. */
static void decay(const char *dt, int steps, double out[2])
{
  static const char scene[] =
    HEAD "  - top: {template: rod, position: [0, -5, 0], velocity: [3, 2, 1], spin: [2, 3, 1],\n"
         "          group: [slow]}\n"
         "  - free: {template: rod, position: [0, 0, 5], velocity: [1, 0, 0]}\n"
         "damping:\n  - oil: {viscous: 2, groups: [slow]}\n  - air: {turning: 1, groups: [slow]}\n";
  char         options[64];
  const double a = 2, b = 3, time = 1, h = time / steps;
  Sim         *sim;
  Totals       start, end;
  Vec3         from, v, l;

  snprintf(options, sizeof options, "-run_dt %s", dt);
  sim   = test_sim(PETSC_COMM_SELF, scene, options);
  start = totals_of(sim);
  from  = sim->matter.clumps->motion[row_of(sim, 2)].momentum;
  test_steps(sim, steps);
  end = totals_of(sim);
  v   = sim->matter.clumps->motion[row_of(sim, 2)].v;
  l   = sim->matter.clumps->motion[row_of(sim, 2)].momentum;
  CHECK_NEAR(v.x, 3 * pow((1 - a * h / 2) / (1 + a * h / 2), steps), 1e-11); /* rounded sums */
  CHECK_NEAR(vec3_norm(vec3_cross(l, from)) / vec3_dot(l, from), 0, 1e-11);
  CHECK(sim->matter.clumps->motion[row_of(sim, 3)].v.x == 1);
  out[0] = fabs(v.y - 2 * exp(-a * time)) + fabs(vec3_norm(l) / vec3_norm(from) - exp(-b * time));
  out[1] =
    end.dissipated - (start.translational + start.rotational - end.translational - end.rotational);
  CALL(sim_destroy(&sim));
}

static void viscous_damping_decays(void)
{
  double coarse[2], fine[2];

  decay("1e-2", 100, coarse);
  decay("5e-3", 200, fine);
  test_note("velocities off by %.3g and %.3g, slope %.3f; energy by %.3g and %.3g J, slope %.3f",
            coarse[0], fine[0], log2(coarse[0] / fine[0]), coarse[1], fine[1],
            log2(fabs(coarse[1] / fine[1])));
  CHECK_NEAR(log2(coarse[0] / fine[0]), 2, 0.01); /* terms of fourth order */
  CHECK_NEAR(log2(fabs(coarse[1] / fine[1])), 2, 0.05);
  test_end("with viscous damping of its group a body slows as exp(-a t), and the account closes");
}

/* At any rate: v = g / a in the end, though a dt is 10. Gravity acts on the group alone. */
static void viscous_damping_is_stable(void)
{
  Sim   *sim   = test_sim(PETSC_COMM_SELF, HEAD "damping:\n  - oil: {viscous: 1e4}\n",
                          "-run_gravity 0,0,-10 -run_gravity_groups mine");
  Totals start = totals_of(sim), end;

  test_steps(sim, 200);
  end = totals_of(sim);
  CHECK_NEAR(sim->matter.clumps->motion[row_of(sim, 0)].v.z, -1e-3, 1e-12); /* rounded sums */
  CHECK(sim->matter.clumps->motion[row_of(sim, 1)].v.z == 0);
  CHECK_NEAR(start.potential - end.potential,
             -10 * sim->matter.clumps->mass[0] * sim->matter.clumps->pose[row_of(sim, 0)].x.z,
             1e-9);
  CHECK_NEAR(end.dissipated / (start.potential - end.potential), 1, 1e-2); /* 200 steps from rest */
  CALL(sim_destroy(&sim));
  test_end("any rate is stable: a body of the group that gravity acts on falls at g / a");
}

TESTS(.ranks = {1, 2})
{
  a_constant_force_accelerates_its_group();
  a_point_has_an_arm();
  motions_take_what_forces_give();
  a_formula_makes_a_spring();
  damping_takes_its_part();
  viscous_damping_decays();
  viscous_damping_is_stable();
  test_folder_remove();
}
