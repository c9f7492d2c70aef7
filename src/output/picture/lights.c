/* SPDX-License-Identifier: MIT */
#include "base/kernel.h"
#include "output/picture/light_maps.h"
#include "output/picture/render.h"

/* directions of the sky and of the lamp, a multiple of 4; maps at a time */
enum { SKY = 76, LAMP = 12, BATCH = 11 };

const Vec3 lamp_way = {-0.48, 0.62, -0.62};

/* ---- directions ---- */

static void map_aim(Map *m, Vec3 way, double weight)
{
  m->way    = way;
  m->right  = vec3_cross(way, fabs(way.y) < 0.9 ? vec3(0, 1, 0) : vec3(1, 0, 0));
  m->right  = vec3_scale(1 / vec3_norm(m->right), m->right);
  m->up     = vec3_cross(way, m->right);
  m->weight = weight;
}

/* Turn a unit vector by the golden angle. */
static void turn_on(double *c, double *s)
{
  static const double cosine = -0.737368878078320, sine = 0.675490294261524;
  const double        x = *c * cosine - *s * sine;

  *s = *s * cosine + *c * sine;
  *c = x;
}

/* Directions to the sky: points of a spiral on the sphere, each with the same area. */
static int sky_ways(const Lighting *how, Map *map)
{
  double c = 1, s = 0;

  for (int k = 0; k < SKY; k++) {
    const double z = -1 + 1.3 * (k + 0.5) / SKY, r = sqrt(1 - z * z);
    const Vec3   way = vec3(r * c, r * s, z); /* light from far behind reaches nothing visible */

    map_aim(&map[k], way, 0.6 + 0.4 * vec3_dot(way, how->up));
    turn_on(&c, &s);
  }
  return SKY;
}

/* Directions to the lamp: points of a spiral on a disc around it, for soft edges of shadows. */
static int lamp_ways(Map *map)
{
  Map    middle;
  double c = 1, s = 0;

  map_aim(&middle, vec3_scale(1 / vec3_norm(lamp_way), lamp_way), 0);
  for (int k = 0; k < LAMP; k++) {
    const double r   = 0.05 * sqrt((k + 0.5) / LAMP);
    Vec3         way = vec3_axpy(vec3_axpy(middle.way, r * c, middle.right), r * s, middle.up);

    vec3_normalize(&way);
    map_aim(&map[k], way, 0);
    turn_on(&c, &s);
  }
  return LAMP;
}

/* Cells first .. end - 1 of the square, along this direction, in which the shadow of the box may
   lie; the thinnest objects cover a cell. */
static void cells_find(const Extent *e, Vec3 along, int *first, int *end)
{
  const double half =
    fabs(along.x) * e->half.x + fabs(along.y) * e->half.y + fabs(along.z) * e->half.z + e->cell;

  *first = (int)max_real(0, floor((e->radius - half) / e->cell));
  *end   = (int)min_real(e->size, ceil((e->radius + half) / e->cell));
}

/* Let the map show the shadow of the box. */
static void map_place(const Extent *e, Map *m)
{
  int left, right, bottom, top;

  cells_find(e, m->right, &left, &right);
  cells_find(e, m->up, &bottom, &top);
  m->columns   = right - left;
  m->rows      = top - bottom;
  m->column    = vec3_scale(1 / e->cell, m->right);
  m->row       = vec3_scale(1 / e->cell, m->up);
  m->column_at = (e->radius - vec3_dot(e->centre, m->right)) / e->cell - left;
  m->row_at    = (e->radius - vec3_dot(e->centre, m->up)) / e->cell - bottom;
}

/* ---- light on samples ---- */

/* Stretch of a row with samples of objects; to: one past the last. */
typedef struct {
  int from, to;
} Stretch;

