/* SPDX-License-Identifier: MIT */
/* Joints in motion against closed forms: pendulums, a rod that leaves a wall, a loaded chain. */
#include "joint_test.h"

#define HEADER "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"

/* ---- pendulums ---- */

/* A bar on a hinge swings by 0.02 rad. Error of its angle after a quarter of the period, as a time
   over the period; the period grows with the amplitude, by its square over 16. */
static double period_error(int steps)
{
  const double amplitude = .02;
  char         clumps[300];
  double       mass = 1000 * PETSC_PI / 3 * 1e-3, across = mass * (.25 + .4 * .0025), omega, end;
  Sim         *sim;

  omega = sqrt(mass * GRAVITY * .5 / (across + .25 * mass));
  snprintf(clumps, sizeof clumps,
           "id,template,x,y,z,qw,qx,qy,qz,blocked\n0,ball,0,0,0,1,0,0,0,xyzXYZ\n"
           "1,bar,%.17g,0,%.17g,%.17g,0,%.17g,0,\n",
           .5 * sin(amplitude), -.5 * cos(amplitude), cos(PETSC_PI / 4 - amplitude / 2),
           sin(PETSC_PI / 4 - amplitude / 2));
  test_file("hinge.csv", "a,b,bx,by,bz,ax,ay,az,ux,uy,uz\n0,1,-.5,0,0,0,0,0,0,1,0\n");
  sim = joint_sim(PETSC_PI / 2 / omega / steps, -GRAVITY, clumps,
                  "  - h: {type: hinge, file: hinge.csv, sweeps: 2}\n", "");
  test_steps(sim, steps);
  end = joint_end(sim, 1, .5).x;
  CALL(sim_destroy(&sim));
  return end / amplitude / (2 * PETSC_PI) - amplitude * amplitude / 64;
}

static void hinge_swings_in_time(void)
{
  const double one = period_error(500), half = period_error(1000);

  test_note("period off by %.3g, %.3g with half the step", one, half);
  CHECK_NEAR(half, 0, 1e-6);     /* second order in h = 1e-3 of a quarter period */
  CHECK_NEAR(one / half, 4, .4); /* positions are rounded */
  test_end("a bar on a hinge has the period of a physical pendulum, to second order");
}

/* A ball on a rod goes round a circle: the tension is m w^2 l, w and l as measured, on the mean of
   a turn, as friction of order h makes the cone a little narrower. */
static void conical_pendulum_has_its_tension(void)
{
  enum { TURN = 10000 };
  const double angle = .6, r = sin(angle), v = sqrt(GRAVITY * r * tan(angle)),
               mass = 1000 * PETSC_PI / 6 * 1e-3;
  char   clumps[300];
  double tension = 0, way = 0, length = 0, w;
  Sim   *sim;
  Vec3   before = {r, 0, 0};

  snprintf(clumps, sizeof clumps,
           HEADER "0,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n1,ball,%.17g,0,%.17g,0,%.17g,0,0,0,0,\n", r,
           -cos(angle), v);
  test_file("rod.csv", "a,b,length\n0,1,1\n");
  sim = joint_sim(2 * PETSC_PI * r / v / TURN, -GRAVITY, clumps,
                  "  - d: {type: distance, file: rod.csv}\n", "");
  for (int k = 0; k < TURN; k++) {
    double forces[2];
    Vec3   x;

    test_steps(sim, 1);
    joint_forces(sim, 0, forces);
    x = joint_body(sim, 1).x;
    tension += forces[0] / TURN;
    length += vec3_norm(x) / TURN;
    way += asin((before.x * x.y - before.y * x.x) /
                sqrt((before.x * before.x + before.y * before.y) * (x.x * x.x + x.y * x.y)));
    before = x;
  }
  w = way / (TURN * sim->clock.dt);
  test_note("tension over m w^2 l: %.3g off", tension / (mass * w * w * length) - 1);
  CHECK_NEAR(tension / (mass * w * w * length), 1, 1e-4); /* the bound that is asked for */
  CALL(sim_destroy(&sim));
  test_end("the tension of a conical pendulum is m w^2 l at 1e4 steps a turn");
}

/* Relative change in 1 s of the angular momentum about the joint of a body that spins about a ball
   joint without gravity, its centre `arm` away along x. */
static double momentum_change(const char *body, double arm, double dt)
{
  const Vec3 w = {1, 2, 1.5}, v = vec3_cross(w, vec3(arm, 0, 0));
  char       clumps[300], row[100];
  Vec3       from, to;
  Sim       *sim;

  snprintf(clumps, sizeof clumps,
           HEADER "0,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n1,%s,%g,0,0,%.17g,%.17g,%.17g,1,2,1.5,\n", body,
           arm, v.x, v.y, v.z);
  snprintf(row, sizeof row, "a,b,bx,by,bz,ax,ay,az\n0,1,%g,0,0,0,0,0\n", -arm);
  test_file("ball.csv", row);
  sim  = joint_sim(dt, 0, clumps, "  - b: {type: ball, file: ball.csv, sweeps: 3}\n", "");
  from = totals_of(sim).angular; /* about the origin, where the joint is */
  test_steps(sim, (int)(1 / dt + .5));
  to = totals_of(sim).angular;
  CALL(sim_destroy(&sim));
  return vec3_norm(vec3_sub(to, from)) / vec3_norm(from);
}

