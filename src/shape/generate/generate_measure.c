/* SPDX-License-Identifier: MIT */
/* Errors of a clump against its mesh: volume, inertia and distances of the union. */
#include "geometry/sphere_tree.h"
#include "shape/generate/generate_internal.h"

static const Material  unit_material = {.name = "unit", .density = 1};
static const Materials unit          = {1, (Material *)&unit_material};

/* Volume of the union of the first n balls, their radii larger by `added`. */
static bool volume_of(const Balls *balls, int n, double added, double *volume, char *why)
{
  PebbleSet      set  = balls_as_pebbles(balls, n, added);
  MassProperties mass = {.volume = 0};
  const bool     good = mass_exact.find(&set, &unit, &mass_defaults, &mass, why);

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

    if (vec3_is_within(x, s->lo, s->hi)) deepest = max_real(deepest, -shape_distance(s, x));
  }
  /* A chord and rounding are its depth in its own shape. */
  return deepest - 2 * body->chord - 1e-9 * body->diameter;
}

/* Distance of x from the surface if outside of mesh and shapes, m, too small by at most a chord; 0
   inside. */
static double outside_of(const Body *body, Vec3 x)
{
  for (int i = 0; body->shapes && i < body->shapes->n; i++)
    if (shape_is_inside(&body->shapes->list[i], x)) return 0;
  return max_real(-mesh_distance_depth(&body->near, x) - body->chord, 0);
}

/* Part of a face as a heap item: no point of it is farther than `bound` from the union, m. */
typedef struct {
  Vec3   v[3];
  double gap, bound; /* gap: distance of its centroid from the union */
} Piece;

typedef struct {
  Piece            *heap;
  int               n;
  PetscInt          capacity;
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

static void piece_push(Pieces *pieces, Piece piece)
{
  int place = pieces->n++;

  array_reserve(&pieces->heap, sizeof *pieces->heap, pieces->n, &pieces->capacity);
  for (; place > 0 && pieces->heap[(place - 1) / 2].bound < piece.bound; place = (place - 1) / 2)
    pieces->heap[place] = pieces->heap[(place - 1) / 2];
  pieces->heap[place] = piece;
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
static void piece_split(Pieces *pieces, const Piece *piece, double known)
{
  const Vec3 *v = piece->v, ab = vec3_scale(0.5, vec3_add(v[0], v[1])),
             bc = vec3_scale(0.5, vec3_add(v[1], v[2])), ca = vec3_scale(0.5, vec3_add(v[2], v[0]));
  const Vec3 part[4][3] = {{v[0], ab, ca}, {ab, v[1], bc}, {ca, bc, v[2]}, {ab, bc, ca}};

  for (int k = 0; k < 4; k++) {
    const Piece child = piece_make(pieces, part[k][0], part[k][1], part[k][2]);

    if (child.bound > known) piece_push(pieces, child);
  }
}

/* Begin with the faces whose bound exceeds `known`. */
static void pieces_begin(const Body *body, const SphereTree *tree, double known, Pieces *pieces)
{
  *pieces = (Pieces){.body = body, .tree = tree};
  for (int f = 0; f < body->mesh->n_faces; f++) {
    const Piece piece = piece_make(pieces, mesh_corner(body->mesh, f, 0),
                                   mesh_corner(body->mesh, f, 1), mesh_corner(body->mesh, f, 2));

    if (piece.bound > known) piece_push(pieces, piece);
  }
}

enum { MOST_SPLITS = 20000000 };

/* Upper bound on the distance of the surface's farthest point from the union, at most 1 % too
   large, or 1e-6 D. Branch and bound: the piece of largest bound is divided until the bound is
   within 1 % of a distance found. */
static double gap_find(const Body *body, const SphereTree *tree)
{
  Pieces pieces;
  double known = 1e-6 * body->diameter, gap = 0;

  pieces_begin(body, tree, known, &pieces);
  for (int split = 0; split < MOST_SPLITS && pieces.n > 0; split++) {
    const Piece piece = piece_pop(&pieces);

    known = max_real(known, piece.gap);
    gap   = max_real(known, piece.bound);
    if (piece.bound <= 1.01 * known) break;
    piece_split(&pieces, &piece, known);
  }
  if (pieces.n == 0) gap = known;
  array_free(&pieces.heap);
  return gap;
}

int clump_far_points(const Body *body, const Balls *balls, double reach, double spacing, int most,
                     Vec3 *far)
{
  PebbleSet  set = balls_as_pebbles(balls, balls->n, 0);
  SphereTree tree;
  Pieces     pieces;
  int        n = 0;

  sphere_tree_create(set.n, set.x, set.r, &tree);
  pieces_begin(body, &tree, reach, &pieces);
  while (pieces.n > 0 && n < most) {
    const Piece piece = piece_pop(&pieces);

    if (piece_radius(&piece) > spacing) piece_split(&pieces, &piece, reach);
    else if (piece.gap > reach) far[n++] = middle_of(&piece);
  }
  array_free(&pieces.heap);
  sphere_tree_free(&tree);
  pebble_set_free(&set);
  return n;
}

enum { SAMPLES = 20000 };

/* Mean distance of the surface from the union, m. */
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
      /* outside of its own sphere, whatever the rounding */
      const Vec3 x = vec3_axpy(tree->x[i], tree->r[i] * (1 + 1e-9), direction(&random));

      if (sphere_tree_gap(tree, x, NULL) == 0) continue;
      shown += share / n;
      sum += share / n * outside_of(body, x);
    }
  }
  return shown > 0 ? sum / shown : 0;
}

