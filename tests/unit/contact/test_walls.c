/* SPDX-License-Identifier: MIT */
/* Contacts with walls whose surfaces move. */
#include "contact/geometry.h"
#include "sim_test.h"

/* A sphere of 0.1 m and mass 1 kg that touches the floor z = 0. */
static Sim *sphere_at(double vx)
{
  char text[2000];

  snprintf(
    text, sizeof text,
    "schema: 1\n"
    "run: {end_time: 1, dt: 1e-4, gravity: [0, 0, -10]}\n"
    "domain: {lo: [-4, -4, -1], hi: [4, 4, 1], boundary: [open, open, open]}\n"
    "material:\n  - a: {density: 1000}\n"
    "contact:\n"
    "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: 1e5,\n"
    "          tangential_ratio: 0.3, restitution: 0.5, friction: 0.2}\n"
    "template:\n  - s: {material: a, pebbles: [0, 0, 0, 0.1], mass: 1,\n"
    "      mass_properties: given, position: [0, 0, 0], inertia: [0.004, 0.004, 0.004, 0, 0, 0]}\n"
    "clumps:\n  - c: {template: s, position: [1, 2, 0.0999], velocity: [%.17g, 0, 0]}\n"
    "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n",
    vx);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

static void run(Sim *sim, int steps)
{
  RunEnd end;
  bool   stop;

  CALL(sim_begin(sim, &end));
  for (int k = 0; k < steps; k++) CALL(sim_step(sim, &stop, &end));
  sim_complete(sim);
}

/* Seen from the belt, the sphere moves and the floor is at rest. */
static void a_belt_is_a_floor_at_rest_seen_from_it(void)
{
  const double speed = 0.5;
  Sim         *belt = sphere_at(0), *rest = sphere_at(-speed);
  const Pose  *p, *q;

  belt->walls.list[0].velocity = vec3(speed, 0, 0);
  run(belt, 2000);
  run(rest, 2000);
  p = &belt->matter.clumps->pose[0];
  q = &rest->matter.clumps->pose[0];
  /* rounding of the places to the grid, in 2000 steps */
  CHECK_NEAR(p->v.x, q->v.x + speed, 1e-9);
  CHECK_NEAR(p->w.y, q->w.y, 1e-8);
  CHECK_NEAR(p->x.x, q->x.x + speed * 0.2, 1e-9);
  /* it rolls: v = 2/7 of the belt's speed of a sphere with 2/5 m r^2 */
  CHECK_NEAR(p->v.x, 2.0 / 7 * speed, 2e-3 * speed); /* the tangential spring still swings */
  CALL(sim_destroy(&belt));
  CALL(sim_destroy(&rest));
  test_end("a sphere on a belt moves as on a floor at rest, seen from the belt");
}

/* Relative velocity at the contact point: of the sphere at rest, less that of the wall there. */
static void a_wall_that_turns_moves_at_each_point_as_a_rigid_body(void)
{
  Sim          *sim = sphere_at(0);
  const Vec3    v = {0.1, 0.2, 0.3}, spin = {-2, 3, 5}, pivot = {7, -1, 0.5};
  Wall         *wall  = &sim->walls.list[0];
  ContactScene  scene = sim_scene(sim);
  int32_t       hits[1];
  Vec3          there;
  Tile          tile;
  ContactBatch *b = sim->contacts->batch;

  wall->velocity = v;
  wall->spin     = spin;
  wall->pivot    = pivot;
  CHECK_INT(sim->pairs->walls.n, 1);
  hits[0] = 0;
  tile_of_walls(&scene, hits, 1, NULL, &tile, b);
  tile_motion(&scene, NULL, true, false, &tile, b);
  there = vec3_add(v, vec3_cross(spin, vec3_sub(vec3(1, 2, -0.5 * 1e-4), pivot)));
  CHECK_NEAR(b->vx[0], -there.x, 1e-12);
  CHECK_NEAR(b->vy[0], -there.y, 1e-12);
  CHECK_NEAR(b->vz[0], -there.z, 1e-12);
  CALL(sim_destroy(&sim));
  test_end("a wall that turns has the velocity of a rigid body at the contact point");
}

TESTS(.ranks = {1})
{
  a_belt_is_a_floor_at_rest_seen_from_it();
  a_wall_that_turns_moves_at_each_point_as_a_rigid_body();
  test_folder_remove();
}
