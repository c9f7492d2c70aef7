/* SPDX-License-Identifier: MIT */
/* Restitution and friction on every kind of wall as on a plane: a ball hits it obliquely and slides
   all the while. With e = .5, mu = .2 it leaves at e v_n, and has lost mu (1 + e) v_n along the
   wall. */
#include "meshes.h"
#include "verify/verify.h"

static const double radius = 0.1, gap = 1e-5; /* m */

/* The ball touches the wall at `at`, where its normal is n; it flies along `way`, too. DISCS: two
   dimensions. */
typedef struct {
  const char *name, *wall;
  Vec3        at, n, way;
  bool        flat;
} Case;

#define UP \
  { \
    0, 0, 1 \
  }
#define ALONG_X \
  { \
    1, 0, 0 \
  }
#define ALONG_Z \
  { \
    0, 0, 1 \
  }
#define AT_X(x) \
  { \
    x, 0, 0 \
  }

static const Case cases[] = {
  {"plane", "plane, point: [0, 0, 0], normal: [0, 0, 1]", {0, 0, 0}, UP, ALONG_X, false},
  {"sheet",
   "plane, point: [0, 0, 0], normal: [0, 0, -1], side: both",
   {0, 0, 0},
   UP,
   ALONG_X,
   false},
  {"in a cylinder",
   "cylinder, point: [0, 0, 0], radius: 1.5",
   AT_X(1.5),
   {-1, 0, 0},
   ALONG_Z,
   false},
  {"around a cylinder", "cylinder, point: [0, 0, 0], radius: 1, side: outside", AT_X(1), ALONG_X,
   ALONG_Z, false},
  {"on the end of a cylinder",
   "cylinder, point: [0, 0, -2], radius: 1, length: 2, ends: closed, side: outside",
   {.2, 0, 0},
   UP,
   ALONG_X,
   false},
  {"in a cone",
   "cone, point: [0, 0, -2], radius: [.5, 3.5], length: 4",
   AT_X(2),
   {-.8, 0, .6},
   {.6, 0, .8},
   false},
  {"in a sphere", "sphere, point: [0, 0, 0], radius: 1.5", AT_X(1.5), {-1, 0, 0}, ALONG_Z, false},
  {"on a sphere", "sphere, point: [0, 0, 0], radius: 1, side: outside", AT_X(1), ALONG_X, ALONG_Z,
   false},
  {"in a box", "box, lo: [-2, -2, 0], hi: [2, 2, 4]", {.1, 0, 0}, UP, ALONG_X, false},
  {"on a box",
   "box, lo: [-2, -2, -2], hi: [2, 2, 0], side: outside",
   {.1, 0, 0},
   UP,
   ALONG_X,
   false},
  {"on triangles", "mesh, file: floor.stl", {.1, .2, 0}, UP, ALONG_X, false},
  {"under triangles", "mesh, file: floor.stl", {.1, .2, 0}, {0, 0, -1}, ALONG_X, false},
  {"on a solid of triangles",
   "mesh, file: block.stl, side: outside",
   {.1, .2, 0},
   UP,
   ALONG_X,
   false},
  {"in a hollow of triangles",
   "mesh, file: block.stl, side: inside",
   {.1, .2, -2},
   UP,
   ALONG_X,
   false},
  {"in a circle", "sphere, point: [0, 0], radius: 1.5", AT_X(1.5), {-1, 0, 0}, {0, 1, 0}, true},
  {"on a rectangle",
   "box, lo: [-2, -2], hi: [1, 2], side: outside",
   AT_X(1),
   ALONG_X,
   {0, 1, 0},
   true},
  {"on lines", "mesh, file: line.obj", {0, 0, 0}, {0, 1, 0}, ALONG_X, true},
};

