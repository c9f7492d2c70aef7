/* SPDX-License-Identifier: MIT */
#include "output/picture/render.h"

/* directions of the sky and of the lamp, a multiple of 4; maps at a time */
enum { SKY = 76, LAMP = 12, BATCH = 11 };

const Vec3 lamp_way = {-0.48, 0.62, -0.62};

/* ---- directions ---- */

/* A direction to the light, and a map of the depths of the first surfaces seen from there. */
typedef struct {
  Vec3   way, right, up; /* orthogonal unit vectors */
  double weight;         /* of the sky; 0: of the lamp */
  Vec3   column, row;    /* a point x lies in column column . x + column_at of the map, cells */
  double column_at, row_at;
  float *depth; /* [size][size] along -way, m */
} Map;

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

/* ---- maps ---- */

/* The square that maps show: around the shadow of this point. */
typedef struct {
  Vec3   centre;
  double radius, cell; /* m */
  int    size;
} Extent;

/* Let the map show this square. */
static void map_place(const Extent *e, Map *m)
{
  m->column    = vec3_scale(1 / e->cell, m->right);
  m->row       = vec3_scale(1 / e->cell, m->up);
  m->column_at = (e->radius - vec3_dot(e->centre, m->right)) / e->cell;
  m->row_at    = (e->radius - vec3_dot(e->centre, m->up)) / e->cell;
}

static void place(const Map *m, Vec3 x, double *u, double *v)
{
  *u = vec3_dot(x, m->column) + m->column_at;
  *v = vec3_dot(x, m->row) + m->row_at;
}

/* Part of a ball that cuts leave. */
typedef enum { ALL_LEFT, NONE_LEFT, PART_LEFT } Left;

static Left left_of(const Scene *s, const SceneBall *b)
{
  Left left = ALL_LEFT;

  for (int k = 0; k < s->n_cuts; k++) {
    const double out = vec3_dot(s->cut[k].normal, b->x) - s->cut[k].at;

    if (out >= b->r) return NONE_LEFT;
    if (out > -b->r) left = PART_LEFT;
  }
  return left;
}

/* Draw a rod into a map, or without one the part of a ball that cuts leave, by a ray from the light
   through each cell. The thinnest rods cover a cell. */
static void draw_by_rays(const Scene *s, const Extent *e, Map *m, const SceneBall *ball,
                         const SceneRod *rod)
{
  const Vec3 end[2] = {rod ? rod->a : ball->x, rod ? rod->b : ball->x};
  SceneRod   wide   = rod ? *rod : (SceneRod){.r = 0};
  double     u[2], v[2], r = ball ? ball->r / e->cell : 0;

  if (rod) wide.r = max_real(rod->r, 0.71 * e->cell);
  if (rod) r = wide.r / e->cell;
  for (int k = 0; k < 2; k++) place(m, end[k], &u[k], &v[k]);
  for (int row = (int)max_real(0, floor(min_real(v[0], v[1]) - r));
       row < e->size && row < max_real(v[0], v[1]) + r; row++)
    for (int column = (int)max_real(0, floor(min_real(u[0], u[1]) - r));
         column < e->size && column < max_real(u[0], u[1]) + r; column++) {
      const Vec3 to   = vec3_axpy(vec3_axpy(end[0], (column + 0.5 - u[0]) * e->cell, m->right),
                                  (row + 0.5 - v[0]) * e->cell, m->up);
      const Ray  ray  = {vec3_axpy(to, -vec3_dot(to, m->way), m->way), vec3_scale(-1, m->way)};
      float     *here = &m->depth[(size_t)row * (size_t)e->size + (size_t)column];
      double     t;
      Vec3       normal;

      if (rod ? rod_hit(s, &wide, ray, &t, &normal) : ball_hit(s, ball, ray, &t, &normal))
        *here = (float)min_real(*here, t);
    }
}

/* Draw a ball into a map, with 1 - q/2 - q^2/2 in place of sqrt(1 - q), which is good enough
   here and faster. */
