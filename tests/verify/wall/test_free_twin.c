/* SPDX-License-Identifier: MIT */
/* Places of contacts of bodies of triangles, from lists, against a slow twin: all edges x all edges
   by search, and all points x all triangles. */
#include "contact/solid/solid_places.h"
#include "meshes.h"

enum { POSES = 120 };

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-4, gravity: [0, 0, 0], overlap_limit: 99}\n"
  "domain: {lo: [-1.5, -4, -4], hi: [1.5, 4, 4], boundary: [periodic, open, open]}\n"
  "material:\n  - a: {density: 8}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e4, restitution: 1}\n"
  "wall:\n"
  "  - table: {shape: mesh, material: a, file: block.stl, side: outside, shift: [-1.2, 0, 0]}\n"
  "  - rod: {shape: cylinder, material: a, point: [0, 0, 1], axis: [1, 0, 0], radius: .1, side: "
  "outside}\n"
  "  - block: {shape: mesh, material: a, file: block.stl, free: true, scale: .6, corner_radius: "
  ".1, "
  "shift: [0, 2, 0]}\n"
  "  - wedge: {shape: mesh, material: a, file: wedge.stl, free: true, corner_radius: .06, shift: "
  "[0, -2, "
  "0]}\n";

static void write_meshes(void)
{
  static Triangles t;

  t.n = 0;
  add_block(&t, vec3(-.5, -.6, -.4), vec3(.5, .4, .4));
  write_mesh("block.stl", &t);
  t.n = 0;
  add_tetrahedron(&t, vec3(-.5, -.4, -.3), vec3(.6, -.4, -.3), vec3(0, .6, -.3), vec3(.1, 0, .6));
  write_mesh("wedge.stl", &t);
}

static double to_segment(Vec3 x, Vec3 a, Vec3 b, bool endless)
{
  const Vec3   u = vec3_sub(b, a);
  const double t = vec3_dot(vec3_sub(x, a), u) / vec3_dot(u, u);

  return vec3_norm(vec3_sub(x, vec3_axpy(a, endless ? t : fmin(fmax(t, 0), 1), u)));
}

/* Distance of two segments: it is convex along the first one. */
static double apart(Vec3 a, Vec3 b, Vec3 c, Vec3 d, bool endless)
{
  double lo = 0, hi = 1;

  for (int k = 0; k < 80; k++) {
    const double p = lo + (hi - lo) / 3, q = hi - (hi - lo) / 3;

    if (to_segment(vec3_axpy(a, p, vec3_sub(b, a)), c, d, endless) <
        to_segment(vec3_axpy(a, q, vec3_sub(b, a)), c, d, endless))
      hi = q;
    else lo = p;
  }
  return to_segment(vec3_axpy(a, lo, vec3_sub(b, a)), c, d, endless);
}

/* Distance of a point from a triangle: from its plane if its foot is inside, else from its
   edges. */
static double to_triangle(Vec3 x, const Vec3 v[3])
{
  Vec3   n     = vec3_cross(vec3_sub(v[1], v[0]), vec3_sub(v[2], v[0]));
  double least = INFINITY;
  bool   above = true;

  vec3_normalize(&n);
  for (int k = 0; k < 3; k++) {
    const Vec3 a = v[k], b = v[(k + 1) % 3];

    least = fmin(least, to_segment(x, a, b, false));
    above = above && vec3_dot(vec3_cross(n, vec3_sub(b, a)), vec3_sub(x, a)) >= 0;
  }
  return above ? fabs(vec3_dot(n, vec3_sub(x, v[0]))) : least;
}

/* A ridge of the other one in an image, in the lab. */
static Ridge ridge_at(const SolidScene *s, int k, int image)
{
  Ridge              r     = s->of_other->ridges.list[k];
  const Displacement at    = solid_where(s->scene, s->other);
  const Vec3         shift = {3. * image, 0, 0};

  r.a = vec3_add(displaced_point(&at, r.a), shift);
  r.b = vec3_add(displaced_point(&at, r.b), shift);
  return r;
}

