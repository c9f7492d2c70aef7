/* SPDX-License-Identifier: MIT */
/* Joints at rest, their drift, motors and limits against closed forms. */
#include "joint_test.h"

#define FIXED "0,ball,0,0,0,xyzXYZ\n"
#define BAR   "id,template,x,y,z,blocked\n" FIXED "1,bar,.5,0,0,\n"

/* ---- statics ---- */

/* A bar on a weld of its end, which yields: the end sinks by compliance times weight, and the bar
   turns by turn_compliance times its torque about the end. */
static void weld_yields(double dt, int sweeps)
{
  const double soft = 2e-4, twist = 5e-4;
  char         objects[300];
  double       mass, across, angle = 0, forces[2];
  Sim         *sim;
  Body         b;

  test_file("weld.csv", "b,a,bx,by,bz,ax,ay,az\n0,1,0,0,0,-.5,0,0\n");
  snprintf(objects, sizeof objects,
           "  - w: {type: weld, file: weld.csv, compliance: %g, turn_compliance: %g, sweeps: %d}\n",
           soft, twist, sweeps);
  sim = joint_sim(dt, -GRAVITY, BAR, objects, "");
  joint_inertia(sim, 1, &mass, &across);
  for (int k = 0; k < 40; k++) angle = twist * mass * GRAVITY * 0.5 * cos(angle);
  test_steps(sim, 300);
  b = joint_body(sim, 1);
  joint_forces(sim, 0, forces);
  /* 1e-9: what 300 steps of implicit Euler with w h > 1 leave, and rounding over h^2 */
  CHECK_NEAR(joint_end(sim, 1, -.5).z, -soft * mass * GRAVITY, 1e-10);
  CHECK_NEAR(asin(-(joint_end(sim, 1, .5).z - b.x.z) / .5), angle, 1e-10);
  CHECK_NEAR(forces[0] / (mass * GRAVITY), 1, 1e-9);
  CHECK_NEAR(forces[1] / (mass * GRAVITY * .5 * cos(angle)), 1, 1e-9);
  CALL(sim_destroy(&sim));
}

/* The joint is at the centre of the ball, so that the problem is linear and one sweep is exact
   from the start. */
static void ball_joint_yields(double dt, int sweeps)
{
  const double soft = 3e-3, mass = 1000 * PETSC_PI / 6 * 1e-3, low = -soft * mass * GRAVITY;
  char         objects[200], clumps[200];
  Sim         *sim;

  test_file("ball.csv", "a,b\n0,1\n");
  snprintf(objects, sizeof objects,
           "  - b: {type: ball, file: ball.csv, compliance: %g, sweeps: %d}\n", soft, sweeps);
  snprintf(clumps, sizeof clumps,
           "id,template,x,y,z,blocked,vx,vy,vz\n0,ball,0,0,0,xyzXYZ,0,0,0\n"
           "1,ball,0,0,%.17g,,0,0,%.17g\n",
           low, -.5 * GRAVITY * dt);
  sim = joint_sim(dt, -GRAVITY, clumps, objects, "");
  test_steps(sim, 50);
  CHECK_NEAR(joint_body(sim, 1).x.z, low, 1e-10); /* the bound that is asked for */
  CALL(sim_destroy(&sim));
}

static void joints_yield_as_told(void)
{
  weld_yields(.05, 20);
  weld_yields(.08, 9);
  ball_joint_yields(1e-3, 1);
  ball_joint_yields(2e-2, 1);
  ball_joint_yields(4e-3, 12);
  test_end("a single joint yields by compliance times force, and a weld by that of angles, for any "
           "step and number of sweeps");
}

/* ---- drift ---- */

