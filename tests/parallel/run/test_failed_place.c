/* SPDX-License-Identifier: MIT */
/* The picture of the place where overlaps stop a run shows the bodies on both sides of a pinched one;
   the limit of overlaps of a run that goes on from there. */
#include "contact/depth.h"
#include "output/picture/shot.h"
#include "sim_test.h"

enum { STEPS = 2000 };

/* A ball between a floor and a lid that comes down. */
static const char press[] =
  "schema: 1\nrun: {end_time: 9, dt: 1e-4, gravity: [0, 0, -9]}\n"
  "domain: {lo: [0, 0, -1], hi: [2, 2, 2], boundary: [periodic, periodic, open]}\n"
  "material:\n  - s: {density: 1000, young: 1e6, poisson: .3}\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 2e4, restitution: .5}\n"
  "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
  "clumps:\n  - one: {template: ball, position: [.01, 1, .1]}\n"
  "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - lid: {shape: plane, material: s, point: [0, 0, .21], normal: [0, 0, -1]}\n"
  "motion:\n  - press: {walls: [lid], type: translate, velocity: [0, 0, -2]}\n";

static bool is_in_frame(const View *view, Vec3 x)
{
  const Vec3   p    = view_point(view, x);
  const double edge = view->half * (view->parallel ? 1 : p.z);

  return p.z > 0 && fabs(p.y) < .95 * edge && fabs(p.x) < .95 * edge;
}

static Sim *stopped(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, press, "");
  RunEnd end;
  bool   stop;

  CALL(sim_begin(sim, &end));
  for (int k = 0; k < STEPS && end == RUN_GOES_ON; k++) CALL(sim_step(sim, &stop, &end));
  CHECK_INT(end, RUN_TOO_DEEP);
  return sim;
}

static void both_sides_are_seen(void)
{
  Sim        *sim = stopped();
  const Vec3  at = sim->world.place.at, across = sim->world.place.across;
  Shot        shot = shot_of_place(&sim->world);
  const View  view = shot_view(&sim->world, &shot);
  const char *cure = "-motion_press_velocity 0,0,2";

  CHECK_NEAR(at.x, .01, 1e-6);
  CHECK_NEAR(across.x, 0, 1e-6);
  CHECK(fabs(across.z) > .1 && fabs(across.z) < .2);
  CHECK(is_in_frame(&view, at) && is_in_frame(&view, vec3_add(at, across)));
  CHECK(is_in_frame(&view, vec3_axpy(at, across.z / view.up.z, view.up))); /* the edge of the lid */
  if (test_rank() == 0) CHECK(strcmp(sim->world.place.option, cure) == 0);
  shot_free(&shot);
  CALL(sim_destroy(&sim));
  test_end("the places on both sides of a pinched body are in the frame, and the cure is known");
}

static void the_limit_holds_again(void)
{
  Depth d = {.allowed = .63};

  CHECK_NEAR(depth_most(&d, .5), .63, 0);
  CHECK_NEAR(depth_most(&d, .7), .7, 0);
  depth_note(&d, .6);
  CHECK_NEAR(depth_most(&d, .5), .63, 0);
  depth_note(&d, 0);
  depth_note(&d, .51);
  CHECK_NEAR(depth_most(&d, .5), .5, 0);
  test_end("overlaps of a restart are allowed until all are below the limit");
}

TESTS(.ranks = {1, 2, 3})
{
  both_sides_are_seen();
  the_limit_holds_again();
  test_folder_remove();
}
