/* SPDX-License-Identifier: MIT */
/* Each sphere is put at the deepest free place: found by the distance transform of a voxel grid,
   then refined by pattern search with the true distance. */
#include "shape/generate/generate_internal.h"

static const double cells_wanted = 1e6; /* cells in the body: an edge of D / 124 */

/* Cell (i, j, k) is at i + n0 (j + n1 k): rows of n0 cells. */
typedef struct {
  const Body *body;
  Voxels      grid;
  float      *depth; /* [cells] free depth of the middle of the cell, m; 0: outside, or rejected */
  float      *row;   /* [n1 n2] largest depth of each row */
  int         seen;  /* spheres already applied to depth */
} Edt;

/* ---- distance transform ---- */

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
static bool transform(const Voxels *v, float *square)
{
  const int    longest = (int)max_int(v->n[0], max_int(v->n[1], v->n[2]));
  float       *value   = malloc((size_t)longest * sizeof *value);
  int         *place   = malloc((size_t)longest * sizeof *place);
  double      *from    = malloc((size_t)(longest + 1) * sizeof *from);
  const size_t n0 = (size_t)v->n[0], n1 = (size_t)v->n[1];
  const bool   good = value && place && from;

  for (int k = 0; k < v->n[2] && good; k++) {
    for (int j = 0; j < v->n[1]; j++) {
      for (int i = 0; i < v->n[0]; i++)
        square[(size_t)i + n0 * ((size_t)j + n1 * (size_t)k)] = voxels_has(v, i, j, k) ? beyond : 0;
      line_transform(square + n0 * ((size_t)j + n1 * (size_t)k), 1, v->n[0], value, place, from);
    }
    for (int i = 0; i < v->n[0]; i++)
      line_transform(square + n0 * n1 * (size_t)k + i, n0, v->n[1], value, place, from);
  }
  for (int j = 0; j < v->n[1] && good; j++) {
    for (int i = 0; i < v->n[0]; i++)
      line_transform(square + n0 * (size_t)j + i, n0 * n1, v->n[2], value, place, from);
  }
  free(value);
  free(place);
  free(from);
  return good;
}

/* ---- places ---- */

static size_t row_start(const Edt *e, int row)
{
  return (size_t)row * (size_t)e->grid.n[0];
}

static Vec3 place_middle(const Edt *e, int row, int i)
{
  return voxels_middle(&e->grid, i, row % e->grid.n[1], row / e->grid.n[1]);
}

static void row_measure(Edt *e, int row)
{
  const float *depth = e->depth + row_start(e, row);
  float        most  = 0;

  for (int i = 0; i < e->grid.n[0]; i++) most = depth[i] > most ? depth[i] : most;
  e->row[row] = most;
}

/* Initial depths. The surface lies about half a cell before the middle of the first cell
   outside. */
static bool depths_make(Edt *e)
{
  const size_t cells = (size_t)e->grid.n[0] * (size_t)e->grid.n[1] * (size_t)e->grid.n[2];

  e->depth = malloc(cells * sizeof *e->depth);
  e->row   = malloc((size_t)e->grid.n[1] * (size_t)e->grid.n[2] * sizeof *e->row);
  if (!e->depth || !e->row || !transform(&e->grid, e->depth)) return false;
  for (size_t c = 0; c < cells; c++)
    e->depth[c] = e->depth[c] > 0 ? (float)(e->grid.edge * (sqrt((double)e->depth[c]) - 0.5)) : 0;
  for (int row = 0; row < e->grid.n[1] * e->grid.n[2]; row++) row_measure(e, row);
  return true;
}

static bool edt_begin(const Body *body, void **self)
{
  const double edge = cbrt(body->mass.volume / cells_wanted);
  Edt         *e    = calloc(1, sizeof *e);

  *self = e;
  if (!e) return false;
  e->body = body;
  return voxels_create(body->mesh, edge, edge, &e->grid) && depths_make(e);
}

static void edt_end(void **self)
{
  Edt *e = *self;

  if (!e) return;
  voxels_free(&e->grid);
  free(e->depth);
  free(e->row);
  free(e);
  *self = NULL;
}

