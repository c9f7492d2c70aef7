/* SPDX-License-Identifier: MIT */
/* Rows are divided into boxes, halved again and again across the longest side. Each box passes to
   its halves the walls whose surfaces come near it; a box without any is dropped with all its rows.
   The pairs are then sorted by row. */
#include "search/wall_pairs.h"
#include "search/capsule_ridges.h"

enum { FEW = 16, DEPTH_MOST = 96 }; /* rows of a box that is not divided; divisions */

/* Features of several walls, ascending. */
typedef struct {
  int      n;
  PetscInt capacity;
  int32_t *wall, *feature;
} Choice;

typedef struct {
  const Domain  *domain;
  const Pebbles *p;
  const Walls   *walls;
  double         skin;
  bool           wraps; /* some rows are outside the box: of copies across a periodic face */
  int32_t       *rows;  /* permuted as boxes are divided */
  Choice         level[DEPTH_MOST + 1];
  Features       features; /* workspace */
  /* found: rows, with their walls and features */
  PetscInt n, capacity;
  int32_t *row, *wall, *feature;
} Search;

/* Walls see pebbles wrapped, as in every evaluation. */
static inline Vec3 wrapped_centre(const Search *s, int32_t i)
{
  const Vec3 x = pebble_centre(s->p, i);

  return s->wraps ? domain_wrapped(s->domain, x) : x;
}

static bool is_outside(const Domain *domain, Vec3 x)
{
  const Image n = domain_boxes(domain, x);

  return n.x != 0 || n.y != 0 || n.z != 0;
}

/* Wrapped centres of some rows, and their largest radius, m. */
typedef struct {
  Vec3   lo, hi;
  double largest;
} RowBox;

static RowBox box_around(const Search *s, const int32_t *rows, PetscInt n)
{
  RowBox b = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};

  for (PetscInt k = 0; k < n; k++) {
    const Vec3 x = wrapped_centre(s, rows[k]);

    b.lo      = vec3_least(b.lo, x);
    b.hi      = vec3_most(b.hi, x);
    b.largest = max_real(b.largest, s->p->at[rows[k]].r);
  }
  return b;
}

/* ---- walls near a box ---- */

/* Append the features of a wall near the box. */
static void seek_wall(Search *s, int32_t w, const RowBox *box, Choice *out)
{
  const Wall *wall = &s->walls->list[w];

  if (wall->gone) return;
  s->features.n = 0;
  wall->surface->geometry.seek(wall->constants, box->lo, box->hi, box->largest + s->skin,
                               &s->features);
  arrays_reserve(out->n + s->features.n, &out->capacity, 2,
                 (ArrayPart[]){ARRAY_PART(out->wall), ARRAY_PART(out->feature)});
  for (PetscInt k = 0; k < s->features.n; k++, out->n++) {
    out->wall[out->n]    = w;
    out->feature[out->n] = s->features.list[k];
  }
}

/* Features near a box, among the walls near its parent box; depth 0: among all walls. */
static void seek(Search *s, int depth, const RowBox *box)
{
  const Choice *above = depth > 0 ? &s->level[depth - 1] : NULL;
  Choice       *out   = &s->level[depth];

  out->n = 0;
  if (!above)
    for (int w = 0; w < s->walls->n; w++) seek_wall(s, w, box, out);
  for (int k = 0; above && k < above->n; k++)
    if (k == 0 || above->wall[k] != above->wall[k - 1]) seek_wall(s, above->wall[k], box, out);
}

/* ---- rows ---- */

/* Keep the pairs of the columns whose surfaces are near. */
static void keep_near(Search *s, const int32_t *row, const int32_t *wall, Nearest *t)
{
  arrays_reserve(s->n + t->n, &s->capacity, 3,
                 (ArrayPart[]){ARRAY_PART(s->row), ARRAY_PART(s->wall), ARRAY_PART(s->feature)});
  walls_nearest(s->walls, wall, true, t);
  for (int k = 0; k < t->n; k++) {
    s->row[s->n]     = row[k];
    s->wall[s->n]    = wall[k];
    s->feature[s->n] = t->feature[k];
    s->n += t->distance[k] <= t->limit[k];
  }
  t->n = 0;
}

