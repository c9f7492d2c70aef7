/* SPDX-License-Identifier: MIT */
/* Shown velocities of clumps in motion: u + P k (constraint/shown.h). */
#include "joint_test.h"

#define HEADER "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"

static Vec3 along(Vec3 from, Vec3 to)
{
  Vec3 n = vec3_sub(to, from);

  (void)vec3_normalize(&n);
  return n;
}

/* A double pendulum and a ball that flies: their velocities in the state, and as shown. */
static void swing(const char *options, double dt, Body was[4], Body now[4])
{
  Sim *sim;

  test_file("rods.csv", "a,b,length\n1,2,.2\n2,3,.3\n");
  sim = joint_sim(dt, -GRAVITY,
                  HEADER "1,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n2,ball,.2,0,0,0,.5,0,0,0,0,\n"
                         "3,ball,.2,.3,0,0,0,1,0,0,0,\n4,ball,5,0,0,1,0,0,0,0,0,\n",
                  "  - rods: {type: distance, file: rods.csv, sweeps: 60}\n", options);
  test_steps(sim, 90);
  for (int k = 0; k < 4; k++) was[k] = joint_body(sim, k + 1);
  CALL(world_show(sim_world(sim)));
  for (int k = 0; k < 4; k++) now[k] = joint_body(sim, k + 1);
  world_hide(sim_world(sim));
  CALL(sim_destroy(&sim));
}

/* The rates of the rods are those without the last kick, g h / 2, and each ball gets impulses of
   its rods alone; the same bits whenever lists are made. */
static void rates_are_kept(void)
{
  const double dt  = 1e-3;
  const Vec3   end = vec3(0, 0, -GRAVITY * dt / 2);
  Body         was[4], now[4], again[4];

  swing("", dt, was, now);
  swing("-rebuild_every 1 -balance_every 3 -decomp_random 5", dt, was, again);
  for (int k = 0; k < 4; k++) CHECK_NEAR(vec3_norm(vec3_sub(now[k].v, again[k].v)), 0, 0);
  for (int k = 1; k < 3; k++) {
    const Vec3 n = along(was[k - 1].x, was[k].x), none = {0, 0, 0};
    const Vec3 a = k > 1 ? vec3_add(vec3_sub(now[k - 1].v, was[k - 1].v), end) : none,
               b = vec3_add(vec3_sub(now[k].v, was[k].v), end);

    /* 60 sweeps of two rods leave 1e-9 of g h / 2 = 5e-3 */
    CHECK_NEAR(vec3_dot(n, vec3_sub(b, a)), 0, 1e-10);
  }
  /* the sweeps start from the impulses of the step, along rods that turn by up to 5e-5 in it,
     g h^2 / l */
  CHECK_NEAR(vec3_norm(vec3_cross(along(was[1].x, was[2].x), vec3_sub(now[2].v, was[2].v))), 0,
             5e-5 * vec3_norm(end));
  test_note("answers %.3g and %.3g m/s", vec3_norm(vec3_sub(now[1].v, was[1].v)),
            vec3_norm(vec3_sub(now[2].v, was[2].v)));
  CHECK(vec3_norm(vec3_sub(now[1].v, was[1].v)) > 1e-4);
  CHECK_NEAR(vec3_norm(vec3_sub(now[3].v, was[3].v)), 0, 0); /* it has no rod */
  test_end("constraints answer the last kick alone, along their rods");
}

/* A bar swings on a ball joint: its shown point there does not move, momentum and spin are
   consistent, the sum of energies is the same, and the state is unchanged afterwards. */