static void joints_do_not_drift(void)
{
  double gap = 0, turned = 0;
  Sim   *sim;

  test_file("hinge.csv", "a,b,bx,by,bz,ax,ay,az,ux,uy,uz\n0,1,-.5,0,0,0,0,0,0,1,0\n");
  test_file("weld.csv", "a,b,ax,ay,az,bx,by,bz\n1,2,.5,0,0,-.5,0,0\n");
  sim = joint_sim(1e-3, -GRAVITY, BAR "2,bar,1,0,.5,\n",
                  "  - h: {type: hinge, file: hinge.csv, sweeps: 16}\n"
                  "  - w: {type: weld, file: weld.csv, sweeps: 16}\n",
                  "-run_static_passes 3");
  for (int k = 0; k < 40; k++) {
    const Body a = joint_body(sim, 1), b = joint_body(sim, 2);
    const Quat r = quat_mul(quat_conjugate(a.q), b.q);

    gap    = max_real(gap, vec3_norm(joint_end(sim, 1, -.5)));
    gap    = max_real(gap, vec3_norm(vec3_sub(joint_end(sim, 1, .5), joint_end(sim, 2, -.5))));
    turned = max_real(turned, 2 * vec3_norm(vec3(r.x, r.y, r.z)));
    turned = max_real(turned, fabs(joint_end(sim, 1, .5).y));
    test_steps(sim, 50);
  }
  test_note("points off by %.3g, attitudes by %.3g", gap, turned);
  CHECK(gap < 1e-6 && turned < 1e-6);
  CALL(sim_destroy(&sim));
  test_end(
    "the points, axis and attitude of a swinging hinge and weld stay within 1e-6 of their size");
}

/* ---- motors and limits ---- */

static Sim *hinged(double dt, double gravity, const char *keys)
{
  char objects[200];

  test_file("hinge.csv", "b,a,ax,ay,az,bx,by,bz,ux,uy,uz\n1,0,0,0,0,-.5,0,0,0,3,0\n");
  snprintf(objects, sizeof objects, "  - h: {type: hinge, file: hinge.csv, sweeps: 4%s}\n", keys);
  return joint_sim(dt, gravity, BAR, objects, "");
}

static void motor_turns_a_bar(void)
{
  const double torque = .03, dt = 1e-3;
  double       mass, across;
  Sim         *sim  = hinged(dt, 0, ", motor_rate: .5, motor_torque: .03");
  Totals       from = totals_of(sim), to;

  joint_inertia(sim, 1, &mass, &across);
  test_steps(sim, 1000);
  /* the constant torque of so many impulses; what the centre goes round takes energy, of order
     dt */
  CHECK_NEAR(joint_body(sim, 1).w.y / (torque * 1000 * dt / (across + .25 * mass)), 1, 1e-3);
  to = totals_of(sim);
  CHECK(to.supplied > 1e-4);
  CHECK_NEAR((to.supplied - from.supplied) / (to.rotational + to.translational), 1,
             1e-2); /* order dt */
  CHECK_NEAR((ledger_of(&to) - to.supplied) / to.supplied, ledger_of(&from) / to.supplied, 1e-6);
  test_steps(sim, 8500);
  CHECK_NEAR(joint_body(sim, 1).w.y, .5, 1e-6);
  CALL(sim_destroy(&sim));
  test_end("a motor turns a bar by its torque, up to its rate; its work is supplied");
}

static void limit_and_place_hold(void)
{
  const double angle = PETSC_PI / 6;
  double       forces[2], mass, across;
  Sim         *sim = hinged(1e-3, -GRAVITY, ", angles: [-20, 30]");

  test_steps(sim, 1500);
  joint_inertia(sim, 1, &mass, &across);
  joint_forces(sim, 0, forces);
  CHECK_NEAR(joint_end(sim, 1, .5).z, -sin(angle),
             1e-9); /* rounding, and one step's fall, corrected */
  CHECK_NEAR(forces[1] / (mass * GRAVITY * .5 * cos(angle)), 1, 1e-6);
  CALL(sim_destroy(&sim));
  sim = hinged(1e-3, -GRAVITY, ", motor_angle: -50, motor_rate: 4, motor_torque: 1e4");
  test_steps(sim, 100);
  CHECK_NEAR(joint_end(sim, 1, .5).z, sin(.4), 1e-6); /* at its rate; rounding of 100 corrections */
  test_steps(sim, 900);
  CHECK_NEAR(joint_end(sim, 1, .5).z, sin(50 * PETSC_PI / 180), 1e-9);
  CALL(sim_destroy(&sim));
  test_end("a bar that falls stops at the limit of its hinge, and a motor holds it at an angle");
}

