/* SPDX-License-Identifier: MIT */
/* A circular cylinder with flat ends; in two dimensions its cut through the axis, a rectangle. */
#include "base/bounds.h"
#include "supply/region.h"

typedef struct {
  Vec3   point;      /* centre of one end, m */
  Vec3   axis, u, v; /* unit vectors; axis: to the other end; in two dimensions v is 0 */
  double radius, length;
  int    dimension;
} CylinderRegion;

static const Option keys[] = {
  {.key      = "axis",
   .type     = OPTION_VEC3,
   .unit     = "1",
   .fallback = "",
   .lo       = -LENGTH_MOST,
   .hi       = LENGTH_MOST,
   .flags    = PLANAR | FLAT,
   .help     = "direction from point to the other end, of any length"},
  {.key      = "length",
   .type     = OPTION_REAL,
   .unit     = "m",
   .fallback = "",
   .lo       = LENGTH_LEAST,
   .hi       = LENGTH_MOST,
   .help     = "length of the cylinder"},
  {NULL},
};

static double largest_of(Vec3 a)
{
  return max_real(fabs(a.x), max_real(fabs(a.y), fabs(a.z)));
}

/* Unit vector; a is scaled first, as the squares of the largest doubles overflow. */
static Vec3 unit_of(Vec3 a)
{
  const double size = largest_of(a);
  const Vec3   b    = vec3(a.x / size, a.y / size, a.z / size);

  return vec3_scale(1 / vec3_norm(b), b);
}

/* Set u and v: with the axis they are at right angles to each other. */
static void set_across(CylinderRegion *c)
{
  const Vec3 a = c->axis, least = fabs(a.x) <= fabs(a.y) && fabs(a.x) <= fabs(a.z) ? vec3(1, 0, 0)
                                  : fabs(a.y) <= fabs(a.z)                         ? vec3(0, 1, 0)
                                                                                   : vec3(0, 0, 1);

  if (c->dimension == 2) {
    c->u = vec3(-a.y, a.x, 0);
    c->v = vec3(0, 0, 0);
    return;
  }
  c->u = unit_of(vec3_axpy(least, -vec3_dot(least, a), a));
  c->v = vec3_cross(a, c->u);
}

static PetscErrorCode read_cylinder(void *own, Options *o, RegionSource s)
{
  static const char *const needed[] = {"point", "axis", "radius", "length"};
  CylinderRegion          *c        = own;
  const Vec3               axis     = option_vec3(o, s.kind, s.object, "axis");
  bool                     whole    = true;

  PetscFunctionBeginUser;
  for (int k = 0; k < 4; k++) whole = region_needs(o, s, needed[k]) && whole;
  if (whole && !(largest_of(axis) > 0)) {
    option_mistake(o, s.kind, s.object, "axis", "is zero: give a direction");
    *s.good = whole = false;
  }
  if (!whole) PetscFunctionReturn(PETSC_SUCCESS);
  *c = (CylinderRegion){.point     = option_vec3(o, s.kind, s.object, "point"),
                        .axis      = unit_of(axis),
                        .radius    = option_real(o, s.kind, s.object, "radius"),
                        .length    = option_real(o, s.kind, s.object, "length"),
                        .dimension = s.dimension};
  set_across(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A disc across the unit vector n reaches radius sqrt(1 - n_k^2) along axis k; in two dimensions it
   is a line along u. */
static void box(const void *own, Vec3 *lo, Vec3 *hi)
{
  const CylinderRegion *c   = own;
  const Vec3            end = vec3_axpy(c->point, c->length, c->axis);

  *lo = *hi = vec3(0, 0, 0);
  for (int k = 0; k < c->dimension; k++) {
    const double u = vec3_axis(c->u, k), v = vec3_axis(c->v, k),
                 across = c->radius * sqrt(u * u + v * v), a = vec3_axis(c->point, k),
                 b = vec3_axis(end, k);

    vec3_set(lo, k, min_real(a, b) - across);
    vec3_set(hi, k, max_real(a, b) + across);
  }
}

static double volume(const void *own)
{
  const CylinderRegion *c = own;

  return c->dimension == 2 ? 2 * c->radius * c->length
                           : PETSC_PI * c->radius * c->radius * c->length;
}

/* True if every pebble of the body, with its centre at x, lies within the radius. */
static bool holds(const CylinderRegion *c, const RegionBody *body, Vec3 x)
{
  const Template *t   = body->template;
  const Vec3      arm = vec3_sub(x, c->point);

  for (int i = 0; i < t->n; i++) {
    const Vec3   at = vec3_axpy(arm, body->scale, quat_turn(body->q, t->offset[i]));
    const double u = vec3_dot(at, c->u), v = vec3_dot(at, c->v),
                 room = c->radius - body->scale * t->radius[i];

    if (!(room >= 0 && u * u + v * v <= room * room)) return false;
  }
  return true;
}

/* A place in the square, or on the line, across the axis, -1 to 1. */
static void draw_across(const CylinderRegion *c, Random *random, double *u, double *v)
{
  *u = 2 * random_real(random) - 1;
  *v = c->dimension == 2 ? 0 : 2 * random_real(random) - 1;
}

/* Uniform over the places that fit, by rejection across the axis. */
static bool draw(const void *own, const Domain *d, const RegionBody *body, Random *random, Vec3 *x)
{
  const CylinderRegion *c = own;
  double                below, above, along;

  body_reaches(body, c->axis, &below, &above);
  along = below + random_real(random) * (c->length - below - above);
  if (!(below + above <= c->length)) return false;
  for (int k = 0; k < REGION_DRAWS; k++) {
    double u, v;

    draw_across(c, random, &u, &v);
    *x = vec3_axpy(c->point, along, c->axis);
    *x = vec3_axpy(*x, u * c->radius, c->u);
    *x = grid_round3(d, vec3_axpy(*x, v * c->radius, c->v));
    if (holds(c, body, *x)) return true;
  }
  return false;
}

static bool inside(const void *own, const Domain *d, Vec3 x)
{
  const CylinderRegion *c      = own;
  const Vec3            middle = vec3_axpy(c->point, 0.5 * c->length, c->axis);
  const Vec3            arm    = vec3_sub(region_image(d, middle, x), middle);
  const double          u = vec3_dot(arm, c->u), v = vec3_dot(arm, c->v);

  return fabs(vec3_dot(arm, c->axis)) <= 0.5 * c->length && u * u + v * v <= c->radius * c->radius;
}

const RegionKind region_cylinder = {
  .head   = {.name    = "cylinder",
             .text    = "A circular cylinder with flat ends; in two dimensions a rectangle.",
             .options = {region_point_keys, keys, region_radius_keys}},
  .size   = sizeof(CylinderRegion),
  .at     = {"point", "point"},
  .read   = read_cylinder,
  .inside = inside,
  .box    = box,
  .volume = volume,
  .draw   = draw,
};