static double slow_crossing(const SolidScene *s, int edge, int ridge)
{
  const int32_t *ends = s->of_body->edge[edge];
  Vec3           x[2];
  double         least = INFINITY;

  for (int k = 0; k < 2; k++)
    x[k] = vec3_add(s->pose->x, quat_turn(s->pose->q, s->of_body->corner[ends[k]]));
  for (int image = -2; image <= 2; image++) {
    const Ridge r = ridge_at(s, ridge, image);

    least = fmin(least, apart(x[0], x[1], r.a, r.b, r.endless) - r.radius - s->of_body->radius);
  }
  return least;
}

static double slow_point(const SolidScene *s, int ridge)
{
  double least = INFINITY;
  Vec3   v[3];

  for (int image = -2; image <= 2; image++) {
    const Ridge r = ridge_at(s, ridge, image);

    for (int f = 0; s->body->surface->carriage->face(s->of_body->inner, f, v); f++)
      least = fmin(least, to_triangle(r.a, (const Vec3 *)v) - r.radius - s->of_body->radius);
  }
  return least;
}

/* Compare all contacts of a pair; found[]: number of contacts by kind. */
static void compare(const ContactScene *scene, Solids *solids, SolidPair *pair, int found[3])
{
  const SolidScene s = solid_scene(scene, solids, pair->body, pair->other);
  const double     r = s.of_body->radius;
  int              n = 0, slow = 0;
  bool             deep = false;

  solid_list(&s, .01, pair);
  for (PetscInt k = 0; k < pair->n; k++) {
    const SolidKey *key = &pair->list[k];
    SolidPlace      place;
    double          gap;

    if (key->kind == SOLID_CORNER || !solid_place(&s, key, 0, &place)) continue;
    gap  = key->kind == SOLID_POINT ? slow_point(&s, key->part)
                                    : slow_crossing(&s, key->part, key->place);
    deep = deep || (key->kind == SOLID_POINT && place.gap < -r); /* a distance < 0, of no ball */
    if (!deep) CHECK_NEAR(place.gap, gap, 1e-12);                /* rounding; the grid is finer */
    found[key->kind]++;
    n++;
  }
  for (int k = 0; k < s.of_other->ridges.n; k++) {
    const bool is_point = ridge_is_point(&s.of_other->ridges.list[k]);

    slow += is_point && slow_point(&s, k) < 0;
    for (int e = 0; !is_point && e < s.of_body->n_edges; e++) {
      const SolidKey key = {pair->body, pair->other, SOLID_CROSSING, e, k};
      SolidPlace     place;

      slow += slow_crossing(&s, e, k) < 0 && solid_place(&s, &key, 0, &place);
    }
  }
  if (!deep) CHECK_INT(n, slow);
}

TESTS(.ranks = {1})
{
  int          found[3] = {0, 0, 0};
  Random       random   = random_stream(1, 1, 0);
  ContactScene scene;
  Sim         *sim;

  write_meshes();
  sim   = test_sim(PETSC_COMM_WORLD, scenario, "");
  scene = sim_scene(sim);
  for (int k = 0; k < POSES; k++) {
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
      Pose  *pose = &sim->matter.clumps->pose[a];
      double u[7];

      for (int i = 0; i < 7; i++) u[i] = random_real(&random) - .5;
      pose->x =
        grid_round3(&sim->space.domain, vec3(1.4 * u[0] - 1.2, 1.4 * u[1], 1.4 * u[2] + .4));
      pose->q = quat_normalized((Quat){u[3], u[4], u[5], u[6]});
    }
    walls_carry(&sim->walls, sim->matter.clumps);
    for (int p = 0; p < sim->contacts->solids->n_pairs; p++)
      compare(&scene, sim->contacts->solids, &sim->contacts->solids->pair[p], found);
  }
  test_note("%d points, %d crossings", found[SOLID_POINT], found[SOLID_CROSSING]);
  CHECK(found[SOLID_POINT] > 50 && found[SOLID_CROSSING] > 100);
  CALL(sim_destroy(&sim));
  test_end("contacts of bodies of triangles: those of all edges and all triangles");
  test_folder_remove();
}
