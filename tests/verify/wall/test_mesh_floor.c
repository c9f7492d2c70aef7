/* SPDX-License-Identifier: MIT */
/* A floor of triangles of random shapes against the plane: clumps slide, roll and come to rest on
   both alike, as one contact goes from triangle to triangle with its memory. */
#include "meshes.h"
#include "verify/verify.h"

enum { BODIES = 3, CELLS = 20 };

static const double stiffness = 1e5; /* N/m */

/* A body at the start, where the floor is z = 0. */
typedef struct {
  const char *template;
  Vec3 x, v, w;
} Begun;

static const Begun begun[BODIES] = {{"ball", {-1, -1, .0995}, {1.1, .7, 0}, {1, 5, 3}},
                                    {"bent", {-1, 1, .12}, {1.1, -.7, 0}, {1, -2, 3}},
                                    {"ball", {1, 1, .2}, {-.7, -.4, 1}, {1, -2, 3}}};

/* The scenario, turned as a whole. */
static Sim *floor_of(const char *wall, Quat turn)
{
  Draft t = {0};

  add_head(&t, 2e-4, quat_turn(turn, vec3(0, 0, -9.81)), 5);
  add(&t,
      "material:\n  - s: {young: 1e7, poisson: .3, density: 1000}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: %g, restitution: .5, "
      "tangential: hooke, tangential_ratio: .3, friction: .3, rolling: elastic_plastic, "
      "rolling_friction: .05}\n"
      "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
      "  - bent: {material: s, pebbles: [0,0,0,.1, .12,0,0,.08, .2,.08,0,.07, .1,.1,.1,.06]}\n"
      "clumps:\n",
      stiffness);
  for (int i = 0; i < BODIES; i++) {
    const Vec3 x = quat_turn(turn, begun[i].x), v = quat_turn(turn, begun[i].v),
               w = quat_turn(turn, begun[i].w);

    add(&t,
        "  - b%d: {template: %s, position: [%.17g, %.17g, %.17g], velocity: [%.17g, %.17g, %.17g], "
        "spin: [%.17g, %.17g, %.17g], attitude: [%.17g, %.17g, %.17g, %.17g]}\n",
        i, begun[i].template, x.x, x.y, x.z, v.x, v.y, v.z, w.x, w.y, w.z, turn.w, turn.x, turn.y,
        turn.z);
  }
  add(&t, "wall:\n%s", wall);
  return sim_of(&t, NULL);
}

/* Largest difference of positions, of displacements in a second, and of forces as lengths
   of springs, m. */
static double off(const Body *a, const Body *b)
{
  return vec3_norm(vec3_sub(a->x, b->x)) + vec3_norm(vec3_sub(a->v, b->v)) +
         0.1 * vec3_norm(vec3_sub(a->w, b->w)) +
         vec3_norm(vec3_sub(a->force, b->force)) / stiffness;
}

/* Largest difference of two runs, and of the energies of their springs. */
static void compare(const char *wall, Quat turn, double *most, double *springs)
{
  const Vec3 up = quat_turn(turn, vec3(0, 0, 1));
  char       plane[200];
  Sim       *sim[2];
  Totals     t[2];
  Body       b[2][BODIES];

  snprintf(plane, sizeof plane,
           "  - f: {shape: plane, material: s, point: [0, 0, 0], normal: [%.17g, %.17g, %.17g]}\n",
           up.x, up.y, up.z);
  sim[0] = floor_of(plane, turn);
  sim[1] = floor_of(wall, turn);
  *most = *springs = 0;
  for (int k = 0; k < 40; k++) {
    for (int s = 0; s < 2; s++) {
      test_steps(sim[s], 200);
      bodies_of(sim[s], BODIES, b[s]);
      t[s] = totals_of(sim[s]);
    }
    for (int i = 0; i < BODIES; i++) *most = max_of(*most, off(&b[0][i], &b[1][i]));
    *springs = max_of(*springs, fabs(t[0].potential - t[1].potential) +
                                  fabs(t[0].dissipated - t[1].dissipated));
    CHECK_INT(t[1].contacts, t[0].contacts);
  }
  for (int s = 0; s < 2; s++) CALL(sim_destroy(&sim[s]));
}

/* Two halves that are divided otherwise, so that corners of each lie on edges of the other. */
static void add_halves(Triangles *t)
{
  enum { LEFT = 5, RIGHT = 7 };

  for (int k = 0; k < LEFT; k++) {
    const double y = -3 + 6. * k / LEFT, z = -3 + 6. * (k + 1) / LEFT;

    add_quad(t, vec3(-3, y, 0), vec3(.1, y, 0), vec3(.1, z, 0), vec3(-3, z, 0));
  }
  for (int k = 0; k < RIGHT; k++) {
    const double y = -3 + 6. * k / RIGHT, z = -3 + 6. * (k + 1) / RIGHT;

    add_quad(t, vec3(.1, y, 0), vec3(3, y, 0), vec3(3, z, 0), vec3(.1, z, 0));
  }
}

