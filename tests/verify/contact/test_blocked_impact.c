/* SPDX-License-Identifier: MIT */
/* Restitution of impacts on bodies whose degrees of freedom are partly blocked. */
#include "normal_contact.h"

/* A sphere hits one end of a dumbbell, without friction, along a slanted direction in which some
   degrees of freedom are blocked. Returns the separation speed at the contact point over the
   approach speed. */
static double rebound_of_blocked(const char *blocked)
{
  const double k = 1e7, speed = 1, time = 1e-2;
  const Vec3   n  = {0.48, -0.6, -0.64},
             end  = {0.06, 0.08, 0}; /* direction of the sphere's motion; end: struck end from the
                                       centre, in units of .1 */
  const Vec3 hit  = vec3_axpy(end, -0.05, n);
  Start      ball = {.x = vec3_axpy(end, -0.1001, n), .v = vec3_scale(speed, n)},
        bar       = {.blocked = blocked};
  Draft scenario, bodies;
  Body  b[2];
  Sim  *sim;

  add_head(&scenario, 2e-6, vec3(0, 0, 0), 1);
  add(&scenario,
      "material:\n  - a: {density: 2500}\ncontact:\n  - aa: {between: [a, a], normal: hooke, "
      "stiffness: %g, restitution: .5}\n",
      k);
  add(&scenario,
      "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .05]}\n"
      "  - bar: {material: a, pebbles: [.06, .08, 0, .05, -.06, -.08, 0, .05, 0, 0, 0, .06]}\n");
  add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &ball);
  add_body(&bodies, 1, "bar", &bar);
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, (int)(time / 2e-6));
  bodies_of(sim, 2, b);
  CHECK_INT(touching(sim), 0);
  CALL(sim_destroy(&sim));
  return vec3_dot(vec3_sub(vec3_add(b[1].v, vec3_cross(b[1].w, hit)), b[0].v), n) / speed;
}

static void partly_blocked_bodies_part_with_the_asked_restitution(void)
{
  static const char *const blocked[] = {"",   "x",  "xy",    "yz",   "X",     "XZ",
                                        "YZ", "xY", "xyzXY", "zXYZ", "xyzXYZ"};
  double                   off       = 0;

  for (size_t i = 0; i < 11 && test_case_here(i); i++) {
    const double e = rebound_of_blocked(blocked[i]);

    CHECK_NEAR(e, 0.5, 2e-3); /* the arm turns by some 1e-3 during the contact; with the full masses
                                 the error would be .03 to .12 */
    off = max_of(off, fabs(e - 0.5));
  }
  test_note("off by %.1e at most", off);
  test_end("bodies with some axes blocked: the asked restitution");
}

TESTS(.ranks = {1, 2})
{
  partly_blocked_bodies_part_with_the_asked_restitution();
  test_folder_remove();
}