static void ball_joint_keeps_angular_momentum(void)
{
  const double bar = momentum_change("bar", .5, 1e-3), ball = momentum_change("ball", 1, 1e-2);

  test_note("angular momentum of a bar off by %.3g of it, of a small ball by %.3g", bar, ball);
  CHECK(bar < 1e-7);  /* corrections are rounded to quanta; 3e-3 with arms at the end of the step */
  CHECK(ball < 5e-5); /* S = .7 (levers.c): (w h)^3 = 2e-5; 7e-2 with arms at the end of the step */
  test_end("angular momentum about a ball joint is kept");
}

/* ---- a rod that slides down two walls ---- */

/* Height of the upper end, over that at the start, when the wall's force has ended. */
static void rod_leaves_the_wall(void)
{
  const double tilt = 10 * PETSC_PI / 180; /* from the vertical; ends at (0, cos) and (sin, 0) */
  char         clumps[300];
  double       forces[2] = {0, 0}, height = 0, before = 0;
  Sim         *sim;

  snprintf(clumps, sizeof clumps,
           "id,template,x,y,z,qw,qx,qy,qz,blocked\n0,ball,0,0,0,1,0,0,0,xyzXYZ\n"
           "1,bar,%.17g,0,%.17g,%.17g,0,%.17g,0,\n",
           .5 * sin(tilt), .5 * cos(tilt), cos((PETSC_PI / 2 - tilt) / 2),
           sin((PETSC_PI / 2 - tilt) / 2));
  test_file("wall.csv", "a,b,ax,ay,az,bx,by,bz,nx,ny,nz\n1,0,-.5,0,0,0,0,0,1,0,0\n");
  test_file("floor.csv", "a,b,ax,ay,az,bx,by,bz,nx,ny,nz\n1,0,.5,0,0,0,0,0,0,0,1\n");
  sim = joint_sim(2e-4, -GRAVITY, clumps,
                  "  - wall: {type: plane, file: wall.csv, sweeps: 16}\n"
                  "  - floor: {type: plane, file: floor.csv, sweeps: 16}\n",
                  "");
  for (int k = 0; k < 600; k++) {
    test_steps(sim, 10);
    joint_forces(sim, 0, forces);
    height = joint_end(sim, 1, -.5).z;
    if (k > 10 && !(forces[0] > 0)) break;
    before = height;
  }
  test_note("the wall's force ends between heights %.5f and %.5f of the first", before / cos(tilt),
            height / cos(tilt));
  CHECK_NEAR(.5 * (before + height) / cos(tilt), 2. / 3,
             3e-3); /* 10 steps are 2e-3 of the height */
  CALL(sim_destroy(&sim));
  test_end("a rod that slides down two walls leaves the upper one at 2/3 of its height");
}

/* ---- a chain that breaks ---- */

/* Five balls hang on rods; a fixed ball that sinks slowly pulls the lowest one by a soft link. */
static void chain_breaks_at_the_top(void)
{
  const double mass = 1000 * PETSC_PI / 6 * 1e-3, soft = .05, speed = .5, most = 30;
  char         clumps[900], rods[200];
  double       time;
  size_t       n = (size_t)snprintf(
                 clumps, sizeof clumps,
                 HEADER "0,ball,0,0,8,0,0,0,0,0,0,xyzXYZ\n9,ball,0,0,4.9,0,0,%g,0,0,0,xyzXYZ\n", -speed),
         m = (size_t)snprintf(rods, sizeof rods, "a,b,length\n");
  Sim *sim;

  for (int k = 1; k <= 5; k++) {
    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,ball,0,0,%g,0,0,0,0,0,0,\n", k,
                          8 - .5 * k);
    m += (size_t)snprintf(rods + m, sizeof rods - m, "%d,%d,.5\n", k - 1, k);
  }
  test_file("rods.csv", rods);
  test_file("pull.csv", "a,b,length\n5,9,.6\n");
  sim = joint_sim(1e-3, -GRAVITY, clumps,
                  "  - rods: {type: distance, file: rods.csv, sweeps: 16, break_force: 30}\n"
                  "  - pull: {type: distance, file: pull.csv, compliance: .05, sweeps: 16}\n",
                  "");
  for (int k = 0; k < 4000 && test_sum(sim, sim->links.n_breaks) == 0; k++) test_steps(sim, 1);
  time = sim_time(sim);
  test_note("breaks with a load of %.4f of %g N",
            soft > 0 ? speed * time / soft + 5 * mass * GRAVITY : 0, most);
  CHECK_NEAR((speed * time / soft + 5 * mass * GRAVITY) / most, 1, .01);
  CHECK_INT(test_sum(sim, sim->links.n_breaks), 1);
  if (sim->links.n_breaks > 0) CHECK_INT(sim->links.breaks[0].link.a, 0);
  CALL(sim_destroy(&sim));
  test_end("a chain that is loaded slowly breaks at its force, at the top");
}

TESTS(.ranks = {1, 2})
{
  hinge_swings_in_time();
  conical_pendulum_has_its_tension();
  ball_joint_keeps_angular_momentum();
  rod_leaves_the_wall();
  chain_breaks_at_the_top();
  test_folder_remove();
}