static void ball_draw(const Extent *e, Map *m, const SceneBall *b)
{
  const double r = max_real(0.71, b->r / e->cell); /* the smallest cover a cell */
  double       u, v;
  float        deep = -(float)vec3_dot(b->x, m->way), tall = (float)b->r;
  int          lo[2], hi[2];

  place(m, b->x, &u, &v);
  lo[0] = (int)max_real(0, floor(u - r)), hi[0] = (int)min_real(e->size, ceil(u + r));
  lo[1] = (int)max_real(0, floor(v - r)), hi[1] = (int)min_real(e->size, ceil(v + r));
  for (int row = lo[1]; row < hi[1]; row++) {
    const float y = (float)(row + 0.5 - v), yy = y * y, x0 = (float)(0.5 - u),
                per      = (float)(1 / (r * r));
    float *restrict line = m->depth + (size_t)row * (size_t)e->size;

    for (int k = lo[0]; k < hi[0]; k++) {
      const float x = (float)k + x0, q = (x * x + yy) * per,
                  z = deep - tall * (1 - 0.5f * q - 0.5f * q * q), there = line[k];

      line[k] = q < 1 && z < there ? z : there;
    }
  }
}

/* Part of a row, between these places. */
typedef struct {
  double lo, hi;
} Span;

/* Leave the part where at + rate x >= 0, up to rounding. */
static void span_cut(Span *span, double at, double rate)
{
  if (rate > 0) span->lo = max_real(span->lo, -at / rate);
  else if (rate < 0) span->hi = min_real(span->hi, -at / rate);
}

/* The cells of a row that a triangle may cover; each is tested. For long and thin triangles these
   are few of the cells between the least and the largest column. */
static Span row_span(const double u[3], const double v[3], double area, double y, double size)
{
  const double sign = area > 0 ? 1 : -1;
  const double b[]  = {-u[0] * (v[2] - v[0]) - (y - v[0]) * (u[2] - u[0]), v[2] - v[0]},
               c[]  = {(u[1] - u[0]) * (y - v[0]) + (v[1] - v[0]) * u[0], v[0] - v[1]};
  Span span         = {0, size};

  span_cut(&span, sign * b[0], sign * b[1]);
  span_cut(&span, sign * c[0], sign * c[1]);
  span_cut(&span, sign * (area - b[0] - c[0]), sign * (-b[1] - c[1]));
  /* an edge along the row leaves places of any size, which no int holds */
  return (Span){min_real(size, max_real(0, floor(span.lo) - 1)), min_real(size, ceil(span.hi) + 1)};
}

static void triangle_draw(const Extent *e, Map *m, const SceneTriangle *t)
{
  double u[3], v[3], deep[3], area, lo = e->size, hi = 0;

  for (int k = 0; k < 3; k++) {
    place(m, t->corner[k], &u[k], &v[k]);
    deep[k] = -vec3_dot(t->corner[k], m->way);
    lo      = min_real(lo, v[k]);
    hi      = max_real(hi, v[k]);
  }
  area = (u[1] - u[0]) * (v[2] - v[0]) - (v[1] - v[0]) * (u[2] - u[0]);
  if (area == 0) return;
  for (int row = (int)max_real(0, lo); row < e->size && row < hi; row++) {
    const double y    = row + 0.5;
    const Span   span = row_span(u, v, area, y, e->size);

    for (int column = (int)span.lo; column < span.hi; column++) {
      const double x = column + 0.5;
      const double b = ((x - u[0]) * (v[2] - v[0]) - (y - v[0]) * (u[2] - u[0])) / area,
                   c = ((u[1] - u[0]) * (y - v[0]) - (v[1] - v[0]) * (x - u[0])) / area;
      float *here    = &m->depth[(size_t)row * (size_t)e->size + (size_t)column];

      if (b >= 0 && c >= 0 && b + c <= 1)
        *here = (float)min_real(*here, deep[0] + b * (deep[1] - deep[0]) + c * (deep[2] - deep[0]));
    }
  }
}