static Sim *thrown(const Case *c)
{
  const Vec3 x = vec3_axpy(c->at, radius + gap, c->n),
             v = vec3_axpy(vec3_scale(-1, c->n), 3, c->way);
  Draft t      = {0};

  add(&t, "schema: 1\nrun: {end_time: 1e9, dt: 1e-6, dimension: %d}\n", c->flat ? 2 : 3);
  add(&t, c->flat ? "domain: {lo: [-5, -5], hi: [5, 5]}\n"
                  : "domain: {lo: [-5, -5, -5], hi: [5, 5, 5]}\n");
  add(&t, "material:\n  - s: {density: 1, young: 1e7, poisson: 0}\n"
          "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e9, restitution: .5, "
          "tangential: hooke, tangential_ratio: 1, friction: .2}\n");
  if (c->flat)
    add(&t,
        "template:\n  - ball: {material: s, pebbles: [0, 0, .1], mass: 1, mass_properties: given, "
        "position: [0, 0], inertia: .004}\n"
        "clumps:\n  - one: {template: ball, position: [%.17g, %.17g], velocity: [%.17g, %.17g]}\n",
        x.x, x.y, v.x, v.y);
  else
    add(
      &t,
      "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .1], mass: 1, mass_properties: given, "
      "position: [0, 0, 0], inertia: [.004, .004, .004, 0, 0, 0]}\n"
      "clumps:\n  - one: {template: ball, position: [%.17g, %.17g, %.17g], velocity: [%.17g, "
      "%.17g, "
      "%.17g]}\n",
      x.x, x.y, x.z, v.x, v.y, v.z);
  add(&t, "wall:\n  - w: {material: s, shape: %s}\n", c->wall);
  return sim_of(&t, NULL);
}

/* Velocities across and along the wall, and spin, after the rebound. */
typedef struct {
  double across, along, spin, other;
} Left;

static Left rebound(const Case *c)
{
  const Vec3 about = vec3_cross(c->n, c->way);
  Sim       *sim   = thrown(c);
  Left       left;
  Body       b;

  test_steps(sim, 300);
  CHECK_INT(totals_of(sim).contacts, 0);
  bodies_of(sim, 1, &b);
  left = (Left){vec3_dot(b.v, c->n), vec3_dot(b.v, c->way), vec3_dot(b.w, about),
                fabs(vec3_dot(b.v, about)) + vec3_norm(vec3_cross(b.w, about))};
  CALL(sim_destroy(&sim));
  return left;
}

static void all_are_as_the_plane(void)
{
  const double e = 0.5, lost = 0.2 * (1 + e);
  const Left   plane = rebound(&cases[0]);

  /* the last part of the damping pulls, without friction: that has .01 more than mu (1 + e) v_n */
  test_note("plane: %.6f m/s across, %.6f m/s along, spin %.6f rad/s", plane.across, plane.along,
            plane.spin);
  CHECK_NEAR(plane.across, e, 1e-3); /* dt / t_c = .01 */
  CHECK_NEAR(plane.along, 3 - lost, 0.05 * lost);
  CHECK_NEAR(plane.spin, radius * (3 - plane.along) / 0.004, 1e-3 * plane.spin); /* overlap */
  for (size_t k = 1; k < sizeof cases / sizeof *cases; k++) {
    const Left   left = rebound(&cases[k]);
    const double off  = max_of(fabs(left.across - plane.across), fabs(left.along - plane.along)),
                 spin = fabs(left.spin - plane.spin);

    test_note("%s: velocities off by %.1e m/s, spin by %.1e rad/s", cases[k].name, off, spin);
    CHECK(off < 1e-3); /* in the contact, 1e-4 s, the normal of the round ones turns by 3e-4 */
    CHECK(spin < 1e-3 * plane.spin);
    CHECK(left.other < 1e-9);
  }
  test_end("restitution and friction on each kind of wall are those on a plane");
}

TESTS(.ranks = {1})
{
  static Triangles t;

  add_floor(&t, 12, 3, 5);
  write_mesh("floor.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-2, -2, -2), vec3(2, 2, 0));
  write_mesh("block.stl", &t);
  test_file("line.obj", "v 3 0 0\nv .3 0 0\nv -.1 0 0\nv -3 0 0\nl 1 2 3 4\n");
  all_are_as_the_plane();
  test_folder_remove();
}
