/* SPDX-License-Identifier: MIT */
/* Errors of a clump against its mesh: volume, inertia and distances of the union. */
#include <stdio.h>

#include "geometry/sphere_tree.h"
#include "shape/generate/generate_internal.h"

/* ---- volume and inertia ---- */

static Sym3 sym3_axpy(Sym3 s, double f, Vec3 a)
{
  return (Sym3){s.xx + f * a.x * a.x, s.yy + f * a.y * a.y, s.zz + f * a.z * a.z,
                s.xy + f * a.x * a.y, s.xz + f * a.x * a.z, s.yz + f * a.y * a.z};
}

/* Inertia tensor from the second moments, the integral of x x^T, about the same point. */
static Sym3 inertia_of(Sym3 s)
{
  return (Sym3){s.yy + s.zz, s.xx + s.zz, s.xx + s.yy, -s.xy, -s.xz, -s.yz};
}

static const Material  unit_material = {.name = "unit", .density = 1};
static const Materials unit          = {1, (Material *)&unit_material};

static bool set_create(const Balls *balls, int n, double added, PebbleSet *set)
{
  if (pebble_set_create(n, set)) return false;
  for (int i = 0; i < n; i++) {
    set->x[i] = balls->list[i].x;
    set->r[i] = balls->list[i].r + added;
  }
  return true;
}

/* Inertia about `centre`, by the parallel-axis theorem. */
static Sym3 inertia_about(const MassProperties *mass, Vec3 centre)
{
  const Vec3 d     = vec3_sub(mass->centre, centre);
  const Sym3 shift = inertia_of(sym3_axpy((Sym3){0}, mass->mass, d)), i = mass->inertia;

  return (Sym3){i.xx + shift.xx, i.yy + shift.yy, i.zz + shift.zz,
                i.xy + shift.xy, i.xz + shift.xz, i.yz + shift.yz};
}

static double inertia_error(const MassProperties *mass, const MassProperties *mesh)
{
  const Sym3     a = inertia_about(mass, mesh->centre), b = mesh->inertia;
  MassProperties difference = {
    .inertia = {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz}};

  mass_principal(&difference);
  return max_real(fabs(difference.principal.x), fabs(difference.principal.z)) / mesh->principal.z;
}

static bool mass_measure(const Body *body, const PebbleSet *set, GenerateReport *report, char *why)
{
  MassProperties mass;

  if (!mass_exact.find(set, &unit, &mass_defaults, &mass, why)) return false;
  report->error[CLUMP_VOLUME]  = fabs(mass.volume / body->mass.volume - 1) + body->doubt;
  report->error[CLUMP_INERTIA] = inertia_error(&mass, &body->mass) + body->doubt;
  report->centre = vec3_norm(vec3_sub(mass.centre, body->mass.centre)) / body->diameter;
  return true;
}

static bool volume_of(const Balls *balls, int n, double added, double *volume, char *why)
{
  PebbleSet      set;
  MassProperties mass = {.volume = 0};
  bool           good;

  if (!set_create(balls, n, added, &set)) {
    strcpy(why, "no memory for the spheres");
    return false;
  }
  good    = mass_exact.find(&set, &unit, &mass_defaults, &mass, why);
  *volume = mass.volume;
  pebble_set_free(&set);
  return good;
}

/* The volume grows monotonically with the radii: false position with the Illinois rule on the
   bracket lo .. hi. */
bool clump_expansion(const Body *body, const Balls *balls, int n, double *added, char *why)
{
  const double goal = body->mass.volume;
  double       lo = 0, hi = body->diameter / 64, v_lo, v_hi, volume;
  int          side = 0;

  if (!volume_of(balls, n, 0, &v_lo, why)) return false;
  v_lo -= goal;
  *added = 0;
  if (v_lo >= 0) return true; /* bulging spheres may exceed the volume already */
  for (;; lo = hi, v_lo = v_hi, hi *= 2) {
    if (!volume_of(balls, n, hi, &v_hi, why)) return false;
    v_hi -= goal;
    if (v_hi >= 0) break;
  }
  for (int step = 0; step < 60; step++) {
    *added = (lo * v_hi - hi * v_lo) / (v_hi - v_lo);
    if (!volume_of(balls, n, *added, &volume, why)) return false;
    volume -= goal;
    if (fabs(volume) <= 1e-10 * goal) break;
    if (volume < 0) {
      lo   = *added;
      v_lo = volume;
      if (side < 0) v_hi /= 2;
      side = -1;
    } else {
      hi   = *added;
      v_hi = volume;
      if (side > 0) v_lo /= 2;
      side = 1;
    }
  }
  return true;
}

