/* SPDX-License-Identifier: MIT */
/* Single clumps at reflecting faces: the impulse, faces on faces, edges of the box, blocked axes,
   rest under gravity. */
#include "room.h"

/* Pebbles of a square plate. */
static const Vec3   corners[]  = {{-.2, -.2, 0}, {.2, -.2, 0}, {-.2, .2, 0}, {.2, .2, 0}};
static const double corner_r[] = {.05, .05, .05, .05};

static void plates_land_flat(void)
{
  Room m;

  room_create(&m, 3, 1, 1, 1e-2);
  add(&m, 4, corners, corner_r, vec3(.02, .02, .03));
  m.clumps->motion[0].v = vec3(.1, 0, -1);
  clumps_prepare(m.clumps, &m.templates);
  for (int s = 0; s < 700; s++) step(&m);
  CHECK_NEAR(m.clumps->motion[0].v.x, .1, 1e-14);
  CHECK_NEAR(fabs(m.clumps->motion[0].v.z), 1, 1e-13);    /* rounding of four bounces */
  CHECK(vec3_norm(m.clumps->motion[0].momentum) < 1e-13); /* likewise */
  room_free(&m);
  test_end("a plate that lands flat on four pebbles bounces as a whole");
}

/* A rod along x that falls on its left pebble: the impulse 2 v / (1/m + a^2 / I). */
static void ends_take_the_impulse(void)
{
  const double own = 1 / 1.3 + .09 / .05, j = 1.5 / own; /* restitution .5 */
  Room         m;

  room_create(&m, 3, 1, .5, 1e-2);
  add(&m, 2, (Vec3[]){{-.3, 0, 0}, {.3, 0, .02}}, (double[]){.1, .1}, vec3(.01, .05, .05));
  m.clumps->motion[0].v = vec3(0, 0, -1);
  clumps_prepare(m.clumps, &m.templates);
  for (int s = 0; s < 91; s++) step(&m); /* the face is met after .9 s */
  CHECK_NEAR(m.clumps->motion[0].v.z, -1 + j / 1.3, 1e-14);
  CHECK_NEAR(m.clumps->motion[0].momentum.y, .3 * j, 1e-14);
  CHECK_NEAR(sum_value(&m.lost), .5 * .75 / own, 1e-14); /* (1 - e^2) v^2 / (2 own) */
  CHECK_NEAR(sum_value(&m.momentum[2]), -j, 1e-14);
  room_free(&m);
  test_end("a clump takes the impulse at its deepest pebble, with its inertia");
}

static void corners_turn_back(void)
{
  Room m;

  room_create(&m, 3, 1, 1, 1e-2);
  add(&m, 1, corners + 3, corner_r, vec3(.02, .02, .02));
  m.clumps->motion[0].v = vec3(1, 1, 1);
  m.clumps->pose[0].x   = vec3(.2, .2, .4);
  clumps_prepare(m.clumps, &m.templates);
  m.templates.list[0].offset[0] = vec3(0, 0, 0);
  for (int s = 0; s < 100; s++) step(&m);
  CHECK(m.clumps->motion[0].v.x == -1 && m.clumps->motion[0].v.y == -1);
  CHECK(m.clumps->motion[0].v.z == -1);
  CHECK_NEAR(m.clumps->pose[0].x.x, 1.9 - 1.2, 1e-12);
  CHECK_NEAR(m.clumps->pose[0].x.z, 1.9 - 1.4, 1e-12);
  room_free(&m);
  test_end("a sphere turns back from an edge");
}

static void blocked_axes_do_not_yield(void)
{
  Room m;

  room_create(&m, 3, 1, 1, 1e-2);
  add(&m, 4, corners, corner_r, vec3(.02, .02, .03));
  add(&m, 4, corners, corner_r, vec3(.02, .02, .03));
  m.clumps->blocked[0]  = BLOCK_Z | BLOCK_TURN; /* goes through */
  m.clumps->blocked[1]  = BLOCK_RX | BLOCK_X;
  m.clumps->motion[0].v = m.clumps->motion[1].v = vec3(0, 0, -1);
  m.clumps->pose[1].q                           = quat_normalized((Quat){1, .1, .2, 0});
  clumps_prepare(m.clumps, &m.templates);
  for (int s = 0; s < 150; s++) step(&m);
  CHECK(m.clumps->motion[0].v.z == -1);
  CHECK(m.clumps->motion[1].v.z > -1 && m.clumps->motion[1].v.x == 0);
  CHECK(outside(&m, 1) <= 0);
  room_free(&m);
  test_end("blocked axes do not yield to faces");
}

/* A plate dropped on an edge comes to rest, and the face bears its weight. */
static void plates_come_to_rest(double e)
{
  double before;
  Room   m;

  room_create(&m, 3, 1, e, 1e-3);
  m.gravity = vec3(0, 0, -9.81);
  add(&m, 4, corners, corner_r, vec3(.02, .02, .03));
  m.clumps->pose[0].q = quat_normalized((Quat){1, .1, .2, 0});
  clumps_prepare(m.clumps, &m.templates);
  before = 1.3 * 9.81 * .95; /* down to the face */
  for (int s = 0; s < 6000; s++) {
    step(&m);
    CHECK(outside(&m, 0) <= 0);
  }
  CHECK_NEAR(energy(&m, 0) + sum_value(&m.lost), 0, 1e-6 * before); /* of free rotation */
  CHECK_NEAR(sum_value(&m.lost) / before, 1, 1e-4); /* but for a last bounce: g dt */
  CHECK_NEAR(m.clumps->pose[0].x.z, -.95, 1e-5);    /* g dt^2 = 1e-5 */
  CHECK(vec3_norm(m.clumps->motion[0].v) < 1e-2);
  before = sum_value(&m.momentum[2]);
  for (int s = 0; s < 1000; s++) step(&m);
  CHECK_NEAR((before - sum_value(&m.momentum[2])) / (1.3 * 9.81), 1, 1e-3); /* of g dt */
  room_free(&m);
}

static void clumps_come_to_rest(void)
{
  plates_come_to_rest(.6);
  plates_come_to_rest(0);
  test_end("a plate comes to rest on a face, which bears its weight; the ledger holds");
}

TESTS(.ranks = {1})
{
  plates_land_flat();
  ends_take_the_impulse();
  corners_turn_back();
  blocked_axes_do_not_yield();
  clumps_come_to_rest();
}