static void turns_are_shown(void)
{
  const double dt  = 1e-3;
  const Vec3   end = vec3(0, 0, -GRAVITY * dt / 2);
  Sim         *sim;
  Totals       inside, shown;
  uint64_t     before;
  Body         was, now;
  Vec3         arm;

  test_file("pairs.csv", "a,b,ax,ay,az,bx,by,bz\n1,2,0,0,0,.5,0,0\n");
  sim =
    joint_sim(dt, -GRAVITY, HEADER "1,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n2,bar,-.5,0,0,0,0,0,0,0,0,\n",
              "  - pin: {type: ball, file: pairs.csv, sweeps: 5}\n", "");
  test_steps(sim, 200);
  before = test_digest(sim);
  inside = totals_of(sim);
  was    = joint_body(sim, 2);
  CALL(world_show(sim_world(sim)));
  now   = joint_body(sim, 2);
  shown = totals_of(sim);
  if (test_row(sim, 2) >= 0)
    CHECK_NEAR(vec3_norm(vec3_sub(sim->matter.clumps->w[test_row(sim, 2)], now.w)), 0, 1e-14);
  world_hide(sim_world(sim));
  CHECK_INT((int64_t)test_digest(sim), (int64_t)before);
  arm = vec3_scale(-1, was.x); /* the joint is at the origin, to 1e-6 */
  CHECK(vec3_norm(vec3_sub(now.w, was.w)) > 1e-3);
  CHECK_NEAR(vec3_norm(vec3_add(vec3_add(vec3_sub(now.v, was.v), end),
                                vec3_cross(vec3_sub(now.w, was.w), arm))),
             0, 1e-4 * vec3_norm(end));
  CHECK_NEAR(ledger_of(&shown), ledger_of(&inside), 1e-13 * shown.translational);
  CHECK(fabs(shown.rotational - inside.rotational) > 1e-5 * shown.rotational);
  CALL(sim_destroy(&sim));
  test_end("a bar that swings is shown with the turn that its joint gives");
}

/* Without other forces the last kick needs no correction: implicit Euler, as in
   test_constraints.c. */
static void spring_is_shown(void)
{
  const double mass = 1000 * PETSC_PI / 6 * 1e-3, soft = 1e-3, dt = 5e-3,
               square = dt * dt / (mass * soft);
  double before       = 0;
  Sim   *sim;

  test_file("rods.csv", "a,b,length\n1,2,.2\n");
  sim = joint_sim(dt, 0, HEADER "1,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n2,ball,.22,0,0,.3,0,0,0,0,0,\n",
                  "  - rods: {type: distance, file: rods.csv, compliance: 1e-3}\n", "");
  for (int k = 0; k < 20; k++) {
    Body   b;
    double now;

    test_steps(sim, 1);
    CALL(world_show(sim_world(sim)));
    b = joint_body(sim, 2);
    world_hide(sim_world(sim));
    now = 0.5 * mass * b.v.x * b.v.x + 0.5 * (b.x.x - .2) * (b.x.x - .2) / soft;
    if (k > 0)
      CHECK_NEAR(now / before * (1 + square), 1, 1e-11); /* rounding of x over the stretch */
    before = now;
  }
  CALL(sim_destroy(&sim));
  test_end("the energy shown of one spring falls by 1 / (1 + w^2 h^2) in a step");
}

/* After a rod has broken, its last pull is not taken for one of the remaining rods: the clumps
   are shown in free flight. */
static void broken_is_left_out(void)
{
  Sim *sim;
  int  step = 0;

  test_file("rods.csv", "a,b,length\n1,2,.2\n");
  sim = joint_sim(1e-3, 0, HEADER "1,ball,0,0,0,0,0,0,0,0,0,\n2,ball,.2,0,0,.5,0,0,0,0,0,\n",
                  "  - rods: {type: distance, file: rods.csv, compliance: 1e-4, break_force: 10}\n",
                  "");
  for (; step < 100 && test_sum(sim, sim->links.n_breaks) == 0; step++) test_steps(sim, 1);
  CHECK(step > 1 && step < 100);
  for (int k = 1; k < 3; k++) {
    const Vec3 was = joint_body(sim, k).v;

    CALL(world_show(sim_world(sim)));
    CHECK_NEAR(joint_body(sim, k).v.x, was.x, 0);
    world_hide(sim_world(sim));
  }
  CALL(sim_destroy(&sim));
  test_end("a rod that broke in the step has no answer");
}

TESTS(.ranks = {1, 2})
{
  rates_are_kept();
  turns_are_shown();
  spring_is_shown();
  broken_is_left_out();
  test_folder_remove();
}
