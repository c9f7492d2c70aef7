/* SPDX-License-Identifier: MIT */
/* Velocities that are shown (constraint/shown.h) where not all impulses of the step are answered:
   limits, motors, pairs that break, clumps that are changed, hard contacts. */
#include "joint_test.h"

#define HEADER "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"

/* A clump as it is shown; answers are there. */
static Body shown_of(Sim *sim, Id id)
{
  Body b;

  CALL(world_show(sim_world(sim)));
  b = joint_body(sim, id);
  world_hide(sim_world(sim));
  return b;
}

/* A bar whose end turns on a hinge about z, fixed at the origin, without gravity: it is shown as it
   is. motor: the rate that its motor can change in a step, rad/s. */
static void turns(const char *options, double spin, double motor, int steps)
{
  char constraint[200], clumps[300];
  Sim *sim;

  test_file("pairs.csv", "a,b,ax,ay,az,bx,by,bz,ux,uy,uz\n1,2,0,0,0,-.5,0,0,0,0,1\n");
  snprintf(constraint, sizeof constraint, "  - pin: {type: hinge, file: pairs.csv, %s}\n", options);
  snprintf(clumps, sizeof clumps,
           HEADER "1,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n2,bar,.5,0,0,0,%g,0,0,0,%g,\n", spin / 2, spin);
  sim = joint_sim(1e-3, 0, clumps, constraint, "");
  for (int k = 0; k < steps; k++) {
    const double before = vec3_norm(joint_body(sim, 2).w);
    Body         is, was;
    double       most, w;

    test_steps(sim, 1);
    was  = joint_body(sim, 2);
    is   = shown_of(sim, 2);
    w    = max_real(max_real(before, vec3_norm(was.w)), motor);
    most = 1e-6 * w * w * w + 1.4e-10;
    /* rounding of places over dt in 20 sweeps, 7e-15 m / 1e-3 s each, and of impulses w the second
       order of the angle w dt by which the bar turns in a step */
    CHECK_NEAR(vec3_norm(vec3_sub(is.v, was.v)), 0, most);
    CHECK_NEAR(vec3_norm(vec3_sub(is.w, was.w)), 0, most);
  }
  CALL(sim_destroy(&sim));
}

static void limits_and_motors_are_left_out(void)
{
  turns("sweeps: 20, angles: [-90, .5]", 1, 0, 12);
  turns("sweeps: 20, motor_rate: 20, motor_torque: 100", 0, .2, 6);
  turns("sweeps: 20, angles: [-90, .5], motor_rate: 20, motor_torque: 100", 0, .2, 12);
  test_end("impulses of limits and motors are not in what is shown");
}

/* ---- chains at rest ---- */

/* Two balls on rods, and one beside them, which falls; the lower rod bears `most`, N, and the
   sweeps of the step are not enough without the impulses of the last one. */
static Sim *hanging(double most, double place, const char *more)
{
  const double v = -GRAVITY * 1e-3 / 2;
  char         clumps[500], text[900], rods[100];

  snprintf(rods, sizeof rods, "a,b,length,break_force\n0,1,.2,99\n1,2,.2,%g\n", most);
  test_file("rods.csv", rods);
  snprintf(
    clumps, sizeof clumps,
    "id,template,x,y,z,vx,vy,vz,blocked,group\n0,ball,0,0,0,0,0,0,xyzXYZ,\n1,ball,0,0,-.2,0,0,%."
    "17g,,\n"
    "2,ball,0,0,-.4,0,0,%.17g,,\n3,ball,3,0,%.17g,0,0,%.17g,,one\n4,ball,3,0,0,0,0,0,xyzXYZ,\n",
    v, v, place, v);
  test_file("clumps.csv", clumps);
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: 1e-3, gravity: [0, 0, %g], overlap_limit: 99}\n"
           "domain: {lo: [-9, -9, -9], hi: [9, 9, 9]}\nmaterial: [{a: {density: 1000}}]\n"
           "template: [{ball: {material: a, pebbles: [0, 0, 0, .05]}}]\n"
           "clumps: [{all: {file: clumps.csv}}]\n"
           "constraint:\n  - rods: {type: distance, file: rods.csv, sweeps: 60}\n"
           "  - aa: {type: contact, between: [a, a], sweeps: 3}\n%s",
           -GRAVITY, more);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

/* The lower rod breaks in the first step, by a weight of 5.1 N: the lower ball falls. */
static void pairs_break(void)
{
  Sim *sim = hanging(4, 1, "");

  test_steps(sim, 1);
  test_note("upper ball %.3g m/s", shown_of(sim, 1).v.z);
  CHECK_NEAR(shown_of(sim, 1).v.z, 0, 5e-7); /* 60 sweeps from 0 leave less than 1e-4 of g h / 2 */
  CHECK_NEAR(shown_of(sim, 2).v.z, joint_body(sim, 2).v.z, 0);
  CALL(sim_destroy(&sim));
  test_end("in the step in which a rod breaks its impulse is not in what is shown");
}

/* The chain is shown at rest, up to what sweeps leave of g h / 2. */
static void rests(Sim *sim, double left)
{
  for (int id = 1; id < 3; id++) CHECK_NEAR(shown_of(sim, id).v.z, 0, left);
}

/* A change of another clump, and of one of the chain, which has the velocity that was asked for. */
static void clumps_are_changed(void)
{
  Sim *sim = hanging(99, 1,
                     "change: [{turn: {action: velocity, groups: [one], start: 2e-3, spin: "
                     "[0, 0, 1]}}]\n");

  test_steps(sim, 2);
  CHECK_NEAR(shown_of(sim, 3).w.z, 1, 1e-14);
  rests(sim, 1e-10);
  CALL(sim_destroy(&sim));
  test_end("a change of one clump leaves what is shown of others");
}

/* Rods between centres alone: an end is fixed while the others move on. */
static void an_end_is_fixed(void)
{
  Sim *sim;

  test_file("rods.csv", "a,b,length\n1,2,.3\n2,3,.3\n");
  sim =
    joint_sim(2e-4, 0,
              "id,template,x,y,z,vx,vy,vz,group\n1,ball,0,0,0,0,1,0,end\n2,ball,.3,0,0,0,-1,.5,\n"
              "3,ball,.6,0,0,0,1,.5,\n",
              "  - rods: {type: distance, file: rods.csv}\n"
              "change: [{hold: {action: fix, blocked: xyz, groups: [end], start: 2e-3}}]\n",
              "");
  test_steps(sim, 9);
  CHECK(vec3_norm(shown_of(sim, 1).v) > .1);
  for (int k = 0; k < 4; k++) {
    test_steps(sim, 1);
    CHECK_NEAR(vec3_norm(shown_of(sim, 1).v), 0, 0);
  }
  CALL(sim_destroy(&sim));
  test_end("a clump that is fixed is shown at rest");
}

/* A ball falls on another one, far from the chain: 2.5 mm above it, for 22 steps. */
static void others_collide(void)
{
  Sim *sim = hanging(99, .1025, "");

  for (int k = 0; k < 30; k++) {
    test_steps(sim, 1);
    rests(sim, 5e-7); /* also in that step, in which sweeps start from 0 */
  }
  rests(sim, 1e-10);
  CHECK_NEAR(shown_of(sim, 3).v.z, 0, 1e-10);
  CALL(sim_destroy(&sim));
  test_end("a collision elsewhere leaves what is shown, and the ball that lies then is shown so");
}

TESTS(.ranks = {1, 3})
{
  limits_and_motors_are_left_out();
  pairs_break();
  clumps_are_changed();
  an_end_is_fixed();
  others_collide();
  test_folder_remove();
}