/* Find the features that each of the rows is near to. */
static void test_rows(Search *s, const Choice *from, const int32_t *rows, PetscInt n)
{
  int32_t row[NEAREST_MOST], wall[NEAREST_MOST];
  Nearest t;

  t.n = 0;
  for (PetscInt i = 0; i < n; i++) {
    const Vec3   x     = wrapped_centre(s, rows[i]);
    const double limit = s->p->at[rows[i]].r + s->skin;

    for (int f = 0; f < from->n; f++) {
      row[t.n]       = rows[i];
      wall[t.n]      = from->wall[f];
      t.feature[t.n] = from->feature[f];
      t.x[t.n]       = x.x;
      t.y[t.n]       = x.y;
      t.z[t.n]       = x.z;
      t.limit[t.n++] = limit;
      if (t.n == NEAREST_MOST) keep_near(s, row, wall, &t);
    }
  }
  if (t.n > 0) keep_near(s, row, wall, &t);
}

/* Put rows below the middle of the box's longest side first; returns their number. */
static PetscInt divide(const Search *s, const RowBox *b, int32_t *rows, PetscInt n)
{
  const Vec3   side   = vec3_sub(b->hi, b->lo);
  const int    axis   = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  const double middle = vec3_axis(b->lo, axis) + 0.5 * vec3_axis(side, axis);
  PetscInt     low    = 0;

  for (PetscInt k = 0; k < n; k++) {
    const int32_t i = rows[k];

    if (vec3_axis(wrapped_centre(s, i), axis) >= middle) continue;
    rows[k]     = rows[low];
    rows[low++] = i;
  }
  return low;
}

static void search_box(Search *s, int depth, int32_t *rows, PetscInt n)
{
  const RowBox box = box_around(s, rows, n);
  PetscInt     low = 0;

  seek(s, depth, &box);
  if (s->level[depth].n == 0) return;
  if (n > FEW && depth < DEPTH_MOST) low = divide(s, &box, rows, n);
  if (low > 0 && low < n) {
    search_box(s, depth + 1, rows, low);
    search_box(s, depth + 1, rows + low, n - low);
  } else test_rows(s, &s->level[depth], rows, n);
}

/* ---- capsules ---- */

/* Find the ridges that the capsule of shaft i is near to. */
static void find_ridges(Search *s, int32_t i)
{
  Features *near = &s->features;

  for (int w = 0; w < s->walls->n; w++) {
    capsule_ridges_find(s->domain, s->p, s->walls, i, w, s->skin, near);
    arrays_reserve(s->n + near->n, &s->capacity, 3,
                   (ArrayPart[]){ARRAY_PART(s->row), ARRAY_PART(s->wall), ARRAY_PART(s->feature)});
    for (PetscInt k = 0; k < near->n; k++, s->n++) {
      s->row[s->n]     = i;
      s->wall[s->n]    = w;
      s->feature[s->n] = near->list[k];
    }
  }
}

/* ---- what was found, by row ---- */

/* Visit the rows in ascending order: counting sort, which keeps the order of a row's features. */
static void visit_rows(Search *s, WallVisitor visit, void *context)
{
  PetscInt *start; /* [rows + 2] */
  int32_t  *wall, *feature;

  array_create(&start, sizeof *start, s->p->n + 2);
  array_create(&wall, sizeof *wall, s->n);
  array_create(&feature, sizeof *feature, s->n);
  for (PetscInt k = 0; k < s->n; k++) start[s->row[k] + 2]++;
  for (PetscInt i = 0; i < s->p->n; i++) start[i + 2] += start[i + 1];
  for (PetscInt k = 0; k < s->n; k++) {
    const PetscInt to = start[s->row[k] + 1]++;

    wall[to]    = s->wall[k];
    feature[to] = s->feature[k];
  }
  for (PetscInt i = 0; i < s->p->n; i++)
    if (start[i + 1] > start[i])
      visit(context, i, (int)(start[i + 1] - start[i]), wall + start[i], feature + start[i]);
  array_free(&start);
  array_free(&wall);
  array_free(&feature);
}