static bool casts(const Scene *s, const SceneTriangle *t)
{
  if (!t->casts || !is_opaque(t->colour)) return false;
  for (int k = 0; k < 3; k++)
    if (is_cut_off(s, t->corner[k])) return false;
  return true;
}

static void map_draw(const Scene *s, const Extent *e, Map *m)
{
  const size_t n = (size_t)e->size * (size_t)e->size;

  for (size_t i = 0; i < n; i++) m->depth[i] = INFINITY;
  for (PetscInt i = 0; i < s->n_balls; i++) {
    const SceneBall *b    = &s->ball[i];
    const Left       left = s->n_cuts > 0 ? left_of(s, b) : ALL_LEFT;

    if (!is_opaque(b->colour) || left == NONE_LEFT) continue;
    if (left == ALL_LEFT) ball_draw(e, m, b);
    else draw_by_rays(s, e, m, b, NULL);
  }
  for (PetscInt i = 0; i < s->n_rods; i++)
    if (is_opaque(s->rod[i].colour)) draw_by_rays(s, e, m, NULL, &s->rod[i]);
  for (PetscInt i = 0; i < s->n_triangles; i++)
    if (casts(s, &s->triangle[i])) triangle_draw(e, m, &s->triangle[i]);
}

/* Widen bounds by a ball about x: `ends` has the least coordinates, then minus the largest ones. */
static void ends_widen(double ends[6], Vec3 x, double r)
{
  for (int k = 0; k < 3; k++) {
    ends[k]     = min_real(ends[k], vec3_axis(x, k) - r);
    ends[3 + k] = min_real(ends[3 + k], -vec3_axis(x, k) - r);
  }
}

/* Find the square that holds all objects that cast shadows. *any false: none does. Collective. */
static PetscErrorCode extent_find(const Parallel *par, const Scene *s, Extent *e, bool *any)
{
  double ends[6] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->n_balls; i++) ends_widen(ends, s->ball[i].x, s->ball[i].r);
  for (PetscInt i = 0; i < s->n_rods; i++) {
    ends_widen(ends, s->rod[i].a, s->rod[i].r);
    ends_widen(ends, s->rod[i].b, s->rod[i].r);
  }
  for (PetscInt i = 0; i < s->n_triangles; i++)
    for (int k = 0; k < 3 && s->triangle[i].casts; k++)
      ends_widen(ends, s->triangle[i].corner[k], 0);
  PetscCall(parallel_min(par, ends, 6));
  *any      = isfinite(ends[0]);
  e->centre = vec3(0.5 * (ends[0] - ends[3]), 0.5 * (ends[1] - ends[4]), 0.5 * (ends[2] - ends[5]));
  e->radius = 0.5 * vec3_norm(vec3(ends[0] + ends[3], ends[1] + ends[4], ends[2] + ends[5]));
  e->cell   = 2 * e->radius / e->size;
  PetscFunctionReturn(PETSC_SUCCESS);
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

/* True if a point is lit from the direction of the map. It counts as a cell nearer to the light; one
   that the map does not show is lit. */
static bool is_lit(const Extent *e, const Map *m, Vec3 at)
{
  double u, v;

  place(m, at, &u, &v);
  if (!(u >= 0 && v >= 0 && u < e->size && v < e->size)) return true;
  return -vec3_dot(at, m->way) - e->cell <= m->depth[(size_t)v * (size_t)e->size + (size_t)u];
}

