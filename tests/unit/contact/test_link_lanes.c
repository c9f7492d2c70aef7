/* SPDX-License-Identifier: MIT */
/* Bonds as columns (link/link_lanes.c) give the loads of bonds one by one, to the bit. */
#include "base/sums/sum.h"
#include "sim_test.h"

enum { LENGTH = 21, WIDTH = 3, BODIES = LENGTH * WIDTH };

/* A bar of dumbbells along it, every fifth of them a ball, that touch; all of them move. */
static Sim *bar(void)
{
  static char text[BODIES * 200 + 2000];
  size_t      n;

  n = (size_t)snprintf(
    text, sizeof text,
    "schema: 1\n"
    "run: {end_time: 1, dt: 1e-5}\n"
    "domain: {lo: [-1, -1, -1], hi: [10, 2, 1], boundary: [open, open, open]}\n"
    "material:\n  - a: {density: 1000}\n"
    "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: 0.5}\n"
    "bond:\n  - glue: {between: [a, a], distance: 0.01, normal_stiffness: 1e7,\n"
    "      shear_stiffness: 5e6, tensile_strength: 1e4, shear_strength: 2e4,\n"
    "      damping_time: 1e-5}\n"
    "template:\n  - dumbbell: {material: a, pebbles: [-0.1, 0, 0, 0.1, 0.1, 0, 0, 0.1]}\n"
    "  - ball: {material: a, pebbles: [0, 0, 0, 0.1]}\n"
    "clumps:\n");
  for (int k = 0; k < BODIES; k++)
    n += (size_t)snprintf(
      text + n, sizeof text - n,
      "  - c%d: {template: %s, position: [%.17g, %.17g, 0], velocity: [%g, %g, %g],\n"
      "      angular_velocity: [%g, %g, %g]}\n",
      k, k % 5 == 4 ? "ball" : "dumbbell", 0.4 * (k % LENGTH), 0.2 * (k / LENGTH), sin(k),
      sin(2 * k), sin(3 * k), sin(4 * k), sin(5 * k), sin(6 * k));
  return test_sim(PETSC_COMM_WORLD, text, "");
}

/* Add the loads of link i of a tile to the sums; returns the work that it takes in half a step, in
   quanta. */
static int64_t add_one(const LinkSet *set, const Clumps *c, const LinkTile *t, int i, double half,
                       Loads *loads)
{
  const LinkBatch *b   = &t->batch;
  const int32_t   *row = set->ends[t->link[i]].row;
  const Vec3       f = b->force[i], m = b->couple[i];
  const Vec3       arm[2] = {vec3_add(b->a[i].arm, b->at_a[i]), vec3_add(b->b[i].arm, b->at_b[i])};
  Vec3             v[2];

  for (int side = 0; side < 2; side++) {
    const Pose   *p     = &c->pose[row[side]];
    const Vec3    turn  = vec3_add(vec3_cross(arm[side], f), m);
    const double  force = loads->force.inverse, torque = p->per_arm * loads->torque.inverse;
    const int64_t sign = side ? -1 : 1;
    int64_t      *to   = loads->sum + (size_t)row[side] * LOAD_PARTS;

    v[side] = vec3_add(p->v, vec3_cross(p->w, arm[side]));
    for (int axis = 0; axis < 3; axis++) {
      to[LOAD_FORCE + axis] += sign * quanta(vec3_axis(f, axis), force);
      to[LOAD_TORQUE + axis] += sign * quanta(vec3_axis(turn, axis), torque);
    }
  }
  return quanta(-half * (vec3_dot(f, vec3_sub(v[0], v[1])) +
                         vec3_dot(m, vec3_sub(c->pose[row[0]].w, c->pose[row[1]].w))),
                loads->work.inverse);
}

/* Loads of the bonds as they are now, by columns and one by one, must have the same bits; counts of
   bonds that act, and of those that break now, are raised. */
static void compare(Sim *sim, int *many, int *broken)
{
  const ContactScene scene  = sim_scene(sim);
  const size_t       bytes  = (size_t)scene.clumps->n * LOAD_PARTS * sizeof(int64_t);
  ContactReport      report = {.possible = true};
  Sum                work   = {0};
  int64_t            took   = 0;
  Loads              loads[2];
  static LinkTile    tile;

  for (int k = 0; k < 2; k++) {
    loads[k]     = *sim->loads;
    loads[k].sum = calloc(1, bytes);
  }
  links_apply(&sim->links, &scene, &sim->matter.templates, &loads[0], &work, &report);
  for (int k = 0; k < LINK_KINDS; k++) {
    const LinkSet *set = &sim->links.set[k];
    LinkCursor     at  = {0};

    while (links_apply_tile(set, &scene, &sim->matter.templates, &at, &tile))
      for (int i = 0; i < tile.batch.n; i++, ++*many) {
        *broken += tile.batch.rupture[i] != 0;
        took += add_one(set, scene.clumps, &tile, i, 0.5 * scene.dt, &loads[1]);
      }
  }
  CHECK(report.possible && report.largest_force > 0 && report.largest_torque > 0);
  CHECK(memcmp(loads[0].sum, loads[1].sum, bytes) == 0);
  /* a quantum a bond: the velocities are found by other expressions */
  CHECK_NEAR(sum_value(&work), (double)took * loads[0].work.quantum,
             2 * BODIES * loads[0].work.quantum);
  for (int k = 0; k < 2; k++) free(loads[k].sum);
}

static void columns_give_what_single_bonds_give(void)
{
  enum { STEPS = 100 };
  Sim   *sim  = bar();
  int    many = 0, broken = 0;
  RunEnd end;
  bool   stop;

  CALL(sim_begin(sim, &end));
  for (int k = 0; k < STEPS; k++) {
    CALL(sim_step(sim, &stop, &end));
    compare(sim, &many, &broken);
  }
  CHECK(many > 2 * LINK_LANES * STEPS && broken == 0); /* the step itself breaks them */
  for (int k = 0; k < BODIES; k += 7) sim->matter.clumps->pose[k].x.x += 0.01;
  compare(sim, &many, &broken);
  CHECK(broken > 1 && broken < BODIES);
  CALL(sim_destroy(&sim));
  test_end("bonds: loads of columns are those of bonds one by one, to the bit");
}

TESTS(.ranks = {1})
{
  columns_give_what_single_bonds_give();
  test_folder_remove();
}
