/* SPDX-License-Identifier: MIT */
/* The random fill in two dimensions: no overlaps, inside its box. */
#include "parallel/fill.h"

/* Dense discs in the plane, as in three dimensions, with attitudes spread evenly about z. */
static const char flat[] = "schema: 1\nmaterial:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
                           "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e3, "
                           "restitution: .8, tangential: none}\n"
                           "template:\n  - ball: {material: a, pebbles: [0, 0, .25]}\n"
                           "  - rod: {material: a, pebbles: [0,0,.2, .3,0,.2, .6,0,.2, .9,0,.2, "
                           "1.2,0,.2], mass_properties: given, volume: 1, mass: 1, "
                           "position: [.5, .1], inertia: [.2]}\n"
                           "run: {end_time: 9, dt: 1e-3, seed: 4, dimension: 2}\n"
                           "domain: {lo: [-1, 0], hi: [14, 16], boundary: [periodic, periodic]}\n"
                           "clumps:\n"
                           "  - rods: {template: [rod], count: 120, lo: [-1, 0], hi: [14, 16]}\n"
                           "  - balls: {template: [ball], count: 100, lo: [-1, 2, 5], hi: [14, 14, "
                           "6], velocity: [1, 2, 0]}\n";

static void check_fill(Sim *sim, int steps, void *digest)
{
  enum { RODS = 120, BALLS = 100 };
  const Clumps *c = sim->matter.clumps;
  double        x = 0, y = 0;
  int           n;
  Placed       *list = all_balls(sim, &n);

  CHECK_INT(c->n_owned, RODS + BALLS);
  CHECK(deepest(list, n, sim->space.domain.length) <= rounding);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    CHECK(c->pose[a].x.z == 0 && c->pose[a].q.x == 0 && c->pose[a].q.y == 0 &&
          c->motion[a].v.z == 0);
    if (c->id[a] >= RODS)
      CHECK(c->pose[a].x.y >= 2.25 - rounding && c->pose[a].x.y <= 13.75 + rounding);
    else CHECK(fabs(vec3_dot(quat_turn(c->pose[a].q, vec3(1, 0, 0)), vec3(0, 0, 1))) == 0);
    x += (c->pose[a].q.w * c->pose[a].q.w - c->pose[a].q.z * c->pose[a].q.z) /
         (RODS + BALLS); /* cos and sin of the angle */
    y += 2 * c->pose[a].q.w * c->pose[a].q.z / (RODS + BALLS);
  }
  CHECK_NEAR(x, 0, 3 / sqrt(2. * (RODS + BALLS))); /* three standard deviations of such a mean */
  CHECK_NEAR(y, 0, 3 / sqrt(2. * (RODS + BALLS)));
  free(list);
  test_find_digest(sim, steps, digest);
}

static void a_fill_of_the_plane(void)
{
  uint64_t reference = 0;

  test_alone(flat, "", 0, check_fill, &reference, sizeof reference);
  for (size_t k = 0; k < 2; k++) {
    Sim *sim;

    if (!test_way_here(k, 2)) continue;
    sim = test_sim(PETSC_COMM_WORLD, flat, k ? "-decomp_random 5 -search_method cells" : "");
    CHECK(test_digest(sim) == reference);
    CALL(sim_destroy(&sim));
  }
  test_end("a fill of the plane overlaps nothing, stays in it, looks all ways and is the same on "
           "any ranks");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  a_fill_of_the_plane();
  test_folder_remove();
}