static void search_free(Search *s)
{
  for (int k = 0; k <= DEPTH_MOST; k++) {
    array_free(&s->level[k].wall);
    array_free(&s->level[k].feature);
  }
  array_free(&s->features.list);
  array_free(&s->rows);
  array_free(&s->row);
  array_free(&s->wall);
  array_free(&s->feature);
}

void wall_pairs_visit(const Domain *domain, const Pebbles *pebbles, const Walls *walls, double skin,
                      const uint8_t *left_out, WallVisitor visit, void *context)
{
  Search   s = {.domain = domain, .p = pebbles, .walls = walls, .skin = skin};
  PetscInt n = 0;

  if (walls->n == 0) return;
  array_create(&s.rows, sizeof *s.rows, pebbles->n);
  for (PetscInt i = 0; i < pebbles->n; i++)
    if (left_out[i] == 0 && pebble_role(pebbles, i) == PEBBLE_SHAFT) {
      if (walls->ridges) find_ridges(&s, (int32_t)i);
    } else if (left_out[i] == 0) {
      s.rows[n++] = (int32_t)i;
      s.wraps     = s.wraps || is_outside(domain, pebble_centre(pebbles, i));
    }
  if (n > 0) search_box(&s, 0, s.rows, n);
  if (s.n > 0) visit_rows(&s, visit, context);
  search_free(&s);
}

/* ---- pairs of a list ---- */

/* Centre of the pebble of pair k, wrapped. */
static void put_centre(const WallPairs *all, int32_t pair, int k, Nearest *t)
{
  const Vec3 x = domain_wrapped(all->domain, pebble_centre(all->pebbles, all->list->a[pair]));

  t->x[k] = x.x;
  t->y[k] = x.y;
  t->z[k] = x.z;
}

/* Distances up to skin from the pebbles' surfaces, of n pairs; lists: their lower bounds. */
static void find_distances(const WallPairs *all, bool lists, double skin, const int32_t *at, int n,
                           Nearest *t)
{
  int32_t wall[NEAREST_MOST];

  t->n = n;
  for (int k = 0; k < n; k++) {
    put_centre(all, at[k], k, t);
    wall[k]       = all->list->b[at[k]];
    t->feature[k] = all->list->feature[at[k]];
    t->limit[k]   = all->pebbles->at[all->list->a[at[k]]].r + skin;
    t->facet[k]   = 0;
  }
  walls_nearest(all->walls, wall, lists, t);
}

void wall_pairs_nearest(const WallPairs *all, const int32_t *at, int n, Nearest *t)
{
  find_distances(all, false, INFINITY, at, n, t);
}

void wall_pairs_recall(const WallPairs *all, const int32_t *at, int n, const WallPlace *places,
                       Nearest *t)
{
  t->n = n;
  for (int k = 0; k < n; k++) {
    put_centre(all, at[k], k, t);
    t->distance[k] = places[k].distance;
    t->nx[k]       = places[k].nx;
    t->ny[k]       = places[k].ny;
    t->nz[k]       = places[k].nz;
    t->facet[k]    = places[k].facet;
  }
}

PetscInt wall_pairs_pick(const WallPairs *all, bool lists, double skin, PetscInt from, PetscInt to,
                         int32_t *hits, WallPlace *places)
{
  int32_t  at[NEAREST_MOST];
  PetscInt some = 0;
  Nearest  t;

  for (PetscInt first = from; first < to; first += NEAREST_MOST) {
    const int n = (int)min_int(to - first, NEAREST_MOST);

    for (int k = 0; k < n; k++) at[k] = (int32_t)(first + k);
    find_distances(all, lists, skin, at, n, &t);
    for (int k = 0; k < n; k++) {
      hits[some] = at[k];
      if (places) places[some] = (WallPlace){t.distance[k], t.nx[k], t.ny[k], t.nz[k], t.facet[k]};
      some += t.distance[k] < t.limit[k];
    }
  }
  return some;
}

bool wall_pairs_touch(const WallPairs *all, double skin, int32_t pair)
{
  Nearest t;

  find_distances(all, false, skin, &pair, 1, &t);
  return t.distance[0] < t.limit[0];
}