/* Add the light of n maps to a sample. */
static void add_to_sample(const Scene *s, const Lighting *how, const Extent *e, int n,
                          const Map *map, int row, int column, Strip *p)
{
  const size_t at     = (size_t)row * (size_t)p->width + (size_t)column;
  const Vec3   normal = normal_unpacked(p->solid[at].normal);
  const Vec3   x      = ray_at(view_ray(&s->view, column, p->first + row), p->solid[at].depth);
  /* a little outside the surface, so that it does not shade itself */
  const Vec3 before = vec3_axpy(x, 1.5 * e->cell, normal);
  float      sky = 0, open = 0, lamp = 0;

  for (int k = 0; k < n; k++) {
    const double facing = vec3_dot(normal, map[k].way);
    const float  weight = (float)(map[k].weight * facing);

    if (!(facing > 0)) continue;
    sky += weight;
    if (!is_lit(e, &map[k], before)) continue;
    open += weight;
    lamp += map[k].weight > 0 ? 0 : 1;
  }
  if (p->sky) p->sky[at] += sky, p->open[at] += open;
  if (p->lamp) p->lamp[at] += lamp * (float)shares_of(how) / LAMP;
}

/* Add the light of n maps of one share of the directions. */
static void add_light(const Scene *s, const Lighting *how, const Extent *e, int share, int n,
                      const Map *map, const Stretch *seen, Strip *p)
{
  const int shares = shares_of(how);

  for (int row = 0; row < p->rows; row++)
    for (int column = seen[row].from; column < seen[row].to; column++)
      if (share_of(shares, p->first + row, column) == share &&
          !isinf(p->solid[(size_t)row * (size_t)p->width + (size_t)column].depth))
        add_to_sample(s, how, e, n, map, row, column, p);
}

/* Bring the maps into the order of the shares: map k belongs to share k modulo their number. */
static void share_out(const Lighting *how, int n, const Map *from, Map *to)
{
  const int shares = shares_of(how);

  for (int share = 0; share < shares; share++)
    for (int k = share; k < n; k += shares) *to++ = from[k];
}

PetscErrorCode lights_find(const Parallel *par, const Scene *scene, const Lighting *how, int size,
                           Strip *strip)
{
  const PetscInt n = (PetscInt)strip->rows * strip->width;
  Map            list[SKY + LAMP], map[SKY + LAMP];
  Extent         extent = {.size = size};
  float         *depth;
  Stretch       *seen = NULL;
  bool           any  = false;
  int            maps = 0;

  PetscFunctionBeginUser;
  PetscCall(extent_find(par, scene, &extent, &any));
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
  array_create(&depth, (size_t)size * (size_t)size * sizeof *depth, BATCH);
  for (int k = 0, m; k < maps; k += m) {
    const int each = maps / shares_of(how), share = k / each, end = (share + 1) * each;

    m = (int)min_int(BATCH, end - k);
    for (int i = 0; i < m; i++) {
      map[k + i].depth = depth + (size_t)i * (size_t)size * (size_t)size;
      map_place(&extent, &map[k + i]);
      map_draw(scene, &extent, &map[k + i]);
    }
    PetscCall(parallel_min_floats(par, depth, m * size * size));
    add_light(scene, how, &extent, share, m, map + k, seen, strip);
  }
  array_free(&seen);
  array_free(&depth);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Light that reaches the deepest hole, so that its walls can be seen. */
static const double least_open = 0.2;

/* The light is that of a lamp, of a weak one on the other side, and of a sky that is
   brighter above. */
Vec3 lit(const Lighting *how, Colour colour, Vec3 normal, Vec3 ray, double seen, double lamp)
{
  static const Vec3 fill   = {0.80, -0.20, -0.56};
  const double      open   = max_real(seen, least_open);
  const double      direct = 0.86 * lamp * max_real(0, vec3_dot(normal, lamp_way)) +
                        0.14 * open * max_real(0, vec3_dot(normal, fill));
  const double sky   = open * (0.44 + 0.14 * vec3_dot(normal, how->up));
  double       white = 0;

  if (lamp > 0) {
    const Vec3 eye = vec3_scale(-1 / vec3_norm(ray), ray), half = vec3_add(lamp_way, eye);
    double     shine = max_real(0, vec3_dot(normal, half) / vec3_norm(half));

    for (int k = 0; k < 5; k++) shine *= shine; /* to the power of 32 */
    white = 0.12 * lamp * shine;
  }
  return vec3_add(vec3_scale(direct + sky, colour_light(colour)), vec3(white, white, white));
}