static void columns_find(const Strip *p, Stretch **seen)
{
  array_create(seen, sizeof **seen, p->rows);
  for (int row = 0; row < p->rows; row++) {
    const Sample *line = p->solid + (size_t)row * (size_t)p->width;
    Stretch      *c    = &(*seen)[row];

    c->to = p->width;
    while (c->to > 0 && isinf(line[c->to - 1].depth)) c->to--;
    while (c->from < c->to && isinf(line[c->from].depth)) c->from++;
  }
}

static int shares_of(const Lighting *how)
{
  return how->shares > 1 ? how->shares : 1;
}

/* Which of the shares of the directions a sample looks in: samples beside each other in others. */
static int share_of(int shares, int row, int column)
{
  return shares == 4 ? 2 * (row & 1) + (column & 1) : shares == 2 ? (row + column) & 1 : 0;
}

enum { LOOKERS = 128 };

/* Samples of a row that look at the light together. */
typedef struct {
  int    n, column[LOOKERS];
  float  depth[LOOKERS];
  double steps[2][LOOKERS];                 /* of the normal */
  double x[3][LOOKERS], normal[3][LOOKERS]; /* x: a little outside the surface */
  /* of one map: cell, depth of the sample there, -INFINITY if the map does not show it, and the light
     if nothing is before it */
  int32_t cell[LOOKERS];
  double  near[LOOKERS];
  float   most[LOOKERS];
  float   sky[LOOKERS], open[LOOKERS], lamp[LOOKERS]; /* sums */
} Lookers;

/* Place the samples, so far outside the surface that they do not shade themselves. */
KERNEL static void lookers_place(const View *view, int row, double outside, Lookers *restrict l)
{
  const int n = l->n;

  for (int k = 0; k < n; k++) {
    const Vec3 normal = normal_of_steps(l->steps[0][k], l->steps[1][k]);
    const Vec3 x      = ray_at(view_ray(view, l->column[k], row), (double)l->depth[k]);
    const Vec3 before = vec3_axpy(x, outside, normal);

    l->normal[0][k] = normal.x, l->normal[1][k] = normal.y, l->normal[2][k] = normal.z;
    l->x[0][k] = before.x, l->x[1][k] = before.y, l->x[2][k] = before.z;
  }
}

/* Find the samples in a map. They count as a cell nearer to the light. */
KERNEL static void lookers_find(const Extent *e, const Map *map, Lookers *restrict l)
{
  const Map    m    = *map;
  const int    n    = l->n;
  const double cell = e->cell;

  for (int k = 0; k < n; k++) {
    const Vec3   at     = vec3(l->x[0][k], l->x[1][k], l->x[2][k]);
    const double facing = vec3_dot(m.way, vec3(l->normal[0][k], l->normal[1][k], l->normal[2][k]));
    double       u, v;

    map_point(&m, at, &u, &v);
    const bool shown = (u >= 0) & (v >= 0) & (u < m.columns) & (v < m.rows);

    l->cell[k] = (int)(shown ? v : 0.0) * m.columns + (int)(shown ? u : 0.0);
    l->near[k] = shown ? -vec3_dot(at, m.way) - cell : -INFINITY;
    l->most[k] = (float)(m.weight > 0 ? m.weight * max_real(facing, 0) : facing > 0 ? 1.0 : 0.0);
  }
}

/* Add the light of the map to the sums. */
KERNEL static void lookers_look(const float *restrict depth, int n, const Lookers *restrict l,
                                float *restrict sum)
{
  for (int k = 0; k < n; k++) sum[k] += l->near[k] <= (double)depth[l->cell[k]] ? l->most[k] : 0;
}

