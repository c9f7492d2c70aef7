/* SPDX-License-Identifier: MIT */
/* Contacts of bodies of triangles with rims and round sides, from lists, against a slow twin:
   searches along all edges and around all circles in fine steps. */
#include "contact/solid/solid_places.h"
#include "meshes.h"

#include <math.h>

enum { POSES = 150, POINTS = 601 };

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-4, gravity: [0, 0, 0], overlap_limit: 99}\n"
  "domain: {lo: [-4, -4, -4], hi: [4, 4, 4]}\n"
  "material:\n  - a: {density: 8}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e4, restitution: 1}\n"
  "wall:\n"
  "  - pipe: {shape: cylinder, material: a, point: [0, 0, -1], axis: [.2, .1, 1], radius: .4, "
  "length: 1}\n"
  "  - drum: {shape: cone, material: a, point: [1.6, 0, -1], radius: [.7, .3], length: 1, ends: "
  "closed, side: outside}\n"
  "  - block: {shape: mesh, material: a, file: block.stl, free: true, scale: .6, corner_radius: "
  ".1, shift: [0, 2, 0]}\n"
  "  - wedge: {shape: mesh, material: a, file: wedge.stl, free: true, corner_radius: .06, shift: "
  "[0, -2, 0]}\n"
  "  - channel: {shape: mesh, material: a, file: channel.stl, free: true, corner_radius: .08}\n"
  "  - tee: {shape: mesh, material: a, file: tee.stl, free: true, corner_radius: .05, shift: [2, "
  "2, "
  "0]}\n"
  "  - thin: {shape: mesh, material: a, file: thin.stl, free: true, corner_radius: .06, shift: "
  "[-2, 2, 0]}\n";

static void write_meshes(void)
{
  static Triangles t;

  t.n = 0;
  add_block(&t, vec3(-.5, -.6, -.4), vec3(.5, .4, .4));
  write_mesh("block.stl", &t);
  t.n = 0;
  add_tetrahedron(&t, vec3(-.5, -.4, -.3), vec3(.6, -.4, -.3), vec3(0, .6, -.3), vec3(.1, 0, .6));
  write_mesh("wedge.stl", &t);
  t.n = 0;
  add_channel(&t, .9);
  write_mesh("channel.stl", &t);
  t.n = 0;
  add_tee(&t, .2, .9);
  write_mesh("tee.stl", &t);
  t.n = 0;
  add_tee(&t, .1, .9); /* thinner than two balls */
  write_mesh("thin.stl", &t);
}

/* A point of the lab from the first end of a ridge: off the axis and along it. */
static void cylindrical(const Ridge *r, Vec3 x, double *off, double *along)
{
  const Vec3 d = vec3_sub(x, r->a);

  *along = vec3_dot(d, r->axis);
  *off   = vec3_norm(vec3_axpy(d, -*along, r->axis));
}

static double to_circle(const Ridge *r, Vec3 x)
{
  double off, along;

  cylindrical(r, x, &off, &along);
  return hypot(off - r->round[0], along);
}

/* Distance from the side without ends, INFINITY if the nearest place is beyond them. */
static double to_side(const Ridge *r, Vec3 x, bool ends)
{
  const double length = vec3_norm(vec3_sub(r->b, r->a)), u = r->round[1] - r->round[0],
               size = hypot(u, length);
  double off, along, share;

  cylindrical(r, x, &off, &along);
  share = ((off - r->round[0]) * u + along * length) / (size * size);
  if (ends && !(share > 0 && share < 1)) return INFINITY;
  return ((off - r->round[0]) * length - along * u) / size;
}

/* Share of place i along an edge; the first and last places are next to its ends. */
static double share_of(int i)
{
  if (i == 1) return 1e-7;
  if (i == POINTS - 2) return 1 - 1e-7;
  return (double)i / (POINTS - 1);
}