/* ---- distances ---- */

/* Depth of x, a point of a shape's mesh, inside another shape, m: largest over all shapes; <= 0:
   not covered. */
static double cover_of(const Body *body, Vec3 x)
{
  double deepest = -INFINITY;

  for (int i = 0; body->shapes && i < body->shapes->n; i++) {
    const Shape *s = &body->shapes->list[i];

    if (x.x < s->lo.x || x.x > s->hi.x || x.y < s->lo.y || x.y > s->hi.y || x.z < s->lo.z ||
        x.z > s->hi.z)
      continue;
    deepest = max_real(deepest, -shape_distance(s, x));
  }
  return deepest - 2 * body->chord -
         1e-9 * body->diameter; /* a chord and rounding: depth in its own shape */
}

/* Distance of x from the surface if outside of mesh and shapes, m, too small by at most a chord; 0
   inside. */
static double outside_of(const Body *body, Vec3 x)
{
  for (int i = 0; body->shapes && i < body->shapes->n; i++) {
    if (shape_is_inside(&body->shapes->list[i], x)) return 0;
  }
  return max_real(-mesh_near_depth(&body->near, x) - body->chord, 0);
}

/* Part of a face as a heap item: no point of it is farther than `bound` from the union, m. */
typedef struct {
  Vec3   v[3];
  double gap, bound; /* gap: distance of its centroid from the union */
} Piece;

typedef struct {
  Piece            *heap;
  int               n, capacity;
  const Body       *body;
  const SphereTree *tree;
} Pieces;

static Vec3 middle_of(const Piece *piece)
{
  return vec3_scale(1.0 / 3, vec3_add(vec3_add(piece->v[0], piece->v[1]), piece->v[2]));
}

static double piece_radius(const Piece *piece)
{
  const Vec3 m = middle_of(piece);

  return max_real(
    vec3_norm(vec3_sub(piece->v[0], m)),
    max_real(vec3_norm(vec3_sub(piece->v[1], m)), vec3_norm(vec3_sub(piece->v[2], m))));
}

/* Bounds of a triangle. No point is farther from the union than from the sphere nearest to the
   centroid; that distance is convex, so it is largest at a corner. Also the gap changes by no more
   than the distance moved. Triangles inside another shape are no surface and have bound 0. */
static Piece piece_make(const Pieces *pieces, Vec3 a, Vec3 b, Vec3 c)
{
  Piece  piece = {.v = {a, b, c}};
  double most  = 0;
  int    near;

  piece.gap = sphere_tree_gap(pieces->tree, middle_of(&piece), &near);
  for (int k = 0; k < 3; k++)
    most = max_real(most,
                    vec3_norm(vec3_sub(piece.v[k], pieces->tree->x[near])) - pieces->tree->r[near]);
  piece.bound = min_real(most, piece.gap + piece_radius(&piece));
  if (pieces->body->shapes) {
    const double cover = cover_of(pieces->body, middle_of(&piece));

    if (cover > 0) piece.gap = 0;
    if (cover > piece_radius(&piece)) piece.bound = 0;
  }
  return piece;
}