/* Distance from x to the core of a sphere, m: new centres may enter a sphere by `overlap` of its
   radius. The published method limits the new radius by this distance as well; here the sphere
   grows to the surface, which takes fewer spheres: 511 in place of 549 at an overlap of 0.8. */
static double free_of(const Edt *e, const Ball *ball, Vec3 x)
{
  return vec3_norm(vec3_sub(x, ball->x)) - (1 - e->body->options.overlap) * ball->r;
}

static int deepest_row(const Edt *e)
{
  int best = 0;

  for (int row = 1; row < e->grid.n[1] * e->grid.n[2]; row++) {
    if (e->row[row] > e->row[best]) best = row;
  }
  return best;
}

/* Depth of x after `ball` is taken; 0 (rejected) if the new sphere would lie within it. */
static double lowered(const Edt *e, const Ball *ball, Vec3 x, double depth)
{
  const double left = min_real(depth, free_of(e, ball, x));

  return left + vec3_norm(vec3_sub(x, ball->x)) < ball->r + e->grid.edge / 4 ? 0 : left;
}

static void row_lower(Edt *e, int row, const Ball *ball)
{
  float *depth = e->depth + row_start(e, row);

  for (int i = 0; i < e->grid.n[0]; i++) {
    if (depth[i] > 0) depth[i] = (float)lowered(e, ball, place_middle(e, row, i), depth[i]);
  }
  row_measure(e, row);
}

/* Lower the depths for a new sphere. Rows farther from it than their largest depth keep theirs. */
static void places_lower(Edt *e, const Ball *ball)
{
  for (int row = 0; row < e->grid.n[1] * e->grid.n[2]; row++) {
    Vec3 across = vec3_sub(place_middle(e, row, 0), ball->x);

    across.x = 0;
    if (e->row[row] > 0 && vec3_norm(across) < ball->r + e->row[row]) row_lower(e, row, ball);
  }
}

/* ---- spheres ---- */

static double depth_at(const Edt *e, const Balls *taken, Vec3 x)
{
  double depth = INFINITY;

  for (int i = 0; i < taken->n; i++) depth = min_real(depth, free_of(e, &taken->list[i], x));
  return depth <= 0 ? depth : min_real(depth, mesh_near_depth(&e->body->near, x));
}

/* Pattern search for the deepest point from the middle of a cell, to 1/16 of the cell. Returns the
   depth, m. */
static double climb(const Edt *e, const Balls *taken, Vec3 *x)
{
  double best = depth_at(e, taken, *x);

  for (double step = e->grid.edge / 2; step > e->grid.edge / 32;) {
    const Vec3 from  = *x;
    bool       moved = false;

    for (int k = 0; k < 6; k++) {
      Vec3   trial = from;
      double depth;

      vec3_set(&trial, k / 2, vec3_axis(from, k / 2) + (k % 2 ? -step : step));
      depth = depth_at(e, taken, trial);
      if (depth <= best) continue;
      best  = depth;
      *x    = trial;
      moved = true;
    }
    if (!moved) step /= 2;
  }
  return best;
}

static bool edt_next(void *self, const Balls *taken, Ball *ball)
{
  Edt *e = self;

  for (; e->seen < taken->n; e->seen++) places_lower(e, &taken->list[e->seen]);
  for (;;) {
    const int    row   = deepest_row(e);
    float *const depth = e->depth + row_start(e, row);
    int          i     = 0;

    if (e->row[row] <= 0.5 * e->grid.edge)
      return false; /* no free place as large as a cell is left */
    while (depth[i] < e->row[row]) i++;
    *ball = (Ball){place_middle(e, row, i), depth[i] + e->grid.edge};
    if (body_gain(e->body, ball) > 0) {
      climb(e, taken, &ball->x);
      ball->r = body_radius(e->body, mesh_near_depth(&e->body->near, ball->x));
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
       "other spheres by `overlap` of "
       "their radius.",
     .source  = "Angelidakis, Nadimi, Otsubo & Utili 2021, SoftwareX 15, 100735",
     .options = {generate_options, generate_overlap_options}},
  .begin = edt_begin,
  .end   = edt_end,
  .next  = edt_next,
};