static void floor_is_plane(const char *what, const Triangles *t, const char *side, Quat turn,
                           double most)
{
  char   wall[100];
  double off_by, springs;

  snprintf(wall, sizeof wall, "  - f: {shape: mesh, material: s, file: floor.stl, side: %s}\n",
           side);
  write_mesh("floor.stl", t);
  compare(wall, turn, &off_by, &springs);
  test_note("%s: off by %.1e, energies by %.1e", what, off_by, springs);
  CHECK(off_by < most);
  CHECK(springs < most);
}

static void a_floor_is_a_plane(void)
{
  static Triangles t;
  const Quat       turn = quat_normalized((Quat){.8, .3, .2, .4});

  t.n = 0;
  add_floor(&t, CELLS, 3, 7);
  floor_is_plane("a sheet", &t, "both", quat_identity(), 1e-9); /* rounding */
  for (int k = 0; k < t.n; k++) t.corner[k] = quat_turn(turn, t.corner[k]);
  floor_is_plane("an oblique sheet", &t, "both", turn, 1e-9);
  for (int k = 0; k < t.n; k++) /* as binary STL files hold it */
    t.corner[k] = vec3((float)t.corner[k].x, (float)t.corner[k].y, (float)t.corner[k].z);
  /* 2^-24 x 3 m over triangles of .3 m: slopes of 6e-7, of what bounces and rolls */
  floor_is_plane("an oblique sheet of single precision", &t, "both", turn, 2e-5);
  t.n = 0;
  add_block(&t, vec3(-3, -3, -1), vec3(3, 3, 0));
  floor_is_plane("a block", &t, "outside", quat_identity(), 1e-9);
  t.n = 0;
  add_halves(&t);
  floor_is_plane("corners on edges", &t, "both", quat_identity(), 1e-9);
  test_end("clumps slide and roll on triangles as on a plane");
}

/* Bodies on a mesh under this gravity, with damping and much friction. */
static Sim *resting(const char *wall, const char *clumps, Vec3 gravity)
{
  Draft t = {0};

  add_head(&t, 2e-4, gravity, 5);
  add(&t,
      "material:\n  - s: {young: 1e7, poisson: .3, density: 1000}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e5, restitution: .1, "
      "tangential: hooke, tangential_ratio: .3, friction: .6, rolling: elastic_plastic, "
      "rolling_friction: .2}\n"
      "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
      "  - bent: {material: s, pebbles: [0,0,0,.1, .12,0,0,.08, .19,.08,0,.07, .1,.1,.1,.06]}\n"
      "clumps:\n%swall:\n  - f: {shape: mesh, material: s, %s}\n",
      clumps, wall);
  return sim_of(&t, NULL);
}

/* At rest contacts, at least so many, bear the weight. */
static void bears(const char *name, Sim *sim, Vec3 gravity, int contacts)
{
  Totals t;
  Body   b[2];
  double off_by = 0;

  test_steps(sim, 20000);
  bodies_of(sim, 2, b);
  t = totals_of(sim);
  for (int i = 0; i < 2; i++)
    off_by = max_of(off_by, vec3_norm(vec3_axpy(b[i].force, b[i].mass, gravity)) /
                              (b[i].mass * vec3_norm(gravity)));
  test_note("%s: %d contacts, the weight is off by %.1e", name, (int)t.contacts, off_by);
  CHECK(t.contacts >= contacts);
  CHECK(off_by < 1e-6);
  CALL(sim_destroy(&sim));
}

static void meshes_bear_the_weight(void)
{
  static Triangles t;
  const Quat       turn   = quat_normalized((Quat){.8, .3, .2, .4});
  const Vec3       slot[] = {{-.6, -.3, 0}, {.6, -.3, 0}, {.6, .3, 0}, {.3, .3, 0},
                             {0, -.1, 0},   {-.3, .3, 0}, {-.6, .3, 0}};
  const Vec3       up = quat_turn(turn, vec3(0, 0, 1)), along = quat_turn(turn, vec3(1, 0, 0));
  const Vec3 down = vec3_scale(-9.81, up), a = vec3_scale(.1, up), b = vec3_axpy(along, .2, up);
  const Vec3 aside = vec3(9.81 * sin(.15), -9.81 * cos(.15), 0);
  char       clumps[500];

  t.n = 0;
  add_floor(&t, CELLS, 3, 7);
  write_mesh("floor.stl", &t);
  snprintf(clumps, sizeof clumps,
           "  - a: {template: ball, position: [%.17g, %.17g, %.17g]}\n"
           "  - b: {template: bent, position: [%.17g, %.17g, %.17g]}\n",
           a.x, a.y, a.z, b.x, b.y, b.z);
  bears("an oblique floor", resting("file: floor.stl, attitude: [.8, .3, .2, .4]", clumps, down),
        down, 3);
  t.n = 0;
  add_prism(&t, 7, slot, vec3(0, -.25, 0), -.9, .9, true);
  write_mesh("slot.stl", &t);
  bears("the sides of a slot",
        resting("file: slot.stl, side: outside",
                "  - a: {template: ball, position: [0, .05, -.5]}\n"
                "  - b: {template: bent, position: [0, .2, .3]}\n",
                aside),
        aside, 4);
  test_end("oblique meshes and those of several patches bear the weight");
}

TESTS(.ranks = {1})
{
  a_floor_is_a_plane();
  meshes_bear_the_weight();
  test_folder_remove();
}