static bool piece_push(Pieces *pieces, Piece piece)
{
  int place;

  if (pieces->n == pieces->capacity) {
    const int room = 2 * pieces->capacity + 1024;
    Piece    *more = realloc(pieces->heap, (size_t)room * sizeof *more);

    if (!more) return false;
    pieces->heap     = more;
    pieces->capacity = room;
  }
  place = pieces->n++;
  for (; place > 0 && pieces->heap[(place - 1) / 2].bound < piece.bound; place = (place - 1) / 2) {
    pieces->heap[place] = pieces->heap[(place - 1) / 2];
  }
  pieces->heap[place] = piece;
  return true;
}

static Piece piece_pop(Pieces *pieces)
{
  const Piece top = pieces->heap[0], last = pieces->heap[--pieces->n];
  int         place = 0;

  for (int child; (child = 2 * place + 1) < pieces->n; place = child) {
    if (child + 1 < pieces->n && pieces->heap[child + 1].bound > pieces->heap[child].bound) child++;
    if (pieces->heap[child].bound <= last.bound) break;
    pieces->heap[place] = pieces->heap[child];
  }
  pieces->heap[place] = last;
  return top;
}

/* Push the four parts of a piece, divided at the midpoints of its edges, whose bound exceeds
   `known`. */
static bool piece_split(Pieces *pieces, const Piece *piece, double known)
{
  const Vec3 *v = piece->v, ab = vec3_scale(0.5, vec3_add(v[0], v[1])),
             bc = vec3_scale(0.5, vec3_add(v[1], v[2])), ca = vec3_scale(0.5, vec3_add(v[2], v[0]));
  const Vec3 part[4][3] = {{v[0], ab, ca}, {ab, v[1], bc}, {ca, bc, v[2]}, {ab, bc, ca}};

  for (int k = 0; k < 4; k++) {
    const Piece child = piece_make(pieces, part[k][0], part[k][1], part[k][2]);

    if (child.bound > known && !piece_push(pieces, child)) return false;
  }
  return true;
}

static bool pieces_begin(const Body *body, const SphereTree *tree, double known, Pieces *pieces)
{
  *pieces = (Pieces){.body = body, .tree = tree};
  for (int f = 0; f < body->mesh->n_faces; f++) {
    const Piece piece = piece_make(pieces, mesh_corner(body->mesh, f, 0),
                                   mesh_corner(body->mesh, f, 1), mesh_corner(body->mesh, f, 2));

    if (piece.bound > known && !piece_push(pieces, piece)) return false;
  }
  return true;
}

enum { MOST_SPLITS = 20000000 };

/* Upper bound on the distance of the surface's farthest point from the union, at most 1 % too
   large, or 1e-6 D. Branch and bound: the piece of largest bound is divided until the bound is
   within 1 % of a distance found. */
static bool gap_find(const Body *body, const SphereTree *tree, double *gap)
{
  Pieces pieces;
  double known = 1e-6 * body->diameter;
  bool   good  = pieces_begin(body, tree, known, &pieces);

  for (int split = 0; good && split < MOST_SPLITS && pieces.n > 0; split++) {
    const Piece piece = piece_pop(&pieces);

    known = max_real(known, piece.gap);
    *gap  = max_real(known, piece.bound);
    if (piece.bound <= 1.01 * known) break;
    good = piece_split(&pieces, &piece, known);
  }
  if (pieces.n == 0) *gap = known;
  free(pieces.heap);
  return good;
}

int clump_far_points(const Body *body, const Balls *balls, double reach, double spacing, int most,
                     Vec3 *far)
{
  PebbleSet  set;
  SphereTree tree;
  Pieces     pieces = {0};
  int        n      = 0;
  bool       good   = set_create(balls, balls->n, 0, &set);

  if (!good) return -1;
  good =
    sphere_tree_create(set.n, set.x, set.r, &tree) && pieces_begin(body, &tree, reach, &pieces);
  while (good && pieces.n > 0 && n < most) {
    const Piece piece = piece_pop(&pieces);

    if (piece_radius(&piece) > spacing) good = piece_split(&pieces, &piece, reach);
    else if (piece.gap > reach) far[n++] = middle_of(&piece);
  }
  free(pieces.heap);
  sphere_tree_free(&tree);
  pebble_set_free(&set);
  return good ? n : -1;
}