/* Add the light of n maps to samples of a row of the strip. */
static void look_around(const Scene *s, const Lighting *how, const Extent *e, int n, const Map *map,
                        int row, Lookers *l, Strip *p)
{
  const size_t start = (size_t)row * (size_t)p->width;

  lookers_place(&s->view, p->first + row, 1.5 * e->cell, l);
  memset(l->sky, 0, sizeof l->sky);
  memset(l->open, 0, sizeof l->open);
  memset(l->lamp, 0, sizeof l->lamp);
  for (int k = 0; k < n; k++) {
    const bool sky = map[k].weight > 0;

    lookers_find(e, &map[k], l);
    for (int i = 0; sky && i < l->n; i++) l->sky[i] += l->most[i];
    lookers_look(map[k].depth, l->n, l, sky ? l->open : l->lamp);
  }
  for (int k = 0; k < l->n; k++) {
    const size_t at = start + (size_t)l->column[k];

    if (p->sky) p->sky[at] += l->sky[k], p->open[at] += l->open[k];
    if (p->lamp) p->lamp[at] += l->lamp[k] * (float)shares_of(how) / LAMP;
  }
  l->n = 0;
}

/* Add the light of n maps of one share of the directions. */
static void add_light(const Scene *s, const Lighting *how, const Extent *e, int share, int n,
                      const Map *map, const Stretch *seen, Strip *p)
{
  const int shares = shares_of(how), step = shares > 1 ? 2 : 1;
  Lookers   l = {.n = 0};

  for (int row = 0; row < p->rows; row++) {
    const Sample *line  = p->solid + (size_t)row * (size_t)p->width;
    int           first = seen[row].from;

    if (share_of(shares, p->first + row, first) != share) first++;
    if (share_of(shares, p->first + row, first) != share) continue;
    for (int column = first; column < seen[row].to; column += step) {
      if (isinf(line[column].depth)) continue;
      l.column[l.n] = column;
      l.depth[l.n]  = line[column].depth;
      normal_steps(line[column].normal, &l.steps[0][l.n], &l.steps[1][l.n]);
      l.n++;
      if (l.n == LOOKERS) look_around(s, how, e, n, map, row, &l, p);
    }
    if (l.n > 0) look_around(s, how, e, n, map, row, &l, p);
  }
}

/* Bring the maps into the order of the shares: map k belongs to share k modulo their number. */
static void share_out(const Lighting *how, int n, const Map *from, Map *to)
{
  const int shares = shares_of(how);

  for (int share = 0; share < shares; share++)
    for (int k = share; k < n; k += shares) *to++ = from[k];
}

PetscErrorCode lights_find(const Parallel *par, const Casters *casters, const Lighting *how,
                           int size, Strip *strip)
{
  const PetscInt n     = (PetscInt)strip->rows * strip->width;
  const size_t   cells = (size_t)size * (size_t)size;
  Map            list[SKY + LAMP], map[SKY + LAMP];
  Extent         extent = {.size = size};
  float         *depth;
  Stretch       *seen = NULL;
  bool           any  = false;
  int            maps = 0, used;

  PetscFunctionBeginUser;
  PetscCall(extent_find(par, casters->scene, &extent, &any));
  if (!any || (!how->occlusion && !how->shadows)) PetscFunctionReturn(PETSC_SUCCESS);
  if (how->occlusion) {
    maps += sky_ways(how, list);
    array_create(&strip->open, sizeof *strip->open, n);
    array_create(&strip->sky, sizeof *strip->sky, n);
  }
  if (how->shadows) {
    maps += lamp_ways(list + maps);
    array_create(&strip->lamp, sizeof *strip->lamp, n);
  }
  share_out(how, maps, list, map);
  columns_find(strip, &seen);
  array_scratch(&depth, sizeof *depth, cells * BATCH + MAP_SPARE);
  for (int k = 0, m; k < maps; k += m) {
    const int each = maps / shares_of(how), share = k / each, end = (share + 1) * each;

    m    = (int)min_int(BATCH, end - k);
    used = 0;
    for (int i = 0; i < m; i++) {
      map_place(&extent, &map[k + i]);
      map[k + i].depth = depth + used;
      used += map[k + i].rows * map[k + i].columns;
      map_draw(casters, &extent, &map[k + i]);
    }
    PetscCall(parallel_min_floats(par, depth, used));
    add_light(casters->scene, how, &extent, share, m, map + k, seen, strip);
  }
  array_free(&seen);
  array_free(&depth);
  PetscFunctionReturn(PETSC_SUCCESS);
}
