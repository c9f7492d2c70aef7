/* SPDX-License-Identifier: MIT */
/* A pair of clumps without other forces keeps its momenta. */
#include "verify/clump_impact.h"

/* Total angular momentum about the origin. */
static Vec3 angular_momentum(const Body *b)
{
  return vec3_axpy(b->momentum, b->mass, vec3_cross(b->x, b->v));
}

static void a_free_pair_keeps_its_momenta(void)
{
  static const char *const laws[] = {
    "normal: hertz, restitution: .6, tangential: mindlin, friction: .5",
    "normal: hooke, stiffness: 1e5, restitution: .6, tangential: hooke, friction: .5"};

  for (int l = 0; l < 2; l++) {
    Random r = random_stream(20261122, RANDOM_TEST, 3);
    Start  a = {.x = {0.3, -0.2, 3}, .v = {1, 0.5, -5}, .w = {2, -3, 1}, .q = draw_turn(&r)},
          b  = {.w = {-1, 4, 2}, .q = draw_turn(&r)};
    Draft  scenario, bodies;
    Body   first[2], now[2];
    Vec3   p, q;
    double line = 0, turn = 0;
    int    met = 0;
    Sim   *sim;

    add_head(&scenario, 2e-5, vec3(0, 0, 0), 50);
    add(&scenario, "material:\n");
    add_material(&scenario, "stone", 1e7, 0.25, 1);
    add_material(&scenario, "none", 1e7, 0.25, 1);
    add_laws(&scenario, "stone", "none", laws[l]);
    add(&scenario, "template:\n");
    add_shape(&scenario, &r, "one");
    add_shape(&scenario, &r, "other");
    add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
    add_bodies_head(&bodies);
    add_body(&bodies, 0, "one", &a);
    add_body(&bodies, 1, "other", &b);
    sim = sim_of(&scenario, &bodies);
    bodies_of(sim, 2, first);
    p = vec3_axpy(vec3_scale(first[0].mass, first[0].v), first[1].mass, first[1].v);
    q = vec3_add(angular_momentum(&first[0]), angular_momentum(&first[1]));
    for (int s = 0; s < 1000; s++) {
      test_steps(sim, 30);
      bodies_of(sim, 2, now);
      met += touching(sim);
      line =
        max_of(line, vec3_norm(vec3_sub(
                       vec3_axpy(vec3_scale(now[0].mass, now[0].v), now[1].mass, now[1].v), p)));
      turn = max_of(turn, vec3_norm(vec3_sub(
                            vec3_add(angular_momentum(&now[0]), angular_momentum(&now[1])), q)));
    }
    CHECK(met >= 8); /* the pair does touch */
    test_note(
      "%s: momentum off by %.1e of itself, angular momentum by %.1e, %d times seen in touch",
      laws[l], line / vec3_norm(p), turn / vec3_norm(q), met);
    CHECK_NEAR(line / vec3_norm(p), 0, 1e-13); /* rounding of 1e-16 in each step of contact */
    CHECK_NEAR(turn / vec3_norm(q), 0, 1e-12); /* the same, and rounding of the arms */
    CALL(sim_destroy(&sim));
  }
  test_end("a free pair of clumps with friction and damping keeps momentum and angular momentum to "
           "rounding");
}

TESTS(.ranks = {1, 2})
{
  a_free_pair_keeps_its_momenta();
  test_folder_remove();
}