/* Measure what belongs to volume and inertia. */
static bool mass_measure(const Body *body, const PebbleSet *set, GenerateReport *report, char *why)
{
  const MassProperties *mesh = &body->mass;
  MassProperties        mass, difference = {.volume = 0};
  Sym3                  moved; /* second moments of the union's mass in its centre */

  if (!mass_exact.find(set, &unit, &mass_defaults, &mass, why)) return false;
  moved = sym3_add_square((Sym3){0}, mass.mass, vec3_sub(mass.centre, mesh->centre));
  difference.inertia =
    sym3_axpy(sym3_axpy(mass.inertia, 1, inertia_of_seconds(moved)), -1, mesh->inertia);
  mass_principal(&difference);
  report->error[CLUMP_VOLUME] = fabs(mass.volume / mesh->volume - 1) + body->doubt;
  report->error[CLUMP_INERTIA] =
    max_real(fabs(difference.principal.x), fabs(difference.principal.z)) / mesh->principal.z +
    body->doubt;
  report->centre = vec3_norm(vec3_sub(mass.centre, mesh->centre)) / body->diameter;
  return true;
}

/* Measure what belongs to distances. */
static void distances_measure(const Body *body, const PebbleSet *set, double added, unsigned which,
                              GenerateReport *report)
{
  SphereTree tree;

  sphere_tree_create(set->n, set->x, set->r, &tree);
  if (which & 1u << CLUMP_DISTANCE) {
    /* largest radius less the depth of the centre: a bound on how far one sticks out */
    double out = body->shapes ? body->out + added : 0;

    for (int i = 0; i < tree.n && !body->shapes; i++)
      out = max_real(out, tree.r[i] - mesh_distance_depth(&body->near, tree.x[i]));
    report->gap                   = (gap_find(body, &tree) + body->chord) / body->diameter;
    report->out                   = out / body->diameter;
    report->error[CLUMP_DISTANCE] = max_real(report->gap, report->out);
  }
  if (which & 1u << CLUMP_MEAN) {
    report->error[CLUMP_MEAN] = gap_mean(body, &tree) / body->diameter;
    report->out_mean          = out_mean(body, &tree) / body->diameter;
  }
  sphere_tree_free(&tree);
}

bool clump_measure(const Body *body, const Balls *balls, int n, double added, unsigned which,
                   GenerateReport *report, char *why)
{
  const unsigned masses = 1u << CLUMP_VOLUME | 1u << CLUMP_INERTIA;
  PebbleSet      set    = balls_as_pebbles(balls, n, added);
  bool           good   = true;

  if (which & masses) good = mass_measure(body, &set, report, why);
  if (good && which & ~masses) distances_measure(body, &set, added, which, report);
  pebble_set_free(&set);
  return good;
}