/* A bar on a rail that falls at 1:1, without friction. */
static void slider_slides(void)
{
  const double dt = 1e-3, a = GRAVITY / sqrt(2);
  Sim         *sim;
  Vec3         end;

  test_file("rail.csv", "b,a,ax,ay,az,bx,by,bz,ux,uy,uz\n1,0,0,0,0,-.5,0,0,1,0,-1\n");
  sim = joint_sim(dt, -GRAVITY, BAR,
                  "  - s: {type: slider, file: rail.csv, sweeps: 3, places: [-1, 2]}\n", "");
  test_steps(sim, 500);
  end = joint_end(sim, 1, -.5);
  CHECK_NEAR(end.x, -end.z, 1e-9);
  CHECK_NEAR(vec3_norm(end) / (.5 * a * .25), 1, 5e-3); /* h / t, of half a kick along the rail */
  test_steps(sim, 500);
  CHECK_NEAR(vec3_norm(joint_end(sim, 1, -.5)), 2, 1e-9);
  CHECK_NEAR(joint_end(sim, 1, .5).z, joint_end(sim, 1, -.5).z, 1e-9);
  CALL(sim_destroy(&sim));
  test_end("a slider falls along its line, without turning, up to its limit");
}

/* A ball flies away at 1/2 m/s from 1 m on a rope of 2 m: freely for 2 s, and then it hangs. */
static void a_slack_rope_does_nothing(void)
{
  Sim *sim;

  test_file("rope.csv", "a,b,length\n0,1,2\n");
  sim = joint_sim(1e-2, 0,
                  "id,template,x,y,z,vx,vy,vz,blocked\n0,ball,0,0,0,0,0,0,xyzXYZ\n"
                  "1,ball,0,0,1,0,0,.5,\n",
                  "  - r: {type: distance, rope: true, file: rope.csv}\n", "");
  test_steps(sim, 150);
  CHECK_NEAR(joint_body(sim, 1).x.z, 1.75, 1e-9); /* rounding */
  CHECK(joint_body(sim, 1).v.z == .5);
  test_steps(sim, 150);
  CHECK_NEAR(joint_body(sim, 1).x.z, 2, 1e-9);
  CALL(sim_destroy(&sim));
  test_end("a slack rope does nothing, and a tight one holds");
}

/* A ball whose given position is 5 % too far away, and which flies on. */
static void static_passes_move_without_speed(void)
{
  Sim *sim;
  Body b;

  test_file("rod.csv", "a,b,length\n0,1,1\n");
  sim =
    joint_sim(1e-3, -GRAVITY,
              "id,template,x,y,z,vx,vy,vz,blocked\n0,ball,0,0,0,0,0,0,xyzXYZ\n"
              "1,ball,.63,.84,0,0,0,2,\n",
              "  - d: {type: distance, file: rod.csv, compliance: 1e-3}\n", "-run_static_passes 1");
  b = joint_body(sim, 1);
  CHECK_NEAR(b.x.x, .6, 1e-13); /* the grid of places has steps of 1e-14 m */
  CHECK_NEAR(b.x.y, .8, 1e-13);
  CHECK(b.v.x == 0 && b.v.y == 0 && b.v.z == 2);
  CHECK(totals_of(sim).dissipated == 0 && totals_of(sim).supplied == 0);
  CALL(sim_destroy(&sim));
  test_end(
    "a static pass puts a clump in its place, as if links were rigid, and gives it no speed");
}

TESTS(.ranks = {1, 2})
{
  joints_yield_as_told();
  joints_do_not_drift();
  motor_turns_a_bar();
  limit_and_place_hold();
  slider_slides();
  static_passes_move_without_speed();
  a_slack_rope_does_nothing();
  test_folder_remove();
}