enum { SAMPLES = 20000 };

static double gap_mean(const Body *body, const SphereTree *tree)
{
  double sum = 0;
  int    n   = 0;

  for (int k = 0; k < SAMPLES; k++) {
    Random     random = random_stream(body->options.seed, RANDOM_GENERATE, (uint64_t)k);
    const Vec3 x =
      surface_point(&body->surface, (double)k / SAMPLES, (k + 1.0) / SAMPLES, &random).x;

    if (body->shapes && cover_of(body, x) > 0) continue;
    sum += sphere_tree_gap(tree, x, NULL);
    n++;
  }
  return n > 0 ? sum / n : 0;
}

/* Uniform on the unit sphere: Marsaglia 1972, Ann. Math. Stat. 43, 645. */
static Vec3 direction(Random *random)
{
  double a, b, s;

  do {
    a = 2 * random_real(random) - 1;
    b = 2 * random_real(random) - 1;
    s = a * a + b * b;
  } while (s >= 1);
  return vec3(2 * a * sqrt(1 - s), 2 * b * sqrt(1 - s), 1 - 2 * s);
}

/* Mean distance by which the union sticks out of the mesh, over the union's surface, m. */
static double out_mean(const Body *body, const SphereTree *tree)
{
  double area = 0, sum = 0, shown = 0;

  for (int i = 0; i < tree->n; i++) area += tree->r[i] * tree->r[i];
  for (int i = 0; i < tree->n; i++) {
    const double share = tree->r[i] * tree->r[i] / area;
    const int    n     = (int)ceil(share * SAMPLES);
    Random       random =
      random_stream(body->options.seed, RANDOM_GENERATE, ((uint64_t)1 << 62) + (uint64_t)i);

    for (int k = 0; k < n; k++) {
      const Vec3 x = vec3_axpy(tree->x[i], tree->r[i] * (1 + 1e-9),
                               direction(&random)); /* outside its own sphere by rounding */

      if (sphere_tree_gap(tree, x, NULL) == 0) continue;
      shown += share / n;
      sum += share / n * outside_of(body, x);
    }
  }
  return shown > 0 ? sum / shown : 0;
}

/* Largest radius less the depth of the centre: upper bound on how far a sphere sticks out, m. */
static double out_most(const Body *body, const SphereTree *tree)
{
  double most = 0;

  for (int i = 0; i < tree->n; i++)
    most = max_real(most, tree->r[i] - mesh_near_depth(&body->near, tree->x[i]));
  return most;
}

static bool distances_measure(const Body *body, const PebbleSet *set, double added, unsigned which,
                              GenerateReport *report)
{
  SphereTree tree;
  double     gap  = 0;
  bool       good = sphere_tree_create(set->n, set->x, set->r, &tree);

  if (good && which & 1u << CLUMP_DISTANCE) {
    good        = gap_find(body, &tree, &gap);
    report->gap = (gap + body->chord) / body->diameter;
    report->out = (body->shapes ? body->out + added : out_most(body, &tree)) / body->diameter;
    report->error[CLUMP_DISTANCE] = max_real(report->gap, report->out);
  }
  if (good && which & 1u << CLUMP_MEAN)
    report->error[CLUMP_MEAN] = gap_mean(body, &tree) / body->diameter;
  if (good && which & 1u << CLUMP_MEAN) report->out_mean = out_mean(body, &tree) / body->diameter;
  sphere_tree_free(&tree);
  return good;
}

bool clump_measure(const Body *body, const Balls *balls, int n, double added, unsigned which,
                   GenerateReport *report, char *why)
{
  const unsigned masses = 1u << CLUMP_VOLUME | 1u << CLUMP_INERTIA;
  PebbleSet      set;
  bool           good = set_create(balls, n, added, &set);

  strcpy(why, "no memory for the measures of the clump");
  if (!good) return false;
  if (which & masses) good = mass_measure(body, &set, report, why);
  if (good && which & ~masses) good = distances_measure(body, &set, added, which, report);
  pebble_set_free(&set);
  return good;
}
