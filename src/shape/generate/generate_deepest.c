/* SPDX-License-Identifier: MIT */
/* Methods that search for the deepest points of the body. */
#include "shape/generate/generate_internal.h"

#include <limits.h>

/* Pattern search for the deepest point along n directions, from *x and steps of this length down to
   `last`, with `most` trials. Returns the depth, m. */
static double climb(double (*depth)(const void *context, Vec3 x), const void *context, int n,
                    const Vec3 *along, double step, double last, int most, Vec3 *x)
{
  double best = depth(context, *x);

  for (int trials = 0; step > last && trials < most;) {
    const Vec3 from  = *x;
    bool       moved = false;

    for (int k = 0; k < 2 * n; k++, trials++) {
      const Vec3   trial = vec3_axpy(from, k % 2 ? -step : step, along[k / 2]);
      const double found = depth(context, trial);

      if (found <= best) continue;
      best  = found;
      *x    = trial;
      moved = true;
    }
    if (!moved) step /= 2;
  }
  return best;
}

/* ---- edt: each sphere is put at the deepest free place, which is found by the distance transform
   of a voxel grid, then refined by pattern search with the true distance ---- */

static const double cells_wanted = 1e6; /* cells in the body: an edge of D / 124 */

/* Cell (i, j, k) is at i + n0 (j + n1 k): rows of n0 cells. */
typedef struct {
  const Body  *body;
  Voxels       grid;
  float       *depth; /* [cells] free depth of the middle of the cell, m; 0: outside, or rejected */
  float       *row;   /* [n1 n2] largest depth of each row */
  int          seen;  /* spheres already applied to depth */
  const Balls *taken; /* spheres of the present search */
} Edt;

/* Squared distances along one line, in cells: lower envelope of parabolas, Felzenszwalb &
   Huttenlocher 2012, Theory Comput. 8, 415. f: input and output, entries `stride` apart; value,
   place, from: work arrays of n + 1. */
static void line_transform(float *f, size_t stride, int n, float *value, int *place, double *from)
{
  int k = 0;

  for (int q = 0; q < n; q++) value[q] = f[(size_t)q * stride];
  place[0] = 0;
  from[0]  = -INFINITY;
  from[1]  = INFINITY;
  for (int q = 1; q < n; q++) {
    double s;

    for (;; k--) {
      const int p = place[k];

      s = ((value[q] + (double)q * q) - (value[p] + (double)p * p)) / (2.0 * (q - p));
      if (s > from[k]) break;
    }
    place[++k]  = q;
    from[k]     = s;
    from[k + 1] = INFINITY;
  }
  k = 0;
  for (int q = 0; q < n; q++) {
    while (from[k + 1] < q) k++;
    f[(size_t)q * stride] = (float)((double)(q - place[k]) * (q - place[k]) + value[place[k]]);
  }
}

static const float beyond = 1e12f; /* square of a distance larger than any grid */

/* Squared distance from each cell inside to the nearest cell outside, in cells. */
static void transform(const Voxels *v, float *square)
{
  const int    longest = (int)max_int(v->n[0], max_int(v->n[1], v->n[2]));
  float       *value   = memory_zero((size_t)longest, sizeof *value);
  int         *place   = memory_zero((size_t)longest, sizeof *place);
  double      *from    = memory_zero((size_t)longest + 1, sizeof *from);
  const size_t n0 = (size_t)v->n[0], n1 = (size_t)v->n[1];

  for (int k = 0; k < v->n[2]; k++) {
    for (int j = 0; j < v->n[1]; j++) {
      for (int i = 0; i < v->n[0]; i++)
        square[(size_t)i + n0 * ((size_t)j + n1 * (size_t)k)] = voxels_has(v, i, j, k) ? beyond : 0;
      line_transform(square + n0 * ((size_t)j + n1 * (size_t)k), 1, v->n[0], value, place, from);
    }
    for (int i = 0; i < v->n[0]; i++)
      line_transform(square + n0 * n1 * (size_t)k + i, n0, v->n[1], value, place, from);
  }
  for (int j = 0; j < v->n[1]; j++) {
    for (int i = 0; i < v->n[0]; i++)
      line_transform(square + n0 * (size_t)j + i, n0 * n1, v->n[2], value, place, from);
  }
  free(value);
  free(place);
  free(from);
}

static size_t row_start(const Edt *e, int row)
{
  return (size_t)row * (size_t)e->grid.n[0];
}