/* Minima within the edge where the distance is below the radius; gap: [2]. */
static int slow_edge(const SolidScene *s, int edge, const Ridge *r, double gap[2])
{
  const bool rim = r->kind == RIDGE_RIM;
  Vec3       x[2];
  double     d[POINTS];
  int        n = 0;

  for (int k = 0; k < 2; k++)
    x[k] =
      vec3_add(s->pose->x, quat_turn(s->pose->q, s->of_body->corner[s->of_body->edge[edge][k]]));
  for (int i = 0; i < POINTS; i++) {
    const Vec3 y = vec3_axpy(x[0], share_of(i), vec3_sub(x[1], x[0]));

    d[i] = rim ? to_circle(r, y) : to_side(r, y, false);
  }
  for (int i = 1; i < POINTS - 1 && n < 2; i++) {
    const Vec3 y = vec3_axpy(x[0], share_of(i), vec3_sub(x[1], x[0]));

    if (!(d[i] < d[i - 1] && d[i] <= d[i + 1] && d[i] < s->of_body->radius)) continue;
    if (!rim && (!(to_side(r, y, true) < INFINITY) || d[i] < 0)) continue;
    gap[n++] = d[i] - s->of_body->radius;
  }
  return n;
}

/* True if the foot of x on a triangle of the body without its round edges is inside. */
static bool is_over(const Vec3 v[3], Vec3 x, Vec3 *n)
{
  bool over = true;

  *n = vec3_cross(vec3_sub(v[1], v[0]), vec3_sub(v[2], v[0]));
  vec3_normalize(n);
  for (int k = 0; k < 3; k++)
    over = over && vec3_dot(vec3_cross(*n, vec3_sub(v[(k + 1) % 3], v[k])), vec3_sub(x, v[k])) >= 0;
  return over;
}

/* The lowest of POINTS places of a circle over the plane through v[0], within `half` (rad) of
   *angle, which becomes its own. */
static Vec3 lowest(const Ridge *r, const Vec3 v[3], double half, double *angle)
{
  const double middle = *angle;
  double       least  = INFINITY;
  Vec3         u = vec3_cross(r->axis, vec3(1, .3, .2)), w, n, low = v[0];

  vec3_normalize(&u);
  w = vec3_cross(r->axis, u);
  (void)is_over(v, v[0], &n);
  for (int i = 0; i < POINTS; i++) {
    const double a = middle + half * (2.0 * i / (POINTS - 1) - 1);
    const Vec3   x = vec3_axpy(vec3_axpy(r->a, r->round[0] * cos(a), u), r->round[0] * sin(a), w);
    const double h = vec3_dot(n, vec3_sub(x, v[0]));

    if (h >= least) continue;
    least  = h;
    low    = x;
    *angle = a;
  }
  return low;
}

/* The circle's lowest place over each triangle: number of triangles over which it is in reach;
   *gap: the deepest. */
static int slow_arcs(const SolidScene *s, const Ridge *r, double *gap)
{
  Vec3 v[3], n;
  int  found = 0;

  *gap = 0;
  for (int f = 0; s->body->surface->carriage->face(s->inner, f, v); f++) {
    double angle = 0, height;
    Vec3   low;

    low = lowest(r, v, PETSC_PI, &angle);
    (void)is_over(v, low, &n);
    if (fabs(vec3_dot(n, vec3_sub(low, v[0]))) > 2 * s->of_body->radius) continue;
    low = lowest(r, v, 2 * PETSC_PI / POINTS, &angle);
    if (!is_over(v, low, &n)) continue;
    height = vec3_dot(n, vec3_sub(low, v[0])) - s->round;
    if (!(height > -s->of_body->radius && height < 0)) continue;
    found++;
    *gap = min_real(*gap, height);
  }
  return found;
}

typedef struct {
  int    n[SOLID_KINDS];
  double off[SOLID_KINDS]; /* largest of note() */
} Tally;

/* The slow twin's distance is larger, by up to h^2 / 8 d half-way between two of its places, of an
   edge that passes a point at the distance d. */
static void note(double larger, double d, double *most)
{
  CHECK(larger > -1e-12); /* rounding */
  *most = max_real(*most, sqrt(fabs(larger * d)));
}

