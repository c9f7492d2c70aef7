/* SPDX-License-Identifier: MIT */
/* Always the deepest place that is left: the distance transform of the body as cells gives it, and the true distance the
   place's last digits. */
#include "matter/generate_internal.h"

typedef struct {
  float depth; /* m: of the place at most, as the spheres up to `seen` leave it */
  int   cell;  /* i + n0 (j + n1 k) */
  int   seen;
} Place;

typedef struct {
  const Body *body;
  int         n[3];
  Vec3        corner;
  double      edge;
  Place      *heap;
  int         n_places;
} Edt;

/* ---- distance transform ---- */

/* Squared distances along one line, in cells: lower envelope of parabolas, Felzenszwalb & Huttenlocher 2012, Theory Comput. 8,
   415. f: in and out, `stride` apart; the others are room for n + 1. */
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

static const float beyond = 1e12f; /* square of a distance that no grid has */

/* Square of the distance from each cell inside to the nearest outside, in cells. */
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
    for (int i = 0; i < v->n[0]; i++) line_transform(square + n0 * n1 * (size_t)k + i, n0, v->n[1], value, place, from);
  }
  for (int j = 0; j < v->n[1] && good; j++) {
    for (int i = 0; i < v->n[0]; i++) line_transform(square + n0 * (size_t)j + i, n0 * n1, v->n[2], value, place, from);
  }
  free(value);
  free(place);
  free(from);
  return good;
}

/* ---- places, deepest first ---- */

static bool place_before(const Place *a, const Place *b)
{
  return a->depth > b->depth || (a->depth == b->depth && a->cell < b->cell);
}

static void place_sink(Edt *e, int at)
{
  const Place place = e->heap[at];

  for (int child; (child = 2 * at + 1) < e->n_places; at = child) {
    if (child + 1 < e->n_places && place_before(&e->heap[child + 1], &e->heap[child])) child++;
    if (!place_before(&e->heap[child], &place)) break;
    e->heap[at] = e->heap[child];
  }
  e->heap[at] = place;
}

static bool places_make(Edt *e, const Voxels *v)
{
  const size_t cells  = (size_t)v->n[0] * (size_t)v->n[1] * (size_t)v->n[2];
  float       *square = cells < INT32_MAX ? malloc(cells * sizeof *square) : NULL;
  bool         good   = square && transform(v, square);

  e->heap = good ? malloc((size_t)voxels_total(v) * sizeof *e->heap + 1) : NULL;
  if (e->heap) {
    for (size_t cell = 0; cell < cells; cell++) {
      /* the surface is about half a cell before the first cell outside; half a diagonal more may be found in the cell */
      if (square[cell] > 0) e->heap[e->n_places++] = (Place){(float)(e->edge * (sqrt((double)square[cell]) + 0.4)), (int)cell, 0};
    }
    for (int at = e->n_places / 2 - 1; at >= 0; at--) place_sink(e, at);
  }
  free(square);
  return e->heap != NULL;
}

static bool edt_begin(const Body *body, void **self)
{
  const Voxels *v = &body->left;
  Edt          *e = calloc(1, sizeof *e);

  *self = e;
  if (!e) return false;
  e->body   = body;
  e->corner = v->corner;
  e->edge   = v->edge;
  memcpy(e->n, v->n, sizeof e->n);
  return places_make(e, v);
}

static void edt_end(void **self)
{
  Edt *e = *self;

  if (!e) return;
  free(e->heap);
  free(e);
  *self = NULL;
}

static Vec3 place_middle(const Edt *e, int cell)
{
  const int i = cell % e->n[0], j = cell / e->n[0] % e->n[1], k = cell / e->n[0] / e->n[1];

  return vec3(e->corner.x + e->edge * (i + 0.5), e->corner.y + e->edge * (j + 0.5), e->corner.z + e->edge * (k + 0.5));
}

/* From x to what spheres first .. n - 1 leave free of their own: they may be entered by `overlap` of their radius. */
static double free_of(const Edt *e, const Balls *taken, int first, Vec3 x)
{
  double depth = INFINITY;

  for (int i = first; i < taken->n; i++) {
    depth = min_real(depth, vec3_norm(vec3_sub(x, taken->list[i].x)) - (1 - e->body->options.overlap) * taken->list[i].r);
  }
  return depth;
}

/* ---- spheres ---- */

/* Uphill from the middle of the cell, to a sixteenth of it. */
static double climb(const Edt *e, const Balls *taken, Vec3 *x)
{
  double best = min_real(mesh_near_depth(&e->body->near, *x), free_of(e, taken, 0, *x));

  for (double step = e->edge / 2; step > e->edge / 32;) {
    const Vec3 from  = *x;
    bool       moved = false;

    for (int k = 0; k < 6; k++) {
      Vec3   trial = from;
      double depth;

      vec3_set(&trial, k / 2, vec3_axis(from, k / 2) + (k % 2 ? -step : step));
      depth = min_real(mesh_near_depth(&e->body->near, trial), free_of(e, taken, 0, trial));
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

  while (e->n_places > 0 && e->heap[0].depth > e->edge) {
    Place *top = &e->heap[0];

    if (top->seen < taken->n) {
      const double left = free_of(e, taken, top->seen, place_middle(e, top->cell)) + 0.9 * e->edge;

      top->seen  = taken->n;
      top->depth = (float)min_real(top->depth, left);
      place_sink(e, 0);
      continue;
    }
    ball->x = place_middle(e, top->cell);
    ball->r = body_radius(e->body, climb(e, taken, &ball->x));
    *top    = e->heap[--e->n_places];
    if (e->n_places > 0) place_sink(e, 0);
    if (ball->r > e->edge / 2 && ball->r >= e->body->least && body_gain(e->body, ball) > 0) return true;
  }
  return false;
}

const Generator generator_edt = {
  .name   = "edt",
  .text   = "The deepest place that is left, one after the other; spheres may reach into others by `overlap` of their radius.",
  .source = "Angelidakis, Nadimi, Otsubo & Utili 2021, SoftwareX 15, 100735",
  .begin  = edt_begin,
  .end    = edt_end,
  .next   = edt_next,
};