static Vec3 place_middle(const Edt *e, int row, int i)
{
  return voxels_middle(&e->grid, i, row % e->grid.n[1], row / e->grid.n[1]);
}

/* Find the largest depth of a row. */
static void row_measure(Edt *e, int row)
{
  const float *depth = e->depth + row_start(e, row);
  float        most  = 0;

  for (int i = 0; i < e->grid.n[0]; i++) most = depth[i] > most ? depth[i] : most;
  e->row[row] = most;
}

static void *edt_begin(const Body *body)
{
  const double edge = cbrt(body->mass.volume / cells_wanted);
  Edt         *e    = memory_zero(1, sizeof *e);
  size_t       cells, rows;

  e->body = body;
  if (!voxels_create(body->mesh, edge, edge, &e->grid)) return e;
  rows     = (size_t)e->grid.n[1] * (size_t)e->grid.n[2];
  cells    = (size_t)e->grid.n[0] * rows;
  e->depth = memory_zero(cells, sizeof *e->depth);
  e->row   = memory_zero(rows, sizeof *e->row);
  transform(&e->grid, e->depth);
  /* The surface lies about half a cell before the middle of the first cell outside. */
  for (size_t c = 0; c < cells; c++)
    e->depth[c] = e->depth[c] > 0 ? (float)(e->grid.edge * (sqrt((double)e->depth[c]) - 0.5)) : 0;
  for (int row = 0; row < (int)rows; row++) row_measure(e, row);
  return e;
}

static void edt_end(void *self)
{
  Edt *e = self;

  voxels_free(&e->grid);
  free(e->depth);
  free(e->row);
  free(e);
}

/* Distance from x to the core of a sphere, m: new centres may enter a sphere by `overlap` of its
   radius. The published method limits the new radius by this distance as well; here the sphere
   grows to the surface, which takes fewer spheres: 511 in place of 549 at an overlap of 0.8. */
static double free_of(const Edt *e, const Ball *ball, Vec3 x)
{
  return vec3_norm(vec3_sub(x, ball->x)) - (1 - e->body->options.overlap) * ball->r;
}

/* Lower the depths for a new sphere, to 0 (rejected) where the next one would lie within it. Rows
   farther from it than their largest depth keep theirs. */
static void places_lower(Edt *e, const Ball *ball)
{
  for (int row = 0; row < e->grid.n[1] * e->grid.n[2]; row++) {
    float *depth  = e->depth + row_start(e, row);
    Vec3   across = vec3_sub(place_middle(e, row, 0), ball->x);

    across.x = 0;
    if (!(e->row[row] > 0) || vec3_norm(across) >= ball->r + e->row[row]) continue;
    for (int i = 0; i < e->grid.n[0]; i++) {
      const Vec3   x    = place_middle(e, row, i);
      const double left = depth[i] > 0 ? min_real(depth[i], free_of(e, ball, x)) : 0;

      if (!(depth[i] > 0)) continue;
      depth[i] =
        left + vec3_norm(vec3_sub(x, ball->x)) < ball->r + e->grid.edge / 4 ? 0 : (float)left;
    }
    row_measure(e, row);
  }
}

/* Largest radius of a sphere around x that keeps off the cores of the spheres taken. */
static double free_depth(const void *edt, Vec3 x)
{
  const Edt *e     = edt;
  double     depth = INFINITY;

  for (int i = 0; i < e->taken->n; i++) depth = min_real(depth, free_of(e, &e->taken->list[i], x));
  return depth <= 0 ? depth : min_real(depth, mesh_distance_depth(&e->body->near, x));
}

static bool edt_next(void *self, const Balls *taken, Ball *ball)
{
  static const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Edt              *e       = self;

  e->taken = taken;
  if (!e->depth) return false; /* too many cells */
  for (; e->seen < taken->n; e->seen++) places_lower(e, &taken->list[e->seen]);
  for (;;) {
    int    row = 0, i = 0;
    float *depth;

    for (int k = 1; k < e->grid.n[1] * e->grid.n[2]; k++)
      if (e->row[k] > e->row[row]) row = k;
    depth = e->depth + row_start(e, row);
    if (e->row[row] <= 0.5 * e->grid.edge)
      return false; /* no free place as large as a cell is left */
    while (depth[i] < e->row[row]) i++;
    *ball = (Ball){place_middle(e, row, i), depth[i] + e->grid.edge};
    if (body_gain(e->body, ball) > 0) {
      climb(free_depth, e, 3, axes, e->grid.edge / 2, e->grid.edge / 32, INT_MAX, &ball->x);
      ball->r = body_radius(e->body, mesh_distance_depth(&e->body->near, ball->x));
      if (ball->r > 0 && ball->r >= e->body->least && body_gain(e->body, ball) > 0) return true;
    }
    depth[i] = 0; /* rejected */
    row_measure(e, row);
  }
}

