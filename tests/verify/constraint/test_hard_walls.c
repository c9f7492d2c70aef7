/* SPDX-License-Identifier: MIT */
/* Hard contacts on walls and on groups that follow motions: counts, overlaps, forces,
   torques, work. */
#include "constraint/hard/hard.h"
#include "contact/wall_loads.h"
#include "sim_test.h"

#define GRAVITY 9.81

/* Balls of mass 1 kg and radius .5 m, floors and motions as given. */
static Sim *begin(double gravity, const char *law, const char *clumps, const char *more)
{
  char text[2000];

  test_file("walls.csv", clumps);
  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 99, dt: 1e-3, gravity: [0, 0, %.17g]}\n"
    "domain: {lo: [-9, -9, -1], hi: [9, 9, 9]}\nmaterial: [{a: {density: 1}}]\n"
    "template: [{ball: {material: a, pebbles: [0, 0, 0, .5], density: %.17g}}]\n"
    "clumps: [{all: {file: walls.csv}}]\n"
    "constraint: [{aa: {type: contact, between: [a, a], %s}}]\noutput: {walls_every: .1}\n%s",
    -gravity, 6 / PETSC_PI, law, more);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

#define WALL "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"

/* Sum of a wall in the last step, over all ranks. */
static double sum_of(const Sim *sim, int wall, int which)
{
  Sum sum = sim->contacts->on_walls[wall].sum[which];

  CALL(sum_reduce(&sim->par, &sum, 1));
  return sum_value(&sum);
}

/* Sum of a driven group in the last step, over all ranks. */
static double group_sum(const Sim *sim, int which)
{
  Sum sum = sim->motion.walls.driven.list[0].sum[which];

  CALL(sum_reduce(&sim->par, &sum, 1));
  return sum_value(&sum);
}

static void walls_bear_what_lies_on_them(void)
{
  Sim *sim =
    begin(GRAVITY, "friction: .5, sweeps: 8, velocity_sweeps: 5",
          "id,template,x,y,z\n1,ball,2,0,.5\n2,ball,2,0,1.5\n3,ball,-1,3,.5\n4,ball,5,5,4\n", WALL);
  Totals t;

  test_steps(sim, 300);
  t = totals_of(sim);
  CHECK_INT(t.contacts, 3);
  CHECK(t.max_overlap < GRAVITY * 1e-6); /* what sweeps leave of g dt^2 */
  CHECK(t.max_overlap > 0);
  CHECK_NEAR(sum_of(sim, 0, WALL_FORCE + 2), -3 * GRAVITY, 1e-7); /* quanta over dt^2 */
  CHECK_NEAR(sum_of(sim, 0, WALL_TORQUE), -3 * GRAVITY, 1e-7);    /* y F */
  CHECK_NEAR(sum_of(sim, 0, WALL_TORQUE + 1), 3 * GRAVITY, 1e-7); /* - x F: 2 x 2 - 1 */
  CALL(sim_destroy(&sim));
  test_end("hard contacts are counted with their overlap, and walls have their forces and torques");
}

/* A wall that moves up meets a ball at rest: it flies off with (1 + e) times its speed. */
static void walls_do_work(void)
{
  Sim   *sim = begin(0, "restitution: .5", "id,template,x,y,z\n1,ball,0,0,.6\n",
                     WALL "motion: [{up: {walls: [floor], type: translate, velocity: [0, 0, 2]}}]\n");
  Totals t;

  test_steps(sim, 200);
  t = totals_of(sim);
  /* momentum 3, at the speed of the wall, 2 m/s; half of e: the energy is 9 / 2; quanta over dt */
  CHECK_NEAR(t.supplied, 6, 1e-9);
  CHECK_NEAR(energy_of(&t), 4.5, 1e-9);
  CHECK_NEAR(t.dissipated, 1.5, 1e-9);
  {
    Sum work = sim_wall_account(sim)->work[0];

    CALL(sum_reduce(&sim->par, &work, 1));
    CHECK_NEAR(sum_value(&work), 6, 1e-9);
  }
  CALL(sim_destroy(&sim));
  test_end("a wall that moves does work on what it hits");
}

/* A ball rests on one of a group that rises: the group bears it and lifts it. */
static void groups_do_work(void)
{
  Sim *sim =
    begin(GRAVITY, "friction: .5", "id,template,group,x,y,z\n1,ball,g,1,0,2\n2,ball,other,1,0,3\n",
          "motion: [{up: {groups: [g], type: translate, velocity: [0, 0, 2]}}]\n");
  Totals t;

  test_steps(sim, 500);
  t = totals_of(sim);
  CHECK_NEAR(group_sum(sim, DRIVEN_FORCE + 2), -GRAVITY, 1e-8); /* rounding over dt^2 */
  CHECK_NEAR(group_sum(sim, DRIVEN_DONE), 2e-3 * GRAVITY, 1e-11);
  /* it was lifted by 1 m, and got 2 m/s in one step: in both cases first order in dt */
  CHECK_NEAR(t.supplied, GRAVITY + 4, 2e-2);
  CHECK_NEAR(t.dissipated, 2, 1e-2); /* half of the 4 J of an inelastic start */
  CALL(sim_destroy(&sim));
  test_end("a group that moves does work on what lies on it, and bears it");
}

/* A lid presses a bed of balls together. */
static void a_servo_keeps_its_force(const char *law, const char *gain, int layers)
{
  char   clumps[400], more[700];
  size_t n = (size_t)snprintf(clumps, sizeof clumps, "id,template,x,y,z,blocked\n");
  Sim   *sim;

  for (int k = 0; k < layers; k++)
    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,ball,0,0,%g,xy\n", k, .5 + k);
  snprintf(more, sizeof more,
           "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}, "
           "{lid: {shape: plane, material: a, point: [0, 0, %g], normal: [0, 0, -1]}}]\n"
           "motion: [{press: {walls: [lid], type: servo, direction: [0, 0, -1], force: 50, "
           "speed_limit: .2%s}}]\n",
           layers + .01, gain);
  sim = begin(GRAVITY, law, clumps, more);
  test_steps(sim, 1000);
  CHECK_NEAR(sum_of(sim, 1, WALL_FORCE + 2), 50, 1e-4); /* what is left of it decays */
  CHECK_NEAR(sum_of(sim, 0, WALL_FORCE + 2), -50 - layers * GRAVITY, 1e-2); /* it still sinks */
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2})
{
  walls_bear_what_lies_on_them();
  walls_do_work();
  groups_do_work();
  a_servo_keeps_its_force("compliance: 1e-4, sweeps: 20", "", 3);
  test_end("a servo keeps its force on compliant hard contacts");
  a_servo_keeps_its_force("sweeps: 5", ", gain: 2.5e-5", 1);
  test_end("with a gain it keeps that on rigid ones");
  test_folder_remove();
}