/* Edges on one ridge. */
static void compare_edges(const SolidScene *s, const SolidPair *pair, int ridge, Tally *tally)
{
  const Ridge *r    = &s->of_other->ridges.list[ridge];
  const bool   rim  = r->kind == RIDGE_RIM;
  const int    kind = rim ? SOLID_RIM : SOLID_SIDE;

  for (int e = 0; e < s->of_body->n_edges; e++) {
    double    slow[2] = {0, 0};
    const int n       = slow_edge(s, e, r, slow);
    int       fast    = 0;

    for (PetscInt k = 0; k < pair->n; k++) {
      const SolidKey *key = &pair->list[k];
      SolidPlace      place;

      if (key->kind != kind || key->part != e || key->place / (rim ? 2 : 1) != ridge ||
          !solid_place(s, key, 0, &place))
        continue;
      if (fast < n) note(slow[fast] - place.gap, place.gap + s->of_body->radius, &tally->off[kind]);
      fast++;
    }
    CHECK_INT(fast, n);
    tally->n[kind] += n;
  }
}

/* The first place of each flat part on one circle; only the deepest is compared. */
static void compare_arcs(const SolidScene *s, const SolidPair *pair, int ridge, Tally *tally)
{
  double slow, deepest = 0;
  int    n = slow_arcs(s, &s->of_other->ridges.list[ridge], &slow), fast = 0;

  for (PetscInt k = 0; k < pair->n; k++) {
    const SolidKey *key = &pair->list[k];
    SolidPlace      place;

    if (key->kind != SOLID_ARC || key->part != ridge || key->place % ARC_PLACES != 0 ||
        !solid_place(s, key, 0, &place))
      continue;
    deepest = min_real(deepest, place.gap);
    fast++;
  }
  CHECK_INT(fast, n);
  note(slow - deepest, 1, &tally->off[SOLID_ARC]);
  tally->n[SOLID_ARC] += n;
}

static void compare(const ContactScene *scene, Solids *solids, SolidPair *pair, Tally *tally)
{
  const SolidScene s = solid_scene(scene, solids, pair->body, pair->other);

  solid_list(&s, .01, pair);
  for (int k = 0; k < s.of_other->ridges.n; k++) {
    if (s.of_other->ridges.list[k].kind == RIDGE_STRAIGHT) continue;
    compare_edges(&s, pair, k, tally);
    if (s.of_other->ridges.list[k].kind == RIDGE_RIM) compare_arcs(&s, pair, k, tally);
  }
}

TESTS(.ranks = {1})
{
  Tally        tally  = {.off = {0}};
  Random       random = random_stream(1, 1, 0);
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
      pose->x = grid_round3(&sim->space.domain,
                            vec3((k % 2 ? 1.6 : 0) + 1.4 * u[0], 1.4 * u[1], .1 + .6 * u[2]));
      pose->q = quat_normalized((Quat){u[3], u[4], u[5], u[6]});
    }
    walls_carry(&sim->walls, sim->matter.clumps);
    for (int p = 0; p < sim->contacts->solids->n_pairs; p++)
      compare(&scene, sim->contacts->solids, &sim->contacts->solids->pair[p], &tally);
  }
  CHECK(!sim->contacts->solids->side[sim->walls.n - 1].inner);
  test_note("%d sides, %d rims, %d arcs", tally.n[SOLID_SIDE], tally.n[SOLID_RIM],
            tally.n[SOLID_ARC]);
  test_note("off by %.1e, %.1e, %.1e", tally.off[SOLID_SIDE], tally.off[SOLID_RIM],
            tally.off[SOLID_ARC]);
  CHECK(tally.n[SOLID_SIDE] > 20 && tally.n[SOLID_RIM] > 200 && tally.n[SOLID_ARC] > 40);
  CHECK(tally.off[SOLID_SIDE] < 1e-3 && tally.off[SOLID_RIM] < 1e-3); /* h: .9 m / 600 */
  CHECK(tally.off[SOLID_ARC] < 1.1e-5); /* radius .7 m: sqrt(.7 / 2) 2 pi / 601^2 */
  CALL(sim_destroy(&sim));
  test_end("contacts with rims and sides: those of searches along all edges and circles");
  test_folder_remove();
}