const Generator generator_edt = {
  .head =
    {.name = "edt",
     .text =
       "The largest inscribed sphere at the deepest free place, repeatedly; centres may enter "
       "other spheres by `overlap` of their radius.",
     .source  = "Angelidakis, Nadimi, Otsubo & Utili 2021, SoftwareX 15, 100735",
     .options = {generate_options, generate_overlap_options}},
  .begin = edt_begin,
  .end   = edt_end,
  .next  = edt_next,
};

/* ---- favier: inscribed spheres along a line of centres through the body, for nearly axisymmetric
   elongated bodies. The line follows the axis of the smallest moment of inertia. In each plane
   across the axis it passes through the deepest point near that of the previous plane, so that it
   also follows bent bodies. ---- */

enum { STATIONS = 1024 };

typedef struct {
  const Body *body;
  Pool        pool;
} Favier;

static double depth_in(const void *near, Vec3 x)
{
  return mesh_distance_depth(near, x);
}

/* Pattern search for the deepest point in the plane of the two directions. Returns the depth, m. */
static double favier_climb(const Body *body, const Vec3 across[2], double step, Vec3 *x)
{
  return climb(depth_in, &body->near, 2, across, step, 1e-5 * body->diameter, 4000, x);
}

/* Offer a sphere at each of n planes from x outwards; stops at the first plane without a point
   inside. */
static void line_follow(Favier *f, Vec3 axis, const Vec3 across[2], Vec3 x, double step, int n)
{
  const Body *body = f->body;

  for (int k = 0; k < n; k++) {
    const double depth = favier_climb(body, across, fabs(step) * 2, &x);
    const Ball   ball  = {x, body_radius(body, depth)};

    if (depth <= 0) break;
    if (ball.r >= body->least) pool_add(&f->pool, ball, INFINITY);
    x = vec3_axpy(x, step, axis);
  }
}

static void *favier_begin(const Body *body)
{
  const Quat q         = body->mass.axes;
  const Vec3 axis      = quat_turn(q, vec3(1, 0, 0)); /* of the smallest moment */
  const Vec3 across[2] = {quat_turn(q, vec3(0, 1, 0)), quat_turn(q, vec3(0, 0, 1))};
  Favier    *f         = memory_zero(1, sizeof *f);
  Vec3       x         = body->mass.centre;
  double     lo = INFINITY, hi = -INFINITY; /* extent along the axis from the centre, m */

  f->body = body;
  for (int c = 0; c < 3 * body->mesh->n_faces; c++) {
    const double along =
      vec3_dot(axis, vec3_sub(mesh_corner(body->mesh, c / 3, c % 3), body->mass.centre));

    lo = min_real(lo, along);
    hi = max_real(hi, along);
  }
  favier_climb(body, across, body->diameter / 4, &x);
  line_follow(f, axis, across, x, 2 * hi / STATIONS, STATIONS / 2);
  line_follow(f, axis, across, x, 2 * lo / STATIONS, STATIONS / 2);
  return f;
}

static void favier_end(void *self)
{
  Favier *f = self;

  pool_free(&f->pool);
  free(f);
}

/* Next sphere: the station with the largest gain. Evenly spaced stations are no more accurate and
   cannot be added one by one. */
static bool favier_next(void *self, const Balls *taken, Ball *ball)
{
  Favier *f = self;
  double  gained;

  (void)taken;
  return pool_take(&f->pool, body_gain, f->body, 1, ball, &gained);
}

const Generator generator_favier = {
  .head  = {.name    = "favier",
            .text    = "Inscribed spheres along a line of centres through the long axis: for nearly "
                        "axisymmetric bodies.",
            .source  = "Favier, Abbaspour-Fard, Kremmer & Raji 1999, Eng. Comput. 16, 467",
            .options = {generate_options}},
  .begin = favier_begin,
  .end   = favier_end,
  .next  = favier_next,
};
